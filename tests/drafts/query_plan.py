"""A little query engine: operators composed to a plan, each knows its sensitivity."""

from __future__ import annotations

from dataclasses import dataclass
from functools import singledispatch
from typing import Union

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@dataclass(frozen=True)
class Table:
    pass


@dataclass(frozen=True)
class Where:
    source: Plan
    at_least: int


@dataclass(frozen=True)
class Sum:
    source: Plan
    cap: int


Plan = Union[Table, Where, Sum]


@singledispatch
def sensitivity(node):
    raise TypeError(f"unknown operator {node!r}")


@sensitivity.register
def _(node: Table) -> int:
    return 1


@sensitivity.register
def _(node: Where) -> int:
    return sensitivity(node.source)


@sensitivity.register(Sum)
def _(node):
    return node.cap * sensitivity(node.source)


def run(plan: Plan, rows):
    match plan:
        case Table():
            return list(rows)
        case Where(source, at_least):
            return [row for row in run(source, rows) if row >= at_least]
        case Sum(source=source, cap=cap):
            return sum(min(row, cap) for row in run(source, rows))


def execute(plan, rows):
    return clamp(run(plan, rows) + geometric(1 / 2), 0, 4)


PLAN = Sum(Where(Table(), 1), cap=2)


@private(epsilon=2 * log(2), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def answer(rows: Vector[Int[0, 3], 2]):
    return execute(PLAN, rows), sensitivity(PLAN)
