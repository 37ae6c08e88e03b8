# ruff: noqa: E501
"""Random programs in which something goes wrong in the middle of a statement, after other things have happened."""

from __future__ import annotations

import re
from random import Random

from referee.hunts import file_of
from referee.pythonic import PythonFile

START = "a = [1, x, 5]; d = {0: [1], 1: [2, x]}; e = {0: 3, x: 1}; q = [[x], [0, 1]]; s = {x, 7}; n = 3; m = 0"
TOP = (
    "def spend(k):\\n    if k > 1: raise ValueError\\n    return k\\n"
    "def take(items, k):\\n    items.append(k)\\n    return items[k]\\n"
    "def look(table, k): return table[k] --- "
)
CAUGHT = ["KeyError", "IndexError", "ZeroDivisionError", "ValueError", "LookupError", "ArithmeticError", "Exception"]


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def pick(self, *options: str) -> str:
        """One of these, with numbers put in."""
        return re.sub("{number}", lambda _: self.number(), self.random.choice(options))

    def number(self) -> str:
        if self.random.random() < 0.6:
            return self.random.choice(["x", "n", "0", "1", "2", "3", "x - 1", "m"])
        return self.pick(
            "6 // {number}", "7 % {number}", "a[{number}]", "e[{number}]", "a.pop()", "a.pop({number})", "e.pop({number})",
            "d[{number}].pop()", "q[{number}][{number}]", "a.index({number})", "max([v for v in a if v == {number}])",
            "(m := {number})", "spend({number})", "look(e, {number})", "len(a)", "e.setdefault({number}, {number})",
            "int('1' * {number})", "sum(a[{number}:])", "[1, 2][{number}]", "{0: 4}[{number}]", "({number} + {number})",
            "min(a[1:{number}])", "sum([6 // v for v in a])", "e.get({number}, {number})", "(1, 2)[{number}]",
            "sum(6 // v for v in a)", "d[{number}][{number}]", "({number} if x == 1 else {number})",
        )  # fmt: skip

    def statement(self) -> str:
        return self.pick(
            "n = {number}", "n += {number}", "a.append({number})", "a[{number}] = {number}", "a[{number}] += {number}",
            "e[{number}] = {number}", "e[{number}] += {number}", "del a[{number}]", "del e[{number}]",
            "d[{number}].append({number})", "d[{number}][{number}] = {number}", "q[{number}][{number}] += {number}",
            "n, a[{number}] = {number}, {number}", "a[{number}], e[{number}] = {number}, {number}",
            "n, m = [{number}, {number}][{number}:]", "a.insert({number}, {number})", "a.remove({number})", "s.remove({number})",
            "a.extend([{number}, {number}])", "e.update({{number}: {number}})", "s.add({number})",
            "a[{number}:{number}] = [{number}]", "a = [v // {number} for v in a]", "e = {k: 6 // v for k, v in e.items()}",
            "n = take(a, {number})", "m = spend({number}) + {number}", "assert {number} > {number}",
            "if {number} > {number}: n = {number}", "for v in [{number}, {number}]: a.append(6 // v)",
            "n = m = {number}",
        )  # fmt: skip

    def program(self) -> str:
        lines = [START]
        for _ in range(self.random.randint(1, 2)):
            lines.append("try:")
            lines += [f"    {self.statement()}" for _ in range(self.random.randint(1, 3))]
            for name in [*self.random.sample(CAUGHT[:-1], self.random.randint(1, 2)), "Exception"]:
                lines.append(f"except {name}:")
                lines.append(f"    {self.random.choice(['n += 10', 'a.append(9)', 'm = 8', 'pass'])}")
            if self.random.random() < 0.3:
                lines += ["else:", "    m += 20"]
        lines.append("return a, d, e, q, sorted(s), n, m")
        return TOP + "\\n".join(lines)


def failing(seed: int) -> PythonFile:
    return file_of(Writer(seed).program())
