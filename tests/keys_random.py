"""Random programs that select keys of their input: with what epsilon and delta they are told to be private, and an
honest lower end of that delta. The referee runs them as Python, with draws cut far out."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding.post_processing import nothing_raises
from faier.deciding.question import Question
from faier.deciding.side_by_side import Told, told
from faier.exact import compare, exponential_of
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits

HEAD = """\
from collections import Counter, defaultdict
from faier import Bool, Int, Records, Vector, added, flip, geometric, mechanism, one

R = 1 / 4


def noised(number):
    return number + geometric(R)


def chosen(key, number, limit):
    return [key] if number + geometric(R) > limit else []


def each_of(keys):
    for key in keys:
        yield key


class Tally:
    def __init__(self):
        self.count = 0
        self.keys = []

    def add(self, key):
        self.count += 1
        self.keys.append(key)


"""
INPUTS = {
    "xs: Records[Int[0, 1], 2]": ["added()", "added()", "one()"],
    "xs: Records[Int[0, 2], 2]": ["added()", "added()", "one()", "one(1)"],
    "xs: Records[Bool, 2]": ["added()", "one()"],
    "xs: Vector[Int[0, 2], 2]": ["one()", "one(1)"],
    "xs: Records[Int[0, 1], 1], ys: Records[Int[0, 1], 1]": ['{"xs": added(), "ys": added()}', '{"xs": one()}'],
    "xs: Records[tuple[Int[0, 1], Int[0, 1]], 2]": ["added()", "one()"],
}


@dataclass
class Writer:
    """A mechanism's body. `tables` are dictionaries with counts, `sets` sets of keys, `lists` what was selected."""

    draw: random.Random
    header: str
    tables: list[str] = field(default_factory=list)
    sets: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    names: int = 0
    yields: bool = False
    draws: int = 0

    def name(self) -> str:
        self.names += 1
        return f"a{self.names}"

    def rare(self, odds: float = 0.1) -> bool:
        return self.draw.random() < odds

    def rows(self) -> str:
        source = "ys" if "ys" in self.header and self.rare(0.4) else "xs"
        plain = f"[r[0] for r in {source}]" if "tuple" in self.header else source
        return self.draw.choice(
            [plain] * 8
            + [f"[x for x in {plain} if x > 0]", f"[2 * x for x in {plain}]", f"[z for x in {plain} for z in (x, 1)]"]
            + [f"[(x, x == 1) for x in {plain}]"] * self.rare(0.3)
        )

    def filled(self) -> list[str]:
        """A table, or a set, that rows fill."""
        pick, name, rows = self.draw.choice, self.name(), self.rows()
        if self.rare(0.15):
            self.sets.append(name)
            return [f"{name} = {pick([f'set({rows})', f'{{x for x in {rows}}}', f'frozenset({rows})'])}"]
        known = [*self.tables]
        self.tables.append(name)
        x = pick(["x", "x", "x", "x", "x == 1", "(x, 0)", "min(x, 1)"]) if "(x," not in rows else "x"
        many = pick(["1", "1", "1", "2", "x" if x == "x" and "(x," not in rows else "1"])
        loop, made = f"for x in {rows}:", f"        {name}[{x}] = 1"
        ways = [
            [f"{name} = Counter({rows})"],
            [f"{name} = defaultdict(int)", loop, f"    {name}[{x}] += {many}"],
            [f"{name} = Counter()", loop, f"    {name}[{x}] += {many}"],
            [f"{name} = {{}}", loop, f"    {name}[{x}] = {name}.get({x}, 0) + {many}"],
            [
                f"{name} = {{}}",
                loop,
                f"    if {x} not in {name}:",
                f"        {name}[{x}] = 0",
                f"    {name}[{x}] += {many}",
            ],
            [
                f"{name} = {{}}",
                loop,
                f"    if {x} in {name}:",
                f"        {name}[{x}] += 1",
                "    else:",
                made,
            ],
            [
                f"{name} = {{}}",
                loop,
                "    try:",
                f"        {name}[{x}] += 1",
                "    except KeyError:",
                made,
            ],
            [f"{name} = {{}}", loop, f"    {name}.setdefault({x}, 0)", f"    {name}[{x}] += {many}"],
            [
                f"{name} = {{{pick(['0', '1', 'False', '7'])}: 0}}",
                loop,
                f"    {name}[{x}] = {name}.get({x}, 0) + {many}",
            ],
            [f"{name} = defaultdict(int)", loop, f"    {name}[{x}] += 1", f"    {name}[{pick(['0', '1'])}] += 1"],
            [
                f"{name} = defaultdict(int)",
                loop,
                f"    {name}[{x}] += {many}",
                f"{pick(['w = ', ''])}{name}[{pick('0127')}]",
            ],
        ]
        if self.rare(0.12):
            ways = [
                [
                    f"{name} = defaultdict(int)",
                    loop,
                    f"    {name}[{x}] += 1",
                    f"{name}[{pick('0127')}] += {pick('01')}",
                ],
                [f"{name} = {{}}", loop, f"    {name}[{x}] = {name}.get({x}, 1) + 1"],
                [f"{name} = {{}}", loop, f"    {name}[{x}] = 1"],
                [f"{name} = {{x: 1 for x in {rows}}}"],
                *[[f"{name} = dict({other})"] for other in known],
                *[[f"{name} = {other}.copy()"] for other in known],
                *[[f"{name} = {{k: c for k, c in {other}.items()}}"] for other in known],
                *[[f"{name} = {{k: c + geometric(R) for k, c in {other}.items()}}"] for other in known],
            ]
        return pick(ways)

    def goes_over(self) -> tuple[str, str, str]:
        """The target of a loop, what it goes over, and the count of the turn's key."""
        pick = self.draw.choice
        if self.sets and (not self.tables or self.rare(0.3)):
            table = pick(self.sets)
            return "k", pick([f"sorted({table})", f"sorted({table})", f"sorted({table}, reverse=True)", table]), ""
        if not self.tables:
            self.tables.append("Counter(xs)")
        table = pick(self.tables)
        if self.rare(0.3):
            made = pick(
                [f"sorted({table})", f"sorted({table}.keys())", f"sorted(list({table}))", f"reversed(sorted({table}))"]
            )
            return "k", made, pick([f"{table}[k]", f"{table}.get(k, 0)"])
        items = f"{table}.items()"
        made = pick(
            [f"sorted({items})"] * 6
            + [f"sorted({items}, reverse=True)", f"sorted({items}, key=lambda kc: kc[0])", f"list(sorted({items}))"]
            + [f"sorted((k, c) for k, c in {items})", f"sorted([(k, c) for k, c in {items}])"]
        )
        if self.rare(0.07):
            made = pick(
                [items, f"sorted({items}, key=lambda kc: kc[1])", f"sorted({items}, key=lambda kc: (-kc[1], kc[0]))"]
            )
            made = pick([made, f"sorted({items})[:1]", f"enumerate(sorted({table}))"])
        return "k, c", made, "c"

    def noise(self) -> str:
        self.draws += 1
        return "geometric(R)"

    def number(self, count: str) -> str:
        """The turn's number, which may differ, for noise to be added."""
        pick = self.draw.choice
        others = [f"{table}.get(k, 0)" for table in self.tables if table[0] == "a"]
        return pick(
            [count or "1"] * 8
            + [f"min({count}, 1)" if count else "0", f"2 * {count}" if count else "0", "k"]
            + others
            + ["len([x for x in xs if x == k])", "len(xs)"] * self.rare(0.5)
            + [f"{table}[k]" for table in self.tables] * self.rare(0.5)
        )

    def test(self, count: str, named: bool = False) -> str:
        """Whether something comes of the turn."""
        pick, limit = self.draw.choice, self.draw.choice(["1", "2", "2", "3", "2.5", "1.5"])
        if self.rare(0.06):
            return pick(
                [f"{count or 'k'} > {limit}", "k == 1", "flip(1 / 4)", "len(xs) > 1", "n > 0", "True", "k in xs"]
            )
        noisy = f"{self.number(count)} + {self.noise()}"
        if self.rare(0.2):
            noisy = f"noised({self.number(count)})"
        plain = [f"{noisy} > {limit}"] * 6
        forms = [
            f"{noisy} >= {limit}",
            f"{limit} < {noisy}",
            f"not {noisy} <= {limit}",
            f"max({noisy}, 0) > {limit}",
            f"max({noisy}, 2) >= 2",
            f"round({noisy}) > {limit}",
            f"round({noisy} + 0.4) > {limit}",
            f"int({noisy} - 0.5) >= {limit}",
            f"{limit} - {self.noise()} < {self.number(count)}",
            f"{limit} < {noisy} < {limit} + 2",
            f"{noisy} > {limit} and {self.number(count)} + {self.noise()} > 1",
            f"{noisy} > {limit} and k > 0",
            f"{noisy} > {limit} or k > 1 and {self.noise()} > 2",
            f"{noisy} > (1 if k > 0 else 3)",
            f"({noisy} > {limit}) == True",
            f"flip(1 / 2) and {noisy} > {limit}",
            f"-({noisy}) < -{limit}",
            f"abs({noisy}) > {limit}",
            f"{noisy} > n + 1",
            f"{noisy} > {limit} + len(out)",
        ]
        return pick([*plain, *forms])

    def effects(self, held: bool) -> list[str]:
        """What comes of it."""
        pick = self.draw.choice
        shown = pick(["k", "k", "k", "(k, z)" if held else "k", "z" if held else "k"])
        found = [f"out.append({shown})"] * 6 + [f"d[k] = {'z' if held else '1'}", "n += 1", "last = k", "tally.add(k)"]
        lines = [pick(found)]
        if self.rare(0.25):
            lines.append(pick(["n += 1", "break", "last = k", "continue", "if n == 2:\n    break", "n = n + 1"]))
        if self.rare(0.12):
            lines = [pick(["return k", "return out"])]
        if self.rare(0.15):
            self.yields = True
            lines = [f"yield {shown}"]
        return [line for text in lines for line in text.split("\n")]

    def loop(self) -> list[str]:
        pick = self.draw.choice
        target, made, count = self.goes_over()
        body: list[str] = []
        held = self.rare(0.3)
        if held:
            body.append(f"z = {self.number(count)} + {self.noise()}")
            test = pick(["z > 2", "z >= 2", "not z < 3", "z > 1 and k >= 0", "1 < z <= 3"])
        else:
            test = self.test(count)
        roll = self.draw.random()
        if roll < 0.65:
            body += [f"if {test}:", *indented(self.effects(held))]
        elif roll < 0.75:
            body += [f"if not ({test}):", "    continue", *self.effects(held)]
        elif roll < 0.82:
            body += [
                f"if {test}:",
                *indented(self.effects(held)),
                "else:",
                *indented([pick(["pass", "w = k", "w = 0"])]),
            ]
        elif roll < 0.9:
            body += [f"out += chosen(k, {self.number(count)}, {pick('12')})"]
            self.draws += 1
        else:
            body += ["try:", *indented([f"if {test}:", *indented(self.effects(held))]), "except KeyError:", "    w = 5"]
        if self.rare(0.12):
            extra = [["n += 1"], ["w = k"], ["out.append(k)"], ["if n > 0:", "    out.append(n)"], ["b.append(1)"]]
            extra += [["w += 1"], ["if w == 3:", "    out.append(9)"], ["n += geometric(R) > 2"], ["w = len(out)"]]
            more = pick([*extra, ["if k == 7:", "    out.append(len(xs))"], ["if k not in out:", "    w = 1"]])
            body = [*more, *body] if self.rare(0.5) else [*body, *more]
        lines = [f"for {target} in {made}:", *indented(body)]
        if self.rare(0.04):
            lines += ["else:", f"    {pick(['n += 1', 'last = 5'])}"]
        return lines

    def comprehension(self) -> list[str]:
        pick, name = self.draw.choice, self.name()
        target, made, count = self.goes_over()
        if made.startswith("sorted(") and self.rare(0.3) and count == "c":
            made = made[7:-1].split(", ")[0] if "for" not in made else made
        roll = self.draw.random()
        if roll < 0.5:
            condition, element = self.test(count), "k"
            if self.rare(0.35):
                condition = f"(z := {self.number(count)} + {self.noise()}) > {pick('123')}"
                element = pick(["(k, z)", "k", "(k, 1)"])
            if self.rare(0.06):
                condition = pick([f"(n := n + 1) == 1 and k == 1 or {condition}", f"(n := n + 1) and {condition}"])
            listed = [f"{name} = [{element} for {target} in {made} if {condition}]"]
            if "sorted" not in made and not self.rare():
                listed = [f"{name} = sorted([{element} for {target} in {made} if {condition}])"]
            if element == "k" and self.rare(0.15) and self.draws < 4:
                self.lists.append(name)
                return listed
            self.lists.append(name)
            return listed
        second = self.name()
        kept = pick(
            [f"{second} = [k for k, z in {name} if z > {pick('123')}]"] * 3
            + [
                f"{second} = [(k, z) for k, z in {name} if z > {pick('123')}]",
                f"{second} = {{k: z for k, z in {name} if z > {pick('123')}}}",
                f"{second} = [k for k, z in {name} if {pick('12')} <= z and k > 0]",
                f"{second} = []\nfor k, z in {name}:\n    if z > {pick('123')}:\n        {second}.append(k)",
                f"{second} = [k for k, z in {name} if z + geometric(R) > 2]",
            ]
        )
        if "sorted" not in made:
            made = f"sorted({made})"
        self.lists.append(second)
        return [f"{name} = [(k, {self.number(count)} + {self.noise()}) for {target} in {made}]", *kept.split("\n")]

    def again(self) -> list[str]:
        """What is done with what was selected."""
        pick = self.draw.choice
        over = pick([*self.lists, "out"])
        target, key = ("k", "k") if over == "out" else pick([("k", "k"), ("k", "k"), ("kz", "kz")])
        number = pick(
            [*[f"{table}.get({key}, 0)" for table in self.tables], *[f"{table}[{key}]" for table in self.tables], "1"]
        )
        self.draws += 1
        return pick(
            [
                [f"for {target} in {over}:", f"    out2.append(({key}, {number} + geometric(R)))"],
                [f"out2 = [({key}, {number} + geometric(R)) for {target} in {over}]"],
                [f"for {target} in {over}:", "    n += 1"],
                [f"for {target} in each_of({over}):", "    n += 1"],
                [f"out2 = [k for k in each_of({over})]"],
                [f"n += len({over})"],
                [f"if not {over}:", "    n += 5"],
                [f"out2 = sorted({over})[:1]"],
                [f"for {target} in {over}:", f"    if {number} + geometric(R) > 2:", f"        out2.append({key})"],
            ]
        )

    def shown(self) -> str:
        pick = self.draw.choice
        if self.rare(0.05):
            return pick([f"len({name})" for name in [*self.tables, *self.sets]] + ["w", "b", "len(xs)", "k", "len(b)"])
        every = [*self.lists, "out", "n", "last", "sorted(d.items())", "tally.count", "tally.keys", "out2", "len(out)"]
        return pick(
            [f"({', '.join(every)})"] * 4 + [f"({', '.join([*self.lists, 'out', 'n', 'last', 'd'])})", "out, out2, n"]
        )

    def body(self) -> list[str]:
        lines = ["out, out2, b, d, n, last, w = [], [], [], {}, 0, -1, 0", "tally = Tally()"]
        for _ in range(self.draw.choice([1, 1, 2])):
            lines += self.filled()
        lines += self.loop() if self.rare(0.55) else self.comprehension()
        if self.rare(0.4):
            lines += self.again()
        elif self.rare(0.25) and self.draws < 3:
            lines += self.loop() if self.rare(0.5) else self.comprehension()
        return [*lines, f"{'yield' if self.yields else 'return'} {self.shown()}"]


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def written(seed: int) -> tuple[str, str]:
    """A text, and a relation."""
    draw = random.Random(seed)
    header = draw.choice(list(INPUTS))
    lines = Writer(draw, header).body()
    if any(line.lstrip().startswith("yield ") for line in lines):
        lines = [line.replace("return k", "return").replace("return out", "return") for line in lines]
    text = f"{HEAD}@mechanism\ndef shown({header}):\n" + "\n".join(indented(lines)) + "\n"
    return text, draw.choice(INPUTS[header])


def asked(text: str, relation: str) -> tuple[Question, Told | None] | None:
    """What is told of it; None of what is no program."""
    try:
        program = parse(text, "a.py", {})
        question = Question(program, subject_of(program, "shown", relation, None), None, fmpq(1, 10))
    except Rejected:
        return None
    return question, told(question, Limits())


def wrong(seed: int, floor: Fraction = Fraction(1, 2**11)) -> str | None:
    """Why what is told of the program is wrong; "" where nothing is told of it, or of no delta; None where all is
    well."""
    text, relation = written(seed)
    found = asked(text, relation)
    if found is None or found[1] is None or found[1].otherwise is None:
        return ""
    question, known = found
    careful = known.quiet or nothing_raises(question, Limits().at_most(2), known.anywhere)
    try:
        laws = brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation)
    except brute.Failed as failed:
        return f"raises: {failed}" if careful else ""
    factor = exponential_of(known.otherwise)
    assert isinstance(factor, fmpq)
    least, _ = brute.delta_enclosed(laws, Fraction(int(factor.p), int(factor.q)))
    if compare(fmpq(least.numerator, least.denominator), known.alone) > 0:
        return f"a delta of {float(least)}, and {known.alone} is told beside {known.otherwise}"
    return None if known.alone != 0 else ""
