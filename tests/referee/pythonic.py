"""Random mechanism files in the Python that people write: `write(seed)` gives the same file for the same seed.

They are small enough for brute force. What they do may be wrong: a run may raise, and a container may have two names.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from .pythonic_expressions import FORMS, Expressions, Kind, Scope, Variable

LIBRARY = {
    "collections": ["Counter", "defaultdict", "deque"],
    "enum": ["Enum"],
    "dataclasses": ["dataclass"],
    "functools": ["partial", "reduce"],
    "itertools": ["accumulate", "chain", "combinations", "pairwise", "product"],
    "typing": ["Literal", "NamedTuple", "Optional"],
}
WORDS = ["Bool", "Int", "Records", "Vector", "added", "choice", "clamp", "each", "flip", "geometric", "log"]
WORDS += ["Public", "mechanism", "one", "private", "sample", "shuffled", "uniform"]
CLASSES = {
    "Point": "class Point(NamedTuple):\n    x: int\n    y: int\n",
    "State": "@dataclass\nclass State:\n    count: int\n",
    "Colour": "class Colour(Enum):\n    RED = 1\n    BLUE = 2\n",
    "Row": "@dataclass(frozen=True)\nclass Row:\n    key: Int[0, 1]\n    on: bool\n",
}
HELPERS = {
    "helper": "def helper(a, b=1):\n    return a - b if a > b else a + b\n",
    "descend": "def descend(n):\n    return 1 if n <= 0 else n + descend(n - 1)\n",
    "pieces": "def pieces(values):\n    for value in values:\n        if value > 1:\n            yield 1\n            value -= 1\n        yield value\n",
    "grown": "def grown(values, last):\n    values.append(last)\n    values.sort()\n    return values\n",
    "Full": "class Full(Exception):\n    pass\n",
    "filled": "def filled(values, last):\n    values.append(last)\n    if last > 1:\n        raise Full('full')\n    values.append(9)\n    return last\n",
    "taken": "def taken(table, key):\n    table[9] = key\n    return table.pop(key)\n",
    "counted": "def counted(n):\n    for i in range(n):\n        if i == 1:\n            raise Full\n        yield i\n",
    "changed": "def changed(values, key):\n    values[key] = values.get(key, 0) + 1\n",
    "pushed": "def pushed(value, into=[]):\n    into.append(value)\n    return len(into)\n",
}
INPUTS: list[tuple[str, list[tuple[str, Kind]], str]] = [
    ("x: Int[0, 2]", [("x", "int")], "one()"),
    ("xs: Vector[Int[0, 1], 2]", [("xs", ("list", "int"))], "one()"),
    ("x: Int[0, 1], b: Bool", [("x", "int"), ("b", "bool")], "each(1)"),
    ("b: bool", [("b", "bool")], "one()"),
    ('s: Literal["a", "b", ""]', [("s", "str")], "one()"),
    ("xs: Records[Int[0, 1], 2]", [("xs", ("list", "int"))], "added()"),
    ("rows: Records[Row, 2]", [("xs", ("list", "int"))], "added()"),
    ("c: Colour", [("c", "colour")], "one()"),
    ("o: Optional[Int[0, 1]]", [("x", "int")], "one()"),
    ("xs: Vector[bool, 2]", [("xs", ("list", "bool"))], "one()"),
    ('xs: Vector[Literal["a", "b"], 2]', [("xs", ("list", "str"))], "one()"),
    ('xs: Records[Literal["a", "b"], 2]', [("xs", ("list", "str"))], "added()"),
    ("xs: Records[bool, 2]", [("xs", ("list", "bool"))], "added()"),
    ("os: Vector[Int[0, 1] | None, 2]", [("xs", ("list", "int"))], "one()"),
    ("os: Records[Optional[Int[0, 1]], 2]", [("xs", ("list", "int"))], "added()"),
    ("xs: Records[Int[0, 1], 2], b: bool", [("xs", ("list", "int")), ("b", "bool")], '{"xs": added(), "b": one()}'),
    ("xs: Records[Int[0, 1], 2], b: bool", [("xs", ("list", "int")), ("b", "bool")], '{"xs": added()}'),
    ("xs: Records[Int[0, 2], 2]", [("xs", ("list", "int"))], "one(1)"),
    ("xs: Records[Int[0, 1], 2], n: Public[Int[0, 1]]", [("xs", ("list", "int")), ("x", "int")], '{"xs": added()}'),
    ('s: Public[Literal["a", "b"]], x: Int[0, 1]', [("s", "str"), ("x", "int")], '{"x": one()}'),
    ("r: Row", [("x", "int"), ("b", "bool")], "one()"),
    ("rs: Vector[Row, 2]", [("xs", ("list", "bool"))], "one()"),
]
PLAIN = 3
PREPARED = {
    "os:": "xs = [-1 if o is None else o for o in os]",
    "xs: Records[Int[0, 1], 2], n": "x = n",
    "r:": "x, b = r.key, r.on",
    "rs:": "xs = [row.on for row in rs if row.key]",
    "rows": "xs = [row.key + 2 * row.on for row in rows]",
    "o:": "x = -1 if o is None else o",
}
KINDS: list[Kind] = ["int", "int", "bool", "str", ("list", "int"), ("list", "str"), ("dict", "int", "int")]
RICH: dict[str, Kind] = {
    "dict": ("dict", "str", "int"),
    "nested_data": ("dict", "int", ("list", "int")),
    "set": ("set", "int"),
    "counter": ("counter", "int"),
    "deque": ("deque", "int"),
    "record": "point",
    "attributes": "state",
    "enum": "colour",
    "unpack": "pair",
    "strings": ("set", "str"),
    "keys": ("dict", "bool", "int"),
    "chained": ("list", "pair"),
    "merge": ("list", ("list", "int")),
}


@dataclass(frozen=True)
class PythonFile:
    """A mechanism file `subject` and the relation that its claim is about."""

    seed: int
    head: str
    tail: str
    relation: str
    forms: frozenset[str]

    def text(self, *budgets: str) -> str:
        lines = [f"@private(epsilon={budget}, neighbors={self.relation})\n" for budget in budgets or ("log(2)",)]
        return "".join([self.head, *lines, self.tail])


def write(seed: int, forms: Sequence[str] = FORMS) -> PythonFile:
    """A file that uses some of these forms."""
    return Author(Random(seed), forms).file(seed)


class Author(Expressions):
    """Writes the statements of a file."""

    def file(self, seed: int) -> PythonFile:
        self.lines: list[str] = []
        self.indent = 1
        self.draws = self.rng.randint(1, 4)
        self.functions = 0
        inputs, known, relation = self.rng.choice(INPUTS if self.maybe(0.5) else INPUTS[:PLAIN])
        for start, line in PREPARED.items():
            if inputs.startswith(start):
                self.line(line)
        self.scope = Scope([Variable(name, kind) for name, kind in known])
        self.draw()
        for _ in range(self.rng.randint(3, 7)):
            self.statement()
        given = [name for name, _ in known] if self.maybe(0.8) else []
        shown = [v.name for v in self.scope.variables if v.name not in given]
        self.line(f"return ({', '.join(dict.fromkeys(shown))},)")
        body = "\n".join(self.lines) + "\n"
        tail = f"@mechanism\ndef subject({inputs}):\n{body}"
        return PythonFile(seed, self.preamble(tail, relation), tail, relation, frozenset(self.used))

    def preamble(self, tail: str, relation: str) -> str:
        """Imports, classes and helpers that the file uses."""
        helped = tail + "".join(text for name, text in HELPERS.items() if uses(tail, name))
        own = "\n\n".join(text for name, text in (CLASSES | HELPERS).items() if uses(helped, name))
        whole = own + tail
        lines = [
            f"from {module} import {', '.join(found)}"
            for module, names in LIBRARY.items()
            if (found := [name for name in names if uses(whole, name)])
        ]
        lines = ["import math"] * uses(whole, "math") + sorted(lines)
        words = [word for word in WORDS if uses(f"{whole} {relation} log private", word)]
        lines.append(f"from faier import {', '.join(words)}")
        return "\n".join(lines) + "\n\n\n" + own + "\n\n"

    def line(self, text: str) -> None:
        self.lines.append("    " * self.indent + text)

    def new(self, kind: Kind) -> str:
        self.names += 1
        name = f"v{self.names}"
        self.scope.variables.append(Variable(name, kind))
        return name

    def kind(self) -> Kind:
        rich = [kind for form, kind in RICH.items() if self.has(form)]
        return self.rng.choice(rich) if rich and self.maybe(0.5) else self.rng.choice(KINDS)

    # Statements

    def statement(self) -> None:
        self.rng.choice([self.assign, self.assign, self.change, self.change, self.block, self.loop, self.other])()

    def assign(self) -> None:
        kind = self.kind()
        text = self.expr(kind)
        if self.draws and self.maybe(0.3):
            self.draw()
        elif self.scope.of(kind) and self.maybe(0.3):
            self.line(f"{self.rng.choice(self.scope.of(kind))} = {text}")
        else:
            self.line(f"{self.new(kind)} = {text}")

    def draw(self) -> None:
        self.draws -= 1
        e = self.expr
        some = lambda: f"[*{e(('list', 'int'), 1)}, {e('int', 1)}]"  # noqa: E731
        kind, text = self.rng.choice(
            [
                ("bool", lambda: f"flip(1 / {self.rng.choice(['2', '3', '(2 + (' + e('int', 1) + ') % 2)'])})"),
                ("int", lambda: "uniform(0, 2)"),
                ("int", lambda: f"clamp({e('int', 1)} + geometric(1 / 2), 0, 2)"),
                *([("int", lambda: f"choice({some()})")] if self.has("choice") else []),
                *([(("list", "int"), lambda: f"shuffled({some()}[-3:])")] if self.has("shuffled") else []),
                *([(("list", "int"), lambda: f"sample({some()}, 1)")] if self.has("sample") else []),
            ]
        )
        drawn = text()
        self.line(f"{self.new(kind)} = {drawn}")

    def block(self) -> None:
        self.line(f"if {self.expr('bool')}:")
        self.inside(self.rng.randint(1, 2))
        if self.maybe(0.6):
            self.line("else:")
            self.inside(1)

    def inside(self, count: int) -> None:
        """Statements further in, whose new variables are not known after them."""
        known, self.indent = list(self.scope.variables), self.indent + 1
        for _ in range(count):
            self.rng.choice([self.assign, self.change, self.change] + ([self.block] if self.indent < 4 else []))()
        self.scope.variables, self.indent = known, self.indent - 1

    def loop(self) -> None:
        if self.indent > 2:
            return self.change()
        e, known = self.expr, list(self.scope.variables)
        draws, self.draws = self.draws, min(self.draws, 1)
        name, kind, text = self.rng.choice(
            [
                ("i", "int", f"range({self.rng.randint(1, 3)})"),
                ("i", "int", f"{e(('list', 'int'), 1)}[:3]"),
                *([("key", "int", e(("dict", "int", "int"), 1))] if self.has("dict") else []),
                *([("key, i", "int", f"{self.of(('dict', 'int', 'int'), 1)}.items()")] if self.has("dict") else []),
                *([("c", "str", e("str", 1))] if self.has("string") else []),
                *([("j, i", "int", f"enumerate({e(('list', 'int'), 1)})")] if self.has("unpack") else []),
                *([("i", "int", f"set({e(('list', 'int'), 1)})")] if self.has("set") and self.maybe(0.3) else []),
                *(
                    [("(j, (i, _))", "int", f"zip({e(('list', 'int'), 1)}, {e(('list', 'pair'), 1)})")]
                    if self.has("unpack")
                    else []
                ),
            ]
        )
        self.line(f"for {name} in {text}:")
        self.scope.variables += [Variable(one, kind) for one in re.findall(r"[a-z]+", name)]
        self.inside(self.rng.randint(1, 3))
        if self.has("early") and self.maybe(0.3):
            self.line(f"    if {e('bool', 1)}:")
            self.line(f"        {self.rng.choice(['break', 'continue', 'return ' + e('int', 1)])}")
        self.scope.variables, self.draws = known, draws

    def change(self) -> None:
        """Something in place, of a variable that is a container."""
        changed = [v for v in self.scope.variables if self.changes(v)]
        if not changed:
            return self.assign()
        variable = self.rng.choice(changed)
        self.line(self.rng.choice(self.changes(variable)))

    def changes(self, variable: Variable) -> list[str]:
        name, kind = variable.name, variable.kind
        if kind == "state" and self.has("attributes"):
            return [f"{name}.count += {self.expr('int', 1)}", f"{name}.count = {self.expr('int', 1)}"]
        if kind == "int" and name.startswith("v"):
            return [f"{name} {self.rng.choice(['+=', '-=', '*='])} {self.expr('int', 1)}"]
        if not isinstance(kind, tuple) or not self.has("mutation") or name in ("xs", "key"):
            return []
        container, *inner = kind
        item = inner[0]
        value, other = self.expr(item, 1), self.expr(inner[-1], 1)
        ways = {
            "list": [
                f"{name}.append({value})",
                f"if {name}:\n{self.deeper()}{name}[{self.rng.choice(['0', '-1'])}] = {value}",
            ],
            "dict": [f"{name}[{value}] = {other}", f"{name}.setdefault({value}, {other})"],
            "set": [f"{name}.add({value})", f"{name} |= {self.expr(kind, 1)}"],
            "counter": [f"{name}[{value}] += 1", f"{name}.update({self.expr(('list', item), 1)})"],
            "deque": [f"{name}.append({value})", f"{name}.appendleft({value})"],
        }.get(str(container), [])
        if self.has("methods"):
            ways += {
                "list": [
                    f"{name}.extend({self.expr(kind, 1)})",
                    f"{name}.insert({self.rng.choice(['0', '1', '-1'])}, {value})",
                    f"{name}.reverse()",
                    f"if {name}:\n{self.deeper()}{name}.pop({self.rng.choice(['', '0', '-1'])})",
                    f"{name} += {self.expr(kind, 1)}",
                    *([f"{name}.sort(key=lambda a: -a)"] if item == "int" else []),
                ],
                "dict": [
                    f"{name}.pop({value}, None)",
                    f"{name}.update({self.expr(kind, 1)})",
                    f"if {value} in {name}:\n{self.deeper()}del {name}[{value}]",
                    f"{name} |= {self.expr(kind, 1)}",
                    *([f"{name}[{value}] = {name}.get({value}, 0) + 1"] if inner[-1] == "int" else []),
                    *([f"{name}.setdefault({value}, []).append(1)"] if inner[-1] == ("list", "int") else []),
                ],
                "set": [
                    f"{name}.discard({value})",
                    f"{name} -= {self.expr(kind, 1)}",
                    f"{name} ^= {self.expr(kind, 1)}",
                ],
                "counter": [f"{name}.subtract({self.expr(('list', item), 1)})", f"del {name}[{value}]"],
                "deque": [f"if {name}:\n{self.deeper()}{name}.popleft()", f"{name}.rotate(1)"],
            }.get(str(container), [])
        return ways

    def deeper(self) -> str:
        return "    " * (self.indent + 1)

    # Forms of their own

    def other(self) -> None:
        usable = {
            "star": self.starred,
            "unpack": self.exchanged,
            "nested": self.nested,
            "closure": self.counting,
            "defaultdict": self.grouped,
            "alias": self.aliased,
            "mutation": self.passed,
            "while": self.while_loop,
            "default": self.kept_default,
            "order": self.ordered,
            "shadow": self.shadowed,
            "late": self.late,
            "try": self.tried,
        }
        known = [write for form, write in usable.items() if self.has(form) and self.indent == 1]
        if known:
            self.rng.choice(known)()
        else:
            self.assign()

    def tried(self) -> None:
        """Something that may raise, between statements that change something, and handlers."""
        self.used.add("try")
        looped = self.maybe(0.3)
        if looped:
            self.line(f"for i in range({self.rng.randint(1, 3)}):")
            self.indent += 1
        known = list(self.scope.variables)
        self.line("try:")
        if self.maybe(0.6):
            self.inside(1)
        self.indent += 1
        for _ in range(self.rng.randint(1, 2)):
            self.line(self.rng.choice(self.risks()))
        self.indent -= 1
        if self.maybe(0.4):
            self.inside(1)
        names = ["KeyError", "IndexError", "ZeroDivisionError", "ValueError", "AssertionError", "Full"]
        for _ in range(self.rng.randint(1, 2)):
            caught = self.rng.choice(
                [*names, "Exception", "LookupError", "(KeyError, Full)", "(ValueError, ZeroDivisionError)"]
            )
            self.line(f"except {caught}:")
            self.inside(1)
            if looped and self.maybe(0.3):
                self.line("    " + self.rng.choice(["continue", "break"]))
        if self.maybe(0.8):
            self.line("except Exception:")
            self.inside(1)
        if self.maybe(0.3):
            self.line("else:")
            self.inside(1)
        if not looped and self.maybe(0.3):
            self.line("finally:")
            self.inside(1)
        self.indent -= looped
        self.scope.variables = known

    def risks(self) -> list[str]:
        e = self.expr
        lists = [name for name in self.scope.of(("list", "int")) if name != "xs"]
        tables = self.scope.of(("dict", "int", "int"))
        ints = [name for name in self.scope.of("int") if name.startswith("v")]
        ways = [f"raise {self.rng.choice(['Full', 'ValueError', 'KeyError'])}", f"assert {e('bool', 1)}"]
        ways = [f"if {e('bool', 1)}: {way}" if way.startswith("raise") else way for way in ways]
        for name in ints[:2]:
            value = e("int", 1)
            ways += [f"{name} = {name} // ({value})", f"{name} = {{0: 1}}[{value}]", f"{name} += [4, 5][{value}]"]
            ways += [f"{name} = sum(counted({value}))", f"{name} = [1, 2].index({value})"]
            ways += [
                f"for j in counted({value}): {name} += 1",
                f"for j in (4 // (k - 1) for k in [3, {value}, 1]): {name} += j",
            ]
        for name in lists[:2]:
            value = e("int", 1)
            ways += [f"filled({name}, {value})", f"{name}.append(filled({name}, {value}))", f"{name}.pop({value})"]
            ways += [f"{name}.remove({value})", f"{name}[{value}] = filled({name}, 2)", f"del {name}[{value}]"]
            ways += [f"{name}.extend(counted({value}))", f"{name} += [4 // k for k in [2, {value}]]"]
            ways += [f"{name}.extend(4 // k for k in [2, {value}])", f"{name}[0], {name}[{value}] = 7, 8"]
        for name in tables[:2]:
            value = e("int", 1)
            ways += [f"taken({name}, {value})", f"{name}[{value}] += 1", f"del {name}[{value}]", f"{name}.pop({value})"]
            ways += [f"{name}[taken({name}, {value})] = taken({name}, 0)"]
        return ways

    def starred(self) -> None:
        self.used.add("star")
        text = f"[{self.expr('int', 1)}, {self.expr('int', 1)}, *{self.expr(('list', 'int'), 1)}]"
        first, rest = self.new("int"), self.new(("list", "int"))
        self.line(
            self.rng.choice(
                [f"{first}, *{rest} = {text}", f"*{rest}, {first} = {text}", f"_, *{rest}, {first} = {text}"]
            )
        )

    def exchanged(self) -> None:
        ints = self.scope.of("int")
        if len(ints) > 1:
            a, b = self.rng.sample(ints, 2) if len(set(ints)) > 1 else (ints[0], ints[0])
            self.line(
                self.rng.choice(
                    [
                        f"{a}, {b} = {b}, {a}",
                        f"{a} = {b} = {self.expr('int')}",
                        f"({a}, {b}), _ = {self.expr('pair')}, 0",
                    ]
                )
            )

    def nested(self) -> None:
        """A function inside that reads what is around it, now or later."""
        self.used.add("nested")
        name, kind = f"inner{len(self.lines)}", self.rng.choice(["int", "bool"])
        self.line(f"def {name}(a):")
        self.line(f"    return {self.within({'a': 'int'} | self.visible(), kind, 2)}")
        if self.maybe(0.5):
            self.change()
        self.line(f"{self.new(kind)} = {name}({self.expr('int', 1)})")

    def visible(self) -> dict[str, Kind]:
        return {variable.name: variable.kind for variable in self.scope.variables}

    def counting(self) -> None:
        """A function inside that changes what is around it."""
        self.used.add("closure")
        count, name = self.new("int"), f"tick{len(self.lines)}"
        self.line(f"{count} = {self.expr('int', 1)}")
        self.line(f"def {name}():")
        self.line(f"    nonlocal {count}")
        self.line(f"    {count} += 1")
        self.line(f"    return {count}")
        self.line(
            f"{self.new('int')} = {self.rng.choice(['{0}() - {0}() * 2', '{1} + {0}()', '{0}() + {1}', '[{0}(), {1}, {0}()][1]']).format(name, count)}"
        )

    def grouped(self) -> None:
        self.used.add("defaultdict")
        groups = f"g{len(self.lines)}"
        self.line(f"{groups} = defaultdict(list)")
        self.line(f"for i in {self.expr(('list', 'int'), 1)}:")
        self.line(f"    {groups}[i % 2].append(i)")
        kind: Kind = ("dict", "int", ("list", "int"))
        self.line(
            f"{self.new(kind)} = {self.rng.choice(['dict({0})', '{{k: v[:] for k, v in {0}.items()}}', '{{k: {0}[k] for k in (1, 0)}}']).format(groups)}"
        )

    def aliased(self) -> None:
        """A second name for a container, or a container in a container."""
        found = [v for v in self.scope.variables if isinstance(v.kind, tuple) and v.name != "xs"]
        if not found:
            return self.assign()
        self.used.add("alias")
        variable = self.rng.choice(found)
        way = self.rng.choice(
            [
                "{0}",
                "({0} if {1} else {0})",
                "({0} or {0})",
                "[{0}, {0}][0]",
                "(lambda a: a)({0})",
                "{0}[:]",
                "list({0})",
            ]
        )
        if variable.kind[0] != "list":
            way = self.rng.choice(["{0}", "({0} if {1} else {0})", "[{0}][0]", "{0}.copy()"])
        self.line(f"{self.new(variable.kind)} = {way.format(variable.name, self.expr('bool', 1))}")
        self.change()

    def passed(self) -> None:
        """A helper changes the container that it is given."""
        tables = self.scope.of(("dict", "int", "int"))
        lists = [name for name in self.scope.of(("list", "int")) if name != "xs"]
        if tables and self.maybe(0.5):
            self.used.add("helper")
            self.line(f"changed({self.rng.choice(tables)}, {self.expr('int', 1)})")
        elif lists:
            self.used.add("helper")
            self.line(f"{self.new(('list', 'int'))} = grown({self.rng.choice(lists)}, {self.expr('int', 1)})")

    def while_loop(self) -> None:
        self.used.add("while")
        left = self.new("int")
        self.line(f"{left} = {self.rng.randint(1, 3)}")
        self.line(f"while {left} > 0{self.rng.choice(['', ' and ' + self.expr('bool', 1)])}:")
        self.line(f"    {left} -= 1")
        known, draws, self.draws = list(self.scope.variables), self.draws, 0
        self.scope.variables = [v for v in known if v.name != left]
        self.inside(1)
        self.scope.variables, self.draws = known, draws
        if self.maybe(0.3):
            self.line("else:")
            self.line(f"    {left} = 7")

    def kept_default(self) -> None:
        """A default that is made once, and kept between calls."""
        self.used.add("default")
        self.line(f"{self.new('int')} = pushed({self.expr('int', 1)}) + 10 * pushed({self.expr('int', 1)})")

    def ordered(self) -> None:
        """What is evaluated first, where both sides change something."""
        self.used.add("order")
        stack, table = f"s{len(self.lines)}", f"t{len(self.lines)}"
        self.line(f"{stack} = [1, 2, {self.expr('int', 1)}]")
        way = self.rng.choice(
            [
                f"{{0}} = {stack}.pop() - 2 * {stack}.pop()",
                f"{{0}} = {stack}.pop() if {stack}.pop() > 1 else {stack}.pop()",
                f"{{0}} = {stack}.pop() < {stack}.pop() < {stack}.pop()",
                f"{{0}} = len({stack}) * {stack}.pop() * len({stack})",
                f"{{0}} = f'{{{{{stack}.pop()}}}}{{{{{stack}.pop()}}}}'",
                f"{table} = {{{{}}}}; {table}[{stack}.pop()] = {stack}.pop(); {{0}} = sum(10 * k + v for k, v in {table}.items())",
                f"{table} = {{{{{stack}.pop(): {stack}.pop()}}}}; {{0}} = sum(10 * k + v for k, v in {table}.items())",
                f"{stack}[0] += {stack}.pop(); {{0}} = {stack}[0]",
                f"{stack}[len({stack}) - 2], {stack}[0] = {stack}.pop(), len({stack}); {{0}} = {stack}[0]",
            ]
        )
        kind: Kind = "bool" if " < " in way else "str" if "f'" in way else "int"
        for part in way.format(self.new(kind)).split("; "):
            self.line(part)

    def shadowed(self) -> None:
        """A variable with the name of a built-in function."""
        self.used.add("shadow")
        name = self.rng.choice(["sum", "len", "max", "int", "sorted", "list", "set"])
        if not any(re.search(rf"\b{name}\(", text) for text in self.lines):
            self.line(f"{name} = {self.expr('int', 0)}")
            self.line(f"{self.new('int')} = {name} + 1")

    def late(self) -> None:
        """Functions made in a loop see the last turn's variable."""
        self.used.add("late")
        self.line("made = []")
        self.line(f"for i in range({self.rng.randint(1, 3)}):")
        self.line(
            self.rng.choice(
                ["    made.append(lambda: i)", "    made.append(lambda i=i: i)", "    made.append(partial(helper, i))"]
            )
        )
        many = "partial" in self.lines[-1]
        self.line(f"{self.new('int')} = sum(f({'1' if many else ''}) for f in made)")


def uses(text: str, name: str) -> bool:
    return re.search(rf"(?<!\.)\b{name}\b", text) is not None
