"""Numbers that are computed of draws in any way, written down as formulas: nothing is known of them but how they are
computed. `branching` follows runs with them; what they may be is told box by box of the draws, by who asks.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from collections.abc import Sequence as Many
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import Number, Undecidable, compare, has_value
from faier.lang import operations
from faier.lang.arithmetic import meant_number
from faier.lang.noise import not_followed
from faier.lang.values import Infinite, Real, Sequence, Value
from faier.semantics.denote.noise import Formula

Part: TypeAlias = Formula | Number | Infinite

# A real, for operations that fail on all of them alike.
SOME = Real(fmpq(1, 2), "symbolic")

# Greater exponents are not followed.
MOST = 64

# So many parts of two formulas are looked at to see whether they differ.
PARTS = 200

_ROUNDED = {"int": "trunc", "math.trunc": "trunc", "math.floor": "floor", "math.ceil": "ceil", "round": "round"}
_OF_REALS = {"math.sqrt": "sqrt", "math.exp": "exp", "exp": "exp", "math.log": "log", "log": "log"}


def leaf(number: int, law: object, whole: bool) -> Formula:
    """The draw of this number, and its law."""
    return Formula("draw", (number, law), whole)


def text(parts: tuple[object, ...]) -> Formula:
    """A text of these parts one after the other: texts, and numbers that are written there."""
    inner = [piece for part in parts for piece in (part.parts if is_text(part) else (part,))]  # type: ignore[attr-defined]
    return Formula("text", tuple(inner), None)


def is_text(value: object) -> bool:
    return isinstance(value, Formula) and value.operation == "text"


def unary(operator: str, value: Formula) -> Formula:
    _is_number(value)
    if operator == "-":
        return Formula("-", (fmpq(0), value), value.whole)
    if operator == "+":
        return value
    raise not_followed(f"`{operator}` of a number computed of draws")


def binary(operator: str, left: object, right: object) -> Formula | Value:
    """left operator right, at least one of them a formula."""
    if operator == "+" and all(isinstance(side, str) or is_text(side) for side in (left, right)):
        return text((left, right))
    _is_number(left, right)
    one, other = _part(left), _part(right)
    if one is None or other is None:
        if all(isinstance(side, int | Real | Formula) for side in (left, right)):
            raise not_followed("a number computed of draws beside an unknown")
        return operations.binary(operator, any_of(left), any_of(right))
    if isinstance(one, Infinite) or isinstance(other, Infinite):
        raise not_followed("infinity beside a number computed of draws")
    whole = _both(left, right)
    match operator:
        case "+" | "-" | "*" | "//" | "%":
            if operator in ("//", "%"):
                _not_zero(operator, left, other)
            return Formula(operator, (one, other), whole)
        case "/":
            _not_zero(operator, left, other)
            return Formula(operator, (one, other), False)
        case "**" if isinstance(other, fmpq) and other.q == 1 and 0 <= other <= MOST and isinstance(right, int):
            return Formula("**", (one, int(other)), whole)
    raise not_followed(f"`{operator}` between numbers computed of draws")


def compared(operator: str, left: object, right: object) -> Formula | bool:
    """left operator right, at least one of them a formula: what has to be asked."""
    _is_number(left, right)
    one, other = _part(left), _part(right)
    if one is None or other is None:
        if all(isinstance(side, int | Real | Formula) for side in (left, right)):
            raise not_followed("a number computed of draws beside an unknown")
        return operations.compare(operator, any_of(left), any_of(right))
    if one is other:
        return operator in ("==", "<=", ">=")
    if operator in ("==", "!=") and _moves_alone(one, other):
        return operator == "!="
    return Formula(operator, (one, other), None)


def applied(function: str, arguments: Many[object], keywords: Mapping[str, object]) -> Formula | None:
    """What the function gives of numbers of which one is a formula at least; None: it does not take formulas."""
    written = _written(function, arguments) if not keywords else None
    if written is not None:
        return written
    given = arguments
    _is_number(*given)
    if function in ("min", "max") and not keywords and len(arguments) == 1 and isinstance(arguments[0], Sequence):
        given = arguments[0].items
        _is_number(*given)
    if keywords or not any(isinstance(value, Formula) for value in given):
        return None
    if function == "clamp" and len(given) == 3:
        return _clamped(*given)
    parts = [_part(value) for value in given]
    if None in parts or any(isinstance(part, Infinite) for part in parts):
        return None
    first = given[0]
    match function, len(parts):
        case "min" | "max", _ if sum(isinstance(part, Formula) for part in parts) > 1:
            return None  # it is one of them, which is told apart
        case "min" | "max", _:
            found = given[0]
            for other in given[1:]:
                found = Formula(function, (_part(found), _part(other)), _same(found, other))
            return cast(Formula, found)
        case "abs", 1:
            return Formula("abs", tuple(parts), cast(Formula, first).whole)
        case "float", 1:
            return Formula("-", (parts[0], fmpq(0)), False)
        case "int" | "round" | "math.floor" | "math.ceil" | "math.trunc", 1:
            return Formula(_ROUNDED[function], tuple(parts), True)
        case "round", 2 if isinstance(first, Formula) and type(given[1]) is int and abs(given[1]) <= MOST:
            return Formula("rounded", (parts[0], given[1]), first.whole)
    if function in _OF_REALS and len(parts) == 1:
        return Formula(_OF_REALS[function], tuple(parts), False)
    return None


def _written(function: str, arguments: Many[object]) -> Formula | None:
    """The text of numbers, and texts put together."""
    match function, arguments:
        case ".join", [str(between), Sequence(items=items)] if all(
            isinstance(item, str) or is_text(item) for item in items
        ):
            pieces = [piece for item in items for piece in (between, item)][1:]
            return text(tuple(pieces))
        case "str" | "repr" | "format", [Formula() as value]:
            return text((value,))
        case "format", [Formula() as value, str(spec)] if not is_text(value):
            found = re.fullmatch(r"[,]?(?:\.(\d)(f|%))?d?", spec)
            if found is None or (spec.endswith("d") and value.whole is not True):
                return None
            if found[1] is None:
                return text((value,))
            if found[2] == "%":
                scaled = Formula("*", (value, fmpq(100)), False)
                return text((Formula("rounded", (scaled, int(found[1])), False), "%"))
            return text((Formula("rounded", (value, int(found[1])), False),))
    return None


def _is_number(*values: object) -> None:
    if any(map(is_text, values)):
        raise not_followed("a text of numbers that are computed of draws")


def any_of(value: object) -> Value:
    """The value for an operation that looks at sequences, or fails: to it a formula is as any other number."""
    if not isinstance(value, Formula):
        return cast(Value, value)
    if value.whole is None:
        raise not_followed("whether a number computed of draws is an integer")
    return 0 if value.whole else SOME


def _moves_alone(one: Part, other: Part) -> bool:
    """Whether a real draw moves the difference of both by as much as itself: that is 0 with no chance."""
    counted: dict[int, int] = {}
    alone: set[int] = set()
    waiting: list[tuple[object, bool]] = [(one, True), (other, True)]
    for _ in range(PARTS):
        if not waiting:
            return any(counted[draw] == 1 for draw in alone)
        part, added = waiting.pop()
        if not isinstance(part, Formula):
            continue
        if part.operation == "draw":
            draw = cast(int, part.parts[0])
            counted[draw] = counted.get(draw, 0) + 1
            alone |= {draw} if added and not part.whole else set()
        else:
            waiting += [(inner, added and part.operation in ("+", "-")) for inner in part.parts]
    return False


def _clamped(value: object, low: object, high: object) -> Formula | None:
    """`clamp` rounds reals."""
    parts = [_part(value), _part(low), _part(high)]
    ends = parts[1:]
    if not all(isinstance(end, fmpq) for end in ends) or parts[0] is None or parts[1] > parts[2]:  # type: ignore[operator]
        return None
    if not all(isinstance(end, int) for end in (low, high)):
        return None
    below = Formula("min", (parts[2], parts[0]), _same(high, value))
    inside = Formula("max", (parts[1], below), _same(low, below))
    return inside if inside.whole else Formula("round", (inside,), True)


def _part(value: object) -> Part | None:
    """The number as a part of formulas; None: it is no number."""
    if isinstance(value, Formula | Infinite):
        return value
    if not isinstance(value, int | Real):
        return None
    exact = meant_number(value)
    return exact if has_value(exact) else None


def _both(left: object, right: object) -> bool | None:
    """Whether what is added of both is an integer."""
    kinds = [side.whole if isinstance(side, Formula) else isinstance(side, int) for side in (left, right)]
    if False in kinds:
        return False
    return None if None in kinds else True


def _same(left: object, right: object) -> bool | None:
    """Whether either of both is an integer."""
    kinds = [side.whole if isinstance(side, Formula) else isinstance(side, int) for side in (left, right)]
    return kinds[0] if kinds[0] == kinds[1] else None


def _not_zero(operator: str, left: object, divisor: Part) -> None:
    """Division by what is certainly 0 raises."""
    if isinstance(divisor, Formula):
        return
    try:
        zero = compare(cast(Number, divisor), fmpq(0)) == 0
    except Undecidable:
        raise not_followed("division by what may be 0") from None
    if zero:
        operations.binary(operator, any_of(left), 0)
