"""A draw that nobody has seen whole, by the weights of its values; and what was found of values that are told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TypeAlias

from faier.exact import Number
from faier.exact.bonds import End, Place
from faier.exact.integers import Weights, sum_of_draws
from faier.exact.reals import Density, Spot, sum_of_laplace
from faier.lang.failures import Failure
from faier.lang.noise import UNBOUNDED
from faier.limits import LimitReached
from faier.semantics.floors import floor_weights
from faier.semantics.kept import Floors, Fresh, Reals


@dataclass(frozen=True)
class Beyond:
    """A known draw y that was told as sign * y + offset, and stands for all that are further out in its direction."""

    direction: int
    sign: int
    offset: int


@dataclass(frozen=True)
class Shown:
    """A known real y that was told as sign * y + offset, at a place of an output."""

    place: int
    sign: int
    offset: Number


@dataclass(frozen=True)
class Node:
    """One draw, an integer or a real: the weight of each of its values, or the density."""

    weights: Weights | Density | Spot
    beyond: Beyond | Shown | None = None

    @property
    def known(self) -> Place | None:
        """Its value, where it has only one."""
        weights = self.weights
        match weights:
            case Spot():
                return weights.at
            case Density():
                return None
            case Weights():
                one = len(weights.window) == 1 and not weights.lower and not weights.upper
                return weights.low if one else None

    @property
    def ends(self) -> tuple[End, End]:
        """Its least and its greatest value (None: no end)."""
        weights = self.weights
        if isinstance(weights, Weights):
            return None if weights.lower else weights.low, None if weights.upper else weights.high - 1
        return weights.ends

    @property
    def real(self) -> bool:
        return not isinstance(self.weights, Weights)

    @property
    def size(self) -> int:
        """How much is written."""
        weights = self.weights
        if isinstance(weights, Weights):
            return len(weights.window) + len(weights.lower) + len(weights.upper)
        return weights.size


class Ambiguous(LimitReached):
    """A real that was told is compared with the number at which it is, and is not known to be above or below it."""

    def __init__(self) -> None:
        super().__init__("draws", "a real that was told is compared with a number at which it may be")


Parted: TypeAlias = dict[int, dict[Number, bool]]


@dataclass
class Watch:
    """Which told integers, `low` to `high`, are told by themselves, and why those at the ends do not stand for all that
    are further out, if so. `closed`: no more are told by themselves.

    `reals` has the numbers at which reals may be told, for each place of an output, and whether just above and just
    below are told apart there. `still`: there will be no more of them.
    """

    low: int | None = None
    high: int | None = None
    reason: str | None = None
    closed: bool = False
    reals: Parted = field(default_factory=dict)
    still: bool = False

    def reach(self, value: int) -> None:
        """The value is told by itself."""
        if not self.closed:
            self.low = value if self.low is None else min(self.low, value)
            self.high = value if self.high is None else max(self.high, value)

    def reach_real(self, place: int, at: Number, parted: bool) -> None:
        """Reals are told at this number."""
        known = self.reals.setdefault(place, {})
        if at in known or not self.still:
            known[at] = known.get(at, False) or parted

    def refuse(self, reason: str, close: bool = True) -> None:
        """The ends do not stand for what is further out."""
        self.reason = self.reason or reason
        self.closed = self.closed or close

    @property
    def state(self) -> object:
        """What is told by itself."""
        return self.low, self.high, {place: dict(found) for place, found in self.reals.items()}


def fresh_node(fresh: Fresh) -> Node:
    """What is known of a fresh draw."""
    if isinstance(fresh, Reals):
        if fresh.variance != 0 or not fresh.rates:
            raise LimitReached("draws", "normal noise is kept or shown, which is not followed here")
        return Node(sum_of_laplace(fresh.rates))
    if isinstance(fresh, Floors):
        return Node(floor_weights(fresh))
    if any(coefficient != 1 for coefficient, _ in fresh):
        raise Failure(
            UNBOUNDED,
            "a multiple of a geometric draw is kept here, which is not supported",
            "keep the draw itself and multiply it where it is used",
        )
    return Node(sum_of_draws(tuple(parameter for _, parameter in fresh)))
