"""Runs of a file that draws Laplace noise: what is compared of the draws, and what is shown of them.

The file is run as plain Python. A draw is a named number that nobody knows; a comparison takes one way or the other,
and both are run. What comes of a run are its comparisons, and an output in which numbers that nobody knows are sums of
multiples of draws.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from inspect import isgenerator
from typing import Any

from flint import ctx

from . import brute
from .chance import Failed, Tape, Unsupported
from .integrate import PRECISION, Integral, Laplace, Least, real
from .vocabulary import Vocabulary, exact

ONE = Fraction(1)
WIDEST = 12
"""A rounded draw is followed so far from its middle."""

MOST_HEADS = 1_000_000
"""Passes through loops are not states here: runs go on."""

Terms = tuple[tuple[int, Fraction], ...]


@dataclass(frozen=True)
class At:
    """A real that is shown: at this place, or just above or below it."""

    place: Fraction
    side: int = 0


@dataclass
class Run:
    """What is drawn and found on the present run: the scales of draws, and sums of multiples that are at least 0."""

    tape: Tape
    scales: list[Fraction]
    found: list[tuple[Terms, Fraction]]

    def decide(self, terms: Terms, offset: Fraction) -> bool:
        """Whether the sum is above 0."""
        for known, other in self.found:
            if known == terms and offset >= other:
                return True
            if known == tuple((at, -factor) for at, factor in terms) and -offset >= other:
                return False
        above: bool = self.tape.choose(lambda: ((True, ONE), (False, ONE)))
        sign = 1 if above else -1
        self.found.append((tuple((at, sign * factor) for at, factor in terms), sign * offset))
        return above


class Sum:
    """A sum of multiples of draws and an exact number."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, run: Run, terms: Terms, offset: Fraction) -> None:
        self.run, self.terms, self.offset = run, terms, offset

    def plus(self, other: Any, sign: int) -> Any:
        terms = dict(self.terms)
        if isinstance(other, Sum):
            for at, factor in other.terms:
                terms[at] = terms.get(at, Fraction(0)) + sign * factor
        rest = other.offset if isinstance(other, Sum) else exact(other)
        kept = tuple(sorted((at, factor) for at, factor in terms.items() if factor))
        offset = self.offset + sign * rest
        return Sum(self.run, kept, offset) if kept else offset

    def __add__(self, other: Any) -> Any:
        return self.plus(other, 1)

    __radd__ = __add__

    def __sub__(self, other: Any) -> Any:
        return self.plus(other, -1)

    def __rsub__(self, other: Any) -> Any:
        return (-self).plus(other, 1)

    def __neg__(self) -> Any:
        return self * -1

    def __pos__(self) -> Any:
        return self

    def __mul__(self, other: Any) -> Any:
        factor = exact(other)
        if not factor:
            return Fraction(0)
        return Sum(self.run, tuple((at, factor * known) for at, known in self.terms), factor * self.offset)

    __rmul__ = __mul__

    def __truediv__(self, other: Any) -> Any:
        return self * (1 / exact(other))

    def above(self, other: Any) -> bool:
        difference = self - other
        if not isinstance(difference, Sum):
            return bool(difference > 0)
        return self.run.decide(difference.terms, difference.offset)

    def __gt__(self, other: Any) -> bool:
        if not isinstance(self - other, Sum):
            return bool((self - other) > 0)
        return self.above(other)

    def __ge__(self, other: Any) -> bool:
        if not isinstance(self - other, Sum):
            return bool((self - other) >= 0)
        return self.above(other)

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Sum, int, float, Fraction)):
            return False
        difference = self - other
        return not isinstance(difference, Sum) and difference == 0

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __abs__(self) -> Any:
        return self if self >= 0 else -self

    def __bool__(self) -> bool:
        return True

    def __floor__(self) -> Whole:
        return Whole(self, 0)

    def __ceil__(self) -> Whole:
        return Whole(self, 1)

    def __trunc__(self) -> Whole:
        return math.floor(self) if self >= 0 else math.ceil(self)

    __int__ = __trunc__  # type: ignore[assignment]

    def __round__(self, digits: Any = None) -> Whole:
        if digits is not None:
            raise Unsupported("rounding to digits")
        return math.floor(self + Fraction(1, 2))

    def __floordiv__(self, other: Any) -> Whole:
        return math.floor(self / other)


class Whole:
    """The greatest integer below a sum, and an integer more: which one it is, is asked where that matters."""

    __hash__ = None  # type: ignore[assignment]

    def __init__(self, sum_: Sum, more: int) -> None:
        self.sum, self.more = sum_, more

    def __add__(self, other: Any) -> Whole:
        return Whole(self.sum, self.more + integer(other))

    __radd__ = __add__

    def __sub__(self, other: Any) -> Whole:
        return self + -integer(other)

    def __rsub__(self, other: Any) -> Whole:
        return -self + other

    def __neg__(self) -> Whole:
        return Whole(-self.sum, 1 - self.more)

    def __pos__(self) -> Whole:
        return self

    def __round__(self, digits: Any = None) -> Whole:
        return self

    def __floor__(self) -> Whole:
        return self

    def __floordiv__(self, other: Any) -> Any:
        return self if integer(other) == 1 else self.__index__() // other

    def __truediv__(self, other: Any) -> Any:
        return Fraction(self.__index__()) / exact(other)

    def __mul__(self, other: Any) -> Any:
        return self.__index__() * other

    __rmul__ = __mul__

    def __ge__(self, other: Any) -> bool:
        return self.sum >= math.ceil(plain(other)) - self.more

    def __gt__(self, other: Any) -> bool:
        return self.sum >= math.floor(plain(other)) + 1 - self.more

    def __lt__(self, other: Any) -> bool:
        return not self >= other

    def __le__(self, other: Any) -> bool:
        return not self > other

    def __eq__(self, other: object) -> bool:
        return self >= other and self <= other

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __abs__(self) -> Whole:
        return self if self >= 0 else -self

    def __bool__(self) -> bool:
        return self != 0

    def __index__(self) -> int:
        middle = math.floor(self.sum.offset) + self.more
        if not self >= middle:
            for below in range(1, WIDEST):
                if self >= middle - below:
                    return middle - below
            raise TooFar
        for above in range(1, WIDEST):
            if self < middle + above:
                return middle + above - 1
        raise TooFar

    __int__ = __index__


def integer(value: Any) -> int:
    if isinstance(value, int):
        return int(value)
    raise Unsupported("rounded noise beside what is no integer")


def plain(value: Any) -> Fraction:
    if isinstance(value, int | float | Fraction):
        return exact(value)
    raise Unsupported("rounded noise compared with noise")


class TooFar(BaseException):
    """A draw that is rounded is further out than is followed."""


class Over(BaseException):
    """A stream has no more values."""


@dataclass(frozen=True)
class Path:
    """One way to run: its weight beside its draws, their scales, what was compared and shown, whether it ended."""

    weight: Fraction
    scales: tuple[Fraction, ...]
    found: tuple[tuple[Terms, Fraction], ...]
    shown: tuple[Any, ...]
    ended: bool
    lost: bool = False

    def density(self, shown: tuple[Any, ...], ended: bool) -> Any:
        """How likely it shows this, of which it knows that it begins like it, as a density where it shows reals."""
        if len(self.shown) < len(shown) or (ended and not (self.ended and len(self.shown) == len(shown))):
            return 0
        if self.lost:
            raise Unsupported("rounded noise that is not followed so far out")
        known: list[tuple[dict[int, Fraction], Fraction, At]] = []
        for mine, given in zip(self.shown, shown, strict=False):
            if not flat(mine, given, known):
                return 0
        with ctx.workprec(PRECISION):
            return real(self.weight) * integral(self.scales, self.found, known)


def flat(mine: Any, given: Any, known: list[tuple[dict[int, Fraction], Fraction, At]]) -> bool:
    """Whether this can be shown as that; reals are noted."""
    if isinstance(mine, Sum):
        if not isinstance(given, At):
            return False
        known.append((dict(mine.terms), mine.offset, given))
        return True
    if isinstance(given, At):
        return False
    if isinstance(mine, tuple | list):
        return (
            isinstance(given, tuple | list)
            and type(mine) is type(given)
            and len(mine) == len(given)
            and all(flat(one, other, known) for one, other in zip(mine, given, strict=True))
        )
    mine, given = (Fraction(one) if isinstance(one, float) else one for one in (mine, given))  # both are exact
    return type(mine) is type(given) and bool(mine == given)


Sided = tuple[Fraction, Fraction]
"""A number, and how often something that is infinitely small is added to it."""


def integral(
    scales: tuple[Fraction, ...],
    found: tuple[tuple[Terms, Fraction], ...],
    known: list[tuple[dict[int, Fraction], Fraction, At]],
) -> Any:
    """The integral over all draws where sums are what is known, and those that were found are at least 0."""
    meanings: dict[int, tuple[dict[int, Fraction], Sided]] = {}

    def written(terms: dict[int, Fraction], offset: Sided) -> tuple[dict[int, Fraction], Sided]:
        total: dict[int, Fraction] = {}
        value, small = offset
        for at, factor in terms.items():
            parts, (more, sided) = meanings.get(at, ({at: ONE}, (Fraction(0), Fraction(0))))
            value, small = value + factor * more, small + factor * sided
            for one, times in parts.items():
                total[one] = total.get(one, Fraction(0)) + factor * times
        return {at: factor for at, factor in total.items() if factor}, (value, small)

    jacobian = ONE
    for number, (terms, offset, at) in enumerate(known):
        side = Fraction(at.side, 1000**number)
        left, (value, small) = written(terms, (offset - at.place, -side))
        if not left:
            if value:
                return 0
            raise Unsupported("a real that is shown twice")
        draw = max(left)
        factor = left.pop(draw)
        jacobian /= abs(factor)
        meaning = {one: -times / factor for one, times in left.items()}, (-value / factor, -small / factor)
        for one, (parts, rest) in list(meanings.items()):
            if draw in parts:
                times = parts[draw]
                total = {each: share for each, share in parts.items() if each != draw}
                for each, share in meaning[0].items():
                    total[each] = total.get(each, Fraction(0)) + times * share
                kept = {each: share for each, share in total.items() if share}
                meanings[one] = kept, (rest[0] + times * meaning[1][0], rest[1] + times * meaning[1][1])
        meanings[draw] = meaning
    densities: dict[int, list[Laplace]] = {at: [] for at in range(len(scales)) if at not in meanings}
    constant = real(jacobian)
    for at, scale in enumerate(scales):
        terms, (value, _) = written({at: ONE}, (Fraction(0), Fraction(0)))
        if not terms:
            constant = constant * Laplace(scale).at(real(value))
            continue
        if len(terms) > 1 or abs(next(iter(terms.values()))) != 1:
            raise Unsupported("a sum of more than two draws that is shown")
        ((one, factor),) = terms.items()
        densities[one].append(Laplace(scale, int(factor), value))
    comparisons = []
    for terms, offset in found:
        left, (value, small) = written(dict(terms), (offset, Fraction(0)))
        if not left:
            if value == 0 and small == 0:
                raise Unsupported("a density at the place of a jump")
            if (value, small) < (0, 0):
                return 0
            continue
        sizes = {abs(factor) for factor in left.values()}
        if len(sizes) > 1 or len(left) > 2:
            raise Unsupported("multiples of different draws, or three, that are compared")
        size = sizes.pop()
        comparisons.append(Least(tuple((int(f / size), at) for at, f in sorted(left.items())), -value / size))
    return constant * integrated(tuple((at, tuple(each)) for at, each in densities.items()), tuple(comparisons))


@lru_cache(maxsize=4096)
def integrated(densities: tuple[tuple[int, tuple[Laplace, ...]], ...], comparisons: tuple[Least, ...]) -> Any:
    return Integral({at: list(each) for at, each in densities}, list(comparisons)).value()


class RealVocabulary(Vocabulary):
    """The names of the language, with draws that are named."""

    def __init__(self, tape: Tape) -> None:
        super().__init__(tape)
        self.run = Run(tape, [], [])

    def names(self) -> dict[str, Any]:
        return super().names() | {"laplace": self.laplace, "clamp": clamp}

    def laplace(self, scale: Any) -> Sum:
        width = exact(scale)
        if width <= 0:
            raise Failed("laplace needs a scale above 0")
        self.run.scales.append(width)
        return Sum(self.run, ((len(self.run.scales) - 1, ONE),), Fraction(0))


def clamp(value: Any, low: int, high: int) -> Any:
    """The nearest integer between."""
    if isinstance(value, Whole):
        return next((number for number in range(low, high) if value <= number), high)
    if not isinstance(value, Sum):
        return max(low, min(value, high))
    for number in range(low, high):
        if value < number + Fraction(1, 2):
            return number
    return high


def paths(text: str, mechanism: str, inputs: dict[str, Any], length: int) -> Iterator[Path]:
    """Every way to run the mechanism until it has shown so many values. A list stands for a stream as well."""
    vocabulary = RealVocabulary(Tape())
    names = brute.Execution(vocabulary, None).names_of(text, "mechanism_file")
    function = names[mechanism].function
    tape = vocabulary.tape
    while True:
        tape.rewind()
        tape.ignored_heads = MOST_HEADS
        vocabulary.run.scales.clear()
        vocabulary.run.found.clear()
        with_streams = {
            name: arriving(value) if isinstance(value, Arrivals) else value for name, value in inputs.items()
        }
        shown, ended, lost = [], False, False
        try:
            result = function(**with_streams)
            if isgenerator(result):
                for value in result:
                    if len(shown) == length:
                        break
                    shown.append(settled(value))
                else:
                    ended = True
            else:
                shown, ended = [settled(result)], True
        except Over:
            pass
        except TooFar:
            lost = True
        run = vocabulary.run
        yield Path(weight(tape), tuple(run.scales), tuple(run.found), tuple(shown), ended, lost)
        if not tape.advance(0):
            return


def settled(value: Any) -> Any:
    """What is shown, with the integers that were not asked for yet."""
    if isinstance(value, tuple | list):
        return type(value)(map(settled, value))
    return value.__index__() if isinstance(value, Whole) else value


def weight(tape: Tape) -> Fraction:
    found = ONE
    for index, options in tape.steps:
        found *= options[index][1]
    return found


@dataclass(frozen=True)
class Arrivals:
    """What arrives at a stream, and no more."""

    values: tuple[Any, ...]


def arriving(arrivals: Arrivals) -> Iterator[Any]:
    yield from arrivals.values
    raise Over
