"""Random mechanisms that keep noise: store it, copy it, compare it again and again, show it. Small enough for `far`.

`generate(seed)` gives the same file for the same seed. At most four draws are made in a run; the more there are, the
faster they decay, so that few random paths have nearly all of the probability.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any

IMPORTS = "Bool, Int, Public, Stream, Vector, clamp, each, flip, {}, log, mechanism, one, prior, private, secret"
SHAPES = {"scalar": 4, "vector": 4, "stream": 5, "belief": 1, "nothing": 1}
PARAMETERS = {
    1: ("1 / 2", "1 / 3", "2 / 3", "1 / 4"),
    2: ("1 / 2", "1 / 3", "1 / 4", "1 / 8"),
    3: ("1 / 4", "1 / 8", "1 / 16"),
    4: ("1 / 8", "1 / 16"),
}
LEVELS = {1: 24, 2: 18, 3: 9, 4: 6}
COMPARISONS = ("<", "<=", ">", ">=", ">=", "<", "==", "!=")


@dataclass(frozen=True)
class KeptFile:
    """A mechanism file, what its claims compare, and how far out its draws are followed."""

    seed: int
    shape: str
    head: str
    tail: str
    relations: tuple[str, ...]
    prior: str | None
    length: int
    floor: Fraction
    features: frozenset[str]
    mechanism: str = "subject"

    def text(self, *budgets: str, index: int = 0) -> str:
        """The file with one claim per budget for one of its comparisons."""
        lines = [f"@private(epsilon={budget}, {self.comparison(index)})" for budget in budgets or ("log(2)",)]
        return "\n".join([self.head, *lines, self.tail])

    def comparison(self, index: int) -> str:
        return f"neighbors={self.relations[index]}" if self.prior is None else f"prior={self.prior}"


def generate(seed: int) -> KeptFile:
    rng = Random(seed)
    return Author(rng, rng.choice([1, 2, 2, 3, 3, 4])).file(seed, rng.choices(list(SHAPES), list(SHAPES.values()))[0])


@dataclass(frozen=True)
class Known:
    """The names that may be used; of lists, with their lengths."""

    noises: tuple[str, ...]
    lists: tuple[tuple[str, int], ...]
    integers: tuple[str, ...]
    decisions: tuple[str, ...]


@dataclass
class Author:
    """Writes one file. `left` is how many draws a run may still make, `turns` how often what is written now is run."""

    rng: Random
    draws: int
    word: str = "geometric"
    left: int = 0
    turns: int = 1
    indent: int = 0
    names: int = 0
    yields: bool = False
    endless: bool = False
    lines: list[str] = field(default_factory=list)
    features: set[str] = field(default_factory=set)
    noises: list[str] = field(default_factory=list)
    lists: list[tuple[str, int]] = field(default_factory=list)
    integers: list[str] = field(default_factory=list)
    decisions: list[str] = field(default_factory=list)
    helpers: list[str] = field(default_factory=list)

    # The file

    def file(self, seed: int, shape: str) -> KeptFile:
        self.left = self.draws
        self.line(f"from faier import {IMPORTS.format(self.word)}")
        self.line("")
        self.write_helpers()
        prior = None
        if shape == "belief":
            prior = "belief"
            self.block("@prior\ndef belief():", ["value = 2 * flip(1 / 3) + flip(1 / 2)", "secret(value >= 1)"])
            self.lines.append("    return min(value, 2)\n\n")
        head, self.lines = "\n".join(self.lines), []
        parameters, length = self.inputs(shape)
        self.line("@mechanism")
        self.line(f"def subject({parameters}):")
        self.indent = 1
        self.yields = shape == "stream" or self.maybe(0.5)
        if shape == "stream":
            self.stream(length)
        else:
            self.body()
        tail = "\n".join(self.lines) + "\n"
        relations = () if prior else ("each(1)", "one()") if self.maybe(0.5) else ("one(1)", "each(2)")
        slowest = max(Fraction(*map(int, each.split(" / "))) for each in PARAMETERS[self.draws])
        floor = (1 - slowest) / (1 + slowest) * slowest ** LEVELS[self.draws]
        limit = length if self.yields else 1
        return KeptFile(seed, shape, head, tail, relations, prior, limit, floor, frozenset(self.features | {shape}))

    def inputs(self, shape: str) -> tuple[str, int]:
        public = ", level: Public[Int[0, 1]]" if self.maybe(0.2) and shape != "nothing" else ""
        if public:
            self.integers.append("level")
        match shape:
            case "vector":
                self.integers += ["answers[0]", "answers[1]", "answers[0]", "answers[1]"]
                return f"answers: Vector[Int[{self.pick('0, 1', '0, 2', '-1, 1')}], 2]{public}", 3
            case "stream":
                return f"arrivals: Stream[Int[{self.pick('0, 1', '0, 1', '0, 2', '-1, 0')}]]{public}", self.pick(
                    1, 2, 2, 3
                )
            case "nothing":
                return "x: Int[0, 1]", 3
        self.integers += ["x", "x"]
        return f"x: Int[{'0, 2' if shape == 'belief' else self.pick('0, 1', '0, 2', '-1, 2', '0, 3')}]{public}", 3

    def write_helpers(self) -> None:
        """Helpers that give noise, or take it."""
        a = self.parameter()
        possible = [
            ("noise", f"def noise(value):\n    return value + {self.word}({a})\n"),
            ("around", f"def around(value, scale={a}):\n    drawn = {self.word}(scale)\n    return value - drawn\n"),
            ("larger", "def larger(first, second):\n    return first if first > second else second\n"),
            ("between", "def between(value, low, high):\n    return low <= value <= high\n"),
            ("copies", "def copies(value):\n    return value, [value, value + 1]\n"),
            ("closer", "def closer(value, end):\n    if value > end:\n        return value - 1\n    return value\n"),
        ]
        for name, text in possible:
            if self.maybe(0.35):
                self.helpers.append(name)
                self.lines += [text, ""]

    def body(self) -> None:
        if self.maybe(0.8):
            self.store(self.fresh())
        for _ in range(self.rng.randint(1, 4)):
            self.statement(2)
        self.ending()

    def stream(self, length: int) -> None:
        """Noise before the loop, a decision or a value shown at every arrival."""
        before = max(1, self.left - length) if self.left > length else self.rng.randint(0, 1) * self.left
        inside, self.left = self.left - before, before
        if self.left:
            self.store(self.fresh())
        for _ in range(self.rng.randint(0, 2)):
            self.statement(1)
        counts = self.maybe(0.3)
        if counts:
            self.line("count = 0")
        self.line("for arrival in arrivals:")
        self.indent, self.turns, self.endless = 2, length, True
        self.integers += ["arrival", "arrival"]
        self.left = inside + self.left * self.maybe(0.5)
        if self.noises and self.left >= length and self.maybe(0.4):
            self.record()
        for _ in range(self.rng.randint(0, 2)):
            self.statement(1)
        if self.maybe(0.3):
            self.mark("stops")
            self.line(f"if {self.decision(2)}:")
            self.indent += 1
            if self.maybe(0.5):
                self.line(f"yield {self.pick('True', self.noise(1))}")
            self.line(self.pick("return", "break"))
            self.indent -= 1
        self.line(f"yield {self.visible()}")
        if counts:
            self.line("count += 1")
            self.line(f"if count == {length}:")
            self.line(self.pick("    return", "    break"))

    def record(self) -> None:
        """Fresh noise that may take the place of the kept one: a record, or a limit that is drawn anew."""
        self.mark("record")
        kept, noisy = self.rng.choice(self.noises), self.name("noisy")
        self.line(f"{noisy} = arrival + {self.fresh()}")
        if self.maybe(0.3):
            self.line(f"yield {noisy} {self.pick('<', '>', '>=')} {kept}")
        test = self.pick(f"{noisy} > {kept}", f"{noisy} >= {kept}", f"{kept} < {noisy}", self.decision(1))
        self.line(f"if {test}:")
        self.line(f"    {kept} = {noisy}")
        if self.maybe(0.5):
            self.noises.append(noisy)

    # Statements

    def statement(self, depth: int) -> None:
        kinds: list[tuple[Callable[[int], None], int]] = [
            (self.store_noise, 6),
            (self.store_list, 2),
            (self.store_decision, 2),
            (self.store_integer, 2),
            (self.change, 3),
            (self.swap, 1),
            (self.branch, 4 if depth else 0),
            (self.unused, 1),
            (self.unpack, 2),
            (self.loop, 2 if depth else 0),
            (self.tournament, 3 if depth else 0),
            (self.counting, 2 if depth else 0),
            (self.show, 2 if self.yields and self.turns == 1 else 0),
            (self.early, 1 if depth else 0),
        ]
        write = self.rng.choices([kind for kind, _ in kinds], [weight for _, weight in kinds])[0]
        write(depth)

    def store_noise(self, depth: int) -> None:
        self.store(self.noise(2))

    def store(self, text: str) -> str:
        name = self.name("kept")
        self.line(f"{name} = {text}")
        self.noises.append(name)
        return name

    def store_list(self, depth: int) -> None:
        self.mark("list of noise")
        name, size = self.name("many"), self.pick(2, 2, 3)
        match self.rng.randint(0, 3):
            case 0 if self.left >= size * self.turns:
                self.left -= (size - 1) * self.turns
                values = f"[{self.fresh()} for _ in range({size})]"
            case 1:
                values = f"[{self.noise(1)}] * {size}"
            case 2 if self.noises:
                values = f"[{self.old()} + offset for offset in range({size})]"
            case _:
                values = "[" + ", ".join(self.noise(1) for _ in range(size)) + "]"
        self.line(f"{name} = {values}")
        self.lists.append((name, size))

    def store_decision(self, depth: int) -> None:
        name = self.name("yes")
        self.line(f"{name} = {self.decision(2)}")
        self.decisions.append(name)

    def store_integer(self, depth: int) -> None:
        name = self.name("number")
        self.line(f"{name} = {self.integer(2)}")
        self.integers.append(name)

    def change(self, depth: int) -> None:
        """A stored value is changed; what was copied before is not. With arrivals without end it must not grow."""
        if self.endless and self.noises:
            name = self.rng.choice(self.noises)
            self.line(f"{name} = {self.pick(f'-{name}', f'{self.fresh_or(name)}', f'abs({name})')}")
        elif self.lists and self.maybe(0.4) and not self.endless:
            name, size = self.rng.choice(self.lists)
            self.mark("item changed")
            self.line(f"{name}[{self.rng.randrange(size)}] {self.pick('+=', '-=', '=')} {self.integer(1)}")
        elif self.noises and not self.endless:
            name = self.rng.choice(self.noises)
            self.mark("changed")
            right = self.pick(f"+= {self.integer(1)}", f"-= {self.integer(0)}", f"= -{name}", f"= {self.noise(1)}")
            self.line(f"{name} {right}")
        else:
            self.store_noise(depth)

    def swap(self, depth: int) -> None:
        if len(self.noises) < 2:
            return self.store_noise(depth)
        one, other = self.rng.sample(self.noises, 2)
        self.mark("swap")
        self.line(f"{one}, {other} = {other}, {one}")
        return None

    def branch(self, depth: int) -> None:
        """Both branches look at the same noise, and may store some under one name."""
        self.mark("branch")
        name = self.name("kept")
        test = self.decision(2)
        known = self.known()
        self.line(f"if {test}:")
        for last in (False, True):
            self.indent += 1
            for _ in range(self.rng.randint(0, 1)):
                self.statement(depth - 1)
            self.line(f"{name} = {self.noise(1)}")
            self.indent -= 1
            self.forget(known)
            if not last:
                self.line("else:")
        self.noises.append(name)

    def unused(self, depth: int) -> None:
        self.mark("unused")
        if self.left >= self.turns:
            self.line(f"{self.name('idle')} = {self.fresh()}" if self.maybe(0.5) else self.fresh())

    def unpack(self, depth: int) -> None:
        self.mark("unpacked")
        one, other = self.name("kept"), self.name("kept")
        if "copies" in self.helpers and self.maybe(0.5):
            many = self.name("many")
            self.line(f"{one}, {many} = copies({self.noise(1)})")
            self.noises.append(one)
            self.lists.append((many, 2))
            return
        self.line(f"{one}, {other} = {self.noise(1)}, {self.noise(1)}")
        self.noises += [one, other]

    def loop(self, depth: int) -> None:
        """A few turns over integers or over a list of noise."""
        turns = 2
        self.mark("loop")
        if self.lists and self.maybe(0.5):
            name, turns = self.rng.choice(self.lists)
            item = self.name("kept")
            self.line(f"for {item} in {name}:")
            added = (self.noises, item)
        else:
            item = self.name("turn")
            self.line(f"for {item} in range({turns}):")
            added = (self.integers, item)
        known = self.known()
        before, self.turns = self.turns, self.turns * turns
        added[0].append(item)
        self.indent += 1
        if self.yields and self.maybe(0.4) and before == 1:
            self.show(depth)
        else:
            target = self.rng.choice(known.noises) if known.noises else None
            if target and self.maybe(0.6) and not self.endless:
                self.line(f"if {self.decision(1)}:")
                self.line(f"    {target} {self.pick('+= 1', '-= 1', f'= {self.noise(1)}')}")
            else:
                self.store(self.noise(1))
                self.statement(0)
                if self.maybe(0.3):
                    self.line(f"if {self.decision(1)}:")
                    self.line(f"    {self.pick('break', 'continue')}")
        self.indent -= 1
        self.turns = before
        self.forget(known)

    def tournament(self, depth: int) -> None:
        """The largest noisy value and its place: over the answers, or over a list of noise."""
        self.mark("tournament")
        best, winner, index = self.name("best"), self.name("winner"), self.name("index")
        if "answers[0]" in self.integers and self.left >= 2 * self.turns:
            self.left -= self.turns
            values = f"[answer + {self.fresh()} for answer in answers]"
        else:
            values = f"[{self.noise(1)}, {self.noise(1)}]"
        many = self.name("many")
        self.line(f"{many} = {values}")
        self.lists.append((many, 2))
        self.line(f"{best}, {winner} = {self.pick(f'{many}[0], 0', '-1, 2', f'{many}[1], 1')}")
        self.line(f"for {index} in range({self.pick('2', '1, 2')}):")
        self.line(f"    if {many}[{index}] {self.pick('>', '>=')} {best}:")
        self.line(f"        {best}, {winner} = {many}[{index}], {index}")
        self.noises.append(best)
        self.integers.append(winner)

    def counting(self, depth: int) -> None:
        """A `while` loop of few turns: as often as a noise is above a counter, or until it is."""
        self.mark("while")
        count = self.name("count")
        self.line(f"{count} = {self.pick('0', '0', '-1')}")
        before, self.turns = self.turns, self.turns * 2
        test = self.pick(f"{self.noise(1)} > {count}", self.decision(1), f"{count} < {self.noise(1)}")
        self.line(f"while {count} < 2 and {test}:")
        self.line(f"    {count} += 1")
        self.turns = before
        self.integers.append(count)

    def show(self, depth: int) -> None:
        self.mark("shown on the way")
        self.line(f"yield {self.visible()}")

    def early(self, depth: int) -> None:
        self.mark("early return")
        self.line(f"if {self.decision(2)}:")
        self.indent += 1
        if self.yields:
            self.line(f"yield {self.visible()}")
        self.line("return" if self.yields else f"return {self.visible()}")
        self.indent -= 1

    def ending(self) -> None:
        if self.yields:
            for _ in range(self.rng.randint(1, 2)):
                self.line(f"yield {self.visible()}")
        else:
            self.line(f"return {self.visible()}")

    # What is shown

    def visible(self) -> str:
        match self.rng.choices(("decision", "integer", "noise", "tuple", "list"), (6, 4, 3, 3, 1))[0]:
            case "decision":
                return self.decision(2)
            case "integer":
                return self.integer(2)
            case "noise":
                self.mark("noise shown")
                return self.noise(2)
            case "tuple":
                self.mark("tuple shown")
                return f"{self.item()}, {self.item()}" if self.maybe(0.7) else f"({self.item()}, ({self.item()},))"
            case _:
                self.mark("list shown")
                return f"[{self.item()}, {self.item()}]"

    def item(self) -> str:
        return self.rng.choices((self.decision, self.integer, self.noise), (4, 3, 2))[0](1)

    # Expressions

    def noise(self, depth: int) -> str:
        """An integer without bounds, most of the time."""
        kinds = ["old"] * 5 + ["fresh"] * 6
        if depth:
            kinds += ["old and number"] * 4 + [
                "negative",
                "max",
                "max",
                "min",
                "abs",
                "if",
                "gap",
                "multiple",
                "helper",
            ]
            kinds += ["largest", "number"]
        match self.rng.choice(kinds):
            case "fresh" if self.left >= self.turns:
                return self.fresh()
            case "old and number" if self.noises or self.lists:
                return f"{self.old()} {self.pick('+', '-')} {self.integer(0)}"
            case "negative":
                return f"-{self.atom(depth)}"
            case "max":
                self.mark("max of noise")
                return f"max({self.noise(depth - 1)}, {self.pick(self.noise, self.integer)(depth - 1)})"
            case "min":
                self.mark("min of noise")
                return f"min({self.pick(self.noise, self.integer)(depth - 1)}, {self.noise(depth - 1)})"
            case "abs":
                self.mark("abs of noise")
                return f"abs({self.noise(depth - 1)})"
            case "if":
                self.mark("conditional noise")
                return f"({self.noise(depth - 1)} if {self.decision(depth - 1)} else {self.noise(depth - 1)})"
            case "gap" if self.noises:
                self.mark("gap")
                return f"{self.old()} - {self.atom(depth - 1)}"
            case "multiple" if self.noises and self.maybe(0.3):
                self.mark("multiple of noise")
                return f"{self.pick('2', '3', '0')} * {self.old()}"
            case "helper" if self.helpers:
                return self.helped(depth)
            case "largest" if self.lists:
                self.mark("max of a list")
                return f"{self.pick('max', 'max', 'min')}({self.rng.choice(self.lists)[0]})"
            case "number":
                return self.integer(depth - 1)
        if self.noises or self.lists:
            return self.old()
        return self.fresh() if self.left >= self.turns else self.integer(0)

    def helped(self, depth: int) -> str:
        name = self.rng.choice(self.helpers)
        self.mark(f"helper {name}")
        match name:
            case "noise" | "around" if self.left >= self.turns:
                self.left -= self.turns
                return f"{name}({self.integer(depth - 1)})"
            case "larger":
                return f"larger({self.noise(depth - 1)}, {self.noise(depth - 1)})"
            case "closer":
                return f"closer({self.noise(depth - 1)}, {self.integer(0)})"
            case "copies":
                return f"copies({self.noise(depth - 1)}){self.pick('[0]', '[1][0]', '[1][1]')}"
        return self.old() if self.noises or self.lists else self.integer(0)

    def old(self) -> str:
        """Noise that is stored."""
        if self.lists and (not self.noises or self.maybe(0.3)):
            name, size = self.rng.choice(self.lists)
            return f"{name}[{self.pick(*range(size), -1)}]"
        return self.rng.choice(self.noises)

    def atom(self, depth: int) -> str:
        return self.old() if self.noises or self.lists else f"({self.noise(max(depth - 1, 0))})"

    def fresh(self) -> str:
        """One more draw."""
        self.left -= self.turns
        drawn = f"{self.word}({self.parameter()})"
        return self.pick(
            drawn, drawn, f"{drawn} {self.pick('+', '-')} {self.integer(0)}", f"{self.integer(0)} + {drawn}"
        )

    def fresh_or(self, name: str) -> str:
        return self.fresh() if self.left >= self.turns else name

    def parameter(self) -> str:
        return self.rng.choice(PARAMETERS[self.draws])

    def integer(self, depth: int) -> str:
        """A number within bounds."""
        kinds = ["constant", "constant", "known", "known", "known"] + ["clamp", "clamp", "if", "count"] * bool(depth)
        match self.rng.choice(kinds):
            case "known" if self.integers:
                return self.rng.choice(self.integers)
            case "clamp" if self.noises or self.lists or self.left >= self.turns:
                self.mark("clamped later")
                low = self.rng.randint(-1, 1)
                return f"clamp({self.noise(depth - 1)}, {low}, {low + self.rng.randint(1, 2)})"
            case "if":
                return f"({self.integer(depth - 1)} if {self.decision(depth - 1)} else {self.integer(depth - 1)})"
            case "count" if self.lists:
                self.mark("counted in a list")
                name, _ = self.rng.choice(self.lists)
                compared = self.rng.choice(COMPARISONS)
                return f"sum([each {compared} {self.pick(self.integer, self.noise)(0)} for each in {name}])"
        return self.pick("0", "1", "1", "2")

    def decision(self, depth: int) -> str:
        kinds = ["number"] * 4 + ["noise"] * 5 + ["fresh"] * 3 + ["known", "chain", "equal"]
        kinds += ["and", "or", "not", "flip", "helper", "input", "any"] * bool(depth)
        compared = self.rng.choice(COMPARISONS)
        match self.rng.choice(kinds):
            case "noise":
                self.mark("noise against noise")
                return f"{self.noise(1)} {compared} {self.noise(max(0, depth - 1))}"
            case "fresh" if self.left >= self.turns:
                self.mark("fresh noise")
                return f"{self.fresh()} {compared} {self.noise(0)}"
            case "known" if self.decisions:
                return self.rng.choice(self.decisions)
            case "chain":
                self.mark("chain")
                return f"{self.integer(0)} <= {self.noise(0)} < {self.pick(self.integer(0), self.noise(0), '3')}"
            case "equal":
                return f"{self.noise(0)} {self.pick('==', '!=')} {self.pick(self.integer(0), self.noise(0))}"
            case "and":
                return f"({self.decision(depth - 1)} and {self.decision(depth - 1)})"
            case "or":
                return f"({self.decision(depth - 1)} or {self.decision(depth - 1)})"
            case "not":
                return f"(not {self.decision(0)})" if self.maybe(0.5) else f"(not ({self.decision(depth - 1)}))"
            case "flip":
                return f"flip({self.pick('1 / 2', '1 / 3')})"
            case "helper" if "between" in self.helpers:
                self.mark("helper between")
                return f"between({self.noise(1)}, {self.integer(0)}, {self.noise(0)})"
            case "input" if self.integers:
                return f"{self.rng.choice(self.integers)} {compared} {self.integer(0)}"
            case "any" if self.lists:
                self.mark("any of a list")
                name, _ = self.rng.choice(self.lists)
                return f"{self.pick('any', 'all')}([each {compared} {self.noise(0)} for each in {name}])"
        return f"{self.noise(1)} {compared} {self.integer(0)}"

    # Names

    def known(self) -> Known:
        return Known(tuple(self.noises), tuple(self.lists), tuple(self.integers), tuple(self.decisions))

    def forget(self, before: Known) -> None:
        """What was named since then may have no value."""
        self.noises, self.lists = list(before.noises), list(before.lists)
        self.integers, self.decisions = list(before.integers), list(before.decisions)

    # Writing

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def block(self, head: str, body: list[str]) -> None:
        self.lines += [head, *(f"    {line}" for line in body)]

    def name(self, stem: str) -> str:
        self.names += 1
        return f"{stem}{self.names}"

    def mark(self, feature: str) -> None:
        self.features.add(feature)

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def pick(self, *options: Any) -> Any:
        return self.rng.choice(options)
