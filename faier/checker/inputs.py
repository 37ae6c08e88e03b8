"""What a claim's mechanism and prior may be given: values that nobody has looked at yet, or every one there is."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product

from .claims import Claim
from .fed_process import Joint, parameters_of
from .file import Type
from .forms import generator, real
from .kinds import row_of
from .outcome import Hole, Invalid
from .relation import Rule, leaf_values, related, unread
from .values import List, Mark, Stream

MOST_WHOLES = 3_000
MOST_VALUES = 100_000


def unread_inputs(claim: Claim, everything: bool) -> dict[str, object]:
    """Inputs that nobody has looked at yet: all of them, or the public ones."""
    found: dict[str, object] = {}
    for item in claim.mechanism.inputs:
        if item.type is None:
            raise Hole("an input of no type")
        if everything or item.type.public:
            if item.type.kind == "stream" and not everything:
                raise Hole("a public stream beside a prior")
            found[item.name] = Stream(item.name) if item.type.kind == "stream" else unread(item.type, Mark(item.name))
    return found


def parameter_values(joint: Joint) -> Iterator[dict[str, object]]:
    """Every combination of a prior's finite parameters; the others are unknown."""
    prior = joint.claim.prior
    if prior is None:
        raise Invalid("there is no prior")
    choices: list[tuple[object, ...]] = []
    for item in prior.inputs:
        if item.type is None:
            raise Hole("a parameter of no type")
        unknown = item.type.kind in ("probability", "real")
        choices.append((generator(real(item.name)),) if unknown else tuple(values_of(item.type)))
    for combination in product(*choices):
        joint.budget.spend()
        given = dict(zip((item.name for item in prior.inputs), combination, strict=True))
        yield parameters_of(prior.inputs, given)


def how_many(type_: Type) -> int:
    """How many values an input's type has; beyond `MOST_VALUES` they are not counted."""
    if type_.kind == "record":
        total = 1
        for field in type_.fields:
            total = min(total * how_many(field), MOST_VALUES + 1)
        return total
    if type_.kind not in ("vector", "records") or type_.item is None:
        return len(leaf_values(type_))
    each, total, every = how_many(type_.item), 1, 1
    shorter = type_.kind == "records"  # as well
    for _ in range(type_.length if each > 1 or shorter else 0):
        total *= each
        every = every + total if shorter else total
        if every > MOST_VALUES:
            break
    return every


def values_of(type_: Type) -> Iterator[object]:
    """Every value of an input's type."""
    if how_many(type_) > MOST_VALUES:
        raise Hole("there are too many values to list")
    if type_.kind in ("vector", "records") and type_.item is not None:
        for length in range(0 if type_.kind == "records" else type_.length, type_.length + 1):
            for items in product(*([tuple(values_of(type_.item))] * length)):
                yield List(items)
    elif type_.kind == "record":
        for items in product(*map(tuple, map(values_of, type_.fields))):
            yield row_of(type_, items)
    else:
        yield from leaf_values(type_)


def whole_inputs(joint: Joint, names: Callable[[Type], bool]) -> list[dict[str, object]]:
    """Every value of the inputs that are meant."""
    meant = [item for item in joint.claim.mechanism.inputs if item.type is not None and names(item.type)]
    found: list[dict[str, object]] = [{}]
    for item in meant:
        if item.type is None or item.type.kind == "stream":
            raise Hole("whole inputs of a stream are listed")
        if len(found) * how_many(item.type) > MOST_WHOLES:
            raise Hole("there are too many inputs to list")
        found = [known | {item.name: value} for known in found for value in values_of(item.type)]
        joint.budget.spend(len(found))
    return found


def whole_pairs(joint: Joint, rules: tuple[Rule, ...]) -> Iterator[tuple[dict[str, object], dict[str, object]]]:
    """Every pair of neighboring whole inputs."""
    every = whole_inputs(joint, lambda type_: True)
    for left in every:
        for right in every:
            joint.budget.spend()
            if related(joint.asked, rules, left, right):
                yield left, right
