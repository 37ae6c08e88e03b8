"""Rates at which the turns of a cycle grow, and rational vectors that bound them from below and from above.

A matrix is a `Table`: for each state the entries of its row. Its classes are the strongly connected sets of states;
the rate of a class is the spectral radius of its block. Floats propose rates and vectors; all inequalities that
matter are checked by `growth_check`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import TypeAlias

from flint import fmpq, fmpq_mat

from faier.exact.simplest import simplest_between
from faier.semantics.process import Row

Table: TypeAlias = list[dict[int, fmpq]]

_TURNS = 400
_CLOSE = fmpq(1, 10**9)
_ROOM = fmpq(1, 10**6)
_DENOMINATOR = 10_000


def below(table: Table, start: dict[int, fmpq], seen: Sequence[fmpq]) -> tuple[fmpq, list[fmpq]] | None:
    """(a, x) with table x >= a x, 0 <= x <= seen, and start x > 0: from the class that grows fastest."""
    best: tuple[fmpq, list[fmpq]] | None = None
    for states in _classes(table, closure(table, start)):
        if not _rate(table, states):
            continue
        found = _perron(table, states)
        if found is None:
            continue
        rate, vector = found
        if best is not None and rate <= best[0]:
            continue
        x = _entered(table, states, vector, rate, start)
        positive = [state for state in range(len(x)) if x[state] != 0]
        if any(seen[state] == 0 for state in positive):
            continue
        scale = min(seen[state] / x[state] for state in positive)
        best = rate, [entry * scale for entry in x]
    return best


def above(table: Table, start: dict[int, fmpq], seen: Sequence[fmpq]) -> Iterator[tuple[fmpq, list[fmpq]]]:
    """(b, y) with table y <= b y and y >= seen at the states that can be reached: first with the exact rate, where it
    is a simple fraction, then a little more."""
    sees = frozenset(state for state, weight in enumerate(seen) if weight)
    classes = _classes(table, leading(table, closure(table, start), sees))
    rate = max((_rate(table, states) for states in classes), default=0.0)
    value = fmpq(*rate.as_integer_ratio())
    tries = [_simple(value), simplest_between(value * (1 + _ROOM / 2), value * (1 + _ROOM))] if rate > 0 else []
    for b in tries:
        if b is None:
            continue
        y = [fmpq(0)] * len(table)
        if all(_settled(table, states, y, b, seen) for states in classes):
            yield b, y


def rates(table: Table, within: frozenset[int]) -> list[float]:
    """The rates of the classes."""
    return [_rate(table, states) for states in _classes(table, within)]


def closure(table: Table, start: Iterable[int]) -> frozenset[int]:
    """The states that some number of turns leads to."""
    seen = set(start)
    waiting = list(seen)
    while waiting:
        onward = set(table[waiting.pop()]) - seen
        seen |= onward
        waiting += onward
    return frozenset(seen)


def leading(table: Table, within: frozenset[int], there: frozenset[int]) -> frozenset[int]:
    """Those from which some number of turns leads to a state that is `there`."""
    found = within & there
    while True:
        more = frozenset(state for state in within - found if not found.isdisjoint(table[state]))
        if not more:
            return found
        found |= more


def product(table: Table, rows: Sequence[Row]) -> Table:
    return [moved(row, rows) for row in table]


def moved(vector: dict[int, fmpq], rows: Sequence[Row]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            assert isinstance(chance, fmpq)
            after[target] = after.get(target, fmpq(0)) + weight * chance
    return after


def times(table: Table, vector: Sequence[fmpq]) -> list[fmpq]:
    return [sum((weight * vector[target] for target, weight in row.items()), fmpq(0)) for row in table]


def _classes(table: Table, within: frozenset[int]) -> list[tuple[int, ...]]:
    """The strongly connected sets, those that are led to before those that lead there."""
    reach = {state: closure(table, [state]) for state in within}
    found: list[tuple[int, ...]] = []
    done: set[int] = set()
    for state in sorted(within, key=lambda item: (len(reach[item]), item)):
        if state not in done:
            states = tuple(sorted(other for other in reach[state] if state in reach.get(other, ())))
            done.update(states)
            found.append(states)
    return found


def _rate(table: Table, states: tuple[int, ...]) -> float:
    return _powers(table, states)[0]


def _powers(table: Table, states: tuple[int, ...]) -> tuple[float, list[float]]:
    """The spectral radius of a class and its vector, nearly; the shift keeps periodic classes from swinging."""
    if len(states) == 1:
        return float(table[states[0]].get(states[0], 0)), [1.0]
    rows = [[(states.index(t), float(p)) for t, p in table[s].items() if t in states] for s in states]
    shift = max(sum(p for _, p in row) for row in rows) / 2
    vector, rate = [1.0] * len(states), 0.0
    for _ in range(_TURNS):
        after = [shift * own + sum(p * vector[t] for t, p in row) for own, row in zip(vector, rows, strict=True)]
        size = max(after)
        if size == 0.0:
            return 0.0, vector
        done = abs(size - shift - rate) <= 1e-15 * size
        vector, rate = [entry / size for entry in after], size - shift
        if done:
            break
    return rate, vector


def _perron(table: Table, states: tuple[int, ...]) -> tuple[fmpq, list[fmpq]] | None:
    """(a, x) with block x >= a x and x > 0; equal where the rate is a simple fraction."""
    rate, near = _powers(table, states)
    simple = _simple(fmpq(*rate.as_integer_ratio()))
    if simple is not None:
        exact = _kernel(table, states, simple)
        if exact is not None:
            return simple, exact
    if min(near) <= 0.0:
        return None
    vector = [simplest_between(_exactly(e) * (1 - _CLOSE), _exactly(e) * (1 + _CLOSE)) for e in near]
    place = {state: at for at, state in enumerate(states)}
    images = [sum((p * vector[place[t]] for t, p in table[s].items() if t in place), fmpq(0)) for s in states]
    least = min(image / own for image, own in zip(images, vector, strict=True))
    if least <= 0:
        return None
    return simplest_between(least * (1 - _CLOSE), least, closed_high=True), vector


def _kernel(table: Table, states: tuple[int, ...], rate: fmpq) -> list[fmpq] | None:
    """The positive vector with block x = rate x, if there is one."""
    size = len(states)
    block = fmpq_mat(size, size)
    for i, s in enumerate(states):
        for j, t in enumerate(states):
            block[i, j] = table[s].get(t, fmpq(0)) - (rate if i == j else 0)
    reduced, rank = block.rref()
    if rank != size - 1:
        return None
    vector = [-reduced[i, size - 1] for i in range(size - 1)] + [fmpq(1)]
    return vector if min(vector) > 0 else None


def _entered(
    table: Table, states: tuple[int, ...], vector: Sequence[fmpq], rate: fmpq, start: dict[int, fmpq]
) -> list[fmpq]:
    """The vector of the class, and enough at the states that lead there from the start: x = table x / rate."""
    x = [fmpq(0)] * len(table)
    for state, entry in zip(states, vector, strict=True):
        x[state] = entry
    while not any(x[state] for state in start):
        image = times(table, x)
        fresh = [image[state] / rate if x[state] == 0 else x[state] for state in range(len(x))]
        if fresh == x:
            break
        x = fresh
    return x


def _settled(table: Table, states: tuple[int, ...], y: list[fmpq], b: fmpq, seen: Sequence[fmpq]) -> bool:
    """Find y for a class, where it is known for all that the class leads to."""
    place = {state: at for at, state in enumerate(states)}
    outside = [sum((p * y[t] for t, p in table[s].items() if t not in place), fmpq(0)) for s in states]
    needed = [entry + b * seen[s] for entry, s in zip(outside, states, strict=True)]
    if not any(needed):
        return True
    size = len(states)
    block = fmpq_mat(size, size)
    for i, s in enumerate(states):
        for j, t in enumerate(states):
            block[i, j] = (b if i == j else 0) - table[s].get(t, fmpq(0))
    try:
        solution = block.solve(fmpq_mat(size, 1, needed))
        vector = [solution[i, 0] for i in range(size)]
    except ZeroDivisionError:
        kernel = None if any(outside) else _kernel(table, states, b)
        if kernel is None:
            return False
        scale = max(seen[s] / entry for s, entry in zip(states, kernel, strict=True))
        vector = [entry * scale for entry in kernel]
    if min(vector) < 0:
        return False
    for state, entry in zip(states, vector, strict=True):
        y[state] = entry
    return True


def _simple(value: fmpq) -> fmpq | None:
    """The simple fraction that the value seems to be."""
    if value <= 0:
        return None
    near = simplest_between(value * (1 - _CLOSE / 100), value * (1 + _CLOSE / 100))
    return near if near.q <= _DENOMINATOR else None


def _exactly(number: float) -> fmpq:
    return fmpq(*number.as_integer_ratio())
