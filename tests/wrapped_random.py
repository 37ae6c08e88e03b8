"""Random decorators, above functions, methods and functions inside of others, and random calls, also wrong ones."""

from __future__ import annotations

import random

from as_python import HEAD
from containers_random import judged

CALLS = {
    "a": ("1", "2", "a=1"),
    "a, b=1": ("1", "1, 2", "2, b=0", "a=3"),
    "n, lo=2": ("1", "2, 3", "n=1", "1, lo=0"),
    "a, *, n=3": ("1", "1, n=2"),
    "a=1, b=2": ("", "2", "2, 1", "b=0"),
    "args": ("1", "args=2"),
}


class Writer:
    """Two or three decorators, two functions, a class with two methods, and `f`, which calls them."""

    def __init__(self, seed: int) -> None:
        self.random = random.Random(seed)
        self.params: dict[str, str] = {}

    def odd(self) -> bool:
        return self.random.random() < 0.08

    def pick(self, *options: str) -> str:
        return self.random.choice(options)

    def program(self) -> str:
        kinds = [self.decorator(number) for number in range(self.random.randrange(2, 4))]
        text = "from functools import wraps\n\nlo, LIMIT, used = 0, 3, 5\n\n\n" + "".join(made for made, _ in kinds)
        marks = [mark for _, mark in kinds]
        text += "".join(self.function(name, marks, "") for name in ("g", "h"))
        text += "class C:\n    LIMIT = 9\n\n    def __init__(self, k):\n        self.k = k\n        self.left = 2\n\n"
        text += "".join(self.function(name, marks, "self") for name in ("m", "g"))
        body = "    c, out, lo = C(2), [], 7\n"
        if self.random.random() < 0.5:
            body += "".join(f"    {line}\n" for line in self.function("p", marks, "").rstrip().splitlines())
            body += f"    out.append({self.call('p')})\n" * 2
        calls = [self.call(self.pick("g", "h", "c.m", "c.g")) for _ in range(self.random.randrange(1, 5))]
        body += "".join(f"    out.append({call})\n" for call in calls)
        return f"{text}@mechanism\ndef f():\n{body}    return out, c.k, c.left, lo\n"

    def decorator(self, number: int) -> tuple[str, str]:
        name = f"d{number}"
        takes = self.pick("", "", "top", "top, lo=1", "top=LIMIT", "args")
        given = {"": "", "args": "(2)"}.get(takes) if takes in ("", "args") else None
        if given is None:
            given = self.pick("(2)", "(LIMIT)", "(top=lo)", "(4 - 1)") if "=L" not in takes else self.pick("()", "(2)")
        inner = self.inner(takes)
        wraps = "@wraps(fn)\n" if self.random.random() < 0.6 else ""
        lines = (wraps + inner).splitlines()
        state = "used = 0" if "nonlocal" in inner else ""
        after = ["inner.calls = 0"] if "inner.calls" in inner else []
        body = [state] * bool(state) + [*lines, *after, "return inner"]
        if takes:
            check = self.pick("", "", "if lo > 9:\n    raise ValueError", "width = 2 + 1").splitlines()
            body = [*check, "def decorate(fn):", *(f"    {line}" for line in body), "return decorate"]
        head = f"def {name}({takes or 'fn'}):\n"
        return head + "".join(f"    {line}\n" for line in body) + "\n\n", f"@{name}{given}"

    def inner(self, takes: str) -> str:
        signature = self.pick("*args, **kwargs", "*args, **kwargs", "*args, **kwargs", "a, *args, **kwargs")
        if self.odd():
            signature = self.pick("*args", "a, *args", "a, b", "a")
        first = [word for word in ("a", "b") if signature.startswith(word) or f", {word}" in signature]
        passed = ", ".join([*first, *(word for word in ("*args", "**kwargs") if word in signature)])
        lines: list[str] = []
        bound = takes.partition(",")[0].partition("=")[0]
        more = [f"x = clamp(x, 0, {bound})", f"x = x + {bound}"] if bound else []
        for _ in range(self.random.randrange(0, 3)):
            lines += self.pick(
                "lo = 1\n",
                "n = 4\n",
                "if LIMIT > 5:\n    raise ValueError(fn.__name__)\n",
                *["nonlocal used\nused += 1\nif used > 2:\n    return used\n"] * self.odd(),
                "inner.calls += 1\n",
                *["if len(args) > 1:\n    return args\n", "if kwargs:\n    return 8\n", "y = sum(args)\n"] * self.odd(),
            ).splitlines()
        lines += [f"x = fn({passed})", *[self.pick("x = x + lo", "x = [x]", "x = (fn.__name__, x)", *more)]]
        unique = list(dict.fromkeys(lines)) if "nonlocal used" not in lines else lines
        if unique.count("nonlocal used") > 1:
            unique = list(dict.fromkeys(unique))
        return f"def inner({signature}):\n" + "".join(f"    {line}\n" for line in [*unique, "return x"])

    def function(self, name: str, marks: list[str], first: str) -> str:
        above = self.random.sample(marks, self.random.randrange(0, 3))
        params = self.pick("a", "a, b=1", "a, *, n=3", "a", *["n, lo=2", "a=1, b=2", "args"] * self.odd())
        self.params["c." + name if first else name] = params
        used = [word.partition("=")[0] for word in params.split(", ") if word != "*"]
        body = f"return {' + '.join(used)}" + (" + self.k" if first else self.pick("", " + lo"))
        if first:
            body = self.pick("", "self.left += 1\n    ") + body
        indent = "    " if first else ""
        takes = ", ".join([first, params] if first else [params])
        lines = [*above, f"def {name}({takes}):", *(f"    {line.strip()}" for line in body.splitlines())]
        return "".join(f"{indent}{line}\n" for line in lines) + ("\n" if first else "\n\n")

    def call(self, name: str) -> str:
        given = self.pick(*CALLS[self.params[name] if not self.odd() else "a, b=1"])
        return f"{name}({given})"


def attacked(seed: int) -> str:
    """What becomes of the program of this number: agreed, refused or fails; what differs is an error."""
    return judged(HEAD + Writer(seed).program(), seed, written=False)
