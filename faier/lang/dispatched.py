"""`@singledispatch`: a function for each class of its first argument is one function that asks for the class.

`f.register` gives each function a name of its own; the most derived class is asked for first, as Python does.
"""

from __future__ import annotations

import ast
import builtins
import collections
import copy
import fractions
from collections.abc import Iterator, Mapping
from types import ModuleType

from faier.lang.base_order import has_several
from faier.lang.instances import BUILT_IN, COLLECTIONS
from faier.lang.names import fresh, given_names
from faier.lang.placing import placed

_MODULES: dict[str, ModuleType] = {"collections": collections, "fractions": fractions, "faier": fractions}


def with_dispatched(tree: ast.Module) -> ast.Module:
    """The file without `singledispatch`, where what it dispatches to is known."""
    names = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.ImportFrom) and node.module == "functools"
        for alias in node.names
        if alias.name == "singledispatch"
    }
    modules = {
        alias.asname or alias.name
        for node in tree.body
        if isinstance(node, ast.Import)
        for alias in node.names
        if alias.name == "functools"
    }
    if not names and not modules:
        return tree
    heads = [node for node in tree.body if isinstance(node, ast.FunctionDef) and _is_head(node, names, modules)]
    if not heads or has_several(tree):
        return tree
    tree = copy.deepcopy(tree)
    done = [
        _dispatch(tree, node)
        for node in list(tree.body)
        if isinstance(node, ast.FunctionDef) and _is_head(node, names, modules)
    ]
    if all(done):
        _forget(tree, names)
    return tree


def _is_head(node: ast.FunctionDef, names: set[str], modules: set[str]) -> bool:
    match node.decorator_list:
        case [ast.Name(id=name)]:
            return name in names
        case [ast.Attribute(value=ast.Name(id=module), attr="singledispatch")]:
            return module in modules
    return False


def _dispatch(tree: ast.Module, head: ast.FunctionDef) -> bool:
    """Whether it was written out."""
    registered: list[tuple[ast.expr, ast.FunctionDef]] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and any(_is_of(mark, head.name) for mark in node.decorator_list):
            kind = _kind(node, head.name)
            if kind is None or not _same(head, node):
                return False
            registered += [(one, node) for one in _alternatives(kind)]
    mentions = sum(
        isinstance(part, ast.Attribute) and isinstance(part.value, ast.Name) and part.value.id == head.name
        for part in ast.walk(tree)
    )
    functions = {id(node): node for _, node in registered}
    kinds = [kind.id for kind, _ in registered if isinstance(kind, ast.Name)]
    known, python = _classes(tree), _of_python(tree)
    others = [name for name in kinds if name not in python and name not in known]
    if others and len(kinds) > kinds.count("object") + 1:  # which of several comes first is not known
        return False
    plain = len(kinds) == len(registered) == len(set(kinds)) and mentions == len(functions)
    if not plain or _yields(head) or any(map(_yields, functions.values())):
        return False
    taken = {part.name for part in tree.body if isinstance(part, ast.FunctionDef | ast.ClassDef)}
    names = [node.name for node in tree.body if isinstance(node, ast.FunctionDef)]
    for node in functions.values():
        node.decorator_list = []
        if node.name == "_" or names.count(node.name) > 1:
            node.name = fresh(f"{head.name}_of", taken)
        taken.add(node.name)
    first = head.args.args[0].arg
    asked: list[ast.stmt] = []
    for kind, node in sorted(registered, key=lambda pair: _rank(pair[0], known, python)):
        if isinstance(kind, ast.Name) and kind.id == "object":
            asked.append(placed(ast.Return(_passed_on(head, node)), node))
            continue
        test = ast.Call(ast.Name("isinstance", ast.Load()), [ast.Name(first, ast.Load()), kind], [])
        asked.append(placed(ast.If(test, [ast.Return(_passed_on(head, node))], []), node))
    head.decorator_list = []
    text = [part for part in head.body[:1] if ast.get_docstring(head) is not None]
    rest = head.body[len(text) :]
    if rest and isinstance(rest[0], ast.Pass):
        rest = [placed(ast.Return(None), head)]
    head.body = [*text, *asked, *rest]
    head.args.posonlyargs, head.args.args = head.args.args[:1], head.args.args[1:]
    tree.body.remove(head)
    last = max(tree.body.index(node) for node in functions.values()) if functions else -1
    tree.body.insert(last + 1, head)
    return True


def _is_of(mark: ast.expr, name: str) -> bool:
    match mark:
        case ast.Attribute(value=ast.Name(id=found), attr="register"):
            return found == name
        case ast.Call(func=function):
            return _is_of(function, name)
    return False


def _kind(node: ast.FunctionDef, name: str) -> ast.expr | None:
    """The class that the function is for."""
    match node.decorator_list, node.args.args:
        case [ast.Attribute()], [ast.arg(annotation=ast.expr() as kind), *_]:
            return kind
        case [ast.Call(args=[kind], keywords=[])], [_, *_]:
            return kind
    return None


def _alternatives(kind: ast.expr) -> Iterator[ast.expr]:
    """`int | str` stands for both."""
    match kind:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            yield from _alternatives(left)
            yield from _alternatives(right)
        case ast.Constant(value=str(text)) if text.isidentifier():
            yield placed(ast.Name(text, ast.Load()), kind)
        case _:
            yield kind


def _same(head: ast.FunctionDef, other: ast.FunctionDef) -> bool:
    """Whether both are called in the same ways."""
    one, two = head.args, other.args
    if one.vararg or one.kwarg or two.vararg or two.kwarg or one.posonlyargs or two.posonlyargs or not one.args:
        return False
    if [item.arg for item in one.args[1:]] != [item.arg for item in two.args[1:]]:
        return False
    named = sorted(item.arg for item in one.kwonlyargs) == sorted(item.arg for item in two.kwonlyargs)
    return named and _defaults(one) == _defaults(two)


def _defaults(given: ast.arguments) -> list[tuple[str, str]]:
    named = zip(given.kwonlyargs, given.kw_defaults, strict=True)
    positional = zip(given.args[len(given.args) - len(given.defaults) :], given.defaults, strict=True)
    pairs = [*positional, *((item, value) for item, value in named if value is not None)]
    return sorted((item.arg, ast.dump(value)) for item, value in pairs)


def _passed_on(head: ast.FunctionDef, node: ast.FunctionDef) -> ast.Call:
    given: list[ast.expr] = [ast.Name(item.arg, ast.Load()) for item in head.args.args]
    named = [ast.keyword(item.arg, ast.Name(item.arg, ast.Load())) for item in head.args.kwonlyargs]
    return ast.Call(ast.Name(node.name, ast.Load()), given, named)


def _classes(tree: ast.Module) -> dict[str, ast.ClassDef]:
    return {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}


def _of_python(tree: ast.Module) -> dict[str, type]:
    """Python's own classes that are asked for, by the names that the file has for them."""
    given = given_names(tree)
    found: dict[str, type] = {name: getattr(builtins, name) for name in {*BUILT_IN, "object"} - {*given}}
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module in _MODULES and not node.level:
            for alias in node.names:
                name = alias.asname or alias.name
                if given.count(name) == 1 and alias.name in {*COLLECTIONS, "Fraction"}:
                    made = getattr(_MODULES[node.module], alias.name, None)
                    found |= {name: made} if isinstance(made, type) else {}
    return found


def _rank(kind: ast.expr, known: Mapping[str, ast.ClassDef], python: Mapping[str, type]) -> int:
    """The most derived classes of the file first, then those of Python in the same way, and `object` last."""
    assert isinstance(kind, ast.Name)
    if kind.id in known:
        return -100 - _depth(kind.id, known)
    return -len(python[kind.id].__mro__) if kind.id in python else -99


def _depth(name: str, known: Mapping[str, ast.ClassDef]) -> int:
    bases = [base.id for base in known[name].bases if isinstance(base, ast.Name) and base.id in known]
    return 1 + max((_depth(base, known) for base in bases if base != name), default=0)


def _yields(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _forget(tree: ast.Module, names: set[str]) -> None:
    for node in tree.body:
        if isinstance(node, ast.ImportFrom) and node.module == "functools":
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in names]
    tree.body = [node for node in tree.body if not isinstance(node, ast.ImportFrom) or node.names]
