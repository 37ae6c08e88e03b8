"""Who is asked what is known of noise that nobody has looked at, and what is said where that is not followed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from contextvars import ContextVar
from typing import Protocol, TypeAlias

from flint import fmpq

from faier.exact import Number
from faier.lang.failures import Failure

UNBOUNDED = "FA405"

Terms: TypeAlias = tuple[tuple[int | fmpq, int], ...]
"""Multiples of draws, each as (scale, variable)."""

Multiples: TypeAlias = tuple[tuple[int | Number, int], ...]
"""The same, with scales that unknowns may be in."""


class NotFollowed(Failure):
    """What has a meaning, but not one that is followed here: no error of the file."""


class Judge(Protocol):
    """What is known on a run of the draws that nobody has looked at. A draw is an integer or a real."""

    def at_least(self, terms: tuple[tuple[int, int], ...], least: int | Number) -> bool:
        """Whether sum of sign * y[variable] >= least, for one or two terms with signs 1 and -1, variables ascending."""
        ...

    def ends(self, variable: int) -> tuple[int | None, int | None]:
        """The ends between which the draw, an integer, is known to lie."""
        ...

    def real_ends(self, variable: int) -> tuple[Number | None, Number | None]:
        """The same of a real."""
        ...

    def value(self, variable: int) -> int:
        """The draw itself; its ends are known."""
        ...

    def parted(self, variable: int, first: int, last: int) -> None:
        """From now on the draw is known to be at most `first`, at least `last`, or one number between."""
        ...

    def added(self, terms: Multiples) -> int | None:
        """The variable for the sum of multiples of different draws; None where something is known of them."""
        ...

    def floored(self, terms: Terms, offset: fmpq) -> int | None:
        """The variable for the greatest integer that is at most a sum of multiples of reals, and 0 <= offset < 1; None
        where more is known of them than ends that such integers have."""
        ...

    def untouched(self, variable: int) -> bool:
        """Whether nothing is known of the draw, but perhaps what it is a part of."""
        ...

    def remainder(self, variable: int, modulus: int) -> int:
        """The draw modulo a positive number. It is not asked about again."""
        ...


_JUDGE: ContextVar[Judge] = ContextVar("judge")

Box: TypeAlias = Mapping[str, tuple[fmpq, fmpq]]
"""The ends between which each unknown lies."""

_BOX: ContextVar[Box | None] = ContextVar("box", default=None)


_EITHER: ContextVar[Callable[[], bool] | None] = ContextVar("either", default=None)


class either:  # noqa: N801 - a context
    """While a run computes, this is asked what comes of a comparison that is not followed."""

    def __init__(self, asked: Callable[[], bool]) -> None:
        self.asked = asked

    def __enter__(self) -> None:
        self.token = _EITHER.set(self.asked)

    def __exit__(self, *_: object) -> None:
        _EITHER.reset(self.token)


def whichever(failure: NotFollowed) -> bool:
    """What comes of a comparison that is not followed, where the run goes on in both ways."""
    asked = _EITHER.get()
    if asked is None:
        raise failure
    return asked()


def goes_both_ways() -> bool:
    """Whether it is only asked what raises."""
    return _EITHER.get() is not None


def judge() -> Judge:
    """The one of the run that computes."""
    return _JUDGE.get()


def box() -> Box | None:
    """The ends of unknowns that may be added to reals, and be deviations; None: there are none that may."""
    return _BOX.get()


class boxed:  # noqa: N801 - a context
    """While runs are explored, unknowns are followed so."""

    def __init__(self, box: Box) -> None:
        self.box = box

    def __enter__(self) -> None:
        self.token = _BOX.set(self.box)

    def __exit__(self, *_: object) -> None:
        _BOX.reset(self.token)


class judged:  # noqa: N801 - a context
    """While a run computes, this judge says what is known."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge

    def __enter__(self) -> None:
        self.token = _JUDGE.set(self.judge)

    def __exit__(self, *_: object) -> None:
        _JUDGE.reset(self.token)


# What a release often ends with, and nothing needs before.
_COMPUTED = frozenset(["`/`", "`*`", "`**`", "a text", "float", "Fraction"])


def unbounded(doing: str) -> Failure:
    """What would have to look at infinitely many values."""
    hint = "compare it, add to it, show it; clamped or rounded it is another mechanism wherever that can be seen"
    if doing in _COMPUTED:
        hint = "show the noisy numbers themselves: what is proved of them holds of all that is computed from them"
    return Failure(
        UNBOUNDED, f"noise on all integers has no bounds: {doing} would have to look at all of its values", hint
    )


def looked_at(doing: str) -> Failure:
    """What would have to look at a real."""
    return Failure(
        UNBOUNDED,
        f"noise on the reals is never one exact number: {doing} would have to look at all of its digits",
        "compare it, add to it, show it; rounded it is an integer: round(x)",
    )


def not_followed(what: str) -> NotFollowed:
    return NotFollowed(UNBOUNDED, f"{what} is not followed where noise has no bounds")
