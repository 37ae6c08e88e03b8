"""A counterexample as printed, and what it should be: does Above Threshold say bottom four times, then top?

Section 7.2.2 and Table 2 of "Verifying Pufferfish Privacy in Hidden Markov Models".
"""

from faier import Int, Public, Vector, clamp, geometric, log, mechanism, pairs, private


@private(name="as printed", epsilon=3, neighbors=pairs(([0, 1, 1, 1, 0], [1, 2, 2, 2, 1])))
@private(name="10 at the end", epsilon=3, neighbors=pairs(([0, 1, 1, 1, 1], [1, 2, 2, 2, 0])), expect="refuted")
@private(name="Table 2's", epsilon=3, neighbors=pairs(([0, 1, 1, 1, 2], [1, 2, 2, 2, 1])))
@private(name="Table 2", epsilon=4 * log(2), neighbors=pairs(([0, 1, 1, 1, 2], [1, 2, 2, 2, 1])), expect="refuted")
@mechanism
def fifth_is_first(threshold: Public[Int[0, 2]], answers: Vector[Int[0, 2], 5]):
    """Does Above Threshold say bottom four times, then top?"""
    noisy_threshold = clamp(threshold + geometric(1 / 4), 0, 2)
    for index, answer in enumerate(answers):
        if clamp(answer + geometric(1 / 2), 0, 2) >= noisy_threshold:
            return index == 4
    return False
