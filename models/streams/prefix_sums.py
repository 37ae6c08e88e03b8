"""Prefix sums with noise on every sum: simple, and expensive.

The baseline of continual observation (Dwork, Naor, Pitassi and Rothblum, 2010; Chan, Shi and Song, 2011). One
value of the N counts in up to N sums, so a single arrival loses N * log(2) with noise for one. Noise on each value
instead, before it is added up, costs log(2) only, and its errors add up.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(8), neighbors=one())
@private(epsilon=log(8) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(2), neighbors=one(), expect="refuted", name="one arrival counts in all later sums")
@mechanism
def prefix_sums(values: Vector[Int[0, 1], N]):
    total = 0
    for value in values:
        total += value
        yield clamp(total + geometric(1 / 2), 0, N)


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def noise_before_the_sum(values: Vector[Int[0, 1], N]):
    total = 0
    for value in values:
        total += clamp(value + geometric(1 / 2), 0, 1)
        yield total
