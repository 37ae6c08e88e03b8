"""A Renyi divergence that exceeds a claim -> the witness of that, computed a second time.

Where outputs can be listed their probabilities are those that `denote` computes from the file itself, and so they are
for integers without bounds, of which as many are added up as it takes: each adds something, so less than all of them is
less than the divergence. With reals the densities are compared with those of `denote` at a few points, and are
integrated once more, by another rule. Of several numbers that are drawn each by itself the sums are multiplied.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import pairwise
from typing import TypeAlias

from flint import arb, ctx, fmpq

from faier.deciding.alike import ALIKE, densities
from faier.deciding.measuring import Pair
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT, Mismatch, confirm_neighbors, likelihoods
from faier.engines.density import again
from faier.engines.density.curve import deviation
from faier.engines.density.law import PLACE, Lattice, Output, Product, filled
from faier.engines.density.mixture import Mixture, Part
from faier.engines.density.rounding import above, below
from faier.engines.density.several import products_of
from faier.engines.measures.orders import renyi
from faier.engines.verdict import Diverged, Witness
from faier.exact import ZERO, Epsilon, Number, enclose
from faier.exact.enclosure import ends
from faier.exact.simplest import simplest_between
from faier.lang.noise import NotFollowed
from faier.lang.values import Near, Sequence, Value, whole
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Reals

BITS = 200
NOT_TWICE = "what the divergence was found to be exceeds the claim by too little to be told twice"
# Two computations of an integral agree up to this.
CLOSE = arb(10) ** -9
# Integers so far outside of those that are listed are added up, at most.
FAR = 1 << 12
# Of one of several integers so many around both centers are added up.
AROUND = 64
# A real is integrated over so many intervals on each side at most, and some at least, by a rule with so many points.
INTERVALS, SOME, POINTS = 400, 8, 16


class Unconfirmed(Exception):
    """Why a second computation does not tell that the claim is exceeded."""


_Spot: TypeAlias = tuple[fmpq, fmpq, Output, Mixture, Mixture]
"""A real, and how far from it another one may be told; in which output it is, with its mixtures."""


@dataclass(frozen=True)
class _Term:
    """What an output adds, with what is shown and how likely it is on both sides."""

    size: arb | None  # None: it is infinite
    output: tuple[Value, ...]
    left: Number
    right: Number
    rounded: bool = False


def confirmed(question: Question, pair: Pair, alpha: fmpq, allowed: Epsilon, limits: Limits) -> Witness:
    """The witness that the divergence of the order is more than allowed."""
    again_ = _Again(question, pair, alpha, limits.extended(MOMENT))
    confirm_neighbors(question, again_.witness(_Term(arb(0), (), ZERO, ZERO)))
    with ctx.workprec(BITS):
        goal = (allowed.enclose(BITS) * arb(alpha - 1)).exp()
    telling = again_.exceeding(goal)
    found = renyi(pair.pairing, alpha, limits)
    return replace(again_.witness(telling), diverged=Diverged(alpha, found.lower, found.upper, found.exact))


class _Again:
    """The sum of P**alpha * Q**(1 - alpha), added up until it is more than a goal."""

    def __init__(self, question: Question, pair: Pair, alpha: fmpq, limits: Limits) -> None:
        self.question, self.pair, self.alpha, self.limits = question, pair, alpha, limits
        self.total = arb(0)
        self.infinite = False
        self.spot: _Spot | None = None
        self.best: _Term | None = None

    def exceeding(self, goal: arb) -> _Term:
        """The output that adds most, when the sum is more than the goal; raises `Unconfirmed` where it is not."""
        if self.pair.told is not None:
            return self._with_several(goal)
        if self.pair.pairing.dense:
            return self._with_reals(goal)
        for term in self._terms():
            self._add(term)
            if self.best is not None and (self.infinite or self.total > goal):
                return self.best
        if not self.pair.pairing.spread and self.total < goal:
            raise Mismatch(f"the divergence of {self.question.subject.mechanism} is not more than claimed, as told")
        raise Unconfirmed(NOT_TWICE)

    def _add(self, term: _Term, shown: _Spot | None = None) -> None:
        if self.infinite:
            return
        if term.size is None:
            self.infinite = True
        else:
            with ctx.workprec(BITS):
                self.total += term.size
        if self.best is None or self.best.size is None or term.size is None or term.size > self.best.size:
            self.best, self.spot = term, shown

    def _terms(self) -> Iterator[_Term]:
        """Every output, each once; the likely ones first among integers."""
        told = set()
        atoms = dict.fromkeys((*self.pair.more.atoms, *self.pair.less.atoms))
        for output in atoms:
            told.add(output)
            yield self._recomputed(output.items)
        spread = dict.fromkeys((*self.pair.more.integers, *self.pair.less.integers))
        middles = [_middle(output, self.pair) for output in spread]
        for distance in range(FAR):
            for output, middle in zip(spread, middles, strict=True):
                for integer in {middle + distance, middle - distance}:
                    items = filled(output, integer)
                    if Sequence("tuple", items) not in told:
                        yield self._recomputed(items)

    def _recomputed(self, items: tuple[Value, ...]) -> _Term:
        self.limits.check()
        found = self.witness(_Term(arb(0), whole(items), ZERO, ZERO))
        try:
            left, right = likelihoods(self.question, found, self.limits)
        except NotFollowed as failure:
            raise Unconfirmed(f"an excess was found, but {failure.message}") from None
        return _Term(
            self._size(enclose(left, BITS), enclose(right, BITS), left == 0, right == 0), found.output, left, right
        )

    def _size(self, left: arb, right: arb, nothing: bool, impossible: bool) -> arb | None:
        if nothing:
            return arb(0)
        if impossible:
            return None
        with ctx.workprec(BITS):
            found = left * ((left / right).log() * arb(self.alpha - 1)).exp()
        if not found.is_finite():
            raise Unconfirmed("an excess was found, but a chance is too small to be computed twice")
        return found

    def witness(self, term: _Term) -> Witness:
        return Witness(
            left=tuple(self.pair.left.items()),
            right=tuple(self.pair.right.items()),
            output=term.output,
            ended=True,
            probability_left=term.left,
            probability_right=term.right,
            ratio=term.left / term.right if term.right != 0 else None,
            parameters=self.pair.parameters,
            rounded=term.rounded,
        )

    # Several numbers.

    def _with_several(self, goal: arb) -> _Term:
        """Those of which each side has one way to draw them."""
        told: _Term | None = None
        for output in self.pair.more.several:
            left, right = (products_of(law, output) for law in (self.pair.more, self.pair.less))
            if len(left) != 1 or len(right) != 1 or _kinds(left[0]) != _kinds(right[0]):
                continue
            found = self._together(output, left[0], right[0])
            self._add(found)
            told = found if self.best is found else told
        if told is None or not self.total * (1 - CLOSE) > goal:
            raise Unconfirmed(NOT_TWICE)
        return self._compared(told)

    def _together(self, output: Output, left: Product, right: Product) -> _Term:
        """What such an output adds; it is told at the numbers that add most each."""
        places = iter(self._alone(*sides) for sides in zip(left.factors, right.factors, strict=True))
        with ctx.workprec(BITS):
            weights = enclose(left.weight, BITS), enclose(right.weight, BITS)
            size, sides = self._size(*weights, False, False), [*weights]
            items = []
            for item in output.items:
                items.append(item)
                if item == PLACE:
                    part, items[-1], chances = next(places)
                    size = None if size is None else size * part
                    sides = [side * chance for side, chance in zip(sides, chances, strict=True)]
            return _Term(size, whole(items), below(sides[0]), above(sides[1]), rounded=True)

    def _alone(self, one: Part | Lattice, other: Part | Lattice) -> tuple[arb, Value, tuple[arb, arb]]:
        """The sum for one number, where most of it is, and its chances or densities there."""
        alone = _Again(self.question, self.pair, self.alpha, self.limits)
        if isinstance(one, Lattice) and isinstance(other, Lattice):
            found = [(alone._size(*chances, False, False), at, chances) for at, chances in _integers(one, other)]
            with ctx.workprec(BITS):
                total = sum((size for size, _, _ in found if size is not None), arb(0))
            _, at, chances = max(found, key=lambda each: float(each[0] or 0))
            return total, at, chances
        assert isinstance(one, Part)
        assert isinstance(other, Part)
        alone._integrate(Sequence("tuple", (PLACE,)), (one,), (other,), arb("inf"))
        if alone.spot is None or alone.infinite:
            raise Unconfirmed(NOT_TWICE)
        near = Near(simplest_between(alone.spot[0] - alone.spot[1], alone.spot[0] + alone.spot[1]))
        return alone.total, near, (again.density((one,), near), again.density((other,), near))

    # Reals.

    def _with_reals(self, goal: arb) -> _Term:
        for output in dict.fromkeys((*self.pair.more.atoms, *self.pair.less.atoms)):
            self._add(self._recomputed(output.items))
        for output in dict.fromkeys((*self.pair.more.densities, *self.pair.less.densities)):
            left, right = (law.densities.get(output, ()) for law in (self.pair.more, self.pair.less))
            if left:
                self._integrate(output, left, right, goal)
        if self.best is None or not self._enough(goal):
            raise Unconfirmed(NOT_TWICE)
        return self.best if self.spot is None else self._compared(self._told(*self.spot))

    def _integrate(self, output: Output, left: Mixture, right: Mixture, goal: arb) -> None:
        """Adds the integral over a real, piece by piece between the numbers where a density has a kink, and outward."""
        parts = (*left, *right)
        places = {end for part in parts for end in (part.at, part.low, part.high) if end is not None}
        step = min(_width(part.noise) for part in parts)
        low, high = min(places), max(places)
        for begin, end in pairwise(sorted(places)):
            count = min(max(int(((end - begin) / step).ceil()), 1), INTERVALS)
            for number in range(count):
                ends_ = [begin + (end - begin) * at / count for at in (number, number + 1)]
                self._panel(output, left, right, ends_[0], ends_[1])
        for start, sign in ((high, 1), (low, -1)):
            for number in range(INTERVALS):
                before = self.total
                edges = sorted((start + sign * number * step, start + sign * (number + 1) * step))
                self._panel(output, left, right, edges[0], edges[1])
                if self._enough(goal) or (number > SOME and self.total - before < ALIKE * self.total):
                    break

    def _enough(self, goal: arb) -> bool:
        return self.infinite or bool(self.total * (1 - CLOSE) > goal)

    def _panel(self, output: Output, left: Mixture, right: Mixture, low: fmpq, high: fmpq) -> None:
        """Adds the integral between two numbers, by the rule of Gauss and Legendre."""
        self.limits.check()
        middle, half = (low + high) / 2, (high - low) / 2
        for root, weight in rule():
            near = Near(middle + half * root)
            one, other = (again.density(mixture, near) for mixture in (left, right))
            with ctx.workprec(BITS):
                size = self._size(one, other, bool(one == 0), bool(other == 0))
                part = None if size is None else size * weight * arb(half)
            shown = near.at, half / POINTS / 4, output, left, right
            self._add(_Term(part, (), ZERO, ZERO), shown)

    def _told(self, at: fmpq, room: fmpq, output: Output, left: Mixture, right: Mixture) -> _Term:
        """A real of few digits beside that one, with its densities."""
        near = Near(simplest_between(at - room, at + room))
        one, other = (again.density(mixture, near) for mixture in (left, right))
        if self.infinite and other != 0:
            near = Near(at)
            one, other = (again.density(mixture, near) for mixture in (left, right))
        with ctx.workprec(BITS):
            return _Term(None, whole(filled(output, near)), below(one), above(other), rounded=True)

    def _compared(self, term: _Term) -> _Term:
        """The densities of a real as `denote` computes them from the file, where it can."""
        try:
            sides = densities(self.question, self.witness(term), self.limits)
        except (NotFollowed, LimitReached):
            return term
        return term if sides is None else replace(term, left=sides[0], right=sides[1], rounded=False)


def _kinds(product: Product) -> list[type]:
    return [type(factor) for factor in product.factors]


def _integers(one: Lattice, other: Lattice) -> Iterator[tuple[int, tuple[arb, arb]]]:
    """The likely integers, with both chances."""
    low, high = sorted((one.at, other.at))
    for at in range(low - AROUND, high + AROUND + 1):
        left, right = one.chance(at), other.chance(at)
        if left != 0 and right != 0:
            yield at, (enclose(left, BITS), enclose(right, BITS))


@cache
def rule() -> tuple[tuple[fmpq, arb], ...]:
    """Points between -1 and 1, and how much each counts."""
    with ctx.workprec(BITS):
        found = [arb.legendre_p_root(POINTS, at, weight=True) for at in range(POINTS)]
        return tuple((ends(root)[0], weight) for root, weight in found)


def _width(noise: Reals) -> fmpq:
    """About half of the deviation of noise."""
    low, _ = ends(deviation(noise, 64) / 2)
    return simplest_between(low / 2, low)


def _middle(output: Output, pair: Pair) -> int:
    places = sorted(part.at for law in (pair.more, pair.less) for part in law.integers.get(output, ()))
    return places[len(places) // 2]
