"""The unknowns of a claim, and the change of variables that puts all of them between 0 and 1.

A probability is a unit variable itself, a real in [lo, hi] is lo + (hi - lo) * u. An unknown positive epsilon
occurs as exp(r * EPS): with m the common denominator of all such r, exp(r * EPS) = u ** (-r * m) for
u = exp(-EPS / m), which ranges over all of (0, 1). So every claim is about polynomials on a unit cube.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from math import lcm

from flint import fmpq

from faier.exact import Epsilon, Exponential, Number, Symbolic, TooLarge, exponential_of, substitute, unknown
from faier.exact.substitution import replace_exponentials
from faier.lang.syntax import Function, ProbabilityType, RealType

# The greatest power of exp(EPS / m) in one number; polynomials of higher degree are refused.
MAXIMAL_EXPONENT = 2_000


@dataclass(frozen=True)
class Variable:
    """A unit variable: `name` is the unknown's; its value is low + (high - low) * u, or for an epsilon
    (`scale` not 0) u = exp(-value / scale), of which the least powers to `power` occur. `open` excludes both ends, else
    both belong to it."""

    name: str
    low: fmpq
    high: fmpq
    open: bool
    scale: int = 0
    power: int = field(default=0, compare=False)

    def allows(self, at: fmpq) -> bool:
        """Whether the unit variable may have the value."""
        return bool(0 < at < 1 if self.open else 0 <= at <= 1)


@dataclass(frozen=True)
class Domain:
    variables: tuple[Variable, ...]

    @property
    def names(self) -> tuple[str, ...]:
        return tuple(variable.name for variable in self.variables)

    def holds(self, point: tuple[fmpq, ...]) -> bool:
        """Whether the point of the cube is one of the unknowns' values."""
        return all(variable.allows(at) for variable, at in zip(self.variables, point, strict=True))

    def unit(self, number: Number) -> Number:
        """The number as a function of the unit variables, which keep the names of their unknowns. Raises `TooLarge`."""
        affine = {
            variable.name: variable.low + (variable.high - variable.low) * unknown(variable.name)
            for variable in self.variables
            if not variable.scale and (variable.low, variable.high) != (0, 1)
        }
        for variable in self.variables:
            if variable.power > MAXIMAL_EXPONENT:
                raise TooLarge(f"the exponents of {variable.name} are too many different fractions")
            if variable.scale:
                number = replace_exponentials(number, variable.name, fmpq(-1, variable.scale), unknown(variable.name))
        return substitute(number, affine) if affine else number

    def value(self, point: tuple[fmpq, ...]) -> dict[str, fmpq]:
        """The unknowns' values at a point of the cube; an epsilon is not rational there and is left out."""
        return {
            variable.name: variable.low + (variable.high - variable.low) * at
            for variable, at in zip(self.variables, point, strict=True)
            if not variable.scale
        }


def domain(prior: Function | None, numbers: Iterable[Number], epsilon: Epsilon) -> Domain:
    """The unknowns of a prior that occur in the numbers, and the positive unknown if one occurs."""
    exponents: dict[str, list[fmpq]] = {}
    for number in numbers:
        if isinstance(number, Symbolic):
            for generator, unit in number.ring.members:
                if isinstance(generator, Exponential) and generator.epsilon is not None:
                    exponents.setdefault(generator.epsilon, []).append(unit)
    for name, coefficient in epsilon.multiples:
        exponents.setdefault(name, []).append(coefficient)
    variables = [_unknown(parameter.name, parameter.type) for parameter in (prior.parameters if prior else ())]
    for name, units in sorted(exponents.items()):
        scale = lcm(*(int(unit.q) for unit in units))
        power = int(max(abs(unit) for unit in units) * scale)
        variables.append(Variable(name, fmpq(0), fmpq(1), True, scale, power))
    return Domain(tuple(variable for variable in variables if variable is not None))


def factor(epsilon: Epsilon) -> Number:
    """e^epsilon as an exact number."""
    return exponential_of(epsilon)


def _unknown(name: str, type_: object) -> Variable | None:
    match type_:
        case ProbabilityType():
            return Variable(name, fmpq(0), fmpq(1), True)
        case RealType(low, high):
            return Variable(name, low, high, False)
        case _:
            return None
