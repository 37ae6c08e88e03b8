"""A sum of two records, released twice: each release keeps its promise, and both together break twice the promise.

The chain of Song and Chaudhuri (2017), Theorem III.4: the second record is 1 with probability 9/10 after a 1, and with
probability 1/100 after a 0. The first one is secret.
"""

from faier import Int, flip, laplace, mechanism, prior, private, secret


@prior
def two_records():
    first = flip(1 / 2)
    secret(first)
    second = flip(9 / 10) if first else flip(1 / 100)
    return first + second


@private(epsilon=1.9177, prior=two_records)
@mechanism
def once(total: Int[0, 2]):
    return total + laplace(1)


@private(epsilon=3.8354, prior=two_records, expect="refuted")
@private(epsilon=3.8477, prior=two_records)
@mechanism
def twice(total: Int[0, 2]):
    return total + laplace(1), total + laplace(1)
