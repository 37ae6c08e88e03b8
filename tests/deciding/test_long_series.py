"""Long time series with unknowns: certified ends agree with the algebra engine, and with the exact search at points."""

from __future__ import annotations

import asked
import pytest
from asked import comparisons
from flint import fmpq

from faier.deciding import long_series
from faier.deciding.comparison import Comparison
from faier.engines.coupling.acyclic_bounds import Common, forward_order
from faier.engines.coupling.engine import prove
from faier.engines.coupling.spread import Coefficients, Spreading, at_point, unrolled
from faier.engines.search.engine import tightest
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import Epsilon
from faier.hmm.forward import forward
from faier.hmm.model import EndLetter, Pair
from faier.lang import parse
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.limits import Limits, seconds

TEXT = """from faier import Bool, Int, Probability, Real, Stream, flip, mechanism, prior, private, secret


@prior
def chain(stay: {stay}, hidden: Int[0, {last}]):
    state = flip({start})
    for day in range({days}):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(stay) else {leave}


@private(epsilon=1, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

ENDLESS = """from faier import Bool, Real, Stream, flip, mechanism, prior, private, secret


@prior
def chain(stay: Real[0.6, 0.9]):
    state = flip(1 / 2)
    {secret}
    while True:
        yield state
        state = state if flip(stay) else not state


@private(epsilon={epsilon}, prior=chain)
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

KINDS = [
    {"stay": "Real[0.6, 0.9]", "start": "1 / 2", "leave": "not state"},
    {"stay": "Real[0.3, 0.7]", "start": "1 / 3", "leave": "flip(stay * stay)"},
    {"stay": "Real[0.2, 0.5]", "start": "stay", "leave": "not state"},
    {"stay": "Probability", "start": "1 / 2", "leave": "flip(stay / 2 + 1 / 4)"},
]


def parsed(text: str) -> tuple[Program, Subject]:
    program = parse(text, "m.py", {})
    return program, program.claims[0].subject


def pairs(text: str, length: int | None = None, whole: bool = False) -> list[Comparison]:
    return list(comparisons(*parsed(text), length, Limits(), whole=whole))


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("length", [None, 2])
def test_a_spread_pair_bounds_the_pair_at_every_point(kind: int, length: int | None) -> None:
    text = TEXT.format(last=3, days=4, **KINDS[kind])
    low, high = fmpq(3, 10), fmpq(1, 2)
    for one in pairs(text, length):
        pair, cut = unrolled(one.pair, 4 if length is None else length, Limits())
        assert bool(cut) == (length is not None)
        spread = Spreading(pair, ("stay",), cut, Coefficients()).on(((low, high),), Limits())
        assert spread is not None
        assert spread.rational
        upper = Common().factor(spread, Limits())
        exact = tightest(spread, None, Limits(), width=5000)
        assert upper is not None
        assert exact.limit is None
        assert exact.lower is not None
        assert exact.lower <= upper
        for share in range(3):
            there = at_point(one.pair, {"stay": low + (high - low) * share / 2})
            best = tightest(there, length, Limits()).lower
            assert best is not None
            assert best <= exact.lower


@pytest.mark.parametrize("kind", range(len(KINDS)))
def test_the_ends_agree_with_the_algebra_engine(kind: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_series, "WORDS", 0)
    program, subject = parsed(TEXT.format(last=2, days=3, **KINDS[kind]))
    for length in (None, 2):
        known = asked.bound_unknowns(program, subject, length, seconds(60)).tight
        found = asked.bound_long(program, subject, length, seconds(60))
        assert known is not None
        assert found is not None
        assert found.tight is not None
        assert found.tight.lower is not None
        assert known.lower is not None
        assert known.upper is not None
        assert found.tight.lower <= known.upper
        assert found.tight.witness is not None
        assert found.tight.witness.ratio == found.tight.lower
        assert found.coverage.all == (length is None)
        if found.tight.upper is None:
            continue
        assert found.tight.upper >= known.lower
        above, below = found.tight.upper * fmpq(101, 100), found.tight.lower * fmpq(99, 100)
        proved = asked.check_long(program, subject, Epsilon.log(above), length, seconds(60))
        assert isinstance(proved, Proved)
        refuted = asked.check_long(program, subject, Epsilon.log(below), length, seconds(60))
        assert isinstance(refuted, Refuted)
        assert isinstance(asked.check_unknowns(program, subject, Epsilon.log(above), length, seconds(60)), Proved)
        assert isinstance(asked.check_unknowns(program, subject, Epsilon.log(below), length, seconds(60)), Refuted)


def test_words_that_end_at_the_length_are_kept() -> None:
    """After so many values a run may end or go on; both are looked at, and the end alone can tell most."""
    pair = pairs(TEXT.format(last=0, days=2, **KINDS[0]), 2)[0].pair
    cut, places = unrolled(pair, 1, Limits())
    assert places
    assert forward_order(cut) is not None
    assert not any(isinstance(edge.letter, EndLetter) for node in cut.nodes for edge in node.edges)
    whole, none = unrolled(pair, 2, Limits())
    assert not none
    assert any(isinstance(edge.letter, EndLetter) for node in whole.nodes for edge in node.edges)
    for word in _words(cut):
        assert forward(cut, word) == forward(pair, word)


def _words(pair: Pair) -> list[tuple[object, ...]]:
    found, front = [], [((), pair.start)]
    while front:
        word, at = front.pop()
        found.append(word)
        front += [((*word, edge.letter), edge.target) for edge in pair.nodes[at].edges]
    return found


def test_a_chain_of_unknown_stay_without_end() -> None:
    """Its runs never end, so what has been seen so far is all that bounds anything."""
    text = ENDLESS.format(secret="secret(state)", epsilon="2.91")
    program, _ = parsed(text)
    verdict = asked.check(program, program.claims[0], limits=seconds(100))
    assert isinstance(verdict, Proved)
    assert verdict.coverage.all
    for one in pairs(text, whole=True):
        spread = Spreading(one.pair, ("stay",), range(len(one.pair.nodes)), Coefficients()).on(
            ((fmpq(6, 10), fmpq(9, 10)),), Limits()
        )
        assert spread is not None
        proof = prove(spread, None, Limits())
        assert proof is not None
        assert proof.factor >= 18
    program, _ = parsed(text.replace("2.91", "2.89"))
    verdict = asked.check(program, program.claims[0], limits=seconds(100))
    assert isinstance(verdict, Refuted)
    assert verdict.witness.ratio > 17


def test_a_chain_without_end_that_no_coupling_settles_is_covered_to_a_length(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(long_series, "WORK", 10)
    program, subject = parsed(ENDLESS.format(secret="secret(state)", epsilon="2.91"))
    assert asked.check_long(program, subject, program.claims[0].budget.epsilon, None, seconds(60)) is None
    assert asked.bound_long(program, subject, None, seconds(60)) is None
    verdict = asked.check(program, program.claims[0], asked.Approach("auto", 3), seconds(60))
    assert isinstance(verdict, Proved)
    assert (verdict.engine, verdict.coverage.length, verdict.coverage.all) == ("algebra", 3, False)


def test_what_takes_too_long_leaves_the_lower_end() -> None:
    program, subject = parsed(TEXT.format(last=40, days=41, **KINDS[0]))
    found = asked.bound_long(program, subject, None, seconds(2.0))
    assert found is None or found.tight is None or found.tight.upper is None
    verdict = asked.check_long(program, subject, Epsilon.log(fmpq(10**9)), None, seconds(2.0))
    assert not isinstance(verdict, Refuted)


def test_short_series_are_for_the_algebra_engine() -> None:
    program, subject = parsed(TEXT.format(last=2, days=3, **KINDS[0]))
    assert asked.ends_of_series(program, subject, None, Limits(), None) is None


def test_many_days_for_all_values() -> None:
    text = TEXT.format(last=1, days=40, **KINDS[0])
    program, subject = parsed(text)
    verdict = asked.check_long(program, subject, Epsilon.log(fmpq(60)), None, seconds(100))
    assert isinstance(verdict, Proved)
    assert verdict.coverage.all
    assert verdict.coverage.length == 40
    verdict = asked.check_long(program, subject, Epsilon.log(fmpq(20)), None, seconds(100))
    assert isinstance(verdict, Refuted)
    short = asked.check_long(program, subject, Epsilon.log(fmpq(60)), 12, seconds(100))
    assert isinstance(short, Proved)
    assert (short.coverage.length, short.coverage.all) == (12, False)
    nothing = asked.check_long(program, subject, Epsilon.log(fmpq(60)), None, seconds(0.0))
    assert nothing is None or isinstance(nothing, Undecided)


@pytest.mark.parametrize(
    ("old", "new", "epsilon"),
    [
        ("stay: Real[0.6, 0.9]", "stay: Real[3 / 4, 3 / 4]", "3"),
        ("stay: Real[0.6, 0.9]", "stay: Real[3 / 4, 3 / 4]", "1"),
        ("stay: Real[0.6, 0.9]", "stay: Real[3 / 4, 3 / 4], other: Real[0.1, 0.2]", "3"),
        ("chain(stay: Real[0.6, 0.9])", "chain()", "1"),
    ],
    ids=["one value", "one value, refuted", "one value beside others", "none, in a file with a knob"],
)
def test_unknowns_without_a_choice(old: str, new: str, epsilon: str) -> None:
    """A box that is a point is not halved, and nothing is divided by its width."""
    known = "EPS = Positive(1)\n\n\n@prior" if new == "chain()" else "@prior"
    text = ENDLESS.format(secret="secret(state)", epsilon=epsilon).replace(old, new).replace("@prior", known, 1)
    text = text.replace("import Bool,", "import Bool, Positive,").replace("flip(stay)", "flip(3 / 4)")
    program, subject = parsed(text)
    verdict = asked.check(program, program.claims[0], limits=seconds(60))
    assert isinstance(verdict, Proved if epsilon == "3" else Refuted | Undecided)
    bounded = asked.bound(program, subject, limits=seconds(60)).tight
    assert bounded is not None
    assert bounded.lower is not None
    fixed = ENDLESS.format(secret="secret(state)", epsilon=epsilon).replace("stay: Real[0.6, 0.9]", "")
    exact = asked.bound(*parsed(fixed.replace("flip(stay)", "flip(3 / 4)")), limits=seconds(60)).tight
    assert exact is not None
    assert exact.upper is not None
    assert bounded.lower <= exact.upper
