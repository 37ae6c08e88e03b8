"""Functions of Python's library that are no operations on values -> functions of the file, written in the language.

    from bisect import bisect_left        def bisect_left(xs, x): ...
    heapq.heappop(heap)                   heapq#heappop(heap)

They do step by step what Python's own do, so that lists are the same ones afterwards. What they do not take, as `key=`,
is a call that no function takes. Those that call a function for each item get pairs of what it comes to, and the item:

    takewhile(f, xs)          itertools#takewhile(list((f(x), x) for x in xs))

A group of `groupby` is a list here, and gone through once by Python: it must be mentioned once, where that is done.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Callable, Iterable
from copy import deepcopy

from .outcome import Hole
from .rewriting import bound_names, changes_nothing, lasts, top_functions

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

def itertools__islice(xs, start, stop="#", step=1):
    if stop == "#":
        start, stop = 0, start
    start, step = 0 if start is None else start, 1 if step is None else step
    if start < 0 or step < 1 or (stop is not None and stop < 0):
        raise ValueError
    for at, x in enumerate(xs):
        if stop is not None and at >= stop:
            break
        if at >= start and (stop is None or at < stop) and (at - start) % step == 0:
            yield x

def itertools__zip_longest(xs, ys, *, fillvalue=None):
    one, other = list(xs), list(ys)
    for at in range(max(len(one), len(other))):
        yield (one[at] if at < len(one) else fillvalue, other[at] if at < len(other) else fillvalue)

def itertools__takewhile(pairs):
    for holds, x in pairs:
        if not holds:
            break
        yield x

def itertools__dropwhile(pairs):
    begun = False
    for holds, x in pairs:
        begun = begun or not holds
        if begun:
            yield x

def itertools__groupby(pairs):
    groups = []
    for key, x in pairs:
        if groups and key == groups[-1][0]:
            groups[-1] = (groups[-1][0], [*groups[-1][1], x])
        else:
            groups.append((key, [x]))
    for group in groups:
        yield group

def statistics__mean(data):
    xs = list(data)
    if not xs:
        raise ValueError
    if not all(isinstance(x, int) and not isinstance(x, bool) for x in xs):
        return None < None
    return sum(xs) / len(xs) if sum(xs) % len(xs) else sum(xs) // len(xs)

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
_MIXED = frozenset(["itertools"])  # the rest of what is imported is known elsewhere
_ASKED = frozenset(["enumerate", "len", "list", "max", "range", "reversed", "sorted", "all", "sum"])
_ASKED |= {"isinstance", "int", "bool"}
_BY = {"itertools__takewhile": 0, "itertools__dropwhile": 0, "itertools__groupby": 1}  # where the function is given
_GOING_THROUGH = frozenset(["list", "tuple", "sorted", "sum", "set", "min", "max", "any", "all"])


def with_prelude(tree: ast.Module) -> ast.Module:
    """The file with the functions that it imports, in the place of the first import; what is not known stays."""
    uses = _Uses(tree)
    uses.require_groups(tree)
    body = [uses.visit(node) for node in tree.body]
    if not uses.found:
        return tree
    if any(uses.bound[name] for name in _ASKED):
        raise Hole("a name that a function of Python's library uses is that of something else")
    at = next(at for at, node in enumerate(tree.body) if uses.imports(node))
    kept = [node for node in body if not uses.imports(node) or uses.rest(node)]
    return ast.Module([*kept[:at], *_functions(uses.found), *kept[at:]], tree.type_ignores)


class _Uses(ast.NodeTransformer):
    """`names` and `modules` are what the file calls functions, and modules of them."""

    def __init__(self, tree: ast.Module) -> None:
        self.bound = Counter(bound_names(tree))
        self.top = top_functions(tree, self.bound)
        self.names: dict[str, str] = {}
        self.modules: dict[str, str] = {}
        self.found: set[str] = set()
        for node in filter(self.imports, tree.body):
            for alias in node.names if isinstance(node, (ast.Import, ast.ImportFrom)) else []:
                name = alias.asname or alias.name
                if self.bound[name] > 1:
                    raise Hole(f"{name} is imported, and something else")
                if isinstance(node, ast.Import):
                    self.modules[name] = alias.name
                elif isinstance(node, ast.ImportFrom):
                    called = _called(node.module or "", alias.name)
                    self.names |= {name: called} if called in _WRITTEN else {}

    def imports(self, node: ast.stmt) -> bool:
        """Whether all that is imported is known here."""
        match node:
            case ast.ImportFrom(module=str() as module, names=names, level=0):
                known = [_called(module, alias.name) in _WRITTEN for alias in names]
                return all(known) or (any(known) and module in _MIXED)
            case ast.Import(names=names):
                return all(alias.name in _MODULES for alias in names)
        return False

    def rest(self, node: ast.stmt) -> bool:
        """Whether something is left of the import, for others to read."""
        if isinstance(node, ast.ImportFrom):
            node.names = [alias for alias in node.names if (alias.asname or alias.name) not in self.names]
            return bool(node.names)
        return isinstance(node, ast.Import) and any(alias.name in _MIXED for alias in node.names)

    def known(self, node: ast.AST) -> str:
        """The function that is called."""
        match node:
            case ast.Call(func=ast.Name(id=name)):
                return self.names.get(name, "")
            case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)) if module in self.modules:
                return _called(self.modules[module], name)
        return ""

    def visit_Call(self, node: ast.Call) -> ast.expr:
        name = self.known(node)
        self.generic_visit(node)
        if name in ("heapq__nlargest", "heapq__nsmallest") and node.keywords:
            return self.so_many(node, name)
        if name in _BY:
            given = [*node.args, *(item.value for item in node.keywords if item.arg == "key" and _BY[name])]
            if _BY[name] and len(given) == 1:
                given.append(ast.Lambda(_one("#item"), ast.Name("#item", ast.Load())))
            if len(given) != 2 or len(node.args) + len(node.keywords) > 2:
                raise Hole(f"the arguments of {name.replace('__', '.')}")
            asked = given[_BY[name]]
            plain = not isinstance(asked, ast.Name) or not self.bound[asked.id] or asked.id in self.top
            if not plain or not changes_nothing(asked, self.bound, self.top):
                raise Hole("a function that is handed over may change something")
            node.args, node.keywords = [_pairs(asked, given[1 - _BY[name]])], []
        return node

    def so_many(self, node: ast.Call, name: str) -> ast.expr:
        """nlargest(n, xs, key=f) is sorted(xs, key=f, reverse=True)[: max(n, 0)]"""
        match node:
            case ast.Call(
                args=[ast.Name() | ast.Constant() | ast.UnaryOp(operand=ast.Constant()) as many, over],
                keywords=[ast.keyword(arg="key")],
            ):
                self.found.add(name)
                backward = [ast.keyword("reverse", ast.Constant(True))] if name == "heapq__nlargest" else []
                every = ast.Call(ast.Name("sorted", ast.Load()), [over], [*node.keywords, *backward])
                most = ast.Call(ast.Name("max", ast.Load()), [many, ast.Constant(0)], [])
                return ast.copy_location(ast.Subscript(every, ast.Slice(None, most), ast.Load()), node)
        raise Hole("the arguments of nlargest or nsmallest")

    def require_groups(self, tree: ast.AST) -> None:
        """The groups of `groupby` are mentioned once in each turn, where something goes through them at once."""
        found: Counter[str] = Counter()
        calls = {id(part) for part in ast.walk(tree) if self.known(part) == "itertools__groupby"}
        if calls and any(self.bound[name] for name in _GOING_THROUGH):
            raise Hole("a name that a group is gone through by is that of something else")
        for node in ast.walk(tree):
            inside: list[ast.AST] = []
            match node:
                case ast.For(target=target, iter=iterable, body=body, orelse=[]) if id(iterable) in calls:
                    inside = [*body]
                case ast.ListComp(generators=[first, *others]) | ast.GeneratorExp(generators=[first, *others]) if (
                    id(first.iter) in calls
                ):
                    target, iterable = first.target, first.iter
                    inside = [node.elt, *first.ifs, *others]
                case ast.DictComp(generators=[first, *others]) if id(first.iter) in calls:
                    target, iterable = first.target, first.iter
                    inside = [node.key, node.value, *first.ifs, *others]
                case _:
                    continue
            match target:
                case ast.Tuple(elts=[ast.Name(), ast.Name(id=group)]) if sum(map(_through(group), inside)) == 1:
                    calls.discard(id(iterable))
                    found[group] += 1
        mentions = Counter(
            part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
        )
        if calls or any(mentions[group] != count for group, count in found.items()):
            raise Hole("a group of groupby that is not gone through once")

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if node.id in self.modules:
            raise Hole("a module is used as a value")
        return self.function(node, self.names[node.id]) if node.id in self.names else node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        match node:
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in self.modules:
                called = _called(self.modules[module], name)
                if called not in _WRITTEN and self.modules[module] in _MIXED:
                    return node
                return self.function(node, called)
        self.generic_visit(node)
        return node

    def function(self, node: ast.expr, name: str) -> ast.expr:
        if name not in _WRITTEN:
            raise Hole(f"{name.replace('__', '.')} of Python's library")
        self.found.add(name)
        return ast.copy_location(ast.Name(_own(name), ast.Load()), node)


def _through(group: str) -> Callable[[ast.AST], int]:
    """How often the group is gone through at once, in a part of a turn."""

    def count(node: ast.AST) -> int:
        match node:
            case ast.Call(func=ast.Name(id=name), args=[ast.Name(id=read), *_]) if read == group:
                return int(name in _GOING_THROUGH)
            case ast.For(iter=over):
                return int(isinstance(over, ast.Name) and over.id == group) or count(over)
            case ast.comprehension(iter=over, ifs=_):
                return int(isinstance(over, ast.Name) and over.id == group) or count(over)
            case ast.ListComp(generators=[first, *_]) | ast.GeneratorExp(generators=[first, *_]):
                return count(first)
            case ast.SetComp(generators=[first, *_]) | ast.DictComp(generators=[first, *_]):
                return count(first)
            case ast.While() | ast.Lambda() | ast.FunctionDef():
                return 0
        return sum(map(count, ast.iter_child_nodes(node)))

    return count


def _one(name: str) -> ast.arguments:
    return ast.arguments([], [ast.arg(name)], None, [], [], None, [])


def _pairs(function: ast.expr, over: ast.expr) -> ast.expr:
    """What the function comes to of each item, and the item."""
    match function:
        case ast.Lambda(args=given, body=body) if ast.unparse(given) == "".join(item.arg for item in given.args):
            name = given.args[0].arg
            if any(isinstance(part, (ast.NamedExpr, ast.Lambda)) for part in ast.walk(body)):
                raise Hole("a function that is handed over")
        case ast.Name() | ast.Attribute() if lasts(function):
            name, body = "#item", ast.Call(function, [ast.Name("#item", ast.Load())], [])
        case _:
            raise Hole("a function that is worked out is handed over")
    pair = ast.Tuple([body, ast.Name(name, ast.Load())], ast.Load())
    every = ast.GeneratorExp(pair, [ast.comprehension(ast.Name(name, ast.Store()), over, [], 0)])
    return ast.Call(ast.Name("list", ast.Load()), [every], [])


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
