"""Random mechanisms over a few rows: sums, counters, sorted lists, and what depends on the order of the rows, such as
ties, first items, places and dictionaries that are shown. Nothing is drawn, so Python itself says what they show."""

from __future__ import annotations

import random
import re
from itertools import product

HEADER = """\
from bisect import bisect_left, insort
from collections import Counter, defaultdict
from functools import reduce
from itertools import accumulate, groupby
from statistics import median
from typing import Literal

from faier import Int, Records, Vector, added, clamp, mechanism, one, private

ALL = {{0: 0, 1: 0, 2: 0}}


def spread(values, least):
    found = 0
    for value in values:
        if value > least:
            found += value - least
    return found


def first_over(values, least):
    for value in values:
        if value > least:
            return value
    return least


def tally(values):
    found = {{}}
    for value in values:
        found[value] = found.get(value, 0) + 1
    return found


def middle(values):
    ordered = sorted(values)
    return ordered[len(ordered) // 2] if ordered else 0


def put(found, value):
    found.append(value)


def bump(found, value):
    found[value] = found.get(value, 0) + 1


@private(epsilon=1, neighbors=added())
@mechanism
def shown(rows: Records[{rows}, 4]):
{body}
"""

HOLE = re.compile(r"\{(number|rank|list|dict|truth|pairs|digit|[nldck])\}")
NUMBERS, PAIRS = "Int[0, 2]", 'tuple[Int[0, 1], Literal["a", "b"]]'

# By what they are: a number, numbers in a list, a dictionary with numbers, a truth, a list of pairs.
MADE = {
    "number": (
        "{rank} + {number}",
        "{number} * {digit}",
        "sum({list})",
        "len({list})",
        "min({list}, default={digit})",
        "max({list}, default=0)",
        "{list}.count({digit})",
        "spread({list}, {digit})",
        "first_over({list}, {digit})",
        "middle({list})",
        "sum(x * {number} for x in {list})",
        "sum(1 for x in {list} if x > {digit})",
        "len(set({list}))",
        "{dict}[{digit}]",
        "{dict}.get({digit}, 0)",
        "sum({dict}.values())",
        "len({dict})",
        "max({dict}.values(), default=0)",
        "max({dict}, key=lambda k: ({dict}[k], k), default=0)",
        "max({dict}, key=lambda k: {dict}[k], default=0)",
        "min({list}, key=lambda x: x // 2, default=0)",
        "min({list}, key=lambda x: -x, default=0)",
        "({list} or [0])[0]",
        "({list} + [1, 2])[1]",
        "sum(i * x for i, x in enumerate({list}))",
        "sum(x * y for x, y in zip({list}, {list}))",
        "reduce(lambda a, b: 2 * a + b, {list}, 0)",
        "reduce(lambda a, b: a + b, {list}, 0)",
        "Counter({list}).most_common(1)[0][1] if {list} else 0",
        "Counter({list}).most_common(1)[0][0] if {list} else 0",
        "sum(sum(1 for y in {list} if y < x) for x in {list})",
        "next((x for x in {list} if x > {digit}), 0)",
        "bisect_left(sorted({list}), {digit})",
        "clamp({number}, 0, 3)",
        "{number} if {truth} else {number}",
        "sorted({pairs})[0][0] if {pairs} else 0",
        "len(list(groupby({list})))",
        "({list} * 2)[len({list})] if {list} else 0",
        "sum(next(iter({dict}), 0) for _ in range(2))",
        "sum(accumulate({list}))",
        "{list}.index({digit}) if {digit} in {list} else 0",
    ),
    "list": (
        "{list}",
        "sorted({list})",
        "[x + {digit} for x in {list}]",
        "[x for x in {list} if x != {digit}]",
        "list(reversed({list}))",
        "{list} + {list}",
        "{list}[1:]",
        "{list}[:2]",
        "list(set({list}))",
        "sorted(set({list}))",
        "sorted({list}, key=lambda x: x // 2)",
        "sorted({list}, key=lambda x: (x // 2, x))",
        "sorted({list}, reverse=True)",
        "list({dict})",
        "list({dict}.values())",
        "sorted({dict})",
        "sorted({dict}, key=lambda k: -{dict}[k])",
        "[x for x in {list} for _ in range(x)]",
        "[n for _, n in {pairs}]",
        "[max(x, {number}) for x in {list}]",
        "list(accumulate({list}))",
        "[*{list}, {number}]",
        "list(dict.fromkeys({list}))",
        "[{dict}.get(k, 0) for k in range(3)]",
        "[x if {truth} else {digit} for x in {list}]",
        "[{list}.count(k) for k in range(3)]",
    ),
    "dict": (
        "Counter({list})",
        "tally({list})",
        "dict(Counter({list}))",
        "{k: {list}.count(k) for k in range(3)}",
        "Counter({list}) + Counter({list})",
        "Counter({list}) - Counter([0])",
        "{k: v for k, v in {dict}.items()}",
        "{x: {digit} for x in {list}}",
        "dict(enumerate({list}))",
        "{k: 2 * v for k, v in {dict}.items() if v > {digit}}",
        "dict(sorted({dict}.items()))",
        "dict.fromkeys({list}, 1)",
        "{x: i for i, x in enumerate({list})}",
    ),
    "truth": (
        "{digit} in {list}",
        "any(x > {digit} for x in {list})",
        "all(x < {digit} for x in {list})",
        "not {list}",
        "any(4 // x > {digit} for x in {list})",
        "{number} > {digit}",
        "{list} == []",
        "{list} == sorted({list})",
        "{dict} == Counter({list})",
        "{digit} in {dict}",
        "1 in (2 // x for x in {list})",
        "{list} != {list}",
    ),
    "pairs": (
        "[(x, {number}) for x in {list}]",
        "list({dict}.items())",
        "sorted({dict}.items())",
        "list(zip({list}, {list}))",
        "sorted({dict}.items(), key=lambda kv: (-kv[1], kv[0]))",
        "sorted({dict}.items(), key=lambda kv: kv[1])",
        "Counter({list}).most_common()",
        "[(x // 2, x) for x in {list}]",
        "list(enumerate({list}))",
    ),
}

LOOPS = (
    "for x in {list}:\n    {n} += x * {digit}",
    "for x in {list}:\n    {n} = max({n}, x)",
    "for x in {list}:\n    if x > {n}:\n        {n} = x",
    "for x in {list}:\n    {n} = x",
    "for x in {list}:\n    {n} += x\n    {n} = {n} % 3",
    "for x in {list}:\n    if x == {digit}:\n        break\n    {n} += 1",
    "for x in {list}:\n    if x == {digit}:\n        continue\n    {n} += 1",
    "for x in {list}:\n    if x == {digit}:\n        return {number}",
    "for x in {list}:\n    {l}.append(x)",
    "for x in {list}:\n    if x not in {l}:\n        {l}.append(x)",
    "for x in {list}:\n    {l} += [x, x + 1]",
    "for x in {list}:\n    {d}[x] = {d}.get(x, 0) + {digit}",
    "for x in {list}:\n    {c}[x] += 1",
    "for x in {list}:\n    {c}[x > 0] += 1\n    {c}[x] += 1",
    "for x in {list}:\n    {d}[x] = x + {number}",
    "for x in {list}:\n    {d}[0] = x",
    "for x in {list}:\n    {n} += x\n    {l}.append({n})",
    "for x in {list}:\n    for y in {list}:\n        {n} += x * y\n    {c}[x] += {digit}",
    "for x in {list}:\n    y = 0\n    for z in range(x):\n        y += z\n    {n} += y",
    "for x in {list}:\n    if x > 1:\n        y = x\n        {n} += y",
    "y = 5\nfor x in {list}:\n    {n} += y\n    if x > 1:\n        y = x",
    "for i, x in enumerate({list}):\n    {n} += i * x",
    "for x, y in {pairs}:\n    {n} += x * y\n    {c}[x] += y",
    "for x in {list}:\n    {n} = x - {n}",
    "for x in {list}:\n    {n} *= x + 1",
    "for x in {list}:\n    {n} *= x + 1\n    {n} += x",
    "for x in {list}:\n    try:\n        {d}[x] += {digit}\n    except KeyError:\n        {d}[x] = {digit}",
    "for x in {list}:\n    if x in {d}:\n        {d}[x] += 1\n    else:\n        {d}[x] = 1",
    "for x in {list}:\n    if x in {d}:\n        {d}[x] += 1\n    else:\n        {d}[x] = {digit}",
    "for x in {list}:\n    if x not in {d}:\n        {d}[x] = 0\n    {d}[x] += x",
    "for x in {list}:\n    {d}[x > 0] = {d}.get(x > 0, 0) + (x > 1)",
    "for x in {list}:\n    put({l}, x)",
    "for x in {list}:\n    bump({d}, x)",
    "for x in {list}:\n    if x == {digit}:\n        return True",
    "for x in {list}:\n    if 4 // x == {digit}:\n        return True",
    "def add(x):\n    nonlocal n\n    n = 2 * n + x\nfor x in {list}:\n    add(x)",
    "{l}.sort()",
    "{l}.extend({list})",
    "{l}.append({number})",
    "{l} = {l}[::-1]",
    "{c}.update({list})",
    "{k}.update({list})",
    "for x in {list}:\n    {k}[x % 3] += 1",
    "for x in {list}:\n    {k}[x] += 1",
    "{c} = Counter({list})",
    "if {truth}:\n    {n} += {number}\nelse:\n    {l}.append({digit})",
    "while {n} > 4:\n    {n} -= 3",
    "for k in range(3):\n    {n} += {list}.count(k)\n    {l}.append({n})",
    "if {l}:\n    {n} += {l}.pop()",
    "for x in {list}:\n    {n} += {digit} if x > {digit} else x",
    "for x in {list}:\n    s.add(x)\n    {n} += len(s)",
    "for x in {list}:\n    s.add(x % 2)",
    "{n} = len(s)",
    "for x in {list}:\n    {n} += 1 if {digit} in {list} else 0",
    "for x in {list}:\n    insort({l}, x)",
)

SHOWN = (
    "{number}",
    "{number}",
    "sorted({list})",
    "tuple({list})",
    "{dict}",
    "sorted({dict}.items())",
    "{truth}",
    "{list}",
    "({number}, {truth})",
    "{pairs}",
    "str({number})",
    "n",
    "n",
    "sorted(l)",
    "l",
    "c",
    "d",
    "dict(k)",
    "k.most_common()",
    "sorted(c.items())",
    "k.most_common(1)[0][0]",
    "c.most_common(1)",
    "sorted(s)",
)


def _filled(text: str, rng: random.Random, depth: int, rows: str) -> str:
    return HOLE.sub(lambda hole: _made(hole.group(1), rng, depth, rows), text)


def _made(kind: str, rng: random.Random, depth: int, rows: str) -> str:
    if kind in "nldck":
        return kind
    if kind == "digit":
        return str(rng.randrange(3))
    if depth <= 0 or rng.random() < 0.3:
        match kind:
            case "rank" | "number":
                return rng.choice(("len(rows)", "n", "n", "1"))
            case "list":
                return rng.choice((rows, rows, rows, "l"))
            case "dict":
                return rng.choice(("d", "c", "k", f"Counter({rows})"))
            case "truth":
                return rng.choice(("bool(rows)", "n > 1"))
            case "pairs":
                return rng.choice((f"[(x, x // 2) for x in {rows}]", "list(c.items())"))
    found = rng.choice(MADE["number" if kind == "rank" else kind])
    return f"({_filled(found, rng, depth - 1, rows)})"


def program(seed: int) -> str:
    """The text of a mechanism with a few statements."""
    rng = random.Random(seed)
    pairs = rng.random() < 0.25
    rows = rng.choice(("[r[0] for r in rows]", '[2 * r[0] + (r[1] == "a") for r in rows]')) if pairs else "rows"
    lines = ["n = 0", "l = []", "d = {}", "c = Counter()", "k = Counter(ALL)", "s = set()"]
    for _ in range(rng.randrange(4)):
        loop = _filled(rng.choice(LOOPS), rng, rng.randrange(2), rows)
        lines += loop.split("\n")
    shown = _filled(rng.choice(SHOWN), rng, rng.randrange(4), rows)
    lines.append(f"return {shown}")
    body = "\n".join(f"    {line}" for line in lines)
    return HEADER.format(rows=PAIRS if pairs else NUMBERS, body=body)


def depends(text: str, most: int) -> bool:
    """Whether Python shows something else for some rows in another order."""
    names: dict[str, object] = {}
    exec(compile(text.replace("@private(epsilon=1, neighbors=added())\n@mechanism\n", ""), "program", "exec"), names)
    shown = names["shown"]
    items: list[object] = [(a, b) for a in (0, 1) for b in "ab"] if "tuple[" in text else [0, 1, 2]
    for length in range(2, most + 1):
        seen: dict[object, object] = {}
        for rows in product(items, repeat=length):
            found = _run(shown, list(rows))
            if seen.setdefault(tuple(sorted(rows, key=repr)), found) != found:
                return True
    return False


def _run(shown: object, rows: list[object]) -> str:
    try:
        return repr(shown(rows))  # type: ignore[operator]
    except Exception:
        return "it raises"
