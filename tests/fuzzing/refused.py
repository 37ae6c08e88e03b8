"""Pairs of a changed mechanism file and a certificate for it: what `faier check` refuses is never `valid`.

Python, faier and the checker each read a file. The changes here are those that could make them read it differently. The
certificates are the weakest that there are: every word is looked at, by the checker alone, for a claim that nearly
every mechanism keeps (a large epsilon, or delta = 1), or for the claims that stand in the file.
"""

from __future__ import annotations

import ast
import hashlib
import json
import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import asked
from asked import Approach

from faier.checker import FORMAT, check
from faier.checker.around import Around
from faier.engines.verdict import Refuted
from faier.importing import gathered
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.source import text_of
from faier.limits import LimitReached
from fuzzing import texts
from fuzzing.targets import PATH, small

STEPS = 3_000
BUILTINS = ("len", "sum", "range", "min", "max", "abs", "sorted", "list", "tuple", "any", "all", "int", "bool", "zip")

# Mechanisms with everything that the changes are about; `0` and `1` in them are easily another constant.
SEEDS = (
    """from faier import Bool, Int, Vector, clamp, each, flip, geometric, log, mechanism, one, private, uniform
N = 2
HALF = 1 / 2
ROW = [0, 1]


def counted(values, size=2, *, start=0):
    counts = [start] * size
    for value in values:
        counts[value] += 1
    return counts


def added(a, b):
    return a + b


@private(epsilon=log(3), neighbors=one())
@mechanism
def m(x: Bool, v: Vector[Int[0, 1], N], *, times=1):
    counts = counted(v)
    total = 0
    for i, c in enumerate(list(counts)):
        counts[i] = c + len(v)
        total += counts[i]
    own = list(v)
    own[0] = added(1, b=times)
    if total > 9 or not own:
        return 7
    return x if flip(3 / 4) else not x
""",
    """from faier import Bool, Stream, flip, log, mechanism, one, private


@private(epsilon=log(3), neighbors=one())
@mechanism
def m(s: Stream[Bool]):
    n = 0
    seen = []
    for a in s:
        yield a if flip(3 / 4) else not a
        n += 1
        seen.append(n)
        if n == 2:
            break
    yield tuple(seen)
    return
""",
    """import faier
from fractions import Fraction
from faier import Int, assume, clamp, flip, geometric, log, mechanism, prior, private, secret, uniform

KEEP = Fraction(3, 4)


@prior
def p(k: Int[0, 1]):
    x = flip(1 / 2)
    y = uniform(0, 1)
    assume(x or y == 0)
    secret(x)
    return int(x)


@private(epsilon=log(8), prior=p, pairs=((False, True), (True, False)))
@mechanism
def m(x: Int[0, 1], *, top=1):
    match x:
        case 0 | 2:
            y = 0
        case _ if x > 0:
            y = 1
        case _:
            y = 5
    assert y in (0, 1), "a bit"
    y: Int[0, 3] = y if flip(KEEP) else 1 - y
    return (clamp(y + faier.geometric(1 / 2), 0, top), None, 'end')
""",
    """from faier import Bool, Stream, flip, log, mechanism, prior, private, secret


@prior
def p():
    x = flip(1 / 2)
    secret(x)
    yield x
    yield not x


@private(epsilon=2 * log(3), prior=p)
@mechanism
def m(s: Stream[Bool]):
    for a in s:
        yield a if flip(3 / 4) else not a
""",
    """from faier import Int, Positive, Vector, exp, flip, log, mechanism, pairs, private, where

EPS = Positive(1)
NAMES = ('low', 'high')


def swapped(deck):
    deck = list(deck)
    i, j = 0, 1
    deck[i], deck[j] = deck[j], deck[i]
    grid = [[0] * 2 for _ in range(2)]
    grid[0][1] += sum(deck[:1])
    grid[1].append(2)
    return grid[0] + deck


@private(epsilon=EPS, neighbors=where(lambda one, other: sum(one) != sum(other)))
@private(epsilon=EPS, neighbors=pairs(([0, 1], [1, 1]), ([1, 1], [0, 1])), name='listed', expect="proved")
@mechanism
def m(x: Vector[Int[0, 1], 2]):
    rows = [swapped(x) for _ in range(1)]
    y = sum([a * b for a, b in zip(x, rows[0])]) > 0 and x[0] == 1
    n = 0
    while n < 2:
        n += 1
        if n == 1:
            continue
    return y if flip(exp(EPS) / (1 + exp(EPS))) else not y
""",
    """import math
from faier import Int, Positive, clamp, each, flip, gaussian, laplace, log, mechanism, one, prior, private, secret

EPS = Positive(1)
WIDE = 2 / EPS


def noisy(x, b=2):
    return x + laplace(b)


@prior
def p():
    x = gaussian(1) > 0
    secret(x)
    return int(x or laplace(2) >= 1)


@private(epsilon=2, prior=p)
@mechanism
def shown(x: Int[0, 1], *, scale=1):
    return x + laplace(scale)


@private(epsilon=3 * EPS, neighbors=each(1))
@mechanism
def m(x: Int[0, 1], *, low=0):
    b = 1 / EPS
    y = x + laplace(b / 2)
    z = 3 * noisy(x) - 1
    if gaussian(1) > low and y >= laplace(2 / EPS):
        z = max(z, 0)
    n = round(noisy(x, 1)) if math.floor(laplace(1)) // 2 else 0
    return [clamp(n, 0, 1), (-x + laplace(WIDE), 2)]
""",
    """from dataclasses import dataclass, field
from enum import Enum
from functools import reduce
from typing import Literal, NamedTuple
from faier import Int, Public, Records, Vector, added, edges, flip, geometric, log, mechanism, one, private


class Sex(Enum):
    F = 'f'
    M = 'm'


class Row(NamedTuple):
    count: Int[0, 1]
    sex: Public[Sex] = Sex.F


@dataclass
class Tally:
    total: int = 0
    seen: list = field(default_factory=list)


@private(epsilon=log(8), neighbors=added())
@private(epsilon=log(8), neighbors=one(1), name='of one size')
@mechanism
def m(rows: Records[Row, 1]):
    tally = Tally()
    for row in rows:
        tally.total += row.count
        tally.seen.append(row.count if row.sex is Sex.F else 1)
    bits = reduce(lambda a, b: a << 1 | b, tally.seen, 1)
    return tally.total + geometric(1 / 2), bits.bit_length() * 0, bin(1)


@private(epsilon=log(3), neighbors=edges((Sex.F, Sex.M)))
@private(epsilon=log(3), neighbors=one())
@mechanism
def told(x: Sex, band: Public[Literal['old', 'young']]):
    return x if flip(3 / 4) else Sex.F
""",
    """from dataclasses import dataclass, field
from faier import Bool, Int, flip, log, mechanism, one, private


@dataclass
class Purse:
    limit: int
    spent: int = 0
    paid: list = field(default_factory=list)

    def can(self, cost):
        return self.spent + cost <= self.limit

    def pay(self, cost, *, twice=False):
        if self.can(cost):
            self.spent += cost
            self.paid.append(cost)

    @property
    def left(self):
        return self.limit - self.spent


class Table:
    def __init__(self, size):
        self.size = size
        self.cells = [0] * size

    def update(self, at):
        self.cells[at % self.size] += 1


def fill(table: Table, rows):
    table.update(1)
    rows[0].append(2)


@private(epsilon=log(3), neighbors=one())
@mechanism
def m(x: Bool):
    purse, rows = Purse(2), [[1], [0]]
    table = Table(2)
    purse.pay(1)
    fill(table, rows)
    if purse.left > 5 or table.cells[0]:
        return 1
    return x if flip(3 / 4) else not x
""",
    """from faier import Bool, Int, flip, log, mechanism, one, private


def double(x, by=2):
    return x * by


def twice(f, x):
    return f(f(x))


NAMED = {"a": (double, 1), "b": (lambda x: double(x) + 1, 2)}


@private(epsilon=log(3), neighbors=one())
@mechanism
def m(x: Bool):
    total = 0
    for f, k in NAMED.values():
        total += f(k)
    f = NAMED["a"][0]
    if f(total) > 99 or twice(double, 1) != 4:
        return 1
    return x if flip(3 / 4) else not x
""",
)

# Pieces that files get, each on a line, with a name of Python's at {b} and variables at {v} and {w}.
_PIECES = {
    section.partition("\n")[0]: [line.replace("\\n", "\n") for line in section.split("\n")[1:] if line]
    for section in (Path(__file__).parent / "refused.txt").read_text("utf-8").split("## ")[1:]
}
TOP, INSIDE, CLAIMS, TYPES = (_PIECES[name] for name in ("TOP", "INSIDE", "CLAIMS", "TYPES"))

_LOOKALIKE = {"f": "ｆ", "l": "ｌ", "i": "ｉ", "fl": "ﬂ", "fi": "ﬁ", "e": "ｅ", "x": "𝓍", "m": "ｍ", "s": "ſ"}


def pair(seed: str, donors: Sequence[str], rng: Random) -> str:
    """The seed with one to three changes."""
    text = seed
    for _ in range(rng.choice((1, 1, 1, 2, 3))):
        change = rng.choices(
            (_top, _inside, _expression, _claim, _type, _spelled, _ordered, _any), (4, 10, 3, 2, 1, 3, 2, 3)
        )[0]
        try:
            text = change(text, donors, rng)
        except (SyntaxError, ValueError, RecursionError, IndexError):
            text = _spelled(text, donors, rng)
    return text


def _written(tree: ast.AST) -> str:
    return ast.unparse(ast.fix_missing_locations(tree)) + "\n"


def _filled(template: str, rng: Random, names: Sequence[str] = ("x",)) -> str:
    for mark, options in (("{b}", BUILTINS), ("{v}", names), ("{w}", names)):
        while mark in template:
            template = template.replace(mark, rng.choice(options), 1)
    return template


def _top(text: str, donors: Sequence[str], rng: Random) -> str:
    """A statement at the top level."""
    tree = ast.parse(text)
    at = rng.randrange(1, len(tree.body) + 1)
    tree.body[at:at] = ast.parse(_filled(rng.choice(TOP), rng)).body
    return _written(tree)


def _inside(text: str, donors: Sequence[str], rng: Random) -> str:
    """A statement in the body of a function, or in a block in it."""
    tree = ast.parse(text)
    function = rng.choice([node for node in tree.body if isinstance(node, ast.FunctionDef)])
    names = sorted(
        {node.id for node in ast.walk(function) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)}
    )
    names += [item.arg for item in function.args.args]
    blocks = [function.body, function.body, function.body]
    blocks += [node.body for node in ast.walk(function) if isinstance(node, (ast.For, ast.If, ast.While))]
    block = rng.choice(blocks)
    at = rng.randrange(len(block) + 1)
    block[at:at] = ast.parse(_filled(rng.choice(INSIDE), rng, names or ["x"])).body
    return _written(tree)


def _expression(text: str, donors: Sequence[str], rng: Random) -> str:
    """An expression becomes another one, is wrapped, or gets a keyword."""
    tree = ast.parse(text)
    calls = [node for node in ast.walk(tree) if isinstance(node, ast.Call)]
    kind = rng.random()
    if kind < 0.3 and calls:
        call = rng.choice(calls)
        words = (
            "p",
            "lo",
            "hi",
            "a",
            "x",
            "key",
            "start",
            "strict",
            "reverse",
            "default",
            "epsilon",
            "name",
            "b",
            "size",
        )
        value = call.args.pop(rng.randrange(len(call.args))) if call.args and kind < 0.15 else ast.Constant(1)
        call.keywords.append(ast.keyword(rng.choice((*words, *(item.arg for item in call.keywords))), value))
        return _written(tree)
    pool = [
        statement.value
        for template in INSIDE
        for statement in _safe(template, rng)
        if isinstance(statement, ast.Assign)
    ]
    spots = [
        (node, name, at)
        for node in ast.walk(tree)
        for name, value in ast.iter_fields(node)
        for at, item in enumerate(value if isinstance(value, list) else [value])
        if isinstance(item, ast.expr) and isinstance(getattr(item, "ctx", ast.Load()), ast.Load)
    ]
    node, name, at = rng.choice(spots)
    value = getattr(node, name)
    old = value[at] if isinstance(value, list) else value
    wraps = (
        "list({})",
        "tuple({})",
        "int({})",
        "({}, 1)[0]",
        "[{}]",
        "({} or 0)",
        "+({})",
        "({}) if True else undefined",
        "sorted({})",
        "(a := {})",
        "*{}",
    )
    new = (
        rng.choice(pool)
        if rng.random() < 0.6
        else ast.parse(f"[{rng.choice(wraps).format(ast.unparse(old))}]").body[0].value.elts[0]
    )  # type: ignore[attr-defined]
    if isinstance(value, list):
        value[at] = new
    else:
        setattr(node, name, new)
    return _written(tree)


def _safe(template: str, rng: Random) -> list[ast.stmt]:
    try:
        return ast.parse(_filled(template, rng)).body
    except SyntaxError:
        return []


def _claim(text: str, donors: Sequence[str], rng: Random) -> str:
    """Another claim above the mechanism."""
    claim = f"@private({rng.choice(CLAIMS)})\n"
    where = [match.start() for match in re.finditer(r"^@(private|mechanism|prior)|^def ", text, re.M)]
    at = rng.choice(where)
    return text[:at] + claim + text[at:]


def _type(text: str, donors: Sequence[str], rng: Random) -> str:
    """Another annotation, of a parameter or of a field."""
    tree = ast.parse(text)
    arguments = [node for node in ast.walk(tree) if isinstance(node, (ast.arg, ast.AnnAssign))]
    rng.choice(arguments).annotation = ast.parse(rng.choice(TYPES), mode="eval").body
    return _written(tree)


def _spelled(text: str, donors: Sequence[str], rng: Random) -> str:
    """The same text in other characters, or nearly the same."""
    at = rng.randrange(len(text))
    kind = rng.randrange(14)
    if kind == 0:
        return "\ufeff" * rng.choice((1, 2)) + text
    if kind == 1:
        return (
            rng.choice(
                (
                    "# coding: latin-1\n",
                    "# -*- coding: utf-7 -*-\n",
                    "#!x\n# vim: set fileencoding=cp1252 :\n",
                    "# coding: utf8\n",
                )
            )
            + text
        )
    if kind == 2:
        return (
            text[:at]
            + rng.choice(("\0", "\x0c", "\r", "\x0b", "\x1a", "\xa0", "\u2028", "\ud7ff", "\\\n", "\t", ";", "\n"))
            + text[at:]
        )
    if kind == 3:
        spots = list(re.finditer(r"fl|fi|[filexms]", text))
        spot = rng.choice(spots)
        return text[: spot.start()] + _LOOKALIKE[spot[0]] + text[spot.end() :]
    if kind == 4:
        return text.replace("    ", rng.choice(("\t", "  ", " \t")))
    if kind == 5:
        return text.replace("\n", rng.choice(("\r", "\r\n", "\n\x0c")))
    if kind == 6:
        numbers = list(re.finditer(r"\b\d+\b", text))
        spot = rng.choice(numbers)
        other = rng.choice(
            (
                "True",
                "1.0",
                "0x1",
                "1_0",
                "1e400",
                "0b1",
                "01",
                "1j",
                "-1",
                "1_",
                "٣",
                "9" * 5000,
                "0.1",
                "1e-5",
                "None",
                "'1'",
            )
        )
        return text[: spot.start()] + other + text[spot.end() :]
    if kind == 7:
        words = list(re.finditer(r"[A-Za-z_]\w*", text))
        one, other = rng.choice(words), rng.choice(words)
        return text[: one.start()] + other[0] + text[one.end() :]
    if kind == 8:
        words = sorted(set(re.findall(r"[A-Za-z_]\w*", text)))
        return re.sub(rf"\b{rng.choice(words)}\b", rng.choice((*words, *BUILTINS, "__x", "_", "__debug__")), text)
    if kind == 9:
        return text[:at] + text[at + rng.choice((1, 1, 2, 5)) :]
    if kind == 10:
        return text.rstrip("\n") + rng.choice(("", "\\", "\\\n", "\x1a", "\n\n# end", "\n\\", "\n  "))
    if kind == 11:
        return text.replace(
            rng.choice(("==", "+", " or ", " and ", "//", "not ", " in ")),
            rng.choice((" is ", "!=", "-", " not in ", "/", "%", "**")),
            1,
        )
    if kind == 12:
        return re.sub(
            r"'(\w+)'",
            rng.choice((r"'' '\1'", r"b'\1'", r"f'\1'", r"'\1\\udc80'", r"'\1\\x00'", r"'''\1'''", r"r'\1'")),
            text,
        )
    lines = text.split("\n")
    line = rng.randrange(len(lines))
    lines[line] = rng.choice((" ", "    ", "\x0c", "")) + lines[line] + rng.choice(("", " # type: ignore", ";", " \\"))
    return "\n".join(lines)


def _ordered(text: str, donors: Sequence[str], rng: Random) -> str:
    """Statements in another order, twice, or left out."""
    tree = ast.parse(text)
    blocks = [node.body for node in ast.walk(tree) if isinstance(getattr(node, "body", None), list)]
    block = rng.choice(blocks)
    one, other = rng.randrange(len(block)), rng.randrange(len(block))
    kind = rng.random()
    if kind < 0.4:
        block[one], block[other] = block[other], block[one]
    elif kind < 0.7:
        block.insert(other, block[one])
    elif len(block) > 1:
        del block[one]
    functions = [node for node in tree.body if isinstance(node, ast.FunctionDef) and len(node.decorator_list) > 1]
    if functions and rng.random() < 0.2:
        rng.shuffle(rng.choice(functions).decorator_list)
    return _written(tree)


def _any(text: str, donors: Sequence[str], rng: Random) -> str:
    return texts.changed(text, donors, rng)


# Certificates, and what they come to.


def certificates(text: str, seed: str) -> Iterator[bytes]:
    """For a claim that nearly every mechanism keeps, for a number without a bound, and for the claims of the file."""
    told = claims_in(text) or claims_in(seed)
    empty: dict[str, object] = dict.fromkeys(("decorator", "epsilon", "delta", "neighbors", "prior", "pairs"))
    for mechanism, place, given in told[:2]:
        whole = {"mechanism": mechanism, "decorator": place} | {
            key: given.get(key) for key in empty if key != "decorator"
        }
        kept = {key: given.get(key) for key in ("neighbors", "prior")}
        asked: tuple[dict[str, object], ...] = (
            whole,
            empty | {"mechanism": mechanism, "epsilon": "1000"} | kept,
            empty | {"mechanism": mechanism, "epsilon": "0", "delta": "1"} | kept,
        )
        for claim in asked:
            document = {
                "format": FORMAT,
                "file": {"path": PATH, "sha256": digest(text)},
                "set": {},
                "claim": claim,
                "verdict": "proved",
                "length": None,
                "evidence": {"kind": "enumeration", "boxes": {}},
            }
            yield json.dumps(document).encode()


def claims_in(text: str) -> list[tuple[str, int, dict[str, str]]]:
    """The claims above mechanisms, as they are written."""
    found: list[tuple[str, int, dict[str, str]]] = []
    try:
        for node in ast.parse(text).body:
            if isinstance(node, ast.FunctionDef):
                calls = [item for item in node.decorator_list if isinstance(item, ast.Call)]
                for place, call in enumerate(calls):
                    found.append(
                        (node.name, place, {item.arg or "": ast.unparse(item.value) for item in call.keywords})
                    )
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return []
    return found


def digest(text: str) -> str:
    read = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    return hashlib.sha256(read.encode("utf-8", "surrogatepass")).hexdigest()


def refusal(text: str) -> Rejected | None:
    try:
        parse(text_of(text.encode("utf-8", "surrogatepass"), PATH), PATH)
    except Rejected as refused:
        return refused
    return None


def wrong(text: str, seed: str, decide: Callable[[], bool]) -> tuple[int, int, list[str]]:
    """How many pairs of a refused and of an accepted file there were, and what is wrong with them. Of the files
    that are not refused, which take longer, those are looked at for which it is decided."""
    refused = refusal(text)
    if refused is None and not decide():
        return 0, 0, []
    pairs, told = 0, []
    for data in certificates(text, seed):
        pairs += 1
        if check(data, text.encode("utf-8", "surrogatepass"), STEPS).answer != "valid":
            continue
        if refused is not None:
            told.append(
                f"{refused.diagnostics[0].code} {refused.diagnostics[0].message}: a certificate is valid\n{text}"
            )
            break
        if json.loads(data)["claim"]["decorator"] is not None:
            told += contradiction(json.loads(data), text)
    return (pairs, 0, told) if refused is not None else (0, pairs, told)


def contradiction(document: dict[str, dict[str, object]], text: str) -> list[str]:
    """What faier says against a claim of the file that has a valid proof."""
    program = parse(text_of(text.encode(), PATH), PATH)
    claims = [claim for claim in program.claims if claim.subject.mechanism == document["claim"]["mechanism"]]
    claim = claims[int(str(document["claim"]["decorator"]))]
    try:
        verdict = asked.check(program, claim, Approach(length=2), small(0.5))
    except Rejected as refused:
        return [f"{refused.diagnostics[0].code} {refused.diagnostics[0].message}: a run is refused\n{text}"]
    except LimitReached:
        return []
    return [f"refuted with a valid proof: {verdict.witness}\n{text}"] if isinstance(verdict, Refuted) else []


# Two files.

OTHER = "other.py"


def parted(text: str, rng: Random) -> tuple[str, str]:
    """The file with some of its definitions in another one, imported in one way or another."""
    tree = ast.parse(text)
    imports = [node for node in tree.body if isinstance(node, (ast.Import, ast.ImportFrom))]
    moved: list[ast.stmt] = []
    for node in tree.body:
        mechanism = isinstance(node, ast.FunctionDef) and any("mechanism" in ast.dump(d) for d in node.decorator_list)
        if node not in imports and not mechanism and rng.random() < 0.7:
            moved.append(node)
    names = [name for node in moved for name in _defined(node)]
    rest = ast.Module([node for node in tree.body if node not in moved and node not in imports], [])
    other = _written(ast.Module([*imports, *moved], []))
    body, head = _written(rest), _written(ast.Module(list(imports), []))
    if not names:
        return f"{head}import other\n{body}", other
    if rng.random() < 0.5:
        line = rng.choice(("from other import ", "from other import ", "from .other import "))
        return f"{head}{line}{', '.join(names)}\n{body}", other
    called = rng.choice(("other", "o", "x", "len", "flip"))
    body = re.sub(rf"\b({'|'.join(map(re.escape, names))})\b(?!\s*=)", rf"{called}.\1", body)
    return f"{head}import other{'' if called == 'other' else ' as ' + called}\n{body}", other


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.Assign(targets=targets):
            return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
    return []


def two_files(seed: str, donors: Sequence[str], rng: Random) -> tuple[str, str]:
    """Two files, each with up to two changes."""
    main, other = parted(seed, rng)
    for _ in range(rng.choice((0, 1, 1, 2))):
        with suppress(IndexError):  # where there is nothing to change
            if rng.random() < 0.4:
                main = pair(main, donors, rng)
            else:
                other = pair(other, donors, rng)
    return main, other


def wrong_together(main: str, other: str, seed: str) -> tuple[int, int, list[str]]:
    """How many pairs of a certificate with refused and with accepted files there were, and what is wrong with them."""
    try:
        source, more = (text.encode("utf-8", "surrogatepass") for text in (main, other))
    except UnicodeEncodeError:
        return 0, 0, []

    def look(place: str) -> bytes | None:
        return more if place == OTHER else None

    imports = gathered(source, ("project",), look)
    refused = None
    try:
        parse(text_of(source, PATH), PATH, {}, imports)
    except Rejected as reason:
        refused = reason
    pairs, valid, told = 0, 0, list[str]()
    for data in certificates(main, seed):
        document = json.loads(data)
        document["file"] |= {"package": "", "imports": {OTHER: digest(other)}} if imports.texts else {}
        pairs += 1
        if check(json.dumps(document).encode(), source, STEPS, Around(("project",), look)).answer != "valid":
            continue
        valid += 1
        if refused is not None:
            first = refused.diagnostics[0]
            told.append(f"{first.code} {first.message}: a certificate is valid\n{main}\n### {OTHER}\n{other}")
            break
    return (pairs, 0, told) if refused is not None else (0, valid, told)
