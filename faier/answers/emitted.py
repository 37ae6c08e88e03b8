"""The stages of the pipeline written out for people and programs: the tree, the model, the pair."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from faier.answers.answer import Compiled, Question, Stage
from faier.deciding import driver
from faier.deciding.comparison import Subject, comparisons, model
from faier.exact import TooLarge, Undecidable
from faier.hmm import export
from faier.hmm.forward import Hmm
from faier.hmm.hidden import hidden_markov_model, paired_hmm
from faier.hmm.model import Pair
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.program import Program
from faier.lang.show import show
from faier.lang.values import show_value
from faier.limits import LimitReached, Limits


def compiled(
    program: Program, question: Question, item: Claim | Subject, asked: Stage | None, length: int | None, limits: Limits
) -> Compiled:
    """The stage asked for; without one, the mechanism alone, or its pair where a relation or a prior is given. Outputs
    have up to `length` values."""
    subject = driver.subject_of_claim(item) if isinstance(item, Claim) else item
    alone = subject.relation is None and subject.prior is None
    stage: Stage = asked or ("model" if alone else "pair")
    match stage:
        case "tree":
            text = show(program)
            return Compiled(question, ({"text": text, "json": json.dumps(text), "dot": ""},))
        case "model":
            heading = f"{program.path}::{subject.mechanism}"
            return Compiled(
                question, (_written(heading, hidden_markov_model(model(program, subject.mechanism, limits))),)
            )
        case "smt":
            return Compiled(question, (_queried(program, subject, question, item, length, limits),))
        case "pair":
            return Compiled(question, tuple(_pairs(program, subject, length, limits)))
        case _:
            assert_never(stage)


def _queried(
    program: Program, subject: Subject, question: Question, item: Claim | Subject, length: int | None, limits: Limits
) -> dict[str, str]:
    """The query of a claim, as a file that a solver reads. Where there is none, that is an error of the claim."""
    from faier.deciding import by_solver

    if not isinstance(item, Claim):
        raise _no_query(program, subject, "without an epsilon there is nothing to ask", "give --epsilon")
    if item.delta != 0:
        raise _no_query(program, subject, "the query is about an epsilon without a delta", "give --epsilon")
    try:
        query = by_solver.query(program, subject, item.epsilon, length, limits)
    except (LimitReached, TooLarge, Undecidable, ValueError) as error:
        if isinstance(error, LimitReached) and error.name != "encode":
            raise
        raise _no_query(program, subject, str(error), "faier check decides the claim in another way") from None
    text = f"; {question.id}\n; sat: some output is more than e^epsilon times as likely on the left\n{query}"
    return {"text": text, "json": json.dumps(text), "dot": ""}


def _no_query(program: Program, subject: Subject, why: str, hint: str) -> Rejected:
    return rejected("FA808", program.path, f"no query can be written for this claim: {why}", hint, subject.span)


def _pairs(program: Program, subject: Subject, length: int | None, limits: Limits) -> Iterator[dict[str, str]]:
    shown = set()
    for comparison in comparisons(program, subject, length, limits):
        pair = comparison.pair
        if (pair.right_name, pair.left_name, pair.parameters) in shown and pair.left_name is not None:
            continue  # the same two sides in the other order
        shown.add((pair.left_name, pair.right_name, pair.parameters))
        heading = f"{program.path}::{subject.mechanism}[{subject.words}]{_sides(comparison.pair)}"
        yield _written(heading, paired_hmm(comparison.pair))


def _sides(pair: Pair) -> str:
    """Which secrets are compared, and for which parameters."""
    if pair.left_name is None and pair.right_name is None:
        return ""
    parameters = "".join(f", {name} = {show_value(value)}" for name, value in pair.parameters)
    return f": secret {show_value(pair.left_name)} against {show_value(pair.right_name)}{parameters}"


def _written(heading: str, hmm: Hmm) -> dict[str, str]:
    document = json.loads(export.to_json(hmm))
    document.pop("schema")
    return {
        "text": f"{heading}\n{export.to_text(hmm)}",
        "json": json.dumps({"heading": heading} | document),
        "dot": export.to_dot(hmm, heading),
    }
