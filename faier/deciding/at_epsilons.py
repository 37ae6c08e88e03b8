"""Questions about every epsilon of a mechanism that keeps noise on the reals -> a violation at a simple one.

Chances of such noise are polynomials in the epsilon as well as in its exponential, which no engine decides about. At a
value of the epsilon they are numbers like any other.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import product

from flint import fmpq

from faier.deciding import by_search
from faier.deciding.finding import Finding
from faier.deciding.question import Question, given
from faier.deciding.store import Store
from faier.engines.verdict import Coverage, Refuted, Tight, Undecided, Verdict
from faier.exact import fraction_text
from faier.lang.values import Real
from faier.limits import Limits

VALUES = tuple(fmpq(*value) for value in ((1, 1), (1, 4), (4, 1), (1, 20)))
# Outputs of up to so many values are tried first.
SHORT = 4
# Of the time that is left, what one of them may take.
HALF = 0.5


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where the epsilon is none of the file's own."""
    name = question.program.epsilon_name
    if name is None:
        return None
    unsettled: str | None = None
    lengths = (SHORT, None) if question.length is None else (question.length,)
    for length, value in product(lengths, VALUES):
        asked = given(replace(question, length=length), name, value)
        if asked is None:
            return None
        verdict = by_search.check(asked, Store(), limits.share(HALF))
        if isinstance(verdict, Refuted):
            return of_every(verdict, name, value)
        if isinstance(verdict, Undecided):
            unsettled = unsettled or verdict.reason
    tried = ", ".join(map(fraction_text, VALUES))
    return Undecided(Coverage(0, False), "search", unsettled or f"no violation was found at {name} = {tried}")


def of_every(found: Refuted, name: str, value: fmpq) -> Refuted:
    """The violation at a value of the epsilon, as one of the claim about every epsilon."""
    parameters = *found.witness.parameters, (name, Real(value, "fraction"))
    told = replace(found.witness, parameters=parameters, unknown=name)
    return Refuted(found.coverage, "search", told, Tight(told.ratio, None, True, told))


def no_bound(question: Question, store: Store, limits: Limits, *_: Finding) -> None:
    """A bound is about every epsilon."""
