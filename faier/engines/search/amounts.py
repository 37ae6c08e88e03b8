"""Exact numbers by number: equal ones have one number, and what each two come to is computed only once.

Balls decide where they can; where they overlap exact comparison does.
"""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass, field

from flint import arb, fmpq

from faier.exact import ONE, Number, Symbolic, compare, enclose

_BITS = 96

# The number of 1.
UNIT = 0


@dataclass(eq=False)
class Amounts:
    """Positive numbers; `UNIT` stands for 1."""

    values: list[Number] = field(default_factory=list)
    balls: list[arb | fmpq] = field(default_factory=list)
    known: dict[Hashable, int] = field(default_factory=dict)
    objects: dict[int, int] = field(default_factory=dict)
    kept: list[Number] = field(default_factory=list)
    sums: dict[tuple[int, int], int] = field(default_factory=dict)
    products: dict[tuple[int, int], int] = field(default_factory=dict)
    quotients: dict[tuple[int, int], int] = field(default_factory=dict)
    orders: dict[tuple[int, int], bool] = field(default_factory=dict)

    def __post_init__(self) -> None:
        assert self.number(ONE) == UNIT

    def number(self, value: Number) -> int:
        """Equal values have equal numbers."""
        found = self.objects.get(id(value))
        if found is None:
            self.kept.append(value)  # so that no other object gets its identity
            found = self.objects[id(value)] = self._fresh(value)
        return found

    def _fresh(self, value: Number) -> int:
        key: Hashable = value if isinstance(value, Symbolic) else (int(value.p), int(value.q))
        found = self.known.setdefault(key, len(self.values))
        if found == len(self.values):
            self.values.append(value)
            self.balls.append(enclose(value, _BITS) if isinstance(value, Symbolic) else value)
        return found

    def times(self, one: int, other: int) -> int:
        if one == UNIT or other == UNIT:
            return one or other
        key = (one, other) if one < other else (other, one)
        found = self.products.get(key)
        if found is None:
            found = self.products[key] = self._fresh(self.values[one] * self.values[other])
        return found

    def over(self, one: int, other: int) -> int:
        if other == UNIT or one == other:
            return one if other == UNIT else UNIT
        found = self.quotients.get((one, other))
        if found is None:
            found = self.quotients[one, other] = self._fresh(self.values[one] / self.values[other])
        return found

    def plus(self, one: int, other: int) -> int:
        key = (one, other) if one < other else (other, one)
        found = self.sums.get(key)
        if found is None:
            found = self.sums[key] = self._fresh(self.values[one] + self.values[other])
        return found

    def less(self, one: int, other: int) -> bool:
        """Whether the one is less than the other."""
        if one == other:
            return False
        found = self.orders.get((one, other))
        if found is None:
            found = self.orders[one, other] = self._less(one, other)
        return found

    def _less(self, one: int, other: int) -> bool:
        below, above = self.balls[one], self.balls[other]
        if below < above:
            return True
        if above < below or (isinstance(below, fmpq) and isinstance(above, fmpq)):
            return False
        return compare(self.values[one], self.values[other]) < 0

    def better(self, quotient: tuple[int, int], other: tuple[int, int]) -> bool:
        """Whether the one quotient of two numbers is greater than the other, which is seldom written out."""
        (above, below), (top, bottom) = quotient, other
        balls = self.balls
        left, right = balls[above] * balls[bottom], balls[top] * balls[below]
        if right < left:
            return True
        if left < right or (isinstance(left, fmpq) and isinstance(right, fmpq)):
            return False
        return compare(self.values[above] * self.values[bottom], self.values[top] * self.values[below]) > 0
