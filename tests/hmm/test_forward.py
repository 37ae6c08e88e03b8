"""The exact forward algorithm, and hmmlearn's floating-point one, agree."""

from __future__ import annotations

import warnings
from itertools import product
from math import isclose, log
from random import Random

import pytest
from flint import fmpq
from hmm_examples import ARRIVAL, above_threshold, noisy_max, truncated_geometric
from hmm_random import finite, output, setting, words
from processes import forward_process

from faier.hmm import Hmm, forward, hidden_markov_model, lump, pair_dp, paired_hmm
from faier.hmm.model import AskLetter, EndLetter, TellLetter
from faier.lang.claim import Each, One
from faier.lang.values import Sequence
from faier.semantics.process import Entry


def as_float(number):
    return int(number.p) / int(number.q)


def total(row):
    return sum((weight for _, weight in row), fmpq(0))


def random_model(rng, states, observations):
    def distribution(count):
        weights = [rng.choice([0, 1, 2, 5]) for _ in range(count)]
        weights[rng.randrange(count)] += 1
        return tuple((at, fmpq(weight, sum(weights))) for at, weight in enumerate(weights) if weight)

    return Hmm(
        tuple(f"s{at}" for at in range(states)),
        distribution(states),
        tuple(distribution(states) for _ in range(states)),
        tuple(distribution(observations) for _ in range(states)),
        tuple(f"o{at}" for at in range(observations)),
    )


def by_paths(hmm, observed):
    """The sum over all sequences of states: equation (1) of the paper."""
    start, moves, seen = dict(hmm.start), [dict(row) for row in hmm.transitions], [dict(row) for row in hmm.emissions]
    found = fmpq(0)
    for path in product(range(len(hmm.states)), repeat=len(observed)):
        weight = start.get(path[0], fmpq(0))
        for at, (state, observation) in enumerate(zip(path, observed, strict=True)):
            weight *= seen[state].get(observation, fmpq(0))
            if at:
                weight *= moves[path[at - 1]].get(state, fmpq(0))
        found += weight
    return found


@pytest.mark.parametrize("seed", range(10))
def test_the_forward_algorithm_sums_over_all_paths(seed):
    rng = Random(seed)
    hmm = random_model(rng, 3, 3)
    for length in range(1, 5):
        rows = [hmm.probability(observed) for observed in product(range(3), repeat=length)]
        assert rows == [by_paths(hmm, observed) for observed in product(range(3), repeat=length)]
        assert sum(rows, fmpq(0)) == 1


@pytest.fixture(scope="module")
def categorical():
    """hmmlearn's model of one of ours."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        hmm_module = pytest.importorskip("hmmlearn.hmm")
        numpy = pytest.importorskip("numpy")

    def matrix(rows, width):
        found = numpy.zeros((len(rows), width))
        for at, row in enumerate(rows):
            for column, weight in row:
                found[at, column] = as_float(weight)
        return found

    def score(hmm, observed, start=None):
        """The probability of the sequence, as hmmlearn computes it."""
        model = hmm_module.CategoricalHMM(n_components=len(hmm.states), n_features=len(hmm.observations))
        model.startprob_ = matrix([hmm.start if start is None else start], len(hmm.states))[0]
        model.transmat_ = matrix(hmm.transitions, len(hmm.states))
        model.emissionprob_ = matrix(hmm.emissions, len(hmm.observations))
        with warnings.catch_warnings(), numpy.errstate(divide="ignore"):
            warnings.simplefilter("ignore")
            return model.score(numpy.array(observed).reshape(-1, 1))

    return score


def agree(score, hmm, observed, start=None):
    exact = hmm.probability(observed, start)
    found = score(hmm, observed, start)
    if exact == 0:
        assert found < -700
    else:
        assert isclose(found, log(as_float(exact)), rel_tol=1e-9, abs_tol=1e-9)


@pytest.mark.parametrize("seed", range(20))
def test_hmmlearn_agrees_on_random_models(categorical, seed):
    rng = Random(seed)
    hmm = random_model(rng, rng.randint(1, 8), rng.randint(1, 5))
    for length in (1, 2, 3, 10, 40):
        agree(categorical, hmm, [rng.randrange(len(hmm.observations)) for _ in range(length)])


@pytest.mark.parametrize(
    ("whole", "most"),
    [
        (truncated_geometric()[0], 3),
        (noisy_max(3)[0], 5),
        (noisy_max(3, uniform=True)[0], 5),
        (above_threshold()[0], 7),
    ],
    ids=["truncated geometric", "noisy max", "uniform noisy max", "above threshold"],
)
def test_hmmlearn_agrees_on_mechanisms(categorical, whole, most):
    hmm = hidden_markov_model(whole)
    assert all(total(row) == 1 for row in (hmm.start, *hmm.transitions, *hmm.emissions))
    rng = Random(1)
    for _ in range(40):
        observed = sampled(rng, hmm, most)
        assert hmm.probability(observed) > 0
        agree(categorical, hmm, observed)
        agree(categorical, hmm, [rng.randrange(len(hmm.observations)) for _ in observed])


def sampled(rng, hmm, length):
    """A sequence of observations that can occur."""
    state, observed = rng.choice(hmm.start)[0], []
    for _ in range(length):
        observed.append(rng.choice(hmm.emissions[state])[0])
        state = rng.choice(hmm.transitions[state])[0]
    return observed


@pytest.mark.parametrize(("make", "relation"), [(noisy_max, Each(1)), (noisy_max, One()), (above_threshold, Each(1))])
def test_the_paired_model_has_the_ratios_of_the_pair(categorical, make, relation):
    whole, function = make(2)
    pair = pair_dp(whole, function, relation)
    hmm = paired_hmm(pair)
    assert all(total(row) == 1 for row in (hmm.start, hmm.rival, *hmm.transitions, *hmm.emissions))
    for word in words(pair, 150):
        observed, scale = observations(hmm, pair, word)
        if not observed:
            continue
        left, right = forward(pair, word)
        assert hmm.probability(observed) == left * scale
        assert hmm.probability(observed, hmm.rival) == right * scale
        agree(categorical, hmm, observed)
        agree(categorical, hmm, observed, hmm.rival)


def observations(hmm, pair, word):
    """The numbers of the letters among the observations, and how likely the asked letters are."""
    numbers = {text: at for at, text in enumerate(hmm.observations)}
    node, scale, observed = pair.nodes[pair.start], fmpq(1), []
    for letter in word:
        edge = next(edge for edge in node.edges if edge.letter == letter)
        match letter:
            case AskLetter(entry, left, right):
                name = "next queries" if entry.arrival else entry.input
                index = "".join(f"[{at}]" for at in entry.index or ())
                observed.append(numbers[f"{name}{index} = {left} | {right}"])
                scale /= len(node.edges)
            case TellLetter(value):
                observed.append(numbers[repr(value)])
            case EndLetter():
                observed.append(numbers["end"])
        node = pair.nodes[edge.target]
    return observed, scale


def test_figure_1c_has_three_states_that_show():
    """The truncated geometric mechanism: one state for each count, with a distribution of observations."""
    hmm = hidden_markov_model(truncated_geometric()[0])
    assert len(hmm.states) == 3 + 3 + 1
    rows = [tuple(weight for _, weight in row) for row in hmm.emissions[3:6]]
    assert rows == [
        (fmpq(2, 3), fmpq(1, 6), fmpq(1, 6)),
        (fmpq(1, 3), fmpq(1, 3), fmpq(1, 3)),
        (fmpq(1, 6), fmpq(1, 6), fmpq(2, 3)),
    ]
    assert all(row == ((6, 1),) for row in hmm.transitions[3:])


def test_the_model_of_a_process_shows_inputs_and_outputs():
    """The probability of observations is that of the output, over the ways to choose the inputs that were read."""
    for seed in range(40):
        rng = Random(seed)
        _, entries, _ = setting(rng)
        whole = lump(finite(rng, entries, 3 + seed % 8))
        hmm = hidden_markov_model(whole)
        numbers = {text: at for at, text in enumerate(hmm.observations)}
        assert all(total(row) == 1 for row in (hmm.start, *hmm.transitions, *hmm.emissions))
        shown = {text for row in hmm.emissions for text, _ in row}
        assert shown == set(numbers.values())
        assert sum((hmm.probability(each) for each in product(range(len(numbers)), repeat=2)), fmpq(0)) == 1


def test_forward_on_a_process_by_hand():
    whole, _ = above_threshold()
    inputs = {"threshold": 2, "queries": Sequence("list", (1, 1, 2))}
    three = fmpq(3, 20) * fmpq(1, 9) * fmpq(5, 6) + fmpq(4, 5) * fmpq(4, 9) * fmpq(2, 3)
    assert forward_process(whole, inputs, (False, False, True), True) == three
    assert forward_process(whole, inputs, (False, False, True), False) == three
    assert forward_process(whole, inputs, (False, False), True) == 0
    assert forward_process(whole, inputs, (0, 0, 1), True) == 0
    with pytest.raises(ValueError, match="more than the inputs hold"):
        forward_process(whole, inputs, (False, False, False, True), True)


def test_words_that_a_pair_does_not_have_weigh_nothing():
    whole, function = above_threshold()
    pair = pair_dp(whole, function, Each(1))
    threshold = AskLetter(Entry("threshold"), 1, 1)
    assert forward(pair, [AskLetter(Entry("threshold"), 0, 1)]) == (0, 0)
    assert forward(pair, [TellLetter(True)]) == (0, 0)
    assert forward(pair, [threshold, AskLetter(ARRIVAL, 0, 2)]) == (0, 0)
    assert forward(pair, [threshold, AskLetter(ARRIVAL, 0, 1), TellLetter(1)]) == (0, 0)
    assert forward(pair, []) == (1, 1)
    assert output((threshold, TellLetter(True), EndLetter())) == ((True,), True)
