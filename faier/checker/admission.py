"""Which files the checker reads: a list of the forms whose meaning it knows, for the whole file, what never runs too.

Whatever is not on the list is a `Hole`. What values decide (an index, a kind, a number of items) is for the runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .budgets import Epsilon
from .claims import Claim, every_claim, require
from .file import DRAWS, File, Function, Type
from .forms import Form
from .language import constant, type_of
from .language import expression as parsed_expression
from .operations import shown
from .outcome import Hole, Invalid
from .ownership import owned
from .relation import fits

MOST_BITS = 4_096
MOST_LOOPS = 20

# Functions: the least and the greatest number of arguments (None: any), and their keywords.
CALLS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "abs": (1, 1, ()), "min": (1, None, ("default",)), "max": (1, None, ("default",)), "sum": (1, 2, ("start",)),
    "len": (1, 1, ()), "any": (1, 1, ()), "all": (1, 1, ()), "sorted": (1, 1, ("reverse",)), "list": (0, 1, ()),
    "tuple": (0, 1, ()), "int": (1, 1, ()), "bool": (1, 1, ()), "range": (1, 3, ()), "enumerate": (1, 2, ("start",)),
    "zip": (0, None, ("strict",)), "reversed": (1, 1, ()),
}  # fmt: skip
WORD_CALLS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "clamp": (3, 3, ()), "exp": (1, 1, ()), "log": (1, 1, ()), "Fraction": (1, 2, ()),
}  # fmt: skip
_CONSUMING = frozenset(["sum", "min", "max", "any", "all", "sorted", "list", "tuple"])
_LAZY = frozenset(["range", "enumerate", "zip", "reversed"])
_ARITHMETIC = (ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow)
_PLAIN_TYPES = frozenset(["int", "bool", "str", "float", "list", "tuple", "Fraction"])


@dataclass(frozen=True)
class Scope:
    """What an expression sees besides the names of the file. `unbound` get their values only further right."""

    variables: frozenset[str] = frozenset()
    unbound: frozenset[str] = frozenset()
    streams: frozenset[str] = frozenset()
    draws: bool = False
    epsilon: bool = True


CONSTANT = Scope()


def expression(file: File, node: ast.expr, scope: Scope = CONSTANT, place: str = "value") -> None:
    """`place`: "value"; "consumed", where a generator may stand; "iterated", where range and zip may stand too; "loop",
    what a `for` statement goes over."""
    match node:
        case ast.Constant(value=value):
            _constant(value)
        case ast.Name(id=name, ctx=ast.Load()):
            _name(file, name, scope, place)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.UAdd(), operand=operand):
            expression(file, operand, scope)
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, _ARITHMETIC):
            _all(file, (left, right), scope)
        case ast.BoolOp(values=operands):
            _all(file, operands, scope)
        case ast.Compare():
            _comparison(file, node, scope)
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            _all(file, (test, then, otherwise), scope)
        case ast.Tuple(elts=items, ctx=ast.Load()) | ast.List(elts=items, ctx=ast.Load()):
            _items(file, items, scope)
        case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step), ctx=ast.Load()):
            _all(file, [part for part in (base, lower, upper, step) if part is not None], scope)
        case ast.Subscript(value=base, slice=position, ctx=ast.Load()) if not isinstance(position, ast.Tuple):
            _all(file, (base, position), scope)
        case ast.ListComp(elt=element, generators=clauses):
            _comprehension(file, element, clauses, scope)
        case ast.GeneratorExp(elt=element, generators=clauses) if place == "consumed":
            _comprehension(file, element, clauses, scope)
        case ast.Call():
            _call(file, node, scope, place)
        case _:
            raise Hole(f"an expression of kind {type(node).__name__} here")


def _all(file: File, nodes: Iterable[ast.expr], scope: Scope) -> None:
    for node in nodes:
        expression(file, node, scope)


def _items(file: File, nodes: Iterable[ast.expr], scope: Scope) -> None:
    for node in nodes:
        if isinstance(node, ast.Starred):
            expression(file, node.value, scope, "consumed")
        else:
            expression(file, node, scope)


def _constant(value: object) -> None:
    if isinstance(value, str):
        text(value)
    elif isinstance(value, int):
        if value.bit_length() > MOST_BITS:
            raise Hole("a number is too long")
    elif value is not None and not isinstance(value, Fraction):
        raise Hole(f"a constant of kind {type(value).__name__}")


def text(value: str) -> None:
    """A label, or what people read."""
    if any(0xD800 <= ord(character) < 0xE000 for character in value):
        raise Hole("a text holds half a character")


def _name(file: File, name: str, scope: Scope, place: str) -> None:
    if name in scope.unbound:
        raise Hole(f"{name} is read before it has a value")
    if name in scope.streams and place != "loop":
        raise Hole("a stream is used outside of a loop over it")
    if name in scope.variables:
        return
    if name not in file.constants or (isinstance(file.constants[name], Epsilon) and not scope.epsilon):
        raise Hole(f"the name {name}")


def _comparison(file: File, node: ast.Compare, scope: Scope) -> None:
    left = node.left
    expression(file, left, scope)
    for operator, right in zip(node.ops, node.comparators, strict=True):
        member = isinstance(operator, (ast.In, ast.NotIn))
        ranged = isinstance(right, ast.Call) and isinstance(right.func, ast.Name) and right.func.id == "range"
        expression(file, right, scope, "iterated" if member and ranged else "value")
        if isinstance(operator, (ast.Is, ast.IsNot)) and not (_single(left) or _single(right)):
            raise Hole("`is` with something else than None, True and False")
        left = right


def _single(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and (node.value is None or isinstance(node.value, bool))


def _comprehension(file: File, element: ast.expr, clauses: list[ast.comprehension], scope: Scope) -> None:
    """As in Python the first iterable is read around it, and all else inside."""
    bound = [_targets(clause.target) for clause in clauses]
    every = frozenset().union(*bound)
    expression(file, clauses[0].iter, scope, "iterated")
    inside = replace(
        scope, variables=scope.variables | every, unbound=scope.unbound | every, streams=scope.streams - every
    )
    for number, (clause, names) in enumerate(zip(clauses, bound, strict=True)):
        if clause.is_async:
            raise Hole("an asynchronous comprehension")
        if number:
            expression(file, clause.iter, inside, "iterated")
        inside = replace(inside, unbound=inside.unbound - names)
        _all(file, clause.ifs, inside)
    expression(file, element, inside)


def _targets(node: ast.expr) -> frozenset[str]:
    """The names of a target made of plain names."""
    match node:
        case ast.Name(id=name):
            return frozenset({name})
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return frozenset().union(*map(_targets, parts))
    raise Hole("a target of this kind")


# Calls.


def _call(file: File, node: ast.Call, scope: Scope, place: str) -> None:
    word = file.word(node.func, scope.variables)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if word in DRAWS and scope.draws:
        _counted(word or "", DRAWS, node)
        _items(file, node.args, scope)
    elif word in WORD_CALLS:
        _counted(word or "", WORD_CALLS, node)
        _items(file, node.args, replace(scope, epsilon=scope.epsilon or word == "exp"))
    elif word is None and name and name not in scope.variables and name in file.functions and scope.draws:
        _own(file, file.functions[name], node, scope)
    elif word is None and name in CALLS and name not in scope.variables and not file.defines(name):
        _python(file, name, node, scope, place)
    else:
        raise Hole(f"a call of {name or 'an expression'} here")


def _counted(name: str, table: dict[str, tuple[int, int | None, tuple[str, ...]]], node: ast.Call) -> None:
    least, most, keywords = table[name]
    given = [item.arg or "" for item in node.keywords]
    if len(set(given)) < len(given) or not set(given) <= set(keywords):
        raise Hole(f"the keywords of {name}")
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    if not starred and (len(node.args) < least or (most is not None and len(node.args) > most)):
        raise Hole(f"the number of arguments of {name}")


def _python(file: File, name: str, node: ast.Call, scope: Scope, place: str) -> None:
    _counted(name, CALLS, node)
    if name in _LAZY and place == "value":
        raise Hole(f"{name} where nothing goes over it")
    if len(node.args) > 1 and node.keywords and name != "zip":
        raise Hole(f"the keywords of {name}")
    _all(file, [item.value for item in node.keywords], scope)
    for position, argument in enumerate(node.args):
        inner = "value"
        if isinstance(argument, ast.Starred):
            _items(file, [argument], scope)
            continue
        if name in _CONSUMING and position == 0 and (len(node.args) == 1 or name in ("sum", "sorted")):
            inner = "consumed"
        elif name in ("enumerate", "zip") and (name == "zip" or position == 0):
            inner = "loop" if place == "loop" else "iterated"
        elif name == "reversed":
            called = argument.func if isinstance(argument, ast.Call) else None
            inner = "value" if isinstance(called, ast.Name) and called.id != "range" else "iterated"
        expression(file, argument, scope, inner)


def _own(file: File, function: Function, node: ast.Call, scope: Scope) -> None:
    if function.kind == "prior" or function.yields or function.streams:
        raise Hole(f"a call of {function.name}")
    open_ = [item for item in function.parameters if item.name not in function.settings]
    plain = [item.name for item in open_ if not item.keyword_only]
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    _items(file, node.args, scope)
    _all(file, [item.value for item in node.keywords], scope)
    given = [item.arg or "" for item in node.keywords]
    first = plain[: len(node.args)] if not starred else []
    names = [*first, *given]
    by_name = {item.name for item in open_} - {item.arg for item in function.node.args.posonlyargs}
    if len(set(names)) < len(names) or not set(given) <= by_name:
        raise Hole(f"the keywords of a call of {function.name}")
    if not starred and len(node.args) > len(plain):
        raise Hole(f"too many arguments for {function.name}")
    left = [item for item in open_ if item.name not in names and not (starred and not item.keyword_only)]
    if any(item.default is None for item in left):
        raise Hole(f"too few arguments for {function.name}")


# The top level, in order.


def admitted(file: File, settings: Mapping[str, str]) -> None:
    """A `Hole` where there is anything in the file that the checker does not know."""
    above: set[str] = set()
    for node in file.statements:
        read = {part.id for part in ast.walk(_at_once(node)) if isinstance(part, ast.Name) and not _stored(part)}
        if any(file.defines(name) for name in read - above):
            raise Hole("a name is used before it is defined")
        above.update(_defined(node))
        _top(file, node)
    for told in settings.values():
        _settled(file, parsed_expression(told))
    for function in file.functions.values():
        _Body(file, function).check()
    owned(file, _callees_first(file))
    every_claim(file)


def _stored(node: ast.Name) -> bool:
    return isinstance(node.ctx, ast.Store)


def _at_once(node: ast.stmt) -> ast.AST:
    """What Python works out where the statement stands: of a function, all but the body."""
    if not isinstance(node, ast.FunctionDef):
        return node
    return ast.Tuple(
        [*node.decorator_list, ast.Lambda(node.args, ast.Constant(None)), node.returns or ast.Constant(None)]
    )


def _defined(node: ast.stmt) -> list[str]:
    match node:
        case ast.ImportFrom(names=names) | ast.Import(names=names):
            return [alias.asname or alias.name for alias in names]
        case ast.Assign(targets=[ast.Name(id=name)]) | ast.AnnAssign(target=ast.Name(id=name)):
            return [name]
        case ast.FunctionDef(name=name):
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
                _type(file, node.annotation)
            if value is None:
                raise Hole("a constant without a value")
            if name in file.types:
                _type(file, value, ("int", "bool", "vector", "stream", "probability", "real"))
            elif isinstance(value, ast.Call) and file.word(value.func) == "Positive":
                _positive(file, name, value)
            else:
                _settled(file, value)
        case ast.FunctionDef():
            _header(file, node, file.functions[node.name])


def _settled(file: File, node: ast.expr) -> object:
    """The value of a constant, also of one that a setting replaces: the numbers in it are those that Python holds."""
    expression(file, node)
    return shown(constant(file, node))


def _positive(file: File, name: str, call: ast.Call) -> None:
    if len(call.args) != 1 or call.keywords:
        raise Hole("an unknown epsilon of this kind")
    if not _is_positive(_settled(file, call.args[0])) or not (
        name == file.epsilon or _is_positive(file.constants[name])
    ):
        raise Hole("an unknown epsilon of this kind")


def _is_positive(number: object) -> bool:
    return isinstance(number, (int, Fraction)) and not isinstance(number, bool) and number > 0


def _type(file: File, node: ast.expr, kinds: tuple[str, ...] = ("int", "bool", "vector"), public: bool = False) -> Type:
    """A type, and the numbers in it."""
    found = type_of(file, node)
    if found is None or found.kind not in kinds or found.public > public:
        raise Hole("a type of this kind")
    for part in ast.walk(node):
        if isinstance(part, ast.Subscript):
            for inner in part.slice.elts if isinstance(part.slice, ast.Tuple) else [part.slice]:
                if type_of(file, inner) is None:
                    expression(file, inner)
    return found


def annotation(file: File, node: ast.expr) -> bool:
    """Whether it is one of Python's own annotations, which say nothing that is checked."""
    match node:
        case ast.Name(id=name):
            known = file.words.get(name) == name if name == "Fraction" else not file.defines(name)
            return name in _PLAIN_TYPES and known
        case ast.Constant(value=None):
            return True
        case ast.Subscript(value=ast.Name(id="list" | "tuple") as base, slice=inside):
            parts = inside.elts if isinstance(inside, ast.Tuple) else [inside]
            dots = [isinstance(part, ast.Constant) and part.value is ... for part in parts]
            return annotation(file, base) and all(
                dot or annotation(file, part) for dot, part in zip(dots, parts, strict=True)
            )
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            both = isinstance(left, ast.Constant) and isinstance(right, ast.Constant)
            return annotation(file, left) and annotation(file, right) and not both
    return False


_KINDS = {"mechanism": ("int", "bool", "vector", "stream"), "prior": ("int", "bool", "probability", "real")}


def _header(file: File, node: ast.FunctionDef, function: Function) -> None:
    kind, arguments, calls = function.kind, node.args, file.claims[node.name]
    if getattr(node, "type_params", None):
        raise Hole("the parameters of a function")
    if node.returns is not None and not annotation(file, node.returns):
        raise Hole("the annotation of a result")
    if (calls and kind != "mechanism") or node.decorator_list[: len(calls)] != calls:
        raise Hole("claims stand above @mechanism")
    for argument in (*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs):
        said = argument.annotation
        if argument not in arguments.kwonlyargs and kind != "helper" and said is not None:
            _type(file, said, _KINDS[kind], public=kind == "mechanism")
        elif said is not None and not annotation(file, said):
            declared = _type(file, said)
            if kind == "helper" or not fits(function.settings[argument.arg], declared):
                raise Hole(f"the annotation of {argument.arg}")
    for item in function.parameters:
        if item.default is not None and not _rational(_settled(file, item.default)) and kind == "helper":
            raise Hole("a default that is not rational")
    for call in calls:
        _claim(file, call)


def _rational(value: object) -> bool:
    return all(map(_rational, value)) if isinstance(value, tuple) else not isinstance(value, (Form, Epsilon))


# Functions.


@dataclass
class _Body:
    file: File
    function: Function
    loops: int = 0
    secrets: int = 0
    returns: bool = False
    read: set[str] = field(default_factory=set)
    scope: Scope = CONSTANT

    def check(self) -> None:
        function = self.function
        names = function.locals | set(function.settings)
        self.scope = Scope(names, streams=function.streams, draws=True, epsilon=False)
        statements = function.node.body
        match statements:
            case [ast.Expr(value=ast.Constant(value=str() as told)), *rest]:
                text(told)
                statements = rest
        self.block(statements)
        if function.kind == "prior" and not self.secrets:
            raise Invalid(f"{function.name} has no secret")
        if function.yields and (function.kind == "helper" or self.returns):
            raise Hole(f"{function.name} yields, and returns a value")

    def value(self, node: ast.expr, place: str = "value") -> None:
        expression(self.file, node, self.scope, place)

    def block(self, statements: list[ast.stmt]) -> None:
        for node in statements:
            self.statement(node)

    def statement(self, node: ast.stmt) -> None:
        match node:
            case ast.Assign(targets=targets, value=value):
                self.value(value)
                for target in targets:
                    self.target(target)
            case ast.AnnAssign(target=ast.Name() as target, annotation=declared, value=ast.expr() as value, simple=1):
                if not annotation(self.file, declared):
                    _type(self.file, declared)
                self.target(target)
                self.value(value)
            case ast.AugAssign(target=target, op=operator, value=value) if isinstance(operator, _ARITHMETIC):
                self.target(target)
                self.value(value)
            case ast.If(test=test, body=then, orelse=otherwise):
                self.value(test)
                self.block(then + otherwise)
            case ast.Match(subject=subject, cases=cases):
                self.value(subject)
                self.cases(cases)
            case ast.For(target=target, iter=iterable, body=inside, orelse=otherwise):
                self.over(iterable)
                _targets(target)
                self.target(target)
                self.loop(inside, otherwise)
            case ast.While(test=test, body=inside, orelse=otherwise):
                self.value(test)
                self.loop(inside, otherwise)
            case ast.Break() | ast.Continue() | ast.Pass() | ast.Return(value=None):
                pass
            case ast.Return(value=ast.expr() as value):
                self.returns = True
                self.value(value)
            case ast.Assert(test=test, msg=message):
                if isinstance(test, ast.Tuple) and test.elts:
                    raise Hole("an assertion of a tuple")
                if not (message is None or isinstance(message, (ast.Constant, ast.JoinedStr))):
                    raise Hole("the message of an assertion")
                self.value(test)
            case ast.Expr(value=value):
                self.done(value)
            case _:
                raise Hole(f"a statement of kind {type(node).__name__}")

    def done(self, node: ast.expr) -> None:
        """An expression that is a statement."""
        word = self.file.word(node.func, self.scope.variables) if isinstance(node, ast.Call) else None
        match node:
            case ast.Yield(value=ast.expr() as value):
                self.value(value)
            case ast.Call(args=[argument], keywords=[]) if word in ("secret", "assume"):
                if self.function.kind != "prior":
                    raise Hole(f"{word} outside of a prior")
                self.secrets += word == "secret"
                self.value(argument)
            case ast.Call(ast.Attribute(ast.Name() | ast.Subscript() as changed, "append"), [item], []):
                self.target(changed)
                if isinstance(changed, ast.Name):
                    self.changeable(changed.id)
                self.value(item)
            case _:
                self.value(node)
                if not any(isinstance(part, ast.Call) and self.acts(part) for part in ast.walk(node)):
                    raise Hole("a statement that does nothing")

    def acts(self, node: ast.Call) -> bool:
        """Whether the call may draw."""
        own = isinstance(node.func, ast.Name) and node.func.id in self.file.functions
        return own or self.file.word(node.func, self.scope.variables) in DRAWS

    def target(self, node: ast.expr) -> None:
        match node:
            case ast.Name(id=name) if name not in self.scope.streams and name not in self.function.settings:
                pass
            case ast.Tuple(elts=parts) | ast.List(elts=parts):
                for part in parts:
                    self.target(part)
            case ast.Subscript():
                base: ast.expr = node
                while isinstance(base, ast.Subscript):
                    if isinstance(base.slice, (ast.Slice, ast.Tuple)):
                        raise Hole("more than an item is assigned")
                    self.value(base.slice)
                    base = base.value
                if not isinstance(base, ast.Name):
                    raise Hole("an item of something else than a variable is changed")
                self.changeable(base.id)
            case _:
                raise Hole("a target of this kind")

    def changeable(self, name: str) -> None:
        if name not in self.function.locals or name in self.scope.streams:
            raise Hole("something else than a variable is changed")

    def cases(self, cases: list[ast.match_case]) -> None:
        for case in cases:
            any_ = isinstance(case.pattern, ast.MatchAs)
            if any_ and case.guard is None and case is not cases[-1]:
                raise Hole("cases that are never reached")
            options = case.pattern.patterns if isinstance(case.pattern, ast.MatchOr) else [case.pattern]
            for option in options:
                match option:
                    case ast.MatchSingleton() | ast.MatchValue(value=ast.Constant(value=int() | str())):
                        pass
                    case ast.MatchValue(value=ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int()))):
                        pass
                    case ast.MatchAs(pattern=None, name=None) if option is case.pattern:
                        pass
                    case _:
                        raise Hole("a pattern of this kind")
            if case.guard is not None:
                self.value(case.guard)
            self.block(case.body)

    def loop(self, inside: list[ast.stmt], otherwise: list[ast.stmt]) -> None:
        self.loops += 1
        if self.loops > MOST_LOOPS:
            raise Hole("too many loops inside each other")
        self.block(inside)
        self.loops -= 1
        self.block(otherwise)

    def over(self, node: ast.expr) -> None:
        """What a loop goes over; a stream is gone over once, and not inside another loop."""
        self.value(node, "loop")
        for part in ast.walk(node):
            if isinstance(part, ast.Name) and part.id in self.scope.streams:
                if self.loops or part.id in self.read:
                    raise Hole("a stream is gone over twice")
                self.read.add(part.id)


def _callees_first(file: File) -> list[str]:
    """The functions, each after those that it calls; none calls itself, perhaps through others."""
    calls = {
        name: {
            part.func.id
            for part in ast.walk(function.node)
            if isinstance(part, ast.Call) and isinstance(part.func, ast.Name) and part.func.id not in function.locals
        }
        & file.functions.keys()
        for name, function in file.functions.items()
    }
    order: dict[str, None] = {}
    while free := [name for name, called in calls.items() if name not in order and called <= order.keys()]:
        order |= dict.fromkeys(free)
    if len(order) < len(calls):
        raise Hole("a function calls itself")
    return list(order)


# Claims.


def _claim(file: File, call: ast.Call) -> None:
    """A claim above its mechanism: every expression in it, with the names that are known there."""
    given = {item.arg or "": item.value for item in call.keywords}
    known = {"epsilon", "delta", "neighbors", "prior", "pairs", "expect", "name"}
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
    for key in ("epsilon", "delta", "pairs"):
        if key in given:
            expression(file, given[key])
    if "neighbors" in given:
        relation(file, given["neighbors"])


def asked(file: File, claim: Claim, texts: Mapping[str, object]) -> None:
    """The claim of a certificate, in its own words."""
    file = replace(file, words=claim.words)
    for key in ("epsilon", "delta", "pairs"):
        if isinstance(told := texts.get(key), str):
            expression(file, parsed_expression(told))
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
                _all(file, arguments, CONSTANT)
            elif word in ("edges", "pairs"):
                _items(file, arguments, CONSTANT)
            else:
                raise Hole("this neighbor relation")
        case _:
            raise Hole("this neighbor relation")
