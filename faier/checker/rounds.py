"""Counters in endless loops of which only remainders are looked at, `t % 7 == 0`, or whether they have come to some
number, `t < 3`: up to the greatest such number they count, then they go round.

For t above every number that it is compared with, each comparison says the same of t and of any other such number,
and each remainder the same of two numbers that differ by a multiple of all moduli.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import lcm

LONGEST = 10_000
_ORDERS = (ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE)


@dataclass(frozen=True)
class Round:
    """Beyond `last` (None: from the start) only the remainder by `length` is kept. `looks` is how often the name is
    read for that."""

    length: int
    last: int | None
    looks: int

    def after(self, name: str, step: int) -> ast.stmt:
        """`name += step`."""
        more = ast.BinOp(ast.Name(name, ast.Load()), ast.Add(), ast.Constant(step))
        if self.last is None:
            value: ast.expr = ast.BinOp(more, ast.Mod(), ast.Constant(self.length))
        else:
            base = ast.Constant(self.last + 1)
            rest = ast.BinOp(ast.BinOp(more, ast.Sub(), base), ast.Mod(), ast.Constant(self.length))
            value = ast.IfExp(ast.Compare(more, [ast.LtE()], [base]), more, ast.BinOp(base, ast.Add(), rest))
        return ast.Assign([ast.Name(name, ast.Store())], value, lineno=0)


def round_of(tree: ast.AST, name: str, numbers: Mapping[str, int]) -> Round:
    """What is looked at of the name; `numbers` are constants of the file."""
    moduli: list[int] = []
    ends: list[int] = []
    for node in ast.walk(tree):
        match node:
            case ast.BinOp(left, ast.Mod(), right) if _ahead(left, name, numbers) is not None:
                modulus = integer(right, numbers)
                moduli += [modulus] if modulus is not None and modulus > 0 else []
            case ast.Compare(left, [operator], [right]) if isinstance(operator, _ORDERS):
                for side, other in ((left, right), (right, left)):
                    ahead, end = _ahead(side, name, numbers), integer(other, numbers)
                    ends += [end - ahead] if ahead is not None and end is not None else []
    return Round(lcm(*moduli), max(ends, default=None), len(moduli) + len(ends))


def rounds_of(
    body: list[ast.stmt],
    begun: set[str],
    counts: Counter[str | None],
    mentions: Counter[str],
    numbers: Mapping[str, int],
) -> dict[str, Round]:
    """The names that begin as integers, go on by integers, and are read for nothing else."""
    found: dict[str, Round] = {}
    whole = ast.Module(body, [])
    steps = [(name, step) for node in ast.walk(whole) for name, step in stepped(node)]
    for name in begun:
        seen = round_of(whole, name, numbers)
        own = [step for other, step in steps if other == name]
        forward = seen.last is None or all(step > 0 for step in own)
        if own and forward and seen.length <= LONGEST and mentions[name] == counts[name] + seen.looks:
            found[name] = seen
    return found


def stepped(node: ast.AST) -> Iterator[tuple[str, int]]:
    """`t += 1`: the name, and by how much it goes on."""
    match node:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub() as op, value=ast.Constant(value=step)):
            if type(step) is int:
                yield name, step if isinstance(op, ast.Add) else -step


def integer(node: ast.expr, numbers: Mapping[str, int]) -> int | None:
    """The integer that is written there, or that a constant is."""
    match node:
        case ast.Constant(value=value) if type(value) is int:
            return value
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = integer(operand, numbers)
            return None if inner is None else -inner
        case ast.Name(id=name):
            return numbers.get(name)
    return None


def _ahead(node: ast.expr, name: str, numbers: Mapping[str, int]) -> int | None:
    """By how much this is ahead of the name."""
    match node:
        case ast.Name(id=found):
            return 0 if found == name else None
        case ast.BinOp(ast.Name(id=found), ast.Add(), more) | ast.BinOp(more, ast.Add(), ast.Name(id=found)):
            return integer(more, numbers) if found == name else None
        case ast.BinOp(ast.Name(id=found), ast.Sub(), less):
            back = integer(less, numbers)
            return -back if found == name and back is not None else None
    return None
