"""Whatever limit a search meets, and wherever it does, its ends enclose the factor that listing all words gives."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import asked
import pytest
from asked import comparisons
from asking_late import eager, mechanism
from flint import fmpq
from pairs import noisy_max_pair, random_pair
from streams import stream_text

from faier import limits
from faier.engines.search import engine as search
from faier.engines.search import layers, meeting
from faier.engines.search.dominance import Effort, Purse
from faier.engines.search.engine import SearchResult, tightest
from faier.engines.search.graph import plan
from faier.engines.search.rounds import settled
from faier.engines.search.state import Ground, Progress
from faier.engines.search.vectors import INTEGERS
from faier.engines.words import empty
from faier.hmm.model import Pair, TellLetter
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import LimitReached, Limits, Room
from faier.semantics.process import Row

# Pairs with more words are left out.
WORDS = 4_000


@dataclass(frozen=True)
class Counted(Limits):
    """Limits that are reached at a look that is counted, wherever that is taken, and at every later one."""

    looks: list[int] | None = None

    def check(self) -> None:
        assert self.looks is not None
        self.looks[0] -= 1
        if self.looks[0] < 0:
            raise LimitReached("timeout", "so many looks were taken")


INFINITE = fmpq(10) ** 100


def greatest(pair: Pair, length: int) -> fmpq | None:
    """The greatest factor of the words that show at most `length` values, by listing them; None where there are too
    many."""
    best = fmpq(0)
    waiting = [(pair.start, dict(pair.left), dict(pair.right), 0, 0)]
    seen = 0
    while waiting:
        place, left, right, shown, silent = waiting.pop()
        seen += 1
        if seen > WORDS or silent > 40:
            return None
        node = pair.nodes[place]
        above = sum((weight * node.left_final[at] for at, weight in left.items()), fmpq(0))
        below = sum((weight * node.right_final[at] for at, weight in right.items()), fmpq(0))
        if above != 0:
            best = max(best, (above * pair.right_mass) / (below * pair.left_mass)) if below != 0 else INFINITE
        for edge in node.edges:
            shows = isinstance(edge.letter, TellLetter)
            after = moved(left, edge.left)
            if after and shown + shows <= length:
                quiet = 0 if shows else silent + 1
                waiting.append((edge.target, after, moved(right, edge.right), shown + shows, quiet))
    return best


def moved(vector: dict[int, fmpq], rows: tuple[Row, ...]) -> dict[int, fmpq]:
    after: dict[int, fmpq] = {}
    for state, weight in vector.items():
        for target, chance in rows[state]:
            after[target] = after.get(target, fmpq(0)) + weight * chance
    return after


def enclosed(pair: Pair, result: SearchResult, exact: fmpq) -> None:
    """The lower end is a word's own factor, and the ends are on both sides of the exact one."""
    if result.lower is None:
        assert (result.right, exact) == (0, INFINITE)
        assert result.left != 0
        return
    assert result.lower * result.right * pair.left_mass == result.left * pair.right_mass
    assert result.lower <= exact
    assert result.upper is None or exact <= result.upper
    if result.limit is None:
        assert result.lower == result.upper == exact


def asking(seed: int) -> Pair:
    subject = mechanism(seed)
    program = parse(subject.text, "m.py", {})
    about = asked.subject_of(program, "subject", subject.relation, None)
    return next(comparisons(program, about, None, Limits())).pair


def streaming(seed: int, length: int) -> list[Pair]:
    program = parse(stream_text(seed), "m.py", {})
    about = program.claims[0].subject
    try:
        return [found.pair for found in comparisons(program, about, length, Limits())][:2]
    except (LimitReached, Rejected):  # a run may be any number of arrivals behind; a claim may compare nothing
        return []


def strained(pair: Pair, length: int, looks: int, draw: Random, monkeypatch: pytest.MonkeyPatch) -> SearchResult:
    """A search with so little of everything that it ends in some way other than its usual one."""
    monkeypatch.setattr(search, "_CROWD", draw.choice((0, 2, 64)))
    monkeypatch.setattr(search, "_CREDIT", draw.choice((0, 1_000)))
    monkeypatch.setattr(search, "_MANY", draw.choice((0, 500)))
    monkeypatch.setattr(search, "_STEPS", draw.choice((0, 20)))
    monkeypatch.setattr(layers, "_EARNED", draw.choice((0, 10)))
    monkeypatch.setattr(meeting, "_CROWD", draw.choice((1, 2_000)))
    monkeypatch.setattr(meeting, "_FEW", draw.choice((3, 600)))
    last = draw.choice((0, 40, 10**9, 10**9))
    monkeypatch.setattr(search, "_within", lambda limits, count: Counted(looks=[last]))
    width = draw.choice((1, 2, 5, 20_000))
    return tightest(pair, length, Counted(looks=[looks]), conic=draw.random() < 0.7, width=width)


def both(pair: Pair, length: int, seed: int, monkeypatch: pytest.MonkeyPatch) -> tuple[int, int]:
    """How many of some strained searches met a limit, and how many of these had an upper end."""
    exact, draw, cut, closed = greatest(pair, length), Random(seed), 0, 0
    if exact is None:
        return 0, 0
    for looks in (0, 3, 20, 80, 400, 10**9):
        with monkeypatch.context() as patch:
            result = strained(pair, length, looks, draw, patch)
        enclosed(pair, result, exact)
        cut += result.limit is not None
        closed += result.limit is not None and result.upper is not None
    return cut, closed


@pytest.mark.parametrize("cyclic", [False, True])
def test_ends_of_random_pairs(cyclic: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    found = [both(random_pair(seed, cyclic), seed % 5, seed, monkeypatch) for seed in range(150)]
    assert sum(cut for cut, _ in found) > 100
    assert sum(closed for _, closed in found) > 30


def test_ends_of_mechanisms_that_ask_late(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [both(asking(seed), 1 + seed % 4, seed, monkeypatch) for seed in range(40)]
    assert sum(cut for cut, _ in found) > 40
    assert sum(closed for _, closed in found) > 10


def test_ends_of_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    found = [
        both(pair, 1 + seed % 4, seed, monkeypatch) for seed in range(40) for pair in streaming(seed, 1 + seed % 4)
    ]
    assert sum(cut for cut, _ in found) > 40
    assert sum(closed for _, closed in found) > 10


def test_a_word_impossible_on_one_side_is_found_before_any_vector_is_made() -> None:
    result = tightest(asking(702), None, Limits())
    assert (result.lower, result.upper, result.limit, result.all) == (None, None, None, True)
    assert result.left != 0
    assert result.right == 0
    assert result.statistics.candidates == 0


def test_linear_programs_stop_when_nothing_is_left_to_pay_them(monkeypatch: pytest.MonkeyPatch) -> None:
    pair = noisy_max_pair(4, 3, "uniform")
    usual = tightest(pair, None, Limits())
    monkeypatch.setattr(search, "_CREDIT", 20_000)
    monkeypatch.setattr(layers, "_EARNED", 0)
    strained = [tightest(pair, None, Limits()) for _ in range(2)]
    assert strained[0].statistics == strained[1].statistics
    assert 0 < strained[0].statistics.programs < usual.statistics.programs
    assert strained[0].lower == strained[0].upper == usual.lower == usual.upper


def test_a_search_without_room_has_ends() -> None:
    pair = noisy_max_pair(4, 3, "uniform")
    result = tightest(pair, None, Limits(room=Room(0.0)))
    assert result.limit is not None
    assert result.limit.name == "memory"
    exact = tightest(pair, None, Limits()).lower
    assert isinstance(exact, fmpq)
    enclosed(pair, result, exact)
    assert result.upper is not None


def test_ends_wherever_a_limit_strikes_the_whole_way() -> None:
    """From the text to the finding: while the model is made, in the search, and in what follows."""
    unknown = cut = closed = 0
    for seed in range(12):
        subject = mechanism(seed)
        program = parse(subject.text, "m.py", {})
        about = asked.subject_of(program, "subject", subject.relation, None)
        exact = eager(subject)
        taken = [10**9]
        assert asked.bound(program, about, asked.AUTOMATIC, Counted(looks=taken)).tight is not None
        for part in range(10):
            looks = (10**9 - taken[0]) * part // 10
            finding = asked.bound(program, about, asked.AUTOMATIC, Counted(looks=[looks]))
            assert finding.tight is not None
            lower, upper = finding.tight.lower, finding.tight.upper
            assert lower is None or lower == 0 or lower >= 1
            assert exact is None if lower is None else exact is None or lower <= exact
            assert upper is None or (exact is not None and exact <= upper)
            if finding.tight.witness is not None:
                assert finding.tight.witness.ratio == lower
            unknown += finding.coverage.length == 0
            cut += finding.reason is not None
            closed += finding.reason is not None and upper is not None
    assert min(unknown, cut, closed) > 5


def test_rounds_find_the_greatest_factor_from_nothing() -> None:
    found = [in_rounds(random_pair(seed, cyclic), seed % 5) for seed in range(120) for cyclic in (False, True)]
    found += [in_rounds(pair, 3) for seed in range(20) for pair in streaming(seed, 3)]
    assert sum(found) > 100


def in_rounds(pair: Pair, length: int) -> bool:
    """Whether rounds settle the pair; then with the factor that listing all words gives."""
    exact, free, nothing = greatest(pair, length), Limits(), [()] * len(pair.nodes)
    ground = Ground(pair, plan(pair, length), INTEGERS, Effort(INTEGERS, True, free, Purse()), free, 20_000)
    best = settled(ground, Progress(nothing, nothing), empty(pair), 0, length, free)
    if best is None or exact is None:
        return False
    assert best.factor(pair) == (None if exact == INFINITE else exact)
    return True


def test_what_a_search_may_use_of_the_memory_is_less_than_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits.resource, "getrlimit", lambda kind: (1_000, 1_000))
    for used, most in ((100, 800), (900, 950)):
        monkeypatch.setattr(limits, "addresses", lambda used=used: used)
        room = limits.room()
        assert room is not None
        assert room.most == most
    monkeypatch.setattr(limits.resource, "getrlimit", lambda kind: (limits.resource.RLIM_INFINITY,) * 2)
    assert limits.room() is None
