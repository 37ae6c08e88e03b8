"""What symbolic numbers are built from, and the polynomial rings that hold them.

A generator is a real number that is not rational, or an unknown one. A ring is a sorted choice of
generators, each raised to a smallest exponent (its unit): with unit 1/6 the ring variable of e stands
for exp(1/6). Rings are joined lazily, when two numbers meet. Rings are interned, so that the usual case,
two numbers of one ring, is recognised by identity.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from flint import Ordering, fmpq, fmpq_mpoly_ctx

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
    """log(base) for a positive rational base that is not 1."""

    base: fmpq
    prime: bool

    @property
    def label(self) -> str:
        return f"log({fraction_text(self.base)})"


@dataclass(frozen=True, slots=True)
class Root:
    """base, a positive rational that is no perfect power, of which fractional powers are taken."""

    base: fmpq
    prime: bool

    @property
    def label(self) -> str:
        return f"root({fraction_text(self.base)})"


@dataclass(frozen=True, slots=True)
class Normal:
    """The chance that a standard normal variable is below -sqrt(square), for a positive rational `square`."""

    square: fmpq

    @property
    def label(self) -> str:
        above, below = self.square.p.isqrt(), self.square.q.isqrt()
        exact = fmpq(above, below)
        if exact * exact == self.square:
            return f"normal(-{fraction_text(exact)})"
        return f"normal(-sqrt({fraction_text(self.square)}))"


Generator = Unknown | Exponential | Logarithm | Root | Normal
Scaled = tuple[Generator, fmpq]
"""A generator and its unit; the unit is 1 but for an exponential, and 1/n for a root."""

_KINDS: tuple[type, ...] = (Unknown, Exponential, Logarithm, Root, Normal)


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
    def radical(self) -> bool:
        """Whether a variable is a root, so that its powers fold into rationals."""
        return any(isinstance(generator, Root) for generator, _ in self.members)

    @cached_property
    def opaque(self) -> bool:
        """Whether a formally nonzero polynomial of this ring might be zero as a real number."""
        return any(isinstance(generator, Logarithm | Root | Normal) for generator, _ in self.members)


def ring(members: Iterable[Scaled]) -> Ring:
    """The ring with these generators; each generator may occur once."""
    return _interned(tuple(sorted(members, key=_order)))


@cache
def _interned(members: tuple[Scaled, ...]) -> Ring:
    return Ring(members)


def _order(member: Scaled) -> tuple[int, str]:
    return _KINDS.index(type(member[0])), member[0].label


@dataclass(frozen=True, slots=True)
class Embedding:
    """How a ring's variables become powers of a larger ring's variables."""

    target: Ring
    positions: tuple[int, ...]
    stretch: tuple[int, ...]

    def __call__(self, polynomial: Any) -> Any:
        if any(factor != 1 for factor in self.stretch):
            polynomial = polynomial.inflate(list(self.stretch))
        if self.positions == tuple(range(len(self.target.members))):
            return polynomial
        return polynomial.project_to_context(self.target.context, dict(enumerate(self.positions)))


@cache
def join(left: Ring, right: Ring) -> Ring:
    """The smallest ring in which the numbers of both are expressed."""
    units: dict[Generator, fmpq] = dict(left.members)
    for generator, unit in right.members:
        units[generator] = gcd_rational(units[generator], unit) if generator in units else unit
    return ring(units.items())


@cache
def embedding(source: Ring, target: Ring) -> Embedding:
    """The inclusion of a ring in one that `join` made from it."""
    places = {generator: index for index, (generator, _) in enumerate(target.members)}
    positions = tuple(places[generator] for generator, _ in source.members)
    ratios = [unit / target.members[place][1] for (_, unit), place in zip(source.members, positions, strict=True)]
    for ratio in ratios:
        if ratio > DEGREE_LIMIT:
            raise TooLarge(f"exponents that need more than {DEGREE_LIMIT} common steps are not supported")
    return Embedding(target, positions, tuple(int(ratio.p) for ratio in ratios))


def scaled(generator: Generator, unit: fmpq = ONE) -> Ring:
    """The ring with one generator."""
    return ring([(generator, unit)])
