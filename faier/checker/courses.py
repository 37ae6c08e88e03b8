"""In which order the statements of a function come, as far as what is changed in place needs it."""

from __future__ import annotations

import ast
from collections.abc import Iterable


class Course:
    """`always`: what others may change later. A loop comes back to all that is in it."""

    def __init__(self, body: list[ast.stmt], given: Iterable[str] = ()) -> None:
        self.places: dict[int, list[int]] = {}  # of each node, the numbers of its statements
        self.around: dict[int, list[tuple[int, int]]] = {}  # the first and the last statement of each loop around it
        self.at: dict[str, set[int]] = {}
        self.always: set[str] = set()
        self.bound: dict[str, list[ast.expr | None]] = {name: [None] for name in given}
        self.here: list[int] = []
        self.count = 0
        self._block(body, [])

    def _block(self, body: list[ast.stmt], loops: list[int]) -> None:
        for statement in body:
            self._statement(statement, loops)

    def _statement(self, statement: ast.stmt, loops: list[int]) -> None:
        number = self.count
        self.count += 1
        inside = [*loops, number] if isinstance(statement, (ast.For, ast.While)) else loops
        waiting: list[ast.AST] = [statement]
        below: list[ast.stmt] = []
        while waiting:
            node = waiting.pop(0)
            self.places.setdefault(id(node), []).append(number)
            self._binds(node)
            for child in ast.iter_child_nodes(node):
                if isinstance(child, ast.stmt):
                    below.append(child)
                else:
                    waiting.append(child)
        self.around[number] = []
        self._block(below, inside)
        if inside is not loops:
            for at in range(number, self.count):
                self.around[at].append((number, self.count - 1))

    def _binds(self, node: ast.AST) -> None:
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=value)
            ):
                self.bound.setdefault(name, []).append(value)
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()):
                self.bound.setdefault(name, []).append(None)

    def changed(self, name: str, node: ast.AST) -> None:
        self.at.setdefault(name, set()).update(self.places[id(node)])

    def come_to(self, node: ast.AST) -> None:
        self.here = self.places[id(node)]

    def later(self, name: str) -> bool:
        """Whether it may be changed in this statement, or after it."""
        return name in self.always or any(
            at >= here or any(first <= at <= last for first, last in self.around[here])
            for here in self.here
            for at in self.at.get(name, ())
        )

    def keys(self, node: ast.expr) -> bool:
        """Whether it is a variable that is a dictionary wherever it gets a value: who goes over it gets keys."""
        given = self.bound.get(node.id, []) if isinstance(node, ast.Name) else []
        values = [value for value in given if value is not None]
        return bool(values) and len(given) == 2 * len(values) and all(map(_dictionary, values))


def _dictionary(node: ast.expr) -> bool:
    return isinstance(node, (ast.Dict, ast.DictComp))
