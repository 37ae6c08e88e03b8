"""How watts goes on, as 2 hidden states make it, fitted to casestudies/electricity/readings.csv.

480 records in the order of minute in 1 sequence.

Fitted by hmmlearn to 480 records: log-likelihood -2917.4339; rounded to decimals, each row adding up to 1. The data
does not say how sure these numbers are.

Written by `faier learn casestudies/electricity/readings.csv --column watts --order minute --hidden 2 --steps 3
--epsilon 1 --write casestudies/electricity/house.py`.
"""

from faier import Int, Real, categorical, gaussian, laplace, mechanism, prior, private, secret

STEPS = 3  # records that are drawn
FIRST = (0.747378, 0.252622)  # the first hidden state: the stationary distribution of these steps

# How likely each hidden state is followed by each.
NEXT = (
    (0.930162, 0.069838),
    (0.206615, 0.793385),
)

# The readings in each hidden state are normal.
MEANS = (196.997, 1494.01)
DEVIATIONS = (47.2354, 325.685)


@prior
def watts(hidden: Int[0, STEPS - 1]):
    """The sum of readings; the hidden state of any one of them may be the secret."""
    state = categorical(*FIRST)
    total = 0
    for step in range(STEPS):
        if step == hidden:
            secret(state)
        total += MEANS[state] + gaussian(DEVIATIONS[state])
        state = categorical(*NEXT[state])
    return total


@private(epsilon=1, prior=watts)
@private(epsilon=0.999, prior=watts, expect="refuted")
@mechanism
def noisy_sum(total: Real, *, scale=3255):
    """The sum of the readings, with the least noise in whole watts that is enough for this prior."""
    return total + laplace(scale)
