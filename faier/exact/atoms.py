"""The numbers everything else is made of: unknowns, exponentials, logarithms, roots and chances of normal variables."""

from __future__ import annotations

from flint import fmpq, fmpz

from faier.exact.enclosure import sign
from faier.exact.generators import Exponential, Logarithm, Normal, Power, Ring, Root, SquareRoot, Unknown, join, scaled
from faier.exact.parts import monomial
from faier.exact.rational import ONE, ZERO
from faier.exact.symbolic import Number, Symbolic, element, from_terms


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


def logarithm(argument: Number) -> Number:
    """log(argument) for a positive number; of a rational, as a sum over primes where it factors easily."""
    if isinstance(argument, Symbolic):
        if sign(argument) <= 0:
            raise ValueError("the logarithm needs a positive number")
        return _of_product(argument) or _variable(scaled(Logarithm(argument, prime=False)))
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


def _of_product(argument: Symbolic) -> Number | None:
    """The logarithm of a product of powers of e and of roots."""
    product = monomial(argument)
    if product is None:
        return None
    total = logarithm(product[0]) if product[0] != 1 else ZERO
    for generator, power in product[1].items():
        match generator:
            case Exponential(None):
                total = total + power
            case Root(base, _):
                total = total + logarithm(base) * power
            case Power(exponent):
                total = total + exponent * power
            case _:
                return None
    return total


def power_of_e(exponent: Symbolic) -> Number:
    """e to a number in which nothing is unknown, without what is rational or a logarithm in it."""
    found: Number = ONE
    for term in terms_of(exponent):
        assert isinstance(term, Symbolic)
        (coefficient,) = term.numerator.coeffs()
        alone = Symbolic(term.ring, term.numerator / coefficient, term.denominator)
        one_step = _variable(scaled(Power(alone), abs(coefficient)))
        found = found * (one_step if coefficient > 0 else one_step**-1)
    return found


def terms_of(number: Number) -> list[Number]:
    """The terms of a number over its denominator, without roots there that stand alone: `sqrt(2) / 2`, not
    `1 / sqrt(2)`."""
    if not isinstance(number, Symbolic):
        return [number]
    home, below = number.ring, number.denominator
    rows = [home.context.term(exp_vec=tuple(row), coeff=value) for row, value in number.numerator.terms()]
    return [_rationalized(element(home, row, below)) for row in rows]


def _rationalized(number: Number) -> Number:
    if not isinstance(number, Symbolic) or number.denominator is None or len(number.denominator) != 1:
        return number
    above, found = element(number.ring, number.numerator), ONE
    (row,) = number.denominator.monoms()
    for (generator, unit), power in zip(number.ring.members, row, strict=True):
        if power and not isinstance(generator, Root):
            return number
        if power:
            assert isinstance(generator, Root)
            whole = (unit * int(power)).ceil()
            rest = whole - unit * int(power)
            above = above * (_power_of(generator.base, rest, generator.prime) if rest else ONE)
            found = found * generator.base ** int(whole)
    return above / found


def root(base: fmpq, exponent: fmpq) -> Number:
    """base ** exponent for a positive rational that is no perfect power, 0 < exponent < 1."""
    factors = prime_factors(base)
    if factors is None:
        return _power_of(base, exponent, prime=False)
    total: Number = ONE
    for prime, power in factors:
        total = total * _power_of(fmpq(prime), exponent * power, prime=True)
    return total


def normal(z: Number, variance: Number = ONE) -> Number:
    """The chance that a normal variable of mean 0 and this variance is below z (or at most z: that is the same)."""
    if not isinstance(z, Symbolic):
        z = fmpq(z)
    if not isinstance(variance, Symbolic):
        variance = fmpq(variance)
    if sign(variance) <= 0:
        raise ValueError("a normal variable has a positive variance")
    side = sign(z)
    if side == 0:
        return fmpq(1, 2)
    below = _variable(scaled(Normal(z * z / variance)))
    return below if side < 0 else 1 - below


def square_root(number: Number) -> Number:
    """The square root of a number that is not negative, with nothing unknown in it. Raises `Undecidable` where its
    sign is not decided, ValueError where it is negative."""
    side = sign(number)
    if side < 0:
        raise ValueError("the square root of a negative number is no real number")
    if side == 0:
        return ZERO
    if not isinstance(number, Symbolic):
        return _rational_root(number)
    below = number.denominator
    above = number.numerator if below is None else number.numerator * below
    outside = ONE if below is None else 1 / _magnitude(element(number.ring, below))
    coefficient, factors = above.factor()
    found: Number = _rational_root(abs(coefficient)) * outside
    for factor, power in factors:
        base = _magnitude(element(number.ring, factor))
        found = found * base ** (int(power) // 2)
        if int(power) % 2:
            found = found * _root_of(base)
    return found


def _magnitude(number: Number) -> Number:
    return number if sign(number) > 0 else -number


def _rational_root(number: fmpq) -> Number:
    above, below = number.p.isqrt(), number.q.isqrt()
    exact = fmpq(above, below)
    return exact if exact * exact == number else root(number, fmpq(1, 2))


def _root_of(number: Number) -> Number:
    """The square root of a positive polynomial that is no product of others."""
    assert isinstance(number, Symbolic)
    places = [place for place, degree in enumerate(number.numerator.degrees()) if degree]
    if len(places) == 1 and number.numerator == number.ring.context.gen(places[0]):
        generator, unit = number.ring.members[places[0]]
        match generator:
            case Exponential(None):
                return exponential(unit / 2)
            case Root(base, prime):
                return _power_of(base, unit / 2, prime)
    # Of what is multiplied by itself each ring of the root must have the generators, and need not have others.
    members = tuple(number.ring.members[place] for place in places)
    terms = [(tuple(int(row[place]) for place in places), value) for row, value in number.numerator.terms()]
    square = from_terms(members, terms, None)
    assert isinstance(square, Symbolic)
    alone = scaled(SquareRoot(square))
    home = join(square.ring, alone)
    place = home.members.index(alone.members[0])
    return Symbolic(home, home.context.gen(place))


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
