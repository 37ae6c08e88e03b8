"""Noise without bounds inside of tuples and lists that are shown: their frame is told, then what is in its holes."""

from __future__ import annotations

import pytest
from asked import Approach, bound, check
from flint import fmpq

from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import Rejected, parse
from faier.lang.program import Program
from faier.lang.values import Sequence, framed, is_frame, show_value, whole

TEXT = """
from faier import Int, Stream, Vector, clamp, each, flip, geometric, log, mechanism, private, uniform

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def shown({parameter}):
    {body}
"""
TWO = "xs: Vector[Int[0, 1], 2]"
SUM_AND_FIRST = "return xs[0] + xs[1] + geometric(1 / 2), xs[0] + geometric(1 / 2)"
WINNER = """a, b = xs[0] + geometric(1 / 2), xs[1] + geometric(1 / 2)
    return (1, b) if b > a else (0, a)"""
TWICE = "y = xs[0] + geometric(1 / 2)\n    return y, [y, (3, -y)]"
CLAIMS = [
    (SUM_AND_FIRST, 8, True),
    (WINNER, 4, True),
    (TWICE, 2, True),
    ("return [x + geometric(1 / 2) for x in xs]", 4, True),
    ("return [(x, geometric(1 / 2)) for x in xs]", 1_000, False),
]


def program(body: str, epsilon: str, parameter: str = TWO) -> Program:
    return parse(TEXT.format(body=body, epsilon=epsilon, parameter=parameter), "shown.py")


@pytest.mark.parametrize(("body", "factor", "holds"), CLAIMS)
def test_the_least_factor_is_proved_and_no_less(body: str, factor: int, holds: bool) -> None:
    at = program(body, f"log({factor})")
    assert isinstance(check(at, at.claims[0]), Proved if holds else Refuted)
    below = program(body, f"log({factor}) - 1 / 1000")
    assert isinstance(check(below, below.claims[0]), Refuted)


def test_tuples_are_aligned_where_that_is_asked_for_by_name() -> None:
    at = program("return [x + geometric(1 / 2) for x in xs]", "log(4)")
    found = check(at, at.claims[0], Approach("alignment"))
    assert isinstance(found, Proved) and found.engine == "alignment"


@pytest.mark.parametrize(
    ("body", "greatest"),
    [
        ("return (g, 5) if xs[0] else (uniform(0, 1), 5)", None),
        ("return (g, 0) if xs[0] else (clamp(g, 0, 2), 0)", None),
        ("return (h, [1, g]) if xs[0] else (g, [1, h])", fmpq(16)),
        ("return (g, 1) if g > h else (2, h)", fmpq(16)),
        ("return (g, 1) if flip(1 / 2) else (3, 1)", fmpq(4)),
    ],
)
def test_noise_and_a_number_in_one_place_are_one_output(body: str, greatest: fmpq | None) -> None:
    """Whether an integer was drawn just now or stood in the file is not seen."""
    begin = "g, h = xs[0] + geometric(1 / 4), xs[1] + geometric(1 / 4)\n    "
    at = program(begin + body, "1 / 100")
    refuted = check(at, at.claims[0])
    assert isinstance(refuted, Refuted)
    found = bound(at, at.claims[0].subject).tight
    assert found is not None and found.upper == greatest


def test_numbers_shown_in_both_ways_add_up() -> None:
    """One run says (0, 0) with chance 1 / 2, by noise; the other with 1 / 2 + 1 / 4, partly by noise."""
    body = "return (0 if flip(1 / 2) and xs[0] else geometric(1 / 3), 0)"
    holds, fails = program(body, "log(2)"), program(body, "log(2) - 1 / 1000")
    assert isinstance(check(holds, holds.claims[0]), Proved)
    assert isinstance(check(fails, fails.claims[0]), Refuted)


def test_the_witness_is_one_value() -> None:
    at = program(WINNER, "log(3)")
    refuted = check(at, at.claims[0])
    assert isinstance(refuted, Refuted) and refuted.witness.ratio == 4
    (output,) = refuted.witness.output
    assert isinstance(output, Sequence) and output.kind == "tuple" and len(output.items) == 2


def test_what_stands_between_parts_is_no_output() -> None:
    """The sum alone has a ratio of 4, and every output one of 8 at most; a word that stops after the sum is none."""
    at = program(SUM_AND_FIRST, "1")
    found = bound(at, at.claims[0].subject, Approach(engine="search")).tight
    assert found is not None and found.lower == found.upper == fmpq(8)
    assert found.witness is not None and found.witness.ended


def test_a_stream_of_tuples_with_noise_is_aligned() -> None:
    """The search does not follow it: what it counts are parts."""
    at = program("for x in xs:\n        yield 1, x + geometric(1 / 2)", "log(2)", "xs: Stream[Int[0, 1]]")
    one = parse(at.source.replace("each(1)", "one()").replace("each,", "each, one,"), "shown.py")
    assert isinstance(check(one, one.claims[0]), Proved)
    assert isinstance(check(one, one.claims[0], Approach(engine="search")), Undecided)


def test_a_claim_that_compares_nothing_is_no_claim() -> None:
    at = program("for x in xs:\n        yield x, x + geometric(1 / 2)", "100", "xs: Stream[Int[0, 0]]")
    for engine in ("auto", "alignment"):
        with pytest.raises(Rejected):
            check(at, at.claims[0], Approach(engine=engine))


def test_frames() -> None:
    inside = Sequence("tuple", (1, Sequence("list", ("hole", 2)), "hole"))
    frame, holes = framed(inside, lambda value: value == "hole")
    assert holes == ("hole", "hole") and is_frame(frame) and not is_frame(inside)
    assert show_value(frame) == "(1, [_, 2], _)"
    assert whole([True, frame, 7, 8, False]) == (True, Sequence("tuple", (1, Sequence("list", (7, 2)), 8)), False)
    assert framed(3, lambda value: value == "hole") == (Sequence("part", (3,)), ())
