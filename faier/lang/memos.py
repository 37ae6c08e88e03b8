"""Functions with a cache: `@cache` and `@lru_cache` above what draws nothing are as if they were not there.

That is so where calls with equal arguments give equal values of the same types, and nobody can change what is kept. So
a function that is read without its cache says at its beginning what its arguments must be, and of what it returns that
it cannot change. Where something is drawn the cache stays, and is refused: it would keep the first draw.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang import names
from faier.lang.comparing import hashable
from faier.lang.failures import WRONG_KIND, Failure, kind_of
from faier.lang.occurring import occurring
from faier.lang.records import shape_of
from faier.lang.values import ENUMS, Infinite, Real, Sequence, Value
from faier.lang.vocabulary import VOCABULARY

_CACHES = ("functools.cache", "functools.lru_cache")
KEYS, KEPT = _CACHES  # in a function that is read without its cache: what its arguments are asked, and what it returns


def with_memos(tree: ast.Module) -> ast.Module:
    """The file without the caches that make no difference."""
    if not any(part.name == "functools" for part in occurring(tree, ast.alias)) and not any(
        isinstance(node, ast.ImportFrom) and node.module == "functools" for node in tree.body
    ):
        return tree
    origins = _origins(tree)
    cached = [node for node in tree.body if isinstance(node, ast.FunctionDef) and _cache_of(node, origins) is not None]
    if not cached:
        return tree
    tree = copy.deepcopy(tree)
    taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}
    taken |= {name for name, _ in names.bindings(tree.body)}
    keys, kept = (names.fresh(name, taken) for name in ("keys", "kept"))
    found = False
    reached = _Reached(tree)
    for node in tree.body:
        if (
            isinstance(node, ast.FunctionDef)
            and (cache := _cache_of(node, origins)) is not None
            and reached.rests(node)
        ):
            node.decorator_list.remove(cache)
            _guard(node, keys, kept)
            found = True
    if found:
        aliases = [ast.alias("cache", keys), ast.alias("lru_cache", kept)]
        at = max(at for at, node in enumerate(tree.body) if isinstance(node, (ast.Import, ast.ImportFrom)))
        made = ast.copy_location(ast.ImportFrom("functools", aliases, 0), tree.body[at])
        for alias in aliases:
            ast.copy_location(alias, tree.body[at])
        tree.body.insert(at + 1, made)
    return tree


def _origins(tree: ast.Module) -> dict[str, str]:
    """The names under which the caches stand in the file."""
    found: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="functools", level=0):
                found |= {item.asname or item.name: f"functools.{item.name}" for item in node.names}
            case ast.Import():
                for item in node.names:
                    if item.name == "functools":
                        found |= {f"{item.asname or item.name}.{name.partition('.')[2]}": name for name in _CACHES}
    bound = [name for name, node in names.bindings(tree.body) if not isinstance(node, ast.alias)]
    return {name: origin for name, origin in found.items() if origin in _CACHES and name.partition(".")[0] not in bound}


def _cache_of(node: ast.FunctionDef, origins: dict[str, str]) -> ast.expr | None:
    """The decorator that is a cache, if it is the only one."""
    if len(node.decorator_list) != 1:
        return None
    (decorator,) = node.decorator_list
    named, plain = decorator, True
    if isinstance(decorator, ast.Call):
        named = decorator.func
        given = [*decorator.args, *(item.value for item in decorator.keywords)]
        plain = all(isinstance(item, ast.Constant) for item in given)
    origin = origins.get(ast.unparse(named)) if isinstance(named, (ast.Name, ast.Attribute)) else None
    called = isinstance(decorator, ast.Call)
    fits = origin is not None and plain and not (called and origin == "functools.cache")
    return decorator if fits else None


class _Reached:
    """What functions come upon, by the names that they mention."""

    def __init__(self, tree: ast.Module) -> None:
        self.top: dict[str, list[ast.AST]] = {}
        self.methods: dict[str, list[ast.AST]] = {}
        self.foreign: set[str] = set()  # names of which the text is not here
        self.faier: set[str] = set()
        self.words: dict[str, str] = {}
        for node in tree.body:
            match node:
                case ast.ImportFrom(module="faier", level=0):
                    self.words |= {item.asname or item.name: item.name for item in node.names}
                case ast.ImportFrom(module=module, level=level):
                    if level or (module or "").partition(".")[0] not in _QUIET:
                        self.foreign |= {item.asname or item.name for item in node.names}
                case ast.Import():
                    for item in node.names:
                        name = (item.asname or item.name).partition(".")[0]
                        self.faier |= {name} if item.name == "faier" else set()
                        known = item.name == "faier" or item.name.partition(".")[0] in _QUIET
                        self.foreign |= set() if known else {name}
                case _:
                    for name, _ in names.bindings([node]):
                        self.top.setdefault(name, []).append(node)
        for part in ast.walk(tree):
            if isinstance(part, ast.ClassDef):
                for method in part.body:
                    if isinstance(method, ast.FunctionDef):
                        self.methods.setdefault(method.name, []).append(method)

    def rests(self, function: ast.FunctionDef) -> bool:
        """Whether nothing is drawn there, shown, or made to change."""
        own = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)}
        if function.args.vararg or function.args.kwarg:
            return False
        seen: set[int] = set()
        waiting: list[ast.AST] = [function]
        while waiting:
            node = waiting.pop()
            if id(node) in seen:
                continue
            seen.add(id(node))
            for part in ast.walk(node):
                match part:
                    case ast.Yield() | ast.YieldFrom() | ast.Nonlocal() | ast.Global() if node is function:
                        return False
                    case ast.Call(func=ast.Name(id=name)) if node is function and name in own:
                        return False
                    case ast.Name(id=name):
                        if name in self.foreign or self._draws(self.words.get(name, "")):
                            return False
                        waiting += self.top.get(name, [])
                    case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in self.faier and self._draws(attr):
                        return False
                    case ast.Attribute(value=ast.Constant() | ast.JoinedStr()):
                        pass  # a method of a text: no class of the file has it
                    case ast.Attribute(attr=attr):
                        waiting += self.methods.get(attr, [])
        return True

    def _draws(self, word: str) -> bool:
        return word in VOCABULARY and VOCABULARY[word].place in ("draw", "mark")


_QUIET = frozenset(
    ("faier", "math", "itertools", "functools", "operator", "fractions", "collections", "dataclasses", "enum", "typing")
) | {"statistics", "bisect", "heapq", "abc", "copy", "hashlib", "string", "zlib", "__future__"}


def _guard(node: ast.FunctionDef, keys: str, kept: str) -> None:
    """Says what the arguments must be, and of each value that is returned that it cannot change."""
    arguments = [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
    given: list[ast.expr] = []
    for argument in arguments:
        match argument.annotation:
            case (
                ast.Name(id="bool" | "float" | "Fraction" as declared)
                | ast.Constant(value="bool" | "float" | "Fraction" as declared)
            ):
                kind = str(declared)
            case _:
                kind = ""
        given += [ast.Constant(kind), ast.Name(argument.arg, ast.Load())]
    asked = ast.Assert(ast.Call(ast.Name(keys, ast.Load()), given, []))
    first = 1 if ast.get_docstring(node) is not None else 0
    for part in list(_returns(node)):
        if part.value is not None:
            part.value = ast.Call(ast.Name(kept, ast.Load()), [part.value], [])
    if given:
        node.body.insert(first, asked)
    for inner in ast.walk(node):
        if "lineno" in inner._attributes and not hasattr(inner, "lineno"):
            ast.copy_location(inner, node)


def _returns(node: ast.FunctionDef) -> Iterator[ast.Return]:
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Return):
            yield part
        if not isinstance(part, (ast.FunctionDef, ast.Lambda, ast.ClassDef)):
            waiting += ast.iter_child_nodes(part)


# What is asked when it runs.


def asked_keys(*given: Value) -> Value:
    """Whether equal arguments are alike: each is told with the type that is declared."""
    for declared, value in zip(given[::2], given[1::2], strict=True):
        hashable(value)
        if not _is_alike(value, str(declared)):
            message = f"a cache takes {kind_of(value)} for what is equal to it: 1, True and 1.0 are one key"
            hint = "declare the parameter, `x: bool`, or pass numbers of one kind: int(...)"
            raise Failure(WRONG_KIND, message, hint)
    return True


def _is_alike(value: Value, declared: str) -> bool:
    """Whether what is equal to the value, and may stand there, is the same."""
    if isinstance(value, Sequence):
        shape = shape_of(value)
        if shape is not None and shape.kind in ENUMS:
            return shape.kind == "Enum"
        return (
            shape is None
            and value.kind in ("tuple", "range", "bytes", "frozenset")
            and all(_is_alike(item, "") for item in value.items)
        )
    if isinstance(value, bool):
        return declared == "bool"
    if isinstance(value, Real):
        return declared == ("Fraction" if value.machine == "fraction" else "float") and value.machine != "symbolic"
    return declared == "" and not isinstance(value, Infinite)


def unchanging(value: Value) -> Value:
    """The value, which others hold too: nobody may change it."""
    return value
