"""What a certificate claims, read from the file's own decorators or from the texts of a command line."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from fractions import Fraction

from .budgets import Epsilon, at_least_zero
from .document import Fields
from .language import WORDS, File, Function, constant, expression
from .operations import number_of
from .outcome import Hole, Invalid


@dataclass(frozen=True)
class Claim:
    """Exactly one of `neighbors` and `prior` is given; `pairs` are expressions of the file."""

    mechanism: Function
    epsilon: Epsilon
    delta: Fraction
    neighbors: ast.expr | None
    prior: Function | None
    pairs: ast.expr | None
    words: dict[str, str]  # the words that its expressions may use


def claim_of(file: File, data: object) -> Claim:
    """`decorator` is the place of the claim among those above its mechanism, top first; null for a command line."""
    given = Fields(data, "the claim")
    name, place = given.text("mechanism"), given.take("decorator")
    texts = {key: given.text_or_null(key) for key in ("epsilon", "delta", "neighbors", "prior", "pairs")}
    given.finish()
    function = file.functions.get(name)
    if function is None or function.kind != "mechanism":
        raise Invalid("the file has no mechanism of this name")
    if place is None:
        words = {word: word for word in WORDS | {"Fraction"} if word not in file.constants}
        file = replace(file, words=words)
    else:
        _same_as_written(file, name, place, texts)
    parts = {key: None if text is None else expression(text) for key, text in texts.items()}
    return _claim(file, function, parts)


def _same_as_written(file: File, name: str, place: object, texts: dict[str, str | None]) -> None:
    claims = file.claims.get(name, [])
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(claims):
        raise Invalid("the mechanism has no claim at this place")
    written = {item.arg: item.value for item in claims[place].keywords}
    if claims[place].args or None in written or len(written) != len(claims[place].keywords):
        raise Hole("a claim is not written with keywords")
    for key, text in texts.items():
        one = None if text is None else ast.dump(expression(text))
        other = ast.dump(written[key]) if key in written else None
        if one != other:
            raise Invalid(f"the file claims another {key}")


def _claim(file: File, function: Function, parts: dict[str, ast.expr | None]) -> Claim:
    epsilon, delta, prior = parts["epsilon"], parts["delta"], parts["prior"]
    if epsilon is None or (parts["neighbors"] is None) == (prior is None):
        raise Invalid("a claim has an epsilon, and either neighbors or a prior")
    believed = None
    if prior is not None:
        believed = file.functions.get(prior.id) if isinstance(prior, ast.Name) else None
        if believed is None or believed.kind != "prior":
            raise Invalid("the file has no prior of this name")
    budget = _epsilon(constant(file, epsilon))
    if not at_least_zero(budget):
        raise Hole("a negative epsilon")
    allowed = Fraction(0) if delta is None else number_of(constant(file, delta))
    if not isinstance(allowed, Fraction) or not 0 <= allowed <= 1:
        raise Hole("a delta that is not between 0 and 1")
    if parts["pairs"] is not None and believed is None:
        raise Invalid("pairs are for a prior")
    return Claim(function, budget, allowed, parts["neighbors"], believed, parts["pairs"], file.words)


def _epsilon(value: object) -> Epsilon:
    if isinstance(value, Epsilon):
        return value
    number = number_of(value)
    if not isinstance(number, Fraction):
        raise Hole("an epsilon that is neither rational nor made of logarithms")
    return Epsilon(number)
