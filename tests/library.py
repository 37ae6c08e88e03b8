"""The files of models/ and casestudies/, and the script that writes their table."""

from __future__ import annotations

import ast
import re
import runpy
from functools import cache
from pathlib import Path
from typing import Any

from faier.lang import parse
from faier.lang.program import Program

ROOT = Path(__file__).resolve().parent.parent
MODELS = sorted((ROOT / "models").rglob("*.py"))
DISCRETE = [path for path in MODELS if path.parent.name not in ("divergences", "laplace")]
STUDIES = sorted(path for path in (ROOT / "casestudies").rglob("*.py") if "@mechanism" in path.read_text())
DISCRETE_STUDIES = [path for path in STUDIES if not {"gaussian", "laplace"} & set(re.findall(r"\w+", path.read_text()))]
TABLE: dict[str, Any] = runpy.run_path(str(ROOT / "scripts" / "models_table"))
FOLDERS = [folder for folder, _, _ in TABLE["FAMILIES"]]

# Constants that keep the enumeration short. The verdicts of a file are about its own constants, so these files are
# compared by their tight factors only.
SMALL = {
    "models/responses/rappor_one_time.py": {"BITS": "4", "HASHES": "2"},
    "models/responses/rappor_permanent.py": {"PUBLISHED_BITS": "4", "PUBLISHED_HASHES": "2"},
    "models/release/parallel_counts.py": {"N": "4"},
}


def relative(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def program_of(path: Path) -> Program:
    return parse(path.read_text(), str(path), {})


def small(path: Path) -> str:
    """The file, small enough to be enumerated."""
    lines = path.read_text().splitlines()
    for name, value in SMALL.get(relative(path), {}).items():
        (place,) = [index for index, line in enumerate(lines) if line.startswith(f"{name} = ")]
        lines[place] = f"{name} = {value}"
    return "\n".join(lines) + "\n"


def docstring(path: Path) -> str:
    return ast.get_docstring(ast.parse(path.read_text())) or ""
