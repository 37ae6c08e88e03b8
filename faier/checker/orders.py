"""Where something changes inside of an expression: what else reads it there must read it at once, as Python does.

The checker's containers are values. Python holds the container itself, and sees what changes after it was mentioned.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator

from .file import File
from .lending import lent_by, root_of
from .method_names import CHANGING, METHODS, VIEWS
from .outcome import Hole

Depth = Callable[[ast.expr], int]

_LAZY = frozenset(["enumerate", "zip", "reversed", "map", "filter"])


def ordered(file: File, body: list[ast.stmt], depth: Depth) -> None:
    """`depth` tells how deep containers are in the value of an expression."""
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.stmt):
                _Unit(file, node, depth).check()


class _Unit:
    """One statement, without those inside of it."""

    def __init__(self, file: File, statement: ast.stmt, depth: Depth) -> None:
        self.file, self.statement, self.depth = file, statement, depth
        self.nodes = list(_own_nodes(statement))
        self.calls = [node for node in self.nodes if isinstance(node, ast.Call) and self.changing(node)]

    def changing(self, node: ast.AST) -> bool:
        """Whether the call is one that changes something."""
        called = node.func if isinstance(node, ast.Call) else None
        return isinstance(called, ast.Attribute) and called.attr in CHANGING and self.file.word(called) is None

    def changes(self, node: ast.AST | None) -> bool:
        return node is not None and any(self.changing(part) for part in ast.walk(node))

    def renamed(self) -> None:
        """No variable gets another container where the one that it has is changed."""
        places = [node for node in self.nodes if isinstance(node, ast.Subscript) and not isinstance(node.ctx, ast.Load)]
        changed = {root(node) for node in (*places, *(call.func for call in self.calls))}
        for node in self.nodes:
            if isinstance(node, ast.NamedExpr) and node.target.id in changed:
                raise Hole(f"{node.target.id} gets another value while it is changed")

    def check(self) -> None:
        self.renamed()
        self.lent()
        match self.statement:
            case ast.Expr(value=ast.Call(args=given) as call) if self.calls == [call]:
                self.longer(root(call.func), given)
                if isinstance(call.func, ast.Attribute):
                    self.straight(call.func.value)
                return
            case ast.AugAssign(target=target, value=value):
                if self.depth(target):
                    self.longer(root(target), [value])
                if root(target) in {root(call.func) for call in self.calls}:
                    raise Hole("something changes while it is changed")
        if not self.calls:
            return
        for node in self.nodes:
            self.node(node)
        for name in {root(call.func) for call in self.calls}:
            known = {id(node) for node in self.at_once(name)}
            for node in self.nodes:
                if isinstance(node, ast.Name) and node.id == name and id(node) not in known:
                    raise Hole(f"{name} changes inside of an expression that also reads it")

    def lent(self) -> None:
        """What a function changes of its caller is mentioned by nothing else, but for arguments that hold no lists."""
        for node in self.nodes:
            if isinstance(node, (ast.GeneratorExp, ast.Lambda)) and any(
                lent_by(self.file, part) for part in ast.walk(node)
            ):
                raise Hole("something changes while something goes over it")
            places = lent_by(self.file, node)
            if not places or not isinstance(node, ast.Call):
                continue
            given = [*node.args, *(item.value for item in node.keywords)]
            beside = self.beside(node)
            before = {
                id(part)
                for item in given
                if item not in places.values() and self.depth(item) == 0
                for part in ast.walk(item)
            }
            for place in places.values():
                name = root_of(place)
                base = place
                while isinstance(base, (ast.Subscript, ast.Attribute)):
                    base = base.value
                for part in self.nodes:
                    if isinstance(part, ast.Name) and part is not base and id(part) not in before | beside:
                        inner = self.file.functions.get(part.id)
                        if part.id == name or (inner is not None and name in inner.captured):
                            raise Hole(f"{name} is changed by a function, beside something that reads it")

    def beside(self, call: ast.Call) -> set[int]:
        """What else the statement mentions that is read at once, one after the other: fields that hold no list, and
        calls that come to none, neither of them inside of the other."""
        found: set[int] = set()
        if self.depth(call) or isinstance(self.statement, (ast.AugAssign, ast.For)):
            return found
        for node in self.nodes:
            match node:
                case ast.Call(func=ast.Name(id=name)) if name in self.file.functions and node is not call:
                    if any(part is call for part in ast.walk(node)) or any(part is node for part in ast.walk(call)):
                        continue
                    if self.depth(node) == 0:
                        found.update(id(item) for item in node.args if isinstance(item, ast.Name))
                case ast.Subscript(value=ast.Name() as base, slice=ast.Constant(), ctx=ast.Load()):
                    if self.depth(node) == 0:
                        found.add(id(base))
        return found

    def longer(self, name: str, given: list[ast.expr]) -> None:
        """What is put into something is not read from it meanwhile."""
        for item in given:
            parts = list(ast.walk(item))
            if any(isinstance(part, ast.Name) and part.id == name for part in parts) and any(map(self.lazy, parts)):
                raise Hole(f"{name} changes while something goes over it")

    def lazy(self, node: ast.AST) -> bool:
        match node:
            case ast.GeneratorExp() | ast.Lambda():
                return True
            case ast.Call(func=ast.Name(id=name)) if name in _LAZY or name in self.file.functions:
                return True
            case ast.Call(func=ast.Attribute(attr=name)) if name in VIEWS:
                return True
            case ast.Call(func=called):
                return (self.file.word(called) or "").startswith(("itertools.", "functools."))
        return False

    def straight(self, place: ast.expr) -> None:
        """Nothing changes in the positions of a place."""
        while isinstance(place, ast.Subscript):
            if self.changes(place.slice):
                raise Hole("something changes in the position of an item")
            place = place.value

    def node(self, node: ast.AST) -> None:
        match node:
            case ast.GeneratorExp() | ast.Lambda() if self.changes(node):
                raise Hole("something changes while something goes over it")
            case ast.Subscript(value=base, slice=position, ctx=ast.Load()):
                if self.changes(base) and self.changes(position):
                    raise Hole("something changes in the position of an item")
            case ast.Subscript():
                self.straight(node)
            case ast.Call(func=called, keywords=keywords):
                if len(keywords) > 1 and any(self.changes(item.value) for item in keywords):
                    raise Hole("something changes in an argument")
                if self.changing(node) and isinstance(called, ast.Attribute):
                    self.straight(called.value)

    def at_once(self, name: str) -> Iterator[ast.AST]:
        """The mentions of a variable that read it where they stand."""
        for node in self.nodes:
            match node:
                case ast.Call(func=ast.Attribute(value=base)) if self.changing(node):
                    yield _base(base)
                case ast.Call(func=ast.Attribute(value=base, attr=method), args=given) if (
                    method in METHODS and isinstance(node, ast.Call) and not any(map(self.changes, given))
                ):
                    if self.depth(node) == 0:
                        yield base
                case ast.Call(func=ast.Name(id="len"), args=[ast.Name() as read]) if not self.file.defines("len"):
                    yield read
                case ast.Subscript(value=base, slice=position, ctx=ast.Load()) if not self.changes(position):
                    if isinstance(node, ast.Subscript) and self.depth(node) <= isinstance(position, ast.Slice):
                        yield base
                case ast.Subscript(ctx=ast.Store() | ast.Del()):
                    yield _base(node)
                case ast.Compare(ops=[*_, ast.In() | ast.NotIn()], comparators=[*_, ast.Name() as read]):
                    yield read
                case ast.UnaryOp(op=ast.Not(), operand=test):
                    yield from _tested(test)
                case ast.IfExp(test=test) | ast.If(test=test) | ast.While(test=test) | ast.Assert(test=test):
                    yield from _tested(test)
                case ast.comprehension(ifs=tests):
                    for test in tests:
                        yield from _tested(test)


def _own_nodes(statement: ast.stmt) -> Iterator[ast.AST]:
    """The statement and what is in it, but for other statements."""
    waiting: list[ast.AST] = [statement]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(child for child in ast.iter_child_nodes(node) if not isinstance(child, ast.stmt))


def _tested(node: ast.expr) -> Iterator[ast.AST]:
    """What a test asks whether it is true."""
    if isinstance(node, ast.BoolOp):
        for part in node.values:
            yield from _tested(part)
    else:
        yield node


def _base(node: ast.AST) -> ast.AST:
    while isinstance(node, ast.Subscript):
        node = node.value
    return node


def root(node: ast.AST) -> str:
    """The variable in which something is changed."""
    base = _base(node.value if isinstance(node, ast.Attribute) else node)
    return base.id if isinstance(base, ast.Name) else ""
