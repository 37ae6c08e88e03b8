"""A claim about normal data, and a setting that Laplace noise is as wide as -> the least value in closed form.

`calibration.normals.closed` has why. The direction in which the narrower data is compared with the wider is decided at
a smaller value, and holds from there on: more of the noise is post-processing.
"""

from __future__ import annotations

from flint import fmpq

from faier.calibration.forms import last_draws
from faier.calibration.normals.closed import Closed, by_tails
from faier.deciding.laws import compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.engine import breaks
from faier.engines.density.law import Law
from faier.engines.density.mixture import Part
from faier.engines.density.weighing import Unread
from faier.exact import Epsilon, TooLarge, Undecidable
from faier.lang.syntax import Name
from faier.limits import LimitReached, Limits


def least_scale(question: Question, setting: str, below: fmpq, above: fmpq, limits: Limits) -> Closed | None:
    """Where the claim turns between two values, of which the question is about the first; None where that is not
    known to be where tails bind."""
    draws = last_draws(question.program, question.subject.mechanism, setting)
    scales = all(isinstance(draw.arguments[0], Name) and draw.arguments[0].name == setting for draw in draws)
    epsilon = question.budget.plain
    if not draws or not scales or question.delta or question.engine != "auto" or epsilon is None:
        return None
    if min(epsilon, below) <= 0:
        return None
    noise = (Epsilon.rational(1 / below),)
    found: list[Closed] = []
    try:
        for one in compared(question, Store(), limits):
            more, less = _normal(one.more, noise), _normal(one.less, noise)
            if more is None or less is None or set(one.more.densities) != set(one.less.densities):
                return None
            wider = _variance(more) - _variance(less)
            if wider >= 0:
                found.append(by_tails(more.at - less.at, wider, epsilon))
            elif breaks(one.more, one.less, question.budget, limits) is not None:
                return None
    except (Unread, TooLarge, Undecidable, LimitReached):
        return None
    last = next((one for one in found if all(one == other or one.ball > other.ball for other in found)), None)
    if last is None or not (last.ball > below and last.ball <= above):
        return None
    return last


def _normal(law: Law, noise: tuple[Epsilon, ...]) -> Part | None:
    """What is shown, if it always is one normal variable with Laplace noise of this rate."""
    if law.atoms or law.integers or len(law.densities) != 1:
        return None
    (mixture,) = law.densities.values()
    if len(mixture) != 1 or mixture[0].low is not None or mixture[0].high is not None:
        return None
    (part,) = mixture
    return part if part.noise.rates == noise and isinstance(part.noise.variance, fmpq) else None


def _variance(part: Part) -> fmpq:
    assert isinstance(part.noise.variance, fmpq)
    return part.noise.variance
