"""Claims about Renyi divergences: of an order, or of all orders as in zero-concentrated privacy.

Whole inputs are compared, each neighboring pair of them, or every two secrets. What exceeds a claim is told as a pair,
an order, the divergence and the output that adds most to it, and is computed again in a second way.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from itertools import product

from flint import arb, fmpq

from faier.deciding.comparison import HALF, LENGTH
from faier.deciding.exceeding_streams import exceeding, exceeding_soon
from faier.deciding.measured_again import Unconfirmed, confirmed
from faier.deciding.measuring import Pair, Unmeasured, most, pairs_of, sums_of_every_length
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines import Engine
from faier.engines.density.weighing import Unread
from faier.engines.measures.exceeding import Exceeded, exceeds, exceeds_any, exceeds_simply
from faier.engines.measures.integrals import Infinite
from faier.engines.measures.orders import of_moment
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided, Verdict, Witness
from faier.exact import Epsilon, TooLarge, Undecidable, compare, exponential_of
from faier.lang.claim import Concentrated, Renyi
from faier.limits import LimitReached, Limits

NOTHING = Coverage(0, False)
SOME_ORDERS = (2, 4, 8)
NEAR_ONE = (fmpq(3, 2), fmpq(11, 10), fmpq(101, 100))
STREAMS = "of streams, divergences of a whole order are compared where few beliefs arise"


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict on a claim about another measure than the greatest ratio."""
    if question.of_streams:
        return _of_streams(question, store, limits)
    try:
        pairs = pairs_of(question, store, limits)
        return _decided(question, pairs, limits)
    except (Unmeasured, Unread) as error:
        return Undecided(NOTHING, "outputs", str(error))


def check_soon(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """A refutation of a claim about a stream by short inputs, where orders are not whole or not one."""
    match question.measure:
        case Renyi(alpha=alpha, rho=rho):
            orders = [(alpha, rho)]
        case Concentrated(rho=rho):
            orders = [(alpha, rho * alpha) for alpha in (*map(fmpq, SOME_ORDERS), *NEAR_ONE)]
        case None:
            return None
    witness = exceeding_soon(question, orders, store, limits)
    return None if witness is None else Refuted(_covered(witness), "outputs", witness)


def _of_streams(question: Question, store: Store, limits: Limits) -> Verdict:
    """Proved where the divergence of outputs of every length is known and no more than claimed; refuted by inputs."""
    promised = question.measure
    if isinstance(promised, Concentrated) and question.length is None:
        return _of_orders(question, promised.rho, store, limits)
    if not isinstance(promised, Renyi) or promised.alpha.q != 1 or question.length is not None:
        return Undecided(NOTHING, "outputs", STREAMS)
    most = exponential_of(promised.rho * (promised.alpha - 1))
    reason = STREAMS
    with suppress(Infinite, LimitReached, TooLarge, Undecidable):
        found = sums_of_every_length(question, promised.alpha, store, limits.share(HALF))
        if isinstance(found, tuple):
            if all(compare(one.value, most) <= 0 for one in found):
                return Proved(Coverage(LENGTH, True), "outputs")
            at_most = of_moment(max(one.value for one in found), promised.alpha).upper
            text = "" if at_most is None else f" is about {arb(at_most).str(12, radius=False)}"
            reason = f"where inputs are chosen by what was shown, the divergence{text}"
    witness = exceeding(question, promised.alpha, most, store, limits)
    return Undecided(NOTHING, "outputs", reason) if witness is None else Refuted(_covered(witness), "outputs", witness)


def _of_orders(question: Question, rho: Epsilon, store: Store, limits: Limits) -> Verdict:
    """Refuted by inputs of which the divergence of some whole order is more than the order allows."""
    for alpha in map(fmpq, SOME_ORDERS):
        most = exponential_of(rho * alpha * (alpha - 1))
        witness = exceeding(question, alpha, most, store, limits.share(HALF))
        if witness is not None:
            return Refuted(_covered(witness), "outputs", witness)
    return Undecided(NOTHING, "outputs", STREAMS)


def _covered(witness: Witness) -> Coverage:
    return Coverage(len(witness.output), True)


def _decided(question: Question, pairs: list[Pair], limits: Limits) -> Verdict:
    reals = any(pair.pairing.dense or pair.pairing.several for pair in pairs)
    engine: Engine = "density" if reals else "outputs"
    coverage = Coverage(max(map(_length, pairs)), True)
    reason = None
    for look, pair in product((_quickly, _exceeded), pairs):
        found = look(question, pair, limits)
        if isinstance(found, Exceeded):
            try:
                witness = confirmed(question, pair, found.alpha, _allowed(question, found.alpha), limits)
                return Refuted(coverage, engine, witness)
            except Unconfirmed as error:
                found = str(error)
        reason = reason or found
    return Proved(coverage, engine) if reason is None else Undecided(NOTHING, engine, reason)


def _quickly(question: Question, pair: Pair, limits: Limits) -> Exceeded | None:
    """An order at which this pair exceeds what is promised of all orders, if that is found quickly."""
    if not isinstance(question.measure, Concentrated):
        return None
    return exceeds_simply(pair.pairing, question.measure.rho, limits)


def _exceeded(question: Question, pair: Pair, limits: Limits) -> Exceeded | str | None:
    """The order at which this pair exceeds what is promised; None where it does not, or why that is not told."""
    match question.measure:
        case Renyi(alpha=alpha, rho=rho):
            told = exceeds(pair.pairing, alpha, rho, limits)
            if told is None:
                return "the divergence is too close to what is claimed to be told from it"
            return Exceeded(alpha) if told else None
        case Concentrated(rho=rho):
            return exceeds_any(pair.pairing, rho, partial(most, pair, limits), limits)
        case None:
            raise AssertionError("the question is about an epsilon")


def _allowed(question: Question, alpha: fmpq) -> Epsilon:
    """How great the divergence of the order may be."""
    match question.measure:
        case Renyi(rho=rho):
            return rho
        case Concentrated(rho=rho):
            scaled: Epsilon = rho * alpha
            return scaled
        case None:
            raise AssertionError("the question is about an epsilon")


def _length(pair: Pair) -> int:
    return max((len(output.items) for law in (pair.more, pair.less) for output in law.outputs), default=0)
