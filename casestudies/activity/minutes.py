"""How activity goes on from one record to the next, counted in casestudies/activity/diary.csv.

695 records in the order of minute in 18 sequences, one or more for each person. 15 missing values and 1 gap ended a
sequence.

The prior draws its first state from the stationary distribution.

Written by `faier learn casestudies/activity/diary.csv --column activity --by person --order minute --steps 5
--counted rest --epsilon 1 --write casestudies/activity/minutes.py`.
"""

from typing import Literal

from faier import Int, Stream, categorical, laplace, mechanism, prior, private, secret

STEPS = 5  # records that are drawn
STATES = ("rest", "run", "walk")

# How often each state was followed by each, in the order of STATES.
NEXT = {
    "rest": (230, 23, 81),
    "run": (17, 42, 26),
    "walk": (85, 19, 154),
}

# The stationary distribution of these steps, as weights.
FIRST = (1328652, 334135, 1052898)


@prior
def activity(hidden: Int[0, STEPS - 1]):
    """Records that follow each other, any one of which may be the secret."""
    state = STATES[categorical(*FIRST)]
    for step in range(STEPS):
        if step == hidden:
            secret(state)
        yield state
        state = STATES[categorical(*NEXT[state])]


COUNTED = "rest"


@private(epsilon=1, prior=activity)
@private(epsilon=0.9997, prior=activity, expect="refuted")
@mechanism
def noisy_count(states: Stream[Literal["rest", "run", "walk"]], *, scale=2.299):
    """How many of the records are COUNTED, with the least noise that is enough for this prior."""
    total = 0
    for state in states:
        total += state == COUNTED
    return total + laplace(scale)
