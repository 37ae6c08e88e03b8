"""Numbers in texts and arrays: exact, and short enough to be computed with."""

from __future__ import annotations

from fractions import Fraction

# Texts of more digits, or with exponents of more digits, are refused: they would fill the memory.
MOST_DIGITS = 1000
MOST_OF_EXPONENT = 3


def numeral(given: object) -> Fraction:
    """What a text or a number is, exactly; ValueError with the reason where it is none."""
    if isinstance(given, str):
        mantissa, _, exponent = given.strip().lower().partition("e")
        if len(mantissa) > MOST_DIGITS or len(exponent.lstrip("+-0")) > MOST_OF_EXPONENT:
            raise ValueError(f"{given[:20]} has too many digits")
    try:
        return Fraction(given)  # type: ignore[call-overload, no-any-return]
    except (TypeError, ValueError, OverflowError, ZeroDivisionError):
        raise ValueError(f"{given!r} is no number") from None
