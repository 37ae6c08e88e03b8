"""Random mechanisms that make something of a sum of normal and Laplace noise, and what adding up densities makes of it.

What is made of the real are pieces of the line, each shown as a value, as the real, or as an integer near it. Nothing
of faier computes how likely they are; Gauss-Legendre quadrature on cells of a half does.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from random import Random

import numpy
from normals_random import Grid, density

REACH = 120
NODES, WEIGHTS = numpy.polynomial.legendre.leggauss(10)
STARTS = numpy.arange(-REACH, REACH, 0.5)
AT: Grid = (STARTS[:, None] + (NODES + 1) / 4).ravel()
BY: Grid = numpy.tile(WEIGHTS / 4, len(STARTS))

# What is shown of n, as Python says it, and what an observer sees of n in a cell of a half: a value, or the real itself
# (True: as it is, False: as its negative).
MADE: dict[str, Callable[[float], object]] = {
    "clamp({n}, 0, 3)": lambda n: min(3, max(0, math.floor(n + 0.5))),
    "min(3, max(0, {n}))": lambda n: 0 if n < 0 else 3 if n > 3 else True,
    "max(1, {n})": lambda n: True if n > 1 else 1,
    "round({n})": lambda n: math.floor(n + 0.5),
    "({n}) // 1": math.floor,
    "-(({n}) // 1)": lambda n: -math.floor(n),
    "round({n}) + 1": lambda n: math.floor(n + 0.5) + 1,
    "clamp(round({n}), -1, 1)": lambda n: min(1, max(-1, math.floor(n + 0.5))),
    "n if n > 1 else None": lambda n: True if n > 1 else None,
    "('low', n) if n < 1 else ('high', n // 1)": lambda n: True if n < 1 else ("high", math.floor(n)),
    "n > 0, n > 2": lambda n: (n > 0, n > 2),
    "n if n > 0 else -n": lambda n: n > 0,
    "-n if n < 1 else 'high'": lambda n: False if n < 1 else "high",
    "round(n) if n > 1 / 2 else None": lambda n: math.floor(n + 0.5) if n > 0.5 else None,
    "-round(n) if n < 1 else None": lambda n: -math.floor(n + 0.5) if n < 1 else None,
}


@dataclass(frozen=True)
class File:
    noise: tuple[float, float]
    made: str
    step: int
    start: str
    inputs: int
    epsilon: float

    def text(self, epsilon: str, delta: str) -> str:
        s, b = self.noise
        real = f"{self.start}{self.step} * count + gaussian({s:g}) + laplace({b:g})"
        stored = "{n}" not in self.made
        body = f"    n = {real}\n" * stored + f"    return {self.made.format(n=real)}\n"
        return (
            "from faier import Int, clamp, each, flip, gaussian, laplace, mechanism, private\n\n\n"
            f"@private(epsilon={epsilon}, delta={delta}, neighbors=each(1))\n@mechanism\n"
            f"def m(count: Int[0, {self.inputs - 1}]):\n    coin = flip(1 / 4)\n{body}"
        )

    def seen(self) -> list[dict[object, Grid | float]]:
        """For each input the chance of each value, and how dense reals are at the nodes."""
        shown = [MADE[self.made](float(start) + 0.25) for start in STARTS]
        keys = numpy.repeat(numpy.arange(len(STARTS)), len(NODES))
        found = []
        for count in range(self.inputs):
            starts = ((0.25, 1), (0.75, 0)) if self.start else ((1.0, 0),)
            dense = sum(weight * density(AT - at - self.step * count, self.noise) for weight, at in starts)
            cells = numpy.bincount(keys, dense * BY)
            law: dict[object, Grid | float] = {}
            for number, value in enumerate(shown):
                if isinstance(value, bool):
                    real = law.setdefault("the real", numpy.zeros(len(AT)))
                    here = numpy.where(keys == number, dense, 0)
                    real += here if value else here[::-1]
                else:
                    law[value] = law.get(value, 0.0) + float(cells[number])  # type: ignore[operator]
            found.append(law)
        return found

    def pairs(self) -> Iterator[tuple[dict[object, Grid | float], dict[object, Grid | float]]]:
        laws = self.seen()
        for one, other in pairwise(laws):
            yield one, other
            yield other, one

    def divergence(self) -> float:
        """The greatest, of neighboring inputs."""
        factor = math.exp(self.epsilon)
        return max(
            sum(float(numpy.sum(numpy.maximum(mine - factor * other[key], 0) * (BY if key == "the real" else 1)))
                for key, mine in one.items())
            for one, other in self.pairs()
        )  # fmt: skip

    def loss(self) -> float:
        """The greatest, where floats tell it."""
        worst = 0.0
        for one, other in self.pairs():
            for key, mine in one.items():
                a, b = numpy.atleast_1d(mine), numpy.atleast_1d(other[key])
                told = (a > 1e-250) & (b > 1e-250)
                worst = max(worst, float(numpy.log(a[told] / b[told]).max(initial=0)))
        return worst


def generate(seed: int) -> File:
    rng = Random(f"mixed {seed}")
    return File(
        (rng.choice([1.0, 2.0]), rng.choice([1.0, 2.0, 3.0])),
        rng.choice(list(MADE)),
        rng.choice([1, 1, 2]),
        rng.choice(["", "coin + "]),
        rng.choice([2, 3]),
        rng.choice([0.0, 0.125, 0.25]),
    )


def contest(
    seed: int,
    decide: Callable[[str], str],
    least: Callable[[str], tuple[float, float] | None],
    tight: Callable[[str], tuple[float, float]],
) -> Iterator[str]:
    """What is wrong: `decide` tells the verdict of a file, `least` ends of its least delta, `tight` of its epsilon."""
    file = generate(seed)
    truth, epsilon = file.divergence(), f"{file.epsilon:g}"
    near = 1e-9 if "the real" not in file.seen()[0] else 1e-3 * truth + 1e-5  # the border lies inside of a cell
    ends = least(file.text(epsilon, "0.5"))
    if ends is not None and not (ends[0] - near <= truth <= ends[1] + near):
        yield f"seed {seed}: the least delta is told to be {ends}, and is {truth}\n{file.text(epsilon, '0.5')}"
    for share, right in ((0.99, "refuted"), (1.01, "proved")):
        text = file.text(epsilon, f"{truth * share:.12f}")
        if truth / 200 > near and decide(text) != right:
            yield f"seed {seed}: {decide(text)}, and the least delta is {truth}\n{text}"
    loss = file.loss()
    low, high = tight(file.text("1", "0"))
    border = 1e-9 if near == 1e-9 else 1e-3  # reals are looked at in some places alone
    if not (low - border <= loss <= high + 1e-9):
        yield f"seed {seed}: epsilon is told to be {low} to {high}, and is {loss}\n{file.text('1', '0')}"
    for epsilon_, right in ((0.98 * loss, "refuted"), (1.02 * high, "proved")):
        text = file.text(f"{epsilon_:.9f}", "0")
        if loss > 1e-6 and decide(text) not in (right, "undecided" if high > loss + 1e-6 else right):
            yield f"seed {seed}: {decide(text)}, and epsilon is {loss}\n{text}"
