"""Certificates that say no more than that the draws of a random program pay: what the checker takes for valid is held
against runs of the referee."""

from __future__ import annotations

import hashlib
import json
import random
from bisect import bisect_left
from fractions import Fraction

from flint import fmpq
from referee import brute
from side_by_side_random import written

from faier.checker.checking import FORMAT, check
from faier.exact import Epsilon, compare, exponential_of

# Halves of log(2) that are claimed, from none on.
MOST = 40


def answered(text: str, relation: str, epsilon: str) -> str:
    """What the checker says of the certificate of `shown`."""
    claim = {"mechanism": "shown", "decorator": None, "epsilon": epsilon, "delta": None}
    made = {
        "format": FORMAT,
        "file": {"path": "a.py", "sha256": hashlib.sha256(text.encode()).hexdigest()},
        "set": {},
        "claim": claim | {"neighbors": relation, "prior": None, "pairs": None},
        "verdict": "proved",
        "length": None,
        "evidence": {"kind": "payments"},
    }
    return check(json.dumps(made).encode(), text.encode()).answer


def least(text: str, relation: str) -> int | None:
    """The least that is valid, in halves of log(2)."""
    if answered(text, relation, f"{MOST} / 2 * log(2)") != "valid":
        return None
    return bisect_left(range(MOST), True, key=lambda at: answered(text, relation, f"{at} / 2 * log(2)") == "valid")


def unsound(text: str, relation: str, floor: Fraction = Fraction(1, 2**14)) -> str | None:
    """Why it is wrong that the checker is convinced; "" where it is not, None where all is well."""
    known = least(text, relation)
    if known is None:
        return ""
    most = Epsilon.log(fmpq(2)) * fmpq(known, 2)
    try:
        found = brute.compared(brute.load(text, floor=floor), "shown", neighbors=relation)
        lost = brute.enclosed(found).least
    except brute.Failed as failed:
        return f"raises: {failed}"
    for pair in found:
        one, other = brute.far(pair.p), brute.far(pair.q)
        if any(one.least(event) > 0 and other.most(event) == 0 for event in one.found):
            return f"shows what is not shown beside, and {most} is valid"
    if compare(fmpq(lost.numerator, lost.denominator), exponential_of(most)) > 0:
        return f"loses log({float(lost)}), and {most} is valid"
    return None


def wrong(seed: int) -> str | None:
    return unsound(*written(seed))


HEAD = """\
from collections import Counter, defaultdict
from dataclasses import dataclass
from faier import Bool, Int, Public, Records, Vector, added, clamp, each, geometric, mechanism, one


@dataclass(frozen=True)
class Row:
    a: Int[0, 2]
    b: Bool


def noised(value):
    return value + geometric(1 / 4)


def larger(value):
    return value + 1 if value > 0 else -1


def summed(rows):
    total = 0
    for row in rows:
        total += row
    return total


def grown(values, value):
    return [*values, value]


def binned(rows, counts):
    for row in rows:
        counts = [counts[0] + (row > 0), counts[1] + row]
    return counts


"""
INPUTS = {
    "xs: Records[Int[0, 2], 2]": ["added()", "one()", "one(1)"],
    "xs: Records[Bool, 2]": ["added()", "one()"],
    "xs: Records[Row, 2]": ["added()", "one()"],
    "xs: Records[Int[0, 1], 2], ys: Records[Int[0, 2], 1]": ['{"xs": added()}', '{"ys": one()}'],
    "xs: Records[Int[0, 1], 2], y: Bool": ['{"xs": added()}', '{"xs": one(), "y": one()}', '{"y": one()}'],
    "xs: Records[Int[0, 1], 2], k: Public[Int[0, 1]]": ["added()", "one()"],
    "xs: Vector[Int[-1, 2], 2]": ["one()", "one(1)", "each(1)"],
    "xs: Vector[Int[0, 2], 2], y: Int[0, 2]": ['{"xs": one()}', '{"xs": one(1), "y": each(1)}', '{"y": each(1)}'],
}


def programs(seed: int) -> tuple[str, str]:
    """Mostly of forms that are followed: what rows give to numbers, lists and dictionaries, and noise."""
    draw = random.Random(seed)
    pick = draw.choice
    header = pick(list(INPUTS))
    rows = ["xs", "xs", "sorted(xs)", "[x + 1 for x in xs]", "[x for x in xs if x > 0]", "list(xs)"]
    rows += ["[z for x in xs for z in range(x)]", "[larger(x) for x in xs]"]
    if "Row" in header.replace("Records", ""):
        rows = ["[x.a for x in xs]", "[x.a for x in xs if x.b]", "[x.a * x.b for x in xs]", "[x.b for x in xs]"]
        rows += ["[x.a - 1 if x.b else x.a for x in xs]", "[z for x in xs for z in range(x.a) if x.b]"]
    rows += ["ys", "ys", "[y + 1 for y in ys]"] if "ys" in header else []
    of_row = ["x", "1", "-x", "2 * x", "x * x", "larger(x)", "min(x, 1)", "(x == 1)", "(1 if x > 1 else 0)"]

    def number() -> str:
        over = pick(rows)
        made = [f"sum({over})", f"len({over})", f"{over}.count({pick('012')})", f"Counter({over})[{pick('012')}]"]
        made += [f"sum({pick(of_row)} for x in {over})", f"sum({pick(of_row)} for x in xs if x != {pick('012')})"]
        made += ["a", "a", "b", "t[0]", "d[1]", "t[1] - t[0]", "a - 2 * b", "d.get(2, 0)", "summed(xs)", "sum(t)"]
        made += ["xs[0]", "xs[-1]", "xs[0] - xs[1]", "larger(xs[0])"] if "Vector" in header else []
        made += ["y", "y * y", "y - a"] if "y:" in header else []
        made += [f"binned({over}, [0, 1])[{pick('01')}]", "k"] if "k:" in header else []
        made += ["n", "c", "last"] if draw.random() < 0.2 else []
        return f"({pick(made)})"

    def effect() -> str:
        changes = [f"a += {pick(of_row)}", f"b -= {pick(of_row)}", "t[0] += x", f"t[x > 0] += {pick(of_row)}"]
        changes += [f"d[x if x > 0 else 0] += {pick(of_row)}", "c = x\n    a += c", "a = a + x", "a, b = a + x, b - 1"]
        odd = ["a = x", "a, b = b, a", "a += b", "t.append(x)", "d[5] = x", "last = x", "b += last\n    last = x"]
        odd += ["if a > 0:\n        b += 1", "if x:\n        break", "a = max(a, x)", "a *= 2", "a += geometric(1 / 4)"]
        odd += ["a += len(t)", "b -= len(d)", "b += sum([1 for k in d])", "for k in d:\n        a += k", "d[x + 2] = 1"]
        odd += [
            "t.append(1)\n    a += len(t)",
            "a += d.get(3, 0)\n    d[3] = 1",
            "t += [x]",
            "b += len(t)\n    t.append(x)",
        ]
        odd += [
            "for i in range(x):\n        t.append(i)",
            "t = [*t, x]",
            "b += t[-1] - t[0]",
            "d = {x: 1}",
            "a += len(t + [x])",
        ]
        odd += ["a += summed(xs)", "t = grown(t, x)", "for z in xs:\n        b = a", "for z in xs:\n        a += 1"]
        odd += ["for i in range(2):\n        a += i * x", "for i in t:\n        a += 1", "t = binned([x], t)"]
        odd += ["a += n", "t = [x, x]", "b = a + x", "a -= a", "t[0], t[1] = t[1], t[0]", "d = {1: a, 2: b, 0: x}"]
        made = pick(odd) if draw.random() < 0.15 else pick(changes)
        return (
            f"if x {pick(['> 0', '!= 1', '== 2'])}:\n        " + made.replace("\n", "\n    ") if pick([0, 1]) else made
        )

    def loop() -> str:
        return f"for x in {pick(rows)}:\n    {effect()}\n    {effect()}"

    def noise() -> str:
        ways = [f"{number()} + geometric(1 / 4)", f"noised({number()})", f"geometric(1 / 4) - {number()}"]
        odd = [f"{number()} + n", f"{number()} + 2 * geometric(1 / 4)", f"{number()} * 2", "geometric(1 / 4)"]
        odd += [f"n + {number()} + geometric(1 / 4) - {number()}", f"({number()} if n > 0 else {number()}) + n"]
        return pick(odd) if draw.random() < 0.15 else pick(ways)

    lines = ["a, b, n, c, last = 0, 1, 0, 0, 1", "t, d = [0, 1], {0: 0, 1: 0, 2: 1}"]
    lines += [loop() for _ in range(draw.randint(0, 2))]
    lines += [f"n = {noise()}"]
    lines += [loop()] if pick([0, 1]) else []
    shown = [f"[n, {noise()}]", "n", "max(n, 0)", f"[n, n > 1, {noise()}]", f"(1 if n > 0 else n), {noise()}"]
    shown += [f"[noised(i * {number()}) for i in range(2)]", "[x + geometric(1 / 4) for x in xs]", "[n, a]", "t"]
    shown += ["[noised(z) for z in t]", "[noised(z) for z in d.values()]", "[n, len(xs)]", "[d, n]"]
    last = pick(shown)
    if draw.random() < 0.15:
        lines += ["yield n", f"yield {last}"] if pick([0, 1]) else [loop().replace("a +=", "yield"), f"yield {last}"]
    else:
        lines.append(f"return {last}")
    body = "\n".join(lines).replace("\n", "\n    ")
    return f"{HEAD}@mechanism\ndef shown({header}):\n    {body}\n", pick(INPUTS[header])


def wrong_here(seed: int) -> str | None:
    return unsound(*programs(seed))
