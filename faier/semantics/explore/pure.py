"""Pure expressions -> Python closures over an environment of slots.

An expression is pure when it neither draws nor calls a function of the file. Its closure does what Python
would do, in Python's order, and raises `Failure` with the place, or `Need` when it reads an unread entry.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias, assert_never

from faier.lang import operations, records
from faier.lang.comparing import unordered
from faier.lang.failures import Failure
from faier.lang.python_functions import pure
from faier.lang.scope import ITEMS
from faier.lang.syntax import (
    Attribute,
    Binary,
    Bind,
    Call,
    Caught,
    Change,
    Choice,
    Compare,
    Comprehension,
    Construct,
    Decimal,
    Display,
    Draw,
    Expression,
    Index,
    Invoke,
    Item,
    Literal,
    Logic,
    Name,
    Rest,
    Slice,
    Star,
    Target,
    Unary,
    Unpack,
)
from faier.lang.values import Real, Sequence, Value
from faier.lang.walk import parts
from faier.semantics.explore.code import Environment, Slot
from faier.semantics.inputs import forced, forced_through

Closure: TypeAlias = Callable[[Environment], Any]

# These pass marks of unread entries on without reading them.
_LAZY = frozenset({"len", "list", "tuple", "enumerate", "zip", "reversed", "collections.deque"})

# These do not look at what is inside of what they are called on.
LAZY_METHODS = frozenset({".copy", ".get", ".keys", ".values", ".items", "._asdict", "._replace", ".__replace__"})
LAZY_METHODS |= {".dataclasses.asdict", ".dataclasses.astuple", ".copy.copy", ".copy.deepcopy"}


class Scope:
    """Where names live: variables in slots, constants as values. `fresh` makes a new slot."""

    def __init__(self, slots: dict[str, Slot], constants: Mapping[str, Value], fresh: Callable[[str], Slot]) -> None:
        self.slots = slots
        self.constants = constants
        self.fresh = fresh

    def inner(self, names: tuple[str, ...]) -> Scope:
        """The scope of a comprehension, in which these names are new."""
        return Scope(self.slots | {name: self.fresh(name) for name in names}, self.constants, self.fresh)


class Unset:
    """What a variable holds before it is assigned."""


UNSET = Unset()


def is_pure(expression: Expression) -> bool:
    """Whether the expression draws nothing, calls no function of the file and gives no variable a value."""
    return not any(isinstance(part, (Bind, Caught, Change, Draw, Invoke)) for part in parts(expression))


def closure(expression: Expression, scope: Scope) -> Closure:
    """The expression as a function of the environment."""
    match expression:
        case Literal(value):
            return lambda env: value
        case Decimal(exact, machine):
            real = Real(exact, machine)
            return lambda env: real
        case Name(name):
            return _name(expression, name, scope)
        case Unary(operator, operand):
            return _guarded(expression, lambda a: operations.unary(operator, a), [closure(operand, scope)])
        case Binary(operator, left, right):
            return _binary(expression, operator, closure(left, scope), closure(right, scope))
        case Compare(operands, operators):
            return _chain(expression, operators, [closure(operand, scope) for operand in operands])
        case Logic(operator, operands):
            return _logic(expression, operator, [closure(operand, scope) for operand in operands])
        case Choice(test, then, otherwise):
            truth = _guarded(test, operations.truth, [closure(test, scope)])
            yes, no = closure(then, scope), closure(otherwise, scope)
            return lambda env: yes(env) if truth(env) else no(env)
        case Display(kind, items):
            return _display(kind, items, scope)
        case Index(base, index):
            return _guarded(
                expression,
                lambda a, at: forced(operations.index(a, at)),
                [closure(base, scope), closure(index, scope)],
            )
        case Attribute(base, name):
            return _guarded(expression, lambda a: forced(records.attribute(a, name)), [closure(base, scope)])
        case Construct(shape, arguments):
            collected = spread(arguments, scope)
            return _guarded(expression, lambda a: records.construct(shape, tuple(a)), [collected])
        case Slice(base, lower, upper, step):
            bounds = (lower, upper, step)
            ends = [closure(bound, scope) if bound is not None else (lambda env: None) for bound in bounds]
            return _guarded(expression, operations.slice_, [closure(base, scope), *ends])
        case Call():
            return _call(expression, scope)
        case Comprehension():
            return _comprehension(expression, scope)
        case Star() | Draw() | Invoke() | Bind() | Caught() | Change():
            raise AssertionError(f"not a pure expression: {expression}")
        case _:
            assert_never(expression)


def slots_read(expression: object, scope: Scope) -> frozenset[Slot]:
    """The slots of variables mentioned anywhere inside (targets of comprehensions mention nothing outside)."""
    found: set[Slot] = set()
    _collect(expression, scope, frozenset(), found)
    return frozenset(found)


def target_names(target: Target) -> tuple[str, ...]:
    """The plain names a target binds."""
    match target:
        case Name(name):
            return (name,)
        case Unpack(targets):
            return tuple(name for inner in targets for name in target_names(inner))
        case Rest(target=inner):
            return (inner.name,)
        case Item():
            return ()


def bind(target: Target, scope: Scope) -> Callable[[Environment, Any], None]:
    """Assignment of one item to a target of plain names."""
    if isinstance(target, Rest):
        return bind(target.target, scope)
    if isinstance(target, Name):
        slot = scope.slots[target.name]

        def store(env: Environment, value: Any) -> None:
            env[slot] = forced(value)

        return store
    if isinstance(target, Unpack):
        inner = [bind(part, scope) for part in target.targets]
        span, rest = target.span, target.rest

        def unpack(env: Environment, value: Any) -> None:
            try:
                items = operations.unpacked(value, len(inner), rest)
            except Failure as failure:
                raise failure.at(span) from None
            for assign, item in zip(inner, items, strict=True):
                assign(env, item)

        return unpack
    raise AssertionError("a comprehension binds names only")


def _name(expression: Name, name: str, scope: Scope) -> Closure:
    if name not in scope.slots:
        constant = scope.constants[name]
        return lambda env: constant
    slot = scope.slots[name]
    span = expression.span

    def read(env: Environment) -> Any:
        value = env[slot]
        if value is UNSET:
            raise Failure("FA413", f"{name} may be used before it has a value", "assign it first on every path").at(
                span
            )
        return forced(value)

    return read


def _guarded(expression: Expression, function: Callable[..., Any], parts: list[Closure]) -> Closure:
    """The function of the parts' values; failures get the expression's place."""
    span = expression.span

    def call(env: Environment) -> Any:
        try:
            return function(*[part(env) for part in parts])
        except Failure as failure:
            raise failure.at(span) from None

    return call


def _binary(expression: Binary, operator: str, left: Closure, right: Closure) -> Closure:
    span = expression.span
    binary = operations.binary

    def call(env: Environment) -> Any:
        try:
            return binary(operator, left(env), right(env))
        except Failure as failure:
            raise failure.at(span) from None

    return call


def _chain(expression: Compare, operators: tuple[str, ...], parts: list[Closure]) -> Closure:
    span = expression.span

    def call(env: Environment) -> bool:
        try:
            left = forced_through(parts[0](env))
            for operator, part in zip(operators, parts[1:], strict=True):
                right = forced_through(part(env))
                if not operations.compare(operator, left, right):
                    return False
                left = right
            return True
        except Failure as failure:
            raise failure.at(span) from None

    return call


def _logic(expression: Logic, operator: str, parts: list[Closure]) -> Closure:
    """`and` and `or` give back an operand, as in Python."""
    span = expression.span
    stop_at = operator == "or"

    def call(env: Environment) -> Any:
        try:
            value: Any = None
            for part in parts:
                value = part(env)
                if operations.truth(value) == stop_at:
                    return value
            return value
        except Failure as failure:
            raise failure.at(span) from None

    return call


def spread(items: tuple[Expression, ...], scope: Scope) -> Callable[[Environment], list[Any]]:
    """The items of a display or of an argument list, starred ones spread out."""
    parts = [
        (isinstance(item, Star), closure(item.value if isinstance(item, Star) else item, scope), item.span)
        for item in items
    ]

    def collect(env: Environment) -> list[Any]:
        values: list[Any] = []
        for starred, part, span in parts:
            if not starred:
                values.append(part(env))
                continue
            try:
                values.extend(operations.iterate(part(env)))
            except Failure as failure:
                raise failure.at(span) from None
        return values

    return collect


def _display(kind: Any, items: tuple[Expression, ...], scope: Scope) -> Closure:
    collect = spread(items, scope)
    return lambda env: Sequence(kind, tuple(collect(env)))


def _call(expression: Call, scope: Scope) -> Closure:
    function, span = expression.function, expression.span
    if function in ("any", "all") and len(expression.arguments) == 1:
        (argument,) = expression.arguments
        if isinstance(argument, Comprehension) and argument.kind == "generator":
            return _short_circuit(expression, argument, scope)
    collect = spread(expression.arguments, scope)
    keyed = any(name == "key" for name, _ in expression.keywords)
    scope = scope.inner((ITEMS,)) if keyed else scope
    items = scope.slots[ITEMS] if keyed else 0
    keywords = [(name, closure(value, scope)) for name, value in expression.keywords]
    lazy, first = function in _LAZY, 1 if function in LAZY_METHODS else 0

    def call(env: Environment) -> Any:
        arguments = collect(env)
        if not lazy:
            for argument in arguments[first:]:
                forced_through(argument)
        try:
            if keyed:
                env[items] = Sequence("tuple", unordered(arguments[0]))
            named = {name: part(env) for name, part in keywords}
            return forced(pure(function, arguments, named))
        except Failure as failure:
            raise failure.at(span) from None

    return call


def _short_circuit(expression: Call, generator: Comprehension, scope: Scope) -> Closure:
    """any(...) and all(...) take from the generator only until the answer is clear."""
    stop_at = expression.function == "any"
    run = _loop(generator, scope)

    def call(env: Environment) -> bool:
        return any(operations.truth(value) == stop_at for value in run(env)) == stop_at

    return call


def _comprehension(expression: Comprehension, scope: Scope) -> Closure:
    run = _loop(expression, scope)
    kind: Any = "list" if expression.kind == "list" else "tuple"
    return lambda env: Sequence(kind, tuple(run(env)))


def _loop(expression: Comprehension, scope: Scope) -> Callable[[Environment], Any]:
    """The comprehension as a Python generator of its elements."""
    stages = []
    for clause in expression.clauses:
        iterable = closure(clause.iterable, scope)
        scope = scope.inner(target_names(clause.target))
        conditions = [_guarded(test, operations.truth, [closure(test, scope)]) for test in clause.conditions]
        stages.append((iterable, bind(clause.target, scope), conditions, clause.iterable.span))
    element = closure(expression.element, scope)

    def run(env: Environment, depth: int = 0) -> Any:
        if depth == len(stages):
            yield element(env)
            return
        iterable, assign, conditions, span = stages[depth]
        try:
            items = operations.iterate(iterable(env))
        except Failure as failure:
            raise failure.at(span) from None
        for item in items:
            assign(env, item)
            if all(condition(env) for condition in conditions):
                yield from run(env, depth + 1)

    return run


def _collect(expression: object, scope: Scope, bound: frozenset[str], found: set[Slot]) -> None:
    match expression:
        case Name(name):
            if name not in bound and name in scope.slots:
                found.add(scope.slots[name])
        case Comprehension(element=element, clauses=clauses):
            for clause in clauses:
                _collect(clause.iterable, scope, bound, found)
                bound = bound | set(target_names(clause.target))
                _collect(clause.conditions, scope, bound, found)
            _collect(element, scope, bound, found)
        case tuple():
            for part in expression:
                _collect(part, scope, bound, found)
        case Literal() | Decimal() | str() | None:
            pass
        case _ if hasattr(expression, "__dataclass_fields__"):
            for field in expression.__dataclass_fields__:
                if field != "span":
                    _collect(getattr(expression, field), scope, bound, found)
        case _:
            pass
