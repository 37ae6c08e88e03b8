"""Values that stand for infinitely many at once: what a run does with one, it does with each of them.

`pumping` puts them in place of the variables of a loop, to prove that the loop goes round without end. An operation
whose result would not be the same for all of them raises `Unclear`.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import NoReturn, TypeAlias

from flint import fmpq


class Unclear(Exception):
    """What happens here depends on which of the values it is."""


@dataclass(frozen=True)
class Ray:
    """The integer `slope` * x + `offset`, where x may be `start` and every integer above it (below it, unless
    `up`). `symbol` tells one x from another."""

    symbol: int
    start: int
    up: bool
    slope: int = 1  # not 0
    offset: int = 0

    @property
    def rising(self) -> bool:
        """Whether it takes values above every bound; otherwise below every bound."""
        return (self.slope > 0) == self.up

    @property
    def nearest(self) -> int:
        """The least value if it is rising, else the greatest."""
        return self.slope * self.start + self.offset

    def __bool__(self) -> NoReturn:
        raise Unclear


@dataclass(frozen=True)
class Rest:
    """Any sequence of this kind with `more` items behind it."""

    symbol: int
    kind: str
    more: int = 0

    def __bool__(self) -> NoReturn:
        raise Unclear


@dataclass(frozen=True)
class Share:
    """Any fraction between 0 and 1, without the ends."""

    def __bool__(self) -> NoReturn:
        raise Unclear


@dataclass(frozen=True)
class Dust:
    """The fraction `factor` * x, where x may be any number from 0 (excluded) to `start`. `symbol` as for `Ray`."""

    symbol: int
    start: fmpq
    factor: fmpq = fmpq(1)  # above 0

    @property
    def greatest(self) -> fmpq:
        return self.factor * self.start

    def __bool__(self) -> NoReturn:
        raise Unclear


StandIn: TypeAlias = Ray | Rest | Share | Dust


def stands_in(value: object) -> bool:
    return isinstance(value, StandIn)


def binary(operation: str, a: object, b: object) -> object:
    """`a operation b`, one of them a stand-in."""
    match operation, a, b:
        case "+", Ray(), int():
            return replace(a, offset=a.offset + b)
        case "+", int(), Ray():
            return replace(b, offset=b.offset + a)
        case "-", Ray(), int():
            return replace(a, offset=a.offset - b)
        case "-", int(), Ray():
            return _scaled(b, -1, a)
        case "*", Ray(), int():
            return _scaled(a, b, 0)
        case "*", int(), Ray():
            return _scaled(b, a, 0)
        case "+", Ray(), Ray():
            return _sum(a, b, 1)
        case "-", Ray(), Ray():
            return _sum(a, b, -1)
        case "/", int(), Ray() if b.rising and 0 < a < b.nearest:
            return Share()
        case "*", Dust(), int() | fmpq() if b > 0:
            return replace(a, factor=a.factor * b)
        case "*", int() | fmpq(), Dust() if a > 0:
            return replace(b, factor=b.factor * a)
        case "/", Dust(), int() | fmpq() if b > 0:
            return replace(a, factor=a.factor / b)
        case "-", 1, Dust() if b.greatest < 1:
            return Share()
    raise Unclear


def longer(a: object, b: object, kind: str, count: int) -> object:
    """`a + b`, one of them a `Rest` and the other a sequence of `kind` with `count` items."""
    rest = a if isinstance(a, Rest) else b
    if isinstance(rest, Rest) and rest.kind == kind:
        return replace(rest, more=rest.more + count)
    raise Unclear


def called(a: object, method: str) -> object:
    """What a method that changes a stand-in leaves behind."""
    if isinstance(a, Rest) and a.kind == "list" and method == "append":
        return replace(a, more=a.more + 1)
    raise Unclear


def changed(a: object) -> object:
    """A container after one of its items was set, `a` a stand-in: again any dictionary."""
    if isinstance(a, Rest) and a.kind == "dict":
        return a
    raise Unclear


def negative(a: object) -> object:
    if isinstance(a, Ray):
        return _scaled(a, -1, 0)
    raise Unclear


def compare(operation: str, a: object, b: object) -> bool:
    """`a operation b`, one of them a stand-in, if it is the same for all that it stands for."""
    if operation not in _MIRRORED:
        return _unclear()
    if not isinstance(a, Ray | Dust):
        return compare(_MIRRORED[operation], b, a) if isinstance(b, Ray | Dust) else _unclear()
    if isinstance(a, Dust):
        return _compared(operation, -_above(a, b))
    if isinstance(b, Ray):
        difference = _sum(a, b, -1)
        return compare(operation, difference, 0) if isinstance(difference, Ray) else _compared(operation, difference)
    if not isinstance(b, int):
        return _unclear()
    if a.nearest == b and operation in (">=", "<") and a.rising:
        return operation == ">="
    if a.nearest == b and operation in ("<=", ">") and not a.rising:
        return operation == "<="
    if (a.nearest <= b) if a.rising else (a.nearest >= b):
        return _unclear()
    return _compared(operation, 1 if a.rising else -1)


def probability(a: object) -> fmpq:
    """A probability that is neither 0 nor 1; which it is does not matter for what can happen."""
    if isinstance(a, Share) or (isinstance(a, Dust) and a.greatest < 1):
        return fmpq(1, 2)
    return _unclear()


def stays(before: Ray, after: object) -> bool:
    """Whether `after` is, for every x, again something that `before` stands for."""
    if not isinstance(after, Ray) or after.symbol != before.symbol:
        return False
    sign = 1 if before.up else -1
    return after.slope >= 1 and sign * (after.nearest - before.start) >= 0


def grows(before: Ray, after: object) -> bool:
    """Whether `after` is, for every x, beyond x."""
    if not isinstance(after, Ray) or not stays(before, after):
        return False
    sign = 1 if before.up else -1
    return sign * (after.nearest - before.start) > 0


def _above(dust: Dust, number: object) -> int:
    """1 if the number is above all that the dust stands for, -1 if it is below."""
    if isinstance(number, int | fmpq):
        if number > dust.greatest:
            return 1
        if number <= 0:
            return -1
    return _unclear()


def _scaled(ray: Ray, factor: int, offset: int) -> object:
    if factor == 0:
        return offset
    return replace(ray, slope=ray.slope * int(factor), offset=ray.offset * int(factor) + offset)


def _sum(a: Ray, b: Ray, sign: int) -> Ray | int:
    if a.symbol != b.symbol:
        return _unclear()
    slope, offset = a.slope + sign * b.slope, a.offset + sign * b.offset
    return offset if slope == 0 else replace(a, slope=slope, offset=offset)


def _compared(operation: str, difference: int) -> bool:
    signs = {"==": (0,), "!=": (-1, 1), "<": (-1,), "<=": (-1, 0), ">": (1,), ">=": (0, 1)}
    return (difference > 0) - (difference < 0) in signs[operation]


def _unclear() -> NoReturn:
    raise Unclear


_MIRRORED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
