"""What five papers state in numbers, row by row, and how faier is asked about it."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

Verdict: TypeAlias = Literal["reproduced", "corrected", "refuted", "open"]

Asked: TypeAlias = Callable[[], Mapping[str, object]]
"""Computes numbers, for the fields of what faier says; fails where they are not what the row says."""


class Differs(Exception):
    """Something came out otherwise than a row says."""


def holds(true: bool, what: str) -> None:
    if not true:
        raise Differs(what)


@dataclass(frozen=True)
class Row:
    """A statement of a paper. `faier` has fields: `{tight}`, `{tight1}`, ... of the claims in their order, first those
    to be proved, and what `asked` computes. `by` names what it asks, and `evidence` how certain its numbers are."""

    place: str
    says: str
    faier: str
    verdict: Verdict
    proved: tuple[str, ...] = ()
    refuted: tuple[str, ...] = ()
    asked: Asked | None = None
    by: tuple[str, ...] = ()
    evidence: str = ""
    slow: bool = False

    @property
    def claims(self) -> tuple[str, ...]:
        return self.proved + self.refuted


@dataclass(frozen=True)
class Paper:
    title: str
    by: str
    rows: tuple[Row, ...]


def claims(mechanism: str, *names: str) -> tuple[str, ...]:
    """The claims of a mechanism, as `faier check --format json` names them."""
    return tuple(f"{mechanism}[{name}]" for name in names)
