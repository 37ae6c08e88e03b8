"""The numbers everything else is made of: unknowns, exponentials, logarithms, roots and chances of normal variables."""

from __future__ import annotations

from flint import fmpq, fmpz

from faier.exact.generators import Exponential, Logarithm, Normal, Ring, Root, Unknown, scaled
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number, Symbolic


def unknown(name: str) -> Symbolic:
    """The real parameter of that name."""
    return _variable(scaled(Unknown(name)))


def exponential(exponent: fmpq, unknown: str | None = None) -> Number:
    """exp(exponent), or exp(exponent * EPS) for the positive unknown of that name."""
    exponent = fmpq(exponent)
    if exponent == 0:
        return ONE
    one_step = _variable(scaled(Exponential(unknown), abs(exponent)))
    return one_step if exponent > 0 else one_step**-1


def logarithm(argument: fmpq) -> Number:
    """log(argument) for a positive rational, as a sum over primes where it factors easily."""
    argument = fmpq(argument)
    if argument <= 0:
        raise ValueError("the logarithm needs a positive number")
    factors = prime_factors(argument)
    if factors is None:
        if argument < 1:
            return -logarithm(1 / argument)
        return _variable(scaled(Logarithm(argument, prime=False)))
    total: Number = ZERO
    for prime, power in factors:
        total = total + _variable(scaled(Logarithm(fmpq(prime), prime=True))) * power
    return total


def root(base: fmpq, exponent: fmpq) -> Number:
    """base ** exponent for a positive rational that is no perfect power, 0 < exponent < 1."""
    factors = prime_factors(base)
    if factors is None:
        return _power_of(base, exponent, prime=False)
    total: Number = ONE
    for prime, power in factors:
        total = total * _power_of(fmpq(prime), exponent * power, prime=True)
    return total


def normal(z: fmpq, variance: fmpq = ONE) -> Number:
    """The chance that a normal variable of mean 0 and this variance is below z (or at most z: that is the same)."""
    z, variance = fmpq(z), fmpq(variance)
    if variance <= 0:
        raise ValueError("a normal variable has a positive variance")
    if z == 0:
        return fmpq(1, 2)
    below = _variable(scaled(Normal(z * z / variance)))
    return below if z < 0 else 1 - below


def prime_factors(argument: fmpq) -> list[tuple[fmpz, int]] | None:
    """The primes of a positive rational with their exponents; None when it is too large to factor at once."""
    if argument.height_bits() > 64:
        return None
    above = [(prime, int(power)) for prime, power in argument.p.factor()]
    return above + [(prime, -int(power)) for prime, power in argument.q.factor()]


def _variable(home: Ring) -> Symbolic:
    return Symbolic(home, home.context.gen(0))


def _power_of(base: fmpq, exponent: fmpq, prime: bool) -> Number:
    whole = exponent.floor()
    rest = exponent - whole
    factor = base ** int(whole)
    if rest == 0:
        return factor
    step = _variable(scaled(Root(base, prime), fmpq(1, rest.q)))
    return step ** int(rest.p) * factor
