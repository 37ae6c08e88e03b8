"""Variables that a function that is run while the file is read may change in place: nothing else holds what they hold.

They are given new containers alone, and are mentioned where nobody keeps them: by their items and methods, in what
Python's functions compute, after `return`.
"""

from __future__ import annotations

import ast
from collections import Counter

from faier.lang.changes import NAMES
from faier.lang.names import given_names, is_of_file

_MAKE = frozenset(["dict", "list", "set", "Counter", "defaultdict", "deque"])
_KEEP_NOTHING = frozenset(
    ["all", "any", "dict", "frozenset", "len", "list", "max", "min", "set", "sorted", "str", "sum", "tuple"]
)
_METHODS = NAMES | {"get", "copy", "count", "index"}


def own_variables(function: ast.FunctionDef) -> frozenset[str]:
    """Their names."""
    parts = list(ast.walk(function))
    made: list[str] = []
    grown: list[str] = []
    harmless: set[int] = set()
    for part in parts:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if _is_new(value):
                made.append(name)
            case ast.AugAssign(target=ast.Name(id=name)):
                grown.append(name)
            case ast.Return(value=ast.Tuple(elts=held)):
                harmless |= {*map(id, held)}
            case ast.Subscript(value=ast.Name() as base) | ast.Return(value=ast.Name() as base):
                harmless.add(id(base))
            case ast.Attribute(value=ast.Name() as base, attr=name) if name in _METHODS:
                harmless.add(id(base))
            case ast.Call(func=ast.Name(id=name) as called, args=held) if name in _KEEP_NOTHING:
                harmless |= set() if is_of_file(called) else {*map(id, held)}
            case ast.Compare(left=left, comparators=held):
                harmless |= {id(left), *map(id, held)}
            case ast.ListComp(generators=clauses) | ast.SetComp(generators=clauses) | ast.DictComp(generators=clauses):
                harmless |= {id(clause.iter) for clause in clauses}
    kept = {
        part.id
        for part in parts
        if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load) and id(part) not in harmless
    }
    others = Counter(given_names(function)) - Counter(made) - Counter(grown)
    return frozenset(name for name in made if name not in others and name not in kept)


def _is_new(value: ast.expr) -> bool:
    """Whether nothing else holds the container."""
    match value:
        case ast.List() | ast.Dict() | ast.Set() | ast.ListComp() | ast.DictComp() | ast.SetComp():
            return True
        case ast.Call(func=ast.Name(id=name) as called):
            return name in _MAKE and not is_of_file(called)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return isinstance(left, ast.List) or isinstance(right, ast.List)
    return False
