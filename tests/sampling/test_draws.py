"""The samplers' decisions, bit by bit: exact distributions from all bits there are, and mistaken arguments."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import permutations

import pytest

from faier import categorical, choice, clamp, exp, flip, geometric, log, sample, shuffled, uniform
from faier.sampling import draws, entropy
from faier.sampling.entropy import entropy_for_tests, random_below, random_bits
from faier.sampling.symbolic import Exact


class ExhaustedError(Exception):
    """The scripted bytes have run out."""


def feed(data: bytes) -> Callable[[int], bytes]:
    left = bytearray(data)

    def source(count: int) -> bytes:
        if len(left) < count:
            raise ExhaustedError
        taken = bytes(left[:count])
        del left[:count]
        return taken

    return source


def outcomes(draw: Callable[[], object]) -> Counter[object]:
    """How often each outcome comes, over all first bytes; draws that ask for a second byte do not count."""
    counts: Counter[object] = Counter()
    for byte in range(256):
        with entropy_for_tests(feed(bytes([byte]))):
            try:
                counts[draw()] += 1
            except ExhaustedError:
                continue
    return counts


@pytest.mark.parametrize("bound", [1, 2, 3, 5, 7, 8, 100, 255, 256])
def test_integers_below_a_bound_are_equally_likely(bound: int) -> None:
    counts = outcomes(lambda: random_below(bound))
    assert set(counts) == set(range(bound))
    assert len(set(counts.values())) == 1
    assert sum(counts.values()) > 128  # so a draw repeats with probability below one half


def test_bits_are_the_leading_ones() -> None:
    with entropy_for_tests(feed(b"\xab\xcd\xef")):
        assert random_bits(12) == 0xABC
    assert random_bits(0) == 0


@pytest.mark.parametrize("p", [Fraction(1, 3), 0.1, 3 / 4, Fraction(99, 100), 0, 1, True, exp(0) / 7, 1 / 3 + 1 / 3])
def test_rational_flips(p: float) -> None:
    counts = outcomes(lambda: flip(p))
    number = Fraction(p).limit_denominator(1000) if not isinstance(p, Exact) else Fraction(1, 7)
    assert Fraction(counts[True], sum(counts.values())) == number


def test_uniform() -> None:
    counts = outcomes(lambda: uniform(-2, 4))
    assert dict(counts) == dict.fromkeys(range(-2, 5), 32)
    assert uniform(3, 3) == 3


@pytest.mark.parametrize(
    ("weights", "probabilities"),
    [
        ((1, 2, 1), (Fraction(1, 4), Fraction(1, 2), Fraction(1, 4))),
        ((1 / 2, 1 / 3, 0), (Fraction(3, 5), Fraction(2, 5), Fraction(0))),
        ((0, 0.1), (Fraction(0), Fraction(1))),
        ((exp(0), log(1), 2), (Fraction(1, 3), Fraction(0), Fraction(2, 3))),
    ],
)
def test_rational_categories(weights: tuple[float, ...], probabilities: tuple[Fraction, ...]) -> None:
    counts = outcomes(lambda: categorical(*weights))
    assert counts == outcomes(lambda: categorical(list(weights))) == outcomes(lambda: categorical(weights))
    assert counts == outcomes(lambda: categorical(dict(enumerate(weights))))
    whole = sum(counts.values())
    assert tuple(Fraction(counts[i], whole) for i in range(len(weights))) == probabilities


IRRATIONAL = [exp(-1 / 4), exp(1) / (1 + exp(1)), log(2), exp(-20), 1 - exp(-40), exp(log(1 / 2) / 2)]


@pytest.mark.parametrize("p", IRRATIONAL, ids=repr)
def test_irrational_flips_compare_with_the_binary_digits_of_p(p: Exact) -> None:
    """A real whose digits are those of p as far as they were drawn is undecided; the next digits decide."""
    low, high = p.enclosure(400)
    digits = math.floor(low * 2**128)
    assert digits == math.floor(high * 2**128)

    def draw(drawn: int, more: bytes = b"") -> bool:
        with entropy_for_tests(feed(drawn.to_bytes(16, "big") + more)):
            return flip(p)

    assert draw(digits - 1)
    assert not draw(digits + 1)
    assert draw(digits, bytes(8))
    assert not draw(digits, b"\xff" * 8)
    with pytest.raises(ExhaustedError):
        draw(digits)


def test_irrational_categories_lie_between_their_edges() -> None:
    weights = (exp(1), 1, 0, exp(-1), 2)
    total = sum(weights)
    edge = Fraction(0)
    for expected, weight in enumerate(weights):
        low, high = edge, edge + (weight / total).enclosure(200)[0]
        for place in (low + (high - low) / 1000, high - (high - low) / 1000) if weight else ():
            with entropy_for_tests(feed(math.floor(place * 2**64).to_bytes(8, "big"))):
                assert categorical(*weights) == expected
        edge = high


@pytest.mark.parametrize(("beyond", "passed"), [(False, 0), (True, 1)])
def test_nothing_is_decided_inside_of_an_enclosure(beyond: bool, passed: int) -> None:
    """The edge 1/2 is known to 2^-20 at first, the real differs from it by about 2^-30."""

    def edges(bits: int) -> list[tuple[Fraction, Fraction]]:
        slack = Fraction(1, 2**20) if bits < 100 else Fraction(0)
        return [(Fraction(1, 2) - slack, Fraction(1, 2) + slack)]

    drawn = 2**63 + (2**34 if beyond else -(2**34))
    with entropy_for_tests(feed(drawn.to_bytes(8, "big"))), pytest.raises(ExhaustedError):
        draws._edges_passed(edges)
    with entropy_for_tests(feed(drawn.to_bytes(8, "big") + bytes(8))):
        assert draws._edges_passed(edges) == passed


@pytest.mark.parametrize("bits", [*range(-8, 12), 64])
def test_shares_enclose_their_edges(bits: int) -> None:
    weights = [exp(1), Fraction(1, 3), Fraction(0), exp(-1), log(2)]
    total = sum(weights)
    edge = exp(0) - 1
    for weight, (low, high) in zip(weights, draws._shares(weights, bits), strict=False):
        edge += weight / total
        assert low <= edge <= high
    assert len(draws._shares(weights, bits)) == 4


class Decisions:
    """Yes-no decisions that follow a script and multiply up its probability, to 200 bits."""

    def __init__(self, script: tuple[bool, ...]) -> None:
        self.script = script
        self.step = 0
        self.weight = Fraction(1)

    def happens(self, probability: Fraction | Exact) -> bool:
        if self.step == len(self.script):
            raise ExhaustedError
        p = probability if isinstance(probability, Fraction) else probability.enclosure(250)[0]
        answer = self.script[self.step]
        self.step += 1
        self.weight *= p if answer else 1 - p
        return answer

    def edges_passed(self, edges: Callable[[int], list[tuple[Fraction, Fraction]]]) -> int:
        ((low, _),) = edges(250)
        return 0 if self.happens(low) else 1


def all_decisions(draw: Callable[[], int], longest: int) -> dict[int, Fraction]:
    """The distribution of `draw` from every sequence of up to `longest` decisions that it can see."""
    found: dict[int, Fraction] = {}
    pending: list[tuple[bool, ...]] = [()]
    while pending:
        decisions = Decisions(pending.pop())
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(draws, "_happens", decisions.happens)
            patch.setattr(draws, "_edges_passed", decisions.edges_passed)
            try:
                outcome = draw()
            except ExhaustedError:
                if len(decisions.script) < longest:
                    pending.extend(((*decisions.script, False), (*decisions.script, True)))
                continue
        found[outcome] = found.get(outcome, Fraction(0)) + decisions.weight
    return found


@pytest.mark.parametrize("a", [1 / 2, 1 / 3, 9 / 10, exp(-1 / 5), Fraction(96, 100), exp(-3)], ids=repr)
def test_one_sided_geometric(a: float | Exact) -> None:
    """Small outcomes need few decisions, so all of their probability is found."""
    ratio = draws.as_number(a)
    value = as_rational(ratio)
    digits = draws._doublings(ratio)

    def squares(bits: int) -> list[tuple[Fraction, Fraction]]:
        return draws._repeated_squares(ratio, digits, bits)

    found = all_decisions(lambda: draws._one_sided(ratio, digits, squares), 12)
    for n in range(4 << digits):
        assert abs(found[n] - (1 - value) * value**n) < Fraction(1, 2**180)


@pytest.mark.parametrize("a", [1 / 2, 1 / 5, exp(-1)], ids=repr)
def test_geometric_is_two_sided(a: float | Exact) -> None:
    """What is missing of an outcome is at most the probability that 14 decisions do not suffice."""
    value = as_rational(draws.as_number(a))
    found = all_decisions(lambda: geometric(a), 14)
    missing = 1 - sum(found.values())
    assert missing < 50 * value**13
    for y in range(-4, 5):
        exact = (1 - value) / (1 + value) * value ** abs(y)
        assert -Fraction(1, 2**180) < exact - found[y] <= missing


def as_rational(number: Fraction | Exact) -> Fraction:
    """The number to 300 bits."""
    return number if isinstance(number, Fraction) else number.enclosure(300)[0]


def test_geometric_close_to_one_takes_few_draws() -> None:
    """A ratio of 1 - 10^-30 is drawn from some hundred decisions, not from 10^30."""
    count = 0

    def counted(size: int) -> bytes:
        nonlocal count
        count += size
        return bytes(255 - (37 * count + i) % 256 for i in range(size))

    with entropy_for_tests(counted):
        assert isinstance(geometric(1 - Fraction(1, 10**30)), int)
    assert count < 8 * 1000


def test_the_operating_system_is_the_source() -> None:
    import os

    assert entropy._source is os.urandom
    with entropy_for_tests(feed(b"\x01")), pytest.raises(ExhaustedError):
        random_bits(16)
    assert entropy._source is os.urandom


@pytest.mark.parametrize(("x", "expected"), [(-5, 0), (0, 0), (1, 1), (2, 2), (9, 2), (True, 1), (exp(-1), exp(-1))])
def test_clamp(x: int, expected: int) -> None:
    assert clamp(x, 0, 2) == expected


MISTAKES = [
    (lambda: flip(3 / 2), ValueError, "p is 1.5, but a probability lies between 0 and 1"),
    (lambda: flip(-1), ValueError, "p is -1, but a probability lies between 0 and 1"),
    (lambda: flip(exp(1)), ValueError, r"p is exp\(1\), but a probability"),
    (lambda: choice({1: 3, 2: 1}), TypeError, "the values of a dictionary are no weights"),
    (lambda: flip("x"), TypeError, r"p is 'x', not a finite number: write flip\(1 / 2\)"),
    (lambda: flip(math.nan), TypeError, "p is nan, not a finite number"),
    (lambda: geometric(0), ValueError, r"a is 0, but it lies strictly between 0 and 1: write geometric\(1 / 2\)"),
    (lambda: geometric(1.0), ValueError, "a is 1.0, but it lies strictly"),
    (lambda: geometric(exp(0)), ValueError, "a is 1, but it lies strictly"),
    (lambda: geometric(None), TypeError, "a is None, not a finite number"),
    (lambda: uniform(2, 0), ValueError, r"uniform\(2, 0\): there is no such integer: write uniform\(0, 2\)"),
    (lambda: uniform(0, 2.0), TypeError, "hi is 2.0, not an integer"),
    (lambda: uniform("0", 2), TypeError, "lo is '0', not an integer"),
    (lambda: categorical(), TypeError, "no weights: write one for each outcome"),
    (lambda: categorical([1, 2], 3), TypeError, r"write categorical\(\*weights\)"),
    (lambda: categorical([]), TypeError, "no weights: write one for each outcome"),
    (lambda: categorical({}), TypeError, "no weights: write one for each outcome"),
    (lambda: categorical({"a": 1}, 2), TypeError, r"write categorical\(weights\) for one of its keys"),
    (lambda: categorical(1, -1), ValueError, "w1 is -1, but weights are not negative"),
    (lambda: categorical(1 - exp(1), 1), ValueError, r"w0 is 1 - exp\(1\), but weights are not negative"),
    (lambda: categorical(0, 0), ValueError, "every weight is 0"),
    (lambda: categorical(1, None), TypeError, "w1 is None, not a finite number"),
    (lambda: clamp(1, 2, 0), ValueError, r"lo is above hi: write clamp\(x, 0, 2\)"),
]


@pytest.mark.parametrize(("action", "error", "message"), MISTAKES)
def test_mistakes_are_named(action: Callable[[], object], error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        action()


def test_one_of_several_and_several_of_them_come_in_every_order() -> None:
    assert {choice("abb") for _ in range(200)} == {"a", "b"}
    assert {tuple(shuffled(range(3))) for _ in range(400)} == set(permutations(range(3)))
    assert {tuple(sample([0, 1, 2], 2)) for _ in range(400)} == set(permutations(range(3), 2))
    assert sample([], 0) == shuffled([]) == []
    given = [1, 2, 3]
    shuffled(given)
    assert given == [1, 2, 3]
    for wrong in (lambda: choice([]), lambda: sample([1], 2), lambda: sample([1], -1)):
        with pytest.raises(ValueError, match="values"):
            wrong()
