"""Classes made from another class of the file -> classes that say themselves all that they have.

    class More(Base):                      class More:
        def size(self):                        def size(self):
            return super().size() + 2              return self.`size of Base`() + 2
                                               def `size of Base`(self): ...
    isinstance(x, Base)                    isinstance(x, (Base, More))

So it is for plain classes with one base; `super().__init__(n)` is what stands there, with names of its own.
"""

from __future__ import annotations

import ast
from collections import Counter
from copy import deepcopy

from .outcome import Hole
from .own_operators import ORDERED
from .rewriting import bound_names
from .scopes import own_names


def inherited(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    statements, abstract = _without_abstract(statements)
    classes = {node.name: node for node in statements if isinstance(node, ast.ClassDef)}
    made: dict[str, str] = {}
    plain: set[str] = set()
    for name, node in classes.items():
        match node.bases:
            case [ast.Name(id=base)] if base in plain and not (node.decorator_list or node.keywords):
                made[name] = base
                _merge(node, classes[base])
        if not (node.bases or node.decorator_list or node.keywords):
            plain.add(name)
    for name in abstract:  # there are no records of it
        given = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
        begun = ast.FunctionDef("__init__", given, [ast.Pass()], [], None)
        classes[name].body = [ast.fix_missing_locations(ast.copy_location(begun, classes[name]))]
    if not made:
        return statements
    below = {name: [name] for name in classes}
    for name, base in made.items():
        while base:
            below[base].append(name)
            base = made.get(base, "")
    asking = _Asking({name: names for name, names in below.items() if len(names) > 1})
    return tuple(asking.visit(node) for node in statements)


def _without_abstract(statements: tuple[ast.stmt, ...]) -> tuple[tuple[ast.stmt, ...], list[str]]:
    """What is abstract says nothing, where no record of such a class is made, and all others say it themselves; and
    these classes."""
    match [node for node in statements if isinstance(node, ast.ImportFrom) and node.module == "abc"]:
        case [ast.ImportFrom(names=names, level=0) as known] if all(
            alias.name in ("ABC", "abstractmethod") and alias.asname is None for alias in names
        ):
            pass
        case _:
            return statements, []
    bound = Counter(name for node in statements for name in bound_names(node))
    if bound["ABC"] > 1 or bound["abstractmethod"] > 1:
        raise Hole("ABC is something else")
    left: dict[str, set[str]] = {}
    for node in (node for node in statements if isinstance(node, ast.ClassDef)):
        open_ = {part.name for part in node.body if isinstance(part, ast.FunctionDef) and _is_abstract(part)}
        said = {part.name for part in node.body if isinstance(part, ast.FunctionDef)} - open_
        for base in node.bases:
            open_ |= left.get(base.id, set()) if isinstance(base, ast.Name) else set()
        left[node.name] = open_ - said
        node.bases = [base for base in node.bases if not (isinstance(base, ast.Name) and base.id == "ABC")]
        node.body = [part for part in node.body if not _is_abstract(part)] or [ast.Pass()]
    for part in (part for node in statements for part in ast.walk(node)):
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and left.get(part.func.id):
            raise Hole("a record of an abstract class")
        if isinstance(part, ast.Name) and part.id in ("ABC", "abstractmethod"):
            raise Hole("ABC in another place")
    return tuple(node for node in statements if node is not known), [name for name, open_ in left.items() if open_]


def _is_abstract(node: ast.stmt) -> bool:
    if not isinstance(node, ast.FunctionDef):
        return False
    return any(isinstance(item, ast.Name) and item.id == "abstractmethod" for item in node.decorator_list)


def _merge(node: ast.ClassDef, base: ast.ClassDef) -> None:
    """Gives the class what it has from its base."""
    own = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    theirs = {part.name: part for part in base.body if isinstance(part, ast.FunctionDef)}
    if any(part.name in ORDERED for part in own) or not ORDERED.isdisjoint(theirs):
        raise Hole("operators of a class that another one is made from")  # Python may ask the other side first
    if any(isinstance(part, (ast.Assign, ast.AnnAssign)) for part in (*node.body, *base.body)):
        raise Hole("what a class has for all its records, and classes made from it")
    said = {part.name: list(part.decorator_list) for part in own}
    if any(name in theirs and (said[name] or theirs[name].decorator_list) for name in said):
        raise Hole("a decorated method that is written anew")
    wanted: set[str] = set()
    for method in own:
        finding = _Super(base.name, theirs)
        method.body = finding.block(method)
        wanted |= finding.wanted
    for name, method in theirs.items():
        if name in wanted:
            copied = deepcopy(method)
            copied.name = f"{name} of {base.name}"
            node.body.append(copied)
        if name not in said:
            node.body.append(deepcopy(method))
    node.bases = []


class _Super(ast.NodeTransformer):
    """`wanted` are the methods of the base that are called so."""

    def __init__(self, base: str, theirs: dict[str, ast.FunctionDef]) -> None:
        self.base, self.theirs = base, theirs
        self.wanted: set[str] = set()

    def block(self, method: ast.FunctionDef) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for node in method.body:
            match node:
                case ast.Expr(value=ast.Call(func=ast.Attribute(value=above, attr="__init__")) as call) if (
                    _is_super(above) and method.name == "__init__"
                ):
                    found += self.begun(call, own_names(method))
                case _:
                    found.append(self.visit(node))
        return found

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        if not _is_super(node.value):
            return node
        method = self.theirs.get(node.attr)
        if method is None or method.decorator_list or node.attr.startswith("__") or not isinstance(node.ctx, ast.Load):
            raise Hole("something else than a method of the base of a class")
        self.wanted.add(node.attr)
        name = f"{node.attr} of {self.base}"
        return ast.copy_location(ast.Attribute(ast.Name("self", ast.Load()), name, ast.Load()), node)

    def begun(self, call: ast.Call, around: frozenset[str]) -> list[ast.stmt]:
        """What `__init__` of the base does, with names that nothing else has; `around` are those of who calls it."""
        method = self.theirs.get("__init__")
        if method is None:
            if call.args or call.keywords:
                raise Hole("what the base of a class is given")
            return []
        given = method.args
        names = [item.arg for item in (*given.args, *given.kwonlyargs)]
        if given.posonlyargs or given.vararg or given.kwarg or method.decorator_list or names[:1] != ["self"]:
            raise Hole("the parameters of a base of a class")
        if any(isinstance(item, ast.Starred) for item in call.args) or len(call.args) >= len(given.args):
            raise Hole("what the base of a class is given")
        values = dict(zip(names[1:], call.args, strict=False))
        for item in call.keywords:
            if item.arg is None or item.arg in values or item.arg not in names[1:]:
                raise Hole("what the base of a class is given")
            values[item.arg] = item.value
        defaults = dict(zip(reversed([item.arg for item in given.args]), reversed(given.defaults), strict=False))
        defaults |= {item.arg: value for item, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value}
        for name in names[1:]:
            value = values.setdefault(name, defaults.get(name, ast.Constant(...)))
            if name not in {*names[1 : len(call.args) + 1], *(item.arg for item in call.keywords)} and (
                not isinstance(value, ast.Constant) or value.value is ...
            ):
                raise Hole("what the base of a class is given")
        own = own_names(method) | {"self"}
        parts = [part for item in method.body for part in ast.walk(item)]
        if any(isinstance(part, ast.Name) and part.id in around - own for part in parts):
            raise Hole("a name of the file that hides behind another one, where a base of a class begins")
        renaming = _Renaming({name: f"{name} of {self.base}" for name in own - {"self"}})
        found: list[ast.stmt] = [
            ast.copy_location(ast.Assign([ast.Name(f"{name} of {self.base}", ast.Store())], value), call)
            for name, value in values.items()
        ]
        body = [deepcopy(part) for part in method.body]
        if any(isinstance(part, (ast.FunctionDef, ast.Lambda)) for item in body for part in ast.walk(item)):
            raise Hole("functions in the base of a class")
        return [*found, *(renaming.visit(part) for part in body)]


class _Renaming(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.Name:
        node.id = self.names.get(node.id, node.id)
        return node


class _Asking(ast.NodeTransformer):
    """`isinstance` of a class is true of records of those made from it."""

    def __init__(self, below: dict[str, list[str]]) -> None:
        self.below = below

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="isinstance"), args=[value, asked]):
                parts = asked.elts if isinstance(asked, ast.Tuple) else [asked]
                every: list[ast.expr] = []
                for part in parts:
                    names = self.below.get(part.id, []) if isinstance(part, ast.Name) else []
                    every += [ast.Name(name, ast.Load()) for name in names] or [part]
                if len(every) > len(parts):
                    node.args = [value, ast.Tuple(every, ast.Load())]
        return node

    def visit_MatchClass(self, node: ast.MatchClass) -> ast.MatchClass:
        if isinstance(node.cls, ast.Name) and node.cls.id in self.below:
            raise Hole("a pattern of a class that others are made from")
        self.generic_visit(node)
        return node


def _is_super(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="super"), args=[], keywords=[]):
            return True
    return False
