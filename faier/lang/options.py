"""Arguments that a dictionary gives by name: `noisy(x, **options)`, and `def noisy(x, **options)`.

Each parameter gets `options["p"]`, where it has a default `options["p"] if "p" in options else default`; what no
parameter takes, and what is no name, makes a run fail, as in Python, unless the function gathers it.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from faier.lang.names import Signature
from faier.lang.syntax import Choice, Display, Expression, Index, Span

Read = Callable[[ast.expr], Expression]


def told_apart(
    callee: Signature, keywords: list[ast.keyword]
) -> tuple[list[ast.keyword], list[ast.keyword], ast.Name | None]:
    """The arguments for parameters, those that are left, and the dictionary that gives others; where there are several
    dictionaries, or one that has no name, it stays among the arguments, and is refused there."""
    known = {item.name for item in callee.parameters if not (item.rest or item.table)} - callee.unnamed
    own = [keyword for keyword in keywords if keyword.arg in known or keyword.arg is None or callee.table is None]
    more = [keyword for keyword in keywords if keyword not in own]
    tables = [keyword for keyword in own if keyword.arg is None]
    if len(tables) == 1 and isinstance(table := tables[0].value, ast.Name):
        return [keyword for keyword in own if keyword is not tables[0]], more, table
    return own, more, None


def from_table(
    callee: Signature, given: dict[str, Expression], more: list[ast.keyword], table: ast.Name, read: Read, span: Span
) -> None:
    """Adds what the dictionary gives."""
    taken = [*given, *(keyword.arg for keyword in more if keyword.arg is not None)]
    left = [item for item in callee.parameters if item.name not in given and not (item.rest or item.table)]
    left = [item for item in left if item.name not in callee.unnamed]
    allowed = sorted(item.name for item in left)

    def written(text: str) -> Expression:
        made = ast.parse(text, mode="eval").body
        for part in ast.walk(made):
            ast.copy_location(part, table)
        return read(made)

    def checked(value: Expression, wrong: str) -> Expression:
        """The value, where none of the keys is wrong."""
        count = written(f"len([key for key in {table.id} if key {wrong}])")
        return Index(Display("tuple", (value,), span), count, span)

    for at, item in enumerate(left):
        value = written(f"{table.id}[{item.name!r}]")
        if item.default is not None:
            value = Choice(written(f"{item.name!r} in {table.id}"), value, item.default, span)
        given[item.name] = value if at or callee.table is not None else checked(value, f"not in {allowed}")
    if callee.table is not None:
        rest = f"{{key: value for key, value in {table.id}.items() if key not in {allowed}}}"
        whole = ast.parse(rest, mode="eval").body
        for part in ast.walk(whole):
            ast.copy_location(part, table)
        before = [keyword for keyword in more if _spot(keyword.value) < _spot(table)]
        after = [keyword for keyword in more if keyword not in before]
        if before:
            whole = ast.copy_location(ast.BinOp(gathered(before, table), ast.BitOr(), whole), table)
        if after:
            whole = ast.copy_location(ast.BinOp(whole, ast.BitOr(), gathered(after, table)), table)
        given[callee.table.name] = checked(read(whole), f"in {sorted(taken)} or not isinstance(key, str)")


def _spot(node: ast.expr) -> tuple[int, int]:
    return node.lineno, node.col_offset


def gathered(more: list[ast.keyword], node: ast.expr) -> ast.expr:
    """The dictionary of the arguments that no parameter takes."""
    keys: list[ast.expr | None] = [ast.copy_location(ast.Constant(keyword.arg), node) for keyword in more]
    return ast.copy_location(ast.Dict(keys, [keyword.value for keyword in more]), node)
