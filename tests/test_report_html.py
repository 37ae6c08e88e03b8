"""The report for auditors: one page from which nothing leaves and into which nothing gets, with the whole story."""

from __future__ import annotations

import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, THRESHOLD, faier, write
from test_report_formats import EVERYTHING, REFUTED, STORY, UNSAFE, hostile_report

from faier.answer import INFINITE, Answer, Exact, Likelihood, Report, Shown
from faier.report.drawing import distributions, losses
from faier.report.to_html import to_html

VOID = {"meta", "rect", "line", "circle", "polyline"}
WORDS = (
    "html head title style body main footer h1 h2 h3 h4 p ul li table thead tbody tr th td a span section dl dt dd "
    "code strong figure figcaption svg text sup"
)
ALLOWED = VOID | set(WORDS.split())


class Page(HTMLParser):
    """Every element is closed, every element and attribute is one of ours, identifiers are unique."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.opened: list[str] = []
        self.ids: list[str] = []
        self.links: list[str] = []
        self.words: list[str] = []
        self.feed(text)
        self.close()
        assert self.opened == []
        assert len(set(self.ids)) == len(self.ids)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        assert tag in ALLOWED
        for name, value in attrs:
            assert not name.startswith("on")
            assert name not in ("src", "srcset", "style", "action")
            if name == "id":
                self.ids.append(value or "")
            if name == "href":
                self.links.append(value or "")
        if tag not in VOID:
            self.opened.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.opened.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.opened.pop() == tag

    def handle_data(self, data: str) -> None:
        self.words.append(data)

    @property
    def text(self) -> str:
        return re.sub(r"\s+", " ", "".join(self.words))


def likelihood(text: str, left: float, right: float, marked: bool = False, count: int = 1) -> Likelihood:
    return Likelihood((Shown(text, text),), True, Exact(str(left), left), Exact(str(right), right), marked, count)


DRAWN = replace(STORY, likelihoods=(likelihood("1", 0.5, 0.25), likelihood("2", 0.2, 0.1, True)))
POINTS = ((1, Exact("log(2)", 0.69)), (2, Exact("log(4)", 1.38)), (3, Exact("log(8)", 2.07)))
TOLD = replace(REFUTED, story=DRAWN, curve=POINTS)


def test_the_story_is_told_in_words() -> None:
    page = Page(to_html(Report("check", answers=(TOLD,))))
    assert "1 privacy claim was examined." in page.text
    assert "1 not as expected" in page.text
    assert "✗ refuted, unexpectedly" in page.text
    assert "no output of noisy_max is more than 2 times as likely for one as for the other" in page.text
    assert "left: answers = [1, 1, 1]right: answers = [2, 2, 0]" in page.text
    assert "The mechanism shows 2, then the end. That has probability 5/27 (0.185185) on the left" in page.text
    assert "odds of 1 to 1, now has odds of 8 to 1 for the left one. The claim allows 2 to 1 at most." in page.text
    assert [link.removeprefix("#") for link in page.links] == page.ids
    infinite = replace(TOLD, story=replace(DRAWN, ratio=INFINITE))
    assert "knows for certain" in Page(to_html(Report("check", answers=(infinite,)))).text
    excess = replace(TOLD, story=replace(DRAWN, excess=Exact("1/8", 0.125)))
    assert (
        "Beyond 2 times as likely, 1/8 (0.125) of probability is left"
        in Page(to_html(Report("check", answers=(excess,)))).text
    )


def test_everything_is_reported() -> None:
    page = Page(to_html(EVERYTHING))
    for text in (
        "1 as expected",
        "2 not as expected",
        "1 undecided",
        "interrupted",
        "FA201",
        "FA001",
        "a bug",
        "time.",
    ):
        assert text in page.text
    assert Page(to_html(Report("check"))).text.count("0 privacy claims were examined.") == 1


def test_nothing_comes_from_elsewhere() -> None:
    for report in (EVERYTHING, hostile_report(), Report("check", answers=(TOLD,))):
        text = to_html(report)
        assert "default-src 'none'" in text
        for word in ("<script", "url(", "@import", "<link", "<img", "<iframe"):
            assert word not in text.lower()
        outside = set(re.findall(r"https?://[^\"' <)]*", text)) - {"http://www.w3.org/2000/svg", "http://evil"}
        assert outside == set()
        assert '="http://evil' not in text


def test_hostile_names_break_no_page() -> None:
    report = hostile_report()
    hostile = report.answers[1].question.name or ""
    shown = Likelihood((Shown(hostile, hostile),), False, Exact("1", 1.0), Exact("0", 0.0), True)

    def drawn(answer: Answer) -> Answer:
        story = None if answer.story is None else replace(answer.story, likelihoods=(shown,))
        return replace(answer, story=story, curve=POINTS)

    text = to_html(replace(report, answers=tuple(map(drawn, report.answers))))
    assert not UNSAFE.search(text)
    page = Page(text)
    assert "</script><script>alert(1)</script>" in page.text  # as text
    assert len(page.ids) == len(report.answers)


def test_drawings_stay_inside_and_are_described() -> None:
    many = tuple(likelihood(f"a long value {at} " * 9, at / 100, 1.0, at == 3) for at in range(12))
    many += (likelihood("", 0.5, 1e-9, count=40),)
    for text in (distributions(many), losses(POINTS), losses(tuple((at, Exact("0", 0.0)) for at in (1, 2)))):
        box = re.match(r'<svg viewBox="0 0 (\d+) (\d+)" role="img" aria-label="([^"]+)"', text)
        assert box is not None
        width, height = int(box[1]), int(box[2])
        for name, greatest in (("x", width), ("cx", width), ("y", height), ("cy", height)):
            for number in re.findall(rf'\b{name}="([^"]+)"', text):
                assert 0 <= float(number) <= greatest
        for x, size in re.findall(r'<rect x="([^"]+)" y="[^"]+" width="([^"]+)"', text):
            assert float(x) + float(size) <= width
        for label in re.findall(r"<text[^>]*>([^<]*)</text>", text):
            assert len(label) <= 42
    assert "40 other outputs" in distributions(many)
    assert distributions(many).count("▶") == 1


def test_a_real_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    pufferfish = (
        "from faier import Int, Probability, clamp, flip, geometric, log, mechanism, prior, private, secret\n\n\n"
        "@prior\ndef contagious(p: Probability):\n    sick = flip(p)\n    secret(sick)\n    return 2 * sick\n\n\n"
        "@private(epsilon=log(2), prior=contagious)\n@mechanism\n"
        "def count(sick: Int[0, 2]):\n    return clamp(sick + geometric(1 / 2), 0, 2)\n"
    )
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": pufferfish, "c.py": THRESHOLD, "d.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", ".", "--output", "html=report.html", "--output", "json=report.json").status == 1
    text = (tmp_path / "report.html").read_text()
    page = Page(text)
    assert len(page.ids) == 6
    assert text.count("How likely each output is.") == 4
    assert "2, then the end: 0.1852 on the left, 0.02315 on the right" in text
    assert "0, then the end: 0.6667 on the left, 0.1667 on the right" in text  # given each secret
    assert "everything else: 0.9923 on the left" in text  # more outputs than can be drawn
    assert text.count("The tight epsilon by length of the output.") == 1
    assert "up to 1 value: 0.693147; up to 2 values: 1.386294" in text
    assert faier(capsys, "check", ".", "--format", "html").out == text  # recalled or not
