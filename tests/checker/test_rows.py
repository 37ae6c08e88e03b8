"""The rows of the language, each in small programs, are read by the checker, which finds the referee's laws of them."""

from __future__ import annotations

import pytest
from checked_laws import told
from failures_random import failing
from hard_rows import HARD
from referee.pythonic import PythonFile
from rows import READ, UNREAD, rows


@pytest.mark.parametrize("made", rows(READ).values(), ids=rows(READ))
def test_the_checker_reads_it_as_python_does(made: PythonFile) -> None:
    answer = told(made)
    assert answer.kind == "read", answer.why


@pytest.mark.parametrize("made", rows(UNREAD).values(), ids=rows(UNREAD))
def test_what_it_does_not_read_is_a_hole(made: PythonFile) -> None:
    assert told(made).kind == "hole"


@pytest.mark.parametrize("made", rows(HARD).values(), ids=rows(HARD))
def test_it_is_not_read_in_another_way(made: PythonFile) -> None:
    answer = told(made)
    assert answer.kind in ("read", "hole", "invalid"), answer.why


@pytest.mark.parametrize("seed", range(40))
def test_what_is_caught_in_the_middle_of_a_statement_is_what_python_catches(seed: int) -> None:
    answer = told(failing(seed))
    assert answer.kind in ("read", "hole", "invalid"), answer.why
