"""Fields that a method gives their first value, `self.split_ = ...` in `fit`: `__init__` says that they have none.

What reads such a field looks first whether it has a value, and raises what Python raises where it has none. It looks
before the whole statement, so a file that catches what is raised there, or asks what a record has, stays as it is.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved

Method = ast.FunctionDef
_CATCHING = frozenset(["Exception", "BaseException", "AttributeError", "TypeError"])
_ASKING = frozenset(
    ["hasattr", "getattr", "setattr", "delattr", "vars", "dir", "attrgetter", "runtime_checkable", "property"]
)
_SAYING_NOTHING = frozenset(["ABC", "abc.ABC", "object"])


def with_later_fields(tree: ast.Module, imported: bool) -> ast.Module:
    """The file, in which plain classes have all of their fields from the beginning."""
    later = {node.name: fields for node in _plain(tree) if (fields := _later(node, tree))}
    if not later or imported or _asks(tree) or reads_others(tree):
        return tree
    tree = copy.deepcopy(tree)
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and node.name in later:
            _give(node, later[node.name], tree)
    return tree


def _plain(tree: ast.Module) -> Iterator[ast.ClassDef]:
    """Classes with an `__init__` of which no other class is made, and that are made of no other."""
    bases = {ast.unparse(base) for node in occurring(tree, ast.ClassDef) for base in node.bases}
    for node in tree.body:
        if isinstance(node, ast.ClassDef) and not (node.decorator_list or node.keywords or node.name in bases):
            named = {name for part in node.body for name in _bound(part)}
            plain = {ast.unparse(base) for base in node.bases} <= _SAYING_NOTHING
            if plain and "__init__" in {part.name for part in _methods(node)} and "__slots__" not in named:
                yield node


def _bound(part: ast.stmt) -> set[str]:
    """The names that the class itself gives a value by the statement."""
    if isinstance(part, (ast.FunctionDef, ast.ClassDef)):
        return {part.name}
    if isinstance(part, ast.AnnAssign) and part.value is None:
        return set()
    return {found.id for found in ast.walk(part) if isinstance(found, ast.Name) and isinstance(found.ctx, ast.Store)}


def _methods(node: ast.ClassDef) -> list[Method]:
    """What has the record as its first argument."""
    return [
        part
        for part in node.body
        if isinstance(part, ast.FunctionDef) and part.args.args and not part.args.posonlyargs
        if not {ast.unparse(mark) for mark in part.decorator_list} & {"staticmethod", "classmethod"}
    ]


def own_field(part: ast.AST, record: str) -> str | None:
    """The field, where this is one of the record that has this name."""
    match part:
        case ast.Attribute(value=ast.Name(id=name), attr=field) if name == record:
            return field
    return None


def _own(part: ast.AST, method: Method) -> str | None:
    """The field, where this is one of the method's own record."""
    return own_field(part, method.args.args[0].arg)


def _later(node: ast.ClassDef, tree: ast.Module) -> list[str]:
    """The fields that have no value when a record is made, in order."""
    methods = _methods(node)
    if any(_has_another(method) for method in methods):
        return []
    first = {method.name for method in methods if method.name == "__init__"}
    while (
        further := {
            other.name
            for method in methods
            if method.name in first
            for other in methods
            if any(_own(part, method) == other.name for part in ast.walk(method))
        }
        - first
    ):
        first |= further
    begun = {field for method in methods if method.name in first for field in _stored(method)}
    kept = {name for part in node.body for name in _bound(part)}
    found = {field: None for method in methods for field in _stored(method) if field not in begun | kept}
    return [field for field in found if not _given_otherwise(field, node, methods, tree)]


def _stored(method: Method) -> list[str]:
    return [
        field
        for part in ast.walk(method)
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load)
        if (field := _own(part, method)) is not None
    ]


def names_another(method: Method) -> bool:
    """Whether the name of the record may stand for something else somewhere in the method."""
    own = method.args.args[0].arg
    for part in ast.walk(method):
        match part:
            case ast.arg(arg=name) if name == own and part is not method.args.args[0]:
                return True
            case ast.Name(id=name, ctx=ast.Store() | ast.Del()) if name == own:
                return True
            case ast.FunctionDef(name=name) | ast.MatchAs(name=name) | ast.MatchStar(name=name) if name == own:
                return True
            case ast.ClassDef():
                return True
    return False


def _has_another(method: Method) -> bool:
    """The same, where something may be imported under any name."""
    return names_another(method) or any(isinstance(part, ast.Import | ast.ImportFrom) for part in ast.walk(method))


def _given_otherwise(field: str, node: ast.ClassDef, methods: list[Method], tree: ast.Module) -> bool:
    """Whether the field gets or loses a value by anything but assignments in these methods."""
    plain: set[int] = set()
    for other in occurring(tree, ast.ClassDef):
        for method in _methods(other):
            plain |= {id(found) for part in ast.walk(method) for found in _assigned(part, method)}
    for part in ast.walk(tree):
        if isinstance(part, ast.Attribute) and part.attr == field and not isinstance(part.ctx, ast.Load):
            if id(part) not in plain:
                return True
        elif isinstance(part, ast.MatchClass) and field in part.kwd_attrs:
            return True
    return False


def _assigned(part: ast.AST, method: Method) -> list[ast.Attribute]:
    """The fields of the method's own record that the statement gives a value."""
    targets: list[ast.expr] = []
    match part:
        case ast.Assign():
            targets = part.targets
        case ast.AugAssign():
            targets = [part.target]
        case ast.AnnAssign(value=ast.expr()):
            targets = [part.target]
    inside = [found for target in targets for found in ast.walk(target) if isinstance(found, ast.Attribute)]
    return [found for found in inside if isinstance(found.ctx, ast.Store) and _own(found, method) is not None]


def _asks(tree: ast.Module) -> bool:
    """Whether the file may catch what is raised, or ask what a record has."""
    if set(given_names(tree)) & {"property", *_CATCHING}:
        return True
    for part in ast.walk(tree):
        match part:
            case ast.Name(id=name) if name in _CATCHING or (name in _ASKING and name != "property"):
                return True
            case ast.Attribute(attr=name) if name in _ASKING or name == "__dict__":
                return True
            case ast.alias(name=name) if name.rpartition(".")[2] in _ASKING | _CATCHING | {"builtins"}:
                return True
            case ast.Attribute(attr="__init__", value=made) if ast.unparse(made) != "super()":
                return True
            case ast.ExceptHandler(type=None) | ast.Try(finalbody=[_, *_]) | ast.FunctionDef(name="__exit__"):
                return True
            case ast.FunctionDef(name="__getattr__" | "__getattribute__" | "__setattr__" | "__delattr__"):
                return True
    return False


def reads_others(tree: ast.Module) -> bool:
    """Whether other files of the project, which may catch what is raised, take part."""
    found = {item.name for node in occurring(tree, ast.Import) for item in node.names}
    found |= {"." * node.level + (node.module or "") for node in occurring(tree, ast.ImportFrom)}
    return not {name.partition(".")[0] for name in found} <= {"faier", *sys.stdlib_module_names}


def _known(field: str) -> str:
    return f"{field}\u00b7given"


def _kept(field: str) -> str:
    return f"{field}\u00b7later"


def _give(node: ast.ClassDef, fields: list[str], tree: ast.Module) -> None:
    """The class, in which `__init__` gives the fields nothing, and what reads them looks first."""
    methods = _methods(node)
    start = next(method for method in methods if method.name == "__init__")
    own: set[int] = set()
    for method in methods:
        looking = _Looking(node.name, method, fields)
        method.body = looking.block(method.body, set())
        for part in ast.walk(method):
            field = _own(part, method)
            if field in fields and isinstance(part, ast.Attribute):
                part.attr = _kept(field)
                own.add(id(part))
    record = start.args.args[0].arg
    node.body = [part for part in node.body if not _says_the_type(part, fields)]
    lines = [
        line for field in fields for line in (f"{record}.{_known(field)} = False", f"{record}.{_kept(field)} = None")
    ]
    first = 1 if ast.get_docstring(start) is not None else 0
    start.body[first:first] = [moved(ast.parse(line).body[0], start) for line in lines]
    read = [part for part in ast.walk(tree) if isinstance(part, ast.Attribute)]
    for field in fields:
        if any(part.attr == field and id(part) not in own for part in read):
            text = f"@property\ndef {field}(self):\n {_guard(node.name, 'self', field)}\n return self.{_kept(field)}"
            node.body.append(moved(ast.parse(text).body[0], node))


def _says_the_type(part: ast.stmt, fields: list[str]) -> bool:
    match part:
        case ast.AnnAssign(target=ast.Name(id=name), value=None):
            return name in fields
    return False


def _guard(name: str, own: str, field: str) -> str:
    said = f"'{name}' object has no attribute '{field}'"
    return f"if not {own}.{_known(field)}: raise AttributeError({said!r})"


class _Looking:
    """Statements of a method, each after what looks whether the fields that it reads have values."""

    def __init__(self, name: str, method: Method, fields: list[str]) -> None:
        self.name = name
        self.method = method
        self.own = method.args.args[0].arg
        self.fields = fields

    def block(self, body: list[ast.stmt], known: set[str]) -> list[ast.stmt]:
        """`known` are fields that have values by then."""
        made: list[ast.stmt] = []
        for line in body:
            for field in self._read(line):
                if field not in known:
                    made.append(moved(ast.parse(_guard(self.name, self.own, field)).body[0], line))
                    known.add(field)
            made.append(line)
            for inner in _blocks(line):
                inner[:] = self.block(list(inner), set(known))
            given = [_own(part, self.method) for part in _assigned(line, self.method)]
            for field in self.fields:
                if field in given and field not in known:
                    made.append(moved(ast.parse(f"{self.own}.{_known(field)} = True").body[0], line))
                    known.add(field)
        return made

    def _read(self, line: ast.stmt) -> list[str]:
        """The fields that the statement reads, not those in statements inside of it."""
        inside = {id(part) for body in _blocks(line) for each in body for part in ast.walk(each)}
        augmented = line.target if isinstance(line, ast.AugAssign) else None
        found = [
            _own(part, self.method)
            for part in ast.walk(line)
            if isinstance(part, ast.Attribute) and id(part) not in inside
            if isinstance(part.ctx, ast.Load) or part is augmented
        ]
        return [field for field in self.fields if field in found]


def _blocks(line: ast.stmt) -> list[list[ast.stmt]]:
    """The statements inside of a statement."""
    found = [
        getattr(line, name) for name in ("body", "orelse", "finalbody") if isinstance(getattr(line, name, 0), list)
    ]
    found += [part.body for part in getattr(line, "handlers", [])]
    return [*found, *(part.body for part in getattr(line, "cases", []))]
