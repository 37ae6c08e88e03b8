"""Every statement and expression of the language, as the exact distribution of what it shows, by both semantics.

Each row is the body of a mechanism with the input x = 2 and ys = [3, 1, 2], and what it shows with what
probability. The constant N is 3.
"""

from __future__ import annotations

from fractions import Fraction
from textwrap import indent

import pytest
from flint import fmpq
from processes import forward_process
from wellformed import wellformed

from faier.exact import exponential
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.values import make, plain
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore

HEAD = '''
from fractions import Fraction
from faier import Bool, Int, Vector, categorical, choice, clamp, exp, flip, geometric
from faier import mechanism, sample, shuffled, uniform

N = 3
PAIR = (4, 5)


def twice(value):
    return 2 * value


def fair():
    """A fair coin from an unfair one."""
    first = second = True
    while first == second:
        first, second = flip(1 / 3), flip(1 / 3)
    return first


def nothing(value):
    value += 1


def bounded(value, high):
    return clamp(value, 0, high)


def same(value):
    return value


def either(value):
    return value if value > 0 else 0


'''

ONE, HALF, THIRD, QUARTER = Fraction(1), Fraction(1, 2), Fraction(1, 3), Fraction(1, 4)


def program(body: str) -> Program:
    text = f"{HEAD}@mechanism\ndef shown(x: Int[0, 3], ys: Vector[Int[0, 3], N]):\n{indent(body, '    ')}\n"
    return parse(text, "mechanism.py")


def distribution(body: str) -> dict[object, Fraction]:
    """From what is shown, with its type, to its probability; one shown value stands for itself."""
    inputs = {"x": make(2), "ys": make([3, 1, 2])}
    found = denote.outputs(program(body), "shown", inputs)
    assert sum(found.values()) == 1
    result: dict[object, Fraction] = {}
    for (shown, ended), weight in found.items():
        values = tuple(_hashable(plain(value)) for value in shown)
        assert ended
        key = values[0] if len(values) == 1 else values
        assert (type(key), key) not in result
        result[type(key), key] = Fraction(int(weight.p), int(weight.q))
    return result


def entry_by_entry(body: str) -> Program:
    """The same mechanism, whose inputs can have no other values."""
    parameters = "x: Int[2, 2], p: Int[3, 3], q: Int[1, 1], r: Int[2, 2]"
    text = f"{HEAD}@mechanism\ndef shown({parameters}):\n    ys = [p, q, r]\n{indent(body, '    ')}\n"
    return parse(text, "mechanism.py")


def assert_explored_alike(body: str) -> None:
    tree = entry_by_entry(body)
    inputs = {"x": 2, "p": 3, "q": 1, "r": 2}
    process = explore(tree, "shown", Limits())
    wellformed(process)
    found = denote.outputs(tree, "shown", inputs)
    assert sum(found.values()) == 1
    assert {output: forward_process(process, inputs, *output) for output in found} == found


def refused(body: str) -> tuple[str, int]:
    """The code and the line of the one failure."""
    with pytest.raises(Rejected) as rejected:
        explore(entry_by_entry(body), "shown", Limits())
    (found,) = rejected.value.diagnostics
    return found.code, found.span.line


def _hashable(value: object) -> object:
    """Lists become tuples that begin with "list"."""
    if isinstance(value, (list, tuple)):
        return (*(["list"] if isinstance(value, list) else []), *map(_hashable, value))
    return value


SURE: list[tuple[str, object]] = [
    # values and operators
    ("return x + 3 - 1", 4),
    ("return (7 * x, 7 // x, -7 // x, 7 % -x, x ** 3)", (14, 3, -4, -1, 8)),
    ("return 1 / x", Fraction(1, 2)),
    ("return Fraction(1, 3) + Fraction(1, 6)", Fraction(1, 2)),
    ("return 0.1 * 10 == 1", True),
    ("return (not x, -x, +x)", (False, -2, 2)),
    ("return 1 < x <= 2 < 5", True),
    ("return 1 < x < 2 < 1 // 0", False),
    ("return x == 2 and 'yes' or 'no'", "yes"),
    ("return x == 3 and 1 // 0", False),
    ("return (0 or None, 0)", (None, 0)),
    ("return x in (1, 2), x not in ys, None is None, x != 2", (True, False, True, False)),
    ("return 'even' if x % 2 == 0 else 1 // 0", "even"),
    ("return ys[0], ys[-1], ys[1:], PAIR[1], N", (3, 2, ("list", 1, 2), 5, 3)),
    ("return [0] * x + [*ys, 7]", ("list", 0, 0, 3, 1, 2, 7)),
    ("return (1, 2) + (3,)", (1, 2, 3)),
    ("return abs(-x), min(ys), max(x, 5), sum(ys), len(ys)", (2, 1, 5, 6, 3)),
    ("return any(y > 2 for y in ys), all(y > 2 for y in ys)", (True, False)),
    ("return any(y == 3 or 1 // (y - 1) for y in ys)", True),
    ("return sorted(ys), sorted(ys, reverse=True)", (("list", 1, 2, 3), ("list", 3, 2, 1))),
    ("return clamp(x, 3, 5), int(True), bool(x), tuple(ys)", (3, 1, True, (3, 1, 2))),
    ("return [i * y for i, y in enumerate(ys) if y != 1]", ("list", 0, 4)),
    ("return [a + b for a in range(2) for b in range(a + 1)]", ("list", 0, 1, 2)),
    ("return list(zip(ys, range(2)))", ("list", (3, 0), (1, 1))),
    ("return list(reversed(ys)), list(enumerate(ys, 5))", (("list", 2, 1, 3), ("list", (5, 3), (6, 1), (7, 2)))),
    ("return [N for N in range(2)], N", (("list", 0, 1), 3)),
    ("return max(*ys, 9), twice(twice(x)), nothing(x)", (9, 8, None)),
    ("return sum(y for y in ys if y > 1)", 5),
    # statements
    ("a = b = x\na += 5\nreturn a, b", (7, 2)),
    ("(a, b), c = (1, x), 3\na, b = b, a\nreturn a, b, c", (2, 1, 3)),
    ("counts = [0] * 4\nfor y in ys:\n    counts[y] += y\nreturn counts", ("list", 0, 1, 2, 3)),
    ("grid = [[0, 0] for _ in range(2)]\ngrid[1][0] = x\nreturn grid", ("list", ("list", 0, 0), ("list", 2, 0))),
    ("if x == 1:\n    return 1\nelif x == 2:\n    return 'two'\nelse:\n    return 3", "two"),
    (
        "match x:\n    case 0 | 1:\n        return 'low'\n    case 2 if ys[0] == 0:\n        pass\n"
        "    case _:\n        return 'any'",
        "any",
    ),
    ("match x == 2:\n    case True:\n        return 'True'\n    case _:\n        return 'other'", "True"),
    (
        "total = 0\nfor i in range(10):\n    if i == 2:\n        continue\n    if i == 5:\n        break\n"
        "    total += i\nelse:\n    total = -1\nreturn total",
        8,
    ),
    ("for i in range(2):\n    pass\nelse:\n    i = 9\nreturn i", 9),
    ("i = 0\nwhile i < 3:\n    i += 1\nelse:\n    i *= 10\nreturn i", 30),
    ("i = 0\nwhile True:\n    i += 1\n    if i == 3:\n        break\nelse:\n    i = 0\nreturn i", 3),
    ("for i, (y, b) in enumerate(zip(ys, reversed(ys))):\n    if i == 1:\n        return y, b", (1, 1)),
    ("y: Int[0, 2] = x\nassert y == 2, 'why'\nreturn y", 2),
    ("pass", ()),
    ("if x > 1:\n    return\nreturn 1", ()),
    ("for y in ys:\n    yield y", (3, 1, 2)),
    ("yield x\nyield None", (2, None)),
]


@pytest.mark.parametrize(("body", "expected"), SURE, ids=[body for body, _ in SURE])
def test_without_draws_a_mechanism_is_a_python_function(body: str, expected: object) -> None:
    assert distribution(body) == {(type(expected), expected): 1}
    assert_explored_alike(body)


DRAWN: list[tuple[str, dict[object, Fraction]]] = [
    # one of several, and several of them
    ("return choice(ys)", {1: THIRD, 2: THIRD, 3: THIRD}),
    ("return choice('aab')", {"a": 2 * THIRD, "b": THIRD}),
    ("return choice(range(x)), choice([y for y in ys if y > 2])", {(0, 3): HALF, (1, 3): HALF}),
    ("return sorted(shuffled(ys))[0], shuffled([])", {(1, ("list",)): ONE}),
    ("return shuffled((1, 1, 2))", {("list", 1, 1, 2): THIRD, ("list", 1, 2, 1): THIRD, ("list", 2, 1, 1): THIRD}),
    ("a, b = sample(ys, 2)\nreturn a < b", {True: HALF, False: HALF}),
    ("return sample([1, 2, 3], 0)", {("list",): ONE}),
    ("a = [flip(1 / 2), False]\nreturn choice(a)", {False: 3 * QUARTER, True: QUARTER}),
    ("a = shuffled([[0], [1]])\na[0] = 2\nreturn a[1][0]", {0: HALF, 1: HALF}),
    ("a = sample([geometric(1 / 2)], 1)\nreturn a[0] == a[0] and choice(a) - a[0]", {0: ONE}),
    ("return flip(1 / 3)", {True: THIRD, False: 2 * THIRD}),
    ("return flip(1)", {True: ONE}),
    ("return uniform(-1, 1)", {-1: THIRD, 0: THIRD, 1: THIRD}),
    ("return categorical(1, 0, 1 / 2, 0.5)", {0: HALF, 2: QUARTER, 3: QUARTER}),
    ("return categorical(*[2 ** y for y in ys])", {0: Fraction(8, 14), 1: Fraction(2, 14), 2: Fraction(4, 14)}),
    ("return flip(1 / 2) + flip(1 / 2)", {0: QUARTER, 1: HALF, 2: QUARTER}),
    ("return flip(1 / 2) and flip(1 / 2)", {True: QUARTER, False: 3 * QUARTER}),
    ("return 1 if flip(1 / 2) else uniform(2, 3)", {1: HALF, 2: QUARTER, 3: QUARTER}),
    ("return sum(flip(1 / 2) for _ in range(2))", {0: QUARTER, 1: HALF, 2: QUARTER}),
    ("return all(flip(1 / 2) for _ in range(3))", {True: HALF**3, False: 1 - HALF**3}),
    ("bias = 1 / 3 if flip(1 / 2) else 3 / 4\nreturn flip(bias)", {True: Fraction(13, 24), False: Fraction(11, 24)}),
    ("a = [0, 0]\na[flip(1 / 2)] = uniform(0, 1)\nreturn a[1]", {0: 3 * QUARTER, 1: QUARTER}),
    # A list is indexed where the draw says, once, before the right side is drawn.
    ("a = [0, 1]\na[flip(1 / 2)] += 1\nreturn a", {("list", 1, 1): HALF, ("list", 0, 2): HALF}),
    ("a = flip(1 / 2)\nreturn a == a", {True: ONE}),
    # silent loops that end with probability 1
    ("return fair()", {True: HALF, False: HALF}),
    ("return fair() + fair()", {0: QUARTER, 1: HALF, 2: QUARTER}),
    ("a = b = 0\nwhile a == b:\n    a, b = flip(1 / 2), flip(1 / 2)\nreturn a", {True: HALF, False: HALF}),
    (
        "k = 2\nwhile 0 < k < 5:\n    k += 1 if flip(1 / 2) else -1\nreturn k",
        {0: 3 * Fraction(1, 5), 5: 2 * Fraction(1, 5)},
    ),
    ("k = 0\nwhile True:\n    k = uniform(0, 5)\n    if k < 3:\n        return k", {0: THIRD, 1: THIRD, 2: THIRD}),
    ("while flip(1 / 2):\n    if flip(1 / 2):\n        return 'in'\nreturn 'out'", {"in": THIRD, "out": 2 * THIRD}),
    # geometric noise
    ("return clamp(x + geometric(1 / 2), 0, 2)", {0: Fraction(1, 6), 1: Fraction(1, 6), 2: 2 * THIRD}),
    ("return geometric(1 / 2) >= 1", {True: THIRD, False: 2 * THIRD}),
    ("return 0 <= geometric(1 / 2) <= 1", {True: HALF, False: HALF}),
    ("return 1 < 2 > geometric(1 / 2)", {True: 5 * Fraction(1, 6), False: Fraction(1, 6)}),
    ("return geometric(1 / 2) in (0, 1)", {True: HALF, False: HALF}),
    ("return geometric(1 / 2) == 0, 1 > 0", {(True, True): THIRD, (False, True): 2 * THIRD}),
    ("return x - geometric(1 / 2) > 5 / 2", {True: THIRD, False: 2 * THIRD}),
    ("return geometric(1 / 2) % 2", {0: Fraction(5, 9), 1: Fraction(4, 9)}),
    ("return min(max(geometric(1 / 2), 0), 1)", {0: 2 * THIRD, 1: THIRD}),
    ("return geometric(1 / 2) > geometric(1 / 2)", {False: Fraction(16, 27), True: Fraction(11, 27)}),
    ("return 'zero' if not geometric(1 / 2) else 'other'", {"zero": THIRD, "other": 2 * THIRD}),
]


@pytest.mark.parametrize(("body", "expected"), DRAWN, ids=[body for body, _ in DRAWN])
def test_draws_give_exact_distributions(body: str, expected: dict[object, Fraction]) -> None:
    assert distribution(body) == {(type(value), value): weight for value, weight in expected.items()}
    assert_explored_alike(body)


PASSED_ON: list[tuple[str, dict[object, Fraction]]] = [
    ("return bounded(same(x + geometric(1 / 2)), 2)", {0: Fraction(1, 6), 1: Fraction(1, 6), 2: 2 * THIRD}),
    ("if same(geometric(1 / 2)) < 0:\n    return -1\nreturn 1", {-1: THIRD, 1: 2 * THIRD}),
]


@pytest.mark.parametrize(("body", "expected"), PASSED_ON, ids=[body for body, _ in PASSED_ON])
def test_noise_given_to_a_helper_is_noise(body: str, expected: dict[object, Fraction]) -> None:
    assert distribution(body) == {(type(value), value): weight for value, weight in expected.items()}
    assert_explored_alike(body)


ALIKE: list[str] = [
    "return choice(ys), shuffled(ys)[x - 1], sample(ys, x)",
    "return choice([ys, [x]])[0], choice([geometric(1 / 2), 5]) > 2",
    "return max(shuffled([clamp(geometric(1 / 2) + y, 1, 2) for y in ys])[:2]) > x",
    "return not flip(1 / 3), -uniform(1, 2), +(x == 2)",
    "return 1 < uniform(1, 2) <= x < 5",
    "return uniform(0, 1) < uniform(0, 1) < uniform(1, 2) < 3",
    "return flip(1 / 2) and 1 // 0 if x == 3 else flip(1 / 3) or 7",
    "return uniform(0, 1) or uniform(2, 3)",
    "return uniform(0, 1) and 'both' and uniform(2, 3)",
    "return ys[uniform(0, 2)]",
    "return ys[uniform(0, 1):], ys[:-uniform(1, 2)], ys[::uniform(2, 3)]",
    "return [flip(1 / 2), *ys[1:], *[uniform(5, 6)]]",
    "return (uniform(0, 1), uniform(0, 1))[flip(1 / 4)]",
    "return uniform(1, 2) * 3 - 7 // uniform(2, 3)",
    "return uniform(2, 3) ** uniform(0, 1), 7 % uniform(2, 3)",
    "return max(uniform(0, 2), 1), min(*[uniform(0, 1), 5])",
    "return sorted([uniform(0, 1), 2], reverse=flip(1 / 2))",
    "return clamp(uniform(0, 4), 1, uniform(2, 3))",
    "return max(uniform(0, 1) + y for y in ys if y > 1), min([uniform(1, 2) for _ in range(2)])",
    "return any(flip(1 / 2) for _ in range(2)), all([flip(1 / 2) for _ in range(2)])",
    "return sum(uniform(0, 1) + y for y in ys)",
    "return any(y == 3 and flip(1 / 2) or 1 // (y - 1) == 9 for y in ys[:1])",
    # A generator is asked for no more than is needed.
    "return any(1 // (y - 1) + flip(1 / 2) > 0 for y in (2, 1)), all(1 // y > flip(1 / 2) for y in (2, 0))",
    "return any([flip(1 / y) for y in ys]), all([y - 1 or flip(1 / 3) for y in ys])",
    "return all([x - 1 + geometric(1 / 2) for _ in range(2)]), any([geometric(1 / 3) for _ in range(2)])",
    "return [i * y for i, y in enumerate(ys) if flip(1 / 2)]",
    "return tuple(a + b for a in range(uniform(0, 2)) for b in range(a) if flip(1 / 2) or b)",
    "return list(zip(ys, (uniform(0, 1), 4)))",
    "return twice(uniform(0, 1)), nothing(flip(1 / 2)), twice(*[uniform(2, 3)])",
    "return bounded(*[uniform(1, 2), 1]), bounded(uniform(0, 1), *[0])",
    "a, (b, c) = uniform(0, 1), (flip(1 / 2), 7)\nreturn c, b, a",
    "grid = [[0, 1], [2, 3]]\ngrid[flip(1 / 2)][flip(1 / 4)] = uniform(8, 9)\nreturn grid",
    "grid = [[0, 1], [2, 3]]\ngrid[flip(1 / 2)][uniform(-1, 0)] -= uniform(3, 4)\nreturn grid",
    "a = x\na *= uniform(1, 2)\na //= 2\nreturn a",
    "match uniform(0, 4):\n    case 0 | 3:\n        return 'outer'\n    case 1 if flip(1 / 2):\n"
    "        return 'kept'\n    case 1 | 2:\n        return 'inner'\nreturn 'none'",
    "match (None, False, 0, 'a')[uniform(0, 3)]:\n    case False:\n        return 1\n"
    "    case 0:\n        return 2\n    case None:\n        return 3\n    case _:\n"
    "        return 4",
    "for y in ys:\n    if flip(1 / 2):\n        break\n    if y == 1:\n        continue\n"
    "    yield y\nelse:\n    yield 'all'",
    "n = 0\nwhile n < 2:\n    n += 1\n    if flip(1 / 2):\n        continue\n"
    "    if flip(1 / 3):\n        break\nelse:\n    n = 9\nreturn n",
    "for i, (y, b) in enumerate(zip(ys, [flip(1 / 2), False]), uniform(4, 5)):\n    yield i, y, b",
    "for _ in range(uniform(0, 2)):\n    yield uniform(0, 1)",
    "for y in reversed(ys):\n    for z in range(y):\n        if flip(1 / 2):\n"
    "            break\n    else:\n        yield y",
    "return 0 if flip(1 / 3) else None",
    "assert flip(1)\nreturn uniform(x, x)",
    "return uniform(-3, x)",
    "y: Int[0, 1] = flip(1 / 2)\nreturn y",
    "y: Vector[Int[0, 1], 2] = [0, flip(1 / 2)]\nreturn y",
    "return 1 if 1 + geometric(1 / 3) else 2, geometric(1 / 2) is None",
    "return geometric(1 / 2) < 3 / 2 < geometric(1 / 3)",
    "return uniform(0, 3) < 2 < uniform(1, 3)",
    "return clamp(-(x + geometric(1 / 2)), -3, -1)",
    "return clamp(+(x + geometric(1 / 2)), 1, 3)",
    "return 'zero' if not (x + geometric(1 / 2)) else 'other'",
    "if x - 1 + geometric(1 / 2):\n    return 1\nreturn 0",
    "return (2 * geometric(1 / 2) + 1) % 3, (x + geometric(1 / 2)) % -2",
    "return clamp((x + geometric(1 / 2)) // 2, 0, 1), min(abs(geometric(1 / 2) - 1), 2)",
    "return max(min(x + geometric(1 / 2), 3), 2, 1), min(4, max(x, geometric(1 / 3)), 3)",
    "return geometric(1 / 2) * 0, 0 * geometric(1 / 2) + 1",
    "return x < x + geometric(1 / 2) <= 3, x + geometric(1 / 2) != 2",
    "return x + geometric(1 / 2) in ys, geometric(1 / 2) not in (0, x)",
    "return 3 > geometric(1 / 2) - 1 > -1 != 7, -1 <= 1 + geometric(1 / 3) < 1 < x",
    "return x + geometric(1 / 2) >= geometric(1 / 3) + 1, geometric(1 / 2) == geometric(1 / 2)",
    "return clamp(sum([geometric(1 / 2) for _ in range(2)]), 0, 1)",
    "return clamp(max(y + geometric(1 / 2) for y in ys[:1]), 3, 4)",
    "return clamp(x + (geometric(1 / 2) if flip(1 / 2) else 1), 2, 3)",
    "return clamp(sum(geometric(1 / 2) for _ in range(0)), 0, 1)",
]


@pytest.mark.parametrize("body", ALIKE)
def test_both_semantics_say_the_same(body: str) -> None:
    assert_explored_alike(body)


def test_an_observer_tells_true_from_1() -> None:
    assert distribution("return True if flip(1 / 2) else 1") == {(bool, True): HALF, (int, 1): HALF}


# Body, code, and the line of the body; line 0 is in the helper `either`.
FAILING: list[tuple[str, str, int]] = [
    ("return choice(ys[x + 1:])", "FA411", 1),
    ("return sample(ys, x + 2)", "FA411", 1),
    ("return sample(ys, -x)", "FA411", 1),
    ("return sample(ys, 1 / x)", "FA409", 1),
    ("return choice(x)", "FA409", 1),
    ("return choice({x: 3, 5: 1})", "FA409", 1),
    ("return shuffled(list(range(10)))", "FA501", 1),
    ("return ys[x + 1]", "FA401", 1),
    ("y = flip(1 / 2)\nreturn 1 // y", "FA402", 2),
    ("y = x\nassert flip(1 / 2)", "FA403", 2),
    ("y: Int[0, 1] = x\nreturn y", "FA404", 1),
    ("while True:\n    if flip(1 / 2):\n        break\n    while x == 2:\n        pass", "FA406", 4),
    ("while flip(1):\n    pass", "FA406", 1),
    ("return flip(x)", "FA410", 1),
    ("return flip(0.1 * 3)", "FA407", 1),
    ("return uniform(x, 1)", "FA411", 1),
    ("return categorical(0, 0)", "FA411", 1),
    ("return categorical(1, -1)", "FA410", 1),
    ("if flip(1 / 2):\n    y = 1\nreturn y", "FA413", 3),
    ("a, b = ys\nreturn a", "FA411", 1),
    ("return max(y for y in ys if y > 9)", "FA411", 1),
    # A list is there as a whole before its first element is looked at.
    ("return any([1 // (y - 1) + flip(1 / 2) > 0 for y in (2, 1)])", "FA402", 1),
    ("return all([1 // y > flip(1 / 2) for y in (2, 0)])", "FA402", 1),
    ("return uniform(1, 0)", "FA411", 1),
    ("return uniform(x, x + 1000000)", "FA501", 1),
    ("return uniform(-1000000, 0)", "FA501", 1),
    ("return uniform(x / 2, 3)", "FA409", 1),
    ("return uniform(*ys)", "FA411", 1),
    ("return flip(*ys)", "FA411", 1),
    ("return geometric(*ys) > 0", "FA411", 1),
    ("return categorical(*[])", "FA411", 1),
    ("return categorical(1, *[0, -1])", "FA410", 1),
    ("return flip(-1)", "FA410", 1),
    ("return geometric(2) > 0", "FA410", 1),
    ("return geometric(0) > 0", "FA410", 1),
    ("return ys[geometric(1 / 2)]", "FA405", 1),
    ("return clamp(geometric(1 / 2), 2, 1)", "FA411", 1),
    ("return geometric(1 / 2) % 0", "FA402", 1),
    ("return 2 ** geometric(1 / 2)", "FA405", 1),
    ("return geometric(1 / 2) > 'a'", "FA409", 1),
    ("return geometric(1 / 2) in x", "FA409", 1),
    ("return flip(geometric(1 / 2))", "FA405", 1),
    ("return uniform(0, geometric(1 / 2))", "FA405", 1),
    ("return x + 'a' if flip(1 / 2) else 1", "FA409", 1),
    ("return -'a' if flip(1 / 2) else uniform(0, 1)", "FA409", 1),
    ("a, b = uniform(0, 1)\nreturn a", "FA409", 1),
    ("a, b = [uniform(0, 1)]\nreturn a", "FA411", 1),
    ("return [y for y, z in [uniform(0, 1)]]", "FA409", 1),
    ("for y in uniform(0, 1):\n    pass", "FA409", 1),
    ("for y, z in [uniform(0, 1)]:\n    pass", "FA409", 1),
    ("return [*uniform(0, 1)]", "FA409", 1),
    ("return twice(*[uniform(0, 1), 2])", "FA411", 1),
    ("return ys[uniform(3, 4)]", "FA401", 1),
    ("PAIR2 = (1, 2)\nPAIR2[0] = uniform(0, 1)\nreturn 1", "FA409", 2),
    ("return ys[:uniform(0, 1) / 2]", "FA409", 1),
    ("return max(uniform(0, 1) for y in ys if y > 9)", "FA411", 1),
    ("return min([uniform(0, 1) for y in ys if y > 9])", "FA411", 1),
    ("return min(*[uniform(0, 1)], *[])", "FA409", 1),
    ("return 1 // uniform(0, 1)", "FA402", 1),
    ("return uniform(0, 1) < 'a'", "FA409", 1),
    ("return uniform(0, 1) in 3", "FA409", 1),
    ("y: Int[0, 1] = uniform(1, 2)\nreturn y", "FA404", 1),
    ("y: Bool = uniform(0, 1)\nreturn y", "FA404", 1),
    ("y: Vector[Int[0, 1], 2] = [0, uniform(1, 2)]\nreturn y", "FA404", 1),
    ("y: Vector[Int[0, 1], 2] = [0]\nreturn y", "FA404", 1),
    ("if flip(1 / 2):\n    z = 1\nelse:\n    w = 2\nreturn w", "FA413", 5),
    ("for _ in range(uniform(0, 1)):\n    z = 1\nreturn z", "FA413", 3),
    ("return [z for y in ys for z in range(y)][uniform(0, 6)]", "FA401", 1),
    ("while True:\n    z = flip(1 / 2)", "FA406", 1),
    ("for _ in range(2):\n    while flip(1):\n        x = 2", "FA406", 2),
    ("assert x > 2", "FA403", 1),
    ("assert uniform(0, 1) < 1", "FA403", 1),
    ("return same(y)\ny = 1", "FA413", 1),
]


@pytest.mark.parametrize(("body", "code", "line"), FAILING, ids=[row[0] for row in FAILING])
def test_a_run_that_could_fail_is_a_failure_at_its_place(body: str, code: str, line: int) -> None:
    tree = program(body)
    with pytest.raises(Failure) as caught:
        denote.outputs(tree, "shown", {"x": make(2), "ys": make([3, 1, 2])})
    assert caught.value.code == code
    assert caught.value.span is not None
    start = HEAD.count("\n") + 2 if line else HEAD[: HEAD.index("return value if")].count("\n") + 1
    assert caught.value.span.line == start + line
    if line:
        assert refused(body) == (code, start + line + 1)


def test_what_a_positive_run_never_reaches_does_not_fail() -> None:
    assert distribution("return 1 // 0 if flip(0) else 'fine'") == {(str, "fine"): 1}
    # The inner loop would go on forever, but is never entered.
    assert distribution("while x == 2:\n    if x == 2:\n        return 1\n    while True:\n        pass") == {
        (int, 1): 1
    }


def test_exponential_noise_stays_symbolic() -> None:
    found = denote.outputs(
        program("return clamp(geometric(exp(-1)), 0, 1)"), "shown", {"x": make(2), "ys": make([3, 1, 2])}
    )
    inverse = exponential(fmpq(-1))
    assert {shown[0]: weight for (shown, _), weight in found.items()} == {
        0: 1 / (1 + inverse),
        1: inverse / (1 + inverse),
    }


def test_returning_none_is_running_off_the_end() -> None:
    """Python cannot tell them apart, so nothing is shown but the end."""
    assert distribution("return 0 or None") == distribution("pass")
