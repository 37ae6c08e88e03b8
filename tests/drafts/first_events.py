"""At most one event for each user: sort, group by the user, take the first."""

from itertools import groupby, islice

from faier import Int, Vector, geometric, log, mechanism, one, private


def decode(code):
    user, value = divmod(code, 2)
    return {"user": user, "value": value}


def truncate(events, limit):
    by_user = sorted(events, key=lambda e: (e["user"], -e["value"]))
    for _, group in groupby(by_user, key=lambda e: e["user"]):
        yield from islice(group, limit)


@private(epsilon=log(2), neighbors=one())
@mechanism
def total(codes: Vector[Int[0, 3], 3]):
    events = [decode(c) for c in codes]
    return sum(e["value"] for e in truncate(events, limit=1)) + geometric(1 / 2)
