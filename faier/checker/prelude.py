"""Functions of Python's library that are no operations on values -> functions of the file, written in the language.

    from bisect import bisect_left        def bisect_left(xs, x): ...
    heapq.heappop(heap)                   heapq#heappop(heap)

They do step by step what Python's own do, so that lists are the same ones afterwards. What they do not take, as `key=`,
is a call that no function takes.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy

from .outcome import Hole
from .rewriting import bound_names

_TEXTS = """
def bisect__bisect_left(xs, x):
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if xs[middle] < x:
            low = middle + 1
        else:
            high = middle
    return low

def bisect__bisect_right(xs, x):
    low, high = 0, len(xs)
    while low < high:
        middle = (low + high) // 2
        if x < xs[middle]:
            high = middle
        else:
            low = middle + 1
    return low

def bisect__insort_left(xs, x):
    at = bisect__bisect_left(xs, x)
    xs.insert(at, x)

def bisect__insort_right(xs, x):
    at = bisect__bisect_right(xs, x)
    xs.insert(at, x)

def heapq__raise(heap, item, at, top):
    while at > top and item < heap[(at - 1) // 2]:
        heap[at] = heap[(at - 1) // 2]
        at = (at - 1) // 2
    heap[at] = item

def heapq__sink(heap, item, top):
    at, below = top, 2 * top + 1
    while below < len(heap):
        if below + 1 < len(heap) and not heap[below] < heap[below + 1]:
            below += 1
        heap[at] = heap[below]
        at, below = below, 2 * below + 1
    heapq__raise(heap, item, at, top)

def heapq__heappush(heap, item):
    heap.append(item)
    heapq__raise(heap, item, len(heap) - 1, 0)

def heapq__heappop(heap):
    last = heap.pop()
    if not heap:
        return last
    least = heap[0]
    heapq__sink(heap, last, 0)
    return least

def heapq__heapify(heap):
    for at in reversed(range(len(heap) // 2)):
        heapq__sink(heap, heap[at], at)

def heapq__nlargest(n, xs):
    return sorted(xs, reverse=True)[: max(n, 0)]

def heapq__nsmallest(n, xs):
    return sorted(xs)[: max(n, 0)]

def statistics__median(data):
    xs = sorted(data)
    if not xs:
        raise ValueError
    if len(xs) % 2:
        return xs[len(xs) // 2]
    return (xs[len(xs) // 2 - 1] + xs[len(xs) // 2]) / 2

def statistics__median_low(data):
    xs = sorted(data)
    if not xs:
        raise ValueError
    return xs[(len(xs) - 1) // 2]

def statistics__median_high(data):
    xs = sorted(data)
    if not xs:
        raise ValueError
    return xs[len(xs) // 2]
"""
_WRITTEN = {node.name: node for node in ast.parse(_TEXTS).body if isinstance(node, ast.FunctionDef)}
_SAME = {"bisect__bisect": "bisect__bisect_right", "bisect__insort": "bisect__insort_right"}
_MODULES = frozenset(name.partition("__")[0] for name in _WRITTEN)
_ASKED = frozenset(["len", "max", "range", "reversed", "sorted"])


def with_prelude(tree: ast.Module) -> ast.Module:
    """The file with the functions that it imports, in the place of the first import; what is not known stays."""
    uses = _Uses(tree)
    body = [uses.visit(node) for node in tree.body]
    if not uses.found:
        return tree
    if any(uses.bound[name] for name in _ASKED):
        raise Hole("a name that a function of Python's library uses is that of something else")
    at = next(at for at, node in enumerate(tree.body) if uses.imports(node))
    kept = [node for node in body if not uses.imports(node)]
    return ast.Module([*kept[:at], *_functions(uses.found), *kept[at:]], tree.type_ignores)


class _Uses(ast.NodeTransformer):
    """`names` and `modules` are what the file calls functions, and modules of them."""

    def __init__(self, tree: ast.Module) -> None:
        self.bound = Counter(bound_names(tree))
        self.names: dict[str, str] = {}
        self.modules: dict[str, str] = {}
        self.found: set[str] = set()
        for node in filter(self.imports, tree.body):
            for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []:
                name = alias.asname or alias.name
                if self.bound[name] > 1:
                    raise Hole(f"{name} is imported, and something else")
                if isinstance(node, ast.ImportFrom):
                    self.names[name] = _called(node.module or "", alias.name)
                else:
                    self.modules[name] = alias.name

    def imports(self, node: ast.stmt) -> bool:
        """Whether all that is imported is known here."""
        match node:
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                return all(_called(module, alias.name) in _WRITTEN for alias in names)
            case ast.Import(names=names):
                return all(alias.name in _MODULES for alias in names)
        return False

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.modules:
            raise Hole("a module is used as a value")
        return self.function(node, self.names[node.id]) if node.id in self.names else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.modules:
                return self.function(node, _called(self.modules[module], name))
        self.generic_visit(node)
        return node

    def function(self, node: ast.expr, name: str) -> ast.expr:
        if name not in _WRITTEN:
            raise Hole(f"{name.replace('__', '.')} of Python's library")
        self.found.add(name)
        return ast.copy_location(ast.Name(_own(name), ast.Load()), node)


def _called(module: str, name: str) -> str:
    return _SAME.get(f"{module}__{name}", f"{module}__{name}")


def _own(name: str) -> str:
    """No name of a file has such a sign."""
    return name.replace("__", "#")


def _functions(found: Iterable[str]) -> list[ast.stmt]:
    """These, and those that they call, in their order."""
    needed, waiting = set(found), list(found)
    while waiting:
        more = {part.id for part in ast.walk(_WRITTEN[waiting.pop()]) if isinstance(part, ast.Name)}
        waiting += (more & _WRITTEN.keys()) - needed
        needed |= more & _WRITTEN.keys()
    made = [deepcopy(node) for name, node in _WRITTEN.items() if name in needed]
    for node in made:
        node.name = _own(node.name)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in _WRITTEN:
                part.id = _own(part.id)
    return list(made)
