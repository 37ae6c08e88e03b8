"""A package that is missing is told with the extra that has it."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import re
import sys
import tomllib
from pathlib import Path

import pytest

from faier.extras import MissingExtraError, needed

ROOT = Path(__file__).resolve().parent.parent.parent


def test_what_is_there_is_not_told() -> None:
    needed("calibrate", "json", "fractions")


def test_what_is_missing_is_told_by_the_name_it_is_installed_by(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faier.extras.find_spec", lambda name: None if name in ("sklearn", "hmmlearn") else sys)
    with pytest.raises(MissingExtraError, match=re.escape("scikit-learn and hmmlearn, not installed here: pip")):
        needed("learn", "numpy", "sklearn", "hmmlearn")


def test_every_extra_that_is_named_is_one() -> None:
    """What the code calls an extra stands in pyproject.toml, with the packages asked for or what these need."""
    extras = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
    calls = [
        call
        for path in sorted((ROOT / "faier").rglob("*.py"))
        for call in re.findall(r'\bneeded\((\s*"[^)]*)\)', path.read_text())
    ]
    for call in calls:
        extra, *packages = re.findall(r'"(\w+)"', call)
        names = [re.split(r"[<>=;\[ ]", item)[0] for item in extras[extra]]
        listed = " ".join([*names, *(str(item) for name in names for item in importlib.metadata.requires(name) or ())])
        listed = listed.replace("scikit-learn", "sklearn")
        for package in packages:
            assert package in listed, f"{package} is not in the extra {extra}"
            assert importlib.util.find_spec(package) is not None
