"""Incomes of which some are missing: None counts as nothing."""

from typing import Optional

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(4), neighbors=one(), expect="refuted")
@mechanism
def incomes(values: Vector[Optional[Int[0, 2]], 2]):
    present = [v for v in values if v is not None]
    total = clamp(sum(present) + geometric(1 / 2), 0, 4)
    number = clamp(len(present) + geometric(1 / 2), 0, 2)
    return {"sum": total, "count": number}
