"""Python's calls -> calls of pure functions, draws, and calls of the file's own functions.

Arguments are counted and matched to parameters here; what they must be is found out by running.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import Protocol, assert_never, cast

from faier.lang import changes, exponentials, foreign, instances, instead, methods, options, overloading
from faier.lang.by_name import by_position
from faier.lang.callables import Refused, call_of, read_key, read_map, read_reduce, read_starmap
from faier.lang.changing_methods import methods_that_change
from faier.lang.comparing import keys_of
from faier.lang.factories import read_factory
from faier.lang.handed import called, named_first
from faier.lang.method_calls import is_the_constant, is_view, read_method, repeatable
from faier.lang.names import CALL, Class, File, Signature, suggestion
from faier.lang.objects import INITIAL, makes_fields
from faier.lang.placing import placed
from faier.lang.repeated import is_repeatable
from faier.lang.rewritten import as_operator, as_pieces, first_of
from faier.lang.scope import BROKEN, CONTAINER, Place, Scope
from faier.lang.syntax import (
    Call,
    Choice,
    Comprehension,
    Construct,
    Display,
    Draw,
    Expression,
    Index,
    Invoke,
    Literal,
    Name,
    Span,
    Star,
    Unary,
)
from faier.lang.values import Infinite, Sequence
from faier.lang.vocabulary import (
    DIGESTS,
    DRAWS,
    FUNCTIONS,
    HASH_FUNCTIONS,
    LIBRARY_FUNCTIONS,
    PYTHON_FUNCTIONS,
    VOCABULARY,
    Word,
)
from faier.lang.walk import leaves_marks, parts

_CONSUMERS = frozenset(["sum", "min", "max", "any", "all", "sorted", "list", "tuple", "math.prod"]) | frozenset(
    ["dict", "set", "frozenset", "dict.fromkeys", "bytes", "int.from_bytes", "collections.Counter", "collections.deque"]
)
_ITERATORS = frozenset(["enumerate", "zip", "reversed"]) | {
    name for name in LIBRARY_FUNCTIONS if name.startswith("itertools.")
}
# These have gone over all of it before the first item comes out.
_GIVEN_A_FUNCTION = frozenset(["map", "filter", "starmap", "itertools.starmap"])  # and give back an iterator
_GATHERING = ("itertools.product", "itertools.permutations", "itertools.combinations")


class Reader(Protocol):
    """Who reads the arguments of a call, and says what is wrong with them."""

    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def item(self, node: ast.expr) -> Expression: ...

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...

    def unknown(self, name: str, node: ast.AST) -> Expression: ...

    def invoked(self, owner: Class, method: str, arguments: list[ast.expr], node: ast.expr) -> Expression: ...


def read_call(reader: Reader, node: ast.Call, span: Span, place: Place) -> Expression:
    if isinstance(node.func, ast.Name) and reader.file.takes_from_python(node.func):
        return Name(BROKEN, span)
    word = reader.file.word(node.func, reader.scope.names)
    if word is not None:
        return _call_word(reader, word, node, span, place)
    origin = reader.file.library_name(node.func, reader.scope.names)
    if origin is not None:
        return _call_library(reader, origin, node, span, place)
    unknown = foreign.origin_of(node.func, reader.file, reader.scope.names)
    if unknown is not None:
        message = f"`{unknown}` is not followed: what is verified would not be what runs"
        return reader.wrong("FA205", node, message, foreign.of_call(unknown, node))
    match node.func:
        case ast.Name(id=name):
            return _call_name(reader, name, node, span, place)
        case ast.Attribute():
            return _call_method(reader, node.func, node, span, place)
    if reader.file.callables and isinstance(node.func, (ast.Subscript, ast.Call, ast.IfExp, ast.BoolOp, ast.Lambda)):
        return _call_value(reader, node, span, place)
    return reader.wrong("FA205", node.func, "this cannot be called", "call a function by its name")


def _call_value(reader: Reader, node: ast.Call, span: Span, place: Place) -> Expression:
    def with_signature(signature: Signature) -> Expression:
        given = [node.func, *node.args] if signature.name.endswith(f".{CALL}") else node.args
        call = ast.copy_location(ast.Call(node.func, given, node.keywords), node)
        if signature.name in reader.file.classes:
            return _construct(reader, reader.file.classes[signature.name], call, span)
        return invoke(reader, signature, call, span, place)

    return called(reader, node, span, with_signature)


def _call_word(reader: Reader, name: str, node: ast.Call, span: Span, place: Place) -> Expression:
    word = VOCABULARY.get(name)
    if word is None:  # Fraction
        return _pure(reader, name, node, span, place)
    match word.place:
        case "draw":
            return _draw(reader, word, node, span)
        case "function":
            return _pure(reader, name, node, span, place)
        case "mark":
            message = f"`{name}(...)` is a statement of a prior, not a value"
            return reader.wrong("FA110", node, message, "write it on a line of its own")
        case "constant":
            message = f"`{name}(...)` stands only at the top level"
            return reader.wrong("FA211", node, message, "write EPS = Positive(1) there")
        case "relation":
            return reader.wrong(
                "FA205",
                node,
                f"`{name}(...)` stands only after `neighbors=` in a claim",
                f"write it there: @private(epsilon=..., neighbors={name}(...))",
            )
        case "type" | "decorator":
            return reader.wrong("FA205", node, f"`{name}` cannot be called here")
        case _:
            assert_never(word.place)


def _call_name(reader: Reader, name: str, node: ast.Call, span: Span, place: Place) -> Expression:
    file = reader.file
    if reader.scope.names.get(name) == BROKEN:
        return Name(BROKEN, span)
    if "." in reader.scope.names.get(name, "")[1:]:
        return _call_nested(reader, reader.scope.names[name], node, span, place)
    if name in reader.scope.names and file.callables:
        return _call_value(reader, node, span, place)
    if name in reader.scope.names:
        hint = "give the variable another name; or hand it a function of the file, where it is one"
        return reader.wrong("FA205", node.func, f"`{name}` is a variable here, not a function", hint)
    if name in file.signatures and file.signatures[name].constant and file.callables:
        return _call_value(reader, node, span, place)
    if name in file.signatures:
        return invoke(reader, file.signatures[name], node, span, place)
    if name in file.classes:
        return _construct(reader, file.classes[name], node, span)
    if name in file.constants and file.callables:
        return _call_value(reader, node, span, place)
    if name in file.constants or name in file.types:
        return reader.wrong(
            "FA205",
            node.func,
            f"`{name}` is not a function",
            f"it is a value: write {name}" if name in file.constants else "",
        )
    if name in file.broken:
        return Name(BROKEN, span)
    if name == "isinstance":
        return _is_instance(reader, node, span)
    if name == "float" and len(node.args) == 1 and not node.keywords and _infinity(node.args[0]) is not None:
        sign = _infinity(node.args[0])
        infinite = Literal(Infinite(1), span)
        return infinite if sign == 1 else Unary("-", infinite, span)
    own = None if not file.operators or overloading.is_marked(node) else overloading.read_function(reader, name, node)
    if own is not None:
        return own
    if name in PYTHON_FUNCTIONS:
        return _pure(reader, name, node, span, place)
    hidden = {*reader.scope.names, *file.places}
    first = first_of(node, hidden) if name == "next" and name not in file.places else None
    if first is not None:
        if len(node.args) == 1:
            message = "`next` without a default raises StopIteration, which is not followed where something is caught"
            file.uncaught.append((node, message, "give a default: next(..., None)"))
        read = reader.read(first)
        nested = any(isinstance(part, Invoke) and file.shares(part.function) for part in parts(read))
        if nested or any(map(leaves_marks, parts(read))):
            return reader.wrong("FA113", node, "`next` stops early, and this changes variables", "write a loop")
        return read
    if name in ("map", "filter") and name not in file.places:
        return read_map(reader, node, place)
    if name in instead.FUNCTIONS and name not in file.places:
        return reader.wrong("FA205", node.func, f"`{name}` is not a function of the language", instead.FUNCTIONS[name])
    if name in file.later:
        return reader.wrong("FA204", node.func, f"`{name}` is used before it is defined", "move its definition up")
    return reader.unknown(name, node.func)


def _infinity(node: ast.expr) -> int | None:
    """The sign of the infinity that the text names: `float("-inf")`."""
    match node:
        case ast.Constant(value=str(text)) if text.strip().lower().lstrip("+-") in ("inf", "infinity"):
            return None if text.strip()[1:2] in ("+", "-") else -1 if text.strip()[0] == "-" else 1
    return None


def _is_instance(reader: Reader, node: ast.Call, span: Span) -> Expression:
    if len(node.args) != 2 or node.keywords or any(isinstance(argument, ast.Starred) for argument in node.args):
        return reader.wrong("FA206", node, "`isinstance` takes 2 arguments", "write isinstance(x, int)")
    value = reader.read(node.args[0])
    labels = instances.types_named(node.args[1], reader.file, set(reader.scope.names))
    if labels is None:
        hint = "name int, bool, float, Fraction, str, list, tuple, dict, set, or a class of the file"
        return reader.wrong("FA205", node.args[1], "`isinstance` asks for a type, or for one of a tuple of types", hint)
    return Call("isinstance", (value, *map(Literal, labels)), (), span)


def _call_nested(reader: Reader, name: str, node: ast.Call, span: Span, place: Place) -> Expression:
    """A call of a function inside of a function, or of a variable that is `partial(...)`."""
    if name not in reader.file.defined:
        message = f"`{name.split('.')[-1]}` may be called before it is defined"
        return reader.wrong("FA204", node.func, message, "move its definition up, out of branches and loops")
    if name in reader.file.partials:
        try:
            made = call_of(reader, reader.file.partials[name], node.args, node.keywords)
        except Refused:
            return Name(BROKEN, span)
        return reader.read(placed(made, node), place)
    return invoke(reader, reader.file.nested[name], node, span, place)


def _made_anew(reader: Reader, classes: list[Class], node: ast.Call, span: Span) -> Expression:
    """`replace(p, x=1)` of records that compute fields when they are made: `P(x=1, y=p.y)` where `p` is a `P`."""
    record = node.args[0]
    again = ast.Call(node.func, [record], node.keywords)
    own = {id(item): name for name, item in reader.file.classes.items() if name not in reader.scope.names}
    if any(item.arg is None for item in node.keywords) or not all(id(item) in own for item in classes):
        message = "`replace` makes a record anew, with all that its `__post_init__` does"
        return reader.wrong("FA205", node, message, "write P(x=1, y=p.y)")
    if not is_repeatable(reader.file, record):
        named = overloading.operands_first(
            reader, node, [record], lambda one: ast.Call(node.func, [one], node.keywords)
        )
        hint = "give the record a name: p = ...; replace(p, x=1)"
        return named or reader.wrong("FA205", node, "`replace` of this record reads it several times", hint)
    again = placed(again, node)
    again.plain = True  # type: ignore[attr-defined]
    result = reader.read(again)
    given = {item.arg for item in node.keywords}
    for owner in classes:
        takes = dict(owner.methods)[INITIAL].args
        fields = [item.arg for item in (*takes.args, *takes.kwonlyargs)]
        made: ast.expr = ast.BinOp(ast.Constant(None), ast.Add(), ast.Constant(0))  # Python gives it no such fields
        if given <= set(fields):
            kept = [name for name in fields if name not in given and name in owner.shape.fields]
            read = [ast.keyword(name, ast.Attribute(copy.deepcopy(record), name, ast.Load())) for name in kept]
            made = ast.Call(ast.Name(own[id(owner)], ast.Load()), [], [*node.keywords, *read])
        asked = Call("isinstance", (reader.read(record), Literal(owner.shape.name)), (), span)
        result = Choice(asked, reader.read(placed(made, node)), result, span)
    return result


def _call_library(reader: Reader, origin: str, node: ast.Call, span: Span, place: Place) -> Expression:
    """A call of a name of Python's own library: "math.floor"."""
    if origin == "math.exp" and reader.scope.random and exponentials.may_be_drawn_with(reader.file, node):
        exponentials.report(reader.file, node)
        return Name(BROKEN, span)
    if origin in LIBRARY_FUNCTIONS:
        return _pure(reader, origin, node, span, place)
    if origin == "dataclasses.replace" and len(node.args) == 1 and not overloading.is_marked(node):
        computing = [item for item in reader.file.shapes.values() if item.fields and INITIAL in dict(item.methods)]
        if computing:
            return _made_anew(reader, computing, node, span)
    if origin == "dataclasses.replace" and len(node.args) == 1 and not isinstance(node.args[0], ast.Starred):
        method = ast.copy_location(ast.Attribute(node.args[0], "__replace__", ast.Load()), node)
        return read_call(reader, ast.copy_location(ast.Call(method, [], node.keywords), node), span, place)
    if origin in methods.FUNCTIONS:
        if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
            return reader.wrong("FA206", node, f"`{origin}` takes one value here", f"write {origin}(value)")
        return Call(f".{origin}", (reader.read(node.args[0]),), (), span)
    if origin == "functools.reduce":
        return read_reduce(reader, node)
    if origin == "itertools.starmap":
        return read_starmap(reader, node, place)
    if origin == "fractions.Fraction":
        return _pure(reader, "Fraction", node, span, place)
    hint = instead.LIBRARY.get(origin, "")
    if origin == "functools.partial" and node.args and (lazy := ast.unparse(node.args[0])) in _GIVEN_A_FUNCTION:
        hint = f"write a function: def each(xs): return list({lazy}(f, xs))"
    return reader.wrong("FA205", node.func, f"`{origin}` cannot be called here", hint)


def _call_method(reader: Reader, function: ast.Attribute, node: ast.Call, span: Span, place: Place) -> Expression:
    match function.value:
        case ast.Name(id=name) if name in reader.file.modules and name not in reader.scope.names:
            hint = suggestion(function.attr, VOCABULARY)
            return reader.wrong("FA201", function, f"faier has no `{function.attr}`", hint)
    owner = function.value
    if isinstance(owner, ast.Name) and owner.id in reader.file.classes and owner.id not in reader.scope.names:
        made = reader.file.classes[owner.id]
        if function.attr == "_make" and made.shape.kind == "NamedTuple" and len(node.args) == 1 and not node.keywords:
            given = ast.copy_location(ast.Starred(node.args[0], ast.Load()), node.args[0])
            return _construct(reader, made, ast.copy_location(ast.Call(owner, [given], []), node), span)
        called = reader.file.methods.get(f"{made.shape.name}.{function.attr}")
        if called is not None:
            of_record = bool(node.args) and place is Place.VALUE and function.attr not in made.static
            first = _arguments_first(reader, node.args[0], node, 1) if of_record else None
            return invoke(reader, called, node, span, place) if first is None else first
    owners = reader.file.owners(function.attr)
    if any(function.attr not in item.properties for item in owners) or (
        owners and function.attr not in methods.NAMES | changes.NAMES
    ):
        return _of_record(reader, function, node, span, place)
    fields = {name for item in reader.file.shapes.values() for name in item.shape.fields}
    if reader.file.callables and function.attr in fields - methods.NAMES - changes.NAMES:
        return _call_value(reader, node, span, place)
    match owner:
        case ast.Name(id="dict") if function.attr == "fromkeys" and not {"dict"} & {
            *reader.scope.names,
            *reader.file.places,
        }:
            return _pure(reader, "dict.fromkeys", node, span, place)
        case ast.Name(id="int") if function.attr == "from_bytes" and not {"int"} & {
            *reader.scope.names,
            *reader.file.places,
        }:
            return _pure(reader, "int.from_bytes", node, span, place)
        case ast.Name(id="str") if function.attr == "maketrans" and not {"str"} & {
            *reader.scope.names,
            *reader.file.places,
        }:
            return _pure(reader, "str.maketrans", node, span, place)
        case ast.Call(func=made_by) if function.attr in DIGESTS and not node.args and not node.keywords:
            origin = f"{reader.file.library_name(made_by, reader.scope.names)}.{function.attr}"
            if origin in HASH_FUNCTIONS:
                return _pure(reader, origin, owner, span, place)
    if function.attr in ("__getitem__", "__contains__") and len(node.args) == 1 and not node.keywords:
        return reader.read(as_operator(function, node.args[0], node))
    pieces = as_pieces(node) if function.attr == "format" else None
    if pieces is not None:
        return reader.read(pieces)
    found = read_method(reader, function, node, span, place)
    if found is not None:
        return found
    hint = instead.METHODS.get(function.attr, "")
    if function.attr in foreign.GENERATORS:
        hint = foreign.of_generator(function.attr, node)
    return reader.wrong("FA102", function, f"`.{function.attr}(...)` is not part of the language", hint)


def _of_record(reader: Reader, function: ast.Attribute, node: ast.Call, span: Span, place: Place) -> Expression:
    """A call of a method of a class of the file: `p.norm(2)` is `Point.norm(p, 2)`. Where several classes have it, or
    containers too, the run asks of which class the record is."""
    name = function.attr
    first = _arguments_first(reader, function.value, node, 0) if place is Place.VALUE else None
    if first is not None:
        return first
    owners = [owner for owner in reader.file.owners(name) if name not in owner.properties]
    of_python = name in methods.NAMES | changes.NAMES
    if of_python and isinstance(function.value, ast.Constant | ast.JoinedStr):
        return _of_python(reader, function, node, span, place)
    if of_python:
        owners = [owner for owner in owners if name in owner.static or _may_take(reader, owner, function, node)]
    if not owners and of_python:
        return _of_python(reader, function, node, span, place)
    if not owners:
        of_class = reader.file.owners(name)[0].shape.name
        return reader.wrong(
            "FA205", node, f"`.{name}` of {of_class} is read without brackets", f"write {ast.unparse(function)}"
        )

    ways: dict[str, Callable[[], Expression]] = {
        owner.shape.name: partial(method_of, reader, owner, function, node.args, node.keywords, node, span, place)
        for owner in owners
    }
    known = class_of(reader, function.value)
    if known is not None and known.shape.name in ways:
        return ways[known.shape.name]()
    if of_python and known is None and _is_container(reader, function.value):
        return _of_python(reader, function, node, span, place)
    if len(owners) == 1 and not of_python:
        return ways[owners[0].shape.name]()
    value = reader.read(function.value)
    again = repeatable(value) or is_repeatable(reader.file, function.value)
    named = None if again else named_first(reader, node, function)
    if named is not None:
        return named
    if not again:
        hint = f"give it a name first, or write {owners[0].shape.name}.{name}(...)"
        return reader.wrong(
            "FA205", node, f"`.{name}` means several things: what it is called on is computed once", hint
        )
    others: Expression
    as_value = name in methods.VIEWS and place is Place.VALUE
    if of_python and (as_value or (name in changes.NAMES and _never_changes(reader, value))):
        others = Call(f".{name}() as a value", (value,), (), span)
    elif of_python:
        others = _of_python(reader, function, node, span, place)
    else:
        others = ways.pop(owners[-1].shape.name)()
    return at_run(ways, others, value, span)


def _may_take(reader: Reader, owner: Class, function: ast.Attribute, node: ast.Call) -> bool:
    """Whether the arguments may be enough for the method of this class."""
    if any(isinstance(argument, ast.Starred) for argument in node.args):
        return True
    called = reader.file.methods[f"{owner.shape.name}.{function.attr}"]
    needed = [item for item in called.parameters if item.default is None and not (item.rest or item.table)]
    return 1 + len(node.args) + len(node.keywords) >= len(needed)


def _arguments_first(reader: Reader, record: ast.expr, node: ast.Call, at: int) -> Expression | None:
    """`m.step(m.next())` as `(a := m.next(), m.step(a))[1]`: the call sees what its arguments have changed. They begin
    at this place."""
    if not isinstance(record, ast.Name) or record.id not in reader.scope.names:
        return None
    given = [*node.args[at:], *(item.value for item in node.keywords)]
    inside = [part for argument in given for part in ast.walk(argument)]
    changing = methods_that_change(reader.file) if any(isinstance(part, ast.Call) for part in inside) else frozenset()
    if not any(_is_called_on(part, record.id, changing) for part in inside):
        return None
    unnamed = (ast.Starred, ast.GeneratorExp, ast.Lambda)
    if any(isinstance(argument, unnamed) for argument in given) or any(isinstance(p, ast.NamedExpr) for p in inside):
        return None
    if any(item.arg is None for item in node.keywords):
        return None

    def again(*operands: ast.expr) -> ast.expr:
        plain, named = operands[: len(node.args) - at], operands[len(node.args) - at :]
        keywords = [ast.keyword(item.arg, value) for item, value in zip(node.keywords, named, strict=True)]
        return ast.Call(node.func, [*node.args[:at], *plain], keywords)

    return overloading.operands_first(reader, node, given, again)


def _is_called_on(part: ast.AST, name: str, methods_: frozenset[str]) -> bool:
    """Whether one of these methods is called on the variable: `m.next()`, `M.next(m)`."""
    match part:
        case ast.Call(func=ast.Attribute(value=ast.Name(id=owner), attr=method), args=given) if method in methods_:
            return owner == name or (bool(given) and isinstance(given[0], ast.Name) and given[0].id == name)
    return False


def _never_changes(reader: Reader, value: Expression) -> bool:
    """Whether it is a constant, or what a comprehension goes over: if its class has no such method the run fails."""
    if not isinstance(value, Name):
        return is_the_constant(value)
    constant = value.name in reader.file.constants and value.name not in reader.scope.names
    return constant or value.name in reader.scope.bound or is_the_constant(value)


def at_run(ways: dict[str, Callable[[], Expression]], others: Expression, value: Expression, span: Span) -> Expression:
    """What it is for the class that the value turns out to be of: by names of classes."""
    for of_class, way in reversed(ways.items()):
        others = Choice(Call("isinstance", (value, Literal(of_class)), (), span), way(), others, span)
    return others


def method_of(
    reader: Reader,
    owner: Class,
    function: ast.Attribute,
    arguments: list[ast.expr],
    keywords: list[ast.keyword],
    node: ast.expr,
    span: Span,
    place: Place = Place.VALUE,
) -> Expression:
    """The call of this class's method with the record first, unless the method takes none."""
    given = arguments if function.attr in owner.static else [function.value, *arguments]
    call = ast.copy_location(ast.Call(function, given, keywords), node)
    return invoke(reader, reader.file.methods[f"{owner.shape.name}.{function.attr}"], call, span, place)


def _of_python(reader: Reader, function: ast.Attribute, node: ast.Call, span: Span, place: Place) -> Expression:
    found = read_method(reader, function, node, span, place)
    assert found is not None
    return found


def class_of(reader: Reader, node: ast.expr) -> Class | None:
    """The class of what a variable holds, where every assignment says so, or of what is made there."""
    match node:
        case ast.Call(func=ast.Name(id=made)) if made in reader.file.classes and made not in reader.scope.names:
            return reader.file.classes[made] if reader.file.classes[made].constructor is not None else None
        case ast.Attribute(attr=field):
            return reader.file.classes.get(reader.file.holding.get(field, ""))
    name = node.id if isinstance(node, ast.Name) else ""
    if name not in reader.scope.names:
        return reader.file.classes.get(reader.file.making.get(name, ""))
    return reader.file.classes.get(reader.scope.made.get(name, ""))


def _is_container(reader: Reader, node: ast.expr) -> bool:
    """Whether it is a variable, or a field, that every assignment gives a list, a dictionary or a set."""
    if isinstance(node, ast.Attribute):
        return reader.file.holding.get(node.attr) == CONTAINER
    return isinstance(node, ast.Name) and reader.scope.made.get(node.id) == CONTAINER and node.id in reader.scope.names


def _draw(reader: Reader, word: Word, node: ast.Call, span: Span) -> Expression:
    if not reader.scope.random:
        return reader.wrong("FA209", node, f"{reader.scope.where} cannot be random", "draw inside a function")
    node = by_position(word.name, node)
    if node.keywords:
        return _by_position(reader, word.name, node)
    if word.parameters[0] == "values" and node.args:
        if any(isinstance(argument, ast.Starred) for argument in node.args):
            return reader.wrong("FA206", node, f"`{word.name}` takes its values as one list", f"write {word.form}")
        arguments = (reader.read(node.args[0], Place.CONSUMED), *map(reader.item, node.args[1:]))
        if _changed_before(reader, node.args[:1], arguments[1:]):
            message = f"`{word.name}` goes over this after what stands beside it has changed something"
            return reader.wrong("FA113", node, message, "make it a list: list(...)")
    else:
        outer, scaled = reader.scope, word.name == "laplace"
        reader.scope = replace(outer, budget=scaled, scaled=scaled)
        arguments = tuple(map(reader.item, node.args))
        reader.scope = outer
    if not _fits(reader, word.name, arguments, *word.arity, node):
        return Name(BROKEN, span)
    return Draw(DRAWS[word.name], arguments, span)


def _by_position(reader: Reader, function: str, node: ast.Call) -> Expression:
    hint = f"write {VOCABULARY[function].form}" if function in VOCABULARY else "leave out the names"
    if function == "choice" and any(keyword.arg == "weights" for keyword in node.keywords):
        hint = "write values[categorical(*weights)], or categorical({value: weight, ...})"
    return reader.wrong("FA206", node, f"`{function}` takes its arguments by position", hint)


def _pure(reader: Reader, function: str, node: ast.Call, span: Span, place: Place) -> Expression:
    least, most, keywords = FUNCTIONS[function]
    if function in _ITERATORS and place is Place.VALUE:
        return reader.wrong(
            "FA113",
            node,
            f"`{function}(...)` may stand only where it is iterated over",
            f"write list({function}(...))",
        )
    node = by_position(function, node)
    if node.keywords and not keywords:
        return _by_position(reader, function, node)
    single = len(node.args) == 1 and not isinstance(node.args[0], ast.Starred)
    arguments = []
    for position, given_node in enumerate(node.args):
        arguments.append(_argument(reader, function, given_node, position, single, place))
    given: list[tuple[str, Expression]] = []
    if function in ("enumerate", "zip") or function.startswith("itertools."):
        for argument in arguments:
            if _runs_between(reader, argument, tuple(arguments), function, place):
                message = (
                    f"`{function}` takes this one by one, between other things that change or see the same variables"
                )
                return reader.wrong("FA113", node, message, "make it a list: list(...)")
    found = len(reader.file.problems.found)
    for keyword in node.keywords:
        if keyword.arg in [name for name, _ in given]:
            reader.file.error("FA206", keyword, f"`{function}` gets `{keyword.arg}` twice")
        elif keyword.arg == "key" and "key" in keywords:
            if not (isinstance(keyword.value, ast.Constant) and keyword.value.value is None):
                given.append(("key", read_key(reader, keyword.value)))
        elif keyword.arg in keywords or ("**" in keywords and keyword.arg is not None):
            given.append((keyword.arg, reader.read(keyword.value)))
        else:
            _wrong_keyword(reader, function, keyword, keywords)
    wrong = len(reader.file.problems.found) > found  # then an argument may be missing that has another name
    if wrong or not _fits(reader, function, tuple(arguments), least, most, node):
        return Name(BROKEN, span)
    if any(isinstance(item, Star) for item in arguments) and "key" in dict(given):
        hint = f"write {function}(values, key=...)"
        return reader.wrong("FA206", node, f"`{function}` takes no `*` beside a key", hint)
    if len(node.args) > 1 and function in ("min", "max") and [name for name, _ in given] == ["key"]:
        return Call(function, (Display("tuple", tuple(arguments), span),), tuple(given), span)
    if len(node.args) > 1 and given and function in ("sum", "enumerate", "min", "max"):
        return reader.wrong("FA206", node, f"`{function}` does not take these arguments together")
    others = (*arguments[1:], *(value for name, value in given if name != "key"))
    if function in _CONSUMERS and others and _changed_before(reader, node.args[:1], others):
        message = f"`{function}` goes over this after what stands beside it has changed something"
        return reader.wrong("FA113", node, message, "make it a list: list(...)")
    # The keys are computed when all else is known.
    return Call(function, tuple(arguments), tuple(sorted(given, key=lambda pair: pair[0] == "key")), span)


def _changed_before(reader: Reader, first: list[ast.expr], others: tuple[Expression, ...]) -> bool:
    """Whether something may change between what makes the first argument and its items."""
    if all(isinstance(node, ast.List | ast.Tuple | ast.ListComp | ast.Constant) for node in first):
        return False
    inside = [part for other in others for part in parts(other)]
    return any(
        leaves_marks(part) or (isinstance(part, Invoke) and reader.file.shares(part.function)) for part in inside
    )


def _argument(reader: Reader, function: str, node: ast.expr, position: int, single: bool, place: Place) -> Expression:
    if isinstance(node, ast.Starred):
        return reader.item(node)
    if function == "exp":
        outer = reader.scope
        reader.scope = replace(outer, budget=True)
        result = reader.read(node)
        reader.scope = outer
        return result
    if function in ("len", "list", "tuple") and isinstance(node, ast.Name):
        return reader.read(node, Place.ITERATED)  # an Enum
    if function in ("any", "all") and single:
        read = reader.read(node, Place.CONSUMED)
        if isinstance(read, Invoke) and read.captured:
            return reader.wrong(
                "FA113", node, f"`{function}` ends early, and the function shares variables", "write a loop"
            )
        return read
    if (
        function in _CONSUMERS
        and position == 0
        and (single or function in ("sum", "sorted", "math.prod", "dict.fromkeys", "int.from_bytes"))
    ):
        return reader.read(node, Place.CONSUMED)
    if function == "collections.defaultdict":
        return read_factory(reader, node) if position == 0 else reader.read(node, Place.CONSUMED)
    if function == "len" and is_view(node):
        return reader.read(node, Place.ITERATED)
    if function == "reversed":
        return _reversible(reader, node)
    if function.startswith(_GATHERING):
        return reader.read(node, Place.CONSUMED)
    if function.startswith("itertools.") and not (function == "itertools.repeat" and position == 0):
        return reader.read(node, Place.ITERATED)
    if function in ("enumerate", "zip") and (function == "zip" or position == 0):
        return reader.read(node, Place.LOOP if place is Place.LOOP else Place.ITERATED)
    return reader.read(node)


def _runs_between(
    reader: Reader, argument: Expression, others: tuple[Expression, ...], function: str, place: Place
) -> bool:
    """Whether it matters that the argument is computed step by step, after the others, and not at once."""
    file = reader.file
    if isinstance(argument, Invoke):
        name = argument.function
        known = file.nested.get(name) or file.signatures.get(name) or file.methods.get(name)
        return known is not None and known.yields and file.shares(name)
    if not (isinstance(argument, Comprehension) and argument.kind == "generator"):
        return False
    if function not in ("enumerate", "zip") and place is not Place.CONSUMED:
        return True
    inside = [part for other in others for part in parts(other)]
    return any(leaves_marks(part) or (isinstance(part, Invoke) and file.shares(part.function)) for part in inside)


def _reversible(reader: Reader, node: ast.expr) -> Expression:
    match node:
        case ast.Call(func=ast.Name(id="enumerate" | "zip" | "reversed" as inner)) if inner not in reader.scope.names:
            return reader.wrong(
                "FA113", node, f"Python cannot reverse `{inner}(...)`", f"write reversed(list({inner}(...)))"
            )
    record = class_of(reader, node)
    if record is not None and f"{record.shape.name}.__iter__" in reader.file.methods:
        message = f"Python reverses a {record.shape.written} only where its class says how, in `__reversed__`"
        return reader.wrong("FA113", node, message, "write reversed(list(...))")
    read = reader.read(node, Place.ITERATED)
    if isinstance(read, Comprehension) and read.kind == "generator":
        return reader.wrong("FA113", node, "Python cannot reverse a generator", "write reversed(list(...))")
    if isinstance(read, Invoke) and _generates(reader, read):
        return reader.wrong("FA113", node, "Python cannot reverse a generator", "write reversed(list(...))")
    return read


def reversed_record(reader: Reader, node: ast.expr) -> tuple[Class, str, list[ast.expr]] | None:
    """What `reversed(v)` calls where `v` is a record of a class that says how it is gone over backwards."""
    match node:
        case ast.Call(func=ast.Name(id="reversed"), args=[value], keywords=[]):
            record = class_of(reader, value)
            hidden = "reversed" in reader.scope.names or "reversed" in reader.file.places
            if not hidden and record is not None and f"{record.shape.name}.__reversed__" in reader.file.methods:
                return record, "__reversed__", [value]
    return None


def _generates(reader: Reader, call: Invoke) -> bool:
    file = reader.file
    known = file.signatures.get(call.function) or file.nested.get(call.function)
    return known is not None and known.yields


def _wrong_keyword(reader: Reader, function: str, keyword: ast.keyword, known: tuple[str, ...]) -> None:
    if keyword.arg is None:
        reader.file.error("FA206", keyword, "`**` is not part of the language", "write the arguments out")
        return
    hint = suggestion(keyword.arg, known) or f"it takes {', '.join(known)}"
    reader.file.error("FA206", keyword, f"`{function}` has no argument `{keyword.arg}` here", hint)


def _fits(
    reader: Reader,
    function: str,
    arguments: tuple[Expression, ...],
    least: int,
    most: int | None,
    node: ast.Call,
) -> bool:
    """Whether the number of arguments can be right; with a `*` among them only the run knows."""
    count = len(arguments)
    starred = any(isinstance(argument, Star) for argument in arguments)
    if (starred or count >= least) and (most is None or starred or count <= most):
        return True
    wanted = str(least) if least == most else f"at least {least}" if most is None else f"{least} to {most}"
    plural = "" if wanted.endswith("1") else "s"
    reader.file.error("FA206", node, f"`{function}` takes {wanted} argument{plural}, not {count}")
    return False


# Calls of the file's own functions.


def invoke(reader: Reader, callee: Signature, node: ast.Call, span: Span, place: Place) -> Expression:
    run = reader.scope.computed or reader.scope.asks
    if not reader.scope.random and not (run and callee.written is not None):
        hint = "write what it computes, or do it inside of a function"
        return reader.wrong("FA209", node, f"{reader.scope.where} cannot call the file's functions", hint)
    if callee.kind == "prior":
        hint = "write what both need in a function without @prior, and call that"
        return reader.wrong("FA205", node, f"`{callee.name}` is a prior: it is named in claims, not called", hint)
    if callee.yields:
        fault = _misused_generator(reader, callee, place)
        if fault:
            return reader.wrong("FA113", node, *fault)
    if callee.streams:
        hint = "write what it does with one value in a function, and call that in the loop"
        return reader.wrong("FA205", node, f"`{callee.name}` reads a stream: it cannot be called", hint)
    outer = reader.scope
    reader.scope = replace(outer, budget=outer.budget or outer.scaled)
    arguments = _matched(reader, callee, node)
    reader.scope = outer
    captured = tuple((name, name) for name in callee.captured)
    return Name(BROKEN, span) if arguments is None else Invoke(callee.name, arguments, span, captured)


def _misused_generator(reader: Reader, callee: Signature, place: Place) -> tuple[str, str] | None:
    """What is wrong with a call of a function that yields: helpers are gone over."""
    shown = f"`{callee.name.split('.')[-1]}`"
    if callee.kind != "helper":
        return f"{shown} yields values: only functions that return, and helpers, can be called", "call a helper"
    if place is Place.VALUE:
        return f"{shown} yields values: it may stand only where it is iterated over", "write list(...) around it"
    if callee.captured and place is Place.ITERATED:
        message = f"{shown} runs between the turns of what goes over it, and shares variables with it"
        return message, "go over it in a `for` statement, or over list(...)"
    return None


def _construct(reader: Reader, made: Class, node: ast.Call, span: Span) -> Expression:
    """A new record: `Point(1, y=2)`."""
    if not makes_fields(node):
        start = reader.file.methods.get(f"{made.shape.name}.{INITIAL}")
        if start is not None:
            return invoke(reader, start, node, span, Place.CONSUMED)
    if made.constructor is None:
        match node:
            case ast.Call(args=[value], keywords=[]) if not isinstance(value, ast.Starred) and made.names:
                name = made.shape.name
                message = f"`{name}` of no member raises ValueError, which is not followed where something is caught"
                hint = f"ask first: if value in [member.value for member in {name}]"
                reader.file.uncaught.append((node, message, hint))
                return Index(Name(f"{name}()", span), reader.read(value), span)
        hint = f"write {made.shape.name}(value), or {made.shape.name}.MEMBER"
        return reader.wrong("FA206", node, f"`{made.shape.name}` takes the value of a member", hint)
    arguments = _matched(reader, made.constructor, node)
    return Name(BROKEN, span) if arguments is None else Construct(made.shape, arguments, span)


def _matched(reader: Reader, callee: Signature, node: ast.Call) -> tuple[Expression, ...] | None:
    """One argument for each parameter, in the order of the parameters."""
    given: dict[str, Expression] = {}
    found = len(reader.file.problems.found)
    positional = [parameter for parameter in callee.parameters if not (parameter.keyword_only or parameter.rest)]
    starred = [at for at, argument in enumerate(node.args) if isinstance(argument, ast.Starred)]
    if starred and (callee.rest is None or starred[0] < len(positional)):
        return _spread(reader, callee, node)
    gathered = []
    for position, argument in enumerate(node.args):
        if position >= len(positional) and callee.rest is not None:
            gathered.append(reader.item(argument))
            continue
        if position >= len(positional):
            expected = f"{len(positional)} positional argument{'' if len(positional) == 1 else 's'}"
            reader.file.error("FA206", argument, f"`{callee.name}` takes {expected}, not {len(node.args)}")
            break
        given[positional[position].name] = reader.read(argument)
    if callee.rest is not None:
        given[callee.rest.name] = Display("tuple", tuple(gathered), reader.file.source.span(node))
    written, more, table = options.told_apart(callee, _written_out(reader, node.keywords))
    for keyword in written:
        _match_keyword(reader, callee, keyword, given)
    if table is not None:
        if callee.table is None and all(item.name in given or item.rest for item in callee.parameters):
            message = f"all parameters of `{callee.name}` have values: the dictionary gives none"
            reader.file.error("FA206", table, message, "leave it out")
        message = (
            "`**` of keys that no parameter takes raises TypeError, which is not followed where something is caught"
        )
        reader.file.uncaught.append((table, message, "write the arguments out"))
        options.from_table(callee, given, more, table, reader.read, reader.file.source.span(node))
    elif callee.table is not None:
        given[callee.table.name] = reader.read(options.gathered(more, node))
    for parameter in callee.parameters:
        if parameter.name not in given and parameter.default is None and len(reader.file.problems.found) == found:
            reader.file.error("FA206", node, f"`{callee.name}` needs an argument for `{parameter.name}`")
    changing = any(leaves_marks(part) for argument in given.values() for part in parts(argument))
    mixed = table is not None or any(
        one.lineno < two.lineno or one.col_offset < two.col_offset for one in more for two in written
    )
    if changing and (
        mixed or list(given) != [parameter.name for parameter in callee.parameters if parameter.name in given]
    ):
        message = "these arguments change variables, and are computed in another order than that of the parameters"
        reader.file.error("FA206", node, message, "compute them in statements before, in the order as they stand here")
    if len(reader.file.problems.found) > found:
        return None
    return tuple(
        given[parameter.name] if parameter.name in given else cast(Expression, parameter.default)
        for parameter in callee.parameters
    )


def _spread(reader: Reader, callee: Signature, node: ast.Call) -> tuple[Expression, ...] | None:
    """The arguments by position as written, for the first parameters, and those by keyword, for the last ones. How
    many values a `*` stands for is known when it runs; no default is filled in beside it."""
    given: dict[str, Expression] = {}
    found = len(reader.file.problems.found)
    if callee.rest is not None:
        message = f"what `*` stands for here fills several parameters of `{callee.name}`"
        reader.file.error("FA206", node, message, "write those before its `*` parameter out")
        return None
    arguments = tuple(map(reader.item, node.args))
    for keyword in _written_out(reader, node.keywords):
        _match_keyword(reader, callee, keyword, given)
    if len(reader.file.problems.found) > found:
        return None
    by_name = [item.keyword_only or item.name in given for item in callee.parameters]
    first = by_name.index(True) if True in by_name else len(by_name)
    last = callee.parameters[first:]
    plain = sum(not isinstance(argument, Star) for argument in arguments)
    for parameter in last:
        if parameter.name not in given and parameter.default is None:
            name = parameter.name
            reader.file.error("FA206", node, f"`{callee.name}` needs an argument for `{name}`", f"write {name}=...")
            return None
    if plain > first:
        expected = f"{first} positional argument{'' if first == 1 else 's'}"
        reader.file.error("FA206", node, f"`{callee.name}` takes {expected} here, not {plain}")
        return None
    return (*arguments, *(given.get(parameter.name, cast(Expression, parameter.default)) for parameter in last))


def _written_out(reader: Reader, keywords: list[ast.keyword]) -> list[ast.keyword]:
    """The keywords, with those of `**SETTINGS` written out, which is a constant."""
    found: list[ast.keyword] = []
    for keyword in keywords:
        table = keyword.value
        constant = keyword.arg is None and isinstance(table, ast.Name) and table.id not in reader.scope.names
        value = reader.file.constants.get(table.id) if constant and isinstance(table, ast.Name) else None
        known = keys_of(value) if isinstance(value, Sequence) and value.kind == "dict" else ()
        given = [name for name in known if isinstance(name, str)]
        if not given or len(given) < len(known):
            found.append(keyword)
            continue
        for name in given:
            item = ast.Subscript(table, ast.Constant(name), ast.Load())
            found.append(ast.copy_location(ast.keyword(name, placed(item, keyword)), keyword))
    return found


def _match_keyword(reader: Reader, callee: Signature, keyword: ast.keyword, given: dict[str, Expression]) -> None:
    known = [parameter.name for parameter in callee.parameters if not (parameter.rest or parameter.table)]
    value = reader.read(keyword.value)
    if keyword.arg is None:
        message = "`**` stands here for what has no name: its keys are asked for several times"
        reader.file.error("FA206", keyword, message, "give the dictionary a name first, or write the arguments out")
    elif keyword.arg in callee.settings:
        reader.file.error("FA206", keyword, f"`{keyword.arg}` is a setting of `{callee.name}`: a call cannot change it")
    elif keyword.arg not in known:
        hint = suggestion(keyword.arg, known)
        reader.file.error("FA206", keyword, f"`{callee.name}` has no parameter `{keyword.arg}`", hint)
    elif keyword.arg in callee.unnamed:
        message = f"`{callee.name}` takes `{keyword.arg}` by position: it stands before the `/`"
        reader.file.error("FA206", keyword, message, f"leave out `{keyword.arg}=`")
    elif keyword.arg in given:
        reader.file.error("FA206", keyword, f"`{callee.name}` gets `{keyword.arg}` twice")
    else:
        given[keyword.arg] = value
