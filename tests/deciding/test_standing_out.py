"""Claims about very many inputs that are wrong: two inputs that stand out refute them in a moment."""

from __future__ import annotations

import pytest
from asked import check, subject_of

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.replay import confirm
from faier.deciding.standing_out import standing_out
from faier.deciding.store import Store
from faier.engines.verdict import Proved, Refuted, Verdict
from faier.exact import compare, exponential_of
from faier.hmm.wholes import holds
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import seconds

HEAD = """\
from dataclasses import dataclass
from faier import Bool, Int, Records, Vector, added, each, gaussian, geometric, laplace, log, mechanism, one, private
from faier import Public, edges, total


@dataclass
class Likes:
    comedy: Bool
    drama: Bool
    horror: Public[Bool]


"""

# The claim, the parameters, and the body.
WRONG = {
    "no clamp": ("epsilon=1, neighbors=added()", "xs: Records[Int[0, 100], 40]", "return sum(xs) + laplace(60)"),
    "more than one cell of a row": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Likes, 30]",
        "return [sum(x.comedy for x in xs) + laplace(1), sum(x.drama for x in xs) + laplace(1)]",
    ),
    "a delta": (
        "epsilon=1, delta=0.00001, neighbors=added()",
        "xs: Records[Int[0, 2], 30]",
        "return sum(xs) + gaussian(3.7304)",
    ),
    "noise as large as the data say": (
        "epsilon=1, neighbors=one()",
        "xs: Vector[Int[0, 8], 5]",
        "middle = sorted(xs)[1:4]\nreturn middle[1] + laplace(max(middle[2] - middle[0], 1))",
    ),
    "kept noise that is shown": (
        "epsilon=1, neighbors=each(1)",
        "xs: Vector[Int[0, 5], 8]",
        "rho = laplace(2)\nfor at in range(8):\n    noisy = xs[at] + laplace(4)\n    if noisy >= rho:\n"
        "        return at, noisy\nreturn 0",
    ),
    "keys of the data": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Int[0, 9], 20]",
        "counts = {}\nfor x in xs:\n    counts[x] = counts.get(x, 0) + 1\n"
        "return {x: counts[x] + laplace(1) for x in sorted(counts)}",
    ),
    "enough rows": (
        "epsilon=1, neighbors=added()",
        "xs: Records[tuple[Bool, Int[0, 25]], 100]",
        "few = [x for flag, x in xs if flag]\nif len(few) < 30:\n    return None\nreturn sum(few) + laplace(25)",
    ),
    "integers": (
        "epsilon=log(2), neighbors=total(2)",
        "xs: Vector[Int[0, 9], 6]",
        "return sum(xs) + geometric(1 / 2)",
    ),
    "edges": (
        "epsilon=1, neighbors=edges((0, 4))",
        "xs: Vector[Int[0, 4], 6]",
        "return sum(xs) + laplace(3)",
    ),
    "several inputs": (
        'epsilon=1, neighbors={"xs": added(), "y": one(2)}',
        "xs: Records[Int[0, 9], 20], y: Int[0, 9], known: Public[Int[0, 3]]",
        "return sum(xs) * known + y + laplace(9)",
    ),
}


def program(claim: str, parameters: str, body: str) -> Program:
    text = "".join(f"    {line}\n" for line in body.splitlines())
    return parse(f"{HEAD}@private({claim})\n@mechanism\ndef shown({parameters}):\n{text}", "a.py", {})


def decided(given: Program) -> Verdict:
    return check(given, given.claims[0], limits=seconds(60))


@pytest.mark.parametrize("name", WRONG)
def test_two_inputs_refute(name: str) -> None:
    given = program(*WRONG[name])
    question = question_of(given, given.claims[0])
    found = decided(given)
    assert isinstance(found, Refuted), found
    relation = question.subject.relation
    assert relation is not None
    assert holds(relation, question.mechanism, dict(found.witness.left), dict(found.witness.right))
    if question.delta == 0:
        told = confirm(question, found.witness, seconds(20))
        assert told.ratio is None or compare(told.ratio, exponential_of(question.budget)) > 0
    else:
        excess = found.witness.excess
        assert excess is not None
        assert compare(excess, question.delta) > 0


RIGHT = {
    "a clamp": ("epsilon=1, neighbors=added()", "xs: Records[Int[0, 60], 40]", "return sum(xs) + laplace(60)"),
    "a delta": (
        "epsilon=1, delta=0.000011, neighbors=added()",
        "xs: Records[Bool, 5]",
        "return sum(xs) + gaussian(3.7304)",
    ),
    "one cell of a row": (
        "epsilon=1, neighbors=added()",
        "xs: Records[Int[0, 3], 30]",
        "return [sum(x == at for x in xs) + laplace(1) for at in range(4)]",
    ),
}


@pytest.mark.parametrize("name", RIGHT)
def test_what_holds_is_not_refuted(name: str) -> None:
    given = program(*RIGHT[name])
    assert plan.by_two(question_of(given, given.claims[0]), Store(), seconds(20)) is None
    assert isinstance(decided(given), Proved)


@pytest.mark.parametrize("relation", ["one()", "one(2)", "total(3)", "each(1)", "edges((0, 9), (2, 3))"])
def test_they_are_neighbors_and_differ(relation: str) -> None:
    given = program("epsilon=1, neighbors=one()", "xs: Vector[Int[0, 9], 4], y: Int[3, 9]", "return 0")
    subject = subject_of(given, "shown", relation, None)
    assert subject.relation is not None
    several = list(standing_out(subject.relation, given, given.function("shown")))
    assert len(several) >= 4
    for left, right in several:
        assert left != right
        assert holds(subject.relation, given.function("shown"), left, right)
