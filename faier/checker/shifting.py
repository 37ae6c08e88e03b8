"""Rule "shifts": what a mechanism shows are sums of the counts of a histogram and of draws.

Neighbors differ by a move: a count less, another one more. So each sum is what it is on the other side, and a number
that depends on the move alone. Where z = s + c y with a draw y, a number by which s is more is made up for by y being
less: that costs the price of a shift by (number / c), which for an integer must be whole. Where nothing is drawn the
number must be 0. Draws are independent, so the prices of a move add up; no move may cost more than epsilon. Counts are
never looked at, so this holds for counts of any size.

Where a draw is in several sums, or several in one, the certificate lists shifts of all draws; for each move there is
one among them that makes up for what every sum is more.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from .budgets import Epsilon, at_least_zero
from .claims import Claim
from .document import Fields, count, items_of
from .fed_process import Joint
from .file import File, Type
from .forms import ZERO
from .inputs import unread_inputs
from .outcome import Budget, Hole, Invalid
from .relation import rules_of
from .sums import Adding, Draw, Sum, sums_in
from .values import List, Mark, fraction_of

Cell = tuple[int, ...]


@dataclass(frozen=True)
class Shown:
    """The sums that are shown, the name of the histogram, and the moves in it."""

    sums: list[Sum]
    name: str
    moves: tuple[tuple[object, object], ...]


def shown(file: File, claim: Claim, budget: Budget) -> Shown:
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
    return Shown([one for value in running.shown for one in sums_in(value)], name, rules[0].listed)


def shifts(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """For words of every length, whatever the certificate says of it."""
    listed = evidence.take_or("ways", None)
    evidence.finish()
    found = shown(file, claim, budget)
    cost_of = _of_each(found) if listed is None else _of_ways(found, listed, budget)
    known: dict[Epsilon, bool] = {}
    for u, v in found.moves:
        budget.spend(1 + len(found.sums))
        cost = cost_of(u, v)
        if cost not in known:
            known[cost] = at_least_zero(claim.epsilon.plus(cost.scaled(Fraction(-1))))
        if not known[cost]:
            raise Invalid("a move costs more than the claim allows")


def draws_in(sums: list[Sum]) -> list[Draw]:
    """The draws that are shown, in the order in which they are made."""
    return sorted({draw for one in sums for draw, _ in one.draws}, key=lambda draw: draw.number)


Cost = Callable[[object, object], Epsilon]


def _of_each(found: Shown) -> Cost:
    """What a move costs where each sum has a draw of its own, or none."""
    rows = [_row(one, found.name) for one in found.sums]
    drawn = [draw.number for one in found.sums for draw, _ in one.draws]
    if len(set(drawn)) < len(drawn):
        raise Hole("a draw is in two of the sums that are shown")

    def cost_of(u: object, v: object) -> Epsilon:
        cost = Epsilon()
        for row, price, whole in rows:
            by = _at(row, v) - _at(row, u)
            if by and price is None:
                raise Invalid("a move is seen where nothing is drawn")
            if by and whole and by.denominator != 1:
                raise Invalid("a move shifts an integer by a part of 1")
            if by and price is not None:
                cost = cost.plus(price.scaled(abs(by)))
        return cost

    return cost_of


def _of_ways(found: Shown, listed: object, budget: Budget) -> Cost:
    """What a move costs by the first of the listed shifts that makes up for it: pairs of a draw, by its place among
    those that are shown, and a number."""
    sums, draws = found.sums, draws_in(found.sums)
    places = {draw: at for at, draw in enumerate(draws)}
    factors = [{places[draw]: factor for draw, factor in one.draws} for one in sums]
    counts = [{entry.path: share for entry, share in one.entries if entry.name == found.name} for one in sums]
    made: dict[tuple[Fraction, ...], Epsilon] = {}
    for way in items_of(listed, "ways"):
        cost, shifted = Epsilon(), [ZERO] * len(sums)
        for pair in items_of(way, "a way"):
            at, by = _shift_of(pair, draws)
            cost = cost.plus(draws[at].price.scaled(abs(by)))
            budget.spend(1 + len(sums))
            for number, row in enumerate(factors):
                shifted[number] += row.get(at, ZERO) * by
        made.setdefault(tuple(shifted), cost)

    def cost_of(u: object, v: object) -> Epsilon:
        needed = tuple(_at(row, u) - _at(row, v) for row in counts)
        if needed not in made:
            raise Invalid("no way makes up for a move")
        return made[needed]

    return cost_of


def _shift_of(pair: object, draws: list[Draw]) -> tuple[int, Fraction]:
    if not isinstance(pair, list) or len(pair) != 2:
        raise Invalid("a shift is a draw and a number")
    at, by = count(pair[0], "a draw"), fraction_of(pair[1])
    if at >= len(draws):
        raise Invalid("a way shifts a draw that is not shown")
    if draws[at].whole and by.denominator != 1:
        raise Invalid("a way shifts an integer by a part of 1")
    return at, by


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
