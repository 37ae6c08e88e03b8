"""The documentation as a site: every page is in its menu, and it builds without a warning where mkdocs is installed."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent.parent


def test_every_page_is_in_the_menu_once() -> None:
    menu = (ROOT / "mkdocs.yml").read_text().split("nav:")[1]
    pages = [path.relative_to(ROOT / "docs").as_posix() for path in (ROOT / "docs").rglob("*.md")]
    assert sorted(re.findall(r": (\S+\.md)$", menu, re.M)) == sorted(pages)


def test_files_of_pages_have_titles_that_the_site_understands() -> None:
    for page in (ROOT / "docs").rglob("*.md"):
        assert not re.search(r"^```\w+ file=", page.read_text(), re.M), page


def test_the_site_builds(tmp_path: Path) -> None:
    pytest.importorskip("material")
    from mkdocs.commands.build import build
    from mkdocs.config import load_config

    build(load_config(str(ROOT / "mkdocs.yml"), site_dir=str(tmp_path)))
    page = (tmp_path / "tutorial.html").read_text()
    assert "uniform_noise.py" in page
    assert not re.search(r'(?:src|href)="(?:https?:)?//', page)
