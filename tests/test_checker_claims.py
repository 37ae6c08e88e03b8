"""Claims whose tight factor is known: the checker takes a proof and no refutation there, and below it the other way."""

from __future__ import annotations

import hashlib
import json
from fractions import Fraction
from typing import Any

import pytest

from faier.checker import FORMAT, Result, check

WORDS = (
    "Bool, Int, Positive, Probability, Public, Real, Stream, Vector, assume, categorical, clamp, each, edges, exp, flip, "
    "geometric, log, mechanism, one, pairs, prior, private, secret, total, uniform, where"
)
HEAD = f"from fractions import Fraction\nfrom faier import {WORDS}\n\n"
ENUMERATION = {"kind": "enumeration", "boxes": {}}


def judged(source: str, verdict: str, evidence: dict[str, Any], length: int | None = None, **claim: str | None) -> Result:
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


def secrets(left: object, right: object, parameters: dict[str, Any] | None = None, public: Any = None) -> dict[str, Any]:
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
        f"        b = a\n    return {noisy('b')}\n",
        {"neighbors": "one()"},
        3,
        output(0, True) | inputs(YES, NO),
    ),
    "an entry that some runs read later, and show early": (
        ONE + f"    early = flip(1 / 2)\n    yield {noisy('a')} if early else False\n    yield 2 if early else {noisy('a')}\n",
        {"neighbors": "one()"},
        3,
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
        "    return a if flip(1 - Fraction(1, limit + 1)) else not a\n",
        {"neighbors": "one()"},
        3,
        output(3, True) | inputs({"limit": 3, "a": True}, {"limit": 3, "a": False}),
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
        STREAM + f"    n = 0\n    for a in s:\n        yield {noisy('a')}\n        n += 1\n        if n == 2:\n            break\n",
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
        STREAM + f"    late = flip(1 / 2)\n    n = 0\n    if late:\n        yield 0\n    for a in s:\n        if not late:\n"
        f"            yield 0\n        return {noisy('a')}\n",
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
        "@prior\ndef p(r: Probability, q: Real[1 / 4, 3 / 4]):\n    x = flip(r)\n    secret(x)\n    return x or flip(q)\n\n\n"
        + ONE
        + f"    return {noisy('a')}\n",
        {"prior": "p"},
        Fraction(5, 2),
        output(False) | secrets(False, True, {"r": "1/3", "q": "1/4"}),
    ),
    "a belief that is conditioned": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    y = flip(1 / 2)\n    assume(x or y)\n    secret(x)\n    return y\n\n\n"
        + ONE
        + f"    return {noisy('a')}\n",
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
    "a belief beside a public input": (
        FAIR + "@mechanism\ndef m(limit: Public[Int[1, 3]], a: Bool):\n    yield limit\n"
        "    return a if flip(1 - Fraction(1, limit + 1)) else not a\n",
        {"prior": "p"},
        3,
        output(3, True) | secrets(True, False, public={"limit": 3}),
    ),
    "a belief about two inputs": (
        "@prior\ndef p():\n    x = flip(1 / 2)\n    secret(x)\n    return x, not x\n\n\n"
        + TWO
        + f"    yield {noisy('a')}\n    yield {noisy('b')}\n",
        {"prior": "p"},
        9,
        output(True, False) | secrets(True, False),
    ),
}  # fmt: skip


@pytest.mark.parametrize("name", TIGHT)
def test_a_tight_factor(name: str) -> None:
    source, claim, ratio, witness = TIGHT[name]
    less = ratio - Fraction(1, 10**6)
    assert proof(source, epsilon=f"log(Fraction({ratio}))".replace("/", ","), **claim) == "valid"
    assert proof(source, epsilon=f"log(Fraction({less}))".replace("/", ","), **claim) == "invalid"
    assert refutation(source, witness, epsilon=f"log(Fraction({ratio}))".replace("/", ","), **claim) == "invalid"
    assert refutation(source, witness, epsilon=f"log(Fraction({less}))".replace("/", ","), **claim) == "valid"


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
        FAIR.replace("1 / 2", "1 / 10") + ONE + "    return categorical(3, 2, 1, 0) if a else categorical(1, 1, 4, 4)\n",
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
}  # fmt: skip


@pytest.mark.parametrize("name", DELTAS)
def test_a_least_delta(name: str) -> None:
    source, claim, delta, witness = DELTAS[name]
    less = str(delta - Fraction(1, 10**6))
    assert proof(source, delta=str(delta), **claim) == "valid"
    assert proof(source, delta=less, **claim) == "invalid"
    assert refutation(source, witness, delta=str(delta), **claim) == "invalid"
    assert refutation(source, witness, delta=less, **claim) == "valid"
