"""Python text -> its tree, with numbers that are exactly what is written; read with `ast` and never executed."""

from __future__ import annotations

import ast
import re
import warnings
from fractions import Fraction

from .held import Float
from .outcome import Hole, Invalid

MOST_BYTES = 1_000_000
MOST_DEPTH = 100

_ENCODING = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def file_tree(text: str) -> ast.Module:
    """The tree of a whole file."""
    for line in text.split("\n")[:2]:
        named = _ENCODING.match(line)
        if named and named[1].lower().replace("_", "-") not in ("utf-8", "utf8"):
            raise Hole(f"Python would read the mechanism file as {named[1][:40]}")
    return parsed(text)


def parsed(text: str) -> ast.Module:
    if len(text) > MOST_BYTES:
        raise Invalid("the mechanism file is too large")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Invalid("the mechanism file is not Python") from None
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    lines = text.encode("utf-8", "surrogatepass").splitlines(True)
    while waiting:
        node, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise Hole("the mechanism file is nested too deeply")
        if isinstance(node, ast.Constant) and type(node.value).__name__ == "float":
            node.value = _decimal(lines, node)  # type: ignore[assignment]
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    _refuse_uncompiled(text)
    return tree


def _refuse_uncompiled(text: str) -> None:
    """Python compiles the text, which nobody runs: some texts have a tree, and Python refuses them all the same."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "the mechanism file", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
        raise Hole("Python does not compile the mechanism file") from None


def _decimal(lines: list[bytes], node: ast.Constant) -> Fraction:
    """A number written with a point or an exponent is exactly what it says, where Python can hold it."""
    written = lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode().replace("_", "")
    mantissa, _, exponent = written.lower().partition("e")
    if len(mantissa) > 400 or len(exponent.lstrip("+-0")) > 3:
        raise Hole("a number is too long")
    try:
        exact, held = Fraction(written), Fraction(node.value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        raise Hole(f"the number {written}") from None
    if (exact == 0) != (held == 0):
        raise Hole(f"the number {written}")
    return Float.of(exact, held)


def expression(text: str) -> ast.expr:
    match parsed(f"(\n{text}\n)").body:
        case [ast.Expr(value=value)]:
            return value
    raise Invalid("one expression is expected")
