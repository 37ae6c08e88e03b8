"""Privacy budgets: sums of a rational, rational multiples of logarithms, and multiples of positive unknowns.

Every such sum is constant + factor * log(base) + sum of multiples, and with a base that is greater than 1
and no perfect power this form is unique: equal budgets are equal values. A base may be a number that is not rational,
`log((3 + exp(1)) / 4)`; then equal budgets may be written in several ways.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache

from flint import arb, ctx, fmpq, fmpz

from faier.exact.atoms import exponential, logarithm, power_of_e, root, square_root, terms_of
from faier.exact.enclosure import ball_bounds, ball_float, enclose, sign
from faier.exact.generators import Exponential, Generator, Logarithm, Power, Root, scaled
from faier.exact.limits import TooLarge, Undecidable
from faier.exact.parts import monomial
from faier.exact.rational import ONE, ZERO, fraction_text, rational_power
from faier.exact.show import scaled_text
from faier.exact.symbolic import Number, Symbolic, number_text

_CANONICAL_BITS = 1 << 14
"""Larger bases keep the power they came with: finding roots of huge integers is slow."""

_PRODUCT_BITS = 1 << 20

_LONGEST = 1 << 10
"""No greater powers of a base that is not rational are written out."""

WRITTEN_BITS = 1 << 14
"""Budgets whose exponential needs more bits than this are compared by logarithms."""


@dataclass(frozen=True)
class Epsilon:
    """constant + factor * log(base) + the multiples (name, coefficient), sorted by name.

    base > 1 and, if rational, no perfect power (unless it has more than 2**14 bits); base is 1 exactly when factor is
    0; no coefficient is 0.
    """

    constant: fmpq = ZERO
    factor: fmpq = ZERO
    base: Number = ONE
    multiples: tuple[tuple[str, fmpq], ...] = ()

    def __hash__(self) -> int:
        """Of integers: rationals hash slowly."""
        if not self.factor and not self.multiples:
            return hash((int(self.constant.p), int(self.constant.q)))
        parts = (self.constant, self.factor, self.base, *(coefficient for _, coefficient in self.multiples))
        found = (part if isinstance(part, Symbolic) else (int(part.p), int(part.q)) for part in parts)
        return hash((*found, *(name for name, _ in self.multiples)))

    @staticmethod
    def rational(value: int | fmpq) -> Epsilon:
        """The budget that is this rational."""
        return Epsilon(fmpq(value))

    @staticmethod
    def log(argument: int | Number) -> Epsilon:
        """The logarithm of a positive number."""
        if not isinstance(argument, Symbolic):
            return Epsilon(ZERO, *_rooted(fmpq(argument)))
        found = from_ratio(argument)
        return found if isinstance(found, Epsilon) else Epsilon(ZERO, *_symbolic_rooted(argument))

    @staticmethod
    def positive(name: str, coefficient: int | fmpq = 1) -> Epsilon:
        """A multiple of the positive unknown of that name."""
        return Epsilon(multiples=((name, fmpq(coefficient)),)) if coefficient else Epsilon()

    @property
    def plain(self) -> fmpq | None:
        """The number, where there is no logarithm and no unknown in it."""
        return None if self.factor or self.multiples else self.constant

    def __add__(self, other: Epsilon) -> Epsilon:
        if not isinstance(other, Epsilon):
            return NotImplemented
        factor, base = _combined(self, other)
        sums = dict(self.multiples)
        for name, coefficient in other.multiples:
            sums[name] = sums.get(name, ZERO) + coefficient
        kept = tuple((name, sums[name]) for name in sorted(sums) if sums[name])
        return Epsilon(self.constant + other.constant, factor, base, kept)

    def __neg__(self) -> Epsilon:
        return self.__mul__(-1)

    def __sub__(self, other: Epsilon) -> Epsilon:
        return self + -other

    def __mul__(self, scale: int | fmpq) -> Epsilon:
        scale = fmpq(scale)
        if scale == 0:
            return Epsilon()
        multiples = tuple((name, coefficient * scale) for name, coefficient in self.multiples)
        return Epsilon(self.constant * scale, self.factor * scale, self.base, multiples)

    __rmul__ = __mul__

    def __truediv__(self, scale: int | fmpq) -> Epsilon:
        return self.__mul__(1 / fmpq(scale))

    @property
    def unknowns(self) -> frozenset[str]:
        """The names of the positive unknowns in the budget."""
        return frozenset(name for name, _ in self.multiples)

    def substitute(self, values: Mapping[str, fmpq]) -> Epsilon:
        """The budget with these positive unknowns replaced."""
        kept = tuple(item for item in self.multiples if item[0] not in values)
        added = sum((fmpq(values[name]) * factor for name, factor in self.multiples if name in values), ZERO)
        return Epsilon(self.constant + added, self.factor, self.base, kept)

    @cached_property
    def written(self) -> fmpq | None:
        """e**epsilon where that is a rational of moderate size."""
        if self.multiples or self.constant or self.factor.q != 1 or isinstance(self.base, Symbolic):
            return None
        if abs(self.factor) * self.base.height_bits() > WRITTEN_BITS:
            return None
        return self.base ** int(self.factor.p)

    @property
    def text(self) -> str:
        """The budget as an expression of the mechanism language, as short as is easy."""
        return _sum_text(self)

    @property
    def value(self) -> float:
        """The nearest float."""
        return ball_float(self.enclose) if self != Epsilon() else 0.0

    def bounds(self, digits: int = 20) -> tuple[fmpq, fmpq]:
        """Rationals lo <= budget <= hi, apart by at most 10**-digits of its size."""
        if not self.factor and not self.multiples:
            return self.constant, self.constant
        return ball_bounds(self.enclose, digits)

    def enclose(self, precision: int) -> arb:
        """A ball that contains the budget."""
        if self.multiples:
            raise ValueError(f"the budget depends on {', '.join(sorted(self.unknowns))}")
        with ctx.workprec(precision):
            return arb(self.constant) + arb(self.factor) * enclose(self.base, precision).log()


@dataclass(frozen=True, slots=True)
class LogRatio:
    """The logarithm of a positive number that is no single product of powers."""

    ratio: Symbolic

    @property
    def text(self) -> str:
        return f"log({number_text(self.ratio)})"

    @property
    def value(self) -> float:
        return ball_float(self.enclose)

    def bounds(self, digits: int = 20) -> tuple[fmpq, fmpq]:
        return ball_bounds(self.enclose, digits)

    def enclose(self, precision: int) -> arb:
        with ctx.workprec(precision):
            return enclose(self.ratio, precision).log()


def from_ratio(ratio: Number) -> Epsilon | LogRatio:
    """The logarithm of a positive ratio: a budget where the ratio is one product of powers."""
    if not isinstance(ratio, Symbolic):
        return Epsilon.log(ratio)
    product = monomial(ratio)
    if product is None:
        return _log_ratio(ratio)
    total = Epsilon.log(product[0])
    for generator, power in product[1].items():
        match generator:
            case Exponential(None):
                total += Epsilon(power)
            case Exponential(str(name)):
                total += Epsilon.positive(name, power)
            case Root(base, _):
                total += Epsilon.log(base) * power
            case Power():
                total += Epsilon(ZERO, *_symbolic_rooted(_single(generator))) * power
            case _:
                return _log_ratio(ratio)
    return total


def exponential_of(epsilon: Epsilon | LogRatio) -> Number:
    """e**epsilon. Raises `TooLarge` when that is too large to be written out, `Undecidable` where it is a root of what
    is not rational."""
    if isinstance(epsilon, LogRatio):
        return epsilon.ratio
    result = exponential(epsilon.constant)
    for name, coefficient in epsilon.multiples:
        result = result * exponential(coefficient, name)
    whole = epsilon.factor.floor()
    rest = epsilon.factor - whole
    if isinstance(epsilon.base, Symbolic):
        return result * _symbolic_power(epsilon.base, epsilon.factor)
    result = result * rational_power(epsilon.base, int(whole), _PRODUCT_BITS)
    return result * root(epsilon.base, rest) if rest else result


def exponential_at(rate: Epsilon, place: Number) -> Number:
    """e**(rate * place)"""
    if not isinstance(place, Symbolic):
        return exponential_of(rate * place)
    if rate.multiples:
        raise Undecidable(f"a power with {', '.join(sorted(rate.unknowns))} and {number_text(place)} in its exponent")
    return exponential_of(budget_of(number_of(rate) * place))


def number_of(epsilon: Epsilon) -> Number:
    """A budget without unknowns as a number."""
    return epsilon.constant + (epsilon.factor * logarithm(epsilon.base) if epsilon.factor else ZERO)


def of_logarithms(number: Symbolic) -> Epsilon | None:
    """The number as a budget, where it is a sum of a rational and of multiples of logarithms: `2 * log(3) + 1`."""
    if number.denominator is not None:
        return None
    total, others = _parted(number)
    return total if others == 0 else None


def budget_of(number: Number) -> Epsilon:
    """A number in which nothing is unknown as a budget."""
    total = Epsilon()
    others: Number = ZERO
    for term in terms_of(number):
        if isinstance(term, Symbolic) and term.denominator is None:
            budget, rest = _parted(term)
            total, others = total + budget, others + rest
        elif isinstance(term, Symbolic):
            others = others + term
        else:
            total += Epsilon.rational(term)
    if not isinstance(others, Symbolic):
        return total + Epsilon.rational(others)
    found = from_ratio(power_of_e(others))
    assert isinstance(found, Epsilon)
    return total + found


def _parted(number: Symbolic) -> tuple[Epsilon, Number]:
    """What is rational and what are logarithms in a polynomial, and the rest."""
    total = Epsilon()
    others: Number = ZERO
    for exponents, coefficient in number.numerator.terms():
        powers = [
            (generator, int(power))
            for (generator, _), power in zip(number.ring.members, exponents, strict=True)
            if int(power)
        ]
        match powers:
            case []:
                total += Epsilon.rational(coefficient)
            case [(Logarithm(base=argument), 1)]:
                total += Epsilon.log(argument) * coefficient
            case _:
                term = number.ring.context.term(exp_vec=tuple(exponents), coeff=coefficient)
                others = others + Symbolic(number.ring, term)
    return total, others


def _log_ratio(ratio: Symbolic) -> LogRatio:
    if sign(ratio) <= 0:
        raise ValueError("the logarithm needs a positive number")
    return LogRatio(ratio)


def _combined(left: Epsilon, right: Epsilon) -> tuple[fmpq, Number]:
    """factor and base of the sum of two logarithmic parts."""
    if not left.factor or not right.factor:
        return (left.factor, left.base) if left.factor else (right.factor, right.base)
    if isinstance(left.base, Symbolic) or isinstance(right.base, Symbolic):
        return _combined_symbolic(left, right)
    if left.base == right.base:
        factor = left.factor + right.factor
        return (factor, left.base) if factor else (ZERO, ONE)
    step = left.factor.q.lcm(right.factor.q)
    product = rational_power(left.base, int((left.factor * step).p), _PRODUCT_BITS) * rational_power(
        right.base, int((right.factor * step).p), _PRODUCT_BITS
    )
    factor, base = _rooted(product)
    return factor / step, base


def _combined_symbolic(left: Epsilon, right: Epsilon) -> tuple[fmpq, Number]:
    """The same, where a base is not rational."""
    if left.base == right.base:
        factor = left.factor + right.factor
        return (factor, left.base) if factor else (ZERO, ONE)
    step = left.factor.q.lcm(right.factor.q)
    product = _symbolic_power(left.base, left.factor * step) * _symbolic_power(right.base, right.factor * step)
    factor, base = _symbolic_rooted(product)
    return factor / step, base


def _symbolic_power(base: Number, exponent: fmpq) -> Number:
    """base**exponent for a whole exponent, or a half of one."""
    if abs(exponent) > _LONGEST:
        raise TooLarge(f"powers above {_LONGEST:,} of what is not rational are not written out")
    if exponent.q == 1:
        return base ** int(exponent.p)
    product = monomial(base) if isinstance(base, Symbolic) else None
    if product is not None and all(isinstance(one, Power | Root | Exponential) for one in product[1]):
        found = exponential_of(Epsilon.log(product[0]) * exponent)
        for one, by in product[1].items():
            found = found * _raised(one, by * exponent)
        return found
    if exponent.q == 2:
        return square_root(base) ** int(exponent.p)
    raise Undecidable(f"a root of {number_text(base)} is no number that is followed")


def _raised(generator: Generator, power: fmpq) -> Number:
    """A power of a root, or of e."""
    match generator:
        case Root(base, _):
            return exponential_of(Epsilon.log(base) * power)
        case Exponential():
            return exponential(power)
    step = _single(generator, abs(power))
    return step if power > 0 else step**-1


def _single(generator: Generator, power: fmpq = ONE) -> Symbolic:
    home = scaled(generator, power)
    return Symbolic(home, home.context.gen(0))


def _symbolic_rooted(argument: Number) -> tuple[fmpq, Number]:
    """factor and base with factor * log(base) = log(argument)."""
    if not isinstance(argument, Symbolic):
        return _rooted(argument)
    side = sign(argument - 1) if sign(argument) > 0 else None
    if side is None:
        raise ValueError("the logarithm needs a positive number")
    if side == 0:
        return ZERO, ONE
    return (ONE, argument) if side > 0 else (-ONE, 1 / argument)


@lru_cache(maxsize=4096)
def _rooted(argument: fmpq) -> tuple[fmpq, fmpq]:
    """factor and base with factor * log(base) = log(argument)."""
    if argument <= 0:
        raise ValueError("the logarithm needs a positive number")
    if argument == 1:
        return ZERO, ONE
    if argument < 1:
        factor, base = _rooted(1 / argument)
        return -factor, base
    exponent = _exponent(argument)
    return fmpq(exponent), fmpq(argument.p.root(exponent), argument.q.root(exponent))


def _exponent(argument: fmpq) -> int:
    """The largest power that the argument is."""
    if argument.height_bits() > _CANONICAL_BITS:
        return 1
    if argument.q != 1 and not (argument.p.is_perfect_power() and argument.q.is_perfect_power()):
        return 1
    if not argument.p.is_perfect_power():
        return 1
    exponent, prime = 1, fmpz(2)
    while int(prime) < argument.p.bit_length():
        above, below = argument.p.root(int(prime)), argument.q.root(int(prime))
        if above ** int(prime) == argument.p and below ** int(prime) == argument.q:
            exponent *= int(prime)
            argument = fmpq(above, below)
        else:
            prime = _next_prime(prime)
    return exponent


def _next_prime(number: fmpz) -> fmpz:
    number += 1
    while not number.is_prime():
        number += 1
    return number


def _sum_text(epsilon: Epsilon) -> str:
    terms = [scaled_text(coefficient, name) for name, coefficient in epsilon.multiples]
    if epsilon.constant:
        terms.append(fraction_text(epsilon.constant))
    terms += _logarithm_terms(epsilon.factor, epsilon.base)
    terms.sort(key=lambda term: term.startswith("-"))
    text = terms[0] if terms else "0"
    for term in terms[1:]:
        text += f" - {term[1:]}" if term.startswith("-") else f" + {term}"
    return text


def _logarithm_terms(factor: fmpq, base: Number) -> list[str]:
    """The shortest of factor * log(base), log(base**factor) for a factor up to 3, and a sum over primes."""
    if not factor:
        return []
    if isinstance(base, Symbolic):
        number = logarithm(base) * factor
        return [number_text(number, roots=True) if monomial(base) else scaled_text(factor, f"log({number_text(base)})")]
    choices = [[scaled_text(factor, f"log({fraction_text(base)})")]]
    if factor.q == 1 and abs(factor) <= 3:
        argument = f"log({fraction_text(base ** abs(int(factor.p)))})"
        choices.append([argument if factor > 0 else f"-{argument}"])
    if base.height_bits() > 64:
        split = _smooth_terms(factor, base)
        if split is not None:
            choices.append(split)
    return min(choices, key=lambda terms: sum(len(term) + 3 for term in terms))


def _smooth_terms(factor: fmpq, base: fmpq) -> list[str] | None:
    """The sum over primes when all of them are small."""
    result = []
    for whole, direction in ((base.p, 1), (base.q, -1)):
        for prime, power in whole.factor_smooth(bits=10) if whole > 1 else ():
            if prime.bit_length() > 10:
                return None
            result.append((prime, factor * int(power) * direction))
    return [scaled_text(power, f"log({prime.str()})") for prime, power in sorted(result)]
