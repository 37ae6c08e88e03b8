"""The functions of `itertools`, on values: all that they would go through, in its order."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Iterable, Iterator

from faier.lang.comparing import iterate
from faier.lang.failures import BAD_ARGUMENT, MAXIMAL_LENGTH, TOO_LARGE, Failure
from faier.lang.operations import binary, truth, whole
from faier.lang.values import Sequence, Value

Operation = Callable[[str, Value, Value], Value]


def _all(items: Iterable[Value]) -> Sequence:
    return Sequence("tuple", tuple(items))


def _rows(rows: Iterable[tuple[Value, ...]]) -> Sequence:
    return _all(Sequence("tuple", row) for row in rows)


def _few(count: int) -> None:
    if count > MAXIMAL_LENGTH:
        raise Failure(TOO_LARGE, f"this goes over more than {MAXIMAL_LENGTH:,} items")


def _length(value: Value, name: str) -> int:
    length = whole(value, f"an argument of {name}")
    if length < 0:
        raise Failure(BAD_ARGUMENT, f"{name} takes no negative number")
    return length


def _product(*sequences: Value, repeat: Value = 1) -> Value:
    columns, times = [iterate(sequence) for sequence in sequences], _length(repeat, "product")
    _few(times * len(columns))
    _few(math.prod(map(len, columns)) ** times if all(columns) else 0)
    return _rows(itertools.product(*columns, repeat=times))


def _combinations(values: Value, r: Value) -> Value:
    items, taken = iterate(values), _length(r, "combinations")
    _few(math.comb(len(items), min(taken, len(items))))
    return _rows(itertools.combinations(items, taken))


def _repeated_combinations(values: Value, r: Value) -> Value:
    items, taken = iterate(values), _length(r, "combinations_with_replacement")
    _few(taken)
    _few(math.comb(len(items) + taken - 1, taken) if items else 1)
    return _rows(itertools.combinations_with_replacement(items, taken))


def _permutations(values: Value, r: Value = None) -> Value:
    items = iterate(values)
    taken = len(items) if r is None else _length(r, "permutations")
    count = 1
    for left in range(len(items), max(len(items) - taken, 0), -1):
        count *= left
        _few(count)
    return _rows(itertools.permutations(items, taken))


def accumulated(values: Value, *, initial: Value = None, add: Operation = binary) -> Value:
    """`accumulate(values)`"""
    items = list(iterate(values))
    if initial is not None:
        items.insert(0, initial)
    found: list[Value] = []
    for item in items:
        found.append(add("+", found[-1], item) if found else item)
    return _all(found)


def _repeated(value: Value, times: Value) -> Value:
    count = max(whole(times, "an argument of repeat"), 0)
    _few(count)
    return _all([value] * count)


def _sliced(values: Value, *ends: Value) -> Value:
    bounds = [None if end is None else _length(end, "islice") for end in ends]
    if len(bounds) == 3 and bounds[2] == 0:
        raise Failure(BAD_ARGUMENT, "the step of islice is 0")
    return _all(itertools.islice(iterate(values), *bounds))


def _joined(sequences: Iterable[Value]) -> Value:
    def items() -> Iterator[Value]:
        count = 0
        for sequence in sequences:
            count += len(iterate(sequence))
            _few(count)
            yield from iterate(sequence)

    return _all(items())


def _longest(*sequences: Value, fillvalue: Value = None) -> Value:
    return _rows(itertools.zip_longest(*map(iterate, sequences), fillvalue=fillvalue))


def _selected(values: Value, selectors: Value) -> Value:
    pairs = zip(iterate(values), iterate(selectors), strict=False)
    return _all(item for item, selector in pairs if truth(selector))


ITERATING: dict[str, Callable[..., Value]] = {
    "itertools.product": _product,
    "itertools.combinations": _combinations,
    "itertools.combinations_with_replacement": _repeated_combinations,
    "itertools.permutations": _permutations,
    "itertools.accumulate": accumulated,
    "itertools.chain": lambda *sequences: _joined(sequences),
    "itertools.chain.from_iterable": lambda sequences: _joined(iterate(sequences)),
    "itertools.repeat": _repeated,
    "itertools.islice": _sliced,
    "itertools.pairwise": lambda values: _rows(itertools.pairwise(iterate(values))),
    "itertools.zip_longest": _longest,
    "itertools.compress": _selected,
}
