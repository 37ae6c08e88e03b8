"""Draws, and operations on noise without bounds -> their outcomes, with probabilities that are not zero."""

from __future__ import annotations

from typing import Any, cast

from flint import fmpq

from faier.exact import Number, Symbolic
from faier.lang import divisors, operations
from faier.lang.arithmetic import exact_number, is_negative
from faier.lang.failures import MAXIMAL_LENGTH, NOT_PROBABILITY
from faier.lang.values import Failure, Sequence, Value, show_value
from faier.semantics import geometric
from faier.semantics.code import Operate
from faier.semantics.geometric import Form

ONE = fmpq(1)


def sampled(kind: str, arguments: Value) -> list[tuple[Number, Any]]:
    """The outcomes of a random call with their probabilities, none of them zero."""
    values = list(cast(Sequence, arguments).items)
    outcomes: list[tuple[Number, Any]]
    match kind:
        case "flip":
            p = operations.probability(_only(values, "flip", 1)[0])
            outcomes = [(p, True), (1 - p, False)]
        case "uniform":
            ends = _only(values, "uniform", 2)
            low, high = (
                operations.whole(ends[0], "an end of uniform"),
                operations.whole(ends[1], "an end of uniform"),
            )
            if low > high:
                raise Failure("FA411", f"uniform over an empty range: {low} is above {high}")
            if high - low >= MAXIMAL_LENGTH:
                raise Failure("FA501", f"uniform has more than {MAXIMAL_LENGTH:,} outcomes")
            outcomes = [(fmpq(1, high - low + 1), value) for value in range(low, high + 1)]
        case "categorical":
            outcomes = _categorical(values)
        case _:
            return [(ONE, geometric.draw(operations.probability(_only(values, "geometric", 1)[0])))]
    return [(weight, value) for weight, value in outcomes if weight != 0]


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
        raise unclamped()
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
    raise unclamped()


def unclamped() -> Failure:
    return Failure(
        geometric.UNBOUNDED,
        "a geometric draw has no bounds, so it cannot be stored, shown or passed on",
        "clamp it where it is drawn: clamp(x + geometric(a), lo, hi)",
    )


def _categorical(values: list[Value]) -> list[tuple[Number, Any]]:
    weights = [exact_number(value) for value in values]
    if not weights:
        raise Failure("FA411", "categorical takes at least one weight")
    for value, weight in zip(values, weights, strict=True):
        if not isinstance(weight, Symbolic) and weight < 0:
            raise Failure(NOT_PROBABILITY, f"the weight {show_value(value)} is negative")
        if isinstance(weight, Symbolic) and is_negative(weight):
            raise Failure(NOT_PROBABILITY, f"the weight {show_value(value)} is negative")
    total: Number = sum(weights[1:], weights[0])
    if total == 0:
        raise Failure("FA411", "the weights of categorical are all 0")
    divisors.note(total)
    return [(weight / total, at) for at, weight in enumerate(weights)]


def _only(values: list[Value], name: str, count: int) -> list[Value]:
    if len(values) != count:
        raise Failure("FA411", f"{name} takes {count} argument{'s' * (count != 1)}, not {len(values)}")
    return values


def _compared(operation: Operate, values: list[Any]) -> dict[Any, Number]:
    """A chain of comparisons in which exactly one operand is unbounded; or two, when there is one comparison."""
    forms = [at for at, value in enumerate(values) if isinstance(value, Form)]
    if len(forms) == 2 and len(values) == 2:
        difference = geometric.binary("-", values[0], values[1])
        (form,) = difference
        if not isinstance(form, Form):
            raise unclamped()
        return dict(geometric.decide(form, [0], lambda at: operation.function(at, 0)))
    if len(forms) != 1:
        raise unclamped()
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
