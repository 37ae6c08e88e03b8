"""Draws, and operations on noise without bounds -> their outcomes, with probabilities that are not zero."""

from __future__ import annotations

from typing import Any, assert_never, cast

from flint import fmpq

from faier.exact import Number, Symbolic
from faier.lang import divisors
from faier.lang.failures import Failure
from faier.lang.values import Sequence, Value
from faier.lang.vocabulary import DrawKind
from faier.semantics import draw_arguments, geometric
from faier.semantics.explore.code import Operate
from faier.semantics.geometric import Form

ONE = fmpq(1)


def sampled(kind: DrawKind, arguments: Value) -> tuple[list[tuple[Number, Any]], list[Number]]:
    """The outcomes of a random call with their probabilities, none of them zero; and the numbers besides these that
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
            positive, total = draw_arguments.weights(kind, values)
            divisors.note(total)
            outcomes = [(weight / total, at) for at, weight in enumerate(positive)]
        case "geometric":
            ratio = draw_arguments.probability(kind, values)
            outcomes = [(ONE, geometric.draw(ratio))]
            positive = [ratio, 1 - ratio]
            if isinstance(ratio, Symbolic):
                divisors.note(ratio * (1 - ratio))
        case _:
            assert_never(kind)
    return [(weight, value) for weight, value in outcomes if weight != 0], positive


def split(operation: Operate, values: list[Any]) -> list[tuple[Number, Any]]:
    """The outcomes of an operation with unbounded noise among its operands."""
    name = operation.name
    if name in ("+", "-", "*", "%", "//", "/", "**"):
        outcomes: dict[Any, Number] = dict(geometric.binary(name, values[0], values[1]))
    elif name in ("clamp", "min", "max", "abs"):
        outcomes = dict(geometric.call(name, [_plain_end(value) for value in values]))
    elif name.startswith("compare "):
        outcomes = _compared(operation, values)
    elif name == "truth":
        outcomes = dict(geometric.decide(values[0], [0], lambda at: at != 0))
    else:
        raise geometric.unclamped()
    return [(weight, value) for value, weight in outcomes.items() if weight != 0]


def without_choice(operation: Operate, values: list[Any]) -> Any:
    """The result when noise stays noise (a sum, an item of a list); None when the operation must choose."""
    name = operation.name
    if name in ("+", "-", "*", "//"):
        (only,) = geometric.binary(name, values[0], values[1])
        return only
    if name in ("unary -", "unary +"):
        return geometric.negative(values[0]) if name == "unary -" else values[0]
    if name in ("clamp", "min", "max", "abs"):
        outcomes = geometric.call(name, [_plain_end(value) for value in values])
        return next(iter(outcomes)) if len(outcomes) == 1 else None
    if name.startswith("compare ") or name in ("%", "truth"):
        return None
    raise geometric.unclamped()


def _compared(operation: Operate, values: list[Any]) -> dict[Any, Number]:
    """A chain of comparisons in which exactly one operand is unbounded; or two, when there is one comparison."""
    forms = [at for at, value in enumerate(values) if isinstance(value, Form)]
    if len(forms) == 2 and len(values) == 2:
        difference = geometric.binary("-", values[0], values[1])
        (form,) = difference
        if not isinstance(form, Form):
            raise geometric.unclamped()
        return dict(geometric.decide(form, [0], lambda at: operation.function(at, 0)))
    if len(forms) != 1:
        raise geometric.unclamped()
    place = forms[0]

    def holds(at: int) -> bool:
        return cast(bool, operation.function(*values[:place], at, *values[place + 1 :]))

    near: list[Any] = [value for at, value in enumerate(values) if at != place]
    for value in list(near):
        if isinstance(value, Sequence):
            near.extend(value.items)
    return dict(geometric.decide(values[place], near, holds))


def _plain_end(value: Any) -> Any:
    """An end of noise. Python would give a Boolean end back as it is, beside integers from the noise."""
    if isinstance(value, bool):
        raise Failure(geometric.UNBOUNDED, "noise is cut off at an integer, not at a Boolean", "write int(...)")
    return value


def holds_form(value: Sequence) -> bool:
    return any(isinstance(item, Form) or (type(item) is Sequence and holds_form(item)) for item in value.items)
