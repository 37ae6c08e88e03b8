"""About where a claim turns, in floats, where a setting is nothing but how wide the noise is that is added last.

Chances are sums of powers of one number, exp(-rate), whatever the setting is: the ratios are functions of that number
alone, which are read once and solved for it. Nothing is decided here.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

from flint import fmpq

from faier.calibration.added_last import Sense, added_last
from faier.calibration.constants import Varying, constant, value_at
from faier.calibration.known import Missing
from faier.calibration.separated import separated
from faier.deciding.laws import Compared, along_chains, compared
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.mixture import Mixture
from faier.engines.density.weighing import Unread
from faier.exact import Epsilon, TooLarge, Undecidable, enclose, nearest_float
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Binary, Block, Draw, Function, Literal, Return
from faier.limits import LimitReached, Limits
from faier.semantics import draw_arguments

# So often the setting of the file is doubled or halved, and then the interval between two values.
DOUBLINGS, HALVINGS = 60, 80
# Nearer than this to what is allowed, an epsilon may be exactly that.
CLOSE = 1e-9
# Of the time that is left, for reading the laws.
SHARE = 0.25
BITS = 64

Weights = tuple[tuple[float, float, float], ...]
"""Where noise is added, how likely that is on the left and on the right."""


class Guiding:
    """What is known in floats of how much is lost at each value of a setting."""

    def excess(self, value: fmpq, allowed: float) -> float | None:
        """About how far the tight epsilon is above what is allowed."""
        raise NotImplementedError

    def rises(self, start: fmpq, allowed: float) -> bool | None:
        """Whether more is lost at greater values."""
        raise NotImplementedError

    def needed(self, allowed: float) -> bool:
        """Whether, in floats, more than what is allowed is lost without any noise."""
        raise NotImplementedError

    def about(self, low: fmpq | None, high: fmpq | None, start: fmpq, epsilon: Epsilon) -> fmpq | None:
        """About where epsilon is what is allowed, in floats."""
        allowed = epsilon.value
        inside, outside = start, start
        here, rises = self.excess(start, allowed), self.rises(start, allowed)
        if here is None or rises is None or start <= 0:
            return None
        up = (here > 0) != rises
        end = high if up else low
        edge: fmpq | None = None  # no setting can be this
        for _ in range(DOUBLINGS):
            outside = inside * 2 if up else inside / 2
            if end is not None and (outside - end > 0) == up:
                outside = end
            if edge is not None and (outside - edge >= 0) == up:
                outside = (inside + edge) / 2
            there = self.excess(outside, allowed)
            if outside == inside:
                return None
            if there is None:
                edge = outside
                continue
            if (there > 0) != (here > 0):
                break
            inside = outside
        else:
            return None
        for _ in range(HALVINGS):
            middle = (inside + outside) / 2
            middle = fmpq(round(int(middle.p) * 2**60 / int(middle.q)), 2**60) if middle.q > 2**70 else middle
            there = self.excess(middle, allowed)
            if there is None or middle in (inside, outside):
                break
            inside, outside = (inside, middle) if (there > 0) != (here > 0) else (middle, outside)
        return inside


@dataclass
class Guide(Guiding):
    """What the noise of the draw is added to, in each two laws that are compared: with Laplace noise in its place."""

    program: Program
    subject: str
    setting: str
    sense: Sense
    draw: Draw
    weights: tuple[Weights, ...]
    laws: list[Compared]

    def rises(self, start: fmpq, allowed: float) -> bool | None:
        return self.sense == -1

    def excess(self, value: fmpq, allowed: float) -> float | None:
        try:
            rate = _rate(value_at(self.program, self.setting, value), self.subject, self.draw)
        except (Varying, Failure, TooLarge, Undecidable):
            return None
        return max(greatest(weights, rate) for weights in self.weights) - allowed

    def needed(self, allowed: float) -> bool:
        every = (chances for weights in self.weights for _, *chances in weights)
        return any(left > right * math.exp(allowed) * (1 + CLOSE) for left, right in every)


def guide(program: Program, question: Question, setting: str, limits: Limits) -> Guide | None:
    """Of geometric noise on one number: where Laplace noise falls as fast, ratios are as great on integers. None where
    the setting is something else."""
    subject = question.subject
    sense = added_last(program, subject.mechanism, subject.prior, setting)
    found = separated(program, subject.mechanism) if sense is not None else None
    if sense is None or found is None or isinstance(found, Missing) or found.kind != "geometric":
        return None
    if question.engine != "auto" or question.delta or question.parametric or question.epsilon is None:
        return None
    bare = found.program.function(subject.mechanism)
    if bare.yields or not isinstance(bare.body[-1], Return):
        return None
    noisy = _with_noise(bare)
    functions = tuple(noisy if one is bare else one for one in found.program.functions)
    other = replace(question, program=replace(found.program, functions=functions))
    within = limits.share(SHARE)
    try:
        laws = list(along_chains(other, within) or compared(other, Store(), within))
    except (Varying, Failure, Unread, Rejected, TooLarge, Undecidable, LimitReached):
        return None
    weights = tuple(weights for one in laws for weights in weights_of(one))
    draw = Draw("geometric", (found.width,))
    return Guide(program, subject.mechanism, setting, sense, draw, weights, laws) if weights else None


def _with_noise(function: Function) -> Function:
    """What it returns, with a real added."""

    def noisy(block: Block) -> Block:
        *before, last = block
        assert isinstance(last, Return)
        assert last.value is not None
        return (*before, replace(last, value=Binary("+", last.value, Draw("laplace", (Literal(1),)))))

    return replace(function, body=noisy(function.body))


def _rate(program: Program, mechanism: str, draw: Draw) -> float:
    values = [constant(program, program.function(mechanism), argument) for argument in draw.arguments]
    if draw.kind == "geometric":
        part = float(enclose(draw_arguments.probability(draw.kind, values), BITS))
        if not 0 < part < 1:
            raise Varying
        return -math.log(part)
    return draw_arguments.rate(draw.kind, values).value


def weights_of(one: Compared) -> Iterator[Weights]:
    """Those of each output with a real in it."""
    for output, mixture in one.more.densities.items():
        yield _weights(mixture, one.less.densities.get(output, ()))


def _weights(left: Mixture, right: Mixture) -> Weights:
    known: dict[float, list[float]] = {}
    for number, mixture in enumerate((left, right)):
        for part in mixture:
            known.setdefault(nearest_float(part.at), [0.0, 0.0])[number] += nearest_float(part.weight)
    return tuple((at, one, other) for at, (one, other) in sorted(known.items()))


def greatest(weights: Weights, rate: float) -> float:
    """The greatest logarithm of the ratio of both densities: at one of the numbers that noise is added to."""
    sums = [[0.0, 0.0] for _ in weights]
    for order in (range(len(weights)), range(len(weights) - 1, -1, -1)):
        one = other = 0.0
        last: float | None = None
        for number in order:
            at, left, right = weights[number]
            faded = 0.0 if last is None else math.exp(-rate * abs(at - last))
            one, other, last = one * faded, other * faded, at
            sums[number][0] += one
            sums[number][1] += other
            one, other = one + left, other + right
    found = -math.inf
    for (_, left, right), (more, less) in zip(weights, sums, strict=True):
        above, below = left + more, right + less
        found = max(found, math.inf if below == 0 else -math.inf if above == 0 else math.log(above / below))
    return found
