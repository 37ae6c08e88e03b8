"""Example 6.1: Report Noisy Max with discrete noise, the first of equal winners reported (Algorithm 2).

Ties, which continuous noise never has, go to the earlier query. The budget is log(8); the 2.1 of section 6.2.2 is
this number, rounded up.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, private


@private(name="Example 6.1", epsilon=log(2), neighbors=each(1), expect="refuted")
@private(name="section 6.2.2: 2.1 holds", epsilon=2.1, neighbors=each(1))
@private(name="section 6.2.2: exactly", epsilon=log(8), neighbors=each(1))
@mechanism
def naive_noisy_max(answers: Vector[Int[0, 2], 3]):
    best, winner = -1, 0
    for index, answer in enumerate(answers):
        noisy = clamp(answer + geometric(1 / 2), 0, 2)
        if best < noisy:
            best, winner = noisy, index
    return winner
