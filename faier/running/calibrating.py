"""How much of a setting is enough: what a worker is asked about one claim, and the answer in plain data."""

from __future__ import annotations

import time
from collections.abc import Callable

from faier.answers.answer import Asked, Calibrated
from faier.answers.to_answers import calibrated
from faier.deciding import calibrating
from faier.deciding.question import Question
from faier.lang.claim import Claim
from faier.lang.diagnostics import rejected
from faier.lang.program import Program
from faier.limits import Limits
from faier.running.numbers import number_of
from faier.running.request import Varied

Remade = Callable[[str], Program]
Place = Callable[[Program], tuple[Question, Claim]]


def enough(
    question: Asked, varied: Varied, program: Program, remade: Remade, place: Place, limits: Limits, begin: float
) -> Calibrated:
    """Which values of the setting are enough for the claim."""
    ends = varied.between or ()
    low, high = [number_of(end, "--between", "1/2,10") for end in ends] or (None, None)
    if low is not None and high is not None and low >= high:
        raise rejected("FA804", "--between", "the first number must be less than the second", "write --between 1/2,10")
    asked = calibrating.Asked(varied.name, low, high, varied.digits)
    found = calibrating.calibrate(asked, program, remade, place, limits)
    return calibrated(question, varied.name, found, time.monotonic() - begin)
