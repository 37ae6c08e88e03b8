"""`faier bound --curve`: the tight epsilon by output length, in JSON and as a chart."""

from __future__ import annotations

import math
from dataclasses import replace
from pathlib import Path

import asked
import pytest
from asked import Approach, weigh

# model
from asked import curve_of as curve
from command_line import NOISY_MAX, faier, write
from flint import fmpq

from faier.answers.answer import Exact, Loss, Point
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import LimitReached, Limits
from faier.report.chart import ROWS, chart

ROOT = Path(__file__).parent.parent.parent
THRESHOLD = (ROOT / "models/above_threshold_clamped.py").read_text()

COUNTED = """from faier import Bool, Vector, each, flip, log, mechanism, private


@private(epsilon=log(27), neighbors=each(1))
@mechanism
def answers(bits: Vector[Bool, 3]):
    for bit in bits:
        yield bit if flip(3 / 4) else not bit
"""

UNKNOWN = """from faier import Bool, Real, Stream, flip, log, mechanism, prior, private, secret


@prior
def chain(stay: Real[0.6, 0.9]):
    state = flip(1 / 2)
    secret(state)
    for _ in range(3):
        yield state
        state = state if flip(stay) else not state


@private(epsilon=3, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

LATER = """from faier import Bool, Int, Stream, flip, mechanism, prior, private, secret


@prior
def days(day: Int[0, 2]):
    state = flip(1 / 2)
    for at in range(6):
        if at == day:
            secret(state)
        yield state
        state = state if flip(9 / 10) else not state


@private(epsilon=3, prior=days)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

REVEALING = """from faier import Bool, Stream, each, mechanism, private


@private(epsilon=1, neighbors=each(1))
@mechanism
def late(bits: Stream[Bool]):
    count = 0
    for bit in bits:
        yield bit if count == 2 else False
        count = min(count + 1, 3)
"""


def of(text: str, mechanism: str, length: int | None = None) -> list[tuple[int, object, object]]:
    program: Program = parse(text, "m.py", {})
    subject = program.claims[0].subject
    found = curve(program, subject, length)
    assert found.reason is None
    return [(point.length, point.lower, point.upper) for point in found.points]


def test_a_mechanism_that_ends_has_a_point_for_each_length() -> None:
    assert of(COUNTED, "answers") == [(k, fmpq(3) ** k, fmpq(3) ** k) for k in (1, 2, 3)]
    assert of(COUNTED, "answers", 2) == [(k, fmpq(3) ** k, fmpq(3) ** k) for k in (1, 2)]


def test_a_stream_has_as_many_points_as_are_asked_for() -> None:
    assert of(THRESHOLD, "above_threshold", 20) == [(k, fmpq(2) ** k, fmpq(2) ** k) for k in range(1, 21)]
    assert len(of(THRESHOLD, "above_threshold")) == 12


def test_points_are_the_tight_factors_of_their_lengths() -> None:
    text = UNKNOWN.replace("Real", "Int").replace("Int[0.6, 0.9]", "Int[0, 1]").replace("flip(stay)", "flip(1 / 3)")
    program = parse(text, "m.py", {})
    subject = program.claims[0].subject
    found = curve(program, subject).points
    assert [point.length for point in found] == [1, 2, 3]
    for point in found:
        tight = asked.find(program, subject, point.length).tight
        assert tight is not None
        assert point.lower == point.upper == tight.lower


def test_unknown_parameters_have_a_supremum_at_each_length() -> None:
    points = of(UNKNOWN, "response")
    assert [length for length, _, _ in points] == [1, 2, 3]
    assert points[0] == (1, fmpq(3), fmpq(3))
    assert points[1] == (2, fmpq(7), fmpq(7))


def test_from_a_revealing_length_on_it_is_infinite() -> None:
    assert of(REVEALING, "late", 5) == [
        (1, fmpq(1), fmpq(1)),
        (2, fmpq(1), fmpq(1)),
        *((length, None, None) for length in (3, 4, 5)),
    ]


def test_what_is_missing_has_its_reason() -> None:
    program = parse(THRESHOLD, "m.py", {})
    found = curve(program, program.claims[0].subject, 5, Limits(deadline=0.0))
    assert found.points == ()
    assert found.reason == LimitReached("timeout", "the time limit was reached (--timeout)").text


def test_json_has_an_epsilon_for_each_length(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": COUNTED})
    ran = faier(capsys, "bound", str(tmp_path / "a.py"), "--curve", "--format", "json")
    assert ran.status == 0
    (result,) = ran.json["results"]
    assert [point["length"] for point in result["curve"]] == [1, 2, 3]
    assert [point["epsilon"]["exact"] for point in result["curve"]] == ["log(3)", "log(9)", "log(27)"]
    assert [point["epsilon_value"] for point in result["curve"]] == sorted(
        point["epsilon"]["lower"] for point in result["curve"]
    )
    assert result["curve_reason"] is None
    plain = faier(capsys, "bound", str(tmp_path / "a.py"), "--format", "json")
    assert "curve" not in plain.json["results"][0]


def test_the_chart_is_plain_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"a.py": COUNTED, "b.py": NOISY_MAX})
    ran = faier(capsys, "bound", str(tmp_path), "--curve")
    assert ran.status == 0
    assert "    length   epsilon\n         1  1.098612  ####" in ran.out
    assert f"         3  3.295836  {'#' * 58}\n" in ran.out
    assert ran.out.isascii()


def test_a_curve_has_no_delta(capsys: pytest.CaptureFixture[str]) -> None:
    ran = faier(capsys, "bound", "models", "--curve", "--delta", "1/4")
    assert ran.status == 2
    assert "--curve" in ran.err


def point(length: int, lower: float, upper: float | None = None) -> Point:
    exact = Exact(str(lower), lower)
    known = upper is None
    return Point(length, Loss(exact if known else None, exact, lower, lower if upper is None else upper, None, True))


@pytest.mark.parametrize("width", [40, 80, 132])
def test_a_chart_is_as_wide_as_it_may_be(width: int) -> None:
    lines = chart([point(1, 0.5), point(2, 1.0)], width)
    assert max(map(len, lines)) == width
    room = lines[2].count("#")
    assert abs(lines[1].count("#") - room / 2) <= 0.5


def test_uncertain_and_infinite_epsilons_are_marked() -> None:
    lines = chart([point(1, 0.5, 1.0), point(2, 0.5, math.inf), point(3, math.inf)], 80)
    assert lines[1].count("#") == lines[1].count(".") - 1  # one of the dots is the decimal point
    assert lines[2].endswith(".>")
    assert lines[3].endswith("##>")
    assert "infinite" in lines[3]


def test_zero_has_no_bar() -> None:
    assert chart([point(1, 0.0)], 80)[1] == "         1  0.000000"


def test_many_lengths_are_thinned_out() -> None:
    lines = chart([point(length, float(length)) for length in range(1, 201)], 80)
    assert 10 < len(lines) <= ROWS + 2
    assert lines[-1].split()[0] == "200"


def test_a_curve_takes_over_what_was_found_by_length() -> None:
    program = parse(THRESHOLD, "m.py", {"TOP": "1"})
    subject = asked.subject_of(program, "above_threshold", "each(1)", None)
    found = asked.bound(program, subject, Approach(length=5))
    assert found.curve == tuple(fmpq(2) ** at for at in range(6))
    none_left = Limits(deadline=0.0)
    known = curve(program, subject, 5, none_left, known=found.curve)
    assert known == curve(program, subject, 5)
    cut = curve(program, subject, 5, none_left, known=found.curve[:4])
    assert (cut.points, cut.reason is None) == (known.points[:3], False)


def test_what_was_found_by_length_is_told_when_the_search_met_a_limit() -> None:
    program = parse(THRESHOLD, "m.py", {"TOP": "1"})
    subject = asked.subject_of(program, "above_threshold", "each(1)", None)
    weighed = [
        replace(item, result=replace(item.result, limit=LimitReached("timeout", "cut"), curve=item.result.curve[:3]))
        for item in weigh(program, subject, 5, Limits())
    ]
    assert asked.find(program, subject, 5, weighed=weighed).curve == (1, 2, 4)


def test_factors_by_length_are_those_of_all_pairs() -> None:
    program = parse(LATER, "m.py", {})
    subject = asked.subject_of(program, "response", None, "days")
    found = asked.find(program, subject, 4).curve
    assert len(found) == 5
    assert tuple(point.lower for point in curve(program, subject, 4).points) == found[1:]
    assert len(set(found)) > 2
