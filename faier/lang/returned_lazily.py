"""Helpers that return iterators, as generators: `return (f(x) for x in xs)` is a loop that yields.

    def clipped(xs, top):                          def clipped(xs, top):
        return (min(x, top) for x in xs)               for x in xs:
                                                           yield min(x, top)

What a generator computes it computes when it is asked, and a helper that returns an iterator has computed some of it
before: what comes before the `return`, and what the iterator is made of. Where that is more than names, or where
something may tell (a dictionary, of which an iterator knows the size), all calls must stand where they are gone over
at once. Then nothing happens between.
"""

from __future__ import annotations

import ast

from faier.lang import names
from faier.lang.iterators import Written, mentioned, yields
from faier.lang.occurring import SCOPES, occurring
from faier.lang.placing import placed
from faier.lang.suspended import is_of_project
from faier.lang.yielding_loops import loops_of, targets_of

_ASKED = frozenset(["sum", "min", "max", "list", "tuple", "sorted", "set", "frozenset", "dict", "any", "all"])
_HANDING = frozenset(["zip", "map", "filter", "enumerate"])
_SIZED = frozenset(["dict", "set", "frozenset", "Counter", "defaultdict", "OrderedDict", "fromkeys", "deque"])
_SIZED |= frozenset(["keys", "values", "items"])
_KINDS = frozenset(["property", "staticmethod", "classmethod"])
_MAKING = frozenset(["__init__", "__post_init__", "__repr__", "__str__"])
_QUIET = frozenset(["abs", "bool", "float", "int", "len", "list", "max", "min", "range", "round", "sorted", "sum"])
_QUIET |= frozenset(["tuple", "enumerate", "filter", "map", "reversed", "zip", "iter"])


def with_returned_lazily(tree: ast.Module, work: Written, imported: bool) -> None:
    """Changes the file, so that such helpers yield. Another file may call what an imported one has."""
    every = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    waiting = [node for node in every if _may_be(node)]
    changed = bool(waiting)
    while changed:
        changed = False
        for node in list(waiting):
            helper = _Helper(tree, work, node, imported)
            if helper.is_fit():
                waiting.remove(node)
                helper.write()
                changed = True


def returns_lazily(tree: ast.Module) -> bool:
    """Whether there is a helper to be looked at."""
    return any(map(_may_be, occurring(tree, ast.FunctionDef)))


def _may_be(node: ast.FunctionDef) -> bool:
    kinds = [ast.unparse(item) for item in node.decorator_list]
    if yields(node) or not set(kinds) <= _KINDS or (node.name.startswith("__") and node.name != "__iter__"):
        return False
    lazy = [part.value for part in _own_parts(node.body) if isinstance(part, ast.Return)]
    return bool(lazy) and all(isinstance(value, (ast.GeneratorExp, ast.Call)) for value in lazy)


class _Helper:
    def __init__(self, tree: ast.Module, work: Written, node: ast.FunctionDef, imported: bool) -> None:
        self.tree = tree
        self.work = work
        self.node = node
        self.imported = imported
        self.parents: dict[int, ast.AST] = {}
        body = node.body[1:] if ast.get_docstring(node) is not None else node.body
        self.returned = [part for part in _own_parts(body) if isinstance(part, ast.Return)]
        given = [node for node in ast.walk(node.args) if isinstance(node, ast.arg)]
        self.parameters = {item.arg for item in given}
        self.before = [part for part in body if not isinstance(part, ast.Return)]
        self.body = body

    # Whether a generator is the same.

    def is_fit(self) -> bool:
        if (
            not self.returned
            or not _returns(self.body)
            or any(isinstance(part, ast.NamedExpr) for part in self.parts())
        ):
            return False
        if any(isinstance(part, (ast.Nonlocal, ast.Global, *SCOPES[:2], ast.ClassDef)) for part in self.parts()):
            return False
        values = [part.value for part in self.returned if part.value is not None]
        if not all(map(self.is_lazy, values)) or not all(map(self.is_writable, values)):
            return False
        views = any(map(self.is_view, values))
        late = [part for value in values for part in self.work.at_once(value)]
        plain = not self.before and all(map(self.is_kept, late))
        reverses = any(self.work.is_call(part, "reversed") for part in self.parts())
        caught = any(isinstance(part, (ast.Try, ast.With)) for part in ast.walk(self.tree))
        if plain and not views and not reverses and not caught and not self.has_sizes():
            return True
        if self.imported:
            return False
        self.parents = {id(child): part for part in ast.walk(self.tree) for child in ast.iter_child_nodes(part)}
        calls = self.calls()
        if calls is None:
            return False
        quiet = not caught and all(map(self.is_quiet, [*self.before, *late]))
        return all(self.is_gone_over(call, quiet and not views) for call in calls)

    def parts(self) -> list[ast.AST]:
        return [part for statement in self.body for part in ast.walk(statement)]

    def is_lazy(self, value: ast.expr) -> bool:
        if isinstance(value, ast.Call) and any(isinstance(item, ast.Starred) for item in value.args):
            return False
        if self.work.is_call(value, "iter"):
            return isinstance(value, ast.Call) and len(value.args) == 1 and not value.keywords
        if isinstance(value, ast.Call) and isinstance(value.func, ast.Attribute):
            methods = [made for made in self.work.all if made.name == value.func.attr]
            if methods and isinstance(value.func.value, ast.Name) and value.func.value.id == "self":
                return all(map(yields, methods)) and not _imports_others(self.tree)
        return (self.work.is_iterator(value) and not self.work.is_range(value)) or self.is_view(value)

    def is_view(self, value: ast.expr) -> bool:
        match value:
            case ast.Call(func=ast.Attribute(attr=name), args=[], keywords=[]):
                return name in ("keys", "values", "items") and all(made.name != name for made in self.work.all)
        return False

    def is_writable(self, value: ast.expr) -> bool:
        """Whether its variables can have other names."""
        if not isinstance(value, ast.GeneratorExp):
            return True
        inner = {part.arg for part in ast.walk(value) if isinstance(part, ast.arg)}
        return not inner & targets_of(value) and not any(clause.is_async for clause in value.generators)

    def is_kept(self, value: ast.expr) -> bool:
        """Whether nothing can be told of when it is computed."""
        match value:
            case ast.Name(id=name):
                return name in self.parameters or name in self.work.functions or bool(self.work.python(value))
            case ast.Attribute(value=ast.Name("self"), attr=attr) if not self.work.origin(value):
                return self.is_field(attr)
            case ast.Attribute():
                return bool(self.work.origin(value))
            case ast.Lambda(args=args):
                return not args.defaults and not any(args.kw_defaults)
        return isinstance(value, ast.Constant)

    def is_field(self, attr: str) -> bool:
        """Whether records get it when they are made, and never another one."""
        inits = [made for made in self.work.all if made.name == "__init__"]
        begun = [part for made in inits for statement in made.body for part in ast.walk(statement)]
        stored = [part for part in ast.walk(self.tree) if isinstance(part, ast.Attribute) and part.attr == attr]
        stored = [part for part in stored if not isinstance(part.ctx, ast.Load)]
        once = len(stored) <= max(1, len(inits)) and {id(part) for part in stored} <= set(map(id, begun))
        return once and not self.imported and all(made.name != attr for made in self.work.all)

    def has_sizes(self) -> bool:
        """Whether there may be something in the file that may not change its size while it is gone over."""
        kinds = (ast.Dict, ast.DictComp, ast.Set, ast.SetComp)
        if any(made.name in ("__iter__", "__next__") for made in self.work.all):
            return True
        for part in ast.walk(self.tree):
            if isinstance(part, kinds):
                return True
            if (part.id if isinstance(part, ast.Name) else getattr(part, "attr", "")) in _SIZED:
                return True
        return self.imported or _imports_others(self.tree)

    def is_quiet(self, node: ast.AST) -> bool:
        """Whether it computes something out of what there is, and nothing else."""
        if any(made.name.startswith("__") and made.name not in _MAKING for made in self.work.all):
            return False
        called = {id(part.func): part for part in ast.walk(node) if isinstance(part, ast.Call)}
        for part in ast.walk(node):
            match part:
                case ast.Call(func=function) if not (self.work.python(function) in _QUIET or self.is_generator(part)):
                    if self.work.origin(function).partition(".")[0] not in ("math", "itertools", "operator"):
                        return False
                case ast.Name(id=name) if name in self.work.functions and id(part) not in called:
                    return False
                case ast.Attribute(attr=attr, ctx=ast.Load()) if any(made.name == attr for made in self.work.all):
                    return False
                case ast.AugAssign() | ast.Delete() | ast.Raise() | ast.Assert() | ast.With() | ast.Try() | ast.Match():
                    return False
                case ast.Attribute(ctx=ast.Store()) | ast.Subscript(ctx=ast.Store()) | ast.NamedExpr():
                    return False
                case ast.For() | ast.While() | ast.Import() | ast.ImportFrom():
                    return False
        return True

    def is_generator(self, call: ast.Call) -> bool:
        name = call.func.id if isinstance(call.func, ast.Name) else ""
        return name in self.work.functions and yields(self.work.functions[name])

    # Where it is called.

    def calls(self) -> list[ast.expr] | None:
        """All that calls it; None where it is something else as well."""
        name, found = self.node.name, list[ast.expr]()
        around = self.parents.get(id(self.node))
        kinds = [ast.unparse(item) for item in self.node.decorator_list]
        if isinstance(around, ast.ClassDef):
            if name == "__iter__":
                return None
            spots: list[ast.expr] = [
                part for part in ast.walk(self.tree) if isinstance(part, ast.Attribute) and part.attr == name
            ]
        elif isinstance(around, ast.Module) and self.work.bound.get(name) == 1:
            spots = [part for part in ast.walk(self.tree) if isinstance(part, ast.Name) and part.id == name]
        else:
            return None
        for part in spots:
            call = self.parents.get(id(part))
            if "property" in kinds:
                found.append(part)
            elif isinstance(call, ast.Call) and call.func is part:
                found.append(call)
            else:
                return None
        return found

    def is_gone_over(self, node: ast.expr, quiet: bool) -> bool:
        """Whether all of it happens where it stands: something asks for its first item at once, or, `quiet`, nothing
        that it tells of can change before something does."""
        around = self.parents.get(id(node))
        match around:
            case ast.For(iter=iterable):
                return iterable is node
            case ast.comprehension(iter=iterable) if iterable is node:
                made = self.parents.get(id(around))
                if not isinstance(made, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)):
                    return False
                if made.generators[0] is not around or not isinstance(made, ast.GeneratorExp):
                    return True
                return self.is_gone_over(made, quiet)
            case ast.YieldFrom():
                return True
            case ast.Assign(targets=[ast.Name(id=name)]) if quiet:
                return self.is_gone_over_next(around, name)
            case ast.Call(func=called, args=[first, *rest], keywords=words) if first is node and not rest:
                if self.work.python(called) in _ASKED and all(isinstance(word.value, _PLAIN) for word in words):
                    return True
        match around:
            case ast.Call(func=called, args=args, keywords=words) if quiet and any(item is node for item in args):
                others = [*(item for item in args if item is not node), *(word.value for word in words)]
                lazy = self.work.python(called) in _HANDING or self.work.origin(called).startswith("itertools.")
                own = isinstance(called, ast.Name) and called.id in self.work.functions
                if not all(isinstance(item, _PLAIN) or self.is_lazy(item) for item in others):
                    return False
                if not all(map(self.is_quiet, others)):
                    return False
                if lazy or (own and yields(self.work.functions[called.id])):  # type: ignore[attr-defined]
                    return self.is_gone_over(around, quiet)
                if self.work.python(called) in _ASKED:
                    return True
                return own and self.work.changes_nothing(self.work.functions[called.id])  # type: ignore[attr-defined]
        return False

    def is_gone_over_next(self, made: ast.stmt, name: str) -> bool:
        """Whether the next statement begins by going over what the variable holds, and nothing else reads it."""
        outer = self.parents.get(id(made))
        blocks = [getattr(outer, word, None) for word in ("body", "orelse")]
        block = next((block for block in blocks if isinstance(block, list) and made in block), [])
        follows = block[block.index(made) + 1] if made in block[:-1] else None
        scope: ast.AST | None = outer
        while scope is not None and not isinstance(scope, ast.FunctionDef):
            scope = self.parents.get(id(scope))
        if scope is None or follows is None:
            return False
        read = [part for part in ast.walk(scope) if isinstance(part, ast.Name) and part.id == name]
        uses = [part for part in read if isinstance(part.ctx, ast.Load)]
        if len(uses) != 1 or len(read) != 2:
            return False
        match follows:
            case ast.For(iter=first):
                pass
            case ast.Assign(targets=[ast.Name()], value=first) | ast.Return(value=ast.expr() as first):
                pass
            case ast.Expr(value=first):
                pass
            case _:
                return False
        while first is not uses[0]:
            match first:
                case ast.BinOp(left=inner) | ast.Call(func=ast.Name(), args=[inner, *_]):
                    first = inner
                case ast.Tuple(elts=[inner, *_]) | ast.Compare(left=inner):
                    first = inner
                case ast.ListComp(generators=[ast.comprehension(iter=inner), *_]):
                    first = inner
                case _:
                    return False
        return self.is_gone_over(uses[0], True)

    # What is written.

    def write(self) -> None:
        self.node.returns = None
        taken = {name for name, _ in names.bindings(self.node.body)} | self.parameters | mentioned(self.node)
        for block in _own_blocks(self.node):
            for statement in list(block):
                if isinstance(statement, ast.Return) and statement.value is not None:
                    at = block.index(statement)
                    made = [placed(part, statement) for part in self.loops(statement.value, taken)]
                    last = block is self.node.body
                    block[at:] = made if last else [*made, placed(ast.Return(None), statement)]

    def loops(self, value: ast.expr, taken: set[str]) -> list[ast.stmt]:
        if not isinstance(value, ast.GeneratorExp):
            name = names.fresh("item", taken)
            shown = ast.Expr(ast.Yield(ast.Name(name, ast.Load())))
            if self.work.is_call(value, "iter") and isinstance(value, ast.Call):
                value = value.args[0]
            return [ast.For(ast.Name(name, ast.Store()), value, [shown], [])]
        return loops_of(value, taken)


_PLAIN = (ast.Name, ast.Constant, ast.Lambda)


def _returns(block: list[ast.stmt]) -> bool:
    """Whether it ends by one of its returns, which stand in branches alone."""
    for at, statement in enumerate(block):
        match statement:
            case ast.Return():
                return at == len(block) - 1
            case ast.If(body=body, orelse=orelse) if _leaves(statement):
                if at == len(block) - 1:
                    return _returns(body) and _returns(orelse)
                if not _returns(body) or (orelse and _leaves_any(orelse)):
                    return False
            case _ if _leaves(statement):
                return False
    return False


def _leaves(statement: ast.stmt) -> bool:
    return any(isinstance(part, ast.Return) for part in _own_parts([statement]))


def _leaves_any(block: list[ast.stmt]) -> bool:
    return any(map(_leaves, block))


def _own_parts(block: list[ast.stmt]) -> list[ast.AST]:
    """The parts that are not of another function."""
    found: list[ast.AST] = []
    waiting: list[ast.AST] = list(block)
    while waiting:
        part = waiting.pop()
        found.append(part)
        if not isinstance(part, SCOPES):
            waiting += ast.iter_child_nodes(part)
    return found


def _own_blocks(node: ast.FunctionDef) -> list[list[ast.stmt]]:
    """The blocks of it that have returns: of itself, and of branches."""
    found: list[list[ast.stmt]] = [node.body]
    for block in found:
        for statement in block:
            if isinstance(statement, ast.If):
                found += [statement.body, statement.orelse]
    return found


def _imports_others(tree: ast.Module) -> bool:
    """Whether it imports something of another file of the project."""
    return any(map(is_of_project, tree.body))
