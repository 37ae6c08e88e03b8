"""Two runs on neighboring inputs, told side by side: statement by statement, as far as each is followed."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Set
from dataclasses import replace
from itertools import repeat
from types import MappingProxyType
from typing import cast

from faier.deciding.side_by_side.expressions import Expressions
from faier.deciding.side_by_side.frames import (
    Flat,
    Frame,
    Scope,
    either,
    told_of,
)
from faier.deciding.side_by_side.held import (
    Among,
    Arrivals,
    Bins,
    Entries,
    Entry,
    Gone,
    Held,
    Loose,
    Rows,
    Same,
    Unfollowed,
    alike,
    is_of_a_box,
    is_told,
    without_ends,
)
from faier.deciding.side_by_side.lots import Seen, after_lots, parted_scopes
from faier.deciding.side_by_side.rows import (
    Before,
    Path,
    after_rows,
    at_first,
    before_next,
    changing,
    unchanged,
)
from faier.exact import ONE, Number
from faier.lang import errors
from faier.lang.errors import catcher
from faier.lang.failures import Failure, raised
from faier.lang.syntax import (
    Assert,
    Assign,
    Attribute,
    Augment,
    Bind,
    Block,
    Break,
    Call,
    Change,
    Continue,
    Evaluate,
    Expression,
    Field,
    For,
    Function,
    Handler,
    If,
    Invoke,
    Item,
    Literal,
    Match,
    Name,
    Pass,
    Raise,
    Return,
    Statement,
    Target,
    Try,
    While,
    Yield,
)
from faier.lang.values import Sequence as Items
from faier.lang.values import Value
from faier.lang.walk import parts, read_in

FAILS = "FA403"

# Turns of a loop over a stream after which what holds before each is known.
TURNS = 8


class Following(Expressions):
    """Two runs on neighboring inputs. Statements return whether what comes after them is reached."""

    def mechanism(self, function: Function, inputs: Scope) -> None:
        frame = Frame(function, [dict(inputs)])
        try:
            self._block(function.body, frame)
        except Failure:
            if self.forks is None or self.forks.at == 0:
                raise Unfollowed from None
            self.risked = True  # it may be that no run is like this; else these raise, on both sides
        self.numbers.same([shown for shown, _ in frame.returned])

    def _block(self, block: Block, frame: Frame) -> bool:
        nonzero = self.numbers.nonzero
        try:
            for statement in block:
                self.limits.spend(1)
                if not self._statement(statement, frame):
                    return False
            return True
        finally:
            self.numbers.nonzero = nonzero

    def _statement(self, statement: Statement, frame: Frame) -> bool:
        match statement:
            case Pass():
                pass
            case Assign(targets, value, type_):
                found = self._value(value, frame)
                if type_ is not None:
                    found = self.numbers.used(found)
                    self.numbers.same([found])  # whether it is one of these may differ else
                    self._risk()
                for target in targets:
                    self._assign(target, found, frame)
            case Augment(target, operator, value):
                self._augment(target, operator, value, frame)
            case If(test):
                return self._either_block(self._value(test, frame), statement, frame)
            case Match(subject, cases):
                return self._matched(self._value(subject, frame), statement, frame, 0) if cases else True
            case For():
                return self._loop(statement, frame)
            case While(test, body, otherwise):
                return self._turns(repeat(None), test, None, body, otherwise, frame)
            case Break():
                frame.left.append(dict(frame.scope))
                return False
            case Continue():
                frame.again.append(dict(frame.scope))
                return False
            case Return(value):
                found = None if value is None else self._value(value, frame)
                frame.returned.append((found, dict(frame.scope)))
                return False
            case Yield(value) if frame.function.kind != "mechanism":
                frame.yielded.append(self._value(value, frame))
            case Yield(value) if frame.function.kind == "mechanism" and not self.in_rows:
                self.numbers.same([self._value(value, frame)])
                if self.alone is not None:
                    frame.yielded.append(Same())
            case Assert(test):
                held = self._true(self._value(test, frame))
                if held is None:
                    self._risk()
                elif not held:
                    raise Failure(FAILS, "this assertion fails")
            case Raise(error, message):
                if error is None and not frame.handled:
                    raise Unfollowed
                told = None if statement.told is None else self.numbers.used(self._value(statement.told, frame))
                error = error or frame.handled[-1]
                failure = Failure(FAILS, raised(error, message), "", error)
                failure.told = told
                raise failure
            case Try():
                return self._tried(statement, frame)
            case Evaluate(value):
                self._value(value, frame)
            case _:
                raise Unfollowed
        return True

    def _either_block(self, test: Held, statement: If, frame: Frame) -> bool:
        """One of the blocks; where what comes after them is reached from one alone, its test tells of that too."""
        nonzero, on, test = self.numbers.nonzero, set[bool](), self._tested(test)

        def block(held: bool) -> bool:
            self.numbers.nonzero = nonzero | is_told(test, held)
            statements = statement.then if held else statement.otherwise
            if self._block_where(statement.test, held, statements, frame):
                on.add(held)
            return held in on

        try:
            found = self._branched(test, lambda: block(True), lambda: block(False), frame)
        finally:
            self.numbers.nonzero = nonzero
        if len(on) == 1:
            self.numbers.nonzero = nonzero | is_told(test, on.pop())
        return found

    def _block_where(self, test: Expression, held: bool, block: Block, frame: Frame) -> bool:
        """A block that is reached where the test holds, or does not: of a number it may have told that it is not 0."""
        name = told_of(test, held)
        known = None if name is None else frame.scope.get(name)
        if isinstance(known, Loose):
            known = self.paid.values.get(known)
        if name is not None and isinstance(known, Same) and known.kind == "number":
            frame.scope[name] = replace(known, nonzero=True)
        return self._block(block, frame)

    def _matched(self, subject: Held, statement: Match, frame: Frame, at: int) -> bool:
        if at == len(statement.cases):
            return True
        case = statement.cases[at]
        options = case.pattern.options
        fits: Held = True
        if options is not None:
            tests = [
                self._compared("is" if option is None or isinstance(option, bool) else "==", subject, option)
                for option in options
            ]
            self.numbers.same(list(tests))
            known = [test for test in tests if isinstance(test, bool)]
            fits = True if any(known) else (False if len(known) == len(tests) else Same("flag"))

        def guarded() -> bool:
            if case.guard is None:
                return self._block(case.body, frame)
            return self._branched(
                self._value(case.guard, frame),
                lambda: self._block(case.body, frame),
                lambda: self._matched(subject, statement, frame, at + 1),
                frame,
            )

        return self._branched(fits, guarded, lambda: self._matched(subject, statement, frame, at + 1), frame)

    def _key_of(self, tried: Try, frame: Frame) -> Among | None:
        """Whether there is a key is all that is tried: its value is changed, and nothing else may raise."""
        if not self.in_rows or tried.otherwise or tried.final or len(tried.body) != 1:
            return None
        match tried.body[0]:
            case Augment(Item(name, (key,)), "+", value):
                pass
            case Evaluate(Change(Item(name, (key,)), "append", (value,), ())):
                pass
            case _:
                return None
        base = frame.scope.get(name)
        if not isinstance(base, Bins) or base.of is not None or catcher(errors.KEY, tried.handlers) is None:
            return None
        if isinstance(key, Field) or any(isinstance(part, Invoke | Bind | Change) for part in parts(key)):
            return None
        if not all(isinstance(part, Literal | Name | Attribute) for part in parts(value)):
            return None
        found = self._compared("in", cast(Held, self._at(key, frame)), base)
        return found if isinstance(found, Among) else None

    def _tried(self, tried: Try, frame: Frame) -> bool:
        if (test := self._key_of(tried, frame)) is not None:
            handler = cast(Handler, catcher(errors.KEY, tried.handlers))
            return self._branched(
                test, lambda: self._block(tried.body, frame), lambda: self._block(handler.body, frame), frame
            )
        if not tried.final:
            return self._caught(tried, frame)
        self.trying += 1
        try:
            on = self._caught(tried, frame)
        except Failure:
            raise Unfollowed from None  # that runs what is last too
        finally:
            self.trying -= 1
        if not on or frame.left or frame.again:
            raise Unfollowed  # a way out of it runs that too
        return self._block(tried.final, frame)

    def _caught(self, tried: Try, frame: Frame) -> bool:
        """What is tried, and what catches its error or comes after it."""
        self.trying += 1
        parted = self.parted
        try:
            on = self._block(tried.body, frame)
        except Failure as failure:
            handler = None if failure.error is None else catcher(failure.error, tried.handlers)
            if handler is None or failure.error is None or self.parted != parted:
                raise Unfollowed from None
            frame.handled.append(failure.error)
            self.caught = cast(Held, failure.told)
            try:
                return self._block(handler.body, frame)
            finally:
                frame.handled.pop()
        finally:
            self.trying -= 1
        return on and self._block(tried.otherwise, frame)

    def _loop(self, loop: For, frame: Frame) -> bool:
        if isinstance(loop.iterable, Invoke) and self.program.function(loop.iterable.function).yields:
            names = read_in(loop.iterable)
            return self._over(self._yielded(loop.iterable, frame), loop, frame, names)
        arriving = self._arriving(loop.iterable, frame)
        if arriving is not None:
            return self._endless(arriving, loop, frame)
        gone_over = self._gone_over(loop.iterable, frame)
        names = set(self._read_of(loop.iterable, frame))
        if isinstance(gone_over, Entries):
            return self._over_entries(gone_over, loop, frame, names)
        if isinstance(gone_over, Same | Rows):
            return self._over(gone_over, loop, frame, names)
        return self._over(Items("tuple", cast("tuple[Value, ...]", gone_over)), loop, frame, names)

    def _over(self, gone_over: Held, loop: For, frame: Frame, names: Set[str]) -> bool:
        """The loop over these; nothing changes the variables of these names meanwhile."""
        read = {name: value for scope in reversed(frame.scopes) for name, value in scope.items() if name in names}
        if isinstance(gone_over, Rows):
            self._over_rows(gone_over, loop, frame, read)
            return True
        if isinstance(gone_over, Same):
            return self._several_turns(gone_over, loop, frame, read)
        if not isinstance(gone_over, Items):
            raise Unfollowed
        return self._turns(iter(gone_over.items), None, loop.target, loop.body, loop.otherwise, frame, read)

    def _turns(
        self,
        items: Iterator[Held],
        test: Expression | None,
        target: Target | None,
        body: Block,
        otherwise: Block,
        frame: Frame,
        read: Mapping[str, Held] = MappingProxyType({}),
    ) -> bool:
        """The loop; nothing changes what is `read` at each turn."""
        outer, frame.left, frame.again = (frame.left, frame.again), [], []
        try:
            on = True
            for item in items:
                self.limits.spend(1)
                if test is not None:
                    goes_on = self._true(self._value(test, frame))
                    if goes_on is None:
                        raise Unfollowed
                    if not goes_on:
                        break
                if target is not None:
                    self._assign(target, item, frame)
                frame.again = []
                on = self._block(body, frame)
                reached = [*([frame.scope] if on else []), *frame.again]
                on = bool(reached)
                if not on:
                    break
                frame.scopes[-1] = either(reached)
                if any(frame.scope[name] is not value for name, value in read.items()):
                    raise Unfollowed
            if on:
                on = self._block(otherwise, frame)
            reached = [*([frame.scope] if on else []), *frame.left]
        finally:
            frame.left, frame.again = outer
        if reached:
            frame.scopes[-1] = either(reached)
        return bool(reached)

    def _over_entries(self, entries: Entries, loop: For, frame: Frame, names: Set[str]) -> bool:
        """The loop over what is there or not: a turn that one side alone has may do something, with some chance."""
        if not entries.ordered or self.alone is not None or self.in_rows or loop.otherwise or len(frame.scopes) != 1:
            raise Unfollowed
        self.neighbors.looked = True  # it depends on the inputs which turns there are
        read = {name: frame.scope[name] for name in names if name in frame.scope}
        outer, frame.left, frame.again = (frame.left, frame.again), [], []
        self.parted += 1
        on = True
        try:
            for entry in entries.items:
                self.limits.spend(1)
                forgotten = self._turn_alone(entries, entry, loop, frame)
                held = entry.sure or self._true(Same("flag"))
                before, yielded = dict(frame.scope), len(frame.yielded)
                reached = [before] if not held else []
                if held is not False:
                    frame.again = []
                    self._assign(loop.target, entry.value, frame)
                    with self._with_rows(entries, entry):
                        on = self._block(loop.body, frame)
                    if held is None and len(frame.yielded) != yielded:
                        raise Unfollowed  # it depends on the inputs what comes of a generator
                    reached += [*([frame.scope] if on else []), *frame.again]
                on = bool(reached)
                if not on:
                    break
                frame.scopes[-1] = either(reached) | dict.fromkeys(forgotten, Gone())
                if any(frame.scope[name] is not value for name, value in read.items()):
                    raise Unfollowed
            reached = [*([frame.scope] if on else []), *frame.left]
        except Failure:
            raise Unfollowed from None
        finally:
            frame.left, frame.again = outer
        if reached:
            frame.scopes[-1] = either(reached)
        return bool(reached)

    def _turn_alone(self, entries: Entries, entry: Entry, loop: For, frame: Frame) -> frozenset[str]:
        """A turn that one side alone has: it leaves all variables but these as they were, or is paid for. These are not
        known after it."""
        forgotten, before = frozenset[str](), frame.scope
        for row, item in entry.alone.items():

            def turn(side: Following, item: Value = item) -> frozenset[str] | None:
                inner = Frame(frame.function, [dict(before)], handled=list(frame.handled))
                side._assign(loop.target, item, inner)
                on = side._block(loop.body, inner)
                if inner.left or inner.returned or inner.yielded:
                    return None
                left = either([*([inner.scope] if on else []), *inner.again])
                return frozenset(name for name, value in left.items() if not unchanged(before.get(name), value))

            outcomes = self._one_sided(entries, entry, row, turn)
            always = [names for names, chance in outcomes if names is not None and chance != 0]
            every = frozenset.intersection(*always) if always else frozenset[str]()
            for names, chance in outcomes:
                if names != every and chance != 0:
                    self.paid.may_show(entries.source, row, entry.made_by, chance)
            forgotten |= every
        return forgotten

    def _several_turns(self, several: Same, loop: For, frame: Frame, read: Mapping[str, Held]) -> bool:
        """A loop over a list, the same on both sides: what holds before each turn holds after it. Nothing is paid
        there, and runs are not told apart."""
        if several.kind != "list" or several.item is None or len(frame.scopes) != 1 or self.in_rows or self.alone:
            raise Unfollowed
        outer, frame.left, frame.again = (frame.left, frame.again), [], []
        forks, self.forks = self.forks, None
        self.parted += 1
        self.repeating += 1
        paid, lost, yielded = self.paid.noted(), set(self.paid.lost), len(frame.yielded)
        try:
            before = {name: without_ends(value) for name, value in frame.scope.items()}
            for _ in range(TURNS):
                frame.left, frame.again, frame.scopes[-1] = [], [], dict(before)
                self._assign(loop.target, several.item, frame)
                on = self._block(loop.body, frame)
                reached = [before, *([frame.scope] if on else []), *frame.again]
                after = {name: without_ends(value) for name, value in either(reached).items()}
                if after.keys() == before.keys() and all(alike(after[name], before[name]) for name in after):
                    break
                before = after
            else:
                raise Unfollowed
            if self.paid.noted() != paid or self.paid.lost != lost or len(frame.yielded) != yielded:
                raise Unfollowed
            if any(before.get(name) is not value for name, value in read.items()):
                raise Unfollowed
            frame.scopes[-1] = before
            on = self._block(loop.otherwise, frame)
            reached = [*([frame.scope] if on else []), *frame.left]
        except Failure:
            raise Unfollowed from None
        finally:
            frame.left, frame.again = outer
            self.forks = forks
            self.repeating -= 1
        if reached:
            frame.scopes[-1] = either(reached)
        return bool(reached)

    def _arriving(self, iterable: Expression, frame: Frame) -> Held | None:
        """What the loop's target is at each turn, where it goes over a stream."""
        if frame.function.kind != "mechanism" or self.in_rows:
            return None
        match iterable:
            case Name(name) if isinstance(stream := frame.scope.get(name), Arrivals):
                return stream.item
            case Call("enumerate", (Name(name),), ()) if isinstance(stream := frame.scope.get(name), Arrivals):
                return Items(
                    "tuple", cast("tuple[Value, ...]", (Same("number", whole=True, integer=True), stream.item))
                )
            case _:
                return None

    def _endless(self, item: Held, loop: For, frame: Frame) -> bool:
        """A loop over a stream: one turn is followed for all."""
        self.repeating += 1
        try:
            return self._each_arrival(item, loop, frame)
        finally:
            self.repeating -= 1

    def _each_arrival(self, item: Held, loop: For, frame: Frame) -> bool:
        """A loop over a stream, of whose arrivals nothing is left when the next one comes: what holds before each turn,
        and then one turn, which is all that an arrival pays for. What is no arrival of it would pay at every turn."""
        before = self.neighbors.forgotten(frame.scope)
        for _ in range(TURNS):
            trial, paid = Frame(frame.function, [dict(before)]), self.paid.noted()
            self._assign(loop.target, item, trial)
            after = [trial.scope] if self._block(loop.body, trial) else []
            self.paid.back_to(paid)
            found = self.neighbors.forgotten(either([before, *map(self.neighbors.forgotten, [*after, *trial.again])]))
            if found.keys() == before.keys() and all(alike(found[name], before[name]) for name in found):
                break
            before = found
        else:
            raise Unfollowed
        paid = self.paid.noted()
        outer, frame.left, frame.again = (frame.left, frame.again), [], []
        frame.scopes[-1] = dict(before)
        self._assign(loop.target, item, frame)
        self._block(loop.body, frame)
        if self.paid.showing != paid[2] or not all(
            self.neighbors.of_arrivals([way]) for _, by in self.paid.draws[paid[0] :] for way in by
        ):
            raise Unfollowed
        left, (frame.left, frame.again) = frame.left, outer
        frame.scopes[-1] = dict(before)
        reached = [frame.scope] if self._block(loop.otherwise, frame) else []
        reached += map(self.neighbors.forgotten, left)
        if reached:
            frame.scopes[-1] = either(reached)
        return bool(reached)

    def _over_rows(self, rows: Rows, loop: For, frame: Frame, read: Mapping[str, Held]) -> None:
        """Each row adds what it would add alone: it looks at nothing that others have changed."""
        if loop.otherwise or len(frame.scopes) != 1:
            raise Unfollowed
        before = Before(dict(frame.scope), frozenset())
        while True:
            changed: set[Path] = set()
            yielded: list[tuple[Value, ...]] = []
            seen = Seen()
            paths = [self._of_each(rows, items, loop, frame, before, changed, yielded, seen) for items in rows.items]
            more = frozenset(changed)
            if more <= before.changing:
                break
            before = replace(before, changing=before.changing | more)
        if any(name in read for name, *_ in before.changing):
            raise Unfollowed
        if (source := self.neighbors.where_decided(rows.source, seen.asked)) != rows.source:
            self._over_rows(self.neighbors.lifted(rows, source), loop, frame, read)
            return
        if any(len(of_row) > 1 for of_row in paths) and (not self.parting or seen.may_pay) and not any(yielded):
            paid = self._paid_for(lambda: after_lots(before, paths, rows, self.neighbors, self.paid))
            if paid:
                frame.scopes[-1] = paid[0]
                return
        scopes = [of_row[0][0] for of_row in paths]
        if any(len(of_row) > 1 for of_row in paths):
            self._require_once()
            rows, scopes, yielded = parted_scopes(before, paths, yielded, seen, rows, self.neighbors)
        frame.scopes[-1] = after_rows(before, scopes, rows, self.neighbors)
        if any(yielded):
            frame.yielded.append(Flat(Rows(rows.source, tuple(yielded), apart=rows.apart, backwards=rows.backwards)))

    def _of_each(
        self,
        rows: Rows,
        items: tuple[Value, ...],
        loop: For,
        frame: Frame,
        before: Before,
        changed: set[Path],
        yielded: list[tuple[Value, ...]],
        seen: Seen,
    ) -> list[tuple[Scope, Number]]:
        """The same for each outcome of the draws of the row, with its chance."""
        found: list[tuple[Scope, Number]] = []
        seen.decided.append([])
        with self._of_a_row(rows, len(seen.decided) - 1) as lots:
            while True:
                scope = self._of_rows(items, loop, frame, before, changed, yielded)
                found.append((scope, ONE if lots is None else lots.chance))
                if not seen.next(lots):
                    return found

    def _of_rows(
        self,
        items: tuple[Value, ...],
        loop: For,
        frame: Frame,
        before: Before,
        changed: set[Path],
        yielded: list[tuple[Value, ...]],
    ) -> Scope:
        """What the items that come of a row make of the variables. Those that any of them changes are `changed`;
        what a generator yields meanwhile is `yielded`."""
        inner = Frame(frame.function, [at_first(before)], handled=list(frame.handled))
        try:
            for at, item in enumerate(items):
                if at > 0:
                    inner.scopes[-1] = before_next(before, inner.scope)
                self._assign(loop.target, item, inner)
                inner.again = []
                on = self._block(loop.body, inner)
                if inner.left or inner.returned:
                    raise Unfollowed
                reached = [*([inner.scope] if on else []), *inner.again]
                inner.scopes[-1] = either(reached or [inner.scope])
                changed |= changing(before, inner.scope)
            if any(isinstance(part, Flat) or not is_of_a_box(part) for part in inner.yielded):
                raise Unfollowed
            yielded.append(cast("tuple[Value, ...]", tuple(inner.yielded)))
            return inner.scope
        except Failure:
            raise Unfollowed from None
