"""The table `[tool.faier]` of the nearest `pyproject.toml` becomes defaults for the command line.

Every key is known and every value has its type, or the table is refused: a misspelt `epsilon` must not
weaken a gate in silence.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from faier.command.choices import ENGINES, SOLVERS
from faier.report.formats import FORMATS

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import Span


class Misconfigured(Exception):
    """The configuration is refused; `source` is its text."""

    def __init__(self, diagnostics: tuple[Diagnostic, ...], source: str) -> None:
        super().__init__("; ".join(item.message for item in diagnostics))
        self.diagnostics = diagnostics
        self.source = source


@dataclass(frozen=True)
class Configuration:
    """`values` are keyed as the options of the command line are named; `paths` are ready to be opened. `home` is the
    folder of the file."""

    values: Mapping[str, Any]
    paths: tuple[str, ...] = ()
    home: Path | None = None


def configured(folder: Path) -> Configuration:
    """What the nearest `pyproject.toml` says, in this folder or above it."""
    file = _nearest(folder)
    if file is None:
        return Configuration({})
    try:
        data = file.read_bytes()
    except OSError as error:
        message = f"this file cannot be read: {error.strerror or error}"
        raise Misconfigured((_problem("FA811", message, "", _relative(file, folder), "", None),), "") from None
    if b"faier" not in data:
        return Configuration({})
    return _read(data, file, folder)


def _nearest(folder: Path) -> Path | None:
    for place in (folder, *folder.parents):
        file = place / "pyproject.toml"
        if os.path.isfile(file):  # noqa: PTH113  false where one may not look
            return file
    return None


def _read(data: bytes, file: Path, folder: Path) -> Configuration:
    import tomllib

    name = _relative(file, folder)
    text = data.decode("utf-8", "replace")
    try:
        document = tomllib.loads(data.decode("utf-8"))
    except (ValueError, RecursionError) as error:  # a number with too many digits is a plain ValueError
        raise Misconfigured((_problem("FA811", f"this is not TOML: {error}", "", name, text, None),), text) from None
    tools = document.get("tool")
    table = tools.get("faier") if isinstance(tools, dict) else None
    if table is None:
        return Configuration({})
    if not isinstance(table, dict):
        raise Misconfigured((_problem("FA813", "[tool.faier] must be a table", "", name, text, "faier"),), text)
    problems = tuple(_check(table, name, text))
    if problems:
        raise Misconfigured(problems, text)
    paths = tuple(_relative(file.parent / path, folder) for path in table.get("paths", ()))
    return Configuration({key: value for key, value in table.items() if key != "paths"}, paths, file.parent)


def _check(table: Mapping[str, object], name: str, text: str) -> list[Diagnostic]:
    problems = []
    for key, value in table.items():
        if key not in _KEYS:
            message = f"[tool.faier] has no key `{key}`"
            problems.append(_problem("FA812", message, _did_you_mean(key), name, text, key))
            continue
        wanted, fits = _KEYS[key]
        if not fits(value):
            message = f"`{key}` must be {wanted}"
            problems.append(_problem("FA813", message, "", name, text, key))
    return problems


def _text(value: object) -> bool:
    return isinstance(value, str)


def _expression(value: object) -> bool:
    return isinstance(value, str) or _whole(value)


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _count(value: object) -> bool:
    return _whole(value) and int(str(value)) >= 1


def _duration(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 < value <= 1e9


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _settings(value: object) -> bool:
    return isinstance(value, dict) and all(_expression(item) or isinstance(item, bool) for item in value.values())


def _one_of(*choices: str) -> tuple[str, Callable[[object], bool]]:
    return "one of " + ", ".join(choices), lambda value: value in choices


_KEYS: Mapping[str, tuple[str, Callable[[object], bool]]] = {
    "paths": ("a list of paths", _texts),
    "exclude": ("a list of patterns as in .gitignore", _texts),
    "epsilon": ('an expression in quotes, such as "log(2)"', _expression),
    "delta": ('an expression in quotes, such as "1 / 1000"', _expression),
    "neighbors": ('a relation in quotes, such as "each(1)"', _text),
    "prior": ("the name of a prior, in quotes", _text),
    "set": ('a table of values, such as { N = "4" }', _settings),
    "length": ("a positive whole number", _count),
    "engine": _one_of(*ENGINES),
    "solver": _one_of(*SOLVERS),
    "timeout": ("a number of seconds, above 0 and at most 1e9", _duration),
    "memory": ("a positive whole number of MiB", _count),
    "jobs": ("a positive whole number", _count),
    "format": _one_of(*FORMATS),
    "output": ("a path, FORMAT=PATH, or a list of these", lambda value: _text(value) or _texts(value)),
    "cache": ("the path of a folder, or false", lambda value: value is False or _text(value)),
    "certificates": ("the path of a folder", _text),
    "undecided": _one_of("fail", "warn"),
}


def _did_you_mean(key: str) -> str:
    from difflib import get_close_matches

    close = get_close_matches(key, _KEYS, n=1)
    return f"did you mean `{close[0]}`?" if close else "the keys are " + ", ".join(_KEYS)


def _problem(code: str, message: str, hint: str, path: str, text: str, key: str | None) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic

    return Diagnostic(code, message, hint, path, _place(text, key, message))


def _place(text: str, key: str | None, message: str) -> Span:
    """Where the key stands in the table, or where the reader of TOML stopped."""
    from faier.lang.syntax import NOWHERE, Span

    if key is None:
        stopped = re.search(r"at line (\d+), column (\d+)", message)
        if stopped is None:
            return NOWHERE
        line, column = int(stopped[1]), int(stopped[2])
        return Span(line, column, line, column + 1)
    inside = False
    quoted = re.escape(key)
    for at, written in enumerate(text.splitlines(), 1):
        header = re.match(r"\s*\[\s*([^\]]*?)\s*\]", written)
        if header:
            inside = header[1].replace(" ", "").replace('"', "").startswith("tool.faier")
        found = re.search(rf"(?<![\w-])[\"']?({quoted})[\"']?(?![\w-])", written)
        if found and (inside or "faier" in written):
            return Span(at, found.start(1) + 1, at, found.end(1) + 1)
    return NOWHERE


def _relative(path: Path, folder: Path) -> str:
    """The path as a user in this folder would write it."""
    try:
        return path.relative_to(folder).as_posix()
    except ValueError:
        return Path(os.path.relpath(path, folder)).as_posix()
