"""Random programs that compute with noise, and an honest lower end of what they lose: the referee runs them as Python,
with draws cut far out. What is told of what each draw pays must not be less; nor may a program that shows what this one
is made of lose less."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from fractions import Fraction

from asked import subject_of
from flint import fmpq
from referee import brute

from faier.deciding.by_noise import loss
from faier.deciding.question import Question
from faier.exact import compare, exponential_of
from faier.lang import parse, show
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.noisy_parts import other_mechanisms

HEAD = """\
from fractions import Fraction
from faier import Bool, Int, Public, Stream, Vector, clamp, each, flip, geometric, mechanism, one, total, uniform

RATIO = 1 / 4
PAIR = (2, 1)


def noised(value, ratio=1 / 4):
    if flip(1 / 2):
        return value + geometric(ratio)
    return value - geometric(ratio)


def doubled(value):
    return 2 * value


def first(values):
    return values[0]


def chosen(at, one, other):
    if at > 0:
        return one
    return other


"""
BOLD = 0.03
FLAT = {
    "x: Int[0, 2], p: Public[Int[0, 1]]": ["one()", "one(1)", "each(1)", "total(1)", "total(2)"],
    "v: Vector[Int[0, 1], 2], p: Public[Int[0, 1]]": ["one()", "each(1)", "total(1)", "total(2)", "total(3)"],
    "v: Vector[Int[0, 2], 2]": ["one()", "one(1)", "each(1)", "each(2)", "total(2)"],
    "x: Int[0, 1], b: Bool, v: Vector[Int[0, 1], 2]": [
        '{"x": one(), "v": each(1)}',
        '{"v": one(), "b": one()}',
        '{"x": each(1)}',
    ],
}
STREAMS = {
    "xs: Stream[Int[0, 1]]": ["one()", "one(1)", "total(1)", "total(2)"],
    "xs: Stream[Int[0, 2]]": ["one()", "one(1)", "total(2)"],
    "x: Int[0, 1], xs: Stream[Int[0, 1]]": [
        '{"xs": one()}',
        '{"xs": total(2)}',
        '{"x": one(), "xs": one()}',
        '{"x": one()}',
    ],
}


@dataclass
class Writer:
    """A mechanism's body. `raw` are names of numbers that may differ, `noisy` of those with noise, `rows` of lists."""

    draw: random.Random
    raw: list[str]
    rows: list[str]
    noisy: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    draws: int = 0
    names: int = 0

    def name(self) -> str:
        self.names += 1
        return f"a{self.names}"

    def noise(self) -> str:
        self.draws += 1
        return f"geometric({self.draw.choice(['1 / 4', 'RATIO', '1 / 5', '1 / len([1, 1, 1, 1])', 'Fraction(1, 4)'])})"

    def constant(self) -> str:
        return self.draw.choice(
            [
                "1",
                "2",
                "0",
                "-1",
                "bonus",
                "PAIR[0]",
                "len(PAIR)",
                "p" if "p" in self.raw else "1",
                "True",
                "uniform(0, 1)",
            ]
        )

    def bold(self) -> bool:
        """Whether a form is written that may not be followed."""
        return self.draw.random() < BOLD

    def number(self, depth: int) -> str:
        pick = self.draw.choice
        if depth <= 0:
            return pick([*self.raw, *self.raw, self.constant(), *self.noisy[-1:]])
        one, other = self.number(depth - 1), self.number(depth - 1)
        row = self.row(depth - 1)
        return pick(
            [
                f"({one} + {other})",
                f"({one} - {other})",
                f"{self.constant()} * {one}",
                f"({one}) * {self.constant()}",
                f"-({one})",
                f"min({one}, {other})",
                f"max({one}, {other}, 1)",
                f"clamp({one}, {pick(['0', 'p' if 'p' in self.raw else '0', '-1'])}, 2)",
                f"abs({one})",
                f"doubled({one})",
                f"noised({one})" if self.draws < 2 else one,
                f"first([{one}, {other}])",
                f"chosen({self.test()}, {one}, {other})",
                f"({one} if {self.test()} else {other})",
                f"sum({row})",
                f"max({row})",
                f"min({row})",
                f"len({row})",
                f"{row}[{pick(['0', '-1', 'len(PAIR) - 2', '0 if ' + self.test() + ' else -1'])}]",
                f"sum({one} for z in {row})",
                f"sum(z * {self.constant()} for z in {row})",
            ]
            if not self.bold()
            else [
                f"sum([{one}, {other}][:1])",
                f"len({{{one}, {other}}})",
                f"sum({{{one}, {other}}})",
                f"len([*{row}, {one}])",
                f"len(set({row}))",
                f"dict(a={one}, b={other})['a']",
                f"{row}.count({one})",
                f"({one} or {other})",
                f"({one} and {other})",
                f"int({one})",
                f"({one}) // 1",
                f"round({one})",
                f"({one}) ** 2",
                f"sum(map(doubled, {row}))",
                f"sum(z for z in {row} if {self.test()})",
            ]
        )

    def row(self, depth: int) -> str:
        pick = self.draw.choice
        if depth <= 0:
            return pick([*self.rows, *self.rows, *self.lists[-1:]] or ["[1, 0]"])
        one, other = self.number(depth - 1), self.number(depth - 1)
        row = self.row(depth - 1)
        return pick(
            [
                f"[{one}, {other}]",
                f"({one}, {other})",
                f"{row}[:1]",
                f"{row}[::-1]",
                f"[z + {one} for z in {row}]",
                f"[doubled(z) for z in {row}]",
                f"list({row})",
            ]
            if not self.bold()
            else [
                f"sorted({row})",
                f"[{one} for _ in range(2)]",
                f"[z if at else {one} for at, z in enumerate({row})]",
                f"[y + z for y, z in zip({row}, {self.row(0)})]",
                f"list(reversed({row}))",
                f"{row} + [{one}]",
                f"[*{row}, {one}]",
                f"[{one}] * 2",
            ]
        )

    def test(self) -> str:
        return self.draw.choice(
            ["flip(1 / 2)", "bonus > 1", *[f"{name} > {self.draw.choice('01')}" for name in self.noisy]]
        )

    def noisy_number(self) -> str:
        one = self.number(self.draw.randrange(3))
        sign = self.draw.choice("+-")
        return f"{one} {sign} {self.noise()}" if self.draw.random() < 0.8 else f"{self.noise()} {sign} ({one})"

    def made(self, depth: int) -> str:
        """What is made of noise."""
        pick = self.draw.choice
        if self.draws < 2 and self.draw.random() < 0.3:
            made = f"({self.noisy_number()})"
            row = self.row(0)
            return pick(
                [
                    made,
                    f"{made} * {made}",  # two draws
                    f"[2 * (z {pick('+-')} {self.noise()}) for z in {row}]",
                    f"sum([at * (z - {self.noise()}) for at, z in enumerate({row})])",
                    f"({made} // 2 if {self.test()} else {self.constant()})",
                    f"noised({self.number(1)}) * 2",
                ]
            )
        if depth <= 0 or not self.noisy:
            return pick([*self.noisy, *self.noisy, self.constant()])
        one, other = self.made(depth - 1), self.made(depth - 1)
        return pick(
            [
                f"({one} + {other})",
                f"({one} * {other})",
                f"({one} // 2)",
                f"({one} // max(1, {other}))",
                f"({one} / 4)",
                f"({one}) % 3",
                f"max({one}, {other})",
                f"abs({one})",
                f"({one}) ** 2",
                f"({one} if {self.test()} else {other})",
                f"sorted([{one}, {other}])",
                f"({one}, {other})",
                f"round({one})",
                f"sum([{one}, {other}])",
                f"chosen({self.test()}, {one}, {other})",
            ]
        )

    def body(self, depth: int, stream: bool, loop: bool = False) -> list[str]:
        lines: list[str] = []
        for _ in range(self.draw.randint(1, 4 if depth else 2)):
            lines += self.statement(depth, stream, loop)
        return lines

    def statement(self, depth: int, stream: bool, loop: bool) -> list[str]:
        pick, roll = self.draw.choice, self.draw.random()
        if roll < 0.3 and self.draws < 3:
            made = self.noisy_number()
            self.noisy.append(self.name())
            return [f"{self.noisy[-1]} = {made}"]
        if roll < 0.45:
            made = self.number(2)
            if self.draw.random() < 0.4 and self.raw:
                return [f"{pick(self.raw)} = {made}"]
            self.raw.append(self.name())
            return [f"{self.raw[-1]} = {made}"]
        if roll < 0.52:
            made = self.row(2)
            if self.draw.random() < 0.3 and self.lists:
                return [f"{pick(self.lists)} = {made}"]
            self.lists.append(self.name())
            return [f"{self.lists[-1]} = {made}"]
        if roll < 0.58 and self.lists:
            changed = pick(self.lists)
            return [
                pick(
                    [
                        f"{changed}.append({self.number(1)})",
                        f"{changed}.append({self.number(1)})",
                    ]
                    if not self.bold()
                    else [
                        f"{changed}[0] = {self.number(1)}",
                        f"{changed}[-1] += {self.number(1)}",
                        f"{changed} += [{self.number(1)}]",
                        f"{changed}.sort()",
                        f"{changed}.pop()",
                    ]
                )
            ]
        if roll < 0.66 and self.raw:
            return [f"{pick(self.raw)} {pick('+-')}= {self.number(1)}"]
        if roll < 0.72 and self.noisy:
            return [f"{pick(self.noisy)} {pick(['+', '-', '*', '//'])}= {pick(['1', '2', *self.noisy])}"]
        if depth and roll < 0.82:
            test = self.test()
            before = list(self.raw), list(self.noisy), list(self.lists)
            then = self.body(depth - 1, stream, loop)
            if self.draw.random() < 0.7:
                self.raw, self.noisy, self.lists = (list(one) for one in before)
            lines = [f"if {test}:", *indented(then)]
            if self.draw.random() < 0.5:
                lines += ["else:", *indented(self.body(depth - 1, stream, loop))]
                if self.draw.random() < 0.7:
                    self.raw, self.noisy, self.lists = (list(one) for one in before)
            return lines
        if depth and roll < 0.9:
            iterable, target = pick(
                [
                    ("range(2)", self.name()),
                    (self.row(1), self.name()),
                    (f"enumerate({self.row(1)})", f"{self.name()}, {self.name()}"),
                    (f"zip({self.row(0)}, {self.row(0)})", f"{self.name()}, {self.name()}"),
                ]
            )
            self.raw += target.split(", ")
            return [f"for {target} in {iterable}:", *indented(self.body(depth - 1, stream, True))]
        if loop and roll < 0.93:
            return [f"if {self.test()}:", f"    {pick(['break', 'continue'])}"]
        if stream and self.noisy:
            return [f"yield {self.made(1)}"]
        if not stream and self.noisy and roll > 0.96:
            return [f"if {self.test()}:", f"    return {self.made(1)}"]
        if len(self.raw) > 1 and roll > 0.9:
            one, other = self.draw.sample(self.raw, 2)
            return [f"{one}, {other} = {other}, {one}"]
        return []


def indented(lines: list[str]) -> list[str]:
    return [f"    {line}" for line in lines] or ["    pass"]


def flat(seed: int) -> tuple[str, str, int]:
    """A text, a relation, and how many values are shown at most."""
    draw = random.Random(seed)
    header = draw.choice(list(FLAT))
    writer = Writer(draw, re.findall(r"\b([xbp]):", header), re.findall(r"\b(v):", header))
    lines = writer.body(2, False)
    lines.append(f"return {writer.made(2)}" if writer.noisy else f"return {writer.noisy_number()}")
    return texted(header, lines), draw.choice(FLAT[header]), 1


def texted(header: str, lines: list[str]) -> str:
    return f"{HEAD}@mechanism\ndef shown({header}, *, bonus=2):\n" + "\n".join(indented(lines)) + "\n"


def streamed(seed: int) -> tuple[str, str, int]:
    draw = random.Random(seed)
    header = draw.choice(list(STREAMS))
    writer = Writer(draw, re.findall(r"\b(x):", header), [])
    lines = [] if draw.random() < 0.4 else writer.body(0, False)
    writer.raw, writer.draws = [*writer.raw, "n", "n"], 0
    form = draw.choice(["for n in xs:", "for n in xs:", "for t, n in enumerate(xs):"])
    writer.raw += ["t"] if "t," in form else []
    kept = draw.random() < 0.6
    if kept:
        lines.append("last = " + writer.constant())
        writer.raw.append("last")
        if draw.random() < 0.5:
            writer.noisy.append("last")
    inner = writer.body(draw.choice([0, 1, 1]), True, True)
    inner.append(f"yield {writer.made(1)}" if writer.noisy else f"yield {writer.noisy_number()}")
    if kept:
        inner.append(f"last = {draw.choice([*writer.raw, *writer.noisy, *writer.noisy])}")
    lines += [form, *indented(inner)]
    if draw.random() < 0.3 and writer.noisy:
        lines.append(f"yield {writer.made(1)}")
    return texted(header, lines), draw.choice(STREAMS[header]), 2


def lost(text: str, relation: str) -> tuple[object, bool] | None:
    """What is told of the program, and whether it is also said that nothing raises; None where it is refused."""
    try:
        program = parse(text, "a.py", {})
        question = Question(program, subject_of(program, "shown", relation, None))
    except Rejected:
        return None
    most = loss(question, Limits())
    return most, most is not None and loss(question, Limits(), careful=True) is not None


def stronger(text: str, relation: str, length: int, floor: Fraction = Fraction(1, 2**14)) -> list[str] | None:
    """Mechanisms that show what this one is made of, and yet lose less than it; None where there are none at all."""
    try:
        program = parse(text, "a.py", {})
    except Rejected:
        return None
    others: list[str] = [show(other.program).replace(".noisy", "noisy") for other in other_mechanisms(program, "shown")]
    others = [one if "import" in one else HEAD[: HEAD.index("RATIO")] + one for one in others]
    if not others:
        return None
    try:
        least = enclosed(text, relation, length, floor).least
        further = length if "Stream" in text else 20
        most = [(one, enclosed(one, relation, further, floor).most) for one in others]
    except brute.Failed:
        return []
    return [one for one, end in most if end is not None and end < least]


def enclosed(text: str, relation: str, length: int, floor: Fraction) -> brute.Enclosed:
    return brute.enclosed(brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation, length=length))


def wrong(text: str, relation: str, length: int, floor: Fraction = Fraction(1, 2**16)) -> str | None:
    """Why what is told of the program is wrong."""
    told = lost(text, relation)
    if told is None or told[0] is None:
        return None if told is None else ""
    most, careful = told
    loaded = brute.load(text, floor=floor)
    try:
        found = brute.compared(loaded, "shown", neighbors=relation, length=length)
    except brute.Failed as failed:
        return f"raises: {failed}" if careful else None
    least = brute.enclosed(found).least
    factor = exponential_of(most)  # type: ignore[arg-type]
    if compare(fmpq(least.numerator, least.denominator), factor) > 0:
        return f"loses log({float(least)}), and {most} is told"
    return None
