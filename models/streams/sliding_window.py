"""A sliding window: after each arrival, a noisy count of the last WINDOW arrivals, without end.

The w-event setting of Kellaris, Papadopoulos, Xiao and Papadias ("Differentially private event sequences over
infinite streams", 2014). One arrival is in WINDOW windows, so it loses WINDOW * log(2), however long the stream
is. A window that is one arrival longer than its budget is the classic slip.
"""

from faier import Int, Stream, clamp, geometric, log, mechanism, one, private

WINDOW = 2


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def sliding_window(arrivals: Stream[Int[0, 1]]):
    before = 0
    for arrival in arrivals:
        yield clamp(before + arrival + geometric(1 / 2), 0, WINDOW)
        before = arrival


@private(epsilon=2 * log(2), neighbors=one(), expect="refuted", name="the window is one arrival too long")
@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(8) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def one_too_long(arrivals: Stream[Int[0, 1]]):
    first, second = 0, 0
    for arrival in arrivals:
        yield clamp(first + second + arrival + geometric(1 / 2), 0, WINDOW + 1)
        first, second = second, arrival
