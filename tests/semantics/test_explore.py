"""The fast semantics against the obvious one, where the fast one is clever: reading late, merging, summing out."""

from __future__ import annotations

from itertools import product

import asked
import pytest
from flint import fmpq
from processes import forward_process
from wellformed import wellformed

from faier.hmm.lump import lump
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import StreamType
from faier.lang.values import make
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

HEAD = (
    "from faier import Bool, Int, Vector, Public, clamp, flip, geometric, mechanism, one, private, uniform, log, each\n"
)

# Entries are read before, inside and after loops over them, in other orders, twice, and not at all.
BODIES = [
    "    first = xs[0]\n    for x in xs:\n        yield first + x + flip(1 / 3)",
    "    last = xs[-1]\n    for x in reversed(xs):\n        yield last * x + uniform(0, 1)",
    "    for i, x in enumerate(xs):\n        yield x + xs[(i + 1) % 2] * flip(1 / 2)",
    "    for x, y in zip(xs, reversed(xs)):\n        yield x - y if flip(2 / 3) else 0",
    "    at = uniform(0, 1)\n    yield xs[at]\n    for x in xs:\n        yield x",
    "    if flip(1 / 2):\n        yield xs[1]\n"
    "    for x in xs:\n        if x == 1 and flip(1 / 4):\n            return\n        yield x",
    "    ys = [x for x in xs if flip(1 / 2) or x > 0]\n    yield len(ys)\n    for y in ys:\n        yield y + xs[0]",
    "    ys = sorted(xs)\n    for y in ys:\n        yield clamp(y + geometric(1 / 2), 0, 2)\n    yield sum(xs) % 2",
    "    best = max(xs)\n    while flip(1 / 3):\n        best = (best + xs[1]) % 3\n    yield best",
    "    for x in xs:\n        for y in xs:\n"
    "            if flip(1 / 2):\n                yield x * y\n                break",
    # Lists of entries that are not read yet, compared with what is drawn.
    "    yield list(xs) == [uniform(0, 1), 1]\n    yield [uniform(0, 2), 2] < list(xs)",
    "    yield uniform(0, 2) in list(xs)\n    yield [flip(1 / 2), xs[1]] != list(xs) != [0, 0]",
    "    yield max(list(xs), [uniform(0, 1), 1])\n    yield len(list(xs) + [flip(1 / 2)])",
    "    yield sum([list(xs), [uniform(0, 1)]], [])",
    # What is still to come of the two lists is equal in Python, and not the same to an observer.
    "    ys = [0, 2, 1]\n    if xs[0] == xs[1]:\n        ys = [0, 2, True]\n    for y in ys:\n        yield y",
]


@pytest.mark.parametrize("body", BODIES)
def test_reading_late_changes_nothing(body: str) -> None:
    program = parse(f"{HEAD}\n@mechanism\ndef subject(xs: Vector[Int[0, 2], 2]):\n{body}\n", "m.py", {})
    process = explore(program, "subject", Limits())
    smaller = lump(process)
    wellformed(process)
    wellformed(smaller)
    for data in product(range(3), repeat=2):
        inputs = {"xs": make(list(data))}
        expected = denote.outputs(program, "subject", inputs)
        assert sum(expected.values(), fmpq(0)) == 1
        for (shown, ended), weight in expected.items():
            assert forward_process(process, inputs, tuple(shown), ended) == weight
            assert forward_process(smaller, inputs, tuple(shown), ended) == weight


@pytest.mark.parametrize("body", BODIES)
@pytest.mark.parametrize("relation", ["one()", "each(1)"])
def test_the_tight_factor_is_that_of_whole_inputs(body: str, relation: str) -> None:
    text = f"{HEAD}\n@mechanism\ndef subject(xs: Vector[Int[0, 2], 2]):\n{body}\n"
    program = parse(text, "m.py", {})
    laws = {data: denote.outputs(program, "subject", {"xs": make(list(data))}) for data in product(range(3), repeat=2)}
    best: fmpq | None = fmpq(1)
    for left, right in product(laws, repeat=2):
        apart = [abs(a - b) for a, b in zip(left, right, strict=True)]
        if not (sum(map(bool, apart)) == 1 if relation == "one()" else max(apart) <= 1):
            continue
        for output, weight in laws[left].items():
            other = laws[right].get(output, fmpq(0))
            best = None if best is None or other == 0 else max(best, weight / other)
    found = asked.tight(text, "subject", relation).tight
    assert found is not None
    assert (found.lower, found.upper) == (best, best)


def test_streams_are_no_inputs_to_fill() -> None:
    program = parse(
        "from faier import Int, Stream, flip, mechanism\n@mechanism\ndef m(s: Stream[Int[0, 1]]):\n"
        "    for x in s:\n        yield x if flip(3 / 4) else 1 - x\n",
        "m.py",
        {},
    )
    assert isinstance(program.function("m").parameters[0].type, StreamType)
    process = explore(program, "m", Limits())
    wellformed(process)
    assert forward_process(process, {"s": make([0, 1])}, (0, 0), False) == fmpq(3, 16)


def numbered(loop: str) -> Program:
    text = (
        f"from faier import Int, Stream, flip, mechanism, uniform\n@mechanism\ndef m(s: Stream[Int[0, 1]]):\n"
        f"    n = 0\n    for at, x in {loop}:\n        yield at, x\n        yield flip(1 / 3)\n        n += 1\n"
        "        if n == 2:\n            return\n"
    )
    return parse(text, "m.py", {})


@pytest.mark.parametrize(
    "loop",
    [
        *("enumerate(s)", "enumerate(s, 2)", "enumerate(s, start=2)", "enumerate(s, 1 == 1)", "zip(s, [5, 6, 7])"),
        *("enumerate(zip(s, [5]), uniform(0, 1))", "zip(enumerate(s, start=-1), [None, 'b', 1])", "zip([1, 2, 3], s)"),
    ],
)
def test_arrivals_are_numbered_and_paired(loop: str) -> None:
    program = numbered(loop)
    process = explore(program, "m", Limits())
    wellformed(process)
    inputs = {"s": make([0, 1])}
    found = denote.outputs(program, "m", inputs)
    assert sum(found.values(), fmpq(0)) == 1
    assert all(ended for _, ended in found)
    assert {(shown, ended): forward_process(process, inputs, shown, ended) for shown, ended in found} == found


@pytest.mark.parametrize(
    ("loop", "code"),
    [
        ("zip(s, [1, 2], strict=True)", "FA114"),
        ("enumerate(zip(s, [1, 2], strict=False))", "FA114"),
        ("enumerate(s, *[1])", "FA114"),
        ("enumerate(s, 1 / 2)", "FA409"),
        ("enumerate(s, start='a')", "FA409"),
    ],
)
def test_what_is_not_for_arrivals_is_refused_by_both(loop: str, code: str) -> None:
    program = numbered(loop)
    with pytest.raises(Failure) as denoted:
        denote.outputs(program, "m", {"s": make([0, 1])})
    with pytest.raises(Rejected) as explored:
        explore(program, "m", Limits())
    assert denoted.value.code == explored.value.diagnostics[0].code == code
    assert explored.value.diagnostics[0].span.line == 5
