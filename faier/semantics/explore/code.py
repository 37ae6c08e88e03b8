"""Flat code: what a function is lowered to before it is explored.

A program is a tuple of instructions over numbered slots. Control goes to the next instruction unless an
instruction names another. Helpers are inlined; a call of one that calls itself draws what it returns (`Recur`).
Random calls stand alone, so every other instruction is deterministic, except that `Operate` splits on unbounded noise
among its operands.
`live[i]` lists the slots whose values can still matter when control is at instruction i.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from faier.lang.syntax import Error, InputType, Span
from faier.lang.vocabulary import DrawKind

PENDING = -1  # where an instruction goes as long as only a label says it

Slot: TypeAlias = int
Environment: TypeAlias = list[Any]  # by slot: a Value, an iterator, or unbounded noise


@dataclass(frozen=True)
class Compute:
    """`target` becomes what the pure function says of the environment."""

    target: Slot
    function: Callable[[Environment], Any]
    reads: frozenset[Slot]
    span: Span


@dataclass(frozen=True)
class Operate:
    """`target` becomes `name` applied to the values of the slots. One of them may be unbounded noise."""

    target: Slot
    name: str
    function: Callable[..., Any]
    slots: tuple[Slot, ...]
    span: Span


@dataclass(frozen=True)
class Store:
    """A named variable takes the value of a slot, which must not be unbounded noise."""

    target: Slot
    source: Slot
    type: InputType | None
    span: Span


@dataclass(frozen=True)
class Branch:
    """To `otherwise` unless the function's value is true."""

    function: Callable[[Environment], Any]
    otherwise: int
    reads: frozenset[Slot]
    span: Span


@dataclass(frozen=True)
class Jump:
    to: int
    span: Span


@dataclass(frozen=True)
class Head:
    """The head of a `while` loop: exploration stops here, so that a silent loop is seen as one."""

    span: Span


@dataclass(frozen=True)
class Sample:
    """`target` is drawn; `slots` hold the arguments (starred ones already spread: one sequence)."""

    target: Slot
    kind: DrawKind
    arguments: Slot
    span: Span


@dataclass(frozen=True)
class Recur:
    """`target` becomes what the function, which calls itself, returns on what the slots hold, and then the variables
    that it shares."""

    target: Slot
    function: str
    slots: tuple[Slot, ...]
    span: Span


@dataclass(frozen=True)
class Next:
    """The next item of the iterator in `iterator` goes to `target`; to `exhausted` when there is none."""

    target: Slot
    iterator: Slot
    exhausted: int
    span: Span


@dataclass(frozen=True)
class Arrive:
    """The next arrival of the stream goes to `target`; to `exhausted` when the stream has ended."""

    target: Slot
    stream: str
    exhausted: int
    span: Span


@dataclass(frozen=True)
class Tell:
    """Show the value of the slot."""

    slot: Slot
    span: Span


@dataclass(frozen=True)
class Finish:
    """The run ends; a prior that returns leaves its data in `slot`."""

    slot: Slot | None
    span: Span


@dataclass(frozen=True)
class Fail:
    """The run raises."""

    code: str
    message: str
    hint: str
    span: Span


@dataclass(frozen=True)
class Reveal:
    """`secret(value)`: the slot holds what must stay hidden."""

    slot: Slot
    span: Span


@dataclass(frozen=True)
class Require:
    """`assume(condition)`: the run does not happen unless the slot is true."""

    slot: Slot
    span: Span


Instruction: TypeAlias = (
    Compute
    | Operate
    | Store
    | Branch
    | Jump
    | Head
    | Sample
    | Recur
    | Next
    | Arrive
    | Tell
    | Finish
    | Fail
    | Reveal
    | Require
)


@dataclass(frozen=True)
class Code:
    instructions: tuple[Instruction, ...]
    live: tuple[tuple[Slot, ...], ...]
    slots: int
    names: tuple[str, ...]  # of each slot; temporaries begin with a dot
    caught: Mapping[int, Mapping[Error, int]] = field(default_factory=dict)  # where a run goes on that raises there
    unsaid: frozenset[int] = frozenset()  # where a handler may catch what else Python raises


def with_liveness(
    instructions: list[Instruction],
    names: list[str],
    caught: Mapping[int, Mapping[Error, int]],
    unsaid: frozenset[int],
) -> Code:
    """The code with the slots live before each instruction, by the usual backward iteration."""
    live: list[int] = [0] * (len(instructions) + 1)
    changed = True
    while changed:
        changed = False
        for at in range(len(instructions) - 1, -1, -1):
            instruction = instructions[at]
            after = 0
            for successor in _successors(instruction, at):
                after |= live[successor]
            reads, writes = _reads(instruction), _writes(instruction)
            before = (after & ~writes) | reads
            for place in caught.get(at, {}).values():
                before |= live[place]
            if before != live[at]:
                live[at] = before
                changed = True
    slots = tuple(tuple(_slots(mask)) for mask in live[:-1])
    return Code(tuple(instructions), slots, len(names), tuple(names), caught, unsaid)


def _slots(mask: int) -> Iterator[int]:
    """The bits that are set, the lowest first."""
    while mask:
        lowest = mask & -mask
        yield lowest.bit_length() - 1
        mask ^= lowest


def _successors(instruction: Instruction, at: int) -> tuple[int, ...]:
    match instruction:
        case Jump(to):
            return (to,)
        case Branch(otherwise=other) | Next(exhausted=other) | Arrive(exhausted=other):
            return (at + 1, other)
        case Finish() | Fail():
            return ()
        case Compute() | Operate() | Store() | Head() | Sample() | Recur() | Tell() | Reveal() | Require():
            return (at + 1,)


def _reads(instruction: Instruction) -> int:
    match instruction:
        case Compute(reads=reads) | Branch(reads=reads):
            return _mask(*reads)
        case Operate(slots=slots) | Recur(slots=slots):
            return _mask(*slots)
        case Store(source=slot) | Tell(slot=slot) | Reveal(slot=slot) | Require(slot=slot):
            return _mask(slot)
        case Sample(arguments=slot) | Next(iterator=slot):
            return _mask(slot)
        case Finish(slot=slot):
            return 0 if slot is None else _mask(slot)
        case Jump() | Head() | Arrive() | Fail():
            return 0


def _writes(instruction: Instruction) -> int:
    match instruction:
        case Next(target, iterator):
            # The iterator moves on, and it is read too.
            return _mask(target, iterator)
        case Compute(target=target) | Operate(target=target) | Store(target=target):
            return _mask(target)
        case Sample(target=target) | Arrive(target=target) | Recur(target=target):
            return _mask(target)
        case Branch() | Jump() | Head() | Tell() | Finish() | Fail() | Reveal() | Require():
            return 0


def _mask(*slots: Slot) -> int:
    mask = 0
    for slot in slots:
        mask |= 1 << slot
    return mask
