"""Random programs that go on with noisy numbers: lists of an unknown length, what was drawn or chosen of several,
sorted, cut, counted and looked up; what is told of them is held against the referee, see `side_by_side_random`."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from fractions import Fraction

from side_by_side_random import indented, wrong_of

HEAD = """\
import math
from collections import Counter
from dataclasses import dataclass
from enum import Enum
from fractions import Fraction
from faier import Int, Records, Vector, added, categorical, choice, clamp, flip, geometric, mechanism, one, sample
from faier import shuffled, uniform

TABLE = {"a": 1, "b": 2}


class Colour(Enum):
    RED = 1
    BLUE = "b"


@dataclass
class Mark:
    value: int = 0
    name: str = "a"


"""
INPUTS = {
    "xs: Records[Int[0, 1], 2]": "added()",
    "xs: Vector[Int[0, 1], 2]": "one()",
    "xs: Records[Int[0, 1], 1]": "added()",
}


@dataclass
class Writer:
    """A mechanism's body. `numbers`, `lists`, `texts` and `things` are the same on both sides, or hold noise."""

    draw: random.Random
    numbers: list[str] = field(default_factory=list)
    lists: list[str] = field(default_factory=list)
    texts: list[str] = field(default_factory=list)
    things: list[str] = field(default_factory=list)
    names: int = 0
    random: int = 0
    tables: bool = False

    def name(self, kind: list[str]) -> str:
        self.names += 1
        kind.append(f"v{self.names}")
        return kind[-1]

    def pick(self, several: list[str]) -> str:
        return self.draw.choice(several)

    def number(self, deep: int = 1) -> str:
        one = self.pick(self.numbers)
        other = self.number(deep - 1) if deep else self.pick([*self.numbers, "1", "0", "2"])
        return self.pick(
            [
                one,
                one,
                f"({one} + {other})",
                f"({one} - {other})",
                f"clamp({one}, 0, 2)",
                f"max({one}, {other})",
                f"min({one}, {other})",
                f"abs({one})",
                f"({one} > {other})",
                f"({one} if {self.test()} else {other})",
                f"{one} % {self.pick(['2', '3', '2.0', other])}",
                f"{one} // {self.pick(['2', other])}",
                f"({one} * {self.pick(['1.0', '-1', '2', other])})",
                f"float({one})",
                f"round({one})",
                f"int({one})",
                f"Fraction(round({one}))",
                *[f"math.{name}({one} / 2)" for name in ("floor", "ceil", "trunc", "fabs") if self.tables],
                f"({one} / {self.pick(['2', '1', f'max({other}, 1)'])})",
                f"round({one} / 2, 0)",
                *[f"len({name})" for name in self.lists],
                *[f"sum({name})" for name in self.lists],
                *[f"{name}[{self.pick(['0', '-1', one, f'clamp({one}, 0, 1)'])}]" for name in self.lists],
                *[f"max({name}, default={self.pick(['0', 'None', one])})" for name in self.lists],
                *[f"min({name})" for name in self.lists],
                *[f"sum(z > {self.pick(['0', one])} for z in {name})" for name in self.lists],
                *[f"{name}.count({one})" for name in self.lists],
                *[f"TABLE[{name}]" for name in self.texts],
                *[f"TABLE.get({name}, {other})" for name in self.texts],
                *[f"len({name})" for name in self.texts],
                *[f"{name}.value" for name in self.things],
            ]
        )

    def test(self) -> str:
        one = self.pick(self.numbers)
        return self.pick(
            [
                f"{one} > {self.pick(['0', '1', *self.numbers])}",
                f"{one} == {self.pick(['0', '1'])}",
                f"not {one}",
                *[f"{one} in {name}" for name in self.lists],
                *self.lists,
                *[f"any(z == {self.pick(['0', '1'])} for z in {name})" for name in self.lists],
                *[f"{name} == 'a'" for name in self.texts],
                *[f"{name}.value == 1" for name in self.things],
                f"isinstance({self.pick([*self.numbers, *self.texts])}, {self.pick(['int', 'bool', 'str', 'float'])})",
            ]
        )

    def a_list(self) -> str:
        one, other = self.number(0), self.number(0)
        plain = f"[{one}, {other}]"
        some = self.pick([*self.lists, plain]) if self.lists else plain
        return self.pick(
            [
                plain,
                self.pick(["choice([[3, 1], [3, 2, 1]])", "choice([[1, 2], [True, 2]])", "[1, 2, 3]"]),
                f"[{one}]",
                f"[z for z in {some} if z > {self.pick(['0', '1', one])}]",
                f"sorted({some})",
                f"sorted({some}, reverse={self.pick(['True', self.test()])})",
                f"sorted({some}, key=lambda z: -z)",
                f"sorted({some}, key=lambda z: ({self.test()}, z))",
                f"list(reversed({some}))",
                f"shuffled({some})",
                f"sample({some}, 1)",
                f"{some}[{self.pick(['1:', ':1', '::-1', f':{one}', '1::2'])}]",
                f"[(1 if z > 0 else 2) for z in {some}]",
                f"[z + {one} for z in {some}]",
                f"{some} + [{one}]",
                f"[max(z, 0) for z in {some}]",
                f"tuple({some})",
                f"[z for z in {some} for w in {some} if z > w]",
                f"([3, 1] if {self.test()} else [3, {one}, 2])",
                f"list(range(clamp({one}, 0, 2)))",
                f"[{one}] if {self.test()} else []",
                f"choice([[1, 2], [2, {one}], [0, 1]])",
                f"[a - b for a, b in zip({some}, {plain})]",
            ]
        )

    def text(self) -> str:
        one = self.number(0)
        return self.pick(
            [
                "choice(['a', 'b'])",
                "choice(['a', 'B'])",
                f"('a' if {self.test()} else 'b')",
                "categorical({'a': 1, 'b': 1})",
                f"f'{{{one}}}'",
                f"f'{{{one}:{self.pick(['d', '.1f', ',', '<3', '+'])}}}'",
                f"str({one})",
                *[f"{name}.{self.pick(['upper', 'lower', 'strip'])}()" for name in self.texts],
                *[f"{name}[{self.pick(['0', ':1', '-1'])}]" for name in self.texts],
                *[f"','.join([str(z) for z in {name}])" for name in self.lists],
                *[f"{name}.name" for name in self.things],
            ]
        )

    def noise(self) -> list[str]:
        self.random += 1
        raw = self.pick(["len(xs)", "sum(xs)", "sum(x > 0 for x in xs)", "0"] + (self.numbers and ["0"]))
        if self.draw.random() < 0.2:
            made = self.pick(
                ["uniform(0, 1)", "flip(1 / 2)", "choice([0, 2])", "categorical([1, 1])", "categorical({0: 1, 2: 1})"]
            )
        else:
            made = f"{raw}{self.pick(['', '', ' * 1.0', ' / 1'])} + geometric(1 / 4)"
        return [f"{self.name(self.numbers)} = {made}"]

    def loop(self) -> list[str]:
        over = self.pick(self.lists) if self.lists else "[1, 2]"
        number = self.pick(self.numbers)
        inner: list[str] = []
        target = self.name([])
        start = [f"{target} = {self.pick(['0', '0', 'None', '[]', number])}"]
        other = self.name([])
        start.append(f"{other} = 0")
        for _ in range(self.draw.randint(1, 3)):
            inner += self.draw.choice(
                [
                    [f"{target} = z"],
                    [f"{other} += z"],
                    [f"{other} = {other} + 1"],
                    [f"{target} = {other}"],
                    [f"if z > {number}:", f"    {target} = {self.pick(['1', 'z', 'None', 'True', '1.0'])}"],
                    ["if z == 1:", f"    {self.pick(['break', 'continue', 'return ' + number])}"],
                    [f"if {other}:", f"    {target} = 1", "else:", f"    {other} = 1"],
                    [f"if {target} is None or {target} < z:", f"    {target} = z"],
                    [f"{target}.append({self.pick(['z', number, repr('a')])})"]
                    if start[0].endswith("[]")
                    else ["pass"],
                ]
            )
        lines = [*start, f"for z in {over}:", *indented(inner)]
        if self.draw.random() < 0.3:
            lines += ["else:", f"    {other} = {self.pick(['2', number])}"]
        (self.lists if start[0].endswith("[]") else self.numbers).append(target)
        self.numbers.append(other)
        return lines

    def table(self) -> list[str]:
        """A table whose keys noise decides, and a list of what it holds."""
        name, lines = self.name([]), list[str]()
        kinds = self.pick(["0", "'a'", "(0, 'a')"]), self.pick(["1", "1", "'b'", "(0, 'b')", "(1,)", self.number(0)])
        values = [self.number(0), self.pick([self.number(0), "'a'", "(1, 2)"])]
        for key in kinds:
            value = self.pick([values[0], values[0], *values])
            lines += [f"if {self.test()}:", f"    {name}[{key}] = {value}"]
        if self.draw.random() < 0.3:
            lines += ["for z in [0, 1]:", f"    if z + {self.pick(self.numbers)} > 1:", f"        {name}[z] = 1"]
        by = self.pick(["kv[1]", "-kv[1]", "(kv[1], kv[0])", "(-kv[1], kv[0])", "kv"])
        made = self.pick(
            [
                f"sorted({name}.items())",
                f"sorted({name}.items(), key=lambda kv: {by})",
                f"[v for k, v in sorted({name}.items(), key=lambda kv: {by})[:1]]",
                f"sorted({name})",
                f"sorted({name}, key={name}.get)",
                f"sorted({name}, key=lambda k: {name}[k], reverse=True)",
                f"sorted({name}.values())",
                f"list(dict(sorted({name}.items())).{self.pick(['keys', 'values', 'items'])}())",
                f"list({name}.values())",
                f"list({name})",
                f"[k for k, v in {name}.items() if v]",
            ]
        )
        return [f"{name} = {self.pick(['{}', '{}', '{2: 1}'])}", *lines, f"{self.name(self.lists)} = {made}"]

    def pairs(self) -> list[str]:
        """Pairs in order, or places of a list that is changed."""
        one, other = self.number(0), self.number(0)
        name = self.name(self.lists)
        return self.draw.choice(
            [
                [f"{name} = sorted([({one}, 'b'), ({other}, {self.pick([repr('a'), '1'])})])"],
                [f"{name} = [k for k, _ in sorted([('b', {one}), ({self.pick([repr('a'), repr('b')])}, {other})])]"],
                [
                    f"{name} = [{one}, {other}]",
                    f"for z in sorted(range(2), key=lambda i: {name}[i])[:{self.number(0)}]:",
                    f"    {name}[z] {self.pick(['+=', '=', '-='])} {self.pick(['1', one])}",
                ],
            ]
        )

    def statement(self) -> list[str]:
        roll = self.draw.random()
        if self.tables and self.draw.random() < 0.2:
            return self.draw.choice([self.table, self.pairs])()
        if roll < 0.15 and self.random < 3:
            return self.noise()
        if roll < 0.35:
            made = self.number()
            return [f"{self.name(self.numbers)} = {made}"]
        if roll < 0.6:
            made = self.a_list()
            return [f"{self.name(self.lists)} = {made}"]
        if roll < 0.7:
            made = self.text()
            return [f"{self.name(self.texts)} = {made}"]
        if roll < 0.75:
            made = self.pick(
                [
                    "choice([Colour.RED, Colour.BLUE])",
                    "choice([Mark(1), Mark(2, 'b')])",
                    f"Mark({self.number(0)})",
                    f"(Mark(1) if {self.test()} else Mark({self.number(0)}, 'b'))",
                    "choice([Mark(1), Colour.RED])",
                ]
            )
            return [f"{self.name(self.things)} = {made}"]
        if roll < 0.88:
            return self.loop()
        if self.lists and roll < 0.93:
            one = self.pick(self.lists)
            return [
                self.pick(
                    [f"{one}.append({self.number(0)})", f"{one} += [{self.number(0)}]", f"{one}[0] = {self.number(0)}"]
                )
            ]
        return [f"if {self.test()}:", f"    return {self.pick(['len(xs)', self.number(0), self.number(0)])}"]

    def probe(self) -> list[str]:
        """What differs is shown, if a list is not like this."""
        some, one, two = self.pick(self.lists[-2:]), self.pick(["0", "1", "2", "3"]), self.pick(["1", "2", "3"])
        leak = ["    return len(xs)"]
        return self.draw.choice(
            [
                [f"if {some}[{self.pick(['0', '1', '-1'])}] == {one}:", *leak],
                [f"if {some}[{self.pick([':1', '1:', '::-1'])}] == [{one}]:", *leak],
                [
                    "p = q = 0",
                    f"for z in {some}:",
                    f"    if z == {one}:",
                    "        p = 1",
                    "    else:",
                    "        q = 1",
                    f"if p == {self.pick(['0', '1', '1'])}:",
                    f"    if q == {self.pick(['0', '1', '1'])}:",
                    "        return len(xs)",
                ],
                [f"if {one} in {some}:", f"    if {two} in {some}:", "        return len(xs)"],
                [f"if len({some}) == {one}:", *leak],
                [f"if isinstance({some}[0], {self.pick(['bool', 'float', 'int', 'str'])}):", *leak],
                [
                    f"if any(z == {one} for z in {some}):",
                    f"    if not all(z == {one} for z in {some}):",
                    "        return len(xs)",
                ],
            ]
        )

    def shown(self) -> str:
        whole = f"clamp({self.number()}, 0, 2)"
        found = [self.pick(self.numbers), self.pick([self.number(), f"[1, 2, 3][{whole}]", f"[1, 2, 3][:{whole}]"])]
        if self.lists:
            found.append(self.pick(self.lists))
        if self.texts:
            found.append(self.pick(self.texts))
        return ", ".join(found)


def written(seed: int, tables: bool) -> tuple[str, str]:
    """A text, and a relation; `tables`: with some that noise fills, and pairs that are sorted."""
    draw = random.Random(seed)
    writer = Writer(draw, tables=tables)
    header = draw.choice(list(INPUTS))
    lines = writer.noise()
    for _ in range(draw.randint(2, 6)):
        lines += writer.statement()
    if draw.random() < 0.3:
        lines += [f"if {writer.test()}:", *indented([f"if {writer.test()}:", "    return len(xs)"])]
    if writer.lists and draw.random() < 0.7:
        lines += writer.probe()
    lines.append(f"return {writer.shown()}")
    return f"{HEAD}@mechanism\ndef shown({header}):\n" + "\n".join(indented(lines)) + "\n", INPUTS[header]


def wrong(seed: int, tables: bool = False) -> str | None:
    return wrong_of(*written(seed, tables), Fraction(1, 2**8))
