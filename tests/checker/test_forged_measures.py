"""Forged certificates: about the least error, climbing towards more than is true, and about Renyi divergences."""

from __future__ import annotations

import hashlib
import json
from decimal import Decimal, localcontext
from fractions import Fraction
from random import Random

import pytest
from flint import fmpq
from optima import least_error

from faier.calibration.optimum.problem import Comparison, Problem
from faier.checker import FORMAT, check

HEAD = "from faier import Int, added, each, flip, geometric, log, mechanism, prior, private, secret\n\n\n"
COUNT = "@mechanism\ndef m(count: Int[0, 2]):\n    return count + geometric(1 / 2)\n"
PRIOR = (
    "@prior\ndef p():\n    far = flip(1 / 2)\n    secret(far)\n"
    "    return (2 if flip(1 / 2) else 1) if far else (1 if flip(1 / 4) else 0)\n\n\n"
)


def written(fraction: Fraction) -> str:
    return f"{fraction.numerator}/{fraction.denominator}"


def asked(source: str, claim: dict[str, object], verdict: str, evidence: dict[str, object]) -> tuple[str, str]:
    parts = dict.fromkeys(("epsilon", "delta", "neighbors", "prior", "pairs"))
    document = {
        "format": FORMAT, "file": {"path": "m.py", "sha256": hashlib.sha256(source.encode()).hexdigest()}, "set": {},
        "claim": parts | {"mechanism": "m", "decorator": 0} | claim, "verdict": verdict, "length": None,
        "evidence": evidence,
    }  # fmt: skip
    found = check(json.dumps(document).encode(), source.encode())
    return found.answer, found.reason


def law(chances: dict[int, Fraction]) -> tuple[fmpq, ...]:
    return tuple(
        fmpq(chances.get(at, Fraction(0)).numerator, chances.get(at, Fraction(1)).denominator) for at in range(3)
    )


SURE = [{at: Fraction(1)} for at in range(3)]
GIVEN = [{0: Fraction(3, 4), 1: Fraction(1, 4)}, {1: Fraction(1, 2), 2: Fraction(1, 2)}]


@pytest.mark.parametrize(("delta", "believed"), [(None, False), ("1 / 10", False), (None, True), ("1 / 10", True)])
def test_no_forged_error_is_more_than_the_least(delta: str | None, believed: bool) -> None:
    """Multipliers and weights climb as far as the checker lets them, with the factor at its least."""
    rng = Random(f"{delta} {believed}")
    laws = GIVEN if believed else SURE
    pairs = [(one, other) for one in range(len(laws)) for other in range(len(laws)) if abs(one - other) == 1]
    compared = tuple(Comparison(law(laws[one]), law(laws[other])) for one, other in pairs)
    slack = fmpq(1, 10) if delta else fmpq(0)
    true = least_error(
        Problem(tuple(map(fmpq, range(3))), tuple(map(fmpq, range(3))), compared, fmpq(2), fmpq(2), slack, None)
    )
    claim: dict[str, object] = {"epsilon": "log(2)", "delta": delta}
    claim |= {"prior": "p"} if believed else {"neighbors": "each(1)"}
    said = f"epsilon=log(2), {'prior=p' if believed else 'neighbors=each(1)'}" + (f", delta={delta}" if delta else "")
    source = f"{HEAD}{PRIOR}@private({said})\n{COUNT}"

    def sides(one: int, other: int) -> dict[str, object]:
        if believed:
            return {"left": bool(one), "right": bool(other), "parameters": {}, "public": {}}
        return {"left": {"count": one}, "right": {"count": other}}

    def evidence(numbers: list[list[Fraction]], weights: list[Fraction], error: Fraction) -> dict[str, object]:
        listed = [
            sides(*pair) | {"multipliers": [written(number) for number in row]}
            for pair, row in zip(pairs, numbers, strict=True)
        ]
        return {
            "kind": "optimum", "error": written(error), "factor": "2/1", "outputs": ["0/1", "1/1", "2/1"],
            "weights": [[written(Fraction(at)), written(weight)] for at, weight in enumerate(weights)],
            "comparisons": listed,
        }  # fmt: skip

    def valid(numbers: list[list[Fraction]], weights: list[Fraction], error: Fraction) -> bool:
        return asked(source, claim, "least error", evidence(numbers, weights, error))[0] == "valid"

    numbers = [[Fraction(0)] * 3 for _ in pairs]
    weights, reached = [Fraction(1, 3)] * 3, Fraction(0)
    assert valid(numbers, weights, reached)
    for _ in range(25):
        more = [
            [max(number + rng.choice((-1, 0, 0, 1)) * Fraction(1, 24), Fraction(0)) for number in row]
            for row in numbers
        ]
        moved = list(weights)
        one, other = rng.sample(range(3), 2)
        shift = min(moved[one], Fraction(rng.randint(0, 2), 12))
        moved[one], moved[other] = moved[one] - shift, moved[other] + shift
        higher = reached + Fraction(1, 200)
        if valid(more, moved, higher):
            numbers, weights, reached = more, moved, higher
        assert reached <= true
        assert not valid(more, moved, true + Fraction(1, 10**9))
    if not believed:
        forged = evidence(numbers, weights, reached)
        for change in (
            {"factor": "199/100"}, {"factor": "0/1"}, {"factor": "-2/1"}, {"weights": [["0/1", "1/2"]]},
            {"weights": [["7/1", "1/1"]]}, {"weights": [["0/1", "2/1"], ["1/1", "-1/1"]]}, {"outputs": []},
            {"outputs": ["0/1", "0/2", "2/1"]},
            {"comparisons": [sides(0, 2) | {"multipliers": ["0/1"] * 3}]},
            {"comparisons": [sides(0, 1) | {"multipliers": ["-1/9"] * 3}]},
        ):  # fmt: skip
            assert asked(source, claim, "least error", forged | change)[0] == "invalid"


FORGED = (
    {"kind": "enumeration", "boxes": {}},
    {"kind": "alignment", "shift": 2},
    {"kind": "shifts"},
    {"kind": "bounds", "proofs": []},
    {"kind": "violation", "outputs": [{"shown": [0], "ended": True}], "at_epsilon": None, "left": {"count": 0},
     "right": {"count": 1}},
    {"kind": "optimum", "error": "0/1", "factor": "2/1", "outputs": ["0/1"], "weights": [["0/1", "1/1"]],
     "comparisons": [{"left": {"count": 0}, "right": {"count": 1}, "multipliers": ["0/1"]}]},
)  # fmt: skip


@pytest.mark.parametrize("measure", ["renyi=(2, 1 / 1000)", "zcdp=1 / 1000"])
def test_evidence_about_an_epsilon_says_nothing_of_renyi_divergences(measure: str) -> None:
    source = f"{HEAD}@private({measure}, neighbors=each(1))\n{COUNT}"
    name, _, text = measure.partition("=")
    for evidence in FORGED:
        for verdict in ("proved", "refuted", "least error"):
            for epsilon in (None, "0", "1000", text, "1 / 1000"):
                claim: dict[str, object] = {"epsilon": epsilon, "neighbors": "each(1)"}
                assert asked(source, claim, verdict, evidence)[0] == "invalid"
                assert asked(source, claim | {name: text}, verdict, evidence)[0] == "invalid"
                assert asked(source, claim | {"delta": text}, verdict, evidence)[0] == "invalid"


TABLE = (
    "from faier import Int, categorical, each, mechanism, prior, private, secret\n\n\n"
    "@private({claim}, neighbors=each(2))\n@mechanism\ndef m(count: Int[0, 2]):\n"
    "    return categorical({rows}[count][0], {rows}[count][1], {rows}[count][2])\n"
)


def divergence(one: list[int], other: list[int], order: Decimal) -> Decimal:
    """By 50 digits."""
    p, q = ([Decimal(part) / sum(row) for part in row] for row in (one, other))
    with localcontext(prec=50):
        return sum(x * ((order - 1) * (x / y).ln()).exp() for x, y in zip(p, q, strict=True)).ln() / (order - 1)


def test_forged_divergences_are_told_from_true_ones() -> None:
    """A millionth above and below what 50 digits say, at whole and other orders; all orders by steps that climb."""
    rng = Random(5)
    for order in ("2", "3", "7", "3 / 2", "31 / 10"):
        rows = [[rng.randint(1, 9) for _ in range(3)] for _ in range(3)]
        top, _, bottom = order.partition(" / ")
        exact = Decimal(top) / Decimal(bottom or 1)
        pairs = [(one, other) for one in range(3) for other in range(3) if one != other]
        worst, (one, other) = max((divergence(rows[x], rows[y], exact), (x, y)) for x, y in pairs)
        for rho, answers in (
            (worst + Decimal("1e-6"), ("valid", "invalid")),
            (worst - Decimal("1e-6"), ("invalid", "valid")),
        ):
            said = f"({order}, {int(rho * 10**9)} / 1000000000)"
            source = TABLE.replace("{rows}", str(rows)).replace("{claim}", f"renyi={said}")
            claim: dict[str, object] = {"neighbors": "each(2)", "renyi": said}
            sides = {"left": {"count": one}, "right": {"count": other}}
            assert asked(source, claim, "proved", {"kind": "divergences"})[0] == answers[0]
            assert asked(source, claim, "refuted", {"kind": "divergence"} | sides)[0] == answers[1]


def test_no_orders_prove_less_than_the_least_rho() -> None:
    rows = [[6, 1, 1], [1, 6, 1], [1, 1, 6]]
    least = max(divergence(rows[0], rows[1], Decimal(at) / 64) * 64 / at for at in range(66, 640))
    rng = Random(3)
    for factor in (Decimal("1.05"), Decimal("0.9999")):
        said = f"{int(least * factor * 10**9)} / 1000000000"
        source = TABLE.replace("{rows}", str(rows)).replace("{claim}", f"zcdp={said}")
        claim: dict[str, object] = {"neighbors": "each(2)", "zcdp": said}
        steps = [sorted({written(Fraction(rng.randint(65, 320), 64)) for _ in range(rng.randint(0, 30))}, key=Fraction)]
        steps += [[written(Fraction(64 + at, 64)) for at in range(1, 257)], [], ["2/1"]]
        found = {asked(source, claim, "proved", {"kind": "divergences", "orders": orders})[0] for orders in steps}
        assert found == ({"valid", "invalid"} if factor > 1 else {"invalid"})
