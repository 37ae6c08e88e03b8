"""Subset selection: report a set of d out of k values that contains the true one a little more often.

Ye and Barg ("Optimal schemes for discrete distribution estimation under locally differential privacy", 2018); it
minimizes the error for small epsilon. All sets of d = 2 out of k = 4 values; those with the true value have weight
3, the others 1, so a person loses log(3).
"""

from faier import Int, categorical, log, mechanism, one, private

K = 4
WEIGHT = 3
SETS = ((0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3))


@private(epsilon=log(3), neighbors=one())
@private(epsilon=log(3) - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def subset_selection(value: Int[0, K - 1]):
    return SETS[categorical(*[WEIGHT if value in chosen else 1 for chosen in SETS])]


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the true value is always in the set")
@mechanism
def always_inside(value: Int[0, K - 1]):
    return SETS[categorical(*[1 if value in chosen else 0 for chosen in SETS])]


@private(epsilon=log(3), neighbors=one(), expect="refuted", name="the set is shown with the true value first")
@mechanism
def true_value_first(value: Int[0, K - 1]):
    low, high = SETS[categorical(*[WEIGHT if value in chosen else 1 for chosen in SETS])]
    return (high, low) if value == high else (low, high)
