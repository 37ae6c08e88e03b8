"""The functions `exp` and `log` of the vocabulary, and unknown positive reals.

They turn numbers into symbolic numbers by the laws exp(x + y) = exp(x) exp(y), exp(log(x)) = x,
log(x y) = log(x) + log(y), log(exp(x)) = x, and leave as they are the exponentials and logarithms to which
none applies.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from faier.sampling import terms
from faier.sampling.symbolic import Exact, Number, as_exact
from faier.sampling.terms import ONE, Atom, Monomial, Sum, sign

TRIAL_DIVISORS = 1 << 14


def exp(x: Number) -> Exact:
    """e to the power x, exactly: `exp(-1 / 4)`, `exp(EPS)`, `exp(log(3) / 2)`."""
    number = as_exact(x, "exp")
    if (rational := number.as_fraction()) is not None:
        return _power_of_e(rational)
    dividend, divisor = number.parts()
    if divisor != ONE:
        _, factor = terms.leading(dividend)
        argument = Exact(terms.add({}, dividend, 1 / factor), divisor)
        return _product([(Atom("exp", repr(argument), argument), factor)])
    result = Exact(ONE)
    for monomial, coefficient in dividend.items():
        inner = monomial[0][0] if len(monomial) == 1 and monomial[0][1] == 1 else None
        logarithm = inner if inner is not None and inner.kind == "log" else None
        if logarithm is not None and not logarithm.prime and coefficient.denominator == 1:
            result *= as_exact(logarithm.argument, "exp") ** int(coefficient)
        else:
            argument = Exact({monomial: Fraction(1)})
            atom = Atom("exp", repr(argument), argument, logarithm.prime if logarithm else 0)
            result *= _product([(atom, coefficient)])
    return result


def log(x: Number) -> Exact:
    """The natural logarithm of x, exactly: `log(2)`, `log(24 / 7)`, `log(1 + exp(1))`."""
    number = as_exact(x, "log")
    if number.sign() <= 0:
        raise ValueError(f"log({x!r}): only a positive number has a logarithm")
    dividend, divisor = number.parts()
    over, under = _log_of_sum(dividend), _log_of_sum(divisor)
    return _log_atom(number) if over is None or under is None else over - under


def Positive(default: Number) -> Exact:
    """An unknown positive real of claims that must hold for every value; `default` when the file runs."""
    number = as_exact(default, "Positive")
    if number.sign() <= 0:
        raise ValueError(f"Positive({default!r}): the default must be positive, such as Positive(1)")
    return number


@lru_cache(maxsize=256)
def _power_of_e(exponent: Fraction) -> Exact:
    return _product([(Atom("exp", "1", Exact(ONE)), exponent)])


def _product(factors: list[tuple[Atom, Fraction]]) -> Exact:
    monomial, coefficient = terms.monomial_of(factors)
    return Exact({monomial: coefficient})


def _log_of_sum(total: Sum) -> Exact | None:
    """log of the leading term plus log of the rest, where both are seen to be positive; otherwise None."""
    monomial, coefficient = terms.leading(total)
    rest = terms.times(total, terms.reciprocal(monomial, coefficient))
    if coefficient < 0 or any(atom.kind != "exp" and not atom.prime for atom, _ in monomial):
        return None
    result = _log_of_fraction(coefficient)
    for atom, exponent in monomial:
        factor = _product([(atom, Fraction(1))])
        result += exponent * (as_exact(atom.argument, "log") if atom.kind == "exp" else _log_atom(factor))
    if rest == ONE:
        return result
    return result + _log_atom(Exact(rest)) if sign(rest) > 0 else None


def _log_of_fraction(value: Fraction) -> Exact:
    """The sum of the logarithms of the prime factors. A factor too large to split stays whole."""
    result: dict[Monomial, Fraction] = {}
    for number, direction in ((value.numerator, 1), (value.denominator, -1)):
        divisor = 2
        while number > 1:
            if divisor * divisor > number or divisor > TRIAL_DIVISORS:
                divisor = number
            count = 0
            while number % divisor == 0:
                number, count = number // divisor, count + 1
            if count:
                proven = divisor if divisor < TRIAL_DIVISORS**2 else 0
                atom = Atom("log", str(divisor), Exact({(): Fraction(divisor)}), proven)
                result[((atom, Fraction(1)),)] = Fraction(direction * count)
            divisor += 1
    return Exact(result)


def _log_atom(argument: Exact) -> Exact:
    return _product([(Atom("log", repr(argument), argument), Fraction(1))])
