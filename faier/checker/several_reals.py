"""Normal draws that are shown together, around points on a line: they are one normal draw along that line.

With `start` on the line and `step` along it, the density around start + t step is, at x, that of one normal draw of
mean t and variance 1 / size at s = sum of (x - start) step / variance / size, times what does not depend on t. Here
size is the sum of step^2 / variance over all coordinates.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from .draws import Draws
from .forms import ONE, ZERO
from .lines import Part
from .machine import Tell
from .normals import Normal
from .outcome import Hole
from .reals import placed
from .series import Enclosure
from .values import Box, Continuous, Near, holding, parts, shown_key

Key = tuple[object, ...]

NOT_NORMAL = "several reals are shown, and not all of them are independent normal draws"


@dataclass(frozen=True)
class Bells:
    """Independent normal draws around a point, with a weight."""

    weight: Enclosure
    point: tuple[Fraction, ...]
    variances: tuple[Fraction, ...]


def bells(tell: Tell, weight: Enclosure) -> tuple[Key, Bells]:
    """What is about to be shown, and around what it looks like without the reals in it."""
    known, reals = tell.run.known, list[Continuous]()
    frame = shown_key(_without(tell.value, reals))
    if known.draws or len(known.reals.draws) != len(reals) or len({real.draw for real in reals}) < len(reals):
        raise Hole(NOT_NORMAL)
    found = [placed(Draws(known).reals.alone(real.draw), real) for real in reals]
    point, variances = [], []
    for one in found:
        if not isinstance(one, Normal) or one.rate or one.ends != (None, None) or one.amount != ONE:
            raise Hole(NOT_NORMAL)
        point.append(one.mean)
        variances.append(one.variance)
    return frame, Bells(weight, tuple(point), tuple(variances))


def _without(value: object, reals: list[Continuous]) -> object:
    if isinstance(value, Continuous):
        reals.append(value)
        return Near(ZERO)
    items = parts(value)
    if items is None:
        return value
    if isinstance(value, Box) and value.kind in ("set", "frozenset"):
        raise Hole("a set of reals is shown")
    return holding(value, [_without(item, reals) for item in items])


def along_a_line(sides: tuple[Sequence[Bells], Sequence[Bells]]) -> tuple[list[Part], list[Part]]:
    """Both sides as one real."""
    every = [*sides[0], *sides[1]]
    start, variances = every[0].point, every[0].variances
    if any(one.variances != variances for one in every):
        raise Hole("several normal draws are shown whose deviations differ from side to side")
    steps = [_less(one.point, start) for one in every]
    step = next((found for found in steps if any(found)), None)
    size = ONE if step is None else _inner(step, step, variances)
    found: list[Part] = []
    for one, away in zip(every, steps, strict=True):
        share = ZERO if step is None else _inner(away, step, variances) / size
        if step is not None and any(mine != share * whole for mine, whole in zip(away, step, strict=True)):
            raise Hole("several normal draws are shown around points that are not on a line")
        found.append(Part(one.weight, Normal(1 / size, share)))
    return found[: len(sides[0])], found[len(sides[0]) :]


def _less(one: Sequence[Fraction], other: Sequence[Fraction]) -> tuple[Fraction, ...]:
    return tuple(a - b for a, b in zip(one, other, strict=True))


def _inner(one: Sequence[Fraction], other: Sequence[Fraction], variances: Iterable[Fraction]) -> Fraction:
    return sum((a * b / variance for a, b, variance in zip(one, other, variances, strict=True)), ZERO)
