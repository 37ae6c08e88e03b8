"""Which functions and records values may be, as far as it helps to know: what a call of a field can come to.

One set of labels for each variable, and each field of a class by where its records are made; a container has those of
what is in it. It is a guess: who uses it must be right without it, too.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import replace
from typing import TypeAlias

from faier.lang.objects import INITIAL
from faier.lang.program import Program
from faier.lang.syntax import (
    Assign,
    Attribute,
    Augment,
    Bind,
    Call,
    Change,
    Choice,
    Comprehension,
    Construct,
    Expression,
    Field,
    For,
    Function,
    Invoke,
    Item,
    Literal,
    Name,
    RecordsType,
    RecordType,
    Rest,
    Return,
    Statement,
    StreamType,
    Target,
    Type,
    Unpack,
    VectorType,
    Yield,
)
from faier.lang.values import Sequence, Shape, Value
from faier.lang.walk import children, expressions, lent, parts, statements, target_expressions

Labels: TypeAlias = frozenset[str]
_NONE: Labels = frozenset()
_Place: TypeAlias = tuple[str, str]  # a function and its variable, a class and its field

_RESULT = "return"
_MADE = " of "  # between a class, or what makes its records, and where it does


def unlikely(program: Program, start: Iterable[str]) -> frozenset[int]:
    """The calls, by their identities, that no run from these functions on seems to come to, since they are those of
    another function or class than what is called; those that are in functions nobody comes to are not among them."""
    found = _Labels(program)
    found.follow(start)
    return frozenset(found.passed_over - found.come_to)


class _Labels:
    def __init__(self, program: Program) -> None:
        self.table = {function.name: function for function in program.functions}
        self.constants = dict(program.constants)
        self.variables: defaultdict[_Place, Labels] = defaultdict(frozenset)
        self.fields: defaultdict[_Place, Labels] = defaultdict(frozenset)
        self.running: dict[str, Function] = {}
        self.passed_over: set[int] = set()
        self.come_to: set[int] = set()
        self.changed = False

    def follow(self, start: Iterable[str]) -> None:
        self.running = {name: self.table[name] for name in start}
        self.changed = True
        for name in self.running:
            for parameter in self.table[name].parameters:
                self.learn(self.variables, (name, parameter.name), self.of_type(parameter.type))
        while self.changed:
            self.changed = False
            self.passed_over.clear()
            self.come_to.clear()
            for name in [*self.running]:
                self.function(self.running[name])

    def learn(self, table: defaultdict[_Place, Labels], place: _Place, labels: Labels) -> None:
        if not labels <= table[place]:
            table[place] |= labels
            self.changed = True

    def function(self, function: Function) -> None:
        for statement in statements(function.body):
            for expression in target_expressions(statement):
                self.of(expression, function)
            found = self.together(expressions(statement), function)
            for target in _targets(statement):
                self.assign(target, found, function)
            if isinstance(statement, Return | Yield):
                self.learn(self.variables, (function.name, _RESULT), found)

    def together(self, found: Iterable[Expression], function: Function) -> Labels:
        return _NONE.union(*(self.of(part, function) for part in found))

    def of(self, expression: Expression, function: Function) -> Labels:
        """What the value, or something in it, may be."""
        match expression:
            case Literal(value=value):
                return self.of_value(value)
            case Name(name=name):
                place = (function.name, name)
                constants = self.constants | dict(function.settings)
                known = place in self.variables or name not in constants
                return self.variables[place] if known else self.of_value(constants[name])
            case Bind(target=target, value=value):
                found = self.of(value, function)
                self.assign(target, found, function)
                return found
            case Choice(test=Call("isinstance", (value, Literal(str(label)))) as test, then=then, otherwise=otherwise):
                self.of(test, function)
                calls = {id(part) for part in parts(then) if isinstance(part, Invoke)}
                if label in {known.partition(_MADE)[0] for known in self.of(value, function)}:
                    self.come_to |= calls
                    return self.of(then, function) | self.of(otherwise, function)
                self.passed_over |= calls
                return self.of(otherwise, function)
            case Attribute(base=base, name=name):
                return self.field(self.of(base, function), name)
            case Construct(shape=shape, arguments=arguments):
                given = [self.of(argument, function) for argument in arguments]
                made = f"{shape.name}{_MADE}{function.name}{_MADE}{id(expression)}"
                for field, labels in zip(shape.fields, given, strict=False):
                    self.learn(self.fields, (made, field), labels)
                return frozenset([made])
            case Invoke(function=callee) if callee in self.table:
                return self.call(expression, self.table[callee], function)
            case Change(target=target):
                self.assign(target, self.together(children(expression), function), function)
                return self.of(lent(target, target.span) if isinstance(target, Item) else target, function)
            case Comprehension(element=element, clauses=clauses):
                for clause in clauses:
                    self.assign(clause.target, self.of(clause.iterable, function), function)
                    self.together(clause.conditions, function)
                return self.of(element, function)
        return self.together(children(expression), function)

    def call(self, call: Invoke, callee: Function, function: Function) -> Labels:
        if callee.name.endswith(f".{INITIAL}"):  # what makes a record is followed for each place where it is called
            callee = replace(callee, name=f"{callee.name}{_MADE}{id(call)}")
        if callee.name not in self.running:
            self.running[callee.name] = callee
            self.changed = True
        given = [self.of(argument, function) for argument in call.arguments]
        for parameter, labels in zip(callee.parameters, given, strict=False):
            self.learn(self.variables, (callee.name, parameter.name), labels)
        for inside, outside in call.captured:
            self.learn(self.variables, (callee.name, inside), self.of(lent(outside, call.span), function))
            target = Name(outside) if isinstance(outside, str) else outside
            self.assign(target, self.variables[callee.name, inside], function)
        return self.variables[callee.name, _RESULT]

    def assign(self, target: Target, labels: Labels, function: Function) -> None:
        match target:
            case Name(name=name) | Rest(target=Name(name=name)):
                self.learn(self.variables, (function.name, name), labels)
            case Unpack(targets=targets):
                for inner in targets:
                    self.assign(inner, labels, function)
            case Item(name=name, indices=indices):
                base = self.of(Name(name), function)
                fields = [index.name for index in indices if isinstance(index, Field)]
                for field in fields[:-1]:
                    base = self.field(base, field)
                if fields:
                    for owner in base:
                        self.learn(self.fields, (owner, fields[-1]), labels)
                else:
                    self.learn(self.variables, (function.name, name), labels)

    def field(self, owners: Labels, name: str) -> Labels:
        return _NONE.union(*(self.fields[owner, name] for owner in owners))

    def of_type(self, declared: Type | None) -> Labels:
        match declared:
            case VectorType(item=item) | RecordsType(item=item) | StreamType(item=item):
                return self.of_type(item)
            case RecordType(shape=None, fields=types):
                return _NONE.union(*map(self.of_type, types))
            case RecordType(shape=Shape() as shape, fields=types):
                for field, inner in zip(shape.fields, types, strict=True):
                    self.learn(self.fields, (shape.name, field), self.of_type(inner))
                return frozenset([shape.name])
        return _NONE

    def of_value(self, value: Value) -> Labels:
        if not isinstance(value, Sequence):
            return _NONE
        inside = [self.of_value(item) for item in value.items]
        if not isinstance(value.of, Shape):
            return _NONE.union(*inside)
        for field, labels in zip(value.of.fields, inside, strict=False):
            self.learn(self.fields, (value.of.name, field), labels)
        return frozenset([value.of.name])


def _targets(statement: Statement) -> tuple[Target, ...]:
    match statement:
        case Assign(targets=targets):
            return targets
        case Augment(target=target) | For(target=target):
            return (target,)
    return ()
