"""What each variable can hold, as far as lists matter: a scalar, a tuple, a list, and what is in it.

A flow-insensitive fixpoint over the whole file: the kind of a name covers every value it ever has. `ANY` says
that nothing is known; whatever reads a kind must then expect a list.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from enum import Enum
from typing import TypeAlias

from faier.lang.names import File
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    BoolType,
    Call,
    Choice,
    Comprehension,
    Display,
    Expression,
    For,
    Function,
    Index,
    IntType,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Return,
    Slice,
    Star,
    Statement,
    StreamType,
    Target,
    Type,
    Unpack,
    VectorType,
)
from faier.lang.values import Sequence, Value
from faier.lang.walk import expressions, parts, statements, target_expressions


class Plain(Enum):
    NOTHING = 0  # no value has been seen
    SCALAR = 1  # a number, a Boolean, a label
    ANY = 2


@dataclass(frozen=True)
class Many:
    """A sequence; `lists` says whether it can be a list."""

    item: Kind
    lists: bool


@dataclass(frozen=True)
class Record:
    """A tuple of known length."""

    items: tuple[Kind, ...]


Kind: TypeAlias = Plain | Many | Record

NOTHING, SCALAR, ANY = Plain.NOTHING, Plain.SCALAR, Plain.ANY

# Kinds nested deeper, and tuples longer than this, are taken together.
_DEEPEST = 5
_LONGEST = 8

# A file in which kinds spread further than this is too twisted to follow.
_MOST_ROUNDS = 40

_NUMBERS = frozenset(["abs", "len", "any", "all", "int", "bool", "exp", "log", "Fraction"])


def join(a: Kind, b: Kind) -> Kind:
    """The least kind that covers both."""
    if a == b or b == NOTHING:
        return a
    if a == NOTHING:
        return b
    if isinstance(a, Record) and isinstance(b, Record) and len(a.items) == len(b.items):
        return Record(tuple(join(x, y) for x, y in zip(a.items, b.items, strict=True)))
    if isinstance(a, Plain) or isinstance(b, Plain):
        return ANY
    left, right = _many(a), _many(b)
    return Many(join(left.item, right.item), left.lists or right.lists)


def joined(kinds: Iterable[Kind], start: Kind = NOTHING) -> Kind:
    """The least kind that covers all."""
    for kind in kinds:
        start = join(start, kind)
    return start


def item_of(kind: Kind) -> Kind:
    """What iterating gives."""
    if isinstance(kind, Plain):
        return ANY if kind is ANY else NOTHING
    return _many(kind).item


def holds_list(kind: Kind) -> bool:
    """Whether a value of the kind can be a list or have one inside."""
    match kind:
        case Many(item=item, lists=lists):
            return lists or holds_list(item)
        case Record(items=items):
            return any(map(holds_list, items))
    return kind is ANY


def is_list(kind: Kind) -> bool:
    """Whether a value of the kind can itself be a list."""
    return kind is ANY or (isinstance(kind, Many) and kind.lists)


@dataclass
class Kinds:
    """The kinds of the names of each function, and of what functions return."""

    constants: dict[str, Kind]
    names: dict[str, dict[str, Kind]] = field(default_factory=dict)
    returns: dict[str, Kind] = field(default_factory=dict)
    unseen: Kind = NOTHING  # of a variable, or a function's result, that nothing was learnt of
    changed: bool = False  # whether anything was learnt since this was last reset

    def learn(self, function: str, name: str, kind: Kind) -> None:
        """The variable can also have values of this kind."""
        known = self.names[function]
        joined = _cut(join(known.get(name, NOTHING), kind), _DEEPEST)
        if joined != known.get(name, NOTHING):
            known[name] = joined
            self.changed = True

    def of(self, expression: Expression, function: str) -> Kind:
        return _cut(self._of(expression, function), _DEEPEST)

    def _of(self, expression: Expression, function: str) -> Kind:
        match expression:
            case Name(name=name):
                known = self.names[function]
                return known[name] if name in known else self.constants.get(name, self.unseen)
            case Binary(operator="+" | "*", left=left, right=right):
                return _combined(self.of(left, function), self.of(right, function))
            case Logic(operands=operands):
                return self._joined(operands, function)
            case Choice(then=then, otherwise=otherwise):
                return self._joined((then, otherwise), function)
            case Display(kind=kind, items=items):
                return self._display(kind == "list", items, function)
            case Index(base=base, index=index):
                return _indexed(self.of(base, function), index)
            case Slice(base=base):
                sliced = self.of(base, function)
                return _many(sliced) if isinstance(sliced, Record) else sliced
            case Call():
                return self._call(expression, function)
            case Invoke(function=callee):
                return self.returns.get(callee, self.unseen)
            case Comprehension(element=element):
                return Many(self.of(element, function), True)
            case Star(value=value):
                return self.of(value, function)
        return SCALAR

    def _joined(self, expressions: tuple[Expression, ...], function: str) -> Kind:
        return joined(self.of(expression, function) for expression in expressions)

    def _display(self, is_a_list: bool, items: tuple[Expression, ...], function: str) -> Kind:
        starred = any(isinstance(item, Star) for item in items)
        if not is_a_list and not starred and len(items) <= _LONGEST:
            return Record(tuple(self.of(item, function) for item in items))
        kinds = [
            item_of(self.of(item, function)) if isinstance(item, Star) else self.of(item, function) for item in items
        ]
        return Many(joined(kinds), is_a_list)

    def _call(self, call: Call, function: str) -> Kind:
        if call.function in _NUMBERS:
            return SCALAR
        kinds = [self.of(argument, function) for argument in call.arguments]
        given = joined(self.of(value, function) for _, value in call.keywords)
        starred = any(isinstance(argument, Star) for argument in call.arguments)
        match call.function:
            case "range":
                return Many(SCALAR, False)
            case "list" | "sorted":
                return Many(item_of(kinds[0]) if kinds else NOTHING, True)
            case "tuple" | "reversed":
                return Many(item_of(kinds[0]) if kinds else NOTHING, False)
            case "enumerate":
                return Many(Record((SCALAR, item_of(kinds[0]))), False)
            case "zip" if not starred:
                return Many(Record(tuple(map(item_of, kinds))), False)
            case "zip":
                return Many(Many(item_of(item_of(joined(kinds))), False), False)
            case "sum":
                return joined(
                    (_combined(item_of(kinds[0]), start) for start in kinds[1:]), join(item_of(kinds[0]), given)
                )
            case "min" | "max" if len(kinds) == 1 or starred:
                return join(item_of(joined(kinds)), given)
        return joined(kinds, given)


def infer(functions: tuple[Function, ...], file: File) -> Kinds:
    """The least kinds that cover every assignment, call and return."""
    kinds = Kinds({name: _of_value(value) for name, value in file.constants.items()})
    called = {part.function for function in functions for part in _invocations(function)}
    for function in functions:
        known = {name: _of_value(value) for name, value in function.settings}
        for parameter in function.parameters:
            unknown = ANY if function.name not in called else NOTHING
            known[parameter.name] = _of_type(parameter.type) if function.kind != "helper" else unknown
        kinds.names[function.name] = known
    table = {function.name: function for function in functions}
    order = list(functions)
    for _ in range(_MOST_ROUNDS):
        kinds.changed = False
        for function in order:
            _learn_function(function, kinds, table)
        if not kinds.changed:
            return kinds
        order.reverse()
    return _unknown(kinds)


def _unknown(kinds: Kinds) -> Kinds:
    """Nothing is known of any variable."""
    names: dict[str, dict[str, Kind]] = {function: {} for function in kinds.names}
    for function, known in kinds.names.items():
        names[function] |= dict.fromkeys(known, ANY)
    return Kinds(kinds.constants, names, unseen=ANY)


def _learn_function(function: Function, kinds: Kinds, table: dict[str, Function]) -> None:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                _learn(part, function.name, kinds, table)
        _learn_statement(statement, function.name, kinds)


def _learn(part: Expression, function: str, kinds: Kinds, table: dict[str, Function]) -> None:
    if isinstance(part, Comprehension):
        for clause in part.clauses:
            _bind(clause.target, item_of(kinds.of(clause.iterable, function)), function, kinds)
    if isinstance(part, Invoke) and part.function in table:
        callee = table[part.function]
        for parameter, argument in zip(callee.parameters, part.arguments, strict=True):
            if callee.kind == "helper":
                kinds.learn(callee.name, parameter.name, kinds.of(argument, function))


def _learn_statement(statement: Statement, function: str, kinds: Kinds) -> None:
    match statement:
        case Assign(targets=targets, value=value):
            for target in targets:
                _bind(target, kinds.of(value, function), function, kinds)
        case Augment(target=Name() as name, operator=operator, value=value):
            _bind(name, kinds.of(Binary(operator, name, value), function), function, kinds)
        case Augment(target=target, value=value):
            _bind(target, kinds.of(value, function), function, kinds)
        case For(target=target, iterable=iterable):
            _bind(target, item_of(kinds.of(iterable, function)), function, kinds)
        case Return(value=value) if value is not None:
            before = kinds.returns.get(function, NOTHING)
            kinds.returns[function] = _cut(join(before, kinds.of(value, function)), _DEEPEST)
            kinds.changed |= kinds.returns[function] != before


def _bind(target: Target, kind: Kind, function: str, kinds: Kinds) -> None:
    match target:
        case Name(name=name):
            kinds.learn(function, name, kind)
        case Item(name=name, indices=indices):
            known = kinds.names[function].get(name, NOTHING)
            kinds.learn(function, name, _stored(known, len(indices), kind))
        case Unpack(targets=targets):
            for position, inner in enumerate(targets):
                _bind(inner, component(kind, position, len(targets)), function, kinds)


def component(kind: Kind, position: int, count: int) -> Kind:
    """What one of `count` names gets when the value is unpacked."""
    if isinstance(kind, Record) and len(kind.items) == count:
        return kind.items[position]
    return item_of(kind)


def _stored(kind: Kind, depth: int, item: Kind) -> Kind:
    """The kind after an item at this depth was replaced."""
    if depth == 0:
        return join(kind, item)
    if isinstance(kind, Plain):
        return kind
    many = _many(kind)
    return Many(_stored(many.item, depth - 1, item), many.lists)


def _many(kind: Many | Record) -> Many:
    return kind if isinstance(kind, Many) else Many(joined(kind.items), False)


def _combined(a: Kind, b: Kind) -> Kind:
    """The kind of a sum, or of a sequence times a number."""
    if a == SCALAR and isinstance(b, Many | Record):
        return _many(b)
    if b == SCALAR and isinstance(a, Many | Record):
        return _many(a)
    if isinstance(a, Many | Record) and isinstance(b, Many | Record):
        return join(_many(a), _many(b))
    return join(a, b)


def _indexed(kind: Kind, index: Expression) -> Kind:
    if isinstance(kind, Record) and isinstance(index, Literal) and isinstance(index.value, int):
        return kind.items[index.value] if index.value < len(kind.items) else NOTHING
    return item_of(kind)


def _cut(kind: Kind, depth: int) -> Kind:
    if isinstance(kind, Plain):
        return kind
    if depth == 0:
        return ANY
    if isinstance(kind, Many):
        return Many(_cut(kind.item, depth - 1), kind.lists)
    return Record(tuple(_cut(item, depth - 1) for item in kind.items))


def _of_value(value: Value) -> Kind:
    if not isinstance(value, Sequence):
        return SCALAR
    items = [_of_value(item) for item in value.items]
    if value.kind == "tuple" and len(items) <= _LONGEST:
        return _cut(Record(tuple(items)), _DEEPEST)
    return _cut(Many(joined(items), value.kind == "list"), _DEEPEST)


def _of_type(declared: Type | None) -> Kind:
    match declared:
        case VectorType(item=item):
            return Many(_of_type(item), True)
        case StreamType(item=item):
            return Many(_of_type(item), False)
        case IntType() | BoolType():
            return SCALAR
    return SCALAR


def _invocations(function: Function) -> Iterator[Invoke]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from (part for part in parts(expression) if isinstance(part, Invoke))
