"""The two ways exact arithmetic may decline to answer, and the sizes at which it does.

python-flint aborts the whole process when it is asked for an absurdly large number, so every
operation that can grow without bound is measured first and refused here with an ordinary exception.
"""

from __future__ import annotations

BIT_LIMIT = 1 << 24
"""No single power or parsed number may need more bits than this."""

DEGREE_LIMIT = 100_000
"""No two exponents of e may be more than this many common steps apart."""

PRECISION_LIMIT = 1 << 20
"""Balls are refined to this many bits when the exact theory promises that they will decide."""

OPAQUE_PRECISION_LIMIT = 1 << 13
"""Balls are refined to this many bits when nothing promises that they will decide."""


class TooLarge(ArithmeticError):
    """The number asked for would exceed a size limit; nothing was computed."""


class Undecidable(ArithmeticError):
    """No method known here decides the question; the message says why."""
