"""The bytes of a certificate -> a dictionary of plain data, or `Invalid`: strict JSON within bounds."""

from __future__ import annotations

import json
from typing import NoReturn

from .outcome import Invalid

MOST_BYTES = 64_000_000
MOST_DIGITS = 4300
MOST_DEPTH = 200


def document(data: bytes) -> dict[str, object]:
    if len(data) > MOST_BYTES:
        raise Invalid("the certificate is too large")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Invalid("the certificate is not UTF-8") from None
    _refuse_deep(text)
    try:
        found = json.loads(
            text, object_pairs_hook=_object, parse_int=_integer, parse_float=_refused, parse_constant=_refused
        )
    except (ValueError, RecursionError):
        raise Invalid("the certificate is not JSON") from None
    if not isinstance(found, dict):
        raise Invalid("the certificate is not an object")
    return found


class Fields:
    """The fields of an object, each taken once with the kind it must have; `finish` refuses what is left."""

    def __init__(self, data: object, what: str) -> None:
        if not isinstance(data, dict):
            raise Invalid(f"{what} is not an object")
        self.data = dict(data)
        self.what = what

    def take(self, name: str) -> object:
        if name not in self.data:
            raise Invalid(f"{self.what} has no `{name}`")
        return self.data.pop(name)

    def take_or(self, name: str, otherwise: object) -> object:
        return self.data.pop(name, otherwise)

    def text(self, name: str) -> str:
        value = self.take(name)
        if not isinstance(value, str):
            raise Invalid(f"`{name}` of {self.what} is not a text")
        return value

    def text_or_null(self, name: str) -> str | None:
        value = self.take(name)
        if value is not None and not isinstance(value, str):
            raise Invalid(f"`{name}` of {self.what} is not a text")
        return value

    def truth(self, name: str) -> bool:
        value = self.take(name)
        if not isinstance(value, bool):
            raise Invalid(f"`{name}` of {self.what} is not true or false")
        return value

    def count(self, name: str) -> int:
        return count(self.take(name), f"`{name}` of {self.what}")

    def items(self, name: str) -> list[object]:
        return items_of(self.take(name), f"`{name}` of {self.what}")

    def object(self, name: str) -> dict[str, object]:
        return Fields(self.take(name), f"`{name}` of {self.what}").data

    def texts(self, name: str) -> dict[str, str]:
        value = self.take(name)
        if not isinstance(value, dict) or not all(isinstance(item, str) for item in value.values()):
            raise Invalid(f"`{name}` of {self.what} is not an object of texts")
        return value

    def finish(self) -> None:
        if self.data:
            raise Invalid(f"{self.what} has a field that is not known: {sorted(self.data)[0][:40]!r}")


def items_of(value: object, what: str) -> list[object]:
    if not isinstance(value, list):
        raise Invalid(f"{what} is not an array")
    return value


def count(value: object, what: str) -> int:
    """A whole number that is not negative."""
    if isinstance(value, bool) or not isinstance(value, int) or value < 0:
        raise Invalid(f"{what} is not a count")
    return value


def _object(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise Invalid("an object has a key twice")
    return found


def _integer(text: str) -> int:
    if len(text) > MOST_DIGITS:
        raise Invalid("a number has too many digits")
    return int(text)


def _refused(text: str) -> NoReturn:
    raise Invalid("a number is not a whole number")


def _refuse_deep(text: str) -> None:
    """Nesting is bounded before anything is built."""
    depth, inside, skip = 0, False, False
    for character in text:
        if skip:
            skip = False
        elif inside:
            inside, skip = character != '"', character == "\\"
        elif character == '"':
            inside = True
        elif character in "[{":
            depth += 1
            if depth > MOST_DEPTH:
                raise Invalid("the certificate is nested too deeply")
        elif character in "]}":
            depth -= 1
