"""Functions as values: what stands in lists and dictionaries, and what is given to other functions.

A function that is a value is a label in the tree, like a member of an Enum, and a call of a variable asks the run which
of them it is. Lambdas that see no variables of functions around them become functions of the file.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Protocol, TypeGuard

from faier.lang.callables import fresh
from faier.lang.made_constants import is_constant
from faier.lang.method_calls import repeatable
from faier.lang.names import CALL, File, Signature
from faier.lang.occurring import occurring
from faier.lang.placing import placed
from faier.lang.repeated import is_repeatable
from faier.lang.scope import Place, Scope
from faier.lang.syntax import Attribute, Call, Choice, Expression, Literal, Name, Span
from faier.lang.values import FUNCTION, sole

_READ_IN_PLACE = frozenset(
    [
        "map",
        "filter",
        "reduce",
        "starmap",
        "partial",
        "sorted",
        "min",
        "max",
        "accumulate",
        "where",
        "defaultdict",
        "field",
    ]
)


_ABOUT = frozenset(["neighbors", "prior"])  # of claims
_KEYED = _ABOUT | {"key"}
# Functions and methods of Python that read `key=` in its place.
_TAKE_KEYS = frozenset(["sort", "nlargest", "nsmallest", "groupby", "merge", "bisect", "bisect_left", "bisect_right"])
_TAKE_KEYS |= {"insort", "insort_left", "insort_right"}
_MODULES = frozenset(["functools", "itertools", "collections", "dataclasses", "ft", "it", "faier"])


class Reader(Protocol):
    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...


def lambdas_in(tree: ast.Module, file: File) -> list[ast.FunctionDef]:
    """The lambdas of the file that are values, as definitions."""
    found: list[ast.FunctionDef] = []
    if not occurring(tree, ast.Lambda):
        return found
    waiting: list[tuple[ast.AST, frozenset[str]]] = [(tree, frozenset())]
    while waiting:
        node, inside = waiting.pop()
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            inside |= _names_of(node)
        for child in values_in(node):
            if isinstance(child, ast.Lambda) and not _sees(child, inside):
                name = f"lambda_{child.lineno}_{child.col_offset}"
                file.handed[child.lineno, child.col_offset] = name
                returned = ast.copy_location(ast.Return(child.body), child.body)
                made = ast.FunctionDef(name, child.args, [returned], [], None)
                made.type_params = []  # type: ignore[attr-defined,unused-ignore]
                found.append(ast.copy_location(made, child))
        waiting += [(child, inside) for child in ast.iter_child_nodes(node)]
    return found


def functions_in(tree: ast.Module) -> set[str]:
    """The functions of the file that are mentioned as values."""
    plain = [node for node in tree.body if isinstance(node, ast.FunctionDef) and not node.decorator_list]
    defined = {node.name for node in plain if not is_constant(node)}
    defined |= {node.name for node in tree.body if isinstance(node, ast.ClassDef) and not _is_enum(node)}
    if not any(part.id in defined for part in occurring(tree, ast.Name)):
        return set()
    types = {node.name for node in tree.body if isinstance(node, ast.ClassDef)}  # int | Box names no value
    values = [
        child
        for node in ast.walk(tree)
        for child in values_in(node)
        if not (isinstance(node, ast.BinOp) and isinstance(child, ast.Name) and child.id in types)
    ]
    asked = {id(part) for node in occurring(tree, ast.Call) if _is_test(node) for part in ast.walk(node)}
    return {child.id for child in values if isinstance(child, ast.Name) and id(child) not in asked} & defined


def _is_test(node: ast.AST) -> bool:
    """Whether it asks for classes, which are no values there."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "isinstance"


def _is_enum(node: ast.ClassDef) -> bool:
    return any(ast.unparse(base).rpartition(".")[2] in ("Enum", "IntEnum", "StrEnum", "Flag") for base in node.bases)


def note(file: File, name: str) -> None:
    """The function can be a value."""
    file.constants[f"{FUNCTION}{name}.{name}"] = sole(FUNCTION, name, name)
    file.functions.append(name)


def value_of(file: File, node: ast.expr, span: Span) -> Expression | None:
    """The function that the expression names, as a value."""
    match node:
        case ast.Name(id=name) if name in file.functions:
            return Name(f"{FUNCTION}{name}.{name}", span)
        case ast.Lambda() if (node.lineno, node.col_offset) in file.handed:
            name = file.handed[node.lineno, node.col_offset]
            return Name(f"{FUNCTION}{name}.{name}", span)
    return None


def callable_here(reader: Reader, node: ast.Call) -> list[Signature]:
    """The functions that could be meant by a call of a value with these arguments."""
    file = reader.file
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return []
    found = []
    known = [file.signatures.get(name) or _maker(file, name) for name in file.functions]
    records = [file.methods[f"{owner.shape.name}.{CALL}"] for owner in file.owners(CALL)]
    for signature in (*known, *records):
        if signature is None or signature.yields or signature.kind != "helper":
            continue
        count = len(node.args) + (signature in records)
        if signature.rest is not None:
            count = min(count, signature.parameters.index(signature.rest))
        named = {keyword.arg for keyword in node.keywords if keyword.arg is not None}
        tables = [keyword.value for keyword in node.keywords if keyword.arg is None]
        plain = [item for item in signature.parameters if not item.keyword_only and not item.rest]
        left = [item for item in signature.parameters if item not in plain[:count] and not item.rest]
        # What a dictionary has is known when it runs: then it fails where something is missing, or is too much.
        from_table = len(tables) == 1 and isinstance(tables[0], ast.Name)
        needed = set() if from_table else {item.name for item in left if item.default is None}
        if tables and not from_table:
            continue
        if count <= len(plain) and needed <= named <= {item.name for item in left} - signature.unnamed:
            found.append(signature)
    return found


def _maker(file: File, name: str) -> Signature | None:
    """What makes a record of the class, by the name of the class."""
    made = file.classes.get(name)
    if made is None or made.constructor is None:
        return None
    return replace(file.methods.get(f"{made.shape.name}.__init__", made.constructor), name=name)


class Invoker(Protocol):
    def __call__(self, signature: Signature) -> Expression: ...


def called(reader: Reader, node: ast.Call, span: Span, invoke: Invoker) -> Expression:
    """A call of what a variable or an item of a container holds."""
    signatures = callable_here(reader, node)
    if not signatures:
        hint = "call a function by its name"
        return reader.wrong("FA205", node.func, "no function that is a value takes these arguments", hint)
    value = reader.read(node.func)
    again = [part for part in (*node.args, *(item.value for item in node.keywords)) if not _is_plain(reader, part)]
    once = not repeatable(value) and not is_repeatable(reader.file, node.func)
    if once or (again and len(signatures) > 1):
        named = named_first(reader, node)
        if named is not None:
            return named
    if once:
        return reader.wrong("FA205", node.func, "this is computed once", "give it a name first: f = ...; f(x)")
    found: Expression = Attribute(value, "__call__", span)
    for signature in reversed(signatures):
        is_record = signature.name.endswith(f".{CALL}")
        label = signature.name.removesuffix(f".{CALL}") if is_record else f"{FUNCTION}{signature.name}"
        test = Call("isinstance", (value, Literal(label)), (), span)
        found = Choice(test, invoke(signature), found, span)
    return found


def _is_plain(reader: Reader, node: ast.expr) -> bool:
    """Whether the argument may be written several times: what a property computes may not."""
    return isinstance(node, (ast.Name, ast.Constant, ast.Lambda)) or (
        isinstance(node, ast.Attribute) and is_repeatable(reader.file, node)
    )


def named_first(reader: Reader, node: ast.Call, method: ast.Attribute | None = None) -> Expression | None:
    """`(f := function, a := argument, f(a))[2]`, where variables may get values; of a method what it is called on."""
    outer = reader.scope
    if outer.binds is None or outer.iterating:
        return None
    made: list[ast.expr] = []
    new: dict[str, str] = {}

    def bound(part: ast.expr, name: str) -> ast.expr:
        if _is_plain(reader, part):
            return part
        name = fresh(reader, name)
        new[name] = name
        made.append(ast.NamedExpr(ast.Name(name, ast.Store()), part))
        return ast.Name(name, ast.Load())

    function = bound(node.func if method is None else method.value, "function" if method is None else "record")
    if method is not None:
        function = ast.Attribute(function, method.attr, ast.Load())
    arguments = [bound(part, "given") for part in node.args]
    keywords = [ast.keyword(item.arg, bound(item.value, "given")) for item in node.keywords]
    made.append(ast.Call(function, arguments, keywords))
    scope = replace(outer, names=outer.names.new_child(new))
    scope.binds = {**outer.binds, **new}
    reader.scope = scope
    last = ast.Constant(len(made) - 1)
    read = reader.read(placed(ast.Subscript(ast.Tuple(made, ast.Load()), last, ast.Load()), node))
    reader.scope = outer
    return read


def read_of_first(reader: Reader, node: ast.Attribute) -> Expression | None:
    """`(r := record, r.name)[1]`, where variables may get values."""
    outer = reader.scope
    if outer.binds is None or outer.iterating:
        return None
    name = fresh(reader, "record")
    made: list[ast.expr] = [
        ast.NamedExpr(ast.Name(name, ast.Store()), node.value),
        ast.Attribute(ast.Name(name, ast.Load()), node.attr, ast.Load()),
    ]
    reader.scope = replace(outer, names=outer.names.new_child({name: name}))
    reader.scope.binds = {**outer.binds, name: name}
    read = reader.read(placed(ast.Subscript(ast.Tuple(made, ast.Load()), ast.Constant(1), ast.Load()), node))
    reader.scope = outer
    return read


def values_in(node: ast.AST) -> list[ast.expr]:
    """What stands in the node as a value: not what is called, nor what is read where it stands."""
    match node:
        case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
            return items
        case ast.Dict(values=items):
            return items
        case ast.ClassDef(body=body) if _has_fields(node):
            return [part.value for part in body if isinstance(part, ast.AnnAssign) and _is_function(part.value)]
        case ast.Call(func=func, keywords=keywords) if _called(func) == "field":
            return [item.value for item in keywords if item.arg == "default"]
        case ast.Call(func=func, args=arguments, keywords=keywords):
            if _called(func) in _READ_IN_PLACE or (isinstance(func, ast.Name) and func.id == "isinstance"):
                return []
            unread = _KEYED if _called_last(func) in _TAKE_KEYS else _ABOUT
            return [*arguments, *(item.value for item in keywords if item.arg not in unread)]
        case ast.IfExp(body=body, orelse=otherwise):
            return [body, otherwise]
        case ast.BoolOp(values=values):
            return values
        case ast.BinOp(
            left=left, op=ast.RShift() | ast.LShift() | ast.BitOr() | ast.MatMult() | ast.Add(), right=right
        ):
            return [left, right]  # of an own class: pipe >> abs
        case ast.Return(value=ast.expr() as value):
            return [value]
        case ast.Assign(value=ast.Name() as value):
            return [value]
        case ast.arguments(defaults=defaults, kw_defaults=named):
            return [*defaults, *(item for item in named if item is not None)]
    return []


def _has_fields(node: ast.ClassDef) -> bool:
    """Whether what its body gives names are defaults of fields: elsewhere functions there are methods."""
    marks = [item.func if isinstance(item, ast.Call) else item for item in node.decorator_list]
    return any(ast.unparse(mark).rpartition(".")[2] in ("dataclass", "NamedTuple") for mark in (*marks, *node.bases))


def _is_function(node: ast.expr | None) -> TypeGuard[ast.expr]:
    return isinstance(node, ast.Name | ast.Lambda)


def _called_last(function: ast.expr) -> str:
    return (
        function.attr if isinstance(function, ast.Attribute) else function.id if isinstance(function, ast.Name) else ""
    )


def _called(function: ast.expr) -> str:
    """What is called, also of a module: a method of this name is something else."""
    match function:
        case ast.Name(id=name):
            return name
        case ast.Attribute(value=ast.Name(id=module), attr=name) if module in _MODULES:
            return name
    return ""


def _names_of(node: ast.FunctionDef | ast.Lambda) -> frozenset[str]:
    """The variables of the function."""
    arguments = [item.arg for item in ast.walk(node.args) if isinstance(item, ast.arg)]
    stored = [part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)]
    return frozenset([*arguments, *stored])


def _sees(node: ast.Lambda, inside: frozenset[str]) -> bool:
    """Whether it reads variables of a function around it."""
    own = _names_of(node)
    read = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    return bool((read - own) & inside) or any(isinstance(part, ast.Lambda) for part in ast.walk(node.body))
