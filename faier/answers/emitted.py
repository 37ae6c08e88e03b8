"""The stages of the pipeline written out for people and programs: the tree, the model, the pair."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import assert_never

from faier.answers.answer import Asked, Compiled, Stage
from faier.deciding.comparison import comparisons, process_of
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.exact import TooLarge, Undecidable
from faier.hmm import export
from faier.hmm.forward import Hmm
from faier.hmm.hidden import hidden_markov_model, paired_hmm
from faier.hmm.model import Pair
from faier.lang.diagnostics import Rejected, rejected
from faier.lang.show import show
from faier.lang.syntax import NOWHERE
from faier.lang.values import show_value
from faier.limits import LimitReached, Limits


def compiled(asked: Asked, about: Question, stage: Stage | None, store: Store, limits: Limits) -> Compiled:
    """The stage asked for; without one, the mechanism alone, or its pair where a relation or a prior is given."""
    stage = stage or ("model" if about.subject.against is None else "pair")
    match stage:
        case "tree":
            text = show(about.program)
            return Compiled(asked, ({"text": text, "json": json.dumps(text), "dot": ""},))
        case "model":
            heading = f"{about.program.path}::{about.subject.mechanism}"
            return Compiled(asked, (_written(heading, hidden_markov_model(process_of(about, store, limits))),))
        case "smt":
            return Compiled(asked, (_queried(asked, about, store, limits),))
        case "pair":
            return Compiled(asked, tuple(_pairs(about, store, limits)))
        case _:
            assert_never(stage)


def _queried(asked: Asked, about: Question, store: Store, limits: Limits) -> dict[str, str]:
    """The query of a claim, as a file that a solver reads. Where there is none, that is an error of the claim."""
    from faier.deciding import by_solver

    if about.epsilon is None:
        raise _no_query(about, "without an epsilon there is nothing to ask", "give --epsilon")
    if about.delta != 0:
        raise _no_query(about, "the query is about an epsilon without a delta", "give --epsilon")
    try:
        query = by_solver.query(about, store, limits)
    except (LimitReached, TooLarge, Undecidable, ValueError) as error:
        if isinstance(error, LimitReached) and error.name != "encode":
            raise
        raise _no_query(about, str(error), "faier check decides the claim in another way") from None
    text = f"; {asked.id}\n; sat: some output is more than e^epsilon times as likely on the left\n{query}"
    return {"text": text, "json": json.dumps(text), "dot": ""}


def _no_query(about: Question, why: str, hint: str) -> Rejected:
    message = f"no query can be written for this claim: {why}"
    return rejected("FA808", about.program.path, message, hint, about.subject.span or NOWHERE)


def _pairs(about: Question, store: Store, limits: Limits) -> Iterator[dict[str, str]]:
    shown = set()
    for comparison in comparisons(about, store, limits):
        pair = comparison.pair
        if comparison.parts:
            raise LimitReached(
                "parts", "tuples with noise without bounds in them are told in parts: their pair is not written"
            )
        if (pair.right_name, pair.left_name, pair.parameters) in shown and pair.left_name is not None:
            continue  # the same two sides in the other order
        shown.add((pair.left_name, pair.right_name, pair.parameters))
        heading = f"{about.program.path}::{about.subject.mechanism}[{about.subject.words}]{_sides(comparison.pair)}"
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
