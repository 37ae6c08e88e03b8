"""Rational numbers: into `fmpq` from what users and Python write, and out again as text.

Floats are refused. Text is measured before it is converted, so `1e100000000` is an error, not an abort.
"""

from __future__ import annotations

import re
from fractions import Fraction

from flint import fmpq, fmpz

from faier.exact.limits import BIT_LIMIT, TooLarge

ZERO = fmpq(0)
ONE = fmpq(1)

_DECIMAL = re.compile(r"([+-]?)(\d+(?:_\d+)*)?(?:\.(\d+(?:_\d+)*)?)?(?:[eE]([+-]?\d+))?")
_DIGIT_LIMIT = BIT_LIMIT // 4


def rational(value: int | str | Fraction | fmpz | fmpq) -> fmpq:
    """The exact value of an integer, a fraction, or text such as "3", "-3/4", "0.1" or "1e-3"."""
    if isinstance(value, fmpq):
        return value
    if isinstance(value, int | fmpz):
        return fmpq(value)
    if isinstance(value, Fraction):
        return fmpq(value.numerator, value.denominator)
    if isinstance(value, str):
        return _parsed(value)
    raise TypeError(f"an exact rational is needed, not {type(value).__name__}")


def fraction(value: fmpq) -> Fraction:
    """The same number as a standard library fraction."""
    return Fraction(int(value.p), int(value.q))


def fraction_text(value: fmpq) -> str:
    """The number as "24/7", or "3" when it is an integer."""
    return str(value.p.str()) if value.q == 1 else f"{value.p.str()}/{value.q.str()}"


def height(value: fmpq) -> int:
    """The bits of the larger of numerator and denominator."""
    return int(value.height_bits())


def rational_power(base: fmpq, exponent: int, limit_bits: int = BIT_LIMIT) -> fmpq:
    """base ** exponent, refused before it is computed when it needs more than limit_bits bits."""
    if base in (0, 1, -1):
        if base == 0 and exponent < 0:
            raise ZeroDivisionError("zero to a negative power")
        return base ** (exponent % 2 if base == -1 else min(abs(exponent), 1))
    if abs(exponent) * height(base) > limit_bits:
        raise TooLarge(f"a power with exponent {exponent} needs more than {limit_bits} bits")
    return base**exponent


def gcd_rational(left: fmpq, right: fmpq) -> fmpq:
    """The largest positive rational of which both are integer multiples."""
    if left == 0 and right == 0:
        return ZERO
    numerator = (left.p * right.q).gcd(right.p * left.q)
    return fmpq(numerator, left.q * right.q)


def _parsed(text: str) -> fmpq:
    text = text.strip()
    if "/" in text:
        above, below = text.split("/", 1)
        denominator = _decimal(below.strip())
        if denominator == 0:
            raise ZeroDivisionError(f"{text} divides by zero")
        return _decimal(above.strip()) / denominator
    return _decimal(text)


def _decimal(text: str) -> fmpq:
    match = _DECIMAL.fullmatch(text)
    if match is None or (match[2] is None and match[3] is None):
        raise ValueError(f"not an exact number: {text[:40]!r}")
    sign, whole, part, power = (group or "" for group in match.groups())
    whole, part = whole.replace("_", ""), part.replace("_", "")
    if len(power) > 12 or len(whole) + len(part) + abs(int(power or "0")) > _DIGIT_LIMIT:
        raise TooLarge(f"the number {text[:40]} has more than {_DIGIT_LIMIT} digits")
    digits = fmpz((whole + part).lstrip("0") or "0")
    shift = int(power or "0") - len(part)
    ten = fmpz(10) ** abs(shift)
    value = fmpq(digits * ten) if shift >= 0 else fmpq(digits, ten)
    return -value if sign == "-" else value
