"""How much weight there is in what is known of some draws, integers by `sums` and reals by `integrals`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping

from faier.exact import Number
from faier.semantics.denote import integrals, sums
from faier.semantics.denote.densities import Density
from faier.semantics.denote.planes import Condition, Floor, Law, draws_of, renamed
from faier.semantics.denote.sums import Bound
from faier.semantics.denote.weights import FREE, ONE, Weight


def total(laws: Mapping[int, Law], draws: Iterable[int], conditions: Iterable[Condition]) -> Number:
    """The weight of these draws where the conditions, which are about no others, hold."""
    listed, conditions = _without_idle_floors(laws, draws, conditions)
    named = {draw: at for at, draw in enumerate(listed)}
    every = [laws[draw] for draw in listed]
    inside = [renamed(known, named) for known in conditions]
    weights = [law for law in every if isinstance(law, Weight)]
    bounds = [known for known in inside if isinstance(known, Bound)]
    if len(weights) == len(every) and len(bounds) == len(inside):
        return sums.total(tuple(weights), tuple(bounds))
    return integrals.total(tuple(every), tuple(inside))


def _without_idle_floors(
    laws: Mapping[int, Law], draws: Iterable[int], conditions: Iterable[Condition]
) -> tuple[list[int], list[Condition]]:
    """Without integers below reals of which nothing else is said: whatever the real is, there is one. Sums over these
    are left to those who follow exponentials alone, term by term."""
    draws, every = list(draws), list(conditions)
    if all(isinstance(laws[draw], Weight | Density) for draw in draws):
        return draws, every
    said = Counter(draw for known in every for draw in draws_of(known))
    idle = {known.draw for known in every if isinstance(known, Floor) and said[known.draw] == 1}
    idle = {draw for draw in idle if laws[draw] == FREE}
    rest = [known for known in every if not (isinstance(known, Floor) and known.draw in idle)]
    return [draw for draw in draws if draw not in idle], rest


def marginal(laws: Mapping[int, Law], kept: int, gone: Iterable[int], conditions: Iterable[Condition]) -> Law:
    """The law of a draw that is kept, where the conditions hold on it and on others that are gone."""
    listed = [kept, *gone]
    named = {draw: at for at, draw in enumerate(listed)}
    inside = tuple(renamed(known, named) for known in conditions)
    return integrals.marginal(tuple(laws[draw] for draw in listed), inside, 0)


def normal(law: Law) -> Law:
    """The law, its weight being 1, if that is finite."""
    if isinstance(law, Weight):
        ends = [terms for low, high, terms in law.cells if low is None or high is None]
        if not any(base == ONE for terms in ends for base, _, _ in terms):
            return law.times(1 / sums.total((law,), ()))
    if isinstance(law, Density):
        return law.times(1 / integrals.total((law,), ()))
    return law
