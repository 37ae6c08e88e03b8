"""What a folder looks like, to tell when it is worth looking again: names, sizes and times, nothing is read."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterable
from pathlib import Path

from faier.running.selection import skipped

# Seconds between two looks; a look that takes long is repeated less often.
PAUSE, RARELY = 0.3, 10.0

Sight = frozenset[tuple[str, int, int, int]]


def sight(paths: Iterable[str], folder: Path) -> Sight:
    """The Python files and lists of exclusions at and below the paths, and the `pyproject.toml` that counts here."""
    seen: set[tuple[str, int, int, int]] = set()
    for place in (folder, *folder.parents):
        seen |= _file(str(place / "pyproject.toml"))
    for path in paths:
        if os.path.isdir(path):  # noqa: PTH112  the path as it was typed
            seen |= _below(path)
        else:
            seen |= _file(path)
    return frozenset(seen)


def change(before: Sight, look: Callable[[], Sight]) -> list[str]:
    """Wait until something looks different, and stays so for a moment: the names of what has changed."""
    while True:
        begin = time.monotonic()
        now = look()
        time.sleep(max(PAUSE, RARELY * (time.monotonic() - begin)))
        if now != before and look() == now:
            return sorted({name for name, _, _, _ in now ^ before})


def _below(folder: str) -> set[tuple[str, int, int, int]]:
    seen: set[tuple[str, int, int, int]] = set()
    for parent, folders, files in os.walk(folder):
        folders[:] = [name for name in folders if not skipped(name)]
        for name in files:
            if name.endswith(".py") or name == ".gitignore":
                seen |= _file(Path(parent, name).as_posix())
    return seen


def _file(path: str) -> set[tuple[str, int, int, int]]:
    try:
        found = os.stat(path)  # noqa: PTH116
    except (OSError, ValueError):
        return set()
    return {(path, found.st_mtime_ns, found.st_size, found.st_ino)}
