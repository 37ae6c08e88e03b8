"""Every way in which a left run and a right one can be gone side by side, as numbers: ready for the search.

Hypotheses are followed from the start, as far as shifts are tried and no more is spent than may be lost.
"""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field

from faier.engines.alignment.besides import Beside, Besides
from faier.engines.alignment.costs import Codes, codes_of, logarithm_of
from faier.engines.alignment.evidence import Hypothesis
from faier.engines.alignment.gains import Gains
from faier.engines.alignment.prices import every_fresh, every_way, finest, prices_of, reach
from faier.engines.alignment.shifts import Shifts, Window
from faier.engines.alignment.skeleton import BEGIN, Skeleton
from faier.exact import Epsilon
from faier.hmm.schedule import Step
from faier.limits import LimitReached, Limits
from faier.semantics.kept import KeptProcess, Reals, Way

HYPOTHESES = 50_000
"""More than so many are not followed."""


@dataclass(frozen=True, eq=False)
class Option:
    """What may go beside a left way. Each piece has what it costs, and where both are then, by the number of a
    hypothesis at the target."""

    beside: Beside
    pieces: tuple[tuple[int, int], ...]


@dataclass(frozen=True, eq=False)
class Choice:
    """A left way, by its number and where it leads, and what may go beside it."""

    left: int
    target: int
    options: tuple[Option, ...]


@dataclass(frozen=True)
class Line:
    """`choices[h]` are those of hypothesis h of the node (None: not both do what the word says next). `ways[s]` is
    where the left state s can go. `does` are the left states that show what is shown (empty: nothing is)."""

    step: Step
    target: int
    choices: list[tuple[Choice, ...] | None]
    shows: list[bool]
    ways: dict[int, tuple[int, ...]]
    does: frozenset[int]


@dataclass
class Place:
    """The hypotheses at a node, numbered as they are found, and its lines."""

    hypotheses: list[Hypothesis] = field(default_factory=list)
    number: dict[Hypothesis, int] = field(default_factory=dict)
    spent: list[int] = field(default_factory=list)
    lines: list[Line] = field(default_factory=list)


@dataclass(frozen=True)
class Graph:
    places: tuple[Place, ...]
    start: tuple[Choice, ...]
    codes: Codes
    cap: int
    besides: Besides


def codes_for(kept: KeptProcess, exact: bool) -> Codes:
    """Codes for the price of one step of each draw and, with `exact`, for the ratios of all weights; otherwise for
    ratios that are multiples of the same unit, so that codes are short."""
    smallest = finest(kept)
    prices = dict.fromkeys(price for fresh in every_fresh(kept) for _, price in prices_of(fresh, smallest))
    weights = list({way.weight: None for way in every_way(kept)})
    found = [logarithm_of(weight / weights[0]) for weight in weights]
    ratios = [one for one in found if one is not None]
    if exact or not prices:
        return codes_of((*prices, *ratios))
    codes = codes_of(prices)
    several = len(codes.units)
    for ratio in ratios:
        more = codes_of((*codes.units, ratio))
        codes = more if len(more.units) == several else codes
    return codes


def little(kept: KeptProcess, codes: Codes, window: Window) -> Epsilon:
    """What little costs: where reals are drawn, a step of one of them."""
    steps = [rate * window.grid for fresh in every_fresh(kept) if isinstance(fresh, Reals) for rate in fresh.rates]
    return min(steps or codes.units, key=codes.code)


@dataclass(frozen=True)
class Attempt:
    """With `exact` codes of weights or short ones, draws shifted so far, left ways taken apart into so many pieces."""

    exact: bool
    window: Window
    pieces: int


def graph_of(skeleton: Skeleton, budget: Epsilon, attempt: Attempt, limits: Limits) -> Graph:
    """Everything that is followed within the budget."""
    codes = codes_for(skeleton.kept, attempt.exact)
    return Builder(skeleton, codes, codes.greatest(budget), attempt, limits).build()


@dataclass
class Builder:
    skeleton: Skeleton
    codes: Codes
    cap: int
    attempt: Attempt
    limits: Limits
    count: int = 0

    def build(self) -> Graph:
        kept = self.skeleton.kept
        smallest = finest(kept)
        prices = {
            fresh: tuple((step, self.codes.code(price)) for step, price in prices_of(fresh, smallest))
            for fresh in every_fresh(kept)
        }
        self.gains = Gains(self.codes, self.limits.check)
        self.besides = Besides(Shifts(self.attempt.window, self.cap, prices), reach(kept), self.attempt.pieces)
        self.places = tuple(Place() for _ in self.skeleton.plan.nexts)
        self.waiting: deque[tuple[int, int]] = deque()
        start = self._beside(kept.start, kept.start, BEGIN, 0, 0)
        made: dict[tuple[int, int], list[tuple[Choice, ...] | None]] = {}
        while self.waiting:
            self.limits.check()
            node, at = self.waiting.popleft()
            made[node, at] = self._follow(node, at)
        self._lines(made)
        return Graph(self.places, start, self.codes, self.cap, self.besides)

    def _follow(self, node: int, at: int) -> list[tuple[Choice, ...] | None]:
        """Find what can follow a hypothesis, with what was spent until now; again where less was spent."""
        place = self.places[node]
        found, spent = place.hypotheses[at], place.spent[at]
        return [
            self._beside(*self._both(found, step), found, step.target, spent) if self._can(found, step) else None
            for step in self.skeleton.plan.steps[node]
        ]

    def _lines(self, made: dict[tuple[int, int], list[tuple[Choice, ...] | None]]) -> None:
        """What was found, letter by letter."""
        lefts = self.skeleton.lefts()
        for node, place in enumerate(self.places):
            for number, step in enumerate(self.skeleton.plan.steps[node]):
                self.limits.check()
                choices = [made[node, at][number] for at in range(len(place.hypotheses))]
                does = frozenset(state for state in lefts[node] if self.skeleton.does(state, step.left))
                shows = [found.left in does and self._can(found, step) for found in place.hypotheses]
                ways = {
                    state: tuple(dict.fromkeys(way.target for way in self.skeleton.ways(state, step.left)))
                    for state in lefts[node]
                }
                place.lines.append(Line(step, step.target, choices, shows, ways, does))

    def _both(self, found: Hypothesis, step: Step) -> tuple[tuple[Way, ...], tuple[Way, ...]]:
        return self.skeleton.ways(found.left, step.left), self.skeleton.ways(found.right, step.right)

    def _can(self, found: Hypothesis, step: Step) -> bool:
        return step.left.kind == "ask" or self.skeleton.both_show(found, step)

    def _beside(
        self, left: tuple[Way, ...], right: tuple[Way, ...], before: Hypothesis, target: int, spent: int
    ) -> tuple[Choice, ...]:
        """What may go beside each left way; hypotheses that are new, or cheaper than before, will be followed."""
        choices = []
        for number, found in enumerate(self.besides.of((before.links, before.facts), left, right)):
            if found is not None:
                way = left[number]
                options = (self._option(way, right, beside, target, spent) for beside in found)
                choices.append(Choice(number, way.target, tuple(one for one in options if one is not None)))
        return tuple(choices)

    def _option(self, left: Way, right: tuple[Way, ...], beside: Beside, target: int, spent: int) -> Option | None:
        pieces = []
        for at, price, (links, facts) in beside.pieces:
            gain = self.gains.of(left.weight, right[at].weight)
            if gain is None:
                return None
            cost = price + gain
            after = Hypothesis(left.target, right[at].target, links, facts)
            number = self._number(target, after, spent + max(cost, 0))
            if number is None:
                return None
            pieces.append((cost, number))
        return Option(beside, tuple(pieces))

    def _number(self, node: int, found: Hypothesis, spent: int) -> int | None:
        """The number of a hypothesis, which is followed if it is new or less was spent than before."""
        if spent > self.cap:
            return None
        place = self.places[node]
        at = place.number.get(found)
        if at is not None and place.spent[at] <= spent:
            return at
        if at is None:
            self.count += 1
            if self.count > HYPOTHESES:
                raise LimitReached("states", f"more than {HYPOTHESES:,} ways to align two runs")
            at = place.number[found] = len(place.hypotheses)
            place.hypotheses.append(found)
            place.spent.append(spent)
        else:
            place.spent[at] = spent
        self.waiting.append((node, at))
        return at
