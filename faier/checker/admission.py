"""Which files the checker reads: a list of the forms whose meaning it knows, for the whole file, what never runs too.

Whatever is not on the list is a `Hole`. What values decide (an index, a kind, a number of items) is for the runs.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from .admitted_bodies import Body, callees_first
from .admitted_expressions import CONSTANT, Scope, all_items, expression, expressions, text
from .admitted_types import admitted_type, annotation
from .budgets import Epsilon
from .claims import MEASURES, Claim, every_claim, require
from .classes import require_plain_names
from .file import File, Function
from .forms import Form
from .kinds import INPUTS
from .language import constant
from .language import expression as parsed_expression
from .linking import meant
from .operations import shown
from .outcome import Hole
from .ownership import owned
from .record_views import without_records
from .relation import fits
from .values import Box, Inverse, is_member, parts

# The top level, in order.


def admitted(file: File, settings: Mapping[str, str]) -> None:
    """A `Hole` where there is anything in the file that the checker does not know."""
    above: set[str] = set()
    for node in file.statements:
        if isinstance(node, ast.If):
            continue
        walked = ast.walk(_at_once(file, node))
        read = {part.id for part in walked if isinstance(part, ast.Name) and not _stored(part)}
        if any(file.defines(name) for name in read - above):
            raise Hole("a name is used before it is defined")
        above.update(_defined(node))
        _top(file, node)
    for told in settings.values():
        _settled(file, parsed_expression(told))
    for function in file.functions.values():
        Body(file, function).check()
    require_plain_names(file.statements, [*file.classes, *file.exceptions])
    owned(without_records(file), callees_first(file))
    every_claim(file)


def _stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _at_once(file: File, node: ast.stmt) -> ast.AST:
    """What Python works out where the statement stands: of a function, all but the body."""
    match node:
        case ast.FunctionDef(args=arguments, returns=returns):
            defaults = [*arguments.defaults, *filter(None, arguments.kw_defaults)]
            every = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
            every += filter(None, (arguments.vararg, arguments.kwarg))
            said = [] if file.postponed else [*(item.annotation for item in every), returns]
            return ast.Tuple([*node.decorator_list, *defaults, *filter(None, said)])
        case ast.AnnAssign(value=ast.expr() as value) if file.postponed:
            return value
    return node


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            return [alias.asname or alias.name for alias in names]
        case ast.Assign(targets=targets):
            return [part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)]
        case ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
            return [name]
    return []


def _top(file: File, node: ast.stmt) -> None:
    match node:
        case ast.Expr(value=ast.Constant(value=str() as told)):
            text(told)
        case (
            ast.Assign(targets=[ast.Name(id=name)], value=value) | ast.AnnAssign(target=ast.Name(id=name), value=value)
        ):
            if isinstance(node, ast.AnnAssign) and not annotation(file, node.annotation):
                declared = admitted_type(file, node.annotation)
                if name not in file.constants or not fits(file.constants[name], declared):
                    raise Hole(f"the annotation of {name}")
            if value is None:
                raise Hole("a constant without a value")
            if name in file.types:
                admitted_type(file, value, (*INPUTS, "stream", "probability", "real"))
            elif isinstance(value, ast.Call) and file.word(value.func) == "Positive":
                _positive(file, name, value)
            else:
                _settled(file, value, True)
        case ast.Assign(targets=[ast.Tuple() | ast.List()], value=value):
            _settled(file, value)
        case ast.ClassDef():
            _class(file, node)
        case ast.FunctionDef():
            _header(file, node, file.functions[node.name])


def _class(file: File, node: ast.ClassDef) -> None:
    """The expressions in a class, and what its fields are said to be."""
    for statement in node.body:
        match statement:
            case ast.Assign(value=value):
                if not (isinstance(value, ast.Call) and file.word(value.func) == "enum.auto"):
                    _settled(file, value)
            case ast.AnnAssign(annotation=said, value=value):
                if not annotation(file, said):
                    admitted_type(file, said, public=True)
                plain = value
                if isinstance(value, ast.Call) and file.word(value.func) == "dataclasses.field":
                    plain = value.keywords[0].value if value.keywords[0].arg == "default" else None
                if plain is not None:
                    _settled(file, plain)
            case ast.Expr(value=ast.Constant(value=str() as told)):
                text(told)


def _settled(file: File, node: ast.expr, functions: bool = False) -> object:
    """The value of a constant, also of one that a setting replaces: the numbers in it are those that Python holds."""
    expression(file, node, Scope(making=functions))
    value = constant(file, node)
    if isinstance(value, Epsilon) and value.rate and (value.constant or value.logs):
        raise Hole("a number is added to the unknown epsilon")
    return value if isinstance(value, Inverse) else shown(value, functions)


def _positive(file: File, name: str, call: ast.Call) -> None:
    if len(call.args) != 1 or call.keywords:
        raise Hole("an unknown epsilon of this kind")
    if not _is_positive(_settled(file, call.args[0])) or not (
        name == file.epsilon or _is_positive(file.constants[name])
    ):
        raise Hole("an unknown epsilon of this kind")


def _is_positive(number: object) -> bool:
    return isinstance(number, (int, Fraction)) and not isinstance(number, bool) and number > 0


_KINDS = {
    "mechanism": (*INPUTS, "records", "stream", "noisy real"),
    "prior": ("int", "bool", "choice", "probability", "real"),
}


def _header(file: File, node: ast.FunctionDef, function: Function) -> None:
    kind, arguments, calls = function.kind, node.args, file.claims[node.name]
    if getattr(node, "type_params", None):
        raise Hole("the parameters of a function")
    if node.returns is not None and not annotation(file, node.returns):
        admitted_type(file, node.returns, (*INPUTS, "records", "stream", "probability", "real", "noisy real"))
    if (calls and kind != "mechanism") or node.decorator_list[: len(calls)] != calls:
        raise Hole("claims stand above @mechanism")
    rest = [*filter(None, (arguments.vararg, arguments.kwarg))]
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs, *rest):
        said = argument.annotation
        if argument not in arguments.kwonlyargs and kind != "helper" and said is not None:
            declared = admitted_type(file, said, _KINDS[kind], public=kind == "mechanism")
            if kind == "prior" and any(map(is_member, declared.values)):
                raise Hole("a member of an Enum as a parameter of a prior")
        elif said is not None and not annotation(file, said):
            declared = admitted_type(file, said)
            if kind == "helper" or not fits(function.settings[argument.arg], declared):
                raise Hole(f"the annotation of {argument.arg}")
    for item in function.parameters:
        if item.default is not None and not _rational(_settled(file, item.default)) and kind == "helper":
            raise Hole("a default that is not rational")
    for call in calls:
        _claim(file, call)


def _rational(value: object) -> bool:
    inside = parts(value)
    return not isinstance(value, (Form, Epsilon, Inverse)) if inside is None else all(map(_rational, inside))


# Claims.


def _claim(file: File, call: ast.Call) -> None:
    """A claim above its mechanism: every expression in it, with the names that are known there."""
    given = {item.arg or "": item.value for item in call.keywords}
    known = {"epsilon", "delta", *MEASURES, "neighbors", "prior", "pairs", "expect", "name"}
    if call.args or len(given) < len(call.keywords) or not given.keys() <= known:
        raise Hole("the arguments of a claim")
    match given.get("expect", ast.Constant("proved")):
        case ast.Constant(value="proved" | "refuted"):
            pass
        case _:
            raise Hole("what a claim expects")
    match given.get("name", ast.Constant("a name")):
        case ast.Constant(value=str() as name) if name.strip():
            text(name)
        case _:
            raise Hole("the name of a claim")
    match given.get("prior"):
        case None:
            pass
        case ast.Name(id=name) if name in file.functions and file.functions[name].kind == "prior":
            pass
        case _:
            raise Hole("the prior of a claim")
    for key in ("epsilon", "delta", *MEASURES, "pairs"):
        if key in given:
            _asked(file, given[key])
    if "neighbors" in given:
        relation(file, given["neighbors"])


def _asked(file: File, node: ast.expr) -> None:
    """An expression of a claim, in which there is no record."""
    for part in ast.walk(node):
        if isinstance(part, ast.Name) and (
            part.id in file.classes or (isinstance(file.constants.get(part.id), (Box, tuple)) and file.classes)
        ):
            raise Hole("a record in a claim")
    expression(file, node)


def asked(file: File, claim: Claim, texts: Mapping[str, object]) -> None:
    """The claim of a certificate, in its own words."""
    file = replace(file, words=claim.words)
    for key in ("epsilon", "delta", "pairs", *MEASURES):
        if isinstance(told := texts.get(key), str):
            _asked(file, meant(file.lent, parsed_expression(told)))
    if claim.neighbors is not None:
        relation(file, claim.neighbors)
    require(file, claim)


def relation(file: File, node: ast.expr) -> None:
    match node:
        case ast.Dict(keys=[_, *_] as keys, values=values):
            for key, value in zip(keys, values, strict=True):
                if not (isinstance(key, ast.Constant) and isinstance(key.value, str)) or isinstance(value, ast.Dict):
                    raise Hole("this neighbor relation")
                relation(file, value)
        case ast.Call(func=called, args=[ast.Lambda(args=arguments, body=inside)], keywords=[]) if (
            file.word(called) == "where"
        ):
            names = frozenset(item.arg for item in arguments.args)
            more = (*arguments.defaults, *arguments.kwonlyargs, *arguments.posonlyargs, arguments.vararg)
            if len(names) != 2 or any(more) or arguments.kwarg or len(arguments.args) != 2:
                raise Hole("the parameters of a relation")
            expression(file, inside, Scope(names, epsilon=False))
        case ast.Call(func=called, args=arguments, keywords=[]):
            word = file.word(called)
            if word in ("each", "one", "total"):
                if len(arguments) > 1 or (not arguments and word != "one"):
                    raise Hole("this neighbor relation")
                expressions(file, arguments, CONSTANT)
            elif word == "added" and not arguments:
                pass
            elif word in ("edges", "pairs", "moves"):
                all_items(file, arguments, CONSTANT)
            else:
                raise Hole("this neighbor relation")
        case _:
            raise Hole("this neighbor relation")
