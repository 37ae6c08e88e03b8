"""A question -> what is known about its outputs of every length, where runs need not end: a factor that holds for
all of them (`coupling`), or words whose ratio grows without end (`growth`), or nothing.

Both are proved exactly by their engines, and the proofs are kept: certificates are made of them. The pairs are built
without a bound on the length. Besides the claim's own time limit, work is counted, so what is found does not
depend on the machine; where that does not suffice, nothing is known.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cache
from math import log

from flint import fmpq

from faier.deciding.comparison import Comparison, comparisons, explored
from faier.deciding.kept_cells import boxed_pairs, weights_of
from faier.deciding.question import Question, given
from faier.deciding.replay import confirm, witness
from faier.deciding.store import Store
from faier.engines.coupling import engine as coupling
from faier.engines.growth import engine as growth
from faier.engines.verdict import Growth, OnCells, Witness
from faier.exact import Number, TooLarge, Undecidable, compare, exceeds, nearest_float, substitute_epsilon
from faier.hmm.forward import forward
from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.lang.values import Real, show_value
from faier.limits import LimitReached, Limits, Work
from faier.semantics.boxes import Grid
from faier.semantics.kept import KeptProcess

# The most nodes of a pair that are built, and the most steps of either engine for all pairs of a subject.
NODES = 20_000
GROWTH_WORK = 20_000_000
COUPLING_WORK = 40_000_000

# The most boxes of draws that are kept, at the place where a cycle turns.
BOXES = 400

# Growth is looked for on a finer grid again where the last one showed so much more.
MORE = 1.02

# Values of an unknown epsilon at which growth is looked for.
VALUES = (fmpq(1), fmpq(1, 4), fmpq(4))

# The most turns of a cycle in a witness.
_TURNS = 4_096


@dataclass(frozen=True)
class Bounded:
    """A pair, and the proof of its factor."""

    comparison: Comparison
    coupling: coupling.Coupling


@dataclass(frozen=True)
class Endless:
    """`upper` is a factor that no output exceeds (None: none is known), by the proofs of all pairs of the subject.
    With `grown`, none exists."""

    upper: Number | None = None
    grown: Grown | None = None
    proofs: tuple[Bounded, ...] = ()


@dataclass(frozen=True)
class Grown:
    """The words of `divergence` in a pair, whose ratios exceed every factor."""

    comparison: Comparison
    divergence: growth.Divergence
    kept: KeptProcess | None = None  # of whose words the weights of the pair are bounds
    grid: Grid | None = None  # the cells of these bounds

    @property
    def told(self) -> Growth:
        prefix, cycle, suffix = growth.letters(self.comparison.pair, self.divergence)
        one, two, three = (tuple(map(_text, part)) for part in (prefix, cycle, suffix))
        on_cells = None if self.grid is None else OnCells(prefix, cycle, self.grid)
        return Growth(one, two, three, self.divergence.per_cycle, on_cells)


def growing(question: Question, store: Store, limits: Limits) -> Grown | None:
    """Words whose ratios exceed every factor, if there are some."""
    within = replace(limits, states=min(limits.states, NODES), work=Work(GROWTH_WORK))
    grown = growing_kept(question, store, within) if question.draws_without_bounds else None
    if grown is not None:
        return grown
    try:
        for comparison in comparisons(replace(question, length=None), store, within, whole=True):
            found = None if comparison.conditional else growth.diverges(comparison.pair, within)
            if found is not None:
                return Grown(comparison, found)
    except (LimitReached, TooLarge, Undecidable):
        pass
    return None


def growing_kept(question: Question, store: Store, limits: Limits) -> Grown | None:
    """The same of a mechanism that keeps noise without bounds: cell by cell, on finer and finer grids while that shows
    more."""
    best: Grown | None = None
    try:
        for kept, grid, comparison in boxed_pairs(question, store, limits):
            found = None if comparison.conditional else growth.diverges(comparison.pair, limits, BOXES)
            if found is not None and best is not None and _worth(found) < MORE * _worth(best.divergence):
                break
            if found is not None:
                best = Grown(comparison, found, kept, grid)
    except (LimitReached, TooLarge, Undecidable):
        pass
    return best


def _worth(found: growth.Divergence) -> float:
    """The growth for each letter."""
    return log(nearest_float(found.per_cycle)) / len(found.cycle)


def endless(question: Question, store: Store, limits: Limits) -> Endless:
    """What can be proved about outputs of every length."""
    within = replace(limits, states=min(limits.states, NODES))
    growing, coupling_ = replace(within, work=Work(GROWTH_WORK)), replace(within, work=Work(COUPLING_WORK))
    upper: Number | None = None
    proofs: list[Bounded] = []
    unbounded = False
    try:
        for comparison in comparisons(replace(question, length=None), store, within, whole=True):
            if comparison.conditional:
                return Endless()  # neither engine checks what unknowns must make true
            found = growth.diverges(comparison.pair, growing)
            if found is not None:
                return Endless(None, Grown(comparison, found))
            proved = None if unbounded else coupling.prove(comparison.pair, None, coupling_)
            within.check()
            if proved is None:
                unbounded = True
                continue
            proofs.append(Bounded(comparison, proved))
            if upper is None or compare(proved.factor, upper) > 0:
                upper = proved.factor
    except (LimitReached, TooLarge, Undecidable):
        return Endless()
    return Endless() if unbounded else Endless(upper, None, tuple(proofs))


def grown_at(question: Question, store: Store, name: str, limits: Limits) -> tuple[Grown, Witness] | None:
    """Growth at a simple value of an unknown epsilon: no multiple of it is enough there. With an output that exceeds
    the epsilon of the question."""
    within = replace(limits, states=min(limits.states, NODES), work=Work(GROWTH_WORK))
    if isinstance(explored(question, store, limits), KeptProcess):
        return _grown_kept_at(question, name, within, limits)
    try:
        for comparison in comparisons(replace(question, length=None), store, within, whole=True):
            for value in VALUES:
                at = {name: value}
                substituted = cache(lambda weight, at=at: substitute_epsilon(weight, at))
                pair = comparison.pair.mapped(substituted, substituted)
                found = growth.diverges(pair, within)
                if found is None:
                    continue
                grown = Grown(replace(comparison, pair=pair), found)
                asked = replace(question, epsilon=question.budget.substitute(at))
                told = exceeding(asked, grown, limits, at)
                if told is not None:
                    return grown, told
    except (LimitReached, TooLarge, Undecidable):
        pass
    return None


def _grown_kept_at(question: Question, name: str, within: Limits, limits: Limits) -> tuple[Grown, Witness] | None:
    for value in VALUES:
        asked = given(question, name, value)
        grown = None if asked is None else growing_kept(asked, Store(), within)
        told = None if asked is None or grown is None else exceeding(asked, grown, limits, {name: value})
        if grown is not None and told is not None:
            return grown, told
    return None


def exceeding(
    question: Question, grown: Grown, limits: Limits, at_epsilon: Mapping[str, fmpq] | None = None
) -> Witness | None:
    """An output of the growing family that exceeds e^epsilon, recomputed by `denote`; None if it would be too long. The
    family may be one `at_epsilon`, a value of an unknown epsilon."""
    pair = grown.comparison.pair
    prefix, cycle, suffix = growth.letters(pair, grown.divergence)
    near = growth.around(pair) or pair  # rational, so that words are tried fast; their ratios are no greater

    def word(turns: int) -> tuple[Letter, ...]:
        return (*prefix, *cycle * turns, *suffix)

    def exact(turns: int) -> tuple[Number, Number]:
        limits.check()
        if grown.kept is not None:
            return weights_of(grown.kept, grown.comparison, word(turns), limits)
        left, right = forward(pair, word(turns))
        return left / pair.left_mass, right / pair.right_mass

    turns, last = 1, 0
    while turns <= _TURNS:
        limits.check()
        left, right = forward(near, word(turns))
        if left != 0 and exceeds(left / near.left_mass, right / near.right_mass, question.budget):
            left, right = exact(turns)
            while grown.kept is not None and turns - last > 1:  # what is exact exceeds sooner
                fewer = (turns + last) // 2
                one, other = exact(fewer)
                if exceeds(one, other, question.budget):
                    turns, left, right = fewer, one, other
                else:
                    last = fewer
            found = witness(question, grown.comparison, word(turns), left, right)
            for name, value in (at_epsilon or {}).items():
                found = replace(found, parameters=(*pair.parameters, (name, Real(value, "fraction"))), unknown=name)
            return confirm(question, found, limits, at_epsilon)
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
