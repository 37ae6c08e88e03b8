"""Least noise for the sum of a chain of two states, without faier: by sums over all paths, and by its closed form."""

from __future__ import annotations

import math
import random
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from pathlib import Path
from tempfile import TemporaryDirectory

TEXT = '''from fractions import Fraction

from faier import Int, flip, laplace, mechanism, prior, private, secret

T = {T}
scale = 2


@prior
def any_day(hidden: Int[0, T - 1]):
    """It goes from 0 to 1 with one chance and back with another, and starts as it is in the long run."""
    state, total = flip({start}), 0
    for day in range(T):
        if day == hidden:
            secret(state)
        total += state
        state = flip({stay}) if state else flip({come})
    return total


@private(epsilon={epsilon}, prior=any_day)
@mechanism
def cases(n: Int[0, T]):
    return n + laplace(scale)
'''


@dataclass(frozen=True)
class Judged:
    told: str
    faults: tuple[str, ...]


def text(come: Fraction, go: Fraction, days: int, epsilon: Fraction) -> str:
    start, stay = (f"Fraction({part.numerator}, {part.denominator})" for part in (come / (come + go), 1 - go))
    coming = f"Fraction({come.numerator}, {come.denominator})"
    return TEXT.format(T=days, start=start, stay=stay, come=coming, epsilon=f"{epsilon}")


def sums(come: Fraction, go: Fraction, days: int) -> dict[tuple[int, int], dict[int, Fraction]]:
    """How likely each sum is given each state of each day: over all paths."""
    known: dict[tuple[int, int], dict[int, Fraction]] = {}
    first = {1: come / (come + go), 0: go / (come + go)}
    moves = {(0, 1): come, (0, 0): 1 - come, (1, 0): go, (1, 1): 1 - go}
    for path in product((0, 1), repeat=days):
        chance = first[path[0]]
        for one, other in pairwise(path):
            chance *= moves[one, other]
        for day, state in enumerate(path):
            law = known.setdefault((day, state), {})
            law[sum(path)] = law.get(sum(path), Fraction(0)) + chance
    return known


def loss(laws: dict[tuple[int, int], dict[int, Fraction]], scale: float, steps: int = 4) -> float:
    """The greatest logarithm of the ratio of densities, at every sum, between sums and beyond."""
    days = 1 + max(day for day, _ in laws)
    shown = [at / steps for at in range(-2 * steps, (days + 2) * steps + 1)]
    worst = 0.0
    for day in range(days):
        sides = []
        for state in (0, 1):
            law = laws[day, state]
            mass = float(sum(law.values()))
            sides.append([sum(float(p) * math.exp(-abs(y - x) / scale) for x, p in law.items()) / mass for y in shown])
        worst = max(worst, *(abs(math.log(one / other)) for one, other in zip(*sides, strict=True)))
    return worst


def least_in_long_chains(come: float, go: float, epsilon: float) -> float:
    """The closed form for chains without end: an inner day, or the last one."""
    found = []
    for a, c in ((come, go), (go, come)):
        b = a * math.exp(epsilon / 2) - c * math.exp(-epsilon / 2)
        y = (b + math.sqrt(b * b + 4 * (1 - a) * (1 - c))) / (2 * (1 - c))
        t = math.exp(epsilon) * (1 - a + a * math.exp(epsilon)) / (c + (1 - c) * math.exp(epsilon))
        found += [1 / (2 * math.log(y))] if y > 1 else []
        found += [1 / math.log(t)] if t > 1 else []
    return max(found)


def judged(seed: int, days: int = 7) -> Judged:
    """A random chain, calibrated by faier and judged here."""
    import faier

    rng = random.Random(seed)
    come, go = (Fraction(rng.randint(1, 19), 20) for _ in range(2))
    epsilon = Fraction(rng.randint(1, 20), 5)
    with TemporaryDirectory() as folder:
        path = Path(folder) / "chain.py"
        path.write_text(text(come, go, days, epsilon))
        (found,) = faier.calibrate(path, vary="scale", digits=4)
    faults = []
    laws = sums(come, go, days)
    allowed = float(epsilon)
    if found.proved is None or found.refuted is None:
        return Judged(f"{come} {go} {epsilon}", ("it was not decided",))
    if loss(laws, found.proved.value) > allowed + 1e-9:
        faults.append("more is lost at the value that is proved")
    if loss(laws, found.refuted.value) < allowed - 1e-9:
        faults.append("the claim holds at the value that is refuted")
    limit = least_in_long_chains(float(come), float(go), allowed)
    slow = abs(float(1 - come - go))
    # A chain of a few days is near the limit where it forgets quickly, and never asks for more where it stays.
    if slow < 0.25 and abs(found.proved.value - limit) > 0.02 * limit:
        faults.append(f"the closed form says {limit:.4f}")
    if come + go <= 1 and found.proved.value > limit * (1 + 1e-6) + 1e-4:
        faults.append(f"the closed form is less: {limit:.4f}")
    return Judged(f"{come} {go} {epsilon}: {found.proved.text}, without end {limit:.5f}", tuple(faults))
