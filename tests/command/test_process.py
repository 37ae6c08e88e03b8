"""The command line as a process: interrupted, bereft of a worker, out of time, started cold, in a hostile folder."""

from __future__ import annotations

import contextlib
import json
import os
import select
import signal
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from command_line import ENDLESS, RESPONSE, write

ROOT = Path(__file__).resolve().parent.parent.parent
COMMAND = [
    sys.executable,
    "-P",
    "-c",
    f"import sys; sys.path.append({str(ROOT)!r}); from faier.command.cli import main; ",
]


def command(*arguments: str) -> list[str]:
    return [*COMMAND[:-1], COMMAND[-1] + f"sys.exit(main({list(arguments)!r}))"]


def run(folder: Path, *arguments: str, code: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(command(*arguments), cwd=folder, capture_output=True, text=True, check=False)


def test_a_claim_that_takes_too_long_is_undecided_and_the_others_are_decided(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE, "b.py": ENDLESS, "c.py": RESPONSE})
    done = run(tmp_path, "check", ".", "--timeout", "1.5", "--format", "json")
    assert done.returncode == 3, done.stderr
    results = {result["path"]: result for result in json.loads(done.stdout)["results"]}
    assert [results[path]["verdict"] for path in ("a.py", "b.py", "c.py")] == ["proved", "undecided", "proved"]
    assert "--timeout" in results["b.py"]["reason"]


def test_a_claim_that_needs_too_much_memory_is_undecided(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE, "b.py": ENDLESS})
    done = run(tmp_path, "check", ".", "--memory", "200", "--timeout", "100", "--format", "json")
    assert done.returncode == 3, done.stdout + done.stderr
    results = {result["path"]: result for result in json.loads(done.stdout)["results"]}
    assert results["a.py"]["verdict"] == "proved"
    assert "--memory" in results["b.py"]["reason"]


posix = pytest.mark.skipif(sys.platform == "win32", reason="needs a terminal to see progress")


@contextlib.contextmanager
def deciding(folder: Path, *arguments: str) -> Iterator[subprocess.Popen[bytes]]:
    """The command in the state that a.py is decided and b.py, which has no end, is being decided."""
    import pty

    write(folder, {"a.py": RESPONSE, "b.py": ENDLESS})
    screen, terminal = pty.openpty()
    process = subprocess.Popen(
        command("check", "a.py", "b.py", *(arguments if "--jobs" in arguments else ("--jobs", "1", *arguments))),
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=terminal,
        env={name: value for name, value in os.environ.items() if name != "CI"} | {"TERM": "xterm"},
    )
    os.close(terminal)
    seen = b""
    try:
        while b"[3/4]" not in seen:
            assert select.select([screen], [], [], 60)[0], seen
            seen += os.read(screen, 4096)
        yield process
    finally:
        process.kill()
        process.wait()
        assert process.stdout is not None
        process.stdout.close()
        os.close(screen)


@posix
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_an_interrupt_reports_what_was_decided(tmp_path: Path, number: signal.Signals) -> None:
    with deciding(tmp_path, "--output", "json=found.json") as process:
        process.send_signal(number)
        process.communicate(timeout=60)
        assert process.returncode == 130
        document = json.loads((tmp_path / "found.json").read_text())
        assert [result["path"] for result in document["results"]] == ["a.py"]
        assert document["interrupted"] is True
        assert document["exit"] == 130


@posix
@pytest.mark.parametrize("jobs", ["1", "2", "5"])
def test_an_interrupt_prints_what_was_decided_and_leaves_no_worker(tmp_path: Path, jobs: str) -> None:
    with deciding(tmp_path, "--jobs", jobs) as process:
        workers = _workers(process) if sys.platform == "linux" else []
        process.send_signal(signal.SIGINT)
        out, _ = process.communicate(timeout=60)
        assert process.returncode == 130
        text = out.decode()
        assert "a.py::response" in text
        assert "proved" in text
        assert "b.py" not in text
        assert text.endswith("1 claim: 1 as expected; interrupted before the end\n")
        assert not any(Path(f"/proc/{worker}").exists() for worker in workers)


@posix
def test_an_interrupt_writes_what_was_decided_into_files_too(tmp_path: Path) -> None:
    with deciding(tmp_path, "--output", "json=found.json") as process:
        process.send_signal(signal.SIGINT)
        process.communicate(timeout=60)
        assert process.returncode == 130
    document = json.loads((tmp_path / "found.json").read_text())
    assert document["interrupted"] is True
    assert document["summary"] == {"claims": 1, "ok": 1, "failed": 0, "undecided": 0}


def _workers(process: subprocess.Popen[bytes]) -> list[int]:
    tasks = Path(f"/proc/{process.pid}/task")
    return [int(child) for task in tasks.iterdir() for child in (task / "children").read_text().split()]


@pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
def test_a_killed_worker_costs_its_claim_alone(tmp_path: Path) -> None:
    with deciding(tmp_path, "--output", "json=found.json") as process:
        workers = _workers(process)
        assert len(workers) == 1
        os.kill(workers[0], signal.SIGKILL)
        process.communicate(timeout=60)
        assert process.returncode == 3
        document = json.loads((tmp_path / "found.json").read_text())
        results = {result["path"]: result for result in document["results"]}
        assert results["a.py"]["verdict"] == "proved"
        assert results["b.py"]["verdict"] == "undecided"
        assert "SIGKILL" in results["b.py"]["reason"]


@posix
def test_a_reader_that_stops_reading_is_no_error(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(command("check", "a.py"), cwd=tmp_path, stdout=writer, stderr=subprocess.PIPE, check=False)
    os.close(writer)
    assert done.returncode == 0
    assert done.stderr == b""


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
def test_standard_output_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    with Path("/dev/full").open("w") as full:
        ended = subprocess.run(
            command("check", "a.py"), cwd=tmp_path, stdout=full, stderr=subprocess.PIPE, text=True, check=False
        )
    assert ended.returncode == 4
    assert ended.stderr == "Error: standard output was not written: No space left on device\n"


@pytest.mark.skipif(sys.platform == "win32", reason="a shell of POSIX")
def test_without_standard_output_the_status_is_the_same(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    closed = ["sh", "-c", '"$@" >&-', "sh", *command("check", "a.py", "--output", "json=report.json")]
    ended = subprocess.run(closed, cwd=tmp_path, stderr=subprocess.PIPE, text=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, "")
    assert '"proved"' in (tmp_path / "report.json").read_text()


def test_help_loads_nothing_of_the_engine_room() -> None:
    code = COMMAND[-1] + "main(['--help']); main(['check', '--help']); print(sorted(sys.modules))"
    done = subprocess.run([*COMMAND[:-1], code], capture_output=True, text=True, check=True)
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("flint", "z3", "cvc5", "numpy", "sympy", "faier.exact", "faier.lang", "fractions"):
        assert f"'{heavy}'" not in loaded, heavy
    assert "'faier.engines." not in loaded  # the package itself has names alone


def test_checking_one_file_loads_nothing_heavy_in_front(tmp_path: Path) -> None:
    write(tmp_path, {"a.py": RESPONSE})
    code = COMMAND[-1] + "main(['check', 'a.py']); print(sorted(sys.modules))"
    done = subprocess.run([*COMMAND[:-1], code], cwd=tmp_path, capture_output=True, text=True, check=True)
    assert "1 as expected" in done.stdout
    loaded = done.stdout.splitlines()[-1]
    for heavy in ("flint", "z3", "faier.exact", "faier.lang"):
        assert f"'{heavy}'" not in loaded, heavy
    assert "'faier.engines." not in loaded


# Files that do damage when they are executed, under names that Python would import.
DAMAGE = "import pathlib\npathlib.Path('harmed').touch()\n"
TRAPS = ("random.py", "fractions.py", "ast.py", "flint.py", "click.py", "ctypes.py", "pickle.py", "tempfile.py")


@pytest.mark.parametrize("form", [["-m", "faier"], None])
def test_nothing_in_the_folder_is_executed(tmp_path: Path, form: list[str] | None) -> None:
    traps: dict[str, str | bytes] = dict.fromkeys(TRAPS, DAMAGE + RESPONSE)
    decorated = RESPONSE.replace("@mechanism", "@__import__('pathlib').Path('harmed').touch\n@mechanism")
    write(tmp_path, traps | {"good.py": RESPONSE, "decorated.py": decorated})
    arguments = [sys.executable, *form, "check", "."] if form else command("check", ".")
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(arguments, cwd=tmp_path, capture_output=True, text=True, check=False, env=environment)
    assert done.returncode == 2, done.stderr
    assert "1 as expected" in done.stdout
    assert not (tmp_path / "harmed").exists()
    assert {path.name for path in tmp_path.glob("*.py")} == {*TRAPS, "good.py", "decorated.py"}
