"""Claims about Renyi divergences against closed forms, and against sums by mpmath over random tables."""

from __future__ import annotations

import json
import math
import random
from fractions import Fraction
from itertools import permutations
from pathlib import Path
from typing import Any

import asked
import mpmath
import pytest
from command_line import faier
from json_schema import faults

from faier.answers.answer import Asked, Exact, Promised
from faier.deciding import by_measure
from faier.deciding.replay import Mismatch
from faier.engines.verdict import Proved, Refuted, Undecided
from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.claim import Concentrated, Renyi
from faier.limits import Limits
from faier.report.schemas import schema
from faier.versions.difference import _weaker

HEAD = """\
from faier import (
    Bool, Int, Stream, each, flip, gaussian, geometric, laplace, log, mechanism, one, prior, private, secret,
)


"""
RESPONSE = """\
@mechanism
def response(x: Bool):
    return x if flip(3 / 4) else not x
"""


def decided(body: str, *claims: str) -> list[Any]:
    text = HEAD + "".join(f"@private({claim})\n" for claim in claims) + body
    program = parse(text, "m.py")
    return [asked.check(program, claim, limits=Limits()) for claim in program.claims]


def verdicts(body: str, *claims: str) -> list[str]:
    return [type(found).__name__.lower() for found in decided(body, *claims)]


def around(value: mpmath.mpf, part: float = 1e-7) -> tuple[str, str]:
    """A number a little above, and one a little below."""
    return tuple(repr(Fraction(float(value) * (1 + sign * part)).limit_denominator(10**12)) for sign in (1, -1))  # type: ignore[return-value]


def told_apart(body: str, value: mpmath.mpf, claim: str, part: float = 1e-7) -> None:
    above, below = (number.replace("Fraction", "").strip("()").replace(", ", " / ") for number in around(value, part))
    assert verdicts(body, claim.format(above), claim.format(below)) == ["proved", "refuted"], claim


def divergence(p: list[mpmath.mpf], q: list[mpmath.mpf], alpha: mpmath.mpf) -> mpmath.mpf:
    if any(a > 0 and b == 0 for a, b in zip(p, q, strict=True)):
        return mpmath.inf
    total = mpmath.fsum(a**alpha * b ** (1 - alpha) for a, b in zip(p, q, strict=True) if a > 0)
    return mpmath.log(total) / (alpha - 1)


def table(dice: random.Random) -> list[list[Fraction]]:
    """A distribution of three outputs for each of three inputs."""
    rows = []
    for _ in range(3):
        weights = [dice.randint(1, 9) for _ in range(3)]
        if dice.random() < 0.2:
            weights[dice.randrange(3)] = 0
        rows.append([Fraction(weight, sum(weights)) for weight in weights])
    return rows


def as_mechanism(rows: list[list[Fraction]]) -> str:
    lines = ["@mechanism", "def shown(x: Int[0, 2]):"]
    for number, row in enumerate(rows):
        rest = 1 - row[0]
        lines += [f"    if x == {number}:"]
        lines += [f"        if flip({row[0].numerator} / {row[0].denominator}):", "            return 0"]
        share = row[1] / rest if rest else Fraction(1)
        lines += [f"        return 1 if flip({share.numerator} / {share.denominator}) else 2"]
    return "\n".join([*lines, "    return 3", ""])


@pytest.mark.parametrize("seed", range(12))
def test_random_tables(seed: int) -> None:
    dice = random.Random(seed)
    rows, alpha = table(dice), dice.choice([Fraction(2), Fraction(3), Fraction(3, 2), Fraction(7, 3), Fraction(40)])
    order = mpmath.mpf(alpha.numerator) / alpha.denominator
    laws = [[mpmath.mpf(p.numerator) / p.denominator for p in row] for row in rows]
    near = [(p, q) for p, q in permutations(range(3), 2) if abs(p - q) == 1]
    worst = max(divergence(laws[p], laws[q], order) for p, q in near)
    claim = f"renyi=({alpha}, {{}}), neighbors=each(1)"
    body = as_mechanism(rows)
    if worst == mpmath.inf:
        (found,) = decided(body, claim.format(1000))
        assert isinstance(found, Refuted)
        assert found.witness.ratio is None
        assert verdicts(body, "zcdp=1000, neighbors=each(1)") == ["refuted"]
        return
    if worst == 0:
        return
    told_apart(body, worst, claim)
    orders = [1 + mpmath.mpf(2) ** (k / mpmath.mpf(8)) for k in range(-120, 60)]
    rho = max(divergence(laws[p], laws[q], order) / order for p, q in near for order in orders)
    told_apart(body, rho, "zcdp={}, neighbors=each(1)", 1e-3)


@pytest.mark.parametrize("alpha", ["2", "3", "3 / 2", "40"])
def test_randomized_response(alpha: str) -> None:
    order = mpmath.mpf(eval(alpha))
    p = [mpmath.mpf(3) / 4, mpmath.mpf(1) / 4]
    told_apart(RESPONSE, divergence(p, p[::-1], order), f"renyi=({alpha}, {{}}), neighbors=each(1)")


def test_the_divergence_itself_is_enough() -> None:
    claims = ["renyi=(2, log(7 / 3)), neighbors=each(1)", "renyi=(2, log(7 / 3) - 1 / 10 ** 40), neighbors=each(1)"]
    assert verdicts(RESPONSE, *claims) == ["proved", "refuted"]
    count = "@mechanism\ndef count(x: Int[0, 2]):\n    return x + gaussian(2)\n"
    claims = ["renyi=(5 / 2, 5 / 16)", "renyi=(5 / 2, 5 / 16 - 1 / 10 ** 6)", "zcdp=1 / 8", "zcdp=1 / 8 - 1 / 10 ** 6"]
    found = verdicts(count, *(f"{claim}, neighbors=each(1)" for claim in claims))
    assert found == ["proved", "refuted", "proved", "refuted"]


def test_at_the_end_of_rho_nothing_is_told() -> None:
    """Of randomized response the divergence over the order rises to log(3) / 2 as the order falls to 1."""
    (found,) = decided(RESPONSE, "zcdp=log(3) / 2, neighbors=each(1)")
    assert isinstance(found, Undecided)
    assert "does not tell it from the claim" in found.reason


@pytest.mark.parametrize(("alpha", "part"), [("2", 1e-7), ("3", 1e-7), ("5 / 2", 1e-7)])
def test_laplace_noise(alpha: str, part: float) -> None:
    order = mpmath.mpf(eval(alpha))
    total = order * mpmath.exp(order - 1) + (order - 1) * mpmath.exp(-order)
    body = "@mechanism\ndef count(x: Int[0, 2]):\n    return x + laplace(1)\n"
    truth = mpmath.log(total / (2 * order - 1)) / (order - 1)
    told_apart(body, truth, f"renyi=({alpha}, {{}}), neighbors=each(1)", part)


@pytest.mark.parametrize("alpha", ["2", "7 / 3"])
def test_geometric_noise(alpha: str) -> None:
    order, base = mpmath.mpf(eval(alpha)), mpmath.mpf(1) / 3

    def chance(k: int) -> mpmath.mpf:
        return (1 - base) / (1 + base) * base ** abs(k)

    total = mpmath.fsum(chance(k) ** order * chance(k - 1) ** (1 - order) for k in range(-150, 150))
    body = "@mechanism\ndef count(x: Int[0, 2]):\n    return x + geometric(1 / 3)\n"
    told_apart(body, mpmath.log(total) / (order - 1), f"renyi=({alpha}, {{}}), neighbors=each(1)")


BELIEF = """\
@prior
def friends():
    a = flip(1 / 2)
    b = a if flip(9 / 10) else not a
    secret(a)
    return (1 if a else 0) + (1 if b else 0)


"""


def test_secrets_of_a_prior() -> None:
    """Given the secret what is shown is a mixture of two normal laws."""

    def density(x: mpmath.mpf, at: int) -> mpmath.mpf:
        return mpmath.npdf(x, at, 1)

    def product(x: mpmath.mpf) -> mpmath.mpf:
        one, other = 9 * density(x, 2) + density(x, 1), 9 * density(x, 0) + density(x, 1)
        return one**2 / other / 10

    truth = mpmath.log(mpmath.quad(product, [-20, -5, 0, 2, 5, 8, 30]))
    body = "@mechanism\ndef count(n: Int[0, 2]):\n    return n + gaussian(1)\n"
    for sign, verdict in ((1, Proved), (-1, Refuted)):
        rho = Fraction(float(truth) * (1 + sign * 1e-6)).limit_denominator(10**9)
        text = f"{HEAD}{BELIEF}@private(renyi=(2, {rho}), prior=friends)\n{body}"
        program = parse(text, "m.py")
        found = asked.check(program, program.claims[0])
        assert isinstance(found, verdict)
    assert isinstance(found, Refuted)
    assert found.witness.diverged is not None
    assert found.witness.diverged.lower is not None
    assert abs(nearest_float(found.witness.diverged.lower) - float(truth)) < 1e-9
    assert {dict(found.witness.left)["secret"], dict(found.witness.right)["secret"]} == {True, False}


def test_where_the_tails_make_it_infinite() -> None:
    body = """\
@mechanism
def count(x: Bool):
    if x:
        return laplace(2)
    return laplace(1 / 2)
"""
    assert verdicts(body, "renyi=(3 / 2, 10), neighbors=each(1)", "zcdp=5, neighbors=each(1)") == ["refuted"] * 2
    assert verdicts(body, "renyi=(6 / 5, 10), neighbors=each(1)") == ["proved"]


def test_what_is_not_followed_is_undecided() -> None:
    stream = "@mechanism\ndef shown(xs: Stream[Bool]):\n    for x in xs:\n        yield flip(1 / 2)\n"
    endless = "@mechanism\ndef shown(x: Bool):\n    while flip(1 / 2):\n        yield x\n"
    claims = ["zcdp=1, neighbors=each(1)", "renyi=(5 / 2, 1), neighbors=each(1)"]
    assert verdicts(endless, *claims) == ["undecided"] * 2
    assert verdicts(stream, *claims) == ["proved"] * 2
    shared = "@mechanism\ndef shown(x: Int[0, 2]):\n    n = laplace(1)\n    return (x + n, x + laplace(1) + n)\n"
    assert verdicts(shared, "zcdp=1/2, neighbors=each(1)") == ["undecided"]


def test_streams_are_refuted_at_any_order_and_proved_by_the_tight_epsilon(monkeypatch: pytest.MonkeyPatch) -> None:
    """Answers of a coin of 3/4: 0.5493 is their rho, and 0.9150 their divergence of order 5/2."""
    coin = "@mechanism\ndef shown(xs: Stream[Bool]):\n    for x in xs:\n        yield x if flip(3 / 4) else not x\n"
    claims = [f"{claim}, neighbors=one()" for claim in ("zcdp=0.55", "zcdp=0.54", "renyi=(5 / 2, 0.916)")]
    claims += ["renyi=(5 / 2, 0.914), neighbors=one()"]
    assert verdicts(coin, *claims) == ["proved", "refuted", "proved", "refuted"]
    never = "@mechanism\ndef shown(xs: Stream[Bool]):\n    for x in xs:\n        yield x and flip(1 / 2)\n"
    assert verdicts(never, "zcdp=5, neighbors=one()", "renyi=(3 / 2, 9), neighbors=one()") == ["refuted"] * 2
    monkeypatch.setattr("faier.deciding.exceeding_streams.exceeds", lambda *_: True)
    assert verdicts(coin, claims[0], claims[2]) == ["proved"] * 2


@pytest.mark.parametrize(
    "body", [RESPONSE, "@mechanism\ndef f(x: Bool):\n    return (1 if x else 0) + geometric(1 / 3)\n"]
)
@pytest.mark.parametrize("noise", ["", "gaussian"])
def test_what_is_not_found_twice_is_not_told(body: str, noise: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where the first computation says that more is lost than is, the second one does not agree."""
    monkeypatch.setattr(by_measure, "exceeds", lambda *_: True)
    monkeypatch.setattr("faier.deciding.plan.by_loss", lambda *_: None)  # a third one would prove it
    monkeypatch.setattr("faier.deciding.measured_again.FAR", 40)
    if noise:
        body = "@mechanism\ndef f(x: Int[0, 2]):\n    return x + gaussian(2)\n"
    if body == RESPONSE:
        with pytest.raises(Mismatch):
            decided(body, "renyi=(2, 1), neighbors=each(1)")
        return
    assert verdicts(body, "renyi=(2, 2), neighbors=each(1)") == ["undecided"]


def test_a_file_with_other_claims(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any) -> None:
    monkeypatch.chdir(tmp_path)
    claims = [
        "renyi=(2, 1 / 2), neighbors=each(1), expect='refuted'",
        "epsilon=log(3), neighbors=each(1)",
        "zcdp=1, neighbors=each(1), name='all orders'",
    ]
    Path("m.py").write_text(HEAD + "".join(f"@private({claim})\n" for claim in claims) + RESPONSE)
    outputs = ["--output", "html=m.html", "--output", "json=m.json", "--output", "text=m.txt"]
    assert faier(capsys, "check", "m.py", "--no-cache", "--certificates", "out", *outputs).status == 0
    document = json.loads(Path("m.json").read_text())
    page = Path("m.html").read_text()
    assert "the Renyi divergence of order 2 of the outputs is at most 1 / 2" in page
    assert "the Renyi divergence of order 2 is log(7/3) = 0.8472978603; the claim allows 1/2" in page
    assert "renyi=(2, 1 / 2) neighbors=each(1)" in Path("m.txt").read_text()
    assert faults(document, schema("check")) == []
    first, second, third = document["results"]
    assert (first["claim"]["epsilon"], first["claim"]["delta"]) == (None, None)
    assert first["claim"]["renyi"] == {"alpha": "2", "rho": "1 / 2", "rho_value": 0.5}
    assert first["witness"]["renyi"]["exact"] == "log(7/3)"
    assert (first["witness"]["renyi"]["allowed"], first["engine"]) == ("1/2", "outputs")
    assert second["claim"]["epsilon"] == "log(3)"
    assert third["claim"]["zcdp"] == {"rho": "1", "rho_value": 1.0}
    assert [one["certificate"]["evidence"] for one in document["results"]] == [True, True, True]
    assert faier(capsys, "verify", "out", "m.py").status == 0
    bounds = faier(capsys, "bound", "m.py", "--format", "json", "--no-cache").json["results"]
    assert [bound["epsilon"]["exact"] for bound in bounds] == ["log(3)"]
    judged = faier(capsys, "certify", "m.py::response", "--left", "True", "--right", "False", "--output", "True")
    assert judged.out.count("no violation") == 1


def test_what_asks_for_an_epsilon_says_that_there_is_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    monkeypatch.chdir(tmp_path)
    text = HEAD + "BASE = 1 / 2\n\n\n@private(zcdp=1, neighbors=each(1))\n@mechanism\n"
    Path("m.py").write_text(text + "def count(x: Int[0, 2]):\n    return x + geometric(BASE)\n")
    event = ["--left", "0", "--right", "1", "--output", "1"]
    for command in (["calibrate", "m.py::count", "--vary", "BASE"], ["certify", "m.py::count", *event]):
        refused = faier(capsys, *command)
        assert refused.status == 2
        assert "no epsilon is claimed of count" in refused.out


def test_promises_are_read_exactly() -> None:
    text = HEAD + "@private(renyi=(3 / 2, log(2) + 1), neighbors=each(1))\n@private(zcdp=0.1, neighbors=each(1))\n"
    first, second = parse(text + RESPONSE, "m.py").claims
    assert isinstance(first.promise, Renyi)
    assert (str(first.promise.alpha), first.promise.rho.text) == ("3/2", "1 + log(2)")
    assert isinstance(second.promise, Concentrated)
    assert second.promise.rho.text == "1/10"
    with pytest.raises(TypeError, match="has no epsilon"):
        _ = first.budget


def test_versions_compare_what_is_promised_of_the_same_orders() -> None:
    def asked_of(promised: Promised | None, *exact: str) -> Asked:
        return Asked("m.py", 1, 0, "m", "", Exact("", math.nan), "0", "each(1)", None, exact=exact, promised=promised)

    half, one = Exact("1/2", 0.5), Exact("1", 1.0)
    second = asked_of(Promised(half, "2"), "1/2", "2")
    assert _weaker(second, asked_of(Promised(one, "2"), "1", "2")) == 1
    assert _weaker(second, second) == 0
    assert _weaker(second, asked_of(Promised(half, "3"), "1/2", "3")) is None
    assert _weaker(second, asked_of(None, "1/2", "0")) is None
    assert _weaker(asked_of(Promised(one), "1", ""), asked_of(Promised(half), "1/2", "")) == -1


def test_a_claim_is_recorded_where_the_file_is_run() -> None:
    space: dict[str, Any] = {}
    exec(
        HEAD + "@private(renyi=(2, 1 / 2), neighbors=each(1))\n@private(zcdp=1, neighbors=each(1))\n" + RESPONSE, space
    )
    first, second = space["response"].__claims__
    assert (first["renyi"], "epsilon" in first, "delta" in first) == ((2, 0.5), False, False)
    assert second["zcdp"] == 1
