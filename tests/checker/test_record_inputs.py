"""Records, members of Enums and data sets of unknown size as inputs, by brute force and by what is tight."""

import ast
from itertools import product

import pytest
from test_claims import proof, refutation

from faier.checker.inputs import how_many, values_of
from faier.checker.language import read
from faier.checker.relation import related, rules_of

CLASSES = """
from dataclasses import dataclass
from enum import Enum
from typing import Literal, NamedTuple
from faier import Records, added


class Sex(Enum):
    F = "f"
    M = "m"


@dataclass
class Person:
    age: Int[0, 2]
    sex: Public[Sex]
    band: Vector[Bool, 1]


class Row(NamedTuple):
    count: Int[0, 2]
    sex: Literal["f", "m"]


"""
HEAD = "from faier import Bool, Int, Public, Vector, each, mechanism, one, total\n"
PEOPLE = list(product(range(3), "fm", range(2)))  # age, sex, band: the sex is public


def near(rule, distance, left, right, public):
    """Whether two lists of records are neighbors; each record is a tuple, of which what is `public` is equal."""
    if rule == "added":
        return any([*left[:at], *left[at + 1 :]] == right for at in range(len(left))) or any(
            [*right[:at], *right[at + 1 :]] == left for at in range(len(right))
        )
    if len(left) != len(right) or any(a[at] != b[at] for a, b in zip(left, right, strict=True) for at in public):
        return False
    apart = [[abs(a[at] - b[at]) for at in range(len(a)) if at not in public] for a, b in zip(left, right, strict=True)]
    differing = [steps for steps in apart if any(steps)]
    if rule == "one":
        return len(differing) == 1 and (distance is None or max(differing[0]) <= distance)
    flat = [step for steps in apart for step in steps] or [0]
    return (max(flat) if rule == "each" else sum(flat)) <= distance


ROWS = list(product(range(3), range(2), range(2)))
ROW = "tuple[Int[0, 2], bool, Vector[Bool, 1]]"


@pytest.mark.parametrize(("item", "rows", "public"), [("Person", PEOPLE, (1,)), (ROW, ROWS, ())])
@pytest.mark.parametrize(("type_", "sizes"), [("Records[{}, 1]", (0, 1)), ("{}", (1,)), ("Vector[{}, 1]", (1,))])
@pytest.mark.parametrize(
    ("rule", "distance"), [("added", None), ("one", None), ("one", 1), ("each", 1), ("total", 1), ("total", 2)]
)
def test_neighbors_are_those_of_the_definition(item, rows, public, type_, sizes, rule, distance):
    if rule == "added" and sizes == (1,):
        return
    file = read(f"{HEAD}{CLASSES}@mechanism\ndef m(people: {type_.format(item)}):\n    return 1\n", {})
    told = f"{rule}({'' if distance is None else distance})"
    rules = rules_of(file, file.functions["m"], ast.parse(told, mode="eval").body)
    every = [list(items) for size in sizes for items in product(rows, repeat=size)]
    values = list(values_of(file.functions["m"].inputs[0].type))
    assert how_many(file.functions["m"].inputs[0].type) == len(values) == len(every)
    for (left, one), (right, other) in product(zip(values, every, strict=True), repeat=2):
        assert related(file, rules, {"people": left}, {"people": right}) == near(rule, distance, one, other, public)


@pytest.mark.parametrize(
    ("of", "neighbors", "tight"),
    [
        ("len(rows)", "added()", 2),
        ("sum(x for x, known in rows if known)", "added()", 4),
        ("sum(row[0] + (row == (2, True)) for row in rows)", "one()", 8),
        ("rows.count((1, False))", "edges(((1, False), (2, True)))", 2),
        ("len(rows)", "pairs(([], [(1, True)]))", 2),
    ],
)
def test_data_sets_of_tuples(of, neighbors, tight):
    type_ = f"Records[tuple[Int[0, 2], bool], {1 if 'pairs' in neighbors else 2}]"
    source = f"{CLASSES}@mechanism\ndef m(rows: {type_}):\n    return {of} + geometric(1 / 2)\n"
    assert proof(source, epsilon=f"log({tight})", neighbors=neighbors) == "valid"
    assert proof(source, epsilon=f"log({tight}) - 1 / 1000", neighbors=neighbors) == "invalid"


COUNTED = CLASSES + "@mechanism\ndef m(rows: Records[Row, {most}]):\n    return {of} + geometric(1 / 2)\n"


@pytest.mark.parametrize(
    ("of", "neighbors", "tight"),
    [
        ("len(rows)", "added()", 2),
        ("sum(row.count for row in rows)", "added()", 4),
        ("sum(row.sex == 'f' for row in rows)", "one()", 2),
        ("len([age for age, sex in rows if sex == 'f'])", "added()", 2),
        ("sum(row.count for row in rows)", "edges((Row(0, 'f'), Row(1, 'm')))", 2),
        ("len(rows)", "where(lambda x, y: abs(len(x) - len(y)) <= 1)", 2),
        ("len(rows)", "pairs(([], [Row(1, 'f')]))", 2),
    ],
)
def test_data_sets(of, neighbors, tight):
    source = COUNTED.format(of=of, most=1 if "(lambda" in neighbors or "pairs" in neighbors else 2)
    assert proof(source, epsilon=f"log({tight})", neighbors=neighbors) == "valid"
    assert proof(source, epsilon=f"log({tight}) - 1 / 1000", neighbors=neighbors) == "invalid"


def row(count, sex):
    return {"record": [count, {"label": sex}], "of": "Row"}


@pytest.mark.parametrize(
    ("left", "right", "answer"),
    [
        ([row(1, "f")], [], "valid"),
        ([row(2, "f"), row(0, "m")], [row(0, "m")], "valid"),
        ([row(1, "f")], [row(1, "m")], "invalid"),
        ([row(1, "f"), row(2, "f")], [], "invalid"),
        ([row(3, "f")], [], "invalid"),
        ([row(1, "x")], [], "invalid"),
        ([row(1, "f") | {"of": "Person"}], [], "invalid"),
        ([{"tuple": [1, {"label": "f"}]}], [], "invalid"),
        ([row(1, "f")] * 3, [row(1, "f")] * 2, "invalid"),
    ],
)
def test_a_violation_is_about_records(left, right, answer):
    source = COUNTED.format(of="len(rows)", most=2)
    found = {"outputs": [{"shown": [len(left)], "ended": True}], "left": {"rows": left}, "right": {"rows": right}}
    assert refutation(source, found, epsilon="log(3 / 2)", neighbors="added()") == answer


@pytest.mark.parametrize(
    ("source", "neighbors"),
    [
        (CLASSES + "@mechanism\ndef m(x: Vector[Row, 1]):\n    return flip(1 / 2)\n", "added()"),
        (CLASSES + "@mechanism\ndef m(x: Row):\n    return flip(1 / 2)\n", "each(1)"),
        (CLASSES + "@mechanism\ndef m(x: Sex):\n    return flip(1 / 2)\n", "one(1)"),
        (CLASSES + "@mechanism\ndef m(x: Vector[Records[Row, 1], 1]):\n    return flip(1 / 2)\n", "one()"),
        (CLASSES + "@mechanism\ndef m(x: Records[Row, 1], y: Bool):\n    return flip(1 / 2)\n", "added()"),
        (CLASSES + "@mechanism\ndef m(x: Person):\n    x.age = 1\n    return flip(1 / 2)\n", "one()"),
    ],
)
def test_what_is_no_claim_about_records(source, neighbors):
    assert proof(source, epsilon="1", neighbors=neighbors) == "holey"


def test_a_member_is_an_input():
    source = CLASSES + "@mechanism\ndef m(x: Sex):\n    return x if flip(3 / 4) else Sex.F if x is Sex.M else Sex.M\n"
    assert proof(source, epsilon="log(3)", neighbors="one()") == "valid"
    assert proof(source, epsilon="log(3) - 1 / 1000", neighbors="one()") == "invalid"
    member = {"record": [{"label": "F"}, {"label": "f"}], "of": "Sex"}
    other = {"record": [{"label": "M"}, {"label": "m"}], "of": "Sex"}
    found = {"outputs": [{"shown": [member], "ended": True}], "left": {"x": member}, "right": {"x": other}}
    assert refutation(source, found, epsilon="1", neighbors="one()") == "valid"
    assert refutation(source, found | {"left": {"x": {"label": "F"}}}, epsilon="1", neighbors="one()") == "invalid"
