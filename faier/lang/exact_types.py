"""`type(x) is int` asks for the class itself: `isinstance(x, int) and not isinstance(x, bool)`, and `type(x) is Point`,
where no class is made of Point, is `isinstance(x, Point)`.
"""

from __future__ import annotations

import ast
import copy

from faier.lang.later_fields import reads_others
from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved

_ASKED = frozenset(["type", "isinstance", "int", "bool", "str"])
_CHANGING = frozenset(["__instancecheck__", "__class__", "__mro_entries__"])
_PLAIN_BASES = frozenset(["object", "NamedTuple", "typing.NamedTuple", "Enum", "enum.Enum"])
_MIXED = frozenset(["int", "str", "IntEnum", "StrEnum", "enum.IntEnum", "enum.StrEnum"])


def with_exact_types(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which `isinstance` asks for them."""
    calls = [part for part in occurring(tree, ast.Call) if isinstance(part.func, ast.Name) and part.func.id == "type"]
    given = given_names(tree)
    if not calls or imported or reads_others(tree) or _ASKED & {*given} or _CHANGING & {*given, *_read(tree)}:
        return tree
    bases = {ast.unparse(base) for node in occurring(tree, ast.ClassDef) for base in node.bases}
    asked = {
        node.name
        for node in tree.body
        if isinstance(node, ast.ClassDef) and given.count(node.name) == 1 and node.name not in bases
        if not node.keywords and {ast.unparse(base) for base in node.bases} <= _PLAIN_BASES
    }
    return ast.Module(
        [_Exact(asked, not bases & _MIXED and not _renames(tree)).visit(copy.deepcopy(node)) for node in tree.body],
        tree.type_ignores,
    )


def _read(tree: ast.Module) -> set[str]:
    return {part.attr for part in occurring(tree, ast.Attribute)}


def _renames(tree: ast.Module) -> bool:
    """Whether what is an Enum has another name: it may be one of those that are numbers or texts."""
    modules = [item for node in occurring(tree, ast.Import) for item in node.names if item.name == "enum"]
    words = [item for node in occurring(tree, ast.ImportFrom) if node.module == "enum" for item in node.names]
    return any(item.asname is not None for item in (*modules, *words))


class _Exact(ast.NodeTransformer):
    """`plain`: numbers and texts have no classes of the file."""

    def __init__(self, asked: set[str], plain: bool) -> None:
        self.asked = asked
        self.plain = plain

    def visit_Compare(self, node: ast.Compare) -> ast.AST:
        self.generic_visit(node)
        match node:
            case ast.Compare(
                left=ast.Call(func=ast.Name(id="type"), args=[value], keywords=[]),
                ops=[ast.Is() | ast.IsNot() | ast.Eq() | ast.NotEq() as operator],
                comparators=[ast.Name(id=name)],
            ):
                text = self.text(value, name)
                if text is not None:
                    negated = isinstance(operator, ast.IsNot | ast.NotEq)
                    return moved(ast.parse(f"not ({text})" if negated else text, mode="eval").body, node)
        return node

    def text(self, value: ast.expr, name: str) -> str | None:
        said = ast.unparse(value)
        if name == "int" and self.plain and _is_still(value):
            return f"isinstance({said}, int) and not isinstance({said}, bool)"
        if name in self.asked or name == "bool" or (name == "str" and self.plain):
            return f"isinstance({said}, {name})"
        return None


def _is_still(value: ast.expr) -> bool:
    """Whether it may be computed twice."""
    match value:
        case ast.Name() | ast.Constant():
            return True
        case ast.Subscript(value=base, slice=index):
            return _is_still(base) and _is_still(index)
    return False
