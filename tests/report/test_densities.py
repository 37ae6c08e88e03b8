"""Witnesses that show reals: their densities, an interval around them with both probabilities, and curves."""

from __future__ import annotations

import json
import math
import re
from pathlib import Path

import asked
import pytest
from command_line import faier
from flint import fmpq
from json_schema import faults

from faier.answers.answer import Story
from faier.answers.nearby import with_interval
from faier.answers.to_answers import story_of
from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.verdict import Refuted, Witness
from faier.lang import parse
from faier.lang.claim import Subject
from faier.lang.values import Between, Near, Sequence
from faier.limits import seconds
from faier.report.schemas import schema
from faier.report.wording import shown_outputs

HEAD = (
    "from faier import Int, Positive, Real, Vector, each, flip, gaussian, laplace, mechanism, prior, private, secret\n"
)
HEAD += "\n"
SHOWN = """@private(epsilon={epsilon}, neighbors=each(1), expect="refuted")
@mechanism
def shown(x: Int[0, 2]):
    return {value}
"""
BELIEVED = """@prior
def belief():
    sick = flip(1 / 3)
    secret(sick)
    return 2 if sick else int(flip(1 / 2))


@private(epsilon=1 / 4, prior=belief, expect="refuted")
@mechanism
def shown(x: Int[0, 2]):
    yield 7
    yield x + laplace(2)
"""


def told(text: str, claimed: bool = True) -> Story:
    """The witness of the claim in the text, as reports tell it; as if nothing were claimed."""
    program = parse(HEAD + text, "noisy.py")
    (claim,) = program.claims
    verdict = asked.check(program, claim)
    assert isinstance(verdict, Refuted)
    story = story_of(verdict.witness)
    epsilon = claim.budget.epsilon if claimed else None
    return with_interval(program, claim.subject, verdict.witness, story, epsilon, None)


def below(x: float, middle: float, scale: float) -> float:
    """How likely a Laplace draw around the middle is to be below x."""
    tail = math.exp(-abs(x - middle) / scale) / 2
    return tail if x < middle else 1 - tail


def ends(text: str) -> tuple[float, float]:
    found = re.fullmatch(r"real from (\S+) to (\S+)", text)
    assert found is not None
    return float(found[1]), float(found[2])


@pytest.mark.parametrize(
    ("epsilon", "width"), [("1 / 10", 1), ("1 / 3", 0.5), ("0.49", 0.02), ("0.49999", 0.00002), ("0.499999999999", 0)]
)
def test_the_interval_is_the_widest_that_violates_the_claim(epsilon: str, width: float) -> None:
    """Around 0, of widths that are round, none of more than ten digits."""
    found = told(SHOWN.format(epsilon=epsilon, value="x + laplace(2)"))
    assert found.dense
    assert (found.probability_left.text, found.probability_right.text) == ("1/4", "exp(-1 / 2) / 4")
    near = found.nearby
    if not width:
        assert near is None
        return
    assert near is not None
    low, high = ends(near.output[0].text)
    assert high - low == pytest.approx(2 * width)
    left, right = (
        below(high, side[0][1].json, 2) - below(low, side[0][1].json, 2) for side in (found.left, found.right)
    )
    assert (near.left.value, near.right.value) == pytest.approx((left, right))
    assert left > math.exp(eval(epsilon)) * right


def test_intervals_of_several_reals() -> None:
    found = told(SHOWN.format(epsilon="1 / 3", value="(x + laplace(2), 5, x - laplace(2))"))
    assert found.nearby is not None
    assert re.fullmatch(r"\(real from \S+ to \S+, 5, real from \S+ to \S+\)", found.nearby.output[0].text)
    assert found.probability_left.value == pytest.approx(math.e * found.probability_right.value)


def test_intervals_on_one_side_of_a_jump() -> None:
    """Above the number at which the density begins, and below that at which it ends."""
    text = "@mechanism\ndef shown(x: Int[0, 1]):\n    y = laplace(1)\n    return (abs(y), 5) if x else (-abs(y), 5)\n"
    program = parse(HEAD + text, "noisy.py")
    for side, other, value in ((1, "real from 0 to 5", 1), (-1, "real from -5 to 0", 0)):
        output = (Sequence("tuple", (Near(fmpq(0), side), 5)),)
        weights = (fmpq(1), fmpq(0))
        found = Witness((("x", value),), (("x", 1 - value),), output, True, *weights, None)
        story = with_interval(program, Subject("shown"), found, story_of(found), None, None)
        assert story.nearby is not None
        assert story.nearby.output[0].text == f"({other}, 5)"
        assert story.nearby.left.value == pytest.approx(1 - math.exp(-5))


def test_intervals_by_laws_where_the_obvious_semantics_does_not_follow() -> None:
    """Normal data with Laplace noise, and as if nothing were claimed."""
    text = (
        "@prior\ndef data():\n    old = flip(1 / 2)\n    secret(old)\n"
        "    return 2 + gaussian(1) if old else gaussian(1)\n\n"
        "@private(epsilon=1 / 2, prior=data)\n@mechanism\n"
        "def shown(x: Real):\n    return [x + laplace(2) + laplace(2), 5]\n"
    )
    program = parse(HEAD + text, "noisy.py")
    question, store = question_of(program, program.claims[0]), Store()
    verdict = plan.decide(question, store, seconds(20))
    assert isinstance(verdict, Refuted)
    for claimed, least in ((program.claims[0].budget.epsilon, 0.5), (None, 0.5)):
        story = story_of(verdict.witness)
        found = with_interval(program, question.subject, verdict.witness, story, claimed, None, (question, store))
        assert found.nearby is not None
        assert re.fullmatch(r"\[real from \S+ to \S+, 5\]", found.nearby.output[0].text)
        assert found.nearby.left.value > math.exp(least) * found.nearby.right.value
        assert found.nearby.left.rounded


def test_intervals_given_a_prior() -> None:
    found = told(BELIEVED)
    near = found.nearby
    assert near is not None
    assert found.output[0].text == near.output[0].text == "7"
    low, high = ends(near.output[1].text)
    sick = below(high, 2, 2) - below(low, 2, 2)
    healthy = sum(below(high, x, 2) - below(low, x, 2) for x in (0, 1)) / 2
    expected = (sick, healthy) if dict(found.left)["secret"].json else (healthy, sick)
    assert (near.left.value, near.right.value) == pytest.approx(expected)
    assert expected[0] > math.exp(1 / 4) * expected[1]


def test_outputs_without_reals_have_none() -> None:
    found = told(SHOWN.format(epsilon="1 / 3", value="x + laplace(2) >= 1"))
    assert not found.dense
    assert found.nearby is None


def test_reports_tell_densities_intervals_and_curves(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noisy.py"
    path.write_text(HEAD + SHOWN.format(epsilon="1 / 3", value="x + laplace(2)"))
    formats = [option for form in ("json", "html") for option in ("--output", f"{form}={tmp_path / form}")]
    said = faier(capsys, "check", str(path), "-v", *formats).out
    assert "x = 0: density 1/4 (0.25)" in said
    assert "nearby  real from -0.5 to 0.5: probability" in said
    assert "probability 1/4" not in said
    document = json.loads((tmp_path / "json").read_text())
    assert not faults(document, schema("check"))
    found = document["results"][0]["witness"]
    assert found["output"] == [{"real": "0"}]
    assert found["density_exact"]["left"] == "1/4"
    assert found["density"]["left"] == 0.25
    assert "probability" not in found
    assert found["interval"]["output"] == ["real from -0.5 to 0.5"]
    page = (tmp_path / "html").read_text()
    (label,) = re.findall(r'aria-label="(How dense the real that is shown is[^"]*)"', page)
    assert "The witness is at 0; at 0: 0.25 on the left, 0.1516 on the right" in label
    lines = re.findall(r'<polyline points="([^"]*)"', page)
    assert [min(float(point.split(",")[1]) for point in line.split()) for line in lines] == [34, 34]  # both as high
    assert "Density of what is shown below" in page
    assert "everything else" not in page


def test_a_bound_and_a_reported_event_have_intervals(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "noisy.py"
    path.write_text(HEAD + SHOWN.format(epsilon="1 / 3", value="x + laplace(2)"))
    near = told(path.read_text().removeprefix(HEAD), claimed=False).nearby
    assert near is not None
    assert 0.95 / 2 <= math.log(near.left.value / near.right.value) < 1 / 2
    event = ["--left", "x=0", "--right", "x=1", "--output", "real at 0"]
    assert "real from -0.5 to 0.5: probability" in faier(capsys, "certify", str(path), *event).out


@pytest.mark.parametrize(("count", "told"), [(1, 1), (13, 13), (14, 12), (200, 12)])
def test_of_many_outputs_the_first_are_told_to_people(count: int, told: int) -> None:
    """Data has all of them."""
    outputs = tuple((Between(fmpq(at), fmpq(at + 1)),) for at in range(count))
    sides = (("x", 0),), (("x", 1),)
    found = Witness(*sides, outputs[0], True, fmpq(1, 2), fmpq(1, 4), fmpq(2), outputs=outputs, excess=fmpq(1, 4))
    story = story_of(found)
    text = shown_outputs(story)
    assert text.count("real between") == told
    assert (f"and {count - told} others" in text) == (told < count)
    assert len(story.outputs) == count
