"""Whether a file has a meaning for every value that its unknown epsilon may have.

What its constants, headers, claims and relations divide by must not be 0 for any. What bodies divide by is among the
conditions of a comparison.
"""

from __future__ import annotations

from contextlib import AbstractContextManager

from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.algebra.domain import domain
from faier.engines.algebra.positivity import positive
from faier.exact import Epsilon, Number
from faier.lang import divisors
from faier.limits import LimitReached, Limits


def listening(question: Question, store: Store) -> AbstractContextManager[object]:
    """While it is decided, what its relation divides by is noted."""
    return divisors.noted(_divided(question, store))


def without_meaning(question: Question, store: Store, limits: Limits) -> str | None:
    """Why the file may have no meaning for some epsilon; None where it has one for all."""
    for number in dict.fromkeys((*question.program.divisors, *_divided(question, store))):
        try:
            known = _nowhere_zero(number, question, limits)
        except LimitReached:
            known = None
        if not known:
            return OPEN if known is None else DIVIDED
    return None


def _nowhere_zero(number: Number, question: Question, limits: Limits) -> bool | None:
    """Whether the number has one sign for all values of its unknowns; None where that is not known."""
    place = domain(question.prior, [number], Epsilon())
    signs = []
    for one in (number, -number):
        signs.append(positive(one, place, limits))
        if signs[-1] is None:
            return True
    return None if any(isinstance(sign, str) for sign in signs) else False


def _divided(question: Question, store: Store) -> dict[Number, None]:
    return store.once(("divided", question.subject), dict[Number, None])


DIVIDED = "the file has no meaning for some epsilon: a constant or a claim is divided by 0 there"
OPEN = "it is not known whether the file has a meaning for every epsilon: a constant or a claim may be divided by 0"
