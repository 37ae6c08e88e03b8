"""Numbers that stand on the command line."""

from __future__ import annotations

from fractions import Fraction

from flint import fmpq

from faier.exact import rational
from faier.lang.diagnostics import rejected


def number_of(text: str, option: str, example: str) -> fmpq:
    """What an option says; where that is no number the example is told."""
    try:
        number = Fraction(text.strip())
    except (ValueError, ZeroDivisionError):
        raise rejected("FA804", option, f"{text.strip()!r} is no number", f"write {option} {example}") from None
    return rational(number)
