"""A mechanism that a setting changes near its end alone -> the same without it: what is shown beside what depends on
the setting, and what all that is made of.

Who sees what is shown also sees a part of it: where that part does not depend on the setting and loses too much, no
value is enough. What depends on the setting is made of other values and of fresh noise: where showing these loses
little enough, every value is. Of a number and a number that everybody knows, their sum is as good as the first.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from faier.calibration.added_last import concerned
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Decimal,
    Display,
    Draw,
    Expression,
    Function,
    Literal,
    Name,
    Return,
    Statement,
    Unary,
    Yield,
)
from faier.lang.values import Real
from faier.lang.walk import children, expressions, names_of, parts, statements, target_expressions, targets_of

# What these make of numbers changes nothing else.
PURE = ("abs", "exp", "int", "max", "min", "round", "clamp", "math.floor", "math.ceil")


@dataclass(frozen=True)
class Apart:
    """`beside` shows what does not depend on the setting (None: nothing is like that), `below` all that what depends on
    it is made of as well."""

    beside: Program | None
    below: Program


def apart(program: Program, mechanism: str, prior: str | None, setting: str) -> Apart | None:
    """None where the setting is used in other ways."""
    function = program.function(mechanism)
    if any(setting in _names(other) for other in concerned(program, mechanism, prior) if other is not function):
        return None
    match function.body:
        case (*before, Return(value=value)) if value is not None:
            pass
        case _:
            return None
    parted = _parted(function, tuple(before), setting)
    if parted is None:
        return None
    kept, left, late = parted
    shown = value.items if isinstance(value, Display) and value.kind == "tuple" else (value,)
    known = {setting, *(name for name, _ in (*program.constants, *function.settings))}
    exact = {setting, *_exact(program, function)} if _of_integers(kept, shown) else set[str]()
    items = [_bare(item, exact) for item in shown]
    apart_ = [item for item in items if not _reads(item, late)]
    made = [*(item for item in items if _reads(item, late)), *left]
    if not all(map(_is_pure, made)) or not all(map(_is_plain, apart_)):
        return None
    needed = {part for expression in made for part in parts(expression) if isinstance(part, Name)}
    read = sorted(name.name for name in needed if name.name not in late | known)
    below = (*apart_, *map(Name, read))
    # What may fail where data is of some kind is not only left out: whether it did is told as well.
    whole = all(_fails_for_all(one, known) for one in made)

    def showing(items: tuple[Expression, ...]) -> Program:
        last = Return(items[0] if len(items) == 1 else Display("tuple", items))
        changed = replace(function, body=(*kept, last))
        return replace(program, functions=tuple(changed if one is function else one for one in program.functions))

    return Apart(showing(tuple(apart_)) if apart_ and whole else None, showing(below or (Literal(0),)))


def _parted(function: Function, before: Block, setting: str) -> tuple[Block, list[Expression], set[str]] | None:
    """The statements that do not depend on the setting, what the others compute, and the names that these give."""
    late = {setting}
    kept: list[Statement] = []
    left: list[Expression] = []
    for statement in before:
        here = set(_names_in(statement))
        match statement:
            case Assign(targets=(Name(name=name),), type=None, value=value) if late & here:
                taken = function.captured or name in {item.name for item in function.parameters}
                if taken or any(name in _names_in(other) for other in kept):
                    return None
                late.add(name)
                left.append(value)
            case Assign(targets=(Name(name=name),), type=None, value=value) if not late & here:
                if any(_reads(one, {name}) for one in left) or (left and not _is_pure(value)):
                    return None
                kept.append(statement)
            case _:
                if left or late & here or any(isinstance(one, Return | Yield) for one in statements((statement,))):
                    return None
                kept.append(statement)
    return tuple(kept), left, late


def _names(function: Function) -> Iterator[str]:
    for statement in statements(function.body):
        yield from _names_in(statement)


def _names_in(statement: Statement) -> Iterator[str]:
    """All names that stand in it."""
    for inner in statements((statement,)):
        for expression in (*expressions(inner), *target_expressions(inner)):
            yield from (part.name for part in parts(expression) if isinstance(part, Name))
        for target in targets_of(inner):
            yield from names_of(target)


def _exact(program: Program, function: Function) -> Iterator[str]:
    """Constants and settings that Python holds as they are."""
    for name, value in (*program.constants, *function.settings):
        if type(value) is int or (isinstance(value, Real) and value.machine == "fraction"):
            yield name


def _of_integers(kept: Block, shown: tuple[Expression, ...]) -> bool:
    """Whether nothing is computed in floats but noise: then sums lose no digits."""
    every = (*shown, *(one for statement in statements(kept) for one in expressions(statement)))
    return not any(map(_has_floats, every))


def _has_floats(expression: Expression) -> bool:
    if isinstance(expression, Draw):
        return False
    divides = isinstance(expression, Binary) and expression.operator in ("/", "**")
    return divides or isinstance(expression, Decimal) or any(map(_has_floats, children(expression)))


def _fails_for_all(expression: Expression, known: set[str]) -> bool:
    """Whether it fails for some numbers only where it fails for all."""
    if isinstance(expression, Draw):
        return all(_is_known(one, known) for one in expression.arguments)
    if isinstance(expression, Binary) and expression.operator not in ("+", "-", "*"):
        return False
    if isinstance(expression, Call) and expression.function not in ("abs", "max", "min"):
        return False
    return all(_fails_for_all(one, known) for one in children(expression))


def _reads(expression: Expression, names: set[str]) -> bool:
    return any(isinstance(part, Name) and part.name in names for part in parts(expression))


def _bare(item: Expression, known: set[str]) -> Expression:
    """A number without numbers that everybody knows and that are added to it."""
    match item:
        case Binary(operator="+", left=left, right=right) if _is_known(right, known):
            return _bare(left, known)
        case Binary(operator="+", left=left, right=right) if _is_known(left, known):
            return _bare(right, known)
        case Binary(operator="-", left=left, right=right) if _is_known(right, known):
            return _bare(left, known)
    return item


def _is_known(expression: Expression, known: set[str]) -> bool:
    return all(
        isinstance(part, Literal | Unary | Binary) or (isinstance(part, Name) and part.name in known)
        for part in parts(expression)
    )


def _is_plain(expression: Expression) -> bool:
    return all(isinstance(part, Name | Literal | Decimal | Unary | Binary) for part in parts(expression))


def _is_pure(expression: Expression) -> bool:
    return all(
        isinstance(part, Name | Literal | Decimal | Unary | Binary | Draw)
        or (isinstance(part, Call) and part.function in PURE and not part.keywords)
        for part in parts(expression)
    )
