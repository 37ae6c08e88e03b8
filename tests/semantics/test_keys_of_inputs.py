"""Tuples and records of an input are keys of dictionaries by what is in them, also where nothing else has read them."""

from pathlib import Path

import pytest
from as_python import assert_as_python

from faier import check

MECHANISM = "TABLE = {(0, 0): 0, (0, 1): 1, (1, 0): 2, (1, 1): 3}\n\n\n@mechanism\ndef f(xs: Vector[Int[0, 1], 3]):\n"
BODIES = {
    "a missing key that is caught": "try:\n    return {(1, 1): 1}[tuple(xs[:2])]\nexcept KeyError:\n    return 0",
    "counted": "d = Counter()\nfor pair in zip(xs, xs[1:]):\n    d[pair] += 1\nreturn len(d), d.most_common(1)",
    "made": "d = defaultdict(int)\nfor i in range(2):\n    d[tuple(xs[i:i + 2])] += 1\nreturn d",
    "grouped": "d = defaultdict(list)\nfor i in range(2):\n    d[tuple(xs[i:i + 2])].append(i)\nreturn d",
    "stored": "d = {(0, 1): 5}\nfor pair in zip(xs, xs[1:]):\n    d[pair] = 2\nreturn sorted(d.values())",
    "changed or stored": "d = {}\nk = tuple(xs[:2])\ntry:\n    d[k] += 1\nexcept KeyError:\n    d[k] = 1\nreturn d",
    "nested": "d = defaultdict(dict)\nfor pair in zip(xs, xs[1:]):\n    d[pair][pair] = 1\nreturn len(d), d[0, 1]",
    "read": "d = Counter([(1, 1)])\nreturn [d[pair] for pair in zip(xs, xs[1:])]",
    "a constant": "return [TABLE[pair] for pair in zip(xs, xs[1:])]",
    "deleted": "d = {(0, 1): 1, (1, 0): 2}\nk = tuple(xs[:2])\nif xs[0] != xs[1]:\n    del d[k]\nreturn d",
}


@pytest.mark.parametrize("body", BODIES.values(), ids=BODIES)
def test_tuples_of_inputs(body: str) -> None:
    assert_as_python(MECHANISM + "".join(f"    {line}\n" for line in body.split("\n")))


RECORDS = """\
from collections import Counter
from typing import NamedTuple

from faier import Bool, Records, mechanism, one, private


class Row(NamedTuple):
    a: Bool
    b: Bool


@private(epsilon=0, neighbors=one())
@mechanism
def counted(rows: Records[Row, 2]):
    d = Counter()
    d[Row(True, True)] = 1
    for row in rows:
        d[row] += 1
    return len(d)


@private(epsilon=0, neighbors=one())
@mechanism
def caught(rows: Records[Row, 2]):
    n = 0
    for row in rows:
        try:
            n += {Row(True, True): 1}[row]
        except KeyError:
            pass
    return n
"""


def test_records_of_inputs(tmp_path: Path) -> None:
    path = tmp_path / "keys.py"
    path.write_text(RECORDS)
    assert [answer.verdict for answer in check(path)] == ["refuted", "refuted"]
