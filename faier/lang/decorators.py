"""Decorators of the file: those that put functions and classes into a dictionary, and those that put something around.

`@register("sum")` that does `REGISTRY["sum"] = function` and gives the function back is an item of that dictionary, a
constant then. `@lying(1 / 4)` that gives back a function around it is that function, in which the other one is called
by a name of its own. What is not of these forms stays, and is refused where it is read.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from dataclasses import dataclass

from faier.lang.class_registries import empty, with_class_registries
from faier.lang.occurring import occurring
from faier.lang.placing import placed
from faier.lang.wrapped import decorator, only, plain, with_wrapped


def with_decorators(tree: ast.Module) -> ast.Module:
    """The file without them."""
    named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if "overload" not in named and any(map(_is_overload, occurring(tree, ast.FunctionDef))):
        tree = copy.deepcopy(tree)
        tree.body = [node for node in tree.body if not _is_overload(node)]
        for owner in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
            owner.body = [node for node in owner.body if not _is_overload(node)]
    if any(empty(part) for node in occurring(tree, ast.ClassDef) for part in node.body):
        tree = with_class_registries(copy.deepcopy(tree))
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if not own & set(_used(tree)):
        return tree
    tree = copy.deepcopy(tree)
    _Registries(tree).write()
    return with_wrapped(tree)


def _used(tree: ast.Module) -> Iterator[str]:
    """The names of what stands above definitions, and of what is called with a name alone and has one itself."""
    kinds: tuple[type[ast.AST], ...] = (ast.FunctionDef, ast.ClassDef)
    for node in (node for kind in kinds for node in occurring(tree, kind)):
        yield from (decorator(item)[0] for item in getattr(node, "decorator_list", []))
    for node in occurring(tree, ast.Assign):
        match node:
            case ast.Assign(targets=[ast.Name()], value=ast.Call(func=made, args=[ast.Name()], keywords=[])):
                yield decorator(made)[0]


def _is_overload(node: ast.AST) -> bool:
    """Whether it is a definition for type checkers alone, which another one of the same name follows."""
    if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
        return False
    return ast.unparse(node.decorator_list[0]) in ("overload", "typing.overload")


# Those that fill a dictionary.


@dataclass
class _Entry:
    table: str
    given: str  # the parameter that is the key; nothing where the decorator takes none
    key: ast.expr | None  # of a list there is none
    item: str  # what is decorated
    made: bool  # whether it is called, and that is kept


class _Registries:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.tables = {name: node for node in tree.body if (name := empty(node))}
        self.known: dict[str, _Entry] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and (entry := _entry(node)) is not None:
                self.known[node.name] = entry

    def write(self) -> None:
        for table, made in self.tables.items():
            used = {name: entry for name, entry in self.known.items() if entry.table == table}
            functions = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name in used]
            if used and not self.changed_elsewhere(table, functions):
                self.fill(table, made, used, functions)

    def changed_elsewhere(self, table: str, functions: list[ast.FunctionDef]) -> bool:
        inside = {id(part) for node in functions for part in ast.walk(node)}
        for part in ast.walk(self.tree):
            match part:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name == table:
                    if id(part) not in inside:
                        return True
                case ast.Name(id=name) if name in {node.name for node in functions} and not self.decorates(part):
                    return True
        return False

    def decorates(self, name: ast.Name) -> bool:
        """Whether the name stands in a decorator of the top level."""
        found = [item for node in self.tree.body for item in getattr(node, "decorator_list", [])]
        return any(part is name for item in found for part in (item, getattr(item, "func", None)))

    def fill(self, table: str, made: ast.stmt, used: dict[str, _Entry], functions: list[ast.FunctionDef]) -> None:
        keys: list[ast.expr] = []
        values: list[ast.expr] = []
        last: ast.stmt = made
        assert isinstance(made, ast.Assign | ast.AnnAssign)
        listed = ast.unparse(made.value or ast.Dict([], [])) in ("[]", "list()")
        left: list[tuple[ast.FunctionDef | ast.ClassDef, ast.expr]] = []
        for node in self.tree.body:
            for item in getattr(node, "decorator_list", []):
                name, call = decorator(item)
                if name not in used or not isinstance(node, ast.FunctionDef | ast.ClassDef):
                    continue
                entry = used[name]
                key = _key(entry, call, node)
                plain_list = entry.key is None and call is None
                if len(node.decorator_list) != 1 or functions[0].lineno > node.lineno or listed != plain_list:
                    return
                if key is not None:
                    keys.append(key)
                elif not listed:
                    return
                value: ast.expr = ast.Name(node.name, ast.Load())
                values.append(placed(ast.Call(value, [], []) if entry.made else value, item))
                left.append((node, item))
                last = node
        if not left or len({ast.dump(key) for key in keys}) < len(keys):
            return
        for node, item in left:
            node.decorator_list.remove(item)
        made.value = placed(ast.List(values, ast.Load()) if listed else ast.Dict(list(keys), values), last)
        body = [node for node in self.tree.body if node is not made and node not in functions]
        body.insert(body.index(last) + 1, made)
        self.tree.body = body


def _entry(function: ast.FunctionDef) -> _Entry | None:
    """What the decorator does, if it is one that fills a dictionary."""
    given, inner = "", function
    match plain(function):
        case [ast.FunctionDef(name=name) as within, ast.Return(value=ast.Name(id=returned))] if name == returned:
            given, inner = only(function.args), within
            if not given or within.decorator_list:
                return None
    item = only(inner.args)
    match plain(inner):
        case [
            *checks,
            ast.Assign(
                targets=[ast.Subscript(value=ast.Name(id=table), slice=key)],
                value=ast.Name(id=kept) | ast.Call(func=ast.Name(id=kept), args=[], keywords=[]) as value,
            ),
            ast.Return(value=ast.Name(id=returned)),
        ] if item and kept == returned == item and not function.decorator_list:
            if all(_asks_for_it(check, table, key) for check in checks):
                return _Entry(table, given, key, item, isinstance(value, ast.Call))
        case [
            ast.Expr(ast.Call(func=ast.Attribute(ast.Name(id=table), "append"), args=[ast.Name(id=kept)], keywords=[])),
            ast.Return(value=ast.Name(id=returned)),
        ] if item and kept == returned == item and not function.decorator_list and not given:
            return _Entry(table, given, None, item, False)
    return None


def _asks_for_it(check: ast.stmt, table: str, key: ast.expr) -> bool:
    """`if name in REGISTRY: raise ...`, which never comes where all keys differ."""
    match check:
        case ast.If(test=test, body=[ast.Raise()], orelse=[]):
            return ast.unparse(test) == f"{ast.unparse(key)} in {table}"
    return False


def _key(entry: _Entry, call: ast.Call | None, node: ast.FunctionDef | ast.ClassDef) -> ast.expr | None:
    if (call is None) == bool(entry.given):
        return None
    match entry.key:
        case None:
            return None
        case ast.Name(id=name) if (
            call is not None and name == entry.given and len(call.args) == 1 and not call.keywords
        ):
            key = call.args[0]
            return key if isinstance(key, ast.Constant | ast.Attribute) else None
        case ast.Attribute(value=ast.Name(id=name), attr="__name__") if name == entry.item:
            return placed(ast.Constant(node.name), node)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == entry.item and isinstance(node, ast.ClassDef):
            for part in node.body:
                match part:
                    case ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant() as value) if found == attr:
                        return value
                    case ast.AnnAssign(target=ast.Name(id=found), value=ast.Constant() as value) if found == attr:
                        return value
    return None
