"""Flat code as it is written: slots, labels, and the instructions that every construct is made of.

Jumps to places that are not written yet go to labels; `patched` resolves them. What an expression or a statement means
is not known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from faier.lang import operations
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.recursion import recursive
from faier.lang.syntax import Function, Span
from faier.lang.values import Value
from faier.limits import LimitReached
from faier.semantics.explore.code import (
    PENDING,
    Arrive,
    Branch,
    Compute,
    Instruction,
    Jump,
    Next,
    Operate,
    Slot,
    Store,
)

MAXIMAL_CODE = 100_000


class Assembly:
    """Instructions as they are written; jumps go to labels until all are known."""

    def __init__(self, program: Program) -> None:
        self.program = program
        self.recursive = recursive(program.functions)
        self.instructions: list[tuple[Instruction, Label | None]] = []
        self.names: list[str] = []
        self.frames: list[Frame] = []

    def fresh(self, name: str = ".") -> Slot:
        self.names.append(name)
        return len(self.names) - 1

    def emit(self, instruction: Instruction, label: Label | None = None) -> None:
        if len(self.instructions) >= MAXIMAL_CODE:
            raise LimitReached("code", f"with its helpers inlined the function has over {MAXIMAL_CODE:,} steps")
        self.instructions.append((instruction, label))

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


class Frame:
    """A function being lowered: where `return` puts its value and goes (None: it ends the run)."""

    def __init__(self, function: Function, result: Slot | None, done: Label | None) -> None:
        self.function = function
        self.result = result
        self.done = done
        self.take: Callable[[Slot, Span], None] | None = None  # what happens to what it yields
        self.loops: list[tuple[Label, Label]] = []  # (continue, break)


def _item_of(slot: Slot, at: int) -> Callable[[list[Any]], Any]:
    return lambda env: env[slot].items[at]
