"""A range monitor: are the values that follow inside the noisy range of the first ones?

k-min-max of DiPAut (Chadha, Sistla and Viswanathan, "On linear time decidability of differential privacy for
programs with unbounded inputs", 2021), with discrete noise and k = 2: noisy minimum and maximum of the first
values, then each further value, with noise, is compared with them, until one is outside. The ends are clamped
here, so values at the end of the range cost again and again, as in `above_threshold.py`; with a fixed number of
further values the loss is bounded. The broken twin goes on.
"""

from faier import Int, Stream, Vector, clamp, each, geometric, log, mechanism, private

K = 2
N = 4
TOP = 1


def noisy(value):
    return clamp(value + geometric(1 / 2), 0, TOP)


@private(epsilon=log(350 / 269), neighbors=each(1))
@private(epsilon=log(350 / 269) - 1 / 1000000, neighbors=each(1), expect="refuted")
@mechanism
def range_monitor(values: Vector[Int[0, TOP], N]):
    low, high = TOP, 0
    for value in values[:K]:
        low, high = min(low, noisy(value)), max(high, noisy(value))
    for value in values[K:]:
        inside = low <= value + geometric(1 / 2) <= high
        yield inside
        if not inside:
            return


@private(epsilon=log(1000), neighbors=each(1), expect="refuted", name="every value outside is reported")
@mechanism
def goes_on(values: Stream[Int[0, TOP]]):
    limit = noisy(0)
    for value in values:
        yield value + geometric(1 / 2) <= limit
