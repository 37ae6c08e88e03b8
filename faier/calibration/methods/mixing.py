"""How much noise Markov quilts never exceed, for chains that are long and mix.

Song, Wang and Chaudhuri (2017), Theorem 4.4 with Lemma B.8, and for histograms Theorem B.9: with k the least integer
that is not less than log((exp(e/6) + 1) / (exp(e/6) - 1) / least) / rate, a chain of 2 k + 3 records or more needs
noise of 4 k / e for a query that a record moves by 1. A record moves a histogram by 2.
"""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.calibration.known import Known, Missing, over_epsilon
from faier.calibration.quilts import chain, mixing
from faier.calibration.quilts.mixing import is_reversible
from faier.exact import Epsilon
from faier.extras import MissingExtraError

BITS = 256


def asks(known: Known) -> fmpq | Missing:
    """The scale of the theorems."""
    if isinstance(known.chains, Missing):
        return known.chains
    if isinstance(known.step, Missing):
        return known.step
    try:
        if not all(is_reversible(one.moves) for one in known.chains):
            return Missing("the chain is not reversible")
        mixed = mixing(chain(one.moves, one.length, one.start) for one in known.chains)
    except (ValueError, MissingExtraError) as error:
        return Missing(str(error))
    steps = steps_of(known.epsilon, mixed.least, mixed.rate)
    if steps is None or any(one.length < 2 * steps + 3 for one in known.chains):
        return Missing("the chain is not long enough for how fast it mixes")
    return over_epsilon(4 * steps * known.step, known.epsilon)


def steps_of(epsilon: Epsilon, least: fmpq, rate: fmpq) -> int | None:
    """How far away records of a quilt are enough, rounded up."""
    with ctx.workprec(BITS):
        power = (epsilon.enclose(BITS) / 6).exp()
        found = (((power + 1) / (power - 1) / arb(least)).log() / arb(rate)).upper().ceil().unique_fmpz()
    return None if found is None else int(found)
