"""A verdict -> its evidence, in the terms of the checker."""

from __future__ import annotations

from flint import fmpq

from faier.certificate.again import NOT_MADE, Document, Timed, compared_words, proof_in, read_again
from faier.certificate.divergences import exceeding, orders
from faier.certificate.growths import growths
from faier.certificate.kept_growths import kept_growths
from faier.certificate.proving import by_payments, proof_of
from faier.certificate.shown import data_of, sides, violation
from faier.certificate.unwritten import Unwritten
from faier.checker.checking import MOST_STEPS
from faier.checker.divergences import divergence, divergences
from faier.checker.fed_process import Joint
from faier.engines.verdict import Proved, Refuted, Unwritable
from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.lang.claim import Budget as Promised
from faier.lang.claim import Claim
from faier.lang.program import Program
from faier.lang.values import Real
from faier.limits import Limits

NOT_DENSITIES = (
    "the checker does not compare sets of outputs with noise without bounds, nor normal noise, nor several scales"
)

# The share of the time for showing that a ratio grows without end; where it does not do, the witness is evidence too.
GROWING = 0.5


def evidence(
    program: Program, claim: Claim, document: Document, verdict: Proved | Refuted, limits: Limits
) -> dict[str, object]:
    if isinstance(verdict.evidence, Unwritable):
        of_an_epsilon = isinstance(verdict, Proved) and isinstance(claim.promise, Promised)
        paid = by_payments(program, document, limits) if of_an_epsilon else None
        if paid is None:
            raise Unwritten(verdict.evidence.why)
        return paid
    if not isinstance(claim.promise, Promised):
        return _measured(program, document, verdict, limits)
    if isinstance(verdict, Refuted):
        if verdict.tight is not None and verdict.tight.growth is not None:
            try:
                with Timed(MOST_STEPS, limits).counting():
                    return _growing(program, document, verdict, limits.share(GROWING))
            except NOT_MADE:
                pass  # the witness is evidence too, though of less
        try:
            return violation(program, claim, verdict.witness)
        except Unwritten as reason:
            raise Unwritten(NOT_DENSITIES if verdict.engine == "density" else str(reason)) from None
    return proof_of(program, document, verdict, limits)


def _growing(program: Program, document: Document, verdict: Refuted, limits: Limits) -> dict[str, object]:
    found = verdict.tight.growth.on_cells if verdict.tight is not None and verdict.tight.growth is not None else None
    if found is None:
        return growths(compared_words(program, document, None, limits), limits)
    file, asked = read_again(program, document)
    knob = dict(verdict.witness.parameters).get(program.epsilon_name or "")
    value = knob.exact if isinstance(knob, Real) and isinstance(knob.exact, fmpq) else None
    prefix, cycle = ([_letter(letter) for letter in part] for part in (found.prefix, found.cycle))
    return kept_growths(Joint(file, asked, Timed(MOST_STEPS, limits)), prefix, cycle, found.grid, value)


def _letter(letter: Letter) -> list[object]:
    match letter:
        case AskLetter(_, left, right):
            return [data_of(left), data_of(right)]
        case TellLetter(value):
            return [data_of(value)]
        case EndLetter():
            raise Unwritten("a word that ends does not go on")


def _measured(program: Program, document: Document, verdict: Proved | Refuted, limits: Limits) -> dict[str, object]:
    """About a Renyi divergence: whole laws of outputs are compared."""
    try:
        file, asked = read_again(program, document)
        budget = Timed(MOST_STEPS, limits)
        with budget.counting():
            if isinstance(verdict, Proved):
                made = orders(file, asked, None if verdict.coverage.all else verdict.coverage.length, budget)
                divergences(file, asked, None, proof_in(made), budget)
            else:
                found = verdict.witness
                made = exceeding(asked, found) | sides(asked.prior is not None, found, dict(found.parameters))
                divergence(file, asked, None, proof_in(made), budget)
            return made
    except NOT_MADE as reason:
        raise Unwritten(f"no evidence was found: {reason}") from None
