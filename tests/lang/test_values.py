"""Values between processes, in which texts have other hashes."""

import os
import pickle
import subprocess
import sys

import pytest
from flint import fmpq

from faier.lang import Rejected, parse, parse_value
from faier.lang.values import Between, Near, Real, Sequence, Shape, Value, json_value, same, show_value, sort_key

MADE = Sequence(
    "record", ("a", Sequence("dict", (Sequence("tuple", ("b", 1)),), "Counter")), Shape("R", ("x",), "dataclass")
)
CODE = """
import pickle, sys
found = pickle.load(sys.stdin.buffer)
again = type(found)(found.kind, found.items, found.of)
sys.stdout.buffer.write(pickle.dumps((found, found in {again}, again == found)))
"""


def test_a_value_is_the_same_in_every_process() -> None:
    for seed in ("1", "2"):
        done = subprocess.run(
            [sys.executable, "-c", CODE],
            input=pickle.dumps(MADE),
            capture_output=True,
            env=os.environ | {"PYTHONHASHSEED": seed},
            check=True,
        )
        found, known, equal = pickle.loads(done.stdout)
        assert known and equal
        assert found == MADE and {found} == {MADE}


PROGRAM = parse("from faier import mechanism\n\n\n@mechanism\ndef f():\n    return 0\n", "k.py")
NEARS: list[tuple[Value, str]] = [
    (Near(fmpq(3, 2)), "real at 3/2"),
    (Near(fmpq(-2), 1), "real just above -2"),
    (Near(fmpq(0), -1), "real just below 0"),
    (Sequence("tuple", (Near(fmpq(1, 3)), "real at 1", 2)), "(real at 1/3, 'real at 1', 2)"),
]


@pytest.mark.parametrize(("value", "text"), NEARS)
def test_a_real_with_a_density_is_read_as_it_is_told(value: Value, text: str) -> None:
    assert show_value(value) == text
    read = parse_value(text, "--output", PROGRAM)
    assert read == value and show_value(read) == text


def test_a_real_with_a_density_is_no_number() -> None:
    one = Near(fmpq(1))
    assert not any(same(one, other) for other in (1, Real(fmpq(1), "fraction"), True, Near(fmpq(1), 1), "real at 1"))
    assert json_value(Sequence("list", (one, 1))) == [{"real": "1"}, 1]
    below, at, above = (Near(fmpq(1), side) for side in (-1, 0, 1))
    assert sorted([above, below, at], key=sort_key) == [below, at, above]


@pytest.mark.parametrize("text", ["real at 1/0", "real at x", "real at 1.5", "real at 1/2/3", "real above 1"])
def test_what_is_no_real_with_a_density_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        parse_value(text, "--output", PROGRAM)


def test_reals_with_a_sum_between_two_numbers_are_told_by_their_places() -> None:
    found = Between(fmpq(1, 2), None, ((0, fmpq(2)), (2, fmpq(-1))))
    assert show_value(found) == "real above 1/2 - 2 * [0] + [2]"
    assert json_value(found) == {"real": {"from": "1/2", "to": None, "plus": {"0": "2", "2": "-1"}}}
    assert sort_key(found) != sort_key(Between(fmpq(1, 2), None))
