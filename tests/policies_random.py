"""Random policies and linear releases with geometric noise, and the greatest ratio by trying all there is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from random import Random

Row = tuple[tuple[int, ...], Fraction | None]  # a factor for each cell, and the noise's parameter (None: no noise)


@dataclass(frozen=True)
class Release:
    cells: int
    edges: tuple[tuple[int, int | None], ...]
    rows: tuple[Row, ...]


def drawn(rng: Random, most: int = 8) -> Release:
    """Up to `most` cells, connected or not, with and without None; sometimes a row has no noise."""
    cells = rng.randint(1, most)
    every = [(u, v) for u in range(cells) for v in [*range(u), None]]
    edges = rng.sample(every, rng.randint(1, min(len(every), rng.choice([2, 5, 40]))))
    rows = []
    for _ in range(rng.randint(1, 4)):
        kind = rng.choice(["any", "range", "cell", "all"])
        start, stop = sorted((rng.randint(0, cells), rng.randint(0, cells)))
        factors = {
            "any": [rng.choice([-2, -1, 0, 0, 1, 1, 3]) for _ in range(cells)],
            "range": [int(start <= at < stop) for at in range(cells)],
            "cell": [int(at == start % cells) for at in range(cells)],
            "all": [1] * cells,
        }[kind]
        bare = rng.random() < (0.3 if kind == "all" else 0.03)
        rows.append((tuple(factors), None if bare else Fraction(1, rng.randint(2, 5))))
    return Release(cells, tuple(edges), tuple(rows))


def written(release: Release, every: str = "") -> str:
    """The mechanism file, with its noise or the same for `every` row."""
    noise = ["" if a is None else f" + geometric(Fraction({a.numerator}, {a.denominator}))" for _, a in release.rows]
    noise = [f" + {every}" for _ in noise] if every else noise
    sums = [f"sum([w * c for w, c in zip({list(factors)}, x)])" for factors, _ in release.rows]
    shown = ", ".join(one + other for one, other in zip(sums, noise, strict=True))
    return (
        "from fractions import Fraction\n"
        "from faier import Int, Vector, geometric, laplace, mechanism, moves, private\n\n"
        f"POLICY = {list(release.edges)}\n\n\n@private(epsilon=1, neighbors=moves(*POLICY))\n@mechanism\n"
        f"def m(x: Vector[Int[0, 1], {release.cells}]):\n    return [{shown}]\n"
    )


def brute_force(release: Release) -> Fraction | None:
    """The greatest quotient of two probabilities of one output, over all related histograms of 0 and 1; None: there is
    none. Outputs far out have no greater quotient than those between the two means."""
    greatest: Fraction | None = Fraction(1)
    tried: set[tuple[tuple[int, int], ...]] = set()
    for x, y in related(release):
        means = tuple((sum(map(times, factors, x)), sum(map(times, factors, y))) for factors, _ in release.rows)
        if means in tried:
            continue
        tried.add(means)
        quotient: Fraction | None = Fraction(1)
        for (one, other), (_, a) in zip(means, release.rows, strict=True):
            if a is None and one != other:
                return None
            if a is not None and quotient is not None:
                around = range(min(one, other) - 2, max(one, other) + 3)
                quotient *= max(a ** abs(z - one) / a ** abs(z - other) for z in around)
        if quotient is not None and greatest is not None:
            greatest = max(greatest, quotient)
    return greatest


def related(release: Release) -> Iterator[tuple[tuple[int, ...], tuple[int, ...]]]:
    for x in product((0, 1), repeat=release.cells):
        for u, v in release.edges:
            for source, target in ((u, v), (v, u)):
                y = list(x)
                if source is not None:
                    y[source] -= 1
                if target is not None:
                    y[target] += 1
                if min(y) >= 0 and max(y) <= 1:
                    yield x, tuple(y)


def times(one: int, other: int) -> int:
    return one * other
