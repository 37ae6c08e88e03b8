"""Loops that count how often a coin comes up, as one draw.

    while flip(a):              if flip(a):
        n += 1                      trials = geometric(a)
                                    while trials == 0:
                                        trials = geometric(a)
                                    n += abs(trials)

The count is k with probability (1 - a) * a ** k, and so is what stands on the right: a two-sided geometric draw that is
not 0 is 1, 2, ... on either side, each a times as likely as the one before. So the count is noise that nobody has
looked at, which may be compared, added up and shown.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace

from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Binary,
    Block,
    Break,
    Call,
    Case,
    Choice,
    Compare,
    Continue,
    Decimal,
    Draw,
    Expression,
    For,
    Function,
    If,
    Index,
    Invoke,
    Literal,
    Match,
    Name,
    Operator,
    Return,
    Statement,
    Try,
    Unary,
    While,
)
from faier.lang.walk import expressions, parts, statements, target_expressions

# One minus a probability, exactly.
COMPLEMENT = "flip.complement"

_STILL = (Literal, Decimal, Name, Unary, Binary, Choice, Attribute, Index)
_STILL_CALLS = frozenset(["exp", "log", "Fraction", "abs", "min", "max", "float", COMPLEMENT])


def with_counted_trials(functions: tuple[Function, ...]) -> tuple[Function, ...]:
    """The functions, in which such loops are draws. What priors draw stays as it is."""
    coins = {function.name: function for function in functions if _is_coin(function)}
    return tuple(
        function if function.kind == "prior" else replace(function, body=_Written(function, coins).block(function.body))
        for function in functions
    )


def _is_coin(function: Function) -> bool:
    """Whether it gives back `flip` of its one parameter."""
    match function.body:
        case (Return(value=Draw("flip", (Name(name),))),):
            return [parameter.name for parameter in function.parameters] == [name]
    return False


@dataclass
class _Written:
    function: Function
    coins: Mapping[str, Function]

    def block(self, block: Block) -> Block:
        return tuple(made for statement in block for made in self.statement(statement))

    def statement(self, statement: Statement) -> tuple[Statement, ...]:
        match statement:
            case While():
                found = self.counted(statement)
                if found is not None:
                    return found
                return (replace(statement, body=self.block(statement.body), otherwise=self.block(statement.otherwise)),)
            case For():
                return (replace(statement, body=self.block(statement.body), otherwise=self.block(statement.otherwise)),)
            case If():
                then, otherwise = self.block(statement.then), self.block(statement.otherwise)
                return (replace(statement, then=then, otherwise=otherwise),)
            case Match():
                cases = tuple(Case(case.pattern, case.guard, self.block(case.body)) for case in statement.cases)
                return (replace(statement, cases=cases),)
            case Try():
                handlers = tuple(replace(handler, body=self.block(handler.body)) for handler in statement.handlers)
                return (replace(statement, body=self.block(statement.body), handlers=handlers),)
        return (statement,)

    def counted(self, loop: While) -> tuple[Statement, ...] | None:
        """What does the same as the loop; None where it counts nothing."""
        if loop.otherwise:
            return None
        match loop.test, loop.body:
            case test, (Assign() | Augment() as step,):
                return self.drawn(test, step, loop)
            case Literal(value=True), (If(test, then, ()), Assign() | Augment() as step) if _leaves(then):
                return self.drawn(Unary("not", test), step, loop, then)
            case Literal(value=True), (Assign() | Augment() as step, If(test, then, ())) if _leaves(then):
                found = self.drawn(Unary("not", test), step, loop, then)
                return None if found is None else (step, *found)
            case Literal(value=True), (If(test, (Assign() | Augment() as step,), otherwise),) if _leaves(otherwise):
                return self.drawn(test, step, loop, otherwise)
        return None

    def drawn(
        self, test: Expression, step: Assign | Augment, loop: While, after: Block = ()
    ) -> tuple[Statement, ...] | None:
        counter, operator = _stepped(step)
        chance = self.chance(test)
        if counter is None or chance is None or counter in _mentioned([chance]) or not self.is_looked_at(counter, step):
            return None
        span = loop.span
        name = Name(f"trials\u00b7{counter}", span)
        draw = Assign((name,), Draw("geometric", (chance,), span), None, span)
        again = While(Compare((name, Literal(0, span)), ("==",), span), (draw,), (), span)
        added = Augment(Name(counter, span), operator, Call("abs", (name,), (), span), span)
        left = after[:-1] if after and isinstance(after[-1], Break) else after
        return (If(Draw("flip", (chance,), span), (draw, again, added), (), span), *self.block(left))

    def chance(self, test: Expression) -> Expression | None:
        """How likely another turn is."""
        match test:
            case Unary("not", Unary("not", inner)):
                return self.chance(inner)
            case Unary("not", inner):
                found = self.chance(inner)
                return None if found is None else Call(COMPLEMENT, (found,), (), test.span)
            case Draw("flip", (chance,)) if _is_still(chance):
                return chance
            case Invoke(function, (chance,)) if function in self.coins and _is_still(chance):
                return chance
        return None

    def is_looked_at(self, counter: str, step: Assign | Augment) -> bool:
        """Whether anything but its own step reads the counter; in what has no end, what nothing reads is left out."""
        if not self.function.yields:
            return True
        read = [part for statement in statements(self.function.body) for part in _all_parts(statement)]
        own = len([part for part in _all_parts(step) if part == Name(counter)])
        return counter in self.function.captured or read.count(Name(counter)) > own


def _all_parts(statement: Statement) -> Iterable[Expression]:
    found = (*expressions(statement), *target_expressions(statement))
    return (part for expression in found for part in parts(expression))


def _stepped(step: Assign | Augment) -> tuple[str | None, Operator]:
    """The variable that one is added to, or taken from."""
    match step:
        case Augment(Name(name), "+" | "-" as operator, Literal(value=1)):
            return name, operator
        case Assign((Name(name),), Binary("+" | "-" as operator, Name(same), Literal(value=1)), None) if name == same:
            return name, operator
        case Assign((Name(name),), Binary("+", Literal(value=1), Name(same)), None) if name == same:
            return name, "+"
    return None, "+"


def _leaves(block: Block) -> bool:
    """Whether it ends the loop around it, at its end and nowhere else."""
    inside = [part for statement in block[:-1] for part in statements((statement,))]
    return (
        bool(block)
        and isinstance(block[-1], Break | Return)
        and not any(isinstance(part, Break | Continue) for part in inside)
    )


def _is_still(chance: Expression) -> bool:
    """Whether it is the same each time, and computing it does nothing else."""
    return all(
        isinstance(part, _STILL) or (isinstance(part, Call) and part.function in _STILL_CALLS) for part in parts(chance)
    )


def _mentioned(found: Iterable[Expression]) -> set[str]:
    return {part.name for expression in found for part in parts(expression) if isinstance(part, Name)}
