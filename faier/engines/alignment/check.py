"""Does an alignment prove its epsilon? Every inequality, exactly.

Write L(s, y, w) for the weight that the left run, in state s with draws y, shows the word w; R(s', y', w) likewise.
By induction on w: for each word w that shows something last, some bound b of the node has L(s, y, w) = 0 for s not
alive in b, and for each hypothesis h = (s, s', links, facts), whatever the values of the links that meet the facts,

    L(s, y, w) <= e^cost[h] * R(s', y', w)      where y and y' are the draws of the links.

For a letter x and a bound of its target: where the left run goes some way, the pieces of that way say which way the
right run goes, with fresh draws that are the left one's plus shifts, or have nothing to do with them. A draw z with
parameter a has p(z) <= a^-|shift| * p(z + shift). So each piece weighs on the left at most (ratio of the ways' weights)
* (price of the shifts) * e^(cost after it) times what it weighs on the right. All of each left way to an alive state
is in some piece, and no two pieces take the same values of one right way: so the pieces add up. Where a way has several
pieces, no draw of the right run alone says which it is.

Where reals are shown, a word has a set B of real numbers at each place that shows one, any measurable set, and its
weight is the chance of showing numbers in these sets; all else is said of these words. Both runs show equal numbers,
so the right one's is in B where the left one's is. Weights integrate densities of fresh reals instead of summing
chances: a Laplace draw z with rate r has p(z) <= e^(r |shift|) p(z + shift) by the triangle inequality; so has a sum
of several, one of which is shifted whatever the others are; and putting z + shift in the place of z leaves an integral
as it is (its Jacobian is 1). An integer that a real was rounded down to is shifted by an integer where the real is.
The claim is made for almost all values of the links that are reals: what has measure 0 adds nothing to an integral,
and the draws that are kept are some of these values. So half-spaces are closed or open as one likes, a left way is all
there but for measure 0, and two pieces may share a boundary. What is bounded for all such sets bounds the ratio of the
densities with respect to what is shown, almost everywhere, and at points where both are continuous from one side their
limits.
"""

from __future__ import annotations

from collections.abc import Iterator

from faier.engines.alignment.costs import at_most, logarithm_of
from faier.engines.alignment.evidence import Aligned, Alignment, Bound, Covered, Hypothesis, Match, Piece
from faier.engines.alignment.gains import at_most_times
from faier.engines.alignment.joint import Joint, overlap
from faier.engines.alignment.region import Size, covered, empty
from faier.engines.alignment.skeleton import BEGIN, Skeleton, draws_of
from faier.exact import Epsilon, Number
from faier.hmm.schedule import Step
from faier.limits import Limits
from faier.semantics.kept import Floors, Fresh, Reals, Way


class Broken(Exception):
    """What does not hold."""


def verify(skeleton: Skeleton, alignment: Alignment, limits: Limits) -> None:
    """Raise `Broken` unless the alignment is a proof of its epsilon."""
    try:
        Check(skeleton, alignment, limits).run()
    except (IndexError, KeyError, ValueError, TypeError) as error:
        raise Broken(str(error)) from None


class Check:
    def __init__(self, skeleton: Skeleton, alignment: Alignment, limits: Limits) -> None:
        self.skeleton, self.alignment, self.limits = skeleton, alignment, limits
        self.steps: dict[Number, Epsilon] = {}
        self.gains: dict[tuple[Number, Number, Epsilon], bool] = {}
        self.less: dict[tuple[Epsilon, Epsilon], bool] = {}

    def run(self) -> None:
        plan, nodes, every = self.skeleton.plan, self.alignment.nodes, self.skeleton.lefts()
        _require(len(nodes) == len(plan.nexts), "nodes are missing")
        for node, aligned in enumerate(nodes):
            _require(len(aligned.letters) == len(plan.steps[node]), "letters are missing")
            states = self.skeleton.kept.states
            for found in aligned.hypotheses:
                lefts = [link.left for link in found.links if link.left >= 0]
                rights = [link.right for link in found.links if link.right >= 0]
                _require(sorted(lefts) == list(range(draws_of(states[found.left]))), "draws are missing")
                _require(sorted(rights) == list(range(draws_of(states[found.right]))), "draws are missing")
            _require(all(len(b.costs) == len(aligned.hypotheses) for b in aligned.bounds), "costs are missing")
            for step, following in zip(plan.steps[node], aligned.letters, strict=True):
                self.limits.check()
                target = nodes[step.target]
                _require(len(following.then) == len(target.bounds), "words are missing")
                if following.last is not None:
                    self._last(aligned, step, aligned.bounds[following.last], every[node])
                else:
                    _require(
                        not any(self.skeleton.does(state, step.left) for state in every[node]), "a word is missing"
                    )
                for after, rest in zip(target.bounds, following.then, strict=True):
                    self._covered(node, step, after, rest, every[node])
        start = self.skeleton.kept.start
        _require(len(self.alignment.start) == len(nodes[0].bounds), "starts are missing")
        for after, matches in zip(nodes[0].bounds, self.alignment.start, strict=True):
            self._matched(start, start, BEGIN, 0, after, matches, self.alignment.epsilon)

    def _last(self, aligned: Aligned, step: Step, bound: Bound, lefts: set[int]) -> None:
        showing = {state for state in lefts if self.skeleton.does(state, step.left)}
        _require(showing <= bound.alive, "a state that shows something is not alive")
        for found, cost in zip(aligned.hypotheses, bound.costs, strict=True):
            if found.left in showing and cost is not None:
                _require(self.skeleton.both_show(found, step), "the right run shows something else")
                _require(self._at_most(Epsilon(), cost), "a cost below 0")

    def _covered(self, node: int, step: Step, after: Bound, covered: Covered, lefts: set[int]) -> None:
        aligned = self.alignment.nodes[node]
        going = {
            state for state in lefts if any(way.target in after.alive for way in self.skeleton.ways(state, step.left))
        }
        if covered.bound is None:
            _require(not going, "words are left out")
            return
        bound = aligned.bounds[covered.bound]
        _require(going <= bound.alive, "a state that can go on is not alive")
        for found, cost, matches in zip(aligned.hypotheses, bound.costs, covered.matches, strict=True):
            left = self.skeleton.ways(found.left, step.left)
            if cost is None or not any(way.target in after.alive for way in left):
                continue
            _require(matches is not None, "nothing is matched")
            assert matches is not None
            if step.left.kind != "ask":
                _require(self.skeleton.both_show(found, step), "the right run shows something else")
            right = self.skeleton.ways(found.right, step.right)
            self._matched(left, right, found, step.target, after, matches, cost)

    def _matched(
        self,
        left: tuple[Way, ...],
        right: tuple[Way, ...],
        before: Hypothesis,
        target: int,
        after: Bound,
        matches: tuple[Match, ...],
        cost: Epsilon,
    ) -> None:
        held = before.links, before.facts
        nothing = {at: Joint(*held, way, way, ()).inside for at, way in enumerate(left)}
        going = {at for at, way in enumerate(left) if way.target in after.alive and not empty(nothing[at])}
        _require(going <= {match.left for match in matches}, "a left way goes alone")
        _require(len({match.left for match in matches}) == len(matches), "a left way is taken twice")
        used: list[tuple[int, Joint]] = []
        for match in matches:
            way = left[match.left]
            joints: list[tuple[int, Joint]] = []
            for piece in match.pieces:
                joint = Joint(*held, way, right[piece.right], piece.coupled)
                self._piece(joint, piece, target, after, cost)
                taken = [one for number, one in (*used, *joints) if number == piece.right]
                _require(all(empty(overlap(joint, one)) for one in taken), "a right way is taken twice")
                joints.append((piece.right, joint))
            whole = len(joints) < 2 or all(len(joint.coupled) == len(joint.right.fresh) for _, joint in joints)
            _require(whole, "a draw of the right run alone tells pieces apart")
            _require(covered(nothing[match.left], [joint.asked for _, joint in joints]), "a left way is not all there")
            used += joints

    def _piece(self, joint: Joint, piece: Piece, target: int, after: Bound, cost: Epsilon) -> None:
        way, other = joint.left, joint.right
        _require(len({one for one, _, _ in piece.coupled}) == len(piece.coupled), "a draw is coupled twice")
        _require(len({two for _, two, _ in piece.coupled}) == len(piece.coupled), "a draw is coupled twice")
        total = piece.gain
        _require(self._weighs(way, other, total), "a gain is too small")
        for one, two, shift in piece.coupled:
            _require(one >= 0 and two >= 0 and way.fresh[one] == other.fresh[two], "draws are not alike")
            total += self._price(way.fresh[one], shift)
        if empty(joint.region):
            return
        found = self.alignment.nodes[target].hypotheses[piece.hypothesis]
        _require((found.left, found.right) == (way.target, other.target), "the pieces lead elsewhere")
        _require(joint.leads_to((found.links, found.facts)), "the pieces lead elsewhere")
        rest = after.costs[piece.hypothesis]
        _require(rest is not None, "what follows has no bound")
        assert rest is not None
        _require(self._at_most(total + rest, cost), "a cost is too small")

    def _price(self, draws: Fresh, shift: Size) -> Epsilon:
        """One part of the sum is shifted: that which makes the least of it, at parameters that a code orders alike."""
        best: Epsilon | None = Epsilon() if shift == 0 else None
        for price in self._prices(draws, shift):
            if best is None or at_most(price, best):
                best = price
        if best is None:
            raise Broken("no part of the draw can be shifted so")
        return best

    def _prices(self, draws: Fresh, shift: Size) -> Iterator[Epsilon]:
        if isinstance(draws, Reals):
            for rate in draws.rates:
                _require(at_most(Epsilon(), rate), "a rate is not above 0")
                yield rate * abs(shift)
        elif isinstance(draws, Floors):
            for rate in draws.real.rates if isinstance(shift, int) else ():
                _require(at_most(Epsilon(), rate), "a rate is not above 0")
                yield rate * abs(shift)
        elif isinstance(shift, int):
            for coefficient, a in draws:
                if shift % coefficient == 0:
                    yield self._step(a) * abs(shift // coefficient)

    def _step(self, a: Number) -> Epsilon:
        """What it costs to shift a draw with this parameter by one."""
        if a not in self.steps:
            found = logarithm_of(1 / a)
            _require(found is not None and at_most(Epsilon(), found), "a parameter is not below 1")
            assert found is not None
            self.steps[a] = found
        return self.steps[a]

    def _weighs(self, left: Way, right: Way, gain: Epsilon) -> bool:
        if left.weight is right.weight and gain == Epsilon():
            return True
        key = left.weight, right.weight, gain
        if key not in self.gains:
            self.gains[key] = at_most_times(*key, self.limits.check)
        return self.gains[key]

    def _at_most(self, one: Epsilon, other: Epsilon) -> bool:
        if (one, other) not in self.less:
            self.less[one, other] = at_most(one, other)
        return self.less[one, other]


def _require(holds: bool, otherwise: str) -> None:
    if not holds:
        raise Broken(otherwise)
