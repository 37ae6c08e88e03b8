"""A repository with the gate installed: a good change passes, a bad one is stopped, an undecided one is not passed."""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command_line import RESPONSE, faier, write
from test_readme import ROOT, prepared

GOOD = RESPONSE.replace("3 / 4", "2 / 3")
LEAKS = RESPONSE.replace("3 / 4", "9 / 10")
DROPPED = RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")
WEAKER = RESPONSE.replace("log(3)", "log(4)")
SLOW = RESPONSE.split("def response")[0] + (
    "def response(answer: Bool):\n    x = 1\n    while x != 0:\n        x = x * 48271 % 2147483647\n    return x % 2\n"
)

pytestmark = pytest.mark.skipif(sys.platform == "win32" or shutil.which("git") is None, reason="the gate is a script")


class Repository:
    def __init__(self, folder: Path) -> None:
        self.folder = folder / "repository"
        self.folder.mkdir()
        tools = folder / "tools"
        tools.mkdir()
        self.environment = prepared(tools) | {"RUNNER_TEMP": str(folder), "GITHUB_ACTION_PATH": str(ROOT)}
        self.environment |= {name: str(folder / name) for name in ("GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY")}
        self.git("init", "-q", "-b", "main", ".")
        write(self.folder, {"models/response.py": RESPONSE, "pyproject.toml": '[tool.faier]\npaths = ["models"]\n'})
        self.commit()

    def git(self, *arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=self.folder, check=True, capture_output=True)

    def commit(self) -> None:
        self.git("add", "-A")
        self.git("commit", "-q", "-m", "a change")

    def action(self, **inputs: str) -> subprocess.CompletedProcess[str]:
        """The step of action.yml, with its defaults."""
        text = (ROOT / "action.yml").read_text()
        defaults = dict(re.findall(r"^  ([\w-]+):\n    description: .*\n    default: (.*)$", text, re.M))
        given = {name: inputs.get(name.replace("-", "_"), value.strip('"')) for name, value in defaults.items()}
        variables = dict(re.findall(r"^        (\w+): \$\{\{ inputs\.([\w-]+) \}\}$", text, re.M))
        assert sorted(variables.values()) == sorted(given)
        environment = self.environment | {name: given[value] for name, value in variables.items()}
        (step,) = re.findall(r"^      run: '(.*)'$", text, re.M)
        return subprocess.run(
            ["sh", "-c", step], cwd=self.folder, env=environment, capture_output=True, text=True, check=False
        )


@pytest.fixture
def repository(tmp_path: Path) -> Repository:
    return Repository(tmp_path)


def test_a_good_change_passes(repository: Repository) -> None:
    write(repository.folder, {"models/response.py": GOOD})
    done = repository.action(base="main")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("faier: 1 claim, 1 as expected, 0 not, 0 undecided\n| models/response.py::response\n")
    assert not re.search("^::", done.stdout, re.M)
    assert json.loads((repository.folder / "faier.sarif").read_text())["runs"][0]["results"] == []
    assert Path(repository.environment["GITHUB_OUTPUT"]).read_text() == "status=0\nsarif-file=faier.sarif\n"
    summary = Path(repository.environment["GITHUB_STEP_SUMMARY"]).read_text()
    assert "    1 claim: 1 as expected\n" in summary
    assert "    +   the tight epsilon for neighbors=one() was log(3)" in summary
    assert all(line.startswith("    ") or not line for line in summary.split("\n"))


def test_a_change_that_leaks_is_stopped_with_a_message_that_says_what(repository: Repository) -> None:
    write(repository.folder, {"models/response.py": LEAKS})
    done = repository.action(junit_file="junit.xml")
    assert done.returncode == 1
    assert "::error title=a privacy claim is refuted (FA701),file=models/response.py,line=4," in done.stdout
    assert "has probability 9/10 (0.9) given answer = False, and 1/10 (0.1) given answer = True" in done.stdout
    assert (repository.folder / "junit.xml").is_file()


@pytest.mark.parametrize("text", [WEAKER, DROPPED + WEAKER.split("\n\n\n")[1].replace("def response", "def other")])
def test_a_change_that_claims_less_is_stopped_by_the_comparison(text: str, repository: Repository) -> None:
    write(repository.folder, {"models/response.py": text})
    assert repository.action().returncode == 0
    assert repository.action(base="main").returncode == 1
    assert "    !   the claim" in Path(repository.environment["GITHUB_STEP_SUMMARY"]).read_text()
    repository.commit()
    assert repository.action(base="main").returncode == 0


def test_an_undecided_change_is_not_passed(repository: Repository) -> None:
    write(repository.folder, {"models/response.py": SLOW})
    done = repository.action(args="--timeout 2")
    assert done.returncode == 3
    assert "::warning title=a privacy claim is undecided (FA703)" in done.stdout
    assert len(json.loads((repository.folder / "faier.sarif").read_text())["runs"][0]["results"]) == 1


def test_inputs_of_the_action_run_nothing(repository: Repository) -> None:
    done = repository.action(src="models $(touch evil) ;touch`evil` *", sarif_file="a b;.sarif")
    assert done.returncode == 2
    assert {path.name for path in repository.folder.iterdir()} <= {".git", "models", "pyproject.toml", "a b;.sarif"}


def test_hooks_are_commands_that_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = (ROOT / ".pre-commit-hooks.yaml").read_text()
    hooks = re.findall(r"- id: (\S+)\n(?:  .*\n)*?  entry: (.*)\n(?:  .*\n)*?  args: (\[.*\])", text)
    assert [name for name, _, _ in hooks] == ["faier-check", "faier-check-full"]
    monkeypatch.chdir(tmp_path)
    for _, entry, arguments in hooks:
        command = [*shlex.split(entry), *json.loads(arguments)]
        assert command[0] == "faier"
        for model, status in ((RESPONSE, 0), (LEAKS, 1)):
            write(tmp_path, {"a.py": model, "setup.py": "import os\n"})
            assert faier(capsys, *command[1:]).status == status
    assert os.access(ROOT / ".ci" / "action", os.X_OK)
