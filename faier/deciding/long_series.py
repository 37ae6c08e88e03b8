"""Long time series with unknowns -> certified ends of the factor, for every value of the unknowns.

    comparisons -> on boxes of values, pairs in rational numbers that bound them (`spread`) -> couplings, from above
                -> at points of the boxes, words that favour one side (`enclosure`)         -> from below

Boxes are halved where the ends are too far apart. What has few outputs, or an unknown epsilon, is left to `unknowns`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from itertools import product

from flint import fmpq

from faier.deciding import assumptions
from faier.deciding.comparison import LENGTH, Comparison, comparisons
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.algebra.domain import Domain, domain
from faier.engines.algebra.obligations import Obligation
from faier.engines.coupling.acyclic_bounds import Common, forward_order
from faier.engines.coupling.enclosure import favourable
from faier.engines.coupling.engine import prove
from faier.engines.coupling.spread import Coefficients, Spreading, at_point, unrolled
from faier.engines.search.graph import plan
from faier.engines.verdict import Coverage
from faier.engines.words import letters, word_weights
from faier.exact import Epsilon, TooLarge, Undecidable
from faier.exact.bernstein import Box, Point
from faier.hmm.model import Pair
from faier.limits import LimitReached, Limits, Work

ONE = fmpq(1)

# A pair with more words than this is not looked at word by word.
WORDS = 1_000
# Boxes that one pair is looked at on, and steps of couplings of one pair with cycles.
BOXES, WORK = 48, 4_000_000
# A series without end is searched for favourable words as long as this.
AHEAD = 2 * LENGTH


@dataclass(frozen=True)
class Attained:
    """A word of a comparison's pair, and values of the unknowns, at which it has the factor."""

    factor: fmpq
    comparison: Comparison
    obligation: Obligation
    values: dict[str, fmpq]


@dataclass(frozen=True)
class Ends:
    """No output covered exceeds `upper` for any values (None: not known, for the reason); `best` attains the lower.
    `endless`: some words have no end."""

    best: Attained | None
    upper: fmpq | None
    coverage: Coverage
    reason: str = ""
    endless: bool = False


Above = Callable[[fmpq], bool]
"""Whether a factor is more than is claimed."""


def ends(question: Question, store: Store, limits: Limits, above: Above | None, close: fmpq = ONE) -> Ends | None:
    """The ends: of a claim, as far as it takes to decide it; else no more than `close` apart, where that is found.
    None: this is not for here."""
    work, length = _Work(question, limits, above, close), question.length
    reached: list[Coverage] = []
    endless = False
    upper: fmpq | None = ONE
    try:
        for comparison in comparisons(question, store, limits, whole=length is None):
            case = work.case(comparison, length)
            if case is None:
                return None
            reached.append(case.coverage)
            endless = endless or case.cyclic
            found = work.upper(case)
            if work.violated:
                return Ends(work.best, None, _all(reached))
            upper = None if found is None or upper is None else max(upper, found)
    except LimitReached as reason:
        return Ends(work.best, None, Coverage(0, False), reason.text, endless) if reached else None
    except (TooLarge, Undecidable):
        return None
    return Ends(work.best, upper, _all(reached), "" if upper is not None else "no coupling was found", endless)


def _all(reached: list[Coverage]) -> Coverage:
    return Coverage(max(one.length for one in reached), all(one.all for one in reached))


@dataclass(frozen=True)
class _Case:
    """A comparison, its unknowns, and its pair as far as it is covered; `words` is that of which words are taken."""

    comparison: Comparison
    place: Domain
    spreading: Spreading
    words: Pair
    cyclic: bool
    coverage: Coverage


@dataclass
class _Work:
    question: Question
    limits: Limits
    above: Above | None
    close: fmpq
    best: Attained | None = None
    common: Common = field(default_factory=Common)
    known: Coefficients = field(default_factory=Coefficients)
    boxes: list[Box] = field(default_factory=list)

    @property
    def violated(self) -> bool:
        return self.above is not None and self.best is not None and self.above(self.best.factor)

    def case(self, comparison: Comparison, length: int | None) -> _Case | None:
        """None: the pair is short, or something else than a prior's reals is unknown in it."""
        pair = comparison.pair
        numbers = [*pair.weights(), *assumptions.numbers([comparison])]
        place = domain(self.question.prior, numbers, Epsilon())
        order = forward_order(pair)
        cut: frozenset[int] = frozenset()
        if length is not None:
            pair, cut = unrolled(pair, length, self.limits)
            order = forward_order(pair)
        if any(variable.scale for variable in place.variables) or (order is not None and _words(pair, order) <= WORDS):
            return None
        if comparison.place[1] == 0:
            assumptions.require(self.question, [comparison], place, self.limits)
        if length is not None:
            spreading = Spreading(pair, place.names, cut, self.known)
            return _Case(comparison, place, spreading, pair, False, Coverage(length, not cut))
        if order is not None:
            longest = plan(pair, None).longest or 0
            return _Case(
                comparison, place, Spreading(pair, place.names, (), self.known), pair, False, Coverage(longest, True)
            )
        spreading = Spreading(pair, place.names, range(len(pair.nodes)), self.known)
        return _Case(comparison, place, spreading, unrolled(pair, AHEAD, self.limits)[0], True, Coverage(LENGTH, True))

    def upper(self, case: _Case) -> fmpq | None:
        """No word of the pair exceeds it, for any values; None where none was found. The worst box is halved first. The
        boxes of the pair before are those to begin with: pairs of one claim are much alike."""
        whole: Box = tuple((one.low, one.high) for one in case.place.variables)
        boxes: list[tuple[fmpq | None, Box]] = []
        waiting = self.boxes or [whole]
        points: set[Point] = set()
        while True:
            boxes += [(self._on(case, box), box) for box in waiting]
            boxes.sort(key=lambda one: (one[0] is None, one[0] or ONE))
            worst, box = boxes[-1]
            if worst is None or not self._enough(worst):
                for point in _points(case.place, box):
                    if point not in points:
                        points.add(point)
                        self._try(case, dict(zip(case.place.names, point, strict=True)))
            point_like = all(low == high for low, high in box)
            if self.violated or point_like or len(boxes) >= BOXES or (worst is not None and self._enough(worst)):
                self.boxes = [box for _, box in boxes] if len(boxes) < BOXES else []
                return worst
            boxes.pop()
            waiting = list(_halves(box))

    def _enough(self, upper: fmpq) -> bool:
        if self.above is not None:
            return not self.above(upper)
        return self.best is not None and upper <= self.best.factor * self.close

    def _on(self, case: _Case, box: Box) -> fmpq | None:
        pair = case.spreading.on(box, self.limits)
        if pair is None:
            return None
        if not case.cyclic:
            return self.common.factor(pair, self.limits)
        coupling = prove(pair, None, replace(self.limits, work=Work(WORK)))
        return None if coupling is None else coupling.factor

    def _try(self, case: _Case, values: dict[str, fmpq]) -> None:
        pair = at_point(case.words, values)
        if not pair.rational or not pair.left or not pair.right or pair.left_mass == 0 or pair.right_mass == 0:
            return
        for edges in favourable(pair, self.limits):
            left, right = word_weights(pair, edges)
            left, right = left * pair.right_mass, right * pair.left_mass
            if right == 0:
                continue
            factor = left / right
            assert isinstance(factor, fmpq)
            if self.best is None or factor > self.best.factor:
                word = letters(pair, edges)
                self.best = Attained(factor, case.comparison, Obligation(left, right, word), values)


def _words(pair: Pair, order: tuple[int, ...]) -> int:
    """How many words lead from the start to an end."""
    counts: dict[int, int] = {}
    for at in reversed(order):
        counts[at] = sum(counts[edge.target] for edge in pair.nodes[at].edges) or 1
    return counts[pair.start]


def _points(place: Domain, box: Box) -> Iterator[Point]:
    """The corners of the box and its middle, as far as the unknowns may have these values."""
    middle: Point = tuple((low + high) / 2 for low, high in box)
    for point in (*product(*box), middle):
        shares = tuple(
            (at - one.low) / ((one.high - one.low) or ONE) for at, one in zip(point, place.variables, strict=True)
        )
        if place.holds(shares):
            yield point


def _halves(box: Box) -> Iterator[Box]:
    axis = max(range(len(box)), key=lambda at: box[at][1] - box[at][0])
    low, high = box[axis]
    middle = (low + high) / 2
    for part in ((low, middle), (middle, high)):
        yield (*box[:axis], part, *box[axis + 1 :])
