"""What goes over a set where its order makes no difference: `sorted(f(x) for x in seen)` is read as

    sorted(AS_TOLD([f(x) for x in IN_ANY_ORDER(seen)], seen, "sorted"))

`IN_ANY_ORDER` gives the items of a set one after the other, and anything else as it is. `AS_TOLD` gives the list, and
fails where the order of the set could be seen in what is made of it. Nothing may be drawn or changed in `f(x)`; what
`any` and `all` ask must fail for all items or for none, since they stop early.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import fields, is_dataclass, replace
from functools import cached_property
from typing import Any

from faier.lang.comparing import SETS
from faier.lang.lending import quiet
from faier.lang.reached import draws, reached
from faier.lang.sets import AS_TOLD, IN_ANY_ORDER
from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Binary,
    Bind,
    Call,
    Caught,
    Change,
    Choice,
    Compare,
    Comprehension,
    Draw,
    Expression,
    For,
    Function,
    Index,
    Invoke,
    Literal,
    Logic,
    Name,
    Span,
    Try,
    Unary,
)
from faier.lang.values import Real, Sequence, Value
from faier.lang.walk import expressions, names_of, parts, statements, target_expressions, targets_of

_SETS = frozenset(["set", "frozenset"])
_TOLD = frozenset(["sorted", "min", "max", "sum"]) | _SETS
_EARLY = frozenset(["any", "all"])
_KEYWORDS = frozenset(["reverse", "default"])
_MAKING = _SETS | {"min", "max", ".copy", ".copy.copy", ".get", ".union", ".intersection", ".difference"}
_MAKING |= {".symmetric_difference"}
_ACTING = (Bind, Caught, Change, Draw)
_SURE = frozenset(["len", "abs", "isinstance"])


def with_any_order(functions: tuple[Function, ...], constants: Mapping[str, Value]) -> tuple[Function, ...]:
    """The functions, in which what goes over a set in any order says so."""
    found = [part for function in functions for part in _all_parts(function)]
    named = {name for name, value in constants.items() if isinstance(value, Sequence) and value.kind in SETS}
    if not named and not any(isinstance(part, Call) and part.function in _SETS for part in found):
        return functions
    if any(isinstance(statement, Try) for function in functions for statement in statements(function.body)):
        return functions  # which exception comes first would depend on the order
    if not any(isinstance(part, Comprehension) for part in found):
        return functions
    work = _Written(functions, named)
    return tuple(replace(function, body=work.written(function.body)) for function in functions)


def _all_parts(function: Function) -> Iterable[Expression]:
    for statement in statements(function.body):
        for expression in (*expressions(statement), *target_expressions(statement)):
            yield from parts(expression)


class _Written:
    def __init__(self, functions: tuple[Function, ...], named: set[str]) -> None:
        self.functions = functions
        self.known = {function.name: function for function in functions}
        self.named = named  # the variables that may hold a set
        self.learn()

    @cached_property
    def quiet(self) -> frozenset[str]:
        return quiet(self.functions)

    def learn(self) -> None:
        """Finds the variables that may hold a set, all names of the file taken together."""
        inputs = {item.name for function in self.functions if function.kind != "helper" for item in function.parameters}
        pairs: list[tuple[str, Expression]] = []
        for function in self.functions:
            for statement in statements(function.body):
                match statement:
                    case Assign(value=value) | Augment(value=value):
                        pairs += [(name, value) for target in targets_of(statement) for name in names_of(target)]
                    case For(target=target, iterable=iterable) if not _is_of(iterable, inputs):
                        self.named |= set(names_of(target))
            for part in _all_parts(function):
                match part:
                    case Invoke(function=called, arguments=arguments) if called in self.known:
                        given = zip(self.known[called].parameters, arguments, strict=False)
                        pairs += [(item.name, argument) for item, argument in given]
                    case Comprehension(clauses=clauses):
                        further = [clause.target for clause in clauses if not _is_of(clause.iterable, inputs)]
                        self.named |= {name for target in further for name in names_of(target)}
        size = -1
        while len(self.named) > size:
            size = len(self.named)
            self.named |= {name for name, value in pairs if self.may_be_set(value)}

    def may_be_set(self, value: Expression) -> bool:
        match value:
            case Name(name=name):
                return name in self.named
            case Attribute() | Index() | Change() | Invoke():
                return True
            case Call(function=function):
                return function in _MAKING
            case Binary(operator="|" | "&" | "-" | "^", left=left):
                return self.may_be_set(left)
            case Choice(then=then, otherwise=otherwise):
                return self.may_be_set(then) or self.may_be_set(otherwise)
            case Bind(value=inner):
                return self.may_be_set(inner)
        return False

    def written(self, node: Any) -> Any:
        if isinstance(node, tuple):
            return tuple(map(self.written, node))
        if not is_dataclass(node) or isinstance(node, (Span, type, Sequence, Real)):
            return node
        made: Any = replace(node, **{each.name: self.written(getattr(node, each.name)) for each in fields(node)})
        match made:
            case Call(function, (Comprehension() as over,), keywords) if (
                (function in _TOLD or function in _EARLY or function == "len")
                and {name for name, _ in keywords} <= _KEYWORDS
                and (function != "len" or over.kind == "list")
                and self.fits(over, function)
            ):
                return replace(made, arguments=(_in_any_order(over, function),))
        return made

    def fits(self, over: Comprehension, function: str) -> bool:
        """Whether a set may be gone over there, and nothing in it is another thing in another order."""
        source = over.clauses[0].iterable
        early = function in _EARLY and over.kind == "generator"
        twice = function in _TOLD and any(isinstance(part, (*_ACTING, Invoke)) for part in parts(source))
        inside = [over.element, *(test for clause in over.clauses for test in clause.conditions)]
        inside += [clause.iterable for clause in over.clauses[1:]]
        if not self.may_be_set(source) or twice:
            return False
        if early and (len(over.clauses) > 1 or len(inside) > 2 or not all(map(_fails_alike, inside))):
            return False
        return all(self.is_still(part) for item in inside for part in parts(item))

    def is_still(self, part: Expression) -> bool:
        """Whether nothing is drawn or changed by the expression itself."""
        if isinstance(part, Invoke):
            if part.function not in self.quiet or part.captured:
                return False
            return not any(function.captured or draws(function) for function in reached(part.function, self.known))
        return not isinstance(part, _ACTING)


def _is_of(iterable: Expression, inputs: set[str]) -> bool:
    """Whether what is gone over are numbers, or entries of an input."""
    match iterable:
        case Name(name=name):
            return name in inputs
        case Call(function="range"):
            return True
        case Call(function="enumerate" | "zip" | "reversed" | "sorted", arguments=arguments):
            return all(_is_of(argument, inputs) for argument in arguments)
    return False


def _fails_alike(expression: Expression) -> bool:
    """Whether computing it fails for all values of one kind, or for none."""
    match expression:
        case Name() | Literal():
            return True
        case Attribute(base=base) | Unary(operand=base):
            return _fails_alike(base)
        case Compare(operands=operands, operators=operators):
            return len(operators) == 1 and all(map(_fails_alike, operands))
        case Binary(operator="+" | "-" | "*", left=left, right=right):
            return _fails_alike(left) and _fails_alike(right)
        case Binary(operator="//" | "%", left=left, right=Literal(value=int(divisor))):
            return divisor != 0 and _fails_alike(left)
        case Logic(operands=(first, *others)):
            return _fails_alike(first) and all(map(_never_fails, others))
        case Call(function=function, arguments=arguments, keywords=()):
            return function in _SURE and all(map(_fails_alike, arguments))
    return False


def _never_fails(expression: Expression) -> bool:
    match expression:
        case Name() | Literal():
            return True
        case Unary(operator="not", operand=operand):
            return _never_fails(operand)
        case Compare(operands=operands, operators=operators):
            return set(operators) <= {"==", "!=", "is", "is not"} and all(map(_never_fails, operands))
        case Logic(operands=operands):
            return all(map(_never_fails, operands))
    return False


def _in_any_order(over: Comprehension, function: str) -> Expression:
    first, *others = over.clauses
    source = first.iterable
    clauses = (replace(first, iterable=Call(IN_ANY_ORDER, (source,), (), source.span)), *others)
    if function not in _TOLD:
        return replace(over, clauses=clauses)
    made = replace(over, kind="list", clauses=clauses)
    return Call(AS_TOLD, (made, source, Literal(function, over.span)), (), over.span)
