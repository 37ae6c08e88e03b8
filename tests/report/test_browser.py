"""The HTML report in a browser: nothing is said on the console, clipped, overlapping or beyond the screen's edge, and
axe finds nothing serious, on a phone and on a screen, by day and by night, and whatever names a file uses."""

from __future__ import annotations

import importlib.resources
import importlib.util
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import browser
import pytest
from browser import Browser
from command_line import NOISY_MAX, RESPONSE, THRESHOLD, faier, write
from test_formats import HOSTILE, hostile_report
from test_hostile_files import MARKUP
from test_html import PUFFERFISH, drawn_report

from faier.answers.answer import Report
from faier.report.to_html import to_html

pytestmark = pytest.mark.skipif(
    browser.FOUND is None or importlib.util.find_spec("axe_core_python") is None,
    reason="needs Chromium (on Debian: apt-get install chromium) and axe-core-python (scripts/setup --dev)",
)

PHONE, SCREEN = 360, 1280

# What is beyond the edge of the page or of a drawing, and which texts of a drawing lie on each other.
LAYOUT = """(() => {
  const faults = [], width = document.documentElement.clientWidth, slack = 0.1;
  const shown = e => (e.textContent || '').slice(0, 40);
  if (document.documentElement.scrollWidth > width) faults.push('the page scrolls sideways');
  for (const e of document.querySelectorAll('body *')) {
    const box = e.getBoundingClientRect();
    if (!e.closest('pre, .skip') && (box.right > width + 1 || box.left < -1)) faults.push(e.tagName + ' ' + shown(e));
    if (!e.closest('pre, svg, .skip') && e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).display !== 'inline')
      faults.push('clipped ' + e.tagName + ' ' + shown(e));
  }
  for (const svg of document.querySelectorAll('svg')) {
    const view = svg.viewBox.baseVal, texts = [...svg.querySelectorAll('text')].map(t => [t.getBBox(), t]);
    for (const e of svg.querySelectorAll('*')) {
      const box = e.getBBox();
      const right = box.x + box.width, bottom = box.y + box.height;
      if (Math.min(box.x, box.y) < -slack || right > view.width + slack || bottom > view.height + slack)
        faults.push('outside ' + e.tagName + ' ' + shown(e));
    }
    texts.forEach(([a, one], at) => texts.slice(at + 1).forEach(([b, other]) => {
      if (a.x < b.x + b.width - 1 && b.x < a.x + a.width - 1 && a.y < b.y + b.height - 3 && b.y < a.y + a.height - 3)
        faults.push('overlap ' + shown(one) + ' / ' + shown(other));
    }));
  }
  return faults;
})()"""

SERIOUS = """axe.run(document, {resultTypes: ['violations']}).then(found => found.violations
  .filter(each => ['serious', 'critical'].includes(each.impact))
  .map(each => each.id + ': ' + each.nodes.slice(0, 3).map(node => node.html.slice(0, 200)).join(' | ')))"""


@pytest.fixture(scope="module")
def page(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser.browser(tmp_path_factory.mktemp("profile")) as opened:
        yield opened


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def opened(page: Browser, text: str, folder: Path, width: int) -> None:
    place = folder / "page.html"
    place.write_text(text, encoding="utf-8")
    page.media("screen", prefers_color_scheme="light")
    page.open(place, width)
    page.evaluate("document.querySelectorAll('details').forEach(each => each.open = true)")


def axe(page: Browser) -> Any:
    source = importlib.resources.files("axe_core_python").joinpath("axe.min.js").read_text(encoding="utf-8")
    page.evaluate(f"{source};0")
    return page.evaluate(SERIOUS)


def test_a_real_report(page: Browser, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"a.py": NOISY_MAX, "b.py": PUFFERFISH, "c.py": THRESHOLD, "d.py": RESPONSE})
    text = faier(capsys, "check", ".", "--format", "html", "--certificates", "proofs").out
    for width in (PHONE, SCREEN):
        opened(page, text, folder, width)
        assert page.evaluate(LAYOUT) == []
        assert axe(page) == []
        page.media("screen", prefers_color_scheme="dark")
        assert axe(page) == []
        assert page.said == []
    page.printed(folder / "page.pdf")
    assert (folder / "page.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.parametrize("width", [PHONE, SCREEN])
def test_names_that_want_to_be_markup(page: Browser, folder: Path, width: int) -> None:
    opened(page, to_html(drawn_report(hostile_report(), HOSTILE)), folder, width)
    assert page.evaluate(LAYOUT) == []
    assert axe(page) == []
    assert page.said == []
    assert page.evaluate("document.querySelectorAll('script, img, iframe, object, form, input, base').length") == 0
    assert page.evaluate("document.querySelectorAll('link, embed, video, audio, foreignObject').length") == 0
    assert page.evaluate("document.title") == "Privacy report"


def test_a_file_that_wants_to_be_markup(page: Browser, folder: Path, capsys: pytest.CaptureFixture[str]) -> None:
    write(folder, {"a.py": MARKUP})
    text = faier(capsys, "check", "a.py", "--format", "html").out
    assert "refuted, unexpectedly" in text
    opened(page, text, folder, PHONE)
    assert page.evaluate(LAYOUT) == []
    assert page.said == []
    assert page.evaluate("document.querySelectorAll('script, img, [onload], [onerror]').length") == 0
    assert page.evaluate("document.title") == "Privacy report"


def test_what_would_be_found(page: Browser, folder: Path) -> None:
    """The checks above can fail."""
    text = to_html(drawn_report(Report("check", answers=hostile_report().answers[:1]), "x"))
    wide = text.replace("</main>", '<p style="width:900px">wide</p><img src="x"></main>').replace(
        "default-src", "x-src"
    )
    opened(page, wide, folder, PHONE)
    assert "the page scrolls sideways" in page.evaluate(LAYOUT)
    assert [found.split(":")[0] for found in axe(page)] == ["image-alt"]
    assert page.said != []
    drawing = text.replace("</svg>", '<text x="300" y="10">outside and over</text><text x="300" y="12">it</text></svg>')
    opened(page, drawing, folder, PHONE)
    found = " ".join(page.evaluate(LAYOUT))
    assert "outside text outside and over" in found
    assert "overlap outside and over / it" in found
