"""Rational enclosures of e^x and of logarithms, by series with a proven remainder; and signs of exact numbers.

For 0 <= x <= 1/2 and n >= 1 terms, sum_{k<n} x^k/k! <= e^x <= that sum + 2 x^n/n!. Other arguments are halved until
they are that small, and the ends squared. For 0 <= z <= 1/3 and n >= 1 terms, sum_{k<n} z^(2k+1)/(2k+1) <= artanh(z) <=
that sum + 2 z^(2n+1)/(2n+1), and log(x) = 2 artanh((x - 1) / (x + 1)); other arguments are halved or doubled until they
are near 1. A standard normal draw is between 0 and x with the chance
e^(-x^2 / 2) / sqrt(2 pi) (x + x^3 / 3 + x^5 / 15 + ...), each term x^2 / (2 k + 1) times the one before: once that is
at most 1/2, the rest is at most the last term. Ends
are rounded outward to a fixed number of bits, and are computed as integers, multiples of 2^-bits.
"""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache

from .forms import NORMAL, ONE, Form, Number, Polynomial, multiplied, size, times
from .outcome import Hole, labour, spend

Enclosure = tuple[Fraction, Fraction]

PRECISIONS = (64, 256, 1024, 4096)

FURTHEST = 9_000  # chances further out are told to be as good as 0

MOST_EXPONENT = 5_000  # of e, as it is enclosed

MOST_NORMAL = 50  # the greatest power of the chance of a normal draw


def exponential(x: Fraction, bits: int) -> Enclosure:
    """Rationals around e^x, both above 0."""
    if x < 0:
        low, high = exponential(-x, bits)
        return 1 / high, 1 / low
    if x > MOST_EXPONENT:
        raise Hole(f"the exponential of a number above {MOST_EXPONENT} is not enclosed")
    halvings = max((2 * x.numerator // x.denominator).bit_length(), 0)
    work = bits + 4 * halvings + 16 + int(2 * x)
    spend(_series_labour(work) + labour(size(x)))
    return _exponential(x, halvings, work)


def natural_logarithm(x: Fraction, bits: int) -> Enclosure:
    """Rationals around log(x), for x above 0, that are about 2^-bits apart."""
    doublings = x.numerator.bit_length() - x.denominator.bit_length()
    work = bits + 16 + abs(doublings).bit_length()
    spend(2 * _series_labour(work) + labour(size(x)))
    return _logarithm(x, doublings, work)


def sign(number: Number, bits_of: tuple[int, ...] = PRECISIONS) -> int:
    """-1, 0 or 1. A number with e in it that is not identically zero is not zero: e is transcendental."""
    if not isinstance(number, Form):
        return (number > 0) - (number < 0)
    result = _sign(number.top, bits_of)
    for factor, power in number.bottom.items():
        if power % 2:
            result *= _sign(dict(factor), bits_of)
    return result


def enclosed(polynomial: Polynomial, bits: int) -> Enclosure:
    """Rationals around the value of a polynomial in e alone."""
    low = high = Fraction(0)
    for monomial, amount in polynomial.items():
        below, above = ONE, ONE
        for name, exponent in monomial:
            ends = _generated(name, exponent, bits)
            below, above = multiplied(below, ends[0]), multiplied(above, ends[1])
        low += multiplied(amount, below if amount > 0 else above)
        high += multiplied(amount, above if amount > 0 else below)
    return low, high


def _generated(name: str, exponent: Fraction, bits: int) -> Enclosure:
    """Around a generator to a power, both ends at least 0."""
    if name == "e":
        if exponent < -MOST_EXPONENT:
            return Fraction(0), exponential(Fraction(-MOST_EXPONENT), bits)[1]
        return exponential(exponent, bits)
    if not name.startswith(NORMAL):
        raise Hole("the sign of a number with unknowns is asked for")
    if exponent.denominator != 1 or not 0 < exponent <= MOST_NORMAL:
        raise Hole("such a power of the chance of a normal draw")
    low, high = normal_chance(name, bits)
    return low ** int(exponent), high ** int(exponent)


def _sign(polynomial: Polynomial, bits_of: tuple[int, ...]) -> int:
    lowered = _lowered(polynomial)
    for bits in bits_of:
        low, high = enclosed(lowered, bits)
        if low > 0:
            return 1
        if high < 0:
            return -1
    raise Hole("two numbers are too close together to be told apart")


def _lowered(polynomial: Polynomial) -> Polynomial:
    """Without the greatest power of e, where powers are too far out to be enclosed: the sign is the same."""
    powers = [dict(monomial).get("e", Fraction(0)) for monomial in polynomial]
    if max(map(abs, powers), default=0) <= MOST_EXPONENT:
        return polynomial
    return times(polynomial, {(("e", -max(powers)),): ONE}) if max(powers) else polynomial


def _series_labour(bits: int) -> int:
    return (bits // 64) ** 2


@lru_cache(maxsize=1024)
def _exponential(x: Fraction, halvings: int, work: int) -> Enclosure:
    low, high = _exponential_series(x / 2**halvings, work)
    for _ in range(halvings):
        low, high = (low * low) >> work, -((-high * high) >> work)
    return Fraction(low, 1 << work), Fraction(high, 1 << work)


def _exponential_series(x: Fraction, bits: int) -> tuple[int, int]:
    """Around e^x for 0 <= x <= 1/2. Terms are rounded up to multiples of 2^-(bits + 8), by less than three of them."""
    more = bits + 8
    step = _ceiling(x, more)
    total = term = 1 << more
    count = 0
    while True:
        count += 1
        term = -((-term * step >> more) // count)
        if term < 1 << 7:
            break
        total += term
    slack = 3 * (count + 2)
    return (total - slack) >> 8, -((-total - 2 * term) >> 8)


@lru_cache(maxsize=1024)
def _logarithm(x: Fraction, doublings: int, work: int) -> Enclosure:
    near = x / 2**doublings if doublings >= 0 else x * 2**-doublings  # between 1/2 and 2
    if near > Fraction(4, 3):
        near, doublings = near / 2, doublings + 1
    elif near < Fraction(2, 3):
        near, doublings = near * 2, doublings - 1
    low, high = _artanh(abs(near - 1) / (near + 1), work)
    if near < 1:
        low, high = -high, -low
    two = _artanh(Fraction(1, 3), work)
    ends = [doublings * end for end in (two if doublings >= 0 else two[::-1])]
    return Fraction(2 * (low + ends[0]), 1 << work), Fraction(2 * (high + ends[1]), 1 << work)


def _artanh(z: Fraction, bits: int) -> tuple[int, int]:
    """Around artanh(z) for 0 <= z <= 1/3: below all is rounded down, above all is rounded up."""
    below, above = (z.numerator << bits) // z.denominator, _ceiling(z, bits)
    low, high = below, above
    low_square, high_square = below * below >> bits, -((-above * above) >> bits)
    count = 1
    while True:
        count += 2
        below, above = below * low_square >> bits, -((-above * high_square) >> bits)
        last = -(-above // count)
        if last <= 1:
            return low, high + 2 * last
        low, high = low + below // count, high + last


def _ceiling(x: Fraction, bits: int) -> int:
    return -((-x.numerator << bits) // x.denominator)


@lru_cache(maxsize=1024)
def normal_chance(name: str, bits: int) -> Enclosure:
    """Rationals around N(q), the chance that a standard normal draw is below -x, for x^2 = q."""
    square = Fraction(name.removeprefix(NORMAL))
    if square > FURTHEST:  # N(q) is at most e^(-q / 2) / 2
        return Fraction(0), Fraction(1, 2 ** min(int(square / 2), 2 * FURTHEST))
    if 18 * square > 25 * (bits + 40):
        return _far_out(square, bits)
    work = bits + 2 * (square.numerator // square.denominator) + 40
    spend((work // 32) ** 2)
    one = 1 << work
    low, high = _root_of(square, work)  # of x
    terms = []
    for x, up in ((low, False), (high, True)):
        term, total, count = x, x, 1
        while True:
            count += 2
            term = _divided(term * (x * x), one * one * count, up)
            total += term
            if term <= 1 and 2 * x * x <= one * one * count:
                break
        terms.append(total + (2 * term + 2 if up else 0))
    below_two_pi, above_two_pi = _two_pi(work)
    roots = root(below_two_pi << work, False), root(above_two_pi << work, True)
    least, most = _small(square / 2, work)
    inner_low = terms[0] * least // roots[1]
    inner_high = -(-terms[1] * most // roots[0])
    found = Fraction(one - 2 * inner_high, 2 * one), Fraction(one - 2 * inner_low, 2 * one)
    if found[0] <= 0:
        return Fraction(0), max(found[1], Fraction(0))
    return found


def over_root_of_two_pi(variance: Fraction, bits: int) -> Enclosure:
    """Rationals around 1 / sqrt(2 pi v)."""
    work = bits + 16 + size(variance)
    ends = [end * variance.numerator << work for end in _two_pi(work)]
    low, high = root(ends[0] // variance.denominator, False), root(-(-ends[1] // variance.denominator), True)
    return Fraction(1 << work, high), Fraction(1 << work, low)


def _far_out(square: Fraction, bits: int) -> Enclosure:
    """N(q) is e^(-q / 2) / sqrt(2 pi q) (1 - 1 / q + 3 / q^2 - 15 / q^3 + ...), between any two partial sums that
    follow each other."""
    work = bits + 40
    spend((work // 32) ** 2)
    top, bottom = square.numerator, square.denominator
    terms, sums, count = (1 << work, 1 << work), (1 << work, 1 << work), 0  # from below and from above
    low, high = 0, sums[1]
    while 2 * count + 1 < square and terms[1] > 1:
        share = (2 * count + 1) * bottom
        terms, count = (terms[0] * share // top, -(-terms[1] * share // top)), count + 1
        if count % 2:
            sums = sums[0] - terms[1], sums[1] - terms[0]
            low = sums[0]
        else:
            sums = sums[0] + terms[0], sums[1] + terms[1]
            high = sums[1]
    two_pi = [end * top << work for end in _two_pi(work)]
    roots = root(two_pi[0] // bottom, False), root(-(-two_pi[1] // bottom), True)
    ends = exponential(-square / 2, work + int(2 * square))
    more = work + 2 * int(square)
    least, most = ends[0] * low / roots[1], ends[1] * high / roots[0]
    return Fraction(int(least * (1 << more)), 1 << more), Fraction(int(most * (1 << more)) + 1, 1 << more)


def _divided(top: int, bottom: int, up: bool) -> int:
    return -(-top // bottom) if up else top // bottom


def _root_of(square: Fraction, work: int) -> tuple[int, int]:
    """Around the root, in multiples of 2^-work."""
    shifted = (square.numerator << 2 * work) // square.denominator
    return root(shifted, False), root(shifted + 1, True)


def root(number: int, up: bool) -> int:
    """The greatest integer whose square is not more, or the least one whose square is not less."""
    found = 1 << (number.bit_length() + 1) // 2
    while True:
        better = (found + number // found) // 2 if found else 0
        if better >= found:
            break
        found = better
    return found + (up and found * found < number)


def _small(t: Fraction, work: int) -> tuple[int, int]:
    """Around e^-t, in multiples of 2^-work."""
    low, high = exponential(-t, work + 2 * int(t) + 8)
    return (low.numerator << work) // low.denominator, -((-high.numerator << work) // high.denominator)


def _two_pi(work: int) -> tuple[int, int]:
    """Around 2 pi = 32 arctan(1/5) - 8 arctan(1/239), in multiples of 2^-work."""
    more = work + 16
    found = [32 * _arctan(5, more, up) - 8 * _arctan(239, more, not up) for up in (False, True)]
    return found[0] >> 16, -(-found[1] >> 16)


def _arctan(n: int, work: int, up: bool) -> int:
    """At most, or at least, arctan(1/n), in multiples of 2^-work: terms go up and down and grow smaller."""
    total, power, count = 0, (1 << work) // n, 0
    while power:
        total += (-1) ** count * (power // (2 * count + 1))
        power //= n * n
        count += 1
    slack = 2 * count + 4
    return total + slack if up else total - slack
