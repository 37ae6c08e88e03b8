"""Mixtures of three normals, fitted to both tables by `scripts/census_and_heart`: Theorem 2 and what is needed."""

from faier import Real, categorical, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def census():
    """Years of education: records of Black and of Asian or Pacific people."""
    black = flip(1 / 2)
    secret(black)
    if black:
        part = categorical(0.165, 0.652, 0.183)
        if part == 0:
            return 5.84 + gaussian(1.66)
        if part == 1:
            return 9.42 + gaussian(0.69)
        return 12.98 + gaussian(0.94)
    part = categorical(0.085, 0.446, 0.469)
    if part == 0:
        return 4.90 + gaussian(2.19)
    if part == 1:
        return 9.54 + gaussian(0.70)
    return 13.41 + gaussian(1.06)


@prior
def heart():
    """Cholesterol of women and men."""
    female = flip(1 / 2)
    secret(female)
    if female:
        part = categorical(0.543, 0.366, 0.091)
        if part == 0:
            return 204.83 + gaussian(24.27)
        if part == 1:
            return 279.49 + gaussian(32.47)
        return 375.47 + gaussian(53.17)
    part = categorical(0.505, 0.449, 0.046)
    if part == 0:
        return 214.38 + gaussian(42.90)
    if part == 1:
        return 273.46 + gaussian(40.51)
    return 453.84 + gaussian(86.60)


@private(epsilon=1, delta=0.5, prior=census)
@mechanism
def census_by_theorem_2_5(x: Real):
    return x + laplace(1.8105)


@private(epsilon=1, delta=0.5, prior=census)
@mechanism
def census_enough_5(x: Real):
    return x


@private(epsilon=1, delta=0.3, prior=census)
@mechanism
def census_by_theorem_2_3(x: Real):
    return x + laplace(1.9022)


@private(epsilon=1, delta=0.3, prior=census)
@mechanism
def census_enough_3(x: Real):
    return x


@private(epsilon=1, delta=0.5, prior=heart)
@mechanism
def heart_by_theorem_2_5(x: Real):
    return x + laplace(28.0014)


@private(epsilon=1, delta=0.5, prior=heart)
@mechanism
def heart_enough_5(x: Real):
    return x


@private(epsilon=1, delta=0.3, prior=heart)
@mechanism
def heart_by_theorem_2_3(x: Real):
    return x + laplace(33.4578)


@private(epsilon=1, delta=0.3, prior=heart)
@mechanism
def heart_enough_3(x: Real):
    return x
