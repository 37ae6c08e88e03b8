"""Pieces of a program as text: literals, names, tables, types, and a file of them."""

from __future__ import annotations

import builtins
import keyword
import re
import textwrap
import unicodedata
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from flint import fmpq

from faier.lang.diagnostics import visible
from faier.lang.vocabulary import FRACTION, VOCABULARY
from faier.learning.rounding import as_fraction
from faier.learning.values import Value
from faier.sampling.simplest import simplest_fraction

WIDTH = 118
# Names that the programs use themselves.
_USED = frozenset(
    {"state", "states", "step", "hidden", "record", "records", "total", "count", "value", "part", "scale", "held"}
)
TAKEN = frozenset({*VOCABULARY, *FRACTION, *dir(builtins), *keyword.kwlist, *keyword.softkwlist, *_USED, "faier"})


def literal(value: Value | fmpq) -> str:
    """The value as Python writes it; a number that is no integer as a decimal, where it is one."""
    match value:
        case bool() | int():
            return str(value)
        case str():
            return _quoted(value)
        case _:
            return decimal(value)


def decimal(value: fmpq | Fraction | int) -> str:
    """A decimal that is the number exactly, or a quotient: one that Python's float stands for, or else a fraction."""
    exact = as_fraction(value)
    if exact.denominator == 1:
        return str(exact.numerator)
    rest, twos, fives = exact.denominator, 0, 0
    while rest % 2 == 0:
        rest, twos = rest // 2, twos + 1
    while rest % 5 == 0:
        rest, fives = rest // 5, fives + 1
    places = max(twos, fives)
    if rest != 1 or places > 15 or abs(exact) >= 10**9:
        return _quotient(exact)
    digits = str(abs(exact.numerator) * 10**places // exact.denominator).rjust(places + 1, "0")
    text = f"{'-' if exact < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    # Python takes it for a float, which stands for the simplest fraction that rounds to it.
    return text if simplest_fraction(float(text)) == exact else _quotient(exact)


def _quotient(exact: Fraction) -> str:
    """What the language takes for the exact number."""
    if simplest_fraction(float(exact)) == exact:
        return f"{exact.numerator} / {exact.denominator}"
    return f"Fraction({exact.numerator}, {exact.denominator})"


def identifier(text: str, otherwise: str, taken: Iterable[str] = ()) -> str:
    """A name as near to the text as Python takes it, that hides no other one."""
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode()
    name = re.sub(r"\W+", "_", plain.replace("-", "_")).strip("_").lower()[:40]
    if not name:
        name = otherwise
    elif not name.isidentifier():
        name = f"{otherwise}_{name}"
    used = TAKEN | set(taken)
    if name in used:
        name = f"{otherwise}_{name}" if not name.startswith(otherwise) else name
    number, found = 2, name
    while found in used:
        found, number = f"{name}_{number}", number + 1
    return found


def part_of_name(value: Value) -> str:
    """A value inside of a name."""
    text = literal(value) if not isinstance(value, str) else value
    plain = unicodedata.normalize("NFKD", text.replace("-", "minus_") if not isinstance(value, str) else text)
    return re.sub(r"\W+", "_", plain.encode("ascii", "ignore").decode()).strip("_").lower()[:30] or "other"


def row(items: Sequence[str], indent: str = "", after: str = "") -> str:
    """A tuple, on several lines where it is long."""
    text = ", ".join(items) + ("," if len(items) == 1 else "")
    if len(indent) + len(text) + len(after) + 2 <= WIDTH:
        return f"({text})"
    inner = textwrap.wrap(
        f"{', '.join(items)},", WIDTH - len(indent) - 4, break_long_words=False, break_on_hyphens=False
    )
    if any('"' in item or "'" in item for item in items):  # texts may hold spaces
        inner = _packed(items, WIDTH - len(indent) - 4)
    return "\n".join(["(", *(f"{indent}    {line}" for line in inner), f"{indent})"])


def table(name: str, keys: Sequence[str] | None, rows: Sequence[Sequence[str]]) -> str:
    """A constant with a row for each key, or a tuple of rows where there are no keys."""
    opening, closing = ("{", "}") if keys is not None else ("(", ")")
    lines = []
    for at, items in enumerate(rows):
        key = "" if keys is None else f"{keys[at]}: "
        lines.append(f"    {key}{row(items, '    ', key + ',')},")
    return "\n".join([f"{name} = {opening}", *lines, closing])


def call(function: str, arguments: Sequence[str], indent: int, indexed: str | None) -> str:
    """A call in a line that begins with so many spaces and a variable; a constant may be `indexed` by it."""
    before, after = (f"{indexed}[", "]") if indexed else ("", "")
    text = f"{before}{function}({', '.join(arguments)}){after}"
    if indent + len("state = ") + len(text) <= WIDTH:
        return text
    inner = indent + (8 if indexed else 4)
    lines = [f"{' ' * inner}{argument}," for argument in arguments]
    called = "\n".join([f"{function}(", *lines, f"{' ' * (inner - 4)})"])
    return f"{indexed}[\n{' ' * (indent + 4)}{called}\n{' ' * indent}]" if indexed else called


def type_of(values: Sequence[Value]) -> str:
    """The type of inputs that has these values, and no more of them than it must."""
    if all(isinstance(value, bool) for value in values):
        return "Bool"
    if all(isinstance(value, int) for value in values):
        low, high = min(int(value) for value in values), max(int(value) for value in values)
        return f"Int[{low}, {high}]"
    if any(isinstance(value, Fraction) for value in values):
        return "Real"
    return f"Literal[{', '.join(map(literal, values))}]"


def counted_from_0(values: Sequence[Value]) -> bool:
    """Whether the values are their own places in a tuple."""
    return list(values) == list(range(len(values))) and not any(isinstance(value, bool) for value in values)


@dataclass(frozen=True)
class File:
    """A program: sentences that say what it is, the names that it imports, and its blocks."""

    sentences: Sequence[str]
    names: frozenset[str]
    blocks: Sequence[str]
    literals: bool = False

    @property
    def text(self) -> str:
        first, *others = (_harmless(sentence) for sentence in self.sentences)
        paragraphs = [textwrap.fill(text, WIDTH, break_long_words=False, break_on_hyphens=False) for text in others]
        opening = textwrap.fill(f'"""{first}', WIDTH, break_long_words=False, break_on_hyphens=False)
        head = "\n\n".join([opening, *paragraphs]) + ("\n" if others else "") + '"""'
        ordered = sorted(self.names, key=lambda name: (name.lower() == name, name))
        standard = "from typing import Literal\n" if self.literals else ""
        if any("Fraction(" in block for block in self.blocks):
            standard = f"from fractions import Fraction\n{standard}"
        imports = f"{standard}\n" * bool(standard) + f"from faier import {', '.join(ordered)}"
        if len(imports.rpartition("\n")[2]) > WIDTH:
            listed = "".join(f"    {name},\n" for name in ordered)
            imports = imports.rpartition("from faier")[0] + f"from faier import (\n{listed})"
        return "\n".join([head, "", imports, "", *self.blocks, ""])


def _quoted(text: str) -> str:
    """In double quotes, as this language's files have them, where that needs no more escapes than single ones."""
    written = repr(text)
    if written[0] == "'" and '"' not in text:
        return f'"{written[1:-1]}"'
    return written


def _packed(items: Sequence[str], width: int) -> list[str]:
    lines = [""]
    for item in items:
        if lines[-1] and len(lines[-1]) + len(item) + 2 > width:
            lines.append("")
        lines[-1] += f"{' ' if lines[-1] else ''}{item},"
    return lines


def _harmless(sentence: str) -> str:
    """The text inside of a docstring."""
    return visible(sentence).replace("\\", "\\\\").replace('"""', "'''")
