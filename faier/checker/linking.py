"""A mechanism file and the files that it imports -> one file, in which nothing has the name of anything else.

What another file defines is called by its place too, as no name in a text can be: `shared/base:LOW`. The names of the
mechanism file stay. What is not surely the same in one file is a `Hole`.
"""

from __future__ import annotations

import ast
import builtins
import sys
from collections import Counter
from collections.abc import Mapping
from copy import deepcopy
from dataclasses import dataclass, field
from symtable import SymbolTable, symtable
from typing import cast

from .around import Found, Others
from .file import LIBRARY, WORDS
from .outcome import Hole
from .rewriting import bound_names
from .texts import file_tree


@dataclass(frozen=True)
class Linked:
    """`docs` is how many statements at the beginning are what files say of themselves; `lent` are the names that the
    mechanism file has from others, with dots behind names of modules, and what they are called in the tree."""

    tree: ast.Module
    docs: int
    lent: Mapping[str, str]


@dataclass
class _Part:
    """One file. `names` are what others may import of it, and what that is called; `bound` all names that it gives,
    `read` those that it mentions where it is imported."""

    place: str
    names: dict[str, str] = field(default_factory=dict)
    lent: dict[str, str] = field(default_factory=dict)
    imported: Counter[str] = field(default_factory=Counter)
    folders: set[str] = field(default_factory=set)
    kept: list[ast.stmt] = field(default_factory=list)
    bound: frozenset[str] = frozenset()
    read: frozenset[str] = frozenset()


def linked(text: str, others: Others) -> Linked:
    linker = _Linker(others)
    own = linker.file("", text)
    if not linker.done:
        return Linked(ast.Module([*linker.docs, *own.kept], []), len(linker.docs), {})
    linker.require_modules()
    outer = _globals_of(own.kept) | own.imported.keys()
    for read in linker.free:
        if read & outer:
            raise Hole(f"{sorted(read & outer)[0]} is a name of another file")
    docs, rest = linker.docs, linker.statements
    if not all(linker.postponed):
        rest = [node for node in rest if not _is_future(node)]
    return Linked(ast.Module([*docs, *rest], []), len(docs), own.lent)


def meant(lent: Mapping[str, str], node: ast.expr) -> ast.expr:
    """An expression of the mechanism file, as it is in the tree."""
    return cast(ast.expr, _Renaming(lent, {}).visit(deepcopy(node))) if lent else node


def require_own(lent: Mapping[str, str], node: ast.expr) -> None:
    """A setting mentions nothing of another file."""
    others = {name.partition(".")[0] for name in lent}
    if any(isinstance(part, ast.Name) and part.id in others for part in ast.walk(node)):
        raise Hole("a setting with a name of another file")


class _Linker:
    """`reading` are the places of the files that are being read, `free` the names that each other file reads and does
    not have."""

    def __init__(self, others: Others) -> None:
        self.others = others
        self.reading: list[str] = []
        self.done: dict[str, _Part] = {}
        self.docs: list[ast.stmt] = []
        self.statements: list[ast.stmt] = []
        self.postponed: list[bool] = []
        self.free: list[set[str]] = []

    def load(self, found: Found) -> _Part:
        for place in (*found.way, found.place):
            if place in self.reading:
                if place == found.place:
                    raise Hole(f"{place} imports itself, be it through others")
            elif place not in self.done:
                self.reading.append(place)
                self.done[place] = self.file(place, self.others.texts[place])
                self.reading.pop()
        return self.done[found.place]

    def file(self, place: str, text: str) -> _Part:
        part, tree = _Part(place), _followed(file_tree(text))
        part.read = frozenset(_read(ast.Module([node for node in tree.body if not _is_start(node)], [])))
        beginning = True
        for position, node in enumerate(tree.body):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                before = len(part.lent), part.imported.total()
                self.imports(part, node)
                if not beginning and before != (len(part.lent), part.imported.total()):
                    raise Hole("a file of the project is imported below something else")
                continue
            beginning = beginning and (isinstance(node, ast.If) or (position == 0 and _is_doc(node)))
            if _is_doc(node) and not position:
                self.docs.append(node)
            else:
                part.kept.append(node)
        self.postponed.append(any(map(_is_future, part.kept)))
        every = Counter(bound_names(tree))
        part.bound = frozenset(every)
        for name, count in part.imported.items():
            if every[name] != count:
                raise Hole(f"{name} is imported, and something else")
            _require_name(name)
        if place:
            top = _globals_of(part.kept)
            self.owned(part, top, every)
            self.free.append((_free(text) | _annotated(tree)) - top - part.imported.keys())
        elif part.imported:
            part.kept = [_Renaming(part.lent, {}).visit(node) for node in part.kept]
        self.statements += part.kept
        return part

    def owned(self, part: _Part, top: set[str], every: Counter[str]) -> None:
        """The names of a file that is imported."""
        words = {name for node in part.kept if isinstance(node, ast.ImportFrom) for name in bound_names(node)}
        title = part.place.removesuffix(".py").replace(".", "-")
        for name in top:
            if every[name] > 1:
                raise Hole(f"{name} is the name of two things")
            _require_name(name, name in words)
        part.names |= {name: f"{title}:{name}" for name in top}
        own = dict(part.names)
        part.names |= {name: called for name, called in part.lent.items() if "." not in name}
        part.kept = [_Renaming(part.lent, own).visit(node) for node in part.kept if not _is_future(node)]

    def imports(self, part: _Part, node: ast.Import | ast.ImportFrom) -> None:
        if isinstance(node, ast.ImportFrom):
            if node.level or node.module not in ("faier", "__future__"):
                module = tuple(filter(None, (node.module or "").split(".")))
                if self.names(part, node, module) or (not node.level and _is_idle(part, node, node.module or "")):
                    return
            part.kept.append(node)
            return
        for alias in node.names:
            found = self.others.find(part.place, tuple(alias.name.split(".")), 0) if alias.name != "faier" else None
            if found is None and _is_idle(part, ast.Import([alias]), alias.name):
                continue
            if found is None:
                part.kept.append(ast.copy_location(ast.Import([alias]), node))
                if part.place and "." in alias.name and not alias.asname:
                    raise Hole(f"{alias.name} is imported")
                continue
            _require_hidden(alias.name)
            self.given(part, alias.asname or alias.name.partition(".")[0], not alias.asname)
            self.whole(part, alias.asname or alias.name, found)

    def names(self, part: _Part, node: ast.ImportFrom, module: tuple[str, ...]) -> bool:
        """`from .clipping import clip`: whether there is such a file."""
        found = self.others.find(part.place, module, node.level)
        below = {alias.name: self.others.find(part.place, (*module, alias.name), node.level) for alias in node.names}
        if found is None and not any(below.values()):
            return False
        if not node.level:
            _require_hidden(module[0])
        source = None if found is None else self.load(found)
        for alias in node.names:
            name, inside = alias.asname or alias.name, below[alias.name]
            known = source is not None and alias.name in source.names
            if alias.name.startswith("__") or (
                inside is not None and source is not None and alias.name in source.bound
            ):
                raise Hole(f"{alias.name} is imported")
            if known and source is not None:
                self.given(part, name)
                part.lent[name] = source.names[alias.name]
            elif inside is not None:
                self.given(part, name)
                self.whole(part, name, inside)
            else:
                raise Hole(f"there is no {alias.name} that could be imported")
        return True

    def given(self, part: _Part, name: str, module: bool = False) -> None:
        """A name is given once, but that of a folder by `import` as often as its modules are imported."""
        if part.imported[name] and not (module and name in part.folders):
            raise Hole(f"{name} is imported twice")
        part.imported[name] += 1
        if module:
            part.folders.add(name)

    def whole(self, part: _Part, name: str, found: Found) -> None:
        """All names of a file, behind the name of the module."""
        for inner, called in self.load(found).names.items():
            if not inner.startswith("__"):
                part.lent[f"{name}.{inner}"] = called

    def require_modules(self) -> None:
        """A module in a folder becomes a name of the `__init__.py` there, where nothing else may have it; and no two
        classes of different files have one name."""
        for place, name in self.others.entered:
            if place in self.done and name in self.done[place].bound:
                raise Hole(f"{name} is a module, and something else in {place}")
        classes = [node.name.rpartition(":")[2] for node in self.statements if isinstance(node, ast.ClassDef)]
        if len(set(classes)) < len(classes):
            raise Hole("two classes have one name")


class _Renaming(ast.NodeTransformer):
    """`own` are names of the file itself."""

    def __init__(self, lent: Mapping[str, str], own: Mapping[str, str]) -> None:
        self.names = {name: called for name, called in lent.items() if "." not in name} | dict(own)
        self.dotted = {name: called for name, called in lent.items() if "." in name}
        self.roots = {name.partition(".")[0] for name in self.dotted}

    def visit_Name(self, node: ast.Name) -> ast.Name:
        if node.id in self.roots:
            raise Hole(f"the module {node.id} as a value")
        node.id = self.names.get(node.id, node.id)
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        steps, base = [node.attr], node.value
        while isinstance(base, ast.Attribute):
            steps.insert(0, base.attr)
            base = base.value
        if isinstance(base, ast.Name) and base.id in self.roots:
            called = self.dotted.get(".".join([base.id, *steps]))
            if called is not None:
                if not isinstance(node.ctx, ast.Load):
                    raise Hole("a name of another file is given a value")
                return ast.copy_location(ast.Name(called, ast.Load()), node)
        self.generic_visit(node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        return node

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.ClassDef:
        node.name = self.names.get(node.name, node.name)
        self.generic_visit(node)
        return node

    def visit_alias(self, node: ast.alias) -> ast.alias:
        called = self.names.get(node.asname or node.name)
        node.asname = called or node.asname
        return node


def _globals_of(body: list[ast.stmt]) -> set[str]:
    """The names that the statements give at the top level, none of them inside of an expression."""
    found: set[str] = set()
    for node in body:
        at_once: list[ast.AST] = [node]
        match node:
            case ast.FunctionDef(name=name):
                found.add(name)
                at_once = [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
            case ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found.update(name for target in targets for name in bound_names(target))
            case ast.AnnAssign(target=target):
                found.update(bound_names(target))
            case ast.Import() | ast.ImportFrom() if not _is_future(node):
                found.update(bound_names(node))
        if any(isinstance(part, ast.NamedExpr) for item in at_once for part in ast.walk(item)):
            raise Hole("a name that is given in an expression")
    return found


def _free(text: str) -> set[str]:
    """The names that Python takes from the top level of the file, or from its own."""
    found: set[str] = set()
    waiting: list[SymbolTable] = [symtable(text, "a file that is imported", "exec")]
    while waiting:
        table = waiting.pop()
        outermost = table.get_type() == "module"
        found.update(item.get_name() for item in table.get_symbols() if outermost or item.is_global())
        waiting.extend(table.get_children())
    return found


def _annotated(tree: ast.Module) -> set[str]:
    """The names in annotations, of which Python works out only some."""
    said: list[ast.expr | None] = []
    for node in ast.walk(tree):
        match node:
            case ast.AnnAssign(annotation=annotation) | ast.arg(annotation=annotation):
                said.append(annotation)
            case ast.FunctionDef(returns=annotation):
                said.append(annotation)
    return {part.id for node in filter(None, said) for part in ast.walk(node) if isinstance(part, ast.Name)}


def _followed(tree: ast.Module) -> ast.Module:
    """The file without functions that are there for `if __name__ == "__main__":`: whatever else is in the file gets to
    none of them, and the block gets to each."""
    started = [node for node in tree.body if _is_start(node)]
    plain = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list}
    every = Counter(bound_names(tree))
    plain = {name: node for name, node in plain.items() if every[name] == 1}
    says = {name: _read(node) & plain.keys() for name, node in plain.items()}
    alone = _closed(started, says)
    outside = [node for node in tree.body if node not in (*started, *(plain[name] for name in alone))]
    gone = [plain[name] for name in alone - _closed(outside, says)]
    if not all(_defined_quietly(node, tree) for node in gone):
        raise Hole("a function of which the definition may change the file")
    return ast.Module([node for node in tree.body if node not in gone], [])


def _defined_quietly(function: ast.FunctionDef, tree: ast.Module) -> bool:
    """Whether nothing else of the file is any different for its definition: calls in defaults and annotations ask
    nothing but what is imported, and Python's own functions."""
    header: list[ast.AST] = [function.args, *filter(None, [function.returns])]
    inside = [part for one in header for part in ast.walk(one)]
    asked = set[str]().union(*(_read(part) for part in inside if isinstance(part, ast.Call)))
    rest = (part for part in tree.body if not isinstance(part, (ast.Import, ast.ImportFrom)))
    own = set[str]().union(*map(bound_names, rest))
    return not any(isinstance(part, ast.NamedExpr) for part in inside) and not asked & (own | _FAR)


_FAR = {"exec", "eval", "globals", "locals", "vars", "setattr", "delattr", "__import__"}


def _is_idle(part: _Part, node: ast.Import | ast.ImportFrom, module: str) -> bool:
    """Whether it is something of Python's library that has no meaning here, and that nothing in the file reads."""
    names, known = {*bound_names(node)}, {*LIBRARY, "operator"}
    return module.partition(".")[0] in sys.stdlib_module_names - known and not names & {"*", *part.read}


def _is_start(node: ast.stmt) -> bool:
    match node:
        case ast.If(test=ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]), orelse=[]):
            return True
    return False


def _read(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _closed(nodes: list[ast.stmt], says: Mapping[str, set[str]]) -> set[str]:
    found: set[str] = set()
    more = {name for node in nodes for name in _read(node) if name in says}
    while more:
        found |= more
        more = {name for known in more for name in says[known]} - found
    return found


def _require_name(name: str, word: bool = False) -> None:
    """Nothing that Python or faier gives a meaning."""
    if name.startswith("__") or hasattr(builtins, name) or (name in WORDS and not word):
        raise Hole(f"{name} of another file")


def _require_hidden(module: str) -> None:
    if module.partition(".")[0] in {*sys.stdlib_module_names, "faier"}:
        raise Hole(f"a file of the folder has the name of Python's {module}")


def _is_doc(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _is_future(node: ast.stmt) -> bool:
    return isinstance(node, ast.ImportFrom) and node.module == "__future__"
