"""What one number tells about another one where both are bound by bounds on their difference and their sum.

Both are integers, or both reals."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

from faier.exact import reals
from faier.exact.integers import NOTHING, Weights, constant
from faier.exact.rational import ZERO
from faier.exact.reals import Density
from faier.exact.symbolic import Number, Symbolic, as_number

Place: TypeAlias = int | Number
End: TypeAlias = Place | None


@dataclass(frozen=True)
class Bond:
    """Bounds on z - y and on z + y, all included; None: no bound."""

    least_difference: End = None
    greatest_difference: End = None
    least_sum: End = None
    greatest_sum: End = None

    def __and__(self, other: Bond) -> Bond:
        """Both."""
        return Bond(
            _one_of(max, self.least_difference, other.least_difference),
            _one_of(min, self.greatest_difference, other.greatest_difference),
            _one_of(max, self.least_sum, other.least_sum),
            _one_of(min, self.greatest_sum, other.greatest_sum),
        )

    def given(self, z: Place) -> tuple[End, End]:
        """The ends of y where z is known."""
        low = _one_of(max, _less(z, self.greatest_difference), _less(self.least_sum, z))
        return low, _one_of(min, _less(z, self.least_difference), _less(self.greatest_sum, z))

    @property
    def ends(self) -> tuple[End, End, End, End]:
        """The least and the greatest difference, the least and the greatest sum."""
        return self.least_difference, self.greatest_difference, self.least_sum, self.greatest_sum

    @property
    def impossible(self) -> bool:
        """Whether its bounds contradict each other by themselves."""
        return _beyond(self.least_difference, self.greatest_difference) or _beyond(self.least_sum, self.greatest_sum)


def seen(weights: Weights | Density, bond: Bond) -> Weights | Density:
    """The function of y that is the sum of the weights of all z that are bound to y.

    Those z are an interval; each of its ends goes up with y, or down, and turns once at most.
    """
    return _seen_real(weights, bond) if isinstance(weights, Density) else _seen_integer(weights, bond)


@lru_cache(maxsize=8192)
def _seen_integer(weights: Weights, bond: Bond) -> Weights:
    if bond.impossible:
        return NOTHING
    below = weights.below()
    down = below.mirrored()
    least, most, low, high = map(_whole, bond.ends)
    up_to = constant(weights.total)
    if most is not None and high is not None:
        turn = (high - most) // 2
        up_to = below.shifted(-most).within(None, turn) + down.shifted(high).within(turn + 1)
    elif most is not None:
        up_to = below.shifted(-most)
    elif high is not None:
        up_to = down.shifted(high)
    before = NOTHING
    if least is not None and low is not None:
        turn = -((least - low) // 2)
        before = below.shifted(1 - least).within(turn) + down.shifted(low - 1).within(None, turn - 1)
    elif least is not None:
        before = below.shifted(1 - least)
    elif low is not None:
        before = down.shifted(low - 1)
    start = None if low is None or most is None else -((most - low) // 2)
    stop = None if high is None or least is None else (high - least) // 2
    return (up_to - before).within(start, stop)


@lru_cache(maxsize=8192)
def _seen_real(weights: Density, bond: Bond) -> Density:
    if bond.impossible:
        return reals.constant(weights.unit, ZERO)
    below = weights.below()
    down = below.mirrored()
    least, most, low, high = map(_exact, bond.ends)
    up_to = reals.constant(weights.unit, weights.total)
    if most is not None and high is not None:
        turn = (high - most) / 2
        up_to = below.shifted(-most).within(None, turn) + down.shifted(high).within(turn)
    elif most is not None:
        up_to = below.shifted(-most)
    elif high is not None:
        up_to = down.shifted(high)
    before = reals.constant(weights.unit, ZERO)
    if least is not None and low is not None:
        turn = (low - least) / 2
        before = below.shifted(-least).within(turn) + down.shifted(low).within(None, turn)
    elif least is not None:
        before = below.shifted(-least)
    elif low is not None:
        before = down.shifted(low)
    start = None if low is None or most is None else (low - most) / 2
    stop = None if high is None or least is None else (high - least) / 2
    return (up_to - before).within(start, stop)


def _one_of(choose: Callable[..., Place], one: End, other: End) -> End:
    if one is None or other is None:
        return other if one is None else one
    return choose(one, other)


def _less(one: End, other: End) -> End:
    return None if one is None or other is None else one - other


def _beyond(low: End, high: End) -> bool:
    return low is not None and high is not None and low > high


def _whole(end: End) -> int | None:
    assert not isinstance(end, Symbolic)
    return None if end is None else int(end)


def _exact(end: End) -> Number | None:
    return None if end is None else as_number(end)
