"""The files around a mechanism file, and to which of them Python goes for an import."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from .outcome import Hole, Invalid

MOST_FILES = 200

_PLACE = re.compile(r"(\.\./)*(\w+/)*\w+\.py\Z")

Steps = tuple[str, ...]


@dataclass(frozen=True)
class Around:
    """`folders` are the names of the folders that the mechanism file is in, outermost first; `look` gives what is at
    a place, a path as it is seen from there."""

    folders: Steps
    look: Callable[[str], bytes | None]

    def package(self) -> str:
        """The dotted name of the package that the folder is."""
        names: list[str] = []
        for up, name in enumerate(reversed(self.folders)):
            if not name.isidentifier() or self.look("../" * up + "__init__.py") is None:
                break
            names.insert(0, name)
        return ".".join(names)


@dataclass(frozen=True)
class Found:
    """The file that an import leads to, and each `__init__.py` that Python runs on the way there."""

    place: str
    way: Steps = ()


def _nothing(place: str) -> bool:
    return False


@dataclass(frozen=True)
class Others:
    """The other files of the project by their places: those that a certificate lists. `beside` says whether there is
    one at a place that it does not list. `entered` are the modules that were found in a folder, each with the
    `__init__.py` there."""

    package: Steps = ()
    texts: Mapping[str, str] = field(default_factory=dict)
    beside: Callable[[str], bool] = _nothing
    entered: set[tuple[str, str]] = field(default_factory=set)

    def find(self, importer: str, module: Steps, level: int) -> Found | None:
        """The file of a module; `importer` is the place of the file that asks for it."""
        found = [found for base in self._bases(importer, module, level) if (found := self._along(base, module))]
        if len({one.place for one in found}) > 1:
            raise Hole(f"two files may be meant by {'.'.join(module)}")
        return found[0] if found else None

    def _bases(self, importer: str, module: Steps, level: int) -> list[Steps]:
        if level:
            folder = self._steps(importer)[:-1]
            kept = len(folder) - (level - 1)
            return [folder[:kept]] if kept >= len(self.package[:1]) else []
        outer: list[Steps] = [()] if self.package and module[:1] == self.package[:1] else []
        return [self.package, *outer]

    def _along(self, base: Steps, module: Steps) -> Found | None:
        way: list[str] = []
        for at in range(len(module)):
            folder, last = (*base, *module[: at + 1]), at == len(module) - 1
            inside, alone = self._place((*folder, "__init__.py")), self._place((*folder[:-1], f"{folder[-1]}.py"))
            found = inside if self._exists(inside) else alone if self._exists(alone) else None
            if found is not None:
                self.entered.add((self._place((*folder[:-1], "__init__.py")), folder[-1]))
            if found is not None and last:
                return Found(found, tuple(way))
            if found == alone:
                return None
            if found == inside:
                way.append(inside)
        whole = self._place((*base, "__init__.py"))
        return Found(whole) if not module and self._exists(whole) else None

    def _exists(self, place: str) -> bool:
        if place not in self.texts and self.beside(place):
            raise Invalid(f"the certificate does not list {place[:100]}, which Python would look at")
        return place in self.texts

    def _steps(self, place: str) -> Steps:
        found = list(self.package)
        for step in place.split("/"):
            if step != "..":
                found.append(step)
            elif found:
                found.pop()
            else:
                raise Invalid("a file stands outside of the package")
        return tuple(found)

    def _place(self, steps: Steps) -> str:
        same = 0
        while same < min(len(self.package), len(steps) - 1) and self.package[same] == steps[same]:
            same += 1
        return "/".join((*[".."] * (len(self.package) - same), *steps[same:]))


def others_of(package: str, digests: Mapping[str, str], around: Around | None, read: Callable[[bytes], str],
              digest: Callable[[str], str]) -> Others:  # fmt: skip
    """What a certificate lists, each held against what is there."""
    if around is None:
        if digests:
            raise Invalid("the files that the mechanism file imports are not there")
        return Others()
    if digests and package != around.package():
        raise Invalid("the mechanism file is in another package than the certificate says")
    if len(digests) > MOST_FILES:
        raise Hole("too many files")
    texts: dict[str, str] = {}
    for place, wanted in digests.items():
        if not _PLACE.match(place):
            raise Invalid("a file that is imported has no place")
        data = around.look(place)
        if data is None:
            raise Invalid(f"{place[:100]} is not there")
        texts[place] = read(data)
        if digest(texts[place]) != wanted:
            raise Invalid(f"{place[:100]} is not the file that the certificate is about")
    steps = tuple(filter(None, around.package().split(".")))
    return Others(steps, texts, lambda place: around.look(place) is not None)
