"""How many of four people who meet have the flu: given that one is well, 0 with chance 1/2 and 1, 2 or 3 with 1/6 each;
given that one is ill, 1 to 4 with 1/4 each. Everybody's state is secret, and all are alike.
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
@private(epsilon=0.999999, prior=flu, expect="refuted")
@mechanism
def cases(count: Int[0, 4], *, scale=1463533 / 1000000):
    return count + laplace(scale)
