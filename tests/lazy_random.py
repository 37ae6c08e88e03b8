"""Random programs over iterators that have names, are returned by helpers, and are handed on; with draws in them."""

from __future__ import annotations

import random

from as_python import HEAD, Law, fraction, python_law, typed_value
from processes import forward_process

from faier.lang import Rejected, parse
from faier.lang.failures import Failure
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore


class Writer:
    """Helpers that return iterators, a record with such methods, and `f`, which keeps what they return."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.made = 0
        self.draws = 0

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, of: float) -> bool:
        return self.random.random() < of

    def program(self) -> str:
        self.held, self.tables = self.chance(0.25), self.chance(0.25)
        self.kept: list[str] = []
        lines = ["ys, k, out = [4, 1], 1, []"]
        lines += ["d = {1: 2, 3: 0}"] if self.tables else []
        lines += ["b = Box([3, 2], 1)"] if self.held else []
        for _ in range(self.random.randrange(2, 6)):
            lines += self.line()
        lines += [f"out.append({self.pick('sum', 'list', 'any', 'sorted')}({self.kept[-1]}))"] if self.kept else []
        body = "".join(f"    {line}\n" for line in lines)
        text = f"@mechanism\ndef f():\n{body}    return out, k, list(ys)\n"
        for name in ("h1", "h0"):
            text = (self.helper(name) if f"{name}(" in text else "") + text
        words = "accumulate", "chain", "islice", "pairwise", "starmap", "takewhile", "zip_longest"
        text = (self.box() if self.held else "") + text
        used = ", ".join(word for word in words if f"{word}(" in text or f"{word}." in text)
        return (f"from itertools import {used}\n\n\n" if used else "") + text

    def value(self, name: str = "x") -> str:
        if self.draws < 2 and self.chance(0.2):
            self.draws += 1
            return f"{name} + uniform(0, 1)"
        return self.pick(name, f"{name} + 1", f"2 * {name}", f"min({name}, k)", f"({name} > 1)")

    def helper(self, name: str) -> str:
        before = self.pick(
            *[""] * 9, "    k = k + 1\n", "    k = len(xs)\n", "    xs = list(xs)\n", "    xs.append(k)\n"
        )
        if self.draws < 2 and self.chance(0.08):
            self.draws += 1
            before = "    k = uniform(0, 1)\n"
        values = [self.returned() for _ in range(2)]
        if self.chance(0.15):
            test = self.pick("k", "len(list(xs))", "k > 1")
            last = f"    if {test}:\n        return {values[0]}\n    return {values[1]}\n"
        elif self.chance(0.25):
            last = f"    zs = {values[0]}\n    return zs\n"
        else:
            last = f"    return {values[0]}\n"
        return f"def {name}(xs, k):\n{before}{last}\n\n"

    def returned(self) -> str:
        text = self.pick(
            "(VALUE for x in xs)",
            "(VALUE for x in xs if x > k)",
            "(x for x in xs if x)",
            "map(lambda x: VALUE, xs)",
            "filter(lambda x: x > k, xs)",
            "(x + y for x in xs for y in (0, k))",
            "reversed(list(xs))",
            "iter(xs)",
            "chain(xs, [k])",
            "chain([k], (VALUE for x in xs))",
            "map(abs, xs)",
            "(a - c for a, c in zip(xs, [k, 1]))",
            "accumulate(xs)",
            "islice(xs, 2)",
            "takewhile(lambda x: x < 3, xs)",
            "(b - a for a, b in pairwise(xs))",
        )
        return text.replace("VALUE", self.value())

    def box(self) -> str:
        method = self.pick("", "    def at(self, xs):\n        return (min(x, self.k) for x in xs)\n\n")
        whole = self.pick("(x + self.k for x in self.xs)", "iter(self.xs)", "enumerate(self.xs)")
        method += f"    def all(self):\n        return {whole}\n\n"
        if self.chance(0.4):
            method += "    @property\n    def few(self):\n        return (x for x in self.xs if x > self.k)\n\n"
        return f"class Box:\n    def __init__(self, xs, k):\n        self.xs, self.k = xs, k\n\n{method}\n"

    def source(self) -> str:
        """What an iterator is made of."""
        options = ["ys", "ys", "[k, 2]", "range(3)", "ys[:1]"]
        if self.kept and self.chance(0.5):
            options = [self.kept[-1]]
        if self.tables and self.chance(0.2):
            options.append("d")
        return self.pick(*options)

    def iterator(self) -> str:
        over = self.source()
        text = self.pick(
            "(VALUE for x in OVER)",
            "(VALUE for x in OVER if x > k)",
            "map(lambda x: VALUE, OVER)",
            "filter(lambda x: x > k, OVER)",
            "h0(OVER, k)",
            "h1(OVER, 2)",
            "h0(h1(OVER, k), 1)",
            "h1((VALUE for x in OVER), k)",
            "h1(map(lambda x: x + k, OVER), 0)",
            "chain(OVER, [7])",
            "chain(OVER, h0(ys, k))",
            "chain.from_iterable([x, k] for x in OVER)",
            "iter(OVER)",
            "(i - x for i, x in enumerate(OVER))",
            "accumulate(OVER)",
            "starmap(lambda a, c: a + c, zip(OVER, ys))",
            "(a for a, c in zip_longest(OVER, ys, fillvalue=0))",
            "takewhile(lambda x: x < k + 2, OVER)",
            "islice(OVER, 1)",
            *(["b.all()", "(x for x in b.all())"] if self.held else []),
            *(["d.keys()", "d.values()", "(a for a, c in d.items())"] if self.tables else []),
        )
        return text.replace("VALUE", self.value()).replace("OVER", over)

    def line(self) -> list[str]:
        if not self.kept or self.chance(0.25):
            made = self.iterator()
            if self.kept and self.chance(0.3):
                name = self.kept[-1]
            else:
                self.made += 1
                name = f"it{self.made}"
                self.kept.append(name)
            return [f"{name} = {made}"]
        it = self.kept[-1] if self.chance(0.7) else self.pick(*self.kept)
        if self.chance(0.12):
            it = self.iterator()
        used = self.pick(
            "out.append(sum(IT))",
            "out.append(list(IT))",
            "out += IT",
            "out.append(max(IT, default=0))",
            "out.append(any(IT))",
            "out.append(next(IT, 9))",
            "out.append(next(IT, 9))",
            "out.append([x + k for x in IT])",
            "for x in IT:\n    out.append(x)",
            "for x in IT:\n    k += 1\n    out.append(x)",
            "for x in IT:\n    if x > 1:\n        break\n    out.append((x, k))",
            "for i, x in enumerate(IT):\n    ys[0] = i\n    out.append(x)",
            "if k > 1:\n    out.append(sum(IT))\nelse:\n    out.append(list(IT))",
            "out.append((sum(IT), k))",
            "a = sorted(IT)\nout.append(a)",
            "k += 1",
            "k = 2",
            "ys.append(3)",
            "ys = [0, 5]",
            "ys = list(IT)",
            *(["b.k = 2", "b.xs.append(1)", "d[5] = 1", "d[1] += 1"] if self.held and self.tables else []),
        )
        if self.draws < 3 and self.chance(0.1):
            self.draws += 1
            used = "k = uniform(1, 2)"
        return used.replace("IT", it).split("\n")


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    text = HEAD + Writer(seed).program()
    try:
        program = parse(text, "file.py")
    except Rejected as found:
        assert "internal" not in str(found), (seed, text, found)
        return "refused"
    try:
        expected: Law | None = python_law(text, "f", [])
    except (ArithmeticError, LookupError, TypeError, ValueError, RuntimeError, AttributeError, StopIteration):
        expected = None
    try:
        outputs = denote.outputs(program, "f", {})
        process = explore(program, "f", Limits())
    except (Failure, Rejected) as failure:
        if "held by several objects" in str(failure):
            return "refused"
        assert expected is None, (seed, text, failure)
        return "fails"
    assert expected is not None, (seed, text, "raises")
    found = {tuple(map(typed_value, shown)): fraction(chance) for (shown, _), chance in outputs.items()}
    assert found == expected, (seed, text, expected, found)
    for (shown, ended), chance in outputs.items():
        assert forward_process(process, {}, shown, ended) == chance, (seed, text, shown)
    return "agreed"
