"""Rule "optimum": no mechanism that keeps to the claim, sees nothing but the query's value f and shows one of the
listed numbers o has less error than is said.

Let M(o | f) be the chances of such a mechanism. For each listed comparison (p, q) of two laws of the query and each o,
the excess E(o) = sum_f (p(f) - c q(f)) M(o | f) is at most 0, as c >= e^epsilon; with a delta, those above 0 add up to
at most delta. With multipliers l >= 0 and weights w >= 0 of the values that add up to 1,

    sum_f w(f) error(f) = sum_f,o M(o | f) [ w(f) abs(f - o) + sum l(p, q, o) (p(f) - c q(f)) ] - sum l(p, q, o) E(o)

is at least sum_f min_o [...] - delta sum max_o l(p, q, o), for each row of M adds up to 1. The greatest error of a
possible value is no less, whatever the weights; the mean is this with the prior's weights.
"""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction

from .budgets import within
from .claims import Claim
from .document import Fields
from .file import File
from .forms import ONE, ZERO, size
from .outcome import Budget, Hole, Invalid, labour
from .queries import Law, Query, query_of, require_possible
from .refutation import parameters_given
from .values import fraction_of

DIGITS = 10


@dataclass(frozen=True)
class _Compared:
    left: Law
    right: Law
    multipliers: tuple[Fraction, ...]


def least_error(file: File, claim: Claim, length: int | None, evidence: Fields, budget: Budget) -> str:
    """What was proved, in a sentence."""
    if length is not None:
        raise Invalid("an error has no length up to which it is the least")
    if file.epsilon is not None or claim.epsilon.rate:
        raise Hole("the least error for an epsilon that is not known")
    query = query_of(file, claim, budget)
    error, factor = fraction_of(evidence.take("error")), fraction_of(evidence.take("factor"))
    outputs = [fraction_of(item) for item in evidence.items("outputs")]
    if not outputs or len(set(outputs)) != len(outputs):
        raise Invalid("the outputs are different numbers")
    if factor <= 0 or not within(ONE, factor, claim.epsilon.scaled(-ONE)):
        raise Invalid("the factor is less than e^epsilon")
    compared = [_compared(query, item, len(outputs)) for item in evidence.items("comparisons")]
    weights = evidence.take("weights")
    if isinstance(weights, dict):
        shares, kind = _mean(query, Fields(weights, "the weights"))
    else:
        shares, kind = _weights(weights, compared), "mean error for the worst value"
    evidence.finish()
    require_possible(query.joint)
    if _bound(shares, outputs, compared, factor, claim.delta, budget) < error:
        raise Invalid("the multipliers do not bound the error so far up")
    return (
        "no mechanism that keeps to this claim, sees nothing but the value that is shown here without noise, and "
        f"shows {_listed(outputs)} has less {kind} than {_decimal(error)}"
    )


def _compared(query: Query, item: object, count: int) -> _Compared:
    given = Fields(item, "a comparison")
    left, right = query.sides(given)
    multipliers = tuple(fraction_of(number) for number in given.items("multipliers"))
    given.finish()
    if len(multipliers) != count or min(multipliers) < 0:
        raise Invalid("a comparison has a multiplier for each output, none below 0")
    return _Compared(left, right, multipliers)


def _mean(query: Query, given: Fields) -> tuple[Law, str]:
    """The prior's weights, and what they are in words."""
    parameters = parameters_given(query.joint.claim, given.take("parameters"))
    given.finish()
    told = ", ".join(f"{name} = {value}" for name, value in parameters.items())
    return query.whole(parameters), "mean error under the prior" + (f" with {told}" if told else "")


def _weights(data: object, compared: list[_Compared]) -> Law:
    """Those of possible values that are listed; others have none."""
    if not isinstance(data, list):
        raise Invalid("weights are a list, or those of a prior")
    found: Law = {}
    for item in data:
        if not isinstance(item, list) or len(item) != 2:
            raise Invalid("a weight is a pair of a value and a number")
        value, weight = (fraction_of(part) for part in item)
        possible = any(law.get(value) for one in compared for law in (one.left, one.right))
        if value in found or weight < 0 or not possible:
            raise Invalid("weights are of different values that are possible, none below 0")
        found[value] = weight
    if sum(found.values(), ZERO) != 1:
        raise Invalid("the weights of the values do not add up to 1")
    return found


def _bound(
    weights: Law,
    outputs: list[Fraction],
    compared: list[_Compared],
    factor: Fraction,
    delta: Fraction,
    budget: Budget,
) -> Fraction:
    nets: dict[Fraction, list[tuple[Fraction, tuple[Fraction, ...]]]] = {value: [] for value in weights}
    for one in compared:
        for value in one.left.keys() | one.right.keys():
            net = one.left.get(value, ZERO) - factor * one.right.get(value, ZERO)
            nets.setdefault(value, []).append((net, one.multipliers))
    total = -delta * sum((max(one.multipliers) for one in compared), ZERO)
    for value, listed in sorted(nets.items()):
        weight, least = weights.get(value, ZERO), None
        for at, output in enumerate(outputs):
            reduced = weight * abs(value - output)
            for net, multipliers in listed:
                budget.spend(1 + labour(size(reduced)))
                if multipliers[at]:
                    reduced += net * multipliers[at]
            least = reduced if least is None or reduced < least else least
        total += least or ZERO
    return total


def _listed(outputs: list[Fraction]) -> str:
    texts = [str(output) for output in sorted(outputs)]
    if len(texts) > 12:
        return f"one of {len(texts)} numbers from {texts[0]} to {texts[-1]}"
    return f"one of {', '.join(texts)}" if len(texts) > 1 else f"nothing but {texts[0]}"


def _decimal(number: Fraction) -> str:
    """Rounded down."""
    whole = number.numerator * 10**DIGITS // number.denominator
    above, below = divmod(abs(whole), 10**DIGITS)
    return f"{'-' if whole < 0 else ''}{above}.{below:0{DIGITS}}"
