"""Powers with a price: the size of the result is bounded before anything is computed."""

from __future__ import annotations

from math import comb
from typing import Any

from faier.exact.limits import BIT_LIMIT, TooLarge
from faier.exact.rational import rational_power
from faier.exact.symbolic import Number, Symbolic


def power(base: Number, exponent: int, limit_bits: int = BIT_LIMIT) -> Number:
    """base ** exponent; raises `TooLarge` first when it might need more than limit_bits bits."""
    if not isinstance(base, Symbolic):
        return rational_power(base, exponent, limit_bits)
    parts = [base.numerator] if base.denominator is None else [base.numerator, base.denominator]
    if sum(_bits(part, abs(exponent)) for part in parts) > limit_bits:
        raise TooLarge(f"a power with exponent {exponent} may need more than {limit_bits} bits")
    return base**exponent


def _bits(polynomial: Any, exponent: int) -> int:
    """An upper bound: the number of terms of the power times the bits of its largest coefficient."""
    terms = len(polynomial)
    count = 1
    for degree in polynomial.degrees():
        count *= int(degree) * exponent + 1
    if exponent < 1 << 16:
        count = min(count, comb(terms - 1 + exponent, exponent)) if terms < 64 else count
    height = max(int(value.height_bits()) for value in polynomial.coeffs())
    return count * exponent * (height + terms.bit_length())
