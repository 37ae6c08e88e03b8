"""A program -> what runs of its mechanisms could do wrong, where no claim is decided that would find it.

That is so for mechanisms about which nothing is claimed, and for all of a file in which something else is wrong.
Looking is bounded: what is not found within a moment is not told.
"""

from __future__ import annotations

import time
from collections.abc import Iterable

from faier.exact import TooLarge, Undecidable
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.lang.syntax import Program
from faier.lang.values import Failure
from faier.limits import LimitReached, Limits
from faier.semantics import explore

# For one mechanism, and for all of them.
STATES = 20_000
SECONDS = 1.0
ALTOGETHER = 4.0


def faults(program: Program, mechanisms: Iterable[str], seconds: float) -> tuple[Diagnostic, ...]:
    """The failures of runs on any input, within so many seconds at most."""
    found: list[Diagnostic] = []
    end = time.monotonic() + min(seconds, ALTOGETHER)
    for name in mechanisms:
        deadline = min(end, time.monotonic() + SECONDS)
        try:
            explore(program, name, Limits(deadline=deadline, states=STATES))
        except Rejected as refused:
            found += refused.diagnostics
        except (LimitReached, TooLarge, Undecidable, Failure):
            continue
    return tuple(dict.fromkeys(found))
