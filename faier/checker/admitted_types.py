"""Which types and annotations the checker reads."""

from __future__ import annotations

import ast

from .admitted_expressions import expression
from .file import File, Type
from .language import type_of
from .outcome import Hole

_PLAIN_TYPES = frozenset(["int", "bool", "str", "float", "list", "tuple", "Fraction"])


def admitted_type(
    file: File, node: ast.expr, kinds: tuple[str, ...] = ("int", "bool", "vector"), public: bool = False
) -> Type:
    """A type, and the numbers in it."""
    found = type_of(file, node)
    if found is None or found.kind not in kinds or found.public > public:
        raise Hole("a type of this kind")
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript):
            for inner in part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]:
                if type_of(file, inner) is None:
                    expression(file, inner)
    return found


def annotation(file: File, node: ast.expr) -> bool:
    """Whether it is one of Python's own annotations, which say nothing that is checked."""
    match node:
        case ast.Name(id=name):
            known = file.words.get(name) == name if name == "Fraction" else not file.defines(name)
            return name in _PLAIN_TYPES and known
        case ast.Constant(value=None):
            return True
        case ast.Subscript(value=ast.Name(id="list" | "tuple") as base, slice=inside):
            parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            dots = [isinstance(part, ast.Constant) and part.value is ... for part in parts]
            return annotation(file, base) and all(
                dot or annotation(file, part) for dot, part in zip(dots, parts, strict=True)
            )
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            both = isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
            return annotation(file, left) and annotation(file, right) and not both
    return False
