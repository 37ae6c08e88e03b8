"""What was decided before, kept in a folder (the cache) or in one file (`--resume`), each entry under a digest.

The digest is of everything that an answer depends on: what the file holds, the question, the options, faier's own
code and Python's version. An entry is plain JSON with a digest of its own; one that is damaged, or is not what was
asked for, is as good as none. Only what is decided is kept. Failing to keep something is no error.
"""

from __future__ import annotations

import contextlib
import dataclasses
import hashlib
import json
import os
import sys
from dataclasses import dataclass, field, replace
from functools import cache
from pathlib import Path
from typing import Any

from faier.answers.answer import (
    About,
    Answer,
    Asked,
    Bounded,
    Diagram,
    Divergence,
    Exact,
    Found,
    Likelihood,
    Listed,
    Loss,
    Move,
    Odds,
    Point,
    Reach,
    Run,
    Shown,
    State,
    Step,
    Story,
)
from faier.importing import Imports
from faier.running.request import Options, Read
from faier.version import VERSION

KINDS = {
    kind.__name__: kind
    for kind in (
        About,
        Answer,
        Bounded,
        Diagram,
        Divergence,
        Exact,
        Found,
        Imports,
        Likelihood,
        Listed,
        Loss,
        Move,
        Odds,
        Point,
        Asked,
        Reach,
        Run,
        Shown,
        State,
        Step,
        Story,
    )
}

# Packages whose answers are believed in some part of a decision.
ENGINES = ("python_flint", "z3_solver", "cvc5")

# A file with more than this is no mechanism file, and is left to whoever says so.
LARGEST = 1_000_000

# The first line of a file for --resume.
_NAME = "# faier"
HEADER = f"{_NAME}.resume/1: what faier decided. This file may be removed."

_TAG = "Signature: 8a477f597d28d172789f06886806bc55\n# This folder holds what faier decided. It may be removed.\n"


@dataclass
class Kept:
    """Entries are read from both places and written to both; either may be missing. `trouble` is why the file, which
    somebody asked for, could not be written."""

    folder: Path | None = None
    file: Path | None = None
    loaded: dict[str, str] | None = field(default=None, repr=False)
    trouble: str | None = None

    def get(self, key: str) -> Any:
        """What was kept under the key; None where nothing is, or nothing sound."""
        for line in (self._lines().get(key), self._entry(key)):
            if line is not None:
                with contextlib.suppress(ValueError, TypeError, KeyError, AttributeError, RecursionError):
                    return _opened(line, key)
        return None

    def put(self, key: str, value: Found | Answer | Bounded) -> None:
        line = _sealed(key, value)
        if self.file is not None and self._lines().get(key) != line:
            self._lines()[key] = line
            try:
                with self.file.open("a", encoding="utf-8") as stream:
                    stream.write(f"\n{line}\n" if stream.tell() else f"{HEADER}\n{line}\n")
            except OSError as error:
                self.trouble = f"{self.file} was not written: {error.strerror or error}"
        if self.folder is not None:
            with contextlib.suppress(OSError, ValueError):
                _written(_place(self.folder, key), line)

    def _lines(self) -> dict[str, str]:
        if self.loaded is None:
            self.loaded = {}
            with contextlib.suppress(OSError, ValueError):
                text = "" if self.file is None else self.file.read_text(encoding="utf-8")
                for line in text.splitlines():
                    self.loaded[line[:64]] = line
        return self.loaded

    def _entry(self, key: str) -> str | None:
        if self.folder is None:
            return None
        with contextlib.suppress(OSError, ValueError):
            return _place(self.folder, key).read_text(encoding="utf-8").rstrip("\n")
        return None


def is_for_resuming(path: str) -> bool:
    """Whether the file is not there, is empty, or was written by faier for this purpose, be it on a full disk."""
    try:
        with Path(path).open("rb") as file:
            head = file.readline(1000)
    except FileNotFoundError:
        return True
    except OSError:
        return False
    text = head.decode("utf-8", "replace").strip()
    return not text or (HEADER.startswith(text) and text.startswith(_NAME))


def contents(path: str) -> bytes | None:
    """What an ordinary file of bearable size holds."""
    try:
        place = Path(path)
        if not place.is_file() or place.stat().st_size > LARGEST:
            return None
        return place.read_bytes()
    except (OSError, ValueError):
        return None


def key_of_file(read: Read) -> str | None:
    """Under what is kept which questions are asked; None where that is not known."""
    if (
        read.data is None
        or read.imports is None
        or read.options.stage is not None
        or read.purpose not in ("check", "bound")
    ):
        return None
    return _digest(read, ["file", read.purpose, list(read.mechanisms), _options(read.options)])


def key_of_question(question: Asked, read: Read) -> str | None:
    """Under what the answer is kept. The place in the file is in its text, and the path matters only to certificates,
    which name it."""
    if key_of_file(read) is None:
        return None
    path = question.path if read.options.certificates else ""
    about = dataclasses.asdict(replace(question, path=path, epsilon=Exact(question.epsilon.text, 0.0)))
    return _digest(read, ["question", read.purpose, about, _options(read.options)])


def worth_keeping(answer: object) -> bool:
    """What is decided; nothing that more time could change."""
    match answer:
        case Answer():
            return answer.verdict != "undecided"
        case Bounded():
            return answer.known
    return False


def recalled(answer: Answer | Bounded, question: Asked) -> Answer | Bounded:
    """A kept answer, for the question as it is asked now."""
    return replace(answer, question=question, seconds=0.0)


def _options(options: Options) -> Any:
    return dataclasses.asdict(options)


def _digest(read: Read, about: list[Any]) -> str:
    """Of the file, of all that it imports, and of what is asked."""
    assert read.data is not None
    digest = hashlib.sha256(code().encode())
    digest.update(hashlib.sha256(read.data).digest())
    if read.imports is not None and read.imports.texts:
        digest.update(json.dumps(dataclasses.asdict(read.imports), sort_keys=True).encode())
    digest.update(json.dumps(about, sort_keys=True).encode())
    return digest.hexdigest()


@cache
def code() -> str:
    """A digest of faier itself and of what it computes with: other versions, or a changed one, have other keys."""
    digest = hashlib.sha256(f"{VERSION} {sys.version_info[:3]} {_installed()}".encode())
    top = Path(__file__).resolve().parents[1]
    for path in sorted(top.rglob("*.py")):
        digest.update(path.relative_to(top).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return digest.hexdigest()


def _installed() -> list[str]:
    """The releases of the arithmetic and of the solvers, by the names of the folders that describe them."""
    found = {path.name for entry in sys.path for name in ENGINES for path in Path(entry).glob(f"{name}-*.dist-info")}
    return sorted(found)


def _sealed(key: str, value: object) -> str:
    payload = json.dumps(_plain(value))
    return f"{key} {hashlib.sha256(f'{key} {payload}'.encode()).hexdigest()} {payload}"


def _opened(line: str, key: str) -> Any:
    named, seal, payload = line.split(" ", 2)
    if named != key or seal != hashlib.sha256(f"{key} {payload}".encode()).hexdigest():
        return None
    return _made(json.loads(payload))


def _plain(value: object) -> object:
    """Dataclasses as objects with one key, their name; what a `Shown` holds as it is."""
    if isinstance(value, Shown):
        return {"Shown": {"text": value.text, "json": value.json}}
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {item.name: _plain(getattr(value, item.name)) for item in dataclasses.fields(value)}
        return {type(value).__name__: fields}
    return [_plain(item) for item in value] if isinstance(value, tuple) else value


def _made(value: Any) -> Any:
    if isinstance(value, list):
        return tuple(_made(item) for item in value)
    if isinstance(value, dict):
        ((name, fields),) = value.items()
        if name == "Shown":
            return Shown(**fields)
        return KINDS[name](**{key: _made(item) for key, item in fields.items()})
    return value


def _place(folder: Path, key: str) -> Path:
    return folder / key[:2] / key[2:]


def _written(path: Path, line: str) -> None:
    """All of it or nothing: whoever reads at the same time sees the old or the new."""
    if not path.parent.parent.exists():
        path.parent.parent.mkdir(parents=True)
        (path.parent.parent / "CACHEDIR.TAG").write_text(_TAG)
        (path.parent.parent / ".gitignore").write_text("*\n")
    path.parent.mkdir(exist_ok=True)
    other = path.with_name(f"{path.name}.{os.getpid()}")
    try:
        other.write_text(f"{line}\n", encoding="utf-8")
        other.replace(path)
    except OSError:
        other.unlink(missing_ok=True)
        raise
