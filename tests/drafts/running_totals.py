"""Running totals of a stream, each with noise for one event."""

from faier import Bool, Stream, geometric, log, mechanism, one, private


def totals(events):
    """The total after each event."""
    total = 0
    for event in events:
        if event:
            total += 1
        yield total


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def running(events: Stream[Bool]):
    for day, total in enumerate(totals(events)):
        if day >= 3:
            break
        yield total + geometric(1 / 2)
