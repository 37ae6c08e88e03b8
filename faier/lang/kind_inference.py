"""The kinds of every variable of a file, inferred from its assignments, calls and returns.

A fixpoint over the whole file that does not regard order: the kind of a name covers every value it ever has.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import takewhile

from faier.lang.containers import made_by
from faier.lang.kinds import (
    ANY,
    DEEPEST,
    LONGEST,
    NOTHING,
    SCALAR,
    Kind,
    Many,
    Record,
    Table,
    as_many,
    changes,
    combined,
    component,
    cut,
    element_of,
    field_of,
    item_of,
    join,
    joined,
    of_record,
    of_type,
    of_value,
    stored,
    values_in,
)
from faier.lang.names import CALL, File
from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Binary,
    Bind,
    Call,
    Change,
    Choice,
    Comprehension,
    Construct,
    Display,
    Draw,
    Expression,
    Field,
    For,
    Function,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Rest,
    Return,
    Slice,
    Star,
    Statement,
    Target,
    Unary,
    Unpack,
    Yield,
)
from faier.lang.texts import LISTING, PARTING, TEXT_METHODS
from faier.lang.vocabulary import HASH_FUNCTIONS, LIBRARY_FUNCTIONS
from faier.lang.walk import children, expressions, lent, parts, statements, target_expressions

# A file in which kinds spread further than this is too twisted to follow.
_MOST_ROUNDS = 40

_NUMBERS = frozenset(["abs", "len", "any", "all", "int", "bool", "float", "round", "pow", "exp", "log", "Fraction"])
_NUMBERS |= {
    "isinstance",
    "str",
    "repr",
    "format",
    "chr",
    "ord",
    "bin",
    "hex",
    "oct",
    *(name for name in LIBRARY_FUNCTIONS if name.startswith("math.")),
}


@dataclass
class Kinds:
    """The kinds of the names of each function, and of what functions return."""

    constants: dict[str, Kind]
    names: dict[str, dict[str, Kind]] = field(default_factory=dict)
    returns: dict[str, Kind] = field(default_factory=dict)
    unseen: Kind = NOTHING  # of a variable, or a function's result, that nothing was learnt of
    generators: frozenset[str] = frozenset()
    records: frozenset[str] = frozenset()  # the classes of which no value is a scalar
    changed: bool = False  # whether anything was learnt since this was last reset

    def learn(self, function: str, name: str, kind: Kind) -> None:
        """The variable can also have values of this kind."""
        known = self.names[function]
        joined = cut(join(known.get(name, NOTHING), kind), DEEPEST)
        if joined != known.get(name, NOTHING):
            known[name] = joined
            self.changed = True

    def of(self, expression: Expression, function: str) -> Kind:
        return cut(self._of(expression, function), DEEPEST)

    def _of(self, expression: Expression, function: str) -> Kind:
        match expression:
            case Change():
                return self._change(expression, function)
            case Unary(operator="+" | "-", operand=operand):
                return self.of(operand, function)
            case Binary(operator="&" | "|" | "^" | "-", left=left, right=right):
                sides = (self.of(left, function), self.of(right, function))
                return SCALAR if SCALAR in sides else join(*sides)
            case Name(name=name):
                known = self.names[function]
                return known[name] if name in known else self.constants.get(name, self.unseen)
            case Binary(operator="+" | "*" as operator, left=left, right=right):
                kinds = (self.of(left, function), self.of(right, function))
                # To a number only numbers can be added.
                return SCALAR if operator == "+" and SCALAR in kinds else combined(*kinds)
            case Logic(operands=operands):
                return self._joined(operands, function)
            case Choice(then=then, otherwise=otherwise):
                never = self.never_taken(expression, function)
                return self._joined((otherwise,) if never else (then, otherwise), function)
            case Display(kind=kind, items=items):
                return self._display(kind == "list", items, function)
            case Index(base=base, index=index):
                return _indexed(self.of(base, function), index)
            case Attribute(name=name) if name == CALL:
                return SCALAR  # no value has it: what is called is something else there
            case Attribute(base=base):
                return field_of(self.of(base, function), expression.name)
            case Construct(shape=shape, arguments=arguments):
                fields = self._display(False, arguments, function)
                if isinstance(fields, Record):
                    return of_record(shape, fields.items)
                return SCALAR if shape.placed else Many(item_of(fields), changes(shape))
            case Slice(base=base):
                sliced = self.of(base, function)
                return as_many(sliced) if isinstance(sliced, Record) else sliced
            case Call():
                return self._call(expression, function)
            case Invoke(function=callee):
                return self.returns.get(callee, self.unseen)
            case Draw(kind="choice" | "shuffled" | "sample" as draw, arguments=arguments):
                item = item_of(self._joined(arguments[:1], function))
                return item if draw == "choice" else Many(item, True)
            case Comprehension(element=element):
                return Many(self.of(element, function), True)
            case Star(value=value) | Bind(value=value):
                return self.of(value, function)
        return SCALAR

    def _change(self, change: Change, function: str) -> Kind:
        """The value of what changes a container."""
        inside = element_of(self.target(change, function))
        arguments = [self.of(argument, function) for argument in change.arguments]
        match change.method:
            case "pop" | "popleft" | "setdefault" | "[]":
                return joined(arguments[1:], inside)
            case "popitem":
                return Record((SCALAR, inside))
        return SCALAR

    def target(self, change: Change, function: str) -> Kind:
        """What a change changes."""
        kind = self.of(Name(change.target.name), function)
        for at in path(change.target):
            kind = field_of(kind, at.name) if isinstance(at, Field) else element_of(kind)
        return kind

    def stored(self, change: Change, function: str) -> Kind:
        """What a change puts into what it changes."""
        kinds = [self.of(argument, function) for argument in change.arguments]
        named = joined(self.of(value, function) for name, value in change.keywords if name not in ("key", "reverse"))
        starred = any(isinstance(argument, Star) for argument in change.arguments)
        if starred:
            return ANY
        match change.method:
            case "append" | "appendleft" | "insert" | "setdefault":
                return joined(kinds[-1:])
            case "extend" | "extendleft" | "[:]=":
                return joined(map(item_of, kinds[:1]))
            case "update" if isinstance(self.target(change, function), Many):
                return SCALAR
            case "update":
                return joined(map(values_in, kinds[:1]), named)
        return NOTHING

    def never_taken(self, expression: Expression, function: str) -> bool:
        """Whether it asks a scalar whether it is a record: `V.__add__(a, b) if isinstance(a, V) else a + b`."""
        match expression:
            case Choice(test=Call("isinstance", (asked, Literal(value=str(label))))):
                return label in self.records and self.of(asked, function) in (NOTHING, SCALAR)
        return False

    def _joined(self, expressions: tuple[Expression, ...], function: str) -> Kind:
        return joined(self.of(expression, function) for expression in expressions)

    def _display(self, is_a_list: bool, items: tuple[Expression, ...], function: str) -> Kind:
        starred = any(isinstance(item, Star) for item in items)
        if not is_a_list and not starred and len(items) <= LONGEST:
            return Record(tuple(self.of(item, function) for item in items))
        kinds = [
            item_of(self.of(item, function)) if isinstance(item, Star) else self.of(item, function) for item in items
        ]
        return Many(joined(kinds), is_a_list)

    def _call(self, call: Call, function: str) -> Kind:
        if call.function in _NUMBERS:
            return SCALAR
        kinds = [self.of(argument, function) for argument in call.arguments]
        given = joined(self.of(value, function) for name, value in call.keywords if name != "key")
        starred = any(isinstance(argument, Star) for argument in call.arguments)
        match call.function:
            case (
                ".count"
                | ".index"
                | ".total"
                | ".bit_length"
                | ".bit_count"
                | ".numerator"
                | ".denominator"
                | ".limit_denominator"
                | ".is_integer"
                | ".maxlen"
                | ".issubset"
                | ".issuperset"
                | ".isdisjoint"
            ):
                return SCALAR
            case ".copy" | ".copy.copy" | ".copy.deepcopy":
                return kinds[0]
            case "._replace" | ".__replace__":
                record = kinds[0]
                for name, value in call.keywords:
                    record = stored(record, (name,), self.of(value, function))
                return record
            case "._asdict":
                return Table(element_of(kinds[0]))
            case ".dataclasses.asdict":
                return Table(ANY)
            case ".dataclasses.astuple":
                return ANY
            case method if method[0] == "." and method[1:] in LISTING:
                return Many(SCALAR, True)
            case method if method[0] == "." and method[1:] in PARTING:
                return Record((SCALAR, SCALAR, SCALAR))
            case method if method[0] == "." and method[1:] in TEXT_METHODS:
                return SCALAR
            case name if name.startswith("itertools."):
                return _iterated(name.removeprefix("itertools."), kinds, given)
            case "divmod":
                return Record((SCALAR, SCALAR))
            case ".get":
                return joined(kinds[1:], element_of(kinds[0]))
            case ".keys" | ".elements":
                return Many(SCALAR, False)
            case ".values":
                return Many(element_of(kinds[0]), False)
            case ".items":
                return Many(Record((SCALAR, element_of(kinds[0]))), False)
            case ".most_common":
                return Many(Record((SCALAR, element_of(kinds[0]))), True)
            case "dict" | "collections.defaultdict" | "collections.Counter":
                made = kinds[-1:] if call.function != "collections.defaultdict" else kinds[1:]
                values = ANY if starred else joined(map(values_in, made), given)
                if call.function == "collections.Counter":
                    return Table(join(values if kinds and not _counted(kinds[0]) else given, SCALAR))
                factory = _made(call) if call.function == "collections.defaultdict" else NOTHING
                return Table(join(values, factory), call.function == "collections.defaultdict")
            case "str.maketrans":
                return Table(SCALAR)
            case "dict.fromkeys":
                return Table(joined(kinds[1:], NOTHING if kinds[1:] else SCALAR))
            case "set":
                return Many(SCALAR, True)
            case "frozenset":
                return Many(SCALAR, False)
            case "collections.deque":
                return Many(item_of(kinds[0]) if kinds else NOTHING, True)
            case "range" | "bytes" | ".encode" | ".to_bytes":
                return Many(SCALAR, False)
            case ".hex" | ".decode" | "int.from_bytes" | "zlib.crc32" | "zlib.adler32":
                return SCALAR
            case name if name in HASH_FUNCTIONS:
                return SCALAR if name.endswith(".hexdigest") else Many(SCALAR, False)
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
                    (combined(item_of(kinds[0]), start) for start in kinds[1:]), join(item_of(kinds[0]), given)
                )
            case "min" | "max" if len(kinds) == 1 or starred:
                return join(item_of(joined(kinds)), given)
        return joined(kinds, given)


def _counted(kind: Kind) -> bool:
    """Whether a Counter of it counts its items: it is no dictionary."""
    return isinstance(kind, Many | Record)


def _made(call: Call) -> Kind:
    """What a defaultdict makes."""
    match call.arguments:
        case (Literal(value=str(factory)), *_):
            return of_value(made_by(factory))
    return ANY


def path(target: str | Name | Item) -> tuple[Expression | Field, ...]:
    """The indices that lead to what changes."""
    return target.indices if isinstance(target, Item) else ()


def infer(functions: tuple[Function, ...], file: File) -> Kinds:
    """The least kinds that cover every assignment, call and return."""
    kinds = Kinds({name: of_value(value) for name, value in file.constants.items()})
    shapes = [owner.shape for owner in file.classes.values()]
    kinds.records = frozenset(
        shape.name for shape in shapes if shape.kind in ("dataclass", "class") and not shape.placed
    )
    kinds.generators = frozenset(function.name for function in functions if function.yields)
    called = {part.function for function in functions for part in _invocations(function)}
    for function in functions:
        known = {name: of_value(value) for name, value in function.settings}
        for parameter in function.parameters:
            unknown = ANY if function.name not in called else NOTHING
            known[parameter.name] = of_type(parameter.type) if function.kind != "helper" else unknown
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
    return Kinds(kinds.constants, names, unseen=ANY, generators=kinds.generators)


def _learn_function(function: Function, kinds: Kinds, table: dict[str, Function]) -> None:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in _taken(expression, function.name, kinds):
                _learn(part, function.name, kinds, table)
        _learn_statement(statement, function.name, kinds)


def _taken(expression: Expression, function: str, kinds: Kinds) -> Iterator[Expression]:
    """The expression and everything inside of it that may be worked out."""
    waiting = [expression]
    while waiting:
        here = waiting.pop()
        yield here
        never = isinstance(here, Choice) and kinds.never_taken(here, function)
        inside = [here.test, here.otherwise] if never and isinstance(here, Choice) else children(here)
        waiting.extend(reversed(inside))


def _learn(part: Expression, function: str, kinds: Kinds, table: dict[str, Function]) -> None:
    if isinstance(part, Comprehension):
        for clause in part.clauses:
            _bind(clause.target, item_of(kinds.of(clause.iterable, function)), function, kinds)
    if isinstance(part, Call):
        for name, keys in part.keywords:
            if name == "key" and isinstance(keys, Comprehension):
                _bind(keys.clauses[0].target, item_of(kinds.of(part.arguments[0], function)), function, kinds)
    if isinstance(part, Change) and not _is_record(kinds.target(part, function)):
        known = kinds.names[function].get(part.target.name, NOTHING)
        way = tuple(at.name if isinstance(at, Field) else None for at in path(part.target))
        new = stored(known, (*way, None), kinds.stored(part, function))
        kinds.learn(function, part.target.name, new)
    if isinstance(part, Bind):
        kinds.learn(function, part.target.name, kinds.of(part.value, function))
    if isinstance(part, Invoke) and part.function in table:
        callee = table[part.function]
        if callee.kind == "helper":
            for parameter, kind in zip(callee.parameters, _given(part, callee, function, kinds), strict=True):
                kinds.learn(callee.name, parameter.name, kind)
            for inside, outside in part.captured:
                kinds.learn(callee.name, inside, kinds.of(lent(outside, part.span), function))
                place = Name(outside) if isinstance(outside, str) else outside
                _bind(place, kinds.of(Name(inside), callee.name), function, kinds)


def _is_record(kind: Kind) -> bool:
    """Whether it is of a class: no method of a container changes that."""
    return isinstance(kind, Record) and bool(kind.names)


def _given(call: Invoke, callee: Function, function: str, kinds: Kinds) -> list[Kind]:
    """The kind of each parameter's argument; from a `*` among the arguments on, each may be any of these."""
    known = list(takewhile(lambda argument: not isinstance(argument, Star), call.arguments))
    spread = [
        item_of(kinds.of(argument, function)) if isinstance(argument, Star) else kinds.of(argument, function)
        for argument in call.arguments[len(known) :]
    ]
    rest = len(callee.parameters) - len(known)
    return [*(kinds.of(argument, function) for argument in known), *[joined(spread)] * rest]


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
        case Yield(value=value):
            given = Many(kinds.of(value, function), True)
            before = kinds.returns.get(function, NOTHING)
            kinds.returns[function] = cut(join(before, given), DEEPEST)
            kinds.changed |= kinds.returns[function] != before
        case Return(value=value) if value is not None:
            before = kinds.returns.get(function, NOTHING)
            kinds.returns[function] = cut(join(before, kinds.of(value, function)), DEEPEST)
            kinds.changed |= kinds.returns[function] != before


def _bind(target: Target, kind: Kind, function: str, kinds: Kinds) -> None:
    match target:
        case Name(name=name):
            kinds.learn(function, name, kind)
        case Item(name=name, indices=indices):
            known = kinds.names[function].get(name, NOTHING)
            way = tuple(index.name if isinstance(index, Field) else None for index in indices)
            kinds.learn(function, name, stored(known, way, kind))
        case Unpack(targets=targets):
            for position, inner in enumerate(targets):
                part = component(kind, position, len(targets)) if target.rest is None else item_of(kind)
                _bind(inner, part, function, kinds)
        case Rest(target=inner):
            _bind(inner, Many(kind, True), function, kinds)


def _iterated(name: str, kinds: list[Kind], given: Kind) -> Kind:
    """What a function of `itertools` goes through."""
    everything = join(joined(kinds), given)
    item = join(item_of(everything), given)
    match name:
        case "chain.from_iterable":
            return Many(item_of(item), False)
        case "chain" | "islice" | "compress" | "accumulate":
            return Many(item, False)
        case "repeat":
            return Many(everything, False)
    return Many(Many(item, False), False)


def _indexed(kind: Kind, index: Expression) -> Kind:
    if isinstance(kind, Record) and isinstance(index, Literal) and isinstance(index.value, int):
        return kind.items[index.value] if index.value < len(kind.items) else NOTHING
    return element_of(kind)


def _invocations(function: Function) -> Iterator[Invoke]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from (part for part in parts(expression) if isinstance(part, Invoke))
