"""What `faier diff` compares: a file, a folder, or a revision of git, as mechanism files with what they hold.

Git is asked for what a revision holds; nothing is checked out, and no hook or filter of the repository runs.
"""

from __future__ import annotations

import os
import posixpath
import subprocess
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import TYPE_CHECKING

from faier.importing import Imports, gathered, on_disk
from faier.running.excluding import Patterns, left_out
from faier.running.selection import Selected, says_import, select, skipped

if TYPE_CHECKING:
    from faier.lang.diagnostics import Diagnostic

# More than a mechanism file may have.
LARGEST = 1_000_001

# So many names of revisions are told.
LISTED = 8


@dataclass(frozen=True)
class Side:
    """`files` by their path below what is compared; for a single file that is its name."""

    label: str
    files: dict[str, Selected]
    problems: tuple[Diagnostic, ...] = ()
    single: bool = False


def sides(old: str, new: str, folder: Path, excluded: Sequence[Patterns] = ()) -> tuple[Side, Side]:
    """Both sides. A revision stands for what the path on the other side was then; two, for this folder. `A..B` alone
    is A and B."""
    left, _, right = old.partition("..")
    if new == "." and left and right and right[0] not in "./" and not _exists(old):
        old, new = left, right
    place = next((text for text in (new, old) if _exists(text)), ".")
    read = [_on_disk(text, excluded) if _exists(text) else _then(text, place, folder, excluded) for text in (old, new)]
    first, second = read
    if first.single and second.single:  # a file may have got another name
        first = Side(first.label, dict(zip(second.files, first.files.values(), strict=False)), first.problems, True)
    return first, second


def _exists(text: str) -> bool:
    try:
        return Path(text).exists()
    except (OSError, ValueError):
        return False


def _on_disk(text: str, excluded: Sequence[Patterns]) -> Side:
    """An empty folder is no fault here: all of it may have been taken away."""
    single = Path(text).is_file()
    selected, problems = select([text], excluded)
    top = Path(text).parent if single else Path(text)
    files = {}
    for file in selected:
        key = Path(file.path).relative_to(top).as_posix()
        data = _bytes(Path(file.path))
        files[key] = Selected(file.path, (), data, None if data is None else on_disk(file.path, data))
    return Side(text, files, tuple(item for item in problems if item.code != "FA801"), single)


def _bytes(path: Path) -> bytes | None:
    """What the file holds now; whoever reads it again says why it cannot be read."""
    try:
        with path.open("rb") as file:
            return file.read(LARGEST)
    except OSError:
        return None


def _then(text: str, place: str, folder: Path, excluded: Sequence[Patterns]) -> Side:
    """What a path held in a revision: `REVISION`, or `REVISION:PATH`, which counts from the top as it does in git."""
    name, _, path = text.partition(":")
    try:
        top = Path(os.path.realpath(_git(folder, "rev-parse", "--show-toplevel").decode().rstrip("\n")))
        from_top = path and not path.startswith((".", "/"))
        where = Path(os.path.realpath((top if from_top else folder) / (path or place)))
        commit = _git(folder, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{name}^{{commit}}")
        below = where.relative_to(top).as_posix()
        listed = _git(top, "ls-tree", "-r", "-z", "--full-tree", commit.decode().strip(), "--", below)
    except (OSError, ValueError, subprocess.CalledProcessError) as error:
        return Side(text, {}, (_unknown(text, folder, error),))
    single = False
    files = {}
    for entry in listed.split(b"\0"):
        head, _, raw = entry.partition(b"\t")
        mode, _, blob = head.decode().partition(" blob ")
        path = os.fsdecode(raw)
        if mode not in ("100644", "100755"):
            continue
        single = single or path == below
        key = PurePosixPath(path).name if path == below else PurePosixPath(path).relative_to(below).as_posix()
        if path != below and (not key.endswith(".py") or _left_out(top, path, key, excluded)):
            continue
        data = _git(top, "cat-file", "blob", blob.strip())
        if path == below or says_import(data):
            files[key] = Selected(
                f"{name}:{path}", (), data[:LARGEST], _imports(top, commit.decode().strip(), path, data)
            )
    return Side(text, files, single=single or (not files and where.is_file()))


def _imports(top: Path, commit: str, path: str, data: bytes) -> Imports:
    """What a file imported then."""
    folder = posixpath.dirname(path)

    def look(place: str) -> bytes | None:
        found = posixpath.normpath(posixpath.join(folder, place))
        try:
            return None if found.startswith("../") else _git(top, "cat-file", "blob", f"{commit}:{found}")
        except (OSError, subprocess.CalledProcessError):
            return None

    return gathered(data, tuple(folder.split("/")) if folder else (), look)


def _left_out(top: Path, path: str, key: str, excluded: Sequence[Patterns]) -> bool:
    names = PurePosixPath(key).parts
    if any(skipped(name) for name in names[:-1]):
        return True
    whole = top / path
    steps = [whole, *list(whole.parents)[: len(names) - 1]]
    return any(left_out(step, step != whole, excluded) for step in steps)


def _git(folder: Path, *arguments: str) -> bytes:
    command = ["git", "--no-replace-objects", "-C", str(folder), *arguments]
    return subprocess.run(command, check=True, capture_output=True, stdin=subprocess.DEVNULL).stdout


def _unknown(text: str, folder: Path, error: Exception) -> Diagnostic:
    from faier.lang.diagnostics import Diagnostic
    from faier.lang.syntax import NOWHERE

    said = ""
    if isinstance(error, subprocess.CalledProcessError) and error.stderr:
        said = error.stderr.decode("utf-8", "replace").strip().splitlines()[0]
    elif isinstance(error, FileNotFoundError):
        said = "git is not installed"
    message = f"{text!r} is no file, no folder and no revision of git here" + (f": {said}" if said else "")
    return Diagnostic("FA806", message, "; ".join(_ways_on(text.partition(":")[0], folder)), text, NOWHERE)


def _ways_on(name: str, folder: Path) -> list[str]:
    """What was probably meant, or what there is, and where the rest of a clone is; nothing outside a repository."""
    from difflib import get_close_matches

    try:
        formats = ["for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/remotes", "refs/tags"]
        known = _git(folder, *formats).decode("utf-8", "replace").split()
        shallow = _git(folder, "rev-parse", "--is-shallow-repository").strip() == b"true"
    except (OSError, subprocess.CalledProcessError):
        return ["name a file or a folder, or go into a folder that git knows"]
    ends = [item for item in known if item.rpartition("/")[2] == name]
    close = list(dict.fromkeys([*ends, *get_close_matches(name, known, n=3)]))[:3]
    if close:
        ways = [f"did you mean {' or '.join(close)}?"]
    elif known:
        rest = f" and {len(known) - LISTED} more" if len(known) > LISTED else ""
        ways = [f"there are {', '.join(known[:LISTED])}{rest}"]
    else:
        ways = ["there is no branch and no tag yet"]
    if shallow:
        ways.append("this clone is shallow: `git fetch --unshallow`, or in CI fetch all of it (fetch-depth: 0)")
    elif not close:
        ways.append("a clone in CI may lack what there is elsewhere: `git fetch --all --tags`, or fetch-depth: 0")
    return ways
