"""Smart sum: prefix sums from blocks, each value in at most two noisy numbers.

Chan, Shi and Song's two-level counter ("Private and continual release of statistics", 2011), SmartSum in the
collections of CheckDP and FuzzDP. After each value a noisy prefix of the present block is shown on top of the
noisy sums of the finished blocks. 2 * log(2) for one arrival. The broken twin of the collections has no noise
where a block ends.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 4
BLOCK = 2


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(4) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=2 * log(2), neighbors=one())
@mechanism
def smart_sum(values: Vector[Int[0, 1], N]):
    finished, block, next_value = 0, 0, 0
    for index, value in enumerate(values):
        if (index + 1) % BLOCK == 0:
            finished += clamp(block + value + geometric(1 / 2), 0, BLOCK)
            next_value, block = finished, 0
        else:
            block += value
            next_value += clamp(value + geometric(1 / 2), 0, 1)
        yield next_value


@private(epsilon=2 * log(2), neighbors=one(), expect="refuted", name="no noise where a block ends")
@mechanism
def end_without_noise(values: Vector[Int[0, 1], N]):
    finished, block, next_value = 0, 0, 0
    for index, value in enumerate(values):
        if (index + 1) % BLOCK == 0:
            finished += block + value
            next_value, block = finished, 0
        else:
            block += value
            next_value += clamp(value + geometric(1 / 2), 0, 1)
        yield next_value
