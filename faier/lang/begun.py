"""Methods that `__init__` calls on the record that it makes: what they do is written there.

`self._refresh()` and `self.levels = self._built(leaves)` stand for the bodies of these methods, with names of their
own. That is done where a method returns at its end alone, if at all; other calls are refused where they are read.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass

from faier.lang import names
from faier.lang.inheritance import bound_in
from faier.lang.objects import INITIAL

_STARTS = (INITIAL, "__post_init__")
_MAXIMAL = 50  # calls that are written out in one `__init__`


def with_begun(tree: ast.Module) -> ast.Module:
    """The file, in which each `__init__` says itself what the methods do that it calls."""
    classes = [node for node in tree.body if isinstance(node, ast.ClassDef)]
    if not any(_called(node, start) for node in classes for start in _starts(node)):
        return tree
    tree = copy.deepcopy(tree)
    for node in [part for part in tree.body if isinstance(part, ast.ClassDef)]:
        for start in _starts(node):
            if _called(node, start):
                _Begun.of(node, start).write()
    return tree


def _starts(node: ast.ClassDef) -> list[ast.FunctionDef]:
    return [part for part in node.body if isinstance(part, ast.FunctionDef) and part.name in _STARTS]


def _called(node: ast.ClassDef, start: ast.FunctionDef) -> bool:
    """Whether it calls a method of the class."""
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    own = _first(start)
    return any(isinstance(part, ast.Call) and _method(part, own) in methods for part in ast.walk(start))


def _first(function: ast.FunctionDef) -> str:
    arguments = [*function.args.posonlyargs, *function.args.args]
    return arguments[0].arg if arguments else ""


def _method(node: ast.expr, own: str) -> str:
    match node:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=name), attr=method)) if name == own and own:
            return method
    return ""


@dataclass
class _Begun:
    """One `__init__`, or what a dataclass does after it."""

    start: ast.FunctionDef
    own: str
    methods: dict[str, ast.FunctionDef]
    taken: set[str]
    left: int = _MAXIMAL

    @classmethod
    def of(cls, node: ast.ClassDef, start: ast.FunctionDef) -> _Begun:
        functions = [part for part in node.body if isinstance(part, ast.FunctionDef)]
        counts = [part.name for part in functions]
        counts += [part.attr for part in ast.walk(node) if isinstance(part, ast.Attribute) and _is_given(part)]
        plain = {
            part.name: part
            for part in functions
            if part is not start and not part.decorator_list and counts.count(part.name) == 1
        }
        taken = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        taken |= {part.arg for part in ast.walk(node) if isinstance(part, ast.arg)}
        return cls(start, _first(start), plain, taken)

    def write(self) -> None:
        if not any(_gives(part, self.own) for part in ast.walk(self.start)):
            self.start.body = self.block(self.start.body, looped=False, around=())

    def block(self, body: list[ast.stmt], looped: bool, around: tuple[str, ...]) -> list[ast.stmt]:
        found: list[ast.stmt] = []
        for node in body:
            if isinstance(node, ast.FunctionDef | ast.ClassDef):
                found.append(node)
                continue
            for name in ("body", "orelse", "finalbody"):
                inner = getattr(node, name, None)
                if isinstance(inner, list) and inner and isinstance(inner[0], ast.stmt):
                    turns = looped or isinstance(node, ast.For | ast.While)
                    setattr(node, name, self.block(inner, turns, around))
            for part in [*getattr(node, "handlers", []), *getattr(node, "cases", [])]:
                part.body = self.block(part.body, looped, around)
            found += self.statement(node, looped, around) or [node]
        return found

    def statement(self, node: ast.stmt, looped: bool, around: tuple[str, ...]) -> list[ast.stmt]:
        """What the statement stands for; nothing where it stays."""
        match node:
            case ast.Expr(value=ast.Call() as call):
                pass
            case ast.Assign(value=ast.Call() as call) | ast.AnnAssign(value=ast.Call() as call):
                pass
            case _:
                return []
        method = _method(call, self.own)
        if method not in self.methods or method in around or self.left == 0:
            return []
        self.left -= 1
        made = self.written(self.methods[method], call, looped)
        if made is None:
            return []
        body, result = made
        body = self.block(body, looped, (*around, method))
        if not isinstance(node, ast.Expr):
            node.value = result
            body.append(node)
        elif not isinstance(result, ast.Constant):
            body.append(ast.Expr(result))
        for statement in body:
            for part in ast.walk(statement):
                if "lineno" in part._attributes and not hasattr(part, "lineno"):
                    ast.copy_location(part, call)
        return body or [ast.copy_location(ast.Pass(), call)]

    def written(self, method: ast.FunctionDef, call: ast.Call, looped: bool) -> tuple[list[ast.stmt], ast.expr] | None:
        """The body of the method, and what it returns."""
        given = _given(method, call)
        body = method.body[1:] if ast.get_docstring(method) is not None else method.body
        inside = [part for statement in body for part in ast.walk(statement)]
        returns = [part for part in inside if isinstance(part, ast.Return)]
        if given is None or any(returned is not body[-1] for returned in returns):
            return None
        unfit = (ast.FunctionDef, ast.Lambda, ast.ClassDef, ast.Yield, ast.YieldFrom, ast.Nonlocal, ast.Global)
        if any(isinstance(part, (*unfit, ast.NamedExpr, ast.Delete)) for part in inside):
            return None
        stored = {part.id for part in inside if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
        if any(isinstance(part, ast.pattern) and names.captures([part]) for part in inside):
            return None
        stored |= names.captures(inside)
        first = _first(method)
        if first in stored or any(isinstance(part, ast.ExceptHandler) and part.name for part in inside):
            return None
        free = {part.id for part in inside if isinstance(part, ast.Name)} - stored - given.keys() - {first}
        if free & bound_in(self.start):
            return None
        if looped and any(not _is_set_first(name, body) for name in stored - given.keys()):
            return None
        renamed = {name: self.fresh(name) for name in sorted({*given, *stored})}
        made: list[ast.stmt] = [ast.Assign([ast.Name(renamed[name], ast.Store())], given[name]) for name in given]
        rename = _Renamed({**renamed, first: self.own})
        copied = [rename.visit(copy.deepcopy(part)) for part in body]
        result: ast.expr = ast.Constant(None)
        if returns:
            last = copied.pop()
            assert isinstance(last, ast.Return)
            result = last.value or result
        return [*made, *copied], result

    def fresh(self, name: str) -> str:
        made = names.fresh(name, self.taken)
        self.taken.add(made)
        return made


def arguments_of(function: ast.FunctionDef, call: ast.Call, with_first: ast.expr | None) -> dict[str, ast.expr] | None:
    """The argument of each parameter of a function, or of a method that is called on this record."""
    if with_first is not None:
        given = _given(function, call)
        return None if given is None else {_first(function): with_first, **given}
    bare = copy.copy(function)
    bare.args = copy.copy(function.args)
    bare.args.args = [ast.arg("self of none"), *function.args.args]
    return None if function.args.posonlyargs else _given(bare, call)


def _given(method: ast.FunctionDef, call: ast.Call) -> dict[str, ast.expr] | None:
    """The argument of each parameter, in the order in which they are computed."""
    args = method.args
    plain = [*args.posonlyargs, *args.args]
    if args.vararg or args.kwarg or not plain or len(args.defaults) == len(plain) or len(call.args) > len(plain) - 1:
        return None
    if any(isinstance(item, ast.Starred) for item in call.args) or any(item.arg is None for item in call.keywords):
        return None
    defaults = dict(zip([item.arg for item in reversed(plain)], reversed(args.defaults), strict=False))
    for argument, value in zip(args.kwonlyargs, args.kw_defaults, strict=True):
        defaults |= {} if value is None else {argument.arg: value}
    if not all(isinstance(value, ast.Constant) for value in defaults.values()):
        return None
    found = {parameter.arg: value for parameter, value in zip(plain[1:], call.args, strict=False)}
    unnamed = [item.arg for item in args.posonlyargs]
    for keyword in call.keywords:
        if keyword.arg is None or keyword.arg in found or keyword.arg in unnamed:
            return None
        found[keyword.arg] = keyword.value
    wanted = [item.arg for item in (*plain[1:], *args.kwonlyargs)]
    found |= {name: copy.deepcopy(defaults[name]) for name in wanted if name not in found and name in defaults}
    return found if found.keys() == set(wanted) else None


def _is_given(node: ast.Attribute) -> bool:
    return not isinstance(node.ctx, ast.Load)


def _gives(node: ast.AST, own: str) -> bool:
    """Whether the record gets another name, or its name another value."""
    return isinstance(node, ast.Name) and node.id == own and not isinstance(node.ctx, ast.Load)


def _is_set_first(name: str, body: list[ast.stmt]) -> bool:
    """Whether nothing is read of the variable that a turn before has left in it."""
    mentions = [
        part for part in body if any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(part))
    ]
    match mentions[0]:
        case ast.Assign(targets=[ast.Name(id=found)], value=value) if found == name:
            return not any(isinstance(inner, ast.Name) and inner.id == name for inner in ast.walk(value))
    return len(mentions) == 1 and all(
        not isinstance(inner, ast.Name) or inner.id != name or _is_own(inner, mentions[0])
        for inner in ast.walk(mentions[0])
    )


def _is_own(name: ast.Name, statement: ast.stmt) -> bool:
    """Whether the variable belongs to comprehensions, or is that of the loop that the statement is."""
    if isinstance(statement, ast.For) and isinstance(statement.target, ast.Name) and statement.target.id == name.id:
        outside = [*ast.walk(statement.iter), *(part for last in statement.orelse for part in ast.walk(last))]
        return name not in outside
    kinds = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    inside = [part for made in ast.walk(statement) if isinstance(made, kinds) for part in ast.walk(made)]
    return any(part is name for part in inside)


class _Renamed(ast.NodeTransformer):
    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return ast.copy_location(ast.Name(self.names.get(node.id, node.id), node.ctx), node)
