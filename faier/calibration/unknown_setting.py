"""A setting that is varied -> the file with an unknown number in its place.

Where the setting stands in exponentials alone that fall with it, as in exp(-1 / scale), each of them is a power of one
number between 0 and 1, and that is the unknown; else the setting itself is.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass, replace
from math import gcd, lcm
from typing import Any, Literal, TypeAlias

from flint import arb, ctx, fmpq

from faier.calibration.added_last import concerned
from faier.calibration.constants import Varying, constant
from faier.calibration.forms import names
from faier.exact import Number, TooLarge, exponential, unknown
from faier.exact.enclosure import bounds
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Call, Expression, Function, Name, Span
from faier.lang.values import Real, Value

Standing: TypeAlias = Literal["itself", "width", "rate"]
"""What the unknown is: the setting s, exp(-unit / s), or exp(-unit * s)."""

DIGITS = 40


@dataclass(frozen=True)
class Unknown:
    """`program` has the unknown `name` in it; the setting is above 0 unless the unknown is the setting itself."""

    program: Program
    name: str
    standing: Standing
    unit: fmpq

    def at(self, value: fmpq, bits: int) -> arb | None:
        """The unknown where the setting has the value; None where it has none."""
        with ctx.workprec(bits):
            if self.standing == "itself":
                return arb(value)
            return (-arb(self._exponent(value))).exp() if value > 0 else None

    def exactly(self, value: fmpq) -> Number:
        """The unknown there as a number."""
        return value if self.standing == "itself" else exponential(-self._exponent(value))

    def ends(self, value: fmpq) -> tuple[fmpq, fmpq]:
        """Rationals just below and above the unknown there, or the number itself twice."""
        number = self.exactly(value)
        return (number, number) if isinstance(number, fmpq) else bounds(number, DIGITS)

    @property
    def rises(self) -> bool:
        """Whether the unknown is greater where the setting is."""
        return self.standing != "rate"

    def _exponent(self, value: fmpq) -> fmpq:
        return self.unit / value if self.standing == "width" else self.unit * value


def unknown_setting(program: Program, mechanism: str, prior: str | None, setting: str) -> Unknown | None:
    """None where the setting stands in exponentials of another form, or in several ways."""
    subject = tuple(concerned(program, mechanism, prior))
    inside = [
        (function, call)
        for function in subject
        for call in _calls(function.body)
        if call.function == "exp" and setting in names(call.arguments)
    ]
    if not inside:
        return Unknown(_with(program, setting, Real(unknown(setting), "symbolic")), setting, "itself", fmpq(1))
    found = [_exponent(program, function, call, setting) for function, call in inside]
    if len({one[0] for one in found if one is not None}) != 1 or None in found:
        return None
    factors = {id(call): one[1] for (_, call), one in zip(inside, found, strict=True) if one is not None}
    standing: Standing = next(one[0] for one in found if one is not None)
    unit = _common(list(factors.values()))
    name = f"exp(-{unit} / {setting})" if standing == "width" else f"exp(-{unit} * {setting})"
    return _rewritten(program, subject, setting, Unknown(program, name, standing, unit), factors)


def falling(
    program: Program, function: Function, expression: Expression, setting: str
) -> tuple[Literal["width", "rate"], fmpq] | None:
    """How an exponential falls with the setting, and by which unit; None where it is something else."""
    if not isinstance(expression, Call) or expression.function != "exp":
        return None
    return _exponent(program, function, expression, setting)


def stands_for(program: Program, setting: str, value: fmpq) -> bool:
    """Whether the setting has this value wherever the file has it."""
    every = (*program.constants, *(item for function in program.functions for item in function.settings))
    return all(
        (fmpq(known) if type(known) is int else getattr(known, "exact", None)) == value
        for name, known in every
        if name == setting
    )


def _rewritten(
    program: Program, subject: tuple[Function, ...], setting: str, known: Unknown, factors: dict[int, fmpq]
) -> Unknown | None:
    """The file with powers of the unknown where the exponentials stood, if the setting stands nowhere else there."""
    powers = {id_: int(factor / known.unit) for id_, factor in factors.items()}

    def power(node: object) -> object:
        return Name(_power(known.name, powers[id(node)])) if id(node) in powers else None

    made = {function.name: replace(function, body=rebuilt(function.body, power)) for function in subject}
    if any(setting in names(function.body) for function in made.values()):
        return None
    added = {
        _power(known.name, count): Real(unknown(known.name) ** count, "symbolic")
        for count in sorted({*powers.values()})
    }
    functions = tuple(made.get(function.name, function) for function in program.functions)
    constants = (*program.constants, *added.items())
    return replace(known, program=replace(program, functions=functions, constants=constants))


def _power(name: str, count: int) -> str:
    return f"{name} ** {count}"


def _exponent(
    program: Program, function: Function, call: Call, setting: str
) -> tuple[Literal["width", "rate"], fmpq] | None:
    """How exp(...) falls with the setting, which it depends on alone: with its reciprocal, or with it."""
    if len(call.arguments) != 1 or call.keywords or {*names(call.arguments)} & bound_names(function):
        return None
    s = unknown(setting)
    try:
        inner = constant(
            _with(program, setting, Real(s, "symbolic")), _settled(function, setting, s), call.arguments[0]
        )
    except (Varying, Failure, TooLarge, ZeroDivisionError):
        return None
    if not isinstance(inner, Real):
        return None
    for standing, factor in (("width", -inner.exact * s), ("rate", -inner.exact / s)):
        if isinstance(factor, fmpq) and factor > 0:
            return ("width" if standing == "width" else "rate"), factor
    return None


def _settled(function: Function, setting: str, value: Any) -> Function:
    return replace(function, settings=_changed(function.settings, setting, Real(value, "symbolic")))


def _common(factors: list[fmpq]) -> fmpq:
    """The greatest number of which all are whole multiples."""
    below = lcm(*(int(one.q) for one in factors))
    return fmpq(gcd(*(int((one * below).p) for one in factors)), below)


def bound_names(function: Function) -> set[str]:
    """The names that something in the function may give a meaning, its keywords aside."""
    return {item.name for item in function.parameters} | {*function.captured} | {*_given(function.body)}


def _given(node: object) -> Iterator[str]:
    """Targets, and every text that is no name of what is read."""
    if isinstance(node, str):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _given(part)
    elif is_dataclass(node) and not isinstance(node, Name | Span):
        for field in fields(node):
            part = getattr(node, field.name)
            yield from names(part) if "target" in field.name else _given(part)


def _calls(node: object) -> Iterator[Call]:
    """Every call in a tree."""
    if isinstance(node, Call):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _calls(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from _calls(getattr(node, field.name))


def rebuilt(node: Any, change: Callable[[object], object]) -> Any:
    """The tree with what `change` makes of its parts in their places (None: it stays)."""
    found = change(node)
    if found is not None:
        return found
    if isinstance(node, tuple):
        return tuple(rebuilt(part, change) for part in node)
    if is_dataclass(node) and not isinstance(node, type):
        parts = {field.name: rebuilt(getattr(node, field.name), change) for field in fields(node) if field.init}
        return replace(node, **parts)
    return node


def _with(program: Program, setting: str, value: Value) -> Program:
    functions = tuple(
        replace(function, settings=_changed(function.settings, setting, value)) for function in program.functions
    )
    return replace(program, constants=_changed(program.constants, setting, value), functions=functions)


def _changed(known: tuple[tuple[str, Value], ...], setting: str, value: Value) -> tuple[tuple[str, Value], ...]:
    return tuple((name, value if name == setting else other) for name, other in known)
