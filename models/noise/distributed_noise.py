"""Noise that many parties add to a sum which nobody sees before.

Secure aggregation with noise from everybody (Dwork et al., "Our data, ourselves", 2006; Goryczka and Xiong, "A
comprehensive comparison of multiparty secure additions with differential privacy", 2017). Each of N parties adds
geometric noise of its own, and only the sum is opened. One party's noise is enough for log(2); two honest parties
lose less. If parties add nothing and are not missed, what is claimed for all fails; if they show their noise
afterwards, it is as if they had added none.
"""

from faier import Int, Vector, clamp, geometric, log, mechanism, one, private

N = 2


@private(epsilon=log(11 / 7), neighbors=one())
@private(epsilon=log(11 / 7) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def distributed_noise(values: Vector[Int[0, 1], N]):
    return clamp(sum(value + geometric(1 / 2) for value in values), 0, N)


@private(epsilon=log(11 / 7), neighbors=one(), expect="refuted", name="one party adds no noise")
@private(epsilon=log(2), neighbors=one())
@private(epsilon=log(2) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def one_party_drops_out(values: Vector[Int[0, 1], N]):
    return clamp(values[0] + sum(value + geometric(1 / 2) for value in values[1:]), 0, N)


@private(epsilon=log(2), neighbors=one(), expect="refuted", name="noise is added when there is something to hide")
@mechanism
def noise_for_ones_only(values: Vector[Int[0, 1], N]):
    return clamp(sum(value + (geometric(1 / 2) if value else 0) for value in values), 0, N)
