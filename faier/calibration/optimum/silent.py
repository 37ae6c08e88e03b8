"""A mechanism that adds noise to a number -> the same without the noise: the query."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from typing import Any

from faier.calibration.added_last import concerned
from faier.lang.program import Program
from faier.lang.syntax import Draw, Literal
from faier.lang.vocabulary import VOCABULARY


class NoQueryError(Exception):
    """What is released without the noise is not known; the text says why."""


def silenced(program: Program, mechanism: str) -> Program:
    """The program in which every noise that the mechanism draws is 0."""
    function = program.function(mechanism)
    for each in concerned(program, mechanism):
        for draw in _draws(each):
            if VOCABULARY[draw.kind].support == "finite":
                raise NoQueryError(f"it draws in other ways than noise ({draw.kind})")
            if each is not function:
                raise NoQueryError("a helper draws its noise")
    if not any(True for _ in _draws(function)):
        raise NoQueryError("it adds no noise to what it shows")
    bare = replace(function, body=_silent(function.body))
    return replace(program, functions=tuple(bare if each is function else each for each in program.functions))


def _draws(node: object) -> Iterator[Draw]:
    if isinstance(node, Draw):
        yield node
    if isinstance(node, tuple):
        for part in node:
            yield from _draws(part)
    elif is_dataclass(node):
        for each in fields(node):
            yield from _draws(getattr(node, each.name))


def _silent(node: Any) -> Any:
    """The tree with 0 in the place of each draw."""
    if isinstance(node, Draw):
        return Literal(0, node.span)
    if isinstance(node, tuple):
        return tuple(map(_silent, node))
    if not is_dataclass(node) or isinstance(node, type) or not any(True for _ in _draws(node)):
        return node
    return replace(node, **{each.name: _silent(getattr(node, each.name)) for each in fields(node) if each.init})
