"""Paths as typed become the files to read: `PATH`, `PATH::MECHANISM`, folders searched for mechanism files.

`-` is what stands in standard input. A file in a folder counts when its text imports from faier and no pattern leaves
it out (`excluding`); nothing is executed. What is named is never left out. What is wrong with a path is a diagnostic,
and the other paths are still selected.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from faier.importing import Imports
from faier.running.excluding import Patterns, above, left_out, of_folder

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

# Folders that hold other people's code or none.
_SKIPPED = frozenset({"__pycache__", "node_modules", "site-packages"})

# What `-` is called.
STDIN = "<stdin>"

_IMPORTS = re.compile(rb"^[ \t]*(?:from[ \t]+faier[ \t]+import\b|import[ \t]+faier[ \t]*(?:$|[;,#\r]|as\b))", re.M)


@dataclass(frozen=True)
class Selected:
    """A file, named as the user would, and the mechanisms wanted of it (none: all); `data` is what it holds, where
    that is not to be read from there, and `imports` what it imports then."""

    path: str
    mechanisms: tuple[str, ...]
    data: bytes | None = None
    imports: Imports | None = None


def select(
    paths: Iterable[str], excluded: Sequence[Patterns] = ()
) -> tuple[tuple[Selected, ...], tuple[Diagnostic, ...]]:
    """The files, sorted, each once, and what was wrong with the paths. `excluded` counts more than .gitignore files."""
    wanted: dict[str, set[str]] = {}
    problems: list[Diagnostic] = []
    piped = False
    for text in paths:
        path, separator, mechanism = text.rpartition("::")
        if not separator:
            path, mechanism = text, ""
        piped = piped or path == "-"
        path = STDIN if path == "-" else _as_named(path)
        if os.path.isdir(path):  # noqa: PTH112  a name that is too long is that of no folder
            unreadable: list[Diagnostic] = []
            found = [] if mechanism else list(_inside(path, unreadable, excluded))
            problems += unreadable
            if not found and not unreadable:
                problems.append(_nothing_in(path, mechanism))
        else:
            found = [path]
        for file in found:
            names = wanted.setdefault(file, set())
            names.add(mechanism)
    data = {STDIN: _standard_input()} if piped else {}
    files = (
        Selected(path, () if "" in names else tuple(sorted(names)), data.get(path)) for path, names in wanted.items()
    )
    return tuple(sorted(files, key=lambda file: file.path)), tuple(problems)


def _standard_input() -> bytes:
    """All of it; nothing where there is none."""
    return b"" if sys.stdin is None else sys.stdin.buffer.read()


def imports_faier(path: str) -> bool:
    """Whether the text says so. True for what cannot be read: whoever reads it then says why."""
    try:
        with Path(path).open("rb") as file:
            return says_import(file.read(4_000_000))
    except (OSError, ValueError):
        return True


def says_import(data: bytes) -> bool:
    return _IMPORTS.search(data) is not None


def _as_named(path: str) -> str:
    """Forward slashes, no "./" in front, none at the end."""
    return Path(path).as_posix() if path else path


def skipped(name: str) -> bool:
    """Folders that are not entered, whatever patterns say."""
    return name.startswith(".") or name in _SKIPPED


def _inside(folder: str, unreadable: list[Diagnostic], excluded: Sequence[Patterns]) -> Iterator[str]:
    top = Path(os.path.abspath(folder))  # noqa: PTH100  a path through a link stays as it is named
    said: dict[Path, list[Patterns]] = {top: above(top)}
    for parent, folders, files in os.walk(folder, onerror=lambda error: unreadable.append(_closed(error))):
        place = top / Path(parent).relative_to(folder)
        own = of_folder(place)
        here = said.pop(place) + ([] if own is None else [own])
        kept = [name for name in sorted(folders) if not skipped(name)]
        folders[:] = [name for name in kept if not left_out(place / name, True, [*here, *excluded])]
        said |= {place / name: here for name in folders}
        for name in sorted(files):
            path = Path(parent, name)
            if (
                name.endswith(".py")
                and os.path.isfile(path)  # noqa: PTH113
                and not left_out(place / name, False, [*here, *excluded])
                and imports_faier(str(path))
            ):
                yield path.as_posix()


def _closed(error: OSError) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    path = Path(os.fsdecode(error.filename)).as_posix() if error.filename else ""
    return Diagnostic("FA001", f"the folder cannot be read: {error.strerror or error}", "", path, NOWHERE)


def _nothing_in(path: str, mechanism: str) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    if mechanism:
        message, hint = "this is a folder; a mechanism is named within a file", f"write {path}/FILE.py::{mechanism}"
    else:
        message = "there is no mechanism file in this folder"
        hint = "a mechanism file is a .py file with a line `from faier import ...`, and not left out by .gitignore"
    return Diagnostic("FA801", message, hint, path, NOWHERE)
