"""Years of education by race, as counted in adult.json: the table itself is what the adversary believes."""

from faier import Int, categorical, flip, laplace, mechanism, prior, private, secret


@prior
def races():
    """One of the 3124 records of Black people or of the 1039 of Asian or Pacific people."""
    black = flip(1 / 2)
    secret(black)
    if black:
        return 1 + categorical(5, 16, 21, 56, 89, 133, 153, 70, 1174, 746, 112, 107, 330, 86, 15, 11)
    return 1 + categorical(6, 5, 18, 11, 9, 13, 21, 9, 226, 208, 38, 29, 289, 88, 41, 28)


@private(epsilon=1, delta=0.3, prior=races)
@private(epsilon=1, delta=0.5, prior=races)
@private(epsilon=1, delta=0.0552, prior=races)
@private(epsilon=1, delta=0.055, prior=races, expect="refuted")
@mechanism
def as_it_is(years: Int[1, 16]):
    """No noise at all."""
    return years


@private(epsilon=1, delta=0.01, prior=races)
@private(epsilon=1, prior=races, expect="refuted")
@mechanism
def some(years: Int[1, 16]):
    return years + laplace(1.3954)


@private(epsilon=1, prior=races)
@private(epsilon=1, delta=0.3, prior=races)
@mechanism
def enough(years: Int[1, 16], *, scale=1.64873):
    return years + laplace(scale)


@private(epsilon=1, prior=races, expect="refuted")
@mechanism
def nearly(years: Int[1, 16]):
    return years + laplace(1.64872)
