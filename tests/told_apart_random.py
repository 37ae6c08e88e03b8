"""Random programs that choose what they ask next by what they have shown: what is told of runs that are told apart, and
an honest lower end. The referee runs them as Python, with draws cut far out, for an epsilon of log(3)."""

from __future__ import annotations

import random
from dataclasses import replace
from fractions import Fraction
from itertools import product
from math import exp, prod

from asked import subject_of
from referee import brute

from faier.deciding.question import Question
from faier.deciding.side_by_side import WAYS, Told, told_of_runs
from faier.deciding.side_by_side.held import Unfollowed
from faier.exact import Epsilon, Undecidable
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import LimitReached, Limits, Work

HEAD = """\
from collections import Counter

from faier import Bool, Int, Positive, Records, Vector, added, categorical, clamp, each, exp, flip, geometric, mechanism
from faier import one

EPS = Positive(1)
A = exp(-EPS)
B = exp(-2 * EPS)
LIMITS = [0, 2, 1]
PAIRS = [(0, 1), (1, 2), (0, 2)]


def at_least(rows, low):
    return sum(1 for row in rows if row >= low)


def best_of(values):
    best = 0
    for at in range(1, len(values)):
        if values[at] > values[best]:
            best = at
    return best


"""
INPUTS = {
    "xs: Records[Int[0, 2], 2]": ["added()", "one()", "one(1)"],
    "xs: Records[Bool, 2]": ["added()", "one()"],
    "xs: Vector[Int[0, 2], 2]": ["one()", "one(1)", "each(1)"],
    "xs: Vector[Int[0, 1], 3]": ["one(1)", "each(1)", "total(2)"],
    "xs: Records[Int[0, 1], 2], ys: Vector[Int[0, 1], 1]": ['{"xs": added(), "ys": each(1)}', '{"xs": one()}'],
}
DRAWS = 3
COUNTS = [
    "[xs.count(k) for k in range({n})]",
    "[at_least(xs, k) for k in range({n})]",
    "[sum(x <= k for x in xs) for k in range({n})]",
    "[sum(xs), len(xs), 1][:{n}]",
    "[sum(min(x, k) for x in xs) for k in range({n})]",
]
ENTRIES = ["list(xs)[:{n}]", "[x + 1 for x in xs]", "[xs[0] + xs[1], xs[1]]", "[x for x in xs]"]
PLACES = [
    "max(range({n}), key=lambda k: {ns}[k])",
    "min(range({n}), key=lambda k: {ns}[k])",
    "{ns}.index(max({ns}))",
    "{ns}.index(min({ns}))",
    "best_of({ns})",
    "sorted(range({n}), key=lambda k: -{ns}[k])[0]",
    "sorted(range({n}), key=lambda k: {ns}[k], reverse=True)[-1]",
    "max(enumerate({ns}), key=lambda p: p[1])[0]",
    "max((v, k) for k, v in enumerate({ns}))[1]",
    "int({ns}[0] > 1)",
    "clamp({ns}[0], 0, {n} - 1)",
    "sum(v > 1 for v in {ns}) % {n}",
    "[k for k in range({n}) if {ns}[k] > 0 or k == 0][-1]",
    "(0 if {ns}[0] > 1 else 1)",
]


class Writer:
    """A mechanism's body. `counts` are lists of numbers that may differ, `noisy` lists with noise and `numbers` numbers
    with noise, `places` numbers that can be places in lists of `n`."""

    def __init__(self, draw: random.Random, header: str) -> None:
        self.draw, self.vector, self.two = draw, header.startswith("xs: Vector"), "ys" in header
        self.n = 2 if draw.random() < 0.7 else 3
        self.counts: list[str] = []
        self.noisy: list[str] = []
        self.numbers: list[str] = []
        self.places: list[str] = []
        self.limits: list[str] = []
        self.others: list[str] = []
        self.limited = draw.choice([0, 0.6])
        self.by_rows = draw.choice([0, 0.3])
        self.tally = False
        self.draws = self.names = 0

    def name(self) -> str:
        self.names += 1
        return f"a{self.names}"

    def noise(self) -> str:
        self.draws += 1
        return self.draw.choice(["geometric(A)", "geometric(A)", "geometric(B)"])

    def place(self) -> str:
        pick = self.draw.choice
        if self.places and self.draw.random() < 0.8:
            return pick(self.places)
        return pick(["0", "1", "c"])

    def asked(self) -> str:
        """A number that may differ, chosen by what was shown."""
        pick, at = self.draw.choice, self.place()
        return pick(
            [
                *[f"{counts}[{at}]" for counts in self.counts],
                *[f"({counts}[{at}] - {counts}[0])" for counts in self.counts],
                f"sum(x >= {at} for x in xs)",
                f"sum(min(x, {at}) for x in xs)",
                f"len([x for x in xs if x == {at}])",
                f"min(sum(xs), LIMITS[{at}])",
                f"LIMITS[{at}] * len(xs)",
                f"sum(xs.count(k) for k in PAIRS[{at}])",
                f"at_least(xs, {at})",
                f"(sum(xs) if {self.test()} else 2 * len(xs))",
                f"max({at}, sum(xs))",
                *([f"tally[{at}] - tally[0]", f"tally[{at}]"] if self.tally else []),
                f"{{0: len(xs), 1: 0, 2: sum(xs)}}[{at}]",
                *self.asked_of_rows(),
                *([f"sum(xs) - {at} * ys[0]", f"(ys[0] if {self.test()} else sum(xs))"] if self.two else []),
            ]
        )

    def counter(self) -> list[str]:
        """What finds 0 where a key is not there."""
        pick, self.tally = self.draw.choice, True
        lines = [f"tally = {pick(['Counter()', 'Counter({0: 0})', 'Counter([0, 1, 1])', 'Counter({2: 1})'])}"]
        return lines + [f"tally[{pick('012')}] += {pick(['sum(xs)', 'len(xs)', '1'])}" for _ in range(2)]

    def asked_of_rows(self) -> list[str]:
        """Sums of what noise decides of each row."""
        pick = self.draw.choice
        numbers = [*self.places, *(f"clamp({number}, {pick(['-1', '0'])}, 1)" for number in self.numbers)]
        found = [pick([f"sum({one} - x for x in xs)", f"sum(-2 * {one} * x for x in xs)"]) for one in numbers]
        found += [f"len([x for x in xs if {number} > x])" for number in self.numbers]
        found += [f"sum(x - 1 for x in xs if {number} > 0 or x)" for number in self.numbers]
        found += [f"sum(max({number}, 0) > k for x in xs for k in range(x))" for number in self.numbers]
        return found

    def rows(self) -> list[str]:
        """A loop over the rows, which adds what noise decides."""
        pick, sums = self.draw.choice, self.name()
        n = self.n
        lines = [f"{sums} = [{pick('02')}] * {n}", "for x in xs:"]
        at = f"clamp({pick(self.numbers)}, {pick(['0', '-1', f'-{n}'])}, {n - 1})" if self.numbers else self.place()
        number = f"clamp({pick(self.numbers)}, -1, 1)" if self.numbers else self.place()
        lines += [f"    {one}" for one in pick([["pass"], [f"if {self.test_of_rows()}:", "    continue"]])]
        lines.append(f"    {sums}[{at}] {pick('+-')}= {pick(['1', 'x', number, f'x - {number}', f'x * {number}'])}")
        if self.draw.random() < 0.5:
            raised = pick([f"LIMITS[x + {pick('12')}]", f"{{0: 1, 1: {number}}}[x]", "[0][x - 1]"])
            lines += ["    try:", f"        {sums}[0] += {raised}"]
            lines += ["    except LookupError:", f"        {sums}[{pick('01')}] -= {pick(['x', number])}"]
        self.counts.append(sums)
        if self.draws + n <= DRAWS:
            noisy, noise = self.name(), self.noise()
            self.draws += n - 1
            self.noisy.append(noisy)
            lines.append(f"{noisy} = [c + {noise} for c in {sums}]")
        return lines

    def test_of_rows(self) -> str:
        pick = self.draw.choice
        tests = ["x > 1", *[f"x == {at}" for at in self.places], *[f"x > {number}" for number in self.numbers]]
        return pick([*tests, self.test().replace("flip(1 / 3)", "x")])

    def test(self) -> str:
        pick = self.draw.choice
        tests = ["flip(1 / 3)", *[f"{at} == {pick('01')}" for at in self.places]]
        tests += [f"{number} > {pick('012')}" for number in self.numbers]
        tests += [f"{values}[{pick('01')}] > {pick([values + '[-1]', '1'])}" for values in self.noisy]
        return pick(tests)

    def with_limits(self) -> list[str]:
        """Noisy numbers that are compared with a noisy limit, or with each other."""
        pick = self.draw.choice
        if (not self.limits or self.draw.random() < 0.1) and self.draws < DRAWS:
            self.limits.append(self.name())
            made = [f"{pick('014')} + {self.noise()}", self.noise(), f"c - {self.noise()}"]
            return [f"{self.limits[-1]} = {pick(made)}"]
        roll = self.draw.random()
        if roll < 0.2 and self.draws < DRAWS:
            number, asked = self.name(), pick(["sum(xs)", "len(xs)", "xs.count(1)", "at_least(xs, 1)", "2 * sum(xs)"])
            self.numbers.append(number)
            return [f"{number} = {asked} {pick('+-')} {self.noise()}"]
        limit = pick(self.limits) if self.limits else "1"
        limit = pick([limit, limit, limit, f"{limit} + 1", f"3 - {limit}", f"2 * {limit}"])
        operator = pick([">", ">=", "<", "<="])
        name = self.name()
        if roll < 0.7 and self.draws + 2 <= DRAWS:
            queries = pick(
                ["[xs.count(0), xs.count(1)]", "[at_least(xs, 1) + 4, 1 - len(xs)]", "[sum(xs), len(xs) - 4]"]
            )
            if self.vector and self.draw.random() < 0.4:
                queries = pick(["xs[:2]", "[xs[0], 1 - xs[1]]"])
            noise = self.noise()
            self.draws += 1
            test = pick([f"q + {noise} {operator} {limit}", f"{limit} {operator} q + {noise}"])
            loop = [f"{name} = []", f"for q in {queries}:", f"    if {test}:", f"        {name}.append(7)"]
            forms = [
                [f"{name} = [{test} for q in {queries}]"],
                [f"{name} = sum({test} for q in {queries})"],
                [f"{name} = any({test} for q in {queries})"],
                [f"{name} = next((k for k, q in enumerate({queries}) if {test}), 9)"],
                [*loop, "        break", f"    {name}.append(3)"],
                [*loop, "    else:", f"        {name}.append(3)"],
                [
                    f"{name} = []",
                    f"for q in {queries}:",
                    f"    v = q + {noise}",
                    f"    if v {operator} {limit}:",
                    f"        {name}.append(v)",
                    "        break",
                ],
                [
                    f"{name} = [q + {noise} for q in {queries}]",
                    f"{name} = {name}.index({pick(['min', 'max'])}({name}))",
                ],
                [
                    f"{name} = [q + {noise} for q in {queries}]",
                    f"{name} = {pick(['min', 'max'])}((0, 1), key=lambda k: {name}[k])",
                ],
                [
                    f"{name} = [q + {noise} for q in {queries}]",
                    f"m = {pick(['min', 'max'])}({name})",
                    f"{name} = {name}.index(m){pick(['', '', ', m'])}",
                ],
            ]
            self.others.append(name)
            return pick(forms)
        if self.numbers:
            one, other = pick(self.numbers), pick([limit, limit, *self.numbers])
            self.others.append(name)
            return [pick([f"{name} = {one} {operator} {other}", f"{name} = {other} {operator} {one}"])]
        return ["pass"]

    def statement(self, depth: int) -> list[str]:
        pick, roll = self.draw.choice, self.draw.random()
        if self.draw.random() < self.limited:
            return self.with_limits()
        if self.draw.random() < self.by_rows:
            return self.rows()
        if roll < 0.2 and self.draws + self.n <= DRAWS:
            counts, noisy = self.name(), self.name()
            made = pick(ENTRIES if self.vector and self.draw.random() < 0.5 else COUNTS).replace("{n}", str(self.n))
            form = pick(["[c + geometric(A) for c in {}]", "[c + geometric(B) for c in {}]"])
            self.draws += self.n
            self.counts.append(counts)
            self.noisy.append(noisy)
            return [f"{counts} = {made}", f"{noisy} = {form.format(counts)}"]
        if roll < 0.4 and self.noisy:
            at = self.name()
            form = pick(PLACES).replace("{n}", str(self.n)).replace("{ns}", pick(self.noisy))
            self.places.append(at)
            return [f"{at} = {form}"]
        if roll < 0.5 and self.counts:
            at = self.name()
            weights = f"[exp({pick(['EPS', '-EPS', 'EPS / 2', '2 * EPS'])} * c) for c in {pick(self.counts)}]"
            self.places.append(at)
            made = pick(["categorical({})", "categorical(*{})", "categorical(dict(zip((1, 0, 2), {})))"])
            return [f"{at} = {made.format(weights)}"]
        if roll < 0.65 and self.draws < DRAWS:
            number, asked = self.name(), self.asked()
            lines = [f"{number} = {asked} + {self.noise()}"]
            self.numbers.append(number)
            return lines
        if roll < 0.72 and self.draws + 2 <= DRAWS:
            number, asked = self.name(), self.asked()
            noise = self.noise()
            self.draws += 1
            self.numbers.append(number)
            test = f"{number} {pick(['>', '<='])} {pick('01')}"
            lines = ["for _ in range(2):", f"    {number} = {asked} + {noise}", f"    if {test}:"]
            last = [["break"], ["break", "else:", f"    {number} = 9"], [f"return {number}"]]
            return [
                *lines,
                *pick([[f"        {one}" if at == 0 else one for at, one in enumerate(way)] for way in last]),
            ]
        if roll < 0.8 and self.draws + 2 <= DRAWS:
            low, high = self.name(), self.name()
            noise = self.noise()
            self.draws += 1
            self.places.append(low)
            query = pick(["sum(x <= mid for x in xs)", "len([x for x in xs if x > mid])", "at_least(xs, mid)"])
            return [
                f"{low}, {high} = 0, {self.n - 1}",
                f"while {low} < {high}:",
                f"    mid = ({low} + {high}) // 2",
                f"    if {query} + {noise} > 1:",
                f"        {high} = mid",
                "    else:",
                f"        {low} = mid + 1",
            ]
        if roll < 0.9 and depth:
            before = [list(one) for one in (self.counts, self.noisy, self.numbers, self.places)]
            lines = [f"if {self.test()}:", *indented(self.statement(depth - 1))]
            if self.draw.random() < 0.8:
                self.counts, self.noisy, self.numbers, self.places = before
            if self.draw.random() < 0.3:
                lines += ["else:", *indented(self.statement(depth - 1))]
                if self.draw.random() < 0.8:
                    self.counts, self.noisy, self.numbers, self.places = (
                        one[: len(other)]
                        for one, other in zip((self.counts, self.noisy, self.numbers, self.places), before, strict=True)
                    )
            return lines
        if roll < 0.93 and self.numbers:
            return [f"if {self.test()}:", f"    return {pick([*self.numbers, *self.places])}"]
        if roll < 0.96 and self.noisy:
            values = pick(self.noisy)
            return [pick([f"{values}[{self.place()}] = 0", f"{values}.reverse()", f"{values}[0] += 1"])]
        if roll < 0.98 and self.places:
            at = self.name()
            self.places.append(at)
            return [
                "try:",
                f"    {at} = LIMITS[{pick(self.places)} + 1]",
                "except IndexError:",
                f"    {at} = {pick(['0', *self.places])}",
            ]
        return ["pass"]

    def shown(self) -> str:
        shown = [*self.places, *self.numbers, *self.noisy, *self.others, *self.others]
        if self.limited:
            shown = [*self.others, *self.others, *self.limits, *shown]
        if self.counts and self.draw.random() < 0.03:
            shown.append(f"{self.draw.choice(self.counts)}[0]")
        self.draw.shuffle(shown)
        return "(" + "".join(f"{one}, " for one in shown[: self.draw.randint(1, 4)]) + ")"


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines]


def written(seed: int) -> tuple[str, str]:
    """A text, and a relation."""
    draw = random.Random(seed)
    header = draw.choice(list(INPUTS))
    writer = Writer(draw, header)
    lines = [f"c = {draw.choice(['flip(1 / 2)', 'categorical([1, 2])', 'categorical([1, 2, 1])', '1'])}"]
    lines += writer.counter() if draw.random() < 0.2 else []
    lines += [line for _ in range(draw.randint(3, 9)) for line in writer.statement(1)]
    if not (writer.noisy or writer.numbers or writer.places or writer.others):
        lines.append(f"a0 = sum(xs) + {writer.noise()}")
        writer.numbers.append("a0")
    lines.append(f"return {writer.shown()}")
    text = f"{HEAD}@mechanism\ndef shown({header}):\n" + "\n".join(indented(lines)) + "\n"
    return text, draw.choice(INPUTS[header])


def told_of(text: str, relation: str) -> list[Told]:
    """What is told, with rows and without."""
    found: list[Told] = []
    try:
        program = parse(text, "a.py", {})
        question = Question(program, subject_of(program, "shown", relation, None))
    except Rejected:
        return []
    for in_rows, how in product((True, False), WAYS):
        try:
            found.append(told_of_runs(question, in_rows, how, replace(Limits(), work=Work(100_000))))
        except (Unfollowed, Undecidable, LimitReached):
            continue
    return found


def factor_of(most: Epsilon) -> float:
    """The factor for an epsilon of log(3)."""
    return (
        exp(float(most.constant))
        * float(most.base) ** float(most.factor)
        * prod(3 ** float(times) for _, times in most.multiples)
    )


def wrong(seed: int, floor: Fraction = Fraction(1, 2**11)) -> str | None:
    """Why what is told of the program is wrong; "" where nothing is told of it, None where all is well."""
    return wrong_of(*written(seed), floor)


def wrong_of(text: str, relation: str, floor: Fraction = Fraction(1, 2**11)) -> str | None:
    """The same of a text."""
    told = told_of(text, relation)
    if not told:
        return ""
    try:
        found = brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation)
        least = float(brute.enclosed(found).least)
    except brute.Failed as failed:
        return f"raises: {failed}" if any(one.quiet for one in told) else None
    for pair in found:
        one, other = brute.far(pair.p), brute.far(pair.q)
        if any(one.least(event) > 0 and other.most(event) == 0 for event in one.found):
            return f"shows what is not shown beside, and {told} is told"
    for one_told in told:
        if least > factor_of(one_told.most) * (1 + 1e-9):
            return f"loses log({least}), and {one_told.most} = log({factor_of(one_told.most)}) is told"
    return None
