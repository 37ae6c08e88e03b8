"""Optimal partition selection: show a partition with the greatest probability that epsilon and delta allow.

Desfontaines, Voss, Gipson and Mandayam ("Differentially private partition selection", 2022). For n people in a
partition the probability p(n) grows from 0 as fast as it may: p(n + 1) is the least of 2 p(n) + delta, 1 - (1 -
p(n) - delta) / 2, and 1, for epsilon log(2) and delta = 1/16. No delta less than that is enough. A rule that shows
partitions of at least three people, or one that starts as if nobody were somebody, needs more.
"""

from fractions import Fraction

from faier import Int, flip, log, mechanism, one, private

TOP = 5
DELTA = Fraction(1, 16)
KEEP = (Fraction(0), Fraction(1, 16), Fraction(3, 16), Fraction(7, 16), Fraction(3, 4), Fraction(29, 32))


@private(epsilon=log(2), neighbors=one(1), delta=1 / 16)
@private(epsilon=log(2), neighbors=one(1), delta=1 / 16 - 1 / 1000000, expect="refuted")
@private(epsilon=log(2), neighbors=one(1), expect="refuted", name="no delta: an empty partition is never shown")
@mechanism
def partition_selection(people: Int[0, TOP]):
    return flip(KEEP[people])


@private(
    epsilon=log(2), neighbors=one(1), delta=1 / 16, expect="refuted", name="shown from three people on, without noise"
)
@mechanism
def at_least_three(people: Int[0, TOP]):
    return people >= 3


@private(epsilon=log(2), neighbors=one(1), delta=1 / 16, expect="refuted", name="one step ahead: p(n + 1) for n people")
@private(epsilon=log(2), neighbors=one(1), delta=3 / 16)
@private(epsilon=log(2), neighbors=one(1), delta=3 / 16 - 1 / 1000000, expect="refuted")
@mechanism
def one_step_ahead(people: Int[0, TOP - 1]):
    return people > 0 and flip(KEEP[people + 1])
