"""Counters that nothing looks at make no states, and those that something looks at mean what they meant."""

from __future__ import annotations

import asked
import pytest
from as_python import assert_as_python
from certificates import certified
from processes import forward_process

from faier.engines.verdict import Proved
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import Sequence, Value
from faier.limits import LimitReached, Limits, seconds
from faier.semantics import denote
from faier.semantics.explore import explore

STREAM = """import itertools
from faier import Int, Stream, each, flip, geometric, log, mechanism, private


@private(epsilon=log(8), neighbors=each(1))
@mechanism
def outbreak(cases: Stream[Int[0, 2]]):
    threshold = 1 + geometric(1 / 2)
    {before}
    for {loop}:
        {first}
        if n + geometric(1 / 2) >= threshold:
            yield True
            return
        yield False
"""


@pytest.mark.parametrize(
    ("before", "loop", "first"),
    [
        ("pass", "day, n in enumerate(cases)", "pass"),
        ("pass", "day, n in enumerate(cases, start=1)", "pass"),
        ("pass", "day, n in zip(itertools.count(), cases)", "pass"),
        ("t = 0", "n in cases", "t += 1"),
        ("t = u = 0", "n in cases", "u -= 2"),
        ("(t, _), k = (0, 1), 2", "n in cases", "t, k = 1, 2; k += 1; t -= 2"),
        ("t = 0", "n in cases", "if n:\n            t += 1"),
    ],
)
def test_endless_loops_have_few_states_with_them(before: str, loop: str, first: str) -> None:
    program = parse(STREAM.format(before=before, loop=loop, first=first), "file.py")
    (claim,) = program.claims
    assert isinstance(asked.check(program, claim, limits=seconds(10)), Proved)


@pytest.mark.parametrize(("loop", "first"), [("day, n in enumerate(cases, start=1)", "pass"), ("n in cases", "t += 1")])
def test_the_checker_leaves_them_out_too(loop: str, first: str) -> None:
    (made,) = certified(STREAM.format(before="t = 0", loop=loop, first=first))
    assert made.answer().answer == "valid"


FILE = """@mechanism
def f(x: Int[0, 2]):
    t = 0
    {body}
"""


@pytest.mark.parametrize(
    "body",
    [
        "for _ in range(x):\n        t += 1\n    return t",
        "for _ in range(x):\n        t += 2\n    return x",
        "t += 1\n    def g(): return t\n    return g()",
        "u = t\n    t += 1\n    return u",
        "t += x\n    return x",
        "t, *u = 0, 1\n    t += 1\n    return u",
        "t, u = 0, x\n    t += 1\n    return u",
        "if x:\n        t += 1\n    else:\n        t -= 1\n    return [t for _ in range(2)]",
        "t += 1\n    if x:\n        t += 1\n    return flip(1 / 2)",
    ],
)
def test_what_is_looked_at_stays(body: str) -> None:
    assert_as_python(FILE.format(body=body), written=False)


def test_a_sampler_may_count_how_often_it_tried() -> None:
    text = """from faier import Int, flip, mechanism


@mechanism
def f(x: Int[0, 2]):
    tries = 0
    while True:
        tries += 1
        if flip(1 / (x + 2)):
            return flip(1 / 3)
"""
    explore(parse(text, "file.py"), "f", Limits())
    explore(parse(text.replace("return flip(1 / 3)", "return tries"), "file.py"), "f", Limits())


def test_what_has_no_value_raises_all_the_same() -> None:
    text = (
        "from faier import Int, mechanism\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n    if x:\n        t = 0\n    t += 1\n"
    )
    with pytest.raises(Rejected, match="t may be used before it has a value"):
        explore(parse(text, "file.py"), "f", Limits())


@pytest.mark.parametrize("pattern", ["(t, 1)", "[*t, 1]", "(_, 1) as t"])
def test_what_patterns_give_a_value_is_no_counter(pattern: str) -> None:
    text = (
        "from faier import Int, mechanism\n\n\n@mechanism\ndef f(x: Int[0, 2]):\n    t = 0\n"
        f"    match (('a', 1)):\n        case {pattern}:\n            pass\n    t += 1\n    return x\n"
    )
    with pytest.raises(Rejected):
        explore(parse(text, "file.py"), "f", Limits())


ROUNDS = """from faier import Int, Stream, each, flip, log, mechanism, one, private


DAYS = 3
FIRST = 2


@private(epsilon=log(3), neighbors=one())
@mechanism
def f(cases: Stream[Int[0, 1]]):
    {before}
    for {loop}:
        {first}
        if {look}:
            yield n if flip(3 / 4) else 1 - n
        else:
            yield 5
        {last}
"""
ARRIVALS = Sequence("tuple", (0, 1, 1, 0, 1, 0, 0, 1, 1))


@pytest.mark.parametrize(
    "look",
    [
        "t % 3 == 0",
        "(t + 1) % 2",
        "not t % 4",
        "t < 3",
        "3 <= t",
        "t == 2 or t % 3 == 1",
        "t - 1 > 2 and (2 + t) % 2",
        "1 + t >= 4 or t % 2 or t % 3",
        "t != -1 and t > 1",
        "t % DAYS == FIRST",
        "t + 1 >= FIRST",
    ],
)
@pytest.mark.parametrize(
    ("before", "loop", "first", "last"),
    [
        ("pass", "t, n in enumerate(cases)", "pass", "pass"),
        ("pass", "t, n in enumerate(cases, start=2)", "pass", "pass"),
        ("pass", "t, n in enumerate(cases, -3)", "if n and t % 2:\n            continue", "pass"),
        ("t = 0", "n in cases", "t += 1", "pass"),
        ("t = 1", "n in cases", "pass", "t += 2"),
        ("t, u = 0, 0", "n in cases", "u += 1", "if n and u % 5:\n            t += 1"),
        ("t = 0", "n in cases", "pass", "t += 1\n        if t == 7:\n            t = 0"),
        ("t = -4", "n in cases", "t += 3", "t += n"),
    ],
)
def test_counters_go_round_where_remainders_and_ends_are_looked_at(
    look: str, before: str, loop: str, first: str, last: str
) -> None:
    text = ROUNDS.format(look=look, before=before, loop=loop, first=first.replace("\\\\n", "\\n"), last=last)
    program = parse(text.replace("\\\\n", "\\n"), "file.py")
    if last == "t += n":
        with pytest.raises((LimitReached, Rejected)):
            explore(program, "f", Limits(states=1_000))
        return
    process = explore(program, "f", Limits(states=1_000))
    inputs: dict[str, Value] = {"cases": ARRIVALS}
    for (shown, ended), chance in denote.outputs(program, "f", inputs).items():
        assert forward_process(process, inputs, shown, ended) == chance


@pytest.mark.parametrize(
    ("look", "last"),
    [("t < -3", "t -= 1"), ("[t % DAYS for DAYS in (2, 5)][1]", "t += 1"), ("t % n if n else 0", "t += 1")],
)
def test_other_counters_are_looked_at_as_they_are(look: str, last: str) -> None:
    text = ROUNDS.format(look=look, before="t = 0", loop="n in cases", first="pass", last=last)
    with pytest.raises((LimitReached, Rejected)):
        explore(parse(text, "file.py"), "f", Limits(states=1_000))


@pytest.mark.parametrize("look", ["t % 3 == 0", "t < 2", "t == 2 or (t + 1) % 2", "t % DAYS == 0"])
def test_claims_about_rounds_are_decided(look: str) -> None:
    for before, loop, first in [
        ("t = 0", "n in cases", "t += 1"),
        ("pass", "t, n in enumerate(cases, start=1)", "pass"),
    ]:
        text = ROUNDS.format(look=look, before=before, loop=loop, first=first, last="pass")
        program = parse(text, "file.py")
        assert isinstance(asked.check(program, program.claims[0], limits=seconds(10)), Proved)
        (made,) = certified(text)
        assert made.answer().answer == "valid"


OBJECTS = """from faier import Int, Stream, each, flip, log, mechanism, one, private

DAYS = 3


class Clock:
    def __init__(self, name):
        self.name = name
        self.t = {begin}

    def look(self, n):
        return {look}

    def tick(self):
        {tick}


@private(epsilon=log(3), neighbors=one())
@mechanism
def f(cases: Stream[Int[0, 1]]):
    clock, other = Clock("a"), Clock("b")
    for n in cases:
        if clock.look(n):
            yield n if flip(3 / 4) else 1 - n
        else:
            yield 5
        if n:
            other.tick()
        clock.tick()
        {more}
"""


@pytest.mark.parametrize(
    ("begin", "look", "tick", "more", "rounds"),
    [
        ("0", "self.t % DAYS == 0", "self.t += 1", "pass", True),
        ("-2", "(self.t + 1) % 2 or self.t % 3 == 1", "self.t -= 5", "pass", True),
        ("1", "self.t < 3 or self.t % 2", "self.t += 2", "pass", True),
        ("1", "3 <= self.t", "self.t += 1", "clock.t += 1", True),
        ("0", "self.t % DAYS == 1", "self.t += 1", "if clock.t == 5:\n            clock.t = 0", True),
        ("0", "self.t % DAYS == 1", "self.t += 1", "other = clock if n else other", False),
        ("0", "self.t % DAYS == other_t", "self.t += 1", "pass", False),
        ("0", "self.t % (2 + n) == 1", "self.t += 1", "pass", False),
        ("0", "self.t > -3", "self.t -= 1", "pass", False),
        ("0", "str(self.t) == '3'", "self.t += 1", "pass", False),
        ("0", "self.t % DAYS == 0", "self.t = self.t + 1", "pass", False),
        ("len(name)", "self.t % DAYS == 0", "self.t += 1", "pass", False),
    ],
)
def test_counters_of_objects_go_round(begin: str, look: str, tick: str, more: str, rounds: bool) -> None:
    text = OBJECTS.format(begin=begin, look=look.replace("other_t", "self.t"), tick=tick, more=more)
    program = parse(text, "file.py")
    if not rounds:
        with pytest.raises((LimitReached, Rejected)):
            explore(program, "f", Limits(states=2_000))
        return
    process = explore(program, "f", Limits(states=2_000))
    inputs: dict[str, Value] = {"cases": ARRIVALS}
    for (shown, ended), chance in denote.outputs(program, "f", inputs).items():
        assert forward_process(process, inputs, shown, ended) == chance
