"""Proofs about all words of priors, of listed inputs and of growing cycles: valid, and invalid when weakened."""

import copy
import hashlib
import json

import pytest
from certificates import certified

from faier.certificate.couplings import couplings
from faier.certificate.covers import covers
from faier.checker import FORMAT, check
from faier.checker.claims import claim_of
from faier.checker.compared import compared
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget
from faier.limits import seconds

HEAD = """from fractions import Fraction
from faier import (
    Bool, Int, Positive, Real, Stream, assume, clamp, each, exp, flip, geometric, log, mechanism, one, pairs, prior,
    private, secret,
)
"""

RESPONSE = """
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
"""

CHAIN = """
@prior
def chain():
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        {rest}
"""

AGAIN = """
@mechanism
def again(value: Int[0, 1]):
    while True:
        yield value if flip(3 / 4) else 1 - value
"""

DRIFTING = """
@mechanism
def drifting(value: Int[0, 1]):
    while True:
        yield value if flip(3 / 4) else 1 - value
        value = value if flip(9 / 10) else 1 - value
"""

TURNS = "state = state if flip(9 / 10) else not state"

PROVED = {
    "a chain without end": ("2.8996, prior=chain", CHAIN.format(rest=TURNS) + "{}" + RESPONSE),
    "a chain of some arrivals": (
        "2.9, prior=chain",
        CHAIN.format(rest=TURNS).replace("True", "flip(1 / 2)") + "{}" + RESPONSE,
    ),
    "a chain that is believed to change": (
        "7, prior=chain",
        CHAIN.format(rest=TURNS + "\n        assume(state or flip(9 / 10))").replace("True", "flip(1 / 2)")
        + "{}"
        + RESPONSE,
    ),
    "listed inputs": ("2.9, neighbors=pairs((0, 1), (1, 0))", "{}" + DRIFTING),
}

GROWING = {
    "the input again and again": ("100, neighbors=each(1)", "{}" + AGAIN),
    "listed inputs": ("100, neighbors=pairs((0, 1), (1, 0))", "{}" + AGAIN),
    "every arrival": ("100, neighbors=each(1)", "{}" + RESPONSE),
    "a secret that stays": ("100, prior=chain", CHAIN.format(rest="pass") + "{}" + RESPONSE),
}


def proof_of(claim, text):
    (found,) = certified(HEAD + text.format(f"\n\n@private(epsilon={claim})"))
    return found


@pytest.mark.parametrize("name", PROVED)
def test_words_of_every_length_are_proved(name):
    found = proof_of(*PROVED[name])
    document = json.loads(found.text)
    assert found.proved and document["length"] is None and document["evidence"]["kind"] == "bounds"
    assert found.answer().answer == "valid"
    proofs = document["evidence"]["proofs"]
    for changed in ([], proofs[:-1], [*proofs, proofs[-1]], [{"kind": "enumeration", "boxes": {}}] * len(proofs)):
        document["evidence"]["proofs"] = changed
        assert found.answer(json.dumps(document)).answer == "invalid"


@pytest.mark.parametrize("name", GROWING)
def test_growth_refutes_every_epsilon(name):
    found = proof_of(*GROWING[name])
    document = json.loads(found.text)
    assert not found.proved and document["evidence"]["kind"] == "growth"
    assert found.answer().answer == "valid"
    source = found.source.replace("epsilon=100", "epsilon=10 ** 6")
    document["file"]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
    document["claim"]["epsilon"] = "10 ** 6"
    assert found.answer(json.dumps(document), source).answer == "valid"


@pytest.mark.parametrize("name", GROWING)
def test_weakened_growth_is_noticed(name):
    found = proof_of(*GROWING[name])
    document = json.loads(found.text)
    evidence = document["evidence"]
    changes = [
        {"rates": evidence["rates"][::-1]},
        {"rates": [evidence["rates"][0]] * 2},
        {"rates": ["1/1", evidence["rates"][1]]},
        {"rates": [evidence["rates"][0], "0/1"]},
        {"rates": [evidence["rates"][0], "1/100"]},
        {"low": ["1000/1" for _ in evidence["low"]]},
        {"low": ["0/1" for _ in evidence["low"]]},
        {"low": ["-1/1" for _ in evidence["low"]]},
        {"low": []},
        {"high": ["0/1" for _ in evidence["high"]]},
        {"high": ["1/1000000" for _ in evidence["high"]]},
        {"high": [*evidence["high"], "1/1"]},
        {"cycle": []},
        {"cycle": [99]},
        {"prefix": [99]},
        {"suffix": [99]},
        {"ended": not evidence["ended"]},
        {"place": 99},
        {"place": -1},
    ]
    for change in changes:
        other = copy.deepcopy(document)
        other["evidence"] |= change
        assert found.answer(json.dumps(other)).answer == "invalid", change
    assert found.answer(json.dumps(document | {"length": 12})).answer == "invalid"


def test_a_difference_in_two_inputs_is_not_grown():
    """Only one of two required differences is read, so the words may be none of neighbors."""
    source = (
        HEAD
        + "@mechanism\n"
        + AGAIN.split("@mechanism\n")[1].replace("value: Int[0, 1]", "value: Int[0, 1], more: Int[0, 0]")
    )
    claim = {"mechanism": "again", "decorator": None, "epsilon": "1", "delta": None, "prior": None, "pairs": None}
    edges = {"place": 0, "prefix": [1], "cycle": [0], "suffix": [], "ended": False}
    growth = edges | {"kind": "growth", "low": ["1/1", "0/1"], "high": ["3/1", "1/1"], "rates": ["3/4", "1/2"]}

    def answer(neighbors):
        text = json.dumps(
            {
                "format": FORMAT,
                "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
                "set": {},
                "claim": claim | {"neighbors": neighbors},
                "verdict": "refuted",
                "length": None,
                "evidence": growth,
            }
        )
        return check(text.encode(), source.encode())

    assert answer('{"value": one()}').answer == "valid"
    assert answer('{"value": one(), "more": one()}').answer == "holey"


IMPOSSIBLE = {
    "a draw for some epsilons only": "EPS = Positive(1)\n{}\n@mechanism\ndef m(v: Bool):\n    flip(exp(EPS) / 4)\n",
    "a draw that is none": "{}\n@mechanism\ndef m(v: Bool):\n    flip(5 / 4)\n",
}


@pytest.mark.parametrize("name", IMPOSSIBLE)
def test_bounds_are_about_mechanisms_that_can_run(name):
    """The draw leaves no trace in any weight; the bounds are those of the mechanism without it."""
    source = HEAD + IMPOSSIBLE[name].format("") + "    return v if flip(3 / 4) else not v\n"
    without = "\n".join(line for line in source.splitlines() if "    flip(" not in line)
    claim = {"mechanism": "m", "decorator": None, "epsilon": "log(3)", "delta": None, "neighbors": "one()"}
    claim |= {"prior": None, "pairs": None}
    file = read(without, {})
    (words,) = compared(Joint(file, claim_of(file, claim), Budget(100_000)), None)
    for proof in (covers(words, (), seconds(20)), couplings(words, None, seconds(20))):
        for text, answer in ((without, "valid"), (source, "invalid")):
            certificate = {
                "format": FORMAT,
                "file": {"path": "m.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
                "set": {},
                "claim": claim,
                "verdict": "proved",
                "length": None,
                "evidence": {"kind": "bounds", "proofs": [proof]},
            }
            assert check(json.dumps(certificate).encode(), text.encode()).answer == answer, name


ROWS = """from faier import Bool, Vector, edges, flip, log, mechanism, private


@private(epsilon=log(9), neighbors=edges(((False, False), (True, True)), ((False, True), (True, True))))
@private(epsilon=log(9) - 1 / 1000, neighbors=edges(((False, False), (True, True)), ((False, True), (True, True))))
@private(epsilon=log(3), neighbors=edges(((False, True), (True, True)), ((False, False), (False, True))))
@mechanism
def rows(people: Vector[Vector[Bool, 2], 2]):
    return [[bit if flip(3 / 4) else not bit for bit in person] for person in people]
"""


def test_edges_between_rows_compare_whole_inputs() -> None:
    found = certified(ROWS)
    assert [each.proved for each in found] == [True, False, True]
    for each in found:
        assert each.answer().answer == "valid"
    for less, answer in (("log(9)", "valid"), ("log(8)", "invalid")):
        source, document = ROWS.replace("log(9)", less, 1), json.loads(found[0].text)
        document["file"]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
        document["claim"]["epsilon"] = less
        assert found[0].answer(json.dumps(document), source).answer == answer
    # The same numbers leaf by leaf, but rows that are no neighbors.
    crossed = ROWS.replace("((False, False), (True, True)), (", "((False, True), (True, False)), (")
    assert [each.answer().answer for each in certified(crossed)] == ["valid"] * 3


NEVER_ENDING = {
    "neighbors": """from faier import Bool, flip, mechanism, one, private


@private(epsilon=1, neighbors=one())
@mechanism
def told(value: Bool):
    if flip(1 / 2):
        return
    while True:
        yield value
""",
    "prior": """from faier import Bool, flip, mechanism, prior, private, secret


@prior
def fair():
    bit = flip(1 / 2)
    secret(bit)
    return bit


@private(epsilon=1, prior=fair)
@mechanism
def told(value: Bool):
    if flip(1 / 2):
        return
    while True:
        yield value
""",
    "cycle": """from faier import Bool, flip, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one())
@mechanism
def told(value: Bool):
    if flip(1 / 2):
        return
    first = value if flip(3 / 4) else not value
    while True:
        yield first
        yield None
""",
}


@pytest.mark.parametrize("name", NEVER_ENDING)
def test_an_enumeration_compares_what_never_ends(name):
    source = NEVER_ENDING[name]
    (refuted,) = certified(source)
    assert not refuted.proved and refuted.answer().answer == "valid"
    document = json.loads(refuted.text) | {
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "enumeration", "boxes": {}},
    }
    assert refuted.answer(json.dumps(document)).answer == "invalid"
    if name == "cycle":  # which is private, with a greater epsilon
        private = source.replace("log(2)", "log(3)")
        document["file"]["sha256"] = hashlib.sha256(private.encode()).hexdigest()
        document["claim"]["epsilon"] = "log(3)"
        assert refuted.answer(json.dumps(document), private).answer == "valid"
