"""Names that hide other names."""
import faier as f
from faier import Int, Vector, clamp, flip as toss, mechanism

n = 2
total = 3


def max(a, b):
    """Hides Python's function for the whole file."""
    return a if a > b else b


@mechanism
def hiding(n: Int[0, 3], xs: Vector[Int[0, 3], 2], *, total=1):
    sum = n + total
    x = [x for x in xs]
    y = [x for x in [x for x in x] if x]
    list = len(y)
    return (sum, x[0], list, max(n, 1), [n for n in xs][0], [[n for n in range(n)] for n in xs])


@mechanism
def local(x: Int[0, 3]):
    total = x
    total += n
    clamp = f.clamp(total, 0, 2)
    return clamp if toss(1 / 2) else x


@mechanism
def ordinary(x: Int[0, 3]):
    return clamp(x, 0, 2) if f.flip(1 / 3) else total


@mechanism
def unicode(größe: Int[0, 1]):
    ſ = größe
    return s
