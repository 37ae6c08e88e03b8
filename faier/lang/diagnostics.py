"""Complaints as data, and the one place where they are written for people.

A `Diagnostic` names its code, its place and what to write instead; `Problems` collects all of a file;
`Rejected` carries them out. `render` shows one with its source line underlined, in the manner of rustc.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass

from faier.lang.program import Program
from faier.lang.syntax import NOWHERE, Span

# A source line is shown this wide at most; longer ones are cut around the underlined part.
WIDTH = 100


@dataclass(frozen=True)
class Diagnostic:
    """`code` is explained by `faier explain`; `span` is `NOWHERE` when the fault is not at a place of the file."""

    code: str
    message: str
    hint: str
    path: str
    span: Span
    notes: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """What is wrong in a file that another one imports is told there, and in words of the user."""
        if self.span.path:
            object.__setattr__(self, "path", self.span.path)
        if any(_INVENTED in text for text in (self.message, self.hint)):
            object.__setattr__(self, "message", _said(self.message))
            object.__setattr__(self, "hint", _said(self.hint))


_INVENTED = "\u00b7"  # in names that no user gives: `self·left`, `Base·run`, `told·TooMuch`


def _said(text: str) -> str:
    """What the user calls what has an invented name."""
    text = re.sub(rf"\b(?:told|set){_INVENTED}(?=\w)", "", text)
    text = re.sub(rf"\b\w+\.(?=\w+{_INVENTED}\w)", "", text)
    return re.sub(rf"{_INVENTED}(?!\w)", "", text).replace(_INVENTED, ".")


class Rejected(Exception):
    """What was read is not a mechanism file, or a run of it could fail; one diagnostic or more. `rest` is what is
    right in the file, where something is: functions without a fault, that call only such."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], rest: Program | None = None) -> None:
        super().__init__("; ".join(f"{item.code}: {item.message}" for item in diagnostics))
        self.diagnostics = diagnostics
        self.rest = rest


class Problems:
    """The diagnostics found so far in one file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.found: list[Diagnostic] = []
        self.places: set[tuple[str, Span]] = set()

    def add(self, code: str, span: Span, message: str, hint: str = "", notes: tuple[str, ...] = ()) -> None:
        self.found.append(Diagnostic(code, message, hint, self.path, span, notes))
        self.places.add((code, span))

    def sorted(self) -> tuple[Diagnostic, ...]:
        """In the order of the file, each once."""
        places = {item: (item.span.line, item.span.column, item.code, item.message) for item in self.found}
        return tuple(sorted(places, key=places.__getitem__))

    def reject_if_any(self) -> None:
        if self.found:
            raise Rejected(self.sorted())


def rejected(code: str, path: str, message: str, hint: str = "", span: Span = NOWHERE) -> Rejected:
    """A rejection with a single reason."""
    return Rejected((Diagnostic(code, message, hint, path, span),))


def render(diagnostic: Diagnostic, source: str = "", color: bool = False) -> str:
    """The diagnostic as text of several lines, without a newline at the end."""
    paint = _painted if color else _plain
    span = diagnostic.span
    margin = " " * len(str(span.line)) if span.line else " "
    bar = paint(f"{margin} |", "34;1")
    heading = paint(f"error[{diagnostic.code}]", "31;1") + paint(f": {visible(diagnostic.message)}", "1")
    place = visible(diagnostic.path) + (f":{span.line}:{span.column}" if span.line else "")
    lines = [heading, f"{margin}{paint('-->', '34;1')} {place}"]
    quoted = _quote(source, span)
    if quoted:
        text, carets = quoted
        number = paint(f"{span.line} |", "34;1")
        lines += [bar, f"{number} {text}".rstrip(), f"{bar} {paint(carets, '31;1')}"]
    remarks = [f"help: {diagnostic.hint}"] if diagnostic.hint else []
    remarks += [f"note: {note}" for note in diagnostic.notes]
    for remark in remarks:
        kind, text = visible(remark).split(": ", 1)
        lines.append(f"{margin} {paint('=', '34;1')} {paint(kind, '1')}: {text}")
    return "\n".join(lines)


def visible(text: str) -> str:
    """The text with everything that could steer a terminal or hide its meaning written as an escape."""
    return "".join(_shown(character) for character in text)


def lines_of(source: str) -> list[str]:
    """The lines as Python counts them."""
    return re.split("\r\n|\r|\n", source)


# Control, format (bidirectional marks among them), surrogate, private, unassigned, line and paragraph separators.
_HIDDEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})


def _shown(character: str) -> str:
    if character.isascii() and character.isprintable():
        return character
    if unicodedata.category(character) not in _HIDDEN:
        return character
    number = ord(character)
    if number < 0x100:
        return f"\\x{number:02x}"
    return f"\\u{number:04x}" if number < 0x10000 else f"\\U{number:08x}"


def _quote(source: str, span: Span) -> tuple[str, str] | None:
    """The first line of the span and the carets under it; None when the source does not have it."""
    lines = lines_of(source)
    if not 1 <= span.line <= len(lines):
        return None
    line = lines[span.line - 1]
    if not line.strip():
        return None
    start = min(max(span.column - 1, 0), len(line))
    end = len(line) if span.end_line > span.line else min(span.end_column - 1, len(line))
    end = max(len(line[:end].rstrip()), start + 1) if span.end_line > span.line else max(end, start + 1)
    cells = [_cell(character) for character in line]
    first, last = _window(cells, start, end)
    before = "..." if first else ""
    after = "..." if last < len(cells) else ""
    text = before + "".join(cells[first:last]) + after
    indent = len(before) + sum(map(_width, cells[first:start]))
    return text, " " * indent + "^" * max(sum(map(_width, cells[start : min(end, last)])), 1)


def _cell(character: str) -> str:
    return "    " if character == "\t" else _shown(character)


def _window(cells: list[str], start: int, end: int) -> tuple[int, int]:
    """Which characters to show: all, or about WIDTH around the start of the span."""
    if sum(map(_width, cells)) <= WIDTH:
        return 0, len(cells)
    first = max(0, min(start - 20, len(cells)))
    last, width = first, 0
    while last < len(cells) and width + _width(cells[last]) <= WIDTH - 6:
        width += _width(cells[last])
        last += 1
    return first, max(last, min(start + 1, len(cells)))


def _width(cell: str) -> int:
    """Columns on a terminal."""
    if cell.isascii():
        return len(cell)
    if unicodedata.combining(cell):
        return 0
    return 2 if unicodedata.east_asian_width(cell) in "WF" else 1


def _painted(text: str, style: str) -> str:
    return f"\x1b[{style}m{text}\x1b[0m"


def _plain(text: str, style: str) -> str:
    return text
