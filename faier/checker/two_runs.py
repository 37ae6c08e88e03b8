"""A mechanism run on two neighboring inputs at once -> what its draws pay for, for the rule "payments".

Both runs take the same way: nothing that differs is ever looked at. A loop over rows is run once for every row that
there may be, with numbers from before the loop in place of what they are: it may add to these what the row alone
decides, and what else it changes is not known afterwards. Anything that is not followed is a hole.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator
from copy import deepcopy
from dataclasses import dataclass, field, replace
from fractions import Fraction
from itertools import count
from typing import Literal, TypeVar

from . import operations
from .amounts_of_rows import (
    Alike,
    Amount,
    Apart,
    Atom,
    Entry,
    Gone,
    Payment,
    Rows,
    Source,
    Tally,
    apart,
    number,
    plain,
    same,
)
from .budgets import Epsilon, at_least_zero
from .containers import found_at, is_a, keyed, pairs_of
from .continuous import rate_of
from .expressions import Evaluation, operator_of
from .file import DRAWS, File, Function
from .forms import ONE
from .held import Float
from .kinds import type_of
from .lots import Lot, lot
from .machine import Machine
from .outcome import Budget, Hole
from .sums import EAGER, MOST_CALLS, ratio_price, require_plain_text
from .values import Box, List, parts

MOST_UNROLLED, MOST_GIVEN, MOST_FOLLOWED = 64, 20_000, 300_000

Outcome = Literal["next", "break", "continue", "return"]
Tried = TypeVar("Tried")

# Functions of Python and words of faier that change nothing, and methods.
PURE = frozenset(
    {"abs", "all", "any", "bool", "enumerate", "int", "len", "list", "max", "min", "range", "reversed"}
) | {"sorted", "sum", "tuple", "zip"}
WORDS = frozenset({"clamp", "Fraction"})
METHODS = frozenset({"count", "get", "items", "keys", "values"})


@dataclass
class Following:
    """A function while it runs. `payments`, how many `draws` were made, and the next of the `slots`, which stand for
    numbers from before a loop, are shared with those it calls; `rows` says that it runs for one row of many. `machine`
    runs what one entry draws for itself."""

    file: File
    function: Function
    budget: Budget
    variables: dict[str, object] = field(default_factory=dict)
    payments: list[Payment | Lot] = field(default_factory=list)
    draws: list[Epsilon] = field(default_factory=list)
    depth: int = 0
    rows: int = 0
    machine: Machine | None = None
    shown: list[object] = field(default_factory=list)
    inner: list[dict[str, object]] = field(default_factory=list)
    slots: Iterator[int] = field(default_factory=count)

    def mechanism(self, sources: dict[str, Source]) -> tuple[list[Payment | Lot], bool]:
        """What is paid, and whether anything is shown."""
        self.machine = Machine(self.file, self.function, self.budget, True)
        for name, source in sources.items():
            match source.kind:
                case "public":
                    self.variables[name] = Alike(source.of) if source.of in ("bool", "int") else Gone()
                case "scalar":
                    self.variables[name] = Entry(source, 0, source.rows)
                case _:
                    self.variables[name] = Rows(source, tuple((row,) for row in source.rows), True)
        self.run()
        if not all(map(same, self.shown)):
            raise Hole("what is shown may differ where no noise is added")
        return self.payments, bool(self.shown)

    def run(self) -> None:
        require_plain_text(self.function.node, EAGER | {"Counter"})
        if self.function.inner or self.function.captured or self.function.lent or self.function.rebound:
            raise Hole("functions that share variables, beside payments")
        self._block(self.function.node.body)

    # Statements.

    def _block(self, body: list[ast.stmt]) -> Outcome:
        for statement in body:
            self.budget.spend(2)
            outcome = self._statement(statement)
            if outcome != "next":
                return outcome
        return "next"

    def _statement(self, node: ast.stmt) -> Outcome:
        match node:
            case ast.Expr(value=ast.Constant()) | ast.Pass():
                return "next"
            case ast.Expr(value=ast.Yield(value=ast.expr() as value)) if not self.depth and not self.rows:
                self.shown.append(self.value(value))
                return "next"
            case ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="append"), args=[item], keywords=[])
            ):
                held = self._lookup(name)
                if not isinstance(held, List):
                    raise Hole("an append to something else than a list")
                self._bind(ast.Name(name), List((*held, self.value(item))))
                return "next"
            case ast.Assign(targets=[target], value=value):
                self._bind(target, self.value(value))
                return "next"
            case ast.AnnAssign(target=ast.Name() as target, annotation=declared, value=ast.expr() as value) if (
                type_of(self.file, declared) is None
            ):
                self._bind(target, self.value(value))
                return "next"
            case ast.AugAssign(target=ast.Name() | ast.Subscript() as target, op=operator, value=value):
                made = ast.BinOp(target, operator, value)
                before = self.value(target)
                if isinstance(before, (tuple, Box, Rows, Tally)) and not isinstance(before, List):
                    raise Hole("a container that is added to, beside payments")
                if isinstance(before, List) and not isinstance(value, (ast.List, ast.ListComp)):
                    raise Hole("a list that is added to, beside payments")
                self._bind(target, self.value(made))
                return "next"
            case ast.For(target=target, iter=over, body=body, orelse=[]):
                return self._loop(target, over, body)
            case ast.If(test=test, body=then, orelse=otherwise):
                return self._block(then if operations.truth(self.plain(test)) else otherwise)
            case ast.Return(value=None):
                return "return"
            case ast.Return(value=ast.expr() as value) if not self.function.yields and not (
                self.rows and not self.depth
            ):
                found = self.value(value)
                if found is not None or self.depth:
                    self.shown.append(found)
                return "return"
            case ast.Break():
                return "break"
            case ast.Continue():
                return "continue"
        raise Hole(f"a statement of kind {type(node).__name__} beside payments")

    def _bind(self, target: ast.expr, value: object, names: dict[str, object] | None = None) -> None:
        match target:
            case ast.Name(id=name):
                (self.variables if names is None else names)[name] = value
            case ast.Tuple(elts=targets) | ast.List(elts=targets):
                items = self._parted(value) if isinstance(value, Entry) else self._items(value)
                if len(items) != len(targets):
                    raise Hole("this way to unpack values")
                for part, item in zip(targets, items, strict=True):
                    self._bind(part, item, names)
            case ast.Subscript(value=ast.Name(id=name), slice=position) if names is None:
                held = self._lookup(name)
                if not isinstance(held, List) and not (is_a(held, "dict") and held.of is None):
                    raise Hole("a change of something else than a list or a dictionary")
                self._bind(ast.Name(name), operations.replaced(held, self.plain(position), value))
            case _:
                raise Hole("this target, beside payments")

    def _parted(self, entry: Entry) -> tuple[object, ...]:
        items = [operations.items_of(value) for value in entry.given]
        if len({len(values) for values in items}) != 1:
            raise Hole("rows of several lengths are unpacked")
        return tuple(Entry(entry.source, entry.place, values) for values in zip(*items, strict=True))

    # Loops.

    def _loop(self, target: ast.expr, over: ast.expr, body: list[ast.stmt]) -> Outcome:
        value = self.value(over)
        changed = _changed(body)
        if changed & {part.id for part in ast.walk(over) if isinstance(part, ast.Name)}:
            raise Hole("a loop that changes what it goes over")
        if isinstance(value, Rows):
            if not _short(value):
                return self._rowwise(target, value, body, changed)
            return self._either(
                lambda: self._turns(target, self._items(value), body),
                lambda _: self._rowwise(target, value, body, changed),
            )
        return self._turns(target, self._items(value), body)

    def _turns(self, target: ast.expr, items: tuple[object, ...], body: list[ast.stmt]) -> Outcome:
        for item in items:
            self._bind(target, item)
            outcome = self._block(body)
            if outcome == "return":
                return outcome
            if outcome == "break":
                break
        return "next"

    def _rowwise(self, target: ast.expr, rows: Rows, body: list[ast.stmt], changed: set[str]) -> Outcome:
        """Of what a row may make anything else of than it was with numbers added, nothing is known from the start: the
        next row sees it."""
        before, bound = dict(self.variables), {part.id for part in ast.walk(target) if isinstance(part, ast.Name)}
        found: dict[str, list[tuple[Amount, ...]]] = {}
        names = changed & before.keys() - bound
        while True:
            opened = {name: _opened(before[name], self.slots) for name in sorted(names)}
            start = before | dict.fromkeys(changed | bound, Gone()) | opened
            found = self._what_rows_add(target, rows, body, start, opened)
            if found.keys() == names:
                break
            names = set(found)
        atom: Atom = (rows.source.name, None)
        self.variables = before | dict.fromkeys(changed | bound, Gone())
        for name, leaves in found.items():
            self.variables[name] = _refilled(before[name], atom, iter(leaves))
        return "next"

    def _what_rows_add(
        self, target: ast.expr, rows: Rows, body: list[ast.stmt], start: dict[str, object], opened: dict[str, object]
    ) -> dict[str, list[tuple[Amount, ...]]]:
        """To each number in the variables that rows do nothing else to: what each row adds."""
        given: dict[str, list[list[Amount]]] = {name: [] for name in opened}
        made = self._made_so_far()
        self.rows += 1
        for items in rows.given:
            sums: dict[str, list[Amount]] = {name: [0] * _leaves(opened[name]) for name in given}
            for item in items:
                self.variables = dict(start)
                self._bind(target, item)
                if self._block(body) not in ("next", "continue") or self._made_so_far() != made:
                    raise Hole("a loop over rows that ends early, or draws")
                for name in list(sums):
                    more = _added(opened[name], self.variables[name])
                    if more is None:
                        del sums[name], given[name]
                    else:
                        sums[name] = [a + b for a, b in zip(sums[name], more, strict=True)]
            for name, found in sums.items():
                given[name].append(found)
        self.rows -= 1
        return {name: list(zip(*columns, strict=True)) for name, columns in given.items()}

    def _made_so_far(self) -> tuple[int, int, int]:
        return len(self.payments), len(self.draws), len(self.shown)

    def _either(self, first: Callable[[], Tried], second: Callable[[Hole], Tried]) -> Tried:
        """What is followed first, or, where that does not do, second, from where it began."""
        variables, inner, rows = dict(self.variables), list(self.inner), self.rows
        made = self._made_so_far()
        try:
            return first()
        except Hole as reason:
            del self.payments[made[0] :], self.draws[made[1] :], self.shown[made[2] :]
            self.variables, self.inner, self.rows = variables, inner, rows
            return second(reason)

    # Expressions.

    def plain(self, node: ast.expr) -> object:
        found = self.value(node)
        if not plain(found):
            raise Hole("something depends on an input or on noise")
        return found

    def value(self, node: ast.expr) -> object:
        """Followed; where that does not do, an expression that draws is run by itself for each value of an entry."""
        node = self._read(node)
        if self.rows or isinstance(node, ast.Name) or not any(isinstance(part, ast.Call) for part in ast.walk(node)):
            return self._followed(node)
        return self._either(lambda: self._followed(node), lambda reason: self._lot(node, reason))

    def _read(self, node: ast.expr) -> ast.expr:
        """The same with names for the entries in it that are read by their places."""
        parts_ = list(ast.walk(node))
        if any(isinstance(part, ast.comprehension) for part in parts_) or not any(map(self._entry, parts_)):
            return node
        found = _Named(self._entry).visit(deepcopy(node))
        if not isinstance(found, ast.expr):
            raise Hole("entries that are read by their places")
        return found

    def _entry(self, node: ast.AST) -> ast.Name | None:
        match node:
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Name() | ast.Constant() | ast.UnaryOp() as at):
                rows = self._found(name)
                if isinstance(rows, Rows) and rows.whole and rows.source.kind == "vector":
                    place = self.plain(at)
                    read = f"#{name}[{place}]"
                    self.variables[read] = _item(rows, place)
                    return ast.Name(read, ast.Load())
        return None

    def _lot(self, node: ast.expr, reason: Hole) -> object:
        if self.machine is None:
            raise reason
        budget = Budget(MOST_FOLLOWED)
        machine = replace(self.machine, function=self.function, codes={}, settled={}, budget=budget)
        for helper in machine.calls.machines.values():
            helper.budget = budget
        try:
            found = lot(machine, node, self.variables, self.inner, budget)
        finally:
            self.budget.spend(MOST_FOLLOWED - budget.left)
        if found is None:
            raise reason
        self.draws.append(Epsilon())
        paid, value = found
        if paid is not None:
            self.payments.append(paid)
        return value

    def _followed(self, node: ast.expr) -> object:
        self.budget.spend()
        values = list(self._differing(node))
        if all(isinstance(value, Entry) for value in values) and self._pure(node):
            entries = [value for value in values if isinstance(value, Entry)]
            if not entries:
                return self._known(node, {})
            if len({(entry.source.name, entry.place) for entry in entries}) == 1:
                return self._mapped(node, entries[0])
        match node:
            case ast.Name(id=name):
                return self._lookup(name)
            case ast.BinOp(left=left, op=ast.Add() | ast.Sub(), right=right) if self._draw(left) or self._draw(right):
                drawn, other = (right, left) if self._draw(right) else (left, right)
                return self._paid(drawn, other)
            case ast.BinOp(left=left, op=operator, right=right):
                return _combined(operator_of(operator), self.value(left), self.value(right))
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                found = self.value(operand)
                return operations.negative(found) if plain(found) else _combined("*", found, -1)
            case ast.IfExp(test=test, body=then, orelse=otherwise):
                return self._chosen(self.value(test), then, otherwise)
            case ast.Compare(left=left, ops=[operator], comparators=[right]):
                return _compared(operator_of(operator), self.value(left), self.value(right))
            case ast.Tuple(elts=items):
                return tuple(map(self.value, items))
            case ast.List(elts=items):
                return List(map(self.value, items))
            case ast.ListComp():
                return self._comprehended(node)
            case ast.DictComp(key=key, value=value, generators=clauses):
                pair = ast.Tuple([key, value])
                return _dictionary([operations.items_of(item) for item in self._made(pair, clauses, 0)])
            case ast.Dict(keys=keys, values=inside):
                return _dictionary([(self.value(key), self.value(item)) for key, item in _pairs(keys, inside)])
            case ast.Subscript(value=base, slice=ast.Slice(lower, upper, step)):
                ends = [None if end is None else self.plain(end) for end in (lower, upper, step)]
                held = self.value(base)
                return operations.sliced(List(self._items(held)) if isinstance(held, Rows) else held, ends)
            case ast.Subscript(value=base, slice=position):
                return _item(self.value(base), self.plain(position))
            case ast.Call(func=ast.Attribute(value=base, attr=name), args=arguments, keywords=[]) if (
                self.file.word(node.func, self._hidden()) is None
            ):
                return _method(self.value(base), name, [self.plain(item) for item in arguments])
            case ast.Call(func=called, args=arguments, keywords=[]):
                return self._called(node, called, arguments)
        raise Hole(f"an expression of kind {type(node).__name__} beside payments")

    def _known(self, node: ast.expr, more: dict[str, object]) -> object:
        names = {name: value for name, value in self.variables.items() if plain(value)}
        by = Evaluation(self.file, self.function, names)
        by.inner = [{name: value for name, value in (scope | more).items() if plain(value)} for scope in self.inner]
        by.variables |= {name: value for name, value in more.items() if name in self.variables}
        found = by.value(node)
        if by.divisors:
            raise Hole("a division by what an unknown may make 0")
        return tuple(operations.items_of(found)) if isinstance(node, ast.GeneratorExp) else found

    def _mapped(self, node: ast.expr, of: Entry) -> Entry:
        """What one entry decides, for each value of it."""
        names = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        held = {name: value for name in names if isinstance(value := self._found(name), Entry)}
        found: list[object] = []
        for at in range(len(of.given)):
            self.budget.spend(5)
            found.append(self._known(node, {name: value.given[at] for name, value in held.items()}))
        return Entry(of.source, of.place, tuple(found))

    def _chosen(self, test: object, then: ast.expr, otherwise: ast.expr) -> object:
        if plain(test):
            return self.value(then if operations.truth(test) else otherwise)
        if not isinstance(test, Alike) or test.kind != "bool":
            raise Hole("something depends on an input")
        made = self._made_so_far()
        both = self.value(then), self.value(otherwise)
        if self._made_so_far() != made or not all(map(same, both)):
            raise Hole("what noise decides about")
        return Alike(_wider(*map(_kind, both)))

    def _draw(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Call) and self.file.word(node.func, self._hidden()) in ("laplace", "geometric")

    def _drawn(self, node: ast.expr) -> tuple[bool, Epsilon]:
        """Whether it is an integer, and the price of a shift by 1."""
        if not isinstance(node, ast.Call) or node.keywords or len(node.args) != 1 or self.rows:
            raise Hole("a draw for each row, or of another form")
        argument, whole = self.plain(node.args[0]), self.file.word(node.func, self._hidden()) == "geometric"
        if whole:
            price = ratio_price(argument)
        else:
            share, unit = rate_of(argument)
            price = unit.scaled(share)
        if price == Epsilon() or not at_least_zero(price):
            raise Hole("the parameter of a draw is out of its range")
        self.draws.append(price)
        return whole, price

    def _paid(self, node: ast.expr, other: ast.expr) -> Alike:
        """A draw that is added to a number makes up for what it differs by."""
        found = self.value(other)
        whole, price = self._drawn(node)
        if isinstance(found, Alike):
            if found.kind not in ("int", "number"):
                raise Hole("noise is added to something else than a number")
            return Alike("int" if whole and found.kind == "int" else "number")
        beside = apart(found)
        if beside.before or (whole and not beside.whole):
            raise Hole("integers with noise beside parts of them")
        self.payments.append(Payment(*_of_units(price), dict(beside.amounts)))
        return Alike("int" if whole else "number")

    def _called(self, node: ast.Call, called: ast.expr, arguments: list[ast.expr]) -> object:
        if self._draw(node):
            return Alike("int" if self._drawn(node)[0] else "number")
        word = self.file.word(called, self._hidden())
        given = [self._eager(item) for item in arguments]
        if word == "collections.Counter" and len(given) == 1 and isinstance(given[0], Rows):
            for items in given[0].given:
                if not all(isinstance(item, (int, str)) or _is_key(item) for item in items):
                    raise Hole("keys of this kind")
            return Tally(given[0])
        if word == "clamp" and len(given) == 3 and isinstance(given[0], Alike):
            low, high = number(given[1]), number(given[2])
            if given[0].kind not in ("int", "number") or low > high:
                raise Hole("ends of a range")
            return Alike(_wider(*map(_kind, (given[0], low, high))))
        if not isinstance(called, ast.Name) or word is not None or called.id in self._hidden():
            raise Hole("this call, beside payments")
        if called.id in self.file.functions:
            if any(isinstance(item, ast.GeneratorExp) for item in arguments):
                raise Hole("what can be gone through once is handed on")
            return self._invoked(self.file.functions[called.id], given)
        if self.file.defines(called.id):
            raise Hole("this call, beside payments")
        return self._of_python(called.id, given)

    def _of_python(self, name: str, given: list[object]) -> object:
        match name, given:
            case "sum", [Rows(source, items, _)]:
                return Apart(0, (((source.name, None), tuple(sum(map(number, one)) for one in items)),))
            case "len", [Rows(source, items, whole)]:
                if whole and source.kind == "vector":
                    return source.length
                return Apart(0, (((source.name, None), tuple(map(len, items))),))
            case "list" | "tuple", [Rows(source, items, _)]:
                return Rows(source, items)
            case "sorted", [Rows(source, items, _)] if all(isinstance(item, int) for one in items for item in one):
                return Rows(source, items)
            case "sum", [tuple() as values]:
                total: object = 0
                for item in values:
                    total = _combined("+", total, item)
                return total
            case "len", [tuple() as values]:
                return len(values)
            case "list", [values]:
                return List(self._items(values))
            case "tuple", [values]:
                return self._items(values)
            case "enumerate", [values]:
                return tuple(enumerate(self._items(values)))
            case "zip", [_, *_]:
                return tuple(zip(*map(self._items, given), strict=False))
            case "range", [int(), *_] if all(isinstance(item, int) for item in given):
                return tuple(operations.items_of(operations.call("range", given, {})))
            case "abs", [Alike("int" | "number") as value]:
                return value
            case "round" | "int", [Alike("int" | "number")]:
                return Alike("int")
            case "max" | "min", [tuple() as values] if values:
                return _greatest(values)
            case "max" | "min", [_, _, *_]:
                return _greatest(tuple(given))
        raise Hole(f"a call of {name} beside payments")

    def _invoked(self, function: Function, given: list[object]) -> object:
        parameters = [item.name for item in function.parameters]
        if (
            function.kind != "helper"
            or function.yields
            or len(parameters) != len(given)
            or function.settings
            or any(item.rest or item.keyword_only for item in function.parameters)
            or self.depth >= MOST_CALLS
        ):
            raise Hole("this call, beside payments")
        names = dict(zip(parameters, given, strict=True))
        called = Following(
            self.file, function, self.budget, names, self.payments, self.draws, self.depth + 1, self.rows
        )
        called.slots, called.machine = self.slots, self.machine
        called.run()
        return called.shown[0] if called.shown else None

    # Comprehensions.

    def _eager(self, node: ast.expr) -> object:
        """An argument of a function that takes all of it."""
        return self._comprehended(node) if isinstance(node, ast.GeneratorExp) else self.value(node)

    def _comprehended(self, node: ast.ListComp | ast.GeneratorExp) -> object:
        over = self.value(node.generators[0].iter)
        if not isinstance(over, Rows):
            return List(self._each(node.elt, node.generators, 0, over))
        if not _short(over):
            return self._of_rows(node, over)
        return self._either(lambda: List(self._made(node.elt, node.generators, 0)), lambda _: self._of_rows(node, over))

    def _of_rows(self, node: ast.ListComp | ast.GeneratorExp, over: Rows) -> Rows:
        found: list[tuple[object, ...]] = []
        made = self._made_so_far()
        self.rows += 1
        for items in over.given:
            self.budget.spend(5)
            given = [value for item in items for value in self._turned(node.elt, node.generators, 0, item)]
            if not all(map(plain, given)) or self._made_so_far() != made:
                raise Hole("what a row gives depends on something else")
            found.append(tuple(given))
        self.rows -= 1
        return Rows(over.source, tuple(found))

    def _made(self, element: ast.expr, clauses: list[ast.comprehension], at: int) -> Iterator[object]:
        if at == len(clauses):
            yield self.value(element)
            return
        yield from self._each(element, clauses, at, self.value(clauses[at].iter))

    def _each(self, element: ast.expr, clauses: list[ast.comprehension], at: int, over: object) -> Iterator[object]:
        for item in self._items(over):
            yield from self._turned(element, clauses, at, item)

    def _turned(self, element: ast.expr, clauses: list[ast.comprehension], at: int, item: object) -> Iterator[object]:
        clause, scope = clauses[at], dict[str, object]()
        self._bind(clause.target, item, scope)
        self.inner.append(scope)
        if all(operations.truth(self.plain(condition)) for condition in clause.ifs):
            yield from self._made(element, clauses, at + 1)
        self.inner.pop()

    # Names.

    def _items(self, value: object) -> tuple[object, ...]:
        if isinstance(value, Rows):
            if not _short(value):
                raise Hole("rows are gone over one by one")
            source = value.source
            return tuple(Entry(source, place, source.rows) for place in range(source.length))
        return operations.items_of(value)

    def _found(self, name: str) -> object:
        """What a variable holds; None where it is none."""
        for scope in (*reversed(self.inner), self.variables):
            if name in scope:
                return scope[name]
        return None

    def _lookup(self, name: str) -> object:
        for scope in (*reversed(self.inner), self.variables):
            if name in scope:
                if isinstance(scope[name], Gone):
                    raise Hole(f"the variable {name} may have any value")
                return scope[name]
        raise Hole(f"the name {name}")

    def _hidden(self) -> set[str]:
        return {*self.function.locals, *self.function.settings, *(name for scope in self.inner for name in scope)}

    def _differing(self, node: ast.expr) -> Iterator[object]:
        """What is mentioned that is not the same known value in both runs."""
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and not plain(value := self._found(part.id)):
                yield value

    def _pure(self, node: ast.expr) -> bool:
        """Whether it asks nothing but functions that change nothing, draw nothing, and are not of the file."""
        for part in ast.walk(node):
            if not isinstance(part, ast.Call):
                continue
            word = self.file.word(part.func, self._hidden())
            match part.func:
                case ast.Name(id=name) if word is None:
                    if name not in PURE or name in self._hidden() or self.file.defines(name):
                        return False
                case ast.Attribute(attr=name) if word is None:
                    if name not in METHODS:
                        return False
                case _:
                    if word in DRAWS or word not in WORDS:
                        return False
        return True


@dataclass
class _Named(ast.NodeTransformer):
    """Names in place of what has one."""

    name: Callable[[ast.AST], ast.Name | None]

    def visit_Subscript(self, node: ast.Subscript) -> ast.AST:
        return self.name(node) or self.generic_visit(node)


def _changed(body: list[ast.stmt]) -> set[str]:
    """Variables that the statements give values, or of which they change what these hold."""
    found: set[str] = set()
    for part in (part for node in body for part in ast.walk(node)):
        match part:
            case ast.Name(id=name, ctx=ast.Store()):
                found.add(name)
            case ast.Subscript(ctx=ast.Store()) | ast.Attribute(ctx=ast.Store()) | ast.Attribute(attr="append"):
                found |= {inner.id for inner in ast.walk(part) if isinstance(inner, ast.Name)}
    return found


def _short(rows: Rows) -> bool:
    """Whether its entries are followed one by one."""
    source = rows.source
    return (
        rows.whole
        and source.kind == "vector"
        and source.length <= MOST_UNROLLED
        and source.length * len(source.rows) <= MOST_GIVEN
    )


def _opened(value: object, slots: Iterator[int]) -> object:
    """The same with what stands for each number in it; what may not be added to is not known."""
    if isinstance(value, Apart) or (_is_number(value) and not isinstance(value, bool)):
        return Apart(0, before=((next(slots), 1),))
    if isinstance(value, List):
        return List(_opened(item, slots) for item in value)
    if is_a(value, "dict") and value.of is None:
        return Box("dict", tuple((key, _opened(item, slots)) for key, item in pairs_of(value)))
    return Gone()


def _leaves(value: object) -> int:
    if is_a(value, "dict"):
        return sum(_leaves(item) for _, item in pairs_of(value))
    return sum(map(_leaves, value)) if isinstance(value, tuple) else 1


def _added(old: object, new: object) -> list[Amount] | None:
    """What was added to each number, if nothing else became of it."""
    if isinstance(old, Apart):
        more = new.plus(old, -1) if isinstance(new, Apart) else None
        return [more.base] if more is not None and not more.amounts and not more.before else None
    if isinstance(old, List) and isinstance(new, List) and len(old) == len(new):
        return _all_added(zip(old, new, strict=True))
    if is_a(old, "dict") and is_a(new, "dict") and new.of is None:
        pairs, others = pairs_of(old), pairs_of(new)
        if len(pairs) == len(others) and all(a is b for (a, _), (b, _) in zip(pairs, others, strict=True)):
            return _all_added([(a, b) for (_, a), (_, b) in zip(pairs, others, strict=True)])
    return None


def _all_added(pairs: Iterable[tuple[object, object]]) -> list[Amount] | None:
    found: list[Amount] = []
    for old, new in pairs:
        more = _added(old, new)
        if more is None:
            return None
        found += more
    return found


def _refilled(value: object, atom: Atom, by_leaf: Iterator[tuple[Amount, ...]]) -> object:
    """The same with what the rows give added to each number."""
    if isinstance(value, List):
        return List(_refilled(item, atom, by_leaf) for item in value)
    if is_a(value, "dict"):
        return Box("dict", tuple((key, _refilled(item, atom, by_leaf)) for key, item in pairs_of(value)))
    return apart(value).plus(Apart(0, ((atom, next(by_leaf)),)))


def _is_number(value: object) -> bool:
    return isinstance(value, (int, Fraction)) and not isinstance(value, Float)


def _is_key(value: object) -> bool:
    inside = parts(value) if type(value) is tuple else None
    return value is None or (isinstance(inside, tuple) and all(isinstance(item, (int, str)) for item in inside))


def _kind(value: object) -> str:
    if isinstance(value, Alike):
        return value.kind
    if isinstance(value, bool):
        return "bool"
    return "int" if isinstance(value, int) else "number" if _is_number(value) else "other"


def _wider(*kinds: str) -> str:
    if len(set(kinds)) == 1:
        return kinds[0]
    return "number" if set(kinds) <= {"int", "number"} else "other"


def _combined(operator: str, left: object, right: object) -> object:
    if isinstance(left, Alike) or isinstance(right, Alike):
        kinds = {"int" if kind == "bool" else kind for kind in map(_kind, (left, right))}
        divided = operator in ("/", "//", "%") and plain(right) and right != 0
        if not (operator in ("+", "-", "*") or divided) or not kinds <= {"int", "number"} or not same((left, right)):
            raise Hole(f"the operator {operator} beside noise")
        return Alike("number" if operator == "/" else _wider(*kinds))
    if plain(left) and plain(right):
        return operations.binary(operator, left, right)
    if operator == "+" and isinstance(left, List) and isinstance(right, List):
        return List((*left, *right))
    one, other = apart(left), apart(right)
    if operator in ("+", "-"):
        return one.plus(other, 1 if operator == "+" else -1)
    if operator == "*":
        for factor, times in ((left, other), (right, one)):
            if plain(factor):
                return Apart(0).plus(times, number(factor))
    raise Hole(f"the operator {operator} on what differs")


def _compared(operator: str, left: object, right: object) -> Alike:
    kinds = {_kind(left), _kind(right)}
    if operator not in ("<", "<=", ">", ">=", "==", "!=") or not kinds <= {"int", "number"}:
        raise Hole(f"the operator {operator} beside payments")
    if not (same(left) and same(right)):
        raise Hole("something depends on an input")
    return Alike("bool")


def _greatest(values: tuple[object, ...]) -> Alike:
    kinds = {_kind(value) for value in values}
    if not kinds <= {"int", "number"} or not all(map(same, values)):
        raise Hole("the greatest of other values")
    return Alike(_wider(*kinds))


def _pairs(keys: list[ast.expr | None], values: list[ast.expr]) -> Iterator[tuple[ast.expr, ast.expr]]:
    for key, value in zip(keys, values, strict=True):
        if key is None:
            raise Hole("a dictionary of another one, beside payments")
        yield key, value


def _dictionary(pairs: list[tuple[object, ...]]) -> Box:
    """Of keys that are all different."""
    found: list[tuple[object, object]] = []
    for key, value in pairs:
        if not plain(key) or not (isinstance(key, (int, str)) or _is_key(key)):
            raise Hole("a key that is not known")
        if any(operations.equal(key, other) for other, _ in found):
            raise Hole("a key that is there twice")
        found.append((key, value))
    return Box("dict", tuple(found))


def _item(base: object, position: object) -> object:
    match base:
        case Tally(rows):
            return _counted(rows, keyed(position))
        case Rows(source, _, True) if source.kind == "vector":
            if not isinstance(position, int) or not -source.length <= position < source.length:
                raise Hole("an item that is not there")
            return Entry(source, position % source.length, source.rows)
        case Rows():
            raise Hole("one of the rows is looked at")
    return operations.index(base, position)


def _counted(rows: Rows, wanted: object) -> Apart:
    counts = (sum(operations.equal(item, wanted) for item in items) for items in rows.given)
    return Apart(0, (((rows.source.name, None), tuple(counts)),))


def _method(base: object, name: str, given: list[object]) -> object:
    match base, name, given:
        case Rows(), "count", [wanted]:
            return _counted(base, wanted)
        case Tally(rows), "get", [wanted, 0]:
            return _counted(rows, keyed(wanted))
        case Box("dict", _, None), "get", [wanted, otherwise]:
            found = found_at(base, wanted, operations.equal)
            return otherwise if found is None else pairs_of(base)[found][1]
        case Box("dict", _, None), "values", []:
            return tuple(value for _, value in pairs_of(base))
        case Box("dict", _, None), "items", []:
            return tuple(pairs_of(base))
    raise Hole(f"the method {name} beside payments")


def _of_units(price: Epsilon) -> tuple[Epsilon, Fraction]:
    """A unit above 0, and how many times it is the price."""
    match price:
        case Epsilon(constant, (), rate) if not rate:
            return Epsilon(ONE), constant
        case Epsilon(constant, (), rate) if not constant:
            return Epsilon(rate=ONE), rate
        case Epsilon(constant, ((base, share),), rate) if not constant and not rate:
            base, share = (1 / base, -share) if base < 1 else (base, share)
            return Epsilon(logs=((base, ONE),)), share
    return price, ONE
