"""What somebody else reports, as it was typed."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Event:
    """A violation to be looked at, as it was typed: values of the language, `NAME=VALUE` where several are wanted.
    With `prefix` the outputs are what is shown first, else all that is shown (None: as the mechanism suggests)."""

    left: tuple[str, ...]
    right: tuple[str, ...]
    outputs: tuple[str, ...]
    given: tuple[str, ...] = ()
    prefix: bool | None = None
