"""Random generators that are asked for values, or sent some, and change what others see meanwhile."""

from __future__ import annotations

import random

from as_python import HEAD
from containers_random import judged


class Writer:
    """A class with a generator, two helpers that are generators, one inside of `f`, and `f`, which asks them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def program(self) -> str:
        run = f"    def run(self, top, k=2):\n{self.body(2, ['self.xs', 'range(k)', 'enumerate(self.xs)'], True)}\n"
        inner = f"def inner(xs, k):\n{self.body(1, ['xs', 'range(k)'], False)}    return k\n\n\n"
        outer = f"def outer(b, xs, k=3):\n{self.body(1, ['xs', 'range(k)', 'b.xs'], False, 'b')}\n\n"
        near = f"    def near(k):\n{self.body(2, ['ys', 'range(k)'], False)}"
        zs = self.pick("[1, 2]", "list(ys)", "[3]", "ys")
        call = self.pick("b.run(2)", "b.run(i, k=3)", "outer(b, zs)", "outer(b, ys, i + 1)", "near(2)", "inner(zs, 2)")
        pipes = self.random.random() < 0.4
        if pipes:
            call = self.pick("pa(pb(zs, b), b)", "pb(pa(zs, b), b)", "pb(pa(near(2), b), b)", "pa(pb([1, i, 6], b), b)")
        loop = self.random.random() < 0.15
        used = f"    it = {call}\n" if not loop else f"    for i in range(2):\n        it = {call}\n"
        indent = "        " if loop else "    "
        for _ in range(self.random.randrange(2, 6)):
            used += "".join(f"{indent}{line}\n" for line in self.use().splitlines())
        if "near(" in used:
            used = near + used
        outer = outer if "outer(" in used else ""
        inner = inner if "inner(" in used + outer else ""
        text = "class Box:\n    def __init__(self, xs, left):\n        self.xs, self.left, self.log = xs, left, []\n\n"
        text += "    def take(self, n=1):\n        self.left -= n\n        return self.left\n\n"
        text += f"{run if 'run(' in used else ''}\n\n{inner}{outer}"
        if "pa(" in used:
            text += self.pipe("pa", "for x in rows:") + self.pipe("pb", "for i, x in enumerate(rows):")
        body = f"    ys, i = [4, 5], 0\n    b, out = Box([7, 8, 9], 3), []\n    zs = {zs}\n{used}"
        shown = self.pick("return", "return", "yield")
        return f"{text}\n@mechanism\ndef f():\n{body}    {shown} out, b.left, list(b.log), i, list(ys)\n"

    def pipe(self, name: str, head: str) -> str:
        """A generator that goes over another one."""
        lines = [f"def {name}(rows, b):", "    k = 1", f"    {head}"]
        for _ in range(self.random.randrange(1, 5)):
            lines.append(
                self.pick(
                    "b.left -= 1",
                    "if x > 4:\n            continue",
                    "if b.left < 1:\n            break",
                    "if x > 6:\n            return",
                    "yield x",
                    "yield x + k",
                    "k += 1",
                    "b.log.append(x)",
                    "for y in (1, 2):\n            yield y + x",
                ).join(["        ", ""])
            )
        return "\n".join([*lines, "        yield x", self.pick("    yield k", "    b.left += 1"), "", "", ""])

    def value(self, method: bool) -> str:
        return self.pick("x", "k", "y", "x + k", "self.left" if method else "x", "k * 2")

    def body(self, depth: int, over: list[str], method: bool, holder: str = "self") -> str:
        indent = "    " * depth
        method = method or holder != "self"
        lines = [f"{indent}x, y = 1, 0"]
        lines += self.block(depth, over, method, holder, 2)
        if not any("yield" in line for line in lines):
            lines.append(f"{indent}yield x")
        return "\n".join(lines) + "\n"

    def block(self, depth: int, over: list[str], method: bool, holder: str, deeper: int) -> list[str]:
        indent, lines = "    " * depth, list[str]()
        for _ in range(self.random.randrange(1, 4)):
            kind = self.random.randrange(10)
            if kind < 3:
                lines.append(
                    indent
                    + self.pick(
                        "yield x",
                        "yield x + k",
                        "yield y",
                        "yield (x, k)",
                        *["y = yield x"] * (self.random.random() < 0.4),
                    )
                )
            elif kind < 5 and method:
                lines.append(
                    indent + self.pick("{h}.left -= 1", "{h}.log.append(x)", "x = {h}.take()").format(h=holder)
                )
            elif kind < 6:
                lines.append(
                    indent + self.pick("x += 1", "x = y", "k = k - 1", "y = [x]" if not method else "y = x + 2")
                )
            elif kind < 7 and deeper < 2:
                lines.append(indent + self.pick("break", "continue", "return"))
            elif kind < 8 and not method:
                lines.append(indent + self.pick("y = yield from inner([x], 2)", "yield from [x, 3]", "x = x + 1"))
            elif deeper:
                head = self.pick(*(f"for x in {name}:" for name in over), "if x > 1:", "if y:", "while k > 0:")
                head = head.replace("for x in enumerate", "for y, x in enumerate")
                lines.append(indent + head)
                lines.append(f"{indent}    x += 1")
                if head.startswith("while"):
                    lines.append(f"{indent}    k -= 1")
                loop = 1 if head[0] in "fw" else 2
                inside = self.block(depth + 1, over, method, holder, min(deeper - 1, loop))
                if not head.startswith(("for", "while")) and deeper == 2:
                    inside = [line for line in inside if line.strip() not in ("break", "continue")]
                lines += inside or [f"{indent}    pass"]
        return [line for line in lines if deeper < 2 or line.strip() not in ("break", "continue")] or [f"{indent}pass"]

    def use(self) -> str:
        return self.pick(
            "out.append(next(it, None))",
            "out.append(next(it, 0))",
            "out.append(next(it))",
            "out.append(it.send(2))",
            "b.left += 1",
            "b.take(2)",
            "i = i + 1",
            "ys.append(6)",
            "for a in it:\n    out.append(a)\n    if len(out) > 3:\n        break",
            "for a in it:\n    out.append((a, next(it, 9)))",
            "out.append([a for a in (next(it, 5), next(it, 6))])",
            "out += list(it)",
            "it.close()",
            "for i, a in enumerate(b.run(3)):\n    out.append((i, a, b.left))",
            "for a, c in zip(ys, outer(b, zs)):\n    out.append((c, a))\n    b.left += 1",
        )


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD + Writer(seed).program(), seed, written=False)
