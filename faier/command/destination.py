"""Where results are to go: looked at before the work, and written whole or not at all.

A file is replaced by a new one. What is no file, a pipe, a device, or a descriptor that is open already
(`/dev/stdout`), is written to as it is.
"""

from __future__ import annotations

import os
import re
import sys
from pathlib import Path

import click

# Where descriptors that are open already have names.
_DESCRIPTOR = re.compile(r"/(?:dev|proc/self|proc/\d+)/fd/(\d+)")


def refuse_unwritable(path: str, option: str = "'--output'") -> None:
    """Better now than after an hour's work."""
    target = Path(path)
    if not path or "\0" in path or os.path.isdir(path):  # noqa: PTH112  false for what cannot be a path
        raise click.BadParameter(f"{path!r} is not the name of a file", param_hint=option)
    if not os.path.isdir(target.parent):  # noqa: PTH112
        raise click.BadParameter(f"there is no folder {str(target.parent)!r}", param_hint=option)
    try:
        special = not target.is_file() if target.exists() else False
    except OSError as error:
        raise click.BadParameter(f"{path!r} cannot be written: {error.strerror}", param_hint=option) from None
    if not special and _descriptor(path) is None and not os.access(target.parent, os.W_OK):
        raise click.BadParameter(f"the folder {str(target.parent)!r} cannot be written to", param_hint=option)


def refuse_no_folder(path: str, option: str) -> None:
    """A folder that is there, or can be made."""
    place = Path(path)
    while not os.path.lexists(place) and place != place.parent:
        place = place.parent
    if not path or "\0" in path or not os.path.isdir(place):  # noqa: PTH112
        raise click.BadParameter(f"{path!r} is not the name of a folder", param_hint=option)
    if not os.access(place, os.W_OK):
        raise click.BadParameter(f"the folder {str(place)!r} cannot be written to", param_hint=option)


def written(path: str, text: str) -> None:
    """Write all of the text or, when anything fails, leave the file as it was."""
    import tempfile

    descriptor = _descriptor(path)
    target = Path(os.path.realpath(path))
    if descriptor is not None or (target.exists() and not target.is_file()):
        _poured(path if descriptor is None else os.dup(descriptor), text)
        return
    handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name[:40]}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:
            stream.write(text)
            stream.flush()
            os.fsync(stream.fileno())
        Path(name).chmod(_mode(target))
        Path(name).replace(target)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def _poured(where: str | int, text: str) -> None:
    """Into a pipe or a device, or where an open descriptor stands, after what was printed so far."""
    if sys.stdout is not None:
        sys.stdout.flush()
    with open(where, "w", encoding="utf-8", errors="backslashreplace", newline="\n") as stream:  # noqa: PTH123
        stream.write(text)


def _descriptor(path: str) -> int | None:
    """The number of the open descriptor that a path such as /dev/stdout stands for."""
    place = os.path.abspath(path)  # noqa: PTH100  links are followed one by one
    for _ in range(40):
        named = _DESCRIPTOR.fullmatch(place)
        if named is not None:
            return int(named[1])
        if not os.path.islink(place):  # noqa: PTH114
            return None
        folder = os.path.realpath(os.path.dirname(place))  # noqa: PTH120
        place = os.path.normpath(os.path.join(folder, os.readlink(place)))  # noqa: PTH115, PTH118
    return None


def _mode(target: Path) -> int:
    """The permissions of the file that is replaced, or those of a file made in the ordinary way."""
    if target.exists():
        return target.stat().st_mode & 0o777
    mask = os.umask(0)
    os.umask(mask)
    return 0o666 & ~mask
