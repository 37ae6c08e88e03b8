"""Claims about what is computed from noise, by what is known of the noise."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction

import pytest
from asked import subject_of
from flint import fmpq
from noise_random import flat, streamed, stronger, wrong
from referee.chance import Unsupported

from faier.deciding import plan
from faier.deciding.by_noise import loss
from faier.deciding.post_processing import is_unfollowed, nothing_raises
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.alignment.costs import logarithm_of
from faier.engines.verdict import Proved, Unwritable
from faier.exact import Epsilon, compare_epsilon
from faier.lang import parse, show
from faier.limits import Limits
from faier.semantics.noisy_parts import other_mechanisms

HEAD = """\
from fractions import Fraction
from math import floor
from faier import Bool, Int, Public, Records, Stream, Vector, added, clamp, exp, flip, gaussian, geometric, laplace
from faier import mechanism, prior, secret, uniform


def noised(x):
    return x + geometric(1 / 2)


@prior
def sick():
    first, second = flip(1 / 3), flip(1 / 3)
    secret(first)
    return [first, second or first]


@mechanism
def shown("""
VECTOR, RECORDS, STREAM = "xs: Vector[Int[0, 3], 3]", "xs: Records[Int[0, 5], 8]", "xs: Stream[Int[0, 3]]"
SCALAR = "s: Int[0, 2], c: Int[0, 2], p: Public[Int[0, 2]]"
LIMITS = Limits(states=20_000)


def asked(
    header: str, body: str, relation: str | None, epsilon: Epsilon | None = None, prior: str | None = None
) -> Question:
    text = HEAD + header + "):\n" + "".join(f"    {line}\n" for line in body.splitlines())
    program = parse(text, "a.py", {})
    return Question(program, subject_of(program, "shown", relation, prior), epsilon)


def bits(count: int) -> Epsilon:
    found = logarithm_of(fmpq(2**count))
    assert found is not None
    return found


def is_proved(question: Question) -> bool:
    return isinstance(plan.decide(question, Store(), LIMITS), Proved)


MEAN = "total = sum(xs) + geometric(1 / 2)\nn = len(xs) + geometric(1 / 2)\nreturn total / max(n, 1)"


@pytest.mark.parametrize(
    ("header", "body", "relation", "units"),
    [
        (VECTOR, "return (xs.count(1) + geometric(1 / 2)) ** 2", "one()", 1),
        (VECTOR, "return [(noised(x) / 2, at) for at, x in enumerate(xs[:1])]", "one(1)", 1),
        (VECTOR, "if xs[0] > 1:\n    most = 2\nelse:\n    most = 1\nreturn (most + geometric(1 / 2)) / 3", "one()", 1),
        (VECTOR, "a = sum(xs)\na += geometric(1 / 2)\nif a / 3 > 1:\n    return a / 2\nreturn -1", "one(1)", 1),
        (VECTOR, "y = xs[0] + geometric(1 / 2)\nreturn f\"{y} or {y / 3:.1f}\", str([y]), '%d' % y", "one(1)", 1),
        (VECTOR, "y = xs[0] + geometric(1 / 2)\nt = ', '.join(str(z) for z in (y, 2))\nreturn t + '!'", "one(1)", 1),
        (VECTOR, "y = xs[0] + geometric(1 / 2)\nt = str(y)\nreturn t if t < 'b' else len(t * 2)", "one(1)", 1),
        (VECTOR, "return divmod(xs[0] + geometric(1 / 2), 10)", "one(1)", 1),
        (RECORDS, MEAN, "added()", 6),
        (RECORDS, MEAN, "one(2)", 2),
        (STREAM, "for x in xs:\n    if x > 1:\n        x = 2\n    yield (x + geometric(1 / 2)) / 3", "one(1)", 1),
    ],
)
def test_what_holds_of_the_noise(header: str, body: str, relation: str, units: int) -> None:
    question = asked(header, body, relation, bits(units))
    verdict = plan.decide(question, Store(), LIMITS)
    assert isinstance(verdict, Proved)
    assert isinstance(verdict.evidence, Unwritable)
    if header is RECORDS:
        most = loss(question, LIMITS)
        assert most is not None and compare_epsilon(most, bits(units - 1)) > 0
        return
    less = plan.decide(replace(question, epsilon=bits(units - 1)), Store(), Limits(states=300))
    assert not isinstance(less, Proved)


@pytest.mark.parametrize("body", ["return round((s + gaussian(2)) / 3) ** 2", "return (s + gaussian(2)) / 3 > 1, 0.5"])
def test_deltas(body: str) -> None:
    question = replace(asked(SCALAR, body, "one(1)", Epsilon.rational(fmpq(1, 2))), delta=fmpq(1, 4))
    assert is_proved(question)
    assert not is_proved(replace(question, delta=fmpq(1, 1000)))


def test_priors() -> None:
    body = "return (sum(xs) + geometric(1 / 2)) ** 2 / 3"
    question = asked("xs: Vector[Bool, 2]", body, None, bits(2), "sick")
    assert is_proved(question)
    assert not is_proved(replace(question, epsilon=bits(1)))


def test_upper_ends() -> None:
    question = asked(VECTOR, "return (xs.count(1) + geometric(1 / 2)) ** 2", "one()")
    found = plan.bound(question, Store(), LIMITS)
    assert found.tight is not None and found.tight.upper == 2


@pytest.mark.parametrize(
    "body",
    [
        "t = s + geometric(1 / 2)\nreturn t / (2 * t - 4)",
        "t = (s + geometric(1 / 2)) / 2\nif t > -1:\n    return 1 / t\nreturn 0",
        "t = (s + geometric(1 / 2)) / 2\nreturn t, t + 'a'",
        "t = (s + geometric(1 / 2)) / 2\nreturn t < 'a'",
        "t = (s + geometric(1 / 2)) / 2\nreturn min(t, 'a')",
        "t = (s + geometric(1 / 2)) / 2\nif t > 1:\n    u = 1\nreturn t, u",
        "t = (s + geometric(1 / 2)) / 2\nreturn (1, 2)[2 if t > 1 else 0]",
        "t = (s + geometric(1 / 2)) / 2\nfor i in range(2):\n    t = t / (2 - i) + 1\n    assert t < 3\nreturn t",
        "t = (s + geometric(1 / 2)) / 2\nreturn t, uniform(p, 1)",
        "t = (s + geometric(1 / 2)) / 2\nreturn t | 1",
        "t = (s + geometric(1 / 2)) / 2\nreturn f'{t:d}'",
        "t = s + laplace(1)\nreturn f'{t:d}'",
        "t = Fraction(s + geometric(1 / 2), 2)\nreturn f'{max(t * 2, 1) / 3:.1f}'",
        "t = s + geometric(1 / 2)\nreturn f'{t:.1d}'",
        "t = s + geometric(1 / 2)\nreturn f'{t:c}'",
        "t = f'{s + geometric(1 / 2)}'\nreturn int(t)",
        "t = f'{s + geometric(1 / 2)}'\nreturn t[1]",
        "t = f'{s + geometric(1 / 2)}'\nreturn abs(t)",
        "t = f'{s + geometric(1 / 2)}'\nreturn [x for x in t]",
        "t = f'{s + geometric(1 / 2)}'\nreturn t + 1",
        "t = f'{s + geometric(1 / 2)}'\nreturn t < 1",
        "t = f'{s + geometric(1 / 2)}'\nreturn -t",
        "t = f'{s + geometric(1 / 2)}'\nreturn t * (s + geometric(1 / 2))",
        "t = s + geometric(1 / 2)\nreturn divmod(t, t // 2)",
        "t = s + geometric(1 / 2)\nreturn '%d %d' % t",
    ],
)
def test_what_may_raise_is_not_proved(body: str) -> None:
    question = asked(SCALAR, body, "one(1)", bits(20))
    assert not nothing_raises(question, LIMITS, anything=True)
    assert loss(question, LIMITS, careful=True) is None


@pytest.mark.parametrize(
    "body",
    [
        "t = s + geometric(1 / 2)\nreturn t / (2 * t - 3)",
        "t = (s + geometric(1 / 2)) / 2\nreturn t if t > 1 else 3, sorted([t, s + geometric(1 / 2)])",
        "t = (s + geometric(1 / 2)) / 2\nat = 0\nfor i in range(2):\n    if t > i:\n        at = i\nreturn (1, 2)[at]",
        "t = (s + geometric(1 / 2)) / 2\nreturn t if not t else -t, max(t, 1) / max(2, 1), t == 'a'",
        "t = s + laplace(1)\nreturn t * t, (t > 1) + 1",
    ],
)
def test_what_does_not_raise(body: str) -> None:
    question = asked(SCALAR, body, "one(1)", bits(20))
    assert nothing_raises(question, LIMITS) and is_unfollowed(question, LIMITS)
    assert not is_unfollowed(asked(SCALAR, "return clamp(s + geometric(1 / 2), 0, 2) // 2", "one(1)"), LIMITS)


def others(header: str, body: str) -> list[str]:
    question = asked(header, body, "one()")
    found = [show(other.program) for other in other_mechanisms(question.program, "shown")]
    return ["\n".join(line[4:] for line in text[text.index("def shown") :].splitlines()[1:]) for text in found]


@pytest.mark.parametrize(
    ("header", "body", "made"),
    [
        # What looks alike draws anew.
        (
            SCALAR,
            "return (s + laplace(1)) * (s + laplace(1))",
            ".noisy1 = s + laplace(1)\n.noisy2 = s + laplace(1)\nreturn (.noisy1, .noisy2)",
        ),
        (
            STREAM,
            "for x in xs:\n    yield (x + laplace(1)) * (x + laplace(1))",
            "for x in xs:\n    yield (x + laplace(1), x + laplace(1))",
        ),
        # Where values are shown in several places, it is told which of them it is.
        (
            STREAM,
            "for x in xs:\n    if x > 1:\n        yield (x + laplace(1)) / 2\n    yield (x + laplace(1)) ** 2",
            "for x in xs:\n    if x > 1:\n        yield (0, x + laplace(1))\n    yield (1, x + laplace(1))",
        ),
        # A public input is known, but for the name's other values.
        (STREAM + ", p: Public[Int[0, 2]]", "for x in xs:\n    yield p * 2", "for x in xs:\n    yield ()"),
        (
            STREAM + ", p: Public[Int[0, 2]]",
            "for x in xs:\n    yield p * 2\n    p = x",
            "for x in xs:\n    yield p\n    p = x",
        ),
        # A statement stays where what comes later needs it, or needs what it would need.
        (
            SCALAR,
            "t = s + laplace(1)\nt = 2 * t\nu = c + t + laplace(1)\nreturn u * t",
            "t = s + laplace(1)\nt = 2 * t\n.noisy2 = c + t + laplace(1)\nreturn (.noisy2, t)",
        ),
        # What is raw is shown itself: nothing is proved of that.
        (STREAM, "for x in xs:\n    yield x * (x + laplace(1))", "for x in xs:\n    yield (x, x + laplace(1))"),
    ],
)
def test_what_is_shown_instead(header: str, body: str, made: str) -> None:
    assert made in others(header, body)


@pytest.mark.parametrize(
    "body",
    [
        "for x in xs:\n    try:\n        yield 1 / (x + laplace(1))\n    except ZeroDivisionError:\n        yield 0",
    ],
)
def test_where_nothing_else_is_shown(body: str) -> None:
    assert others(STREAM, body) == []


@pytest.mark.parametrize(
    "body", ["return s * (s + laplace(1))", "if s > 1:\n    return (c + laplace(1)) / 2\nreturn 0"]
)
def test_what_depends_on_more_than_noise_has_no_cut(body: str) -> None:
    assert not any(".noisy" in one for one in others(SCALAR, body))
    assert not is_proved(asked(SCALAR, body, "one()", bits(20)))


HELPERS = """\
from faier import Int, Records, Vector, added, geometric, laplace, mechanism, one

RATIO = 1 / 8


def noised(x):
    return x + geometric(RATIO)


def noised_by(x, ratio=RATIO):
    return x + geometric(ratio)


def all_noised(xs):
    return [x + geometric(RATIO) for x in xs]


def mean(xs):
    total = sum(xs) + laplace(10)
    count = len(xs) + laplace(2)
    return total / max(count, 1)


def told(value):
    return f"about {round(value)}"


"""


@pytest.mark.parametrize("setting", ["", ", *, RATIO=1 / 2"])
@pytest.mark.parametrize(
    "body",
    [
        "return noised(xs[0]) ** 2",
        "return noised_by(xs[0])",
        "y = noised(xs[0])\nreturn y ** 2",
        "return all_noised(xs)",
    ],
)
def test_a_name_of_the_mechanism_hides_no_constant_of_a_helper(body: str, setting: str) -> None:
    lines = "".join(f"    {line}\n" for line in body.splitlines())
    program = parse(f"{HELPERS}@mechanism\ndef shown(xs: Vector[Int[0, 3], 12]{setting}):\n{lines}", "a.py", {})
    question = Question(program, subject_of(program, "shown", "one(1)", None), bits(3))
    assert is_proved(question)
    within = Limits(states=300)
    assert not isinstance(plan.decide(replace(question, epsilon=bits(2)), Store(), within), Proved)


def test_helpers_that_are_called_for_what_is_assigned_or_returned() -> None:
    lines = "    found = mean(xs)\n    return told(found)\n"
    program = parse(f"{HELPERS}@mechanism\ndef shown(xs: Records[Int[0, 5], 6]):\n{lines}", "a.py", {})
    question = Question(program, subject_of(program, "shown", "added()", None), Epsilon.rational(fmpq(1)))
    assert isinstance(plan.decide(question, Store(), Limits(states=500)), Proved)


@pytest.mark.parametrize("seed", range(8))
@pytest.mark.parametrize("make", [flat, streamed])
def test_random_programs(seed: int, make: Callable[[int], tuple[str, str, int]]) -> None:
    text, relation, length = make(seed)
    try:
        assert not wrong(text, relation, length, Fraction(1, 2**10))
        assert not stronger(text, relation, length, Fraction(1, 2**10))
    except Unsupported:
        pass
