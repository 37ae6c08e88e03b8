"""Functions that are made in comprehensions: `[partial(f, k) for k in ks]`, `{n: lambda x, k=k: f(x, k) for ...}`.

What such a function keeps is computed when it is made, once for each turn. So it is what a function of the file gives
back that is called with it, `[partly(k) for k in ks]`, where `partly` has a function inside that remembers it.
"""

from __future__ import annotations

import ast
import copy

from faier.lang import names
from faier.lang.closures import new_name
from faier.lang.iterators import all_bindings
from faier.lang.occurring import occurring
from faier.lang.partials import rest_of
from faier.lang.placing import placed
from faier.lang.preluded import origins

_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def with_kept_apart(tree: ast.Module) -> ast.Module:
    """The file, in which functions of the file make these."""
    comprehended = any(occurring(tree, kind) for kind in _COMPREHENSIONS)
    lambdas = [node for node in occurring(tree, ast.Lambda) if node.args.defaults]
    if not comprehended or not (lambdas or "functools.partial" in _imported(tree)):
        return tree
    tree = copy.deepcopy(tree)
    work = _Apart(tree)
    work.visit(tree)
    for node in reversed(work.made):
        tree.body.insert(work.place, node)
    return tree


def _imported(tree: ast.Module) -> set[str]:
    found, modules = origins(tree)
    return {*found.values(), *(f"{module}.partial" for module in modules.values())}


class _Apart(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.origins, self.modules = origins(tree)
        self.bound: dict[str, int] = {}
        for name, _ in all_bindings(tree):
            self.bound[name] = self.bound.get(name, 0) + 1
        self.functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and self.bound[node.name] == 1
        }
        self.top = {name for name, _ in names.bindings(tree.body)}
        imports = (ast.Import, ast.ImportFrom)
        self.place = max((at for at, part in enumerate(tree.body, 1) if isinstance(part, imports)), default=0)
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | self.bound.keys()
        self.inside: list[set[str]] = []
        self.made: list[ast.FunctionDef] = []

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.comprehension(node)

    def comprehension(self, node: ast.ListComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        parts = [part for clause in node.generators for part in ast.walk(clause.target)]
        own = {part.id for part in parts if isinstance(part, ast.Name)}
        if isinstance(node, ast.DictComp):
            node.value = self.apart(node.value, own) or node.value
        else:
            node.elt = self.apart(node.elt, own) or node.elt
        return self.generic_visit(node)

    def apart(self, node: ast.expr, own: set[str]) -> ast.expr | None:
        """The call of a function that makes what is made in a turn of the comprehension."""
        match node:
            case ast.Tuple(elts=items):
                made = [self.apart(item, own) for item in items]
                if any(made):
                    node.elts = [new or item for new, item in zip(made, items, strict=True)]
                return None
            case ast.Call() if self.origin(node.func) == "functools.partial":
                return self.partly(node, own)
            case ast.Lambda():
                return self.remembering(node, own)
        return None

    def origin(self, node: ast.AST) -> str:
        match node:
            case ast.Name(id=name) if self.bound.get(name) == 1:
                return self.origins.get(name, "")
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if self.bound.get(name) == 1:
                return f"{self.modules.get(name, '')}.{attr}"
        return ""

    def partly(self, node: ast.Call, own: set[str]) -> ast.expr | None:
        """`partial(f, k)`, where `f` is a function of the file, or what faier or Python has under this name."""
        if not node.args or any(isinstance(item, ast.Starred) for item in node.args) or not _mentions(node, own):
            return None
        first, *kept = node.args
        name = self.origin(first) or (first.id if isinstance(first, ast.Name) else "")
        known = name in self.functions or bool(self.origin(first)) or name not in self.bound
        named = [word.arg for word in node.keywords if word.arg is not None]
        left = self.rest(name, len(kept), named, len(named) < len(node.keywords)) if known else None
        if left is None or len(node.keywords) > len(named) + 1:
            return None
        given = [new_name(f"given_{at + 1}\u00b7", self.taken) for at in range(left)]
        values = [new_name("kept\u00b7", self.taken) for _ in [*kept, *node.keywords]]
        words = [
            ast.keyword(word.arg, ast.Name(value, ast.Load()))
            for word, value in zip(node.keywords, values[len(kept) :], strict=True)
        ]
        body: list[ast.stmt] = []
        for word in words:
            if word.arg is None:  # a dictionary of arguments has a name there
                options = new_name("options\u00b7", self.taken)
                body.append(ast.Assign([ast.Name(options, ast.Store())], word.value))
                word.value = ast.Name(options, ast.Load())
        passed = [ast.Name(name, ast.Load()) for name in (*values[: len(kept)], *given)]
        body.append(ast.Return(ast.Call(copy.deepcopy(first), [*passed], words)))
        return self.factory(values, given, body, [*kept, *(word.value for word in node.keywords)], node)

    def rest(self, name: str, positional: int, named: list[str], starred: bool) -> int | None:
        """How many arguments the function still takes; those of a dictionary can only be given by name."""
        if not starred:
            return rest_of(name, self.functions, positional, named)
        function = self.functions.get(name)
        if function is None or function.args.defaults or function.args.vararg or function.args.kwarg:
            return None
        own = [*function.args.posonlyargs, *function.args.args]
        return len(own) - positional if positional <= len(own) and not {part.arg for part in own} & set(named) else None

    def remembering(self, node: ast.Lambda, own: set[str]) -> ast.expr | None:
        """`lambda x, k=k: x + k`: everything that is of this turn is a default, and only that is."""
        args = node.args
        if not args.defaults or args.vararg or args.kwarg or args.kwonlyargs or not _mentions(node, own):
            return None
        every = [item.arg for item in (*args.posonlyargs, *args.args)]
        given, kept = every[: -len(args.defaults)], every[-len(args.defaults) :]
        inner = (ast.Lambda, ast.NamedExpr, *_COMPREHENSIONS)
        if any(isinstance(part, inner) for part in ast.walk(node.body)) or _mentions(node.body, own - set(every)):
            return None
        free = {part.id for part in ast.walk(node.body) if isinstance(part, ast.Name)} - set(every)
        if not set(kept) <= own or not all(map(self.is_of_file, free)):
            return None  # another default may be meant to be given
        return self.factory(kept, given, [ast.Return(node.body)], args.defaults, node)

    def is_of_file(self, name: str) -> bool:
        """Whether it means the same everywhere in the file."""
        return name not in self.bound or (self.bound[name] == 1 and name in self.top)

    def factory(
        self, kept: list[str], given: list[str], body: list[ast.stmt], values: list[ast.expr], at: ast.expr
    ) -> ast.expr:
        inner = new_name("given\u00b7", self.taken)
        made = ast.FunctionDef(inner, _arguments(given), body, [], None)
        returned = ast.Return(ast.Name(inner, ast.Load()))
        outer = ast.FunctionDef(new_name("partly\u00b7", self.taken), _arguments(kept), [made, returned], [], None)
        for function in (made, outer):
            function.type_params = []  # type: ignore[attr-defined,unused-ignore]
        self.made.append(placed(ast.copy_location(outer, at), at))
        return placed(ast.Call(ast.Name(outer.name, ast.Load()), values, []), at)


def _arguments(every: list[str]) -> ast.arguments:
    return ast.arguments([], [ast.arg(name) for name in every], None, [], [], None, [])


def _mentions(node: ast.AST, variables: set[str]) -> bool:
    return any(isinstance(part, ast.Name) and part.id in variables for part in ast.walk(node))
