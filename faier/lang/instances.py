"""What a value is an instance of: `isinstance(x, int)` and the like.

A type stands in the tree as a label: "int", "Fraction", "None", or the name of a class of the file.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable

from faier.lang.names import File
from faier.lang.noise import Computed, is_noise, not_followed
from faier.lang.reals import is_real
from faier.lang.syntax import Call, Function, Literal
from faier.lang.values import Infinite, Real, Sequence, Shape, Value
from faier.lang.walk import expressions, parts, statements

BUILT_IN = frozenset(["int", "bool", "float", "str", "list", "tuple", "range", "bytes", "dict", "set", "frozenset"])
COLLECTIONS = frozenset(["deque", "Counter", "defaultdict"])
_NUMBERS = {"Integral": ("int",), "Rational": ("int", "Fraction")}
_NUMBERS |= {"Real": ("int", "Fraction", "float"), "Number": ("int", "Fraction", "float")}
_ALSO = {"NamedTuple": "tuple", "IntEnum": "int", "int, Enum": "int", "StrEnum": "str", "str, Enum": "str"}


def types_named(node: ast.expr, file: File, hidden: frozenset[str] | set[str]) -> tuple[str, ...] | None:
    """The labels of the types that the second argument of `isinstance` names; None where it names something else."""
    match node:
        case ast.Tuple(elts=items):
            found = [types_named(item, file, hidden) for item in items]
            return None if None in found else tuple(label for labels in found for label in labels or ())
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            found = [_either(side, file, hidden) for side in (left, right)]
            return None if None in found else tuple(label for labels in found for label in labels or ())
        case ast.Call(func=ast.Name(id="type"), args=[ast.Constant(value=None)], keywords=[]):
            return ("None",)
        case ast.Constant(value=str(label)) if hasattr(node, "label"):
            return (label,)
        case ast.Name(id=name) if name not in hidden and name in file.classes:
            return (file.classes[name].shape.name,)
        case ast.Name(id=name) if name not in hidden and name in BUILT_IN and name not in file.places:
            return (name,)
    origin = "Fraction" if file.word(node, hidden) == "Fraction" else file.library_name(node, hidden) or ""
    module, _, name = origin.rpartition(".")
    if name == "Fraction" or (module == "collections" and name in COLLECTIONS):
        return (name,)
    return _NUMBERS[name] if module == "numbers" else None


def _either(node: ast.expr, file: File, hidden: frozenset[str] | set[str]) -> tuple[str, ...] | None:
    """One side of `int | None`."""
    if isinstance(node, ast.Constant) and node.value is None:
        return ("None",)
    return types_named(node, file, hidden)


def home_of(label: str) -> str:
    """Where a program finds the type: "fractions.Fraction"; what needs no import stands for itself."""
    return f"collections.{label}" if label in COLLECTIONS else label


def check_apart(functions: Iterable[Function], file: File, texts: Iterable[str]) -> None:
    """A class of the file is not taken for one of Python that is called so: `Counter`, beside that of `collections`."""
    for name in sorted((COLLECTIONS | {"Fraction"}) & file.classes.keys()):
        asked = file.classes[name].shape.name == name and any(
            part.function == "isinstance" and Literal(name) in part.arguments
            for function in functions
            for statement in statements(function.body)
            for expression in expressions(statement)
            for part in parts(expression)
            if isinstance(part, Call)
        )
        module = "fractions|faier" if name == "Fraction" else "collections"
        if asked and any(re.search(rf"\b({module})\b", text) for text in texts):
            message = f"`{name}` is a class of Python too: which of them is asked for is not told apart"
            file.problems.add("FA203", file.places[name], message, "choose another name")


def is_instance(value: Value, *labels: Value) -> bool:
    return not _types_of(value).isdisjoint(labels)


def _types_of(value: Value) -> frozenset[str]:
    if isinstance(value, bool):
        return frozenset(["bool", "int"])
    if is_real(value) or isinstance(value, Computed):
        raise not_followed("the type of a real" if is_real(value) else "the type of what is computed from noise")
    if isinstance(value, int) or is_noise(value):
        return frozenset(["int"])
    if isinstance(value, str):
        return frozenset(["str"])
    if isinstance(value, Infinite):
        return frozenset(["float"])
    if isinstance(value, Real):
        return frozenset(["float"] if isinstance(value.machine, float) else [value.machine.capitalize()])
    if isinstance(value, Sequence):
        return _types_of_sequence(value)
    return frozenset(["None"])


def _types_of_sequence(value: Sequence) -> frozenset[str]:
    of = value.of
    if isinstance(of, Shape):
        also = _ALSO.get(of.kind)
        return frozenset([of.name] if also is None else [of.name, also])
    if value.kind == "dict" and of is not None:
        return frozenset(["dict", "Counter" if of == "Counter" else "defaultdict"])
    return frozenset([value.kind])
