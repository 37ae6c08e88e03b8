"""Random mechanisms that tell which of some noisy numbers is the first beyond a noisy limit, or the greatest, or the
least: what is told where nothing but that is looked at, and what they lose at least. That is added up, for outputs as
unlikely as they are: where a draw falls, and what all others do then."""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import product
from math import log, prod

from asked import subject_of

from faier.deciding.question import Question
from faier.deciding.side_by_side import How, told_of_runs
from faier.deciding.side_by_side.held import Unfollowed
from faier.lang import parse
from faier.limits import Limits

# Where draws are looked at, and how their weights fall from one number to the next.
FAR, TOP = 60, 2
WIDTHS = {"WIDE": 1 / 2, "NEAR": 1 / 3, "CLOSE": 1 / 9}
HEAD = """\
from faier import Int, Vector, each, geometric, mechanism, one

WIDE, NEAR, CLOSE = 1 / 2, 1 / 3, 1 / 9


"""


@dataclass(frozen=True)
class Asked:
    """`rises` says of each number what it is: that many times each entry, and the last one more. `kind` is an operator
    between the number and the limit, or the function that picks one."""

    kind: str
    limit: str
    rises: tuple[tuple[int, ...], ...]
    widths: tuple[str, ...]
    relation: str

    @property
    def entries(self) -> int:
        return len(self.rises[0]) - 1

    def text(self) -> str:
        numbers = [
            " + ".join([*(f"{times} * xs[{at}]" for at, times in enumerate(rise[:-1]) if times), str(rise[-1])])
            for rise in self.rises
        ]
        noisy = [f"{number} + geometric({width})" for number, width in zip(numbers, self.widths, strict=True)]
        if self.kind in ("min", "max"):
            body = f"    noisy = [{', '.join(noisy)}]\n    return noisy.index({self.kind}(noisy))\n"
        else:
            tests = "".join(f"    if {one} {self.kind} limit:\n        return {at}\n" for at, one in enumerate(noisy))
            body = f"    limit = geometric({self.limit})\n{tests}    return {len(noisy)}\n"
        return f"{HEAD}@mechanism\ndef shown(xs: Vector[Int[0, {TOP}], {self.entries}]):\n{body}"

    def numbers(self, xs: Sequence[int]) -> tuple[int, ...]:
        return tuple(sum(map(int.__mul__, rise, (*xs, 1))) for rise in self.rises)

    def law(self, xs: Sequence[int]) -> list[float]:
        """How likely each output is, in some order."""
        numbers = self.numbers(xs)
        if self.kind in ("min", "max"):
            return [self._wins(at, numbers) for at in range(len(numbers))]
        found = [0.0] * (len(numbers) + 1)
        strictly = self.kind in (">", "<=")
        for limit in range(-FAR, FAR + 1):
            on = at_least(self.limit, limit, exactly=True)
            for at, (number, width) in enumerate(zip(numbers, self.widths, strict=True)):
                above = at_least(width, limit + strictly - number)
                below = at_least(width, number - limit + (not strictly))
                holds, fails = (above, below) if self.kind in (">", ">=") else (below, above)
                found[at] += on * holds
                on *= fails
            found[-1] += on
        return found

    def _wins(self, at: int, numbers: Sequence[int]) -> float:
        """How likely this one is the first of the greatest, or the least."""
        sign = 1 if self.kind == "max" else -1
        own, width = sign * numbers[at], self.widths[at]
        found = 0.0
        for best in range(-FAR, FAR + 1):
            # the noise of others is below what is left
            others = [
                at_least(self.widths[other], sign * number - best + (other < at))
                for other, number in enumerate(numbers)
                if other != at
            ]
            found += at_least(width, best - own, exactly=True) * prod(others)
        return found

    def loses(self) -> float:
        """At least, for some neighbors."""
        laws = {xs: self.law(xs) for xs in product(range(TOP + 1), repeat=self.entries)}
        return max(
            log(one / other)
            for xs in laws
            for ys in self._beside(xs)
            if ys in laws
            for one, other in zip(laws[xs], laws[ys], strict=True)
        )

    def _beside(self, xs: Sequence[int]) -> Iterator[tuple[int, ...]]:
        for steps in product((-1, 0, 1), repeat=len(xs)):
            if self.relation == "each(1)" or sum(map(abs, steps)) == 1:
                yield tuple(map(int.__add__, xs, steps))

    def told(self) -> list[float]:
        """What is told of numbers that keep their draws below the limit, and above it."""
        program = parse(self.text(), "a.py", {})
        question = Question(program, subject_of(program, "shown", self.relation, None))
        found = []
        for keeping in ("below", "above"):
            try:
                most = told_of_runs(question, False, How(True, keeping), Limits()).most
            except Unfollowed:
                continue
            assert most is not None
            base = float(most.factor) * log(most.base) if most.factor else 0.0
            found.append(float(most.constant) + base)
        return found


@cache
def at_least(width: str, number: int, exactly: bool = False) -> float:
    """How likely a draw is that, or at least that."""
    a = WIDTHS[width]
    if exactly:
        return float((1 - a) / (1 + a) * a ** abs(number))
    return float(a**number / (1 + a)) if number > 0 else float(1 - a ** (1 - number) / (1 + a))


def asked(seed: int) -> Asked:
    draw = random.Random(seed)
    kind, entries = draw.choice(["<", "<=", ">", ">=", "min", "max"]), draw.choice([1, 1, 1, 2])
    many = draw.choice([2, 3, 3, 4, 4]) if kind not in ("min", "max") else draw.choice([2, 3])
    rises = []
    for _ in range(many):
        rise = [draw.choice([0, 1, 1, -1, 2]) for _ in range(entries)]
        far = 12 * (1 if sum(rise) > 0 else -1)  # where what is unlikely is asked of each
        rises.append((*rise, draw.choice([far, far, -far, 0])))
    width = draw.choice(list(WIDTHS))
    widths = tuple(draw.choice([width, width, *WIDTHS]) for _ in range(many))
    return Asked(kind, draw.choice(list(WIDTHS)), tuple(rises), widths, draw.choice(["one(1)", "each(1)"]))
