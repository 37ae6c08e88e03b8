"""A secret that is told as True in one world and as 1 in another is one secret."""

from __future__ import annotations

import asked
import pytest

from faier.lang.diagnostics import Rejected

IMPORTS = "from fractions import Fraction\n\nfrom faier import Int, flip, mechanism, prior, secret\n\n"
ONES = ("True", "Fraction(1)", "int(2 / 2)", "1 - False")
INSIDE = ("{}", "({}, 2)", "[0, ({},)]", "{{0: {}}}", "frozenset([{}])")


def text(secret: str) -> str:
    return f"""{IMPORTS}
@prior
def p():
    a = flip(1 / 2)
    b = a if flip(4 / 5) else 1 - a
    secret({secret})
    return a


@mechanism
def m(x: Int[0, 1]):
    return x
"""


@pytest.mark.parametrize("inside", INSIDE)
@pytest.mark.parametrize("one", ONES)
def test_equal_secrets_are_one(one: str, inside: str) -> None:
    other = inside.format(f"({one} if a else 1) if b else 0")
    known = asked.tight(text(other), "m", prior="p").tight
    plain = asked.tight(text("int(b)"), "m", prior="p").tight
    assert known is not None and plain is not None
    assert known.lower == known.upper == plain.lower == plain.upper


def test_what_is_equal_in_all_worlds_is_no_secret() -> None:
    with pytest.raises(Rejected, match="one possible value"):
        asked.tight(text("1 if a else True"), "m", prior="p")
