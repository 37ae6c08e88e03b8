"""`faier diff`: what a change does to privacy, between files, folders and revisions."""

from __future__ import annotations

import math
import shutil
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest
from command_line import BROKEN, NOISY_MAX, RESPONSE, faier, write
from json_schema import faults

from faier.answers.answer import INFINITE, Answer, Asked, Bounded, Exact, Loss, Multiple, Reach
from faier.lang import parse
from faier.report.difference import to_json, to_text
from faier.report.schemas import schema
from faier.versions.difference import Difference, Status, Version, compare, order
from faier.versions.differing import _alike as alike
from faier.versions.meaning import meanings
from faier.versions.revision import sides

NOISE = RESPONSE.replace("Bool, flip, log, mechanism, one", "Int, clamp, each, geometric, log, mechanism").replace(
    "one()", "each(1)"
)
NOISE = NOISE.split("def response")[0].replace("log(3)", "log(2)") + (
    "def count(answer: Int[0, 4]):\n    return clamp(answer + geometric(1 / 2), 0, 4)\n"
)
WEAKER = NOISE.replace("geometric(1 / 2)", "geometric(2 / 3)")
UNCLAIMED = RESPONSE.replace("@private(epsilon=log(3), neighbors=one())\n", "")
RELAXED = RESPONSE.replace("log(3)", "log(4)")
STRICTER = RESPONSE.replace("log(3)", "log(2)")
LOUDER = RESPONSE.replace("3 / 4", "4 / 5")
BELIEVED = """\
from faier import Int, clamp, geometric, log, mechanism, prior, private, secret, uniform


@prior
def anything():
    x = uniform(0, 2)
    secret(x)
    return x


@private(epsilon=2 * log(2), prior=anything)
@mechanism
def count(x: Int[0, 2]):
    return clamp(x + geometric(1 / 2), 0, 2)
"""
RESTRICTED = BELIEVED.replace("=anything)", "=anything, pairs=((0, 1),))")
TWICE = RESPONSE.replace("@private", "@private(epsilon=log(4), neighbors=one())\n@private", 1)


def named(source: str) -> str:
    return source.replace("@private(", '@private(name="it", ')


def said(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, list[tuple[str, str]]]:
    """The exit status, and the status and change of each claim."""
    result = faier(capsys, "diff", *arguments, "--format", "json")
    document = result.json
    assert faults(document, schema("diff"), strict=True) == []
    assert document["exit"] == result.status
    claims = [(claim["change"], claim["status"]) for item in document["results"] for claim in item["claims"]]
    return result.status, claims


@pytest.mark.parametrize(
    ("old", "new", "status", "claims"),
    [
        (RESPONSE, RESPONSE, 0, []),
        (RESPONSE, f"# A remark.\n{RESPONSE}", 0, []),
        (NOISE, WEAKER, 0, [("kept", "same")]),  # more noise
        (WEAKER.replace("log(2)", "log(3 / 2)"), NOISE.replace("log(2)", "log(3 / 2)"), 1, [("kept", "worse")]),
        (RESPONSE, LOUDER, 1, [("kept", "worse")]),
        (LOUDER, RESPONSE, 0, [("kept", "better")]),
        (RESPONSE, RELAXED, 1, [("changed", "worse")]),
        (RELAXED, RESPONSE, 0, [("changed", "better")]),
        (RESPONSE, STRICTER, 1, [("changed", "worse")]),  # more is claimed than holds
        (BELIEVED, RESTRICTED, 1, [("appeared", "same"), ("vanished", "worse")]),
        (RESTRICTED, BELIEVED, 0, [("appeared", "same"), ("vanished", "same")]),
        (named(BELIEVED), named(RESTRICTED), 1, [("changed", "worse")]),
        (named(RESTRICTED), named(BELIEVED), 0, [("changed", "same")]),
        (RESPONSE, UNCLAIMED, 1, [("vanished", "worse")]),
        (UNCLAIMED, RESPONSE, 0, [("appeared", "same")]),
        (UNCLAIMED, STRICTER, 1, [("appeared", "worse")]),
        (TWICE, RESPONSE, 0, [("kept", "same"), ("vanished", "same")]),
        (TWICE, RELAXED, 1, [("kept", "same"), ("vanished", "worse")]),
        (RESPONSE, RESPONSE.replace("log(3)", "2 * log(3) - log(3)"), 0, [("kept", "same")]),
        (RESPONSE, RESPONSE.replace("one())", 'one(), delta=1 / 8)'), 1, [("changed", "worse")]),
        (RESPONSE, RESPONSE.replace("one())", 'one(), expect="refuted")'), 1, [("changed", "worse")]),
        (STRICTER.replace("one())", 'one(), expect="refuted")'), UNCLAIMED, 0, [("vanished", "same")]),
        (RESPONSE, BROKEN, 2, [("vanished", "worse")]),
        (BROKEN, RESPONSE, 3, [("appeared", "same")]),
        (RESPONSE.replace("def response", "def other"), RESPONSE, 1, [("vanished", "worse"), ("appeared", "same")]),
    ],
)  # fmt: skip
def test_two_files(
    old: str,
    new: str,
    status: int,
    claims: list[tuple[str, str]],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    write(tmp_path, {"old.py": old, "new.py": new})
    monkeypatch.chdir(tmp_path)
    found = said(capsys, "old.py", "new.py")
    assert (found[0], sorted(found[1])) == (status, sorted(claims))


# Texts of one value to Python, or of one tree but for places; each pair differs for faier, or for Python's reader.
ALIKE_TO_PYTHON = {
    "an epsilon": ("log(3)", "0.69314718055994531", "0.69314718055994530"),
    "a delta": ("one())", "one(), delta=0.01)", "one(), delta=0.01000000000000000000001)"),
    "a chance": ("3 / 4", "0.75", "0.7500000000000000000001"),
    "an exponent": ("log(3)", "11e-1", "11.000000000000000000001e-1"),
    "an encoding": ("from faier", "from faier", "# coding: latin-1\nfrom faier"),
    "too much": ("from faier", "from faier", "#" * 1_000_000 + "\nfrom faier"),
}


@pytest.mark.parametrize("place", ALIKE_TO_PYTHON)
def test_what_is_one_number_to_python_is_still_a_change(
    place: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text, one, other = ALIKE_TO_PYTHON[place]
    assert text in RESPONSE
    write(tmp_path, {"old.py": RESPONSE.replace(text, one), "new.py": RESPONSE.replace(text, other)})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "diff", "old.py", "new.py", "--format", "json").json
    assert document["summary"]["unchanged_files"] == 0
    assert [item["mechanism"] for item in document["results"]] == ["response"]


def test_a_digit_more_that_turns_a_proof_into_a_refutation_is_worse(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Both decimals are the same double; log(2) lies between them."""
    source = RESPONSE.replace("3 / 4", "2 / 3").replace("log(3)", "0.69314718055994531")
    write(tmp_path, {"old.py": source, "new.py": source.replace("94531", "94530")})
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "old.py", "new.py") == (1, [("changed", "worse")])


ALL = Reach(3, True)
HEAD = """\
from faier import Bool, Int, Real, Vector, each, edges, flip, log, mechanism, moves, one, pairs, prior, private
from faier import secret, total, uniform, where

"""
LISTED = ("((0, 1), (1, 2))", "((0, 1),)")
RELATED = "{}\n\n\n@private(epsilon=log(2), neighbors={})\n@mechanism\ndef m(x: {}):\n    return 0\n"
ASSUMED = (
    "{}\n\n\n@prior\ndef guess({}):\n    x = {}\n    secret(x)\n    return x\n\n\n"
    "@private(epsilon=log(2), prior=guess{})\n@mechanism\ndef m(x: Int[0, {}]):\n    return 0\n"
)

# A file with a claim about K, more of K, less of it, and whether less of K is certainly less that is claimed.
ABOUT_K = {
    "each": (RELATED.format("K = {}", "each(K)", "Int[0, 3]"), "2", "1", True),
    "one": (RELATED.format("K = {}", "one(K)", "Vector[Int[0, 3], 2]"), "2", "1", True),
    "total": (RELATED.format("K = {}", "total(K)", "Vector[Int[0, 3], 2]"), "2", "1", True),
    "edges": (RELATED.format("K = {}", "edges(*K)", "Int[0, 3]"), *LISTED, True),
    "pairs": (RELATED.format("K = {}", "pairs(*K)", "Int[0, 3]"), *LISTED, True),
    "moves": (RELATED.format("K = {}", "moves(*K)", "Vector[Int[0, 3], 3]"), *LISTED, True),
    "moves back": (
        RELATED.format("K = {}", "moves(*K)", "Vector[Int[0, 3], 3]"), "((1, 0), (None, 2))", "((2, None),)", True
    ),
    "one input": (RELATED.format("K = {}", "{{'x': each(K)}}", "Int[0, 3], y: Bool"), "2", "1", True),
    "a predicate": (RELATED.format("K = {}", "where(lambda x, y: abs(x - y) <= K)", "Int[0, 3]"), "2", "1", False),
    "through others": (RELATED.format("A = {}\nB = [A]\nK = sum(B)", "each(K)", "Int[0, 3]"), "2", "1", True),
    "an input": (RELATED.format("K = {}", "each(1)", "Int[0, K]"), "3", "2", True),
    "a type": (RELATED.format("T = Int[0, {}]", "each(1)", "Vector[T, 2]"), "3", "2", True),
    "a public input": (RELATED.format("K = {}", "each(1)", "Bool, y: faier.Public[Int[0, K]]"), "3", "2", True),
    "a length": (RELATED.format("K = {}", "each(1)", "Vector[Int[0, 1], K]"), "3", "2", False),
    "secrets": (ASSUMED.format("K = {}", "", "uniform(0, 2)", ", pairs=K", "2"), *LISTED, True),
    "an unknown": (ASSUMED.format("K = {}", "p: Real[0, K]", "1 if flip(p) else 0", "", "2"), "1", "0.5", True),
    "a prior": (ASSUMED.format("K = {}", "", "uniform(0, K)", "", "2"), "2", "1", False),
    "a helper": (
        ASSUMED.format("def h(x):\n    return x + {}\n", "", "h(uniform(0, 1))", "", "3"), "2", "1", False
    ),
    "epsilon": (RELATED.format("K = {}", "each(1)", "Bool").replace("log(2)", "K"), "1", "2", True),
    "delta": (RELATED.format("K = {}", "each(1), delta=K", "Bool"), "0.1", "0.2", True),
}  # fmt: skip


def proved(text: str) -> Version:
    """A version whose claims are all proved."""
    program = parse(text, "a.py")
    answers = []
    for number, claim in enumerate(program.claims):
        subject, budget = claim.subject, claim.budget
        asked = Asked(
            path="a.py",
            line=1,
            number=number,
            mechanism="m",
            label=claim.label,
            epsilon=Exact(budget.epsilon_text, budget.epsilon.value),
            delta=budget.delta_text,
            neighbors=subject.neighbors,
            prior=subject.prior,
            name=claim.name,
            pairs=subject.pairs_text,
            exact=(budget.epsilon.text, str(budget.delta)),
        )
        answers.append(Answer(asked, "proved", ALL, "search", 0.0, INFINITE))
    return Version({("a.py", "m"): answers}, {}, {("a.py", "m"): meanings(program, "m")})


def pursued(was: str, now: str) -> tuple[str, Status]:
    (found,) = compare(proved(was), proved(now))
    (fate,) = found.fates
    return fate.change, fate.status


@pytest.mark.parametrize("named", ["", 'name="it", '])
@pytest.mark.parametrize("place", ABOUT_K)
def test_what_a_constant_of_a_claim_is_counts(place: str, named: str) -> None:
    """The texts of the claims are the same."""
    body, more, less, certain = ABOUT_K[place]
    text = HEAD + "import faier\n" * ("faier." in body) + body.replace("@private(", f"@private({named}")
    assert pursued(text.format(more), text.format(less)) == ("changed", "worse" if certain else "undecided")
    change, status = pursued(text.format(less), text.format(more))
    assert change == "changed"
    assert status in (("same", "better") if certain else ("undecided",))
    for same in (more, f"{more} if True else {less}"):
        if place != "a helper" or same == more:
            assert pursued(text.format(more), text.format(same)) == ("kept", "same")


def test_settings_count_as_constants(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    body = HEAD + ABOUT_K["each"][0]
    write(tmp_path, {"two.py": body.format(2), "one.py": body.format(1)})
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "two.py", "one.py", "--set", "K=1") == (0, [("kept", "same")])
    assert said(capsys, "two.py", "one.py") == (1, [("changed", "worse")])


@pytest.mark.parametrize(
    "rewritten",
    [
        RESPONSE.replace("\n", "\r\n"),
        RESPONSE.replace(" / ", "/").replace("    return", "  return"),
        RESPONSE.replace("flip(3 / 4)", "(\n  flip(\n  3\n  /  # of\n  4))"),
        f"\ufeff{RESPONSE}# The end.\n",
    ],
)
def test_comments_and_spaces_are_no_change(
    rewritten: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    write(tmp_path, {"old.py": RESPONSE, "new.py": rewritten.encode()})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "diff", "old.py", "new.py")
    assert (result.status, result.out) == (0, "0 mechanisms compared: nothing worse; 1 file unchanged\n")


def test_a_tight_epsilon_that_grew_is_worse_although_every_claim_holds(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As a change of alpha does that no claim notices."""
    loose = NOISE.replace("log(2)", "log(9)")
    write(tmp_path, {"old.py": loose, "new.py": loose.replace("1 / 2", "1 / 3")})
    monkeypatch.chdir(tmp_path)
    result = faier(capsys, "diff", "old.py", "new.py")
    assert result.status == 1
    assert result.out == (
        "new.py::count\n"
        "!   the tight epsilon for neighbors=each(1) was log(2) = 0.6931471805, is log(3)\n"
        "      = 1.0986122886\n"
        "    the claim log(9) neighbors=each(1): still proved\n"
        "\n"
        "1 mechanism compared: 1 worse\n"
    )


def test_an_undecided_claim_is_not_passed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    prior = "@prior\ndef belief(p: Probability):\n    bit = flip(p)\n    secret(bit)\n    return bit\n\n\n@private"
    unknown = RESPONSE.replace("one()", "PRIOR").replace("neighbors=PRIOR", "prior=belief").replace("@private", prior)
    unknown = unknown.replace("one, private", "Probability, prior, private, secret")
    write(tmp_path, {"old.py": unknown, "new.py": unknown.replace("3 / 4", "2 / 3")})
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "old.py", "new.py") == (0, [("kept", "same")])
    assert said(capsys, "old.py", "new.py", "--engine", "search") == (3, [("kept", "undecided")])
    assert faier(capsys, "diff", "old.py", "new.py", "--engine", "search", "--undecided", "warn").status == 0


def test_folders(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    write(tmp_path, {"old/a.py": RESPONSE, "old/sub/b.py": NOISE, "old/c.py": NOISY_MAX, "new/sub/moved.py": NOISE})
    write(tmp_path, {"new/a.py": LOUDER, "new/c.py": NOISY_MAX})
    monkeypatch.chdir(tmp_path)
    document = faier(capsys, "diff", "old", "new", "--format", "json").json
    assert document["errors"] + document["earlier_errors"] == []
    assert [(item["path"], item["mechanism"]) for item in document["results"]] == [
        ("a.py", "response"),
        ("sub/moved.py", "count"),
    ]
    assert document["results"][1]["claims"][0]["change"] == "kept"
    assert document["summary"] == {"worse": 2, "undecided": 0, "better": 0, "same": 2, "unchanged_files": 1}
    shutil.rmtree(tmp_path / "new")
    (tmp_path / "new").mkdir()
    assert faier(capsys, "diff", "old", "new").status == 1
    assert faier(capsys, "diff", "new", "new").status == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_revisions(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    git("init", "-q", ".")
    write(
        tmp_path,
        {"models/a.py": RESPONSE, "models/plain.py": "import os\n", ".hidden/b.py": NOISE, "odd name.py": NOISE},
    )
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    git("tag", "one")
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "one") == (0, [])
    write(tmp_path, {"models/a.py": LOUDER})
    assert said(capsys, "one", ".") == (1, [("kept", "worse")])
    assert said(capsys, ".", "one") == (0, [("kept", "better")])
    assert said(capsys, "one", "models/a.py") == (1, [("kept", "worse")])
    assert said(capsys, "one:models", "models") == (1, [("kept", "worse")])
    assert said(capsys, "one", "odd name.py") == (0, [])
    git("commit", "-q", "-a", "-m", "two")
    assert said(capsys, "HEAD~1", "HEAD") == (1, [("kept", "worse")])
    assert said(capsys, "HEAD~1..HEAD") == (1, [("kept", "worse")])
    assert "fetch-depth" in faier(capsys, "diff", "origin/nowhere", ".").out
    monkeypatch.chdir(tmp_path / "models")
    assert said(capsys, "one") == (1, [("kept", "worse")])
    assert said(capsys, "one:odd name.py", "../odd name.py") == (0, [])
    result = faier(capsys, "diff", "--", "--upload-pack=x", ".")
    assert result.status == 2
    assert "error[FA806]" in result.out
    assert faier(capsys, "diff", "nowhere", ".").status == 2


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_an_unknown_revision_is_told_with_those_that_there_are(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]

    def git(*arguments: str, folder: str = "full") -> None:
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path / folder, check=True, capture_output=True)

    def told(revision: str) -> str:
        result = faier(capsys, "diff", revision, ".")
        assert result.status == 2
        assert "error[FA806]" in result.out
        return " ".join(result.out.split("= help:")[1].split())

    write(tmp_path, {"full/a.py": RESPONSE, "outside/a.py": RESPONSE})
    monkeypatch.chdir(tmp_path / "outside")
    monkeypatch.setenv("GIT_CEILING_DIRECTORIES", str(tmp_path))
    assert told("main").startswith("name a file or a folder, or go into a folder that git knows")
    git("init", "-q", "-b", "trunk", ".")
    monkeypatch.chdir(tmp_path / "full")
    assert told("main").startswith("there is no branch and no tag yet; a clone in CI may lack")
    for message in ("one", "two"):
        git("add", "a.py")
        git("commit", "-q", "--allow-empty", "-m", message)
    git("tag", "v1.0")
    git("branch", "feature/noise")
    assert told("main").startswith("there are feature/noise, trunk, v1.0; a clone in CI may lack")
    assert told("trunc").startswith("did you mean trunk?")
    assert told("v1.1:a.py").startswith("did you mean v1.0?")
    assert told("noise").startswith("did you mean feature/noise?")
    assert told("trunk..v1.1").startswith("did you mean v1.0?")
    subprocess.run(
        ["git", "clone", "-q", "--depth", "1", (tmp_path / "full").as_uri(), str(tmp_path / "shallow")], check=True
    )
    monkeypatch.chdir(tmp_path / "shallow")
    assert "this clone is shallow: `git fetch --unshallow`" in told("HEAD~1")
    assert "fetch-depth: 0" in told("main")
    for number in range(20):
        git("tag", f"t{number}")
    monkeypatch.chdir(tmp_path / "full")
    assert "and 15 more" in told("main")


def test_what_is_configured_holds_and_a_wrong_configuration_stops_everything(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    table = '[tool.faier]\nexclude = ["a.py"]\nepsilon = "1"\nformat = "sarif"\n'
    write(
        tmp_path,
        {"pyproject.toml": table, "old/a.py": RESPONSE, "old/b.py": NOISE, "new/a.py": LOUDER, "new/b.py": NOISE},
    )
    monkeypatch.chdir(tmp_path)
    assert said(capsys, "old", "new") == (0, [])
    assert faier(capsys, "diff", "old", "new", "--output", "out.txt").out == ""
    assert (tmp_path / "out.txt").read_text() == "0 mechanisms compared: nothing worse; 1 file unchanged\n"
    write(tmp_path, {"pyproject.toml": "[tool.faier]\nexclud = []\n"})
    assert said(capsys, "old", "new") == (2, [])


QUESTION = Asked("a.py", 1, 0, "m", "x", Exact("1", 1.0), "0", "each(1)", None, exact=("1", "0"))


def bound(low: str, high: str | None = None, reach: Reach = ALL) -> Bounded:
    value = float(low.split("+")[0])
    if high is not None:
        return Bounded(QUESTION, Loss(None, Exact(low, value), value, float(high), None, False), reach, "search", 0.0)
    exact = INFINITE if low == "inf" else Exact(low, value)
    return Bounded(QUESTION, Loss(exact, exact, value, value, low != "inf", True), reach, "search", 0.0)


def multiple(low: str, high: str | None = None) -> Bounded:
    """The same numbers, as multiples of an unknown epsilon."""
    found = bound(low, high)
    assert found.loss is not None
    shown = None if found.loss.exact is None else Exact(f"{low} * EPS", math.nan)
    return replace(found, loss=replace(found.loss, exact=shown, multiple=Multiple("EPS", found.loss.exact)))


UNKNOWN = Bounded(QUESTION, None, Reach(0, False), "search", 0.0, "late")


@pytest.mark.parametrize(
    ("was", "now", "status"),
    [
        (bound("1"), bound("1"), "same"),
        (bound("1"), bound("2"), "worse"),
        (bound("2"), bound("1"), "better"),
        (bound("1"), bound("inf"), "worse"),
        (bound("inf"), bound("1"), "better"),
        (bound("inf"), bound("inf"), "same"),
        (bound("1", "2"), bound("3", "4"), "worse"),
        (bound("1", "2"), bound("1.5", "4"), "undecided"),
        (bound("3", "4"), bound("1", "2"), "better"),
        (bound("1", "2"), bound("1", "2"), "undecided"),
        (multiple("1"), multiple("1"), "same"),
        (multiple("1"), multiple("2"), "worse"),
        (multiple("3"), multiple("2"), "better"),
        (multiple("1", "2"), multiple("3"), "worse"),
        (multiple("1", "2"), multiple("1.5", "3"), "undecided"),
        (multiple("1"), multiple("inf"), "worse"),
        (bound("1"), multiple("2"), "undecided"),
        (multiple("2"), bound("1"), "undecided"),
        (bound("1"), UNKNOWN, "undecided"),
        (UNKNOWN, bound("1"), "undecided"),
        (bound("1"), bound("1", reach=Reach(12, False)), "undecided"),
        (bound("1"), bound("2", reach=Reach(12, False)), "worse"),
        (bound("1", reach=Reach(12, False)), bound("1"), "better"),
        (bound("1", reach=Reach(12, False)), bound("2"), "undecided"),
        (bound("1", reach=Reach(12, False)), bound("2", reach=Reach(12, False)), "worse"),
        (bound("1", reach=Reach(12, False)), bound("2", reach=Reach(9, False)), "worse"),
        (bound("1", reach=Reach(9, False)), bound("2", reach=Reach(12, False)), "undecided"),
    ],
)
def test_tight_epsilons_are_compared_as_far_as_they_are_known(was: Bounded, now: Bounded, status: Status) -> None:
    (found,) = compare(Version({}, {("a.py", "m"): [was]}), Version({}, {("a.py", "m"): [now]}))
    assert [item.status for item in found.tightness] == [status]


@pytest.mark.parametrize(
    ("was", "now", "sign"),
    [
        (Exact("log(3)", 1.0986122886681098), Exact("log(3)", 1.0986122886681098), 0),
        (Exact("1", 1.0), Exact("1.1", 1.1), 1),
        (Exact("1", 1.0), Exact("1 + 1 / 10**30", 1.0), 1),
        (Exact("log(2 + 1 / 10**25)", 0.69314718056), Exact("log(2)", 0.69314718056), -1),
        (Exact("EPS", float("nan")), Exact("EPS", float("nan")), 0),
        (Exact("EPS", float("nan")), Exact("2 * EPS", float("nan")), None),
        (Exact("log(1 + x)", 1.0), Exact("1", 1.0), None),
    ],
)
def test_numbers_too_near_for_floats_are_compared_exactly(was: Exact, now: Exact, sign: int | None) -> None:
    assert order(was, now) == sign


def test_hostile_names_break_no_difference() -> None:
    hostile = "<script>\x1b[31m\u202e\r\n::error::x" + "y" * 10_000
    question = replace(QUESTION, mechanism=hostile, name=hostile, neighbors=hostile, path=hostile)
    answer = Answer(question, "undecided", ALL, "search", 0.0, INFINITE, reason=hostile)
    version = Version({(hostile, hostile): [answer]}, {(hostile, hostile): [replace(UNKNOWN, question=question)]})
    found = Difference(hostile, hostile, compare(version, version), bugs=(hostile,))
    text = to_text(found)
    assert "\x1b" not in text + to_json(found)
    assert "\u202e" not in text + to_json(found)
    assert not any(line.startswith("::") for line in text.splitlines())
    assert found.status == 4
    assert replace(found, bugs=()).status == 3


@pytest.mark.skipif(shutil.which("git") is None, reason="git is not installed")
def test_a_change_in_an_imported_file_is_a_change(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def git(*arguments: str) -> None:
        identity = ["-c", "user.name=a", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"]
        subprocess.run(["git", *identity, *arguments], cwd=tmp_path, check=True, capture_output=True)

    monkeypatch.chdir(tmp_path)
    folder = tmp_path / "inner"
    folder.mkdir()
    (folder / "noise.py").write_text("ALPHA = 1 / 2\n")
    (folder / "main.py").write_text("from faier import mechanism\nfrom .noise import ALPHA\n")
    git("init", "-q", ".")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    (folder / "noise.py").write_text("ALPHA = 1 / 3\n")
    before, after = sides("HEAD", ".", tmp_path)
    texts = []
    for side in (before, after):
        (file,) = side.files.values()
        assert file.imports is not None
        texts.append(file.imports.texts)
    assert texts == [(("noise.py", "ALPHA = 1 / 2\n"),), (("noise.py", "ALPHA = 1 / 3\n"),)]
    assert before.files["inner/main.py"].data == after.files["inner/main.py"].data
    assert not alike(before.files["inner/main.py"], after.files["inner/main.py"])
