"""Noise that is stored, passed on, compared again and shown: the short semantics against noise that is cut far out."""

from __future__ import annotations

from fractions import Fraction
from textwrap import indent
from typing import Any

import pytest
from flint import fmpq
from referee import brute, one_draw
from referee.far import Far, agree, far
from referee.kept import generate
from referee.kept_contest import contest, fraction, given, unshown

from faier.exact import exponential, substitute_epsilon
from faier.lang import parse
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import make, plain
from faier.limits import LimitReached, Limits
from faier.semantics import denote
from faier.semantics.denote import draws
from faier.semantics.denote.totals import total

FLOOR = Fraction(1, 2**17)
STRICTLY_UP = Fraction(17, 189)  # the chance of a < b < c for three draws of geometric(1 / 2)
HEAD = """from faier import Int, Positive, Stream, Vector, clamp, exp, flip, geometric, log, mechanism, prior, secret

EPS = Positive(1)


def noisy(x):
    return x + geometric(1 / 4)


def redrawn(x, least):
    while True:
        value = x + geometric(1 / 4)
        if value >= least:
            return value


def larger(first, second):
    return first if first > second else second


"""


def text(body: str, parameters: str = "x: Int[0, 2]") -> str:
    return f"{HEAD}@mechanism\ndef m({parameters}):\n{indent(body.strip(), '    ')}\n"


def probability(tree: Program, inputs: dict[str, Any], output: tuple[Any, ...], ended: bool = True) -> Fraction:
    return fraction(denote.probability(tree, "m", given(inputs), tuple(make(item) for item in output), ended, Limits()))


# One draw is one value


@pytest.fixture(scope="module")
def family() -> Program:
    return parse(one_draw.FILE.read_text(), "one_draw.py")


@pytest.mark.parametrize("name", one_draw.NAMES)
def test_a_draw_that_is_used_twice_is_one_value(family: Program, name: str) -> None:
    inputs = given(one_draw.inputs_of(name))
    truth = one_draw.truth(name)
    for (shown, ended), weight in truth.items():
        output = tuple(make(unshown(value)) for value in shown)
        assert fraction(denote.probability(family, name, inputs, output, ended)) == weight
    if name not in one_draw.ENDLESS:
        every = denote.outputs(family, name, inputs)
        assert sum(every.values()) == 1
        assert len(every) == len(truth)


# Against the referee, which cuts noise far out

KEPT = {
    "noisy maximum, index and value": """
values = [y + geometric(1 / 4) for y in (x, 1)]
best = max(values)
return 0 if values[0] == best else 1, best
""",
    "redrawn threshold": """
limit = geometric(1 / 8)
for answer in (x, 0):
    if answer + geometric(1 / 8) >= limit:
        yield True
        limit = geometric(1 / 8)
    else:
        yield False
""",
    "gap": """
first, second = noisy(x), noisy(1)
if first < second:
    first, second = second, first
return clamp(first - second, 0, 3), first > 0
""",
    "numeric answer after a comparison": """
limit = geometric(1 / 4)
value = noisy(x)
return value if value > limit else None
""",
    "sorted": """
low, middle, high = sorted([geometric(1 / 8), noisy(x), 1])
return low, high - middle > 1, middle == 1
""",
    "sorted downwards": """
values = sorted([geometric(1 / 8), noisy(x)], reverse=True)
return values[0] == values[1], values[0]
""",
    "quotient and remainder": """
value = noisy(x)
return value // 2, value % 2, value > 1
""",
    "quotient by a negative number, compared before": """
value, limit = noisy(x), geometric(1 / 8)
above = value > limit
return above, value // -2, limit > 0
""",
    "multiples against each other": """
value, limit = noisy(x), geometric(1 / 8)
return 2 * value > limit + 1, 2 * value == 3 * limit
""",
    "remainder of a sum": """
value, other = noisy(x), geometric(1 / 8)
return (value + other) % 3, value - other >= 1
""",
    "sums of three": """
values = [geometric(1 / 8) for _ in range(3)]
return sum(values) > 0, values[0] + values[1] >= values[2]
""",
    "a circle": """
first, second, third = [geometric(1 / 8) for _ in range(3)]
return first < second, second < third, third < first + 1
""",
    "fractions": """
value = noisy(x)
return value > 1 / 2, 3 / 2 >= value, value == 0.5, value == 2 / 2, value in (0.25, 2)
""",
    "tuples as a whole": """
first, second = noisy(x), geometric(1 / 8)
pair = (first, second)
return pair == (1, 0), pair < (second, 1), first in pair, [first, 1] == [1, first], pair != 3
""",
    "as an integer": """
value = noisy(x)
kept = int(value) or 5
return bool(value), value is None, kept, value and 3
""",
    "folds": """
values = [noisy(x), geometric(1 / 8)]
return abs(values[0] - 1), any(values), all([value > 0 for value in values]), min(*values, 1), len(values)
""",
    "clamps between noise": """
low, high = geometric(1 / 8), 2
if low > high:
    return None
value = clamp(noisy(x), low, high)
return value == low, value
""",
    "match and declared ranges": """
value = noisy(x)
match value:
    case 0 | 1:
        near: Int[0, 1] = value
        return near
    case True:
        return "never"
    case _ if value > 3:
        return "far"
return "else"
""",
    "a list that changes": """
counts = [x, 1]
for _ in range(2):
    counts[0] += geometric(1 / 8)
counts.append(larger(counts[0], counts[1]))
return counts[2] - counts[0], counts
""",
    "an index within bounds": """
value = noisy(x)
if 0 <= value <= 2:
    return ("a", "b", "c")[value], [y for y in range(value)]
return value > 0
""",
    "an index bound by other noise": """
value, other = noisy(x), geometric(1 / 8)
if -1 <= value <= 1 and value - 1 <= -other < value + 2:
    return ("a", "b", "c", "d", "e")[other + 2]
return None
""",
    "shown after a comparison": """
value, limit = noisy(x), geometric(1 / 8)
yield value if value > limit else "below"
yield limit > 0
""",
    "gone between two that stay": """
low, high = noisy(x), geometric(1 / 8)
middle = geometric(1 / 8)
yield low <= middle + 1 <= high + 2
middle = 0
yield low > middle
yield high > middle, low > high
""",
    "multiples of noise that was compared": """
value, limit = noisy(x), geometric(1 / 8)
above = value > limit
return above, 2 * value > 3 * limit
""",
    "a loop over kept noise": """
total = 0
for place, value in enumerate([noisy(x), geometric(1 / 8)]):
    if value > place:
        total += 1
        break
else:
    total = 5
return total
""",
    "the whole is shown": """
pair = [noisy(x), (1, geometric(1 / 8))]
yield pair[1]
yield pair
yield pair[0] == pair[1][1]
""",
    "multiples are shown": """
value = noisy(x)
yield 2 * value - 1
yield value
""",
}


@pytest.mark.parametrize("name", KEPT)
def test_kept_noise_is_what_the_referee_finds(name: str) -> None:
    source = text(KEPT[name])
    loaded = brute.load(source, floor=FLOOR)
    mechanism = loaded.mechanism("m")
    known = far(brute.law_of(loaded, mechanism, brute.inputs_of(mechanism), {"x": 1}, 4, waits=True))
    assert known.lost < Fraction(1, 200)
    tree = parse(source, "m.py")
    likely = sorted(brute.with_beginnings(known.found).items(), key=lambda item: -item[1])[:14]
    assert likely
    for event, least in likely:
        shown, ended = event
        if shown or ended:
            exact = probability(tree, {"x": 1}, tuple(unshown(value) for value in shown), ended)
            assert list(agree({event: exact}, Far({event: least}, known.lost))) == []


@pytest.mark.parametrize("seed", range(0, 48, 6))
def test_random_mechanisms_that_keep_noise(seed: int) -> None:
    assert contest(generate(seed), ("denote",)).disagreements == []


# Known answers


def test_a_rejection_loop_is_the_truncated_distribution() -> None:
    tree = parse(text("return clamp(redrawn(x, 0), 0, 2) if x else redrawn(x, -1)"), "m.py")
    weights = {value: Fraction(1, 4 ** abs(value)) for value in range(-1, 60)}
    exact = probability(tree, {"x": 0}, (1,))
    assert abs(exact - weights[1] / sum(weights.values())) < Fraction(1, 10**30)
    loop = "while True:\n    value = x + geometric(1 / 2)\n    if 0 <= value <= 2:\n        return value"
    found = denote.outputs(parse(text(loop), "m.py"), "m", {"x": 1})
    assert {plain(shown[0]): weight for (shown, _), weight in found.items()} == {
        0: fmpq(1, 4),
        1: fmpq(1, 2),
        2: fmpq(1, 4),
    }


NOISY_MAX = """
best, winner = xs[0] + geometric(1 / 2), 0
for place, count in enumerate(xs):
    if place:
        value = count + geometric(1 / 2)
        if value > best:
            best, winner = value, place
return winner
"""


def test_the_noisy_maximum_loses_what_is_known() -> None:
    tree = parse(text(NOISY_MAX, "xs: Vector[Int[0, 2], 2]"), "m.py")
    laws = {(a, b): [probability(tree, {"xs": (a, b)}, (w,)) for w in range(2)] for a in range(3) for b in range(3)}
    assert all(sum(law) == 1 for law in laws.values())
    near = [(p, q) for p in laws for q in laws if all(abs(a - b) <= 1 for a, b in zip(p, q, strict=True))]
    ratios = [left / right for p, q in near for left, right in zip(laws[p], laws[q], strict=True)]
    assert max(ratios) == Fraction(44, 17)


SPARSE = """
limit = {limit}
for answer in answers:
    yield answer + geometric({noise}) >= limit
"""


def test_above_threshold_loses_what_is_known() -> None:
    tree = parse(text(SPARSE.format(limit="1 + geometric(1 / 4)", noise="1 / 2"), "answers: Stream[Int[0, 2]]"), "m.py")
    outputs = [(a, b) for a in (False, True) for b in (False, True)]
    inputs = [(a, b) for a in range(3) for b in range(3)]
    laws = {given: [probability(tree, {"answers": given}, out, False) for out in outputs] for given in inputs}
    assert all(sum(law) == 1 for law in laws.values())
    near = [(p, q) for p in inputs for q in inputs if all(abs(a - b) <= 1 for a, b in zip(p, q, strict=True))]
    worst = max(left / right for p, q in near for left, right in zip(laws[p], laws[q], strict=True))
    assert abs(float(worst) - 2.718281828459045**1.2939210410) < 1e-8


def test_an_unknown_epsilon_is_one_formula_for_all() -> None:
    source = text(SPARSE.format(limit="geometric(exp(-EPS / 4))", noise="exp(-EPS / 2)"), "answers: Stream[Int[-1, 1]]")
    inputs, output = {"answers": make((1, 0))}, (False, True)
    formula = denote.probability(parse(source, "m.py"), "m", inputs, output, False)
    number = denote.probability(parse(source, "m.py", {"EPS": "2"}), "m", inputs, output, False)
    assert substitute_epsilon(formula, {"EPS": fmpq(2)}) == number
    assert exponential(fmpq(-1)) != number


def test_reals_lie_between_integers() -> None:
    reals = "value = noisy(x)\nreturn value < exp(1), value >= log(3) - 2, value == exp(-1), -exp(2) <= value"
    integers = "value = noisy(x)\nreturn value <= 2, value >= 0, False, value >= -7"
    laws = [denote.outputs(parse(text(body), "m.py"), "m", {"x": 1}) for body in (reals, integers)]
    assert laws[0] == laws[1]


def test_a_prior_keeps_noise_too() -> None:
    belief = (
        "@prior\ndef p():\n    level = geometric(1 / 2)\n    secret(level > 0)\n    return 1 if level > 1 else 0\n\n\n"
    )
    tree = parse(
        text("value = x + geometric(1 / 2)\nreturn value").replace("@mechanism", belief + "@mechanism"), "m.py"
    )
    weights, masses = denote.joint_probability(tree, "m", "p", {}, {}, (1,), True)
    assert masses == {True: fmpq(1, 3), False: fmpq(2, 3)}
    assert weights == {True: fmpq(1, 6) * fmpq(1, 3) + fmpq(1, 6) * fmpq(1, 6), False: fmpq(2, 3) * fmpq(1, 6)}


# What has no meaning

REFUSED = {
    "return [5, 6][noisy(x)]": "FA405",
    "return sum(range(noisy(x)))": "FA405",
    "return noisy(x) ** 2": "FA405",
    "return noisy(x) * geometric(1 / 2)": "FA405",
    "return noisy(x) / 2": "FA405",
    "return flip(noisy(x))": "FA405",
    "return noisy(x) / 0": "FA402",
    "return noisy(x) % 0": "FA402",
    "return noisy(x) < 'a'": "FA409",
    "return [1] + noisy(x)": "FA409",
    "value = noisy(x)\nfor y in value:\n    pass": "FA409",
    "a, b = noisy(x)": "FA409",
    "value: Int[0, 2] = noisy(x)": "FA404",
    "value = noisy(x)\nassert value < 100": "FA403",
    "value = noisy(x)\nif value > 1:\n    return 1 // (3 - value)": "FA405",
    "value = noisy(x)\nwhile value > 0:\n    pass": "FA406",
}


@pytest.mark.parametrize("body", REFUSED)
def test_what_has_no_meaning_is_a_failure_at_its_place(body: str) -> None:
    with pytest.raises(Failure) as caught:
        denote.probability(parse(text(body), "m.py"), "m", {"x": 1}, (1,), True)
    assert caught.value.code == REFUSED[body]
    assert caught.value.span is not None
    assert "clamp" not in caught.value.hint


def test_what_noise_cannot_be_is_not_compared() -> None:
    body = "value = noisy(x)\nif value {} 3:\n    return value >= (0.1 + 0.2) * 10\nreturn 'other'"
    assert probability(parse(text(body.format(">"), "x: Int[0, 3]"), "m.py"), {"x": 3}, (True,)) == Fraction(1, 5)
    with pytest.raises(Failure) as caught:
        probability(parse(text(body.format(">="), "x: Int[0, 3]"), "m.py"), {"x": 3}, (True,))
    assert caught.value.code == "FA407"


def test_infinitely_many_outputs_are_not_listed() -> None:
    tree = parse(text("return noisy(x)"), "m.py")
    with pytest.raises(Failure, match="cannot be listed") as caught:
        denote.outputs(tree, "m", {"x": 1})
    assert caught.value.code == "FA405"
    bounded = parse(text("value = noisy(x)\nreturn value if value in (0, 1) else value > 0"), "m.py")
    assert {plain(shown[0]) for shown, _ in denote.outputs(bounded, "m", {"x": 1})} == {0, 1}
    assert len(denote.outputs(bounded, "m", {"x": 1})) == 4


def test_an_observer_tells_true_and_fractions_from_integers() -> None:
    tree = parse(text("return noisy(x)"), "m.py")
    assert probability(tree, {"x": 1}, (1,)) == Fraction(3, 5)
    assert probability(tree, {"x": 1}, (True,)) == probability(tree, {"x": 1}, (Fraction(1),)) == 0
    assert probability(tree, {"x": 1}, ((1,),)) == probability(tree, {"x": 1}, (1, 1)) == 0


def test_what_is_impossible_is_not_run() -> None:
    body = "a, b, c = [geometric(1 / 2) for _ in range(3)]\nif a < b and b < c and c <= a:\n    return 1 // 0\nreturn 1"
    assert probability(parse(text(body), "m.py"), {"x": 1}, (1,)) == 1


def test_what_follows_from_comparisons_is_not_weighed(monkeypatch: pytest.MonkeyPatch) -> None:
    body = "a, b, c = [geometric(1 / 2) for _ in range(3)]\nif a < b and b < c:\n    return {}\nreturn False"
    weighed = []
    for shown in ("True", "a != c and a + 1 < c and not c <= a", "a + 2 < c or a + 2 == c or a == c"):
        sums: list[int] = []
        monkeypatch.setattr(draws, "total", lambda *given, sums=sums: sums.append(1) or total(*given))
        assert probability(parse(text(body.format(shown)), "m.py"), {"x": 1}, (True,)) == STRICTLY_UP
        weighed.append(len(sums))
    assert weighed[0] == weighed[1] < weighed[2]


def test_a_loop_that_learns_without_end_meets_the_limits() -> None:
    body = "limit = geometric(1 / 2)\nwhile geometric(1 / 2) < limit:\n    pass\nreturn 1"
    with pytest.raises(LimitReached):
        denote.probability(parse(text(body), "m.py"), "m", {"x": 1}, (1,), True, Limits(states=12))


# Bounds on a sum of draws are bounds on what it can be


@pytest.mark.parametrize("whole", ["g - h", "2 * g - 2 * h", "3 * h - 3 * g", "g + 2 * h", "-g - h", "4 * g"])
@pytest.mark.parametrize(
    "cut", ["min(1, max(w, -1))", "max(-1, min(w, 1))", "-1 if w < -1 else 1 if not w <= 1 else w", "clamp(w, -1, 1)"]
)
def test_a_sum_that_is_cut_is_one_of_finitely_many(whole: str, cut: str) -> None:
    made = f"g = geometric(1 / 2)\nh = geometric(1 / 3)\nw = x + {whole}\nz = {cut}\n"
    shown, taken = (parse(text(made + use), "m.py") for use in ("return z", "return [-1, 0, 1][z + 1]"))
    for x in range(3):
        outputs = denote.outputs(shown, "m", given({"x": x}), None)
        assert sum(map(fraction, outputs.values())) == 1
        assert outputs == denote.outputs(taken, "m", given({"x": x}), None)
        for (output, ended), chance in outputs.items():
            assert probability(shown, {"x": x}, tuple(map(plain, output)), ended) == fraction(chance)
