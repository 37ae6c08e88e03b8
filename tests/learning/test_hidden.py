"""Hidden chains: likelihoods recomputed by summing over hidden paths, rows that add up to 1, and the programs."""

from __future__ import annotations

import itertools
import math
import random
from fractions import Fraction
from pathlib import Path

import pytest
from learned_programs import chain, laws

from faier.lang.diagnostics import Rejected


@pytest.fixture(autouse=True)
def _few_fits(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faier.learning.hidden.SEEDS", range(2))


def weather(length: int, seed: int) -> str:
    """Days that a hidden state makes wet or dry."""
    dice = random.Random(seed)
    state, lines = 0, ["day"]
    for at in range(length):
        lines.append("NA" if at % 17 == 16 else dice.choices(("dry", "wet"), ((9, 1), (2, 8))[state])[0])
        state = state if dice.random() < 0.85 else 1 - state
    return "\n".join(lines) + "\n"


def numbers(row: object) -> list[Fraction]:
    assert isinstance(row, list)
    return [Fraction(item) for item in row]


def test_categories(tmp_path: Path) -> None:
    text = weather(80, 1)
    found = chain(tmp_path, text, "day", hidden=2, steps=3)
    first, following, shown = numbers(found.facts["first"]), found.facts["next"], found.facts["shown"]
    assert isinstance(following, list)
    assert isinstance(shown, list)
    rows, emitted = list(map(numbers, following)), list(map(numbers, shown))
    assert all(sum(row) == 1 for row in (first, *rows, *emitted))
    settled = [sum(first[i] * rows[i][j] for i in range(2)) for j in range(2)]
    assert max(abs(one - other) for one, other in zip(settled, first, strict=True)) <= Fraction(2, 10**6)
    law = laws(found.program, "day", hidden=2)
    assert sum(law.values()) == 1
    states = found.facts["states"]
    assert states == ["dry", "wet"]
    for path in itertools.product(range(2), repeat=3):
        chance = Fraction(0)
        for held in itertools.product(range(2), repeat=3):
            chance += (
                first[held[0]]
                * rows[held[0]][held[1]]
                * rows[held[1]][held[2]]
                * math.prod(emitted[state][record] for state, record in zip(held, path, strict=True))
            )
        records = tuple(("dry", "wet")[record] for record in path)
        assert law.get((records[2], records), Fraction(0)) == chance


def test_the_likelihood_is_that_of_the_model(tmp_path: Path) -> None:
    """Forward sums in plain floats, on the decimals that were written; better than one chain without hidden states."""
    text = weather(120, 2)
    found = chain(tmp_path, text, "day", hidden=2, start="sequences")
    first = list(map(float, numbers(found.facts["first"])))
    following, shown = found.facts["next"], found.facts["shown"]
    assert isinstance(following, list)
    assert isinstance(shown, list)
    rows, emitted = (
        [list(map(float, numbers(row))) for row in following],
        [list(map(float, numbers(row))) for row in shown],
    )
    likely = 0.0
    for run in "".join({"dry": "d", "wet": "w", "NA": "."}[line] for line in text.split()[1:]).split("."):
        belief = first
        for record in run:
            belief = [share * emitted[state]["dw".index(record)] for state, share in enumerate(belief)]
            likely += math.log(sum(belief))
            total = sum(belief)
            belief = [sum(belief[i] * rows[i][j] for i in range(2)) / total for j in range(2)]
    assert likely == pytest.approx(found.facts["log_likelihood"], abs=0.02)
    records = text.split()[1:]
    share = records.count("dry") / (records.count("dry") + records.count("wet"))
    alone = records.count("dry") * math.log(share) + records.count("wet") * math.log(1 - share)
    assert likely > alone + 2


def test_readings(tmp_path: Path) -> None:
    dice = random.Random(3)
    state, lines = 0, ["watts"]
    for _ in range(120):
        lines.append(f"{dice.gauss((100, 400)[state], (10, 50)[state]):.2f}")
        state = state if dice.random() < 0.9 else 1 - state
    found = chain(tmp_path, "\n".join(lines), "watts", hidden=2, epsilon="log(3)", steps=2)
    assert found.facts["emissions"] == "normal"
    assert numbers(found.facts["means"]) == pytest.approx([100, 400], rel=0.1)
    assert numbers(found.facts["deviations"]) == pytest.approx([10, 50], rel=0.3)
    assert "@private(epsilon=log(3), prior=watts)" in found.program


def test_too_little_data_and_texts_for_normal_readings(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="4 records say too little about 2"):
        chain(tmp_path, "x\na\nb\na\nb\n", "x", hidden=2)
    with pytest.raises(Rejected, match="texts, which are not normal"):
        chain(tmp_path, "x\n" + "a\nb\n" * 9, "x", hidden=2, emissions="normal")
