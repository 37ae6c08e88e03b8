"""The operations of the mechanism language on values, exactly as Python would perform them.

What makes Python raise raises `Failure`; so does a number that Python would hold as another one, see `arithmetic`.
Operations never draw and never ask for input.
"""

from __future__ import annotations

from collections.abc import Iterable, Sized
from typing import cast

from flint import fmpq

from faier.exact import Number, epsilons, unknowns
from faier.lang import containers, noise, rays, records, texts
from faier.lang.arithmetic import (
    BITS,
    FAST,
    budget_binary,
    budget_misused,
    exact_number,
    int_binary,
    real_binary,
    sized,
    within_unit,
)
from faier.lang.comparing import SETS
from faier.lang.comparing import compare as compare
from faier.lang.comparing import items_of as items_of
from faier.lang.comparing import iterate as iterate
from faier.lang.containers import Ways
from faier.lang.errors import INDEX, VALUE
from faier.lang.failures import (
    BAD_ARGUMENT,
    FLOAT_DIFFERS,
    NOT_PROBABILITY,
    OUT_OF_RANGE,
    WRONG_KIND,
    Failure,
    kind_of,
)
from faier.lang.noise import is_noise
from faier.lang.rays import stands_in
from faier.lang.reals import is_real
from faier.lang.records import ARITHMETIC, bare, shape_of
from faier.lang.syntax import Field
from faier.lang.values import (
    Budget,
    Infinite,
    Real,
    Sequence,
    Shape,
    Value,
    is_negative_zero,
    range_of,
    ranged,
    show_value,
)


def binary(operation: str, a: Value, b: Value) -> Value:
    """`a operation b` for + - * / // % ** & | ^ << >>."""
    if type(a) is int and type(b) is int and operation in FAST:
        return sized(FAST[operation](a, b))
    if operation == "@":
        raise Failure(
            WRONG_KIND, f"{kind_of(a)} @ {kind_of(b)} is not defined", "write sum(x * y for x, y in zip(u, v))"
        )
    if type(a) is Sequence or type(b) is Sequence:
        _not_own(operation, a, b)
        a, b = bare(a), bare(b)
    if isinstance(a, Budget) or isinstance(b, Budget):
        return budget_binary(operation, a, b)
    if is_noise(a) or is_noise(b):
        return _noisy(operation, a, b)
    if stands_in(a) or stands_in(b):
        return _stood_in(operation, a, b)
    if operation == "%" and isinstance(a, str):
        return texts.binary(operation, a, b)
    if isinstance(a, Sequence) or isinstance(b, Sequence):
        return _sequence_binary(operation, a, b)
    if isinstance(a, str) or isinstance(b, str):
        return texts.binary(operation, a, b)
    if not (isinstance(a, (int, Real)) and isinstance(b, (int, Real))):
        raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")
    if isinstance(a, bool) and isinstance(b, bool) and operation in BITS:
        return bool(BITS[operation](a, b))
    if isinstance(a, int) and isinstance(b, int):
        return int_binary(operation, int(a), int(b))
    if operation in BITS or operation in ("<<", ">>"):
        raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined: bits are those of integers")
    return real_binary(operation, a, b)


def _not_own(operation: str, *operands: Value) -> None:
    """A NamedTuple of which the class says what operators do is no tuple to them, wherever they stand."""
    for value in operands:
        shape = value.of if isinstance(value, Sequence) else None
        if isinstance(shape, Shape) and shape.kind == "NamedTuple" and not ARITHMETIC.isdisjoint(shape.special):
            message = f"`{operation}` of {kind_of(value)} is not followed here"
            raise Failure(
                WRONG_KIND, message, f"write it in a statement of the file, with {kind_of(value)} on the left"
            )


def augmented(operation: str, a: Value, b: Value) -> Value:
    """What `a operation= b` leaves behind in `a`."""
    if isinstance(a, Sequence) and not stands_in(b):
        found = containers.in_place(PLAIN, operation, a, b)
        if found is not None:
            return found
    return binary(operation, a, b)


def unary(operation: str, a: Value) -> Value:
    """`-a`, `+a`, `~a` or `not a`."""
    if operation == "not":
        return not truth(a)
    a = bare(a)
    if operation == "~":
        return _inverted(a)
    if is_noise(a):
        return cast(Value, noise.negative(cast(noise.Noisy, a)) if operation == "-" else a)
    if stands_in(a):
        return cast(Value, rays.negative(a) if operation == "-" else a)
    if isinstance(a, Sequence) and a.of == "Counter":
        return containers.positive(PLAIN, a, operation)
    if isinstance(a, Budget):
        return Budget(-a.coefficient, a.name, a.inverse) if operation == "-" else a
    if isinstance(a, int):
        return -a if operation == "-" else +a
    if isinstance(a, Infinite):
        return Infinite(-a.sign) if operation == "-" else a
    if isinstance(a, Real):
        if operation == "+":
            return a
        return Real(-a.exact, a.machine if isinstance(a.machine, str) else -a.machine)
    raise Failure(WRONG_KIND, f"{operation}{kind_of(a)} is not defined")


def truth(a: Value) -> bool:
    """What `if a` would take."""
    a = bare(a)
    shape = shape_of(a)
    if shape is not None and not {"__bool__", "__len__"}.isdisjoint(shape.special):
        hint = "write len(...) > 0" if "__len__" in shape.special else "call a method of it"
        raise Failure(WRONG_KIND, f"whether {kind_of(a)} is true is asked where that is not followed", hint)
    if shape is not None:
        return True
    if isinstance(a, Sequence):
        return bool(a.items)
    if isinstance(a, Budget):
        raise budget_misused(a)
    if isinstance(a, Real) or is_noise(a) or stands_in(a):
        return compare("!=", a, "" if noise.is_text(a) else 0)
    return bool(a)


def index(base: Value, position: Value) -> Value:
    """`base[position]`."""
    if isinstance(base, Sequence) and base.kind == "dict":
        return containers.at_key(base, position)
    return _items(base)[_at(base, position)]


def reached(base: Value, at: Value | Field) -> Value:
    """`base[at]` or `base.at`, when it is about to be changed there: a defaultdict makes what is not there."""
    if isinstance(at, Field):
        return records.attribute(base, at.name)
    if isinstance(base, Sequence) and base.kind == "dict":
        return containers.made(base, at)
    return index(base, at)


def replaced(base: Value, at: Value | Field, item: Value) -> Value:
    """What `base[at] = item` or `base.at = item` leaves behind."""
    if isinstance(at, Field):
        return records.with_attribute(base, at.name, item)
    if stands_in(base):
        return cast(Value, rays.changed(base))
    if isinstance(base, Sequence) and base.kind == "dict":
        return containers.with_key(base, at, item)
    if not (isinstance(base, Sequence) and base.kind in ("list", "deque")):
        raise Failure(WRONG_KIND, f"{kind_of(base)} cannot be changed in place", "make it a list: list(...)")
    position = _at(base, at)
    return base.holding((*base.items[:position], item, *base.items[position + 1 :]))


def grown(base: Value, path: Iterable[Value | Field]) -> Value:
    """The container in which what `base[at][at]...` reaches is there: a defaultdict makes it, a Counter does not."""
    first, *rest = path
    inner = reached(base, first)
    if not rest and isinstance(base, Sequence) and base.of == "Counter":
        return base
    return replaced(base, first, grown(inner, rest) if rest else inner)


def slice_(base: Value, lower: Value, upper: Value, step: Value) -> Value:
    """`base[lower:upper:step]`, None where left out."""
    base = bare(base)
    if not (isinstance(base, str) or (isinstance(base, Sequence) and base.kind in ("list", "tuple", "range", "bytes"))):
        raise Failure(WRONG_KIND, f"{kind_of(base)} has no slices")
    bounds = [None if end is None else whole(end, "a slice bound") for end in (lower, upper, step)]
    if bounds[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of a slice is 0")
    if isinstance(base, str):
        return base[slice(*bounds)]
    if base.kind == "range":
        return ranged(range_of(base)[slice(*bounds)])
    return base.holding(base.items[slice(*bounds)])


def unpacked(value: Value, count: int, rest: int | None = None) -> tuple[Value, ...]:
    """The items for a target of `count` names, of which the one numbered `rest` takes a list of what is left."""
    items = iterate(value)
    if rest is not None and len(items) >= count - 1:
        after = rest + len(items) - count + 1
        return (*items[:rest], Sequence("list", items[rest:after]), *items[after:])
    if len(items) != count:
        raise Failure(BAD_ARGUMENT, f"{len(items)} values for {count} names", "", VALUE)
    return items


def matched(function: str, values: Sized, count: int) -> None:
    """A call with `*` among its arguments must give every parameter a value."""
    if len(values) != count:
        parameters = f"{count} parameter{'' if count == 1 else 's'}"
        message = f"{function} has {parameters}, but gets arguments for {len(values)} here"
        raise Failure(BAD_ARGUMENT, message, "with `*` in a call, write out arguments that have a default")


def whole(value: Value, what: str) -> int:
    """The value as an int, where Python insists on one."""
    value = noise.number(bare(value), what)
    if isinstance(value, int):
        return int(value)
    hint = "use // instead of /" if isinstance(value, Real) else ""
    raise Failure(WRONG_KIND, f"{what} must be an integer, not {kind_of(value)}", hint)


def shown(value: Value) -> Value:
    """The value as others see it: every number in it must be the one that Python would show. How Python holds
    it is not seen: 0.5 and Fraction(1, 2) are one fraction."""
    if isinstance(value, Sequence):
        if isinstance(value.of, Shape) and value.of.placed:
            message = f"a {value.of.written} is held by several objects: it cannot be shown as a whole"
            raise Failure(WRONG_KIND, message, "show its fields")
        if value.kind in ("range", "bytes"):
            raise Failure(WRONG_KIND, f"a {value.kind} is no value that can be shown", "show list(...) of it")
        items = tuple(map(shown, value.items))
        return value if all(a is b for a, b in zip(items, value.items, strict=True)) else value.holding(items)
    if isinstance(value, Infinite):
        raise Failure(WRONG_KIND, "infinity is no number that can be shown", "show None where nothing was found")
    if isinstance(value, Budget):
        raise budget_misused(value)
    if isinstance(value, Real) and value.machine != "fraction":
        number = exact_number(value)
        if is_negative_zero(value.machine):
            raise Failure(FLOAT_DIFFERS, "this number is 0, but Python would show -0.0", "add 0 to what is shown")
        return Real(number, "fraction" if isinstance(number, fmpq) else "symbolic")
    return value


def probability(value: Value) -> Number:
    """The value as a probability in [0, 1]. With prior unknowns in it, the range cannot be checked here."""
    if stands_in(value):
        return rays.probability(value)
    number = exact_number(value)
    if not unknowns(number) and not epsilons(number) and not within_unit(number):
        raise Failure(NOT_PROBABILITY, f"{show_value(value)} is not a probability between 0 and 1")
    return number


def _inverted(a: Value) -> Value:
    """`~a`, which is -a - 1 for every integer."""
    if (is_noise(a) and not is_real(a)) or stands_in(a) or isinstance(a, int):
        return binary("-", unary("-", a), 1)
    raise Failure(WRONG_KIND, f"~{kind_of(a)} is not defined: bits are those of integers")


def _noisy(operation: str, a: Value, b: Value) -> Value:
    """An operation on what was drawn and not looked at, see `noise`."""
    found = noise.binary(operation, a, b)
    if found is None:
        return binary(operation, noise.number(a, f"`{operation}`"), noise.number(b, f"`{operation}`"))
    return cast(Value, found)


def _stood_in(operation: str, a: Value, b: Value) -> Value:
    """An operation on a value that stands for infinitely many, see `rays`."""
    if operation == "+":
        for rest, other in ((a, b), (b, a)):
            if stands_in(rest) and isinstance(other, Sequence):
                return cast(Value, rays.longer(a, b, other.kind, len(other.items)))
    left, right = (item.exact if isinstance(item, Real) else item for item in (a, b))
    return cast(Value, rays.binary(operation, left, right))


def _sequence_binary(operation: str, a: Value, b: Value) -> Value:
    found: Value = None
    if isinstance(a, Sequence) and isinstance(b, Sequence):
        found = containers.combined(PLAIN, operation, a, b)
    elif operation == "*":
        sequence, times = (a, b) if isinstance(a, Sequence) else (b, a)
        if isinstance(sequence, Sequence) and isinstance(times, int):
            found = containers.repeated(sequence, int(times))
    if found is None:
        raise Failure(WRONG_KIND, f"{kind_of(a)} {operation} {kind_of(b)} is not defined")
    return found


def _items(base: Value) -> tuple[Value, ...]:
    if isinstance(base, Sequence) and base.kind in SETS:
        raise Failure(WRONG_KIND, f"a {base.kind} has no order: there is no item at a place", "write sorted(...)[i]")
    return items_of(base)


def _at(base: Value, position: Value) -> int:
    items = _items(base)
    at = whole(position, "an index")
    if not -len(items) <= at < len(items):
        raise Failure(OUT_OF_RANGE, f"index {at} is out of range: there are {len(items)} items", "", INDEX)
    return at % len(items)


PLAIN = Ways(compare, binary)
