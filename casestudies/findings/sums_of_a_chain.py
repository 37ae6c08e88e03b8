"""The sum of six records of a chain that stays what it is with chance 4/5, with the noise that methods ask for.

"Privacy-Preserving Analysis of Correlated Data": group privacy and the Markov quilt mechanism ask for 6 at epsilon 1.
Noise for one record alone is too little, and so is what the printed formula of the influence matrix (appendix B.10)
asks for, which takes two equal chances of staying for no influence at all.
"""

from faier import Int, flip, laplace, mechanism, prior, private, secret

DAYS = 6


@prior
def any_day(hidden: Int[0, DAYS - 1]):
    state = flip(1 / 2)
    total = 0
    for day in range(DAYS):
        if day == hidden:
            secret(state)
        total += state
        state = state if flip(4 / 5) else not state
    return total


@private(epsilon=1, prior=any_day)
@private(epsilon=0.5205, prior=any_day)
@mechanism
def quilts(total: Int[0, DAYS]):
    return total + laplace(6)


@private(epsilon=1, prior=any_day, expect="refuted")
@mechanism
def by_the_printed_formula(total: Int[0, DAYS]):
    return total + laplace(2)


@private(epsilon=1, prior=any_day, expect="refuted")
@mechanism
def for_one_record(total: Int[0, DAYS]):
    return total + laplace(1)
