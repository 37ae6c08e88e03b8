"""Integers that were drawn from all integers and that nobody has looked at yet.

A `Noise` is what a variable holds then. Arithmetic leaves it unlooked at; a comparison asks a `Judge` what is known
of the draws on this run. Where that does not settle it, the judge raises: whoever runs the program decides each way.
The same draw in two places is one number.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import Literal, NoReturn, Protocol, TypeAlias, cast

from flint import fmpq

from faier.exact import has_value
from faier.lang import reals
from faier.lang.arithmetic import ceiling_of, compare_numbers, exact_number, floor_of
from faier.lang.errors import ZERO
from faier.lang.failures import DIVISION, WRONG_KIND, Failure, kind_of
from faier.lang.judging import UNBOUNDED as UNBOUNDED
from faier.lang.judging import NotFollowed as NotFollowed
from faier.lang.judging import judge, looked_at, whichever
from faier.lang.judging import judged as judged
from faier.lang.judging import not_followed as not_followed
from faier.lang.judging import unbounded as unbounded
from faier.lang.reals import Linear, require_no_unknown
from faier.lang.values import Real, Value

# A clamp to no more values than this is decided at once.
MANY = 5_000

ARITHMETIC = frozenset(["+", "-", "*", "/", "//", "%", "**"])

Way: TypeAlias = Literal["+", "*", "//"]


@dataclass(frozen=True)
class Noise:
    """`scale` * y + `offset` for the draw numbered `variable`, and then `steps`, of which the first is a quotient. In
    place of a draw there may be the greatest integer that is at most a real with 0 <= offset < 1."""

    variable: int | Linear
    scale: int = 1  # not 0
    offset: int = 0
    steps: tuple[tuple[Way, int], ...] = ()

    def __bool__(self) -> NoReturn:
        raise AssertionError("whether noise is 0 is asked of a judge")


@dataclass(frozen=True)
class Apart:
    """The sum of `scale` * y over two different draws, as (scale, variable), and `offset`: no draw of its own, but
    compared with numbers where both scales are of one size."""

    terms: tuple[tuple[int, int], tuple[int, int]]  # variables ascend
    offset: int

    def __bool__(self) -> NoReturn:
        raise AssertionError("whether noise is 0 is asked of a judge")


@dataclass(frozen=True)
class Computed:
    """A number, or a text, that was computed from noise in a way that is not followed: neither is what looks at it.
    Nothing that was left out on the way there raises. A number may be a `fraction`, which Python writes otherwise."""

    why: str
    text: bool = False
    fraction: bool = False

    def __bool__(self) -> NoReturn:
        raise AssertionError("whether noise is 0 is asked of a judge")


Noisy: TypeAlias = Noise | Apart | Linear | Computed


def is_noise(value: object) -> bool:
    return type(value) in (Noise, Apart, Linear, Computed)


def is_number(value: object) -> bool:
    """Whether it is a number, noise or none."""
    return isinstance(value, int | Real) or (is_noise(value) and not is_text(value))


def unread(value: object) -> NotFollowed | None:
    """Why nobody reads a text that is made of noise; None where it is none."""
    return NotFollowed(UNBOUNDED, value.why) if isinstance(value, Computed) and value.text else None


def is_fraction(value: object) -> bool:
    """Whether it may be a Fraction."""
    if isinstance(value, Computed):
        return value.fraction
    return isinstance(value, Real) and value.machine == "fraction"


def is_text(value: object) -> bool:
    """Whether it is a text, of noise or of none."""
    return isinstance(value, str) or (type(value) is Computed and value.text)


def binary(operation: str, a: object, b: object) -> Noisy | int | Real | None:
    """`a operation b`, one of them noise; None where the numbers themselves are needed, which are few."""
    if operation == "%" and isinstance(a, str):
        if not (is_number(b) and re.fullmatch(r"[^%]*%(d|s|\.\df)[^%]*", a)) or is_fraction(b):
            raise not_followed("the text of noise")
        return Computed(not_followed("the text of noise").message, text=True)
    for one, other in ((a, b), (b, a)):
        if isinstance(one, Computed) and one.text:
            return _computed_text(operation, one, other)
    if isinstance(a, Computed) or isinstance(b, Computed):
        return _computed(operation, a, b, "")
    try:
        found = _followed(operation, a, b)
    except NotFollowed as failure:
        return _computed(operation, a, b, failure.message)
    if found is None and (is_endless(a) or is_endless(b)):
        return _computed(operation, a, b, "")
    return found


def _computed(operation: str, a: object, b: object, why: str) -> Computed | None:
    """What comes of numbers where that is not followed, and does not raise; None where nothing is known of it."""
    if operation not in ARITHMETIC or not (is_number(a) and is_number(b)):
        return None
    if operation == "**" and not (isinstance(b, int) and b >= 0):
        return None
    if operation in ("/", "//", "%") and (compare("==", b, 0) if is_noise(b) else exact_number(cast(Value, b)) == 0):
        raise Failure(DIVISION, "division by zero", "", ZERO)
    known = [side.why for side in (a, b) if isinstance(side, Computed)]
    told = [*known, why or not_followed(f"`{operation}` of noise").message][0]
    return Computed(told, fraction=is_fraction(a) or is_fraction(b))


def _computed_text(operation: str, text: Computed, other: object) -> Computed:
    """What comes of a text and something else."""
    if (operation == "+" and is_text(other)) or (operation == "*" and isinstance(other, int)):
        return text
    if is_noise(other) or operation == "%":
        raise NotFollowed(UNBOUNDED, text.why)
    raise Failure(WRONG_KIND, f"`{operation}` of a label and this value is not defined")


def is_endless(value: object) -> bool:
    """Whether it is noise that is not known to lie between two ends."""
    return is_noise(value) and not (isinstance(value, Noise) and None not in ends(value))


def _followed(operation: str, a: object, b: object) -> Noisy | int | Real | None:
    """The same, where nothing else than the numbers would do for what is computed."""
    if isinstance(a, Linear) or isinstance(b, Linear):
        return _binary_of_reals(operation, _beside(a), _beside(b))
    a, b = (int(item) if isinstance(item, bool) else item for item in (a, b))
    match operation, a, b:
        case "+" | "-", Apart() | Noise() | int(), Apart() | Noise() | int() if Apart in (type(a), type(b)):
            sign = 1 if operation == "+" else -1
            return _gathered((*_terms(a), *((sign * scale, y) for scale, y in _terms(b))), _rest(a) + sign * _rest(b))
        case _, Apart(), _:
            return _followed(operation, _as_one(a), b)
        case _, _, Apart():
            return _followed(operation, a, _as_one(b))
        case "-", _, Noise():
            return _followed("+", a, _negated(b))
        case "-", Noise(), int():
            return _moved(a, -b)
        case "+", Noise(), int():
            return _moved(a, b)
        case "+", int(), Noise():
            return _moved(b, a)
        case "+", Noise(), Noise():
            return _sum(a, b)
        case "*", Noise(), int():
            return _scaled(a, b)
        case "*", int(), Noise():
            return _scaled(b, a)
        case "//", Noise(), int():
            return _quotient(a, b)
        case "%", Noise(), int():
            return _remainder(a, b)
    return None


def _binary_of_reals(operation: str, a: object, b: object) -> Noisy | Real:
    if operation == "//" and isinstance(a, Linear) and isinstance(b, int | Real):
        number = exact_number(b)
        if number == 0:
            raise Failure(DIVISION, "division by zero")
        if isinstance(number, fmpq):
            return floor(a.times(1 / number))
    return reals.binary(operation, a, b)


def _beside(value: object) -> object:
    """What stands beside a real: an integer that was drawn must be known."""
    if not isinstance(value, Noise | Apart):
        return value
    low, high = (None, None) if isinstance(value, Apart) else ends(value)
    if isinstance(value, Apart) or low is None or high is None:
        raise not_followed("a real beside noise on the integers")
    return concrete(value, "what is done with a real")


def floor(real: Linear) -> Noise:
    """The greatest integer that is at most the real."""
    require_no_unknown(real, "rounding it")
    whole = floor_of(real.offset)
    return Noise(real.plus(fmpq(-whole)), 1, whole)


def ceiling(real: Linear) -> Noise:
    return _negated(floor(real.times(fmpq(-1))))


def own(noise: Noise) -> Noise | None:
    """The noise by a draw that is an integer; None where more is known of the real that it is rounded from."""
    if not isinstance(noise.variable, Linear):
        return noise
    offset = noise.variable.offset
    variable = judge().floored(reals.rational_terms(noise.variable), offset) if isinstance(offset, fmpq) else None
    return None if variable is None else replace(noise, variable=variable)


def parted(noise: Noise) -> Noise | int:
    """The noise, of which it is known whether it is the integer in which an end of its real lies; then the integer."""
    real = noise.variable
    assert isinstance(real, Linear)
    low, high = reals.ends(real)
    for end, border in (
        (low, None if low is None else ceiling_of(low)),
        (high, None if high is None else floor_of(high)),
    ):
        if border is not None and end != border:
            reals.compare(">=", real, border)
    if low is None or high is None or floor_of(low) + 1 != ceiling_of(high):
        return noise
    return applied(noise, floor_of(low))


def _own(noise: Noise) -> tuple[Noise, int]:
    """The same, with the number of the draw."""
    found = own(noise)
    if found is None or isinstance(found.variable, Linear):
        raise not_followed("an integer that is rounded from a real, which was compared or is used otherwise,")
    return found, found.variable


def truncated(real: Linear) -> Noise:
    return floor(real) if reals.compare(">=", real, 0) else ceiling(real)


def nearest(real: Linear) -> Noise:
    """The nearest integer; that there are two does not happen."""
    return floor(real.plus(reals.HALF))


def negative(noise: Noisy) -> Noisy:
    if isinstance(noise, Computed):
        if noise.text:
            raise Failure(WRONG_KIND, "-a label is not defined")
        return noise
    if isinstance(noise, Linear):
        return noise.times(fmpq(-1))
    if isinstance(noise, Noise):
        return _negated(noise)
    first, second = ((-scale, variable) for scale, variable in noise.terms)
    return Apart((first, second), -noise.offset)


def number(value: Value, doing: str) -> Value:
    """The value; of noise the number itself, where it is known to lie between two ends."""
    if isinstance(value, Computed):
        raise NotFollowed(UNBOUNDED, value.why)
    if isinstance(value, Apart):
        raise not_followed(f"a sum of kept draws as {doing}")
    if isinstance(value, Linear):
        raise looked_at(doing)
    return concrete(value, doing) if isinstance(value, Noise) else value


def _terms(value: Noise | Apart | int) -> tuple[tuple[int, int], ...]:
    if isinstance(value, Apart):
        return value.terms
    if isinstance(value, Noise):
        if value.steps:
            raise not_followed("adding quotients of draws")
        own_noise, variable = _own(value)
        return ((own_noise.scale, variable),)
    return ()


def _rest(value: Noise | Apart | int) -> int:
    return int(value) if isinstance(value, int) else value.offset


def _gathered(terms: tuple[tuple[int, int], ...], offset: int) -> Noise | Apart | int:
    """The sum of the terms and the offset."""
    scales: dict[int, int] = {}
    for scale, variable in terms:
        scales[variable] = scales.get(variable, 0) + scale
    found = sorted((variable, scale) for variable, scale in scales.items() if scale != 0)
    if not found:
        return offset
    if len(found) == 1:
        ((variable, scale),) = found
        return Noise(variable, scale, offset)
    if len(found) == 2:
        (y, one), (z, other) = found
        return Apart(((one, y), (other, z)), offset)
    for at, (y, one) in enumerate(found):
        for z, other in found[at + 1 :]:
            together = judge().added(((one, y), (other, z)))
            if together is not None:
                rest = tuple((scale, draw) for draw, scale in found if draw not in (y, z))
                return _gathered((*rest, (1, together)), offset)
    raise not_followed("a sum of three kept draws")


def joined(apart: Apart) -> Noise | None:
    """The sum as a draw of its own; None where something is known of its parts."""
    variable = judge().added(apart.terms)
    return None if variable is None else Noise(variable, 1, apart.offset)


def single(value: Value) -> Value:
    """The value; a sum of draws as a draw of its own, where that can be."""
    found = joined(value) if isinstance(value, Apart) else None
    return value if found is None else cast(Value, found)


def _as_one(apart: Apart) -> Noise:
    found = joined(apart)
    if found is None:
        raise not_followed("more than a comparison of a sum of kept draws")
    return found


def compare(operation: str, a: object, b: object) -> bool:
    """`a operation b` for == != < <= > >=, one of them noise."""
    if not (is_number(a) and is_number(b)) and not (is_text(a) and is_text(b)):
        if operation in ("==", "!="):
            return operation == "!="
        raise Failure(WRONG_KIND, f"{_named(a)} {operation} {_named(b)} is not defined")
    for side in (a, b):
        if isinstance(side, Computed):
            return whichever(NotFollowed(UNBOUNDED, side.why))
    try:
        return _compared(operation, a, b)
    except NotFollowed as failure:
        return whichever(failure)


def _named(value: object) -> str:
    """What it is, for people."""
    if is_text(value):
        return "a label"
    if is_noise(value):
        return "a real" if isinstance(value, Linear) else "noise"
    return kind_of(value)


def _compared(operation: str, a: object, b: object) -> bool:
    """The same of two numbers, neither of them `Computed`."""
    if isinstance(a, Linear) or isinstance(b, Linear):
        return reals.compare(operation, _beside(a), _beside(b))
    if isinstance(a, Apart) or isinstance(b, Apart):
        return _compared_apart(operation, a, b)
    if not isinstance(a, Noise):
        return compare(_MIRRORED[operation], b, a)
    if isinstance(b, Noise):
        return _compared_noise(operation, a, b)
    if isinstance(b, int):
        return _ordered(operation, a, int(b))
    return _beside_real(operation, a, cast(Real, b))


def concrete(noise: Noise, doing: str) -> int:
    """The number itself, where it is known to lie between two ends."""
    if isinstance(noise.variable, Linear):
        return applied(noise, _rounded_down(noise.variable, doing))
    known = judge()
    low, high = known.ends(noise.variable)
    if low is None or high is None:
        raise unbounded(doing)
    return applied(noise, known.value(noise.variable))


def _rounded_down(real: Linear, doing: str) -> int:
    """The greatest integer that is at most a real between two ends."""
    low, high = reals.ends(real)
    if low is None or high is None:
        raise unbounded(doing)
    return _searched(lambda least: reals.compare(">=", real, least), floor_of(low), ceiling_of(high) - 1)


def _searched(at_least: _AtLeast, low: int, high: int) -> int:
    """The number, which is `low` where it is not at least some greater one, and at most `high`."""
    while low < high:
        middle = (low + high + 1) // 2
        if at_least(middle):
            low = middle
        else:
            high = middle - 1
    return low


def clamped(noise: Noisy, low: int, high: int) -> int | None:
    """min(max(noise, low), high), decided at once; None where that would be many numbers or none. Of a real it is the
    nearest integer between."""
    if isinstance(noise, Computed):
        raise NotFollowed(UNBOUNDED, noise.why)
    if isinstance(noise, Linear):
        noise = nearest(noise)
    if isinstance(noise, Apart):
        noise = _as_one(noise)
    if isinstance(noise.variable, Linear):
        rounded = noise
        return _searched(lambda least: _at_least(rounded, least), low, high)
    if noise.steps or abs(noise.scale) != 1 or not 0 < high - low <= MANY:
        return None
    first, last = (
        (low - noise.offset, high - noise.offset) if noise.scale > 0 else (noise.offset - high, noise.offset - low)
    )
    judge().parted(noise.variable, first, last)
    _, most = ends(noise)
    if most is not None and most <= low:
        return low
    return high if most is None else min(most, high)


def applied(noise: Noise, drawn: int) -> int:
    """What the noise is when its draw is this number."""
    value = noise.scale * drawn + noise.offset
    for way, k in noise.steps:
        value = value + k if way == "+" else value * k if way == "*" else value // k
    return value


def ends(noise: Noise) -> tuple[int | None, int | None]:
    """The least and the greatest value that it may have, as far as they are known."""
    if isinstance(noise.variable, Linear):
        return None, None
    low, high = judge().ends(noise.variable)
    found = [None if end is None else applied(noise, end) for end in (low, high)]
    return (found[0], found[1]) if _rising(noise) else (found[1], found[0])


def _rising(noise: Noise) -> bool:
    sign = noise.scale
    for way, k in noise.steps:
        sign = sign * k if way == "*" else sign
    return sign > 0


def _moved(noise: Noise, by: int) -> Noise:
    if not noise.steps:
        return replace(noise, offset=noise.offset + by)
    before, (way, k) = noise.steps[:-1], noise.steps[-1]
    if way == "+":
        return replace(noise, steps=before if k + by == 0 else (*before, ("+", k + by)))
    return noise if by == 0 else replace(noise, steps=(*noise.steps, ("+", by)))


def _scaled(noise: Noise, factor: int) -> Noise | int:
    return 0 if factor == 0 else _multiplied(noise, factor)


def _negated(noise: Noise) -> Noise:
    return _multiplied(noise, -1)


def _multiplied(noise: Noise, factor: int) -> Noise:
    if not noise.steps:
        return replace(noise, scale=noise.scale * factor, offset=noise.offset * factor)
    before, (way, k) = noise.steps[:-1], noise.steps[-1]
    if way == "*":
        return replace(noise, steps=before if k * factor == 1 else (*before, ("*", k * factor)))
    return noise if factor == 1 else replace(noise, steps=(*noise.steps, ("*", factor)))


def _quotient(noise: Noise, divisor: int) -> Noise:
    if divisor == 0:
        raise Failure(DIVISION, "division by zero", "", ZERO)
    if divisor < 0:
        return _quotient(_negated(noise), -divisor)
    if divisor == 1:
        return noise
    if not noise.steps and noise.scale % divisor == 0:
        return replace(noise, scale=noise.scale // divisor, offset=noise.offset // divisor)
    return replace(noise, steps=(*noise.steps, ("//", divisor)))


def _remainder(noise: Noise, modulus: int) -> int:
    if modulus == 0:
        raise Failure(DIVISION, "division by zero", "", ZERO)
    if noise.steps or (isinstance(noise.variable, Linear) and None not in reals.ends(noise.variable)):
        return concrete(noise, "`%`") % modulus
    noise, variable = _own(noise)
    low, high = judge().ends(variable)
    if low is not None and high is not None:
        return concrete(noise, "`%`") % modulus
    rest = judge().remainder(variable, abs(modulus))
    return (noise.scale * rest + noise.offset) % modulus


def _sum(a: Noise, b: Noise) -> Noise | Apart | int:
    for one, other in ((a, b), (b, a)):
        low, high = ends(one)
        if low is not None and high is not None:
            return _moved(other, concrete(one, "`+`"))
    if not a.steps and not b.steps:
        return _gathered((*_terms(a), *_terms(b)), a.offset + b.offset)
    raise not_followed("adding quotients of draws")


def _compared_apart(operation: str, a: object, b: object) -> bool:
    """A comparison of a sum of two draws, by what is left of the difference."""
    if not isinstance(a, Noise | Apart | int):
        return _compared_apart(_MIRRORED[operation], b, a)
    if isinstance(b, Real) and isinstance(b.exact, fmpq) and isinstance(a, Apart):
        floor = int(b.exact.floor())
        if b.exact == floor:
            raise not_followed("comparing a sum of kept draws with a whole number that is held as a fraction")
        return compare(">" if compare_numbers(operation, floor + 1, b) else "<=", a, floor)
    if not isinstance(b, Noise | Apart | int):
        if operation in ("==", "!="):
            return operation == "!="
        raise not_followed("comparing a sum of kept draws with what is no rational number")
    sides = ((*_terms(a), *((-scale, y) for scale, y in _terms(b))), _rest(a) - _rest(b))
    left = _gathered(*sides)
    if isinstance(left, int):
        return _ordered_numbers(operation, left, 0)
    if isinstance(left, Noise):
        return _ordered(operation, left, 0)
    (one, y), (other, z) = left.terms
    size = abs(one)
    if abs(other) != size:
        raise not_followed("comparing multiples of different draws")
    terms = ((one // size, y), (other // size, z))
    return _decided(operation, lambda least: judge().at_least(terms, -((left.offset - least) // size)))


def _compared_noise(operation: str, a: Noise, b: Noise) -> bool:
    if a == b:
        return operation in ("==", "<=", ">=")
    if not a.steps and not b.steps and a.variable == b.variable:
        return (
            _ordered(operation, Noise(a.variable, a.scale - b.scale, a.offset - b.offset), 0)
            if (a.scale != b.scale)
            else _ordered_numbers(operation, a.offset, b.offset)
        )
    for one, other, way in ((a, b, operation), (b, a, _MIRRORED[operation])):
        low, high = ends(other)
        if low is not None and high is not None:
            return _ordered(way, one, concrete(other, "comparing"))
    if a.steps or b.steps or abs(a.scale) != abs(b.scale):
        raise not_followed("comparing multiples or quotients of different draws")
    (a, y), (b, z) = _own(a), _own(b)
    size, apart = abs(a.scale), b.offset - a.offset
    terms = tuple(sorted(((a.scale // size, y), (-b.scale // size, z)), key=lambda term: term[1]))

    def at_least(least: int) -> bool:  # a - b >= least
        return judge().at_least(terms, -(-(apart + least) // size))

    return _decided(operation, at_least)


def _ordered(operation: str, noise: Noise, number: int) -> bool:
    return _decided(operation, lambda least: _at_least(noise, number + least))


def _decided(operation: str, at_least: _AtLeast) -> bool:
    """The comparison of a difference with 0, when it can be asked whether the difference is at least 0 or 1."""
    match operation:
        case ">=":
            return at_least(0)
        case ">":
            return at_least(1)
        case "<":
            return not at_least(0)
        case "<=":
            return not at_least(1)
        case "==":
            return at_least(0) and not at_least(1)
        case "!=":
            return not at_least(0) or at_least(1)
    raise AssertionError(f"no comparison: {operation}")


class _AtLeast(Protocol):
    def __call__(self, least: int, /) -> bool: ...


def _at_least(noise: Noise, number: int) -> bool:
    """Whether the noise is at least this number: the steps are taken back, one by one."""
    above = True  # whether it is asked for all numbers from this one upward, or up to it
    for way, k in reversed(noise.steps):
        if way == "+":
            number -= k
        elif way == "*":
            above, number = (
                (above, -(-number // k) if above else number // k)
                if k > 0
                else (
                    not above,
                    number // k if above else -(-number // k),
                )
            )
        else:
            number = number * k if above else number * k + k - 1
    number -= noise.offset
    scale = noise.scale
    if scale < 0:
        above, number, scale = not above, -number, -scale
    if isinstance(noise.variable, Linear):
        return reals.compare(">=", noise.variable, -(-number // scale) if above else number // scale + 1) == above
    if above:
        return judge().at_least(((1, noise.variable),), -(-number // scale))
    return judge().at_least(((-1, noise.variable),), -(number // scale))


def _beside_real(operation: str, noise: Noise, number: Real) -> bool:
    """Beside a number that is no integer: Python must say the same of the integers next to it."""
    if not has_value(number.exact):
        raise unbounded("comparing it with an unknown")
    floor = floor_of(number.exact)
    whole = number.exact == floor
    below = compare_numbers(operation, floor - 1 if whole else floor, number)
    above = compare_numbers(operation, floor + 1, number)
    if not whole:
        return above if _at_least(noise, floor + 1) else below
    if not _at_least(noise, floor):
        return below
    return above if _at_least(noise, floor + 1) else compare_numbers(operation, floor, number)


def _ordered_numbers(operation: str, a: int, b: int) -> bool:
    return _decided(operation, lambda least: a - b >= least)


_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
