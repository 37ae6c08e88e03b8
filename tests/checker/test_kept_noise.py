"""Noise that is kept: a word weighs what it does where Python runs with all draws in reach, and a little more."""

from __future__ import annotations

from contextlib import nullcontext
from fractions import Fraction
from itertools import product
from math import log

import pytest
from kept_noise import answer, brute, claimed, joint_of, key, outputs, probability, thawed

from faier.certificate.covers import covers
from faier.checker.amounts import amounts
from faier.checker.compared import compared
from faier.checker.covering import cover
from faier.checker.document import Fields
from faier.checker.outcome import Budget, Hole, Invalid
from faier.limits import Limits

G, H = "geometric(1 / 5)", "geometric(1 / 7)"

HELPERS = """
def noisy(x):
    return x + geometric(1 / 5)


def above(t, q):
    return q + geometric(1 / 7) >= t


def both(x):
    y = x + geometric(1 / 5)
    return y, y > 0


def ordered(t):
    y = geometric(1 / 5)
    if y > t:
        return [y, t + 1]
    return [t, y]


"""
KEPT = {
    "clamped later": f"y = x + {G}; yield x; yield clamp(y, 0, 2)",
    "used twice": f"y = x + {G}; yield y > 0, y > 1, clamp(y, -1, 2)",
    "in a list": f"ys = [x + {G}, 1 - {H}]; yield ys[0] > ys[1]; yield ys[0] > 0; yield clamp(ys[1], -1, 2)",
    "two of a helper": "y = noisy(x); z = noisy(x + 1); yield y > z; yield y >= 0; yield z == 1",
    "handed over": f"t = {G}; yield above(t, x); yield t > 0",
    "a helper's pair": "y, b = both(x); yield b; yield y > 0; yield clamp(y, -1, 2)",
    "handed over and back": f"t = {G} - x; a = ordered(t); yield a[0] > 0; yield t > 0; yield a[1] > 0",
    "drawn anew": f"t = {G}; yield x >= t; t = {H}; yield x >= t; yield t > 0",
    "equal": f"y = x + {G}; z = {H}; yield y == z; yield y > 0; yield z != 1",
    "in twos": f"y = 2 * (x + {G}); z = {H}; yield y > z; yield clamp(y, -2, 2)",
    "in twos, with what is fresh": f"y = 2 * (x + {G}); yield y > {H}; yield clamp(y, -2, 2)",
    "divided": f"y = (x + {G}) // 2; yield y > 0; yield clamp(-y, -1, 2)",
    "divided twice": f"y = x + {G}; yield y // 2 > 0; yield (y + 1) // 3 > 0; yield y - y, y + y > 1",
    "a sum": f"y = x + {G} + {H}; yield x; yield y > 0; yield clamp(y, -1, 2)",
    "a difference": f"y = x + {G}; z = y - {H}; yield z > 0; yield z > 2",
    "changed in place": (
        f"y = x + {G}; y += 1; y -= x; z = [y, 3]; z[1] += {H}; z[0] -= 2; z.append(y); "
        "yield z[0] < z[1]; yield z[2] == 0, len(z)"
    ),
    "made by a comprehension": (
        f"ys = [i + {G} for i in range(2)]; yield [clamp(y, 0, 2) for y in ys]; yield ys[0] > ys[1]"
    ),
    "the greater one": f"a = x + {G}; b = {H}; c = b if b > a else a; yield clamp(c, 0, 2); yield b > 0",
    "abs": f"y = abs(x + {G}); yield y > 1; yield clamp(y, 0, 3)",
    "min": f"y = min(x + {G}, {H}); yield y > 0; yield y > -1",
    "max": f"y = max([{G}, {H}, x - 1]); yield y > 0; yield clamp(y, -1, 1)",
    "a remainder": f"y = x + {G}; yield y % 3; yield x",
    "seen in part": f"y = x + {G}; z = y if -1 <= y <= 1 else 5; yield z; yield y >= {H}",
    "swapped": f"y = x + {G}; z = y; y = {H}; yield y > z; yield z > 0",
    "in two places": f"y = x + {G}; z = [y, y + 1]; yield z[0] < z[1], z[0] == z[1] - 1, max(z) > 1; yield {H} > z[1]",
    "one of two": f"y = x + {G} if flip(1 / 3) else {H}; yield y > 0; yield y > 1",
    "taken apart": f"(y, (a, b)) = (x + {G}, (1, {H})); yield [u - a >= w for u, w in zip([y, b], [b, y])]",
    "equal in a list": f"a = {G}; b = {H}; yield [a, x] == [1, 1]; yield [a, 1] == [b, 2]; yield a == (1,)",
    "looked for": f"a = {G}; yield 1 in [0, a]; yield a in (2, x); yield a not in [a]; yield a > 0",
    "sorted": f"a = {G}; b = sorted([a, {H}]); yield b[0] > 0; yield a > 0; yield b[1] == a",
    "sorted downward": f"a = {G}; b = sorted([x, a, 1], reverse=True); yield b[0] > 1; yield b[2] == a",
    "its truth": f"a = {G}; yield 1 if a else 0; yield not a; yield bool(a); yield any([a, a > 1]); yield all([a, x])",
    "or another": f"a = {G}; b = a or 3; yield b > 0; c = a and {H}; yield c == 0",
    "a whole number": f"a = int(x + {G}); yield a > 0; yield int(a) == a",
    "no label": f"a = {G}; yield a is None, a == None, a != 'no', a is not True; yield a > 0",
    "the negative": f"t = {G}; s = {H}; yield t > s; u = -t; yield u > 0; yield s > 0",
}


def mechanism(lines: str) -> str:
    body = "".join(f"    {line}\n" for line in lines.split("; "))
    return f"{HELPERS}@mechanism\ndef m(x: Int[-1, 2]):\n{body}"


def require_laws(source: str, inputs: dict[str, object], reach: int) -> None:
    found = {key(word): weight for word, weight in brute(source, inputs, reach, 9).items()}
    missing, exact = 1 - sum(found.values()), outputs(joint_of(source), inputs)
    assert sum(exact.values()) == 1
    assert found.keys() <= exact.keys()
    for word, weight in exact.items():
        assert found.get(word, 0) <= weight <= found.get(word, 0) + missing, word


@pytest.mark.parametrize("name", KEPT)
def test_a_draw_is_one_value(name: str) -> None:
    source = mechanism(KEPT[name])
    require_laws(source, {"x": 1}, 5)


def tail(a: Fraction, n: int) -> Fraction:
    """Of a draw that is at least n."""
    return a**n / (1 + a) if n >= 1 else 1 - a ** (1 - n) / (1 + a)


SPARSE = """
@mechanism
def m(answers: Stream[Int[0, 2]]):
    threshold = 1 + geometric(1 / 4)
    for answer in answers:
        if answer + geometric(1 / 2) >= threshold:
            yield True
            return
        yield False
"""


def sparse(answers: list[int], word: list[bool], far: int = 40) -> Fraction:
    a, b = Fraction(1, 4), Fraction(1, 2)
    found = Fraction(0)
    for y in range(-far, far + 1):
        weight = (1 - a) / (1 + a) * a ** abs(y)
        for asked, above in zip(answers, word, strict=True):
            chance = tail(b, 1 + y - asked)
            weight *= chance if above else 1 - chance
        found += weight
    return found


def test_a_threshold_that_is_kept() -> None:
    joint = joint_of(SPARSE)
    beyond = 2 * tail(Fraction(1, 4), 41)
    for length in (1, 2, 3):
        for answers in product((0, 1, 2), repeat=length):
            for word in ([False] * (length - 1) + [True], [False] * length):
                exact = probability(joint, {"answers": list(answers)}, tuple(word), False)
                assert 0 <= exact - sparse(list(answers), word) <= beyond


def test_what_a_sparse_vector_without_clamps_loses() -> None:
    """The logarithms of the greatest factors for lengths 2 to 6, from algorithms.md."""
    joint = joint_of(SPARSE)
    for length, known in enumerate((1.2939210410, 1.9450965897, 2.4083799785, 2.6487008639, 2.7378168716), 2):
        word = (*[False] * (length - 1), True)
        factors = []
        for first, last in product((0, 1, 2), repeat=2):
            for down, up in ((1, -1), (-1, 1)):
                if first + down in (0, 1, 2) and last + up in (0, 1, 2):
                    sides = ([first] * (length - 1) + [last], [first + down] * (length - 1) + [last + up])
                    one, other = (probability(joint, {"answers": side}, word, False) for side in sides)
                    factors.append(one / other)
        assert abs(log(max(factors)) - known) < 1e-9  # type: ignore[type-var]


def test_noisy_maxima() -> None:
    """Exact values by summation, from algorithms.md: the first wins ties."""
    for count, distance, factor in (
        (2, 2, Fraction(44, 17)),
        (3, 3, Fraction(376, 103)),
        (2, 1, Fraction(28, 17)),
        (3, 1, Fraction(200, 103)),
    ):
        joint = joint_of(
            "@mechanism\ndef m(counts: Vector[Int[0, 2], N]):\n    best = counts[0] + geometric(1 / 2)\n    where = 0\n"
            "    for i in range(1, N):\n        noisy = counts[i] + geometric(1 / 2)\n        if noisy > best:\n"
            "            best, where = noisy, i\n    return where\n".replace("N", str(count))
        )
        ratios = []
        inputs = list(product((0, 1, 2), repeat=count))
        for one, other in product(inputs, inputs):
            near = [abs(a - b) for a, b in zip(one, other, strict=True)]
            if max(near) == 1 and sum(near) <= distance:
                for winner in range(count):
                    weights = [probability(joint, {"counts": list(side)}, (winner,)) for side in (one, other)]
                    ratios.append(weights[0] / weights[1])
        assert max(ratios) == factor  # type: ignore[type-var]


HOLES = {
    "a circle": f"a = {G}; b = {H}; c = {G}; yield a > b; yield c > b; yield a > c; yield a > 0, c > 0, b > 0",
    "a part of a sum": f"a = {G}; b = a + {H}; yield b > 0; yield a > 0",
    "after its remainder": f"a = {G}; yield a % 2; yield a > 0",
    "shown": f"a = {G}; yield a",
    "by other multiples": f"a = {G}; b = {H}; yield a > 2 * b; yield a > b; yield a > 0, b > 0",
    "forgotten in twos": f"a = {G}; b = 3 * {H}; yield 2 * a > b; yield a > 0",
    "ordered in a list": f"a = {G}; yield [a] < [1]",
    "an index": f"a = {G}; yield [5, 6][a]",
}


@pytest.mark.parametrize("name", HOLES)
def test_what_the_checker_does_not_know_of_noise(name: str) -> None:
    with pytest.raises(Hole):
        outputs(joint_of(mechanism(HOLES[name])), {"x": 1})


def test_a_circle_that_is_known_is_none() -> None:
    three = f"a = {G}; b = {H}; c = {G}; yield a > b; yield b > c; "
    source = mechanism(three + "yield a > c if a > b > c else 'no'; yield b > 0")
    require_laws(source, {"x": 1}, 2)


SHOWN = {
    "at once": "return x + geometric(1 / 5)",
    "stored": f"y = x + {G}; yield x; yield y",
    "in a tuple": f"y = x + {G}; return y > 1, y, x",
    "two of them": f"return [{G}, x - {H}]",
    "a sum": f"return {G} + {H}",
    "after a comparison": f"y = x + {G}; yield y > {H}; yield y",
    "and looked at again": f"y = x + {G}; yield y; yield y > 1; yield y",
    "which bounds another": f"y = x + {G}; z = {H}; yield y >= z; yield z; yield y; yield y - z",
    "or a number": f"y = x + {G}; return y if y > 0 else -7",
    "of a helper": "return noisy(x)",
    "in twos": f"y = 2 * {G}; yield y; yield y // 4",
    "the greater one": f"return max({G}, {H})",
}


@pytest.mark.parametrize("name", SHOWN)
def test_what_is_shown_may_be_any_integer(name: str) -> None:
    source = mechanism(SHOWN[name])
    found, joint = brute(source, {"x": 1}, 4, 9), joint_of(source)
    missing = 1 - sum(found.values())
    for word, weight in list(found.items())[:30]:
        exact = probability(joint, {"x": 1}, tuple(map(thawed, word)))
        assert weight <= exact <= weight + missing, word


ONE = "@mechanism\ndef m(x: Int[0, 4]):\n    return x + geometric(1 / 2)\n"
CELLS = "@mechanism\ndef m(x: Vector[Int[0, 1], 2]):\n    return [c + geometric(1 / 2) for c in x]\n"
REAL = ONE.replace("1 / 2", "exp(-1)")
EVERY = "EPS = Positive(1)\n\n\n" + ONE.replace("1 / 2", "exp(-EPS)")
PART = (
    "@mechanism\ndef m(x: Int[0, 2]):\n    y = x + geometric(1 / 2)\n    if y > 0:\n        return y\n    return 'no'\n"
)
STORED = "@mechanism\ndef m(x: Int[0, 2]):\n    y = x + geometric(1 / 2)\n    yield 0\n    yield y\n"
SPARSE_EVERY = "EPS = Positive(1)\n" + SPARSE.replace("1 / 4", "exp(-EPS / 4)").replace("1 / 2", "exp(-EPS / 2)")
CLAIMS = [
    (ONE, "log(2)", "log(2) - 1 / 1000", None),
    (CELLS, "log(4)", "log(4) - 1 / 1000", None),
    (REAL, "1", "999 / 1000", None),
    (EVERY, "EPS", "99 / 100 * EPS", None),
    (PART, "log(2)", "log(2) - 1 / 1000", None),
    (STORED, "log(2)", "log(2) - 1 / 1000", None),
    (SPARSE, "1.29393", "1.2939", 2),
    (SPARSE, "1.9451", "1.945", 3),
    (SPARSE_EVERY, "1 / 4 * EPS", "6 / 25 * EPS", 1),
]


@pytest.mark.parametrize(("source", "enough", "less", "length"), CLAIMS)
def test_every_word_is_looked_at(source: str, enough: str, less: str, length: int | None) -> None:
    assert answer(source, enough, length) == "valid"
    assert answer(source, less, length) == "invalid"


UNKNOWN = {
    "what is looked at again": f"y = x + {G}; yield y; yield y > 0",
    "other factors": f"return x + {G} if x else {H}",
    "several factors": f"return max({G}, x + {H})",
    "what falls by several": f"y = x + {G}; z = {H}; yield y > z; yield y",
    "in twos": f"return x + 2 * {G}",
    "in halves": f"return (x + {G}) // 2",
    "two that are one": f"y = x + {G}; return y, y",
    "two that are bound": f"y = x + {G}; z = {H}; b = y > z; return y, z",
}


@pytest.mark.parametrize("name", UNKNOWN)
def test_words_without_end_that_nothing_stands_for(name: str) -> None:
    assert answer(mechanism(UNKNOWN[name]), "9") == "holey"


VECTORS = [CLAIMS[number] for number in (1, 2, 7)]


@pytest.mark.parametrize(("source", "enough", "less", "length"), VECTORS)
def test_vectors_stand_for_words_of_kept_noise(source: str, enough: str, less: str, length: int | None) -> None:
    (words,) = compared(joint_of(source), length)
    found = covers(words, (), Limits())
    for epsilon, right in ((enough, True), (less, False)):
        budget = Budget(1_000_000)
        proof = Fields(found, "a proof")
        proof.take("kind")
        with nullcontext() if right else pytest.raises(Invalid), budget.counting():
            cover(words, claimed(source, epsilon)[1].epsilon, proof, amounts((), {}, budget))


MATCHED = """
@mechanism
def m(x: Int[-1, 2]):
    a = x + geometric(1 / 5)
    match a:
        case 1 | -1:
            yield 1
        case None | True | 'no':
            yield 2
        case 0 if a < geometric(1 / 7):
            yield 3
        case _:
            yield 4 if a > 0 else 5
"""


def test_noise_is_matched_like_a_number() -> None:
    require_laws(MATCHED, {"x": 1}, 5)
