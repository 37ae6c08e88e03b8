"""Files written to mislead: each has one right answer, and a reason why another one was tempting."""

from __future__ import annotations

import asked
import pytest

from faier.engines.verdict import Proved, Undecided
from faier.lang import parse
from faier.lang.diagnostics import Rejected

HEAD = (
    "from fractions import Fraction\n"
    "from faier import (Bool, Int, Probability, Public, Real, Stream, Vector, assume, clamp, each, edges, flip,\n"
    "                   geometric, log, mechanism, one, prior, private, secret, uniform)\n"
)
COIN = "@mechanism\ndef m(v: Bool):\n    return v if flip(3 / 4) else not v\n"


def scalar(body: str) -> str:
    return HEAD + f"@mechanism\ndef m(x: Int[0, 1]):\n{body}\n"


def answer(text: str, neighbors: str | None = None, prior: str | None = None) -> str:
    """The tight factor, or the codes for which the file is rejected."""
    try:
        tight = asked.tight(text, "m", neighbors, prior).tight
    except Rejected as rejected:
        return " ".join(diagnostic.code for diagnostic in rejected.diagnostics)
    assert tight is not None and tight.lower == tight.upper
    return "inf" if tight.lower is None else str(tight.lower)


SCALARS = [
    # 0.1 + 0.2 and 0.3 are one number, and two floats that anyone can tell apart.
    ("    return 0.1 + 0.2 if x else 0.3", "FA407"),
    ("    return [0.1 + 0.2] if x else [0.3]", "FA407"),
    ("    yield 0.1 + 0.2 if x else 0.3", "FA407"),
    ("    a = 1 - 0.9 if x else 0.1\n    return 2 * a if flip(1 / 2) else a / 3", "FA407"),
    # So are 0.0 and -0.0, which is seen only where it is shown.
    ("    return -(x / 2)", "FA407"),
    ("    yield [0.0 * (1 - 2 * x)]", "FA407"),
    ("    return 0 / -1 if x else 0.0", "FA407"),
    ("    return -5 % -2.5 if x else 0.0", "FA407"),
    ("    return -0.0 < x / 2", "inf"),
    ("    return -(x / 2) + 0, flip(-0.0), -x", "inf"),
    # Numbers that are too long to be written down.
    ("    return 10 ** 4200 + x", "inf"),
    ("    return 10 ** 9000 + x", "FA501"),
    ("    return [0][x - 10 ** 4200]", "FA401"),
    ("    return flip((1 / (10 ** 300 + x)) ** 5)", "FA407"),
    ("    return Fraction(1, 10 ** 4000 + x) ** 3", "FA501"),
    # How Python holds a fraction is not seen, also inside a list; but an integer is no fraction.
    ("    return [0.5] if x else [Fraction(1, 2)]", "1"),
    ("    return [1.0] if x else [Fraction(1)]", "1"),
    ("    return [1.0] if x else [1]", "inf"),
    ("    return 1.0 if x else 1", "inf"),
    # clamp is max(lo, min(x, hi)): clamp(False, 0, 1) is the integer 0, and clamp(True, 0, 1) is True.
    ("    b = flip(1 / 2)\n    return clamp(b, 0, 1) if x else b", "inf"),
    ("    return clamp(x == 1, 1, 1) if flip(1 / 2) else 1", "1"),
    # Noise beyond a Boolean end is shown as a Boolean: False, True and 1 are three outputs.
    ("    b = flip(1 / 2)\n    return clamp(x + geometric(1 / 2), False, b)", "2"),
    ("    return max(geometric(1 / 2), x == 1) > 1", "1"),
    # Floats without a value.
    ("    return int(1e308 * 10) + x", "FA407"),
    ("    return int(1e308 * 10 // 3) + x", "FA407"),
    # True and 1 are different outputs, at every depth.
    ("    t = (flip(1 / 2),) if x else (uniform(0, 1),)\n    return t", "inf"),
    ("    return [True, 0][x] == 1 or flip(1 / 2), 1", "inf"),
    # A chain of comparisons in which the noise stands in the middle, once.
    ("    return -1 <= x + geometric(1 / 2) < 2 != 7", "5/4"),
    # A Boolean is an integer within a declared range, and stays a Boolean.
    ("    y: Int[0, 1] = flip(1 / 2)\n    return min(x + y, 1) if flip(1 / 2) else 0", "2"),
    ("    y: Int[0, 1] = flip(1 / 2)\n    return y if x else uniform(0, 1)", "inf"),
    ("    y: Bool = uniform(0, 1)\n    return x + y", "FA404"),
    # Loops that a draw leaves, and one that nothing leaves.
    ("    while True:\n        if flip(1 / 2):\n            return x if flip(2 / 3) else 1 - x", "2"),
    ("    while x == 1:\n        pass\n    return flip(1 / 2)", "FA406"),
]


@pytest.mark.parametrize(("body", "expected"), SCALARS)
def test_scalar(body, expected):
    assert answer(scalar(body), neighbors="each(1)") == expected


LATE = """@prior
def belief():
    n = uniform(0, 2)
    secret({secret})
    return n % 2 if flip(1 / 3) else uniform(0, 1)

@mechanism
def m(v: Int[0, 1]):
    return v if flip(3 / 4) else 1 - v
"""
PRIORS = [
    # 0.5 and Fraction(1, 2) are one secret.
    (LATE.format(secret="0.5 if n == 0 else Fraction(1, 2) if n == 1 else 'one'"), "6/5"),
    (LATE.format(secret="0.1 + 0.2 if n == 0 else 0.3"), "FA407"),
    # The assumption and the secret come after the mechanism has stopped reading.
    (
        "@prior\ndef belief(k: Int[0, 3]):\n    s = flip(1 / 2)\n    for i in range(4):\n        if i == k:\n"
        "            secret(s)\n        yield s\n        s = s if flip(2 / 3) else not s\n"
        "    assume(s or flip(1 / 2))\n\n"
        "@mechanism\ndef m(st: Stream[Bool]):\n    n = 0\n    for a in st:\n        n += a\n"
        "        if n == 2 or flip(1 / 5):\n            break\n    return min(n, 1) if flip(2 / 3) else 0\n",
        "6027/3025",
    ),
]


@pytest.mark.parametrize(("text", "expected"), PRIORS)
def test_prior(text, expected):
    assert answer(HEAD + text, prior="belief") == expected


def believed(parameter: str, chance: str) -> str:
    """A prior of which the runs with the secret True are caught in a loop when the chance is 1."""
    return (
        f"@prior\ndef belief(p: {parameter}):\n    s = flip(1 / 2)\n    secret(s)\n    if s:\n"
        f"        while flip({chance}):\n            pass\n    return s\n\n"
        "@private(epsilon=log(3), prior=belief)\n" + COIN
    )


@pytest.mark.parametrize(
    ("parameter", "chance", "value"),
    [("Real[0, 1]", "p", "1"), ("Real[1 / 3, 1]", "p", "1"), ("Probability", "4 * p * (1 - p)", "1/2")],
)
def test_a_loop_that_one_value_of_an_unknown_never_leaves(parameter, chance, value):
    program = parse(HEAD + believed(parameter, chance), "mechanism.py")
    with pytest.raises(Rejected) as caught:
        asked.check(program, program.claims[0])
    (diagnostic,) = caught.value.diagnostics
    assert diagnostic.code == "FA406"
    assert f"this happens with p = {value}" in diagnostic.notes


@pytest.mark.parametrize(("parameter", "chance"), [("Probability", "p"), ("Real[0, 9 / 10]", "p * p")])
def test_a_loop_that_every_value_of_an_unknown_leaves(parameter, chance):
    program = parse(HEAD + believed(parameter, chance), "mechanism.py")
    assert isinstance(asked.check(program, program.claims[0]), Proved)


@pytest.mark.parametrize("parameter", ["Real[1 / 4, 3 / 2]", "Real[-1 / 2, 1 / 2]", "Real[1 / 2, 1]"])
def test_a_geometric_draw_that_some_value_of_an_unknown_makes_impossible(parameter):
    belief = (
        f"@prior\ndef belief(p: {parameter}):\n    s = clamp(geometric(p), 0, 1) == 1\n    secret(s)\n    return s\n"
    )
    program = parse(HEAD + belief + "@private(epsilon=log(3), prior=belief)\n" + COIN, "mechanism.py")
    with pytest.raises(Rejected) as caught:
        asked.check(program, program.claims[0])
    assert [diagnostic.code for diagnostic in caught.value.diagnostics] == ["FA410"]


UNSETTLED = [
    # Never left where p * p = 1/2, which no rational is.
    ("Probability", "s", "1 - (p * p - 1 / 2) * (p * p - 1 / 2)"),
    # Where p = 1 the loop is never left, and never entered.
    ("Real[0, 1]", "s and flip(1 - p)", "p"),
]


@pytest.mark.parametrize(("parameter", "entered", "chance"), UNSETTLED)
def test_a_loop_of_which_it_is_open_whether_it_is_left(parameter, entered, chance):
    text = believed(parameter, chance).replace("if s:", f"if {entered}:")
    program = parse(HEAD + text, "mechanism.py")
    assert isinstance(asked.check(program, program.claims[0]), Undecided)


def test_a_prior_that_gives_the_public_input_too():
    text = (
        "@prior\ndef belief():\n    v = [flip(1 / 2) for _ in range(2)]\n    secret(v[0])\n"
        "    return uniform(0, 1), v\n\n"
        "@mechanism\ndef m(k: Public[Int[0, 1]], v: Vector[Bool, 2]):\n    return v[k] if flip(3 / 4) else not v[k]\n"
    )
    assert answer(HEAD + text, prior="belief") == "5/3"


def test_a_prior_that_gives_a_boolean_for_an_integer():
    text = (
        "@prior\ndef belief():\n    s = flip(1 / 2)\n    secret(s)\n    return s\n\n"
        "@mechanism\ndef m(v: Int[0, 1]):\n    return v if flip(3 / 4) else 0\n"
    )
    assert answer(HEAD + text, prior="belief") in {"inf", "FA310"}


def test_a_list_of_noise_of_which_only_the_length_is_used():
    assert answer(scalar("    return len([geometric(1 / 2), x]) + x"), neighbors="each(1)") == "inf"


def test_a_loop_without_end_is_reported_at_its_line():
    with pytest.raises(Rejected) as caught:
        asked.tight(scalar("    while x == 1:\n        pass\n    return flip(1 / 2)"), "m", "each(1)")
    assert caught.value.diagnostics[0].span.line == 6


ROWS = (
    "@mechanism\ndef m(v: Vector[Vector[Int[0, 1], 2], 2]):\n"
    "    return sum(v[0]) + 2 * sum(v[1]) if flip(1 / 2) else uniform(0, 6)\n"
)


@pytest.mark.parametrize(
    ("relation", "expected"),
    [
        ("edges(([0, 0], [1, 1]))", "8"),
        ("edges(((0, 0), (1, 1)))", "8"),
        ("edges(([0, 0], [0, 1]), ([1, 0], [1, 1]))", "8"),
        # An entry is a row: no entry is a number, a longer row or a row of other numbers.
        ("edges((0, 1))", "FA305"),
        ("edges(([0, 0], [1, 2]))", "FA305"),
        ("edges(([0, 0, 0], [1, 1, 1]))", "FA305"),
        ("edges(([[0, 0], [0, 0]], [[0, 0], [1, 1]]))", "FA305"),
    ],
)
def test_edges_between_rows(relation, expected):
    assert answer(HEAD + ROWS, neighbors=relation) == expected


def test_edges_between_arrivals_that_are_rows():
    text = (
        "@mechanism\ndef m(s: Stream[Vector[Int[0, 1], 2]]):\n"
        "    for row in s:\n        yield flip((1 + sum(row)) / 4)\n"
    )
    assert answer(HEAD + text, neighbors="edges(([0, 0], [1, 1]))") == "3"
    assert answer(HEAD + text, neighbors="edges(([0, 0], [0, 1]))") == "2"
    assert answer(HEAD + text, neighbors="edges((0, 1))") == "FA305"


# What a belief does with its unknown on the way to a fair coin, and what is wrong with that somewhere, if anything is.
WITHOUT_A_TRACE = [
    ("Real[0, 1]", "while flip(q):\n        pass", "FA406"),
    ("Real[0, 1 / 2]", "while flip(q):\n        pass", None),
    ("Real[0, 1]", "flip(2 * q)", "FA410"),
    ("Real[0, 1]", "flip(3 * q / 2 - q)", None),
    ("Real[0, 1]", "categorical(q, q)", "FA411"),
    ("Real[1 / 2, 1]", "categorical(q, q)", None),
    ("Real[1 / 2, 1]", "categorical(-q, -q)", "FA410"),
    ("Real[1 / 2, 1]", "categorical(-q, q - 2)", "FA410"),
    ("Real[0, 1]", "categorical(q - 1 / 2, q - 1 / 2)", "FA410"),
    ("Real[0, 1]", "flip(q / q / 2)", "FA402"),
    ("Probability", "flip(q / q / 2)", None),
    ("Real[0, 1]", "flip(q / (1 + q))", None),
    ("Real[0, 1]", "flip((2 * q - 1) * (1 / (q - Fraction(1, 2))) / 2)", "FA402"),
    ("Real[0, 1]", "flip(q ** -1 * q / 2)", "FA402"),
    ("Real[0, 1]", "clamp(geometric(q), 0, 1)", "FA410"),
    ("Probability", "clamp(geometric(q), 0, 1)", None),
]


@pytest.mark.parametrize(("parameter", "statement", "code"), WITHOUT_A_TRACE)
@pytest.mark.parametrize("delta", ["0", "1 / 100"])
@pytest.mark.parametrize("engine", ["auto", "smt", "search", "coupling"])
def test_unknowns_that_leave_no_trace_in_the_weights(parameter, statement, code, delta, engine):
    text = HEAD + (
        "from faier import categorical\n"
        f"@prior\ndef p(q: {parameter}):\n    {statement}\n    s = flip(1 / 2)\n    secret(s)\n    return s\n"
        f"@private(epsilon=log(3), delta={delta}, prior=p)\n{COIN}"
    )
    program = parse(text, "m.py")
    (claim,) = program.claims
    if delta == "0" and engine in ("search", "coupling"):
        assert isinstance(asked.check(program, claim, asked.Approach(engine)), Undecided)
    elif code is None:
        assert isinstance(asked.check(program, claim, asked.Approach(engine)), Proved)
    else:
        with pytest.raises(Rejected) as caught:
            asked.check(program, claim, asked.Approach(engine))
        assert [diagnostic.code for diagnostic in caught.value.diagnostics] == [code]


@pytest.mark.parametrize("statement", ["flip(exp(EPS) / 2)", "while flip(exp(-EPS)):\n        pass"])
@pytest.mark.parametrize("engine", ["search", "coupling"])
def test_an_unknown_epsilon_that_leaves_no_trace(statement, engine):
    text = HEAD + (
        "from faier import Positive, exp\nEPS = Positive(1)\n"
        "@private(epsilon=log(3), neighbors=one())\n@mechanism\ndef m(v: Bool):\n"
        f"    {statement}\n    return v if flip(3 / 4) else not v\n"
    )
    program = parse(text, "m.py")
    (claim,) = program.claims
    assert isinstance(asked.check(program, claim, asked.Approach(engine)), Undecided)
