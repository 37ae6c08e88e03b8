"""What is changed is one of two: `(deaths if died else others)[month] += 1` is a branch for each of them."""

from __future__ import annotations

import ast
import copy

from faier.lang.placing import placed


def chosen_place(node: ast.stmt, place: ast.expr) -> ast.If | None:
    """The branches that a statement stands for which changes `place`, if that is one of two."""
    while isinstance(place, (ast.Attribute, ast.Subscript)):
        place = place.value
    if not isinstance(place, ast.IfExp):
        return None
    first, second = (copy.deepcopy(node, {id(place): place}) for _ in range(2))
    ways = _Taken(place, place.body).visit(first), _Taken(place, place.orelse).visit(second)
    return placed(ast.If(place.test, *([way] for way in ways)), node)


class _Taken(ast.NodeTransformer):
    """One of the two."""

    def __init__(self, place: ast.IfExp, chosen: ast.expr) -> None:
        self.place = place
        self.chosen = chosen

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        return copy.deepcopy(self.chosen) if node is self.place else node
