"""Proofs by vectors that stand for all words: valid where enumeration is too long, and invalid when changed."""

import copy
import json

import pytest
from certificates import certified

NOISY_MAX = """
from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 5


@private(epsilon=N * log(2), neighbors=each(1))
@mechanism
def noisy_max(answers: Vector[Int[0, 2], N]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
"""

# The noise is drawn anew for every arrival: three values at most matter at a time, for streams of every length.
STREAM = """
from faier import Int, Stream, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one(1))
@private(epsilon=log(19 / 10), neighbors=one(1), expect="refuted")
@mechanism
def noisy(answers: Stream[Int[0, 2]]):
    for answer in answers:
        yield clamp(answer + geometric(1 / 2), 0, 2)
"""


@pytest.fixture(scope="module", params=[NOISY_MAX, STREAM], ids=["long", "endless"])
def proof(request):
    return next(item for item in certified(request.param) if item.proved)


def test_a_cover_proves_what_is_too_long_to_enumerate(proof):
    document = json.loads(proof.text)
    (cover,) = document["evidence"]["proofs"]
    assert cover["kind"] == "cover" and document["length"] is None
    assert proof.answer().answer == "valid"
    assert len(proof.text) < 10_000


def test_a_stronger_claim_is_not_proved(proof):
    source = proof.source.replace("epsilon=N * log(2)", "epsilon=2 * log(2)").replace("log(2)", "log(18 / 10)")
    document = json.loads(proof.text)
    from faier.checker.checking import digest

    document["file"]["sha256"] = digest(source)
    epsilon = "2 * log(18 / 10)" if "N = 5" in source else "log(18 / 10)"
    document["claim"]["epsilon"] = epsilon
    answer = proof.answer(json.dumps(document), source)
    assert answer.answer == "invalid", answer


def test_changed_vectors_and_multipliers_are_noticed(proof):
    """A larger vector may still cover; nothing else may change and stay valid."""
    document = json.loads(proof.text)
    evidence = document["evidence"]["proofs"][0]
    survivors = []
    filled = [(at, number) for at, steps in enumerate(evidence["steps"]) for number, terms in enumerate(steps) if terms]
    for place, number in (filled[0], filled[len(filled) // 2], filled[-1]):
        terms = evidence["steps"][place][number]
        for changed in ([], [[0, "0/1"]], [[99, "1/1"]], [[0, "-1/1"]], [[0, 1]], None, terms[:-1]):
            if changed != terms:
                other = copy.deepcopy(document)
                other["evidence"]["proofs"][0]["steps"][place][number] = changed
                if proof.answer(json.dumps(other)).answer == "valid":
                    survivors.append((place, number, changed))
    assert survivors == []
    for name in ("steps", "vectors"):
        for place in (0, len(evidence[name]) // 2):
            for changed in ([], None, evidence[name][place][:-1], [[[1], [0]]]):
                other = copy.deepcopy(document)
                other["evidence"]["proofs"][0][name][place] = changed
                if changed != evidence[name][place]:
                    assert proof.answer(json.dumps(other)).answer == "invalid", (name, place, changed)
