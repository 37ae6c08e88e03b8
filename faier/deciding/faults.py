"""A program -> what runs of its mechanisms could do wrong, where no claim is decided that would find it.

That is so for mechanisms about which nothing is claimed, and for all of a file in which something else is wrong. There
claims that compare nothing are found too. Looking is bounded: what is not found within a moment is not told.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from functools import partial

from faier.deciding.comparison import comparisons
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.exact import TooLarge, Undecidable
from faier.lang.claim import Prior
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore

# For one mechanism, and for all of them.
STATES = 20_000
SECONDS = 1.0
ALTOGETHER = 4.0


def faults(program: Program, mechanisms: Iterable[str], seconds: float) -> tuple[Diagnostic, ...]:
    """The failures of runs on any input, and the claims that compare nothing, within so many seconds at most."""
    found: list[Diagnostic] = []
    end = time.monotonic() + min(seconds, ALTOGETHER)
    for name in mechanisms:
        limits = Limits(deadline=min(end, time.monotonic() + SECONDS), states=STATES)
        subjects = dict.fromkeys(claim.subject for claim in program.claims if claim.subject.mechanism == name)
        fed = bool(subjects) and all(isinstance(subject.against, Prior) for subject in subjects)
        # What a prior feeds may end where inputs of any kind go on.
        failures = () if fed else _refusals(partial(explore, program, name, limits))
        found += failures
        for subject in subjects if not failures else ():
            if subject.against is None:  # its own error is told already
                continue
            found += _refusals(partial(next, comparisons(Question(program, subject, length=1), Store(), limits)))
    return tuple(dict.fromkeys(found))


def _refusals(look: Callable[[], object]) -> tuple[Diagnostic, ...]:
    try:
        look()
    except Rejected as refused:
        return refused.diagnostics
    except (LimitReached, TooLarge, Undecidable, Failure):
        pass
    return ()
