"""Two parts of one chain, each released by somebody else: what both together tell about a record.

Song and Chaudhuri (2017), Theorem III.1: beside the loss of its own part, a record pays for the other part no more than
its influence on the nearest record there, which is log(5) for the second record on the third, and log(39/11) the other
way round. The theorem's text exchanges the two, its proof does not: the bound of the text is refuted.
"""

from faier import Bool, Int, flip, log, mechanism, prior, private, secret


@prior
def four_days(hidden: Int[0, 3]):
    """A 0 is followed by either, a 1 is kept with probability 9/10."""
    one = flip(1 / 2)
    two = flip(9 / 10) if one else flip(1 / 2)
    three = flip(9 / 10) if two else flip(1 / 2)
    four = flip(9 / 10) if three else flip(1 / 2)
    if hidden == 0:
        secret(one)
    elif hidden == 1:
        secret(two)
    elif hidden == 2:
        secret(three)
    else:
        secret(four)
    return two, three


@private(epsilon=log(300), prior=four_days)
@mechanism
def first_part(two: Bool, three: Bool):
    return two if flip(300 / 301) else not two


@private(epsilon=log(200), prior=four_days)
@mechanism
def second_part(two: Bool, three: Bool):
    return three if flip(200 / 201) else not three


@private(epsilon=log(300) + log(39 / 11), prior=four_days, expect="refuted")
@private(epsilon=log(300) + log(5), prior=four_days)
@mechanism
def both_parts(two: Bool, three: Bool):
    return two if flip(300 / 301) else not two, three if flip(200 / 201) else not three
