"""The chances of two-sided geometric draws, in closed form.

A draw is Y = y with probability (1 - a) / (1 + a) * a ** abs(y); a draw and its negative have the same distribution.
The chances are rational functions of the parameters. Weight functions on all integers are in `exact.integers`.
"""

from __future__ import annotations

from functools import lru_cache

from flint import fmpq

from faier.exact import Number, Undecidable, compare, epsilons, unknowns
from faier.lang.failures import NOT_PROBABILITY, TOO_LARGE, Failure
from faier.semantics.kept import Draws

# More outcomes of one remainder than this are refused.
MAXIMAL_OUTCOMES = 20_000

# So are probabilities with more bits.
MAXIMAL_POWER = 1 << 26


def require_parameter(parameter: Number) -> None:
    """A parameter with unknowns in it cannot be checked here."""
    if not unknowns(parameter) and not epsilons(parameter) and not _strictly_within_unit(parameter):
        raise Failure(NOT_PROBABILITY, f"geometric takes a number between 0 and 1, both excluded, not {parameter}")


def remainder(draws: Draws, modulus: int) -> dict[int, Number]:
    """The distribution of a sum modulo a positive number."""
    if modulus > MAXIMAL_OUTCOMES:
        raise Failure(TOO_LARGE, f"a geometric draw has more than {MAXIMAL_OUTCOMES:,} outcomes here")
    distribution: dict[int, Number] = {0: fmpq(1)}
    for coefficient, a in draws:
        wrapped = _wrapped(a, modulus)
        convolved: dict[int, Number] = {}
        for known, weight in distribution.items():
            for rest, share in enumerate(wrapped):
                at = (known + coefficient * rest) % modulus
                convolved[at] = convolved.get(at, fmpq(0)) + weight * share
        distribution = convolved
    return dict(sorted(distribution.items()))


@lru_cache(maxsize=8192)
def at_least(draws: Draws, bound: int) -> Number:
    """Pr[sum of coefficient * draw >= bound], for one draw or two."""
    _require_few_bits(draws, bound)
    (c, a), *others = draws
    if not others:
        return _reach(a, -(-bound // c))
    return _sum_of_two(c, a, *others[0], bound)


def _require_few_bits(draws: Draws, bound: int) -> None:
    """Probabilities far out are high powers of the parameters."""
    exponent = max(abs(bound) // min(c for c, _ in draws), *(c for c, _ in draws))
    length = max(a.height_bits() if isinstance(a, fmpq) else 1 for _, a in draws)
    if exponent * length > MAXIMAL_POWER:
        raise Failure(
            TOO_LARGE,
            f"so far out a probability of a geometric draw has more than {MAXIMAL_POWER:,} bits",
            "compared with a number nearer to it, it is another mechanism",
        )


def _reach(a: Number, k: int) -> Number:
    """Pr[Y >= k] for one draw."""
    if k >= 1:
        return a**k / (1 + a)
    return 1 - a ** (1 - k) / (1 + a)


def _sum_of_two(c: int, a: Number, d: int, b: Number, bound: int) -> Number:
    """Pr[c * Y + d * Z >= bound], summed over Y = y.

    Given y, Z must reach t(y) = ceil((bound - c * y) / d). From `high` on y >= 0 and t(y) <= 0, up to `low`
    y <= 0 and t(y) >= 1. There the summands of every d-th y are a geometric series: t changes by c.
    """

    def t(y: int) -> int:
        return -((c * y - bound) // d)

    high = max(0, -(-bound // c))
    low = min(0, (bound - 1) // c)
    middle = sum((a ** abs(y) * _reach(b, t(y)) for y in range(low + 1, high)), start=fmpq(0))
    rest = 1 - a**d * b**c
    missed = sum((a ** (high + j) * b ** (1 - t(high + j)) for j in range(d)), start=fmpq(0)) / rest
    above = a**high / (1 - a) - missed / (1 + b)
    below = sum((a ** (j - low) * b ** t(low - j) for j in range(d)), start=fmpq(0)) / rest / (1 + b)
    return (1 - a) / (1 + a) * (below + middle + above)


def _wrapped(a: Number, n: int) -> list[Number]:
    """Pr[Y % n == r] for r = 0 .. n - 1: the two geometric series of the residue class."""
    scale = (1 - a) / (1 + a) / (1 - a**n)
    return [scale * (a**r + a ** (n - r)) for r in range(n)]


def _strictly_within_unit(number: Number) -> bool:
    """Whether 0 < number < 1; where no theorem decides, the number is not known to be an end."""
    try:
        return compare(fmpq(0), number) < 0 < compare(fmpq(1), number)
    except Undecidable:
        return True
