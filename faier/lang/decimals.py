"""Decimals that a file gives names to, where Python computes another number than is meant: what to write for them."""

from __future__ import annotations

import ast
from typing import TypeGuard, cast

from flint import fmpq

from faier.lang.arithmetic import written
from faier.lang.program import Program
from faier.lang.syntax import Span
from faier.lang.values import Real, Value


def in_fractions(program: Program, span: Span) -> str:
    """Advice for what stands there: constants of the file as fractions, if they are all decimals in it; or nothing."""
    if span.path or span.line != span.end_line or not span.line:
        return ""
    line = program.source.splitlines()[span.line - 1]
    try:
        tree = ast.parse(line[span.column - 1 : span.end_column - 1], mode="eval")
    except SyntaxError:
        return ""
    if any(isinstance(node, ast.Constant) and isinstance(node.value, float) for node in ast.walk(tree)):
        return ""
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    exact = {name: cast(fmpq, value.exact) for name, value in program.constants if name in named and _is_decimal(value)}
    texts = {name: written(number) for name, number in exact.items()}
    if not all(texts.values()) or all(int(number.q).bit_count() == 1 for number in exact.values()):
        return ""
    return f"write {' and '.join(f'{name} = {text}' for name, text in texts.items())}: from fractions import Fraction"


def _is_decimal(value: Value) -> TypeGuard[Real]:
    return isinstance(value, Real) and isinstance(value.machine, float) and isinstance(value.exact, fmpq)
