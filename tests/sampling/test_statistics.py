"""The samplers, and mechanisms that use them, drawn many times and held against their exact distributions.

What a wrong alarm costs. For a cell of probability p counted c times in n draws, Chernoff's bound says
Pr[c/n lies at least as far on that side of p] <= exp(-n KL(c/n, p)), where KL is the relative entropy
between the two coins. So for any t, Pr[n KL(c/n, p) >= t] <= 2 exp(-t), both sides together. Every cell of
every experiment below is one such event, and CELLS is no less than their number: with
t = log(2 CELLS / 1e-9) the probability that right samplers fail anywhere is at most
CELLS * 2 exp(-t) = 1e-9, whatever the dependence between cells. Outcomes of probability 0 always fail.

The seed is fixed, so a run either always passes or always fails; 1e-9 is over the choice of the seed.
"""

from __future__ import annotations

import math
import random
from collections import Counter
from collections.abc import Callable, Hashable, Iterator
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from faier import (
    Bool,
    Int,
    Probability,
    Stream,
    Vector,
    assume,
    categorical,
    clamp,
    exp,
    flip,
    geometric,
    mechanism,
    prior,
    secret,
    uniform,
)
from faier.sampling.entropy import entropy_for_tests
from faier.sampling.runs import AssumptionError

CELLS = 400
THRESHOLD = math.log(2 * CELLS / 1e-9)

Distribution = dict[Hashable, Fraction]


@mechanism
def truncated_geometric(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)


@mechanism
def noisy_max(answers: Vector[Int[0, 2], 3]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner


@mechanism
def noisy_max_uniform_ties(answers: Vector[Int[0, 2], 3]):
    best, winner, ties = -1, 0, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner, ties = noisy, index, 1
        elif best == noisy:
            ties += 1
            if flip(1 / ties):
                winner = index
    return winner


@mechanism
def above_threshold(threshold: Int[0, 2], queries: Stream[Int[0, 2]]):
    noisy_threshold = clamp(threshold + geometric(1 / 2), 0, 2)
    for query in queries:
        above = clamp(query + geometric(1 / 2), 0, 2) >= noisy_threshold
        yield above
        if above:
            return


@mechanism
def rejection():
    """A fair coin from a biased one, by a loop without bound."""
    first, second = flip(1 / 4), flip(1 / 4)
    while first == second:
        first, second = flip(1 / 4), flip(1 / 4)
    return first


@prior
def at_least_one(p: Probability):
    sick = [flip(p) for _ in range(3)]
    assume(any(sick))
    secret(sick[0])
    return sum(sick)


@prior
def chain(stay: Probability):
    """A chain whose first and last states differ: what is assumed is known when all records are out."""
    first = state = flip(1 / 2)
    for _ in range(3):
        yield state
        state = state if flip(stay) else not state
    secret(first)
    assume(state != first)


@mechanism
def echo(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state


class BranchError(Exception):
    """The script has ended at a random call; its continuations are in `branches`."""

    def __init__(self, branches: list[tuple[int, ...]]) -> None:
        self.branches = branches


class Path:
    """Random calls that follow a script of choices and multiply up its probability."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.script = script
        self.position = 0
        self.weight = Fraction(1)

    def choose(self, weights: list[Fraction]) -> int:
        if self.position == len(self.script):
            raise BranchError([(*self.script, choice) for choice, weight in enumerate(weights) if weight])
        choice = self.script[self.position]
        self.position += 1
        self.weight *= weights[choice] / sum(weights)
        return choice

    def flip(self, p: float) -> bool:
        q = Fraction(p).limit_denominator(1000)
        return self.choose([1 - q, q]) == 1

    def geometric(self, a: float) -> int:
        """Cut to -2 ... 2 with the tails on the ends: between 0 and 2 and clamped there, nobody can tell."""
        ratio = Fraction(a)
        tail = ratio**2 / (1 + ratio)
        center = (1 - ratio) / (1 + ratio)
        return self.choose([tail, center * ratio, center, center * ratio, tail]) - 2


def all_runs(run: Callable[[], Hashable]) -> Distribution:
    """The exact distribution of `run`: it is executed once for every sequence of draws, the random calls
    of this file replaced by those of a `Path`."""
    result: Distribution = {}
    pending: list[tuple[int, ...]] = [()]
    while pending:
        path = Path(pending.pop())
        with pytest.MonkeyPatch.context() as patch:
            patch.setitem(globals(), "flip", path.flip)
            patch.setitem(globals(), "geometric", path.geometric)
            try:
                outcome = run()
            except BranchError as branch:
                pending.extend(branch.branches)
                continue
        result[outcome] = result.get(outcome, Fraction(0)) + path.weight
    assert sum(result.values()) == 1
    return result


def given(run: Callable[[], Hashable]) -> Distribution:
    """The distribution of a prior's data, given its assumptions: `run` gives None where they fail."""
    joint = all_runs(run)
    missed = joint.pop(None)
    return {outcome: weight / (1 - missed) for outcome, weight in joint.items()}


def one_run(drawn: Callable[..., object], *arguments: object) -> Hashable:
    """One run of a prior as it is written, whatever it assumes; None where an assumption fails."""
    try:
        result = drawn.__wrapped__(*arguments)  # type: ignore[attr-defined]
        return result if isinstance(result, int) else tuple(result)
    except AssumptionError:
        return None


def shown(stream: Callable[..., Iterator[Hashable]], *arguments: object) -> Hashable:
    return tuple(stream(*arguments))


def geometric_cells(a: Fraction, last: int) -> Distribution:
    """The exact cells -last < y < last and both tails."""
    cells: Distribution = {y: (1 - a) / (1 + a) * a ** abs(y) for y in range(1 - last, last)}
    cells["low"] = cells["high"] = a**last / (1 + a)
    return cells


def in_cells(last: int, y: int) -> Hashable:
    return y if abs(y) < last else ("low" if y < 0 else "high")


def in_halves(y: int) -> int:
    """The quarter of the distribution of geometric(1 - TINY): -2, -1, 0 or 1, all about equally likely."""
    return (0 if abs(y) < HALF_LIFE else 1 if y > 0 else -1) - (y < 0)


def rational(x: object) -> Fraction:
    """The number to 200 bits, which stands for it exactly as far as floats can tell."""
    return x.enclosure(200)[0]  # type: ignore[attr-defined]


E = rational(exp(1))
QUARTER = rational(exp(-1 / 4))
TINY = Fraction(1, 10**9)
HALF_LIFE = 693147180  # (1 - TINY) ** HALF_LIFE is about one half
TAIL = Fraction(math.exp(HALF_LIFE * math.log1p(-1e-9))) / (2 - TINY)

EXPERIMENTS: list[tuple[str, int, Callable[[], Hashable], Distribution]] = [
    ("flip(1/3)", 20_000, lambda: flip(1 / 3), {True: Fraction(1, 3), False: Fraction(2, 3)}),
    ("flip(0.001)", 20_000, lambda: flip(0.001), {True: Fraction(1, 1000), False: Fraction(999, 1000)}),
    ("flip(exp)", 8_000, lambda: flip(exp(-1 / 4)), {True: QUARTER, False: 1 - QUARTER}),
    ("uniform", 20_000, lambda: uniform(-3, 3), dict.fromkeys(range(-3, 4), Fraction(1, 7))),
    (
        "categorical",
        20_000,
        lambda: categorical(1, 0.5, 0, 2),
        {0: Fraction(2, 7), 1: Fraction(1, 7), 3: Fraction(4, 7)},
    ),
    (
        "categorical(exp)",
        4_000,
        lambda: categorical(exp(1), 1, 1, 1),
        {0: E / (E + 3)} | dict.fromkeys(range(1, 4), 1 / (E + 3)),
    ),
    (
        "geometric(1/2)",
        20_000,
        lambda: in_cells(8, geometric(1 / 2)),
        geometric_cells(Fraction(1, 2), 8),
    ),
    ("geometric(0.9)", 5_000, lambda: in_cells(20, geometric(0.9)), geometric_cells(Fraction(9, 10), 20)),
    (
        "geometric(exp)",
        5_000,
        lambda: in_cells(9, geometric(exp(-1 / 3))),
        geometric_cells(rational(exp(-1 / 3)), 9),
    ),
    (
        "geometric(1 - tiny)",
        1_000,
        lambda: in_halves(geometric(1 - TINY)),
        {-2: TAIL, 1: TAIL, -1: (1 - 2 * TAIL - TINY / 2) / 2, 0: (1 - 2 * TAIL + TINY / 2) / 2},
    ),
    *(
        (f"truncated_geometric({count})", 5_000, draw, all_runs(draw))
        for count in range(3)
        for draw in [partial(truncated_geometric, count)]
    ),
    *(
        (f"{chosen.__name__}({answers})", 8_000, draw, all_runs(draw))
        for chosen in (noisy_max, noisy_max_uniform_ties)
        for answers in ([1, 1, 1], [0, 2, 1])
        for draw in [partial(chosen, answers)]
    ),
    *(
        (f"above_threshold({queries})", 5_000, draw, all_runs(draw))
        for queries in ([1, 1, 2], [0, 1, 0, 0])
        for draw in [partial(shown, above_threshold, 2, queries)]
    ),
    ("rejection", 8_000, rejection, {True: Fraction(1, 2), False: Fraction(1, 2)}),
    ("at_least_one", 8_000, partial(at_least_one, 1 / 4), given(partial(one_run, at_least_one, 1 / 4))),
    ("chain", 5_000, partial(shown, chain, 2 / 3), given(partial(one_run, chain, 2 / 3))),
    (
        "echo(chain)",
        4_000,
        lambda: tuple(echo(chain(2 / 3))),
        {
            tuple(output): sum(
                weight * math.prod(Fraction(3 if x == y else 1, 4) for x, y in zip(data, output, strict=True))
                for data, weight in given(partial(one_run, chain, 2 / 3)).items()
            )
            for output in product([False, True], repeat=3)
        },
    ),
]


@pytest.mark.parametrize(("name", "draws", "draw", "exact"), EXPERIMENTS, ids=[case[0] for case in EXPERIMENTS])
def test_counts_are_those_of_the_exact_distribution(
    name: str, draws: int, draw: Callable[[], Hashable], exact: Distribution
) -> None:
    assert sum(exact.values()) == pytest.approx(1, abs=1e-12)
    with entropy_for_tests(random.Random(name).randbytes):
        counts = Counter(draw() for _ in range(draws))
    assert farthest(counts, exact, draws) < THRESHOLD


def test_the_number_of_cells_is_counted() -> None:
    assert sum(len(exact) for _, _, _, exact in EXPERIMENTS) <= CELLS


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (lambda: flip(1 / 3), {True: Fraction(3, 8), False: Fraction(5, 8)}),
        (lambda: flip(exp(-1 / 4)), {True: Fraction(7, 10), False: Fraction(3, 10)}),
        (lambda: uniform(0, 2), {0: Fraction(3, 8), 1: Fraction(3, 8), 2: Fraction(1, 4)}),
        (lambda: uniform(0, 2), {0: Fraction(1, 2), 1: Fraction(1, 2)}),
        (lambda: in_cells(4, geometric(1 / 2)), geometric_cells(Fraction(9, 20), 4)),
        (partial(noisy_max, [1, 1, 1]), all_runs(partial(noisy_max_uniform_ties, [1, 1, 1]))),
        (partial(at_least_one, 1 / 4), {1: Fraction(9, 16), 2: Fraction(6, 16), 3: Fraction(1, 16)}),
    ],
)
def test_wrong_distributions_are_told_apart(draw: Callable[[], Hashable], wrong: Distribution) -> None:
    """The test above can fail: distributions that are a little off cross the threshold."""
    with entropy_for_tests(random.Random(1).randbytes):
        counts = Counter(draw() for _ in range(8_000))
    assert farthest(counts, wrong, 8_000) > THRESHOLD


def farthest(counts: Counter[Hashable], exact: Distribution, draws: int) -> float:
    """The largest n KL(c/n, p) over the cells; infinite where something impossible was drawn."""
    if set(counts) - {outcome for outcome, p in exact.items() if p > 0}:
        return math.inf
    return max(draws * relative_entropy(counts[outcome] / draws, float(p)) for outcome, p in exact.items())


def relative_entropy(q: float, p: float) -> float:
    """KL of a coin of probability q from one of probability p."""
    parts = ((q, p), (1 - q, 1 - p))
    return sum(x * math.log(x / y) if y > 0 else math.inf for x, y in parts if x > 0)
