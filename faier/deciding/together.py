"""A question about several Laplace draws around the same number -> the same about one, which loses exactly as much.

A draw whose rate is the sum of theirs stands for all of them, whatever else is known of the data: what they show can
be made of what it shows, and where all are seen at one number they are as it is there (docs/mathematics.md, "Releases
of one query"). A violation of the one is told as one of all, and recomputed from the file itself.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from math import prod
from typing import Literal as Either

from flint import arb, ctx, fmpq

from faier.calibration.constants import Varying, constant
from faier.calibration.forms import names
from faier.calibration.unknown_setting import rebuilt
from faier.deciding.finding import Finding
from faier.deciding.question import ZERO, Question
from faier.deciding.replay import confirm
from faier.engines.density.rounding import above, below
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Unwritable, Verdict, Witness
from faier.exact import Epsilon, TooLarge, Undecidable, enclose, nearest_float
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Binary,
    Block,
    Call,
    Clause,
    Comprehension,
    Decimal,
    Display,
    Draw,
    Expression,
    For,
    Function,
    Literal,
    Name,
    Return,
    Unary,
    VectorType,
    Yield,
)
from faier.lang.values import Near, Real, Sequence, Value, whole
from faier.lang.walk import parts, statements
from faier.limits import Limits
from faier.semantics import draw_arguments

# Of more draws no witness is written out.
MOST = 1000
BITS = 160
# Of these nothing changes that they are asked about.
PURE = ("sum", "len", "min", "max")

Shown = tuple[Expression, Expression]
"""A number, and how wide the noise is that is added to it."""


@dataclass(frozen=True)
class Together:
    """`question` is about one draw in place of draws with these `rates`, which are items of one tuple or list, or are
    shown one after the other. `width` is how wide the one is, by what the file says where it says the same of all."""

    question: Question
    kind: Either["tuple", "list", "yield"]
    rates: tuple[Epsilon, ...]
    width: Expression | None

    def verdict(self, question: Question, found: Verdict, limits: Limits) -> Verdict:
        """What was found, told of the question itself."""
        coverage = self._covered(found.coverage)
        tight = None if found.tight is None else self._tight(question, found.tight, limits)
        match found:
            case Proved(evidence=evidence):
                kept = evidence if isinstance(evidence, Unwritable) else None
                return replace(found, coverage=coverage, tight=tight, evidence=kept)
            case Refuted(evidence=evidence):
                kept = evidence if isinstance(evidence, Unwritable) else None
                witness = self._witness(question, found.witness, limits)
                return Refuted(coverage, found.engine, witness, tight, kept)
        return replace(found, coverage=coverage, tight=tight)

    def finding(self, question: Question, found: Finding, limits: Limits) -> Finding:
        tight = None if found.tight is None else self._tight(question, found.tight, limits)
        return replace(found, coverage=self._covered(found.coverage), tight=tight, curve=())

    def _covered(self, coverage: Coverage) -> Coverage:
        return replace(coverage, length=len(self.rates)) if self.kind == "yield" and coverage.length else coverage

    def _tight(self, question: Question, tight: Tight, limits: Limits) -> Tight:
        return replace(tight, witness=tight.witness and self._witness(question, tight.witness, limits))

    def _witness(self, question: Question, found: Witness, limits: Limits) -> Witness:
        """All draws are seen at the same number."""
        (place,) = found.output
        assert isinstance(place, Near)
        each = (place,) * len(self.rates)
        output = whole(each if self.kind == "yield" else (Sequence(self.kind, each),))
        found = replace(found, output=output)
        if not found.rounded:
            try:
                return confirm(question, found, limits)
            except TooLarge:  # exponents have no small part in common: what is known of the one draw is told
                found = _rounded(found)
        with ctx.workprec(BITS):
            heights = [rate.enclose(BITS) / 2 for rate in self.rates]
            times = prod(heights, start=arb(1)) / sum(heights, arb(0))
            left, right = (arb(one) * times for one in (found.probability_left, found.probability_right))
            return replace(found, probability_left=below(left), probability_right=above(right))


def together(question: Question) -> Together | None:
    """None where it is about something else."""
    asked = question.engine == "auto" and question.delta == ZERO and question.measure is None
    if not asked or question.prior is None or question.unknown_epsilon or question.length is not None:
        return None
    function = question.mechanism
    found = _ending(question.program, function)
    if found is None:
        return None
    before, kind, shown = found
    (number, width), *others = shown
    if (not others and kind != "yield") or len(shown) > MOST or any(other != number for other, _ in others):
        return None
    if not _is_the_same_again(number, function, before):
        return None
    if any(isinstance(statement, Return | Yield) for statement in statements(before)):
        return None
    try:
        values = [constant(question.program, function, each) for _, each in shown]
        rates = tuple(draw_arguments.rate("laplace", [value]) for value in values)
    except (Failure, Varying, TooLarge, Undecidable):
        return None
    plain = [rate.plain for rate in rates]
    shared = Binary("/", width, Literal(len(shown)))
    one: Expression | None = shared if len(set(rates)) == 1 else None
    if not any(rate is None for rate in plain):
        scale = 1 / sum((rate for rate in plain if rate is not None), ZERO)
        one = Decimal(scale, nearest_float(scale))
    if one is None:
        return None
    noisy = Binary("+", number, Draw("laplace", (one,)))
    changed = replace(function, body=(*before, Return(noisy)))
    functions = tuple(changed if each is function else each for each in question.program.functions)
    about = replace(question, program=replace(question.program, functions=functions))
    return Together(about, kind, rates, shared if all(each == width for _, each in shown) else None)


def _rounded(found: Witness) -> Witness:
    with ctx.workprec(BITS):
        left, right = (enclose(one, BITS) for one in (found.probability_left, found.probability_right))
        ratio = None if found.ratio is None else below(enclose(found.ratio, BITS))
        ends = {"probability_left": below(left), "probability_right": above(right)}
        return replace(found, ratio=ratio, rounded=True, **ends)


Ending = tuple[Block, Either["tuple", "list", "yield"], list[Shown]]
"""What comes before, how they are shown, and what is."""


def _ending(program: Program, function: Function) -> Ending | None:
    """The Laplace draws that are shown at the end of a function."""
    body = function.body
    match body[-1]:
        case Return(value=Display(kind=kind, items=items)):
            before, values = _stored(function, body[:-1], items)
            return _all_noisy(before, kind, values)
        case Return(value=Comprehension(kind="list") as inner):
            return _repeated(program, function, body[:-1], "list", inner)
        case Return(value=Call(function="tuple" | "list" as kind, arguments=(Comprehension() as inner,), keywords=())):
            return _repeated(program, function, body[:-1], kind, inner)
        case For(target=Name() as target, iterable=iterable, body=(Yield(value=value),), otherwise=()):
            return _times(program, function, body[:-1], "yield", value, target, iterable)
        case Yield():
            first = len(body)
            while first and isinstance(body[first - 1], Yield):
                first -= 1
            shown = [statement.value for statement in body[first:] if isinstance(statement, Yield)]
            return _all_noisy(body[:first], "yield", shown)
    return None


def _stored(function: Function, before: Block, items: tuple[Expression, ...]) -> tuple[Block, list[Expression]]:
    """What is shown, with what was put in variables just before, which are read nowhere else."""
    mentions, known = Counter(names(function.body)), dict[Expression, Expression]()
    while before:
        match before[-1]:
            case Assign(targets=(Name(name=name) as target,), type=None, value=value) if (
                items.count(target) == 1 and mentions[name] == 2 and name not in function.captured
            ):
                known[target], before = value, before[:-1]
            case _:
                break
    return before, [known.get(item, item) for item in items]


def _repeated(
    program: Program, function: Function, before: Block, kind: Either["tuple", "list"], inner: Comprehension
) -> Ending | None:
    match inner.clauses:
        case (Clause(target=Name() as target, iterable=iterable, conditions=()),):
            return _times(program, function, before, kind, inner.element, target, iterable)
    return None


def _times(
    program: Program,
    function: Function,
    before: Block,
    kind: Either["tuple", "list", "yield"],
    value: Expression,
    target: Name,
    iterable: Expression,
) -> Ending | None:
    """The same so many times, or for each of these items."""
    match iterable:
        case Call(function="range", arguments=(count,), keywords=()):
            try:
                times = constant(program, function, count)
            except (Failure, Varying):
                return None
            if isinstance(times, int) and 0 < times <= MOST:
                return _all_noisy(before, kind, [_with(value, target, Literal(turn)) for turn in range(times)])
        case Display(items=items) if all(map(_is_constant, items)):
            return _all_noisy(before, kind, [_with(value, target, item) for item in items])
        case Name(name=name) if name not in {*names(before), *(one.name for one in function.parameters)}:
            known = (dict(program.constants) | dict(function.settings)).get(name)
            widths = list(map(_written, known.items)) if isinstance(known, Sequence) else []
            if not any(width is None for width in widths):
                return _all_noisy(before, kind, [_with(value, target, width) for width in widths])
    return None


def _is_constant(item: Expression) -> bool:
    return all(isinstance(part, Literal | Decimal | Unary | Binary | Name) for part in parts(item))


def _with(value: Expression, target: Name, item: Expression | None) -> Expression:
    changed: Expression = rebuilt(value, lambda node: item if node == target else None)
    return changed


def _written(value: Value) -> Expression | None:
    """A number as a file has it."""
    if type(value) is int:
        return Literal(value)
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return Decimal(value.exact, nearest_float(value.exact))
    return None


def _all_noisy(before: Block, kind: Either["tuple", "list", "yield"], shown: list[Expression]) -> Ending | None:
    found: list[Shown] = []
    for each in shown:
        match each:
            case Binary(operator="+", left=number, right=Draw(kind="laplace", arguments=(width,))):
                found.append((number, width))
            case Binary(operator="+", left=Draw(kind="laplace", arguments=(width,)), right=number):
                found.append((number, width))
            case Binary(operator="-", left=number, right=Draw(kind="laplace", arguments=(width,))):
                found.append((number, width))
            case _:
                return None
    return (before, kind, found) if found else None


def _is_the_same_again(number: Expression, function: Function, before: Block) -> bool:
    """Whether it is the same number each time, and nothing changes that it was asked for."""
    lists = {item.name for item in function.parameters if isinstance(item.type, VectorType)}
    for statement in before:
        match statement:
            case Assign(targets=(Name(name=name),)):
                lists.discard(name)
            case _:
                lists.clear()
    return all(
        isinstance(part, Name | Literal | Decimal | Unary | Binary)
        or (
            isinstance(part, Call)
            and part.function in PURE
            and not part.keywords
            and all(isinstance(one, Name) and one.name in lists for one in part.arguments)
        )
        for part in parts(number)
    )
