"""Mechanism files run as plain Python on every pair of inputs, with every way that their draws can go."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
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
            shown = mechanism(*[list(one) if isinstance(one, tuple | list) else one for one in inputs])
            shown = list(shown) if hasattr(shown, "__next__") else [shown]
            found[repr(shown)] += weight[0]  # type: ignore[assignment]
        except _Open as opened:
            waiting += [(*chosen, choice) for choice in range(opened.ways)]
    return Counter({output: chance for output, chance in found.items() if chance})


def worst(mechanism: Callable[..., Any], pairs: Iterable[tuple[tuple[Any, ...], tuple[Any, ...]]]) -> Fraction | None:
    """The greatest ratio of the probabilities of one output; None if it has no end."""
    greatest, known = Fraction(0), {}
    for pair in pairs:
        left, right = (known.setdefault(repr(one), distribution(mechanism, *one)) for one in pair)
        for output, chance in left.items():
            if output not in right:
                return None
            greatest = max(greatest, Fraction(chance) / right[output])
    return greatest


def lists(values: Iterable[Any], most: int) -> list[list[Any]]:
    """Every list of up to so many values."""
    return [list(row) for length in range(most + 1) for row in product(list(values), repeat=length)]


def function_of(source: str, name: str) -> Callable[..., Any]:
    """The function as it stands, without what faier's samplers check."""
    names: dict[str, Any] = {"__name__": "file"}
    plain = source.replace("@mechanism\n", "")
    lines = [line for line in plain.splitlines() if not line.startswith("@private")]
    exec(compile("from __future__ import annotations\n" + "\n".join(lines), "file", "exec"), names)
    found: Callable[..., Any] = names[name]
    return found


def _exact(p: Any) -> Fraction:
    return Fraction(p).limit_denominator(1000)


class _Open(Exception):
    """One more draw has so many ways to go."""

    def __init__(self, ways: int) -> None:
        self.ways = ways


__all__ = ["distribution", "function_of", "lists", "worst"]
