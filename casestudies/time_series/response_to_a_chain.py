"""Randomized response, day after day, to something that changes slowly.

A state stays what it is with probability 9/10 from one day to the next, and each day's answer is the truth with
probability 3/4. One answer alone costs log(3) = 1.0986. The answers of the following days are about the first day too,
so whoever guards the first day's state must pay for all of them: a little less than 2.8996, however long it goes on.
"""

from faier import Bool, Int, Real, Stream, flip, mechanism, prior, private, secret

DAYS = 20


@prior
def first_day():
    """The first day is secret, and the days have no end."""
    state = flip(1 / 2)
    secret(state)
    while True:
        yield state
        state = state if flip(9 / 10) else not state


@prior
def any_day(hidden: Int[0, DAYS - 1]):
    """Any day may be the secret one: the days before it tell as much as those that follow."""
    state = flip(1 / 2)
    for day in range(DAYS):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(9 / 10) else not state


@prior
def some_stay(stay: Real[0.6, 0.9]):
    """How slowly the state changes is not known, and the first five days are looked at."""
    state = flip(1 / 2)
    secret(state)
    for _ in range(5):
        yield state
        state = state if flip(stay) else not state


@private(epsilon=2.8996, prior=first_day)
@private(epsilon=2.89, prior=first_day, expect="refuted")
@private(epsilon=4.701, prior=any_day)
@private(epsilon=4.69, prior=any_day, expect="refuted")
@private(epsilon=2.847, prior=some_stay)
@private(epsilon=2.84, prior=some_stay, expect="refuted")
@mechanism
def response(states: Stream[Bool]):
    for state in states:
        yield state if flip(3 / 4) else not state
