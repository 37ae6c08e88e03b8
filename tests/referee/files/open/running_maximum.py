"""Explored without end: what is known of the kept draw, that it is at least n, grows with every record.

Nothing compares it with more than 1, so the bounds that matter are finitely many.
"""

from faier import Int, Stream, each, geometric, log, mechanism, private


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def running_maximum(arrivals: Stream[Int[0, 1]]):
    best = geometric(1 / 8)
    for arrival in arrivals:
        noisy = arrival + geometric(1 / 16)
        if best < noisy:
            best = noisy
        yield best <= arrival


@private(epsilon=log(2), neighbors=each(1))
@mechanism
def offset_that_nobody_sees(arrivals: Stream[Int[0, 1]]):
    """As an integer `kept` would be FA408, a value that can grow without end; as noise it is explored to the limit."""
    kept = geometric(1 / 2)
    for arrival in arrivals:
        kept -= 1
        yield arrival
