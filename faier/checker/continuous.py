"""Reals with a Laplace draw in them: what may be done with them, and what may be asked about them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from fractions import Fraction

from . import noise
from .budgets import Epsilon
from .densities import Density, laplace, with_laplace
from .draws import Draws
from .forms import ONE, Number, multiplied
from .held import Float, settled
from .normals import PLAIN, Normal
from .outcome import Hole, Invalid
from .reals import placed
from .rounded_normals import RoundedNormal
from .values import Between, Continuous, Inverse, Near, Noise

HALF = Fraction(1, 2)


def fresh(draws: Draws, scale: object) -> Continuous:
    """A new draw of this scale."""
    rate, unit = rate_of(scale)
    return Continuous(draws.reals.new(laplace(rate, unit)))


def normal(draws: Draws, deviation: object) -> Continuous:
    """A new normal draw of this standard deviation."""
    number = rational(deviation)
    if number <= 0:
        raise Invalid("the standard deviation of gaussian is not above 0")
    return Continuous(draws.reals.new(Normal(number**2)))


def rate_of(scale: object) -> tuple[Fraction, Epsilon]:
    """One over the scale, and in which unit that is."""
    if not isinstance(scale, Inverse):
        number = rational(scale)
        if number <= 0:
            raise Invalid("the scale of laplace is not above 0")
        return 1 / number, PLAIN
    match scale.epsilon:
        case Epsilon(constant, (), rate) if not constant:
            unit, share = Epsilon(rate=ONE), rate
        case Epsilon(constant, ((base, share),), rate) if not constant and not rate and base > 1:
            unit = Epsilon(logs=((base, ONE),))
        case Epsilon(constant, ((base, share),), rate) if not constant and not rate and base < 1:
            unit, share = Epsilon(logs=((1 / base, ONE),)), -share
        case _:
            raise Hole("the scale of laplace is one over a sum")
    if share * scale.amount <= 0:
        raise Invalid("the scale of laplace is not above 0")
    return share / scale.amount, unit


def rational(value: object) -> Fraction:
    """A number beside reals."""
    if isinstance(value, Float):
        return settled(value)
    if isinstance(value, (int, Fraction)):
        return Fraction(value)
    raise Hole("a real and something else than a rational number")


def binary(draws: Draws, operator: str, a: object, b: object) -> object:
    if isinstance(a, Noise) or isinstance(b, Noise):
        raise Hole("a real and an integer with noise")
    match operator, a, b:
        case "+", Continuous(), Continuous():
            return _summed(draws, a, b)
        case "-", Continuous(), Continuous():
            return _summed(draws, a, times(b, -ONE))
        case (("+" | "-"), Continuous(), _):
            return plus(a, rational(b) if operator == "+" else -rational(b))
        case (("+" | "-"), _, Continuous()):
            return plus(b if operator == "+" else times(b, -ONE), rational(a))
        case "*", Continuous(), _:
            return times(a, rational(b)) if rational(b) else Fraction(0)
        case "*", _, Continuous():
            return binary(draws, operator, b, a)
        case "/", Continuous(), _:
            return times(a, 1 / _divisor(b))
        case "//", Continuous(), _:
            return floor(draws, times(a, 1 / _divisor(b)))
    raise Hole(f"the operator {operator} on a real")


def plus(real: Continuous, amount: Fraction) -> Continuous:
    return replace(real, shift=real.shift + amount)


def times(real: Continuous, amount: Fraction) -> Continuous:
    """For an amount that is not 0."""
    return replace(real, shift=real.shift * amount, scale=real.scale * amount)


def floor(draws: Draws, real: Continuous) -> Noise:
    """The greatest integer that is not above. The real cannot be looked at any more."""
    density = placed(draws.reals.alone(real.draw), real)
    weights = RoundedNormal(density) if isinstance(density, Normal) else density.floors()
    draws.reals.take(real.draw)
    return Noise(draws.new(weights))


def ceiling(draws: Draws, real: Continuous) -> Noise | int:
    return noise.times(floor(draws, times(real, -ONE)), -1)


def rounded(draws: Draws, real: Continuous) -> Noise:
    """The nearest integer: two are as near with probability 0."""
    return floor(draws, plus(real, HALF))


def clamp(draws: Draws, real: Continuous, low: int, high: int) -> int:
    """The nearest integer between two. The real can still be looked at."""
    if high - low > noise.WIDEST:
        raise Hole("a real is clamped to a range that is too large")
    if low > high:
        raise Invalid("a run clamps to an empty range")
    while low < high:
        middle = (low + high + 1) // 2
        low, high = (middle, high) if compare(draws, real, ">=", middle - HALF) else (low, middle - 1)
    return low


def whole(draws: Draws, real: Continuous) -> Noise | int:
    """The integer part, which is nearer to 0."""
    return ceiling(draws, real) if compare(draws, real, "<", 0) else floor(draws, real)


def compare(draws: Draws, real: Continuous, operator: str, number: object) -> bool:
    """Whether the real stands in this order to the number."""
    bound = (rational(number) - real.shift) / real.scale
    if operator in ("==", "!="):
        return operator == "!="
    above = draws.reals.at_least(real.draw, bound)
    return _ordered(operator, above == (real.scale > 0))


def between(draws: Draws, operator: str, one: Continuous, other: Continuous) -> bool:
    """Whether two reals stand in this order."""
    if one.draw == other.draw:
        if one.scale == other.scale:
            return noise_free(operator, one.shift - other.shift)
        return compare(draws, replace(one, scale=one.scale - other.scale), operator, other.shift)
    if operator in ("==", "!="):
        return operator == "!="
    apart = other.shift - one.shift
    return _ordered(operator, draws.reals.sum_at_least(one.scale, one.draw, -other.scale, other.draw, apart))


def noise_free(operator: str, difference: Fraction) -> bool:
    """Whether a difference that is known is that of two values in this order."""
    if operator in ("==", "!="):
        return (difference == 0) == (operator == "==")
    return _ordered(operator, difference >= 0 if operator in (">=", "<") else difference > 0)


def become(draws: Draws, real: Continuous, letter: Near) -> Number:
    """The density of the real where it is shown, by which the run weighs; from then on nothing knows of it."""
    found = placed(draws.reals.alone(real.draw), real).at(letter.at, letter.side)
    draws.reals.take(real.draw)
    draws.scale = multiplied(draws.scale, found)
    return found


def within(draws: Draws, real: Continuous, ends: Between) -> Number:
    """The chance that the real is between two numbers, by which the run weighs; from then on nothing knows of it."""
    if ends.beside:
        raise Invalid("a real is beside others that are not there")
    found = placed(draws.reals.alone(real.draw), real).restricted(ends.low, ends.high).total
    draws.reals.take(real.draw)
    draws.scale = multiplied(draws.scale, found)
    return found


def together(draws: Draws, values: Sequence[object], letters: Sequence[object]) -> Iterator[tuple[object, object]]:
    """What is shown in a list and what it is to be. Where reals are to have a sum between two numbers, that sum stands
    in place of all of them."""
    taken: set[int] = set()
    for at, letter in enumerate(letters):
        if isinstance(letter, Between) and letter.beside:
            places = {place for place, _ in letter.beside}
            if taken & (places | {at}) or at in places or not all(place < len(letters) for place in places):
                raise Invalid("a real is beside itself, or beside two others")
            taken |= places
            if any(letters[place] != Between(None, None) for place in places):
                raise Invalid("of a real that is beside another one more is said")
    for at, (value, letter) in enumerate(zip(values, letters, strict=True)):
        if at in taken:
            if not isinstance(value, Continuous):
                yield value, letter
            continue
        if isinstance(letter, Between) and letter.beside and isinstance(value, Continuous):
            for place, factor in letter.beside:
                other = values[place]
                if isinstance(other, Continuous):
                    value = binary(draws, "+", value, times(other, factor))
            if not isinstance(value, Continuous):
                raise Hole("reals that are shown together have a sum that is no draw")
            letter = replace(letter, beside=())
        yield value, letter


def _ordered(operator: str, at_least: bool) -> bool:
    match operator:
        case ">=" | ">":
            return at_least
        case "<" | "<=":
            return not at_least
    raise Hole(f"{operator} with a real")


def _summed(draws: Draws, one: Continuous, other: Continuous) -> Continuous | Fraction:
    """The sum. Where the two are different draws, these cannot be looked at any more by themselves."""
    shift = one.shift + other.shift
    if one.draw == other.draw:
        if one.scale == -other.scale:
            return shift
        return Continuous(one.draw, shift, one.scale + other.scale)
    known = [placed(draws.reals.alone(real.draw), replace(real, shift=Fraction(0))) for real in (one, other)]
    made = draws.reals.new(_convolved(*known))
    for real in (one, other):
        draws.reals.take(real.draw)
    return Continuous(made, shift)


def _convolved(one: Density | Normal, other: Density | Normal) -> Density | Normal:
    if isinstance(one, Normal) and isinstance(other, Normal):
        return one.plus_noise(other)
    if isinstance(one, Normal):
        one, other = other, one
    if isinstance(other, Normal) and not isinstance(one, Normal):
        if one.peak is None or one.unit != PLAIN:
            raise Hole("a sum of normal noise and what is known in part, or of another kind")
        place, rate = one.peak
        return other.plus_laplace(place, rate, one.at(place) / (rate / 2))
    if isinstance(one, Normal) or isinstance(other, Normal):
        raise Hole("a sum of normal and other noise")
    if other.peak is None:
        one, other = other, one
    if other.peak is None or one.unit != other.unit:
        raise Hole("a sum of reals that are known in part, or of different kinds")
    place, rate = other.peak
    height = other.at(place) / (rate / 2)
    return with_laplace(one.along(-place, ONE), rate).scaled(height)


def _divisor(value: object) -> Fraction:
    found = rational(value)
    if not found:
        raise Invalid("a run divides by zero")
    return found
