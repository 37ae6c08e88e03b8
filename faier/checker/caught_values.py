"""What exceptions hold -> fields of records that go with them: `except Spent as e: e.left`, `str(e)`, `e.args`.

    class Spent(Exception):                  class Spent(Exception): pass
        def __init__(self, left):            def Spent#told(left):
            super().__init__(left)               #args = (left,)
            self.left = left                     #of left = left
                                                 return #args, #of left
    str(e), f"{e}"                           e.#text
    type(e).__name__                         e.#name

Nobody sees an exception but by these. What Python raises by itself holds nothing that is known here.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from .outcome import Hole
from .rewriting import bound_names

TOLD, TEXT, NAME, ARGS = "#told", "#text", "#name", "args"
_PLAIN = frozenset([ARGS, TEXT, NAME])


@dataclass
class Told:
    """`looked`: something that was caught is looked at; `fields` are those of each class that says what it holds."""

    looked: bool = False
    own: bool = False  # a class says by itself what is written of it, or what else it does
    fields: dict[str, tuple[str, ...]] = field(default_factory=dict)

    def known(self, name: str) -> bool:
        return self.looked and (name in _PLAIN or any(name in names for names in self.fields.values()))


def without_caught(tree: ast.Module, exceptions: Iterable[str]) -> tuple[ast.Module, Told]:
    """The file, in which exceptions have no methods; `exceptions` are those of Python."""
    told, known, body = Told(), set(exceptions), list[ast.stmt]()
    handlers = [part for part in ast.walk(tree) if isinstance(part, ast.ExceptHandler) and part.name is not None]
    bound = Counter(bound_names(tree))
    if handlers:
        _Reading(bound).visit(tree)
    for node in tree.body:
        body.append(node)
        match node:
            case ast.ClassDef(name=name, bases=[ast.Name(id=base)]) if base in known and not bound[base] > 1:
                known.add(name)
                body += _parted(node, told)
                told.fields.setdefault(name, told.fields.get(base, ()))
    looked = [_require_fields(handler, told) for handler in handlers]
    told.looked = any(looked)
    if told.looked and told.own:
        raise Hole("methods of an exception")
    names = {handler.name for handler in handlers}
    reads = [part for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id in names]
    inside = {id(part) for handler in handlers for part in _mentions(handler)}
    if any(id(part) not in inside for part in reads) or any(
        bound[name or ""] > _times(handlers, name) for name in names
    ):
        raise Hole("what is caught is looked at")
    return ast.Module(body, tree.type_ignores), told


def _times(handlers: Iterable[ast.ExceptHandler], name: str | None) -> int:
    return sum(handler.name == name for handler in handlers)


def _mentions(handler: ast.ExceptHandler) -> Iterator[ast.Name]:
    for node in handler.body:
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id == handler.name:
                yield part
            elif isinstance(part, ast.ExceptHandler) and part.name == handler.name:
                raise Hole("what is caught has the name of something else that is caught")


def _require_fields(handler: ast.ExceptHandler, told: Told) -> bool:
    """Whether it is looked at what is caught there, which is done field by field."""
    names = _PLAIN.union(*told.fields.values())
    read: set[int] = set()
    for part in (part for node in handler.body for part in ast.walk(node)):
        match part:
            case ast.Attribute(value=ast.Name() as base, attr=name, ctx=ast.Load()) if name in names:
                read.add(id(base))
            case ast.Raise(exc=ast.expr(), cause=ast.Name(id=name)) if name == handler.name:
                part.cause = None
    mentions = list(_mentions(handler))
    if any(id(part) not in read for part in mentions):
        raise Hole("what is caught is looked at")
    return bool(mentions)


def _parted(node: ast.ClassDef, told: Told) -> list[ast.stmt]:
    """The class loses its `__init__`, which is a function that returns what the exception holds."""
    made = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    if [part.name for part in made] != ["__init__"]:
        told.own |= bool(made)
        return []
    (begun,) = made
    if any(told.fields.get(base.id) for base in node.bases if isinstance(base, ast.Name)):
        raise Hole("what an exception is given by one that is made from it")
    given = begun.args
    if begun.decorator_list or given.posonlyargs or not given.args or given.vararg or given.kwarg:
        raise Hole("an exception of this kind")
    if given.args[0].arg != "self" or len(given.defaults) >= len(given.args):
        raise Hole("an exception of this kind")
    function = deepcopy(begun)
    function.name, function.returns = f"{node.name}{TOLD}", None
    function.args.args.pop(0)
    found: dict[str, str] = {}
    function.body = [_statement(part, found) for part in function.body]
    if ARGS not in found.values() or any(_is_self(part) for part in ast.walk(function)):
        raise Hole("an exception of this kind")
    names = sorted(found, key=lambda name: found[name] != ARGS)
    values: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    function.body.append(ast.Return(ast.Tuple(values, ast.Load())))
    told.fields[node.name] = tuple(found[name] for name in names)
    node.body = [part for part in node.body if part is not begun] or [ast.Pass()]
    return [ast.fix_missing_locations(function)]


def _is_self(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and node.id in ("self", "super", "__class__")


def _statement(node: ast.stmt, found: dict[str, str]) -> ast.stmt:
    """One of `__init__`; `found` are the variables in which what it gives is kept, each once."""
    match node:
        case ast.Expr(
            value=ast.Call(
                func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[], keywords=[]), attr="__init__"),
                args=given,
                keywords=[],
            )
        ):
            name, value = ARGS, ast.Tuple(given, ast.Load())
        case (
            ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value)
            | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), value=ast.expr() as value)
        ) if name not in _PLAIN and not name.startswith("__"):
            pass
        case ast.Expr(value=ast.Constant()) | ast.Pass():
            return ast.copy_location(ast.Pass(), node)
        case _:
            raise Hole("an exception of this kind")
    variable = f"#of {name}"
    if variable in found:
        raise Hole("an exception of this kind")
    found[variable] = name
    return ast.copy_location(ast.Assign([ast.Name(variable, ast.Store())], value), node)


class _Reading(ast.NodeTransformer):
    """`names` are those of what is caught around."""

    def __init__(self, bound: Counter[str]) -> None:
        self.bound = bound
        self.names: list[str] = []

    def visit_ExceptHandler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        self.names.append(node.name or "")
        self.generic_visit(node)
        self.names.pop()
        return node

    def caught(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.names

    def visit_Call(self, node: ast.Call) -> ast.expr:
        match node:
            case ast.Call(func=ast.Name(id="str"), args=[read], keywords=[]) if self.caught(read):
                return ast.copy_location(ast.Attribute(read, TEXT, ast.Load()), node) if not self.bound["str"] else node
        self.generic_visit(node)
        return node

    def visit_FormattedValue(self, node: ast.FormattedValue) -> ast.FormattedValue:
        self.generic_visit(node)
        if self.caught(node.value) and node.conversion in (-1, ord("s")):
            node.value = ast.copy_location(ast.Attribute(node.value, TEXT, ast.Load()), node.value)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[read], keywords=[]), attr="__name__"):
                if self.caught(read) and not self.bound["type"]:
                    return ast.copy_location(ast.Attribute(read, NAME, ast.Load()), node)
        self.generic_visit(node)
        return node
