"""Which methods of the file's classes a call may run, as far as its text says.

analyzer.histogram(...)              every method of this name
Graph(...)                           `__init__` of the class
shuffler = Shuffler(); shuffler(...) `__call__` of the class
"""

from __future__ import annotations

import ast
from collections import Counter, deque
from collections.abc import Container, Mapping
from fractions import Fraction

_OF_PYTHON = {name for kind in (str, tuple, list, dict, set, deque, Counter, Fraction) for name in dir(kind)}
# Python's own of these names only compare what they are given.
COMPARING = frozenset(["count", "index"])
OTHERS_OF_PYTHON = frozenset(_OF_PYTHON) - COMPARING
_PLACES_BEFORE = {"": 1, "classmethod": 1, "staticmethod": 0}


class OwnMethods:
    def __init__(self, tree: ast.Module, bound: Mapping[str, int]) -> None:
        found = [node for node in tree.body if isinstance(node, ast.ClassDef)]
        self.classes = {node.name: node for node in found if bound.get(node.name) == 1 and not node.keywords}
        self.named: dict[str, list[ast.FunctionDef]] = {}
        self.fields: set[str] = set()
        for part in ast.walk(tree):
            match part:
                case ast.ClassDef(body=body):
                    self.look(body)
                case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()):
                    self.fields.add(name)
        inside = [part for node in ast.walk(tree) if isinstance(node, ast.ClassDef) for part in node.body]
        values = [part.value for part in inside if isinstance(part, ast.Assign | ast.AnnAssign)]
        self.shares = not all(map(_is_still, values))  # something that may change and is not of one object alone
        self.follows_bases = any(isinstance(part, ast.Name) and part.id == "super" for part in ast.walk(tree))

    def look(self, body: list[ast.stmt]) -> None:
        for part in body:
            match part:
                case ast.FunctionDef(name=name):
                    self.named.setdefault(name, []).append(part)
                case ast.Assign() | ast.AnnAssign():
                    targets = part.targets if isinstance(part, ast.Assign) else [part.target]
                    inside = [item for target in targets for item in ast.walk(target)]
                    self.fields |= {item.id for item in inside if isinstance(item, ast.Name)}

    def called(
        self,
        function: ast.expr,
        objects: Mapping[str, str],
        functions: Container[str],
        python: frozenset[str] = frozenset(_OF_PYTHON),
    ) -> list[tuple[ast.FunctionDef, int]]:
        """The methods, with how many of their parameters come before the first argument; none where others may run:
        those of `python` are also methods of its own values."""
        match function:
            case ast.Name(id=name) if name in objects:
                return self.of_class(objects[name], "__call__")
            case ast.Name(id=name) if name in self.classes and "__new__" not in self.named:
                return self.of_class(name, "__init__")
            case ast.Attribute(value=holder, attr=name) if name in self.named:
                if name in self.fields or name in python or name in functions or self.is_class(holder):
                    return []
                ways = [(part, _before(part)) for part in self.named[name] if not self.is_declared(part)]
                known = [(part, at) for part, at in ways if at is not None]
                return known if len(known) == len(ways) else []
        return []

    def of_class(self, name: str, method: str) -> list[tuple[ast.FunctionDef, int]]:
        made = [part for part in self.classes[name].body if isinstance(part, ast.FunctionDef) and part.name == method]
        return [(made[0], 1)] if len(made) == 1 and not made[0].decorator_list else []

    def is_class(self, node: ast.expr) -> bool:
        return isinstance(node, ast.Name) and node.id in self.classes

    def is_declared(self, method: ast.FunctionDef) -> bool:
        """Whether the method says only what others of its name do: nothing ever runs it."""
        abstract = any(ast.unparse(item).rpartition(".")[2] == "abstractmethod" for item in method.decorator_list)
        return abstract and not self.follows_bases and all(map(_says_nothing, method.body))

    def objects(self, function: ast.FunctionDef, spots: Mapping[str, int]) -> dict[str, str]:
        """The variables that hold an object each from the beginning to the end, and its class."""
        found: dict[str, str] = {}
        for node in ast.walk(function):
            match node:
                case ast.Assign(targets=[target], value=value):
                    pairs = parted(target, value)
                case ast.AnnAssign(target=target, value=ast.expr() as value):
                    pairs = [(target, value)]
                case _:
                    continue
            for one, made in pairs:
                match one, made:
                    case ast.Name(id=name), ast.Call(func=ast.Name(id=kind)) if spots.get(name) == 1:
                        found |= {name: kind} if kind in self.classes else {}
        return found


def _before(method: ast.FunctionDef) -> int | None:
    words = [ast.unparse(item) for item in method.decorator_list]
    return _PLACES_BEFORE.get(words[0] if words else "") if len(words) < 2 else None


def parted(target: ast.expr, value: ast.expr) -> list[tuple[ast.expr, ast.expr]]:
    """Each name that is given a value, and that value."""
    match target, value:
        case (ast.Tuple(elts=targets), ast.Tuple(elts=values)) if len(targets) == len(values):
            starred = any(isinstance(item, ast.Starred) for item in (*targets, *values))
            return [] if starred else list(zip(targets, values, strict=True))
    return [(target, value)]


def _says_nothing(node: ast.stmt) -> bool:
    match node:
        case ast.Pass() | ast.Expr(value=ast.Constant()):
            return True
        case ast.Raise(exc=ast.Name(id="NotImplementedError") | ast.Call(func=ast.Name(id="NotImplementedError"))):
            return True
    return False


def _is_still(value: ast.expr | None) -> bool:
    """Whether it is a number or a text, or made for each record."""
    match value:
        case None | ast.Constant() | ast.Name() | ast.Call(func=ast.Name(id="field" | "Fraction")):
            return True
        case ast.UnaryOp(operand=inner):
            return _is_still(inner)
        case ast.BinOp(left=left, right=right):
            return _is_still(left) and _is_still(right)
        case ast.Tuple(elts=items):
            return all(map(_is_still, items))
    return False
