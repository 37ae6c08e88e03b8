"""Claims about mechanisms that keep noise -> a violation, guessed; for every epsilon, at a simple one.

Words are made better letter by letter, and longer by what may be repeated, as floats say; one that seems to exceed the
budget is weighed exactly. What all outputs of a large mechanism weigh, or for every epsilon, takes much longer to find.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from math import inf, log
from operator import itemgetter
from random import Random

from flint import fmpq

from faier.deciding import unknowns
from faier.deciding.at_epsilons import of_every
from faier.deciding.comparison import (
    Comparison,
    ends,
    explored,
    kept_by,
    neighboring,
    of_kept,
    refuse_silence,
    refusing,
    unfolded,
)
from faier.deciding.endless import growing
from faier.deciding.finding import Finding
from faier.deciding.question import Question, given
from faier.deciding.replay import confirm, witness
from faier.deciding.store import Store
from faier.engines.alignment.engine import skeleton_for
from faier.engines.alignment.prices import NotAligned
from faier.engines.alignment.skeleton import Skeleton
from faier.engines.verdict import Coverage, Refuted, Tight, Witness
from faier.exact import ONE, TooLarge, Undecidable, compare, exceeds, nearest_float
from faier.exact.epsilon import exponential_of
from faier.hmm.model import EndLetter, TellLetter
from faier.hmm.schedule import Move, Step
from faier.lang.diagnostics import Rejected
from faier.lang.values import Near, Value
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import KeptEnd, KeptProcess, KeptTell, Unbounded
from faier.semantics.kept_floats import Rough, Runs, Values, rough_for
from faier.semantics.kept_given import given as process_given
from faier.semantics.kept_words import held, likelihood

VALUES = tuple(fmpq(*value) for value in ((1, 1), (4, 1), (1, 4), (16, 1)))
LARGE = 256
"""Mechanisms of fewer states that end are left to those who look at all outputs."""

TELLS, WALKS, LETTERS = (1, 2, 4, 6), 3, 64
"""Shown values of words that are made better at one value, beginnings of which the longest is taken, and letters that
are tried in one place."""

LONGEST, TURN, TURNS = 48, 4, (1, 2, 4)
"""Shown values of a word that was made longer; steps of what is repeated, and how often it is at once."""

BETTER, GAIN = 1.01, 1e-4
"""A word that did not exceed the budget after all is weighed again when floats say so much more of it; a longer one
must seem to exceed so much more."""

LEAST_GAIN, HALF = 1e-8, 0.5
"""So much more a longer word must seem to exceed where ends are to meet, and the part of the time for it."""

TOLD = (-20, *range(-6, 10), 20)
"""Numbers that are shown where any may be."""

PART, STEADY = 0.5, 0.9
"""Twice as many turns of what grows without end make it exceed by so much of what they did at least, as many again by
no less than so much of that."""

FAINT = 1e-6
"""What is less likely may be more likely on the other side than seems: draws are cut off."""


def check_first(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """None where no violation was found, or where looking at all outputs is soon done."""
    return None if _is_small(question, store, limits) else check(question, store, limits)


def check_last(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """Of what was left to others; None where no violation was found."""
    return check(question, store, limits) if _is_small(question, store, limits) else None


def _is_small(question: Question, store: Store, limits: Limits) -> bool:
    found = explored(question, store, limits)
    return ends(found) and len(found.states) < LARGE


def check(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """None where no violation was found."""
    try:
        for trial in _trials(question, store, limits):
            allowed = nearest_float(exponential_of(trial.question.budget))
            guess = trial.guess(allowed, BETTER, GAIN, limits)
            for word in guess.exceeding():
                found = trial.exactly(word, limits)
                if exceeds(found.probability_left, found.probability_right, trial.question.budget):
                    refuted = trial.refuted(found, limits)
                    if question.length is None and guess.goes_on(word):
                        return _growing(refuted, question, store, limits.share(HALF)) or refuted
                    return refuted
    except (LimitReached, NotAligned, TooLarge, Undecidable, OverflowError):
        pass
    return None


def _growing(found: Refuted, question: Question, store: Store, limits: Limits) -> Refuted | None:
    """That no epsilon is enough says more than one output."""
    if question.parametric:
        return unknowns.check_growing(question, store, limits)
    grown = growing(question, store, limits)
    if grown is None:
        return None
    tight = Tight(None, None, False, found.witness, grown.told)
    return Refuted(replace(found.coverage, all=True), "growth", found.witness, tight, grown)


def raised(found: Finding, question: Question, store: Store, limits: Limits) -> Finding:
    """What was found of some outputs, with a greater lower end where a guessed word has one."""
    tight = found.tight or Tight(ONE, None, False, None)
    if question.parametric or tight.lower is None:
        return found
    try:
        for trial in _trials(question, store, limits):
            best = trial.guess(nearest_float(tight.lower), 1.0, LEAST_GAIN, limits.share(HALF)).best()
            told = None if best is None else confirm(question, trial.exactly(best, limits), limits)
            if told is not None and told.ratio is None:
                return replace(found, tight=Tight(None, None, True, told), reason=None)
            if told is not None and compare(told.ratio, tight.lower) > 0:
                found = replace(found, tight=replace(tight, lower=told.ratio, attained=False, witness=told))
    except (LimitReached, NotAligned, TooLarge, Undecidable, OverflowError):
        pass
    return found


@dataclass(frozen=True)
class Trial:
    """A question that is asked at a value of its unknown epsilon, if it has one."""

    question: Question
    at: Mapping[str, fmpq]
    skeleton: Skeleton
    comparison: Comparison

    @property
    def kept(self) -> KeptProcess:
        return self.skeleton.kept

    def guess(self, allowed: float, step: float, gain: float, limits: Limits) -> Guess:
        return Guess(self.skeleton, rough_for(self.kept), allowed, step, gain, self.question.length, limits)

    def exactly(self, steps: Sequence[Step], limits: Limits) -> Witness:
        """What the word weighs."""
        word = tuple(step.letter for step in steps)
        output = [letter.value for letter in word if isinstance(letter, TellLetter)]
        states = {way.target for way in self.kept.start}
        for step in steps:
            moves = (step.left, step.right)
            states = {way.target for state in states for move in moves for way in self.skeleton.ways(state, move)}
        ended = all(isinstance(self.kept.states[state], KeptEnd) for state in states)
        left, right = (
            likelihood(self.kept, partial(held, side), output, ended, limits=limits)
            for side in self.comparison.inputs.complete(word)
        )
        return replace(witness(self.question, self.comparison, (*word, EndLetter()), left, right), ended=ended)

    def refuted(self, found: Witness, limits: Limits) -> Refuted:
        told = confirm(self.question, found, limits)
        refuted = Refuted(Coverage(len(told.output), False), "search", told, Tight(told.ratio, None, True, told))
        for name, value in self.at.items():
            refuted = of_every(refuted, name, value)
        return refuted


def _trials(question: Question, store: Store, limits: Limits) -> Iterator[Trial]:
    """None where nothing is guessed of the mechanism."""
    name, relation = question.program.epsilon_name, question.subject.relation
    kept = None if relation is None or question.unknown_reals else _kept(question, store, limits)
    if kept is None or relation is None or question.parametric != (name is not None):
        return
    with refusing(question):
        inputs = neighboring(question, limits)
    refuse_silence(question, kept)
    skeleton = skeleton_for(kept, question.mechanism, relation, truth_of(question.program), limits)
    for at in [{name: value} for value in VALUES] if name is not None else [dict[str, fmpq]()]:
        asked = given(question, *next(iter(at.items()))) if at else question
        if asked is not None:
            fixed = replace(skeleton, kept=process_given(skeleton.kept, at), staying={})
            yield Trial(asked, at, fixed, of_kept(inputs, fixed.kept))


def _kept(question: Question, store: Store, limits: Limits) -> KeptProcess | None:
    """With draws where an unknown epsilon is in the chances, too: those of numbers are found soon."""
    kept = kept_by(question, store, limits)
    if kept is None and question.parametric:
        with suppress(Rejected):
            return unfolded(question, store, limits)
    return kept


Both = tuple[Runs, Runs]


@dataclass(frozen=True)
class Guess:
    skeleton: Skeleton
    rough: Rough
    allowed: float
    step: float  # how much more a word that is told next must seem to exceed
    gain: float  # how much more a longer word must seem to exceed
    length: int | None
    limits: Limits
    draw: Random = field(default_factory=lambda: Random(0))
    known: dict[Step, list[Step]] = field(default_factory=dict)

    def exceeding(self) -> Iterator[list[Step]]:
        """Words that seem to exceed what is allowed, short ones first."""
        least, found = self.allowed, list[tuple[float, list[Step]]]()
        for word in [max((self._walked(tells) for _ in range(WALKS)), key=len) for tells in TELLS]:
            climbed, least = yield from self._climbed(word, least, self._better)
            found.append(climbed)
        _, word = max(found, key=itemgetter(0))
        yield from self._climbed(word, least, self._longer, self._better)

    def best(self) -> list[Step] | None:
        """The last word that seems to exceed what is allowed, as far as the limits go."""
        found = None
        with suppress(LimitReached):
            for word in self.exceeding():
                found = word
        return found

    def _climbed(
        self, word: list[Step], least: float, *improving: Callable[[list[Step]], tuple[float, list[Step]]]
    ) -> Generator[list[Step], None, tuple[tuple[float, list[Step]], float]]:
        """A word for which nothing better is found with its ratio, and what the next that is told must exceed."""
        best, better = 0.0, word
        while better:
            word = better
            if best > least:
                yield word
                least = best * self.step
            for improve in improving:
                best, better = improve(word)
                if better:
                    break
        return (best, word), least

    def _walked(self, tells: int) -> list[Step]:
        """A word that the left run can show, of so many shown values at most."""
        word: list[Step] = []
        node, left, told = 0, self._start()[0], 0
        while told < (tells if self.length is None else min(tells, self.length)):
            steps = [step for step in self.skeleton.plan.steps[node] if step.left.kind != "end"]
            self.draw.shuffle(steps)
            several = (self._told(step) for step in steps)
            ways = (one for told in several for one in self.draw.sample(told, len(told)))
            after, chosen = next(((runs, one) for one in ways if (runs := self._after(left, one, 0))), (left, None))
            if chosen is None:
                break
            word.append(chosen)
            node, left, told = chosen.target, after, told + (chosen.left.kind == "tell")
        while word and word[-1].left.kind != "tell":
            word.pop()
        return word

    def _better(self, word: list[Step]) -> tuple[float, list[Step]]:
        """The word with better letters in some places; empty if none is better."""
        tail = self._tail(word)
        before, node, found = self._start(), 0, list(word)
        first = best = tail.ratio(before, 0)
        for at, step in enumerate(word):
            others = [one for one in self._steps(node) if one is not step and one.target == step.target]
            chances: dict[tuple[int, Move, Value | None], float] = {}
            for other in others if len(others) <= LETTERS else self.draw.sample(others, LETTERS):
                self.limits.check()
                told = other.letter.value if isinstance(other.letter, TellLetter) else None
                for side, move in enumerate((other.left, other.right)):
                    if (side, move, told) not in chances:
                        after = self._after(before[side], other, side)
                        chances[side, move, told] = tail.weight(after, at + 1, side)
                ratio = quotient(chances[0, other.left, told], chances[1, other.right, told])
                if ratio > best * (1 + 1e-9):
                    best, found[at] = ratio, other
            before = self._both(before, found[at])
            node = step.target
        return best, found if best > first * (1 + 1e-9) else []

    def _longer(self, word: list[Step]) -> tuple[float, list[Step]]:
        """The word with a part of it repeated, where it may be; empty if that is no better."""
        tail, befores, nodes = self._tail(word), self._befores(word), [0, *(step.target for step in word)]
        best = first = tail.ratio(befores[0], 0)
        tells, most = sum(step.left.kind == "tell" for step in word), self.length or LONGEST
        found: list[Step] = []
        for start in range(len(word)):
            for end in range(start + 1, min(start + TURN, len(word)) + 1):
                if nodes[start] != nodes[end] or (end < len(word) and word[end] == word[start]):
                    continue  # repeating what begins a step later comes to the same word
                turn = word[start:end]
                told = sum(step.left.kind == "tell" for step in turn)
                both = befores[end]
                for turns in range(1, max(TURNS) + 1):
                    self.limits.check()
                    for step in turn:
                        both = self._both(both, step)
                    if turns not in TURNS or tells + turns * told > most:
                        continue
                    ratio = tail.ratio(both, end)
                    if ratio > max(best, first * (1 + self.gain)):
                        best, found = ratio, [*word[:end], *turn * turns, *word[end:]]
        return best, found

    def _tail(self, word: list[Step]) -> Tail:
        return Tail(self.skeleton, self.rough, word)

    def goes_on(self, word: list[Step]) -> bool:
        """Whether the ratio seems to grow without end where what the word repeats is repeated further."""
        nodes, found = [0, *(step.target for step in word)], list[tuple[int, int, int]]()
        for start in range(len(word)):
            for end in range(start + 1, min(start + TURN, len(word)) + 1):
                turn, times = word[start:end], 1
                while nodes[start] == nodes[end] and word[start + times * len(turn) :][: len(turn)] == turn:
                    times += 1
                found.append((times, start, end))
        times, start, end = max(found, default=(0, 0, 0))
        if times < 2:
            return False
        turn = word[start:end] * times
        first, second, third = (
            self._tail([*word[:end], *turn * more, *word[end:]]).ratio(self._start(), 0) for more in range(3)
        )
        if not 1 < first < second < third < inf:
            return False
        more, further = log(second / first), log(third / second)
        return more > PART * log(first) * len(turn) / len(word) and further > STEADY * more

    def _start(self) -> Both:
        start = self.rough.moved({-1: {(): 1.0}}, {-1: self.skeleton.kept.start})
        return start, start

    def _befores(self, word: Sequence[Step]) -> list[Both]:
        found = [self._start()]
        for step in word:
            found.append(self._both(found[-1], step))
        return found

    def _steps(self, node: int) -> list[Step]:
        """What may come next, with numbers where any may be shown."""
        return [one for step in self.skeleton.plan.steps[node] for one in self._told(step)]

    def _told(self, step: Step) -> list[Step]:
        if step not in self.known:
            states = range(len(self.skeleton.kept.states)) if step.left.kind == "tell" else ()
            telling = next((at for at in states if self.skeleton.does(at, step.left)), None)
            shown = None if telling is None else unbounded(self.skeleton, telling)
            numbers = () if shown is None else TOLD
            told = [Near(fmpq(number)) if shown is not None and shown.real else number for number in numbers]
            self.known[step] = [replace(step, letter=TellLetter(one)) for one in told] or [step]
        return self.known[step]

    def _after(self, runs: Runs, step: Step, side: int) -> Runs:
        move = step.right if side else step.left
        return self.rough.moved(
            {state: self._telling(state, weights, step) for state, weights in runs.items()},
            {state: self.skeleton.ways(state, move) for state in runs},
        )

    def _telling(self, state: int, weights: dict[Values, float], step: Step) -> dict[Values, float]:
        """What is left of a run's values when it tells what the step says."""
        shown = unbounded(self.skeleton, state)
        if shown is None or not isinstance(step.letter, TellLetter):
            return weights
        told = step.letter.value
        return {values: weight for values, weight in weights.items() if self.rough.tells(shown, values, told)}

    def _both(self, before: Both, step: Step) -> Both:
        return self._after(before[0], step, 0), self._after(before[1], step, 1)


def unbounded(skeleton: Skeleton, state: int) -> Unbounded | None:
    """What a state tells, if that may be any number."""
    found = skeleton.kept.states[state]
    return found.value if isinstance(found, KeptTell) and isinstance(found.value, Unbounded) else None


def quotient(left: float, right: float) -> float:
    """Infinite where the right side seems impossible, and the left one does not."""
    if right:
        return left / right
    return inf if left > FAINT else 0.0


@dataclass(frozen=True)
class Tail:
    """How likely it is to show the rest of a word, by where a run is."""

    skeleton: Skeleton
    rough: Rough
    word: Sequence[Step]
    known: dict[tuple[int, int, int], dict[Values, float]] = field(default_factory=dict)

    def ratio(self, before: Both, at: int) -> float:
        return quotient(self.weight(before[0], at, 0), self.weight(before[1], at, 1))

    def weight(self, runs: Runs, at: int, side: int) -> float:
        return sum(
            weight * self.chance(at, side, state, values)
            for state, weights in runs.items()
            for values, weight in weights.items()
        )

    def chance(self, at: int, side: int, state: int, values: Values) -> float:
        if at == len(self.word):
            return 1.0
        known = self.known.setdefault((at, side, state), {})
        found = known.get(values)
        if found is None:
            step, found, shown = self.word[at], 0.0, unbounded(self.skeleton, state)
            ways = self.skeleton.ways(state, step.right if side else step.left)
            if shown is not None and isinstance(step.letter, TellLetter):
                ways = ways if self.rough.tells(shown, values, step.letter.value) else ()
            for way in ways:
                onward = self.rough.onward(self.rough.kernel(way), way, values)
                found += self.rough.share(way) * sum(
                    chance * self.chance(at + 1, side, way.target, target) for target, chance in onward
                )
            known[values] = found
        return found


def no_bound(question: Question, store: Store, limits: Limits, *_: Finding) -> None:
    """A bound is about all outputs."""
