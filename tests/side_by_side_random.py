"""Random programs that add up rows of their input and add noise to that: what is told that they lose at most, and an
honest lower end. The referee runs them as Python, with draws cut far out."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding.post_processing import nothing_raises
from faier.deciding.question import Question
from faier.deciding.side_by_side import told
from faier.exact import Epsilon, compare, exponential_of
from faier.lang import parse
from faier.lang.claim import Renyi
from faier.lang.diagnostics import Rejected
from faier.limits import Limits

HEAD = """\
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import NamedTuple

from faier import Bool, Int, Public, Records, Vector, added, clamp, each, flip, geometric, mechanism, one

RATIO = 1 / 4


class Pair(NamedTuple):
    value: Int[0, 1]
    group: Public[Bool]


@dataclass
class Tally:
    total: int = 0
    count: int = 0
    bound: int = 2

    def add(self, value):
        self.total += min(value, self.bound)
        self.count += 1

    def reset(self):
        self.total = 0


def noised(value):
    return value + geometric(RATIO)


def doubled(value):
    return 2 * value


"""
INPUTS = {
    "xs: Records[Int[0, 2], 2]": ["added()", "one()", "one(1)"],
    "xs: Records[Bool, 2]": ["added()", "one()"],
    "xs: Vector[Int[0, 2], 2]": ["one()", "one(1)", "each(1)"],
    "xs: Vector[Int[0, 2], 2], y: Int[0, 1]": ['{"xs": one()}', '{"xs": one(), "y": one()}'],
    "xs: Records[Pair, 2]": ["added()", "one()"],
    "xs: Records[tuple[Int[0, 1], Int[0, 1]], 2]": ["added()", "one()"],
}
DRAWS = 3

# Moments are added up in such parts.
FINE = 2**40

# More than any divergence of these.
HUGE = Renyi(fmpq(2), "2", Epsilon.rational(1000), "1000")

# Several items for each row, in an order of their own or not.
SEVERAL = [
    "[z for x in xs for z in (0, x)]",
    "sorted([z for x in xs for z in (0, x)])",
    "[b * x for b in (0, 1) for x in xs]",
    "list(reversed([z for x in xs for z in (0, x)]))",
]


@dataclass
class Writer:
    """A mechanism's body. `of_row` are numbers of the row that is looked at, `sums` numbers and `lists` lists that rows
    may be added to, `tables` dictionaries, `noisy` numbers with noise."""

    draw: random.Random
    pairs: bool
    sums: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    tables: list[str] = field(default_factory=list)
    objects: list[str] = field(default_factory=list)
    noisy: list[str] = field(default_factory=list)
    draws: int = 0
    names: int = 0

    def name(self) -> str:
        self.names += 1
        return f"a{self.names}"

    def rare(self, odds: float = 0.06) -> bool:
        """Whether a form is written that may not be followed."""
        return self.draw.random() < odds

    def rows(self) -> str:
        pick = self.draw.choice
        plain = pick(["xs", "xs", "xs", *self.lists])
        if plain == "xs" and self.pairs:
            plain = pick(["[r[0] for r in xs]", "[a + b for a, b in xs]", "[r[0] for r in xs if r[1]]"])
        return pick(
            [
                plain,
                plain,
                f"[x + 1 for x in {plain}]",
                f"[doubled(x) for x in {plain}]",
                f"[x for x in {plain} if x {pick(['> 0', '== 1', '!= 2'])}]",
                f"[z for x in {plain} for z in range(x)]",
                f"list({plain})",
                f"sorted({plain})",
            ]
            if not self.rare()
            else [
                f"{plain}[:1]",
                f"set({plain})",
                f"list(reversed({plain}))",
                f"{plain}[1:]",
                f"[*{plain}, 1]",
                f"{plain} + [2]",
            ]
        )

    def raw(self) -> str:
        """A number that may differ."""
        pick, rows = self.draw.choice, self.rows()
        made = pick(
            [
                *self.sums,
                *self.sums,
                *[f"{name}[{pick('012')}]" for name in self.tables],
                *[f"{name}.get({pick('012')}, {pick('00001')})" for name in self.tables],
                *[f"{name}.{pick(['total', 'count'])}" for name in self.objects],
                *[f"len({name})" for name in self.lists],
                f"sum({rows})",
                f"len({rows})",
                f"{rows}.count({pick('012')})",
                f"sum(x > 0 for x in {rows})",
                f"sum(1 for x in {rows} if x == {pick('12')})",
                f"sum(x * {pick(['2', '-1', 'x'])} for x in {rows})",
                f"Counter({rows})[{pick('012')}]",
                f"sum(len([x for x in {rows} if x == b]) for b in (0, 1))",
                f"sum([sum(x == b for x in {rows}) for b in (1, 2)])",
                f"len([[x for x in {rows} if x == b] for b in (0, 1)])",
                f"sum(b * x for b in (1, -1) for x in {rows})",
                *[f"sum({self.draw.choice(self.beside_noise('x', name))} for x in {rows})" for name in self.noisy * 2],
                *[f"len([x for x in {rows} if x {pick('<>')} {name}])" for name in self.noisy],
                *[f"sum([x for x in {rows} if {name} {pick('<>')} x])" for name in self.noisy],
                "y" if self.rare(0.3) else f"len({rows})",
            ]
            if not self.rare()
            else [
                f"max({rows}, default=0)",
                f"len(set({rows}))",
                f"sum(sorted({rows})[:1])",
                f"int(1 in {rows})",
                f"len(Counter({rows}))",
                f"sum(i * x for i, x in enumerate({rows}))",
                f"any({rows})",
                f"({rows} or [2])[0]",
                *[f"len({name})" for name in self.tables],
                *[f"sum({name}.values())" for name in self.tables],
            ]
        )
        other = pick([*self.sums, "1", "2", "-1"])
        return pick(
            [
                made,
                made,
                made,
                f"2 * ({made})",
                f"({made}) - {other}",
                f"min({made}, {pick(['1', '2', other])})",
                f"max({made}, {other})",
                f"clamp({made}, 0, 2)",
                f"abs({made})",
                f"-({made})",
                f"({made} if {self.test()} else {other})",
                f"w * ({made})" if self.rare(0.5) else made,
                f"sum([1 for _ in range(2) if {self.test()}], {made})" if self.rare() else made,
            ]
        )

    def test(self) -> str:
        return self.draw.choice(["flip(1 / 2)", *[f"{name} > {self.draw.choice('01')}" for name in self.noisy]])

    def of_row(self) -> str:
        """A number of the row."""
        x = self.draw.choice(["x", "x", "r[1]" if self.pairs else "x"])
        return self.draw.choice(
            [x, x, "1", f"2 * {x}", f"doubled({x})", f"min({x}, 1)", f"({x} if {x} > 1 else 0)", f"-{x}"]
            + [made for name in self.noisy for made in self.beside_noise(x, name)]
        )

    def beside_noise(self, x: str, noisy: str) -> list[str]:
        """Numbers of a row, as noise decides them."""
        return [
            f"({x} > {noisy})",
            f"int({noisy} >= {x})",
            f"(1 if {x} < {noisy} else {self.draw.choice(['0', '-1', x])})",
            f"min(max({noisy} * {x}, -1), 1)",
            f"clamp({x} - {noisy}, 0, 2)",
            f"-max(min({noisy}, 2), 0)",
            f"min({noisy}, {x})",
        ]

    def looked_at(self, depth: int) -> list[str]:
        """What is done with one row."""
        pick, lines = self.draw.choice, list[str]()
        for _ in range(self.draw.randint(1, 3)):
            number = self.of_row()
            lines += pick(
                [
                    *[[f"{name} += {number}"] for name in self.sums],
                    *[[f"{name} = {name} + {number}"] for name in self.sums],
                    *[[f"{name}.append({number})"] for name in self.lists],
                    *[[f"{name} += [{number}]"] for name in self.lists],
                    *[[f"{name}[{pick(['x', number])}] += {pick(['1', number])}"] for name in self.tables],
                    *[[f"{name}[x] = {name}.get(x, {pick('0001')}) + {pick(['1', number])}"] for name in self.tables],
                    *[[f"{name}.add({number})"] for name in self.objects],
                    *[[f"{name}.{pick(['total', 'count'])} += {number}"] for name in self.objects],
                    [f"if x > {pick('01')}:", *indented(self.looked_at(depth - 1))] if depth else ["pass"],
                    [f"for z in range({pick(['x', '2'])}):", *indented(self.looked_at(depth - 1))]
                    if depth
                    else ["pass"],
                    [f"if x == {pick('012')}:", "    continue"],
                    *[[f"if x {pick('<>')} {name}:", *indented(self.looked_at(0))] for name in self.noisy if depth],
                    *[[f"if x {pick('<>')} {name}:", "    continue"] for name in self.noisy],
                    *[
                        [f"{name}[clamp({noisy}, {pick(['-1', '0', '0'])}, {pick('122')})] += {number}"]
                        for name in self.tables
                        for noisy in self.noisy
                    ],
                ]
                if not self.rare(0.12)
                else [
                    *[[f"{name} = {number}"] for name in self.sums],
                    *[[f"{name} = max({name}, {number})"] for name in self.sums],
                    *[[f"if {name} < 1:", f"    {name} += {number}"] for name in self.sums],
                    *[[f"{one}, {two} = {two}, {one}"] for one in self.sums for two in self.sums if one != two],
                    *[[f"{one} += {two}"] for one in self.sums for two in self.sums],
                    *[[f"{name}.pop()"] for name in self.lists],
                    *[[f"{one} += len({two})"] for one in self.sums for two in self.lists],
                    *[[f"{name}[x] = {number}"] for name in self.tables],
                    *[
                        [f"if x not in {name}:", f"    {name}[x] = {pick('012')}", f"{name}[x] += 1"]
                        for name in self.tables
                    ],
                    *[[f"{one} += {two}[x]"] for one in self.sums for two in self.tables],
                    *[[f"{one} += len({two})"] for one in self.sums for two in self.tables],
                    *[[f"{name}.setdefault(x, {pick('001')})"] for name in self.tables],
                    *[[f"{name}.bound = {number}"] for name in self.objects],
                    *[[f"{name}.reset()"] for name in self.objects],
                    *[[f"{name} = Tally()"] for name in self.objects],
                    *[[f"if {name}.count > 0:", f"    {name}.total += 1"] for name in self.objects],
                    ["if x == 1:", "    break"],
                    ["last = x"],
                    ["x += 1"],
                    *[["if x == 0:", "    w = 1", "else:", f"    {name} += w", "    w = 2"] for name in self.sums],
                    *[[f"{name} += last", f"last = {number}"] for name in self.sums],
                ]
            )
        return lines or ["pass"]

    def loop(self) -> list[str]:
        target = self.draw.choice(["r", "(x, _)", "(_, x)"]) if self.pairs else "x"
        before = ["x = r[0]"] if target == "r" else ["r = (x, 1)"] if self.pairs else []
        rows = "xs" if self.pairs or self.draw.random() < 0.8 else self.draw.choice([self.rows(), *SEVERAL])
        lines = [f"for {target} in {rows}:", *indented([*before, *self.looked_at(1)])]
        return ["last = 1", *lines] if "last" in "".join(lines) else lines

    def in_passing(self) -> list[str]:
        """What is computed gives `w` another value, or not, or raises, or not."""
        noisy = self.draw.choice(["flip(1 / 2)", *self.noisy])
        here = self.draw.choice(
            [
                f"b = 0 < {noisy} < (w := 1)",
                f"b = any((w := k) > {noisy} for k in (1, 0, 2))",
                f"b = all((w := k) > {noisy} for k in (2, 1))",
                f"b = [(w := w + 1) for _ in [1 for _ in range(2) if {noisy}]]",
                f"b = {noisy} and (w := 1)",
                "b = (w := 1) if len(xs) > 1 else 0",
                "b = [(w := w + z) for z in (w * k for k in (1, 1))]",
            ]
        )
        return self.draw.choice(
            [
                [here],
                ["for k in ((w := j) for j in (2, 1)):", "    break"],
                ["for k in (w * k for k in (1, 1)):", "    w += k"],
                [
                    "try:",
                    f"    {here}",
                    "    b = any(1 // k for k in (1, 0))",
                    "except ZeroDivisionError:",
                    "    w = 1",
                ],
                ["try:", f"    b = 0 < {noisy} < 1 // (w - 2)", "except ZeroDivisionError:", "    w = 1"],
            ]
        )

    def short(self) -> list[str]:
        """What is computed in passing, and how much is shown of a number; or a loop over several items of each row."""
        pick, name = self.draw.choice, self.name()
        self.noisy.append(name)
        if self.draw.random() < 0.5:
            many = pick(["len(xs)", "sum(xs)", "xs.count(1)"])
            return ["w = 2", *self.in_passing(), f"{name} = w * {many} + geometric(RATIO)"]
        test, one, two = pick(["z == 0", "z > 1", "z == 1"]), pick("0123"), pick("0123")
        lines = [f"if {test}:", f"    w = {one}", "else:", "    n += w", f"    w = {two}"]
        return ["w, n = 2, 0", f"for z in {pick(SEVERAL)}:", *indented(lines), f"{name} = n + geometric(RATIO)"]

    def statement(self) -> list[str]:
        pick, roll = self.draw.choice, self.draw.random()
        if self.rare():
            return self.in_passing()
        if roll < 0.15:
            made = pick(["0", "0", "1", self.raw()])
            self.sums.append(self.name())
            return [f"{self.sums[-1]} = {made}"]
        if roll < 0.25:
            self.lists.append(self.name())
            return [f"{self.lists[-1]} = {pick(['[]', '[]', self.rows(), '[1]'])}"]
        if roll < 0.4:
            self.tables.append(self.name())
            made = [
                "defaultdict(int)",
                "Counter()",
                "{}",
                "{0: 0, 1: 0, 2: 0}",
                "[0, 0, 0]",
                "{0: 1}",
                f"Counter({self.rows()})",
            ]
            return [f"{self.tables[-1]} = {pick(made)}"]
        if roll < 0.48:
            self.objects.append(self.name())
            return [f"{self.objects[-1]} = Tally()"]
        if roll < 0.75:
            return self.loop()
        if roll < 0.9 and self.draws < DRAWS:
            return self.noise()
        if roll < 0.95:
            lines = self.noise() if self.draws < DRAWS else ["pass"]
            return [f"if {self.test()}:", *indented(lines), *[f"{lines[0].split(' ')[0]} = 0"] * 0]
        return []

    def noise(self) -> list[str]:
        self.draws += 1
        made = self.raw()
        written = self.draw.choice(
            [
                f"{made} + geometric(RATIO)",
                f"noised({made})",
                f"geometric(1 / 4) - ({made})",
                f"{made} + geometric(1 / 3)",
            ]
        )
        self.noisy.append(self.name())
        return [f"{self.noisy[-1]} = {written}"]

    def shown(self) -> str:
        pick = self.draw.choice
        return pick(
            [
                ", ".join(self.noisy) + ",",
                f"{self.noisy[-1]} / max({self.noisy[0]}, 1)",
                f"{self.noisy[-1]} / min({self.noisy[0]}, -1)",
                f"{self.noisy[-1]} // ({self.noisy[0]} or 1)",
                f"6 // ({self.noisy[0]} - {self.noisy[-1]} + w)",
                f"[1, 2, 3][min(max({self.noisy[0]}, 0), 2)]",
                f"[1, 2, 3][{self.noisy[-1]} % 4]",
                f"max({', '.join(self.noisy)}, 0)",
                f"[{', '.join(self.noisy)}]",
                f"{self.noisy[-1]} * {self.noisy[0]} // 2",
                f"sorted([{', '.join(self.noisy)}])",
            ]
        )


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def written(seed: int) -> tuple[str, str]:
    """A text, and a relation."""
    draw = random.Random(seed)
    header = draw.choice(list(INPUTS))
    pairs = "Pair" in header or "tuple" in header
    writer = Writer(draw, pairs)
    if not pairs and draw.random() < 0.2:
        lines = writer.short()
    else:
        lines = ["w = 2", *(line for _ in range(draw.randint(2, 6)) for line in writer.statement())]
        if draw.random() < 0.5:
            lines += writer.loop()
        lines += writer.noise()
    lines.append(f"return {writer.shown()}")
    text = f"{HEAD}@mechanism\ndef shown({header}):\n" + "\n".join(indented(lines)) + "\n"
    return text, draw.choice(INPUTS[header])


def wrong(seed: int, floor: Fraction = Fraction(1, 2**14)) -> str | None:
    """Why what is told of the program is wrong; "" where nothing is told of it, None where all is well."""
    return wrong_of(*written(seed), floor)


def wrong_divergence(seed: int, floor: Fraction = Fraction(1, 2**14)) -> str | None:
    """The same of the Renyi divergence of order 2 that is told of the program."""
    text, relation = written(seed)
    try:
        program = parse(text, "a.py", {})
        question = Question(program, subject_of(program, "shown", relation, None), measure=HUGE)
    except Rejected:
        return ""
    known = told(question, Limits())
    if known is None or not known.losses:
        return ""
    try:
        found = brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation)
    except brute.Failed:
        return None
    for pair in found:
        one, other = brute.far(pair.p), brute.far(pair.q)
        least = sum(
            int(one.least(event) ** 2 / other.most(event) * FINE) for event in one.found if one.least(event) > 0
        )
        short = fmpq(least * 1000 // FINE, 1000)
        if short > 1 and known.diverges_within(Renyi(fmpq(2), "2", Epsilon.log(short) * fmpq(999, 1000), "")):
            return f"diverges by log({short}), and less is told"
    return None


def wrong_of(text: str, relation: str, floor: Fraction) -> str | None:
    """The same of any program that has one mechanism, `shown`."""
    try:
        program = parse(text, "a.py", {})
        question = Question(program, subject_of(program, "shown", relation, None))
    except Rejected:
        return ""
    known = told(question, Limits())
    if known is None:
        return ""
    most = known.most
    careful = known.quiet or nothing_raises(question, Limits().at_most(2), known.anywhere)
    try:
        found = brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation)
        least = brute.enclosed(found).least
    except brute.Failed as failed:
        return f"raises: {failed}" if careful else None
    for pair in found:
        one, other = brute.far(pair.p), brute.far(pair.q)
        if any(one.least(event) > 0 and other.most(event) == 0 for event in one.found):
            return f"shows what is not shown beside, and {most} is told"
    if compare(fmpq(least.numerator, least.denominator), exponential_of(most)) > 0:
        return f"loses log({float(least)}), and {most} is told"
    return None
