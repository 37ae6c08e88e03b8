"""Vectors of the search: what one word makes of every state of a node, on both sides, up to a scale.

Weights are rational or symbolic; an `Arithmetic` is what the search needs to know about either. Rational vectors
are kept as integers without a common factor, so long words cost no more digits than their ratios need.
Symbolic vectors are kept as polynomials. Floats accompany the amounts as a guide.
"""

from __future__ import annotations

import math
import operator
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from flint import arb, fmpq

from faier.exact import Number, Undecidable, compare, enclose, numerator_denominator
from faier.hmm.model import Edge, Node, Pair
from faier.semantics.process import Row

Amount: TypeAlias = Any  # int in a rational pair, Number in a symbolic one; always positive where it is stored
Column: TypeAlias = tuple[tuple[int, Amount], ...]

# Floats of a sketch are no smaller; products of two of them do not underflow.
SMALLEST = 1e-150


@dataclass(frozen=True, slots=True)
class Sketch:
    """Floats near amount / 2**exponent; the greatest is between 1/2 and 1. A guide, never a reason."""

    floats: tuple[float, ...]
    exponent: int


@dataclass(frozen=True, slots=True)
class Shape:
    """The positive amounts of a vector and the states they belong to, ascending; all others are zero.

    Both sides share one scale: multiplying both by the same positive number means the same.
    """

    left_places: tuple[int, ...]
    left: tuple[Amount, ...]
    right_places: tuple[int, ...]
    right: tuple[Amount, ...]

    @property
    def support(self) -> Support:
        return self.left_places, self.right_places


Support: TypeAlias = tuple[tuple[int, ...], tuple[int, ...]]


@dataclass(frozen=True, slots=True, eq=False)
class Vector:
    """A shape and the word it stands for: the letter of `edge`, then the word of `rest` (None: the empty word).

    A vector that stands for no word (`real` is false) bounds others.
    """

    identity: int
    node: int
    shape: Shape
    left_sketch: Sketch
    right_sketch: Sketch
    edge: int | None
    rest: Vector | None
    real: bool


@dataclass(frozen=True)
class Arithmetic:
    """Exact operations on amounts beyond + and *.

    `amounts` brings numbers to a common denominator and leaves it out. `common` is a factor
    of all amounts, `without` divides by it. `at_most` may say no when it cannot know.
    """

    amounts: Callable[[Sequence[Number]], list[Amount]]
    common: Callable[[Sequence[Amount]], Amount]
    without: Callable[[Amount, Amount], Amount]
    at_most: Callable[[Amount, Amount], bool]
    sketch: Callable[[Sequence[Amount]], Sketch]


@dataclass(frozen=True)
class Step:
    """One edge: for each state that it is read from, the states that it leads to with their amounts, up to a scale."""

    left: Mapping[int, Column]
    right: Mapping[int, Column]


def arithmetic_of(pair: Pair) -> Arithmetic:
    """Integers when every weight is rational."""
    return INTEGERS if pair.rational else SYMBOLS


def step_of(edge: Edge, left: Iterable[int], right: Iterable[int], back: bool, arithmetic: Arithmetic) -> Step:
    """The step of an edge, restricted to the states `left` and `right` of its node; `back`: from target to node."""
    entries = [
        (side, state, target, weight)
        for side, rows, states in ((0, edge.left, left), (1, edge.right, right))
        for state in sorted(states)
        for target, weight in rows[state]
    ]
    amounts = arithmetic.amounts([weight for *_, weight in entries])
    columns: tuple[dict[int, list[tuple[int, Amount]]], ...] = ({}, {})
    for (side, state, target, _), amount in zip(entries, amounts, strict=True):
        source, goal = (target, state) if back else (state, target)
        columns[side].setdefault(source, []).append((goal, amount))
    left_step, right_step = ({source: tuple(column) for source, column in side.items()} for side in columns)
    return Step(left_step, right_step)


def stopping(node: Node, left: Iterable[int], right: Iterable[int], arithmetic: Arithmetic) -> Shape:
    """The empty word at a node."""
    lefts = {state: node.left_final[state] for state in left if node.left_final[state] != 0}
    rights = {state: node.right_final[state] for state in right if node.right_final[state] != 0}
    amounts = arithmetic.amounts([*lefts.values(), *rights.values()])
    cut = len(lefts)
    return _shaped(
        dict(zip(lefts, amounts[:cut], strict=True)), dict(zip(rights, amounts[cut:], strict=True)), arithmetic
    )


def row_shape(left: Row, right: Row, arithmetic: Arithmetic) -> Shape:
    """Two row vectors as one shape, up to a scale."""
    amounts = arithmetic.amounts([weight for row in (left, right) for _, weight in row])
    lefts = dict(zip((state for state, _ in left), amounts, strict=False))
    rights = dict(zip((state for state, _ in right), amounts[len(left) :], strict=True))
    return _shaped(lefts, rights, arithmetic)


def moved(step: Step, shape: Shape, arithmetic: Arithmetic) -> Shape:
    """The shape one letter further."""
    left = _image(step.left, shape.left_places, shape.left)
    right = _image(step.right, shape.right_places, shape.right)
    return _shaped(left, right, arithmetic)


def weighed(row: Row, places: Sequence[int], amounts: Sequence[Amount]) -> Number:
    """A row vector times a vector."""
    entries = dict(row)
    total: Number = fmpq(0)
    for place, amount in zip(places, amounts, strict=True):
        if place in entries:
            total = total + entries[place] * amount
    return total


def vector(
    identity: int,
    node: int,
    shape: Shape,
    arithmetic: Arithmetic,
    edge: int | None = None,
    rest: Vector | None = None,
    real: bool = True,
) -> Vector:
    left, right = arithmetic.sketch(shape.left), arithmetic.sketch(shape.right)
    return Vector(identity, node, shape, left, right, edge, rest, real)


def _image(columns: Mapping[int, Column], places: Sequence[int], amounts: Sequence[Amount]) -> dict[int, Amount]:
    sums: dict[int, Amount] = {}
    for place, amount in zip(places, amounts, strict=True):
        for state, weight in columns.get(place, ()):
            if state in sums:
                sums[state] += weight * amount
            else:
                sums[state] = weight * amount
    return sums


def _shaped(left: dict[int, Amount], right: dict[int, Amount], arithmetic: Arithmetic) -> Shape:
    left_places, right_places = tuple(sorted(left)), tuple(sorted(right))
    lefts = [left[place] for place in left_places]
    rights = [right[place] for place in right_places]
    factor = arithmetic.common([*lefts, *rights])
    if factor != 1:
        lefts = [arithmetic.without(amount, factor) for amount in lefts]
        rights = [arithmetic.without(amount, factor) for amount in rights]
    return Shape(left_places, tuple(lefts), right_places, tuple(rights))


def _integer_amounts(numbers: Sequence[Any]) -> list[int]:
    below = [int(number.q) for number in numbers]
    denominator = math.lcm(*below)
    return [int(number.p) * (denominator // q) for number, q in zip(numbers, below, strict=True)]


def _integer_common(amounts: Sequence[int]) -> int:
    return math.gcd(*amounts) or 1


def _integer_sketch(amounts: Sequence[int]) -> Sketch:
    exponent = max(amounts).bit_length() if amounts else 0
    if exponent <= 1000:
        unit = 2.0**-exponent
        return Sketch(tuple(amount * unit or SMALLEST for amount in amounts), exponent)
    whole = 1 << exponent
    return Sketch(tuple(amount / whole or SMALLEST for amount in amounts), exponent)


def _symbolic_amounts(numbers: Sequence[Number]) -> list[Number]:
    """Multiply by every different denominator; what is common is taken out again afterwards."""
    denominator: Number = fmpq(1)
    for below in {numerator_denominator(number)[1] for number in numbers}:
        denominator = denominator * below
    return [number * denominator for number in numbers]


def _symbolic_common(amounts: Sequence[Number]) -> Number:
    """The rational content alone: polynomials keep their common factors."""
    return fmpq(1)


def _symbolic_at_most(a: Number, b: Number) -> bool:
    try:
        return compare(a, b) <= 0
    except Undecidable:
        return False


def _symbolic_sketch(amounts: Sequence[Number]) -> Sketch:
    balls = [enclose(amount, 64).mid() for amount in amounts]
    pieces = [_mantissa(ball) for ball in balls]
    exponent = max((power for _, power in pieces), default=0)
    return Sketch(tuple(math.ldexp(part, max(power - exponent, -2000)) or SMALLEST for part, power in pieces), exponent)


def _mantissa(ball: arb) -> tuple[float, int]:
    """A positive real as a float in [1/2, 1) and a power of two."""
    whole, power = ball.man_exp()
    bits = int(whole).bit_length()
    return int(whole) / (1 << bits), int(power) + bits


INTEGERS = Arithmetic(_integer_amounts, _integer_common, operator.floordiv, operator.le, _integer_sketch)
SYMBOLS = Arithmetic(_symbolic_amounts, _symbolic_common, operator.truediv, _symbolic_at_most, _symbolic_sketch)
