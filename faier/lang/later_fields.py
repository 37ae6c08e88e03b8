"""Fields that a method gives their first value, `self.split_ = ...` in `fit`: `__init__` says that they have none.

What reads such a field looks first whether it has a value, and raises what Python raises where it has none: before the
whole statement where that reads it for sure, else in a function that is called in its place. A file that catches what
is raised there, or asks what a record has, stays as it is.
"""

from __future__ import annotations

import ast
import copy
import sys
from collections.abc import Iterator

from faier.lang.names import given_names
from faier.lang.occurring import occurring
from faier.lang.placing import moved
from faier.lang.surely_read import surely_read, value_is_sure

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
    for node in list(tree.body):
        if isinstance(node, ast.ClassDef) and node.name in later:
            functions = _give(node, later[node.name], tree)
            place = tree.body.index(node)
            tree.body[place:place] = functions
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
    begun = _begun("__init__", {method.name: method for method in methods}, frozenset())
    kept = {name for part in node.body for name in _bound(part)}
    found = {field: None for method in methods for field in _stored(method) if field not in begun | kept}
    return [field for field in found if not _given_otherwise(field, node, methods, tree)]


def _begun(name: str, methods: dict[str, Method], within: frozenset[str]) -> set[str]:
    """The fields that have values whenever the method has been called."""
    if name in within or name not in methods:
        return set()
    method = methods[name]

    def after(body: list[ast.stmt]) -> set[str] | None:
        """The fields that have values after the statements; None where nothing comes after them."""
        found: set[str] = set()
        for line in body:
            if isinstance(line, ast.Raise):
                return None
            if any(isinstance(part, ast.Return | ast.Break | ast.Continue) for part in ast.walk(line)):
                return found
            found |= {field for part in _assigned(line, method) if (field := _own(part, method)) is not None}
            match line:
                case ast.Expr(value=ast.Call(func=ast.Attribute(attr=called) as function)) if _own(function, method):
                    found |= _begun(called, methods, within | {name})
                case ast.If(body=then, orelse=otherwise):
                    ends = [end for end in map(after, (then, otherwise)) if end is not None]
                    if not ends:
                        return None
                    found |= set.intersection(*ends)
        return found

    return after(method.body) or set()


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


def _give(node: ast.ClassDef, fields: list[str], tree: ast.Module) -> list[ast.stmt]:
    """The class, in which `__init__` gives the fields nothing, and what reads them looks first; functions that do."""
    methods = _methods(node)
    start = next(method for method in methods if method.name == "__init__")
    own: set[int] = set()
    asked: set[str] = set()
    for method in methods:
        looking = _Looking(node.name, method, fields, tree)
        method.body = looking.block(method.body, set())
        for part in ast.walk(method):
            field = _own(part, method)
            if field in fields and isinstance(part, ast.Attribute):
                part.attr = _kept(field)
                own.add(id(part))
        looking.visit(method)
        asked |= looking.asked
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
    texts = [
        f"def {_asking(node.name, field)}(given, kept):\n if not given: raise {_error(node.name, field)}\n return kept"
        for field in fields
        if field in asked
    ]
    return [moved(ast.parse(text).body[0], node) for text in texts]


def _says_the_type(part: ast.stmt, fields: list[str]) -> bool:
    match part:
        case ast.AnnAssign(target=ast.Name(id=name), value=None):
            return name in fields
    return False


def _guard(name: str, own: str, field: str) -> str:
    return f"if not {own}.{_known(field)}: raise {_error(name, field)}"


def _error(name: str, field: str) -> str:
    said = f"'{name}' object has no attribute '{field}'"
    return f"AttributeError({said!r})"


def _asking(name: str, field: str) -> str:
    return f"{name}\u00b7{field}\u00b7asked"


class _Looking(ast.NodeTransformer):
    """Statements of a method, each after what looks whether the fields that it reads have values."""

    def __init__(self, name: str, method: Method, fields: list[str], tree: ast.Module) -> None:
        self.name = name
        self.method = method
        self.own = method.args.args[0].arg
        self.fields = fields
        self.tree = tree
        self.unsure: dict[int, str] = {}  # what a function reads
        self.asked: set[str] = set()

    def block(self, body: list[ast.stmt], known: set[str]) -> list[ast.stmt]:
        """`known` are fields that have values by then."""
        made: list[ast.stmt] = []
        for line in (part for whole in body for part in self._parted(whole, known)):
            sure = [_own(part, self.method) for part in surely_read(line, self._is_later, self.tree)]
            for field in self.fields:
                if field in sure and field not in known:
                    made.append(moved(ast.parse(_guard(self.name, self.own, field)).body[0], line))
                    known.add(field)
            self.unsure |= {id(part): part.attr for part in self._read(line) if part.attr not in known}
            made.append(line)
            for inner in _blocks(line):
                inner[:] = self.block(list(inner), set(known))
            given = [_own(part, self.method) for part in _assigned(line, self.method)]
            for field in self.fields:
                if field in given and field not in known:
                    made.append(moved(ast.parse(f"{self.own}.{_known(field)} = True").body[0], line))
                    known.add(field)
        return made

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        """A field that may have no value is asked for when it is read."""
        self.generic_visit(node)
        field = self.unsure.get(id(node))
        if field is None:
            return node
        self.asked.add(field)
        given = f"{self.own}.{_known(field)}, {self.own}.{_kept(field)}"
        return moved(ast.parse(f"{_asking(self.name, field)}({given})", mode="eval").body, node)

    def _is_later(self, part: ast.expr) -> bool:
        return _own(part, self.method) in self.fields

    def _parted(self, line: ast.stmt, known: set[str]) -> list[ast.stmt]:
        """`self.a_[k] = f(x)` as two statements: Python computes the value before it reads the field."""
        match line:
            case ast.Assign(targets=[ast.Subscript(value=base)], value=value) if (
                self._is_later(base) and _own(base, self.method) not in known and not value_is_sure(line, self.tree)
            ):
                name = f"{_own(base, self.method)}\u00b7value"
                first = ast.copy_location(ast.Assign([ast.Name(name, ast.Store())], value), value)
                line.value = ast.copy_location(ast.Name(name, ast.Load()), value)
                return [ast.fix_missing_locations(first), line]
        return [line]

    def _read(self, line: ast.stmt) -> list[ast.Attribute]:
        """What the statement reads of them, without the statements inside of it."""
        inside = {id(part) for body in _blocks(line) for each in body for part in ast.walk(each)}
        return [
            part
            for part in ast.walk(line)
            if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Load) and id(part) not in inside
            if self._is_later(part)
        ]


def _blocks(line: ast.stmt) -> list[list[ast.stmt]]:
    """The statements inside of a statement."""
    found = [
        getattr(line, name) for name in ("body", "orelse", "finalbody") if isinstance(getattr(line, name, 0), list)
    ]
    found += [part.body for part in getattr(line, "handlers", [])]
    return [*found, *(part.body for part in getattr(line, "cases", []))]
