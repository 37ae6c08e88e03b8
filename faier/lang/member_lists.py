"""An Enum that is handed over as the sequence of its members: `Response(Answer)` is `Response(list(Answer))`, where the
function, or the `__init__`, does nothing with it but go over it, count it or make a list of it.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.occurring import occurring

_ENUMS = frozenset(["Enum", "IntEnum", "StrEnum"])
_PLAIN = frozenset(["ABC", "Generic", "Protocol", "object"])
_TAKING = frozenset(["enumerate", "frozenset", "len", "list", "reversed", "set", "tuple", "zip"])


def with_member_lists(tree: ast.Module) -> ast.Module:
    """The file, in which lists of the members are handed over."""
    enums = {node.name for node in tree.body if isinstance(node, ast.ClassDef) and _is_enum(node)}
    if not enums or not any(_handed(call, enums) for call in occurring(tree, ast.Call)):
        return tree
    tree = copy.deepcopy(tree)
    stored = [part.id for part in ast.walk(tree) if isinstance(part, ast.Name) and not isinstance(part.ctx, ast.Load)]
    stored += [part.arg for part in ast.walk(tree) if isinstance(part, ast.arg)]
    defined = [part.name for part in ast.walk(tree) if isinstance(part, ast.ClassDef | ast.FunctionDef)]
    builtin = not _TAKING & {*stored, *defined}
    stored += [alias.asname or alias.name for part in ast.walk(tree) for alias in _imported(part)]
    starts = _starts(tree)
    for call in ast.walk(tree):
        if isinstance(call, ast.Call) and isinstance(call.func, ast.Name) and builtin:
            name = call.func.id
            if name in starts and name not in stored and defined.count(name) == 1:
                _listed(call, starts[name], enums - {*stored})
    return tree


def _imported(node: ast.AST) -> list[ast.alias]:
    return node.names if isinstance(node, ast.Import | ast.ImportFrom) else []


def _is_enum(node: ast.ClassDef) -> bool:
    bases = [base.attr if isinstance(base, ast.Attribute) else getattr(base, "id", "") for base in node.bases]
    methods = {part.name for part in node.body if isinstance(part, ast.FunctionDef)}
    return not node.keywords and len(bases) == 1 and bases[0] in _ENUMS and not methods & {"__iter__", "__len__"}


def _handed(call: ast.AST, enums: set[str]) -> bool:
    if not isinstance(call, ast.Call) or not isinstance(call.func, ast.Name) or call.func.id in _TAKING:
        return False
    values = [*call.args, *(item.value for item in call.keywords)]
    return any(isinstance(value, ast.Name) and value.id in enums for value in values)


def _starts(tree: ast.Module) -> dict[str, ast.FunctionDef]:
    """What runs when these are called: functions, and the `__init__` of classes that are no Enums."""
    found: dict[str, ast.FunctionDef] = {}
    plain = set(_PLAIN)
    for node in tree.body:
        match node:
            case ast.FunctionDef(name=name, decorator_list=[]):
                found[name] = node
            case ast.ClassDef(name=name, decorator_list=[], keywords=[]) if all(
                _of(base) in plain for base in node.bases
            ):
                own = {part.name: part for part in node.body if isinstance(part, ast.FunctionDef)}
                if "__new__" not in own:
                    plain.add(name)
                    found |= {name: own["__init__"]} if "__init__" in own else {}
    return {name: start for name, start in found.items() if not start.decorator_list}


def _of(base: ast.expr) -> str:
    base = base.value if isinstance(base, ast.Subscript) else base
    return base.id if isinstance(base, ast.Name) else ""


def _listed(call: ast.Call, start: ast.FunctionDef, enums: set[str]) -> None:
    parameters = [item.arg for item in (*start.args.posonlyargs, *start.args.args)]
    parameters = parameters[1:] if start.name == "__init__" else parameters
    if any(isinstance(value, ast.Starred) for value in call.args):
        return
    for at, value in enumerate(call.args[: len(parameters)]):
        if isinstance(value, ast.Name) and value.id in enums and _is_gone_over(parameters[at], start):
            call.args[at] = _list_of(value)
    named = {*parameters, *(item.arg for item in start.args.kwonlyargs)}
    for item in call.keywords:
        if isinstance(item.value, ast.Name) and item.value.id in enums and item.arg in named:
            item.value = _list_of(item.value) if _is_gone_over(item.arg or "", start) else item.value


def _list_of(value: ast.Name) -> ast.expr:
    return ast.copy_location(ast.Call(ast.copy_location(ast.Name("list", ast.Load()), value), [value], []), value)


def _is_gone_over(name: str, function: ast.FunctionDef) -> bool:
    """Whether it makes no difference there that it is a list."""
    mentioned = [part for part in ast.walk(function) if isinstance(part, ast.Name) and part.id == name]
    fine = 0
    for part in ast.walk(function):
        match part:
            case ast.For(iter=ast.Name(id=found)) | ast.comprehension(iter=ast.Name(id=found)) if found == name:
                fine += 1
            case ast.Call(func=ast.Name(id=taking), args=args, keywords=[]) if taking in _TAKING:
                fine += sum(isinstance(value, ast.Name) and value.id == name for value in args)
    return fine == len(mentioned)
