"""A metrics config in TOML-like dictionaries, turned to functions with functools.partial."""

from __future__ import annotations

from functools import partial
from operator import add, sub
from typing import Any, Callable, TypedDict

from faier import Int, clamp, each, geometric, log, mechanism, private


class MetricConfig(TypedDict, total=False):
    combine: str
    alpha: float
    low: int
    high: int


OPERATIONS: dict[str, Callable[[int, int], int]] = {"sum": add, "difference": sub}
CONFIG: dict[str, MetricConfig] = {
    "volume": {"combine": "sum", "alpha": 1 / 2, "low": 0, "high": 4},
    "balance": {"combine": "difference", "alpha": 1 / 2, "low": -2, "high": 2},
}


def metric(a: int, b: int, *, combine: str, alpha: float, low: int = 0, high: int = 10) -> int:
    return clamp(OPERATIONS[combine](a, b) + geometric(alpha), low, high)


METRICS = {name: partial(metric, **config) for name, config in CONFIG.items()}


@private(epsilon=4 * log(2), neighbors=each(1))
@private(epsilon=log(2), neighbors=each(1), expect="refuted")
@mechanism
def metrics(deposits: Int[0, 2], withdrawals: Int[0, 2]) -> list[tuple[str, int]]:
    return sorted((name, compute(deposits, withdrawals)) for name, compute in METRICS.items())
