"""A mechanism that adds noise of one kind and width to all that it shows -> the same without the noise: its query.

What cannot be taken apart so is told in words, and never guessed: noise that anything else depends on, noise of several
widths, things shown without noise, other draws.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field, fields, replace
from functools import cached_property
from typing import Any, TypeGuard

from faier.calibration.added_last import SHAPING, concerned
from faier.calibration.forms import NOISE, names
from faier.calibration.known import Missing
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Comprehension,
    Decimal,
    Display,
    Draw,
    Expression,
    Function,
    Literal,
    Name,
    Return,
    Unary,
    Yield,
)
from faier.lang.vocabulary import DrawKind
from faier.lang.walk import blocks, expressions, parts, statements, target_expressions

NONE = Literal(0)


@dataclass(frozen=True)
class Separated:
    """The program whose mechanism shows the query alone, and the noise that it adds in the other: its kind and the
    argument that says how wide it is. `shaped`: what is shown is made of the noisy query, and not that itself."""

    program: Program
    kind: DrawKind
    width: Expression
    shaped: bool


class Inseparable(Exception):
    """The noise cannot be taken from the query, for this reason."""


def separated(program: Program, mechanism: str) -> Separated | Missing:
    """The query of a mechanism, where it is seen."""
    function = program.function(mechanism)
    search = _Search(function)
    try:
        body = search.block(function.body)
        if not search.draws:
            return Missing("no noise is added to what is shown")
        first, *others = search.draws
        if any(other.kind != first.kind or other.arguments != first.arguments for other in others):
            return Missing("noise of several kinds or widths is added")
        fixed = {name for name, _ in (*program.constants, *function.settings)}
        if any(isinstance(part, Name) and part.name not in fixed for part in parts(first.arguments[0])):
            return Missing("how wide the noise is depends on more than constants")
    except Inseparable as error:
        return Missing(str(error))
    bare = replace(function, body=body)
    functions = tuple(bare if one is function else one for one in program.functions)
    query = replace(program, functions=functions)
    if any(_draws(each) for each in concerned(query, mechanism)):
        return Missing("it draws in other ways than to add noise to what it shows")
    return Separated(query, first.kind, first.arguments[0], search.shaped)


@dataclass
class _Search:
    """What is found on the way through a mechanism's body."""

    function: Function
    draws: list[Draw] = field(default_factory=list)
    shaped: bool = False

    @cached_property
    def mentions(self) -> Counter[str]:
        return Counter(names(self.function.body))

    def block(self, block: Block) -> Block:
        """The statements without the noise."""
        found = list(block)
        for at, statement in enumerate(block):
            if isinstance(statement, Return | Yield) and statement.value is not None:
                made = self.stored(block[:at], statement.value)
                if made is None:
                    found[at] = replace(statement, value=self.bare(statement.value))
                else:
                    place, assigned = made
                    found[place] = replace(assigned, value=self.bare(assigned.value))
                    found[at] = replace(statement, value=self.unshaped(statement.value))
            elif blocks(statement):
                found[at] = _with_blocks(statement, self.block)
        return tuple(found)

    def stored(self, before: Block, shown: Expression) -> tuple[int, Assign] | None:
        """Where the block has put what is shown into a variable that is read nowhere else."""
        while _shapes(shown):
            shown = shown.arguments[0]
        if not isinstance(shown, Name) or shown.name in self.function.captured or self.mentions[shown.name] != 2:
            return None
        for place, statement in enumerate(before):
            if isinstance(statement, Assign) and statement.targets == (shown,):
                return place, statement
        return None

    def unshaped(self, shown: Expression) -> Expression:
        while _shapes(shown):
            self.shaped, shown = True, shown.arguments[0]
        return shown

    def bare(self, shown: Expression) -> Expression:
        """What is shown without the noise."""
        match shown:
            case Display(items=items):
                return replace(shown, items=tuple(map(self.bare, items)))
            case Comprehension(element=element):
                return replace(shown, element=self.bare(element))
            case Call(function="tuple" | "list", arguments=(Comprehension() as inner,), keywords=()):
                return replace(shown, arguments=(self.bare(inner),))
        if _shapes(shown):
            self.shaped = True
            return self.bare(shown.arguments[0])
        found = self.without(shown)
        if found is None:
            raise Inseparable("something is shown that no noise is added to")
        return found

    def without(self, sum_: Expression) -> Expression | None:
        """A sum without the noise among its summands; None where there is none."""
        match sum_:
            case Draw(kind=kind) if kind in NOISE:
                self.draws.append(sum_)
                return NONE
            case Binary(operator="+" | "-", left=left, right=right):
                one, other = self.without(left), self.without(right)
                if one is not None and other is not None:
                    raise Inseparable("several draws of noise are added to the same value")
                if one is None and other is None:
                    return None
                return replace(sum_, left=left if one is None else one, right=right if other is None else other)
        return None


def _shapes(shown: Expression) -> TypeGuard[Call]:
    """Whether it is a function of a noisy value, and of nothing else."""
    if not isinstance(shown, Call) or shown.function not in SHAPING or shown.keywords or not shown.arguments:
        return False
    others = shown.arguments[1:]
    return all(isinstance(part, Literal | Decimal | Unary) for other in others for part in parts(other))


def _with_blocks(statement: Any, made: Callable[[Block], Block]) -> Any:
    """The statement with other blocks inside."""
    inner = blocks(statement)
    changed: dict[str, object] = {}
    for each in fields(statement):
        value = getattr(statement, each.name)
        if any(value is block for block in inner):
            changed[each.name] = made(value)
    if hasattr(statement, "cases"):
        changed["cases"] = tuple(replace(case, body=made(case.body)) for case in statement.cases)
    return replace(statement, **changed)


def _draws(function: Function) -> bool:
    return any(
        isinstance(part, Draw)
        for statement in statements(function.body)
        for expression in (*expressions(statement), *target_expressions(statement))
        for part in parts(expression)
    )
