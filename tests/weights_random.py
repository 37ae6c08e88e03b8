"""Random exponential mechanisms over rows: what is told that they lose at most, and what they do lose, which is
computed by running them as Python on all small inputs."""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator
from itertools import combinations, product
from types import ModuleType
from typing import Any, TypeAlias
from unittest.mock import patch

from asked import subject_of

from faier.deciding.question import Question
from faier.deciding.side_by_side import told
from faier.exact import compare, exponential_of
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits

Input: TypeAlias = tuple[int, ...]
Law: TypeAlias = list[float]

HEAD = """\
import math
from bisect import bisect, bisect_left, bisect_right
from collections import Counter
from fractions import Fraction
from faier import Int, Records, Vector, added, categorical, each, exp, mechanism, one


@mechanism
"""
INPUTS = [
    ("Records[Int[0, 3], 3]", "added()"),
    ("Records[Int[0, 3], 3]", "one()"),
    ("Vector[Int[0, 3], 3]", "one()"),
    ("Vector[Int[0, 2], 3]", "one(1)"),
    ("Vector[Int[0, 2], 3]", "each(1)"),
]
# Numbers of the rows, for a candidate `c`; the last ones are seldom followed.
PLAIN = [
    "sum(x < c for x in xs)",
    "sum(x > c for x in xs)",
    "len(xs)",
    "xs.count(c)",
    "bisect_left(ordered, c)",
    "bisect_right(ordered, c)",
    "bisect(ordered, c)",
    "Counter(xs)[c]",
    "sum(min(x, c) for x in xs)",
    "sum(abs(x - c) for x in xs)",
    "len([x for x in xs if x != c])",
    "max(xs, default=0)",
    "min([x for x in xs if x > c], default=2)",
]
RARE = ["bisect_left(xs, c)", "bisect_left(ordered[::-1], c)", "bisect_left(ordered, c, 1)", "ordered[0]"]
# What is made of one or two of them.
MADE = [
    "{a}",
    "{a} // 2",
    "-({a}) // 2",
    "({a}) // -3",
    "({a}) // Fraction(3, 2)",
    "abs({a} - ({b}))",
    "{a} - ({b})",
    "-abs({a} - len(xs) // 2)",
    "min({a}, {b})",
    "max({a}, 1)",
    "2 * ({a}) - ({b})",
    "int(({a}) / 2 - 1)",
    "math.trunc(({a}) / 3)",
    "math.floor(({a}) / 3)",
    "math.ceil(({a}) / 2)",
    "Fraction({a}, 2)",
    "Fraction(float({a}), 2)",
    "({a} + 1) // 2",
]
# Weights of scores: what is taken from all of them makes no difference.
WEIGHTS = [
    ["weights = [exp(s / 2) for s in scores]"],
    ["best = max(scores)", "weights = [exp(s - best) for s in scores]"],
    ["best = min(scores)", "weights = [exp(best - s) for s in scores]"],
    ["first = scores[0]", "weights = [exp((s + first) / 2) for s in scores]"],
    ["best = max(scores)", "weights = [exp(s - best) for s in scores[1:]] + [exp(-best)]"],
]
# What is done with all weights, or with some.
CHANGES = [
    [],
    [],
    ["total = sum(weights)", "weights = [w / total for w in weights]"],
    ["weights = [w / sum(weights) for w in weights]"],
    ["total = 0", "for w in weights:", "    total += w", "weights = [w / total for w in weights]"],
    ["total = sum(weights)", "weights = [weights[0], *[w / total for w in weights[1:]]]"],
    ["total = sum(weights)", "weights = [w / total for w in weights] + [1]"],
    ["weights += [1]"],
    ["weights = [2 * w for w in weights]"],
]


def written(seed: int) -> tuple[str, str, str]:
    """A text, the type of its input, and a relation."""
    draw = random.Random(seed)

    def number(depth: int) -> str:
        if depth == 0:
            return draw.choice(RARE if draw.random() < 0.03 else PLAIN)
        return draw.choice(MADE).format(a=number(depth - 1), b=number(depth - 1))

    type_, relation = draw.choice(INPUTS)
    scores = f"scores = [{number(draw.randint(0, 2))} for c in {draw.choice(['range(4)', '(0, 2)', 'range(1, 4)'])}]"
    lines = ["ordered = sorted(xs)", scores, *draw.choice(WEIGHTS), *draw.choice(CHANGES)]
    body = "".join(f"    {line}\n" for line in [*lines, "return categorical(*weights)"])
    return f"{HEAD}def shown(xs: {type_}):\n{body}", type_, relation


def wrong(seed: int) -> str | None:
    """Why what is told of the program is wrong; "" where nothing is told of it, None where all is well."""
    text, type_, relation = written(seed)
    try:
        program = parse(text, "a.py", {})
        known = told(Question(program, subject_of(program, "shown", relation, None)), Limits())
    except Rejected:
        return ""
    if known is None:
        return ""
    shown, laws = _as_python(text), dict[Input, Law]()
    for given in _inputs(type_):
        try:
            laws[given] = shown(list(given))
        except (TypeError, ZeroDivisionError, IndexError) as error:
            if known.quiet:
                return f"raises {error!r}"
    for one, other in combinations(laws, 2):
        if _are_neighbors(one, other, relation):
            ratio = max(max(p / q, q / p) for p, q in zip(laws[one], laws[other], strict=True))
            if known.most is None or compare(exponential_of(known.most) * 10**9, int(ratio * (10**9 - 10))) < 0:
                return f"loses log({ratio}), and {known.most} is told"
    return None


def _as_python(text: str) -> Callable[[list[int]], Law]:
    class Of:
        def __class_getitem__(cls, _: Any) -> None:
            return None

    words = ModuleType("faier")
    for name in ("Int", "Records", "Vector", "added", "each", "one"):
        setattr(words, name, Of)
    words.__dict__["mechanism"] = lambda function: function
    words.__dict__["exp"] = math.exp
    words.__dict__["categorical"] = lambda *weights: [weight / sum(weights) for weight in weights]
    names: dict[str, Any] = {}
    with patch.dict("sys.modules", {"faier": words}):
        exec(text, names)
    shown: Callable[[list[int]], Law] = names["shown"]
    return shown


def _inputs(type_: str) -> Iterator[Input]:
    top, most = (int(end.strip(" ]")) for end in type_.split(",")[1:])
    for length in range(most + 1) if type_.startswith("Records") else (most,):
        yield from product(range(top + 1), repeat=length)


def _are_neighbors(one: Input, other: Input, relation: str) -> bool:
    if relation == "added()":
        less, more = sorted((one, other), key=len)
        return any((*more[:at], *more[at + 1 :]) == less for at in range(len(more)))
    if len(one) != len(other):
        return False
    apart = [abs(x - y) for x, y in zip(one, other, strict=True)]
    match relation:
        case "one()":
            return sum(map(bool, apart)) == 1
        case "one(1)":
            return sum(apart) == 1
        case _:
            return max(apart) == 1
