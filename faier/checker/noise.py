"""Numbers with a geometric draw in them: what may be done with them, and what may be asked about them."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache

from .budgets import unknown
from .draws import Draws, Ends, Pick
from .forms import MOST_POWER, ONE, Number, is_zero, multiplied, quotient
from .held import Float
from .outcome import Fails, Hole, Invalid
from .series import sign
from .values import Floor, Noise
from .weights import geometric, with_geometric

WIDEST = 10_000

_geometric = lru_cache(maxsize=256)(geometric)
_with_geometric = lru_cache(maxsize=256)(with_geometric)


def fresh(draws: Draws, ratio: Number) -> Noise:
    """A new draw."""
    if not unknown(ratio) and not (sign(ratio) > 0 and sign(ONE - ratio) > 0):
        raise Invalid("the parameter of geometric is not between 0 and 1")
    return Noise(draws.new(_geometric(ratio), True))


def plus(noise: Noise, amount: int) -> Noise:
    return Noise(noise.draw, noise.shift + amount, noise.scale)


def times(noise: Noise, amount: int) -> Noise | int:
    return Noise(noise.draw, noise.shift * amount, noise.scale * amount) if amount else 0


def summed(draws: Draws, one: Noise, other: Noise) -> Noise | int:
    """The sum. Where the two are different draws, these cannot be looked at any more by themselves."""
    shift = one.shift + other.shift
    if one.draw == other.draw:
        scale = one.scale + other.scale
        return Noise(one.draw, shift, scale) if scale else shift
    if isinstance(one.draw, Floor) or isinstance(other.draw, Floor):
        raise Hole("a sum of geometric draws that were divided")
    if abs(one.scale) != abs(other.scale):
        raise Hole("a sum of geometric draws of different scales")
    x, y = draws.weights(one.draw), draws.weights(other.draw)
    if y.shortest().peak is None:
        x, y, one, other = y, x, other, one
    y = y.shortest()
    if y.peak is None:
        raise Hole("a sum of geometric draws of which both are known in part")
    center, ratio = y.peak
    if one.scale != other.scale:
        x = x.reflected()  # other.scale * (-x + y)
    found = _with_geometric(x, ratio).shifted(center)
    made = draws.new(found)
    for noise in (one, other):
        draws.take(_plain(noise))
    _set_aside(draws, y.at(center), ratio)
    return Noise(made, shift, other.scale)


def _set_aside(draws: Draws, peak: Number, ratio: Number) -> None:
    """By how much weights are more than those of a geometric draw."""
    share = quotient(peak, quotient(ONE - ratio, ONE + ratio))
    if not is_zero(share - ONE):
        draws.scale = multiplied(draws.scale, share)


def halves(noise: Noise, divisor: int) -> Noise:
    """The quotient, rounded down."""
    if divisor == 0:
        raise Fails("a run divides by zero", "ZeroDivisionError")
    if abs(divisor) == 1:
        return Noise(noise.draw, noise.shift * divisor, noise.scale * divisor)
    part = noise if divisor > 0 else Noise(noise.draw, -noise.shift, -noise.scale)
    return Noise(Floor(part, abs(divisor)))


def modulo(draws: Draws, noise: Noise, modulus: int) -> int:
    """The remainder; the draw cannot be looked at any more."""
    if modulus == 0:
        raise Fails("a run divides by zero", "ZeroDivisionError")
    n, name = abs(modulus), _plain(noise)
    known = draws.weights(name).shortest()
    if n > MOST_POWER or known.peak is None:
        raise Hole("the remainder of a geometric draw of which something is known")
    center, a = known.peak
    share = (1 - a) / (1 + a) / (1 - a**n)
    weights = [share * (1 + a**n)] + [share * (a**r + a ** (n - r)) for r in range(1, n)]
    draws.take(name)
    _set_aside(draws, known.at(center), a)
    found = draws.picked(list(enumerate(weights)))
    return (noise.shift + noise.scale * (center + (found if isinstance(found, int) else 0))) % modulus


def at_least(draws: Draws, noise: Noise | int, bound: int) -> bool:
    """Whether the value is at least the bound."""
    if isinstance(noise, int):
        return noise >= bound
    if noise.scale > 0:
        return _inner(draws, noise, -((noise.shift - bound) // noise.scale))
    return not _inner(draws, noise, (noise.shift - bound) // -noise.scale + 1)


def _inner(draws: Draws, noise: Noise, bound: int) -> bool:
    if isinstance(noise.draw, Floor):
        return at_least(draws, noise.draw.part, bound * noise.draw.divisor)
    if abs(bound) > WIDEST:
        raise Hole("a geometric draw is compared with a number that is too large")
    return draws.at_least(noise.draw, bound)


def compare(draws: Draws, noise: Noise, operator: str, number: int | Fraction) -> bool:
    """Whether the value stands in this order to the number."""
    bound = number.numerator // number.denominator
    if isinstance(number, Float) and (number.held // 1, number.held == bound) != (bound, number == bound):
        raise Hole("Python would compare other numbers")
    if bound != number:
        if operator in ("==", "!="):
            return operator == "!="
        return at_least(draws, noise, bound + 1) == (operator in (">", ">="))
    return _ordered(operator, lambda more: at_least(draws, noise, bound + more))


def between(draws: Draws, operator: str, one: Noise, other: Noise) -> bool:
    """Whether two values with noise stand in this order."""
    if one.draw == other.draw:
        left, right = Noise(one.draw, one.shift, one.scale - other.scale), other.shift
        if not left.scale:
            return _ordered(operator, lambda more: left.shift - right >= more)
        return compare(draws, left, operator, right)
    x, y = _plain(one), _plain(other)
    apart = other.shift - one.shift
    return _ordered(operator, lambda more: draws.sum_at_least(one.scale, x, -other.scale, y, apart + more))


def _ordered(operator: str, at_least_: Callable[[int], bool]) -> bool:
    """By whether the first is at least the second and a number more."""
    match operator:
        case ">=":
            return at_least_(0)
        case ">":
            return at_least_(1)
        case "<":
            return not at_least_(0)
        case "<=":
            return not at_least_(1)
        case "==":
            return at_least_(0) and not at_least_(1)
        case "!=":
            return not (at_least_(0) and not at_least_(1))
    raise Hole(f"{operator} with a geometric draw")


def clamp(draws: Draws, noise: Noise, low: int, high: int) -> int:
    if high - low > WIDEST:
        raise Hole("a geometric draw is clamped to a range that is too large")
    if low > high:
        raise Invalid("a run clamps to an empty range")
    return _found(draws, noise, low, high)


def ends(draws: Draws, noise: Noise) -> Ends:
    """The least and the greatest value that it may have (None: no end)."""
    if isinstance(noise.draw, Floor):
        low, high = (None if end is None else end // noise.draw.divisor for end in ends(draws, noise.draw.part))
    else:
        low, high = draws.ends(noise.draw)
    low, high = (None if end is None else noise.shift + noise.scale * end for end in (low, high))
    return (low, high) if noise.scale > 0 else (high, low)


def become(draws: Draws, noise: Noise, number: int) -> bool:
    """Whether it can be the number; from then on it is."""
    for bound, answer in ((number, True), (number + 1, False)):
        draws.pick = lambda _, answer=answer: answer
        now = draws.followed(noise)
        if at_least(draws, now, bound) != answer:
            return False
    draws.pick = None
    return True


def value(draws: Draws, noise: Noise) -> int | None:
    """The value, of finitely many that it may have; None where these have no end."""
    low, high = ends(draws, noise)
    if low is None or high is None:
        return None
    return clamp(draws, noise, low, high)


def _found(draws: Draws, noise: Noise, low: int, high: int) -> int:
    """The greatest number up to `high` that the value is at least, or `low`."""
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if at_least(draws, noise, middle) else (low, middle - 1)
    return low


def _plain(noise: Noise) -> int:
    if isinstance(noise.draw, Floor):
        raise Hole("a geometric draw that was divided is compared with another one")
    return noise.draw


def drawn(options: list[tuple[object, Number]], pick: Pick) -> object:
    """One of the options that are possible."""
    return pick([(value, weight) for value, weight in options if not is_zero(weight)])
