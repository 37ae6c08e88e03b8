"""The report for auditors: one page from which nothing leaves and into which nothing gets, with the whole story."""

from __future__ import annotations

import math
import os
import re
from dataclasses import replace
from html import unescape
from html.parser import HTMLParser
from pathlib import Path

import pytest
from command_line import NOISY_MAX, RESPONSE, THRESHOLD, faier, write
from test_formats import EVERYTHING, HOSTILE, REFUTED, SOURCE, STORY, UNSAFE, hostile_report

from faier.answers.answer import (
    INFINITE,
    About,
    Answer,
    Diagram,
    Exact,
    Likelihood,
    Loss,
    Move,
    Odds,
    Report,
    Run,
    Shown,
    State,
    Step,
)
from faier.report.diagram import diagram
from faier.report.drawing import clipped, columns, distributions, leaks, losses, odds
from faier.report.to_html import to_html
from faier.version import VERSION

GOLDEN = Path(__file__).parent.parent / "golden" / "report.html"

VOID = {"meta", "rect", "line", "circle", "polyline", "polygon", "br"}
WORDS = (
    "html head title style body header main footer h1 h2 h3 h4 p ul ol li table thead tbody tr th td a span div "
    "section dl dt dd code pre strong b em mark figure figcaption details summary svg text sup"
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


PUFFERFISH = """\
from faier import Int, Probability, clamp, flip, geometric, log, mechanism, prior, private, secret


@prior
def contagious(p: Probability):
    sick = flip(p)
    secret(sick)
    return 2 * sick


@private(epsilon=log(2), prior=contagious)
@mechanism
def count(sick: Int[0, 2]):
    return clamp(sick + geometric(1 / 2), 0, 2)
"""

HALF, THIRD = Exact("1/2", 0.5), Exact("1/3", 1 / 3)
DRAWN = replace(STORY, likelihoods=(likelihood("1", 0.5, 0.25), likelihood("2", 0.2, 0.1, True)))
POINTS = ((1, Exact("log(2)", 0.69)), (2, Exact("log(4)", 1.38)), (3, Exact("log(8)", 2.07)))
TOLD = replace(REFUTED, story=DRAWN, curve=POINTS)


def drawn_report(report: Report, name: str) -> Report:
    """The report with every picture there is, all in this name."""
    value = Shown(name, name)
    number = Exact("1/3", 1 / 3)
    step = Step(1, ((value, number),), ((name, value),), value)
    way = Run((step, replace(step, shows=None), replace(step, line=0, drawn=())), number)
    other = Run((replace(step, changed=()),), number)
    likely = (
        Likelihood((value,), False, number, Exact("0", 0.0), True),
        Likelihood((value,), True, HALF, number, False),
    )
    states = (
        State(name, name, (Move(1, ((name, number), ("0", HALF))), Move(0, (("", HALF),)))),
        State("ends", "", ()),
    )
    about = About(name, name, 1, 2, Diagram(states, ((0, Exact("1", 1.0)),)))

    def drawn(answer: Answer) -> Answer:
        story = answer.story or STORY
        ways = (way, other) if answer.question.number % 2 else (way,)
        story = replace(story, likelihoods=likely, runs=ways, odds=Odds(HALF, THIRD))
        loss = answer.loss or Loss(INFINITE, INFINITE, 0.0, 1.0, True, True)
        curve = POINTS if answer.question.number % 2 else ()
        told = story if answer.story is not None else None
        return replace(answer, story=told, loss=replace(loss, story=story), curve=curve, about=about)

    return replace(report, answers=tuple(map(drawn, report.answers)), sources={**report.sources, name: name})


def told(answer: Answer) -> str:
    return Page(to_html(Report("check", answers=(answer,), sources={"m/max.py": SOURCE}))).text


def test_the_story_is_told_in_words() -> None:
    text = told(TOLD)
    assert "1 privacy claim about 1 mechanism was examined." in text
    assert "✗ 1 not as expected" in text
    assert "✗ refuted, unexpectedly" in text
    assert "two data sets each entry of which differs by 1 at most, no output of noisy_max is more than 2 times" in text
    assert "Left answers = [1, 1, 1]Probability of what is shown below: 5/27 (0.185185)" in text
    assert "Right answers = [2, 2, 0]Probability of what is shown below: 5/216 (0.0231481)" in text
    assert "What is shown: 2, then the end" in text
    assert "odds of 1 to 1, now has odds of 8 to 1 for the left one: 8 times what they were." in text
    assert "The claim allows the odds to grow 2 times at most." in text
    assert "knows for certain" in told(replace(TOLD, story=replace(DRAWN, ratio=INFINITE)))
    beyond = told(replace(TOLD, story=replace(DRAWN, excess=Exact("1/8", 0.125))))
    assert "Beyond 2 times as likely, 1/8 (0.125) of probability is left; the claim allows 0." in beyond


def test_what_differs_is_marked() -> None:
    text = to_html(Report("check", answers=(TOLD,)))
    assert "answers = [<mark>1</mark>, <mark>1</mark>, <mark>1</mark>]" in text
    one = (("setting", Shown("True", True)), ("day", Shown("3", 3)))
    other = (("setting", Shown("False", False)), ("day", Shown("3", 3)))
    text = to_html(Report("check", answers=(replace(TOLD, story=replace(DRAWN, left=one, right=other)),)))
    assert "setting = <mark>True</mark>, day = 3" in text


def test_odds_are_those_of_the_prior() -> None:
    question = replace(TOLD.question, neighbors=None, prior="family")
    text = told(replace(TOLD, question=question, story=replace(DRAWN, odds=Odds(Exact("1/4", 0.25), Exact("2", 2.0)))))
    assert (
        "By the prior alone the odds of left to right are 1 to 4. Whoever sees the output now has odds of 2 to 1"
        in text
    )
    assert "Two secrets that must look alike to whoever believes the prior family" in text
    assert "For two values of the secret of the prior family, whatever its unknown parameters are, no output" in text


def test_the_way_to_the_output_is_told_line_by_line() -> None:
    """Statements that draw nothing and do the same on both sides are left out; others stand beside each other."""
    one, two = Shown("1", 1), Shown("2", 2)
    same, drawn = Step(1, (), (("best", one),)), Step(2, ((one, HALF),), (("noisy", one),))
    left = Run((same, drawn, Step(3, ((two, THIRD), (one, HALF))), Step(4, (), (), two)), Exact("1/12", 1 / 12))
    right = Run((same, replace(drawn, drawn=((one, THIRD),)), Step(4, (), (), two)), Exact("1/3", 1 / 3))
    text = told(replace(TOLD, story=replace(DRAWN, runs=(left, right))))
    way = text.split("line by line")[1]
    assert "It has probability 1/12 on the left and 1/3 on the right" in way
    assert "best = 1" not in way
    assert (
        "line 2 @private(epsilon=log(2))left: noisy = 1, drawn with probability 1/2"
        "right: noisy = 1, drawn with probability 1/3"
    ) in way
    assert "left: draws 2 with probability 1/3; draws 1 with probability 1/2right: does not come here" in way
    assert "both: shows 2" in way
    assert "On the right no run shows it." in told(replace(TOLD, story=replace(DRAWN, runs=(left,))))


def test_a_certificate_has_its_digest_and_a_command() -> None:
    certified = replace(TOLD, certificate="{}")
    report = Report("check", answers=(certified,), certificates={TOLD.question.id: "proofs/max 1.json"})
    text = Page(to_html(report)).text
    assert "proofs/max 1.json, SHA-256 44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a" in text
    assert "faier verify 'proofs/max 1.json' m/max.py" in text
    assert "none was asked for; to get one: faier check m/max.py::noisy_max --certificates certificates" in told(TOLD)


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
    assert {link.removeprefix("#") for link in page.links} <= set(page.ids)
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
    report = drawn_report(hostile_report(), HOSTILE)
    text = to_html(report)
    assert not UNSAFE.search(text)
    page = Page(text)
    assert "</script><script>alert(1)</script>" in page.text  # as text
    assert len([name for name in page.ids if name.startswith("claim-")]) == len(report.answers)


MANY = tuple(likelihood(f"a long value {at} " * 9, at / 100, 1.0, at == 3) for at in range(12))
WIDE = (likelihood("\u4f60\U0001f600" * 40, 0.5, 0.0), likelihood("", 0.5, 1e-9, count=40), likelihood("x", 0.0, 0.0))


def many_chances(count: int) -> tuple[tuple[str, Exact], ...]:
    return tuple((str(value), Exact(f"{value}/12345", value / 12345)) for value in range(count))


READING = [
    State(
        f"reads answers[{at}]",
        "line 7: " + ", ".join(f"name{each}={each}" for each in range(at)),
        (Move(at + 1, many_chances(at + 1)), Move(0, many_chances(1))),
    )
    for at in range(19)
]
LARGE = Diagram((*READING, State("ends", "", ())), ((0, HALF), (5, HALF)))


@pytest.mark.parametrize(
    "text",
    [
        distributions(MANY + WIDE),
        leaks(MANY + WIDE, 0.5),
        leaks(WIDE[2:], math.inf),
        losses(POINTS),
        losses(tuple((at, Exact("0", 0.0)) for at in (1, 2))),
        odds([("before", "1 to 1", 0.5), ("after" * 9, "about 1e+09 to 1" * 9, 1.0)]),
        diagram(LARGE),
    ],
)
def test_drawings_stay_inside_and_are_described(text: str) -> None:
    """A character is 7.3 wide, and what is not ASCII twice as wide."""
    box = re.match(r'<svg viewBox="0 0 (\d+) (\d+)" role="img" aria-label="([^"]+)"', text)
    assert box is not None
    width, height = int(box[1]), int(box[2])
    for name, greatest in (("x", width), ("x1", width), ("x2", width), ("cx", width), ("y", height), ("cy", height)):
        for number in re.findall(rf'\b{name}="([^"]+)"', text):
            assert 0 <= float(number) <= greatest
    for x, size in re.findall(r'<rect x="([^"]+)" y="[^"]+" width="([^"]+)"', text):
        assert float(x) + float(size) <= width
    for x, attributes, label in re.findall(r'<text x="([^"]+)"([^>]*)>([^<]*)</text>', text):
        long = 7.3 * columns(unescape(label))
        before = {"end": 1.0, "middle": 0.5}.get("".join(re.findall(r'text-anchor="(\w+)"', attributes)), 0.0)
        start = float(x) - before * long
        assert start >= 0
        assert start + long <= width


def test_drawings_say_what_they_show() -> None:
    text = distributions(MANY + WIDE)
    assert "40 other outputs: 0.5 on the left, 1e-09 on the right" in text
    assert text.count("▶") == 1
    assert "infinite for the left" in leaks(WIDE, 1.0)
    assert "x, then the end: never" in leaks(WIDE, 1.0)
    assert "1 reads answers[0], goes with 0: 0/12345 to 3, 0: 0/12345 to 1" in diagram(LARGE)


@pytest.mark.parametrize(
    ("text", "width", "expected"),
    [("abc", 3, "abc"), ("abcd", 3, "ab…"), ("你好", 4, "你好"), ("你好吗", 4, "你…"), ("", 0, "")],
)
def test_labels_are_cut_by_their_width(text: str, width: int, expected: str) -> None:
    assert clipped(text, width) == expected


@pytest.fixture
def written_report(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    write(tmp_path, {"a.py": NOISY_MAX, "b.py": PUFFERFISH, "c.py": THRESHOLD, "d.py": RESPONSE})
    monkeypatch.chdir(tmp_path)
    assert faier(capsys, "check", ".", "--output", "html=report.html", "--output", "json=report.json").status == 1
    text = (tmp_path / "report.html").read_text(encoding="utf-8")
    assert faier(capsys, "check", ".", "--format", "html").out == text  # recalled or not
    return text


def test_a_real_report(written_report: str) -> None:
    """As it is kept beside the tests; after a change that is meant, look at the new one in a browser and keep that:
    `KEEP=1 pytest tests/report/test_html.py`."""
    text = written_report.replace(f"faier {VERSION}", "faier VERSION")
    if os.environ.get("KEEP"):
        GOLDEN.write_text(text, encoding="utf-8")
    assert text == GOLDEN.read_text(encoding="utf-8")
    Page(text)


def test_a_real_report_has_every_part(written_report: str) -> None:
    text = written_report
    assert text.count("How likely each output is.") == 4
    assert "2, then the end (this is shown): 0.1852 on the left, 0.02315 on the right" in text
    assert "0, then the end (this is shown): 0.6667 on the left, 0.1667 on the right" in text  # given each secret
    assert "everything else: 0.9923 on the left" in text  # more outputs than can be drawn
    assert text.count("The tight epsilon by length of the output.") == 1
    assert "up to 1 value: 0.693147; up to 2 values: 1.386294" in text
    assert text.count("What each output gives away.") == 3
    assert text.count("gives away where it is worst") == 2
    assert text.count("gives away in the cases of a witness") == 1  # the epsilon of the unknown p is not known exactly
    assert text.count("The model: ") == 4
    assert text.count('<ol class="path">') == 4
    assert "noisy_max(answers: Vector[Int[0, 2], 3])" in text
    assert "<code>answers = [<mark>1</mark>, <mark>1</mark>, <mark>1</mark>]</code>" in text
