"""JSON Schema, as much of it as the schemas in use need: a keyword that is not known here is an error.

With `strict`, an object has no key that its schema does not name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

ANNOTATIONS = {"$schema", "$id", "$defs", "title", "description"}
TYPES: dict[str, Any] = {
    "object": dict,
    "array": list,
    "string": str,
    "boolean": bool,
    "null": type(None),
    "number": (int, float),
    "integer": int,
}


def faults(value: object, schema: Mapping[str, Any], strict: bool = False) -> list[str]:
    """What is wrong with the value, each with its place; empty when it is valid."""
    return list(_faults(value, schema, "$", schema, strict))


def _faults(value: Any, schema: Mapping[str, Any], at: str, root: Mapping[str, Any], strict: bool) -> Iterator[str]:
    for keyword, wanted in schema.items():
        match keyword:
            case "$ref":
                target: Any = root
                for part in wanted.removeprefix("#/").split("/"):
                    target = target[part]
                yield from _faults(value, target, at, root, strict)
            case "type":
                names = [wanted] if isinstance(wanted, str) else wanted
                if not any(_is(value, name) for name in names):
                    yield f"{at}: {value!r:.60} is no {' or '.join(names)}"
            case "enum":
                if value not in wanted:
                    yield f"{at}: {value!r:.60} is none of {wanted}"
            case "const":
                if value != wanted or type(value) is not type(wanted):
                    yield f"{at}: {value!r:.60} is not {wanted!r}"
            case "anyOf":
                tried = [list(_faults(value, item, at, root, strict)) for item in wanted]
                if all(tried):
                    yield from min(tried, key=len)
            case "minimum":
                if _is(value, "number") and value < wanted:
                    yield f"{at}: {value} is less than {wanted}"
            case "pattern":
                if isinstance(value, str) and not re.search(wanted, value):
                    yield f"{at}: {value!r:.60} does not match {wanted}"
            case "required":
                yield from (f"{at}: no {key}" for key in wanted if isinstance(value, dict) and key not in value)
            case "properties":
                yield from _properties(value, schema, at, root, strict)
            case "additionalProperties":
                yield from _others(value, schema, at, root, strict)
            case "items" | "prefixItems" | "minItems" | "maxItems" | "uniqueItems":
                if isinstance(value, list):
                    yield from _items(value, keyword, wanted, at, root, strict)
            case _:
                if keyword not in ANNOTATIONS:
                    raise NotImplementedError(keyword)


def _properties(value: Any, schema: Mapping[str, Any], at: str, root: Mapping[str, Any], strict: bool) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    known = schema["properties"]
    for key in value.keys() & known.keys():
        yield from _faults(value[key], known[key], f"{at}.{key}", root, strict)
    if strict and "additionalProperties" not in schema:
        yield from (f"{at}: {key} is not known" for key in sorted(value.keys() - known.keys()))


def _others(value: Any, schema: Mapping[str, Any], at: str, root: Mapping[str, Any], strict: bool) -> Iterator[str]:
    if not isinstance(value, dict):
        return
    wanted = schema["additionalProperties"]
    for key in sorted(value.keys() - schema.get("properties", {}).keys()):
        if wanted is False:
            yield f"{at}: {key} is not known"
        elif wanted is not True:
            yield from _faults(value[key], wanted, f"{at}.{key}", root, strict)


def _items(
    value: list[Any], keyword: str, wanted: Any, at: str, root: Mapping[str, Any], strict: bool
) -> Iterator[str]:
    match keyword:
        case "items":
            for index, item in enumerate(value):
                yield from _faults(item, wanted, f"{at}[{index}]", root, strict)
        case "prefixItems":
            for index, (item, schema) in enumerate(zip(value, wanted, strict=False)):
                yield from _faults(item, schema, f"{at}[{index}]", root, strict)
        case "minItems":
            if len(value) < wanted:
                yield f"{at}: fewer than {wanted} items"
        case "maxItems":
            if len(value) > wanted:
                yield f"{at}: more than {wanted} items"
        case "uniqueItems":
            if wanted and any(item in value[:index] for index, item in enumerate(value)):
                yield f"{at}: an item stands twice"


def _is(value: object, name: str) -> bool:
    if isinstance(value, bool):
        return name == "boolean"
    return isinstance(value, TYPES[name])
