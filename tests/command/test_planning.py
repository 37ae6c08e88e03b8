"""faier plan: what is printed, in each format, and what is refused."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest
from command_line import faier
from json_schema import faults


@pytest.fixture(autouse=True)
def _here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


def test_range_queries_under_the_line(capsys: pytest.CaptureFixture[str]) -> None:
    found = faier(capsys, "plan", "line:64", "--workload", "ranges", "--epsilon", "1", "--format", "json")
    assert found.status == 0
    assert faults(found.json, faier(capsys, "schema", "plan").json, strict=True) == []
    head = found.json
    assert (head["schema"], head["policy"], head["workload"]) == ("faier.plan/1", "line:64", "ranges")
    best = head["results"][0]
    assert (best["method"], best["scale"], best["stretch"], best["mechanism"]) == ("prefix", "1", 1, None)
    assert (best["error"]["total"], best["error"]["worst"]) == ("8064", 4.0)
    assert best["error"]["mean"] == 8064 / 2080
    assert 0 < best["bound"] <= best["error"]["mean"]
    text = faier(capsys, "plan", "line:64", "--compare").out
    assert "prefix" in text and "3.8769" in text
    rows = list(csv.DictReader(faier(capsys, "plan", "line:64", "--format", "csv").out.splitlines()))
    assert [row["method"] for row in rows] == [row["method"] for row in head["results"]]


def test_one_method_and_files(capsys: pytest.CaptureFixture[str]) -> None:
    Path("edges.txt").write_text("0 1\n1 2\n2 3\n3 None\n")
    Path("sums.csv").write_text("1,1,0,0\n0,0,1/2,1\n")
    Path("identity.csv").write_text("1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n")
    told = faier(
        capsys, "plan", "edges.txt", "--workload", "sums.csv", "--strategy", "identity.csv", "--format", "json"
    )
    methods = {row["method"]: row["error"]["total"] for row in told.json["results"]}
    assert (
        methods["transformed-laplace"] == "5"
    )  # edges 1-2 in both sums, 2-3 by a half, 3 itself: 2 * (1 + 1/4 + 1/4 + 1)
    assert float(methods["matrix identity.csv"]) < float(methods["laplace"]) * 4
    one = faier(capsys, "plan", "within:20,3", "--method", "groups", "--epsilon", "log(3)/2", "--output", "plan.txt")
    assert (one.status, one.out) == (0, "")
    assert Path("plan.txt").read_text().count("groups") == 1


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["nowhere.txt"], "neither a file of edges nor a policy"),
        (["within:5"], "write within:64,3"),
        (["line:4", "--epsilon", "0"], "epsilon is 0"),
        (["line:4", "--epsilon", "__import__('os')"], "not a number"),
        (["line:4", "--workload", "medians"], "write ranges, cells or prefixes"),
        (["line:4", "--method", "magic"], "there is no method magic"),
        (["star:4", "--method", "prefix"], "no record comes or goes"),
        (["line:4", "--method", "prefix", "--compare"], "not both"),
        (["complete:10000"], "pairs of cells"),
        (["line:100000"], "more than 20,000 cells"),
        (["line:4", "--method", "dawa"], "give --data too"),
        (["line:4", "--release", "x.csv"], "Give --data too"),
        (["line:4", "--data", "nothing.csv"], "no such file"),
        (["grid:3x3", "--method", "groups", "--write", "x.py"], "four apart"),
        (["line:100", "--write", "x.py"], "up to 64 cells"),
        (["line:4", "--write", "no/x.py"], "no folder"),
    ],
)
def test_what_is_refused(arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]) -> None:
    found = faier(capsys, "plan", *arguments, "--format", "json")
    assert found.status == 2
    assert found.json["errors"][0]["code"] == "FA809"
    assert said in found.json["errors"][0]["message"]
    assert faults(found.json, faier(capsys, "schema", "plan").json, strict=True) == []


def test_data_release_mechanism_and_picture(capsys: pytest.CaptureFixture[str]) -> None:
    Path("counts.csv").write_text("".join(f"{count}\n" for count in [5, 0, 0, 9, 1, 0]))
    given = ["line:6", "--data", "counts.csv", "--runs", "2", "--release", "noisy.csv", "--plot", "p.svg"]
    found = faier(capsys, "plan", *given, "--write", "prefix.py", "--format", "json")
    assert found.status == 0
    rows = {row["method"]: row for row in found.json["results"]}
    assert rows["dawa"]["measured"] == 2 and rows["dawa"]["error"]["total"] is None
    assert rows["prefix"]["mechanism"] == "prefix.py" and rows["laplace"]["mechanism"] is None
    assert faults(found.json, faier(capsys, "schema", "plan").json, strict=True) == []
    noisy = [float(line) for line in Path("noisy.csv").read_text().splitlines()]
    assert len(noisy) == 6 and sum(noisy) == pytest.approx(15)
    assert Path("prefix.py").read_text().count("@private") == 2
    picture = Path("p.svg").read_text()
    assert picture.startswith("<svg") and "prefix: mean squared error 2.857" in picture and ">cells<" in picture
    one = faier(capsys, "plan", "line:6", "--data", "counts.csv", "--method", "growing", "--format", "csv").out
    assert one.count("\n") == 2
    assert "measured on the data" in faier(capsys, "plan", "line:6", "--data", "counts.csv", "--runs", "1").out
