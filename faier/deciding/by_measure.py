"""Claims about Renyi divergences: of an order, or of all orders as in zero-concentrated privacy.

Whole inputs are compared, each neighboring pair of them, or every two secrets. What exceeds a claim is told as a pair,
an order, the divergence and the output that adds most to it, and is computed again in a second way.
"""

from __future__ import annotations

from functools import partial
from itertools import product

from flint import fmpq

from faier.deciding.measured_again import Unconfirmed, confirmed
from faier.deciding.measuring import Pair, Unmeasured, most, pairs_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines import Engine
from faier.engines.density.weighing import Unread
from faier.engines.measures.exceeding import Exceeded, exceeds, exceeds_any, exceeds_simply
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided, Verdict
from faier.exact import Epsilon
from faier.lang.claim import Concentrated, Renyi
from faier.lang.syntax import StreamType
from faier.limits import Limits

NOTHING = Coverage(0, False)
STREAMS = "laws of all outputs are compared where these can be listed: not with streams"


def check(question: Question, store: Store, limits: Limits) -> Verdict:
    """The verdict on a claim about another measure than the greatest ratio."""
    if any(isinstance(item.type, StreamType) for item in question.mechanism.parameters):
        return Undecided(NOTHING, "outputs", STREAMS)
    try:
        pairs = pairs_of(question, store, limits)
        return _decided(question, pairs, limits)
    except (Unmeasured, Unread) as error:
        return Undecided(NOTHING, "outputs", str(error))


def _decided(question: Question, pairs: list[Pair], limits: Limits) -> Verdict:
    engine: Engine = "density" if any(pair.pairing.dense for pair in pairs) else "outputs"
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
    outputs = (output for law in (pair.more, pair.less) for output in (*law.atoms, *law.densities, *law.integers))
    return max((len(output.items) for output in outputs), default=0)
