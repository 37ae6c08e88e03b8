"""Two theorems about mixtures of normals that do not hold: the mean of what parts of a mixture need is not enough.

Corollary 2 asks for Laplace noise with the mean of how far the parts of equal weight and deviation are apart, over
epsilon; Theorem 2 for the same where all deviations are equal, whatever the delta is. But who sees an output far out
knows that it belongs to the part that is there.
"""

from faier import Real, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def hundredth():
    """Weights .99 and .01, means 0 and 1000 or 0 and 1100."""
    further = flip(1 / 2)
    secret(further)
    if flip(0.99):
        return gaussian(1)
    return 1000 + 100 * further + gaussian(1)


@prior
def tenth():
    """Weights .9 and .1, means 0 and 100 or 0 and 110."""
    further = flip(1 / 2)
    secret(further)
    if flip(0.9):
        return gaussian(1)
    return 100 + 10 * further + gaussian(1)


@prior
def half():
    """Weights .5 and .5, means 0 and 100 or 0 and 110."""
    further = flip(1 / 2)
    secret(further)
    if flip(0.5):
        return gaussian(1)
    return 100 + 10 * further + gaussian(1)


@prior
def quarter():
    """Weights .75 and .25, means 0 and 1000 or 0 and 1100."""
    further = flip(1 / 2)
    secret(further)
    if flip(0.75):
        return gaussian(1)
    return 1000 + 100 * further + gaussian(1)


@private(epsilon=1, prior=hundredth, expect="refuted")
@private(epsilon=99, prior=hundredth, expect="refuted")
@private(epsilon=100, prior=hundredth)
@mechanism
def hundredth_by_corollary_2(x: Real):
    """.01 * 100 / 1: the corollary promises an epsilon of 1."""
    return x + laplace(1)


@private(epsilon=1, prior=hundredth)
@mechanism
def hundredth_enough(x: Real):
    return x + laplace(99.725)


@private(epsilon=1, prior=tenth, expect="refuted")
@private(epsilon=9.99, prior=tenth, expect="refuted")
@private(epsilon=10, prior=tenth)
@mechanism
def tenth_by_corollary_2(x: Real):
    """.1 * 10 / 1."""
    return x + laplace(1)


@private(epsilon=1, prior=half, expect="refuted")
@private(epsilon=1.99, prior=half, expect="refuted")
@private(epsilon=2, prior=half)
@mechanism
def half_by_corollary_2(x: Real):
    """.5 * 10 / 1."""
    return x + laplace(5)


@private(epsilon=1, delta=0.00001, prior=quarter, expect="refuted")
@private(epsilon=1, delta=0.01, prior=quarter, expect="refuted")
@private(epsilon=1, delta=0.19, prior=quarter, expect="refuted")
@private(epsilon=1, delta=0.195, prior=quarter)
@mechanism
def quarter_by_theorem_2(x: Real):
    """.25 * 100 / 1: the theorem promises an epsilon of 1 with every delta."""
    return x + laplace(25)
