"""Random programs whose rows are parted: by noise that was shown before, as points by noisy centers, and by draws of
their own. What is told that they lose at most is held against the referee, as in `side_by_side_random`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

from side_by_side_random import indented, wrong_of

HEAD = """\
from collections import Counter, defaultdict
from itertools import chain
from faier import Bool, Int, Records, Vector, added, choice, clamp, each, flip, geometric, mechanism, one
from faier import sample, uniform

RATIO = 1 / 4


def nearest(value, centers):
    return min(range(len(centers)), key=lambda k: abs(value - centers[k]))


def kept(value, limit):
    items = [k for k in range(3) if k != value]
    return sample(items, limit)


"""
INPUTS = {
    "xs: Records[Int[0, 2], 2]": ["added()", "added()", "one()"],
    "xs: Records[Bool, 2]": ["added()", "one()"],
    "xs: Vector[Int[0, 2], 2]": ["one()", "one(1)", "each(1)"],
}
DRAWS = 3


@dataclass
class Writer:
    """A mechanism's body: `noisy` are numbers with noise, `labels` lists with a number for each row."""

    draw: random.Random
    noisy: list[str] = field(default_factory=list)
    labels: list[str] = field(default_factory=list)
    kept: list[str] = field(default_factory=list)
    draws: int = 0
    names: int = 0

    def name(self) -> str:
        self.names += 1
        return f"a{self.names}"

    def label(self) -> str:
        """A number of the row x: a few values, as noise or a draw has it."""
        pick = self.draw.choice
        known = [f"int(x {pick('<>')} {name})" for name in self.noisy]
        known += [f"int({name} >= x)" for name in self.noisy]
        known += [f"nearest(x, [{pick('01')}, {name}])" for name in self.noisy]
        own = ["int(flip(1 / 2))", "x * uniform(0, 1)", "choice([x, 0])", "(x if flip(1 / 4) else 1)"]
        return pick([*known * 2, *own, "x", "x % 2"])

    def rows(self) -> str:
        """A list of numbers that come of rows."""
        pick = self.draw.choice
        made = ["xs", "xs", f"[{self.label()} for x in xs]", *self.kept * 2, *self.labels]
        for name in self.labels:
            test = f"k {pick(['==', '==', '!='])} {pick('01')}"
            made += [f"[x for x, k in zip(xs, {name}) if {test}]"] * 2
            made += [f"[x + k for x, k in zip(xs, {name})]", f"[k for k in {name} if {test}]"]
            for other in self.labels:
                made.append(f"[j for j, k in zip({name}, {other}) if {test}]")
                made.append(f"[x for x, j, k in zip(xs, {name}, {other}) if j == k]")
        for name in self.noisy:
            test = pick([f"x {pick(['<', '<=', '>', '>=', '=='])} {name}", f"{name} {pick('<>')} x"])
            made += [f"[x for x in xs if {test}]"] * 2 + [f"[x for x in xs if not {test}]"]
        if self.draw.random() < 0.06:
            made = [f"[x for x, k in zip(reversed(xs), {name}) if k]" for name in self.labels] or made
            made += [f"[x for x, k in zip(sorted(xs), {name}) if k]" for name in self.labels]
            made += [f"[x for x, k in zip([z for z in xs if z], {name}) if k]" for name in self.labels]
        return pick(made)

    def raw(self) -> str:
        pick, rows = self.draw.choice, self.rows()
        made = [f"sum({rows})", f"len({rows})", f"{rows}.count({pick('01')})", f"sum(x > 0 for x in {rows})"]
        made += [f"len(set({rows}))", f"max(Counter({rows}).values(), default=0)", f"len(Counter({rows}))"]
        made += [f"len(set(chain.from_iterable([(x, {pick('01')}) for x in {rows}])))"]
        return pick(made)

    def noise(self) -> list[str]:
        self.draws += 1
        self.noisy.append(self.name())
        ratio = self.draw.choice(["RATIO", "RATIO", "1 / 3"])
        return [f"{self.noisy[-1]} = {self.raw()} + geometric({ratio})"]

    def bins(self) -> list[str]:
        """Sums by what comes of each row, and noise on each."""
        pick, name, many = self.draw.choice, self.name(), 2
        self.draws += many
        index = pick([f"clamp({self.label()}, 0, 1)", f"{self.label()} % 2", f"min({self.label()}, 1)"])
        made = pick([f"{name} = [0, 0]", f"{name} = {{0: 0, 1: 0}}"])
        body = [f"k = {index}", f"{name}[k] += {pick(['1', 'x', '1', 'k', 'x * k'])}"]
        if self.draw.random() < 0.3:
            body.append(f"{name}[{pick(['k', '0', '1 - k'])}] += {pick(['1', 'x'])}")
        if self.draw.random() < 0.2:
            body = [f"for k in kept(x, {pick('12')}):", f"    {name}[min(k, 1)] += 1"]
        if self.draw.random() < 0.2:
            body = [f"if {self.label()} == {pick('01')}:", "    continue", *body]
        if self.draw.random() < 0.2:
            self.kept.append(self.name())
            made += f"\n    {self.kept[-1]} = []"
            body.append(f"{self.kept[-1]}.append({pick(['k', 'x'])})")
        if "append(k)" in body[-1] and "for k" in "".join(body):
            body.pop()
        lines = [*made.split("\n    "), "for x in xs:", *indented(body)]
        for at in range(many):
            self.noisy.append(self.name())
            lines.append(f"{self.noisy[-1]} = {name}[{at}] + geometric(RATIO)")
        return lines

    def statement(self) -> list[str]:
        roll = self.draw.random()
        if roll < 0.4:
            self.labels.append(self.name())
            return [f"{self.labels[-1]} = [{self.label()} for x in xs]"]
        if self.draws >= DRAWS:
            return []
        return self.noise() if roll < 0.7 else self.bins()


def written(seed: int) -> tuple[str, str]:
    """A text, and a relation."""
    draw = random.Random(seed)
    header = draw.choice(list(INPUTS))
    writer = Writer(draw)
    lines = writer.noise() if draw.random() < 0.7 else []
    for _ in range(draw.randint(1, 4)):
        lines += writer.statement()
    if writer.draws < DRAWS or not writer.noisy:
        lines += writer.noise()
    lines.append(f"return {', '.join(writer.noisy)},")
    text = f"{HEAD}@mechanism\ndef shown({header}):\n" + "\n".join(indented(lines)) + "\n"
    return text, draw.choice(INPUTS[header])


def wrong(seed: int, floor: Fraction = Fraction(1, 2**12)) -> str | None:
    """Why what is told of the program is wrong; "" where nothing is told of it, None where all is well."""
    return wrong_of(*written(seed), floor)
