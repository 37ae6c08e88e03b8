"""What the operators and functions of the language do to values, as its description says."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction
from functools import cmp_to_key
from typing import TypeVar

from .budgets import Epsilon, factor, logarithm, unknown
from .forms import MOST_POWER, Form, Number
from .held import Float, computed, python, rounded, settled, stands
from .outcome import Hole, Invalid
from .series import sign
from .values import MOST_ITEMS, List, Noise, extent

MOST_BITS = 14_000

Sequence = TypeVar("Sequence", bound=tuple[object, ...])


def number_of(value: object) -> Number:
    if isinstance(value, (Fraction, Form)):
        return value
    if isinstance(value, int):
        return Fraction(value)
    raise Hole("a number is expected")


def whole(value: object) -> int:
    if isinstance(value, int):
        return int(value)
    raise Hole("a whole number is expected")


def items_of(value: object) -> tuple[object, ...]:
    if isinstance(value, tuple):
        return value
    raise Hole("a sequence is expected")


def truth(value: object) -> bool:
    if isinstance(value, (bool, int, str, tuple)) or value is None:
        return bool(value)
    if isinstance(value, Fraction):
        return _order(value, 0) != 0
    raise Hole("the truth of a number that is not rational")


def binary(operator: str, a: object, b: object) -> object:
    if isinstance(a, tuple) or isinstance(b, tuple):
        return _sequence(operator, a, b)
    if isinstance(a, Epsilon) or isinstance(b, Epsilon):
        return _budget(operator, a, b)
    if isinstance(a, int) and isinstance(b, int):
        return _integers(operator, int(a), int(b))
    x, y = number_of(a), number_of(b)
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


def shown(value: object) -> object:
    """The value as others see it."""
    if isinstance(value, tuple):
        return List(map(shown, value)) if isinstance(value, List) else tuple(map(shown, value))
    return settled(value) if isinstance(value, Float) else value


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
                raise Invalid("a run divides by zero")
            return x / y
        case "**" if isinstance(b, int):
            if abs(int(b)) > MOST_POWER or (isinstance(x, Fraction) and _bits(x) * abs(int(b)) > MOST_BITS):
                raise Hole("a power is too large")
            return x ** int(b)
        case "%" if isinstance(x, Fraction) and isinstance(y, Fraction) and y != 0:
            return x % y
    raise Hole(f"the operator {operator} on these numbers")


def negative(value: object) -> object:
    if isinstance(value, Epsilon):
        return value.scaled(Fraction(-1))
    if isinstance(value, Float):
        if value.held == 0:
            raise Hole("Python computes a 0 below 0")
        return Float.of(-value, -value.held)
    return -int(value) if isinstance(value, int) else -number_of(value)


def positive(value: object) -> object:
    return int(value) if isinstance(value, int) else value if isinstance(value, Epsilon) else number_of(value)


def equal(a: object, b: object) -> bool:
    """Equality as Python has it: numbers by value, a list is no tuple."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        same = isinstance(a, List) == isinstance(b, List) and len(a) == len(b)
        return same and all(equal(x, y) for x, y in zip(a, b, strict=True))
    if isinstance(a, (int, Fraction, Form)) and isinstance(b, (int, Fraction, Form)):
        return _order(a, b) == 0
    if isinstance(a, Epsilon) or isinstance(b, Epsilon):
        raise Hole("a logarithm is compared")
    if isinstance(a, Noise) or isinstance(b, Noise):
        raise Hole("a geometric draw is used where it is not bounded")
    return type(a) is type(b) and a == b


def compare(operator: str, a: object, b: object) -> bool:
    match operator:
        case "==" | "is":
            if operator == "is" and not (isinstance(b, bool) or b is None):
                raise Hole("`is` with something else than None, True and False")
            return equal(a, b) if operator == "==" else a is b
        case "!=" | "is not":
            return not compare("==" if operator == "!=" else "is", a, b)
        case "in":
            return any(equal(a, item) for item in items_of(b))
        case "not in":
            return not any(equal(a, item) for item in items_of(b))
    order = _ordered(a, b)
    return {"<": order < 0, "<=": order <= 0, ">": order > 0, ">=": order >= 0}[operator]


def index(base: object, position: object) -> object:
    items, at = items_of(base), whole(position)
    if not -len(items) <= at < len(items):
        raise Invalid("a run reads outside of a sequence")
    return items[at]


def replaced(base: object, position: object, item: object) -> List:
    if not isinstance(base, List):
        raise Hole("an item of something else than a list is changed")
    index(base, position)
    at = whole(position) % len(base)
    return List((*base[:at], item, *base[at + 1 :]))


def sliced(base: object, ends: list[object]) -> object:
    start, stop, step = (None if end is None else whole(end) for end in ends)
    if step == 0:
        raise Invalid("a run takes a slice with step 0")
    items = items_of(base)
    part = tuple(items)[start:stop:step]
    return List(part) if isinstance(items, List) else part


def call(name: str, arguments: list[object], keywords: dict[str, object]) -> object:
    """A function of the language on values."""
    if name in ("min", "max"):
        return _extreme(name, arguments, keywords)
    match name, arguments:
        case "abs", [a] if not keywords:
            return negative(a) if _ordered(a, 0) < 0 else (int(a) if isinstance(a, int) else a)
        case "sum", [items] if set(keywords) <= {"start"}:
            return _sum(items_of(items), keywords.get("start", 0))
        case "sum", [items, start] if not keywords:
            return _sum(items_of(items), start)
        case "len", [items] if not keywords:
            return len(items_of(items))
        case "any", [items] if not keywords:
            return any(truth(item) for item in items_of(items))
        case "all", [items] if not keywords:
            return all(truth(item) for item in items_of(items))
        case "sorted", [items] if set(keywords) <= {"reverse"}:
            return _sorted(items_of(items), truth(keywords.get("reverse", False)))
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
            return tuple(counted)
        case "reversed", [items] if not keywords:
            return tuple(reversed(items_of(items)))
        case "enumerate", [items, *start] if len(start) <= 1 and set(keywords) <= {"start"}:
            first = whole(start[0] if start else keywords.get("start", 0))
            return tuple(enumerate(items_of(items), first))
        case "zip", rows if set(keywords) <= {"strict"}:
            columns = [items_of(row) for row in rows]
            if truth(keywords.get("strict", False)) and len({len(column) for column in columns}) > 1:
                raise Invalid("a run zips sequences of different lengths strictly")
            return tuple(zip(*columns, strict=False))
    raise Hole(f"the call of {name}")


def _integers(operator: str, a: int, b: int) -> object:
    match operator:
        case "+":
            return _small(a + b)
        case "-":
            return _small(a - b)
        case "*":
            return _small(a * b)
        case "**":
            if abs(a) > 1 and a.bit_length() * abs(b) > MOST_BITS:
                raise Hole("a power is too large")
            if b < 0 and a == 0:
                raise Invalid("a run divides by zero")
            return a**b if b >= 0 else computed(operator, a, b, Fraction(1) / a**-b)
    if b == 0:
        raise Invalid("a run divides by zero")
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
    raise Hole(f"the operator {operator} on logarithms")


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
    if isinstance(a, tuple) and isinstance(b, tuple) and isinstance(a, List) == isinstance(b, List):
        for x, y in zip(a, b, strict=False):
            if not equal(x, y):
                return _ordered(x, y)
        return (len(a) > len(b)) - (len(a) < len(b))
    if isinstance(a, (int, Fraction, Form)) and isinstance(b, (int, Fraction, Form)):
        return _order(a, b)
    raise Hole("an order of these values")


def _extreme(name: str, arguments: list[object], keywords: dict[str, object]) -> object:
    if set(keywords) - {"default"}:
        raise Hole(f"the keywords of {name}")
    values = items_of(arguments[0]) if len(arguments) == 1 else tuple(arguments)
    if not values:
        if "default" in keywords and len(arguments) == 1:
            return keywords["default"]
        raise Invalid(f"a run takes the {name} of nothing")
    best = values[0]
    for value in values[1:]:
        order = _ordered(value, best)
        if order < 0 if name == "min" else order > 0:
            best = value
    return best


def _sum(items: Iterable[object], start: object) -> object:
    total = start
    for item in items:
        total = binary("+", total, item)
    if isinstance(total, Float):  # newer versions of Python sum floats with a correction
        values = [python(item) for item in (start, *items) if isinstance(item, (int, Fraction))]
        if rounded(sum(values, Fraction(0))) != total.held or not stands(total):
            raise Hole("versions of Python sum these floats differently")
    return total


def _sorted(items: tuple[object, ...], backward: bool) -> List:
    return List(sorted(items, key=cmp_to_key(_ordered), reverse=backward))


def _int(a: object) -> int:
    if isinstance(a, int):
        return int(a)
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


def _small(value: int) -> int:
    if value.bit_length() > MOST_BITS:
        raise Hole("an integer has too many bits")
    return value


def _bounded(length: int) -> None:
    if length > MOST_ITEMS:
        raise Hole("a sequence has too many items")
