"""faier calibrate --compare: what published methods ask for, decided, from the file to each report."""

import contextlib
import json
import re
from functools import cache

import pytest
from command_line import faier
from json_schema import faults

import faier as library
from faier.answers.answer import Report
from faier.deciding.question import question_of
from faier.lang import parse
from faier.limits import NO_MEMORY, LimitReached, Limits
from faier.report.schemas import schema
from faier.report.to_html import to_html
from faier.report.to_json import to_json
from faier.report.to_terminal import to_terminal
from faier.running import calibrating
from faier.running.request import Decide, Options, Varied

FLU = """
from faier import Int, clamp, each, flip, geometric, laplace, mechanism, prior, private, secret, uniform

scale = 2
a = 1 / 2


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return uniform(1, 4)
    return uniform(1, 3) if flip(1 / 2) else 0


@private(epsilon=1, prior=flu)
@mechanism
def cases(n: Int[0, 4]):
    return n + laplace(scale)


@private(epsilon=1, prior=flu)
@mechanism
def whole(n: Int[0, 4]):
    return clamp(n + geometric(a), 0, 4)


@private(epsilon=1, neighbors=each(2))
@mechanism
def near(n: Int[0, 4]):
    return 3 * n + laplace(scale)


@private(epsilon=1, prior=flu)
@mechanism
def drawn(n: Int[0, 4]):
    return n if flip(a) else 4 - n
"""

DAYS = """
from faier import Int, Stream, flip, laplace, mechanism, prior, private, secret

scale = 4


@prior
def days(hidden: Int[0, 2]):
    state = 1 if flip(1 / 2) else 0
    for day in range(3):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(4 / 5) else 1 - state


@private(epsilon=1, prior=days)
@mechanism
def total(xs: Stream[Int[0, 1]]):
    count = 0
    for x in xs:
        count += x
    return count + laplace(scale)
"""


@pytest.fixture(scope="module")
def path(tmp_path_factory):
    folder = tmp_path_factory.mktemp("compared")
    (folder / "flu.py").write_text(FLU)
    (folder / "days.py").write_text(DAYS)
    return folder


def compared(path, name, setting, digits=2):
    """The report, made once for all tests about the claim."""
    return made(str(path), name, setting, digits)


@cache
def made(path, name, setting, digits):
    found = library.calibrate(f"{path}::{name}", vary=setting, compare=True, digits=digits)
    return Report("calibrate", calibrated=found)


def rows_of(report):
    document = json.loads(to_json(report))
    assert faults(document, schema("calibrate"), strict=True) == []
    (found,) = document["results"]
    return {row["method"]: row for row in found["compare"]}, {row["method"] for row in found["not_applicable"]}


def test_the_table_of_the_flu(capsys, path):
    done = faier(capsys, "calibrate", f"{path / 'flu.py'}::cases", "--vary", "scale", "--compare")
    assert done.status == 0
    lines = done.out.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("  method"))
    assert lines[at : at + 4] == [
        "  method               scale     mean error  true epsilon",
        "  group privacy        4         4           0.3751",
        "  Wasserstein          2         2           0.7417",
        "  least Laplace        1.463533  1.4635      1",
    ]


def test_the_document(path):
    rows, others = rows_of(compared(path / "flu.py", "cases", "scale", 6))
    assert list(rows) == ["group privacy", "Wasserstein", "least Laplace"]
    assert rows["Wasserstein"] | {"epsilon": None} == {
        "method": "Wasserstein",
        "from": rows["Wasserstein"]["from"],
        "value": "2",
        "mean_error": 2.0,
        "epsilon": None,
        "holds": True,
    }
    assert 0.7416949217 <= rows["Wasserstein"]["epsilon"]["upper"] <= 0.7416949218
    assert rows["least Laplace"]["value"] == "1463533/1000000"
    assert "entry privacy" in others


def test_a_method_without_its_promise_is_marked_and_its_violation_told(path):
    report = compared(path / "days.py", "total", "scale")
    rows, _ = rows_of(report)
    assert rows["entry privacy"]["holds"] is False
    assert rows["entry privacy"]["value"] == "1"
    assert rows["entry privacy"]["witness"]["output"]
    assert rows["group privacy"]["value"] == "3"
    assert rows["Wasserstein"]["holds"] is rows["group privacy"]["holds"] is True
    text, page = to_terminal(report), to_html(report)
    assert re.search(r"entry privacy +1 +1 +\S+ +refuted\n", text)
    assert "entry privacy does not hold: at scale = 1:" in text
    assert "<td>Wasserstein</td><td>3</td><td>3</td><td>0.7310</td><td></td>" in page
    assert "<h4>entry privacy does not hold: scale = 1</h4>" in page
    assert "Algorithm 1" in page


def test_what_is_clamped_is_its_sum_for_methods_and_geometric_noise_is_rounded_up(path):
    rows, _ = rows_of(compared(path / "flu.py", "whole", "a"))
    top, bottom = map(int, rows["Wasserstein"]["value"].split("/"))
    assert 0 < top / bottom - 0.6065306597126334 < 2e-9
    assert rows["Wasserstein"]["holds"] is True
    assert "least geometric" in rows


def test_neighbors_have_the_sensitivity(path):
    rows, others = rows_of(compared(path / "flu.py", "near", "scale"))
    assert rows["global sensitivity"]["value"] == "6"
    assert rows["global sensitivity"]["epsilon"]["exact"] == "1"
    assert rows["least Laplace"]["value"] == "6"
    assert "Wasserstein" in others


def test_where_nothing_applies_it_is_told_why(path):
    report = compared(path / "flu.py", "drawn", "a")
    rows, others = rows_of(report)
    assert all(name.endswith(" a") for name in rows)
    assert "Wasserstein" in others
    assert "Wasserstein: something is shown that no noise is added to" in " ".join(to_terminal(report).split())


@pytest.mark.parametrize("failure", [LimitReached("memory", NO_MEMORY), MemoryError()])
def test_what_goes_wrong_while_methods_are_compared_does_not_lose_the_answer(path, monkeypatch, failure):
    def fails(*_):
        raise failure

    monkeypatch.setattr(calibrating, "beside", fails)
    report = compared(path / "flu.py", "cases", "scale")
    (known,) = report.calibrated
    varied = Varied("scale", digits=2, compared=True)
    request = Decide(known.question, FLU, "calibrate", Options(varied=varied))
    task = calibrating.Task(
        request, varied, parse(FLU, "flu.py", {}), lambda made: (question_of(made, made.claims[0]), made.claims[0])
    )
    told = []
    with contextlib.suppress(MemoryError):
        done = calibrating.enough(task, Limits(), 0.0, told.append)
        assert done.proved == known.proved
        assert {reason for _, reason in done.others} == {NO_MEMORY}
    assert [one.proved for one in told] == [known.proved]
    assert told[0].reason == calibrating.COMPARING
