"""Prochlo: encode, shuffle, analyze. Randomized responses whose order is lost are no worse than with it."""

from collections import Counter
from enum import Enum, auto

from faier import Int, Vector, flip, log, mechanism, one, private, uniform


class Color(Enum):
    RED = auto()
    GREEN = auto()
    BLUE = auto()


def encode(color: Color) -> Color:
    if flip(1 / 2):
        return color
    return list(Color)[uniform(0, len(Color) - 1)]


def shuffle(reports):
    return Counter(reports)


def analyze(histogram):
    return {color.name.lower(): histogram.get(color, 0) for color in Color}


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def esa(favourite: Vector[Int[1, 3], 3]):
    return analyze(shuffle(encode(Color(n)) for n in favourite))
