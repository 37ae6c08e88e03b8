"""Contribution bounding, then a noisy count per partition, as in PipelineDP."""

import itertools
from collections import defaultdict
from typing import NamedTuple

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


class Row(NamedTuple):
    user: int
    partition: str


class AggregateParams(NamedTuple):
    max_contributions_per_partition: int = 1
    noise_alpha: float = 1 / 2


PARTITIONS = ("east", "west")


def bound_contributions(rows, params: AggregateParams):
    kept = defaultdict(list)
    for row in rows:
        bucket = kept[(row.user, row.partition)]
        if len(bucket) < params.max_contributions_per_partition:
            bucket.append(row)
    return list(itertools.chain.from_iterable(kept.values()))


def to_rows(visits):
    for user, visit in enumerate(visits):
        # 0: none, 1: east, 2: west, 3: both
        if visit & 1:
            yield Row(user, "east")
        if visit & 2:
            yield Row(user, "west")


@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def counts(visits: Vector[Int[0, 3], 2]):
    params = AggregateParams()
    rows = bound_contributions(to_rows(visits), params)
    result = {}
    for p in PARTITIONS:
        n = len([r for r in rows if r.partition == p])
        result[p] = clamp(n + geometric(params.noise_alpha), 0, 2)
    return tuple(result[p] for p in PARTITIONS)
