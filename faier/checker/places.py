"""Places that a program gives new values: a variable, or an item of what one holds."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from typing import TypeGuard

from . import operations
from .computing import Computing
from .containers import found_at, is_a, made_by
from .outcome import Hole
from .values import Box, Named


@dataclass(frozen=True)
class Cut:
    """The ends of a slice."""

    ends: tuple[object, ...]


Place = tuple[str, list[object]]


class Places(Computing):
    """The places of an expression or a statement."""

    def place(self, target: ast.expr) -> Place:
        """Of `name[i][j]`: the name and the positions, each worked out once, for there may be a draw in it."""
        way: list[ast.Subscript | ast.Attribute] = []
        base: ast.expr = target
        while isinstance(base, (ast.Subscript, ast.Attribute)):
            way.insert(0, base)
            base = base.value
        if (
            not isinstance(base, ast.Name)
            or base.id not in self.variables
            or any(base.id in names for names in self.inner)
        ):
            raise Hole("an item of something else than a variable is changed")
        positions: list[object] = []
        for part in way:
            if positions:
                self.reached((base.id, positions))
            positions.append(
                Named(part.attr) if isinstance(part, ast.Attribute) else self._position(part.slice, part is target)
            )
        return base.id, positions

    def reached(self, place: Place) -> None:
        """Python looks for what is there before it works out anything further right."""
        self.making(place)
        self.owners(place)

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
            if _makes(owner) and found_at(owner, position, operations.equal) is None:
                self.put((place[0], place[1][: at + 1]), made_by(owner))

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
    if _makes(base) and found_at(base, position, operations.equal) is None:
        return made_by(base)
    return operations.index(base, position)


def _makes(owner: object) -> TypeGuard[Box]:
    return is_a(owner, "dict") and made_by(owner) is not None
