"""Patterns as in .gitignore files decide which files and folders a search for mechanism files leaves out.

A pattern with a slash before its end is about the folder it was written in; one without, about every folder below.
A last slash: folders only. `*` and `?` stay within a name, `**` is any folders, `!` takes back. The last pattern that
matches decides. A pattern that makes no sense leaves nothing out.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from fnmatch import translate
from functools import cache
from pathlib import Path

# A file of patterns that is larger than this is none.
LARGEST = 1_000_000


@dataclass(frozen=True)
class Pattern:
    """`parts` match the names of a path one by one; None stands for any number of names."""

    parts: tuple[re.Pattern[str] | None, ...]
    folders: bool
    takes_back: bool


@dataclass(frozen=True)
class Patterns:
    """Patterns and the folder they were written in, as an absolute path."""

    folder: Path
    patterns: tuple[Pattern, ...]


def written(folder: Path, lines: Iterable[str]) -> Patterns:
    """The patterns of a file or of a setting."""
    patterns = (_pattern(line) for line in lines)
    return Patterns(folder, tuple(pattern for pattern in patterns if pattern is not None))


def of_folder(folder: Path) -> Patterns | None:
    """What the folder's own .gitignore says."""
    try:
        with (folder / ".gitignore").open("rb") as file:
            data = file.read(LARGEST + 1)
    except OSError:
        return None
    if len(data) > LARGEST:
        return None
    return written(folder, data.decode("utf-8", "surrogateescape").removeprefix("\ufeff").splitlines())


def above(folder: Path) -> list[Patterns]:
    """What the .gitignore files above a folder say, up to where its repository begins; the nearest last."""
    repository = next((place for place in (folder, *folder.parents) if os.path.exists(place / ".git")), None)  # noqa: PTH110
    if repository is None or repository == folder:
        return []
    places = [place for place in folder.parents if place == repository or repository in place.parents]
    found = (of_folder(place) for place in reversed(places))
    return [patterns for patterns in found if patterns is not None]


def left_out(path: Path, folder: bool, said: Sequence[Patterns]) -> bool:
    """Whether an absolute path is left out; what is said last counts most."""
    for patterns in reversed(said):
        try:
            names = path.relative_to(patterns.folder).parts
        except ValueError:
            continue
        for pattern in reversed(patterns.patterns):
            if (folder or not pattern.folders) and _matches(pattern.parts, names):
                return not pattern.takes_back
    return False


def _pattern(line: str) -> Pattern | None:
    text = re.sub(r"(?<!\\)((?:\\\\)*) +$", r"\1", line.rstrip("\r\n"))
    if not text or text.startswith("#"):
        return None
    takes_back = text.startswith("!")
    text = text[1:] if takes_back else text
    folders = text.endswith("/")
    text = text.rstrip("/") if folders else text
    names = text.split("/")
    if not text or (len(names) > 1 and "" in names[1:]):
        return None
    parts: list[re.Pattern[str] | None] = [None] if len(names) == 1 else []
    for name in names if names[0] else names[1:]:
        if name == "**":
            if parts[-1:] != [None]:
                parts.append(None)
            continue
        part = _name(name)
        if part is None:
            return None
        parts.append(part)
    if parts[-1] is None:  # everything below, but not the folder itself
        parts.append(re.compile(r"(?s:.+)\Z"))
    return Pattern(tuple(parts), folders, takes_back)


def _name(text: str) -> re.Pattern[str] | None:
    """A pattern for one name."""
    shell, at = [], 0
    while at < len(text):
        character = text[at]
        if character == "\\":
            if at + 1 == len(text):
                return None
            escaped = text[at + 1]
            shell.append(f"[{escaped}]" if escaped in "*?[" else escaped)
            at += 2
        elif character == "[":
            closing = text.find("]", at + (3 if text[at + 1 : at + 2] in ("!", "^") else 2))
            inside = text[at + 1 : closing]
            if closing < 0 or "\\" in inside or "[:" in inside:
                return None
            shell.append(f"[{'!' + inside[1:] if inside[:1] == '^' else inside}]")
            at = closing + 1
        else:
            shell.append(character)
            at += 1
    return re.compile(translate("".join(shell)))


def _matches(parts: tuple[re.Pattern[str] | None, ...], names: tuple[str, ...]) -> bool:
    if sum(part is not None for part in parts) > len(names):
        return False

    @cache
    def rest(part: int, name: int) -> bool:
        if part == len(parts):
            return name == len(names)
        wanted = parts[part]
        if wanted is None:
            return rest(part + 1, name) or (name < len(names) and rest(part, name + 1))
        return name < len(names) and wanted.match(names[name]) is not None and rest(part + 1, name + 1)

    return rest(0, 0)
