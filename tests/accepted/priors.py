"""Priors, and claims about them."""
from faier import (
    Bool,
    Int,
    Probability,
    Public,
    Real,
    Stream,
    assume,
    clamp,
    flip,
    geometric,
    log,
    mechanism,
    prior,
    private,
    secret,
    uniform,
)


@prior
def contagious(p: Probability):
    """Both family members are sick, or neither is."""
    sick = flip(p)
    secret(sick)
    return 2 * sick


@prior
def crowd(*, size=2):
    people = [flip(1 / 3) for _ in range(size)]
    assume(any(people))
    secret(people[0])
    return sum(people)


@prior
def activity(stay: Real[0.6, 0.9], hidden: Int[0, 3]):
    state = flip(1 / 2)
    for day in range(4):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(stay) else not state


@prior
def drawn():
    value = uniform(0, 2)
    secret("high" if value == 2 else "low")
    return (value, True)


@private(epsilon=log(2), prior=contagious, expect="refuted")
@private(epsilon=log(4), prior=contagious, pairs=((False, True), (True, False)))
@private(epsilon=log(4), prior=crowd, name="a crowd", delta=1 / 10)
@mechanism
def truncated_geometric(count: Int[0, 2]):
    return clamp(count + geometric(1 / 2), 0, 2)


@private(epsilon=log(12), prior=activity)
@mechanism
def randomized_response(days: Stream[Bool]):
    for day in days:
        yield day if flip(3 / 4) else not day


@private(epsilon=0, prior=drawn, pairs=[("high", "low")])
@mechanism
def constant(value: Int[0, 2], flag: Public[Bool]):
    return flag
