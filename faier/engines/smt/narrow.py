"""The least factor that holds for all words, by binary search with solver queries.

Each probe asks whether a word's ratio exceeds c. A word that does is rechecked exactly and its ratio becomes the
lower end; `unsat` for all words makes c the upper end. Between midpoints the lower end itself is probed: that
nothing exceeds it is the end of the search, with the exact answer. Both ends of a start interval are probed like
any other c, so a wrong one costs time only.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.engines.smt.engine import Gap, Item, Violation, ask, items
from faier.engines.smt.words import Words
from faier.exact import ONE, ZERO, Number, bounds
from faier.exact.simplest import simplest_between
from faier.hmm.model import Pair
from faier.limits import LimitReached, Limits

# The relative precision of the factor: one of epsilon.
PRECISION = fmpq(1, 10**6)
# Factors beyond this one are not doubled any more.
LARGEST = fmpq(2) ** 64


@dataclass(frozen=True)
class Interval:
    """e^epsilon is between `lower`, which `violation` attains (1 without one), and `upper`, above which there is
    no word. `lower` None: the violation's output is possible on one side only. `upper` None: not known, or
    infinite with `lower`."""

    lower: Number | None
    upper: Number | None
    violation: Violation | None
    probes: int
    reason: str = ""


def narrow(
    pairs: Sequence[Pair],
    domain: Domain,
    length: int | None,
    solver: str,
    limits: Limits,
    precision: fmpq = PRECISION,
    interval: tuple[fmpq, fmpq] | None = None,
) -> Interval:
    """The interval for words of up to `length` shown values (None: all words, which end), from `interval` or from
    1 to 2, doubled until it holds the answer; its ends are apart by at most `precision` of their size."""
    search = _Search(domain, solver, limits)
    reason = ""
    try:
        search.items = [(item, None) for item in items(pairs, domain, length, 0, limits)]
        if not search.probe(None):
            _start(search, *(interval or (ONE, fmpq(2))))
            _close(search, precision)
    except LimitReached as reached:
        reason = reached.text
    if search.lower is None:
        return Interval(None, None, search.best, search.probes)
    if search.upper is None or search.upper > search.above * (1 + precision):
        reason = search.gap or reason
    return Interval(search.lower, search.upper, search.best, search.probes, reason)


def _start(search: _Search, low: fmpq, high: fmpq) -> None:
    """Make `high` an upper end by doubling, and see what is above `low`."""
    c = high
    while search.upper is None and search.lower is not None:
        search.probe(c)
        c = 2 * max(c, search.above)
        if c > LARGEST:
            raise LimitReached("factor", f"outputs are more than {LARGEST / 2} times as likely: it may have no bound")
    if search.best is None and low < high:
        search.probe(max(low, ONE))


def _close(search: _Search, precision: fmpq) -> None:
    """Bring the ends together: halve what is between them, and now and then see whether the lower one is the answer,
    which it never is where unknowns may come closer to an answer than any word and values attain."""
    exact = all(isinstance(item.words, Words) for item, _ in search.items)
    turn = 0
    while search.lower is not None and search.upper is not None:
        low = max(search.above, search.silent)
        if search.upper <= low * (1 + precision):
            return
        turn += 1
        if exact and turn % 2 and low > search.silent:
            search.probe(low if isinstance(search.lower, fmpq) else low * (1 + precision))
        else:
            quarter = (search.upper - low) / 4
            search.probe(simplest_between(low + quarter, search.upper - quarter))


@dataclass
class _Search:
    """What is known so far. With each item comes the least factor that is known to be exceeded by none of its
    words. `silent`: the greatest factor about which a query was not answered, for the reason `gap`. `refuted` are the
    queries that the solver answered with unsat."""

    domain: Domain
    solver: str
    limits: Limits
    items: list[tuple[Item, fmpq | None]] = field(default_factory=list)
    lower: Number | None = ONE
    upper: fmpq | None = None
    best: Violation | None = None
    probes: int = 0
    silent: fmpq = ZERO
    gap: str = ""
    refuted: set[str] = field(default_factory=set)

    @property
    def above(self) -> fmpq:
        """The lower end, or a rational just above it; nothing where it is infinite."""
        return ZERO if self.lower is None else bounds(self.lower)[1]

    def probe(self, c: fmpq | None) -> bool:
        """Whether some word exceeds c (None: is possible on the left side only), which then is the best one and is
        tried first next time. If it is known that none does, c is the upper end."""
        self.probes += 1
        silent = False
        for at, (item, known) in enumerate(self.items):
            if c is not None and known is not None and known <= c:
                continue
            found = ask(item, self.domain, c, self.solver, self.limits, None, self.refuted)
            if isinstance(found, Violation):
                self.best = found
                self.lower = found.left / found.right if found.right != 0 else None
                self.items.insert(0, self.items.pop(at))
                return True
            if isinstance(found, Gap):
                silent, self.gap = True, found.reason
            elif c is not None:
                self.items[at] = item, c
        if silent and c is not None:
            self.silent = max(self.silent, c)
        elif c is not None:
            self.upper = c
        return False
