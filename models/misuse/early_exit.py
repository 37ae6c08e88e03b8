"""An early exit: the report ends as soon as something private happens.

Noise is on every value, but the number of values shown depends on the true data. What is not shown is an output
too. If the end depends on noisy values, which have been shown, it says nothing new; if it depends on true ones, it
says everything.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 3


@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def noisy_exit(values: Vector[Int[0, 1], N]):
    for value in values:
        noisy = clamp(value + geometric(1 / 2), 0, 1)
        yield noisy
        if noisy == 1:
            return


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="the length is the position of the first 1")
@mechanism
def early_exit(values: Vector[Int[0, 1], N]):
    for value in values:
        yield clamp(value + geometric(1 / 2), 0, 1)
        if value == 1:
            return


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="values of 0 are skipped")
@mechanism
def skips_zeros(values: Vector[Int[0, 1], N]):
    for value in values:
        if value == 1:
            yield clamp(value + geometric(1 / 2), 0, 1)
