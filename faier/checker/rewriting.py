"""Forms that are others, written shorter: `map`, `filter`, `key=` and `partial` -> comprehensions, lambdas and
functions; `match` that looks into values -> `if` (`cases`).

    map(f, xs, ys)            (f(x, y) for x, y in zip(xs, ys))
    filter(f, xs)             (x for x in xs if f(x))
    sorted(xs, key=f)         sorted(xs, key=lambda x: f(x))
    f = lambda x: x + 1       def f(x): return x + 1
    map(partial(f, 1), xs)    (f(1, x) for x in xs)
    key=itemgetter(1)         key=lambda x: x[1]
    reduce(f, xs, start)      (v := list(xs), t := start, [t := f(t, x) for x in v], t)[3]

Where a name such as `map` is bound anywhere in the file, nothing is written anew.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy

from .cases import opened
from .outcome import Hole

_NAMES = frozenset(["map", "filter", "sorted", "min", "max", "zip"])
_KEYED = frozenset(["sorted", "min", "max"])
_AT_ONCE = frozenset(["range", "list", "tuple", "sorted", "enumerate", "zip", "reversed", "len"])


def rewritten(tree: ast.Module) -> tuple[ast.stmt, ...]:
    """The statements of the file; decorators stay as they are written."""
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and not isinstance(node.value, ast.Lambda):
            _require_plain_lambdas(node)
    rewriter = _Rewriter(tree)
    return tuple(rewriter.visit(node) for node in tree.body)


def _require_plain_lambdas(constant: ast.stmt) -> None:
    """The lambdas of a constant have no others inside, and their defaults are written out."""
    for made in ast.walk(constant):
        if isinstance(made, ast.Lambda):
            inside = list(ast.walk(made.body))
            given = [
                part for item in (*made.args.defaults, *filter(None, made.args.kw_defaults)) for part in ast.walk(item)
            ]
            if any(isinstance(part, ast.Lambda) for part in inside) or any(
                isinstance(part, ast.Name) for part in given
            ):
                raise Hole("a lambda of this kind")


def bound_names(tree: ast.AST) -> Iterable[str]:
    """Every name that is given to anything, anywhere."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name
            case ast.FunctionDef(name=name) | ast.AsyncFunctionDef(name=name) | ast.ClassDef(name=name):
                yield name
            case ast.alias(name=name, asname=other):
                yield other or name.partition(".")[0]
            case (
                ast.MatchAs(name=str() as name)
                | ast.MatchStar(name=str() as name)
                | ast.ExceptHandler(name=str() as name)
            ):
                yield name
            case ast.MatchMapping(rest=str() as name):
                yield name
            case ast.Global(names=names) | ast.Nonlocal(names=names):
                yield from names


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        bound = Counter(bound_names(tree))
        self.bound = bound
        self.plain = _NAMES - bound.keys()
        self.functools: dict[str, str] = {}
        self.getters: set[str] = set()
        self.modules: set[str] = set()
        for node in tree.body:
            match node:
                case ast.ImportFrom(module="functools", names=names, level=0):
                    self.functools |= {alias.asname or alias.name: alias.name for alias in names}
                case ast.ImportFrom(module="operator", names=names, level=0):
                    self.getters |= {alias.asname or alias.name for alias in names if alias.name == "itemgetter"}
                case ast.Import(names=names):
                    self.modules |= {alias.asname or alias.name for alias in names if alias.name == "functools"}
        once = {name for name, count in bound.items() if count == 1}
        self.functools = {name: word for name, word in self.functools.items() if name in once}
        self.modules &= once
        self.getters &= once
        self.classes = {
            node.name: [
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            for node in tree.body
            if isinstance(node, ast.ClassDef) and node.name in once and not _in_other_order(node)
        }
        self.catches = any(isinstance(node, ast.Try) for node in ast.walk(tree))
        self.made = 0
        self.inside = 0  # comprehensions, where no name can be given to a value

    def fresh(self, count: int) -> list[str]:
        self.made += count
        return [f"#x{self.made - at}" for at in reversed(range(count))]

    def word(self, node: ast.expr) -> str | None:
        match node:
            case ast.Name(id=name):
                return name if name in self.plain else self.functools.get(name)
            case ast.Attribute(value=ast.Name(id=module), attr=word) if module in self.modules:
                return word
        return None

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        made = deepcopy(node)
        made.body = [self.visit(item) for item in node.body]
        made.args = self.visit(node.args)
        made.decorator_list = node.decorator_list
        return made

    def visit_Assign(self, node: ast.Assign) -> ast.AST:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as given):
                body = ast.copy_location(ast.Return(self.visit(given.body)), given.body)
                made = ast.FunctionDef(
                    name=name, args=self.visit(given.args), body=[body], decorator_list=[], returns=None
                )
                return ast.copy_location(made, node)
        return self.generic_visit(node)

    def visit_Match(self, node: ast.Match) -> ast.AST:
        self.generic_visit(node)
        return opened(node, self.bound, self.classes.get, lambda: self.fresh(1)[0])

    def generic_visit(self, node: ast.AST) -> ast.AST:
        made = isinstance(node, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp, ast.Lambda))
        self.inside += made
        super().generic_visit(node)
        self.inside -= made
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        word = self.word(node.func)
        starred = any(isinstance(item, ast.Starred) for item in node.args)
        made: ast.expr | None = None
        match word, node.args:
            case "map", [function, *rows] if rows and not node.keywords and not starred:
                made = self.map(function, rows)
            case "filter", [function, row] if not node.keywords and not starred:
                made = self.filter(function, row)
            case "reduce", [function, row, *start] if len(start) <= 1 and not (node.keywords or starred or self.inside):
                made = self.reduce(function, row, *start)
            case _:
                method = isinstance(node.func, ast.Attribute) and node.func.attr == "sort"
                if word in _KEYED or method:
                    return self.keyed(node)
        return node if made is None else ast.copy_location(made, node)

    def map(self, function: ast.expr, rows: list[ast.expr]) -> ast.expr | None:
        _require_unnamed(rows)
        if len(rows) > 1 and "zip" not in self.plain:
            return None
        names, body = self.opened(function, len(rows))
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        target = targets[0] if len(rows) == 1 else ast.Tuple(targets, ast.Store())
        over = rows[0] if len(rows) == 1 else ast.Call(ast.Name("zip", ast.Load()), rows, [])
        return ast.GeneratorExp(body, [ast.comprehension(target, over, [], 0)])

    def filter(self, function: ast.expr, row: ast.expr) -> ast.expr:
        _require_unnamed([row])
        if isinstance(function, ast.Constant) and function.value is None:
            names = self.fresh(1)
            test: ast.expr = ast.Name(names[0], ast.Load())
        else:
            names, test = self.opened(function, 1)
        clause = ast.comprehension(ast.Name(names[0], ast.Store()), row, [test], 0)
        return ast.GeneratorExp(ast.Name(names[0], ast.Load()), [clause])

    def reduce(self, function: ast.expr, row: ast.expr, start: ast.expr | None = None) -> ast.expr | None:
        """In place of `f`, what it comes to, of the total so far and the next value."""
        _require_unnamed([row] if start is None else [row, start])
        if self.bound["list"] or self.bound["sum"] or not self.lasting(row) or (start is None and self.catches):
            return None
        values, total = self.fresh(2)
        (first, second), body = self.opened(function, 2)
        begin: ast.expr = ast.Subscript(_name(values), ast.Constant(0), ast.Load())
        over: ast.expr = ast.Subscript(_name(values), ast.Slice(ast.Constant(1)), ast.Load())
        if start is not None:
            begin, over = start, _name(values)
        clauses = [
            ast.comprehension(ast.Name(second, ast.Store()), over, [], 0),
            ast.comprehension(ast.Name(first, ast.Store()), ast.List([_name(total)], ast.Load()), [], 0),
        ]
        parts: list[ast.expr] = [
            ast.NamedExpr(ast.Name(values, ast.Store()), ast.Call(ast.Name("list", ast.Load()), [row], [])),
            ast.NamedExpr(ast.Name(total, ast.Store()), begin),
            ast.ListComp(ast.NamedExpr(ast.Name(total, ast.Store()), body), clauses),
            _name(total),
        ]
        return ast.Subscript(ast.Tuple(parts, ast.Load()), ast.Constant(3), ast.Load())

    def lasting(self, row: ast.expr) -> bool:
        """Whether nothing is worked out later than where it stands."""
        if isinstance(row, (ast.List, ast.ListComp, ast.Tuple)):
            return True
        for part in ast.walk(row):
            if isinstance(part, ast.GeneratorExp) or (isinstance(part, ast.Call) and not self.at_once(part)):
                return False
        return True

    def at_once(self, call: ast.Call) -> bool:
        return isinstance(call.func, ast.Name) and call.func.id in _AT_ONCE and not self.bound[call.func.id]

    def keyed(self, node: ast.Call) -> ast.Call:
        keywords = [
            ast.keyword(item.arg, self.function(item.value, 1)) if item.arg == "key" else item
            for item in node.keywords
            if not (item.arg == "key" and isinstance(item.value, ast.Constant) and item.value.value is None)
        ]
        return ast.copy_location(ast.Call(node.func, node.args, keywords), node)

    def function(self, node: ast.expr, count: int) -> ast.expr:
        """A lambda with so many parameters, that calls the function if it is none."""
        if isinstance(node, ast.Lambda):
            return node
        names, body = self.opened(node, count)
        plain = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        return ast.copy_location(ast.Lambda(plain, body), node)

    def opened(self, function: ast.expr, count: int) -> tuple[list[str], ast.expr]:
        """Names for the parameters, and what the function then comes to."""
        match function:
            case ast.Lambda(args=ast.arguments() as given, body=body) if plain_parameters(given) == count and not any(
                isinstance(part, (ast.NamedExpr, ast.Yield, ast.YieldFrom, ast.Await)) for part in ast.walk(body)
            ):
                return [item.arg for item in (*given.posonlyargs, *given.args)], body
            case ast.Call(func=called, args=[inner, *before], keywords=beside) if self.word(
                called
            ) == "partial" and all(
                isinstance(item, ast.Constant) for item in (*before, *(item.value for item in beside))
            ):
                names = self.fresh(count)
                return names, ast.Call(inner, [*before, *(ast.Name(name, ast.Load()) for name in names)], beside)
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant() as at], keywords=[]) if (
                name in self.getters and count == 1
            ):
                names = self.fresh(1)
                return names, ast.Subscript(ast.Name(names[0], ast.Load()), at, ast.Load())
        if not isinstance(function, (ast.Name, ast.Attribute)):
            raise Hole("a function that is worked out is handed over")
        names = self.fresh(count)
        return names, ast.Call(function, [ast.Name(name, ast.Load()) for name in names], [])


def _in_other_order(node: ast.ClassDef) -> bool:
    """Whether patterns may not name its fields in their order."""
    options = [item.arg for made in node.decorator_list if isinstance(made, ast.Call) for item in made.keywords]
    return "kw_only" in options or "match_args" in options


def _require_unnamed(values: Iterable[ast.expr]) -> None:
    """Python has the function before what it is given: that gives no name another value."""
    parts = (part for value in values for part in ast.walk(value))
    if any(isinstance(part, ast.NamedExpr) and not part.target.id.startswith("#") for part in parts):
        raise Hole("a name gets a value beside a function that is handed over")


def _name(name: str) -> ast.expr:
    return ast.Name(name, ast.Load())


def plain_parameters(given: ast.arguments) -> int:
    """How many parameters there are, or -1 where they are more than names."""
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults:
        return -1
    return len(given.posonlyargs) + len(given.args)
