"""Normal data of one deviation, moved by 1: Laplace noise of scale 1 is enough for epsilon 1, and nothing less is.

"Approximation of Pufferfish Privacy for Gaussian Priors", Remark 1 and Corollary 1 (b). Normal noise of the same
variance, which Figure 1 shows beside Laplace noise, keeps no epsilon without a delta.
"""

from faier import Real, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def moved():
    further = flip(1 / 2)
    secret(further)
    return 1 + gaussian(1) if further else gaussian(1)


@private(epsilon=1, prior=moved)
@private(epsilon=0.999, prior=moved, expect="refuted")
@mechanism
def with_laplace(x: Real):
    return x + laplace(1)


@private(epsilon=1, prior=moved, expect="refuted")
@private(epsilon=100, prior=moved, expect="refuted")
@private(epsilon=1, delta=0.03, prior=moved)
@mechanism
def with_normal(x: Real):
    """The variance of Laplace noise is twice the square of its scale."""
    return x + gaussian(1.4142)
