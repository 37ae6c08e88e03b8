"""Random reals: their laws, that they are exact numbers whatever is done with them, and what is shown of them."""

from __future__ import annotations

import math
import random
from bisect import bisect_right
from collections import Counter, defaultdict, deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from typing import NamedTuple

import pytest
from test_draws import ExhaustedError, feed
from test_statistics import farthest

from faier import Int, Positive, Real, Stream, Vector, clamp, exp, flip, log, mechanism, prior
from faier.sampling import digits
from faier.sampling.digits import Drawn, Uniform, standard_laplace, standard_normal
from faier.sampling.entropy import entropy_for_tests
from faier.sampling.reals import gaussian, laplace, rounded, shown
from faier.sampling.symbolic import Exact

CELLS = 500
THRESHOLD = math.log(2 * CELLS / 1e-9)  # right samplers fail anywhere with probability 1e-9, as in `test_statistics`
DRAWS = 2_500
ROOT = math.sqrt(2)


def normal(x: float) -> float:
    return math.erfc(-x / ROOT) / 2


def double(x: float) -> float:
    """How likely a Laplace draw of scale 1 is to be below x."""
    return math.exp(x) / 2 if x < 0 else 1 - math.exp(-x) / 2


def two_laplace(x: float) -> float:
    """How likely the sum of two Laplace draws of scale 1 is to be below x."""
    tail = (2 + abs(x)) * math.exp(-abs(x)) / 4
    return tail if x < 0 else 1 - tail


def distance(draw: Callable[[], Exact], law: Callable[[float], float], edges: list[float], draws: int = DRAWS) -> float:
    """The farthest that a count is off, of the draws between two neighboring edges and of those below an edge."""
    counts = Counter(bisect_right(edges, draw().settled(float)) for _ in range(draws))
    below = [0.0, *map(law, edges), 1.0]
    cells = {n: Fraction(high - low) for n, (low, high) in enumerate(pairwise(below))}
    events = [farthest(counts, cells, draws)]
    for n, p in enumerate(below[1:-1]):
        lower = sum(counts[cell] for cell in range(n + 1))
        events.append(farthest(Counter({0: lower, 1: draws - lower}), {0: Fraction(p), 1: Fraction(1 - p)}, draws))
    return max(events)


TENTHS = [n / 10 for n in range(-40, 41, 4)]
WIDE = [float(n) for n in range(-12, 13)]
LAWS: list[tuple[str, Callable[[], Exact], Callable[[float], float], list[float]]] = [
    ("laplace(1)", lambda: laplace(1), double, TENTHS),
    ("laplace(1 / log(3))", lambda: laplace(1 / log(3)), lambda x: double(x * math.log(3)), TENTHS),
    ("laplace(1) + laplace(1)", lambda: laplace(1) + laplace(1), two_laplace, TENTHS),
    ("2 * laplace(1) - 1", lambda: 2 * laplace(1) - 1, lambda x: double((x + 1) / 2), WIDE),
    ("gaussian(5)", lambda: gaussian(5), lambda x: normal(x / 5), WIDE),
    ("gaussian(3) - gaussian(4)", lambda: gaussian(3) - gaussian(4), lambda x: normal(x / 5), WIDE),
    ("digits", lambda: gaussian(1) * 2**9 % 1, lambda x: x, [n / 16 for n in range(1, 16)]),
    ("the larger of two", lambda: max(laplace(1), laplace(1)), lambda x: double(x) ** 2, TENTHS),
]


@pytest.mark.parametrize(("name", "draw", "law", "edges"), LAWS, ids=[case[0] for case in LAWS])
def test_counts_are_those_of_the_exact_law(
    name: str, draw: Callable[[], Exact], law: Callable[[float], float], edges: list[float]
) -> None:
    with entropy_for_tests(random.Random(name).randbytes):
        assert distance(draw, law, edges) < THRESHOLD


def test_the_number_of_cells_is_counted() -> None:
    assert sum(2 * len(edges) + 1 for *_, edges in LAWS) <= CELLS


@pytest.mark.parametrize(
    ("draw", "wrong"),
    [
        (lambda: laplace(1), lambda x: normal(x / 1.5)),
        (lambda: laplace(1), lambda x: double(x / 1.4)),
        (lambda: gaussian(1), lambda x: normal(x / 1.2)),
        (lambda: gaussian(1), lambda x: normal(x - 0.3)),
        (lambda: laplace(1) + laplace(1), lambda x: double(x / 2)),
    ],
)
def test_wrong_laws_are_told_apart(draw: Callable[[], Exact], wrong: Callable[[float], float]) -> None:
    with entropy_for_tests(random.Random(1).randbytes):
        assert distance(draw, wrong, TENTHS) > THRESHOLD


class Bits:
    """Bits that follow a script."""

    def __init__(self, script: tuple[int, ...]) -> None:
        self.left = list(reversed(script))

    def __call__(self, count: int) -> int:
        assert count == 1
        if not self.left:
            raise ExhaustedError
        return self.left.pop()


def from_all_bits(draw: Callable[[], Hashable], longest: int) -> dict[Hashable, float]:
    """What is sure about the distribution of `draw` from all scripts of so many bits."""
    found: dict[Hashable, float] = defaultdict(float)
    pending: list[tuple[int, ...]] = [()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(digits, "AT_ONCE", 1)
        while pending:
            script = pending.pop()
            patch.setattr(digits, "random_bits", Bits(script))
            try:
                found[draw()] += 2.0 ** -len(script)
            except ExhaustedError:
                if len(script) < longest:
                    pending += [(*script, 0), (*script, 1)]
    return found


def first_digit(drawn: Drawn) -> tuple[int, int, int]:
    return drawn.sign, drawn.whole, drawn.fraction.leading(1)


@pytest.mark.parametrize(("draw", "law", "missing"), [(standard_laplace, double, 0.4), (standard_normal, normal, 0.7)])
def test_no_script_of_bits_has_more_than_its_share(
    draw: Callable[[], Drawn], law: Callable[[float], float], missing: float
) -> None:
    """Each half of each unit, from every script of up to 12 bits."""
    found = from_all_bits(lambda: first_digit(draw()), 12)
    assert 1 - sum(found.values()) < missing
    for (sign, whole, digit), chance in found.items():
        ends = sorted((sign * (whole + digit / 2), sign * (whole + (digit + 1) / 2)))
        assert chance <= law(ends[1]) - law(ends[0]) <= chance + missing


def test_coins_of_exponentials() -> None:
    """A coin of probability 1 / 2 makes one of exp(-1 / 2)."""
    found = from_all_bits(lambda: digits._happens_less(digits._bit), 13)
    assert found[True] <= math.exp(-1 / 2) <= 1 - found[False]
    assert sum(found.values()) > 0.98


def test_digits_stay_as_they_were_drawn() -> None:
    with entropy_for_tests(feed(bytes(range(1, 13)))):
        x = Uniform()
        assert (x.leading(8), x.leading(40), x.leading(16)) == (1, 0x0102030405, 0x0102)
    with entropy_for_tests(feed(b"\x01\x02\x03\x04" * 2 + b"\x00\x00\x00\x01\x00\x00\x00\x02")):
        assert Uniform() < Uniform()  # the first 32 digits are equal


def test_a_draw_is_one_number() -> None:
    x, y = laplace(2), gaussian(1)
    assert x == x
    assert x - x == 0
    assert x != y
    assert 2 * x == x + x
    assert (x + y) - y == x
    assert x * y / y == x
    assert (x > y) is not (y > x)
    assert (x < 1 / 3) is (3 * x < 1)
    assert abs(x) >= 0
    assert -abs(x) <= x <= abs(x)
    assert exp(log(abs(x))) == abs(x)
    assert bool(x)
    assert -math.inf < x < math.inf
    assert max(x, -math.inf) is min(math.inf, x) is x
    assert sorted([x, y, 0, 1]) == sorted([1, y, 0, x])
    assert sum([x, y], 3) == x + 3 + y
    assert (max(x, y), min(x, y)) in [(x, y), (y, x)]


@pytest.mark.parametrize("seed", range(20))
def test_integers_made_of_reals(seed: int) -> None:
    with entropy_for_tests(random.Random(seed).randbytes):
        x = laplace(3) + 1 / 3
        floor, value = math.floor(x), Fraction(str(x))
        assert floor <= x < floor + 1
        assert [math.ceil(x), x // 1, (x + 5) // 2] == [floor + 1, floor, (floor + 5) // 2]
        assert int(x) == math.trunc(x) == (floor if x > 0 else floor + 1)
        assert round(x) == math.floor(x + 1 / 2) == round(value)
        assert round(x, 1) == Fraction(round(10 * x), 10) == round(value, 1)
        assert clamp(x, -2, 2) == max(-2, min(2, round(x)))
        assert all(isinstance(n, int) for n in (floor, int(x), round(x), x // 1, clamp(x, -2, 2)))
        assert 0 <= x % 1 == x - floor < 1
        assert divmod(x, 2) == (x // 2, x % 2)
        assert 7 // abs(x) == math.floor(7 / abs(x))


def test_reals_are_written_as_decimals() -> None:
    with entropy_for_tests(random.Random(5).randbytes):
        x = 2 * laplace(1)
        assert f"{x}" == str(x) == str(float(str(x)))
        assert f"{x:.3f}" == f"{float(str(x)):.3f}"
        assert repr(x).startswith("2*laplace_")
    with pytest.raises(TypeError, match="without float"):
        float(x)
    with pytest.raises(TypeError):
        hash(x)


def test_reals_are_rounded_to_a_grid_of_floats() -> None:
    step = Fraction(1, 2**40)
    assert rounded(step * 5 / 2) == 2 * step
    assert rounded(step * 7 / 2) == 4 * step
    assert rounded(-step * 5 / 2) == -2 * step
    assert str(rounded(-step / 3)) == "0.0"
    assert rounded(Fraction(1, 3)) == Fraction(round(2**40 / 3), 2**40)
    last = Fraction(8192) - step
    assert rounded(last) == last
    assert rounded(last + step / 3) == last
    assert rounded(last + step * 2 / 3) == 8192
    for x in (Fraction(8192) + step / 2, Fraction(10**20 + 1, 7), Fraction(-(10**15), 3)):
        assert rounded(x) == float(x)
        assert (Fraction(float(x)) / step).denominator == 1


class Pair(NamedTuple):
    x: object
    label: str


@dataclass(frozen=True)
class Result:
    total: object
    count: int


def test_whatever_holds_reals_is_rounded() -> None:
    x = laplace(1)
    y = shown(x)
    assert isinstance(y, float)
    assert (Fraction(y) * 2**40).denominator == 1
    assert abs(x - Fraction(y)) <= Fraction(1, 2**41)
    assert shown((x, [x, 1], {"a": x, "b": (x,)})) == (y, [y, 1], {"a": y, "b": (y,)})
    assert shown(Pair(x, "x")) == Pair(y, "x")
    assert shown(Result(x, 3)) == Result(y, 3)
    assert shown(deque([x, 1], 2)) == deque([y, 1], 2)
    untouched = [1, (2, None), {"a": exp(1)}, Result(1, 2), Result]
    assert shown(untouched) is untouched
    assert isinstance(shown(exp(-1)), Exact)


@mechanism
def noisy(x: Int[0, 2]):
    return x + laplace(2)


@mechanism
def doubled(x: Int[0, 2]):
    """Another mechanism's real is not rounded yet."""
    y = noisy(x)
    return isinstance(y, Exact), 2 * y - y == y, y


@mechanism
def running(xs: Stream[Int[0, 2]]):
    for x in xs:
        yield x + gaussian(1), noisy(x)


@mechanism
def handed(xs: Vector[Int[0, 2], 2]):
    return (x + laplace(1) for x in xs)


@mechanism
def relayed(xs: Stream[Int[0, 2]]):
    for pair in running(xs):
        yield all(isinstance(y, Exact) for y in pair)
    yield isinstance(noisy(0), Exact)


@prior
def around(low: Int[0, 9]):
    return low + gaussian(2) if flip(1 / 2) else noisy(0)


@mechanism
def at_least(x: Real, limit: Int[0, 9]):
    return isinstance(x, Exact), x >= limit, x


def test_what_leaves_a_mechanism_is_rounded_once() -> None:
    assert isinstance(noisy(1), float)
    exact, same, y = doubled(1)
    assert exact
    assert same
    assert isinstance(y, float)
    assert all(isinstance(y, float) for pair in running([0, 1]) for y in pair)
    assert all(isinstance(y, float) for y in handed([0, 1]))
    assert all(relayed([0, 1]))


def test_what_a_prior_draws_is_not_rounded() -> None:
    x = around(5)
    assert isinstance(x, Exact)
    assert at_least(x, 5)[:2] == (True, x >= 5)
    assert isinstance(at_least(x, 5)[2], float)
    assert at_least(1 / 3, 0)[2] == Fraction(1, 3)


def test_a_mechanism_that_is_left_early_or_fails_is_outside_again() -> None:
    @mechanism
    def fails(x: Int[0, 0]):
        raise RuntimeError

    with pytest.raises(RuntimeError):
        fails(0)
    stream = running(iter([1, 1]))
    next(stream)
    assert isinstance(noisy(1), float)


def test_unknown_epsilons_are_what_they_say() -> None:
    eps = Positive(1 / 4)
    with entropy_for_tests(random.Random(3).randbytes):
        wide = laplace(1 / eps)
    with entropy_for_tests(random.Random(3).randbytes):
        assert abs(wide - 4 * laplace(1)) < Fraction(1, 2**29)


@pytest.mark.parametrize("wrong", [0, -1, 0.0, 1 - exp(0), "x", None, math.nan, [1]], ids=repr)
@pytest.mark.parametrize("draw", [laplace, gaussian])
def test_mistakes_are_named(draw: Callable[..., object], wrong: object) -> None:
    with pytest.raises((TypeError, ValueError), match=rf"{draw.__name__}\(.\): . is .*: write {draw.__name__}\(2\)"):
        draw(wrong)
