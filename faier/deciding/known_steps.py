"""A claim about a sum over steps of a prior that are all alike -> what published methods need to know.

However many the steps are, the records are read off a prior of few. Both they and their chain are automata: where words
with as many letters as both have states together are as likely in the one as in the other, all words are.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.known import Chain, Conditional, Missing
from faier.calibration.separated import Separated
from faier.calibration.sums.moved import farthest
from faier.calibration.sums.steady import shortened
from faier.deciding import in_chains
from faier.deciding.in_steps import Stepped, in_steps
from faier.deciding.question import Question
from faier.deciding.whole_inputs import listed
from faier.hmm.lump import lump
from faier.lang.values import same
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Process

LONG = Missing("the query has too many values to list them given each secret")
# So many values a sum may have, where it is asked how far chances must be moved.
MOVED = 1024


@dataclass(frozen=True)
class Known:
    """The chains of the class, how many records each has, and how far one record moves the query."""

    stepped: tuple[Stepped, ...]
    chains: tuple[Chain, ...]
    records: int
    step: fmpq

    def conditionals(self, question: Question, limits: Limits) -> tuple[Conditional, ...] | Missing:
        """The distributions of the query given each two secrets."""
        if not all(one.short for one in self.stepped):
            return LONG
        return tuple(self._conditionals(question, limits))

    def moved(self, question: Question, limits: Limits) -> fmpq | Missing:
        """How far chances of the query must be moved at most, to make of one secret's another's."""
        if any(one.values > MOVED for one in self.stepped):
            return LONG

        def of(one: Stepped) -> fmpq:
            names, pairs = one.kernel.names, question.subject.pairs
            marks = range(one.steps.low, one.steps.high + 1)
            return farthest(one.kernel, one.steps.count, marks, lambda a, b: listed(names[a], names[b], pairs), limits)

        return max(map(of, self.stepped))

    def _conditionals(self, question: Question, limits: Limits) -> Iterator[Conditional]:
        for one in self.stepped:
            for _, given in one.laws(limits):
                for left, more in given:
                    for right, less in given:
                        if not same(left, right) and listed(left, right, question.subject.pairs):
                            yield Conditional(more, less)


def known_steps(query: Question, found: Separated, limits: Limits) -> Known | None:
    """None where the steps are not seen to be alike, or a step draws anything but one record of a chain."""
    prior = query.prior
    if prior is None or query.unknown_reals or any(item.public for item in query.mechanism.parameters):
        return None
    stepped = in_steps(query, found, limits)
    counts = {one.steps.count for one in stepped or ()}
    sums = {one.query for one in stepped or ()}
    if stepped is None or len(counts) != 1 or len(sums) != 1:
        return None
    ((count,), (sum_,)) = counts, sums
    states = [explore(one.steps.endless, prior.name, limits) for one in stepped]
    sizes = [len(lump(one, limits).states) for one in states if isinstance(one, Process)]
    if len(sizes) < len(states):
        return None
    followed = min(count, max(sizes) + len(sum_.values))
    short = replace(query, program=shortened(query.program, prior, followed))
    shown = in_chains.shown_by(short, limits)
    chains = shown if isinstance(shown, Missing) else in_chains.read_off(shown, limits)
    if isinstance(chains, Missing) or any(one.chain.length != followed for one in chains):
        return None
    return Known(
        tuple(stepped),
        tuple(replace(one.chain, length=count) for one in chains),
        count,
        max(sum_.worths) - min(sum_.worths),
    )
