"""What a draw is given: the right number of arguments, each what it must be; else the failure that says so.

Both semantics ask here, and then each says by itself how likely every outcome is.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Sequence
from math import comb, perm
from typing import cast

from flint import fmpq

from faier.exact import Epsilon, Number, Undecidable, budget_of, compare, epsilons, unknowns
from faier.exact.bernstein import range_in
from faier.lang import operations
from faier.lang.arithmetic import exact_number, is_negative, meant_number, written_number
from faier.lang.failures import BAD_ARGUMENT, MAXIMAL_LENGTH, NOT_PROBABILITY, TOO_LARGE, WRONG_KIND, Failure
from faier.lang.judging import box
from faier.lang.noise import not_followed
from faier.lang.values import ENUMS, Budget, Shape, Value, show_value
from faier.lang.values import Sequence as Held
from faier.lang.vocabulary import VOCABULARY, DrawKind

MOST_ORDERS = 50_000


def probability(kind: DrawKind, values: Sequence[Value]) -> Number:
    """The one argument of flip, and of geometric."""
    _count(kind, values)
    return operations.probability(values[0])


def ends(kind: DrawKind, values: Sequence[Value]) -> tuple[int, int]:
    """The two arguments of uniform, the least and the greatest outcome."""
    _count(kind, values)
    low, high = (operations.whole(value, f"an end of {kind}") for value in values)
    if low > high:
        raise Failure(BAD_ARGUMENT, f"{kind} over an empty range: {low} is above {high}")
    if high - low >= MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"{kind} has more than {MAXIMAL_LENGTH:,} outcomes")
    return low, high


def weights(kind: DrawKind, values: Sequence[Value]) -> tuple[Sequence[Value], list[Number], Number]:
    """What categorical may give, the places of its arguments or of the items of a list, or the keys of a dictionary;
    their weights, and the sum of these, by which they are divided."""
    _count(kind, values)
    outcomes: Sequence[Value] | None = None
    match values:
        case [Held(kind="list" | "tuple", items=items)] if items:
            values = items
        case [Held(kind="dict", items=items)]:
            outcomes, values = tuple(zip(*(cast(Held, item).items for item in items), strict=True)) or ((), ())
    found = [exact_number(value) for value in values]
    for value, weight in zip(values, found, strict=True):
        if is_negative(weight):
            raise Failure(NOT_PROBABILITY, f"the weight {show_value(value)} is negative")
    total = sum(found, start=fmpq(0))
    if total == 0:
        raise Failure(BAD_ARGUMENT, f"the weights of {kind} are all 0")
    return range(len(found)) if outcomes is None else outcomes, found, total


def orders(kind: DrawKind, values: Sequence[Value]) -> list[tuple[tuple[int, ...], fmpq]]:
    """The places that shuffled and sample may take their items from, in their order, and how likely each of these is:
    of items that are the same it makes no difference which is where."""
    _count(kind, values)
    if isinstance(values[0], Held) and values[0].kind == "dict":
        message = "choice takes the keys of a dictionary, each equally likely: what they stand for makes no difference"
        raise Failure(WRONG_KIND, message, "write choice(list(d)), or categorical(d) where these are weights")
    items = operations.iterate(values[0])
    count = len(items)
    taken = count if kind == "shuffled" else operations.whole(values[1], f"the number of items of {kind}")
    if not 0 <= taken <= count:
        raise Failure(BAD_ARGUMENT, f"{kind} of {taken} items: there are {count}")
    alike: dict[Hashable, list[int]] = {}
    for place, item in enumerate(items):
        alike.setdefault(_plain(item) or place, []).append(place)
    groups = list(alike.values())
    if _arrangements([len(group) for group in groups], taken) > MOST_ORDERS:
        raise Failure(TOO_LARGE, f"{kind} has more than {MOST_ORDERS:,} outcomes")
    return [(order, fmpq(many, perm(count, taken))) for order, many in _arranged(groups, taken)]


def _plain(item: Value) -> Hashable:
    """What equal items of it are the same (None: nothing is known of that)."""
    match item:
        case None | bool() | int() | str():
            return type(item), item
        case Held(kind="tuple", items=items, of=None):
            parts = tuple(map(_plain, items))
            return None if None in parts else ("tuple", parts)
        case Held(kind="record", items=items, of=Shape(kind=kind) as shape) if kind in ENUMS:
            return shape.name, tuple(map(_plain, items))
        case _:
            return None


def _arrangements(many: Sequence[int], taken: int) -> int:
    """In how many ways so many are taken, one after the other, of things that are there so many times each."""
    ways = [1] + [0] * taken  # of those so far, by how many are taken
    for most in many:
        ways = [
            sum(ways[length - more] * comb(length, more) for more in range(min(most, length) + 1))
            for length in range(taken + 1)
        ]
    return ways[taken]


def _arranged(groups: Sequence[Sequence[int]], taken: int) -> Iterator[tuple[tuple[int, ...], int]]:
    """These ways, each with how many orders of all items it stands for."""

    def further(left: list[int], order: tuple[int, ...], many: int) -> Iterator[tuple[tuple[int, ...], int]]:
        if len(order) == taken:
            yield order, many
            return
        for group, places in enumerate(groups):
            if left[group] > 0:
                left[group] -= 1
                yield from further(left, (*order, places[left[group]]), many * (left[group] + 1))
                left[group] += 1

    return further([len(group) for group in groups], (), 1)


def places(kind: DrawKind, values: Sequence[Value]) -> range:
    """The places of the values of choice: all equally likely."""
    _count(kind, values)
    if isinstance(values[0], Held) and values[0].kind == "dict":
        message = "choice takes the keys of a dictionary, each equally likely: what they stand for makes no difference"
        raise Failure(WRONG_KIND, message, "write choice(list(d)), or categorical(d) where these are weights")
    count = len(operations.iterate(values[0]))
    if count == 0:
        raise Failure(BAD_ARGUMENT, f"{kind} of nothing")
    return range(count)


def rate(kind: DrawKind, values: Sequence[Value]) -> Epsilon:
    """The rate 1 / b of laplace, whose density falls by exp(-rate) on the way to the next integer."""
    _count(kind, values)
    (scale,) = values
    if isinstance(scale, Budget):
        if not scale.inverse:
            hint = f"write laplace(1 / {scale.name}) for noise that hides a change by 1"
            raise Failure(BAD_ARGUMENT, f"laplace takes a number divided by {scale.name}, not a multiple of it", hint)
        _require_positive(kind, scale, scale.coefficient)
        return Epsilon.positive(scale.name, 1 / scale.coefficient)
    number = meant_number(scale)
    _require_positive(kind, scale, number)
    if isinstance(number, fmpq):
        return Epsilon.rational(1 / number)
    return budget_of(1 / number)


def variance(kind: DrawKind, values: Sequence[Value]) -> Number:
    """The square of the standard deviation of gaussian."""
    _count(kind, values)
    (deviation,) = values
    number = written_number(deviation)
    _require_positive(kind, deviation, number)
    return number * number


def _require_positive(kind: DrawKind, value: Value, number: Number) -> None:
    """An unknown decides nothing here."""
    within = box()
    if kind == "gaussian" and within is not None and unknowns(number):
        ends = range_in(number, within)
        if ends is not None and ends[0] > 0:
            return
    if unknowns(number) or epsilons(number):
        raise not_followed(f"a {'scale' if kind == 'laplace' else 'standard deviation'} with an unknown in it")
    try:
        positive = compare(number, fmpq(0)) > 0
    except Undecidable:
        raise not_followed(f"the argument of {kind}, whose sign is not decided,") from None
    if not positive:
        raise Failure(BAD_ARGUMENT, f"{kind} takes a number above 0, not {show_value(value)}")


def _count(kind: DrawKind, values: Sequence[Value]) -> None:
    least, most = VOCABULARY[kind].arity
    if len(values) < least or (most is not None and len(values) > most):
        few = f"{least} argument{'s' * (least != 1)}" if most == least else f"at least {least}"
        raise Failure(BAD_ARGUMENT, f"{kind} takes {few}, not {len(values)}")
