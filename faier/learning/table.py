"""A data file becomes rows under a header, each with its line; whatever is wrong is told with the line.

CSV in the common dialects, with quotes as in RFC 4180; JSON: a list of records, of rows or of values, an object of
columns, or counts in the form `{"table": {"secret": {"value": count}}}`, where a list instead of the innermost object
counts the values 1, 2, 3, ...; a record as JSON on each line; and an array as numpy saves it.
"""

from __future__ import annotations

import csv
import io
import json
from collections.abc import Iterator
from dataclasses import dataclass
from difflib import get_close_matches
from pathlib import Path

from faier.extras import needed
from faier.lang.diagnostics import Rejected
from faier.learning.refusal import Place, unfit, unreadable

DELIMITERS = ",;\t|"
MISSING = frozenset({"", "NA", "N/A", "NaN", "nan", "NaT", "null", "NULL", "?"})
COUNT = "count"
MAXIMAL_BYTES = 2_000_000_000

# How arrays of numpy begin.
_ARRAY = b"\x93NUMPY"
# How files that are no text begin, and what they are.
_SIGNATURES = {
    b"PK\x03\x04": "a spreadsheet or a zip archive",
    b"\x1f\x8b": "compressed by gzip",
    b"PAR1": "a Parquet file",
    b"\x89HDF": "an HDF5 file",
    b"SQLite format 3": "a database",
    b"%PDF": "a PDF",
}


@dataclass(frozen=True)
class Reading:
    """How a file is to be read: what parts its cells (None: found out), how its bytes are text, whether its first line
    names the columns, which texts stand for missing values; which object of a JSON file is the table, and the names of
    its secret and its values."""

    delimiter: str | None = None
    encoding: str | None = None
    header: bool = True
    missing: frozenset[str] = MISSING
    table: str | None = None
    names: tuple[str, str] = ("secret", "value")


@dataclass(frozen=True)
class Row:
    """The cells of a record, None where a value is missing, and the line on which it begins."""

    line: int
    cells: tuple[str | None, ...]


@dataclass(frozen=True)
class Table:
    """Records under the names of their columns; `text` is the file, for quoting a line of it."""

    path: str
    header: tuple[str, ...]
    rows: tuple[Row, ...]
    headed: bool = True

    def column(self, name: str) -> int:
        """Where the column of that name stands."""
        found = [at for at, known in enumerate(self.header) if known == name]
        if len(found) == 1:
            return found[0]
        if found:
            unfit(Place(self.path, 1), f"{len(found)} columns are called {name!r}", "give each a name of its own")
        listed = ", ".join(self.header[:12]) + (", ..." if len(self.header) > 12 else "")
        close = get_close_matches(name, self.header, n=1)
        hint = f"did you mean {close[0]!r}?" if close else "if the first line is a record already, say --no-header"
        unfit(
            Place(self.path, 1 if self.headed else 0),
            f"there is no column {name!r}: the columns are {listed}",
            hint if self.headed else "without a header, columns are called 1, 2, 3, ...",
        )

    def place(self, row: Row) -> Place:
        return Place(self.path, row.line)


def read_table(path: str, reading: Reading) -> Table:
    """The table in the file."""
    data = _bytes(path)
    if data.startswith(_ARRAY):
        return _of_array(path, data, reading)
    text = _text(path, data, reading.encoding)
    if path.lower().endswith(".json"):
        return _of_json(path, text, reading)
    if path.lower().endswith((".jsonl", ".ndjson")):
        lines = [(at, line) for at, line in enumerate(text.split("\n"), 1) if line.strip()]
        return _of_items(path, [_parsed(path, line, at) for at, line in lines], [at for at, _ in lines], reading)
    return _of_lines(path, text, reading)


def text_for_quoting(path: str, reading: Reading) -> str:
    """The file as text, to show a line of it; nothing where it is no text."""
    try:
        return _text(path, _bytes(path), reading.encoding)
    except Rejected:
        return ""


def _bytes(path: str) -> bytes:
    try:
        if Path(path).stat().st_size > MAXIMAL_BYTES:
            unreadable(Place(path), "the file is larger than two billion bytes", "take a part of it")
        return Path(path).read_bytes()
    except (OSError, ValueError) as error:
        reason = error.strerror or error if isinstance(error, OSError) else error
        unreadable(Place(path), f"the file cannot be read: {reason}", "name a file with a table: CSV, JSON or .npy")


def _text(path: str, data: bytes, encoding: str | None) -> str:
    for signature, kind in _SIGNATURES.items():
        if data.startswith(signature):
            unreadable(Place(path), f"the file is no text: it is {kind}", "export it as CSV first")
    if encoding is None and data[:2] in (b"\xff\xfe", b"\xfe\xff"):
        encoding = "utf-16"
    try:
        text = data.decode(encoding or "utf-8-sig")
    except LookupError:
        unreadable(Place(path), f"there is no encoding {encoding!r}", "write --encoding utf-8, latin-1 or cp1252")
    except UnicodeDecodeError as error:
        line = data[: error.start].count(b"\n") + 1
        unreadable(
            Place(path, line),
            f"this is not {(encoding or 'utf-8').upper()}: byte 0x{data[error.start]:02x} on line {line}",
            "say how the file is encoded: --encoding latin-1, or cp1252",
        )
    except UnicodeError as error:
        unreadable(Place(path), f"this is not {encoding}: {error}", "say how the file is encoded: --encoding utf-8")
    text = text.removeprefix("\ufeff")
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        unreadable(Place(path, line), f"line {line} holds a zero byte: this is no text", "export it as CSV first")
    if not text.strip():
        unreadable(Place(path), "the file is empty", "a table has a line with the names of its columns, then records")
    return text


def _of_lines(path: str, text: str, reading: Reading) -> Table:
    delimiter = reading.delimiter or _delimiter(text)
    rows = list(_rows(path, text, delimiter))
    while rows and not rows[-1][1]:
        rows.pop()
    if reading.header:
        line, names = rows[0] if rows else (1, [])
        header = tuple(name.strip() for name in names)
        rows = rows[1:]
        if not header:
            unreadable(Place(path, line), "the first line is empty", "the first line names the columns")
        if not rows:
            unreadable(
                Place(path, line), "there is a header and no record", "if this line is a record, say --no-header"
            )
    else:
        header = tuple(str(at) for at in range(1, len(rows[0][1]) + 1))
    records = []
    for line, cells in rows:
        if not cells and len(header) > 1:
            continue
        filled = cells or [""]
        if len(filled) != len(header):
            said = f"this record has {_several(len(filled), 'cell')}, the header has {len(header)}"
            unreadable(Place(path, line), said, "cells that hold a delimiter are quoted; or say --delimiter")
        records.append(Row(line, tuple(_cell(cell, reading.missing) for cell in filled)))
    return Table(path, header, tuple(records), reading.header)


def _delimiter(text: str) -> str:
    """What occurs most often in the first line, outside of quotes."""
    first = next((line for line in text.splitlines() if line.strip()), "")
    plain = "".join(part for at, part in enumerate(first.split('"')) if at % 2 == 0)
    return max(DELIMITERS, key=lambda delimiter: (plain.count(delimiter), -DELIMITERS.index(delimiter)))


def _rows(path: str, text: str, delimiter: str) -> Iterator[tuple[int, list[str]]]:
    """Each record with the line on which it begins; an empty line is a record without cells."""
    try:
        reader = csv.reader(io.StringIO(text, newline=""), delimiter=delimiter, strict=True)
    except (TypeError, ValueError):
        unreadable(Place(path), f"{delimiter!r} cannot part cells", "a delimiter is one character: --delimiter ';'")
    started = 1
    try:
        for cells in reader:
            yield started, cells
            started = reader.line_num + 1
    except csv.Error as error:
        if "unexpected end" in str(error):
            unreadable(Place(path, started), "a quote is opened here and never closed", 'write a quote in quotes as ""')
        if "field larger" in str(error):
            unreadable(Place(path, started), "a cell is longer than 131,072 characters", "is a quote never closed?")
        unreadable(Place(path, reader.line_num), f"this line is no record: {error}", 'write a quote in quotes as ""')


def _of_json(path: str, text: str, reading: Reading) -> Table:
    found = _parsed(path, text, 1)
    if reading.table is not None:
        tables = found if isinstance(found, dict) else {}
        if reading.table not in tables:
            known = ", ".join(repr(name) for name, item in tables.items() if isinstance(item, dict)) or "none"
            unfit(Place(path), f"there is no table {reading.table!r} in the file", f"tables of counts: {known}")
        return _counts(path, tables[reading.table], reading)
    if isinstance(found, dict) and found and all(isinstance(column, list) for column in found.values()):
        longest = max(map(len, found.values()))
        for name, column in found.items():
            if len(column) < longest:
                said = f"the column {name!r} has {_several(len(column), 'value')}, another one has {longest}"
                unreadable(Place(path), said, "write null for a missing value")
        found = [dict(zip(found, values, strict=True)) for values in zip(*found.values(), strict=True)]
    return _of_items(path, found, None, reading)


def _of_items(path: str, found: object, lines: list[int] | None, reading: Reading) -> Table:
    """Records as JSON has them: all of them objects, or rows, or single values; and the lines on which they stand."""
    items = found if isinstance(found, list) else []
    at = lines or [0] * len(items)
    if items and all(isinstance(item, dict) for item in items):
        header = tuple(dict.fromkeys(str(name) for item in items for name in item))
        cells = [[item.get(name) for name in header] for item in items]
    elif items and not any(isinstance(item, dict) for item in items):
        cells = [item if isinstance(item, list) else [item] for item in items]
        header = tuple(map(str, range(1, len(cells[0]) + 1)))
        for line, row in zip(at, cells, strict=True):
            if len(row) != len(header):
                said = f"a row has {_several(len(row), 'value')}, the first one has {len(header)}"
                unreadable(Place(path, line), said, "write null for a missing value")
    else:
        said = "write a list of records, [{...}, {...}]; or name the object that has the counts: --table NAME"
        unfit(Place(path), "the file is not a list of records", said)
    rows = [
        Row(line, tuple(_plain(path, line, value, reading) for value in row))
        for line, row in zip(at, cells, strict=True)
    ]
    return Table(path, header, tuple(rows), isinstance(items[0], dict))


def _parsed(path: str, text: str, line: int) -> object:
    """What JSON of which the text begins on that line says."""
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        place = Place(path, line + error.lineno - 1)
        unreadable(place, f"this is no JSON: {error.msg}", "mend the line, or name a CSV file")
    except RecursionError:
        unreadable(Place(path), "the JSON is nested too deeply", "write a list of records")


def _of_array(path: str, data: bytes, reading: Reading) -> Table:
    """A column for each field of the array, or for each place of its rows."""
    needed("learn", "numpy")
    import numpy

    try:
        found = numpy.load(io.BytesIO(data))
    except ValueError as error:
        unreadable(Place(path), f"the array cannot be read: {error}", "save an array of numbers or of texts")
    names = found.dtype.names
    if not found.size or found.ndim > (1 if names else 2):
        shape = " x ".join(map(str, found.shape))
        unreadable(Place(path), f"the array is no table: its shape is {shape}", "save a row for each record")
    if names:
        columns = [found[name] for name in names]
    else:
        columns = list(found.reshape(len(found), -1).T)
    # Texts of bytes are written without their b.
    cells = [
        [str(value) for value in (column.astype(str) if column.dtype.kind == "S" else column)] for column in columns
    ]
    rows = [Row(0, tuple(_cell(value, reading.missing) for value in row)) for row in zip(*cells, strict=True)]
    return Table(path, names or tuple(str(at) for at in range(1, len(columns) + 1)), tuple(rows), bool(names))


def _counts(path: str, found: object, reading: Reading) -> Table:
    """Counts of values for each secret, as rows of secret, value and count."""
    rows = []
    if not isinstance(found, dict) or not found:
        unfit(Place(path), f"{reading.table!r} is no table of counts", 'write {"secret": {"value": count}}')
    for secret, counts in found.items():
        if isinstance(counts, list):
            counts = dict(enumerate(counts, 1))
        if not isinstance(counts, dict):
            unfit(Place(path), f"the counts of {secret!r} are no object", 'write {"secret": {"value": count}}')
        rows += [
            Row(0, (_cell(str(secret), reading.missing), _cell(str(value), reading.missing), str(count)))
            for value, count in counts.items()
        ]
    return Table(path, (*reading.names, COUNT), tuple(rows))


def _plain(path: str, line: int, value: object, reading: Reading) -> str | None:
    if value is None:
        return None
    if isinstance(value, bool | int | float | str):
        return _cell(str(value), reading.missing)
    unfit(
        Place(path, line),
        f"a record holds {json.dumps(value)[:40]}, which is no single value",
        "write one value for each",
    )


def _cell(text: str, missing: frozenset[str]) -> str | None:
    text = text.strip()
    return None if text in missing else text


def _several(count: int, noun: str) -> str:
    return f"{count} {noun}" + ("" if count == 1 else "s")
