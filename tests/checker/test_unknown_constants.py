"""Constants that the unknown epsilon is in."""

import pytest

from faier.checker.admission import admitted
from faier.checker.language import read
from faier.checker.outcome import Hole

TEXT = """from faier import Bool, Positive, each, flip, log, mechanism, private

EPS = Positive(1)
WIDE = {number}


@private(epsilon=log(3), neighbors=each(1))
@mechanism
def m(x: Bool):
    return flip(1 / 2)
"""


@pytest.mark.parametrize("number", ["EPS + 1", "2 - EPS", "EPS / 2 + log(2)"])
def test_nothing_is_added_to_it(number: str) -> None:
    with pytest.raises(Hole):
        admitted(read(TEXT.format(number=number), {}), {})


@pytest.mark.parametrize("number", ["EPS", "EPS / -2", "2 / EPS", "log(2)"])
def test_multiples_are_read(number: str) -> None:
    admitted(read(TEXT.format(number=number), {}), {})
