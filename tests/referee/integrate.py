"""How likely comparisons of independent Laplace draws are, by numerical integration: no closed form is used.

A function on the reals is held by its values at Chebyshev points of equal cells between two ends that are far out. The
ends of cells are the only places at which it may have a jump or a bend, and inside of them it is as good as a
polynomial: some 28 digits are right.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import lcm

from flint import arb, arb_mat, ctx, fmpq

from .chance import Unsupported

PRECISION = 200
POINTS = 30
FAR = 70
"""Beyond so many times its scale from the places that matter nothing of a draw is counted: exp(-70) is left out."""

HALF = Fraction(1, 2)

Cell = list[arb]


def real(value: Fraction | int) -> arb:
    return arb(fmpq(value.numerator, value.denominator))


@cache
def nodes() -> list[arb]:
    """Chebyshev points of the cell from -1 to 1."""
    return [(arb.pi() * (2 * at + 1) / (2 * POINTS)).cos() * -1 for at in range(POINTS)]


@cache
def integrals() -> arb_mat:
    """From the values at the points of -1 .. 1 to the integrals from -1 to each point, and to 1 in the last row."""
    points = nodes()
    # values = coefficients of T_k; T_k integrates to (T_{k+1} / (k+1) - T_{k-1} / (k-1)) / 2.
    values = arb_mat([[(k * (point.acos())).cos() for k in range(POINTS)] for point in points])
    ends = [*points, arb(1)]

    def summed(k: int, x: arb) -> arb:
        if k == 0:
            return x
        if k == 1:
            return x * x / 2
        return ((chebyshev(k + 1, x)) / (k + 1) - chebyshev(k - 1, x) / (k - 1)) / 2

    rows = arb_mat([[summed(k, x) - summed(k, arb(-1)) for k in range(POINTS)] for x in ends])
    return rows * values.inv()


def chebyshev(k: int, x: arb) -> arb:
    before, here = arb(1), x
    for _ in range(k):
        before, here = here, 2 * x * here - before
    return before


@dataclass(frozen=True)
class Grid:
    """Cells of width `step` from `-cells * step` to `cells * step`."""

    step: Fraction
    cells: int

    def index(self, x: Fraction) -> int:
        """The first cell from x on."""
        place = x / self.step
        if place.denominator != 1:
            raise Unsupported("a place between the ends of cells")
        return min(max(int(place) + self.cells, 0), 2 * self.cells)

    def middle(self, cell: int) -> Fraction:
        return (cell - self.cells + HALF) * self.step


@dataclass(frozen=True)
class Laplace:
    """The density of a Laplace draw of this scale at sign * x + offset, as a function of x."""

    scale: Fraction
    sign: int = 1
    offset: Fraction = Fraction(0)

    def at(self, x: arb) -> arb:
        return (-abs(self.sign * x + real(self.offset)) / real(self.scale)).exp() / real(2 * self.scale)


@dataclass(frozen=True)
class Least:
    """sum of sign * y[variable] >= least, for one or two variables."""

    terms: tuple[tuple[int, int], ...]
    least: Fraction


@dataclass
class Integral:
    """Over the values of the variables, of the product of the densities of each, where all comparisons hold."""

    densities: dict[int, list[Laplace]]
    comparisons: list[Least]

    def value(self) -> arb:
        with ctx.workprec(PRECISION):
            return self.computed()

    def computed(self) -> arb:
        grid = self.grid()
        functions = {at: list(product(grid, tuple(found))) for at, found in self.densities.items()}
        for found in self.comparisons:
            if len(found.terms) == 1:
                ((sign, at),) = found.terms
                end = grid.index(found.least * sign)
                cells = functions[at]
                for number in range(2 * grid.cells):
                    if (number < end) == (sign > 0):
                        cells[number] = ZEROS
        pairs = [found for found in self.comparisons if len(found.terms) == 2]
        total = arb(1)
        while functions:
            at = self.leaf(functions, pairs)
            mine = [found for found in pairs if any(one == at for _, one in found.terms)]
            pairs = [found for found in pairs if found not in mine]
            sums = running(functions.pop(at), grid)
            if not mine:
                total *= sums[1][-1]
                continue
            other = next(one for _, one in mine[0].terms if one != at)
            functions[other] = times(functions[other], message(sums, at, mine, grid))
        return total

    def leaf(self, functions: dict[int, list[Cell]], pairs: list[Least]) -> int:
        """A variable that is compared with one other at most."""
        for at in functions:
            if len({one for found in pairs for _, one in found.terms if at in {v for _, v in found.terms}} - {at}) < 2:
                return at
        raise Unsupported("draws that are compared in a circle")

    def grid(self) -> Grid:
        """Cells at whose ends everything turns."""
        places = [found.least for found in self.comparisons]
        places += [density.offset for found in self.densities.values() for density in found]
        sums = any(len({sign for sign, _ in found.terms}) < len(found.terms) for found in self.comparisons)
        step = Fraction(1, (1 + sums) * lcm(*(place.denominator for place in places)))
        widest = max(
            (min(density.scale for density in found) for found in self.densities.values()), default=Fraction(1)
        )
        reach = sum((abs(place) for place in places), Fraction(0)) + FAR * widest
        narrow = min((density.scale for found in self.densities.values() for density in found), default=Fraction(1))
        while step > narrow:
            step /= 2
        return Grid(step, int(reach / step) + 1)


@lru_cache(maxsize=256)
def product(grid: Grid, densities: tuple[Laplace, ...]) -> tuple[Cell, ...]:
    """The product of densities of one variable. They turn at ends of cells only, so inside of one all are exponentials:
    the value in its middle times what comes of the way from there."""
    height = real(1)
    for density in densities:
        height /= real(2 * density.scale)
    found = []
    for cell in range(2 * grid.cells):
        middle, power, slope = grid.middle(cell), Fraction(0), Fraction(0)
        for density in densities:
            place = density.sign * middle + density.offset
            power -= abs(place) / density.scale
            slope -= (density.sign if place > 0 else -density.sign) / density.scale
        value = height * real(power).exp()
        found.append([value * away for away in sloped(slope * grid.step / 2)])
    return tuple(found)


@lru_cache(maxsize=256)
def sloped(slope: Fraction) -> list[arb]:
    """exp(slope * x) at the points from -1 to 1."""
    return [(real(slope) * node).exp() for node in nodes()]


ZEROS = [arb(0)] * POINTS


def times(one: list[Cell], other: list[Cell]) -> list[Cell]:
    return [
        ZEROS if a is ZEROS or b is ZEROS else [x * y for x, y in zip(a, b, strict=True)]
        for a, b in zip(one, other, strict=True)
    ]


def running(function: list[Cell], grid: Grid) -> tuple[list[Cell], list[arb]]:
    """The integral from the left end to each point, and to the left end of each cell and to the right end of all."""
    half = real(grid.step / 2)
    table = integrals() * arb_mat([[cell[row] for cell in function] for row in range(POINTS)])
    so_far, cells, ends = arb(0), [], []
    for number in range(len(function)):
        ends.append(so_far)
        cells.append([so_far + half * table[row, number] for row in range(POINTS)])
        so_far = so_far + half * table[POINTS, number]
    return cells, [*ends, so_far]


def message(sums: tuple[list[Cell], list[arb]], at: int, comparisons: list[Least], grid: Grid) -> list[Cell]:
    """The function of the other variable that is the integral over this one where the comparisons hold."""
    cells, ends = sums
    lower: list[tuple[int, Fraction]] = []  # z >= factor * y + offset
    upper: list[tuple[int, Fraction]] = []
    for found in comparisons:
        mine = next(sign for sign, one in found.terms if one == at)
        beside = next(sign for sign, one in found.terms if one != at)
        # mine * z + beside * y >= least
        (lower if mine > 0 else upper).append((-mine * beside, mine * found.least))
    result = []
    for cell in range(2 * grid.cells):
        middle = grid.middle(cell)
        low = max(lower, key=lambda bound: bound[0] * middle + bound[1], default=None)
        high = min(upper, key=lambda bound: bound[0] * middle + bound[1], default=None)
        if low is not None and high is not None and low[0] * middle + low[1] >= high[0] * middle + high[1]:
            result.append(ZEROS)
            continue
        above = [ends[-1]] * POINTS if high is None else moved(cells, ends, cell, high, grid)
        below = ZEROS if low is None else moved(cells, ends, cell, low, grid)
        result.append([x - y for x, y in zip(above, below, strict=True)])
    return result


def moved(cells: list[Cell], ends: list[arb], cell: int, bound: tuple[int, Fraction], grid: Grid) -> Cell:
    """The running integral up to factor * y + offset, for y in the cell."""
    factor, offset = bound
    by = offset / grid.step
    if by.denominator != 1:
        raise Unsupported("a place between the ends of cells")
    place = cell + int(by) if factor > 0 else 2 * grid.cells - 1 - cell + int(by)
    if place < 0:
        return ZEROS
    if place >= len(cells):
        return [ends[-1]] * POINTS
    return cells[place] if factor > 0 else cells[place][::-1]
