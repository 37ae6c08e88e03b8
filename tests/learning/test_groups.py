"""Values given a secret: counts by hand, tables of counts, and mixtures held against another implementation."""

from __future__ import annotations

import json
import random
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy
import pytest
from learned_programs import laws
from sklearn.mixture import GaussianMixture

from faier.lang.diagnostics import Rejected
from faier.learning.learning import Learned, Wanted, learned
from faier.learning.normals import mixture_of
from faier.learning.table import COUNT, Reading

PEOPLE = "group,years,half\nx,3,1.5\ny,5,0.5\nx,3,2.5\ny,3,1.5\nx,,2\n,4,1\nx,7,1.5\n"


def groups(path: Path, secret: str, value: str, **others: Any) -> Learned:
    return learned(Wanted(str(path), secret=secret, value=value, **others))


@pytest.fixture
def people(tmp_path: Path) -> Path:
    path = tmp_path / "people.csv"
    path.write_text(PEOPLE)
    return path


def test_as_counted(people: Path) -> None:
    found = groups(people, "group", "years")
    assert (found.facts["values"], found.facts["counts"], found.facts["missing"]) == (
        [3, 5, 7],
        [[2, 0, 1], [1, 1, 0]],
        2,
    )
    fifth = Fraction(1, 5)
    assert laws(found.program, "years") == {
        ("x", 3): Fraction(3, 5) * Fraction(2, 3),
        ("x", 7): Fraction(3, 5) * Fraction(1, 3),
        ("y", 3): fifth,
        ("y", 5): fifth,
    }


def test_decimals_and_intervals(people: Path) -> None:
    assert set(laws(groups(people, "group", "half").program, "half")) == {
        ("x", 1.5),
        ("x", 2),
        ("x", 2.5),
        ("y", 0.5),
        ("y", 1.5),
    }
    found = groups(people, "group", "half", width=Fraction(1))
    assert (found.facts["values"], found.facts["counts"]) == ([0, 1, 2], [[0, 2, 2], [1, 1, 0]])


def test_some_records_only(people: Path) -> None:
    found = groups(people, "years", "group", where=(("years", "3"), ("years", "7")))
    assert (found.facts["secrets"], found.facts["counts"]) == ([3, 7], [[2, 1], [1, 0]])
    with pytest.raises(Rejected, match="'years' never is '8'"):
        groups(people, "years", "group", where=(("years", "8"),))


def test_a_column_of_counts_and_json_agree(tmp_path: Path) -> None:
    rows = [("f", 160, 2), ("f", 170, 1), ("m", 160, 4), ("m", 180, 0)]
    (tmp_path / "a.csv").write_text("sex;mg;n\n" + "".join(f"{sex};{mg};{n}\n" for sex, mg, n in rows))
    (tmp_path / "b.csv").write_text("sex,mg\n" + "".join(f"{sex},{mg}\n" * n for sex, mg, n in rows))
    tables = {"mg_by_sex": {"f": {"160": 2, "170": 1}, "m": {"160": 4, "180": 0}}, "about": "x"}
    (tmp_path / "c.json").write_text(json.dumps(tables))
    (tmp_path / "d.json").write_text(json.dumps([{"sex": sex, "mg": mg} for sex, mg, n in rows for _ in range(n)]))
    reading = Reading(table="mg_by_sex", names=("sex", "mg"))
    found = [
        groups(tmp_path / "a.csv", "sex", "mg", count="n"),
        groups(tmp_path / "b.csv", "sex", "mg"),
        groups(tmp_path / "c.json", "sex", "mg", count=COUNT, reading=reading),
        groups(tmp_path / "d.json", "sex", "mg"),
    ]
    assert all(one.facts == found[0].facts for one in found)
    assert found[0].facts["counts"] == [[2, 1], [4, 0]]
    (tmp_path / "e.json").write_text(json.dumps({"t": {"f": [0, 2], "m": [1, 1]}}))
    listed = groups(tmp_path / "e.json", "sex", "mg", count=COUNT, reading=Reading(table="t", names=("sex", "mg")))
    assert (listed.facts["values"], listed.facts["counts"]) == ([1, 2], [[0, 2], [1, 1]])


def test_mixtures_are_those_of_another_implementation() -> None:
    dice = random.Random(5)
    values = [Fraction(round(dice.gauss(*((0, 1), (8, 2))[dice.random() < 0.3]), 4)) for _ in range(600)]
    found = mixture_of(values, [1] * len(values), 2)
    other = GaussianMixture(2, tol=1e-8, max_iter=2000, random_state=0, reg_covar=0, n_init=3)
    other.fit(numpy.array([[float(value)] for value in values]))
    order = numpy.argsort(other.means_[:, 0])
    assert sum(found.weights) == 1
    for ours, theirs in (
        (found.weights, other.weights_[order]),
        (found.means, other.means_[order, 0]),
        (found.deviations, other.covariances_[order, 0, 0] ** 0.5),
    ):
        assert [float(item) for item in ours] == pytest.approx(list(theirs), abs=2e-3)


def test_counts_are_records_and_parts_do_not_shrink() -> None:
    values, counts = [1, 2, 9, 10, 11], [3, 2, 0, 4, 1]
    expanded = [value for value, count in zip(values, counts, strict=True) for _ in range(count)]
    merged = mixture_of(values, counts, 2)
    alone = mixture_of(expanded, [1] * len(expanded), 2)
    assert [float(item) for item in merged.means] == pytest.approx([float(item) for item in alone.means], abs=1e-4)
    assert min(float(deviation) for deviation in mixture_of(values, counts, 4).deviations) >= 0.28867
    assert mixture_of([7], [5], 3).means == (7,)


def test_one_part_is_the_mean_and_the_deviation() -> None:
    found = mixture_of([0, 1, 2, 3], [1, 2, 3, 4], 1)
    assert (found.weights, found.means, found.deviations) == ((1,), (2,), (1,))


def test_texts_take_no_noise(people: Path) -> None:
    with pytest.raises(Rejected, match="no noise can be added"):
        groups(people, "years", "group", epsilon="1")
    with pytest.raises(Rejected, match="not normal"):
        groups(people, "years", "group", mixture=2)


def test_numbers_that_no_float_stands_for_are_written_as_fractions(tmp_path: Path) -> None:
    path = tmp_path / "digits.csv"
    path.write_text("group,x\na,0.1234567890123456789\na,2\nb,123456789.123456789123\nb,1e-320\n")
    found = groups(path, "group", "x", epsilon="1")
    assert "from fractions import Fraction" in found.program
    values = {value for _, value in laws(found.program, "x")}
    texts = ("0.1234567890123456789", "2", "123456789.123456789123", "1e-320")
    assert values == {Fraction(text) for text in texts}


def test_cells_of_thousands_of_digits_are_texts(tmp_path: Path) -> None:
    path = tmp_path / "long.csv"
    path.write_text(f"group,x\na,{'9' * 5000}\nb,5\n")
    with pytest.raises(Rejected, match=r"'9999999999.*' say, to which no noise can be added"):
        groups(path, "group", "x", epsilon="1")
    assert len(groups(path, "group", "x").facts["values"]) == 2


def test_one_value_alone_gets_some_noise(tmp_path: Path) -> None:
    path = tmp_path / "one.csv"
    path.write_text("group,x\na,1\nb,1\n")
    assert "scale=1)" in groups(path, "group", "x", epsilon="1").program


def test_no_mixture_is_fitted_to_numbers_beyond_floats(tmp_path: Path) -> None:
    path = tmp_path / "huge.csv"
    path.write_text("group,x\na,1e400\na,2\nb,5\n")
    with pytest.raises(Rejected, match="'x' holds numbers above 1e"):
        groups(path, "group", "x", mixture=2)
