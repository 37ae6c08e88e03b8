"""The SMT engine on mechanism files: every shipped claim, random files, the binary search, written queries."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

import asked
import pytest
from asked import Approach
from flint import fmpq
from referee.generate import generate

from faier.deciding import by_solver
from faier.deciding.question import question_of
from faier.deciding.store import Store
from faier.engines.smt.solve import solve
from faier.engines.verdict import Proved, Refuted, Undecided, Verdict
from faier.exact import ONE, Epsilon, compare, from_ratio
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.lang.values import Real
from faier.limits import LimitReached, Limits, seconds

ROOT = Path(__file__).parent.parent.parent
STUDY = ROOT / "casestudies" / "hidden_markov_models"
# Beliefs about noise that is kept have weights too long for solvers: the clamped twin stands for it.
KEPT = (ROOT / "models" / "above_threshold.py", STUDY / "above_threshold_unclamped.py")
FILES = sorted(path for folder in (ROOT / "models", STUDY) for path in folder.glob("*.py") if path not in KEPT)
SOLVERS = ("z3", "cvc5")


def program_of(path: Path) -> Program:
    return parse(path.read_text(), str(path), {})


def smt(length: int | None = None, solver: str = "z3") -> Approach:
    return Approach("smt", length, solver)


def claims() -> list[object]:
    """Every fourth is tested always."""
    found = [
        pytest.param(path, number, id=f"{path.name}-{claim.subject.mechanism}-{claim.label}")
        for path in FILES
        for number, claim in enumerate(program_of(path).claims)
        if claim.budget.delta == 0
    ]
    return [
        one if at % 4 == 0 else pytest.param(*one.values, marks=pytest.mark.long, id=one.id)
        for at, one in enumerate(found)
    ]


@pytest.mark.parametrize(("path", "number"), claims())
def test_shipped_claims(path: Path, number: int) -> None:
    """Up to length 4 the solver decides as the automatic engine does, or gives a reason."""
    program = program_of(path)
    claim = program.claims[number]
    length = 4 if _endless(program, claim) else None
    found = asked.check(program, claim, smt(length), seconds(20))
    expected = asked.check(program, claim, Approach(length=length), seconds(20))
    match found:
        case Proved() | Refuted():
            assert type(found) is type(expected)
        case Undecided(reason=reason):
            assert reason


def _endless(program: Program, claim: Claim) -> bool:
    return "Stream" in str(program.function(claim.subject.mechanism).parameters)


STUDIED = [
    ("improved_noisy_max.py", "Example 6.2", Proved),
    ("improved_noisy_max.py", "Example 6.3", Refuted),
    ("improved_noisy_max.py", "Example 6.3, what holds", Proved),
    ("improved_noisy_max.py", "section 6.2.2: 1.3 holds", Proved),
    ("improved_noisy_max.py", "section 7.3.2: exactly", Proved),
    ("improved_noisy_max.py", "section 7.3.2: 1.232 is too little", Refuted),
    ("above_threshold.py", "Table 2", Refuted),
]


@pytest.mark.parametrize(("file", "name", "expected"), STUDIED)
@pytest.mark.parametrize("solver", SOLVERS)
def test_the_case_study(file: str, name: str, expected: type[Verdict], solver: str) -> None:
    """The right verdict; or for unknowns, where solvers may not come to an end, none."""
    program = program_of(STUDY / file)
    claim = next(claim for claim in program.claims if claim.name == name)
    found = asked.check(program, claim, smt(solver=solver), seconds(20))
    allowed = (expected, Undecided) if claim.subject.prior is not None and solver == "cvc5" else (expected,)
    assert isinstance(found, allowed)
    if isinstance(found, Refuted) and claim.subject.prior is not None:
        assert found.witness.parameters == tuple((f"p_{letter}", Real(fmpq(1, 2), "fraction")) for letter in "abc")


@pytest.mark.parametrize("seed", range(12))
def test_random_mechanisms(seed: int) -> None:
    """The binary search, from an interval or from nothing, ends at the exact answer."""
    written = generate(seed)
    text = written.text("1")
    program = parse(text, "mechanism.py", {})
    (claim,) = program.claims
    subject = claim.subject
    try:
        exact = asked.bound(program, subject, Approach(length=2), seconds(10))
    except Rejected:
        with pytest.raises(Rejected):
            asked.bound(program, subject, smt(2), seconds(10))
        return
    found = asked.bound(program, subject, smt(2), seconds(120))
    if exact.tight is None or found.tight is None:
        assert exact.reason or found.reason
        return
    if exact.tight.lower is None or found.tight.lower is None:
        assert exact.tight.lower is None
        assert found.tight.lower is None
        return
    assert found.reason is None
    assert found.tight.upper is not None
    assert compare(found.tight.lower, exact.tight.lower) == 0
    assert compare(found.tight.upper, exact.tight.lower) == 0


def test_the_binary_search_of_the_case_study() -> None:
    """From about [e^1.21, e^1.28], as in section 7.3.2, to the answer; and with unknowns to ends that enclose it."""
    program = program_of(STUDY / "improved_noisy_max.py")
    subject = asked.subject_of(program, "improved_noisy_max", "each(1)", None)
    interval = (fmpq(3353, 1000), fmpq(3597, 1000))
    found = asked.bound(program, subject, Approach("smt", interval=interval), seconds(60)).tight
    assert found is not None
    assert (found.lower, found.upper) == (fmpq(24, 7), fmpq(24, 7))


@pytest.mark.parametrize(("prior", "supremum"), [("contagious", fmpq(24, 7))])
def test_a_supremum_that_is_not_attained_is_enclosed(prior: str, supremum: fmpq) -> None:
    program = program_of(STUDY / "improved_noisy_max.py")
    subject = asked.subject_of(program, "improved_noisy_max", None, prior)
    found = asked.bound(program, subject, smt(), seconds(60)).tight
    assert found is not None
    assert isinstance(found.lower, fmpq)
    assert isinstance(found.upper, fmpq)
    assert ONE <= found.lower < supremum <= found.upper
    assert found.upper <= found.lower * fmpq(1_000_002, 1_000_000)
    assert found.witness is not None
    assert found.witness.ratio == found.lower


NOISE = """
from faier import Int, clamp, each, exp, geometric, mechanism, private

@private(epsilon={epsilon}, neighbors=each(1))
@mechanism
def noisy(count: Int[0, 2]):
    return clamp(count + geometric(exp(-1)), 0, 2)
"""


@pytest.mark.parametrize(
    ("epsilon", "allowed"), [("1.000001", Proved), ("0.999999", Refuted), ("1", (Proved, Undecided)), ("2", Proved)]
)
def test_noise_that_is_not_rational(epsilon: str, allowed: type[Verdict]) -> None:
    """Weights are enclosed by rationals: a claim that is exactly tight may stay undecided, and is never refuted."""
    program = parse(NOISE.format(epsilon=epsilon), "noise.py", {})
    found = asked.check(program, program.claims[0], smt(), seconds(20))
    assert isinstance(found, allowed)


def test_the_bound_of_noise_that_is_not_rational() -> None:
    program = parse(NOISE.format(epsilon="1"), "noise.py", {})
    found = asked.bound(program, program.claims[0].subject, smt(), seconds(60)).tight
    assert found is not None
    assert found.lower is not None
    assert found.upper is not None
    assert abs(from_ratio(found.lower).value - 1) < 1e-6
    assert compare(found.upper, found.lower) >= 0
    assert from_ratio(found.upper).value < 1 + 2e-6


UNREAL = """
from faier import Probability, Bool, flip, mechanism, prior, private, secret

@prior
def belief(p: Probability):
    it = flip(1 / 2)
    secret(it)
    return it if flip(2 * p) else not it

@private(epsilon=1, prior=belief)
@mechanism
def show(answer: Bool):
    return answer
"""


def test_draws_that_are_no_probabilities_are_refused() -> None:
    program = parse(UNREAL, "unreal.py", {})
    with pytest.raises(Rejected) as refused:
        asked.check(program, program.claims[0], smt(), seconds(20))
    assert refused.value.diagnostics[0].code == "FA410"


@pytest.mark.parametrize("solver", SOLVERS)
def test_written_queries_are_answered_as_the_claims_are(solver: str) -> None:
    """`faier encode`: satisfiable, in some part of it, if and only if the claim is refuted."""
    for path in (STUDY / "naive_noisy_max.py", STUDY / "geometric.py", ROOT / "models" / "randomized_response.py"):
        program = program_of(path)
        for claim in program.claims:
            text = by_solver.query(replace(question_of(program, claim), length=2), Store(), Limits())
            parts = [part.removesuffix("(check-sat)\n") for part in text.split("(reset)\n")]
            assert all("(check-sat)" not in part for part in parts)
            answers = {solve(solver, part, (), 20).answer for part in parts}
            verdict = asked.check(program, claim, Approach(length=2), seconds(20))
            assert ("sat" in answers) == isinstance(verdict, Refuted)
            assert "unknown" not in answers


def test_there_is_no_query_without_a_value_for_epsilon() -> None:
    text = NOISE.replace("exp, geometric", "Positive, exp, geometric").replace(
        "@private", "EPS = Positive(1)\n\n@private", 1
    )
    program = parse(text.format(epsilon="EPS"), "every.py", {})
    claim = program.claims[0]
    with pytest.raises(LimitReached, match="give epsilon a value"):
        by_solver.query(replace(question_of(program, claim), length=1), Store(), Limits())
    assert isinstance(asked.check(program, claim, smt(), seconds(5)), Undecided)


def test_the_engine_is_named() -> None:
    program = program_of(STUDY / "naive_noisy_max.py")
    found = asked.check(program, program.claims[0], smt(), seconds(20))
    assert found.engine == "smt"
    assert json.dumps(found.engine) == '"smt"'
    assert Epsilon() == Epsilon.rational(0)
