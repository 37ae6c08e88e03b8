"""The checker against the referee on one mechanism with Laplace noise: its densities, and what it takes for proved."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from random import Random
from typing import Any

from flint import arb

from faier.checker import FORMAT, check
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.forms import Form, Number, total
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.refutation import _seen, started
from faier.checker.values import List, Near

from .real_noise import At

STEPS = 2_000_000
EVIDENCE: tuple[dict[str, object], ...] = (
    {"kind": "enumeration", "boxes": {}},
    {"kind": "alignment", "shift": 2, "step": "1/2"},
)


def densities(
    source: str, mechanism: str, inputs: dict[str, Any], events: list[tuple[tuple[Any, ...], bool]], kinds: Counter[str]
) -> Iterator[tuple[int, arb]]:
    """What the checker says of outputs, by their numbers."""
    file = read(source, {})
    claim = claim_of(file, claimed(mechanism, "0", "each(1)"))
    given = {name: made(value) for name, value in inputs.items()}
    for at, (shown, ended) in enumerate(events):
        budget = Budget(STEPS)
        try:
            with budget.counting():
                joint = Joint(file, claim, budget)
                states = _seen(joint, joint.given(started(claim, given)), tuple(map(made, shown)), ended, given)
                weight = total(share for _, share in joint.rest(states).values())
        except (Hole, Invalid) as reason:
            kinds[f"not weighed by the checker: {reason}"] += 1
            continue
        yield at, ball(weight)


def answers(source: str, mechanism: str, epsilon: str, neighbors: str, length: int) -> Iterator[tuple[str, str, str]]:
    """What the checker says of claims with forged evidence: the kind, the answer and its reason."""
    digest = hashlib.sha256(source.encode()).hexdigest()
    head = {"format": FORMAT, "file": {"path": "m.py", "sha256": digest}, "set": {}, "verdict": "proved"}
    for evidence in EVIDENCE:
        told = head | {"claim": claimed(mechanism, epsilon, neighbors), "length": length, "evidence": evidence}
        found = check(json.dumps(told).encode(), source.encode(), STEPS)
        yield str(evidence["kind"]), found.answer, found.reason


def claimed(mechanism: str, epsilon: str, neighbors: str) -> dict[str, object]:
    empty = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
    return empty | {"mechanism": mechanism, "epsilon": epsilon, "neighbors": neighbors}


def made(value: Any) -> object:
    """A value as the checker has it."""
    if isinstance(value, At):
        return Near(Fraction(value.place), value.side)
    if isinstance(value, list):
        return List(map(made, value))
    return tuple(map(made, value)) if isinstance(value, tuple) else value


def ball(number: Number) -> arb:
    if not isinstance(number, Form):
        return arb(number.numerator) / arb(number.denominator)
    value = _summed(number.top.items())
    for factor, times in number.bottom.items():
        value /= _summed(factor) ** times
    return value


def _summed(terms: Any) -> arb:
    found = arb(0)
    for powers, amount in terms:
        exponent = sum((power for _, power in powers), Fraction(0))
        found += ball(amount) * ball(exponent).exp()
    return found


def sampled(made_inputs: dict[Any, dict[str, Any]], seed: int) -> list[Any]:
    return Random(seed).sample(list(made_inputs), min(3, len(made_inputs)))
