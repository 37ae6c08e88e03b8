"""Other measures of files, from the command line and from Python."""

from __future__ import annotations

import json
import math
from pathlib import Path
from typing import Any

import mpmath
import pytest
from command_line import RESPONSE, faier
from json_schema import faults

import faier as library
from faier.report.schemas import schema

NOISES = """\
from faier import Bool, Int, each, exp, flip, gaussian, geometric, laplace, log, mechanism, one, private, uniform


@private(epsilon=1, neighbors=each(1))
@mechanism
def integers(x: Int[0, 3]):
    return x + geometric(exp(-1))


@private(epsilon=1, neighbors=each(1))
@mechanism
def laplacian(x: Int[0, 3]):
    return x + laplace(1)


@private(epsilon=1, delta=1 / 4, neighbors=each(1))
@mechanism
def normal(x: Int[0, 3]):
    return x + gaussian(2)


@private(epsilon=1, neighbors=each(1))
@mechanism
def either(x: Int[0, 3]):
    if flip(1 / 2):
        return 2
    return x + geometric(exp(-1))


@private(epsilon=log(3), prior=guess)
@mechanism
def response(answer: Bool):
    return answer if flip(3 / 4) else not answer
"""
NOISES = NOISES.replace(
    "\n\n@private(epsilon=log(3), prior=guess)",
    "\n\n@prior\ndef guess():\n    sick = flip(1 / 3)\n    secret(sick)\n    return sick\n\n\n"
    "@private(epsilon=log(3), prior=guess)",
).replace("one, private, uniform", "prior, private, secret")


def measured(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    found = faier(capsys, "bound", *arguments, "--no-cache", "--format", "json").json
    assert not faults(found, schema("bound"), strict=True)
    return {item["mechanism"]: item for item in found["results"]}


def test_a_response_in_json(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(RESPONSE)
    found = measured(capsys, str(tmp_path / "a.py"), "--renyi", "2", "--zcdp", "--total-variation", "--profile")
    told = found["response"]
    assert told["renyi"]["exact"] == "log(7/3)"
    assert told["renyi"]["lower"] <= math.log(7 / 3) <= told["renyi"]["upper"]
    assert abs(told["zcdp"]["rho"]["upper"] - math.log(3) / 2) < 1e-8
    assert told["total_variation"]["exact"] == "1/2"
    assert told["profile"][0] == {"epsilon": 0.0, "delta": {"exact": "1/2", "value": 0.5}}
    assert told["profile"][-1]["delta"]["exact"] == "0"
    deltas = [point["delta"]["value"] for point in told["profile"]]
    assert deltas == sorted(deltas, reverse=True)
    assert told["epsilon"]["exact"] == "log(3)"


def test_noise_without_bounds_and_priors(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(NOISES)
    found = measured(capsys, str(tmp_path / "a.py"), "--renyi", "3/2", "--zcdp", "--total-variation")
    assert all(item["measures_reason"] is None for item in found.values())
    truth = (3 * mpmath.exp(mpmath.mpf(1) / 2) + mpmath.exp(-mpmath.mpf(3) / 2)) / 4
    assert abs(found["laplacian"]["renyi"]["lower"] - 2 * float(mpmath.log(truth))) < 1e-12
    assert found["normal"]["zcdp"]["rho"]["exact"] == "1/8"
    assert abs(found["normal"]["total_variation"]["upper"] - math.erf(0.25 / math.sqrt(2))) < 1e-9
    assert found["integers"]["total_variation"]["exact"] == "(-1 + exp(1)) / (1 + exp(1))"
    half = math.tanh(0.5) / 2
    assert abs(found["either"]["total_variation"]["upper"] - half) < 1e-12
    assert found["response"]["total_variation"]["exact"] == "1/2"


COMPARED = """\
from faier import Bool, Positive, each, geometric, mechanism, private


@private(epsilon=2, neighbors=each(1))
@mechanism
def winner(x: Bool):
    noisy = geometric(1 / 2) + (1 if x else 0)
    return noisy > geometric(1 / 3)
"""


def test_noise_that_is_compared_with_noise(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    """What is shown can be listed, though the noise cannot."""
    (tmp_path / "a.py").write_text(COMPARED)
    found = measured(capsys, str(tmp_path / "a.py"), "--renyi", "2", "--zcdp", "--total-variation", "--profile")
    far = range(-80, 80)

    def law(base: float) -> dict[int, float]:
        return {k: (1 - base) / (1 + base) * base ** abs(k) for k in far}

    one, other = law(1 / 2), law(1 / 3)
    wins = [sum(one[a] * other[b] for a in far for b in far if a + x > b) for x in (0, 1)]
    told = found["winner"]
    assert abs(told["total_variation"]["upper"] - (wins[1] - wins[0])) < 1e-12
    moments = [wins[a] ** 2 / wins[b] + (1 - wins[a]) ** 2 / (1 - wins[b]) for a, b in ((0, 1), (1, 0))]
    assert abs(told["renyi"]["upper"] - math.log(max(moments))) < 1e-12
    assert told["measures_reason"] is None


def test_a_value_is_asked_for_what_is_unknown(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = "EPS = Positive(1)\n\n\n@private(epsilon=EPS, neighbors=each(1))\n@mechanism\ndef f(x: Bool):\n"
    head = COMPARED.partition("\n")[0].replace("geometric", "laplace")
    (tmp_path / "a.py").write_text(f"{head}\n\n{text}    return (1 if x else 0) + laplace(1 / EPS)\n")
    asked = [str(tmp_path / "a.py"), "--total-variation"]
    assert measured(capsys, *asked)["f"]["measures_reason"].endswith("unknowns: --set EPS=1")
    found = measured(capsys, *asked, "--set", "EPS=1")["f"]["total_variation"]
    assert abs(found["upper"] - (1 - math.exp(-1 / 2))) < 1e-12


def test_what_cannot_be_measured_is_told(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> None:
    text = RESPONSE.replace("import Bool,", "import Bool, Stream,").replace("answer: Bool", "answers: Stream[Bool]")
    text = text.replace(
        "    return answer if flip(3 / 4) else not answer\n",
        "    for answer in answers:\n        yield answer if flip(3 / 4) else not answer\n",
    )
    (tmp_path / "a.py").write_text(text)
    run = faier(capsys, "bound", str(tmp_path / "a.py"), "--zcdp", "--no-cache")
    assert run.status == 3
    assert "other measures are between ends that epsilon and its output leave" in run.out
    run = faier(capsys, "bound", str(tmp_path / "a.py"), "--zcdp", "--neighbors", "each(1)", "--no-cache")
    assert "rho = at least 4.93" in run.out


@pytest.mark.parametrize("order", ["1", "1/2", "x", "0/0"])
def test_orders_that_are_none(capsys: pytest.CaptureFixture[str], tmp_path: Path, order: str) -> None:
    (tmp_path / "a.py").write_text(RESPONSE)
    run = faier(capsys, "bound", str(tmp_path / "a.py"), "--renyi", order)
    assert run.status == 2
    assert "FA804" in run.out + run.err


def test_from_python(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text(RESPONSE)
    (found,) = library.bound(f"{tmp_path / 'a.py'}::response", renyi=2, profile=True)
    assert found.measured is not None
    assert found.measured.renyi is not None
    assert found.measured.renyi.exact is not None
    assert found.measured.renyi.exact.text == "log(7/3)"
    assert found.measured.profile is not None
    assert json.dumps([epsilon.value for epsilon, _ in found.measured.profile][:2]) == "[0.0, 0.1]"
