"""Which files of a project a file imports, found as Python would find them, and never run.

Python looks in the folder of the file that it runs, and, where that folder is a package, in the folder that holds the
package. A place is a path seen from the folder of the first file: "clipping.py", "shared/noise.py", "../noise.py".
"""

from __future__ import annotations

import ast
import os
import posixpath
import warnings
from collections.abc import Callable, Iterator
from dataclasses import dataclass

# More files, and larger ones, are not looked at.
MOST_FILES, LARGEST = 200, 1_000_000

Exists = Callable[[str], bool]


@dataclass(frozen=True)
class Imports:
    """The other files of the project that a file needs, by their places. `package` is the dotted name of the package
    that its folder is; empty where it is none."""

    package: str = ""
    texts: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True)
class Wanted:
    """An import statement: `from ..module import names` has level 2; `import module` has no names."""

    module: str
    level: int
    names: tuple[str, ...]


class Ambiguous(Exception):
    """Two files may be meant, by how Python is started."""


def on_disk(path: str, data: bytes) -> Imports:
    """What the file at the path imports, of which this is the text."""
    folder = os.path.dirname(os.path.abspath(path))  # noqa: PTH100, PTH120  links stay as they are named
    real = os.path.realpath(folder)

    def look(place: str) -> bytes | None:
        found = os.path.join(folder, *place.split("/"))  # noqa: PTH118
        ups = place.split("/").count("..")
        top = real
        for _ in range(ups):
            top = os.path.dirname(top)  # noqa: PTH120
        try:
            if os.path.commonpath([os.path.realpath(found), top]) != top or not os.path.isfile(found):  # noqa: PTH113
                return None
            with open(found, "rb") as file:  # noqa: PTH123
                return file.read(LARGEST + 1)
        except (OSError, ValueError):
            return None

    return gathered(data, tuple(folder.replace(os.sep, "/").strip("/").split("/")), look)


def texts_by_path(path: str, imports: Imports) -> dict[str, str]:
    """The texts that the file at the path imports, by their paths."""
    folder = posixpath.dirname(path)
    return {posixpath.normpath(posixpath.join(folder, place)): text for place, text in imports.texts}


def gathered(data: bytes, folders: tuple[str, ...], look: Callable[[str], bytes | None]) -> Imports:
    """What a file imports that stands in these folders; `look` gives what a place holds."""
    first = _tree(_text(data))
    if first is None or not any(True for _ in imports_of(first)):
        return Imports()
    texts: dict[str, str] = {}

    def exists(place: str) -> bool:
        if place not in texts:
            found = look(place) if len(texts) < MOST_FILES else None
            if found is None or len(found) > LARGEST:
                return False
            texts[place] = _text(found)
        return True

    package = _package(folders, look)
    waiting: list[tuple[str, ast.Module | None]] = [("", first)]
    done: set[str] = set()
    while waiting:
        importer, tree = waiting.pop()
        for wanted in imports_of(tree) if tree is not None else ():
            for place in _places(importer, wanted, package, exists):
                if place not in done:
                    done.add(place)
                    waiting.append((place, _tree(texts[place])))
    return Imports(package if texts else "", tuple(sorted(texts.items())))


def imports_of(tree: ast.Module) -> Iterator[Wanted]:
    """The imports at the top level that may be of files of the project."""
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and (node.level or node.module not in ("faier", "__future__")):
            yield Wanted(node.module or "", node.level, tuple(alias.name for alias in node.names))
        elif isinstance(node, ast.Import):
            for alias in node.names:
                if alias.name != "faier":
                    yield Wanted(alias.name, 0, ())


def module_place(importer: str, wanted: Wanted, package: str, exists: Exists) -> str | None:
    """The file of the module that is named; None where there is none."""
    found = {
        place for base, parts in _bases(importer, wanted, package) if (place := _file(base, parts, package, exists))
    }
    if len(found) > 1:
        raise Ambiguous(" and ".join(sorted(found)))
    return found.pop() if found else None


def submodule_place(importer: str, wanted: Wanted, name: str, package: str, exists: Exists) -> str | None:
    """The file of `name` where `from module import name` names a module inside of a package or a folder."""
    found = {
        place
        for base, parts in _bases(importer, wanted, package)
        if (place := _file(base, (*parts, name), package, exists))
    }
    if len(found) > 1:
        raise Ambiguous(" and ".join(sorted(found)))
    return found.pop() if found else None


def _places(importer: str, wanted: Wanted, package: str, exists: Exists) -> Iterator[str]:
    try:
        place = module_place(importer, wanted, package, exists)
        if place is not None:
            yield place
        for name in wanted.names:
            below = submodule_place(importer, wanted, name, package, exists)
            if below is not None:
                yield below
    except Ambiguous:
        return


def _bases(importer: str, wanted: Wanted, package: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The folders to look in, and the steps from there. The package's folders stand below "/"."""
    here = "/" + package.replace(".", "/")
    parts = tuple(wanted.module.split(".")) if wanted.module else ()
    if wanted.level:
        folder = posixpath.normpath(posixpath.join(here, posixpath.dirname(importer)))
        top = "/" + package.partition(".")[0]
        steps = folder.removeprefix(top).strip("/")
        if wanted.level - 1 <= (len(steps.split("/")) if steps else 0):
            for _ in range(wanted.level - 1):
                folder = posixpath.dirname(folder)
            yield folder, parts
        return
    yield here, parts
    if package and parts[0] == package.partition(".")[0]:
        yield "/", parts


def _file(base: str, parts: tuple[str, ...], package: str, exists: Exists) -> str | None:
    """A package goes before a module of the same name, as in Python."""
    here = "/" + package.replace(".", "/")
    folder = base
    for position, part in enumerate(parts):
        folder = posixpath.join(folder, part)
        inside, module = (posixpath.relpath(path, here) for path in (f"{folder}/__init__.py", f"{folder}.py"))
        last = position == len(parts) - 1
        if exists(inside):
            if last:
                return inside
        elif exists(module):
            return module if last else None
    if parts:
        return None
    whole = posixpath.relpath(f"{folder}/__init__.py", here)
    return whole if exists(whole) else None


def _package(folders: tuple[str, ...], look: Callable[[str], bytes | None]) -> str:
    names: list[str] = []
    for up, name in enumerate(reversed(folders)):
        if not name.isidentifier() or look("../" * up + "__init__.py") is None:
            break
        names.insert(0, name)
    return ".".join(names)


def _text(data: bytes) -> str:
    """What is not UTF-8 keeps its bytes, as halves of characters that no text has."""
    text = data.decode("utf-8-sig", "surrogateescape")
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _tree(text: str) -> ast.Module | None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError, SystemError):
        return None
