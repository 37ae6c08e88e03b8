"""A question about Laplace noise on the sum of the records of a long chain -> the ends of what any day may lose.

From below by outputs far out on either side of all sums, from above by couplings, which hold for longer chains too.
Both are computed on balls. Chains that are short are left to the laws of their sums, unless both ends meet. Where
chances are unknown reals of a box, chains at some of its corners are looked at from below, and all of the box from
above.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from flint import arb, arb_mat, ctx, fmpq

from faier.calibration.constants import Varying
from faier.calibration.known import Missing
from faier.calibration.separated import Separated, separated
from faier.calibration.sums import balls, boxes, coupled, parted
from faier.calibration.sums.balls import PRECISION, Extreme, Listed
from faier.calibration.sums.kernel import Added, Kernel
from faier.calibration.sums.parted import Aim
from faier.deciding.alike import require_alike
from faier.deciding.chains_in_boxes import box_of, classes_of, points
from faier.deciding.comparison import nothing_compared
from faier.deciding.finding import Finding
from faier.deciding.in_steps import InBox, Stepped, in_steps
from faier.deciding.noisy_chains import FEWEST, noise_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.deciding.whole_inputs import listed
from faier.engines.density.rounding import above, below
from faier.engines.verdict import Coverage, Proved, Refuted, Tight, Undecided, Unwritable, Verdict, Witness
from faier.exact import TooLarge, Undecidable
from faier.lang.comparing import as_equal
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.values import Near, Real, Value, whole
from faier.limits import LimitReached, Limits

ALL = Coverage(1, True)
NOTHING = Coverage(0, False)
# Of sums with more values than this the checker cannot follow each in time.
FOLLOWED = 200
TOO_LONG = Unwritable(f"the checker follows each of the sums that a chain may have, and these are more than {FOLLOWED}")
# Of shorter chains the laws are looked at at once.
MANY = 24
# Ends that are no further apart are as one.
CLOSE = fmpq(1, 10**9)
# Densities that are smaller are not written out.
TINY_FRACTION = fmpq(1, 1 << 14000)
TINY = arb(TINY_FRACTION)


@dataclass(frozen=True)
class Long:
    """The chains of the class, and the rate of the noise, `exactly` where that is a fraction. Where chances are unknown
    the chains of the class are those of `classes`, for all values in the box, and these are some of them."""

    chains: tuple[Stepped, ...]
    rate: arb
    exactly: fmpq | None
    classes: tuple[InBox, ...] = ()
    box: boxes.Box = field(default_factory=dict)

    @property
    def short(self) -> bool:
        """Whether laws of all sums may be looked at instead."""
        return not self.classes and any(one.short for one in self.chains)

    @property
    def evidence(self) -> Unwritable | None:
        values = max(one.steps.count * one.kernel.reach for one in self.chains)
        return TOO_LONG if values > FOLLOWED else None


def is_long(question: Question, limits: Limits) -> bool:
    """Whether questions like this are for here."""
    asked = not question.delta and not question.unknown_epsilon and question.epsilon is not None
    long = _long(question, limits) if asked and question.engine == "auto" else None
    if long is None:
        return False
    if not long.short:
        return True
    with ctx.workprec(PRECISION):
        least, of = _least(question, long, limits)
        goal = least.factor * arb(1 + CLOSE)
        return bool(_most(question, long, _aim(goal, of, least=True), limits) <= goal)


def check(question: Question, store: Store, limits: Limits) -> Verdict | None:
    """None where this is not for here."""
    long = store.once(("long sums", question.compared), lambda: _long(question, limits))
    if long is None:
        return None
    with ctx.workprec(PRECISION):
        goal = question.budget.enclose(PRECISION).exp()
        least, of = _least(question, long, limits)
        low = below(least.factor)
        if least.factor > goal:
            witness = _witness(question, long, of, least)
            return Refuted(ALL, "density", witness, Tight(low, None, False, witness), long.evidence)
        if _hidden_at_once(question, long):
            near = Aim(least.factor * arb(1 + CLOSE), None)
            upper = _most(question, long, near, limits) if long.classes or long.short else goal
            return Proved(ALL, "density", Tight(low, above(upper), False, None), long.evidence)
        upper = _most(question, long, _aim(goal, of), limits)
        tight = Tight(low, above(upper), False, None)
        if upper <= goal:
            return Proved(ALL, "density", tight, long.evidence)
        if long.short:
            return None
        ends = " and ".join(end.log().str(12, radius=False) for end in (least.factor, upper))
    return Undecided(
        NOTHING, "density", f"the greatest loss is between {ends}, which does not tell it from the claim", tight
    )


def bound(question: Question, store: Store, limits: Limits, *_: Finding) -> Finding | None:
    long = store.once(("long sums", question.compared), lambda: _long(question, limits))
    if long is None:
        return None
    with ctx.workprec(PRECISION):
        least, of = _least(question, long, limits)
        upper = _most(question, long, _aim(least.factor * arb(1 + CLOSE), of, least=True), limits)
        if long.short and not upper <= least.factor * arb(1 + CLOSE):
            return None
        tight = Tight(below(least.factor), above(upper), False, _witness(question, long, of, least))
        known = upper <= least.factor * arb(1 + CLOSE)
    return Finding(tight, ALL, "density", None if known else "the coupling that was found may be too careful")


def _long(question: Question, limits: Limits) -> Long | None:
    try:
        found = separated(question.program, question.subject.mechanism)
        if isinstance(found, Missing) or found.kind != "laplace" or found.shaped or question.prior is None:
            return None
        classes: list[InBox] = []
        if question.unknown_reals:
            classes = classes_of(question, found, limits) or []
            chains: list[Stepped] | None = None
        else:
            chains = _seen(question, found, limits)
        if not (chains or classes) or any(one.steps.count < (MANY if one.short else FEWEST) for one in chains or ()):
            return None
        for names in {one.chain.names for one in classes} or {one.kernel.names for one in chains or ()}:
            if len(set(map(as_equal, names))) < len(names):
                return None
        (rate,) = noise_of(question, found).rates
        if rate.unknowns:
            return None
        ball = rate.enclose(PRECISION + 64)
        if chains is None:
            chains = list(points(question, classes, lambda one: _lost(one, ball, limits), limits))
        if not any(_compares(question, one.kernel.names)(a, b) for one in chains for a, b in _pairs(one.kernel)):
            raise nothing_compared(question, max(len(one.kernel.names) for one in chains))
        return Long(tuple(chains), ball, rate.plain, tuple(classes), box_of(question))
    except (Varying, Failure, LimitReached, TooLarge, Undecidable):
        return None


def _seen(question: Question, found: Separated, limits: Limits) -> list[Stepped] | None:
    """What is wrong with the file is told by whoever follows it whole."""
    try:
        return in_steps(question, found, limits)
    except Rejected:
        return None


def _pairs(kernel: Kernel) -> list[tuple[int, int]]:
    numbers = range(len(kernel.names))
    return [(one, other) for one in numbers for other in numbers if one != other]


def _compares(question: Question, names: tuple[Value, ...]) -> Listed:
    pairs = question.subject.pairs
    return lambda one, other: listed(names[one], names[other], pairs)


def _least(question: Question, long: Long, limits: Limits) -> tuple[Extreme, Stepped]:
    """The greatest factor that is seen."""
    best: tuple[Extreme, Stepped] | None = None
    for one in long.chains:
        marks = (one.steps.low, one.steps.high)
        compares = _compares(question, one.kernel.names)
        for found in balls.extremes(one.kernel, one.steps.count, marks, long.rate, compares, limits):
            if best is None or found.factor.lower() > best[0].factor.lower():
                best = found, one
    if best is None:
        raise nothing_compared(question, 1)
    return best


def _hidden_at_once(question: Question, long: Long) -> bool:
    """Whether the noise is enough for all days at once, exactly as much or more."""
    rate, epsilon = long.exactly, question.budget.plain
    if rate is None or epsilon is None:
        return False
    return all(
        rate * (one.kernel.most(one.steps.count) - one.kernel.least(one.steps.count)) <= epsilon for one in long.chains
    )


def _aim(goal: arb, of: Stepped, *, least: bool = False) -> Aim:
    return Aim(goal, {name: value.exact for name, value in of.given if isinstance(value, Real)}, least)


def _most(question: Question, long: Long, aim: Aim, limits: Limits) -> arb:
    """No factor is greater, for any chain of the class. Where days are not coupled, noise hides all of them at once."""
    worst = arb(1)
    for one in long.classes or long.chains:
        steps, chain = one.steps, one.chain if isinstance(one, InBox) else one.kernel
        found = (long.rate * arb(chain.most(steps.count) - chain.least(steps.count))).exp()
        if not found <= aim.goal:
            marks, compares = (steps.low, steps.high), _compares(question, chain.names)
            if isinstance(chain, Kernel) and not long.short:
                most = coupled.at_most(chain, steps.count, marks, long.rate, compares, aim.goal, limits)
            else:
                most = parted.at_most(chain, long.box, steps.count, marks, long.rate, compares, aim, limits)
            if most is not None and most < found:
                found = most
        worst = arb(max(worst.upper(), found.upper()))
    return worst


def _lost(one: Stepped, rate: arb, limits: Limits) -> float:
    """About how much the worst outputs of this chain lose in the middle, whatever is compared."""
    middle = (one.steps.low + one.steps.high) // 2
    every = balls.extremes(one.kernel, one.steps.count, (middle, middle), rate, lambda a, b: True, limits)
    return max((float(found.factor.mid()) for found in every), default=0.0)


def _witness(question: Question, long: Long, of: Stepped, found: Extreme) -> Witness:
    """The output next to all sums, with its densities as a single run of the chain has them."""
    kernel, count = of.kernel, of.steps.count
    at = kernel.least(count) if found.below else kernel.most(count)
    exponent = -long.rate if found.below else long.rate
    scale = long.rate / 2 * (-exponent * arb(at)).exp()
    left, right = (_again(kernel, count, found.step, secret, exponent) * scale for secret in (found.left, found.right))
    factor = below(found.factor)
    require_alike(left / right, factor)
    low, high = (below(left), above(right)) if left > TINY else (fmpq(0), TINY_FRACTION)
    names: tuple[Value, Value] = (kernel.names[found.left], kernel.names[found.right])
    parameters = dict(of.at(found.step))
    assert question.prior is not None
    return Witness(
        left=(("secret", names[0]),),
        right=(("secret", names[1]),),
        output=whole((Near(at + of.query.offset),)),
        ended=True,
        probability_left=low,
        probability_right=high,
        ratio=factor,
        parameters=tuple((item.name, parameters[item.name]) for item in question.prior.parameters),
        rounded=True,
    )


def _again(kernel: Kernel, count: int, step: int, secret: int, exponent: arb) -> arb:
    """The mean of e to the exponent times the sum, given the secret at this step: the chain is gone along once."""
    size = len(kernel.moves)

    def along(exponent: arb) -> arb:
        def matrix(rows: tuple[Added, ...], width: int) -> arb_mat:
            entries = [[arb(0)] * width for _ in rows]
            for row, line in zip(rows, entries, strict=True):
                for place, shift, chance in row:
                    line[place] += arb(chance) * (exponent * arb(kernel.unit * shift)).exp()
            return arb_mat(entries)

        moves = matrix(kernel.moves, size)
        only = arb_mat([[int(a == b and kernel.secrets[a] == secret) for b in range(size)] for a in range(size)])
        found = (
            matrix((kernel.start,), size) * moves**step * only * moves ** (count - 1 - step) * matrix(kernel.last, 1)
        )
        return found[0, 0]

    return along(exponent) / along(arb(0))
