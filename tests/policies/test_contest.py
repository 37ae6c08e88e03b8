"""The sensitivity that is planned is the loss that faier finds; `scripts/contest_policies.py` asks for many more."""

from __future__ import annotations

from pathlib import Path
from runpy import run_path

import pytest
from command_line import faier

ROOT = Path(__file__).resolve().parent.parent.parent
CONTEST = run_path(str(ROOT / "scripts" / "contest_policies.py"))


@pytest.mark.parametrize("seed", [4, 11])
def test_the_loss_is_the_sensitivity(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy, rows = CONTEST["drawn"](seed)
    path = tmp_path / "m.py"
    path.write_text(CONTEST["text"](policy, rows, "1"))
    (result,) = faier(capsys, "bound", str(path), "--format", "json", "--jobs", "1").json["results"]
    assert result["epsilon"]["exact"] == str(CONTEST["planned"](policy, rows))
