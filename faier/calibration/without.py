"""A mechanism without the noise that is added last: where that is private, more noise is too."""

from __future__ import annotations

from collections.abc import Set
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.calibration.forms import last_draws
from faier.lang.program import Program
from faier.lang.syntax import Draw, Literal, Span


def without(program: Program, mechanism: str, setting: str) -> Program:
    """The same file where the draws with the setting that are added last are 0."""
    draws = frozenset(last_draws(program, mechanism, setting))
    functions = tuple(
        replace(function, body=_silent(function.body, draws)) if function.name == mechanism else function
        for function in program.functions
    )
    return replace(program, functions=functions)


def _silent(node: Any, draws: Set[Draw]) -> Any:
    if isinstance(node, tuple):
        return tuple(_silent(item, draws) for item in node)
    if isinstance(node, Draw) and node in draws:
        return Literal(0, node.span)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    return replace(node, **{each.name: _silent(getattr(node, each.name), draws) for each in fields(node)})
