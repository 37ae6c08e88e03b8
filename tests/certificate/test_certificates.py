"""Certificates of the shipped files are valid, small, deterministic, and about one text, claim and setting."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from certificates import certified
from command_line import faier

ROOT = Path(__file__).parent.parent.parent
QUICK = [
    "models/above_threshold_clamped.py",
    "models/noisy_max_clamped.py",
    "models/randomized_response.py",
    "models/truncated_geometric.py",
    "casestudies/hidden_markov_models/geometric.py",
    "casestudies/hidden_markov_models/above_threshold.py",
]

COIN = """
from faier import Bool, Int, Stream, Vector, clamp, each, flip, geometric, log, mechanism, one, private

TRUTH = 3 / 4


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def coin(answer: Bool):
    return answer if flip(TRUTH) else not answer
"""


@pytest.mark.parametrize("path", QUICK)
def test_the_claims_of_shipped_files_have_valid_certificates(path):
    found = certified((ROOT / path).read_text())
    answers = {item.label: item.answer() for item in found}
    assert found and {label: answer for label, answer in answers.items() if answer.answer != "valid"} == {}
    assert all(len(item.text) < 20_000 for item in found)
    assert [answer.verdict for answer in answers.values()] == ["proved" if item.proved else "refuted" for item in found]


def test_the_same_claim_has_the_same_certificate():
    assert [item.text for item in certified(COIN)] == [item.text for item in certified(COIN)]


def test_a_certificate_is_about_one_text():
    for item in certified(COIN):
        assert item.answer(source=COIN + "\n# more\n").answer == "invalid"
        assert item.answer(source=COIN.replace("3 / 4", "2 / 3")).answer == "invalid"
        assert item.answer(source=COIN.replace("\n", "\r\n")).answer == "valid"


def test_a_certificate_is_about_one_claim():
    proof, refutation = certified(COIN)
    for item, change in ((proof, "log(2)"), (proof, "log(4)"), (refutation, "log(3)"), (refutation, "log(1)")):
        document = json.loads(item.text)
        document["claim"]["epsilon"] = change
        assert item.answer(json.dumps(document)).answer == "invalid"
    document = json.loads(proof.text)
    document["claim"]["decorator"] = 1
    assert proof.answer(json.dumps(document)).answer == "invalid"
    document["claim"] |= {"decorator": None, "epsilon": "log(2)"}
    assert proof.answer(json.dumps(document)).answer == "invalid"


def test_a_certificate_is_about_its_settings():
    proof, refutation = certified(COIN, {"TRUTH": "2 / 3"}), certified(COIN)[1]
    assert [item.answer().answer for item in proof] == ["valid", "valid"]
    assert [item.proved for item in proof] == [True, True]
    document = json.loads(proof[1].text)
    document["set"] = {}
    assert proof[1].answer(json.dumps(document)).answer == "invalid"
    document["set"] = {"LIES": "1 / 3"}
    assert proof[1].answer(json.dumps(document)).answer == "invalid"
    document = json.loads(refutation.text)
    document["set"] = {"TRUTH": "2 / 3"}
    assert refutation.answer(json.dumps(document)).answer == "invalid"


def test_a_swapped_verdict_is_invalid():
    proof, refutation = certified(COIN)
    for item, verdict in ((proof, "refuted"), (refutation, "proved"), (proof, "undecided")):
        document = json.loads(item.text)
        document["verdict"] = verdict
        assert item.answer(json.dumps(document)).answer == "invalid"


def test_the_command_line_writes_and_verifies_certificates(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.py").write_text(COIN)
    done = faier(capsys, "check", "coin.py", "--certificates", "proofs")
    assert done.status == 0
    names = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / "proofs").iterdir())
    assert len(names) == 2 and all(name.startswith("proofs/coin-coin-") for name in names)
    done = faier(capsys, "verify", *names)
    assert done.status == 0
    answers = [line.split()[0] for line in done.out.splitlines() if not line.startswith(" ")]
    assert answers == ["valid", "valid"]
    (tmp_path / "coin.py").write_text(COIN.replace("3 / 4", "4 / 5"))
    done = faier(capsys, "verify", *names)
    assert done.status == 1 and "not the one that the certificate is about" in done.out


def test_a_claim_of_the_command_line_has_a_certificate(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.py").write_text(COIN)
    given = ("--epsilon", "log(3)", "--neighbors", "each(1)", "--set", "TRUTH=2 / 3")
    assert faier(capsys, "check", "coin.py", *given, "--certificates", "proofs").status == 0
    (name,) = (tmp_path / "proofs").iterdir()
    assert json.loads(name.read_text())["set"] == {"TRUTH": "2 / 3"}
    assert faier(capsys, "verify", str(name)).status == 0


def test_what_the_checker_cannot_redo_is_a_hole(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    (tmp_path / "coin.py").write_text(COIN)
    faier(capsys, "check", "coin.py", "--certificates", "proofs")
    name = min((tmp_path / "proofs").iterdir())
    document = json.loads(name.read_text())
    document["evidence"] = {"kind": "none", "why": "a solver said so"}
    name.write_text(json.dumps(document))
    done = faier(capsys, "verify", str(name))
    assert done.status == 3 and "holey" in done.out and "a solver said so" in done.out


def test_the_checker_runs_alone(tmp_path):
    """Copied elsewhere, with nothing but the standard library, as a folder and as a module."""
    shutil.copytree(ROOT / "faier" / "checker", tmp_path / "kernel")
    (tmp_path / "coin.py").write_text(COIN)
    for number, item in enumerate(certified(COIN)):
        (tmp_path / f"{number}.json").write_text(item.text)
    for how in (["kernel"], ["-m", "kernel"]):
        command = [sys.executable, "-S", "-s", "-E", *how, "0.json", "1.json", "coin.py"]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout.count("valid") == 2


TOUCHING = """
from faier import Int, Probability, clamp, flip, geometric, mechanism, prior, private, secret


@prior
def either(p: Probability):
    one = flip(p)
    secret(one)
    return 1 if one else 2 * flip(p)


@private(epsilon=1.4, prior=either)
@mechanism
def shown(count: Int[0, 2]):
    cells = [clamp(count + geometric(1 / 2), 0, 2), min(2, max(geometric(1 / 3), 1))]
    return cells[0] if cells[1] > 1 else 0
"""


def test_inequalities_that_touch_zero_with_a_power_of_e_in_them():
    """Each is (e^1.4 - x) p (1 - p) or the like: 0 at both ends, whatever e^1.4 is."""
    (found,) = certified(TOUCHING)
    assert found.proved and json.loads(found.text)["evidence"]["kind"] == "enumeration"
    assert found.answer().answer == "valid"
    for epsilon in ("0.1", "0"):
        document = json.loads(found.text)
        document["claim"] |= {"decorator": None, "epsilon": epsilon}
        assert found.answer(json.dumps(document)).answer == "invalid"
