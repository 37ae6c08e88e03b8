"""What an event refutes that is more likely for one of two inputs than is allowed: half-lines of what is shown, or what
kind of output it is. Runs that are drawn suggest it, and boxes of noise have its chances (`engines/events`)."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import islice
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.deciding.question import Question
from faier.engines.events.balls import BITS, above, ball, below
from faier.engines.events.guessing import WORTH, Guess, Runs
from faier.engines.events.weighing import Known, Weighed, exceeds
from faier.engines.verdict import Coverage, Refuted, Unwritable, Witness
from faier.exact import TooLarge, Undecidable, exponential_of
from faier.hmm.wholes import Inputs
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.noise import NotFollowed
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.denote.branching import tree

# One round after the other: how many runs are drawn, for how many pairs that seem the nearest, how many of their
# guesses are weighed, and the seconds for one.
ROUNDS = ((500, 40, 2, 0.3), (3_000, 8, 3, 1.5), (0, 4, 2, 6.0))

# Decimal digits of chances that are told.
DIGITS = 12

Found: TypeAlias = tuple[tuple[Inputs, ...], tuple[Value, ...], Weighed]

UNWRITABLE = Unwritable("the checker does not compute how likely half-lines of numbers computed of noise are")


def refuted(question: Question, pairs: Iterable[tuple[Inputs, Inputs]], limits: Limits) -> Refuted | None:
    """What tells one of these pairs apart, by the likeliest guess first."""
    made = (_compared(question, left, right, limits) for left, right in pairs)
    waiting: Iterable[_Compared] = (pair for pair in made if pair is not None)
    try:
        with ctx.workprec(BITS):
            allowed, delta = ball(exponential_of(question.budget)), ball(question.delta or fmpq(0))
        for runs, most, guesses, moment in ROUNDS:
            seen: list[_Compared] = []
            for pair in islice(waiting, most):
                found = pair.refuted(runs, guesses, moment, allowed, delta, limits)
                if found is not None:
                    return _verdict(question, *found)
                seen.append(pair)
            waiting = sorted((pair for pair in seen if pair.score > -WORTH), key=lambda pair: -pair.score)
    except (LimitReached, TooLarge, Undecidable):
        pass
    return None


def _compared(question: Question, left: Inputs, right: Inputs, limits: Limits) -> _Compared | None:
    try:
        name = question.mechanism.name
        one, other = (tree(question.program, name, side, limits) for side in (left, right))
        return _Compared((left, right), Runs((one, other), Known(), limits))
    except (Rejected, NotFollowed, Failure):
        return None


@dataclass
class _Compared:
    """Two inputs, the runs that were drawn for them, and how near the best guess comes to be more than is allowed, in
    deviations; which guesses were `tried`, and for how long."""

    inputs: tuple[Inputs, Inputs]
    runs: Runs
    score: float = -math.inf
    tried: set[tuple[str, float]] = field(default_factory=set)

    def refuted(self, more: int, most: int, moment: float, allowed: arb, delta: arb, limits: Limits) -> Found | None:
        """An event that is more likely than is allowed, by so many runs more; a guess is weighed for a moment."""
        try:
            self.runs.draw(more)
            self.score = -math.inf
            for turned in (False, True):
                guesses = self.runs.best(turned, float(allowed), float(delta))
                self.score = max([self.score, *(guess.score for guess in guesses)])
                for guess in guesses[:most]:
                    weighed = self._weighed(guess, turned, moment, allowed, delta, limits)
                    if weighed is not None:
                        return self.inputs[::-1] if turned else self.inputs, guess.event, weighed
        except (NotFollowed, Failure):
            self.score = -math.inf
        return None

    def _weighed(
        self, guess: Guess, turned: bool, moment: float, allowed: arb, delta: arb, limits: Limits
    ) -> Weighed | None:
        key = f"{turned} {guess.event}", moment
        if guess.score < WORTH or key in self.tried:
            return None
        self.tried.add(key)
        one, other = self.runs.roots[::-1] if turned else self.runs.roots
        try:
            return exceeds((one, other), guess.event, allowed, delta, self.runs.known, limits.at_most(moment))
        except LimitReached:
            limits.check()
            return None


def _verdict(question: Question, inputs: tuple[Inputs, ...], event: tuple[Value, ...], weighed: Weighed) -> Refuted:
    witness = _witness(question, inputs, event, weighed)
    return Refuted(Coverage(len(event), False), "search", witness, None, UNWRITABLE)


def _witness(question: Question, inputs: tuple[Inputs, ...], event: tuple[Value, ...], found: Weighed) -> Witness:
    left, right = _rounded(below(found.left), -1), _rounded(above(found.right), 1)
    with_delta = question.delta != 0
    return Witness(
        left=tuple(inputs[0].items()),
        right=tuple(inputs[1].items()),
        output=event,
        ended=True,
        probability_left=left,
        probability_right=right,
        ratio=left / right if right != 0 else None,
        outputs=(event,) if with_delta else (),
        excess=left - _factor(question) * right if with_delta else None,
        rounded=True,
    )


def _factor(question: Question) -> fmpq:
    with ctx.workprec(BITS):
        return _rounded(above(ball(exponential_of(question.budget))), 1)


def _rounded(number: fmpq, way: int) -> fmpq:
    """A number of few digits that is not below (above, where the way is -1)."""
    if number == 0 or number == 1:
        return number
    scale = fmpq(10) ** (DIGITS - round(math.log10(float(number))))
    scaled = number * scale
    return (scaled.ceil() if way > 0 else scaled.floor()) / scale
