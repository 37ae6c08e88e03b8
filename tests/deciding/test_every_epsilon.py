"""Claims about every epsilon, tried at their edges: mixed exponents, losses near 0 and far out, beside other unknowns,
and logarithms. Every refutation is computed again at the epsilon that it names."""

from __future__ import annotations

import json
import math
from fractions import Fraction

import asked
import pytest
from certificates import certified
from flint import fmpq

from faier.engines.verdict import Proved, Refuted, Verdict
from faier.exact import Epsilon, from_ratio
from faier.lang import Rejected, parse
from faier.lang.values import Real
from faier.limits import seconds

HEAD = (
    "from faier import Bool, Int, Positive, Probability, Real, assume, categorical, clamp, each, exp, flip, geometric,"
    " log, mechanism, one, prior, private, secret\n"
)

SUBJECT = """
EPS = Positive(1)

@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def subject(a: {input}):
    {body}
"""

TWO = "yield clamp(a + geometric(exp(-EPS / 3)), 0, 1)\n    yield clamp(a + geometric(exp(-EPS / 4)), 0, 1)"
MIXED = (
    "if flip(1 / 2):\n        return clamp(a + geometric(exp(-EPS / 3)), 0, 1)\n"
    "    return clamp(a + geometric(exp(-EPS / 4)), 0, 1)"
)
RESPONSE = "return a if flip(exp(EPS) / (1 + exp(EPS))) else not a"
DOUBLED = "return a if flip(2 * exp(EPS) / (1 + 2 * exp(EPS))) else not a"
SHY = f"if flip(1 / 3):\n        {RESPONSE}\n    return flip(1 / 2)"
CONSTANT = "return a if flip(3 / 4) else not a"
# With y = exp(-EPS) the loss is about 2 y (1 - y) / 10^9: never EPS, and more than EPS / 10^12 somewhere.
BUMP = "return flip(1 / 2) if a else flip(1 / 2 - exp(-EPS) * (1 - exp(-EPS)) / 10**9)"
INT, BOOL = "Int[0, 1]", "Bool"

TABLE = [
    ("EPS / 3 + EPS / 4", INT, TWO, Proved),
    ("7 / 12 * EPS", INT, TWO, Proved),
    ("4 / 7 * EPS", INT, TWO, Refuted),
    ("EPS / 3", INT, MIXED, Proved),
    ("EPS / 4", INT, MIXED, Refuted),
    ("EPS / 4 + log(2)", INT, MIXED, Proved),
    ("EPS", BOOL, RESPONSE, Proved),
    ("EPS + 1 / 10**6", BOOL, RESPONSE, Proved),
    ("999999 / 10**6 * EPS + 1 / 10**7", BOOL, RESPONSE, Refuted),
    ("EPS", BOOL, DOUBLED, Refuted),
    ("EPS + log(2)", BOOL, DOUBLED, Proved),
    ("EPS + 693 / 1000", BOOL, DOUBLED, Refuted),
    ("EPS + 694 / 1000", BOOL, DOUBLED, Proved),
    # Fixed budgets hold for no epsilon that is large enough, however far out.
    ("1", BOOL, RESPONSE, Refuted),
    ("100", BOOL, RESPONSE, Refuted),
    ("1000", BOOL, RESPONSE, Refuted),
    # A loss that does not depend on epsilon exceeds it only near 0.
    ("EPS", BOOL, CONSTANT, Refuted),
    ("1000 * EPS", BOOL, CONSTANT, Refuted),
    ("EPS + log(3)", BOOL, CONSTANT, Proved),
    ("EPS + log(3) - 1 / 10**5", BOOL, CONSTANT, Refuted),
    ("10**7 * EPS + log(3) - 1 / 10**5", BOOL, CONSTANT, Refuted),
    ("EPS", BOOL, BUMP, Proved),
    ("EPS / 10**12", BOOL, BUMP, Refuted),
]


@pytest.mark.parametrize(("epsilon", "kind", "body", "expected"), TABLE)
def test_edges(epsilon: str, kind: str, body: str, expected: type[Verdict]) -> None:
    neighbors = "each(1)" if kind == INT else "one()"
    found = decided(SUBJECT.format(epsilon=epsilon, neighbors=neighbors, input=kind, body=body))
    assert isinstance(found, expected)
    if isinstance(found, Refuted):
        budget = epsilon.replace("EPS", str(named(found)["EPS"]))
        assert found.witness.ratio is None or exceeded(str(found.witness.ratio).strip("<>"), budget)


def decided(text: str, limit: float = 20) -> Verdict:
    program = parse(HEAD + text, "mechanism.py", {})
    (claim,) = program.claims
    return asked.check(program, claim, limits=seconds(limit))


def named(found: Refuted) -> dict[str, object]:
    values = {}
    for name, value in found.witness.parameters:
        assert isinstance(value, Real)
        values[name] = value.exact
    return values


def exceeded(ratio: str, budget: str) -> bool:
    """In floats with many digits, by a program that knows nothing of this one."""
    import sympy

    gap = sympy.log(sympy.sympify(ratio, rational=True)) - sympy.sympify(budget, rational=True)
    return bool(gap.evalf(60) > 0)


BELIEF = """
EPS = Positive(1)

@prior
def belief(p: {unknown}):
    it = flip(1 / 2)
    secret(it)
    return it if flip(p) else not it

@private(epsilon={epsilon}, prior=belief)
@mechanism
def subject(answer: Bool):
    return answer if flip(exp(EPS) / (1 + exp(EPS))) else not answer
"""


@pytest.mark.parametrize(
    ("unknown", "epsilon", "expected"),
    [
        ("Probability", "EPS", Proved),
        ("Real[0, 1]", "EPS", Proved),
        # The loss comes near EPS as p comes near 0 or 1: it is never EPS inside, and is at the ends.
        ("Probability", "9999 / 10000 * EPS", Refuted),
        ("Probability", "EPS / 2", Refuted),
        ("Real[1 / 3, 2 / 3]", "EPS / 3", Proved),
        ("Real[1 / 3, 2 / 3]", "EPS / 4", Refuted),
        ("Real[1 / 3, 2 / 3]", "log(2)", Proved),
        ("Real[1 / 3, 2 / 3]", "log(2) - 1 / 10**4", Refuted),
    ],
)
def test_beside_another_unknown(unknown: str, epsilon: str, expected: type[Verdict]) -> None:
    found = decided(BELIEF.format(unknown=unknown, epsilon=epsilon))
    assert isinstance(found, expected)
    if isinstance(found, Refuted):
        assert set(named(found)) == {"p", "EPS"}


FINE = (2, 3, 60, 61, 999, 1000, 1999, 2001, 10**4, 99_991, 10**6)
# Bodies with the least multiple of EPS that holds, as a fraction: nothing less does.
LEAST = {
    "a coin": (BOOL, RESPONSE, (1, 1)),
    "one in three": (BOOL, SHY, (1, 3)),
    "four answers": ("Int[0, 3]", "return (a + categorical(exp(EPS), 1, 1, 1)) % 4", (1, 1)),
    "both": (INT, TWO, (7, 12)),
}


@pytest.mark.parametrize("below", FINE)
@pytest.mark.parametrize("name", LEAST)
def test_multiples_are_decided_however_fine_they_are(name: str, below: int) -> None:
    kind, body, (over, under) = LEAST[name]
    neighbors = "one()" if kind == BOOL else "each(3)"
    text = SUBJECT.format(epsilon="{}", neighbors=neighbors, input=kind, body=body)
    for sign, expected in ((1, Proved), (-1, Refuted)):
        multiple = Fraction(over, under) + Fraction(sign, 100 * below)
        epsilon = f"{multiple.numerator} * EPS / {multiple.denominator}"
        found = decided(text.format(epsilon))
        assert isinstance(found, expected), (epsilon, found)
        if isinstance(found, Refuted):
            assert exceeded(str(found.witness.ratio).strip("<>"), epsilon.replace("EPS", str(named(found)["EPS"])))


@pytest.mark.parametrize("name", LEAST)
@pytest.mark.parametrize("below", [997, 10**6])
def test_fine_multiples_are_certified(name: str, below: int) -> None:
    kind, body, (over, under) = LEAST[name]
    multiple = Fraction(over, under) + Fraction(1, below)
    epsilon = f"{multiple.numerator} * EPS / {multiple.denominator}"
    neighbors = "one()" if kind == BOOL else "each(3)"
    text = HEAD + SUBJECT.format(epsilon=epsilon, neighbors=neighbors, input=kind, body=body)
    (made,) = certified(text)
    assert made.proved
    assert made.answer().answer == "valid"
    less = json.loads(made.text)
    less["claim"] |= {"decorator": None, "epsilon": f"{over * (below - 1)} * EPS / {under * below}"}
    assert made.answer(json.dumps(less)).answer != "valid"


FOR_EVER = """
EPS = Positive(1)

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def subject(a: Int[0, 2]):
    {body}
        yield clamp(a + geometric(exp(-EPS / 2)), 0, 2)
"""


@pytest.mark.parametrize("epsilon", ["EPS", "20 * EPS", pytest.param("7 * EPS + log(3)", marks=pytest.mark.long)])
def test_what_is_shown_for_ever_grows_for_some_epsilon(epsilon: str) -> None:
    found = decided(FOR_EVER.format(epsilon=epsilon, body="while True:"), 200)
    assert isinstance(found, Refuted) and found.witness.ratio is not None
    value = named(found)["EPS"]
    assert exceeded(str(found.witness.ratio).strip("<>"), epsilon.replace("EPS", str(value)))
    if epsilon != "EPS":
        assert found.engine == "growth" and found.coverage.all
        assert found.tight is not None and found.tight.growth is not None and found.tight.unknown == "EPS"


def test_no_multiple_is_enough_for_what_is_shown_for_ever() -> None:
    program = parse(HEAD + FOR_EVER.format(epsilon="EPS", body="while True:"), "m.py", {})
    found = asked.bound(program, program.claims[0].subject, limits=seconds(200))
    assert found.coverage.all and found.reason is None and found.tight is not None
    assert found.tight.lower is None and found.tight.growth is not None
    program = parse(HEAD + FOR_EVER.format(epsilon="EPS", body="for _ in range(3):"), "m.py", {})
    found = asked.bound(program, program.claims[0].subject, limits=seconds(200))
    assert found.tight is not None and from_ratio(found.tight.lower) == Epsilon.positive("EPS", fmpq(3, 2))


LOGARITHMS = [
    # Logarithms of products, powers and quotients are one number, however they are written.
    ("log(6) / 4", "(log(2) + log(3)) / 4", "0", Proved),
    ("log(4) / 4", "log(2) / 2", "0", Proved),
    ("log(2) / log(4)", "1 / 2", "0", Proved),
    ("log(6) * log(6) / 4", "(log(2) * log(2) + 2 * log(2) * log(3) + log(3) * log(3)) / 4", "0", Proved),
    ("log(3 / 2) / 4", "(log(3) - log(2)) / 4", "0", Proved),
    ("log(2) * exp(-1)", "log(4) * exp(-1 / 2) * exp(-1 / 2) / 2", "0", Proved),
    ("log(4) / 4", "log(2) / 4", "log(2)", Proved),
    ("log(4) / 4", "log(2) / 4", "log(2) - 1 / 10**7", Refuted),
]


@pytest.mark.parametrize(("yes", "no", "epsilon", "expected"), LOGARITHMS)
def test_logarithms_inside_probabilities(yes: str, no: str, epsilon: str, expected: type[Verdict]) -> None:
    text = f"""
@private(epsilon={epsilon}, neighbors=one())
@mechanism
def subject(a: Bool):
    if a:
        return flip({yes})
    return flip({no})
"""
    assert isinstance(decided(text), expected)


def test_a_logarithm_close_to_the_claim_is_decided_or_said_not_to_be() -> None:
    """log(2) / (1 - log(2)) against e^epsilon for epsilon within 10^-30 of the loss, on both sides."""
    import sympy

    loss = sympy.log(sympy.log(2) / (1 - sympy.log(2))).evalf(60)
    for power in (6, 12, 30):
        for sign, expected in ((1, Proved), (-1, Refuted)):
            above = math.floor(loss * 10**power) + (1 if sign > 0 else 0)
            text = f"""
@private(epsilon={above} / 10**{power}, neighbors=one())
@mechanism
def subject(a: Bool):
    return a if flip(log(2)) else not a
"""
            assert isinstance(decided(text), expected)


def test_no_epsilon_makes_a_divisor_0() -> None:
    """q / q leaves no trace of where q is 0: e^EPS - e is for EPS = 1."""
    head = "from faier import Bool, Positive, exp, flip, mechanism, one, private\n\nEPS = Positive(1)\n\n\n"
    head += "@private(epsilon=EPS, neighbors=one())\n@mechanism\ndef m(a: Bool):\n"
    body = "    x = {0} / {0}\n    return flip(x / 2)\n"
    for divisor, proved in (("(exp(EPS) - exp(1))", False), ("(exp(EPS) - 2)", False), ("(exp(EPS) - 1)", True)):
        program = parse(head + body.format(divisor), "m.py", {})
        verdict = asked.check(program, program.claims[0], limits=seconds(20))
        assert isinstance(verdict, Proved) is proved, divisor


@pytest.mark.parametrize("ratio", ["-exp(-EPS)", "1 + exp(-EPS)", "exp(EPS) / 8"])
@pytest.mark.parametrize("shown", ["clamp(a + geometric({}), 0, 1)", "geometric({}) > a"])
def test_noise_is_between_0_and_1_for_every_epsilon(ratio: str, shown: str) -> None:
    text = "from faier import Bool, Positive, clamp, exp, geometric, mechanism, one, private\n\nEPS = Positive(1)\n\n\n"
    text += "@private(epsilon=20 * EPS + 20, neighbors=one())\n@mechanism\ndef m(a: Bool):\n"
    text += f"    return {shown.format(ratio)}\n"
    program = parse(text, "m.py", {})
    with pytest.raises(Rejected, match="below 0 or above 1"):
        asked.check(program, program.claims[0], limits=seconds(20))
