"""Draws -> their outcomes, with probabilities that are not zero."""

from __future__ import annotations

from typing import Any, Literal, assert_never, cast

from flint import fmpq

from faier.exact import Number, Symbolic
from faier.lang import divisors
from faier.lang.values import Sequence, Value
from faier.lang.vocabulary import DrawKind
from faier.semantics import draw_arguments, geometric
from faier.semantics.kept import Reals

ONE = fmpq(1)


def real(kind: Literal["laplace", "gaussian"], arguments: Value) -> Reals:
    """The distribution of a real."""
    values = list(cast(Sequence, arguments).items)
    if kind == "laplace":
        return Reals((draw_arguments.rate(kind, values),))
    return Reals((), draw_arguments.variance(kind, values))


def sampled(kind: DrawKind, arguments: Value) -> tuple[list[tuple[Number, Any]], list[Number]]:
    """The outcomes of a random call with their probabilities, none of them zero (of choice, shuffled and sample the
    places of the items); and the numbers besides these that
    must not be negative."""
    values = list(cast(Sequence, arguments).items)
    outcomes: list[tuple[Number, Any]]
    positive: list[Number] = []
    match kind:
        case "flip":
            p = draw_arguments.probability(kind, values)
            outcomes = [(p, True), (1 - p, False)]
        case "uniform":
            low, high = draw_arguments.ends(kind, values)
            outcomes = [(fmpq(1, high - low + 1), value) for value in range(low, high + 1)]
        case "categorical":
            # What two weights have in common is gone from their shares.
            drawn, positive, total = draw_arguments.weights(kind, values)
            divisors.note(total)
            outcomes = [(weight / total, value) for value, weight in zip(drawn, positive, strict=True)]
        case "geometric":
            ratio = draw_arguments.probability(kind, values)
            geometric.require_parameter(ratio)
            outcomes = [(ONE, ratio)]
            positive = [ratio, 1 - ratio]
            if isinstance(ratio, Symbolic):
                divisors.note(ratio * (1 - ratio))
        case "laplace" | "gaussian":
            raise AssertionError(f"{kind} draws a real")
        case "choice":
            places = draw_arguments.places(kind, values)
            outcomes = [(fmpq(1, len(places)), place) for place in places]
        case "shuffled" | "sample":
            orders = draw_arguments.orders(kind, values)
            outcomes = [(chance, Sequence("tuple", order)) for order, chance in orders]
        case _:
            assert_never(kind)
    return [(weight, value) for weight, value in outcomes if weight != 0], positive
