"""Rules about Renyi divergences of whole laws of outputs, of the order a: log(sum p^a q^(1 - a)) / (a - 1).

With rational numbers and a whole order the sum is computed, else it has ends. A divergence never falls where the order
grows: where that of the order c is at most rho b, that of each a from b to c is at most rho a.
"""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from itertools import pairwise, product

from .budgets import Epsilon, unknown, within
from .claims import Claim, Measure
from .document import Fields
from .enumeration import require_conditions, require_shown
from .fed_process import Joint
from .file import File
from .forms import ONE, ZERO, Form, Number, is_zero, multiplied, power
from .operations import equal
from .outcome import Budget, Hole, Invalid
from .outputs import Outputs, distributions, laws, laws_of_secrets
from .refutation import inputs_of, parameters_given, public_of, require_neighbors
from .series import Enclosure, enclosed, exponential, natural_logarithm
from .values import fraction_of, value_of

# The bits to which sums are enclosed.
BITS = (128, 512)


def divergences(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """Returns when no two laws are further apart than the claim allows."""
    measure, joint = _asked(file, claim, length, budget)
    steps, furthest = [(measure.alpha or ONE, measure.rho)], None
    if measure.alpha is None:
        orders = [ONE, *map(fraction_of, evidence.items("orders"))]
        if any(one >= other for one, other in pairwise(orders)):
            raise Invalid("orders ascend from above 1")
        steps = [(order, measure.rho.scaled(before)) for before, order in pairwise(orders)]
        furthest = measure.rho.scaled(orders[-1])
    evidence.finish()
    compared = False
    for left, right in laws(joint):
        compared = True
        if any(_apart(left, right, order, allowed) for order, allowed in steps):
            raise Invalid("a divergence is more than the claim allows")
        if furthest is not None and not _below(left, right, furthest):
            raise Invalid("orders above all that are listed may exceed what the claim allows")
    if not compared:
        raise Invalid("the claim compares nothing")
    _require_sound(joint)


def divergence(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> None:
    """Returns when the laws of two inputs, or of two secrets, are further apart than the claim allows."""
    measure, joint = _asked(file, claim, length, budget)
    order, allowed = measure.alpha, measure.rho
    if order is None:
        order = fraction_of(evidence.take("order"))
        allowed = allowed.scaled(order)
    left, right = (_neighbors if claim.prior is None else _secrets)(joint, evidence)
    evidence.finish()
    if order <= 1:
        raise Invalid("orders are above 1")
    if not _apart(left, right, order, allowed):
        raise Invalid("the divergence is not more than the claim allows")
    _require_sound(joint)


def _asked(file: File, claim: Claim, length: int | None, budget: Budget) -> tuple[Measure, Joint]:
    if claim.measure is None:
        raise Invalid("the claim is about no Renyi divergence")
    if length is not None or file.epsilon is not None or claim.mechanism.streams:
        raise Hole("a divergence of streams, or with an unknown epsilon")
    return claim.measure, Joint(file, claim, budget)


def _require_sound(joint: Joint) -> None:
    require_shown(joint)
    require_conditions(joint, _unsettled)


def _unsettled(number: Number) -> bool:
    raise Hole("a divergence with unknowns")


def _neighbors(joint: Joint, evidence: Fields) -> tuple[Outputs, Outputs]:
    left, right = (inputs_of(joint.claim, evidence.take(side)) for side in ("left", "right"))
    require_neighbors(joint, left, right)
    one, other = ([law for _, law in distributions(joint, joint.given(inputs))] or [{}] for inputs in (left, right))
    return one[0], other[0]


def _secrets(joint: Joint, evidence: Fields) -> tuple[Outputs, Outputs]:
    left, right = (value_of(evidence.take(side)) for side in ("left", "right"))
    parameters = parameters_given(joint.claim, evidence.take("parameters"))
    public = public_of(joint.claim, evidence.take("public"))
    for secrets, one, other in laws_of_secrets(joint, parameters, public):
        if all(told and equal(told, (secret,)) for told, secret in zip(secrets, (left, right), strict=True)):
            return one, other
    raise Invalid("these secrets are not compared")


# What is compared.


def _apart(left: Outputs, right: Outputs, order: Fraction, allowed: Epsilon) -> bool:
    """Whether the divergence of the order is more than that."""
    pairs = [(weight, right.get(output, ZERO)) for output, weight in left.items() if not is_zero(weight)]
    if any(unknown(number) for pair in pairs for number in pair):
        _unsettled(ZERO)
    if any(is_zero(less) for _, less in pairs):
        return True
    allowed = allowed.scaled(order - 1)
    whole = order.denominator == 1 and not any(isinstance(number, Form) for pair in pairs for number in pair)
    for bits in BITS:
        low, high = ZERO, ZERO
        for below, above in _terms(pairs, order, None if whole else bits):
            low, high = low + below, high + above
        if within(high, ONE, allowed):
            return False
        if not within(low, ONE, allowed):
            return True
    raise Hole("a divergence is too close to what is claimed")


def _terms(pairs: list[tuple[Number, Number]], order: Fraction, bits: int | None) -> Iterator[Enclosure]:
    """Around each p^order q^(1 - order); exact for a whole order of rational numbers, without bits."""
    for more, less in pairs:
        if bits is None:
            assured = _exact(more, less, int(order) - 1)
            yield assured, assured
            continue
        (low, high), (below, above) = ends(more, bits), ends(less, bits)
        if low <= 0 or below <= 0:
            raise Hole("a chance is too small to be told from 0")
        least, most = low / above, high / below
        yield (
            multiplied(low, exponential((order - 1) * natural_logarithm(least, bits)[0], bits)[0]),
            multiplied(high, exponential((order - 1) * natural_logarithm(most, bits)[1], bits)[1]),
        )


def _exact(more: Number, less: Number, times: int) -> Fraction:
    found = more * power(_fraction(more / less), times)
    return _fraction(found)


def _fraction(number: Number) -> Fraction:
    if isinstance(number, Form):
        raise Hole("a number that is not rational")
    return number


def ends(number: Number, bits: int) -> Enclosure:
    """Rationals around a chance."""
    if not isinstance(number, Form):
        return number, number
    low, high = enclosed(number.top, bits)
    for factor, times in number.bottom.items():
        below, above = enclosed(dict(factor), bits)
        if below <= 0 <= above:
            raise Hole("a number is too small to be told from 0")
        for _ in range(times):
            found = [one / other for one, other in product((low, high), (below, above))]
            low, high = min(found), max(found)
    return low, high


def _below(left: Outputs, right: Outputs, epsilon: Epsilon) -> bool:
    """Whether no output is more likely than that."""
    return all(within(weight, right.get(output, ZERO), epsilon) for output, weight in left.items())
