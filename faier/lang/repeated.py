"""What is written once and computed several times, which is the same where nothing is drawn or changed there.

`h.part + x` asks first of which class `h.part` is: a property may be what is read there, or `__getitem__`.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from faier.lang.made import BINARY
from faier.lang.names import File
from faier.lang.reached import draws, reached
from faier.lang.syntax import Expression, Function, Invoke
from faier.lang.walk import parts

COMPARE: dict[type[ast.cmpop], tuple[str, str]] = {
    ast.Lt: ("__lt__", "__gt__"), ast.Gt: ("__gt__", "__lt__"), ast.LtE: ("__le__", "__ge__"),
    ast.GtE: ("__ge__", "__le__"), ast.Eq: ("__eq__", "__eq__"),
}  # fmt: skip
UNARY: dict[type[ast.unaryop], str] = {ast.USub: "__neg__", ast.UAdd: "__pos__", ast.Invert: "__invert__"}
_STILL = {"len": ("__len__",), "abs": ("__abs__",), "sum": ("__add__", "__radd__", "__iter__")}
_STILL |= dict.fromkeys(["min", "max"], ("__lt__", "__gt__", "__iter__"))
ONCE = (
    "a class of the file may say what this does: it is computed once",
    "give the operands names first, in a statement: a = ...",
)


def is_repeatable(file: File, node: ast.expr) -> bool:
    """Whether it may be computed several times: names, and what is read of them where nothing happens then."""
    return is_path(node) and is_still(file, node)


def is_still(file: File, node: ast.expr) -> bool:
    """Whether nothing is drawn or changed where it is computed."""
    called = [_perhaps_called(part) for part in ast.walk(node)]
    return all(names is not None and all(_is_still(file, name, set()) for name in names) for names in called)


def is_path(node: ast.expr) -> bool:
    """Whether it is written as a name, and what is read of it."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.Attribute(value=value):
            return is_path(value)
        case ast.Subscript(value=value, slice=ast.UnaryOp(op=ast.USub(), operand=ast.Constant())):
            return is_path(value)
        case ast.Subscript(value=value, slice=index):
            return is_path(value) and isinstance(index, ast.Name | ast.Constant | ast.Attribute) and is_path(index)
    return False


def _is_still(file: File, name: str, seen: set[str]) -> bool:
    """Whether all methods of this name only compute one expression, in which nothing is drawn or changed."""
    if name in seen:
        return True
    seen.add(name)
    for owner in file.owners(name):
        found = dict(owner.methods).get(name)
        body = [] if found is None else found.body[ast.get_docstring(found) is not None :]
        match [line for line in body if not _asks_for_a_class(line)]:
            case [ast.Return(value=ast.expr() as value)]:
                for part in ast.walk(value):
                    called = _perhaps_called(part)
                    if called is None or not all(_is_still(file, other, seen) for other in called):
                        return False
            case _:
                return False
    return True


def _asks_for_a_class(line: ast.stmt) -> bool:
    match line:
        case ast.Assert(test=ast.Call(func=ast.Name(id="isinstance")), msg=None):
            return True
    return False


def _perhaps_called(part: ast.AST) -> tuple[str, ...] | None:
    """The methods that a class of the file may have for this; None where anything may happen."""
    match part:
        case ast.Call(func=ast.Name(id=name)):
            return _STILL.get(name)
        case ast.Call() | ast.NamedExpr() | ast.Lambda() | ast.Yield() | ast.YieldFrom() | ast.comprehension():
            return None
        case ast.Attribute(attr=name):
            return (name,)
        case ast.Subscript():
            return ("__getitem__",)
        case ast.BinOp(op=operator):
            return (f"__{BINARY[type(operator)]}__", f"__r{BINARY[type(operator)]}__")
        case ast.UnaryOp(op=ast.Not()) | ast.BoolOp() | ast.IfExp():
            return ("__bool__", "__len__")
        case ast.UnaryOp(op=unary):
            return (UNARY[type(unary)],)
        case ast.Compare(ops=ops):
            return (
                "__contains__",
                "__iter__",
                *(name for item in ops for name in COMPARE.get(type(item), ("__eq__",))),
            )
        case ast.FormattedValue():
            return ("__str__", "__repr__", "__format__")
    return ()


def note_repeated(file: File, node: ast.expr, operands: Iterable[Expression]) -> None:
    """Notes what is computed several times though it may draw, or change something."""
    called = {part.function for operand in operands for part in parts(operand) if isinstance(part, Invoke)}
    file.repeated += [(node, frozenset(called))] if called else []


def check_repeated(functions: tuple[Function, ...], file: File) -> None:
    """Report what draws, or changes something."""
    known = {function.name: function for function in functions}
    for node, called in file.repeated:
        every = [function for name in called & known.keys() for function in reached(name, known)]
        if any(function.captured or draws(function) for function in every):
            file.error("FA205", node, *ONCE)
