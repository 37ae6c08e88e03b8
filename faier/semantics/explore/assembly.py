"""Flat code as it is written: slots, labels, and the instructions that every construct is made of.

Jumps to places that are not written yet go to labels; `patched` resolves them. What an expression or a statement means
is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from faier.lang import errors, operations
from faier.lang.catching import asks
from faier.lang.failures import Failure
from faier.lang.made_constants import steady
from faier.lang.program import Program
from faier.lang.recursion import recursive
from faier.lang.syntax import NOWHERE, Error, Function, Span, StreamType
from faier.lang.values import Value
from faier.limits import LimitReached
from faier.semantics.explore.code import (
    PENDING,
    Arrive,
    Branch,
    Compute,
    Fail,
    Instruction,
    Jump,
    Next,
    Operate,
    Slot,
    Store,
)
from faier.semantics.explore.pure import UNSET

MAXIMAL_CODE = 100_000


class Assembly:
    """Instructions as they are written; jumps go to labels until all are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.recursive = recursive(program.functions)
        self.written_out = dict.fromkeys(self.recursive, 0)  # so many calls inside each other
        self.unlikely: frozenset[int] = frozenset()  # calls that are not written out, by identity
        self.steady = steady(program.functions)
        self.instructions: list[tuple[Instruction, Label | None]] = []
        self.names: list[str] = []
        self.frames: list[Frame] = []
        self.guards: tuple[Guard, ...] = ()  # what an exception comes to, the innermost last
        self.pads: dict[tuple[tuple[int, ...], Error], Pad] = {}  # where it goes from an instruction that raises it
        self.raising: dict[int, list[Pad]] = {}  # by instruction
        # What the exception tells that was raised last, where handlers ask for that.
        self.told: Slot | None = self.fresh() if asks(program) else None
        self.apart = False  # whether callers may catch what is raised here
        self.unsaid: set[int] = set()  # instructions, see `Code`

    def fresh(self, name: str = ".") -> Slot:
        self.names.append(name)
        return len(self.names) - 1

    def emit(self, instruction: Instruction, label: Label | None = None) -> None:
        if len(self.instructions) >= MAXIMAL_CODE:
            raise LimitReached("code", f"with its helpers inlined the function has over {MAXIMAL_CODE:,} steps")
        if self.guards and isinstance(instruction, (Compute, Operate, Branch, Store)):
            self.raising[len(self.instructions)] = self.guarded()
            if any(guard.catches(error) for guard in self.guards for error in errors.UNSAID):
                self.unsaid.add(len(self.instructions))
        self.instructions.append((instruction, label))

    def guarded(self) -> list[Pad]:
        """Where a run goes on that raises here."""
        found = []
        for error in errors.BY_ITSELF:
            if any(guard.catches(error) for guard in self.guards):
                key = (tuple(map(id, self.guards)), error)
                found.append(self.pads.setdefault(key, Pad(error, self.guards)))
        return found

    def throw(self, error: Error, failing: Fail, told: Slot | None = None) -> None:
        """The run raises here: it goes to the innermost handler, by way of what must be done before. `told` is what the
        exception tells, if that is known."""
        guards = self.guards
        caught = any(guard.catches(error) for guard in guards)
        if caught and self.told is not None:
            self.tell_handler(self.told, told, failing.span)
        while caught:
            *before, guard = self.guards
            self.guards = tuple(before)
            if guard.catches(error):
                self.jump(guard.handler(error), failing.span)
                break
            guard.leave()
        if not caught and self.apart:
            message = "an exception leaves a function that calls itself: that is not followed"
            failing = Fail("FA101", message, "return a value that says so", failing.span)
        if not caught:
            self.emit(failing)
        self.guards = guards

    def tell_handler(self, target: Slot, told: Slot | None, span: Span) -> None:
        if told is None:
            self.emit(Compute(target, lambda env: UNSET, frozenset(), span))
        else:
            self.move(target, told, span)

    def land(self, guard: Guard) -> None:
        """The places of the exceptions inside of the guard are written here."""
        guards, written = self.guards, -1
        while written < len(self.pads):
            written = len(self.pads)
            for pad in list(self.pads.values()):
                if guard in pad.guards and pad.label.at is None:
                    self.here(pad.label)
                    self.guards = pad.guards
                    self.throw(pad.error, Fail("FA403", "", "", NOWHERE))
        self.guards = guards

    def caught(self) -> dict[int, dict[Error, int]]:
        """Where a run goes on, by the instruction that raises and the exception."""
        return {
            at: {pad.error: pad.label.at for pad in pads if pad.label.at is not None}
            for at, pads in self.raising.items()
        }

    def here(self, label: Label) -> None:
        label.at = len(self.instructions)

    def jump(self, label: Label, span: Span) -> None:
        self.emit(Jump(PENDING, span), label)

    def branch(self, test: Slot, otherwise: Label, span: Span) -> None:
        def truth(env: list[Any]) -> bool:
            try:
                return operations.truth(env[test])
            except Failure as failure:
                raise failure.at(span) from None

        self.emit(Branch(truth, PENDING, frozenset({test}), span), otherwise)

    def operate(
        self,
        name: str,
        function: Callable[..., Any],
        slots: tuple[Slot, ...],
        span: Span,
        unary: bool = False,
    ) -> Slot:
        target = self.fresh()
        self.emit(Operate(target, f"unary {name}" if unary else name, function, slots, span))
        return target

    def binary(self, operator: str, left: Slot, right: Slot, span: Span) -> Slot:
        return self.operate(operator, lambda a, b: operations.binary(operator, a, b), (left, right), span)

    def move(self, target: Slot, source: Slot, span: Span) -> None:
        self.emit(Compute(target, lambda env: env[source], frozenset({source}), span))

    def constant(self, value: Value, span: Span) -> Slot:
        target = self.fresh()
        self.emit(Compute(target, lambda env: value, frozenset(), span))
        return target

    def stored(self, slot: Slot, span: Span) -> Slot:
        """A new slot with the value, which must not be unbounded noise and must be read by now."""
        target = self.fresh()
        self.emit(Store(target, slot, None, span))
        return target

    def part(self, items: Slot, at: int, span: Span) -> Slot:
        target = self.fresh()
        self.emit(Compute(target, _item_of(items, at), frozenset({items}), span))
        return target

    def patched(self) -> list[Instruction]:
        """The instructions with every label resolved."""
        done: list[Instruction] = []
        for instruction, label in self.instructions:
            if label is None:
                done.append(instruction)
                continue
            place = label.at if label.at is not None else len(self.instructions)
            match instruction:
                case Jump():
                    done.append(replace(instruction, to=place))
                case Branch():
                    done.append(replace(instruction, otherwise=place))
                case Next() | Arrive():
                    done.append(replace(instruction, exhausted=place))
                case _:
                    raise AssertionError("only jumps have labels")
        return done


class Label:
    """A place in the code that is not known yet."""

    def __init__(self) -> None:
        self.at: int | None = None


class Guard:
    """Something around the code that is written: it catches exceptions, or does something when one goes by."""

    def __init__(
        self, catches: Callable[[Error], bool], handler: Callable[[Error], Label], leave: Callable[[], None]
    ) -> None:
        self.catches = catches
        self.handler = handler
        self.leave = leave


class Pad:
    """Where an exception goes from an instruction that raises it."""

    def __init__(self, error: Error, guards: tuple[Guard, ...]) -> None:
        self.error = error
        self.guards = guards
        self.label = Label()


class Frame:
    """A function being lowered: where `return` puts its value and goes (None: it ends the run)."""

    def __init__(self, function: Function, result: Slot | None, done: Label | None) -> None:
        self.function = function
        self.result = result
        self.done = done
        self.handling: list[Error | None] = []  # what the handlers around have caught; None where nothing asks
        self.take: Callable[[Slot, Span], None] | None = None  # what happens to what it yields
        self.loops: list[tuple[Label, Label]] = []  # (continue, break)
        self.streams = {item.name: item.name for item in function.parameters if isinstance(item.type, StreamType)}
        """Its parameters that are streams: the mechanism's name of each."""


def _item_of(slot: Slot, at: int) -> Callable[[list[Any]], Any]:
    return lambda env: env[slot].items[at]
