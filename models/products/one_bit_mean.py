"""How long is an app used? One bit from each device, every day, for a mean over all devices.

Ding, Kulkarni and Yekhanin ("Collecting telemetry data privately", 2017), as shipped in an operating system: a
device answers 1 with a probability that grows with its value, from 1/4 to 3/4 here, so that log(3) is lost. For
values that stay nearly the same, each device rounds its value by a random threshold that it draws once, and keeps
the answers for both ends: one who always uses it a little and one who always uses it a lot are told apart by log(3),
however many days. That is all: a change across the threshold is seen. Without kept answers every day costs.
"""

from faier import Int, Vector, flip, log, mechanism, one, private, uniform, where

TOP = 2
DAYS = 2
CHANCES = (1 / 4, 1 / 2, 3 / 4)


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def one_bit_mean(minutes: Int[0, TOP]):
    return flip(CHANCES[minutes])


@private(epsilon=log(3), neighbors=where(lambda x, y: x[0] == x[1] and y[0] == y[1]))
@private(epsilon=log(3) - 1 / 1000000, neighbors=where(lambda x, y: x[0] == x[1] and y[0] == y[1]), expect="refuted")
@private(epsilon=log(9), neighbors=one(), expect="refuted", name="different answers show a change")
@mechanism
def rounded_and_kept(minutes: Vector[Int[0, TOP], DAYS]):
    threshold = uniform(1, TOP)
    low, high = flip(CHANCES[0]), flip(CHANCES[TOP])
    return tuple([high if value >= threshold else low for value in minutes])


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="a fresh bit every day")
@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def every_day(minutes: Int[0, TOP]):
    for _ in range(DAYS):
        yield flip(CHANCES[minutes])


@private(
    epsilon=log(9),
    neighbors=where(lambda x, y: all(abs(values[0] - values[1]) <= 1 for values in (x, y))),
    expect="refuted",
    name="not rounded: even small changes are seen",
)
@mechanism
def kept_for_each_value(minutes: Vector[Int[0, TOP], DAYS]):
    kept = [flip(chance) for chance in CHANCES]
    return tuple([kept[value] for value in minutes])
