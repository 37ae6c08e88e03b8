"""Lambdas that make others, and remember nothing themselves, are functions of the file.

def compose(*steps):                                def lambda_1(f, g):
    return reduce(                                      return lambda x: g(f(x))
        lambda f, g: lambda x: g(f(x)), steps
    )                                               def compose(*steps):
                                                        return reduce(lambda_1, steps)
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang import names
from faier.lang.occurring import occurring
from faier.lang.placing import placed


def with_curried(tree: ast.Module) -> ast.Module:
    """The file, in which they have names."""
    if not any(map(_makes_another, occurring(tree, ast.Lambda))):
        return tree
    tree = copy.deepcopy(tree)
    taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | set(names.assigned_names(tree.body))
    body: list[ast.stmt] = []
    for node in tree.body:
        work = _Named(taken)
        changed = work.visit(node)
        body += [*work.made, changed]
    tree.body = body
    return tree


def _makes_another(node: ast.Lambda) -> bool:
    return any(isinstance(part, ast.Lambda) for part in ast.walk(node.body))


class _Named(ast.NodeTransformer):
    def __init__(self, taken: set[str]) -> None:
        self.taken = taken
        self.made: list[ast.FunctionDef] = []
        self.around: list[set[str]] = []  # variables of what is around
        self.written: set[int] = set()  # lambdas that stay lambdas

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        return self.inside(node, {*_arguments(node.args), *names.assigned_names(node.body)})

    def visit_ClassDef(self, node: ast.ClassDef) -> ast.AST:
        node.body = [part if isinstance(part, ast.Assign) else self.visit(part) for part in node.body]
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.inside(node, _stored(node))

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.inside(node, _stored(node))

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.inside(node, _stored(node))

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.inside(node, _stored(node))

    def visit_Call(self, node: ast.Call) -> ast.AST:
        """What makes the values of a dictionary, or of a field, is written where it stands."""
        makers = [item.value for item in node.keywords if item.arg == "default_factory"]
        if (node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")) == "defaultdict":
            makers += node.args[:1]
        self.written |= {id(maker) for maker in makers}
        return self.generic_visit(node)

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        free = set(_free(node))
        given = node.args.defaults or [item for item in node.args.kw_defaults if item is not None]
        bound = any(map(_is_of_its_place, ast.walk(node)))
        stays = not _makes_another(node) or id(node) in self.written
        if stays or given or bound or any(free & around for around in self.around):
            return self.inside(node, {*_arguments(node.args)})
        name = next(name for at in range(len(self.taken) + 1) if (name := f"lambda_{at}") not in self.taken)
        self.taken.add(name)
        returned = ast.copy_location(ast.Return(node.body), node.body)
        made = ast.copy_location(ast.FunctionDef(name, node.args, [returned], [], None), node)
        made.type_params = []  # type: ignore[attr-defined,unused-ignore]
        around, self.around = self.around, []
        self.visit(made)  # what it makes may make others
        self.around = around
        self.made.append(made)
        return placed(ast.Name(name, ast.Load()), node)

    def inside(self, node: ast.AST, own: set[str]) -> ast.AST:
        self.around.append(own)
        self.generic_visit(node)
        self.around.pop()
        return node


def _is_of_its_place(node: ast.AST) -> bool:
    """Whether it means something else in another place: it gives a variable a value, or is about its class."""
    name = node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
    own = name.startswith("__") and not name.endswith("__")
    return own or name in ("super", "__class__") or isinstance(node, ast.NamedExpr | ast.Yield | ast.YieldFrom)


def _arguments(given: ast.arguments) -> Iterator[str]:
    every = [*given.posonlyargs, *given.args, given.vararg, *given.kwonlyargs, given.kwarg]
    return (item.arg for item in every if item is not None)


def _stored(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _free(node: ast.AST) -> Iterator[str]:
    """The names that it reads and does not get as arguments."""
    if isinstance(node, ast.Name):
        yield node.id
    own = {*_arguments(node.args)} if isinstance(node, ast.Lambda) else set()
    for child in ast.iter_child_nodes(node):
        yield from (name for name in _free(child) if name not in own)
