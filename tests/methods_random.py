"""Random priors, and what becomes of the promises of published methods about them.

A prior draws the query's value by tables of weights, one for each secret, or its records are a chain of which each
may be the secret. Beside faier's verdicts stands the loss in floats, from the distributions of the query alone: the
ratio of densities after Laplace noise is greatest at a value of the query.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import exp, inf, log
from random import Random

from flint import fmpq

from faier.calibration.known import Conditional, Missing
from faier.calibration.methods import METHODS
from faier.calibration.separated import separated
from faier.calibration.widths import setting_for
from faier.deciding import plan
from faier.deciding.calibrating import text_of
from faier.deciding.known import known_of
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted
from faier.lang.parse import parse
from faier.limits import Limits

HEAD = """from faier import Int, Stream, exp, geometric, laplace, log, mechanism, prior, private, secret, uniform

scale = 1
"""
EPSILONS = ("1 / 2", "1", "2", "log(3)")
NOISES = ("laplace(scale)", "geometric(exp(-1 / scale))")
UNPROMISED = ("entry privacy",)


@dataclass(frozen=True)
class Judged:
    """A method's scale, faier's verdict about it, and the loss in floats, with the least scale that would do."""

    method: str
    scale: float
    verdict: str
    loss: float
    allowed: float
    least: float


def draft(seed: int, length: int = 0) -> str:
    """A file with one claim; with a length it is about a chain of so many records."""
    random = Random(seed)
    epsilon, noise = random.choice(EPSILONS), random.choice(NOISES)
    if length or random.random() < 0.5:
        return HEAD + _chain(random, length or random.randint(2, 4), epsilon, noise)
    return HEAD + _tables(random, epsilon, noise)


def _weighted(random: Random, values: range, least: int = 0) -> str:
    """A draw of one of the values by random weights."""
    weights = [random.randint(least, 3) for _ in values]
    if not any(weights):
        weights[0] = 1
    listed = [value for value, weight in zip(values, weights, strict=True) for _ in range(weight)]
    return f"{listed}[uniform(0, {len(listed) - 1})]"


def _tables(random: Random, epsilon: str, noise: str) -> str:
    top = random.randint(2, 6)
    secrets = range(random.randint(2, 3))
    rows = "".join(f"    if s == {s}:\n        return {_weighted(random, range(top + 1))}\n" for s in secrets[:-1])
    return f"""

@prior
def told(sort: Int[0, {random.randint(0, 1)}]):
    s = {_weighted(random, secrets, 1)}
    secret(s)
    if sort == 1:
        return {_weighted(random, range(top + 1))}
{rows}    return {_weighted(random, range(top + 1))}


@private(epsilon={epsilon}, prior=told)
@mechanism
def released(n: Int[0, {top}]):
    return {random.randint(1, 2)} * n + {noise}
"""


def _chain(random: Random, length: int, epsilon: str, noise: str) -> str:
    states = range(random.choice((2, 2, 3)) if length < 8 else 2)
    least = random.choice((0, 1, 1))
    moves = "".join(
        f"        {'el' * (s > 0)}if state == {s}:\n            state = {_weighted(random, states, least)}\n"
        for s in states
    )
    weights = [random.randint(0, 2) for _ in states]
    weights[-1] = weights[-1] or 1
    return f"""

WEIGHTS = {tuple(weights)}


@prior
def told(hidden: Int[0, {length - 1}]):
    state = {_weighted(random, states, 1)}
    for day in range({length}):
        if day == hidden:
            secret(state)
        yield state
{moves}

@private(epsilon={epsilon}, prior=told)
@mechanism
def released(days: Stream[Int[0, {len(states) - 1}]]):
    total = 0
    for day in days:
        total += WEIGHTS[day]
    return total + {noise}
"""


def judged(text: str, limits: Limits) -> Iterator[Judged]:
    """What becomes of each method that applies."""
    program = parse(text, "told.py")
    (claim,) = program.claims
    question = question_of(program, claim)
    found = separated(question.program, question.subject.mechanism)
    assert not isinstance(found, Missing)
    known = known_of(question, found, limits)
    assert not isinstance(known.conditionals, Missing), known.conditionals
    allowed = claim.budget.epsilon.value
    least = least_scale(known.conditionals, allowed)
    decided: dict[fmpq, str] = {}
    for method in METHODS:
        asked = method.asks(known)
        if isinstance(asked, Missing) or asked == 0:
            continue
        value = setting_for(asked, found.kind, found.width, "scale", {})
        assert not isinstance(value, Missing)
        words = decided.get(value)
        if words is None:
            again = parse(text, "told.py", {"scale": text_of(value)})
            verdict = plan.decide(question_of(again, again.claims[0]), Store(), limits)
            words = decided[value] = {Proved: "proved", Refuted: "refuted"}.get(type(verdict), "undecided")
        scale = int(asked.p) / int(asked.q)
        yield Judged(method.name, scale, words, loss(known.conditionals, scale), allowed, least)


def loss(pairs: tuple[Conditional, ...], scale: float) -> float:
    """The tight epsilon of Laplace noise of the scale, in floats."""
    worst = 0.0
    for pair in pairs:
        sides = [
            [(_float(point[0]), _float(chance)) for point, chance in law.items()] for law in (pair.left, pair.right)
        ]
        for place, _ in (*sides[0], *sides[1]):
            masses = [sum(chance * exp(-abs(place - value) / scale) for value, chance in side) for side in sides]
            worst = max(worst, log(masses[0] / masses[1]) if all(masses) else inf)
    return worst


def least_scale(pairs: tuple[Conditional, ...], allowed: float) -> float:
    """The least scale of Laplace noise that keeps to the epsilon, by halving."""
    low, high = 0.02, 1000.0
    if loss(pairs, low) <= allowed:
        return 0.0
    for _ in range(40):
        middle = (low * high) ** 0.5
        low, high = (low, middle) if loss(pairs, middle) <= allowed else (middle, high)
    return high


def _float(number: object) -> float:
    return int(number.p) / int(number.q)  # type: ignore[attr-defined]
