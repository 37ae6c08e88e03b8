"""Whole numbers of numbers, and the functions of `math`, exactly as Python would compute them.

A float is what Python computes; beside it is the exact number. `math.exp`, `math.log` and `math.sqrt` are exact numbers
beside floats that stand for other ones: they can be compared, stand in claims, and say how wide noise on the reals is.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction
from typing import cast

from flint import fmpq

from faier.exact import (
    LogRatio,
    Number,
    bounds,
    exponential,
    fraction,
    from_ratio,
    has_value,
    logarithm,
    nearest_float,
    number_of,
    number_text,
    rational,
)
from faier.lang import noise
from faier.lang.arithmetic import exact_number, in_fractions, machine_number, root_of, sign_of, sized
from faier.lang.comparing import compare
from faier.lang.failures import (
    BAD_ARGUMENT,
    FLOAT_DIFFERS,
    MAXIMAL_BITS,
    TOO_LARGE,
    UNKNOWN_DECIDES,
    WRONG_KIND,
    Failure,
    kind_of,
)
from faier.lang.noise import is_endless, is_noise, not_followed
from faier.lang.noise import number as plain
from faier.lang.operations import binary, iterate, whole
from faier.lang.reals import Linear, is_real
from faier.lang.values import Budget, Infinite, Real, Sequence, Value, show_value

# Of numbers that are no fractions, as long as these do not tell what is next to them.
DIGITS = (20, 100, 1000)

_IMPORT = "numbers that Python draws with come from faier: from faier import exp, log"


def whole_number(name: str, of: Callable[[Fraction], int]) -> Callable[[Value], Value]:
    """int, floor, ceil, trunc or round: the function of a number that gives an integer."""

    def integer(a: Value) -> Value:
        if isinstance(a, int):
            return int(a)
        if is_real(a):
            return cast(Value, _OF_REALS[name](cast(Linear, a)))
        if is_noise(a):
            return a
        if isinstance(a, Infinite):
            raise Failure(BAD_ARGUMENT, f"{name} of infinity is no integer")
        if not isinstance(a, Real):
            raise Failure(WRONG_KIND, f"{name} of {kind_of(a)} is not defined")
        if not has_value(a.exact):
            raise Failure(WRONG_KIND, f"{name} is not defined for numbers with an unknown in them")
        exact, machine = _whole(name, of, a.exact), machine_number(a)
        if isinstance(machine, float) and not math.isfinite(machine):
            raise Failure(FLOAT_DIFFERS, f"Python would take {name}(...) of {machine!r}", in_fractions("compute it", a))
        if machine is not None and of(Fraction(machine)) != exact:
            message = f"{name}(...) is {exact}, but Python would compute {of(Fraction(machine))}"
            raise Failure(FLOAT_DIFFERS, message, in_fractions("compute its argument", a))
        return exact

    return integer


def _whole(name: str, of: Callable[[Fraction], int], number: Number) -> int:
    """What a function that never falls gives: the same just below the number and just above it."""
    for digits in DIGITS:
        low, high = (of(fraction(end)) for end in bounds(number, digits))
        if low == high:
            return low
    raise Failure(UNKNOWN_DECIDES, f"{name}({number_text(number, roots=True)}) cannot be decided exactly")


_OF_REALS = {
    "round": noise.nearest,
    "math.floor": noise.floor,
    "math.ceil": noise.ceiling,
    "math.trunc": noise.truncated,
    "int": noise.truncated,
}
_nearest = whole_number("round", round)


def rounded(a: Value, ndigits: Value = None) -> Value:
    """`round(a)` and `round(a, ndigits)`: halves go to the even number."""
    if ndigits is None:
        return _nearest(a)
    places = whole(ndigits, "the number of digits")
    if is_endless(a):
        raise not_followed(f"rounding {'a real' if is_real(a) else 'noise'} to digits")
    if isinstance(a, int) and places >= 0:
        return int(a)
    if isinstance(a, Infinite) or is_noise(a) or not isinstance(a, (int, Real)) or abs(places) > MAXIMAL_BITS // 4:
        raise Failure(WRONG_KIND, f"round of {kind_of(a)} to {places} digits is not defined")
    if isinstance(a, int):
        return sized(round(int(a), places))
    if not isinstance(a.exact, fmpq):
        raise Failure(WRONG_KIND, "round is not defined for symbolic numbers")
    exact = round(fraction(a.exact), places)
    number = rational(exact)
    try:
        return Real(number, a.machine if isinstance(a.machine, str) else round(a.machine, places))
    except OverflowError:
        raise Failure(FLOAT_DIFFERS, "Python cannot hold this number in a float") from None


def divided(a: Value, b: Value) -> Value:
    """`divmod(a, b)`"""
    return Sequence("tuple", (binary("//", a, b), binary("%", a, b)))


def power(base: Value, exponent: Value, modulus: Value = None) -> Value:
    """`pow(base, exponent)` and `pow(base, exponent, modulus)`."""
    if modulus is None:
        return binary("**", base, exponent)
    numbers = [whole(value, "an argument of pow(a, b, m)") for value in (base, exponent, modulus)]
    try:
        return pow(*numbers)
    except ValueError as reason:
        raise Failure(BAD_ARGUMENT, f"pow(a, b, m): {reason}") from None


def _product(values: Value, *, start: Value = 1) -> Value:
    for item in (start, *iterate(values)):
        if not (isinstance(item, (int, Real)) or is_noise(item)):
            raise Failure(WRONG_KIND, f"math.prod multiplies numbers, not {kind_of(item)}")
    for item in iterate(values):
        start = binary("*", start, item)
    return start


def _of_integers(name: str, compute: Callable[..., int], bits: Callable[..., int]) -> Callable[..., Value]:
    """A function of integers; `bits` is about how long its result can be."""

    def call(*values: Value) -> Value:
        numbers = [whole(value, f"an argument of {name}") for value in values]
        if bits(*numbers) > MAXIMAL_BITS:
            raise Failure(TOO_LARGE, f"{name} has more than {MAXIMAL_BITS:,} bits here")
        try:
            return sized(compute(*numbers))
        except ValueError as reason:
            raise Failure(BAD_ARGUMENT, f"{name}: {reason}") from None

    return call


def _few(*numbers: int) -> int:
    return 0


def _chosen(n: int, k: int | None = None) -> int:
    """About how many bits `comb` and `perm` have at most."""
    taken = n if k is None else min(k, n)
    return max(taken, 0) * max(n, 1).bit_length() // 2


def _factorial_bits(n: int) -> int:
    return max(n, 0) * max(n, 1).bit_length() // 2


def _comb_bits(n: int, k: int) -> int:
    return _chosen(n, min(k, n - k)) if 0 <= k <= n else 0


def _root(a: Value) -> Value:
    number = _exactly(a, "math.sqrt")
    exact = root_of(number, "math.sqrt")
    machine = machine_number(cast("int | Real", a))
    try:
        return Real(exact, math.sqrt(nearest_float(number) if machine is None else machine))
    except (OverflowError, ValueError):
        raise Failure(FLOAT_DIFFERS, "Python cannot hold this number in a float") from None


def _real_power(base: Value, exponent: Value) -> Value:
    """`math.pow`: the power as a float."""
    return as_float(binary("**", base, exponent))


def _power_of(base: int, number: Number) -> Number:
    """Of which power of the base it is: of any number, a quotient of logarithms."""
    if isinstance(number, fmpq):
        sides = int(number.p), int(number.q)
        powers = [next((k for k in range(side.bit_length()) if base**k == side), None) for side in sides]
        if None not in powers:
            return fmpq(cast(int, powers[0]) - cast(int, powers[1]))
    return _logarithm_of(number) / logarithm(fmpq(base))


def _logarithm(name: str, base: int, compute: Callable[[float], float]) -> Callable[[Value], Value]:
    """`log2` and `log10`"""

    def call(a: Value) -> Value:
        number = _exactly(a, f"math.{name}")
        if sign_of(number) <= 0:
            raise Failure(BAD_ARGUMENT, f"math.{name} takes a positive number, not {show_value(a)}")
        return _approximated(a, number, compute, lambda number: _power_of(base, number))

    return call


def as_float(a: Value = 0) -> Value:
    """`float(a)`"""
    if isinstance(a, Infinite):
        return a
    if is_real(a):
        raise not_followed("float of a real, which is rounded when it is shown,")
    if is_endless(a):
        raise not_followed("float of noise")
    if isinstance(a, Real) and isinstance(a.machine, float) and not isinstance(a.exact, fmpq):
        return a  # is a float
    number = a if isinstance(a, Budget) else exact_number(plain(a, "float"))
    if not isinstance(number, fmpq):
        raise Failure(FLOAT_DIFFERS, f"float of {kind_of(a)} would be rounded", "leave float(...) out")
    try:
        machine = float(fraction(number))
    except OverflowError:
        raise Failure(FLOAT_DIFFERS, "Python cannot hold this number in a float", "leave float(...) out") from None
    return Real(number, machine)


def _exp(a: Value) -> Value:
    if isinstance(a, Budget):
        raise Failure(FLOAT_DIFFERS, "math.exp computes a float, which is not the number that is verified", _IMPORT)
    number = exact_number(plain(a, "math.exp"))
    if not isinstance(number, fmpq):
        raise Failure(WRONG_KIND, "exp takes rational numbers", _IMPORT)
    return _approximated(a, number, math.exp, lambda exponent: exponential(cast(fmpq, exponent)))


def _log(a: Value, base: Value = None) -> Value:
    """`math.log(a)` and `math.log(a, base)`."""
    if base is not None:
        return binary("/", _log(a), _log(base))
    number = _exactly(a, "math.log")
    if sign_of(number) <= 0:
        raise Failure(BAD_ARGUMENT, f"math.log takes a positive number, not {show_value(a)}")
    return _approximated(a, number, math.log, _logarithm_of)


def _logarithm_of(number: Number) -> Number:
    found = from_ratio(number)
    return logarithm(number) if isinstance(found, LogRatio) else number_of(found)


def _approximated(
    a: Value, number: Number, compute: Callable[[float], float], exactly: Callable[[Number], Number]
) -> Value:
    machine = machine_number(cast("int | Real", a))
    try:
        held = compute(nearest_float(number) if machine is None else cast(float, machine))
    except (OverflowError, ValueError):
        raise Failure(FLOAT_DIFFERS, "Python cannot hold this number in a float", _IMPORT) from None
    return Real(exactly(number), held)


def _exactly(a: Value, doing: str) -> Number:
    """The number that is meant. Python may hold another, which goes along with what is made of it."""
    value = plain(a, doing)
    number = value.exact if isinstance(value, Real) else exact_number(value)
    if not has_value(number):
        raise Failure(WRONG_KIND, f"{doing} of an unknown is not computed")
    return number


def _is_infinite(a: Value) -> Value:
    if not (isinstance(a, (int, Real, Infinite)) or is_noise(a)):
        raise Failure(WRONG_KIND, f"a number is expected here, not {kind_of(a)}")
    return isinstance(a, Infinite)


MATH: dict[str, Callable[..., Value]] = {
    "round": rounded,
    "divmod": divided,
    "pow": power,
    "float": as_float,
    "math.floor": whole_number("math.floor", math.floor),
    "math.ceil": whole_number("math.ceil", math.ceil),
    "math.trunc": whole_number("math.trunc", math.trunc),
    "math.comb": _of_integers("math.comb", math.comb, _comb_bits),
    "math.perm": _of_integers("math.perm", math.perm, _chosen),
    "math.factorial": _of_integers("math.factorial", math.factorial, _factorial_bits),
    "math.gcd": _of_integers("math.gcd", math.gcd, _few),
    "math.lcm": _of_integers("math.lcm", math.lcm, _few),
    "math.isqrt": _of_integers("math.isqrt", math.isqrt, _few),
    "math.prod": _product,
    "math.sqrt": _root,
    "math.fabs": lambda a: as_float(a if not compare("<", a, 0) else binary("-", 0, a)),
    "math.pow": _real_power,
    "math.log2": _logarithm("log2", 2, math.log2),
    "math.log10": _logarithm("log10", 10, math.log10),
    "math.exp": _exp,
    "math.log": _log,
    "math.isfinite": lambda a: not _is_infinite(a),
    "math.isinf": _is_infinite,
}
