"""`reduce` over functions that makes one of two again and again, written out: one of three is made in two steps.

    def compose(*functions):                                    def composed(f, g):
        return reduce(lambda f, g: lambda x: g(f(x)), functions)    return lambda x: g(f(x))

    release = compose(clipped, sum, noisy)                      release = composed(composed(clipped, sum), noisy)

The same is written for `reduce(then, [clipped, sum, noisy])`, where `then` is a function of the file that does nothing
but return a function: so nobody sees when it is called. How many functions there are must be written.
"""

from __future__ import annotations

import ast
import copy
from collections import Counter
from dataclasses import dataclass

from faier.lang import names
from faier.lang.occurring import occurring
from faier.lang.placing import placed


@dataclass(frozen=True)
class _Composer:
    """A function of the file that hands all that it is given to `reduce`."""

    two: ast.expr
    first: ast.expr | None


def with_composed(tree: ast.Module) -> ast.Module:
    """The file, in which each is made of two."""
    said = _said(tree)
    if not said or not any(ast.unparse(node.func) in said for node in occurring(tree, ast.Call)):
        return tree
    tree = copy.deepcopy(tree)
    bound = Counter(names.given_names(tree))
    if any(bound[name.partition(".")[0]] != 1 for name in said):
        return tree
    makers = {node.name for node in tree.body if isinstance(node, ast.FunctionDef) and _makes_one(node, bound)}
    composers = {name: found for name, found in _composers(tree, said, makers).items() if bound[name] == 1}
    body: list[ast.stmt] = []
    for node in tree.body:
        if isinstance(node, ast.FunctionDef) and node.name in composers:
            continue
        within = frozenset(names.given_names(node)) if isinstance(node, ast.FunctionDef | ast.ClassDef) else frozenset()
        writer = _Writer(said, makers, composers, bound, within)
        written = writer.visit(node)
        body += [*writer.made, written]
    return ast.Module(body, tree.type_ignores)


def _said(tree: ast.Module) -> set[str]:
    """How the file writes `reduce`."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="functools", level=0):
                found |= {item.asname or item.name for item in node.names if item.name == "reduce"}
            case ast.Import():
                modules = [item.asname or item.name for item in node.names if item.name == "functools"]
                found |= {f"{module}.reduce" for module in modules}
    return found


def _makes_one(node: ast.FunctionDef, bound: Counter[str]) -> bool:
    """Whether it takes two and returns a function of its own, which is all that it does."""
    given = node.args
    plain = len(given.args) == 2 and not (given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg)
    if not plain or given.defaults or node.decorator_list or bound[node.name] != 1:
        return False
    match _without_text(node.body):
        case [ast.Return(value=ast.Lambda() as made)]:
            return not _has_defaults(made.args)
        case [ast.FunctionDef(name=name) as made, ast.Return(value=ast.Name(id=told))]:
            return name == told and not made.decorator_list and not _has_defaults(made.args) and not _yields(made)
    return False


def _without_text(body: list[ast.stmt]) -> list[ast.stmt]:
    match body:
        case [ast.Expr(value=ast.Constant(value=str())), *rest]:
            return rest
    return body


def _has_defaults(given: ast.arguments) -> bool:
    return bool(given.defaults or any(given.kw_defaults))


def _yields(node: ast.FunctionDef) -> bool:
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(node))


def _composers(tree: ast.Module, said: set[str], makers: set[str]) -> dict[str, _Composer]:
    found: dict[str, _Composer] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(
                args=ast.arguments(posonlyargs=[], args=[], vararg=ast.arg(arg=all_of_them), kwonlyargs=[], kwarg=None),
                decorator_list=[],
            ):
                match _without_text(node.body):
                    case [ast.Return(value=ast.Call(args=[two, ast.Name(id=name), *first], keywords=[]) as call)] if (
                        name == all_of_them
                        and ast.unparse(call.func) in said
                        and _is_two(two, makers)
                        and len(first) <= 1
                        and not any(all_of_them in _read(part) for part in (two, *first))
                        and _is_called(tree, node.name, bool(first))
                        and all(map(_is_still, first))
                    ):
                        found[node.name] = _Composer(two, first[0] if first else None)
    return found


def _is_called(tree: ast.Module, name: str, first: bool) -> bool:
    """Whether it is used for nothing else than to be called with what is written there."""
    calls = [part for part in ast.walk(tree) if isinstance(part, ast.Call) and _is_name(part.func, name)]
    fit = all(
        (call.args or first) and not call.keywords and not any(isinstance(one, ast.Starred) for one in call.args)
        for call in calls
    )
    read = [part for part in ast.walk(tree) if _is_name(part, name)]
    return fit and len(read) == len(calls)


def _is_name(node: ast.AST, name: str) -> bool:
    return isinstance(node, ast.Name) and node.id == name


def _is_still(node: ast.expr) -> bool:
    """Whether it makes no difference when it is computed."""
    return isinstance(node, ast.Name) or (isinstance(node, ast.Lambda) and not _has_defaults(node.args))


def _is_two(node: ast.expr, makers: set[str]) -> bool:
    """Whether it makes one function of two."""
    match node:
        case ast.Name(id=name):
            return name in makers
        case ast.Lambda(
            args=ast.arguments(posonlyargs=[], args=[_, _], vararg=None, kwonlyargs=[], kwarg=None, defaults=[]),
            body=ast.Lambda() as made,
        ):
            return not _has_defaults(made.args)
    return False


def _read(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


class _Writer(ast.NodeTransformer):
    def __init__(
        self,
        said: set[str],
        makers: set[str],
        composers: dict[str, _Composer],
        bound: Counter[str],
        within: frozenset[str],
    ) -> None:
        self.said = said
        self.makers = makers
        self.composers = composers
        self.bound = bound
        self.within = within
        self.made: list[ast.stmt] = []

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.composers:
                known = self.composers[name]
                before = [] if known.first is None else [copy.deepcopy(known.first)]
                return self.written(copy.deepcopy(known.two), [*before, *node.args], node)
            case ast.Call(args=[two, ast.List(elts=items) | ast.Tuple(elts=items), *first], keywords=[]) if (
                ast.unparse(node.func) in self.said
                and len(first) <= 1
                and (items or first)
                and not any(isinstance(item, ast.Starred) for item in items)
                and all(map(_is_still, first))
                and _is_two(two, self.makers)
                and not _free(two) & self.within
            ):
                return self.written(two, [*first, *items], node)
        return node

    def written(self, two: ast.expr, items: list[ast.expr], at: ast.Call) -> ast.expr:
        name = two.id if isinstance(two, ast.Name) else self.named(two, at)
        found = items[0]
        for item in items[1:]:
            found = ast.Call(ast.Name(name, ast.Load()), [found, item], [])
        return placed(found, at)

    def named(self, two: ast.expr, at: ast.Call) -> str:
        assert isinstance(two, ast.Lambda)
        name = names.fresh("composed", self.bound)
        self.bound[name] = 1
        told = ast.Return(two.body)
        made = ast.parse(f"def {name}(): pass").body[0]
        assert isinstance(made, ast.FunctionDef)
        made.args, made.body = two.args, [told]
        self.made.append(placed(ast.copy_location(made, at), at))
        return name


def _free(node: ast.expr) -> set[str]:
    """What a lambda of lambdas reads of what is around it."""
    own = {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
    return _read(node) - own
