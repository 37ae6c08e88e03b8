"""`certificates` in [tool.faier]: a folder beside the configuration, for `check` alone."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import RESPONSE, faier, write


def test_the_folder_is_beside_the_configuration(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "pyproject.toml": '[tool.faier]\ncertificates = "proofs"\n'})
    (tmp_path / "inside").mkdir()
    monkeypatch.chdir(tmp_path / "inside")
    assert faier(capsys, "check", "../a.py").status == 0
    (certificate,) = (tmp_path / "proofs").iterdir()
    assert faier(capsys, "verify", str(certificate), "../a.py").status == 0
    certificate.unlink()
    assert faier(capsys, "bound", "../a.py").status == 0
    assert faier(capsys, "diff", "../a.py", "../a.py").status == 0
    assert not list((tmp_path / "proofs").iterdir())
    assert faier(capsys, "check", "../a.py", "--certificates", "here").status == 0
    assert len(list((tmp_path / "inside" / "here").iterdir())) == 1


def test_other_commands_recall_as_if_no_folder_were_configured(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"a.py": RESPONSE, "pyproject.toml": '[tool.faier]\ncertificates = "proofs"\ncache = "kept"\n'})
    monkeypatch.chdir(tmp_path)
    faier(capsys, "check", "a.py")
    assert not (tmp_path / "kept").exists()
    faier(capsys, "bound", "a.py")
    assert (tmp_path / "kept").exists()
