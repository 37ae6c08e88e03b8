"""A question -> other measures of what is lost: Renyi divergences, zero-concentrated privacy, total variation and the
least delta of many epsilons. Whole inputs are compared, each neighboring pair of them, or every two secrets.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from flint import fmpq

from faier.deciding.box_ends import greatest_delta
from faier.deciding.comparison import HALF, LENGTH, comparisons
from faier.deciding.in_boxes import Read, laws_in
from faier.deciding.laws import Compared, Exact, compared
from faier.deciding.partial import known
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.with_delta import enumerated
from faier.engines.density.engine import greatest
from faier.engines.density.law import PLACE, Law
from faier.engines.density.several import reduced
from faier.engines.density.weighing import Unread
from faier.engines.measures.excess import excess
from faier.engines.measures.fixed_points import Fixed, Grows, endless
from faier.engines.measures.integrals import Infinite
from faier.engines.measures.moments import normals_aside
from faier.engines.measures.orders import Divergence, Rho, concentrated, of_moment, renyi
from faier.engines.measures.pairing import Pairing, Together, every, from_start, gathered, paired
from faier.engines.measures.streams import moments
from faier.exact import ZERO, Epsilon, Number, TooLarge, Undecidable, compare, epsilons, from_ratio, unknowns
from faier.lang.syntax import StreamType
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached, Limits

# About so many points of a profile, and up to which epsilon they go where no epsilon is enough.
POINTS, FAR = 20, fmpq(5)
# What each measure may take of the time that is left.
HALF_OF_IT = 0.5
# So many boxes of unknown means and deviations are looked at for each.
FEW = 200


@dataclass(frozen=True)
class Measures:
    """What is asked for: the Renyi divergence of an order above 1 (None: not asked for), and others."""

    alpha: fmpq | None = None
    concentrated: bool = False
    variation: bool = False
    profile: bool = False


@dataclass(frozen=True)
class Delta:
    """The least delta of an epsilon is between the two."""

    epsilon: fmpq
    lower: Number
    upper: Number


@dataclass(frozen=True)
class Measured:
    """What was found of what was asked for (None: it was not asked for); `reason` says why something is missing. With a
    `length` the divergence is of outputs of up to so many values, and each further one adds at least `per_value` in the
    long run, where that is known."""

    alpha: fmpq | None = None
    renyi: Divergence | None = None
    rho: Rho | None = None
    variation: Delta | None = None
    profile: tuple[Delta, ...] | None = None
    reason: str | None = None
    length: int | None = None
    per_value: fmpq | None = None


@dataclass(frozen=True)
class Pair:
    """The laws of two inputs, or of two secrets, in the user's terms. The pairing may be of simpler ones, `told`, that
    are as far apart by all measures."""

    pairing: Pairing
    more: Law
    less: Law
    left: dict[str, Value]
    right: dict[str, Value]
    parameters: tuple[tuple[str, Value], ...]
    told: tuple[Law, Law] | None = None


class Unmeasured(Exception):
    """Why nothing can be compared."""


_UNFIT = (Unmeasured, Unread, LimitReached, TooLarge, Undecidable)


def measure(question: Question, asked: Measures, tight: Number | None, store: Store, limits: Limits) -> Measured:
    """All that is asked for; `tight` is a factor that no ratio exceeds (None: there is none, or it is not known)."""
    found = Measured(asked.alpha)
    try:
        read = laws_in(question, limits) if asked.variation or asked.profile else None
        if read is not None:
            found = _of_boxes(question, asked, tight, read, limits)
            if asked.alpha is None and not asked.concentrated:
                return found
        if asked.alpha is not None and asked.alpha.q == 1 and shown_on(question):
            found = of_streams(question, asked.alpha, store, limits)
            if asked == Measures(asked.alpha):
                return found
        pairs = pairs_of(question, store, limits.share(HALF_OF_IT))
    except _UNFIT as error:
        return replace(found, reason=_why(error))
    for one in (_with_deltas, _with_divergence, _with_rho):
        try:
            found = one(found, asked, pairs, tight, limits.share(HALF_OF_IT))
        except _UNFIT as error:
            found = replace(found, reason=found.reason or _why(error))
    return found


def _why(error: Exception) -> str:
    if isinstance(error, LimitReached):
        return error.text
    return str(error) if isinstance(error, Unmeasured | Unread) else f"a number cannot be handled exactly: {error}"


def _with_deltas(found: Measured, asked: Measures, pairs: list[Pair], tight: Number | None, limits: Limits) -> Measured:
    if asked.variation:
        found = replace(found, variation=_least_delta(pairs, ZERO, limits))
    if asked.profile:
        found = replace(found, profile=tuple(_least_delta(pairs, at, limits) for at in grid(tight)))
    return found


def _with_divergence(
    found: Measured, asked: Measures, pairs: list[Pair], tight: Number | None, limits: Limits
) -> Measured:
    alpha = asked.alpha
    if alpha is None or found.renyi is not None:
        return found
    return replace(found, renyi=_worst(renyi(pair.pairing, alpha, limits) for pair in pairs))


def _with_rho(found: Measured, asked: Measures, pairs: list[Pair], tight: Number | None, limits: Limits) -> Measured:
    return replace(found, rho=_greatest_rho(pairs, limits)) if asked.concentrated else found


def _of_boxes(question: Question, asked: Measures, tight: Number | None, read: Read, limits: Limits) -> Measured:
    """Least deltas that are enough for all means and deviations of a box."""

    def enough(epsilon: fmpq) -> Delta:
        ends = greatest_delta(replace(question, epsilon=Epsilon.rational(epsilon)), read, limits, FEW)
        assert ends.lower is not None
        assert ends.upper is not None
        return Delta(epsilon, ends.lower, ends.upper)

    return Measured(
        asked.alpha,
        variation=enough(ZERO) if asked.variation else None,
        profile=tuple(enough(epsilon) for epsilon in grid(tight)) if asked.profile else None,
    )


def shown_on(question: Question) -> bool:
    """Whether values are shown one after the other that may have no end."""
    return any(isinstance(item.type, StreamType) for item in question.mechanism.parameters)


def of_streams(question: Question, alpha: fmpq, store: Store, limits: Limits) -> Measured:
    """The divergence of a whole order where values are shown one after the other: of outputs of every length where that
    is found, else up to a length, and how it grows with more of it."""
    if question.unknown_epsilon or question.unknown_reals:
        raise Unmeasured(_values_needed(question))
    whole = None if question.length is not None else of_every_length(question, alpha, store, limits.share(HALF))
    if isinstance(whole, Divergence) and (whole.exact is not None or whole.lower is None):
        return Measured(alpha, whole)
    best: Divergence | None = None
    length = 0
    for comparison in comparisons(question, store, limits):
        if comparison.unbounded or comparison.parts or known(question, store) is not None:
            raise Unmeasured("noise without bounds is shown by a mechanism that may go on for ever")
        length = max(length, comparison.length or LENGTH)
        try:
            lower, upper = moments(comparison.pair, alpha, comparison.length or LENGTH, limits)
        except Infinite:
            return Measured(alpha, Divergence(None, None), length=length)
        low, high = of_moment(lower, alpha), of_moment(upper, alpha)
        found = low if lower == upper else Divergence(low.lower, high.upper)
        best = found if best is None else _worst([best, found])
    assert best is not None
    if isinstance(whole, Divergence):
        return Measured(alpha, Divergence(best.lower, whole.upper))
    growth = None if whole is None else of_moment(whole.factor, alpha).lower
    return Measured(alpha, best, length=length, per_value=growth)


def of_every_length(question: Question, alpha: fmpq, store: Store, limits: Limits) -> Divergence | Grows | None:
    """The divergence of a whole order of outputs of every length, where inputs may be chosen by what was shown; exact
    where the worst ones are the same whatever is shown. None where that is not found."""
    try:
        found = sums_of_every_length(question, alpha, store, limits)
    except Infinite:
        return Divergence(None, None)
    except LimitReached:
        return None
    if not isinstance(found, tuple):
        return found
    each = [(of_moment(one.value, alpha), one.steady) for one in found]
    return _worst([one if steady else Divergence(ZERO, one.upper) for one, steady in each])


def sums_of_every_length(
    question: Question, alpha: fmpq, store: Store, limits: Limits
) -> tuple[Fixed, ...] | Grows | None:
    """The sums of all that is compared. Raises `Infinite`, or `LimitReached`."""
    sums = []
    for comparison in comparisons(question, store, limits, whole=True):
        if comparison.unbounded or comparison.parts or comparison.cut or known(question, store) is not None:
            return None
        found = endless(comparison.pair, alpha, limits)
        if not isinstance(found, Fixed):
            return found
        sums.append(found)
    return tuple(sums)


def pairs_of(question: Question, store: Store, limits: Limits) -> list[Pair]:
    """The laws of all that is compared; raises `Unmeasured` or `Unread` where they cannot be listed."""
    return store.once(("measured", question.compared), lambda: _pairs(question, store, limits))


def _pairs(question: Question, store: Store, limits: Limits) -> list[Pair]:
    if question.unknown_epsilon or question.unknown_reals:
        raise Unmeasured(_values_needed(question))
    unread = None
    if question.draws_without_bounds:
        try:
            return list(_of_laws(compared(question, store, limits, integers=True, several=True), limits))
        except Exact:
            pass
        except Unread as error:  # what is shown may still be listed, with beliefs of the noise
            unread = error
    try:
        return list(_listed(question, store, limits))
    except (Unmeasured, LimitReached):
        if unread is not None:
            raise unread from None
        raise


def _of_laws(laws: Iterable[Compared], limits: Limits) -> Iterator[Pair]:
    """Laws with several noisy numbers are told by simpler ones; of those that are the same then, one."""
    seen: set[Pairing] = set()
    for one in laws:
        try:
            if one.more.several or one.less.several:
                raise Unread("several noisy numbers are shown")
            pairing, told = paired(one.more, one.less), None
        except Unread:
            told = reduced(one.more, one.less, limits)
            pairing = gathered(from_start(paired(*told)))
            if pairing in seen:
                continue
            seen.add(pairing)
        yield Pair(pairing, one.more, one.less, one.left, one.right, one.parameters, told)


def _values_needed(question: Question) -> str:
    """What is to be said where something is unknown."""
    name = question.program.epsilon_name
    if name is not None:
        return f"other measures need values for unknowns: --set {name}=1"
    return "other measures need values for unknowns"


def _listed(question: Question, store: Store, limits: Limits) -> Iterator[Pair]:
    """Those whose outputs can be listed; of several that are the same but for the names of outputs, one."""
    told: set[Pairing] = set()
    for two in enumerated(question, store, limits):
        if isinstance(two, str):
            raise Unmeasured(two)
        weights = (*two.more.values(), *two.less.values())
        if any(unknowns(weight) or epsilons(weight) for weight in weights):
            raise Unmeasured(_values_needed(question))
        more, less = Law(two.more, {}), Law(two.less, {})
        pairing = gathered(paired(more, less))
        if pairing not in told:
            told.add(pairing)
            yield Pair(pairing, more, less, two.left, two.right, two.parameters)


T = TypeVar("T", Divergence, Rho)


def _worst(found: Iterable[T]) -> T:
    """The greatest of all; exact where each that may be it is the same exactly."""
    each = list(found)
    if any(one.lower is None for one in each):
        return next(one for one in each if one.lower is None)
    best = max(each, key=lambda one: one.lower if one.lower is not None else ZERO)
    if all(one.upper is not None and best.lower is not None and one.upper <= best.lower for one in each):
        return best
    open_ = [one for one in each if one.upper is None or best.lower is None or one.upper > best.lower]
    if all(one.exact is not None and one.exact == best.exact for one in open_):
        return best
    uppers = [one.upper for one in each]
    highest = None if any(upper is None for upper in uppers) else max(upper for upper in uppers if upper is not None)
    return replace(best, upper=highest, exact=None)


def _greatest_rho(pairs: list[Pair], limits: Limits) -> Rho:
    return _worst(concentrated(pair.pairing, partial(most, pair, limits), limits) for pair in pairs)


def most(pair: Pair, limits: Limits) -> Number | None:
    """An upper end of the greatest ratio (None: it is infinite, or not known), without normal draws that are aside."""
    if pair.pairing.spread:
        return _greatest_of_integers(pair.pairing)
    best = greatest(*(pair.told or (pair.more, pair.less)), limits).upper
    for together in normals_aside(pair.pairing)[1].several:
        found = _greatest_of_several(together, limits)
        if best is None or found is None:
            return None
        best = found if compare(found, best) > 0 else best
    return best


def _greatest_of_several(together: Together, limits: Limits) -> Number | None:
    """The reals are drawn each by itself, so their ratios are multiplied."""
    best = together.chances[0] / together.chances[1]
    place = Sequence("tuple", (PLACE,))
    for one, other in together.reals:
        found = greatest(Law({}, {place: (one,)}), Law({}, {place: (other,)}), limits).upper
        if found is None:
            return None
        best = best * found
    return best


def _greatest_of_integers(pairing: Pairing) -> Number | None:
    if pairing.dense:
        return None
    best: Number = ZERO
    for (left, right), _ in every(pairing):
        if right == 0 and left != 0:
            return None
        if left != 0 and compare(left / right, best) > 0:
            best = left / right
    return best


def _least_delta(pairs: list[Pair], epsilon: fmpq, limits: Limits) -> Delta:
    lower: Number = ZERO
    upper: Number = ZERO
    for pair in pairs:
        low, high = excess(pair.pairing, Epsilon.rational(epsilon), limits)
        lower = low if compare(low, lower) > 0 else lower
        upper = high if compare(high, upper) > 0 else upper
    return Delta(epsilon, lower, upper)


def grid(tight: Number | None) -> list[fmpq]:
    """Epsilons from 0 to the tight one, at round distances."""
    top = FAR if tight is None else from_ratio(tight).bounds(20)[1]
    if top <= 0:
        return [ZERO]
    step = _round(top / POINTS)
    count = int((top / step).ceil())
    return [step * number for number in range(count + 1)]


def _round(number: fmpq) -> fmpq:
    """The least of 1, 2 and 5 times a power of ten that is not below it."""
    power = fmpq(1)
    while power > number:
        power /= 10
    while power * 10 < number:
        power *= 10
    return next(power * digit for digit in (1, 2, 5, 10) if power * digit >= number)
