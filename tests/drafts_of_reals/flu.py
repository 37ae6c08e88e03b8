"""Does a school's flu season give away one child? The Wasserstein mechanism's example."""

from faier import Bool, Int, categorical, flip, laplace, mechanism, prior, private, secret


@prior
def classmates():
    ill = flip(1 / 2)
    secret(ill)
    if ill:
        return 1 + categorical(1, 1, 1, 1)
    return categorical(3, 1, 1, 1)


@private(epsilon=1, prior=classmates)
@private(epsilon=0.7, prior=classmates, expect="refuted")
@mechanism
def cases(count: Int[0, 4]) -> float:
    return count + laplace(2)
