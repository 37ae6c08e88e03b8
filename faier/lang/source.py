"""A path becomes text, and text becomes Python's own syntax tree, or a `Rejected` that says why not.

Nothing of the file is executed. The tree is bounded in size and depth, so that the recursive passes after
this one cannot run out of stack.
"""

from __future__ import annotations

import ast
import re
import warnings
from bisect import bisect_left
from itertools import accumulate
from pathlib import Path

from faier.lang.diagnostics import Rejected, lines_of, rejected
from faier.lang.syntax import NOWHERE, Span

MAXIMAL_BYTES = 1_000_000
MAXIMAL_DEPTH = 100

# Bytes that reading takes: at least, and for each character of a dense file.
_LEAST_ROOM, _ROOM = 16_000_000, 400

# PEP 263: where Python looks for the encoding of a file.
_COOKIE = re.compile(r"^[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def read(path: str) -> str:
    """The text of the file, with universal newlines and without a byte order mark."""
    try:
        with Path(path).open("rb") as file:
            data = file.read(MAXIMAL_BYTES + 1)
    except (OSError, ValueError) as error:
        raise _unreadable(path, error) from None
    return text_of(data, path)


def text_of(data: bytes, path: str) -> str:
    """The text that a file holds in these bytes."""
    if len(data) > MAXIMAL_BYTES:
        raise rejected("FA003", path, f"the file is larger than {MAXIMAL_BYTES:,} bytes", "split it")
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        raise rejected(
            "FA002", path, f"the file is not UTF-8: byte 0x{data[error.start]:02x} on line {line}", "save it as UTF-8"
        ) from None
    return text.replace("\r\n", "\n").replace("\r", "\n")


class Source:
    """The text of a file, to find places and pieces of it by the positions that `ast` gives."""

    def __init__(self, text: str, path: str, imported: bool = False) -> None:
        self.text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
        self.path = path
        self.marked = path if imported else ""  # in its spans
        self.lines = lines_of(self.text)
        self._starts: dict[int, list[int]] = {}  # the bytes before each character, of lines that are not ASCII

    def span(self, node: ast.AST) -> Span:
        """Columns in `ast` are bytes of UTF-8 from 0; a `Span` counts characters from 1."""
        line: int = getattr(node, "lineno", 0)
        end_line: int = getattr(node, "end_lineno", None) or line
        if not line:
            return NOWHERE
        start: int = getattr(node, "col_offset", 0)
        end: int = getattr(node, "end_col_offset", None) or start
        return Span(line, self._column(line, start), end_line, self._column(end_line, end), self.marked)

    def piece(self, node: ast.AST) -> str:
        """What the user wrote for the node, when it stands on one line; otherwise an empty string."""
        span = self.span(node)
        if span.line != span.end_line or not span.line:
            return ""
        return self.lines[span.line - 1][span.column - 1 : span.end_column - 1]

    def _column(self, line: int, offset: int) -> int:
        if not 1 <= line <= len(self.lines):
            return 1
        if self.lines[line - 1].isascii():
            return offset + 1
        if line not in self._starts:
            sizes = [len(character.encode("utf-8", "surrogatepass")) for character in self.lines[line - 1]]
            self._starts[line] = [0, *accumulate(sizes)]
        return bisect_left(self._starts[line], offset) + 1


def tree_of(source: Source) -> ast.Module:
    """Python's syntax tree of the text."""
    _refuse_unreadable(source)
    tree = _parsed(source.text, source)
    _refuse_deep(tree, source)
    return tree


def expression_of(text: str, path: str) -> tuple[ast.expr, Source]:
    """Python's syntax tree of one expression, for what comes from the command line."""
    source = Source(text.strip(), path)
    _refuse_unreadable(source)
    tree = _parsed(source.text, source)
    _refuse_deep(tree, source)
    match tree.body:
        case [ast.Expr(value=value)]:
            return value, source
    raise rejected("FA004", path, "one expression is expected here")


def _unreadable(path: str, error: OSError | ValueError) -> Rejected:
    hint = ""
    if isinstance(error, FileNotFoundError):
        message = "there is no such file"
    elif isinstance(error, IsADirectoryError):
        message, hint = "this is a folder, not a file", "name a file in it"
    elif isinstance(error, PermissionError):
        message = "the file may not be read: permission denied"
    elif isinstance(error, OSError):
        message = f"the file cannot be read: {error.strerror or error}"
    else:
        message = "this is not the name of a file"
    return rejected("FA001", path, message, hint)


def _refuse_unreadable(source: Source) -> None:
    if len(source.text) > MAXIMAL_BYTES:
        raise rejected("FA003", source.path, f"the file is larger than {MAXIMAL_BYTES:,} bytes", "split it")
    for number, line in enumerate(source.lines, 1):
        column = line.find("\0")
        if column >= 0:
            span = Span(number, column + 1, number, column + 2)
            raise rejected("FA004", source.path, "the file holds a null byte", span=span)
    for number, line in enumerate(source.lines[:2], 1):
        cookie = _COOKIE.match(line)
        if cookie and re.sub(r"[-_]", "", cookie[1].lower()) not in ("utf8", "utf8sig", "ascii", "usascii"):
            span = Span(number, cookie.start(1) + 1, number, cookie.end(1) + 1)
            message = f"Python would read this file as {cookie[1]}, faier reads UTF-8"
            raise rejected("FA002", source.path, message, "save it as UTF-8 and remove this line", span)
        if line.strip() and not line.lstrip().startswith("#"):
            break


def _parsed(text: str, source: Source) -> ast.Module:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except SyntaxError as error:
        raise _syntax_error(error, source) from None
    except (RecursionError, MemoryError, SystemError):
        # Python says the same when its parser's stack is full, and a system error of its own when an object of the tree
        # has no room; where memory is short, this says so.
        bytearray(_LEAST_ROOM + _ROOM * len(text))
        raise rejected("FA005", source.path, "the file is nested too deeply to be read") from None
    except (ValueError, UnicodeError) as error:
        raise rejected("FA004", source.path, f"Python cannot read this file: {error}") from None


def _syntax_error(error: SyntaxError, source: Source) -> Rejected:
    message = error.msg or "invalid syntax"
    if "too many nested" in message or "nested parentheses" in message or "too complex" in message:
        return rejected(
            "FA005", source.path, f"the file is nested too deeply: {message}", "", _error_span(error, source)
        )
    if "integer string conversion" in message:
        message = "a number has more than 4,300 digits"
    return rejected("FA004", source.path, f"this is not Python: {message}", "", _error_span(error, source))


def _error_span(error: SyntaxError, source: Source) -> Span:
    line = min(max(error.lineno or 1, 1), len(source.lines))
    column = min(max(error.offset or 1, 1), len(source.lines[line - 1]) + 1)
    end_line, end_column = error.end_lineno or line, error.end_offset or 0
    if (end_line, end_column) <= (line, column) or end_line > len(source.lines):
        end_line, end_column = line, column + 1
    return Span(line, column, end_line, end_column)


def _refuse_deep(tree: ast.Module, source: Source) -> None:
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    while waiting:
        node, depth = waiting.pop()
        if depth > MAXIMAL_DEPTH:
            message = f"this is nested more than {MAXIMAL_DEPTH} levels deep"
            raise rejected("FA005", source.path, message, "give parts of it a name", source.span(node))
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
