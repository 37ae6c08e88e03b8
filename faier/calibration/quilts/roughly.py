"""The Markov quilt mechanism for chains of which only their mixing is known: Algorithms 3 to 5, MQMApprox.

Song, Wang and Chaudhuri 2017, Lemma B.4 and appendix B.8; Song and Chaudhuri 2017, Lemma II.3. Whatever the first
record is, the influence on what is t steps later is at most log((1 + d) / (1 - d)), and twice that on what is t steps
before, where d = exp(-rate t) / least is less than 1. All records are alike.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import exp, inf, log

from flint import arb, ctx, fmpq

from faier.calibration.quilts.chains import Number, exact_number
from faier.calibration.quilts.covering import covered
from faier.calibration.quilts.mixing import Mixing
from faier.calibration.quilts.scale import BITS, Budget, Quilt, Quilted, as_epsilon
from faier.exact import nearest_float


class Mixed:
    """Records of chains that mix so fast."""

    def __init__(self, known: Mixing) -> None:
        self.known = known
        self.least, self.rate = nearest_float(known.least), nearest_float(known.rate)

    def about(self, before: int | None, after: int | None) -> float:
        return (0.0 if before is None else 2 * self._about(before)) + (0.0 if after is None else self._about(after))

    def _about(self, steps: int) -> float:
        part = exp(-self.rate * steps) / self.least
        return inf if part >= 1 else log((1 + part) / (1 - part))

    def certainly(self, quilt: Quilt) -> arb | None:
        if quilt.before is None and quilt.after is None:
            return None
        with ctx.workprec(BITS):
            total = arb(0)
            for steps, times in ((quilt.before, 2), (quilt.after, 1)):
                if steps is not None:
                    part = (-arb(self.known.rate) * steps).exp() / self.known.least
                    total += times * ((1 + part) / (1 - part)).log() if part < 1 else arb.pos_inf()
            return total


def quilts_by_mixing(
    known: Mixing,
    length: int,
    epsilon: Budget,
    *,
    lipschitz: Number = 1,
    records: Iterable[int] | None = None,
) -> Quilted:
    """The scale of Laplace noise that MQMApprox asks for, with quilts on both sides, on one, or on none."""
    secret = range(1, length + 1) if records is None else sorted(set(records))
    if not secret or secret[0] < 1 or secret[-1] > length:
        raise ValueError(f"the records are counted from 1 to {length}")
    step: fmpq = exact_number(lipschitz)
    covers = covered(Mixed(known), secret, length, as_epsilon(epsilon), step)
    return Quilted(max(cover.scale for cover in covers), tuple(covers))
