"""The file that `faier new` writes: a mechanism with a claim that passes, to be changed into one's own.

Whatever the file is called, the mechanism gets a name that Python takes and that hides nothing.
"""

from __future__ import annotations

import builtins
import contextlib
import keyword
import re
import unicodedata
from pathlib import Path

from faier.lang.vocabulary import FRACTION, VOCABULARY

_TEXT = '''\
"""How many people said yes? The count with noise, so that no single answer can be told from what is shown."""

from faier import Int, clamp, geometric, log, mechanism, one, private

PEOPLE = 5


# Each @private line is a claim; `faier check` decides every one of them exactly. This one says: whoever changes their
# answer, which moves the count by one, makes no output more than twice as likely or half as likely.
@private(epsilon=log(2), neighbors=one(1))
@mechanism
def NAME(count: Int[0, PEOPLE]):
    """Two-sided geometric noise with ratio 1/2, cut off to the possible counts."""
    return clamp(count + geometric(1 / 2), 0, PEOPLE)
'''


_TAKEN = frozenset(
    {*VOCABULARY, *FRACTION, *dir(builtins), *keyword.kwlist, *keyword.softkwlist, "PEOPLE", "count", "faier"}
)


class NotWrittenError(Exception):
    """Why nothing was written, and what to do."""


def write_first_file(path: str) -> str:
    """Write the file at the path, in folders that are made where there are none; its path with the ending."""
    file = _file(path)
    made = [folder for folder in file.parents if not folder.exists()]
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        with file.open("x", encoding="utf-8") as opened:
            try:
                opened.write(first_file(file.stem))
                opened.flush()
            except OSError:
                file.unlink()
                raise
    except OSError as error:
        for folder in made:
            with contextlib.suppress(OSError):
                folder.rmdir()
        raise NotWrittenError(f"{path} was not written: {error.strerror or error}; {_way_on(file, error)}") from None
    return str(file)


def first_file(stem: str) -> str:
    """The text of a file of that name."""
    return _TEXT.replace("NAME", mechanism_name(stem))


def mechanism_name(stem: str) -> str:
    """The name of the mechanism in a file of that name, as near to it as may be."""
    plain = unicodedata.normalize("NFKD", stem).encode("ascii", "ignore").decode()
    name = re.sub(r"\W+", "_", plain).strip("_")
    if not name:
        return "noisy_count"
    return name if name.isidentifier() and name not in _TAKEN else f"noisy_{name}"


def _file(path: str) -> Path:
    """The path with its ending."""
    file = Path(path)
    stem, dot, ending = file.name.rpartition(".")
    instead = "write a name such as noisy_count.py"
    if not path or file.name in (".py", "-", "..") or "\0" in path or "::" in path:
        raise NotWrittenError(f"{path!r} is not the name of a mechanism file; {instead}")
    if path.endswith("/") or file.is_dir():
        raise NotWrittenError(f"{path!r} is a folder; name a file in it: {file / 'noisy_count.py'}")
    if stem and ending != "py":
        raise NotWrittenError(f"{path!r} does not end in .py; write {file.with_name(stem + '.py')}")
    if "faier" in (stem, file.name):
        raise NotWrittenError(f"Python would take {path!r} for faier itself; {instead}")
    return file if dot and stem else file.with_name(f"{file.name}.py")


def _way_on(file: Path, error: OSError) -> str:
    if isinstance(error, FileExistsError) and file.parent.is_dir():
        return "it is left as it is: write another name"
    return "write another folder or name"
