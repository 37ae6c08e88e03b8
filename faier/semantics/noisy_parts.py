"""A mechanism -> one that shows the noisy numbers of which the rest is made, and computes nothing with them.

What a mechanism shows is a function of these numbers, of what the adversary knows, and of draws that have to do with
nothing else: it tells no more than they do. So what is promised of the other mechanism holds of this one, and nothing
else does. Whether that is so is seen from the statements: what is left out of the other mechanism reads nothing but
what it shows. Which numbers are shown is chosen so that they have noise, by a look at what has not (`_Raw`), on which
nothing rests.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count

from faier.lang.program import Program
from faier.lang.recursion import recursive
from faier.lang.second_names import with_blocks
from faier.lang.syntax import (
    Assign,
    Augment,
    Binary,
    Bind,
    Block,
    BoolType,
    Call,
    Caught,
    Change,
    Choice,
    Clause,
    Compare,
    Comprehension,
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
    Item,
    Literal,
    Name,
    Pass,
    RecordsType,
    Return,
    Slice,
    Star,
    Statement,
    Target,
    Try,
    Type,
    Unary,
    Unpack,
    VectorType,
    Yield,
)
from faier.lang.walk import (
    blocks,
    children,
    expressions,
    mentions_in,
    names_of,
    parts,
    read_in,
    renamed,
    statements,
    target_expressions,
    targets_of,
)
from faier.semantics.in_turn import in_turn, names_given

NOISE = frozenset(["geometric", "laplace", "gaussian"])

# Calls inside of calls that are looked into.
DEEP = 6


@dataclass(frozen=True)
class Other:
    """A program whose mechanism shows what the shown values are made of. Where these may be `anything`, each is a
    number with noise of its own that may be any integer, or any real, whatever the inputs are."""

    program: Program
    anything: bool


def other_mechanisms(program: Program, mechanism: str) -> Iterator[Other]:
    """The likelier ones first."""
    function = program.function(mechanism)
    for made, anything in _others(program, function):
        if made is not None and made != function:
            functions = tuple(made if one is function else one for one in program.functions)
            yield Other(replace(program, functions=functions), anything)


def _others(program: Program, function: Function) -> Iterator[tuple[Function | None, bool]]:
    if not function.yields:
        function = replace(function, body=_WrittenOut(program, names_given(function)).block(function.body))
    reading = _Reading(program, function)
    if function.yields:
        yield reading.parts_shown(function), False
        return
    yield _Cut(reading).function()
    turned = in_turn(program, function.name)
    if turned is not None:
        yield reading.of(turned.program.function(function.name)), False


@dataclass
class _WrittenOut:
    """A block in which calls that are all that is assigned, or returned, are the statements of their helpers, with
    names of their own; of helpers that are statements one after the other. `around` are the mechanism's names, which
    may hide constants that helpers read."""

    program: Program
    around: frozenset[str]
    numbers: Iterator[int] = field(default_factory=count)

    def block(self, block: Block, depth: int = 0) -> Block:
        return tuple(one for statement in block for one in self._statement(statement, depth))

    def _statement(self, statement: Statement, depth: int) -> Block:
        if not isinstance(statement, Assign | Return) or depth > DEEP:
            return (statement,)
        call = statement.value
        if not isinstance(call, Invoke) or call.captured or any(isinstance(one, Star) for one in call.arguments):
            return (statement,)
        function = self.program.function(call.function)
        *before, last = function.body
        if not isinstance(last, Return) or last.value is None or not all(map(_gives_names, before)):
            return (statement,)
        if function.kind != "helper" or function.settings or function.captured:
            return (statement,)
        if len(call.arguments) != len(function.parameters) or any(item.type for item in function.parameters):
            return (statement,)
        own = {item.name for item in function.parameters} | {name for one in before for name in _written(one)}
        inside = [part for one in function.body for given in expressions(one) for part in parts(given)]
        if any(map(_acts, inside)) or not self.around.isdisjoint(set(mentions_in(function.body)) - own):
            return (statement,)
        number = next(self.numbers)
        names = {name: f".{name}.{number}" for name in own}
        given = (
            Assign((Name(names[item.name], call.span),), one, None, call.span)
            for item, one in zip(function.parameters, call.arguments, strict=True)
        )
        inner = self.block((*given, *(renamed(one, names) for one in before)), depth + 1)
        return (*inner, *self.block((replace(statement, value=renamed(last.value, names)),), depth + 1))


@dataclass
class _Reading:
    """What is known of the names of a mechanism: which are its own, and which hold numbers without noise."""

    program: Program
    function: Function
    raw: set[str] = field(default_factory=set)
    numbers: int = 0

    def __post_init__(self) -> None:
        own = {*(item.name for item in self.function.parameters), *self._bound()}
        self.own = own
        self.known = {item.name for item in self.function.parameters if item.public} - set(self._bound())
        self.constants = {*dict(self.program.constants), *dict(self.function.settings)} - own
        self.recursive = recursive(self.program.functions)
        self.raw |= {item.name for item in self.function.parameters if not item.public}
        before = -1
        while before != len(self.raw):
            before = len(self.raw)
            self._follow(self.function.body, self.raw, False)

    def _bound(self) -> Iterator[str]:
        for statement in statements(self.function.body):
            for target in targets_of(statement):
                yield from names_of(target)

    def begin(self) -> None:
        """At the top of the mechanism."""
        self.raw = {item.name for item in self.function.parameters if not item.public}

    def passed(self, statement: Statement) -> None:
        """After the next statement."""
        match statement:
            case Assign(targets, value, _) if not self.is_raw(value, self.raw):
                self.raw -= {name for one in targets if not isinstance(one, Item) for name in names_of(one)}
            case Augment(Name(name), "+" | "-", value) if _is_noise(value) and not self.is_raw(value, self.raw):
                self.raw.discard(name)
            case _:
                self._follow((statement,), self.raw, False)

    def of(self, function: Function) -> Function | None:
        """That of a mechanism that shows the same values in turn."""
        other = _Reading(self.program, function)
        return other.parts_shown(function)

    def name(self) -> str:
        self.numbers += 1
        return f".noisy{self.numbers}"

    # What has no noise: a guess.

    def _follow(self, block: Block, raw: set[str], under: bool, depth: int = 0) -> bool:
        """Whether what is returned somewhere in the block has no noise; names that get such values are added."""
        returned = False
        for statement in block:
            given = [self.is_raw(one, raw, depth) for one in expressions(statement)]
            inside = under
            match statement:
                case Assign(targets, _, _):
                    if any(given) or under:
                        raw |= {name for target in targets for name in names_of(target)}
                case Augment(target, operator, value):
                    added = operator in ("+", "-") and _is_noise(value) and not any(given)
                    if (any(given) or under) and not added:
                        raw |= set(names_of(target))
                case For(target, _, _, _):
                    if any(given):
                        raw |= set(names_of(target))
                case Return(_):
                    returned = returned or any(given) or under
                case If() | Evaluate():
                    inside = under or (any(given) and isinstance(statement, If))
                case _:
                    inside = under or any(given)
            for expression in expressions(statement):
                for part in parts(expression):
                    if (isinstance(part, Change) and any(self.is_raw(one, raw, depth) for one in part.arguments)) or (
                        isinstance(part, Bind) and self.is_raw(part.value, raw, depth)
                    ):
                        raw.add(part.target.name)
                    elif isinstance(part, Invoke) and self.is_raw(part, raw, depth):
                        raw |= set(part.shared)
            for inner in blocks(statement):
                returned = self._follow(inner, raw, inside, depth) or returned
        return returned

    def is_raw(self, expression: Expression, raw: set[str], depth: int = 0) -> bool:
        """Whether it is made of numbers without noise."""
        match expression:
            case Name(name):
                return name in raw
            case Binary("+" | "-", left, right) if _is_noise(left) or _is_noise(right):
                return any(
                    self.is_raw(one, raw, depth) for side in (left, right) if _is_noise(side) for one in children(side)
                )
            case Comprehension(_, element, clauses):
                inner = set(raw)
                for clause in clauses:
                    if self.is_raw(clause.iterable, inner, depth):
                        inner |= set(names_of(clause.target))
                    if any(self.is_raw(one, inner, depth) for one in clause.conditions):
                        return True
                return self.is_raw(element, inner, depth)
            case Invoke(name, arguments, captured=()) if depth < DEEP and name not in self.recursive:
                function = self.program.function(name)
                if any(isinstance(one, Star) for one in arguments) or function.yields:
                    return any(self.is_raw(one, raw, depth) for one in arguments)
                given = zip(function.parameters, arguments, strict=True)
                inner = {item.name for item, one in given if self.is_raw(one, raw, depth)}
                self._follow(function.body, inner, False, depth + 1)
                return self._follow(function.body, inner, False, depth + 1)
            case Invoke():
                return any(self.is_raw(one, raw, depth) for one in expression.arguments) or bool(
                    raw.intersection(expression.shared)
                )
        return any(self.is_raw(one, raw, depth) for one in children(expression))

    # What a value is made of: on this the proof rests.

    def made_of(self, expression: Expression) -> list[Expression] | None:
        """Expressions of which the value is a function, with what is known and draws of its own; None where nothing but
        the expression itself would do."""
        inside = list(parts(expression))
        targets = [clause.target for part in inside if isinstance(part, Comprehension) for clause in part.clauses]
        names = {name for target in targets for name in names_of(target)} | self.own | self.constants
        if any(_acts(part) or (isinstance(part, Name) and part.name not in names) for part in inside):
            return None
        return self._made_of(expression, frozenset())

    def _made_of(self, expression: Expression, bound: frozenset[str]) -> list[Expression] | None:
        match expression:
            case Name(name):
                return [] if name not in bound and (name in self.constants or name in self.known) else [expression]
            case Binary("+" | "-", left, right) if _is_noise(left) or _is_noise(right):
                return (
                    [expression]
                    if self.is_raw(left, self.raw) or self.is_raw(right, self.raw) or bound
                    else self._of_children(expression, bound)
                )
            case Comprehension(_, element, clauses):
                inner = bound | {name for clause in clauses for name in names_of(clause.target)}
                found = self._made_of(element, inner)
                found = [element] if found is None else found
                if len(found) == 1:
                    return [replace(expression, kind="list", element=found[0])]
                return [replace(expression, kind="list", element=Display("tuple", tuple(found), expression.span))]
            case Invoke(name, arguments) if self.is_raw_inside(arguments):
                return [expression]
        return self._of_children(expression, bound)

    def is_raw_inside(self, arguments: Sequence[Expression]) -> bool:
        return any(self.is_raw(one, self.raw) for one in arguments)

    def _of_children(self, expression: Expression, bound: frozenset[str]) -> list[Expression] | None:
        found: list[Expression] = []
        for one in children(expression):
            inside = self._made_of(one, bound)
            if inside is None:
                return None
            # What looks alike draws anew, but for names.
            found += [part for part in inside if not isinstance(part, Name) or part not in found]
        return found

    # Mechanisms that show values in turn.

    def parts_shown(self, function: Function) -> Function | None:
        """With what each shown value is made of in its place, and which of the places it is."""
        places = [one for one in statements(function.body) if isinstance(one, Yield)]
        if any(isinstance(one, Try) or (isinstance(one, Return) and one.value) for one in statements(function.body)):
            return None
        body = self._with_parts(function.body, {id(one): at for at, one in enumerate(places)}, len(places) > 1)
        return replace(function, body=body)

    def _with_parts(self, block: Block, places: Mapping[int, int], several: bool) -> Block:
        return tuple(self._shown(one, places, several) for one in block)

    def _shown(self, statement: Statement, places: Mapping[int, int], several: bool) -> Statement:
        if isinstance(statement, Yield):
            found = self.made_of(statement.value)
            given = [statement.value] if found is None else found
            if several:
                given = [Literal(places[id(statement)]), *given]
            return replace(statement, value=_together(given, statement.value))
        return with_blocks(statement, tuple(self._with_parts(one, places, several) for one in blocks(statement)))


def _together(given: Sequence[Expression], value: Expression) -> Expression:
    return given[0] if len(given) == 1 else Display("tuple", tuple(given), value.span)


def _is_noise(expression: Expression) -> bool:
    return isinstance(expression, Draw) and expression.kind in NOISE


def _acts(part: Expression) -> bool:
    """Whether computing it does more than give a value."""
    return isinstance(part, (Bind, Change, Caught)) or (isinstance(part, Invoke) and bool(part.captured))


# A mechanism that shows its values together.


@dataclass(frozen=True)
class _Piece:
    """A statement. Where it `stays`, the other mechanism has it too; where not, that has what is `made` in its place,
    numbers with names, and shows what the statement `reads`: its own names, and these."""

    statement: Statement
    made: tuple[Assign, ...]
    reads: frozenset[str]
    stays: bool = False

    @property
    def kept(self) -> Block:
        return (self.statement,) if self.stays else self.made

    @property
    def returns(self) -> bool:
        return any(isinstance(one, Return) for one in statements((self.statement,)))


@dataclass(frozen=True)
class _Cut:
    reading: _Reading

    def function(self) -> tuple[Function | None, bool]:
        """The mechanism without the statements that read nothing but what it shows then, and whether all of that may be
        anything."""
        function = self.reading.function
        pieces = self._staying(self._pieces(function.body))
        if any(piece.stays and piece.returns for piece in pieces):
            return None, False
        kept = tuple(statement for piece in pieces for statement in piece.kept)
        given = {item.name for item in function.parameters if item.name not in self.reading.known}
        given |= {name for statement in kept for name in _written(statement)}
        names = [name for name in dict.fromkeys(self._read(pieces)) if name in given]
        if not names:
            return None, False
        shown = [Name(name, function.span) for name in names]
        made = {
            target: one.value for piece in pieces if not piece.stays for one in piece.made for target in one.targets
        }
        whole = _Whole(function)
        anything = all(name in made and whole.is_anything(made[name]) for name in shown)
        return replace(function, body=(*kept, Return(_together(shown, shown[0]), function.span))), anything

    def _pieces(self, block: Block) -> list[_Piece]:
        found = list[_Piece]()
        self.reading.begin()
        for statement in block:
            found.append(self._piece(statement))
            self.reading.passed(statement)
        return found

    def _piece(self, statement: Statement) -> _Piece:
        raw, every = self.reading.raw, list(statements((statement,)))
        if not raw.intersection(mentions_in(statement)):
            return _Piece(statement, (), frozenset(_exposed((statement,), frozenset())))
        stays = _Piece(statement, (), frozenset(), True)
        if not all(isinstance(one, (If, Pass, Return)) or _gives_names(one) for one in every):
            return stays
        made, reads = list[Assign](), set[str]()
        written = set(_written(statement)) if len(every) > 1 else set[str]()
        for expression in (inner for one in every for inner in expressions(one)):
            found = self.reading.made_of(expression)
            if found is None:
                return stays
            for part in found:
                if self.reading.is_raw(part, raw) or written.intersection(read_in(part)):
                    return stays
                if isinstance(part, Name):
                    reads.add(part.name)
                else:
                    made.append(Assign((Name(self.reading.name(), part.span),), part, None, part.span))
        reads |= {name for one in made for target in one.targets for name in names_of(target)}
        return _Piece(statement, tuple(made), frozenset(reads))

    def _staying(self, pieces: list[_Piece]) -> list[_Piece]:
        """The pieces, where what is left out has nothing to do with what stays after it."""
        needed = next(
            (at for at, one in enumerate(pieces) if not one.stays and _is_needed(one, pieces[at + 1 :])), None
        )
        if needed is None:
            return pieces
        return self._staying([replace(one, stays=one.stays or at == needed) for at, one in enumerate(pieces)])

    def _read(self, pieces: Iterable[_Piece]) -> Iterator[str]:
        """What is left out reads these before it gives them a value."""
        given: set[str] = set()
        for piece in pieces:
            if piece.stays:
                continue
            yield from sorted(piece.reads - given)
            if isinstance(piece.statement, Assign):
                given |= {target.name for target in piece.statement.targets if isinstance(target, Name)}


def _gives_names(statement: Statement) -> bool:
    return (
        isinstance(statement, Assign)
        and not any(True for _ in target_expressions(statement))
        and all(isinstance(target, (Name, Unpack)) for target in statement.targets)
    )


def _is_needed(piece: _Piece, after: Iterable[_Piece]) -> bool:
    """Whether what stays afterwards reads or writes what the piece writes, or writes what it reads."""
    writes = set(_written(piece.statement))
    for statement in (inner for other in after for inner in other.kept):
        if writes.intersection(mentions_in(statement)) or (writes | piece.reads).intersection(_written(statement)):
            return True
    return False


def _written(statement: Statement) -> Iterator[str]:
    """Names that get a value in the statement, or whose value is changed."""
    for one in statements((statement,)):
        for target in targets_of(one):
            yield from names_of(target)
        for expression in (*expressions(one), *target_expressions(one)):
            for part in parts(expression):
                if isinstance(part, Change):
                    yield part.target.name
                elif isinstance(part, Invoke):
                    yield from part.shared


def _exposed(block: Block, given: frozenset[str]) -> Iterator[str]:
    """Names that are read in the block, perhaps before it gives them a value."""
    for one in block:
        for expression in (*expressions(one), *target_expressions(one)):
            yield from read_in(expression) - given
        for target in targets_of(one):
            if isinstance(one, Augment) or not isinstance(target, (Name, Unpack)):
                yield from set(names_of(target)) - given
        inner = given | set(names_of(one.target)) if isinstance(one, For) else given
        for inside in blocks(one):
            yield from _exposed(inside, inner)
        if isinstance(one, Assign):
            given |= {target.name for target in one.targets if isinstance(target, Name)}


@dataclass
class _Whole:
    """Which expressions of a function are whole numbers, whatever its inputs are, as far as it is easily seen."""

    function: Function
    asked: set[str] = field(default_factory=set)

    def is_anything(self, expression: Expression) -> bool:
        """Whether noise is added to a number so that all integers, or reals, may come of it; or a list of such."""
        match expression:
            case Binary("+" | "-", left, Draw(kind)) | Binary("+" | "-", Draw(kind), left):
                return kind != "geometric" or self.is_whole(left, {})
            case Comprehension("list", Binary("+" | "-", left, Draw(kind)), (Clause(target, iterable, ()),)):
                return kind != "geometric" or self.is_whole(left, self._bound(target, iterable, {}))
        return False

    def is_whole(self, expression: Expression, bound: Mapping[str, bool]) -> bool:
        match expression:
            case Literal(value):
                return isinstance(value, int)
            case Name(name):
                return bound[name] if name in bound else self._holds(name, False)
            case Binary("+" | "-" | "*" | "//" | "%", left, right):
                return self.is_whole(left, bound) and self.is_whole(right, bound)
            case Unary("-" | "+", operand):
                return self.is_whole(operand, bound)
            case Unary("not") | Compare():
                return True
            case Choice(_, then, otherwise):
                return self.is_whole(then, bound) and self.is_whole(otherwise, bound)
            case Call("len" | ".count") | Call("int" | "round", (_,), ()):
                return True
            case Call("sum" | "min" | "max", (values,), ()):
                return self.has_whole(values, bound)
            case Call("abs" | "min" | "max" | "clamp", values, ()):
                return all(self.is_whole(one, bound) for one in values)
            case Index(base, _):
                return self.has_whole(base, bound)
        return False

    def has_whole(self, expression: Expression, bound: Mapping[str, bool]) -> bool:
        """Whether all that is gone over is."""
        match expression:
            case Name(name):
                return name not in bound and self._holds(name, True)
            case Call("range"):
                return True
            case Comprehension(_, element, clauses):
                for clause in clauses:
                    bound = self._bound(clause.target, clause.iterable, bound)
                return self.is_whole(element, bound)
            case Slice(base):
                return self.has_whole(base, bound)
            case Display(_, items):
                return all(self.is_whole(one, bound) for one in items)
        return False

    def _bound(self, target: Target, iterable: Expression, bound: Mapping[str, bool]) -> dict[str, bool]:
        match target, iterable:
            case Name(name), _:
                return {**bound, name: self.has_whole(iterable, bound)}
            case Unpack((Name(at), Name(name))), Call("enumerate", (values,), ()):
                return {**bound, at: True, name: self.has_whole(values, bound)}
        return {**bound, **dict.fromkeys(names_of(target), False)}

    def _holds(self, name: str, items: bool) -> bool:
        """Whether whatever the variable holds is whole, or has whole `items` only."""
        if name in self.asked:
            return False
        self.asked.add(name)
        try:
            return all(self._given(one, name, items) for one in statements(self.function.body)) and all(
                _is_of_whole(item.type, items) for item in self.function.parameters if item.name == name
            )
        finally:
            self.asked.discard(name)

    def _given(self, statement: Statement, name: str, items: bool) -> bool:
        """What the statement gives it, if it does."""
        if name not in set(_written(statement)) or (blocks(statement) and not isinstance(statement, For)):
            return True
        match statement:
            case Assign((Name(_),), value):
                return self.has_whole(value, {}) if items else self.is_whole(value, {})
            case Augment(Name(_), "+" | "-" | "*" | "//" | "%", value) if not items:
                return self.is_whole(value, {})
            case For(target, iterable) if not items:
                return name not in set(names_of(target)) or self._bound(target, iterable, {}).get(name, False)
        return False


def _is_of_whole(given: Type | None, items: bool) -> bool:
    match given:
        case IntType() | BoolType():
            return not items
        case VectorType(item) | RecordsType(item):
            return items and _is_of_whole(item, False)
    return False
