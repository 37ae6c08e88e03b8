"""Calls of the language's functions."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Mapping, Sequence
from contextlib import nullcontext
from dataclasses import replace
from functools import cache, reduce
from itertools import chain
from operator import is_not
from typing import TypeGuard, cast

from flint import fmpq

from faier.deciding.side_by_side.entries import (
    LISTS,
    are_numbers,
    different,
    entries_of,
    in_order,
    is_settled,
    listed,
    order_of,
    settled,
)
from faier.deciding.side_by_side.frames import (
    Frame,
    is_lazy,
    keys_known,
)
from faier.deciding.side_by_side.held import (
    Best,
    Bins,
    Ends,
    Entries,
    Entry,
    Held,
    Kind,
    Mass,
    Moved,
    Off,
    Ranges,
    Rows,
    Same,
    Table,
    Unfollowed,
    Weight,
    again,
    any_of,
    between,
    is_integer,
    is_known,
    is_number,
    is_whole,
    named,
    rational,
    same_of,
    shown_alike,
    sum_between,
    within,
)
from faier.deciding.side_by_side.places import Places
from faier.deciding.side_by_side.rows import (
    read_there,
)
from faier.deciding.side_by_side.shifting import are_loose, winner
from faier.deciding.side_by_side.unknown import are_comparable, called, is_plain, of_each
from faier.lang import containers, operations
from faier.lang.comparing import hashable, iterate, pairs_of
from faier.lang.failures import Failure
from faier.lang.instances import is_instance
from faier.lang.parse import parse
from faier.lang.python_functions import pure
from faier.lang.scope import ITEMS
from faier.lang.sets import AS_TOLD, IN_ANY_ORDER
from faier.lang.syntax import (
    Expression,
    Function,
)
from faier.lang.values import Sequence as Items
from faier.lang.values import Value

# Functions of one number that are followed where it differs.
OF_ONE = frozenset(
    ["abs", "float", "int", "round", "exp", "bool", "math.fabs", "math.floor", "math.ceil", "math.trunc", "math.exp"]
)

# Functions that ask for one item after the other of what they are given, as far as they need it.
ONE_BY_ONE = frozenset(["all", "any", "enumerate", "zip"])

# What says that the order of a set makes no difference, and what has items and is no set.
IN_ANY_ORDER_WORDS = frozenset([IN_ANY_ORDER, AS_TOLD])
NO_SETS = frozenset(["list", "tuple", "dict", "deque", "range"])

# Functions of what has items, and what they give.
OF_ITEMS: dict[str, Kind] = {
    "all": "flag",
    "any": "flag",
    "len": "number",
    "list": "any",
    "reversed": "any",
    "sorted": "any",
    "sum": "number",
    "tuple": "any",
}

# What holds its items in an order.
ORDERED = frozenset(["list", "tuple", "dict"])

# What a number may be an instance of.
OF_NUMBERS = frozenset(["int", "bool", "float", "Fraction"])

# Functions that put items together by their places, and do not look at them.
OF_ITEMS_PLACED = frozenset(
    f"itertools.{name}"
    for name in ["batched", "chain", "combinations", "islice", "pairwise", "permutations", "product", "zip_longest"]
)

# Methods that look at the keys and the places of what they are called on, and not at what is there.
OF_PLACES = frozenset([".get", ".items", ".keys", ".values", ".copy"])


# Functions of rows that do not look at the items that come of them.
OF_BOXES = frozenset(["len", "sum", "math.fsum", "list", "tuple", "reversed"])


class Calls(Places):
    """Functions of the language, and of rows."""

    def _call(
        self,
        name: str,
        parts: Sequence[Expression],
        named: Sequence[tuple[str, Expression]],
        frame: Frame,
    ) -> Held:
        with self._perhaps(frame) if name in ONE_BY_ONE and any(map(is_lazy, parts)) else nullcontext():
            arguments = self._spread(parts, frame)
        keywords: dict[str, Held] = {}
        for word, value in named:
            if word == "key":
                keywords[word] = self._keys(value, self._items_for_keys(arguments), frame)
                if isinstance(arguments[0], Entries):
                    self._require_keys(value, arguments[0], keywords[word], frame)
            else:
                keywords[word] = self._value(value, frame)
        if all(map(is_known, (*arguments, *keywords.values()))):
            if name in ("any", "all"):
                return _decided(name, [operations.truth(item) for item in self._iterated(arguments[0])])  # type: ignore[arg-type]
            return pure(name, cast("list[Value]", arguments), cast("dict[str, Value]", keywords))
        if name in IN_ANY_ORDER_WORDS and (found := _as_it_is(arguments)) is not None:
            return found
        of_entries = self._of_entries(name, arguments, keywords)
        if of_entries is not None:
            return of_entries
        if name in OF_ITEMS_PLACED and (placed := _placed(name, arguments, keywords)) is not None:
            return placed
        told_apart = self._told_apart(name, arguments, keywords)
        if told_apart is not None:
            return told_apart
        if not keywords or (name == "zip" and keywords == {"strict": True} and isinstance(arguments[0], Rows)):
            found = self._of_rows_called(name, arguments)
            if found is not None:
                return found
            found = self._of_places(name, arguments)
            if found is not None:
                return found
        if name in ("min", "max") and len(arguments) == 1 and isinstance(arguments[0], Rows):
            return self._extreme_row(arguments[0], keywords)
        if name in ("min", "max") and not keywords:
            values = arguments if len(arguments) > 1 else list(self._all_of(arguments[0]))
            return self.numbers.extreme(name, values) if values else Same()
        if name in ("min", "max") and keywords.keys() == {"default"} and isinstance(arguments[0], Items):
            values = list(self._iterated(arguments[0]))
            return self.numbers.extreme(name, values) if values else keywords["default"]
        if name == "divmod" and len(arguments) == 2 and not keywords:
            one, other = map(self.numbers.used, arguments)
            both = self.numbers.binary("//", one, other), self.numbers.binary("%", one, other)
            return Items("tuple", cast("tuple[Value, ...]", both))
        if name == "Fraction" and len(arguments) in (1, 2) and not keywords:
            above, below = (*arguments, 1)[:2]
            if isinstance(above, Off) and above.integer and isinstance(below, int) and below != 0:
                return replace(cast(Off, self.numbers.binary("/", above, below)), integer=False)
        if name in OF_ONE and len(arguments) == 1 and not keywords:
            return self.numbers.of_one(name, arguments[0])
        if name == "clamp" and len(arguments) == 3:
            if all(isinstance(end, int) for end in arguments[1:]) and cast(int, arguments[1]) > cast(int, arguments[2]):
                raise Unfollowed  # it raises
            if isinstance(arguments[0], Off):
                if not all(isinstance(end, int) for end in arguments[1:]):
                    raise Unfollowed
                return self.numbers.extreme(
                    "max", [self.numbers.extreme("min", [arguments[0], arguments[2]]), arguments[1]]
                )
            arguments = list(map(self.numbers.used, arguments))
            self.numbers.same(arguments)
            if not is_plain(arguments[0]) or not all(isinstance(end, int) for end in arguments[1:]):
                self._risk()
            found = Same("number", whole=is_whole(arguments[0]), integer=is_integer(arguments[0]))
            found = within(found, rational(arguments[1]), rational(arguments[2]))
            return self.numbers.once(name, arguments, found)
        arguments = list(map(self.numbers.used, arguments))
        keywords = {word: self.numbers.used(value) for word, value in keywords.items()}
        self.numbers.same([*arguments, *keywords.values()])
        found = called(name, arguments, keywords)
        if found is not None:
            return found
        if not keywords:
            found = of_each(lambda known: pure(name, known, {}), arguments)
            if found is not None:
                return found
        if name in ("min", "max") and keywords.keys() == {"key"} and self._are_ordered(arguments, keywords["key"]):
            return same_of([*self._in_order(arguments[0])])
        self._risk()
        return Same()

    def _keys(self, key: Expression, items: Held, frame: Frame) -> Held:
        """What is computed of each of these, in their order."""
        frame.scopes.insert(0, {ITEMS: items})
        try:
            return self._value(key, frame)
        finally:
            frame.scopes.pop(0)

    def _require_keys(self, key: Expression, given: Entries, keys: Held, frame: Frame) -> None:
        """Requires that entries have these keys too where one side alone has them."""
        for entry, known in zip(given.items, self._in_order(keys), strict=True):
            alone = tuple(entry.alone.values())
            found = self._in_order(self._keys(key, Items("tuple", alone), frame)) if alone else ()
            if not is_known(known) and alone:
                raise Unfollowed
            if not all(is_known(one) and one == known for one in found):
                raise Unfollowed

    def _of_entries(self, name: str, arguments: list[Held], keywords: dict[str, Held]) -> Held | None:
        """A function of what is there or not, as it depends on rows."""
        first = arguments[0] if arguments else None
        if name in ("set", "frozenset") and isinstance(first, Rows) and len(arguments) == 1:
            if self.neighbors.is_coarse(first.source):
                raise Unfollowed
            return different(first)
        if isinstance(first, Table) and name in (*LISTS, "len") and len(arguments) == 1:
            first = entries_of(first)
        if not isinstance(first, Entries) or len(arguments) != 1:
            return None
        if name == "sorted" and keywords and keywords.keys() <= {"key", "reverse"}:
            backwards = keywords.get("reverse", False)
            keys = self._in_order(keywords["key"]) if "key" in keywords else order_of(first)
            if isinstance(backwards, bool) and all(map(is_known, keys)):
                return in_order(first, keys, backwards)
            if is_settled(first) and isinstance(backwards, bool) and are_numbers(keys):
                return settled(first)
            raise Unfollowed
        if name == "max" and keywords == {"default": 0} and is_number(keywords["default"]):
            return self._greatest_count(first)
        if keywords:
            raise Unfollowed
        if (found := listed(name, first)) is not None:
            return found
        if name == "len" and not is_settled(first):
            return self._number_of(first)
        if name == "sum" and is_settled(first) and are_numbers([entry.value for entry in first.items]):
            values = [entry.value for entry in first.items]
            return Same("number", whole=all(map(is_whole, values)), integer=all(map(is_integer, values)))
        if name == "len" and is_settled(first):
            return Same("number", whole=True, integer=True)
        return None

    def _number_of(self, entries: Entries) -> Off:
        """How many there are: a row makes no more of them be there than it makes."""
        if self.alone is not None or any(entry.chosen for entry in entries.items):
            raise Unfollowed
        rows = self.neighbors.kinds_of(entries.source)
        many = [sum(row in entry.made_by for entry in entries.items if not entry.sure) for row in range(rows)]
        found = self.neighbors.ranged(entries.source, [Ends(fmpq(0), fmpq(one), True) for one in many])
        return replace(found, integer=True)

    def _greatest_count(self, entries: Entries) -> Held:
        """The greatest of what rows have added up, of numbers that are not negative, and 0: what is not there, or on
        one side alone, is as if it were 0 there."""
        if self.alone is not None or not all(self._is_added_up(entry, entries.source) for entry in entries.items):
            raise Unfollowed
        return self.numbers.extreme("max", [0, *(entry.value for entry in entries.items)])

    def _is_added_up(self, entry: Entry, source: str) -> bool:
        """Whether the value is 0 and what each of the rows adds that make it be there, which is not negative: where
        there is one such row, the value is what neighbors differ by that differ in it."""
        value, ways = entry.value, self.neighbors.ways
        if entry.sure or entry.chosen or not isinstance(value, Off) or not value.signed:
            return False
        if any(ways[way].source != source for way in value.by):
            return False
        told = set[int]()
        for number, way in enumerate(ways):
            rows = [row for row in (way.left, way.right) if row is not None and row in entry.made_by]
            if way.source != source or len(rows) != 1:
                continue
            one = rational(entry.alone.get(rows[0]))
            if one is None or one < 0 or value.by.get(number, fmpq(0)) != (one if way.right in rows else -one):
                return False
            told.add(rows[0])
        return told == entry.made_by

    def _are_ordered(self, arguments: list[Held], keys: Held) -> bool:
        """Whether there is a greatest of these by their keys."""
        if len(arguments) != 1 or not isinstance(arguments[0], Items) or not isinstance(keys, Items):
            return False
        found = self._in_order(keys)
        return len(found) == len(self._in_order(arguments[0])) > 0 and all(map(is_plain, found))

    def _told_apart(self, name: str, arguments: list[Held], keywords: dict[str, Held]) -> Held | None:
        """The greatest, the least, or the place of something, where runs are told apart by it."""
        if self.forks is None:
            return None
        match name, arguments:
            case "min" | "max", [Items() as given] if keywords.keys() <= {"key", "default"}:
                items = self._in_order(given)
                keys: Sequence[Held] | None = None
                if "key" in keywords:
                    keys = self._in_order(keywords["key"])
                elif not keywords and self.keeping is not None and items and are_loose(self.paid, items):
                    return Best(name, items)
                if not items or (keys is None and not any(isinstance(item, Items) for item in items)):
                    return None
                keys = items if keys is None else keys
                if self.keeping is not None and len(keys) == len(items) and are_loose(self.paid, keys):
                    return items[self._winner(name, keys)]
                self._sorted_by(keys, len(items))
                asked = tuple(map(named, keys))
                if self.parting and self.lots is not None and None not in asked:
                    return items[self.lots.decide((name, *asked), len(items))]
                return self._one_of(items)
            case "sorted", [Items() as given] if "key" in keywords and keywords.keys() <= {"key", "reverse"}:
                items = self._in_order(given)
                self._sorted_by(self._in_order(keywords["key"]), len(items))
                self.numbers.same([keywords.get("reverse", False)])
                if not is_integer(keywords.get("reverse", False)):
                    self._risk()
                left, found = [*items], list[Held]()
                while left:
                    found.append(left.pop(self.forks.one_of(len(left))))
                return Items("list", cast("tuple[Value, ...]", tuple(found)))
            case ".index", [Items(kind="list" | "tuple") as given, wanted] if not keywords:
                if self._is_best(wanted, given):
                    return self._winner(cast(Best, wanted).name, given.items)
                given = cast(Items, self.numbers.used(given))
                wanted = self.numbers.used(wanted)
                self.numbers.same([given, wanted])
                of = wanted.of if isinstance(wanted, Same) else ()
                if not _are_one(of, given.items):
                    self._risk()  # it may not be there
                return self._one_of(list(range(len(given.items))))
        return None

    def _is_best(self, wanted: Held, given: Items) -> bool:
        """Whether it is the greatest or the least of these, and nothing else is known of them."""
        if self.keeping is None or not isinstance(wanted, Best) or not _are_one(wanted.numbers, given.items):
            return False
        return are_loose(self.paid, given.items)

    def _winner(self, name: str, numbers: Sequence[Held]) -> int:
        """The place of the greatest or the least."""
        if self.forks is None or self.in_rows or self.trying:
            raise Unfollowed
        at = self.forks.one_of(len(numbers))
        winner(self.paid, name, numbers, at)
        return at

    def _in_order(self, given: Held) -> tuple[Held, ...]:
        """The items, where it is known in which order."""
        if isinstance(given, Items) and (given.kind == "range" or (given.kind in ORDERED and keys_known(given))):
            return iterate(given)
        raise Unfollowed

    def _sorted_by(self, keys: Sequence[Held], many: int) -> None:
        """So many items are compared by these."""
        if len(keys) != many:
            raise Unfollowed
        keys = list(map(self.numbers.used, keys))
        self.numbers.same(keys)
        ordered = all(is_number(key) or (isinstance(key, Same) and key.kind in ("number", "ordered")) for key in keys)
        if not ordered and not are_comparable(keys):
            self._risk()

    def _items_for_keys(self, arguments: list[Held]) -> Held:
        """What keys are computed of."""
        if len(arguments) != 1 or isinstance(arguments[0], Rows):
            raise Unfollowed
        if isinstance(arguments[0], Entries):
            return Items("tuple", cast("tuple[Value, ...]", tuple(entry.value for entry in arguments[0].items)))
        if isinstance(arguments[0], Same) and (listed := called("list", arguments, {})) is not None:
            return listed
        return Items("tuple", cast("tuple[Value, ...]", self._iterated(arguments[0])))

    def _all_of(self, value: Held) -> tuple[Held, ...]:
        """The items of a list, or what each of them is."""
        if isinstance(value, Same):
            self._risk()
            return (Same(), Same()) if value.kind != "list" or value.item is None else (value.item, value.item)
        return self._iterated(value)

    def _made_of(self, name: str, rows: Rows) -> Held | None:
        return self._of_rows_called(name, [rows])

    def _of_rows_called(self, name: str, arguments: list[Held]) -> Held | None:
        """A function of the rows of an input."""
        for rows in arguments:
            if isinstance(rows, Rows) and name not in OF_BOXES and not all(map(is_known, chain(*rows.items))):
                raise Unfollowed
        match name, arguments:
            case "len", [Ranges() as rows]:
                return self._ranged(rows, lambda one: Ends(fmpq(0 if one.missing else 1), fmpq(1), True))
            case "sum" | "math.fsum", [Ranges() as rows]:
                return self._ranged(rows, lambda one: one)
            case "list" | "tuple", [Ranges() as rows]:
                return rows
            case "len", [Rows() as rows]:
                return self._many(rows)
            case "sum" | "math.fsum", [Rows() as rows]:
                return self._summed_rows(rows, name == "sum")
            case "sum", [Rows() as rows, start]:
                return self.numbers.binary("+", self._summed_rows(rows), start)
            case "sorted", [Rows() as rows] if not all(map(_has_order, rows.items)):
                raise Unfollowed  # several rows may raise
            case "sorted" | "reversed", [Rows() as rows]:
                self.sorted = self.sorted or name == "sorted"
                if name == "sorted":
                    return replace(rows, ordered=True, apart=True)
                items = tuple(items[::-1] for items in rows.items)
                return replace(rows, items=items, ordered=False, backwards=not rows.backwards)
            case "list" | "tuple", [Rows() as rows]:
                return rows
            case ".count", [Rows() as rows, item] if is_known(item):
                wanted = item
                return self._counting(rows, lambda known: operations.compare("==", known, wanted))
            case "collections.Counter", [Rows() as rows]:
                return self._counted(rows)
            case "itertools.chain.from_iterable", [Rows() as rows]:
                if not all(isinstance(item, Items) and item.kind in ORDERED for items in rows.items for item in items):
                    raise Unfollowed
                inner = (tuple(one for item in items for one in iterate(item)) for items in rows.items)
                return replace(rows, items=tuple(inner), ordered=False)
            case "zip", [Rows() as rows, *others]:
                return reduce(self._beside_each, others, self._tuples(rows))
        return None

    def _tuples(self, rows: Rows) -> Rows:
        return replace(rows, items=tuple(tuple(Items("tuple", (item,)) for item in items) for items in rows.items))

    def _beside_each(self, rows: Rows, other: Held) -> Rows:
        """Tuples of rows, each with what comes of the same row in the other list: both must have as many items of each
        row, and stand in the order of the input, or both the other way round."""
        if not isinstance(other, Rows) or rows.apart or other.apart or rows.backwards != other.backwards:
            raise Unfollowed
        source, of_one, of_other = self.neighbors.together(rows.source, other.source)
        both = [(rows.items[one], other.items[at]) for one, at in zip(of_one, of_other, strict=True)]
        if any(len(one) != len(more) for one, more in both):
            raise Unfollowed
        found = (
            tuple(Items("tuple", (*cast(Items, item).items, more)) for item, more in zip(one, several, strict=True))
            for one, several in both
        )
        return Rows(source, tuple(found), backwards=rows.backwards)

    def _counted(self, rows: Rows) -> Table:
        if self.neighbors.is_coarse(rows.source):
            raise Unfollowed
        try:
            for items in rows.items:
                for item in items:
                    hashable(item)
        except Failure:
            raise Unfollowed from None  # it is a row that raises
        keys: list[Value] = []
        for items in rows.items:
            for item in items:
                known = next((key for key in keys if operations.compare("==", key, item)), None)
                if known is None:
                    keys.append(item)
                elif not shown_alike(known, item):
                    raise Unfollowed
            self.limits.spend(len(keys))
        found, alone = [], []
        for key in keys:
            many = [sum(operations.compare("==", key, item) for item in items) for items in rows.items]
            found.append((key, self._of_numbers(rows, list(map(fmpq, many)), True)))
            alone.append({row: count for row, count in enumerate(many) if count})
        pairs = cast("tuple[tuple[Value, Value], ...]", tuple(found))
        return Table(pairs, containers.table((), "Counter"), 0, "Counter", rows.source, tuple(alone))

    def _counting(self, rows: Rows, counts: Callable[[Value], bool]) -> Held:
        """How many of these count."""
        return self._of_numbers(rows, [fmpq(sum(map(counts, items))) for items in rows.items], True)

    def _summed_rows(self, rows: Rows, integer: bool = True) -> Held:
        if all(rational(item) is not None for items in rows.items for item in items):
            integer = integer and all(isinstance(item, int) for items in rows.items for item in items)
            return self._of_numbers(rows, [sum(map(_number, items), start=fmpq(0)) for items in rows.items], integer)
        ends = [tuple(map(between, items)) for items in rows.items]
        if any(one is None for items in ends for one in items):
            raise Unfollowed
        return self._ranged(Ranges(rows.source, cast("tuple[tuple[Ends, ...], ...]", tuple(ends))), lambda one: one)

    def _bisected(self, function: Function, arguments: Sequence[Held]) -> Held | None:
        """The place where a number belongs among those of rows, in their order; None where the function does not find
        that. It is how many are less than it, or no more than it."""
        rows, known, *others = arguments if len(arguments) == 4 else (None, None)
        if others != [0, None] or rational(known) is None:
            return None
        wanted = cast(Value, known)
        if isinstance(rows, Items) and rows.kind in ("list", "tuple"):
            return _place_in([rational(item) for item in rows.items], cast(fmpq, rational(known)), function)
        if not isinstance(rows, Rows) or not rows.ordered:
            return None
        if _is_library(function, "bisect_left"):
            return self._counting(rows, lambda item: operations.compare("<", item, wanted))
        if _is_library(function, "bisect_right"):
            return self._counting(rows, lambda item: operations.compare("<=", item, wanted))
        return None

    def _many(self, rows: Rows) -> Held:
        return self._of_numbers(rows, [fmpq(len(items)) for items in rows.items], True)

    def _of_numbers(self, rows: Rows, numbers: list[fmpq], integer: bool = False) -> Held:
        if (alone := self.alone) is not None and alone.source == rows.source:
            others = [one for row, one in enumerate(numbers) if row not in alone.made_by]
            if integer and not any(others) and (one := numbers[alone.row]).q == 1:
                return int(one)
        if integer and rows.source in self.neighbors.vectors and len(set(numbers)) == 1:
            return int(numbers[0]) * self.neighbors.lengths[rows.source]
        if integer and not any(numbers):
            return 0
        found = self.neighbors.gathered(rows.source, numbers, integer)
        if found.by:
            return found
        fixed = Same("number", whole=found.whole, integer=found.integer, machine=found.integer, fixed=True)
        return self.sums.setdefault((rows.source, *numbers), fixed) if integer else fixed

    def _extreme_row(self, rows: Rows, keywords: Mapping[str, Held]) -> Off:
        """The greatest or the least number that comes of rows, or a number where none does: whatever rows there are, it
        is between the least and the greatest of all."""
        others = [rational(other) for other in keywords.values()]
        found = [*(rational(item) for items in rows.items for item in items), *others]
        known = [one for one in found if one is not None]
        if not keywords.keys() <= {"default"} or len(known) < len(found) or not (others or self._is_never_empty(rows)):
            raise Unfollowed
        integer = all(isinstance(item, int) for items in (*rows.items, tuple(keywords.values())) for item in items)
        whole = all(one.q == 1 for one in known)
        return replace(self.neighbors.anywhere(rows.source, max(known) - min(known)), whole=whole, integer=integer)

    def _is_never_empty(self, rows: Rows) -> bool:
        return rows.source in self.neighbors.vectors and all(rows.items)

    def _ranged(self, rows: Ranges, number: Callable[[Ends], Ends]) -> Held:
        return self.neighbors.ranged(rows.source, [sum_between(map(number, items)) for items in rows.items])

    def _of_places(self, name: str, arguments: list[Held]) -> Held | None:
        """What looks at the keys and the places of what is in a container alone."""
        first = arguments[0] if arguments else None
        if name == ".get" and isinstance(first, Table | Entries):
            there = self._there_alone(first, arguments[1])
            if there is not None:
                return there
        if name == ".get" and isinstance(first, Table | Bins):
            found = read_there(first, arguments[1], default=arguments[2:] or [None])
            if found is None:
                raise Unfollowed
            return found
        if isinstance(first, Same) and name == "sum" and len(arguments) == 2:
            self._risk()
            return self.numbers.binary("+", Same("number"), arguments[1])
        if isinstance(first, Same) and len(arguments) == 1 and name in OF_ITEMS:
            if (found := called(name, arguments, {})) is not None:
                return found
            if first.kind not in ("list", "table") or name in ("sorted", "sum"):
                self._risk()
            return Same(OF_ITEMS[name], whole=name == "len", integer=name == "len")
        if name == "dict" and isinstance(first, Items) and len(arguments) == 1:
            pairs = list(map(self._iterated, self._iterated(first))) if first.kind != "dict" else pairs_of(first)
            if all(len(pair) == 2 and is_known(pair[0]) for pair in pairs):
                return containers.table(cast("list[tuple[Value, Value]]", [(one, two) for one, two in pairs]))
            return None
        if name == "isinstance" and _is_number_of_any_kind(first) and OF_NUMBERS.isdisjoint(map(str, arguments[1:])):
            return False
        if name == "isinstance" and isinstance(first, Items) and first.kind == "record":
            return is_instance(first, *cast("list[Value]", arguments[1:]))
        if name == "zip" and isinstance(first, str) and any(isinstance(one, Items) for one in arguments):
            return self._of_places(name, [Items("tuple", iterate(first)), *arguments[1:]])
        if not isinstance(first, Items) or not keys_known(first):
            return None
        match name, arguments:
            case "len", [_]:
                return len(iterate(first))
            case "sum" | "math.fsum", [_] if first.items and all(isinstance(one, Weight) for one in iterate(first)):
                return Mass()
            case "sum", [_, *start]:
                return reduce(
                    lambda one, other: self.numbers.binary("+", one, other), iterate(first), (start or [0])[0]
                )
            case (("list" | "tuple"), [_]):
                return Items("list" if name == "list" else "tuple", iterate(first))
            case "reversed", [_] if first.kind in ("list", "tuple"):
                return Items("tuple", first.items[::-1])
            case "enumerate", [_, *start] if all(isinstance(one, int) for one in start):
                begin = cast(int, start[0]) if start else 0
                return Items(
                    "tuple", tuple(Items("tuple", (begin + at, item)) for at, item in enumerate(iterate(first)))
                )
            case "zip", _:
                columns = [self._iterated(one) for one in arguments]
                turns = cast("list[tuple[Value, ...]]", list(zip(*columns, strict=False)))
                return Items("tuple", tuple(Items("tuple", row) for row in turns))
            case "itertools.accumulate", [_]:
                sums: list[Held] = []
                for item in iterate(first):
                    sums.append(self.numbers.binary("+", sums[-1], item) if sums else item)
                return Items("tuple", cast("tuple[Value, ...]", tuple(sums)))
            case "any" | "all", [_]:
                return _decided(name, [self._true(item) for item in iterate(first)])
            case "sorted", [_] if first.kind in ("list", "tuple"):
                items: list[Held] = list(map(self.numbers.used, first.items))
                self.numbers.same(items)
                if not are_comparable(items):
                    self._risk()
                return Items("list", again(any_of(items) or Same(), len(items)))
            case method, [_, *places] if method in OF_PLACES and all(map(is_known, places[:1])):
                return pure(method, cast("list[Value]", arguments), {})
        return None


_BISECTING = """from bisect import {name}
from faier import Bool, mechanism


@mechanism
def place(number: Bool):
    return {name}([1], number)
"""


@cache
def _bisecting(name: str) -> Function:
    """The function of Python's library, as programs have it."""
    program = parse(_BISECTING.format(name=name), "bisecting.py")
    return next(function for function in program.functions if function.name.startswith(name))


def _place_in(numbers: Sequence[fmpq | None], number: fmpq, function: Function) -> int | None:
    """The same in numbers that are known, in whichever order they are."""
    known = [one for one in numbers if one is not None]
    if len(known) < len(numbers):
        return None
    if _is_library(function, "bisect_left"):
        return bisect_left(known, number)
    return bisect_right(known, number) if _is_library(function, "bisect_right") else None


def _is_library(function: Function, name: str) -> bool:
    """Whether it is the one of Python's library, word by word."""
    known = _bisecting(name)
    return function.body == known.body and function.parameters == known.parameters


def _as_it_is(arguments: Sequence[Held]) -> Held | None:
    """What words about sets leave as it is: the first of these, where what was gone over is no set for certain."""
    made, source = arguments[0], arguments[1] if len(arguments) > 1 else arguments[0]
    if isinstance(source, Rows | Ranges | Table) or (isinstance(source, Items) and source.kind in NO_SETS):
        return made
    return made if isinstance(source, Same) and source.kind in ("list", "table") else None


def _placed(name: str, arguments: Sequence[Held], keywords: Mapping[str, Held]) -> Held | None:
    """What such a function makes of lists, where names stand for items that are not known."""
    names: dict[str, Held] = {}

    def named(item: Held) -> Value:
        if is_known(item):
            return item
        name = f"item {len(names)}"
        names[name] = item
        return Items("part", (), name)

    def back(value: Value) -> Held:
        if isinstance(value, Items) and value.kind == "part":
            return names[cast(str, value.of)]
        return value.holding(cast("tuple[Value, ...]", tuple(map(back, value.items)))) if _has_parts(value) else value

    given: list[Value] = []
    for one in arguments:
        if isinstance(one, Items) and one.kind in ("list", "tuple", "deque"):
            given.append(one.holding(map(named, one.items)))
        elif is_known(one):
            given.append(one)
        else:
            return None
    if not all(map(is_known, keywords.values())):
        return None
    return back(pure(name, given, cast("dict[str, Value]", dict(keywords))))


def _has_parts(value: Value) -> TypeGuard[Items]:
    """Whether such a name is inside."""
    return isinstance(value, Items) and any(
        isinstance(item, Items) and (item.kind == "part" or _has_parts(item)) for item in value.items
    )


def _is_number_of_any_kind(value: object) -> bool:
    return isinstance(value, Moved | Off) or (isinstance(value, Same) and value.kind in ("number", "flag"))


def _decided(name: str, found: Sequence[bool | None]) -> bool | Same:
    """`any` or `all`."""
    decisive = name == "any"
    if any(one is decisive for one in found):
        return decisive
    return Same("flag") if None in found else not decisive


def _are_one(some: Sequence[Held], others: Sequence[Held]) -> bool:
    """Whether the ones are the others, each at its place."""
    return len(some) == len(others) and not any(map(is_not, some, others))


def _number(value: Value) -> fmpq:
    number = rational(value)
    if number is None:
        raise Unfollowed
    return number


def _has_order(items: Sequence[Value]) -> bool:
    """Whether the items can be sorted among those of any other row for which this holds."""
    return all(rational(item) is not None for item in items)
