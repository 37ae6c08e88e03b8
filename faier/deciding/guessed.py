"""Claims about every epsilon of a mechanism that keeps noise on the integers -> a violation at a simple one, guessed.

Words are made better letter by letter, as floats say; one that seems to exceed the budget is weighed exactly. What all
outputs of a large mechanism weigh for every epsilon takes much longer to write down.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import partial
from random import Random

from flint import fmpq

from faier.deciding.by_alignment import EMPTY
from faier.deciding.comparison import Comparison, kept_by, neighboring, refuse_silence, refusing
from faier.deciding.finding import Finding
from faier.deciding.question import Question
from faier.deciding.replay import confirm, witness
from faier.deciding.store import Store
from faier.engines.alignment.engine import skeleton_for
from faier.engines.alignment.prices import NotAligned, every_fresh, every_way
from faier.engines.alignment.skeleton import Skeleton, draws_of
from faier.engines.verdict import Coverage, Refuted, Tight
from faier.exact import TooLarge, Undecidable, exceeds, nearest_float, substitute_epsilon
from faier.exact.epsilon import exponential_of
from faier.hmm.model import EndLetter, TellLetter
from faier.hmm.schedule import Step
from faier.lang.values import Real
from faier.limits import LimitReached, Limits
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import Floors, KeptEnd, KeptProcess, KeptTell, Reals, Unbounded, integers
from faier.semantics.kept_floats import Rough, Runs, mass, reach_of
from faier.semantics.kept_words import held, likelihood

VALUES = tuple(fmpq(*value) for value in ((1, 1), (4, 1), (1, 4), (16, 1)))
LARGE = 256
"""Mechanisms of fewer states are left to those who look at all outputs."""

STARTS, TELLS, LETTERS = 4, 6, 64
"""Words that are made better at one value, shown values of each, and letters that are tried in one place."""


def check_large(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """None where no violation was found, or where looking at all outputs is soon done."""
    kept = kept_by(question, store, limits)
    return None if kept is None or len(kept.states) < LARGE else check(question, store, limits)


def check(question: Question, store: Store, limits: Limits) -> Refuted | None:
    """None where no violation was found."""
    name, relation = question.program.epsilon_name, question.subject.relation
    kept = None if name is None or relation is None or question.unknown_reals else kept_by(question, store, limits)
    if kept is None or not _whole(kept):
        return None
    with refusing(question):
        inputs = neighboring(question, limits)
    refuse_silence(question, kept)
    assert name is not None and relation is not None
    comparison = Comparison(EMPTY, inputs, None, kept.drawn, kept.loops)
    try:
        skeleton = skeleton_for(kept, question.mechanism, relation, truth_of(question.program), limits)
        for value in VALUES:
            allowed = nearest_float(exponential_of(question.budget.substitute({name: value})))
            guess = Guess(skeleton, _rough(skeleton.kept, name, value), allowed, question.length or TELLS, limits)
            for path in guess.exceeding():
                found = _exactly(path, question, comparison, kept, (name, value), limits)
                if found is not None:
                    return found
    except (LimitReached, NotAligned, TooLarge, Undecidable, OverflowError):
        pass
    return None


def _whole(kept: KeptProcess) -> bool:
    """Whether it draws integers alone, and shows none of them."""
    shown = any(isinstance(state, KeptTell) and isinstance(state.value, Unbounded) for state in kept.states)
    return not shown and not any(isinstance(fresh, Reals | Floors) for fresh in every_fresh(kept))


def _rough(kept: KeptProcess, name: str, value: fmpq) -> Rough:
    given = {name: value}
    held = max(map(draws_of, kept.states))
    draws = [integers(fresh) for fresh in every_fresh(kept)]
    most = held + max(sum(len(integers(fresh)) for fresh in way.fresh) for way in every_way(kept))
    return Rough(given, reach_of(draws, given, most))


@dataclass(frozen=True)
class Guess:
    skeleton: Skeleton
    rough: Rough
    allowed: float
    tells: int
    limits: Limits

    def exceeding(self) -> Iterator[tuple[list[Step], bool]]:
        """Words that seem to exceed what is allowed, and whether their runs end."""
        draw = Random(0)
        start = self.rough.moved({-1: {(): 1.0}}, {-1: self.skeleton.kept.start})
        for _ in range(STARTS):
            path = self._walked(start, draw)
            best = self._ratio(path, (start, start))
            while path:
                better = self._better(path, start, best, draw)
                if best > self.allowed:
                    yield path, self._ends(path, start)
                    break
                if better is None:
                    break
                best, path = better

    def _walked(self, start: Runs, draw: Random) -> list[Step]:
        """A word that the left run can show."""
        path: list[Step] = []
        node, left, told = 0, start, 0
        while told < self.tells:
            steps = [step for step in self.skeleton.plan.steps[node] if step.left.kind != "end"]
            draw.shuffle(steps)
            after, chosen = next(((runs, one) for one in steps if (runs := self._after(left, one, 0))), (left, None))
            if chosen is None:
                break
            path.append(chosen)
            node, left, told = chosen.target, after, told + (chosen.left.kind == "tell")
        while path and path[-1].left.kind != "tell":
            path.pop()
        return path

    def _better(self, path: list[Step], start: Runs, best: float, draw: Random) -> tuple[float, list[Step]] | None:
        """The word with better letters in some places; None if none is better."""
        found, node, before = list(path), 0, (start, start)
        least = best
        for at, step in enumerate(path):
            others = [one for one in self.skeleton.plan.steps[node] if one is not step and one.target == step.target]
            for other in others if len(others) <= LETTERS else draw.sample(others, LETTERS):
                self.limits.check()
                ratio = self._ratio([other, *found[at + 1 :]], before)
                if ratio > best * (1 + 1e-9):
                    best, found[at] = ratio, other
            before = self._both(before, found[at])
            node = step.target
        return (best, found) if best > least else None

    def _after(self, runs: Runs, step: Step, side: int) -> Runs:
        move = step.right if side else step.left
        return self.rough.moved(runs, {state: self.skeleton.ways(state, move) for state in runs})

    def _both(self, before: tuple[Runs, Runs], step: Step) -> tuple[Runs, Runs]:
        return self._after(before[0], step, 0), self._after(before[1], step, 1)

    def _ratio(self, path: Sequence[Step], before: tuple[Runs, Runs]) -> float:
        for step in path:
            before = self._both(before, step)
        left, right = map(mass, before)
        return left / right if left and right else 0.0

    def _ends(self, path: Sequence[Step], start: Runs) -> bool:
        before = start, start
        for step in path:
            before = self._both(before, step)
        return all(isinstance(self.skeleton.kept.states[state], KeptEnd) for runs in before for state in runs)


def _exactly(
    found: tuple[list[Step], bool],
    question: Question,
    comparison: Comparison,
    kept: KeptProcess,
    at: tuple[str, fmpq],
    limits: Limits,
) -> Refuted | None:
    """The violation, if the word exceeds the budget as seems."""
    path, ended = found
    given = dict((at,))
    word = tuple(step.letter for step in path)
    output = [letter.value for letter in word if isinstance(letter, TellLetter)]
    left, right = (
        substitute_epsilon(likelihood(kept, partial(held, side), output, ended, limits=limits), given)
        for side in comparison.inputs.complete(word)
    )
    if not exceeds(left, right, question.budget.substitute(given)):
        return None
    told = witness(question, comparison, (*word, EndLetter()), left, right)
    told = replace(told, ended=ended, parameters=((at[0], Real(at[1], "fraction")),), unknown=at[0])
    told = confirm(question, told, limits, given)
    return Refuted(Coverage(len(output), False), "search", told, Tight(told.ratio, None, True, told))


def no_bound(question: Question, store: Store, limits: Limits, *_: Finding) -> None:
    """A bound is about every epsilon."""
