"""Rule "shifts": what a mechanism shows are sums of the counts of a histogram, each with a draw of its own or none.

Neighbors differ by a move: a count less, another one more. So each sum is what it is on the other side, and a number
that depends on the move alone. Where z = s + c y with a draw y, a number by which s is more is made up for by y being
less: that costs the price of a shift by (number / c), which for an integer must be whole. Where nothing is drawn the
number must be 0. Draws are independent, so the prices of a move add up; no move may cost more than epsilon. Counts are
never looked at, so this holds for counts of any size.
"""

from __future__ import annotations

from fractions import Fraction

from .budgets import Epsilon, at_least_zero
from .claims import Claim
from .document import Fields
from .fed_process import Joint
from .file import File, Type
from .forms import ZERO
from .inputs import unread_inputs
from .outcome import Budget, Hole, Invalid
from .relation import rules_of
from .sums import Adding, Sum, sums_in
from .values import List, Mark

Cell = tuple[int, ...]


def shifts(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """For words of every length, whatever the certificate says of it."""
    evidence.finish()
    if claim.neighbors is None or claim.delta:
        raise Hole("shifts of a claim with a prior or a delta")
    asked = Joint(file, claim, budget).asked
    rules = rules_of(asked, claim.mechanism, claim.neighbors)
    if len(rules) != 1 or rules[0].kind != "moves":
        raise Hole("shifts of another relation than moves")
    (name,) = rules[0].inputs
    types = {item.name: item.type for item in claim.mechanism.inputs}
    if not _can_differ(types[name]):
        raise Invalid("no two inputs are neighbors")
    running = Adding(
        file, claim.mechanism, budget, {known: _entries(part) for known, part in unread_inputs(claim, True).items()}
    )
    running.run()
    if not running.shown:
        raise Invalid("the mechanism shows nothing")
    rows = [_row(one, name) for value in running.shown for one in sums_in(value)]
    drawn = [draw.number for value in running.shown for one in sums_in(value) for draw, _ in one.draws]
    if len(set(drawn)) < len(drawn):
        raise Hole("a draw is in two of the sums that are shown")
    known: dict[Epsilon, bool] = {}
    for u, v in rules[0].listed:
        budget.spend(1 + len(rows))
        cost = Epsilon()
        for row, price, whole in rows:
            by = _at(row, v) - _at(row, u)
            if by and price is None:
                raise Invalid("a move is seen where nothing is drawn")
            if by and whole and by.denominator != 1:
                raise Invalid("a move shifts an integer by a part of 1")
            if by and price is not None:
                cost = cost.plus(price.scaled(abs(by)))
        if cost not in known:
            known[cost] = at_least_zero(claim.epsilon.plus(cost.scaled(Fraction(-1))))
        if not known[cost]:
            raise Invalid("a move costs more than the claim allows")


Row = tuple[dict[Cell, Fraction], "Epsilon | None", bool]
"""How much of a draw one more of each count is; what a shift of the draw by 1 costs; whether that is an integer."""


def _row(one: Sum, name: str) -> Row:
    if len(one.draws) > 1:
        raise Hole("a sum of several draws is shown")
    scale = one.draws[0][1] if one.draws else Fraction(1)
    counts = {entry.path: share / scale for entry, share in one.entries if entry.name == name}
    return counts, one.draws[0][0].price if one.draws else None, bool(one.draws) and one.draws[0][0].whole


def _at(row: dict[Cell, Fraction], cell: object) -> Fraction:
    return row.get(cell, ZERO) if isinstance(cell, tuple) else ZERO


def _entries(value: object) -> object:
    """Unread entries as sums of themselves."""
    if isinstance(value, Mark):
        return Sum(entries=((value, Fraction(1)),))
    if isinstance(value, tuple):
        return List(map(_entries, value))
    raise Hole("an input that is no list of counts, beside sums")


def _can_differ(type_: Type | None) -> bool:
    while type_ is not None and type_.item is not None:
        type_ = type_.item
    return type_ is not None and type_.low < type_.high
