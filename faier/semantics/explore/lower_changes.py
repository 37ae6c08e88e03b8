"""What changes a container -> code: the containers from the inside out, each with one item changed."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from faier.lang import changes, operations
from faier.lang.syntax import Change, Expression, Field, Item, Name, Span, Star
from faier.lang.values import Sequence
from faier.lang.walk import read_in
from faier.semantics.explore.code import Slot, Store
from faier.semantics.explore.lower_iterations import IterationLowering
from faier.semantics.explore.pure import Scope
from faier.semantics.inputs import forced, forced_through

# These move what is inside, and do not look at it; those of the second row look at their first argument alone.
_MOVING = frozenset(["append", "appendleft", "extend", "extendleft", "popleft", "popitem", "clear", "reverse", "[:]="])
_AT_PLACE = frozenset(["pop", "insert", "setdefault", "rotate", "del", "del[:]", "[]"])


class ChangeLowering(IterationLowering):
    """What changes of containers become."""

    @abstractmethod
    def arguments(self, items: tuple[Expression, ...], scope: Scope, span: Span) -> Slot:
        """A slot with the sequence of all the items, starred ones spread."""

    def change(self, change: Change, scope: Scope) -> Slot:
        """A slot with the value of `target.method(...)`, after the change."""
        method, target, span = change.method, change.target, change.span
        indices = self.indices(target, scope)
        if indices and (self.guards or any(target.name in read_in(argument) for argument in change.arguments)):
            self.grow(target, indices, scope)
        starred = any(isinstance(argument, Star) for argument in change.arguments)
        if starred:
            slots: tuple[Slot, ...] = (self.arguments(change.arguments, scope, span),)
        else:
            slots = tuple(self.value(argument, scope) for argument in change.arguments)
        names = tuple(name for name, _ in change.keywords)
        slots += tuple(self.value(value, scope) for _, value in change.keywords)

        def changed(holder: Any, *values: Any) -> Sequence:
            given, named = values[: len(values) - len(names)], values[len(values) - len(names) :]
            given = operations.iterate(given[0]) if starred else given
            if method not in _MOVING:
                forced_through(holder if method not in _AT_PLACE else None)
                for value in given[:1] if method in _AT_PLACE else given:
                    forced_through(value)
            keywords = {name: forced_through(value) for name, value in zip(names, named, strict=True)}
            left, value = changes.changed(method, holder, given, keywords)
            return Sequence("tuple", (left, forced(value)))

        holder = self.value(Name(target.name, span), scope)
        for index in indices:
            holder = self.reach(holder, index, span)
        pair = self.operate(f".{method}", changed, (holder, *slots), span)
        left = self.part(pair, 0, span)
        if isinstance(target, Item):
            self.replace_item(target, indices, left, scope)
        else:
            self.emit(Store(scope.slots[target.name], left, None, span))
        return self.part(pair, 1, span)

    def indices(self, target: Name | Item, scope: Scope) -> list[Slot | Field]:
        indices = target.indices if isinstance(target, Item) else ()
        return [index if isinstance(index, Field) else self.value(index, scope) for index in indices]

    def reach(self, base: Slot, at: Slot | Field, span: Span) -> Slot:
        """An item or a field that is about to be changed."""
        if isinstance(at, Field):
            return self.operate(f".{at.name}", lambda a: forced(operations.reached(a, at)), (base,), span)
        return self.operate("index", lambda a, index: forced(operations.reached(a, index)), (base, at), span)

    def grow(self, item: Name | Item, indices: list[Slot | Field], scope: Scope) -> None:
        """A defaultdict makes what is reached before anything else is evaluated, which may raise."""
        base = self.value(Name(item.name, item.span), scope)
        slots = tuple(index for index in indices if not isinstance(index, Field))

        def grown(holder: Any, *values: Any) -> Any:
            left = iter(values)
            return operations.grown(holder, [at if isinstance(at, Field) else next(left) for at in indices])

        grown_slot = self.operate("grown", grown, (base, *slots), item.span)
        self.emit(Store(scope.slots[item.name], grown_slot, None, item.span))

    def replace_item(self, item: Item, indices: list[Slot | Field], new: Slot, scope: Scope) -> None:
        """`name[i].field[j] = new`: the containers from the inside out, each with one item changed."""
        holders = [self.value(Name(item.name, item.span), scope)]
        for index in indices[:-1]:
            holders.append(self.reach(holders[-1], index, item.span))
        value = self.stored(new, item.span)
        for holder, index in zip(reversed(holders), reversed(indices), strict=True):
            value = self.changed(holder, index, value, item.span)
        self.emit(Store(scope.slots[item.name], value, None, item.span))

    def changed(self, holder: Slot, at: Slot | Field, value: Slot, span: Span) -> Slot:
        """What holds it, with the item at the index or in the field changed."""
        if isinstance(at, Field):
            return self.operate(
                f"changed .{at.name}", lambda a, b: operations.replaced(a, at, b), (holder, value), span
            )
        return self.operate("replaced", operations.replaced, (holder, at, value), span)
