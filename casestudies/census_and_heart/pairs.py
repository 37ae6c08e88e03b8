"""Data that is normal given the secret, with Laplace noise: the least scales, beside those that Theorem 1 asks for."""

from faier import Real, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def one_further():
    """A deviation of 1, or one of 2 and a mean that is 1 further."""
    wide = flip(1 / 2)
    secret(wide)
    if wide:
        return 1 + gaussian(2)
    return gaussian(1)


@prior
def same_mean():
    """Deviations of 1 and 2."""
    wide = flip(1 / 2)
    secret(wide)
    return gaussian(2) if wide else gaussian(1)


@prior
def far_apart():
    """Means 0 and 5, deviations 1 and 3."""
    wide = flip(1 / 2)
    secret(wide)
    if wide:
        return 5 + gaussian(3)
    return gaussian(1)


@private(epsilon=1, prior=one_further, expect="refuted")
@private(epsilon=1, delta=0.00001, prior=one_further)
@private(epsilon=1, delta=0.01, prior=one_further)
@mechanism
def nearly(x: Real):
    """1.8229 is enough for a delta of 0."""
    return x + laplace(1.8228)


@private(epsilon=1, prior=one_further)
@mechanism
def enough(x: Real, *, scale=1.8229):
    return x + laplace(scale)


@private(epsilon=1, delta=0.2, prior=one_further, expect="refuted")
@private(epsilon=1, delta=0.3, prior=one_further)
@private(epsilon=1, delta=0.5, prior=one_further)
@mechanism
def as_it_is(x: Real):
    """Theorem 1 asks for scales of 2.036 and 1.674 for the last two claims."""
    return x


@private(epsilon=1, prior=same_mean)
@private(epsilon=1 / 10, prior=same_mean, expect="refuted")
@mechanism
def tails(x: Real):
    """Far out the densities are furthest apart: the scale is sqrt(3 / 2), rounded up."""
    return x + laplace(1.224745)


@private(epsilon=1 / 10, prior=same_mean)
@mechanism
def inside(x: Real):
    """For a small epsilon they are furthest apart at 0."""
    return x + laplace(7.275886)


@private(epsilon=1 / 10, prior=same_mean, expect="refuted")
@mechanism
def inside_less(x: Real):
    return x + laplace(7.275885)


@private(epsilon=1, prior=far_apart)
@private(epsilon=0.999999, prior=far_apart, expect="refuted")
@mechanism
def wide(x: Real):
    return x + laplace(5.701563)
