"""Functions inside of functions that are used as values -> functions of the file, with what they remember as parameters
that no program can name.

    def make(n):                     def remembered 1(v, *, n#): return v + n#
        return lambda v: v + n       def make(n): return #bound(remembered 1, n#=n)

That is so where a variable that is remembered has one value alone, which it gets before the function is made. Defaults
are remembered too. What `#bound` makes is a container to the rule about two names (`ownership`).
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any

from .outcome import Hole
from .scopes import own_names, parameters_of

BOUND = "#bound"
_KEYED = frozenset(["sorted", "min", "max", "sort"])


@dataclass
class _Frame:
    """A function, lambda or comprehension around. `stored`: the statements that give each name a value, and whether one
    of them stands in a loop."""

    names: frozenset[str]
    lasting: bool = True  # its names have one value
    stored: dict[str, list[tuple[int, bool]]] = field(default_factory=dict)
    numbers: dict[int, int] = field(default_factory=dict)
    values: frozenset[str] = frozenset()  # the functions inside that are used as values
    elsewhere: frozenset[str] = frozenset()  # names that functions inside give values
    here: int = 0

    def remembered(self, name: str) -> bool:
        """Whether the name has the value that it will always have."""
        if not self.lasting or name in self.elsewhere:
            return False
        stored = self.stored.get(name, [(-1, False)])
        return len(stored) == 1 and stored[0][0] < self.here and not stored[0][1]


def remembering(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    made = _Remembering()
    found: list[ast.stmt] = []
    for node in statements:
        if isinstance(node, ast.FunctionDef):
            node = made.outermost(node)
            found += made.functions
            made.functions = []
        found.append(node)
    return tuple(found)


class _Remembering(ast.NodeTransformer):
    def __init__(self) -> None:
        self.functions: list[ast.stmt] = []
        self.frames: list[_Frame] = []
        self.plain: set[int] = set()  # lambdas that are no values
        self.count = 0

    def outermost(self, node: ast.FunctionDef) -> ast.FunctionDef:
        inside = [part for item in node.body for part in ast.walk(item)]
        self.plain = {id(part) for item in inside for part in _no_values(item)}
        if any(isinstance(part, (ast.FunctionDef, ast.Lambda)) and id(part) not in self.plain for part in inside):
            self.body(node)
        return node

    def body(self, node: ast.FunctionDef) -> None:
        frame = _Frame(own_names(node))
        _numbered(node.body, frame, False)
        inner = [part for part in _own_parts(node.body) if isinstance(part, ast.FunctionDef)]
        frame.values = frozenset(_as_values(node, inner, self.plain))
        parts = [part for item in node.body for part in ast.walk(item)]
        frame.elsewhere = frozenset(name for part in parts if isinstance(part, ast.Nonlocal) for name in part.names)
        for name in parameters_of(node.args):
            frame.stored.setdefault(name, []).append((-1, False))
        self.frames.append(frame)
        node.body = [self.visit(item) for item in node.body]
        self.frames.pop()

    def visit(self, node: ast.AST) -> Any:
        if isinstance(node, ast.stmt):
            self.frames[-1].here = self.frames[-1].numbers.get(id(node), self.frames[-1].here)
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            return self.comprehension(node)
        return super().visit(node)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        here, frame = self.frames[-1].here, self.frames[-1]
        node.args = self.visit(node.args)
        mine = any(isinstance(part, (ast.Nonlocal, ast.Yield, ast.YieldFrom)) for part in _own_parts(node.body))
        self.body(node)
        frame.here = here
        if node.name not in frame.values or mine or node.decorator_list:
            return node
        name = ast.Name(node.name, ast.Store())
        return ast.copy_location(ast.Assign([name], self.lifted(node)), node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        if id(node) in self.plain:
            self.within(frozenset(parameters_of(node.args)), True, [node])
            return node
        node.args = self.visit(node.args)
        body = ast.copy_location(ast.Return(node.body), node)
        made = ast.FunctionDef(name="", args=node.args, body=[body], decorator_list=[], returns=None)
        self.within(frozenset(parameters_of(node.args)), True, [body])
        return self.lifted(ast.copy_location(made, node))

    def within(self, names: frozenset[str], lasting: bool, nodes: Iterable[ast.AST]) -> None:
        self.frames.append(_Frame(names, lasting))
        for node in nodes:
            self.generic_visit(node)
        self.frames.pop()

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.GeneratorExp | ast.DictComp) -> ast.AST:
        node.generators[0].iter = self.visit(node.generators[0].iter)
        over, node.generators[0].iter = node.generators[0].iter, ast.Constant(0)
        names = {part.id for one in node.generators for part in ast.walk(one.target) if isinstance(part, ast.Name)}
        self.within(frozenset(names), False, [node])
        node.generators[0].iter = over
        return node

    def lifted(self, node: ast.FunctionDef) -> ast.expr:
        """The function as one of the file; in its place stands what makes it a value."""
        self.count += 1
        title = f"remembered {self.count}"
        given, own = node.args, own_names(node)
        free = [part for item in node.body for part in _free(item, own)]
        shared = sorted(name for name in {part.id for part in free} if self.is_remembered(name))
        plain = [*given.posonlyargs, *given.args]
        kept = [*zip(plain[len(plain) - len(given.defaults) :], given.defaults, strict=True)]
        kept += [(item, value) for item, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value]
        keywords = [ast.keyword(item.arg, value) for item, value in kept]
        keywords += [ast.keyword(f"{name}#", ast.Name(name, ast.Load())) for name in shared]
        made = ast.FunctionDef(
            name=title, args=deepcopy(given), body=node.body, decorator_list=[], returns=node.returns
        )
        made.args.defaults = [ast.Constant(None) for _ in given.defaults]
        made.args.kw_defaults = [value and ast.Constant(None) for value in given.kw_defaults]
        made.args.kwonlyargs += [ast.arg(f"{name}#") for name in shared]
        made.args.kw_defaults += [None for _ in shared]
        for part in free:
            part.id += "#" if part.id in shared else ""
        self.functions.append(ast.fix_missing_locations(ast.copy_location(made, node)))
        value: ast.expr = ast.Name(title, ast.Load())
        if keywords:
            value = ast.Call(ast.Name(BOUND, ast.Load()), [value], keywords)
        return ast.fix_missing_locations(ast.copy_location(value, node))

    def is_remembered(self, name: str) -> bool:
        """Whether the name is that of a variable around."""
        for frame in reversed(self.frames):
            if name in frame.names:
                if not frame.remembered(name):
                    raise Hole(f"a function that is a value remembers {name}, which may get another value")
                return True
        return False


def _no_values(node: ast.AST) -> Iterator[ast.expr]:
    """Lambdas that are applied where they stand, and those that say what is there by default."""
    match node:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), keywords=keywords) if name in _KEYED:
            yield from (item.value for item in keywords if item.arg == "key")
        case ast.Call(func=ast.Name(id="defaultdict") | ast.Attribute(attr="defaultdict"), args=[made, *_]):
            while isinstance(made, ast.Lambda):
                yield made
                made = made.body.args[0] if isinstance(made.body, ast.Call) and made.body.args else made.body


def _free(node: ast.AST, bound: frozenset[str]) -> Iterator[ast.Name]:
    """Where it mentions names of things around it."""
    match node:
        case ast.Name():
            if node.id not in bound:
                yield node
            return
        case ast.Lambda(args=given, body=body):
            yield from _free(given, bound)
            yield from _free(body, bound | {*parameters_of(given)})
            return
        case ast.FunctionDef(args=given, body=body):
            yield from _free(given, bound)
            for item in body:
                yield from _free(item, bound | own_names(node))
            return
        case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
            yield from _free(node.generators[0].iter, bound)
            every = {part.id for one in node.generators for part in ast.walk(one.target) if isinstance(part, ast.Name)}
            parts = [part for one in node.generators for part in (one.target, *one.ifs)]
            parts += [one.iter for one in node.generators[1:]]
            parts += [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]
            for part in parts:
                yield from _free(part, bound | every)
            return
    for child in ast.iter_child_nodes(node):
        yield from _free(child, bound)


def _own_parts(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """All that is in the body, without what is in functions inside of it."""
    waiting: list[ast.AST] = [*body]
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(node))


def _numbered(body: list[ast.stmt], frame: _Frame, looping: bool) -> None:
    """The statements in their order, and the names to which each gives a value."""
    for node in body:
        number = frame.numbers[id(node)] = len(frame.numbers)
        loop = looping or isinstance(node, (ast.For, ast.While))
        below = [part for part in ast.iter_child_nodes(node) if not isinstance(part, ast.stmt)]
        if isinstance(node, ast.FunctionDef):
            frame.stored.setdefault(node.name, []).append((number, looping))
            continue
        for part in (part for item in below for part in ast.walk(item)):
            if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load):
                frame.stored.setdefault(part.id, []).append((number, loop))
        for part in below:  # handlers, cases
            _numbered([item for item in ast.iter_child_nodes(part) if isinstance(item, ast.stmt)], frame, loop)
        _numbered([item for item in ast.iter_child_nodes(node) if isinstance(item, ast.stmt)], frame, loop)


def _as_values(node: ast.FunctionDef, inner: list[ast.FunctionDef], plain: set[int]) -> set[str]:
    """The functions inside that are mentioned where they are not called, or by what is a value itself."""
    names = {item.name for item in inner}
    parts = [part for item in node.body for part in ast.walk(item)]
    called = {id(part.func) for part in parts if isinstance(part, ast.Call)}
    found = {part.id for part in parts if isinstance(part, ast.Name) and id(part) not in called} & names
    lambdas = [part for part in parts if isinstance(part, ast.Lambda) and id(part) not in plain]
    waiting: list[ast.AST] = [*lambdas, *(item for item in inner if item.name in found)]
    while waiting:
        made = waiting.pop()
        more = {part.id for part in ast.walk(made) if isinstance(part, ast.Name)} & names - found
        waiting += [item for item in inner if item.name in more]
        found |= more
    return found
