"""Where a claim turns whose setting is how wide one draw of noise is that is added last -> the value in closed form.

Where each further step is u times as likely as the one before, ratios are greatest at the numbers that noise is added
to, and these are quotients of polynomials in u.
"""

from __future__ import annotations

from collections.abc import Iterator
from math import gcd, lcm

from flint import fmpq

from faier.calibration.least import Turn
from faier.calibration.roots import Root, root_of
from faier.calibration.unknown_setting import Unknown, falling
from faier.deciding.guide import Guide
from faier.deciding.question import Question
from faier.engines.algebra import engine as algebra
from faier.engines.algebra.domain import Domain, Variable
from faier.engines.algebra.obligations import Obligation
from faier.engines.density.mixture import Mixture
from faier.exact import ZERO, Number, TooLarge, Undecidable, unknown
from faier.lang.syntax import Name
from faier.limits import LimitReached, Limits

# Of more numbers that noise is added to, in all that is compared, no form is looked for.
MOST = 64


def closed_form(guide: Guide, question: Question, turn: Turn, limits: Limits) -> Root | None:
    """None where none is known."""
    if turn.proved is None or turn.refuted is None or not 0 < sum(map(len, guide.weights)) <= MOST:
        return None
    if any(len(law.densities) < len(law.outputs) for one in guide.laws for law in (one.more, one.less)):
        return None
    low, high = sorted((turn.proved, turn.refuted))
    pairs = [
        (mixture, one.less.densities.get(output, ()))
        for one in guide.laws
        for output, mixture in one.more.densities.items()
    ]
    step = _step({part.at for pair in pairs for side in pair for part in side})
    known = None if step is None else _unknown(guide, step)
    if step is None or known is None:
        return None
    items = {item.left / item.right: item for pair in pairs for item in _at_each(*pair, unknown(known.name), step)}
    ends = [end for value in (low, high) for end in known.ends(value)]
    place = Domain((Variable(known.name, min(ends), max(ends), True),))
    try:
        open_ = [ratio for ratio, item in items.items() if not _kept(item, place, question, limits)]
        return root_of(open_[0], question.budget, known, low, high) if len(open_) == 1 else None
    except (LimitReached, TooLarge, Undecidable):
        return None


def _step(numbers: set[fmpq]) -> fmpq | None:
    """The greatest number of which all distances are whole multiples."""
    first = min(numbers)
    below = lcm(*(int((at - first).q) for at in numbers))
    above = gcd(*(int(((at - first) * below).p) for at in numbers))
    return fmpq(above, below) if above else None


def _unknown(guide: Guide, step: fmpq) -> Unknown | None:
    """What noise falls by on a step."""
    (argument,), name = guide.draw.arguments, guide.setting
    if guide.draw.kind == "laplace":
        if argument != Name(name):
            return None
        return Unknown(guide.program, f"exp(-{step} / {name})", "width", step)
    if step.q != 1:
        return None
    if argument == Name(name):
        return Unknown(guide.program, name, "itself", fmpq(1)) if step == 1 else None
    known = falling(guide.program, guide.program.function(guide.subject), argument, name)
    if known is None:
        return None
    standing, unit = known
    return Unknown(guide.program, "falls", standing, unit * step)


def _at_each(left: Mixture, right: Mixture, falls: Number, step: fmpq) -> Iterator[Obligation]:
    """How likely each number is on both sides that noise is added to, but for a common factor."""
    for at in sorted({part.at for part in (*left, *right)}):
        above, below = (
            sum((part.weight * falls ** int(abs(part.at - at) / step) for part in side), start=ZERO)
            for side in (left, right)
        )
        yield Obligation(above, below, ())


def _kept(item: Obligation, place: Domain, question: Question, limits: Limits) -> bool:
    (answer,) = algebra.decide((item,), place, question.budget, limits)
    return isinstance(answer, algebra.Holds)
