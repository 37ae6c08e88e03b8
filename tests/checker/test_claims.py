"""Claims whose tight factor is known: the checker takes a proof and no refutation there, and below it the other way."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any

import pytest

from faier.certificate.covers import covers
from faier.checker import FORMAT, Result, check
from faier.checker.claims import claim_of
from faier.checker.compared import compared
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget
from faier.limits import seconds

WORDS = (
    "Bool, Int, Positive, Probability, Public, Real, Stream, Vector, assume, categorical, clamp, "
    "each, edges, exp, flip, "
    "geometric, log, mechanism, one, pairs, prior, private, secret, total, uniform, where"
)
HEAD = f"from fractions import Fraction\nfrom faier import {WORDS}\n\n"
ENUMERATION = {"kind": "enumeration", "boxes": {}}


def judged(
    source: str, verdict: str, evidence: dict[str, Any], length: int | None = None, **claim: str | None
) -> Result:
    text = HEAD + source
    empty = dict.fromkeys(("decorator", "delta", "neighbors", "prior", "pairs"))
    certificate = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": empty | {"mechanism": "m"} | claim,
        "verdict": verdict,
        "length": length,
        "evidence": evidence,
    }
    return check(json.dumps(certificate).encode(), text.encode(), 20_000)


def proof(source: str, length: int | None = None, **claim: str | None) -> str:
    return judged(source, "proved", ENUMERATION, length, **claim).answer


def output(*shown: object, ended: bool = True) -> dict[str, Any]:
    return {"outputs": [{"shown": list(shown), "ended": ended}]}


def refutation(source: str, evidence: dict[str, Any], **claim: str | None) -> str:
    return judged(source, "refuted", {"kind": "violation", "at_epsilon": None} | evidence, **claim).answer


def noisy(name: str) -> str:
    return f"({name} if flip(3 / 4) else not {name})"


def inputs(left: dict[str, Any], right: dict[str, Any]) -> dict[str, Any]:
    return {"left": left, "right": right}


def secrets(
    left: object, right: object, parameters: dict[str, Any] | None = None, public: Any = None
) -> dict[str, Any]:
    return {"left": left, "right": right, "parameters": parameters or {}, "public": public or {}}


ONE = "@mechanism\ndef m(a: Bool):\n"
TWO = "@mechanism\ndef m(a: Bool, b: Bool):\n"
THREE = "@mechanism\ndef m(v: Vector[Bool, 3]):\n"
STREAM = "@mechanism\ndef m(s: Stream[Bool]):\n"
NUMBER = "@mechanism\ndef m(x: Int[0, 3]):\n"
YES, NO = {"a": True}, {"a": False}
FAIR = "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    return x\n\n\n"

# The program, its claim, the tight factor, and outputs and sides that show it is no smaller.
TIGHT: dict[str, tuple[str, dict[str, str], Fraction | int, dict[str, Any]]] = {
    "a coin": (ONE + f"    return {noisy('a')}\n", {"neighbors": "one()"}, 3, output(True) | inputs(YES, NO)),
    "what is shown first": (
        ONE + f"    yield {noisy('a')}\n    yield 1\n",
        {"neighbors": "one()"},
        3,
        output(True, ended=False) | inputs(YES, NO),
    ),
    "an entry that is asked for twice": (
        ONE + f"    yield {noisy('a')}\n    yield {noisy('a')}\n",
        {"neighbors": "one()"},
        9,
        output(True, True) | inputs(YES, NO),
    ),
    "an entry that stays what it was": (
        ONE + f"    b = a\n    yield {noisy('a')}\n    yield a == b\n",
        {"neighbors": "one()"},
        3,
        output(True, True) | inputs(YES, NO),
    ),
    "an entry that some runs read later": (
        ONE + f"    early = flip(1 / 2)\n    b = 0\n    if early:\n        b = a\n    yield 0\n    if not early:\n"
        f"        b = a\n    yield {noisy('b')}\n",
        {"neighbors": "one()"},
        3,
        output(0, True) | inputs(YES, NO),
    ),
    "an entry that some runs read later, and show early": (
        ONE
        + (
            f"    early = flip(1 / 2)\n    yield {noisy('a')} if early else False\n"
            f"    yield 2 if early else {noisy('a')}\n"
        ),
        {"neighbors": "one()"},
        3,
        output(True, 2) | inputs(YES, NO),
    ),
    "a value again and again": (
        ONE + f"    b = {noisy('a')}\n    while True:\n        yield b\n        yield None\n",
        {"neighbors": "one()"},
        3,
        output(True, None, True, ended=False) | inputs(YES, NO),
    ),
    "coins for ever after": (
        ONE + f"    yield {noisy('a')}\n    while True:\n        yield flip(1 / 3)\n",
        {"neighbors": "one()"},
        3,
        output(True, False, ended=False) | inputs(YES, NO),
    ),
    "what some runs read early, and some late": (
        ONE + "    early = flip(1 / 2)\n    yield flip(3 / 16 if a else 1 / 16) if early else True\n"
        "    yield 1 if early or flip(1 / 16 if a else 3 / 16) else 2\n",
        {"neighbors": "one()"},
        Fraction(15, 13),
        output(True, 2) | inputs(YES, NO),
    ),
    "one of two inputs": (
        TWO + f"    yield {noisy('a')}\n    yield {noisy('b')}\n",
        {"neighbors": "one()"},
        3,
        output(True, True) | inputs({"a": True, "b": True}, {"a": True, "b": False}),
    ),
    "each of two inputs": (
        TWO + f"    yield {noisy('a')}\n    yield {noisy('b')}\n",
        {"neighbors": "each(1)"},
        9,
        output(True, True) | inputs({"a": True, "b": True}, {"a": False, "b": False}),
    ),
    "two of three": (
        THREE + f"    for a in v:\n        yield {noisy('a')}\n",
        {"neighbors": "total(2)"},
        9,
        output(True, True, False) | inputs({"v": [True, True, True]}, {"v": [False, False, True]}),
    ),
    "one that is named": (
        TWO + f"    yield b\n    yield {noisy('a')}\n",
        {"neighbors": "{'a': one()}"},
        3,
        output(True, True) | inputs({"a": True, "b": True}, {"a": False, "b": True}),
    ),
    "two that are named": (
        TWO + f"    yield {noisy('b')}\n    yield {noisy('a')}\n",
        {"neighbors": "{'b': each(1), 'a': one()}"},
        9,
        output(True, True) | inputs({"a": True, "b": True}, {"a": False, "b": False}),
    ),
    "a public input": (
        "@mechanism\ndef m(limit: Public[Int[1, 3]], a: Bool):\n    yield limit\n"
        "    yield a if flip(1 - Fraction(1, limit + 1)) else not a\n",
        {"neighbors": "one()"},
        3,
        output(3, True) | inputs({"limit": 3, "a": True}, {"limit": 3, "a": False}),
    ),
    "inputs of other types": (
        "@mechanism\ndef m(a: Bool, x: Int[0, 3], v: Vector[Int[4, 5], 2]):\n    if a:\n        return v[1]\n"
        "    return x if flip(1 / 2) else uniform(0, 3)\n",
        {"neighbors": "{'x': one()}"},
        5,
        output(3) | inputs({"a": False, "x": 3, "v": [4, 5]}, {"a": False, "x": 0, "v": [4, 5]}),
    ),
    "a distance": (
        NUMBER + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"neighbors": "each(2)"},
        4,
        output(True) | inputs({"x": 1}, {"x": 3}),
    ),
    "an edge": (
        NUMBER + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"neighbors": "edges((3, 0), (2, 1))"},
        8,
        output(True) | inputs({"x": 0}, {"x": 3}),
    ),
    "pairs one way": (
        NUMBER + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"neighbors": "pairs((3, 0), (2, 1))"},
        Fraction(15, 8),
        output(False) | inputs({"x": 3}, {"x": 0}),
    ),
    "where": (
        NUMBER + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"neighbors": "where(lambda one, other: other == one + 2)"},
        4,
        output(True) | inputs({"x": 0}, {"x": 2}),
    ),
    "arrivals": (
        STREAM
        + (
            f"    n = 0\n    for a in s:\n        yield {noisy('a')}\n        n += 1\n        if n == 2:\n"
            "            break\n"
        ),
        {"neighbors": "each(1)"},
        9,
        output(True, False) | inputs({"s": [True, False]}, {"s": [False, True]}),
    ),
    "an arrival that is shown with the next": (
        STREAM + f"    b, n = False, 0\n    for a in s:\n        yield {noisy('a')} if flip(1 / 2) else {noisy('b')}\n"
        "        b, n = a, n + 1\n        if n == 2:\n            break\n",
        {"neighbors": "one()"},
        4,
        output(True, True) | inputs({"s": [True, False]}, {"s": [False, False]}),
    ),
    "arrivals that are taken early or late": (
        STREAM
        + "    late = flip(1 / 2)\n    if late:\n        yield 0\n    for a in s:\n        if not late:\n"
        + f"            yield 0\n        yield {noisy('a')}\n        return\n",
        {"neighbors": "one()"},
        3,
        output(0, True) | inputs({"s": [True]}, {"s": [False]}),
    ),
    "a belief": (
        FAIR + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        3,
        output(True) | secrets(True, False),
    ),
    "a belief that is not even": (
        FAIR.replace("1 / 2", "1 / 10") + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        3,
        output(False) | secrets(False, True),
    ),
    "a belief that tells a part": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    return x or flip(1 / 2)\n\n\n"
        + ONE
        + f"    return {noisy('a')}\n",
        {"prior": "p"},
        2,
        output(False) | secrets(False, True),
    ),
    "secrets that are listed": (
        "@prior\ndef p():\n    x = uniform(0, 3)\n    secret(x)\n    return x\n\n\n"
        + NUMBER
        + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"prior": "p", "pairs": "((1, 2), (3, 2))"},
        2,
        output(True) | secrets(2, 3),
    ),
    "a belief with a parameter": (
        "@prior\ndef p(n: Int[1, 3], more: Bool):\n    x = flip(Fraction(1, n))\n    secret(x)\n"
        "    return x or (more and flip(Fraction(1, n + 1)))\n\n\n" + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        3,
        output(True) | secrets(True, False, {"n": 2, "more": False}),
    ),
    "a belief with unknowns": (
        "@prior\ndef p(r: Probability, q: Real[1 / 4, 3 / 4]):\n    x = flip(r)\n    secret(x)\n"
        "    return x or flip(q)\n\n\n" + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        Fraction(5, 2),
        output(False) | secrets(False, True, {"r": "1/3", "q": "1/4"}),
    ),
    "a belief with a parameter that leaves no trace": (
        FAIR.replace("p():", "p(q: Real[0, 1]):\n    flip(q)") + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        3,
        output(True) | secrets(True, False, {"q": "1/2"}),
    ),
    "a belief that is conditioned": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    y = flip(1 / 2)\n    assume(x or y)\n    secret(x)\n"
        "    return y\n\n\n" + ONE + f"    return {noisy('a')}\n",
        {"prior": "p"},
        2,
        output(False) | secrets(True, False),
    ),
    "a belief of arrivals": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    yield x\n    yield x\n\n\n"
        + STREAM
        + f"    for a in s:\n        yield {noisy('a')}\n    yield 5\n",
        {"prior": "p"},
        9,
        output(True, True, 5) | secrets(True, False),
    ),
    "a belief that ends by itself": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    yield x\n    yield x\n    return\n\n\n"
        + STREAM
        + f"    for a in s:\n        yield {noisy('a')}\n",
        {"prior": "p"},
        9,
        output(True, True) | secrets(True, False),
    ),
    "a belief beside a public input": (
        FAIR + "@mechanism\ndef m(limit: Public[Int[1, 3]], a: Bool):\n    yield limit\n"
        "    yield a if flip(1 - Fraction(1, limit + 1)) else not a\n",
        {"prior": "p"},
        3,
        output(3, True) | secrets(True, False, public={"limit": 3}),
    ),
    "a belief that could be taken for another": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    return int(x), 1\n\n\n"
        "@mechanism\ndef m(limit: Public[Int[0, 1]], v: Vector[Int[0, 1], 2]):\n    yield limit\n"
        "    yield v if flip(3 / 4) else [1 - v[0], 1]\n",
        {"prior": "p"},
        3,
        output(0, [1, 1]) | secrets(True, False, public={"limit": 0}),
    ),
    "a belief that goes on for ever": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    n = 0\n    while True:\n"
        "        yield x\n        n = (n + 1) % 3\n"
        "        if n == 0:\n            flip(1 / 2)\n\n\n"
        + STREAM
        + f"    n = 0\n    for a in s:\n        yield {noisy('a')}\n"
        + "        n += 1\n        if n == 2:\n            break\n",
        {"prior": "p"},
        9,
        output(True, True) | secrets(True, False),
    ),
    "a belief that may fail later": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    yield x\n"
        "    assume(x or flip(1 / 2))\n    yield x\n\n\n"
        + STREAM
        + f"    for a in s:\n        yield {noisy('a')}\n        break\n",
        {"prior": "p"},
        3,
        output(True) | secrets(True, False),
    ),
    "a belief that may fail later, in two ways": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    y = flip(1 / 2)\n    secret(x)\n    yield False\n    yield y\n"
        "    assume(x or flip(1 / 2))\n    yield x\n\n\n" + STREAM + f"    for a in s:\n        yield {noisy('a')}\n",
        {"prior": "p"},
        3,
        output(True, True, True) | secrets(True, False),
    ),
    "a belief about two inputs": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    return x, not x\n\n\n"
        + TWO
        + f"    yield {noisy('a')}\n    yield {noisy('b')}\n",
        {"prior": "p"},
        9,
        output(True, False) | secrets(True, False),
    ),
}


@pytest.mark.parametrize("name", TIGHT)
def test_a_tight_factor(name: str) -> None:
    source, claim, ratio, witness = TIGHT[name]
    less = ratio - Fraction(1, 10**6)
    assert proof(source, epsilon=f"log(Fraction({ratio}))".replace("/", ","), **claim) == "valid"
    assert proof(source, epsilon=f"log(Fraction({less}))".replace("/", ","), **claim) == "invalid"
    assert refutation(source, witness, epsilon=f"log(Fraction({ratio}))".replace("/", ","), **claim) == "invalid"
    assert refutation(source, witness, epsilon=f"log(Fraction({less}))".replace("/", ","), **claim) == "valid"


@pytest.mark.parametrize("name", [name for name in TIGHT if "unknowns" not in name])
def test_bounds_on_all_words(name: str) -> None:
    source, claim, ratio, _ = TIGHT[name]
    file = read(HEAD + source, {})
    empty = dict.fromkeys(("decorator", "delta", "neighbors", "prior", "pairs"))
    joint = Joint(file, claim_of(file, empty | {"mechanism": "m", "epsilon": "0"} | claim), Budget(20_000))
    proofs = [covers(words, (), seconds(20)) for words in compared(joint, None)]
    less = ratio - Fraction(1, 10**6)
    for factor, answer in ((ratio, "valid"), (less, "invalid")):
        epsilon = f"log(Fraction({factor}))".replace("/", ",")
        evidence = {"kind": "bounds", "proofs": proofs}
        assert judged(source, "proved", evidence, epsilon=epsilon, **claim).answer == answer


# As above; instead of a factor the claim's epsilon and the least delta.
DELTAS: dict[str, tuple[str, dict[str, str], Fraction, dict[str, Any]]] = {
    "a coin": (
        ONE + f"    return {noisy('a')}\n",
        {"neighbors": "one()", "epsilon": "log(2)"},
        Fraction(1, 4),
        output(True) | inputs(YES, NO),
    ),
    "what one side never shows": (
        ONE + "    return a and flip(1 / 4)\n",
        {"neighbors": "one()", "epsilon": "0"},
        Fraction(1, 4),
        output(True) | inputs(YES, NO),
    ),
    "a set of outputs": (
        ONE + "    return categorical(3, 2, 1, 0) if a else categorical(1, 1, 4, 4)\n",
        {"neighbors": "pairs((True, False))", "epsilon": "log(2)"},
        Fraction(1, 2) + Fraction(1, 3) - Fraction(4, 10),
        {"outputs": [{"shown": [0], "ended": True}, {"shown": [1], "ended": True}]} | inputs(YES, NO),
    ),
    "a set under a root": (
        ONE + "    return categorical(3, 2, 1, 0) if a else categorical(1, 1, 4, 4)\n",
        {"neighbors": "pairs((True, False))", "epsilon": "log(4) / 2"},
        Fraction(1, 2) + Fraction(1, 3) - Fraction(4, 10),
        {"outputs": [{"shown": [0], "ended": True}, {"shown": [1], "ended": True}]} | inputs(YES, NO),
    ),
    "a belief": (
        FAIR.replace("1 / 2", "1 / 10")
        + ONE
        + ("    return categorical(3, 2, 1, 0) if a else categorical(1, 1, 4, 4)\n"),
        {"prior": "p", "epsilon": "log(4)"},
        Fraction(4, 10),
        {"outputs": [{"shown": [3], "ended": True}]} | secrets(False, True),
    ),
    "secrets that are listed": (
        "@prior\ndef p(n: Int[1, 2]):\n    x = uniform(0, 3)\n    secret(x)\n    return x\n\n\n"
        + NUMBER
        + "    return flip(Fraction(1, 2 ** (x + 1)))\n",
        {"prior": "p", "pairs": "((1, 2), (3, 2))", "epsilon": "0"},
        Fraction(1, 8),
        output(True) | secrets(1, 2, {"n": 1}),
    ),
    "outputs of several values": (
        THREE + f"    for a in v:\n        yield {noisy('a')}\n",
        {"neighbors": "one()", "epsilon": "log(2)"},
        Fraction(1, 4),
        {"outputs": [{"shown": [True, x, y], "ended": True} for x in (True, False) for y in (True, False)]}
        | inputs({"v": [True, True, True]}, {"v": [False, True, True]}),
    ),
}


def test_a_set_of_outputs_is_for_a_delta() -> None:
    source, claim, _, witness = DELTAS["a set of outputs"]
    given = claim | {"epsilon": "0"}
    assert refutation(source, witness, delta="1 / 2", **given) == "valid"
    assert refutation(source, witness, **given) == "invalid"
    beginnings = {"outputs": [item | {"ended": False} for item in witness["outputs"]]}
    assert refutation(source, witness | beginnings, delta="1 / 2", **given) == "valid"
    mixed = {"outputs": [*beginnings["outputs"][:1], *witness["outputs"][1:]]}
    assert refutation(source, witness | mixed, delta="1 / 2", **given) == "invalid"
    over = {"outputs": [*beginnings["outputs"], {"shown": [], "ended": False}]}
    assert refutation(source, witness | over, delta="1 / 2", **given) == "invalid"
    twice = {"outputs": witness["outputs"][:1] * 2}
    assert refutation(source, witness | twice, delta="1 / 2", **given) == "invalid"


@pytest.mark.parametrize("name", DELTAS)
def test_a_least_delta(name: str) -> None:
    source, claim, delta, witness = DELTAS[name]
    less = str(delta - Fraction(1, 10**6))
    assert proof(source, delta=str(delta), **claim) == "valid"
    assert proof(source, delta=less, **claim) == "invalid"
    assert refutation(source, witness, delta=str(delta), **claim) == "invalid"
    assert refutation(source, witness, delta=less, **claim) == "valid"


# A program and its claim, why there is nothing to prove, and whether that is for sure.
NOTHING: dict[str, tuple[str, dict[str, str], str]] = {
    "no two secrets": (FAIR.replace("1 / 2", "1") + ONE + "    return 1\n", {"prior": "p"}, "invalid"),
    "no secrets that are listed": (FAIR + ONE + "    return 1\n", {"prior": "p", "pairs": "((True, 2),)"}, "invalid"),
    "no neighbors": (NUMBER + "    return 1\n", {"neighbors": "where(lambda one, other: False)"}, "invalid"),
    "no secret": ("@prior\ndef p():\n    return flip(1 / 2)\n\n\n" + ONE + "    return 1\n", {"prior": "p"}, "invalid"),
    "a secret that some runs do not tell": (
        "@prior\ndef p():\n    x = uniform(0, 2)\n    if x:\n        secret(x)\n    return True\n\n\n"
        + ONE
        + "    return 1\n",
        {"prior": "p"},
        "invalid",
    ),
    "two secrets": (
        FAIR.replace("return x", ("secret(x)\n    return x")) + ONE + "    return 1\n",
        {"prior": "p"},
        "invalid",
    ),
    "data of another type": (FAIR.replace("return x", "return 5") + ONE + "    return 1\n", {"prior": "p"}, "invalid"),
    "data for two": (FAIR.replace("return x", "return x, x") + ONE + "    return 1\n", {"prior": "p"}, "invalid"),
    "data for one": (FAIR + TWO + "    return 1\n", {"prior": "p"}, "invalid"),
    "an arrival of another type": (
        FAIR.replace("return x", "yield 5") + STREAM + "    for a in s:\n        yield 1\n",
        {"prior": "p"},
        "invalid",
    ),
    "a stream that is returned": (
        FAIR.replace("return x", "return [x]") + STREAM + "    for a in s:\n        yield 1\n",
        {"prior": "p"},
        "holey",
    ),
    "a stream that a prior is given": (
        FAIR.replace("p()", "p(q: Stream[Bool])") + ONE + "    return 1\n",
        {"prior": "p"},
        "holey",
    ),
    "a public stream": (
        FAIR + "@mechanism\ndef m(a: Bool, s: Public[Stream[Bool]]):\n    return 1\n",
        {"prior": "p"},
        "holey",
    ),
    "a prior that asks a prior": (
        FAIR + "@prior\ndef q():\n    secret(p())\n    return 1\n\n\n" + ONE + "    return 1\n",
        {"prior": "q"},
        "holey",
    ),
    "whole streams": (
        STREAM + "    for a in s:\n        yield 1\n",
        {"neighbors": "pairs(([True], [False]))"},
        "holey",
    ),
    "an endless loop": (ONE + "    while True:\n        pass\n", {"neighbors": "one()"}, "holey"),
    "relations of an input that is public": (
        "@mechanism\ndef m(a: Public[Bool], b: Bool):\n    return 1\n",
        {"neighbors": "{'a': one()}"},
        "invalid",
    ),
    "too many inputs": (
        "@mechanism\ndef m(v: Vector[Int[0, 9], 4]):\n    return 1\n",
        {"neighbors": "where(lambda one, other: True)"},
        "holey",
    ),
    "a parameter with too many values": (
        FAIR.replace("p()", "p(q: Vector[Bool, 20])") + ONE + "    return 1\n",
        {"prior": "p"},
        "holey",
    ),
    "a stream of streams": (
        "@mechanism\ndef m(s: Stream[Stream[Bool]]):\n    for a in s:\n        yield 1\n",
        {"neighbors": "one()"},
        "holey",
    ),
    "a vector of streams": (
        "@mechanism\ndef m(v: Vector[Stream[Bool], 2]):\n    return 1\n",
        {"neighbors": "one()"},
        "holey",
    ),
    "a word that is a constant of the file": (
        "X = 1\n" + ONE + "    return 1\n",
        {"neighbors": "one()", "epsilon": "X(3)"},
        "holey",
    ),
}


@pytest.mark.parametrize("name", NOTHING)
def test_claims_that_nothing_proves(name: str) -> None:
    source, claim, answer = NOTHING[name]
    for delta in (None, "1 / 2"):
        assert proof(source, **({"epsilon": "9", "delta": delta} | claim)) == answer


def test_beliefs_that_fail_once_the_mechanism_has_ended() -> None:
    """What is shown has nothing to do with the secret, which is half as likely for what is assumed later."""
    belief = (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    y = flip(1 / 2)\n    secret(x)\n    yield False\n    yield y\n"
        "    assume(x or flip(1 / 2))\n    yield x\n\n\n"
    )
    for arrivals in (1, 2):
        source = belief + STREAM + f"    n = 0\n    for a in s:\n        yield {noisy('a')}\n        n += 1\n"
        assert proof(source + f"        if n == {arrivals}:\n            break\n", epsilon="0", prior="p") == "valid"


def test_edges_between_rows_that_are_read_leaf_by_leaf() -> None:
    source = "@mechanism\ndef m(v: Vector[Vector[Bool, 2], 2]):\n    return v[0][0]\n"
    assert proof(source, epsilon="9", neighbors="edges((True, False))") == "holey"


def test_a_word_that_is_a_constant_of_the_file() -> None:
    """The claim of a command line sees the file's own names before the words."""
    source = ONE + "    return 1\n"
    assert proof(source, epsilon="log(3)", neighbors="one()") == "valid"
    assert proof("Fraction_ = Fraction\n" + source, epsilon="log(3)", neighbors="one()") == "holey"
    text = HEAD.replace(", log,", ",") + "log = 5\n" + source
    sha256 = hashlib.sha256(text.encode()).hexdigest()
    for epsilon, answer in (("log", "valid"), ("log(3)", "holey")):
        empty = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
        certificate = {
            "format": FORMAT,
            "file": {"path": "m.py", "sha256": sha256},
            "set": {},
            "claim": empty | {"mechanism": "m", "epsilon": epsilon, "neighbors": "one()"},
            "verdict": "proved",
            "length": None,
            "evidence": ENUMERATION,
        }
        assert check(json.dumps(certificate).encode(), text.encode()).answer == answer


LENGTHS = {
    "one value of two": (f"    yield {noisy('a')}\n    yield {noisy('a')}\n", {1: 3, 2: 9, 3: 9}),
    "an end among them": (
        f"    if flip(1 / 2):\n        yield 5\n        return\n    yield {noisy('a')}\n    yield 0\n",
        {1: 3, 2: 3},
    ),
    "what goes on for ever": (f"    while True:\n        yield {noisy('a')}\n", {1: 3, 2: 9, 3: 27}),
    "nothing that differs yet": (f"    yield 0\n    yield {noisy('a')}\n", {0: 1, 1: 1, 2: 3}),
    "whether more follows": ("    yield 0\n    if flip(3 / 4 if a else 1 / 4):\n        yield 1\n", {0: 1, 1: 3, 2: 3}),
}


@pytest.mark.parametrize("name", LENGTHS)
def test_outputs_up_to_a_length(name: str) -> None:
    body, tight = LENGTHS[name]
    for length, ratio in tight.items():
        assert proof(ONE + body, length, epsilon=f"log({ratio})", neighbors="one()") == "valid"
        if ratio > 1:
            assert proof(ONE + body, length, epsilon=f"log({ratio} - 1 / 1000)", neighbors="one()") == "invalid", length
    assert proof(ONE + body, 1, epsilon="9", neighbors="one()", delta="1 / 2") == "holey"


# Changes of `output(3, True) | secrets(True, False, public={"limit": 3})`, or of its like, with the answer.
WRONG_WITNESSES: dict[str, tuple[str, dict[str, Any], str]] = {
    "as it is": ("a belief beside a public input", {}, "valid"),
    "no public input": ("a belief beside a public input", {"public": {}}, "invalid"),
    "another public input": ("a belief beside a public input", {"public": {"limit": 2}}, "invalid"),
    "a public input of another type": ("a belief beside a public input", {"public": {"limit": 4}}, "invalid"),
    "an input that is not there": ("a belief beside a public input", {"public": {"limit": 3, "more": 1}}, "invalid"),
    "an input that is not public": ("a belief beside a public input", {"public": {"limit": 3, "a": True}}, "invalid"),
    "what a public input of another type shows": (
        "a belief beside a public input",
        {"public": {"limit": 4}} | output(4, True),
        "invalid",
    ),
    "an input of another type": ("a distance", inputs({"x": 2}, {"x": 4}), "invalid"),
    "more evidence": ("a coin", {"more": 1}, "invalid"),
    "no secret": ("a belief beside a public input", {"left": 7}, "invalid"),
    "no secret on the right": ("a belief beside a public input", {"right": 7}, "invalid"),
    "one secret": ("a belief beside a public input", {"right": 1}, "invalid"),
    "a secret by its number": ("a belief beside a public input", {"left": 1, "right": 0}, "valid"),
    "secrets that are not listed": ("secrets that are listed", {"left": 0}, "invalid"),
    "listed the other way": ("secrets that are listed", {"left": 3, "right": 2}, "invalid"),
    "too few arrivals": ("arrivals", {"left": {"s": [True]}}, "invalid"),
    "more arrivals than are read": (
        "arrivals",
        {"left": {"s": [True, False, True]}, "right": {"s": [False, True, True]}},
        "valid",
    ),
    "arrivals that are no list": ("arrivals", {"left": {"s": True}}, "invalid"),
    "an arrival of another type": ("arrivals", {"left": {"s": [True, 0]}}, "invalid"),
    "inputs of other lengths": ("arrivals", {"left": {"s": [True, False, True]}}, "invalid"),
    "more inputs than there are": ("a coin", {"left": {"a": True, "b": True}}, "invalid"),
    "no input": ("a coin", {"left": {}}, "invalid"),
    "an input that is a number": ("a coin", {"left": {"a": 1}}, "invalid"),
    "the same input": ("a coin", {"left": {"a": False}}, "invalid"),
    "the sides exchanged": ("a coin", {"left": {"a": False}, "right": {"a": True}}, "invalid"),
    "no outputs": ("a coin", {"outputs": []}, "invalid"),
    "two outputs": ("a coin", {"outputs": output(True)["outputs"] + output(False)["outputs"]}, "invalid"),
    "another output": ("a coin", output(False), "invalid"),
    "an output that is never shown": ("a coin", output(2), "invalid"),
    "an output with more": ("a coin", output(True, True), "invalid"),
    "its beginning": ("a coin", output(ended=False), "invalid"),
    "what it shows first": ("a coin", output(True, ended=False), "valid"),
    "an epsilon where none is unknown": ("a coin", {"at_epsilon": "1/1"}, "invalid"),
    "a parameter out of its range": ("a belief with unknowns", {"parameters": {"r": "1/3", "q": "1/5"}}, "invalid"),
    "a probability that is sure": ("a belief with unknowns", {"parameters": {"r": "1/1", "q": "1/4"}}, "invalid"),
    "a parameter too few": ("a belief with unknowns", {"parameters": {"r": "1/3"}}, "invalid"),
    "a parameter too many": ("a belief with unknowns", {"parameters": {"r": "1/3", "q": "1/4", "t": "1/4"}}, "invalid"),
    "a parameter that is no number": ("a belief with unknowns", {"parameters": {"r": "1/3", "q": None}}, "invalid"),
    "a parameter that is true": ("a belief with unknowns", {"parameters": {"r": True, "q": "1/4"}}, "invalid"),
    "a parameter of a finite type": ("a belief with a parameter", {"parameters": {"n": 9, "more": False}}, "invalid"),
    "a parameter that makes one secret impossible": (
        "a belief with a parameter",
        {"parameters": {"n": 1, "more": False}},
        "invalid",
    ),
}


@pytest.mark.parametrize("name", WRONG_WITNESSES)
def test_what_is_no_witness(name: str) -> None:
    place, changed, answer = WRONG_WITNESSES[name]
    source, claim, ratio, witness = TIGHT[place]
    epsilon = f"log(Fraction({ratio - Fraction(1, 10**6)}))".replace("/", ",")
    assert refutation(source, witness | changed, epsilon=epsilon, **claim) == answer


KNOB = "EPS = Positive(1)\n\n\n" + ONE


def test_a_witness_for_an_unknown_epsilon() -> None:
    source = KNOB + "    return a if flip(exp(EPS) / (1 + exp(EPS))) else not a\n"
    witness = output(True) | inputs(YES, NO)
    for epsilon, at, answer in (
        ("EPS", "1/1", "invalid"),
        ("EPS / 2", "1/1", "valid"),
        ("EPS - 1 / 100", "1/1", "holey"),
        ("EPS / 2 + 1", "2/1", "invalid"),
        ("EPS / 2 + 1", "5/2", "valid"),
        ("EPS / 2 + log(3)", "2/1", "invalid"),
        ("EPS / 2 + log(3)", "3/1", "valid"),
        ("EPS / 2", None, "holey"),
        ("EPS / 2", "0/1", "invalid"),
    ):
        assert refutation(source, witness | {("at_epsilon"): at}, epsilon=epsilon, neighbors="one()") == answer, (
            epsilon,
            at,
        )
    told = KNOB + "    flip(1 / (1 + exp(EPS)))\n    return a\n"
    for at, answer in (("1/1000", "valid"), ("0/1", "invalid"), ("-1/1", "invalid")):
        assert refutation(told, witness | {"at_epsilon": at}, epsilon="EPS", neighbors="one()") == answer
    delta = {"epsilon": "EPS / 2", "neighbors": "one()"}
    assert refutation(source, witness | {"at_epsilon": "1/1"}, delta="1 / 100", **delta) == "valid"
    assert refutation(source, witness | {"at_epsilon": "1/1"}, delta="1 / 2", **delta) == "invalid"


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ("    x = (exp(EPS) - exp(1)) / (exp(EPS) - exp(1))\n    return flip(x / 2)\n", "holey"),
        ("    x = (exp(EPS) - 2) / (exp(EPS) - 2)\n    return flip(x / 2)\n", "holey"),
        ("    x = (exp(EPS) - 2) ** -1 * (exp(EPS) - 2)\n    return flip(x / 2)\n", "holey"),
        ("    x = pow(exp(EPS) - 2, -1) * (exp(EPS) - 2)\n    return flip(x / 2)\n", "holey"),
        ("    categorical((exp(EPS) - exp(1)) ** 2, 2 * (exp(EPS) - exp(1)) ** 2)\n    return 1\n", "invalid"),
        ("    x = (exp(EPS) - 1) / (exp(EPS) - 1)\n    return flip(x / 2)\n", "valid"),
        ("    return a if flip(exp(EPS) / (exp(EPS) + exp(1))) else a\n", "invalid"),
        ("    return flip(exp(EPS) / (exp(EPS) + exp(1)))\n", "valid"),
    ],
)
def test_no_epsilon_makes_a_divisor_0(body: str, answer: str) -> None:
    """e^EPS - e is 0 for EPS = 1, and e^EPS - 2 for EPS = log(2): the unknown epsilon is any positive real."""
    assert proof(KNOB + body, epsilon="EPS", neighbors="one()") == answer


@pytest.mark.parametrize(
    ("constant", "epsilon", "neighbors", "answer"),
    [
        ("1 / (exp(EPS) - 2)", "EPS", "one()", "holey"),
        ("[1 / (exp(EPS) - k) for k in range(3)]", "EPS", "one()", "holey"),
        ("pow(exp(EPS) - 2, -1)", "EPS", "one()", "holey"),
        ("1 / (exp(EPS) - 1)", "EPS", "one()", "valid"),
        ("1", "(exp(EPS) - 2) / (exp(EPS) - 2)", "one()", "holey"),
        ("1", "EPS", "each(int((exp(EPS) - 2) / (exp(EPS) - 2)))", "holey"),
        ("1", "EPS", "where(lambda x, y: (exp(EPS) - 2) / (exp(EPS) - 2) == 1)", "holey"),
        ("1", "EPS", "where(lambda x, y: x != y)", "valid"),
    ],
)
def test_no_epsilon_makes_a_divisor_of_a_constant_or_a_claim_0(
    constant: str, epsilon: str, neighbors: str, answer: str
) -> None:
    """Where it is 0, Python raises before any mechanism runs."""
    source = f"{KNOB}    return flip(1 / 2)\n\n\nK = {constant}\n"
    assert proof(source, epsilon=epsilon, neighbors=neighbors) == answer
