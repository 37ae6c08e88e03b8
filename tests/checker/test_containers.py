"""The checker does with containers, texts and numbers what Python does, and refuses what it would see otherwise."""

from __future__ import annotations

from collections import Counter, defaultdict, deque
from fractions import Fraction

import pytest

from faier.checker.admission import admitted
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole, Invalid
from faier.checker.outputs import distributions
from faier.checker.values import Box, List, data_of, shown_key, unordered, value_of

HEAD = """from collections import Counter, defaultdict, deque
from fractions import Fraction
from itertools import accumulate, chain, combinations, pairwise, permutations, product, repeat
import math
"""

SAME = (
    "d = {1: x, True: 5, x: 7}\ndel d[1]\nd[2, 3] = x\nd[8] = d.pop(9, 4)\nreturn d, d == {8: 4, (2, 3): x}, list(d)",
    "d = {2: [x]}\nd[2].append(1)\ne = {2: x, 3: 1}\nfor k, v in e.items():\n    e[k] = v + 1\nreturn {**d, 5: 6}, e",
    "c = Counter([1, x, 1])\nc.update([2, 1])\nreturn c, c.most_common(2), c[9], c - Counter([1]), c.total()",
    "d = defaultdict(list)\nd[x].append(1)\nd[len(d)] += [2]\nreturn d",
    "d = defaultdict(list)\nd[x].append(1)\nreturn [(k, sum(d[k])) for k in range(3)], len(d[2]), d[7]",
    "d = defaultdict(int)\nd[x] += 1\nt = d[0] + d[5]\nu = d[1] + d[7]\nd[x] += u\nreturn t, d[x], d[0] - d[1]",
    "d = defaultdict(int)\nd[x] += len(d)\nreturn d, dict(d)",
    "s = {x, 1}\ns.add(4)\ns |= {x, 7}\ns.discard(1)\nreturn s, s - {4}, s ^ {9}, {4} <= s, sorted(s), sum(s), len(s)",
    "q = deque([1, x])\nq.appendleft(5)\nq.rotate(1)\nlast = q.pop()\nreturn q, last, q[0]",
    "xs = [3, 1, x]\ny = xs.pop(0)\nxs.insert(1, y)\nxs.extend(xs)\nxs.sort(reverse=True)\nreturn xs, xs.index(1)",
    "xs = [1, 2]\nreturn xs.pop() - len(xs), [k for k in [1, 1, x] if not (k in xs or xs.append(k))]",
    "return f'{x:03d}|{x!r:>3}|{-x:+}', 'ab' * x, 'a-b'.split('-'), ','.join(str(k) for k in [x, 1]), 'abc'[::-1]",
    "return str([1, 'a', None, True, (x,), {1: 2}]), repr('q'), int('12') + x, 'Ab'.swapcase(), 'b' in 'abc', ord('a')",
    "return x & 6 | 1 << x, ~x, True ^ False, x >> 1, divmod(-7, 2), pow(3, x, 5), round(Fraction(5, 2)), round(5, -1)",
    "return math.floor(Fraction(-7, 2)), math.comb(5, x), math.isqrt(17), math.inf > x, isinstance(x, (str, int))",
    "return list(product([1, x], repeat=2))",
    "return list(pairwise([1, 2, x])), list(accumulate([1, x])), list(chain([x], {5: 6}))",
    "return sorted({3: 1, x: 2}.items())",
    "return max({3: 1, x: 2}.values()), dict(zip('ab', [x, 2])), {v: k for k, v in {1: x}.items()}",
)

# What Python sees, and values do not; and what has no order.
HOLES = (
    "xs = [x]\nys = xs\nys.append(1)\nreturn xs",
    "d = {1: [x]}\ny = d[1]\ny.append(1)\nreturn d",
    "d = dict.fromkeys([1, 2], [])\nd[1].append(x)\nreturn d",
    "xs = [1, 2]\nreturn [xs, xs.pop()]",
    "xs = [1, 2]\nxs.extend(k for k in xs)\nreturn xs",
    "xs = [1, 2]\nxs[0] += xs.pop()\nreturn xs",
    "d = {1: 2}\nfor k in d.keys():\n    d[k + 1] = x\nreturn d",
    "s = {x, 1}\ns.update(s)\nt = s\nt.add(4)\nreturn s",
    "d = defaultdict(int)\ny = d[5]\nreturn d",
    "d = defaultdict(int)\ny = d[5]\nreturn len(d)",
    "d = defaultdict(int)\ny = d[5]\nreturn 5 in d",
    "d = defaultdict(int)\ny = d[5]\ndel d[5]\nreturn y",
    "d = defaultdict(list)\ny = d[5]\ny.append(x)\nreturn d[5]",
    "d = defaultdict(list)\nd[5] = [1]\ny = d[5]\nd[5].append(x)\nreturn y",
    "d = defaultdict(list)\ny = d[5]\nd[5].append(x)\nreturn y",
    "d = defaultdict(list)\nd[x].append(len(d[1]))\nreturn d[0]",
    "d = defaultdict(int)\nd[x] += d[1]\nreturn d[0]",
    "d = defaultdict(int)\nd[d[0]] = x\nreturn d[0]",
    "d = defaultdict(list)\nfor v in d[1]:\n    y = d[2]\nreturn d[0]",
    "d = {}\nif x:\n    d = defaultdict(int)\nreturn d[5]",
    "return list({x, 1})",
    "return [k for k in {x, 1}]",
    "s = {x, 1}\nreturn s.pop()",
    "return 'a' * 10 ** 9",
    "return list(product(range(1000), repeat=3))",
    "return math.factorial(10 ** 6)",
    "return f'{x:999999}'",
)


def answer(body: str, x: int) -> object:
    lines = "".join(f"    {line}\n" for line in body.split("\n"))
    file = read(HEAD + "from faier import Int, choice, mechanism\n\n\n@mechanism\ndef m(x: Int[0, 3]):\n" + lines, {})
    admitted(file, {})
    asked = dict.fromkeys(("decorator", "delta", "prior", "pairs"))
    joint = Joint(
        file, claim_of(file, asked | {"mechanism": "m", "epsilon": "0", "neighbors": "each(1)"}), Budget(300_000)
    )
    with joint.budget.counting():
        ((_, outputs),) = distributions(joint, joint.given({"x": x}))
    ((shown,),) = outputs
    return shown


def made(value: object) -> object:
    """As the checker holds it."""
    if isinstance(value, dict):
        pairs = tuple((made(key), made(item)) for key, item in value.items())
        maker = value.default_factory.__name__ if isinstance(value, defaultdict) and value.default_factory else None
        return Box("dict", pairs, "Counter" if isinstance(value, Counter) else maker)
    if isinstance(value, (set, frozenset)):
        return Box(type(value).__name__, unordered(map(made, value)))
    if isinstance(value, deque):
        return Box("deque", tuple(map(made, value)))
    if isinstance(value, list):
        return List(map(made, value))
    return tuple(map(made, value)) if isinstance(value, tuple) else value


@pytest.mark.parametrize("body", SAME)
def test_the_checker_does_what_python_does(body: str) -> None:
    for x in range(4):
        names: dict[str, object] = {}
        exec(HEAD + "def m(x):\n" + "".join(f"    {line}\n" for line in body.split("\n")), names)
        expected = names["m"](x)  # type: ignore[operator]
        assert answer(body, x) == shown_key(made(expected))


@pytest.mark.parametrize("body", HOLES)
def test_what_python_may_see_otherwise_is_a_hole(body: str) -> None:
    with pytest.raises(Hole):
        answer(body, 2)


@pytest.mark.parametrize(
    "body",
    [
        "return {1: 2}[x + 5]",
        "xs = []\nreturn xs.pop()",
        "return {[x]: 1}",
        "return int(x // 0)",
        "return choice({x: 3, 5: 1})",
    ],
)
def test_what_raises_is_no_run(body: str) -> None:
    with pytest.raises(Invalid):
        answer(body, 1)


def test_containers_in_certificates() -> None:
    for value in ({1: (2, "a")}, Counter([1, 1]), {1, 2}, frozenset([3]), deque([Fraction(1, 2)]), [defaultdict(int)]):
        held = made(value)
        assert shown_key(value_of(data_of(held))) == shown_key(held)
    for data in (
        {"dict": [1]},
        {"set": 1},
        {"list": []},
        {"record": []},
        {"set": [], "of": "a"},
        {"dict": [], "of": 1},
    ):
        with pytest.raises(Invalid):
            value_of(data)
