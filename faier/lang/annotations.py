"""Annotations that declare nothing: remarks for people and for type checkers, in whatever words Python has."""

from __future__ import annotations

import ast
import builtins

from faier.lang import typed
from faier.lang.names import File, suggestion
from faier.lang.vocabulary import TYPES, VOCABULARY

_HOMES = {
    "collections.abc": ("Callable", "Collection", "Generator", "Iterable", "Iterator", "Mapping", "Sequence"),
    "typing": ("Any", "ClassVar", "Final", "Literal", "NamedTuple", "Optional", "TypeAlias", "Union"),
}


_BUILT_IN = frozenset(["int", "bool", "float", "str", "list", "tuple", "dict", "set", "frozenset", "type", "object"])
_MEANING = frozenset(["Literal", "Optional", "Union", "NamedTuple", "Final"])  # these may stand for types of inputs


def is_remark(node: ast.expr, file: File) -> bool:
    """Whether the annotation is Python's own, so that nothing is declared."""
    if typed.names_type(file, node) or (isinstance(node, ast.Name) and node.id in file.broken):
        return False
    check_names(node, file)
    return True


def names_remark(node: ast.expr, file: File) -> bool:
    """Whether the expression is a type of Python's own that says something to type checkers alone: `list[int]`."""
    if typed.names_tuple(file, node):
        return False
    match node:
        case ast.Subscript(value=value, slice=inside) if file.library_name(value) in _EITHER:
            return _either(inside.elts if isinstance(inside, ast.Tuple) else [inside], file)
        case ast.Subscript(value=value):
            return _is_builtin(value, file) or _of_typing(value, file)
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return _either([left, right], file)
        case ast.Call(func=called, args=[ast.Constant(value=str()), *_]):
            return file.library_name(called) in ("typing.TypeVar", "typing.ParamSpec", "typing.TypeVarTuple")
    return _of_typing(node, file)


_EITHER = ("typing.Union", "typing.Optional")


def _either(sides: list[ast.expr], file: File) -> bool:
    """Whether they are types that no input has beside others: Python's own, and records; or values."""
    plain = [_is_builtin(side, file) or _is_record(side, file) or _is_remark(side, file) for side in sides]
    return all(known or _is_value(side, file) for known, side in zip(plain, sides, strict=True)) and any(plain)


def _is_remark(node: ast.expr, file: File) -> bool:
    return names_remark(node, file) or (isinstance(node, ast.Name) and node.id in file.remarks)


def _is_value(node: ast.expr, file: File) -> bool:
    """None, or `Literal["yes"]`."""
    if isinstance(node, ast.Subscript):
        return file.library_name(node.value) == "typing.Literal"
    return isinstance(node, ast.Constant) and node.value is None


def _is_builtin(node: ast.expr, file: File) -> bool:
    return isinstance(node, ast.Name) and node.id in _BUILT_IN and node.id not in file.places


def _is_record(node: ast.expr, file: File) -> bool:
    return isinstance(node, ast.Name) and node.id in file.classes and file.classes[node.id].constructor is not None


def _of_typing(node: ast.expr, file: File) -> bool:
    origin = file.library_name(node) or ""
    return origin.startswith(("typing.", "collections.abc.", "numbers.")) and origin.rpartition(".")[2] not in _MEANING


def check_remark(node: ast.expr, file: File) -> None:
    """A remark that says nothing of which somebody could think that it is checked. Names of the file's own for types
    stand in remarks as Python's do."""
    check_names(node, file)
    for part in _parts(node, file):
        if isinstance(part, (ast.Name, ast.Attribute)) and file.word(part) in TYPES:
            message = "a type of faier inside of one of Python's is not checked"
            file.error("FA208", node, message, "write Vector[Int[0, 2], n], or with Python's types alone: list[int]")
            return


def check_names(node: ast.expr, file: File) -> None:
    """Report names in the annotation that nothing defines: running the file would fail there."""
    for part in _parts(node, file):
        if not isinstance(part, ast.Name) or _known(part.id, file):
            continue
        if part.id in file.later or part.id in file.for_types:
            if not file.postponed and not hasattr(part, "quoted"):
                hint = "move its definition up, put it in quotes, or begin with: from __future__ import annotations"
                file.error("FA204", part, f"`{part.id}` is used before it is defined", hint)
            continue
        home = next((module for module, names in _HOMES.items() if part.id in names), None)
        home = "faier" if part.id in VOCABULARY else home
        if home is not None:
            file.error("FA202", part, f"`{part.id}` is not imported", f"add: from {home} import {part.id}")
        else:
            hint = suggestion(part.id, {*TYPES, *file.types, *file.classes, "int", "bool", "str", "list", "tuple"})
            file.error("FA208", part, f"`{part.id}` is not a type of the language", hint)


def _known(name: str, file: File) -> bool:
    return name in file.places or name in file.broken or hasattr(builtins, name)


def _parts(node: ast.expr, file: File) -> list[ast.expr]:
    """The parts of an annotation that stand for types; quoted ones are read, and found at their quotes."""
    found: list[ast.expr] = []
    waiting: list[ast.AST] = [node]
    while waiting:
        part = waiting.pop()
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            try:
                quoted = ast.parse(part.value.strip(), mode="eval").body
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                file.error("FA208", part, "this is no type", "leave the annotation out")
                continue
            for inner in ast.walk(quoted):
                ast.copy_location(inner, part)
                inner.quoted = True  # type: ignore[attr-defined]
            found += [inner for inner in ast.walk(quoted) if isinstance(inner, (ast.Name, ast.Attribute))]
            continue
        if isinstance(part, ast.expr):
            found.append(part)
        if isinstance(part, ast.Subscript) and file.library_name(part.value) in ("typing.Literal", "typing.Annotated"):
            waiting.append(part.value)
            continue
        waiting.extend(reversed(list(ast.iter_child_nodes(part))))
    return found
