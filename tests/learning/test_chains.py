"""Chains: counts by hand and by another way, gaps and missing values, and priors that draw what was counted."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from fractions import Fraction
from pathlib import Path

import pytest
from flint import fmpq
from learned_programs import chain, laws

from faier.lang.diagnostics import Rejected
from faier.learning.chains import stationary

DIARY = """\
person,day,activity
ann,2,walk
ann,1,rest
ann,3,
ann,4,rest
bob,1,walk
ann,7,rest
bob,2,walk
ann,8,walk
,3,rest
bob,3,NA
bob,4,rest
"""


def test_missing_values_and_gaps_end_sequences(tmp_path: Path) -> None:
    """By hand: ann has rest walk | rest | rest walk, bob has walk walk | rest."""
    found = chain(tmp_path, DIARY, "activity", by=("person",), order="day")
    assert found.facts["states"] == ["rest", "walk"]
    assert found.facts["counts"] == [[0, 2], [0, 1]]
    assert [found.facts[name] for name in ("records", "sequences", "steps", "missing", "gaps", "left_out")] == [
        8,
        5,
        3,
        2,
        1,
        1,
    ]
    assert found.notes[-1].startswith("2 of 4 steps were never seen")


def test_a_step_that_is_given_wins(tmp_path: Path) -> None:
    anything = chain(tmp_path, DIARY, "activity", by=("person",), order="day", step="any")
    assert (anything.facts["gaps"], anything.facts["counts"]) == (0, [[1, 2], [0, 1]])
    with pytest.raises(Rejected, match="nothing ever follows 'walk'"):
        chain(tmp_path, DIARY, "activity", by=("person",), order="day", step=Fraction(3))


def test_dates_are_an_order(tmp_path: Path) -> None:
    lines = ["2024-02-28", "2024-03-01", "2024-02-29", "2024-03-03T00:00:00+00:00", "2024-03-04"]
    text = "when,state\n" + "".join(f"{when},{at}\n" for at, when in enumerate(lines))
    found = chain(tmp_path, text, "state", order="when", pseudocount=fmpq(1))
    counts = found.facts["counts"]
    assert found.facts["gaps"] == 1
    assert [(i, j) for i, j in itertools.product(range(5), repeat=2) if counts[i][j]] == [(0, 2), (2, 1), (3, 4)]


def test_counts_agree_with_another_way(tmp_path: Path) -> None:
    """Random tables: the pairs are found by splitting one text for each person."""
    dice = random.Random(1)
    for _ in range(25):
        people = dice.randint(1, 3)
        rows = [(dice.randrange(people), dice.choice("abc.")) for _ in range(60)]
        text = "who,what\n" + "".join(f"{who},{'' if what == '.' else what}\n" for who, what in rows)
        found = chain(tmp_path, text, "what", by=("who",), pseudocount=fmpq(1, 2))
        expected: Counter[str] = Counter()
        for person in range(people):
            for part in "".join(what for who, what in rows if who == person).split("."):
                expected.update(part[at : at + 2] for at in range(len(part) - 1))
        states = found.facts["states"]
        assert isinstance(states, list)
        assert found.facts["counts"] == [[expected[f"{one}{other}"] for other in states] for one in states]
        assert found.facts["steps"] == sum(expected.values())


def test_the_prior_draws_the_chain(tmp_path: Path) -> None:
    """Every run of the program, against products of fractions."""
    found = chain(tmp_path, "x\n" + "\n".join("0102011201"), "x", steps=3)
    counts = [[0, 3, 1], [1, 1, 1], [2, 0, 0]]
    assert found.facts["counts"] == counts
    rows = [[Fraction(count, sum(row)) for count in row] for row in counts]
    first = _settled(rows)
    for hidden in range(3):
        law = laws(found.program, "x", hidden=hidden)
        assert sum(law.values()) == 1
        for path in itertools.product(range(3), repeat=3):
            expected = first[path[0]] * rows[path[0]][path[1]] * rows[path[1]][path[2]]
            assert law.get((path[hidden], path), Fraction(0)) == expected


def _settled(rows: list[list[Fraction]]) -> list[Fraction]:
    """The stationary distribution by the sums over trees of three states."""
    weights = []
    for root in range(3):
        one, other = (state for state in range(3) if state != root)
        weights.append(
            rows[one][root] * rows[other][root]
            + rows[one][other] * rows[other][root]
            + rows[other][one] * rows[one][root]
        )
    return [weight / sum(weights) for weight in weights]


def test_stationary_distributions() -> None:
    dice = random.Random(2)
    for _ in range(30):
        counts = [[dice.randint(1, 5) for _ in range(3)] for _ in range(3)]
        rows = [[Fraction(count, sum(row)) for count in row] for row in counts]
        found = stationary([[fmpq(cell.numerator, cell.denominator) for cell in row] for row in rows])
        assert found is not None
        assert [Fraction(int(item.p), int(item.q)) for item in found] == _settled(rows)
    apart = [[fmpq(1), fmpq(0)], [fmpq(0), fmpq(1)]]
    assert stationary(apart) is None


@pytest.mark.parametrize(("start", "first"), [("sequences", [1, 2]), ("records", [2, 4])])
def test_starts(start: str, first: list[int], tmp_path: Path) -> None:
    text = "who,x\n" + "".join(f"{row}\n" for row in ("a,no", "a,yes", "b,yes", "b,no", "c,yes", "c,yes"))
    found = chain(tmp_path, text, "x", by=("who",), start=start, steps=1)
    assert found.facts["first"] == [str(item) for item in first]
    assert laws(found.program, "x", hidden=0) == {
        (state, (state,)): Fraction(item, sum(first)) for state, item in zip(("no", "yes"), first, strict=True)
    }


def test_several_stationary_distributions_are_refused(tmp_path: Path) -> None:
    with pytest.raises(Rejected, match="several stationary"):
        chain(tmp_path, "who,x\na,1\na,1\nb,2\nb,2\n", "x", by=("who",))


def test_a_long_stationary_distribution_is_rounded(tmp_path: Path) -> None:
    dice = random.Random(3)
    found = chain(tmp_path, "x\n" + "".join(f"{dice.randrange(12)}\n" for _ in range(3000)), "x")
    first = [Fraction(weight) for weight in found.facts["first"]]  # type: ignore[attr-defined]
    assert sum(first) == 10**9
    first = [weight / 10**9 for weight in first]
    counts = found.facts["counts"]
    left = [sum(first[i] * Fraction(counts[i][j], sum(counts[i])) for i in range(12)) for j in range(12)]
    assert max(abs(one - other) for one, other in zip(left, first, strict=True)) < Fraction(1, 10**8)


STATES = ["it's", 'a "q"', "über", "back\\slash", "two\nlines", "-1", "None", "log", "a, b"]


def test_any_texts_are_states(tmp_path: Path) -> None:
    import csv
    import io

    out = io.StringIO()
    csv.writer(out).writerows([["state"], *([state] for state in STATES * 3)])
    found = chain(tmp_path, out.getvalue(), "state", steps=2, pseudocount=fmpq(1))
    assert sorted(STATES) == found.facts["states"]
    law = laws(found.program, found.name, hidden=0)
    assert {path[0] for _, path in law} == set(STATES)
    assert found.name == "chain_state"  # a name that the program uses itself


def test_booleans_and_intervals(tmp_path: Path) -> None:
    found = chain(tmp_path, "on\ntrue\nFalse\nTRUE\ntrue\n", "on", steps=2)
    assert found.facts["states"] == [False, True]
    assert {path for _, path in laws(found.program, "on", hidden=1)} == {(False, True), (True, False), (True, True)}
    grouped = chain(
        tmp_path,
        "watts\n" + "\n".join(("10", "199.9", "200", "-1", "5e2", "3")),
        "watts",
        width=Fraction(200),
        pseudocount=fmpq(1),
    )
    assert grouped.facts["states"] == [-1, 0, 1, 2]
