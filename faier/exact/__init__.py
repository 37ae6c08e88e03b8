"""Arithmetic that never rounds: rationals, unknowns and exponentials, budgets, and exact comparisons.

Turns what a mechanism file says about probabilities into numbers that are compared exactly. Every number is
an `fmpq` or a `Symbolic` that is not rational. A question that no theorem here decides raises
`Undecidable`; a number too large to be written raises `TooLarge`. Knows nothing of mechanisms or claims.
"""

from faier.exact.atoms import exponential, logarithm, normal, square_root, unknown
from faier.exact.decide import compare_epsilon, exceeds, exponential_bounds
from faier.exact.enclosure import bounds, compare, enclose, float_above, float_below, nearest_float, sign
from faier.exact.epsilon import (
    Epsilon,
    LogRatio,
    budget_of,
    exponential_at,
    exponential_of,
    from_ratio,
    number_of,
    of_logarithms,
)
from faier.exact.generators import Exponential, Generator, Logarithm, Normal, Root, SquareRoot, Unknown
from faier.exact.limits import TooLarge, Undecidable
from faier.exact.parts import epsilons, generators, has_value, is_opaque, numerator_denominator, unknowns
from faier.exact.rational import ONE, ZERO, fraction, fraction_text, rational
from faier.exact.substitution import coefficients, substitute, substitute_epsilon
from faier.exact.symbolic import Number, Symbolic, as_number, number_text

__all__ = [
    "ONE",
    "ZERO",
    "Epsilon",
    "Exponential",
    "Generator",
    "LogRatio",
    "Logarithm",
    "Normal",
    "Number",
    "Root",
    "SquareRoot",
    "Symbolic",
    "TooLarge",
    "Undecidable",
    "Unknown",
    "as_number",
    "bounds",
    "budget_of",
    "coefficients",
    "compare",
    "compare_epsilon",
    "enclose",
    "epsilons",
    "exceeds",
    "exponential",
    "exponential_at",
    "exponential_bounds",
    "exponential_of",
    "float_above",
    "float_below",
    "fraction",
    "fraction_text",
    "from_ratio",
    "generators",
    "has_value",
    "is_opaque",
    "logarithm",
    "nearest_float",
    "normal",
    "number_of",
    "number_text",
    "numerator_denominator",
    "of_logarithms",
    "rational",
    "sign",
    "square_root",
    "substitute",
    "substitute_epsilon",
    "unknown",
    "unknowns",
]
