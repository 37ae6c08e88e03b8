"""Random programs that compute with draws in any way, and how likely what they show is: by boxes of noise, and by
Python, which runs them for each of the outcomes of their draws."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import product
from random import Random

from flint import ctx, fmpq

from faier.engines.events.balls import BITS, above, below
from faier.engines.events.patterns import numbers, with_ends
from faier.engines.events.weighing import Known, Side
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Between, Sequence, Value, leaves
from faier.limits import LimitReached, seconds
from faier.semantics.denote.branching import Chances, Fork, Over, tree

HEAD = """\
import math
from faier import Int, Vector, flip, geometric, laplace, mechanism, uniform


def halved(x):
    if x > 3:
        return x / 2
    return x - 1


@mechanism
def shown(xs: Vector[Int[0, 5], 3]):
    c = sum(xs)
"""

# How far out geometric draws are followed, and into how many parts of one chance the reals are cut.
FAR, PARTS = 14, 240


@dataclass
class Maker:
    """The lines of a program, its variables, and its draws: how Python draws each."""

    random: Random
    lines: list[str] = field(default_factory=list)
    names: list[str] = field(default_factory=lambda: ["c"])
    draws: list[str] = field(default_factory=list)

    def expression(self, depth: int) -> str:
        pick = self.random.random
        if depth == 0 or pick() < 0.15:
            return self.random.choice([*self.names, *self.names, str(self.random.randint(-2, 6))])
        one, other = self.expression(depth - 1), self.expression(depth - 1)
        forms = [
            f"({one} + {other})",
            f"({one} - {other})",
            f"({one} * {other})",
            f"max({one}, {other})",
            f"min({one}, {other})",
            f"abs({one})",
            f"round({one})",
            f"{one} / {self.random.choice([2, 4, -3])}",
            f"({one}) // {self.random.choice([2, 3])}",
            f"({one}) % {self.random.choice([2, 5])}",
            f"({one}) / max({other}, 1)",
            f"({one}) ** 2",
            f"math.floor({one})",
            f"int({one})",
            f"halved({one})",
            f"sum([{one}, {other}])",
            f"sorted([{one}, {other}, 2])[1]",
            f"({one} if {other} > {self.random.randint(-1, 4)} else {self.random.randint(0, 3)})",
            f"[{one}, {other}][c % 2]",
            f"math.sqrt(abs({one}))",
        ]
        return self.random.choice(forms)

    def made(self) -> str:
        for at in range(self.random.randint(1, 2)):
            draw = self.random.choice(
                ["geometric(1 / 3)", "geometric(1 / 2)", "laplace(1)", "laplace(2)", "flip(1 / 3)"]
            )
            self.draws.append(draw)
            self.lines.append(f"d{at} = {f'1 if {draw} else 0' if draw[0] == 'f' else draw}")
            self.names.append(f"d{at}")
        if self.random.random() < 0.3:
            self.draws.append("uniform(0, 2)")
            self.lines.append("u = uniform(0, 2)")
            self.names.append("u")
        for at in range(self.random.randint(0, 2)):
            self.lines.append(f"v{at} = {self.expression(2)}")
            self.names.append(f"v{at}")
        if self.random.random() < 0.3:
            self.lines += [
                f"if {self.expression(1)} {self.random.choice(['<', '>=', '=='])} {self.random.randint(-1, 4)}:",
                f"    {self.names[-1]} = {self.expression(1)}",
            ]
        if self.random.random() < 0.2:
            self.lines += [f"if {self.expression(1)} > {self.random.randint(0, 5)}:", "    return 'none'"]
        if self.random.random() < 0.2:
            self.lines += ["t = 0", "for x in xs:", f"    t += x * {self.names[-1]}"]
            self.names.append("t")
        one, other = self.expression(2), self.expression(1)
        form = self.random.choice(["{}", "{}", "({}, {})", "[{}, {}]", "{{'a': {}, 'b': {}}}"])
        self.lines.append("return " + form.format(one, other))
        return HEAD + "".join(f"    {line}\n" for line in self.lines)


def outcomes(draw: str) -> list[tuple[object, float]]:
    """What may be drawn, each with its chance; reals in the middle of parts of one chance."""
    name, argument = draw.split("(")[0], draw.split("(")[1]
    if name == "flip":
        return [(True, 1 / 3), (False, 2 / 3)]
    if name == "uniform":
        return [(k, 1 / 3) for k in range(3)]
    if name == "geometric":
        a = 1 / int(argument[-2])
        return [(k, (1 - a) / (1 + a) * a ** abs(k)) for k in range(-FAR, FAR + 1)]
    scale = float(argument[:-1])
    shares = [(at + 0.5) / PARTS for at in range(PARTS)]
    return [(scale * (math.log(2 * p) if p < 0.5 else -math.log(2 - 2 * p)), 1 / PARTS) for p in shares]


def by_python(text: str, draws: list[str], inside: Callable[[object], bool], c: list[int]) -> float:
    """How likely it is that what is shown is inside."""
    code = text.replace("from faier import Int, Vector, flip, geometric, laplace, mechanism, uniform", "")
    code = code.replace("@mechanism\n", "").replace("(xs: Vector[Int[0, 5], 3])", "(xs)")
    found = 0.0
    waiting: list[object] = []
    names = {name: (lambda *given: waiting.pop()) for name in ("flip", "geometric", "laplace", "uniform")}
    space: dict[str, object] = dict(names)
    exec(code, space)
    for several in product(*map(outcomes, draws)):
        waiting[:] = [value for value, _ in reversed(several)]
        chance = math.prod(chance for _, chance in several)
        try:
            found += chance * inside(space["shown"](c))  # type: ignore[operator]
        except ZeroDivisionError:
            return math.nan
    return found


def numbers_of(shown: object) -> list[float] | None:
    """The numbers in what Python shows; None: it is a text."""
    if isinstance(shown, str):
        return None
    if isinstance(shown, dict):
        return [float(value) for value in shown.values()]
    return [float(value) for value in shown] if isinstance(shown, list | tuple) else [float(shown)]  # type: ignore[arg-type]


@dataclass(frozen=True)
class Case:
    """An event of a program, and how likely it is: between two ends, and as Python says."""

    text: str
    event: tuple[Value, ...]
    least: float
    most: float
    python: float
    reals: int


def case(seed: int, boxes: int = 250) -> Case | None:
    """One random program with an event; None where it is refused, or raises."""
    random = Random(seed)
    maker = Maker(random)
    text, c = maker.made(), [random.randint(0, 3), random.randint(0, 3), 1]
    try:
        program = parse(text, "shown.py", {})
    except Rejected:
        return None
    root = tree(program, "shown", {"xs": Sequence("list", tuple(c))}, seconds(20))
    shape = next((numbers(place)[0] for place in _shown(root) if numbers(place)[1]), None)
    if shape is None:
        return None
    ends: list[tuple[float | None, float | None]] = []
    for _ in range(sum(isinstance(leaf, Between) for leaf in leaves(shape))):
        end = random.choice([random.randint(-2, 7), random.uniform(-2, 7)])
        end = float(fmpq(round(end * 64), 64)) if not isinstance(end, int) else end
        ends.append(random.choice([(end, None), (None, end), (None, None), (end, end + 2)]))
    exact = {
        at: tuple(None if end is None else fmpq(round(end * 64), 64) for end in two) for at, two in enumerate(ends)
    }
    event = with_ends(shape, exact)  # type: ignore[arg-type]

    def inside(shown: object) -> bool:
        found = numbers_of(shown)
        if found is None or len(found) != len(ends):
            return False
        return all(
            (low is None or number >= low) and (high is None or number <= high)
            for number, (low, high) in zip(found, ends, strict=True)
        )

    with ctx.workprec(BITS):
        side = Side(root, event, Known())
        try:
            for _ in range(boxes):
                if side.heap:
                    side.refine()
        except LimitReached:
            return None
        least, most = float(below(side.least)), float(above(side.most))
    reals = sum(draw.startswith("laplace") for draw in maker.draws)
    return Case(text, event, least, most, by_python(text, maker.draws, inside, c), reals)


def _shown(place: object, depth: int = 0) -> Iterator[tuple[Value, ...]]:
    """What is shown at the ends of some ways."""
    match place.then:  # type: ignore[attr-defined]
        case Over(shown):
            yield shown
        case Fork(_, yes, no) if depth < 6:
            yield from _shown(yes, depth + 1)
            yield from _shown(no, depth + 1)
        case Chances(ways) if depth < 6:
            for way, _ in ways:
                yield from _shown(way, depth + 1)
