"""Comparisons between draws as a graph: what they say of two draws, and whether they form a circle.

Circles are broken where what one comparison says follows from the others, and where draws are known to be equal.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TypeAlias

from faier.exact.bonds import Bond, End, Place
from faier.semantics.kept import Constraint

Ends: TypeAlias = tuple[End, End]


def range_of(sign: int, ends: Ends) -> Ends:
    """The ends of sign * y."""
    low, high = ends
    return ends if sign > 0 else (None if high is None else -high, None if low is None else -low)


def bond_of(edge: Constraint, draw: int) -> tuple[int, Bond] | None:
    """The other draw of an edge, and what it says of this draw z and that y; None if it is not about this one."""
    for (sign, at), (other, beside) in (edge.terms, edge.terms[::-1]):
        if at == draw:
            match sign, other:
                case 1, 1:
                    return beside, Bond(least_sum=edge.least)
                case 1, _:
                    return beside, Bond(least_difference=edge.least)
                case _, 1:
                    return beside, Bond(greatest_difference=-edge.least)
                case _:
                    return beside, Bond(greatest_sum=-edge.least)
    return None


def acyclic(edges: Sequence[Constraint], ends: Mapping[int, Ends]) -> list[Constraint] | None:
    """Edges that say the same and form no circle, if they are found."""
    if is_forest(edges):
        return list(edges)
    kept = list(dict.fromkeys(_on_equals(edge, edges) for edge in edges))
    for edge in list(kept):
        rest = [other for other in kept if other != edge]
        if _follows(edge, rest, ends):
            kept = rest
    return kept if is_forest(kept) else None


def is_forest(edges: Sequence[Constraint]) -> bool:
    """Whether there is no circle; several edges between the same two draws are one."""
    root: dict[int, int] = {}

    def top(at: int) -> int:
        while at in root:
            at = root[at]
        return at

    for one, other in {(edge.terms[0][1], edge.terms[1][1]) for edge in edges}:
        if top(one) == top(other):
            return False
        root[top(one)] = top(other)
    return True


def _on_equals(edge: Constraint, edges: Sequence[Constraint]) -> Constraint:
    """The edge about the first draws that those of the edge are equal to, up to sign and a constant."""
    for place, (sign, at) in enumerate(edge.terms):
        other = edge.terms[1 - place]
        equals = _equals(at, edges)
        if any(beside == other[1] for beside, _, _ in equals):
            continue
        for beside, factor, shift in equals:
            if beside < at:
                terms = sorted((other, (sign * factor, beside)), key=lambda term: term[1])
                return _on_equals(replace(edge, terms=tuple(terms), least=edge.least - sign * shift), edges)
    return edge


def _equals(draw: int, edges: Sequence[Constraint]) -> list[tuple[int, int, Place]]:
    """Draws y with this draw z = factor * y + shift, as (y, factor, shift)."""
    bonds: dict[int, Bond] = {}
    for edge in edges:
        found = bond_of(edge, draw)
        if found is not None:
            bonds[found[0]] = bonds.get(found[0], Bond()) & found[1]
    found_equal = []
    for beside, bond in sorted(bonds.items()):
        if bond.least_difference is not None and bond.least_difference == bond.greatest_difference:
            found_equal.append((beside, 1, bond.least_difference))
        elif bond.least_sum is not None and bond.least_sum == bond.greatest_sum:
            found_equal.append((beside, -1, bond.least_sum))
    return found_equal


def _follows(edge: Constraint, rest: Sequence[Constraint], ends: Mapping[int, Ends]) -> bool:
    """Whether the others imply the edge, by a chain of them. A place (sign, draw) of the chain is sign * draw."""
    steps: dict[tuple[tuple[int, int], tuple[int, int]], Place] = {}

    def step(source: tuple[int, int], target: tuple[int, int], least: Place) -> None:
        steps[source, target] = max(least, steps.get((source, target), least))

    for each in rest:
        (one, on), (other, to) = each.terms
        step((-one, on), (other, to), each.least)
        step((-other, to), (one, on), each.least)
    for at, (low, high) in ends.items():
        if low is not None:
            step((-1, at), (1, at), 2 * low)
        if high is not None:
            step((1, at), (-1, at), -2 * high)
    (sign, at), target = edge.terms
    reached: dict[tuple[int, int], Place] = {(-sign, at): 0}
    for _ in range(2 * len(ends)):
        for (source, onto), least in steps.items():
            if source in reached:
                reached[onto] = max(reached[source] + least, reached.get(onto, reached[source] + least))
    return target in reached and reached[target] >= edge.least
