"""`sum`, `sorted`, `min` and `max` of records whose classes say what `+` and `<` are: loops in which operators stand.

Which values are records is seen by the run: of all others Python's own function is called. Where `<` of the records is
no order, what Python's `sorted` gives depends on how it goes about it: such runs fail.
"""

from __future__ import annotations

import ast
import copy

from faier.lang import names
from faier.lang.placing import moved, placed

_TEXTS = {
    "sum": '''
def sum_of(values, start):
    if isinstance(start, OWN) or any([isinstance(value, OWN) for value in values]):
        total = start
        for value in values:
            total = total + value
        return total
    return sum(values, start)
''',
    "sorted": '''
def sorted_of(values, reverse):
    if not any([isinstance(value, OWN) for value in values]):
        return sorted(values, reverse=reverse)
    ranks = [sum([bool(other < value) for other in values]) for value in values]
    for value, rank in zip(values, ranks):
        for other, below in zip(values, ranks):
            if bool(other < value) != (below < rank):
                return NO_ORDER
    return [values[at] for at in sorted(range(len(values)), key=lambda at: ranks[at], reverse=reverse)]
''',
    "min": '''
def min_of(values):
    if not any([isinstance(value, OWN) for value in values]):
        return min(values)
    best = values[0]
    for value in values[1:]:
        if value < best:
            best = value
    return best
''',
    "max": '''
def max_of(values):
    if not any([isinstance(value, OWN) for value in values]):
        return max(values)
    best = values[0]
    for value in values[1:]:
        if value > best:
            best = value
    return best
''',
}  # fmt: skip
_OPERATORS = {"sum": ("__add__", "__radd__")} | dict.fromkeys(["sorted", "min", "max"], ("__lt__", "__gt__"))


def with_own_orders(tree: ast.Module, ordered: list[tuple[ast.AST, str, str]]) -> ast.Module:
    """The file with calls of helpers where records may be summed up, or put in order. `ordered` gets those that ask
    their operators more than Python does, or at another time: it shows where one of them raises."""
    own = {name: _owners(tree, operators) for name, operators in _OPERATORS.items()}
    if not any(own.values()):
        return tree
    bound = {name for part in ast.walk(tree) for name in _bound(part)}
    own = {name: owners for name, owners in own.items() if owners and name not in bound}
    if not own or "isinstance" in bound or "any" in bound:
        return tree
    tree = copy.deepcopy(tree)
    work = _Written(tree, own, ordered)
    made = work.visit(tree)
    assert isinstance(made, ast.Module)
    at = max((at for at, node in enumerate(made.body, 1) if isinstance(node, ast.Import | ast.ImportFrom)), default=0)
    made.body[at:at] = work.helpers.values()
    return made


def _owners(tree: ast.Module, operators: tuple[str, ...]) -> list[str]:
    """The classes that have one of the operators, or have it of others."""
    found: list[str] = []
    for node in tree.body:
        if isinstance(node, ast.ClassDef):
            methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            if not methods.isdisjoint(operators) or not bases.isdisjoint(found):
                found.append(node.name)
    return found


def _bound(part: ast.AST) -> list[str]:
    match part:
        case ast.Name(id=name, ctx=ast.Store()) | ast.arg(arg=name):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
        case ast.alias(name=name, asname=other):
            return [other or name]
    return []


class _Written(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, own: dict[str, list[str]], ordered: list[tuple[ast.AST, str, str]]) -> None:
        self.own = own
        self.ordered = ordered
        self.caught = any(isinstance(part, ast.ExceptHandler) for part in ast.walk(tree))
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}
        self.taken |= {name for part in ast.walk(tree) for name in _bound(part)}
        self.helpers: dict[str, ast.FunctionDef] = {}

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not isinstance(node.func, ast.Name) or node.func.id not in self.own:
            return node
        given = _given(node, self.caught)
        if given is None:
            return node
        if node.func.id == "sorted" or isinstance(node.args[0], ast.GeneratorExp):
            message = "an exception of an operator may come here where Python has none, or another one"
            self.ordered.append((node, message, "let the operators raise nothing, or write a loop"))
        return placed(ast.Call(ast.Name(self.helper(node.func.id, node), ast.Load()), given, []), node)

    def helper(self, function: str, at: ast.AST) -> str:
        if function not in self.helpers:
            made = ast.parse(_TEXTS[function]).body[0]
            assert isinstance(made, ast.FunctionDef)
            made.name = names.fresh(made.name, self.taken)
            self.taken.add(made.name)
            _Filled(self.own[function]).visit(made)
            self.helpers[function] = moved(made, at)
        return self.helpers[function].name


class _Filled(ast.NodeTransformer):
    def __init__(self, own: list[str]) -> None:
        self.own = own

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id == "OWN":
            return ast.Tuple([ast.Name(name, ast.Load()) for name in self.own], ast.Load())
        if node.id == "NO_ORDER":  # no handler catches this
            return ast.Compare(ast.Constant("no order"), [ast.Lt()], [ast.Constant(0)])
        return node


def _given(node: ast.Call, caught: bool) -> list[ast.expr] | None:
    """What the helper is given; None where no record is meant, or this is not followed."""
    if not node.args or any(isinstance(item, ast.Starred) for item in node.args):
        return None
    values, more = node.args[0], node.args[1:]
    named = {item.arg: item.value for item in node.keywords}
    match node.func:
        case ast.Name(id="sum") if len(more) + len(named) < 2 and not named.keys() - {"start"}:
            start = more[0] if more else named.get("start", ast.Constant(0))
            listed = _listed(values, caught)
            return None if listed is None else [listed, start]
        case ast.Name(id="sorted") if not more and not named.keys() - {"reverse"}:
            listed = _listed(values, caught)
            return None if listed is None else [listed, named.get("reverse", ast.Constant(False))]
        case ast.Name(id="min" | "max") if not named and more:
            return [ast.List(list(node.args), ast.Load())] if not all(map(_is_number, node.args)) else None
        case ast.Name(id="min" | "max") if not named:
            listed = _listed(values, caught)
            return None if listed is None else [listed]
    return None


def _listed(values: ast.expr, caught: bool) -> ast.expr | None:
    match values:
        case ast.GeneratorExp(elt=element) | ast.ListComp(elt=element) if _is_number(element):
            return None
        case ast.GeneratorExp(elt=element, generators=generators):
            return None if caught else ast.ListComp(element, generators)
        case ast.Call(func=ast.Name(id="range")):
            return None
    return ast.Call(ast.Name("list", ast.Load()), [values], [])


def _is_number(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.Compare() | ast.JoinedStr():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in ("len", "int", "abs", "flip", "uniform", "geometric", "laplace", "gaussian", "range")
    return False
