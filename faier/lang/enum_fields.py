"""Members of an Enum whose values are tuples that `__init__` takes apart:

class Tier(Enum):                       class Tier(Enum):
    LOW = (1, 2)                            LOW = (1, 2)
    HIGH = (3, 9)                           HIGH = (3, 9)

    def __init__(self, lo, hi):             @property
        self.lo = lo                        def lo(self):
        self.hi = hi                            return self.value[0]
"""

from __future__ import annotations

import ast
import copy

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved

_ENUM = frozenset(["Enum", "enum.Enum"])


def with_enum_fields(tree: ast.Module) -> ast.Module:
    """The file, in which properties read what these `__init__` would keep."""
    if not any(_is_enum(node) and _start(node) is not None for node in occurring(tree, ast.ClassDef)):
        return tree
    if {"property", "Enum", "enum"} & {name for node in tree.body if not _imports(node) for name in given_names(node)}:
        return tree
    tree = copy.deepcopy(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and _is_enum(node):
            _take_apart(node, tree)
    return tree


def _imports(node: ast.stmt) -> bool:
    return isinstance(node, ast.Import | ast.ImportFrom)


def _is_enum(node: ast.ClassDef) -> bool:
    return (
        not node.keywords and not node.decorator_list and [ast.unparse(base) in _ENUM for base in node.bases] == [True]
    )


def _start(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)


def _take_apart(node: ast.ClassDef, tree: ast.Module) -> None:
    start = _start(node)
    if start is None or start.decorator_list:
        return
    args = start.args
    if args.vararg or args.kwarg or args.kwonlyargs or args.defaults or args.posonlyargs or len(args.args) < 2:
        return
    own, *names = [item.arg for item in args.args]
    fields: dict[str, str] = {}
    for line in start.body:
        match line:
            case ast.Assign(
                targets=[ast.Attribute(value=ast.Name(id=record), attr=field)], value=ast.Name(id=name)
            ) if record == own and name in names and field not in fields:
                fields[field] = name
            case ast.Expr(value=ast.Constant(value=str())):
                pass
            case _:
                return
    members = [part for part in node.body if isinstance(part, ast.Assign)]
    given = {name for part in node.body if part is not start for name in given_names(part)}
    others = [part for part in node.body if not isinstance(part, ast.Assign | ast.FunctionDef) and not _says(part)]
    if others or not members or not all(_has(part, len(names)) for part in members):
        return
    if {*fields} & (given | {"name", "value"}) or any(field.startswith("_") for field in fields):
        return
    if any(part.name.startswith("__") for part in node.body if isinstance(part, ast.FunctionDef) and part is not start):
        return
    stored = [part for part in ast.walk(tree) if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load)]
    inside = {id(part) for part in ast.walk(start)}
    if any(part.attr in fields and id(part) not in inside for part in stored):
        return
    texts = [
        f"@property\ndef {field}(self):\n return self.value{'' if len(names) == 1 else f'[{names.index(name)}]'}"
        for field, name in fields.items()
    ]
    place = node.body.index(start)
    node.body[place : place + 1] = [moved(ast.parse(text).body[0], start) for text in texts]


def _has(part: ast.Assign, count: int) -> bool:
    """Whether the value of the member is so many arguments of `__init__`."""
    match part.value:
        case ast.Tuple(elts=items):
            return count > 1 and len(items) == count and not any(isinstance(item, ast.Starred) for item in items)
        case ast.Constant() | ast.UnaryOp(operand=ast.Constant()):
            return count == 1
    return False


def _says(part: ast.stmt) -> bool:
    return isinstance(part, ast.Pass) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
