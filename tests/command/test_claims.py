"""What a claim says reaches every command: its pairs of secrets, its delta, its unknowns."""

from __future__ import annotations

from pathlib import Path

import pytest
from command_line import Result, faier

PAIRS = """\
from faier import Int, Probability, flip, log, mechanism, prior, private, secret, uniform


@prior
def three(p: Probability):
    s = uniform(0, 2)
    secret(s)
    return s


@private(epsilon=log(2), prior=three, pairs=((0, 1),))
@private(epsilon=log(2), prior=three, pairs=((1, 2),))
@private(epsilon=log(2), prior=three, expect="refuted")
@mechanism
def m(x: Int[0, 2]):
    return flip((1 + x) / 4)
"""

DELTAS = """\
from faier import Int, flip, log, mechanism, one, private


@private(epsilon=log(3), neighbors=one(), delta=0.1)
@private(epsilon=log(2), neighbors=one(), delta=0.1, expect="refuted")
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def m(x: Int[0, 1]):
    if x and flip(1 / 20):
        return 2
    return x if flip(3 / 4) else 1 - x
"""

UNKNOWN = """\
from faier import Bool, Probability, flip, log, mechanism, prior, private, secret


@prior
def belief(p: Probability):
    s = flip(p)
    secret({secret})
    return s if flip(1 - p / 2) else not s


@private(epsilon=log(2), prior=belief)
@mechanism
def m(x: Bool):
    return x if flip(2 / 3) else not x
"""


KNOB = """\
from faier import Bool, Int, Positive, clamp, each, exp, flip, geometric, mechanism, one, private

EPS = Positive(1)


@private(epsilon=2 * EPS, neighbors=each(1))
@mechanism
def twice(a: Int[0, 3]):
    yield clamp(a + geometric(exp(-EPS)), 0, 3)
    yield clamp(a + geometric(exp(-EPS / 2)), 0, 3)


@private(epsilon=EPS, neighbors=one())
@mechanism
def hump(a: Bool):
    y = exp(-EPS)
    return flip(1 / 2 + y * (1 - y) * (1 - y)) if a else flip(1 / 2)


@private(epsilon=EPS, neighbors=one(), expect="refuted")
@mechanism
def fixed(a: Bool):
    return a if flip(exp(EPS) / (exp(EPS) + 1 / 2)) else not a
"""


@pytest.fixture
def run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):  # type: ignore[no-untyped-def]
    monkeypatch.chdir(tmp_path)

    def on(text: str, command: str, *options: str) -> Result:
        Path("m.py").write_text(text)
        return faier(capsys, command, "m.py", *options)

    return on


def test_claims_that_differ_in_pairs_only(run) -> None:  # type: ignore[no-untyped-def]
    ran = run(PAIRS, "check", "--format", "json")
    assert ran.status == 0
    ids = [result["id"] for result in ran.json["results"]]
    assert ids == [
        "m.py::m[epsilon=log(2) prior=three pairs=((0, 1),)]",
        "m.py::m[epsilon=log(2) prior=three pairs=((1, 2),)]",
        "m.py::m[epsilon=log(2) prior=three]",
    ]
    assert [result["claim"].get("pairs") for result in ran.json["results"]] == ["((0, 1),)", "((1, 2),)", None]
    told = run(PAIRS, "bound").out
    assert "given prior three and the secrets ((0, 1),): epsilon = log(2)" in " ".join(told.split())
    assert "given prior three: epsilon = log(3)" in " ".join(told.split())


def test_a_multiple_of_an_unknown_epsilon(run) -> None:  # type: ignore[no-untyped-def]
    told = " ".join(run(KNOB, "bound").out.split())
    assert "for each(1): epsilon = 3/2 * EPS (all" in told and "with EPS = 1, exp(EPS) = exp(1) (2.71828)" in told
    assert "for one(): epsilon is 0.42157017" in told and " * EPS (all" in told
    assert "for one(): no multiple of EPS is enough" in told
    twice, hump, fixed = (result["epsilon"] for result in run(KNOB, "bound", "--format", "json").json["results"])
    exact = {"exact": "3/2", "lower": 1.5, "upper": 1.5}
    assert twice == {
        "exact": "3/2 * EPS",
        "lower": None,
        "upper": None,
        "finite": True,
        "attained": True,
        "multiple": exact,
    }
    ends = hump["multiple"]
    assert hump["exact"] is None and ends["exact"] is None and hump["finite"]
    assert 0.42157 < ends["lower"] < ends["upper"] < ends["lower"] + 1e-8
    assert fixed["multiple"] == {"exact": "inf", "lower": None, "upper": None} and fixed["finite"] is False
    checked = run(KNOB, "check", "--format", "json").json["results"]
    assert [result["tight"] and result["tight"]["multiple"]["exact"] for result in checked[:1]] == ["3/2"]
    curve = run(KNOB, "bound", "--curve", "--format", "json").json["results"][0]["curve"]
    assert [(point["epsilon"]["exact"], point["epsilon_value"]) for point in curve] == [
        ("EPS", None),
        ("3/2 * EPS", None),
    ]


def test_the_same_pairs_twice_are_one_claim(run) -> None:  # type: ignore[no-untyped-def]
    ran = run(PAIRS.replace("((1, 2),)", "((0, 1),)"), "check")
    assert ran.status == 2 and "FA309" in ran.out


def test_bound_answers_for_the_deltas_of_the_claims(run) -> None:  # type: ignore[no-untyped-def]
    told = " ".join(run(DELTAS, "bound").out.split())
    assert told.count("for one()") == 2
    assert "for one() and delta 0.1: epsilon = log(52/19)" in told
    assert "for one(): no finite epsilon" in told
    other = " ".join(run(DELTAS, "bound", "--delta", "0.05").out.split())
    assert other.count("for one()") == 1 and "and delta 0.05: epsilon = log(56/19)" in other


def test_encode_has_a_query_or_says_why_not(run) -> None:  # type: ignore[no-untyped-def]
    ran = run(DELTAS, "encode")
    assert ran.status == 2
    assert ran.out.count("error[FA808]") == 2 and ran.out.count("(check-sat)") == 1
    assert "m.py:4:2" in ran.out and "m.py:5:2" in ran.out


def test_a_query_that_is_decided_already_is_a_query(run) -> None:  # type: ignore[no-untyped-def]
    text = UNKNOWN.format(secret="s").replace("return x if flip(2 / 3) else not x", "return flip(1 / 2)")
    ran = run(text, "encode")
    assert ran.status == 0 and ran.out.count("(assert false)") == 1 and "(check-sat)" in ran.out


def test_a_pair_of_secrets_is_compiled_once_with_plain_signs(run) -> None:  # type: ignore[no-untyped-def]
    ran = run(UNKNOWN.format(secret="s"), "compile", "--prior", "belief")
    assert ran.status == 0
    assert ran.out.count("secret False against True") == 1 and "secret True against False" not in ran.out
    assert "(-" not in ran.out and "(4 - p) / 6" in ran.out


@pytest.mark.parametrize("secret", ["p", "p if s else 1 - p", "(s, [2 * p])", "p * p"])
def test_a_secret_that_an_unknown_decides_is_refused(run, secret: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(UNKNOWN.format(secret=secret), "check")
    assert ran.status == 2 and "error[FA412]: the secret is" in ran.out and "m.py:7:5" in ran.out


@pytest.mark.parametrize(
    "power", ["2 ** 13000", "2 ** 13999", "3 ** 8000", "(-2) ** 13000", "2 ** -900", "0 ** 10 ** 40"]
)
def test_large_powers_are_exact(run, power: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(DELTAS.replace("if x and", f"if {power} != 5 and x and"), "check")
    assert ran.status == 0, ran.out


@pytest.mark.parametrize(
    "power", ["2 ** 14000", "7 ** 10 ** 9", "10 ** 10 ** 10", "(2 ** 999) ** (2 ** 999)", "2 ** -10 ** 9"]
)
def test_powers_that_are_too_large_are_errors(run, power: str) -> None:  # type: ignore[no-untyped-def]
    ran = run(DELTAS.replace("if x and", f"if {power} != 5 and x and"), "check")
    assert ran.status == 2 and "error[FA501]" in ran.out and "has more than 14,000 bits" in ran.out
