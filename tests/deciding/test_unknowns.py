"""Claims about every value of an unknown: a prior's reals, and the epsilon of `Positive`."""

from __future__ import annotations

import asked
import pytest
from flint import fmpq

from faier.deciding.finding import Finding
from faier.engines.verdict import Coverage, Proved, Refuted, Undecided, Verdict
from faier.exact import Epsilon, exponential
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Real

HEAD = (
    "from faier import Bool, Int, Positive, Probability, Public, Real, Vector, assume, categorical, clamp, each, exp,"
    " flip, geometric, log, mechanism, one, prior, private, secret, uniform\n"
)


def verdict(text: str) -> Verdict:
    program = parse(HEAD + text, "mechanism.py", {})
    (claim,) = program.claims
    return asked.check(program, claim)


def believed(domain: str, body: str, epsilon: str, mechanism: str = "return answer") -> str:
    return f"""
@prior
def belief(p: {domain}):
{body}

@private(epsilon={epsilon}, prior=belief)
@mechanism
def subject(answer: Bool):
    {mechanism}
"""


CORRELATED = "    person = flip(1 / 2)\n    secret(person)\n    return person if flip(p) else not person\n"
RESPONSE = "return answer if flip(3 / 4) else not answer"


def test_a_closed_end_counts() -> None:
    # The answer equals the secret with probability p: the ratio is (3p + (1-p)) / (p + 3 (1-p)), largest at the end.
    assert isinstance(verdict(believed("Real[1 / 2, 3 / 4]", CORRELATED, "log(5 / 3)", RESPONSE)), Proved)
    refuted = verdict(believed("Real[1 / 2, 3 / 4]", CORRELATED, "log(5 / 3) - 1 / 10**12", RESPONSE))
    assert isinstance(refuted, Refuted)
    ((name, value),) = refuted.witness.parameters
    assert name == "p"
    assert isinstance(value, Real)
    assert value.exact <= fmpq(3, 4)


def test_an_open_end_is_only_approached() -> None:
    assert isinstance(verdict(believed("Probability", CORRELATED, "log(3)", RESPONSE)), Proved)
    assert isinstance(verdict(believed("Probability", CORRELATED, "log(3) - 1 / 10**9", RESPONSE)), Refuted)
    found = asked.tight(HEAD + believed("Probability", CORRELATED, "1", RESPONSE), "subject", prior="belief").tight
    assert found is not None
    assert (found.lower, found.upper, found.attained) == (3, 3, False)


def test_an_interior_maximum_is_enclosed_to_nine_digits() -> None:
    # The secret changes the answer's chance from p to p + p (1 - p) / 2; the ratio of "yes" is 1 + (1 - p) / 2, and of
    # "no" 1 / (1 - p / 2). With both kept away from the ends by noise, the maximum lies inside.
    body = "    person = flip(1 / 2)\n    secret(person)\n    return flip(p) if person else flip(p + p * (1 - p) / 2)\n"
    found = asked.tight(HEAD + believed("Probability", body, "1", RESPONSE), "subject", prior="belief").tight
    assert found is not None
    assert found.lower is not None and found.upper is not None
    assert found.lower <= found.upper <= found.lower * (1 + fmpq(2, 10**9))

    def ratios(at: fmpq) -> list[fmpq]:
        more, less = (3 * q / 4 + (1 - q) / 4 for q in (at + at * (1 - at) / 2, at))
        return [more / less, (1 - less) / (1 - more)]

    grid = max(ratio for k in range(1, 1000) for ratio in ratios(fmpq(k, 1000)))
    assert grid <= found.upper
    assert found.lower <= grid * (1 + fmpq(1, 10**5))


def test_a_draw_that_is_no_probability_everywhere_is_an_error() -> None:
    with pytest.raises(Rejected) as refusal:
        body = "    person = flip(2 * p)\n    secret(person)\n    return person\n"
        verdict(believed("Probability", body, "1", RESPONSE))
    assert [diagnostic.code for diagnostic in refusal.value.diagnostics] == ["FA410"]


def test_an_unknown_that_cancels_does_not_matter() -> None:
    body = "    person = flip(p)\n    secret(person)\n    return person\n"
    assert isinstance(verdict(believed("Probability", body, "log(3)", RESPONSE)), Proved)
    assert isinstance(verdict(believed("Probability", body, "log(3) - 1 / 10**30", RESPONSE)), Refuted)


def test_the_loss_can_be_infinite() -> None:
    body = "    person = flip(p)\n    secret(person)\n    return person\n"
    refuted = verdict(believed("Probability", body, "100", "return answer"))
    assert isinstance(refuted, Refuted)
    assert refuted.witness.ratio is None


EVERY_EPSILON = """
EPS = Positive(1)
@private(epsilon={epsilon}, neighbors={neighbors})
@mechanism
def subject({inputs}):
    {body}
"""


@pytest.mark.parametrize(
    ("epsilon", "neighbors", "inputs", "body", "expected"),
    [
        ("EPS", "one()", "x: Int[0, 3]", "return (x + categorical(exp(EPS), 1, 1, 1)) % 4", Proved),
        ("EPS * 999999 / 1000000", "one()", "x: Int[0, 3]", "return (x + categorical(exp(EPS), 1, 1, 1)) % 4", Refuted),
        ("EPS", "each(1)", "x: Int[0, 3]", "return clamp(x + geometric(exp(-EPS)), 0, 3)", Proved),
        ("EPS / 2", "each(1)", "x: Int[0, 3]", "return clamp(x + geometric(exp(-EPS)), 0, 3)", Refuted),
        ("EPS / 2", "each(1)", "x: Int[0, 3]", "return clamp(x + geometric(exp(-EPS / 2)), 0, 3)", Proved),
        ("2 * EPS", "each(2)", "x: Int[0, 3]", "return clamp(x + geometric(exp(-EPS)), 0, 3)", Proved),
        ("EPS", "each(2)", "x: Int[0, 3]", "return clamp(x + geometric(exp(-EPS)), 0, 3)", Refuted),
        ("EPS + log(2)", "one()", "x: Bool", "return flip(exp(EPS) / (1 + exp(EPS))) == x", Proved),
        ("EPS", "one()", "x: Bool", "return flip(exp(EPS) / (1 + exp(EPS))) == x", Proved),
        ("EPS / 3", "one()", "x: Bool", "return flip(exp(EPS) / (1 + exp(EPS))) == x", Refuted),
    ],
)
def test_for_every_epsilon(epsilon: str, neighbors: str, inputs: str, body: str, expected: type) -> None:
    found = verdict(EVERY_EPSILON.format(epsilon=epsilon, neighbors=neighbors, inputs=inputs, body=body))
    assert isinstance(found, expected)
    if isinstance(found, Refuted):
        assert [name for name, _ in found.witness.parameters] == ["EPS"]


def test_fixed_exponentials_are_decided_exactly() -> None:
    text = """
@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def subject(x: Int[0, 3]):
    return clamp(x + geometric(exp(-1)), 0, 3)
"""
    assert isinstance(verdict(text.format(epsilon="1")), Proved)
    assert isinstance(verdict(text.format(epsilon="0.999999")), Refuted)
    found = asked.tight(HEAD + text.format(epsilon="1"), "subject", "each(1)").tight
    assert found is not None
    assert (
        asked.judge(
            parse(HEAD + text.format(epsilon="1"), "m.py", {}).claims[0],
            Finding(found, Coverage(1, True)),
        ).__class__
        is Proved
    )


def test_mixed_exponents_and_rationals_together() -> None:
    text = """
@private(epsilon={epsilon}, neighbors=one(1))
@mechanism
def subject(x: Int[0, 1], y: Int[0, 1]):
    a = clamp(x + geometric(exp(-1 / 3)), 0, 1)
    b = clamp(y + geometric(exp(-1 / 4)), 0, 1)
    return (a, b if flip(2 / 3) else 0)
"""
    assert isinstance(verdict(text.format(epsilon="1 / 3")), Proved)
    assert isinstance(verdict(text.format(epsilon="1 / 3 - 1 / 10**9")), Refuted)


def test_a_logarithm_inside_a_probability_is_no_guess() -> None:
    text = """
@private(epsilon={epsilon}, neighbors=one())
@mechanism
def subject(x: Bool):
    return x if flip(log(2)) else not x
"""
    # log(2) / (1 - log(2)) = 2.2589...: far from the claim, balls decide.
    assert isinstance(verdict(text.format(epsilon="1")), Proved)
    assert isinstance(verdict(text.format(epsilon="4 / 5")), Refuted)
    # Exactly at the boundary no theorem used here decides: undecided, or decided by a theorem, but never a crash.
    assert isinstance(verdict(text.format(epsilon="0.8149")), (Proved, Refuted, Undecided))


def test_budgets_add_up() -> None:
    assert Epsilon.log(2) + Epsilon.log(3) == Epsilon.log(6)


ILL = (
    "from faier import Int, Probability, Real, clamp, exp, flip, geometric, mechanism, prior, private, secret\n\n"
    "@prior\ndef flat(rate: {}, others: Int[0, 1]):\n    ill = flip(rate)\n    secret(ill)\n"
    "    return others + 2 * ill\n\n"
    "@private(epsilon={}, prior=flat)\n@mechanism\ndef count(x: Int[0, 3]):\n"
    "    return clamp(x + geometric(exp(-1 / 3)), 0, 3)\n"
)


@pytest.mark.parametrize("unknown", ["Probability", "Real[0, 1]", "Real[1 / 4, 1]"])
@pytest.mark.parametrize(("epsilon", "expected"), [("2 / 3", Proved), ("1", Proved), ("2 / 3 - 1 / 1000000", Refuted)])
def test_weights_with_exp_that_vanish_where_an_unknown_ends(unknown: str, epsilon: str, expected: type) -> None:
    """The inequalities are p (1 - p) times a constant that is not rational: rounding must keep their zeros."""
    program = parse(ILL.format(unknown, epsilon), "mechanism.py")
    assert type(asked.check(program, program.claims[0])) is expected
    assert asked.tight(ILL.format(unknown, epsilon), "count", None, "flat").tight.upper == exponential(fmpq(2, 3))
