"""A subject -> what is known about its outputs of every length, where runs need not end: a factor that holds for
all of them (`coupling`), or words whose ratio grows without end (`growth`), or nothing.

Both are proved exactly by their engines. The pairs are built without a bound on the length; where that, or the time,
does not suffice, nothing is known.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace

from faier.comparison import Comparison, Model, Subject, comparisons, model
from faier.engines import coupling, growth
from faier.exact import Epsilon, Number, TooLarge, Undecidable, compare, exceeds
from faier.hmm.forward import forward
from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.lang.syntax import Program
from faier.lang.values import show_value
from faier.limits import DEFAULTS, LimitReached, Limits
from faier.replay import confirm, witness
from faier.verdict import Growth, Witness

# Seconds that are spent on outputs of every length, and the most nodes of a pair that are built for that.
PATIENCE = 8.0
NODES = 20_000

# The most turns of a cycle in a witness.
_TURNS = 4_096


@dataclass(frozen=True)
class Endless:
    """`upper` is a factor that no output exceeds (None: none is known). With `grown`, none exists."""

    upper: Number | None = None
    grown: Grown | None = None


@dataclass(frozen=True)
class Grown:
    """The words of `divergence` in a pair, whose ratios exceed every factor."""

    comparison: Comparison
    divergence: growth.Divergence

    @property
    def told(self) -> Growth:
        prefix, cycle, suffix = growth.letters(self.comparison.pair, self.divergence)
        one, two, three = (tuple(map(_text, part)) for part in (prefix, cycle, suffix))
        return Growth(one, two, three, self.divergence.per_cycle)


def endless(program: Program, subject: Subject, limits: Limits = DEFAULTS, model: Model = model) -> Endless:
    """What can be proved about outputs of every length."""
    moment = time.monotonic() + PATIENCE
    deadline = moment if limits.deadline is None else min(limits.deadline, moment)
    within = replace(limits, deadline=deadline, states=min(limits.states, NODES))
    upper: Number | None = None
    unbounded = False
    try:
        for comparison in comparisons(program, subject, None, within, model, whole=True):
            found = growth.diverges(comparison.pair, within)
            if found is not None:
                return Endless(None, Grown(comparison, found))
            proved = None if unbounded else coupling.prove(comparison.pair, None, within)
            within.check()
            if proved is None:
                unbounded = True
            elif upper is None or compare(proved.factor, upper) > 0:
                upper = proved.factor
    except (LimitReached, TooLarge, Undecidable):
        return Endless()
    return Endless(None if unbounded else upper)


def exceeding(
    program: Program, subject: Subject, grown: Grown, epsilon: Epsilon, limits: Limits = DEFAULTS
) -> Witness | None:
    """An output of the growing family that exceeds e^epsilon, recomputed by `denote`; None if it would be too long."""
    pair = grown.comparison.pair
    prefix, cycle, suffix = growth.letters(pair, grown.divergence)
    turns = 1
    while turns <= _TURNS:
        limits.check()
        word = (*prefix, *cycle * turns, *suffix)
        left, right = forward(pair, word)
        left, right = left / pair.left_mass, right / pair.right_mass
        if left != 0 and exceeds(left, right, epsilon):
            found = witness(program, subject, grown.comparison, word, left, right)
            confirm(program, subject, found, limits)
            return found
        turns += max(1, turns // 8)
    return None


def _text(letter: Letter) -> str:
    match letter:
        case AskLetter(entry, left, right):
            place = "".join(f"[{index}]" for index in entry.index or ())
            one, other = show_value(left), show_value(right)
            return (
                f"{entry.input}{place}: {one}" if one == other else f"{entry.input}{place}: {one} left, {other} right"
            )
        case TellLetter(value):
            return f"shows {show_value(value)}"
        case EndLetter():
            return "ends"
