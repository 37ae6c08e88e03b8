"""Two computations of one density: they agree, or faier is wrong."""

from __future__ import annotations

from flint import arb, ctx, fmpq

from faier.deciding.question import Question
from faier.deciding.replay import Mismatch, likelihoods
from faier.engines.density import again
from faier.engines.verdict import Witness
from faier.exact import Number, enclose, substitute, unknowns
from faier.limits import Limits
from faier.semantics import denote

# They agree up to this share of the number.
ALIKE = arb(10) ** -12
# 1 / sqrt(2 pi), nearly.
ROOT = fmpq(39894228040143267793994605993438186847585863116493, 10**50)


def require_alike(found: arb, known: Number, little: arb | int = 0) -> None:
    """Up to what is so little that it does not matter."""
    with ctx.workprec(again.BITS):
        size = enclose(known, again.BITS)
        if abs(found - size) > ALIKE * size + little:
            raise Mismatch(f"a density is {found}, and was told to be {size}")


def densities(question: Question, witness: Witness, limits: Limits) -> tuple[Number, Number] | None:
    """Those of a witness as `denote` computes them from the file, compared with those that it tells; None where they
    are no numbers that can be written. `NotFollowed` where the file is beyond `denote`."""
    left, right = likelihoods(question, witness, limits)
    for exact, known in ((left, witness.probability_left), (right, witness.probability_right)):
        require_alike(enclose(substitute(exact, dict.fromkeys(unknowns(denote.NORMAL), ROOT)), again.BITS), known)
    return None if unknowns(left) or unknowns(right) or right == 0 else (left, right)
