"""The refutations of mixtures.py once more, with nothing but Python's own decimal numbers: python recompute.py

Every number is a pair of decimals between which it lies, rounded outwards. A normal variable of mean m and deviation s
plus Laplace noise of scale b has, with a = s / b, z = (x - m) / s and P the distribution function of a standard
normal variable,

    density at x      exp(a**2 / 2) / (2 b) * (exp(-a z) P(z - a) + exp(a z) P(-z - a))
    chance above x    P(-z) + exp(a**2 / 2) / 2 * (exp(-a z) P(z - a) - exp(a z) P(-z - a))
"""

from decimal import ROUND_CEILING, ROUND_FLOOR, Context, Decimal

DIGITS = 60
DOWN, UP = (Context(DIGITS, way, Emin=-(10**9), Emax=10**9) for way in (ROUND_FLOOR, ROUND_CEILING))
PI = (
    Decimal("3.1415926535897932384626433832795028841971693993751"),
    Decimal("3.1415926535897932384626433832795028841971693993752"),
)


def exact(number):
    return Decimal(number), Decimal(number)


def add(x, y):
    return DOWN.add(x[0], y[0]), UP.add(x[1], y[1])


def subtract(x, y):
    return DOWN.subtract(x[0], y[1]), UP.subtract(x[1], y[0])


def times(x, y):
    every = [(one, other) for one in x for other in y]
    return min(DOWN.multiply(*pair) for pair in every), max(UP.multiply(*pair) for pair in every)


def over(x, y):
    assert y[0] > 0
    every = [(one, other) for one in x for other in y]
    return min(DOWN.divide(*pair) for pair in every), max(UP.divide(*pair) for pair in every)


def exp(x):
    """Of decimals, whose exponential is rounded to the nearest one."""
    return DOWN.next_minus(DOWN.exp(x[0])), UP.next_plus(UP.exp(x[1]))


def root(x):
    return DOWN.next_minus(DOWN.sqrt(x[0])), UP.next_plus(UP.sqrt(x[1]))


def below(z):
    """The chance that a standard normal variable is below z, for z without an error."""
    assert z[0] == z[1]
    if z[0] < 0:
        x, _ = subtract(exact(0), z)
        if x <= 8:
            return subtract(exact(1), below(exact(x)))
        return Decimal(0), exp(over(times(exact(-x), exact(x)), exact(2)))[1]
    square = times(z, z)
    term, total, number = z, z, 1
    while term[1] > Decimal(10) ** -DIGITS and number < 4000:
        number += 2
        term = over(times(term, square), exact(number))
        total = add(total, term)
    if 2 * square[1] > number:
        return subtract(exact(1), below(exact(-z[0])))
    total = total[0], UP.add(total[1], term[1])  # what is left out is less than the last term
    density = over(exp(over(subtract(exact(0), square), exact(2))), root(times(exact(2), PI)))
    return add(over(exact(1), exact(2)), times(total, density))


def parts(x, m, s, b):
    """Both products in the formulas above."""
    a, z = over(s, b), over(subtract(x, m), s)
    factor = over(exp(over(times(a, a), exact(2))), exact(2))
    return [
        times(factor, times(exp(times(sign, times(a, z))), below(subtract(times(exact(-sign[0]), z), a))))
        for sign in (exact(-1), exact(1))
    ], z


def density(mixture, x, b):
    """Of a mixture of (weight, mean) with a deviation of 1, with noise."""
    total = exact(0)
    for weight, mean in mixture:
        (one, other), _ = parts(exact(x), exact(mean), exact(1), exact(b))
        total = add(total, times(exact(weight), over(add(one, other), exact(b))))
    return total


def above(mixture, x, b):
    """The chance of more than x."""
    total = exact(0)
    for weight, mean in mixture:
        (one, other), z = parts(exact(x), exact(mean), exact(1), exact(b))
        total = add(total, times(exact(weight), add(below(times(exact(-1), z)), subtract(one, other))))
    return total


# Weights and means given both secrets, the scale that a corollary asks for, a real, and an epsilon that is lost there.
RATIOS = [
    ("hundredth", [(".99", 0), (".01", 1100)], [(".99", 0), (".01", 1000)], 1, 1111, 99),
    ("tenth", [(".9", 0), (".1", 110)], [(".9", 0), (".1", 100)], 1, 125, "9.99"),
    ("half", [(".5", 0), (".5", 110)], [(".5", 0), (".5", 100)], 5, 125, "1.99"),
]
# The same for Theorem 2, with the real above which too much is, and a delta that is not enough.
SETS = [("quarter", [(".75", 0), (".25", 1100)], [(".75", 0), (".25", 1000)], 25, 1062, 1, ".19")]


def short(x):
    return f"{x[0]:.12e} to {x[1]:.12e}"


def main():
    for name, left, right, b, x, epsilon in RATIOS:
        one, other = density(left, x, b), density(right, x, b)
        ratio = over(one, other)
        assert ratio[0] > exp(exact(epsilon))[1]
        print(f"{name}: the densities at {x} with noise of scale {b}")
        print(f"  {short(one)} and {short(other)}")
        print(f"  {short(ratio)} times as likely: more than exp({epsilon})")
    for name, left, right, b, x, epsilon, delta in SETS:
        one, other = above(left, x, b), above(right, x, b)
        excess = subtract(one, times(exp(exact(epsilon)), other))
        assert excess[0] > Decimal(delta)
        print(f"{name}: the chances of more than {x} with noise of scale {b}")
        print(f"  {short(one)} and {short(other)}")
        print(f"  the first less exp({epsilon}) times the second is {short(excess)}: more than {delta}")


if __name__ == "__main__":
    main()
