"""Where the same noise is added to all that is shown in one place, so that whoever sees it knows which noise it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from typing import TypeAlias

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
    IntType,
    Item,
    Name,
    Return,
    Unary,
    Yield,
)
from faier.lang.syntax import Literal as Number
from faier.lang.values import Real
from faier.lang.walk import blocks, names_of, parts, statements, targets_of

NOISE = ("geometric", "laplace", "gaussian")

Form: TypeAlias = Hashable
"""What is known of something shown without looking at data: which draws are added to which part of it."""


@dataclass(frozen=True)
class _Known:
    """Something written out is shown, without noise: a number, or what cannot be taken for one."""

    number: bool


def last_draws(program: Program, mechanism: str, setting: str) -> tuple[Draw, ...]:
    """The draws with the setting that are added to what is shown, and the same ones wherever something is shown; none
    where these differ. A sum may be clamped where only its noise leads out of the ends: noise without memory that is
    beyond an end is distributed as if it had just got there, whatever the sum was."""
    subject = program.function(mechanism)
    found = [_added(value, subject, setting) for value in _shown(subject)]
    draws = tuple(draw for _, there in found for draw in there)
    real = all(draw.kind != "geometric" for draw in draws)
    forms = {form for form, _ in found if not (isinstance(form, _Known) and (real or not form.number))}
    return draws if len(forms) <= 1 else ()


def uses(among: Iterable[Expression], name: str) -> int:
    """How often the name stands in expressions."""
    return sum(isinstance(part, Name) and part.name == name for expression in among for part in parts(expression))


def names(node: object) -> Iterator[str]:
    """Every name that stands in a tree, as often as it does."""
    if isinstance(node, Name | Item):
        yield node.name
    if isinstance(node, tuple):
        for part in node:
            yield from names(part)
    elif is_dataclass(node):
        for field in fields(node):
            yield from names(getattr(node, field.name))


def summands(expression: Expression) -> Iterator[Draw]:
    """The draws of noise that are added in a sum."""
    match expression:
        case Binary(operator="+" | "-", left=left, right=right):
            yield from summands(left)
            yield from summands(right)
        case Draw(kind=kind) if kind in NOISE:
            yield expression


def _shown(function: Function) -> Iterator[Expression]:
    """What is shown, with what a variable holds in its place where it was assigned just before, for this alone."""
    mentions = Counter(names(function.body))
    for block in _blocks(function.body):
        held: dict[str, Expression] = {}
        for statement in block:
            if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
                name = statement.targets[0].name
                if mentions[name] == 2 and name not in function.captured:
                    held[name] = statement.value
            elif isinstance(statement, Return | Yield) and statement.value is not None:
                value = statement.value
                yield held.get(value.name, value) if isinstance(value, Name) else value


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for statement in block:
        for inner in blocks(statement):
            yield from _blocks(inner)


def _added(shown: Expression, function: Function, setting: str) -> tuple[Form, tuple[Draw, ...]]:
    """The form of what is shown, and the draws with the setting in it."""
    match shown:
        case Display(kind=kind, items=items):
            inner = [_added(item, function, setting) for item in items]
            return (kind, *(form for form, _ in inner)), tuple(draw for _, draws in inner for draw in draws)
        case Comprehension(element=element):
            form, draws = _added(element, function, setting)
            return ("each", form), draws
        case Number(value=value):
            return _Known(isinstance(value, int | Real) and not isinstance(value, bool)), ()
        case Decimal():
            return _Known(True), ()
        case Call(function="clamp", arguments=(first, low, high)):
            form, draws = _added(first, function, setting)
            between, least, most = (_range(one, function) for one in (first, low, high))
            if draws and between and least and most and least[1] <= between[0] and between[1] <= most[0]:
                return ("clamp", low, high, form), draws
            return ("clamp",), ()
    draws = tuple(draw for draw in summands(shown) if uses(draw.arguments, setting))
    return frozenset(Counter(draws).items()), draws


def _range(expression: Expression, function: Function) -> tuple[int, int] | None:
    """Between which integers a sum lies, without the one draw of noise without memory in it (None: not known)."""
    if sum(1 for _ in summands(expression)) > 1:
        return None
    match expression:
        case Number(value=int() as value):
            return value, value
        case Draw(kind="geometric" | "laplace"):
            return 0, 0
        case Unary(operator="-", operand=operand):
            inner = _range(operand, function)
            return None if inner is None else (-inner[1], -inner[0])
        case Binary(operator="+" | "-" as operator, left=left, right=right):
            one, other = _range(left, function), _range(right, function)
            if one is None or other is None:
                return None
            return (one[0] + other[0], one[1] + other[1]) if operator == "+" else (one[0] - other[1], one[1] - other[0])
        case Name(name=name) if name not in _assigned(function):
            types = (item.type for item in function.parameters if item.name == name)
            return next(((type_.low, type_.high) for type_ in types if isinstance(type_, IntType)), None)
    return None


def _assigned(function: Function) -> set[str]:
    targets = (target for statement in statements(function.body) for target in targets_of(statement))
    return {name for target in targets for name in names_of(target)} | set(function.captured)
