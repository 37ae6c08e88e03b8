"""Deciding a claim with an SMT solver, length by length, and bounding epsilon by binary search.

A model of the solver is a word and values of the unknowns: both probabilities are recomputed exactly, and only
an exact violation is a witness. `unsat` proves one length. Where c = e^epsilon is not rational, the query is
asked for a rational just below it: unsat then proves the claim, and a model may turn out not to violate it.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

from flint import fmpq

from faier.engines.domain import Domain
from faier.engines.obligations import times
from faier.engines.smt.encode import Query, encode
from faier.engines.smt.solve import Solved, solve
from faier.exact import Epsilon, Number, exceeds, exponential_bounds, exponential_of, substitute
from faier.hmm.model import Letter, Pair
from faier.hmm.shown import letter_identity
from faier.limits import LimitReached, Limits

# The relative precision of a binary search: one of epsilon.
PRECISION = fmpq(1, 10**6)
# Bits to which e^epsilon is enclosed when it is not rational.
BITS = 128


@dataclass(frozen=True)
class Violation:
    """A word and a point of the cube; `left` and `right` are its weights there, times the other side's mass."""

    pair: Pair
    word: tuple[Letter, ...]
    point: tuple[fmpq, ...]
    left: Number
    right: Number


@dataclass(frozen=True)
class Answer:
    """A violation, or the length up to which there is none; `reason` tells why the rest is not known."""

    violation: Violation | None
    length: int
    complete: bool
    reason: str = ""


def decide(pairs: Sequence[Pair], domain: Domain, epsilon: Epsilon, length: int, solver: str, limits: Limits) -> Answer:
    """Whether some word of up to `length` shown values violates the claim in some pair."""
    below = factor_below(epsilon)
    if below is None:
        return Answer(None, -1, False, "the solver's arithmetic has no e^epsilon for this epsilon")
    for at in range(length + 1):
        for pair in pairs:
            query = encode(pair, domain, below, at)
            solved = solve(solver, query.text, query.unknowns, _seconds(limits))
            if solved.answer == "unknown":
                return Answer(None, at - 1, False, solved.reason or f"{solver} gave up")
            if solved.answer == "sat":
                violation = recheck(pair, domain, query, solved)
                if violation is None:
                    return Answer(None, at - 1, False, f"{solver} named a model without rational values")
                if exceeds(violation.left, violation.right, epsilon):
                    return Answer(violation, at, False)
                return Answer(None, at - 1, False, f"the model that {solver} named violates the claim by too little")
    return Answer(None, length, True)


def factor_below(epsilon: Epsilon) -> fmpq | None:
    """e^epsilon, or a rational just below it where it is none; None with an unknown in it."""
    if epsilon.multiples:
        return None
    factor = exponential_of(epsilon)
    if isinstance(factor, fmpq):
        return factor
    ends = exponential_bounds(epsilon, BITS)
    return None if ends is None else ends[0]


@dataclass(frozen=True)
class Interval:
    """e^epsilon is between `lower`, which `violation` attains, and `upper`, above which there is no word.
    A violation with no lower end is infinite: its output is possible on one side only."""

    lower: fmpq | None
    upper: fmpq | None
    violation: Violation | None
    probes: int
    reason: str = ""


def narrow(
    pairs: Sequence[Pair],
    domain: Domain,
    length: int,
    solver: str,
    limits: Limits,
    precision: fmpq = PRECISION,
    interval: tuple[fmpq, fmpq] | None = None,
) -> Interval:
    """Binary search for e^epsilon: each probe asks whether a word's ratio exceeds c. The start interval is
    widened by doubling until it holds the answer; `precision` is relative, so it is one of epsilon."""
    low, high = interval if interval is not None else (fmpq(1), fmpq(2))
    best: Violation | None = None
    upper: fmpq | None = None
    lower = fmpq(1)
    probes = 0
    while upper is None or upper > lower * (1 + precision):
        if limits.expired():
            return Interval(lower, upper, best, probes, "the time limit was reached (--timeout)")
        c = high if upper is None else (lower + upper) / 2
        probes += 1
        found = _probe(pairs, domain, c, length, solver, limits)
        if isinstance(found, str):
            return Interval(lower, upper, best, probes, found)
        if found is None:
            upper = c
            if interval is not None and best is None and low > lower:
                interval, c = None, low
                lower_found = _probe(pairs, domain, low, length, solver, limits)
                if isinstance(lower_found, Violation):
                    best, lower = lower_found, max(low, lower_found.left / lower_found.right)
        elif found.right == 0:
            return Interval(None, None, found, probes)
        else:
            best, lower = found, max(lower, found.left / found.right)
            high = max(lower, c) * 2
    return Interval(lower, upper, best, probes)


def recheck(pair: Pair, domain: Domain, query: Query, solved: Solved) -> Violation | None:
    """The solver's word and values, with both sides' weights computed exactly; None if the model is incomplete."""
    values = dict(solved.reals)
    if any(name not in values for name in query.unknowns):
        return None
    point = tuple(values[name] for name in query.unknowns)
    for variable, at in zip(domain.variables, point, strict=True):
        if not (0 < at < 1 if variable.open else 0 <= at <= 1):
            return None
    taken = [query.choices[name] for name in solved.truths if name in query.choices]
    chosen = sorted(taken, key=lambda choice: choice[0])
    word = tuple(letter for _, letter in chosen)
    left, right = weights(pair, word, dict(zip(domain.names, point, strict=True)))
    return Violation(pair, word, point, left, right)


def weights(pair: Pair, word: Sequence[Letter], values: dict[str, Number]) -> tuple[Number, Number]:
    """The two sides of the obligation of a word, each times the other side's mass, at values of the unknowns."""
    node, left, right = pair.start, pair.left, pair.right
    for letter in word:
        wanted = letter_identity(letter)
        edge = next((edge for edge in pair.nodes[node].edges if letter_identity(edge.letter) == wanted), None)
        if edge is None:
            return fmpq(0), fmpq(0)
        node, left, right = edge.target, times(left, edge.left), times(right, edge.right)
    place = pair.nodes[node]
    more: Number = sum((amount * place.left_final[state] for state, amount in left), start=fmpq(0))
    less: Number = sum((amount * place.right_final[state] for state, amount in right), start=fmpq(0))
    return substitute(more * pair.right_mass, values), substitute(less * pair.left_mass, values)


def _probe(
    pairs: Sequence[Pair], domain: Domain, c: fmpq, length: int, solver: str, limits: Limits
) -> Violation | str | None:
    """A word whose ratio exceeds c, rechecked; None if there is none; or why that is not known."""
    for pair in pairs:
        query = encode(pair, domain, c, length)
        solved = solve(solver, query.text, query.unknowns, _seconds(limits))
        if solved.answer == "unknown":
            return solved.reason or f"{solver} gave up"
        if solved.answer == "sat":
            violation = recheck(pair, domain, query, solved)
            if violation is None or violation.left <= c * violation.right:
                return f"the model that {solver} named does not violate the probe"
            return violation
    return None


def _seconds(limits: Limits) -> float:
    """What is left of the claim's time."""
    if limits.deadline is None:
        return 3600.0
    rest = limits.deadline - time.monotonic()
    if rest <= 0:
        raise LimitReached("timeout", "the time limit was reached (--timeout)")
    return rest
