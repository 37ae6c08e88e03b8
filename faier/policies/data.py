"""Counts from files: a number for each cell, or a cell for each record."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np

from faier.policies.numerals import numeral
from faier.policies.policy import Policy, Unreadable
from faier.policies.releasing import checked_counts
from faier.policies.workloads import numbers


def read_counts(name: str, policy: Policy, records: bool = False) -> list[int]:
    """`.npy` or CSV: as many numbers as there are cells are counts, else each line is a record, the cell that it is in.

    With `records` lines are records whatever their number. Cells are called as in the policy: by numbers from 0, two
    where cells are in rows and columns. A first line of words is a heading.
    """
    path = Path(name)
    if not path.is_file():
        raise Unreadable(f"{name}: there is no such file")
    if path.suffix == ".npy":
        array = np.asarray(numbers(path))
        if array.size == policy.cells and not records:
            return checked_counts(policy, array.ravel().tolist())
        return _counted(array.reshape(len(array), -1).tolist() if array.ndim and array.size else [], policy, path.name)
    lines = _lines(path)
    flat = [word for line in lines for word in line]
    if len(flat) == policy.cells and not records:
        return checked_counts(policy, [_number(word, path.name) for word in flat])
    return _counted(lines, policy, path.name)


def _lines(path: Path) -> list[list[str]]:
    try:
        text = path.read_text("utf-8-sig")
    except UnicodeDecodeError as error:
        raise Unreadable(f"{path.name} is no text: {error}") from None
    lines = [[word.strip() for word in line.split(",")] for line in text.splitlines() if line.strip()]
    return lines[1:] if lines and not any(_is_number(word) for word in lines[0]) and _is_number(lines[-1][0]) else lines


def _is_number(word: str) -> bool:
    try:
        numeral(word)
    except ValueError:
        return False
    return True


def _number(word: str, name: str) -> Fraction:
    try:
        return numeral(word)
    except ValueError as error:
        raise Unreadable(f"{name}: {error}") from None


def _counted(lines: Sequence[Sequence[Any]], policy: Policy, name: str) -> list[int]:
    if not lines:
        raise Unreadable(f"{name} holds neither counts nor records: where there are none, write {policy.cells} zeros")
    cells = {_called(policy.label(cell)): cell for cell in range(policy.cells)}
    result = [0] * policy.cells
    for line in lines:
        called = ",".join(_plain(word) for word in line)
        if called not in cells:
            raise Unreadable(f"{name}: {called!r} is no cell of {policy.name}, nor are there {policy.cells} numbers")
        result[cells[called]] += 1
    return result


def _plain(word: object) -> str:
    """As cells are called: whole numbers without a point."""
    text = str(word)
    if not _is_number(text) or (found := numeral(text)).denominator != 1:
        return text
    return str(found)


def _called(label: object) -> str:
    return ",".join(map(str, label)) if isinstance(label, tuple) else str(label)
