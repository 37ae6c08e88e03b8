"""Mechanism files run as the Python that they are, with every draw enumerated, beside what both semantics say.

The draws are `flip`, `uniform` and `categorical`; loops must end after boundedly many turns.
"""

from __future__ import annotations

import sys
from collections import defaultdict, deque
from collections.abc import Callable, Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from fractions import Fraction
from inspect import isgenerator
from itertools import product
from types import ModuleType
from typing import Any

from processes import forward_process

from faier.lang import parse, show
from faier.lang.program import Program
from faier.lang.values import ENUMS, Real, Sequence, Shape, Value
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.inputs import choices

HEAD = (
    "from collections import Counter, defaultdict, deque\n"
    "from fractions import Fraction\n"
    "from faier import Bool, Int, Vector, categorical, clamp, flip, mechanism, uniform\n\n\n"
)
Typed = Any
Law = dict[Typed, Fraction]


class Script:
    """The draws of one run, and then the next run's."""

    def __init__(self) -> None:
        self.taken: list[int] = []
        self.counts: list[int] = []
        self.at = 0
        self.weight = Fraction(1)

    def choose(self, chances: list[Fraction]) -> int:
        if self.at == len(self.taken):
            self.taken.append(0)
            self.counts.append(len(chances))
        index = self.taken[self.at]
        self.at += 1
        self.weight *= chances[index]
        return index

    def following(self) -> bool:
        self.at, self.weight = 0, Fraction(1)
        while self.taken:
            if self.taken[-1] + 1 < self.counts[-1]:
                self.taken[-1] += 1
                return True
            self.taken.pop()
            self.counts.pop()
        return False


def vocabulary(script: Script) -> ModuleType:
    words = ModuleType("faier")

    def flip(p: Any) -> bool:
        p = Fraction(p).limit_denominator(10**6)
        if p in (0, 1):
            return p == 1
        return script.choose([p, 1 - p]) == 0

    def uniform(lo: int, hi: int) -> int:
        return lo + script.choose([Fraction(1, hi - lo + 1)] * (hi - lo + 1))

    def categorical(*weights: Any) -> Any:
        if len(weights) == 1 and isinstance(weights[0], dict):
            return list(weights[0])[categorical(*weights[0].values())]
        weights = weights[0] if len(weights) == 1 and isinstance(weights[0], (list, tuple)) else weights
        total = sum(map(Fraction, weights))
        return script.choose([Fraction(weight) / total for weight in weights])

    class Type:
        def __getitem__(self, _: object) -> Type:
            return self

    def sample(values: Any, k: int) -> list[Any]:
        left = list(values)
        return [left.pop(uniform(0, len(left) - 1)) for _ in range(k)]

    found: dict[str, Any] = {
        "choice": lambda values: sample(values, 1)[0],
        "sample": sample,
        "shuffled": lambda values: sample(items := list(values), len(items)),
        "flip": flip,
        "uniform": uniform,
        "categorical": categorical,
        "clamp": lambda x, lo, hi: max(lo, min(x, hi)),
        "mechanism": lambda function: function,
        **dict.fromkeys(("Bool", "Int", "Records", "Vector"), Type()),
    }
    vars(words).update(found)
    return words


def python_law(text: str, name: str, inputs: list[Value]) -> Law:
    """What a run shows and how likely, each value with its type."""
    script, law = Script(), defaultdict[Typed, Fraction](Fraction)
    outer = sys.modules.get("faier")
    sys.modules["faier"] = vocabulary(script)
    names: dict[str, Any] = {"__name__": "mechanisms"}
    try:
        exec(compile(text, "<mechanism>", "exec", dont_inherit=True), names)
    finally:
        assert outer is not None
        sys.modules["faier"] = outer
    for _ in range(200_000):
        shown = names[name](*[python_value(value, names) for value in inputs])
        found = [typed(value) for value in shown] if isgenerator(shown) else [] if shown is None else [typed(shown)]
        law[tuple(found)] += script.weight
        if not script.following():
            return dict(law)
    raise AssertionError("too many runs")


def python_value(value: Value, names: dict[str, Any]) -> Any:
    """An input as the run gets it, its records made by the file's classes."""
    if not isinstance(value, Sequence):
        return value
    items = [python_value(item, names) for item in value.items]
    if not isinstance(value.of, Shape):
        return tuple(items) if value.kind == "tuple" else items
    return names[value.of.name][items[0]] if value.of.kind in ENUMS else names[value.of.name](*items)


def typed(value: Any) -> Typed:
    """A plain value as something to compare: True is not 1."""
    if isinstance(value, Enum):
        return ("record", (typed(value.name), typed(value.value)))
    if isinstance(value, (list, tuple)):
        kind = "record" if hasattr(value, "_fields") else type(value).__name__
        return (kind, tuple(map(typed, value)))
    if isinstance(value, deque):
        return ("deque", tuple(map(typed, value)))
    if isinstance(value, dict):
        return (type(value).__name__, tuple(map(typed, value.items())))
    if isinstance(value, (set, frozenset)):
        return (type(value).__name__, frozenset(map(typed, value)))
    if isinstance(value, (float, Fraction)):
        return ("fraction", Fraction(value).limit_denominator(10**6))
    if is_dataclass(value) and not isinstance(value, type):
        return ("record", tuple(typed(getattr(value, item.name)) for item in fields(value)))
    return (type(value).__name__, value)


def typed_value(value: Value) -> Typed:
    if isinstance(value, Sequence):
        items = tuple(map(typed_value, value.items))
        if value.kind == "dict" and isinstance(value.of, str):
            return ("Counter" if value.of == "Counter" else "defaultdict", items)
        return (value.kind, frozenset(items) if value.kind in ("set", "frozenset") else items)
    if isinstance(value, Real):
        return ("fraction", Fraction(int(value.exact.p), int(value.exact.q)))  # type: ignore[union-attr]
    return (type(value).__name__, value)


def assert_as_python(text: str, name: str = "f", written: bool = True) -> Program:
    """Both semantics say of every input what Python does, also after the tree was written out and read again."""
    text = HEAD + text
    program = parse(text, "file.py")
    assert not written or parse(show(program), "file.py") == program, show(program)
    process = explore(program, name, Limits())
    for inputs in inputs_of(program, name):
        expected = python_law(text, name, inputs)
        names = [parameter.name for parameter in program.function(name).parameters]
        values = dict(zip(names, inputs, strict=True))
        found = denote.outputs(program, name, values)
        assert {tuple(map(typed_value, shown)): fraction(chance) for (shown, _), chance in found.items()} == expected
        for (shown, ended), chance in found.items():
            assert forward_process(process, values, shown, ended) == chance, (inputs, shown)  # type: ignore[arg-type]
    return program


def fraction(chance: Any) -> Fraction:
    return Fraction(int(chance.p), int(chance.q))


def inputs_of(program: Program, name: str) -> Iterator[list[Value]]:
    return map(list, product(*(choices(parameter.type) for parameter in program.function(name).parameters)))


Check = Callable[[str], None]
