"""Random programs in which entries draw for themselves: what the checker takes for valid, against the referee."""

from __future__ import annotations

import random

from payments_random import unsound

HEAD = """\
from faier import Bool, Int, Vector, categorical, choice, each, flip, geometric, mechanism, one, uniform


def kept(value):
    if flip(1 / 2):
        return value
    return uniform(0, 2)


def lied(value):
    return value == 1 if flip(3 / 4) else value != 1


def coin(truth):
    return int(flip(2 / 3 if truth else 1 / 4))


def again(value):
    first = kept(value)
    return first if flip(1 / 2) else kept(first)


def either(one, other):
    return one if flip(1 / 2) else other


"""
INPUTS = {
    "xs: Vector[Int[0, 2], 2]": ["one()", "one(1)", "each(1)"],
    "x: Int[0, 2], y: Int[0, 1]": ["one()", '{"x": one()}', '{"x": one(1), "y": one()}'],
}


class Writer:
    def __init__(self, seed: int) -> None:
        self.draw = random.Random(seed)
        self.header = self.draw.choice(list(INPUTS))
        self.entries = ["xs[0]", "xs[1]", "xs[-1]"] if "xs" in self.header else ["x", "y", "x + 1"]
        self.known: list[str] = []

    def entry(self) -> str:
        return self.draw.choice(self.entries)

    def beside(self) -> str:
        return self.draw.choice([*self.known * 3, self.entry(), "1", "flip(1 / 2)"])

    def test(self) -> str:
        of = self.draw.choice([self.entry(), self.beside()])
        return self.draw.choice([f"{of} == 1", f"{of} > 0", f"{of} == {self.beside()}", f"not {of}"])

    def drawn(self, depth: int = 0) -> str:
        inside = self.drawn(depth + 1) if depth < 2 else self.entry()
        return self.draw.choice(
            [
                f"kept({self.entry()})",
                f"int(lied({self.entry()}))",
                f"coin({self.test()})",
                f"again({inside})",
                f"kept({inside})",
                f"either({self.entry()}, {inside})",
                f"int(flip(2 / 3 if {self.test()} else 1 / 3))",
                f"({inside} if {self.test()} else kept({self.beside()}))",
                f"categorical([1, 2 if {self.test()} else 1, 1])",
                f"choice([{self.entry()}, 0, 1, 2])",
                f"{inside} + {self.beside()}",
                f"{self.entry()} + geometric(1 / 2)",
                self.beside(),
            ]
        )

    def listed(self) -> str:
        over = "xs" if "xs" in self.header else "[x, y]"
        return self.draw.choice(
            [
                f"[coin(z == i) for i in range(2) for z in {over}]",
                f"[kept(z) for z in {over}]",
                f"[coin({self.entry()} == i) for i in range(3)]",
                f"sum([coin(z > 0) for z in {over}]) + {self.beside()}",
                f"sum([kept(z) for z in {over}[:1]])",
                f"[either(z, {self.beside()}) for z in {over}]",
            ]
        )

    def body(self) -> list[str]:
        lines: list[str] = []
        for at in range(self.draw.randrange(1, 4)):
            name = f"n{at}"
            lines.append(f"{name} = {self.drawn()}")
            self.known.append(name)
            if self.draw.random() < 0.2:
                lines.append(f"for i in range(2):\n        {name} = {name} + coin({self.test()})")
        shown = [self.draw.choice([*self.known * 3, self.listed(), self.drawn()]) for _ in range(2)]
        return [*lines, f"return [{', '.join(shown)}]"]


def written(seed: int) -> tuple[str, str]:
    writer = Writer(seed)
    lines = "".join(f"    {line}\n" for line in writer.body())
    return (
        f"{HEAD}@mechanism\ndef shown({writer.header}):\n{lines}",
        writer.draw.choice(INPUTS[writer.header]),
    )


def wrong(seed: int) -> str | None:
    """Why it is wrong that the checker is convinced; "" where it is not."""
    return unsound(*written(seed))
