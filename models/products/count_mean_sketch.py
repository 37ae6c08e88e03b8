"""Which emoji are used? A hashed, one-hot, noisy vector from each device.

The count mean sketch of Apple's Differential Privacy Team ("Learning with privacy at scale", 2017): the device draws
one of a few public hash functions, encodes its value as a vector with a single 1 at the hashed place, and flips
every entry with probability 1/4. The function is sent along. Two values that collide under a function cannot be told
apart by it. The twins choose the function by the value, to avoid collisions with popular ones, or flip 0s only.
"""

from faier import Int, flip, log, mechanism, one, private, uniform

KEEP = 3 / 4
WIDTH = 2
HASHES = ((0, 0, 1), (0, 1, 0), (1, 0, 0))


def vector(place):
    return tuple([(index == place) == flip(KEEP) for index in range(WIDTH)])


@private(epsilon=log(9), neighbors=one())
@private(epsilon=log(9) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(3), neighbors=one(), expect="refuted", name="a change of the place changes two entries")
@mechanism
def count_mean_sketch(value: Int[0, 2]):
    function = uniform(0, 2)
    return function, vector(HASHES[function][value])


@private(
    epsilon=log(9), neighbors=one(), expect="refuted", name="functions under which the value collides are left out"
)
@mechanism
def without_collisions(value: Int[0, 2]):
    function = uniform(0, 2)
    while sum([HASHES[function][value] == other for other in HASHES[function]]) > 1:
        function = uniform(0, 2)
    return function, vector(HASHES[function][value])


@private(epsilon=log(9), neighbors=one(), expect="refuted", name="the 1 is never flipped")
@mechanism
def flips_zeros_only(value: Int[0, 2]):
    function = uniform(0, 2)
    place = HASHES[function][value]
    return function, tuple([index == place or not flip(KEEP) for index in range(WIDTH)])
