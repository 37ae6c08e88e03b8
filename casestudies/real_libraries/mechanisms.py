"""What shipped libraries say that they do, each with the budget that its library promises."""

from faier import (
    Bool,
    Int,
    Vector,
    categorical,
    clamp,
    each,
    exp,
    flip,
    gaussian,
    geometric,
    laplace,
    log,
    mechanism,
    one,
    private,
    shuffled,
)

# sqrt(2 * log(1.25 / delta)) / epsilon for delta = 1/100000 and epsilon = 10, rounded up.
CLASSICAL = 484481 / 1000000


@private(epsilon=1, neighbors=each(1))
@mechanism
def count(x: Int[0, 3]):
    """Discrete Laplace noise of scale 1."""
    return x + geometric(exp(-1))


@private(epsilon=1, neighbors=each(1))
@mechanism
def count_in_range(x: Int[0, 3]):
    """The same, and what is out of range becomes its end."""
    return clamp(x + geometric(exp(-1)), 0, 3)


@private(epsilon=log(3), neighbors=one())
@mechanism
def response(answer: Bool):
    """The truth with probability 3/4."""
    return answer if flip(3 / 4) else not answer


@private(epsilon=log(3), neighbors=one())
@mechanism
def response_of_four(value: Int[0, 3]):
    """The truth with probability 1/2, else one of the three others."""
    if flip(1 / 2):
        return value
    other = categorical(1, 1, 1)
    return other if other < value else other + 1


@private(epsilon=log(3), neighbors=one())
@mechanism
def unary(value: Int[0, 2]):
    """A bit for each value, of which the own one is set with probability 1/2 and any other with 1/4."""
    return [flip(1 / 2) if value == at else flip(1 / 4) for at in range(3)]


@private(epsilon=log(9), neighbors=one())
@mechanism
def rappor(value: Int[0, 2]):
    """A bit for each value, which is the right one with probability 3/4."""
    return [flip(3 / 4) if value == at else flip(1 / 4) for at in range(3)]


@private(epsilon=2 * log(2), neighbors=each(1))
@mechanism
def exponential(utility: Vector[Int[0, 2], 3]):
    """Each candidate with a weight of 2 to the power of its utility."""
    return categorical(2 ** utility[0], 2 ** utility[1], 2 ** utility[2])


@private(epsilon=2 * log(2), neighbors=each(1))
@mechanism
def permute_and_flip(utility: Vector[Int[0, 2], 3]):
    """In random order, the first candidate whose coin shows so: 1/2 for each step that it is below the best one."""
    best = max(utility)
    for candidate in shuffled(range(3)):
        if flip(1 / 2 ** (best - utility[candidate])):
            return candidate


@private(epsilon=1, neighbors=each(1))
@mechanism
def measured(x: Int[0, 3]):
    """Laplace noise of scale 1 on the reals."""
    return x + laplace(1)


@private(epsilon=1, neighbors=each(1))
@mechanism
def measured_in_range(x: Int[0, 3]):
    """The same, and what is out of range becomes its end."""
    return min(max(x + laplace(1), 0), 3)


@private(epsilon=1, delta=1 / 10, neighbors=each(1))
@mechanism
def normal(x: Int[0, 3]):
    """Normal noise of deviation 5/4."""
    return x + gaussian(5 / 4)


@private(epsilon=10, delta=1 / 100000, neighbors=each(1), expect="refuted")
@private(epsilon=10, delta=3 / 100000, neighbors=each(1))
@mechanism
def classical_normal(x: Int[0, 3]):
    """The classical deviation, at an epsilon for which its theorem does not hold."""
    return x + gaussian(CLASSICAL)


@private(epsilon=1, neighbors=each(1), expect="refuted")
@mechanism
def count_from_above(x: Int[0, 3]):
    """What a library adds in place of the noise of `count`: it is never below 0. Here it is at most 8."""
    noise = 0
    for _ in range(8):
        if not flip(exp(-1)):
            break
        noise += 1
    return x + noise
