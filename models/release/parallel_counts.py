"""Twenty counts in a row, each with a little of the budget.

LaplaceParallel in the collection of DP-Sniper (Bichsel, Steffen, Bogunovic and Vechev, 2021): N counts that may
all move by one, each with its share of the budget. Shares add up, and for twenty counts sampling finds a third of
the loss at best, since no single output shows all of it often enough. The twin takes the budget of one share for
all.
"""

from faier import Int, Vector, clamp, each, geometric, log, mechanism, one, private

N = 20
ALPHA = 199 / 200


@private(epsilon=20 * log(200 / 199), neighbors=each(1))
@private(epsilon=20 * log(200 / 199) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(200 / 199), neighbors=one())
@private(epsilon=log(200 / 199) - 1 / 1000000, neighbors=one(), expect="refuted")
@private(epsilon=log(200 / 199), neighbors=each(1), expect="refuted", name="all counts move, one is paid for")
@mechanism
def parallel_counts(counts: Vector[Int[0, 1], N]):
    for count in counts:
        yield clamp(count + geometric(ALPHA), 0, 1)
