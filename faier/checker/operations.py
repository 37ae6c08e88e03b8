"""What the operators and functions of the language do to values, as its description says."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from functools import cmp_to_key
from typing import TypeVar

from . import strings
from .budgets import Epsilon, factor, logarithm, unknown
from .containers import (
    LOOSE,
    SETS,
    Equal,
    Maker,
    at_most,
    equal_boxes,
    found_at,
    includes,
    is_a,
    joined,
    keyed,
    keys_of,
    missing,
    operated,
    pairs_of,
    put,
    tallied,
    without,
)
from .forms import MOST_POWER, Form, Number
from .held import Float, computed, python, rounded, settled, stands
from .outcome import Fails, Hole, Invalid
from .series import sign
from .values import (
    MOST_ITEMS,
    OF_RANGE,
    Box,
    Callee,
    Continuous,
    Endless,
    Infinite,
    Inverse,
    List,
    Named,
    Near,
    Noise,
    Shape,
    bare,
    extent,
    holding,
    is_member,
    parts,
    range_of,
    ranged,
)

MOST_BITS = 14_000

Sequence = TypeVar("Sequence", bound=tuple[object, ...])


def number_of(value: object) -> Number:
    value = bare(value)
    if isinstance(value, (Fraction, Form)):
        return value
    if isinstance(value, int):
        return Fraction(value)
    raise Hole("a number is expected")


def whole(value: object) -> int:
    value = bare(value)
    if isinstance(value, int):
        return int(value)
    raise Hole("a whole number is expected")


def items_of(value: object) -> tuple[object, ...]:
    """What Python goes over, in its order."""
    value = bare(value)
    if isinstance(value, tuple):
        return value
    if isinstance(value, str):
        return tuple(value)
    if isinstance(value, Box):
        match value.kind:
            case "deque" | "range":
                return value.items
            case "dict":
                return keys_of(value)
            case "set" | "frozenset":
                raise Hole("a set is gone over in the order that it has")
    raise Hole("a sequence is expected")


def unordered_items(value: object) -> tuple[object, ...]:
    """The same where the order of a set does not matter."""
    return value.items if is_a(value, "set", "frozenset", LOOSE) else items_of(value)


def truth(value: object) -> bool:
    value = bare(value)
    if is_a(value, "record"):
        require_not_own(value, "__len__", "__bool__")
        return True
    if isinstance(value, (bool, int, str, tuple)) or value is None:
        return bool(value)
    if isinstance(value, Infinite) or (isinstance(value, Box) and value.kind != "record"):
        return isinstance(value, Infinite) or bool(value.items)
    if isinstance(value, Fraction):
        return _order(value, 0) != 0
    raise Hole("the truth of a number that is not rational")


def binary(operator: str, a: object, b: object) -> object:
    a, b = bare(a), bare(b)
    if isinstance(a, Box) or isinstance(b, Box):
        return _boxes(operator, a, b)
    if isinstance(a, tuple) or isinstance(b, tuple):
        return _sequence(operator, a, b)
    if isinstance(a, str) or isinstance(b, str):
        return strings.combined(operator, a, b)
    if isinstance(a, Inverse) or isinstance(b, Inverse):
        return _scale(operator, a, b)
    if isinstance(a, Epsilon) or isinstance(b, Epsilon):
        return _budget(operator, a, b)
    if isinstance(a, int) and isinstance(b, int):
        if isinstance(a, bool) and isinstance(b, bool) and operator in ("&", "|", "^"):
            return bool(_integers(operator, a, b))
        return _integers(operator, int(a), int(b))
    x, y = number_of(a), number_of(b)
    if operator == "//" and type(x) is Fraction and type(y) is Fraction:
        if y == 0:
            raise Fails("a run divides by zero", "ZeroDivisionError")
        return small(x // y)
    result = _short(_numbers(operator, x, y, b))
    if isinstance(x, Form) or isinstance(y, Form) or isinstance(result, Form):
        require_settled(x, y)
        return result
    if isinstance(a, Float) or isinstance(b, Float):
        return computed(operator, int(a) if isinstance(a, int) else x, int(b) if isinstance(b, int) else y, result)
    return result


def require_settled(*numbers: object) -> None:
    """A float stands for the number that it is taken for."""
    for number in numbers:
        if isinstance(number, Fraction):
            settled(number)


def shown(value: object, functions: bool = False) -> object:
    """The value as others see it, or as a constant holds it, which may hold functions."""
    inside = parts(value)
    if not functions:
        require_compared(value)
    if inside is not None:
        if isinstance(value, Box) and isinstance(value.of, Maker):
            raise Hole("a defaultdict with a lambda is shown")
        if is_a(value, "deque"):
            value = Box("deque", inside)
        return holding(value, (shown(item, functions) for item in inside))
    if isinstance(value, Callee) and not functions:
        raise Hole("a function is shown")
    if isinstance(value, Infinite):
        raise Hole("infinity is shown")
    if isinstance(value, Inverse):
        raise Hole("a scale of noise is shown")
    return settled(value) if isinstance(value, Float) else value


def told(value: object) -> object:
    """What a run shows, which holds no range."""
    waiting = [value]
    while waiting:
        part = waiting.pop()
        if is_a(part, "range"):
            raise Hole("a range is shown")
        waiting.extend(parts(part) or ())
    return shown(value)


def require_compared(*values: object) -> None:
    """A record of a class that makes its records in its own way is equal to itself alone, and looks as Python wants."""
    if any(isinstance(value, Box) and isinstance(value.of, Shape) and value.of.kind == "object" for value in values):
        raise Hole("a record without a value of its own is compared, or shown")


def require_not_own(value: object, *names: str) -> None:
    """The class of a record leaves to Python what Python would call it for."""
    if isinstance(value, Box) and isinstance(value.of, Shape) and not value.of.own.isdisjoint(names):
        raise Hole("a record that says by itself what it is equal to, or whether it is true")


def _numbers(operator: str, x: Number, y: Number, b: object) -> Number:
    match operator:
        case "+":
            return x + y
        case "-":
            return x - y
        case "*":
            return x * y
        case "/":
            if not isinstance(y, Form) and y == 0:
                raise Fails("a run divides by zero", "ZeroDivisionError") if stands(y) else Hole("what is divided by")
            return x / y
        case "**" if isinstance(b, int):
            if abs(int(b)) > MOST_POWER or (isinstance(x, Fraction) and _bits(x) * abs(int(b)) > MOST_BITS):
                raise Hole("a power is too large")
            return x ** int(b)
        case "%" if isinstance(x, Fraction) and isinstance(y, Fraction) and y != 0:
            return x % y
    raise Hole(f"the operator {operator} on these numbers")


def negative(value: object) -> object:
    value = bare(value)
    if isinstance(value, Epsilon):
        return value.scaled(Fraction(-1))
    if isinstance(value, Infinite):
        return Infinite(not value.above)
    if isinstance(value, Float):
        if value.held == 0:
            raise Hole("Python computes a 0 below 0")
        return Float.of(-value, -value.held)
    return -int(value) if isinstance(value, int) else -number_of(value)


def positive(value: object) -> object:
    value = bare(value)
    return (
        int(value) if isinstance(value, int) else value if isinstance(value, (Epsilon, Infinite)) else number_of(value)
    )


def inverted(value: object) -> int:
    """~value."""
    if isinstance(value, bool):
        raise Hole("the bits of a truth are turned over")
    return ~whole(value)


def equal(a: object, b: object) -> bool:
    """Equality as Python has it: numbers by value, a list is no tuple."""
    a, b = bare(a), bare(b)
    for side in (a, b):
        require_not_own(side, "__eq__")
    if parts(a) is not None and parts(b) is not None:
        return equal_containers(a, b, equal)
    if isinstance(a, (int, Fraction, Form)) and isinstance(b, (int, Fraction, Form)):
        return _order(a, b) == 0
    if isinstance(a, Callee) or isinstance(b, Callee):
        raise Hole("a function is compared")
    if isinstance(a, Epsilon) or isinstance(b, Epsilon):
        raise Hole("a logarithm is compared")
    if isinstance(a, (Noise, Continuous)) or isinstance(b, (Noise, Continuous)):
        raise Hole("noise is used where it is not bounded")
    if isinstance(a, (Near, Inverse)) or isinstance(b, (Near, Inverse)):
        raise Hole("a scale of noise is compared")
    return type(a) is type(b) and a == b


def equal_containers(a: object, b: object, inside: Equal) -> bool:
    """Of two containers, by what is `inside` of them."""
    a, b = bare(a), bare(b)
    require_compared(a, b)
    if is_a(a, "record") or is_a(b, "record"):
        if not is_a(a, "record") or not is_a(b, "record") or a.of != b.of:
            return False
        if is_member(a):
            return a.items[0] == b.items[0]
        return all(inside(x, y) for x, y in zip(a.items, b.items, strict=True))
    if isinstance(a, tuple) and isinstance(b, tuple):
        same = isinstance(a, List) == isinstance(b, List) and len(a) == len(b)
        return same and all(inside(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, Box) and isinstance(b, Box):
        return equal_boxes(a, b, inside)
    return False


def contains(base: object, item: object, inside: Equal) -> bool:
    """Whether it is in the container, a part of the text, or a key."""
    if isinstance(base, str):
        if not isinstance(item, str):
            raise Invalid("a run looks for something else than a text in a text")
        return item in base
    if isinstance(base, Box) and base.kind in ("set", "frozenset", "dict"):
        keyed(item)
        return any(inside(item, other) for other in (keys_of(base) if base.kind == "dict" else base.items))
    return any(inside(item, other) for other in items_of(base))


def compare(operator: str, a: object, b: object) -> bool:
    match operator:
        case "==" | "is":
            if operator == "is" and (is_member(a) or is_member(b)):
                return is_a(a, "record") and is_a(b, "record") and a.of == b.of and a.items[0] == b.items[0]
            if operator == "is" and not any(isinstance(side, bool) or side is None for side in (a, b)):
                raise Hole("`is` with something else than None, True and False")
            return equal(a, b) if operator == "==" else a is b
        case "!=" | "is not":
            return not compare("==" if operator == "!=" else "is", a, b)
        case "in":
            return contains(b, a, equal)
        case "not in":
            return not contains(b, a, equal)
    a, b = bare(a), bare(b)
    if isinstance(a, Box) and isinstance(b, Box) and a.kind in SETS and b.kind in SETS:
        more, less = (a, b) if operator in (">", ">=") else (b, a)
        proper = operator in ("<", ">") and len(more.items) == len(less.items)
        return not proper and includes(more, less, equal)
    order = _ordered(a, b)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def index(base: object, position: object) -> object:
    if isinstance(position, Named):
        return attribute(base, position.name)
    base = bare(base)
    if isinstance(base, Box):
        return _entry(base, position)
    items, at = items_of(base), whole(position)
    if not -len(items) <= at < len(items):
        raise Fails("a run reads outside of a sequence", "IndexError")
    return items[at]


def _entry(base: Box, position: object) -> object:
    if base.kind in ("deque", "range"):
        return index(base.items, position)
    if base.kind != "dict":
        raise Hole(f"an item of a {base.kind} is read")
    at = found_at(base, position, equal)
    if at is not None:
        return pairs_of(base)[at][1]
    found = missing(base)
    if base.of != "Counter":
        raise Hole("a key is read that is not there, so that it is there from then on")
    return found


def attribute(value: object, name: str) -> object:
    """A field of a record, or what a range is asked for."""
    if is_a(value, "range") and name in OF_RANGE:
        numbers = range_of(value)
        return {"start": numbers.start, "stop": numbers.stop, "step": numbers.step}[name]
    if not is_a(value, "record") or not isinstance(value.of, Shape) or name not in value.of.fields:
        raise Hole(f"the attribute {name} of what has no such field")
    return value.items[value.of.fields.index(name)]


def replaced(base: object, position: object, item: object) -> object:
    """The container with another item in this place, or with this key."""
    if isinstance(position, Named):
        attribute(base, position.name)
        if not isinstance(base, Box) or not isinstance(base.of, Shape) or base.of.kind not in ("dataclass", "object"):
            raise Hole("a field of what does not change is given a new value")
        at = base.of.fields.index(position.name)
        return Box("record", (*base.items[:at], item, *base.items[at + 1 :]), base.of)
    if isinstance(base, Box) and base.kind == "dict":
        return put(base, position, item, equal)
    if not isinstance(base, List) and not is_a(base, "deque"):
        raise Hole("an item of something else than a list is changed")
    items = parts(base) or ()
    index(items, position)
    at = whole(position) % len(items)
    return holding(base, (*items[:at], item, *items[at + 1 :]))


def slice_replaced(base: object, ends: list[object], items: object) -> List:
    """The list with other items in the place of some."""
    if not isinstance(base, List):
        raise Hole("a slice of something else than a list is changed")
    start, stop, step = (None if end is None else whole(end) for end in ends)
    if step not in (None, 1):
        raise Hole("a slice with steps is changed")
    made = list(base)
    made[start:stop] = items_of(items)
    _bounded(len(made))
    return List(made)


def removed(base: object, position: object) -> object:
    """The container without what is in this place, or has this key."""
    if isinstance(base, Box) and base.kind == "dict":
        if found_at(base, position, equal) is None and base.of != "Counter":
            raise Fails("a run removes a key that is not there", "KeyError")
        return without(base, position, equal)
    if not isinstance(base, List) and not is_a(base, "deque"):
        raise Hole("an item of something else than a list is removed")
    items = parts(base) or ()
    index(items, position)
    at = whole(position) % len(items)
    return holding(base, (*items[:at], *items[at + 1 :]))


def sliced(base: object, ends: list[object]) -> object:
    base = bare(base)
    start, stop, step = (None if end is None else whole(end) for end in ends)
    if step == 0:
        raise Invalid("a run takes a slice with step 0")
    if isinstance(base, str):
        return base[start:stop:step]
    if is_a(base, "range"):
        return ranged(range_of(base)[start:stop:step])
    if not isinstance(base, tuple):
        raise Hole("a slice of something else than a list, a tuple or a text")
    items = base
    part = tuple(items)[start:stop:step]
    return List(part) if isinstance(items, List) else part


def call(name: str, arguments: list[object], keywords: dict[str, object]) -> object:
    """A function of the language on values."""
    if name in ("min", "max"):
        return _extreme(name, arguments, keywords)
    if name in ("abs", "int", "clamp"):
        arguments = [bare(item) for item in arguments]
    match name, arguments:
        case "abs", [a] if not keywords:
            return negative(a) if _ordered(a, 0) < 0 else (int(a) if isinstance(a, int) else a)
        case "sum", [items] if set(keywords) <= {"start"}:
            return _sum(items, keywords.get("start", 0))
        case "sum", [items, start] if not keywords:
            return _sum(items, start)
        case "len", [items] if not keywords:
            return len(unordered_items(items))
        case "any", [items] if not keywords:
            return any(truth(item) for item in unordered_items(items))
        case "all", [items] if not keywords:
            return all(truth(item) for item in unordered_items(items))
        case "sorted", [items] if set(keywords) <= {"reverse"}:
            return _sorted(unordered_items(items), bool(whole(keywords.get("reverse", False))))
        case (("list" | "tuple"), []) if not keywords:
            return List() if name == "list" else ()
        case "list", [items] if not keywords:
            return List(items_of(items))
        case "tuple", [items] if not keywords:
            return tuple(items_of(items))
        case "int", [a] if not keywords:
            return _int(a)
        case "bool", [a] if not keywords:
            return truth(a)
        case "Fraction", [a, *rest] if not keywords and len(rest) <= 1:
            if any(isinstance(item, Float) for item in arguments):
                raise Hole("a fraction of a float")
            return binary("/", number_of(a), number_of(rest[0] if rest else 1))
        case "exp", [a] if not keywords:
            return _exp(a)
        case "log", [a] if not keywords and not isinstance(a, bool):
            number = number_of(a)
            require_settled(number)
            if isinstance(number, Form):
                raise Hole("the logarithm of a number that is not rational")
            return logarithm(number)
        case "clamp", [x, low, high] if not keywords:
            if _ordered(low, high) > 0:
                raise Invalid("a run clamps to an empty range")
            below = high if _ordered(high, x) < 0 else x
            return below if _ordered(below, low) > 0 else low
    return _iterables(name, arguments, keywords)


def _iterables(name: str, arguments: list[object], keywords: dict[str, object]) -> object:
    match name, arguments:
        case "range", [*ends] if 1 <= len(ends) <= 3 and not keywords:
            numbers = [whole(end) for end in ends]
            if len(numbers) == 3 and numbers[2] == 0:
                raise Invalid("a run counts with step 0")
            counted = range(*numbers)
            _bounded(-((counted.start - counted.stop) // counted.step))  # `len` is for small numbers only
            return ranged(counted)
        case "reversed", [items] if not keywords:
            return tuple(reversed(items_of(items)))
        case "enumerate", [items, *start] if len(start) <= 1 and set(keywords) <= {"start"}:
            first = whole(start[0] if start else keywords.get("start", 0))
            return tuple(enumerate(items_of(items), first))
        case "zip", rows if set(keywords) <= {"strict"}:
            endless = [row for row in rows if isinstance(row, Endless)]
            if endless and (keywords or len(endless) == len(rows)):
                raise Hole("what has no end is gone over")
            most = min((len(items_of(row)) for row in rows if not isinstance(row, Endless)), default=0)
            columns = [row.first(most) if isinstance(row, Endless) else items_of(row) for row in rows]
            if truth(keywords.get("strict", False)) and len({len(column) for column in columns}) > 1:
                raise Invalid("a run zips sequences of different lengths strictly")
            return tuple(zip(*columns, strict=False))
    raise Hole(f"the call of {name}")


def _integers(operator: str, a: int, b: int) -> object:
    match operator:
        case "+":
            return small(a + b)
        case "-":
            return small(a - b)
        case "*":
            return small(a * b)
        case "**":
            if abs(a) > 1 and a.bit_length() * abs(b) > MOST_BITS:
                raise Hole("a power is too large")
            if b < 0 and a == 0:
                raise Fails("a run divides by zero", "ZeroDivisionError")
            return a**b if b >= 0 else computed(operator, a, b, Fraction(1) / a**-b)
        case "<<" | ">>":
            if b < 0:
                raise Invalid("a run shifts by a negative number")
            if b > MOST_BITS:
                raise Hole("a shift is too far")
            if operator == "<<" and a and b + a.bit_length() > MOST_BITS:
                raise Hole("an integer has too many bits")
            return a << b if operator == "<<" and a else a >> b if operator == ">>" else 0
        case "&" | "|" | "^":
            return a & b if operator == "&" else a | b if operator == "|" else a ^ b
    if b == 0:
        raise Fails("a run divides by zero", "ZeroDivisionError")
    return computed(operator, a, b, Fraction(a, b)) if operator == "/" else a // b if operator == "//" else a % b


def _sequence(operator: str, a: object, b: object) -> object:
    if operator == "+" and isinstance(a, tuple) and isinstance(b, tuple) and isinstance(a, List) == isinstance(b, List):
        _bounded(len(a) + len(b))
        joined = (*a, *b)
        return List(joined) if isinstance(a, List) else joined
    if operator == "*":
        items, count = (a, b) if isinstance(a, tuple) else (b, a)
        if isinstance(items, tuple) and isinstance(count, int):
            _bounded(len(items) * max(count, 0))
            repeated = tuple(items) * count
            return sized(List(repeated) if isinstance(items, List) else repeated)
    raise Hole(f"the operator {operator} on a sequence")


def _boxes(operator: str, a: object, b: object) -> object:
    if isinstance(a, Box) and isinstance(b, Box):
        if a.kind in SETS and b.kind in SETS:
            return operated(operator, a, b, equal)
        if a.kind == b.kind == "dict":
            if a.of == b.of == "Counter":
                return tallied(operator, a, b, equal)
            if operator == "|":
                return joined(a, b, equal)
        if a.kind == b.kind == "deque" and operator == "+":
            _bounded(len(a.items) + len(b.items))
            return at_most(Box("deque", a.items + b.items), a.of)
    raise Hole(f"the operator {operator} on these containers")


def augmented(operator: str, old: object, value: object) -> object:
    """What `old += value` makes of a container: any items are put behind those of a list."""
    if operator == "+" and (isinstance(old, List) or is_a(old, "deque")):
        if parts(value) is None:
            raise Hole("a list is made longer by something that is no container")
        items = (*(parts(old) or ()), *items_of(value))
        _bounded(len(items))
        return at_most(Box("deque", items), old.of) if isinstance(old, Box) else List(items)
    if operator == "|" and is_a(old, "dict") and not is_a(value, "dict"):
        raise Hole("a dictionary is joined with something else")
    return binary(operator, old, value)


def _budget(operator: str, a: object, b: object) -> object:
    x, y = (value if isinstance(value, Epsilon) else _constant(value) for value in (a, b))
    match operator:
        case "+":
            return x.plus(y)
        case "-":
            return x.plus(y.scaled(Fraction(-1)))
        case "*" if y.rational is not None:
            return x.scaled(y.rational)
        case "*" if x.rational is not None:
            return y.scaled(x.rational)
        case "/" if y.rational:
            return x.scaled(1 / y.rational)
        case "/" if x.rational and y.rational is None:
            return Inverse(x.rational, y)
    raise Hole(f"the operator {operator} on logarithms")


def _scale(operator: str, a: object, b: object) -> Inverse:
    match operator, a, b:
        case "*", Inverse(), (int() | Fraction()):
            return replace(a, amount=a.amount * _plain(b))
        case "*", (int() | Fraction()), Inverse():
            return replace(b, amount=b.amount * _plain(a))
        case "/", Inverse(), (int() | Fraction()):
            if not _plain(b):
                raise Fails("a run divides by zero", "ZeroDivisionError")
            return replace(a, amount=a.amount / _plain(b))
    raise Hole(f"the operator {operator} on a scale of noise")


def _plain(value: int | Fraction) -> Fraction:
    return settled(value) if isinstance(value, Float) else Fraction(value)


def _constant(value: object) -> Epsilon:
    number = number_of(value)
    require_settled(number)
    if isinstance(number, Form):
        raise Hole("a logarithm and a number that is not rational")
    return Epsilon(number)


def _exp(value: object) -> object:
    result = factor(value if isinstance(value, Epsilon) else _constant(value))
    if result is None:
        raise Hole("a root of a rational number")
    return result


def _order(a: int | Fraction | Form, b: int | Fraction | Form) -> int:
    if isinstance(a, Form) or isinstance(b, Form):
        require_settled(a, b)
        difference = number_of(a) - number_of(b)
        if unknown(difference):
            raise Hole("an unknown decides a comparison")
        return sign(difference)
    order = (a > b) - (a < b)
    if isinstance(a, Float) or isinstance(b, Float):
        x, y = (item.held if isinstance(item, Float) else item for item in (a, b))
        if order != (x > y) - (x < y):
            raise Hole("Python would compare other numbers")
    return order


def _ordered(a: object, b: object) -> int:
    a, b = bare(a), bare(b)
    if isinstance(a, str) and isinstance(b, str):
        return (a > b) - (a < b)
    if isinstance(a, Infinite) or isinstance(b, Infinite):
        x, y = (_beyond(item) for item in (a, b))
        return (x > y) - (x < y)
    if isinstance(a, tuple) and isinstance(b, tuple) and isinstance(a, List) == isinstance(b, List):
        for x, y in zip(a, b, strict=False):
            if not equal(x, y):
                return _ordered(x, y)
        return (len(a) > len(b)) - (len(a) < len(b))
    if isinstance(a, (int, Fraction, Form)) and isinstance(b, (int, Fraction, Form)):
        return _order(a, b)
    if is_a(a, "record") and is_a(b, "record") and a.of == b.of and isinstance(a.of, Shape) and a.of.ordered:
        return _ordered(a.items, b.items)
    raise Hole("an order of these values")


def _beyond(value: object) -> int:
    if isinstance(value, Infinite):
        return 1 if value.above else -1
    if isinstance(value, (int, Fraction, Form)):
        return 0
    raise Hole("an order of these values")


def _extreme(name: str, arguments: list[object], keywords: dict[str, object]) -> object:
    if set(keywords) - {"default"}:
        raise Hole(f"the keywords of {name}")
    values = unordered_items(arguments[0]) if len(arguments) == 1 else tuple(arguments)
    if not values:
        if "default" in keywords and len(arguments) == 1:
            return keywords["default"]
        raise Fails(f"a run takes the {name} of nothing", "ValueError" if arguments else "TypeError")
    best = values[0]
    for value in values[1:]:
        order = _ordered(value, best)
        if order < 0 if name == "min" else order > 0:
            best = value
    return best


def _sum(items: object, start: object) -> object:
    if isinstance(start, str):
        raise Invalid("a run sums texts")
    ordered, total = unordered_items(items), start
    if is_a(items, *SETS, LOOSE) and not all(map(_exact, (start, *ordered))):
        raise Hole("a set of floats is summed in the order that it has")
    for item in ordered:
        total = binary("+", total, item)
    if isinstance(total, Float):  # newer versions of Python sum floats with a correction
        values = [python(item) for item in (start, *ordered) if isinstance(item, (int, Fraction))]
        if rounded(sum(values, Fraction(0))) != total.held or not stands(total):
            raise Hole("versions of Python sum these floats differently")
    return total


def _exact(item: object) -> bool:
    return isinstance(bare(item), (int, Fraction)) and not isinstance(item, Float)


def _sorted(items: tuple[object, ...], backward: bool) -> List:
    return List(sorted(items, key=cmp_to_key(_ordered), reverse=backward))


def _int(a: object) -> int:
    if isinstance(a, int):
        return int(a)
    if isinstance(a, str):
        return strings.number(a)
    number = number_of(a)
    if isinstance(number, Form):
        raise Hole("int of a number that is not rational")
    if isinstance(number, Float) and int(number) != int(number.held):
        raise Hole("Python would take the integer part of another number")
    return -(-number.numerator // number.denominator) if number < 0 else number.numerator // number.denominator


def sized(value: Sequence) -> Sequence:
    """The sequence, if all that is in it, however often the same, is not too much to go through."""
    extent(value)
    return value


def _bits(number: Fraction) -> int:
    return max(number.numerator.bit_length(), number.denominator.bit_length())


def _short(number: Number) -> Number:
    if isinstance(number, Fraction) and _bits(number) > MOST_BITS:
        raise Hole("a fraction has too many bits")
    return number


def small(value: int) -> int:
    if value.bit_length() > MOST_BITS:
        raise Hole("an integer has too many bits")
    return value


def _bounded(length: int) -> None:
    if length > MOST_ITEMS:
        raise Hole("a sequence has too many items")
