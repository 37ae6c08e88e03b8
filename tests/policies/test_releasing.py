"""Noisy counts: what each draw does, exactly; what is checked; mechanisms that are written, decided by faier."""

from __future__ import annotations

import random
from collections.abc import Iterator
from contextlib import contextmanager
from fractions import Fraction
from pathlib import Path

import asked
import command_line
import numpy as np
import policies_by_hand as brute
import pytest

import faier.policies.releasing
from faier.engines.verdict import Proved, Refuted
from faier.lang import parse
from faier.policies import (
    ADAPTIVE,
    METHODS,
    Mechanism,
    NotForThis,
    Unreadable,
    mechanism,
    promised,
    read_budget,
    read_counts,
    read_policy,
    read_workload,
    release,
    transform,
    written,
    written_adaptive,
)
from faier.policies.adaptive import _deviation, grown, nearby
from faier.policies.measuring import squared
from faier.policies.releasing import along, noise_of
from faier.policies.writing import shared
from faier.sampling.entropy import entropy_for_tests

POLICIES = ["line:6", "within:7,2", "star:5", "complete:4", "grid:3x3", "within:2x3,2", "within:2x4,4"]


@contextmanager
def fixed(seed: int) -> Iterator[None]:
    draw = random.Random(seed)
    with entropy_for_tests(draw.randbytes):
        yield


def effects(made: Mechanism, monkeypatch: pytest.MonkeyPatch) -> list[tuple[Fraction, list[Fraction]]]:
    """Each draw of a release, its scale, and what it does to every cell."""
    scales: list[Fraction] = []

    def counted(chosen: int) -> list[Fraction]:
        scales.clear()

        def drawn(scale: Fraction) -> Fraction:
            scales.append(scale)
            return Fraction(len(scales) - 1 == chosen)

        monkeypatch.setattr(faier.policies.releasing, "drawn", drawn)
        return noise_of(made, read_budget("1"))

    counted(-1)
    return [(scales[at], counted(at)) for at in range(len(scales))]


@pytest.mark.parametrize("policy", POLICIES)
def test_what_is_released_has_the_error_that_is_planned(policy: str, monkeypatch: pytest.MonkeyPatch) -> None:
    made = read_policy(policy)
    asked = {kind: brute.queries(read_workload(kind, made)) for kind in ("ranges", "cells")}
    for method in METHODS:
        for kind, queries in asked.items():
            workload = read_workload(kind, made)
            try:
                found = mechanism(method, made, workload)
                each = effects(found, monkeypatch)
            except NotForThis:
                continue
            parts = [
                [
                    2 * scale**2 * sum(q * e for q, e in zip(query, effect, strict=True) if q) ** 2
                    for scale, effect in each
                ]
                for query in queries
            ]
            errors = [sum(part, Fraction(0)) for part in parts]
            assert (sum(errors), max(errors)) == (found.total(workload), found.worst(workload))


@pytest.mark.parametrize("policy", POLICIES)
def test_totals_that_anybody_knows_stay_as_they_are(policy: str) -> None:
    made = read_policy(policy)
    counts = list(range(made.cells))
    for method in [*METHODS, *ADAPTIVE]:
        with fixed(1):
            try:
                found = release(made, read_workload("cells", made), counts, "1/2", method)
            except NotForThis:
                continue
        assert len(found.answers()) == made.cells
        if made.bounded and (method.startswith(("transformed", "growing")) or method in ("prefix", "groups", "rows")):
            assert sum(found.counts) == sum(counts)
        assert found.counts != tuple(counts)


def test_flows_lead_back_to_the_counts() -> None:
    for seed in range(30):
        policy = brute.random_policy(seed)
        found = transform(policy)
        counts = [random.Random(seed).randint(0, 9) for _ in range(policy.cells)]
        flows = [Fraction(flow) for flow in found.database(counts)]
        again = [a + b for a, b in zip(along(policy, flows), found.known(counts), strict=True)]
        assert again == counts


def test_deviations_of_buckets_move_no_farther_than_their_noise_is_for() -> None:
    draw = random.Random(1)
    attained = 0.0
    for _ in range(300):
        places = draw.randint(2, 9)
        top = (places - 1).bit_length()
        values = [draw.choice([0, 0, 5, draw.randint(-9, 9)]) for _ in range(places)]
        at = draw.randrange(places)
        other = [value + (place == at) for place, value in enumerate(values)]
        moved = Fraction(0)
        for level in range(1, top + 1):
            for first in range(0, places, 1 << level):
                part = slice(first, min(first + (1 << level), places))
                moved += abs(_deviation(values[part]) - _deviation(other[part]))
        most = sum((2 - Fraction(2, 1 << level) for level in range(1, top + 1)), Fraction(0))
        assert moved <= most
        attained = max(attained, float(moved / most))
    assert attained == 1


def test_numbers_that_never_fall_are_the_nearest() -> None:
    assert grown([Fraction(n) for n in (3, 1, 2, 5, 4)], Fraction(9)) == [2, 2, 2, Fraction(9, 2), Fraction(9, 2)]
    draw = random.Random(2)
    for _ in range(50):
        values = [Fraction(draw.randint(-5, 9)) for _ in range(6)]
        found = grown(values, Fraction(100))
        assert found == sorted(found)
        free = [max(n, Fraction(0)) for n in values]
        distance = sum((a - b) ** 2 for a, b in zip(values, found, strict=True))
        for _ in range(30):
            other = sorted(Fraction(draw.randint(0, 90), 10) for _ in free)
            assert distance <= sum((a - b) ** 2 for a, b in zip(values, other, strict=True))


def test_cells_near_each_other_are_in_one_bucket() -> None:
    assert sorted(nearby((3, 5))) == list(range(15))
    assert nearby((4, 4))[:4] == [0, 1, 4, 5]


def test_measured_errors_are_those_of_all_queries() -> None:
    draw = random.Random(3)
    for policy in POLICIES:
        made = read_policy(policy)
        for kind in ("ranges", "cells", "prefixes"):
            workload = read_workload(kind, made)
            errors = [Fraction(draw.randint(-5, 5), 3) for _ in range(made.cells)]
            each = [sum(q * e for q, e in zip(query, errors, strict=True)) for query in brute.queries(workload)]
            assert squared(workload, errors) == pytest.approx(float(sum(one * one for one in each)))


def test_errors_of_draws_are_near_the_planned_ones() -> None:
    policy = read_policy("line:16")
    workload, counts = read_workload("ranges", policy), [3] * 16
    expected = float(mechanism("prefix", policy, workload).total(workload))
    total = 0.0
    with fixed(4):
        for _ in range(200):
            found = release(policy, workload, counts, 1, "prefix")
            total += squared(workload, [a - b for a, b in zip(found.counts, counts, strict=True)])
    assert total / 200 == pytest.approx(expected, rel=0.15)


@pytest.mark.parametrize(
    "given",
    [
        ("line:4", [1, 2, 3], "1"),
        ("line:4", [1, 2, 3, -1], "1"),
        ("line:4", [1, 2, 3, 0.5], "1"),
        ("line:4", [1, 2, 3, "x"], "1"),
        ("line:4", [1, 2, 3, 4], "0"),
        ("line:4", [1, 2, 3, 4], "-log(2)"),
        ("line:4", [1, 2, 3, 4], "1e999999999"),
    ],
)
def test_what_is_released_is_checked_before(given: tuple[str, list[int], str]) -> None:
    policy = read_policy(given[0])
    with pytest.raises(Unreadable):
        release(policy, read_workload("cells", policy), given[1], given[2], "laplace")


def test_epsilon_is_divided_by_the_stretch(monkeypatch: pytest.MonkeyPatch) -> None:
    policy = read_policy("within:9,3")
    found = mechanism("prefix", policy, read_workload("cells", policy))
    assert {scale for scale, _ in effects(found, monkeypatch)} == {3}
    found = mechanism("groups", policy, read_workload("cells", policy))
    assert {scale for scale, _ in effects(found, monkeypatch)} == {9, 6}


def test_files_of_counts_and_of_records(tmp_path: Path) -> None:
    line, grid = read_policy("line:3"), read_policy("grid:2x2")
    (tmp_path / "counts.csv").write_text("count\n4\n0\n2\n")
    (tmp_path / "records.csv").write_text("cell\n0\n2\n2\n0\n0\n")
    (tmp_path / "places.csv").write_text("row,column\n0,1\n1,1\n0,1\n")
    (tmp_path / "three.csv").write_text("0\n1\n1\n")
    (tmp_path / "wrong.csv").write_text("0\n7\n")
    np.save(tmp_path / "grid.npy", np.array([[1, 2], [3, 4]]))
    np.save(tmp_path / "records.npy", np.array([0, 1, 1, 2, 2, 2]))
    assert read_counts(str(tmp_path / "counts.csv"), line) == [4, 0, 2]
    assert read_counts(str(tmp_path / "records.csv"), line) == [3, 0, 2]
    assert read_counts(str(tmp_path / "places.csv"), grid) == [0, 2, 0, 1]
    assert read_counts(str(tmp_path / "three.csv"), line) == [0, 1, 1]
    assert read_counts(str(tmp_path / "three.csv"), line, records=True) == [1, 2, 0]
    assert read_counts(str(tmp_path / "grid.npy"), grid) == [1, 2, 3, 4]
    assert read_counts(str(tmp_path / "records.npy"), line) == [1, 2, 3]
    for name in ("wrong.csv", "nowhere.csv"):
        with pytest.raises(Unreadable):
            read_counts(str(tmp_path / name), line)


@pytest.mark.parametrize(
    "array", [np.array(5), np.zeros((0, 3)), np.array([1, np.nan, 2]), np.array([1j, 0, 0]), np.array(["a", "b", "c"])]
)
def test_arrays_that_are_no_counts_or_sums_are_refused(array: np.ndarray, tmp_path: Path) -> None:
    line = read_policy("line:3")
    np.save(tmp_path / "given.npy", array)
    with pytest.raises(Unreadable):
        read_counts(str(tmp_path / "given.npy"), line)
    with pytest.raises(Unreadable):
        read_workload(str(tmp_path / "given.npy"), line)


@pytest.mark.parametrize("text", ["", "1,2,nan", "1,inf,3", "1,2,1e999999999", "1,1/0,3", "9" * 2000 + ",1,1"])
def test_texts_that_are_no_numbers_are_refused_at_once(text: str, tmp_path: Path) -> None:
    line = read_policy("line:3")
    (tmp_path / "given.csv").write_text(text)
    with pytest.raises(Unreadable):
        read_counts(str(tmp_path / "given.csv"), line)
    with pytest.raises(Unreadable):
        read_workload(str(tmp_path / "given.csv"), line)


def test_one_row_of_numbers_is_a_workload(tmp_path: Path) -> None:
    np.save(tmp_path / "row.npy", np.array([1, 0, 2]))
    assert read_workload(str(tmp_path / "row.npy"), read_policy("line:3")).rows().toarray().tolist() == [[1, 0, 2]]


@pytest.mark.parametrize("policy", ["line:4", "within:5,2", "star:3", "complete:3", "grid:2x2", "within:2x2,2"])
def test_what_is_written_is_decided_as_it_says(policy: str) -> None:
    """Every method; where cells share noise, there is no second claim, which nothing refutes."""
    made, methods = read_policy(policy), []
    for method in METHODS:
        try:
            found = mechanism(method, made, read_workload("ranges", made))
        except NotForThis:
            continue
        assert promised(found)
        program = parse(written(found, read_budget("log(3)" if made.cells < 4 else "1/2")), f"{method}.py")
        verdicts = [asked.check(program, claim) for claim in program.claims]
        assert isinstance(verdicts[0], Proved) and verdicts[0].coverage.counts
        assert all(isinstance(verdict, Refuted) for verdict in verdicts[1:])
        assert len(verdicts) == (1 if method == "rows" else 2)
        assert all(str(claim.subject.relation) == str(program.claims[0].subject.relation) for claim in program.claims)
        methods.append(method)
    assert len(methods) > 6


@pytest.mark.parametrize(
    ("policy", "method", "tight"),
    [
        ("star:2", "dawa", "1"),
        ("line:2", "dawa", "1/2"),
        ("line:3", "transformed-dawa", "1"),
        ("grid:1x2", "dawa", "1/2"),
    ],
)
def test_buckets_of_like_numbers_are_decided(policy: str, method: str, tight: str) -> None:
    text = written_adaptive(method, read_policy(policy), read_budget("1"))
    for epsilon, expected in (("1", Proved), (tight, Proved), (f"{tight} - 1/1000", Refuted)):
        program = parse(text.replace("epsilon=1,", f"epsilon={epsilon},"), f"{method}.py")
        assert isinstance(asked.check(program, program.claims[0]), expected)


def test_counts_that_grow_are_noisy_prefix_sums() -> None:
    grown, prefixes = (read_policy("within:4,2"), read_budget("1")), read_policy("within:4,2")
    found = mechanism("prefix", prefixes, read_workload("cells", prefixes))
    text = written_adaptive("growing", *grown)
    assert text.replace("growing", "prefix") == written(found, grown[1])
    with pytest.raises(NotForThis, match="up to 64 cells"):
        written_adaptive("dawa", read_policy("line:65"), grown[1])


def test_counts_with_shared_noise_have_the_noise_that_is_released(monkeypatch: pytest.MonkeyPatch) -> None:
    for policy, method in (("grid:3x3", "rows"), ("within:5x5,4", "groups"), ("within:3x3,2", "rows")):
        made = read_policy(policy)
        found = mechanism(method, made, read_workload("cells", made))
        weights, scales = shared(found)
        drawn = [(scale, list(effect)) for scale, effect in effects(found, monkeypatch) if any(effect)]
        assert sorted(drawn) == sorted(zip(scales, map(list, zip(*weights, strict=True)), strict=True))


def test_one_program_is_decided_from_the_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = str(tmp_path / "rows.py")
    command_line.faier(capsys, "plan", "grid:2x2", "--method", "rows", "--epsilon", "log(2)", "--write", path)
    (result,) = command_line.faier(capsys, "check", path, "--format", "json").json["results"]
    assert (result["verdict"], result["claim"]["epsilon"]) == ("proved", "log(2)")
