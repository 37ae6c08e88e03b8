"""Two inputs of a mechanism as the values of a secret: who sees what is shown has to tell which of them it was. So the
model that is explored has no other inputs, and the search finds what tells them apart best."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from functools import cache
from typing import cast

from faier.deciding.comparison import comparisons
from faier.deciding.finding import greater
from faier.deciding.in_turn import completed
from faier.deciding.question import Question
from faier.deciding.replay import witness
from faier.deciding.store import Store
from faier.engines.search.engine import tightest
from faier.engines.verdict import Witness
from faier.exact import exponential_of
from faier.hmm.wholes import Inputs
from faier.lang import parse
from faier.lang.claim import Prior
from faier.lang.program import Program
from faier.lang.syntax import Block
from faier.lang.values import Sequence, Value
from faier.lang.walk import renamed
from faier.limits import Limits
from faier.semantics.in_turn import InTurn

# A file cannot call anything like that.
LEFT, RIGHT, GIVEN = "left of two", "right of two", "given two"

TEXT = """\
from faier import flip, prior, secret
left = right = 0

@prior
def given():
    which = flip(1 / 2)
    secret(which)
    return right if which else left
"""


def told_apart(
    question: Question, turn: InTurn | None, left: Inputs, right: Inputs, limits: Limits
) -> Iterator[Witness]:
    """What tells the two apart best, in both directions: outputs with their probabilities; of what is returned, or by
    its items in turn."""
    about = given_two(question, turn.program if turn else question.program, left, right)
    for comparison in comparisons(about, Store(), limits):
        pair = completed(comparison.pair) if turn else comparison.pair
        result = tightest(pair, comparison.length, limits)
        found = witness(about, comparison, result.word, result.left / pair.left_mass, result.right / pair.right_mass)
        if turn is not None:
            found = replace(found, output=(Sequence(turn.kind, found.output),), ended=True)
        yield replace(named(found, left, right), parameters=())


def exceeding(question: Question, left: Inputs, right: Inputs, limits: Limits) -> Witness | None:
    """An output that is more likely on one side than a claim without a delta allows, not recomputed yet."""
    if question.delta != 0 or question.measure is not None or question.parametric:
        return None
    allowed = exponential_of(question.budget)
    about = given_two(question, question.program, left, right)
    for comparison in comparisons(about, Store(), limits):
        if comparison.unbounded:
            return None
        pair = comparison.pair
        result = tightest(pair, comparison.length, limits)
        if greater(result.lower, allowed):
            found = witness(
                about, comparison, result.word, result.left / pair.left_mass, result.right / pair.right_mass
            )
            return replace(named(found, left, right), parameters=())
    return None


def given_two(question: Question, program: Program, left: Inputs, right: Inputs) -> Question:
    """What is asked, of these two inputs as secrets."""
    subject = replace(question.subject, against=Prior(GIVEN, None))
    return replace(question, program=_given_two(program, _one(left), _one(right)), subject=subject, start=None)


def named(found: Witness, left: Inputs, right: Inputs) -> Witness:
    """What was found of secrets, told of the inputs."""
    sides = (right, left) if dict(found.left)["secret"] is True else (left, right)
    return replace(found, left=tuple(sides[0].items()), right=tuple(sides[1].items()))


def _one(inputs: Inputs) -> Value:
    """What a prior returns for them."""
    values = tuple(inputs.values())
    return values[0] if len(values) == 1 else Sequence("tuple", values)


def _given_two(program: Program, left: Value, right: Value) -> Program:
    """The program with a prior that draws one of the two."""
    given = _prior().function("given")
    body = cast(Block, renamed(given.body, {"left": LEFT, "right": RIGHT}))
    functions = (*program.functions, replace(given, name=GIVEN, body=body))
    return replace(program, functions=functions, constants=(*program.constants, (LEFT, left), (RIGHT, right)))


@cache
def _prior() -> Program:
    return parse(TEXT, "two.py", {})
