"""Iterables of which nobody can tell that they are no lists: `*_, last = accumulate(xs)` takes all of the values, and
`self.cells = range(n)` is `tuple(range(n))` where all that the file does with fields of that name is to go over them.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.library import LIBRARY
from faier.lang.names import given_names
from faier.lang.occurring import occurring

_TAKING = frozenset(
    ["all", "any", "enumerate", "frozenset", "len", "list", "max", "min", "reversed", "set", "sorted", "sum", "tuple"]
)
_LAZY = frozenset(["enumerate", "filter", "map", "range", "reversed", "zip"])


def with_taken_whole(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which these are lists and tuples. Of a file that others import, or that imports others, fields may
    be read elsewhere."""
    alone = not imported and all(map(_is_of_python, tree.body))
    assignments = occurring(tree, ast.Assign)
    fields = {name for part in assignments if (name := _kept(part))} if alone else set[str]()
    lazy = _lazy(tree)
    if not fields and not any(_starred(part, lazy) for part in assignments):
        return tree
    if {*_LAZY, *_TAKING} & set(given_names(tree)):
        return tree
    tree = copy.deepcopy(tree)
    fields &= _gone_over(tree)
    for part in ast.walk(tree):
        if isinstance(part, ast.Assign) and (_kept(part) in fields or _starred(part, lazy)):
            part.value = _made("list" if _starred(part, lazy) else "tuple", part.value)
    return tree


def _is_of_python(node: ast.stmt) -> bool:
    match node:
        case ast.ImportFrom(module=module, level=level):
            return not level and (module == "faier" or module in LIBRARY)
        case ast.Import(names=found):
            return all(item.name in LIBRARY for item in found)
    return True


def _kept(node: ast.AST) -> str:
    """The field that gets a range."""
    match node:
        case ast.Assign(targets=[ast.Attribute(value=ast.Name(), attr=name)], value=value):
            return name if _is_call(value, {"range"}) else ""
    return ""


def _starred(node: ast.AST, lazy: frozenset[str]) -> bool:
    """Whether it takes apart all that an iterator gives."""
    match node:
        case ast.Assign(targets=[ast.Tuple(elts=found) | ast.List(elts=found)], value=value):
            whole = any(isinstance(item, ast.Starred) for item in found)
            return whole and (isinstance(value, ast.GeneratorExp) or _is_call(value, lazy))
    return False


def _lazy(tree: ast.Module) -> frozenset[str]:
    """The functions that give iterators."""
    found = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "itertools"]
    return _LAZY | {item.asname or item.name for node in found for item in node.names}


def _is_call(node: ast.expr, functions: set[str] | frozenset[str]) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in functions


def _gone_over(tree: ast.Module) -> set[str]:
    """The fields that get nothing but ranges, and are gone over, counted or asked for items wherever they are read."""
    found = {name for part in ast.walk(tree) if (name := _kept(part))}
    fine: set[int] = set()
    for part in ast.walk(tree):
        match part:
            case ast.Assign() if _kept(part):
                fine.add(id(part.targets[0]))
            case ast.For(iter=value) | ast.comprehension(iter=value):
                fine.add(id(value))
            case ast.Call(args=[value]) if _is_call(part, _TAKING):
                fine.add(id(value))
            case ast.Call(args=args) if _is_call(part, {"zip"}):
                fine |= set(map(id, args))
            case ast.Subscript(value=value, slice=at) if not isinstance(at, ast.Slice):
                fine.add(id(value))
            case ast.Compare(ops=[ast.In() | ast.NotIn()], comparators=[value]):
                fine.add(id(value))
    for part in ast.walk(tree):
        match part:
            case ast.Attribute(attr=name) if id(part) not in fine:
                found.discard(name)
            case ast.Constant(value=str(name)) | ast.Name(id=name, ctx=ast.Store()) | ast.keyword(arg=str(name)):
                found.discard(name)
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.discard(name)
            case ast.MatchClass(kwd_attrs=names):
                found -= set(names)
    return found


def _made(function: str, value: ast.expr) -> ast.expr:
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name(function, ast.Load()), value), [value], []), value)
