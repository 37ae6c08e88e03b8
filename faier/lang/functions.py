"""Function definitions: the header (decorators, parameters, settings) and, once the file is known, the body."""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Literal as Either

from flint import fmpq

from faier.lang import constants, names, typed
from faier.lang.annotations import check_names, is_remark
from faier.lang.expressions import ExpressionReader
from faier.lang.failures import Failure
from faier.lang.handed_whole import TAKEN
from faier.lang.made import made_in
from faier.lang.made_constants import is_constant
from faier.lang.method_calls import the_constant
from faier.lang.names import File, HelperParameter, Signature, closest
from faier.lang.nested import Around, as_definition, local_functions, mentioned, with_captured
from faier.lang.scope import BROKEN, Scope
from faier.lang.statements import Body, StatementReader
from faier.lang.syntax import (
    AnyRealType,
    Assign,
    BoolType,
    Function,
    IntType,
    Name,
    OneOfType,
    Parameter,
    ProbabilityType,
    RealType,
    Span,
    Statement,
    StreamType,
    Type,
)
from faier.lang.taken_streams import with_streams_taken
from faier.lang.values import Real, Value
from faier.lang.vocabulary import DECORATORS

Kind = Either["mechanism", "prior", "helper"]
SetValue = Callable[[str], constants.Constant | None]


@dataclass(frozen=True)
class Header:
    """A function without its body. `claims` are the calls of `@private`, top first."""

    node: ast.FunctionDef
    kind: Kind
    parameters: tuple[Parameter, ...]
    settings: tuple[tuple[str, Value], ...]
    claims: tuple[ast.Call, ...]
    signature: Signature
    span: Span


def read_header(file: File, node: ast.FunctionDef, set_value: SetValue) -> Header:
    """What the `def` line and the decorators say. `set_value` is what the command line gives for a setting."""
    kind, claims = _decorators(file, node)
    _refuse_stars(file, node, kind)
    _refuse_duplicates(file, node)
    if getattr(node, "type_params", None):
        file.error("FA101", node, "type parameters are not part of the language", "remove the brackets")
    if node.returns is not None:
        check_names(node.returns, file)
    span = _name_span(file, node)
    if kind == "helper":
        for argument in _arguments(node):
            if argument.annotation is not None and is_remark(argument.annotation, file):
                check_names(argument.annotation, file)
        helper_parameters = _helper_parameters(file, node)
        parameters = tuple(
            Parameter(item.name, None, span=_argument_span(file, node, item.name)) for item in helper_parameters
        )
        settings: tuple[tuple[str, Value], ...] = ()
    else:
        parameters = _inputs(file, node, kind)
        settings = _settings(file, node, kind, set_value)
        helper_parameters = tuple(HelperParameter(item.name, None, False) for item in parameters)
    signature = Signature(
        kind,
        file.named(node.name),
        helper_parameters,
        tuple(name for name, _ in settings),
        _generates(node),
        any(isinstance(parameter.type, StreamType) for parameter in parameters),
        span,
        frozenset(argument.arg for argument in node.args.posonlyargs),
        constant=is_constant(node),
        written=(file, node) if kind == "helper" else None,
    )
    return Header(node, kind, parameters, settings, claims, signature, span)


def _read(node: ast.FunctionDef) -> frozenset[str]:
    """The names that are read somewhere in the function."""
    return frozenset(
        part.id for part in ast.walk(node) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Load)
    )


def read_body(file: File, header: Header, around: Around | None = None) -> Function:
    """The function with its body; those inside of it are added to `file.lifted`."""
    streams = {parameter.name for parameter in header.parameters if isinstance(parameter.type, StreamType)}
    taken = getattr(header.node, TAKEN, frozenset(streams))
    node, kind, own = with_streams_taken(header.node, taken, file), header.kind, header.signature.name
    statements, doc = _without_docstring(file, node)
    outside = ChainMap({name: name for name in file.lists.names}) if around is None else around.scope.names
    around_it = {name for names_of in outside.maps for name in names_of.values()}
    strange = {*outside, *around_it}
    taken = {*strange, *_all_names(node), *(parameter.name for parameter in header.parameters)}
    bindings: dict[str, str] = {}
    for parameter in header.parameters:
        hidden = parameter.name in strange
        bindings[parameter.name] = names.fresh(parameter.name, taken) if hidden else parameter.name
        taken.add(bindings[parameter.name])
    parameters = tuple(replace(parameter, name=bindings[parameter.name]) for parameter in header.parameters)
    bindings |= {name: name for name, _ in header.settings}
    assigned = names.assigned_names(statements)
    taken |= assigned.keys()
    shared = _nonlocal(file, statements, bindings, around)
    for name in names.refused_names(statements):
        bindings[name] = BROKEN
    functions = local_functions(file, statements, {*bindings, *assigned, *outside})
    for name in assigned:
        if name in bindings:
            continue
        if name in functions or any(names.function_of(part) == name for part in statements):
            bindings[name] = f"{own}.{name}" if name in functions else BROKEN
            continue
        hidden = (name in file.places and name not in file.words) or name in strange
        bindings[name] = names.fresh(name, taken, file.places) if hidden else name
        taken.add(bindings[name])
    settings = {name for name, _ in header.settings}
    variables = {name: bindings[name] for name in assigned if name not in streams | settings}
    scope = Scope(
        outside.new_child(bindings),
        taken,
        streams=streams if around is None else around.scope.streams - bindings.keys(),
        random=True,
        where=f"`{node.name}`",
        binds=variables | {name: outside[name] for name in shared},
    )
    fixed = settings if around is None else settings | (around.settings.keys() - bindings.keys())
    scope.fixed = frozenset(fixed)
    scope.made = made_in(node, file)
    if around is not None:  # what is said of a variable in the function around counts the assignments in this one
        here = set(names.given_names(node)) - shared
        outer = {name: kind for name, kind in around.scope.made.items() if name not in here}
        scope.made = outer | {name: kind for name, kind in scope.made.items() if name in here}
    body = Body(kind, file, scope, fixed, read=_read(node))
    known = dict(header.settings) | (dict(around.settings) if around is not None else {})
    body.define = lambda inner: _define(file, inner, Around(own, scope, known))
    reader = StatementReader(body)
    block = (*_checked(file, header, reader), *reader.block(statements))
    _check_yields(file, body)
    if kind == "prior" and not body.secrets:
        message = f"the prior `{node.name}` never says what must stay hidden"
        file.problems.add("FA311", header.span, message, "write secret(value) on every path")
    found = Function(kind, own, parameters, header.settings, block, bool(body.yields), doc, header.span)
    if around is None:
        return found
    captured = tuple(sorted((mentioned(block) & around_it) - known.keys() - {BROKEN}))
    for name in sorted(around.scope.streams & {user for user, tree in outside.items() if tree in captured}):
        message = f"`{name}` is a stream of the function around: only that one can read it"
        file.error("FA114", node, message, "read it there, and call this for each value")
    block = with_captured(block, own, captured)
    return replace(
        found, body=block, settings=tuple(known.items()), within=around.name, captured=captured, parameters=parameters
    )


def _nonlocal(file: File, body: list[ast.stmt], bindings: dict[str, str], around: Around | None) -> set[str]:
    """The variables of functions around that the body assigns."""
    found: set[str] = set()
    for name, node in names.nonlocal_names(body).items():
        tree = None if around is None else around.scope.names.get(name)
        if name in bindings or around is None or tree is None or "." in tree:
            file.error("FA101", node, f"`{name}` is no variable of a function around this one", "leave `nonlocal` out")
            bindings.setdefault(name, BROKEN)
        elif name in around.settings or name in around.scope.streams:
            file.error("FA107", node, f"`{name}` never gets another value", "assign to another variable")
            bindings[name] = BROKEN
        else:
            found.add(name)
    return found


def _define(file: File, node: ast.stmt, around: Around) -> None:
    """A function inside of another."""
    if isinstance(node, ast.Assign) and isinstance(node.value, ast.Call):
        target = node.targets[0]
        assert isinstance(target, ast.Name)
        tree = around.scope.names[target.id]
        if tree != BROKEN:
            file.partials[tree] = node.value
            file.defined.add(tree)
        return
    definition = as_definition(node)
    assert definition is not None
    tree = around.scope.names[definition.name]
    if tree == BROKEN:
        return
    header = read_header(file, definition, lambda _: None)
    if header.kind != "helper":
        file.error("FA105", node, f"a {header.kind} stands at the top level of the file", "move it there")
        return
    header = replace(header, signature=replace(header.signature, name=tree))
    file.nested[tree] = header.signature
    file.defined.add(tree)
    function = read_body(file, header, around)
    file.nested[tree] = replace(header.signature, captured=function.captured)
    file.lifted.append(function)


def _decorators(file: File, node: ast.FunctionDef) -> tuple[Kind, tuple[ast.Call, ...]]:
    claims: list[ast.Call] = []
    kinds: list[tuple[Kind, ast.expr]] = []
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        word = file.word(called)
        if word == "private":
            if kinds:
                file.error("FA105", decorator, "`@private` stands above `@mechanism`", "move it up")
            if isinstance(decorator, ast.Call):
                claims.append(decorator)
            else:
                hint = "write @private(epsilon=log(2), neighbors=each(1))"
                file.error("FA301", decorator, "`@private` needs a claim in parentheses", hint)
        elif word in ("mechanism", "prior"):
            kind: Kind = "mechanism" if word == "mechanism" else "prior"
            if isinstance(decorator, ast.Call):
                file.error("FA105", decorator, f"`@{word}` takes no arguments", f"write @{word}")
            if kinds:
                message = f"`{node.name}` is declared twice: it has `@{kinds[0][0]}` already"
                file.error("FA105", decorator, message, "remove one of the decorators")
            kinds.append((kind, decorator))
        else:
            meant = _wrong_decorator(file, decorator, called)
            if meant is not None and not kinds:
                kinds.append((meant, decorator))
    kind = kinds[0][0] if kinds else "helper"
    if claims and kind != "mechanism":
        message = "`@private` makes a claim about a mechanism, and this is none"
        hint = (
            "put @mechanism below it" if kind == "helper" else "claims stand above the mechanism: @private(prior=...)"
        )
        file.error("FA105", claims[0], message, hint)
        claims = []
    return kind, tuple(claims)


def _wrong_decorator(file: File, decorator: ast.expr, called: ast.expr) -> Kind | None:
    """What was probably meant, so that the function is read as that."""
    if isinstance(called, ast.Name) and called.id not in file.places and called.id in DECORATORS:
        hint = f"add it to the import: from faier import {called.id}"
        file.error("FA202", decorator, f"`{called.id}` is not imported", hint)
        return _kind(called.id)
    close = closest(called.id, DECORATORS) if isinstance(called, ast.Name) else None
    hint = "" if close is None else f"did you mean `{close}`?"
    written = ast.unparse(called)
    if written.split(".")[-1] in ("cache", "lru_cache"):
        hint = "it keeps what is drawn: keep it in a dictionary (if n not in kept: kept[n] = draw(n)), or leave it out"
    shown = called.id if isinstance(called, ast.Name) else "this"
    shown = f"`{shown}`" if shown != "this" else shown
    file.error("FA105", decorator, f"{shown} is not a decorator of the language", hint)
    return _kind(close)


def _kind(decorator: str | None) -> Kind | None:
    match decorator:
        case "mechanism" | "prior":
            return decorator
    return None


# Parameters.


def _refuse_stars(file: File, node: ast.FunctionDef, kind: Kind) -> None:
    for star, argument in (("*", node.args.vararg), ("**", node.args.kwarg)):
        if argument is not None and kind != "helper":
            hint = "take one Vector or tuple instead" if star == "*" else "name each parameter"
            file.error("FA106", argument, f"`{star}{argument.arg}` is not part of the language", hint)


def _refuse_duplicates(file: File, node: ast.FunctionDef) -> None:
    seen: set[str] = set()
    for argument in _arguments(node):
        if argument.arg in seen:
            file.error("FA203", argument, f"the parameter `{argument.arg}` is there twice", "rename one")
        seen.add(argument.arg)


def _inputs(file: File, node: ast.FunctionDef, kind: Kind) -> tuple[Parameter, ...]:
    inputs = []
    for default in node.args.defaults:
        what = "an input" if kind == "mechanism" else "what an adversary may believe"
        hint = "make it a setting: put it after a `*`, as in def f(x: Int[0, 2], *, rounds=3)"
        file.error("FA106", default, f"{what} has no default value", hint)
    for argument in [*node.args.posonlyargs, *node.args.args]:
        inputs.append(_input(file, argument, kind))
    return tuple(inputs)


def _input(file: File, argument: ast.arg, kind: Kind) -> Parameter:
    span = file.source.span(argument)
    if argument.annotation is None:
        hint = f"write {argument.arg}: Int[0, 2], or another type; records of a prior that yields are a Stream[T]"
        file.error("FA106", argument, f"the parameter `{argument.arg}` has no type", hint)
        return Parameter(argument.arg, None, span=span)
    declared, public = typed.read_parameter(file, argument.annotation)
    fault = _unfit(declared, public, kind)
    if fault:
        file.error("FA208", argument.annotation, *fault)
    return Parameter(argument.arg, declared, public, span)


def _unfit(declared: Type | None, public: bool, kind: Kind) -> tuple[str, str] | None:
    if kind == "mechanism" and isinstance(declared, (ProbabilityType, RealType)):
        message = "an unknown real is what a prior's parameter can be, not an input"
        return message, "a mechanism reads Int or Bool: count in units that are small enough, Int[0, 100]"
    if isinstance(declared, AnyRealType) and public:
        return "a real without ends is what a prior gives, so it is not public", "leave Public out"
    if kind == "prior" and isinstance(declared, AnyRealType):
        return "a prior's unknown real lies between two ends", "write Real[0, 1]"
    if kind == "prior" and public:
        return "a prior's parameter is not public", "leave Public out"
    if (
        kind == "prior"
        and declared is not None
        and not isinstance(declared, (IntType, BoolType, OneOfType, ProbabilityType, RealType))
    ):
        return "a prior's parameter is an Int, a Bool, a Probability or a Real", "take several parameters"
    return None


def _settings(file: File, node: ast.FunctionDef, kind: Kind, set_value: SetValue) -> tuple[tuple[str, Value], ...]:
    settings: list[tuple[str, Value]] = []
    for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True):
        if default is None:
            message = f"`{argument.arg}` stands after `*`, so it is a setting and needs a value"
            file.error("FA106", argument, message, f"write {argument.arg}=3, or move it before the `*`")
            continue
        constant = constants.evaluate(file, default, "a setting")
        if constant is None or not constants.settled(file, default, constant):
            continue
        constant = set_value(argument.arg) or constant
        if _fits_annotation(file, argument, constant.value):
            settings.append((argument.arg, constant.value))
    return tuple(settings)


def _fits_annotation(file: File, argument: ast.arg, value: Value) -> bool:
    """A setting may be declared with a type; its value must be of it."""
    node = argument.annotation
    if node is None:
        return True
    if is_remark(node, file):
        check_names(node, file)
        return True
    declared = typed.read_type(file, node)
    if declared is None:
        return False
    if isinstance(declared, (StreamType, ProbabilityType)):
        file.error("FA208", node, "a setting is a constant: this type is for unknown values")
        return False
    if not typed.fits(value, declared):
        file.error("FA404", argument, f"the value of `{argument.arg}` is not of its declared type")
        return False
    return True


def _helper_parameters(file: File, node: ast.FunctionDef) -> tuple[HelperParameter, ...]:
    plain = [*node.args.posonlyargs, *node.args.args]
    defaults: list[ast.expr | None] = [None] * (len(plain) - len(node.args.defaults)) + list(node.args.defaults)
    parameters = [
        _helper_parameter(file, argument, default, False) for argument, default in zip(plain, defaults, strict=True)
    ]
    if node.args.vararg is not None:
        parameters.append(HelperParameter(node.args.vararg.arg, None, False, True))
    parameters += [
        _helper_parameter(file, argument, default, True)
        for argument, default in zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    ]
    if node.args.kwarg is not None:
        parameters.append(HelperParameter(node.args.kwarg.arg, None, True, table=True))
    return tuple(parameters)


def _helper_parameter(file: File, argument: ast.arg, default: ast.expr | None, keyword_only: bool) -> HelperParameter:
    if default is None:
        return HelperParameter(argument.arg, None, keyword_only)
    if isinstance(default, ast.Name) and default.id in file.constants and not _is_plain(file, default):
        return HelperParameter(
            argument.arg, ExpressionReader(file, Scope(where="a default", budget=True)).read(default), keyword_only
        )
    known = file.signatures.get(default.id) if isinstance(default, ast.Name) else None
    if known is not None and known.constant:
        return HelperParameter(argument.arg, the_constant(known, file.source.span(default)), keyword_only)
    constant = constants.evaluate(file, default, "a default")
    if constant is None or not constants.settled(file, default, constant):
        return HelperParameter(argument.arg, constants.expression_of(0), keyword_only)
    try:
        return HelperParameter(argument.arg, constants.expression_of(constant.value), keyword_only)
    except Failure as failure:
        file.error(failure.code, default, failure.message, failure.hint)
        return HelperParameter(argument.arg, constants.expression_of(0), keyword_only)


def _is_plain(file: File, name: ast.Name) -> bool:
    """Whether the constant is a number or a text: that is the default, whatever the name stands for where it is filled
    in."""
    known = constants.evaluate(file, name, "a default")
    value = None if known is None else known.value
    return isinstance(value, int | str) or (isinstance(value, Real) and isinstance(value.exact, fmpq))


def _checked(file: File, header: Header, reader: StatementReader) -> Iterator[Statement]:
    """A helper's parameter that is declared with a type is checked as a variable is: `x: Int[0, 2] = x`."""
    for argument in _arguments(header.node):
        gathered = argument is header.node.args.vararg or argument is header.node.args.kwarg
        if header.kind == "helper" and argument.annotation is not None and not gathered:
            declared = reader.local_type(argument.annotation)
            if declared is not None:
                span = file.source.span(argument)
                yield Assign((Name(argument.arg, span),), Name(argument.arg, span), declared, span)


def _arguments(node: ast.FunctionDef) -> list[ast.arg]:
    rest = [] if node.args.vararg is None else [node.args.vararg]
    table = [] if node.args.kwarg is None else [node.args.kwarg]
    return [*node.args.posonlyargs, *node.args.args, *rest, *node.args.kwonlyargs, *table]


def _argument_span(file: File, node: ast.FunctionDef, name: str) -> Span:
    return next(file.source.span(argument) for argument in _arguments(node) if argument.arg == name)


# Bodies.


def _generates(node: ast.FunctionDef) -> bool:
    """Whether the function yields; those inside of it do not count."""
    waiting: list[ast.AST] = list(node.body)
    while waiting:
        here = waiting.pop()
        if isinstance(here, (ast.Yield, ast.YieldFrom)):
            return True
        if not isinstance(here, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)):
            waiting.extend(ast.iter_child_nodes(here))
    return False


def _check_yields(file: File, body: Body) -> None:
    if not body.yields:
        return
    for returned in body.returns:
        if returned.value is not None:
            message = "this function yields: it cannot return a value too"
            file.error("FA109", returned, message, "write `yield value`, then `return` alone")


def _without_docstring(file: File, node: ast.FunctionDef) -> tuple[list[ast.stmt], str | None]:
    match node.body[0]:
        case ast.Expr(value=ast.Constant(value=str(doc))):
            if any(0xD800 <= ord(character) < 0xE000 for character in doc):
                file.error("FA115", node.body[0], "this text holds half a character (a surrogate)")
            return node.body[1:], doc
    return node.body, None


def _all_names(node: ast.AST) -> set[str]:
    return {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}


def _name_span(file: File, node: ast.FunctionDef) -> Span:
    """From `def` to the end of the name."""
    start = file.source.span(node)
    line = file.source.lines[start.line - 1]
    end = line.find(node.name, start.column + 2)
    if end < 0:
        return replace(start, end_line=start.line, end_column=len(line) + 1)
    return replace(start, end_line=start.line, end_column=end + len(node.name) + 1)
