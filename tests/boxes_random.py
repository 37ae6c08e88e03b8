"""Random chains whose chances are unknowns in a box, and what they lose at a point of it, by sums over all paths in
fractions: with noise of rate log(1/z) every weight is a power of z.
"""

import random
from dataclasses import dataclass, replace

from flint import arb, ctx, fmpq

from faier.calibration.sums import parted
from faier.calibration.sums.boxes import PRECISION, Box
from faier.calibration.sums.kernel import Open, value
from faier.calibration.sums.parted import Aim
from faier.exact import unknown
from faier.limits import LimitReached, Limits

ONE = fmpq(1)


@dataclass(frozen=True)
class Boxed:
    chain: Open
    box: Box
    count: int
    marks: tuple[int, int]
    z: fmpq


@dataclass(frozen=True)
class Few(Limits):
    """So many looks at the clock, then the time is up: wherever that is, and the same on every machine."""

    looks: tuple[int, ...] = ()

    def check(self):
        used.append(1)
        if any(len(used) > most for most in self.looks):
            raise LimitReached("timeout", "")

    def share(self, part):
        most = min(self.looks)
        return replace(self, looks=(*self.looks, len(used) + int(part * (most - len(used)))))


used: list[int] = []


def boxed(seed: int) -> Boxed:
    draw = random.Random(seed)
    size, count = draw.choice((2, 2, 3, 3, 4)), draw.randint(1, 6)
    names = "abc"[: draw.randint(1, 3)]
    box = {name: ends(draw, size) for name in names}
    moves = rows(draw, size, names)
    shape = draw.choice(("unknown", "known", "balanced"))
    if shape == "balanced" and size == 2:
        a, c = unknown("a"), unknown(draw.choice(names))
        start, moves = [c, a], [[1 - a, a], [c, 1 - c]]
        start = [one / (a + c) for one in start]
    elif shape == "unknown":
        (start,) = rows(draw, 1, names, size)
    else:
        start = [fmpq(one, size * (size + 1) // 2) for one in range(1, size + 1)]
    worth = [draw.choice((0, at, at, draw.randint(-1, 3))) for at in range(size)]
    two = draw.random() < 0.3  # records that are shown or not

    def added(at, row):
        if not two:
            return tuple((to, worth[at], chance) for to, chance in enumerate(row) if chance != 0)
        return tuple(
            (to, shift, chance * part)
            for to, chance in enumerate(row)
            if chance != 0
            for shift, part in ((worth[at], fmpq(2, 3)), (0, fmpq(1, 3)))
        )

    secrets = draw.choice((tuple(range(size)), tuple(int(at > 0) for at in range(size))))
    chain = Open(
        tuple((to, 0, chance) for to, chance in enumerate(start) if chance != 0),
        tuple(added(at, row) for at, row in enumerate(moves)),
        tuple(((0, worth[at], ONE),) for at in range(size)),
        ONE,
        secrets,
        tuple(range(max(secrets) + 1)),
    )
    low = draw.randrange(count)
    return Boxed(
        chain, box, count, (low, draw.randint(low, count - 1)), fmpq(draw.choice((1, 2, 4)), draw.choice((5, 7)))
    )


def ends(draw, size):
    """A chance is less than 1 even where there are two of them in a row."""
    most = 10 if draw.random() < 0.3 else 40
    low, high = sorted((draw.randint(0, most), draw.randint(1, most)))
    return fmpq(low, 81), fmpq(high, 81)


def rows(draw, many, names, size=None):
    size = many if size is None else size
    found = []
    for _ in range(many):
        kind = draw.choice(("one", "two", "known", "scaled", "product"))
        row = [fmpq(0)] * size
        first, second, *_ = draw.sample(range(size), size)
        one, other = (unknown(draw.choice(names)) for _ in range(2))
        if kind == "one":
            row[first], row[second] = one, 1 - one
        elif kind == "two" and size > 2:
            third = next(at for at in range(size) if at not in (first, second))
            row[first], row[second], row[third] = one, other, 1 - one - other
        elif kind == "scaled":
            row = [one if at == first else fmpq(1) for at in range(size)]
            row = [part / (one + size - 1) for part in row]
        elif kind == "product" and len(names) > 1:
            one, other = unknown(names[0]), unknown(names[1])
            row[first], row[second] = one * other, 1 - one * other
        else:
            row = [fmpq(draw.randint(0 if size > 2 else 1, 4)) for _ in range(size)]
            row[first] += 1
            row = [part / sum(row, fmpq(0)) for part in row]
        found.append(row)
    return found


def lost(one: Boxed, values) -> fmpq:
    """The greatest factor of any mark, secrets and outputs: it is at a sum, or beyond all."""
    known = [[(to, shift, value(chance, values)) for to, shift, chance in row] for row in one.chain.moves]
    start = [(to, shift, value(chance, values)) for to, shift, chance in one.chain.start]
    worst = ONE
    for mark in range(one.marks[0], one.marks[1] + 1):
        here = {}
        for to, shift, chance in start:
            add(here, (to, one.chain.secrets[to] if mark == 0 else -1, shift), chance)
        for step in range(1, one.count):
            following = {}
            for (at, told, total), weight in here.items():
                for to, shift, chance in known[at]:
                    add(
                        following, (to, one.chain.secrets[to] if mark == step else told, total + shift), weight * chance
                    )
            here = following
        laws = {}
        for (at, told, total), weight in here.items():
            for _, shift, chance in one.chain.last[at]:
                if weight:
                    add(laws.setdefault(told, {}), total + shift, weight * value(chance, values))
        sums = {total for law in laws.values() for total in law}
        for output in sums:
            seen = [
                sum((chance * one.z ** abs(total - output) for total, chance in law.items()), fmpq(0))
                / sum(law.values(), fmpq(0))
                for law in laws.values()
            ]
            worst = max(worst, max(seen) / min(seen))
    return worst


def add(sums, key, chance):
    sums[key] = sums.get(key, fmpq(0)) + chance


def points(one: Boxed, draw, number):
    """Corners, and places between them."""
    for _ in range(number):
        inside = draw.random() < 0.5
        yield {
            name: low + (high - low) * fmpq(draw.randint(0, 16) if inside else draw.choice((0, 16)), 16)
            for name, (low, high) in one.box.items()
        }


def judged(seed: int, number: int = 8, looks: int = 300):
    """The greatest loss of some points, the least bound, and the bound of the box without parts (None: there is none);
    and where a bound is less than a loss. Aims differ, and so does how soon the time is up."""
    one, draw = boxed(seed), random.Random(-seed)
    looked = [(lost(one, values), values) for values in points(one, draw, number)]
    worst, place = max(looked, key=lambda pair: pair[0])
    wrong = []
    with ctx.workprec(PRECISION):
        rate = -arb(one.z).log()

        def bound(limits, aim):
            used.clear()
            return parted.at_most(one.chain, one.box, one.count, one.marks, rate, lambda a, b: a != b, aim, limits)

        aims = [
            Aim(arb(1), None),
            Aim(arb(1), place, least=True),
            Aim(arb(1), place),
            Aim(arb(worst), place, least=True),
        ]
        limits = [Few(looks=(looks,)), Few(looks=(draw.randint(looks // 8, looks),))]
        found = []
        for aim in aims:
            for limit in limits:
                try:
                    high = bound(limit, aim)
                except LimitReached:
                    continue
                found.append(high)
                if high is not None and high < arb(worst):
                    wrong.append(f"at {place} {worst} is lost, and the bound is {high}")
    known = [float(high) for high in found if high is not None]
    whole = float(found[0]) if found and found[0] is not None else None
    return float(worst), min(known, default=None), whole, wrong
