"""Which types and annotations the checker reads."""

from __future__ import annotations

import ast

from .admitted_expressions import expression as admitted
from .file import File, Type
from .kinds import INPUTS, type_of
from .outcome import Hole
from .texts import expression


def admitted_type(file: File, node: ast.expr, kinds: tuple[str, ...] = INPUTS, public: bool = False) -> Type:
    """A type, and the numbers in it."""
    found = type_of(file, node)
    if found is None or found.kind not in kinds or found.public > public:
        raise Hole("a type of this kind")
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript):
            for inner in part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]:
                if type_of(file, inner) is None:
                    admitted(file, inner)
    return found


_SUBSCRIPTED = frozenset({"list", "tuple", "dict", "set", "frozenset", "type"})
_ALONE = _SUBSCRIPTED | {"int", "bool", "str", "float", "object", "complex", "bytes", "range"}
_PLAIN_WORDS = frozenset({"Fraction", "collections.Counter", "collections.deque", "collections.defaultdict"})
_SPECIAL = frozenset({"Final", "ClassVar", "Literal", "Optional", "Union", "TypeAlias", "NamedTuple", "TYPE_CHECKING"})
_NO_BRACKETS = frozenset({"typing.Any", "typing.NamedTuple", "typing.TypeAlias", "typing.TYPE_CHECKING", "Fraction"})


def annotation(file: File, node: ast.expr) -> bool:
    """Whether it is one of Python's own annotations, which say nothing that is checked, and which Python works out."""
    match node:
        case ast.Constant(value=str() as text):
            return text.isidentifier() and annotation(file, expression(text))
        case ast.Constant(value=value):
            return value is None
        case ast.Name(id=name) if not file.defines(name):
            return name in _ALONE
        case ast.Name(id=name) if name in file.classes:
            return True
        case ast.Name() | ast.Attribute():
            word = file.word(node)
            return word in _PLAIN_WORDS or (word or "").startswith(("typing.", "collections.abc."))
        case ast.Subscript(value=ast.Name() | ast.Attribute() as base, slice=inside):
            word = file.word(base)
            if not annotation(file, base) or word in _NO_BRACKETS:
                return False
            if word is None and not (isinstance(base, ast.Name) and base.id in _SUBSCRIPTED):
                return False
            if word == "typing.Literal":
                parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
                return all(isinstance(part, ast.Constant) for part in parts)
            return _arguments(file, word or "", inside.elts if isinstance(inside, ast.Tuple) else [inside])
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            both = isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
            return _argument(file, left) and _argument(file, right) and not both
    return False


def _arguments(file: File, word: str, parts: list[ast.expr]) -> bool:
    """What stands in the brackets of an annotation."""
    name = word.rpartition(".")[2]
    if name == "Callable" and len(parts) == 2:
        given = parts[0].elts if isinstance(parts[0], ast.List) else [parts[0]]
        return all(_dots(part) or _argument(file, part) for part in given) and _argument(file, parts[1])
    known = word.startswith(("typing.", "collections.abc.")) and name != "Union"
    if known and len(parts) != {"Mapping": 2, "Generator": 3, "Callable": 2}.get(name, 1):
        return False
    plain = [part for part in parts if not (_dots(part) and not word)]
    return all(_argument(file, part) for part in plain)


def _dots(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and node.value is ...


def _argument(file: File, node: ast.expr) -> bool:
    """A type inside of another one."""
    bare = (file.word(node) or "").rpartition(".")[2]
    return bare not in _SPECIAL and annotation(file, node)
