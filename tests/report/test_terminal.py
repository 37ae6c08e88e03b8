"""The text for people: what a reader must see, in 80 columns, whatever names are in it."""

from __future__ import annotations

import math
import re
from dataclasses import replace

import pytest
from command_line import NOISY_MAX, faier, write

from faier.answers.answer import (
    INFINITE,
    Answer,
    Asked,
    Bounded,
    Divergence,
    Exact,
    Listed,
    Loss,
    Reach,
    Report,
    Shown,
    Story,
)
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import Span
from faier.report.explain import codes, explanation, overview
from faier.report.to_terminal import to_terminal
from faier.report.wording import budget, decimal, fraction, times, visible

QUESTION = Asked("m/max.py", 9, 0, "noisy_max", "", Exact("log(2)", 0.6931471805599453), "0", "each(1)", None)
LOG8 = Exact("log(8)", 2.0794415416798357)
LOG24_7 = Exact("log(24/7)", 1.2321436812926323)
STORY = Story(
    left=(("answers", Shown("[1, 1, 1]", [1, 1, 1])),),
    right=(("answers", Shown("[2, 2, 0]", [2, 2, 0])),),
    output=(Shown("2", 2),),
    ended=True,
    probability_left=Exact("5/27", 5 / 27),
    probability_right=Exact("5/216", 5 / 216),
    ratio=Exact("8", 8.0),
    epsilon=LOG8,
)


def known(epsilon: Exact, story: Story | None = None) -> Loss:
    return Loss(epsilon, epsilon, epsilon.value, epsilon.value, True, True, story)


TWO = Exact("2", 2.0)
PROVED = Answer(QUESTION, "proved", Reach(1, True), "search", 0.0123, TWO, known(LOG24_7))
REFUTED = Answer(replace(QUESTION, number=1), "refuted", Reach(1, True), "search", 0.5, TWO, known(LOG8, STORY), STORY)


def test_one_line_for_each_claim_and_a_story_for_each_surprise() -> None:
    prior = replace(QUESTION, neighbors=None, prior="household", number=2, expected="refuted")
    expected = Answer(prior, "refuted", Reach(1, True), "search", 0.0, TWO, None, STORY)
    late = Answer(
        replace(QUESTION, number=3, name="x"), "undecided", Reach(0, False), "search", 3.0, TWO, reason="late."
    )
    report = Report("check", answers=(PROVED, REFUTED, expected, late))
    assert to_terminal(report) == (
        "m/max.py::noisy_max                            tight epsilon\n"
        "  ok   proved     log(2) neighbors=each(1)     log(24/7) = 1.2321436812  0.01s\n"
        "  FAIL refuted    log(2) neighbors=each(1)     log(8) = 2.0794415416     0.50s\n"
        "       output  2, then the end\n"
        "       left    answers = [1, 1, 1]: probability 5/27 (0.185185)\n"
        "       right   answers = [2, 2, 0]: probability 5/216 (0.0231481)\n"
        "       8 times as likely on the left; the claim allows 2 times at most\n"
        "  ok   refuted    log(2) prior=household                                 0.00s\n"
        "  ?    undecided  x: log(2) neighbors=each(1)                            3.00s\n"
        "       undecided: late.\n"
        "\n"
        "4 claims: 2 as expected, 1 not, 1 undecided\n"
    )


def test_coverage_is_seen() -> None:
    limited = replace(PROVED, reach=Reach(12, False))
    text = to_terminal(Report("check", answers=(limited,)))
    assert "proved to 12" in text
    assert ">= log(24/7)" in text
    assert "and none that are" in text


def test_expected_to_fail_and_proved_all_the_same() -> None:
    answer = replace(PROVED, question=replace(QUESTION, expected="refuted"))
    text = to_terminal(Report("check", answers=(answer,)))
    assert "FAIL proved" in text
    assert "expected to be refuted, but it holds for all outputs" in text


def test_verbose_tells_every_witness() -> None:
    answer = replace(REFUTED, question=replace(QUESTION, expected="refuted"))
    assert "answers" not in to_terminal(Report("check", answers=(answer,)))
    assert "answers = [1, 1, 1]" in to_terminal(Report("check", answers=(answer,)), detail="witnesses")


def test_bounds_of_two_relations_stand_side_by_side() -> None:
    one = replace(QUESTION, neighbors="one()", number=1)
    report = Report(
        "bound",
        bounds=(
            Bounded(QUESTION, known(LOG8, STORY), Reach(1, True), "search", 0.1),
            Bounded(one, known(LOG24_7), Reach(1, True), "search", 0.1),
        ),
    )
    assert to_terminal(report) == (
        "m/max.py::noisy_max\n"
        "  for each(1): epsilon = log(8) = 2.0794415416 (all outputs, 0.10s)\n"
        "    output  2, then the end\n"
        "    left    answers = [1, 1, 1]: probability 5/27 (0.185185)\n"
        "    right   answers = [2, 2, 0]: probability 5/216 (0.0231481)\n"
        "    8 times as likely on the left\n"
        "  for one(): epsilon = log(24/7) = 1.2321436812 (all outputs, 0.10s)\n"
        "\n"
    )


def test_no_finite_epsilon() -> None:
    story = replace(STORY, ratio=INFINITE, epsilon=INFINITE, probability_right=Exact("0", 0.0), ended=False)
    loss = Loss(INFINITE, INFINITE, float("inf"), float("inf"), False, True, story)
    text = to_terminal(Report("bound", bounds=(Bounded(QUESTION, loss, Reach(1, True), "search", 0.1),)))
    assert "no finite epsilon (all outputs" in text
    assert "output  2, so far" in text
    assert "possible on the left only" in text
    growth = replace(loss, story=None, divergence=Divergence(("a",), ("b", "c"), (), TWO, Exact("log(2)", math.log(2))))
    text = to_terminal(Report("bound", bounds=(Bounded(QUESTION, growth, Reach(1, True), "growth", 0.1),)))
    assert "then, again and again, b; c" in text
    assert "each turn makes the ratio at least 2 times as great: epsilon grows by log(2)" in text


def test_problems_are_shown_with_their_lines() -> None:
    problem = Diagnostic("FA201", "`x` is not defined", "define it", "a.py", Span(2, 5, 2, 6))
    text = to_terminal(Report("check", problems=(problem,), sources={"a.py": "one\nout(x)\n"}))
    assert "error[FA201]: `x` is not defined\n --> a.py:2:5\n  |\n2 | out(x)\n  |     ^\n  = help: define it" in text
    assert text.endswith("0 claims: 0 as expected; 1 error\n")


HOSTILE = "\x1b[31mred\x1b[0m\r\n\u202edesrever\u2066\x9b0m\ud800" + "x" * 200


def test_nothing_of_a_user_steers_the_terminal_or_breaks_a_line() -> None:
    shown = Shown(HOSTILE, HOSTILE)
    story = replace(STORY, left=((HOSTILE, shown),), output=(shown,) * 5, parameters=(("p", shown),))
    question = Asked(HOSTILE, 1, 0, HOSTILE, HOSTILE, Exact(HOSTILE, 1.0), HOSTILE, HOSTILE, None, name=HOSTILE)
    listed = Listed(HOSTILE, 1, "mechanism", HOSTILE, HOSTILE, HOSTILE, (question,))
    answers = tuple(
        Answer(replace(question, number=number), verdict, Reach(1, True), "e", 1.0, TWO, known(LOG8), story, HOSTILE)
        for number, verdict in enumerate(("proved", "refuted", "undecided"))
    )
    bounds = (Bounded(question, known(LOG8, story), Reach(1, False), "e", 1.0, HOSTILE),)
    problem = Diagnostic("FA001", HOSTILE, HOSTILE, HOSTILE, Span(1, 1, 1, 2))
    for report in (
        Report("check", answers=answers, problems=(problem,), bugs=(HOSTILE,), sources={HOSTILE: HOSTILE}),
        Report("bound", bounds=bounds),
        Report("list", listed=(listed,)),
    ):
        text = to_terminal(report, detail="witnesses")
        assert not re.search("[\x00-\x09\x0b-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\ud800-\udfff]", text)
        assert to_terminal(report, color=True).count("\x1b[0m") > 0 or report.command == "list"


@pytest.mark.parametrize("length", [1, 10, 25, 40, 80, 200])
def test_lines_are_80_columns_wide_at_most(length: int) -> None:
    text = f"log({'7' * length}/3)"
    question = replace(QUESTION, epsilon=Exact(text, 40.0), name="a claim " * (length // 8))
    big = Exact("1" * length + "/" + "9" * length, 0.111)
    story = replace(STORY, left=(("answers", Shown("[" + "1, " * length + "1]", [])),), probability_left=big, ratio=big)
    loss = known(Exact(text, 40.0), story)
    answer = Answer(question, "refuted", Reach(length, False), "search", 1234.5, big, loss, story)
    bounded = Bounded(question, loss, Reach(length, False), "search", 1234.5, "because of a reason " * (length // 5))
    for report in (Report("check", answers=(answer, PROVED)), Report("bound", bounds=(bounded,))):
        lines = to_terminal(report).split("\n")
        assert max(map(len, lines)) <= 80
        assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize(
    ("said", "expected"),
    [
        (budget(LOG24_7), "log(24/7) = 1.2321436812"),
        (budget(LOG8, 4), "log(8) = 2.0794"),
        (budget(LOG8, 0), "log(8)"),
        (budget(Exact("0", 0.0)), "0"),
        (budget(Exact("1", 1.0)), "1"),
        (budget(Exact("1/2", 0.5)), "1/2 = 0.5000000000"),
        (budget(Exact("log(" + "9" * 50 + ")", 115.1292546497023)), "115.1292546497"),
        (budget(INFINITE), "infinite"),
        (decimal(-0.75, 1), "-0.7"),
        (decimal(float("inf"), 4), "infinity"),
        (fraction(Exact("1", 1.0)), "1"),
        (fraction(Exact("1/3", 1 / 3)), "1/3 (0.333333)"),
        (fraction(Exact("1" * 50 + "/3", 3.7e49)), "about 3.7e+49"),
        (times(Exact("24/7", 24 / 7)), "24/7 (3.42857) times"),
        (times(Exact("8", 8.0)), "8 times"),
        (visible("caf\u00e9 \u4e2d\x00\u2028"), "caf\u00e9 \u4e2d\\x00\\u2028"),
    ],
)
def test_words_for_numbers(said: str, expected: str) -> None:
    assert said == expected


def test_every_code_is_explained() -> None:
    for code in codes():
        text = explanation(code)
        assert text is not None
        assert text.startswith(f"{code}: ")
    assert len(overview().splitlines()) == len(codes())
    assert explanation("FA000") is None


def test_every_code_that_is_raised_can_be_explained() -> None:
    from pathlib import Path

    import faier as package

    raised = set()
    for path in Path(package.__file__).parent.rglob("*.py"):
        raised |= set(re.findall(r"\bFA\d{3}\b", path.read_text()))
    assert raised - set(codes()) == set()


def test_explain(capsys: pytest.CaptureFixture[str]) -> None:
    assert faier(capsys, "explain", "fa601").out.startswith("FA601: ")
    assert faier(capsys, "explain").out.startswith("FA001  ")
    unknown = faier(capsys, "explain", "FA60")
    assert unknown.status == 2
    assert "Did you mean FA60" in unknown.err


def test_the_stages_can_be_seen(
    tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path_factory.mktemp("stages")
    write(folder, {"a.py": NOISY_MAX})
    monkeypatch.chdir(folder)
    tree = faier(capsys, "check", "a.py", "--emit", "tree")
    assert tree.status == 0
    assert tree.out.count("def noisy_max") == 1
    model = faier(capsys, "bound", "a.py", "--emit", "model")
    assert "a.py::noisy_max\n" in model.out
    pair = faier(capsys, "bound", "a.py", "--emit", "pair")
    assert "[neighbors=each(1)]" in pair.out
    assert "right:" in pair.out


def test_the_factor_of_an_unknown_epsilon_has_no_number() -> None:
    assert times(Exact("exp(1/2 * EPS)", math.nan)) == "exp(1/2 * EPS) times"
    assert times(Exact("exp(1/2)", math.exp(0.5))) == "exp(1/2) (1.64872) times"
