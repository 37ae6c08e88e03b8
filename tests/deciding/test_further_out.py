"""Shown integers that do not stand for all that are further out: an upper end by what stands for those."""

from __future__ import annotations

import pytest
from asked import Approach, bound, check
from flint import fmpq

from faier.deciding import plan
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import parse
from faier.lang.program import Program
from faier.limits import LimitReached

TEXT = """
from faier import Int, Vector, each, geometric, log, mechanism, private

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def shown({name}: Vector[Int[0, 1], 2]):
    {body}
"""
MAXIMUM = "return max([count + geometric(1 / 2) for count in counts])"
SUM = "return counts[0] + geometric(1 / 2) + counts[1] + geometric(1 / 3)"
STREAM = """for count in counts:
        yield count + geometric(1 / 2) + geometric(1 / 3)"""
RUNNING = """best = counts[0] + geometric(1 / 2)
    yield best
    noisy = counts[1] + geometric(1 / 2)
    if noisy > best:
        best = noisy
    yield best"""


def program(body: str, epsilon: str = "3") -> Program:
    return parse(TEXT.format(epsilon=epsilon, name="counts", body=body), "shown.py")


@pytest.mark.parametrize(
    ("body", "epsilon", "verdict"),
    [
        (MAXIMUM, "log(4)", Proved),
        (MAXIMUM, "1.38", Refuted),
        (SUM, "log(4)", Proved),
        (SUM, "1.2", Refuted),
        (SUM, "1.3", Refuted),
        (SUM, "1.386", Refuted),
        (STREAM, "log(4)", Proved),
        (STREAM, "1.386", Refuted),
        (RUNNING, "log(4)", Proved),
        (RUNNING, "1", Refuted),
    ],
)
def test_what_is_claimed_of_shown_integers(body: str, epsilon: str, verdict: type) -> None:
    read = program(body, epsilon)
    assert isinstance(check(read, read.claims[0]), verdict)


@pytest.mark.parametrize(("body", "ends"), [(MAXIMUM, (4, 4)), (SUM, (fmpq(3999999, 1000000), 4))])
def test_the_ends_of_the_tight_factor(body: str, ends: tuple[fmpq, fmpq]) -> None:
    """The ratio of a sum comes near 4 far out, and never gets there."""
    read = program(body)
    found = bound(read, read.claims[0].subject).tight
    assert found is not None
    assert found.lower is not None and found.lower >= ends[0]
    assert (found.upper, found.attained) == (ends[1], ends[0] == ends[1])


def test_where_nothing_is_known_far_out_there_is_no_upper_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """An alignment proves the end that the search does not know, and what noise may differ by is one as well."""
    read = program(RUNNING, "10")
    alone = Approach(engine="search")
    assert isinstance(check(read, read.claims[0], alone), Undecided)
    told = bound(read, read.claims[0].subject, alone).tight
    assert told is not None and (told.lower, told.upper) == (4, 4)
    monkeypatch.setattr(plan, "above", lambda found, *_: found)
    found = bound(read, read.claims[0].subject, alone)
    assert found.reason is not None
    assert found.tight is not None and found.tight.upper is None and not found.tight.attained
    together = bound(read, read.claims[0].subject).tight
    assert together is not None and (together.lower, together.upper) == (4, 4)


def test_what_is_told_beside_a_proof_is_of_all_integers() -> None:
    """The ratio of a sum is 2 at most, comes near it far out, and is less on the integers that are searched."""
    read = program("return counts[0] + geometric(1 / 2) + geometric(1 / 2)", "log(2)")
    verdict = check(read, read.claims[0])
    assert isinstance(verdict, Proved) and verdict.tight is not None and verdict.tight.upper == 2
    assert verdict.tight.lower != verdict.tight.upper


def test_a_limit_that_is_reached_further_out_leaves_the_lower_end(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object) -> None:
        raise LimitReached("timeout", "the time limit was reached (--timeout)")

    monkeypatch.setattr(plan, "bounded", late)
    monkeypatch.setattr(plan, "above", lambda found, *_: found)
    read = program(MAXIMUM)
    found = bound(read, read.claims[0].subject, Approach("search"))
    assert found.reason is not None
    assert found.tight is not None and found.tight.upper is None
    assert found.tight.lower is not None and found.tight.lower > 1
