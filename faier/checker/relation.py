"""Neighbor relations: on whole inputs by definition, and entry by entry as inputs are read.

An entry of a scalar is the input itself, of a vector each of its items, of a stream each arrival. Inputs that are
public, or that a dictionary of relations does not name, are equal.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from typing import Literal, get_args

from .expressions import Evaluation
from .file import File, Function, Type
from .kinds import row_of
from .moving import STILL, after, edge, moved
from .operations import truth
from .outcome import Budget, Hole, Invalid
from .values import Box, Continuous, List, Mark, parts, shown_key

# Pairs of values that are looked at for one step of work.
PAIRS = 64
Kind = Literal["each", "one", "total", "edges", "pairs", "where", "moves", "added"]
KINDS: dict[str, Kind] = {kind: kind for kind in get_args(Kind)}


@dataclass(frozen=True)
class Rule:
    """Of the inputs, with a distance (None: any), pairs or a lambda. What is not known of a kind here is a hole."""

    kind: Kind
    inputs: tuple[str, ...]
    distance: int | None = None
    listed: tuple[tuple[object, object], ...] = ()
    predicate: ast.Lambda | None = None
    types: tuple[Type, ...] = ()  # of the inputs, where there are records in any input


def rules_of(file: File, mechanism: Function, node: ast.expr) -> tuple[Rule, ...]:
    private = tuple(item.name for item in mechanism.inputs if item.type is not None and not item.type.public)
    types = {item.name: item.type for item in mechanism.inputs if item.type is not None}
    if any(type_.whole for type_ in types.values()):
        found = _rules(file, private, node)
        return tuple(replace(rule, types=tuple(types[name] for name in rule.inputs)) for rule in found)
    return _rules(file, private, node)


def _rules(file: File, private: tuple[str, ...], node: ast.expr) -> tuple[Rule, ...]:
    if not isinstance(node, ast.Dict):
        return (_rule(file, node, private),)
    rules = []
    for key, value in zip(node.keys, node.values, strict=True):
        if not isinstance(key, ast.Constant) or key.value not in private:
            raise Invalid("the relation names no private input")
        rules.append(_rule(file, value, (str(key.value),)))
    if len({rule.inputs for rule in rules}) != len(rules):
        raise Invalid("the relation names an input twice")
    return tuple(rules)


def related(file: File, rules: tuple[Rule, ...], left: dict[str, object], right: dict[str, object]) -> bool:
    """Whether two whole inputs are neighbors, by definition."""
    named = {name for rule in rules for name in rule.inputs}
    if any(not alike(left[name], right[name]) for name in left if name not in named):
        return False
    return all(_holds(file, rule, left, right) for rule in rules)


def alike(a: object, b: object) -> bool:
    """Whether two inputs are the same: True is not 1, a vector is one however it is written."""
    if isinstance(a, tuple) and isinstance(b, tuple):
        return len(a) == len(b) and all(alike(x, y) for x, y in zip(a, b, strict=True))
    return not isinstance(a, tuple) and not isinstance(b, tuple) and shown_key(a) == shown_key(b)


def differences(a: object, b: object) -> int:
    """The sum of the absolute differences of all leaves."""
    return sum(_leaves(a, b))


@dataclass(frozen=True)
class Watch:
    """What a relation has seen of the entries read so far, rule by rule: the entry that differs with what its leaves
    were, or the distance spent. It allows every pair of neighbors, and pairs of equal inputs besides."""

    states: tuple[object, ...]


def by_inputs(rules: tuple[Rule, ...]) -> bool:
    """Whether neighbors are told by whole inputs alone, not entry by entry as their leaves are read."""
    return any(
        rule.types
        or rule.kind not in ("each", "one", "total", "edges", "moves")
        or (rule.kind == "edges" and any(isinstance(entry, tuple) for pair in rule.listed for entry in pair))
        for rule in rules
    )


def watched(rules: tuple[Rule, ...]) -> Watch:
    if by_inputs(rules):
        raise Hole("a relation of whole inputs is followed entry by entry")
    begun = {"total": 0, "moves": STILL}
    return Watch(tuple(begun.get(rule.kind) for rule in rules))


def allowed(
    rules: tuple[Rule, ...], watch: Watch, mark: Mark, values: tuple[object, ...], budget: Budget
) -> Iterator[tuple[object, object, Watch]]:
    """Every pair of values that a leaf may have, left and right, and what is known after it."""
    number = next((at for at, rule in enumerate(rules) if mark.name in rule.inputs), None)
    for left in values:
        if number is None:
            yield left, left, watch
            continue
        budget.spend(len(values) // PAIRS)
        for right in values:
            state = _after(rules[number], watch.states[number], mark, left, right)
            if state is not Refused:
                states = (*watch.states[:number], state, *watch.states[number + 1 :])
                yield left, right, Watch(states)


class Refused:
    """Neighbors do not have these values."""


def _after(rule: Rule, state: object, mark: Mark, left: object, right: object) -> object:
    known = isinstance(left, int) and isinstance(right, int)
    if rule.distance is not None and not known:
        raise Hole("a distance between these inputs")
    apart = abs(int(left) - int(right)) if isinstance(left, int) and isinstance(right, int) else 0
    if rule.kind == "each":
        return state if apart <= (rule.distance or 0) else Refused
    if rule.kind == "total":
        spent = (state if isinstance(state, int) else 0) + apart
        return spent if spent <= (rule.distance or 0) else Refused
    if rule.kind == "moves":
        found = after(rule.listed, state, mark.path, left, right)
        return Refused if found is None else found
    if alike(left, right):
        return state
    entry = (mark.name, *mark.path[:1])
    if state is not None and state != entry:
        return Refused
    if rule.kind == "one":
        return entry if rule.distance is None or apart <= rule.distance else Refused
    if rule.kind == "edges" and len(mark.path) <= 1:
        both = [*rule.listed, *((y, x) for x, y in rule.listed)]
        return entry if any(alike(left, x) and alike(right, y) for x, y in both) else Refused
    raise Hole(f"{rule.kind} between entries that are vectors")


def _holds(file: File, rule: Rule, left: dict[str, object], right: dict[str, object]) -> bool:
    if rule.types and rule.kind in ("each", "one", "total", "edges", "added"):
        return _of_records(rule, left, right)
    entries = [] if rule.types else _all_entries(rule, left, right)
    apart = [pair for pair in entries if not alike(*pair)]
    match rule.kind:
        case "each":
            return all(leaf <= (rule.distance or 0) for pair in entries for leaf in _leaves(*pair))
        case "one":
            return len(apart) == 1 and (rule.distance is None or max(_leaves(*apart[0])) <= rule.distance)
        case "total":
            return sum(differences(*pair) for pair in entries) <= (rule.distance or 0)
        case "edges":
            both = [*rule.listed, *((y, x) for x, y in rule.listed)]
            return len(apart) == 1 and any(alike(apart[0][0], x) and alike(apart[0][1], y) for x, y in both)
        case "pairs":
            return any(alike(_whole(rule, left), x) and alike(_whole(rule, right), y) for x, y in rule.listed)
        case "moves":
            return moved(rule.listed, left[rule.inputs[0]], right[rule.inputs[0]])
    if rule.kind != "where" or rule.predicate is None:
        raise Hole(f"the relation {rule.kind}")
    names = [item.arg for item in rule.predicate.args.args]
    values = dict(zip(names, (_whole(rule, left), _whole(rule, right)), strict=True))
    evaluation = Evaluation(file, None, values)
    holds = truth(evaluation.plain(rule.predicate.body))
    if evaluation.divisors:
        raise Hole("a relation divides by what an unknown may make 0")
    return holds


def _all_entries(rule: Rule, left: dict[str, object], right: dict[str, object]) -> list[tuple[object, object]]:
    return [pair for name in rule.inputs for pair in _entries(left[name], right[name])]


def _of_records(rule: Rule, left: dict[str, object], right: dict[str, object]) -> bool:
    """The same where there are records, which are entries: what is public in them is equal, and counts for nothing."""
    if rule.kind == "added":
        fewer, more = sorted((_items(side[rule.inputs[0]]) for side in (left, right)), key=len)
        kept = (more[:at] + more[at + 1 :] for at in range(len(more)))
        return len(more) == len(fewer) + 1 and any(alike(fewer, rest) for rest in kept)
    if any(_length(left[name]) != _length(right[name]) for name in rule.inputs):
        return False
    entries = [
        pair
        for name, type_ in zip(rule.inputs, rule.types, strict=True)
        for pair in (_entries if type_.item is not None else _one_entry)(left[name], right[name])
    ]
    apart = [pair for pair in entries if not alike(*pair)]
    if rule.kind == "edges":
        both = [*rule.listed, *((y, x) for x, y in rule.listed)]
        return len(apart) == 1 and any(alike(apart[0][0], x) and alike(apart[0][1], y) for x, y in both)
    sides = [
        [leaf for name, type_ in zip(rule.inputs, rule.types, strict=True) for leaf in _typed_leaves(side[name], type_)]
        for side in (left, right)
    ]
    distances = [0]
    for (one, public), (other, _) in zip(*sides, strict=True):
        if not public and isinstance(one, int) and isinstance(other, int):
            distances.append(abs(int(one) - int(other)))
        elif not alike(one, other) and (public or rule.distance is not None):
            return False
    if rule.kind == "one":
        return len(apart) == 1 and (rule.distance is None or max(distances) <= rule.distance)
    return (max if rule.kind == "each" else sum)(distances) <= (rule.distance or 0)


def _items(value: object) -> tuple[object, ...]:
    return value if isinstance(value, tuple) else ()


def _length(value: object) -> int:
    return len(value) if isinstance(value, tuple) else -1


def _typed_leaves(value: object, type_: Type, public: bool = False) -> Iterator[tuple[object, bool]]:
    """The leaves of an input, each with whether it is public."""
    public = public or type_.public
    if type_.item is not None:
        for item in _items(value):
            yield from _typed_leaves(item, type_.item, public)
    elif type_.kind == "record":
        for item, field in zip(parts(value) or (), type_.fields, strict=True):
            yield from _typed_leaves(item, field, public)
    else:
        yield value, public


def _whole(rule: Rule, inputs: dict[str, object]) -> object:
    values = tuple(inputs[name] for name in rule.inputs)
    return values[0] if len(values) == 1 else values


def _entries(left: object, right: object) -> list[tuple[object, object]]:
    if isinstance(left, tuple) and isinstance(right, tuple):
        if len(left) != len(right):
            raise Invalid("inputs of different lengths are compared")
        return list(zip(left, right, strict=True))
    return [(left, right)]


def _one_entry(left: object, right: object) -> list[tuple[object, object]]:
    return [(left, right)]


def _leaves(a: object, b: object) -> list[int]:
    if isinstance(a, tuple) and isinstance(b, tuple) and len(a) == len(b):
        return [leaf for pair in zip(a, b, strict=True) for leaf in _leaves(*pair)] or [0]
    if isinstance(a, int) and isinstance(b, int):
        return [abs(int(a) - int(b))]
    raise Invalid("inputs of different shapes are compared")


def _rule(file: File, node: ast.expr, inputs: tuple[str, ...]) -> Rule:
    word = KINDS.get(file.word(node.func) or "") if isinstance(node, ast.Call) else None
    if not isinstance(node, ast.Call) or word is None or node.keywords:
        raise Hole("this neighbor relation")
    if word == "where":
        match node.args:
            case [ast.Lambda() as predicate] if len(predicate.args.args) == 2 and not predicate.args.defaults:
                return Rule("where", inputs, predicate=predicate)
        raise Hole("this neighbor relation")
    evaluation = Evaluation(file, None, {})
    given = list(evaluation.items(node.args))
    file.divisors.extend(evaluation.divisors)
    if word == "added" and not given and len(inputs) == 1:
        return Rule(word, inputs)
    if word in ("each", "one", "total") and len(given) <= 1:
        if not given and word == "one":
            return Rule("one", inputs)
        if len(given) == 1 and isinstance(given[0], int) and not isinstance(given[0], bool) and given[0] >= 1:
            return Rule(word, inputs, int(given[0]))
    if word == "moves":
        if len(inputs) != 1:
            raise Hole("records move between cells of more than one input")
        return Rule(word, inputs, listed=tuple(map(edge, listed_pairs(tuple(given)))))
    if word in ("edges", "pairs"):
        return Rule(word, inputs, listed=listed_pairs(tuple(given)))
    raise Hole("this neighbor relation")


def listed_pairs(value: object) -> tuple[tuple[object, object], ...]:
    """Pairs of values, as pairs= and the relations list them."""
    found = []
    for pair in value if isinstance(value, tuple) else ():
        if not isinstance(pair, tuple) or len(pair) != 2:
            raise Hole("pairs are expected")
        found.append((pair[0], pair[1]))
    if not found:
        raise Hole("pairs are expected")
    return tuple(found)


def fits(value: object, type_: Type) -> bool:
    """Whether an input of the type may be this value."""
    match type_.kind:
        case "int":
            return isinstance(value, int) and not isinstance(value, bool) and type_.low <= value <= type_.high
        case "bool":
            return isinstance(value, bool)
        case "choice":
            return any(alike(value, item) for item in type_.values)
        case "vector" if type_.item is not None:
            item = type_.item
            return isinstance(value, List) and len(value) == type_.length and all(fits(part, item) for part in value)
        case "records" if type_.item is not None:
            item = type_.item
            return isinstance(value, List) and len(value) <= type_.length and all(fits(part, item) for part in value)
        case "record":
            if type_.shape is None:
                return isinstance(value, tuple) and _fit(value, type_.fields)
            known = isinstance(value, Box) and (value.kind, value.of) == ("record", type_.shape)
            return known and _fit(parts(value) or (), type_.fields)
        case "stream" if type_.item is not None:
            item = type_.item
            return isinstance(value, List) and all(fits(part, item) for part in value)
        case "noisy real":
            if isinstance(value, (int, Fraction)):
                raise Hole("a number for a real that a prior draws")
            return isinstance(value, Continuous)
    return False


def _fit(values: tuple[object, ...], types: tuple[Type, ...]) -> bool:
    return len(values) == len(types) and all(map(fits, values, types))


def classed(value: object, type_: Type) -> object:
    """A value that fits the type, with records and members that are those of the file."""
    if type_.kind == "choice":
        return next(item for item in type_.values if alike(value, item))
    if type_.item is not None and isinstance(value, tuple):
        item = type_.item
        return List(classed(part, item) for part in value)
    if type_.kind == "record":
        return row_of(type_, map(classed, parts(value) or (), type_.fields))
    return value


def shaped(value: object, type_: Type | None) -> object:
    """As the mechanism receives it: vectors are lists, a Boolean given for an integer is 0 or 1."""
    if type_ is None:
        return value
    if type_.kind == "int" and isinstance(value, bool):
        return int(value)
    if type_.kind == "choice" and isinstance(value, bool) and not fits(value, type_) and fits(int(value), type_):
        return int(value)
    if type_.kind == "record" and len(parts(value) or ()) == len(type_.fields):
        return row_of(type_, map(shaped, parts(value) or (), type_.fields))
    if type_.kind in ("vector", "records", "stream") and isinstance(value, tuple):
        return List(shaped(item, type_.item) for item in value)
    return value


def leaf_values(type_: Type) -> tuple[object, ...]:
    """Every value of a leaf of the type."""
    while type_.kind in ("vector", "stream") and type_.item is not None:
        type_ = type_.item
    if type_.kind == "bool":
        return (False, True)
    if type_.kind == "choice":
        return type_.values
    if type_.kind == "int" and type_.high - type_.low < 100_000:
        return tuple(range(int(type_.low), int(type_.high) + 1))
    raise Hole("an input with too many values")


def unread(type_: Type, mark: Mark) -> object:
    """The shape of an input, all of it unread."""
    if type_.whole:
        raise Hole("records are read one by one")
    if type_.kind == "vector" and type_.item is not None:
        return List(unread(type_.item, Mark(mark.name, (*mark.path, at))) for at in range(type_.length))
    return mark


__all__ = ["Budget", "Rule", "Watch", "allowed", "related", "rules_of", "watched"]
