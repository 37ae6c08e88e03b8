"""Where the same noise is added to all that is shown in one place, so that whoever sees it knows which noise it is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from operator import add, mul, sub
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

OPERATIONS = {"+": add, "-": sub, "*": mul}
CUT: dict[str, Callable[[list[int]], int]] = {"max": max, "min": min, "clamp": lambda ends: sorted(ends)[1]}

Form: TypeAlias = Hashable
"""What is known of something shown without looking at data: which draws are added to which part of it."""


Range: TypeAlias = tuple[int, int]
"""The least and the greatest integer that something may be."""


@dataclass(frozen=True)
class _Ranges:
    """Of names that mean one thing all through: all of them, and those that everybody knows."""

    every: Mapping[str, Range]
    open: Mapping[str, Range]


@dataclass(frozen=True)
class _Known:
    """Something written out is shown, without noise: a number, or what cannot be taken for one."""

    number: bool


def last_draws(program: Program, mechanism: str, setting: str) -> tuple[Draw, ...]:
    """The draws with the setting that are added to what is shown, and the same ones wherever something is shown; none
    where these differ. A sum may be clamped where only its noise leads out of the ends: noise without memory that is
    beyond an end is distributed as if it had just got there, whatever the sum was. A number beside it is told from a
    real, and not from an end."""
    subject = program.function(mechanism)
    known = _ranges(program, subject, setting)
    found = [_added(value, known, setting) for value in _shown(subject)]
    draws = tuple(draw for _, there in found for draw in there)
    ended = any(isinstance(form, tuple) and form and form[0] in CUT for form, _ in found)
    real = not ended and all(draw.kind != "geometric" for draw in draws)
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
    """What is shown, with what variables hold in their places where they were assigned just before, for this alone."""
    mentions = Counter(names(function.body))
    for block in _blocks(function.body):
        held: dict[str, Expression] = {}
        for statement in block:
            if isinstance(statement, Assign) and len(statement.targets) == 1 and isinstance(statement.targets[0], Name):
                name = statement.targets[0].name
                if mentions[name] == 2 and name not in function.captured:
                    held[name] = _with(statement.value, held)
            elif isinstance(statement, Return | Yield) and statement.value is not None:
                yield _with(statement.value, held)


def _with(shown: Expression, held: Mapping[str, Expression]) -> Expression:
    match shown:
        case Name(name=name):
            return held.get(name, shown)
        case Display(items=items):
            return replace(shown, items=tuple(_with(item, held) for item in items))
        case Call(function="clamp" | "max" | "min", arguments=arguments):
            return replace(shown, arguments=tuple(_with(one, held) for one in arguments))
    return shown


def _blocks(block: Block) -> Iterator[Block]:
    yield block
    for statement in block:
        for inner in blocks(statement):
            yield from _blocks(inner)


def _added(shown: Expression, known: _Ranges, setting: str) -> tuple[Form, tuple[Draw, ...]]:
    """The form of what is shown, and the draws with the setting in it."""
    match shown:
        case Display(kind=kind, items=items):
            inner = [_added(item, known, setting) for item in items]
            return (kind, *(form for form, _ in inner)), tuple(draw for _, draws in inner for draw in draws)
        case Comprehension(element=element):
            form, draws = _added(element, _Ranges({}, {}), setting)
            return ("each", form), draws
        case Number(value=value):
            return _Known(isinstance(value, int | Real) and not isinstance(value, bool)), ()
        case Decimal():
            return _Known(True), ()
        case Call(function="clamp" | "max" | "min" as function, arguments=arguments):
            first, ends = _apart(arguments)
            form, draws = _added(first, known, setting)
            cut = draws and _inside(function, first, ends, known)
            return ((function, *ends, form), draws) if cut else (("clamp",), ())
    draws = tuple(draw for draw in summands(shown) if uses(draw.arguments, setting))
    return frozenset(Counter(draws).items()), draws


def _apart(arguments: tuple[Expression, ...]) -> tuple[Expression, tuple[Expression, ...]]:
    """What has noise in it, and the others in their order."""
    place = next((place for place, one in enumerate(arguments) if _drawn(one)), 0)
    return arguments[place], arguments[:place] + arguments[place + 1 :]


def _inside(function: str, first: Expression, ends: tuple[Expression, ...], known: _Ranges) -> bool:
    """Whether only the noise in the first leads out of the ends, which no data tell: what they are is seen where much
    noise leads out of them."""
    between, outer = _range(first, known.every), [_range(end, known.open) for end in ends]
    if between is None or None in outer or any(map(_drawn, ends)):
        return False
    match function, [end for end in outer if end is not None]:
        case "clamp", [least, most]:
            return least[1] <= between[0] and between[1] <= most[0]
        case "max", [least]:
            return least[1] <= between[0]
        case "min", [most]:
            return between[1] <= most[0]
    return False


def _drawn(expression: Expression) -> bool:
    return any(isinstance(part, Draw) for part in parts(expression))


def _range(expression: Expression, known: Mapping[str, Range]) -> Range | None:
    """Between which integers a sum lies, without the one draw of noise without memory in it (None: not known)."""
    if sum(isinstance(part, Draw) for part in parts(expression)) > 1:
        return None
    match expression:
        case Number(value=int() as value):
            return value, value
        case Name(name=name):
            return known.get(name)
        case Draw(kind="geometric" | "laplace"):
            return 0, 0
        case Unary(operator="-", operand=operand):
            inner = _range(operand, known)
            return None if inner is None else (-inner[1], -inner[0])
        case Binary(operator="+" | "-" | "*" as operator, left=left, right=right):
            one, other = _range(left, known), _range(right, known)
            if one is None or other is None or (operator == "*" and _drawn(expression)):
                return None
            ends = [OPERATIONS[operator](low, high) for low in one for high in other]
            return min(ends), max(ends)
        case Call(function="clamp" | "max" | "min" as function, arguments=arguments):
            ranges = [each for each in (_range(one, known) for one in arguments) if each is not None]
            cut = CUT[function]
            whole = len(ranges) == len(arguments)
            return (cut([each[0] for each in ranges]), cut([each[1] for each in ranges])) if whole else None
    return None


def _ranges(program: Program, function: Function, setting: str) -> _Ranges:
    """What integers names may be that mean one thing all through: parameters, constants and settings but the one."""
    fixed = {name: value for name, value in (*program.constants, *function.settings) if name != setting}
    known = {name: (value, value) for name, value in fixed.items() if type(value) is int}
    known |= {
        item.name: (item.type.low, item.type.high) for item in function.parameters if isinstance(item.type, IntType)
    }
    others = {item.name for item in function.parameters if not isinstance(item.type, IntType)}
    every = {name: range_ for name, range_ in known.items() if name not in others | _assigned(function)}
    private = {item.name for item in function.parameters if not item.public}
    return _Ranges(every, {name: range_ for name, range_ in every.items() if name not in private})


def _assigned(function: Function) -> set[str]:
    targets = (target for statement in statements(function.body) for target in targets_of(statement))
    return {name for target in targets for name in names_of(target)} | set(function.captured)
