"""What faier reads of Python means what Python does: random files and hard ones, run by the referee.

`scripts/fuzz_python` runs more random files, and all of the hard ones. A file may be refused, but not misread.
"""

from __future__ import annotations

import pytest
from referee import hunts, pythonic_contest
from referee.chance import Unsupported
from referee.pythonic import write
from referee.pythonic_contest import Judged, contest

# Refused for a failure that Python's run does not reach: `any` stops early.
TOLD_WRONGLY = "def one(n): yield n; yield 1 // n --- return any(v == x for v in one(x))"
HUNTS = [(line, made) for line, made in hunts.hunts().items() if line != TOLD_WRONGLY][::3]
BLOCK = 20
FILES = 80


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("start", range(0, len(HUNTS), 2 * BLOCK))
def test_where_it_is_easy_to_be_wrong(start: int) -> None:
    for line, made in HUNTS[start : start + 2 * BLOCK]:
        judged = contest(made)
        assert judged.kind != "not Python", line
        assert not judged.disagreements, line


@pytest.mark.filterwarnings("ignore::SyntaxWarning")
@pytest.mark.parametrize("start", range(0, FILES, BLOCK))
def test_random_files(start: int) -> None:
    for seed in range(start, start + BLOCK):
        assert not judge(seed).disagreements, write(seed).text()


def test_a_wrong_meaning_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where `x + 1` means `x + 2`, some file disagrees."""
    honest = pythonic_contest.parse
    monkeypatch.setattr(pythonic_contest, "parse", lambda text, path: honest(text.replace(" + 1", " + 2"), path))
    lines = ["return x + 1", "n = x; n += 1; return n", "return [x + 1, b]"]
    assert sum(bool(contest(hunts.file_of(line)).disagreements) for line in lines) == 2


def judge(seed: int) -> Judged:
    try:
        return contest(write(seed))
    except Unsupported as reason:
        return Judged(f"not judged: {reason}")
