"""Several functions that share what they remember: both semantics say what Python does, or refuse."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

MAKERS = """
def budget(total, log=()):
    left = total
    spent = list(log)

    def spend(cost, times=1):
        nonlocal left
        if cost * times > left:
            return False
        left -= cost * times
        spent.append(cost)
        return remaining() >= 0

    def remaining():
        return left

    def history():
        return [cost for cost in spent], sorted(spent, key=lambda cost: -cost)

    return spend, remaining, history


"""

ACCEPTED = [
    """@mechanism
def f(x: Int[0, 3]):
    spend, remaining, history = budget(4)
    seen = [spend(x) for _ in range(2)]
    if flip(1 / 3):
        spend(cost=1, times=2)
    return seen, remaining(), history()
""",
    """@mechanism
def f(x: Int[0, 2]):
    spend, left, _ = budget(3, (x,))
    again, more, shown = budget(x)
    spend(2)
    again(1)
    if left() > more():
        again(x)
    return left(), more(), shown()
""",
    """def used(x):
    spend, left, shown = budget(x)
    while spend(1):
        yield left()
    yield shown()


@mechanism
def f(x: Int[0, 2]):
    held = []
    for y in (x, 1):
        spend, left, shown = budget(y + 1)
        spend(y)
        held.append((left(), shown()))
    return held, list(used(x))
""",
]

REFUSED = [
    """@mechanism
def f(x: Int[0, 3]):
    spend, remaining, history = budget(4)
    return [g(1) for g in (spend, spend)], remaining()
""",
    """@mechanism
def f(x: Int[0, 3]):
    parts = budget(4)
    parts[0](1)
    return parts[1]()
""",
    """@mechanism
def f(x: Int[0, 3]):
    spend, remaining, history = budget(4)
    if x > 1:
        spend = lambda cost: cost
    return spend(1), remaining()
""",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_they_share_it(text: str) -> None:
    assert_as_python(MAKERS + text, written=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(MAKERS + text)
