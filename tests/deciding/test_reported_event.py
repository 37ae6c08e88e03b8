"""Violations that somebody else reports: each is held against the exact distribution of the mechanism."""

from __future__ import annotations

import json
from pathlib import Path

import asked
import pytest
from flint import fmpq
from referee.generate import generate

from faier.command.cli import main
from faier.deciding.event import Event
from faier.deciding.reported_event import certify
from faier.engines.verdict import Refuted
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Value, show_value
from faier.limits import Limits

FILE = """\
from faier import (Bool, Int, Probability, Public, Real, Stream, Vector, flip, gaussian, laplace, log, mechanism, one,
                   pairs, prior, private, secret, uniform)


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000, neighbors=one())
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer


@prior
def belief(p: Probability, n: Int[0, 2], r: Real[0, 1]):
    sick = flip(p)
    secret(sick)
    return sick


@private(epsilon=log(3), prior=belief)
@mechanism
def believed(answer: Bool, shown: Public[Bool]):
    return (answer, shown) if flip(3 / 4) else (not answer, shown)


@private(epsilon=0, neighbors=pairs((0, 1)))
@mechanism
def only_up(x: Int[0, 1]):
    return [x] if flip(2 / 3) else [1 - x]


@private(epsilon=log(2), neighbors=one())
@mechanism
def stream(bits: Stream[Bool]):
    for bit in bits:
        yield bit if flip(3 / 4) else not bit
    yield 2


@private(epsilon=log(2), delta=1 / 4, neighbors=one())
@mechanism
def dice(x: Int[0, 1]):
    return uniform(0, 3) if flip(1 / 2) else x


@private(epsilon=1 / 2, neighbors=one())
@private(epsilon=1 / 2 - 1 / 1000, neighbors=one())
@private(epsilon=1 / 4, delta=1 / 8, neighbors=one())
@mechanism
def laplacian(x: Int[0, 1]):
    return x + laplace(2)


@private(epsilon=1 / 2, neighbors=one())
@mechanism
def cut(x: Int[0, 1]):
    noisy = x + gaussian(1)
    if noisy > 1 or x:
        return noisy
"""


def answers(name: str, left: str, right: str, *outputs: str, given: tuple[str, ...] = ()) -> list[bool | None]:
    program = parse(FILE, "file.py")
    event = Event(tuple(left.split(";")), tuple(right.split(";")), outputs, given)
    return [
        certify(program, claim, event, Limits()).real for claim in program.claims if claim.subject.mechanism == name
    ]


CASES = [
    ("laplacian", "0", "1", ["real at 0"], [False, True, None]),
    ("laplacian", "0", "1", ["real at 1/2"], [False, False, None]),
    ("laplacian", "0", "1", ["real at 0", "real at 2"], [None, None, None]),
    ("laplacian", "0", "1", ["0"], [False, False, False]),
    ("cut", "0", "1", ["real at 5"], [True]),
    ("cut", "0", "1", ["real just above 1"], [False]),
    ("cut", "0", "1", ["real just below 1"], [True]),
    ("response", "True", "False", ["True"], [False, True]),
    ("response", "False", "answer=True", ["True"], [False, True]),
    ("response", "True", "True", ["True"], [False, False]),
    ("response", "True", "False", ["True", "False"], [False, False]),
    ("response", "True", "False", ["7"], [False, False]),
    # The relation has one direction, and only the other one is asked for.
    ("only_up", "0", "1", ["[0]"], [True]),
    ("only_up", "1", "0", ["[0]"], [True]),
    ("only_up", "0", "0", ["[0]"], [False]),
    ("stream", "[True, True]", "[True, False]", ["[True, True]"], [True]),
    ("stream", "[True, True]", "[True, False]", ["[True]"], [False]),
    # An event that is counted once: the second output begins with the first.
    ("stream", "[True, True]", "[True, False]", ["[True]", "[True, True]"], [False]),
    ("stream", "[True, True]", "[True]", ["[True]"], [False]),
    ("dice", "0", "1", ["0"], [True]),
    ("dice", "0", "1", ["0", "0", "0"], [True]),
    ("dice", "0", "1", ["2", "3"], [False]),
]


@pytest.mark.parametrize(("name", "left", "right", "outputs", "expected"), CASES)
def test_events(name: str, left: str, right: str, outputs: list[str], expected: list[bool]) -> None:
    assert answers(name, left, right, *outputs) == expected


def test_an_event_of_several_outputs_weighs_what_they_weigh_together() -> None:
    program = parse(FILE, "file.py")
    claim = next(claim for claim in program.claims if claim.subject.mechanism == "dice")
    found = certify(program, claim, Event(("0",), ("1",), ("0", "2", "0")), Limits()).witness
    assert found is not None and found.excess is not None
    left, right = fmpq(5, 8) + fmpq(1, 8), fmpq(1, 8) + fmpq(1, 8)
    assert (found.probability_left, found.probability_right) == (left, right)
    assert found.excess == left - 2 * right


def test_secrets() -> None:
    given = ("p=1/3", "n=1", "r=0", "shown=False")
    assert answers("believed", "True", "False", "(True, False)", given=given) == [False]
    program = parse(FILE.replace("log(3), prior", "1, prior"), "file.py")
    claim = next(claim for claim in program.claims if claim.subject.prior)
    assert certify(program, claim, Event(("True",), ("False",), ("(True, False)",), given), Limits()).real


WRONG = [
    ("response", "2", "True", ["True"], ()),
    ("response", "True;False", "True", ["True"], ()),
    ("response", "nobody=True", "True", ["True"], ()),
    ("response", "True", "True", [], ()),
    ("response", "answer=", "True", ["True"], ()),
    ("believed", "True", "False", ["True"], ("p=1/3", "n=1", "shown=False")),
    ("believed", "True", "False", ["True"], ("p=0", "n=1", "r=1", "shown=False")),
    ("believed", "True", "False", ["True"], ("p=1/3", "n=3", "r=1", "shown=False")),
    ("believed", "True", "3", ["True"], ("p=1/3", "n=1", "r=1", "shown=False")),
    ("stream", "[2]", "[True]", ["[True]"], ()),
]


@pytest.mark.parametrize(("name", "left", "right", "outputs", "given"), WRONG)
def test_what_does_not_fit_is_refused(
    name: str, left: str, right: str, outputs: list[str], given: tuple[str, ...]
) -> None:
    with pytest.raises(Rejected):
        answers(name, left, right, *outputs, given=given)


@pytest.mark.parametrize("seed", range(40))
def test_a_witness_is_a_real_violation_and_a_weaker_claim_is_not_violated(seed: int) -> None:
    """What the search finds on random mechanisms, typed again as a user would."""
    try:
        program = parse(generate(seed).text(), "file.py")
        refuted = [
            (claim, verdict.witness)
            for claim in program.claims
            if claim.subject.prior is None and isinstance(verdict := asked.check(program, claim), Refuted)
        ]
    except Rejected:
        return
    for claim, found in refuted:
        left, right = (tuple(f"{name}={written(value)}" for name, value in side) for side in (found.left, found.right))
        shown = ", ".join(map(written, found.output))
        typed = f"[{shown}]" if program.function(claim.subject.mechanism).yields else shown
        event = Event(left, right, (typed,), prefix=not found.ended)
        judged = certify(program, claim, event, Limits())
        assert judged.real is True
        assert judged.witness is not None
        assert judged.witness.probability_left == found.probability_left
        assert judged.witness.probability_right == found.probability_right


def written(value: Value) -> str:
    """The value as it is typed on the command line, where every fraction is exact."""
    return show_value(value)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "file.py"
    path.write_text(FILE)
    words = ["certify", f"{path}::response", "--left", "True", "--right", "False", "--output", "True"]
    assert main(words) == 1
    told = capsys.readouterr().out
    assert "log(3) neighbors=one(): no violation" in told
    assert "a real violation" in told
    assert main([*words, "--epsilon", "1.1", "--neighbors", "one()"]) == 0
    capsys.readouterr()
    assert main([*words, "--epsilon", "1", "--neighbors", "one()", "--format", "json"]) == 1
    document = json.loads(capsys.readouterr().out)
    assert document["schema"] == "faier.certify/1"
    (result,) = document["results"]
    assert result["violation"] is True
    assert result["witness"]["probability"] == {"left": "3/4", "right": "1/4"}
    assert main([*words[:-1], "2 +"]) == 2
    assert "--output" in capsys.readouterr().out
