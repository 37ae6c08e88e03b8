"""Noisy counts are made presentable."""

from faier import Int, clamp, each, laplace, mechanism, private

SCALE = 2


def noisy(x: int) -> float:
    return x + laplace(SCALE)


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def to_integer(x: Int[0, 3]) -> int:
    return round(noisy(x))


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def to_fives(x: Int[0, 3]) -> int:
    return 5 * round(noisy(x) / 5)


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def not_negative(x: Int[0, 3]) -> int:
    return max(0, int(noisy(x)))


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def within(x: Int[0, 3]) -> int:
    return clamp(noisy(x), 0, 3)


@private(epsilon=1 / 2, neighbors=each(1))
@mechanism
def truncated(x: Int[0, 3]) -> float:
    return min(max(noisy(x), 0), 3)


@private(epsilon=1 / 2, neighbors=each(1), name="two decimals")
@mechanism
def decimals(x: Int[0, 3]) -> float:
    return round(noisy(x), 2)


@private(epsilon=1 / 2, neighbors=each(1), name="bucketed")
@mechanism
def bucketed(x: Int[0, 3]) -> str:
    value = noisy(x)
    if value < 1:
        return "few"
    elif value < 3:
        return "some"
    return "many"
