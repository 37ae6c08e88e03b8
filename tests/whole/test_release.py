"""What is released: the packages, their types and extras; and, at length, a wheel and a source distribution that are
built, installed where nothing else is, and used."""

from __future__ import annotations

import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from faier.version import VERSION

ROOT = Path(__file__).resolve().parent.parent.parent


@pytest.fixture(scope="module")
def project() -> dict[str, Any]:
    found: dict[str, Any] = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    return found


def sources() -> set[str]:
    return {path.relative_to(ROOT).as_posix() for path in (ROOT / "faier").rglob("*.py")}


def test_every_folder_with_modules_is_a_package() -> None:
    assert {f"{Path(name).parent.as_posix()}/__init__.py" for name in sources()} <= sources()
    assert (ROOT / "faier" / "py.typed").is_file()


def test_the_version_has_its_page_in_the_changelog() -> None:
    assert re.search(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text(), re.M)[1] == VERSION  # type: ignore[index]


def test_what_is_started_is_there(project: dict[str, Any]) -> None:
    module, _, name = project["scripts"]["faier"].partition(":")
    assert callable(getattr(import_module(module), name))


def test_all_extras_are_in_all_and_described(project: dict[str, Any]) -> None:
    extras = project["optional-dependencies"]
    (every,) = extras["all"]
    named = set(re.findall(r"\w+", every.partition("[")[2]))
    assert named == set(extras) - {"all", "docs", "dev"}
    table = re.findall(r"^\| `faier\[(\w+)\]` \|", (ROOT / "docs" / "howto.md").read_text(), re.M)
    assert sorted(table) == sorted(named | {"all"})


def test_versions_of_python_are_those_that_are_told(project: dict[str, Any]) -> None:
    told = re.findall(r":: (3\.\d+)$", "\n".join(project["classifiers"]), re.M)
    least, most = told[0], told[-1]
    assert project["requires-python"] == f">={least}"
    assert f"Python {least} to {most}" in (ROOT / "docs" / "howto.md").read_text()


@pytest.mark.long
def test_what_is_built_is_installed_and_used(tmp_path: Path) -> None:
    """Needs a package index."""

    def run(*command: str | Path) -> str:
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=tmp_path, check=False)
        assert done.returncode == 0, done.stdout + done.stderr
        return done.stdout

    def environment(name: str, *packages: str | Path) -> Path:
        run(sys.executable, "-m", "venv", name)
        run(tmp_path / name / "bin" / "python", "-m", "pip", "install", "--quiet", *packages)
        return tmp_path / name / "bin"

    copy, built = tmp_path / "copy", tmp_path / "built"
    run("git", "clone", "--quiet", ROOT, copy)
    run(environment("building", "build") / "python", "-m", "build", "--outdir", built, copy)
    (wheel,), (source,) = built.glob("*.whl"), built.glob("*.tar.gz")
    assert wheel.name == f"faier-{VERSION}-py3-none-any.whl"
    with zipfile.ZipFile(wheel) as archive:
        held = set(archive.namelist())
    kept = {path.relative_to(copy).as_posix() for path in (copy / "faier").rglob("*") if path.is_file()}
    assert {name for name in held if ".dist-info/" not in name} == kept
    with tarfile.open(source) as archive:
        assert {f"faier-{VERSION}/{name}" for name in kept | {"README.md", "LICENSE"}} <= set(archive.getnames())
    for number, release in enumerate((wheel, source)):
        commands = environment(f"using{number}", release)
        assert VERSION in run(commands / "faier", "--version")
        run(commands / "faier", "new", "first.py") if number == 0 else None
        assert "as expected" in run(commands / "faier", "check", "first.py")
