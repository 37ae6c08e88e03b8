"""What an implementation may be like: how it is called, and what becomes of what it shows."""

from __future__ import annotations

import math
import random
from collections import Counter, deque
from collections.abc import Callable
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction
from typing import Any, NamedTuple

import numpy as np
import pytest

from faier.audit.process import Implementation, Tally, key

TRUTHS = ("false", "true")
CUTS = [-1.0, 0.0, 1.0]


def tallied(
    run: Callable[..., Any],
    names: tuple[str, ...] = ("x",),
    *,
    cuts: list[float] | None = None,
    exact: tuple[str, ...] = (),
    bits: bool = False,
    several: bool = False,
    samples: int = 64,
) -> Tally:
    tally = Tally(cuts, exact, several, bits)
    arguments = [True for _ in names]
    Implementation(run, list(names), 5).sampled(tally, arguments, samples, math.inf)
    return tally


@pytest.mark.parametrize(
    "shown", [True, 1, 1.0, np.bool_(True), np.int8(1), np.array(True), np.float32(1), Fraction(1), Decimal(1)]
)
def test_what_is_equal_is_one_output(shown: object) -> None:
    assert tallied(lambda x: shown, exact=TRUTHS).halves == ({"true": 32}, {"true": 32})
    assert tallied(lambda x: shown, exact=("0", "1")).halves[0] == {"1": 32}


@pytest.mark.parametrize(
    "shown", [[1, 0], (True, False), np.array([1, 0]), np.array([True, False]), [np.int64(1), 0.0]]
)
def test_several_numbers(shown: object) -> None:
    assert tallied(lambda x: shown, exact=("[true, false]", "[true, true]")).halves[1] == {"[true, false]": 32}
    assert tallied(lambda x: iter([1, 0]), exact=("[1, 0]",), several=True).halves[1] == {"[1, 0]": 32}


class Named(NamedTuple):
    count: float
    last: object


@dataclass
class Record:
    count: float
    last: object


class Plain:
    def __init__(self, count: float, last: object) -> None:
        self.count, self.last = count, last


class Slotted:
    __slots__ = ("__count", "last", "never")

    def __init__(self, count: float, last: object) -> None:
        self.__count, self.last = count, last


@pytest.mark.parametrize(
    ("shown", "name"),
    [
        (Record(1.0, [True]), '{"count": 1, "last": [true]}'),
        (Plain(np.int8(1), [True]), '{"count": 1, "last": [true]}'),
        (Slotted(1.0, [True]), '{"_Slotted__count": 1, "last": [true]}'),
        (Slotted(2.0, object()), '{"_Slotted__count": 2, "last": "<object object>"}'),
        ([len, Slotted.__init__], '["<built-in function len>", "<function Slotted.__init__>"]'),
        (Named(1, [1]), '{"count": true, "last": [true]}'),
        (Named(1, deque([2])), "[1, [2]]"),
        ([Named(1, Named(2, 3))], "[[1, [2, 3]]]"),
        ({2, 1}, "[1, 2]"),
        (frozenset(), "[]"),
        ({(1, 2): 0.5, np.int64(3): None, "a": ""}, '{"3": null, "[1, 2]": 0.5, "a": ""}'),
        (Counter("aa"), '{"a": 2}'),
    ],
)
def test_what_holds_others(shown: object, name: str) -> None:
    assert tallied(lambda x: shown, exact=(name,)).halves[0] == {name: 32}


@pytest.mark.parametrize("shown", [None, "True", 2, math.nan, [], [True], b"1"])
def test_what_is_not_equal_is_another(shown: object) -> None:
    assert tallied(lambda x: shown, exact=TRUTHS).halves[0] == {key(shown): 32}
    assert key(shown) not in TRUTHS


@pytest.mark.parametrize(
    ("shown", "name"),
    [(-7, "interval 0"), (-1.0, "interval 1"), (np.float32(0.5), "interval 2"), (Decimal("1.5"), "interval 3")],
)
def test_intervals(shown: object, name: str) -> None:
    assert tallied(lambda x: shown, cuts=CUTS).halves[0] == {name: 32}


@pytest.mark.parametrize(("shown", "name"), [(math.inf, "Infinity"), (math.nan, "NaN"), (None, "null"), (1, "1")])
def test_what_is_in_no_interval(shown: object, name: str) -> None:
    tally = tallied(lambda x: shown, cuts=CUTS, exact=("1",))
    assert tally.halves[0] == {name: 32}
    assert tally.told()["repeated"] == [0, 0]


def test_steps_and_reals_that_come_again() -> None:
    told = tallied(lambda x: 0.75, cuts=CUTS, bits=True).told()
    assert told["halves"] == ({"interval 2 step -2": 32}, {"interval 2 step -2": 32})
    assert told["repeated"] == [32, 32]
    assert told["width"] == math.ulp(0.75)
    assert tallied(lambda x: np.float32(0.75), cuts=CUTS).told()["width"] == 2.0**-24
    assert tallied(lambda x: random.random(), cuts=CUTS).told()["repeated"] == [0, 32]


def test_how_inputs_are_given() -> None:
    given: list[object] = []

    def run(x: list[int], *, y: bool, rng: random.Random) -> int:
        x.append(1)
        given.append((x, y, isinstance(rng, random.Random)))
        return 0

    Implementation(run, ["x", "y"], 5).sampled(Tally(None, (), False, False), [[], True], 64, math.inf)
    assert given == [([1], True, True)] * 64

    def numbered(x: bool, rng: np.random.Generator) -> float:
        return float(rng.random())

    assert len(tallied(numbered).halves[0]) == 32
    assert tallied(numbered).halves == tallied(numbered).halves

    def seeded(x: bool, seed: int) -> int:
        return seed

    assert len(tallied(seeded).halves[0]) == 32
    assert tallied(seeded).halves == tallied(seeded).halves


def test_many_at_once_are_counted_as_one_by_one() -> None:
    """Integers, truths, vectors and reals, with and without numpy."""
    draws = np.random.default_rng(3)
    for shown, cuts in (
        (draws.integers(0, 3, 64), None),
        (draws.integers(0, 2, 64).astype(bool), None),
        (draws.integers(0, 2, (64, 2)), None),
        (draws.integers(-1, 2, (64, 3)).astype(np.int8), None),
        (np.array([[-(2**63), 0], [2**63 - 1, 1]] * 32), None),
        (np.array([-(2**63), 2**63 - 1] * 32), None),
        (draws.normal(size=64), CUTS),
        (draws.normal(size=64).round(1), CUTS),
        (draws.normal(size=64).round(1).astype(np.float32), CUTS),
        (np.where(draws.random(64) < 0.5, 1.0, draws.normal(size=64)), CUTS),
    ):
        for exact in ((), ("1",), TRUTHS[:1] if cuts is None else ()):
            alone = Tally(cuts, exact, False, False)
            for item in shown:
                alone.add(item)
            for many in (shown, list(shown)):

                def run(x: bool, size: int, many: Any = many) -> object:
                    assert size == 64
                    return many

                assert tallied(run, cuts=cuts, exact=exact).told() == alone.told()


def test_reals_that_come_one_by_one_and_at_once() -> None:
    shown = np.random.default_rng(4).normal(size=128).round(1)
    alone, mixed = (Tally(CUTS, (), False, False) for _ in range(2))
    for item in shown:
        alone.add(item)
    mixed.add_all(shown[:64])
    mixed.add_all(list(shown[64:96]))
    mixed.add_all(shown[96:])
    assert mixed.told() == alone.told()


def test_too_few_at_once() -> None:
    with pytest.raises(ValueError, match="2 values came back for size=64"):
        tallied(lambda x, size: [1, 2])


def test_what_raises_at_first_and_what_raises_later() -> None:
    with pytest.raises(ZeroDivisionError):
        tallied(lambda x: 1 // 0)
    left = iter(range(10))
    assert tallied(lambda x: next(left) * 0).halves == ({"0": 5, "raised StopIteration": 27},) * 2
