"""Draws of one entry's own, followed to their end: what comes of an expression, for each value that the entry may have.

The expression is run by itself for each of these values, every way that its draws can come out, which gives a law.
In two runs that differ in the entry it comes to the same outcome with chances of which one is at most so many times the
other: the greatest ratio of the two laws. So both runs are compared where it came to the same, and that costs the
logarithm of this ratio. Nothing else is told of the entry there, whatever is done with the outcome. Draws that are made
later do not depend on these but by the outcome, so ratios of several expressions are multiplied. What else the
expression mentions must be the same in both runs: known, or one of a few values, for each of which laws are compared.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import prod

from .amounts_of_rows import Alike, Atom, Entry, plain
from .budgets import unknown
from .draws import NOTHING
from .expressions import Evaluation
from .forms import ONE, Number, added, is_zero, key_of, multiplied, quotient
from .held import Float
from .machine import Machine, Needed
from .outcome import Budget, Hole
from .series import sign
from .values import List, noisy, shown_key

MOST_LAWS, MOST_APART, MOST_VALUES = 20_000, 64, 64

Key = tuple[object, ...]
Law = dict[Key, Number]


@dataclass(frozen=True)
class Lot:
    """To each value of an entry its class, and for each two classes how many times as likely an outcome may be."""

    atom: Atom
    classes: tuple[int, ...]
    ratios: Mapping[tuple[int, int], Number]


def lot(
    machine: Machine, node: ast.expr, variables: dict[str, object], inner: list[dict[str, object]], budget: Budget
) -> tuple[Lot | None, object] | None:
    """What is paid, if anything, and what the expression comes to in both runs; None if it mentions something else."""
    mentioned = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    scopes = [{name: value for name, value in scope.items() if name in mentioned} for scope in (variables, *inner)]
    differing = [value for scope in scopes for value in scope.values() if not plain(value)]
    entries = [value for value in differing if isinstance(value, Entry)]
    chosen = list({id(value): value for value in differing if isinstance(value, Alike)}.values())
    if len(entries) + sum(isinstance(value, Alike) for value in differing) != len(differing):
        return None
    if len({(entry.source.name, entry.place) for entry in entries}) > 1 or not all(one.values for one in chosen):
        return None
    rows = range(len(entries[0].given)) if entries else range(1)
    if len(rows) * prod(len(one.values) for one in chosen) > MOST_LAWS:
        raise Hole("too many draws that rows make for themselves")
    outcomes: dict[Key, object] = {}
    told: list[list[Law]] = []
    for values in product(*(one.values for one in chosen)):
        held = {id(one): value for one, value in zip(chosen, values, strict=True)}
        met: dict[Key, Law] = {}
        laws: list[Law] = []
        for at in rows:
            budget.spend(5)
            given = [_given(scope, at, held) for scope in scopes]
            key = shown_key(tuple(tuple(scope.values()) for scope in given))
            if key not in met:
                met[key] = _law(machine, node, given, outcomes)
            laws.append(met[key])
        told.append(laws)
    return _lot(entries[0], told, budget) if entries else None, _alike(list(outcomes.values()))


def _given(scope: dict[str, object], at: int, held: dict[int, object]) -> dict[str, object]:
    """The variables where the entry has one of its values."""
    found: dict[str, object] = {}
    for name, value in scope.items():
        match value:
            case Entry():
                found[name] = value.given[at]
            case Alike():
                found[name] = held[id(value)]
            case _:
                found[name] = value
    return found


def _law(machine: Machine, node: ast.expr, scopes: list[dict[str, object]], outcomes: dict[Key, object]) -> Law:
    """How likely each outcome is. Nothing else may come of it: no other variable, no noise that is kept."""
    law: Law = {}
    for (value,), weight in machine.ways(scopes[0], NOTHING, _outcome(node, scopes)):
        key = shown_key(value)
        outcomes.setdefault(key, value)
        law[key] = added(law[key], weight) if key in law else weight
    if machine.drawn or machine.leaving or machine.divided or any(map(unknown, law.values())):
        raise Hole("a draw with an unknown, of a row's own")
    total: Number = Fraction(0)
    for weight in law.values():
        total = added(total, weight)
    if not is_zero(total - ONE):
        raise Hole("draws of a row's own that are not followed to their end")
    return law


def _outcome(node: ast.expr, scopes: list[dict[str, object]]) -> Callable[[Evaluation], tuple[object]]:
    def found(by: Evaluation) -> tuple[object]:
        by.inner = [dict(scope) for scope in scopes[1:]]
        try:
            value = by.settled(by.value(node))
        except Needed:
            raise Hole("an input is read in a draw of a row's own") from None
        _, known = by.draws.settle({"": value})
        if noisy(value) or known.key != NOTHING.key:
            raise Hole("noise without bounds, of a row's own")
        for now, before in zip((by.variables, *by.inner), scopes, strict=True):
            if now.keys() != before.keys() or any(now[name] is not before[name] for name in before):
                raise Hole("a draw of a row's own that changes a variable")
        return (value,)

    return found


def _lot(entry: Entry, told: list[list[Law]], budget: Budget) -> Lot | None:
    """None where all laws are the same."""
    numbers: dict[Key, int] = {}
    firsts: list[int] = []
    classes: list[int] = []
    for at in range(len(entry.given)):
        key = tuple(tuple(sorted((repr(name), key_of(weight)) for name, weight in laws[at].items())) for laws in told)
        if key not in numbers:
            numbers[key] = len(firsts)
            firsts.append(at)
        classes.append(numbers[key])
    if len(firsts) > MOST_APART:
        raise Hole("too many laws of what a row draws for itself")
    ratios: dict[tuple[int, int], Number] = {}
    for (a, one), (b, other) in product(enumerate(firsts), repeat=2):
        if a != b:
            budget.spend(sum(len(laws[one]) for laws in told))
            ratios[a, b] = greatest(_ratio(laws[one], laws[other]) for laws in told)
    return Lot((entry.source.name, entry.place), tuple(classes), ratios) if ratios else None


def _ratio(one: Law, other: Law) -> Number:
    if one.keys() != other.keys():
        raise Hole("an outcome that some rows cannot draw")
    return greatest(quotient(one[key], other[key]) for key in one)


def greatest(numbers: Iterable[Number]) -> Number:
    """The greatest of these and 1."""
    found: Number = ONE
    for number in numbers:
        if sign(number - found) > 0:
            found = number
    return found


def product_of(numbers: Iterable[Number]) -> Number:
    found: Number = ONE
    for number in numbers:
        found = multiplied(found, number)
    return found


def _alike(outcomes: list[object]) -> object:
    """What is the same in both runs, one of these: lists of one length item by item."""
    if len(outcomes) == 1:
        return outcomes[0]
    for kind, make in ((List, List), (tuple, tuple)):
        if all(type(item) is kind for item in outcomes):
            items = [item for item in outcomes if isinstance(item, tuple)]
            if len({len(item) for item in items}) == 1:
                return make(_alike(_different(column)) for column in zip(*items, strict=True))
    return Alike(_kind_of(outcomes), tuple(outcomes) if len(outcomes) <= MOST_VALUES else ())


def _different(values: Iterable[object]) -> list[object]:
    return list({shown_key(value): value for value in values}.values())


def _kind_of(values: list[object]) -> str:
    if any(isinstance(value, Float) or not isinstance(value, (int, Fraction)) for value in values):
        return "other"
    if any(isinstance(value, bool) for value in values):
        return "bool" if all(isinstance(value, bool) for value in values) else "other"
    return "int" if all(isinstance(value, int) for value in values) else "number"
