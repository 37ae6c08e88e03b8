"""Classes of a file: Enum, NamedTuple and dataclass become shapes, constructors and members."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator
from collections.abc import Sequence as Sequence_
from typing import TypedDict

from faier.lang import constants, operations
from faier.lang.annotations import check_names
from faier.lang.class_remarks import is_by_keyword
from faier.lang.failures import Failure
from faier.lang.method_calls import the_constant
from faier.lang.names import CALL, Class, Field, File, HelperParameter, Signature, assigned_names, suggestion
from faier.lang.objects import INITIAL, Method, OfClass, initial, setter_name
from faier.lang.overloading import OPERATIONS, as_generator, totally_ordered, unguarded
from faier.lang.placing import moved
from faier.lang.records import ARITHMETIC
from faier.lang.syntax import Call, Construct, Display, Expression, Invoke, Literal
from faier.lang.typed_methods import typed
from faier.lang.values import ENUMS, ClassKind, Real, Sequence, Shape, Value

# Names that Python gives a meaning of its own in an Enum.
_RESERVED = frozenset(["name", "value", "mro"])

_BASES: dict[str, ClassKind] = {
    "enum.Enum": "Enum",
    "enum.IntEnum": "IntEnum",
    "enum.StrEnum": "StrEnum",
    "typing.NamedTuple": "NamedTuple",
    "collections.namedtuple": "NamedTuple",
}
_MESSAGE = "a class of a mechanism file is an Enum, an IntEnum, a NamedTuple, a dataclass, or a plain class"
_HINT = "write class Answer(NamedTuple): or class Color(Enum): or @dataclass above it"
_OPTIONS = frozenset(["frozen", "slots", "repr", "match_args", "kw_only", "eq", "init", "order", "unsafe_hash"])
_POST = "__post_init__"
# Operations of which a class may say what they do, but which nothing calls here: their values are no keys, and no texts
# inside of others.
_UNUSED = frozenset(["__repr__", "__str__", "__hash__"])
_NEXT = "__next__"
_GIVING = ("__iter__", "__reversed__")  # what these give is gone over
# What would ask for these is refused where it stands.
_UNASKED = frozenset(["__enter__", "__exit__", _NEXT, "__index__", "__ceil__", "__floor__"])
_UNASKED |= {"__trunc__", "__bytes__", "__complex__"}


def read_class(file: File, node: ast.ClassDef) -> Class | None:
    """The class; None when it is wrong, which is reported."""
    found = len(file.problems.found)
    kind = _kind(file, node)
    if kind is None:
        return None
    _check_scope(file, node)
    read = _enum(file, node, kind) if kind in ENUMS else _record(file, node, kind)
    return read if len(file.problems.found) == found else None


def _check_scope(file: File, node: ast.ClassDef) -> None:
    """What is worked out while the class is made reads no name that the class gives a value: Python would read that."""
    if hasattr(node, "called"):
        return
    given = [(_gives(statement), statement) for statement in _body(node)]
    for own, statement in given:
        names = {name for name, other in given if name and other is not statement} - {own}
        for part in (part for value in _worked_out(statement) for part in ast.walk(value)):
            if isinstance(part, ast.Name) and part.id in names:
                message = f"Python reads the `{part.id}` of the class here, and no other"
                file.error("FA203", part, message, "write its value, or choose another name for one of them")


def _gives(statement: ast.stmt) -> str:
    """The name that the statement gives a value while the class is made."""
    match statement:
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.FunctionDef(name=name):
            return name
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return name
    return ""


def _worked_out(statement: ast.stmt) -> list[ast.expr]:
    match statement:
        case ast.Assign(value=value) | ast.AnnAssign(value=ast.expr() as value):
            return [value]
        case ast.FunctionDef(args=given, decorator_list=decorators):
            plain = [item for item in decorators if isinstance(item, ast.Name)]
            return [*given.defaults, *filter(None, given.kw_defaults), *plain]
    return []


def made_by_call(file: File, name: str, call: ast.Call) -> ast.ClassDef | None:
    """`Point = namedtuple("Point", "x y")`, `Point = NamedTuple("Point", [("x", int)])` as the class that is meant."""
    origin = file.library_name(call.func)
    if origin not in ("collections.namedtuple", "typing.NamedTuple"):
        return None
    defaults: list[ast.expr] = []
    match call:
        case ast.Call(args=[ast.Constant(value=str(called)), fields], keywords=[]):
            pass
        case ast.Call(
            args=[ast.Constant(value=str(called)), fields],
            keywords=[ast.keyword(arg="defaults", value=ast.List(elts=defaults) | ast.Tuple(elts=defaults))],
        ) if origin == "collections.namedtuple":
            pass
        case _:
            called, fields = "", call
    known = _listed_fields(fields, origin)
    if called != name or not known or len(defaults) > len(known):
        hint = f"write class {name}(NamedTuple): with a line x: int for each field"
        file.error("FA206", call, "these arguments make no NamedTuple of this name", hint)
        return None
    values: list[ast.expr | None] = [None] * (len(known) - len(defaults)) + list(defaults)
    body: list[ast.stmt] = []
    for (field, annotation), value in zip(known, values, strict=True):
        body.append(ast.AnnAssign(ast.Name(field, ast.Store()), annotation, value, 1))
    made = ast.ClassDef(name, [call.func], [], body, [])
    made.called = True  # type: ignore[attr-defined]
    for part in ast.walk(made):
        if not hasattr(part, "lineno"):
            ast.copy_location(part, call)
    return made


def _listed_fields(node: ast.expr, origin: str) -> list[tuple[str, ast.expr]]:
    untyped = ast.copy_location(ast.Name("object", ast.Load()), node)
    match node:
        case ast.Constant(value=str(text)) if origin == "collections.namedtuple":
            return [(name, untyped) for name in text.replace(",", " ").split()]
        case ast.List(elts=parts) | ast.Tuple(elts=parts):
            found: list[tuple[str, ast.expr]] = []
            for part in parts:
                match part:
                    case ast.Constant(value=str(name)) if origin == "collections.namedtuple":
                        found.append((name, untyped))
                    case ast.Tuple(elts=[ast.Constant(value=str(name)), annotation]) if origin == "typing.NamedTuple":
                        found.append((name, annotation))
                    case _:
                        return []
            return found
    return []


def _kind(file: File, node: ast.ClassDef) -> ClassKind | None:
    bases = [file.library_name(base) for base in node.bases]
    decorators = [item for item in node.decorator_list if file.library_name(item) != "functools.total_ordering"]
    if node.keywords or getattr(node, "type_params", None):
        given = ", ".join(f"{item.arg}=" for item in node.keywords if item.arg is not None) or "the brackets"
        hint = f"leave {given} out, and write what comes of it into the class"
        file.error("FA101", node, "what stands in the brackets of this class is not part of the language", hint)
        return None
    mixed = [base.id for base in node.bases[:1] if isinstance(base, ast.Name) and base.id not in file.places]
    if bases[1:] == ["enum.Enum"] and mixed in (["int"], ["str"]):
        alone = ast.copy_location(ast.ClassDef(node.name, node.bases[1:], [], node.body, decorators), node)
        return None if _kind(file, alone) is None else "int, Enum" if mixed == ["int"] else "str, Enum"
    if bases == [] and len(decorators) == 1:
        return _dataclass(file, decorators[0])
    if (bases == [] or (isinstance(node.bases[0], ast.Name) and node.bases[0].id == "object")) and not decorators:
        return "class"
    written = bases != ["collections.namedtuple"] or hasattr(node, "called")
    if len(bases) == 1 and bases[0] in _BASES and written:
        kind = _BASES[bases[0]]
        unknown = [item for item in decorators if kind == "NamedTuple" or file.library_name(item) != "enum.unique"]
        for item in unknown:
            file.error("FA105", item, "this is not a decorator of such a class", "remove it")
        return None if unknown else kind
    message, hint = _of_bases(node, bases)
    file.error("FA101", node, message, hint)
    return None


def _of_bases(node: ast.ClassDef, bases: list[str | None]) -> tuple[str, str]:
    """What to do about bases that are not followed."""
    if len(bases) > 1 and not any(bases):
        hint = f"make it from one, {ast.unparse(node.bases[0])}, and write what is used of the others into it"
        return "a class that is made from several with methods of their own is not part of the language", hint
    foreign = [ast.unparse(base) for base, origin in zip(node.bases, bases, strict=True) if _is_abstract(base, origin)]
    if foreign:
        message = f"what a class has of `{foreign[0]}` beside its own methods is not part of the language"
        return (
            message,
            f"leave `{foreign[0]}` out, and write the methods that are used: def __contains__(self, key): ...",
        )
    return _MESSAGE, _HINT


def _is_abstract(base: ast.expr, origin: str | None) -> bool:
    return (origin or ast.unparse(base)).startswith("collections.abc.") or isinstance(base, ast.Subscript)


def _dataclass(file: File, decorator: ast.expr) -> ClassKind | None:
    called = decorator.func if isinstance(decorator, ast.Call) else decorator
    if file.library_name(called) != "dataclasses.dataclass":
        hint = "add it: from dataclasses import dataclass" if _named(called) == "dataclass" else ""
        if _named(called) == "runtime_checkable":
            hint = "leave it out, and ask for the classes that there are: isinstance(x, (First, Second))"
        file.error("FA105", decorator, "this is not a decorator of the language", hint)
        return None
    options = decorator.keywords if isinstance(decorator, ast.Call) else []
    given: dict[str, bool] = {}
    for keyword in options:
        match keyword.value:
            case ast.Constant(value=bool(value)) if keyword.arg in _OPTIONS:
                given[keyword.arg or ""] = value
            case _:
                message = f"`{keyword.arg}=` of a dataclass is not part of the language"
                file.error("FA206", keyword, message, suggestion(keyword.arg or "", _OPTIONS))
                return None
    for name in ("eq", "init"):
        if given.get(name) is False:
            file.error("FA206", decorator, f"a dataclass with {name}=False is not part of the language", "leave it out")
            return None
    if isinstance(decorator, ast.Call) and decorator.args:
        file.error("FA206", decorator, "`dataclass` takes its arguments by name")
        return None
    return "frozen dataclass" if given.get("frozen") else "dataclass"


# Enums.


def _enum(file: File, node: ast.ClassDef, kind: ClassKind) -> Class:
    shape = Shape(file.named(node.name), ("name", "value"), kind, special=_special_methods(node))
    members: list[Sequence] = []
    names: dict[str, Sequence] = {}
    values: list[Value] = []
    found, _ = _methods(file, node, frozenset())
    for name, target, value in _assignments(file, node):
        read = _member_value(file, name, target, value, values, kind)
        if read is None:
            continue
        if name in names:
            file.error("FA203", target, f"`{name}` is defined twice", "choose another name")
            continue
        values.append(read)
        same = next((item for item in members if operations.compare("==", item.items[1], read)), None)
        names[name] = same or Sequence("record", (name, read), shape)
        if same is None:
            members.append(names[name])
    _check_unique(file, node, names, members)
    return Class(shape, file.source.span(node), members=tuple(members), names=tuple(names.items()), **found)


def _check_unique(file: File, node: ast.ClassDef, names: dict[str, Sequence], members: list[Sequence]) -> None:
    if node.decorator_list and len(names) > len(members):
        file.error(
            "FA209",
            node,
            "two members of this Enum have the same value, and it says `@unique`",
            "give it another value",
        )


def _assignments(file: File, node: ast.ClassDef) -> Iterator[tuple[str, ast.AST, ast.expr]]:
    for statement in _body(node):
        match statement:
            case ast.Assign(targets=[ast.Name(id=name) as target], value=value):
                yield name, target, value
            case ast.FunctionDef():
                pass
            case _:
                message = "an Enum of a mechanism file has members and methods, and nothing else"
                file.error("FA101", statement, message, "write RED = 1, and the rest outside of the class")


def _member_value(
    file: File, name: str, target: ast.AST, node: ast.expr, before: list[Value], kind: ClassKind
) -> Value | None:
    if name.startswith("_") or name in _RESERVED:
        file.error("FA203", target, f"`{name}` means something of its own in an Enum", "choose another name")
        return None
    if isinstance(node, ast.Call) and file.library_name(node.func) == "enum.auto":
        if kind == "StrEnum" and not node.args and not node.keywords:
            return name.lower()
        if kind == "str, Enum":
            file.error("FA209", node, "`auto()` gives no text here", "write the value, or make it a StrEnum")
            return None
        return _automatic(file, node, before)
    constant = constants.evaluate(file, node, f"the value of `{name}`")
    if constant is None or not constants.settled(file, node, constant):
        return None
    plain = type(constant.value) is int
    whole = kind in ("IntEnum", "int, Enum")
    if kind in ("StrEnum", "str, Enum") and not isinstance(constant.value, str):
        file.error("FA209", node, "the value of a member is a string here")
        return None
    if not plain and (whole or constant.value is None or not _is_immutable(constant.value)):
        wanted = "an integer" if whole else "a number, a string or a tuple of them"
        file.error("FA209", node, f"the value of a member is {wanted}")
        return None
    return constant.value


def _automatic(file: File, node: ast.Call, before: list[Value]) -> int | None:
    """One more than the greatest, where all versions of Python agree on that."""
    numbers = [value for value in before if type(value) is int]
    if node.args or node.keywords or len(numbers) < len(before) or (numbers and numbers[-1] != max(numbers)):
        file.error("FA209", node, "versions of Python do not agree on this `auto()`", "write the value")
        return None
    return 1 + int(numbers[-1]) if numbers else 1


def _is_immutable(value: Value) -> bool:
    if isinstance(value, Sequence):
        return value.kind in ("tuple", "range", "bytes") and all(map(_is_immutable, value.items))
    return isinstance(value, (int, str, Real)) or value is None


# Records.


def _record(file: File, node: ast.ClassDef, kind: ClassKind) -> Class:
    fields: list[Field] = []
    constants_found: dict[str, Value] = {}
    uncompared: list[str] = []
    plain = kind == "class"
    by_keyword = set() if kind == "NamedTuple" else _by_keyword(file, node)
    for statement in _body(node):
        match statement:
            case ast.AnnAssign(annotation=annotation) if (special := _special(annotation, file)) is not None:
                if special == "ClassVar" and kind != "NamedTuple" and isinstance(statement.target, ast.Name):
                    _class_constant(file, statement.target, statement.value, constants_found)
                elif special != "InitVar" or plain or not _is_handed_on(statement, node):
                    message = f"`{special}` is not part of the language here"
                    file.error("FA101", statement, message, "write a field: x: int")
            case ast.Assign(targets=[ast.Name() as target], value=assigned):
                _class_constant(file, target, assigned, constants_found)
            case ast.AnnAssign(target=ast.Name(id=name), annotation=annotation, value=value):
                check_names(annotation, file)
                if name in [field.name for field in fields]:
                    file.error("FA203", statement, f"the field `{name}` is there twice", "rename one")
                if name.startswith("_" if kind == "NamedTuple" else "__"):
                    file.error("FA203", statement, f"a field cannot be called `{name}` here", "choose another name")
                if plain and value is None and not any(isinstance(item, ast.FunctionDef) for item in node.body):
                    file.error("FA101", node, _MESSAGE, _HINT)
                if plain and value is None:
                    continue
                if plain and value is not None:
                    _class_constant(file, ast.copy_location(ast.Name(name), statement), value, constants_found)
                    continue
                if _field_says(file, value, "compare", False):
                    uncompared.append(name)
                default = None if value is None else _default(file, value, kind)
                if default is None and _field_says(file, value, "init", False):
                    default = Literal(None)
                before = [item for item in fields if item.name not in by_keyword]
                if value is None and before and before[-1].default is not None and name not in by_keyword:
                    message = f"`{name}` needs a default too: a field before it has one"
                    file.error("FA106", statement, message, "put fields without defaults first")
                fields.append(Field(name, annotation, default, file))
            case ast.FunctionDef():
                pass
            case _:
                message = "a record of a mechanism file has fields and methods, and nothing else"
                file.error("FA101", statement, message, "write x: int, and the rest outside of the class")
    if not fields and kind == "NamedTuple":
        file.error("FA101", node, "this class has no fields", "write x: int")
    if kind == "NamedTuple":
        constants_found["_fields"] = Sequence("tuple", tuple(field.name for field in fields))
    found, made = _methods(file, node, frozenset(constants_found), fields)
    more = [name for name in made if name not in [field.name for field in fields]]
    for name in found["properties"].intersection([*more, *(field.name for field in fields)]):
        message = f"`{name}` is a property of this class, and no field that `__init__` can make"
        file.error("FA203", node, message, f"give the field that it reads its value: self._{name} = ...")
    shape = Shape(
        file.named(node.name),
        (*(field.name for field in fields), *more),
        kind,
        _says(node, "order"),
        (*uncompared, *(more if fields else ())),
        _special_methods(node),
    )
    span = file.source.span(node)
    parameters = tuple(HelperParameter(name, None, False) for name in shape.fields)
    if not made:
        parameters = tuple(HelperParameter(item.name, item.default, item.name in by_keyword) for item in fields)
    constructor = Signature("helper", node.name, parameters, (), False, False, span)
    return Class(
        shape, span, fields=tuple(fields), constructor=constructor, constants=tuple(constants_found.items()), **found
    )


def _by_keyword(file: File, node: ast.ClassDef) -> set[str]:
    """The fields that are given by name alone."""
    found: set[str] = set()
    all_of_them = _says(node, "kw_only")
    for statement in node.body:
        match statement:
            case ast.AnnAssign(target=ast.Name(id=name), value=value):
                said = _field_option(file, value, "kw_only")
                default = all_of_them or is_by_keyword(statement)
                found |= {name} if (default if said is None else said) else set()
    return found


def _special(annotation: ast.expr, file: File) -> str | None:
    """ClassVar, InitVar and KW_ONLY make no fields, quoted ones neither."""
    match annotation:
        case ast.Subscript(value=value):
            return _special(value, file)
        case ast.Constant(value=str(text)):
            found = [name for name in ("ClassVar", "InitVar", "KW_ONLY") if name in text]
            return found[0] if found else None
    module, _, name = (file.library_name(annotation) or "").rpartition(".")
    return name if module in ("typing", "dataclasses") and name in ("ClassVar", "InitVar", "KW_ONLY") else None


def _class_constant(file: File, target: ast.Name, node: ast.expr | None, found: dict[str, Value]) -> None:
    """`LIMIT = 3` in a class: `Point.LIMIT`."""
    name = target.id
    if name.startswith("__") or name in found or node is None:
        file.error("FA203", target, f"`{name}` cannot be a constant of this class", "choose another name")
        return
    constant = constants.evaluate(file, node, f"the constant `{name}`")
    if constant is not None and constants.settled(file, node, constant):
        found[name] = constant.value


# Methods.


class _Methods(TypedDict):
    methods: tuple[tuple[str, ast.FunctionDef], ...]
    properties: frozenset[str]
    static: frozenset[str]


def _methods(
    file: File, node: ast.ClassDef, constants_found: frozenset[str], declared: Sequence_[Field] = ()
) -> tuple[_Methods, tuple[str, ...]]:
    """The functions of the class, and the fields that `__init__` makes. Each first makes sure that it is called on a
    record of this class."""
    found: dict[str, ast.FunctionDef] = {}
    properties: set[str] = set()
    fields: tuple[str, ...] = ()
    functions = [item for item in node.body if isinstance(item, ast.FunctionDef)]
    start = _started(node, file, declared) if declared and not _is_tuple(node, file) else None
    if any(file.library_name(item) == "functools.total_ordering" for item in node.decorator_list):
        functions += totally_ordered(node)
    functions = [_setter(item) for item in functions]
    functions = functions if start is None else [start, *(item for item in functions if item.name != _POST)]
    how = {id(item): _decorated(item, file) for item in functions}
    for item in functions:
        if how[id(item)] == "cached":
            how[id(item)] = "property" if _may_cache(node, file) else None
            file.cached.add(f"{file.named(node.name)}.{item.name}")
    static = {item.name for item in functions if how[id(item)] in ("staticmethod", "classmethod")}
    bound = {item.name for item in functions if how[id(item)] == "" and not item.name.startswith("__")}
    for function in functions:
        name, arguments, kind = function.name, [*function.args.posonlyargs, *function.args.args], how[id(function)]
        takes_self = kind != "staticmethod"
        if kind is None:
            mark = function.decorator_list[0]
            message = f"`@{ast.unparse(mark)}` above a method is not followed"
            hint = (
                "write what it does in the method; @property, @cached_property, @staticmethod and @classmethod are read"
            )
            file.error("FA105", mark, message, hint)
        elif name in OPERATIONS and kind == "" and _may_have(node, file, name):
            function = typed(function)
            function, guarded = unguarded(as_generator(function, file) if name in _GIVING else function, node.name)
            file.guarded |= {f"{file.named(node.name)}.{name}"} if guarded else set()
            takes = [*function.args.posonlyargs, *function.args.args]
            inside = [part for part in ast.walk(function) if isinstance(part, (ast.Yield, ast.YieldFrom))]
            plain = len(takes) == OPERATIONS[name] + 1 and not function.args.defaults
            if not plain or (name in _GIVING) != bool(inside):
                hint = "give it Python's own parameters"
                if name in _GIVING:
                    hint = "write what it gives one by one: yield from self.items"
                if name == "__iter__" and _NEXT in [item.name for item in functions]:
                    hint = f"write a loop that yields in it, with variables of its own (n = self.n), without `{_NEXT}`"
                file.error("FA106", function, f"`{name}` is not followed like this", hint)
                continue
            rewritten = Method(node.name, bound, static, constants_found).of(function, takes[0].arg)
            found[name] = _guarded(rewritten, node.name, takes[0].arg)
        elif kind == "" and name in _UNUSED | _UNASKED and _is_left(node, file, name):
            pass
        elif name == INITIAL and (function is start or not _is_decorated(node)):
            order = [field.name for field in declared]
            made = initial(file, function, node.name, Method(node.name, set(), static, constants_found), order)
            if made is not None:
                found[name], fields = made
        elif (name != CALL and name.startswith("__" if _is_free(node, file) else "_")) or _is_known(node, name):
            file.error("FA203", function, *_why_not(name, node, file))
        elif takes_self and (not arguments or len(function.args.defaults) == len(arguments)):
            file.error("FA106", function, "a method takes the record first", f"write def {name}(self):")
        elif name in found:
            file.error("FA203", function, f"`{name}` is defined twice", "choose another name")
        elif kind == "staticmethod":
            found[name] = _bare(function, function.body)
        elif kind == "classmethod":
            body = [OfClass(node.name, arguments[0].arg).visit(item) for item in function.body]
            found[name] = _bare(function, body, first=False)
        else:
            rewritten = Method(node.name, bound, static, constants_found).of(function, arguments[0].arg)
            found[name] = _guarded(rewritten, node.name, arguments[0].arg)
            properties |= {name} if kind == "property" else set()
    known: _Methods = {
        "methods": tuple(found.items()),
        "properties": frozenset(properties),
        "static": frozenset(static),
    }
    return known, fields


def _may_cache(node: ast.ClassDef, file: File) -> bool:
    """Whether records of the class have a place for what is kept."""
    slots = _says(node, "slots") or any("__slots__" in assigned_names([item]) for item in node.body)
    return not slots and not _is_tuple(node, file) and _is_free(node, file)


def _setter(function: ast.FunctionDef) -> ast.FunctionDef:
    """`@total.setter` above `def total(self, value)` as a method with a name of its own."""
    match function.decorator_list:
        case [ast.Attribute(value=ast.Name(id=name), attr="setter")] if name == function.name:
            known = dict(ast.iter_fields(function))
            made = ast.FunctionDef(**{**known, "name": setter_name(name), "decorator_list": []})
            return ast.copy_location(made, function)
    return function


def _why_not(name: str, node: ast.ClassDef, file: File) -> tuple[str, str]:
    """Why a method cannot be called so, and what to do."""
    if name == _POST:
        return f"`{name}` has parameters", "write an __init__ that sets the fields, without @dataclass"
    hint = "give the method a name of its own, and call it"
    if name in OPERATIONS and _is_tuple(node, file):
        message = f"what Python does with `{name}` of a NamedTuple is not followed here: it is a tuple too"
        return message, f"write @dataclass(frozen=True) above class {node.name}: or {hint}"
    if name in OPERATIONS and hasattr(node, "derived"):
        return f"`{name}` of a class that others are made from, or that is made from others, is not followed here", hint
    if name.startswith("__") and name.endswith("__"):
        return f"what Python does with `{name}` is not followed here", hint
    return f"a method cannot be called `{name}` here: that means something else already", "choose another name"


def _may_have(node: ast.ClassDef, file: File, name: str) -> bool:
    """Whether this operator of the class is followed: where Python's own values are not what its values are too."""
    bases = [file.library_name(base) for base in node.bases]
    if name in ("__str__", "__repr__") and _is_tuple(node, file):
        return not hasattr(node, "derived")
    if name in ARITHMETIC and bases == ["typing.NamedTuple"]:
        return not hasattr(node, "derived")
    return bases in ([], ["enum.Enum"]) and not hasattr(node, "derived")


def _is_left(node: ast.ClassDef, file: File, name: str) -> bool:
    """Whether nothing comes of what the class says there."""
    return _may_have(node, file, name) if name in _UNASKED else not _is_tuple(node, file)


def _is_frozen(node: ast.ClassDef) -> bool:
    """Whether Python raises where a field is given another value."""
    options = [option for item in node.decorator_list if isinstance(item, ast.Call) for option in item.keywords]
    return any(option.arg == "frozen" and ast.unparse(option.value) == "True" for option in options)


def _started(node: ast.ClassDef, file: File, declared: Sequence_[Field]) -> ast.FunctionDef | None:
    """The `__init__` of a dataclass that has a `__post_init__`, or fields that are not given to it."""
    values = {
        item.target.id: item.value
        for item in node.body
        if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name)
    }
    after = next((item for item in node.body if isinstance(item, ast.FunctionDef) and item.name == _POST), None)
    own = {field.name for field in declared if _field_says(file, values.get(field.name), "init", False)}
    arguments = [] if after is None else [*after.args.posonlyargs, *after.args.args]
    handed = [item for item in node.body if isinstance(item, ast.AnnAssign) and _is_handed(item, file)]
    more = [] if after is None else [after.args.vararg, after.args.kwarg, *after.args.kwonlyargs]
    if (after is None and not own) or (after is not None and len(arguments) != len(handed) + 1) or any(more):
        return None
    me = arguments[0].arg if arguments else "self"
    written = [] if after is None else list(after.body)
    for part in (part for item in written for part in ast.walk(item) if _is_frozen(node)):
        if isinstance(part, ast.Attribute) and not isinstance(part.ctx, ast.Load) and ast.unparse(part.value) == me:
            hint = f'write object.__setattr__({me}, "{part.attr}", ...)'
            file.error("FA106", part, "a frozen dataclass gives its fields no other values", hint)
    bound = assigned_names(written).keys() | {item.arg for item in arguments[1:]}
    for part in (part for item in (*written, *map(values.get, own)) if item is not None for part in ast.walk(item)):
        if isinstance(part, ast.Name) and part.id not in bound and part.id in {item.name for item in declared} - own:
            message = f"`{part.id}` is a field that is given, and something else here"
            file.error("FA203", part, message, f"choose another name, or write {me}.{part.id}")
    body: list[ast.stmt] = []
    parameters = ast.arguments([], [ast.arg(me)], None, [], [], None, [])
    by_keyword = _by_keyword(file, node)
    fields = {field.name: field for field in declared}
    for item in node.body:
        if not isinstance(item, ast.AnnAssign) or not isinstance(item.target, ast.Name):
            continue
        if item in handed:
            name, default = item.target.id, item.value
            if name in by_keyword:
                parameters.kwonlyargs.append(ast.arg(name))
                parameters.kw_defaults.append(default)
            elif default is None and parameters.defaults:
                return None  # Python makes no such class
            else:
                parameters.args.append(ast.arg(name))
                parameters.defaults += [] if default is None else [default]
            continue
        if item.target.id not in fields:
            continue
        field = fields[item.target.id]
        value: ast.expr | None = ast.Name(field.name, ast.Load())
        if field.name in own:
            value = _written_default(values[field.name])
        elif field.name in by_keyword:
            parameters.kwonlyargs.append(ast.arg(field.name))
            parameters.kw_defaults.append(None if field.default is None else ast.Constant(None))
        else:
            if field.default is None and parameters.defaults:
                return None  # Python makes no such class
            parameters.args.append(ast.arg(field.name))
            parameters.defaults += [] if field.default is None else [ast.Constant(None)]
        if value is not None:
            body.append(ast.Assign([ast.Attribute(ast.Name(me, ast.Load()), field.name, ast.Store())], value))
    for argument, item in zip(arguments[1:], handed, strict=True):
        assert isinstance(item.target, ast.Name)
        if argument.arg != item.target.id:
            body.append(ast.Assign([ast.Name(argument.arg, ast.Store())], ast.Name(item.target.id, ast.Load())))
    if after is not None:
        rest = after.body[1:] if _is_text(after.body[0]) else after.body
        body += [_Set(me).visit(copy.deepcopy(item)) for item in rest]
    made = ast.FunctionDef(INITIAL, parameters, body or [ast.Pass()], [], None)
    made.type_params = []  # type: ignore[attr-defined,unused-ignore]
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, after or node)
    return ast.copy_location(made, after or node)


def _is_handed(statement: ast.AnnAssign, file: File) -> bool:
    """Whether it is handed on to `__post_init__`, and is no field."""
    return isinstance(statement.target, ast.Name) and _special(statement.annotation, file) == "InitVar"


def _is_handed_on(statement: ast.AnnAssign, node: ast.ClassDef) -> bool:
    """Whether there is a `__post_init__` that takes what is handed on."""
    return isinstance(statement.target, ast.Name) and any(
        isinstance(item, ast.FunctionDef) and item.name == _POST for item in node.body
    )


def _written_default(node: ast.expr | None) -> ast.expr | None:
    """What a field that is not given begins with."""
    keywords = {item.arg: item.value for item in node.keywords} if isinstance(node, ast.Call) else {}
    match keywords.get("default"), keywords.get("default_factory"):
        case ast.expr() as value, _:
            return value
        case None, ast.Lambda(body=body):
            return body
        case None, ast.expr() as factory:
            return ast.Call(factory, [], [])
    return None


class _Set(ast.NodeTransformer):
    """`object.__setattr__(self, "x", value)` as `self.x = value`."""

    def __init__(self, me: str) -> None:
        self.me = me

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        match node.value:
            case ast.Call(
                func=ast.Attribute(value=ast.Name(id="object"), attr="__setattr__"),
                args=[ast.Name(id=name) as me, ast.Constant(value=str(field)), value],
                keywords=[],
            ) if name == self.me:
                return ast.copy_location(ast.Assign([ast.Attribute(me, field, ast.Store())], value), node)
        return node


def _decorated(function: ast.FunctionDef, file: File) -> str | None:
    """ "property", "staticmethod", "classmethod", or nothing; None for what else stands above it."""
    match function.decorator_list:
        case []:
            return ""
        case [decorator] if file.library_name(decorator) == "functools.cached_property":
            return "cached"
        case [ast.Name(id="property" | "staticmethod" | "classmethod" as name)] if name not in file.places:
            return name
    return None


def _is_decorated(node: ast.ClassDef) -> bool:
    """Whether the class is something else than a plain one."""
    decorators = [item for item in node.decorator_list if _named(item) != "total_ordering"]
    return bool(decorators) or any(not isinstance(base, ast.Name) or base.id != "object" for base in node.bases)


def _is_tuple(node: ast.ClassDef, file: File) -> bool:
    return [file.library_name(base) for base in node.bases] == ["typing.NamedTuple"]


def _bare(function: ast.FunctionDef, body: list[ast.stmt], first: bool = True) -> ast.FunctionDef:
    """The function without its decorator, and without what it takes first."""
    args = function.args
    if not first:
        left = {"posonlyargs": args.posonlyargs[1:]} if args.posonlyargs else {"args": args.args[1:]}
        args = ast.arguments(**{**dict(ast.iter_fields(args)), **left})
    made = ast.FunctionDef(**{**dict(ast.iter_fields(function)), "args": args, "body": body, "decorator_list": []})
    return ast.copy_location(made, function)


def _is_free(node: ast.ClassDef, file: File) -> bool:
    """Whether names with one underscore mean nothing to Python in the class, as `_replace` and `_missing_` may."""
    return not _is_tuple(node, file) and not any(item.startswith("enum.") for item in _bases_of(node, file))


def _bases_of(node: ast.ClassDef, file: File) -> list[str]:
    return [file.library_name(base) or "" for base in node.bases]


def _is_known(node: ast.ClassDef, name: str) -> bool:
    """Whether a field, a constant or a member of the class is called so."""
    return name in assigned_names(item for item in node.body if not isinstance(item, ast.FunctionDef))


def _guarded(function: ast.FunctionDef, owner: str, first: str) -> ast.FunctionDef:
    """The function without its decorator, with `assert isinstance(self, Owner)` before its body."""
    guard = moved(ast.parse(f"assert isinstance({first}, {owner})").body[0], function.body[0])
    at = 1 if _is_text(function.body[0]) and len(function.body) > 1 else 0
    body = [*function.body[:at], guard, *function.body[at:]]
    made = ast.FunctionDef(**{**dict(ast.iter_fields(function)), "body": body, "decorator_list": []})
    return ast.copy_location(made, function)


def _default(file: File, node: ast.expr, kind: ClassKind) -> Expression | None:
    if isinstance(node, ast.Call) and file.library_name(node.func) == "dataclasses.field":
        return _field_default(file, node, kind)
    known = file.signatures.get(node.id) if isinstance(node, ast.Name) else None
    if known is not None and known.constant:
        return the_constant(known, file.source.span(node))
    constant = constants.evaluate(file, node, "a default")
    if constant is None or not constants.settled(file, node, constant):
        return None
    if _is_mutable(constant.value):
        hint = "write field(default_factory=list)" if kind != "NamedTuple" else "use a tuple"
        file.error("FA210", node, "all records would share this default", hint)
        return None
    try:
        return constants.expression_of(constant.value)
    except Failure as failure:
        file.error(failure.code, node, failure.message, failure.hint)
        return None


def _field_default(file: File, node: ast.Call, kind: ClassKind) -> Expression | None:
    """`field(default=...)` or `field(default_factory=list)`; nothing where it gives none."""
    given = {keyword.arg: keyword.value for keyword in node.keywords}
    plain = all(isinstance(given[name], ast.Constant) for name in given.keys() & _REMARKS)
    if kind != "NamedTuple" and not node.args and plain and given.keys() <= {*_REMARKS, "default", "default_factory"}:
        match given.get("default"), given.get("default_factory"):
            case None, None:
                return None
            case ast.expr() as value, None:
                return _default(file, value, kind)
            case None, ast.expr() as factory if (made := _made(file, factory)) is not None:
                return made
    hint = "write field(default_factory=list), or the default itself"
    file.error("FA206", node, "this `field(...)` is not part of the language", hint)
    return None


def _made(file: File, factory: ast.expr) -> Expression | None:
    """What a factory makes each time."""
    match factory:
        case ast.Name(id="list") if "list" not in file.places:
            return Display("list", ())
        case ast.Name(id="dict" | "set" as made) if made not in file.places:
            return Call(made, ())
        case ast.Name(id=name) if name in file.classes and file.classes[name].constructor is not None:
            own = file.classes[name]
            start = file.methods.get(f"{own.shape.name}.{INITIAL}")
            if start is not None:
                return _called_alone(start)
            defaults = [item.default for item in own.fields]
            return None if None in defaults else Construct(own.shape, tuple(filter(None, defaults)))
        case ast.Name(id=name) if name in file.signatures and not file.signatures[name].constant:
            return _called_alone(file.signatures[name])
        case ast.Lambda(args=ast.arguments(args=[], posonlyargs=[], kwonlyargs=[], vararg=None, kwarg=None), body=body):
            match body:
                case ast.Call(func=function, args=[ast.Name(id=inner)], keywords=[]) if (
                    file.library_name(function) == "collections.defaultdict"
                    and inner in ("int", "list", "set", "dict", "float", "bool", "str")
                    and inner not in file.places
                ):
                    return Call("collections.defaultdict", (Literal(inner),))
                case ast.Call(func=function, args=[], keywords=[]):
                    return _made(file, function)
            constant = constants.evaluate(file, body, "a default")
            if constant is None or not constants.settled(file, body, constant):
                return Literal(None)
            try:
                return constants.expression_of(constant.value)
            except Failure:
                return None
    origin = file.library_name(factory)
    return Call(origin, ()) if origin in ("collections.Counter", "collections.deque") else None


def _called_alone(made: Signature) -> Expression | None:
    """The call without arguments, where every parameter has a default."""
    given = [Display("tuple", ()) if item.rest else item.default for item in made.parameters]
    if None in given or any(item.table for item in made.parameters) or made.kind != "helper" or made.yields:
        return None
    return Invoke(made.name, tuple(item for item in given if item is not None))


def _field_says(file: File, node: ast.expr | None, option: str, wanted: bool) -> bool:
    """Whether this is `field(option=wanted)`."""
    return _field_option(file, node, option) is wanted


def _field_option(file: File, node: ast.expr | None, option: str) -> bool | None:
    """What `field(...)` says of the option."""
    match node:
        case ast.Call(func=function, keywords=keywords) if file.library_name(function) == "dataclasses.field":
            for item in keywords:
                if item.arg == option and isinstance(item.value, ast.Constant):
                    return bool(item.value.value)
    return None


def _special_methods(node: ast.ClassDef) -> tuple[str, ...]:
    """The operations of which the class says what they do."""
    found = [item.name for item in node.body if isinstance(item, ast.FunctionDef)]
    return tuple(name for name in found if name.startswith("__") and name not in (INITIAL, CALL, _POST))


_REMARKS = frozenset(["compare", "repr", "hash", "init", "kw_only", "metadata"])


def _is_mutable(value: Value) -> bool:
    if not isinstance(value, Sequence):
        return False
    return value.kind in ("list", "dict", "set", "deque") or any(map(_is_mutable, value.items))


def _says(node: ast.ClassDef, option: str) -> bool:
    return any(
        keyword.arg == option and isinstance(keyword.value, ast.Constant) and keyword.value.value is True
        for decorator in node.decorator_list
        if isinstance(decorator, ast.Call)
        for keyword in decorator.keywords
    )


def _body(node: ast.ClassDef) -> list[ast.stmt]:
    """The statements but for a docstring and what does nothing."""
    return [
        statement
        for position, statement in enumerate(node.body)
        if not isinstance(statement, ast.Pass) and not (position == 0 and _is_text(statement))
    ]


def _is_text(statement: ast.stmt) -> bool:
    match statement:
        case ast.Expr(value=ast.Constant(value=value)):
            return isinstance(value, str) or value is ...
    return False


def _named(node: ast.expr) -> str:
    return node.id if isinstance(node, ast.Name) else node.attr if isinstance(node, ast.Attribute) else ""
