"""Random classes of which methods give fields their first values, and random runs of them, also wrong ones."""

from __future__ import annotations

import random

from as_python import HEAD
from containers_random import judged

FIELDS = ["a_", "b_", "c_"]
METHODS = ["one", "two", "three"]


class Writer:
    """A class with three later fields, two early ones, and three methods; f makes two records of it."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def program(self) -> str:
        begun = "        self.a_, self.b_, self.c_ = k, 1, self.early\n" if self.random.random() < 0.7 else ""
        methods = f"    def begin(self, k):\n{begun}        self.log = [k]\n\n"
        methods += "".join(f"    def {name}(self, k):\n{self.body()}\n" for name in METHODS)
        first = self.pick("", "", "        self.one(1)\n", "        self.early += 1\n")
        shown = f"    @property\n    def shown(self):\n        return {self.value('self')}\n\n"
        start = "    def __init__(self, early):\n        self.early, self.log = early, []\n"
        runs = (
            "    m.begin(2)\n"
            + self.pick("    n.begin(1)\n", "    if m.early:\n        n.begin(0)\n", "")
            + "".join(self.run() for _ in range(self.random.randrange(2, 6)))
        )
        last = ", ".join(self.value(name) for name in ("m", "n", "m"))
        body = f"    m, n, i = Later(1), Later(2), 0\n{runs}    return {last}, m.early, list(n.log), i\n"
        return f"class Later:\n{start}{first}\n{methods}{shown}\n@mechanism\ndef f():\n{body}"

    def value(self, name: str) -> str:
        field = self.pick(*FIELDS)
        more = ["self.early"] if name == "self" else ["m.shown", f"({name}.{field} if {name}.early > 1 else 0)"]
        return self.pick(f"{name}.{field}", f"{name}.{field}", f"{name}.early", *more)

    def given(self) -> str:
        field, other = self.pick(*FIELDS), self.pick(*FIELDS)
        return self.pick(
            f"self.{field} = k",
            f"self.{field} = self.early + 1",
            f"self.{field} = self.{other}",
            f"self.{field} += 1",
            f"self.{field}: int = 2",
            f"self.{field}, self.{other} = 3, k",
            f"self.{field} = self.{other} = 4",
            "self.early += k",
            f"self.log.append(self.{field})",
            f"self.{field} = k if k > 1 else self.{other}",
            f"self.{field} = sum(self.{other} for _ in range(k))",
            f"self.{self.pick('one', 'two')}(k - 1) if k > 0 else None",
            f"assert self.{field} >= 0",
            f"self.{field} = [self.begin(k), self.{other}][1]",
            f"self.{field} = k or self.{other}",
            f"ask = lambda: self.{field}\nself.log.append(ask() if k else 3)",
            f"def ask():\n    return self.{other}\nself.{field} = [ask() for _ in range(k - 1)] and k",
            f"try:\n    self.log.append(6 // k + self.{other})\nexcept ZeroDivisionError:\n    self.early += 1",
        )

    def body(self) -> str:
        lines: list[str] = []
        for _ in range(self.random.randrange(1, 4)):
            line = self.given()
            if "if k > 0 else None" in line:
                lines += ["        if k > 0:", f"            {line.partition(' if ')[0]}"]
                continue
            head = self.pick("", "", "", "if k:", "for k in range(k):", "if self.early > 1:", "while self.early < 3:")
            lines += [f"        {head}"] if head else []
            indent = "    " if head else ""
            lines += [f"        {indent}{part}" for part in line.splitlines()]
            if head.startswith("while"):
                lines.append("            self.early += 1")
            if head.startswith("if") and self.random.random() < 0.5:
                lines += ["        else:", f"            {self.pick('self.a_ = 5', 'self.c_ = self.b_', 'pass')}"]
        return "\n".join([*lines, f"        return self.{self.pick(*FIELDS, 'early')}"]) + "\n"

    def run(self) -> str:
        name, method = self.pick("m", "n"), self.pick(*METHODS)
        call = f"{name}.{method}({self.pick('0', '1', '2')})"
        return self.pick(
            f"    {call}\n",
            f"    i += {call}\n",
            f"    if i < 2:\n        {call}\n",
            f"    for j in range(2):\n        i = {name}.{method}(j)\n",
            f"    i = {name}.{self.pick(*FIELDS)}\n",
        )


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD + Writer(seed).program(), seed, written=False)
