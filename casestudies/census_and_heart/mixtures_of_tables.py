"""Mixtures of three normals, fitted to both tables by `scripts/census_and_heart`: Theorem 2 and what is needed."""

from faier import Real, categorical, flip, gaussian, laplace, mechanism, prior, private, secret


@prior
def census():
    """Years of education: records of Black and of Asian or Pacific people."""
    black = flip(1 / 2)
    secret(black)
    if black:
        part = categorical(0.381558, 0.525971, 0.092471)
        if part == 0:
            return 8.79818 + gaussian(3.16015)
        if part == 1:
            return 9.36693 + gaussian(0.50613)
        return 13.0039 + gaussian(0.288675)
    part = categorical(0.343717, 0.400553, 0.25573)
    if part == 0:
        return 9.48057 + gaussian(0.524387)
    if part == 1:
        return 10.9232 + gaussian(3.86195)
    return 13.0082 + gaussian(0.288675)


@prior
def heart():
    """Cholesterol of women and men."""
    female = flip(1 / 2)
    secret(female)
    if female:
        part = categorical(0.484095, 0.444374, 0.071531)
        if part == 0:
            return 202.445 + gaussian(23.1775)
        if part == 1:
            return 274.159 + gaussian(38.3306)
        return 389.256 + gaussian(48.3515)
    part = categorical(0.546401, 0.427412, 0.026187)
    if part == 0:
        return 239.552 + gaussian(41.0206)
    if part == 1:
        return 251.844 + gaussian(67.2839)
    return 515.828 + gaussian(52.9219)


@private(epsilon=1, delta=0.5, prior=census)
@mechanism
def census_by_theorem_2_5(x: Real):
    return x + laplace(1.7261)


@private(epsilon=1, delta=0.5, prior=census)
@mechanism
def census_enough_5(x: Real):
    return x


@private(epsilon=1, delta=0.3, prior=census)
@mechanism
def census_by_theorem_2_3(x: Real):
    return x + laplace(1.8613)


@private(epsilon=1, delta=0.3, prior=census)
@mechanism
def census_enough_3(x: Real):
    return x


@private(epsilon=1, delta=0.5, prior=heart)
@mechanism
def heart_by_theorem_2_5(x: Real):
    return x + laplace(52.251)


@private(epsilon=1, delta=0.5, prior=heart)
@mechanism
def heart_enough_5(x: Real):
    return x


@private(epsilon=1, delta=0.3, prior=heart)
@mechanism
def heart_by_theorem_2_3(x: Real):
    return x + laplace(59.7959)


@private(epsilon=1, delta=0.3, prior=heart)
@mechanism
def heart_enough_3(x: Real):
    return x
