"""Which expressions the checker reads: a list of the forms whose meaning it knows.

Whatever is not on the list is a `Hole`. What values decide (an index, a kind, a number of items) is for the runs.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable
from dataclasses import dataclass, replace
from fractions import Fraction

from .budgets import Epsilon
from .cases import SEQUENCE
from .containers import MAKERS
from .decorating import KEPT, KEY
from .file import DRAWS, Class, File, Function, of_copy
from .function_values import by_value, takes_any
from .lending import given_for, is_place, root_of
from .library import LIBRARY_CALLS, LIBRARY_TYPES, MAKING, NEW, TYPES
from .method_names import CHANGING, METHODS, VIEWS
from .outcome import Hole
from .remembering import BOUND
from .values import OF_RANGE, parts

MOST_BITS = 4_096

# Functions: the least and the greatest number of arguments (None: any), and their keywords.
CALLS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "abs": (1, 1, ()), "min": (1, None, ("default", "key")), "max": (1, None, ("default", "key")),
    "sum": (1, 2, ("start",)),
    "len": (1, 1, ()), "any": (1, 1, ()), "all": (1, 1, ()), "sorted": (1, 1, ("reverse", "key")), "list": (0, 1, ()),
    "tuple": (0, 1, ()), "int": (1, 1, ()), "bool": (1, 1, ()), "range": (1, 3, ()), "enumerate": (1, 2, ("start",)),
    "zip": (0, None, ("strict",)), "reversed": (1, 1, ()),
}  # fmt: skip
WORD_CALLS: dict[str, tuple[int, int | None, tuple[str, ...]]] = {
    "clamp": (3, 3, ()), "exp": (1, 1, ()), "log": (1, 1, ()), "Fraction": (1, 2, ()),
}  # fmt: skip
_CONSUMING = frozenset(["sum", "min", "max", "any", "all", "sorted", "list", "tuple", "set", "frozenset", "dict"])
_CONSUMING |= {"collections.Counter", "collections.deque", "math.prod"}
# Methods that go over what they are given.
_GOING_OVER = frozenset(
    {
        "join",
        "extend",
        "extendleft",
        "update",
        "subtract",
        "union",
        "intersection",
        "difference",
        "symmetric_difference",
    }
    | {"issubset", "issuperset", "isdisjoint", "difference_update", "intersection_update"}
    | {"symmetric_difference_update"}
)
_NAMING = frozenset(["dict", "collections.Counter"])  # whose keywords are keys
_LAZY = frozenset(["enumerate", "zip", "reversed"])
ARITHMETIC = (
    *(ast.Add, ast.Sub, ast.Mult, ast.Div, ast.FloorDiv, ast.Mod, ast.Pow),
    *(ast.BitAnd, ast.BitOr, ast.BitXor, ast.LShift, ast.RShift),
)


@dataclass(frozen=True)
class Scope:
    """What an expression sees besides the names of the file. `unbound` get their values only further right; `inner` are
    functions inside of functions; `moving` what may change while something is gone over; what is in the `changeable`
    may be changed in place."""

    variables: frozenset[str] = frozenset()
    unbound: frozenset[str] = frozenset()
    streams: frozenset[str] = frozenset()
    draws: bool = False
    epsilon: bool = True
    inner: frozenset[str] = frozenset()
    moving: frozenset[str] = frozenset()
    changeable: frozenset[str] = frozenset()
    making: bool = False  # a constant, which functions may make

    def inside(self, names: frozenset[str]) -> Scope:
        """With variables of a comprehension, or a lambda."""
        return replace(
            self,
            variables=self.variables | names,
            streams=self.streams - names,
            changeable=self.changeable - names,
        )


CONSTANT = Scope()


def expression(file: File, node: ast.expr, scope: Scope = CONSTANT, place: str = "value") -> None:
    """`place`: "value"; "consumed", where a generator may stand; "iterated", where range and zip may stand too; "loop",
    what a `for` statement goes over."""
    match node:
        case ast.Constant(value=value):
            _constant(value)
        case ast.Name(id=name, ctx=ast.Load()):
            _name(file, name, scope, place)
        case ast.UnaryOp(op=ast.Not() | ast.USub() | ast.UAdd() | ast.Invert(), operand=operand):
            expression(file, operand, scope)
        case ast.BinOp(left=left, op=operator, right=right) if isinstance(operator, ARITHMETIC):
            expressions(file, (left, right), scope)
        case ast.BoolOp(values=operands):
            expressions(file, operands, scope)
        case ast.Compare():
            _comparison(file, node, scope)
        case ast.IfExp(test=test, body=then, orelse=otherwise):
            expressions(file, (test, then, otherwise), scope)
        case ast.Tuple(elts=items, ctx=ast.Load()) | ast.List(elts=items, ctx=ast.Load()):
            all_items(file, items, scope)
        case ast.Subscript(value=base, slice=ast.Slice(lower=lower, upper=upper, step=step), ctx=ast.Load()):
            expressions(file, [part for part in (base, lower, upper, step) if part is not None], scope)
        case ast.Subscript(value=base, slice=position, ctx=ast.Load()) if (of := class_(file, base, scope)) is not None:
            if not of.members:
                raise Hole("an item of a class")
            expression(file, position, scope)
        case ast.Subscript(value=base, slice=position, ctx=ast.Load()):
            expressions(file, (base, position), scope)
        case ast.Dict(keys=keys, values=values):
            expressions(file, [part for part in (*keys, *values) if part is not None], scope)
        case ast.Set(elts=items):
            all_items(file, items, scope)
        case ast.ListComp(elt=element, generators=clauses) | ast.SetComp(elt=element, generators=clauses):
            _comprehension(file, (element,), clauses, scope)
        case ast.DictComp(key=key, value=value, generators=clauses):
            _comprehension(file, (key, value), clauses, scope)
        case ast.GeneratorExp(elt=element, generators=clauses) if place != "value":
            _comprehension(file, (element,), clauses, replace(scope, changeable=frozenset()))
            if place != "consumed":
                require_still(file, node, scope)
        case ast.JoinedStr(values=parts):
            _text(file, parts, scope)
        case ast.Attribute(ctx=ast.Load()) if file.word(node, scope.variables) == "math.inf":
            pass
        case ast.Attribute(value=base, attr=name, ctx=ast.Load()):
            if class_(file, base, scope) is None:
                require_field(file, name)
                expression(file, base, scope)
            elif not is_member_name(file, node, scope):
                raise Hole("an attribute of a class")
        case ast.NamedExpr(target=ast.Name(id=name), value=inside) if name in scope.variables and (
            name not in scope.streams and name not in scope.inner
        ):
            expression(file, inside, scope)
        case ast.Call():
            _call(file, node, scope, place)
        case _:
            raise Hole(f"an expression of kind {type(node).__name__} here")


def expressions(file: File, nodes: Iterable[ast.expr], scope: Scope) -> None:
    for node in nodes:
        expression(file, node, scope)


def all_items(file: File, nodes: Iterable[ast.expr], scope: Scope) -> None:
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
    if name in scope.inner:
        raise Hole("a function is used as a value")
    if name in scope.streams and place != "loop":
        raise Hole("a stream is used outside of a loop over it")
    if name in scope.variables or file.words.get(name) == "math.inf":
        return
    if name in file.valued and place == "value":
        return
    if name in file.classes and file.classes[name].members and place != "value":
        return
    if name not in file.constants or (isinstance(file.constants[name], Epsilon) and not scope.epsilon):
        raise Hole(f"the name {name}")


def _comparison(file: File, node: ast.Compare, scope: Scope) -> None:
    expression(file, node.left, scope)
    for operator, right in zip(node.ops, node.comparators, strict=True):
        member = isinstance(operator, (ast.In, ast.NotIn))
        ranged = isinstance(right, ast.Call) and isinstance(right.func, ast.Name) and right.func.id == "range"
        ranged |= is_view(right)
        expression(file, right, scope, "iterated" if member and ranged else "value")


def _text(file: File, parts: list[ast.expr], scope: Scope) -> None:
    """The parts of an f-string."""
    for part in parts:
        match part:
            case ast.Constant(value=str() as told):
                text(told)
            case ast.FormattedValue(value=value, format_spec=None | ast.JoinedStr() as form):
                expression(file, value, scope)
                _text(file, form.values if form is not None else [], scope)
            case _:
                raise Hole("a part of a text")


def class_(file: File, node: ast.expr, scope: Scope) -> Class | None:
    """The class of the file that the name stands for."""
    hidden = not isinstance(node, ast.Name) or node.id in scope.variables
    return None if hidden or not isinstance(node, ast.Name) else file.classes.get(node.id)


def is_member_name(file: File, node: ast.expr, scope: Scope) -> bool:
    """Whether it is a member of an Enum, by its name."""
    of = class_(file, node.value, scope) if isinstance(node, ast.Attribute) else None
    return of is not None and isinstance(node, ast.Attribute) and node.attr in of.names


def require_field(file: File, name: str) -> None:
    """Records of the file have a field of this name, or ranges."""
    if (
        name not in OF_RANGE
        and not any(name in of.shape.fields for of in file.classes.values())
        and not file.told.known(name)
    ):
        raise Hole(f"the attribute {name}")


def _changes(node: ast.AST) -> bool:
    """Whether anything in it may change a variable."""
    for part in ast.walk(node):
        match part:
            case ast.NamedExpr() | ast.Call(func=ast.Attribute()):
                return True
    return False


def _made(file: File, of: Class, node: ast.Call, scope: Scope) -> None:
    """A record is made, or a member looked for."""
    all_items(file, node.args, scope)
    expressions(file, [item.value for item in node.keywords], scope)
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    given = [item.arg or "" for item in node.keywords]
    if of.members:
        if starred or given or len(node.args) != 1:
            raise Hole("the arguments of an Enum")
        return
    names = [field.name for field in of.fields]
    first = names[: len(node.args)]
    written = [names.index(name) for name in given if name in names]
    if written != sorted(written) and any(map(_changes, node.keywords)):
        raise Hole("what changes is given in another order than that of the fields")
    if starred or len(node.args) > len(names) or (of.by_name and first) or len({*first, *given}) < len(first + given):
        raise Hole("the arguments of a class")
    if not set(given) <= set(names) or any(
        not field.optional and field.name not in (*first, *given) for field in of.fields
    ):
        raise Hole("the arguments of a class")


def is_view(node: ast.expr) -> bool:
    """Whether it is what can only be gone over, of a dictionary."""
    return isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr in VIEWS


def _comprehension(file: File, elements: tuple[ast.expr, ...], clauses: list[ast.comprehension], scope: Scope) -> None:
    """As in Python the first iterable is read around it, and all else inside."""
    bound = [target_names(clause.target) for clause in clauses]
    every = frozenset().union(*bound)
    expression(file, clauses[0].iter, scope, "iterated")
    inside = replace(scope.inside(every), unbound=scope.unbound | every)
    for number, (clause, names) in enumerate(zip(clauses, bound, strict=True)):
        if clause.is_async:
            raise Hole("an asynchronous comprehension")
        if number:
            expression(file, clause.iter, inside, "iterated")
        inside = replace(inside, unbound=inside.unbound - names)
        expressions(file, clause.ifs, inside)
    expressions(file, elements, inside)


def target_names(node: ast.expr) -> frozenset[str]:
    """The names of a target made of plain names."""
    match node:
        case ast.Name(id=name):
            return frozenset({name})
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            return frozenset().union(*map(target_names, parts))
        case ast.Starred(value=value):
            return target_names(value)
    raise Hole("a target of this kind")


# Calls.


def _call(file: File, node: ast.Call, scope: Scope, place: str) -> None:
    word = file.word(node.func, scope.variables)
    name = node.func.id if isinstance(node.func, ast.Name) else ""
    if word in DRAWS and scope.draws:
        _counted(word or "", DRAWS, node)
        given = node.args
        if word in ("choice", "shuffled", "sample") and _ranged(file, given[0], scope):
            expression(file, given[0], scope, "iterated")
            given = given[1:]
        elif word == "shuffled" and isinstance(given[0], ast.GeneratorExp):
            expression(file, given[0], scope, "consumed")
            given = given[1:]
        all_items(file, given, replace(scope, epsilon=scope.epsilon or word == "laplace"))
    elif word in WORD_CALLS:
        _counted(word or "", WORD_CALLS, node)
        all_items(file, node.args, replace(scope, epsilon=scope.epsilon or word == "exp"))
    elif (scope.draws or scope.making) and node.args and (name in (BOUND, KEY, KEPT) or word == "functools.partial"):
        all_items(file, node.args, scope)
        expressions(file, [item.value for item in node.keywords], scope)
    elif (scope.draws or scope.making) and (
        name in scope.inner or (name in file.functions and name not in scope.variables)
    ):
        _own(file, file.functions[name], node, scope, place)
    elif (of := class_(file, node.func, scope)) is not None:
        _made(file, of, node, scope)
    elif word is None and name in CALLS.keys() | MAKING.keys() and not _hidden(file, name, scope):
        _python(file, name, node, scope, place)
    elif word is None and name == "isinstance" and name not in scope.variables and not file.defines(name):
        _asked_type(file, node, scope)
    elif word == "collections.deque" and (len(node.args) == 2 or [item.arg for item in node.keywords] == ["maxlen"]):
        plain = ast.Call(node.func, node.args[:1], [])
        expression(file, plain, scope, place)
        expressions(file, [*node.args[1:], *(item.value for item in node.keywords)], scope)
    elif word in LIBRARY_CALLS:
        _python(file, word or "", node, scope, place)
    elif word == "collections.defaultdict":
        _default(file, node, scope)
    elif (base := of_copy(file, node, scope.variables)) is not None:
        expression(file, base, scope)
        for item in node.keywords:
            require_field(file, item.arg or "")
            expression(file, item.value, scope)
    elif word is None and isinstance(node.func, ast.Attribute) and not (scope.draws and by_value(file, node)):
        _method(file, node.func, node, scope, place)
    elif scope.draws and name not in scope.inner | scope.streams and by_value(file, node):
        expression(file, node.func, scope)
        all_items(file, node.args, scope)
        expressions(file, [item.value for item in node.keywords], scope)
        if not takes_any(file, node):
            raise Hole("the arguments of a function that is a value")
    else:
        raise Hole(f"a call of {name or 'an expression'} here")


def _applied(file: File, function: ast.expr, scope: Scope) -> None:
    """A lambda that a function calls for each item."""
    if not isinstance(function, ast.Lambda):
        raise Hole("a function that is given to another one")
    given = function.args
    names = [item.arg for item in (*given.posonlyargs, *given.args)]
    if given.vararg or given.kwarg or given.kwonlyargs or given.defaults or len(names) != 1:
        raise Hole("the parameters of a lambda")
    expression(file, function.body, scope.inside(frozenset(names)))


def _require_unread(name: str, key: ast.expr, scope: Scope) -> None:
    """While a list is sorted nobody sees what is in it."""
    mentioned = {part.id for part in ast.walk(key) if isinstance(part, ast.Name)}
    if name in mentioned or mentioned & scope.inner:
        raise Hole("the key of a sort reads what is sorted")


def require_still(file: File, node: ast.expr, scope: Scope, more: Iterable[str] = ()) -> None:
    """What is gone over item by item mentions nothing that may change meanwhile."""
    mentioned = {part.id for part in ast.walk(node) if isinstance(part, ast.Name)}
    for name in mentioned & scope.inner:
        mentioned |= file.functions[name].captured.keys()
    if mentioned & {*scope.moving, *more}:
        raise Hole("what a loop goes over item by item may change meanwhile")


def _counted(name: str, table: dict[str, tuple[int, int | None, tuple[str, ...]]], node: ast.Call) -> None:
    least, most, keywords = table[name]
    given = [item.arg or "" for item in node.keywords]
    if len(set(given)) < len(given) or not (set(given) <= set(keywords) or (name in _NAMING and "" not in given)):
        raise Hole(f"the keywords of {name}")
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    if not starred and (len(node.args) < least or (most is not None and len(node.args) > most)):
        raise Hole(f"the number of arguments of {name}")


def _python(file: File, name: str, node: ast.Call, scope: Scope, place: str) -> None:
    _counted(name, CALLS if name in CALLS else MAKING if name in MAKING else LIBRARY_CALLS, node)
    if (name in _LAZY or name.startswith("itertools.")) and place == "value":
        raise Hole(f"{name} where nothing goes over it")
    plain = [item for item in node.keywords if item.arg != "key"]
    if len(node.args) > 1 and plain and name != "zip" and not name.startswith("itertools."):
        raise Hole(f"the keywords of {name}")
    expressions(file, [item.value for item in plain], scope)
    for item in node.keywords:
        if item.arg == "key":
            _applied(file, item.value, scope)
    for position, argument in enumerate(node.args):
        inner = "value"
        if isinstance(argument, ast.Starred):
            all_items(file, [argument], scope)
            continue
        if name == "len" and (is_view(argument) or class_(file, argument, scope) is not None):
            inner = "iterated"
        elif name in _CONSUMING and position == 0 and (len(node.args) == 1 or name in ("sum", "sorted")):
            inner = "consumed"
            if len(node.args) + len(node.keywords) > 1 and isinstance(argument, (ast.GeneratorExp, ast.Call)):
                require_still(file, argument, scope)
        elif (
            name.startswith("itertools.")
            and name != "itertools.repeat"
            and (position == 0 or name in ("itertools.product", "itertools.chain"))
        ):
            inner = "iterated"
        elif name in ("enumerate", "zip") and (name == "zip" or position == 0):
            inner = "loop" if place == "loop" else "iterated"
        elif name == "reversed":
            called = argument.func if isinstance(argument, ast.Call) else None
            inner = "value" if isinstance(called, ast.Name) and called.id != "range" else "iterated"
        expression(file, argument, scope, inner)


def _ranged(file: File, node: ast.expr, scope: Scope) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "range"
        and not _hidden(file, "range", scope)
    )


def _hidden(file: File, name: str, scope: Scope) -> bool:
    return name in scope.variables or file.defines(name)


def _asked_type(file: File, node: ast.Call, scope: Scope) -> None:
    """`isinstance`"""
    if len(node.args) != 2 or node.keywords:
        raise Hole("the arguments of isinstance")
    value, asked = node.args
    expression(file, value, scope)
    for part in asked.elts if isinstance(asked, ast.Tuple) and asked.elts else [asked]:
        plain = isinstance(part, ast.Name) and part.id in TYPES and not _hidden(file, part.id, scope)
        own = isinstance(part, ast.Name) and part.id in file.classes and part.id not in scope.variables
        every = isinstance(part, ast.Name) and part.id == SEQUENCE
        match part:
            case ast.Call(func=ast.Name(id="type"), args=[ast.Constant(value=None)], keywords=[]):
                every = not _hidden(file, "type", scope)
        if not plain and not own and not every and file.word(part, scope.variables) not in LIBRARY_TYPES:
            raise Hole("a type that a value is asked about")


def _default(file: File, node: ast.Call, scope: Scope) -> None:
    """`defaultdict(int)`, and with a lambda of constants; behind it what is there at first."""
    if len(node.args) > 2 or any(isinstance(item, ast.Starred) for item in node.args):
        raise Hole("the arguments of a defaultdict")
    if None in [item.arg for item in node.keywords]:
        raise Hole("the keywords of a defaultdict")
    for item in node.args[1:]:
        expression(file, item, scope, "consumed")
    expressions(file, [item.value for item in node.keywords], scope)
    match node:
        case ast.Call(args=[ast.Name(id=name), *_]) if name in MAKERS and not _hidden(file, name, scope):
            return
        case ast.Call(args=[ast.Name() | ast.Attribute() as made, *_]) if file.word(made, scope.variables) in NEW:
            return
        case ast.Call(args=[ast.Lambda(args=given, body=body), *_]) if not ast.unparse(given):
            names = {part.id for part in ast.walk(body) if isinstance(part, ast.Name)}
            plain = all(parts(file.constants.get(name)) is None for name in names)
            if plain and not names & (scope.variables | scope.inner):
                expression(file, body)
                return
    raise Hole("what a defaultdict makes")


def _method(file: File, called: ast.Attribute, node: ast.Call, scope: Scope, place: str) -> None:
    name, base = called.attr, called.value
    if isinstance(base, ast.Name) and base.id == "dict" and not _hidden(file, "dict", scope) and name == "fromkeys":
        _counted(name, {name: (1, 2, ())}, node)
        arguments = node.args
    elif name in CHANGING:
        _counted(name, CHANGING, node)
        while isinstance(base, (ast.Subscript, ast.Attribute)):
            if isinstance(base, ast.Attribute):
                require_field(file, base.attr)
            elif isinstance(base.slice, ast.Slice):
                raise Hole("a slice is changed")
            else:
                expression(file, base.slice, scope)
            base = base.value
        if not isinstance(base, ast.Name) or base.id not in scope.changeable:
            raise Hole("something else than a variable is changed")
        arguments = [*node.args, *(item.value for item in node.keywords if item.arg != "key")]
        for item in node.keywords:
            if item.arg == "key":
                _applied(file, item.value, scope)
                _require_unread(base.id, item.value, scope)
    elif name in METHODS:
        _counted(name, METHODS, node)
        if name in VIEWS and place == "value":
            raise Hole(f"{name} where nothing goes over it")
        expression(file, base, scope)
        arguments = node.args
    else:
        raise Hole(f"the method {name}")
    gone_over = name in _GOING_OVER or name == "fromkeys"
    for position, argument in enumerate(arguments):
        if isinstance(argument, ast.Starred):
            all_items(file, [argument], scope)
        else:
            expression(file, argument, scope, "consumed" if gone_over and position == 0 else "value")


def _own(file: File, function: Function, node: ast.Call, scope: Scope, place: str) -> None:
    if function.kind == "prior" or function.streams or (function.yields and function.kind != "helper"):
        raise Hole(f"a call of {function.name}")
    if function.yields and (place == "value" or function.rebound):
        raise Hole("a function that yields is called where nothing goes over it")
    if function.yields and place != "consumed":
        require_still(file, node, scope)
    open_ = [item for item in function.parameters if item.name not in function.settings]
    plain = [item.name for item in open_ if not item.keyword_only]
    starred = any(isinstance(item, ast.Starred) for item in node.args)
    library = function.name.startswith(("itertools#", "heapq#", "statistics#"))
    for item in node.args[:1] if library and not starred else []:
        expression(file, item, scope, "iterated" if isinstance(item, ast.Call) else "value")
    all_items(file, node.args[1:] if library and not starred else node.args, scope)
    expressions(file, [item.value for item in node.keywords], scope)
    given = [item.arg or "" for item in node.keywords]
    first = plain[: len(node.args)] if not starred else []
    names = [*first, *given]
    by_name = {item.name for item in open_ if not item.rest} - {item.arg for item in function.node.args.posonlyargs}
    rests = {item.rest for item in open_}
    if len(set(names)) < len(names) or not ("**" in rests or set(given) - {""} <= by_name):
        raise Hole(f"the keywords of a call of {function.name}")
    if not starred and len(node.args) > len(plain) and "*" not in rests:
        raise Hole(f"too many arguments for {function.name}")
    _lent(file, function, node, scope)
    left = [item for item in open_ if item.name not in names and not (starred and not item.keyword_only)]
    if any(item.default is None for item in left) and "" not in given:
        raise Hole(f"too few arguments for {function.name}")


def _lent(file: File, function: Function, node: ast.Call, scope: Scope) -> None:
    """What a function changes is given to it as a variable of the caller, or what one holds."""
    given = given_for(function, node, function.lent)
    spread = any(isinstance(item, ast.Starred) for item in node.args) or any(item.arg is None for item in node.keywords)
    if function.lent and (given.keys() != function.lent or spread):
        raise Hole("what a function changes is not given to it by itself")
    for item in given.values():
        parts = list(ast.walk(item))
        if is_place(item) and (
            root_of(item) not in scope.changeable
            or any(isinstance(part, (ast.Call, ast.NamedExpr, ast.Slice)) for part in parts)
        ):
            raise Hole("a function changes something else than a variable")
