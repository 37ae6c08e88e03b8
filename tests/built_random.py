"""Random files whose top level builds constants by loops, conditions, `try` and methods that change them."""

from __future__ import annotations

import random

from as_python import HEAD
from containers_random import judged

LISTS, TABLES, NUMBERS = ["L", "M"], ["T", "U"], ["N", "K"]


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def program(self) -> str:
        begun = ["L = [1, 2]", "M = []", "T = {0: 3}", "U = {}", "N = 1", "K = N + 1"]
        others = ["def g(k):\n    return k + len(L) + N", "X = 3", "Y = [N]", "Z = h(2)"]
        body = ["def h(k):\n    return 2 * k", *begun, *(["i = 0"] if self.random.random() < 0.7 else [])]
        for _ in range(self.random.randrange(2, 6)):
            body.append(self.statement(2))
            if others and self.random.random() < 0.4:
                body.append(others.pop(self.random.randrange(len(others))))
        made = [line.partition(" ")[0] for line in others if line[0] in "XYZ"]
        read = ["L", "M", "sorted(T.items())", "sorted(U)", "N", "K", *sorted({*"XYZ"} - {*made})]
        read += [self.pick("last", "i")] if self.random.random() < 0.3 else []
        last = ", ".join(read)
        return "\n".join(body) + f"\n\n\n@mechanism\ndef f():\n    return {last}, [i for i in L]\n"

    def number(self) -> str:
        return self.pick("i", "N", "K", "2", "len(L)", "len(T)", "i + 1", "sum(M)", "h(i)", "T.get(i, 4)")

    def statement(self, depth: int) -> str:
        if depth and self.random.random() < 0.6:
            inner = [self.statement(depth - 1) for _ in range(self.random.randrange(1, 3))]
            block = "\n".join(f"    {line}" for part in inner for line in part.splitlines())
            return self.pick(
                f"for i in range({self.pick('2', '3', 'N', 'len(L)')}):\n{block}",
                f"for i, last in enumerate({self.pick('L', 'M', '(4, 5)')}):\n{block}",
                f"if {self.number()} > 2:\n{block}",
                f"for i in (1, 2):\n    if i > 1:\n        continue\n{block}",
                f"try:\n{block}\n    N += 6 // (len(M) - 1)\nexcept ZeroDivisionError:\n    K += 1",
            )
        values, table, number = self.pick(*LISTS), self.pick(*TABLES), self.pick(*NUMBERS)
        return self.pick(
            f"{values}.append({self.number()})",
            f"{values}[0] = {self.number()}",
            f"{values} += [{self.number()}]",
            f"{table}[{self.number()}] = {self.number()}",
            f"{table}.setdefault({self.number()}, {self.number()})",
            f"{table}.update({{{self.number()}: 1}})",
            f"{table}[0] += 1",
            f"{number} += {self.number()}",
            f"{number} *= 2",
            f"last = {self.number()}",
        )


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD + Writer(seed).program(), seed, written=False)
