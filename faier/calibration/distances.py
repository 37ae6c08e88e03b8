"""How far apart the values of a query can be: for any two inputs, or for two that a relation allows.

The query is followed twice side by side, on inputs that are read entry by entry. What is shown are numbers, or tuples
and lists of them; distances of numbers are summed.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from itertools import product

from flint import fmpq

from faier.calibration.known import Missing, Point
from faier.lang.values import Real, Sequence, Value, same
from faier.limits import Limits
from faier.semantics.process import Ask, End, Process, Row, Tell

ZERO = fmpq(0)

Letters = Callable[[Hashable, Ask], Iterable[tuple[Value, Value, Hashable]]]
"""What both sides may read now, and the state after that."""


class _Unknown(Exception):
    """The distance is not known, for this reason."""


def numbers(value: Value) -> Point | None:
    """The numbers that a shown value is, or is made of."""
    if isinstance(value, bool | int):
        return (fmpq(int(value)),)
    if isinstance(value, Real):
        return (value.exact,) if isinstance(value.exact, fmpq) else None
    if isinstance(value, Sequence):
        inner = [numbers(item) for item in value.items]
        return None if None in inner else tuple(number for point in inner if point is not None for number in point)
    return None


def anything(state: Hashable, asked: Ask) -> Iterator[tuple[Value, Value, Hashable]]:
    """The letters of all pairs of inputs."""
    for left, right in product(asked.choices, repeat=2):
        yield left, right, state


def greatest(process: Process, letters: Letters, start: Hashable, limits: Limits) -> fmpq | Missing:
    """The greatest distance of what the query shows on the left and on the right."""
    try:
        if letters is anything and (found := _range(process)) is not None:
            return found
        return _along(process, letters, start, limits)
    except _Unknown as error:
        return Missing(str(error))


def _range(process: Process) -> fmpq | None:
    """Where one number is shown, at the end."""
    shown: list[fmpq] = []
    for state in process.states:
        if isinstance(state, Tell):
            point = numbers(state.value)
            after = [process.states[target] for target, _ in state.row]
            if point is None or len(point) != 1 or not all(isinstance(each, End) for each in after):
                return None
            shown.append(point[0])
    return max(shown) - min(shown) if shown else None


def _along(process: Process, letters: Letters, start: Hashable, limits: Limits) -> fmpq:
    """The longest way through the states of both sides and of the relation, from the end to the beginning."""
    first = _only(process.start)
    root = (first, first, start)
    known: dict[tuple[int, int, Hashable], fmpq] = {}
    steps: dict[tuple[int, int, Hashable], tuple[fmpq, list[tuple[int, int, Hashable]]]] = {}
    waiting = [root]
    while waiting:
        here = waiting[-1]
        if here in known:
            waiting.pop()
            continue
        if here not in steps:
            limits.check()
            if len(steps) > limits.states:
                raise _Unknown("too many pairs of inputs would have to be followed")
            steps[here] = _steps(process, letters, here)
            waiting += [each for each in steps[here][1] if each not in known]
            if any(each in steps and each not in known for each in steps[here][1]):
                raise _Unknown("it may go on for ever")
            continue
        apart, following = steps[here]
        known[here] = apart + max((known[each] for each in following), default=ZERO)
        waiting.pop()
    return known[root]


def _steps(
    process: Process, letters: Letters, here: tuple[int, int, Hashable]
) -> tuple[fmpq, list[tuple[int, int, Hashable]]]:
    """The distance of what is shown here, and where it goes on."""
    left, right, state = here
    match process.states[left], process.states[right]:
        case End(), End():
            return ZERO, []
        case Tell(one, row), Tell(other, along):
            points = numbers(one), numbers(other)
            if points[0] is None or points[1] is None or len(points[0]) != len(points[1]):
                raise _Unknown("what is shown are not always so many numbers")
            apart = sum((abs(a - b) for a, b in zip(points[0], points[1], strict=True)), ZERO)
            return apart, [(_only(row), _only(along), state)]
        case Ask() as one, Ask() as other if one.entry == other.entry:
            found = [(_only(_read(one, a)), _only(_read(other, b)), after) for a, b, after in letters(state, one)]
            return ZERO, list(dict.fromkeys(found))
    raise _Unknown("what is read, or how much is shown, depends on the data")


def _read(asked: Ask, value: Value) -> Row:
    return next(row for choice, row in zip(asked.choices, asked.rows, strict=True) if same(choice, value))


def _only(row: Row) -> int:
    if len(row) != 1:
        raise _Unknown("the query is drawn")
    return row[0][0]
