"""What may go beside each left way, whatever states and weights are: each question of that kind is answered once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from faier.engines.alignment.evidence import Link
from faier.engines.alignment.joint import Coupled, Held, Joint, overlap, pairings
from faier.engines.alignment.region import Fact, Facts, Region, Size, covered, empty
from faier.engines.alignment.shifts import Shifts
from faier.semantics.kept import Constraint, Fresh, Reals, Way

WHOLE, APART = 1, 3
"""A left way is taken whole, or apart into so many pieces at most."""

Body = tuple[tuple[Fresh, ...], tuple[Constraint, ...], tuple[int, ...], tuple[Size, ...]]


@dataclass(frozen=True, eq=False)
class Beside:
    """Right ways that together go beside all of a left one: for each its number, what the shifts cost, and links and
    facts after it."""

    pieces: tuple[tuple[int, int, Held], ...]
    joints: tuple[Joint, ...]


@dataclass
class Besides:
    """`most` is the greatest number that is remembered in a fact, `pieces` into how many a left way is taken apart."""

    shifts: Shifts
    most: Size
    pieces: int
    bodies: dict[tuple[Body, ...], int] = field(default_factory=dict)
    numbers: dict[int, tuple[int, tuple[Way, ...]]] = field(default_factory=dict)
    known: dict[tuple[Held, int, int], tuple[tuple[Beside, ...] | None, ...]] = field(default_factory=dict)
    paired: dict[tuple[int, int], tuple[tuple[tuple[int, int], ...], ...]] = field(default_factory=dict)
    clashing: dict[tuple[int, int], bool] = field(default_factory=dict)

    def of(self, held: Held, left: tuple[Way, ...], right: tuple[Way, ...]) -> tuple[tuple[Beside, ...] | None, ...]:
        """For each left way what may go beside it (None: no values lead there)."""
        key = held, self._number(left), self._number(right)
        if key not in self.known:
            self.known[key] = tuple(self._beside(*held, way, right) for way in left)
        return self.known[key]

    def clash(self, one: Beside, other: Beside) -> bool:
        """Whether both may use the same values of one right way."""
        key = id(one), id(other)
        if key not in self.clashing:
            self.clashing[key] = any(
                right == beside and not empty(overlap(mine, yours))
                for (right, _, _), mine in zip(one.pieces, one.joints, strict=True)
                for (beside, _, _), yours in zip(other.pieces, other.joints, strict=True)
            )
        return self.clashing[key]

    def _number(self, ways: tuple[Way, ...]) -> int:
        """Equal for ways that differ in their targets and weights alone."""
        known = self.numbers.get(id(ways))
        if known is None:
            body = tuple((way.fresh, way.constraints, way.kept, way.added) for way in ways)
            known = self.numbers[id(ways)] = self.bodies.setdefault(body, len(self.bodies)), ways
        return known[0]

    def _beside(
        self, links: tuple[Link, ...], facts: Facts, left: Way, right: tuple[Way, ...]
    ) -> tuple[Beside, ...] | None:
        if empty(Joint(links, facts, left, left, ()).inside):
            return None
        best: dict[tuple[tuple[int, Held], ...], tuple[int, Beside]] = {}
        for several in self._covers(links, facts, left, right):
            pieces: list[tuple[int, int, Held]] = []
            for at, joint in several:
                after, price = joint.after(self.most), self._price(joint)
                if after is not None and price is not None:
                    pieces.append((at, price, after))
            if len(pieces) < len(several):
                continue
            key, total = tuple((at, after) for at, _, after in pieces), sum(price for _, price, _ in pieces)
            if key not in best or total < best[key][0]:
                best[key] = total, Beside(tuple(pieces), tuple(joint for _, joint in several))
        return tuple(beside for _, beside in best.values())

    def _price(self, joint: Joint) -> int | None:
        total = 0
        for one, _, shift in joint.coupled:
            price = self.shifts.price(joint.left.fresh[one], shift)
            if price is None:
                return None
            total += price
        return total

    def _covers(
        self, links: tuple[Link, ...], facts: Facts, left: Way, right: tuple[Way, ...]
    ) -> Iterator[tuple[tuple[int, Joint], ...]]:
        """Right ways, with how fresh draws are coupled, that together can go beside all of a left one."""
        inside = Joint(links, facts, left, left, ()).inside
        parts: list[tuple[int, Joint]] = []
        alike: dict[tuple[bool, ...], Joint] = {}
        for at, other in enumerate(right):
            reals = tuple([isinstance(draw, Reals) for draw in other.fresh])
            first = alike.get(reals)
            joint = Joint(links, facts, left, other, ()) if first is None else first.beside(other)
            alike.setdefault(reals, joint)
            for pairs in self._pairings(left, other):
                unshifted = joint.coupling(tuple((one, two, 0) for one, two in pairs))
                for coupled in self._meeting(unshifted):
                    yield ((at, joint.coupling(coupled)),)
                whole = len(pairs) == len(left.fresh) == len(other.fresh)
                if (
                    whole
                    and self.pieces > WHOLE
                    and not empty(unshifted.region)
                    and not covered(inside, [unshifted.asked])
                ):
                    parts.append((at, unshifted))
        yield from _together(inside, parts, self.pieces)

    def _pairings(self, left: Way, right: Way) -> tuple[tuple[tuple[int, int], ...], ...]:
        key = id(left), id(right)
        if key not in self.paired:
            self.paired[key] = tuple(pairings(left.fresh, right.fresh))
        return self.paired[key]

    def _meeting(self, joint: Joint) -> Iterator[Coupled]:
        """Shifts of the coupled draws with which the right way can be gone wherever the left one is."""
        left, right, known = joint.left, joint.right, joint.known
        assert known is not None
        pairs = [(one, two) for one, two, _ in joint.coupled]
        place = {len(joint.links) + one: at for at, (one, _) in enumerate(pairs)}
        asked: list[Fact] = []
        for terms, least in joint.asked:
            if terms not in known:
                return
            shifted = tuple(sorted(((sign, place[v]) for sign, v in terms if v in place), key=lambda term: term[1]))
            asked.append((shifted, least - known[terms]))
        held = {len(joint.lefts) - len(left.fresh) + one: at for at, (one, _) in enumerate(pairs)}
        others = {len(joint.rights) - len(right.fresh) + two: at for at, (_, two) in enumerate(pairs)}
        kept = {held[at] for at in left.kept if at in held} & {others[at] for at in right.kept if at in others}
        for _, shifts in self.shifts.meeting([left.fresh[one] for one, _ in pairs], frozenset(kept), asked):
            yield tuple((one, two, shift) for (one, two), shift in zip(pairs, shifts, strict=True))


def _together(inside: Region, parts: list[tuple[int, Joint]], most: int) -> Iterator[tuple[tuple[int, Joint], ...]]:
    """As few pieces of different right ways as can be that together have all that is inside. Pieces that ask the same
    are tried once."""
    kinds: dict[Facts, int] = {}
    kind_of = [kinds.setdefault(joint.asked, len(kinds)) for _, joint in parts]
    asked, known = list(kinds), dict[tuple[int, ...], bool]()
    found: list[set[int]] = []
    for size in range(2, most + 1):
        for numbers in combinations(range(len(parts)), size):
            several = tuple(parts[number] for number in numbers)
            if len({at for at, _ in several}) < size or any(fewer <= set(numbers) for fewer in found):
                continue
            key = tuple(sorted({kind_of[number] for number in numbers}))
            if key not in known:
                known[key] = covered(inside, [asked[kind] for kind in key])
            if known[key]:
                found.append(set(numbers))
                yield several
