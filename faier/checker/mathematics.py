"""What functions of `math`, `itertools` and `operator` come to, and `round`, `divmod` and `pow`."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from itertools import combinations, combinations_with_replacement, pairwise, permutations, product
from math import comb, gcd, lcm

from . import operations
from .held import Float
from .operations import items_of, whole
from .outcome import Hole, Invalid, labour, spend
from .values import MOST_ITEMS, Endless

MOST_DIGITS = 1_000

OPERATORS = {
    "add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "and_": "&",
    "or_": "|", "xor": "^",
    "lshift": "<<", "rshift": ">>", "eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=",
}  # fmt: skip


def rational(value: object) -> int | Fraction:
    """An integer or a fraction; a float, if Python would find the same integers around it."""
    if isinstance(value, int):
        return int(value)
    if not isinstance(value, Fraction):
        raise Hole("a whole number near one that is not rational")
    if isinstance(value, Float) and (value // 1, -(-value // 1)) != (value.held // 1, -(-value.held // 1)):
        raise Hole("Python would round another number")
    return value


def rounded(value: object, digits: object) -> object:
    """The nearest integer, or multiple of a power of ten, the even one of two."""
    if digits is not None:
        count = whole(digits)
        if isinstance(value, Float) or abs(count) > MOST_DIGITS:
            raise Hole("a float is rounded to digits")
        if isinstance(value, int) and not isinstance(digits, bool):
            return round(int(value), count)
        if type(value) is Fraction:
            return _multiple(value, count)
        raise Hole("round of this value")
    if not isinstance(value, (int, Fraction)):
        raise Hole("round of this value")
    if isinstance(value, Float) and round(Fraction(value)) != round(value.held):
        raise Hole("Python would round another number")
    return round(Fraction(value))


def _multiple(value: Fraction, count: int) -> Fraction:
    shift = 10 ** abs(count)
    if count > 0:
        return Fraction(round(value * shift), shift)
    return Fraction(round(value / shift) * shift)


def power(base: object, exponent: object, modulus: object) -> object:
    """A power of an integer, modulo another one."""
    a, b, m = whole(base), whole(exponent), whole(modulus)
    if abs(b).bit_length() > 64 or m.bit_length() > 4_096:
        raise Hole("a power is too large")
    spend(1 + 64 * labour(2 * m.bit_length()))
    try:
        return pow(a, b, m)
    except ValueError:
        raise Invalid("a run takes a power that there is not") from None


def number(name: str, given: list[object]) -> object:
    """A function of `math` on numbers."""
    match name, given:
        case "floor", [x]:
            return _whole(rational(x), lambda y: y // 1)
        case "ceil", [x]:
            return _whole(rational(x), lambda y: -(-y // 1))
        case "trunc", [x]:
            return _whole(rational(x), lambda y: y // 1 if y >= 0 else -(-y // 1))
        case "gcd" | "lcm", _:
            found = [whole(item) for item in given]
            spend(sum(labour(item.bit_length()) for item in found))
            if name == "lcm" and sum(item.bit_length() for item in found) > operations.MOST_BITS:
                raise Hole("an integer has too many bits")
            return gcd(*found) if name == "gcd" else lcm(*found)
        case "isqrt", [x]:
            return _root(whole(x))
        case "factorial", [x]:
            if whole(x) < 0:
                raise Invalid("a run takes the factorial of a negative number")
            return _falling(whole(x), whole(x))
        case "comb", [n, k]:
            return _chosen(whole(n), whole(k), False)
        case "perm", [n, *rest] if len(rest) <= 1:
            return _chosen(whole(n), whole(n) if rest in ([], [None]) else whole(rest[0]), True)
    raise Hole(f"math.{name} of these")


def _whole(value: int | Fraction, part: Callable[[Fraction], int | Fraction]) -> int:
    return int(part(Fraction(value)))


def _root(number_: int) -> int:
    """The greatest integer whose square is not more."""
    if number_ < 0:
        raise Invalid("a run takes the root of a negative number")
    low, high = 0, 1 << (number_.bit_length() // 2 + 1)
    while low < high:
        middle = (low + high + 1) // 2
        spend(1)
        low, high = (middle, high) if middle * middle <= number_ else (low, middle - 1)
    return low


def _falling(n: int, k: int) -> int:
    if n.bit_length() * k > operations.MOST_BITS * 2:
        raise Hole("an integer has too many bits")
    result = 1
    for at in range(k):
        result *= n - at
    return operations.small(result)


def _chosen(n: int, k: int, ordered: bool) -> int:
    if n < 0 or k < 0:
        raise Invalid("a run chooses a negative number of items")
    if k > n:
        return 0
    if ordered:
        return _falling(n, k)
    k = min(k, n - k)
    if n.bit_length() * k > operations.MOST_BITS:
        raise Hole("an integer has too many bits")
    return comb(n, k)


def listed(name: str, given: list[object], keywords: dict[str, object]) -> tuple[object, ...] | Endless:
    """What an iterator of `itertools` gives, all of it."""
    match name, given, keywords:
        case "product", _, {**rest} if rest.keys() <= {"repeat"}:
            rows = [items_of(item) for item in given] * _count(rest.get("repeat", 1), 1_000)
            made = 1
            for row in rows:
                made *= len(row)
                _bounded(made * (len(rows) + 1))
            return tuple(product(*rows))
        case (("combinations" | "permutations"), [items, *size], {**rest}) if len(size) + len(rest) <= 1 and (
            rest.keys() <= {"r"} and (size or rest or name == "permutations")
        ):
            pool = items_of(items)
            taken = [*size, *rest.values()]
            count = len(pool) if taken in ([], [None]) else _count(taken[0], MOST_ITEMS)
            if count > len(pool):
                return ()
            many = _chosen(len(pool), count, name == "permutations")
            _bounded(many * (count + 1))
            return tuple((combinations if name == "combinations" else permutations)(pool, count))
        case "combinations_with_replacement", [items, size], {**rest} if not rest:
            pool, count = items_of(items), _count(size, 1_000)
            many = comb(len(pool) + count - 1, count) if pool else int(not count)
            _bounded(many * (count + 1))
            return tuple(combinations_with_replacement(pool, count))
        case "pairwise", [items], {**rest} if not rest:
            return tuple(pairwise(items_of(items)))
        case "repeat", [item], {**rest} if not rest:
            return Endless((item,))
        case "count", [*ends], {**rest} if not rest:
            start, step = (*map(_integer, ends), *[0, 1][len(ends) :])
            return Endless((start,), step)
        case "cycle", [items], {**rest} if not rest and items_of(items):
            return Endless(items_of(items))
        case "repeat", [item, *times], {**rest} if len(times) + len(rest) == 1 and rest.keys() <= {"times"}:
            many = whole([*times, *rest.values()][0])
            _bounded(many)
            return (item,) * max(many, 0)
        case "chain", _, {**rest} if not rest:
            chained: list[object] = []
            for item in given:
                chained.extend(items_of(item))
                _bounded(len(chained))
            return tuple(chained)
    raise Hole(f"itertools.{name} of these")


def _integer(value: object) -> int:
    if type(value) is not int:
        raise Hole("something else than an integer is counted by")
    return value


def _count(value: object, most: int) -> int:
    count = whole(value)
    if count < 0:
        raise Invalid("a run takes a negative number of items")
    if count > most:
        raise Hole("a sequence has too many items")
    return count


def _bounded(length: int) -> None:
    if length > MOST_ITEMS:
        raise Hole("a sequence has too many items")
    spend(max(length, 0) // 8)
