"""The sum over all outputs of P**alpha * Q**(1 - alpha), for a whole alpha and outputs of every length.

Words of a pair leave beliefs on both sides; where few of them arise, the sums from each on are the least solution of a
system of equations, in which the worst of inputs that are read is taken. Floats find which inputs those are; the
system for them is solved exactly, and no other input is worse in its solution. Or a vector is found that grows by some
factor with each value that is shown.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf, isfinite
from typing import TypeAlias

from flint import fmpq, fmpq_mat

from faier.engines.measures.integrals import Infinite
from faier.engines.measures.streams import Place, Sums
from faier.exact.simplest import simplest_between
from faier.hmm.model import AskLetter, Edge, Pair
from faier.lang.values import Value, same
from faier.limits import Limits
from faier.semantics.process import Entry

# So many beliefs are followed, and so many equations solved exactly; floats are iterated so often.
MOST, SOLVED, ROUNDS = 4_000, 120, 400

# More than this is taken to grow.
LARGE = 1e9


@dataclass(frozen=True)
class Fixed:
    """The sum of outputs of every length, where inputs may be chosen by what was shown; `steady`: the worst ones are
    the same whatever is shown."""

    value: fmpq
    steady: bool


@dataclass(frozen=True)
class Grows:
    """Each value that is shown makes the sum at least so many times as great, in the long run; more than 1."""

    factor: fmpq


@dataclass
class _System:
    """Places that ask lead to one of several; those that tell have weights. Number 0 is the start."""

    asks: dict[int, tuple[tuple[int, Edge], ...]] = field(default_factory=dict)
    tells: dict[int, tuple[tuple[int, fmpq], ...]] = field(default_factory=dict)


def endless(pair: Pair, alpha: fmpq, limits: Limits) -> Fixed | Grows | None:
    """What is known of all lengths; None: nothing. Raises `Infinite` where an output is possible on one side alone."""
    if not pair.rational:
        return None
    system = _system(pair, int(alpha.p), limits)
    if system is None:
        return None
    one = _where_nothing_is_lost(system)
    values, worst = _iterated(system, one, limits)
    chosen = {at: edges[worst[at]][0] for at, edges in system.asks.items()}
    if max(values, default=1.0) > LARGE:
        return _growing(system, chosen, one, values) if _steady(system, worst, chosen, one) else None
    found = _solved(system, chosen, one)
    if found is None:
        return None
    for at, edges in system.asks.items():
        if any(found[target] > found[at] for target, _ in edges):
            return None
    return Fixed(found[0], _steady(system, worst, chosen, one))


def _system(pair: Pair, alpha: int, limits: Limits) -> _System | None:
    sums = Sums(pair, alpha, limits, None)
    start: Place = (pair.start, tuple(pair.left), tuple(pair.right), -1, ())
    numbers, waiting, system = {start: 0}, [start], _System()

    def number(edge: Edge, place: Place) -> tuple[int, fmpq, fmpq]:
        beliefs, one, other = sums.after(place, edge)
        target: Place = (edge.target, *beliefs, -1, ())
        if target not in numbers and one != 0:
            numbers[target] = len(numbers)
            waiting.append(target)
        assert isinstance(one, fmpq) and isinstance(other, fmpq)
        return numbers.get(target, -1), one, other

    while waiting:
        limits.check()
        place = waiting.pop()
        if len(numbers) > MOST:
            return None
        node, at = pair.nodes[place[0]], numbers[place]
        if node.kind == "ask" and node.edges:
            asked = [(number(edge, place)[0], edge) for edge in node.edges]
            system.asks[at] = tuple((target, edge) for target, edge in asked if target >= 0)
            continue
        told = []
        for edge in () if node.kind == "ended" else node.edges:
            target, one, other = number(edge, place)
            if one != 0 and other == 0:
                raise Infinite
            if one != 0:
                told.append((target, one**alpha / other ** (alpha - 1)))
        system.tells[at] = tuple(told)
    return system


def _where_nothing_is_lost(system: _System) -> frozenset[int]:
    """Places from which the sum is 1 whatever is read."""
    found = {at for at, told in system.tells.items() if not told or sum(weight for _, weight in told) == 1}
    found |= set(system.asks)
    while True:
        left = {
            at
            for at in found
            if any(target not in found for target, _ in system.asks.get(at, system.tells.get(at, ())))
        }
        if not left:
            return frozenset(found)
        found -= left


def _iterated(system: _System, one: frozenset[int], limits: Limits) -> tuple[list[float], dict[int, int]]:
    """About the sums of longer and longer outputs, and which of the inputs makes each greatest."""
    count = len(system.asks) + len(system.tells)
    told = [(at, [(target, _near(weight)) for target, weight in told]) for at, told in system.tells.items() if told]
    values, worst = [1.0] * count, dict.fromkeys(system.asks, 0)
    for _ in range(ROUNDS):
        limits.check()
        before = list(values)
        for at, weights in told:
            if at not in one:
                values[at] = sum(weight * values[target] for target, weight in weights)
        for at, edges in system.asks.items():
            best = max(range(len(edges)), key=lambda k: values[edges[k][0]])
            if values[edges[best][0]] > values[edges[worst[at]][0]] * (1 + 1e-12):
                worst[at] = best
            values[at] = values[edges[worst[at]][0]]
        if max(values) > LARGE or max(abs(a - b) for a, b in zip(values, before, strict=True)) < 1e-13:
            break
    return values, worst


def _near(number: fmpq) -> float:
    return int(number.p) / int(number.q)


_Rows: TypeAlias = dict[int, tuple[tuple[int, fmpq], ...]]
"""Where each place leads to, and with which weights."""


def _rows(system: _System, chosen: dict[int, int]) -> _Rows:
    """Where each place leads to with the chosen inputs."""
    return system.tells | {at: ((target, fmpq(1)),) for at, target in chosen.items()}


def _solved(system: _System, chosen: dict[int, int], one: frozenset[int]) -> dict[int, fmpq] | None:
    """The sums with the chosen inputs, exactly."""
    rows = _rows(system, chosen)
    unknown = [at for at in rows if at not in one]
    found = dict.fromkeys(one, fmpq(1))
    if len(unknown) > SOLVED:
        return None
    if unknown:
        place = {at: number for number, at in enumerate(unknown)}
        matrix, right = fmpq_mat(len(unknown), len(unknown)), fmpq_mat(len(unknown), 1)
        for at, number in place.items():
            matrix[number, number] += 1
            for target, weight in rows[at]:
                if target in place:
                    matrix[number, place[target]] -= weight
                else:
                    right[number, 0] += weight
        try:
            solution = matrix.solve(right)
        except ZeroDivisionError:
            return None
        found |= {at: solution[number, 0] for at, number in place.items()}
    return found if all(value >= 1 for value in found.values()) else None


def _steady(system: _System, worst: dict[int, int], chosen: dict[int, int], one: frozenset[int]) -> bool:
    """Whether each input that is read before nothing is lost any more is chosen in the same way everywhere."""
    rows, seen, waiting = _rows(system, chosen), {0}, [0]
    known: dict[Entry, tuple[Value, Value]] = {}
    while waiting:
        at = waiting.pop()
        if at in one:
            continue
        if at in system.asks:
            letter = system.asks[at][worst[at]][1].letter
            assert isinstance(letter, AskLetter)
            before = known.setdefault(letter.entry, (letter.left, letter.right))
            if not same(before[0], letter.left) or not same(before[1], letter.right):
                return False
        fresh = [target for target, _ in rows[at] if target not in seen]
        seen.update(fresh)
        waiting += fresh
    return True


def _growing(system: _System, chosen: dict[int, int], one: frozenset[int], values: list[float]) -> Grows | None:
    """A factor by which the sum grows for ever, if one is certain."""
    if not all(map(isfinite, values)):
        return None
    rows = _rows(system, chosen)

    def after(at: int) -> int:
        """The next place that tells."""
        for _ in range(len(rows)):
            if at not in chosen:
                break
            at = chosen[at]
        return at

    steps = {
        at: [(after(target), weight) for target, weight in told] for at, told in system.tells.items() if at not in one
    }
    vector = dict.fromkeys(steps, 1.0)
    for _ in range(ROUNDS):
        longer = {at: vector[at] + sum(_near(w) * vector.get(to, 0.0) for to, w in steps[at]) for at in steps}
        most = max(longer.values(), default=0.0)
        if not 0 < most < inf:
            return None
        vector = {at: value / most for at, value in longer.items()}
    exact = {at: _rounded(value) for at, value in vector.items()}
    factors = [
        sum((weight * exact.get(to, fmpq(0)) for to, weight in steps[at]), fmpq(0)) / value
        for at, value in exact.items()
        if value > 0
    ]
    factor = min(factors, default=fmpq(0))
    reached = _reached(rows)
    return Grows(factor) if factor > 1 and any(exact[at] > 0 for at in exact if at in reached) else None


def _rounded(value: float) -> fmpq:
    """A fraction of few digits nearby; nothing where it is very small."""
    if value < 1e-9:
        return fmpq(0)
    above, below = value.as_integer_ratio()
    exact = fmpq(above, below)
    return simplest_between(exact * (1 - fmpq(1, 10**12)), exact * (1 + fmpq(1, 10**12)))


def _reached(rows: _Rows) -> set[int]:
    seen, waiting = {0}, [0]
    while waiting:
        fresh = [target for target, _ in rows[waiting.pop()] if target not in seen]
        seen.update(fresh)
        waiting += fresh
    return seen
