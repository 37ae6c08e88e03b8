"""Does a coupling prove its factor? Every inequality, in plain fractions; shares no code with what finds couplings.

By induction on a word w from node g: if U(s, s') is known, then weight_left(w, s) <= U(s, s') * weight_right(w, s').
For the empty word that is an inequality of finals. For an edge and the rest of the word, the flow of the edge
bounds what the left row sees of the rest by what the right row sees of it. The start flow does the same once more.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from faier.exact import Number
from faier.hmm.model import Pair, Row

Amounts = tuple[tuple[int, int, fmpq], ...]


@dataclass(frozen=True)
class Coupling:
    """No word of the pair, however long, has a factor above `factor`.

    `bounds[g][s][s']` bounds what the left state s sees of any word from node g by what the right state s' does;
    None: not known. `flows[g][edge][s][s']` is the flow that shows it (None where the bound is None).
    """

    factor: fmpq
    bounds: tuple[tuple[tuple[fmpq | None, ...], ...], ...]
    flows: tuple[tuple[tuple[tuple[Amounts | None, ...], ...], ...], ...]
    start: Amounts


def verify(pair: Pair, coupling: Coupling) -> bool:
    """Whether the coupling is a proof of its factor."""
    try:
        return _holds(pair, coupling)
    except (TypeError, IndexError, KeyError):
        return False


def _holds(pair: Pair, coupling: Coupling) -> bool:
    if len(coupling.bounds) != len(pair.nodes) or len(coupling.flows) != len(pair.nodes):
        return False
    for place, node in enumerate(pair.nodes):
        bounds = coupling.bounds[place]
        if len(coupling.flows[place]) != len(node.edges) or len(bounds) != len(node.left_final):
            return False
        for s, left_final in enumerate(node.left_final):
            if len(bounds[s]) != len(node.right_final):
                return False
            for t, right_final in enumerate(node.right_final):
                bound = bounds[s][t]
                if bound is None:
                    continue
                factor = _fraction(bound)
                if factor < 0 or _weight(left_final) > factor * _weight(right_final):
                    return False
                for number, edge in enumerate(node.edges):
                    flow = coupling.flows[place][number][s][t]
                    onward = coupling.bounds[edge.target]
                    if flow is None or not _carries(edge.left[s], edge.right[t], flow, onward, factor):
                        return False
    left_mass, right_mass = _weight(pair.left_mass), _weight(pair.right_mass)
    if left_mass <= 0 or right_mass <= 0:
        return False
    factor = _fraction(coupling.factor) * left_mass / right_mass
    return _carries(pair.left, pair.right, coupling.start, coupling.bounds[pair.start], factor)


def _carries(
    supply: Row, room: Row, flow: Amounts, bounds: Sequence[Sequence[fmpq | None]], factor: Fraction
) -> bool:
    """Whether the flow moves all of the supply and uses at most `factor` times the room."""
    sent: dict[int, Fraction] = {}
    used: dict[int, Fraction] = {}
    for t, u, quantity in flow:
        amount, bound = _fraction(quantity), bounds[t][u]
        if t < 0 or u < 0 or amount < 0 or bound is None:
            return False
        sent[t] = sent.get(t, Fraction(0)) + amount
        used[u] = used.get(u, Fraction(0)) + amount * _fraction(bound)
    space: dict[int, Fraction] = {}
    for u, weight in room:
        space[u] = space.get(u, Fraction(0)) + _weight(weight)
    wanted: dict[int, Fraction] = {}
    for t, weight in supply:
        wanted[t] = wanted.get(t, Fraction(0)) + _weight(weight)
    return all(sent.get(t, Fraction(0)) >= weight for t, weight in wanted.items()) and all(
        amount <= factor * space.get(u, Fraction(0)) for u, amount in used.items()
    )


def _weight(number: Number) -> Fraction:
    """A rational weight; `TypeError` for a negative or another one."""
    if not isinstance(number, fmpq) or number < 0:
        raise TypeError("a weight must be rational and not negative")
    return _fraction(number)


def _fraction(number: fmpq) -> Fraction:
    return Fraction(int(number.p), int(number.q))
