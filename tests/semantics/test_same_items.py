"""Items that are the same are drawn together: which of them is where makes no difference."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from faier.lang.failures import Failure
from faier.lang.values import Sequence, Value
from faier.semantics.draw_arguments import orders


def by_hand(items: tuple[Value, ...], taken: int) -> dict[tuple[tuple[type, Value], ...], Fraction]:
    """How likely each list is, where all orders of the places are equally likely."""
    every = list(permutations(range(len(items)), taken))
    found = Counter(tuple((type(items[at]), items[at]) for at in order) for order in every)
    return {shown: Fraction(many, len(every)) for shown, many in found.items()}


@pytest.mark.parametrize("taken", [0, 1, 2, 3, 5])
@pytest.mark.parametrize(
    "items",
    [
        (True, False, True, True, False),
        (1, True, 1, True, 0),
        ("a", "b", "a", None, None),
        (1, 2, 3, 4, 5),
        (Sequence("tuple", (1, "a")), Sequence("tuple", (1, "a")), Sequence("tuple", (True, "a")), 1, 1),
    ],
)
def test_each_list_is_as_likely_as_its_orders_together(items: tuple[Value, ...], taken: int) -> None:
    found = orders("sample", [Sequence("list", items), taken])
    lists = {tuple((type(items[at]), items[at]) for at in order): chance for order, chance in found}
    assert len(lists) == len(found)
    assert {shown: Fraction(int(chance.p), int(chance.q)) for shown, chance in lists.items()} == by_hand(items, taken)


def test_lists_that_change_are_told_apart() -> None:
    assert len(orders("shuffled", [Sequence("list", (Sequence("list", (1,)), Sequence("list", (1,))))])) == 2


def test_many_booleans_are_followed_and_many_numbers_are_not() -> None:
    assert len(orders("shuffled", [Sequence("list", (True, False) * 7)])) == 3432
    with pytest.raises(Failure, match="outcomes"):
        orders("shuffled", [Sequence("list", tuple(range(14)))])
