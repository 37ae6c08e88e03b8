"""Decorators of the file's own, and caches, written out; a decorator here makes functions, and does nothing else.

    @tag(2)                      what is mentioned as `f` is `tag(2)(f undecorated)`
    def f(x): ...

A function with a cache is the function alone where it draws nothing, what it is given is told apart by being equal, and
what it returns cannot change: `#key` and `#kept` see to that in runs. `@wraps(f)` says nothing that anything reads.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy

from .file import DRAWS
from .method_names import METHODS
from .outcome import Hole
from .rewriting import bound_names
from .scopes import parameters_of

KEY, KEPT = "#key", "#kept"
_WORDS = frozenset(["cache", "lru_cache", "wraps"])


def decorated(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    functions = {node.name: node for node in statements if isinstance(node, ast.FunctionDef)}
    if not any(node.decorator_list for item in functions.values() for node in _functions(item)):
        return statements
    decorating = _Decorating(statements, functions)
    for at, node in enumerate(statements):
        if isinstance(node, ast.FunctionDef):
            decorating.without(node, at)
    for node in functions.values():
        node.body = [decorating.visit(part) for part in node.body]
    return tuple(node for node in statements if not isinstance(node, ast.ImportFrom) or decorating.left(node))


def _functions(node: ast.FunctionDef) -> Iterator[ast.FunctionDef]:
    return (part for part in ast.walk(node) if isinstance(part, ast.FunctionDef))


class _Decorating(ast.NodeTransformer):
    """`made` is what the functions come to that have decorators."""

    def __init__(self, statements: tuple[ast.stmt, ...], functions: dict[str, ast.FunctionDef]) -> None:
        self.functions = functions
        self.bound = Counter(name for node in statements for name in bound_names(node))
        self.places = {node.name: at for at, node in enumerate(statements) if isinstance(node, ast.FunctionDef)}
        self.made: dict[str, ast.expr] = {}
        self.words: dict[str, str] = {}
        self.draws = {"faier"}
        for node in statements:
            for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []:
                name = alias.asname or alias.name
                if isinstance(node, ast.Import):
                    self.words |= {f"{name}.{word}": word for word in _WORDS if alias.name == "functools"}
                    self.draws |= {name} if alias.name == "faier" else set()
                elif (
                    isinstance(node, ast.ImportFrom)
                    and node.module == "functools"
                    and alias.name in _WORDS
                    and self.bound[name] == 1
                ):
                    self.words[name] = alias.name
                elif alias.name in DRAWS:
                    self.draws.add(name)

    def left(self, node: ast.ImportFrom) -> bool:
        """Whether something is imported that is not known here."""
        if node.module == "functools":
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in self.words]
        return bool(node.names)

    def word(self, node: ast.expr) -> str:
        return self.words.get(ast.unparse(node.func if isinstance(node, ast.Call) else node), "")

    def without(self, node: ast.FunctionDef, at: int) -> None:
        """The function without the decorators that are known here."""
        for inner in _functions(node):
            inner.decorator_list = [item for item in inner.decorator_list if not self.is_wraps(item)]
        known = [self.word(item) in ("cache", "lru_cache") or self.is_own(item, at) for item in node.decorator_list]
        if not known or not all(known):
            return
        if self.bound[node.name] > 1:
            raise Hole("the name of a function with a decorator is that of something else")
        title, name = f"{node.name} undecorated", node.name
        made: ast.expr = ast.Name(title, ast.Load())
        for item in reversed(node.decorator_list):
            if not self.word(item):
                made = ast.Call(item, [made], [])
            elif isinstance(made, ast.Name):
                self.remember(node, item)
            else:
                raise Hole("a cache around something else than a function of the file")
        node.decorator_list = []
        if isinstance(made, ast.Call):
            node.name, self.made[name] = title, ast.copy_location(made, node)

    def is_wraps(self, item: ast.expr) -> bool:
        plain = isinstance(item, ast.Call) and len(item.args) == 1 and isinstance(item.args[0], ast.Name)
        return plain and self.word(item) == "wraps" and isinstance(item, ast.Call) and not item.keywords

    def is_own(self, item: ast.expr, at: int) -> bool:
        """Whether it is a function above that makes functions alone, or what such a one makes of constants."""
        layers, called = 1, item
        while isinstance(called, ast.Call):
            given = [*called.args, *(part.value for part in called.keywords)]
            if not all(map(_is_constant, given)):
                return False
            layers, called = layers + 1, called.func
        node = self.functions.get(called.id) if isinstance(called, ast.Name) else None
        if node is None or self.bound[node.name] > 1 or self.places[node.name] > at or node.decorator_list:
            return False
        given = [part for inner in _functions(node) for part in (*inner.args.defaults, *inner.args.kw_defaults) if part]
        if not all(map(_is_constant, given)):  # Python works them out where it decorates, once
            return False
        for _ in range(layers):
            inner = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)} if node else {}
            match node.body[-1] if node else None:
                case ast.Return(value=ast.Name(id=name)) if name in inner and node is not None:
                    others = [part for part in node.body[:-1] if not isinstance(part, ast.FunctionDef)]
                    if not all(isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant) for part in others):
                        return False
                    node = inner[name]
                case _:
                    return False
        return True

    def remember(self, node: ast.FunctionDef, item: ast.expr) -> None:
        """The function looks at what it is given, and at what it returns, as a cache does."""
        given = [*item.args, *(part.value for part in item.keywords)] if isinstance(item, ast.Call) else []
        names = [part.arg for part in item.keywords] if isinstance(item, ast.Call) else []
        if len(given) > 2 or not {*names} <= {"maxsize", "typed"} or not all(map(_is_plain, given)):
            raise Hole("a cache of this kind")
        if any(isinstance(part, (ast.Yield, ast.YieldFrom)) for part in ast.walk(node)) or self.may_draw(node):
            raise Hole("a function with a cache that may draw")
        for part in ast.walk(node):
            if isinstance(part, ast.Return) and part.value is not None:
                part.value = ast.copy_location(ast.Call(ast.Name(KEPT, ast.Load()), [part.value], []), part.value)
        keys: list[ast.expr] = [
            ast.Call(ast.Name(KEY, ast.Load()), [ast.Name(name, ast.Load())], []) for name in parameters_of(node.args)
        ]
        looked = ast.Assign([ast.Name("#given", ast.Store())], ast.Tuple(keys, ast.Load()))
        node.body.insert(0, ast.fix_missing_locations(ast.copy_location(looked, node)))

    def may_draw(self, node: ast.FunctionDef) -> bool:
        """Whether it, or a function that it mentions, mentions a draw, or calls what is worked out."""
        waiting, seen = [node], {node.name}
        while waiting:
            inside = waiting.pop()
            if not all(self.word(item) for item in inside.decorator_list) or inside.name not in self.functions:
                return True
            for part in (part for item in inside.body for part in ast.walk(item)):
                match part:
                    case ast.Name(id=name) if name in self.draws:
                        return True
                    case ast.Name(id=name) if name in self.functions and name not in seen:
                        seen.add(name)
                        waiting.append(self.functions[name])
                    case ast.Call(func=ast.Name(id=name)):
                        if name in self.made or (self.bound[name] and name not in self.functions):
                            return True
                    case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS:
                        pass
                    case ast.Call() | ast.FunctionDef() | ast.Lambda():
                        return True
        return False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        made = self.made.get(node.id)
        return node if made is None else ast.copy_location(deepcopy(made), node)


def _is_constant(node: ast.expr) -> bool:
    match node:
        case ast.BinOp(
            left=left, op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div(), right=ast.Constant(value=int() as n)
        ):
            return n != 0 and _is_number(left)
    return isinstance(node, ast.Constant)


def _is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int)


def _is_plain(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, int))
