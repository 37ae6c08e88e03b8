"""Which variables hold records of which class, or containers, as far as the assignments in a function say it."""

from __future__ import annotations

import ast
from typing import TypeGuard

from faier.lang.names import File, captures
from faier.lang.occurring import occurring
from faier.lang.scope import CONTAINER, NUMBER

# What methods of operators are called after.
BINARY: dict[type[ast.operator], str] = {
    ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.Div: "truediv", ast.FloorDiv: "floordiv", ast.Mod: "mod",
    ast.Pow: "pow", ast.BitAnd: "and", ast.BitOr: "or", ast.BitXor: "xor", ast.LShift: "lshift", ast.RShift: "rshift",
    ast.MatMult: "matmul",
}  # fmt: skip
_MADE = frozenset(["list", "dict", "set", "sorted", "deque", "Counter", "defaultdict", "shuffled", "sample"])
_DISPLAYS = (ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)


def made_in(function: ast.FunctionDef, file: File) -> dict[str, str]:
    """The class of each variable all of whose assignments make records of it, or `CONTAINER`."""
    found: dict[str, set[str]] = {}
    changed: set[tuple[str, type[ast.operator]]] = set()
    for part in ast.walk(function):
        match part:
            case ast.Assign(targets=targets, value=value):
                for target in targets:
                    _note(target, value, file, found)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                _note(target, value, file, found)
            case ast.AugAssign(target=ast.Name(id=name), op=op, value=value):
                changed |= set() if _kind(value, file) == NUMBER else {(name, type(op))}
            case ast.Name(id=name, ctx=ast.Store()):
                found.setdefault(name, set())
            case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                found.setdefault(name, set()).add("")
            case ast.arg(arg=name, annotation=annotation):
                number = NUMBER if declares_number(annotation, file) else ""
                found.setdefault(name, set()).add(CONTAINER if _declared(annotation) == CONTAINER else number)
    for part in ast.walk(function):
        match part:
            case (
                ast.For(target=ast.Name(id=name), iter=iterable)
                | ast.comprehension(target=ast.Name(id=name), iter=iterable)
            ) if _is_range(iterable, file):
                found.setdefault(name, set()).add(NUMBER)
            case ast.For(target=ast.Name(id=name), iter=ast.Tuple(elts=items) | ast.List(elts=items)) if items:
                found.setdefault(name, set()).update(_kind(item, file) for item in items)
            case ast.For(target=target) | ast.comprehension(target=target) | ast.NamedExpr(target=target):
                for inner in ast.walk(target):
                    if isinstance(inner, ast.Name):
                        found.setdefault(inner.id, set()).add("")
    for name, operator in changed:  # of a record that is another value
        if name in found and not found[name] <= {CONTAINER}:
            found[name] |= set() if all(_keeps(file, kind, operator) for kind in found[name]) else {""}
    return {name: next(iter(kinds)) for name, kinds in found.items() if len(kinds) == 1 and "" not in kinds}


def _keeps(file: File, kind: str, operator: type[ast.operator]) -> bool:
    """Whether the class has a method for this operator in place, which gives the record itself."""
    methods = dict(file.classes[kind].methods) if kind in file.classes else {}
    method = methods.get(f"__i{BINARY[operator]}__")
    return method is not None and gives_itself(method)


def gives_itself(function: ast.FunctionDef) -> bool:
    """Whether the method returns the record that it is called on, and at its end alone."""
    returned = [part for part in ast.walk(function) if isinstance(part, ast.Return)]
    own = [*function.args.posonlyargs, *function.args.args][0].arg
    stored = [part for part in ast.walk(function) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    match function.body[-1]:
        case ast.Return(value=ast.Name(id=name)):
            again = {part.id for part in stored} | captures(ast.walk(function))
            return len(returned) == 1 and name == own and own not in again
    return False


def fields_made(tree: ast.Module) -> dict[str, str]:
    """The class of what fields of each name hold, or `CONTAINER`, where every assignment and every declaration in the
    file says the same. A method makes sure by itself that it gets such a record."""
    found: dict[str, set[str]] = {}
    kinds: tuple[type[ast.stmt], ...] = (ast.Assign, ast.AnnAssign, ast.AugAssign, ast.ClassDef)
    for part in (part for kind in kinds for part in occurring(tree, kind)):
        match part:
            case (
                ast.Assign(targets=[ast.Attribute(attr=name)], value=ast.expr() as value)
                | ast.AnnAssign(target=ast.Attribute(attr=name), value=ast.expr() as value)
            ):
                found.setdefault(name, set()).add(_of_field(value))
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)) if _alone(targets, values):
                for target, value in zip(targets, values, strict=True):
                    if isinstance(target, ast.Attribute):
                        found.setdefault(target.attr, set()).add(_of_field(value))
            case ast.Assign(targets=targets):
                stored = {inner.attr for target in targets for inner in ast.walk(target) if _is_stored(inner)}
                for name in stored:
                    found.setdefault(name, set()).add("")
            case ast.AnnAssign(target=ast.Attribute(attr=name)) | ast.AugAssign(target=ast.Attribute(attr=name)):
                found.setdefault(name, set()).add("")
            case ast.ClassDef(body=body):
                for item in body:
                    match item:
                        case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation):
                            found.setdefault(name, set()).add(_declared(annotation))
    sure = {name: next(iter(made)) for name, made in found.items() if len(made) == 1 and "" not in made}
    if occurring(tree, ast.Try):  # that may catch what makes sure; what containers alone have is refused of others
        return {name: made for name, made in sure.items() if made == CONTAINER}
    return sure


def _alone(targets: list[ast.expr], values: list[ast.expr]) -> bool:
    """Whether each of the targets, names and fields, gets the value at its place."""
    plain = all(isinstance(target, ast.Name | ast.Attribute) for target in targets)
    return plain and len(targets) == len(values) and not any(isinstance(value, ast.Starred) for value in values)


def _of_field(value: ast.expr) -> str:
    match value:
        case ast.Call(func=ast.Name(id=made)):
            return CONTAINER if made in _MADE else made
    return CONTAINER if _is_container(value) else ""


def _declared(annotation: ast.expr | None) -> str:
    match annotation:
        case ast.Name(id=made) | ast.Subscript(value=ast.Name(id=made)):
            return CONTAINER if made in _MADE else made if isinstance(annotation, ast.Name) else ""
    return ""


def _is_container(value: ast.expr) -> bool:
    match value:
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)) if name in _MADE:
            return True
        case ast.BinOp(left=ast.List(), op=ast.Mult()):
            return True
    return isinstance(value, _DISPLAYS)


def _is_stored(node: ast.AST) -> TypeGuard[ast.Attribute]:
    return isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store)


def declares_number(annotation: ast.expr | None, file: File) -> bool:
    """Whether it says that no record is meant."""
    match annotation:
        case ast.Name(id=name):
            return name in ("int", "float", "bool", "str", "Fraction") or file.words.get(name) in ("Bool", "Fraction")
        case ast.Subscript(value=ast.Name(id=name)):
            return file.words.get(name) == "Int"
    return False


def _is_range(node: ast.expr, file: File) -> bool:
    match node:
        case ast.Call(func=ast.Name(id="range")):
            return "range" not in file.places
    return False


def _note(target: ast.expr, value: ast.expr, file: File, found: dict[str, set[str]]) -> None:
    match target, value:
        case ast.Name(id=name), _:
            found.setdefault(name, set()).add(_kind(value, file))
        case ast.Tuple(elts=targets), ast.Tuple(elts=values) if len(targets) == len(values):
            for inner, item in zip(targets, values, strict=True):
                _note(inner, item, file, found)
        case _:
            for part in ast.walk(target):
                if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store):
                    found.setdefault(part.id, set()).add("")


def _kind(value: ast.expr, file: File) -> str:
    match value:
        case ast.Call(func=ast.Name(id=name)) if name in file.classes:
            return name
        case ast.Attribute(attr=name) if file.holding.get(name) in file.classes:
            return file.holding[name]
        case ast.IfExp(body=then, orelse=otherwise) if (kind := _kind(then, file)) == _kind(otherwise, file):
            return kind
        case ast.Constant(value=constant) if constant is not None:
            return NUMBER
        case ast.JoinedStr() | ast.Compare() | ast.Call(func=ast.Name(id="len")):
            return NUMBER
    return CONTAINER if _is_container(value) else ""
