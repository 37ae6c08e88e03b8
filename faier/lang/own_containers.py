"""Containers that a function makes, and changes: nobody else sees that.

    kept = defaultdict(list)
    kept[row.user].append(row)     bucket = kept[row.user]; bucket.append(row)
    counts[value] += 1

What is in such a container is the function's own, too, where it puts nothing in but what it makes itself.
"""

from __future__ import annotations

import ast
from collections.abc import Callable

from faier.lang import changes, names

_CONTAINERS = frozenset(["list", "dict", "set"])
_OF_LIBRARY = frozenset(["collections.Counter", "collections.defaultdict", "collections.deque"])
_READING = frozenset(["append", "appendleft", "add", "pop", "popleft", "popitem", "remove", "discard", "clear", "sort"])
_ADDING = frozenset(["append", "appendleft", "add"])
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
_PLAIN = (ast.Constant, ast.Compare, ast.UnaryOp, ast.JoinedStr)


class OwnContainers:
    """`origin` tells where a function comes from: "list", "collections.Counter"; nothing where that is not known."""

    def __init__(self, function: ast.FunctionDef, origin: Callable[[ast.expr], str]) -> None:
        self.origin = origin
        self.parts = list(ast.walk(function))
        bound = [name for name, _ in names.bindings(function.body)]
        values: dict[str, list[ast.expr]] = {}
        for part in self.parts:
            match part:
                case ast.Assign(targets=[ast.Name(id=name)], value=value):
                    values.setdefault(name, []).append(value)
                case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
                    values.setdefault(name, []).append(value)
                case ast.Assign(targets=[ast.Tuple(elts=several)], value=ast.Tuple(elts=made)):
                    if len(several) == len(made) and not any(isinstance(item, ast.Starred) for item in several + made):
                        for target, value in zip(several, made, strict=True):
                            values.setdefault(target.id if isinstance(target, ast.Name) else "", []).append(value)
        inside = {name for part in self.parts if isinstance(part, ast.Nonlocal | ast.Global) for name in part.names}
        turns = [part.target for part in self.parts if isinstance(part, ast.comprehension)]
        inside |= {part.id for target in turns for part in ast.walk(target) if isinstance(part, ast.Name)}
        given = {part.arg for part in self.parts if isinstance(part, ast.arg)} | inside
        added = [part.target.id for part in self.parts if _adds_to_name(part)]  # type: ignore[attr-defined]
        alone = {
            name: found
            for name, found in values.items()
            if bound.count(name) == len(found) + added.count(name) and name not in given
        }
        self.own = {name for name, found in alone.items() if all(map(self.is_new, found))}
        self.numbers = {name for name, found in alone.items() if all(map(_is_plain, found))}
        self.deep = {name for name in self.own if all(map(self.is_empty, values[name])) and self.keeps_own(name)}
        self.items = {name for name, found in alone.items() if all(map(self.is_item, found))}

    def is_new(self, value: ast.expr) -> bool:
        if isinstance(value, _DISPLAYS):
            return True
        return isinstance(value, ast.Call) and self.origin(value.func) in _CONTAINERS | _OF_LIBRARY

    def is_empty(self, value: ast.expr) -> bool:
        """Whether nothing is in it that others have, now or by what a defaultdict makes."""
        match value:
            case ast.List(elts=items) | ast.Set(elts=items) | ast.Dict(values=items):
                return all(map(self.is_made, items))
            case ast.ListComp(elt=item) | ast.SetComp(elt=item) | ast.DictComp(value=item):
                return self.is_made(item)
            case ast.Call(args=[], keywords=[]):
                return True
            case ast.Call(func=function, args=[ast.Name() as made], keywords=[]):
                known = _CONTAINERS | _OF_LIBRARY | {"int", "bool", "str"}
                return self.origin(function) == "collections.defaultdict" and self.origin(made) in known
        return False

    def is_made(self, value: ast.expr) -> bool:
        """Whether it is a plain value, or a container that is made there with nothing of others in it."""
        if _is_plain(value):
            return True
        return self.is_new(value) and self.is_empty(value)

    def keeps_own(self, name: str) -> bool:
        """Whether the function puts into it, under this name, only what it makes itself."""
        for part in self.parts:
            match part:
                case ast.Assign(targets=targets, value=value):
                    for target in targets:
                        if isinstance(target, ast.Subscript) and _is(target.value, name) and not self.is_made(value):
                            return False
                case ast.For(target=target) | ast.comprehension(target=target) | ast.withitem(optional_vars=target):
                    stored = [] if target is None else list(ast.walk(target))
                    if any(isinstance(item, ast.Subscript) and _is(item.value, name) for item in stored):
                        return False
                case ast.Tuple(elts=items, ctx=ast.Store()) | ast.List(elts=items, ctx=ast.Store()):
                    if any(isinstance(item, ast.Subscript) and _is(item.value, name) for item in items):
                        return False
                case ast.AugAssign(target=ast.Name(id=known)) if known == name:
                    return False
                case ast.Call(func=ast.Attribute(value=ast.Name(id=known), attr=attr), args=args) if known == name:
                    if attr == "setdefault" and len(args) == 2 and self.is_made(args[1]):
                        continue
                    if attr in changes.NAMES - _READING or (attr in _ADDING and not all(map(self.is_made, args))):
                        return False
        return True

    def is_item(self, value: ast.expr) -> bool:
        """Whether it is something that is in a container of which all items are the function's own."""
        match value:
            case ast.Subscript(value=ast.Name(id=name), slice=at):
                return name in self.deep and not isinstance(at, ast.Slice)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="setdefault"), args=[_, _]):
                return name in self.deep
        return False

    def is_changed_alone(self, target: ast.expr) -> bool:
        """Whether what is changed by a change of `target` itself, such as `target.append(1)`, is the function's own."""
        if isinstance(target, ast.Name):
            return target.id in self.own | self.items
        return self.is_item(target)

    def is_added_alone(self, target: ast.expr) -> bool:
        """The same of `target += value`."""
        match target:
            case ast.Name(id=name):
                return name in self.own | self.items | self.numbers
            case ast.Subscript(value=ast.Name(id=name)):
                return name in self.deep
        return False


def _is(node: ast.expr, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _adds_to_name(part: ast.AST) -> bool:
    return isinstance(part, ast.AugAssign) and isinstance(part.target, ast.Name)


def _is_plain(value: ast.expr) -> bool:
    """Whether it is a number, a text, or something else that nothing changes."""
    match value:
        case ast.BinOp(left=left, op=operator, right=right):
            either = not isinstance(operator, ast.Mult)  # `[values] * 2` has the values in it, `values + 1` is no list
            return (_is_plain(left) and _is_plain(right)) or (either and (_is_plain(left) or _is_plain(right)))
        case ast.Tuple(elts=items):
            return all(map(_is_plain, items))
        case ast.IfExp(body=body, orelse=other):
            return _is_plain(body) and _is_plain(other)
        case ast.Call(func=ast.Name(id="len" | "abs" | "int")):
            return True
    return isinstance(value, _PLAIN)
