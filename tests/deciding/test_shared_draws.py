"""Items of what is shown that share a draw, times numbers other than 1 and -1."""

from __future__ import annotations

import asked
import pytest

from faier.engines.verdict import Proved, Refuted, Undecided
from faier.lang import parse

HEAD = """
from faier import Int, Positive, Vector, each, laplace, mechanism, moves, private

EPS = Positive(1)


"""
MECHANISM = """@private(epsilon={epsilon}, neighbors=moves((0, 1)))
@mechanism
def shared(counts: Vector[Int[0, 1], 2]):
    a = laplace({scale})
    {shown}
"""


@pytest.mark.parametrize(
    ("shown", "losses"),
    [
        ("return [counts[0] + 2 * a, counts[1] - 2 * a]", "1/2"),
        ("return (counts[1] - 3 * a, 7, counts[0] + 3 * a)", "1/3"),
        ("return [5 - 2 * counts[0] - 4 * a, 1 - 2 * counts[1] + 4 * a]", "1/2"),
        ("return [counts[0] - 2 * a, 4 * a]", "undecided"),
        ("return [counts[0] + 2 * a, counts[1] + 2 * a]", "infinite"),
        ("return [counts[0] + 2 * a, counts[1] - 3 * a]", "undecided"),
        ("return [counts[0] + 2 * a, counts[1] - a]", "undecided"),
    ],
)
def test_a_draw_in_two_items_is_one_draw(shown: str, losses: str) -> None:
    """What stays the same on both sides says that the draw moves as the record does; it is not told to run forever."""
    for epsilon, scale in (("{}", "1"), ("{} * EPS", "1 / EPS")):
        number = losses if "/" in losses else "2"
        for factor, holds in ((number, True), (f"9 / 10 * ({number})", False)):
            text = HEAD + MECHANISM.format(epsilon=epsilon.format(factor), scale=scale, shown=shown)
            program = parse(text, "shared.py", {})
            found = asked.check(program, program.claims[0])
            if losses == "undecided":
                assert isinstance(found, Undecided), (shown, found)
            elif losses == "infinite":
                assert not isinstance(found, Proved), (shown, found)
                assert scale != "1" or isinstance(found, Refuted), (shown, found)
            else:
                assert isinstance(found, Proved if holds else Refuted), (shown, epsilon, factor, found)


@pytest.mark.parametrize(
    ("epsilon", "scale", "expected"),
    [
        ("1 / 2", "1", Proved),
        ("0.49", "1", Refuted),
        ("EPS / 2", "1 / EPS", Proved),
        ("0.49 * EPS", "1 / EPS", Undecided),
    ],
)
def test_a_draw_in_two_outputs_is_one_draw(epsilon: str, scale: str, expected: type) -> None:
    shown = "yield counts[0] + 2 * a\n    yield counts[1] - 2 * a"
    program = parse(HEAD + MECHANISM.format(epsilon=epsilon, scale=scale, shown=shown), "shared.py", {})
    assert isinstance(asked.check(program, program.claims[0]), expected)
