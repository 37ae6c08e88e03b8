"""A mechanism file and a table -> the same file, whose mechanism draws what it shows by the table.

The noise is taken out of the mechanism's text, and what it shows then is looked up. Claims that are about the mechanism
with its noise are left out.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from math import gcd, lcm

from flint import fmpq

from faier.calibration.forms import NOISE
from faier.calibration.optimum.problem import Row, Table
from faier.calibration.rewriting import (
    Edit,
    NotWrittenError,
    after_imports,
    bound_names,
    called,
    function_of,
)

NOTE = "# How likely each output is for each value that is shown without noise, in proportion.\n"


def table_edits(source: str, mechanism: str, claim: int, values: Row, outputs: Row, table: Table) -> tuple[Edit, ...]:
    """What to change; `claim` is the number of the one that is kept, among those above the mechanism."""
    tree = ast.parse(source)
    function = function_of(tree, mechanism)
    words = {called(tree, word) for word in NOISE}
    names = bound_names(tree)
    chances, shown = (_free(name, names) for name in ("CHANCES", "OUTPUTS"))
    drawn = called(tree, "categorical")
    found = [*_quiet(source, function, words), *_other_claims(tree, function, claim)]
    for node in _shown(function):
        start, end = _start(node), _end(node)
        found.append(Edit(start, start, f"{shown}[{drawn}(*{chances}["))
        found.append(Edit(end, end, "])]"))
    above = min((function.lineno, *(item.lineno for item in function.decorator_list)))
    rows = "".join(f"    {_number(value)}: {_row(_whole(row))},\n" for value, row in zip(values, table, strict=True))
    text = f"{NOTE}{shown} = {_row(outputs)}\n{chances} = {{\n{rows}}}\n\n\n"
    found.append(Edit((above, 0), (above, 0), text))
    missing = [] if drawn in names or "." in drawn else ["from faier import categorical\n"]
    if any(number.q != 1 for number in (*values, *outputs)) and "Fraction" not in names:
        missing.append("from fractions import Fraction\n")
    line = after_imports(tree) + 1
    found += [Edit((line, 0), (line, 0), text) for text in missing]
    return tuple(sorted(found, key=lambda edit: (edit.start, edit.end)))


def _quiet(source: str, function: ast.FunctionDef, words: set[str]) -> Iterator[Edit]:
    """Each draw of noise becomes 0, or goes where it is added to something."""
    draws = [node for node in ast.walk(function) if isinstance(node, ast.Call) and ast.unparse(node.func) in words]
    for node in ast.walk(function):
        if isinstance(node, ast.BinOp) and isinstance(node.op, ast.Add | ast.Sub) and node.right in draws:
            between = _between(source, node.left, node.right).strip()
            if between in ("+", "-"):
                draws.remove(node.right)
                yield Edit(_end(node.left), _end(node.right), "")
    for draw in draws:
        yield Edit(_start(draw), _end(draw), "0")


def _other_claims(tree: ast.Module, function: ast.FunctionDef, claim: int) -> Iterator[Edit]:
    """All but the one with this number go."""
    private = called(tree, "private")
    claims = [
        node for node in function.decorator_list if isinstance(node, ast.Call) and ast.unparse(node.func) == private
    ]
    for number, node in enumerate(claims):
        if number != claim:
            yield Edit((node.lineno, 0), (_end(node)[0] + 1, 0), "")


def _shown(function: ast.FunctionDef) -> Iterator[ast.expr]:
    """What the function returns or yields, without those inside of it."""
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, ast.FunctionDef | ast.Lambda):
            continue
        if isinstance(node, ast.Return | ast.Yield) and node.value is not None:
            yield node.value
        if isinstance(node, ast.YieldFrom):
            raise NotWrittenError("the mechanism yields from something else")
        waiting += ast.iter_child_nodes(node)


def _between(source: str, left: ast.expr, right: ast.expr) -> str:
    (first, start), (last, end) = _end(left), _start(right)
    if first != last:
        return ""
    return source.splitlines()[first - 1].encode()[start:end].decode()


def _start(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def _end(node: ast.expr) -> tuple[int, int]:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return node.end_lineno, node.end_col_offset


def _free(name: str, names: set[str]) -> str:
    return name if name not in names else _free(f"{name}_", names)


def _whole(row: Row) -> Row:
    """The chances in proportion, as whole numbers."""
    common = lcm(*(int(number.q) for number in row))
    counts = [number * common for number in row]
    shared = gcd(*(int(number.p) for number in counts))
    return tuple(number / shared for number in counts)


def _row(numbers: Row) -> str:
    return f"({', '.join(map(_number, numbers))}{',' if len(numbers) == 1 else ''})"


def _number(number: fmpq) -> str:
    return str(number.p) if number.q == 1 else f"Fraction({number.p}, {number.q})"
