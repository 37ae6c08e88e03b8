"""Random mechanisms that count how often a coin comes up: `generate(seed)` gives the same file for the same seed, and
`cut_law` what Python shows where runs of many coins are left out."""

from __future__ import annotations

import sys
from collections import defaultdict
from fractions import Fraction
from random import Random
from types import ModuleType
from typing import Any

HEAD = "from faier import Int, flip, mechanism\n\n\ndef coin(p):\n    return flip(p)\n\n\n"
LOOPS = [
    "{n} = {s}\n    while {go}:\n        {step}\n",
    "{n} = {s}\n    while True:\n        if {stop}:\n            break\n        {step}\n",
    "{n} = {s}\n    while True:\n        {step}\n        if {stop}:\n            break\n",
    "{n} = {s}\n    while True:\n        if {go}:\n            {step}\n        else:\n            break\n",
    "{n} = counted({p})\n",
    "{n} = x + tried({p})\n",
]
HELPERS = """def counted(p):
    n = 0
    while coin(p):
        n += 1
    return n


def tried(p):
    tries = 1
    while True:
        if not flip(p):
            return tries
        tries += 1


"""
SHOWN = [
    "a + x",
    "a",
    "a - b",
    "a + b + x",
    "a > x",
    "a > b",
    "a, b",
    "min(a, 2)",
    "a if a < 2 else -1",
    "b - a > 0, x",
    "abs(a - b)",
]
SHOWN += ["(a, x) if b > 1 else None", "max(a, b) if x else a", "a == b", "[a, b > 0]"]
CHANCES = ["1 / 4", "1 / 2", "1 / 3", "0.25", "(1 / 4 if x else 1 / 2)"]


def generate(seed: int) -> str:
    rng = Random(f"trials {seed}")
    text = f"{HEAD}{HELPERS}@mechanism\ndef f(x: Int[0, 1]):\n"
    for n in "ab":
        p = rng.choice(CHANCES)
        go = rng.choice(["flip({p})", "coin({p})", "not flip(1 - {p})"]).format(p=p.replace("1 / 3", "1 / 4"))
        stop = f"not {go}".replace("not not ", "")
        step = rng.choice(["{n} += 1", "{n} = {n} + 1", "{n} = 1 + {n}", "{n} -= 1"]).format(n=n)
        made = rng.choice(LOOPS).format(n=n, s=rng.choice(["0", "1", "x"]), go=go, stop=stop, step=step, p=p)
        text += f"    {made}"
    return f"{text}    return {rng.choice(SHOWN)}\n"


class Cut(Exception):
    """The run asks for more coins than are followed."""


def cut_law(text: str, x: int, most: int = 11) -> dict[Any, Fraction]:
    """How likely each value is, by runs of so many coins at most."""
    taken: list[bool] = []
    law: dict[Any, Fraction] = defaultdict(Fraction)
    at, weight = 0, Fraction(1)

    def flip(p: Any) -> bool:
        nonlocal at, weight
        chance = Fraction(p).limit_denominator(1000)
        if at == most:
            raise Cut
        if at == len(taken):
            taken.append(True)
        came = taken[at]
        at += 1
        weight *= chance if came else 1 - chance
        return came

    words = ModuleType("faier")

    class Type:
        def __getitem__(self, _: object) -> Type:
            return self

    vars(words).update(flip=flip, Int=Type(), mechanism=lambda function: function)
    outer = sys.modules["faier"]
    sys.modules["faier"] = words
    names: dict[str, Any] = {"__name__": "mechanisms"}
    try:
        exec(compile(text, "<mechanism>", "exec", dont_inherit=True), names)
    finally:
        sys.modules["faier"] = outer
    while True:
        at, weight = 0, Fraction(1)
        try:
            shown = names["f"](x)
            key = tuple(shown) if isinstance(shown, list) else shown
            law[type(shown).__name__, type(key).__name__, key] += weight
        except Cut:
            pass
        while taken and not taken[-1]:
            taken.pop()
        if not taken:
            return dict(law)
        taken[-1] = False
