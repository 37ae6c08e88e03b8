"""A pipeline of stages behind one Protocol: bound, aggregate, privatize, publish."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import reduce
from typing import Any, Protocol, runtime_checkable

from faier import Int, Vector, geometric, log, mechanism, one, private


@runtime_checkable
class Stage(Protocol):
    def apply(self, value: Any) -> Any: ...


@dataclass(frozen=True, slots=True)
class Bound:
    low: int
    high: int

    def __post_init__(self) -> None:
        if self.low > self.high:
            raise ValueError(f"empty range [{self.low}, {self.high}]")

    def apply(self, value: Sequence[int]) -> list[int]:
        return [max(self.low, min(self.high, v)) for v in value]


class Aggregate:
    def apply(self, value: Sequence[int]) -> int:
        return sum(value)


@dataclass(frozen=True, slots=True)
class Privatize:
    alpha: float

    def apply(self, value: int) -> int:
        return value + geometric(self.alpha)


@dataclass(frozen=True, slots=True)
class Publish:
    unit: str = "users"

    def apply(self, value: int) -> str:
        return "none" if value <= 0 else "few" if value < 3 else "many"


STAGES: tuple[Stage, ...] = (Bound(0, 1), Aggregate(), Privatize(1 / 2), Publish())


@private(epsilon=log(2), neighbors=one(4))
@mechanism
def pipeline(sessions: Vector[Int[0, 4], 3]) -> str:
    value: Any = sessions
    for stage in STAGES:
        assert isinstance(stage, Stage)
    return reduce(lambda acc, stage: stage.apply(acc), STAGES, value)
