"""Plain classes: what `__init__` gives their fields, and what methods name by `self` and `cls`.

`__init__` becomes a function that returns the record: `self.x = 1` gives a variable its value, from which the field `x`
is made at the end.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Set

from faier.lang.names import File
from faier.lang.placing import placed
from faier.lang.values import PLACE

INITIAL = "__init__"
NO_RECORD_YET = " is no record yet"
FIELD = "self\u00b7"  # what begins the names of variables that stand for fields


def setter_name(name: str) -> str:
    """The method that gives a property a value."""
    return f"set\u00b7{name}"


def field_variable(name: str) -> str:
    """The variable that stands for a field until the record is made."""
    return f"{FIELD}{name}"


def initial(
    file: File, function: ast.FunctionDef, owner: str, method: Method, first: Iterable[str] = ()
) -> tuple[ast.FunctionDef, tuple[str, ...]] | None:
    """The function that makes a record, and the fields, those that are declared first; None when it is wrong, which is
    reported."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    if not arguments or len(function.args.defaults) == len(arguments) or function.decorator_list:
        file.error("FA106", function, "`__init__` takes the record first", "write def __init__(self):")
        return None
    own = arguments[0].arg
    function = method.of(function, own)
    fields = list(dict.fromkeys([*first, *_assigned(function, own)]))
    body = [_Fields(own, fields).visit(statement) for statement in function.body]
    if fields == [f"{PLACE}{owner}"]:
        at = next((at for at, line in enumerate(body) if _gives(line, field_variable(fields[0]))), len(body))
        body = [*body[:at], *(_Whole(own, owner, fields).visit(line) for line in body[at:])]
    for statement in body:
        for part in ast.walk(statement):
            match part:
                case ast.Name(id=name) if name == own:
                    hint = "call methods when the record is made, or write here what they do"
                    message = f"`__init__` gives the fields their values: `{own}`{NO_RECORD_YET}"
                    file.error("FA102", part, message, hint)
                    return None
                case ast.Return() | ast.Yield() | ast.YieldFrom():
                    file.error("FA109", part, "`__init__` runs to its end here", "write if and else")
                    return None
    args = ast.arguments(**{**dict(ast.iter_fields(function.args)), **_without_first(function.args)})
    found = ast.FunctionDef(
        **{
            **dict(ast.iter_fields(function)),
            "args": args,
            "body": [*body, ast.Return(_made(owner, fields))],
            "returns": None,
        }
    )
    for part in ast.walk(found):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, function.body[-1])
    return ast.copy_location(found, function), tuple(fields)


def _gives(line: ast.stmt, variable: str) -> bool:
    return isinstance(line, ast.Assign) and any(
        isinstance(part, ast.Name) and part.id == variable for part in line.targets
    )


def _made(owner: str, fields: Iterable[str]) -> ast.Call:
    made = ast.Call(ast.Name(owner, ast.Load()), [ast.Name(field_variable(name), ast.Load()) for name in fields], [])
    made.fields = True  # type: ignore[attr-defined]
    return made


def makes_fields(node: ast.Call) -> bool:
    """Whether the call makes a record of what its fields are, at the end of `__init__`."""
    return getattr(node, "fields", False) is True


def _without_first(arguments: ast.arguments) -> dict[str, list[ast.arg]]:
    if arguments.posonlyargs:
        return {"posonlyargs": arguments.posonlyargs[1:]}
    return {"args": arguments.args[1:]}


def _assigned(function: ast.FunctionDef, own: str) -> list[str]:
    """The fields that get values, in this order."""
    found: dict[str, None] = {}

    class Finder(ast.NodeVisitor):
        def visit_Attribute(self, node: ast.Attribute) -> None:
            if isinstance(node.value, ast.Name) and node.value.id == own and isinstance(node.ctx, ast.Store):
                found[node.attr] = None
            self.generic_visit(node)

    Finder().visit(function)
    return list(found)


class _Fields(ast.NodeTransformer):
    """`self.x` as a variable."""

    def __init__(self, own: str, fields: Iterable[str]) -> None:
        self.own = own
        self.fields = frozenset(fields)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if isinstance(node.value, ast.Name) and node.value.id == self.own and node.attr in self.fields:
            return ast.copy_location(ast.Name(field_variable(node.attr), node.ctx), node)
        return node


class _Whole(_Fields):
    """`self` of an object that has its place: any record of this place is the object."""

    def __init__(self, own: str, owner: str, fields: Iterable[str]) -> None:
        super().__init__(own, fields)
        self.owner = owner

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id != self.own or not isinstance(node.ctx, ast.Load):
            return node
        return placed(_made(self.owner, sorted(self.fields)), node)


class Method(ast.NodeTransformer):
    """`self.method(x)` as `Owner.method(self, x)`, `self.LIMIT` as `Owner.LIMIT`, and `cls` as `Owner`."""

    def __init__(self, owner: str, bound: Set[str], static: Set[str], constants: Set[str]) -> None:
        self.owner = owner
        self.own = ""
        self.bound = bound
        self.static = static
        self.constants = constants

    def of(self, function: ast.FunctionDef, own: str) -> ast.FunctionDef:
        """The function, which calls the record by this name."""
        self.own = own
        found = self.visit(function)
        assert isinstance(found, ast.FunctionDef)
        return found

    def named(self, at: ast.AST) -> ast.expr:
        return ast.copy_location(ast.Name(self.owner, ast.Load()), at)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node.func:
            case ast.Name(id="type") if self.is_own(node.args) and not node.keywords:
                return self.named(node)
            case ast.Attribute(value=ast.Name(id=name) as base, attr=attr) if name == self.own:
                if attr in self.bound | self.static:
                    function = ast.copy_location(ast.Attribute(self.named(base), attr, ast.Load()), node.func)
                    given = [base, *node.args] if attr in self.bound else node.args
                    return ast.copy_location(ast.Call(function, given, node.keywords), node)
        return node

    def is_own(self, given: list[ast.expr]) -> bool:
        return len(given) == 1 and isinstance(given[0], ast.Name) and given[0].id == self.own

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if node.attr == "__class__" and self.is_own([node.value]):
            return self.named(node)
        if node.attr == "__name__" and isinstance(node.value, ast.Name) and node.value.id == self.owner:
            return ast.copy_location(ast.Constant(self.owner), node)
        if isinstance(node.value, ast.Name) and node.value.id == self.own and node.attr in self.constants:
            return ast.copy_location(ast.Attribute(self.named(node.value), node.attr, node.ctx), node)
        return node


class OfClass(ast.NodeTransformer):
    """`cls` of a class method as the class itself."""

    def __init__(self, owner: str, own: str) -> None:
        self.owner = owner
        self.own = own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return ast.copy_location(ast.Name(self.owner, node.ctx), node) if node.id == self.own else node
