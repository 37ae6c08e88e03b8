"""Calls that change something, made for one value after the other: `sum(memo.cost(x) for x in xs)` is a loop that
adds `memo.cost(x)` to a list, and then the sum of the list.

Nothing of the statement is computed before but what stays the same.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from faier.lang.before import with_before
from faier.lang.names import fresh
from faier.lang.rows import Known, known_of
from faier.lang.syntax import (
    Assign,
    Attribute,
    Binary,
    Bind,
    Block,
    Break,
    Call,
    Change,
    Compare,
    Comprehension,
    Construct,
    Decimal,
    Display,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Index,
    Invoke,
    Literal,
    Name,
    Statement,
    Try,
    Unary,
)
from faier.lang.walk import expressions, mentions_in, names_of, parts, place_of, renamed, statements

_AT_ONCE = frozenset(["dict", "frozenset", "list", "max", "min", ".join", "set", "sorted", "sum", "tuple"])
_GATHERING = frozenset(["list", "sorted", "tuple"])  # of these that do nothing with the values until they are there
_UNTIL = frozenset(["all", "any"])
_STAYING = (Decimal, Literal, Name)


def with_one_by_one(functions: tuple[Function, ...], everywhere: Iterable[str] = ()) -> tuple[Function, ...]:
    """The functions, in which such calls stand in loops. `everywhere`: variables that functions share and nothing in
    an expression can give another value."""
    calling = [part for function in functions for part in _gone_over(function) if any(map(_is_call, parts(part)))]
    known = known_of(functions) if calling else None
    everywhere = frozenset(everywhere)
    if known is None or not any(_acts(part, known, everywhere) for part in calling):
        return functions
    taken = {name for function in functions for name in _names(function)}
    caught = any(isinstance(part, Try) for function in functions for part in statements(function.body))
    turns = _Turns(known, taken, _GATHERING if caught else _AT_ONCE, everywhere)
    return tuple(replace(function, body=turns.block(function.body)) for function in functions)


def _gone_over(function: Function) -> Iterable[Expression]:
    for statement in statements(function.body):
        for expression in expressions(statement):
            yield from (part for part in parts(expression) if isinstance(part, Comprehension))


def _is_call(part: Expression) -> bool:
    return isinstance(part, Invoke)


def _names(function: Function) -> set[str]:
    own = {item.name for item in function.parameters} | {name for name, _ in function.settings}
    return {*mentions_in(function.body), *own, *function.captured}


def _acts(here: Expression, known: Known, everywhere: frozenset[str]) -> bool:
    """Whether a call in it changes what a variable holds, and nothing in it gives a variable another value."""
    inside = list(parts(here))
    calls = [part for part in inside if isinstance(part, Invoke)]
    if any(isinstance(part, Bind) for part in inside) or any(set(call.shared) - everywhere for call in calls):
        return False
    return any(_changes(call, known) for call in calls)


def _changes(call: Invoke, known: Known) -> bool:
    if any((call.function, name) in known.changed for name, _ in call.captured):
        return True
    given = zip(known.parameters.get(call.function, ()), call.arguments, strict=False)
    return any((call.function, name) in known.changed and place_of(argument) is not None for name, argument in given)


class _Turns:
    """`consumers` take all that they are given before anything else can be told."""

    def __init__(self, known: Known, taken: set[str], consumers: frozenset[str], everywhere: frozenset[str]) -> None:
        self.known = known
        self.everywhere = everywhere
        self.taken = taken
        self.consumers = consumers

    def block(self, block: Block) -> Block:
        return with_before(block, self.before, of_items=False)

    def before(self, whole: Expression) -> tuple[Block, Expression]:
        loops: list[Statement] = []
        whole = self.opened(whole, loops)
        return self.block(tuple(loops)), whole

    def opened(self, here: Expression, loops: list[Statement]) -> Expression:
        """The expression, in which what goes over values first is a list that the loops have made."""
        match here:
            case Comprehension(kind="list") if self.is_plain(here):
                return self.told(here, loops)
            case Call(name, arguments, ()):
                return replace(here, arguments=self.first(arguments, loops, name))
            case Change(target=Name(), arguments=arguments, keywords=()):
                return replace(here, arguments=self.first(arguments, loops))
            case Invoke(arguments=arguments) if not set(here.shared) - self.everywhere:
                return replace(here, arguments=self.first(arguments, loops))
            case Construct(arguments=arguments):
                return replace(here, arguments=self.first(arguments, loops))
            case Display(items=items):
                return replace(here, items=self.first(items, loops))
            case Binary(left=left, right=right):
                left, right = self.first((left, right), loops)
                return replace(here, left=left, right=right)
            case Compare(operands=operands) if len(operands) == 2:
                return replace(here, operands=self.first(operands, loops))
            case Unary(operand=operand):
                return replace(here, operand=self.opened(operand, loops))
            case Attribute(base=base) | Index(base=base):
                return replace(here, base=self.opened(base, loops))
        return here

    def first(
        self, found: tuple[Expression, ...], loops: list[Statement], consumer: str = ""
    ) -> tuple[Expression, ...]:
        """The expressions, the first of which that does not stay the same is opened."""
        for at, here in enumerate(found):
            if isinstance(here, _STAYING):
                continue
            last = all(isinstance(other, _STAYING) for other in found[at + 1 :])
            if isinstance(here, Comprehension) and here.kind == "generator":
                if not last or not self.is_plain(here) or not self.is_consumed(here, consumer):
                    return found
                made: Expression = self.told(here, loops, consumer)
            else:
                made = self.opened(here, loops)
            return (*found[:at], made, *found[at + 1 :])
        return found

    def is_plain(self, here: Comprehension) -> bool:
        bound = [name for clause in here.clauses for name in names_of(clause.target)]
        return len(bound) == len(set(bound)) and _acts(here, self.known, self.everywhere)

    def is_consumed(self, here: Comprehension, consumer: str) -> bool:
        """Whether the call takes all of it at once, or all until one is found that is what it looks for."""
        return consumer in self.consumers or (consumer in _UNTIL and len(here.clauses) == 1)

    def told(self, here: Comprehension, loops: list[Statement], consumer: str = "") -> Name:
        """The list of what the comprehension gives, which these loops make."""
        span = here.span
        bound = {name: self.fresh(name) for clause in here.clauses for name in names_of(clause.target)}
        made, element = Name(self.fresh("found"), span), renamed(here.element, bound)
        body: Block = (Evaluate(Change(made, "append", (element,), (), span), span),)
        if consumer in _UNTIL:
            item = Name(self.fresh("item"), span)
            over = item if consumer == "any" else Unary("not", item, span)
            added = Evaluate(Change(made, "append", (item,), (), span), span)
            body = (Assign((item,), element, None, span), added, If(over, (Break(span),), (), span))
        for at in reversed(range(len(here.clauses))):
            clause = here.clauses[at]
            for condition in reversed(clause.conditions):
                body = (If(renamed(condition, bound), body, (), span),)
            body = (For(renamed(clause.target, bound), renamed(clause.iterable, bound), body, (), span),)
        loops += [Assign((made,), Display("list", (), span), None, span), *body]
        return made

    def fresh(self, name: str) -> str:
        made = fresh(name, self.taken)
        self.taken.add(made)
        return made
