"""A tree -> the text of a mechanism file with the same tree: `parse(show(program)) == program`.

What the tree does not hold (comments, names of types, default arguments) is not in the text either.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import fields, is_dataclass, replace
from textwrap import indent
from typing import assert_never

from faier.lang import names
from faier.lang.claim import Budget, Claim, Concentrated, Measure, PerInput, Relation, Renyi, Where
from faier.lang.lending import written_name
from faier.lang.library import LIBRARY
from faier.lang.objects import FIELD, INITIAL
from faier.lang.program import Program
from faier.lang.records import is_member, shape_of
from faier.lang.show_expression import ExpressionWriter, literal_text, number_of, value_words
from faier.lang.show_type import type_text
from faier.lang.syntax import (
    Assert,
    Assign,
    Assume,
    Augment,
    Block,
    Break,
    Call,
    Continue,
    Error,
    Evaluate,
    Expression,
    Field,
    For,
    Function,
    If,
    InputType,
    Invoke,
    Item,
    Literal,
    Match,
    Name,
    Parameter,
    Pass,
    Pattern,
    Raise,
    RecordsType,
    RecordType,
    Rest,
    Return,
    Secret,
    Statement,
    StreamType,
    Target,
    Try,
    Type,
    Unpack,
    VectorType,
    While,
    Yield,
)
from faier.lang.values import ENUMS, FUNCTION, OBJECT, ClassKind, Sequence, Shape, Value
from faier.lang.vocabulary import FRACTION, VOCABULARY
from faier.lang.walk import names_of, statements, targets_of

_HOMES: dict[ClassKind, tuple[str, str]] = {
    "Enum": ("enum", "Enum"),
    "IntEnum": ("enum", "IntEnum"),
    "StrEnum": ("enum", "StrEnum"),
    "int, Enum": ("enum", "Enum"),
    "str, Enum": ("enum", "Enum"),
    "NamedTuple": ("typing", "NamedTuple"),
    "dataclass": ("dataclasses", "dataclass"),
    "frozen dataclass": ("dataclasses", "dataclass"),
    "class": ("", ""),
}


def show(program: Program) -> str:
    """The program as a mechanism file."""
    writer = _Writer(program)
    classes = {shape.name for shape in program.classes}
    known = [pair for pair in program.constants if not pair[0].startswith((FUNCTION, OBJECT))]
    given = [pair for pair in known if pair[0].partition(".")[0].removesuffix("()") not in classes]
    constants = "".join(f"{writer.constant(name, value)}\n" for name, value in given)
    asked = {name for claim in program.claims for name in _asked(claim.subject.relation)}  # the claims write it out
    outer = [item for item in program.functions if item.within is None and item.name.rpartition(".")[0] not in classes]
    outer = [item for item in outer if item.name not in asked]
    values = {pair[0].rpartition(".")[2] for pair in program.constants if pair[0].startswith(FUNCTION)}
    constants = "".join(writer.function(item) + "\n\n" for item in outer if item.name in values) + constants
    constants = "".join(writer.shape(shape) + writer.methods(shape) for shape in program.classes) + constants
    functions = "".join("\n\n" + writer.function(item) for item in outer if item.name not in values)
    head = "" if program.doc is None else _docstring(program.doc) + "\n"
    imports = writer.imports()
    errors = "".join(writer.errors)
    blank = "\n" if imports and (errors or constants) else ""
    return head + imports + blank + errors + constants + functions


def _asked(relation: Relation | None) -> Iterator[str]:
    """The helpers that return what relations ask."""
    match relation:
        case Where(asked=Invoke(function=name)):
            yield name
        case PerInput(relations):
            for _, inner in relations:
                yield from _asked(inner)


class _Writer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.taken = _names_in(program)
        self.used: set[str] = set()
        self.claimed: set[str] = set()
        self.module = False
        self.records = dict(_records_in(program))
        self.shaped: set[tuple[str, str]] = set()  # modules and names that classes need
        self.packages: set[str] = set()
        self.errors: dict[str, None] = {}  # the classes of the exceptions that are written
        self.expressions = ExpressionWriter(self.word, {shape.name for shape in program.classes})

    def word(self, word: str) -> str:
        """How the text names a word of the vocabulary (or Fraction); it will be imported under that name."""
        module, dot, name = word.partition(".")
        if dot:
            self.packages.add(module)
            return f"{names.fresh(module, self.taken) if module in self.taken else module}.{name}"
        self.used.add(word)
        return names.fresh(word, self.taken) if word in self.taken else word

    def imports(self) -> str:
        """What the text written so far needs."""
        text = "".join(f"from {module} import {name}\n" for module, name in sorted(self.shaped))
        text += "import faier\n" if self.module else ""
        for module in sorted(self.packages):
            name = self.word(f"{module}.").removesuffix(".")
            text += f"import {module}\n" if name == module else f"import {module} as {name}\n"
        listed = sorted({(word, self.word(word)) for word in self.used} | {(word, word) for word in self.claimed})
        for module in ("fractions", "faier"):
            here = [pair for pair in listed if (pair[0] == "Fraction") == (module == "fractions")]
            if here:
                shown = [word if word == name else f"{word} as {name}" for word, name in here]
                text += f"from {module} import {', '.join(shown)}\n"
        return text

    def constant(self, name: str, value: Value) -> str:
        if name == self.program.epsilon_name and self.program.epsilon_default is not None:
            return f"{name} = {self.word('Positive')}({number_of(self.program.epsilon_default)})"
        shape = shape_of(value)
        if shape is not None and shape.name == f"{OBJECT}{name}":
            return f"{name} = object()"
        return f"{name} = {self.value(value)}"

    def shape(self, shape: Shape) -> str:
        """A class; what the tree does not hold of it is not in the text."""
        self.shaped |= {_HOMES[shape.kind]} - {("", "")}
        if shape.kind in ENUMS:
            named = f"{shape.name}."
            names = [
                (name, value) for name, value in self.program.constants if is_member(value) and name.startswith(named)
            ]
            members = [f"    {name[len(named) :]} = {self.value(member_value(value))}\n" for name, value in names]
            return f"class {shape.name}({shape.kind}):\n{''.join(members) or '    pass'}\n"
        declared = self.records.get(shape)
        types = (
            ["object"] * len(shape.fields)
            if declared is None
            else list(map(self.field, declared.fields, declared.public))
        )
        fields = "".join(f"    {name}: {type_}\n" for name, type_ in zip(shape.fields, types, strict=True))
        named = f"{shape.name}."
        own = [pair for pair in self.program.constants if pair[0].startswith(named)]
        fields = "".join(self.class_constant(pair, named) for pair in own) + fields
        if shape.kind == "class":
            return f"class {shape.name}:\n{''.join(self.class_constant(pair, named) for pair in own)}    pass\n\n"
        if shape.kind == "NamedTuple":
            return f"class {shape.name}(NamedTuple):\n{fields}\n"
        said = ["frozen=True"] * (shape.kind == "frozen dataclass") + ["order=True"] * shape.ordered
        options = f"({', '.join(said)})" if said else ""
        return f"@dataclass{options}\nclass {shape.name}:\n{fields or '    pass'}\n"

    def class_constant(self, pair: tuple[str, Value], named: str) -> str:
        return f"    {pair[0][len(named) :]} = {self.value(pair[1])}\n"

    def methods(self, shape: Shape) -> str:
        """The functions of a class, without the test of what they are called on: that is not written."""
        own = [item for item in self.program.functions if item.name.rpartition(".")[0] == shape.name]
        return "".join(indent(f"{self.method(item)}\n", "    ") for item in own if item.within is None)

    def method(self, function: Function) -> str:
        body = function.body
        if function.name.endswith(f".{INITIAL}"):
            whole = replace(function, parameters=(Parameter("self", None), *function.parameters))
            return self.function(replace(whole, body=body[:-1] or (Pass(),))).replace(FIELD, "self.")
        match body:
            case (Assert(test=Call(function="isinstance", arguments=(Name(), Literal(value=label)))), *rest) if (
                label == function.name.rpartition(".")[0]
            ):
                return self.function(replace(function, body=tuple(rest) or (Pass(),)))
        return f"@staticmethod\n{self.function(function)}"

    def field(self, declared: InputType, public: bool) -> str:
        return f"{self.word('Public')}[{self.type(declared)}]" if public else self.type(declared)

    def value(self, value: Value) -> str:
        text, words = value_words(value)
        for word in words:
            text = text if self.word(word) == word else text.replace(f"{word}(", f"{self.word(word)}(")
        return text

    # Functions.

    def function(self, function: Function) -> str:
        lines = [self.claim(claim) for claim in self.program.claims if claim.subject.mechanism == function.name]
        if function.kind != "helper":
            lines.append(f"@{self.word(function.kind)}")
        inputs = [self.parameter(parameter) for parameter in function.parameters]
        if function.settings and function.within is None:
            inputs += ["*", *(f"{name}={self.value(value)}" for name, value in function.settings)]
        lines.append(f"def {function.name.split('.')[-1]}({', '.join(inputs)}):")
        if function.doc is not None:
            lines.append("    " + (_docstring(function.doc) if function.within is None else repr(function.doc)))
        given = {
            name for inner in statements(function.body) for target in targets_of(inner) for name in names_of(target)
        }
        changed = sorted(given & set(function.captured) - {written_name(item.name) for item in function.parameters})
        if changed:
            lines.append(f"    nonlocal {', '.join(changed)}")
        for inside in self.program.functions:
            if inside.within == function.name:
                lines += ["    " + line for line in self.function(inside).splitlines()]
        lines += self.block(function.body)
        return "\n".join(lines) + "\n"

    def parameter(self, parameter: Parameter) -> str:
        if parameter.type is None:
            return written_name(parameter.name)
        declared = self.type(parameter.type)
        if parameter.public:
            declared = f"{self.word('Public')}[{declared}]"
        return f"{parameter.name}: {declared}"

    def type(self, declared: Type) -> str:
        return type_text(declared, lambda word: self.word("typing.Literal" if word == "Literal" else word))

    def claim(self, claim: Claim) -> str:
        parts = [self.promise(claim.promise)]
        if claim.subject.neighbors is not None:
            parts.append(f"neighbors={self.text(claim.subject.neighbors)}")
        if claim.subject.prior is not None:
            parts.append(f"prior={claim.subject.prior}")
        if claim.subject.pairs is not None:
            pairs = [f"({self.value(left)}, {self.value(right)})" for left, right in claim.subject.pairs]
            parts.append(f"pairs=({', '.join(pairs)},)")
        if isinstance(claim.promise, Budget) and claim.promise.delta_text != "0":
            parts.append(f"delta={self.text(claim.promise.delta_text)}")
        if claim.expect != "proved":
            parts.append(f'expect="{claim.expect}"')
        if claim.name is not None:
            parts.append(f"name={literal_text(claim.name)}")
        return f"@{self.word('private')}({', '.join(parts)})"

    def promise(self, promise: Budget | Measure) -> str:
        match promise:
            case Budget(epsilon_text=epsilon):
                return f"epsilon={self.text(epsilon)}"
            case Renyi(alpha_text=alpha, rho_text=rho):
                return f"renyi=({self.text(alpha)}, {self.text(rho)})"
            case Concentrated(rho_text=rho):
                return f"zcdp={self.text(rho)}"
            case _:
                assert_never(promise)

    def text(self, written: str) -> str:
        """A text of a claim, as the user wrote it; its words are imported by their own names."""
        bound = {name for name, _ in self.program.constants} | {item.name for item in self.program.functions}
        for node in ast.walk(ast.parse(written, mode="eval")):
            if isinstance(node, ast.Name) and node.id in (*VOCABULARY, *FRACTION) and node.id not in bound:
                self.claimed.add(node.id)
            if isinstance(node, ast.Attribute):
                known = isinstance(node.value, ast.Name) and node.value.id in LIBRARY
                self.packages |= {node.value.id} if isinstance(node.value, ast.Name) and known else set()
                self.module |= not known
        return written

    # Statements.

    def block(self, block: Block, depth: int = 1) -> list[str]:
        return [line for statement in block for line in self.statement(statement, depth)]

    def statement(self, statement: Statement, depth: int) -> list[str]:
        indent = "    " * depth
        write = self.expressions.write
        match statement:
            case If():
                return self.branches(statement, depth, "if")
            case Match(subject=subject, cases=cases):
                lines = [f"{indent}match {write(subject)}:"]
                for case in cases:
                    guard = "" if case.guard is None else f" if {write(case.guard)}"
                    lines += [f"{indent}    case {_pattern(case.pattern)}{guard}:", *self.block(case.body, depth + 2)]
                return lines
            case For(target=target, iterable=iterable, body=body, otherwise=otherwise):
                head = f"{indent}for {self.target(target)} in {write(iterable)}:"
                return [head, *self.block(body, depth + 1), *self.otherwise(otherwise, depth)]
            case While(test=test, body=body, otherwise=otherwise):
                head = f"{indent}while {write(test)}:"
                return [head, *self.block(body, depth + 1), *self.otherwise(otherwise, depth)]
            case Try(body=body, handlers=handlers, otherwise=otherwise, final=final):
                lines = [f"{indent}try:", *self.block(body, depth + 1)]
                for handler in handlers:
                    named = ", ".join(map(self.error, handler.errors))
                    lines += [f"{indent}except ({named},):", *self.block(handler.body, depth + 1)]
                lines += self.otherwise(otherwise, depth)
                return lines + ([f"{indent}finally:", *self.block(final, depth + 1)] if final else [])
        return [indent + self.simple(statement)]

    def simple(self, statement: Statement) -> str:
        write = self.expressions.write
        match statement:
            case Assign(targets=targets, value=value, type=declared):
                if declared is not None:
                    return f"{self.target(targets[0])}: {self.type(declared)} = {write(value)}"
                return " = ".join([*map(self.target, targets), write(value)])
            case Augment(target=target, operator=operator, value=value):
                return f"{self.target(target)} {operator}= {write(value)}"
            case Break():
                return "break"
            case Continue():
                return "continue"
            case Pass():
                return "pass"
            case Return(value=returned):
                return "return" if returned is None else f"return {write(returned)}"
            case Yield(value=value):
                return f"yield {write(value)}"
            case Assert(test=test):
                return f"assert {write(test)}"
            case Raise(error=error, message=message, told=told):
                named = "" if error is None else f" {self.error(error)}"
                shown = f"raise{named}" + ("" if message is None else f"({literal_text(message)})")
                return shown if told is None else f"{shown} from {write(told)}"
            case Secret(value=value):
                return f"{self.word('secret')}({write(value)})"
            case Assume(condition=condition):
                return f"{self.word('assume')}({write(condition)})"
            case Evaluate(value=value):
                return write(value)
        raise TypeError(f"{type(statement).__name__} is no simple statement")

    def branches(self, statement: If, depth: int, word: str) -> list[str]:
        """`elif` where the rest is one more test: the trees are the same."""
        indent = "    " * depth
        lines = [f"{indent}{word} {self.expressions.write(statement.test)}:", *self.block(statement.then, depth + 1)]
        if len(statement.otherwise) == 1 and isinstance(statement.otherwise[0], If):
            return lines + self.branches(statement.otherwise[0], depth, "elif")
        return lines + self.otherwise(statement.otherwise, depth)

    def error(self, error: Error) -> str:
        """The name of an exception, for which a class is written if it is not Python's."""
        if error.bases:
            bases = ", ".join(map(self.error, error.bases))
            self.errors[f"class {error.name}({bases}):\n    pass\n\n\n"] = None
        return error.name

    def otherwise(self, block: Block, depth: int) -> list[str]:
        return ["    " * depth + "else:", *self.block(block, depth + 1)] if block else []

    def index(self, index: Expression | Field) -> str:
        return f".{index.name}" if isinstance(index, Field) else f"[{self.expressions.write(index)}]"

    def target(self, target: Target) -> str:
        match target:
            case Name(name=name):
                return name
            case Item(name=name, indices=indices):
                return name + "".join(map(self.index, indices))
            case Unpack(targets=targets):
                inside = ", ".join(map(self.target, targets))
                return f"({inside},)" if len(targets) == 1 else f"({inside})"
            case Rest(target=inner):
                return f"*{inner.name}"


def _records_in(program: Program) -> Iterator[tuple[Shape, RecordType]]:
    """The classes that are types of inputs."""
    waiting: list[Type | None] = [item.type for function in program.functions for item in function.parameters]
    while waiting:
        match waiting.pop():
            case VectorType(item=item) | RecordsType(item=item) | StreamType(item=item):
                waiting.append(item)
            case RecordType(shape=shape, fields=fields) as declared:
                waiting += fields
                if shape is not None:
                    yield shape, declared


def member_value(member: Value) -> Value:
    assert isinstance(member, Sequence)
    return member.items[1]


def _pattern(pattern: Pattern) -> str:
    return "_" if pattern.options is None else " | ".join(value_words(option)[0] for option in pattern.options)


def _docstring(doc: str) -> str:
    """Between triple quotes where that says the same, otherwise with escapes."""
    plain = all(character.isprintable() or character == "\n" for character in doc)
    if plain and "\\" not in doc and '"""' not in doc and not doc.endswith('"'):
        return f'"""{doc}"""'
    return repr(doc)


def _names_in(program: Program) -> set[str]:
    """Every name that the program binds somewhere."""
    found = {name for name, _ in program.constants} | {function.name for function in program.functions}
    for function in program.functions:
        found |= {parameter.name for parameter in function.parameters} | {name for name, _ in function.settings}
    waiting: list[object] = [function.body for function in program.functions]
    while waiting:
        here = waiting.pop()
        if isinstance(here, Name):
            found.add(here.name)
        elif isinstance(here, tuple):
            waiting.extend(here)
        elif is_dataclass(here):
            waiting.extend(getattr(here, field.name) for field in fields(here) if field.name != "span")
    return found
