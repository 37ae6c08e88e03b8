"""What is the same on both sides, but not known: what may raise is not quiet, and what differs is not told."""

from __future__ import annotations

import pytest
import unknown_random
from asked import subject_of

from faier.deciding.question import Question
from faier.deciding.side_by_side import Told, told
from faier.lang import parse
from faier.limits import Limits

HEAD = """\
import math
from fractions import Fraction
from faier import Int, Records, added, choice, clamp, flip, geometric, mechanism, shuffled, uniform


@mechanism
def shown(xs: Records[Int[0, 2], 2]):
    n = len(xs) + geometric(1 / 4)
"""


def found(body: str) -> Told | None:
    text = HEAD + "".join(f"    {line}\n" for line in body.splitlines())
    program = parse(text, "a.py", {})
    return told(Question(program, subject_of(program, "shown", "added()", None)), Limits())


NUMBERS = [
    "flip(1 / 2) * 1.0",
    "float(flip(1 / 2))",
    "Fraction(uniform(0, 2))",
    "max(0, min(n, 2), 1.0)",
    "clamp(float(n), 0, 2)",
    "round(float(clamp(n, 0, 2)), 0)",
    "(2.0 if n > 0 else 1)",
    "(sum(1.0 for x in xs) + geometric(1 / 4)) % 3",
    "(len(xs) / 1 + geometric(1 / 4)) % 3",
    "(sum(sorted([n, 1.0])) % 3)",
    "abs(clamp(n, 0, 2) - 0.0)",
    "n % 2.0",
]


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize("shown", ["[1, 2, 3][m]", "[1, 2, 3][:m]", "sorted([n, 1, 2])[m:]", "f'{m:d}'"])
def test_whole_numbers_that_are_no_integers_to_python_may_raise(number: str, shown: str) -> None:
    known = found(f"m = {number}\nreturn n, {shown}")
    assert known is None or not known.quiet


@pytest.mark.parametrize(
    "number", ["flip(1 / 2)", "uniform(0, 2) % 3 * 0", "clamp(n, 0, 2)", "abs(clamp(n, -2, 0) * 0)"]
)
def test_integers_raise_nothing(number: str) -> None:
    known = found(f"m = {number}\nreturn n, [1, 2, 3][:m], f'{{int(m):d}}'")
    assert known is not None
    assert known.quiet


@pytest.mark.parametrize(
    "body",
    [
        "return n, {'a': 1, 'B': 2}[choice(['a', 'B']).upper()]",
        "return n, {'False': 1, 'True': 2}[str(Fraction(flip(1 / 2)))]",
        "t = tuple([x for x in [n, 1, 2] if x > 0])\nt.append(1)\nreturn n",
        "s = [3, 1] if flip(1 / 2) else [3, 2, 1]\nreturn n, s[:1][1]",
        "return n, [1, 2, 3][:n:1.0]",
        "return n, ~(n / 2)",
        "return n, ~float(n)",
        "v = None if n > 0 else n\nreturn n, clamp(v, 0, 2)",
        "v = n\nfor z in sorted([n, 1]):\n    v = 'a'\nreturn n, clamp(v, 0, 2)",
        "return n, sorted([n, 1], key=lambda z: -z, reverse='x')",
        "return n, sorted([n, 1], key=lambda z: -z, reverse=n / 2)",
    ],
)
def test_what_raises_is_not_quiet(body: str) -> None:
    known = found(body)
    assert known is None or not known.quiet


@pytest.mark.parametrize(
    "body",
    [
        "s = [3, 1] if flip(1 / 2) else [3, 1, 2]\nif sorted(s)[0] == 1:\n    return len(xs)\nreturn n",
        "s = [3, 1] if flip(1 / 2) else [3, 2, 1]\nif list(reversed(s))[0] == 1:\n    return len(xs)\nreturn n",
        "s = [3, 1] if flip(1 / 2) else [3, 2, 1]\nif s[1:][0] == 2:\n    return len(xs)\nreturn n",
    ],
)
def test_parts_and_other_orders_of_one_of_several_lists_are_none_of_them(body: str) -> None:
    assert found(body) is None


def test_items_of_a_list_in_an_unknown_order_may_differ_from_each_other() -> None:
    """Where runs are told apart, one answer is not that for all of them."""
    body = """\
signs = [(1 if x > 0 else 2) for x in shuffled([n, geometric(1 / 4)])]
one = two = 0
for sign in signs:
    if sign == 1:
        one = 1
    else:
        two = 1
if one == 1:
    if two == 1:
        return len(xs)
return 0"""
    assert found(body) is None


def test_sums_of_floats_are_floats() -> None:
    text = (
        HEAD.replace("Records", "Vector").replace("added", "one")
        + """\
    if isinstance(sum(1.0 for x in xs), float):
        return sum(xs)
    return n
"""
    )
    program = parse(text, "a.py", {})
    assert told(Question(program, subject_of(program, "shown", "one()", None)), Limits()) is None


@pytest.mark.parametrize("seed", [6, 7, 12, 18, 33, 36, 45, 61, 317, 495, 864, *range(100, 120)])
def test_random_programs_that_go_on_with_noisy_numbers(seed: int) -> None:
    assert not unknown_random.wrong(seed)


@pytest.mark.parametrize("seed", range(200, 215))
def test_random_programs_whose_tables_noise_fills(seed: int) -> None:
    assert not unknown_random.wrong(seed, tables=True)


TABLE = """\
t = {}
if n > 1:
    t[FIRST] = n
if n > 0:
    t[SECOND] = VALUE"""


@pytest.mark.parametrize(
    ("first", "second", "value", "shown", "quiet"),
    [
        ("'a'", "'b'", "1", "sorted(t.items())", True),
        ("'a'", "'b'", "1", "dict(sorted(t.items(), key=lambda kv: (-kv[1], kv[0]))[:1])", True),
        ("'a'", "'b'", "1", "sorted(t), sorted(t.values()), sorted(t, key=t.get)", True),
        ("(0, 'a')", "(1, 'b')", "1", "[k for k, v in sorted(t.items()) if v > 1]", True),
        ("'a'", "0", "1", "sorted(t)", False),
        ("'a'", "0", "1", "sorted(t.items())", False),
        ("'a'", "'b'", "None", "sorted(t.values())", False),
        ("'a'", "'b'", "'c'", "sorted(t.items(), key=lambda kv: (kv[1], kv[0]))", False),
        ("(0, 'a')", "(0, 1)", "1", "sorted(t.items())", False),
        ("'a'", "'b'", "[1]", "dict([(v, k) for k, v in t.items()])", False),
        ("'a'", "'b'", "1", "max(t.items())", False),
    ],
)
def test_what_noise_puts_into_a_table_is_sorted_where_it_can_be_compared(
    first: str, second: str, value: str, shown: str, quiet: bool
) -> None:
    lines = TABLE.replace("FIRST", first).replace("SECOND", second).replace("VALUE", value)
    known = found(f"{lines}\nreturn {shown}")
    assert (known is not None and known.quiet) == quiet


@pytest.mark.parametrize(
    ("body", "quiet"),
    [
        ("return sorted([(n, 'b'), (n % 2, 'a')])", True),
        ("return sorted([(n, 'b'), (n % 2, 1)])", False),
        ("return sorted([[n], [n, 1]])", True),
        ("return sorted([[n], (n, 1)])", False),
        ("ys = [n, 0]\nfor i in sorted(range(2), key=lambda i: ys[i])[: n % 2]:\n    ys[i] += 1\nreturn ys", True),
        ("ys = [n, 0]\nfor i in sorted(range(3), key=lambda i: n % (i + 1))[:1]:\n    ys[i] += 1\nreturn ys", False),
        ("return math.floor(n / 2), math.ceil(n / 3)", True),
        ("return math.sqrt(n)", False),
    ],
)
def test_pairs_are_sorted_and_places_changed_where_that_can_be_done(body: str, quiet: bool) -> None:
    known = found(body)
    assert (known is not None and known.quiet) == quiet
