"""Arguments by name of draws and of Python's functions, as Python takes them."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python

from faier.lang import Rejected, parse

FILE = """from itertools import combinations, combinations_with_replacement, compress, permutations, repeat
import itertools
from faier import choice, sample, shuffled


@mechanism
def f(x: Int[0, 2]):
    n = [2]
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "flip(p=Fraction(numerator=1, denominator=x + 2)), uniform(x, hi=3)",
        "uniform(hi=3, lo=x)",
        "clamp(lo=0, x=x, hi=1), clamp(x, lo=1, hi=uniform(1, 2)), clamp(x=n.pop(), lo=0, hi=len(n) + 1)",
        "sample([x, 5, 6], k=2), sample(values=(x, 7), k=1), choice(values=[x, 8]), shuffled(values=[x, x, 4])",
        "list(combinations([x, 5, 6], r=2)), list(itertools.combinations(iterable=range(3), r=x))",
        "list(permutations(iterable=[x, 5], r=2)), list(permutations((x, 5), r=1))",
        "[sum(p) for p in combinations_with_replacement([x, 5], r=2)]",
        "list(repeat(object=x, times=2)), list(repeat(x, times=x)), list(compress(data=[x, 4], selectors=[1, x]))",
        "pow(base=2, exp=x), pow(2, exp=x), list(enumerate(iterable=[x, 4], start=1))",
    ],
)
def test_they_are_where_python_has_them(body: str) -> None:
    assert_as_python(FILE.format(body=body), written=False)


@pytest.mark.parametrize(
    "body",
    [
        "flip(q=1 / 2)",
        "uniform(0, lo=1)",
        "uniform(hi=1)",
        "uniform(hi=n.pop(), lo=len(n))",
        "sample(k=1, *[[x]])",
        "combinations([x], r=1, s=2)",
        "permutations(r=1)",
        "abs(x=x)",
        "len(obj=[x])",
        "categorical(weights=[1, 2])",
    ],
)
def test_others_are_refused(body: str) -> None:
    with pytest.raises(Rejected) as refused:
        parse(HEAD + FILE.format(body=f"list({body})" if "ions" in body else body), "file.py")
    assert {item.code for item in refused.value.diagnostics} <= {"FA206", "FA113"}
