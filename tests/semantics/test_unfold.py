"""Kept draws by beliefs: every output against a walk with integers that is cut far out, and known tight factors."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping
from fractions import Fraction
from itertools import pairwise, product
from math import log
from typing import Any

import pytest
from flint import fmpq
from kept_by_hand import equal_draws, noisy_maximum, numeric_answers, reaches, running_maximum, sparse_vector
from kept_by_hand import process as by_hand
from kept_processes import walked
from kept_random import CHOICES, kept_random
from referee.contest import shown

from faier.engines.search.engine import tightest
from faier.exact import Number, exponential, fraction, nearest_float
from faier.hmm.lump import lump, rows
from faier.hmm.pair import pair_dp
from faier.lang.claim import Each, One
from faier.lang.syntax import Function
from faier.lang.values import Sequence as Values
from faier.lang.values import Value
from faier.limits import LimitReached, Limits
from faier.semantics.kept import Constraint, KeptAsk, KeptEnd, KeptProcess, KeptTell, Unbounded, Way
from faier.semantics.kept_words import likelihood
from faier.semantics.process import Ask, End, Entry, Process, Tell
from faier.semantics.unfold import unfold

HALF = fmpq(1, 2)
FLOOR = Fraction(1, 10**5)
SLACK = Fraction(1, 500)


def events(process: Process, inputs: Mapping[str, Value], length: int) -> dict[Any, Fraction]:
    """Every output of up to `length` values with its weight; with what is about to tell more, or reads no further."""
    found: dict[Any, Fraction] = defaultdict(Fraction)
    ((_, finals),) = process.finals
    waiting = [((), at, weight, 0) for at, weight in process.start]
    while waiting:
        told, at, weight, read = waiting.pop()
        state, value = process.states[at], weight * finals[at]
        assert isinstance(value, fmpq)
        match state:
            case End():
                found[told, True] += fraction(value)
            case Tell() if len(told) == length:
                found[told, False] += fraction(value)
            case Tell():
                further = (*told, shown(state.value))
                waiting += [(further, to, weight * share, read) for to, share in state.row]
            case Ask():
                held = inputs[state.entry.input]
                assert isinstance(held, Values)
                index = read if state.entry.arrival else (state.entry.index or (0,))[0]
                if index == len(held.items):
                    found[told, False] += fraction(value)
                    continue
                row = state.rows[state.choices.index(held.items[index])]
                waiting += [(told, to, weight * share, read + state.entry.arrival) for to, share in row]
    return dict(found)


def agrees(kept: KeptProcess, process: Process, inputs: Mapping[str, Value], length: int) -> int:
    """How many outputs were compared: each is as likely as was found by walking, or a bit more."""
    exact, known = events(process, inputs, length), walked(kept, inputs, length, FLOOR).found
    for event, weight in exact.items():
        assert known.get(event, Fraction(0)) <= weight <= known.get(event, Fraction(0)) + SLACK, event
    told = {state.value for state in process.states if isinstance(state, Tell)}
    for event, weight in known.items():
        if event not in exact and all(int(value) in told for _, value in event[0]):
            assert weight == 0, event
    return len(exact)


@pytest.mark.parametrize("part", range(3))
def test_random_kernels(part: int) -> None:
    compared = circles = 0
    for seed in range(part * 20, part * 20 + 20):
        kept = kept_random(seed, sums=bool(part))
        for length in (None, 1):
            try:
                process = unfold(kept, length, Limits(), plain=bool(seed % 2)).process
            except LimitReached as reached:
                assert reached.name == "draws"
                circles += 1
                continue
            for chosen in product(CHOICES, repeat=2):
                inputs = {"inputs": Values("list", (*chosen, chosen[0]))}
                compared += agrees(kept, process, inputs, 3 if length is None else length)
    assert compared > 200 and circles < 8


def tight(mechanism: tuple[KeptProcess, Function], relation: Each | One, length: int | None) -> Number | None:
    kept, function = mechanism
    unfolded = unfold(kept, length, Limits(), plain=True)
    assert unfolded.partial is None
    found = tightest(pair_dp(lump(unfolded.process), function, relation, None, length), length, Limits())
    assert found.lower == found.upper
    return found.lower


@pytest.mark.parametrize(
    ("count", "relation", "factor"),
    [
        (2, Each(1), fmpq(44, 17)),
        (3, Each(1), fmpq(376, 103)),
        (2, One(1), fmpq(28, 17)),
        (3, One(1), fmpq(200, 103)),
    ],
)
def test_the_noisy_maximum_of_counts(count: int, relation: Each | One, factor: fmpq) -> None:
    assert tight(noisy_maximum(HALF, count, 2), relation, None) == factor


@pytest.mark.parametrize(("length", "loss"), [(1, 0.1921108), (2, 0.4286220)])
def test_the_sparse_vector_with_powers_of_e(length: int, loss: float) -> None:
    noise = exponential(fmpq(-1, 2)), exponential(fmpq(-1, 4))
    factor = tight(sparse_vector(*noise, -1, 1), Each(1), length)
    assert factor is not None and log(nearest_float(factor)) == pytest.approx(loss, abs=1e-7)


@pytest.mark.parametrize("plain", [False, True])
@pytest.mark.parametrize("mechanism", [sparse_vector, numeric_answers, running_maximum, equal_draws])
def test_streams_against_a_walk(mechanism: Any, plain: bool) -> None:
    a = fmpq(1, 8)
    kept, _ = mechanism(a, a, -1, 1) if mechanism is sparse_vector else mechanism(a, -1, 1)
    process = unfold(kept, 2, Limits(), plain=plain).process
    assert plain or all(sum(weight for _, weight in row) == 1 for state in process.states for row in rows(state) if row)
    for chosen in product((-1, 1), repeat=3):
        assert agrees(kept, process, {"answers": Values("list", chosen)}, 2) >= 2


@pytest.mark.parametrize("value", [False, True])
def test_noisy_maxima_against_a_walk(value: bool) -> None:
    kept, _ = noisy_maximum(fmpq(1, 8), 3, 1, value)
    process = unfold(kept, None, Limits()).process
    for chosen in product((0, 1), repeat=3):
        assert agrees(kept, process, {"counts": Values("list", chosen)}, 1) == 3


def best(kept: KeptProcess, values: range, answers: tuple[tuple[int, int], ...], length: int) -> fmpq:
    """The greatest ratio of outputs of these integers (or truths), between two streams of answers."""
    ratios = []
    for output in product(*([*values], [True, False])[:length] if length == 2 else [values]):
        left, right = (likelihood(kept, lambda _, at, side=side: answers[at][side], output, False) for side in (0, 1))
        assert isinstance(left, fmpq) and isinstance(right, fmpq)
        ratios.append(left / right if right else fmpq(1))
    return max(ratios)


@pytest.mark.parametrize("positive", [False, True])
def test_a_few_integers_stand_for_all(positive: bool) -> None:
    """Also where a told value is compared later with one that is further out than the noise is interesting."""
    kept, _ = numeric_answers(HALF, -1, 1, positive)
    unfolded = unfold(kept, 2, Limits())
    assert unfolded.partial is None
    told = {state.value for state in unfolded.process.states if isinstance(state, Tell)} - {True, False} | {0, 1}
    few = range(min(told), max(told) + 1)
    assert len(few) <= 6
    for answers in (((0, 1), (0, 0)), ((-1, 0), (0, 0)), ((1, 0), (0, 0))):
        length = 1 + positive
        assert best(kept, few, answers, length) == best(kept, range(-12, 13), answers, length)


def test_the_likelihood_of_an_output_is_its_weight() -> None:
    kept, _ = running_maximum(fmpq(1, 8), -1, 1)
    process = unfold(kept, 2, Limits()).process
    answers = (1, -1, 0)
    inputs = {"answers": Values("list", answers)}
    for (output, ended), weight in events(process, inputs, 2).items():
        values = [int(value) for _, value in output]
        found = likelihood(kept, lambda _, at: answers[at], values, ended)
        assert len(values) != 2 or fraction(found) >= weight > 0
    assert likelihood(kept, lambda _, at: answers[at], [9, 10**3], False) > 0
    assert likelihood(kept, lambda _, at: answers[at], [9, 8], False) == 0


@pytest.mark.parametrize(("mechanism", "whole"), [(numeric_answers, True), (running_maximum, False)])
def test_where_integers_do_not_stand_for_all_it_is_said(mechanism: Any, whole: bool) -> None:
    kept, _ = mechanism(HALF, 0, 1)
    assert (unfold(kept, 2, Limits()).partial is None) == whole


@pytest.mark.parametrize(("count", "factor"), [(2, fmpq(4)), (3, fmpq(8))])
def test_the_value_of_a_noisy_maximum(count: int, factor: fmpq) -> None:
    """Its tails do not fall by one factor: labels far out bound what no integer told attains."""
    kept, function = noisy_maximum(HALF, count, 2, value=True)
    unfolded = unfold(kept, None, Limits())
    assert unfolded.partial is not None and unfolded.outer is not None
    for process in (unfolded.process, unfolded.outer):
        found = tightest(pair_dp(lump(process), function, Each(1), None, None), None, Limits())
        assert found.lower == found.upper == factor


def test_where_epsilon_is_unknown_there_are_no_labels() -> None:
    unfolded = unfold(noisy_maximum(exponential(fmpq(-1, 2), "EPS"), 2, 1, value=True)[0], None, Limits())
    assert unfolded.partial is not None and unfolded.outer is None


def test_a_process_that_comes_back_is_unfolded_without_a_length() -> None:
    kept, _ = numeric_answers(HALF, -1, 1)
    assert len(unfold(kept, None, Limits()).process.states) < 20
    with pytest.raises(LimitReached):
        unfold(sparse_vector(HALF, HALF, 0, 1)[0], None, Limits(states=200))


def test_comparisons_in_a_circle_are_refused() -> None:
    """Three draws of which each two are within 1 of each other; what follows from the others is no circle."""
    fresh = tuple(((1, HALF),) for _ in range(3))
    pairs = [(0, 1), (1, 2), (0, 2)]
    near = [each for one, other in pairs for each in (reaches(one, other, -1)[0], reaches(other, one, -1)[0])]
    chain = [reaches(one, other, 0)[0] for one, other in pairs]
    told, end = KeptTell(0, True, (Way(1, fmpq(1)),)), KeptEnd()
    with pytest.raises(LimitReached, match="circle"):
        unfold(by_hand([told, end], (Way(0, fmpq(1), fresh, tuple(near)),)), None, Limits())
    ordered = unfold(by_hand([told, end], (Way(0, fmpq(1), fresh, tuple(chain)),)), None, Limits()).process
    descending = [a >= b >= c for a, b, c in product(range(-25, 26), repeat=3)]
    shares = [HALF ** (abs(a) + abs(b) + abs(c)) for a, b, c in product(range(-25, 26), repeat=3)]
    total = sum((share for fits, share in zip(descending, shares, strict=True) if fits), fmpq(0)) / 27
    assert total < ordered.start[0][1] < total + fmpq(1, 10**6)


def test_equal_draws_break_a_circle() -> None:
    """a = b, c >= a and c <= b + 1."""
    fresh = tuple(((1, fmpq(1, 4)),) for _ in range(3))
    bound = (reaches(0, 1, 0)[0], reaches(1, 0, 0)[0], reaches(2, 0, 0)[0], reaches(1, 2, -1)[0])
    told, end = KeptTell(0, True, (Way(1, fmpq(1)),)), KeptEnd()
    process = unfold(by_hand([told, end], (Way(0, fmpq(1), fresh, bound),)), None, Limits()).process
    weights = [fmpq(3, 5) * fmpq(1, 4) ** abs(y) for y in range(-15, 17)]
    total = sum((w * w * (w + more) for w, more in pairwise(weights)), fmpq(0))
    assert total < process.start[0][1] < total + fmpq(1, 10**9)


@pytest.mark.parametrize(
    ("seeds", "layers", "most"), [(range(80), 3, 2), (range(5048, 5049), 4, 3), (range(20121, 20122), 3, 3)]
)
def test_a_few_integers_or_labels_stand_for_all_in_random_kernels(seeds: range, layers: int, most: int) -> None:
    """No output of integers further out has a greater ratio, where nothing else is said."""
    compared = labels = 0
    for seed in seeds:
        kept = kept_random(seed, layers, most)
        try:
            unfolded = unfold(kept, None, Limits())
        except LimitReached:
            continue
        outer = unfolded.process if unfolded.partial is None else unfolded.outer
        if outer is None:
            continue
        wide = unfold(kept, None, Limits(), least=range(-7, 8)).process
        inputs = [{"inputs": Values("list", (*each, each[0], each[1])[:layers])} for each in product(CHOICES, repeat=2)]
        inner, few, many = ([events(each, held, layers) for held in inputs] for each in (unfolded.process, outer, wide))
        for one, other in product(range(4), repeat=2):
            bound, found = greatest(few[one], few[other]), greatest(many[one], many[other])
            assert bound is None or (found is not None and bound >= found)
            assert outer is not unfolded.process or bound == found
            assert all(few[one][event] == weight for event, weight in inner[one].items())
            compared += 1
            labels += outer is not unfolded.process
    assert (compared > 200 and labels > 60) or len(seeds) == 1


def greatest(left: dict[Any, Fraction], right: dict[Any, Fraction]) -> Fraction | None:
    """The greatest ratio of an output; None: it is infinite."""
    if any(weight and not right.get(event) for event, weight in left.items()):
        return None
    return max((weight / right[event] for event, weight in left.items() if weight), default=Fraction(0))


def test_an_integer_that_is_told_by_its_name_stands_for_no_other() -> None:
    """With 0 for an answer 0 is told, else noise up to 0: 0 is told on both sides, and -1 is not."""
    entry, fresh = Entry("answers", arrival=True), (((1, HALF),),)
    ask = KeptAsk(0, entry, (0, 1), ((Way(1, fmpq(1)),), (Way(2, fmpq(1), fresh, (Constraint(((-1, 0),), 0),), (0,)),)))
    told = KeptTell(0, 0, (Way(3, fmpq(1)),)), KeptTell(1, Unbounded(((1, 0),), 0), (Way(3, fmpq(1)),))
    process = unfold(by_hand([ask, *told, KeptEnd()], (Way(0, fmpq(1)),)), None, Limits()).process
    assert {state.value for state in process.states if isinstance(state, Tell)} >= {-1, 0}


def test_noise_that_is_told_again_stands_for_no_other() -> None:
    """Noise is told, and then again, or other noise in its place: no factor is the same for both far out."""
    fresh = (((1, HALF),),)
    noise = KeptTell(1, Unbounded(((1, 0),), 0), (Way(1, fmpq(1, 2), kept=(0,)), Way(1, fmpq(1, 2), fresh, kept=(1,))))
    again = KeptTell(1, Unbounded(((1, 0),), 0), (Way(2, fmpq(1)),))
    kept = by_hand([noise, again, KeptEnd()], (Way(0, fmpq(1), fresh, kept=(0,)),))
    assert unfold(kept, None, Limits()).partial is not None
