"""All words of mechanisms with powers of e or an unknown epsilon: proofs are found, valid, and about their epsilon."""

import json

import pytest

from faier.certificate.write import certificate, heading
from faier.checker import check
from faier.engines.verdict import Coverage, Proved
from faier.lang import parse
from faier.limits import seconds

KNOB = "EPS = Positive(1)\n"
HEAD = """from faier import Bool, Int, Positive, Stream, Vector, clamp, exp, flip, geometric, mechanism, one, prior
from faier import private, secret

{knob}

@prior
def chain():
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        state = flip(1 / 3)


@private(epsilon={epsilon}, {about})
@mechanism
"""

RESPONSE = """def m(answers: Stream[Bool]):
    for answer in answers:
        yield answer if flip(exp(EPS) / (1 + exp(EPS))) else not answer
"""
COUNTS = """def m(answers: {type}):
    for answer in answers:
        yield clamp(answer + geometric(exp(-EPS)), 0, 2)
"""
THRESHOLD = """def m(answers: Stream[Int[0, 1]]):
    level = clamp(1 + geometric(exp(-EPS)), 0, 1)
    for answer in answers:
        above = clamp(answer + geometric(exp(-EPS)), 0, 1) >= level
        yield above
        if above:
            return
"""
EVERY = {
    "responses": ("EPS", "neighbors=one()", RESPONSE, None),
    "counts without end": ("EPS", "neighbors=one(1)", COUNTS.format(type="Stream[Int[0, 2]]"), None),
    "five counts": ("EPS", "neighbors=one(1)", COUNTS.format(type="Vector[Int[0, 2], 5]"), None),
    "a noisy threshold": ("EPS", "neighbors=one()", THRESHOLD, 4),
    "a chain without end": ("EPS", "prior=chain", RESPONSE, None),
}


KNOBS = {"every epsilon": lambda text: text, "one half": lambda text: text.replace(KNOB, "").replace("EPS", "1 / 2")}


@pytest.mark.parametrize("knob", KNOBS)
@pytest.mark.parametrize("name", EVERY)
def test_words_are_covered(name, knob, monkeypatch):
    monkeypatch.setattr("faier.certificate.proving.QUICK", 0)
    epsilon, about, body, length = EVERY[name]
    text = KNOBS[knob](HEAD.format(knob=KNOB, epsilon=epsilon, about=about) + body)
    program = parse(text, "m.py", {})
    verdict = Proved(Coverage(length or 0, length is None), "search", None)
    head = heading(program, program.claims[0], 0, {}, {}, verdict)
    made = certificate(program, program.claims[0], head, verdict, seconds(120)).text
    document = json.loads(made)
    assert document["evidence"]["kind"] == "bounds"
    assert check(made.encode(), text.encode()).answer == "valid"
    document["claim"] |= {"decorator": None, "epsilon": document["claim"]["epsilon"] + " * 99 / 100"}
    answer = check(json.dumps(document).encode(), text.encode())
    assert answer.answer == "invalid", answer
