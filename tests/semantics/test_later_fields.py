"""Fields that a method gives their first value: what reads them before raises what Python raises."""

from __future__ import annotations

import pytest
from as_python import HEAD, assert_as_python
from later_random import attacked

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore

CLASS = """class Stump:
    split_: int

    def __init__(self, top):
        \"\"\"A record.\"\"\"
        self.top = top
        self._begin()

    def _begin(self):
        self.seen = []

    def fit(self, xs):
        self.leaves_ = [0, 0]
        self.split_, (self.low_, self.rest_) = uniform(0, 1), (7, 8)
        for x in xs:
            self.leaves_[x >= self.split_] += 1
            self.seen.append(x + 0)
        self.split_ += 1
        self.best_ = 1 + self.leaves_[0]

    def again(self, x):
        if x:
            self.last_ = 2
        elif flip(1 / 3):
            self.last_ = 1 + self.best_
            self.last_ += 1
        else:
            self.last_ = self.best_ + 3
        return [self.last_ for _ in range(2)]

    @property
    def found(self):
        return self.last_ if self.seen else self.best_

    def predict(self, x):
        return self.leaves_[0] if x < self.split_ else self.leaves_[1]

    @staticmethod
    def both(one, other):
        return one.split_ + other.split_


class Other:
    def __init__(self, split):
        self.split_ = split


@mechanism
def f(x: Int[0, 1]):
    m, n = Stump(2), Stump(3)
    o = Other(x + 4)
    m.fit([0, x, 1])
    if x:
        n.fit([0])
    return {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "m.leaves_, m.split_, m.low_, m.rest_, m.best_",
        "[m.predict(y) for y in range(2)], m.seen, n.seen",
        "m.again(x), m.again(1 - x), m.found",
        "Stump.both(m, m), o.split_, n.top",
        "(n.split_, n.again(x)) if x else o.split_",
    ],
)
def test_they_are_what_they_are_in_python(body: str) -> None:
    assert_as_python(CLASS.format(body=body), written=False)


@pytest.mark.parametrize("body", ["n.split_", "n.predict(0)", "m.found", "n.again(0)", "Stump.both(m, n)", "n.rest_"])
def test_what_has_no_value_raises(body: str) -> None:
    program = parse(HEAD + CLASS.format(body=body), "file.py")
    with pytest.raises(Rejected, match=RAISED):
        explore(program, "f", Limits())


RAISED = "this raises AttributeError: 'Stump' object has no attribute '[a-z]+_'"
ASKED = """class Stump:
    def __init__(self):
        self.top = 2

    def fit(self):
        self.split_ = 1
        return self
"""


CASES = [
    ("", "m = Stump().fit()", "hasattr(m, 'split_')"),
    ("", "m = Stump().fit()\n    m.split_ = 3", "m.split_"),
    ("", "m = Stump().fit()\n    m.__init__()", "m.split_"),
    ("class More(Stump):\n    pass", "m = More().fit()", "m.split_"),
    ("", "m = Stump()\n    try:\n        return m.split_\n    except AttributeError:\n        pass", "1"),
    ("", "m = Stump()\n    try:\n        return m.split_\n    except:\n        pass", "1"),
    ("", "match Stump():\n        case Stump(split_=y):\n            return y", "0"),
    ("    def drop(self):\n        del self.split_", "m = Stump().fit()", "m.split_"),
    ("    def each(self):\n        for self.split_ in [1]:\n            pass", "m = Stump().fit()", "m.split_"),
    ("    def other(this, self):\n        self.split_ = 4", "m = Stump().fit()", "m.split_"),
]


@pytest.mark.parametrize(("more", "before", "shown"), CASES)
def test_files_that_could_ask_whether_there_is_a_value_are_refused(more: str, before: str, shown: str) -> None:
    function = f"@mechanism\ndef f(x: Int[0, 1]):\n    {before}\n    return {shown}\n"
    with pytest.raises(Rejected):
        parse(f"{HEAD}{ASKED}\n{more}\n\n\n{function}", "file.py")


def test_but_for_that_they_are_read() -> None:
    parse(f"{HEAD}{ASKED}\n\n@mechanism\ndef f(x: Int[0, 1]):\n    m = Stump().fit()\n    return m.split_\n", "file.py")


def test_random_programs_with_later_fields_are_refused_or_do_what_python_does() -> None:
    """`scripts/fuzz_names later` goes on from here."""
    counts = {"agreed": 0, "refused": 0, "fails": 0}
    for seed in range(100, 108):
        counts[attacked(seed)] += 1
    assert counts["agreed"] >= 2, counts
    assert counts["fails"] >= 2, counts


def test_types_of_fields_are_remarks_in_methods_too() -> None:
    text = """class Stump:
    def __init__(self):
        self.top: int = 1

    def fit(self, x):
        self.split_: int = x + 1
        self.sure: bool = x > 0
        self.top: int = self.split_ + 1


@mechanism
def f(x: Int[0, 1]):
    stump = Stump()
    stump.fit(x)
    return stump.split_, stump.sure, stump.top
"""
    assert_as_python(text, written=False)
    with pytest.raises(Rejected, match="only a variable can be declared"):
        parse(HEAD + text.replace("top: int = self", "top: Int[0, 5] = self"), "file.py")


LAZY = """class Lazy:
    def __init__(self, top):
        self.top = top
        if top > 2:
            self.early_ = 1

    def begin(self, x):
        self.a_, self.seen_ = x, []
        return x

    def two(self, x):
        {lines}
        return x


@mechanism
def f(x: Int[0, 1]):
    m, n = Lazy(2), Lazy(3)
    return m.two(x), n.two(x), n.early_
"""


@pytest.mark.parametrize(
    "lines",
    [
        "x += sum(self.a_ for _ in range(0))",
        "x += [self.a_ for _ in range(x - 1)] == []",
        "ask = lambda: self.a_\n        x += 1 if x < 2 else ask()",
        "def ask():\n            return self.a_\n        x += 1 if x < 2 else ask()",
        "x += x < 2 or self.a_",
        "x = self.begin(x) + self.a_",
        "x = [self.begin(x), self.a_, len(self.seen_)][1]",
        "self.a_ = self.begin(x) + self.a_\n        x = self.a_",
        "self.begin(x) < self.a_ or self.a_ > 2\n        x = self.a_",
        "try:\n            x = 6 // 0 + self.a_\n        except ZeroDivisionError:\n            x = 3",
        "match x:\n            case 0 | 1:\n                pass\n            case _ if self.a_:\n                pass",
        "while x < 2 or self.a_ < 0:\n            x += self.begin(x) + 1",
        "assert x < 2, self.a_",
        "self.seen_[:] = [self.begin(x), 7]\n        x = self.seen_[1]",
    ],
)
def test_what_is_not_computed_is_not_asked_for(lines: str) -> None:
    assert_as_python(LAZY.format(lines=lines), written=False)


@pytest.mark.parametrize(
    "lines",
    [
        "x += sum(self.a_ for _ in range(1))",
        "ask = lambda: self.a_\n        x = ask()",
        "x = x > 1 or self.a_",
        "x = self.a_ + self.begin(x)",
        "self.a_ += x",
        "self.seen_[x] = self.a_",
        "x = self.early_",
    ],
)
def test_what_is_computed_is_asked_for_in_its_turn(lines: str) -> None:
    program = parse(HEAD + LAZY.format(lines=lines), "file.py")
    with pytest.raises(Rejected, match="this raises AttributeError: 'Lazy' object has no attribute"):
        explore(program, "f", Limits())
