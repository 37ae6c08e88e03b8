"""How much weight there is in what is known of some draws, integers by `sums` and reals by `integrals`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from faier.exact import Number
from faier.semantics.denote import integrals, sums
from faier.semantics.denote.densities import Density
from faier.semantics.denote.planes import Condition, Law, renamed
from faier.semantics.denote.sums import Bound
from faier.semantics.denote.weights import ONE, Weight


def total(laws: Mapping[int, Law], draws: Iterable[int], conditions: Iterable[Condition]) -> Number:
    """The weight of these draws where the conditions, which are about no others, hold."""
    listed = list(draws)
    named = {draw: at for at, draw in enumerate(listed)}
    every = [laws[draw] for draw in listed]
    inside = [renamed(known, named) for known in conditions]
    weights = [law for law in every if isinstance(law, Weight)]
    bounds = [known for known in inside if isinstance(known, Bound)]
    if len(weights) == len(every) and len(bounds) == len(inside):
        return sums.total(tuple(weights), tuple(bounds))
    return integrals.total(tuple(every), tuple(inside))


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
