"""Random programs that leave a `try` with `finally` in the middle, beside what Python does."""

from __future__ import annotations

import random

from as_python import assert_as_python


class Writer:
    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.marks = 0

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def chance(self, p: float) -> bool:
        return self.random.random() < p

    def program(self) -> str:
        body = "\n".join(f"    {line}" for line in self.block(4, False))
        return f"""def g(x, b, log):
{body}
    return -1


@mechanism
def f(x: Int[0, 2], b: Bool):
    log = []
    try:
        value = g(x, b, log)
    except ValueError:
        value = -9
    return value, log
"""

    def test(self) -> str:
        return self.pick("x == 0", "x == 1", "flip(1 / 2)", "len(log) > 2", "x > len(log)", "b")

    def mark(self) -> str:
        self.marks += 1
        return f"log.append({self.marks})"

    def block(self, depth: int, looped: bool) -> list[str]:
        found: list[str] = []
        for _ in range(self.random.randint(1, 3)):
            found += self.statement(depth, looped)
            if found[-1].split()[0] in ("return", "break", "continue", "raise"):
                break
        return found

    def inner(self, head: str, depth: int, looped: bool) -> list[str]:
        return [head, *(f"    {line}" for line in self.block(depth - 1, looped))]

    def statement(self, depth: int, looped: bool) -> list[str]:
        kind = self.random.random()
        if depth <= 0 or kind < 0.25:
            return [self.mark()]
        if kind < 0.4:
            ways = ["return x", "return len(log)", "return", "raise ValueError", *(["break", "continue"] * looped)]
            if depth == 1 or self.chance(0.3):
                return [self.pick(*ways)]
            return [f"if {self.test()}:", f"    {self.mark()}", f"    {self.pick(*ways)}"]
        if kind < 0.6:
            other = self.inner("else:", depth, looped) if self.chance(0.5) else []
            return [*self.inner(f"if {self.test()}:", depth, looped), *other]
        if kind < 0.75:
            other = self.inner("else:", depth, looped) if self.chance(0.3) else []
            return [*self.inner(f"for i{depth} in range(2):", depth, True), *other]
        found, caught = self.inner("try:", depth, looped), self.chance(0.4)
        if caught:
            found += self.inner("except ValueError:", depth, looped)
            found += self.inner("else:", depth, looped) if self.chance(0.3) else []
        if not caught or self.chance(0.8):
            found += ["finally:", f"    {self.mark()}", "    log.append(x)"]
        return found


def attacked(seed: int) -> bool:
    """Whether the program leaves such a `try`; it does what Python does."""
    text = Writer(seed).program()
    assert_as_python(text, written=False)
    return "finally" in text and "return " in text.partition("return -1")[0]
