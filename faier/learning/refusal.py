"""What is wrong with data, or with what is asked of it, as a diagnostic with the line of the file."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NoReturn

from faier.lang.diagnostics import rejected
from faier.lang.syntax import NOWHERE, Span

UNREADABLE = "FA815"
UNFIT = "FA816"


@dataclass(frozen=True)
class Place:
    """A cell of a data file, from a column of characters to another one, or a line of it (0: the file as a whole)."""

    path: str
    line: int = 0
    start: int = 1
    end: int = 1

    @property
    def span(self) -> Span:
        return Span(self.line, self.start, self.line, max(self.end, self.start + 1)) if self.line else NOWHERE


def unreadable(place: Place, message: str, hint: str) -> NoReturn:
    """The file is no table."""
    raise rejected(UNREADABLE, place.path, message, hint, place.span)


def unfit(place: Place, message: str, hint: str) -> NoReturn:
    """The table is one, but what is asked cannot be learned from it."""
    raise rejected(UNFIT, place.path, message, hint, place.span)
