"""How much more a left way weighs than a right one, at most: a multiple of what costs are counted in."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from flint import fmpq

from faier.engines.alignment.costs import Codes, at_most, logarithm_of
from faier.exact import (
    Epsilon,
    Number,
    Undecidable,
    epsilons,
    exceeds,
    from_ratio,
    substitute_epsilon,
    unknowns,
)
from faier.exact.exponential_sums import Proof, excess, nonnegative

STARTS = (fmpq(1, 64), fmpq(1, 4), fmpq(1), fmpq(4), fmpq(16))
"""Values of an unknown epsilon at which a ratio is looked at first."""

TRIES = 4


@dataclass(frozen=True)
class Gains:
    codes: Codes
    tick: Callable[[], None]
    known: dict[tuple[int, int], int | None] = field(default_factory=dict)

    def of(self, left: Number, right: Number) -> int | None:
        """A code of which no value of left / right is above the exponential; None where none is found. Numbers are
        told apart as they are: they must stay alive."""
        if left is right:
            return 0
        key = id(left), id(right)
        if key not in self.known:
            self.known[key] = self._found(left, right)
        return self.known[key]

    def _found(self, left: Number, right: Number) -> int | None:
        if right == 0 or unknowns(left) or unknowns(right):
            return None
        if left == right:
            return 0
        exact = logarithm_of(left / right)
        if exact is not None:
            try:
                return self.codes.code(exact)
            except ValueError:
                pass
        for unit, code in zip(self.codes.units, self.codes.weights, strict=True):
            for count in self._counts(left, right, unit):
                if at_most_times(left, right, unit * count, self.tick):
                    return code * count
        return None

    def _counts(self, left: Number, right: Number, unit: Epsilon) -> Iterator[int]:
        """Multiples of the unit that may do, ascending."""
        names = epsilons(left) | epsilons(right) | unit.unknowns
        if len(names) > 1:
            return
        least: int | None = None
        for value in STARTS if names else (fmpq(1),):
            at = dict.fromkeys(names, value)
            try:
                ratio = from_ratio(substitute_epsilon(left, at) / substitute_epsilon(right, at))
            except (ZeroDivisionError, ValueError, Undecidable):
                return
            low = ratio.bounds(12)[0] / unit.substitute(at).bounds(12)[1]
            count = int(low.ceil())
            least = count if least is None else max(least, count)
        if least is not None:
            yield from range(least, least + TRIES)


def at_most_times(left: Number, right: Number, gain: Epsilon, tick: Callable[[], None]) -> bool:
    """Whether left is at most e^gain right for all values of the unknowns; False may mean unknown."""
    if left == right and at_most(Epsilon(), gain):
        return True
    if right == 0:
        return bool(left == 0)
    exact = logarithm_of(left / right)
    if exact is not None:
        return at_most(exact, gain)
    names = epsilons(left) | epsilons(right) | gain.unknowns
    try:
        if not names:
            return not exceeds(left, right, gain)
        if len(names) > 1 or unknowns(left) or unknowns(right):
            return False
        terms = excess(left, right, gain, next(iter(names)))
        return terms is not None and isinstance(nonnegative(terms, tick), Proof)
    except Undecidable:
        return False
