"""Calls of library functions that are written in the language itself become calls of helpers of the file.

Where such a function takes a function, the helper is one for that function: `takewhile(lambda v: v < x, xs)` calls a
helper of `xs` and `x` in which the test is written out. What is not called, but handed over, is the helper itself.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterable, Iterator, Set

from faier.lang import names
from faier.lang.handed import values_in
from faier.lang.names import File
from faier.lang.occurring import occurring
from faier.lang.partials import as_lambda, keeps, rest_of
from faier.lang.placing import moved, placed
from faier.lang.prelude import APART, FUNCTION, SAME, texts

_GROUPS = "itertools.groupby"
_ENDLESS = frozenset(["itertools.count", "itertools.cycle", "itertools.repeat_on"])
_CONSUMING = frozenset(["list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max", "any", "all", "Counter"])
_TYPES = frozenset(["str", "int", "bool", "list", "tuple", "dict", "set", "frozenset"])
# Of Python's functions, those that can be values, and how they are called.
_BUILT_IN = {
    **dict.fromkeys(["abs", "len", "any", "all", "sum", "sorted", "repr", "chr", "ord", "bin", "hex", "oct"], "a"),
    **dict.fromkeys(["divmod", "pow"], "a, b"),
    "round": "a",
    "min": "a",
    "max": "a",
}
# Types that are functions where they stand in a list or a dictionary: elsewhere they may be what is asked for.
_CONVERSIONS = frozenset(["bool", "int", "str"])
_MODULES = frozenset(origin.partition(".")[0] for origin in texts()) | {"functools"}


def with_prelude(tree: ast.Module, file: File) -> ast.Module:
    """The file with the helpers that it uses."""
    if not _may_use(tree):
        return tree
    tree = copy.deepcopy(tree)
    work = _Written(tree)
    made = work.visit(tree)
    message = "`groupby` asks for a key before the group before it is gone over: that does not go with `try`"
    file.uncaught += [(node, message, "write a loop that fills a dictionary of lists") for node in work.grouped]
    assert isinstance(made, ast.Module)
    at = max((at for at, node in enumerate(made.body, 1) if isinstance(node, (ast.Import, ast.ImportFrom))), default=0)
    made.body[at:at] = work.helpers
    return made


def _may_use(tree: ast.Module) -> bool:
    """Whether the file imports one of the modules, or hands over one of Python's functions."""
    found, modules = origins(tree)
    if _MODULES & {*modules.values(), *(origin.partition(".")[0] for origin in found.values())}:
        return True
    mentioned = sum(node.id in _BUILT_IN for node in occurring(tree, ast.Name))
    calls = occurring(tree, ast.Call) if mentioned else ()
    displays = (item for node in (*occurring(tree, ast.List), *occurring(tree, ast.Dict)) for item in values_in(node))
    return mentioned > sum(isinstance(node.func, ast.Name) and node.func.id in _BUILT_IN for node in calls) or any(
        isinstance(item, ast.Name) and item.id in _CONVERSIONS for item in displays
    )


def _is_plain_lambda(value: ast.expr) -> bool:
    """Whether it is a lambda that computes nothing when it is made."""
    return isinstance(value, ast.Lambda) and not value.args.defaults and not any(value.args.kw_defaults)


def _listed(node: ast.AST) -> Iterator[ast.AST]:
    """The lists and dictionaries that are no part of a type, and not compared with anything."""
    if isinstance(node, (ast.List, ast.Dict)):
        yield node
    for child in ast.iter_child_nodes(node):
        if isinstance(node, ast.Subscript) and child is node.slice:
            continue
        if not isinstance(child, ast.Compare):
            yield from _listed(child)


def origins(tree: ast.Module) -> tuple[dict[str, str], dict[str, str]]:
    """Where the names that the file imports come from, and its names of modules."""
    found: dict[str, str] = {}
    modules: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=str(module), level=0):
                found |= {item.asname or item.name: f"{module}.{item.name}" for item in node.names}
            case ast.Import():
                modules |= {item.asname or item.name: item.name for item in node.names}
    return found, modules


class _Written(ast.NodeTransformer):
    def __init__(self, tree: ast.Module) -> None:
        self.origins, self.modules = origins(tree)
        self.listed = set(map(id, _listed(tree)))
        self.top = {name for name, node in names.bindings(tree.body) if not isinstance(node, ast.alias)}
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)} | self.top
        self.taken |= {part.arg for part in ast.walk(tree) if isinstance(part, ast.arg)} | self.origins.keys()
        self.taken |= self.modules.keys()
        self.hidden: list[frozenset[str]] = []  # the variables of the functions and comprehensions around
        self.around: list[ast.FunctionDef] = []
        self.functions = {node.name: node for node in tree.body if isinstance(node, ast.FunctionDef)}
        self.made: dict[str, str] = {}  # helpers, by what they are for
        self.helpers: list[ast.stmt] = []
        self.grouped: list[ast.Call] = []
        self.gone_over: set[int] = set()  # what `for` statements go over
        self.stepping: set[int] = set()  # calls that a `for` statement goes over, step by step
        self.shared = {name for part in ast.walk(tree) if isinstance(part, ast.Nonlocal) for name in part.names}
        self.groups: set[int] = set()  # calls of groupby of which the groups are used as they may be

    # Names.

    def bound(self, name: str) -> bool:
        return any(name in known for known in self.hidden)

    def origin(self, node: ast.AST) -> str | None:
        """The text that the expression names."""
        found = self.library(node)
        found = SAME.get(found or "", found)
        return found if found in texts() and not self.refused(found) else None

    def library(self, node: ast.AST) -> str | None:
        """Where what the expression names comes from."""
        match node:
            case ast.Name(id=name, ctx=ast.Load()) if name in self.origins and not self.bound(name):
                return self.origins[name] if name not in self.top else None
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in self.modules and not self.bound(name):
                return f"{self.modules[name]}.{attr}" if name not in self.top else None
        return None

    def refused(self, origin: str) -> bool:
        """Whether the file gives names that stand in the text another meaning."""
        read = {part.id for part in ast.walk(texts()[origin]) if isinstance(part, ast.Name)}
        own = {part.arg for part in ast.walk(texts()[origin]) if isinstance(part, ast.arg)}
        own |= names.assigned_names(texts()[origin].body).keys()
        return bool((read - own) & self.top)

    def built_in(self, node: ast.Name, known: Set[str]) -> bool:
        """Whether it is one of Python's functions, as a value."""
        return node.id in known - self.top - self.origins.keys() and not self.bound(node.id)

    # The tree.

    def expression(self, node: ast.expr) -> ast.expr:
        made = self.visit(node)
        assert isinstance(made, ast.expr)
        return made

    def within(self, node: ast.AST, bound: Iterable[str]) -> ast.AST:
        self.hidden.append(frozenset(bound))
        self.generic_visit(node)
        self.hidden.pop()
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        arguments = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)]
        self.around.append(node)
        self.within(node, [*arguments, *names.assigned_names(node.body)])
        self.around.pop()
        return node

    def visit_Lambda(self, node: ast.Lambda) -> ast.AST:
        return self.within(node, [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg)])

    def visit_For(self, node: ast.For) -> ast.AST:
        if self.origin_of_call(node.iter) == _GROUPS and _once(node.target, node.body, self.is_lazy):
            self.groups.add(id(node.iter))
        self.gone_over.add(id(node.iter))
        self.stepping |= {id(part) for part in ast.walk(node.iter) if isinstance(part, ast.Call)}
        return self.generic_visit(node)

    def visit_ListComp(self, node: ast.ListComp) -> ast.AST:
        return self.comprehension(node, node.generators)

    def visit_SetComp(self, node: ast.SetComp) -> ast.AST:
        return self.comprehension(node, node.generators)

    def visit_DictComp(self, node: ast.DictComp) -> ast.AST:
        return self.comprehension(node, node.generators)

    def visit_GeneratorExp(self, node: ast.GeneratorExp) -> ast.AST:
        return self.comprehension(node, node.generators)

    def is_lazy(self, call: ast.Call) -> bool:
        """Whether it goes on with what it is given only as far as it is gone over itself."""
        if self.library(call.func) == "itertools.islice":
            return True
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return name in ("enumerate", "map", "filter", "zip") and name not in self.top and not self.bound(name)

    def comprehension(self, node: ast.AST, generators: list[ast.comprehension]) -> ast.AST:
        first = generators[0]
        if len(generators) == 1 and self.origin_of_call(first.iter) == _GROUPS:
            inside = [node.key, node.value] if isinstance(node, ast.DictComp) else [node.elt]  # type: ignore[attr-defined]
            if _once(first.target, [*inside, *first.ifs], self.is_lazy):
                self.groups.add(id(first.iter))
        targets = [part.id for item in generators for part in ast.walk(item.target) if isinstance(part, ast.Name)]
        return self.within(node, targets)

    def origin_of_call(self, node: ast.expr) -> str | None:
        return self.origin(node.func) if isinstance(node, ast.Call) else None

    def visit_Call(self, node: ast.Call) -> ast.AST:
        if self.library(node.func) == "functools.partial":
            return self.partial(node)
        origin = self.origin(node.func)
        if self.library(node.func) == "itertools.repeat" and len(node.args) == 1 and not node.keywords:
            origin = "itertools.repeat_on"
        if origin in _ENDLESS and id(node) not in self.gone_over:
            origin = None
        if origin is None:
            for child in values_in(node):
                self.value(node, child)
            return self.generic_visit(node)
        if origin == "itertools.accumulate":
            if len(node.args) == 1 and not any(item.arg == "func" for item in node.keywords):
                return self.generic_visit(node)
            if any(item.arg == "initial" for item in node.keywords):
                origin = "itertools.accumulate_from"
        if origin == _GROUPS and id(node) not in self.groups:
            return self.generic_visit(node)
        self.grouped += [node] if origin == _GROUPS else []
        made = self.call(origin, node)
        return made if made is not None else self.generic_visit(node)

    def partial(self, node: ast.Call) -> ast.AST:
        """`partial(f, x)` as a lambda, where that means the same."""
        if not node.args or any(isinstance(item, ast.Starred) for item in node.args):
            return self.generic_visit(node)
        first, *kept = node.args
        named = [item.arg for item in node.keywords if item.arg is not None]
        origin = self.library(first) or (first.id if isinstance(first, ast.Name) and not self.bound(first.id) else "")
        if origin in _BUILT_IN and origin in self.top:
            return self.generic_visit(node)
        left = rest_of(SAME.get(origin, origin), self.functions, len(kept), named)
        body = self.around[-1].body if self.around else []
        arguments = self.around[-1].args if self.around else ast.arguments([], [], None, [], [], None, [])
        own = [part.arg for part in ast.walk(arguments) if isinstance(part, ast.arg)]
        inner = {name for known in self.hidden for name in known} - {*own, *names.assigned_names(body)}
        read = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        values = [*kept, *(item.value for item in node.keywords)]
        fits = len(named) == len(node.keywords) and left is not None
        if origin == "functools.reduce":
            values = [value for value in values if not _is_plain_lambda(value) and self.library(value) is None]
        if not fits or read & inner or not all(keeps(value, body, own) for value in values):
            return self.generic_visit(node)
        assert left is not None
        return self.expression(as_lambda(node, left, self.taken))

    def value(self, node: ast.AST, child: ast.expr) -> None:
        """Writes one of Python's functions that is a value as a helper."""
        is_asked = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"
        known = _BUILT_IN.keys() | _CONVERSIONS if id(node) in self.listed else _BUILT_IN.keys()
        if isinstance(child, ast.Name) and self.built_in(child, known) and not is_asked:
            child.id = self.wrapped(child.id, child)

    def generic_visit(self, node: ast.AST) -> ast.AST:
        if not isinstance(node, ast.Call):
            for child in values_in(node):
                self.value(node, child)
        return super().generic_visit(node)

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.named(node)

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        return self.named(node)

    def named(self, node: ast.Name | ast.Attribute) -> ast.AST:
        """A function of the library that is handed over."""
        origin = self.origin(node)
        if origin is None or origin in _ENDLESS or _takes_functions(texts()[origin]):
            return super().generic_visit(node)
        return ast.copy_location(ast.Name(self.helper(origin, node, None), ast.Load()), node)

    # Helpers.

    def wrapped(self, name: str, at: ast.AST) -> str:
        if f"{name}()" not in self.made:
            given = _BUILT_IN.get(name, "a")
            made = ast.parse(f"def helper({given}):\n    return {name}({given})").body[0]
            assert isinstance(made, ast.FunctionDef)
            self.add(f"{name}()", name, made, at)
        return self.made[f"{name}()"]

    def call(self, origin: str, node: ast.Call) -> ast.expr | None:
        """The call of the helper; None where what is given to it is not followed."""
        text = texts()[origin]
        given = _given(text, node)
        if given is None:
            return None
        function, arguments, keywords = given
        captured: list[str] = []
        if function is not None:
            if not _is_followed(function):
                return None
            captured = self.captured(function)
            if id(node) in self.stepping and not all(map(self.is_constant, captured)):
                return None
            function = self.expression(function)
        arguments = [self.expression(item) for item in arguments]
        keywords = [self.visit(item) for item in keywords]
        passed = [ast.keyword(name, ast.Name(name, ast.Load())) for name in captured]
        takes = _takes_functions(text)
        name = self.helper(origin, node, (function, captured) if takes else None)
        made = ast.Call(ast.Name(name, ast.Load()), arguments, [*keywords, *passed])
        return placed(made, node)

    def captured(self, function: ast.expr) -> list[str]:
        """The variables of functions around it that the function reads."""
        own = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
        own |= {
            part.id for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
        }
        read = {part.id: None for part in ast.walk(function) if isinstance(part, ast.Name)}
        return [name for name in read if name not in own and self.bound(name)]

    def is_constant(self, name: str) -> bool:
        """Whether the variable of the function around has one value."""
        function = self.around[-1]
        own = [part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)]
        return name not in self.shared and keeps(ast.Name(name), function.body, own)

    def helper(self, origin: str, at: ast.AST, special: tuple[ast.expr | None, list[str]] | None) -> str:
        """What the helper is called; it is written when it is first asked for."""
        function, captured = special or (None, [])
        key = f"{origin} {captured} {'' if function is None else ast.dump(function)}"
        if key in self.made:
            return self.made[key]
        node = copy.deepcopy(texts()[origin])
        if special is not None:
            _specialized(node, function, captured)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id == "Fraction":
                part.id = self.fraction(at)
        self.add(key, origin.partition(".")[2], node, at)
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and APART in part.id:
                part.id = self.helper(part.id.replace(APART, ".", 1), at, None if not _takes(part.id) else (None, []))
        return self.made[key]

    def fraction(self, at: ast.AST) -> str:
        """What the file calls Fraction; imported where it does not."""
        known = [name for name, origin in self.origins.items() if origin == "fractions.Fraction"]
        for name in known:
            if name not in self.top:
                return name
        name = "Fraction"
        while name in self.taken:
            name += "\u00b7"
        self.taken.add(name)
        self.origins[name] = "fractions.Fraction"
        imported = ast.ImportFrom("fractions", [ast.alias("Fraction", name)], 0)
        self.helpers.insert(0, moved(imported, at))
        return name

    def add(self, key: str, name: str, node: ast.FunctionDef, at: ast.AST) -> None:
        while name in self.taken:
            name += "\u00b7"
        self.taken.add(name)
        self.made[key] = node.name = name
        self.helpers.append(moved(node, at))


def _takes(name: str) -> bool:
    return _takes_functions(texts()[name.replace(APART, ".", 1)])


def _takes_functions(text: ast.FunctionDef) -> bool:
    return _parameter(text) is not None


def _parameter(text: ast.FunctionDef) -> tuple[str, int | None] | None:
    """The parameter that is a function, and at which place it may be given."""
    arguments = text.args.args
    defaults = [None] * (len(arguments) - len(text.args.defaults)) + list(text.args.defaults)
    for at, (argument, default) in enumerate(zip(arguments, defaults, strict=True)):
        if isinstance(default, ast.Name) and default.id == FUNCTION:
            return argument.arg, at
    for argument, default in zip(text.args.kwonlyargs, text.args.kw_defaults, strict=True):
        if isinstance(default, ast.Name) and default.id == FUNCTION:
            return argument.arg, None
    return None


def _given(text: ast.FunctionDef, node: ast.Call) -> tuple[ast.expr | None, list[ast.expr], list[ast.keyword]] | None:
    """The function that the call gives, and everything else."""
    if any(isinstance(item, ast.Starred) for item in node.args) or any(item.arg is None for item in node.keywords):
        return None
    parameter = _parameter(text)
    arguments, keywords, function = list(node.args), list(node.keywords), None
    if parameter is not None:
        name, at = parameter
        named = [item for item in keywords if item.arg == name]
        keywords = [item for item in keywords if item.arg != name]
        if named:
            function = named[0].value
        elif at is not None and at < len(arguments):
            function = arguments.pop(at)
        if isinstance(function, ast.Constant) and function.value is None:
            function = None
    return function, arguments, keywords


def _is_followed(function: ast.expr) -> bool:
    """Whether calls of the function can be written out."""
    match function:
        case ast.Lambda(args=args, body=body):
            plain = not (args.vararg or args.kwarg or args.kwonlyargs or args.defaults)
            own = {part.arg for part in ast.walk(args) if isinstance(part, ast.arg)}
            inner = [part for part in ast.walk(body) if isinstance(part, (ast.Lambda, ast.NamedExpr))]
            again = {
                part.id for part in ast.walk(body) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)
            }
            return plain and not inner and not own & again
        case ast.Name() | ast.Attribute():
            return True
        case ast.Call(
            func=ast.Name(id="itemgetter" | "attrgetter" | "partial")
            | ast.Attribute(attr="itemgetter" | "attrgetter" | "partial")
        ):
            return bool(function.args) and not any(isinstance(item, ast.Starred) for item in function.args)
    return False


def _applied(function: ast.expr | None, arguments: list[ast.expr]) -> ast.expr | None:
    """The call of the function with these arguments, each of which may be written several times."""
    match function:
        case None:
            return arguments[0] if len(arguments) == 1 else None
        case ast.Lambda(args=args, body=body):
            parameters = [item.arg for item in (*args.posonlyargs, *args.args)]
            if len(parameters) != len(arguments):
                return None
            found = _Filled(dict(zip(parameters, arguments, strict=True))).visit(copy.deepcopy(body))
            assert isinstance(found, ast.expr)
            return found
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name), args=[first, *rest], keywords=keywords):
            if name == "partial":
                return ast.Call(first, [*rest, *arguments], keywords)
            if len(arguments) != 1 or keywords:
                return None
            if name == "itemgetter":
                got: list[ast.expr] = [ast.Subscript(arguments[0], item, ast.Load()) for item in (first, *rest)]
            else:
                fields = [item.value for item in (first, *rest) if isinstance(item, ast.Constant)]
                got = [ast.Attribute(arguments[0], str(item), ast.Load()) for item in fields]
            return got[0] if len(got) == 1 else ast.Tuple(got, ast.Load())
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name in _TYPES:
            return ast.Call(ast.Attribute(arguments[0], attr, ast.Load()), arguments[1:], [])
    assert function is not None
    return ast.Call(function, arguments, [])


class _Filled(ast.NodeTransformer):
    def __init__(self, known: dict[str, ast.expr]) -> None:
        self.known = known

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return copy.deepcopy(self.known.get(node.id, node))


class _Calls(ast.NodeTransformer):
    """Writes out the calls of the parameter that is a function."""

    def __init__(self, parameter: str, function: ast.expr | None) -> None:
        self.parameter = parameter
        self.function = function

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        if not (isinstance(node.func, ast.Name) and node.func.id == self.parameter):
            return node
        found = _applied(copy.deepcopy(self.function), node.args)
        return found if found is not None else ast.Call(copy.deepcopy(self.function), node.args, [])  # type: ignore[arg-type]


def _specialized(node: ast.FunctionDef, function: ast.expr | None, captured: list[str]) -> None:
    """The text for this function, with the variables that it reads as further parameters."""
    parameter = _parameter(node)
    assert parameter is not None
    inside = set() if function is None else {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}
    own = [part.arg for part in ast.walk(node.args) if isinstance(part, ast.arg) and part.arg != parameter[0]]
    local = [name for name in (*own, *names.assigned_names(node.body)) if name in inside]
    if local:
        _renamed(node, {name: f"{name}_of_{parameter[0]}" for name in local})
    defaults: list[ast.expr | None] = [None] * (len(node.args.args) - len(node.args.defaults))
    kept = [
        (argument, default)
        for argument, default in zip(node.args.args, [*defaults, *node.args.defaults], strict=True)
        if argument.arg != parameter[0]
    ]
    only = [
        (argument, default)
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
        if argument.arg != parameter[0]
    ]
    node.args.args = [argument for argument, _ in kept]
    needed = [default for _, default in kept]
    node.args.defaults = [item for item in needed if item is not None and not isinstance(item, ast.Tuple)]
    node.args.kwonlyargs = [*(argument for argument, _ in only), *map(ast.arg, captured)]
    node.args.kw_defaults = [*(default for _, default in only), *(None for _ in captured)]
    node.body = [_Calls(parameter[0], function).visit(item) for item in node.body]


def _renamed(node: ast.FunctionDef, new: dict[str, str]) -> None:
    for part in ast.walk(node):
        if isinstance(part, ast.Name):
            part.id = new.get(part.id, part.id)
        elif isinstance(part, ast.arg):
            part.arg = new.get(part.arg, part.arg)


# The groups of groupby.


def _once(target: ast.expr, body: Iterable[ast.AST], is_lazy: Callable[[ast.Call], bool]) -> bool:
    """Whether the group of each turn is gone over once at most, where it stands."""
    match target:
        case ast.Tuple(elts=[_, ast.Name(id=group)]):
            found = [use for part in body for use in _uses(part, group, (), False, is_lazy)]
            return len(found) == 0 or found == [True]
    return False


def _uses(
    node: ast.AST, group: str, around: tuple[ast.AST, ...], repeated: bool, is_lazy: Callable[[ast.Call], bool]
) -> Iterator[bool]:
    """For each mention of the group whether it is gone over there, in one go."""
    if isinstance(node, ast.Name) and node.id == group:
        yield not repeated and isinstance(node.ctx, ast.Load) and _consumes(around, node, is_lazy)
        return
    for child in ast.iter_child_nodes(node):
        inner = repeated
        match node:
            case ast.For(iter=iterable):
                inner = repeated or child is not iterable
            case ast.While() | ast.Lambda() | ast.FunctionDef():
                inner = True
            case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp():
                inner = repeated or child is not node.generators[0]
            case ast.comprehension(iter=iterable):
                inner = repeated or child is not iterable
        yield from _uses(child, group, (*around, node), inner, is_lazy)


def _consumes(around: tuple[ast.AST, ...], node: ast.expr, is_lazy: Callable[[ast.Call], bool]) -> bool:
    match around[-1] if around else None:
        case ast.Call(args=args) as lazy if is_lazy(lazy):
            return any(item is node for item in args) and _consumes(around[:-1], lazy, is_lazy)
        case ast.Call(func=ast.Name(id=name), args=[first, *_]):
            return name in _CONSUMING and first is node
        case ast.Call(func=ast.Attribute(attr="join" | "extend" | "update"), args=[first]):
            return first is node
        case ast.For(iter=iterable) | ast.comprehension(iter=iterable):
            return iterable is node
        case ast.Starred() | ast.YieldFrom():
            return True
    return False
