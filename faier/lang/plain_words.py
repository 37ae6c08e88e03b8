"""Words of Python that say what plainer forms say: `getattr(row, "age")` is `row.age`, `attrgetter("age")` is
`lambda item: item.age`, and `text.format(**row)` is `text.format_map(row)`.
"""

from __future__ import annotations

import ast
import builtins
import copy
import sys
from collections import Counter, deque
from dataclasses import dataclass, field
from enum import Enum
from fractions import Fraction
from keyword import iskeyword

from faier.lang.names import given_names
from faier.lang.nested import as_definition
from faier.lang.occurring import occurring
from faier.lang.placing import moved, placed

_GETTERS = frozenset(["attrgetter", "itemgetter", "methodcaller"])
_ITEM, _MARK = "item", "getter"
_COMPUTING = frozenset(["abs", "bool", "int", "len", "max", "min", "pow", "range", "round", "sorted", "str", "sum"])
_MAKING = frozenset(["namedtuple", "make_dataclass", "setattr"])
_KINDS = (int, str, float, tuple, list, dict, set, frozenset, deque, Counter, Fraction, Enum, BaseException)
_OF_PYTHON = {name for kind in _KINDS for name in dir(kind)} | {"name", "value", "args"}
_OF_MEMBERS = frozenset(["name", "value"])
_NAMED = ("bool", "int", "str", "list")  # the first of these that it is an instance of is its type
_BEGINNING = ("__init__", "__post_init__")
_WORDS = frozenset(["getattr", "setattr", "format", "__name__", *_GETTERS])
# These tell the names of fields, as texts that do not stand in the file.
_LISTING = frozenset(["_fields", "_asdict", "fields", "asdict", "__dict__", "__annotations__", "__match_args__"])


def with_plain_words(tree: ast.Module) -> ast.Module:
    """The file, in which those that name what they read are written so."""
    mentioned = {part.id for part in occurring(tree, ast.Name)}
    mentioned |= {part.attr for part in occurring(tree, ast.Attribute)}
    origins = _origins(tree)
    if not origins and not _WORDS & mentioned:
        return tree
    given = given_names(tree)
    origins = {name: word for name, word in origins.items() if given.count(name) == 1}
    elsewhere = {name for part in ast.walk(tree) if isinstance(part, ast.Nonlocal) for name in part.names}
    free = {"getattr", "setattr", "type", *_NAMED} - set(given)
    told = frozenset(part.name for part in occurring(tree, ast.ExceptHandler) if part.name)
    functions = frozenset(part.name for part in occurring(tree, ast.FunctionDef))
    drawn = [
        part for node in tree.body if isinstance(node, ast.ImportFrom) and node.module == "faier" for part in node.names
    ]
    harmless = {part.asname or part.name for part in drawn if given.count(part.asname or part.name) == 1}
    harmless |= _COMPUTING - set(given)
    formats = not {"format", "format_map"} & set(given)
    imported = {part.asname or part.name for part in occurring(tree, ast.alias)}
    classes = None if "isinstance" in given else _classes(tree)
    caught = any(occurring(tree, kind) for kind in (ast.Try, ast.With))
    texts = _texts(tree, classes) if not caught else frozenset()
    still, names = frozenset(harmless), frozenset(imported)
    whole = _Plain(origins, free, formats, elsewhere, functions, still, names, classes, texts, told)
    changed = whole.visit(copy.deepcopy(tree))
    assert isinstance(changed, ast.Module)
    return changed


def _texts(tree: ast.Module, classes: _Classes | None) -> frozenset[str]:
    """Those that stand in the file, names of arguments too, which `**options` gets as texts, and the names of all
    fields where something may list them."""
    found = {part.value for part in occurring(tree, ast.Constant) if isinstance(part.value, str)}
    found |= {part.arg for part in occurring(tree, ast.keyword) if part.arg is not None}
    listing = {part.attr for part in occurring(tree, ast.Attribute)} | {
        part.name for part in occurring(tree, ast.alias)
    }
    if classes is not None and not _LISTING.isdisjoint(listing):
        found = found.union(*classes.having.values())
    return frozenset(found)


def _origins(tree: ast.Module) -> dict[str, str]:
    """What stands for those of `operator`, by the names that the file gives them."""
    found: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="operator", names=names, level=0):
                found |= {item.asname or item.name: item.name for item in names if item.name in _GETTERS}
            case ast.Import(names=names):
                modules = [item.asname or item.name for item in names if item.name == "operator"]
                found |= dict.fromkeys(modules, "operator")
    return found


@dataclass(frozen=True)
class _Classes:
    having: dict[str, frozenset[str]]  # what is written in each class of the file behind a dot
    written: frozenset[str]  # what is given a value elsewhere
    labels: tuple[str, ...]  # the classes that have records, those made from others before these


def _classes(tree: ast.Module) -> _Classes | None:
    modules = {node.module or "" for node in tree.body if isinstance(node, ast.ImportFrom) and not node.level}
    modules |= {part.name for node in tree.body if isinstance(node, ast.Import) for part in node.names}
    own = any(isinstance(node, ast.ImportFrom) and node.level for node in tree.body)
    made = {part.attr for part in occurring(tree, ast.Attribute)} | {part.name for part in occurring(tree, ast.alias)}
    if own or not modules <= {"faier", *sys.stdlib_module_names} or _MAKING & made:
        return None
    having: dict[str, frozenset[str]] = {}
    inside: set[int] = set()
    for owner in occurring(tree, ast.ClassDef):
        found: set[str] = set()
        if owner.keywords or owner not in tree.body or owner.name in having:
            return None
        for part in ast.walk(owner):
            match part:
                case ast.Attribute(value=ast.Name("self"), attr=name, ctx=ast.Store()):
                    inside.add(id(part))
                    found.add(name)
                case ast.FunctionDef(name=name):
                    found.add(name)
        for node in owner.body:
            match node:
                case ast.AnnAssign(target=ast.Name(id=name)):
                    found.add(name)
                case ast.Assign():
                    found |= {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
        having[owner.name] = frozenset(found)
    stored = [part for part in occurring(tree, ast.Attribute) if not isinstance(part.ctx, ast.Load)]
    return _Classes(having, frozenset(part.attr for part in stored if id(part) not in inside), _labels(tree))


def _labels(tree: ast.Module) -> tuple[str, ...]:
    """The classes of the file that have records; those made from others first, as they are also of these."""
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    above: dict[str, set[str]] = {}
    for name, node in classes.items():
        bases = [base.value if isinstance(base, ast.Subscript) else base for base in node.bases]
        written = {ast.unparse(base).rpartition(".")[2] for base in bases}
        above[name] = written.union(*(above.get(base, set()) for base in written))
    left = {name: found for name, found in above.items() if "Protocol" not in found | {name}}
    kept = [name for name, found in left.items() if not any(map(_has_no_record, found - classes.keys()))]
    given = Counter(given_names(tree))
    kept = [name for name in kept if given[name] == 1]
    return tuple(sorted(kept, key=lambda name: len(above[name] & classes.keys()), reverse=True))


def _has_no_record(base: str) -> bool:
    """Whether what is made from it is nothing that `isinstance` asks for."""
    known = getattr(builtins, base, None)
    return base == "TypedDict" or (isinstance(known, type) and issubclass(known, BaseException))


@dataclass
class _Plain(ast.NodeTransformer):
    origins: dict[str, str]
    free: set[str]  # functions of Python that mean what they mean there
    formats: bool  # whether `.format` is the method of texts
    elsewhere: set[str]  # variables that other functions may give a value
    functions: frozenset[str]  # the names of functions and methods
    harmless: frozenset[str]  # functions that are not of a file of the project
    imported: frozenset[str]
    classes: _Classes | None  # None where a class may be from elsewhere, or made by a call
    texts: frozenset[str]  # that stand in the file, or may be listed; none where it catches what goes wrong
    told: frozenset[str]  # names of exceptions
    around: list[ast.FunctionDef] = field(default_factory=list)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name() as owner, ast.Constant(value=name), value]):
                again = owner.id in self.elsewhere or owner.id in given_names(value)  # the value is computed first
                if "setattr" in self.free and _is_public(name) and not again:
                    target = ast.Attribute(owner, str(name), ast.Store())
                    return ast.copy_location(ast.Assign([ast.copy_location(target, node)], value), node)
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Attribute() as way, ast.Constant(value=name), value]):
                if "setattr" in self.free and _is_public(name) and self.is_way(way) and self.is_still(value):
                    target = ast.Attribute(way, str(name), ast.Store())
                    return ast.copy_location(ast.Assign([ast.copy_location(target, node)], value), node)
        return node

    def is_way(self, node: ast.expr) -> bool:
        """Whether it is a variable, or a field of what is one: no property."""
        while isinstance(node, ast.Attribute) and node.attr not in self.functions:
            node = node.value
        return isinstance(node, ast.Name) and node.id not in self.elsewhere

    def is_still(self, value: ast.expr) -> bool:
        """Whether computing it changes nothing: no function or method of a file is called."""
        for part in ast.walk(value):
            match part:
                case ast.Call(func=ast.Name(id=name)):
                    if name not in self.harmless:
                        return False
                case ast.Call() | ast.NamedExpr() | ast.Yield() | ast.YieldFrom() | ast.Lambda():
                    return False
                case ast.Attribute(attr=name) if name in self.functions:
                    return False
        return not any(name.startswith("__") and name not in _BEGINNING for name in self.functions)

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.around.append(node)
        self.generic_visit(node)
        self.around.pop()
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """A function that an expression makes is a function that has this name, where nothing else does."""
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function) if hasattr(function, _MARK):
                once = self.around and given_names(self.around[-1]).count(name) == 1
                return as_definition(node) or node if once else node
        return node

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Attribute(value=ast.Call(func=ast.Name(id="type"), args=[owner], keywords=[]), attr="__name__"):
                return self.titled(owner, node) or node
        return node

    def titled(self, owner: ast.expr, node: ast.expr) -> ast.expr | None:
        """`"A" if isinstance(owner, A) else ...`, where it may be a record of the file."""
        if "type" not in self.free or self.classes is None or not self.classes.labels or not self.is_way(owner):
            return None
        first = [known.args.args[0].arg for known in self.around if known.args.args]
        if isinstance(owner, ast.Name) and (owner.id in ("self", "cls", *first) or owner.id in self.told):
            return None
        if not self.imported.union(self.classes.having).isdisjoint(_read_in(owner)):
            return None
        read: ast.expr = ast.BinOp(ast.Constant(None), ast.Add(), ast.Constant(0))  # of what it is is not followed
        for label in reversed((*self.classes.labels, *(name for name in _NAMED if name in self.free))):
            asked = ast.Call(
                ast.Name("isinstance", ast.Load()), [copy.deepcopy(owner), ast.Name(label, ast.Load())], []
            )
            read = ast.IfExp(asked, ast.Constant(label), read)
        return placed(read, node)

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=name)], keywords=[]):
                if "getattr" in self.free and _is_public(name):
                    return ast.copy_location(ast.Attribute(owner, str(name), ast.Load()), node)
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=name), default]):
                plain = isinstance(default, ast.Constant | ast.Name) and self.is_way(owner)
                if "getattr" in self.free and _is_public(name) and plain:
                    return self.having(owner, str(name), default, node) or node
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Name() | ast.Attribute() as name], keywords=[]):
                if "getattr" in self.free and self.is_way(owner) and self.is_way(name):
                    return self.named(owner, name, node) or node
            case ast.Call(func=ast.Attribute(value=text, attr="format"), args=[], keywords=[ast.keyword(arg=None)]):
                if self.formats:
                    function = ast.copy_location(ast.Attribute(text, "format_map", ast.Load()), node.func)
                    return ast.copy_location(ast.Call(function, [node.keywords[0].value], []), node)
            case ast.Call(func=ast.Lambda() as function, args=[given], keywords=[]) if hasattr(function, _MARK):
                every = ast.comprehension(ast.Name(_ITEM, ast.Store()), ast.List([given], ast.Load()), [], 0)
                once = ast.Subscript(ast.ListComp(function.body, [every]), ast.Constant(0), ast.Load())
                return placed(once, node)
        return self.got(node) or node

    def having(self, owner: ast.expr, name: str, default: ast.expr, node: ast.Call) -> ast.expr | None:
        """`owner.name if isinstance(owner, (A, B)) else default`, of the classes whose records have the name."""
        if self.classes is None or name in _OF_PYTHON or name in self.classes.written:
            return None
        if not self.imported.union(self.classes.having).isdisjoint(_read_in(owner)):
            return None
        found = [item for item, known in self.classes.having.items() if name in known]
        if not found:
            return copy.deepcopy(default)
        labels = ast.Tuple([ast.Name(item, ast.Load()) for item in found], ast.Load())
        test = ast.Call(ast.Name("isinstance", ast.Load()), [copy.deepcopy(owner), labels], [])
        return placed(ast.IfExp(test, ast.Attribute(owner, name, ast.Load()), default), node)

    def named(self, owner: ast.expr, name: ast.Name | ast.Attribute, node: ast.Call) -> ast.expr | None:
        """`owner.a if name == "a" else owner.b if name == "b" else ...`, of the fields that texts of the file name."""
        if self.classes is None or not self.imported.union(self.classes.having).isdisjoint(_read_in(owner)):
            return None
        fields = {item for known in self.classes.having.values() for item in known} & self.texts
        found = sorted(item for item in fields - self.functions - (_OF_PYTHON - _OF_MEMBERS) if _is_public(item))
        if not found:
            return None
        read: ast.expr = ast.Subscript(ast.Dict([], []), name, ast.Load())  # what names no field goes wrong
        for item in reversed(found):
            test = ast.Compare(copy.deepcopy(name), [ast.Eq()], [ast.Constant(item)])
            read = ast.IfExp(test, ast.Attribute(copy.deepcopy(owner), item, ast.Load()), read)
        return placed(read, node)

    def got(self, node: ast.Call) -> ast.expr | None:
        """`attrgetter("age")`, `itemgetter(1, 0)` and `methodcaller("strip")` as functions."""
        item: ast.expr = ast.Name(_ITEM, ast.Load())
        word = self.word(node.func)
        kept = word == "itemgetter" and all(_is_constant(part) or self.is_kept(part) for part in node.args)
        if not node.args or not (kept or all(map(_is_constant, node.args))):
            return None
        keys = [part.value if isinstance(part, ast.Constant) else None for part in node.args]
        if word == "itemgetter" and not node.keywords:
            parts = [ast.Subscript(item, part, ast.Load()) for part in node.args]
            body: ast.expr = parts[0] if len(parts) == 1 else ast.Tuple([*parts], ast.Load())
        elif word == "attrgetter" and not node.keywords and all(map(_is_path, keys)):
            read = [_read(item, str(path)) for path in keys]
            body = read[0] if len(read) == 1 else ast.Tuple(read, ast.Load())
        elif (
            word == "methodcaller"
            and _is_public(keys[0])
            and all(item.arg and _is_constant(item.value) for item in node.keywords)
        ):
            body = ast.Call(ast.Attribute(item, str(keys[0]), ast.Load()), node.args[1:], node.keywords)
        else:
            return None
        parameters = ast.arguments([ast.arg(_ITEM)], [], None, [], [], None, [])
        made = moved(ast.Lambda(parameters, copy.deepcopy(body)), node)
        setattr(made, _MARK, True)
        return made

    def is_kept(self, node: ast.expr) -> bool:
        """Whether it is a parameter of the function that has its value to the end."""
        if not self.around or not isinstance(node, ast.Name) or node.id in self.elsewhere:
            return False
        parameters = {part.arg for part in ast.walk(self.around[-1].args) if isinstance(part, ast.arg)}
        return node.id in parameters and given_names(self.around[-1]).count(node.id) == 1

    def word(self, function: ast.expr) -> str:
        match function:
            case ast.Name(id=name):
                return self.origins.get(name, "")
            case ast.Attribute(value=ast.Name(id=module), attr=name) if self.origins.get(module) == "operator":
                return name
        return ""


def _read_in(node: ast.expr) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _is_constant(node: ast.expr) -> bool:
    """Whether it is a literal, also one below 0."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _is_public(name: object) -> bool:
    """Whether a class gives the name no other meaning inside of it, and it may stand behind a dot."""
    return isinstance(name, str) and name.isidentifier() and not iskeyword(name) and not name.startswith("__")


def _is_path(text: object) -> bool:
    return isinstance(text, str) and all(map(_is_public, text.split(".")))


def _read(item: ast.expr, path: str) -> ast.expr:
    for name in path.split("."):
        item = ast.Attribute(item, name, ast.Load())
    return item
