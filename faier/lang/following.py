"""Which statements of a function may come after which: the ways that runs can take from one to the next.

Statements are numbered as they stand in the file, from 1 on, those inside of others after these.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass, field

from faier.lang.syntax import Block, Break, Continue, For, Raise, Return, Try, While
from faier.lang.walk import blocks

Ends = frozenset[int]


@dataclass
class Following:
    """The statements that may come right after each."""

    after: dict[int, set[int]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.last = 0
        self.leaving: list[set[int]] = []  # where `break` stands in each loop around
        self.turning: list[int] = []  # the loops around

    def may(self, first: int, then: int, without: Container[int]) -> bool:
        """Whether a run may come from one statement to the other, and to none of those in between."""
        if first == then:
            return True
        waiting, seen = [first], {first}
        while waiting:
            for number in self.after.get(waiting.pop(), ()):
                if number == then:
                    return True
                if number not in seen and number not in without:
                    seen.add(number)
                    waiting.append(number)
        return False

    def block(self, block: Block, before: Ends) -> Ends:
        """The statements after which the block may be over, where it comes after these."""
        for statement in block:
            self.last += 1
            number = self.last
            self.link(before, number)
            before = frozenset([number])
            match statement:
                case Return() | Raise():
                    before = frozenset()
                case Break() | Continue() if not self.turning:  # refused elsewhere
                    before = frozenset()
                case Break():
                    self.leaving[-1].add(number)
                    before = frozenset()
                case Continue():
                    self.link(before, self.turning[-1])
                    before = frozenset()
                case For(body=body, otherwise=otherwise) | While(body=body, otherwise=otherwise):
                    self.leaving.append(set())
                    self.turning.append(number)
                    self.link(self.block(body, before), self.turning.pop())
                    broken = self.leaving.pop()
                    before = self.block(otherwise, before) | broken
                case Try():
                    before = self.trying(statement, number)
                case _ if inner := blocks(statement):
                    ends = [self.block(part, before) for part in inner]
                    before = before.union(*ends)
        return before

    def trying(self, statement: Try, number: int) -> Ends:
        """What is caught may be raised anywhere inside."""
        body = self.block(statement.body, frozenset([number]))
        inside = frozenset(range(number, self.last + 1))
        handled = [self.block(handler.body, inside) for handler in statement.handlers]
        over = self.block(statement.otherwise, body).union(*handled)
        if not statement.final:
            return over
        return self.block(statement.final, over | frozenset(range(number, self.last + 1)))

    def link(self, before: Ends, number: int) -> None:
        for earlier in before:
            self.after.setdefault(earlier, set()).add(number)


def following(body: Block) -> Following:
    found = Following()
    found.block(body, frozenset())
    return found
