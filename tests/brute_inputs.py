"""Mechanism files run as plain Python on every pair of inputs, with every way that their draws can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from fractions import Fraction
from itertools import product
from typing import Any


def distribution(mechanism: Callable[..., Any], *inputs: Any) -> Counter[str]:
    """What the mechanism shows, as Python writes it, and how likely."""
    found: Counter[str] = Counter()
    waiting: list[tuple[int, ...]] = [()]
    while waiting:
        chosen = waiting.pop()
        weight, made = [Fraction(1)], iter(chosen)

        def draw(weights: Iterable[Any], weight: list[Fraction] = weight, made: Iterator[int] = made) -> int:
            chances = [Fraction(str(one)) if isinstance(one, float) else Fraction(one) for one in weights]
            choice = next(made, None)
            if choice is None:
                raise _Open(len(chances))
            weight[0] *= chances[choice] / sum(chances)
            return choice

        mechanism.__globals__.update(
            flip=lambda p: draw([1 - _exact(p), _exact(p)]) == 1,
            uniform=lambda lo, hi: lo + draw([1] * (hi - lo + 1)),
            categorical=lambda *weights: draw(weights),
        )
        try:
            shown = mechanism(*deepcopy(inputs))
            shown = list(shown) if hasattr(shown, "__next__") else [shown]
            found[repr(shown)] += weight[0]  # type: ignore[assignment]
        except _Open as opened:
            waiting += [(*chosen, choice) for choice in range(opened.ways)]
    return Counter({output: chance for output, chance in found.items() if chance})


def worst(
    mechanism: Callable[..., Any],
    pairs: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]],
    known: dict[str, Counter[str]] | None = None,
) -> Fraction | None:
    """The greatest ratio of the probabilities of one output; None if it has no end. `known` are distributions."""
    greatest, known = Fraction(0), {} if known is None else known
    for pair in pairs:
        sides = []
        for inputs in pair:
            key = repr(inputs)
            if key not in known:
                known[key] = distribution(mechanism, *inputs)
            sides.append(known[key])
        for output, chance in sides[0].items():
            if output not in sides[1]:
                return None
            greatest = max(greatest, Fraction(chance) / sides[1][output])
    return greatest


def lists(values: Iterable[Any], most: int) -> list[list[Any]]:
    """Every list of up to so many values."""
    return [list(row) for length in range(most + 1) for row in product(list(values), repeat=length)]


def function_of(source: str, name: str) -> Callable[..., Any]:
    """The function as it stands, without what faier's samplers check."""
    names: dict[str, Any] = {"__name__": __name__}
    plain = source.replace("@mechanism\n", "")
    lines = [line for line in plain.splitlines() if not line.startswith("@private")]
    exec(compile("\n".join(lines), "file", "exec"), names)
    found: Callable[..., Any] = names[name]
    return found


def _exact(p: Any) -> Fraction:
    return Fraction(p).limit_denominator(1000)


class _Open(Exception):
    """One more draw has so many ways to go."""

    def __init__(self, ways: int) -> None:
        self.ways = ways


__all__ = ["distribution", "function_of", "lists", "worst"]
