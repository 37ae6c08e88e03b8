"""Disks without room, folders that may not be written, descriptors that are open: the right status, nothing lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from command_line import RESPONSE, write

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="limits and descriptors of POSIX")

ROOT = Path(__file__).resolve().parent.parent.parent


def no_room() -> None:
    """No file may be written any more, as on a full disk."""
    import resource

    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))


def run(
    folder: Path, *arguments: str, before: Callable[[], None] | None = None, to: int = subprocess.PIPE
) -> subprocess.CompletedProcess[str]:
    write(folder, {"a.py": RESPONSE})
    return subprocess.run(
        [sys.executable, "-m", "faier", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONDONTWRITEBYTECODE": "1"},
        stdout=to,
        stderr=subprocess.PIPE,
        text=True,
        preexec_fn=before,
    )


@pytest.mark.parametrize(
    "option",
    [("--output", "old.txt"), ("--certificates", "proofs"), ("--resume", "kept")],
    ids=lambda option: option[0],
)
def test_a_disk_without_room_is_told_and_the_report_is_printed(option: tuple[str, str], tmp_path: Path) -> None:
    write(tmp_path, {"old.txt": "old"})
    found = run(tmp_path, "check", "a.py", *option, before=no_room)
    assert found.returncode == 4
    assert "was not written: File too large" in found.stderr
    assert "1 as expected" in found.stdout
    assert (tmp_path / "old.txt").read_text() == "old"
    assert [path for path in tmp_path.rglob("*") if path.name not in ("a.py", "old.txt", "proofs", "kept")] == []


def test_without_room_for_a_cache_everything_is_decided(tmp_path: Path) -> None:
    found = run(tmp_path, "check", "a.py", "--cache", "cache", before=no_room)
    assert found.returncode == 0
    assert [path for path in (tmp_path / "cache").rglob("*") if path.stat().st_size and path.is_file()] == []


def test_a_first_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    found = run(tmp_path, "new", "noisy_count.py", before=no_room)
    assert found.returncode == 2
    assert "noisy_count.py was not written: File too large" in found.stderr
    assert not (tmp_path / "noisy_count.py").exists()


@pytest.mark.parametrize("name", ["/dev/stdout", "/dev/fd/1", "/proc/self/fd/1"])
def test_standard_output_that_is_a_file_is_written_to_and_not_replaced(name: str, tmp_path: Path) -> None:
    if not Path(name).exists():
        pytest.skip("there is no such device here")
    log = tmp_path / "log"
    with log.open("w") as file:
        file.write("before\n")
        file.flush()
        found = run(tmp_path, "check", "a.py", "--format", "json", "--output", name, to=file.fileno())
        file.seek(0, os.SEEK_END)
        file.write("after\n")
    first, _, rest = log.read_text().partition("\n")
    document, _, last = rest.rpartition("}\n")
    assert (found.returncode, first, last) == (0, "before", "after\n")
    assert json.loads(document + "}")["summary"]["ok"] == 1


def test_a_report_in_standard_error(tmp_path: Path) -> None:
    found = run(tmp_path, "check", "a.py", "--output", "json=/dev/stderr")
    assert json.loads(found.stderr)["summary"]["ok"] == 1
    assert "1 as expected" in found.stdout


@pytest.mark.parametrize("option", ["--output", "--certificates", "--resume"])
def test_a_folder_that_may_not_be_written_is_told_before_the_work(option: str, tmp_path: Path) -> None:
    (tmp_path / "closed").mkdir()
    (tmp_path / "closed").chmod(0o555)
    if os.access(tmp_path / "closed", os.W_OK):
        pytest.skip("this user may write everywhere")
    found = run(tmp_path, "check", "a.py", option, "closed/it")
    assert (found.returncode, found.stdout) == (2, "")
    assert "the folder 'closed' cannot be written to" in found.stderr
