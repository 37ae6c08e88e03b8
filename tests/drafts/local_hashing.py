"""Optimal local hashing: hash with a random public function, then randomized response."""

from typing import NamedTuple

from faier import Int, flip, log, mechanism, one, private, uniform

PRIME = 5
BUCKETS = 2


class Report(NamedTuple):
    a: int
    b: int
    bucket: int


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def local_hash(value: Int[0, 4]) -> Report:
    a = uniform(1, PRIME - 1)
    b = uniform(0, PRIME - 1)
    bucket = (a * value + b) % PRIME % BUCKETS
    if not flip(3 / 4):
        bucket = 1 - bucket
    return Report(a, b, bucket)
