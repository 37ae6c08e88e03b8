"""Neighbor relations as rules about leaves: the numbers and other values that inputs are made of.

A rule reads pairs of leaves one by one, in any order, each leaf once, and says after each whether the whole
inputs can still be neighbors. Its states are values; equal states allow the same futures.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import itemgetter
from typing import Protocol, TypeAlias, assert_never

from faier.hmm.moving import Moving, neighbors_of
from faier.hmm.records import Alike, OneMore
from faier.hmm.wholes import Evaluate, Inputs, listed, satisfying
from faier.lang.claim import Added, Each, Edges, Moves, One, Pairs, PerInput, Relation, Total, Where
from faier.lang.syntax import InputType, RecordsType
from faier.lang.values import Value
from faier.limits import Limits
from faier.semantics.leaves import Leaves, Path, Place, leaves_of, places_of


class Rule(Protocol):
    """`settled`: whether the rest of the inputs can always be chosen so that they are neighbors.
    `window`: the greatest difference that any next leaf that is a number may have (None: any)."""

    @property
    def start(self) -> Hashable: ...
    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None: ...
    def settled(self, state: Hashable) -> bool: ...
    def window(self, state: Hashable) -> int | None: ...


def rule_of(
    relation: Relation,
    scope: Mapping[str, InputType],
    elements: Mapping[str, InputType],
    evaluate: Evaluate | None,
    limits: Limits,
) -> Rule:
    """The rule of a relation on the inputs in its scope, which have elements of these types."""
    records = tuple((name, type_.most) for name, type_ in scope.items() if isinstance(type_, RecordsType))
    if records and isinstance(relation, Each | Total | One | Edges):
        return Alike(_rule_of(relation, scope, elements, evaluate, limits), records)
    return _rule_of(relation, scope, elements, evaluate, limits)


def _rule_of(
    relation: Relation,
    scope: Mapping[str, InputType],
    elements: Mapping[str, InputType],
    evaluate: Evaluate | None,
    limits: Limits,
) -> Rule:
    match relation:
        case Each(distance):
            return Within(distance)
        case Total(distance):
            return Sum(distance)
        case One(distance):
            return Single(distance)
        case Edges(edges):
            return Single(edges={name: tuple(_edges(edges, elements[name])) for name in scope})
        case Pairs(pairs):
            whole = [(listed(left, scope), listed(right, scope)) for left, right in pairs]
            return _listed(scope, ((left, right) for left, right in whole if left is not None and right is not None))
        case Added():
            (type_,) = scope.values()
            assert isinstance(type_, RecordsType)
            return OneMore(type_)
        case Moves(moves):
            ((name, histogram),) = scope.items()
            return Moving(neighbors_of(moves, places_of(name, histogram)))
        case Where():
            return _listed(scope, satisfying(relation, scope, evaluate, limits))
        case PerInput():
            raise TypeError("a relation for each input cannot stand inside another")
        case _:
            assert_never(relation)


def _edges(edges: Iterable[tuple[Value, Value]], element: InputType) -> Iterator[tuple[Leaves, Leaves]]:
    """The edges, in both directions, between values of an element."""
    for u, v in edges:
        one, other = leaves_of(u, element), leaves_of(v, element)
        if one is not None and other is not None:
            yield one, other
            yield other, one


def _listed(scope: Mapping[str, InputType], pairs: Iterable[tuple[Inputs, Inputs]]) -> Listed:
    """The rule of the listed pairs; those that are not values of the inputs' types cannot occur."""
    places = tuple(place for name, type_ in scope.items() for place in places_of(name, type_))
    rows = [(_row(left, scope, places), _row(right, scope, places)) for left, right in pairs]
    possible = frozenset((left, right) for left, right in rows if left is not None and right is not None)
    return Listed(Residue(places, possible))


def _row(inputs: Inputs, scope: Mapping[str, InputType], places: tuple[Place, ...]) -> tuple[int, ...] | None:
    """The leaves in the order of the places."""
    found = {name: leaves_of(value, scope[name]) for name, value in inputs.items()}
    leaves = {(name, path): leaf for name, known in found.items() for path, leaf in (known or {}).items()}
    return None if None in found.values() else tuple(leaves[place.input, place.path] for place in places)


@dataclass(frozen=True)
class Within:
    """Every leaf differs by at most `distance`: `each`, and equality with distance 0."""

    distance: int
    start: Hashable = "within"

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        if place.public and left != right:
            return None
        near = left == right or (self.distance > 0 and place.apart(left, right) <= self.distance)
        return state if near else None

    def settled(self, state: Hashable) -> bool:
        return True

    def window(self, state: Hashable) -> int | None:
        return self.distance


@dataclass(frozen=True)
class Left:
    """How much of a sum of differences is left."""

    distance: int


@dataclass(frozen=True)
class Sum:
    """The differences of all leaves sum to at most `distance`."""

    distance: int

    @property
    def start(self) -> Left:
        return Left(self.distance)

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        assert isinstance(state, Left)
        if place.public and left != right:
            return None
        rest = state.distance - place.apart(left, right)
        return Left(rest) if rest >= 0 else None

    def settled(self, state: Hashable) -> bool:
        return True

    def window(self, state: Hashable) -> int | None:
        assert isinstance(state, Left)
        return state.distance


Read: TypeAlias = tuple[tuple[Path, int, int], ...]
"""What was read of an element: (path, left, right), ascending."""


@dataclass(frozen=True)
class Unspent:
    """No difference yet; `partly` has the elements of which some leaves, all equal, were read."""

    partly: tuple[tuple[tuple[str, Path], Read], ...] = ()


@dataclass(frozen=True)
class Changing:
    """The element that differs, of which not all leaves were read."""

    element: tuple[str, Path]
    read: Read


@dataclass(frozen=True)
class Spent:
    """The element that differs was read whole."""


@dataclass(frozen=True)
class Single:
    """Exactly one element differs: each of its leaves by at most `distance` (None: by anything), and from one
    end of an edge to the other if there are `edges`, of each input both directions."""

    distance: int | None = None
    edges: Mapping[str, tuple[tuple[Leaves, Leaves], ...]] | None = None
    start: Hashable = Unspent()

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        key = (place.input, place.element)
        if place.public and left != right and self.edges is None:
            return None
        if self.distance is not None and place.apart(left, right) > self.distance:
            return None
        match state:
            case Unspent(partly):
                read = self._with(dict(partly).get(key, ()), place, left, right)
                if left != right:
                    return self._changed(key, read, place)
                others = tuple(item for item in partly if item[0] != key)
                return Unspent(others if len(read) == place.size else tuple(sorted((*others, (key, read)))))
            case Changing(element, known) if element == key:
                return self._changed(key, self._with(known, place, left, right), place)
            case _:
                return state if left == right else None

    def settled(self, state: Hashable) -> bool:
        return not isinstance(state, Unspent)

    def window(self, state: Hashable) -> int | None:
        return 0 if isinstance(state, Spent) else self.distance

    def _with(self, read: Read, place: Place, left: int, right: int) -> Read:
        """The leaf added to what was read; without edges only the number of leaves matters."""
        if self.edges is None:
            return ((), 0, 0), *read
        return tuple(sorted(((place.path[len(place.element) :], left, right), *read)))

    def _changed(self, key: tuple[str, Path], read: Read, place: Place) -> Hashable | None:
        """The state in which this element is the one that differs, if some edge allows it."""
        if self.edges is not None and not any(_follows(edge, read, place.size) for edge in self.edges[place.input]):
            return None
        return Spent() if len(read) == place.size else Changing(key, read)


def _follows(edge: tuple[Leaves, Leaves], read: Read, size: int) -> bool:
    """Whether what was read can be the element going along the edge."""
    source, target = edge
    return len(source) == len(target) == size and all(
        source.get(path) == left and target.get(path) == right for path, left, right in read
    )


@dataclass(frozen=True)
class Residue:
    """The places not read yet and the pairs of leaves, in their order, that they may still hold."""

    unread: tuple[Place, ...]
    pairs: frozenset[tuple[tuple[int, ...], tuple[int, ...]]]


@dataclass(frozen=True)
class Listed:
    """The whole inputs are one of the pairs of `start`."""

    start: Residue
    known: dict[tuple[Residue, Place], dict[tuple[int, int], Residue]] = field(default_factory=dict, compare=False)

    def step(self, state: Hashable, place: Place, left: int, right: int) -> Hashable | None:
        return self.steps(state, place).get((left, right))

    def steps(self, state: Hashable, place: Place) -> Mapping[tuple[int, int], Residue]:
        """Each pair of leaves that the place may hold, ascending, and what comes after it."""
        assert isinstance(state, Residue)
        parts = self.known.get((state, place))
        if parts is None:
            parts = self.known[state, place] = dict(sorted(_parted(state, place).items(), key=itemgetter(0)))
        return parts

    def settled(self, state: Hashable) -> bool:
        assert isinstance(state, Residue)
        return bool(state.pairs)

    def window(self, state: Hashable) -> int | None:
        return None


def _parted(state: Residue, place: Place) -> dict[tuple[int, int], Residue]:
    """The residue after each pair of leaves that the place may hold."""
    at = state.unread.index(place)
    parts: dict[tuple[int, int], set[tuple[tuple[int, ...], tuple[int, ...]]]] = {}
    for left, right in state.pairs:
        rest = (left[:at] + left[at + 1 :], right[:at] + right[at + 1 :])
        parts.setdefault((left[at], right[at]), set()).add(rest)
    unread = state.unread[:at] + state.unread[at + 1 :]
    return {ends: Residue(unread, frozenset(pairs)) for ends, pairs in parts.items()}
