"""The count of four people who may have the flu, with the noise that two published methods ask for at epsilon 1.

"Privacy-Preserving Analysis of Correlated Data", section 3: the Wasserstein mechanism's scale is 2, that of group
privacy 4. Both keep the promise, and lose less than it allows.
"""

from faier import Int, categorical, laplace, mechanism, prior, private, secret


@prior
def flu():
    ill = categorical(1, 1) == 1
    secret(ill)
    if ill:
        return 1 + categorical(1, 1, 1, 1)
    return categorical(3, 1, 1, 1)


@private(epsilon=1, prior=flu)
@private(epsilon=0.7417, prior=flu)
@private(epsilon=0.7416, prior=flu, expect="refuted")
@mechanism
def wasserstein(count: Int[0, 4]):
    return count + laplace(2)


@private(epsilon=1, prior=flu)
@private(epsilon=0.3752, prior=flu)
@private(epsilon=0.375, prior=flu, expect="refuted")
@mechanism
def group(count: Int[0, 4]):
    return count + laplace(4)
