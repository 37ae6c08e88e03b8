"""Numbers that Python holds as floats, without a float: the exact number beside the fraction that Python holds for it.

Python rounds every result to the nearest fraction with 53 bits, ties to the even one. A float stands for the simplest
fraction that is rounded to it, and wherever a number counts, what Python holds must stand for the exact number.
"""

from __future__ import annotations

from fractions import Fraction

from .outcome import Fails, Hole

_BITS, _LEAST, _GREATEST = 53, -1074, 1024


class Float(Fraction):
    """An exact number that Python holds as the float `held`."""

    held: Fraction

    @staticmethod
    def of(exact: Fraction, held: Fraction) -> Float:
        made = Float(exact.numerator, exact.denominator)
        made.held = held
        return made

    def __deepcopy__(self, memo: object) -> Float:
        return self


def rounded(number: Fraction) -> Fraction:
    """The float that is nearest."""
    if number < 0:
        return -rounded(-number)
    if number == 0:
        return Fraction(0)
    unit = _unit(number)
    count, rest = divmod(number, unit)
    if rest * 2 > unit or (rest * 2 == unit and count % 2):
        count += 1
    if count * unit >= Fraction(2) ** _GREATEST:
        raise Hole("Python cannot hold this number in a float")
    return count * unit


def _unit(number: Fraction) -> Fraction:
    """The distance of floats from there on, for a number above 0."""
    exponent = number.numerator.bit_length() - number.denominator.bit_length()
    exponent -= number < Fraction(2) ** exponent
    return Fraction(2) ** max(exponent - _BITS + 1, _LEAST)


def python(number: int | Fraction) -> Fraction:
    """What Python computes with: the float itself, or an integer or a fraction made one."""
    return number.held if isinstance(number, Float) else rounded(Fraction(number))


def stands(number: Fraction) -> bool:
    """Whether the float that Python holds stands for the exact number; a fraction is what it is."""
    if not isinstance(number, Float):
        return True
    held = abs(number.held)
    if held.denominator == 1:
        return number == number.held
    unit = _unit(held)
    below = unit / 2 if held / unit == 2 ** (_BITS - 1) and unit > Fraction(2) ** _LEAST else unit
    return abs(number) == _simplest(held - below / 2, held + unit / 2) and (number < 0) == (number.held < 0)


def _simplest(low: Fraction, high: Fraction | None) -> Fraction:
    """The fraction with the smallest denominator strictly between the two, which are not negative."""
    parts: list[int] = []
    whole = low.numerator // low.denominator
    while high is not None and whole + 1 >= high:
        parts.append(whole)
        low, high = 1 / (high - whole), 1 / (low - whole) if low > whole else None
        whole = low.numerator // low.denominator
    found = Fraction(whole + 1)
    for part in reversed(parts):
        found = part + 1 / found
    return found


def settled(number: Fraction) -> Fraction:
    """The exact number, where what Python holds stands for it."""
    if not stands(number):
        raise Hole("Python holds another number")
    return Fraction(number)


def computed(operator: str, a: int | Fraction, b: int | Fraction, exact: Fraction) -> Fraction:
    """The exact result with what Python holds for it, of two numbers of which one is a float or both are integers."""
    x, y = python(a), python(b)
    if y == 0 and operator in ("/", "%"):
        raise Fails("a run divides by zero", "ZeroDivisionError")
    match operator:
        case (
            "**"
        ):  # near enough to one float for every library of mathematics that is off by less than a half and a bit
            unit = _unit(abs(x) ** int(b)) if x else Fraction(1)
            held = rounded(x ** int(b)) if x else Fraction(0)
            sure = x != 0 and abs(abs(held - x ** int(b)) * 2 - unit) * 8 > unit
        case "%":
            held = x % y
            sure = rounded(held) == held and (held != 0 or y > 0)
        case "/" if isinstance(a, int) and isinstance(b, int):
            held, sure = rounded(Fraction(a, b)), True
        case _:
            held = rounded({"+": x + y, "-": x - y, "*": x * y, "/": x / (y or 1)}[operator])
            sure = operator in ("+", "-") or held != 0 or (x >= 0 and y >= 0)  # a 0 below 0 is shown as -0.0
    if not sure:
        raise Hole("what Python computes here is not sure")
    return Float.of(exact, held)
