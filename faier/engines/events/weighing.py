"""How likely an event is, between ends that come nearer: boxes of cells on which it is known whether a run is in the
event, and the others, of which the likeliest is cut on."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, field, replace
from itertools import count

from flint import arb, ctx

from faier.engines.events.balls import BITS, ball
from faier.engines.events.cells import Law, law_of
from faier.engines.events.enclosing import ALL, INF, Interval, Tape, decided
from faier.engines.events.patterns import Shown, asked
from faier.limits import Limits, Work
from faier.semantics.denote.branching import Chances, Fork, Lost, Over, Place
from faier.semantics.denote.noise import Formula

Box = dict[int, Interval]

# So many places are looked at to see whether it makes no difference which way a run goes.
BRANCHES = 40


@dataclass(frozen=True)
class Open:
    """A box of cells, with their chances, of which it is not known yet, and what has to be decided there (None: what
    comes next)."""

    place: Place
    box: Box
    parts: dict[int, arb]
    base: arb
    tape: Tape | None

    def chance(self) -> arb:
        """How likely the box is: its cells, and what was chosen beside them."""
        found = self.base
        for part in self.parts.values():
            found = found * part
        return found


@dataclass
class Known:
    """What is made once for the two sides of a question: tapes of formulas, and laws."""

    tapes: dict[Formula, Tape] = field(default_factory=dict)
    laws: dict[object, Law] = field(default_factory=dict)

    def tape(self, formula: Formula) -> Tape:
        if formula not in self.tapes:
            self.tapes[formula] = Tape(formula)
        return self.tapes[formula]

    def law(self, law: object) -> Law:
        if law not in self.laws:
            self.laws[law] = law_of(law)
        return self.laws[law]


class Side:
    """How likely the event is for one input. `inside` and `outside` are the chances of boxes that surely are in it, and
    surely not; `open` is about what is left."""

    def __init__(self, root: Place, event: Shown, known: Known) -> None:
        self.event, self.known = event, known
        self.inside, self.outside = arb(0), arb(0)
        self.open = 0.0
        self.entered = self.left = False
        self.lost = False
        self.numbers = count()
        self.heap: list[tuple[float, int, Open]] = []
        self.tapes: dict[Place, list[Tape] | None] = {}
        self._keep(Open(root, {}, {}, arb(1), None))

    def refine(self) -> None:
        """Look at the likeliest box that is open."""
        weight, _, here = heapq.heappop(self.heap)
        self.open += weight
        if here.tape is None:
            self._follow(here)
            return
        cut = self._cut(here.box, here.tape)
        if cut is None:
            self.lost = True
            return
        number, law, halves = cut
        for half in halves:
            parts = {**here.parts, number: law.chance(half)}
            self._follow(replace(here, box={**here.box, number: half}, parts=parts))

    @property
    def least(self) -> arb:
        """The event is at least so likely."""
        return arb(1) if self.entered and not (self.left or self.heap or self.lost) else self.inside

    @property
    def most(self) -> arb:
        """The event is at most so likely."""
        return arb(0) if not (self.entered or self.heap or self.lost) else 1 - self.outside

    def _keep(self, box: Open) -> None:
        weight = float(box.chance())
        self.open += weight
        heapq.heappush(self.heap, (-weight, next(self.numbers), box))

    def _follow(self, here: Open) -> None:
        """Go on with the run, as far as it is known on all of the box what it does."""
        place = here.place
        while True:
            match place.then:
                case Fork(formula, yes, no):
                    holds = self.known.tape(formula).decided(here.box)
                    if holds is None:
                        return self._counted(replace(here, place=place))
                    place = yes if holds else no
                case Chances(ways):
                    for way, part in ways:
                        self._keep(replace(here, place=way, base=here.base * ball(part), tape=None))
                    return None
                case Over():
                    return self._counted(replace(here, place=place))
                case Lost():
                    self.lost = True
                    return None

    def _counted(self, here: Open) -> None:
        answer, tape = self._answer(here.place, here.box, Work(BRANCHES))
        if answer is None:
            if tape is None:
                self.lost = True
            else:
                self._keep(replace(here, tape=tape))
        elif answer:
            self.inside += here.chance()
            self.entered = True
        else:
            self.outside += here.chance()
            self.left = True

    def _answer(self, place: Place, box: Box, work: Work) -> tuple[bool | None, Tape | None]:
        """Whether runs from there on are in the event, whichever way they go; None: that is not known, but depends on
        this (None: on what is not followed)."""
        work.left -= 1
        while isinstance(fork := place.then, Fork):
            holds = self.known.tape(fork.asked).decided(box)
            if holds is None:
                break
            place = fork.yes if holds else fork.no
        match place.then:
            case Fork(formula, yes, no):
                tape = self.known.tape(formula)
                if work.left < 0:
                    return None, tape
                one, first = self._answer(yes, box, work)
                if one is None:
                    return None, first or tape
                other, second = self._answer(no, box, work)
                return (one, None) if one is other else (None, second or tape)
            case Chances(ways):
                found = None
                for way, _ in ways:
                    answer, tape_ = self._answer(way, box, work) if work.left >= 0 else (None, None)
                    if answer is None or found not in (None, answer):
                        return None, tape_
                    found = answer
                return found, None
            case Over(shown):
                return self._asked(place, shown, box)
            case _:
                return None, None

    def _asked(self, place: Place, shown: Shown, box: Box) -> tuple[bool | None, Tape | None]:
        if place not in self.tapes:
            wanted = asked(self.event, shown)
            self.tapes[place] = None if wanted is None else [self.known.tape(formula) for formula in wanted]
        tapes = self.tapes[place]
        if tapes is None:
            return False, None
        answers = [tape.decided(box) for tape in tapes]
        if False in answers:
            return False, None
        if None not in answers:
            return True, None
        return None, next(tape for tape, answer in zip(tapes, answers, strict=True) if answer is None)

    def _cut(self, box: Box, tape: Tape) -> tuple[int, Law, tuple[Interval, Interval]] | None:
        """The draw whose cell is cut, and its parts: such that most is decided then, or less open, of what does not lie
        far out. Where that is decided, what lies far out is cut off."""
        laws = {number: self.known.law(law) for number, law in tape.laws.items()}
        cores = {number: law.core(box.get(number, ALL)) for number, law in laws.items()}
        ends = tape.enclosed(cores)
        if decided(tape.operation, *ends) is not None:
            return self._without_tail(box, laws, cores)
        best, found, whole = -INF, None, _width(ends)
        for number, law in laws.items():
            halves = law.halves(cores[number])
            if halves is None:
                continue
            chance = float(law.chance(cores[number]))
            score = 1e-9 * chance
            for half in halves:
                ends = tape.enclosed({**cores, number: half})
                part = float(law.chance(half)) / chance if chance else 0.5
                score += part if decided(tape.operation, *ends) is not None else part * _less(_width(ends), whole) / 2
            if score > best:
                (_, first), (second, _) = halves
                low, high = box.get(number, ALL)
                best, found = score, (number, law, ((low, first), (second, high)))
        return found or self._without_tail(box, laws, cores)

    def _without_tail(
        self, box: Box, laws: dict[int, Law], cores: dict[int, Interval]
    ) -> tuple[int, Law, tuple[Interval, Interval]] | None:
        """The likeliest cell that goes on without end, and two parts of it."""
        most, found = -1.0, None
        for number, law in laws.items():
            low, high = box.get(number, ALL)
            chance = float(law.chance((low, high)))
            if chance > most and (low, high) != cores[number]:
                most = chance
                first, second = cores[number]
                step = 1.0 if law.whole else 0.0
                if low == -INF and high == INF:
                    found = number, law, ((low, 0.0), (step, high))
                elif low == -INF:
                    found = number, law, ((low, first), (first + step, high))
                else:
                    found = number, law, ((low, second), (second + step, high))
        return found


def _width(ends: list[Interval]) -> float:
    return sum(high - low if low < high else 0.0 for low, high in ends)


def _less(width: float, before: float) -> float:
    """By which part the width is less than before."""
    if width == INF:
        return 0.0
    return 1.0 if before == INF else 1 - width / before if before else 0.0


@dataclass(frozen=True)
class Weighed:
    """An event is at least so likely for one input, and at most so likely for the other, as balls."""

    left: arb
    right: arb


# So many boxes are looked at between two looks at what is known.
AT_ONCE = 16


def exceeds(
    roots: tuple[Place, Place],
    event: Shown,
    allowed: arb,
    delta: arb,
    known: Known,
    limits: Limits,
) -> Weighed | None:
    """Chances of the event for two inputs, which show that the one is more than `allowed` times the other and delta;
    None where that is not so."""
    with ctx.workprec(BITS):
        left, right = (Side(root, event, known) for root in roots)
        factor, more = float(allowed), float(delta)
        while True:
            limits.check()
            if left.least - allowed * right.most > delta:
                return Weighed(left.least, right.most)
            if float(1 - left.outside) - factor * float(right.inside) <= more:
                return None
            side = left if left.open >= factor * right.open else right
            if not side.heap:
                side = right if side is left else left
            if not side.heap:
                return None
            for _ in range(AT_ONCE):
                if side.heap:
                    side.refine()
