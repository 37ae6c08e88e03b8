"""How many different values are there? A set, its size and noise."""

from faier import Int, Records, added, geometric, log, mechanism, one, private


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(3 / 2), neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=added())
@mechanism
def distinct(values: Records[Int[0, 3], 3]):
    return len(set(values)) + geometric(1 / 2)
