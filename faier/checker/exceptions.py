"""Exceptions: those of Python that the checker knows, and classes of the file that are made from them.

What runs raise by themselves, without a `raise`, is named where operators and methods of containers do it
(`outcome.Fails`): keys and items that are not there, divisions by zero, values that are not found, too many or too few.
Where a file catches anything, all else is a `Hole`.
"""

from __future__ import annotations

import ast
import builtins
from collections.abc import Container, Iterable

from .caught_values import TOLD
from .file import File
from .outcome import Hole

# What each is a kind of.
_PARENTS = {
    "ArithmeticError": "Exception", "AssertionError": "Exception", "LookupError": "Exception",
    "RuntimeError": "Exception", "TypeError": "Exception", "ValueError": "Exception", "Exception": "",
    "OverflowError": "ArithmeticError", "ZeroDivisionError": "ArithmeticError", "IndexError": "LookupError",
    "KeyError": "LookupError", "NotImplementedError": "RuntimeError",
}  # fmt: skip


PYTHON = frozenset(_PARENTS)


class Raised(Exception):
    """An exception of this class comes out of what a run computes, with what it holds, where that is known."""

    def __init__(self, name: str, told: object = None) -> None:
        super().__init__(name)
        self.name, self.told = name, told


class Thrown:
    """What a call comes to that raises: the exception, and what it gives back of the variables of its caller."""

    def __init__(self, name: str, told: object, value: object) -> None:
        self.name, self.told, self.value = name, told, value


def made_from(file: File, node: ast.ClassDef) -> str | None:
    """The exception that the class is made from, if it is made from one."""
    match node:
        case ast.ClassDef(bases=[ast.Name(id=base)]) if base in file.exceptions or _is_python(file, base):
            return base
    return None


def exception(file: File, node: ast.ClassDef, parent: str) -> None:
    """A class of the file that says nothing but what it is made from."""
    plain = all(isinstance(part, ast.Pass) or _is_text(part) for part in node.body)
    if not plain or node.decorator_list or node.keywords or getattr(node, "type_params", None):
        raise Hole("an exception of this kind")
    if hasattr(builtins, node.name):
        raise Hole("the name of a class is that of something else")
    file.exceptions[node.name] = parent


def named(file: File, node: ast.expr, hidden: Container[str]) -> str:
    """The exception that is raised or caught."""
    known = isinstance(node, ast.Name) and (node.id in file.exceptions or _is_python(file, node.id))
    if isinstance(node, ast.Name) and known and node.id not in hidden:
        return node.id
    raise Hole("an exception that is not known")


def caught(file: File, handler: ast.ExceptHandler, hidden: Container[str]) -> tuple[str, ...]:
    """What the handler catches."""
    match handler.type:
        case ast.Tuple(elts=[_, *_] as options):
            return tuple(named(file, option, hidden) for option in options)
        case ast.expr() as one:
            return (named(file, one, hidden),)
    raise Hole("everything is caught")


def is_one_of(file: File, raised: str, options: Iterable[str]) -> bool:
    """Whether an exception of this class is one of those."""
    known = set(options)
    while raised and raised not in known:
        raised = file.exceptions[raised] if raised in file.exceptions else _PARENTS[raised]
    return bool(raised)


def catches(statements: Iterable[ast.stmt]) -> bool:
    """Whether anything is caught in the file. No function is defined there."""
    tries = [part for node in statements for part in ast.walk(node) if isinstance(part, ast.Try)]
    if any(isinstance(part, (ast.FunctionDef, ast.ClassDef)) for node in tries for part in ast.walk(node)):
        raise Hole("a function inside of a try")
    return bool(tries)


def told(node: ast.expr) -> list[ast.expr]:
    """What the argument of an exception mentions, where it is no more than names and fields in a text."""
    parts: list[ast.expr] = [node]
    if isinstance(node, ast.JoinedStr):
        parts = []
        for part in node.values:
            if isinstance(part, ast.FormattedValue) and part.format_spec is None:
                parts.append(part.value)
            elif not isinstance(part, ast.Constant):
                raise Hole("what an exception is given")
    for part in parts:
        base = part
        while isinstance(base, ast.Attribute):
            base = base.value
        if not isinstance(base, ast.Name) and not (base is part and isinstance(part, ast.Constant)):
            raise Hole("what an exception is given")
    return [part for part in parts if not isinstance(part, ast.Constant)]


def told_by(file: File, name: str, node: ast.expr) -> ast.Call | None:
    """The call of the function that says what the exception holds, if its class says so."""
    while name in file.exceptions and f"{name}{TOLD}" not in file.functions:
        name = file.exceptions[name]
    if name not in file.exceptions:
        return None
    given, named_ = (node.args, node.keywords) if isinstance(node, ast.Call) else ([], [])
    return ast.copy_location(ast.Call(ast.Name(f"{name}{TOLD}", ast.Load()), given, named_), node)


def _is_python(file: File, name: str) -> bool:
    return name in _PARENTS and not file.defines(name)


def _is_text(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)
