"""Places that a program gives new values: a variable, or an item of what one holds."""

from __future__ import annotations

import ast
from dataclasses import dataclass

from . import operations
from .computing import Computing
from .containers import MAKERS, found_at, is_a
from .outcome import Hole
from .values import Named


@dataclass(frozen=True)
class Cut:
    """The ends of a slice."""

    ends: tuple[object, ...]


Place = tuple[str, list[object]]


class Places(Computing):
    """The places of an expression or a statement."""

    def place(self, target: ast.expr) -> Place:
        """Of `name[i][j]`: the name and the positions, each worked out once, for there may be a draw in it."""
        positions: list[object] = []
        base: ast.expr = target
        while isinstance(base, (ast.Subscript, ast.Attribute)):
            if isinstance(base, ast.Attribute):
                positions.insert(0, Named(base.attr))
            else:
                positions.insert(0, self._position(base.slice, base is target))
            base = base.value
        if (
            not isinstance(base, ast.Name)
            or base.id not in self.variables
            or any(base.id in names for names in self.inner)
        ):
            raise Hole("an item of something else than a variable is changed")
        return base.id, positions

    def _position(self, node: ast.expr, last: bool) -> object:
        if not isinstance(node, ast.Slice):
            return self.plain(node)
        if not last:
            raise Hole("an item of a slice is changed")
        return Cut(tuple(None if end is None else self.plain(end) for end in (node.lower, node.upper, node.step)))

    def owners(self, place: Place) -> list[object]:
        """What the variable holds, and what is at each position on the way."""
        name, positions = place
        found = [self.variables[name]]
        for position in positions:
            found.append(_entry(found[-1], position))
        return found

    def making(self, place: Place) -> None:
        """A defaultdict has an item there before a new value is worked out."""
        for at, position in enumerate(place[1]):
            owner = self.owners((place[0], place[1][:at]))[-1]
            if is_a(owner, "dict") and owner.of in MAKERS and found_at(owner, position, operations.equal) is None:
                self.put((place[0], place[1][: at + 1]), MAKERS[owner.of])

    def put(self, place: Place, value: object) -> None:
        """Every container on the way is made anew."""
        name, positions = place
        owners = self.owners((name, positions[:-1])) if positions else []
        for position, owner in zip(reversed(positions), reversed(owners), strict=True):
            if isinstance(position, Cut):
                value = operations.slice_replaced(owner, list(position.ends), value)
            else:
                value = operations.replaced(owner, position, value)
        self.variables[name] = value

    def drop(self, place: Place) -> None:
        """Take away what is there."""
        name, positions = place
        if not positions:
            raise Hole("a variable is deleted")
        owner, position = self.owners((name, positions[:-1]))[-1], positions[-1]
        if isinstance(position, Cut):
            self.put(place, ())
        else:
            self.put((name, positions[:-1]), operations.removed(owner, position))


def _entry(base: object, position: object) -> object:
    """A defaultdict makes what is not there; whoever asks here puts it there."""
    if is_a(base, "dict") and base.of in MAKERS and found_at(base, position, operations.equal) is None:
        return MAKERS[base.of]
    return operations.index(base, position)
