"""Functions that are handed to calls which do no more than call them: nothing keeps them when the call is over.

    for least in (1, 2):
        answers.append(db.count(lambda row: row >= least))

What such a function remembers is what its variables hold there, whatever they get later.
"""

from __future__ import annotations

import ast
from collections import Counter

from faier.lang import names
from faier.lang.iterators import all_bindings
from faier.lang.own_methods import OTHERS_OF_PYTHON, OwnMethods

_CONSUMING = frozenset(
    ["sum", "min", "max", "list", "tuple", "sorted", "set", "frozenset", "dict", "any", "all", "len"]
)
_KEYED = frozenset(["sorted", "min", "max"])
_LISTED = (ast.ListComp, ast.SetComp, ast.DictComp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)


class CalledThere:
    def __init__(self, tree: ast.Module) -> None:
        self.bound = Counter(name for name, _ in all_bindings(tree))
        self.methods = OwnMethods(tree, self.bound)
        self.functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and self.bound[node.name] == 1
        }
        self.known: dict[tuple[int, str], bool] = {}

    def holds(self, call: ast.Call, value: ast.expr) -> bool:
        """Whether all that may be called there does no more with this argument than call it."""
        if any(isinstance(item, ast.Starred) for item in call.args) or any(item.arg is None for item in call.keywords):
            return False
        ways = self.ways(call.func)
        return bool(ways) and all(
            (name := _parameter(function, before, call, value)) is not None and self.only_calls(function, name)
            for function, before in ways
        )

    def ways(self, function: ast.expr) -> list[tuple[ast.FunctionDef, int]]:
        if isinstance(function, ast.Name) and function.id in self.functions:
            return [(self.functions[function.id], 0)]
        if not isinstance(function, ast.Attribute):
            return []
        return self.methods.called(function, {}, self.functions, OTHERS_OF_PYTHON)

    def only_calls(self, function: ast.FunctionDef, parameter: str) -> bool:
        key = (id(function), parameter)
        if key not in self.known:
            self.known[key] = False  # where it calls itself
            self.known[key] = self._only_calls(function, parameter)
        return self.known[key]

    def _only_calls(self, function: ast.FunctionDef, parameter: str) -> bool:
        if any(isinstance(part, ast.Yield | ast.YieldFrom) for part in ast.walk(function)):
            return False
        if any(name == parameter for name, _ in names.bindings(function.body)):
            return False
        waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(node, ()) for node in function.body]
        while waiting:
            node, around = waiting.pop()
            if isinstance(node, ast.Name) and node.id == parameter and not self.is_call(node, around):
                return False
            if isinstance(node, ast.Nonlocal | ast.Global) and parameter in node.names:
                return False
            waiting += [(child, (*around, node)) for child in ast.iter_child_nodes(node)]
        return True

    def is_call(self, node: ast.Name, around: tuple[ast.AST, ...]) -> bool:
        """Whether the function is called there at once, or asked whether it is None."""
        for at, outer in enumerate(around):
            if isinstance(outer, _SCOPES):
                return False
            if isinstance(outer, ast.GeneratorExp) and not self.is_consumed(around[:at], outer):
                return False
        match around[-1]:
            case ast.Compare(ops=[ast.Is() | ast.IsNot()], comparators=[ast.Constant(value=None)]):
                return True
            case ast.Call(func=called) if called is node:
                return True
            case ast.Call(func=ast.Name(id="map" | "filter" as name), args=[first, *_]) as call if first is node:
                return self.bound[name] == 0 and self.is_consumed(around[:-1], call)
            case ast.Call() as call if node in call.args:
                return self.holds(call, node)
            case ast.keyword(arg=word) as given:
                outer = around[-2]
                if not isinstance(outer, ast.Call):
                    return False
                return (word == "key" and self.python(outer.func) in _KEYED) or self.holds(outer, given.value)
        return False

    def is_consumed(self, around: tuple[ast.AST, ...], node: ast.expr) -> bool:
        """Whether it is gone over where it stands."""
        match around[-1] if around else None:
            case ast.Call(func=called, args=[first, *_]) if first is node:
                return self.python(called) in _CONSUMING
            case ast.For(iter=over) if over is node:
                return True
            case ast.comprehension(iter=over) if over is node:
                return isinstance(around[-2], _LISTED)
        return False

    def python(self, function: ast.expr) -> str:
        return function.id if isinstance(function, ast.Name) and self.bound[function.id] == 0 else ""


def _parameter(function: ast.FunctionDef, before: int, call: ast.Call, value: ast.expr) -> str | None:
    """The parameter that gets the argument."""
    own = [*function.args.posonlyargs, *function.args.args]
    for at, item in enumerate(call.args):
        if item is value:
            return own[at + before].arg if at + before < len(own) else None
    given = next((item.arg for item in call.keywords if item.value is value), None)
    known = {item.arg for item in (*function.args.args, *function.args.kwonlyargs)}
    return given if given in known else None
