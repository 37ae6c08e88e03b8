"""Random mechanisms that compute with ranges: `generate(seed)` gives the same file for the same seed."""

from __future__ import annotations

from random import Random

TOP = """\
from dataclasses import dataclass

from faier import Bool, Int, choice, flip, mechanism

R = range(1, 5)
BINS = [range(0, 2), range(2, 4)]
TABLE = {"lo": range(0, 3, 2), "hi": range(3, 1, -1)}


@dataclass(frozen=True)
class Bin:
    name: str
    cells: range
    start: int = 7


BIN = Bin("a", range(2, 6))


def ident(v: range) -> range:
    return v


def shape(v):
    match v:
        case []:
            return "empty"
        case [one]:
            return one
        case [first, *rest]:
            return first, rest
        case _:
            return "none"


def grown(v):
    out = [9]
    out += v
    out.extend(v)
    return out


def uses(box, v):
    return box.start, v.start, [w.start for w in (box, v)]


@mechanism
def f(x: Int[0, 3], b: Bool):
"""
ATOMS = ["x", "-x", "1", "0", "3", "x + 1", "-2", "2", "b"]
NAMED = ["R", "r", "BINS[0]", "BINS[b]", 'TABLE["lo"]', "BIN.cells"]
FORMS = """
list({g}); len({g}); {a} in {g}; {a} not in {g}; {g} == {h}; {g} != {h}; sum({g}); bool({g}); tuple(reversed({g}))
[i * 2 for i in {g}]; {g}.start; {g}.stop; {g}.step; min({g}, default=None); max({g}, default=-9); {g}.count({a})
sorted({g}, reverse=True); str({g}); [*{g}, x]; list(zip({g}, {h})); list(enumerate({g}, 1)); set({g}); any({g})
all({g}); isinstance({g}, range); isinstance({g}, (list, tuple)); {{{g}: 1}} == {{{h}: 1}}; {g} in BINS; uses(BIN, {g})
({g} or "none") == "none"; dict(zip({g}, "abc")); shape({g}); {g} == list({g}); ({g}, 1) == ({h}, 1); len({{{g}, {h}}})
list(map(lambda v: v + x, {g})); [x] + list({g}); {g}.index({a}) if {a} in {g} else None; {g}[0] if {g} else None
{g}[-1] if len({g}) else None; grown({g}); 2.0 in {g}; "a" in {g}; next(iter({g}), 7); choice({g}) if {g} else None
sum(v * flip(1 / 2) for v in {g})
"""


def generate(seed: int) -> str:
    rng = Random(f"ranges {seed}")
    forms = [form.strip() for form in FORMS.replace("\n", ";").split(";") if form.strip()]
    lines = [f"r = range({rng.choice(['x', '1, x', 'x, 0, -1', '0, 6, 2'])})"]
    if rng.random() < 0.3:
        lines.append(f"r = r[{rng.choice(['1:', ':-1', '::2'])}]")
    shown = []
    for _ in range(rng.choice([1, 2, 3])):
        same = {key: made(rng) for key in "gh"} | {"a": rng.choice(ATOMS)}
        shown.append(rng.choice(forms).format(**same))
    lines.append(f"return {', '.join(shown)}{',' if len(shown) == 1 else ''}")
    return TOP + "".join(f"    {line}\n" for line in lines)


def made(rng: Random, depth: int = 0) -> str:
    """An expression that is a range."""
    a, b = rng.choice(ATOMS), rng.choice(ATOMS)
    inner = [] if depth == 2 else [made(rng, depth + 1) for _ in range(2)]
    match rng.randrange(9 if inner else 4):
        case 0:
            return f"range({a})"
        case 1:
            return f"range({a}, {b})"
        case 2:
            return f"range({a}, {b}, {rng.choice(['1', '2', '-1', '-2', '3'])})"
        case 3:
            return rng.choice(NAMED)
        case 4:
            return f"{inner[0]}[{rng.choice(['', a])}:{rng.choice(['', b])}]"
        case 5:
            return f"{inner[0]}[::{rng.choice(['2', '-1', '-2'])}]"
        case 6:
            return f"({inner[0]} if b else {inner[1]})"
        case 7:
            return f"ident({inner[0]})"
    return f"[{inner[0]}, {inner[1]}][{rng.choice(['0', 'b', '-1'])}]"
