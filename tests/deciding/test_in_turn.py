"""A value decided by its items in turn: the same factor, the same kind of witness, as when it is decided whole."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq

from faier.deciding import by_search, in_turn
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.lang import parse, parse_relation
from faier.lang.claim import Neighbors, Subject
from faier.lang.values import Sequence
from faier.limits import Limits, seconds

HEAD = """from faier import Bool, Int, Vector, categorical, clamp, exp, flip, geometric, mechanism, uniform


def noisy(x, base=1 / 2):
    return clamp(x + geometric(1 / 2), 0, 2)


def bits(x):
    return [at == x if flip(1 / 3) else flip(1 / 2) for at in range(3)]


@mechanism
"""


def asked(text, relation):
    program = parse(HEAD + text, "m.py")
    rule, _ = parse_relation(relation, program, "m")
    return Question(program, Subject("m", Neighbors(rule, relation)))


def found(text, relation):
    question = asked(text, relation)
    return by_search.found(question, Store(), Limits())


def agree(text, relation, monkeypatch):
    """Decided whole, and by its items."""
    monkeypatch.setattr(in_turn, "SMALL", 10**9)
    whole = found(text, relation)
    monkeypatch.setattr(in_turn, "SMALL", 0)
    assert in_turn.turned(asked(text, relation), Store(), Limits()) is not None
    parts = found(text, relation)
    assert (parts.tight.lower, parts.tight.upper, parts.tight.attained) == (
        whole.tight.lower,
        whole.tight.upper,
        whole.tight.attained,
    ), text
    assert (parts.coverage, parts.reason, parts.engine) == (whole.coverage, whole.reason, whole.engine)
    if whole.tight.witness is None:
        assert parts.tight.witness is None
        return
    one, other = whole.tight.witness, parts.tight.witness
    assert one.ratio == other.ratio
    (value,), (told,) = one.output, other.output
    assert isinstance(told, Sequence)
    assert (told.kind, len(told.items), other.ended) == (value.kind, len(value.items), one.ended)


TEXTS = [
    "def m(xs: Vector[Int[0, 2], 2]):\n    return tuple([noisy(x) for x in xs])\n",
    "def m(xs: Vector[Int[0, 1], 3]):\n    return [clamp(x + geometric(exp(-1)), 0, 1) for x in xs]\n",
    "def m(x: Int[0, 2]):\n    return tuple(bits(x))\n",
    "def m(x: Int[0, 2]):\n    return bits(x)\n",
    "def m(x: Int[0, 2], y: Bool):\n    c = flip(1 / 4)\n    return (x == 1) == c, y == c, noisy(x)\n",
    "def m(xs: Vector[Int[0, 1], 2]):\n    t = noisy(sum(xs))\n    return [t, t + xs[0], uniform(0, 1)]\n",
    "def m(xs: Vector[Int[0, 1], 2]):\n    return uniform(0, 1), uniform(0, 1)\n",
    "def m(xs: Vector[Int[0, 1], 2]):\n    return flip(1 / 3), [noisy(x) for x in xs]\n",
]


@pytest.mark.parametrize("relation", ["one()", "each(1)"])
@pytest.mark.parametrize("text", TEXTS)
def test_written(text, relation, monkeypatch):
    agree(text, relation, monkeypatch)


def test_random_mechanisms(monkeypatch):
    for seed in range(12):
        rng = Random(seed)
        pick = ["xs[0]", "xs[1]", "y", "c"]
        items = [
            rng.choice(("noisy({0})", "{0} if flip(1 / 3) else {1}", "categorical(1 + {0}, 2)", "{0} * uniform(0, 1)"))
            for _ in range(rng.randint(2, 3))
        ]
        shown = ", ".join(item.format(rng.choice(pick), rng.choice(pick)) for item in items)
        start = rng.choice(("uniform(0, 1)", "noisy(y)", "xs[0] + y"))
        text = f"def m(xs: Vector[Int[0, 1], 2], y: Int[0, 1]):\n    c = {start}\n    return [{shown}]\n"
        agree(text, rng.choice(["one()", "each(1)", "total(1)"]), monkeypatch)


LEFT_ALONE = [
    "def m(xs: Vector[Int[0, 1], 2]):\n    return [x for x in xs if flip(1 / 2)]\n",
    "def m(xs: Vector[Int[0, 1], 2]):\n    return [noisy(x) for x in xs[0:1]]\n",
    "def m(xs: Vector[Int[0, 1], 2]):\n    return noisy(xs[0])\n",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_runs_that_show_different_numbers_of_items_or_one(text, monkeypatch):
    monkeypatch.setattr(in_turn, "SMALL", 0)
    assert in_turn.turned(asked(text, "one()"), Store(), Limits()) is None
    assert found(text, "one()").tight is not None


def test_noise_on_all_integers_is_shown_in_turn():
    text = "def m(xs: Vector[Int[0, 1], 2]):\n    return [x + geometric(1 / 2) for x in xs]\n"
    about = in_turn.turned(asked(text, "one()"), Store(), Limits())
    assert about is not None and about.items == 2
    tight = found(text, "one()").tight
    assert tight is not None and tight.lower == tight.upper == 2
    assert tight.witness is not None and len(tight.witness.output) == 1


def test_small_mechanisms_are_decided_as_they_are_written():
    assert in_turn.turned(asked(TEXTS[0], "one()"), Store(), Limits()) is None


def test_a_histogram_of_many_cells():
    text = "def m(xs: Vector[Int[0, 3], 24]):\n    return tuple([clamp(x + geometric(1 / 2), 0, 3) for x in xs])\n"
    finding = by_search.found(asked(text, "one(1)"), Store(), seconds(60))
    assert (finding.tight.lower, finding.tight.upper) == (fmpq(2), fmpq(2))
    (value,) = finding.tight.witness.output
    assert value.kind == "tuple" and len(value.items) == 24 and finding.coverage.length == 1
