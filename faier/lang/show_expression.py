"""Expressions and values of the tree -> text, with the parentheses that Python needs and few more."""

from __future__ import annotations

import re
from collections.abc import Callable, Container

from flint import fmpq

from faier.exact import number_text
from faier.lang.counted_trials import COMPLEMENT
from faier.lang.instances import home_of
from faier.lang.methods import FUNCTIONS, PROPERTIES
from faier.lang.names import CALL
from faier.lang.sets import AS_TOLD, IN_ANY_ORDER
from faier.lang.show_containers import change_text, container_words, display_text, factory_text
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
from faier.lang.values import ENUMS, FUNCTION, OBJECT, Budget, Infinite, Real, Sequence, Shape, Value, show_value
from faier.lang.vocabulary import HASH_FUNCTIONS
from faier.lang.walk import place_of

# How tightly Python binds; an operand that binds less tightly than its place needs parentheses.
_CHOICE, _OR, _AND, _NOT, _COMPARE, _BITS, _XOR, _MASK, _SHIFT, _SUM, _PRODUCT, _SIGN, _POWER, _ATOM = range(14)
_BINARY = {"|": _BITS, "^": _XOR, "&": _MASK, "<<": _SHIFT, ">>": _SHIFT}
_BINARY |= {"+": _SUM, "-": _SUM, "*": _PRODUCT, "/": _PRODUCT, "//": _PRODUCT, "%": _PRODUCT, "**": _POWER}
_WORDS = frozenset(["clamp", "exp", "log", "Fraction"])


class ExpressionWriter:
    """`word` tells how the text names a word of the vocabulary; `classes` are those whose methods are called."""

    def __init__(self, word: Callable[[str], str], classes: Container[str] = ()) -> None:
        self.word = word
        self.classes = classes

    def write(self, expression: Expression, least: int = _CHOICE) -> str:
        """The text, in parentheses if it binds less tightly than `least`."""
        text, strength = self._text(expression)
        return text if strength >= least else f"({text})"

    def _text(self, expression: Expression) -> tuple[str, int]:
        write = self.write
        match expression:
            case Call(function=function, arguments=(first, *_)) if function in (IN_ANY_ORDER, AS_TOLD):
                return self._text(first)
            case Call(function=function, arguments=(first,)) if function == COMPLEMENT:
                return f"1 - {write(first, _PRODUCT)}", _SUM
            case Literal(value=Infinite()):
                return "float('inf')", _ATOM
            case Literal(value=value):
                return literal_text(value), _SIGN if isinstance(value, int) and value < 0 else _ATOM
            case Decimal(exact=exact):
                return _decimal_text(exact), _ATOM
            case Name(name=name):
                return _function(name) or name.removesuffix(".__contains__"), _ATOM
            case Unary(operator="not", operand=operand):
                return f"not {write(operand, _NOT)}", _NOT
            case Unary(operator=operator, operand=operand):
                return operator + write(operand, _SIGN), _SIGN
            case Binary(operator="**", left=left, right=right):
                return f"{write(left, _ATOM)} ** {write(right, _SIGN)}", _POWER
            case Binary(operator=operation, left=left, right=right):
                strength = _BINARY[operation]
                return f"{write(left, strength)} {operation} {write(right, strength + 1)}", strength
            case Compare(operands=operands, operators=operators):
                rest = [f" {sign} {write(item, _BITS)}" for sign, item in zip(operators, operands[1:], strict=True)]
                return write(operands[0], _BITS) + "".join(rest), _COMPARE
            case Logic(operator=logic, operands=operands):
                strength = _OR if logic == "or" else _AND
                return f" {logic} ".join(write(operand, strength + 1) for operand in operands), strength
            case Choice(test=Call("isinstance", (of, Literal(str(label)))), then=Invoke(arguments=given)) if (
                label.startswith(FUNCTION)
            ):
                return f"{write(of, _ATOM)}({', '.join(map(write, given))})", _ATOM
            case Choice(test=Call("isinstance", (of, *_)), then=Invoke(function, (first, *given))) if (
                of == first and function.endswith(f".{CALL}")
            ):
                return f"{write(of, _ATOM)}({', '.join(map(write, given))})", _ATOM
            case Choice(test=Call("isinstance", (of, *_)), then=Invoke(function, (given, *_)), otherwise=otherwise) if (
                of == given and _calls(otherwise, of, function.rpartition(".")[2])
            ):
                return f"{write(otherwise)}", _CHOICE
            case Choice(test=test, then=then, otherwise=otherwise):
                return f"{write(then, _OR)} if {write(test, _OR)} else {write(otherwise)}", _CHOICE
        return self._atom(expression), _ATOM

    def _atom(self, expression: Expression) -> str:
        write = self.write
        match expression:
            case Display(kind=kind, items=items):
                inside = ", ".join(map(write, items))
                if kind == "list":
                    return f"[{inside}]"
                return f"({inside},)" if len(items) == 1 else f"({inside})"
            case Index(base=Name(name=table), index=index) if table.endswith("()"):
                return f"{table[:-2]}({write(index)})"
            case Index(base=Name(name=table), index=index) if table.endswith(".__members__"):
                return f"{table.removesuffix('.__members__')}[{write(index)}]"
            case Index(base=base, index=index):
                return f"{write(base, _ATOM)}[{write(index)}]"
            case Attribute(base=base, name=name):
                return f"{write(base, _ATOM)}.{name}"
            case Construct(shape=shape, arguments=arguments):
                return f"{shape.name}({', '.join(map(write, arguments))})"
            case Slice(base=base, lower=lower, upper=upper, step=step):
                ends = ["" if end is None else write(end) for end in (lower, upper)]
                stride = "" if step is None else ":" + write(step)
                return f"{write(base, _ATOM)}[{ends[0]}:{ends[1]}{stride}]"
            case Star(value=value):
                return "*" + write(value, _BITS)
            case Call(function=function, arguments=arguments, keywords=keywords):
                if function == "isinstance":
                    value, *labels = arguments
                    return f"isinstance({write(value)}, ({', '.join(map(self._type, labels))},))"
                text = display_text(expression, write, self._clauses)
                if text is not None:
                    return text
                if function[1:] in FUNCTIONS:
                    return f"{self.word(function[1:])}({write(arguments[0])})"
                if function in HASH_FUNCTIONS:
                    algorithm, _, digest = function.rpartition(".")
                    named = [f"{key}={write(value)}" for key, value in keywords]
                    return f"{self.word(algorithm)}({', '.join([*map(write, arguments), *named])}).{digest}()"
                library = "." in function[1:] and function not in ("dict.fromkeys", "int.from_bytes", "str.maketrans")
                name = self.word(function) if function in _WORDS or library else function
                named = [f"{key}={self._keyword(key, value)}" for key, value in keywords]
                if function[1:] in PROPERTIES:
                    return f"{write(arguments[0], _ATOM)}{function}"
                if function[0] == ".":
                    receiver, *others = arguments
                    holder = write(receiver, _ATOM)
                    holder = f"({holder})" if holder.isdigit() else holder
                    return f"{holder}{function}({', '.join([*map(write, others), *named])})"
                given = [*map(write, arguments), *named]
                if function == "collections.defaultdict":
                    given[0] = self._factory(expression)
                first = arguments[0] if arguments else None
                alone = len(given) == 1 and isinstance(first, Comprehension) and first.kind == "generator"
                return name + given[0] if alone else f"{name}({', '.join(given)})"
            case Draw(kind=draw, arguments=arguments):
                return f"{self.word(draw)}({', '.join(map(write, arguments))})"
            case Invoke(function=function, arguments=arguments):
                owner, _, name = function.rpartition(".")
                shown = function if owner in self.classes else name
                return f"{shown}({', '.join(map(write, arguments))})"
            case Comprehension():
                return self._comprehension(expression)
            case Change():
                return change_text(expression, write)
            case Bind(target=target, value=value):
                return f"({target.name} := {write(value)})"
            case Caught():
                return "caught()"
        raise TypeError(f"{type(expression).__name__} is no expression")

    def _type(self, label: Expression) -> str:
        """A type of which `isinstance` asks."""
        name = str(label.value) if isinstance(label, Literal) else ""
        if name == "None":
            return "type(None)"
        home = home_of(name)
        return self.word(home) if home in _WORDS or "." in home else name

    def _keyword(self, name: str, value: Expression) -> str:
        if name == "key" and isinstance(value, Comprehension):
            return f"lambda {_bound(value.clauses[0].target)}: {self.write(value.element)}"
        return self.write(value)

    def _factory(self, call: Call) -> str:
        """What makes the values of a defaultdict."""
        text = factory_text(call)
        if text == "Fraction":
            return self.word(text)
        return text.replace("collections.", self.word("collections.defaultdict").removesuffix("defaultdict"))

    def _comprehension(self, expression: Comprehension) -> str:
        text = self.write(expression.element) + self._clauses(expression)
        return f"[{text}]" if expression.kind == "list" else f"({text})"

    def _clauses(self, expression: Comprehension) -> str:
        text = ""
        for clause in expression.clauses:
            text += f" for {_bound(clause.target)} in {self.write(clause.iterable, _OR)}"
            text += "".join(f" if {self.write(condition, _OR)}" for condition in clause.conditions)
        return text


def literal_text(value: int | bool | str | Infinite | None) -> str:
    return repr(value)


def number_of(number: fmpq) -> str:
    """A rational as Python divides it: "3 / 5"."""
    return str(number.p.str()) if number.q == 1 else f"{number.p.str()} / {number.q.str()}"


def value_words(value: Value) -> tuple[str, set[str]]:
    """A constant expression that evaluates to the value again, and the words in it."""
    if isinstance(value, Sequence):
        parts = [value_words(item) for item in value.items]
        words = {word for _, used in parts for word in used}
        inside = ", ".join(text for text, _ in parts)
        if value.kind == "list":
            return f"[{inside}]", words
        if isinstance(value.of, Shape):
            if value.of.kind in ENUMS:
                whole = f"{value.of.name}.{value.items[0]}"
                return _function(whole) or whole, set()
            return f"{value.of.name}({inside})", words
        if value.kind in ("range", "bytes"):
            return show_value(value), words
        if value.kind != "tuple":
            return container_words(value, value_words)
        return (f"({inside},)" if len(parts) == 1 else f"({inside})"), words
    if isinstance(value, Budget):
        factor = number_of(value.coefficient)
        if value.inverse:
            return f"{factor} / {value.name}", set()
        return (value.name if value.coefficient == 1 else f"{factor} * {value.name}"), set()
    if isinstance(value, Infinite):
        return "float('inf')" if value.sign > 0 else "-float('inf')", set()
    if not isinstance(value, Real):
        return repr(value), set()
    if not isinstance(value.exact, fmpq):
        text = number_text(value.exact, roots=isinstance(value.machine, float))
        known: tuple[str, ...] = ("exp", "log")
        if isinstance(value.machine, float):
            text = re.sub(r"(exp|log|sqrt)\(", r"math.\1(", text)
            known = ("math.exp", "math.log", "math.sqrt")
        return text, {word for word in known if re.search(rf"(?<!\.){word}\(", text)}
    if value.machine == "fraction":
        return f"Fraction({value.exact.p.str()}, {value.exact.q.str()})", {"Fraction"}
    if value.exact.q == 1:
        return _decimal_text(value.exact), set()
    return number_of(value.exact), set()


def _decimal_text(number: fmpq) -> str:
    """A number of finitely many decimals, as a decimal: "0.25", "-3.0", "1e-30"."""
    if number < 0:
        return "-" + _decimal_text(-number)
    places = 0
    while (number * fmpq(10) ** places).q != 1:
        places += 1
    digits = str((number * fmpq(10) ** places).p.str())
    shown = digits.rstrip("0") or "0"
    exponent = len(digits) - len(shown) - places
    if -10 <= exponent < 0:
        padded = shown.rjust(1 - exponent, "0")
        return f"{padded[:exponent]}.{padded[exponent:]}"
    return f"{shown}{'0' * exponent}.0" if 0 <= exponent <= 15 else f"{shown}e{exponent}"


def _bound(target: Target) -> str:
    match target:
        case Name(name=name):
            return name
        case Unpack(targets=targets):
            inside = ", ".join(map(_bound, targets))
            return f"({inside},)" if len(targets) == 1 else f"({inside})"
        case Rest(target=inner):
            return f"*{inner.name}"
    raise TypeError("a comprehension binds names")


def _calls(expression: Expression, receiver: Expression, method: str) -> bool:
    """Whether this is `receiver.method(...)`, which several classes may have."""
    match expression:
        case Choice(otherwise=otherwise, then=Invoke(function=function)):
            return function.rpartition(".")[2] == method and _calls(otherwise, receiver, method)
        case Change(target=target, method=called):
            return target == place_of(receiver) and called == method
        case Call(function=function, arguments=(first, *_)):
            return first == receiver and function == f".{method}"
    return False


def _function(name: str) -> str:
    """What the file calls a function or an object that is a value; nothing for other names."""
    return name.rpartition(".")[2] if name.startswith((FUNCTION, OBJECT)) else ""
