"""The checker's own interpreter, by itself: programs do what Python does, draws weigh what is written beside them."""

from __future__ import annotations

import copy
from fractions import Fraction
from types import GeneratorType

import pytest

from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.inputs import unread_inputs
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.values import END, List, Mark, Stream, shown_key

WORDS = (
    "Bool, Int, Stream, Vector, assume, categorical, clamp, each, flip, geometric, mechanism, prior, secret, uniform"
)
HEAD = f"from fractions import Fraction\nfrom faier import {WORDS}\n"
HALF = Fraction(1, 2)


def joint_of(source: str) -> Joint:
    file = read(HEAD + source, {})
    claim = {"mechanism": "m", "epsilon": "0", "neighbors": "each(1)"}
    empty = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
    return Joint(file, claim_of(file, empty | claim), Budget(50_000))


def outputs(joint: Joint, inputs: dict[str, object], read_later: bool) -> dict[object, object]:
    """Every output with its weight; the inputs are there from the start, or read where a run asks for them."""

    def answer(entry: Mark | Stream) -> object:
        if isinstance(entry, Stream):
            arrivals = inputs[entry.name]
            return arrivals[entry.taken] if entry.taken < len(arrivals) else END  # type: ignore[arg-type,index]
        value = inputs[entry.name]
        for at in entry.path:
            value = value[at]  # type: ignore[index]
        return value

    streams = {name: Stream(name) for name in inputs if joint.claim.mechanism.inputs[0].type.kind == ("stream")}  # type: ignore[union-attr]
    start = unread_inputs(joint.claim, everything=True) if read_later else inputs | streams
    found: dict[object, object] = {}
    waiting = [((), joint.given(start))]
    while waiting:
        shown, states = waiting.pop()
        tells, ended = joint.shown(states, answer)
        for _, weight in ended.values():
            found[shown] = found.get(shown, Fraction(0)) + weight  # type: ignore[operator]
        waiting += [((*shown, key), after) for key, (_, after) in tells.items()]
    return found


def key(values: tuple[object, ...]) -> tuple[object, ...]:
    return tuple(shown_key(value) for value in made(values))  # type: ignore[attr-defined]


def made(value: object) -> object:
    if isinstance(value, list):
        return List(made(item) for item in value)
    return tuple(made(item) for item in value) if isinstance(value, tuple) else value


def python(body: str, helpers: str, x: int, v: list[int]) -> tuple[object, ...]:
    """What is yielded, and then what is returned unless it is None."""
    names: dict[str, object] = {"Fraction": Fraction}
    exec(helpers + "def m(x, v):\n" + indented(body), names)
    run, told = names["m"](x, list(v)), []  # type: ignore[operator]
    while isinstance(run, GeneratorType):
        try:
            told.append(copy.deepcopy(next(run)))
        except StopIteration as end:
            run = end.value
    return (*told, run) if run is not None else tuple(told)


def indented(body: str) -> str:
    return "".join(f"    {line}\n" for line in body.strip("\n").split("\n"))


HELPERS = """
def plain(a, b=2, *, c=3):
    return 100 * a + 10 * b + c


def deep(a):
    if a > 1:
        return a
    a += 5
    return plain(a)


def nothing(a):
    a = 1


"""

BODIES = {
    "arithmetic": "return [x + 1, 1 - x, x * x, -x, +x, x // 2, -x // 2, x % 2, -x % 3, x ** 2, 2 ** x]",
    "truths are numbers": "return [True + x, -True, +True, True * 3, sum([True, x]), not x, int(x > 1), bool(x)]",
    "fractions": (
        "y = Fraction(x, 2)\nreturn [y + 1, y - x, y * y, -y, +y, y ** 2, y % 1, int(y), int(-y), abs(-y), y == 1]"
    ),
    "what is written exactly": "return [Fraction(1, 3), 0x10, 1_000, x]",
    "comparisons": "return [x < 1, x <= 1, x > 1, x >= 1, x == 1, x != 1, 0 < x <= 2, 0 < x < 3 > 1 != x]",
    "and, or": "return [x and 5, x or 5, x and v, x > 0 and x < 2, x == 0 or x == 3, not x or v[0], (x and None) or 7]",
    "either": "return x + 1 if x > 1 else -x",
    "a chain stops early": "return [0 < x < v[x - 9] if x == 9 else 4, x == 9 and v[x], x != 9 or v[x]]",
    "in": "return [x in [1, 2], x not in (1, 2), x in v, [x] in [[0], [1]], x in range(2)]",
    "is": "y = None if x else True\nreturn [y is None, y is not None, y is True, y is False]",
    "texts": "return 'low' if x < 2 else 'high'",
    "the value of a name that is bound later": "y = x\nx = 7\nreturn [x, y]",
    "several targets": (
        "a = b = [x, 1]\nc, (d, e) = x, (1, v[0])\n[f, g] = v[:2]\nc, d = d, c\nreturn [a, b, c, d, e, f, g]"
    ),
    "items": "v[0] = x\nv[-1] = v[0] + 1\nw = [[x, 1], [2]]\nw[0][1] = 5\nw[-1][0] = x\nreturn [v, w]",
    "items three deep": "w = [[[x, 1], [2]], [[3]]]\nw[0][1][0] = 5\nw[0][0][-1] += x\nw[-1][0][0] = 7\nreturn w",
    "added to": (
        "x += 1\nx *= 2\nx -= 3\nx //= 1\nx **= 2\nx %= 7\nv[1] += x\nw = [[x, 1], [2]]\nw[0][1] -= 3\n"
        "w[1] += [4]\nreturn [x, v, w]"
    ),
    "appended": "v.append(x)\nw = [[], [1]]\nw[0].append(x)\nw[-1].append(2)\nw.append([3])\nreturn [v, w]",
    "slices": "return [v[1:], v[:1], v[:-1], v[::2], v[::-1], v[1:3:2], v[x:], v[:x], (1, 2, 3)[1:]]",
    "indices": "return [v[0], v[-1], v[x - 3], (x, 2)[1], [v, [x]][1][0]]",
    "branches": "y = 0\nif x == 0:\n    y = 1\nelif x == 1:\n    y += 2\nelse:\n    z = x\n    y = z + 1\nreturn y",
    "a variable of one branch": "y = 4\nif x:\n    y = 5\nif x > 1:\n    z = y\n    y = z + 1\nreturn y",
    "while": "n = 0\nwhile x:\n    x -= 1\n    if x == 1:\n        continue\n    n += 10\nreturn n + x",
    "while, else": "n = 0\nwhile n < 3:\n    if n == x:\n        break\n    n += 1\nelse:\n    n = 20\nreturn n",
    "for": "n = 0\nfor i in range(x):\n    n += i\nreturn n",
    "for, else": "for i in v:\n    if i == x:\n        break\nelse:\n    return 'none'\nreturn i",
    "for, continue": "n = 0\nfor i in v:\n    if i == x:\n        continue\n    n += 1\nreturn n",
    "loops in loops": (
        "n = []\nfor i in range(3):\n    for j in range(3):\n        if j == x:\n            break\n"
        "        if i == j:\n            continue\n        n.append((i, j))\n    else:\n"
        "        n.append(i)\nreturn n"
    ),
    "no turn leaves the variable": "i = 7\nfor i in range(x - 2):\n    pass\nreturn i",
    "the last turn's variable stays": "for i in range(5):\n    if i > x:\n        break\nreturn i",
    "pairs of a loop": "n = 0\nfor i, (a, b) in enumerate(zip(v, range(9))):\n    n += i * a * b\nreturn n",
    "ranges": (
        "n = []\nfor i in range(x):\n    n.append(i)\nfor i in range(x, 3):\n    n.append(i)\n"
        "for i in range(5, x, -2):\n    n.append(i)\nfor i in range(x, 6, 2):\n    n.append(i)\n"
        "for i in range(2, 2):\n    n.append(9)\nreturn n"
    ),
    "ranges of items": "n = []\nfor i in range(*[1, x]):\n    n.append(i)\nreturn n",
    "numbered": (
        "n = []\nfor i, a in enumerate(v):\n    n.append((i, a))\nfor i, a in enumerate(v, 2):\n"
        "    n.append((i, a))\nfor i, a in enumerate(v, start=x):\n    n.append((i, a))\nreturn n"
    ),
    "zipped": (
        "n = []\nfor a, b in zip(v, range(x)):\n    n.append(a * 10 + b)\n"
        "for a, b, c in zip(range(9), enumerate(v), [7, x]):\n    n.append((a, b, c))\n"
        "for (a,) in zip(v):\n    n.append(a)\nreturn n"
    ),
    "reversed": (
        "n = []\nfor i in reversed(v):\n    n.append(i)\nfor i in reversed(range(x)):\n    n.append(i)\nreturn n"
    ),
    "a sequence that changes in its loop": "n = 0\nfor i in v[:]:\n    v[0] = 5\n    n += i\nreturn [n, v]",
    "match": (
        "match x:\n    case 0:\n        y = 'none'\n    case 1 | 2 if v[0]:\n        y = 'few'\n"
        "    case 2:\n        y = 'two'\n    case _:\n        y = 'many'\nreturn y"
    ),
    "match below 0": "match x - 2:\n    case -2:\n        return 'a'\n    case -1 | 1:\n        return 'b'\nreturn 'c'",
    "match of truths": (
        "for y in [x > 1, x, None, 'a']:\n    match y:\n        case True:\n            yield 'true'\n"
        "        case None:\n            yield 'none'\n        case 1:\n            yield 'one'\n"
        "        case 'a':\n            yield 'text'"
    ),
    "match of what is computed once": (
        "y = x\nmatch y + 1:\n    case 1:\n        y = 5\n    case 2:\n        y = 6\nreturn y"
    ),
    "match, and a guard that fails": (
        "match x:\n    case 1 if v[1] > 0:\n        return 8\n    case _ if v[1] > 1:\n        return 9\nreturn 10"
    ),
    "yields": "yield x\nif x > 1:\n    return\nyield v[0]\nreturn v[1]",
    "yields in a loop": "for i in v:\n    yield i\n    if i == x:\n        return 'found'\nyield [x]",
    "nothing is returned": "yield x\nreturn None",
    "comprehensions": (
        "return [[i for i in v], [i * x for i in v if i], [i for i in v if i if i > 1], [(i, "
        "j) for i in range(2) for j in range(i, 3) if i + j != x]]"
    ),
    "their variables stay inside": (
        "i = 7\nw = [i for i in v]\nu = [[i for i in range(j)] for j in v]\nreturn [i, w, u]"
    ),
    "their variables stay inside of one expression": (
        "i = 7\nreturn [[i for i in v], i, sum(i for i in v), i, any(i for i in v), i]"
    ),
    "their variables, one in another": (
        "i = 7\nreturn [(i, [i for i in range(j)], j) for j in v if [i for i in v if i != j][0] < i]"
    ),
    "what is outside of them": "w = [x + i for i in v]\nreturn [w, [[j + i for j in v] for i in [x]]]",
    "what has their variables' names": (
        "i = x + 5\nif [i for i in v if i > x]:\n    return i\nyield [i for i in v]\n"
        "yield any(i for i in v)\nreturn i + 1"
    ),
    "pairs in them": "return [a * 10 + b for a, b in enumerate(v) if b != x]",
    "any, all": (
        "return [any(i > x for i in v), all(i > x for i in v), any(v), all(v), any([]), all([]), "
        "any(i == j for i in v for j in [x])]"
    ),
    "any stops early": "return [any(i == v[0] or v[9] for i in v), all(i != v[0] and v[9] for i in v)]",
    "after any": (
        "i = 4\ny = any(i == x for i in v)\nz = [i for i in v if any(i == j for j in [x]) or i]\nreturn [i, y, z]"
    ),
    "sums": "return [sum(v), sum(v, 4), sum([], x), sum(i * i for i in v), sum([[x], [1]], [])]",
    "min, max": (
        "return [min(v), max(v), min(x, 2), max(x, 2, 1), min([], default=x), max(i - x for i in v), max(*v, x)]"
    ),
    "sorted": (
        "return [sorted(v), sorted(v, reverse=True), sorted([x, 1]), sorted(-i for i in v), sorted([(1, x), (0, 3)])]"
    ),
    "lists and tuples": (
        "return [list((x, 1)), tuple(v), list(range(x)), tuple(i for i in v), list(), tuple(), len(v), (x,), ()]"
    ),
    "other sequences": (
        "return [list(enumerate(v)), list(zip(v, [x, 1])), list(reversed(v)), list(enumerate(v, 2)), "
        "list(zip()), tuple(reversed((x, 1)))]"
    ),
    "joined": "return [v + [x], [*v, x], (x, *v), [x] * 2, 2 * [x], (1,) * x, [x] * -1, (x,) + (1,)]",
    "order of sequences": (
        "return [[x, 1] < [1, 5], [x] < [x, 0], (x, 2) >= (x, 1), [1, x] == [1, 1], [x] != [1], [] < [x]]"
    ),
    "abs": "return [abs(x - 2), abs(-x), abs(Fraction(-1, 2)), abs(True)]",
    "called": (
        "return [plain(x), plain(x, 1), plain(x, b=7), plain(b=x, a=1), plain(1, c=x), plain(*v[:2]), "
        "deep(x), plain(plain(x))]"
    ),
    "called for nothing": "nothing(x)\nreturn nothing(x) is None",
    "called inside": (
        "return [[plain(i) for i in v if plain(i) != 1], max(plain(i) for i in v), plain(x) if deep(x) else 0]"
    ),
    "called with a list": "y = plain(v[0], len(v))\nreturn [y, v]",
    "assertions that hold": "assert x >= 0\nassert v\nreturn x",
    "expressions for nothing": "x\nv[0]\n'a text'\nreturn x",
    "a name like a function": "sum_ = 3\nmax_ = sum_\nreturn max_ + x",
}


@pytest.mark.parametrize("name", BODIES)
def test_programs_do_what_python_does(name: str) -> None:
    joint = joint_of(HELPERS + "@mechanism\ndef m(x: Int[0, 3], v: Vector[Int[0, 2], 3]):\n" + indented(BODIES[name]))
    for x in range(4):
        for v in ([0, 1, 2], [2, 2, 0], [1, 0, 1]):
            expected = {key(python(BODIES[name], HELPERS, x, v)): 1}
            for read_later in (False, True):
                assert outputs(joint, {"x": x, "v": List(v)}, read_later) == expected, (x, v, read_later)


COIN = "def coin(p=1 / 2):\n    return flip(p)\n\n\n"
# Of x = 1: what is shown, with its probability.
DRAWS: dict[str, tuple[str, dict[tuple[object, ...], str]]] = {
    "flip": ("return flip(1 / 4)", {(True,): "1/4", (False,): "3/4"}),
    "flip by its name": ("return flip(p=1 / 4)", {(True,): "1/4", (False,): "3/4"}),
    "flip that is sure": ("return (flip(0), flip(1))", {((False, True),): "1"}),
    "flip of an integer": ("return flip(x)", {(True,): "1"}),
    "two of them": (
        "return (flip(1 / 4), flip(1 / 3))",
        {((True, True),): "1/12", ((True, False),): "1/6", ((False, True),): "1/4", ((False, False),): "1/2"},
    ),
    "the second depends": ("return flip(1 / 4) and flip(1 / 3)", {(True,): "1/12", (False,): "11/12"}),
    "uniform": ("return uniform(-1, x)", {(-1,): "1/3", (0,): "1/3", (1,): "1/3"}),
    "uniform by names": ("return uniform(hi=2, lo=x)", {(1,): "1/2", (2,): "1/2"}),
    "uniform, the end by its name": ("return uniform(x, hi=2)", {(1,): "1/2", (2,): "1/2"}),
    "uniform of one": ("return uniform(x, 1)", {(1,): "1"}),
    "categorical": ("return categorical(1, 0, 3)", {(0,): "1/4", (2,): "3/4"}),
    "categorical of a list": ("return categorical(*[x, 1 / 2])", {(0,): "2/3", (1,): "1/3"}),
    "what is shown twice": ("y = flip(1 / 4)\nyield y\nyield y", {(True, True): "1/4", (False, False): "3/4"}),
    "a loop that ends surely": ("while flip(2 / 3):\n    pass\nreturn x", {(1,): "1"}),
    "a loop with a count": (
        "n = 0\nwhile flip(1 / 2):\n    n = (n + 1) % 3\nreturn n",
        {(0,): "4/7", (1,): "2/7", (2,): "1/7"},
    ),
    "a part of a geometric draw": (
        "return clamp(geometric(1 / 2) // 2, -1, x)",
        {(-1,): "1/3", (0,): "1/2", (1,): "1/6"},
    ),
    "a walk": ("n = 1\nwhile 0 < n < 4:\n    n += 1 if flip(1 / 3) else -1\nreturn n", {(0,): "14/15", (4,): "1/15"}),
    "helpers": (
        "return (coin(), coin(1 / 4))",
        {((True, True),): "1/8", ((True, False),): "3/8", ((False, True),): "1/8", ((False, False),): "3/8"},
    ),
    "a helper in a loop": ("n = 0\nwhile coin():\n    n = 1\nreturn n", {(0,): "1/2", (1,): "1/2"}),
    "drawn for nothing": ("flip(1 / 2)\nreturn x", {(1,): "1"}),
    "drawn in a test": ("if flip(1 / 4):\n    return 5\nreturn 6", {(5,): "1/4", (6,): "3/4"}),
    "drawn in a match": (
        "match uniform(0, 2):\n    case 0:\n        return 5\n    case 1 if flip(1 / 2):\n        return 6\nreturn 7",
        {(5,): "1/3", (6,): "1/6", (7,): "1/2"},
    ),
    "drawn in a comprehension": ("return sum(flip(1 / 2) for i in range(2))", {(0,): "1/4", (1,): "1/2", (2,): "1/4"}),
    "drawn until one is": ("return any(flip(1 / 2) for i in range(2))", {(True,): "3/4", (False,): "1/4"}),
    "assumed": ("y = uniform(0, 3)\nassume(y > 1)\nreturn y", {(2,): "1/4", (3,): "1/4"}),
    "a geometric draw": ("y = clamp(geometric(1 / 2), -1, x)\nreturn y", {(-1,): "1/3", (0,): "1/3", (1,): "1/3"}),
    "a geometric draw by its name": ("return geometric(a=1 / 2) >= x", {(True,): "1/3", (False,): "2/3"}),
    "a geometric draw that is added": (
        "y = 0\ny += clamp(geometric(1 / 2) + x, 0, 2)\nreturn y",
        {(0,): "1/3", (1,): "1/3", (2,): "1/3"},
    ),
}


@pytest.mark.parametrize("name", DRAWS)
def test_draws_weigh_what_they_should(name: str) -> None:
    body, expected = DRAWS[name]
    joint = joint_of(COIN + "@mechanism\ndef m(x: Int[0, 1]):\n" + indented(body))
    for read_later in (False, True):
        found = outputs(joint, {"x": 1}, read_later)
        assert found == {key(shown): Fraction(weight) for shown, weight in expected.items()}


STREAMS: dict[str, tuple[str, tuple[object, ...]]] = {
    "every arrival": ("for a in s:\n    yield a\nyield 'end'", (2, 0, 1, "end")),
    "the first two": (
        "n = 0\nfor a in s:\n    yield a\n    n += 1\n    if n == 2:\n        break\nelse:\n    yield 9",
        (2, 0),
    ),
    "what follows the end": ("n = 0\nfor a in s:\n    n += a\nelse:\n    n += 10\nreturn n", (13,)),
    "what came before": ("b = 5\nfor a in s:\n    yield [b, a]\n    b = a", ([5, 2], [2, 0], [0, 1])),
    "numbered": ("for i, a in enumerate(s, 1):\n    yield i * 10 + a", (12, 20, 31)),
    "numbered from a name": ("for i, a in enumerate(s, start=4):\n    yield i * 10 + a", (42, 50, 61)),
    "beside numbers": ("for i, a in zip(range(2), s):\n    yield i * 10 + a", (2, 10)),
    "longer numbers": ("for a, i in zip(s, range(9)):\n    yield i * 10 + a\nyield 'end'", (2, 10, 21, "end")),
    "numbered pairs": ("for i, (a, b) in enumerate(zip(s, [4, 5])):\n    yield [i, a, b]", ([0, 2, 4], [1, 0, 5])),
    "looked at only sometimes": ("i = 0\nfor a in s:\n    i += 1\n    if i != 2:\n        yield a", (2, 1)),
    "never": ("return 5", (5,)),
}


@pytest.mark.parametrize("name", STREAMS)
def test_streams_arrive_one_by_one(name: str) -> None:
    body, expected = STREAMS[name]
    joint = joint_of("@mechanism\ndef m(s: Stream[Int[0, 2]]):\n" + indented(body))
    for read_later in (False, True):
        assert outputs(joint, {"s": List((2, 0, 1))}, read_later) == {key(expected): 1}


FAILING = {
    "an assertion": "assert x != 1\nreturn 5",
    "too few values": "a, b = [x]\nreturn a",
    "too many values": "a, b = [x, 1, 2]\nreturn a",
    "too few values in a comprehension": "return [a for a, b in [[x]]]",
    "outside of a list": "v = [1]\nreturn v[x]",
    "outside of a list that changes": "v = [1]\nv[x] = 2\nreturn v",
    "no probability": "return flip(x + 1 / 9)",
    "no probability, below": "return flip(-x)",
    "an empty range": "return uniform(x, 0)",
    "a negative weight": "return categorical(2, -x)",
    "only weights of 0": "return categorical(0, 1 - x)",
    "a division by 0": "return Fraction(1, 1 - x)",
    "a division by 0 of fractions": "return (1 / 2) / (1 - x)",
    "a second secret": "secret(x)\nsecret(x)\nreturn x",
    "in a helper": "return fails(x)",
}


@pytest.mark.parametrize("name", FAILING)
def test_runs_that_fail_are_no_proof(name: str) -> None:
    helper = "def fails(a):\n    assert a != 1\n    return a\n\n\n"
    joint = joint_of(helper + "@mechanism\ndef m(x: Int[0, 1]):\n" + indented(FAILING[name]))
    for read_later in (False, True):
        with pytest.raises(Invalid):
            outputs(joint, {"x": 1}, read_later)


NOT_READ = {
    "a statement": "del x\nreturn 1",
    "an operator": "return x @ x",
    "a lambda": "return lambda: x",
    "a class inside": "class C:\n    pass\nreturn x",
    "a global": "global x\nreturn x",
    "an import": "import os\nreturn x",
    "an attribute": "return x.real",
    "an unknown function": "return print(x)",
    "a method": "return [x].pop()",
    "append to an expression": "[x].append(1)\nreturn x",
    "append of two": "v = [x]\nv.append(1, 2)\nreturn v",
    "a call of a value": "return x(1)",
    "a function by the name of a variable": "len = x\nreturn len([1])",
    "a draw by the name of a variable": "flip = x\nreturn flip(1 / 2)",
    "a draw by the name of a comprehension's variable": "return [flip(1 / 2) for flip in [x]]",
    "a helper by the name of a variable": "plain = x\nreturn plain(1)",
    "a loop over range by the name of a variable": "range = x\nfor i in range(2):\n    pass\nreturn x",
    "a loop over enumerate by the name of a variable": "enumerate = x\nfor i in enumerate([2]):\n    pass\nreturn x",
    "a loop over zip by the name of a variable": "zip = x\nfor i in zip([2]):\n    pass\nreturn x",
    "a variable without a value": "if x > 5:\n    y = 1\nreturn y",
    "a variable of a comprehension": "w = [i for i in [x]]\nreturn i",
    "a name that is not there": "return nowhere",
    "too many arguments": "return plain(1, 2, 3)",
    "too few arguments": "return plain(b=1)",
    "an argument twice": "return plain(1, a=2)",
    "an argument that is not there": "return plain(1, d=2)",
    "a text that calls": "return 'a'(x)",
    "arguments by a dictionary": "return plain(1, **{'d': 2})",
    "a prior": "return belief()",
    "a function that calls itself": "return itself(x)",
    "noise that is handed over": "return plain(geometric(1 / 2))",
    "noise that is handed over by name": "return plain(1, b=geometric(1 / 2))",
    "noise that decides a loop": "for y in range(geometric(1 / 2)):\n    pass\nreturn x",
    "noise that is shown": "return geometric(1 / 2)",
    "noise compared with a text": "return geometric(1 / 2) < 'a'",
    "noise in a list that is compared": "return [geometric(1 / 2)] < [x]",
    "noise that is a part of a sum already": (
        "return [n + m > 0 and n > 0 for n in [geometric(1 / 2)] for m in [geometric(1 / 2)]]"
    ),
    "the other part of a sum": "return [n + m > 0 and m > 0 for n in [geometric(1 / 2)] for m in [geometric(1 / 2)]]",
    "noise whose remainder is known": "return [n % 2 == 0 and n > 0 for n in [geometric(1 / 2)]]",
    "noise of which something is known, in a sum with such": (
        "return [n > 0 and m > 0 and n + m > 3 for n in [geometric(1 / 2)] for m in [geometric(1 / 2)]]"
    ),
    "the remainder of noise of which something is known": "return [n > 0 and n % 2 == 0 for n in [geometric(1 / 2)]]",
    "noise times noise": "return geometric(1 / 2) * geometric(1 / 2) > 0",
    "noise that is an exponent": "return 2 ** geometric(1 / 2) > x",
    "a draw's wrong keyword": "return flip(q=1 / 2)",
    "a draw's argument twice": "return flip(1 / 2, p=1 / 2)",
    "a draw of nothing": "return flip()",
    "a draw of too much": "return uniform(0, 1, 2)",
    "weights of nothing": "return categorical()",
    "a draw from too much": "return uniform(0, 10 ** 6)",
    "a wide draw": "return uniform(-60_000, 60_000)",
    "a range of nothing": "for i in range():\n    pass\nreturn x",
    "a range of four": "for i in range(1, 2, 3, 4):\n    pass\nreturn x",
    "a range by 0": "for i in range(1, 2, 0):\n    pass\nreturn x",
    "numbers from two starts": "for i in enumerate([x], 1, 2):\n    pass\nreturn x",
    "numbers from a wrong name": "for i in enumerate([x], first=1):\n    pass\nreturn x",
    "an unknown keyword of zip": "for i in zip([x], [1], loose=True):\n    pass\nreturn x",
    "a target that is an attribute": "x.y = 1\nreturn x",
    "an item of an expression": "[x][0] = 1\nreturn x",
    "an item of a tuple": "t = (x, 1)\nt[0] = 1\nreturn t",
    "a yield that is used": "y = yield x\nreturn 1",
    "a yield of nothing": "yield\nreturn 1",
    "break outside": "break\nreturn x",
    "continue outside": "continue\nreturn x",
    "an unknown keyword": "return len(obj=[x])",
    "a sum by a wrong name": "return sum([x], begin=1)",
    "an end without an end": "while x:\n    pass\nreturn x",
    "a loop that a coin does not leave": "while flip(1) and x:\n    pass\nreturn x",
}


@pytest.mark.parametrize("name", NOT_READ)
def test_what_the_checker_does_not_know_is_a_hole(name: str) -> None:
    others = "@prior\ndef belief():\n    return 1\n\n\ndef itself(a):\n    return itself(a)\n\n\n"
    with pytest.raises((Hole, SyntaxError, Invalid)) as problem:
        outputs(
            joint_of(HELPERS + others + "@mechanism\ndef m(x: Int[0, 1]):\n" + indented(NOT_READ[name])),
            {"x": 1},
            False,
        )
    assert problem.type is Hole


def test_steps_of_an_expression_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("faier.checker.expressions.MOST_STEPS", 100)
    program = "@mechanism\ndef m(x: Int[0, 1]):\n    return sum(1 for i in range({}) for j in range(10))\n"
    assert outputs(joint_of(program.format(5)), {"x": 1}, False) == {key((50,)): 1}
    with pytest.raises(Hole, match="too many steps"):
        outputs(joint_of(program.format(10)), {"x": 1}, False)


TWICE = {
    "again": "for a in s:\n    pass\nfor a in s:\n    pass\nreturn 1",
    "inside": "for a in s:\n    for b in s:\n        pass\nreturn 1",
    "in one loop": "for a, b in zip(s, s):\n    pass\nreturn 1",
    "by an index": "return s[0]",
    "by its length": "return len(s)",
    "in a comprehension": "return [a for a in s]",
    "shown": "return s",
    "shown in a list": "yield [s]",
    "compared": "return s == s",
    "by another name": "t = s\nfor a in s:\n    pass\nfor b in t:\n    yield b",
    "in a list": "for t in [s]:\n    for a in t:\n        yield a",
    "handed over": "return same(s)",
    "shown after its loop": "for a in s:\n    pass\nreturn s",
}


@pytest.mark.parametrize("name", TWICE)
def test_a_stream_is_gone_over_once_and_is_no_value(name: str) -> None:
    helper = "def same(a):\n    return a\n\n\n"
    joint = joint_of(helper + "@mechanism\ndef m(s: Stream[Int[0, 2]]):\n" + indented(TWICE[name]))
    with pytest.raises(Hole):
        outputs(joint, {"s": List((1,))}, True)


def test_names_that_a_file_gives_the_words() -> None:
    source = (
        "import faier\nimport faier as f\nfrom faier import flip as coin, mechanism as shown\n"
        "from fractions import Fraction as F\n\n"
    )
    body = "    return (coin(1 / 2), f.flip(1 / 4), faier.flip(1), F(x, 2))\n"
    file = read(source + "@shown\ndef m(x: faier.Int[0, 1]):\n" + body, {})
    claim = dict.fromkeys(("decorator", "delta", "prior", "pairs")) | {
        "mechanism": "m",
        "epsilon": "0",
        "neighbors": "each(1)",
    }
    found = outputs(Joint(file, claim_of(file, claim), Budget(1000)), {"x": 1}, False)
    assert found[key(((True, False, True, HALF),))] == Fraction(3, 8) and len(found) == 4


def test_settings_and_names_of_types() -> None:
    source = (
        "Answer = Int[0, 3]\nN = 2\n\n\n@mechanism\ndef m(x: Answer, *, n=N, k: int = 5):\n    return [x, n, k, N]\n"
    )
    for settings, expected in (
        ({}, [1, 2, 5, 2]),
        ({"n": "4"}, [1, 4, 5, 2]),
        ({"N": "3", "k": ("N + 1")}, [1, 3, 4, 3]),
    ):
        file = read(HEAD + source, settings)
        claim = dict.fromkeys(("decorator", "delta", "prior", "pairs")) | {"mechanism": "m", "epsilon": "0"}
        joint = Joint(file, claim_of(file, claim | {"neighbors": "each(1)"}), Budget(1000))
        assert outputs(joint, {"x": 1}, True) == {key((expected,)): 1}
    with pytest.raises(Invalid):
        read(HEAD + source, {"M": "1"})
    with pytest.raises(Invalid):
        read(HEAD + source, {"x": "1"})


NO_FILES = {
    "a setting without a value": "@mechanism\ndef m(x: Bool, *, n):\n    return n\n",
    "a setting that is assigned": "@mechanism\ndef m(x: Bool, *, n=1):\n    n = 2\n    return n\n",
    "a default of an input": "@mechanism\ndef m(x: Bool = True):\n    return x\n",
    "no type": "@mechanism\ndef m(x):\n    return x\n",
    "another type": "@mechanism\ndef m(x: list[Bool]):\n    return x\n",
    "a type with one part": "@mechanism\ndef m(x: Vector[Bool]):\n    return x\n",
    "a type with three parts": "@mechanism\ndef m(x: Int[0, 1, 2]):\n    return x\n",
    "a public type of two parts": "from faier import Public\n@mechanism\ndef m(x: Public[Bool, 2]):\n    return x\n",
    "a length below 0": "@mechanism\ndef m(x: Vector[Bool, -1]):\n    return x\n",
    "a length that is no number": "@mechanism\ndef m(x: Vector[Bool, 'a']):\n    return x\n",
    "too long": "@mechanism\ndef m(x: Vector[Vector[Bool, 1000], 1000]):\n    return 1\n",
    "too many empty ones": "@mechanism\ndef m(x: Vector[Vector[Bool, 0], 1_000_000]):\n    return 1\n",
    "a word twice": "from faier import flip\n",
    "a word by another's name": "from faier import log as flip\n",
    "a word after a constant": "log = 1\nfrom faier import log\n",
    "a module after a constant": "faier = 1\nimport faier\n",
    "a function twice": "def f():\n    return 1\n\n\ndef f():\n    return 2\n",
    "another module": "import pandas\n",
    "a word that is none": "from faier import nothing\n",
    "another word of fractions": "from fractions import gcd\n",
    "a relative import": "from .faier import log\n",
    "another decorator": "@cached\ndef f():\n    return 1\n",
    "two kinds": "@prior\n@mechanism\ndef m(x: Bool):\n    return x\n",
    "a decorator that is called": "@mechanism()\ndef m(x: Bool):\n    return x\n",
    "two unknown epsilons": "from faier import Positive\nA = Positive(1)\nB = Positive(2)\n",
    "a loop": "for i in [1]:\n    pass\n",
    "a text that is not first": "x = 1\n'text'\n",
    "two targets": "a = b = 1\n",
    "a draw as a constant": "a = flip(1 / 2)\n",
}


@pytest.mark.parametrize("name", NO_FILES)
def test_files_that_the_checker_does_not_read(name: str) -> None:
    with pytest.raises(Hole):
        read(HEAD + NO_FILES[name], {})


def after(body: str) -> int:
    """How many states follow the first value that is shown."""
    joint = joint_of("@mechanism\ndef m(x: Int[0, 3]):\n" + indented(body))
    tells, _ = joint.shown(joint.given({"x": 1}), lambda entry: None)
    ((_, states),) = tells.values()
    return len(states)


DRAWN = "a = uniform(0, 3)\nb = uniform(0, 3)\nyield 0\n"


@pytest.mark.parametrize(
    ("rest", "states"),
    [
        ("return a + b", 16),
        ("return a", 4),
        ("return x", 1),
        ("a = x\nreturn a", 1),
        ("a, b = x, 2\nreturn a + b", 1),
        ("[a, (b, c)] = x, (2, 3)\nreturn a + b", 1),
        ("a, b = b, x\nreturn a + b", 4),
        ("a += 1\nreturn a", 4),
        ("if x:\n    a = 1\nreturn a", 4),
        ("for a in range(x):\n    yield a", 1),
        ("for a in range(x):\n    yield a\nreturn a", 4),
        ("for (a, b) in [(x, 1)]:\n    yield a + b", 1),
        ("match x:\n    case 1 if a:\n        return 1\nreturn 2", 4),
        ("match a:\n    case 1:\n        return b\nreturn 2", 16),
        ("while a:\n    a = 0\n    b = 1\nreturn 2", 4),
        ("return [a for a in range(x)]", 4),
        ("return\nyield a", 1),
    ],
)
def test_what_is_not_needed_any_more_does_not_tell_runs_apart(rest: str, states: int) -> None:
    assert after(DRAWN + rest) == states
