"""Iterators that have names, or are given to functions: the same without names, or as lists.

    pairs = zip(xs, ys)           for x, y in zip(xs, ys): ...
    for x, y in pairs: ...
    mean(x * x for x in xs)       mean([x * x for x in xs])
    K = range(3)                  K = tuple(range(3))
    zip(count(1), xs)             enumerate(xs, 1)

What is made of an iterator must be what Python computes: one that has a name is written where it is used, once, if
nothing that it reads changes before; one that is given to a function becomes a list where the function goes over it
once, to its end. A range is a tuple where nobody can tell. Everything else stays as it is, and is refused.
"""

from __future__ import annotations

import ast
import builtins
import copy
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from typing import cast

from faier.lang import changes, names
from faier.lang.occurring import occurring
from faier.lang.own_containers import OwnContainers
from faier.lang.own_methods import OwnMethods, parted
from faier.lang.partials import keeps
from faier.lang.placing import placed
from faier.lang.prelude import SAME, texts
from faier.lang.yielding_loops import targets_of

_LAZY = frozenset(["zip", "map", "filter", "enumerate", "reversed", "iter"])
_VIEWS = frozenset(["keys", "values", "items"])
_ENDLESS = ("itertools.count", "itertools.cycle", "itertools.repeat")
# These go over their first argument once, to its end.
_CONSUMING = frozenset(["sum", "min", "max", "list", "tuple", "sorted", "set", "frozenset", "dict", "shuffled"])
# These go over an argument, or ask it for what a tuple of the same items would say too.
_ASKING = _CONSUMING | frozenset(["len", "any", "all", "enumerate", "zip", "reversed", "map", "filter", "choice"])
_ASKING |= {"sample"}
_LOOPS = (ast.For, ast.While, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda, ast.ClassDef)
_BRANCHES = (ast.If, ast.IfExp, ast.BoolOp, ast.While, ast.Match, ast.For)
_PURE = _ASKING | {"abs", "int", "bool", "float", "str", "round", "range", "isinstance", "divmod", "pow", "repr"}


# What is written has these names.
WRITTEN = frozenset(["list", "tuple", "enumerate", "zip", "range", "len"])
# Functions of these modules change nothing.
_QUIET = frozenset(["faier", "math", "itertools", "operator", "fractions", "statistics", "collections", "functools"])
_QUIET |= {"hashlib", "zlib"}
# A call of such a class finds a member, where the class has no functions of its own.
_ENUMS = frozenset(["enum.Enum", "enum.IntEnum", "enum.StrEnum"])
_IN_PLACE = frozenset(
    f"__i{name}__" for name in ("add", "sub", "mul", "or", "and", "xor", "truediv", "floordiv", "mod")
)
_IN_THE_MIDDLE = (
    "an exception may come in the middle of this, when a part of it is done already",
    "make a list of it first: values = [...]",
)


def with_iterators(tree: ast.Module, uncaught: list[tuple[ast.AST, str, str]]) -> ast.Module:
    """The file, in which iterators stand where they are gone over. `uncaught` gets what is computed earlier than Python
    does: nothing around it in the file catches an exception."""
    if not _may_have(tree):
        return tree
    tree = copy.deepcopy(tree)
    work = Written(tree, uncaught)
    if work.bound.keys() & WRITTEN:
        return tree
    for function in work.all:
        work.variables(function)
    made = work.visit(tree)
    assert isinstance(made, ast.Module)
    return made


def _may_have(tree: ast.Module) -> bool:
    """Whether an iterator has a name, is an argument, or has no end."""
    endless = {name.partition(".")[2] for name in _ENDLESS}
    yielding = {node.name for node in occurring(tree, ast.FunctionDef) if yields(node)}
    kinds: tuple[type[ast.AST], ...] = (ast.Assign, ast.Call, ast.keyword, ast.Name, ast.Attribute)
    for node in (node for kind in kinds for node in occurring(tree, kind)):
        match node:
            case ast.Assign(value=value) if _is_iterator_form(value):
                return True
            case ast.Call(func=ast.Name(id=name), args=args) if any(map(_is_iterator_form, args)):
                if name not in _ASKING - {"sample", "choice"}:
                    return True
            case ast.Call(func=ast.Attribute(attr=name), args=args) if any(map(_is_iterator_form, args)):
                if name in _TEXTS:
                    return True
            case ast.keyword(value=value) if _is_iterator_form(value):
                return True
            case ast.Call(func=ast.Name(id=name)) if name in yielding:
                return True
            case ast.Call(func=ast.Attribute(), args=args) if any(map(_is_iterator_form, args)):
                return True
            case ast.Name(id=name) | ast.Attribute(attr=name) if name in endless:
                return True
    return False


def _is_iterator_form(node: ast.AST) -> bool:
    match node:
        case ast.GeneratorExp():
            return True
        case ast.Call(func=ast.Name(id=name)):
            return name in _LAZY or name == "range" or name in _FROM_ITERTOOLS
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in _VIEWS or name in _FROM_ITERTOOLS or name == "from_iterable"
    return False


_TEXTS = frozenset(name.rpartition(".")[2] for name in texts())
_FROM_ITERTOOLS = frozenset(
    ("product", "combinations", "permutations", "chain", "accumulate", "pairwise", "islice", "repeat", "starmap")
) | {
    *("zip_longest", "compress", "groupby", "takewhile", "dropwhile", "filterfalse", "batched", "count", "cycle"),
    "combinations_with_replacement",
}


LAZY_WORDS = _LAZY | _VIEWS | _FROM_ITERTOOLS | {"from_iterable"}
_PLAIN_INPUT = re.compile(r"(Vector|Records|Stream)\[(Bool|Int\[[^\[\]]*\])(, \w+)?\]|Bool|Int\[[^\[\]]*\]")


@dataclass
class _Use:
    """A mention of a name: what stands around it, outermost first."""

    node: ast.Name
    around: tuple[ast.AST, ...]


class Written(ast.NodeTransformer):
    def __init__(self, tree: ast.Module, uncaught: list[tuple[ast.AST, str, str]]) -> None:
        self.tree = tree
        self.uncaught = uncaught
        bound: dict[str, int] = {}
        for name, _ in all_bindings(tree):
            bound[name] = bound.get(name, 0) + 1
        self.bound = bound
        self.origins: dict[str, str] = {}
        self.modules: dict[str, str] = {}
        for node in tree.body:
            match node:
                case ast.ImportFrom(module=str(module), level=0):
                    for item in node.names:
                        self.origins[item.asname or item.name] = f"{module}.{item.name}"
                case ast.Import():
                    self.modules |= {item.asname or item.name: item.name for item in node.names}
        self.functions = {
            node.name: node
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and not node.decorator_list and bound.get(node.name) == 1
        }
        self.all = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
        self.methods = OwnMethods(tree, bound)
        self.objects: dict[int, dict[str, str]] = {}
        self.ranges = {
            target.id
            for node in tree.body
            for target, value in _assigned(node)
            if self.is_call(value, "range") and bound.get(target.id) == 1
        }
        self.tuples = {  # names that hold one tuple each
            target.id
            for node in occurring(tree, ast.Assign)
            for target, value in _assigned(node)
            if self.is_call(value, "tuple") and bound.get(target.id) == 1
        }
        self.uses: dict[int, dict[str, list[_Use]]] = {}
        self.asked: dict[tuple[int, str, bool], bool] = {}
        self.still: dict[tuple[int, bool], bool] = {}
        self.asking: set[tuple[int, bool]] = set()
        self.constants = {target.id for node in tree.body for target, _ in _assigned(node) if bound[target.id] == 1}
        self.around: list[ast.FunctionDef] = []

    # What expressions are.

    def python(self, node: ast.AST) -> str | None:
        """The name of Python's own function that it means."""
        if isinstance(node, ast.Name) and node.id not in self.bound:
            return node.id
        return None

    def origin(self, node: ast.AST) -> str:
        """Where what the expression names comes from: "itertools.count"."""
        match node:
            case ast.Name(id=name) if self.bound.get(name, 0) == 1:
                return SAME.get(self.origins.get(name, ""), self.origins.get(name, ""))
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if self.bound.get(name, 0) == 1:
                return f"{self.modules[name]}.{attr}" if name in self.modules else self._from_iterable(node)
            case ast.Attribute():
                return self._from_iterable(node)
        return ""

    def _from_iterable(self, node: ast.Attribute) -> str:
        inner = self.origin(node.value) if node.attr == "from_iterable" else ""
        return f"{inner}.from_iterable" if inner == "itertools.chain" else ""

    def is_of_library(self, node: ast.AST) -> bool:
        """Whether it names a function of Python that changes nothing."""
        module, _, name = self.origin(node).partition(".")
        return module in _QUIET or (module == "bisect" and name.startswith("bisect"))

    def is_call(self, node: ast.AST | None, name: str) -> bool:
        return isinstance(node, ast.Call) and self.python(node.func) == name

    def is_tuple(self, node: ast.AST) -> bool:
        return isinstance(node, ast.Name) and node.id in self.tuples

    def is_range(self, node: ast.AST) -> bool:
        return self.is_call(node, "range") or (isinstance(node, ast.Name) and node.id in self.ranges)

    def is_view(self, node: ast.AST) -> bool:
        match node:
            case ast.Call(func=ast.Attribute(attr=name, value=ast.Name()), args=[], keywords=[]):
                return name in _VIEWS and not any(function.name == name for function in self.all)
        return False

    def is_iterator(self, node: ast.AST) -> bool:
        """Whether it can be gone over once."""
        match node:
            case ast.GeneratorExp():
                return True
            case ast.Call(func=function):
                name, origin = self.python(function), self.origin(function)
                if isinstance(function, ast.Name) and function.id in self.functions:
                    return yields(self.functions[function.id])
                return name in _LAZY or (origin.startswith("itertools.") and origin not in _ENDLESS)
        return False

    def is_gone_over(self, node: ast.expr) -> bool:
        return self.is_iterator(node) or self.is_view(node)

    # Variables.

    def variables(self, function: ast.FunctionDef, but: Collection[str] = ()) -> None:
        """Writes what variables of the function hold where these are used, `but` for some."""
        if any(isinstance(part, ast.Try) for part in ast.walk(function)):
            return
        spots: dict[str, int] = {}
        for name, _ in names.bindings(function.body):
            spots[name] = spots.get(name, 0) + 1
        given = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
        for block in blocks(function):
            for statement in list(block):
                for target, value in _assigned(statement):
                    name = target.id
                    if (
                        spots.get(name) != 1
                        or name in given
                        or name in but
                        or not isinstance(statement, (ast.Assign, ast.AnnAssign))
                    ):
                        continue
                    if self.is_view(value) or self.is_iterator(value):
                        self.inlined(function, block, statement, name, value)

    def inlined(
        self, function: ast.FunctionDef, block: list[ast.stmt], made: ast.stmt, name: str, value: ast.expr
    ) -> None:
        """Writes the iterator in the place of the variable, if it is used once and nothing changes before."""
        uses = self.used(function, name)
        if len(uses) != 1:
            return
        (use,) = uses
        at = next((at for at, node in enumerate(block) if node is made), len(block))
        place = next((after for after in range(at + 1, len(block)) if block[after] in use.around), None)
        if place is None:
            return
        inside = use.around[use.around.index(block[place]) :]
        if any(_repeats(outer, inner) for outer, inner in zip(inside, (*inside[1:], use.node), strict=True)):
            return
        read = _read(value)
        inside_of = [part for part in ast.walk(value) if isinstance(part, ast.Call) and part is not value]
        strict = any(self.origin(part.func) not in _ENDLESS for part in inside_of)
        between: list[ast.AST] = list(block[at + 1 : place])
        last = block[place]
        if isinstance(last, ast.For) and use.node in ast.walk(last.iter):
            between.append(last.iter)
        elif not (place == at + 1 and self.is_first_handed(use)):
            between.append(last)
        shared = _sharing(function, read)
        plain = all(map(is_plain, self.at_once(value)))
        if not all(self.is_quiet(node, read, strict, shared, helpers=plain) for node in between):
            return
        if not plain and (place > at + 1 or any(isinstance(outer, _BRANCHES) for outer in inside)):
            return
        _Exchanged(use.node, value).visit(block[place])
        block.remove(made)
        if not block:
            block.append(ast.copy_location(ast.Pass(), made))
        self.uses.pop(id(function), None)

    def is_first_handed(self, use: _Use) -> bool:
        """Whether the statement begins by calling a function of the file with it, and computes nothing else before."""
        call = use.around[-1]
        if not (isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.functions):
            return False
        given = [*call.args, *(word.value for word in call.keywords)]
        if use.node not in given or not all(map(is_plain, given[: given.index(use.node)])):
            return False
        outer: ast.AST = call
        for around in reversed(use.around[:-1]):
            match around:
                case ast.Call(func=ast.Name(), args=[first, *_]) if first is outer:
                    outer = around
                case ast.Assign(targets=[ast.Name()], value=value) | ast.Return(value=value) | ast.Expr(value=value):
                    return value is outer
                case _:
                    return False
        return False

    def at_once(self, value: ast.expr) -> list[ast.expr]:
        """What is computed when the iterator is made."""
        match value:
            case ast.GeneratorExp(generators=[first, *_]):
                return self.at_once(first.iter) if self.is_iterator(first.iter) else [first.iter]
            case ast.Call(args=args, keywords=keywords):
                if any(isinstance(item, ast.Starred) and not self.is_tuple(item.value) for item in args):
                    return [value]
                args = [item.value if isinstance(item, ast.Starred) else item for item in args]
                given = [*args, *(item.value for item in keywords)]
                inner = [part for item in given for part in (self.at_once(item) if self.is_iterator(item) else [item])]
                function = value.func
                return [*inner, function.value] if isinstance(function, ast.Attribute) else inner
        return [value]

    def is_quiet(
        self, node: ast.AST, read: set[str], strict: bool, shared: set[str] | None = None, helpers: bool = False
    ) -> bool:
        """Whether nothing of these variables changes there, nor of what they hold, which `shared` may hold too;
        `strict`: nothing changes at all. `helpers`: functions of the file that change nothing may be called."""
        shared = shared or read
        if names.captures(ast.walk(node)) & read:
            return False
        for part in ast.walk(node):
            match part:
                case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if name in read:
                    return False
                case ast.Subscript(ctx=ast.Store() | ast.Del()) | ast.Attribute(ctx=ast.Store() | ast.Del()):
                    if strict or _root(part) in shared:
                        return False
                case ast.AugAssign() if strict and not isinstance(part.target, ast.Name):
                    return False
                case ast.Call(func=ast.Attribute(value=holder, attr=attr)) if not self.is_of_library(part.func):
                    if attr in changes.NAMES and (strict or _root(holder) in shared):
                        return False
                    if any(made.name == attr for made in self.all) and (strict or mentioned(part) & shared):
                        return False
                case ast.Call(func=function) if self.python(function) not in _PURE and not self.is_of_library(function):
                    own = isinstance(function, ast.Name) and function.id in self.functions
                    if own and helpers and self.changes_nothing(self.functions[cast(ast.Name, function).id]):
                        continue
                    given = mentioned(part) - {function.id if isinstance(function, ast.Name) else ""}
                    if not own or strict or given & shared:
                        return False
                case ast.Yield() | ast.YieldFrom() | ast.NamedExpr() | ast.Nonlocal() if strict:
                    return False
        return True

    # Arguments.

    def used(self, function: ast.FunctionDef, name: str) -> list[_Use]:
        if id(function) not in self.uses:
            found: dict[str, list[_Use]] = {}
            waiting: list[tuple[ast.AST, tuple[ast.AST, ...]]] = [(node, (function,)) for node in function.body]
            while waiting:
                node, around = waiting.pop()
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    found.setdefault(node.id, []).append(_Use(node, around))
                waiting += [(child, (*around, node)) for child in ast.iter_child_nodes(node)]
            self.uses[id(function)] = found
        return self.uses[id(function)].get(name, [])

    def is_asked(self, use: _Use, once: bool | None) -> bool:
        """Whether the use is one that a tuple serves as well; `once`: it goes over all of it, in one go."""
        around, node = use.around[-1], use.node
        outers = [outer for outer in use.around[1:-1] if isinstance(outer, (*_LOOPS, *_SCOPES))]
        if (
            once
            and outers
            and not (len(outers) == 1 and outers[0] is use.around[-2] and isinstance(around, ast.comprehension))
        ):
            return False
        match around:
            case ast.For(iter=iterable) if iterable is node:
                ends = (ast.Break, ast.Return, ast.Yield, ast.YieldFrom)
                return not once or not any(isinstance(part, ends) for part in ast.walk(around))
            case ast.comprehension(iter=iterable) if iterable is node:
                return not once or use.around[-2].generators[0] is around  # type: ignore[attr-defined]
            case ast.Call(func=function, args=args) if any(item is node for item in args):
                return self.is_asked_by(around, function, args, node, bool(once))
            case ast.keyword(arg=str(name)):
                call = use.around[-2]
                if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and call.func.id in self.functions:
                    return self.goes_over(self.functions[call.func.id], name, bool(once))
                return False
            case ast.Starred():
                return isinstance(use.around[-2], (ast.Call, ast.List, ast.Tuple, ast.Set))
            case ast.Subscript(value=value, slice=at) if value is node and not once:
                return not isinstance(at, ast.Slice)
            case ast.Compare(comparators=[other], ops=[ast.In() | ast.NotIn()]) if other is node:
                return not once
        return False

    def is_asked_by(self, call: ast.Call, function: ast.expr, args: list[ast.expr], node: ast.Name, once: bool) -> bool:
        at = next(at for at, item in enumerate(args) if item is node)
        if isinstance(function, ast.Name) and function.id in self.functions:
            name = _parameter(self.functions[function.id], at, call)
            return name is not None and self.goes_over(self.functions[function.id], name, once)
        name = self.python(function) or ""
        origin = self.origin(function)
        if origin.startswith("faier."):
            name = origin.removeprefix("faier.")
        if origin.startswith(("collections.Counter", "collections.deque")) or origin in texts():
            return at == 0 or origin == "heapq.nlargest" or origin == "heapq.nsmallest"
        if origin.startswith("itertools.") and not once:
            return origin not in _ENDLESS
        if origin in ("math.prod",):
            return at == 0
        if once:
            return name in _CONSUMING and at == 0
        return name in _ASKING

    def goes_over(self, node: ast.FunctionDef, parameter: str, once: bool) -> bool:
        """Whether the function asks its parameter for no more than what a tuple says as well."""
        key = (id(node), parameter, once)
        if key not in self.asked:
            self.asked[key] = False  # where it calls itself
            uses = self.used(node, parameter)
            rebound = any(name == parameter for name, _ in names.bindings(node.body))
            default = parameter in {part.arg for part in node.args.kwonlyargs} or any(
                part.arg == parameter for part in (*node.args.posonlyargs, *node.args.args)
            )
            fits = default and not rebound and (len(uses) == 1 or not once) and not (once and yields(node))
            self.asked[key] = fits and all(self.is_asked(use, once) for use in uses)
        return self.asked[key]

    def as_argument(self, value: ast.expr, call: ast.Call, ways: list[tuple[ast.FunctionDef, str | None]]) -> ast.expr:
        """What is handed over, as a tuple or a list where each function that may get it goes over it so."""

        def all_go_over(once: bool) -> bool:
            return all(name is not None and self.goes_over(function, name, once) for function, name in ways)

        if not ways or not (self.is_view(value) or self.is_iterator(value)):
            return value
        others = [item for item in (*call.args, *(word.value for word in call.keywords)) if item is not value]
        if not all(self.is_quiet(item, mentioned(value), False) for item in others):
            return value
        own = isinstance(call.func, ast.Name) and call.func.id in self.functions
        if self.is_view(value):
            alone = not any(mentioned(item) & mentioned(value) for item in [*others, call.func])
            fits = alone and (own or self.is_harmless(value, call, ways, others)) and all_go_over(False)
            return _list(value) if fits else value
        if self.is_iterator(value) and all_go_over(True) and not self.caught:
            if not self.is_harmless(value, call, ways, others) or not self.is_still(value):
                return value
            self.uncaught.append((call, *_IN_THE_MIDDLE))
            return _list(value)
        return value

    def is_harmless(
        self, value: ast.expr, call: ast.Call, ways: list[tuple[ast.FunctionDef, str | None]], others: list[ast.expr]
    ) -> bool:
        """Whether nothing that the functions change is read by the iterator."""
        if all(self.changes_nothing(function) for function, _ in ways):
            return True
        if isinstance(call.func, ast.Name) and call.func.id in self.functions:
            return False
        if not all(self.changes_nothing(function, of_self=True) for function, _ in ways):
            return False
        if isinstance(call.func, ast.Name) and call.func.id in self.methods.classes and all(map(_is_literal, others)):
            return True  # nobody else has the object yet
        return _root(call.func) not in mentioned(value) and self.is_apart(value)

    def is_apart(self, value: ast.expr) -> bool:
        """Whether all that the iterator reads is held by variables of the function that hand it to nobody else."""
        function = self.around[-1] if self.around else None
        if function is None or any(isinstance(part, _SCOPES) for item in function.body for part in ast.walk(item)):
            return False
        spots = [name for name, _ in names.bindings(function.body)]
        inside = {id(part) for part in ast.walk(value)}
        turns = {part.id for part in ast.walk(value) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        given = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg) and _holds_plain(part)}
        own = given - set(spots) if _draws(function) else set()
        own |= {
            target.id
            for node in ast.walk(function)
            for target, made in _assigned_together(node)
            if spots.count(target.id) == 1 and self.is_fresh(made)
        }
        for name in mentioned(value) - turns:
            known = ast.Name(name, ast.Load())
            if name in self.functions or name in self.constants or self.is_known(known):
                continue
            uses = [use for use in self.used(function, name) if id(use.node) not in inside]
            if name not in own or not all(self.is_asked(use, None) for use in uses):
                return False
        return True

    def is_fresh(self, value: ast.expr) -> bool:
        """Whether it makes a container of numbers and texts that stand there, or an object out of such."""
        match value:
            case ast.List(elts=items) | ast.Tuple(elts=items):
                return all(map(_is_literal, items))
            case ast.Call(func=ast.Name(id=name), args=args, keywords=keywords) if name in self.methods.classes:
                return not self.methods.shares and all(map(_is_literal, [*args, *(item.value for item in keywords)]))
        return _is_literal(value)

    def objects_of(self, function: ast.FunctionDef) -> dict[str, str]:
        """The variables of the function that hold an object of a class of the file, and that class."""
        if id(function) not in self.objects:
            spots: dict[str, int] = {}
            for name, _ in names.bindings(function.body):
                spots[name] = spots.get(name, 0) + 1
            given = {part.arg for part in ast.walk(function) if isinstance(part, ast.arg)}
            held = self.methods.objects(function, spots)
            self.objects[id(function)] = {name: kind for name, kind in held.items() if name not in given}
        return self.objects[id(function)]

    def ways(self, function: ast.expr) -> list[tuple[ast.FunctionDef, int]]:
        """The functions of the file that a call of it may run, and how many parameters each has before arguments."""
        if isinstance(function, ast.Name) and function.id in self.functions:
            return [(self.functions[function.id], 0)]
        held = self.objects_of(self.around[-1]) if self.around else {}
        return self.methods.called(function, held, self.functions)

    def is_still(self, value: ast.expr) -> bool:
        """Whether going over the iterator changes nothing that others see."""
        for part in ast.walk(value):
            match part:
                case ast.NamedExpr():
                    return False
                case ast.Call(func=called, args=args) if self.is_iterator(part):
                    given = [*args, *(item.value for item in part.keywords)]
                    if any(isinstance(item, ast.Attribute) and not self.is_of_library(item) for item in given):
                        return False
                    for item in given[:1] if self.python(called) in ("map", "filter") else []:
                        if isinstance(item, ast.Name) and not self.is_known(item) and not self.is_held(item):
                            return False
                case ast.Name(id=name) if name in self.functions and not self.changes_nothing(self.functions[name]):
                    return False
        return self.changes_nothing(value)

    def is_held(self, function: ast.Name) -> bool:
        """Whether it holds an object whose call changes nothing."""
        ways = self.ways(function) if function.id not in self.methods.classes else []
        return bool(ways) and all(self.changes_nothing(method) for method, _ in ways)

    def is_known(self, function: ast.Name) -> bool:
        """Whether it names a function that changes nothing, or one of the file."""
        return function.id in self.functions or self.python(function) in _PURE or self.is_of_library(function)

    def changes_nothing(self, function: ast.FunctionDef | ast.expr, of_self: bool = False) -> bool:
        """Whether the function, or what is computed there, changes nothing that others see; `of_self`: but for what the
        first parameter holds."""
        key = (id(function), of_self)
        if key in self.asking:
            return True  # where it calls itself: the outer question looks at the rest
        if key not in self.still:
            self.asking.add(key)
            found = self._changes_nothing(function, of_self)
            self.asking.remove(key)
            if not isinstance(function, ast.FunctionDef) or (found and self.asking):
                return found
            self.still[key] = found
        return self.still[key]

    def _changes_nothing(self, function: ast.FunctionDef | ast.expr, of_self: bool) -> bool:
        made = isinstance(function, ast.FunctionDef)
        own_name = function.name if isinstance(function, ast.FunctionDef) else ""
        own = OwnContainers(function, self.maker) if isinstance(function, ast.FunctionDef) else None
        first = _first_parameter(function) if of_self and isinstance(function, ast.FunctionDef) else ""
        added: set[int] = set()

        def is_of_self(node: ast.expr) -> bool:
            return bool(first) and _root(node) == first

        for part in ast.walk(function):
            match part:
                case ast.AugAssign(target=target):
                    alone = own is not None and own.is_added_alone(target)
                    alone |= is_of_self(target) and not isinstance(target, ast.Name)
                    if not alone or self.adds_in_place:
                        return False
                    added.add(id(target))
                case ast.Subscript(value=holder, ctx=ast.Store() | ast.Del()) if id(part) not in added:
                    if not is_of_self(part) and (own is None or not own.is_changed_alone(holder)):
                        return False
                case ast.Attribute(ctx=ast.Store() | ast.Del()):
                    if not is_of_self(part):
                        return False
                case ast.Attribute(attr=attr, value=holder) if attr in self.methods.named:
                    same = of_self and (is_of_self(part) or _calls_super(holder))
                    if not all(self.changes_nothing(other, same) for other in self.methods.named[attr]):
                        return False
                case ast.Nonlocal():
                    return False
                case ast.Call(func=ast.Attribute(value=holder, attr=attr)) if not self.is_of_library(part.func):
                    alone = is_of_self(holder) or (own is not None and own.is_changed_alone(holder))
                    if attr in changes.NAMES and not alone:
                        return False
                case ast.Call(func=ast.Name(id=name)) if self.makes_plainly(name) or self.is_error(name):
                    pass
                case ast.Call(func=ast.Name(id="super"), args=[]) if made:
                    pass
                case ast.Call(func=called) if self.python(called) not in _PURE and not self.is_of_library(called):
                    known = isinstance(called, ast.Name) and called.id in self.functions and called.id != own_name
                    held = [] if known or made else self.ways(called)
                    if held and all(self.changes_nothing(other) for other, _ in held):
                        continue
                    if not known or not self.changes_nothing(self.functions[cast(ast.Name, called).id]):
                        return False
        return True

    def is_error(self, name: str) -> bool:
        """Whether it is an exception of Python's own."""
        kind = getattr(builtins, name, None)
        return name not in self.bound and isinstance(kind, type) and issubclass(kind, Exception)

    def maker(self, function: ast.expr) -> str:
        return self.python(function) or self.origin(function)

    @property
    def adds_in_place(self) -> bool:
        """Whether records of the file may change where something is added to them."""
        return any(made.name in _IN_PLACE for made in self.all)

    def makes_plainly(self, name: str) -> bool:
        """Whether it is a class of the file whose records are what they are given, and nothing else happens."""
        found = [node for node in self.tree.body if isinstance(node, ast.ClassDef) and node.name == name]
        if len(found) != 1 or self.bound.get(name) != 1 or not (found[0].bases or found[0].decorator_list):
            return False
        made = found[0]
        begun = {part.name for part in made.body if isinstance(part, ast.FunctionDef)}
        values = [part.value for part in made.body if isinstance(part, ast.AnnAssign) and part.value is not None]
        said = [*made.bases, *made.decorator_list]
        bases = {self.origin(item.func if isinstance(item, ast.Call) else item) for item in said}
        plain = bases in ({"typing.NamedTuple"}, {"dataclasses.dataclass"}) or (bases <= _ENUMS and not begun)
        return plain and not {"__init__", "__post_init__", "__new__"} & begun and all(map(_is_literal, values))

    def may_raise(self, value: ast.expr) -> bool:
        """Whether it is an iterator of which the next item may raise."""
        parts = [part for part in ast.walk(value) if isinstance(part, ast.Call | ast.Subscript | ast.BinOp)]
        return self.is_iterator(value) and not self.is_range(value) and bool(parts)

    @property
    def caught(self) -> bool:
        return any(isinstance(part, ast.Try) for part in ast.walk(self.tree))

    # The tree.

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.around.append(node)
        self.generic_visit(node)
        self.around.pop()
        return node

    def visit_Call(self, node: ast.Call) -> ast.AST:
        self.generic_visit(node)
        function = node.func
        ways = self.ways(function)
        if ways:
            if not any(isinstance(item, ast.Starred) for item in node.args):
                node.args = [
                    self.as_argument(item, node, [(made, _parameter(made, at + before, node)) for made, before in ways])
                    for at, item in enumerate(node.args)
                ]
            for word in node.keywords:
                word.value = self.as_argument(word.value, node, [(made, word.arg) for made, _ in ways])
            return node
        origin = self.origin(function)
        if origin in texts() and not yields(texts()[origin]):
            if not origin.startswith("statistics.") and len(node.args) + len(node.keywords) > 2:
                self.uncaught += [(node, *_IN_THE_MIDDLE) for item in node.args if self.may_raise(item)]
            node.args = [
                _tuple(item) if self.is_range(item) else _list(item) if self.is_gone_over(item) else item
                for item in node.args
            ]
        if origin == "itertools.chain.from_iterable" and len(node.args) == 1 and "item_" not in self.bound:
            match node.args[0]:
                case ast.GeneratorExp(elt=element, generators=generators) if self.is_iterator(element):
                    inner = ast.comprehension(_stored("item_"), element, [], 0)
                    whole = ast.GeneratorExp if mentioned(node) & self.functions.keys() else ast.ListComp
                    return placed(whole(ast.Name("item_", ast.Load()), [*generators, inner]), node)
        return self.endless(node, origin)

    # Iterators without end.

    def endless(self, node: ast.Call, origin: str) -> ast.AST:
        """`zip`, `map` and `islice` over what has no end."""
        if self.python(node.func) == "zip" and not node.keywords:
            return self.zipped(node) or node
        if self.python(node.func) == "map" and len(node.args) > 2 and any(map(self.end_of, node.args[1:])):
            columns = self.zipped(ast.copy_location(ast.Call(_name("zip", node), node.args[1:], []), node))
            if columns is not None and isinstance(columns, ast.GeneratorExp):
                call = ast.Call(node.args[0], cast(ast.Tuple, columns.elt).elts, [])
                if isinstance(node.args[0], (ast.Name, ast.Attribute)):
                    return placed(ast.GeneratorExp(call, columns.generators), node)
        if origin == "itertools.islice" and len(node.args) == 2 and not node.keywords:
            end = self.end_of(node.args[0])
            if end is not None and "i_" not in self.bound:
                tests = [end.test] if end.test is not None else []
                several = node.args[1]
                calls = [part for part in ast.walk(several) if isinstance(part, (ast.Call, ast.NamedExpr))]
                if any(not self.is_call(part, "len") for part in calls):
                    return node
                numbers = ast.Call(_name("range", node), [several], [])
                if not isinstance(several, ast.Constant):  # of a negative number `islice` raises ValueError
                    numbers = ast.Call(copy.deepcopy(node.func), [numbers, copy.deepcopy(several)], [])
                made = ast.GeneratorExp(end.item("i_"), [ast.comprehension(_stored("i_"), numbers, tests, 0)])
                return placed(made, node)
        return node

    def zipped(self, node: ast.Call) -> ast.expr | None:
        """`zip(count(1), xs)` as `enumerate(xs, 1)`, and others as generators; None where all have an end."""
        ends = [self.end_of(item) for item in node.args]
        finite = [item for item, end in zip(node.args, ends, strict=True) if end is None]
        if len(finite) == len(ends) or not finite or any(isinstance(item, ast.Starred) for item in node.args):
            return None
        first = ends[0]
        if len(node.args) == 2 and first is not None and first.start is not None:
            return placed(ast.Call(_name("enumerate", node), [finite[0], first.start], []), node)
        own = [f"item_{at}_" for at in range(len(node.args))]
        if {*own, "i_"} & self.bound.keys():
            return None
        known = [name for name, end in zip(own, ends, strict=True) if end is None]
        target = _stored(known[0]) if len(known) == 1 else ast.Tuple([_stored(name) for name in known], ast.Store())
        inner = finite[0] if len(known) == 1 else ast.Call(_name("zip", node), finite, [])
        pair = ast.Tuple([_stored("i_"), target], ast.Store())
        row = ast.Tuple(
            [
                ast.Name(name, ast.Load()) if end is None else end.item("i_")
                for name, end in zip(own, ends, strict=True)
            ],
            ast.Load(),
        )
        tests = [end.test for end in ends if end is not None and end.test is not None]
        numbered = ast.Call(_name("enumerate", node), [inner], [])
        return placed(ast.GeneratorExp(row, [ast.comprehension(pair, numbered, tests, 0)]), node)

    def end_of(self, node: ast.expr) -> _Endless | None:
        """The items of an iterator without end, where what it is made of stays as it is."""
        if not isinstance(node, ast.Call) or node.keywords or any(isinstance(item, ast.Starred) for item in node.args):
            return None
        function = self.around[-1] if self.around else None
        body = function.body if function is not None else []
        own = [part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)] if function else []
        if len(self.around) > 1 or any(isinstance(part, _SCOPES) for item in body for part in ast.walk(item)):
            return None

        def kept(value: ast.expr) -> bool:
            if isinstance(value, (ast.List, ast.Tuple)):
                return all(map(kept, value.elts))
            return keeps(value, body, own)

        if not all(map(kept, node.args)):
            return None
        match self.origin(node.func), node.args:
            case "itertools.count", []:
                return _Endless(ast.Constant(0), start=ast.Constant(0))
            case "itertools.count", [start] if _is_whole(start):
                return _Endless(_whole(start), start=start)
            case "itertools.count", [start, step] if _is_whole(start) and _is_whole(step):
                return _Endless(_whole(start), step=_whole(step))
            case "itertools.cycle", [values]:
                if isinstance(values, ast.Name) and self.changes(function, values.id):
                    return None
                several = values if isinstance(values, (ast.List, ast.Tuple)) else _list(values)
                if isinstance(values, (ast.List, ast.Tuple)) and any(map(_has_lists, values.elts)):
                    return None
                return _Endless(several, cycle=True)
            case "itertools.repeat", [value] if not _has_lists(value):
                return _Endless(value, same=True)
        return None

    def changes(self, function: ast.FunctionDef | None, name: str) -> bool:
        """Whether what the variable holds may change, or be gone over only once."""
        if function is None:
            return False
        values = [value for node in ast.walk(function) for target, value in _assigned(node) if target.id == name]
        if any(self.is_iterator(value) or isinstance(value, (ast.Set, ast.SetComp)) for value in values):
            return True
        return not all(self.is_quiet(node, {name}, False) for node in function.body if not _assigns(node, name))


@dataclass
class _Endless:
    value: ast.expr
    start: ast.expr | None = None
    step: ast.expr | None = None
    cycle: bool = False
    same: bool = False
    test: ast.expr | None = field(init=False, default=None)

    def __post_init__(self) -> None:
        self.test = copy.deepcopy(self.value) if self.cycle else None

    def item(self, at: str) -> ast.expr:
        """The item at the place of this name."""
        value, place = copy.deepcopy(self.value), ast.Name(at, ast.Load())
        if self.same:
            return value
        if self.cycle:
            length = ast.Call(ast.Name("len", ast.Load()), [copy.deepcopy(self.value)], [])
            return ast.Subscript(value, ast.BinOp(place, ast.Mod(), length), ast.Load())
        if self.step is None:
            zero = isinstance(value, ast.Constant) and type(value.value) is int and value.value == 0
            return place if zero else ast.BinOp(value, ast.Add(), place)
        return ast.BinOp(value, ast.Add(), ast.BinOp(place, ast.Mult(), copy.deepcopy(self.step)))


def _has_lists(node: ast.expr) -> bool:
    """Whether it makes a list, which would be another one wherever it is written."""
    return any(isinstance(part, ast.List) for part in ast.walk(node))


def _is_whole(node: ast.expr) -> bool:
    return not isinstance(node, ast.Constant) or type(node.value) is int


def _whole(node: ast.expr) -> ast.expr:
    """The number, which must be an integer: floats would be added up one by one."""
    return node if isinstance(node, ast.Constant) else ast.BinOp(node, ast.BitOr(), ast.Constant(0))


class _Exchanged(ast.NodeTransformer):
    def __init__(self, old: ast.Name, new: ast.expr) -> None:
        self.old = old
        self.new = new

    def visit_Name(self, node: ast.Name) -> ast.expr:
        return self.new if node is self.old else node


def _is_new(value: ast.expr) -> bool:
    return isinstance(value, (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp))


def is_plain(node: ast.expr) -> bool:
    """Whether computing it cannot fail."""
    match node:
        case ast.Name() | ast.Constant():
            return True
        case ast.List(elts=items) | ast.Tuple(elts=items):
            return all(map(is_plain, items))
        case ast.Attribute(value=ast.Name(id="self")):
            return True
        case ast.Call(func=ast.Name(id="range"), args=args, keywords=[]):
            return len(args) < 3 and all(
                isinstance(item, (ast.Name, ast.Constant)) or _is_length(item) for item in args
            )
        case ast.Lambda():
            return True
    return False


def _is_length(node: ast.expr) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="len"), args=[ast.Name()], keywords=[]):
            return True
    return False


def _first_parameter(function: ast.FunctionDef) -> str:
    """The name that stands for the first parameter everywhere in the function."""
    own = [*function.args.posonlyargs, *function.args.args]
    parts = list(ast.walk(function))
    again = [part for part in parts if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)]
    inner = [part for part in parts if isinstance(part, _SCOPES) and part is not function]
    return own[0].arg if own and not inner and all(part.id != own[0].arg for part in again) else ""


def _holds_plain(parameter: ast.arg) -> bool:
    """Whether the input is a number, or a list of numbers."""
    return parameter.annotation is not None and bool(_PLAIN_INPUT.fullmatch(ast.unparse(parameter.annotation)))


def _draws(function: ast.FunctionDef) -> bool:
    """Whether it is a mechanism: what it is given nobody else has."""
    return any(ast.unparse(item).rpartition(".")[2] == "mechanism" for item in function.decorator_list)


def _calls_super(node: ast.expr) -> bool:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "super"


def _assigned(node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    match node:
        case ast.Assign(targets=[ast.Name() as target], value=value):
            yield target, value
        case ast.AnnAssign(target=ast.Name() as target, value=ast.expr() as value):
            yield target, value


def _assigned_together(node: ast.AST) -> Iterator[tuple[ast.Name, ast.expr]]:
    """Also of `a, b = 1, 2`."""
    yield from _assigned(node)
    match node:
        case ast.Assign(targets=[ast.Tuple() as target], value=value):
            for one, made in parted(target, value):
                if isinstance(one, ast.Name):
                    yield one, made


def _assigns(node: ast.AST, name: str) -> bool:
    return any(target.id == name for target, _ in _assigned(node))


def all_bindings(tree: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Everything in the file that gives a name a meaning."""
    for node in ast.walk(tree):
        match node:
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) | ast.arg(arg=name):
                yield name, node
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name) | ast.ExceptHandler(name=str(name)):
                yield name, node
            case ast.alias(name=name, asname=alias):
                yield (alias or name).split(".")[0], node
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                yield name, node


def blocks(function: ast.FunctionDef) -> Iterator[list[ast.stmt]]:
    """The blocks of the function, without those of functions inside of it."""
    waiting: list[ast.AST] = [function]
    while waiting:
        node = waiting.pop()
        for name in ("body", "orelse", "finalbody"):
            block = getattr(node, name, None)
            if isinstance(block, list):
                yield block
        waiting += [
            child
            for child in ast.iter_child_nodes(node)
            if isinstance(child, (ast.stmt, ast.match_case)) and not isinstance(child, _SCOPES)
        ]


def _repeats(outer: ast.AST, inner: ast.AST) -> bool:
    """Whether what stands there may be computed more than once, later, or never in this turn."""
    match outer:
        case ast.For(iter=iterable):
            return inner is not iterable
        case ast.While() | ast.FunctionDef() | ast.Lambda() | ast.ClassDef():
            return True
        case ast.ListComp(generators=[first, *_]) | ast.SetComp(generators=[first, *_]):
            return inner is not first
        case ast.DictComp(generators=[first, *_]) | ast.GeneratorExp(generators=[first, *_]):
            return inner is not first
        case ast.comprehension(iter=iterable):
            return inner is not iterable
    return False


def _is_literal(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant)


def _parameter(function: ast.FunctionDef, at: int, call: ast.Call) -> str | None:
    own = [*function.args.posonlyargs, *function.args.args]
    return own[at].arg if at < len(own) and not any(isinstance(item, ast.Starred) for item in call.args) else None


def yields(function: ast.FunctionDef) -> bool:
    waiting: list[ast.AST] = list(function.body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(node, _SCOPES):
            waiting += ast.iter_child_nodes(node)
    return False


def _root(node: ast.expr) -> str:
    while isinstance(node, (ast.Attribute, ast.Subscript, ast.Starred)):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def mentioned(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _sharing(function: ast.FunctionDef, read: set[str]) -> set[str]:
    """The variables that may hold what these hold, or a part of it: each of them is made of the other."""
    found = set(read)
    made: list[set[str]] = []
    for part in ast.walk(function):
        match part:
            case ast.Assign(targets=targets, value=value):
                made.append(set().union(*map(mentioned, targets), mentioned(value)))
            case ast.AnnAssign(target=target, value=ast.expr() as value) | ast.NamedExpr(target=target, value=value):
                made.append(mentioned(target) | mentioned(value))
            case ast.For(target=target, iter=value):
                made.append(mentioned(target) | mentioned(value))
    while True:
        more = set().union(*(together for together in made if together & found)) - found
        if not more:
            return found
        found |= more


def _read(value: ast.expr) -> set[str]:
    """The variables that an iterator reads, but its own."""
    found = {part.id for part in ast.walk(value) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)}
    if isinstance(value, ast.GeneratorExp):
        return (found - targets_of(value)) | _read(value.generators[0].iter)
    return found


def _name(name: str, at: ast.AST) -> ast.Name:
    return ast.copy_location(ast.Name(name, ast.Load()), at)


def _stored(name: str) -> ast.Name:
    return ast.Name(name, ast.Store())


def _tuple(value: ast.expr) -> ast.expr:
    return placed(ast.Call(ast.Name("tuple", ast.Load()), [value], []), value)


def _list(value: ast.expr) -> ast.expr:
    match value:
        case ast.Call(func=ast.Name("iter"), args=[over], keywords=[]):
            value = over
    return placed(ast.Call(ast.Name("list", ast.Load()), [value], []), value)
