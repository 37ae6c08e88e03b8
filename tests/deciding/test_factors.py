"""The factor of one comparison: what a coupling adds to a search that is interrupted."""

from __future__ import annotations

from dataclasses import replace

import asked
import pytest
from flint import fmpq

from faier.deciding import factors
from faier.deciding.factors import Weighed
from faier.engines.search.engine import SearchResult
from faier.exact import Number
from faier.lang import parse
from faier.limits import LimitReached, Limits

BITS = """
from faier import Bool, Int, flip, mechanism

@mechanism
def bits(value: Int[0, 7]):
    for index in range(8):
        yield flip(3 / 4) if flip(1 / 2) and index == value else flip(1 / 4)

@mechanism
def endless(value: Bool):
    while flip(1 / 2):
        yield value if flip(3 / 4) else not value
"""


def ends(mechanism: str, length: int | None = None) -> SearchResult:
    program = parse(BITS, "m.py", {})
    (item,) = asked.weigh(program, asked.subject_of(program, mechanism, "one()", None), length, Limits())
    assert isinstance(item, Weighed)
    assert isinstance(item.result, SearchResult)
    return item.result


def interrupted(monkeypatch: pytest.MonkeyPatch, upper: Number | None) -> None:
    """Searches find one vector at each point of a word, and this upper end."""
    plain = factors.tightest

    def search(pair: object, length: int | None, limits: Limits, **more: object) -> SearchResult:
        found = plain(pair, length, limits, width=1, **more)
        return replace(found, upper=upper) if found.limit is not None else found

    monkeypatch.setattr(factors, "tightest", search)


@pytest.mark.parametrize("upper", [None, fmpq(1000)])
def test_a_coupling_gives_an_interrupted_search_its_upper_end(
    monkeypatch: pytest.MonkeyPatch, upper: fmpq | None
) -> None:
    exact = ends("bits")
    assert exact.limit is None
    interrupted(monkeypatch, upper)
    found = ends("bits")
    assert found.limit is not None
    assert found.lower is not None and exact.upper is not None and found.upper is not None
    assert found.lower <= exact.upper <= found.upper < 1000


def test_the_lower_one_of_two_upper_ends_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    exact = ends("bits").upper
    assert exact is not None
    interrupted(monkeypatch, exact * fmpq(1001, 1000))
    monkeypatch.setattr(factors, "prove", lambda *_: type("Proof", (), {"factor": exact * 2}))
    assert ends("bits").upper == exact * fmpq(1001, 1000)


def test_a_limit_that_a_coupling_reaches_changes_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    def reached(*_: object) -> None:
        raise LimitReached("timeout", "the time limit was reached")

    interrupted(monkeypatch, fmpq(50))
    monkeypatch.setattr(factors, "prove", reached)
    found = ends("bits")
    assert (found.upper, found.limit is None) == (50, False)


def test_a_search_that_comes_to_its_end_asks_for_no_coupling(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(factors, "prove", None)
    assert ends("bits").upper == ends("bits").lower
    assert ends("endless", 3).limit is None
