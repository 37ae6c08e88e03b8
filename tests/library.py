"""The files of models/ and casestudies/, and the script that writes their table."""

from __future__ import annotations

import ast
import runpy
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parent.parent
MODELS = sorted((ROOT / "models").rglob("*.py"))
STUDIES = sorted((ROOT / "casestudies").rglob("*.py"))
TABLE: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "models_table"))
FOLDERS = [folder for folder, _, _ in TABLE["FAMILIES"]]


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text())) or ""
