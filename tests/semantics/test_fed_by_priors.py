"""Priors and the mechanisms they feed, by both semantics: whole data, records one by one, assumptions, late secrets."""

from __future__ import annotations

import pytest
from flint import fmpq
from processes import forward_process
from wellformed import wellformed

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import Value, make
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore_prior

# The body of the prior begins on line 6.
HEAD = (
    "from fractions import Fraction\n"
    "from faier import Bool, Int, Probability, Public, Stream, Vector, assume, exp, flip, mechanism, prior, secret\n"
    "from faier import uniform\n"
)
ONE_BY_ONE = "n: Public[Int[0, 2]], xs: Stream[Int[0, 2]]"
COUNTED = "total = 0\nfor x in xs:\n    total += x\n    yield min(total, 2)\nyield n if flip(1 / 3) else 0"


def fed(prior: str, inputs: str, mechanism: str, unknowns: str = "") -> Program:
    believed, shown = ("".join(f"    {line}\n" for line in body.split("\n")) for body in (prior, mechanism))
    text = f"{HEAD}@prior\ndef p({unknowns}):\n{believed}\n@mechanism\ndef m({inputs}):\n{shown}"
    return parse(text, "m.py")


# The prior, the mechanism's inputs, the mechanism, and the public inputs that the prior does not give.
PRIORS: list[tuple[str, str, str, dict[str, object]]] = [
    ("s = flip(1 / 3)\nsecret(s)\nreturn 2 * s", "x: Int[0, 2]", "return x + flip(1 / 4)", {}),
    ("s = flip(1 / 3)\nsecret(s)\nreturn s", "x: Int[0, 2]", "return x if flip(1 / 4) else 1", {}),
    ("s = flip(1 / 3)\nsecret(s)\nreturn s", "x: Bool", "return x if flip(1 / 4) else 1", {}),
    (
        "s = flip(1 / 3)\nsecret(s)\nreturn uniform(1, 2), s",
        "n: Public[Int[0, 2]], x: Int[0, 2]",
        "return x + n + flip(1 / 4)",
        {},
    ),
    ("s = flip(1 / 3)\nsecret(s)\nreturn s", "n: Public[Int[0, 2]], x: Int[0, 2]", "return x + n", {"n": 2}),
    ("s = flip(1 / 3)\nsecret(s)\nreturn [s, 2 * s]", "xs: Vector[Int[0, 2], 2]", "return xs", {}),
    (
        "s = flip(1 / 3)\nsecret(s)\nreturn (s, not s), flip(1 / 2)",
        "xs: Vector[Bool, 2], x: Int[0, 1]",
        "yield xs[0]\nyield x",
        {},
    ),
    ("s = uniform(0, 2)\nassume(s != 1 or flip(1 / 2))\nsecret(s)\nreturn s", "x: Int[0, 2]", "return x > 0", {}),
    ("s = uniform(0, 2)\nsecret('low' if s == 0 else 'high')\nreturn s", "x: Int[0, 2]", "return x % 2", {}),
    ("s = uniform(0, 1)\nsecret((s, [s / 2], Fraction(1, 3)))\nreturn s", "x: Int[0, 2]", "return x", {}),
    ("s = uniform(0, 1)\nsecret(0.5 if s else Fraction(1, 2))\nreturn s", "x: Int[0, 2]", "return x", {}),
    (
        "s = flip(1 / 2)\nwhile flip(1 / 3):\n    assume(s or flip(1 / 2))\nsecret(s)\nreturn s",
        "x: Int[0, 1]",
        "return x",
        {},
    ),
    ("s = flip(1 / 3)\nsecret(s)\nyield s\nyield 2 * s", ONE_BY_ONE, COUNTED, {"n": 1}),
    ("s = flip(1 / 3)\nyield s\nsecret(s)\nif s:\n    yield flip(1 / 2)", ONE_BY_ONE, COUNTED, {"n": 2}),
    ("s = flip(1 / 3)\nsecret(s)\nif s:\n    yield s", ONE_BY_ONE, COUNTED, {"n": 0}),
    # The mechanism stops before the prior has told its secret, and an assumption comes later still.
    (
        "a = flip(1 / 3)\nyield a\nb = flip(1 / 4)\nyield b\nsecret(a == b)\nassume(a or flip(1 / 2))",
        "xs: Stream[Int[0, 2]]",
        "for x in xs:\n    return x if flip(1 / 2) else 0",
        {},
    ),
    (
        "s = flip(1 / 3)\nsecret(s)\nfor _ in range(2):\n    yield (s, flip(1 / 2))",
        "xs: Stream[Vector[Int[0, 1], 2]]",
        "for a, b in xs:\n    yield a if flip(1 / 2) else b",
        {},
    ),
    (
        "s = flip(1 / 3)\nyield s\nwhile flip(1 / 2):\n    s = not s\nsecret(s)",
        "xs: Stream[Bool], n: Public[Bool]",
        "for at, (x, y) in enumerate(zip(xs, [1, 2])):\n    yield at + y\n    yield x == n",
        {"n": True},
    ),
]


@pytest.mark.parametrize(("prior", "inputs", "mechanism", "public"), PRIORS)
def test_secrets_and_outputs_have_the_same_odds(
    prior: str, inputs: str, mechanism: str, public: dict[str, object]
) -> None:
    tree = fed(prior, inputs, mechanism)
    given = {name: make(value) for name, value in public.items()}
    found = denote.joint(tree, "m", "p", {}, given)
    process = explore_prior(tree, "m", "p", {}, Limits())
    wellformed(process)
    assert {secret for secret, _ in process.finals} == set(found)
    for at, (secret, _) in enumerate(process.finals):
        for output, weight in found[secret].items():
            assert forward_process(process, given, *output, secret=at) == weight


# The prior, the mechanism's inputs, the code and the line (None: the two semantics name different places).
REFUSED: list[tuple[str, str, str, int | None]] = [
    ("for _ in range(0):\n    secret(1)\nreturn 1", "x: Int[0, 2]", "FA311", None),
    ("if flip(1 / 2):\n    secret(1)\nreturn 1", "x: Int[0, 2]", "FA311", None),
    ("secret(1)\nif flip(1 / 2):\n    secret(2)\nreturn 1", "x: Int[0, 2]", "FA311", 8),
    ("secret(1)\nreturn uniform(2, 3)", "x: Int[0, 2]", "FA310", None),
    ("secret(1)\nreturn [0, 3]", "xs: Vector[Int[0, 2], 2]", "FA310", None),
    ("secret(1)\nreturn [0, 1, 1]", "xs: Vector[Int[0, 2], 2]", "FA310", None),
    ("secret(1)\nreturn 1, 1", "x: Int[0, 2]", "FA310", None),
    ("secret(1)\nreturn 1", "x: Bool", "FA310", None),
    ("secret(1)\nreturn 1, 2, 1", "n: Public[Int[0, 2]], x: Int[0, 2]", "FA310", None),
    ("secret(1)\nyield uniform(2, 3)", "xs: Stream[Int[0, 2]]", "FA310", None),
    ("secret(1)\nyield 1", "xs: Stream[Bool]", "FA310", None),
    ("secret(1)\nyield 0\nwhile True:\n    pass", "xs: Stream[Int[0, 2]]", "FA406", None),
    ("secret(1)\nassume(1 // uniform(0, 1) > 0)\nreturn 1", "x: Int[0, 2]", "FA402", 7),
]


@pytest.mark.parametrize(("prior", "inputs", "code", "line"), REFUSED)
def test_priors_that_are_refused(prior: str, inputs: str, code: str, line: int | None) -> None:
    mechanism = "for x in xs:\n    yield flip(1 / 2)" if "Stream" in inputs else "return flip(1 / 2)"
    tree = fed(prior, inputs, mechanism)
    public: dict[str, Value] = {"n": 1} if "n:" in inputs else {}
    with pytest.raises(Failure) as denoted:
        denote.joint(tree, "m", "p", {}, public)
    with pytest.raises(Rejected) as explored:
        explore_prior(tree, "m", "p", {}, Limits())
    (found,) = explored.value.diagnostics
    assert denoted.value.code == found.code == code
    if line is not None:
        assert denoted.value.span is not None
        assert denoted.value.span.line == found.span.line == line


def test_what_a_prior_gives_must_suit_the_mechanism() -> None:
    for prior, inputs, message in (
        ("secret(1)\nyield 1", "x: Int[0, 2]", "takes no Stream"),
        ("secret(1)\nreturn 1", "xs: Stream[Int[0, 2]]", "yield|returns its data"),
        ("secret(1)\nyield 1", "xs: Stream[Int[0, 2]], x: Int[0, 2]", "gives no value for x"),
    ):
        mechanism = "for x in xs:\n    yield flip(1 / 2)" if "Stream" in inputs else "return flip(1 / 2)"
        with pytest.raises(Rejected, match=message) as caught:
            explore_prior(fed(prior, inputs, mechanism), "m", "p", {}, Limits())
        assert caught.value.diagnostics[0].code == "FA310"


def test_an_unknown_is_no_secret() -> None:
    for secret in ("q", "[1, (q, 2)]", "(exp(1), q + 1)"):
        tree = fed(f"secret({secret})\nreturn flip(q)", "x: Int[0, 1]", "return x", unknowns="q: Probability")
        with pytest.raises(Rejected) as caught:
            explore_prior(tree, "m", "p", {}, Limits())
        assert [item.code for item in caught.value.diagnostics] == ["FA412"]
    tree = fed("secret(exp(1))\nreturn flip(q)", "x: Int[0, 1]", "return x", unknowns="q: Probability")
    ((_, weights),) = explore_prior(tree, "m", "p", {}, Limits()).finals
    assert set(weights) == {fmpq(1)}
