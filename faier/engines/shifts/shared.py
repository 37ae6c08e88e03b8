"""The cheapest shifts of draws that make up for a move, where a draw may be in several of the sums that are shown.

With draws z, sums A x + B z are shown alike for counts that differ by d where the draws differ by s with B s = -A d.
That costs the sum of rate * abs(s). Of all such s the cheapest is found by the simplex method, in fractions. No other
argument bounds the loss by less: prices c with abs(c B) <= rates, one of them attained, make c (A x + B z) a sum of
draws whose tails fall like exp(-t), and it moves by as much as the cheapest shifts cost.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from dataclasses import dataclass
from typing import Generic, TypeVar

from flint import fmpq, fmpq_mat

from faier.engines.alignment.costs import at_most, codes_of
from faier.engines.shifts.engine import Loss
from faier.exact import Epsilon, Undecidable

M = TypeVar("M", bound=Hashable)
C = TypeVar("C", bound=Hashable)

ZERO = fmpq(0)

# So many steps for each row go to the column that gains most, later ones to the first that gains.
GREEDY = 20


@dataclass(frozen=True)
class Row(Generic[C]):
    """How much of each count and of each draw is in a sum that is shown."""

    counts: Mapping[C, fmpq]
    draws: Mapping[int, fmpq]


@dataclass(frozen=True)
class Drawn:
    """What it costs to shift a draw by 1; a `whole` one is shifted by integers."""

    rate: Epsilon
    whole: bool


Ways = tuple[tuple[tuple[int, fmpq], ...], ...]
"""Shifts of draws that make up for the moves, all that differ."""


@dataclass(frozen=True)
class Made(Generic[M]):
    """What the worst move loses, at most, and the shifts; `exact` where it loses no less, `attained` where that is what
    the outputs do with which all draws are 0."""

    loss: Loss[M]
    ways: Ways
    exact: bool
    attained: bool


def made_up(
    rows: Sequence[Row[C]],
    draws: Mapping[int, Drawn],
    moves: Mapping[M, Mapping[C, int]],
    tick: Callable[[], None],
) -> Made[M] | None:
    """None where no shifts make up for a move, or none that are found."""
    names = sorted(draws)
    prices, exact = _prices([draws[name].rate for name in names])
    places = {name: at for at, name in enumerate(names)}
    targets: dict[tuple[fmpq, ...], M] = {}
    for move, changes in moves.items():
        tick()
        wanted = tuple(-sum((row.counts.get(c, ZERO) * by for c, by in changes.items()), ZERO) for row in rows)
        targets.setdefault(wanted, move)
    program = _begun(rows, places, list(targets), prices)
    if program is None:
        return None
    worst: Loss[M] | None = None
    best = attained = False
    ways = []
    for at, move in enumerate(targets.values()):
        found = program.solved(at, tick)
        if any(draws[names[place]].whole and by.q != 1 for place, by in found.items()):
            return None
        cost = sum((draws[names[place]].rate * abs(by) for place, by in found.items()), Epsilon())
        ways.append(tuple((place, found[place]) for place in sorted(found)))
        if worst is None or worst.epsilon is None or not at_most(cost, worst.epsilon):
            if worst is not None and worst.epsilon is not None and not at_most(worst.epsilon, cost):
                raise Undecidable("which of two moves loses more depends on the unknown epsilon")
            worst, attained = Loss(move, cost), all(map(program.told, found))
            best = exact or program.best(at, [draws[name].rate for name in names], tick)
    return None if worst is None else Made(worst, tuple(ways), best or attained, attained)


def _prices(rates: Sequence[Epsilon]) -> tuple[list[fmpq], bool]:
    """Rates in one unit, exactly; where they have none, nearly."""
    codes = codes_of(rates)
    if len(codes.units) == 1:
        return [fmpq(codes.code(rate)) for rate in rates], True
    return [rate.substitute(dict.fromkeys(rate.unknowns, fmpq(1))).bounds()[1] for rate in rates], False


@dataclass
class Program:
    """A tableau: the draw of each row, with its sign, is the number of its target less what other draws add there.

    Columns below `width` are draws, then there is one for each target.
    """

    prices: list[fmpq]
    rows: list[dict[int, fmpq]]
    basis: list[int]
    width: int

    def solved(self, target: int, tick: Callable[[], None]) -> dict[int, fmpq]:
        """Shifts of draws, without those that are 0, that cost least."""
        side = self.width + target
        signs = [-1 if row.get(side, ZERO) < 0 else 1 for row in self.rows]
        step = 0
        while True:
            tick()
            gains: dict[int, fmpq] = {}
            for row, draw, sign in zip(self.rows, self.basis, signs, strict=True):
                price = self.prices[draw] * sign
                for column, number in row.items():
                    if column < self.width:
                        gains[column] = gains.get(column, ZERO) + price * number
            held = set(self.basis)
            useful = [at for at, gain in gains.items() if at not in held and abs(gain) > self.prices[at]]
            if not useful:
                break
            greedy = step < GREEDY * len(self.rows)
            entering = max(useful, key=lambda at: (abs(gains[at]) - self.prices[at], -at)) if greedy else min(useful)
            way = 1 if gains[entering] > 0 else -1
            leaving = min(
                (row.get(side, ZERO) * sign / (row[entering] * way * sign), self.basis[at], at)
                for at, (row, sign) in enumerate(zip(self.rows, signs, strict=True))
                if row.get(entering, ZERO) * way * sign > 0
            )[2]
            self._exchange(leaving, entering)
            signs[leaving] = way
            step += 1
        found = ((draw, row.get(side, ZERO)) for draw, row in zip(self.basis, self.rows, strict=True))
        return {draw: by for draw, by in found if by}

    def best(self, target: int, rates: Sequence[Epsilon], tick: Callable[[], None]) -> bool:
        """Whether no other shifts cost less, in the rates themselves, for every value of the unknowns."""
        gains: dict[int, Epsilon] = {}
        for row, draw in zip(self.rows, self.basis, strict=True):
            tick()
            price = rates[draw] if row.get(self.width + target, ZERO) >= 0 else -rates[draw]
            for column, number in row.items():
                if column < self.width:
                    gains[column] = gains.get(column, Epsilon()) + price * number
        return all(at_most(gain, rates[at]) and at_most(-gain, rates[at]) for at, gain in gains.items())

    def told(self, draw: int) -> bool:
        """Whether what is shown tells the draw, once the counts are known."""
        return all(at == draw or at >= self.width for at in self.rows[self.basis.index(draw)])

    def _exchange(self, leaving: int, entering: int) -> None:
        by = self.rows[leaving][entering]
        chosen = self.rows[leaving] = {column: number / by for column, number in self.rows[leaving].items()}
        for at, row in enumerate(self.rows):
            factor = row.get(entering)
            if at == leaving or factor is None:
                continue
            for column, number in chosen.items():
                rest = row.get(column, ZERO) - factor * number
                if rest:
                    row[column] = rest
                else:
                    row.pop(column, None)
        self.basis[leaving] = entering


def _begun(
    rows: Sequence[Row[C]], places: Mapping[int, int], targets: Sequence[tuple[fmpq, ...]], prices: list[fmpq]
) -> Program | None:
    """The rows solved for some draws; None where a target is no sum of what draws do."""
    width = len(places)
    table = [[ZERO] * width + [wanted[at] for wanted in targets] for at in range(len(rows))]
    for row, numbers in zip(rows, table, strict=True):
        for name, factor in row.draws.items():
            numbers[places[name]] = factor
    reduced, rank = fmpq_mat(table).rref()
    found: list[dict[int, fmpq]] = []
    basis = []
    for numbers in reduced.table()[:rank]:
        kept = {at: number for at, number in enumerate(numbers) if number}
        basis.append(min(kept))
        found.append(kept)
    return None if any(draw >= width for draw in basis) else Program(prices, found, basis, width)
