"""The random reals of the vocabulary: exact, with digits drawn as they are needed, and what is shown of them.

A draw is an exact number like exp(1) or log(2): sums, products and comparisons are those of `symbolic`. A comparison
asks for digits until it is settled; the same draw used twice is one number.

What a mechanism shows is rounded once: to the nearest multiple of 2**-40 that is a float, ties to the even one. (All
floats from 8192 on are such multiples.) It is a function of the exact value, so it tells no more than that does.
"""

from __future__ import annotations

from collections import deque
from copy import copy
from dataclasses import fields, is_dataclass
from fractions import Fraction
from itertools import count
from typing import cast

from faier.sampling.digits import Drawn, standard_laplace, standard_normal
from faier.sampling.symbolic import Exact, Number, as_number
from faier.sampling.terms import Atom

PLACES = 40

_numbers = count(1)


def laplace(b: Number) -> float:
    """A real with density exp(-abs(y) / b) / (2 b), b > 0."""
    return _as_typed(_scale(b, "laplace", "b") * _number("laplace", standard_laplace()))


def gaussian(s: Number) -> float:
    """A normal real of mean 0 and standard deviation s > 0."""
    return _as_typed(_scale(s, "gaussian", "s") * _number("gaussian", standard_normal()))


def shown(value: object) -> object:
    """The value with each real in it rounded; what holds none is not copied."""
    if isinstance(value, Exact):
        return value.settled(rounded) if value.is_drawn() else value
    if isinstance(value, tuple | list | deque):
        items = [shown(item) for item in value]
        if all(item is old for item, old in zip(items, value, strict=True)):
            return value
        if isinstance(value, tuple):
            return value._make(items) if hasattr(value, "_make") else tuple(items)
        return deque(items, value.maxlen) if isinstance(value, deque) else items
    if isinstance(value, dict):
        changed = {key: new for key, item in value.items() if (new := shown(item)) is not item}
        result = copy(value) if changed else value
        result.update(changed)
        return result
    if is_dataclass(value) and not isinstance(value, type):
        held = {field.name: getattr(value, field.name) for field in fields(value) if hasattr(value, field.name)}
        parts = {name: new for name, item in held.items() if (new := shown(item)) is not item}
        made = copy(value) if parts else value
        for name, part in parts.items():
            object.__setattr__(made, name, part)
        return made
    return value


def rounded(x: Fraction) -> float:
    """The nearest multiple of 2**-40 that is a float."""
    steps = round(x * (1 << PLACES))
    return steps / (1 << PLACES) if abs(steps) < 1 << 53 else float(x)


def _scale(value: object, call: str, name: str) -> Fraction | Exact:
    if (number := as_number(value)) is None:
        raise TypeError(f"{call}({name}): {name} is {value!r}, not a finite number: write {call}(2)")
    if number <= 0:
        raise ValueError(f"{call}({name}): {name} is {value!r}, but it must be above 0: write {call}(2)")
    return number


def _number(name: str, drawn: Drawn) -> Exact:
    return Exact({((Atom("draw", f"{name}_{next(_numbers)}", drawn), Fraction(1)),): Fraction(1)})


def _as_typed(real: Exact) -> float:
    """Type checkers take a real for a float: it may be used where a float may, and is one when it is shown."""
    return cast("float", real)
