"""An upper end of the loss without looking at any state: noise is added to numbers of which it is known how far they
may differ, and what is shown is computed from noisy numbers alone.

Two runs on neighboring inputs are told side by side. A value is the same on both sides, or a number that differs by no
more than so many times what entries of the input do. Where noise of its own is added to such a number, the draw on the
right makes up for the difference, at the price of shifting it: from there on both sides are the same. A form
that is not followed ends it all: nothing is told then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import reduce
from typing import TypeAlias, cast

from flint import fmpq

from faier.deciding.finding import Finding
from faier.deciding.post_processing import nothing_raises
from faier.deciding.question import Question
from faier.engines.alignment.costs import logarithm_of
from faier.engines.verdict import Coverage, Proved, Tight, Unwritable
from faier.exact import Epsilon, TooLarge, Undecidable, compare_epsilon, exponential_of
from faier.lang.arithmetic import exact_number
from faier.lang.claim import Added, Each, One, PerInput, Relation, Total
from faier.lang.failures import Failure
from faier.lang.operations import binary, unary
from faier.lang.program import Program
from faier.lang.python_functions import pure
from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Binary,
    Block,
    BoolType,
    Break,
    Call,
    Change,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Construct,
    Continue,
    Decimal,
    Display,
    Draw,
    Evaluate,
    Expression,
    For,
    Function,
    If,
    Index,
    IntType,
    Invoke,
    Literal,
    Logic,
    Name,
    Pass,
    RecordsType,
    Return,
    Star,
    Statement,
    StreamType,
    Target,
    Type,
    Unary,
    Unpack,
    VectorType,
    Yield,
)
from faier.lang.values import Budget, Real, Value
from faier.lang.vocabulary import DrawKind
from faier.limits import LimitReached, Limits, Work
from faier.semantics.draw_arguments import rate
from faier.semantics.leaves import require_few

Entry = tuple[str, tuple[int, ...]]  # an input, and where in it the entry stands
Ends: TypeAlias = tuple[fmpq, fmpq]

# Operators of numbers that never raise, and functions that do not.
NEVER_RAISE = frozenset(["+", "-", "*"])
TOTAL = frozenset(["abs", "bool", "exp", "float", "int", "len", "list", "round", "sum", "tuple"])

# Functions of numbers that scales of noise are computed by.
NUMBERS = frozenset(["Fraction", "exp", "float", "log", "max", "min"])

UNWRITABLE = Unwritable("the checker does not compare runs by what numbers under noise differ by")

# Calls inside of calls that are followed, and steps at most; and turns of a loop after which what holds before each is
# known.
DEEP, STEPS, TURNS = 8, 100_000, 8

# The place of an arrival in its stream, of a record among the records, whichever it is; and one record more, as an
# entry that differs by 1.
ARRIVAL, RECORD, MORE = -1, -2, -3

# Comparisons that never raise.
ALWAYS = frozenset(["==", "!=", "is", "is not"])


@dataclass(frozen=True)
class Same:
    """The same on both sides, and which number that is, where it is known (None: it is not). `numeric`: some number."""

    value: int | Real | Budget | None = None
    numeric: bool = False

    @property
    def number(self) -> fmpq | None:
        """The number, where it is rational."""
        if isinstance(self.value, int):
            return fmpq(self.value)
        exact = self.value.exact if isinstance(self.value, Real) else None
        return exact if isinstance(exact, fmpq) else None


@dataclass(frozen=True)
class Apart:
    """A number that differs by at most the sum of factor * (what the entry differs by), a whole number; `whole`: an
    integer on both sides; between `ends`, where they are known."""

    by: Mapping[Entry, fmpq]
    whole: bool = True
    ends: Ends | None = None


@dataclass(frozen=True)
class Several:
    """A list or a tuple of so many items on both sides."""

    items: tuple[Held, ...]


@dataclass(frozen=True)
class Listed:
    """A list with an item like this one for each of at most so many records that is `kept`, 1 or 0."""

    name: str
    most: int
    item: Held
    kept: Held


@dataclass(frozen=True)
class Arrivals:
    """A stream: each of its arrivals is like this one."""

    item: Held


@dataclass(frozen=True)
class Gone:
    """What an arrival left when the next one came: nothing is known of it any more."""


Held: TypeAlias = Same | Apart | Several | Listed | Arrivals | Gone
Scope: TypeAlias = dict[str, Held]


class _Unfollowed(Exception):
    """A form of which nothing is known here."""


def above(finding: Finding, question: Question, limits: Limits) -> Finding:
    """With an upper end, where it has none and one is found."""
    tight = finding.tight
    if question.delta != 0 or (tight is not None and (tight.upper is not None or tight.lower is None or tight.unknown)):
        return finding
    most = None if question.unknown_epsilon else loss(question, limits)
    try:
        upper = None if most is None else exponential_of(most)
    except TooLarge:
        upper = None
    if upper is None:
        return finding
    known = tight or Tight(fmpq(1), None, False, None)
    coverage = Coverage(finding.coverage.length, True)
    return replace(finding, tight=replace(known, upper=upper), coverage=coverage)


def proved(question: Question, limits: Limits) -> Proved | None:
    """A claim that holds because no more is lost than that: with a delta it holds all the more."""
    if question.measure is not None or question.engine not in ("auto", "alignment"):
        return None
    most = loss(question, limits)
    try:
        if most is None or compare_epsilon(most, question.budget) > 0:
            return None
        if loss(question, limits, careful=True) is None and not nothing_raises(question, limits):
            return None
        upper = None if question.unknown_epsilon else exponential_of(most)
    except (TooLarge, Undecidable):
        return None
    tight = None if upper is None or question.delta != 0 else Tight(fmpq(1), upper, False, None)
    return Proved(Coverage(0, True), "alignment", tight, UNWRITABLE)


def loss(question: Question, limits: Limits, careful: bool = False) -> Epsilon | None:
    """No more than this is lost, whatever is shown. None where that is not seen, or to be `careful` where something may
    raise, as it would on both sides."""
    relation = question.subject.relation
    if relation is None or question.unknown_reals:
        return None
    run = _Run(question.program, replace(limits, deadline=None, work=Work(STEPS)), careful)
    try:
        require_few(question.mechanism, limits)
        run.mechanism(question.mechanism)
        return _worst(relation, run.prices, run.widths)
    except (_Unfollowed, Undecidable, LimitReached):
        return None


def _worst(relation: Relation, prices: Mapping[Entry, Epsilon], widths: Mapping[Entry, int]) -> Epsilon:
    """What the worst neighbors pay."""
    more = {entry: price for entry, price in prices.items() if entry[1] == (MORE,)}
    if isinstance(relation, Added):
        if any(entry[1][:1] not in ((MORE,), (RECORD,)) for entry in prices):
            raise _Unfollowed
        return _greatest(iter(more.values()))
    prices = {entry: price for entry, price in prices.items() if entry not in more}
    match relation:
        case One(distance):
            together = {(name, path[:1]): Epsilon() for name, path in prices}
            for entry, price in prices.items():
                together[entry[0], entry[1][:1]] += _far(price, distance, widths[entry])
            return _greatest(iter(together.values()))
        case Each(distance):
            if any(path[:1] in ((ARRIVAL,), (RECORD,)) for _, path in prices):
                raise _Unfollowed
            return _total(_far(price, distance, widths[entry]) for entry, price in prices.items())
        case Total(distance):
            return _greatest(price * distance for price in prices.values())
        case PerInput(relations):
            return _total(
                _worst(
                    inner,
                    {entry: price for entry, price in (*prices.items(), *more.items()) if entry[0] == name},
                    widths,
                )
                for name, inner in relations
            )
        case _:
            raise _Unfollowed


def _far(price: Epsilon, distance: int | None, width: int) -> Epsilon:
    return price * (width if distance is None else min(distance, width))


def _total(costs: Iterator[Epsilon]) -> Epsilon:
    return reduce(lambda one, other: one + other, costs, Epsilon())


def _greatest(costs: Iterator[Epsilon]) -> Epsilon:
    return reduce(lambda one, other: other if compare_epsilon(other, one) > 0 else one, costs, Epsilon())


@dataclass
class _Run:
    """Both runs: what each unit of an entry's difference costs so far, and by how much entries may differ."""

    program: Program
    limits: Limits
    careful: bool = False
    prices: dict[Entry, Epsilon] = field(default_factory=dict)
    widths: dict[Entry, int] = field(default_factory=dict)
    returned: list[Held] = field(default_factory=list)
    left: list[Scope] = field(default_factory=list)  # by `break`
    again: list[Scope] = field(default_factory=list)  # by `continue`
    depth: int = 0

    def mechanism(self, function: Function) -> None:
        scope = {
            item.name: Same(numeric=isinstance(item.type, IntType | BoolType))
            if item.public
            else self._entry(item.name, (), item.type)
            for item in function.parameters
        }
        self._block(function.body, scope | _settings(function))
        for shown in self.returned:
            _require(shown)

    def _entry(self, name: str, path: tuple[int, ...], type_: Type | None) -> Held:
        match type_:
            case IntType(low, high):
                self.widths[name, path] = high - low
                return Apart({(name, path): fmpq(1)}, True, (fmpq(low), fmpq(high)))
            case BoolType():
                self.widths[name, path] = 1
                return Apart({(name, path): fmpq(1)}, True, (fmpq(0), fmpq(1)))
            case RecordsType(item, most) if not path:
                return Listed(name, most, self._entry(name, (RECORD,), item), Same(1))
            case StreamType(item) if not path:
                return Arrivals(self._entry(name, (ARRIVAL,), item))
            case VectorType(item, length):
                return Several(tuple(self._entry(name, (*path, at), item) for at in range(length)))
            case _:
                raise _Unfollowed

    # Statements. What comes after gets the scope that is returned: None where nothing comes there.

    def _block(self, block: Block, scope: Scope | None) -> Scope | None:
        for statement in block:
            if scope is None:
                return None
            self.limits.spend(1)
            scope = self._statement(statement, scope)
        return scope

    def _statement(self, statement: Statement, scope: Scope) -> Scope | None:
        match statement:
            case Pass():
                return scope
            case Assign(targets, value, None):
                found = self._value(value, scope)
                for target in targets:
                    scope = {**scope, **_bound(target, found)}
                return scope
            case Augment(Name(name), operator, value):
                return {**scope, name: self._value(Binary(operator, Name(name), value), scope)}
            case If(test, then, otherwise):
                _require(self._value(test, scope))
                return self._either([self._block(then, scope), self._block(otherwise, scope)])
            case For(target, Name(name), body, otherwise) if isinstance(stream := scope.get(name), Arrivals):
                return self._endless(target, stream.item, body, otherwise, scope)
            case For(target, Call("enumerate", (Name(name),), ()), body, otherwise) if isinstance(
                stream := scope.get(name), Arrivals
            ):
                return self._endless(target, Several((Same(), stream.item)), body, otherwise, scope)
            case For(target, iterable, body, otherwise):
                return self._loop(target, self._items(iterable, scope), body, otherwise, scope)
            case Break():
                self.left.append(scope)
                return None
            case Continue():
                self.again.append(scope)
                return None
            case Return(value):
                self.returned.append(Same() if value is None else self._value(value, scope))
                return None
            case Yield(value) if self.depth == 0:
                _require(self._value(value, scope))
                return scope
            case Evaluate(Change(Name(name), "append", (value,), ())):
                items = scope.get(name)
                if not isinstance(items, Several):
                    raise _Unfollowed
                return {**scope, name: Several((*items.items, self._value(value, scope)))}
            case _:
                raise _Unfollowed

    def _loop(
        self, target: Target, items: tuple[Held, ...], body: Block, otherwise: Block, scope: Scope | None
    ) -> Scope | None:
        left, again, self.left = self.left, self.again, []
        for item in items:
            if scope is None:
                break
            self.again = []
            scope = self._either([self._block(body, {**scope, **_bound(target, item)}), *self.again])
        found = self._either([self._block(otherwise, scope), *self.left])
        self.left, self.again = left, again
        return found

    def _endless(self, target: Target, item: Held, body: Block, otherwise: Block, scope: Scope) -> Scope | None:
        """A loop over a stream, of whose arrivals nothing is left when the next one comes: what holds before each turn,
        and then one turn, which is all that an arrival pays for. What is no arrival of it would pay at every turn."""
        scope, paid = _forgotten(scope) or scope, dict(self.prices)
        for _ in range(TURNS):
            trial = replace(self, prices=dict(self.prices), returned=[], left=[], again=[])
            after = [trial._block(body, {**scope, **_bound(target, item)}), *trial.again]
            before = self._either([scope, *map(_forgotten, after)]) or scope
            if before == scope:
                break
            scope = before
        else:
            raise _Unfollowed
        self._loop(target, (item,), body, (), scope)
        if any(price != paid.get(entry) for entry, price in self.prices.items() if entry not in _entries(item)):
            raise _Unfollowed
        return self._either([self._block(otherwise, scope), *map(_forgotten, trial.left)])

    def _either(self, scopes: Sequence[Scope | None]) -> Scope | None:
        """What may come from any of these. A variable that some of them do not have may raise where it is read."""
        found = [scope for scope in scopes if scope is not None]
        if not found:
            return None
        names = dict.fromkeys(name for scope in found for name in scope)
        merged = {name: reduce(_joined, (scope[name] for scope in found if name in scope)) for name in names}
        if self.careful:
            merged |= {name: Gone() for name in names if any(name not in scope for scope in found)}
        return merged

    # Expressions.

    def _value(self, expression: Expression, scope: Scope) -> Held:
        match expression:
            case Literal(bool() | str() | None):
                return Same()
            case Literal(int(number)):
                return Same(number)
            case Decimal(exact, machine):
                return Same(Real(exact, machine))
            case Name(name):
                found = scope[name] if name in scope else self._constant(name)
                if isinstance(found, Arrivals | Gone):
                    raise _Unfollowed
                return found
            case Binary("+" | "-" as operator, Draw(kind, arguments), other) if kind in ("geometric", "laplace"):
                return self._noisy(kind, arguments, other, scope)
            case Binary("+" | "-", other, Draw(kind, arguments)) if kind in ("geometric", "laplace"):
                return self._noisy(kind, arguments, other, scope)
            case Binary(operator, left, right):
                values = self._value(left, scope), self._value(right, scope)
                if operator not in NEVER_RAISE and not _never_raises(operator, values[1]):
                    self._beware()
                self._require_numbers(values)
                return _computed(operator, *values)
            case Unary("-" | "+" as operator, operand):
                value = self._value(operand, scope)
                self._require_numbers([value])
                return _signed(operator, value)
            case Unary("not", operand):
                return _truth([self._value(operand, scope)])
            case Unary(_, operand):
                self._beware()
                return self._same([operand], scope)
            case Compare(operands, operators):
                compared = [self._value(one, scope) for one in operands]
                if not ALWAYS.issuperset(operators):
                    self._require_numbers(compared)
                return _truth(compared)
            case Logic(_, operands):
                return self._same(operands, scope)
            case Choice(test, then, otherwise):
                return _chosen(*(self._value(one, scope) for one in (test, then, otherwise)))
            case Draw(kind, arguments):
                return self._drawn(kind, [self._value(one, scope) for one in arguments])
            case Display(_, items) if any(isinstance(item, Star) for item in items):
                return self._same(items, scope)  # how many there are is not known
            case Display(_, items):
                return Several(tuple(self._value(item, scope) for item in items))
            case Index(base, index):
                found, at = self._value(base, scope), self._value(index, scope)
                if _there(found, at) is None:
                    self._beware()
                return _item(found, at)
            case Comprehension(_, element, (Clause(target, iterable, conditions),)) if isinstance(
                rows := self._rows(iterable, scope), Listed
            ):
                return self._listed(rows, element, conditions, {**scope, **_bound(target, rows.item)})
            case Call("sum", (Comprehension(_, element, (Clause(target, iterable, (test,)),)),), ()) if not isinstance(
                self._rows(iterable, scope), Listed
            ):
                chosen = Choice(test, element, Literal(0))
                each = self._elements(chosen, (Clause(target, iterable, ()),), scope)
                return self._result("sum", [Several(tuple(each))])
            case Comprehension(_, element, clauses):
                return Several(tuple(self._elements(element, clauses, scope)))
            case Invoke(name, arguments, captured=()):
                return self._called(name, [self._value(one, scope) for one in arguments])
            case Call(name, arguments, ()):
                return self._result(name, [self._value(one, scope) for one in arguments])
            case Construct(_, arguments):
                self._beware()
                return self._same(arguments, scope)
            case Attribute(base) | Star(base):
                self._beware()
                return self._same([base], scope)
            case _:
                raise _Unfollowed

    def _same(self, expressions: Sequence[Expression], scope: Scope) -> Same:
        for one in expressions:
            _require(self._value(one, scope))
        return Same()

    def _result(self, name: str, arguments: list[Held]) -> Held:
        """Of a function of the language."""
        if name not in TOTAL and not (name in ("min", "max") and len(arguments) > 1):
            self._beware()
        within = [part for one in arguments for part in _items_of(one)]
        if name in ("list", "tuple", "len"):
            if not all(isinstance(one, Several | Listed) for one in arguments):
                self._beware()
        elif name != "bool":
            self._require_numbers(within)
        return _applied(name, arguments)

    def _rows(self, iterable: Expression, scope: Scope) -> Held | None:
        """What a name holds."""
        return scope.get(iterable.name) if isinstance(iterable, Name) else None

    def _listed(self, rows: Listed, element: Expression, conditions: Sequence[Expression], scope: Scope) -> Listed:
        """What is made of each record, where no noise is added to it."""
        before, kept = dict(self.prices), rows.kept
        for one in conditions:
            kept = _chosen(kept, _truth([self._value(one, scope)]), Same(0))
        item = self._value(element, scope)
        if before != self.prices:
            raise _Unfollowed
        return Listed(rows.name, rows.most, item, kept)

    def _drawn(self, kind: DrawKind, arguments: Sequence[Held]) -> Same:
        """A draw of the same number on both sides."""
        for one in arguments:
            _require(one)
        if not _is_possible(kind, [one.number if isinstance(one, Same) else None for one in arguments]):
            self._beware()
        return Same(numeric=kind not in ("choice", "shuffled", "sample"))

    def _require_numbers(self, values: Iterable[Held]) -> None:
        if not all(map(_is_numeric, values)):
            self._beware()

    def _constant(self, name: str) -> Same:
        known = dict(self.program.constants)
        if name not in known:
            raise _Unfollowed
        return _fixed(known[name])

    def _noisy(self, kind: DrawKind, arguments: Sequence[Expression], other: Expression, scope: Scope) -> Same:
        """The draw makes up for what the number differs by: it costs so much for each 1."""
        given = [self._value(one, scope) for one in arguments]
        value = self._value(other, scope)
        self._require_numbers([value])
        if all(map(_is_same, (value, *given))):
            return self._drawn(kind, given)
        known = [one.value for one in given if isinstance(one, Same)]
        if not isinstance(value, Apart) or len(known) != 1 or known[0] is None:
            raise _Unfollowed
        price = _price(kind, known[0], value.whole)
        for entry, factor in value.by.items():
            self.prices[entry] = self.prices.get(entry, Epsilon()) + price * factor
        return Same(numeric=True)

    def _beware(self) -> None:
        """Something may raise here."""
        if self.careful:
            raise _Unfollowed

    def _called(self, name: str, arguments: list[Held]) -> Held:
        function = self.program.function(name)
        plain = all(item.type is None for item in function.parameters) and len(function.parameters) == len(arguments)
        if not plain or function.yields or self.depth == DEEP:
            raise _Unfollowed
        returned, self.returned, self.depth = self.returned, [], self.depth + 1
        scope: Scope = {item.name: value for item, value in zip(function.parameters, arguments, strict=True)}
        if self._block(function.body, scope | _settings(function)) is not None or not self.returned:
            self.returned.append(Same())
        found = reduce(_joined, self.returned)
        self.returned, self.depth = returned, self.depth - 1
        return found

    def _elements(self, element: Expression, clauses: Sequence[Clause], scope: Scope) -> Iterator[Held]:
        if not clauses:
            yield self._value(element, scope)
            return
        first, *others = clauses
        if first.conditions:
            raise _Unfollowed
        for item in self._items(first.iterable, scope):
            self.limits.spend(1)
            yield from self._elements(element, others, {**scope, **_bound(first.target, item)})

    def _items(self, iterable: Expression, scope: Scope) -> tuple[Held, ...]:
        """What is gone over."""
        match iterable:
            case Call("range", arguments, ()):
                ends = [self._value(one, scope) for one in arguments]
                numbers = [one.number for one in ends if isinstance(one, Same) and one.number is not None]
                if len(numbers) != len(ends) or not all(number.q == 1 for number in numbers):
                    raise _Unfollowed
                try:
                    every = range(*(int(number.p) for number in numbers))
                except (TypeError, ValueError):  # a step of 0
                    raise _Unfollowed from None
                if len(every) > STEPS:
                    raise _Unfollowed
                return tuple(map(Same, every))
            case Call("enumerate", (inner,), ()):
                return tuple(Several((Same(at), item)) for at, item in enumerate(self._items(inner, scope)))
            case Call("zip", arguments, ()):
                return tuple(map(Several, zip(*(self._items(one, scope) for one in arguments), strict=False)))
            case _:
                found = self._value(iterable, scope)
                if not isinstance(found, Several):
                    raise _Unfollowed
                return found.items


def _is_possible(kind: DrawKind, given: Sequence[fmpq | None]) -> bool:
    """Whether it is known that these are arguments of the draw."""
    match kind, given:
        case "flip", [fmpq() as chance]:
            return bool(0 <= chance <= 1)
        case "geometric", [fmpq() as ratio]:
            return bool(0 < ratio < 1)
        case "laplace" | "gaussian", [fmpq() as scale]:
            return bool(scale > 0)
        case "uniform", [fmpq() as low, fmpq() as high]:
            return bool(low.q == high.q == 1 and low <= high)
    return False


def _is_numeric(value: Held) -> bool:
    return isinstance(value, Apart) or (isinstance(value, Same) and (value.numeric or value.value is not None))


def _items_of(value: Held) -> tuple[Held, ...]:
    """What is in it, where it is a list; else the value."""
    if isinstance(value, Several):
        return value.items
    return (value.item,) if isinstance(value, Listed) else (value,)


def _ends(value: Held) -> Ends | None:
    """Between which numbers the value lies."""
    if isinstance(value, Apart):
        return value.ends
    number = value.number if isinstance(value, Same) else None
    return None if number is None else (number, number)


def _truth(values: Sequence[Held]) -> Held:
    """Of a comparison of these, or what is opposite to one."""
    if all(map(_is_same, values)):
        return Same(numeric=True)
    if not all(isinstance(one, Same | Apart) for one in values):
        raise _Unfollowed
    return Apart(dict.fromkeys(_entries(Several(tuple(values))), fmpq(1)), True, (fmpq(0), fmpq(1)))


def _chosen(test: Held, one: Held, other: Held) -> Held:
    """The one or the other. Where the sides may choose differently, the value differs by as much as both may."""
    if _is_same(test):
        return _joined(one, other)
    ends = [_ends(one), _ends(other)]
    if not isinstance(test, Apart) or None in ends:
        raise _Unfollowed
    low, high = (pick(end[at] for end in ends if end is not None) for at, pick in ((0, min), (1, max)))
    entries = _entries(Several((test, one, other)))
    return Apart(dict.fromkeys(entries, high - low), _is_integer(one) and _is_integer(other), (low, high))


def _never_raises(operator: str, right: Held) -> bool:
    """Whether a quotient or a power with this on the right has a value whatever is on the left."""
    number = right.number if isinstance(right, Same) else None
    if number is None or operator not in ("/", "//", "%", "**"):
        return False
    return bool(number >= 0 and number.q == 1 if operator == "**" else number != 0)


def _price(kind: DrawKind, given: int | Real | Budget, whole: bool) -> Epsilon:
    """What it costs to shift a draw by 1."""
    try:
        if kind == "laplace":
            return rate(kind, [given])
        found = logarithm_of(1 / exact_number(given)) if whole and isinstance(given, Real) else None
        if found is None or compare_epsilon(found, Epsilon()) <= 0:
            raise _Unfollowed
    except Failure:
        raise _Unfollowed from None
    return found


def _settings(function: Function) -> Scope:
    return {name: _fixed(value) for name, value in function.settings}


def _fixed(value: Value) -> Same:
    """A constant."""
    if isinstance(value, bool):
        return Same(numeric=True)
    return Same(value) if isinstance(value, int | Real | Budget) else Same()


def _entries(held: Held) -> frozenset[Entry]:
    """The entries by which the value differs."""
    match held:
        case Apart(by):
            return frozenset(by)
        case Several(items):
            return frozenset[Entry]().union(*map(_entries, items))
        case Listed(name, _, item, kept):
            return _entries(item) | _entries(kept) | {(name, (MORE,))}
        case Arrivals() | Same() | Gone():
            return frozenset()


def _forgotten(scope: Scope | None) -> Scope | None:
    """What is left when the next arrival comes."""
    if scope is None:
        return None
    arrived = {name: any(path[:1] == (ARRIVAL,) for _, path in _entries(held)) for name, held in scope.items()}
    return {name: Gone() if arrived[name] else held for name, held in scope.items()}


def _is_whole(number: fmpq | None) -> bool:
    return number is not None and number.q == 1


def _is_integer(value: Held) -> bool:
    return value.whole if isinstance(value, Apart) else isinstance(value, Same) and _is_whole(value.number)


def _is_same(value: Held) -> bool:
    return isinstance(value, Same) or (isinstance(value, Several) and all(map(_is_same, value.items)))


def _require(value: Held) -> None:
    """That it is the same on both sides."""
    if not _is_same(value):
        raise _Unfollowed


def _bound(target: Target, value: Held) -> Scope:
    match target:
        case Name(name):
            return {name: value}
        case Unpack(targets) if isinstance(value, Several) and target.rest is None and len(targets) == len(value.items):
            scopes = [_bound(one, item) for one, item in zip(targets, value.items, strict=True)]
            return {name: held for scope in scopes for name, held in scope.items()}
        case _:
            raise _Unfollowed


def _there(base: Held, index: Held) -> Held | None:
    """The item at a place that is known."""
    number = index.number if isinstance(index, Same) else None
    if isinstance(base, Several) and number is not None and number.q == 1:
        at = int(number.p)
        if -len(base.items) <= at < len(base.items):
            return base.items[at]
    return None


def _item(base: Held, index: Held) -> Held:
    found = _there(base, index)
    if found is not None:
        return found
    if _is_same(base) and _is_same(index):
        return Same()
    raise _Unfollowed


def _computed(operator: str, left: Held, right: Held) -> Held:
    """Of two numbers; of what else, where both are the same on both sides."""
    if isinstance(left, Several | Listed) or isinstance(right, Several | Listed):
        raise _Unfollowed
    if isinstance(left, Same) and isinstance(right, Same):
        if None not in (left.value, right.value):
            return _known(lambda: binary(operator, left.value, right.value))
        return Same(numeric=_is_numeric(left) and _is_numeric(right))
    if operator in ("+", "-"):
        return _summed([left, right if operator == "+" else _opposite(right)])
    if operator == "*":
        factor, value = (left, right) if isinstance(left, Same) else (right, left)
        if isinstance(factor, Same) and factor.number is not None and isinstance(value, Apart):
            size, number = abs(factor.number), factor.number
            ends = None if value.ends is None else tuple(sorted(number * end for end in value.ends))
            by = {entry: size * one for entry, one in value.by.items()}
            return Apart(by, value.whole and _is_whole(size), cast("Ends | None", ends))
    raise _Unfollowed


def _opposite(value: Held) -> Held:
    match value:
        case Apart(by, whole, ends):
            return Apart(by, whole, None if ends is None else (-ends[1], -ends[0]))
        case Same() if value.number is not None:
            return _known(lambda: unary("-", value.value))
    return value


def _signed(operator: str, operand: Held) -> Held:
    """`-operand` or `+operand`."""
    known = operand.value if isinstance(operand, Same) else None
    if known is not None:
        return _known(lambda: unary(operator, known))
    return _computed(operator, Same(0), operand)


def _known(compute: Callable[[], Value]) -> Same:
    """What comes of numbers that are known: what raises does so on both sides."""
    try:
        return _fixed(compute())
    except Failure:
        return Same()


def _summed(values: Sequence[Held]) -> Held:
    """A sum, or a difference: what its parts differ by adds up."""
    by: dict[Entry, fmpq] = {}
    for value in values:
        if isinstance(value, Several | Listed):
            raise _Unfollowed
        for entry, factor in value.by.items() if isinstance(value, Apart) else ():
            by[entry] = by.get(entry, fmpq(0)) + factor
    ends = [_ends(value) for value in values]
    known = [end for end in ends if end is not None]
    between = (_sum(low for low, _ in known), _sum(high for _, high in known)) if len(known) == len(ends) else None
    return Apart(by, all(map(_is_integer, values)), between) if by else Same(numeric=all(map(_is_numeric, values)))


def _sum(numbers: Iterable[fmpq]) -> fmpq:
    return sum(numbers, fmpq(0))


def _added_up(rows: Listed, item: Held) -> Held:
    """The sum over the records. One that is more adds what it has; each other entry comes in with all of them."""
    value = item if rows.kept == Same(1) else _chosen(rows.kept, item, Same(0))
    ends = _ends(value)
    if ends is None:
        raise _Unfollowed
    low, high = min(ends[0], fmpq(0)), max(ends[1], fmpq(0))
    by: dict[Entry, fmpq] = {(rows.name, (MORE,)): max(-low, high)}
    for entry, factor in value.by.items() if isinstance(value, Apart) else ():
        by[entry] = factor if entry[0] == rows.name and entry[1][:1] == (RECORD,) else factor * rows.most
    return Apart(by, _is_integer(value), (low * rows.most, high * rows.most))


def _applied(name: str, arguments: list[Held]) -> Held:
    """A function of the language."""
    first = arguments[0] if len(arguments) == 1 else None
    if isinstance(first, Listed):
        if name in ("sum", "len"):
            return _added_up(first, first.item if name == "sum" else Same(1))
        if name in ("list", "tuple"):
            return first
        raise _Unfollowed
    if isinstance(first, Several) and name in ("len", "list", "tuple"):
        return Same(len(first.items)) if name == "len" else first
    known = [one.value for one in arguments if isinstance(one, Same) and one.value is not None]
    if name in NUMBERS and len(known) == len(arguments):
        return _known(lambda: pure(name, known, {}))
    if all(map(_is_same, arguments)):
        if name == "sorted" and isinstance(first, Several):
            return Several((Same(numeric=all(map(_is_numeric, first.items))),) * len(first.items))
        within = first.items if isinstance(first, Several) else arguments
        return Same(numeric=name in TOTAL | NUMBERS | {"clamp"} and all(map(_is_numeric, within)))
    each = first.items if isinstance(first, Several) else tuple(arguments)
    if name == "sum" and isinstance(first, Several):
        return _summed(each)
    bounded = name == "clamp" and all(isinstance(one, Same) for one in each[1:])
    if (bounded or name in ("min", "max", "abs")) and all(isinstance(one, Same | Apart) for one in each):
        found = reduce(_joined, each)
        return replace(found, ends=_ends_of(name, each)) if isinstance(found, Apart) else found
    raise _Unfollowed


def _ends_of(name: str, values: Sequence[Held]) -> Ends | None:
    known = [ends for ends in map(_ends, values) if ends is not None]
    if len(known) < len(values):
        return None
    lows, highs = zip(*known, strict=True)
    match name:
        case "abs":
            most = max(abs(lows[0]), abs(highs[0]))
            return (fmpq(0), most)
        case "clamp":
            low, high = lows[1], highs[2]
            return (min(max(lows[0], low), high), max(min(highs[0], high), low))
    pick = min if name == "min" else max
    return (pick(lows), pick(highs))


def _joined(one: Held, other: Held) -> Held:
    """Either of the two, the same one on both sides; or of two numbers the greater or the smaller."""
    if one == other:
        return one
    if isinstance(one, Gone) or isinstance(other, Gone):
        return Gone()
    if isinstance(one, Several) and isinstance(other, Several) and len(one.items) == len(other.items):
        return Several(tuple(map(_joined, one.items, other.items)))
    if isinstance(one, Several | Listed) or isinstance(other, Several | Listed):
        _require(one)
        _require(other)
        return Same()
    if isinstance(one, Same) and isinstance(other, Same):
        return Same(numeric=_is_numeric(one) and _is_numeric(other))
    by: dict[Entry, fmpq] = {}
    for value in (one, other):
        for entry, factor in value.by.items() if isinstance(value, Apart) else ():
            by[entry] = max(by.get(entry, fmpq(0)), factor)
    ends = [end for end in (_ends(one), _ends(other)) if end is not None]
    between = (min(low for low, _ in ends), max(high for _, high in ends)) if len(ends) == 2 else None
    return Apart(by, _is_integer(one) and _is_integer(other), between)
