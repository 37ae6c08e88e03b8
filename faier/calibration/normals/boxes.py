"""Normal data whose means and deviations are unknown: how far densities with Laplace noise are apart within a box.

With Laplace noise of scale b, moving all data by d changes the logarithm of the density by d / b at most. For normal
data of variance v the density f with noise satisfies d f / d v = (f - phi) / (2 b**2), where phi is the density of the
data: so it grows by a rate of 1 / (2 b**2) at most. It falls by 1 / (2 v) at most, since phi / f is at most
1 + b**2 / v, as follows from Mills' ratio M(t) > t / (1 + t**2), which is convex.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.forms import names
from faier.exact import ZERO
from faier.lang.program import Program
from faier.lang.syntax import (
    AnyRealType,
    Binary,
    Decimal,
    Draw,
    Expression,
    Function,
    Literal,
    Name,
    RealType,
    Return,
)
from faier.lang.values import Real
from faier.lang.walk import parts, statements

Box = Mapping[str, tuple[fmpq, fmpq]]


@dataclass(frozen=True)
class Returned:
    """How often each unknown is added to what is returned, and for each normal draw with an unknown deviation which
    multiple of which unknown that is."""

    added: Mapping[str, fmpq]
    deviations: tuple[tuple[str, fmpq], ...]


@dataclass(frozen=True)
class Boxed:
    """A prior whose unknowns are nothing but means and deviations of normal data that Laplace noise is added to."""

    box: Box
    returned: tuple[Returned, ...]

    def apart(self, within: Box, scale: fmpq, variances: tuple[fmpq, ...]) -> Mapping[str, fmpq] | None:
        """For each unknown, by how much it may change the logarithm of a density from the middle of the box; None where
        that is not known. `variances` are those of the normal parts in the middle."""
        least = min(variances, default=ZERO)
        falling = max(sum((c * c * _below(within[name]) for name, c in one.deviations), ZERO) for one in self.returned)
        if any(one.deviations for one in self.returned) and least - falling <= 0:
            return None
        found: dict[str, fmpq] = {}
        for name, (low, high) in within.items():
            moved = max(abs(one.added.get(name, ZERO)) for one in self.returned) * (high - low) / 2
            most = ZERO
            for one in self.returned:
                squares = sum((c * c for other, c in one.deviations if other == name), ZERO)
                up, down = squares * _above(within[name]), squares * _below(within[name])
                if squares:
                    steep = max(1 / (2 * scale**2), 1 / (2 * (least - falling)))
                    most = max(most, steep * max(up, down))
            found[name] = moved / scale + most
        return found


def _above(ends: tuple[fmpq, fmpq]) -> fmpq:
    """How far the square of the upper end is above that of the middle."""
    middle = (ends[0] + ends[1]) / 2
    return ends[1] ** 2 - middle**2


def _below(ends: tuple[fmpq, fmpq]) -> fmpq:
    middle = (ends[0] + ends[1]) / 2
    return middle**2 - ends[0] ** 2


def boxed(program: Program, mechanism: str, prior: str) -> Boxed | None:
    """The unknowns of a prior, where they are of this kind: each stands only in what is returned, as a summand, or as
    the deviation of a draw that is one. The mechanism shows its input with Laplace noise, and does nothing else."""
    belief = program.function(prior)
    unknown = {item.name: item.type for item in belief.parameters if isinstance(item.type, RealType)}
    if not unknown or belief.yields or not _shows_input_with_noise(program.function(mechanism)):
        return None
    if any(function.within is not None and function.within.split(".")[0] == prior for function in program.functions):
        return None
    found = []
    for statement in statements(belief.body):
        if isinstance(statement, Return) and statement.value is not None:
            returned = _returned(statement.value, frozenset(unknown))
            if returned is None:
                return None
            found.append(returned)
    told = sum(name in unknown for one in found for name in one[1])
    if not found or told != sum(name in unknown for name in names(belief.body)):
        return None
    box = {name: (type_.low, type_.high) for name, type_ in unknown.items()}
    deviations = {name for one, _ in found for name, _ in one.deviations}
    if any(box[name][0] <= 0 for name in deviations):
        return None
    return Boxed(box, tuple(one for one, _ in found))


def at(program: Program, prior: str, values: Mapping[str, fmpq]) -> Program:
    """The program where the unknowns of the prior have these values."""
    functions = []
    for function in program.functions:
        if function.name == prior:
            known = tuple((name, Real(value, "fraction")) for name, value in values.items())
            left = tuple(item for item in function.parameters if item.name not in values)
            function = replace(function, parameters=left, settings=(*function.settings, *known))
        functions.append(function)
    return replace(program, functions=tuple(functions))


def _shows_input_with_noise(function: Function) -> bool:
    if len(function.parameters) != 1 or not isinstance(function.parameters[0].type, AnyRealType):
        return False
    if len(function.body) != 1 or not isinstance(function.body[0], Return):
        return False
    match function.body[0].value:
        case Binary(operator="+", left=Name(name=name), right=Draw(kind="laplace", arguments=(scale,))):
            return name == function.parameters[0].name and not any(
                isinstance(part, Draw) or (isinstance(part, Name) and part.name == name) for part in parts(scale)
            )
    return False


def _returned(value: Expression, unknown: frozenset[str]) -> tuple[Returned, tuple[str, ...]] | None:
    """What is returned, and the unknowns in it, each as often as it stands there; None where one stands elsewhere."""
    added: dict[str, fmpq] = {}
    deviations: list[tuple[str, fmpq]] = []
    for sign, term in _terms(value, 1):
        multiple = _multiple(term, unknown)
        if multiple is not None:
            added[multiple[0]] = added.get(multiple[0], ZERO) + sign * multiple[1]
        elif isinstance(term, Draw) and term.kind == "gaussian" and _mentioned(term, unknown):
            multiple = _multiple(term.arguments[0], unknown)
            if multiple is None or multiple[1] <= 0:
                return None
            deviations.append(multiple)
        elif _mentioned(term, unknown):
            return None
    return Returned(added, tuple(deviations)), _mentioned(value, unknown)


def _terms(expression: Expression, sign: int) -> Iterator[tuple[int, Expression]]:
    match expression:
        case Binary(operator="+", left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, sign)
        case Binary(operator="-", left=left, right=right):
            yield from _terms(left, sign)
            yield from _terms(right, -sign)
        case _:
            yield sign, expression


def _multiple(expression: Expression, unknown: frozenset[str]) -> tuple[str, fmpq] | None:
    """An unknown times a number that is written out."""
    match expression:
        case Name(name=name) if name in unknown:
            return name, fmpq(1)
        case Binary(operator="*", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                number = _number(one)
                if number is not None and isinstance(other, Name) and other.name in unknown:
                    return other.name, number
    return None


def _number(expression: Expression) -> fmpq | None:
    match expression:
        case Literal(value=int() as value) if not isinstance(value, bool):
            return fmpq(value)
        case Decimal(exact=exact):
            return fmpq(exact)
    return None


def _mentioned(expression: Expression, unknown: frozenset[str]) -> tuple[str, ...]:
    return tuple(name for name in names(expression) if name in unknown)
