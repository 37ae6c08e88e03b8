"""A witness with one real in its output -> how dense that real is on both sides, as points to draw."""

from __future__ import annotations

import math

from flint import fmpq

from faier.answers.answer import Curves
from faier.answers.tracing import violated_at
from faier.answers.weighing import weighed
from faier.engines.verdict import Witness
from faier.exact import Number, epsilons, nearest_float, substitute_epsilon, unknowns
from faier.lang.arithmetic import floor_of
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.lang.values import Near, Sequence, Value, leaves
from faier.limits import Limits
from faier.semantics import denote

STEPS, FARTHEST = 48, 12
# Where densities are less than this share of what they are at the witness, nothing is drawn.
LITTLE = 0.03


def curves_of(program: Program, subject: Subject, found: Witness, limits: Limits) -> Curves | None:
    """None where not exactly one real is shown."""
    reals = [value for value in leaves(found.output) if isinstance(value, Near)]
    if len(reals) != 1:
        return None
    (real,) = reals
    at_epsilon = violated_at(program, found)

    def densities(place: Near) -> tuple[float, float]:
        output = tuple(_moved(value, place) for value in found.output)
        both = denote.comparable(*weighed(program, subject, found, output, limits))
        left, right = (_float(substitute_epsilon(side, at_epsilon)) for side in both)
        return left, right

    reach = fmpq(1)
    for _ in range(FARTHEST):
        beyond = [max(densities(Near(real.at + side * reach))) for side in (-1, 1)]
        if max(beyond) < LITTLE * max(densities(real)):
            break
        reach *= 2
    low, high = real.at - reach, real.at + reach
    places = {low + (high - low) * step / STEPS for step in range(STEPS + 1)}
    if reach <= STEPS // 2:
        places |= {fmpq(k) for k in range(math.ceil(nearest_float(low)), floor_of(high) + 1)}
    points = []
    for place in sorted(places):
        left, right = densities(real if place == real.at else Near(place))
        points.append((_float(place), left, right))
    return Curves(tuple(points), _float(real.at))


def _moved(value: Value, place: Near) -> Value:
    """The value with another real in place of the one in it."""
    if isinstance(value, Near):
        return place
    return value.holding(_moved(item, place) for item in value.items) if isinstance(value, Sequence) else value


def _float(number: Number) -> float:
    if unknowns(number) or epsilons(number):
        raise ValueError("a density with unknowns is not drawn")
    return nearest_float(number)
