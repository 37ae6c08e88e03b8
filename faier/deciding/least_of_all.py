"""A claim -> the least error of all mechanisms that see nothing but the query's value and show one of some numbers.

A prior's unknown reals are looked at in a few points: multipliers there bound what every mechanism must lose. Whether
the table keeps to the claim everywhere is decided as any claim is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import product

from flint import fmpq

from faier.calibration.optimum.least import Optimum, optimum
from faier.calibration.optimum.problem import Comparison, Problem, Row
from faier.calibration.optimum.silent import NoQueryError
from faier.certificate.optima import Multiplied, Multipliers, Parameters
from faier.deciding.query_laws import Law, Mean, Point, QueryLaws, Sides
from faier.deciding.question import Question
from faier.exact import Epsilon, exponential_bounds, exponential_of
from faier.lang.syntax import ProbabilityType, RealType
from faier.lang.values import Real
from faier.limits import Limits

ZERO = fmpq(0)

# Chances of a table, and the numbers of all constraints, that are not too many for a linear program.
MOST_CHANCES, MOST_NUMBERS = 4_000, 400_000
# The ends of e^epsilon agree in so many binary digits.
BITS = 100
# A probability that is unknown is looked at so near to 0 and 1.
NEAR_ENDS = fmpq(1, 100)
MOST_CORNERS = 16
# What is stated of an error is a multiple of one over this.
TOLD = 10**12


@dataclass(frozen=True)
class Least:
    """The table and its multipliers; `sides` are what was compared, in the order of the problem. `mean`: on average
    under a prior, else for the worst value."""

    optimum: Optimum
    sides: tuple[Sides, ...]
    mean: Mean | None = None


def problem_of(
    laws: QueryLaws, points: Sequence[Point], outputs: Row | None, mean: Law | None
) -> tuple[Problem, tuple[Sides, ...]]:
    """The linear program about these points, with what it compares: for the worst value, or for the mean."""
    question = laws.question
    sides = tuple(side for point in points for side in laws.at(point))
    if not sides:
        raise NoQueryError("its query tells nothing: it is the same on both sides of all that is compared")
    values = tuple(sorted({value for side in sides for law in (side.left, side.right) for value in law}))
    shown = values if outputs is None else outputs
    if len(values) * len(shown) > MOST_CHANCES or len(sides) * len(shown) * len(values) > MOST_NUMBERS:
        raise NoQueryError(f"{len(values)} values and {len(shown)} outputs are too many for a linear program")
    low, high = _factor(question)
    comparisons = tuple(Comparison(_row(side.left, values), _row(side.right, values)) for side in sides)
    weights = None if mean is None else _row(mean, values)
    return Problem(values, shown, comparisons, low, high, question.delta or ZERO, weights), sides


def least(
    laws: QueryLaws, points: Sequence[Point], outputs: Row | None, mean: Mean | None, limits: Limits
) -> Least | None:
    """None: not solved in the time."""
    problem, sides = problem_of(laws, points, outputs, None if mean is None else mean.law)
    found = optimum(problem, limits.left())
    return None if found is None else Least(found, sides, mean)


def multipliers(found: Least) -> Multipliers:
    """As a certificate has them, without comparisons that are not needed."""
    problem, bound = found.optimum.problem, found.optimum.bound
    weights = {value: weight for value, weight in zip(problem.values, bound.weights, strict=True) if weight}
    compared, seen = [], set[fmpq]()
    for needed in (True, False):
        for side, row in zip(found.sides, bound.multipliers, strict=True):
            possible = {*side.left, *side.right}
            if any(row) if needed else found.mean is None and (weights.keys() - seen) & possible and not any(row):
                seen |= possible
                compared.append(_multiplied(side, row))
    error = fmpq((found.optimum.lower * TOLD).floor(), TOLD)
    about = weights if found.mean is None else Parameters(dict(found.mean.parameters))
    return Multipliers(error, problem.high, problem.outputs, about, compared)


def _multiplied(side: Sides, row: Row) -> Multiplied:
    point = {name: Real(value, "fraction") for name, value in side.point.items()}
    return Multiplied(side.found.left, side.found.right, dict(side.found.parameters) | point, row)


def first_points(question: Question) -> list[Point]:
    """The middle of what a prior's unknown reals may be, then corners."""
    prior = question.prior
    ends: list[tuple[str, tuple[fmpq, fmpq]]] = []
    for item in () if prior is None else prior.parameters:
        match item.type:
            case RealType(low=low, high=high):
                ends.append((item.name, (low, high)))
            case ProbabilityType():
                ends.append((item.name, (NEAR_ENDS, 1 - NEAR_ENDS)))
    names = [name for name, _ in ends]
    middle = {name: (low + high) / 2 for name, (low, high) in ends}
    corners = [dict(zip(names, corner, strict=True)) for corner in product(*(pair for _, pair in ends))]
    return [middle, *(corner for corner in corners[:MOST_CORNERS] if corner != middle)]


def _factor(question: Question) -> tuple[fmpq, fmpq]:
    epsilon: Epsilon = question.budget
    exactly = exponential_of(epsilon)
    if isinstance(exactly, fmpq):
        return exactly, exactly
    ends = exponential_bounds(epsilon, BITS)
    if ends is None:
        raise NoQueryError("its epsilon is too large")
    return ends


def _row(law: Law, values: Row) -> Row:
    return tuple(law.get(value, ZERO) for value in values)
