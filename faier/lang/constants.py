"""Constant expressions -> values, with the operations that runs use."""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Iterator
from dataclasses import dataclass

from flint import fmpq

from faier.exact import TooLarge, Undecidable
from faier.lang import computed, operations, records
from faier.lang.arithmetic import exact_number
from faier.lang.expressions import ExpressionReader
from faier.lang.failures import Failure
from faier.lang.names import File
from faier.lang.python_functions import pure
from faier.lang.scope import BROKEN, Place, Scope
from faier.lang.syntax import (
    Attribute,
    Binary,
    Call,
    Choice,
    Compare,
    Comprehension,
    Construct,
    Decimal,
    Display,
    Expression,
    Index,
    Invoke,
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
from faier.lang.values import Infinite, Real, Sequence, Shape, Value, range_of

# The constants of one file may take this much work together: evaluation steps and items of sequences.
MAXIMAL_WORK = 500_000

# What a constant holds, sequences in sequences counted through, and however often the same one is in it.
MAXIMAL_ITEMS = 100_000
MAXIMAL_DEPTH = 20


@dataclass(frozen=True)
class Constant:
    """A value in a box: None is a value too."""

    value: Value


def evaluate(file: File, node: ast.expr, where: str = "a constant", place: Place = Place.VALUE) -> Constant | None:
    """The value of the expression; None when it is wrong, which is reported."""
    found = len(file.problems.found)
    expression = ExpressionReader(file, Scope(where=where, budget=True, computed=True)).read(node, place)
    if len(file.problems.found) > found or mentions_broken(node, file):
        return None
    try:
        value = _Evaluation(file, where).value(expression)
        if _measure(value, file)[0] > MAXIMAL_ITEMS:
            raise Failure("FA501", f"a constant holds more than {MAXIMAL_ITEMS:,} values")
    except Failure as failure:
        span = failure.span or file.source.span(node)
        file.problems.add(failure.code, span, failure.message, failure.hint)
        return None
    return Constant(value)


def mentions_broken(node: ast.expr, file: File) -> bool:
    """Whether the expression uses a name whose definition was reported."""
    return any(isinstance(part, ast.Name) and part.id in file.broken for part in ast.walk(node))


def settled(file: File, node: ast.expr, constant: Constant) -> bool:
    """Whether Python holds exactly the numbers in the constant; where it does not, that is reported."""
    try:
        _check_settled(constant.value)
    except Failure as failure:
        file.error(failure.code, node, failure.message, failure.hint)
        return False
    return True


def expression_of(value: Value) -> Expression:
    """An expression that has the value: what a default argument becomes in a call."""
    if isinstance(value, bool) or value is None or isinstance(value, str):
        return Literal(value)
    if isinstance(value, int):
        return Literal(value) if value >= 0 else Unary("-", Literal(-value))
    if isinstance(value, Sequence) and (value.kind == "tuple" or value.kind == "list"):
        return Display(value.kind, tuple(map(expression_of, value.items)))
    if isinstance(value, Sequence) and value.kind == "range":
        numbers = range_of(value)
        return Call("range", tuple(map(expression_of, (numbers.start, numbers.stop, numbers.step))))
    if isinstance(value, Sequence) and value.kind == "bytes":
        return Call("bytes", (Display("list", tuple(map(expression_of, value.items))),))
    if isinstance(value, Sequence) and isinstance(value.of, Shape):
        if records.is_member(value):
            return Name(f"{value.of.name}.{value.items[0]}")
        return Construct(value.of, tuple(map(expression_of, value.items)))
    if isinstance(value, Infinite):
        return Literal(Infinite(1)) if value.sign > 0 else Unary("-", Literal(Infinite(1)))
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        above, below = expression_of(int(value.exact.p)), expression_of(int(value.exact.q))
        if value.machine == "fraction":
            return Call("Fraction", (above, below))
        return Binary("/", above, below)
    raise Failure("FA209", "a default must be an integer, a fraction, a label, or a sequence of these")


class _Evaluation:
    """Evaluates expressions without draws."""

    def __init__(self, file: File, where: str) -> None:
        self.file = file
        self.where = where
        self.depth = 0
        self.values = ChainMap[str, Value]({}, file.constants)

    def value(self, expression: Expression) -> Value:
        try:
            result = self._value(expression)
            self._count(result)
            return result
        except Failure as failure:
            raise failure.at(expression.span) from None
        except (TooLarge, Undecidable) as error:
            raise Failure("FA501", str(error)).at(expression.span) from None
        except ZeroDivisionError:
            raise Failure("FA402", "division by zero").at(expression.span) from None

    def _value(self, expression: Expression) -> Value:
        match expression:
            case Literal(value=value):
                return value
            case Decimal(exact=exact, machine=machine):
                return Real(exact, machine)
            case Name(name=name):
                if name == BROKEN or name not in self.values:
                    raise Failure("FA209", "this is not a constant")
                return self.values[name]
            case Unary(operator=operator, operand=operand):
                return operations.unary(operator, self.value(operand))
            case Binary(operator=operation, left=left, right=right):
                return operations.binary(operation, self.value(left), self.value(right))
            case Compare():
                return self._compare(expression)
            case Logic(operator=logic, operands=operands):
                return self._logic(logic, operands)
            case Choice(test=test, then=then, otherwise=otherwise):
                return self.value(then if operations.truth(self.value(test)) else otherwise)
            case Display(kind=kind, items=items):
                return Sequence(kind, tuple(self._items(items)))
            case Index(base=base, index=index):
                return operations.index(self.value(base), self.value(index))
            case Attribute(base=base, name=name):
                return records.attribute(self.value(base), name)
            case Construct(shape=shape, arguments=arguments):
                return records.construct(shape, tuple(self._items(arguments)))
            case Slice(base=base, lower=lower, upper=upper, step=step):
                ends = [None if end is None else self.value(end) for end in (lower, upper, step)]
                return operations.slice_(self.value(base), *ends)
            case Call(function=function, arguments=arguments, keywords=keywords):
                given = {name: self.value(argument) for name, argument in keywords}
                return pure(function, list(self._items(arguments)), given)
            case Comprehension():
                return Sequence("list", tuple(self._elements(expression, 0)))
            case Invoke():
                return self._invoked(expression)
        raise Failure("FA209", "this is not a constant")

    def _invoked(self, call: Invoke) -> Value:
        """What a function of the file returns, which stands above."""
        functions = (*self.file.signatures.values(), *self.file.methods.values())
        known = next((item for item in functions if item.name == call.function), None)
        if known is None or known.written is None:
            raise Failure("FA209", f"{self.where} cannot call this function of the file")
        home, node = known.written
        arguments = list(self._items(call.arguments))
        if len(arguments) != len(known.parameters):
            raise Failure("FA206", f"`{node.name}` takes {len(known.parameters)} arguments, not {len(arguments)}")
        if self.depth == computed.MAXIMAL_DEPTH:
            raise Failure("FA501", f"what computes {self.where} is more than {self.depth} calls deep")
        outer, self.depth = (self.file, self.values), self.depth + 1
        self.file, self.values = home, ChainMap({}, home.constants)
        try:
            return computed.run(self, dict(zip(computed.parameters(node), arguments, strict=True)), known.written)
        except Failure as failure:
            if failure.code == "FA209":  # which is fine in the function itself
                failure.span = None
            raise
        finally:
            (self.file, self.values), self.depth = outer, self.depth - 1

    def _count(self, result: Value) -> None:
        """Refuse what would take too long, here or wherever the value is looked through."""
        file = self.file
        file.work += 1 + (len(result.items) if isinstance(result, Sequence) else 0)
        size, depth = _measure(result, file)
        if file.work > MAXIMAL_WORK or size > MAXIMAL_WORK:
            raise Failure("FA501", f"the constants of this file take more than {MAXIMAL_WORK:,} steps")
        if depth > MAXIMAL_DEPTH:
            raise Failure("FA501", f"sequences are nested more than {MAXIMAL_DEPTH} levels deep")

    def items_of(self, iterable: Expression) -> Iterator[Value]:
        """What a loop goes over."""
        return iter(operations.iterate(self.value(iterable)))

    def turn(self) -> None:
        """One statement more."""
        self._count(None)

    def _items(self, items: tuple[Expression, ...]) -> Iterator[Value]:
        for item in items:
            if isinstance(item, Star):
                yield from operations.iterate(self.value(item.value))
            else:
                yield self.value(item)

    def _compare(self, expression: Compare) -> Value:
        left = self.value(expression.operands[0])
        for operator, operand in zip(expression.operators, expression.operands[1:], strict=True):
            right = self.value(operand)
            if not operations.compare(operator, left, right):
                return False
            left = right
        return True

    def _logic(self, operator: str, operands: tuple[Expression, ...]) -> Value:
        result: Value = None
        for operand in operands:
            result = self.value(operand)
            if operations.truth(result) == (operator == "or"):
                return result
        return result

    def _elements(self, comprehension: Comprehension, depth: int) -> Iterator[Value]:
        if depth == len(comprehension.clauses):
            yield self.value(comprehension.element)
            return
        clause = comprehension.clauses[depth]
        for item in operations.iterate(self.value(clause.iterable)):
            self._bind(clause.target, item)
            if all(operations.truth(self.value(condition)) for condition in clause.conditions):
                yield from self._elements(comprehension, depth + 1)

    def _bind(self, target: Target, value: Value) -> None:
        match target:
            case Name(name=name):
                self.values[name] = value
            case Unpack(targets=targets):
                items = operations.unpacked(value, len(targets), target.rest)
                for part, item in zip(targets, items, strict=True):
                    self._bind(part, item)
            case Rest(target=inner):
                self._bind(inner, value)


def _measure(value: Value, file: File) -> tuple[int, int]:
    """How many values there are inside, and how deep; the file remembers what it measured."""
    if not isinstance(value, Sequence):
        return 1, 0
    if id(value) not in file.measured:
        inside = [_measure(item, file) for item in value.items]
        size = 1 + sum(size for size, _ in inside)
        file.measured[id(value)] = (value, size, 1 + max((depth for _, depth in inside), default=0))
    _, size, depth = file.measured[id(value)]
    return size, depth


def _check_settled(value: Value) -> None:
    if isinstance(value, Sequence):
        for item in value.items:
            _check_settled(item)
    elif isinstance(value, Real) and isinstance(value.exact, fmpq):
        exact_number(value)  # a float beside a logarithm is for claims: what draws with it is told
