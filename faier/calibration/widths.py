"""How much of a setting makes noise as wide as a method asks for."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from flint import arb, ctx, fmpq

from faier.calibration.known import ROUNDED, Missing
from faier.lang.syntax import Binary, Call, Decimal, Expression, Literal, Name, Unary
from faier.lang.values import Real, Value
from faier.lang.vocabulary import DrawKind

BITS = 128
UNCLEAR = Missing("how the noise depends on the setting is not seen")


@dataclass(frozen=True)
class _Wanted:
    """The number factor * exp(exponent)."""

    factor: fmpq
    exponent: fmpq = fmpq(0)


def setting_for(
    scale: fmpq, kind: DrawKind, width: Expression, setting: str, constants: Mapping[str, Value]
) -> fmpq | Missing:
    """The value of the setting with which the noise is as wide as Laplace noise of this scale, rounded to the side of
    more noise. `width` is what the file gives the draw; `constants` has what else stands in it."""
    if scale == 0:
        return Missing("it asks for no noise")
    match kind:
        case "laplace":
            wanted = _Wanted(scale)
        case "geometric":
            wanted = _Wanted(fmpq(1), -1 / scale)
        case _:
            return Missing("it asks for Laplace noise")
    found = _solved(width, wanted, setting, constants)
    if found is None:
        return UNCLEAR
    value, grows = found
    if not value.exponent:
        return value.factor
    with ctx.workprec(BITS):
        steps = arb(value.factor / ROUNDED) * arb(value.exponent).exp()
        whole = (steps.upper().ceil() if grows else steps.lower().floor()).unique_fmpz()
    return UNCLEAR if whole is None else fmpq(whole) * ROUNDED


def _solved(
    expression: Expression, wanted: _Wanted, setting: str, constants: Mapping[str, Value]
) -> tuple[_Wanted, bool] | None:
    """The setting at which the expression is what is wanted, and whether the expression grows with it there."""

    def on(inner: Expression, following: _Wanted, grows: bool = True) -> tuple[_Wanted, bool] | None:
        found = _solved(inner, following, setting, constants)
        return None if found is None else (found[0], found[1] == grows)

    match expression:
        case Name(name=name) if name == setting:
            return wanted, True
        case Unary(operator="-", operand=operand):
            return on(operand, _Wanted(-wanted.factor, wanted.exponent), False)
        case Call(function="exp", arguments=(argument,)) if wanted.factor == 1:
            return on(argument, _Wanted(wanted.exponent))
        case Binary(operator="*", left=left, right=right):
            for one, other in ((left, right), (right, left)):
                by = number(one, constants)
                if by:
                    return on(other, _Wanted(wanted.factor / by, wanted.exponent), by > 0)
        case Binary(operator="/", left=left, right=right):
            below, above = number(right, constants), number(left, constants)
            if below:
                return on(left, _Wanted(wanted.factor * below, wanted.exponent), below > 0)
            if above and wanted.factor:
                return on(right, _Wanted(above / wanted.factor, -wanted.exponent), above < 0)
    return None


def number(expression: Expression, constants: Mapping[str, Value]) -> fmpq | None:
    """The fraction that an expression of constants is."""
    match expression:
        case Literal(value=int() as value):
            return fmpq(int(value))
        case Decimal(exact=exact):
            return exact
        case Name(name=name):
            held = constants.get(name)
            if isinstance(held, int) and not isinstance(held, bool):
                return fmpq(held)
            return held.exact if isinstance(held, Real) and isinstance(held.exact, fmpq) else None
        case Unary(operator="-", operand=operand):
            inner = number(operand, constants)
            return None if inner is None else -inner
        case Binary(operator=operator, left=left, right=right):
            one, other = number(left, constants), number(right, constants)
            if one is None or other is None:
                return None
            match operator:
                case "+":
                    return one + other
                case "-":
                    return one - other
                case "*":
                    return one * other
                case "/":
                    return one / other if other else None
    return None
