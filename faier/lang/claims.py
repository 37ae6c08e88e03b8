"""`@private(...)` -> `Claim`."""

from __future__ import annotations

import ast
from typing import Literal

from flint import fmpq

from faier.lang import constants, relations
from faier.lang.budgets import read_concentrated, read_delta, read_epsilon, read_renyi
from faier.lang.claim import Budget, Claim, Measure, Neighbors, Prior, Subject
from faier.lang.names import File, Signature, suggestion
from faier.lang.syntax import Parameter, StreamType
from faier.lang.values import Value, show_value
from faier.lang.written import written

_KEYWORDS = ("epsilon", "delta", "renyi", "zcdp", "neighbors", "prior", "pairs", "expect", "name")
PROMISES = ("epsilon", "renyi", "zcdp")


def read_claim(file: File, call: ast.Call, mechanism: str, parameters: tuple[Parameter, ...]) -> Claim | None:
    """The claim that one decorator makes; None when it is wrong, which is reported."""
    found = len(file.problems.found)
    given = _keywords(file, call)
    neighbors, prior = given.get("neighbors"), given.get("prior")
    understood = len(file.problems.found) == found  # an argument that was not may be the one that is missing
    promises = [name for name in PROMISES if name in given]
    if understood and not promises:
        file.error("FA301", call, "the claim has no epsilon", "write @private(epsilon=log(2), ...)")
    if len(promises) > 1:
        file.error("FA313", call, f"the claim has both {promises[0]}= and {promises[1]}=", "write a claim for each")
    if "delta" in given and promises and "epsilon" not in given:
        file.error("FA313", given["delta"], f"a delta goes with epsilon=, not with {promises[0]}=", "leave it out")
    if (understood or neighbors) and (neighbors is None) == (prior is None):
        both = "both neighbors= and prior=" if neighbors is not None else "neither neighbors= nor prior="
        file.error("FA301", call, f"the claim has {both}", "give exactly one: neighbors=each(1), or prior=NAME")
    promise = _promise(file, given)
    relation = None if neighbors is None else relations.read_relation(file, neighbors, parameters)
    prior_name = None if prior is None else _prior(file, prior, parameters)
    if "pairs" in given and prior is None:
        message = "`pairs=` restricts the secrets of a prior"
        file.error("FA307", given["pairs"], message, "for inputs write neighbors=pairs((x, y), ...)")
    secrets = _secret_pairs(file, given["pairs"]) if "pairs" in given else None
    expect = _expected(file, given["expect"]) if "expect" in given else "proved"
    name = _name(file, given["name"]) if "name" in given else None
    if len(file.problems.found) > found or promise is None:
        return None
    against: Neighbors | Prior | None = None  # whatever is wrong with it is told already
    if neighbors is not None and relation is not None:
        against = Neighbors(relation, written(file, neighbors))
    elif prior_name is not None:
        against = Prior(prior_name, secrets, written(file, given["pairs"]) if "pairs" in given else None)
    return Claim(Subject(mechanism, against, file.source.span(call)), promise, expect, name)


def _promise(file: File, given: dict[str, ast.expr]) -> Budget | Measure | None:
    """What may be lost; None when it is wrong, or missing, which is reported."""
    if "renyi" in given:
        return read_renyi(file, given["renyi"])
    if "zcdp" in given:
        return read_concentrated(file, given["zcdp"])
    epsilon = read_epsilon(file, given["epsilon"]) if "epsilon" in given else None
    delta = read_delta(file, given["delta"]) if "delta" in given else fmpq(0)
    if epsilon is None or delta is None:
        return None
    return Budget(
        epsilon, written(file, given["epsilon"]), delta, written(file, given["delta"]) if "delta" in given else "0"
    )


def _keywords(file: File, call: ast.Call) -> dict[str, ast.expr]:
    for argument in call.args:
        hint = "write @private(epsilon=..., neighbors=...)"
        file.error("FA301", argument, "`@private` takes its arguments by name", hint)
    given: dict[str, ast.expr] = {}
    for keyword in call.keywords:
        if keyword.arg is None:
            file.error("FA301", keyword, "`**` is not part of the language", "write the arguments out")
        elif keyword.arg not in _KEYWORDS:
            hint = suggestion(keyword.arg, _KEYWORDS) or f"it takes {', '.join(_KEYWORDS)}"
            file.error("FA301", keyword, f"`@private` has no argument `{keyword.arg}`", hint)
        elif keyword.arg in given:
            file.error("FA301", keyword, f"`{keyword.arg}` is given twice")
        else:
            given[keyword.arg] = keyword.value
    return given


def _prior(file: File, node: ast.expr, parameters: tuple[Parameter, ...]) -> str | None:
    if not isinstance(node, ast.Name):
        file.error("FA306", node, "`prior=` names a function declared with @prior", "write prior=NAME")
        return None
    signature = file.signatures.get(node.id)
    if signature is None:
        if node.id not in file.broken:
            _unknown_prior(file, node)
        return None
    if signature.kind != "prior":
        hint = f"put @prior above `def {node.id}`"
        file.error("FA306", node, f"`{node.id}` is not a prior, but a {signature.kind}", hint)
        return None
    _check_shape(file, node, signature, parameters)
    return signature.name


def _unknown_prior(file: File, node: ast.Name) -> None:
    if node.id in file.later:
        message = f"the prior `{node.id}` is used before it is defined"
        file.error("FA204", node, message, "move the prior above the mechanism")
        return
    priors = [name for name, signature in file.signatures.items() if signature.kind == "prior"]
    hint = suggestion(node.id, priors) or (
        f"the priors are {', '.join(priors)}" if priors else "declare one with @prior"
    )
    file.error("FA306", node, f"there is no prior `{node.id}`", hint)


def _check_shape(file: File, node: ast.Name, prior: Signature, parameters: tuple[Parameter, ...]) -> None:
    hidden = [parameter for parameter in parameters if not parameter.public]
    if not hidden:
        file.error("FA305", node, "the mechanism has no input that is not public: there is nothing to protect")
    elif prior.yields and not any(isinstance(item.type, StreamType) for item in parameters):
        if any(item.type is None for item in hidden):
            return  # whether that one is a Stream is not known: what is wrong with its type is told already
        message = f"`{prior.name}` yields records, but the mechanism reads no Stream"
        hint = f"return the data, or take a Stream: {hidden[0].name}: Stream[...], with the type of a record"
        file.error("FA306", node, message, hint)


def _secret_pairs(file: File, node: ast.expr) -> tuple[tuple[Value, Value], ...] | None:
    constant = constants.evaluate(file, node, "`pairs=`")
    if constant is None:
        return None
    pairs = relations.pairs_of(constant.value)
    if not pairs:
        file.error("FA307", node, "`pairs=` lists pairs of secrets", "write pairs=((0, 1), (1, 2))")
        return None
    for left, right in pairs:
        if left == right:
            file.error("FA307", node, f"the secret {show_value(left)} is compared with itself")
            return None
    return pairs


def _expected(file: File, node: ast.expr) -> Literal["proved", "refuted"]:
    match node:
        case ast.Constant(value="proved"):
            return "proved"
        case ast.Constant(value="refuted"):
            return "refuted"
    file.error("FA308", node, "`expect=` is a verdict", 'write expect="proved" or expect="refuted"')
    return "proved"


def _name(file: File, node: ast.expr) -> str | None:
    match node:
        case ast.Constant(value=str(name)) if name.strip():
            if not any(0xD800 <= ord(character) < 0xE000 for character in name):
                return name
    file.error("FA308", node, "`name=` is a string that is not empty", 'write name="first claim"')
    return None
