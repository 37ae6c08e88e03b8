"""Randomized response for epsilon = 1, with its probability as it stands in configuration files.

The truth has probability e / (1 + e) = 0.73105857863... Rounding that number to four digits, as people do, rounds
the budget with it: up or down.
"""

from fractions import Fraction

from faier import Bool, exp, flip, log, mechanism, one, private


@private(epsilon=1, neighbors=one())
@private(epsilon=1 - 1 / 1000000, neighbors=one(), expect="refuted")
@mechanism
def exact(answer: Bool):
    return answer == flip(exp(1) / (1 + exp(1)))


@private(epsilon=1, neighbors=one(), expect="refuted", name="rounded to the nearest: more than 1")
@private(epsilon=log(7311 / 2689), neighbors=one())
@mechanism
def rounded(answer: Bool):
    return answer == flip(0.7311)


@private(epsilon=1, neighbors=one())
@private(epsilon=log(731 / 269), neighbors=one())
@mechanism
def rounded_down(answer: Bool):
    return answer == flip(0.731)


@private(epsilon=1, neighbors=one(), expect="refuted", name="sixteen digits: more than 1 still")
@mechanism
def sixteen_digits(answer: Bool):
    return answer == flip(Fraction(7310585786300049, 10**16))
