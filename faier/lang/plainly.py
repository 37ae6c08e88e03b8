"""Statements that say what plainer ones say: `with suppress(KeyError):`, `with budget:` of an own class, `del x`.

`with` calls `__enter__` before its body and `__exit__` after it, also where the body leaves by `return`, `break` or
`continue`. It is written out so where `__enter__` gives the record itself and `__exit__` catches nothing. What else is
left stays as it is, and is refused where it is read.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from typing import TypeAlias

from faier.lang import names
from faier.lang.context_managers import ContextManagers, given_anew
from faier.lang.occurring import occurring
from faier.lang.placing import placed

ENTER, LEAVE = "enter_with", "leave_with"
_SPECIAL = {"__enter__": ENTER, "__exit__": LEAVE}
_SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_LEAVING = (ast.Return, ast.Break, ast.Continue)


Uncaught: TypeAlias = list[tuple[ast.AST, str, str]]


def with_plain(tree: ast.Module, uncaught: Uncaught) -> ast.Module:
    """The file without such statements. `uncaught` gets those of which the end is left out where an exception leaves
    them: nothing around them in the file catches one."""
    if not occurring(tree, ast.With) and not occurring(tree, ast.Delete):
        return tree
    tree = copy.deepcopy(tree)
    managers = _Managers(tree)
    generated = ContextManagers(tree)
    for function in [part for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]:
        taken = {part.id for part in ast.walk(function) if isinstance(part, ast.Name)}
        _Plain(managers, generated, function, taken, uncaught).visit_body()
    generated.without()
    for node in managers.known.values():
        for part in node.body:
            if isinstance(part, ast.FunctionDef):
                part.name = _SPECIAL.get(part.name, part.name)
    return tree


@dataclass
class _Managers:
    """The classes of the file that `with` may take, and what comes from `contextlib`."""

    tree: ast.Module
    known: dict[str, ast.ClassDef] = field(default_factory=dict)
    alone: bool = True  # no other class has `__enter__`

    def __post_init__(self) -> None:
        for node in self.tree.body:
            if isinstance(node, ast.ClassDef):
                methods = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
                if _gives_itself(methods.get("__enter__")) and _catches_nothing(methods.get("__exit__")):
                    self.known[node.name] = node
                elif "__enter__" in methods:
                    self.alone = False
        self.alone = self.alone and bool(self.known)
        self.imported = {
            alias.asname or alias.name: alias.name
            for node in self.tree.body
            if isinstance(node, ast.ImportFrom) and node.module == "contextlib"
            for alias in node.names
        }
        self.catching = any(
            isinstance(part, ast.ExceptHandler)
            or (isinstance(part, ast.withitem) and self.of_library(part.context_expr) == "suppress")
            for part in ast.walk(self.tree)
        )

    def does_nothing(self, name: str) -> bool:
        """Whether records of this class do nothing when the body begins or ends."""
        methods = [part for part in self.known[name].body if isinstance(part, ast.FunctionDef)]
        return all(_is_empty(part) for part in methods if part.name in _SPECIAL)

    def stays(self, manager: ast.expr) -> bool:
        """Whether no other function gives the variable, or the field, another value."""
        fields = {part.attr for part in ast.walk(manager) if isinstance(part, ast.Attribute)}
        for function in ast.walk(self.tree):
            match function:
                case ast.Nonlocal(names=found) if _root(manager) in found:
                    return False
                case ast.FunctionDef(name=name) if name != "__init__" and fields:
                    parts = [part for part in ast.walk(function) if isinstance(part, ast.Attribute)]
                    if any(part.attr in fields and isinstance(part.ctx, ast.Store) for part in parts):
                        return False
        return True

    def only_read(self, value: ast.expr) -> bool:
        """Whether nothing happens where the value is computed: a property may do more."""
        if isinstance(value, ast.Attribute):
            own = any(isinstance(part, ast.FunctionDef) and part.name == value.attr for part in ast.walk(self.tree))
            return not own and self.only_read(value.value)
        return isinstance(value, ast.Constant | ast.Name)

    def of_library(self, node: ast.expr) -> str:
        """`suppress` or `nullcontext`, where that is what is called."""
        name = _called(node)
        return name.removeprefix("contextlib.") if name.startswith("contextlib.") else self.imported.get(name, "")


@dataclass
class _Plain:
    """One function."""

    managers: _Managers
    generated: ContextManagers
    function: ast.FunctionDef
    taken: set[str]
    uncaught: Uncaught

    @property
    def runs_out(self) -> bool:
        """Whether it is a mechanism: what it yields is shown, one after the other, to its end."""
        return any(ast.unparse(item) in ("mechanism", "faier.mechanism") for item in self.function.decorator_list)

    def visit_body(self) -> None:
        self.function.body = self.block(self.function.body, looped=False)

    def block(self, body: list[ast.stmt], looped: bool) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for at, node in enumerate(body):
            if isinstance(node, ast.Delete) and all(self.is_over(target, body[:at], looped) for target in node.targets):
                for target in node.targets:
                    assert isinstance(target, ast.Name)
                    read = ast.copy_location(ast.Name(target.id, ast.Load()), target)
                    found.append(ast.copy_location(ast.Expr(read), target))
                continue
            if isinstance(node, _SCOPES):
                found.append(node)
                continue
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(node, name, None)
                if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                    setattr(node, name, self.block(inner, looped or isinstance(node, ast.For | ast.While)))
            for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                part.body = self.block(part.body, looped)
            found += self.opened(node) if isinstance(node, ast.With) else [node]
        return found

    def is_over(self, target: ast.expr, before: list[ast.stmt], looped: bool) -> bool:
        """Whether nothing reads the variable after this."""
        if not isinstance(target, ast.Name):
            return False
        inner = [part for part in ast.walk(self.function) if isinstance(part, _SCOPES) and part is not self.function]
        if any(isinstance(part, ast.Name) and part.id == target.id for scope in inner for part in ast.walk(scope)):
            return False
        every = [part for part in ast.walk(self.function) if isinstance(part, ast.Name) and part.id == target.id]
        given = {part.arg for part in ast.walk(self.function.args) if isinstance(part, ast.arg)}
        if target.id not in given and not any(isinstance(part.ctx, ast.Store) for part in every):
            return False
        if any(_spot(part) > _spot(target) for part in every):
            return False
        if not looped:
            return True
        made = [node for node in before if isinstance(node, ast.Assign) and _assigns(node, target.id)]
        return bool(made) and all(_spot(part) >= _spot(made[0]) for part in every)

    def opened(self, node: ast.With) -> list[ast.stmt]:
        """The statements that the `with` stands for, itself where there are none."""
        if len(node.items) > 1:
            inner = ast.copy_location(ast.With(node.items[1:], node.body), node)
            node = ast.copy_location(ast.With(node.items[:1], self.opened(inner)), node)
        item = node.items[0]
        match self.managers.of_library(item.context_expr), item.context_expr, item.optional_vars:
            case "suppress", ast.Call(args=[_, *_] as errors, keywords=[]), None:
                kinds = errors[0] if len(errors) == 1 else ast.Tuple(errors, ast.Load())
                handler = ast.ExceptHandler(kinds, None, [ast.Pass()])
                return [placed(ast.Try(node.body, [handler], [], []), node)]
            case "nullcontext", ast.Call(args=[], keywords=[]), None:
                return node.body
            case "nullcontext", ast.Call(args=[value], keywords=[]), ast.Name() as target:
                return [placed(ast.Assign([target], value), node), *node.body]
        return self.managed(node, item) or self.around(node, item) or [node]

    def around(self, node: ast.With, item: ast.withitem) -> list[ast.stmt]:
        """What a function with `@contextmanager` does before and after the body."""
        made = self.generated.written(item, self.function, node.body, self.managers.stays)
        if made is None:
            return []
        begin = [*made.before]
        value = made.value or ast.Constant(None)
        target = item.optional_vars or ast.Name(self.fresh("given"), ast.Store())
        given: list[ast.stmt] = [ast.Assign([target], value)]
        if item.optional_vars is None and self.managers.only_read(value):
            given = []
        leaves = [part for part in _leaves(node.body) if not isinstance(part, ast.Yield | ast.YieldFrom)]
        end = [*made.after, *made.final, *made.last]
        if made.handlers and leaves and (made.after or made.otherwise or made.last):
            return []  # these come then, too
        if made.handlers or (self.managers.catching and made.final):
            whole = [*made.inside, *given, *node.body, *made.after]
            found = [*begin, ast.Try(whole, made.handlers, made.otherwise, made.final), *made.last]
        else:
            if self.managers.catching and any(_leaves([part]) for part in _tries(node.body)):
                return []  # what the end raises is caught by no `try` inside
            if made.final:
                self.note(node)
            body = self.leaving(node.body, end, looped=False) if leaves else node.body
            found = [*begin, *made.inside, *given, *body, *([] if isinstance(body[-1], _LEAVING) else end)]
        return [placed(part, node) for part in found]

    def managed(self, node: ast.With, item: ast.withitem) -> list[ast.stmt]:
        made = _called(item.context_expr) in self.managers.known
        if not made and not (self.managers.alone and isinstance(item.context_expr, ast.Name | ast.Attribute)):
            return []
        if item.optional_vars is not None and not isinstance(item.optional_vars, ast.Name):
            return []
        begin: list[ast.stmt] = []
        manager = item.context_expr
        if made and self.managers.does_nothing(_called(manager)):
            target = item.optional_vars or ast.Name(self.fresh("manager"), ast.Store())
            return [placed(ast.Assign([target], manager), node), *node.body]
        if made:
            name = item.optional_vars.id if isinstance(item.optional_vars, ast.Name) else self.fresh("manager")
            begin = [ast.Assign([ast.Name(name, ast.Store())], manager)]
            manager = ast.Name(name, ast.Load())
        elif isinstance(item.optional_vars, ast.Name) and ast.dump(item.optional_vars) != ast.dump(manager):
            begin = [ast.Assign([item.optional_vars], manager)]
        anew = given_anew(item, node.body) - ({ast.unparse(manager)} if isinstance(manager, ast.Name) else set())
        if _root(manager) in anew | given_anew(ast.withitem(manager), node.body):
            return []
        if not self.managers.stays(manager):
            return []
        leaves = _leaves(node.body)
        if self.runs_out:  # nobody leaves it where it yields
            leaves = [part for part in leaves if not isinstance(part, ast.Yield | ast.YieldFrom)]
        if (self.managers.catching and leaves) or any(isinstance(part, ast.Yield | ast.YieldFrom) for part in leaves):
            return []
        begin.append(self.call(manager, ENTER))
        body = node.body
        if self.managers.catching:
            handler = ast.ExceptHandler(
                ast.Name("Exception", ast.Load()), None, [self.call(manager, LEAVE), ast.Raise()]
            )
            body = [ast.Try(body, [handler], [], [])]
        else:
            self.note(node)
        if leaves:
            body = self.leaving(body, [self.call(manager, LEAVE)], looped=False)
        last = [] if isinstance(body[-1], _LEAVING) else [self.call(manager, LEAVE)]
        return [placed(part, node) for part in (*begin, *body, *last)]

    def note(self, node: ast.With) -> None:
        message = "an exception may leave this `with`, and another file catches it: its end would be left out"
        self.uncaught.append((node.body[0], message, "write try: ... finally: ... there"))

    def leaving(self, body: list[ast.stmt], end: list[ast.stmt], looped: bool) -> list[ast.stmt]:
        """The body, in which this is done before it is left."""
        found: list[ast.stmt] = []
        for node in body:
            if isinstance(node, ast.Return):
                if node.value is not None and not isinstance(node.value, ast.Constant):
                    name = self.fresh("result")
                    found.append(placed(ast.Assign([ast.Name(name, ast.Store())], node.value), node))
                    node = ast.copy_location(ast.Return(placed(ast.Name(name, ast.Load()), node)), node)
                found += [*(placed(part, node) for part in copy.deepcopy(end)), node]
                continue
            if isinstance(node, ast.Break | ast.Continue) and not looped:
                found += [placed(part, node) for part in copy.deepcopy(end)]
            if not isinstance(node, _SCOPES):
                inside = looped or isinstance(node, ast.For | ast.While)
                for name in ("body", "orelse", "finalbody"):
                    inner = getattr(node, name, None)
                    if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                        setattr(node, name, self.leaving(inner, end, inside if name == "body" else looped))
                for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                    part.body = self.leaving(part.body, end, looped)
            found.append(node)
        return found

    def call(self, manager: ast.expr, method: str) -> ast.stmt:
        given: list[ast.expr] = [ast.Constant(None) for _ in range(3 if method == LEAVE else 0)]
        return ast.Expr(ast.Call(ast.Attribute(copy.deepcopy(manager), method, ast.Load()), given, []))

    def fresh(self, name: str) -> str:
        made = names.fresh(name, self.taken)
        self.taken.add(made)
        return made


def _gives_itself(function: ast.FunctionDef | None) -> bool:
    if function is None or function.decorator_list or len(function.args.args) != 1:
        return False
    returned = [part for part in ast.walk(function) if isinstance(part, ast.Return)]
    match function.body[-1]:
        case ast.Return(value=ast.Name(id=name)):
            return name == function.args.args[0].arg and len(returned) == 1
    return False


def _catches_nothing(function: ast.FunctionDef | None) -> bool:
    """Whether it does the same for every run, and never says that an exception is over."""
    if function is None or function.decorator_list or not function.args.args:
        return False
    own = function.args.args[0].arg
    told = {part.arg for part in ast.walk(function.args) if isinstance(part, ast.arg)} - {own}
    read = {part.id for statement in function.body for part in ast.walk(statement) if isinstance(part, ast.Name)}
    returned = [part.value for part in ast.walk(function) if isinstance(part, ast.Return)]
    plain = all(value is None or (isinstance(value, ast.Constant) and not value.value) for value in returned)
    return plain and not told & read


def _is_empty(function: ast.FunctionDef) -> bool:
    """Whether all that it does is to return something, which is known to be the record or nothing."""
    return all(
        isinstance(part, ast.Return | ast.Pass) or (isinstance(part, ast.Expr) and isinstance(part.value, ast.Constant))
        for part in function.body
    )


def _leaves(body: list[ast.stmt]) -> list[ast.AST]:
    """What ends the body before its end."""
    found: list[ast.AST] = []
    waiting: list[tuple[ast.AST, bool]] = [(part, False) for part in body]
    while waiting:
        part, looped = waiting.pop()
        if isinstance(part, ast.Return | ast.Yield | ast.YieldFrom):
            found.append(part)
        if isinstance(part, ast.Break | ast.Continue) and not looped:
            found.append(part)
        if not isinstance(part, _SCOPES):
            loop = isinstance(part, ast.For | ast.While)
            after = part.orelse if isinstance(part, ast.For | ast.While) else []
            waiting += [(child, looped or (loop and child not in after)) for child in ast.iter_child_nodes(part)]
    return found


def _tries(body: list[ast.stmt]) -> list[ast.stmt]:
    """Where something is caught in the body."""
    return [part for line in body for part in ast.walk(line) if isinstance(part, ast.Try) and part.handlers]


def _called(node: ast.expr) -> str:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return name
        case ast.Call(func=ast.Attribute(value=ast.Name(id=module), attr=name)):
            return f"{module}.{name}"
    return ""


def _root(node: ast.expr) -> str:
    while isinstance(node, ast.Attribute):
        node = node.value
    return node.id if isinstance(node, ast.Name) else ""


def _assigns(node: ast.Assign, name: str) -> bool:
    return any(isinstance(target, ast.Name) and target.id == name for target in node.targets)


def _spot(node: ast.expr | ast.stmt) -> tuple[int, int]:
    return node.lineno, node.col_offset
