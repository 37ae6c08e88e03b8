"""Random expressions in the Python that people write: containers, their methods, strings, lambdas, records.

Every production has the name of the form that it shows; a file uses only some forms, so that one that faier refuses
does not stand in every file.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

Kind: TypeAlias = str | tuple["Kind", ...]
"""`int`, `bool`, `str`, `pair`, `point`, `state`, `colour`, or a container with the kinds of what it holds."""

FORMS = [
    "dict",
    "set",
    "counter",
    "defaultdict",
    "deque",
    "string",
    "f-string",
    "lambda",
    "map",
    "filter",
    "reduce",
    "walrus",
    "star",
    "bits",
    "rounding",
    "itertools",
    "comprehension",
    "key",
    "record",
    "enum",
    "methods",
    "mutation",
    "nested",
    "closure",
    "generator",
    "recursion",
    "helper",
    "slices",
    "unpack",
    "choice",
    "shuffled",
    "sample",
    "merge",
    "chained",
    "order",
    "early",
    "alias",
    "late",
    "keys",
    "attributes",
    "strings",
    "while",
    "shadow",
    "default",
    "nested_data",
    "typed",
    "geometric",
    "effects",
    "try",
]
LETTERS, JOINING, SPLITTING = ['"a"', '"b"'], ['""', '","'], ["", '"a"']
STRIPPED = ["upper()", "lower()", "strip()", 'replace("a", "")', "title()"]
ALWAYS = frozenset({"list", "plain"})


@dataclass
class Variable:
    name: str
    kind: Kind


@dataclass
class Scope:
    """What can be read, and how many more draws there may be."""

    variables: list[Variable] = field(default_factory=list)

    def of(self, kind: Kind) -> list[str]:
        return [variable.name for variable in self.variables if variable.kind == kind]


class Expressions:
    """Writes expressions of a kind; `has` says whether the file uses a form."""

    def __init__(self, rng: Random, forms: Sequence[str] = FORMS) -> None:
        self.rng = rng
        count = min(rng.choice([2, 3, 4, 6, 9]), len(forms))
        self.forms = frozenset(rng.sample(forms, count)) | ALWAYS
        self.used: set[str] = set()
        self.scope = Scope()
        self.names = 0

    def has(self, form: str) -> bool:
        return form in self.forms

    def maybe(self, chance: float) -> bool:
        return self.rng.random() < chance

    def pick(self, *ways: tuple[str, Callable[[], str]]) -> str:
        """One of the ways whose forms are in use."""
        usable = [way for way in ways if all(map(self.has, way[0].split()))]
        form, write = self.rng.choice(usable)
        self.used.update(form.split())
        return write()

    def expr(self, kind: Kind, depth: int = 2) -> str:
        known = self.scope.of(kind)
        if known and (depth <= 0 or self.maybe(0.4)):
            return self.rng.choice(known)
        if depth <= 0:
            return self.leaf(kind)
        if isinstance(kind, tuple):
            return self.container(kind, depth - 1)
        return self.scalar(kind, depth - 1)

    def leaf(self, kind: Kind) -> str:
        if isinstance(kind, tuple):
            return {
                "list": "[]",
                "dict": "{}",
                "set": "set()",
                "counter": "Counter()",
                "deque": "deque()",
            }.get(str(kind[0])) or "()"
        leaves = {
            "int": self.rng.choice(["0", "1", "2", "-1"]),
            "bool": self.rng.choice(["True", "False"]),
            "str": self.rng.choice(['"a"', '"b"', '""', '"ab"']),
            "pair": "(0, 1)",
            "point": "Point(0, 1)",
            "state": "State(1)",
            "colour": self.rng.choice(["Colour.RED", "Colour.BLUE"]),
        }
        return leaves[str(kind)]

    def scalar(self, kind: Kind, d: int) -> str:
        return {
            "int": self.integer,
            "bool": self.boolean,
            "str": self.string,
            "pair": lambda d: f"({self.expr('int', d)}, {self.expr('int', d)})",
            "point": self.point,
            "state": lambda d: f"State({self.expr('int', d)})",
            "colour": self.colour,
        }[str(kind)](d)

    def key(self) -> Kind:
        return self.rng.choice(
            ["int", "str"] if self.has("strings") else ["int", "bool"] if self.has("keys") else ["int"]
        )

    def of(self, kind: Kind, depth: int) -> str:
        """What stands on the left of a dot."""
        text = self.expr(kind, depth)
        return text if text.isidentifier() else f"({text})"

    # Numbers and truth

    def integer(self, d: int) -> str:
        e = self.expr
        ints: Kind = ("list", "int")
        table: Kind = ("dict", "int", "int")
        return self.pick(
            ("plain", lambda: f"({e('int', d)} {self.rng.choice('+-*')} {e('int', d)})"),
            ("plain", lambda: f"({e('int', d)} % {self.rng.choice(['2', '3', '-2'])})"),
            ("plain", lambda: f"({e('int', d)} // {self.rng.choice(['2', '-2'])})"),
            ("plain", lambda: f"({e('int', d)} if {e('bool', d)} else {e('int', d)})"),
            ("plain", lambda: f"min({e('int', d)}, {e('int', d)})"),
            ("plain", lambda: f"int({e('bool', d)})"),
            ("plain", lambda: f"len({e(ints, d)})"),
            ("plain", lambda: f"sum({e(ints, d)})"),
            ("plain", lambda: f"({e('bool', d)} + {e('int', d)})"),
            ("order", lambda: f"({e('int', d)} and {e('int', d)})"),
            ("order", lambda: f"({e('int', d)} or {e('int', d)})"),
            ("bits", lambda: f"({e('int', d)} {self.rng.choice('&|^')} {e('int', d)})"),
            (
                "bits",
                lambda: f"({e('int', d)} {self.rng.choice(['<<', '>>'])} {self.rng.choice(['1', '2', e('bool', d)])})",
            ),
            ("bits", lambda: f"(~{e('int', d)})"),
            ("bits", lambda: f"({e('int', d)}).bit_length()"),
            ("bits", lambda: f"bin({e('int', d)}).count('1')"),
            ("rounding", lambda: f"round({e('int', d)} / {self.rng.choice(['2', '4', '-2'])})"),
            ("rounding", lambda: f"divmod({e('int', d)}, {self.rng.choice(['2', '-3'])})[{self.rng.choice('01')}]"),
            ("rounding", lambda: f"pow({e('int', d)}, {self.rng.choice(['2', '0', '3, 5'])})"),
            ("rounding", lambda: f"int({e('int', d)} / 2)"),
            ("rounding", lambda: f"math.{self.rng.choice(['floor', 'ceil'])}({e('int', d)} / 2)"),
            ("rounding", lambda: f"math.gcd({e('int', d)}, {e('int', d)})"),
            ("walrus", lambda: f"({self.bound()} := {e('int', d)})"),
            (
                "lambda",
                lambda: (
                    f"(lambda a, b={e('int', d)}: {self.within({'a': 'int', 'b': 'int'}, 'int', d)})({e('int', d)})"
                ),
            ),
            ("reduce lambda", lambda: self.reduced(d)),
            ("map lambda", lambda: f"sum(map(lambda a: {self.within({'a': 'int'}, 'int', d)}, {e(ints, d)}))"),
            (
                "key lambda",
                lambda: (
                    f"max({e(ints, d)}, key=lambda a: {self.within({'a': 'int'}, 'int', d)}, default={e('int', d)})"
                ),
            ),
            ("key", lambda: f"min({e(ints, d)}, default={e('int', d)})"),
            (
                "comprehension",
                lambda: (
                    f"sum({self.within({'i': 'int'}, 'int', d)} for i in {e(ints, d)} if {self.within({'i': 'int'}, 'bool', d)})"
                ),
            ),
            (
                "comprehension early",
                lambda: f"next((i for i in {e(ints, d)} if {self.within({'i': 'int'}, 'bool', d)}), {e('int', d)})",
            ),
            ("dict", lambda: f"{self.of(table, d)}.get({e('int', d)}, {e('int', d)})"),
            ("dict", lambda: f"sum({self.of(table, d)}.values())"),
            ("dict order", lambda: f"[*{e(table, d)}, {e('int', d)}][0]"),
            ("dict key", lambda: f"max({e(table, d)}, default={e('int', d)})"),
            ("counter", lambda: f"{self.of(('counter', 'int'), d)}[{e('int', d)}]"),
            ("set", lambda: f"len({e(('set', 'int'), d)})"),
            ("set", lambda: f"sum({e(('set', 'int'), d)})"),
            ("set", lambda: f"max({e(('set', 'int'), d)}, default={e('int', d)})"),
            ("string", lambda: f"{self.of('str', d)}.count({self.rng.choice(LETTERS)})"),
            ("string", lambda: f"len({e('str', d)})"),
            ("string", lambda: f"{self.of('str', d)}.find({e('str', d)})"),
            ("methods", lambda: f"{self.of(ints, d)}.count({e('int', d)})"),
            ("slices", lambda: f"[0, 1, *{e(ints, d)}][{self.rng.choice(['0', '-1', '1', '-2'])}]"),
            ("slices star", lambda: f"sum({self.of(ints, d)}[{self.rng.choice(['1:', ':-1', '::-1', '::2'])}])"),
            ("record", lambda: f"{self.of('point', d)}.{self.rng.choice('xy')}"),
            ("record", lambda: f"{self.of('point', d)}[{self.rng.choice('01')}]"),
            ("attributes", lambda: f"{self.of('state', d)}.count"),
            ("enum", lambda: f"{self.of('colour', d)}.value"),
            ("effects", lambda: self.effect(d)),
            ("effects", lambda: self.effect(d)),
            ("effects", lambda: self.effect(d)),
            ("effects", lambda: f"({self.effect(d)} {self.rng.choice('-*<')} {self.effect(d)})"),
            ("effects", lambda: f"helper(b={self.effect(d)}, a={self.effect(d)})"),
            ("effects record", lambda: f"Point(y={self.effect(d)}, x={self.effect(d)}).x"),
            (
                "effects",
                lambda: f"[{self.effect(d)}, {self.effect(d)}, {self.effect(d)}][{self.rng.choice(['0', '1', '-1'])}]",
            ),
            (
                "effects dict",
                lambda: (
                    f"sum(k * 3 + v for k, v in {{{self.effect(d)}: {self.effect(d)}, {self.effect(d)}: {self.effect(d)}}}.items())"
                ),
            ),
            ("effects order", lambda: f"({self.effect(d)} if {self.effect(d)} > 1 else {self.effect(d)})"),
            ("helper", lambda: f"helper({e('int', d)}, {self.rng.choice(['', 'b='])}{e('int', d)})"),
            ("recursion", lambda: f"descend({e('int', d)} % 4)"),
            ("generator", lambda: f"sum(pieces({e(ints, d)}))"),
            ("itertools", lambda: f"sum(a * b for a, b in {self.paired(d)})"),
            ("deque", lambda: f"sum({e(('deque', 'int'), d)})"),
        )

    def effect(self, d: int) -> str:
        """A number that is had by changing a container on the way."""
        found = [v for v in self.scope.variables if isinstance(v.kind, tuple) and v.name.startswith("v")]
        if not found:
            return self.expr("int", d)
        variable = self.rng.choice(found)
        name, ways = variable.name, [f"len({variable.name})"]
        if variable.kind == ("list", "int"):
            ways += [
                f"({name}.pop({self.rng.choice(['', '0'])}) if {name} else 0)",
                f"({name}.append({self.expr('int', d)}) or len({name}))",
            ]
            ways += [
                f"sum({name})",
                f"len([{name}.append(i) for i in range(2)])",
                f"(grown({name}, {self.expr('int', d)})[0])",
            ]
        if variable.kind == ("dict", "int", "int"):
            ways += [
                f"{name}.pop({self.expr('int', d)}, 7)",
                f"{name}.setdefault({self.expr('int', d)}, {self.expr('int', d)})",
            ]
            ways += [f"sum({name}.values())", f"(changed({name}, {self.expr('int', d)}) or len({name}))"]
        if variable.kind == ("set", "int"):
            ways += [f"({name}.add({self.expr('int', d)}) or len({name}))"]
        if variable.kind == ("deque", "int"):
            ways += [f"({name}.popleft() if {name} else 0)", f"({name}.appendleft({self.expr('int', d)}) or {name}[0])"]
        return self.rng.choice(ways)

    def boolean(self, d: int) -> str:
        e = self.expr
        ints: Kind = ("list", "int")
        return self.pick(
            ("plain", lambda: f"({e('int', d)} {self.rng.choice(['<', '<=', '==', '!=', '>'])} {e('int', d)})"),
            ("plain", lambda: f"(not {e('bool', d)})"),
            ("plain", lambda: f"({e('bool', d)} {self.rng.choice(['and', 'or'])} {e('bool', d)})"),
            ("plain", lambda: f"({e('int', d)} in {e(ints, d)})"),
            (
                "chained",
                lambda: (
                    f"({e('int', d)} {self.rng.choice(['<', '==', '<='])} {e('int', d)} {self.rng.choice(['<', '!=', '>='])} {e('int', d)})"
                ),
            ),
            (
                "comprehension",
                lambda: (
                    f"{self.rng.choice(['any', 'all'])}({self.within({'i': 'int'}, 'bool', d)} for i in {e(ints, d)})"
                ),
            ),
            ("plain", lambda: f"bool({e(ints, d)})"),
            ("bits", lambda: f"({e('bool', d)} {self.rng.choice('&|^')} {e('bool', d)})"),
            (
                "set",
                lambda: f"({e(('set', 'int'), d)} {self.rng.choice(['<=', '==', '<', '>='])} {e(('set', 'int'), d)})",
            ),
            ("set methods", lambda: f"{self.of(('set', 'int'), d)}.isdisjoint({e(ints, d)})"),
            ("dict", lambda: f"({e('int', d)} in {e(('dict', 'int', 'int'), d)})"),
            ("dict", lambda: f"({e(('dict', 'int', 'int'), d)} == {e(('dict', 'int', 'int'), d)})"),
            ("string", lambda: f"({e('str', d)} {self.rng.choice(['==', '<', 'in', '>='])} {e('str', d)})"),
            ("string methods", lambda: f"{self.of('str', d)}.startswith({e('str', d)})"),
            ("record", lambda: f"({e('point', d)} {self.rng.choice(['==', '<', '!='])} {e('point', d)})"),
            ("enum", lambda: f"({e('colour', d)} {self.rng.choice(['==', 'is'])} {e('colour', d)})"),
            (
                "typed",
                lambda: f"isinstance({e(self.rng.choice(['int', 'bool']), d)}, {self.rng.choice(['int', 'bool'])})",
            ),
            ("typed", lambda: f"({e('bool', d)} == {e('int', d)})"),
            ("typed", lambda: f"({e('bool', d)} in {e(ints, d)})"),
            ("unpack", lambda: f"(({e('int', d)}, {e('int', d)}) < ({e('int', d)}, {e('int', d)}))"),
        )

    def string(self, d: int) -> str:
        e = self.expr
        return self.pick(
            ("plain", lambda: f"({e('str', d)} if {e('bool', d)} else {e('str', d)})"),
            ("string", lambda: f"({e('str', d)} + {e('str', d)})"),
            ("string", lambda: f"str({e(self.rng.choice(['int', 'bool', 'str']), d)})"),
            ("string", lambda: f"{self.of('str', d)}.{self.rng.choice(STRIPPED)}"),
            ("string", lambda: f"({e('str', d)} * {self.rng.choice(['2', '0', e('bool', d)])})"),
            ("string slices", lambda: f"{self.of('str', d)}[{self.rng.choice(['1:', ':1', '::-1'])}]"),
            ("string", lambda: f"{self.rng.choice(JOINING)}.join(map(str, {e(('list', 'int'), d)}))"),
            (
                "string comprehension",
                lambda: f"'-'.join(c for c in {e('str', d)} if {self.within({'c': 'str'}, 'bool', d)})",
            ),
            ("f-string", lambda: f"f'{{{e('int', 0)}}}:{{{e('bool', 0)}}}'"),
            ("f-string", lambda: f"f'<{{{e('int', 0)}:{self.rng.choice(['02d', '>3', '+', 'b', 'x'])}}}>'"),
            ("f-string", lambda: f"f'{{{e('str', 0)}!r}}{{{e('int', 0)}=}}'"),
            ("f-string typed", lambda: f"f'{{{e(('list', 'int'), 0)}}}{{{e('int', 0)} / 2}}'"),
            ("enum", lambda: f"{self.of('colour', d)}.name"),
        )

    def point(self, d: int) -> str:
        e = self.expr
        return self.pick(
            ("plain", lambda: f"Point({e('int', d)}, {e('int', d)})"),
            ("plain", lambda: f"Point(y={e('int', d)}, x={e('int', d)})"),
            ("methods", lambda: f"{self.of('point', d)}._replace({self.rng.choice('xy')}={e('int', d)})"),
            ("star", lambda: f"Point(*{e('pair', d)})"),
        )

    def colour(self, d: int) -> str:
        return self.pick(
            ("plain", lambda: f"(Colour.RED if {self.expr('bool', d)} else Colour.BLUE)"),
            ("methods", lambda: f"Colour({self.expr('bool', d)} + 1)"),
            ("slices", lambda: f"list(Colour)[{self.expr('bool', d)}]"),
        )

    # Containers

    def container(self, kind: tuple[Kind, ...], d: int) -> str:
        name, *inner = kind
        return {
            "list": self.list_of,
            "dict": self.dict_of,
            "set": self.set_of,
            "counter": lambda item, d: f"Counter({self.expr(('list', item), d)})",
            "deque": lambda item, d: f"deque({self.expr(('list', item), d)})",
            "tuple": lambda *rest: f"({', '.join(self.expr(item, rest[-1]) for item in rest[:-1])},)",
        }[str(name)](*inner, d)

    def list_of(self, item: Kind, d: int) -> str:
        e = self.expr
        whole: Kind = ("list", item)
        display = ("plain", lambda: f"[{', '.join(e(item, d) for _ in range(self.rng.randint(1, 3)))}]")
        ways: list[tuple[str, Callable[[], str]]] = [
            display,
            ("plain", lambda: f"({e(whole, d)} + {e(whole, d)})"),
            ("slices", lambda: f"{self.of(whole, d)}[{self.rng.choice(['1:', ':-1', '::-1', '-2:', ':2', '::2'])}]"),
            ("star", lambda: f"[*{e(whole, d)}, {e(item, d)}]"),
            ("methods", lambda: f"{self.of(whole, d)}.copy()"),
            ("order", lambda: f"({e(whole, d)} or [{e(item, d)}])"),
            (
                "comprehension",
                lambda: (
                    f"[{self.within({'i': item}, item, d)} for i in {e(whole, d)} if {self.within({'i': item}, 'bool', d)}]"
                ),
            ),
        ]
        if item in ("int", "bool", "str"):
            ways += [
                ("plain", lambda: f"sorted({e(whole, d)}{self.rng.choice(['', ', reverse=True'])})"),
                ("map lambda", lambda: f"list(map(lambda a: {self.within({'a': item}, item, d)}, {e(whole, d)}))"),
                (
                    "filter lambda",
                    lambda: f"list(filter(lambda a: {self.within({'a': item}, 'bool', d)}, {e(whole, d)}))",
                ),
                (
                    "key lambda",
                    lambda: (
                        f"sorted({e(whole, d)}, key=lambda a: {self.within({'a': item}, 'int', d)}{self.rng.choice(['', ', reverse=True'])})"
                    ),
                ),
                ("dict", lambda: f"list({e(('dict', item, 'int'), d)})"),
                ("set", lambda: f"sorted({e(('set', item), d)})"),
                ("late lambda", lambda: f"[f() for f in [lambda: i for i in {e(whole, d)}]]"),
                ("late lambda", lambda: f"[f() for f in [lambda i=i: i for i in {e(whole, d)}]]"),
            ]
        if item == "int":
            ways += [
                ("plain", lambda: f"list(range({e('int', d)} % 4))"),
                ("dict", lambda: f"list({self.of(('dict', 'int', 'int'), d)}.values())"),
                ("itertools", lambda: f"list({self.rng.choice(['accumulate', 'chain'])}({e(whole, d)}))"),
                ("itertools", lambda: f"[a + b for a, b in {self.paired(d)}]"),
                ("generator", lambda: f"list(pieces({e(whole, d)}))"),
                ("deque", lambda: f"list({e(('deque', 'int'), d)})"),
                (
                    "comprehension",
                    lambda: (
                        f"[a * {self.within({'a': 'int', 'b': 'int'}, 'int', d)} for a in {e(whole, d)} for b in {e(whole, d)}]"
                    ),
                ),
                ("comprehension", lambda: f"[i * v for i, v in enumerate({e(whole, d)}, {e('int', d)})]"),
                ("helper mutation", lambda: f"grown([*{e(whole, d)}], {e('int', d)})"),
                (
                    "walrus comprehension",
                    lambda: f"[w for i in {e(whole, d)} if (w := {self.within({'i': 'int'}, 'int', d)}) > 0]",
                ),
            ]
        if item == "str":
            ways += [
                ("string", lambda: f"list({e('str', d)})"),
                ("string methods", lambda: f"{self.of('str', d)}.split({self.rng.choice(SPLITTING)})"),
            ]
        if item == "pair":
            ways += [
                ("dict", lambda: f"list({self.of(('dict', 'int', 'int'), d)}.items())"),
                (
                    "counter order",
                    lambda: f"{self.of(('counter', 'int'), d)}.most_common({self.rng.choice(['', '1', '2'])})",
                ),
                ("itertools", lambda: f"list({self.paired(d)})"),
                ("dict key", lambda: f"sorted({self.of(('dict', 'int', 'int'), d)}.items(), key=lambda kv: kv[1])"),
            ]
        return self.pick(*ways)

    def dict_of(self, key: Kind, value: Kind, d: int) -> str:
        e = self.expr
        whole: Kind = ("dict", key, value)
        ways: list[tuple[str, Callable[[], str]]] = [
            ("plain", lambda: f"{{{', '.join(self.entry(key, value, d) for _ in range(self.rng.randint(0, 3)))}}}"),
            ("comprehension", lambda: f"{{i: {self.within({'i': key}, value, d)} for i in {e(('list', key), d)}}}"),
            ("merge", lambda: f"({e(whole, d)} | {e(whole, d)})"),
            ("merge star", lambda: f"{{**{e(whole, d)}, {e(key, d)}: {e(value, d)}}}"),
            ("plain", lambda: f"dict({e(whole, d)})"),
            ("methods", lambda: f"{self.of(whole, d)}.copy()"),
            ("itertools", lambda: f"dict(zip({e(('list', key), d)}, {e(('list', value), d)}))"),
            (
                "methods",
                lambda: (
                    f"dict.fromkeys({e(('list', key), d)}, {e(value, d) if not isinstance(value, tuple) else '()'})"
                ),
            ),
            ("keys order", lambda: f"{{True: {e(value, d)}, 1: {e(value, d)}, {e(key, d)}: {e(value, d)}}}"),
        ]
        if value == "int":
            ways += [("counter", lambda: f"dict(Counter({e(('list', key), d)}))")]
            ways += (
                [("key order", lambda: f"dict(sorted({self.of(whole, d)}.items()))")] if key in ("int", "str") else []
            )
        return self.pick(*ways)

    def set_of(self, item: Kind, d: int) -> str:
        e = self.expr
        whole: Kind = ("set", item)
        return self.pick(
            ("plain", lambda: f"{{{', '.join(e(item, d) for _ in range(self.rng.randint(1, 3)))}}}"),
            ("plain", lambda: f"set({e(('list', item), d)})"),
            ("comprehension", lambda: f"{{{self.within({'i': item}, item, d)} for i in {e(('list', item), d)}}}"),
            ("plain", lambda: f"({e(whole, d)} {self.rng.choice('|&-^')} {e(whole, d)})"),
            ("methods", lambda: f"{self.of(whole, d)}.union({e(('list', item), d)})"),
            ("dict", lambda: f"set({e(('dict', item, 'int'), d)})"),
            ("dict keys", lambda: f"({self.of(('dict', item, 'int'), d)}.keys() & {e(whole, d)})"),
            ("keys", lambda: f"{{{e(item, d)}, True, 1, 0, False}}"),
        )

    # Parts

    def entry(self, key: Kind, value: Kind, d: int) -> str:
        return f"{self.expr(key, d)}: {self.expr(value, d)}"

    def within(self, bound: dict[str, Kind], kind: Kind, d: int) -> str:
        """An expression that may also use these names; no assignment expression may bind them."""
        before, forms = self.scope.variables, self.forms
        hidden = [v for v in before if v.name not in bound]
        self.scope.variables = hidden + [Variable(name, what) for name, what in bound.items()] * 2
        self.forms -= {"walrus"}
        text = self.expr(kind, min(d, 1))
        self.scope.variables, self.forms = before, forms
        return text

    def bound(self) -> str:
        """A name for an assignment expression: one that exists."""
        known = [name for name in self.scope.of("int") if name.startswith("v")]
        return self.rng.choice(known) if known else "w0"

    def reduced(self, d: int) -> str:
        body = self.within({"a": "int", "b": "int"}, "int", d)
        return f"reduce(lambda a, b: {body}, {self.expr(('list', 'int'), d)}, {self.expr('int', d)})"

    def paired(self, d: int) -> str:
        whole = self.expr(("list", "int"), d)
        ways: Sequence[str] = (
            "zip({0}, {0}[1:])",
            "combinations({0}, 2)",
            "product({0}[:2], repeat=2)",
            "pairwise({0})",
        )
        return self.rng.choice(ways).format(whole)
