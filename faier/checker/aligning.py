"""Rule "alignment": two runs go side by side, the draws of the right one being those of the left one plus shifts.

A hypothesis is where the two stand, and by how much each draw that the right one holds is more than which draw of the
left one. Its cost c says: for all values of the draws, and every word w from there on, left(w) <= e^c right(w). That is
shown by induction on the letters of w, if for each letter every way of the left run has a way of the right one beside
it, another one for each, and

- fresh draws of the right way are those of the left way plus shifts: p(y) <= a^-|s| p(y + s) for a draw y with
  parameter a; for a real of rate r, p is its density, and a = e^-r;
- where the left draws meet the constraints of the left way, the right ones meet those of the right way;
- the ratio of the ways' weights is e^g, and c is at least g - sum |s| log(a) + the cost of where they come to.

Both must show the same then, whatever the draws are. The checker looks for the shifts by itself, none beyond what the
certificate says, and for the least costs: they grow from 0 until all of this holds, or one exceeds epsilon.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import product

from .budgets import Epsilon, at_least_zero
from .document import Fields
from .fed_process import Joint
from .forms import ONE, ZERO, Form, Number, is_zero, quotient, size
from .inputs import unread_inputs, whole_pairs
from .open_ways import Kind, OpenRuns, Rational, Way, leading
from .outcome import Hole, Invalid
from .relation import Rule, Watch, allowed, by_inputs, leaf_values, rules_of, watched
from .run_states import Spot, renamed
from .values import Continuous, Noise, fraction_of, noisy, parts, same_kind, shown_key

MOST_HYPOTHESES = 20_000
MOST_SHIFT = 8
MOST_OPTIONS = 2_000
MOST_BITS = 200

Links = tuple[tuple[int, Rational], ...]  # each draw of the right run: which one of the left it is, and how much more
Cost = Epsilon | None  # None: more than is allowed


@dataclass(frozen=True)
class Hypothesis:
    left: Spot
    right: Spot
    links: Links
    watch: Watch


@dataclass(frozen=True)
class Option:
    """A right way that may go beside a left one, by its number, at a price; then the hypothesis of a number."""

    way: int
    price: Epsilon
    then: int


Letter = tuple[tuple[Option, ...], ...]  # for each left way what may go beside it


@dataclass
class Aligned:
    """Everything that is tried. `letters[h]` are those of hypothesis h; None where both cannot show the same."""

    joint: Joint
    rules: tuple[Rule, ...]
    most: Epsilon
    shift: int
    step: Fraction = ONE  # shifts of reals are multiples of it
    runs: OpenRuns = field(init=False)
    found: list[Hypothesis] = field(default_factory=list)
    number: dict[Hypothesis, int] = field(default_factory=dict)
    letters: list[tuple[Letter, ...] | None] = field(default_factory=list)
    start: Letter = ()
    less: dict[tuple[Epsilon, Epsilon], bool] = field(default_factory=dict)
    ways: dict[object, list[Way]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.runs = OpenRuns(self.joint)

    def explore(self, left: dict[str, object], right: dict[str, object]) -> None:
        """From what the two runs are given."""
        one, other = (self.runs.first(self.joint.mechanism.start(given)) for given in (left, right))
        self.start = self._letter(one, other, (), watched(self.rules))
        while len(self.letters) < len(self.found):
            self.letters.append(self._follow(self.found[len(self.letters)]))

    def cost(self) -> Cost:
        """What all words cost: the least costs that satisfy what hypotheses say, starting with none."""
        costs: list[Cost] = [Epsilon() if letters is not None else None for letters in self.letters]
        again = True
        while again:
            again = False
            for at in reversed(range(len(costs))):
                known, letters = costs[at], self.letters[at]
                if known is None or letters is None:
                    continue
                now = self._greatest([known, *(self._spent(letter, costs) for letter in letters)])
                if now is None or not self._at_most(now, known):
                    costs[at], again = now, True
        return self._spent(self.start, costs)

    def _spent(self, letter: Letter, costs: list[Cost]) -> Cost:
        """The least cost of a letter: each left way with a right way of its own."""
        self.joint.budget.spend(1 + len(letter))
        chosen: list[Cost] = []
        taken: set[int] = set()
        for options in letter:
            best: tuple[Epsilon, int] | None = None
            for option in options:
                rest = costs[option.then]
                if rest is None or option.way in taken:
                    continue
                now = option.price.plus(rest)
                if best is None or not self._at_most(best[0], now):
                    best = now, option.way
            if best is None:
                return None
            taken.add(best[1])
            chosen.append(best[0])
        return self._greatest(chosen)

    def _greatest(self, costs: list[Cost]) -> Cost:
        """An upper end of all, if it is not more than is allowed."""
        most = Epsilon()
        for cost in costs:
            if cost is None:
                return None
            if not self._at_most(cost, most):
                low, high = Epsilon(most.constant, most.logs), Epsilon(cost.constant, cost.logs)
                fixed = high if self._at_most(low, high) else low
                most = Epsilon(fixed.constant, fixed.logs, max(most.rate, cost.rate))
        return most if self._at_most(most, self.most) else None

    def _at_most(self, one: Epsilon, other: Epsilon) -> bool:
        """For every value of the unknown."""
        if (one, other) not in self.less:
            self.less[one, other] = at_least_zero(other.plus(one.scaled(Fraction(-1))))
        return self.less[one, other]

    # What may go beside what.

    def _follow(self, here: Hypothesis) -> tuple[Letter, ...] | None:
        left, right = here.left, here.right
        if left.kind != right.kind or left.mark != right.mark:
            if "ask" in (left.kind, right.kind):
                raise Hole("runs that read their inputs at different times are not aligned")
            return None
        if left.kind == "end":
            return ()
        if left.kind == "tell":
            if not _same(left.value, right.value, here.links):
                return None
            return (self._letter(self._told(left), self._told(right), here.links, here.watch),)
        mark = left.mark
        if mark is None:
            raise Invalid("nothing is asked for")
        values = leaf_values(self.joint.input_type(mark.name))
        found: dict[Letter, None] = {}
        for one, other, watch in allowed(self.rules, here.watch, mark, values, self.joint.budget):
            found.setdefault(self._letter(self._read(left, one), self._read(right, other), here.links, watch))
        return tuple(found)

    def _told(self, spot: Spot) -> list[Way]:
        key = (spot.key(),)
        if key not in self.ways:
            self.ways[key] = self.runs.told(spot)
        return self.ways[key]

    def _read(self, spot: Spot, value: object) -> list[Way]:
        key = (spot.key(), shown_key(value))
        if key not in self.ways:
            if spot.mark is None:
                raise Invalid("nothing is asked for")
            self.ways[key] = self.runs.read(spot, spot.mark, value)
        return self.ways[key]

    def _letter(self, left: list[Way], right: list[Way], links: Links, watch: Watch) -> Letter:
        return tuple(
            tuple(
                option
                for at, other in sorted(enumerate(right), key=lambda item, number=number: item[0] != number)  # type: ignore[misc]
                for option in self._options(way, at, other, links, watch)
            )
            for number, way in enumerate(left)
        )

    def _options(self, left: Way, at: int, right: Way, links: Links, watch: Watch) -> Iterator[Option]:
        if (
            left.spot.kind != right.spot.kind
            or len(left.fresh) != len(right.fresh)
            or len(left.kept) != len(right.kept)
        ):
            return
        gain = logarithm_of_power(quotient(left.weight, right.weight))
        pairs = list(zip(left.fresh, right.fresh, strict=True))
        if gain is None or not all(_alike(a, b) for (_, a), (_, b) in pairs):
            return
        rates = [_rate(kind) for (_, kind), _ in pairs]
        if (2 * self.shift + 1) ** len(pairs) > MOST_OPTIONS:
            raise Hole("too many draws are aligned at once")
        for shifts in product(sorted(range(-self.shift, self.shift + 1), key=abs), repeat=len(pairs)):
            self.joint.budget.spend(1 + len(right.constraints))
            price = gain
            beside: dict[int, tuple[int, Rational]] = dict(enumerate(links))
            for number, rate, ((one, kind), (two, _)) in zip(shifts, rates, pairs, strict=True):
                shift = self.step * number if isinstance(kind, Epsilon) else Fraction(number)
                beside[two] = one, shift
                if not shift:
                    continue
                if rate is None:
                    return
                price = price.plus(rate.scaled(abs(shift)))
            if not self._at_most(price, self.most):
                continue
            kept = {name: number for number, name in enumerate(left.kept)}
            after = [beside[name] for name in right.kept]
            if _implied(left, right, beside) and {one for one, _ in after} == kept.keys():
                then = tuple((kept[one], shift) for one, shift in after)
                yield Option(at, price, self._known(Hypothesis(left.spot, right.spot, then, watch)))

    def _known(self, here: Hypothesis) -> int:
        plain = renamed([{here.left: None}, {here.right: None}], here.watch, {}, False)
        here = Hypothesis(plain.spot[here.left], plain.spot[here.right], here.links, plain.watch)
        if here not in self.number:
            if len(self.found) >= MOST_HYPOTHESES:
                raise Hole("there are too many ways to align two runs")
            self.number[here] = len(self.found)
            self.found.append(here)
        return self.number[here]


def alignment(joint: Joint, evidence: Fields) -> None:
    """`shift` is the greatest shift that is tried; of reals in steps, which are 1 unless `step` says otherwise."""
    claim = joint.claim
    shift, step = evidence.count("shift"), fraction_of(evidence.take_or("step", "1/1"))
    evidence.finish()
    if step <= 0:
        raise Invalid("reals are shifted by steps above 0")
    if shift > MOST_SHIFT or size(step) > MOST_BITS:
        raise Hole("draws are shifted too far")
    if claim.neighbors is None or claim.delta:
        raise Hole("an alignment of a claim with a prior or a delta")
    rules = rules_of(joint.asked, claim.mechanism, claim.neighbors)
    shows = False
    for left, right in whole_pairs(joint, rules) if by_inputs(rules) else [(unread_inputs(claim, True),) * 2]:
        aligned = Aligned(joint, () if by_inputs(rules) else rules, claim.epsilon, shift, step)
        aligned.explore(left, right)
        if aligned.cost() is None:
            raise Invalid("no alignment of the runs costs as little as the claim allows")
        shows = shows or aligned.runs.shows
    if not shows:
        raise Invalid("the mechanism shows nothing")


def _alike(one: Kind, other: Kind) -> bool:
    if isinstance(one, Epsilon) or isinstance(other, Epsilon):
        return one == other
    return is_zero(one - other)


def _rate(kind: Kind) -> Epsilon | None:
    """What it costs to shift a draw by 1."""
    if isinstance(kind, Epsilon):
        return kind
    found = logarithm_of_power(kind)
    return None if found is None else found.scaled(-ONE)


def _implied(left: Way, right: Way, beside: dict[int, tuple[int, Rational]]) -> bool:
    """Whether the right way's constraints hold wherever the left way's do."""
    for terms, (low, high) in right.constraints.items():
        rise = sum(factor * beside[name][1] for factor, name in terms)
        first, placed = leading(tuple((factor, beside[name][0]) for factor, name in terms))
        wanted = [None if end is None else Fraction(end - rise) / first for end in (low, high)]
        if first < 0:
            wanted.reverse()
        known = left.constraints.get(placed, (None, None))
        if wanted[0] is not None and (known[0] is None or known[0] < wanted[0]):
            return False
        if wanted[1] is not None and (known[1] is None or known[1] > wanted[1]):
            return False
    return True


def _same(left: object, right: object, links: Links) -> bool:
    """Whether both values are the same, whatever the draws are."""
    if not noisy(left) and not noisy(right):
        return shown_key(left) == shown_key(right)
    if isinstance(left, Noise) and isinstance(right, Noise):
        if not isinstance(left.draw, int) or not isinstance(right.draw, int):
            return False
        draw, more = links[right.draw]
        return (draw, left.scale, left.shift) == (left.draw, right.scale, right.shift + right.scale * more)
    if isinstance(left, Continuous) and isinstance(right, Continuous):
        place, shift = links[right.draw]
        return (place, left.scale, left.shift) == (left.draw, right.scale, right.shift + right.scale * shift)
    inside, other = parts(left), parts(right)
    if inside is None or other is None or not same_kind(left, right) or len(inside) != len(other):
        return False
    return all(_same(one, item, links) for one, item in zip(inside, other, strict=True))


def logarithm_of_power(number: Number) -> Epsilon | None:
    """Of a number above 0 that is a power of e times a fraction; None of others."""
    constant, rate, amount = ZERO, ZERO, number
    if isinstance(number, Form):
        if number.bottom or len(number.top) != 1:
            return None
        ((monomial, amount),) = number.top.items()
        powers = dict(monomial)
        if powers.keys() - {"e", "^EPS"}:
            return None
        constant, rate = powers.get("e", ZERO), powers.get("^EPS", ZERO)
    if not isinstance(amount, Fraction) or amount <= 0:
        return None
    return Epsilon(constant, ((amount, ONE),) if amount != 1 else (), rate)
