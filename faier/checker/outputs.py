"""Claims with a delta: whole distributions of outputs, and the set of outputs that are too likely on the left.

For each pair the weights by which the left side exceeds e^epsilon times the right side must sum to at most delta.
"""

from __future__ import annotations

from collections.abc import Iterator

from .budgets import unknown, within
from .fed_process import Joint, Key, States, listed_secrets
from .forms import ZERO, Number
from .inputs import parameter_values, whole_inputs, whole_pairs
from .outcome import Hole, Invalid
from .relation import rules_of
from .values import Mark, Stream, shown_key

Outputs = dict[Key, Number]


def with_delta(joint: Joint, length: int | None) -> None:
    if length is not None:
        raise Hole("a delta for outputs up to a length")
    compared = False
    for left, right in laws(joint):
        _compare(joint, left, right)
        compared = True
    if not compared:
        raise Invalid("the claim compares nothing")


def laws(joint: Joint) -> Iterator[tuple[Outputs, Outputs]]:
    """Every two laws of outputs that the claim compares."""
    claim = joint.claim
    if claim.neighbors is None:
        for parameters in parameter_values(joint):
            for public in whole_inputs(joint, lambda type_: type_.public):
                for _, left, right in laws_of_secrets(joint, parameters, public):
                    yield left, right
        return
    known: dict[Key, Outputs] = {}
    for pair in whole_pairs(joint, rules_of(joint.asked, claim.mechanism, claim.neighbors)):
        sides = []
        for inputs in pair:
            key = shown_key(tuple(inputs.values()))
            if key not in known:
                (known[key],) = [outputs for _, outputs in distributions(joint, joint.given(inputs))] or [{}]
            sides.append(known[key])
        yield sides[0], sides[1]


def laws_of_secrets(
    joint: Joint, parameters: dict[str, object], public: dict[str, object]
) -> Iterator[tuple[tuple[object, object], Outputs, Outputs]]:
    """Every two secrets that are compared, with their laws."""
    start = joint.believed(parameters, public)
    masses = joint.rest(start)
    told = distributions(joint, start)
    for one, first in told:
        for other, second in told:
            secrets = masses[one][0], masses[other][0]
            if one != other and listed_secrets(joint, *secrets):
                yield secrets, _given(first, masses[one][1]), _given(second, masses[other][1])


def _compare(joint: Joint, left: Outputs, right: Outputs) -> None:
    epsilon = joint.claim.epsilon
    more: Number = -joint.claim.delta
    less: Number = ZERO
    for output, weight in left.items():
        joint.budget.spend()
        other = right.get(output, ZERO)
        if unknown(weight) or unknown(other):
            raise Hole("a delta with unknowns")
        if not within(weight, other, epsilon):
            more, less = more + weight, less + other
    if not within(more, less, epsilon):
        raise Invalid("a set of outputs is more likely than the claim allows")


def _given(outputs: Outputs, mass: Number) -> Outputs:
    return {output: weight / mass for output, weight in outputs.items()}


def distributions(joint: Joint, start: States) -> list[tuple[Key, Outputs]]:
    """The outputs of each secret with their weights; all runs end."""

    def answer(entry: Mark | Stream) -> object:
        raise Hole("an input is read that was not given")

    found: dict[Key, Outputs] = {}
    waiting: list[tuple[Key, States]] = [((), start)]
    while waiting:
        shown, states = waiting.pop()
        tells, ended = joint.shown(states, answer)
        for secret, (_, weight) in joint.rest(ended).items():
            found.setdefault(secret, {})[shown] = weight
        for key, (_, after) in tells.items():
            waiting.append(((*shown, key), after))
    return list(found.items())
