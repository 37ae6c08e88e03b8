"""Functions that are handed to others: `key=`, `map`, `filter`, `functools.partial`.

No function is a value here. What is done with one, for each item of something, is written out as Python's own tree of
the comprehension that does it: `map(f, xs)` is `(f(item) for item in xs)`.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from typing import Protocol

from faier.lang import names
from faier.lang.names import File
from faier.lang.placing import placed
from faier.lang.scope import BROKEN, ITEMS, Place, Scope
from faier.lang.syntax import Expression, Name

_TYPES = frozenset(["str", "int", "bool", "list", "tuple", "dict", "set", "frozenset", "Fraction"])
_GETTERS = frozenset(["operator.itemgetter", "operator.attrgetter"])
_PARTIAL = "functools.partial"
_ONCE = "give what it keeps a name of its own before, outside of loops: kept = ..."


class Reader(Protocol):
    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...


class Refused(Exception):
    """What is handed over cannot be followed, and that was reported."""


def read_key(reader: Reader, node: ast.expr) -> Expression:
    """`key=f`: the list of f(item) for each of the items, which are called `ITEMS`."""
    outer = reader.scope
    try:
        target, element = applied(reader, node, 1, node)
        made = ast.ListComp(element, [ast.comprehension(target, ast.Name(ITEMS, ast.Load()), [], 0)])
        reader.scope = replace(outer, names=outer.names.new_child({ITEMS: ITEMS}))
        return reader.read(placed(made, node))
    except Refused:
        return Name(BROKEN, reader.file.source.span(node))
    finally:
        reader.scope = outer


def read_map(reader: Reader, node: ast.Call, place: Place) -> Expression:
    """`map(f, xs)`, `map(f, xs, ys)`, `filter(f, xs)`, `filter(None, xs)`: a generator."""
    assert isinstance(node.func, ast.Name)
    word, given = node.func.id, node.args
    least, most = (2, 2) if word == "filter" else (2, 9)
    if node.keywords or not least <= len(given) <= most or any(isinstance(item, ast.Starred) for item in given):
        return reader.wrong(
            "FA206", node, f"`{word}` takes a function and what it goes over, by position", f"write {word}(f, values)"
        )
    if place is Place.VALUE:
        message = f"`{word}(...)` may stand only where it is iterated over"
        return reader.wrong("FA113", node, message, f"write list({word}(...))")
    function, *columns = given
    try:
        if word == "filter":
            item = ast.Name(fresh(reader, "item"), ast.Store())
            target, test = item, ast.Name(item.id, ast.Load())
            if not (isinstance(function, ast.Constant) and function.value is None):
                bound, made = applied(reader, function, 1, node)
                assert isinstance(bound, ast.Name)
                target, test = bound, made  # type: ignore[assignment]
            kept = ast.Name(target.id, ast.Load())
            return reader.read(_generator(kept, target, columns[0], [test], node), place)
        bound, made = applied(reader, function, len(columns), node)
    except Refused:
        return Name(BROKEN, reader.file.source.span(node))
    iterable = columns[0]
    if len(columns) > 1:
        if "zip" in reader.scope.names or "zip" in reader.file.places:
            return reader.wrong("FA205", node, "`zip` has another meaning here", "write the comprehension")
        iterable = ast.Call(ast.Name("zip", ast.Load()), columns, [])
    return reader.read(_generator(made, bound, iterable, [], node), place)


def held_meanwhile(loop: ast.For) -> list[ast.expr]:
    """The functions of `map` and `filter`, which are asked for once, that a turn of the loop may give another value."""
    parts = [part for node in (loop.target, *loop.body) for part in ast.walk(node)]
    stored = {part.id for part in parts if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}
    mentioned = {part.id for part in parts if isinstance(part, ast.Name)}
    fields = {part.attr for part in parts if isinstance(part, ast.Attribute) and isinstance(part.ctx, ast.Store)}
    calls = [part for part in parts if isinstance(part, ast.Call)]
    given = {part.id for call in calls for part in _at_once(call) if isinstance(part, ast.Name)}
    found: list[ast.expr] = []
    for call in ast.walk(loop.iter):
        match call:
            case ast.Call(func=ast.Name(id="map" | "filter"), args=[function, *_]) if not isinstance(
                function, ast.Lambda
            ):
                inside = list(ast.walk(function))
                names = {part.id for part in inside if isinstance(part, ast.Name)}
                attributes = [part.attr for part in inside if isinstance(part, ast.Attribute)]
                changing = stored | (mentioned if any(isinstance(part, ast.Subscript) for part in inside) else set())
                changing |= given if len(attributes) > 1 else set()
                if names & changing or fields & set(attributes):
                    found.append(function)
    return found


def _at_once(call: ast.Call) -> list[ast.expr]:
    """What a call may change: what it is given, and what it is called on."""
    on = [call.func.value] if isinstance(call.func, ast.Attribute) else []
    return [*on, *call.args, *(item.value for item in call.keywords)]


def read_reduce(reader: Reader, node: ast.Call) -> Expression:
    """`reduce(f, xs, start)` is `(total := start, sum(0 for each x with total := f(total, x)), total)[-1]`."""
    outer, given = reader.scope, node.args
    if node.keywords or not 2 <= len(given) <= 3 or any(isinstance(item, ast.Starred) for item in given):
        message = "`reduce` takes a function, what it goes over, and perhaps a start, by position"
        return reader.wrong("FA206", node, message, "write reduce(f, values, start)")
    if (
        outer.binds is None
        or outer.iterating
        or any(name in outer.names or name in reader.file.places for name in ("sum", "list"))
    ):
        return reader.wrong("FA205", node, "`reduce` cannot stand here", "compute it before, in a statement")
    total, values = fresh(reader, "total"), fresh(reader, "values")
    scope = replace(outer, names=outer.names.new_child({total: total, values: values}))
    scope.binds = {**outer.binds, total: total, values: values}
    outer.taken |= {total, values}
    reader.scope = scope
    try:
        target, element = applied(reader, given[0], 2, node)
        assert isinstance(target, ast.Tuple)
        first, second = target.elts
        kept = ast.Subscript(
            ast.Tuple([_bound(total, element), ast.Constant(0)], ast.Load()), ast.Constant(1), ast.Load()
        )
        iterable, begin = given[1], given[2] if len(given) == 3 else None
        parts: list[ast.expr] = []
        if begin is None:
            message = "`reduce` of nothing raises TypeError, which is not followed where something is caught"
            reader.file.uncaught.append((node, message, "give a start: reduce(f, xs, 0)"))
            listed = ast.Call(ast.Name("list", ast.Load()), [iterable], [])
            parts.append(_bound(values, listed))
            begin = ast.Subscript(ast.Name(values, ast.Load()), ast.Constant(0), ast.Load())
            iterable = ast.Subscript(ast.Name(values, ast.Load()), ast.Slice(ast.Constant(1)), ast.Load())
        else:
            if isinstance(iterable, ast.Call | ast.GeneratorExp):
                message = "an exception may come in the middle of this, when a part of it is done already"
                reader.file.uncaught.append((node, message, "make a list of it first: values = [...]"))
            parts.append(_bound(values, ast.Call(ast.Name("list", ast.Load()), [iterable], [])))
            iterable = ast.Name(values, ast.Load())
        clauses = [
            ast.comprehension(second, iterable, [], 0),
            ast.comprehension(first, ast.List([ast.Name(total, ast.Load())], ast.Load()), [], 0),
        ]
        summed = ast.Call(ast.Name("sum", ast.Load()), [ast.GeneratorExp(kept, clauses)], [])
        parts += [_bound(total, begin), summed, ast.Name(total, ast.Load())]
        made = ast.Subscript(ast.Tuple(parts, ast.Load()), ast.Constant(len(parts) - 1), ast.Load())
        return reader.read(placed(made, node))
    except Refused:
        return Name(BROKEN, reader.file.source.span(node))
    finally:
        reader.scope = outer


def _bound(name: str, value: ast.expr) -> ast.expr:
    return ast.NamedExpr(ast.Name(name, ast.Store()), value)


def read_starmap(reader: Reader, node: ast.Call, place: Place) -> Expression:
    """`starmap(f, rows)` is `(f(*item) for item in rows)`."""
    if node.keywords or len(node.args) != 2 or any(isinstance(item, ast.Starred) for item in node.args):
        return reader.wrong(
            "FA206", node, "`starmap` takes a function and what it goes over, by position", "write starmap(f, rows)"
        )
    if place is Place.VALUE:
        message = "`starmap(...)` may stand only where it is iterated over"
        return reader.wrong("FA113", node, message, "write list(starmap(...))")
    function, rows = node.args
    try:
        if isinstance(function, ast.Lambda):
            target, element = applied(reader, function, len(plain_parameters(reader, function)), node)
            if isinstance(target, ast.Name):
                target = ast.Tuple([target], ast.Store())
        else:
            item = fresh(reader, "item")
            target = ast.Name(item, ast.Store())
            element = call_of(reader, function, [ast.Starred(ast.Name(item, ast.Load()), ast.Load())])
    except Refused:
        return Name(BROKEN, reader.file.source.span(node))
    return reader.read(_generator(element, target, rows, [], node), place)


def _generator(element: ast.expr, target: ast.expr, iterable: ast.expr, tests: list[ast.expr], at: ast.AST) -> ast.expr:
    return placed(ast.GeneratorExp(element, [ast.comprehension(target, iterable, tests, 0)]), at)


def applied(reader: Reader, function: ast.expr, count: int, at: ast.AST) -> tuple[ast.expr, ast.expr]:
    """A target for `count` items, and the call of the function with them."""
    if isinstance(function, ast.Lambda):
        parameters = plain_parameters(reader, function)
        if len(parameters) != count:
            wanted = f"{len(parameters)} parameter{'' if len(parameters) == 1 else 's'}"
            reader.wrong("FA206", function, f"this lambda has {wanted}, but gets {count} here", "give it as many")
            raise Refused
        named, element = parameters, function.body
    else:
        named = [fresh(reader, "item")] if count == 1 else [fresh(reader, f"item_{at + 1}") for at in range(count)]
        element = call_of(reader, function, [ast.Name(name, ast.Load()) for name in named])
    targets: list[ast.expr] = [ast.Name(name, ast.Store()) for name in named]
    target = targets[0] if count == 1 else ast.Tuple(targets, ast.Store())
    return target, placed(element, at)


def plain_parameters(reader: Reader, function: ast.Lambda) -> list[str]:
    """The names of a lambda's parameters, which are written one by one."""
    arguments = function.args
    extra = arguments.vararg or arguments.kwarg or arguments.kwonlyargs or arguments.defaults
    found = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    if extra or len(set(found)) < len(found):
        reader.wrong("FA106", function, "a lambda takes plain parameters here", "define a function: def f(x): ...")
        raise Refused
    for part in ast.walk(function.body):
        if isinstance(part, ast.NamedExpr):
            reader.wrong("FA102", part, "`:=` cannot stand in a lambda", "define a function: def f(x): ...")
            raise Refused
    return found


def call_of(
    reader: Reader, function: ast.expr, arguments: list[ast.expr], keywords: list[ast.keyword] | None = None
) -> ast.expr:
    """The function's call with these arguments."""
    hidden = reader.scope.names
    keywords = keywords or []
    match function:
        case ast.Call(func=called, args=given, keywords=named):
            origin = reader.file.library_name(called, hidden)
            if origin == _PARTIAL and given:
                for part in (*given[1:], *(keyword.value for keyword in named)):
                    _unchanging(reader, part)
                return call_of(reader, given[0], [*given[1:], *arguments], [*named, *keywords])
            if origin in _GETTERS and given and not named:
                found = [_got(reader, origin or "", arguments[0], part) for part in given]
                return found[0] if len(found) == 1 else ast.Tuple(found, ast.Load())
            if origin == "operator.methodcaller" and given and len(arguments) == 1:
                return _method_called(reader, arguments[0], given, named)
        case ast.Attribute(value=ast.Name(id=name), attr=method) if (
            name in _TYPES and name not in hidden and name not in reader.file.places and arguments
        ):
            return ast.Call(ast.Attribute(arguments[0], method, ast.Load()), arguments[1:], keywords)
        case ast.Name() | ast.Attribute():
            return ast.Call(function, arguments, keywords)
        case ast.Lambda():
            if len(arguments) == 0 and not keywords and not plain_parameters(reader, function):
                return function.body
    hint = "name a function of the file, or write a lambda"
    reader.wrong("FA205", function, "this is no function that can be handed over", hint)
    raise Refused


def _unchanging(reader: Reader, node: ast.expr) -> None:
    """What `partial` keeps is computed when it is made: only constants are the same later."""
    names = [part.id for part in ast.walk(node) if isinstance(part, ast.Name)]
    made = (ast.Call, ast.NamedExpr, ast.List, ast.Dict, ast.Set, ast.ListComp, ast.DictComp, ast.SetComp)
    exact = [part for part in ast.walk(node) if isinstance(part, made) and not _is_fraction(reader, part)]
    known = reader.file.constants.keys() | {name for name in names if reader.file.words.get(name) == "Fraction"}
    if not exact and all(name in known and name not in reader.scope.names for name in names):
        return
    reader.wrong("FA209", node, "`partial` keeps values of names that are assigned once", _ONCE)
    raise Refused


def _is_fraction(reader: Reader, node: ast.AST) -> bool:
    match node:
        case ast.Call(func=ast.Name(id=name)):
            return reader.file.words.get(name) == "Fraction" and name not in reader.scope.names
    return False


def _got(reader: Reader, origin: str, item: ast.expr, part: ast.expr) -> ast.expr:
    if origin == "operator.itemgetter":
        _unchanging(reader, part)
        return ast.Subscript(item, part, ast.Load())
    match part:
        case ast.Constant(value=str(name)) if name.isidentifier():
            return ast.Attribute(item, name, ast.Load())
    reader.wrong("FA206", part, "`attrgetter` takes the name of a field", "write lambda item: item.field")
    raise Refused


def _method_called(reader: Reader, item: ast.expr, given: list[ast.expr], named: list[ast.keyword]) -> ast.expr:
    """`methodcaller("split", ",")` of the item."""
    for part in (*given[1:], *(keyword.value for keyword in named)):
        _unchanging(reader, part)
    match given[0]:
        case ast.Constant(value=str(name)) if name.isidentifier():
            return ast.Call(ast.Attribute(item, name, ast.Load()), given[1:], named)
    reader.wrong("FA206", given[0], "`methodcaller` takes the name of a method", "write lambda item: item.method()")
    raise Refused


def fresh(reader: Reader, name: str) -> str:
    """A name that means nothing yet here."""
    scope, file = reader.scope, reader.file
    taken = (scope.names, scope.taken, scope.bound, file.places, file.words)
    found = names.fresh(name, *taken) if any(name in known for known in taken) else name
    scope.taken.add(found)
    return found
