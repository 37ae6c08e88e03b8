"""Wrong claims about what picks one of several, or says which are above a threshold: inputs of which some numbers go
one way and others the other way refute them."""

from __future__ import annotations

from itertools import islice

import pytest

from faier.deciding import plan
from faier.deciding.opposed import opposed
from faier.deciding.question import question_of
from faier.deciding.replay import confirm
from faier.deciding.standing_out import standing_out
from faier.deciding.store import Store
from faier.deciding.two_inputs import exceeding
from faier.engines.verdict import Refuted
from faier.exact import compare, exponential_of
from faier.hmm.wholes import holds, input_type
from faier.lang import parse
from faier.lang.program import Program
from faier.lang.values import Sequence
from faier.limits import seconds
from faier.semantics.leaves import leaves_of

HEAD = """\
from dataclasses import dataclass
from faier import Bool, Int, Records, Vector, added, each, laplace, mechanism, one, private, total


@dataclass
class Likes:
    tea: Bool
    jam: Bool
    eggs: Bool


"""

TOP = (
    "counts = [sum(x.tea for x in xs), sum(x.jam for x in xs), sum(x.eggs for x in xs)]\n"
    "noisy = [count + laplace({}) for count in counts]\n"
    "return noisy.index(max(noisy))"
)
ABOVE = (
    "rho = laplace(4)\nfound = []\nfor x in xs:\n    found.append(x + laplace({}) >= 40 + rho)\n"
    "    if found.count(True) == 2:\n        break\nreturn found"
)
BEST = "noisy = [laplace({}) + sum(x[at] for x in xs) for at in range(2)]\nreturn 0 if noisy[0] > noisy[1] else 1"
KEYS = (
    "counts = {{}}\nfor x in xs:\n    for key in sorted({{x[0], x[1], x[2]}}):\n"
    "        counts[key] = counts.get(key, 0) + 1\n"
    "return [key for key in sorted(counts) if counts[key] + laplace(1) > {}]"
)

# The claim, the parameter, the body, and the noise that is too small and the one that is not.
CLAIMS = {
    "one of several": ("epsilon=1, neighbors=added()", "xs: Records[Likes, 40]", TOP, "1 / 2", "2"),
    "above": ("epsilon=1, neighbors=each(1)", "xs: Vector[Int[0, 80], 4]", ABOVE, "4 / 3", "16"),
    "replaced": ("epsilon=1, neighbors=one()", "xs: Vector[Vector[Int[0, 3], 2], 9]", BEST, "3", "6"),
    "moved": (
        "epsilon=1, neighbors=total(2)",
        "xs: Vector[Int[0, 9], 3]",
        BEST.replace("sum(x[at] for x in xs)", "xs[at]"),
        "1",
        "2",
    ),
    "keys": (
        "epsilon=1, delta=0.001, neighbors=added()",
        "xs: Records[tuple[Int[0, 9], Int[0, 9], Int[0, 9]], 40]",
        KEYS,
        "7.3",
        None,
    ),
}


def program(name: str, noise: str) -> Program:
    claim, parameters, body, *_ = CLAIMS[name]
    text = "".join(f"    {line}\n" for line in body.format(noise).splitlines())
    return parse(f"{HEAD}@private({claim})\n@mechanism\ndef shown({parameters}):\n{text}", "a.py", {})


@pytest.mark.parametrize("name", CLAIMS)
def test_what_is_wrong_is_refuted(name: str) -> None:
    given = program(name, CLAIMS[name][3])
    question = question_of(given, given.claims[0])
    found = plan.by_two(question, Store(), seconds(100))
    assert isinstance(found, Refuted), found
    relation = question.subject.relation
    assert relation is not None
    assert holds(relation, question.mechanism, dict(found.witness.left), dict(found.witness.right))
    if question.delta == 0:
        told = confirm(question, found.witness, seconds(20))
        assert told.ratio is not None
        assert compare(told.ratio, exponential_of(question.budget)) > 0


@pytest.mark.parametrize("name", [name for name in CLAIMS if CLAIMS[name][4]])
def test_what_holds_is_not(name: str) -> None:
    given = program(name, CLAIMS[name][4] or "")
    question = question_of(given, given.claims[0])
    relation, function = question.subject.relation, question.mechanism
    assert relation is not None
    types = {parameter.name: input_type(parameter) for parameter in function.parameters}
    for left, right in islice(opposed(relation, types, given), 2):
        assert exceeding(question, left, right, seconds(20)) is None


@pytest.mark.parametrize("name", CLAIMS)
def test_they_are_neighbors_that_differ(name: str) -> None:
    question = question_of(program(name, "1"), program(name, "1").claims[0])
    relation, function = question.subject.relation, question.mechanism
    assert relation is not None
    types = {parameter.name: input_type(parameter) for parameter in function.parameters}
    pairs = list(opposed(relation, types, question.program))
    assert pairs
    assert all(holds(relation, function, left, right) and left != right for left, right in pairs)
    known = list(islice(standing_out(relation, question.program, function), 1_000))
    assert len(known) == len({repr(two) for two in known})
    assert all(two in known for two in pairs)


def test_no_more_rows_than_there_may_be() -> None:
    few = parse(
        f"{HEAD}@private(epsilon=1, neighbors=added())\n@mechanism\ndef shown(xs: Records[Likes, 3]):\n    return 0\n",
        "a.py",
        {},
    )
    question = question_of(few, few.claims[0])
    assert question.subject.relation is not None
    for two in opposed(question.subject.relation, {"xs": input_type(question.mechanism.parameters[0])}, few):
        for side in two:
            rows = side["xs"]
            assert isinstance(rows, Sequence)
            assert len(rows.items) <= 3


def test_they_are_of_the_types() -> None:
    """Edges between numbers say nothing of rows that are none."""
    head = f"{HEAD}from faier import edges\n\n\n@private(epsilon=1, neighbors=edges((0, 1)))\n@mechanism\n"
    given = parse(f"{head}def shown(likes: Likes, x: Int[0, 3]):\n    return 0\n", "a.py", {})
    question = question_of(given, given.claims[0])
    assert question.subject.relation is not None
    pairs = list(standing_out(question.subject.relation, given, question.mechanism))
    types = {parameter.name: input_type(parameter) for parameter in question.mechanism.parameters}
    assert pairs
    for two in pairs:
        assert all(leaves_of(side[name], type_) is not None for side in two for name, type_ in types.items())
