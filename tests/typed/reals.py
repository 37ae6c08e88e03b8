"""Noise on the reals, as people annotate it."""
# mypy: disallow-untyped-defs, disallow-incomplete-defs, disallow-untyped-calls, no-warn-return-any

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

from faier import (
    Int,
    Positive,
    Probability,
    Real,
    Stream,
    Vector,
    clamp,
    each,
    flip,
    gaussian,
    laplace,
    mechanism,
    one,
    prior,
    private,
    secret,
)

EPS = Positive(1)
SCALE = Fraction(3, 2)
SIGMA: float = 2.5


@dataclass(frozen=True)
class Summary:
    total: float
    count: int


def noisy(value: float, scale: float = 2) -> float:
    return value + laplace(scale)


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def counted(x: Int[0, 2]) -> float:
    return x + laplace(1 / EPS)


@private(epsilon=1, neighbors=one(1))
@mechanism
def summed(values: Vector[Int[0, 2], 3]) -> tuple[float, list[float]]:
    total: float = sum(values) + gaussian(SIGMA)
    return total, [noisy(value) / 2 for value in values]


@private(epsilon=1, neighbors=each(1))
@mechanism
def winner(values: Vector[Int[0, 2], 3]) -> int:
    best, index = -math.inf, 0
    for i, value in enumerate(values):
        score = value + laplace(SCALE)
        if score > best:
            best, index = score, i
    return index


@private(epsilon=2, neighbors=each(1), expect="refuted")
@mechanism
def sparse(limit: Int[0, 2], queries: Stream[Int[0, 2]]) -> Iterator[float | None]:
    threshold = limit + laplace(2)
    for query in queries:
        answer = query + laplace(4)
        if answer >= threshold:
            yield max(0, min(answer, 2))
            return
        yield None


@private(epsilon=1, neighbors=each(1))
@mechanism
def integers(x: Int[0, 2], y: Int[0, 2]) -> list[int]:
    rough = -noisy(x) if x else abs(y - laplace(1))
    return [round(rough), int(rough), math.floor(rough), math.ceil(rough), clamp(rough, 0, 2), int(2 * rough // 1)]


@mechanism
def summary(x: Int[0, 2]) -> Summary:
    return Summary(total=x + gaussian(1), count=x)


@prior
def believed(p: Probability) -> float:
    sick = flip(p)
    secret(sick)
    return (3 if sick else 0) + gaussian(2)


@private(epsilon=1, prior=believed)
@mechanism
def measured(level: Real) -> float:
    return level + laplace(4)
