"""The checker alone against the referee: what holds is valid, what is tighter than the truth is never valid.

The certificates are written here, by nobody who looks for proofs: "every word was looked at", or the referee's witness.
"""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction

import pytest
from referee import brute
from referee.brute import INF, Tight, Vacuous
from referee.chance import Unsupported
from referee.contest import question
from referee.generate import generate

from faier.checker import FORMAT, check
from faier.checker.language import read

NEAR = Fraction(1, 10**9)
STEPS = 30_000


def answer(made, epsilon, verdict, length, evidence, index=0, delta=None):
    """The checker's answer about a claim as a command line makes it."""
    source = made.text(index=index)
    relation = made.relations[index] if made.prior is None else None
    texts = {"epsilon": epsilon, "delta": delta, "neighbors": relation, "prior": made.prior, "pairs": made.pairs}
    certificate = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()},
        "set": {},
        "claim": {"mechanism": made.mechanism, "decorator": None, **texts},
        "verdict": verdict,
        "length": length,
        "evidence": evidence,
    }
    return check(json.dumps(certificate).encode(), source.encode(), STEPS)


def proof(made, epsilon, index, delta=None):
    length = None if delta is not None else made.length
    return answer(made, epsilon, "proved", length, {"kind": "enumeration", "boxes": {}}, index, delta).answer


def refutation(made, epsilon, tight, index, changed=()):
    return answer(made, epsilon, "refuted", None, violation(made, tight) | dict(changed), index).answer


def violation(made, tight):
    shown, ended = tight.output
    evidence = {
        "kind": "violation",
        "at_epsilon": None,
        "outputs": [{"shown": list(map(shown_data, shown)), "ended": ended}],
    }
    if made.prior is None:
        return evidence | {"left": input_data(tight.left), "right": input_data(tight.right)}
    file = read(made.text(), {})
    names = {
        role: [item.name for item in file.functions[name].inputs]
        for role, name in (("parameters", made.prior), ("public", made.mechanism))
    }
    given = {
        role: {name: input_data(tight.context[name]) for name in known if name in tight.context}
        for role, known in names.items()
    }
    return evidence | given | {"left": shown_data(tight.left), "right": shown_data(tight.right)}


def input_data(value):
    if isinstance(value, dict):
        return {name: input_data(item) for name, item in value.items()}
    return list(map(input_data, value)) if isinstance(value, (list, tuple)) else value


def shown_data(value):
    """The referee writes shown values as (kind, value)."""
    kind, inside = value
    match kind:
        case "str":
            return {"label": inside}
        case "fraction":
            return f"{inside.numerator}/{inside.denominator}"
        case "list":
            return list(map(shown_data, inside))
        case "tuple":
            return {"tuple": list(map(shown_data, inside))}
    return inside


def log(ratio):
    return f"log(Fraction({ratio.numerator}, {ratio.denominator}))"


def judged(start, count):
    for seed in range(start, start + count):
        made = generate(seed)
        if made.reals:
            continue
        loaded = brute.load(made.text())
        for index in range(max(1, len(made.relations))):
            try:
                outcome, compared = brute.judge(loaded, made.mechanism, **question(made, index))
            except Unsupported:
                continue
            yield made, index, outcome, compared


@pytest.mark.parametrize("start", range(0, 60, 20))
def test_random_claims(start):
    """Proofs and refutations a hair's breadth on either side of the tight factor."""
    answers = []
    for made, index, tight, _ in judged(start, 10):
        where = f"seed {made.seed}, {made.comparison(index)}"
        if not isinstance(tight, Tight):
            # That nothing is ever shown is a fault of the file for faier; to the checker the claim holds.
            empty = isinstance(tight, Vacuous) and tight.reason == "nothing is ever shown"
            assert empty or proof(made, "100", index) != "valid", where
            continue
        if tight.ratio == INF:
            assert proof(made, "log(10 ** 9)", index) != "valid", where
            assert refutation(made, "log(10 ** 9)", tight, index) != "invalid", where
            continue
        exact = proof(made, log(tight.ratio), index)
        answers.append(exact)
        assert exact != "invalid", where
        assert refutation(made, log(tight.ratio), tight, index) != "valid", where
        if tight.ratio > 1:
            below = log(tight.ratio * (1 - NEAR) if tight.ratio * (1 - NEAR) > 1 else (1 + tight.ratio) / 2)
            assert proof(made, below, index) != "valid", where
            refuted = refutation(made, below, tight, index)
            answers.append(refuted)
            assert refuted != "invalid", where
            swapped = {"left": violation(made, tight)["right"], "right": violation(made, tight)["left"]}
            if tight.probabilities[0] > tight.probabilities[1]:
                assert refutation(made, below, tight, index, swapped) != "valid", where
    assert answers.count("valid") > 0.8 * len(answers) > 4


@pytest.mark.parametrize("start", range(0, 40, 20))
def test_random_deltas(start):
    """The least delta for half of the tight epsilon is proved, anything less is not."""
    answers = []
    for made, index, tight, compared in judged(start, 20):
        if index or not isinstance(tight, Tight) or tight.ratio == INF:
            continue
        ratio = (1 + tight.ratio) / 2
        try:
            least = brute.delta(compared, ratio)
        except Unsupported:
            continue
        where = f"seed {made.seed}"
        answers.append(proof(made, log(ratio), index, str(least)))
        assert answers[-1] != "invalid", where
        if least > 0:
            assert proof(made, log(ratio), index, str(least * (1 - NEAR))) != "valid", where
    assert answers.count("valid") > 0.7 * len(answers) > 2
