"""`return`, `break` and `continue` out of a `try` that has a `finally`.

What is returned gets a name there, and the function returns after the `try`, as Python does when `finally` is done:

    try:                                try:
        return sum(rows)                    result = sum(rows)
    finally:                            finally:
        lock.release()                      lock.release()
                                        return result

Where only some ways through the body leave it, a variable says which one was taken, and what Python skips is skipped.
"""

from __future__ import annotations

import ast
import copy

from faier.lang import names
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LOOPS = (ast.For, ast.While)
_BREAK, _CONTINUE = 2, 3


def with_left_tries(tree: ast.Module) -> ast.Module:
    """The file, in which nothing leaves such a `try`, but where something is yielded in it, or its `finally` leaves."""
    if not any(node.finalbody and _leaves(_inside(node)) for node in occurring(tree, ast.Try)):
        return tree
    tree = copy.deepcopy(tree)
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
        _Leaving(function).visit_body()
    return tree


def _inside(node: ast.Try) -> list[ast.stmt]:
    return [*node.body, *(line for handler in node.handlers for line in handler.body), *node.orelse]


def _leaves(body: list[ast.stmt], looped: bool = False) -> bool:
    """Whether a way through the statements leaves them; `looped`: `break` and `continue` are of a loop among them."""
    for node in body:
        if isinstance(node, ast.Return) or (isinstance(node, ast.Break | ast.Continue) and not looped):
            return True
        blocks = [] if isinstance(node, _SCOPES) else _blocks(node)
        if any(_leaves(inner, _is_looped(node, part, looped)) for part, inner in blocks):
            return True
    return False


def _blocks(node: ast.AST) -> list[tuple[str, list[ast.stmt]]]:
    """The blocks inside of the statement, which may be changed there."""
    found = [(part, getattr(node, part, None) or []) for part in ("body", "orelse", "finalbody")]
    return found + [("body", part.body) for part in (*getattr(node, "handlers", []), *getattr(node, "cases", []))]


def _is_looped(node: ast.AST, part: str, looped: bool) -> bool:
    """Whether `break` in this block of the statement is of a loop among what is looked at."""
    return looped or (part == "body" and isinstance(node, _LOOPS))


def _yields(body: list[ast.stmt]) -> bool:
    waiting: list[ast.AST] = [*body]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Yield | ast.YieldFrom):
            return True
        waiting += [] if isinstance(part, _SCOPES) else ast.iter_child_nodes(part)
    return False


class _Leaving:
    """One function."""

    def __init__(self, function: ast.FunctionDef) -> None:
        self.function = function
        self.generator = _yields(function.body)
        self.taken = set(names.given_names(function)) | {
            part.id for part in ast.walk(function) if isinstance(part, ast.Name)
        }

    def visit_body(self) -> None:
        self.function.body = self.block(self.function.body)

    def block(self, body: list[ast.stmt]) -> list[ast.stmt]:
        """The statements, those inside of others first."""
        found: list[ast.stmt] = []
        for node in body:
            if isinstance(node, _SCOPES):
                found.append(node)
                continue
            for _, inner in _blocks(node):
                inner[:] = self.block(inner)
            found += self.after(node) if isinstance(node, ast.Try) and self.may_leave(node) else [node]
        return found

    def may_leave(self, node: ast.Try) -> bool:
        """Whether it is left, and can be written so."""
        inside = _inside(node)
        returned = [part for line in inside for part in ast.walk(line) if isinstance(part, ast.Return) and part.value]
        if not node.finalbody or _yields(inside) or _leaves(node.finalbody) or (self.generator and returned):
            return False
        return _leaves(inside)

    def after(self, node: ast.Try) -> list[ast.stmt]:
        """The `try` that nothing leaves, and what leaves after it."""
        self.result, self.way = self.fresh("result"), self.fresh("way")
        self.ways: set[int] = set()
        always = _always(node)
        for part, inner in _blocks(node):
            if part != "finalbody":
                inner[:] = self.guarded(inner)
        if node.body and node.orelse and _leaves_marked(node.body, self.way):
            node.orelse = [self.unless(node.orelse)]
        ends: list[ast.stmt] = []
        returned = ast.Return(None if self.generator else ast.Name(self.result, ast.Load()))
        for at, leave in ((1, returned), (_BREAK, ast.Break()), (_CONTINUE, ast.Continue())):
            test = ast.Compare(ast.Name(self.way, ast.Load()), [ast.Eq()], [ast.Constant(at)])
            ends += [ast.If(test, [leave], [])] if at in self.ways else []
        first: list[ast.stmt] = [self.taking(0)]
        if always:
            first, ends = [], [returned]
            node = _Without(self.way).visit(node)
        return [placed(part, node) for part in (*first, node, *ends)]

    def guarded(self, body: list[ast.stmt], looped: bool = False) -> list[ast.stmt]:
        """The block, in which nothing is done any more once it would have been left."""
        found: list[ast.stmt] = []
        for at, node in enumerate(body):
            made = self.left(node, looped)
            if made is not None:
                return [*found, *(placed(part, node) for part in made)]
            found.append(node)
            if isinstance(node, _SCOPES) or not _leaves([node], looped):
                continue
            for part, inner in _blocks(node):
                inner[:] = self.guarded(inner, _is_looped(node, part, looped))
            if isinstance(node, ast.Try) and node.orelse and _leaves_marked(node.body, self.way):
                node.orelse = [self.unless(node.orelse)]
            rest = body[at + 1 :]
            if looped:
                found.append(placed(ast.If(self.test(), [ast.Break()], []), node))
                found += self.guarded(rest, looped)
            elif rest:
                found.append(placed(self.unless(self.guarded(rest, looped)), node))
            return found
        return found

    def left(self, node: ast.stmt, looped: bool) -> list[ast.stmt] | None:
        match node:
            case ast.Return(value=value):
                self.ways.add(1)
                given = [ast.Assign([ast.Name(self.result, ast.Store())], value or ast.Constant(None))]
                kept: list[ast.stmt] = [] if self.generator else [*given]
                return [*kept, self.taking(1), *([ast.Break()] if looped else [])]
            case ast.Break() | ast.Continue() if not looped:
                way = _BREAK if isinstance(node, ast.Break) else _CONTINUE
                self.ways.add(way)
                return [self.taking(way)]
        return None

    def taking(self, way: int) -> ast.stmt:
        return ast.Assign([ast.Name(self.way, ast.Store())], ast.Constant(way))

    def test(self) -> ast.expr:
        return ast.Compare(ast.Name(self.way, ast.Load()), [ast.NotEq()], [ast.Constant(0)])

    def unless(self, body: list[ast.stmt]) -> ast.stmt:
        """These statements, unless a way out was taken."""
        test = ast.Compare(ast.Name(self.way, ast.Load()), [ast.Eq()], [ast.Constant(0)])
        return placed(ast.If(test, body, []), body[0])

    def fresh(self, name: str) -> str:
        made = names.fresh(name, self.taken)
        self.taken.add(made)
        return made


def _always(node: ast.Try) -> bool:
    """Whether every way through it that raises nothing returns at the end of a block, and nowhere before."""
    blocks = [node.orelse or node.body, *(handler.body for handler in node.handlers)]
    if node.orelse and _leaves(node.body):
        return False
    plain = all(not _leaves(body[:-1]) for body in blocks)
    return plain and all(isinstance(body[-1], ast.Return | ast.Raise) for body in blocks)


def _leaves_marked(body: list[ast.stmt], way: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == way for line in body for part in ast.walk(line))


class _Without(ast.NodeTransformer):
    """Leaves out what says which way was taken, where there is one."""

    def __init__(self, way: str) -> None:
        self.way = way

    def visit_Assign(self, node: ast.Assign) -> ast.Assign | None:
        return None if any(isinstance(part, ast.Name) and part.id == self.way for part in node.targets) else node
