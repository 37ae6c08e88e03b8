"""Lists are values to the checker and objects to Python: a file where that can make a difference is a `Hole`.

A list that a function changes where it is must be its own: new wherever the variable gets it, held by nothing else, and
not gone over meanwhile. Everything is counted by level (1 is the list, 2 its items), without regard to order or runs.
`depth` bounds how deep sequences are nested in a value; what has depth 0 holds no list.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from copy import deepcopy
from dataclasses import dataclass, field

from .courses import Course
from .file import File, Function, Type
from .function_values import by_value
from .lending import lent_by, new_for
from .library import LIBRARY_CALLS
from .method_names import CHANGING, METHODS, TEXT_METHODS
from .orders import ordered
from .outcome import Hole
from .record_views import FieldName, Record
from .values import Box, Shape, nesting, parts

ALL = 99
DEEPEST = 9
GIVEN = "given "  # before the name of a parameter: what it is until it gets a new value
MOST_ROUNDS = 30
MOST_STEPS = 1_000_000

_SCALARS = frozenset(["abs", "len", "any", "all", "int", "bool", "exp", "log", "Fraction"])
_SCALARS |= {"flip", "uniform", "categorical", "geometric", "choice", "laplace", "gaussian"} | {
    "str",
    "repr",
    "round",
    "divmod",
    "pow",
    "float",
    "ord",
    "chr",
    "isinstance",
    "bin",
    "hex",
    "oct",
}
_SCALARS |= {name for name in LIBRARY_CALLS if name.startswith("math.")} - {"math.prod"}
# What is made anew, of the items of what is given.
_MADE = frozenset(
    ["list", "tuple", "sorted", "shuffled", "sample", "reversed", "set", "frozenset", "collections.deque"]
).union(["collections.Counter"])
_TUPLES = frozenset(["enumerate", "zip"])
_TUPLES |= {"itertools.product", "itertools.combinations", "itertools.permutations", "itertools.pairwise"}
_TUPLES |= {"itertools.combinations_with_replacement"}
# What goes over its arguments while a loop goes over it.
_LAZY = frozenset(["enumerate", "zip", "reversed", "itertools.chain", "itertools.accumulate", "itertools.pairwise"])
_EAGER = _MADE - {"reversed"} | {
    "dict",
    "range",
    "itertools.product",
    "itertools.combinations",
    "itertools.combinations_with_replacement",
    "itertools.permutations",
}
# Methods that put their arguments into what they are called on, or the items of these, and those that take away.
_STORING = frozenset(["append", "appendleft", "insert", "add", "setdefault"])
_SPREADING = frozenset(["extend", "extendleft", "update", "subtract"])
_SPREADING |= {name for name in CHANGING if name.endswith("_update")}
_PAIRS = frozenset(["items", "most_common", "popitem"])

Held = dict[str, int]


def owned(file: File, order: list[str]) -> None:
    """Every function changes nothing but lists of its own; in the order, functions come after those that they call."""
    depths = Depths(file)
    depths.learn()
    for name in order:
        _Owner(file.functions[name], depths).check()


@dataclass
class Depths:
    """How deep the values of every variable, and of what functions return, can be nested."""

    file: File
    names: dict[tuple[str, str], int] = field(default_factory=dict)
    results: dict[str, int] = field(default_factory=dict)
    new: dict[str, int] = field(default_factory=dict)  # how many levels of what a function returns are new
    fields: dict[str, int] = field(default_factory=dict)  # of all records' fields of this name
    lent: dict[tuple[str, str], int] = field(default_factory=dict)  # the levels of a parameter that are changed
    changed: bool = False
    steps: int = 0

    def learn(self) -> None:
        for value in self.file.constants.values():
            self.kept(value)
        for name, function in self.file.functions.items():
            for item in function.parameters:
                self.raise_(name, item.name, _type_depth(item.type))
                self.typed(item.type)
                if item.name in function.settings:
                    self.raise_(name, item.name, nesting(function.settings[item.name]))
                elif item.default is not None:
                    self.raise_(name, item.name, self.of(item.default, ""))
        for _ in range(MOST_ROUNDS):
            self.changed = False
            for name, function in self.file.functions.items():
                for statement in function.node.body:
                    for node in ast.walk(statement):
                        self.look(node, name)
            if not self.changed:
                return
        raise Hole("lists spread too far to be followed")

    def kept(self, value: object) -> None:
        """The fields of records in a constant."""
        if isinstance(value, Box) and isinstance(value.of, Shape):
            for name, item in zip(value.of.fields, value.items, strict=True):
                self.field(name, nesting(item))
        for item in parts(value) or ():
            self.kept(item)

    def typed(self, type_: Type | None) -> None:
        """The fields of records in an input."""
        if type_ is not None:
            self.typed(type_.item)
            for name, inside in zip(type_.shape.fields if type_.shape is not None else (), type_.fields, strict=False):
                self.field(name, _type_depth(inside))
            for inside in type_.fields:
                self.typed(inside)

    def field(self, name: str, depth: int) -> None:
        if depth > self.fields.get(name, -1):
            self.fields[name] = min(depth, DEEPEST)
            self.changed = True

    def look(self, node: ast.AST, function: str) -> None:
        if isinstance(node, ast.Call):
            self.lambdas(node, function)
            for parameter, changed in lent_by(self.file, node).items():
                self.bind(changed, None, self.names.get((own(self.file, node), parameter), 0), function)
        match node:
            case Record():
                for title, part in zip(node.names, node.elts, strict=True):
                    self.field(title, self.of(part, function))
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    self.bind(target, value, self.of(value, function), function)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.bind(target, value, self.of(value, function), function)
            case ast.AugAssign(target=target, value=value):
                self.bind(target, None, self.of(value, function), function)
            case ast.For(target=target, iter=iterable) | ast.comprehension(target=target, iter=iterable):
                self.over(target, iterable, function)
            case ast.NamedExpr(target=target, value=value):
                self.bind(target, value, self.of(value, function), function)
            case ast.FunctionDef(name=name):
                for item in self.file.functions[name].parameters:
                    if item.default is not None:
                        self.raise_(name, item.name, self.of(item.default, function))
            case ast.Return(value=ast.expr() as value) | ast.YieldFrom(value=value):
                self.result(self.of(value, function), function)
            case ast.Yield(value=ast.expr() as value):
                self.result(min(1 + self.of(value, function), DEEPEST), function)
            case ast.Call(func=ast.Attribute(value=target, attr=name), args=given) if name in CHANGING:
                depth = max((self.of(item, function) for item in given), default=0)
                if name in _STORING or (name in _SPREADING and depth):
                    self.bind(target, None, min(depth + (name in _STORING), DEEPEST), function)
            case ast.Call(func=ast.Name(id="#bound"), args=[ast.Name(id=name)], keywords=keywords):
                for keyword in keywords:
                    self.raise_(name, keyword.arg or "", self.of(keyword.value, function))
            case ast.Call() if by_value(self.file, node) or called(self.file, node) == "functools.partial":
                for name in self.file.valued:  # more than is given here may stand before it
                    self.given(name, node, function, True)
            case ast.Call(func=ast.Name(id=name)) if name in self.file.functions:
                self.given(name, node, function, any(isinstance(item, ast.Starred) for item in node.args))

    def given(self, name: str, node: ast.Call, function: str, shifted: bool) -> None:
        """What the parameters of a function get by a call."""
        parameters = self.file.functions[name].parameters
        plain = [item.name for item in parameters if not item.keyword_only]
        rests = [item.name for item in parameters if item.rest]
        for position, argument in enumerate(node.args):
            depth = self.of(argument, function)
            for parameter in plain if shifted else plain[position : position + 1]:
                self.raise_(name, parameter, depth)
            if shifted or position >= len(plain):
                for parameter in rests:
                    self.raise_(name, parameter, min(1 + depth, DEEPEST))
        for keyword in node.keywords:
            depth = self.of(keyword.value, function)
            by_name = {item.name for item in parameters if not item.rest}
            for parameter in [keyword.arg] if keyword.arg in by_name else by_name if keyword.arg is None else ():
                self.raise_(name, parameter or "", depth)
            for parameter in rests if keyword.arg not in by_name else ():
                self.raise_(name, parameter, min(1 + depth, DEEPEST))

    def result(self, depth: int, function: str) -> None:
        self.changed |= depth > self.results.get(function, 0)
        self.results[function] = max(depth, self.results.get(function, 0))

    def lambdas(self, node: ast.Call, function: str) -> None:
        """What the parameters of lambdas in a call get: items of the arguments, or what a lambda comes to."""
        given = [*node.args, *(item.value for item in node.keywords)]
        given += [node.func.value] if isinstance(node.func, ast.Attribute) else []
        inside = [item for item in given if isinstance(item, ast.Lambda)]
        depth = max((self.of(item, function) for item in given), default=0) if inside else 0
        for made in inside:
            for item in (*made.args.posonlyargs, *made.args.args):
                self.raise_(function, item.arg, depth)

    def home(self, function: str, name: str) -> str:
        """The function whose variable the name is."""
        known = self.file.functions.get(function)
        return known.captured.get(name, function) if known is not None else function

    def over(self, target: ast.expr, iterable: ast.expr, function: str) -> None:
        """The target gets the items one after the other; those of `enumerate` and `zip` are told apart."""
        match target, iterable:
            case ast.Tuple(elts=[count, item]), ast.Call(args=[inside, *_]) if (
                called(self.file, iterable) == "enumerate"
            ):
                self.bind(count, None, 0, function)
                self.over(item, inside, function)
            case ast.Tuple(elts=parts), ast.Call(args=rows) if called(self.file, iterable) == "zip" and (
                len(parts) == len(rows) and not any(isinstance(row, ast.Starred) for row in rows)
            ):
                for part, row in zip(parts, rows, strict=True):
                    self.over(part, row, function)
            case _:
                self.bind(target, None, _item(self.of(iterable, function)), function)

    def raise_(self, function: str, name: str, depth: int) -> None:
        function = self.home(function, name)
        if depth > self.names.get((function, name), -1):
            self.names[function, name] = depth
            self.changed = True

    def bind(self, target: ast.expr, value: ast.expr | None, depth: int, function: str) -> None:
        match target:
            case ast.Name(id=name):
                self.raise_(function, name, depth)
            case ast.Subscript():
                name, indices = place(target)
                self.raise_(function, name, min(depth + indices, DEEPEST))
                below = depth
                while isinstance(target, ast.Subscript):
                    if isinstance(target.slice, ast.Constant) and isinstance(target.slice.value, FieldName):
                        self.field(target.slice.value, below)
                    target, below = target.value, below + 1
            case ast.Starred(value=rest):
                self.bind(rest, None, min(depth + 1, DEEPEST), function)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in zip(parts, _apart(value, parts), strict=True):
                    self.bind(part, item, _item(depth) if item is None else self.of(item, function), function)

    def of(self, node: ast.expr, function: str) -> int:
        self.steps += 1
        if self.steps > MOST_STEPS:
            raise Hole("lists spread too far to be followed")
        match node:
            case ast.Name(id=name):
                name = name.removeprefix(GIVEN)
                known = self.names.get((self.home(function, name), name), 0)
                return max(known, nesting(self.file.constants[name]) if name in self.file.constants else 0)
            case ast.BinOp(left=left, right=right):
                return max(self.of(left, function), self.of(right, function))
            case ast.BoolOp(values=parts):
                return max(self.of(part, function) for part in parts)
            case ast.IfExp(body=then, orelse=otherwise):
                return max(self.of(then, function), self.of(otherwise, function))
            case ast.NamedExpr(value=value) | ast.Lambda(body=value):
                return self.of(value, function)
            case ast.Starred(value=value):
                return _item(self.of(value, function))
            case ast.Tuple(elts=items) | ast.List(elts=items) | ast.Set(elts=items):
                return min(1 + max((self.of(item, function) for item in items), default=0), DEEPEST)
            case ast.Dict(keys=keys, values=values):
                inside = [self.of(item, function) for item in (*filter(None, keys), *values)]
                return min(1 + max(inside, default=0), DEEPEST)
            case ast.Subscript(value=base, slice=ast.Slice()):
                return self.of(base, function)
            case ast.Subscript(slice=ast.Constant(value=FieldName() as name)):
                return self.fields.get(name, 0)
            case ast.Subscript(value=base):
                return _item(self.of(base, function))
            case ast.ListComp(elt=element) | ast.SetComp(elt=element) | ast.GeneratorExp(elt=element):
                return min(1 + self.of(element, function), DEEPEST)
            case ast.DictComp(key=key, value=value):
                return min(1 + max(self.of(key, function), self.of(value, function)), DEEPEST)
            case ast.Call():
                return self.call(node, function)
        return 0

    def call(self, node: ast.Call, function: str) -> int:
        if own(self.file, node):
            return self.results.get(own(self.file, node), 0)
        if by_value(self.file, node):
            return max((self.results.get(name, 0) for name in self.file.valued), default=0)
        name = called(self.file, node)
        if name in _SCALARS:
            return 0
        given = [self.of(item, function) for item in (*node.args, *(keyword.value for keyword in node.keywords))]
        deepest = max(given, default=0)
        if name in ("#bound", "functools.partial"):
            return min(1 + deepest, DEEPEST)
        if method_of(self.file, node) and isinstance(node.func, ast.Attribute):
            return self.method(node.func, self.of(node.func.value, function), deepest)
        if name == "range":
            return 1
        if name in _MADE or name in ("dict", "itertools.chain", "itertools.accumulate"):
            return max(deepest, 1)
        if name == "collections.defaultdict":
            made = 1 + given[0] if isinstance(node.args[0], ast.Lambda) else 1 if makes_number(node) else 2
            begun = [*given[1 : len(node.args)], *(1 + item for item in given[len(node.args) :])]
            return min(max(made, *begun, 0), DEEPEST)
        if name == "collections.deque":
            given = given[:1]
            deepest = max(given, default=0)
        if name == "dict.fromkeys":
            return min(1 + max(_item(given[0]) if given else 0, *given[1:], 0), DEEPEST)
        if name in _TUPLES or name == "itertools.repeat":
            return min(max(deepest, 1) + 1, DEEPEST)
        single = len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
        if name == "sum" or (name in ("min", "max") and single):
            return max(_item(given[0]) if given else 0, *given[1:], 0)
        return deepest

    def method(self, called_: ast.Attribute, receiver: int, deepest: int) -> int:
        name = called_.attr
        if name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
            return 1
        if name in TEXT_METHODS:
            return 0
        if name in _PAIRS:
            return min(max(receiver, 1) + 1, DEEPEST)
        if name in ("get", "pop", "popleft", "setdefault", "total"):
            return max(_item(receiver), deepest)
        return max(receiver, deepest)


@dataclass
class _Owner:
    """What one function does with lists. `needs`: the levels of a variable down to which it changes lists."""

    function: Function
    depths: Depths
    needs: dict[str, int] = field(default_factory=dict)
    own: dict[str, int] = field(default_factory=dict)
    course: Course = field(default_factory=lambda: Course([]))

    def check(self) -> None:
        body, given = list(self.function.node.body), set[str]()
        for item in self.function.parameters:
            body = _renewed(body, item.name, given)
        ordered(self.depths.file, body, self.depth)
        nodes = [node for statement in body for node in ast.walk(statement)]
        self.course = Course(body, [*(item.name for item in self.function.parameters), *self.function.captured])
        for node in nodes:
            for name, level, _ in self.changes(node):
                self.needs[name] = max(level, self.needs.get(name, 0))
                self.course.changed(name, node)
        for name in (*self.function.lent, *self.function.captured):
            self.course.always.add(name)
        for name in self.function.rebound:
            if self.depth(ast.Name(name, ast.Load())):
                raise Hole("a function inside of another one gives a variable another list")
        for name in self.function.captured:
            self.bound(name, 0 if self.depth(ast.Name(name, ast.Load())) else ALL)
        for item in self.function.parameters:
            name = GIVEN + item.name if item.name in given else item.name
            deep = self.depth(ast.Name(item.name, ast.Load())) and name not in self.function.lent
            self.bound(name, 0 if deep else ALL)
        for node in nodes:
            self.course.come_to(node)
            self.node(node)
        for name in self.function.lent:
            self.lend(name)
        if self.function.yields:
            new = [
                1 + self.part(node.value) for node in nodes if isinstance(node, ast.Yield) and node.value is not None
            ]
            new += [1 + self.fresh_items(node.value) for node in nodes if isinstance(node, ast.YieldFrom)]
        else:
            returned = [node.value for node in nodes if isinstance(node, ast.Return) and node.value is not None]
            new = list(map(self.fresh_result, returned))
        self.depths.new[self.function.name] = min(new, default=ALL)

    def lend(self, name: str) -> None:
        """What the function changes of its caller: it puts nothing into it that something else holds."""
        if self.own.get(name, ALL) < ALL:
            raise Hole(f"what is stored in {name} is a list that something else holds")
        self.depths.lent[self.function.name, name] = self.needs.get(name, 0)

    def fresh_result(self, node: ast.expr) -> int:
        """A variable's own lists pass to the caller: the variable is gone."""
        match node:
            case ast.Name(id=name) if self.depth(node):
                return self.own.get(name, 0) if name not in self.function.lent else 0
            case ast.IfExp(body=then, orelse=otherwise):
                return min(self.fresh_result(then), self.fresh_result(otherwise))
        return self.fresh(node)

    def depth(self, node: ast.expr) -> int:
        return self.depths.of(node, self.function.name)

    def changes(self, node: ast.AST) -> Iterator[tuple[str, int, int]]:
        """The variables whose lists the node changes: down to which level, and how many levels stay their own."""
        match node:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    yield from self.stored(target, value if len(targets) == 1 else None, value)
            case ast.AugAssign(target=target, op=operator, value=value):
                name, indices = place(target)
                grows = self.depth(target) > 0
                if grows and not (isinstance(operator, ast.Add) and self.depth(value) == 0):
                    items = self.repeated(target) if isinstance(operator, ast.Mult) else self.fresh_items(value)
                    yield name, indices + 1, indices + 1 + items
                elif indices:
                    yield name, indices, ALL
            case ast.Delete(targets=targets):
                for target in targets:
                    name, indices = place(target)
                    yield name, indices, ALL
            case ast.Call(func=ast.Attribute(value=target, attr=method), args=given) if method in CHANGING:
                name, indices = place(target)
                yield name, indices + 1, indices + 1 + self.put_in(method, given)
            case ast.Call():
                for parameter, target in lent_by(self.depths.file, node).items():
                    name, indices = place(target)
                    level = self.depths.lent.get((own(self.depths.file, node), parameter), ALL)
                    yield name, min(indices + level, ALL), ALL

    def put_in(self, method: str, given: list[ast.expr]) -> int:
        """How many levels of what a method puts into something are surely new."""
        if method in _STORING:
            return min((self.fresh_star(item) for item in given), default=ALL)
        if method in _SPREADING:  # of pairs that a dictionary is made of, what is in them
            return min((self.inner_items(item) for item in given), default=ALL)
        return ALL

    def inner_items(self, node: ast.expr) -> int:
        return ALL if _item(self.depth(node)) == 0 else max(0, self.fresh(node) - 2)

    def stored(self, target: ast.expr, value: ast.expr | None, whole: ast.expr) -> Iterator[tuple[str, int, int]]:
        match target:
            case ast.Subscript(slice=part):
                name, indices = place(target)
                new = self.fresh_items if isinstance(part, ast.Slice) else self.fresh
                yield name, indices, indices + (self.part(whole) if value is None else new(value))
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in zip(parts, _apart(value, parts), strict=True):
                    yield from self.stored(part, item, whole)
            case ast.Starred(value=rest):
                yield from self.stored(rest, None, whole)

    def repeated(self, target: ast.expr) -> int:
        return 0 if self.depth(target) > 1 else ALL

    def part(self, value: ast.expr) -> int:
        """How many levels of any part of a value are surely new."""
        return ALL if self.depth(value) == 0 else 0

    def node(self, node: ast.AST) -> None:
        for name, _, kept in self.changes(node):
            self.own[name] = min(kept, self.own.get(name, ALL))
            if kept < self.needs[name]:
                raise Hole(f"what is stored in {name} is a list that something else holds")
        match node:
            case ast.Assign(targets=targets, value=value):
                self.handed(value)
                for target in targets:
                    self.assigned(target, value if len(targets) == 1 else None, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self.handed(value)
                self.assigned(target, value, value)
            case ast.NamedExpr(target=target, value=value):
                self.handed(value)
                self.assigned(target, value, value)
            case ast.Lambda(args=given):
                for item in given.args:
                    self.bound(item.arg, 0)
            case ast.Return(value=ast.expr() as value) if self.function.lent:
                self.handed(value)
            case ast.FunctionDef(args=given):
                for default in (*given.defaults, *filter(None, given.kw_defaults)):
                    self.handed(default)
            case ast.AugAssign(target=target, value=value) if self.depth(target):
                self.levels(self.items(value))
            case ast.AugAssign(value=value) | ast.Yield(value=ast.expr() as value) | ast.YieldFrom(value=value):
                self.handed(value)
            case ast.Call(func=ast.Attribute(attr=method), args=put) if method in CHANGING:
                for inner in put:
                    if method in _SPREADING:
                        self.levels(self.items(inner))
                    else:
                        self.handed(inner)
            case ast.Call() if (places := lent_by(self.depths.file, node)) or new_for(self.depths.file, node):
                for parameter, made in new_for(self.depths.file, node).items():
                    if self.fresh(made) < self.depths.lent.get((own(self.depths.file, node), parameter), ALL):
                        raise Hole("a function changes something that something else holds")
                for inner in (*node.args, *(part.value for part in node.keywords)):
                    if inner not in places.values():
                        self.handed(inner)
            case ast.comprehension(target=target):
                self.looped(target, 0)
            case ast.For(target=target, iter=iterable, body=body):
                if _item(self.depth(iterable)) and not self.course.keys(iterable):
                    self.levels(self.items(iterable))
                self.looped(target, ALL if _item(self.depth(iterable)) == 0 else self.fresh_items(iterable))
                inside = {
                    name
                    for part in body
                    for inner in ast.walk(part)
                    for name, _, _ in self.changes(inner)
                    if not self.same_keys(node, inner)
                }
                if inside & self.gone_over(iterable):
                    raise Hole("a list changes while a loop goes over it")

    def same_keys(self, loop: ast.For, node: ast.AST) -> bool:
        """Whether `d[k] = ...` in a loop over the keys, or the items, of d: no key comes, and none goes."""
        match loop.target, loop.iter:
            case ast.Name(id=key), ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="keys"), args=[]):
                pass
            case ast.Name(id=key), ast.Name(id=name) if self.course.keys(loop.iter):
                pass
            case (
                ast.Tuple(elts=[ast.Name(id=key), _]),
                ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr="items"), args=[]),
            ):
                pass
            case _:
                return False
        match node:
            case (
                ast.Assign(targets=[ast.Subscript(value=ast.Name(id=changed), slice=ast.Name(id=at))])
                | ast.AugAssign(target=ast.Subscript(value=ast.Name(id=changed), slice=ast.Name(id=at)))
            ):
                stored = [
                    part
                    for part in ast.walk(loop)
                    if isinstance(part, ast.Name) and part.id == key and not isinstance(part.ctx, ast.Load)
                ]
                return changed == name and at == key and len(stored) == 1
        return False

    def assigned(self, target: ast.expr, value: ast.expr | None, whole: ast.expr) -> None:
        match target:
            case ast.Name(id=name):
                self.bound(name, self.part(whole) if value is None else self.fresh(value))
            case ast.Starred(value=ast.Name(id=name)):
                self.bound(name, ALL if _item(self.depth(whole)) == 0 else 1)
            case ast.Starred(value=rest):
                self.assigned(rest, None, whole)
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part, item in zip(parts, _apart(value, parts), strict=True):
                    if item is None and value is not None and _item(self.depth(value)) == 0:
                        self.looped(part, ALL)
                    else:
                        self.assigned(part, item, whole)

    def looped(self, target: ast.expr, fresh: int) -> None:
        """Every target gets an item; those inside of it get parts of that."""
        match target:
            case ast.Name(id=name):
                self.bound(name, fresh)
            case ast.Starred(value=inside):
                self.looped(inside, fresh)
            case ast.Tuple(elts=inside) | ast.List(elts=inside):
                for part in inside:
                    self.looped(part, fresh if fresh >= ALL else max(0, fresh - 1))

    def bound(self, name: str, fresh: int) -> None:
        if not self.depth(ast.Name(name, ast.Load())):
            fresh = ALL
        self.own[name] = min(fresh, self.own.get(name, ALL))
        if fresh < self.needs.get(name, 0):
            raise Hole(f"{name} is changed, and its list has another name")

    def handed(self, value: ast.expr) -> None:
        self.levels(self.held(value))

    def levels(self, held: Held) -> None:
        for name, level in held.items():
            if level <= self.needs[name] and self.course.later(name):
                raise Hole(f"{name} is changed, and its list gets another name")

    # Of what a value is made.

    def fresh(self, node: ast.expr) -> int:
        """How many levels of the value's lists are new for sure."""
        if self.depth(node) == 0:
            return ALL
        match node:
            case ast.Tuple(elts=items) | ast.List(elts=items):
                return 1 + min((self.fresh_star(item) for item in items), default=ALL)
            case ast.Subscript(value=base, slice=ast.Slice()):
                return 1 + self.fresh_items(base)
            case ast.Dict(keys=keys, values=values):
                inside = [
                    self.fresh_items(value) if key is None else self.fresh(value)
                    for key, value in zip(keys, values, strict=True)
                ]
                return 1 + min(inside, default=ALL)
            case ast.Set() | ast.SetComp():
                return ALL
            case ast.DictComp(value=value):
                return 1 + self.fresh(value)
            case ast.BinOp(op=ast.Mult()):
                return 1 + (0 if self.depth(node) > 1 else ALL)
            case ast.BinOp(left=left, right=right):
                return 1 + min(self.fresh_items(left), self.fresh_items(right))
            case ast.IfExp(body=one, orelse=other):
                return min(self.fresh(one), self.fresh(other))
            case ast.ListComp(elt=element) | ast.GeneratorExp(elt=element):
                return 1 + self.fresh(element)
            case ast.Call(args=[argument]) if called(self.depths.file, node) == "copy.deepcopy":
                return ALL if self.apart(argument) else 1
            case ast.Call(args=arguments) if called(self.depths.file, node) in {*_MADE, "copy.copy"}:
                return 1 + min((self.fresh_items(item) for item in arguments), default=ALL)
            case ast.Call(args=[made, *_]) if called(self.depths.file, node) == "collections.defaultdict":
                named = [self.fresh(item.value) for item in node.keywords]
                begun = [*map(self.inner_items, node.args[1:]), *named]
                return 1 + min([self.fresh(made.body) if isinstance(made, ast.Lambda) else ALL, *begun])
            case ast.Call(args=[_, *value]) if called(self.depths.file, node) == "dict.fromkeys":
                return 1 + (ALL if all(self.depth(item) == 0 for item in value) else 0)
            case ast.Call(args=arguments, keywords=keywords) if called(self.depths.file, node) == "dict":
                named = [self.fresh(item.value) for item in keywords]
                return 1 + min((*(self.inner_items(item) for item in arguments), *named), default=ALL)
            case ast.Call(func=ast.Attribute(value=base, attr=name)) if method_of(self.depths.file, node):
                if name in ("split", "rsplit", "splitlines", "partition", "rpartition"):
                    return ALL
                if name == "copy":
                    return 1 + self.fresh_items(base)
                return int(name == "most_common")
            case ast.Call():
                return self.depths.new.get(own(self.depths.file, node), 0)
        return 0

    def apart(self, node: ast.expr) -> bool:
        """Whether no list in the value is there twice, which a deep copy keeps so."""
        if isinstance(node, ast.Name) and node.id not in self.needs:
            given = self.course.bound.get(node.id, [])
            values = [value for value in given if value is not None]
            return (
                bool(values)
                and len(given) == 2 * len(values)
                and all(self.fresh(value) >= self.depth(value) for value in values)
            )
        return self.fresh(node) >= self.depth(node)

    def fresh_star(self, node: ast.expr) -> int:
        return self.fresh_items(node.value) if isinstance(node, ast.Starred) else self.fresh(node)

    def fresh_items(self, node: ast.expr) -> int:
        if isinstance(node, ast.Starred):
            return 0
        return ALL if _item(self.depth(node)) == 0 else max(0, self.fresh(node) - 1)

    def held(self, node: ast.expr) -> Held:
        """The changed variables of which lists are in the value, and the least level of those lists."""
        if self.depth(node) == 0:
            return {}
        match node:
            case ast.Name(id=name):
                return {name: 1} if name in self.needs else {}
            case ast.Subscript(value=base, slice=ast.Slice()):
                return self.items(base)
            case ast.Subscript(value=base):
                return self.items(base)
            case ast.BinOp(left=left, right=right):
                return _least(self.items(left), self.items(right))
            case ast.Starred(value=value):
                return self.items(value)
            case ast.ListComp(elt=element, generators=clauses) | ast.GeneratorExp(elt=element, generators=clauses):
                if self.depth(element) == 0:
                    return {}
                return _least(self.held(element), *(self.items(clause.iter) for clause in clauses))
            case ast.SetComp():
                return {}
            case ast.DictComp(value=value, generators=clauses):
                if self.depth(value) == 0:
                    return {}
                return _least(self.held(value), *(self.items(clause.iter) for clause in clauses))
            case ast.Call(args=[argument], keywords=[]) if called(self.depths.file, node) in {
                *_MADE,
                "dict",
                "copy.copy",
            }:
                return self.items(argument)
            case ast.Call(func=ast.Attribute(value=base), args=given) if method_of(self.depths.file, node):
                named = [item.value for item in node.keywords]
                return _least(self.items(base), *(self.held(item) for item in (*given, *named)))
            case ast.Call() if self.fresh(node) >= self.depth(node):
                return {}
        if isinstance(node, ast.Call) and own(self.depths.file, node):
            captured = self.depths.file.functions[own(self.depths.file, node)].captured
            found = {name: 1 for name in captured if name in self.needs}
            return _least(found, *(self.held(item) for item in (*node.args, *(part.value for part in node.keywords))))
        parts = [part for part in ast.iter_child_nodes(node) if isinstance(part, ast.expr)]
        parts += [part.value for part in ast.iter_child_nodes(node) if isinstance(part, ast.keyword)]
        return _least(*map(self.held, parts))

    def items(self, node: ast.expr) -> Held:
        """The same of the items of the value."""
        if _item(self.depth(node)) == 0:
            return {}
        base = node
        while isinstance(base, ast.Subscript) and not isinstance(base.slice, ast.Slice):
            base = base.value
        found = self.held(node)
        return {name: level + 1 for name, level in found.items()} if isinstance(base, ast.Name) else found

    def gone_over(self, node: ast.expr) -> set[str]:
        """The changed variables whose lists the loop reads while it runs."""
        match node:
            case ast.Call(args=arguments):
                name = called(self.depths.file, node)
                if own(self.depths.file, node):
                    return set().union(*map(self.held, arguments), *(self.held(part.value) for part in node.keywords))
                if name in _LAZY:
                    return set().union(*map(self.gone_over, arguments))
                if name in _EAGER:
                    return set()
                if method_of(self.depths.file, node) and isinstance(node.func, ast.Attribute):
                    if node.func.attr in ("copy", "most_common"):
                        return set()
                    return self.gone_over(node.func.value)
            case ast.GeneratorExp(generators=clauses):
                return set().union(*(self.gone_over(clause.iter) for clause in clauses))
            case ast.ListComp() | ast.List() | ast.Tuple() | ast.BinOp():
                return set()
            case ast.Dict() | ast.DictComp() | ast.Set() | ast.SetComp():
                return set()
            case ast.Subscript(slice=ast.Slice()):
                return set()
        return set(self.held(node))


def _renewed(body: list[ast.stmt], name: str, given: set[str]) -> list[ast.stmt]:
    """The body with two names for a parameter that gets a new value in a statement of its own, before anything else is
    assigned to it: `counts = list(counts)`."""
    for at, statement in enumerate(body):
        match statement:
            case ast.Assign(targets=[ast.Name(id=target) as new], value=value) if target == name:
                given.add(name)
                before = [_Renaming(name).visit(deepcopy(item)) for item in body[:at]]
                renewed = ast.Assign([new], _Renaming(name).visit(deepcopy(value)))
                return [*before, renewed, *body[at + 1 :]]
        if any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(statement) if _stores(part)):
            return body
    return body


def _stores(node: ast.AST) -> bool:
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)


class _Renaming(ast.NodeTransformer):
    def __init__(self, name: str) -> None:
        self.name = name

    def visit_Name(self, node: ast.Name) -> ast.Name:
        return ast.Name(GIVEN + node.id, node.ctx) if node.id == self.name else node


def place(target: ast.expr) -> tuple[str, int]:
    """Of `name[i][j]`: the name, and the number of indices."""
    indices = 0
    while isinstance(target, ast.Subscript):
        target, indices = target.value, indices + 1
    if not isinstance(target, ast.Name):
        raise Hole("an item of something else than a variable is changed")
    return target.id, indices


def called(file: File, node: ast.Call) -> str:
    """The word or the function of Python that is called; nothing for a function of the file, whatever its name is."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if is_from_keys(node):
        return "dict.fromkeys"
    return file.word(node.func) or (name if name not in file.functions else "")


def method_of(file: File, node: ast.Call) -> bool:
    """Whether a method is called, of a value."""
    named = isinstance(node.func, ast.Attribute) and (node.func.attr in METHODS or node.func.attr in CHANGING)
    return named and file.word(node.func) is None and not is_from_keys(node)


def makes_number(node: ast.Call) -> bool:
    """Whether a defaultdict makes what holds nothing."""
    kind = node.args[0]
    return isinstance(kind, ast.Name) and kind.id in ("int", "bool", "str", "float")


def is_from_keys(node: ast.Call) -> bool:
    return isinstance(node.func, ast.Attribute) and node.func.attr == "fromkeys"


def own(file: File, node: ast.Call) -> str:
    """The function of the file that is called, if one is."""
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    return name if name in file.functions else ""


def _apart(value: ast.expr | None, targets: list[ast.expr]) -> list[ast.expr | None]:
    """What each of the targets gets, where that is written out."""
    match value:
        case ast.Tuple(elts=items) | ast.List(elts=items) if len(items) == len(targets):
            if not any(isinstance(item, ast.Starred) for item in (*items, *targets)):
                return list(items)
    return [None] * len(targets)


def _item(depth: int) -> int:
    return depth if depth >= DEEPEST else max(depth - 1, 0)


def _least(*parts: Held) -> Held:
    found: Held = {}
    for part in parts:
        for name, level in part.items():
            found[name] = min(level, found.get(name, level))
    return found


def _type_depth(type_: Type | None) -> int:
    if type_ is None or (type_.item is None and not type_.fields):
        return 0
    return 1 + max(map(_type_depth, (type_.item, *type_.fields)))


__all__ = ["owned"]
