"""Values of expressions that depend on no input and no draw, also where a setting has another value."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from flint import fmpq

from faier.exact import Number, fraction
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Expression, Function
from faier.lang.values import Value, make
from faier.semantics.denote.draws import Draws, Known
from faier.semantics.denote.evaluate import Run, Scope, Stored, value_of
from faier.semantics.denote.held import Held


class Varying(Exception):
    """It depends on a draw, or on what a function returns."""


def constant(program: Program, function: Function, expression: Expression) -> Value:
    """The value of what depends on nothing but constants and settings; a `Failure` where it reads something else."""
    known: dict[str, Stored] = {**dict(program.constants), **dict(function.settings)}
    run = Run((Scope(frozenset(known), known),), _undrawn, Draws(Known(), _undrawn), _uncalled)
    return value_of(run, expression)


def value_at(program: Program, setting: str, value: fmpq) -> Program:
    """The file where the setting has this value, and all other constants are as they were."""
    number = make(int(value.p) if value.q == 1 else fraction(value))

    def changed(known: tuple[tuple[str, Value], ...]) -> tuple[tuple[str, Value], ...]:
        return tuple((name, number if name == setting else other) for name, other in known)

    functions = tuple(replace(function, settings=changed(function.settings)) for function in program.functions)
    return replace(program, constants=changed(program.constants), functions=functions)


def _undrawn(distribution: Mapping[Any, Number]) -> Any:
    raise Varying


def _uncalled(
    function: str, arguments: tuple[Held, ...], captured: tuple[Held, ...]
) -> tuple[Failure | None, tuple[Held, ...]]:
    raise Varying
