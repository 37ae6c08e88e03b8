"""What a certificate claims, read from the file's own decorators or from the texts of a command line."""

from __future__ import annotations

import ast
from dataclasses import dataclass, replace
from fractions import Fraction

from .budgets import Epsilon, at_least_zero
from .document import Fields
from .expressions import operator_of
from .file import WORDS, File, Function, Type
from .forms import Form
from .held import Float
from .language import constant, expression
from .linking import meant
from .moving import has_cell
from .operations import binary, call, equal, negative, number_of, positive
from .outcome import Hole, Invalid
from .relation import fits, listed_pairs, rules_of
from .stated import Stated, plain
from .values import List

# Keywords of claims about Renyi divergences.
MEASURES = ("renyi", "zcdp")


@dataclass(frozen=True)
class Measure:
    """A Renyi divergence of the order is at most rho; without one that of each order is at most rho times it."""

    alpha: Fraction | None
    rho: Epsilon


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
    place: int | None = None  # among the claims above its mechanism
    measure: Measure | None = None  # in place of an epsilon, which is then 0


def stated(data: object, settings: dict[str, str], length: int | None) -> Stated:
    """What is claimed, before it is held against the file."""
    name, place, texts = _given(data)
    shown = {key: None if text is None else plain(text) for key, text in texts.items()}
    return Stated(name, shown, settings, length, place is None)


def known(said: Stated | None, file: File, claim: Claim) -> Stated | None:
    """The same with what the file tells of it."""
    if said is None:
        return None
    if claim.place is not None:
        written = {item.arg: item.value for item in file.claims[claim.mechanism.name][claim.place].keywords}
        match written.get("expect", ast.Constant("proved")):
            case ast.Constant(value=str() as expected):
                said = replace(said, expected=expected)
    inside = claim.place is not None and not said.settings
    unknown = None if file.epsilon is None else file.epsilon.rpartition(":")[2]
    said = replace(said, unknown=unknown, of_the_file=inside)
    if claim.measure is not None:
        return replace(said, alpha=claim.measure.alpha, rho=claim.measure.rho)
    return replace(said, epsilon=claim.epsilon, delta=claim.delta)


def claim_of(file: File, data: object) -> Claim:
    """`decorator` is the place of the claim among those above its mechanism, top first; null for a command line."""
    name, place, texts = _given(data)
    function = file.functions.get(name)
    if function is None or function.kind != "mechanism" or ":" in name:
        raise Invalid("the file has no mechanism of this name")
    if place is None:
        words = {word: word for word in WORDS | {"Fraction"} if word not in file.constants}
        file = replace(file, words=words)
    else:
        _same_as_written(file, name, place, texts)
    parts = {key: None if text is None else meant(file.lent, expression(text)) for key, text in texts.items()}
    measure, parts = _promised(file, parts)
    return replace(_claim(file, function, parts), place=place if isinstance(place, int) else None, measure=measure)


def _given(data: object) -> tuple[str, object, dict[str, str | None]]:
    given = Fields(data, "the claim")
    name, place = given.text("mechanism"), given.take("decorator")
    texts = {key: given.text_or_null(key) for key in ("epsilon", "delta", "neighbors", "prior", "pairs")}
    measured: dict[str, str | None] = {key: given.text(key) for key in MEASURES if key in given.data}
    given.finish()
    return name, place, measured | texts


def every_claim(file: File) -> None:
    """Every claim that is written above a mechanism says something, and each another thing."""
    for name, calls in file.claims.items():
        said: set[str] = set()
        for made in calls:
            parts: dict[str, ast.expr | None] = dict.fromkeys(("epsilon", "delta", "neighbors", "prior", "pairs"))
            given = {item.arg or "": item.value for item in made.keywords}
            require(file, _claim(file, file.functions[name], _promised(file, {**parts, **given})[1]))
            saying = sorted(given.keys() & {*parts, *MEASURES})
            told = given.get("name", ast.Tuple([given[key] for key in saying], ast.Load()))
            said.add(ast.unparse(told))
        if len(said) < len(calls):
            raise Hole("a claim is made twice")


def _promised(file: File, given: dict[str, ast.expr | None]) -> tuple[Measure | None, dict[str, ast.expr | None]]:
    """What a claim bounds in place of an epsilon, if it does, and the rest of it: that compares the same as for any."""
    measures = {key: node for key in MEASURES if (node := given.get(key)) is not None}
    if not measures:
        return None, given
    if len(measures) > 1 or given.get("epsilon") is not None or given.get("delta") is not None:
        raise Invalid("a claim has an epsilon, or bounds a Renyi divergence")
    ((key, rho),) = measures.items()
    alpha: Fraction | None = None
    if key == "renyi":
        if not isinstance(rho, ast.Tuple) or len(rho.elts) != 2:
            raise Hole("a Renyi divergence without an order and a number")
        order, rho = number_of(_exact(constant(file, rho.elts[0]))), rho.elts[1]
        if not isinstance(order, Fraction) or order <= 1:
            raise Hole("an order that is not above 1")
        alpha = order
    found = _epsilon(_followed(file, rho))
    if found.rate or not at_least_zero(found):
        raise Hole("a bound of a Renyi divergence that is negative, or unknown")
    return Measure(alpha, found), given | {"epsilon": ast.Constant(0)}


def _same_as_written(file: File, name: str, place: object, texts: dict[str, str | None]) -> None:
    claims = file.claims.get(name, [])
    if isinstance(place, bool) or not isinstance(place, int) or not 0 <= place < len(claims):
        raise Invalid("the mechanism has no claim at this place")
    written = {item.arg: item.value for item in claims[place].keywords}
    if claims[place].args or None in written or len(written) != len(claims[place].keywords):
        raise Hole("a claim is not written with keywords")
    for key, text in texts.items():
        one = None if text is None else ast.dump(meant(file.lent, expression(text)))
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
    budget = _epsilon(_followed(file, epsilon))
    if not at_least_zero(budget):
        raise Hole("a negative epsilon")
    allowed = Fraction(0) if delta is None else number_of(_exact(constant(file, delta)))
    if not isinstance(allowed, Fraction) or not 0 <= allowed <= 1:
        raise Hole("a delta that is not between 0 and 1")
    if parts["pairs"] is not None and believed is None:
        raise Invalid("pairs are for a prior")
    return Claim(function, budget, allowed, parts["neighbors"], believed, parts["pairs"], file.words)


def require(file: File, claim: Claim) -> None:
    """What a claim compares can be compared."""
    function, prior = claim.mechanism, claim.prior
    if not any(item.type is not None and not item.type.public for item in function.inputs):
        raise Hole("a mechanism without a private input")
    if prior is not None and prior.yields and not function.streams:
        raise Hole("a prior that yields, for a mechanism without a stream")
    if claim.pairs is not None and any(equal(one, other) for one, other in listed_pairs(constant(file, claim.pairs))):
        raise Invalid("a secret is compared with itself")
    if claim.neighbors is not None:
        _require_neighbors(file, function, claim.neighbors)


def _followed(file: File, node: ast.expr) -> object:
    """The exact value of an epsilon, which no float is taken for: followed down to numbers, logarithms and EPS."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() as operator, right=right):
            below = _followed(file, right)
            if isinstance(operator, ast.Div) and isinstance(below, Form):
                file.divisors.append(below)
            found = binary(operator_of(operator), _followed(file, left), below)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            found = (negative if isinstance(sign, ast.USub) else positive)(_followed(file, operand))
        case ast.Call(func=function, args=[argument], keywords=[]) if file.word(function) == "log":
            found = call("log", [_exact(constant(file, argument))], {})
        case _:
            found = constant(file, node)
    return _exact(found)


def _exact(value: object) -> object:
    if isinstance(value, bool):
        raise Hole("a number is expected")
    return Fraction(value) if isinstance(value, Float) else value


def _require_neighbors(file: File, function: Function, node: ast.expr) -> None:
    """What a relation lists is what inputs may be."""
    types = {item.name: item.type for item in function.inputs if item.type is not None}
    for rule in rules_of(file, function, node):
        named = [types[name] for name in rule.inputs]
        if rule.distance is not None and not all(map(_measured, named)):
            raise Hole("a distance between these inputs")
        entries = [type_.item if type_.item is not None else type_ for type_ in named]
        if rule.kind == "added" and named[0].kind != "records":
            raise Hole("records are added to something else than records")
        if rule.kind in ("pairs", "where") and any(type_.kind == "stream" for type_ in named):
            raise Hole("whole inputs of a stream are compared")
        if rule.kind == "moves":
            if not all(has_cell(named[0], cell) for pair in rule.listed for cell in pair):
                raise Hole("what a relation lists is no cell")
            continue
        for pair in rule.listed:
            one, other = (_as_lists(item) for item in pair)
            if equal(one, other):
                raise Hole("an input is compared with itself")
            if rule.kind == "edges":
                possible = any(fits(one, entry) and fits(other, entry) for entry in entries)
            elif len(named) == 1:
                possible = fits(one, named[0]) and fits(other, named[0])
            else:
                possible = all(
                    isinstance(item, tuple) and len(item) == len(named) and all(map(fits, item, named))
                    for item in (one, other)
                )
            if not possible:
                raise Hole("what a relation lists is no input")


def _measured(type_: Type) -> bool:
    """Whether all leaves are integers or Booleans, none a Boolean beside 0 or 1."""
    if type_.item is not None:
        return _measured(type_.item)
    if type_.kind == "record":
        return all(field.public or _measured(field) for field in type_.fields)
    values = type_.values
    mixed = any(isinstance(value, bool) for value in values) and any(
        not isinstance(value, bool) and value in (0, 1) for value in values
    )
    return all(isinstance(value, int) for value in values) and not mixed


def _as_lists(value: object) -> object:
    return List(map(_as_lists, value)) if isinstance(value, tuple) else value


def _epsilon(value: object) -> Epsilon:
    if isinstance(value, Epsilon):
        return value
    number = number_of(value)
    if not isinstance(number, Fraction):
        raise Hole("an epsilon that is neither rational nor made of logarithms")
    return Epsilon(number)
