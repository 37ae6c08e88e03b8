"""Each user may count once: one of their values is sampled, as in PipelineDP."""

from collections import defaultdict
from typing import NamedTuple

from faier import Int, Records, clamp, geometric, log, mechanism, one, private, sample

MAX_CONTRIBUTIONS = 1


class Row(NamedTuple):
    user: Int[0, 1]
    value: Int[0, 1]


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def total(rows: Records[Row, 3]):
    by_user = defaultdict(list)
    for user, value in rows:
        by_user[user].append(value)
    kept = []
    for values in by_user.values():
        kept += sample(values, min(MAX_CONTRIBUTIONS, len(values)))
    return clamp(sum(kept) + geometric(1 / 2), 0, 2)
