"""A mechanism without the noise that is added last, or with another kind of it."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.calibration.forms import last_draws
from faier.lang.program import Program
from faier.lang.syntax import Draw, Literal, Span
from faier.lang.vocabulary import DrawKind


def without(program: Program, mechanism: str, setting: str) -> Program:
    """The same file where the draws with the setting that are added last are 0."""
    return _redrawn(program, mechanism, setting, None)


def with_normal_noise(program: Program, mechanism: str, setting: str) -> Program:
    """The same file where these draws are normal, with the deviation that was their scale."""
    return _redrawn(program, mechanism, setting, "gaussian")


def _redrawn(program: Program, mechanism: str, setting: str, kind: DrawKind | None) -> Program:
    draws = frozenset(last_draws(program, mechanism, setting))
    functions = tuple(
        replace(function, body=_changed(function.body, draws, kind)) if function.name == mechanism else function
        for function in program.functions
    )
    return replace(program, functions=functions)


def _changed(node: Any, draws: Set[Draw], kind: DrawKind | None) -> Any:
    if isinstance(node, tuple):
        return tuple(_changed(item, draws, kind) for item in node)
    if isinstance(node, Draw) and node in draws:
        return Literal(0, node.span) if kind is None else replace(node, kind=kind)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    return replace(node, **{each.name: _changed(getattr(node, each.name), draws, kind) for each in fields(node)})
