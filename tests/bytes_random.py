# ruff: noqa: E501
"""Random mechanisms that compute with bytes and digests: `generate(seed)` gives the same file for the same seed."""

from __future__ import annotations

from random import Random

TOP = """\
import hashlib
import zlib
from hashlib import md5

from faier import Bool, Int, flip, mechanism

KEY = b"k\\x00\\xff"
TABLE = {b"ab": 1, KEY: 2}


def ident(v: bytes = b"none") -> bytes:
    return v


def bucket(word: str, seed: int = 0) -> int:
    return int(hashlib.sha256(f"{seed}:{word}".encode()).hexdigest(), 16) % 5


def grown(v):
    out = [9]
    out += v
    out.extend(v)
    return out


@mechanism
def f(x: Int[0, 3], b: Bool):
"""
ATOMS = ["x", "1", "0", "97", "x + 1", "255", "b", "2"]
TEXTS = ['"cat"', '"é"', "str(x)", '("a" if b else "bc")', '("x" * x)']
FORMS = """
list({g}); len({g}); {a} in {g}; {g} in {h}; {g} == {h}; {g} != {h}; sum({g}); bool({g}); tuple(reversed({g})); [i * 2 for i in {g}]
{g}.hex(); min({g}, default=None); sorted({g}, reverse=True); str({g}); [*{g}, x]; list(zip({g}, {h})); list(enumerate({g}, 1))
set({g}); any({g}); isinstance({g}, bytes); isinstance({g}, (list, str)); {{{g}: 1}} == {{{h}: 1}}; TABLE.get({g}, 0); {g} < {h}; {g} >= {h}
{g} == list({g}); ({g}, 1) == ({h}, 1); len({{{g}, {h}}}); [x] + list({g}); {g}[0] if {g} else None; grown({g}); int.from_bytes({g}, "big")
int.from_bytes({g}, byteorder="little", signed=True); list(x.to_bytes({a} % 4 + 1, "big")); list((-x).to_bytes(2, "little", signed=True))
hashlib.md5({g}).hexdigest(); md5({g}).digest()[{a} % 16]; hashlib.blake2b({g}, digest_size=4).hexdigest(); zlib.crc32({g}) % 7
zlib.adler32({g}, {a}); bucket({t}, {a}); bucket(f"{{x}}{{b}}"); list({t}.encode()); len({t}.encode("utf-8")); {t}.encode().decode() == {t}
[p ^ q for p, q in zip({g}, {h})]; hashlib.sha1({t}.encode()).digest()[:2].hex(); sum(v * flip(1 / 2) for v in {g}); repr([{g}]); b"\\x01" in {g}
"""


def generate(seed: int) -> str:
    rng = Random(f"bytes {seed}")
    forms = [form.strip() for form in FORMS.replace("\n", ";").split(";") if form.strip()]
    lines = [f"r = {rng.choice(['bytes([x, 1])', 'KEY[x:]', 'bytes(x)', 'str(x).encode()'])}"]
    if rng.random() < 0.3:
        lines.append(f"r += {made(rng)}")
    shown = []
    for _ in range(rng.choice([1, 2, 3])):
        same = {key: made(rng) for key in "gh"} | {"a": rng.choice(ATOMS), "t": rng.choice(TEXTS)}
        shown.append(rng.choice(forms).format(**same))
    lines.append(f"return {', '.join(shown)}{',' if len(shown) == 1 else ''}")
    return TOP + "".join(f"    {line}\n" for line in lines)


def made(rng: Random, depth: int = 0) -> str:
    """An expression that is bytes."""
    a, b = rng.choice(ATOMS), rng.choice(ATOMS)
    inner = [] if depth == 2 else [made(rng, depth + 1) for _ in range(2)]
    match rng.randrange(11 if inner else 5):
        case 0:
            return f"bytes([{a}, {b}])"
        case 1:
            return rng.choice(["KEY", "r", "b''", "b'ab'", "ident()"])
        case 2:
            return f"{rng.choice(TEXTS)}.encode()"
        case 3:
            return f"bytes(i ^ {a} for i in range({b} % 4))"
        case 4:
            return f"({a}).to_bytes(2, 'big')"
        case 5:
            return f"({inner[0]} + {inner[1]})"
        case 6:
            return f"{inner[0]}[{rng.choice(['', a])}:{rng.choice(['', b])}]"
        case 7:
            return f"({inner[0]} if b else {inner[1]})"
        case 8:
            return f"ident({inner[0]})"
        case 9:
            return f"hashlib.sha256({inner[0]}).digest()[:3]"
    return f"({inner[0]} * 2)"
