"""Random priors, what Markov quilts ask for, and what becomes of the claim with that much noise."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations, product

import networkx
from flint import fmpq

from faier.calibration.quilts import (
    Network,
    Part,
    chain,
    mechanism_file,
    mixing,
    network,
    one_release,
    parallel,
    quilts_by_mixing,
    quilts_of_chains,
    quilts_of_networks,
    sequential,
)
from faier.calibration.quilts.chains import stationary
from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Undecided
from faier.exact import Epsilon, from_ratio
from faier.lang import parse
from faier.limits import DEFAULTS

Row = list[fmpq]


@dataclass(frozen=True)
class Promise:
    """A method's claim, as a mechanism file."""

    method: str
    text: str


@dataclass(frozen=True)
class Outcome:
    """What became of a promise; `spare` is how many times what is lost is promised (None: nothing is lost, or it is
    not known)."""

    method: str
    verdict: str
    spare: float | None


def decided(promise: Promise) -> Outcome:
    program = parse(promise.text, "prior.py")
    (claim,) = program.claims
    verdict = plan.decide(question_of(program, claim), Store(), DEFAULTS)
    if isinstance(verdict, Undecided):
        return Outcome(promise.method, "undecided", None)
    tight = verdict.tight
    lost = None if tight is None or tight.lower is None else from_ratio(tight.lower).value
    spare = claim.budget.epsilon.value / lost if lost else None
    return Outcome(promise.method, "holds" if isinstance(verdict, Proved) else "fails", spare)


def promises(seed: int) -> Iterator[Promise]:
    """What the methods promise of a random prior."""
    rng = random.Random(seed)
    epsilon = rng.choice([fmpq(1, 2), fmpq(1), fmpq(2), fmpq(4)])
    match rng.randrange(4):
        case 0 | 1:
            yield from _of_chain(rng, epsilon)
        case 2:
            made = _network(rng)
            step = max(value for node in made.nodes for value in made.values(node))
            scale = quilts_of_networks(made, epsilon, lipschitz=step).scale
            yield Promise("network", mechanism_file(made, scale, epsilon))
        case 3:
            yield from _parts(rng)


def _of_chain(rng: random.Random, epsilon: fmpq) -> Iterator[Promise]:
    states, length = rng.choice([(2, 3), (2, 6), (2, 10), (3, 3), (3, 5)])
    moves = [_row(rng, states) for _ in range(states)]
    start = _row(rng, states) if rng.random() < 0.5 else list(stationary(moves))
    made = chain(moves, length, start)
    step = states - 1
    exact = quilts_of_chains(made, epsilon, lipschitz=step).scale
    yield Promise("exact", chain_file(moves, start, length, epsilon, exact))
    rough = quilts_by_mixing(mixing(made), length, epsilon, lipschitz=step).scale
    yield Promise("approximate", chain_file(moves, start, length, epsilon, rough))
    if length == 3:
        other = quilts_of_chains(made, 2 * epsilon, lipschitz=step).scale
        both = sequential([epsilon, 2 * epsilon])
        yield Promise("sequential", chain_file(moves, start, length, both, one_release([exact, other])))


def _parts(rng: random.Random) -> Iterator[Promise]:
    """Two records next to each other, each told with a lie now and then."""
    moves, start = [_row(rng, 2) for _ in range(2)], _row(rng, 2)
    odds = [rng.randint(2, 300) for _ in range(2)]
    both = parallel(
        chain(moves, 4, start), *(Part(at, at + 1, Epsilon.log(odd)) for at, odd in zip((1, 3), odds, strict=True))
    )
    assert isinstance(both, fmpq)
    shown = (
        f"{name} if flip(Fraction({odd}, {odd + 1})) else not {name}"
        for name, odd in zip(("b", "c"), odds, strict=True)
    )
    lines = [
        "from fractions import Fraction",
        "from faier import Bool, Int, flip, mechanism, prior, private, secret",
        "@prior",
        "def records(hidden: Int[0, 3]):",
        f"    a = flip({_fraction(start[1])})",
        *(
            f"    {after} = flip({_fraction(moves[1][1])}) if {before} else flip({_fraction(moves[0][1])})"
            for before, after in ("ab", "bc", "cd")
        ),
        *(f"    {word}\n        secret({name})" for word, name in zip(_words(), "abcd", strict=True)),
        "    return b, c",
        f"@private(epsilon={_fraction(both)}, prior=records)",
        "@mechanism",
        "def both_parts(b: Bool, c: Bool):",
        f"    return {', '.join(shown)}",
    ]
    yield Promise("parallel", "\n".join(lines) + "\n")


def _words() -> list[str]:
    return ["if hidden == 0:", "elif hidden == 1:", "elif hidden == 2:", "else:"]


def chain_file(moves: list[Row], start: Row, length: int, epsilon: fmpq, scale: fmpq) -> str:
    """The noisy sum of a chain's records, each of which is secret."""
    top = (len(moves) - 1) * length
    lines = [
        "from fractions import Fraction",
        "from faier import Int, categorical, laplace, mechanism, prior, private, secret",
        "@prior",
        f"def records(hidden: Int[0, {length - 1}]):",
        f"    state = {_draw(start)}",
        "    total = 0",
        f"    for record in range({length}):",
        "        if record == hidden:",
        "            secret(state)",
        "        total += state",
        *(
            f"        {word}:\n            state = {_draw(row)}"
            for word, row in zip(_tests(len(moves)), moves, strict=True)
        ),
        "    return total",
        f"@private(epsilon={_fraction(epsilon)}, prior=records)",
        "@mechanism",
        f"def noisy_sum(total: Int[0, {top}]):",
        f"    return total + laplace({_fraction(scale)})",
    ]
    return "\n".join(lines) + "\n"


def _tests(count: int) -> list[str]:
    return ["if state == 0", *(f"elif state == {state}" for state in range(1, count - 1)), "else"]


def _draw(row: Row) -> str:
    return f"categorical({', '.join(map(_fraction, row))})"


def _fraction(value: fmpq) -> str:
    return str(value.p) if value.q == 1 else f"Fraction({value.p}, {value.q})"


def _row(rng: random.Random, states: int) -> Row:
    weights = [rng.choice([1, 1, 2, 3, 5, 8]) for _ in range(states)]
    return [fmpq(weight, sum(weights)) for weight in weights]


def _network(rng: random.Random) -> Network:
    names = "abcd"[: rng.choice([3, 4])]
    graph = networkx.DiGraph()
    graph.add_nodes_from(names)
    graph.add_edges_from((one, other) for one, other in combinations(names, 2) if rng.random() < 0.6)
    tables = {
        node: {given: dict(enumerate(_row(rng, 2))) for given in product(range(2), repeat=graph.in_degree(node))}
        for node in names
    }
    return network(graph, tables)
