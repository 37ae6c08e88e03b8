"""Claims that hold for every epsilon."""
from faier import Int, Positive, Vector, categorical, clamp, each, exp, flip, geometric, mechanism, one, private

EPS = Positive(1)
HALF = EPS / 2
ALPHA = exp(-EPS)
WEIGHTS = (exp(EPS), 1, 1, 1)


@private(epsilon=EPS, neighbors=one())
@private(epsilon=2 * HALF, neighbors=one(), name="the same")
@mechanism
def k_response(value: Int[0, 3]):
    return (value + categorical(exp(EPS), 1, 1, 1)) % 4


@private(epsilon=EPS / 3, neighbors=one(), expect="refuted")
@mechanism
def listed_weights(value: Int[0, 3]):
    return (value + categorical(*WEIGHTS)) % 4


@private(epsilon=3 * EPS, neighbors=each(1))
@mechanism
def noisy(values: Vector[Int[0, 1], 3]):
    return tuple([clamp(value + geometric(ALPHA), 0, 1) for value in values])


@private(epsilon=EPS, neighbors=each(1))
@mechanism
def exponential(scores: Vector[Int[0, 2], 2]):
    return categorical(*[exp(HALF * score) for score in scores])


@private(epsilon=2 * EPS, neighbors=one())
@mechanism
def coin(bit: Int[0, 1]):
    return bit if flip(exp(EPS) / (1 + exp(EPS))) else 1 - bit
