"""What an exception would interrupt in Python, and what a run does here all at once.

Python computes the values of a generator one by one, while a loop or a container takes them. Here they are computed
before. Where an exception may come in the middle and a handler goes on, that would make a difference: it is refused.
"""

from __future__ import annotations

from faier.lang.enclosed import interrupted
from faier.lang.names import File
from faier.lang.program import Program
from faier.lang.syntax import (
    Assert,
    Assign,
    Attribute,
    Augment,
    Binary,
    Block,
    Call,
    Caught,
    Change,
    Choice,
    Compare,
    Comprehension,
    Decimal,
    Display,
    Error,
    Expression,
    For,
    Function,
    Index,
    Invoke,
    Literal,
    Logic,
    Name,
    Raise,
    Star,
    Statement,
    Try,
    Unary,
    Unpack,
)
from faier.lang.walk import callees, changes, children, expressions, leaves_marks, parts, statements, target_expressions

# Methods that take one value after the other from what they are given.
_TAKING = frozenset(["extend", "extendleft", "update", "subtract", "sort"])
# Functions that take all values of what they are given before they do anything else.
_WHOLE = frozenset(["list", "tuple", "set", "frozenset", "sorted", "sum", "min", "max", "dict", ".join"])
_WHOLE |= {"collections.Counter", "collections.deque"}
# Those that take values until they know the answer.
_EARLY = frozenset(["any", "all"])
# What `sum`, `sorted`, `min` and `max` ask of records.
_ASKED = frozenset(["__add__", "__radd__", "__lt__", "__gt__", "__bool__", "__len__"])
_LAZY = frozenset(["map", "filter", "zip", "enumerate", "reversed", "iter"])


def catches(program: Program) -> bool:
    """Whether something in the program catches exceptions."""
    return any(isinstance(statement, Try) for function in program.functions for statement in statements(function.body))


def asks(program: Program) -> bool:
    """Whether a handler asks what an exception tells."""
    return any(
        isinstance(statement, Assign) and isinstance(statement.value, Caught)
        for function in program.functions
        for statement in statements(function.body)
    )


def check_catching(functions: tuple[Function, ...], file: File) -> None:
    """Report what may be interrupted in the middle, where something is caught."""
    yielding = frozenset(function.name for function in functions if function.yields)
    for _, block in interrupted(functions):
        _Checking(file, yielding).block(block)


def operators_raise(functions: tuple[Function, ...]) -> bool:
    """Whether an operator that puts records in order, or adds them, may raise what can be caught."""
    table = {function.name: function for function in functions}
    waiting = [name for name in table if name.rpartition(".")[2] in _ASKED]
    seen: set[str] = set()
    free = {None} if _caught(functions) & {"TypeError", "Exception"} else {None, Error("TypeError")}
    while waiting:
        if (name := waiting.pop()) in seen or name not in table:
            continue
        seen.add(name)
        waiting += callees(table[name])
        for statement in statements(table[name].body):
            if isinstance(statement, Raise) and statement.error not in free:
                return True
            if isinstance(statement, Assert) and not statement.of_class:
                return True
            for expression in (*expressions(statement), *target_expressions(statement)):
                if not all(_is_safe(part) or _asks(part) for part in parts(expression)):
                    return True
    return False


def _asks(part: Expression) -> bool:
    """Whether it asks for a field, or a class, or for another function."""
    asking = isinstance(part, Call) and part.function in ("isinstance", "bool")
    return asking or isinstance(part, (Attribute, Invoke))


def _caught(functions: tuple[Function, ...]) -> set[str]:
    """The names of what handlers catch."""
    tries = (one for function in functions for one in statements(function.body) if isinstance(one, Try))
    return {error.name for found in tries for handler in found.handlers for error in handler.errors}


class _Checking:
    def __init__(self, file: File, yielding: frozenset[str]) -> None:
        self.file = file
        self.yielding = yielding

    def block(self, block: Block) -> None:
        for statement in statements(block):
            for taken in (*self.taken(statement), *self.mixed(statement)):
                if self.may_stop(taken):
                    span = getattr(taken, "span", statement.span)
                    message = "an exception may come in the middle of this, when a part of it is done already"
                    self.file.problems.add("FA101", span, message, "make a list of it first: values = [...]")

    def taken(self, statement: Statement) -> list[Expression]:
        """What is gone over here while something else happens that stays."""
        found: list[Expression] = []
        if isinstance(statement, For):
            iterable = statement.iterable
            found += iterable.arguments if isinstance(iterable, Invoke) else [iterable]
        if isinstance(statement, Augment):
            found.append(statement.value)
        for expression in (*expressions(statement), *target_expressions(statement)):
            for change in changes(expression):
                if change.method in _TAKING:
                    found += [*change.arguments, *(value for _, value in change.keywords)]
            for part in parts(expression):
                if isinstance(part, Comprehension) and any(map(leaves_marks, parts(part))):
                    found += [clause.iterable for clause in part.clauses]
        return found

    def mixed(self, statement: Statement) -> list[Expression]:
        """What is computed in turns with something else that may raise too, or only until something is found."""
        found: list[Expression] = []
        if isinstance(statement, Assign) and any(isinstance(target, Unpack) for target in statement.targets):
            match statement.value:
                case Call(function="list", arguments=(value,)):  # Python takes one value more than there are names
                    found.append(value)
        for expression in (*expressions(statement), *target_expressions(statement)):
            for part in parts(expression):
                match part:
                    case Index(base=Display(items=(Star(value=value), *_))):  # next(...)
                        found.append(value)
                    case Call(function=function, arguments=(Comprehension(clauses=clauses),)) if function in _EARLY:
                        found += [clause.iterable for clause in clauses]
                    case Call(function=function, arguments=arguments, keywords=keywords):
                        one_by_one = [value for value in arguments if self.comes_one_by_one(value)]
                        others = [value for value in arguments if value not in one_by_one]
                        others += [value for _, value in keywords if function != "sorted"]
                        if function not in _WHOLE or len(one_by_one) > 1 or not all(map(_are_safe, others)):
                            found += one_by_one
                    case Comprehension(element=element, clauses=(first, *rest)):
                        others = [element, *first.conditions, *(one.iterable for one in rest)]
                        others += [condition for one in rest for condition in one.conditions]
                        if not all(map(_are_safe, others)):
                            found.append(first.iterable)
                        found += [one.iterable for one in rest]
        return [one for one in found if self.comes_one_by_one(one)]

    def comes_one_by_one(self, expression: Expression) -> bool:
        """Whether the values of the expression itself are computed while something takes them."""
        match expression:
            case Comprehension(kind=kind):
                return kind == "generator"
            case Invoke(function=function):
                return function in self.yielding
            case Call(function=function):
                return function in _LAZY or function.startswith("itertools.")
        return False

    def may_stop(self, expression: Expression) -> bool:
        """Whether it is computed one by one, and one of them may raise."""
        match expression:
            case Comprehension(kind="generator"):
                return not all(map(_is_safe, parts(expression)))
            case Invoke(function=function):
                return function in self.yielding
            case Call(function="enumerate" | "reversed" | "zip", arguments=arguments, keywords=()):
                return any(map(self.may_stop, arguments))  # which are there before the first value is taken
            case Call(function=function) if function in _LAZY or function.startswith("itertools."):
                return not all(map(_is_safe, parts(expression)))
            case Change():
                return False
        return any(map(self.may_stop, children(expression)))


def _are_safe(expression: Expression) -> bool:
    return all(map(_is_safe, parts(expression)))


def _is_safe(part: Expression) -> bool:
    """Whether computing it, apart from what is inside of it, raises nothing that can be caught."""
    match part:
        case Binary(operator=operator):
            return operator in ("+", "-", "*", "&", "|", "^")
        case Call(function=function):
            return function in _LAZY or function in ("range", "len", "abs", "sum", "list", "tuple", "sorted")
        case (
            Comprehension()
            | Literal()
            | Decimal()
            | Name()
            | Unary()
            | Compare()
            | Logic()
            | Choice()
            | Display()
            | Star()
        ):
            return True
    return False
