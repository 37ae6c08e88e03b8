"""What editors show for the types of parameters. Nothing imports this when a file runs."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from typing import Any, TypeAlias

Anything: Any


class Int(int):
    """`Int[lo, hi]`: an integer, both ends included."""

    def __class_getitem__(cls, bounds: Any) -> Any: ...


class Vector(list[Any]):
    """`Vector[T, n]`: n values of T."""

    def __class_getitem__(cls, arguments: Any) -> Any: ...


class Records(list[Any]):
    """`Records[T, n]`: 0 to n values of T."""

    def __class_getitem__(cls, arguments: Any) -> Any: ...


class Stream(Iterator[Any]):
    """`Stream[T]`: values of T that arrive one by one, without end."""

    def __class_getitem__(cls, item: Any) -> Any: ...


class Public(Any):  # type: ignore[misc]
    """`Public[T]`: an input the adversary knows."""

    def __class_getitem__(cls, item: Any) -> Any: ...


class Real(Fraction):
    """`Real[lo, hi]`: an unknown real in the closed interval."""

    def __class_getitem__(cls, bounds: Any) -> Any: ...


Bool: TypeAlias = bool
Probability: TypeAlias = Fraction
