"""Iterators over lists that are asked for one item after the other: `it = iter(xs)`, `first = next(it)`.

The name stands for a list of what is left, and `next` takes the first of it:

    it = iter(xs)                       it = list(xs)
    first = next(it)                    first = it.pop(0)
    for x in it:                        while it:
        ...                                 x = it.pop(0)
                                            ...

That is the same where nothing changes the list meanwhile, nothing catches what an exhausted iterator raises, and what
takes all that is left is the last that is said of it.
"""

from __future__ import annotations

import ast
import copy

from faier.lang import changes
from faier.lang.later_fields import reads_others
from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_TYPES = ("Vector[", "Records[")
_MAKING = frozenset(["list", "sorted"])
_TAKING = frozenset(["list", "tuple", "sum", "min", "max", "sorted", "any", "all", "set"])
_READING = _TAKING | {"len", "iter", "enumerate", "zip", "reversed", "range"}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_steps(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which such iterators are lists. Another file of the project may catch what is raised."""
    called = {node.func.id for node in occurring(tree, ast.Call) if isinstance(node.func, ast.Name)}
    caught = imported or bool(occurring(tree, ast.Try)) or bool(occurring(tree, ast.With)) or reads_others(tree)
    if not {"iter", "next"} <= called or caught or (_READING | {"next"}) & set(given_names(tree)):
        return tree
    tree = copy.deepcopy(tree)
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            for name, over in _iterators(node):
                if _is_still(node, over) and _is_stepped(node, name):
                    _Steps(name).visit(node)
    return tree


def _iterators(function: ast.FunctionDef) -> list[tuple[str, str]]:
    """The variables that get such an iterator at the top of the body, once, and the list that it goes over."""
    given = given_names(function)
    lists = {
        item.arg
        for item in [*function.args.posonlyargs, *function.args.args]
        if function.decorator_list
        if item.annotation is not None and ast.unparse(item.annotation).startswith(_TYPES)
    }
    found: list[tuple[str, str]] = []
    for line in function.body:
        match line:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.List() | ast.ListComp()):
                lists.add(name)
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=made))) if made in _MAKING:
                lists.add(name)
            case ast.Assign(
                targets=[ast.Name(id=name)],
                value=ast.Call(func=ast.Name("iter"), args=[ast.Name(id=over)], keywords=[]),
            ) if over in lists:
                found.append((name, over))
    return [(name, over) for name, over in found if given.count(name) == 1 and given.count(over) == 1]


def _is_still(function: ast.FunctionDef, over: str) -> bool:
    """Whether nothing changes the list: it is read, and given to functions of Python that read it."""
    parents = {id(child): part for part in ast.walk(function) for child in ast.iter_child_nodes(part)}
    for part in ast.walk(function):
        if not isinstance(part, ast.Name) or part.id != over or not isinstance(part.ctx, ast.Load):
            continue
        around = parents[id(part)]
        match around:
            case ast.Starred() | ast.Compare() | ast.BinOp() | ast.Return():
                pass
            case ast.Tuple() if isinstance(parents[id(around)], ast.Return):
                pass
            case ast.Call(func=ast.Name(id=name)) if name in _READING:
                pass
            case ast.Attribute(attr=name) if name in ("index", "count") and name not in changes.NAMES:
                pass
            case ast.Subscript(ctx=ast.Load(), value=value) if value is part:
                pass
            case ast.For(iter=iterable) | ast.comprehension(iter=iterable) if iterable is part:
                pass
            case _:
                return False
    return True


def _is_stepped(function: ast.FunctionDef, name: str) -> bool:
    """Whether the iterator is asked for items, gone over by `for`, and taken whole at the end alone."""
    for scope in [part for part in ast.walk(function) if isinstance(part, _SCOPES) and part is not function]:
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(scope)):
            return False
    asked = {id(part.args[0]) for part in ast.walk(function) if _asks(part, name) and isinstance(part, ast.Call)}
    asked |= {id(part.iter) for part in ast.walk(function) if isinstance(part, ast.For)}
    other = [part for part in _mentions(function, name) if isinstance(part.ctx, ast.Load) and id(part) not in asked]
    if not other:
        return True
    said = [line for line in function.body if _mentions(line, name)]
    return len(other) == 1 and len(_mentions(said[-1], name)) == 1 and _is_taken(said[-1], other[0])


def _mentions(tree: ast.AST, name: str) -> list[ast.Name]:
    return [part for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id == name]


def _asks(part: ast.AST, name: str) -> bool:
    """`next(it)`, or `next(it, 0)`: what comes in its place is computed in any case."""
    match part:
        case ast.Call(func=ast.Name("next"), args=[ast.Name(id=asked), *rest], keywords=[]) if asked == name:
            return len(rest) < 2 and all(isinstance(item, ast.Constant) for item in rest)
    return False


def _is_taken(last: ast.stmt, mention: ast.Name) -> bool:
    """Whether the last statement, no loop, takes all that is left once, and at once."""
    if not isinstance(last, ast.Return | ast.Assign | ast.Expr):
        return False
    inside = [part for made in ast.walk(last) if isinstance(made, _COMPREHENSIONS) for part in ast.walk(made)]
    for part in ast.walk(last):
        match part:
            case ast.Call(func=ast.Name(id=name), args=[first, *_]) if first is mention and name in _TAKING:
                return all(found is not mention for found in inside)
            case ast.ListComp(generators=[ast.comprehension(iter=iterable), *_]) if iterable is mention:
                return sum(found is mention for found in inside) == 1
    return False


class _Steps(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self.name = name

    def taken(self) -> ast.expr:
        first = ast.Attribute(ast.Name(self.name, ast.Load()), "pop", ast.Load())
        return ast.Call(first, [ast.Constant(0)], [])

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name("iter") as function)):
                if name == self.name:
                    function.id = "list"
                    return node
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not _asks(node, self.name):
            return node
        made = self.taken()
        if len(node.args) > 1:
            made = ast.IfExp(ast.Name(self.name, ast.Load()), made, node.args[1])
        return placed(made, node)

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.iter, ast.Name) or node.iter.id != self.name:
            return node
        first = placed(ast.Assign([node.target], self.taken()), node.iter)
        return placed(ast.While(ast.Name(self.name, ast.Load()), [first, *node.body], node.orelse), node)
