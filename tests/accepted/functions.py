"""Helpers, settings and calls of mechanisms."""
import faier
from faier import Int, Vector, clamp as between, flip, mechanism

ROUNDS = 2


def noisy(bit: int, bias=1 / 3, *, twice=False) -> bool:
    """A helper with defaults."""
    if twice:
        bit = not bit
    return bit if flip(bias) else not bit


def scaled(x, factor=ROUNDS, /, shift: int = -1, labels=("a", "b")):
    return (factor * x + shift, labels[0])


def clipped(x, low=0, high=3):
    return between(x, low, high)


def counts_of(values, size):
    counts = [0] * size
    for value in values:
        counts[value] += 1
    return counts


def nothing():
    pass


@mechanism
def answer(x: Int[0, 3], *, bias=1 / 4, rounds: Int[1, 5] = 2, label: str = "none"):
    """Another mechanism may call it: it returns."""
    result = x
    for _ in range(rounds):
        if flip(bias):
            result = (result + 1) % 4
    return result if label == "none" else label


@mechanism
def caller(x: Int[0, 3], xs: Vector[Int[0, 3], 2], *, start=0):
    nothing()
    flip(1 / 2)
    first = answer(x)
    second = answer(x=clipped(x + 1, high=2, low=0))
    bit = noisy(x > 1)
    other = noisy(bit=bit, twice=True, bias=1 / 2)
    number, label = scaled(x)
    number, label = scaled(x, 3, labels=("c",))
    counts = counts_of(xs, 4)
    counts[0] += start
    many = [answer(value) for value in xs]
    return (first, second, bit, other, number, label, tuple(counts), tuple(many), faier.clamp(x, 0, 1))
