"""`faier calibrate --optimum`: what is told, the certificate, and the mechanism that is written."""

import csv
import io
import json

import pytest
from command_line import faier
from json_schema import faults

FLU = """from faier import Int, Real, categorical, flip, geometric, laplace, mechanism, prior, private, secret

scale = 2


@prior
def flu():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return 1 + categorical(1, 1, 1, 1)
    return categorical(3, 1, 1, 1)


@private(epsilon=1 / 2, prior=flu, expect="refuted")
@private(epsilon=1, prior=flu)
@mechanism
def cases(count: Int[0, 4]) -> float:
    # as many as are ill
    return count + laplace(scale)


@prior
def season(often: Real[1 / 4, 3 / 4]):
    ill = flip(1 / 2)
    secret(ill)
    return (1 if flip(often) else 0) + (1 if ill else 0)


@private(epsilon=1, prior=season)
@mechanism
def both(count: Int[0, 2]):
    noisy = geometric(1 / scale) + count
    return noisy
"""

QUICK = ("--digits", "0", "--between", "1,3")


@pytest.fixture
def path(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "flu.py").write_text(FLU)
    return tmp_path


def test_json_the_certificate_and_the_written_file(capsys, path):
    one = ("calibrate", "flu.py::cases", "--vary", "scale", "--optimum", "--epsilon", "1", "--prior", "flu")
    files = ("--write", "best.py", "--certificates", "proofs")
    done = faier(capsys, *one, *QUICK, "--compare", "--format", "json", *files)
    document = json.loads(done.out)
    schema = json.loads(faier(capsys, "schema", "calibrate").out)
    assert faults(document, schema) == []
    (found,) = document["results"]
    best = found["optimum"]
    assert best["certified"] and best["error"]["lower"] <= 0.438526627044 and best["error"]["upper"] >= 0.438526627043
    assert best["error"]["upper"] - best["error"]["lower"] < 1e-9
    assert 0.33214 < best["mean"]["lower"] < best["mean"]["upper"] < 0.33215
    assert best["times"]["Wasserstein"] == pytest.approx(2 / 0.4385266270, rel=1e-6)
    checked = faier(capsys, "check", "best.py::cases", "--no-cache", "--format", "json")
    results = json.loads(checked.out)["results"]
    assert [result["verdict"] for result in results] == ["proved"]
    assert "# as many as are ill" in (path / "best.py").read_text()
    verified = faier(capsys, "verify", "proofs")
    assert verified.status == 0 and "than 0.4385266270" in verified.out


def test_a_prior_with_unknowns(capsys, path):
    """The table keeps to the claim wherever the unknowns are; one for the middle of them does not."""
    done = faier(capsys, "calibrate", "flu.py::both", "--vary", "scale", "--optimum", *QUICK, "--write", "best.py")
    row = next(line.split() for line in done.out.splitlines() if "no mechanism has less" in line)
    assert row[:4] == ["least", "of", "all", "table"] and 0 < float(row[4]) < 1 and row[5] == "1"
    text = " ".join(done.out.split())
    _, _, rest = text.partition("a mechanism for the middle of what the prior leaves open could have ")
    less, _, rest = rest.partition(", and lose ")
    assert float(less) < float(row[4])
    assert float(rest.split()[0]) > 1
    assert faier(capsys, "check", "best.py::both", "--no-cache").status == 0


def test_what_has_no_query_is_told(capsys, path):
    text = FLU.replace("return count + laplace(scale)", "return count > geometric(1 / scale)")
    (path / "flu.py").write_text(text)
    one = ("calibrate", "flu.py::cases", "--vary", "scale", "--optimum", "--epsilon", "9", "--prior", "flu", *QUICK)
    (result,) = json.loads(faier(capsys, *one, "--format", "json").out)["results"]
    best = result["optimum"]
    assert best["error"] is None and not best["certified"] and "not one number" in best["reason"]


def test_pages_and_python_tell_the_least_error(capsys, path):
    import faier as package

    options = {"between": (1, 3), "digits": 0, "epsilon": 1, "prior": "flu"}
    (found,) = package.calibrate("flu.py::cases", vary="scale", optimum=True, **options)
    assert found.optimum is not None and found.optimum.error is not None
    assert found.optimum.error.lower.value <= 0.4385266270435 <= found.optimum.error.upper.value
    one = ("calibrate", "flu.py::cases", "--vary", "scale", "--optimum", "--epsilon", "1", "--prior", "flu")
    page = faier(capsys, *one, *QUICK, "--format", "html").out
    assert "least of all: of the mechanisms that see nothing" in page
    assert "on average under the prior, the least error is 0.3321" in page
    (within,) = package.calibrate("flu.py::cases", vary="scale", error=2, **options)
    assert within.loss is not None and 0.7416 < within.loss.lower < 0.7417


def test_the_least_error_is_a_row_of_the_table_and_a_mark_of_the_plot(capsys, path):
    one = ("calibrate", "flu.py::cases", "--vary", "scale", "--optimum", "--epsilon", "1", "--prior", "flu")
    done = faier(capsys, *one, *QUICK, "--format", "csv", "--plot", "o.svg")
    (best,) = (row for row in csv.DictReader(io.StringIO(done.out)) if row["method"] == "least of all")
    assert 0.438526627 <= float(best["mean_error"]) < 0.4385266272
    assert "least of all 0.4385 at 1" in (path / "o.svg").read_text()
