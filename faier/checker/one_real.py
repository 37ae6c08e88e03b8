"""Claims where every run shows one value and ends: the whole laws are compared. In the value is one real at most, or
normal draws that are as good as one (`several_reals`).

The weights by which the left side exceeds e^epsilon times the right side must sum to at most delta. The line is cut
into pieces. On a piece where the left density is nowhere above what is allowed, nothing exceeds; where it is everywhere
above, chances are compared; where neither is seen, all that may be there counts, and pieces that count for much are
halved. Far out all densities are held against one exponential.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from itertools import pairwise

from .budgets import Epsilon, exponent, unknown
from .draws import Draws, Known
from .fed_process import Joint, Key, State, States, listed_secrets
from .forms import ONE, ZERO
from .inputs import parameter_values, whole_inputs, whole_pairs
from .lines import Exponential, Merged, One, Part, around, merged, over, power, require_plain, times, total
from .machine import Tell
from .outcome import Hole, Invalid, spend
from .reals import placed
from .relation import rules_of
from .rounded_normals import RoundedNormal
from .series import Enclosure, exponential
from .several_reals import Bells, along_a_line, bells
from .values import Continuous, Mark, Noise, Stream, shown_key
from .values import parts as parts_of

BITS = 256
MOST_ROUNDS = 40
MOST_PIECES = 3_000
ROOM = 48  # of the bits of what is told to be far out

NOT_ONE = "not every run shows one value and ends"


@dataclass
class Law:
    """What is shown with which chance, as reals and exactly. `untold` is how likely integers are, at the most, that are
    not among the exact values."""

    parts: Sequence[Part | Merged] = ()
    exact: dict[Key, Enclosure] = field(default_factory=dict)
    several: dict[Key, list[Bells]] = field(default_factory=dict)
    untold: Fraction = ZERO

    def put(self, key: Key, weight: Enclosure) -> None:
        self.exact[key] = total((self.exact.get(key, (ZERO, ZERO)), weight))

    @property
    def key(self) -> tuple[object, ...]:
        """Equal for the same normal draws beside the same exact values."""
        parts = ((part.weight, part.density.key) if isinstance(part, Part) else id(part) for part in self.parts)
        return tuple(parts), tuple(self.exact.items()), self.untold

    def told(self, key: Key) -> Enclosure:
        return self.exact.get(key, (ZERO, self.untold))

    def put_integers(self, noise: Noise, known: Known, chance: Enclosure) -> None:
        """One draw of normal noise that is rounded, and nothing else."""
        draw = known.draws[noise.draw] if len(known.draws) == 1 and isinstance(noise.draw, int) else None
        if not isinstance(draw, RoundedNormal) or known.reals.draws:
            raise Hole(NOT_ONE)
        window = draw.window()
        if len(window) > MOST_PIECES:
            raise Hole("normal noise is rounded to too many integers")
        for integer in window:
            spend(50)
            key = shown_key(noise.shift + noise.scale * integer)
            self.put(key, times(chance, around(draw.at(integer))))
        for ends in ((None, window.start - 1), (window.stop, None)):
            self.untold += times(chance, around(draw.between(*ends)))[1]

    def mirrored(self) -> Law:
        return Law([part.mirrored() for part in self.parts], self.exact)

    def on(self, low: Fraction, high: Fraction, tilt: Fraction) -> Enclosure:
        return total(part.on(low, high, tilt) for part in self.parts)

    def far(self, low: Fraction, rate: Fraction) -> Enclosure:
        return total(part.far(low, rate) for part in self.parts)

    def between(self, low: Fraction | None, high: Fraction | None) -> Enclosure:
        return total(part.between(low, high) for part in self.parts)


def one_real(joint: Joint, length: int | None) -> None:
    """Returns when no set of outputs is more likely than the claim allows."""
    if length is not None:
        raise Hole("reals up to a length")
    compared, held = False, set[object]()
    for one, other in _sides(joint):
        compared = True
        left, right = _on_a_line(one, other)
        if one.several and (left.key, right.key) in held:
            continue
        _Comparison(joint, left, right).check()
        held.add((left.key, right.key))
    if not compared:
        raise Invalid("the claim compares nothing")


def _sides(joint: Joint) -> Iterator[tuple[Law, Law]]:
    claim = joint.claim
    if claim.neighbors is not None:
        known: dict[Key, Law] = {}
        for pair in whole_pairs(joint, rules_of(joint.asked, claim.mechanism, claim.neighbors)):
            keys = [shown_key(tuple(inputs.values())) for inputs in pair]
            for key, inputs in zip(keys, pair, strict=True):
                if key not in known:
                    known[key], *_ = _laws(joint, joint.given(inputs)).values()
            yield known[keys[0]], known[keys[1]]
        return
    for parameters in parameter_values(joint):
        for public in whole_inputs(joint, lambda type_: type_.public):
            start = joint.believed(parameters, public)
            masses, laws = joint.rest(start), _laws(joint, start)
            for one in laws:
                for other in laws:
                    if one != other and listed_secrets(joint, masses[one][0], masses[other][0]):
                        yield laws[one], laws[other]


def _on_a_line(left: Law, right: Law) -> tuple[Law, Law]:
    """With one real where several normal ones are shown."""
    shapes = dict.fromkeys((*left.several, *right.several))
    if not shapes:
        return left, right
    if len(shapes) > 1 or left.parts or right.parts:
        raise Hole("several reals are shown in more ways than one")
    (shape,) = shapes
    mine, yours = along_a_line((left.several.get(shape, ()), right.several.get(shape, ())))
    return Law(mine, left.exact, untold=left.untold), Law(yours, right.exact, untold=right.untold)


def _laws(joint: Joint, start: States) -> dict[Key, Law]:
    """What is shown for each secret, or without a prior."""

    def answer(entry: Mark | Stream) -> object:
        raise Hole("an input is read that was not given")

    masses = joint.rest(start)
    tells, ended = joint.telling(start, answer)
    if ended:
        raise Hole(NOT_ONE)
    laws: dict[Key, Law] = {}
    parts: dict[Key, list[Part]] = {}
    for tell, state, weight in tells:
        if state.prior is not None or tell.run.at != len(joint.mechanism.code().instructions) - 1:
            raise Hole(NOT_ONE)
        ((key, (_, share)),) = joint.rest({(): (State(None, None, state.secret), weight)}).items()
        if unknown(share) or unknown(masses[key][1]):
            raise Hole("unknowns beside reals")
        chance = over(around(share), [(around(masses[key][1]), 1)])
        law = laws.setdefault(key, Law())
        if tell.key is not None:
            law.put(tell.key, times(chance, around(tell.run.mass)))
        elif parts_of(tell.value) is not None:
            shape, found_there = bells(tell, chance)
            law.several.setdefault(shape, []).append(found_there)
        elif isinstance(tell.value, Noise):
            law.put_integers(tell.value, tell.run.known, chance)
        else:
            parts.setdefault(key, []).append(Part(chance, _density(tell)))
    if not laws:
        raise Hole(NOT_ONE)
    for key, found in parts.items():
        laws[key].parts = merged(found)
    return laws


def _density(tell: Tell) -> One:
    """Of the real that is about to be shown, the one draw that is left."""
    known = tell.run.known
    if not isinstance(tell.value, Continuous) or known.draws or len(known.reals.draws) != 1:
        raise Hole(NOT_ONE)
    found = placed(Draws(known).reals.alone(tell.value.draw), tell.value).simplest()
    require_plain(found)
    return found


class _Comparison:
    """Of two laws; `allowed` encloses e^epsilon."""

    def __init__(self, joint: Joint, left: Law, right: Law) -> None:
        self.left, self.right, self.budget = left, right, joint.budget
        self.delta, self.allowed = joint.claim.delta, _factor(joint.claim.epsilon)
        parts = [*left.parts, *right.parts]
        self.rates = sorted({rate for part in parts for rate in part.rates})
        self.reach = max((part.reach() for part in parts), default=ZERO)
        falls = self.rates if self.delta else [two - one for one, two in pairwise(self.rates)]
        self.reach += ROOM / falls[0] if falls else ZERO
        self.tilts = [ZERO, *(sign * rate for rate in self.rates[:1] for sign in (1, -1))]

    def check(self) -> None:
        least, most = self._exact()
        if self.left.parts:
            for mirrored in (False, True):
                most += self._far(mirrored)
        if least > self.delta:
            raise Invalid("a set of outputs is more likely than the claim allows")
        if most > self.delta:
            raise Hole("two numbers are too close together to be told apart")
        places = {place for law in (self.left, self.right) for part in law.parts for place in part.places}
        middles = {part.middle for law in (self.left, self.right) for part in law.parts}
        ends = sorted({-self.reach, self.reach, *(x for x in places | middles if abs(x) < self.reach)})
        open_, above = list(pairwise(ends)) if self.left.parts else [], list[tuple[Fraction, Fraction]]()
        for _ in range(MOST_ROUNDS):
            left_open, found = self._judged(open_, above)
            bounds = [(least, most), *(self._more(low, high) for low, high in _runs(above))]
            known = total(bounds)
            if known[0] > self.delta or (above and not self.delta):
                raise Invalid("a set of outputs is more likely than the claim allows")
            if known[1] + sum(found) <= self.delta:
                return
            if len(left_open) + len(above) > MOST_PIECES:
                break
            worst = max(found, default=ZERO)
            open_ = []
            for (low, high), amount in zip(left_open, found, strict=True):
                middle = (low + high) / 2
                open_ += [(low, middle), (middle, high)] if amount * 8 >= worst or not self.delta else [(low, high)]
        raise Hole("two densities are too close together to be told apart")

    def _exact(self) -> Enclosure:
        """By how much the exact values exceed together."""
        found = []
        for key, weight in self.left.exact.items():
            other = times(self.right.told(key), self.allowed)
            found.append((max(weight[0] - other[1], ZERO), max(weight[1] - other[0], ZERO)))
        return total([*found, (ZERO, self.left.untold)])

    def _far(self, mirrored: bool) -> Fraction:
        """How much may exceed above all places, or below."""
        left, right = (law.mirrored() if mirrored else law for law in (self.left, self.right))
        if self.delta:
            return left.between(self.reach, None)[1]
        if not self.rates:
            raise Hole("normal noise alone without a delta")
        there, allowed = left.far(self.reach, self.rates[0]), times(right.far(self.reach, self.rates[0]), self.allowed)
        if there[0] > allowed[1]:
            raise Invalid("a set of outputs is more likely than the claim allows")
        if there[1] > allowed[0]:
            raise Hole("two densities are too close together far out")
        return ZERO

    def _judged(
        self, pieces: list[tuple[Fraction, Fraction]], above: list[tuple[Fraction, Fraction]]
    ) -> tuple[list[tuple[Fraction, Fraction]], list[Fraction]]:
        """The pieces that are still open, and how much may exceed on each; `above` gets those all of which exceed."""
        found, bounds = [], []
        for low, high in pieces:
            self.budget.spend(50)
            bound: Fraction | None = None
            ends = self._two_rates(low, high)
            if all(most <= 0 for _, most in ends) and ends:
                continue
            if all(least > 0 for least, _ in ends) and ends:
                above.append((low, high))
                continue
            for tilt in self.tilts:
                there = self.left.on(low, high, tilt)
                allowed = times(self.right.on(low, high, tilt), self.allowed)
                if there[1] <= allowed[0]:
                    break
                if there[0] > allowed[1]:
                    above.append((low, high))
                    break
                bound = (there[1] - allowed[0]) * (high - low) if bound is None else bound
            else:
                found.append((low, high))
                bounds.append(bound or ZERO)
        return found, bounds

    def _two_rates(self, low: Fraction, high: Fraction) -> list[Enclosure]:
        """By how much the left exceeds at both ends, where both are sums of the same two exponentials: then the
        difference over one of these goes up or down all the way."""
        amounts: dict[Fraction, Enclosure] = {}
        for law, factor in ((self.left, (ONE, ONE)), (self.right, (-self.allowed[1], -self.allowed[0]))):
            for part in law.parts:
                for term in part.terms(low, high):
                    if not isinstance(term, Exponential) or len(term.amounts) > 1:
                        return []
                    known = amounts.get(term.rate, (ZERO, ZERO))
                    amounts[term.rate] = total((known, times(times(factor, part.scale), term.amounts[0])))
        if len(amounts) > 2:
            return []
        return [total(times(amount, power(rate * at)) for rate, amount in amounts.items()) for at in (low, high)]

    def _more(self, low: Fraction, high: Fraction) -> Enclosure:
        there, other = self.left.between(low, high), times(self.right.between(low, high), self.allowed)
        return max(there[0] - other[1], ZERO), max(there[1] - other[0], ZERO)


def _factor(epsilon: Epsilon) -> Enclosure:
    if epsilon.rate:
        raise Hole("an unknown epsilon beside reals")
    low, high = exponent(epsilon, BITS)
    return exponential(low, BITS)[0], exponential(high, BITS)[1]


def _runs(pieces: Iterable[tuple[Fraction, Fraction]]) -> list[tuple[Fraction, Fraction]]:
    """Pieces that touch, as one."""
    found: list[tuple[Fraction, Fraction]] = []
    for low, high in sorted(pieces):
        if found and found[-1][1] == low:
            found[-1] = (found[-1][0], high)
        else:
            found.append((low, high))
    return found
