"""All that runs of a file could do wrong is told at once, each with the inputs and draws that get there."""

from __future__ import annotations

from pathlib import Path

import asked
import pytest
from command_line import faier

from faier.lang import parse
from faier.lang.diagnostics import Diagnostic, Rejected
from faier.limits import LimitReached, Limits
from faier.semantics.explore import explore

# `from faier import` stands on line 1, the body of `refused` begins on line 4.
HEAD = (
    "from faier import Bool, Int, Stream, Vector, assume, clamp, each, flip, geometric, log, mechanism, one, prior, "
    "private, secret, uniform\n"
)


def refused(body: str, parameters: str = "x: Int[0, 3]") -> list[Diagnostic]:
    text = HEAD + f"@mechanism\ndef m({parameters}):\n" + "".join(f"    {line}\n" for line in body.split("\n"))
    with pytest.raises(Rejected) as caught:
        explore(parse(text, "m.py"), "m", Limits())
    return list(caught.value.diagnostics)


# The body (from line 4 on), the line and code of the failure, and the whole story that leads there.
STORIES = [
    ("return (1, 2, 3)[uniform(0, 3)]", 4, "FA401", "3 from uniform at line 4"),
    ("assert flip(1 / 3)\nreturn x", 4, "FA403", "False from flip at line 4"),
    ("if flip(1 / 2):\n    assert x + uniform(0, 1) < 4\nreturn x", 5, "FA403",
     "True from flip at line 4, x = 3, 1 from uniform at line 5"),
    ("return x // uniform(0, 1)", 4, "FA402", "x = 0, 0 from uniform at line 4"),
    ("return 1 // (x + uniform(0, 1) + flip(1 / 2))", 4, "FA402",
     "x = 0, 0 from uniform at line 4, False from flip at line 4"),
    ("y: Int[0, 3] = x + flip(1 / 2)\nreturn y", 4, "FA404", "x = 3, True from flip at line 4"),
    ("return [6 // i for i in range(2) if flip(1 / 2)]", 4, "FA402", "True from flip at line 4"),
    ("while flip(1 / 2) and x == 3:\n    while True:\n        pass\nreturn x", 5, "FA406",
     "True from flip at line 4, x = 3"),
    ("a = uniform(0, 2)\nwhile a == 1 or x == 5:\n    pass\nreturn x", 5, "FA406", "1 from uniform at line 4"),
    ("while True:\n    if not flip(1 / 2) or x != 2:\n        return x\n    while x:\n        b = flip(1 / 2)", 7,
     "FA406", "True from flip at line 5, x = 2"),
    ("match uniform(0, 2):\n    case 2:\n        return y\n    case _:\n        y = 1\nreturn x", 6, "FA413",
     "2 from uniform at line 4"),
    ("return sum(6 // uniform(i, 3) for i in range(2))", 4, "FA402", "0 from uniform at line 4"),
]  # fmt: skip


@pytest.mark.parametrize(("body", "line", "code", "story"), STORIES)
def test_the_story_names_every_draw(body: str, line: int, code: str, story: str) -> None:
    (found,) = refused(body)
    assert (found.span.line, found.code) == (line, code)
    assert found.notes == (f"this happens with {story}",)


def test_every_place_that_can_fail_is_told_once() -> None:
    body = (
        "y = (1, 2, 3)[uniform(0, 3)]\nif flip(1 / 2):\n    assert flip(1 / 3)\n    z = 6 // (x - 2)\n"
        "else:\n    z: Int[0, 2] = y + x\nwhile x == 3 and flip(1 / 2):\n    while x != 0:\n        pass\n"
        "return min([i for i in range(z)])"
    )
    places = [(item.span.line, item.code) for item in refused(body)]
    assert places == [(4, "FA401"), (6, "FA403"), (7, "FA402"), (9, "FA404"), (11, "FA406"), (13, "FA411")]


def test_noise_that_is_shown_though_its_remainder_was_taken_is_told() -> None:
    with pytest.raises(LimitReached, match="line 5: noise whose remainder was taken"):
        refused("g = x + geometric(1 / 3)\nyield g % 2\nyield g")


def test_an_entry_is_told_with_its_index() -> None:
    (found,) = refused("assert x[1] == 0\nreturn x[0]", "x: Vector[Int[0, 1], 2]")
    assert found.notes == ("this happens with x[1] = 1",)


def test_of_loops_inside_each_other_the_outermost_is_told() -> None:
    (found,) = refused("while True:\n    while flip(1 / 2):\n        pass")
    assert (found.code, found.span.line) == ("FA406", 4)


def test_failures_after_an_arrival_have_a_story() -> None:
    found = refused("n = 1\nfor a in x:\n    n = 1 // n - 1 + a\n    yield n", "x: Stream[Int[0, 1]]")
    assert [(item.code, item.notes) for item in found] == [("FA402", ("this happens with x = 0, shows 0, x = 0",))]


def test_long_stories_are_cut_in_the_middle() -> None:
    (found,) = refused("n = 0\nfor i in range(30):\n    n += flip(1 / 2)\nassert n < 30\nreturn n")
    (note,) = found.notes
    assert "(18 more)" in note and note.count("True from flip at line 6") == 12


def test_priors_are_told_with_their_failures() -> None:
    text = HEAD + (
        "@prior\ndef p():\n    a = uniform(0, 2)\n    if flip(1 / 2):\n        secret(a)\n    return 6 // a\n"
        "@mechanism\ndef m(x: Int[0, 6]):\n    return x\n"
    )
    with pytest.raises(Rejected) as caught:
        asked.tight(text, "m", prior="p")
    assert [(item.span.line, item.code) for item in caught.value.diagnostics] == [(7, "FA311"), (7, "FA402")]


FILE = (
    HEAD
    + """

SIZE = foo(3)


def shared(x):
    return 1 // x


def wrong(x):
    return x @ 1


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def claimed(x: Int[0, 3]):
    return shared(x)


@mechanism
def unclaimed(x: Int[0, 3]):
    return (1, 2)[x]


@mechanism
def calls_what_is_wrong(x: Int[0, 3]):
    return wrong(x) // x


@mechanism
def uses_what_is_wrong(x: Int[0, 3]):
    return SIZE // x
"""
)


def test_faults_of_runs_are_told_beside_faults_of_the_text(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.py"
    path.write_text(FILE)
    ran = faier(capsys, "check", str(path))
    assert ran.status == 2
    for code, line in (("FA201", 4), ("FA402", 8), ("FA102", 12), ("FA401", 23)):
        assert f"error[{code}]" in ran.out and f":{line}:" in ran.out
    assert "4 errors" in ran.out


def test_a_mechanism_without_claims_is_looked_at_too(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "m.py"
    text = FILE.replace("SIZE = foo(3)", "SIZE = 3").replace("x @ 1", "x % 2").replace("return shared(x)", "return x")
    path.write_text(text)
    ran = faier(capsys, "check", str(path))
    assert ran.status == 2 and "error[FA401]" in ran.out and "error[FA402]" in ran.out
    assert "1 claim" in ran.out
    ran = faier(capsys, "check", f"{path}::claimed")
    assert ran.status in (0, 1) and "error" not in ran.out


def test_claims_that_compare_nothing_are_told_beside_faults_of_the_text(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "m.py"
    path.write_text("""\
from faier import Int, Probability, assume, flip, log, mechanism, one, prior, private, secret, where


@prior
def impossible(p: Probability):
    x = flip(p)
    secret(x)
    assume(x and not x)
    return x


@prior
def wrong():
    secret(flip(1 / 2))
    return undefined


SIZE = undefined


@private(epsilon=log(2), prior=impossible)
@private(epsilon=log(2), prior=wrong)
@private(epsilon=log(2), neighbors=where(lambda x, y: x < SIZE < y))
@mechanism
def shown(x: Int[0, 1]):
    return x


@private(epsilon=log(2), neighbors=one())
@mechanism
def silent(x: Int[0, 1]):
    return None
""")
    ran = faier(capsys, "check", str(path))
    assert ran.status == 2
    for code, line in (("FA201", 15), ("FA201", 18), ("FA603", 21), ("FA604", 29)):
        assert f"error[{code}]" in ran.out and f":{line}:" in ran.out
    assert ran.out.count("error[") == 4


@pytest.mark.parametrize(
    "claim",
    [
        "epsilon=log(2), neighbors=edges(*PAIRS)",
        "epsilon=log(2), neighbors=edges((0, 1), nothing)",
        "epsilon=log(2), neighbors=edge((0, 1))",
        "epsilon=log(2), prior=nobody",
        "epsilon=log(2)",
        "epsilon=log(2), prior=wrong",
    ],
)
def test_claims_that_cannot_be_read_are_told_once(
    claim: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Nothing is left to be looked at in them."""
    path = tmp_path / "m.py"
    path.write_text(
        "from faier import Bool, edges, flip, log, mechanism, prior, private, secret\n"
        "PAIRS = ((0, 1),) if 1 is 1 else ()\n"
        "@prior\ndef wrong(n):\n    x = flip(1 @ 2)\n    secret(x)\n    return x\n"
        f"@private({claim})\n@mechanism\ndef m(x: Bool):\n    return 1\n"
    )
    ran = faier(capsys, "check", str(path))
    assert ran.status == 2 and "error[FA102]" in ran.out and "internal" not in ran.out + ran.err
