"""Rule "enumeration": every word is looked at, on the checker's own runs; nothing is taken from the certificate but the
boxes on which inequalities with unknowns are checked.

Ended words are compared, and beginnings where a situation comes again: every beginning weighs what they weigh together.

Related inputs are not listed one by one: entries are read as runs ask for them, each time with every pair of values
that neighbors may have. Situations that were met before, up to a common factor of all weights, are not looked
at again. With a `length`, outputs that show more values are not followed.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from .budgets import Epsilon, unknown
from .claims import Claim
from .fed_process import Joint, Key, States, listed_secrets
from .file import File
from .forms import ONE, ZERO, Form, Number, added, is_zero, key_of, multiplied, real
from .inequality import Range, Settle, holds, positive
from .inputs import parameter_values, unread_inputs, whole_pairs
from .one_real import NOT_ONE, one_real
from .outcome import Hole, Invalid
from .outputs import with_delta
from .relation import Rule, Watch, allowed, by_inputs, leaf_values, rules_of, watched
from .values import Mark, Stream, changed, shown_key

MOST_WAITING = 1_000_000

Pairs = dict[Mark, tuple[object, object]]


@dataclass(frozen=True)
class Situation:
    """Both sides after what was read and shown so far. With a prior both are the same, and only `left` is used.
    `read` are entries that some runs have not asked for yet."""

    left: States
    right: States
    watch: Watch
    read: Pairs
    shown: int


class _Unread(Exception):
    def __init__(self, mark: Mark) -> None:
        super().__init__()
        self.mark = mark


@dataclass
class Follower:
    """Looks at every word of one claim; `settle` is told every inequality with unknowns."""

    joint: Joint
    rules: tuple[Rule, ...]
    length: int | None
    settle: Settle
    masses: dict[Key, tuple[object, Number]] = field(default_factory=dict)
    met: set[object] = field(default_factory=set)
    compared: int = 0

    def follow(self, start: Situation) -> None:
        waiting = [start]
        while waiting:
            here = self._reduced(waiting.pop())
            key = self._key(here)
            if key in self.met:
                # Words may go on for ever from here: what is seen so far is all that there is to compare.
                self._compare(here.left, here.right)
                continue
            self.met.add(key)
            self.joint.budget.spend(len(here.left) + len(here.right))
            for situation in self._next(here):
                waiting.append(situation)
                if len(waiting) > MOST_WAITING:
                    raise Hole("too many situations follow one")

    def _next(self, here: Situation) -> Iterator[Situation]:
        try:
            left, left_ended = self.joint.telling(here.left, lambda entry: self._answer(here, entry, 0))
            right, right_ended = left, left_ended
            if self.joint.prior is None:
                right, right_ended = self.joint.telling(here.right, lambda entry: self._answer(here, entry, 1))
        except _Unread as stopped:
            yield from self._reading(here, stopped.mark)
            return
        self._compare(left_ended, right_ended)
        if here.shown == self.length:
            if left:
                self._compare(here.left, here.right)
            return
        for letter in self.joint.letters([*left, *right]):
            states = self.joint.told(left, letter)
            if states:
                yield Situation(states, self.joint.told(right, letter), here.watch, here.read, here.shown + 1)

    def _reading(self, here: Situation, mark: Mark) -> Iterator[Situation]:
        values = leaf_values(self.joint.input_type(mark.name))
        for one, other, watch in allowed(self.rules, here.watch, mark, values, self.joint.budget):
            yield replace(here, watch=watch, read=here.read | {mark: (one, other)})

    def _answer(self, here: Situation, entry: Mark | Stream, side: int) -> object:
        if isinstance(entry, Stream):
            return self.joint.arrival(entry)
        if entry not in here.read:
            raise _Unread(entry)
        return here.read[entry][side]

    def _compare(self, left: States, right: States) -> None:
        """One event: the left side's weight against the right side's."""
        if not left:
            return
        if self.joint.prior is None:
            self._require(_total(left), _total(right))
            return
        told = self.joint.rest(left)
        for one, (secret, weight) in told.items():
            for other, (another, mass) in self.masses.items():
                if one != other and listed_secrets(self.joint, secret, another):
                    less = told[other][1] if other in told else ZERO
                    self._require(weight * mass, less * self.masses[one][1])

    def _require(self, left: Number, right: Number) -> None:
        self.compared += 1
        if not holds(left, right, self.joint.claim.epsilon, self.settle):
            raise Invalid("an output is more likely than the claim allows")

    def _reduced(self, here: Situation) -> Situation:
        """Without the entries that all runs have read."""
        if not here.read:
            return here
        marks: set[Mark] = set()
        taken: dict[str, int] = {}

        def look(value: object) -> object:
            if isinstance(value, Mark):
                marks.add(value)
            elif isinstance(value, Stream):
                taken[value.name] = min(taken.get(value.name, value.taken), value.taken)
                for inside in value.arrived:
                    changed(inside, look)
            return value

        for state, _ in (*here.left.values(), *here.right.values()):
            for _, value in state.run.variables if state.run is not None else ():
                changed(value, look)
        kept = {
            mark: pair
            for mark, pair in here.read.items()
            if mark in marks or (mark.name in taken and mark.path[0] >= taken[mark.name])
        }
        return replace(here, read=kept)

    def _key(self, here: Situation) -> object:
        weights = [weight for _, weight in (*here.left.values(), *here.right.values())]
        scale = ONE
        if not any(isinstance(weight, Form) for weight in weights):
            total = sum((weight for weight in weights if not isinstance(weight, Form)), ZERO)
            scale = total if total else ONE
        sides = tuple(
            tuple(sorted((repr(key), key_of(weight / scale)) for key, (_, weight) in side.items()))
            for side in (here.left, here.right)
        )
        read = tuple(sorted((mark.name, mark.path, repr(shown_key(pair))) for mark, pair in here.read.items()))
        shown = here.shown if self.length is not None else 0
        return (sides, here.watch, read, shown)


def enumerated(joint: Joint, length: int | None, settle: Settle) -> None:
    """Returns when no word is more likely than the claim allows."""
    try:
        if joint.claim.delta:
            with_delta(joint, length)
        else:
            _followed(joint, length, settle)
    except Hole as hole:
        try:
            one_real(joint, length)
        except Hole as other:
            raise hole if str(other) == NOT_ONE else Hole(f"{hole}; {other}") from None
    require_shown(joint)
    require_conditions(joint, settle)


def _followed(joint: Joint, length: int | None, settle: Settle) -> None:
    claim, follower = joint.claim, Follower(joint, (), length, settle)
    if claim.neighbors is not None:
        rules = rules_of(joint.asked, claim.mechanism, claim.neighbors)
        if by_inputs(rules):
            for left, right in whole_pairs(joint, rules):
                one, other = joint.given(left), joint.given(right)
                follower.follow(Situation(one, other, Watch(()), {}, 0))
        else:
            follower.rules = rules
            start = joint.given(unread_inputs(claim, everything=True))
            follower.follow(Situation(start, start, watched(rules), {}, 0))
    else:
        for parameters in parameter_values(joint):
            start = joint.believed(parameters, unread_inputs(claim, everything=False))
            follower.masses = {
                key: (secret, mass) for key, (secret, mass) in joint.rest(start).items() if not is_zero(mass)
            }
            follower.met.clear()
            follower.follow(Situation(start, {}, Watch(()), {}, 0))
    if not follower.compared:
        raise Invalid("the claim compares nothing")


def require_shown(joint: Joint) -> None:
    if not joint.shows:
        raise Invalid("the mechanism shows nothing")


def require_conditions(joint: Joint, settle: Settle) -> None:
    """What all the numbers rest on, for every value of the unknowns, also where they left no trace in the numbers."""
    machine, ranges = joint.mechanism, ranges_of(joint.file, joint.claim)
    for number in _sorted(machine.drawn):
        if not holds(ZERO, number, Epsilon(), settle):
            raise Invalid("a draw has a probability that is negative")
    for number in _sorted(machine.leaving):
        if not positive(number, ranges):
            raise Hole("a silent loop that an unknown may make endless")
    _require_divisors(_sorted(machine.divided), ranges)


def require_constants(file: File) -> None:
    """No constant of the file is divided by what the unknown epsilon may make 0."""
    _require_divisors(file.divisors, (Range("^EPS", exponential=True),))


def _require_divisors(numbers: list[Number], ranges: tuple[Range, ...]) -> None:
    for number in numbers:
        if unknown(number) and not positive(number, ranges) and not positive(-number, ranges):
            raise Hole("a division by what an unknown may make 0")


def _sorted(numbers: dict[Key, Number]) -> list[Number]:
    return [number for _, number in sorted(numbers.items(), key=lambda item: repr(item[0]))]


def _total(states: States) -> Number:
    total: Number = ZERO
    for state, weight in states.values():
        total = added(total, multiplied(weight, state.mass))
    return total


def ranges_of(file: File, claim: Claim) -> tuple[Range, ...]:
    """The unknowns of a claim: a prior's reals in their order, then the unknown epsilon."""
    found = []
    for item in claim.prior.inputs if claim.prior is not None else ():
        if item.type is not None and item.type.kind == "probability":
            found.append(Range(real(item.name), ZERO, ONE, open=True))
        elif item.type is not None and item.type.kind == "real":
            found.append(Range(real(item.name), item.type.low, item.type.high))
    if file.epsilon is not None:
        found.append(Range("^EPS", exponential=True))
    return tuple(found)
