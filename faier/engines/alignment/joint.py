"""A left way and a right one side by side: one set of variables for the values of both.

Variables are the links of a hypothesis, then the left way's fresh draws, then the right way's. A right draw that is
coupled with a left one has no variable of its own: it is the left one's plus a shift.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cached_property
from itertools import permutations, product

from faier.engines.alignment.evidence import Link
from faier.engines.alignment.region import Fact, Facts, Region, Size, Terms, closed, joined
from faier.semantics.kept import Constraint, Fresh, Reals, Way

ALIKE = 3
"""Of more draws of one distribution only the order that they have is tried."""

Coupled = tuple[tuple[int, int, Size], ...]
Held = tuple[tuple[Link, ...], Facts]
"""The links of two runs, and what is known of their values."""

Placed = dict[int, tuple[int, Size]]
"""The variable of each value of a way, and how much larger the value is."""


@dataclass(frozen=True, eq=False)
class Joint:
    """`links` and `facts` say how both runs are before it. Where the ways lead, and their weights, do not matter."""

    links: tuple[Link, ...]
    facts: Facts
    left: Way
    right: Way
    coupled: Coupled

    @cached_property
    def lefts(self) -> Placed:
        held = {link.left: (at, 0) for at, link in enumerate(self.links) if link.left >= 0}
        first, count = len(self.links), len(held)
        return held | {count + at: (first + at, 0) for at in range(len(self.left.fresh))}

    @cached_property
    def rights(self) -> Placed:
        held = {link.right: (at, link.shift) for at, link in enumerate(self.links) if link.right >= 0}
        first, count = len(self.links), len(held)
        other = first + len(self.left.fresh)
        fresh = {count + at: (other + at, 0) for at in range(len(self.right.fresh))}
        beside = {count + at: (first + one, shift) for one, at, shift in self.coupled}
        return held | fresh | beside

    @cached_property
    def reals(self) -> frozenset[int]:
        drawn = (*self.left.fresh, *self.right.fresh)
        fresh = (len(self.links) + at for at, draws in enumerate(drawn) if isinstance(draws, Reals))
        return frozenset((*(at for at, link in enumerate(self.links) if link.real), *fresh))

    @cached_property
    def inside(self) -> Region:
        """What holds wherever the left run goes this way."""
        return Region(joined(self.facts, stated(self.left.constraints, self.lefts)), self.reals)

    @cached_property
    def known(self) -> dict[Terms, Size] | None:
        return closed(self.inside)

    def beside(self, right: Way) -> Joint:
        """The same left way beside another right one, whose draws are reals where those of this one are."""
        return self._with(right, ())

    def coupling(self, coupled: Coupled) -> Joint:
        """The same ways with these draws beside each other."""
        return self._with(self.right, coupled)

    def _with(self, right: Way, coupled: Coupled) -> Joint:
        """What holds where the left run goes is found once."""
        found = Joint(self.links, self.facts, self.left, right, coupled)
        vars(found).update(lefts=self.lefts, reals=self.reals, inside=self.inside, known=self.known)
        return found

    @cached_property
    def asked(self) -> Facts:
        """What must hold besides so that the right run goes its way."""
        return joined(stated(self.right.constraints, self.rights))

    @cached_property
    def region(self) -> Region:
        return self.inside.within(self.asked)

    def after(self, most: Size) -> Held | None:
        """How both are then, as far as facts are remembered; None if no values lead there."""
        if closed(self.region) is None:
            return None
        known = self.known
        assert known is not None
        links = self._links()
        alone = {at for at, (link, _) in enumerate(links) if min(link.left, link.right) < 0}
        place = {variable: at for at, (_, variable) in enumerate(links)}
        facts: list[Fact] = []
        for terms, least in known.items() if alone else ():
            if all(variable in place for _, variable in terms) and any(place[v] in alone for _, v in terms):
                moved = tuple(sorted(((sign, place[v]) for sign, v in terms), key=lambda term: term[1]))
                rise = sum(sign * self._rise(*links[at]) for sign, at in moved)
                if least + rise >= -most:
                    facts.append((moved, min(least + rise, most)))
        return tuple(link for link, _ in links), joined(facts)

    def leads_to(self, held: Held) -> bool:
        """Whether the runs are then as it says, for all values that meet the facts."""
        links = self._links()
        known = closed(self.region)
        if known is None:
            return True
        if held[0] != tuple(link for link, _ in links):
            return False
        for terms, least in held[1]:
            before = tuple(sorted(((sign, links[at][1]) for sign, at in terms), key=lambda term: term[1]))
            rise = sum(sign * self._rise(*links[at]) for sign, at in terms)
            if before not in known or known[before] + rise < least:
                return False
        return True

    def _links(self) -> list[tuple[Link, int]]:
        """The links after it, each with its variable here. A value that one run alone holds is that run's value."""
        left, right = _kept(self.left, self.lefts), _kept(self.right, self.rights)
        links = []
        for variable, (new, more) in left.items():
            beside, shift = right.get(variable, (-1, more))
            links.append((Link(new, beside, shift - more, variable in self.reals), variable))
        alone = ((variable, new) for variable, (new, _) in right.items() if variable not in left)
        links += [(Link(-1, new, 0, variable in self.reals), variable) for variable, new in alone]
        return links

    def _rise(self, link: Link, variable: int) -> Size:
        """How much larger the link's value is than its variable here."""
        if link.left >= 0:
            return _more(self.left, link.left)
        return next(shift for at, shift in self.rights.values() if at == variable) + _more(self.right, link.right)


def _kept(way: Way, placed: Placed) -> Placed:
    """The new number of each variable that the way keeps, and how much larger the value is then."""
    return {placed[at][0]: (new, placed[at][1] + _more(way, new)) for new, at in enumerate(way.kept)}


def _more(way: Way, new: int) -> Size:
    return way.added[new] if way.added else 0


def stated(constraints: Iterable[Constraint], placed: Placed) -> Iterator[Fact]:
    """Constraints of a way as facts about variables."""
    for constraint in constraints:
        least = constraint.least
        terms: Terms = ()
        for sign, at in constraint.terms:
            variable, more = placed[at]
            least -= sign * more
            terms = (*terms, (sign, variable)) if not terms or terms[0][1] < variable else ((sign, variable), *terms)
        yield terms, least


def overlap(one: Joint, other: Joint) -> Region:
    """Where two left ways lead to the same values of one right way, which both are beside: facts about the links and
    the right way's fresh draws. If they can be met, both cannot use that right way."""
    assert one.right == other.right
    parts: list[Iterable[Fact]] = [one.facts]
    first = len(one.links)
    beyond = first + len(one.right.fresh)
    drawn = (*one.right.fresh, *one.left.fresh, *other.left.fresh)
    fresh_reals = (first + at for at, draws in enumerate(drawn) if isinstance(draws, Reals))
    reals = frozenset((*(at for at, link in enumerate(one.links) if link.real), *fresh_reals))
    for joint in (one, other):
        held = {value: placed for value, placed in joint.lefts.items() if placed[0] < first}
        coupled = {left: (first + right, -shift) for left, right, shift in joint.coupled}
        fresh = {len(held) + at: coupled.get(at, (beyond + at, 0)) for at in range(len(joint.left.fresh))}
        beyond += len(joint.left.fresh)
        parts.append(tuple(stated(joint.left.constraints, held | fresh)))
    rights = {link.right: (at, link.shift) for at, link in enumerate(one.links) if link.right >= 0}
    own = {len(rights) + at: (first + at, 0) for at in range(len(one.right.fresh))}
    parts.append(tuple(stated(one.right.constraints, rights | own)))
    return Region(joined(*parts), reals)


def pairings(left: tuple[Fresh, ...], right: tuple[Fresh, ...]) -> Iterator[tuple[tuple[int, int], ...]]:
    """Ways to put fresh draws of the same distribution beside each other, as many of them as can be."""
    kinds = [draws for draws in dict.fromkeys(left) if draws in right]
    every: list[list[tuple[tuple[int, int], ...]]] = []
    for kind in kinds:
        ones = [at for at, draws in enumerate(left) if draws == kind]
        others = [at for at, draws in enumerate(right) if draws == kind]
        if max(len(ones), len(others)) > ALIKE:
            every.append([tuple(zip(ones, others, strict=False))])
        elif len(ones) <= len(others):
            every.append([tuple(zip(ones, chosen, strict=True)) for chosen in permutations(others, len(ones))])
        else:
            every.append([tuple(zip(chosen, others, strict=True)) for chosen in permutations(ones, len(others))])
    for several in product(*every):
        yield tuple(sorted(pair for pairs in several for pair in pairs))
