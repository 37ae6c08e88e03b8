"""Functions that Python chooses by the class of their first argument: both semantics say what it does, or refuse."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

CLASSES = """import functools
from dataclasses import dataclass
from functools import singledispatch
from typing import Union


@dataclass(frozen=True)
class Leaf:
    pass


@dataclass(frozen=True)
class Sum:
    of: object
    cap: int


class Query:
    def __init__(self, n):
        self.n = n


class Count(Query):
    pass


class Capped(Count):
    pass


Plan = Union[Leaf, Sum]


"""

ACCEPTED = [
    """@singledispatch
def worst(node, times=1):
    \"\"\"How much one record may change.\"\"\"
    raise TypeError(f"unknown {node}")


@worst.register
def _(node: Leaf, times=1) -> int:
    return times


@worst.register(Sum)
def of_sum(node, times=1):
    return node.cap * worst(node.of, times)


@mechanism
def f(x: Int[0, 2]):
    plan: Plan = Sum(Sum(Leaf(), 2), x)
    return worst(plan), worst(Leaf(), times=x), of_sum(plan, 2), Leaf() == Leaf()
""",
    """@functools.singledispatch
def shown(value):
    return "other"


@shown.register
def _(value: Query):
    return "query"


@shown.register
def _(value: Capped):
    return "capped"


@shown.register
def _(value: int | str):
    return "plain"


@shown.register(bool)
def _(value):
    return "bool"


@shown.register
def _(value: object):
    return "object"


@mechanism
def f(x: Int[0, 2]):
    return [shown(v) for v in (Query(x), Count(x), Capped(x), x, x > 0, "a", None, (x,))]
""",
    """@singledispatch
def put(value, seen, *, twice=False):
    pass


@put.register
def _(value: int, seen, *, twice=False):
    seen.append(value)
    if twice:
        put(value, seen)


@put.register
def _(value: tuple, seen, *, twice=False):
    for part in value:
        put(part, seen, twice=twice)


@mechanism
def f(x: Int[0, 1]):
    seen = []
    put((x, (flip(1 / 2), 3), "none"), seen, twice=True)
    put(None, seen)
    return seen
""",
    """@singledispatch
def shown(value):
    return "other"


@shown.register
def _(value: dict):
    return "dictionary"


@shown.register(int)
def _(value):
    return "number"


@shown.register
def _(value: defaultdict):
    return "grows"


@shown.register
def _(value: Counter):
    return "counts"


@shown.register
def _(value: bool):
    return "bool"


@mechanism
def f(x: Int[0, 2]):
    return [shown(v) for v in ({x: 1}, Counter([x]), defaultdict(int), x, x > 1, {x})]
""",
    """Number = int


@singledispatch
def shown(value):
    return 0


@shown.register
def _(value: Number):
    return 1


@shown.register
def _(value: bool):
    return 2


@mechanism
def f(x: Int[0, 1]):
    return shown(x), shown(x > 0)
""",
]

REFUSED = [
    """@singledispatch
def shown(value, n=1):
    return n


@shown.register
def _(value: int, n=2):
    return n


@mechanism
def f(x: Int[0, 1]):
    return shown(x)
""",
    """@singledispatch
def shown(value):
    return 0


def of_int(value):
    return 1


shown.register(int, of_int)


@mechanism
def f(x: Int[0, 1]):
    return shown(x)
""",
    """@singledispatch
def shown(value):
    return 0


@shown.register
def _(value: int):
    return 1


@mechanism
def f(x: Int[0, 1]):
    return shown.dispatch(int)(x)
""",
    """@singledispatch
def shown(value):
    return 0


@shown.register
def _(value: int):
    return 1


@mechanism
def f(x: Int[0, 1]):
    return shown(value=x)
""",
]


@pytest.mark.parametrize("text", ACCEPTED)
def test_the_class_says_which(text: str) -> None:
    assert_as_python(CLASSES + text, written=False)


@pytest.mark.parametrize("text", REFUSED)
def test_what_is_refused(text: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(CLASSES + text, written=False)
