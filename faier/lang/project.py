"""Files of the project that a mechanism file imports: each is read once, and lends its names to those that import it.

In the tree what another file defines is called by that file too: `clipping.clip`. A file's own names are as it
writes them; `File.aliases` says what a name of another file is called.
"""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from faier.importing import Ambiguous, Imports, Wanted, module_place, submodule_place
from faier.lang.diagnostics import Diagnostic
from faier.lang.names import File, assigned_names, suggestion
from faier.lang.syntax import Function

T = TypeVar("T")

_HOLDER = re.compile(r"^[ \t]*(?:def|class)[ \t]+(\w+)", re.M)

CYCLE = "these files import each other in a circle: "


@dataclass
class Project:
    """What has been read so far. `reading` are the places of the files that are being read, outermost first; `holders`
    the names of functions and classes: in the tree, what they hold has names that begin with theirs."""

    path: str
    source: str
    imports: Imports
    read: Callable[[str], File]
    files: dict[str, File] = field(default_factory=dict)
    reading: list[str] = field(default_factory=list)
    functions: list[Function] = field(default_factory=list)
    problems: list[Diagnostic] = field(default_factory=list)
    holders: set[str] = field(init=False)

    def __post_init__(self) -> None:
        texts = [self.source, *(text for _, text in self.imports.texts)]
        self.holders = {name for text in texts for name in _HOLDER.findall(text)}

    def text(self, place: str) -> str:
        return dict(self.imports.texts)[place]

    def shown(self, place: str) -> str:
        """The path of a file as a user would write it."""
        return posixpath.normpath(posixpath.join(posixpath.dirname(self.path), place))

    def title(self, place: str) -> str:
        """What stands before the names of the file in the tree, and before no others."""
        stem = place.removesuffix(".py").removesuffix("/__init__")
        title = ".".join(part for part in stem.split("/") if part != "..")
        taken = {file.title for file in self.files.values()} | self.holders
        while title.partition(".")[0] in self.holders or title in taken:
            title += "_"
        return title

    def file(self, place: str) -> File:
        if place not in self.files:
            self.files[place] = self.read(place)
        return self.files[place]

    def find(self, importer: File, wanted: Wanted, name: str | None = None) -> str | None:
        """The place of a module, or of the module `name` in it."""
        known = {place for place, _ in self.imports.texts}
        if name is not None:
            return submodule_place(importer.place, wanted, name, self.imports.package, known.__contains__)
        return module_place(importer.place, wanted, self.imports.package, known.__contains__)


class ProjectImports:
    """The imports of one file."""

    def __init__(self, file: File, project: Project, define: Callable[[str, ast.AST], bool]) -> None:
        self.file = file
        self.project = project
        self.define = define

    def from_module(self, node: ast.ImportFrom) -> bool:
        """`from .clipping import clip, LIMIT`. Whether there is such a file."""
        wanted = Wanted(node.module or "", node.level, tuple(alias.name for alias in node.names))
        try:
            place = self.project.find(self.file, wanted)
            below = {alias.name: self.project.find(self.file, wanted, alias.name) for alias in node.names}
        except Ambiguous as reason:
            return self.ambiguous(node, wanted, reason)
        if place is None and not any(below.values()):
            return False
        for alias in node.names:
            name = alias.asname or alias.name
            if alias.name == "*":
                used = "name what is used"
                self.file.error("FA104", alias, "`import *` hides which names are used", used)
                continue
            source = None if place is None else self.module(place, node)
            if source is not None and _has(source, alias.name):
                if self.define(name, alias):
                    lend(source, alias.name, self.file, name)
            elif (inside := below[alias.name]) is not None:
                if self.define(name, alias):
                    self.whole(inside, name, alias)
            else:
                self.missing(source, place, alias, name)
        return True

    def module_import(self, alias: ast.alias) -> bool:
        """`import clipping`, `import shared.noise as noise`. Whether there is such a file."""
        wanted = Wanted(alias.name, 0, ())
        try:
            place = self.project.find(self.file, wanted)
        except Ambiguous as reason:
            return self.ambiguous(alias, wanted, reason)
        if place is None:
            return False
        root = (alias.asname or alias.name).split(".")[0]
        if root in self.file.roots or self.define(root, alias):
            self.whole(place, alias.asname or alias.name, alias)
        return True

    def whole(self, place: str, name: str, node: ast.AST) -> None:
        """All names of a file, each behind the name of the module: `clipping:clip`."""
        file = self.file
        file.roots.add(name.split(".")[0])
        source = self.module(place, node)
        if source is None:
            return
        for inner in _names(source):
            file.places[f"{name}:{inner}"] = file.source.span(node)
            lend(source, inner, file, f"{name}:{inner}")

    def module(self, place: str, node: ast.AST) -> File | None:
        """The file; None where it is being read already."""
        project = self.project
        if place in project.reading:
            circle = [*project.reading[project.reading.index(place) :], place]
            self.file.error("FA104", node, CYCLE + " imports ".join(circle), "move what both need into a third file")
            return None
        return project.file(place)

    def missing(self, source: File | None, place: str | None, alias: ast.alias, name: str) -> None:
        self.file.broken.add(name)
        if source is None:
            if place is None:
                self.file.error("FA104", alias, f"there is no file {alias.name}.py in that folder")
            return
        if source.unreadable:
            return
        known = _names(source)
        hint = suggestion(alias.name, known)
        self.file.error("FA104", alias, f"{source.source.path} has no `{alias.name}`", hint)

    def ambiguous(self, node: ast.AST, wanted: Wanted, reason: Ambiguous) -> bool:
        message = f"`{wanted.module}` may be one of two files, by how Python is started: {reason}"
        self.file.error("FA104", node, message, "give one of them another name")
        return True


def lend(source: File, name: str, file: File, called: str) -> None:
    """The name of another file becomes a name of this one."""
    file.constants |= {known: value for known, value in source.constants.items() if known.startswith(source.title)}
    file.constants |= {known: value for known, value in source.constants.items() if known in source.aliases.values()}
    file.shapes |= source.shapes
    file.methods |= source.methods
    file.cached |= source.cached
    if name in source.broken:
        file.broken.add(called)
    _share(source.signatures, name, file.signatures, called)
    _share(source.classes, name, file.classes, called)
    _share(source.errors, name, file.errors, called)
    _share(source.types, name, file.types, called)
    _share(source.words, name, file.words, called)
    _share(source.library, name, file.library, called)
    _share(source.packages, name, file.packages, called)
    if name in source.constants:
        file.constants[called] = source.constants[name]
        file.aliases[called] = source.aliases.get(name, name)
    if name == source.epsilon_name:
        file.epsilon_name, file.epsilon_default = source.epsilon_name, source.epsilon_default


def _share(table: dict[str, T], name: str, own: dict[str, T], called: str) -> None:
    if name in table:
        own[called] = table[name]


def _names(source: File) -> list[str]:
    return [name for name in source.places if not name.startswith("__")]


def _has(source: File, name: str) -> bool:
    return name in source.places or name in source.broken or name in source.errors


class Dotted(ast.NodeTransformer):
    """`clipping.clip` of an imported file becomes one name, `clipping:clip`, where no variable hides the module."""

    def __init__(self, roots: set[str], names: set[str]) -> None:
        self.roots = roots
        self.names = names

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        arguments = {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}
        hidden = self.roots & (_stored(node) | arguments)
        hidden |= self.roots & assigned_names(node.body).keys()
        outer, self.roots = self.roots, self.roots - hidden
        self.generic_visit(node)
        self.roots = outer
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        parts: list[str] = [node.attr]
        base = node.value
        while isinstance(base, ast.Attribute):
            parts.insert(0, base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.roots and isinstance(node.ctx, ast.Load):
            whole = f"{'.'.join([base.id, *parts[:-1]])}:{parts[-1]}"
            if whole in self.names:
                return ast.copy_location(ast.Name(whole, node.ctx), node)
        self.generic_visit(node)
        return node


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
