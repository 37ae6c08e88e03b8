"""Chorus: COUNT of a join, with multiplicities capped so that one row changes the count by at most CAP."""

from itertools import product

from faier import Int, Vector, geometric, log, mechanism, one, private

ORDERS = [(0, "book"), (0, "pen"), (0, "ink"), (1, "pen")]
CAP = 2


def capped(rows, key, cap):
    seen = {}
    for row in rows:
        k = key(row)
        seen[k] = seen.get(k, 0) + 1
        if seen[k] <= cap:
            yield row


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def orders_of_members(members: Vector[Int[0, 2], 2]):
    orders = list(capped(ORDERS, key=lambda row: row[0], cap=CAP))
    joined = [(m, item) for m, (customer, item) in product(members, orders) if m == customer]
    return len(joined) + geometric(1 / 2)
