"""Changes of JSON documents: numbers, texts and fractions nearby, hostile values, parts moved, doubled or lost."""

from __future__ import annotations

import copy
from collections.abc import Iterator, Sequence
from random import Random
from typing import Any

Path = tuple[Any, ...]
HOSTILE: tuple[Any, ...] = (
    None, True, False, 0, 1, -1, 2**31, 2**64, 10**4000, "", "0", "1", "-1", "1/2", "1/0", "-1/3", "0/1", "01", "1e9",
    "1/" + "9" * 4000, "log(2)", "log(", "exp(1)", "10 ** 10 ** 10", "(" * 90, "EPS", "each(1)", "x", "\ud800", "é",
    "\0", [], {}, [[]], [0], [0, 1], ["0", "1"], {"": 0}, {"kind": "none", "why": "x"}, {"kind": "violation"},
    {"kind": "enumeration", "boxes": {}}, {"kind": "cover"}, {"kind": "coupling"},
)  # fmt: skip


def changed(document: Any, donors: Sequence[Any], rng: Random) -> Any:
    """The document with one to three changes."""
    document = copy.deepcopy(document)
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        document = _once(document, donors, rng)
    return document


def _once(document: Any, donors: Sequence[Any], rng: Random) -> Any:
    places = list(paths(document))
    if not places:
        return copy.deepcopy(rng.choice(donors))
    path = rng.choice(places)
    parent, key = at(document, path[:-1]), path[-1]
    match rng.randrange(9):
        case 0:
            del parent[key]
        case 1:
            parent[key] = copy.deepcopy(rng.choice(HOSTILE))
        case 2:
            parent[key] = copy.deepcopy(at(document, rng.choice(places)))
        case 3:
            donor = rng.choice(donors)
            parent[key] = copy.deepcopy(at(donor, rng.choice(list(paths(donor)) or [()])))
        case 4 if isinstance(parent, list):
            parent.insert(key, copy.deepcopy(rng.choice(parent)))
        case 5 if isinstance(parent, list):
            far = rng.randrange(len(parent))
            parent[key], parent[far] = parent[far], parent[key]
        case 4 | 5:
            parent[rng.choice(("more", "kind", "x", "0", "", *map(str, parent)))] = parent[key]
        case _:
            parent[key] = _nearby(parent[key], rng)
    return document


def _whole(text: str) -> int:
    try:
        return int(text)
    except ValueError:  # no number, or one of too many digits
        return 1


def _nearby(value: Any, rng: Random) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return rng.choice((value + 1, value - 1, -value, value * 2, value // 2, str(value)))
        case str() if "/" in value or value.lstrip("-").isdigit():
            parts = [_whole(part) for part in value.split("/")]
            index = rng.randrange(len(parts))
            parts[index] += rng.choice((1, -1, 1, -1, parts[index], -parts[index] - 1))
            return "/".join(map(str, parts))
        case str():
            cut = rng.randrange(len(value) + 1)
            return value[:cut] + rng.choice(("", "0", "1", " ", "(", ")", "-", "x")) + value[cut + rng.randrange(2) :]
        case list():
            return rng.choice((value * 2, value[1:], value[:-1], value[::-1], [value]))
        case dict():
            return {key: item for key, item in value.items() if rng.random() < 0.8}
        case _:
            return rng.choice(HOSTILE)


def paths(value: Any, here: Path = ()) -> Iterator[Path]:
    """The place of everything in a document but the document itself."""
    items = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, inside in items:
        yield (*here, key)
        yield from paths(inside, (*here, key))


def at(document: Any, path: Path) -> Any:
    for step in path:
        document = document[step]
    return document
