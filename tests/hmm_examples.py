"""Functions and processes written by hand, for the tests of faier.hmm."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable

from flint import fmpq

from faier.lang.syntax import Function, IntType, Parameter, StreamType, Type, VectorType
from faier.semantics.process import Ask, End, Entry, Process, State, Tell

ONE = fmpq(1)
ARRIVAL = Entry("queries", None, True)


def mechanism(public: tuple[str, ...] = (), **inputs: Type) -> Function:
    """A mechanism with these inputs and no body."""
    parameters = tuple(Parameter(name, type_, name in public) for name, type_ in inputs.items())
    return Function("mechanism", "mechanism", parameters, (), (), False)


Configuration = Hashable
Moves = Iterable[tuple[Configuration, fmpq]]


def process(start: Configuration, behave: Callable[[Configuration], tuple]) -> Process:
    """The process of the configurations reachable from the start. `behave` gives ("ask", entry, {value: moves}),
    ("tell", value, moves) or ("end",)."""
    number = {start: 0}
    states: list[State] = []

    def row(moves: Moves) -> tuple[tuple[int, fmpq], ...]:
        sums: dict[int, fmpq] = {}
        for configuration, weight in moves:
            at = number.setdefault(configuration, len(number))
            sums[at] = sums.get(at, fmpq(0)) + weight
        return tuple(sorted((at, weight) for at, weight in sums.items() if weight != 0))

    waiting = [start]
    for configuration in waiting:
        known = len(number)
        match behave(configuration):
            case ("ask", entry, moves):
                states.append(Ask(entry, tuple(moves), tuple(map(row, moves.values()))))
            case ("tell", value, moves):
                states.append(Tell(value, row(moves)))
            case ("end",):
                states.append(End())
        waiting.extend(list(number)[known:])
    ones = (ONE,) * len(states)
    return Process(tuple(states), ((0, ONE),), ((None, ones),), tuple(map(str, number)))


def noise(value: int, top: int, alpha: fmpq) -> list[tuple[int, fmpq]]:
    """clamp(value + geometric(alpha), 0, top)."""
    found = []
    for shown in range(top + 1):
        weight = alpha ** abs(shown - value) / (1 + alpha)
        found.append((shown, weight if shown in (0, top) else weight * (1 - alpha)))
    return found


HALF = fmpq(1, 2)


def truncated_geometric(top: int = 2) -> tuple[Process, Function]:
    def behave(at: Configuration) -> tuple:
        match at:
            case "start":
                rows = {v: [(("tell", s), w) for s, w in noise(v, top, HALF)] for v in range(top + 1)}
                return ("ask", Entry("count"), rows)
            case ("tell", value):
                return ("tell", value, [("end", ONE)])
        return ("end",)

    return process("start", behave), mechanism(count=IntType(0, top))


def noisy_max(queries: int, top: int = 2, uniform: bool = False) -> tuple[Process, Function]:
    """The index of the greatest noisy answer: the first of equal ones, or one of them uniformly."""

    def behave(at: Configuration) -> tuple:
        match at:
            case ("end",):
                return ("end",)
            case ("tell", winner):
                return ("tell", winner, [(("end",), ONE)])
            case (index, best, winner, ties):
                rows = {}
                for value in range(top + 1):
                    rows[value] = [
                        (after(index + 1, *kept), weight * share)
                        for shown, weight in noise(value, top, HALF)
                        for kept, share in better(best, winner, ties, index, shown)
                    ]
                return ("ask", Entry("answers", (index,)), rows)
        raise AssertionError(at)

    def better(best: int, winner: int, ties: int, index: int, shown: int) -> Moves:
        if shown > best:
            return [((shown, index, 1), ONE)]
        if shown == best and uniform:
            change = fmpq(1, ties + 1)
            return [((best, index, ties + 1), change), ((best, winner, ties + 1), 1 - change)]
        return [((best, winner, ties), ONE)]

    def after(index: int, best: int, winner: int, ties: int) -> Configuration:
        return ("tell", winner) if index == queries else (index, best, winner, ties)

    return process((0, -1, 0, 0), behave), mechanism(answers=VectorType(IntType(0, top), queries))


def above_threshold(top: int = 2, public: bool = True) -> tuple[Process, Function]:
    """Algorithm 4 of the paper on a stream of queries; shows False until a query is above, then True, and ends."""

    def behave(at: Configuration) -> tuple:
        match at:
            case "start":
                rows = {t: [(("wait", s), w) for s, w in noise(t, top, fmpq(1, 4))] for t in range(top + 1)}
                return ("ask", Entry("threshold"), rows)
            case ("wait", threshold):
                rows = {
                    v: [("above" if s >= threshold else ("below", threshold), w) for s, w in noise(v, top, HALF)]
                    for v in range(top + 1)
                }
                return ("ask", ARRIVAL, rows)
            case ("below", threshold):
                return ("tell", False, [(("wait", threshold), ONE)])
            case "above":
                return ("tell", True, [("end", ONE)])
        return ("end",)

    function = mechanism(
        public=("threshold",) if public else (), threshold=IntType(0, top), queries=StreamType(IntType(0, top))
    )
    return process("start", behave), function
