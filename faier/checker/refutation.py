"""Rule "violation": two related inputs, or two secrets, and outputs that are more likely on the left than allowed.

Both probabilities are computed from the mechanism file by the checker's own runs; the certificate's are compared
with nothing, for it gives none. A set of outputs is for claims with a delta, and lists outputs that ended, or
beginnings of one length.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations

from .budgets import Epsilon, unknown, within
from .claims import Claim
from .document import Fields
from .fed_process import Answer, Joint, States, listed_secrets, parameters_of
from .file import File, Type
from .forms import ZERO, Number, added, generator, substituted, total
from .operations import equal
from .outcome import Budget, Hole, Invalid
from .relation import classed, fits, related, rules_of
from .series import sign
from .values import Between, List, Mark, Near, Stream, fraction_of, parts, same_kind, shown_key, value_of


def violation(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """Returns when the violation is real."""
    if length is not None:
        raise Invalid("a violation has no length up to which it holds")
    joint = Joint(file, claim, budget)
    outputs = [_output(item) for item in evidence.items("outputs")]
    at_epsilon = evidence.take("at_epsilon")
    if len(outputs) > 1 and not claim.delta:
        raise Invalid("a violation is about one output, or with a delta about a set of them")
    if not all(apart(one, other) for (one, _), (other, _) in combinations(outputs, 2)):
        raise Invalid("an output is listed twice")
    if len({None if ended else len(shown) for shown, ended in outputs}) > 1:
        raise Invalid("an output of a set is only the beginning of one, and others are not as long")
    if claim.delta and any(_near(shown) for shown, _ in outputs):
        raise Invalid("densities are compared with a delta")
    if claim.prior is None:
        left, right = _neighbors(joint, evidence, outputs)
    else:
        left, right = _secrets(joint, evidence, outputs)
    evidence.finish()
    allowed = claim.epsilon
    conditions = [*joint.mechanism.drawn.values(), *joint.mechanism.leaving.values()]
    if at_epsilon is not None:
        value = fraction_of(at_epsilon)
        if file.epsilon is None or value <= 0:
            raise Invalid("the value of an unknown epsilon must be positive")
        left, right, *conditions = (_at(number, value) for number in (left, right, *conditions))
        allowed = Epsilon(allowed.constant + allowed.rate * value, allowed.logs)
    for number in conditions:
        if unknown(number):
            raise Hole("a draw depends on an unknown that has no value")
        if sign(number) < 0:
            raise Invalid("a draw has a probability that is negative")
    if not _exceeds(left, right, allowed, claim.delta):
        raise Invalid("the outputs are not more likely than the claim allows")


def _exceeds(left: Number, right: Number, allowed: Epsilon, delta: Fraction) -> bool:
    return not within(left - delta, right, allowed)


def _at(number: Number, value: Fraction) -> Number:
    return substituted(number, lambda name, exponent: generator("e", exponent * value) if name == "^EPS" else None)


def apart(one: object, other: object) -> bool:
    """Whether nothing is both."""
    if isinstance(one, Between) or isinstance(other, Between):
        if not isinstance(one, Between) or not isinstance(other, Between):
            return not isinstance(one, Near) and not isinstance(other, Near)
        if one.beside != other.beside:
            return False
        ends = [(one.high, other.low), (other.high, one.low)]
        return any(high is not None and low is not None and high <= low for high, low in ends)
    inside, more = parts(one), parts(other)
    if inside is not None and more is not None and same_kind(one, other) and len(inside) == len(more):
        return any(map(apart, inside, more))
    return shown_key(one) != shown_key(other)


def _near(value: object) -> bool:
    return isinstance(value, Near) or any(map(_near, parts(value) or ()))


def _output(data: object) -> tuple[tuple[object, ...], bool]:
    given = Fields(data, "an output")
    shown, ended = tuple(value_of(item) for item in given.items("shown")), given.truth("ended")
    given.finish()
    return shown, ended


def _neighbors(joint: Joint, evidence: Fields, outputs: list[tuple[tuple[object, ...], bool]]) -> tuple[Number, Number]:
    claim = joint.claim
    left, right = (inputs_of(claim, evidence.take(side)) for side in ("left", "right"))
    require_neighbors(joint, left, right)
    sides = []
    for inputs in (left, right):
        weights: Number = ZERO
        for shown, ended in outputs:
            found = joint.rest(_seen(joint, joint.given(started(claim, inputs)), shown, ended, inputs))
            weights = added(weights, total(weight for _, weight in found.values()))
        sides.append(weights)
    return sides[0], sides[1]


def require_neighbors(joint: Joint, left: dict[str, object], right: dict[str, object]) -> None:
    claim = joint.claim
    if claim.neighbors is None or not related(
        joint.asked, rules_of(joint.asked, claim.mechanism, claim.neighbors), left, right
    ):
        raise Invalid("the inputs are not neighbors")


def inputs_of(claim: Claim, data: object) -> dict[str, object]:
    given = Fields(data, "an input")
    inputs: dict[str, object] = {}
    for item in claim.mechanism.inputs:
        value = value_of(given.take(item.name))
        if item.type is None or not fits(value, item.type):
            raise Invalid(f"the input {item.name} is not a value of its type")
        inputs[item.name] = classed(value, item.type)
    given.finish()
    return inputs


def started(claim: Claim, inputs: dict[str, object]) -> dict[str, object]:
    streams = {item.name for item in claim.mechanism.inputs if item.type is not None and item.type.kind == "stream"}
    return {name: Stream(name) if name in streams else value for name, value in inputs.items()}


def arrivals(inputs: dict[str, object]) -> Answer:
    """The arrivals of streams, as far as the certificate gives them."""

    def answer(entry: Mark | Stream) -> object:
        given = inputs.get(entry.name)
        if isinstance(entry, Stream) and isinstance(given, List) and entry.taken < len(given):
            return given[entry.taken]
        raise Invalid("a run reads more than the certificate gives")

    return answer


def _seen(joint: Joint, states: States, shown: tuple[object, ...], ended: bool, inputs: dict[str, object]) -> States:
    """The states once exactly this was shown; of runs that have ended if `ended`."""

    answer = arrivals(inputs)
    for value in shown:
        tells, _ = joint.telling(states, answer)
        states = joint.told(tells, value)
    if not ended:
        return states
    _, over = joint.telling(states, answer)
    return over


def _secrets(joint: Joint, evidence: Fields, outputs: list[tuple[tuple[object, ...], bool]]) -> tuple[Number, Number]:
    claim = joint.claim
    left, right = (value_of(evidence.take(side)) for side in ("left", "right"))
    if equal(left, right) or not listed_secrets(joint, (left,), (right,)):
        raise Invalid("these secrets are not compared")
    parameters = parameters_given(claim, evidence.take("parameters"))
    public = public_of(claim, evidence.take("public"))
    start = joint.believed(parameters, public)
    masses = joint.rest(start)
    sides = []
    for secret in (left, right):
        key = next((at for at, (told, _) in masses.items() if told and equal(told, (secret,))), None)
        if key is None:
            raise Invalid("a secret is never told")
        mass = masses[key][1]
        total: Number = ZERO
        for shown, ended in outputs:
            total = total + joint.rest(_seen(joint, start, shown, ended, {})).get(key, (None, ZERO))[1]
        sides.append(total / mass)
    return sides[0], sides[1]


def parameters_given(claim: Claim, data: object) -> dict[str, object]:
    given = Fields(data, "the parameters")
    believed = claim.prior.inputs if claim.prior is not None else ()
    parameters = parameters_of(believed, {item.name: value_of(given.take(item.name)) for item in believed})
    given.finish()
    return parameters


def public_of(claim: Claim, data: object) -> dict[str, object]:
    given = Fields(data, "the public inputs")
    inputs: dict[str, object] = {}
    for item in claim.mechanism.inputs:
        if item.name not in given.data:
            continue
        type_: Type | None = item.type
        value = value_of(given.take(item.name))
        if type_ is None or not type_.public or not fits(value, type_):
            raise Invalid(f"the public input {item.name} is not a value of its type")
        if type_.kind == "stream":
            raise Hole("a public stream beside a prior")
        inputs[item.name] = classed(value, type_)
    given.finish()
    return inputs
