"""Type checkers take mechanism files for what they are."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path

import pytest

from faier.lang import parse

ROOT = Path(__file__).parent.parent.parent
FOLDER = Path(__file__).parent.parent
SAMPLE = [
    *(FOLDER / "typed").glob("*.py"),
    *(FOLDER / "accepted" / f"{name}.py" for name in ("priors", "draws_in_places", "streams")),
    ROOT / "models" / "noisy_max.py",
]


@pytest.mark.skipif(find_spec("mypy") is None, reason="mypy is not installed")
def test_mypy_accepts_mechanism_files(tmp_path: Path) -> None:
    """`strict.py` says in its first lines that its functions must be typed; others leave it to faier."""
    options = ["--strict", "--allow-untyped-defs", "--allow-incomplete-defs", "--allow-untyped-calls"]
    for path in SAMPLE:  # under names that no module of Python has
        (tmp_path / f"sample_{path.name}").write_text(path.read_text())
    names = [f"sample_{path.name}" for path in SAMPLE]
    command = [sys.executable, "-m", "mypy", *options, "--follow-imports", "silent", "--cache-dir", "cache"]
    command += ["--config-file", "", *names]
    given = {**os.environ, "MYPYPATH": str(ROOT)}
    ran = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, env=given)
    assert ran.stdout.startswith("Success"), ran.stdout


def test_faier_accepts_what_is_typed() -> None:
    for path in (FOLDER / "typed").glob("*.py"):
        assert parse(path.read_text(), path.name).functions
