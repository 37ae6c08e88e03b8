"""Expressions, draws and calls of a file's functions."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Callable, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import reduce
from typing import Self, cast

from faier.deciding.side_by_side.calls import Calls
from faier.deciding.side_by_side.frames import (
    Flat,
    Frame,
    Maybe,
    Part,
    Scope,
    Way,
    either,
    keys_known,
)
from faier.deciding.side_by_side.held import (
    Among,
    Best,
    Ends,
    Entries,
    Entry,
    Gone,
    Held,
    Leaf,
    Loose,
    Mass,
    Off,
    Ranges,
    Rows,
    Same,
    Unfollowed,
    Weight,
    any_of,
    between,
    each_of,
    is_known,
    is_of_a_box,
    is_told,
    joined,
    leaves,
    one_of,
    rational,
    same_of,
)
from faier.deciding.side_by_side.lots import Seen, drawn_of, parted_parts, parts_of_rows
from faier.deciding.side_by_side.numbers import is_parameter, require_arguments
from faier.deciding.side_by_side.unknown import item_of, numbered, of_each, weigh
from faier.exact import ONE, Number
from faier.lang import operations, records
from faier.lang.comparing import pairs_of
from faier.lang.failures import Failure
from faier.lang.syntax import (
    Attribute,
    Binary,
    Bind,
    Block,
    Call,
    Caught,
    Change,
    Choice,
    Clause,
    Compare,
    Comprehension,
    Construct,
    Decimal,
    Display,
    Draw,
    Expression,
    Function,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Slice,
    Unary,
)
from faier.lang.values import Real, Value
from faier.lang.values import Sequence as Items
from faier.lang.vocabulary import DrawKind

# Calls inside of calls that are followed.
DEEP = 40

# Integers among which one is drawn that are told apart.
FEW = 8


class Expressions(Calls):
    """What expressions are on both sides."""

    @abstractmethod
    def _block(self, block: Block, frame: Frame) -> bool:
        """Runs the statements; whether what comes after them is reached."""

    def _value(self, expression: Expression, frame: Frame) -> Held:
        self.limits.spend(1)
        match expression:
            case Literal(known):
                return known
            case Decimal(exact, machine):
                return Real(exact, machine)
            case Name(name):
                return self._read(name, frame)
            case Unary(operator, operand):
                value = self._value(operand, frame)
                value = self._tested(value) if operator == "not" else value
                if operator == "not" and (held := self._true(value)) is not None:
                    return not held
                return self.numbers.unary(operator, value)
            case Binary(operator, left, right):
                one = self._value(left, frame)
                other = self._value(right, frame)
                if isinstance(one, Weight | Mass) or isinstance(other, Weight | Mass):
                    return _reweighed(operator, one, other)
                return self.numbers.binary(operator, one, other)
            case Compare(operands, operators):
                return self._chain(operands, operators, frame)
            case Logic(operator, operands):
                return self._logic(operator, operands, frame)
            case Choice(test, then, otherwise):
                return self._chosen(self._value(test, frame), then, otherwise, frame)
            case Display(kind, parts):
                return Items(kind, cast("tuple[Value, ...]", tuple(self._spread(parts, frame))))
            case Index(base, index):
                return self._indexed(self._value(base, frame), self.numbers.used(self._value(index, frame)))
            case Slice(base, lower, upper, step):
                return self._sliced(
                    self._value(base, frame),
                    [None if end is None else self._value(end, frame) for end in (lower, upper, step)],
                )
            case Attribute(base, name):
                holder = self._value(base, frame)
                if isinstance(holder, Items) or is_known(holder):
                    return records.attribute(holder, name)
                self.numbers.same([holder])
                found = of_each(lambda known: records.attribute(known[0], name), [holder])
                if found is None:
                    self._risk()
                return Same() if found is None else found
            case Construct(shape, arguments):
                return records.construct(shape, cast("tuple[Value, ...]", tuple(self._spread(arguments, frame))))
            case Call(name, arguments, keywords):
                return self._call(name, arguments, keywords, frame)
            case Draw(kind, arguments):
                return self._drawn(expression, self._spread(arguments, frame))
            case Invoke():
                return self._invoked(expression, frame)
            case Comprehension():
                return self._comprehended(expression, frame)
            case Change():
                return self._changed(expression, frame)
            case Caught() if self.caught is not None:
                return self.caught
            case Bind(target, inner):
                given = self._value(inner, frame)
                self._store(target.name, given, frame)
                return given
            case _:
                raise Unfollowed

    def _chain(self, operands: Sequence[Expression], operators: Sequence[str], frame: Frame) -> Held:
        left = self._value(operands[0], frame)
        open_ = False
        for operator, operand in zip(operators, operands[1:], strict=True):
            with self._perhaps(frame) if open_ else nullcontext():
                right = self._value(operand, frame)
            found = self._compared(operator, left, right)
            if len(operators) == 1:
                return found
            if isinstance(found, Off | Among):
                raise Unfollowed
            if found is False:
                return False if not open_ else Same("flag")
            open_ = open_ or not isinstance(found, bool)
            left = right
        return Same("flag") if open_ else True

    def _logic(self, operator: str, operands: Sequence[Expression], frame: Frame) -> Held:
        value = self._value(operands[0], frame)
        if len(operands) == 1:
            return value
        held = self._true(value)
        if held is not None:
            return value if held == (operator == "or") else self._logic(operator, operands[1:], frame)
        found: list[Held] = [self.numbers.used(value)]

        def further() -> bool:
            found.append(self._logic(operator, operands[1:], frame))
            return True

        self._branched(Same("flag"), further, lambda: True, frame)
        return reduce(joined, found)

    def _chosen(self, test: Held, then: Expression, otherwise: Expression, frame: Frame) -> Held:
        if isinstance(test, Off):
            self.trying += 1  # one side alone might raise
            forks, self.forks = self.forks, None  # and one side alone looks at what is there
            try:
                with self._perhaps(frame):
                    return one_of(test, self._value(then, frame), self._value(otherwise, frame))
            finally:
                self.trying -= 1
                self.forks = forks
        found: list[Held] = []

        nonzero, test = self.numbers.nonzero, self._tested(test)

        def chosen(expression: Expression, held: bool) -> Callable[[], bool]:
            def branch() -> bool:
                self.numbers.nonzero = nonzero | is_told(test, held)
                try:
                    found.append(self._value(expression, frame))
                finally:
                    self.numbers.nonzero = nonzero
                return True

            return branch

        self._branched(test, chosen(then, True), chosen(otherwise, False), frame)
        return found[0] if len(found) == 1 else joined(*map(self.numbers.used, found))

    def _drawn(self, draw: Draw, given: list[Held]) -> Held:
        if self.in_rows:
            if self.lots is None:
                raise Unfollowed
            return self.lots.draw(draw.kind, given)
        given = list(map(self.numbers.used, given))
        weights: list[Held] = []
        keys: list[Held] = []
        match draw.kind, given:
            case "geometric" | "laplace" | "gaussian", [parameter] if is_parameter(parameter):
                require_arguments(draw.kind, [cast(Value, parameter)])
                if draw.kind == "geometric":
                    self.chances |= drawn_of(draw.kind, [cast(Value, parameter)])[1]
                return self.paid.fresh(draw.kind, cast(Value, parameter))
            case "categorical", [Items(kind="list" | "tuple", items=items)]:
                weights = [*items]
            case "categorical", [Items(kind="dict") as table] if keys_known(table):
                keys, weights = [key for key, _ in pairs_of(table)], [value for _, value in pairs_of(table)]
            case "categorical", _:
                weights = given
        if any(isinstance(weight, Weight) for weight in weights):
            found = self.numbers.drawn(weights)
            if self.forks is not None:
                return self._one_of(keys or list(range(len(weights))))
            return found if keys else numbered(len(weights))
        self.numbers.same(given)
        if all(map(is_known, given)):
            require_arguments(draw.kind, cast("list[Value]", given))
            if draw.kind in ("flip", "categorical"):
                self.chances |= drawn_of(draw.kind, cast("list[Value]", given))[1]
        elif not (weigh(weights) if draw.kind == "categorical" else _has_choice(draw.kind, given)):
            self._risk()
        match draw.kind:
            case "flip":
                return self._flag()
            case "uniform" if self.forks is not None and all(map(is_known, given)) and _few(*given):
                return self._one_of([*range(cast(int, given[0]), cast(int, given[1]) + 1)])
            case "uniform" | "gaussian" | "geometric" | "laplace":
                discrete = draw.kind in ("uniform", "geometric")
                return Same("number", whole=discrete, integer=discrete)
            case "categorical" if self.forks is not None and (weights is not given or len(given) > 1):
                return self._one_of(keys or list(range(len(weights))))
            case "categorical" if weights and (weights is not given or len(given) > 1):
                return same_of(keys) if keys else numbered(len(weights))
            case "choice" if isinstance(given[0], Items) and given[0].kind in ("list", "tuple") and given[0].items:
                return item_of(given[0].items, Same())[0]
            case "shuffled" | "sample" if isinstance(given[0], Items) and given[0].kind in ("list", "tuple"):
                return Same("list", item=each_of([given[0]]))
            case _:
                return Same()

    def _yielded(self, call: Invoke, frame: Frame) -> Held:
        """What a generator yields, all at once: it does not raise, draws no noise, and leaves what it shares with its
        caller as it was. Whoever goes over it changes nothing of that meanwhile."""
        function, made, paid = self.program.function(call.function), self.paid.made, self.paid.noted()
        if self.depth == DEEP:
            raise Unfollowed
        scope, _ = self._lent(call, function, frame)
        inner, lent = Frame(function, [scope]), dict(scope)
        self.depth += 1
        try:
            self._block(function.body, inner)
        except Failure:
            raise Unfollowed from None
        finally:
            self.depth -= 1
        if (made, paid) != (self.paid.made, self.paid.noted()):
            raise Unfollowed
        if any(inner.scope.get(inside) is not lent.get(inside) for inside, _ in call.captured):
            raise Unfollowed
        return _of_all_rows(inner.yielded) or Items("tuple", cast("tuple[Value, ...]", tuple(inner.yielded)))

    def _handed(self, call: Invoke, function: Function, frame: Frame) -> Scope:
        """The arguments, by the names that they have inside."""
        arguments = self._spread(call.arguments, frame)
        operations.matched(call.function, arguments, len(function.parameters))
        return {item.name: value for item, value in zip(function.parameters, arguments, strict=True)}

    def _lent(self, call: Invoke, function: Function, frame: Frame) -> tuple[Scope, list[Way]]:
        """The variables that the function begins with, and where those are that it shares with its caller."""
        scope = self._handed(call, function, frame)
        paths: list[Way] = []
        for inside, outside in call.captured:
            path = [self._at(index, frame) for index in outside.indices] if isinstance(outside, Item) else []
            name = outside.name if isinstance(outside, Item) else outside
            paths.append((inside, name, path))
            if path:
                scope[inside] = self._reached(self._read(name, frame), path)
            elif any(name in known for known in frame.scopes):
                scope[inside] = self._read(name, frame)
        return scope, paths

    def _invoked(self, call: Invoke, frame: Frame) -> Held:
        """What the function returns; what it shares with its caller is what it leaves it as."""
        function = self.program.function(call.function)
        if function.yields:  # it stands where it is gone over at once
            return self._yielded(call, frame)
        if self.depth == DEEP:
            raise Unfollowed
        scope, paths = self._lent(call, function, frame)
        if not call.captured and (found := self._bisected(function, list(scope.values()))) is not None:
            return found
        inner, lent = Frame(function, [scope]), dict(scope)
        self.depth += 1
        try:
            if self._block(function.body, inner):
                inner.returned.append((None, inner.scope))
        except Failure:
            self._give_back(paths, lent, inner.scope, frame)
            raise
        finally:
            self.depth -= 1
        if not inner.returned:
            raise Unfollowed
        self._give_back(paths, lent, either([left for _, left in inner.returned]), frame)
        values = [value for value, _ in inner.returned]
        return values[0] if len(values) == 1 else reduce(joined, map(self.numbers.used, values))

    def _give_back(self, paths: Sequence[Way], lent: Scope, left: Scope, frame: Frame) -> None:
        """The variables that a function shares with its caller are what it leaves them as."""
        for inside, name, path in paths:
            if inside not in left or (left[inside] is lent.get(inside) and not path):
                continue
            value = left[inside]
            self._store(name, self._replaced(self._read(name, frame), path, value) if path else value, frame)

    def _comprehended(self, made: Comprehension, frame: Frame) -> Held:
        frame.scopes.insert(0, {})
        try:
            parts = self._elements(made.clauses, made.element, frame)
        finally:
            frame.scopes.pop(0)
        rows = _of_all_rows(parts)
        if rows is not None:
            return rows
        if len(parts) == 1 and isinstance(parts[0], Entries):
            return parts[0]
        if any(isinstance(part, Maybe) for part in parts):
            values = [part.value if isinstance(part, Maybe) else cast(Held, part) for part in parts]
            self.numbers.same(values)
            return Same("list" if made.kind == "list" else "any", item=any_of(list(map(self.numbers.used, values))))
        return Items("list" if made.kind == "list" else "tuple", cast("tuple[Value, ...]", tuple(parts)))

    def _elements(self, clauses: Sequence[Clause], element: Expression, frame: Frame) -> list[Part]:
        if not clauses:
            return [self._value(element, frame)]
        first, *rest = clauses
        gone_over = self._gone_over(first.iterable, frame)
        if isinstance(gone_over, Rows):
            return self._rows_of(gone_over, first, rest, element, frame)
        if isinstance(gone_over, Entries):
            return [self._of_entries_made(gone_over, first, rest, element, frame)]
        if isinstance(gone_over, Same):
            return self._any_number_of(gone_over, first, rest, element, frame)
        found: list[Part] = []
        read = self._read_of(first.iterable, frame)
        for item in gone_over:
            self._assign_inner(first.target, item, frame)
            found += self._where(first.conditions, rest, element, frame)
            if any(self._read(name, frame) is not value for name, value in read.items()):
                raise Unfollowed
        return found

    def _any_number_of(
        self, several: Same, first: Clause, rest: Sequence[Clause], element: Expression, frame: Frame
    ) -> list[Part]:
        """An element for each of so many items, the same on both sides: none of them may pay for a difference, now or
        when it is looked at, nor be compared with a noisy limit."""
        if self.alone is not None:
            raise Unfollowed  # each of them may be likely
        if several.item is None or several.kind != "list":
            self._risk()
        paid, lost = self.paid.noted(), set(self.paid.lost)
        forks, self.forks = self.forks, None  # what is asked of one of them may be answered otherwise of the next
        self.repeating += 1
        try:
            with self._perhaps(frame):
                self._assign_inner(first.target, Same() if several.item is None else several.item, frame)
                found = self._where(first.conditions, rest, element, frame)
        finally:
            self.forks = forks
            self.repeating -= 1
        if self.paid.noted() != paid or self.paid.lost != lost or any(isinstance(one, Flat) for one in found):
            raise Unfollowed
        held = [one.value if isinstance(one, Maybe) else cast(Held, one) for one in found]
        if any(map(self._pays_later, (leaf for value in held for leaf in leaves(value)))):
            raise Unfollowed
        return [one if isinstance(one, Maybe) else Maybe(cast(Held, one)) for one in found]

    def _of_entries_made(
        self, given: Entries, first: Clause, rest: Sequence[Clause], element: Expression, frame: Frame
    ) -> Entries:
        """What comes of each of these, if it is there: what a condition leaves out on one side alone is paid for."""
        if self.alone is not None or self.in_rows:
            raise Unfollowed
        self.neighbors.looked = True  # it depends on the inputs which items there are
        found: list[Entry] = []
        for entry in given.items:
            self.limits.spend(1)
            before = [dict(scope) for scope in frame.scopes]
            alone, named = self._made_alone(given, entry, first, rest, element, frame)
            self._assign_inner(first.target, entry.value, frame)
            with self._with_rows(given, entry):
                made = self._where(first.conditions, rest, element, frame)
            if len(made) > 1 or any(isinstance(one, Flat | Entries) for one in made):
                raise Unfollowed
            for one in made:
                value = one.value if isinstance(one, Maybe) else cast(Held, one)
                chosen = entry.chosen or isinstance(one, Maybe) or alone is None
                found.append(Entry(value, entry.made_by, alone or {}, entry.sure and not chosen, chosen))
            self._forget(named, before, frame, given.ordered)
        return Entries("list", given.source, tuple(found), given.ordered)

    def _made_alone(
        self, given: Entries, entry: Entry, first: Clause, rest: Sequence[Clause], element: Expression, frame: Frame
    ) -> tuple[dict[int, Value] | None, set[str]]:
        """What comes of an entry where one side alone has it, if that is certain; else what conditions may leave out
        there is paid for (None). And the variables that may be changed there."""
        found: dict[int, Value] = {}
        certain, changed = True, set[str]()
        for row, item in entry.alone.items():

            def turn(side: Self, item: Value = item) -> list[Part]:
                inner = Frame(frame.function, [dict(scope) for scope in frame.scopes], handled=list(frame.handled))
                side._assign_inner(first.target, item, inner)
                made = side._where(first.conditions, rest, element, inner)
                side._require_own(made)
                changed.update(_changed_since(frame.scope, inner.scope))
                return made

            outcomes = self._one_sided(given, entry, row, turn)
            if len(outcomes) == 1:
                (made, _) = outcomes[0]
                if len(made) > 1 or any(isinstance(one, Maybe | Flat | Entries) for one in made):
                    raise Unfollowed
                if made:
                    found[row] = cast(Value, made[0])
                continue
            certain = False
            for made, chance in outcomes:
                if made and chance != 0:
                    self.paid.may_show(given.source, row, entry.made_by, chance)
        if not certain and found:
            raise Unfollowed
        return (found if certain else None), changed

    def _forget(self, named: set[str], before: Sequence[Scope], frame: Frame, ordered: bool) -> None:
        """It is not known any more what these variables hold, and those that an item has changed: it depends on the
        inputs which item came last, also of those in an order that is not known."""
        for known, scope in zip(before, frame.scopes, strict=True):
            names = _changed_since(known, scope) | (named if scope is frame.scope else set())
            if not ordered and not all(isinstance(known.get(name, Gone()), Gone) for name in names):
                raise Unfollowed
            scope.update(dict.fromkeys(names, Gone()))
        frame.changes += len(named)

    def _pays_later(self, value: Leaf) -> bool:
        """Whether a draw of it makes up for a difference where it is looked at, and has not done so."""
        return isinstance(value, Best) or (
            isinstance(value, Loose) and value.off is not None and value.draw.number not in self.paid.drawn
        )

    def _where(
        self, conditions: Sequence[Expression], rest: Sequence[Clause], element: Expression, frame: Frame
    ) -> list[Part]:
        """The elements where all conditions hold: it may be that they are there, the same on both sides."""
        if not conditions:
            return self._elements(rest, element, frame)
        held = self._true(self._value(conditions[0], frame))
        if held is not None:
            return self._where(conditions[1:], rest, element, frame) if held else []
        found: list[Part] = []

        def then() -> bool:
            found.extend(self._where(conditions[1:], rest, element, frame))
            return True

        self._branched(Same("flag"), then, lambda: True, frame)
        if any(isinstance(one, Flat) for one in found):
            raise Unfollowed
        return [one if isinstance(one, Maybe) else Maybe(cast(Held, one)) for one in found]

    def _rows_of(
        self, rows: Rows, first: Clause, rest: Sequence[Clause], element: Expression, frame: Frame
    ) -> list[Part]:
        """What comes of each row, which nothing else of the inputs decides."""
        found: list[list[tuple[tuple[Part, ...], Number]]] = []
        drawn, seen = False, Seen()
        for kind, items in enumerate(rows.items):
            seen.decided.append([])
            made: list[tuple[tuple[Part, ...], Number]] = []
            with self._of_a_row(rows, kind) as lots, self._perhaps(frame):
                while True:
                    parts: list[Part] = []
                    for item in items:
                        self._assign_inner(first.target, item, frame)
                        parts += self._where(first.conditions, rest, element, frame)
                    made.append((tuple(parts), ONE if lots is None else lots.chance))
                    drawn = drawn or (lots is not None and lots.drawn)
                    if not seen.next(lots):
                        break
            found.append(made)
        if (source := self.neighbors.where_decided(rows.source, seen.asked)) != rows.source:
            return self._rows_of(self.neighbors.lifted(rows, source), first, rest, element, frame)
        if drawn and not self.parting:
            return parts_of_rows(found, rows, self.neighbors, self.paid)
        if (
            drawn
            and seen.may_pay
            and (paid := self._paid_for(lambda: parts_of_rows(found, rows, self.neighbors, self.paid)))
        ):
            return paid[0]
        alone = [made[0][0] for made in found]
        if drawn:
            self._require_once()
            rows, alone = parted_parts(found, seen, rows, self.neighbors)
        if all(is_of_a_box(one) and not isinstance(one, Maybe | Flat) for made in alone for one in made):
            known = cast("tuple[tuple[Value, ...], ...]", tuple(alone))
            return [Flat(Rows(rows.source, known, apart=rows.apart, backwards=rows.backwards))]
        return [Flat(Ranges(rows.source, tuple(tuple(map(_ranging, made)) for made in alone)))]


def _changed_since(before: Scope, scope: Scope) -> set[str]:
    return {name for name, value in scope.items() if before.get(name) is not value}


def _has_choice(kind: DrawKind, given: Sequence[Held]) -> bool:
    """Whether one of these may be drawn, or all, or so many, for certain."""
    match kind, given:
        case "choice" | "shuffled", [Items(kind="list", items=items)]:
            return bool(items)
        case "sample", [Items(kind="list", items=items), int() as many]:
            return 0 <= many <= len(items)
        case _:
            return False


def _few(low: Held, high: Held) -> bool:
    return cast(int, high) - cast(int, low) < FEW


def _of_all_rows(parts: Sequence[Part]) -> Rows | Ranges | None:
    """What comes of the rows of an input, once or several times; None where nothing does."""
    rows = [part.rows for part in parts if isinstance(part, Flat)]
    if not rows:
        return None
    if len(rows) < len(parts) or len({part.source for part in rows}) > 1:
        raise Unfollowed
    if all(isinstance(part, Rows) for part in rows):
        several = cast("list[Rows]", rows)
        known = zip(*(part.items for part in several), strict=True)
        apart, backwards = len(several) > 1 or several[0].apart, several[0].backwards
        return Rows(
            several[0].source,
            tuple(tuple(item for items in each for item in items) for each in known),
            apart=apart,
            backwards=backwards,
        )
    ranges = zip(*(cast("Sequence[Sequence[Part | Ends]]", part.items) for part in rows), strict=True)
    return Ranges(rows[0].source, tuple(tuple(_ranging(item) for items in each for item in items) for each in ranges))


def _ranging(part: Part | Ends) -> Ends:
    """The ends of a number that may come of a row."""
    if isinstance(part, Ends):
        return part
    found = None if isinstance(part, Flat) else between(*((part.value, True) if isinstance(part, Maybe) else (part,)))
    if found is None:
        raise Unfollowed
    return found


def _reweighed(operator: str, one: Held, other: Held) -> Weight | Mass:
    """A weight times a number that is known, or divided by a sum of weights; or such a sum."""
    weight, factor = (one, other) if isinstance(one, Weight | Mass) else (other, one)
    number = rational(factor)
    if operator == "+" and (isinstance(factor, Weight | Mass) or (number is not None and number >= 0)):
        return Mass()
    if not isinstance(weight, Weight) or (operator == "/" and weight is not one):
        raise Unfollowed
    if operator in ("*", "/") and number is not None and number > 0:
        return weight
    if operator == "/" and isinstance(factor, Mass) and weight.over is None:
        return replace(weight, over=factor)
    raise Unfollowed
