"""Certificates on a command line -> what each proves, and an exit status."""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Sequence
from pathlib import Path

from .around import Around
from .checking import MOST_SOURCE, Result, check, digest, subject, text_of
from .document import MOST_BYTES
from .ideal import IDEAL
from .outcome import Invalid

STATUS = {"valid": 0, "invalid": 1, "holey": 3}

USAGE = "usage: CERTIFICATE.json... [MECHANISM.py...], or folders with certificates (*.json)"


def main(arguments: Sequence[str]) -> int:
    """Check what is named; paths that end in .py are mechanism files."""
    sources = [path for path in arguments if path.endswith(".py")]
    named = [certificates(path) for path in arguments if not path.endswith(".py")]
    if not all(named) or not named or any(path.startswith("-") for path in arguments):
        print(USAGE, file=sys.stderr)
        return 2
    results = [(path, verify(path, sources)) for paths in named for path in paths]
    print("\n".join(lines(results)))
    return status([result for _, result in results])


def lines(results: Sequence[tuple[str, Result]]) -> list[str]:
    """What is told of each, and what holds for all of them that are about noise on the reals."""
    told = [line(path, result) for path, result in results]
    return [*told, f"{IDEAL}."] if any(about_reals(result) for _, result in results) else told


def about_reals(result: Result) -> bool:
    return result.stated is not None and result.stated.reals


def line(path: str, result: Result) -> str:
    """A line for the answer, and one each for the claim and what has to be known of it."""
    told = f"{result.answer:8}{_visible(path)}  {_visible(result.about)}"
    told += (f" {result.verdict}" if result.verdict else "") + (f": {_visible(result.reason)}" if result.reason else "")
    more = list(result.stated.lines(result.verdict)) if result.stated is not None else []
    more += [result.statement] if result.statement else []
    return "\n".join([told, *(f"        {_visible(text, 2_000)}" for text in more)])


def certificates(path: str) -> list[str]:
    """What is named; of a folder, every file in it whose name ends in .json."""
    if not Path(path).is_dir():
        return [path]
    return sorted(str(Path(at) / name) for at, _, names in os.walk(path) for name in names if name.endswith(".json"))


def status(results: Sequence[Result]) -> int:
    """1 if any is invalid, else 3 if any is holey."""
    answers = {result.answer for result in results}
    return next((STATUS[answer] for answer in ("invalid", "holey") if answer in answers), 0)


def head(path: str) -> Result:
    """What the certificate is about, before anything is checked."""
    try:
        return Result("holey", subject(content(path, MOST_BYTES)).path)
    except (OSError, ValueError, Invalid):
        return Result("holey", "?")


def verify(path: str, sources: Sequence[str] = ()) -> Result:
    """Check one certificate against the mechanism file it names, or the one of `sources` that has its text."""
    try:
        data = content(path, MOST_BYTES)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        return Result("invalid", "?", reason=f"the certificate cannot be read: {reason}")
    try:
        wanted = subject(data)
    except Invalid as problem:
        return Result("invalid", "?", reason=str(problem))
    source, place = None, wanted.path
    beside = str(Path(path).parent / wanted.path)
    for candidate in [*sources, wanted.path, beside]:
        try:
            found = content(candidate, MOST_SOURCE)
            if source is None:
                source, place = found, candidate
            if digest(text_of(found)) == wanted.sha256:
                source, place = found, candidate
                break
        except (OSError, ValueError, Invalid):
            continue
    return check(data, source, around=around(place))


def around(path: str) -> Around:
    """The files around the one at the path."""
    folder = Path(os.path.abspath(path)).parent  # noqa: PTH100  links stay as they are named

    def look(place: str) -> bytes | None:
        try:
            return content(str(folder / place), MOST_SOURCE)
        except (OSError, ValueError):
            return None

    return Around(folder.parts[1:], look)


def content(path: str, most: int) -> bytes:
    """The bytes of a regular file, and one more at the most."""
    descriptor = os.open(path, os.O_RDONLY | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0))
    with os.fdopen(descriptor, "rb") as file:
        if not stat.S_ISREG(os.fstat(descriptor).st_mode):
            raise OSError("it is not a file")
        found = file.read(most + 1)
    if found is None:  # of a file that others write, such as /proc/kmsg, when nothing is there
        raise OSError("it cannot be read at once")
    return found


def _visible(text: str, most: int = 400) -> str:
    shown = "".join(character if character.isprintable() else "?" for character in text)
    return shown if len(shown) <= most else shown[:most] + "..."
