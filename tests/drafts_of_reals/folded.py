"""Laplace noise that is folded back into the range, as in diffprivlib."""

from faier import Int, each, laplace, mechanism, private

LOW, HIGH = 0, 2


@private(epsilon=1, neighbors=each(1))
@mechanism
def folded(x: Int[0, 2]) -> float:
    value = x + laplace(1)
    while value < LOW or value > HIGH:
        if value < LOW:
            value = 2 * LOW - value
        if value > HIGH:
            value = 2 * HIGH - value
    return value


@private(epsilon=1, neighbors=each(1), expect="refuted")
@mechanism
def rejected(x: Int[0, 2]) -> float:
    value = x + laplace(1)
    while value < LOW or value > HIGH:
        value = x + laplace(1)
    return value
