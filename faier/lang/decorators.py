"""Decorators of the file: those that put functions and classes into a dictionary, and those that put something around.

`@register("sum")` that does `REGISTRY["sum"] = function` and gives the function back is an item of that dictionary, a
constant then. `@lying(1 / 4)` that gives back a function around it is that function, in which the other one is called
by a name of its own. What is not of these forms stays, and is refused where it is read.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass

from faier.lang import names
from faier.lang.occurring import occurring
from faier.lang.placing import placed

_WRAPS = ("wraps", "functools.wraps")


def with_decorators(tree: ast.Module) -> ast.Module:
    """The file without them."""
    named = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    if "overload" not in named and any(map(_is_overload, occurring(tree, ast.FunctionDef))):
        tree = copy.deepcopy(tree)
        tree.body = [node for node in tree.body if not _is_overload(node)]
        for owner in [node for node in tree.body if isinstance(node, ast.ClassDef)]:
            owner.body = [node for node in owner.body if not _is_overload(node)]
    own = {node.name for node in tree.body if isinstance(node, ast.FunctionDef)}
    inside = [part for node in tree.body if isinstance(node, ast.ClassDef) for part in node.body]
    marks = [item for node in (*tree.body, *inside) for item in getattr(node, "decorator_list", [])]
    if not any(_decorator(item)[0] in own for item in marks):
        return tree
    tree = copy.deepcopy(tree)
    _Registries(tree).write()
    _Around(tree).write()
    return tree


def _decorator(node: ast.expr) -> tuple[str, ast.Call | None]:
    match node:
        case ast.Name(id=name):
            return name, None
        case ast.Call(func=ast.Name(id=name)):
            return name, node
    return "", None


def _is_overload(node: ast.AST) -> bool:
    """Whether it is a definition for type checkers alone, which another one of the same name follows."""
    if not isinstance(node, ast.FunctionDef) or len(node.decorator_list) != 1:
        return False
    return ast.unparse(node.decorator_list[0]) in ("overload", "typing.overload")


def _plain(function: ast.FunctionDef) -> list[ast.stmt]:
    return function.body[1:] if ast.get_docstring(function) is not None else function.body


def _only(args: ast.arguments) -> str:
    """The one parameter, where there is nothing else."""
    extra = args.posonlyargs or args.vararg or args.kwonlyargs or args.kwarg or args.defaults
    return args.args[0].arg if len(args.args) == 1 and not extra else ""


# Those that fill a dictionary.


@dataclass
class _Entry:
    table: str
    given: str  # the parameter that is the key; nothing where the decorator takes none
    key: ast.expr
    item: str  # what is decorated


class _Registries:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.tables = {name: node for node in tree.body if (name := _empty_table(node))}
        self.known: dict[str, _Entry] = {}
        for node in tree.body:
            if isinstance(node, ast.FunctionDef) and (entry := _entry(node)) is not None:
                self.known[node.name] = entry

    def write(self) -> None:
        for table, made in self.tables.items():
            used = {name: entry for name, entry in self.known.items() if entry.table == table}
            functions = [node for node in self.tree.body if isinstance(node, ast.FunctionDef) and node.name in used]
            if used and not self.changed_elsewhere(table, functions):
                self.fill(table, made, used, functions)

    def changed_elsewhere(self, table: str, functions: list[ast.FunctionDef]) -> bool:
        inside = {id(part) for node in functions for part in ast.walk(node)}
        for part in ast.walk(self.tree):
            match part:
                case ast.Subscript(value=ast.Name(id=name), ctx=ast.Store() | ast.Del()) if name == table:
                    if id(part) not in inside:
                        return True
                case ast.Name(id=name) if name in {node.name for node in functions} and not self.decorates(part):
                    return True
        return False

    def decorates(self, name: ast.Name) -> bool:
        """Whether the name stands in a decorator of the top level."""
        found = [item for node in self.tree.body for item in getattr(node, "decorator_list", [])]
        return any(part is name for item in found for part in (item, getattr(item, "func", None)))

    def fill(self, table: str, made: ast.stmt, used: dict[str, _Entry], functions: list[ast.FunctionDef]) -> None:
        keys: list[ast.expr] = []
        values: list[ast.expr] = []
        last: ast.stmt = made
        left: list[tuple[ast.FunctionDef | ast.ClassDef, ast.expr]] = []
        for node in self.tree.body:
            for item in getattr(node, "decorator_list", []):
                name, call = _decorator(item)
                if name not in used or not isinstance(node, ast.FunctionDef | ast.ClassDef):
                    continue
                key = _key(used[name], call, node)
                if key is None or len(node.decorator_list) != 1 or functions[0].lineno > node.lineno:
                    return
                keys.append(key)
                values.append(placed(ast.Name(node.name, ast.Load()), item))
                left.append((node, item))
                last = node
        if not left or len({ast.dump(key) for key in keys}) < len(keys):
            return
        for node, item in left:
            node.decorator_list.remove(item)
        assert isinstance(made, ast.Assign | ast.AnnAssign)
        made.value = placed(ast.Dict(list(keys), values), last)
        body = [node for node in self.tree.body if node is not made and node not in functions]
        body.insert(body.index(last) + 1, made)
        self.tree.body = body


def _empty_table(node: ast.stmt) -> str:
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            return name if ast.unparse(value) in ("{}", "dict()") else ""
    return ""


def _entry(function: ast.FunctionDef) -> _Entry | None:
    """What the decorator does, if it is one that fills a dictionary."""
    given, inner = "", function
    match _plain(function):
        case [ast.FunctionDef(name=name) as within, ast.Return(value=ast.Name(id=returned))] if name == returned:
            given, inner = _only(function.args), within
            if not given or within.decorator_list:
                return None
    item = _only(inner.args)
    match _plain(inner):
        case [
            *checks,
            ast.Assign(targets=[ast.Subscript(value=ast.Name(id=table), slice=key)], value=ast.Name(id=kept)),
            ast.Return(value=ast.Name(id=returned)),
        ] if item and kept == returned == item and not function.decorator_list:
            if all(_asks_for_it(check, table, key) for check in checks):
                return _Entry(table, given, key, item)
    return None


def _asks_for_it(check: ast.stmt, table: str, key: ast.expr) -> bool:
    """`if name in REGISTRY: raise ...`, which never comes where all keys differ."""
    match check:
        case ast.If(test=test, body=[ast.Raise()], orelse=[]):
            return ast.unparse(test) == f"{ast.unparse(key)} in {table}"
    return False


def _key(entry: _Entry, call: ast.Call | None, node: ast.FunctionDef | ast.ClassDef) -> ast.expr | None:
    if (call is None) == bool(entry.given):
        return None
    match entry.key:
        case ast.Name(id=name) if (
            call is not None and name == entry.given and len(call.args) == 1 and not call.keywords
        ):
            key = call.args[0]
            return key if isinstance(key, ast.Constant | ast.Attribute) else None
        case ast.Attribute(value=ast.Name(id=name), attr="__name__") if name == entry.item:
            return placed(ast.Constant(node.name), node)
        case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == entry.item and isinstance(node, ast.ClassDef):
            for part in node.body:
                match part:
                    case ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant() as value) if found == attr:
                        return value
                    case ast.AnnAssign(target=ast.Name(id=found), value=ast.Constant() as value) if found == attr:
                        return value
    return None


# Those that give back a function around it.


@dataclass
class _Wrapper:
    given: list[str]  # what the decorator itself takes
    function: str  # what is decorated
    inner: ast.FunctionDef


class _Around:
    def __init__(self, tree: ast.Module) -> None:
        self.tree = tree
        self.known = {
            node.name: found
            for node in tree.body
            if isinstance(node, ast.FunctionDef) and (found := _wrapper(node)) is not None
        }
        self.taken = {part.id for part in ast.walk(tree) if isinstance(part, ast.Name)}
        self.taken |= {part.name for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)}
        self.taken |= {part.attr for part in ast.walk(tree) if isinstance(part, ast.Attribute)}
        given = names.given_names(tree)
        self.fixed = {
            name: node.lineno
            for node in tree.body
            for name in names.given_names(_top(node))
            if given.count(name) == 1 and not isinstance(node, ast.If)
        }

    def write(self) -> None:
        self.tree.body = [made for node in self.tree.body for made in self.around(node)]
        for owner in [node for node in self.tree.body if isinstance(node, ast.ClassDef)]:
            owner.body = [made for node in owner.body for made in self.around(node, method=True)]
        read = [part.id for part in ast.walk(self.tree) if isinstance(part, ast.Name)]
        gone = [name for name in self.known if name not in read]
        self.tree.body = [
            node for node in self.tree.body if not (isinstance(node, ast.FunctionDef) and node.name in gone)
        ]

    def around(self, node: ast.stmt, method: bool = False) -> list[ast.stmt]:
        """The function, and before it the one that it is put around."""
        if not isinstance(node, ast.FunctionDef) or not node.decorator_list:
            return [node]
        name, call = _decorator(node.decorator_list[-1])
        if name not in self.known or self.known[name].inner.lineno > node.decorator_list[-1].lineno:
            return [node]
        own = names.fresh(node.name, self.taken)
        lifted: list[ast.stmt] = []
        if call is not None and not method:
            call, lifted = self.lifted(call)
        made = _written(self.known[name], call, node, own, self.fixed)
        if made is None or (method and not _on_record(made, own, node)):
            return [node]
        self.taken.add(own)
        plain = copy.copy(node)
        plain.name, plain.decorator_list = own, []
        made.decorator_list = node.decorator_list[:-1]
        return [*lifted, *self.around(plain, method), *self.around(placed(made, node), method)]

    def lifted(self, call: ast.Call) -> tuple[ast.Call, list[ast.stmt]]:
        """Functions without a name that the decorator is given get one."""
        found: list[ast.stmt] = []

        def named(value: ast.expr) -> ast.expr:
            if not isinstance(value, ast.Lambda) or any(isinstance(part, ast.NamedExpr) for part in ast.walk(value)):
                return value
            made = ast.FunctionDef(names.fresh("given", self.taken), value.args, [ast.Return(value.body)], [])
            made.type_params = []  # type: ignore[attr-defined,unused-ignore]
            self.taken.add(made.name)
            self.fixed[made.name] = 0
            found.append(placed(made, value))
            return placed(ast.Name(made.name, ast.Load()), value)

        args = [named(item) for item in call.args]
        keywords = [ast.copy_location(ast.keyword(item.arg, named(item.value)), item) for item in call.keywords]
        return ast.copy_location(ast.Call(call.func, args, keywords), call), found


def _top(node: ast.stmt) -> ast.stmt:
    """The statement as far as it gives names of the file a meaning."""
    if isinstance(node, ast.FunctionDef | ast.ClassDef):
        return ast.ClassDef(node.name, [], [], [], [])
    return node


def _on_record(made: ast.FunctionDef, own: str, node: ast.FunctionDef) -> bool:
    """`function(self, x)` as `self.own(x)`, where nothing else is done with the function."""
    if any(ast.unparse(mark) in ("staticmethod", "classmethod") for mark in node.decorator_list):
        return False
    takes = [*made.args.posonlyargs, *made.args.args]
    bound = [name for name, _ in names.bindings(made.body)]
    if not takes or takes[0].arg in bound:
        return False
    for part in [part for part in ast.walk(made) if isinstance(part, ast.Call)]:
        match part:
            case ast.Call(func=ast.Name(id=called), args=[ast.Name(id=first) as record, *rest]) if called == own:
                if first != takes[0].arg:
                    return False
                part.func = placed(ast.Attribute(record, own, ast.Load()), part)
                part.args = rest
    return not any(isinstance(part, ast.Name) and part.id == own for part in ast.walk(made))


def _wrapper(function: ast.FunctionDef) -> _Wrapper | None:
    """What the decorator puts around, if that is all that it does."""
    given: list[str] = []
    match _plain(function):
        case [ast.FunctionDef(name=name) as within, ast.Return(value=ast.Name(id=returned))] if name == returned:
            pass
        case _:
            return None
    match _plain(within):
        case [ast.FunctionDef(name=name) as inner, ast.Return(value=ast.Name(id=returned))] if name == returned:
            args = function.args
            if args.vararg or args.kwarg or args.posonlyargs or within.decorator_list:
                return None
            given = [item.arg for item in (*args.args, *args.kwonlyargs)]
            decorated = _only(within.args)
        case _:
            inner, decorated = within, _only(function.args)
    marks = [item.func if isinstance(item, ast.Call) else item for item in inner.decorator_list]
    plain = all(ast.unparse(mark) in _WRAPS for mark in marks)
    unfit = (ast.Nonlocal, ast.Global, ast.FunctionDef, ast.Lambda, ast.ClassDef)
    inside = [part for statement in inner.body for part in ast.walk(statement)]
    stored = {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
    stored |= names.captures(inside)
    if not decorated or not plain or function.decorator_list or any(isinstance(part, unfit) for part in inside):
        return None
    own = {item.arg for item in ast.walk(inner.args) if isinstance(item, ast.arg)}
    return None if (stored | own) & {*given, decorated} else _Wrapper(given, decorated, inner)


def _written(
    wrapper: _Wrapper, call: ast.Call | None, node: ast.FunctionDef, own: str, fixed: dict[str, int]
) -> ast.FunctionDef | None:
    """The function around, for this one: `own` is what the decorated function is called now, and what `fixed`
    names, by the lines on which it is defined, is the same everywhere."""
    if (call is None) == bool(wrapper.given) and not (call is None and not wrapper.given):
        return None
    settings = _settings(wrapper, call, fixed)
    inner = copy.deepcopy(wrapper.inner)
    if settings is None:
        return None
    inside = [part for statement in inner.body for part in ast.walk(statement)]
    mentioned = {part.id for part in inside if isinstance(part, ast.Name)} | names.captures(inside)
    passes = inner.args.vararg is not None or inner.args.kwarg is not None
    if passes:
        theirs = {item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)}
        stored = {part.id for part in inside if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)}
        stored -= {item.arg for item in ast.walk(inner.args) if isinstance(item, ast.arg)} | names.captures(inside)
        for name in sorted(stored & theirs):
            other = names.fresh(name, mentioned, theirs)
            for part in inside:
                if isinstance(part, ast.Name) and part.id == name:
                    part.id = other
            mentioned = mentioned - {name} | {other}
    if passes and not _spelled_out(inner, wrapper.function, node, mentioned):
        return None
    _annotated(inner, node)
    rename = _Instead({wrapper.function: ast.Name(own, ast.Load()), **settings})
    inner.body = [rename.visit(part) for part in inner.body]
    inner.name, inner.returns = node.name, node.returns
    return inner


def _settings(wrapper: _Wrapper, call: ast.Call | None, fixed: dict[str, int]) -> dict[str, ast.expr] | None:
    """What the decorator is given: numbers and names, which are the same whenever they are computed."""
    if call is None:
        return {} if not wrapper.given else None
    if len(call.args) > len(wrapper.given) or any(isinstance(item, ast.Starred) for item in call.args):
        return None
    found = dict(zip(wrapper.given, call.args, strict=False))
    for item in call.keywords:
        if item.arg is None or item.arg not in wrapper.given or item.arg in found:
            return None
        found[item.arg] = item.value
    known, line = (ast.Constant, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context), call.lineno
    plain = all(
        isinstance(part, known) or (isinstance(part, ast.Name) and fixed.get(part.id, line) < line)
        for value in found.values()
        for part in ast.walk(value)
    )
    return found if plain and found.keys() == set(wrapper.given) else None


def _spelled_out(inner: ast.FunctionDef, function: str, node: ast.FunctionDef, mentioned: set[str]) -> bool:
    """`*args, **kwargs` of the function around, which it only passes on, become the parameters of the other."""
    args, given = inner.args, node.args
    vararg, kwarg = args.vararg.arg if args.vararg else "", args.kwarg.arg if args.kwarg else ""
    calls = [
        part
        for statement in inner.body
        for part in ast.walk(statement)
        if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id == function
    ]
    passing = [part for part in calls if any(isinstance(item, ast.Starred) for item in part.args)]
    uses = [part.id for statement in inner.body for part in ast.walk(statement) if isinstance(part, ast.Name)]
    first = [item.arg for item in args.args]
    whole = [*map(ast.unparse, [ast.Name(item) for item in first]), f"*{vararg}"]
    if given.vararg or given.kwarg or given.posonlyargs or args.kwonlyargs or args.defaults or not vararg:
        return False
    if len(first) > len(given.args) - len(given.defaults) or (given.kwonlyargs and not kwarg):
        return False
    rest = given.args[len(first) :]
    new = {item.arg for item in (*rest, *given.kwonlyargs)}
    if uses.count(vararg) != len(passing) or (kwarg and uses.count(kwarg) != len(passing)) or new & mentioned:
        return False
    for part in passing:
        keywords = [ast.unparse(item) for item in part.keywords]
        if [ast.unparse(item) for item in part.args] != whole or keywords != ([f"**{kwarg}"] if kwarg else []):
            return False
    for part in passing:
        part.args = [*part.args[:-1], *(ast.copy_location(ast.Name(item.arg, ast.Load()), part) for item in rest)]
        part.keywords = [
            ast.copy_location(ast.keyword(item.arg, ast.copy_location(ast.Name(item.arg, ast.Load()), part)), part)
            for item in given.kwonlyargs
        ]
    inner.args = copy.deepcopy(given)
    for item, name in zip(inner.args.args, first, strict=False):
        item.arg = name
    return True


def _annotated(inner: ast.FunctionDef, node: ast.FunctionDef) -> None:
    """Inputs keep their types."""
    for item, known in zip(inner.args.args, node.args.args, strict=False):
        item.annotation = item.annotation or copy.deepcopy(known.annotation)


class _Instead(ast.NodeTransformer):
    def __init__(self, instead: dict[str, ast.expr]) -> None:
        self.instead = instead

    def visit_Name(self, node: ast.Name) -> ast.AST:
        made = self.instead.get(node.id)
        return node if made is None else placed(copy.deepcopy(made), node)
