"""What goes wrong around a run: the exit status and the words are right each time, and nothing is left behind."""

from __future__ import annotations

import ast
import ctypes
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, faier, write
from test_process import ROOT, command, deciding
from test_workers import alive, children, outcomes, waited_for

from faier.answers.answer import Report
from faier.running import batch
from faier.running.batch import Plan, carry_out
from faier.running.request import Options
from faier.running.selection import Selected
from faier.running.workers import Stopped

posix = pytest.mark.skipif(sys.platform == "win32", reason="signals and resource limits of POSIX")
linux = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")

# 2 - (p - q)^2 touches 2 on a line, which only a solver settles.
TOUCHING = """\
from faier import Bool, Probability, flip, log, mechanism, prior, private, secret

@prior
def belief(p: Probability, q: Probability):
    it = flip(1 / 2)
    secret(it)
    return flip(1 / 2 - (p - q) * (p - q) / 4) if it else flip(1 / 4)

@private(epsilon=log(2), prior=belief)
@mechanism
def show(answer: Bool):
    return answer
"""


@pytest.fixture(autouse=True)
def _faults_can_be_imported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.syspath_prepend(Path(__file__).parent.parent)


def confined(folder: Path, setup: str, *arguments: str, **how: object) -> subprocess.CompletedProcess[str]:
    """The command after a line of Python. What Python compiles is not kept: without room a part of it would be."""
    words = command(*arguments)
    words[-1] = f"{setup}\n{words[-1]}"
    how = {"env": {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}} | how
    return subprocess.run(words, cwd=folder, capture_output=True, text=True, check=False, **how)  # type: ignore[call-overload,no-any-return]


@posix
def test_a_worker_that_is_killed_costs_its_claim_alone(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE, "b.py": NOISY_MAX, "c.py": RESPONSE})
    selected = tuple(Selected(str(tmp_path / name), ()) for name in ("a.py", "b.py", "c.py"))
    found = carry_out(Plan("check", selected, Options(timeout=60.0)), entry="command_line_faults:lose_noisy_max")
    verdicts = [(Path(answer.question.path).name, answer.verdict) for answer in found.answers]
    assert verdicts == [("a.py", "proved"), *[("b.py", "undecided")] * 3, ("c.py", "proved")]
    assert {answer.reason for answer in found.answers[1:4]} == {
        "its process was ended from outside or crashed (SIGKILL)"
    }
    assert found.status == 3


@posix
@pytest.mark.parametrize(("request_", "cause"), [("shift", "memory"), ("power", "timeout")])
def test_the_power_of_a_big_integer_is_stopped_within(request_: str, cause: str) -> None:
    """A shift asks for its memory at once; a power computes on and on, deaf to everything but being killed."""
    stopped = outcomes(request_, "after", timeout=0.5 if cause == "timeout" else 60.0, memory=512)[request_]
    assert isinstance(stopped, Stopped)
    assert stopped.cause == cause
    assert stopped.seconds < 30


def touching(folder: Path, entry: str, engine: str = "smt") -> Report:
    write(folder, {"a.py": RESPONSE, "t.py": TOUCHING})
    selected = (Selected(str(folder / "a.py"), ()), Selected(str(folder / "t.py"), ()))
    found = carry_out(
        Plan("check", selected, Options(timeout=60.0, engine=engine)), entry=f"command_line_faults:{entry}"
    )
    assert not found.bugs
    return found


@posix
@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("solver_without_memory", "MemoryError"),
        ("solver_killed", "z3 failed"),
        ("no_solver", "z3 is not installed: pip install z3-solver"),
    ],
)
def test_a_solver_that_fails_leaves_its_claim_undecided(entry: str, words: str, tmp_path: Path) -> None:
    found = touching(tmp_path, entry)
    assert found.answers[1].verdict == "undecided"
    assert words in str(found.answers[1].reason)
    assert found.status == 3


@posix
@pytest.mark.parametrize("target", ["text=out.txt", "json=out.json", "sarif=out.sarif", "junit=out.xml"])
def test_a_disk_without_room_leaves_the_old_file(target: str, tmp_path: Path) -> None:
    """By a limit on the size of files: everything is told, and the status says that something is missing."""
    name = target.partition("=")[2]
    write(tmp_path, {"a.py": RESPONSE, name: "old"})
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))"
    done = confined(tmp_path, full, "check", "a.py", "--output", target)
    assert done.returncode == 4
    assert done.stderr == f"Error: {name} was not written: File too large\n"
    assert "1 as expected" in done.stdout
    assert (tmp_path / name).read_text() == "old"
    assert sorted(path.name for path in tmp_path.iterdir()) == sorted(["a.py", name])


@posix
def test_a_disk_without_room_for_what_is_kept_or_certified(tmp_path: Path) -> None:
    """Keeping answers is a convenience, and losing them no error; losing what was asked for by name is one."""
    write(tmp_path, {"a.py": RESPONSE})
    full = "import resource; resource.setrlimit(resource.RLIMIT_FSIZE, (16, 16))"
    done = confined(tmp_path, full, "check", "a.py", "--cache", "kept")
    assert (done.returncode, done.stderr) == (0, "")
    done = confined(tmp_path, full, "check", "a.py", "--cache", "kept", "--resume", "rest")
    assert done.returncode == 4
    assert "rest was not written: File too large" in done.stderr
    assert "1 as expected" in done.stdout
    again = confined(tmp_path, "", "check", "a.py", "--cache", "kept", "--resume", "rest")
    assert again.returncode == 0
    assert "1 as expected" in again.stdout
    done = confined(tmp_path, full, "check", "a.py", "--certificates", "certified", "--no-cache")
    assert done.returncode == 4
    assert "was not written: File too large" in done.stderr
    assert list((tmp_path / "certified").iterdir()) == []


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize("arguments", [("check", "a.py"), ("list", "a.py"), ("explain",), ("--help",)])
def test_standard_output_without_room(arguments: tuple[str, ...], tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(*arguments), cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert done.returncode == 4
    assert done.stderr == "Error: standard output was not written: No space left on device\n"


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no such device here")
@pytest.mark.parametrize("arguments", [("check",), ("verify",), ("diff",)])
def test_a_wrong_command_line_on_standard_output_without_room(arguments: tuple[str, ...], tmp_path: Path) -> None:
    with Path("/dev/full").open("w") as full:
        done = subprocess.run(
            command(*arguments, "--format", "json"),
            cwd=tmp_path,
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            check=False,
        )
    assert done.returncode == 4
    assert done.stderr.startswith("Usage: faier ")
    assert done.stderr.endswith("Error: standard output was not written: No space left on device\n")


@posix
@pytest.mark.parametrize("closed", [0, 1, 2])
def test_a_standard_stream_that_is_closed_is_no_error(closed: int, tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    words = ["sh", "-c", f'exec "$@" {closed}>&-', "sh", *command("check", "a.py", "--output", "json=out.json")]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert '"verdict": "proved"' in (tmp_path / "out.json").read_text()


def _powerless() -> None:
    """Take from root, for the program to be started, the right to write where nobody may."""
    drop, override = 24, 1  # PR_CAPBSET_DROP, CAP_DAC_OVERRIDE
    ctypes.CDLL(None).prctl(drop, override, 0, 0, 0)


@linux
def test_folders_that_may_not_be_written(tmp_path: Path) -> None:
    """A report is refused before anything is decided; what is only kept is not missed."""
    write(tmp_path, {"a.py": RESPONSE})
    tmp_path.chmod(0o555)
    how = {"preexec_fn": _powerless} if os.geteuid() == 0 else {}
    try:
        done = confined(tmp_path, "", "check", "a.py", "--output", "out.txt", "--cache", "kept", **how)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Invalid value for '--output': the folder '.' cannot be written to" in done.stderr
        done = confined(tmp_path, "", "check", "a.py", "--cache", "kept", **how)
        assert (done.returncode, done.stderr) == (0, "")
        done = confined(tmp_path, "", "check", "a.py", "--certificates", "certified", **how)
        assert (done.returncode, done.stdout) == (2, "")
        assert "Invalid value for '--certificates': the folder '.' cannot be written to" in done.stderr
    finally:
        tmp_path.chmod(0o755)


def test_a_folder_that_vanishes_meanwhile(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "reports/README": ""})
    monkeypatch.chdir(tmp_path)

    def vanishing(*given: object) -> Report:
        found = carry_out(*given)  # type: ignore[arg-type]
        shutil.rmtree(tmp_path / "reports")
        return found

    monkeypatch.setattr(batch, "carry_out", vanishing)
    result = faier(capsys, "check", "a.py", "--output", "json=reports/out.json")
    assert result.status == 4
    assert result.err == "Error: reports/out.json was not written: No such file or directory\n"
    assert "1 as expected" in result.out


@posix
def test_no_folder_for_temporary_files(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    nowhere = "import tempfile\ndef none(): raise FileNotFoundError(2, 'none')\ntempfile.TemporaryFile = none"
    done = confined(tmp_path, nowhere, "check", "a.py")
    assert (done.returncode, done.stderr) == (0, "")


@linux
@pytest.mark.parametrize("jobs", ["1", "2"])
def test_no_worker_outlives_a_killed_parent(jobs: str, tmp_path: Path) -> None:
    with deciding(tmp_path, "--jobs", jobs) as process:
        found = waited_for(lambda: children(process.pid))
        process.send_signal(signal.SIGKILL)
        process.wait()
        waited_for(lambda: not any(alive(pid) for pid in found))


@posix
def test_an_interrupt_keeps_what_is_decided(tmp_path: Path) -> None:
    with deciding(tmp_path, "--jobs", "2", "--output", "json=found.json") as process:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 130
    assert '"a.py"' in (tmp_path / "found.json").read_text()


def test_a_clock_that_jumps_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    jumps = iter(range(10**9))
    monkeypatch.setattr(time, "time", lambda: (-1) ** next(jumps) * 1e9)
    result = faier(capsys, "check", "a.py", "--timeout", "60")
    assert result.status == 0
    assert "1 as expected" in result.out


def test_no_limit_hangs_on_a_clock_that_can_be_set() -> None:
    wrong = []
    for path in (ROOT / "faier").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            match node:
                case ast.Attribute(value=ast.Name(id="time"), attr="time" | "localtime" | "gmtime"):
                    wrong.append(f"{path}:{node.lineno}")
                case ast.Attribute(value=ast.Name(id="datetime" | "date"), attr="now" | "today" | "utcnow"):
                    wrong.append(f"{path}:{node.lineno}")
    assert wrong == []
