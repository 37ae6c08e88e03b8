"""A run that consults chance becomes its exact law: a function becomes {result: probability}.

A run is repeated from its start once for every random path, led by a tape of choices, depth first. Only
`while` loops can make that tree of paths infinite. A loaded file therefore reports the start of every pass
through a `while` body (`loop_head`): paths are cut there, equal states are explored once, and the linear
system between them is solved. Two heads of the same loop are equal states when nothing outside the loop's
own frame can differ (no input read and nothing shown since a common moment) and the frame's variables agree.
"""

from collections import defaultdict, deque
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from enum import Enum
from fractions import Fraction
from functools import partial
from types import BuiltinFunctionType, FunctionType
from typing import Any

MAX_RUNS = 100_000
Options = tuple[tuple[Any, Fraction], ...]
Law = dict[Any, Fraction]


class Failed(Exception):
    """A run of the file goes wrong: the file must be rejected."""


class Unsupported(BaseException):
    """The referee cannot or must not judge this file. No `except Exception` of the file may catch that."""


class Discarded(BaseException):
    """The prior's assumption failed: this run does not happen."""


class Beyond(BaseException):
    """A draw without bounds went further out than is followed: what this run shows is not known."""


LOST = "lost"
"""Under this name a law has the probability of the runs that are not followed to their end."""


class Cut(BaseException):
    """The run reached the start of a pass through a `while` body, in this state."""

    def __init__(self, state: Hashable) -> None:
        self.state = state


@dataclass(frozen=True)
class Node:
    """The choices that lead to a state, and how many loop heads are passed on the way to it."""

    steps: tuple[tuple[int, Options], ...]
    heads: int


class Tape:
    """The choices of the present run: the first ones are led, later ones take their first option. `weight` is the
    probability of those that are not led."""

    def __init__(self) -> None:
        self.steps: list[tuple[int, Options]] = []
        self.ignored_heads = 0
        self.led = 0
        self.rewind()

    def rewind(self) -> None:
        self.position = 0
        self.weight = Fraction(1)
        self.heads = 0
        self.moments = 0
        self.last_event: tuple[int, int] = (0, 0)

    def choose(self, options: Callable[[], Options]) -> Any:
        """One of the options: pairs of a value and its positive probability; they sum to 1."""
        if self.position == len(self.steps):
            self.steps.append((0, options()))
        index, known = self.steps[self.position]
        if self.position >= self.led:
            self.weight *= known[index][1]
        self.position += 1
        return known[index][0]

    def event(self) -> None:
        """Something outside a loop's frame changed: an input was read or a value was shown."""
        self.moments += 1
        self.last_event = (self.moments, self.position)

    def loop_enter(self) -> tuple[int, int]:
        self.moments += 1
        return (self.moments, self.position)

    def loop_head(self, line: int, entered: tuple[int, int], variables: dict[str, Any]) -> None:
        self.heads += 1
        if self.heads <= self.ignored_heads:
            return
        moment, position = max(entered, self.last_event)
        past = tuple(index for index, _ in self.steps[:position])
        frame = tuple((name, freeze(value)) for name, value in sorted(variables.items()))
        raise Cut((line, moment, past, frame))

    def lead(self, node: Node) -> None:
        self.steps = list(node.steps)
        self.led = len(node.steps)
        self.ignored_heads = node.heads

    def advance(self, start: int) -> bool:
        """Turn to the next path that agrees on the first `start` choices."""
        while len(self.steps) > start:
            index, options = self.steps.pop()
            if index + 1 < len(options):
                self.steps.append((index + 1, options))
                return True
        return False

    def here(self) -> Node:
        return Node(tuple(self.steps[: self.position]), self.heads)


def freeze(value: Any) -> Hashable:
    """A variable's value as something to compare. Streams are equal between two events by construction; two names for
    one object are told from two objects by its first place."""
    return frozen(value, {})


def frozen(value: Any, places: dict[int, int]) -> Hashable:
    if value is None or isinstance(value, bool | int | float | str | Fraction | Enum):
        return (type(value).__name__, value)
    if getattr(value, "is_stream", False):
        return ("iterator",)
    if hasattr(value, "frozen"):
        return ("noise", value.frozen(places))
    if id(value) in places:
        return ("again", places[id(value)])
    if isinstance(value, list | set | dict | deque | FunctionType) or is_dataclass(value):
        places[id(value)] = len(places)
    if isinstance(value, list | tuple | deque):
        most = value.maxlen if isinstance(value, deque) else None
        return (type(value).__name__, most, tuple(frozen(item, places) for item in value))
    if isinstance(value, set | frozenset):
        return (type(value).__name__, frozenset(frozen(item, {}) for item in value))
    if isinstance(value, dict):
        pairs = tuple((frozen(key, places), frozen(item, places)) for key, item in value.items())
        made = frozen(value.default_factory, places) if isinstance(value, defaultdict) else None
        return (type(value).__name__, made, pairs)
    if is_dataclass(value):
        parts = tuple(frozen(getattr(value, field.name), places) for field in fields(value))
        return (type(value).__name__, parts)
    if isinstance(value, FunctionType):
        cells = tuple(frozen(held(cell), places) for cell in value.__closure__ or ())
        given = (frozen(value.__defaults__, places), frozen(value.__kwdefaults__, places))
        return ("function", value.__qualname__, value.__code__, cells, given)
    if isinstance(value, partial):
        return ("partial", *(frozen(part, places) for part in (value.func, value.args, value.keywords)))
    if isinstance(value, type | BuiltinFunctionType):
        return ("named", value.__qualname__)
    if getattr(type(value), "__module__", "") == "mechanism_file" and hasattr(value, "__dict__"):
        places[id(value)] = len(places)
        return (type(value).__name__, tuple((name, frozen(part, places)) for name, part in vars(value).items()))
    raise Unsupported(f"a loop variable holds {value!r}")


def held(cell: Any) -> Any:
    try:
        return cell.cell_contents
    except ValueError:
        return "nothing yet"


def law(tape: Tape, run: Callable[[], Any]) -> Law:
    """The exact law of what `run` returns; `None` stands for the runs that do not happen, `LOST` for those that are
    not followed."""
    start: Hashable = "start"
    nodes: dict[Hashable, Node] = {start: Node((), 0)}
    moves: dict[Hashable, Law] = {}
    exits: dict[Hashable, Law] = {}
    todo = [start]
    budget = MAX_RUNS
    while todo:
        state = todo.pop()
        moves[state], exits[state] = defaultdict(Fraction), defaultdict(Fraction)
        for weight, result in paths_from(tape, run, nodes[state]):
            budget -= 1
            if budget < 0:
                raise Unsupported("too many runs")
            if not isinstance(result, Cut):
                exits[state][result] += weight
                continue
            moves[state][result.state] += weight
            if result.state not in nodes:
                nodes[result.state] = tape.here()
                todo.append(result.state)
    return absorb(start, moves, exits)


def paths_from(tape: Tape, run: Callable[[], Any], node: Node) -> Iterator[tuple[Fraction, Any]]:
    """Every path from a state to its end or to the next loop head, with its probability from the state."""
    tape.lead(node)
    start = len(node.steps)
    while True:
        tape.rewind()
        try:
            result = run()
        except Discarded:
            result = None
        except Beyond:
            result = LOST
        except Cut as cut:
            result = cut
        yield tape.weight, result
        if not tape.advance(start):
            return


def absorb(start: Hashable, moves: dict[Hashable, Law], exits: dict[Hashable, Law]) -> Law:
    """Eliminate every state but the start from the equations law[s] = exits[s] + sum moves[s][t] law[t]."""
    sources: dict[Hashable, set[Hashable]] = defaultdict(set)
    for state, targets in moves.items():
        for target in targets:
            sources[target].add(state)
    for state in [state for state in reversed(moves) if state != start]:
        again = moves[state].pop(state, Fraction(0))
        if again == 1:
            raise Failed("a loop may go on forever")
        for source in sources[state] - {state}:
            weight = moves[source].pop(state) / (1 - again)
            for target, share in moves[state].items():
                moves[source][target] += weight * share
                sources[target].add(source)
            for result, share in exits[state].items():
                exits[source][result] += weight * share
        for target in moves.pop(state):
            sources[target].discard(state)
    return dict(exits[start])
