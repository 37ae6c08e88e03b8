"""Attributes that a class has a value for, and its records get values of their own: `looks = 0` in the class, and
`self.looks += 1` in a method.

Where nothing asks the class itself, that is what `self.looks = 0` at the beginning of its `__init__` says.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.base_order import has_several
from faier.lang.placing import placed

_MARKERS = frozenset(["ABC", "Protocol", "Generic", "object"])


def with_own_values(tree: ast.Module) -> ast.Module:
    """The file, in which such attributes belong to the records alone."""
    stored = {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute) and _is_stored(part)}
    if not any(name in stored for node in _classes(tree) for name in _values(node)) or has_several(tree):
        return tree
    tree = copy.deepcopy(tree)
    for node in _classes(tree):
        for name, part in _values(node).items():
            if name in stored and _belongs_to_records(tree, node, name):
                _begin(node, name, part)
    return tree


def _classes(tree: ast.Module) -> list[ast.ClassDef]:
    return [node for node in tree.body if isinstance(node, ast.ClassDef)]


def _is_stored(part: ast.Attribute) -> bool:
    return isinstance(part.ctx, ast.Store) and isinstance(part.value, ast.Name)


def _values(node: ast.ClassDef) -> dict[str, ast.Assign | ast.AnnAssign]:
    """The class's own attributes with values that never change."""
    found: dict[str, ast.Assign | ast.AnnAssign] = {}
    if node.decorator_list or node.keywords:
        return found
    for part in node.body:
        match part:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if _is_constant(value) and not name.startswith("__"):
                found[name] = part
    return found


def _is_constant(value: ast.expr) -> bool:
    match value:
        case ast.Constant():
            return True
        case ast.UnaryOp(operand=operand):
            return _is_constant(operand)
        case ast.BinOp(left=left, right=right):
            return _is_constant(left) and _is_constant(right)
        case ast.Tuple(elts=parts):
            return all(map(_is_constant, parts))
    return False


def _belongs_to_records(tree: ast.Module, node: ast.ClassDef, name: str) -> bool:
    """Whether the attribute is this class's alone, and only records are asked for it."""
    classes = _classes(tree)
    named = {known.name for known in classes}
    start = _start(node)
    plain = all(isinstance(base, ast.Name) and base.id in _MARKERS - named for base in node.bases)
    if (start is None and not plain) or (start is not None and not start.args.args):
        return False
    heirs = _heirs(node, classes)
    if any(_gives(known, name) for known in classes if known is not node):
        return False
    if sum(name in _names_of(part) for part in node.body) != 1:
        return False
    if any(_begins_otherwise(known) for known in heirs):
        return False
    for known in (node, *heirs):
        for part in known.body:
            outside = [part] if not isinstance(part, ast.FunctionDef) else [part.args, *part.decorator_list]
            if any(
                isinstance(one, ast.Name) and one.id == name and isinstance(one.ctx, ast.Load)
                for whole in outside
                for one in ast.walk(whole)
            ):
                return False
            if isinstance(part, ast.FunctionDef) and part.decorator_list and _asks(part, name):
                return False
    return all(
        _is_record(part.value, named) and not isinstance(part.ctx, ast.Del)
        for part in ast.walk(tree)
        if isinstance(part, ast.Attribute) and part.attr == name
    )


def _gives(node: ast.ClassDef, name: str) -> bool:
    return any(name in _names_of(part) for part in node.body)


def _names_of(part: ast.stmt) -> set[str]:
    """The names that a statement of a class gives something."""
    if isinstance(part, ast.FunctionDef):
        return {part.name}
    return {one.id for one in ast.walk(part) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}


def _heirs(node: ast.ClassDef, classes: list[ast.ClassDef]) -> list[ast.ClassDef]:
    family = {node.name}
    found: list[ast.ClassDef] = []
    for known in classes:
        if any(isinstance(base, ast.Name) and base.id in family for base in known.bases):
            family.add(known.name)
            found.append(known)
    return found


def _begins_otherwise(node: ast.ClassDef) -> bool:
    """Whether its `__init__` does something before that of its base."""
    start = _start(node)
    if start is None:
        return bool(node.decorator_list)
    match start.body[1:] if ast.get_docstring(start) is not None else start.body:
        case [
            ast.Expr(
                value=ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name(id="super"), args=[]), attr="__init__"))
            ),
            *_,
        ]:
            return False
    return True


def _start(node: ast.ClassDef) -> ast.FunctionDef | None:
    return next((part for part in node.body if isinstance(part, ast.FunctionDef) and part.name == "__init__"), None)


def _asks(function: ast.FunctionDef, name: str) -> bool:
    """Whether a class method, or something like it, asks for the attribute."""
    if any(isinstance(mark, ast.Name) and mark.id == "property" for mark in function.decorator_list):
        return False
    return any(isinstance(part, ast.Attribute) and part.attr == name for part in ast.walk(function))


def _is_record(base: ast.expr, classes: set[str]) -> bool:
    """Whether it is no class that is asked."""
    match base:
        case ast.Name(id=name):
            return name not in classes and name != "cls"
        case ast.Attribute(attr=name):
            return name != "__class__"
        case ast.Subscript():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in classes
    return False


def _begin(node: ast.ClassDef, name: str, part: ast.Assign | ast.AnnAssign) -> None:
    node.body.remove(part)
    start = _start(node)
    if start is None:
        arguments = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
        start = ast.FunctionDef("__init__", arguments, [], [], None)
        start.type_params = []  # type: ignore[attr-defined,unused-ignore]
        first = 1 if ast.get_docstring(node) is not None else 0
        node.body.insert(first, placed(start, part))
    assert part.value is not None
    own = start.args.args[0].arg
    at = 1 if ast.get_docstring(start) is not None else 0
    target = ast.Attribute(ast.Name(own, ast.Load()), name, ast.Store())
    start.body.insert(at, placed(ast.Assign([target], part.value), part))
