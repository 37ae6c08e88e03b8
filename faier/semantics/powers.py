"""Powers of e at numbers that need not be rational, as chances of noise on the reals have them."""

from __future__ import annotations

from faier.exact import Epsilon, Number, Undecidable, exponential_at
from faier.lang.judging import NotFollowed, not_followed


def power_at(rate: Epsilon, place: Number) -> Number:
    """e**(rate * place)"""
    try:
        return exponential_at(rate, place)
    except Undecidable as reason:
        raise no_number(reason) from None


def no_number(reason: Undecidable) -> NotFollowed:
    """A chance is none of the numbers that are followed."""
    return not_followed(f"noise whose chance is no number that is followed ({reason}),")
