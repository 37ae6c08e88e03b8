"""Summing out silent steps, exactly.

Between two things that others see lie only random steps. From a distribution over configurations, `settle`
follows them to the next visible ones. Loops are strongly connected parts of the graph of steps: the expected
number of visits to each of their configurations solves a linear system, x = m + x P, over the exact numbers.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from heapq import heapify, heappop, heappush
from typing import TypeVar

from flint import fmpq, fmpq_mat

from faier.exact import Number, epsilons, unknowns
from faier.lang.failures import Failure
from faier.semantics.components import components

T = TypeVar("T", bound=Hashable)
Moves = tuple[tuple[Number, T], ...]

ZERO = fmpq(0)
ONE = fmpq(1)

# Loops with more configurations than this, and fewer steps inside on average, are solved as sparse systems.
_DENSE = 24
_SPARSE = 6

# So many steps without a choice are gone along at most before others are looked for.
_STRAIGHT = 8


class Forever(Failure):
    """A silent loop is never left; `places` are the configurations it goes through, the first entered first."""

    def __init__(self, places: tuple[Hashable, ...]) -> None:
        super().__init__(
            "FA406",
            "this loop can go on forever without showing anything",
            "make every turn leave the loop with positive probability",
        )
        self.places = places


def settle(
    start: Iterable[tuple[T, Number]],
    moves: Callable[[T], Moves[T] | None],
    depends: Callable[[T, Number], None],
    check: Callable[[], None] = lambda: None,
) -> dict[T, Number]:
    """The distribution over the first visible configurations; `moves` is None for a visible one.

    Weights that leave (the moves of a configuration may sum to less than 1) are lost. A silent loop that is
    never left raises `Forever`. Where the weights of a loop have unknowns, `depends` is told a configuration of
    it and the determinant of I - P: the loop is left with probability 1, and the result right, where it is not 0.
    It is never negative where the weights are probabilities. `check` is called now and then, and may raise.
    """
    mass: dict[T, Number] = {}
    for configuration, weight in start:
        mass[configuration] = mass[configuration] + weight if configuration in mass else weight
    visible = _at_once(mass, moves)
    if visible is not None:
        return visible
    visible = {}
    for component in reversed(components(list(mass), lambda place: [target for _, target in moves(place) or ()])):
        first = component[0]
        steps = moves(first)
        if steps is None:
            visible[first] = mass[first]
        elif len(component) == 1 and all(target != first for _, target in steps):
            _pass_on(mass, steps, mass[first])
        else:
            visits, determinant = _visits(component, mass, moves, check)
            if unknowns(determinant) or epsilons(determinant):
                depends(first, determinant)
            inside = set(component)
            for configuration, count in zip(component, visits, strict=True):
                steps = moves(configuration) or ()
                _pass_on(mass, tuple(step for step in steps if step[1] not in inside), count)
    return {configuration: weight for configuration, weight in visible.items() if weight != 0}


def _at_once(mass: dict[T, Number], moves: Callable[[T], Moves[T] | None]) -> dict[T, Number] | None:
    """The distribution where one configuration goes on to visible ones alone, perhaps after steps without a choice."""
    if len(mass) != 1:
        return None
    ((configuration, amount),) = mass.items()
    for _ in range(_STRAIGHT):
        steps = moves(configuration)
        if steps is None:
            return {configuration: amount} if amount != 0 else {}
        if len(steps) != 1:
            break
        ((weight, configuration),) = steps
        amount = weight if amount == 1 else amount * weight
    else:
        return None
    if any(moves(target) is not None for _, target in steps):
        return None
    visible: dict[T, Number] = {}
    _pass_on(visible, steps, amount)
    return {target: weight for target, weight in reversed(visible.items()) if weight != 0}


def _pass_on(mass: dict[T, Number], steps: Moves[T], amount: Number) -> None:
    sure = amount == 1
    for weight, target in steps:
        known, share = mass.get(target), weight if sure else amount * weight
        mass[target] = share if known is None else known + share


def _visits(
    component: list[T], mass: dict[T, Number], moves: Callable[[T], Moves[T] | None], check: Callable[[], None]
) -> tuple[list[Number], Number]:
    """The expected number of visits to each configuration of a loop, entered with the given masses, and the
    determinant of the equations that they solve (1 where it is a constant: then it is not 0)."""
    place = {configuration: at for at, configuration in enumerate(component)}
    leaves = False
    inner: list[dict[int, Number]] = []
    for configuration in component:
        stays: Number = ZERO
        within: dict[int, Number] = {}
        for weight, target in moves(configuration) or ():
            if target in place:
                within[place[target]] = within.get(place[target], ZERO) + weight
                stays = stays + weight
        inner.append(within)
        leaves = leaves or stays != 1
    if not leaves:
        raise Forever(tuple(component))
    unknown = any(unknowns(entry) or epsilons(entry) for row in inner for entry in row.values())
    entering = [mass.get(configuration, ZERO) for configuration in component]
    if not unknown and len(component) > _DENSE and sum(map(len, inner)) < _SPARSE * len(component):
        return visits(inner, entering, check), ONE
    size = len(component)
    matrix: list[list[Number]] = [[fmpq(int(row == column)) for column in range(size)] for row in range(size)]
    for column, going in enumerate(inner):
        for row, weight in going.items():
            matrix[row][column] = matrix[row][column] - weight
    return solve(matrix, entering)


def visits(inner: list[dict[int, Number]], entering: list[Number], check: Callable[[], None]) -> list[Number]:
    """The solution of x = entering + x . inner, where few entries of `inner` are not zero.

    Nodes are eliminated one by one, those with the fewest neighbors first: who comes to one goes on to where it
    leads, any number of turns of its own loop summed up.
    """
    onward = [dict(row) for row in inner]
    into: list[set[int]] = [set() for _ in inner]
    for node, row in enumerate(onward):
        for target in row:
            into[target].add(node)
    mass = list(entering)
    gone: list[tuple[int, Number, dict[int, Number]]] = []
    waiting = [(len(onward[node]) * len(into[node]), node) for node in range(len(inner))]
    heapify(waiting)
    left = set(range(len(inner)))
    while waiting:
        degree, node = heappop(waiting)
        if node not in left:
            continue
        if degree != len(onward[node]) * len(into[node]):
            heappush(waiting, (len(onward[node]) * len(into[node]), node))
            continue
        check()
        left.discard(node)
        rest = 1 - onward[node].pop(node, ZERO)
        into[node].discard(node)
        following = {target: weight / rest for target, weight in onward[node].items()}
        sources = {source: onward[source].pop(node) for source in sorted(into[node])}
        gone.append((node, rest, sources))
        for target, share in following.items():
            into[target].discard(node)
            into[target].update(sources)
            mass[target] = mass[target] + mass[node] * share
            for source, weight in sources.items():
                onward[source][target] = onward[source].get(target, ZERO) + weight * share
    solution: list[Number] = [ZERO] * len(inner)
    for node, rest, sources in reversed(gone):
        total = mass[node]
        for source, weight in sources.items():
            total = total + solution[source] * weight
        solution[node] = total / rest
    return solution


def solve(matrix: list[list[Number]], right: list[Number]) -> tuple[list[Number], Number]:
    """The solution of matrix . x = right, and the determinant of a matrix that is not rational (else 1); as a
    matrix of functions of the unknowns it is not singular."""
    if all(isinstance(entry, fmpq) for row in matrix for entry in row) and all(isinstance(b, fmpq) for b in right):
        size = len(right)
        solution = fmpq_mat(matrix).solve(fmpq_mat(size, 1, right))
        return [solution[at, 0] for at in range(size)], ONE
    return _eliminate([list(row) for row in matrix], list(right))


def _eliminate(matrix: list[list[Number]], right: list[Number]) -> tuple[list[Number], Number]:
    """Gauss elimination over any exact numbers: the solution and the determinant."""
    size = len(right)
    determinant: Number = ONE
    for column in range(size):
        pivot = next(row for row in range(column, size) if matrix[row][column] != 0)
        matrix[column], matrix[pivot] = matrix[pivot], matrix[column]
        right[column], right[pivot] = right[pivot], right[column]
        determinant = determinant * (matrix[column][column] if pivot == column else -matrix[column][column])
        for row in range(column + 1, size):
            if matrix[row][column] != 0:
                factor = matrix[row][column] / matrix[column][column]
                for at in range(column, size):
                    matrix[row][at] = matrix[row][at] - factor * matrix[column][at]
                right[row] = right[row] - factor * right[column]
    solution: list[Number] = [ZERO] * size
    for row in range(size - 1, -1, -1):
        rest = right[row]
        for at in range(row + 1, size):
            rest = rest - matrix[row][at] * solution[at]
        solution[row] = rest / matrix[row][row]
    return solution, determinant
