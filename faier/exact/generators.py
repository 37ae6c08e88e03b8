"""What symbolic numbers are built from, and the polynomial rings that hold them.

A generator is a real number that is not rational, or an unknown one. A ring is a sorted choice of
generators, each raised to a smallest exponent (its unit): with unit 1/6 the ring variable of e stands
for exp(1/6). Rings are joined lazily, when two numbers meet. Rings are interned, so that the usual case,
two numbers of one ring, is recognised by identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property, reduce
from itertools import pairwise
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx, fmpz_mat

from faier.exact.limits import DEGREE_LIMIT, TooLarge
from faier.exact.rational import ONE, fraction_text, gcd_rational


@dataclass(frozen=True, slots=True)
class Unknown:
    """A real parameter of a prior. Unknowns are independent of each other and of everything else."""

    name: str

    @property
    def label(self) -> str:
        return self.name


@dataclass(frozen=True, slots=True)
class Exponential:
    """e, or exp(EPS) for the positive unknown EPS, of which any rational power may be taken."""

    epsilon: str | None = None

    @property
    def label(self) -> str:
        return "exp()" if self.epsilon is None else f"exp({self.epsilon})"


@dataclass(frozen=True, slots=True)
class Logarithm:
    """log(base) for a positive rational base that is not 1, or for a positive `Symbolic`."""

    base: Any
    prime: bool

    @property
    def label(self) -> str:
        return f"log({fraction_text(self.base) if isinstance(self.base, fmpq) else _text(self.base)})"


@dataclass(frozen=True, slots=True)
class Root:
    """base, a positive rational that is no perfect power, of which fractional powers are taken."""

    base: fmpq
    prime: bool

    @property
    def label(self) -> str:
        return f"root({fraction_text(self.base)})"


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The positive square root of a positive number that is not rational, but a polynomial: each ring that has this
    root has the generators of that too."""

    square: Any  # a `Symbolic` without denominator

    @property
    def label(self) -> str:
        return f"sqrt({_text(self.square)})"


@dataclass(frozen=True, slots=True)
class Normal:
    """The chance that a standard normal variable is below -sqrt(square), for a positive `square` without unknowns."""

    square: Any  # an `fmpq`, or a `Symbolic`

    @property
    def label(self) -> str:
        if not isinstance(self.square, fmpq):
            return f"normal(-sqrt({_text(self.square)}))"
        above, below = self.square.p.isqrt(), self.square.q.isqrt()
        exact = fmpq(above, below)
        if exact * exact == self.square:
            return f"normal(-{fraction_text(exact)})"
        return f"normal(-sqrt({fraction_text(self.square)}))"


@dataclass(frozen=True, slots=True)
class Power:
    """e to an exponent that is neither rational nor a logarithm, such as the root of 2, of which any rational power may
    be taken. Exponents are single terms with coefficient 1, so that each number is a sum of such in one way."""

    exponent: Any  # a `Symbolic`

    @property
    def label(self) -> str:
        return f"exp({_text(self.exponent)})"


def _text(number: Any) -> str:
    """What a `Symbolic` is written as."""
    return repr(number)[1:-1]


Generator = Unknown | Exponential | Logarithm | Root | Normal | SquareRoot | Power
Scaled = tuple[Generator, fmpq]
"""A generator and its unit; the unit is 1 but for powers of e, and 1/n for a root."""

NEAR = 1 << 11
"""Two powers of e are powers of one where one of the two is no greater a power of it than this."""

LEAST_SHORT = 1 << 9
"""Polynomials in several powers of e may have at least this degree in each."""

E = Exponential()
OPAQUE = Logarithm | Root | Normal | SquareRoot | Power
"""What may make a number 0 that is formally another."""

_KINDS: tuple[type, ...] = (Unknown, Exponential, Logarithm, Root, Normal, SquareRoot, Power)


@dataclass(frozen=True, eq=False)
class Ring:
    """Q[variables], one variable for each generator, sorted; made by `ring`, which never makes one twice."""

    members: tuple[Scaled, ...]

    @cached_property
    def context(self) -> Any:
        return fmpq_mpoly_ctx.get([f"g{index}" for index in range(len(self.members))], Ordering.lex)

    @cached_property
    def labels(self) -> tuple[str, ...]:
        return tuple(generator.label for generator, _ in self.members)

    @cached_property
    def far(self) -> tuple[int, ...]:
        """The variables that stand for powers of e, if there are several."""
        found = tuple(index for index, (generator, _) in enumerate(self.members) if generator == E)
        return found if len(found) > 1 else ()

    @cached_property
    def short(self) -> int:
        """The greatest degree in powers of e where these have several variables: of products of two polynomials, no two
        terms are alike then."""
        return _short([self.members[index][1] for index in self.far])

    @cached_property
    def radical(self) -> bool:
        """Whether a variable is a root, so that its powers fold into others."""
        return any(isinstance(generator, Root | SquareRoot) for generator, _ in self.members)

    @cached_property
    def opaque(self) -> bool:
        """Whether a formally nonzero polynomial of this ring might be zero as a real number."""
        return any(isinstance(generator, OPAQUE) for generator, _ in self.members)


def ring(members: Iterable[Scaled]) -> Ring:
    """The ring with these generators; each generator may occur once."""
    return _interned(tuple(sorted(members, key=_order)))


@cache
def _interned(members: tuple[Scaled, ...]) -> Ring:
    return Ring(members)


def _order(member: Scaled) -> tuple[int, str, fmpq]:
    return _KINDS.index(type(member[0])), member[0].label, member[1]


@dataclass(frozen=True, slots=True)
class Embedding:
    """How a ring's variables become products of powers of a larger ring's variables."""

    target: Ring
    powers: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def plain(self) -> bool:
        """Whether each variable becomes a power of another, in the same order."""
        positions = [place for product in self.powers for place, _ in product]
        return len(positions) == len(self.powers) and all(first < second for first, second in pairwise(positions))

    def __call__(self, polynomial: Any) -> Any:
        if not self.plain:
            return self._term_by_term(polynomial)
        powers = [power for ((_, power),) in self.powers]
        if any(power != 1 for power in powers):
            polynomial = polynomial.inflate(powers)
        positions = tuple(place for ((place, _),) in self.powers)
        if positions == tuple(range(len(self.target.members))):
            return polynomial
        return polynomial.project_to_context(self.target.context, dict(enumerate(positions)))

    def _term_by_term(self, polynomial: Any) -> Any:
        terms: dict[tuple[int, ...], fmpq] = {}
        for exponents, coefficient in polynomial.terms():
            row = [0] * len(self.target.members)
            for exponent, product in zip(exponents, self.powers, strict=True):
                for place, power in product:
                    row[place] += int(exponent) * power
            terms[tuple(row)] = terms.get(tuple(row), fmpq(0)) + coefficient
        return self.target.context.from_dict(terms)


@cache
def join(left: Ring, right: Ring) -> Ring:
    """The smallest ring in which the numbers of both are expressed."""
    units: dict[Generator, list[fmpq]] = {}
    for generator, unit in (*left.members, *right.members):
        units.setdefault(generator, []).append(unit)
    return ring(
        (generator, unit)
        for generator, several in units.items()
        for unit in (_apart(several) if generator == E else [reduce(gcd_rational, several)])
    )


@cache
def embedding(source: Ring, target: Ring) -> Embedding:
    """The inclusion of a ring in one that `join` made from it."""
    powers = []
    for generator, unit in source.members:
        places = [index for index, (other, _) in enumerate(target.members) if other == generator]
        product = _product_of(unit, [target.members[place][1] for place in places])
        powers.append(tuple((places[at], power) for at, power in product))
    return Embedding(target, tuple(powers))


def _product_of(unit: fmpq, units: list[fmpq]) -> list[tuple[int, int]]:
    """The unit as a sum of multiples of others."""
    whole = [(at, int((unit / one).p)) for at, one in enumerate(units) if (unit / one).q == 1]
    found = [min(whole, key=lambda item: item[1])] if whole else []
    if not found:
        *others, own = _relation([*units, unit])
        if abs(own) != 1 or any(power * own > 0 for power in others):
            raise _too_far()
        found = [(at, abs(power)) for at, power in enumerate(others) if power]
    if any(power > DEGREE_LIMIT for _, power in found):
        raise _too_far()
    return found


def _apart(several: list[fmpq]) -> list[fmpq]:
    """Units of which all are sums of multiples, and of which no short sum of multiples is 0."""
    kept: list[fmpq] = []
    for unit in several:
        found = unit
        while (other := next((one for one in kept if _near(found, one)), None)) is not None:
            kept.remove(other)
            found = gcd_rational(found, other)
        kept.append(found)
        if len(kept) > 1 and _short(kept) < LEAST_SHORT:
            return _apart([*_without_one(kept), *several[several.index(unit) + 1 :]])
    return kept


def _without_one(units: list[fmpq]) -> list[fmpq]:
    """Units of which all are sums of multiples, one fewer, where a short sum of multiples is 0."""
    relation = _relation(units)
    for sign in (1, -1):
        alone = [at for at, power in enumerate(relation) if power * sign > 0]
        if len(alone) == 1:
            return [one / abs(relation[alone[0]]) for at, one in enumerate(units) if at != alone[0]]
    raise _too_far()


def _near(one: fmpq, other: fmpq) -> bool:
    """Whether both are few enough steps of one unit."""
    unit = gcd_rational(one, other)
    return bool(max(one, other) <= DEGREE_LIMIT * unit and min(one, other) <= NEAR * unit)


def _short(units: list[fmpq]) -> int:
    """Half of a number so that in each sum of multiples that is 0 there is one by more.

    No vector of the lattice is shorter than the shortest part of a vector of its basis that is at right angles to
    those before (Gram and Schmidt).
    """
    found: list[list[fmpq]] = []
    for row in _lattice(units):
        rest = [fmpq(value) for value in row]
        for before in found:
            share = _times(rest, before) / _times(before, before)
            rest = [value - share * other for value, other in zip(rest, before, strict=True)]
        found.append(rest)
    square = min(_times(rest, rest) for rest in found) / (4 * len(units))
    return int(square.floor().isqrt()) - 1


def _relation(units: list[fmpq]) -> list[int]:
    """A sum of multiples that is 0, about as short as there is one."""
    *multiples, total = next(iter(_lattice(units)))
    if total:
        raise _too_far()
    return multiples


def _lattice(units: list[fmpq]) -> list[list[int]]:
    """A basis of short vectors of all multiples of the units and, so that it counts, many times their sum."""
    shared, most = reduce(gcd_rational, units), len(units) * DEGREE_LIMIT**2
    rows = [
        [*(int(row == column) for column in range(len(units))), int((unit / shared).p) * most]
        for row, unit in enumerate(units)
    ]
    return [[int(value) for value in row] for row in fmpz_mat(rows).lll().tolist()]


def _times(one: list[fmpq], other: list[fmpq]) -> fmpq:
    return sum((a * b for a, b in zip(one, other, strict=True)), start=fmpq(0))


def _too_far() -> TooLarge:
    return TooLarge(f"exponents that need more than {DEGREE_LIMIT} common steps are not supported")


def require_short(home: Ring, polynomial: Any) -> None:
    """Refuse a polynomial of such degrees that it might be formally another and the same number."""
    if home.far:
        degrees = polynomial.degrees()
        if any(degrees[index] > home.short for index in home.far):
            raise _too_far()


def scaled(generator: Generator, unit: fmpq = ONE) -> Ring:
    """The ring with one generator."""
    return ring([(generator, unit)])
