"""Models as text, JSON and DOT: nothing is lost, nothing breaks the format, and the bytes are always the same."""

from __future__ import annotations

import json
import re
from random import Random

import pytest
from flint import fmpq
from hmm_examples import ONE, above_threshold, mechanism, noisy_max, process, truncated_geometric
from hmm_random import duplicated, finite, prior, setting
from processes import given

from faier.hmm import (
    Hmm,
    entry_text,
    hidden_markov_model,
    letter_text,
    pair_dp,
    paired_hmm,
    pairs_prior,
    to_dot,
    to_json,
    to_text,
)
from faier.hmm.model import AskLetter, EndLetter, TellLetter
from faier.lang.claim import Each
from faier.lang.values import Sequence
from faier.semantics.process import Entry

GEOMETRIC = """\
7 states, 7 observations

start: s0 (1/3), s1 (1/3), s2 (1/3)

s0: count = 0 at start
  observes count = 0
  moves to s3

s1: count = 1 at start
  observes count = 1
  moves to s4

s2: count = 2 at start
  observes count = 2
  moves to s5

s3: shows 0, 1, 2
  observes 0 (2/3), 1 (1/6), 2 (1/6)
  moves to s6

s4: shows 0, 1, 2
  observes 0 (1/3), 1 (1/3), 2 (1/3)
  moves to s6

s5: shows 0, 1, 2
  observes 0 (1/6), 1 (1/6), 2 (2/3)
  moves to s6

s6: end
  observes end
  moves to s6
"""

MODELS = {
    "geometric": hidden_markov_model(truncated_geometric()[0]),
    "noisy max": hidden_markov_model(noisy_max(3, uniform=True)[0]),
    "above threshold": hidden_markov_model(above_threshold()[0]),
    "pair": paired_hmm(pair_dp(*above_threshold(), Each(1))),
    "wide": hidden_markov_model(truncated_geometric(30)[0]),
}


def test_text_is_what_it_was():
    assert to_text(MODELS["geometric"]) == GEOMETRIC


@pytest.mark.parametrize("name", MODELS)
def test_lines_fit_the_terminal(name):
    lines = to_text(MODELS[name]).split("\n")
    assert max(map(len, lines)) <= 80
    assert all(line == line.rstrip() for line in lines)


@pytest.mark.parametrize("name", MODELS)
def test_json_holds_the_whole_model(name):
    hmm = MODELS[name]
    found = json.loads(to_json(hmm, mechanism="f", path="a/b.py"))
    assert list(found)[:3] == ["schema", "mechanism", "path"]
    assert found["schema"] == "faier.compile/1"

    def row(pairs):
        return tuple((at, fmpq(*map(int, weight.split("/")))) for at, weight in pairs)

    again = Hmm(
        tuple(state["name"] for state in found["states"]),
        row(found["start"]),
        tuple(row(state["moves"]) for state in found["states"]),
        tuple(row(state["observes"]) for state in found["states"]),
        tuple(found["observations"]),
        row(found["rival"]) if "rival" in found else None,
    )
    assert again == hmm


@pytest.mark.parametrize("name", MODELS)
def test_dot_has_every_state_and_move(name):
    hmm = MODELS[name]
    text = to_dot(hmm, name)
    assert len(re.findall(r"^  s\d+ \[", text, re.M)) == len(hmm.states)
    starts = (hmm.start, *([hmm.rival] if hmm.rival else []))
    assert text.count(" -> ") == sum(map(len, (*starts, *hmm.transitions)))


def test_dot_labels_are_escaped():
    nasty = 'a "quoted" \\ label\nof two lines'
    states = {
        "start": ("tell", nasty, [("end", ONE)]),
        "end": ("end",),
    }
    text = to_dot(hidden_markov_model(process("start", states.__getitem__)), nasty)
    assert text.startswith('digraph "a \\"quoted\\" \\\\ label\\nof two lines" {\n')
    for line in text.split("\n"):
        unescaped = re.sub(r"\\.", "", line)
        assert unescaped.count('"') in (0, 2)


def test_a_long_word_stays_whole():
    """In the state's name and where it is observed."""
    states = {"start": ("tell", "a" * 200, [("end", ONE)]), "end": ("end",)}
    lines = to_text(hidden_markov_model(process("start", states.__getitem__))).split("\n")
    assert [line.strip() for line in lines if "aaa" in line] == [f"'{'a' * 200}'", f"observes '{'a' * 200}'"]


def test_the_same_model_gives_the_same_bytes():
    for seed in range(20):
        rng = Random(seed)
        function, entries, relation = setting(rng)
        whole = duplicated(rng, finite(rng, entries, 3 + seed % 8))
        for one, other in (
            (hidden_markov_model(whole), hidden_markov_model(whole)),
            (paired_hmm(pair_dp(whole, function, relation)), paired_hmm(pair_dp(whole, function, relation))),
        ):
            assert [write(one) for write in (to_text, to_json, to_dot)] == [
                write(other) for write in (to_text, to_json, to_dot)
            ]


@pytest.mark.parametrize("seed", range(20))
def test_every_row_sums_to_one(seed):
    rng = Random(seed)
    function, entries, relation = setting(rng)
    whole = duplicated(rng, finite(rng, entries, 3 + seed % 8))
    models = [hidden_markov_model(whole), paired_hmm(pair_dp(whole, function, relation))]
    conditioned = prior(rng, [], 5)
    if any(conditioned.finals[0][1][to] != 0 for to, _ in conditioned.start):
        models.append(hidden_markov_model(given(conditioned, 0)))
    models += map(paired_hmm, pairs_prior(conditioned, mechanism()))
    for hmm in models:
        rows = (hmm.start, *hmm.transitions, *hmm.emissions, *([hmm.rival] if hmm.rival is not None else []))
        assert all(sum((weight for _, weight in row), fmpq(0)) == 1 for row in rows)


def test_letters_read_well():
    assert letter_text(AskLetter(Entry("grid", (0, 1)), 2, 3)) == "grid[0][1] = 2 | 3"
    assert letter_text(AskLetter(Entry("days", None, True), False, True)) == "next days = False | True"
    assert letter_text(TellLetter(Sequence("list", (1, "a")))) == "[1, 'a']"
    assert letter_text(EndLetter()) == "end"
    assert entry_text(Entry("count")) == "count"
