"""Statements in two runs on the same rows in two orders.

Both runs go the same way through a function. A loop over rows is taken in another order in the other run: what a turn
does may depend on its row, and on nothing that other turns do, and what it leaves behind must be put together in such a
way that the order makes no difference: sums, the greatest, lists that are bags then.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from faier.deciding.unordered.changes import changed, keyed
from faier.deciding.unordered.expressions import Expressions, binary, item_form
from faier.deciding.unordered.forms import (
    INT,
    NOTHING,
    UNKNOWN,
    Form,
    any_of,
    clear,
    form_of_type,
    joined,
    list_of,
    ordered,
    set_of,
    whole,
)
from faier.deciding.unordered.kinds import (
    Bag,
    Each,
    Kind,
    Lost,
    Ordered,
    Pending,
    Same,
    Scope,
    Table,
    items_of,
    joined_scopes,
    together,
)
from faier.lang.program import Program
from faier.lang.reached import draws, reached
from faier.lang.syntax import (
    INPUT_TYPES,
    Assert,
    Assign,
    Augment,
    Binary,
    Block,
    Break,
    Call,
    Change,
    Compare,
    Comprehension,
    Continue,
    Error,
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
    Rest,
    Return,
    Star,
    Statement,
    Target,
    Try,
    Unpack,
    While,
    Yield,
)
from faier.lang.walk import expressions, names_of, parts, place_of, statements, target_expressions, targets_of
from faier.limits import Limits

# Calls inside of calls.
DEEPEST = 12
# So often a loop is followed, until no more comes to be known of it.
ROUNDS = 12
# Of what is added in any order the same comes; so of what is multiplied, and of the greatest.
_SUMS = {"+": "+", "-": "+", "*": "*", "&": "&", "|": "|", "^": "^"}


Called: TypeAlias = tuple[str, tuple[Kind, ...], bool]
"""A function that shares nothing with its caller, what it is given, and whether nothing may be drawn."""


@dataclass
class Turns:
    """A loop that is followed. Where its order may be another one, `done` says how variables are put together that it
    changes: None where it does anything else to them."""

    in_any_order: bool
    ends: list[Scope] = field(default_factory=list)
    left: list[Scope] = field(default_factory=list)
    done: dict[str, tuple[str, Kind] | None] = field(default_factory=dict)


class Statements(Expressions):
    """A function whose statements are followed. `drawing`: whether it may draw."""

    def __init__(
        self,
        program: Program,
        function: Function,
        scope: Scope,
        limits: Limits,
        around: tuple[str, ...],
        known: dict[Called, Kind | None] | None = None,
    ) -> None:
        super().__init__(program, function, scope, limits)
        self.around = around
        self.known: dict[Called, Kind | None] = {} if known is None else known
        self.turns: list[Turns] = []
        self.returned: Kind | None = None
        self.last: Scope | None = None  # what is there in the end

    def whole(self) -> Kind:
        """What the function returns."""
        if self.block(self.function.body):
            self._returns(Same(Form("plain", (None,))))
        return Lost() if self.returned is None else self.returned

    # Statements: whether a run may go on after them.

    def block(self, block: Block) -> bool:
        return all(map(self.statement, block))

    def statement(self, statement: Statement) -> bool:
        self.limits.check()
        match statement:
            case Assign(targets=targets, value=value):
                self._assigned(targets, value)
            case Augment(target=target, operator=operator, value=value):
                self._augmented(target, operator, value)
            case If():
                return self._if(statement)
            case Match(subject=subject, cases=cases):
                self.same(subject)
                return self._branches([(case.guard, case.body) for case in cases])
            case For(target=target, iterable=iterable, body=body, otherwise=otherwise):
                item, in_any_order = items_of(self.value(iterable))
                if in_any_order and self._returns_soon(target, item, body):
                    return self.block(otherwise)
                return self._loop(None, (target, item), in_any_order, body, otherwise)
            case While(test=test, body=body, otherwise=otherwise):
                return self._loop(test, None, False, body, otherwise)
            case Break():
                if self.turns[-1].in_any_order:
                    raise Ordered
                self.turns[-1].left.append(dict(self.scope))
                return False
            case Continue():
                self.turns[-1].ends.append(dict(self.scope))
                return False
            case Try(body=body, handlers=(Handler((Error("KeyError", ()),), caught),), otherwise=(), final=()):
                if not self._counts_anew(body, caught):
                    raise Ordered
            case Pass():
                pass
            case Return(value=value):
                self._returns(Same(Form("plain", (None,))) if value is None else self.value(value))
                return False
            case Yield(value=value):
                self._outside()
                self.same(value)
            case Assert(test=test):
                self.truth(test)
            case Raise():
                return False
            case Evaluate(value=value):
                self.value(value)
            case _:
                raise Ordered
        return True

    def _outside(self) -> None:
        if any(turns.in_any_order for turns in self.turns):
            raise Ordered

    def _returns(self, kind: Kind) -> None:
        self._outside()
        self.returned = kind if self.returned is None else together(self.returned, kind)
        self.last = joined_scopes(self.last, dict(self.scope))

    def _if(self, statement: If) -> bool:
        better = self._better(statement)
        if better is not None:
            self._put(*better)
            return True
        if self._counts(statement):
            return True
        self.truth(statement.test)
        return self._branches([(None, statement.then), (None, statement.otherwise)], otherwise=False)

    def _branches(self, branches: list[tuple[Expression | None, Block]], otherwise: bool = True) -> bool:
        before, after = dict(self.scope), dict(self.scope) if otherwise else None
        for guard, body in branches:
            self.scope = dict(before)
            if guard is not None:
                self.truth(guard)
            if self.block(body):
                after = joined_scopes(after, self.scope)
        self.scope = before if after is None else after
        return after is not None

    # Loops.

    def _loop(
        self,
        test: Expression | None,
        taken: tuple[Target, Kind] | None,
        in_any_order: bool,
        body: Block,
        otherwise: Block,
    ) -> bool:
        before = dict(self.scope)
        names = {*_changed(body), *names_of(taken[0])} if taken is not None and in_any_order else set[str]()
        for name in names:  # what is there is another row's
            kind = before.get(name, Lost())
            self.scope[name] = _at_first(kind)
        self.apart += in_any_order
        head, rounds = dict(self.scope), 0
        while True:
            rounds += 1
            if rounds > ROUNDS:
                raise Ordered
            self.scope = dict(head)
            turns = Turns(in_any_order)
            self.turns.append(turns)
            if test is not None:
                self.truth(test)
            asked = dict(self.scope)
            if taken is not None:
                self.assign(*taken)
            through = self.block(body)
            self.turns.pop()
            ends = [*turns.ends, *([dict(self.scope)] if through else [])]
            after = head
            if not in_any_order:
                for end in ends:
                    after = joined_scopes(after, end) or after
            if after == head:
                break
            head = after
        self.apart -= in_any_order
        if in_any_order:
            self.scope = self._after(before, names, turns, ends)
            return self.block(otherwise)
        self.scope = asked
        through = self.block(otherwise)
        last = joined_scopes(dict(self.scope) if through else None, None)
        for left in turns.left:
            last = joined_scopes(last, left)
        self.scope = last or asked
        return last is not None

    def _returns_soon(self, target: Target, item: Kind, body: Block) -> bool:
        """`for row in rows: if f(row): return x`, where it makes no difference which row it was."""
        match body:
            case (If(test=test, then=(Return() as last,), otherwise=()),):
                pass
            case _:
                return False
        before = dict(self.scope)
        with self.apart_from(target, item):
            self.truth(test)
            if not self._sure(test):
                raise Ordered
        self.scope = before | dict.fromkeys(names_of(target), Lost())
        self.statement(last)
        return True

    def _after(self, before: Scope, names: set[str], turns: Turns, ends: list[Scope]) -> Scope:
        """What is there after all turns, in whichever order they were."""
        scope = dict(before)
        for name in names:
            kind = before.get(name, Lost())
            if name not in turns.done:
                if any(end[name] != _at_first(kind) for end in ends):
                    scope[name] = Lost()
                continue
            done = turns.done[name]
            if done is None:
                scope[name] = Lost()
            elif isinstance(kind, Pending):
                self._did(name, *done)
            else:
                scope[name] = done[1]
        return scope

    def _pending(self, name: str) -> Kind | None:
        """What was there before the loop, of what other turns may have changed."""
        kind = self.scope.get(name)
        return kind.before if isinstance(kind, Pending) else None

    def _did(self, name: str, how: str, after: Kind) -> None:
        """A turn puts something to a variable: always in the same way."""
        turns = next(turns for turns in reversed(self.turns) if turns.in_any_order)
        known = turns.done.get(name, (how, after))
        if known is None or known[0] != how:
            turns.done[name] = None
        else:
            turns.done[name] = (how, together(known[1], after))

    def _spoiled(self, name: str) -> None:
        for turns in self.turns:
            if turns.in_any_order:
                turns.done[name] = None

    # What is assigned.

    def assign(self, target: Target, kind: Kind) -> None:
        match target:
            case Name(name=name):
                if isinstance(self.scope.get(name), Pending):
                    self._spoiled(name)
                self.scope[name] = kind
            case Rest(target=inner):
                if not isinstance(kind, Same):
                    raise Ordered
                self.assign(inner, kind)
            case Unpack(targets=targets):
                self._unpacked(targets, kind)
            case Item(name=name, indices=indices):
                self._put_in(name, indices, kind)

    def _unpacked(self, targets: tuple[Target, ...], kind: Kind) -> None:
        match kind:
            case Same(Form(tag="tuple", items=items)) if len(items) == len(targets):
                parts: list[Kind] = [
                    Same(list_of(form) if isinstance(target, Rest) else form)
                    for target, form in zip(targets, items, strict=True)
                ]
            case Same() | Each():
                item, _ = items_of(kind)
                parts = [
                    Same(list_of(item.form)) if isinstance(target, Rest) and isinstance(item, Same) else item
                    for target in targets
                ]
                if not isinstance(kind, Same) and any(isinstance(target, Rest) for target in targets):
                    raise Ordered
            case _:
                raise Ordered
        for target, part in zip(targets, parts, strict=True):
            self.assign(target, part)

    def _put_in(self, name: str, indices: tuple[Expression | Field, ...], kind: Kind) -> None:
        """`name[...] = value`"""
        asked = [self.same(index) for index in indices if not isinstance(index, Field)]
        known = self.scope.get(name)
        if not isinstance(kind, Same):
            raise Ordered
        match known:
            case Same(Form(tag="list", items=(item,))) if len(indices) == 1:
                self.scope[name] = Same(list_of(any_of(joined(item, kind.form))))
            case Same(Form(tag="dict", items=(key, value)) as form) if len(indices) == 1:
                items = any_of(joined(key, asked[0])), any_of(joined(value, kind.form))
                self.scope[name] = Same(replace(form, items=items))
            case Same():
                self.scope[name] = Same()
            case Table() if len(indices) == 1:
                self.scope[name] = keyed(known, asked[0], kind.form)
            case _:
                raise Ordered

    def _assigned(self, targets: tuple[Target, ...], value: Expression) -> None:
        if len(targets) == 1 and self._put_together(targets[0], value):
            return
        kind = self.value(value)
        for target in targets:
            self.assign(target, kind)

    def _put_together(self, target: Target, value: Expression) -> bool:
        """`x = max(x, f(row))`, `x = x + f(row)`, `d[k] = d.get(k, 0) + f(row)` of what other turns change."""
        if not isinstance(target, Name | Item) or self._pending(target.name) is None:
            return False
        match value:
            case Call(function=("min" | "max") as how, arguments=(one, other), keywords=()) if isinstance(target, Name):
                for first, second in ((one, other), (other, one)):
                    if first == target:
                        self._put(target.name, how, second)
                        return True
            case Binary(operator=operator, left=left, right=right):
                for first, second in ((left, right), (right, left)) if operator in ("+", "*") else ((left, right),):
                    if place_of(first) == target:
                        self._put_to(target, operator, self.value(second), lists=False)
                        return True
                    if isinstance(target, Item) and _gets(target, first):
                        self._put_to(target, operator, self.value(second), lists=False, making=True)
                        return True
        return False

    def _augmented(self, target: Name | Item, operator: str, value: Expression) -> None:
        kind = self.value(value)
        if self._pending(target.name) is not None:
            self._put_to(target, operator, kind)
        elif isinstance(target, Name):
            self.assign(target, binary(operator, self._named(target.name), kind))
        else:
            known = self._named(target.name)
            old = UNKNOWN
            if isinstance(known, Same) and len(target.indices) == 1:
                old = item_form(known.form, target.indices[0])
            self._put_in(target.name, target.indices, binary(operator, Same(any_of(old)), kind))

    def _put_to(self, target: Name | Item, operator: str, kind: Kind, lists: bool = True, making: bool = False) -> None:
        """`x += f(row)`, of what other turns change: with `lists` of a list too; `making` a key where there is none."""
        before = self._pending(target.name)
        if isinstance(target, Item):
            self._added_in(target, before, operator, kind, making)
            return
        match before, kind:
            case Same(a), Same(b) if whole(a) and whole(b) and operator in _SUMS:
                after = binary(operator, Same(any_of(a)), Same(any_of(b)))
                self._did(target.name, _SUMS[operator], together(Same(any_of(a)), after))
            case ((Bag() | Same(Form(tag="list"))), (Bag() | Same(Form(tag="list")))) if operator == "+" and lists:
                item, more = items_of(before)[0], items_of(kind)[0]
                self._appended(target.name, item, more)
            case _:
                raise Ordered

    def _added_in(self, target: Item, before: Kind | None, operator: str, kind: Kind, making: bool) -> None:
        """`counts[row] += 1`: of what makes keys by itself which come first depends on the order."""
        if any(isinstance(index, Field) for index in target.indices) or operator not in _SUMS:
            raise Ordered
        asked = [self.same(index) for index in target.indices if not isinstance(index, Field)]
        if not isinstance(kind, Same) or not whole(kind.form):
            raise Ordered
        match before, asked:
            case ((Table(value=value, of=of) | Same(Form(tag="dict", items=(_, value), of=of))), [key]) if (
                making or of != "dict" or isinstance(before, Table) or value == NOTHING
            ):
                if value.tag not in ("int", "nothing"):
                    raise Ordered
                after = keyed(before, key, INT)
            case Same(form), _ if not making:
                inside = form
                for index in target.indices:
                    if inside.tag not in ("list", "dict") or inside.of not in (None, "dict"):
                        raise Ordered
                    inside = item_form(inside, index)
                if inside.tag != "int":
                    raise Ordered
                after = Same(_without_values(form))
            case _:
                raise Ordered
        self._did(target.name, f"[{_SUMS[operator]}]", after)

    def _put(self, name: str, how: str, value: Expression) -> None:
        """The greatest, or the least."""
        before, form = self._pending(name), self.same(value)
        if not isinstance(before, Same) or not ordered(before.form) or not ordered(form):
            raise Ordered
        found = joined(any_of(before.form), any_of(form))
        if not ordered(found):
            raise Ordered
        self._did(name, how, Same(found))

    def _better(self, statement: If) -> tuple[str, str, Expression] | None:
        """`if f(row) > x: x = f(row)`, of what other turns change."""
        match statement:
            case If(
                test=Compare(operands=(one, other), operators=(("<" | "<=" | ">" | ">=") as operator,)),
                then=(Assign(targets=(Name() as target,), value=value),),
                otherwise=(),
            ) if self._pending(target.name) is not None and _steady(value):
                if other == target and one == value:
                    return target.name, "max" if operator.startswith(">") else "min", value
                if one == target and other == value:
                    return target.name, "min" if operator.startswith(">") else "max", value
        return None

    def _counts(self, statement: If) -> bool:
        """`if k in d: d[k] += f(row)` with `else: d[k] = f(row)`, or `if k not in d: d[k] = 0`."""
        match statement:
            case If(
                test=Compare(operands=(key, Name() as base), operators=(operator,)), then=then, otherwise=otherwise
            ):
                if operator not in ("in", "not in"):
                    return False
                there, missing = (then, otherwise) if operator == "in" else (otherwise, then)
            case _:
                return False
        match there, missing:
            case (), (Assign(targets=(Item() as target,), value=Literal(value=0)),) if target == Item(
                base.name, (key,)
            ):
                if self._pending(base.name) is None or not _steady(key):
                    return False
                self._put_to(target, "+", Same(INT), making=True)
                return True
            case (Augment(target=Item(indices=(index,)) as target),), _ if index == key and target.name == base.name:
                return self._counts_anew(there, missing)
        return False

    def _counts_anew(self, there: Block, missing: Block) -> bool:
        """`d[k] += f(row)` where there is such a key, and else `d[k] = f(row)`."""
        match there, missing:
            case (Augment(target=Item() as target, operator="+", value=more),), (
                Assign(targets=(other,), value=first),
            ) if target == other and more == first and self._pending(target.name) is not None:
                if not all(isinstance(index, Field) or _steady(index) for index in target.indices) or not _steady(more):
                    return False
                if self.same(more).tag != "int":
                    raise Ordered
                self._put_to(target, "+", self.value(more), making=True)
                return True
        return False

    # What is changed by methods, and by other functions.

    def change(self, change: Change) -> Kind:
        arguments = [self.value(argument) for argument in change.arguments]
        by = None
        name, before = change.target.name, self._pending(change.target.name)
        keywords = set[str]()
        for word, value in change.keywords:
            if (
                word == "key"
                and isinstance(value, Comprehension)
                and isinstance(change.target, Name)
                and before is None
            ):
                by = self._key(value, [self._named(name)])
            else:
                self.same(value)
                keywords.add(word)
        if isinstance(change.target, Item):
            for index in change.target.indices:
                if not isinstance(index, Field):
                    self.same(index)
            if not isinstance(self.scope.get(name), Same) or not all(isinstance(each, Same) for each in arguments):
                raise Ordered
            self.scope[name] = Same()
            return Same()
        if before is not None:
            self._changed_in_turn(name, before, change.method, arguments, keywords)
            return Same(Form("plain", (None,)))
        after, told = changed(self._named(name), change.method, arguments, keywords, by)
        self.scope[name] = after
        return told

    def _changed_in_turn(self, name: str, before: Kind, method: str, arguments: list[Kind], keywords: set[str]) -> None:
        if len(arguments) != 1 or keywords:
            raise Ordered
        (more,) = arguments
        match before, method:
            case ((Bag() | Same(Form(tag="list"))), "append"):
                self._appended(name, items_of(before)[0], more)
            case ((Bag() | Same(Form(tag="list"))), "extend"):
                self._appended(name, items_of(before)[0], items_of(more)[0])
            case Same(Form(tag="set", items=(item,))), "add" if isinstance(more, Same):
                found = any_of(joined(item, more.form))
                if not clear(found):
                    raise Ordered
                self._did(name, "add", Same(set_of(found)))
            case _:
                raise Ordered

    def _appended(self, name: str, item: Kind, more: Kind) -> None:
        if not isinstance(item, Same) or not isinstance(more, Same):
            raise Ordered
        self._did(name, "append", Bag(any_of(joined(item.form, more.form))))

    def invoke(self, invoke: Invoke) -> Kind:
        known = {function.name: function for function in self.program.functions}
        function = known[invoke.function]
        arguments = [self.value(argument) for argument in invoke.arguments if not isinstance(argument, Star)]
        starred = len(arguments) < len(invoke.arguments)
        drawing = any(map(draws, reached(function.name, known)))
        if (self.apart and drawing) or (self.held and invoke.captured):
            raise Ordered
        alike = not invoke.captured and all(isinstance(argument, Same) for argument in arguments)
        if starred and not (
            alike and all(isinstance(self.value(a.value), Same) for a in invoke.arguments if isinstance(a, Star))
        ):
            raise Ordered
        if starred or function.yields or len(self.around) > DEEPEST or function.name in self.around:
            if not alike:
                raise Ordered
            return Same()
        if invoke.captured:
            return self._followed(invoke, function, arguments)
        key = (function.name, tuple(arguments), self.apart > 0)
        if key not in self.known:
            try:
                self.known[key] = self._followed(invoke, function, arguments)
            except Ordered:
                self.known[key] = Same() if alike else None
        found = self.known[key]
        if found is None:
            raise Ordered
        return found

    def _followed(self, invoke: Invoke, function: Function, arguments: list[Kind]) -> Kind:
        scope: Scope = dict(zip((item.name for item in function.parameters), arguments, strict=True))
        for inside, outside in invoke.captured:
            if not isinstance(outside, str) or self._pending(outside) is not None:
                raise Ordered
            if outside in self.scope:
                scope[inside] = self.scope[outside]
        called = Statements(self.program, function, scope, self.limits, (*self.around, function.name), self.known)
        called.apart = self.apart
        found = called.whole()
        for inside, outside in invoke.captured:
            if isinstance(outside, str) and called.last is not None and inside in called.last:
                self.scope[outside] = called.last[inside]
        return found


def _at_first(kind: Kind) -> Kind:
    """What a variable holds when a turn begins, which others may have changed."""
    return kind if isinstance(kind, Pending | Lost) else Pending(kind)


def _without_values(form: Form) -> Form:
    return Form(form.tag, None, tuple(map(any_of, form.items)), form.keys, form.of)


def _gets(target: Item, value: Expression) -> bool:
    """Whether this is what stands there, or 0 where nothing does."""
    match target, value:
        case Item(name=name, indices=(index,)), Call(
            function=".get", arguments=(Name(name=base), wanted, Literal(value=0)), keywords=()
        ):
            return base == name and wanted == index
    return False


def _steady(expression: Expression) -> bool:
    return place_of(expression) is not None or isinstance(expression, Literal)


def _changed(body: Block) -> Iterator[str]:
    """The variables that statements may change, also by functions that share them."""
    for statement in statements(body):
        for target in targets_of(statement):
            yield from names_of(target)
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                if isinstance(part, Change):
                    yield part.target.name
                elif isinstance(part, Invoke):
                    yield from part.shared


def takes_any_order(program: Program, function: Function, name: str, limits: Limits) -> bool:
    """Whether a mechanism shows the same, with the same chances, in whichever order the items of this input come."""
    scope: Scope = {}
    for parameter in function.parameters:
        type_ = parameter.type
        if not isinstance(type_, INPUT_TYPES):
            return False
        form = form_of_type(type_)
        scope[parameter.name] = Bag(form.items[0]) if parameter.name == name else Same(form)
    if not isinstance(scope.get(name), Bag):
        return False
    try:
        return isinstance(Statements(program, function, scope, limits, (function.name,)).whole(), Same)
    except Ordered:
        return False
