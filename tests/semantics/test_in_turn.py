"""Items that are shown in turn: the same distribution as of the value that has them, by `denote` on both programs."""

from __future__ import annotations

from random import Random

import pytest
from flint import fmpq

from faier.hmm.wholes import wholes
from faier.lang import parse
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.in_turn import in_turn

HEAD = "from faier import Bool, Int, Vector, clamp, flip, geometric, mechanism, uniform\n\nK = (1, 0, 2)\n\n\n"
HELPERS = """def added(xs, y):
    found = []
    for x in xs:
        y = y + 1
        found.append(noisy(x) if flip(1 / 3) else y)
    return found


def counted(xs):
    counts = [0, 0]
    for x in xs:
        counts[x] += 1
    return [noisy(x - 1) for x in counts]


def noisy(x):
    return clamp(x + geometric(1 / 2), 0, 1)


def made(xs, y):
    y = y + 1
    shifted = [x + y for x in xs]
    return [clamp(x + geometric(1 / 3), 1, 2) for x in shifted]


def both(x, y):
    z = uniform(0, 1)
    return x == z, z if flip(1 / 3) else noisy(y)


"""


def distribution(program, inputs, items=None):
    """The probability of each output; of items in turn, as the value that they make."""
    found = {}
    for (shown, ended), weight in denote.outputs(program, "m", inputs).items():
        assert ended
        value = shown[0] if items is None else Sequence(items, tuple(shown))
        assert items is not None or len(shown) == 1
        found[value] = found.get(value, fmpq(0)) + weight
    return found


def same(text, kind):
    program = parse(HEAD + HELPERS + "@mechanism\ndef m(xs: Vector[Int[0, 1], 2], y: Int[0, 1]):\n" + text, "m.py")
    turned = in_turn(program, "m")
    assert turned is not None and turned.kind == kind
    types = {parameter.name: parameter.type for parameter in program.function("m").parameters}
    for inputs in wholes(types, Limits()):
        assert distribution(program, inputs) == distribution(turned.program, inputs, kind), (text, inputs)


WRITTEN = [
    ("    return tuple([noisy(x) for x in xs])\n", "tuple"),
    ("    return [noisy(x) for x in xs]\n", "list"),
    ("    return tuple(noisy(x) for x in xs)\n", "tuple"),
    ("    return list(tuple([noisy(x) for x in xs]))\n", "list"),
    ("    found = [noisy(x) for x in xs]\n    return tuple(found)\n", "tuple"),
    ("    y = noisy(y)\n    y = [y + x if flip(1 / 3) else x for x in xs]\n    return y\n", "list"),
    ("    return noisy(y), noisy(xs[0]), [noisy(x) for x in xs]\n", "tuple"),
    ("    return [flip(1 / 3), noisy(y)]\n", "list"),
    ("    return [x + k * uniform(0, 1) for x in xs for k in K if k > 0]\n", "list"),
    ("    return made(xs, y)\n", "list"),
    ("    y = uniform(0, 1)\n    return tuple(made([y, *xs], y))\n", "tuple"),
    ("    return both(y, xs[0])\n", "tuple"),
    ("    c = flip(1 / 4)\n    out = list(both(int(c), xs[1]))\n    return out\n", "list"),
    ("    return (made(xs, y), both(xs[0], y))\n", "tuple"),
    ("    return [(z, noisy(z)) for z in made(xs, y)]\n", "list"),
    ("    found = []\n    for x in xs:\n        found.append(noisy(x))\n    return found\n", "list"),
    ("    found = []\n    for x in xs:\n        found += [noisy(x)]\n    return tuple(found)\n", "tuple"),
    ("    found = [y]\n    found += (noisy(y), y)\n    return found\n", "list"),
    ("    found = ()\n    for x in xs:\n        found += (noisy(x), y)\n    return found\n", "tuple"),
    ("    found = ()\n    for x in xs:\n        found = found + (noisy(x),)\n    return list(found)\n", "list"),
    ("    found = []\n    for x in xs:\n        found = [*found, noisy(x), *xs]\n    return found\n", "list"),
    ("    found = [noisy(y)]\n    found.extend(noisy(x) for x in xs)\n    return found\n", "list"),
    ("    found = added(xs, y)\n    y = noisy(y)\n    found.extend(xs)\n    found += xs\n    return found\n", "list"),
    ("    return tuple(added(xs, y))\n", "tuple"),
    ("    return counted(xs)\n", "list"),
    ("    y = [y]\n    y = [*y, noisy(xs[0])]\n    y = y + [noisy(xs[1])]\n    return y\n", "list"),
    ("    found = 3\n    y = found - 2\n    found = [y]\n    found.append(noisy(y))\n    return found\n", "list"),
    (
        "    found = []\n    for x in xs:\n        if x == y:\n            found.append(noisy(x))\n"
        "            continue\n"
        "        match x:\n            case 0:\n                found.append(2)\n            case _:\n"
        "                found.append(flip(1 / 3))\n    else:\n        found.append(y)\n    return found\n",
        "list",
    ),
    (
        "    found = []\n    while flip(1 / 2) and y < 3:\n        y += 1\n        found.append(y)\n    return found\n",
        "list",
    ),
]


@pytest.mark.parametrize(("text", "kind"), WRITTEN)
def test_the_same_distribution(text, kind):
    same(text, kind)


def test_random_mechanisms():
    """Items from what is drawn before, from helpers and from each other's list."""
    for seed in range(12):
        rng = Random(seed)
        atoms = ["y", "xs[0]", "xs[1]", "c"]
        lines = [f"    c = {rng.choice(('uniform(0, 1)', 'noisy(y)', 'xs[0] + y'))}\n"]
        for _ in range(rng.randint(0, 2)):
            lines.append(rng.choice(("    c = c + noisy(c)\n", "    if flip(1 / 3):\n        c = y\n", "    y = c\n")))
        item = rng.choice(
            ("noisy({0})", "{0} if flip(1 / 3) else {1}", "min({0}, noisy({1}))", "x * {0}", "uniform(0, 1) + x")
        ).format(rng.choice(atoms), rng.choice(atoms))
        iterated = rng.choice(("xs", "[*xs, c]", "range(2)", "made(xs, c)", "enumerate(xs)"))
        target = "x, z" if iterated.startswith("enumerate") else "x"
        gathered = f"[{item} for {target} in {iterated}]"
        kind = rng.choice(("tuple", "list"))
        if rng.random() < 0.4:
            lines.append(f"    found = {gathered}\n")
            gathered = "found"
        lines.append(f"    return {kind}({gathered})\n")
        text = "".join(lines)
        same(text, kind)


LEFT_ALONE = [
    "    return noisy(y)\n",
    "    found = [noisy(x) for x in xs]\n    found[0] = 0\n    return found\n",
    "    if y:\n        return (0, 0)\n    return tuple(xs)\n",
    "    found = [noisy(x) for x in xs]\n    y = len(found)\n    return found\n",
    "    found = []\n    for x in xs:\n        found.append(noisy(len(found)))\n    return found\n",
    "    found = []\n    found.insert(0, noisy(y))\n    return found\n",
    "    found = []\n    y = found.append(noisy(y))\n    return found\n",
    "    found = ()\n    found += [noisy(y)]\n    return found\n",
    "    found = []\n    found = (*found, y)\n    found.append(y)\n    return found\n",
    "    found = []\n    for x in xs:\n        found = []\n        found.append(x)\n    return found\n",
    "    found, z = [], y\n    found.append(noisy(z))\n    return found\n",
    "    found = []\n    try:\n        found.append(1 // y)\n"
    "    except ZeroDivisionError:\n        found.append(2)\n    return found\n",
    "    return xs\n",
    "    return [*xs, y]\n",
    "    for x in xs:\n        yield noisy(x)\n",
]


@pytest.mark.parametrize("text", LEFT_ALONE)
def test_what_is_not_seen_to_be_made_item_by_item(text):
    program = parse(HEAD + HELPERS + "@mechanism\ndef m(xs: Vector[Int[0, 1], 2], y: Int[0, 1]):\n" + text, "m.py")
    assert in_turn(program, "m") is None
