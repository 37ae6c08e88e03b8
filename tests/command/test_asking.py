"""From Python and from pytest: the verdicts, the witness as the message, and never a silent pass."""

from __future__ import annotations

import importlib.util
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from command_line import BROKEN, NOISY_MAX, RESPONSE, write
from test_readme import ROOT

import faier

UNKNOWN = RESPONSE.replace("neighbors=one()", "prior=belief").replace(
    "@private", "@prior\ndef belief(p: Probability):\n    bit = flip(p)\n    secret(bit)\n    return bit\n\n\n@private"
)
UNKNOWN = UNKNOWN.replace("one, private", "Probability, prior, private, secret")
LEAKS = """\
noisy_max does not keep epsilon = log(7) for neighbors each(1)

PATH::noisy_max
  FAIL refuted  log(7) neighbors=each(1)  log(8) = 2.0794415416  TIME
       output  2, then the end
       left    answers = [1, 1, 1]: probability 5/27 (0.185185)
       right   answers = [2, 2, 0]: probability 5/216 (0.0231481)
       8 times as likely on the left; the claim allows 7 times at most
"""


def loaded(path: Path) -> Any:
    spec = importlib.util.spec_from_file_location(path.stem, path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_function_answers_for_its_claims(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": NOISY_MAX})
    noisy_max = loaded(tmp_path / "a.py").noisy_max
    answers = faier.check(noisy_max)
    assert [(answer.verdict, answer.ok) for answer in answers] == [
        ("proved", True),
        ("refuted", True),
        ("refuted", False),
    ]
    assert answers[2].story is not None and answers[2].story.ratio.text == "8"
    with pytest.raises(faier.PrivacyError) as raised:
        faier.assert_private(noisy_max)
    told = re.sub(r"\d+\.\d\ds\n", "TIME\n", str(raised.value).replace(str(tmp_path / "a.py"), "PATH"))
    assert re.sub(" +tight epsilon\n", "\n", told).startswith(LEAKS)
    assert raised.value.answers == (answers[2],) or raised.value.answers[0].question == answers[2].question
    faier.assert_private(noisy_max, epsilon="log(8)")
    (found,) = faier.bound(noisy_max, settings={"N": 2})
    assert found.loss is not None and found.loss.exact is not None and found.loss.exact.text == "log(4)"


def test_a_path_will_do(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    faier.assert_private(tmp_path / "a.py")
    faier.assert_private(f"{tmp_path / 'a.py'}::response")


def test_an_undecided_claim_is_no_pass(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": UNKNOWN})
    with pytest.raises(faier.PrivacyError, match="is undecided: "):
        faier.assert_private(tmp_path / "a.py", engine="search")


def test_what_is_no_mechanism_is_refused(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": BROKEN, "b.py": RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")})
    with pytest.raises(ValueError, match="FA201"):
        faier.assert_private(tmp_path / "a.py")
    with pytest.raises(ValueError, match="FA802"):
        faier.assert_private(tmp_path / "b.py")
    with pytest.raises(ValueError, match="FA001"):
        faier.assert_private(tmp_path / "c.py")
    with pytest.raises(TypeError, match="no mechanism"):
        faier.assert_private(len)


ONE_AFTER_THE_OTHER = """\
import sys
import pytest
from faier.running import workers

with workers.staying():
    for line in sys.stdin:
        status = pytest.main(["-p", "faier.pytest_plugin", "-p", "no:cacheprovider", "-q", *line.split()])
        print(f"\\nENDED {int(status)}", flush=True)
"""


def pytest_runs(folder: Path, *arguments: str) -> list[tuple[int, str]]:
    """The status and the output of pytest with each of these arguments, all in one process beside this one."""
    command, asked = [sys.executable, "-c", ONE_AFTER_THE_OTHER], "\n".join(arguments)
    environment = {"PYTHONPATH": str(ROOT), "PATH": "", "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1"}
    done = subprocess.run(command, cwd=folder, env=environment, input=asked, capture_output=True, text=True, check=True)
    told = re.findall(r"(.*?)\nENDED (\d+)\n", done.stdout, re.DOTALL)
    assert len(told) == len(arguments), done.stdout
    return [(int(status), text) for text, status in told]


def test_claims_are_test_items(tmp_path: Path) -> None:
    write(tmp_path, {"pytest.ini": "[pytest]\n", "models/a.py": NOISY_MAX, "models/b.py": RESPONSE})
    write(
        tmp_path, {"models/plain.py": "raise SystemExit\n", "test_it.py": "from faier import log\n\ndef test(): pass\n"}
    )
    whole, single, without, tests = pytest_runs(
        tmp_path, "--faier models -vv", "--faier models/b.py", "models", "--faier test_it.py"
    )
    status, told = whole
    assert status == 1
    assert "1 failed, 3 passed" in told
    assert "models/a.py:8: noisy_max does not keep epsilon = log(7)" in told
    assert "\n       left    answers = [1, 1, 1]: probability 5/27 (0.185185)\n" in told
    assert "models/b.py::response[epsilon=log(3) neighbors=one()] PASSED" in told
    assert "1 passed" in single[1]
    assert without[0] == 5  # nothing is collected without the option
    assert "1 passed" in tests[1]


COUNTING = """\
import faier.running.batch

RUNS, carry_out = [], faier.running.batch.carry_out


def counted(plan, *others):
    RUNS.append(f"{plan.purpose} {len(plan.selected)}")
    return carry_out(plan, *others)


def pytest_configure(config):
    faier.running.batch.carry_out = counted


def pytest_unconfigure(config):
    print("RUNS", ", ".join(RUNS))
"""


def test_all_items_are_decided_in_one_run(tmp_path: Path) -> None:
    names = ("a", "b", "c")
    write(tmp_path, {"pytest.ini": "[pytest]\n", "conftest.py": COUNTING} | {f"{name}.py": RESPONSE for name in names})
    asked = ("--faier .", "--faier a.py b.py", "--faier . --collect-only", "--faier . --deselect a.py --deselect b.py")
    runs = [re.findall(r"^RUNS .*$", told, re.MULTILINE) for _, told in pytest_runs(tmp_path, *asked)]
    assert runs == [["RUNS list 3, check 3"], ["RUNS list 2, check 2"], ["RUNS list 3"], ["RUNS list 3, check 1"]]


def test_a_claim_of_a_file_that_is_refused_does_not_keep_the_others_from_being_decided(tmp_path: Path) -> None:
    """What runs of a mechanism without a claim do wrong is found when the claims of its file are decided."""
    unclaimed = "\n\n@mechanism\ndef wrong(answer: Bool):\n    return flip(2) and answer\n"
    write(tmp_path, {"pytest.ini": "[pytest]\n", "a.py": RESPONSE, "b.py": RESPONSE + unclaimed, "c.py": RESPONSE})
    ((_, told),) = pytest_runs(tmp_path, "--faier .")
    assert "1 failed, 2 passed" in told and "error[FA" in told


def test_a_file_with_errors_is_an_error_of_collection(tmp_path: Path) -> None:
    write(tmp_path, {"pytest.ini": "[pytest]\n", "a.py": BROKEN})
    ((status, told),) = pytest_runs(tmp_path, "--faier a.py")
    assert status == 2
    assert "error[FA201]" in told


def test_the_plugin_imports_nothing_that_is_not_used() -> None:
    code = (
        "import sys, pytest\nbefore = set(sys.modules)\nimport faier.pytest_plugin\n"
        "print(sorted(name for name in set(sys.modules) - before if name not in sys.stdlib_module_names))"
    )
    done = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "['faier', 'faier.pytest_plugin', 'faier.version']\n"


DIARY = "person,day,what\n" + "".join(
    f"{who},{day},{'rest' if day % 3 else 'run'}\n" for who in "ab" for day in range(9)
)


def test_what_is_learned_from_python_is_that_of_the_command_line(tmp_path, monkeypatch, capsys):
    from command_line import faier as typed

    monkeypatch.chdir(tmp_path)
    Path("diary.csv").write_text(DIARY)
    found = faier.learn("diary.csv", column="what", by=["person"], where={"person": "a"}, steps=3, write="python.py")
    words = ("--column", "what", "--by", "person", "--where", "person=a", "--steps", "3", "--write", "typed.py")
    assert typed(capsys, "learn", "diary.csv", *words).status == 0
    assert found.name == "what"
    assert Path("python.py").read_text() == found.program
    one, other = (
        Path(name).read_text().split("Written by")[1].split('"""', 1)[1] for name in ("python.py", "typed.py")
    )
    assert one == other


@pytest.mark.parametrize(
    ("options", "told"),
    [
        ({"colum": "what"}, "No such option"),
        ({"column": "why"}, "there is no column 'why'"),
        ({"column": "what", "confidence": 2}, "between 0 and 1"),
        ({"column": "what", "format": "json"}, "format"),
        ({}, "Name --column"),
    ],
)
def test_what_cannot_be_learned_raises(options, told, tmp_path):
    (tmp_path / "diary.csv").write_text(DIARY)
    with pytest.raises(ValueError, match=told):
        faier.learn(tmp_path / "diary.csv", **options)
