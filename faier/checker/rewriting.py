"""Forms that are others, written shorter: `map`, `filter`, `key=` and `partial` -> comprehensions, lambdas and
functions; `match` that looks into values -> `if` (`cases`).

    map(f, xs, ys)            (f(x, y) for x, y in zip(xs, ys))
    filter(f, xs)             (x for x in xs if f(x))
    sorted(xs, key=f)         sorted(xs, key=lambda x: f(x))
    f = lambda x: x + 1       def f(x): return x + 1
    map(partial(f, 1), xs)    (f(1, x) for x in xs)
    key=itemgetter(1)         key=lambda x: x[1]
    reduce(f, xs, start)      (v := list(xs), t := start, [t := f(t, x) for x in v], t)[3]
    starmap(f, rows)          (f(*x) for x in rows)
    filterfalse(f, xs)        (x for x in xs if not f(x))
    compress(xs, ys)          (x for x, y in zip(xs, ys) if y)
    chain.from_iterable(xs)   (y for x in xs for y in x)
    f = partial(g, a, k=b)    p, q = a, b; and f(x) is g(p, x, k=q)
    "{}: {}".format(x, y)     f"{x}: {y}"
    next((x for x in xs), d)  [*(x for x in xs), d][0]

Where a name such as `map` is bound anywhere in the file, nothing is written anew.
"""

from __future__ import annotations

import ast
import builtins
from collections import Counter
from collections.abc import Container, Iterable
from copy import deepcopy
from string import Formatter

from .cases import opened
from .method_names import METHODS, TEXT_METHODS
from .outcome import Hole

_NAMES = frozenset(["map", "filter", "sorted", "min", "max", "next", "zip"])
_KEYED = frozenset(["sorted", "min", "max"])
# What arguments are called.
_PARAMETERS = {
    "flip": "p", "uniform": "lo hi", "geometric": "a", "laplace": "b", "gaussian": "s", "choice": "values",
    "shuffled": "values", "sample": "values k", "clamp": "x lo hi", "exp": "x", "log": "x", "Fraction":
    "numerator denominator", "combinations": "iterable r", "combinations_with_replacement": "iterable r",
    "permutations": "iterable r", "repeat": "object times", "compress": "data selectors",
}  # fmt: skip
_TAKING = frozenset(["list", "tuple", "sorted", "sum", "max", "min"])
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


def top_functions(tree: ast.Module, bound: Counter[str]) -> set[str]:
    """Those that have their names alone, and what is imported."""
    named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    imports = (node for node in tree.body if isinstance(node, (ast.ImportFrom, ast.Import)))
    named |= {alias.asname or alias.name for node in imports for alias in node.names}
    return {name for name in named if bound[name] == 1}


class _Rewriter(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        bound = Counter(bound_names(tree))
        self.bound = bound
        self.plain = _NAMES - bound.keys()
        self.functools: dict[str, str] = {}
        self.top = top_functions(tree, bound)
        self.partials: dict[str, ast.Call] = {}
        self.getters: dict[str, str] = {}
        self.modules: set[str] = set()
        for node in tree.body:
            match node:
                case ast.ImportFrom(module="functools" | "itertools", names=names, level=0):
                    self.functools |= {alias.asname or alias.name: alias.name for alias in names}
                case ast.ImportFrom(module="operator", names=names, level=0):
                    known = [alias for alias in names if alias.name in ("itemgetter", "attrgetter")]
                    self.getters |= {alias.asname or alias.name: alias.name for alias in known}
                case ast.Import(names=names):
                    self.modules |= {
                        alias.asname or alias.name for alias in names if alias.name in ("functools", "itertools")
                    }
        once = {name for name, count in bound.items() if count == 1}
        self.functools = {name: word for name, word in self.functools.items() if name in once}
        self.modules &= once
        self.words = {name: word for name, word in _words(tree).items() if name in once}
        self.getters = {name: word for name, word in self.getters.items() if name in once}
        self.classes = {
            node.name: [
                part.target.id
                for part in node.body
                if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
            ]
            for node in tree.body
            if isinstance(node, ast.ClassDef) and node.name in once and not _in_other_order(node)
        }
        assigned = [part for part in ast.walk(tree) if isinstance(part, ast.Assign)]
        self.texts = {  # names that stand for one text
            part.targets[0].id: part.value.value
            for part in assigned
            if isinstance(part.value, ast.Constant) and isinstance(part.value.value, str)
            if len(part.targets) == 1 and isinstance(part.targets[0], ast.Name) and part.targets[0].id in once
        }
        self.catches = any(isinstance(node, ast.Try) for node in ast.walk(tree))
        self.taken: set[int] = set()  # what is gone through at once
        self.depth = 0
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
        self.depth += 1
        made.body = []
        for item in node.body:
            one = self.visit(item)
            made.body += one if isinstance(one, list) else [one]
        self.depth -= 1
        made.args = self.visit(node.args)
        made.decorator_list = node.decorator_list
        return made

    def visit_Name(self, node: ast.Name) -> ast.AST:
        made = self.partials.get(node.id) if isinstance(node.ctx, ast.Load) else None
        return node if made is None else deepcopy(made)

    def partial(self, name: str, made: ast.Call) -> list[ast.stmt] | None:
        """What stands for `name = partial(f, a, k=b)`: names for what is given; its own name is written out."""
        function, *before = made.args
        known = isinstance(function, ast.Name) and (
            (self.bound[function.id] == 0 and hasattr(builtins, function.id)) or function.id in self.top
        )
        values = [*before, *(item.value for item in made.keywords)]
        if not known or self.bound[name] != 1 or self.inside or any(isinstance(item, ast.Starred) for item in before):
            return None
        if not values or any(item.arg is None for item in made.keywords):
            return None
        names = self.fresh(len(values))
        given: list[ast.stmt] = [
            ast.Assign([ast.Name(one, ast.Store())], self.visit(value))
            for one, value in zip(names, values, strict=True)
        ]
        read = [_name(one) for one in names]
        keywords = [ast.keyword(item.arg, one) for item, one in zip(made.keywords, read[len(before) :], strict=True)]
        self.partials[name] = ast.Call(made.func, [function, *read[: len(before)]], keywords)
        return given

    def visit_Assign(self, node: ast.Assign) -> ast.AST | list[ast.stmt]:
        if isinstance(node.targets[0], (ast.Tuple, ast.List)):
            self.taken.add(id(node.value))
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(args=[_, *_]) as made) if (
                self.depth and self.word(made.func) == "partial"
            ):
                written = self.partial(name, made)
                if written is not None:
                    return [ast.copy_location(item, node) for item in written]
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as given):
                body = ast.copy_location(ast.Return(self.visit(given.body)), given.body)
                plain = ast.FunctionDef(
                    name=name, args=self.visit(given.args), body=[body], decorator_list=[], returns=None
                )
                return ast.copy_location(plain, node)
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
        if isinstance(node.func, ast.Name) and node.func.id in _TAKING and not self.bound[node.func.id]:
            self.taken.update(map(id, node.args[:1]))
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Call(func=called, args=[function, *before], keywords=beside), args=given) if (
                self.word(called) == "partial" and all(map(_own, (*before, *(item.value for item in beside))))
            ):
                again = {item.arg for item in node.keywords}
                beside = [item for item in beside if item.arg not in again]
                node = ast.copy_location(ast.Call(function, [*before, *given], [*beside, *node.keywords]), node)
                if None in again:
                    raise Hole("the keywords of a partial function")
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str() as told), attr="format")):
                return ast.copy_location(_written_out(told, node), node)
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name) as said, attr="format")) if name in self.texts:
                whole = ast.Tuple([said, _written_out(self.texts[name], node)], ast.Load())
                return ast.copy_location(ast.Subscript(whole, ast.Constant(1), ast.Load()), node)
            case ast.Call(func=ast.Attribute(value=rows_of, attr="from_iterable"), args=[row], keywords=[]) if (
                self.word(rows_of) == "chain"
            ):
                one, item = self.fresh(2)
                clauses = [
                    ast.comprehension(ast.Name(one, ast.Store()), row, [], 0),
                    ast.comprehension(ast.Name(item, ast.Store()), _name(one), [], 0),
                ]
                return ast.copy_location(ast.GeneratorExp(_name(item), clauses), node)
        word = self.word(node.func)
        starred = any(isinstance(item, ast.Starred) for item in node.args)
        self.place_named(node, word)
        made: ast.expr | None = None
        match word, node.args:
            case "map", [function, *rows] if rows and not node.keywords and not starred:
                made = self.map(function, rows)
            case (("filter" | "filterfalse") as kind, [function, row]) if not node.keywords and not starred:
                made = self.filter(function, row, kind == "filterfalse")
            case "starmap", [function, row] if not node.keywords and not starred:
                made = self.starmap(function, row)
            case "compress", [row, other] if not node.keywords and not starred and "zip" in self.plain:
                item, test = self.fresh(2)
                pair = ast.Tuple([ast.Name(item, ast.Store()), ast.Name(test, ast.Store())], ast.Store())
                both = ast.Call(_name("zip"), [row, other], [])
                made = ast.GeneratorExp(_name(item), [ast.comprehension(pair, both, [_name(test)], 0)])
            case "next", [ast.GeneratorExp() as row, *start] if len(start) <= 1 and not node.keywords:
                plain = all(isinstance(item, (ast.Constant, ast.Name)) for item in start)
                if plain and changes_nothing(row, self.bound, self.top) and (start or not self.catches):
                    found = ast.List([ast.Starred(row, ast.Load()), *start], ast.Load())
                    made = ast.Subscript(found, ast.Constant(0), ast.Load())
            case "accumulate", [every, function] if id(node) in self.taken and not (starred or self.inside):
                made = self.accumulate(function, every, node.keywords)
            case "reduce", [function, row, *start] if len(start) <= 1 and not (node.keywords or starred or self.inside):
                made = self.reduce(function, row, *start)
            case _:
                method = isinstance(node.func, ast.Attribute) and node.func.attr == "sort"
                if word in _KEYED or method:
                    return self.keyed(node)
        return node if made is None else ast.copy_location(made, node)

    def place_named(self, node: ast.Call, word: str | None) -> None:
        """`flip(p=1 / 4)` as `flip(1 / 4)`."""
        own = isinstance(node.func, ast.Name) and self.words.get(node.func.id)
        given = [item.arg for item in node.keywords]
        names = _PARAMETERS.get(own or word or "", "").split()[len(node.args) :][: len(given)]
        if not given or sorted(names) != sorted(item or "" for item in given):
            return
        if any(isinstance(item, ast.Starred) for item in node.args):
            raise Hole("arguments by name behind others that are unpacked")
        read = (ast.Name, ast.Constant)
        if names != given and not all(isinstance(item.value, read) for item in node.keywords):
            raise Hole("arguments by name in another order")
        values = {item.arg: item.value for item in node.keywords}
        node.args = [*node.args, *(values[name] for name in names)]
        node.keywords = []

    def map(self, function: ast.expr, rows: list[ast.expr]) -> ast.expr | None:
        _require_unnamed(rows)
        if len(rows) > 1 and "zip" not in self.plain:
            return None
        names, body = self.opened(function, len(rows))
        targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in names]
        target = targets[0] if len(rows) == 1 else ast.Tuple(targets, ast.Store())
        over = rows[0] if len(rows) == 1 else ast.Call(ast.Name("zip", ast.Load()), rows, [])
        return ast.GeneratorExp(body, [ast.comprehension(target, over, [], 0)])

    def starmap(self, function: ast.expr, row: ast.expr) -> ast.expr:
        _require_unnamed([row])
        if isinstance(function, ast.Lambda):
            if plain_parameters(function.args) < 0:
                raise Hole("the parameters of a lambda")
            names, body = self.opened(function, plain_parameters(function.args))
            target: ast.expr = ast.Tuple([ast.Name(name, ast.Store()) for name in names], ast.Store())
            return ast.GeneratorExp(body, [ast.comprehension(target, row, [], 0)])
        (name,), body = self.opened(function, 1)
        if not isinstance(body, ast.Call):
            raise Hole("a function that is handed over to starmap")
        body.args[-1] = ast.Starred(_name(name), ast.Load())
        return ast.GeneratorExp(body, [ast.comprehension(ast.Name(name, ast.Store()), row, [], 0)])

    def filter(self, function: ast.expr, row: ast.expr, otherwise: bool = False) -> ast.expr:
        _require_unnamed([row])
        if isinstance(function, ast.Constant) and function.value is None:
            names = self.fresh(1)
            test: ast.expr = ast.Name(names[0], ast.Load())
        else:
            names, test = self.opened(function, 1)
        test = ast.UnaryOp(ast.Not(), test) if otherwise else test
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

    def accumulate(self, function: ast.expr, row: ast.expr, keywords: list[ast.keyword]) -> ast.expr | None:
        """A list of the totals, where all of them are taken at once."""
        begun = [item.value for item in keywords if item.arg == "initial"]
        _require_unnamed([row, *begun])
        if self.bound["list"] or len(begun) < len(keywords) or self.catches or not self.lasting(row):
            return None
        values, total = self.fresh(2)
        (first, second), body = self.opened(function, 2)
        if not changes_nothing(body, self.bound, self.top):
            return None
        clauses = [
            ast.comprehension(ast.Name(second, ast.Store()), _name(values), [], 0),
            ast.comprehension(ast.Name(first, ast.Store()), ast.List([_name(total)], ast.Load()), [], 0),
        ]
        rest: ast.expr = ast.ListComp(ast.NamedExpr(ast.Name(total, ast.Store()), body), clauses)
        if begun:
            start, before = begun[0], ast.List([_name(total), ast.Starred(rest, ast.Load())], ast.Load())
        else:
            every = ast.List([ast.Starred(_name(values), ast.Load()), ast.Constant(None)], ast.Load())
            start = ast.Subscript(every, ast.Constant(0), ast.Load())
            clauses[0].iter = ast.Subscript(_name(values), ast.Slice(ast.Constant(1)), ast.Load())
            one = ast.Subscript(_name(values), ast.Slice(None, ast.Constant(1)), ast.Load())
            both = [ast.Starred(part, ast.Load()) for part in (one, rest)]
            before = ast.List([*both], ast.Load())
        parts: list[ast.expr] = [
            ast.NamedExpr(ast.Name(values, ast.Store()), ast.Call(_name("list"), [row], [])),
            ast.NamedExpr(ast.Name(total, ast.Store()), start),
            before,
        ]
        return ast.Subscript(ast.Tuple(parts, ast.Load()), ast.Constant(2), ast.Load())

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

    def got(self, getter: str, value: str, place: ast.expr) -> ast.expr:
        """What `itemgetter(1)`, or `attrgetter("a")`, comes to."""
        if not isinstance(place, ast.Constant):
            raise Hole("a function that is worked out is handed over")
        if self.getters[getter] == "itemgetter":
            return ast.Subscript(_name(value), place, ast.Load())
        found = _name(value)
        for name in str(place.value).split("."):
            if not isinstance(place.value, str) or not name.isidentifier():
                raise Hole("an attribute of this name")
            found = ast.Attribute(found, name, ast.Load())
        return found

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
                isinstance(item, ast.Constant) or _own(item) for item in (*before, *(item.value for item in beside))
            ):
                names = self.fresh(count)
                return names, ast.Call(inner, [*before, *(ast.Name(name, ast.Load()) for name in names)], beside)
            case ast.Call(func=ast.Name(id=name), args=[ast.Constant(), *_] as places, keywords=[]) if (
                name in self.getters and count == 1
            ):
                names = self.fresh(1)
                parts = [self.got(name, names[0], place) for place in places]
                return names, parts[0] if len(parts) == 1 else ast.Tuple(parts, ast.Load())
            case ast.Attribute(value=ast.Name(id="str"), attr=name) if name in TEXT_METHODS and not self.bound["str"]:
                first, *rest = self.fresh(count)
                return [first, *rest], ast.Call(
                    ast.Attribute(_name(first), name, ast.Load()), list(map(_name, rest)), []
                )
            case ast.Attribute(value=base) if not lasts(base):
                raise Hole("a method of something that is worked out is handed over")
            case ast.Attribute(value=base, attr="__getitem__") if count == 1:
                names = self.fresh(1)
                return names, ast.Subscript(base, _name(names[0]), ast.Load())
        if not isinstance(function, (ast.Name, ast.Attribute)):
            raise Hole("a function that is worked out is handed over")
        names = self.fresh(count)
        return names, ast.Call(function, [ast.Name(name, ast.Load()) for name in names], [])


def lasts(node: ast.expr) -> bool:
    """Whether it makes no difference that it is worked out for each item."""
    while isinstance(node, (ast.Attribute, ast.Subscript)):
        if isinstance(node, ast.Subscript) and not isinstance(node.slice, (ast.Name, ast.Constant)):
            return False
        node = node.value
    return isinstance(node, (ast.Name, ast.Constant))


def _words(tree: ast.Module) -> dict[str, str]:
    """What is imported of faier, and Fraction, by the names that the file has for it."""
    found = (node for node in tree.body if isinstance(node, ast.ImportFrom) and not node.level)
    known = [alias for node in found if node.module in ("faier", "fractions") for alias in node.names]
    return {alias.asname or alias.name: alias.name for alias in known}


def changes_nothing(node: ast.AST, bound: Counter[str], top: Container[str]) -> bool:
    """Whether it makes no difference that it is worked out once more: its calls are of Python, of what is imported, of
    functions of the top level, and of methods that change nothing."""
    for part in ast.walk(node):
        match part:
            case ast.NamedExpr():
                return False
            case ast.Call(func=ast.Name(id=name)) if bound[name] == 0 or name in top:
                continue
            case ast.Call(func=ast.Attribute(value=ast.Name(id=name))) if name in top:
                continue
            case ast.Call(func=ast.Attribute(attr=name)) if name in METHODS and not bound[name]:
                continue
            case ast.Call():
                return False
    return True


def _own(node: ast.expr) -> bool:
    """Whether it is a name that no program can give anything."""
    return isinstance(node, ast.Name) and node.id.startswith("#")


def _written_out(told: str, node: ast.Call) -> ast.expr:
    """The f-string that says the same; each argument stands in it once, in its order, or is a name."""
    given: dict[str, ast.expr] = {str(at): item for at, item in enumerate(node.args)}
    given |= {item.arg or "": item.value for item in node.keywords}
    parts: list[ast.expr] = []
    used: list[str] = []
    try:
        pieces = list(Formatter().parse(told))
    except ValueError:
        raise Hole("a template of a text") from None
    for literal, name, form, how in pieces:
        if literal:
            parts.append(ast.Constant(literal))
        if name is None:
            continue
        name = name or str(len(used))
        if name not in given or isinstance(given[name], ast.Starred) or "{" in (form or ""):
            raise Hole("a template of a text")
        used.append(name)
        spec = ast.JoinedStr([ast.Constant(form)]) if form else None
        parts.append(ast.FormattedValue(given[name], ord(how) if how else -1, spec))
    empty = [name == "" for _, name, _, _ in pieces if name is not None]
    if any(empty) and not all(empty):
        raise Hole("a template of a text")
    plain = all(isinstance(item, (ast.Name, ast.Constant)) for item in given.values())
    if set(used) != given.keys() or (used != list(given) and not plain):
        raise Hole("a template of a text")
    return ast.JoinedStr(parts)


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
