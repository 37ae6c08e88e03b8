"""`faier verify` says what was proved: the whole claim, its settings and length, and whether the file makes it."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import faier, write
from json_schema import faults

from faier.checker import Result, check
from faier.report.schemas import schema
from faier.running.verifying import Check, perform, verified

KEPT = """\
from faier import Bool, Stream, each, flip, log, mechanism, one, private

KEEP = 3 / 4
MOST = 1 / 10


@private(epsilon=log(3), neighbors=one())
@private(
    epsilon=log(2),  # too little
    neighbors=one(),
    delta=MOST,
    expect="refuted",
)
@mechanism
def g(answer: Bool):
    return answer if flip(KEEP) else not answer


@private(epsilon=6 * log(3), neighbors=each(1))
@mechanism
def several(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(KEEP) else not answer
"""

EVERY = """\
from faier import Bool, Positive, exp, flip, mechanism, one, private

RATE = Positive(1)


@private(epsilon=RATE, neighbors=one())
@private(epsilon=RATE / 2, neighbors=one(), expect="refuted")
@mechanism
def response(answer: Bool):
    return answer if flip(exp(RATE) / (1 + exp(RATE))) else not answer
"""

SECRETS = """\
from faier import Int, flip, log, mechanism, prior, private, secret, uniform

LEAST = 100


@prior
def who():
    x = uniform(0, 2)
    secret(x)
    return x


@private(epsilon=LEAST, prior=who, pairs=[(0, 1)])
@mechanism
def told(x: Int[0, 2]):
    return x if flip(1 / 2) else uniform(0, 2)
"""

MEASURED = """
from fractions import Fraction

from faier import Bool, flip, mechanism, one, private

RATE = Fraction(1, 3)


@private(renyi=(3 / 2, RATE), neighbors=one(), expect="refuted")
@private(zcdp=2, neighbors=one())
@mechanism
def g(x: Bool):
    return x if flip(3 / 4) else not x
"""


@pytest.fixture(autouse=True)
def _folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(tmp_path, {"k.py": KEPT, "every.py": EVERY, "secrets.py": SECRETS, "measured.py": MEASURED})
    monkeypatch.chdir(tmp_path)


def told(capsys: pytest.CaptureFixture[str], *options: str) -> tuple[int, list[dict], list[str]]:
    """The results of a fresh folder of certificates, in the order of their names, and the same as lines."""
    shutil.rmtree("proofs", ignore_errors=True)
    faier(capsys, "check", *options, "--certificates", "proofs")
    found = faier(capsys, "verify", "proofs", "--format", "json")
    assert not faults(found.json, schema("verify"), strict=True)
    text = faier(capsys, "verify", "proofs")
    assert text.status == found.status == found.json["exit"]
    return found.status, found.json["results"], [line.strip() for line in text.out.splitlines()]


def test_a_claim_of_the_file(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "k.py::g")
    assert status == 0
    proved, refuted = sorted(results, key=lambda item: item["verdict"])
    assert proved["claim"] == {
        "epsilon": "log(3)",
        "epsilon_exact": "log(3)",
        "epsilon_value": 1.0986122886681098,
        "delta": "0",
        "delta_exact": "0",
        "neighbors": "one()",
        "prior": None,
    }
    assert (proved["set"], proved["length"], proved["of_the_file"], proved["expected"]) == ({}, None, True, "proved")
    assert (refuted["claim"]["delta"], refuted["claim"]["delta_exact"], refuted["expected"]) == (
        "MOST",
        "1/10",
        "refuted",
    )
    assert refuted["claim"]["epsilon"] == "log(2)" and refuted["of_the_file"]
    assert "epsilon=log(3) neighbors=one()" in lines and "epsilon=log(2) delta=MOST neighbors=one()" in lines
    assert "delta is 1/10" in lines and len(lines) == 5


def test_settings_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "k.py::g", "--set", "KEEP=1 / 2")
    assert status == 0 and all(item["answer"] == "valid" for item in results)
    assert all(item["set"] == {"KEEP": "1 / 2"} and item["of_the_file"] is False for item in results)
    assert lines.count("not the file as it stands: set KEEP = 1 / 2") == 2
    # With that setting nothing is lost, so the claim that was to be refuted is proved.
    assert lines.count("the file expects this claim to be refuted") == 1


def test_a_claim_of_the_command_line(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "k.py::g", "--epsilon", "100", "--neighbors", "one()")
    (item,) = results
    assert status == 0 and (item["of_the_file"], item["expected"]) == (False, None)
    assert (item["claim"]["epsilon"], item["claim"]["epsilon_value"]) == ("100", 100.0)
    assert lines[1:] == ["epsilon=100 neighbors=one()", "not a claim of the file: it was given on the command line"]


def test_a_bounded_length(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "k.py::several", "--length", "4")
    (item,) = results
    assert status == 0 and (item["verdict"], item["length"]) == ("proved", 4)
    assert "only for outputs of up to 4 values" in lines


def test_an_unknown_epsilon(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "every.py")
    assert status == 0
    assert {item["claim"]["epsilon_exact"] for item in results} == {"RATE", "1/2 * RATE"}
    assert all(item["claim"]["epsilon_value"] is None for item in results)
    assert "for every RATE above 0" in lines and "for some RATE above 0" in lines


def test_a_prior_with_pairs_and_a_named_epsilon(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "secrets.py")
    (item,) = results
    assert status == 0
    assert (item["claim"]["prior"], item["claim"]["pairs"], item["claim"]["epsilon"]) == ("who", "[(0, 1)]", "LEAST")
    assert lines[1:] == ["epsilon=LEAST prior=who pairs=[(0, 1)]", "epsilon is 100"]


def test_divergences_are_told_as_check_tells_them(capsys: pytest.CaptureFixture[str]) -> None:
    status, results, lines = told(capsys, "measured.py")
    assert status == 0
    asked = {
        item["verdict"]: item["claim"]
        for item in faier(capsys, "check", "measured.py", "--format", "json").json["results"]
    }
    for item in results:
        claim = item["claim"]
        assert (claim["epsilon"], claim["delta"], claim["delta_exact"]) == (None, None, None)
        (name,) = claim.keys() & {"renyi", "zcdp"}
        exact = claim[name].pop("rho_exact")
        assert exact == {"renyi": "1/3", "zcdp": "2"}[name]
        assert {key: str(text).replace(" ", "") for key, text in claim[name].items()} == {
            key: str(text).replace(" ", "") for key, text in asked[item["verdict"]][name].items()
        }
    assert "renyi is (3/2, 1/3)" in lines


@pytest.mark.parametrize("said", ["Real", "Real[0, 9]", "Probability", "Int[5, 6]", "float"])
def test_what_is_said_of_a_return_is_a_remark(said: str, capsys: pytest.CaptureFixture[str]) -> None:
    text = """
from faier import Int, Probability, Real, each, laplace, mechanism, private


@private(epsilon=1, neighbors=each(1))
@mechanism
def g(x: Int[0, 1]) -> SAID:
    return x + laplace(1)
"""
    Path("said.py").write_text(text.replace("SAID", said))
    status, results, _ = told(capsys, "said.py")
    assert status == 0 and [item["answer"] for item in results] == ["valid"]


def test_a_file_that_changed(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py::g")
    Path("k.py").write_text(KEPT.replace("3 / 4", "4 / 5"))
    found = faier(capsys, "verify", "proofs", "--format", "json")
    assert found.status == 1
    for item in found.json["results"]:
        assert item["answer"] == "invalid" and item["claim"] is None and item["of_the_file"] is False
        assert "not the one" in item["reason"]


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("log(2) + 98 # log(2)", "log(2) + 98"),
        ("1/2 #\r + 100", "1/2 + 100"),
        ("1/2 #\n + 100", "1/2 + 100"),
        ("(100\n# = 1/2\n)", "(100 )"),
        ("100\u202e", None),
        ("100) + (1", None),
        ("log(3) '#", None),
    ],
)
def test_what_is_shown_is_what_is_claimed(text: str, shown: str | None, capsys: pytest.CaptureFixture[str]) -> None:
    """Comments and ends of lines of a forged certificate hide nothing."""
    told(capsys, "k.py::g", "--epsilon", "100", "--neighbors", "one()")
    (path,) = Path("proofs").iterdir()
    document = json.loads(path.read_text())
    document["claim"]["epsilon"] = text
    result = check(json.dumps(document).encode(), KEPT.encode())
    assert (result.answer == "valid") == (shown is not None)
    if shown is not None:
        assert result.stated is not None and result.stated.texts["epsilon"] == shown


def hang(request: Check, tell: object) -> Result:
    if "hang" in request.certificate:
        time.sleep(3600)
    return perform(request, lambda part: None)


def crash(request: Check, tell: object) -> Result:
    raise ZeroDivisionError("on purpose")


def test_a_certificate_that_takes_too_long_is_holey(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py::g")
    good = sorted(map(str, Path("proofs").iterdir()))
    shutil.copy(good[0], "proofs/hang.json")
    begin = time.monotonic()
    results, bugs = verified(["proofs/hang.json", *good], (), 1.0, 4096, 2, f"{__name__}:hang")
    assert [result.answer for _, result in results] == ["holey", "valid", "valid"] and not bugs
    assert results[0][1].reason == "the time limit was reached (--timeout)"
    assert time.monotonic() - begin < 30


def test_a_bug_of_the_checker_is_no_answer(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py::g")
    (_, result), *_ = verified(["proofs"], (), 5.0, 4096, 1, f"{__name__}:crash")[0]
    assert result.answer == "holey" and "on purpose" in result.reason


def test_a_tiny_timeout_ends_every_check(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py::g")
    found = faier(capsys, "verify", "proofs", "--timeout", "0.000001", "--format", "json")
    assert found.status == 3
    assert {item["reason"] for item in found.json["results"]} == {"the time limit was reached (--timeout)"}


def test_folders(capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py::g")
    Path("proofs/deep/er").mkdir(parents=True)
    for path in list(Path("proofs").glob("*.json")):
        shutil.copy(path, "proofs/deep/er")
    Path("proofs/notes.txt").write_text("no certificate")
    Path("empty").mkdir()
    everything = faier(capsys, "verify", "proofs")
    assert everything.status == 0 and everything.out.count("valid ") == 4
    nothing = faier(capsys, "verify", "empty")
    assert nothing.status == 2 and "'empty' holds no certificate" in nothing.err
    assert faier(capsys, "verify", "proofs", "empty").status == 2


def test_the_lone_checker_tells_the_same(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    told(capsys, "k.py", "--set", "KEEP=1 / 2")
    shutil.copytree(Path(sys.modules["faier.checker"].__file__ or "").parent, tmp_path / "elsewhere" / "kernel")
    command = [sys.executable, "-S", "-I", str(tmp_path / "elsewhere" / "kernel"), "proofs"]
    alone = subprocess.run(command, capture_output=True, text=True, timeout=120, check=False)
    assert alone.stdout == faier(capsys, "verify", "proofs").out and alone.stdout.count("set KEEP = 1 / 2") == 3
