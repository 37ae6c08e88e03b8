"""A Markov time series: a noisy bit a day about whether somebody was active.

Physical activity in Song, Wang and Chaudhuri (2017), and the bus example of Liu, Wang and Zhang (2020):
neighboring days are alike, so the noisy bits of all days tell about each. Against an adversary who takes days to
be independent, a day loses log(3). If a state stays with a probability between 1/2 and 4/5, a day in the middle
loses more.
"""

from faier import Bool, Int, Real, Stream, flip, log, mechanism, one, prior, private, secret

DAYS = 3
TRUTH = 3 / 4


@prior
def activity(stay: Real[1 / 2, 4 / 5], hidden: Int[0, DAYS - 1]):
    state = flip(1 / 2)
    for day in range(DAYS):
        if day == hidden:
            secret(state)
        yield state
        state = state if flip(stay) else not state


@prior
def independent_days(rate: Real[1 / 10, 9 / 10], hidden: Int[0, DAYS - 1]):
    for day in range(DAYS):
        state = flip(rate)
        if day == hidden:
            secret(state)
        yield state


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(3), prior=independent_days)
@private(epsilon=log(3) - 1 / 1000000, prior=independent_days, expect="refuted")
@private(epsilon=log(507 / 49), prior=activity)
@private(epsilon=log(507 / 49) - 1 / 1000000, prior=activity, expect="refuted")
@private(epsilon=log(3), prior=activity, expect="refuted", name="the days before and after tell about a day")
@mechanism
def activity_over_time(days: Stream[Bool]):
    for day in days:
        yield day == flip(TRUTH)
