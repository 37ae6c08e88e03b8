"""Unknown rates: noisy max of two diseases, each as frequent as the adversary may think.

Report Noisy Max of `noisy_max_uniform_ties.py` for two counts of two people, before an adversary whose belief
about both rates is not known (Liu, Wang and Zhang, 2020, examples 6.2 and 6.3, have three). If people are
independent, John's disease is protected as in differential privacy when one answer moves. If his family has it
with him, two counts' worth of noise would be needed.
"""

from faier import Int, Probability, Vector, clamp, each, flip, geometric, log, mechanism, one, prior, private, secret


@prior
def independent(first: Probability, second: Probability):
    john = flip(first)
    secret(john)
    return [john + flip(first), flip(second) + flip(second)]


@prior
def contagious(first: Probability, second: Probability):
    john = flip(first)
    secret(john)
    return [2 * john, flip(second) + flip(second)]


@private(epsilon=log(12 / 5), neighbors=each(1))
@private(epsilon=log(12 / 5) - 1 / 1000000, neighbors=each(1), expect="refuted")
@private(epsilon=log(8 / 5), neighbors=one(1))
@private(epsilon=log(8 / 5) - 1 / 1000000, neighbors=one(1), expect="refuted")
@private(epsilon=log(8 / 5), prior=independent)
@private(epsilon=log(8 / 5) - 1 / 1000000, prior=independent, expect="refuted")
@private(epsilon=log(12 / 5), prior=contagious)
@private(epsilon=log(12 / 5) - 1 / 1000000, prior=contagious, expect="refuted")
@private(epsilon=log(8 / 5), prior=contagious, expect="refuted", name="John's family has what John has")
@mechanism
def more_frequent(counts: Vector[Int[0, 2], 2]):
    first, second = clamp(counts[0] + geometric(1 / 2), 0, 2), clamp(counts[1] + geometric(1 / 2), 0, 2)
    if first == second:
        return flip(1 / 2)
    return first > second
