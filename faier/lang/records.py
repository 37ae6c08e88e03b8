"""Records as Python treats them: members of an Enum, NamedTuples and dataclasses.

A NamedTuple is a tuple wherever no field is named, a member of an IntEnum is an int; members of other Enums and
dataclasses are nothing but themselves.
"""

from __future__ import annotations

from faier.lang.failures import BAD_ARGUMENT, WRONG_KIND, Failure, kind_of
from faier.lang.noise import unread
from faier.lang.values import ENUMS, FUNCTION, Sequence, Shape, Value, range_of

# The methods by which a class says what arithmetic does with its records.
_OF_TWO = ["add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "and", "or", "xor", "lshift", "rshift", "matmul"]
ARITHMETIC = frozenset(f"__{side}{name}__" for name in _OF_TWO for side in ("", "r"))
ARITHMETIC |= {"__neg__", "__pos__", "__abs__", "__invert__"}
# What a range is asked for by a dot.
OF_RANGE = frozenset(["start", "stop", "step"])


def shape_of(value: object) -> Shape | None:
    """The class of a record; None of any other value."""
    return value.of if isinstance(value, Sequence) and isinstance(value.of, Shape) else None


def bare(value: Value) -> Value:
    """What operators and functions that know nothing of records see."""
    shape = shape_of(value)
    if shape is None or not isinstance(value, Sequence):
        return value
    if shape.kind in ENUMS[1:]:
        return value.items[1]
    return Sequence("tuple", value.items) if shape.kind == "NamedTuple" else value


def of_text(value: Value) -> Value:
    """The text that a member of an Enum of texts is. Nobody looks at one that is made of noise."""
    if (failure := unread(value)) is not None:
        raise failure
    shape = shape_of(value)
    return bare(value) if shape is not None and shape.kind in ("StrEnum", "str, Enum") else value


def is_member(value: object) -> bool:
    """Whether the value is a member of an Enum."""
    shape = shape_of(value)
    return shape is not None and shape.kind in ENUMS


def comparable(a: Sequence, b: Sequence) -> bool:
    """Whether two values can be equal of which one is a record: of the same class, and the same member of it."""
    if isinstance(a.of, Shape) and a.of.name.startswith(FUNCTION):
        raise Failure(WRONG_KIND, "functions are not compared", "compare labels: strings, or members of an Enum")
    if isinstance(a.of, Shape) and a.of.kind == "class" and a.of == b.of:
        message = (
            f"two values of the class {a.of.written} are equal only where they are one: faier does not follow that"
        )
        raise Failure(WRONG_KIND, message, "compare their fields")
    return a.of == b.of and (not is_member(a) or a.items[0] == b.items[0])


def not_its_own(*values: Value) -> None:
    """Fails for values whose class says what they are equal to."""
    for value in values:
        shape = shape_of(value)
        if shape is not None and "__eq__" in shape.special:
            message = f"where values of the class {shape.written} are inside of something, its `__eq__` is not followed"
            raise Failure(WRONG_KIND, message, "compare their fields, or two of them by ==")


def compared(value: Sequence) -> tuple[Value, ...]:
    """What is compared of a record, or of anything else."""
    shape = value.of
    if not isinstance(shape, Shape) or not shape.uncompared:
        return value.items
    return tuple(item for name, item in zip(shape.fields, value.items, strict=True) if name not in shape.uncompared)


def holds_items(value: Sequence) -> bool:
    """Whether it has a length and can be gone over."""
    return not isinstance(value.of, Shape) or value.of.kind == "NamedTuple"


def construct(shape: Shape, items: tuple[Value, ...]) -> Sequence:
    """A new record of the class, with a value for each field."""
    if len(items) != len(shape.fields):
        message = f"{shape.name} has {len(shape.fields)} fields, but gets {len(items)} values here"
        raise Failure(BAD_ARGUMENT, message, "with `*` in a call, write out fields that have a default")
    return Sequence("record", items, shape)


def tellable(value: Value) -> Value:
    """What an exception tells, which goes from where it is raised to who asks: nothing in it may change on the way."""
    waiting = list(value.items) if isinstance(value, Sequence) else []
    while waiting:
        part = waiting.pop()
        if not isinstance(part, Sequence):
            continue
        changing = part.kind in ("list", "deque", "dict", "set")
        if changing or (isinstance(part.of, Shape) and part.of.kind in ("class", "dataclass")):
            message = f"this exception holds {kind_of(part)}, which may change: that is not followed"
            raise Failure("FA101", message, "give it what does not change: tuple(values)")
        waiting += part.items
    return value


def attribute(value: Value, name: str) -> Value:
    """`value.name`."""
    if isinstance(value, Sequence) and value.kind == "range" and name in OF_RANGE:
        return int(getattr(range_of(value), name))
    return _fields(value, name)[_position(value, name)]


def with_attribute(value: Value, name: str, item: Value) -> Sequence:
    """The record with one field changed: what `value.name = item` leaves behind."""
    items, position = _fields(value, name), _position(value, name)
    shape = shape_of(value)
    assert shape is not None
    if shape.kind not in ("dataclass", "class"):
        how = f"value._replace({name}=...)" if shape.kind == "NamedTuple" else f"replace(value, {name}=...)"
        hint = "" if is_member(value) else f"make a new one: {how}"
        raise Failure(WRONG_KIND, f"`.{name}` of {kind_of(value)} cannot be changed", hint)
    return Sequence("record", (*items[:position], item, *items[position + 1 :]), shape)


def _fields(value: Value, name: str) -> tuple[Value, ...]:
    if shape_of(value) is None or not isinstance(value, Sequence):
        raise Failure(WRONG_KIND, f"{kind_of(value)} has no `.{name}`")
    return value.items


def _position(value: Value, name: str) -> int:
    shape = shape_of(value)
    if shape is None or name not in shape.fields:
        raise Failure(WRONG_KIND, f"{kind_of(value)} has no `.{name}`")
    return shape.fields.index(name)
