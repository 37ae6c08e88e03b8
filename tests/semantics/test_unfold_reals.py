"""Kept reals by beliefs: known tight factors, and what is told near the numbers at which densities change."""

from __future__ import annotations

from math import log

import pytest
from flint import fmpq
from kept_by_hand import process
from kept_reals import twin
from kept_sums import random_kept
from reals_by_hand import noisy_maximum, real, shown_counts, sparse_vector

from faier.engines.search.engine import tightest
from faier.exact import ONE, ZERO, Epsilon, Number, exponential, nearest_float
from faier.hmm.lump import lump
from faier.hmm.pair import pair_dp
from faier.lang.claim import Each, One
from faier.lang.syntax import Function
from faier.lang.values import Near, Value, sort_key
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Constraint, KeptEnd, KeptProcess, KeptTell, Reals, Unbounded, Way
from faier.semantics.kept_words import likelihood
from faier.semantics.process import Ask, End, Entry, Process, Tell
from faier.semantics.unfold import Unfolded, unfold

HALF, QUARTER = (real(Epsilon.rational(fmpq(1, scale))) for scale in (2, 4))
UNIT = real(Epsilon.rational(1))


def followed(kept: KeptProcess, length: int | None = None) -> Unfolded:
    return unfold(kept, length, Limits(), plain=True)


def tight(mechanism: tuple[KeptProcess, Function], relation: Each | One, length: int | None = None) -> Number | None:
    kept, function = mechanism
    unfolded = followed(kept, length)
    assert unfolded.partial is None
    found = tightest(pair_dp(lump(unfolded.process), function, relation, None, length), length, Limits())
    assert found.lower == found.upper
    return found.lower


@pytest.mark.parametrize(
    ("mechanism", "factor"),
    [
        (shown_counts([HALF], 4), exponential(fmpq(1, 2))),
        (shown_counts([HALF, QUARTER], 1), exponential(fmpq(3, 4))),
        (shown_counts([real(Epsilon.log(2))], 2), fmpq(2)),
    ],
)
def test_noise_that_is_shown(mechanism: tuple[KeptProcess, Function], factor: Number) -> None:
    assert tight(mechanism, Each(1)) == factor


@pytest.mark.parametrize(
    ("mechanism", "relation", "length", "loss"),
    [
        (sparse_vector(HALF, QUARTER, 0, 2, 1), Each(1), 2, 0.424249072184007),
        (sparse_vector(HALF, QUARTER, 0, 2, 1), Each(1), 3, 0.614615538419701),
        (sparse_vector(HALF, QUARTER, 0, 2, 1, HALF), Each(1), 2, 0.924249072184007),
        (noisy_maximum(HALF, 3, 2), Each(1), None, 0.853279593806953),
        (noisy_maximum(HALF, 3, 2), One(1), None, 0.447104430190929),
    ],
)
def test_noise_that_is_kept(
    mechanism: tuple[KeptProcess, Function], relation: Each | One, length: int | None, loss: float
) -> None:
    factor = tight(mechanism, relation, length)
    assert factor is not None and log(nearest_float(factor)) == pytest.approx(loss, abs=1e-13)


def none(entry: Entry, read: int) -> Value:
    raise AssertionError("nothing is read")


def words(process: Process) -> dict[tuple[tuple[Value, ...], bool], Number]:
    """The weight of each output of a process that asks for nothing."""
    found: dict[tuple[tuple[Value, ...], bool], Number] = {}
    ((_, finals),) = process.finals
    waiting: list[tuple[tuple[Value, ...], int, Number]] = [((), at, weight) for at, weight in process.start]
    while waiting:
        told, at, weight = waiting.pop()
        state = process.states[at]
        for ended in (False, True) if isinstance(state, End) else (False,):
            found[told, ended] = found.get((told, ended), ZERO) + weight * finals[at]
        if isinstance(state, Tell):
            waiting += [((*told, state.value), to, weight * share) for to, share in state.row]
    return found


def told_and(noise: Reals, low: int, *ways: Way) -> KeptProcess:
    """A real of at least `low` that is told, and then whether it was above 1."""
    start = (Way(0, ONE, (noise,), (Constraint(((1, 0),), fmpq(low)),), (0,)),)
    states = [KeptTell(1, Unbounded(((-1, 0),), fmpq(3), real=True), ways)]
    return process([*states, KeptTell(0, True, (Way(3, ONE),)), KeptTell(0, False, (Way(3, ONE),)), KeptEnd()], start)


ABOVE = Way(1, ONE, (), (Constraint(((1, 0),), fmpq(1)),)), Way(2, ONE, (), (Constraint(((-1, 0),), fmpq(-1)),))


def test_a_real_that_is_compared_after_it_was_told() -> None:
    """It is at least -2, told as 3 minus it, and then compared with 1."""
    kept = told_and(UNIT, -2, *ABOVE)
    unfolded = followed(kept)
    assert unfolded.partial is None
    found = words(unfolded.process)
    nears = [Near(fmpq(2), -1), Near(fmpq(2), 1), Near(fmpq(3)), Near(fmpq(5), -1)]
    assert sorted({told[0] for told, _ in found if told}, key=sort_key) == nears
    for (told, ended), weight in found.items():
        assert weight == likelihood(kept, none, told, ended)
    assert found[(Near(fmpq(2), -1), True), True] == exponential(fmpq(-1)) / 2 == found[(Near(fmpq(2), 1), False), True]
    assert ((Near(fmpq(2), 1), True), True) not in found
    assert ((Near(fmpq(5), -1), False), True) in found and likelihood(kept, none, [Near(fmpq(5), 1)], False) == 0
    assert found[(), False] == 1 - exponential(fmpq(-2)) / 2


def test_a_real_that_is_compared_with_noise_after_it_was_told() -> None:
    (one, other) = (Constraint(((sign, 0), (-sign, 1)), ZERO) for sign in (1, -1))
    kept = told_and(UNIT, -2, Way(1, ONE, (HALF,), (one,)), Way(2, ONE, (HALF,), (other,)))
    unfolded = followed(kept)
    assert unfolded.partial == "a real that was told goes on to be compared with noise"
    for (told, ended), weight in words(unfolded.process).items():
        assert weight == likelihood(kept, none, told, ended)


@pytest.mark.parametrize(
    ("noise", "reason"),
    [
        ([real(Epsilon.rational(1), Epsilon.rational(1))], "is not that of noise of one scale"),
        ([real(Epsilon.rational(1), Epsilon.rational(2))], "is not that of noise of one scale"),
    ],
)
def test_densities_that_are_no_sums_of_two_powers(noise: list[Reals], reason: str) -> None:
    assert reason in str(followed(shown_counts(noise, 1)[0]).partial)
    assert reason in str(followed(noisy_maximum(HALF, 2, 1, value=True)[0]).partial)


def either(*noise: Reals) -> KeptProcess:
    """A real of one of these kinds, each equally often."""
    start = tuple(Way(at, ONE / len(noise), (each,), (), (0,)) for at, each in enumerate(noise))
    told = [KeptTell(1, Unbounded(((1, 0),), fmpq(at), real=True), (Way(len(noise), ONE),)) for at in range(len(noise))]
    return process([*told, KeptEnd()], start)


def test_scales_that_differ_at_one_place() -> None:
    assert "different scales" in str(followed(either(HALF, UNIT)).partial)
    assert followed(either(HALF, HALF)).partial is None
    with pytest.raises(LimitReached, match="no rational multiples"):
        followed(either(HALF, real(Epsilon.log(2))))
    with pytest.raises(LimitReached, match="normal"):
        followed(either(HALF, Reals((), fmpq(1))))


def test_densities_are_no_probabilities() -> None:
    with pytest.raises(LimitReached, match="densities"):
        unfold(either(UNIT), None, Limits())


def shown_twice(*again: tuple[int, int]) -> KeptProcess:
    """A real that is told, and then told again as sign * y + offset for one of these, each equally often."""
    first = KeptTell(
        1, Unbounded(((1, 0),), ZERO, real=True), tuple(Way(1 + at, ONE / 2, kept=(0,)) for at in range(len(again)))
    )
    told = [KeptTell(1, Unbounded(((sign, 0),), fmpq(offset), real=True), (Way(3, ONE),)) for sign, offset in again]
    return process([first, *told, *[KeptEnd()] * (3 - len(again))], (Way(0, ONE, (UNIT,), (), (0,)),))


def test_reals_that_are_told_again() -> None:
    kept = shown_twice((1, 1), (1, 3))
    unfolded = followed(kept)
    assert unfolded.partial is None
    found = words(unfolded.process)
    for offset in (1, 3):
        assert found[(Near(ZERO), Near(fmpq(offset))), True] == fmpq(1, 4)
    for (told, ended), weight in found.items():
        assert weight == likelihood(kept, none, told, ended)


def test_what_may_coincide_is_not_told_again() -> None:
    """y and -y are one number only where y is 0."""
    with pytest.raises(LimitReached, match="told again"):
        followed(shown_twice((1, 0), (-1, 0)))


def test_runs_that_do_the_same_tell_the_same_where_reals_are_looked_at_without_end() -> None:
    """On 0 and on 1 it does the same."""
    kept, _ = random_kept(632)
    unfolded = followed(twin(kept), 2)
    assert unfolded.partial is not None
    states = unfolded.process.states
    for state in states:
        if isinstance(state, Ask):
            one, other = ({states[at] for at, _ in row if isinstance(states[at], Tell)} for row in state.rows)
            assert {tell.value for tell in one} == {tell.value for tell in other}
