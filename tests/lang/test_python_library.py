"""Python's own library: what a mechanism computes with it is what Python computes, in both semantics."""

import pytest
from as_python import assert_as_python

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.limits import Limits
from faier.semantics.explore import explore

HEAD = """\
import bisect
import functools
import heapq
import itertools
import operator
import statistics
from bisect import bisect_left, insort
from collections import Counter
from dataclasses import dataclass
from functools import partial, reduce
from heapq import heapify, heappop, heappush, nlargest
from itertools import accumulate, dropwhile, filterfalse, groupby, islice, takewhile
from statistics import mean, median, mode, multimode

from fractions import Fraction
from faier import Bool, Int, Vector, categorical, clamp, flip, mechanism, uniform


def add(a, b):
    return a + b


def agg(g, xs):
    return g(xs)


AGGREGATES = {"sum": sum, "largest": max, "middle": median, "plus": operator.add}


@dataclass
class Queue:
    items: list


@mechanism
def f(x: Int[0, 2]):
"""
SAME = {
    "bisect": "return bisect_left([0, 1, 1, 2], x), bisect.bisect([0, 1, 1], x), bisect.bisect_left([0, 1], x, lo=1)",
    "bisect by key": "return bisect.bisect_right([(0, 1), (1, 1), (2, 0)], x, key=lambda row: row[0])",
    "insort": "xs = [0, 2]\ninsort(xs, x)\nreturn xs",
    "heap": "h = []\nfor v in [2, x, 1, 0]:\n    heappush(h, v)\nfirst = heappop(h)\nreturn first, h",
    "heap of tuples": "h = [(x, 'a'), (1, 'b'), (0, 'c')]\nheapify(h)\nreturn [heappop(h)[1] for _ in range(2)], h",
    "heap replaced": "h = [0, 2, 1]\na = heapq.heapreplace(h, x)\nb = heapq.heappushpop(h, 1)\nreturn a, b, h",
    "heap in a record": "q = Queue([1])\nheappush(q.items, x)\nreturn heappop(q.items), q.items",
    "largest": "return nlargest(2, [x, 1, 2], key=lambda v: -v), heapq.nsmallest(1, [x, 1])",
    "means": "return mean([x, 1, 2]), mean([x, 2 * x]), mean((Fraction(1, 2), x)), statistics.fmean([x, 1])",
    "medians": "return median([x, 1]), median([x, 1, 2]), statistics.median_low([x, 1]), mean([True, x > 1])",
    "modes": "return mode([2, x, 1]), multimode([x, 1]), mode('ab')",
    "accumulate": "return list(accumulate([x, 1, 2], max)), list(accumulate([x, 3], operator.mul, initial=2))",
    "accumulate lambda": "return list(accumulate([x, 1, 2], lambda a, b: a * x + b))",
    "accumulate draws": "return list(accumulate([x, 1], lambda a, b: a if flip(1 / 3) else b))",
    "accumulate generator": "return [t for t in accumulate([x, 1, 2], func=add)]",
    "groupby": "return [(k, len(list(g))) for k, g in groupby([x, 1, 1, 0, True])]",
    "groupby for": "out = {}\nfor k, g in groupby([x, 1, 2], key=lambda v: v % 2):\n    out[k] = sum(g)\nreturn out",
    "groupby draws": "return [(k, list(g)) for k, g in groupby([x, 1], key=lambda v: flip(1 / 2))]",
    "groupby islice": "return [list(islice(g, 1, None)) for _, g in groupby(sorted([x, 1, 1, 2, x]))]",
    "groupby for islice": "for k, g in groupby([x, 1, 1]):\n    for at, v in zip(range(1), g):\n        yield v",
    "groupby lazily": "return [(sum(map(abs, g)), k) for k, g in groupby([x, 1, 1, 2])]",
    "groupby item": "return {k: [v for _, v in g] for k, g in groupby([(x, 1), (1, 2)], operator.itemgetter(0))}",
    "takewhile": "t = x\nreturn list(takewhile(lambda v: v < t, [0, 1])), list(dropwhile(lambda v: v < t, [0, 2, 0]))",
    "takewhile inside": "return [list(takewhile(lambda v: v < k, [0, 1, x])) for k in range(3)]",
    "filterfalse": "return list(filterfalse(lambda v: v > x, [0, 1, 2])), list(filterfalse(None, [x, 1]))",
    "operators": "return operator.sub(x, 1), operator.not_(x), operator.contains([1], x), operator.xor(x, 1)",
    "operators given": "return reduce(operator.mul, [x, 2]), list(map(operator.add, [x, 1], [2, 3]))",
    "methodcaller": "return list(map(operator.methodcaller('upper'), ['a', 'b']))[:x]",
    "partial": "return list(map(partial(add, x), [1, 2])), min([0, 1, 2], key=partial(pow, x))",
    "partial given": "y = x + 1\nreturn agg(partial(add, y), 2), agg(functools.partial(add, b=x), 3)",
    "weights in a list": "w = (1, x + 1, 2)\nreturn 'abc'[categorical(w)], categorical([1 / 4, x + 1])",
    "partial draw": "coin, die = partial(flip, 1 / 4), partial(uniform, 0)\nreturn coin() + die(x)",
    "partial reduce": "last = partial(reduce, operator.sub)\nreturn last([x, 1]), list(map(last, [[2, x]]))",
    "partial reduce lambda": "k = 2\nt = partial(reduce, lambda a, b: k * a + b)\nk = 3\nreturn t([x, 1, 2]), k",
    "partial reduce draws": "t = partial(reduce, lambda a, b: a if flip(1 / 3) else b)\nreturn t([x, 1]), t([x, 5])",
    "values": "return agg(sum, [x, 1]), agg(max, [x, 1]), agg(g=sorted, xs=[2, x]), agg(median, [x, 1, 2])",
    "tables": "return AGGREGATES['sum']([x, 1]), AGGREGATES['middle']([x]), AGGREGATES['plus'](x, 1)",
    "chosen": "op = operator.ge if x else operator.lt\nreturn op(x, 1)",
    "caught": "h = [1] * x\ntry:\n    y = heappop(h)\nexcept IndexError:\n    y = 5\nreturn y, h",
    "a name taken": "median_low = x\nheapq_ = 2\nreturn median_low + heapq_",
}  # fmt: skip


def written(body: str) -> str:
    """The statements as a mechanism, with the imports that it uses."""
    return HEAD + "".join(f"    {line}\n" for line in body.split("\n"))


@pytest.mark.parametrize("body", SAME.values(), ids=SAME)
def test_is_what_python_computes(body: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("as_python.HEAD", "")
    assert_as_python(written(body), written="partial" not in body)


REFUSED = {
    "a group that is kept": ("return {k: g for k, g in groupby([x, 1])}", "FA205"),
    "a group gone over twice": ("return [(sum(g), list(g)) for k, g in groupby([x, 1])]", "FA205"),
    "a group that is kept lazily": ("return [islice(g, 1) for k, g in groupby([x, 1])]", "FA205"),
    "a group in a loop": ("return [[list(g) for _ in range(2)] for k, g in groupby([x, 1])]", "FA205"),
    "groups that are kept": ("return [list(g) for k, g in list(groupby([x, 1]))]", "FA205"),
    "a heap with two names": ("h = [x]\ng = [h]\nheappush(h, 0)\nreturn g", "FA210"),
    "what a test reads changes": (
        "out, t = [], 1\nfor v in takewhile(lambda u: u < t, [0, 1, x]):\n    t += 1\n    out.append(v)\nreturn out",
        "FA205",
    ),
    "what partial keeps changes": ("y = x\ng = partial(add, y)\ny = 5\nreturn g(1)", "FA209"),
    "next that is caught": (
        "try:\n    y = next(v for v in [1] if v > x)\nexcept IndexError:\n    y = 7\nreturn y",
        "FA101",
    ),
    "reduce that is caught": ("try:\n    y = reduce(max, [1] * x)\nexcept IndexError:\n    y = 7\nreturn y", "FA101"),
    "partial reduce that is caught": (
        "t = partial(reduce, max)\ntry:\n    y = t([1] * x)\nexcept IndexError:\n    y = 7\nreturn y",
        "FA101",
    ),
    "partial map": ("each = partial(map, abs)\nreturn list(each([x]))", ""),
    "partial filter": ("each = partial(filter, None)\nreturn [list(g([x])) for g in [each]]", "FA205"),
    "groupby that is caught": (
        "out = []\ntry:\n    for k, g in groupby([x, 0], key=lambda v: 2 // v):\n        out.append(k)\n"
        "except ZeroDivisionError:\n    pass\nreturn out",
        "FA101",
    ),
    "a mean of floats that is caught": (
        "try:\n    y = mean([x / 3, 1])\nexcept ValueError:\n    y = 5\nreturn y",
        "",
    ),
    "what partial keeps changes in a loop": ("for k in range(3):\n    g = partial(add, k)\nreturn g(x)", ""),
}


@pytest.mark.parametrize(("body", "code"), REFUSED.values(), ids=REFUSED)
def test_is_refused(body: str, code: str) -> None:
    with pytest.raises(Rejected) as caught:
        explore(parse(written(body), "file.py"), "f", Limits())
    assert [item for item in caught.value.diagnostics if item.code.startswith(code or "FA") and item.hint]


def test_names_of_the_file_mean_what_the_file_says() -> None:
    text = "from heapq import nlargest\nfrom faier import Int, mechanism\n\n\ndef sorted(xs):\n    return [0]\n\n\n"
    with pytest.raises(Rejected):
        parse(f"{text}@mechanism\ndef f(x: Int[0, 2]):\n    return nlargest(1, [x, 1])\n", "file.py")


@pytest.mark.parametrize("call", ["t([1] * x)", "t([1], x)"], ids=["of nothing", "with a start"])
def test_a_partial_reduce_takes_what_it_goes_over(call: str) -> None:
    with pytest.raises(Rejected):
        explore(parse(written(f"t = partial(reduce, max)\nreturn {call}"), "file.py"), "f", Limits())
