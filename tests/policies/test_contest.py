"""The sensitivity that is planned is the loss that faier finds, and no method's promise is refuted;
`scripts/contest_policies.py` and `scripts/attack_policies` ask for many more."""

from __future__ import annotations

from pathlib import Path
from random import Random
from runpy import run_path

import pytest
from command_line import faier
from policies_random import drawn

ROOT = Path(__file__).resolve().parent.parent.parent
ATTACK = run_path(str(ROOT / "scripts" / "attack_policies"))
CONTEST = run_path(str(ROOT / "scripts" / "contest_policies.py"))


@pytest.mark.parametrize("seed", [4, 11])
def test_the_loss_is_the_sensitivity(seed: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    policy, rows = CONTEST["drawn"](seed)
    path = tmp_path / "m.py"
    path.write_text(CONTEST["text"](policy, rows, "1"))
    (result,) = faier(capsys, "bound", str(path), "--format", "json", "--jobs", "1").json["results"]
    assert result["epsilon"]["exact"] == str(CONTEST["planned"](policy, rows))


@pytest.mark.parametrize("seed", [2, 5])
def test_methods_keep_their_promises_under_random_policies(seed: int) -> None:
    kept, methods = ATTACK["promised"](drawn(Random(seed)))
    assert kept
    assert methods > 5
