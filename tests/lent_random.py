"""Random programs without draws in which callees change what they are given: helpers, methods, nested functions, chains
of calls, functions that call themselves, and what containers hold."""

from __future__ import annotations

import random
from typing import Any

from as_python import HEAD
from containers_random import judged

IMPORTS = "from dataclasses import dataclass, field\n"
CLASS = """@dataclass
class Box:
    n: int = 0
    r: list = field(default_factory=list)
    g: list = field(default_factory=list)

{methods}
"""
START = """    i = 1
    r, s = [1, 2], [0]
    g = [[1], [2, 0]]
    d, e = {0: 1}, {0: [1]}
    box, other = Box(1, [3], [[4]]), Box()
    shelf, by = [Box(2), Box(3, [1])], {0: Box(4), 1: Box()}
"""
METHOD = """    def flow(self, values):
        for v in values:
            self.n += 1
            self.r.append(self.n)
            yield v
        self.n += 10

"""
FLOWS = """def drain(values):
    while values:
        yield values.pop()


def split(values):
    row = []
    for v in values:
        row.append(v)
        if len(row) > 1:
            yield row
            row = []
    yield row


def through(values, box):
    for v in drain(values):
        box.n += 1
        yield v
    yield from split([1, 2, 3])


"""
LAST = "i, r, s, g, d, e, box, other, shelf, by"


class Writer:
    """r, s are lists, g a list of lists, d, e dictionaries, of numbers and of lists; box and other are records."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.callable: list[str] = []
        self.methods: list[str] = []
        self.inside = "f"
        self.boxes = ["box", "other"]
        self.flows: list[str] = []  # calls of functions that yield

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def program(self) -> str:
        helpers = ""
        for name in ("put", "add", "mix")[: self.random.randrange(1, 4)]:
            helpers += self.helper(name)
        methods = "".join(self.method(name) for name in ("one", "two")[: self.random.randrange(1, 3)])
        self.inside, nested = "f", ""
        for name in ("near", "far")[: self.random.randrange(0, 3)]:
            nested += self.nested(name)
        body = "".join(self.statement(1, 3) for _ in range(self.random.randrange(2, 6)))
        if self.random.random() < 0.5:
            methods += METHOD
            self.flows += ["box.flow(r)", "other.flow(s)", "shelf[0].flow([1])", "box.flow(box.r)"]
        if self.random.random() < 0.5:
            helpers += FLOWS
            self.flows += ["drain(r)", "drain(s)", "drain(g)", "split(r)", "split(s)", "through(r, box)"]
        text = CLASS.format(methods=methods)
        return f"{text}\n\n{helpers}@mechanism\ndef f():\n{START}{nested}{body}    return ({LAST})\n"

    def body(self, depth: int, most: int = 3) -> str:
        return "".join(self.statement(depth, depth + 1) for _ in range(self.random.randrange(1, most)))

    def helper(self, name: str) -> str:
        """A function of a list, of a list of lists, of dictionaries and of a number."""
        self.inside = "helper"
        before = list(self.callable)
        recursive = self.random.random() < 0.3
        text = f"def {name}(r, g, d, e, i=0):\n"
        if recursive:
            text += "    if i > 1:\n        return " + self.pick("i", "r", "[1]", "g[0]", "d") + "\n"
            self.callable.append(name)
        if self.random.random() < 0.4:
            text += "    s = " + self.pick("r", "list(r)", "g[0]", "[7]") + "\n"
        else:
            text += "    s = [8]\n"
        text += "    box, other = Box(2, [5]), Box()\n" + self.body(1)
        if recursive:
            text += f"    {name}({self.arguments('i + 1')})\n"
        text += "    return " + self.pick("i", "i", "r", "list(r)", "g", "d", "s", "[r]", "e[0]") + "\n\n\n"
        self.callable = [*before, name]
        return text

    def method(self, name: str) -> str:
        self.inside = "method"
        options = [
            "self.n += i",
            "self.r.append(i)",
            "self.g.append([i])",
            "self.r = [i]",
            "self.g[0].append(i) if self.g else None",
            "self.r = r",
            "self.g.append(r)",
            "self.r.extend(r)",
            "r.append(self.n)",
            "r.extend(self.r)",
            *(f"self.{known}(r, i)" for known in self.methods),
        ]
        lines = [self.pick(*options) for _ in range(self.random.randrange(1, 4))]
        lines = [line if " if " not in line else "if self.g:\n            self.g[0].append(i)" for line in lines]
        result = self.pick("None", "self.n", "self.r", "self", "list(self.r)")
        text = f"    def {name}(self, r, i=2):\n" + "".join(f"        {line}\n" for line in lines)
        self.methods.append(name)
        return text + f"        return {result}\n\n"

    def nested(self, name: str) -> str:
        text = f"    def {name}(k):\n"
        text += "".join(f"        {self.pick(*self.changes('k'))}\n" for _ in range(self.random.randrange(1, 3)))
        text += "        return " + self.pick("k", "len(r)", "r", "[k]", "g", "box") + "\n\n"
        self.callable.append(name)
        return text

    def changes(self, k: str) -> list[str]:
        return [
            f"r.append({k})", f"s[0] = {k}", f"g[0].append({k})", "g.append(r)", "g.append(list(r))", f"d[{k}] = {k}",
            "g.append(r); g.append(r)", "g.extend([s, s])",
            f"e[{k}] = [{k}]", "e[0] = r", f"e[0].append({k})", f"box.n += {k}", f"box.r.append({k})", "box.r = r",
            "r.extend(s)", "g[0] = s", f"r[0] += {k}", "r.pop() if r else 0",
        ]  # fmt: skip

    def over_boxes(self, indent: str) -> str:
        """A loop that changes the records that it goes over."""
        over = self.pick(
            "each in shelf", "each in by.values()", "i, each in enumerate(shelf)", "i, each in by.items()",
            "each, i in zip(shelf, r)", "i, (each, v) in enumerate(zip(shelf, g))", "each in reversed(shelf)",
            "each, v in zip(shelf, shelf)", "each in [box, other]", "each in shelf[:1]",
        )  # fmt: skip
        lines = [
            self.pick(
                f"each.{self.pick(*self.methods)}({self.pick('r', 's', 'each.r', 'shelf[0].r', '[i]')}, i)",
                "each.n += 1", "each.r.append(each.n)", "box.n += each.n", "r.append(each.n)", "each.g.append([i])",
                "shelf[0].n += 1", "shelf = []", "shelf.append(Box())", "box = each", "i = 0", "each.r = r",
            )
            for _ in range(self.random.randrange(1, 3))
        ]  # fmt: skip
        return f"for {over}:\n" + "".join(f"{indent}    {line}\n" for line in lines)

    def flowing(self, indent: str) -> str:
        """A loop over what yields, and may change what it is given on the way."""
        flow = self.pick(*self.flows)
        if self.random.random() < 0.3:
            return str(self.pick(f"s = list({flow})", f"i = len(list({flow}))", f"g = [list({flow}), {flow!s} and s]"))
        lines = [
            self.pick(
                "r.append(i)", "s.append(box.n)", "g.append([i])", "i = box.n", "box.n += 1", "s = [i]", "r = [2]",
                "g.append([v])", "box = other", "s.append(len(r))", "s = v", "v.append(1)", "g.append(v)", "break",
            )
            for _ in range(self.random.randrange(1, 4))
        ]  # fmt: skip
        return f"for v in {flow}:\n" + "".join(f"{indent}    {line}\n" for line in lines)

    def chosen(self, indent: str) -> str:
        """A second name that a condition chooses, or a loop gives, and what is done with it."""
        a, b = (self.pick("r", "s", "g[0]", "e[0]", "box.r", "other.r", "g[i % 2]") for _ in range(2))
        change = [
            self.pick(
                f"{name}.append({self.number()})", f"{name}.extend([i])", f"{name}[0:0] = [i]", f"i = len({name})",
                "r.append(5)", "s = [1]", "box = other", "i += 1", f"g.append(list({name}))", f"r = {name}",
                "box.n += 1", f"{name} += [3]", "g[0] = [7]",
            )
            for name in ["u"] * self.random.randrange(1, 4)
        ]  # fmt: skip
        test = self.pick("i", "len(r) > 1", "box.n > 1", "i == 1")
        other = self.pick("s.append(0)", "pass", "r.append(8)")
        head = self.pick(
            f"u = {a} if {test} else {b}\n", f"u = {a}\n",
            f"if {test}:\n{indent}    u = {a}\n{indent}else:\n{indent}    {other}\n{indent}    u = {b}\n",
        )  # fmt: skip
        if self.random.random() < 0.4:
            head = self.pick(f"for u in ({a}, {b}):\n", f"for u, v in (({a}, 1), ({b}, i)):\n")
            return head + "".join(f"{indent}    {line}\n" for line in change)
        return head + "".join(f"{indent}{line}\n" for line in change)

    def boxed(self) -> str:
        return self.pick(
            "shelf[0] = other", "by[0] = box", "shelf.append(box)", "other = shelf[0]", "shelf[0].r = shelf[1].r",
            "by[1].r = r", "shelf = [box, other]", "shelf = [Box(i) for i in range(2)]", "r = shelf[0].r",
            "shelf[0].r.append(by[0].n)", "by = {i: each for i, each in enumerate(shelf)}", "shelf = list(shelf)",
        )  # fmt: skip

    def arguments(self, last: str) -> str:
        r = self.pick("r", "r", "r", "s", "g[0]", "[9]", "list(r)", "e[0]")
        g = self.pick("g", "g", "g", "[r]", "[[1]]")
        d = self.pick("d", "d", "d", "{}", "dict(d)")
        e = self.pick("e", "e", "e", "{0: r}", "dict(e)")
        return f"{r}, {g}, {d}, {e}, {last}"

    def call(self) -> str:
        options = [name for name in self.callable if name in ("near", "far") and self.inside == "f"] * 2
        options += [name for name in self.callable if name not in ("near", "far")]
        if self.methods and self.inside != "helper" and self.random.random() < 0.5:
            box = self.pick("box", "box", "other", "Box()")
            if self.inside == "f":
                box = self.pick(box, "shelf[0]", "shelf[-1]", "by[0]", "shelf[i % 2]")
            return f"{box}.{self.pick(*self.methods)}({self.pick('r', 's', 'box.r', 'g[0]', '[1]')}, {self.number()})"
        if not options:
            return "len(r)"
        name = self.pick(*options)
        return f"{name}({self.number()})" if name in ("near", "far") else f"{name}({self.arguments(self.number())})"

    def number(self) -> str:
        return str(self.pick("0", "1", "i", "len(r)", "len(g)", "box.n", "sum(s)"))

    def statement(self, depth: int, deepest: int) -> str:
        indent = "    " * depth
        call = self.call
        options = [
            *([lambda: call()] * 6),
            lambda: f"r = {call()}",
            lambda: f"{self.pick('r', 's')} = {self.pick('r', 's', 'list(r)', 'g[0]', 'e[0]', 'box.r')}",
            lambda: f"g = {self.pick('[r, s]', '[list(r)]', 'list(g)')}",
            lambda: f"i = {self.pick(f'int(bool({call()}))', self.number(), f'len(r) + int(bool({call()}))')}",
            lambda: f"box = {self.pick('other', 'Box(1, r)', 'Box()', call())}",
            lambda: f"s = [bool({call()}), bool({call()})]",
            lambda: f"s = [bool({call()}), len(r)]",
            lambda: f"d[int(bool({call()}))] = {self.number()}",
            lambda: f"s = [bool({call()}) for _ in range(2)]",
            lambda: f"i = sum(int(bool({call()})) for _ in range(2))",
            *([lambda: str(self.pick(*self.changes(self.number())))] * 4),
        ]
        if self.inside == "f" and depth == 1:
            options += [lambda: self.chosen(indent)] * 3
            options += [lambda: self.flowing(indent)] * (3 if self.flows else 0)
        if self.inside == "f" and self.methods:
            options += [lambda: self.over_boxes(indent), lambda: self.over_boxes(indent), self.boxed]
        if depth < deepest:
            options += [
                lambda: f"for {self.pick('i', 's', 'r')} in {self.pick('g', 'range(2)', 'r', 'list(g)')}:",
                lambda: f"for {self.pick('row', 'cell')} in {self.pick('g', 'e.values()', 'list(g)', '[r, s]')}:",
                lambda: f"for i, row in {self.pick('enumerate(g)', 'e.items()', 'enumerate([r])', 'd.items()')}:",
                lambda: f"if {self.pick('r', 'i', 'len(g) > 1', f'int(bool({call()})) > 2')}:",
                lambda: f"for i, v in enumerate({self.pick('r', 'g', f'[{call()}]')}):",
            ]
        text = self.pick(*options)()
        if not text.endswith(":") or "\n" in text:
            return f"{indent}{text}\n"
        inner = self.body(depth + 1, 3)
        for name in ("row", "cell"):
            if f"{name} in" in text:
                changed = self.pick(
                    f"{name}.append(1)", f"{name}[0] = i", f"{name} += [2]", f"{name}.extend(r)", "i = 2"
                )
                more = self.pick(
                    changed, changed, f"r = {name}", f"g.append({name})", f"r.extend({name})", "g.append([1])"
                )
                inner = f"{indent}    {changed}\n{indent}    {more}\n" + self.pick(inner, "")
        return f"{indent}{text}\n{inner}"


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD.rstrip("\n") + "\n" + IMPORTS + "\n\n" + Writer(seed).program(), seed)
