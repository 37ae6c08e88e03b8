"""Methods of classes -> functions of the file, each behind its class, and calls of them -> calls of these.

    x.clamp(3)                Bounds.clamp(x, 3)
    x.width                   Bounds.width(x)                 a property
    Bounds.of(3)              Bounds.of(3)                    static, or of the class: `cls` is `Bounds`
    self.LIMIT                Bounds#LIMIT                    a constant of the class
    Session(rows)             Session.__init__(rows)          which ends with `return self`

Which class it is, is told by what is written: a call that makes a record, an annotation, `self`, or else the name of
the method, where only one class and no container has it. That the value in front is a record of it is for the runs.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterable
from copy import deepcopy
from dataclasses import dataclass, field
from typing import TypeGuard

from .method_names import CHANGING, METHODS
from .outcome import Hole
from .own_operators import OF_OBJECTS, OF_RECORDS
from .rewriting import bound_names

_WRITING = ("__repr__", "__str__")  # how records are written is a `Hole`, whatever they say
OWN = "#own"  # the decorator of a class that makes its records in its own way


@dataclass
class _Class:
    node: ast.ClassDef
    fields: list[str]
    methods: dict[str, ast.FunctionDef] = field(default_factory=dict)
    properties: set[str] = field(default_factory=set)
    static: set[str] = field(default_factory=set)  # what is called without a record
    constants: dict[str, ast.stmt] = field(default_factory=dict)
    made: bool = False  # by a method of its own, `__init__`
    plain: bool = False  # no dataclass


def without_methods(statements: tuple[ast.stmt, ...]) -> tuple[ast.stmt, ...]:
    """The statements of the file, in which no class has methods."""
    classes = {node.name: _parted(node) for node in statements if isinstance(node, ast.ClassDef)}
    if not any(of.methods or of.constants for of in classes.values()):
        return statements
    fields = {name for of in classes.values() for name in of.fields}
    if any(fields & of.constants.keys() for of in classes.values()):
        raise Hole("a constant of a class with the name of a field")
    bound = {name for node in statements for name in bound_names(node)}
    if any(of.static for of in classes.values()) and bound & {"staticmethod", "classmethod"}:
        raise Hole("the name of what makes a method static is that of something else")
    based = any(of.node.bases for of in classes.values())
    for of in classes.values():
        known = {"__init__", *_WRITING, *(OF_OBJECTS if of.plain else {*OF_RECORDS, "__post_init__"})}
        if any(name.startswith("__") and name not in known for name in of.methods) or fields & of.methods.keys():
            raise Hole(f"the methods of {of.node.name}")
        if any(name.startswith("__") for name in of.static | of.properties):
            raise Hole(f"the methods of {of.node.name}")
        if of.properties & ({"name", "value"} if based else set()) or (
            of.node.bases and of.properties & {*METHODS, *CHANGING}
        ):
            raise Hole("a property with the name of something else")
    calls = _Calls(classes, statements)
    found: list[ast.stmt] = []
    for node in statements:
        found.append(node if isinstance(node, ast.ClassDef) else calls.visit(node))
        if isinstance(node, ast.ClassDef):
            of = classes[node.name]
            found += [calls.visit(_function(of, name, method)) for name, method in of.methods.items()]
            for part in of.node.body:
                calls.visit(part)
            at = found.index(node)
            found[at : at + 1] = [of.node, *of.constants.values()]
    return (*found, *calls.made.values())


def _takes(of: _Class, name: str, count: int, keys: list[str]) -> bool:
    """Whether its method takes so many arguments, and these by name."""
    if name not in of.methods:
        return False
    given = of.methods[name].args
    plain = [item.arg for item in given.args[1:]]
    named = {*plain[count:], *(item.arg for item in given.kwonlyargs)}
    needed = {*plain[count : len(plain) - len(given.defaults)]}
    needed |= {item.arg for item, value in zip(given.kwonlyargs, given.kw_defaults, strict=True) if value is None}
    return count <= len(plain) and {*keys} <= named and needed <= {*keys}


def _is_named_call(node: ast.expr) -> TypeGuard[_Made]:
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name)


class _Made(ast.Call):
    func: ast.Name


def _parted(node: ast.ClassDef) -> _Class:
    """The class without its methods, and these."""
    if any(isinstance(part, ast.Name) and part.id.startswith("__") for part in ast.walk(node)):
        raise Hole("a name that Python writes anew in a class")
    methods = [part for part in node.body if isinstance(part, ast.FunctionDef)]
    constants = _constants(node)
    plain = [
        part
        for part in node.body
        if not isinstance(part, ast.FunctionDef) and not (constants and isinstance(part, ast.Assign))
    ]
    fields = [part.target.id for part in plain if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]
    of = _Class(node, fields, constants=constants)
    given = {
        part.id
        for item in node.body
        if item not in methods
        for part in ast.walk(item)
        if isinstance(part, ast.Name) and _stores(part)
    }
    given |= {method.name for method in methods}
    for method in methods:
        if node.bases and method.name.startswith("_") and method.name not in _WRITING:
            raise Hole("a name that may mean something in a class of Python's")
        for default in (*method.args.defaults, *filter(None, method.args.kw_defaults)):
            if any(isinstance(part, ast.Name) and part.id in given for part in ast.walk(default)):
                raise Hole("a default of a method reads a name of the class")
        if method.name in of.methods or method.name in fields or any(_names(part, method.name) for part in plain):
            raise Hole(f"{method.name} is there twice")
        match method.decorator_list:
            case []:
                _require_self(method)
            case [ast.Name(id="property")] if len(method.args.args) == 1:
                _require_self(method)
                of.properties.add(method.name)
            case [ast.Name(id="staticmethod" | "classmethod" as kind)]:
                method = _without_record(method, node.name if kind == "classmethod" else None)
                of.static.add(method.name)
            case _:
                raise Hole("a decorator of a method")
        of.methods[method.name] = method
    of.node = ast.copy_location(ast.ClassDef(node.name, node.bases, node.keywords, plain, node.decorator_list), node)
    of.plain = not (node.bases or node.decorator_list or node.keywords or fields or any(map(_holds, plain)))
    if of.plain and of.methods and "__init__" not in of.methods:
        empty = ast.arguments([], [ast.arg("self")], None, [], [], None, [])
        of.methods["__init__"] = ast.copy_location(ast.FunctionDef("__init__", empty, [ast.Pass()], [], None), node)
    own = sorted(name for name in of.methods if name.startswith("__") and name not in ("__init__", *_WRITING))
    if "__post_init__" in of.methods and not node.bases:
        _with_post_init(of)
        of.node.decorator_list = [*of.node.decorator_list, ast.Name(" ".join([OWN, *own]), ast.Load())]
    elif "__init__" in of.methods:
        if node.bases or node.decorator_list or node.keywords or fields or any(map(_holds, plain)):
            raise Hole("a class that makes its records in its own way")
        of.made = True
        for part in ast.walk(of.methods["__init__"]):
            match part:
                case ast.Attribute(value=ast.Name(id="self") as owner, attr=name, ctx=ast.Load()) if name in constants:
                    owner.id = node.name
        of.methods["__init__"], of.fields = _making(of, of.methods["__init__"])
        of.node.body = [
            *plain,
            *(ast.AnnAssign(ast.Name(name, ast.Store()), ast.Constant(None), None, 1) for name in of.fields),
        ]
        of.node.decorator_list = [ast.Name(" ".join([OWN, *own]), ast.Load())]
    elif own:
        of.node.decorator_list = [*of.node.decorator_list, ast.Name(" ".join([OWN, *own]), ast.Load())]
    return of


def _with_post_init(of: _Class) -> None:
    """A dataclass makes its records by a function, which ends as `__post_init__` does."""
    after = of.methods.pop("__post_init__")
    fields = [part for part in of.node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)]
    names, defaults, body = list[ast.arg](), list[ast.expr](), list[ast.stmt]()
    if len(after.args.args) != 1 or after.args.kwonlyargs or len(fields) != len(of.fields):
        raise Hole("a class that makes its records in its own way")
    for part, name in zip(fields, of.fields, strict=True):
        value: ast.expr = ast.Name(name, ast.Load())
        match part.value:
            case None | ast.Constant():
                names.append(ast.arg(name))
                defaults += [] if part.value is None else [part.value]
            case ast.Call(keywords=[ast.keyword(arg="default_factory", value=ast.Name() as maker)], args=[]):
                if maker.id not in ("list", "dict"):
                    raise Hole("a default of a class that makes its records in its own way")
                value = ast.List([], ast.Load()) if maker.id == "list" else ast.Dict([], [])
            case _:
                raise Hole("a default of a class that makes its records in its own way")
        body.append(ast.Assign([ast.Attribute(ast.Name("self", ast.Load()), name, ast.Store())], value))
    given = ast.arguments([], [ast.arg("self"), *names], None, [], [], None, defaults)
    begun = ast.FunctionDef("__init__", given, [*body, *after.body], [], None)
    of.made = True
    of.methods["__init__"], found = _making(of, ast.fix_missing_locations(ast.copy_location(begun, after)))
    if found[: len(of.fields)] != of.fields or len(found) != len(of.fields):
        raise Hole("a class that makes its records in its own way")


def _constants(node: ast.ClassDef) -> dict[str, ast.stmt]:
    """What a class of no other class gives a name to, without an annotation, as constants of the file; nothing in the
    class reads them by these names."""
    found: dict[str, ast.stmt] = {}
    for part in node.body if not node.bases else []:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if (
                not name.startswith("__") and name not in found and _is_no_function(value)
            ):
                made = ast.Assign([ast.Name(f"{node.name}#{name}", ast.Store())], value)
                found[name] = ast.copy_location(made, part)
            case ast.Assign():
                return {}
    outside = [part for item in node.body if not isinstance(item, ast.FunctionDef) for part in ast.walk(item)]
    outside += [
        part
        for item in node.body
        if isinstance(item, ast.FunctionDef)
        for said in (*item.args.defaults, *filter(None, item.args.kw_defaults), *item.decorator_list)
        for part in ast.walk(said)
    ]
    methods = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    own = {*found, *methods}
    if found.keys() & methods:
        raise Hole("a constant of a class with the name of a method")
    if found and any(isinstance(part, ast.Name) and not _stores(part) and part.id in own for part in outside):
        raise Hole("a class reads its own names")
    return found


def _is_no_function(value: ast.expr) -> bool:
    """Functions of a class are given the record that they are read from."""
    if any(isinstance(part, ast.Lambda) for part in ast.walk(value)):
        return False
    match value:
        case ast.Call(func=ast.Name(id="Fraction" | "exp" | "log" | "range" | "frozenset")):
            return True
    return isinstance(value, (ast.Constant, ast.Tuple, ast.List, ast.Dict, ast.Set, ast.UnaryOp, ast.BinOp))


def _holds(statement: ast.stmt) -> bool:
    return not isinstance(statement, ast.Pass) and not (
        isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)
    )


def _names(node: ast.stmt, name: str) -> bool:
    return any(isinstance(part, ast.Name) and part.id == name for part in ast.walk(node))


def _require_self(method: ast.FunctionDef) -> None:
    """The first parameter is what the method is called on, and is given no other value."""
    given = method.args
    if given.posonlyargs or not given.args or given.args[0].arg != "self" or len(given.defaults) >= len(given.args):
        raise Hole("a method without self")
    if given.vararg or given.kwarg:
        raise Hole("the parameters of a method")
    _require_own_names(method, given.args[0])


def _without_record(method: ast.FunctionDef, called: str | None) -> ast.FunctionDef:
    """A method of the class of this name, or a static one, as a function."""
    made = deepcopy(method)
    _require_own_names(made, None)
    if called is None:
        return made
    given = made.args
    if given.posonlyargs or not given.args or len(given.defaults) >= len(given.args):
        raise Hole("a method of a class without its class")
    first = given.args.pop(0).arg
    if first in bound_names(made):
        raise Hole("two things are called as the class is")
    for part in ast.walk(made):
        if isinstance(part, ast.Name) and part.id == first:
            part.id = called
    return made


def _require_own_names(method: ast.FunctionDef, first: ast.arg | None) -> None:
    """Nothing but the first parameter is called self, and nothing is as only Python calls it."""
    for part in ast.walk(method):
        match part:
            case ast.Name(id="self", ctx=ast.Store() | ast.Del()) | ast.Name(id="super" | "__class__"):
                raise Hole("self gets another value")
            case ast.arg(arg="self") if part is not first:
                raise Hole("two things are called self")
            case ast.Name(id="self") if first is None:
                raise Hole("something else is called self")
            case ast.Attribute(attr=name) | ast.Name(id=name) | ast.arg(arg=name) if name.startswith("__"):
                raise Hole("a name that Python writes anew in a class")


def _making(of: _Class, method: ast.FunctionDef) -> tuple[ast.FunctionDef, list[str]]:
    """`__init__` as a function that returns a new record: what gives all fields a value stands together."""
    fields: dict[str, ast.expr] = {}
    before: list[ast.stmt] = []
    rest = list(method.body)
    while rest and not _mentions(rest[0]):
        before.append(rest.pop(0))
    while rest:
        match rest[0]:
            case (
                ast.Assign(targets=[ast.Attribute(value=ast.Name(id="self"), attr=name)], value=value)
                | ast.AnnAssign(target=ast.Attribute(value=ast.Name(id="self"), attr=name), value=ast.expr() as value)
            ) if name not in fields and not _mentions(value):
                fields[name] = value
                rest.pop(0)
            case _:
                break
    if any(isinstance(part, ast.Return) for node in method.body for part in ast.walk(node)):
        raise Hole("a class that makes its records in its own way")
    if any(isinstance(part, ast.NamedExpr) for value in fields.values() for part in ast.walk(value)):
        raise Hole("a class that makes its records in its own way")
    parts = [part for node in rest for part in ast.walk(node)]
    plain = {id(part.value) for part in parts if isinstance(part, ast.Attribute) and part.attr in fields}
    if any(isinstance(part, ast.Name) and part.id == "self" and id(part) not in plain for part in parts):
        raise Hole("something else than the fields of a record that is being made")
    new = ast.Call(ast.Name(of.node.name, ast.Load()), list(fields.values()), [])
    own = [ast.Assign([ast.Name("self", ast.Store())], new), *rest, ast.Return(ast.Name("self", ast.Load()))]
    made = deepcopy(method)
    made.body = [deepcopy(node) for node in (*before, *own)]
    made.args.args = made.args.args[1:]
    made.returns = None
    return ast.copy_location(made, method), list(fields)


def _stores(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _mentions(node: ast.AST) -> bool:
    return any(isinstance(part, ast.Name) and part.id == "self" for part in ast.walk(node))


def _function(of: _Class, name: str, method: ast.FunctionDef) -> ast.FunctionDef:
    made = deepcopy(method)
    made.name, made.decorator_list = f"{of.node.name}.{name}", []
    return made


class _Calls(ast.NodeTransformer):
    """`holding`: of which class the records are that a name stands for, where that is written; runs make sure of it.
    `own` is the class in whose methods this is: there `self` is a record of it, and nothing else is called so."""

    def __init__(self, classes: dict[str, _Class], statements: Iterable[ast.stmt]) -> None:
        self.classes = classes
        self.named = Counter(name for of in classes.values() for name in of.methods)
        self.modules = {
            alias.asname or alias.name for node in statements if isinstance(node, ast.Import) for alias in node.names
        }
        self.outer = dict(_given(node, classes) for node in statements if _given(node, classes)[1])
        self.holding = dict(self.outer)
        self.own = ""
        self.chosen = {name for name, times in self.named.items() if times > 1 and not name.startswith("__")}
        self.made: dict[str, ast.stmt] = {}  # functions that ask of which class a record is
        self.new: set[int] = set()  # the calls that make the records, in `__init__` itself

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.FunctionDef:
        around, own, self.holding = self.holding, self.own, dict(self.holding)
        of, _, method = node.name.rpartition(".")
        for item in (*node.args.posonlyargs, *node.args.args, *node.args.kwonlyargs):
            said = item.annotation
            self.holding[item.arg] = said.id if isinstance(said, ast.Name) else ""
        for part in ast.walk(node):
            name, made = _given(part, self.classes)
            if name:
                self.holding[name] = made
        if of in self.classes:
            self.holding["self"] = self.own = of
        if method == "__init__":
            self.new.update(
                id(part.value)
                for part in node.body
                if isinstance(part, ast.Assign) and _given(part, self.classes)[0] == "self"
            )
        node.args = self.visit(node.args)
        node.body = [self.visit(part) for part in node.body]
        self.holding, self.own = around, own
        return node

    def of(self, node: ast.Attribute) -> _Class | None:
        """The class whose method it is; None where it is none."""
        name, base = node.attr, node.value
        if name not in self.named or name == "__init__":
            return None
        held = ""
        match base:
            case ast.Name(id=variable) if variable in self.modules:
                return None
            case ast.Name(id=variable) if variable in self.classes and name in self.classes[variable].static:
                return self.classes[variable]
            case ast.Name(id=variable):
                held = self.holding.get(variable, "")
            case ast.Call(func=ast.Name(id=made)):
                held = made.partition(".")[0]
        known = self.classes.get(held)
        if known is not None:
            return known if name in known.methods else None
        if name in METHODS or name in CHANGING:
            return None
        if self.named[name] > 1:
            return None if name in self.chosen else self.no_choice(name)
        return next(of for of in self.classes.values() if name in of.methods)

    def constant(self, node: ast.Attribute) -> ast.expr | None:
        """Of its own class, by its name or by `self`; of other records it is not known."""
        owners = [of for of in self.classes.values() if node.attr in of.constants]
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        own = self.classes.get(self.own if base == "self" else base)
        if own is not None and own in owners and isinstance(node.ctx, ast.Load):
            return ast.copy_location(ast.Name(f"{own.node.name}#{node.attr}", ast.Load()), node)
        if owners and not any(node.attr in {*of.fields, *of.methods} for of in self.classes.values()):
            raise Hole("a constant of a class of something else")
        return None

    def no_choice(self, name: str) -> _Class:
        raise Hole(f"which method {name} is called")

    def is_open(self, node: ast.Attribute, called: bool) -> bool:
        """Whether the class is for the runs."""
        if node.attr not in self.chosen or self.of(node) is not None or node.attr in METHODS or node.attr in CHANGING:
            return False
        base = node.value.id if isinstance(node.value, ast.Name) else ""
        held = node.value.func.id.partition(".")[0] if _is_named_call(node.value) else self.holding.get(base, "")
        if base in self.modules or base in self.classes or held in self.classes:
            return False
        having = [of for of in self.classes.values() if node.attr in of.methods]
        if any((node.attr in of.properties) == called or node.attr in of.static for of in having):
            raise Hole(f"which method {node.attr} is called")
        return True

    def choice(self, node: ast.Attribute, given: list[ast.expr], named: list[ast.keyword]) -> ast.expr:
        """A call of a function that asks for the class, and calls its method."""
        keys = [item.arg or "" for item in named]
        if "" in keys or any(isinstance(item, ast.Starred) for item in given):
            raise Hole(f"which method {node.attr} is called")
        names = ["of", *(f"value {at}" for at in range(len(given))), *(f"by {key}" for key in keys)]
        title = " ".join(["#choice", node.attr, str(len(given)), *keys])
        having = [of for of in self.classes.values() if _takes(of, node.attr, len(given), keys)]
        if not having:
            raise Hole(f"which method {node.attr} is called")
        body: list[ast.stmt] = []
        for of in having:
            read: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
            by_name = [ast.keyword(key, ast.Name(f"by {key}", ast.Load())) for key in keys]
            called = ast.Name(f"{of.node.name}.{node.attr}", ast.Load())
            back = ast.Return(ast.Call(called, read[: 1 + len(given)], by_name))
            asked = ast.Call(ast.Name("isinstance", ast.Load()), [read[0], ast.Name(of.node.name, ast.Load())], [])
            body.append(back if of is having[-1] else ast.If(asked, [back], []))
        parameters = ast.arguments([], [ast.arg(name) for name in names], None, [], [], None, [])
        made = ast.FunctionDef(title, parameters, body, [], None)
        self.made[title] = ast.fix_missing_locations(ast.copy_location(made, node))
        values = [node.value, *given, *(item.value for item in named)]
        return ast.copy_location(ast.Call(ast.Name(title, ast.Load()), values, []), node)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        own = self.said(node.value, "__getitem__") if isinstance(node.ctx, ast.Load) else ""
        self.generic_visit(node)
        if not own or isinstance(node.slice, ast.Slice):
            return node
        called = ast.Name(f"{own}.__getitem__", ast.Load())
        return ast.copy_location(ast.Call(called, [node.value, node.slice], []), node)

    def said(self, node: ast.expr, name: str) -> str:
        """The class of which a variable is a record, where it has such a method."""
        held = self.holding.get(node.id, "") if isinstance(node, ast.Name) else ""
        return held if held in self.classes and name in self.classes[held].methods else ""

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        found = self.constant(node)
        if found is not None:
            return found
        if isinstance(node.ctx, ast.Load) and self.is_open(node, False):
            self.generic_visit(node)
            return self.choice(node, [], [])
        of = self.of(node)
        self.generic_visit(node)
        if of is None:
            return node
        if node.attr not in of.properties or not isinstance(node.ctx, ast.Load):
            raise Hole("a method as a value")
        return self.function(of, node, [], [])

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Attribute) and self.is_open(node.func, True):
            node.func.value = self.visit(node.func.value)
            node.args = [self.visit(item) for item in node.args]
            for item in node.keywords:
                item.value = self.visit(item.value)
            return self.choice(node.func, node.args, node.keywords)
        if own_call := self.said(node.func, "__call__"):
            self.generic_visit(node)
            node.args.insert(0, node.func)
            node.func = ast.copy_location(ast.Name(f"{own_call}.__call__", ast.Load()), node)
            return node
        of = self.of(node.func) if isinstance(node.func, ast.Attribute) else None
        if of is None or not isinstance(node.func, ast.Attribute) or node.func.attr in of.properties:
            own = self.classes.get(node.func.id) if isinstance(node.func, ast.Name) else None
            self.generic_visit(node)
            if own is not None and own.made and isinstance(node.func, ast.Name) and id(node) not in self.new:
                node.func.id = f"{own.node.name}.__init__"
            return node
        called = node.func
        called.value = self.visit(called.value)
        given = [self.visit(item) for item in node.args]
        for item in node.keywords:
            item.value = self.visit(item.value)
        return self.function(of, called, given, node.keywords)

    def function(
        self, of: _Class, node: ast.Attribute, given: Iterable[ast.expr], named: list[ast.keyword]
    ) -> ast.expr:
        called = ast.Name(f"{of.node.name}.{node.attr}", ast.Load())
        if node.attr in of.static:
            base = node.value.id if isinstance(node.value, ast.Name) else ""
            if (self.own if base == "self" else base) != of.node.name:
                raise Hole("a static method of a record")
            return ast.copy_location(ast.Call(called, [*given], named), node)
        if isinstance(node.value, ast.Name) and node.value.id in self.classes:
            raise Hole("a method of a class itself")
        if any(item.arg == "self" for item in named):
            raise Hole("self is given by its name")
        return ast.copy_location(ast.Call(called, [node.value, *given], named), node)


def _given(node: ast.AST, classes: dict[str, _Class]) -> tuple[str, str]:
    """A variable that gets a new record, and its class."""
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Call(func=ast.Name(id=made))) if made in classes:
            return name, made
    return "", ""
