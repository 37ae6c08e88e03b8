"""Variables, lists, dictionaries and objects of which it is known what is where."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Sequence
from typing import cast

from faier.deciding.side_by_side.beside import Beside
from faier.deciding.side_by_side.frames import (
    Frame,
    is_key,
    is_table,
    keys_known,
)
from faier.deciding.side_by_side.held import (
    Bins,
    Entries,
    Gone,
    Grown,
    Held,
    Moved,
    Rows,
    Same,
    Table,
    Unfollowed,
    any_of,
    ends_of,
    is_integer,
    is_known,
    joined,
)
from faier.deciding.side_by_side.rows import (
    changed_there,
    grown_there,
    makes_keys,
    read_there,
)
from faier.deciding.side_by_side.unknown import has_keys, is_plain, item_of, of_each, part_of
from faier.lang import operations, records
from faier.lang.changes import changed
from faier.lang.comparing import pairs_of, place
from faier.lang.containers import Ways
from faier.lang.syntax import (
    Change,
    Expression,
    Field,
    Item,
    Name,
    Rest,
    Target,
    Unpack,
)
from faier.lang.values import Sequence as Items
from faier.lang.values import Value

CHANGES_OF_PLACES = frozenset(
    ["append", "appendleft", "extend", "extendleft", "insert", "pop", "popleft", "clear", "reverse", "[]", "setdefault"]
) | {"del"}


class Places(Beside):
    """Variables, and what is inside of containers."""

    def _assign(self, target: Target, value: Held, frame: Frame) -> None:
        match target:
            case Name(name):
                self._store(name, value, frame, own=True)
            case Rest(inner):
                self._assign(inner, value, frame)
            case Unpack(targets):
                if isinstance(value, Same):
                    self._risk()
                    for one in targets:
                        self._assign(one, Same(), frame)
                    return
                if not isinstance(value, Items):
                    raise Unfollowed
                several = operations.unpacked(value, len(targets), target.rest)
                for part, item in zip(targets, several, strict=True):
                    self._assign(part, item, frame)
            case Item(name, indices):
                path = [self._at(index, frame) for index in indices]
                self._store(name, self._replaced(self._read(name, frame), path, value), frame)
            case _:
                raise Unfollowed

    def _assign_inner(self, target: Target, value: Held, frame: Frame) -> None:
        """A target of a comprehension: its names are of its scope alone."""
        match target:
            case Name(name):
                frame.scopes[0][name] = value
            case Rest(inner):
                self._assign_inner(inner, value, frame)
            case Unpack(targets) if isinstance(value, Same):
                self._risk()
                for part in targets:
                    self._assign_inner(part, Same(), frame)
            case Unpack(targets) if isinstance(value, Items):
                several = operations.unpacked(value, len(targets), target.rest)
                for part, item in zip(targets, several, strict=True):
                    self._assign_inner(part, item, frame)
            case _:
                raise Unfollowed

    def _at(self, index: Expression | Field, frame: Frame) -> Held | Field:
        return index if isinstance(index, Field) else self.numbers.used(self._value(index, frame))

    def _store(self, name: str, value: Held, frame: Frame, own: bool = False) -> None:
        scopes = frame.scopes[:1] if own else frame.scopes
        home = next((scope for scope in scopes if name in scope), frame.scopes[0] if own else frame.scope)
        frame.changes += home.get(name) is not value
        home[name] = value

    def _read(self, name: str, frame: Frame) -> Held:
        for scope in frame.scopes:
            if name in scope:
                if isinstance(scope[name], Gone):
                    raise Unfollowed
                return scope[name]
        settings = dict(frame.function.settings)
        if name in settings:
            return settings[name]
        if name in self.constants:
            return self.constants[name]
        raise Unfollowed

    def _augment(self, target: Name | Item, operator: str, value: Expression, frame: Frame) -> None:
        path = [self._at(index, frame) for index in target.indices] if isinstance(target, Item) else []
        base = self._read(target.name, frame)
        if path:
            base = self._grown(base, path)
            self._store(target.name, base, frame)
        if (several := self._one_of_several(base, path)) is not None:
            more = self._value(value, frame)
            changed_ = [joined(item, self.numbers.binary(operator, item, more)) for item in several.items]
            self._store(target.name, several.holding(cast("tuple[Value, ...]", tuple(changed_))), frame)
            return
        old = self._reached(base, path)
        more = self._value(value, frame)
        if is_known(old) and is_known(more):
            new: Held = operations.augmented(operator, old, more)
        elif isinstance(old, Grown) and operator == "+":
            new = grown_there(old, "extend", [more])
        elif isinstance(old, Items) and old.kind == "list" and operator == "+":
            new = old.holding((*old.items, *cast("tuple[Value, ...]", self._iterated(more))))
        else:
            new = self.numbers.binary(operator, old, more)
        base = self._read(target.name, frame)
        self._store(target.name, self._replaced(base, path, new) if path else new, frame)

    def _one_of_several(self, base: Held, path: Sequence[Held | Field]) -> Items | None:
        """The list of numbers, of which the same one is changed on both sides."""
        if len(path) != 1 or not isinstance(base, Items) or base.kind != "list" or not isinstance(path[0], Same):
            return None
        low, high = ends_of(path[0])
        if low is None or high is None or not is_integer(path[0]):
            return None
        if not all(isinstance(one, Moved) or is_plain(one) for one in base.items):
            return None
        return base if low >= -len(base.items) and high < len(base.items) else None

    def _reached(self, base: Held, path: Sequence[Held | Field]) -> Held:
        """What is there."""
        for at in path:
            base = self._there(base, at)
        return base

    def _grown(self, base: Held, path: Sequence[Held | Field]) -> Held:
        """The container in which what is reached is there: a defaultdict makes it, a Counter does not."""
        at, *rest = path
        if isinstance(base, Table) and not isinstance(at, Field) and makes_keys(base):
            value = self._there(base, at)
            return changed_there(base, at, self._grown(value, rest) if rest else value) or base
        if not isinstance(base, Items) or not (isinstance(at, Field) or (is_known(at) and keys_known(base))):
            return base
        if not rest and base.of == "Counter":
            return base
        there = at
        inner = operations.reached(base, there)
        return operations.replaced(base, there, cast(Value, self._grown(inner, rest)) if rest else inner)

    def _there(self, base: Held, at: Held | Field) -> Held:
        """`base[at]` or `base.at`, where it is about to be changed."""
        if isinstance(at, Field):
            if isinstance(base, Items):
                return records.attribute(base, at.name)
            raise Unfollowed
        found = read_there(base, at, making=True)
        if found is not None:
            return found
        if isinstance(base, Items) and is_known(at) and keys_known(base):
            return operations.reached(base, at)
        self.numbers.same([base, at])
        self._risk()
        return Same()

    def _replaced(self, base: Held, path: Sequence[Held | Field], value: Held) -> Held:
        at, *rest = path
        if rest:
            value = self._replaced(self._there(base, at), rest, value)
        if isinstance(at, Field):
            if isinstance(base, Items):
                return records.with_attribute(base, at.name, cast(Value, value))
            raise Unfollowed
        found = changed_there(base, at, value)
        if found is not None:
            return found
        if isinstance(base, Items) and is_known(at) and keys_known(base):
            return operations.replaced(base, at, cast(Value, value))
        self.numbers.same([base, at, value])
        if not (isinstance(base, Same) and base.kind == "table" and is_key(at)):
            self._risk()
            return Same(base.kind if isinstance(base, Same) else "any")
        pair = Items("tuple", cast("tuple[Value, ...]", (at, value)))
        return Same("table", item=None if base.item is None else any_of([base.item, pair]))

    def _indexed(self, base: Held, at: Held) -> Held:
        if isinstance(base, Table | Entries) and (there := self._there_alone(base, at)) is not None:
            return there
        found = read_there(base, at)
        if found is not None:
            return found
        if is_known(at) and (is_known(base) or (isinstance(base, Items) and keys_known(base))):
            return operations.index(base, at)
        there = self._any_of(base, at)
        if there is not None:
            return there
        base, at = self.numbers.used(base), self.numbers.used(at)
        self.numbers.same([base, at])
        one = of_each(lambda known: operations.index(*known), [base, at])
        if one is not None:
            return one
        if isinstance(base, Items) and base.kind in ("list", "tuple"):
            found, there = item_of(base.items, at)
            if not there:
                self._risk()
            return found
        if isinstance(base, Items) and base.kind == "dict" and base.of is None and keys_known(base) and base.items:
            if not has_keys([key for key, _ in pairs_of(base)], at):
                self._risk()
            return any_of([value for _, value in pairs_of(base)]) or Same()
        self._risk()
        item = base.item if isinstance(base, Same) and base.kind == "list" else None
        return Same() if item is None else item

    def _any_of(self, base: Held, at: Held) -> Held | None:
        """One of the items, where it is not known which, but runs are told apart."""
        if self.forks is None or not isinstance(base, Items) or not isinstance(at, Same) or not keys_known(base):
            return None
        if base.kind == "dict" and base.of in (None, "Counter"):
            items: list[Held] = [value for _, value in pairs_of(base)]
            items += [0] if base.of else []  # no such key
        elif base.kind in ("list", "tuple"):
            items = [*base.items]
        else:
            return None
        if not items or all(isinstance(item, Same) for item in items):
            return None
        if base.kind == "dict" or not item_of(items, at)[1]:
            self._risk()  # there may be no such item
        return self._one_of(items)

    def _sliced(self, base: Held, ends: list[Held]) -> Held:
        if (isinstance(base, Items) or is_known(base)) and all(map(is_known, ends)):
            lower, upper, step = cast("list[Value]", ends)
            return operations.slice_(base, lower, upper, step)
        self.numbers.same([base, *ends])
        found = part_of(base, ends)
        if found is not None:
            return found
        self._risk()
        return Same()

    def _changed(self, change: Change, frame: Frame) -> Held:
        """The value of `target.method(...)`, after the change."""
        name = change.target.name
        path = [self._at(index, frame) for index in change.target.indices] if isinstance(change.target, Item) else []
        if path:
            self._store(name, self._grown(self._read(name, frame), path), frame)
        arguments = self._spread(change.arguments, frame)
        keywords = {word: self._value(value, frame) for word, value in change.keywords}
        base = self._read(name, frame)
        there = self._reached(base, path)
        left, value = self._left(change.method, there, arguments, keywords)
        if left is not there:
            self._store(name, self._replaced(base, path, left) if path else left, frame)
        return value

    def _left(self, method: str, holder: Held, arguments: list[Held], keywords: dict[str, Held]) -> tuple[Held, Held]:
        """What the method leaves behind, and its value."""
        if isinstance(holder, Grown | Bins | Table):
            if keywords:
                raise Unfollowed
            return self._left_of_rows(method, holder, arguments)
        given = [holder, *arguments, *keywords.values()]
        places = arguments[:1] if method in ("insert", "pop", "[]", "setdefault", "del") else []
        if isinstance(holder, Items) and (
            all(map(is_known, given))
            or (method in CHANGES_OF_PLACES and keys_known(holder) and all(map(is_known, places)) and not keywords)
            or (method == "update" and holder.kind == "dict" and keys_known(holder) and all(map(is_table, arguments)))
        ):
            ways = Ways(self._compare_ways, self._binary_ways)
            left, value = changed(
                method, holder, cast("list[Value]", arguments), cast("dict[str, Value]", keywords), ways
            )
            return left, value
        if method == "update" and isinstance(holder, Items) and holder.of == "Counter" and len(given) == 2:
            (more,) = given[1:]
            if isinstance(more, Rows) and not keywords:
                return self._counted_up(holder, more), None
        self.numbers.same(given)
        if isinstance(holder, Same) and holder.kind == "list" and method == "append":
            item = None if holder.item is None else any_of([holder.item, self.numbers.used(arguments[0])])
            return Same("list", item=item), None
        self._risk()
        return Same(), Same()

    def _counted_up(self, holder: Items, rows: Rows) -> Held:
        """The Counter, in which as many of each are more as come of rows."""
        counted = self._made_of("collections.Counter", rows)
        if not holder.items:
            return counted
        if not isinstance(counted, Table):
            raise Unfollowed
        keys = [key for key, _ in pairs_of(holder)]
        places_ = [place(keys, key) for key, _ in counted.found]
        if None in places_ or not keys_known(holder):
            raise Unfollowed  # it depends on the rows which other keys there are
        more = dict(zip(places_, (value for _, value in counted.found), strict=True))
        values = [
            self.numbers.binary("+", value, more[at]) if at in more else value
            for at, (_, value) in enumerate(pairs_of(holder))
        ]
        pairs = zip(keys, cast("list[Value]", values), strict=True)
        return holder.holding(Items("tuple", pair) for pair in pairs)

    @abstractmethod
    def _made_of(self, name: str, rows: Rows) -> Held | None:
        """A function of the rows of an input."""

    def _left_of_rows(self, method: str, holder: Grown | Bins | Table, arguments: list[Held]) -> tuple[Held, Held]:
        """The same, of what rows are added to."""
        own = grown_there(holder, method, arguments)
        if own is not None:
            return own, None
        match method, arguments:
            case "[]", [key] if isinstance(holder, Table) and (there := self._there_alone(holder, key)) is not None:
                return holder, there
            case "[]", [key]:
                found = read_there(holder, key, making=True)
                made = isinstance(holder, Bins) or makes_keys(holder)
                return (changed_there(holder, key, found) if made else holder), found
            case "setdefault", [key, start] if isinstance(holder, Bins):
                found = read_there(holder, key, default=[start])
                return changed_there(holder, key, found, [start]), found
            case "update", [Items() as items] if isinstance(holder, Bins) and holder.of == "Counter":
                if items.kind == "dict":
                    raise Unfollowed
                left: Held = holder
                for item in self._iterated(items):
                    more = self.numbers.binary("+", read_there(left, item, making=True), 1)
                    left = changed_there(left, item, more)
                return left, None
        raise Unfollowed

    def _compare_ways(self, operator: str, left: Value, right: Value) -> bool:
        found = self._compared(operator, left, right)
        if not isinstance(found, bool):
            raise Unfollowed
        return found

    def _binary_ways(self, operator: str, left: Value, right: Value) -> Value:
        return cast(Value, self.numbers.binary(operator, left, right))
