"""Registries that are attributes of a class: `registry = {}` in it, filled by `__init_subclass__` or by a class method
that stands above what it registers. They are constants of the file, and the class method a decorator of the file.

    class Noise:                                            class Noise: ...
        registry = {}                                       class Laplace(Noise): ...
        def __init_subclass__(cls, name):                   Noise_registry = {"laplace": Laplace}
            cls.registry[name] = cls
    class Laplace(Noise, name="laplace"): ...

What is done otherwise with such an attribute leaves the class as it is.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Iterator

from faier.lang import names
from faier.lang.placing import placed
from faier.lang.wrapped import plain


class _Unfit(Exception):
    """What is not followed."""


def with_class_registries(tree: ast.Module) -> ast.Module:
    """The file, in which they are constants. The tree is changed."""
    for node in [part for part in tree.body if isinstance(part, ast.ClassDef)]:
        for made in list(node.body):
            name = empty(made)
            if name:
                try:
                    _Registry(tree, node, made, name).write()
                except _Unfit:
                    continue
    return tree


def empty(node: ast.stmt) -> str:
    """The name of a dictionary or a list that begins without anything."""
    match node:
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value)
            | ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value)
        ):
            return name if ast.unparse(value) in ("{}", "dict()", "[]", "list()") else ""
    return ""


class _Registry:
    def __init__(self, tree: ast.Module, owner: ast.ClassDef, made: ast.stmt, name: str) -> None:
        self.tree = tree
        self.owner = owner
        self.made = made
        self.name = name
        self.classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
        self.family = [owner]  # in the order in which they are made
        for node in self.classes.values():
            bases = {base.id for base in node.bases if isinstance(base, ast.Name)}
            if node is not owner and bases & {known.name for known in self.family}:
                self.family.append(node)

    def write(self) -> None:
        bound = Counter(names.given_names(self.tree))
        table = f"{self.owner.name}_{self.name}"
        if bound[self.owner.name] != 1 or any(part.body.count(self.made) for part in self.family[1:]):
            raise _Unfit
        if bound[table] or any(bound[node.name] != 1 for node in self.family):
            raise _Unfit
        uses = list(self.uses())
        started = [part for part in self.owner.body if getattr(part, "name", "") == "__init_subclass__"]
        fillers = [part for part in self.owner.body if isinstance(part, ast.FunctionDef) and self.registers(part)]
        if started:
            self.begun(started, table, uses)
        elif len(fillers) == 1:
            self.lifted(fillers[0], table, uses)

    def uses(self) -> Iterator[ast.Attribute]:
        """Where it is read: by a class of the family, or as `cls` or `self` in one."""
        family = {node.name for node in self.family}
        inside = {id(part) for node in self.family for part in ast.walk(node)}
        for node in self.classes.values():
            others = [line for line in node.body if line is not self.made]
            if self.name in names.given_names(ast.Module(others, [])):
                raise _Unfit
        for part in ast.walk(self.tree):
            if isinstance(part, ast.Attribute) and part.attr == self.name:
                match part:
                    case ast.Attribute(value=ast.Name(id=base), ctx=ast.Load()) if base in family:
                        yield part
                    case ast.Attribute(value=ast.Name("cls" | "self"), ctx=ast.Load()) if id(part) in inside:
                        yield part
                    case _:
                        raise _Unfit

    def replaced(self, table: str, uses: list[ast.Attribute]) -> None:
        found = {id(part) for part in uses}

        class Instead(ast.NodeTransformer):
            def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
                if id(node) in found:
                    return ast.copy_location(ast.Name(table, ast.Load()), node)
                self.generic_visit(node)
                return node

        Instead().visit(self.tree)

    def taken_out(self, *gone: ast.stmt) -> None:
        self.owner.body = [part for part in self.owner.body if part not in (self.made, *gone)]
        if not self.owner.body:
            self.owner.body = [placed(ast.Pass(), self.owner)]

    # A class method that stands above what it registers.

    def registers(self, method: ast.FunctionDef) -> bool:
        marks = [ast.unparse(mark) for mark in method.decorator_list]
        stored = [part for part in ast.walk(method) if isinstance(part, ast.Attribute) and part.attr == self.name]
        return marks == ["classmethod"] and bool(stored) and self.is_above(method.name)

    def is_above(self, method: str) -> bool:
        """Whether the method stands above definitions of the top level alone."""
        above = [mark for node in self.tree.body for mark in getattr(node, "decorator_list", [])]
        called = [mark.func if isinstance(mark, ast.Call) else mark for mark in above]
        own = [part for part in called if ast.unparse(part) == f"{self.owner.name}.{method}"]
        every = [part for part in ast.walk(self.tree) if isinstance(part, ast.Attribute) and part.attr == method]
        return bool(own) and len(own) == len(every)

    def lifted(self, method: ast.FunctionDef, table: str, uses: list[ast.Attribute]) -> None:
        function = f"{self.owner.name}_{method.name}"
        takes = method.args.args
        own = [part for part in uses if part in list(ast.walk(method))]
        mentions = [part for part in ast.walk(method) if isinstance(part, ast.Name) and part.id == "cls"]
        if not takes or takes[0].arg != "cls" or len(mentions) != len(own) or function in names.given_names(self.tree):
            raise _Unfit
        self.replaced(table, uses)
        for node in self.tree.body:
            for at, mark in enumerate(getattr(node, "decorator_list", [])):
                part = mark.func if isinstance(mark, ast.Call) else mark
                if ast.unparse(part) == f"{self.owner.name}.{method.name}":
                    named = ast.copy_location(ast.Name(function, ast.Load()), part)
                    if isinstance(mark, ast.Call):
                        mark.func = named
                    else:
                        node.decorator_list[at] = named  # type: ignore[attr-defined]
        self.taken_out(method)
        method.name, method.decorator_list, method.args.args = function, [], takes[1:]
        value = self.made.value  # type: ignore[attr-defined]
        constant = ast.copy_location(ast.Assign([ast.Name(table, ast.Store())], value), self.made)
        at = self.tree.body.index(self.owner)
        self.tree.body[at:at] = [placed(constant, self.made), method]

    # What Python does where a class of the family is made.

    def begun(self, started: list[ast.stmt], table: str, uses: list[ast.Attribute]) -> None:
        method = started[0]
        if len(started) > 1 or not isinstance(method, ast.FunctionDef) or len(self.family) < 2:
            raise _Unfit
        if any(getattr(part, "name", "") == "__init_subclass__" for node in self.family[1:] for part in node.body):
            raise _Unfit
        made = [self.entry(method, node) for node in self.family[1:]]
        keys = [key for key, _ in made if key is not None]
        kept = [node for (_, is_kept), node in zip(made, self.family[1:], strict=True) if is_kept]
        listed = ast.unparse(self.made.value) in ("[]", "list()")  # type: ignore[attr-defined]
        if len({key.value for key in keys}) < len(keys) or len(keys) != (0 if listed else len(kept)):
            raise _Unfit
        values: list[ast.expr] = [ast.Name(node.name, ast.Load()) for node in kept]
        whole: ast.expr = ast.List(values, ast.Load()) if listed else ast.Dict(list(keys), values)
        self.replaced(table, [part for part in uses if part not in list(ast.walk(method))])
        for node in self.family[1:]:
            node.keywords = []
        self.taken_out(method)
        last = self.family[-1]
        constant = placed(ast.Assign([ast.Name(table, ast.Store())], whole), last)
        self.tree.body.insert(self.tree.body.index(last) + 1, constant)

    def entry(self, method: ast.FunctionDef, node: ast.ClassDef) -> tuple[ast.Constant | None, bool]:
        """The key under which the class is kept, and whether it is."""
        known = _given(method, node)
        cls = method.args.args[0].arg
        key: ast.Constant | None = None
        kept = False
        waiting = list(plain(method))
        while waiting:
            statement = waiting.pop(0)
            match statement:
                case ast.Expr(ast.Call(func=ast.Attribute(value=ast.Call(func=ast.Name("super")), attr=attr))):
                    if attr != "__init_subclass__":
                        raise _Unfit
                case ast.Pass():
                    pass
                case ast.If(test=test, body=body, orelse=orelse):
                    waiting = [*(body if self.value(test, known, cls, node) else orelse), *waiting]
                case ast.Assign(
                    targets=[ast.Subscript(value=ast.Attribute(attr=attr), slice=at)], value=ast.Name(id=value)
                ) if attr == self.name and value == cls and not kept:
                    found = self.value(at, known, cls, node)
                    if not isinstance(found, (str, int)):
                        raise _Unfit
                    key, kept = placed(ast.Constant(found), node), True
                case ast.Expr(
                    ast.Call(
                        func=ast.Attribute(value=ast.Attribute(attr=attr), attr="append"),
                        args=[ast.Name(id=value)],
                        keywords=[],
                    )
                ) if attr == self.name and value == cls and not kept:
                    kept = True
                case _:
                    raise _Unfit
        return key, kept

    def value(self, node: ast.expr, known: dict[str, object], cls: str, owner: ast.ClassDef) -> object:
        """What Python finds where the class is made."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name) if name in known:
                return known[name]
            case ast.Attribute(value=ast.Name(id=name), attr="__name__") if name == cls:
                return owner.name
            case ast.Attribute(value=ast.Name(id=name), attr=attr) if name == cls:
                for part in owner.body:
                    match part:
                        case (
                            ast.Assign(targets=[ast.Name(id=found)], value=ast.Constant(value=value))
                            | ast.AnnAssign(target=ast.Name(id=found), value=ast.Constant(value=value))
                        ) if found == attr:
                            return value
            case ast.Call(func=ast.Attribute(value=inner, attr="lower" | "upper" as word), args=[], keywords=[]):
                text = self.value(inner, known, cls, owner)
                if isinstance(text, str):
                    return text.lower() if word == "lower" else text.upper()
            case ast.BoolOp(op=ast.Or(), values=[first, second]):
                return self.value(first, known, cls, owner) or self.value(second, known, cls, owner)
            case ast.UnaryOp(op=ast.Not(), operand=inner):
                return not self.value(inner, known, cls, owner)
            case ast.Compare(left=left, ops=[ast.Is() | ast.IsNot() as op], comparators=[ast.Constant(None)]):
                return (self.value(left, known, cls, owner) is None) == isinstance(op, ast.Is)
        raise _Unfit


def _given(method: ast.FunctionDef, node: ast.ClassDef) -> dict[str, object]:
    """The parameters of `__init_subclass__`, by what stands in the brackets of the class."""
    args = method.args
    takes = [item.arg for item in (*args.args[1:], *args.kwonlyargs)]
    defaults = dict(zip(reversed([item.arg for item in args.args]), reversed(args.defaults), strict=False))
    late = zip(args.kwonlyargs, args.kw_defaults, strict=True)
    defaults |= {item.arg: value for item, value in late if value is not None}
    told: dict[str, ast.expr] = defaults | {item.arg: item.value for item in node.keywords if item.arg is not None}
    if args.posonlyargs or args.vararg or not args.args or method.decorator_list or set(takes) != told.keys():
        raise _Unfit
    slots = any("slots" in ast.unparse(mark) for mark in node.decorator_list)  # which make the class a second time
    if not all(isinstance(value, ast.Constant) for value in told.values()) or slots:
        raise _Unfit
    return {name: value.value for name, value in told.items() if isinstance(value, ast.Constant)}
