"""The random calls of the vocabulary, exact: every outcome has precisely the stated probability.

Rational probabilities are settled by a uniform integer below the common denominator. Any other
probability p is compared with a uniform real in [0, 1) whose binary digits are drawn as needed, while p is
enclosed in ever narrower rational intervals: the draw ends as soon as the interval of p and the interval of
the digits drawn so far no longer overlap, which happens with probability 1.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cache, partial
from itertools import accumulate
from math import ceil, lcm
from operator import index
from typing import Any, TypeVar, cast, overload

from faier.sampling.enclosure import Interval, multiply, widened
from faier.sampling.entropy import random_below, random_bits
from faier.sampling.symbolic import Exact, Number, as_number

K = TypeVar("K")
T = TypeVar("T")

DIGITS = 64
GUARD = 8


def flip(p: Number) -> bool:
    """True with probability p."""
    probability = _number(p, "flip(p)", "p", "flip(1 / 2)")
    if not _lies_between_0_and_1(probability) and probability not in (0, 1):
        raise ValueError(f"flip(p): p is {p!r}, but a probability lies between 0 and 1: write flip(1 / 2)")
    return _happens(probability)


def uniform(lo: int, hi: int) -> int:
    """An integer from lo to hi, both included, each equally likely."""
    low, high = _integer(lo, "lo"), _integer(hi, "hi")
    if low > high:
        raise ValueError(f"uniform({low}, {high}): there is no such integer: write uniform({high}, {low})")
    return low + random_below(high - low + 1)


@overload
def categorical(weights: Mapping[K, Number], /) -> K: ...


@overload
def categorical(*weights: Number | Sequence[Number]) -> int: ...


def categorical(*weights: Number | Sequence[Number] | Mapping[Any, Number]) -> Any:
    """i with probability weights[i] / sum(weights); they may come as one list, or stand behind keys: a key then."""
    match weights:
        case [Mapping() as weighed]:
            return list(weighed)[_place(list(weighed.values()))]
        case [(list() | tuple()) as listed]:
            return _place(listed)
    return _place(weights)


def _place(weights: Sequence[object]) -> int:
    numbers = _weights(weights)
    rational = [number for number in numbers if isinstance(number, Fraction)]
    if len(rational) < len(numbers):
        return _edges_passed(partial(_shares, numbers))
    scale = lcm(*(number.denominator for number in rational))
    reached = list(accumulate(int(number * scale) for number in rational))
    drawn = random_below(reached[-1])
    return sum(drawn >= edge for edge in reached)


def geometric(a: Number) -> int:
    """The two-sided geometric: y with probability (1 - a) / (1 + a) * a ** abs(y), 0 < a < 1.

    It is the difference of two independent one-sided ones, as
    sum over k of (1 - a) a^k (1 - a) a^(k + y) = (1 - a)^2 a^y / (1 - a^2).
    """
    ratio = _number(a, "geometric(a)", "a", "geometric(1 / 2)")
    if not _lies_between_0_and_1(ratio):
        raise ValueError(f"geometric(a): a is {a!r}, but it lies strictly between 0 and 1: write geometric(1 / 2)")
    digits = _doublings(ratio)
    squares = cache(partial(_repeated_squares, ratio, digits))
    return _one_sided(ratio, digits, squares) - _one_sided(ratio, digits, squares)


def choice(values: Iterable[T]) -> T:
    """One of the values, each equally likely."""
    if isinstance(values, Mapping):
        raise TypeError("choice(values): the values of a dictionary are no weights: write choice(list(d))")
    items = list(values)
    if not items:
        raise ValueError("choice(values): there are no values: write choice([0, 1])")
    return items[random_below(len(items))]


def shuffled(values: Iterable[T]) -> list[T]:
    """A list of the values, each order equally likely."""
    items = list(values)
    return sample(items, len(items))


def sample(values: Iterable[T], k: int) -> list[T]:
    """A list of k of the values, each choice and order equally likely."""
    items, count = list(values), index(k)
    if not 0 <= count <= len(items):
        raise ValueError(f"sample(values, k): k is {count}, but there are {len(items)} values: write sample([0, 1], 1)")
    return [items.pop(random_below(len(items))) for _ in range(count)]


def clamp(x: float, lo: int, hi: int) -> int:
    """x, or the end of [lo, hi] beyond which it lies; of a random real the nearest integer."""
    if lo > hi:
        raise ValueError(f"clamp(x, {lo}, {hi}): lo is above hi: write clamp(x, {hi}, {lo})")
    inside: object = max(lo, min(x, hi))
    return cast("int", round(inside) if isinstance(inside, Exact) and inside.is_drawn() else inside)


def _one_sided(ratio: Fraction | Exact, digits: int, squares: Callable[[int], list[Interval]]) -> int:
    """n >= 0 with probability (1 - a) a^n, for a the ratio.

    n = 2^k q + r with r < 2^k has probability proportional to (a^(2^k))^q times the product of a^(2^j) over
    the binary digits j of r that are 1. So q and all digits of r are independent: q is one-sided geometric
    with ratio a^(2^k), and digit j is 1 with probability a^(2^j) / (1 + a^(2^j)). Any k is right; with k so
    large that a^(2^k) is about a half, the number of draws grows with the logarithm of 1 / (1 - a) only.
    Here k is `digits`, and `squares` encloses all a^(2^j).
    """
    result = 0
    while _happens(ratio) if digits == 0 else _edges_passed(lambda bits: squares(bits)[digits:]) == 0:
        result += 1
    for digit in reversed(range(digits)):
        result = 2 * result + (_edges_passed(partial(_digit_probability, squares, digit)) == 0)
    return result


def _digit_probability(squares: Callable[[int], list[Interval]], digit: int, bits: int) -> list[Interval]:
    """x / (1 + x) for x = a^(2^digit); it grows with x."""
    low, high = squares(bits)[digit]
    return [(low / (1 + low), high / (1 + high))]


def _repeated_squares(ratio: Fraction | Exact, count: int, bits: int) -> list[Interval]:
    """Enclosures of a^(2^j) for j = 0 to count."""
    bits += count
    result = [_enclose(ratio, bits)]
    for _ in range(count):
        result.append(widened(multiply(result[-1], result[-1]), bits))
    return result


def _doublings(ratio: Fraction | Exact) -> int:
    """The least k >= 0 with 2^k (1 - ratio) at least about a half."""
    bits = DIGITS + GUARD
    while (gap := 1 - _enclose(ratio, bits)[1]) <= 0:
        bits *= 2
    return (ceil(1 / (2 * gap)) - 1).bit_length()


def _shares(weights: Sequence[Fraction | Exact], bits: int) -> list[Interval]:
    """Where, in [0, 1), each outcome but the last ends."""
    while True:
        intervals = [_enclose(weight, bits) for weight in weights]
        lows = list(accumulate(low for low, _ in intervals))
        highs = list(accumulate(high for _, high in intervals))
        if lows[-1] > 0:
            return [(low / highs[-1], high / lows[-1]) for low, high in zip(lows[:-1], highs[:-1], strict=True)]
        bits *= 2


def _enclose(number: Fraction | Exact, bits: int) -> Interval:
    return number.enclosure(bits) if isinstance(number, Exact) else (number, number)


def _happens(probability: Fraction | Exact) -> bool:
    if isinstance(probability, Fraction):
        return random_below(probability.denominator) < probability.numerator
    return _edges_passed(lambda bits: [probability.enclosure(bits)]) == 0


def _edges_passed(edges: Callable[[int], list[Interval]]) -> int:
    """How many numbers are at or below a uniform real in [0, 1).

    `edges(bits)` encloses the numbers, which ascend in [0, 1]. With `digits` binary digits drawn, the real
    lies in [drawn, drawn + 1) / 2^digits.
    """
    drawn = digits = 0
    while True:
        drawn, digits = drawn << DIGITS | random_bits(DIGITS), digits + DIGITS
        low, high = Fraction(drawn, 1 << digits), Fraction(drawn + 1, 1 << digits)
        intervals = edges(digits + GUARD)
        passed = sum(interval[1] <= low for interval in intervals)
        if passed + sum(interval[0] >= high for interval in intervals) == len(intervals):
            return passed


def _lies_between_0_and_1(number: Fraction | Exact) -> bool:
    low, high = _enclose(number, DIGITS + GUARD)
    return 0 < low <= high < 1 or 0 < number < 1


def _number(value: object, call: str, name: str, example: str) -> Fraction | Exact:
    if (number := as_number(value)) is None:
        raise TypeError(f"{call}: {name} is {value!r}, not a finite number: write {example}")
    return number


def _weights(weights: Sequence[object]) -> list[Fraction | Exact]:
    call, example = "categorical(w0, w1, ...)", "categorical(1, 2, 1)"
    if not weights:
        raise TypeError(f"categorical(): no weights: write one for each outcome, such as {example}")
    if isinstance(weights[0], list | tuple):
        raise TypeError(f"{call}: a weight is a sequence: write categorical(*weights)")
    if isinstance(weights[0], dict):
        raise TypeError(f"{call}: a weight is a dictionary: write categorical(weights) for one of its keys")
    numbers = [_number(weight, call, f"w{i}", example) for i, weight in enumerate(weights)]
    for position, number in enumerate(numbers):
        if _enclose(number, DIGITS + GUARD)[0] < 0 and number < 0:
            raise ValueError(
                f"{call}: w{position} is {weights[position]!r}, but weights are not negative: write {example}"
            )
    if not any(numbers):
        raise ValueError(f"{call}: every weight is 0: write one above 0, as in {example}")
    return numbers


def _integer(value: object, name: str) -> int:
    try:
        return index(value)  # type: ignore[arg-type]
    except TypeError:
        message = f"uniform(lo, hi): {name} is {value!r}, not an integer: write uniform(0, 2)"
        raise TypeError(message) from None
