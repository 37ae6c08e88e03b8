"""Helpers that are handed a stream and return what they make of it: `total_of(days)` is what a copy of `total_of`
yields once it has gone over `days`, as helpers that yield may do.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.closures import new_name
from faier.lang.occurring import occurring
from faier.lang.placing import placed

STREAMED = "streamed"  # of a call: the name of the copy that yields what it returns
TAKEN = "taken"  # of such a copy: the parameters that are streams
_INSIDE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)


def with_handed_whole(tree: ast.Module) -> ast.Module:
    """The file, with the copies of helpers that its mechanisms hand streams to."""
    words = words_of_streams(tree)
    if not words:
        return tree
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and _is_plain(node)}
    if not any(_handed(call, helpers, streams) for node, streams in _reading(tree, words) for call in _calls(node)):
        return tree
    tree = copy.deepcopy(tree)
    helpers = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name in helpers}
    taken = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)} | helpers.keys()
    waiting = _reading(tree, words)
    made: dict[tuple[str, frozenset[str]], ast.FunctionDef] = {}
    while waiting:
        node, streams = waiting.pop()
        for call in _calls(node):
            handed = _handed(call, helpers, streams)
            if not handed:
                continue
            function = helpers[call.func.id]  # type: ignore[attr-defined]
            if (function.name, handed) not in made:
                made[function.name, handed] = _yielding(function, new_name(f"{function.name}\u00b7", taken), handed)
                waiting.append((made[function.name, handed], handed))
            setattr(call, STREAMED, made[function.name, handed].name)
    for (name, _), added in made.items():
        tree.body.insert(tree.body.index(helpers[name]) + 1, added)
    return tree


def words_of_streams(tree: ast.Module) -> set[str]:
    """What streams are called in types: `Stream`, and names of the file for such types."""
    imported = [item for node in occurring(tree, ast.ImportFrom) for item in node.names]
    found = {item.asname or item.name for item in imported if "Stream" in (item.name, item.asname)}
    if any(node.attr == "Stream" for node in occurring(tree, ast.Attribute)):
        found.add("Stream")
    for node in tree.body if found else ():
        match node:
            case (
                ast.Assign(targets=[ast.Name(id=name)], value=value)
                | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
            ) if _mentions(value, found):
                found.add(name)
    return found


def _mentions(node: ast.expr, words: set[str]) -> bool:
    return any(
        (isinstance(part, ast.Name) and part.id in words) or (isinstance(part, ast.Attribute) and part.attr in words)
        for part in ast.walk(node)
    )


def _reading(tree: ast.Module, words: set[str]) -> list[tuple[ast.FunctionDef, frozenset[str]]]:
    """The declared functions that have streams, and which parameters these are."""
    every = [(node, streams(node, words)) for node in tree.body if isinstance(node, ast.FunctionDef)]
    return [(node, streams) for node, streams in every if streams]


def streams(node: ast.FunctionDef, words: set[str]) -> frozenset[str]:
    """The parameters of a declared function that are streams."""
    every = [*node.args.posonlyargs, *node.args.args] if node.decorator_list else []
    return frozenset(item.arg for item in every if item.annotation is not None and _mentions(item.annotation, words))


def _is_plain(node: ast.FunctionDef) -> bool:
    """Whether it is a helper that returns, and has no functions inside."""
    inner = [part for statement in node.body for part in ast.walk(statement)]
    return not node.decorator_list and not any(isinstance(part, (ast.Yield, ast.YieldFrom, *_INSIDE)) for part in inner)


def _calls(node: ast.FunctionDef) -> list[ast.Call]:
    return [part for statement in node.body for part in ast.walk(statement) if isinstance(part, ast.Call)]


def _handed(call: ast.Call, helpers: dict[str, ast.FunctionDef], streams: frozenset[str]) -> frozenset[str]:
    """The parameters of the helper that is called which get streams."""
    if not isinstance(call.func, ast.Name) or call.func.id not in helpers:
        return frozenset()
    arguments = helpers[call.func.id].args
    named = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
    given = [*zip(named, call.args, strict=False), *((item.arg or "", item.value) for item in call.keywords)]
    return frozenset(name for name, value in given if isinstance(value, ast.Name) and value.id in streams)


def _yielding(function: ast.FunctionDef, name: str, streams: frozenset[str]) -> ast.FunctionDef:
    """The helper, that yields what it returns."""
    made = _Yielding().visit(copy.deepcopy(function))
    made.name = name
    if not isinstance(function.body[-1], ast.Return):
        made.body.append(placed(ast.Expr(ast.Yield(ast.Constant(None))), function.body[-1]))
    made.returns = None
    setattr(made, TAKEN, streams)
    assert isinstance(made, ast.FunctionDef)
    return made


class _Yielding(ast.NodeTransformer):
    def visit_Return(self, node: ast.Return) -> list[ast.stmt]:
        shown = ast.Expr(ast.Yield(node.value if node.value is not None else ast.Constant(None)))
        return [placed(shown, node), placed(ast.Return(), node)]
