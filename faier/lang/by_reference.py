"""Objects that several others hold: `Count(accountant)` and `Sum(accountant)` spend of one budget.

Where values alone would be refused for that, records of classes that change become numbers: what the fields of the n-th
object of a class hold is the n-th item of a list for each field. A run begins with these lists empty, and the functions
share them as those inside of others share variables.

    self.spent = 0                  self.place = len(Budget.spent); Budget.spent.append(0)
    self.spent += units             Budget.spent[self.place] += units

That is what Python computes as well, if nothing asks for a whole record: for its text, for a copy, for all fields.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from typing import Any, TypeGuard

from faier.lang import changes
from faier.lang.later_fields import names_another, own_field, reads_others
from faier.lang.names import File, Lists, given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved, placed
from faier.lang.syntax import Assign, Display, Function, Invoke, Item, Name, Span
from faier.lang.values import PLACE
from faier.lang.walk import expressions, parts, statements, target_expressions

# What asks for a record as a whole, or keeps what a function gave at another time.
_ASKING = frozenset(["hasattr", "getattr", "setattr", "delattr", "vars", "dir", "id", "globals", "locals", "eval"])
_OF_LIBRARY = frozenset(["copy", "deepcopy", "replace", "asdict", "astuple", "fields", "is_dataclass", "attrgetter"])
_OF_LIBRARY |= {"methodcaller", "cache", "lru_cache", "cached_property", "singledispatch", "builtins"}
_MODULES = frozenset(["copy", "pickle", "weakref", "gc", "inspect", "builtins"])
_METHODS = frozenset(["property", "staticmethod", "classmethod"])
_OWN = frozenset(["__init__", "__post_init__"])


@dataclass
class _Kind:
    """A class of which the objects have places. `first` is what `__init__` does."""

    node: ast.ClassDef
    fields: list[str]
    first: ast.FunctionDef

    @property
    def place(self) -> str:
        return f"{PLACE}{self.node.name}"

    def listed(self, field: str) -> str:
        return f"{self.node.name}\u00b7{field}"

    def at(self, value: ast.expr, field: str, context: ast.expr_context) -> ast.expr:
        where = ast.Attribute(value, self.place, ast.Load())
        return ast.Subscript(ast.Name(self.listed(field), ast.Load()), where, context)


def with_references(tree: ast.Module) -> tuple[ast.Module, Lists]:
    """The file, in which objects of classes that change have places."""
    tree = copy.deepcopy(tree)
    kinds = [kind for node in tree.body if isinstance(node, ast.ClassDef) if (kind := _kind(node, tree)) is not None]
    if not kinds or _made_outside(tree, kinds):
        return tree, Lists()
    outside = _Outside(tree, kinds)
    own = {kind.node.name: kind for kind in kinds}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in own:
            _write(own[node.name], outside)
        else:
            outside.visit(node)
    lists = tuple(kind.listed(field) for kind in kinds for field in kind.fields)
    return tree, Lists(lists, _sharers(tree, lists))


def _late(tree: ast.Module) -> ast.AST | None:
    """What may ask objects later than it stands in the file: an iterator that has a name, or is given to a function."""
    for part in ast.walk(tree):
        found: list[ast.expr] = []
        match part:
            case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value) | ast.NamedExpr(value=value):
                found = [value]
            case ast.Return(value=ast.expr() as value):
                found = [value]
            case ast.Call(func=ast.Name(id=name), args=[first, *rest], keywords=keywords) if name in _AT_ONCE:
                found = [*_inside(first), *rest, *(item.value for item in keywords)]
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str()), attr="join"), args=[only], keywords=[]):
                found = _inside(only)
            case ast.Call(args=args, keywords=keywords):
                found = [*args, *(item.value for item in keywords)]
        late = next((item for item in found if _asks_objects(item)), None)
        if late is not None:
            return late
    return None


_AT_ONCE = frozenset(["sum", "min", "max", "list", "tuple", "sorted", "set", "frozenset", "dict", "any", "all", "next"])
_LAZY = frozenset(["map", "filter", "zip", "enumerate", "reversed", "iter"])


def _inside(node: ast.expr) -> list[ast.expr]:
    """What an iterator that is gone over at once is made of."""
    match node:
        case ast.GeneratorExp(generators=parts):
            return [part.iter for part in parts]
        case ast.Call(func=ast.Name(id=name), args=args) if name in _LAZY:
            return args
    return [node]


def _asks_objects(node: ast.expr) -> bool:
    """Whether it is an iterator in which something is read of an object, or called."""
    match node:
        case ast.GeneratorExp() | ast.Starred(value=ast.GeneratorExp()):
            return any(isinstance(part, (ast.Attribute, ast.Call)) for part in ast.walk(node))
        case ast.Call(func=ast.Name(id=name), args=args) if name in _LAZY:
            inside = [part for item in args for part in ast.walk(item)]
            return any(isinstance(part, (ast.Attribute, ast.Call, ast.Lambda)) for part in inside)
    return False


def hindrance(tree: ast.Module) -> tuple[ast.AST, str, str] | None:
    """What in the file, as it is written, asks for a whole record, or for an object later than it says: where, what
    it is, and what to write instead."""
    modules = {item.asname or item.name for node in occurring(tree, ast.Import) for item in node.names}
    written = "write what is used of it: its fields, its methods"
    if reads_others(tree):
        return tree.body[0], "an import of another file", "put the classes into this file"
    if set(given_names(tree)) & {"property", *_METHODS}:
        return tree.body[0], "a name that Python uses for methods", "choose another name"
    for part in ast.walk(tree):
        match part:
            case ast.Name(id=name) if name in _ASKING:
                return part, f"`{name}`", written
            case ast.Attribute(value=ast.Name(id=module), attr=name) if module in modules and name in _OF_LIBRARY:
                return part, f"`{name}`", written
            case ast.Attribute(attr="__dict__" | "__class__" as name):
                return part, f"`{name}`", written
            case ast.alias(name=name) if name in _OF_LIBRARY or name.partition(".")[0] in _MODULES:
                return part, f"`{name}`", written
            case ast.FunctionDef(
                name="__getattr__" | "__getattribute__" | "__setattr__" | "__new__" | "__del__" as name
            ):
                return part, f"`{name}`", "give the fields their values in `__init__`"
            case ast.Attribute(attr="__init__", value=made) if ast.unparse(made) != "super()":
                return part, "`__init__` that is called by name", "write super().__init__(...)"
    late = _late(tree)
    return None if late is None else (late, "what goes over objects one by one, later", "make it a list: [...]")


def has_objects(tree: ast.Module) -> bool:
    """Whether a class of the file has objects that change."""
    methods = [
        part for node in occurring(tree, ast.ClassDef) for part in node.body if isinstance(part, ast.FunctionDef)
    ]
    plain = [method for method in methods if method.name not in _OWN and method.args.args and not _is_static(method)]
    return any(_stored(method) or _is_changing(method) for method in plain)


def _is_changing(method: ast.FunctionDef) -> bool:
    """Whether it changes what a field holds."""
    own = method.args.args[0].arg
    for part in ast.walk(method):
        match part:
            case ast.Call(func=ast.Attribute(value=ast.Attribute() as held, attr=name)) if name in changes.NAMES:
                if own_field(held, own) is not None:
                    return True
            case ast.Subscript(value=ast.Attribute() as held, ctx=ast.Store()) if own_field(held, own) is not None:
                return True
    return False


def _made_outside(tree: ast.Module, kinds: list[_Kind]) -> bool:
    """Whether functions or classes of the file are called where no function runs: each object is made once there."""
    own = {node.name for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    found: list[ast.expr | None] = []
    for part in ast.walk(tree):
        match part:
            case ast.FunctionDef(args=given) | ast.Lambda(args=given):
                found += [*given.defaults, *given.kw_defaults]
            case ast.ClassDef(body=body):
                lines = [line.value for line in body if isinstance(line, (ast.Assign, ast.AnnAssign))]
                found += [value for value in lines if value is None or _factory(value) is None]
    inside = [part for value in found if value is not None for part in ast.walk(value)]
    named = {part.id for part in inside if isinstance(part, ast.Name)}
    matched = {
        part.cls.id for part in ast.walk(tree) if isinstance(part, ast.MatchClass) if isinstance(part.cls, ast.Name)
    }
    inputs = {
        part.id
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and node.decorator_list
        for given in [*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs]
        if given.annotation is not None
        for part in ast.walk(given.annotation)
        if isinstance(part, ast.Name)
    }
    return bool(named & own or (matched | inputs) & {kind.node.name for kind in kinds})


# What a class is.


def _kind(node: ast.ClassDef, tree: ast.Module) -> _Kind | None:
    """The class, if its objects change and it says all that they have."""
    if node.bases or node.keywords or any(ast.unparse(mark) not in _DATA for mark in node.decorator_list):
        return None
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    if any(_mark(mark) is None for method in methods for mark in method.decorator_list):
        return None
    first = _first(node, tree) if node.decorator_list else next((m for m in methods if m.name == "__init__"), None)
    if first is None or not first.args.args or first.args.posonlyargs or first.decorator_list:
        return None
    fields = _stored(first)
    rest = [method for method in methods if method.name not in _OWN and not _is_static(method)]
    taken = [name for part in node.body if (name := getattr(part, "name", None)) is not None]
    if not fields or set(fields) & set(taken) or any(not method.args.args for method in rest):
        return None
    if any(_is_other(method) for method in (first, *rest)):
        return None
    settable = {method.name for method in rest if any(_mark(mark) == "setter" for mark in method.decorator_list)}
    if any(not set(_stored(method)) <= {*fields, *settable} for method in rest):
        return None
    return _Kind(node, fields, first) if _changes(tree, node, set(fields)) else None


_DATA = frozenset(["dataclass", "dataclass()", "dataclasses.dataclass", "dataclass(slots=True)"])


def _mark(mark: ast.expr) -> str | None:
    match mark:
        case ast.Name(id=name) if name in _METHODS:
            return name
        case ast.Attribute(attr="setter"):
            return "setter"
    return None


def _is_static(method: ast.FunctionDef) -> bool:
    return any(_mark(mark) in ("staticmethod", "classmethod") for mark in method.decorator_list)


def _stored(method: ast.FunctionDef) -> list[str]:
    """The fields of its record that the method gives values, in order."""
    own = method.args.args[0].arg
    found: dict[str, None] = {}

    class Finder(ast.NodeVisitor):
        def visit_Attribute(self, node: ast.Attribute) -> None:
            field = own_field(node, own)
            if field is not None and not isinstance(node.ctx, ast.Load):
                found[field] = None
            self.generic_visit(node)

    Finder().visit(method)
    return list(found)


def _is_other(method: ast.FunctionDef) -> bool:
    """Whether the name of the record may stand for something else in the method, or a field loses its value."""
    if names_another(method):
        return True
    for part in ast.walk(method):
        match part:
            case ast.AnnAssign(target=ast.Attribute()) if method.name not in _OWN:
                return True
            case ast.Attribute(ctx=ast.Del()):
                return True
    return False


def _changes(tree: ast.Module, node: ast.ClassDef, own: set[str]) -> bool:
    """Whether something may change what is in fields of these names, after the objects are made."""
    starts = {
        id(part)
        for other in tree.body
        for method in getattr(other, "body", [])
        if isinstance(method, ast.FunctionDef) and method.name in _OWN and method.args.args
        for part in ast.walk(method)
        if own_field(part, method.args.args[0].arg) is not None
    }
    for part in ast.walk(tree):
        match part:
            case ast.Attribute(attr=name, ctx=ast.Store() | ast.Del()) if name in own and id(part) not in starts:
                return True
            case ast.Subscript(value=value, ctx=ast.Store() | ast.Del()) if own & _fields_in(value):
                return True
            case ast.Call(func=ast.Attribute(value=value, attr=name)) if name in changes.NAMES and own & _fields_in(
                value
            ):
                return True
    return False


def _fields_in(node: ast.expr) -> set[str]:
    return {part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute)}


def _first(node: ast.ClassDef, tree: ast.Module) -> ast.FunctionDef | None:
    """What `__init__` of a dataclass does, where all its fields are plain; None if it does more than that."""
    calls = [part for part in ast.walk(tree) if isinstance(part, ast.Call) and ast.unparse(part.func) == node.name]
    parameters, defaults, body = [ast.arg("self")], list[ast.expr](), list[ast.stmt]()
    for part in node.body:
        if not isinstance(part, ast.AnnAssign) or not isinstance(part.target, ast.Name):
            continue
        name, value = part.target.id, part.value
        if any(word in ast.unparse(part.annotation) for word in ("ClassVar", "InitVar", "KW_ONLY")):
            return None
        given: ast.expr = ast.Name(name, ast.Load())
        match value:
            case None | ast.Constant() | ast.UnaryOp(operand=ast.Constant()) | ast.Name():
                parameters.append(ast.arg(name))
                defaults += [value] if value is not None else []
            case _ if (made := _factory(value)) is not None:
                if any(_gives(call, name, len(parameters) - 1) for call in calls):
                    if not _gives_apart(calls, name, len(parameters) - 1, made, tree):
                        return None
                    parameters.append(ast.arg(name))
                    defaults.append(ast.Constant(None))  # which no call leaves out
                else:
                    given = made
            case _:
                return None
        body.append(ast.Assign([ast.Attribute(ast.Name("self", ast.Load()), name, ast.Store())], given))
    names = [parameter.arg for parameter in parameters]
    if (
        len(set(names)) < len(names)
        or given_names(tree).count(node.name) > 1
        or len(calls) < _mentions(tree, node.name)
    ):
        return None
    arguments = ast.arguments([], parameters, None, [], [], None, defaults)
    first = ast.FunctionDef("__init__", arguments, body, [], None)
    first.type_params = []  # type: ignore[attr-defined,unused-ignore]
    for method in node.body:
        if isinstance(method, ast.FunctionDef) and method.name == "__init__":
            return None
        if isinstance(method, ast.FunctionDef) and method.name == "__post_init__":
            if len(method.args.args) != 1 or method.args.args[0].arg != "self" or set(given_names(method)) & set(names):
                return None
            body += method.body
    return placed(copy.deepcopy(first), node) if body else None


def _factory(value: ast.expr) -> ast.expr | None:
    """What makes the first value of a field anew for each record."""
    match value:
        case ast.Call(func=ast.Name("field"), args=[], keywords=[ast.keyword("default_factory", made)]):
            return made.body if isinstance(made, ast.Lambda) else ast.Call(made, [], [])
    return None


def _gives(call: ast.Call, name: str, before: int) -> bool:
    """Whether the call gives a value to this field, or may do so."""
    stars = any(isinstance(item, ast.Starred) for item in call.args)
    return stars or len(call.args) > before or any(item.arg in (name, None) for item in call.keywords)


def _gives_apart(calls: list[ast.Call], name: str, before: int, made: ast.expr, tree: ast.Module) -> bool:
    """Lets all calls give a value to the field, some what its factory makes; whether that is possible."""
    read = {part.id for part in ast.walk(made) if isinstance(part, ast.Name)}
    bound = [part for part in given_names(tree) if part in read]
    stars = any(isinstance(item, ast.Starred) for call in calls for item in call.args)
    if stars or any(item.arg is None for call in calls for item in call.keywords) or len(bound) > len(set(bound)):
        return False
    for call in calls:
        if not _gives(call, name, before):
            end = copy.copy(call)  # it is computed after all that the call says
            end.lineno, end.col_offset = call.end_lineno or call.lineno, (call.end_col_offset or 1) - 1
            call.keywords.append(moved(ast.keyword(name, copy.deepcopy(made)), end))
    return True


def _mentions(tree: ast.Module, name: str) -> int:
    """How often the class is named where it may be called."""
    annotations = [part.annotation for part in ast.walk(tree) if isinstance(part, (ast.arg, ast.AnnAssign))]
    annotations += [part.returns for part in ast.walk(tree) if isinstance(part, ast.FunctionDef)]
    remarks = {id(part) for item in annotations if item is not None for part in ast.walk(item)}
    asked = {
        id(inner)
        for part in ast.walk(tree)
        if isinstance(part, ast.Call) and ast.unparse(part.func) == "isinstance"
        for inner in ast.walk(part)
    }
    made = {
        id(part.value) for part in ast.walk(tree) if isinstance(part, ast.keyword) and part.arg == "default_factory"
    }
    known = [part for part in ast.walk(tree) if isinstance(part, ast.Name) and part.id == name]
    return sum(id(part) not in remarks | asked | made for part in known)


# What is written.


class _Outside(ast.NodeTransformer):
    """`budget.spent` where no class but one has anything of this name. Properties say the rest."""

    def __init__(self, tree: ast.Module, kinds: list[_Kind]) -> None:
        names: dict[str, list[_Kind | None]] = {}
        for kind in kinds:
            for field in kind.fields:
                names.setdefault(field, []).append(kind)
        own = {kind.node.name for kind in kinds}
        imports = [node for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "faier"]
        self.makers = _makers(tree)
        self.types = frozenset(item.asname or item.name for node in imports for item in node.names)
        for node in tree.body:
            if isinstance(node, ast.ClassDef):
                for name in _named(node, node.name in own):
                    names.setdefault(name, []).append(None)
        self.known: Mapping[str, _Kind] = {
            name: found[0]
            for name, found in names.items()
            if len(found) == 1 and found[0] is not None and name not in _OF_PYTHON
        }

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        kind = self.known.get(node.attr)
        return node if kind is None else placed(kind.at(node.value, node.attr, node.ctx), node)


_OF_PYTHON = frozenset(name for kind in (list, dict, set, str, int, tuple) for name in dir(kind)) | changes.NAMES
_OF_PYTHON |= {"name", "value", "total", "elements", "most_common", "numerator", "denominator", "maxlen"}


def _named(node: ast.ClassDef, refers: bool) -> Iterator[str]:
    """What the class has by a dot; of one whose objects have places its fields do not count."""
    for part in node.body:
        match part:
            case ast.FunctionDef(name=name, args=ast.arguments(args=[own, *_])):
                yield name
                if not refers:
                    yield from (found for inner in ast.walk(part) if (found := own_field(inner, own.arg)) is not None)
            case ast.FunctionDef(name=name):
                yield name
            case ast.AnnAssign(target=ast.Name(id=name)) if not refers:
                yield name
            case ast.Assign(targets=targets):
                yield from (inner.id for item in targets for inner in ast.walk(item) if isinstance(inner, ast.Name))


class _Fields(ast.NodeTransformer):
    """The fields of the method's own record, each as what stands for it."""

    def __init__(self, kind: _Kind, own: str, stands_for: Callable[[ast.Attribute], ast.expr]) -> None:
        self.kind = kind
        self.own = own
        self.stands_for = stands_for

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if own_field(node, self.own) in self.kind.fields:
            return placed(self.stands_for(node), node)
        self.generic_visit(node)
        return node


def _makers(tree: ast.Module) -> frozenset[str]:
    """What makes lists and the like, of nothing: functions that are factories of fields are among them."""
    own = {node.name: node for node in tree.body if isinstance(node, (ast.FunctionDef, ast.ClassDef))}
    plain = _PLAIN - own.keys()
    return plain | {
        name
        for name, node in own.items()
        if isinstance(node, ast.FunctionDef) and not ast.unparse(node.args) and not node.decorator_list
        if len(node.body) == 1 and isinstance(node.body[0], ast.Return) and _calls_only(node.body[0], plain)
        if given_names(tree).count(name) == 1
    }


def _calls_only(node: ast.AST, names: frozenset[str]) -> bool:
    called = [part.func for part in ast.walk(node) if isinstance(part, ast.Call)]
    return all(isinstance(part, ast.Name) and part.id in names for part in called)


def _last(first: ast.FunctionDef, own: str, known: list[str], makers: frozenset[str]) -> list[ast.Assign]:
    """The assignments to fields at the end of `__init__` that make nothing but lists and the like."""
    found: list[ast.Assign] = []
    for line in reversed(first.body):
        match line:
            case ast.Assign(targets=[ast.Attribute() as target], value=value) if own_field(target, own) in known:
                if _calls_only(value, makers):
                    found.insert(0, line)
                    continue
        break
    named = [field for part in ast.walk(first) if (field := own_field(part, own)) is not None]
    return found if all(named.count(_given(line)) == 1 for line in found) else []


def _handed(first: ast.FunctionDef, own: str, known: list[str]) -> list[ast.stmt]:
    """What `__init__` does with the object itself, `parent.children.append(self)`, when all fields have values."""
    missing, at = set(known), 0
    while missing and at < len(first.body):
        line = first.body[at]
        missing -= {_given(line)} if _gives_field(line, own) else set()
        at += 1
    after = first.body[at:]
    inside = [part for line in after for part in ast.walk(line)]
    fields = {id(part.value) for part in inside if isinstance(part, ast.Attribute) if own_field(part, own) is not None}
    whole = [part for part in inside if isinstance(part, ast.Name) and part.id == own]
    return [] if missing or all(id(part) in fields for part in whole) else after


def _gives_field(line: ast.stmt, own: str) -> TypeGuard[ast.Assign]:
    return isinstance(line, ast.Assign) and len(line.targets) == 1 and own_field(line.targets[0], own) is not None


def _given(line: ast.Assign) -> str:
    (target,) = line.targets
    assert isinstance(target, ast.Attribute)
    return target.attr


_PLAIN = frozenset(["list", "dict", "set", "tuple", "deque", "defaultdict", "Counter", "len", "sum", "range", "int"])


def _undeclared(line: ast.stmt, types: frozenset[str]) -> ast.stmt:
    """`self.spent: list[float] = []` without what only a reader is told: types that are looked at stay."""
    match line:
        case ast.AnnAssign(target=ast.Attribute() as target, annotation=annotation, value=ast.expr() as value):
            if not any(isinstance(part, ast.Name) and part.id in types for part in ast.walk(annotation)):
                return ast.copy_location(ast.Assign([target], value), line)
    return line


def _held(field: str) -> str:
    return f"held\u00b7{field}"


def _write(kind: _Kind, outside: _Outside) -> None:
    """The class, of which the objects have places."""
    node, first = kind.node, kind.first
    made: list[ast.stmt] = []
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and part.name not in _OWN:
            if not _is_static(part):
                _Fields(kind, part.args.args[0].arg, lambda held: kind.at(held.value, held.attr, held.ctx)).visit(part)
            made.append(outside.visit(part))
        elif not isinstance(part, (ast.FunctionDef, ast.AnnAssign)):
            made.append(part)
    own = first.args.args[0].arg
    first.body = [_undeclared(line, outside.types) for line in first.body]
    handed = _handed(first, own, kind.fields)
    first.body = first.body[: len(first.body) - len(handed)]
    last = _last(first, own, kind.fields, outside.makers)
    first.body = first.body[: len(first.body) - len(last)]
    # A variable stands for a field until the object has its place.
    _Fields(kind, own, lambda held: ast.Name(_held(held.attr), held.ctx)).visit(first)
    outside.visit(first)
    at = last[0] if last else first.body[-1]
    lines = [f"{own}.{kind.place} = len({kind.listed(kind.fields[0])})"]
    lines += [f"{kind.listed(field)}.append({_held(field)})" for field in kind.fields if field not in map(_given, last)]
    first.body += [moved(ast.parse(line).body[0], at) for line in lines]
    for line in last:
        into = ast.Attribute(ast.Name(kind.listed(_given(line)), ast.Load()), "append", ast.Load())
        first.body.append(placed(ast.Expr(ast.Call(into, [outside.visit(line.value)], [])), line))
    for statement in handed:
        statement = _Fields(kind, own, lambda held: kind.at(held.value, held.attr, held.ctx)).visit(statement)
        first.body.append(outside.visit(statement))
    for field in [field for field in kind.fields if field not in outside.known]:
        text = f"@property\ndef {field}(self):\n return {kind.listed(field)}[self.{kind.place}]"
        setter = f"@{field}.setter\ndef {field}(self, value):\n {kind.listed(field)}[self.{kind.place}] = value"
        made += [moved(ast.parse(line).body[0], node) for line in (text, setter)]
    docstring = [part for part in made[:1] if isinstance(part, ast.Expr)]
    node.body = [*docstring, first, *made[len(docstring) :]]
    node.decorator_list = []


# Who shares the lists.


def _sharers(tree: ast.Module, lists: tuple[str, ...]) -> frozenset[str]:
    """The functions and methods that mention a list, or what may call one that does."""
    own: dict[str, ast.FunctionDef] = {}
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name):
                own[name] = node
            case ast.ClassDef(name=title, body=body):
                own |= {f"{title}.{part.name}": part for part in body if isinstance(part, ast.FunctionDef)}
    called = {id(part.func) for part in ast.walk(tree) if isinstance(part, ast.Call)}
    handed = any(
        isinstance(part, ast.Lambda) or (isinstance(part, ast.Name) and part.id in own and id(part) not in called)
        for part in ast.walk(tree)
    )
    spelled = {name: _spelled(node) for name, node in own.items()}
    found = {name for name, words in spelled.items() if words & set(lists)}
    size = -1
    while len(found) > size:
        size = len(found)
        known = {word for name in found for word in name.removesuffix(".__init__").split(".")[-1:]}
        found |= {name for name, words in spelled.items() if words & known}
    special = any(name.rpartition(".")[2].startswith("__") and not name.endswith(".__init__") for name in found)
    return frozenset(own if handed or special else found)


def _spelled(node: ast.FunctionDef) -> set[str]:
    parts = list(ast.walk(node))
    return {part.id for part in parts if isinstance(part, ast.Name)} | {
        part.attr for part in parts if isinstance(part, ast.Attribute)
    }


def with_shared_lists(functions: tuple[Function, ...], file: File) -> tuple[Function, ...]:
    """The functions, which share what they know of these lists; mechanisms and priors begin with empty ones."""
    known = frozenset(file.lists.names)
    if not known:
        return functions
    table = {function.name: function for function in functions}
    needs = {function.name: {name for name in _mentioned(function) if name in known} for function in functions}
    size = -1
    while sum(map(len, needs.values())) > size:
        size = sum(map(len, needs.values()))
        for function in functions:
            for call in _calls(function):
                needs[function.name] |= needs.get(call.function, set())
    called = {call.function for function in functions for call in _calls(function)}
    for name, wanted in needs.items():
        alone = table[name].kind == "helper" and file.signatures[name].constant if name in file.signatures else False
        if wanted and (alone or (table[name].kind != "helper" and name in called)):
            made = "is made once, and it changes" if alone else "is called by others, and makes objects that change"
            hint = "make it in the mechanism" if alone else "make them in a helper that both call"
            file.problems.add("FA210", table[name].span, f"`{name}` {made}", hint)
    return tuple(_sharing(function, needs, known) for function in functions)


def _mentioned(function: Function) -> Iterator[str]:
    """The variables that the function itself names, and not what its calls may share."""
    waiting: list[Any] = [function.body]
    while waiting:
        here = waiting.pop()
        if isinstance(here, (Name, Item)):
            yield here.name
        if isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here) and not isinstance(here, (Span, type)):
            names = (each.name for each in fields(here))
            waiting.extend(
                getattr(here, name) for name in names if not (name == "captured" and isinstance(here, Invoke))
            )


def _calls(function: Function) -> Iterator[Invoke]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from (part for part in parts(expression) if isinstance(part, Invoke))


def _sharing(function: Function, needs: Mapping[str, set[str]], known: frozenset[str]) -> Function:
    wanted = sorted(needs[function.name])
    body = _passing(function.body, needs, known)
    if function.kind == "helper":
        rest = (name for name in function.captured if name not in known)
        return replace(function, body=body, captured=(*rest, *wanted))
    begun = (
        Assign((Name(name, function.span),), Display("list", (), function.span), None, function.span) for name in wanted
    )
    return replace(function, body=(*begun, *body))


def _passing(node: Any, needs: Mapping[str, set[str]], known: frozenset[str]) -> Any:
    """The tree, in which calls pass the lists along."""
    if isinstance(node, tuple):
        return tuple(_passing(item, needs, known) for item in node)
    if not is_dataclass(node) or isinstance(node, (Span, type)):
        return node
    changed = {each.name: _passing(getattr(node, each.name), needs, known) for each in fields(node)}
    if isinstance(node, Invoke):
        rest = tuple(pair for pair in node.captured if pair[0] not in known)
        changed["captured"] = (*rest, *((name, name) for name in sorted(needs.get(node.function, ()))))
    return replace(node, **changed)
