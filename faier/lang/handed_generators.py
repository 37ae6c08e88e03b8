"""Generators that are handed on: `noised(clipped(xs))` calls a copy of `noised` in which `clipped(xs)` stands where it
is gone over. So a generator runs as far as something asks it for values, as in Python, and one without end may stand
beside what has one: `islice(draws(), 3)`, `zip(range(3), draws())`, `takewhile(f, draws())`, `next(draws())`.

A function that is given a generator mentions it once, where it is computed once at most: so it makes no difference that
the generator is made there, out of what it was called with. Everything else stays as it is, and is refused.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

from faier.lang import names
from faier.lang.closures import new_name
from faier.lang.handed_whole import streams, words_of_streams
from faier.lang.iterators import all_bindings
from faier.lang.occurring import occurring
from faier.lang.partials import keeps
from faier.lang.placing import moved, placed
from faier.lang.preluded import origins

_LAZY = frozenset(["enumerate", "filter", "iter", "map", "reversed", "zip"])
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_READING = frozenset(["enumerate", "len", "list", "max", "min", "range", "reversed", "sorted", "sum", "tuple", "zip"])
_ITERTOOLS = frozenset(
    ["accumulate", "chain", "combinations", "compress", "islice", "pairwise", "permutations", "product"]
)
_ENDLESS = frozenset(["itertools.count", "itertools.cycle", "itertools.repeat"])
# What is written has these names.
_WRITTEN = frozenset(["list", "len", "max", "RuntimeError", "ValueError"])
_MOST = 200  # functions that are written

_TEXTS = {
    "enumerate": """
def enumerated(iterable, start=0):
    at = start
    for value in iterable:
        yield at, value
        at += 1
""",
    "islice": """
def islice(iterable, stop):
    if stop < 0:
        raise ValueError("Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    at = 0
    if at < stop:
        for value in iterable:
            yield value
            at += 1
            if at >= stop:
                break
""",
    "islice_from": """
def islice(iterable, start, stop):
    if start < 0 or stop < 0:
        raise ValueError("Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.")
    at = 0
    if max(start, stop) > 0:
        for value in iterable:
            at += 1
            if start < at <= stop:
                yield value
            if at >= max(start, stop):
                break
""",
    "itertools.accumulate": """
def accumulate(iterable):
    first, total = True, None
    for value in iterable:
        total = value if first else total + value
        first = False
        yield total
""",
    "itertools.pairwise": """
def pairwise(iterable):
    first, before = True, None
    for value in iterable:
        if not first:
            yield before, value
        first, before = False, value
""",
    "itertools.count": """
def count(start=0, step=1):
    value = start
    while True:
        yield value
        value += step
""",
    "itertools.cycle": """
def cycle(iterable):
    values = list(iterable)
    while values:
        for value in values:
            yield value
""",
    "itertools.repeat": """
def repeat(object):
    while True:
        yield object
""",
    "next": """
def following(iterable):
    for value in iterable:
        return value
    raise RuntimeError("StopIteration")
""",
    "next_or": """
def following(iterable, default):
    for value in iterable:
        return value
    return default
""",
}


def with_handed_generators(tree: ast.Module) -> ast.Module:
    """The file, in which generators are gone over where they are made."""
    if not any(map(yields, occurring(tree, ast.FunctionDef))) and not _has_endless(tree) and not _hands(tree):
        return tree
    tree = copy.deepcopy(tree)
    work = _Written(tree)
    if work.bound.keys() & _WRITTEN:
        return tree
    work.visit(tree)
    while work.waiting:
        work.visit(work.waiting.pop())
    work.insert()
    return tree


def _hands(tree: ast.Module) -> bool:
    """Whether a function of the file is given an iterator."""
    own = {node.name for node in occurring(tree, ast.FunctionDef)}
    for call in occurring(tree, ast.Call):
        if isinstance(call.func, ast.Name) and call.func.id in own:
            for item in (*call.args, *(word.value for word in call.keywords)):
                if isinstance(item, ast.GeneratorExp):
                    return True
                if isinstance(item, ast.Call) and isinstance(item.func, ast.Name) and item.func.id in _LAZY:
                    return True
    return False


def _has_endless(tree: ast.Module) -> bool:
    found, modules = origins(tree)
    return bool(_ENDLESS & set(found.values())) or "itertools" in modules.values()


def yields(function: ast.FunctionDef) -> bool:
    """Whether the function itself yields, not one inside of it."""
    return any(isinstance(part, ast.Yield | ast.YieldFrom) for part in _own_parts(function))


def _own_parts(function: ast.FunctionDef) -> Iterator[ast.AST]:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        yield node
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)


class _Written(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.origins, self.modules = origins(tree)
        bound: dict[str, int] = {}
        for name, _ in all_bindings(tree):
            bound[name] = bound.get(name, 0) + 1
        self.bound = bound
        self.functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and bound[node.name] == 1
        }
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | bound.keys()
        self.words = words_of_streams(tree)
        self.around: list[ast.FunctionDef] = []
        self.still: set[str] = set()  # variables of the function around of which nothing changes what they hold
        self.comprehended: list[set[str]] = []
        self.made: dict[object, str] = {}  # functions, by what they are for
        self.added: list[tuple[str | None, ast.FunctionDef]] = []  # after which function they come
        self.waiting: list[ast.FunctionDef] = []

    # What expressions are.

    def python(self, node: ast.AST) -> str:
        """The name of Python's own function that it means."""
        return node.id if isinstance(node, ast.Name) and node.id not in self.bound else ""

    def origin(self, node: ast.AST) -> str:
        """Where what the expression names comes from: "itertools.count"."""
        match node:
            case ast.Name(id=name) if self.bound.get(name) == 1:
                return self.origins.get(name, "")
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if self.bound.get(name) == 1:
                return f"{self.modules[name]}.{attr}" if name in self.modules else ""
        return ""

    def called(self, node: ast.AST) -> ast.FunctionDef | None:
        """The function of the file that is called, where each argument is one."""
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in self.functions and _is_plain(node):
                return self.functions[name]
        return None

    def is_generator(self, node: ast.AST) -> bool:
        function = self.called(node)
        return function is not None and yields(function)

    def is_endless(self, node: ast.AST, inside: frozenset[str] = frozenset()) -> bool:
        """Whether it is a generator that may have no end."""
        match node:
            case ast.GeneratorExp(generators=[first, *_]):
                return self.is_endless(first.iter, inside)
            case ast.Call(args=args) if self.python(node.func) in _LAZY:
                return any(self.is_endless(item, inside) for item in args)
            case ast.Call() if self.origin(node.func) in _ENDLESS:
                return self.of_library(node) is not None
        function = self.called(node)
        if function is None or not yields(function) or function.name in inside:
            return False
        if any(map(self.is_stream, node.args)):  # type: ignore[attr-defined]
            return True
        return any(
            isinstance(part, ast.While) or self.is_endless(part, inside | {function.name})
            for part in _own_parts(function)
        )

    def is_stream(self, node: ast.AST) -> bool:
        """Whether it names a stream of a mechanism."""
        return isinstance(node, ast.Name) and len(self.around) == 1 and node.id in streams(self.around[0], self.words)

    def is_given_once(self, function: ast.FunctionDef, parameter: str) -> bool:
        """Whether the function mentions its parameter once, where it computes it once at most."""
        return list(_mentions(function.body, parameter, False)) == [False]

    # The tree.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        if not self.around:
            self.still = _only_read(node)
        self.around.append(node)
        self.generic_visit(node)
        self.around.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return node

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.comprehension(node)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.comprehension(node)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.comprehension(node)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.comprehension(node)

    def comprehension(self, node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> ast.AST:
        first = node.generators[0]
        over, first.iter = self.visit(first.iter), ast.copy_location(ast.Constant(None), first.iter)
        self.comprehended.append(_targets(node))
        self.generic_visit(node)
        self.comprehended.pop()
        first.iter = over
        return node

    def visit_For(self, node: ast.For) -> ast.AST:
        self.generic_visit(node)
        if isinstance(node.iter, ast.GeneratorExp) and self.is_endless(node.iter):
            node.iter = self.generator(node.iter) or node.iter
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        return self.handed(self.of_endless(node) or node) if _is_plain(node) else node

    # Python's own functions over generators without end.

    def of_endless(self, node: ast.Call) -> ast.Call | None:
        """The same as a call of a function of the file."""
        streamed = node.args and self.is_stream(node.args[0]) and self.origin(node.func).startswith("itertools.")
        if not (streamed or any(map(self.is_endless, node.args))) or node.keywords:
            return None
        match self.python(node.func) or self.origin(node.func), node.args:
            case "enumerate", [_] | [_, _]:
                return self.call("enumerate", node, node.args)
            case "itertools.islice", [_, stop] if _is_number(stop):
                return self.call("islice", node, node.args)
            case "itertools.islice", [_, start, stop] if _is_number(start) and _is_number(stop):
                return self.call("islice_from", node, node.args)
            case "itertools.accumulate" | "itertools.pairwise" as key, [_]:
                return self.call(key, node, node.args)
            case "next", [_]:
                return self.call("next", node, node.args)
            case "next", [_, _]:
                return self.call("next_or", node, node.args)
            case "zip", [_, _, *_]:
                return self.zipped(node)
        return None

    def zipped(self, node: ast.Call) -> ast.Call | None:
        """`zip(range(3), draws())`: one of them has no end."""
        args = node.args
        endless = [at for at, item in enumerate(args) if self.is_endless(item)]
        if len(endless) > 1 or not all(self.stays(item) for at, item in enumerate(args) if at not in endless):
            return None
        given = [_listed(item) if self.python(getattr(item, "func", item)) == "range" else item for item in args]
        return self.call(("zip", len(args), endless[0]), node, given, _zip_text(len(args), endless[0]))

    def of_library(self, node: ast.Call) -> str | None:
        """Which of the functions without end this is a call of."""
        origin = self.origin(node.func)
        values = [*node.args, *(word.value for word in node.keywords)]
        plain = _is_plain(node) and all(map(self.stays, values[:1] if origin == "itertools.cycle" else []))
        fits = len(values) < 3 if origin == "itertools.count" else len(values) == 1
        return origin if origin in _ENDLESS and plain and fits else None

    def stays(self, node: ast.expr) -> bool:
        """Whether a list of it now is one later: nothing can change it meanwhile."""
        match node:
            case ast.Call(func=ast.Name(id="range" | "list" | "tuple" | "sorted")):
                return bool(self.python(node.func))
            case ast.List() | ast.Tuple() | ast.ListComp() | ast.Constant():
                return True
            case ast.Name(id=name):
                return len(self.around) == 1 and name in self.still
        return False

    def call(self, key: object, at: ast.Call, args: list[ast.expr], text: str = "") -> ast.Call:
        """A call of the function with this text."""
        if key not in self.made:
            node = ast.parse(text or _TEXTS[str(key)]).body[0]
            assert isinstance(node, ast.FunctionDef)
            self.add(key, None, moved(node, at))
        return placed(ast.Call(ast.Name(self.made[key], ast.Load()), args, []), at)

    def add(self, key: object, after: str | None, node: ast.FunctionDef) -> None:
        node.name = self.made[key] = new_name(f"{node.name}\u00b7", self.taken)
        self.functions[node.name], self.bound[node.name] = node, 1
        self.added.append((after, node))
        self.waiting.append(node)

    def insert(self) -> None:
        """Puts what was written into the file."""
        imports = (ast.Import, ast.ImportFrom)
        start = max((at for at, part in enumerate(self.tree.body, 1) if isinstance(part, imports)), default=0)
        for after, node in self.added:
            at = self.tree.body.index(self.functions[after]) + 1 if after is not None else start
            self.tree.body.insert(at, node)

    # Functions that are given generators.

    def handed(self, node: ast.Call) -> ast.Call:
        """The call of a copy of the function that makes its generators itself."""
        function = self.called(node)
        if function is None or len(self.made) > _MOST:
            return node
        own = [item.arg for item in (*function.args.posonlyargs, *function.args.args)]
        for at, item in enumerate(node.args[: len(own)]):
            made = self.generator(item) if self.is_given_once(function, own[at]) else None
            if made is not None:
                key, parameters = self.copied(function, own[at], made)
                given = [*made.args, *(word.value for word in made.keywords)]
                args = [*node.args[:at], *given, *node.args[at + 1 :]]
                return self.handed(ast.copy_location(ast.Call(_name(key, node.func), args, node.keywords), node))
        for word in node.keywords:
            made = self.generator(word.value) if self.is_given_once(function, word.arg or "") else None
            if made is not None:
                key, parameters = self.copied(function, word.arg or "", made)
                given = [*made.args, *(word.value for word in made.keywords)]
                new = [ast.keyword(name, item) for name, item in zip(parameters, given, strict=True)]
                at = node.keywords.index(word)
                keywords = [*node.keywords[:at], *(placed(item, word) for item in new), *node.keywords[at + 1 :]]
                return self.handed(ast.copy_location(ast.Call(_name(key, node.func), node.args, keywords), node))
        return node

    def copied(self, function: ast.FunctionDef, parameter: str, made: ast.Call) -> tuple[str, list[str]]:
        """The name of the copy of the function, and of the parameters that it has in place of this one."""
        generator = made.func.id  # type: ignore[attr-defined]
        words = [word.arg or "" for word in made.keywords]
        own = {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}
        own |= {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
        count = len(made.args) + len(words)
        parameters = [new_name(f"{parameter}\u00b7", own) for _ in range(count)]
        key = (function.name, parameter, generator, len(made.args), *words)
        if key not in self.made:
            node = copy.deepcopy(function)
            _exchange(node.args, parameter, parameters)
            values: list[ast.expr] = [ast.Name(name, ast.Load()) for name in parameters]
            named = [ast.keyword(word, value) for word, value in zip(words, values[len(made.args) :], strict=True)]
            call = ast.Call(ast.Name(generator, ast.Load()), values[: len(made.args)], named)
            node = _Filled(parameter, call).visit(node)
            self.add(key, function.name, node)
        return self.made[key], parameters

    # What is a generator.

    def generator(self, node: ast.expr) -> ast.Call | None:
        """The same as a call of a function that yields; None where it is no iterator, or not followed."""
        if self.is_generator(node):
            assert isinstance(node, ast.Call)
            return node
        match node:
            case ast.Call() if self.origin(node.func) in _ENDLESS:
                origin = self.of_library(node)
                made = self.call(origin, node, node.args) if origin is not None else None
                return made and ast.copy_location(ast.Call(made.func, made.args, node.keywords), node)
            case ast.GeneratorExp():
                return self.of_comprehension(node)
            case ast.Call(func=function, args=[over], keywords=[]) if self.python(function) == "iter":
                return self.generator(over) or self.of_comprehension(
                    _items_of(over, new_name("item\u00b7", self.taken))
                )
            case ast.Call(
                func=function, args=[ast.Name() | ast.Lambda() | ast.Constant(None) as each, values], keywords=[]
            ) if self.python(function) in ("map", "filter") and _is_plain(node):
                return self.of_function(node, each, values)
            case ast.Call(func=function, args=args, keywords=[]) if args and _is_plain(node):
                module, _, name = self.origin(function).partition(".")
                known = self.python(function) in _LAZY - {"map", "filter"} or (
                    module == "itertools" and name in _ITERTOOLS
                )
                if known and not any(isinstance(item, ast.GeneratorExp | ast.Lambda) for item in args):
                    return self.handed(self.of_iterator(node))
        return None

    def of_function(
        self, node: ast.Call, each: ast.Name | ast.Lambda | ast.Constant, values: ast.expr
    ) -> ast.Call | None:
        """`map(f, xs)` as `(f(x) for x in xs)`."""
        item = ast.Name(new_name("item\u00b7", self.taken), ast.Load())
        if isinstance(each, ast.Constant):
            found: ast.expr = item
        elif isinstance(each, ast.Name):
            if each.id not in self.functions and not self.python(each) and not self.origin(each):
                return None
            found = ast.Call(each, [item], [])
        else:
            given = [*each.args.posonlyargs, *each.args.args]
            if len(given) != 1 or [*_stars(each.args), *each.args.defaults, *each.args.kwonlyargs]:
                return None
            if given[0].arg in {part.arg for part in ast.walk(each.body) if isinstance(part, ast.arg)}:
                return None
            item = ast.Name(given[0].arg, ast.Load())
            found = each.body
        target = ast.Name(item.id, ast.Store())
        clause = ast.comprehension(target, values, [], 0)
        if self.python(node.func) == "map" and isinstance(each, ast.Constant):
            return None
        if self.python(node.func) == "filter":
            found, clause.ifs = ast.Name(item.id, ast.Load()), [found]
        return self.of_comprehension(placed(ast.GeneratorExp(found, [clause]), node))

    def of_iterator(self, node: ast.Call) -> ast.Call:
        """A call of a function that yields what the iterator gives."""
        key = ("iterated", ast.dump(node.func), len(node.args))
        if key not in self.made:
            given = [f"given_{at}" for at in range(len(node.args))]
            every = ", ".join(given)
            made = ast.parse(f"def iterated({every}):\n    for value in iterator({every}):\n        yield value").body[
                0
            ]
            assert isinstance(made, ast.FunctionDef)
            made.body[0].iter.func = copy.deepcopy(node.func)  # type: ignore[attr-defined]
            self.add(key, None, moved(made, node))
        return ast.copy_location(ast.Call(_name(self.made[key], node), node.args, []), node)

    def of_comprehension(self, node: ast.GeneratorExp) -> ast.Call | None:
        """A call of a function that yields what the comprehension gives."""
        first = node.generators[0]
        inside = [node.elt, *node.generators[1:], *first.ifs]
        parts = [part for item in inside for part in ast.walk(item)]
        if len(self.around) != 1 or any(isinstance(part, ast.NamedExpr) for part in parts):
            return None
        captured = self.captured(parts, _targets(node))
        if captured is None:
            return None
        over = new_name("over\u00b7", self.taken)
        statement: ast.stmt = ast.Expr(ast.Yield(node.elt))
        for clause in reversed(node.generators):
            for test in reversed(clause.ifs):
                statement = ast.If(test, [statement], [])
            iterable = ast.Name(over, ast.Load()) if clause is first else clause.iter
            statement = ast.For(clause.target, iterable, [statement], [])
        arguments = ast.arguments([], [ast.arg(over), *map(ast.arg, captured)], None, [], [], None, [])
        made = ast.FunctionDef("generator", arguments, [statement], [], None, None)
        made = placed(ast.copy_location(made, node), node)
        self.add(("comprehension", id(made)), None, made)
        given = [first.iter, *(ast.Name(name, ast.Load()) for name in captured)]
        return self.handed(placed(ast.Call(ast.Name(made.name, ast.Load()), given, []), node))

    def captured(self, parts: list[ast.AST], targets: set[str]) -> list[str] | None:
        """The variables around that are read, where each has one value; None where one has others."""
        function = self.around[0]
        own = [part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)]
        local = {*own, *names.assigned_names(function.body)}
        around = {name for known in self.comprehended for name in known}
        inner = {part.arg for part in parts if isinstance(part, ast.arg)}
        read = {part.id: None for part in parts if isinstance(part, ast.Name)}
        found = [name for name in read if name in local | around and name not in targets]
        if around & set(found) or inner & set(found):
            return None
        return found if all(keeps(ast.Name(name), function.body, own) for name in found) else None


def _items_of(over: ast.expr, name: str) -> ast.GeneratorExp:
    """`iter(xs)` as `(x for x in xs)`."""
    clause = ast.comprehension(ast.Name(name, ast.Store()), over, [], 0)
    return placed(ast.GeneratorExp(ast.Name(name, ast.Load()), [clause]), over)


def _zip_text(count: int, endless: int) -> str:
    """A function that goes over lists, and over what has no end at this place."""
    given = [f"values_{at}" for at in range(count)]
    parts = [f"listed_{at}[at]" for at in range(count)]
    given[endless], parts[endless] = "iterable", "value"
    before = [f"at < len(listed_{at})" for at in range(endless)]
    after = [f"at >= len(listed_{at})" for at in range(endless + 1, count)]
    lines = [f"def zipped({', '.join(given)}):"]
    lines += [f"    listed_{at} = list(values_{at})" for at in range(count) if at != endless]
    lines += ["    at = 0", f"    if {' and '.join(before) or 'True'}:", "        for value in iterable:"]
    if after:
        lines += [f"            if {' or '.join(after)}:", "                break"]
    lines += [f"            yield {', '.join(parts)}", "            at += 1"]
    if before:
        lines += [f"            if not ({' and '.join(before)}):", "                break"]
    return "\n".join(lines)


def _mentions(nodes: list[ast.stmt], name: str, repeated: bool) -> Iterator[bool]:
    """For each mention of the name whether it may be computed several times, or means something else."""
    waiting: list[tuple[ast.AST, bool]] = [(node, repeated) for node in nodes]
    while waiting:
        node, again = waiting.pop()
        if isinstance(node, ast.Name) and node.id == name:
            yield again or not isinstance(node.ctx, ast.Load)
        if isinstance(node, ast.arg | ast.ExceptHandler | ast.MatchAs | ast.MatchStar):
            own = node.arg if isinstance(node, ast.arg) else node.name
            if own == name:
                yield True
        waiting += [(child, again or _repeats(node, child)) for child in ast.iter_child_nodes(node)]


def _repeats(outer: ast.AST, inner: ast.AST) -> bool:
    match outer:
        case ast.For(iter=iterable, orelse=otherwise):
            return inner is not iterable and inner not in otherwise
        case ast.While() | ast.FunctionDef() | ast.Lambda() | ast.ClassDef():
            return True
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
            return inner is not outer.generators[0]
        case ast.comprehension(iter=iterable):
            return inner is not iterable
    return False


def _only_read(function: ast.FunctionDef) -> set[str]:
    """The variables of which nothing can change what they hold: all that is done with it is to look at it. What a
    mechanism is given does not change."""
    changed: set[str] = set()
    for node in ast.walk(function):
        changed |= {
            child.id for child in ast.iter_child_nodes(node) if isinstance(child, ast.Name) and not _reads(node, child)
        }
    own = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)}
    given = own - names.assigned_names(function.body).keys() if function.decorator_list else set()
    return {part.id for part in ast.walk(function) if isinstance(part, ast.Name)} - changed | given


def _reads(node: ast.AST, child: ast.Name) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=function)):
            return function in _READING and node.func is not child
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            return iterable is child
        case ast.Subscript(value=value, ctx=ast.Load()):
            return value is child
        case ast.Assign(targets=targets):
            return child in targets
    return isinstance(node, ast.Compare)


def _exchange(arguments: ast.arguments, parameter: str, new: list[str]) -> None:
    """Gives the function these parameters in place of one. What stands before it is given, or has no default."""
    given = [ast.arg(name) for name in new]
    for part in ast.walk(arguments):
        if isinstance(part, ast.arg) and part.arg == parameter:
            given = [ast.copy_location(item, part) for item in given]
    own = [*arguments.posonlyargs, *arguments.args]
    at = next((at for at, item in enumerate(own) if item.arg == parameter), None)
    if at is None:
        place = next(place for place, item in enumerate(arguments.kwonlyargs) if item.arg == parameter)
        arguments.kwonlyargs[place : place + 1] = given
        arguments.kw_defaults[place : place + 1] = [None] * len(given)
        return
    defaults = arguments.defaults[max(len(arguments.defaults) - (len(own) - at - 1), 0) :]
    arguments.posonlyargs, arguments.args = [], [*own[:at], *given, *own[at + 1 :]]
    arguments.defaults = defaults if len(own) - at - 1 >= len(defaults) else []


class _Filled(ast.NodeTransformer):
    def __init__(self, parameter: str, value: ast.expr) -> None:
        self.parameter = parameter
        self.value = value

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return placed(self.value, node) if node.id == self.parameter else node


def _targets(node: ast.ListComp | ast.SetComp | ast.DictComp | ast.GeneratorExp) -> set[str]:
    inside = [part for clause in node.generators for part in ast.walk(clause.target)]
    return {part.id for part in inside if isinstance(part, ast.Name)}


def _is_plain(node: ast.Call) -> bool:
    """Whether each argument is one."""
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    return not starred and all(word.arg is not None for word in node.keywords)


def _is_number(node: ast.expr) -> bool:
    return not (isinstance(node, ast.Constant) and type(node.value) is not int)


def _listed(node: ast.expr) -> ast.expr:
    return placed(ast.Call(ast.Name("list", ast.Load()), [node], []), node)


def _stars(arguments: ast.arguments) -> list[ast.arg]:
    return [item for item in (arguments.vararg, arguments.kwarg) if item is not None]


def _name(name: str, at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), at)
