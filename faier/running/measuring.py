"""Other measures that are asked for beside a tight epsilon -> the answer with them."""

from __future__ import annotations

from dataclasses import replace

from faier.answers.answer import Bounded
from faier.answers.to_answers import measured
from faier.deciding import plan
from faier.deciding.by_factor import with_ends
from faier.deciding.finding import Finding
from faier.deciding.measuring import Delta, Measures, measure
from faier.deciding.profiles import with_least_deltas
from faier.deciding.question import Question
from faier.deciding.replay import MOMENT
from faier.deciding.store import Store
from faier.exact import ZERO, Number
from faier.lang.diagnostics import rejected
from faier.limits import Limits
from faier.running.numbers import number_of
from faier.running.request import Measuring

# The part of the time that measures take, where ends by the tight factor may have to be found for what is missing.
MOST = 0.7


def with_measures(
    question: Question, asked: Measuring, finding: Finding, told: Bounded, store: Store, limits: Limits
) -> Bounded:
    """The answer with other measures."""
    alpha = None if asked.renyi is None else number_of(asked.renyi, "--renyi", "2")
    if alpha is not None and alpha <= 1:
        raise rejected("FA804", "--renyi", f"the order {asked.renyi} is not above 1", "write --renyi 2")
    wanted = Measures(alpha, asked.zcdp, asked.variation, asked.profile)
    known = finding.tight if question.delta == 0 else None
    top = None if known is None or known.unknown else known.upper
    found = measure(question, wanted, top, store, limits.share(MOST))
    if found.reason is not None:
        found = with_least_deltas(found, question, wanted, top, store, limits.share(MOST))
    apart = found.variation
    if found.reason is not None and apart is None and (alpha is not None or asked.zcdp):
        apart = _variation(question, top, store, limits.share(MOST))
    if found.reason is not None and question.delta != 0:  # what is missing has ends by the factor
        question = replace(question, delta=ZERO)
        finding = plan.bound(question, store, limits)
    return measured(told, with_ends(found, question, wanted, finding, limits.extended(MOMENT), apart))


def _variation(question: Question, top: Number | None, store: Store, limits: Limits) -> Delta | None:
    """What divergences have lower ends by."""
    wanted = Measures(variation=True)
    found = measure(question, wanted, top, store, limits.share(MOST))
    return with_least_deltas(found, question, wanted, top, store, limits).variation
