"""An output from below, found by drawing runs: which inputs and which output are looked at is left to chance, what they
are worth is computed exactly.

    draw inputs that are compared -> draw what is shown on both sides -> compute the likeliest to tell them apart

Engines go on from what was found; where they reach a limit, it stands by itself. Steps are counted, so the same seed
finds the same on every machine, unless the time is up before.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from math import log
from random import Random

from flint import fmpq

from faier.deciding.comparison import LENGTH, neighboring
from faier.deciding.drawn_inputs import Neighbors, Two
from faier.deciding.finding import Sampled, greater
from faier.deciding.in_turn import large_in_turn
from faier.deciding.question import Question, is_finite
from faier.deciding.replay import Mismatch, confirm_neighbors
from faier.deciding.two_inputs import told_apart
from faier.deciding.whole_inputs import listed
from faier.engines.verdict import Coverage, Refuted, Witness
from faier.exact import Number, TooLarge, Undecidable, compare, exponential_of
from faier.hmm.wholes import Inputs, input_type
from faier.lang.failures import Failure
from faier.lang.noise import NotFollowed
from faier.lang.syntax import INPUT_TYPES, AnyRealType, Parameter, RealType, StreamType
from faier.lang.values import Real, Sequence, Value, same
from faier.limits import LimitReached, Limits, Work
from faier.semantics import denote
from faier.semantics.in_turn import InTurn, unsorted_in_turn
from faier.semantics.inputs import choices

# So many steps are taken at most, and for one output at most this part of them; so many runs are drawn of each pair of
# inputs on each side, and so many outputs of them computed.
STEPS, PART, RUNS, OUTPUTS = 400_000, 1 / 8, 8, 3

# So many pairs of inputs are tried: any, and then those near the best one.
ANY, NEAR = 12, 20

# Of two inputs as a whole: so many are computed of those first ones that seem most telling, and so many further ones,
# each the most telling of a few; a model of more states is too large, and after so many of these there are no more.
FIRST, FURTHER, FEW, STATES, FAILURES = 6, 10, 3, 60_000, 3

# The part of the time that is left in which two inputs are computed as a whole, an output of the first ones, and one of
# others.
PAIRED, SOON, ONE = 0.25, 0.5, 0.2

# Values of a chance that a prior leaves open.
CHANCES = (*(fmpq(at, 8) for at in range(1, 8)), fmpq(1, 100), fmpq(99, 100))


@dataclass
class _Search:
    question: Question
    random: Random
    limits: Limits
    turn: InTurn | None = None  # which shows in turn the items of what the mechanism returns, where that is large
    alike: InTurn | None = None  # the same of what is sorted before it is returned: for items that are all alike
    best: Witness | None = None
    computed: int = 0
    too_long: str | None = None

    @property
    def length(self) -> int | None:
        streams = any(isinstance(item.type, StreamType) for item in self.question.mechanism.parameters)
        return self.question.length or (LENGTH if streams or self.question.mechanism.yields else None)

    def probability(self, inputs: Inputs, output: denote.Shown, ended: bool, within: Limits) -> Number:
        """Of items that are shown in turn less has to be remembered."""
        program, mechanism = self.question.program, self.question.subject.mechanism
        if ended and len(output) == 1 and isinstance(value := output[0], Sequence):
            alike = len(value.items) > 0 and all(same(item, value.items[0]) for item in value.items)
            turn = self.turn or (self.alike if alike else None)
            if turn is not None and value.kind == turn.kind:
                program, output = turn.program, denote.Shown(value.items)
        return denote.probability(program, mechanism, inputs, output, ended, within)

    def for_one(self, part: float) -> Limits:
        """Limits for one output."""
        work = self.limits.work
        assert work is not None
        return replace(self.limits.share(part), work=Work(min(work.left, int(STEPS * PART))))

    def spent(self, within: Limits) -> None:
        assert self.limits.work is not None and within.work is not None
        self.limits.work.left -= min(self.limits.work.left, int(STEPS * PART)) - max(within.work.left, 0)

    def weighed(self, witness: Witness) -> None:
        """Keep an output that is told with both of its probabilities, if it is the best."""
        self.computed += 1
        if compare(witness.probability_left, witness.probability_right) < 0:
            witness = replace(
                witness,
                left=witness.right,
                right=witness.left,
                probability_left=witness.probability_right,
                probability_right=witness.probability_left,
            )
        left, right = witness.probability_left, witness.probability_right
        if left == 0 or not _greater(left, right, self.best):
            return
        witness = replace(witness, ratio=left / right if right != 0 else None)
        try:
            confirm_neighbors(self.question, witness)
        except Mismatch:
            return  # the relation is one way
        self.best = witness


def sampled(
    question: Question, seed: int, limits: Limits, most: Number | None = None, enough: Number | None = None
) -> Sampled:
    """The best output that is found; `most`: a factor that none exceeds, where one is known. One that exceeds `enough`
    will do."""
    search = _Search(question, Random(seed), replace(limits, work=Work(STEPS), told=None))
    unfit = _unfit(question)
    if unfit is not None:
        return Sampled(None, 0, seed, unfit)
    reason: str | None = None
    try:
        if question.prior is None:
            search.alike = unsorted_in_turn(question.program, question.subject.mechanism)
        search.turn = large_in_turn(question, search.limits)
        for _ in _given_secrets(search) if question.prior is not None else _neighbors(search):
            if search.best is not None and search.best.ratio in (None, most):
                break  # nothing exceeds that
            if search.best is not None and enough is not None and greater(search.best.ratio, enough):
                break
    except LimitReached as reached:
        reason = reached.text
    except (Failure, NotFollowed) as failure:
        reason = failure.message
    except (TooLarge, Undecidable) as error:
        reason = f"a number cannot be handled exactly: {error}"
    return Sampled(search.best, search.computed, seed, reason or search.too_long)


def refuted(question: Question, limits: Limits) -> Refuted | None:
    """A claim without a delta that an output breaks which is found so."""
    if question.delta != 0 or question.measure is not None or question.engine != "auto" or question.parametric:
        return None
    allowed = exponential_of(question.budget)
    witness = sampled(question, 0, limits, enough=allowed).witness
    if witness is None or not greater(witness.ratio, allowed):
        return None
    return Refuted(Coverage(len(witness.output), False), "search", witness)


def _unfit(question: Question) -> str | None:
    """Why nothing can be drawn."""
    if question.unknown_epsilon:
        return "runs are drawn at a value of the unknown epsilon: give it one (--set)"
    if any(isinstance(item.type, AnyRealType) for item in question.mechanism.parameters):
        return "inputs that are any reals are not drawn"
    return None


def _greater(left: Number, right: Number, best: Witness | None) -> bool:
    if best is None:
        return compare(left, right) > 0
    if best.ratio is None:
        return False
    return right == 0 or compare(left / right, best.ratio) > 0


# Neighbors.


def _neighbors(search: _Search) -> Iterator[None]:
    question, length = search.question, search.length
    inputs = neighboring(question, search.limits)
    pairs = Neighbors(inputs, length or LENGTH, search.random, search.limits)
    drawer = denote.Drawer(question.program, question.subject.mechanism, length, search.random, search.limits)
    return (_streams if inputs.streams else _wholes)(search, pairs, drawer)


def _streams(search: _Search, pairs: Neighbors, drawer: denote.Drawer) -> Iterator[None]:
    best: Two | None = None
    for number in range(ANY + NEAR):
        two = pairs.drawn() if best is None or number < ANY else pairs.near(best.word)
        before = search.best
        _compare(search, two, _shown(drawer, two))
        if search.best is not before:
            best = two
        yield


def _wholes(search: _Search, pairs: Neighbors, drawer: denote.Drawer) -> Iterator[None]:
    """Inputs of which runs seem to tell most are computed first, and then some near the best of them."""
    yield from _soon(search, pairs)
    first = [(two, _shown(drawer, two)) for two in (pairs.drawn() for _ in range(ANY))]
    waiting = sorted(first, key=lambda one: _telling(one[1]))[-FIRST:]
    best: Two | None = None
    failed = 0
    for _ in range(FIRST + FURTHER):
        if waiting:
            two, shown = waiting.pop()
        elif best is None:
            return
        else:
            near = [(two, _shown(drawer, two)) for two in (pairs.near(best.word) for _ in range(FEW))]
            two, shown = max(near, key=lambda one: _telling(one[1]))
        before = search.best
        within = replace(search.limits.share(PAIRED), states=STATES, work=None)
        try:
            for witness in told_apart(search.question, search.turn, two.left, two.right, within):
                search.weighed(witness)
        except LimitReached as reached:
            search.limits.check()
            search.too_long = reached.text
            _compare(search, two, shown)
            failed += 1
        if search.best is not before:
            best = two
        yield
        if failed == FAILURES:
            return


def _soon(search: _Search, pairs: Neighbors) -> Iterator[None]:
    """One run of each of a few inputs: what it shows is computed before many are drawn. Of what is sorted each item is
    looked at as if all others were alike."""
    turn = search.alike or search.turn
    program = turn.program if turn is not None else search.question.program
    drawer = denote.Drawer(program, search.question.subject.mechanism, search.length, search.random, search.limits)

    def seen(side: Inputs) -> Counter[denote.Output]:
        items, ended = drawer.shown(side)
        if turn is None:
            return Counter([(items, ended)])
        values = [(item,) * len(items) for item in items] if search.alike else [tuple(items)]
        return Counter((denote.Shown((Sequence(turn.kind, value),)), ended) for value in values)

    for _ in range(FEW):
        two = pairs.drawn()
        _compare(search, two, (seen(two.left), seen(two.right)), SOON)
        yield


def _shown(drawer: denote.Drawer, two: Two) -> tuple[Counter[denote.Output], Counter[denote.Output]]:
    """What runs on both sides show."""
    left, right = (Counter(drawer.shown(side) for _ in range(RUNS)) for side in (two.left, two.right))
    return left, right


def _telling(shown: tuple[Counter[denote.Output], Counter[denote.Output]]) -> float:
    """How far runs of two inputs seem to be apart."""
    left, right = shown
    return max(abs(log((left[output] + 0.5) / (right[output] + 0.5))) for output in (left | right))


def _compare(
    search: _Search, two: Two, shown: tuple[Counter[denote.Output], Counter[denote.Output]], part: float = ONE
) -> None:
    """Compute the outputs that seem most telling of a pair, and the best one so far again."""
    left, right = shown
    telling = sorted({*left, *right}, key=lambda shown: (-abs(left[shown] - right[shown]), repr(shown)))[:OUTPUTS]
    if search.best is not None:
        telling.append((denote.Shown(search.best.output), search.best.ended))
    for output, ended in dict.fromkeys(telling):
        within = search.for_one(part)
        try:
            more, less = (search.probability(side, output, ended, within) for side in (two.left, two.right))
        except LimitReached as reached:
            search.too_long = _given_up(search, reached)
            continue
        finally:
            search.spent(within)
        left_told, right_told = tuple(two.left.items()), tuple(two.right.items())
        search.weighed(Witness(left_told, right_told, tuple(output), ended, more, less, None))


def _given_up(search: _Search, reached: LimitReached) -> str:
    """Go on with other outputs, unless the time is up."""
    search.limits.check()
    return "some outputs take more steps than are meant for one" if reached.name == "work" else reached.text


# Secrets.


def _given_secrets(search: _Search) -> Iterator[None]:
    question = search.question
    prior = question.prior
    assert prior is not None
    drawer = denote.Drawer(question.program, question.subject.mechanism, search.length, search.random, search.limits)
    for number in range(ANY + NEAR):
        kept = search.best if number >= ANY and number % 2 else None
        parameters = {item.name: _value(item, search.random) for item in prior.parameters}
        public = {item.name: _value(item, search.random) for item in question.mechanism.parameters if item.public}
        shown = [drawer.shown_given(prior.name, parameters, public) for _ in range(OUTPUTS)]
        outputs = dict.fromkeys(output for one in shown if one is not None for output in one[1:])
        if kept is not None:
            outputs[denote.Shown(kept.output), kept.ended] = None
        for output, ended in outputs:
            _compare_secrets(search, parameters, public, output, ended)
        yield


def _compare_secrets(
    search: _Search, parameters: Mapping[str, Value], public: Mapping[str, Value], output: denote.Shown, ended: bool
) -> None:
    """What an output says of each two secrets that are compared."""
    question = search.question
    assert question.prior is not None
    within = search.for_one(ONE)
    try:
        weights, masses = denote.joint_probability(
            question.program, question.subject.mechanism, question.prior.name, parameters, public, output, ended, within
        )
    except LimitReached as reached:
        search.too_long = _given_up(search, reached)
        return
    finally:
        search.spent(within)
    chances = [(secret, weights[secret] / mass) for secret, mass in masses.items() if mass != 0]
    for one, more in chances:
        for other, less in chances:
            if not same(one, other) and listed(one, other, question.subject.pairs) and compare(more, less) > 0:
                left, right = ((("secret", secret), *public.items()) for secret in (one, other))
                told = tuple(parameters.items())
                search.weighed(Witness(left, right, tuple(output), ended, more, less, None, told))


def _value(parameter: Parameter, random: Random) -> Value:
    type_ = parameter.type
    if is_finite(parameter) and not isinstance(type_, StreamType):
        assert isinstance(type_, INPUT_TYPES)
        return random.choice(choices(type_))
    if isinstance(type_, StreamType):
        return Sequence("tuple", tuple(random.choice(choices(input_type(parameter))) for _ in range(LENGTH)))
    if isinstance(type_, RealType):
        part = random.choice((fmpq(0), fmpq(1), fmpq(1, 2), fmpq(random.randrange(17), 16)))
        return Real(type_.low + part * (type_.high - type_.low), "fraction")
    return Real(random.choice(CHANCES), "fraction")
