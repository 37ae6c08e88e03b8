"""What may go beside each left way, whatever states and weights are: each question of that kind is answered once."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations

from faier.engines.alignment.evidence import Link
from faier.engines.alignment.joint import Coupled, Held, Joint, overlap, pairing
from faier.engines.alignment.region import Fact, Facts, closed, covered, empty
from faier.engines.alignment.shifts import Shifts
from faier.semantics.kept import Constraint, Draws, Way

PIECES = 3
"""A left way is taken apart into so many pieces at most."""

Body = tuple[tuple[Draws, ...], tuple[Constraint, ...], tuple[int, ...]]


@dataclass(frozen=True, eq=False)
class Beside:
    """Right ways that together go beside all of a left one, with what comes of it: (right way, links and facts)."""

    price: int
    coupled: Coupled
    pieces: tuple[tuple[int, Held], ...]
    joints: tuple[Joint, ...]


@dataclass
class Besides:
    """`most` is the greatest number that is remembered in a fact."""

    shifts: Shifts
    most: int
    bodies: dict[tuple[Body, ...], int] = field(default_factory=dict)
    numbers: dict[int, tuple[int, tuple[Way, ...]]] = field(default_factory=dict)
    known: dict[tuple[Held, int, int], tuple[tuple[Beside, ...] | None, ...]] = field(default_factory=dict)
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
                for (right, _), mine in zip(one.pieces, one.joints, strict=True)
                for (beside, _), yours in zip(other.pieces, other.joints, strict=True)
            )
        return self.clashing[key]

    def _number(self, ways: tuple[Way, ...]) -> int:
        """Equal for ways that differ in their targets and weights alone."""
        known = self.numbers.get(id(ways))
        if known is None:
            body = tuple((way.fresh, way.constraints, way.kept) for way in ways)
            known = self.numbers[id(ways)] = self.bodies.setdefault(body, len(self.bodies)), ways
        return known[0]

    def _beside(
        self, links: tuple[Link, ...], facts: Facts, left: Way, right: tuple[Way, ...]
    ) -> tuple[Beside, ...] | None:
        if empty(Joint(links, facts, left, left, ()).inside):
            return None
        best: dict[tuple[tuple[int, Held], ...], Beside] = {}
        for coupled, several in self._covers(links, facts, left, right):
            prices = [self.shifts.price(left.fresh[one], shift) for one, _, shift in coupled]
            price = sum(step for step in prices if step is not None)
            joints = tuple(Joint(links, facts, left, right[at], coupled) for at in several)
            pieces: list[tuple[int, Held]] = []
            for at, joint in zip(several, joints, strict=True):
                after = joint.after(self.most)
                if after is not None:
                    pieces.append((at, after))
            found = tuple(pieces)
            if None not in prices and len(found) == len(several) and (found not in best or price < best[found].price):
                best[found] = Beside(price, coupled, found, joints)
        return tuple(best.values())

    def _covers(
        self, links: tuple[Link, ...], facts: Facts, left: Way, right: tuple[Way, ...]
    ) -> Iterator[tuple[Coupled, tuple[int, ...]]]:
        """Right ways that together can go beside all of a left one, and how fresh draws are coupled."""
        for at, other in enumerate(right):
            pairs = pairing(left.fresh, other.fresh)
            for shifts in self._meeting(links, facts, left, other, pairs):
                yield tuple((one, two, shift) for (one, two), shift in zip(pairs, shifts, strict=True)), (at,)
        coupled = tuple((at, at, 0) for at in range(len(left.fresh)))
        joints = {
            at: Joint(links, facts, left, other, coupled) for at, other in enumerate(right) if other.fresh == left.fresh
        }
        parts = [at for at, joint in joints.items() if not empty(joint.region)]
        inside = Joint(links, facts, left, left, coupled).inside
        found: list[tuple[int, ...]] = [(at,) for at in parts if covered(inside, [joints[at].asked])]
        for size in range(2, PIECES + 1):
            for several in combinations(parts, size):
                if any(set(fewer) <= set(several) for fewer in found):
                    continue
                if covered(inside, [joints[at].asked for at in several]):
                    found.append(several)
                    yield coupled, several

    def _meeting(
        self, links: tuple[Link, ...], facts: Facts, left: Way, right: Way, pairs: tuple[tuple[int, int], ...]
    ) -> Iterator[tuple[int, ...]]:
        """Shifts of the coupled draws with which the right way can be gone wherever the left one is."""
        joint = Joint(links, facts, left, right, tuple((one, two, 0) for one, two in pairs))
        known = closed(joint.inside)
        assert known is not None
        place = {len(links) + one: at for at, (one, _) in enumerate(pairs)}
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
            yield shifts
