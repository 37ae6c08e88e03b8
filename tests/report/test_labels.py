"""Labels on charts: none covers another, a mark or the edge, and each is beside its mark or has a line to it."""

import random
import re
from itertools import combinations
from pathlib import Path

import browser
import pytest

from faier.report import calibration_chart
from faier.report.labels import CHARACTER, Box, placed

NAMES = (
    *("group privacy", "entry privacy", "Wasserstein", "Wasserstein, delta", "least Laplace", "Markov quilt, exact"),
    *("Markov quilt, approximate", "inferential privacy", "幅の広い名前", "a < b & c"),
)
FRAME = Box(60, 20, 318, 166)


def crowded(seed: int) -> list[tuple[float, float, str]]:
    """Marks of which some are at the same place, as methods that ask for the same are."""
    draw = random.Random(seed)
    marks = [(draw.uniform(1, 4), draw.uniform(0.1, 3), name) for name in draw.sample(NAMES, draw.randint(1, 10))]
    return [(*(marks[0][:2] if draw.random() < 0.3 else (x, y)), name) for x, y, name in marks]


@pytest.mark.parametrize("seed", range(25))
def test_no_label_covers_another_or_a_mark(seed: int) -> None:
    marks = [(60 + 60 * (x - 1), 160 - 40 * y, name) for x, y, name in crowded(seed)]
    line = ((60.0, 30.0), (306.0, 150.0))
    labels = placed(marks, [line], FRAME, 4)
    assert [label.text for label in labels] == [name for *_, name in marks][: len(labels)]
    for one, other in combinations(labels, 2):
        assert not one.box.covers(other.box)
    for (x, y, name), label in zip(marks, labels, strict=False):
        assert label.box.right - label.box.left >= CHARACTER * len(name) - 1e-9
        assert FRAME.left <= label.box.left and label.box.right <= FRAME.right
        assert FRAME.top <= label.box.top and label.box.bottom <= FRAME.bottom
        assert not any(label.box.covers(Box(a - 4, b - 4, a + 4, b + 4)) for a, b, _ in marks)
        if label.leader is None:
            near = label.box.nearest((x, y))
            assert abs(near[0] - x) <= 10 and abs(near[1] - y) <= 10
        else:
            (from_x, from_y), end = label.leader
            assert abs(from_x - x) <= 4 and abs(from_y - y) <= 4
            assert label.box.nearest(end) == end


def test_a_label_by_itself_is_beside_its_mark_and_off_the_line() -> None:
    (label,) = placed([(100, 100, "least")], [((60, 92), (318, 92))], FRAME, 4)
    assert label.leader is None and not label.box.crossed(((60, 92), (318, 92)))
    (over,) = placed([(100, 100, "least")], [((60, 20 + y), (318, 20 + y)) for y in range(0, 146, 2)], FRAME, 4)
    assert over.leader is None


def test_labels_that_do_not_fit_have_more_room() -> None:
    marks = [(2.0 + place / 100, 1.0, f"the method of name {place:3}") for place in range(14)]
    curve = [(1.0 + place / 4, 3 / (1.0 + place / 4), "") for place in range(13)]
    height, _, drawn = calibration_chart._chart("title", "scale", "epsilon", curve + marks, 1.0, 2.0)
    assert height > calibration_chart.HEIGHT
    assert all(f">the method of name {place:3}<" in drawn for place in range(14))
    assert max(float(y) for y in re.findall(r' y="([^"]+)"', drawn)) < height
    assert min(float(y) for y in re.findall(r' y="([^"]+)"', drawn)) > 0


@pytest.mark.skipif(browser.FOUND is None, reason="needs Chromium (on Debian: apt-get install chromium)")
def test_no_texts_overlap_in_a_browser(tmp_path: Path) -> None:
    """What Chromium measures: texts apart from each other, and within the picture."""
    curve = [(1.0 + place / 6, 3 / (1.0 + place / 6), "") for place in range(19)]
    overlapping = """(() => {
      const all = [...document.querySelectorAll('text')], boxes = all.map(t => t.getBBox()), found = [];
      const view = document.documentElement.viewBox.baseVal;
      boxes.forEach((a, i) => {
        if (a.x < 0 || a.y < 0 || a.x + a.width > view.width || a.y + a.height > view.height)
          found.push('outside ' + all[i].textContent);
        boxes.slice(i + 1).forEach((b, j) => {
          if (a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height - 2 && b.y < a.y + a.height - 2)
            found.push(all[i].textContent + ' | ' + all[i + 1 + j].textContent);
        });
      });
      return [all.length, found];
    })()"""
    with browser.browser(tmp_path) as page:
        for seed in range(6):
            marks = crowded(seed)
            height, _, drawn = calibration_chart._chart("title", "scale", "epsilon", curve + marks, 1.0, 2.0)
            (tmp_path / "chart.svg").write_text(
                f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 320 {height}" width="640" height="{2 * height}">'
                f"<style>{calibration_chart.STYLE}</style>{drawn}</svg>"
            )
            page.open(tmp_path / "chart.svg", 700)
            assert page.evaluate(overlapping) == [len(marks) + 6, []]
