"""Cells as the values that a program can hold: integers, decimals, Booleans, and texts."""

from __future__ import annotations

import re
from collections.abc import Iterable
from datetime import UTC, datetime
from fractions import Fraction

Value = bool | int | Fraction | str

_INTEGER = re.compile(r"[+-]?[0-9]+(?:\.0*)?")
_NUMBER = re.compile(r"[+-]?(?:[0-9]+\.?[0-9]*|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
# Longer cells are texts: nobody counts so far, and Python reads no integers of thousands of digits.
_LONGEST = 300
_STEP = re.compile(r"([0-9.]+) ?(s|sec|min|h|d|w)")
_SECONDS = {"s": 1, "sec": 1, "min": 60, "h": 3600, "d": 86400, "w": 604800}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def number(text: str) -> Fraction | None:
    """The exact number that a cell holds, if it holds one."""
    return Fraction(text) if len(text) <= _LONGEST and _NUMBER.fullmatch(text) else None


def seconds(text: str) -> Fraction | None:
    """The seconds from the beginning of 1970 to a date, or to a date and time, as in ISO 8601."""
    try:
        moment = datetime.fromisoformat(text)
    except ValueError:
        return None
    since = moment.replace(tzinfo=moment.tzinfo or UTC) - _EPOCH
    return since.days * 86400 + since.seconds + Fraction(since.microseconds, 1_000_000)


def duration(text: str) -> Fraction | None:
    """A step of time in seconds, `15min` say; a bare number stays what it is."""
    found = _STEP.fullmatch(text.strip())
    if found is None:
        return number(text.strip())
    amount = number(found[1])
    return None if amount is None else amount * _SECONDS[found[2]]


def lasting(step: Fraction) -> str:
    """Seconds in the greatest unit of which they are a multiple, as `duration` takes them."""
    units = {
        unit: size for unit, size in _SECONDS.items() if unit not in ("sec", "w")
    }  # said once, and days are plainer
    unit = max((unit for unit, size in units.items() if step % size == 0), key=units.__getitem__, default="s")
    return f"{float(step / units[unit]):g}{unit}"


def typed(texts: Iterable[str]) -> dict[str, Value]:
    """What the cells of a column stand for: all integers, all Booleans, all numbers, or all texts."""
    cells = list(dict.fromkeys(texts))
    if all(len(cell) <= _LONGEST and _INTEGER.fullmatch(cell) for cell in cells):
        return {cell: int(Fraction(cell)) for cell in cells}
    if {cell.lower() for cell in cells} <= {"true", "false"}:
        return {cell: cell.lower() == "true" for cell in cells}
    numbers = {cell: number(cell) for cell in cells}
    if all(value is not None for value in numbers.values()):
        return {cell: value for cell, value in numbers.items() if value is not None}
    return dict(zip(cells, cells, strict=True))


def ranked(values: Iterable[Value]) -> list[Value]:
    """The values in their order, each once: numbers by size, texts as they sort."""
    once = set(values)
    texts = sorted(value for value in once if isinstance(value, str))
    numbers = sorted(value for value in once if not isinstance(value, str))
    return [*numbers, *texts]
