"""SmartNoise SQL style: rows are dictionaries; rewritten query with WHERE, GROUP BY, HAVING and ORDER BY."""

import operator
from typing import Any, Callable

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

Row = dict[str, Any]
OPS: dict[str, Callable[[Any, Any], bool]] = {"=": operator.eq, ">=": operator.ge, "<": operator.lt}
TEMPLATE = "{sex}/{age}: {n}"
SEXES = ["f", "m"]


def where(column: str, op: str, value: Any) -> Callable[[Row], bool]:
    compare = OPS[op]
    return lambda row: compare(row[column], value)


def select_count(rows: list[Row], *, conditions=(), group_by: str, having_at_least: int = 0) -> list[Row]:
    groups: dict[str, list[Row]] = {sex: [] for sex in SEXES}
    for row in rows:
        if all(condition(row) for condition in conditions):
            groups.setdefault(row[group_by], []).append(row)
    result = [
        {group_by: key, "age": "adult", "n": clamp(len(members) + geometric(1 / 2), 0, 2)}
        for key, members in groups.items()
    ]
    return [row for row in result if row["n"] >= having_at_least]


@private(epsilon=2 * log(2), neighbors=one())
@mechanism
def count_by_sex(ages: Vector[Int[0, 3], 2]):
    table: list[Row] = [{"sex": SEXES[a % 2], "age": a, "weight": 1} for a in ages]
    answer = select_count(table, conditions=[where("age", ">=", 1)], group_by="sex", having_at_least=1)
    answer.sort(key=lambda row: (-row["n"], row["sex"]))
    return [TEMPLATE.format_map(row) for row in answer]
