# ruff: noqa: E501
"""Functions of `operator` are the operators that they are: the checker against Python and faier."""

import hashlib
import json

import pytest
from certificates import certified
from checker.test_meaning import differences
from test_functions import HEAD, ONE, by_checker, by_python

from faier.checker.outcome import Hole

IMPORTS = "import operator\nimport operator as o\nfrom operator import add, itemgetter, lt, mul as times, neg, not_\n"
BODIES = {
    "called": "return add(x, 2), times(x, x), neg(x), not_(x), lt(x, 1), operator.sub(1, x), o.xor(x, 3), o.floordiv(7, x + 1)",
    "reduced": "return reduce(add, [x, 1, flip(1 / 3)]), reduce(times, [x, 2], 3), reduce(operator.or_, [x, 4], 0)",
    "mapped": "return list(map(add, [x, 1], [2, 3])), list(map(o.neg, [x, 2])), list(map(partial(add, 2), [x]))",
    "keys": "return sorted([x, 1, 0], key=neg), max([(1, x), (2, 1)], key=itemgetter(1)), list(map(itemgetter(0), [(x, 1)]))",
    "a value": "f = add\n    return f(x, 1)",
    "in a list": "return [add][0](x, 1), max([(x, 1)], key=itemgetter(0, 1))",
    "lists": "ys = [x]\n    zs = reduce(add, [ys, [1]], [])\n    return zs, add('a', 'b')",
}
HOLES = {
    "too many": "return add(x, 1, 2)",
    "stars": "return add(*[x, 1])",
    "keywords": "return add(x, b=1)",
    "a module": "m = operator\n    return x",
    "another one": "return operator.length_hint([x])",
    "in place": "return operator.iadd(x, 1)",
    "a getter alone": "return itemgetter(0)([x])",
    "hidden": "add = lambda a, b: a - b\n    return add(x, 1)",
}


@pytest.mark.parametrize("body", BODIES)
def test_operators_mean_the_same(body, monkeypatch) -> None:
    text = HEAD + IMPORTS + ONE + f"    {BODIES[body]}\n"
    for x in range(3):
        assert {tuple(key): weight for key, weight in by_checker(text, x).items()} == by_python(text, x, monkeypatch)
    assert differences(text, "m", 3) == (3, [])


@pytest.mark.parametrize("body", HOLES)
def test_other_uses_are_holes(body) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + IMPORTS + ONE + f"    {HOLES[body]}\n", 1)


@pytest.mark.parametrize(
    "imports",
    [
        "from operator import add as max\n",
        "from operator import add, itemgetter\nadd = 3\n",
        "from operator import *\n",
        "from .operator import add\n",
        "from operator import add\n\n\ndef f(x, y=add(1, 2)):\n    return x + y\n\n\n",
    ],
)
def test_other_imports_are_holes(imports) -> None:
    with pytest.raises(Hole):
        by_checker(HEAD + imports + ONE + "    return x\n", 1)


CLAIMED = """
from functools import reduce
from operator import mul
from faier import Bool, Vector, each, flip, log, mechanism, private


@private(epsilon=2 * log(3), neighbors=each(1))
@mechanism
def subject(v: Vector[Bool, 2]):
    return reduce(mul, [int(x) for x in v], 0) + sum(flip(3 / 4) if x else flip(1 / 4) for x in v)
"""


@pytest.mark.parametrize("other", ["add", "or_", "sub", "xor"])
def test_their_certificates_are_valid_and_forged_ones_are_not(other) -> None:
    (item,) = certified(CLAIMED)
    assert item.proved and item.answer().answer == "valid"
    source = CLAIMED.replace("import mul", f"import {other} as mul")
    document = json.loads(item.text)
    document["file"]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
    assert item.answer(json.dumps(document), source).answer == "invalid"
