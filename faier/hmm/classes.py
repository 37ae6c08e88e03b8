"""States put together whose runs can show and ask for the same things, whatever the probabilities."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from faier.exact import ONE
from faier.hmm.lump import nature, rows, sources
from faier.hmm.partition import coarsest, first_of
from faier.hmm.reading import Chart
from faier.limits import Limits
from faier.semantics.process import Process


def support_classes(
    process: Process, alive: tuple[Sequence[bool], Sequence[bool]], limits: Limits
) -> tuple[list[int], list[int]]:
    """The class of each state, and the first state of each class. States of a class do the same thing, are alive
    on the same sides, and lead to the same classes for each value of what they ask."""

    def signature(at: int, blocks: Sequence[int]) -> Hashable:
        return tuple(frozenset(blocks[target] for target, _ in row) for row in rows(process.states[at]))

    first = list(zip(map(nature, process.states), *alive, strict=True))
    classes = coarsest(first, signature, sources(process), limits)
    return classes, first_of(classes)


def quotient(chart: Chart, classes: Sequence[int], first: Sequence[int]) -> Chart:
    """The chart of the classes. Its weights mean nothing: they say where runs can go."""
    return Chart(
        [chart.asks[state] for state in first],
        [chart.tells[state] for state in first],
        [
            tuple(
                tuple((to, ONE) for to in sorted({classes[target] for target, _ in row})) for row in chart.rows[state]
            )
            for state in first
        ],
        [chart.later[state] for state in first],
    )
