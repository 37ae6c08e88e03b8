"""How much Laplace noise Ding's "Approximation of Pufferfish Privacy for Gaussian Priors" asks for.

Each is the least scale that a theorem names for the data given two secrets, rounded up. Whether what the theorem
promises of it is kept is decided elsewhere: Theorem 2 and Corollary 2 do not hold.
"""

from __future__ import annotations

from collections.abc import Sequence

from flint import arb, ctx, fmpq

from faier.calibration.normals.components import BITS, Component, Normals, Size, exact, greatest, root, rounded_up
from faier.calibration.normals.transport import optimal
from faier.exact import ZERO, Epsilon


def theorem_1(left: Normals, right: Normals, epsilon: Epsilon, tau: arb) -> fmpq | None:
    """(|m - m'| + tau |s - s'|) / epsilon for one normal each; None for mixtures. `tau` belongs to a delta."""
    if len(left) != 1 or len(right) != 1:
        return None
    return _scale(_distance(left[0], right[0], tau), epsilon)


def remark_1(left: Normals, right: Normals, epsilon: Epsilon) -> fmpq | None:
    """|m - m'| / epsilon where one distribution is the other, moved; else None."""
    by = _moved_by(left, right)
    return None if by is None else _scale(abs(by), epsilon)


def corollary_1a(users: Normals, epsilon: Epsilon, tau: arb) -> fmpq:
    """A sum over users, of whom one may be absent: the means and variances of what each adds (weights do not matter).
    With equal users this is equation (11)."""
    every = sum((user.variance for user in users), ZERO)
    with ctx.workprec(BITS):
        return greatest(
            [
                _scale(abs(user.mean) + tau * (root(every) - root(every - user.variance)), epsilon)
                if user.variance
                else _scale(abs(user.mean), epsilon)
                for user in users
            ]
        )


def corollary_1b(one: fmpq, other: fmpq, epsilon: Epsilon) -> fmpq:
    """A sum over users, of whom one adds the one value or the other."""
    return _scale(abs(one - other), epsilon)


def theorem_2(left: Normals, right: Normals, epsilon: Epsilon, tau: arb) -> fmpq:
    """The mean of what Theorem 1 asks for pairs of components, over the cheapest way to move the one mixture to the
    other."""
    with ctx.workprec(BITS):
        distances = [share * _distance(left[i], right[j], tau) for (i, j), share in optimal(left, right).items()]
        return _scale(_sum(distances), epsilon)


def corollary_2(left: Normals, right: Normals, epsilon: Epsilon) -> fmpq | None:
    """The mean of what Remark 1 asks for each component; None unless weights and variances are the same. Of several
    ways to tell which component belongs to which it is the one that asks for least."""
    sides = [sorted((one.weight, one.variance, one.mean) for one in side) for side in (left, right)]
    if len(left) != len(right) or any(one[:2] != other[:2] for one, other in zip(*sides, strict=True)):
        return None
    distances = (weight * abs(mean - other) for (weight, _, mean), (_, _, other) in zip(*sides, strict=True))
    return _scale(sum(distances, ZERO), epsilon)


def _distance(one: Component, other: Component, tau: arb) -> Size:
    apart = abs(one.mean - other.mean)
    if one.variance == other.variance:
        return apart
    with ctx.workprec(BITS):
        return apart + tau * abs(arb(one.deviation) - arb(other.deviation))


def _moved_by(left: Normals, right: Normals) -> fmpq | None:
    """How much further up the right one is, if that is all there is between them."""
    sides = [sorted((one.mean, one.variance, one.weight) for one in side) for side in (left, right)]
    by = sides[1][0][0] - sides[0][0][0]
    moved = [(mean + by, variance, weight) for mean, variance, weight in sides[0]]
    return by if moved == sides[1] else None


def _sum(sizes: Sequence[Size]) -> Size:
    total: Size = ZERO
    for size in sizes:
        total = total + size
    return total


def _scale(distance: Size, epsilon: Epsilon) -> fmpq:
    with ctx.workprec(BITS):
        return rounded_up(distance / exact(epsilon))
