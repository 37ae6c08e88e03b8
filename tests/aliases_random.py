"""Random programs without draws in which lists get second names: through helpers, loops, unpacking, slices, tuples."""

from __future__ import annotations

import random
from typing import Any

from as_python import HEAD
from containers_random import judged

IMPORTS = "from itertools import accumulate, chain, islice, pairwise, product, repeat, zip_longest\n"
IMPORTS += "from faier import choice, sample, shuffled\n"
START = """    i, j = 0, 1
    r, s = [1, 2], [0]
    g, h = [[1], [2, 0]], [[3]]
    w = ([5], [6, 1])
"""
LAST = "i, j, r, s, g, h, w"


class Writer:
    """r, s are lists of integers, g, h lists of such lists, w a pair of them; a, b what a loop or a helper has."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.names = ["r", "s"]
        self.outer = ["g", "h"]
        self.helpers: list[tuple[str, str]] = []

    def pick(self, *options: Any) -> Any:
        return self.random.choice(options)

    def program(self) -> str:
        text = "".join(self.helper(number) for number in range(self.random.randrange(1, 3)))
        body = "".join(self.statement(1, 3) for _ in range(self.random.randrange(2, 5)))
        shown = "yield" if self.random.random() < 0.3 else "return"
        first = f"    yield ({LAST})\n" if shown == "yield" else ""
        return f"{text}@mechanism\ndef f():\n{START}{first}{body}    {shown} ({LAST})\n"

    def helper(self, number: int) -> str:
        """A function of a list and of a list of lists."""
        before = self.names, self.outer
        self.names, self.outer = ["a", "b"], ["c"]
        kind = self.pick("row", "row", "rows", "none")
        body = "".join(self.statement(1, 2) for _ in range(self.random.randrange(0, 2)))
        given = {"row": self.row(), "rows": self.rows(), "none": self.number()}[kind]
        self.names, self.outer = before
        name = f"helper{number}"
        self.helpers.append((name, kind))
        return f"def {name}(a, c, i=0, j=1):\n    b, w = [4], (a, [8])\n{body}    return {given}\n\n\n"

    def call(self, *kinds: str) -> str:
        found = [name for name, kind in self.helpers if kind in kinds]
        return f"{self.pick(*found)}({self.row(1)}, {self.rows(1)})" if found else ""

    def number(self) -> str:
        row = self.pick(*self.names)
        options = [
            "i",
            "j",
            "0",
            f"len({row})",
            f"sum({row})",
            f"{row}[0]",
            f"len({self.pick(*self.outer)})",
            "w[1][0]",
        ]
        return str(self.pick(*options, f"max({row}, default=1)", self.call("none") or "1"))

    def row(self, depth: int = 0) -> str:
        row, rows = self.pick(*self.names), self.pick(*self.outer)
        options = [row, row, f"list({row})", f"{row}[:]", f"{row}[1:]", f"{rows}[0]", f"{rows}[-1]", "w[0]", "[i, j]"]
        options += [f"{row} + [i]", f"({row})", f"{row} or {self.pick(*self.names)}", f"[*{row}]", f"sorted({row})"]
        options += [f"choice([{row}])", f"choice({rows}[:1])", f"list(accumulate({row}))", f"list(chain({row}, [j]))"]
        options += [
            f"max({rows})",
            f"[v for v in {row}]",
            f"list(islice({row}, 2))",
            f"next_of({rows})",
            f"sum({rows}, [])",
        ]
        options += [f"{row} if i else {rows}[0]", f"shuffled([{row}])[0]", f"list(chain.from_iterable({rows}))"]
        options += [
            f"list(zip_longest([{row}]))[0][0]",
            f"list(repeat({row}, 2))[1]",
            f"list(product([{row}], [1]))[0][0]",
        ]
        if depth == 0:
            options += [self.call("row")] * 4
        return str(self.pick(*[option for option in options if option])).replace("next_of", "min")

    def rows(self, depth: int = 0) -> str:
        row, rows = self.pick(*self.names), self.pick(*self.outer)
        options = [rows, rows, f"{rows}[:]", f"list({rows})", f"[{row}, [j]]", f"[list(v) for v in {rows}]", "list(w)"]
        options += [f"[v for v in {rows}]", f"[{row}] * 2", f"{rows} + [{row}]", f"[*{rows}]", f"sorted({rows})"]
        options += [
            f"[{row}[:] for _ in range(2)]",
            f"list(reversed({rows}))",
            f"[{row} for _ in range(2)]",
            "[[i], [j]]",
        ]
        options += [
            f"shuffled([{row}])",
            f"sample([{row}, {row}], 2)",
            f"list(chain({rows}, [{row}]))",
            f"list(islice({rows}, 2))",
        ]
        options += [f"[list(p) for p in pairwise({row})]", f"list(repeat({row}, 2))", f"[v[:1] for v in {rows} if v]"]
        if depth == 0:
            options += [self.call("rows")] * 4
        return str(self.pick(*[option for option in options if option]))

    def pair(self) -> str:
        return str(
            self.pick("w", f"({self.row()}, {self.row()})", f"tuple({self.pick(*self.outer)}[:2])", "(w[1], w[0])")
        )

    def statement(self, depth: int, deepest: int) -> str:
        indent = "    " * depth
        kinds: list[Any] = [self.assigned, self.assigned, self.changed, self.changed, self.changed]
        if depth < deepest:
            kinds += [self.loop, self.branch]
        text = self.pick(*kinds)()
        if not text.endswith(":"):
            return f"{indent}{text}\n"
        names = list(self.names)
        self.names += ["a"] if " a in" in text or "a, b in" in text else []
        body = "".join(self.statement(depth + 1, deepest) for _ in range(self.random.randrange(1, 3)))
        self.names = names
        return f"{indent}{text}\n{body}"

    def assigned(self) -> str:
        one, other = self.pick(*self.names), self.pick(*self.names)
        options = [
            lambda: f"{one} = {self.row()}",
            lambda: f"{self.pick(*self.outer)} = {self.rows()}",
            lambda: f"w = {self.pair()}",
            lambda: f"{one}, {other} = {self.pick('w', self.rows(), f'{other}, {one}')}",
            lambda: f"{one} = {other} = {self.row()}",
            lambda: f"{self.pick('i', 'j')} = {self.number()}",
            lambda: f"{one}, *{self.pick(*self.outer)} = {self.rows()}",
            lambda: self.call("row", "rows", "none") or "pass",
        ]
        return str(self.pick(*options)())

    def changed(self) -> str:
        row, rows = self.pick(*self.names), self.pick(*self.outer)
        options = [
            lambda: f"{row}.append({self.number()})",
            lambda: f"{row}[0] = {self.number()}",
            lambda: f"{row}[0] += {self.number()}",
            lambda: f"{row} += {self.row()}",
            lambda: f"{row}.sort()",
            lambda: f"{row}.extend({self.row()})",
            lambda: f"{rows}.append({self.row()})",
            lambda: f"{rows}[0] = {self.row()}",
            lambda: f"{rows}[0].append({self.number()})",
            lambda: f"{rows}[-1][0] = {self.number()}",
            lambda: f"{rows} += {self.rows()}",
            lambda: f"{rows}.reverse()",
        ]
        return str(self.pick(*options)())

    def loop(self) -> str:
        rows = self.pick(*self.outer)
        options = [
            f"for a in {self.rows()}:",
            f"for i, a in enumerate({rows}):",
            f"for a, b in zip({rows}, {self.rows()}):",
        ]
        options += [f"for i in {self.row()}:", "for a in w:", f"for a in chain({rows}, [[9]]):", "for j in range(2):"]
        return str(self.pick(*options))

    def branch(self) -> str:
        row, other = self.pick(*self.names), self.pick(*self.names)
        return str(self.pick(f"if {row} == {other}:", "if i:", f"if {row}:", f"if len({row}) > 1:", "if w[0] == w[1]:"))


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD.rstrip("\n") + "\n" + IMPORTS + "\n\n" + Writer(seed).program(), seed)
