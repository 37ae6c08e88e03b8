"""Parts of the two semantics that whole mechanisms seldom show: values half read, places, notes, prepared loops."""

from __future__ import annotations

from fractions import Fraction

import pytest
from flint import fmpq

from faier.exact import exponential
from faier.lang import operations, parse
from faier.lang.syntax import BoolType, IntType, VectorType
from faier.lang.values import Real, Sequence, make
from faier.limits import Limits
from faier.semantics.denote.config import Here, seen
from faier.semantics.explore import explore, explore_prior
from faier.semantics.explore.lower_iterations import _iterator
from faier.semantics.inputs import (
    Need,
    Unread,
    as_input,
    choices,
    forced_through,
    has_marks,
    substituted,
    unread_input,
)
from faier.semantics.process import Entry

HEAD = "from faier import Bool, Int, Stream, Vector, flip, mechanism, prior, secret\n"
FIRST, SECOND = Unread(Entry("x", (0,)), (0, 1)), Unread(Entry("x", (1,)), (0, 1))


def listed(*items: object) -> Sequence:
    return Sequence("list", items)  # type: ignore[arg-type]


def test_a_place_is_a_place_and_not_an_equal_one() -> None:
    text = f"{HEAD}@mechanism\ndef m(x: Bool):\n    return x\n"
    first, second = (parse(text, "m.py").function("m").body for _ in range(2))
    assert first == second
    assert Here(first) == Here(first)
    assert Here(first) != Here(second)
    assert Here(first) != first


@pytest.mark.parametrize(
    "value",
    [Real(fmpq(1, 2), 0.5), Real(fmpq(1, 2), "symbolic"), Real(exponential(fmpq(1)), "symbolic"), True, 1, None, "a"],
)
def test_both_semantics_show_the_same_value(value: object) -> None:
    for one in (value, listed(value, 2), Sequence("tuple", (listed(value),))):  # type: ignore[arg-type]
        assert seen(one) == operations.shown(one)  # type: ignore[arg-type]
        assert type(seen(one)) is type(operations.shown(one))  # type: ignore[arg-type]


# Inputs that are read late.


def test_an_input_is_a_mark_for_each_entry() -> None:
    assert unread_input("x", IntType(1, 3)) == Unread(Entry("x", None), (1, 2, 3))
    assert unread_input("x", VectorType(IntType(0, 1), 2)) == listed(FIRST, SECOND)
    grid = unread_input("x", VectorType(VectorType(BoolType(), 1), 2))
    assert grid == listed(*(listed(Unread(Entry("x", (row, 0)), (False, True))) for row in range(2)))
    pairs = VectorType(IntType(0, 1), 2)
    assert choices(pairs) == tuple(make([a, b]) for a in range(2) for b in range(2))
    assert choices(VectorType(pairs, 1)) == tuple(listed(pair) for pair in choices(pairs))


def test_a_value_half_read_has_marks_and_asks_for_the_first() -> None:
    half = Sequence("tuple", (1, listed(0, SECOND, FIRST)))
    assert has_marks(half) and has_marks(FIRST)
    assert not has_marks(make((1, [0, "a"]))) and not has_marks(1)
    with pytest.raises(Need) as need:
        forced_through(half)
    assert need.value.unread == SECOND
    assert forced_through(make((1, [0]))) == make((1, [0]))


def test_what_is_read_replaces_its_mark_everywhere_and_nothing_else() -> None:
    plain = make([True, (2,)])
    assert substituted(plain, FIRST, 7) is plain
    assert substituted(listed(FIRST, SECOND, listed(FIRST)), FIRST, 1) == listed(1, SECOND, listed(1))
    assert substituted((FIRST, SECOND, 3), SECOND, 0) == (FIRST, 0, 3)
    assert substituted(Sequence("tuple", (SECOND,)), SECOND, True) == make((True,))


def test_data_of_a_prior_becomes_an_input() -> None:
    numbers = VectorType(IntType(0, 1), 2)
    assert as_input(make((True, 0)), numbers) == make([1, 0])
    assert as_input(make((True, False)), VectorType(BoolType(), 2)) == make([True, False])
    assert as_input(make(((True,), (0,))), VectorType(VectorType(IntType(0, 1), 1), 2)) == make([[1], [0]])
    assert type(as_input(True, IntType(0, 1))) is int
    assert as_input(True, BoolType()) is True


# Loops, prepared.


def test_a_run_of_integers_still_to_come_is_a_range() -> None:
    """However long it is, every step is as quick as the first; and equal ones are one."""
    for low, high in ((0, 4), (3, 6), (-2, 1), (5, 6)):
        assert _iterator(make(list(range(low, high)))) == range(low, high)
    for items in ([], [1, 3], [0, 1, 1, 3], [2, 1], [1, 0, 2], [True, 2], [1, True], ["a"], [Fraction(1), 2]):
        found = _iterator(make(items))
        assert type(found) is tuple
        assert found == tuple(map(make, items)) and list(map(type, found)) == [type(make(item)) for item in items]


# Notes for people.


def test_notes_tell_the_line_and_what_has_been_read() -> None:
    body = "    ys = list(xs)\n    for y in ys:\n        yield y\n    yield ys\n"
    program = parse(f"{HEAD}@mechanism\ndef m(xs: Vector[Int[0, 1], 2]):\n{body}", "m.py")
    process = explore(program, "m", Limits())
    known = [f"line 6: ys=[{a}, {b}]" for a in (0, 1) for b in (0, 1)]
    assert set(process.notes) == {"line 3", "line 5", "line 6", "line 7", *known}


def test_notes_tell_the_secret_once_it_is_known() -> None:
    text = (
        "@prior\ndef p():\n    s = flip(1 / 2)\n    yield s\n    secret(s)\n    yield 2 * s\n"
        "@mechanism\ndef m(xs: Stream[Int[0, 2]]):\n    n = 0\n    for x in xs:\n        n += x\n        yield n\n"
    )
    process = explore_prior(parse(HEAD + text, "m.py"), "m", "p", {}, Limits())
    shows = {"line 13: n=0", "line 13: n=1", "line 13: n=0, secret=False", "line 13: n=3, secret=True"}
    assert set(process.notes) == shows | {"line 9, secret=False", "line 9, secret=True"}
