"""Random mechanisms with normal noise that is shown, compared or rounded, and what adding up densities makes of them.

A file is written beside its law: for each input the keys that are shown exactly, each with weights, and what reals lie
around. Nothing of faier computes it; grids of floats do.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import product
from random import Random

import numpy
from numpy.typing import NDArray

HEAD = "import math\nfrom faier import Int, clamp, each, flip, gaussian, laplace, mechanism, private\n\n"
# Deviations as papers write them.
PUBLISHED = {
    eval(text): text
    for text in (
        "math.sqrt(2 * math.log(1.25 / 0.5))",
        "math.sqrt(2 * math.log(1.25 / 0.01)) / 2",
        "math.sqrt(3)",
        "math.sqrt(1 / (2 * 0.07))",
        "math.log(3)",
        "(1 + math.sqrt(2))",
        "math.sqrt(8 * 2 * math.log(1 / 0.5))",
    )
}
POINTS = 40_000
PLANE = 700

Grid = NDArray[numpy.float64]
Noise = tuple[float, float]
"""The deviation of a normal draw and the scale of a Laplace draw, one of which may be 0."""

Shown = list[tuple[float, tuple[float, ...], tuple[Noise, ...]]]
"""Weights, and what the reals lie around with which noise."""

Law = dict[object, Shown]


@dataclass(frozen=True)
class File:
    lines: tuple[str, ...]
    laws: tuple[Law, ...]
    epsilon: float

    def text(self, epsilon: str, delta: str) -> str:
        claim = f"@private(epsilon={epsilon}, delta={delta}, neighbors=each(1))\n"
        body = "".join(f"    {line}\n" for line in self.lines)
        return f"{HEAD}\n{claim}@mechanism\ndef m(count: Int[0, {len(self.laws) - 1}]):\n{body}"

    def divergence(self) -> float:
        """The greatest, of neighboring inputs."""
        pairs = [(one, other) for one, other in zip(self.laws, self.laws[1:], strict=False)]
        return max(exceeding(*both, self.epsilon) for one, other in pairs for both in ((one, other), (other, one)))


def generate(seed: int, published: bool = False) -> File:
    rng = Random(f"normals {seed}")
    inputs = rng.choice([2, 2, 3])
    lines: list[str] = []
    ways: list[list[tuple[float, dict[str, float]]]] = [[(1.0, {"count": float(c)})] for c in range(inputs)]

    def also(name: str, values: Callable[[dict[str, float]], list[tuple[float, float]]]) -> None:
        """A variable, by what it may be given the others."""
        for at, runs in enumerate(ways):
            ways[at] = [(w * p, known | {name: value}) for w, known in runs for p, value in values(known)]

    for name in rng.sample(["coin", "table", "above", "rounded"], rng.choice([0, 1, 1, 2])):
        chance, deviation, limit = (
            rng.choice([0.25, 0.5, 0.75]),
            rng.choice(list(PUBLISHED) if published else [0.5, 1.0, 2.0]),
            rng.randrange(-1, 3),
        )
        if name == "coin":
            lines.append(f"coin = 1 if flip({chance}) else 0")
            also(name, lambda _, p=chance: [(p, 1.0), (1 - p, 0.0)])
        elif name == "table":
            table = [rng.randrange(3) for _ in range(inputs)]
            lines.append(f"table = {table}[count]")
            also(name, lambda known, table=table: [(1.0, float(table[int(known["count"])]))])
        elif name == "above":
            lines.append(f"above = 1 if count + gaussian({_deviation(deviation)}) > {limit} else 0")
            also(name, lambda known, s=deviation, t=limit: _coin(beyond((t - known["count"]) / s)))
        else:
            lines.append(f"rounded = clamp(round(count + gaussian({_deviation(deviation)})), 0, 2)")
            also(name, lambda known, s=deviation: _rounded(known["count"], s))
    names = ["count", *(line.split()[0] for line in lines)]
    first, second = rng.choice(names), rng.choice(names)
    exact = rng.choice([*names[1:], ""])
    noises = [_noise(rng, published) for _ in range(2)]
    if noises[1][1]:
        noises[1] = noises[1][0] if published else 1.0, 0.0
    reals = [(first, noises[0])]
    if rng.random() < 0.35 and not noises[0][1]:
        reals.append((second, noises[1]))
    shown = [*([exact] if exact else []), *(f"{name} + {_written(noise)}" for name, noise in reals)]
    hidden = rng.random() < 0.2
    told = f"({', '.join(shown)})" if len(shown) > 1 else shown[0]
    lines.append(f"return None if flip(0.125) else {told}" if hidden else f"return {told}")
    laws: list[Law] = []
    for runs in ways:
        law: Law = {None: [(0.125, (), ())]} if hidden else {}
        for weight, known in runs:
            key = known[exact] if exact else ""
            places, kinds = tuple(known[name] for name, _ in reals), tuple(noise for _, noise in reals)
            law.setdefault(key, []).append((weight * (0.875 if hidden else 1), places, kinds))
        laws.append(law)
    return File(tuple(lines), tuple(laws), rng.choice([0.0, 0.25, 0.5, 1.0]))


def exceeding(left: Law, right: Law, epsilon: float) -> float:
    """How much of the left is more than e^epsilon times the right."""
    return sum(_exceeding(shown, right.get(key, []), math.exp(epsilon)) for key, shown in left.items())


def _exceeding(left: Shown, right: Shown, factor: float) -> float:
    every = [*left, *right]
    count = len(left[0][1])
    if not count:
        return max(sum(weight for weight, *_ in left) - factor * sum(weight for weight, *_ in right), 0.0)
    axes = [_axis([(places[at], noise[at]) for _, places, noise in every], count) for at in range(count)]
    sides = []
    for side in (left, right):
        total: Grid = numpy.zeros([len(axis) for axis in axes])
        for weight, places, noises in side:
            shapes = [density(axis - at, noise) for axis, at, noise in zip(axes, places, noises, strict=True)]
            total += weight * (shapes[0] if count == 1 else numpy.outer(shapes[0], shapes[1]))
        sides.append(total)
    cell = math.prod(float(axis[1] - axis[0]) for axis in axes)
    return float(numpy.maximum(sides[0] - factor * sides[1], 0).sum()) * cell


def _axis(every: list[tuple[float, Noise]], count: int) -> Grid:
    """Middles of equal cells, as far out as anything matters."""
    reach = max(9 * s + 30 * b for _, (s, b) in every)
    low, high = min(at for at, _ in every) - reach, max(at for at, _ in every) + reach
    size = POINTS if count == 1 else PLANE
    return low + (numpy.arange(size) + 0.5) * ((high - low) / size)


def density(x: Grid, noise: Noise) -> Grid:
    s, b = noise
    if not b:
        return numpy.asarray(numpy.exp(-x * x / (2 * s * s)) / (s * math.sqrt(2 * math.pi)))
    a = s / b
    found = numpy.zeros_like(x)
    for sign in (1, -1):
        z = sign * x / s - a
        tail = numpy.array([beyond(-one) for one in z])
        found += numpy.exp(a * a / 2 - sign * x / b) * tail / (2 * b)
    return found


def beyond(z: float) -> float:
    return math.erfc(z / math.sqrt(2)) / 2


def _coin(chance: float) -> list[tuple[float, float]]:
    return [(chance, 1.0), (1 - chance, 0.0)]


def _rounded(at: float, s: float) -> list[tuple[float, float]]:
    above = [beyond((end - at) / s) for end in (0.5, 1.5)]
    return [(1 - above[0], 0.0), (above[0] - above[1], 1.0), (above[1], 2.0)]


def _noise(rng: Random, published: bool) -> Noise:
    s = rng.choice(list(PUBLISHED) if published else [1.0, 2.0, 3.0])
    return (s, rng.choice([1.0, 2.0])) if rng.random() < 0.25 else (s, 0.0)


def _written(noise: Noise) -> str:
    s, b = noise
    return f"gaussian({_deviation(s)})" + (f" + laplace({b:g})" if b else "")


def _deviation(s: float) -> str:
    return PUBLISHED.get(s, f"{s:g}")


def contest(
    seed: int,
    decide: Callable[[str], str],
    least: Callable[[str], tuple[float, float] | None],
    published: bool = False,
) -> Iterator[str]:
    """What is wrong: `decide` tells the verdict of a file, `least` ends of its least delta."""
    file = generate(seed, published)
    truth = file.divergence()
    plane = any(len(places) > 1 for law in file.laws for shown in law.values() for _, places, _ in shown)
    near = 2e-3 * truth + 1e-4 if plane else 1e-4 * truth + 1e-7
    epsilon = f"{file.epsilon:g}"
    ends = least(file.text(epsilon, "0.5"))
    if ends is not None and not (ends[0] - near <= truth <= ends[1] + near):
        yield f"seed {seed}: the least delta is told to be {ends}, and is {truth}\n{file.text(epsilon, '0.5')}"
    for share, wrong in product((0.9, 1.1), ("proved", "refuted")):
        delta = truth * share
        if abs(delta - truth) <= near or not 0 < delta < 1 or (share < 1) == (wrong == "refuted"):
            continue
        text = file.text(epsilon, f"{delta:.12f}")
        if decide(text) == wrong:
            yield f"seed {seed}: {wrong}, and the least delta is {truth}\n{text}"
    text = file.text(epsilon, "0")
    if truth > 10 * near and decide(text) == "proved":
        yield f"seed {seed}: proved without a delta, and the least delta is {truth}\n{text}"
