"""Every claim of a text that is proved for outputs of every length, against long random words.

A proof is about pairs of models. Words of each of them are weighed in integers (`streams.Attack`), and none may exceed
what the claim allows. Where weights are not rational, the left ones are rounded down and the right ones up, so what
seems to exceed the claim does; where the prior has unknowns, they are given random values of theirs.
"""

from __future__ import annotations

import ast
import itertools
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from pathlib import Path
from random import Random

import asked
from asked import comparisons
from flint import fmpq
from kept_swarm import exceeded as exceeded_kept
from streams import exceeded

from faier.deciding.comparison import Comparison, kept_by, neighboring
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.algebra.domain import domain
from faier.engines.alignment import Alignment
from faier.engines.alignment.engine import skeleton_for
from faier.engines.verdict import Proved
from faier.exact import (
    ONE,
    Epsilon,
    Number,
    TooLarge,
    Undecidable,
    bounds,
    exponential_bounds,
    substitute,
    substitute_epsilon,
)
from faier.hmm.model import Edge, Node, Pair
from faier.lang import parse
from faier.lang.claim import Budget, Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.limits import LimitReached, seconds
from faier.semantics.explore.predicate import truth_of
from faier.semantics.kept import KeptProcess
from faier.semantics.process import Row

# Pairs of one claim that are attacked, and values that are tried for its unknowns.
PAIRS, VALUES = 60, 3
# Digits to which numbers that are not rational are rounded, and bits of what is allowed.
DIGITS, BITS = 60, 300
# Values of an unknown epsilon at which words of kept noise are weighed.
EPSILONS = (fmpq(1), fmpq(1, 2), fmpq(5))


@dataclass
class Outcome:
    kinds: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)


def texts(path: Path) -> Iterator[tuple[str, str]]:
    """The mechanism files at a path, by name: files as they are, and the texts that modules of tests contain, where
    they are one without being filled in."""
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path]
    for file in files:
        text = file.read_text()
        if not file.name.startswith("test_"):
            if "@mechanism" in text:
                yield str(file), text
            continue
        tree = ast.parse(text)
        found = [
            (node.lineno, node.value)
            for node in ast.walk(tree)
            if isinstance(node, ast.Constant) and isinstance(node.value, str)
        ]
        heads = [one for _, one in found if one.startswith("from faier import") and "@mechanism" not in one]
        for line, one in found:
            if "@mechanism" in one and "{" not in one:
                yield f"{file}:{line}", one if "from faier" in one else "".join(heads[:1]) + one


def attacked(text: str, seed: int, words: int, letters: int, patience: float) -> Outcome:
    """All claims of a text, each with so many words in all of its pairs together."""
    outcome = Outcome()
    try:
        program = parse(text, "m.py", {})
    except Rejected:
        outcome.kinds["texts that are no mechanism file"] += 1
        return outcome
    for number, claim in enumerate(program.claims):
        try:
            _claim(outcome, program, claim, seed + number, words, letters, patience)
        except Rejected:
            outcome.kinds["claims that are refused"] += 1
        except (LimitReached, TooLarge, Undecidable):
            outcome.kinds["claims that reach a limit"] += 1
    return outcome


def _claim(
    outcome: Outcome, program: Program, claim: Claim, seed: int, words: int, letters: int, patience: float
) -> None:
    if not isinstance(claim.promise, Budget):
        outcome.kinds["about other measures than the greatest ratio"] += 1
        return
    verdict = asked.check(program, claim, limits=seconds(patience))
    if not isinstance(verdict, Proved) or not verdict.coverage.all:
        outcome.kinds["claims not proved for every length"] += 1
        return
    if claim.budget.delta != 0:
        outcome.kinds["proved with a delta: about sets of outputs"] += 1
        return
    subject = claim.subject
    if isinstance(verdict.evidence, Alignment):
        _aligned(outcome, program, claim, seed, words, letters)
        return
    found = list(itertools.islice(comparisons(program, subject, None, seconds(patience), whole=True), 10_000))
    draw = Random(seed)
    chosen = found if len(found) <= PAIRS else draw.sample(found, PAIRS)
    cases = [case for one in chosen for case in _cases(program, claim, one, draw)]
    tried = 0
    for at, (pair, epsilon) in enumerate(cases):
        between = exponential_bounds(epsilon, BITS)
        if between is None:
            outcome.kinds["values at which too much is allowed to be written"] += 1
            continue
        allowed = between[1]
        many, word = exceeded(pair, allowed, seed + at, -(-words // len(cases)), letters)
        tried += many
        if word is not None:
            outcome.failures.append(f"{claim.subject.mechanism} {claim.label}: exceeds {epsilon.text} by {word}")
    outcome.kinds["proofs attacked"] += 1
    outcome.kinds["of them by a coupling"] += verdict.engine == "coupling"
    outcome.kinds["words, at random"] += len(cases) * -(-words // len(cases))
    outcome.kinds["words weighed, with their beginnings"] += tried


def _aligned(outcome: Outcome, program: Program, claim: Claim, seed: int, words: int, letters: int) -> None:
    """Words of a process that keeps noise, at several values of an unknown epsilon."""
    question, limits, epsilon = question_of(program, claim), seconds(60), claim.budget.epsilon
    kept, relation = kept_by(question, Store(), limits), claim.subject.relation
    if kept is None or relation is None:
        outcome.kinds["alignments of what keeps nothing as it is written"] += 1
        return
    name, inputs = program.epsilon_name, neighboring(question, limits)
    skeleton = skeleton_for(_whole(kept), question.mechanism, relation, truth_of(program), limits)
    cases: list[dict[str, fmpq]] = [{}] if name is None else [{name: value} for value in EPSILONS]
    for at, given in enumerate(cases):
        found = exceeded_kept(skeleton, inputs, epsilon, given, seed + at, -(-words // len(cases)), letters)
        if found is None:
            outcome.kinds["alignments of reals"] += 1
            return
        if found[1] is not None:
            outcome.failures.append(f"{claim.subject.mechanism} {claim.label}: exceeded by {found[1]} at {given}")
        outcome.kinds["words of kept noise weighed, with their beginnings"] += found[0]
    outcome.kinds["proofs attacked"] += 1
    outcome.kinds["of them by an alignment"] += 1


def _whole(kept: KeptProcess) -> KeptProcess:
    return replace(kept, finals=tuple((secret, (ONE,) * len(weights)) for secret, weights in kept.finals))


def _cases(program: Program, claim: Claim, comparison: Comparison, draw: Random) -> Iterator[tuple[Pair, Epsilon]]:
    """The pair in rational numbers, and what is allowed: for several values of what is unknown."""
    pair = comparison.pair
    prior = program.function(claim.subject.prior) if claim.subject.prior is not None else None
    place = domain(prior, pair.weights(), claim.budget.epsilon)
    for _ in range(VALUES if place.variables else 1):
        values = place.value(tuple(fmpq(draw.randint(1, 99), 100) for _ in place.variables))
        given = {one.name: fmpq(draw.randint(1, 40), 10) for one in place.variables if one.scale}

        def at(number: Number, values: dict[str, fmpq] = values, given: dict[str, fmpq] = given) -> Number:
            return substitute_epsilon(substitute(number, values), given)

        yield _rational(pair, at), claim.budget.epsilon.substitute(given)


Value = Callable[[Number], Number]


def _rational(pair: Pair, at: Value) -> Pair:
    """The pair at values of its unknowns, with no more on the left than there is and no less on the right."""
    nodes = tuple(
        Node(
            node.kind,
            tuple(_low(at(weight)) for weight in node.left_final),
            tuple(_high(at(weight)) for weight in node.right_final),
            tuple(
                Edge(edge.letter, edge.target, _rows(edge.left, at, _low), _rows(edge.right, at, _high))
                for edge in node.edges
            ),
        )
        for node in pair.nodes
    )
    return replace(
        pair,
        nodes=nodes,
        left=_row(pair.left, at, _low),
        right=_row(pair.right, at, _high),
        left_mass=_high(at(pair.left_mass)),
        right_mass=_low(at(pair.right_mass)),
    )


def _rows(rows: tuple[Row, ...], at: Value, rounded: Callable[[Number], fmpq]) -> tuple[Row, ...]:
    return tuple(_row(row, at, rounded) for row in rows)


def _row(row: Row, at: Value, rounded: Callable[[Number], fmpq]) -> Row:
    return tuple((state, rounded(at(weight))) for state, weight in row)


def _low(number: Number) -> fmpq:
    return max(bounds(number, DIGITS)[0], fmpq(0))


def _high(number: Number) -> fmpq:
    return max(bounds(number, DIGITS)[1], fmpq(0))
