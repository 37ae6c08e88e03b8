"""A certificate -> every way to change one number or one structural element of it, and what a change that stays
valid says: the same statement, a weaker one, or one that nobody proved."""

from __future__ import annotations

import ast
import copy
import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import asked
import optima

from faier.deciding.least_of_all import first_points, problem_of
from faier.deciding.query_laws import mean_law, query_laws
from faier.deciding.question import question_of
from faier.engines.verdict import Proved, Refuted
from faier.exact import Undecidable, compare_epsilon, rational
from faier.lang import parse
from faier.lang.claim import Claim
from faier.lang.diagnostics import Rejected
from faier.lang.program import Program
from faier.limits import seconds

DROP = object()
PARTS = ("epsilon", "delta", "neighbors", "prior", "pairs", "renyi", "zcdp")
TWICE = "\u0000again"


@dataclass(frozen=True)
class Change:
    """`path` is the element that was changed, `how` in one word, `text` the certificate after it."""

    path: tuple[Any, ...]
    how: str
    text: str


def changes(text: str) -> Iterator[Change]:
    same = written(json.loads(text))
    return (change for change in _changes(json.loads(text)) if change.text != same)


def _changes(document: Any) -> Iterator[Change]:
    for path in paths(document):
        value = at(document, path)
        for how, replaced in replacements(value):
            yield Change(path, how, written(put(document, path, replaced)))
        owner = at(document, path[:-1])
        if isinstance(owner, list):
            doubled = [*owner[: path[-1]], value, *owner[path[-1] :]]
            yield Change(path, "doubled", written(put(document, path[:-1], doubled)))
            other = (path[-1] + 1) % len(owner)
            if owner[other] != value:
                swapped = list(owner)
                swapped[path[-1]], swapped[other] = owner[other], value
                yield Change(path, "swapped", written(put(document, path[:-1], swapped)))
        else:
            yield Change(path, "doubled", written(put(document, path[:-1], {**owner, path[-1] + TWICE: value})))


def replacements(value: Any) -> Iterator[tuple[str, Any]]:
    yield "dropped", DROP
    yield "nested", [value]
    yield "nested", {"x": value}
    yield "nested deeply", deep(value)
    for other in (None, True, 0, -1, "", "1/2", [], {}):
        if other != value or type(other) is not type(value):
            yield "retyped" if type(other) is not type(value) else "changed", other
    match value:
        case bool():
            yield "changed", not value
        case int():
            for number in (value + 1, value - 1, 2 * value, -value, 10**4000):
                if number != value:
                    yield "changed", number
            yield "retyped", f"{value}/1"
        case str():
            yield from (("changed", other) for other in texts(value) if other != value)
        case list():
            yield "changed", value[::-1]
            yield "changed", [*value, 0]
            yield "retyped", dict(enumerate(value))
        case dict():
            yield "changed", {**value, "more": 1}
            yield "retyped", list(value.values())


def texts(value: str) -> Iterator[str]:
    top, slash, bottom = value.partition("/")
    if slash and top.lstrip("-").isdigit() and bottom.isdigit():
        p, q = int(top), int(bottom)
        for one, other in ((p + 1, q), (p - 1, q), (2 * p, q), (p, 2 * q), (p, q + 1), (-p, q), (p, 0), (0, q)):
            yield f"{one}/{other}"
        yield top
    yield value + "0"
    yield value[:-1]
    yield value + " + 1"
    if any(character.isdigit() for character in value):
        place = next(number for number, character in enumerate(value) if character.isdigit())
        yield value[:place] + str((int(value[place]) + 1) % 10) + value[place + 1 :]


def deep(value: Any) -> Any:
    for _ in range(250):
        value = [value]
    return value


def judged(original: str, change: Change, source: str) -> str | None:
    """What a change that stayed valid says; None: a statement that was not proved, or that faier does not confirm."""
    before, after = json.loads(original), json.loads(change.text)
    if before["verdict"] == "least error":
        return "no less error, by the simplex method" if _least(after, source) else None
    if change.path == ("file", "path"):
        return "the path is a hint"
    statement, other = told(before), told(after)
    if statement == other:
        evidence = before["evidence"]
        if change.path[0] != "evidence":
            return "the same expression, written differently"
        part = [step for step in change.path[1:] if isinstance(step, str)] or ["all of it"]
        kinds = [evidence["kind"]]
        if evidence["kind"] == "bounds" and len(change.path) > 2:
            kinds.append(evidence["proofs"][change.path[2]]["kind"] if isinstance(change.path[2], int) else "")
            part = part[1:] or ["proofs"]
        return f"other evidence for the same statement: {' '.join(kinds)}, {'.'.join(part[:1])}"
    length = after["length"]
    shorter = type(length) is int and length >= 0 and (before["length"] is None or length < before["length"])
    if statement | {"length": length} == other and before["verdict"] == "proved":
        if shorter:
            return "the same about fewer outputs"
        return "the same about more outputs, which faier proves too" if _decided(after, source) else None
    if statement["claim"] | {"decorator": None} == other["claim"] and statement | {"claim": other["claim"]} == other:
        return "the same claim as if it came from a command line"
    if statement | {"claim": statement["claim"] | _epsilon(other)} == other and other["claim"]["decorator"] is None:
        if before["evidence"]["kind"] in ("growth", "cells"):
            return "growth is evidence against every epsilon"
        if before["verdict"] == "proved" and _greater(before, after, source):
            return "the same claim with a greater epsilon"
    if other["claim"]["decorator"] is None and _decided(after, source):
        return "another claim of a command line, which faier decides the same way"
    return None


def _epsilon(statement: dict[str, Any]) -> dict[str, Any]:
    return {name: statement["claim"][name] for name in ("decorator", "epsilon")}


def _greater(before: Any, after: Any, source: str) -> bool:
    try:
        (_, one), (_, other) = (_asked(document, source) for document in (before, after))
        return compare_epsilon(other.budget.epsilon, one.budget.epsilon) >= 0
    except (Rejected, Undecidable):
        return False


def _asked(document: Any, source: str) -> tuple[Program, Claim]:
    """The claim that is stated, as faier reads it."""
    claim, at = document["claim"], document["claim"]["decorator"]
    given = [f"{name}={claim[name]}" for name in PARTS if claim.get(name)]
    head, middle, tail = source.rpartition(f"@mechanism\ndef {claim['mechanism']}(")
    text = source if at is not None else f"{head}@private({', '.join(given)})\n{middle}{tail}"
    program = parse(text, "m.py", document["set"])
    claims = [item for item in program.claims if item.subject.mechanism == claim["mechanism"]]
    return program, claims[-1 if at is None else at]


def _least(document: Any, source: str) -> bool:
    """Whether no table of the outputs that are stated has less error, by an exact solution of the linear program."""
    program, claim = _asked(document, source)
    question, limits = question_of(program, claim), seconds(60)
    laws, evidence = query_laws(question, limits), document["evidence"]
    outputs = tuple(map(rational, evidence["outputs"]))
    parameters = evidence["weights"]["parameters"] if isinstance(evidence["weights"], dict) else None
    points = [{"p": rational(parameters["p"])}] if parameters else first_points(question)
    mean = mean_law(laws, points[0], limits) if parameters is not None else None
    problem, _ = problem_of(laws, points, outputs, None if mean is None else mean.law)
    return rational(evidence["error"]) <= rational(optima.least_error(problem))


def _decided(document: Any, source: str) -> bool:
    """Whether faier, which shares no code with the checker, comes to the verdict about the claim that is stated."""
    try:
        program, stated = _asked(document, source)
        verdict = asked.check(program, stated, asked.Approach(length=document["length"]), seconds(60))
    except Rejected:
        return False
    wanted = Proved if document["verdict"] == "proved" else Refuted
    return isinstance(verdict, wanted) and (wanted is Refuted or document["length"] is not None or verdict.coverage.all)


def told(document: Any) -> dict[str, Any]:
    """What a certificate states, in which the spelling of expressions does not matter."""
    claim = {
        name: ast.dump(ast.parse(value, mode="eval")) if isinstance(value, str) and name != "mechanism" else value
        for name, value in document["claim"].items()
    }
    keys = ("format", "set", "verdict", "length")
    return {key: document[key] for key in keys} | {"claim": claim, "sha256": document["file"]["sha256"]}


def put(document: Any, path: tuple[Any, ...], value: Any) -> Any:
    """A copy in which the element is another one, or is gone."""
    if not path:
        return value
    made = copy.copy(document)
    if value is DROP and len(path) == 1:
        del made[path[0]]
    else:
        made[path[0]] = put(made[path[0]], path[1:], value)
    return made


def at(document: Any, path: tuple[Any, ...]) -> Any:
    for step in path:
        document = document[step]
    return document


def paths(value: Any, here: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inside in items:
        yield (*here, step)
        yield from paths(inside, (*here, step))


def written(document: Any) -> str:
    return json.dumps(document).replace(json.dumps(TWICE)[1:-1], "")
