"""Several Laplace draws around one number lose exactly what one with the sum of their rates loses, and only such."""

import random

import pytest
from flint import fmpq

from faier.deciding import plan
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.deciding.together import together
from faier.engines.verdict import Proved, Refuted
from faier.exact import from_ratio
from faier.lang import parse
from faier.lang.syntax import Binary, Literal, Name
from faier.lang.values import Near, Sequence
from faier.limits import Limits

TEXT = """
from fractions import Fraction
from faier import Int, Real, Vector, categorical, flip, laplace, log, mechanism, prior, private, secret

K = {k}
A, B = {widths}
WIDTHS = [{widths}]

@prior
def told({given}):
    kind = categorical(1, 1)
    secret(kind)
    x = categorical(*{rows}[kind])
    return [x, 2]

@private({claim}prior=told)
@mechanism
def noisy(xs: Vector[Int[0, 4], 2]{settings}):
    x = xs[0]
{end}
"""
DRAWS = {
    "tuple": "return x + laplace(A), x + laplace(B)",
    "list": "return [x + laplace(A), laplace(B) + x]",
    "stored": "one = 2 * x + laplace(A)\n    two = 2 * x + laplace(B)\n    return two, one",
    "one stored": "one = x + laplace(A)\n    return [one, x + laplace(B)]",
    "sums": "return sum(xs) + laplace(A), sum(xs) + laplace(B)",
    "yields": "yield x + laplace(A)\n    yield x + laplace(B)",
    "repeated": "return [x + laplace(A) for _ in range(K)]",
    "generated": "return tuple(x + laplace(A) for _ in range(K))",
    "wider by turns": "return [x + laplace(k + 1) for k in range(K)]",
    "for each": "return [x + laplace(w) for w in (A, B)]",
    "for each by name": "for w in WIDTHS:\n        yield x + laplace(w)",
    "in turns": "for _ in range(K):\n        yield x + laplace(A)",
}
OTHERS = {
    "other numbers": "return x + laplace(A), 2 * x + laplace(B)",
    "one draw": "return x + laplace(A)",
    "one of a list": "return [x + laplace(A)]",
    "seen twice": "one = x + laplace(A)\n    two = x + laplace(B)\n    return one, one",
    "read again": "one = x + laplace(A)\n    two = x + laplace(B)\n    return one, one + two",
    "a sum of draws": "return x + laplace(A) + laplace(B), x + laplace(A) + laplace(B)",
    "drawn again": "return flip(1 / 2) + laplace(A), flip(1 / 2) + laplace(B)",
    "rounded": "return round(x + laplace(A)), round(x + laplace(B))",
    "by turns": "return [x + k + laplace(A) for k in range(K)]",
    "other numbers by turns": "return [x * k + laplace(k) for k in (A, B)]",
    "some turns": "return [x + laplace(A) for k in range(K) if k > 1]",
    "other lists": "if x:\n        return [0, 0]\n    return [x + laplace(A), x + laplace(B)]",
    "changed before": "xs = xs[1:]\n    return sum(xs) + laplace(A), sum(xs) + laplace(B)",
    "other values": "one = x + laplace(A)\n    x = 3\n    two = x + laplace(B)\n    return one, two",
    "wide as the data": "return x + laplace(x + 1), x + laplace(x + 1)",
    "other noise": "return x + laplace(A), x + round(laplace(B))",
}


def asked(end: str, seed: int = 1, claim: str = "epsilon=1, ", **changed: object):
    draw = random.Random(seed)
    rows = [(*(draw.choice((0, 1, 1, 5, 20)) for _ in range(4)), 1) for _ in "ab"]
    widths = tuple(draw.sample(("1", "2", "1 / 2", "1 / 3", "4"), 2))
    given = {"k": 2, "widths": ", ".join(widths), "rows": rows, "end": f"    {end}", "claim": claim, "given": ""}
    program = parse(TEXT.format(**({"settings": ""} | given | changed)), "told.py", {})
    return question_of(program, program.claims[0])


def ends(finding):
    return [from_ratio(end).value for end in (finding.tight.lower, finding.tight.upper)]


@pytest.mark.parametrize("name", DRAWS)
@pytest.mark.parametrize("seed", [1, *(pytest.param(seed, marks=pytest.mark.long) for seed in range(2, 12))])
def test_what_is_lost_is_what_all_outputs_of_all_draws_lose(name, seed):
    question = asked(DRAWS[name], seed)
    assert together(question) is not None
    alone = plan.bound(question, Store(), Limits())
    followed = plan._bound(question, Store(), Limits())
    assert ends(alone) == pytest.approx(ends(followed), rel=1e-9)
    verdicts = plan.decide(question, Store(), Limits()), plan._decided(question, Store(), Limits())
    assert type(verdicts[0]) is type(verdicts[1])


def test_a_violation_is_one_of_the_file_itself():
    for name, shape in (("tuple", "tuple"), ("list", "list"), ("yields", None)):
        found = plan.decide(asked(DRAWS[name], claim="epsilon=1 / 100, "), Store(), Limits())
        assert isinstance(found, Refuted)
        output = found.witness.output
        if shape is not None:
            (whole,) = output
            assert isinstance(whole, Sequence)
            assert whole.kind == shape
            output = whole.items
        assert len(output) == 2
        assert len(set(output)) == 1
        assert isinstance(output[0], Near)


@pytest.mark.parametrize("name", OTHERS)
def test_others_are_followed_as_they_are(name):
    assert together(asked(OTHERS[name])) is None


@pytest.mark.parametrize(
    "changed",
    [
        {"claim": "epsilon=1, delta=1 / 10, "},
        {"k": 1},
        {"k": 10**9},
        {"widths": "0, 1"},
        {"widths": "1, 1 / log(2)"},
    ],
)
def test_so_are_claims_with_a_delta_and_widths_that_are_not_added_up(changed):
    end = DRAWS["repeated" if "k" in changed else "tuple"]
    assert together(asked(end, **changed)) is None


def test_equal_widths_need_not_be_fractions():
    question = asked(DRAWS["tuple"], widths="1 / log(2), 1 / log(2)")
    assert together(question) is not None
    found = [plan.bound(question, Store(), Limits()), plan._bound(question, Store(), Limits())]
    assert ends(found[0]) == pytest.approx(ends(found[1]), rel=1e-9)


def test_how_wide_the_one_is_follows_the_file_where_all_are_equally_wide():
    (repeated, others) = (together(asked(DRAWS[name])) for name in ("repeated", "tuple"))
    assert repeated.width == Binary("/", Name("A"), Literal(2))
    assert others.width is None


LONG = """
from faier import Int, Stream, categorical, laplace, mechanism, prior, private, secret

K = 10

@prior
def chain(hidden: Int[0, 9_999]):
    state = categorical(1, 1)
    for step in range(10_000):
        if step == hidden:
            secret(state)
        yield state
        state = categorical(4, 1) if state == 0 else categorical(1, 4)

@private(epsilon=1, prior=chain)
@mechanism
def released(xs: Stream[Int[0, 1]], *, scale={scale}):
    total = sum(xs)
    {end}
"""


@pytest.mark.parametrize("end", [DRAWS["repeated"], DRAWS["in turns"]])
@pytest.mark.parametrize(("scale", "kind"), [("38.48874", Proved), ("38.48873", Refuted)])
def test_ten_releases_of_long_sums_turn_at_ten_times_the_scale_of_one(end, scale, kind):
    end = end.replace("x +", "total +").replace("laplace(A)", "laplace(scale)")
    program = parse(LONG.format(scale=scale, end=end), "long.py", {})
    found = plan.decide(question_of(program, program.claims[0]), Store(), Limits())
    assert isinstance(found, kind)
    if isinstance(found, Refuted):
        assert found.witness.rounded
        assert found.witness.probability_left > fmpq(271, 100) * found.witness.probability_right
