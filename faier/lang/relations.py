"""`neighbors=...` -> a relation of `claim`, checked against the inputs of the mechanism."""

from __future__ import annotations

import ast
from collections import ChainMap
from collections.abc import Iterator
from typing import assert_never

from faier.lang import constants, typed
from faier.lang.claim import Added, Each, Edges, One, Pairs, PerInput, Relation, Total, Where
from faier.lang.expressions import ExpressionReader
from faier.lang.moving import read_moves
from faier.lang.names import File, suggestion
from faier.lang.predicates import predicate_of
from faier.lang.reached import draws, reached
from faier.lang.scope import Scope
from faier.lang.show_type import type_text
from faier.lang.syntax import (
    AnyRealType,
    BoolType,
    Expression,
    Function,
    IntType,
    Invoke,
    Name,
    OneOfType,
    Parameter,
    RecordsType,
    RecordType,
    Return,
    StreamType,
    Type,
    VectorType,
)
from faier.lang.values import Sequence, Value, show_value
from faier.lang.vocabulary import RELATIONS, VOCABULARY, RelationKind
from faier.lang.walk import parts

# What a helper is called that returns what a relation asks, with a number after it.
ASKED = ".asked"
_FORMS = ", ".join(VOCABULARY[name].form for name in RELATIONS)


def read_relation(file: File, node: ast.expr, parameters: tuple[Parameter, ...]) -> Relation | None:
    """The relation; None when it is wrong, which is reported."""
    inputs = tuple(parameter for parameter in parameters if not parameter.public)
    if not inputs:
        message = "the mechanism has no input that is not public: no two inputs are neighbors"
        file.error("FA305", node, message, "leave out Public, or add the private input")
        return None
    for parameter in parameters:
        if isinstance(parameter.type, AnyRealType):
            message = f"`{parameter.name}` is a real without ends: no neighbor relation compares all such inputs"
            file.error("FA305", node, message, "claim it with a prior that draws it: prior=NAME")
            return None
    if isinstance(node, ast.Dict):
        return _per_input(file, node, inputs)
    return _simple(file, node, inputs)


def pairs_of(value: Value) -> tuple[tuple[Value, Value], ...] | None:
    """The items as pairs, if that is what they are."""
    if not isinstance(value, Sequence):
        return None
    pairs: list[tuple[Value, Value]] = []
    for item in value.items:
        if not isinstance(item, Sequence) or len(item.items) != 2:
            return None
        pairs.append((item.items[0], item.items[1]))
    return tuple(pairs)


def _per_input(file: File, node: ast.Dict, inputs: tuple[Parameter, ...]) -> Relation | None:
    known = {parameter.name: parameter for parameter in inputs}
    relations: dict[str, Relation | None] = {}
    if not node.keys:
        file.error("FA304", node, "this relation names no input: nothing may differ", f"name one of {', '.join(known)}")
        return None
    for key, value in zip(node.keys, node.values, strict=True):
        match key:
            case ast.Constant(value=str(name)) if name in known and name not in relations:
                relations[name] = _simple(file, value, (known[name],))
            case ast.Constant(value=str(name)) if name in relations:
                file.error("FA304", key, f"`{name}` is there twice")
            case ast.Constant(value=str(name)):
                hint = suggestion(name, known) or f"the inputs that are not public are {', '.join(known)}"
                file.error("FA305", key, f"the mechanism has no input `{name}` that may differ", hint)
            case _:
                file.error("FA304", key or node, "inputs are named by strings", 'write {"queries": each(1)}')
    found = [(name, relation) for name, relation in relations.items() if relation is not None]
    return PerInput(tuple(found)) if len(found) == len(node.keys) else None


def _simple(file: File, node: ast.expr, inputs: tuple[Parameter, ...]) -> Relation | None:
    word = RELATIONS.get(file.word(node.func) or "") if isinstance(node, ast.Call) else None
    if word is None or not isinstance(node, ast.Call):
        _not_a_relation(file, node)
        return None
    if node.keywords:
        file.error(
            "FA304", node.keywords[0], f"`{word}` takes its arguments by position", f"write {VOCABULARY[word].form}"
        )
        return None
    match word:
        case "each":
            distance = _distance(file, node, word, inputs)
            return None if distance is None else Each(distance)
        case "total":
            distance = _distance(file, node, word, inputs)
            return None if distance is None else Total(distance)
        case "one":
            if not node.args:
                return One()
            distance = _distance(file, node, word, inputs)
            return None if distance is None else One(distance)
        case "edges":
            return _edges(file, node, inputs)
        case "pairs":
            return _pairs(file, node, inputs)
        case "where":
            return _where(file, node, inputs)
        case "added":
            return _added(file, node, inputs)
        case "moves":
            return read_moves(file, node, inputs)
        case _:
            assert_never(word)


def _not_a_relation(file: File, node: ast.expr) -> None:
    called = node.func if isinstance(node, ast.Call) else node
    word = file.word(called)
    if isinstance(called, ast.Name) and called.id in RELATIONS and called.id not in file.places and word is None:
        hint = f"add it to the import: from faier import {called.id}"
        file.error("FA202", called, f"`{called.id}` is not imported", hint)
    elif word in RELATIONS:
        argument = "" if word in ("one", "added") else "1" if word in ("each", "total") else "..."
        file.error("FA304", node, f"`{word}` is called: it is not a relation by itself", f"write {word}({argument})")
    else:
        hint = suggestion(called.id, RELATIONS) if isinstance(called, ast.Name) else ""
        file.error("FA304", node, "this is not a neighbor relation", hint or f"write one of {_FORMS}")


def _distance(file: File, node: ast.Call, word: RelationKind, inputs: tuple[Parameter, ...]) -> int | None:
    """The distance; how far labels are apart is not said."""
    for parameter in inputs:
        labels = list(_labels(parameter.type))
        if labels:
            message = f"`{parameter.name}` can be {show_value(labels[0])}, and distances are between numbers"
            file.error("FA305", node, message, "use one(), edges(...) or where(...)")
            return None
    if len(node.args) != 1 or isinstance(node.args[0], ast.Starred):
        file.error("FA304", node, f"`{word}` takes one distance", f"write {word}(1)")
        return None
    constant = constants.evaluate(file, node.args[0], "a distance")
    if constant is None:
        return None
    distance = constant.value
    if isinstance(distance, bool) or not isinstance(distance, int) or distance < 1:
        shown = show_value(distance)
        file.error("FA304", node.args[0], f"a distance must be an integer of at least 1, not {shown}")
        return None
    return distance


def _listed(file: File, node: ast.Call, word: RelationKind, example: str) -> tuple[tuple[Value, Value], ...] | None:
    """The pairs among the arguments, `*` included."""
    display = ast.copy_location(ast.Tuple(list(node.args), ast.Load()), node)
    constant = constants.evaluate(file, display, "a relation")
    if constant is None:
        return None
    pairs = pairs_of(constant.value)
    if not pairs:
        file.error("FA304", node, f"`{word}` lists pairs", f"write {example}")
        return None
    for left, right in pairs:
        if left == right and type(left) is type(right):
            file.error("FA304", node, f"{show_value(left)} is compared with itself")
            return None
    return pairs


def _added(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> Added | None:
    if node.args:
        file.error("FA304", node, "`added` takes no arguments: one record is added or taken away", "write added()")
        return None
    if any(parameter.type is None for parameter in inputs):
        return None
    records = [parameter for parameter in inputs if isinstance(parameter.type, RecordsType)]
    other = next((parameter for parameter in inputs if not isinstance(parameter.type, RecordsType)), None)
    if len(records) == 1 and other is None:
        return Added()
    if records:
        hint = f'name the one: neighbors={{"{records[0].name}": added()}}'
        file.error("FA305", node, "`added` is about one list of records, and there are other inputs", hint)
        return None
    assert other is not None
    if isinstance(other.type, VectorType):
        message = f"`{other.name}` has always {other.type.length} entries: none can be added"
        item = type_text(other.type.item)
        file.error("FA305", node, message, f"declare {other.name}: Records[{item}, {other.type.length}], or use one()")
    else:
        message = f"`{other.name}` is no list of records: none can be added"
        file.error("FA305", node, message, f"declare {other.name}: Records[Int[0, 2], 10], or use one() or each(d)")
    return None


def _edges(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> Relation | None:
    pairs = _listed(file, node, "edges", "edges((0, 1), (1, 2))")
    if pairs is None:
        return None
    entries = [entry for parameter in inputs for entry in _entries(parameter.type)]
    for left, right in pairs:
        if entries and not any(typed.fits(left, entry) and typed.fits(right, entry) for entry in entries):
            shown = f"({show_value(left)}, {show_value(right)})"
            file.error("FA305", node, f"no entry of the inputs can be both ends of {shown}", "list values of one entry")
            return None
    return Edges(pairs)


def _entries(declared: Type | None) -> Iterator[Type]:
    """The type of the entries in an input: of a vector or a stream its items, which may be vectors themselves."""
    match declared:
        case IntType() | BoolType() | OneOfType() | RecordType():
            yield declared
        case VectorType(item=item) | RecordsType(item=item) | StreamType(item=item):
            yield item


def _labels(declared: Type | None) -> Iterator[Value]:
    """Values that are no numbers, or Booleans beside their numbers."""
    match declared:
        case OneOfType(values):
            numbers = [value for value in values if type(value) is int]
            fine = (int,) if {0, 1}.intersection(numbers) else (int, bool)
            yield from (value for value in values if type(value) not in fine)
        case VectorType(item=item) | RecordsType(item=item) | StreamType(item=item):
            yield from _labels(item)
        case RecordType(fields=fields, public=public):
            for inner, known in zip(fields, public, strict=True):
                if not known:
                    yield from _labels(inner)


def _pairs(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> Relation | None:
    if _reads_stream(file, node, inputs, "pairs"):
        return None
    pairs = _listed(file, node, "pairs", "pairs((x, y), ...) with whole inputs x and y")
    if pairs is None:
        return None
    if any(parameter.type is None for parameter in inputs):
        return None
    for pair in pairs:
        for whole in pair:
            if not _is_whole_input(whole, inputs):
                _unfit(file, node, whole, inputs)
                return None
    return Pairs(tuple((_whole(left, inputs), _whole(right, inputs)) for left, right in pairs))


def _whole(value: Value, inputs: tuple[Parameter, ...]) -> Value:
    """The value as the mechanism would read it: vectors are lists."""
    if len(inputs) == 1:
        return _shaped(value, inputs[0].type)
    items = value.items if isinstance(value, Sequence) else ()
    shaped = tuple(_shaped(item, parameter.type) for item, parameter in zip(items, inputs, strict=True))
    return Sequence("tuple", shaped)


def _shaped(value: Value, declared: Type | None) -> Value:
    if isinstance(declared, RecordType) and isinstance(value, Sequence):
        return declared.made(map(_shaped, value.items, declared.fields))
    if isinstance(declared, VectorType | RecordsType) and isinstance(value, Sequence):
        return Sequence("list", tuple(_shaped(item, declared.item) for item in value.items))
    return value


def _is_whole_input(value: Value, inputs: tuple[Parameter, ...]) -> bool:
    if len(inputs) == 1:
        return _fits(value, inputs[0])
    return (
        isinstance(value, Sequence)
        and len(value.items) == len(inputs)
        and all(_fits(item, parameter) for item, parameter in zip(value.items, inputs, strict=True))
    )


def _fits(value: Value, parameter: Parameter) -> bool:
    return parameter.type is not None and typed.fits(value, parameter.type)


def _unfit(file: File, node: ast.expr, value: Value, inputs: tuple[Parameter, ...]) -> None:
    listed = ", ".join(parameter.name for parameter in inputs)
    if len(inputs) > 1:
        hint = f"a whole input is a tuple of {listed}"
    else:
        hint = f"it must be a value that `{listed}` can have"
    file.error("FA305", node, f"{show_value(value)} is not an input of the mechanism", hint)


def _where(file: File, node: ast.Call, inputs: tuple[Parameter, ...]) -> Relation | None:
    if _reads_stream(file, node, inputs, "where"):
        return None
    given = [_predicate(file, argument) for argument in node.args]
    match given:
        case [ast.Lambda(args=ast.arguments(args=[left, right]) as arguments, body=body)]:
            if (
                arguments.defaults
                or arguments.vararg
                or arguments.kwarg
                or arguments.kwonlyargs
                or arguments.posonlyargs
            ):
                file.error("FA304", node, "the lambda takes two plain parameters", "write where(lambda x, y: ...)")
                return None
            if left.arg == right.arg:
                file.error("FA203", right, f"the parameter `{right.arg}` is there twice", "rename one")
                return None
            names = {left.arg, right.arg}
            scope = Scope(ChainMap({name: name for name in names}), names, where="a relation", asks=True)
            found = len(file.problems.found)
            predicate = ExpressionReader(file, scope).read(body)
            if len(file.problems.found) > found:
                return None
            return Where(left.arg, right.arg, predicate, _asked(file, (left.arg, right.arg), predicate))
    file.error(
        "FA304", node, "`where` takes a lambda of two whole inputs", "write where(lambda x, y: sum(x) == sum(y))"
    )
    return None


def _asked(file: File, names: tuple[str, ...], predicate: Expression) -> Invoke | None:
    """The call of a helper that returns the predicate, where that calls functions of the file."""
    if not any(isinstance(part, Invoke) for part in parts(predicate)):
        return None
    parameters = tuple(Parameter(name, None, span=predicate.span) for name in names)
    body = (Return(predicate, predicate.span),)
    helper = Function(
        "helper",
        f"{ASKED}{len(file.asked)}",
        parameters,
        (),
        body,
        yields=False,
        span=predicate.span,
        captured=file.lists.names,
    )
    file.asked.append(helper)
    return Invoke(helper.name, tuple(map(Name, names)), predicate.span)


def check_asked(functions: tuple[Function, ...], file: File) -> None:
    """Report what relations ask that draws, and what is told by objects that several others hold."""
    known = {function.name: function for function in functions}
    for asked in file.asked:
        helper = known[asked.name]
        if any(map(draws, reached(helper.name, known))):
            message = "a relation cannot be random, and this calls what may draw"
            file.problems.add("FA209", helper.span, message, "compare the inputs themselves")
        elif helper.captured:
            message = "a relation cannot call functions of a file in which several objects hold one another"
            file.problems.add("FA209", helper.span, message, "write the condition with what the inputs hold")


def _predicate(file: File, node: ast.expr) -> ast.expr:
    """A lambda, in which functions of the file are written out where that can be said in one expression."""
    written = predicate_of(file, node)
    if written is None and isinstance(node, ast.Name) and node.id in file.signatures:
        called = [item.name for item in file.signatures[node.id].parameters]
        if len(called) == 2 and node.id not in called:
            given: list[ast.expr] = [ast.Name(name, ast.Load()) for name in called]
            arguments = ast.arguments([], [ast.arg(name) for name in called], None, [], [], None, [])
            made = ast.Lambda(arguments, ast.Call(ast.Name(node.id, ast.Load()), given, []))
            return ast.fix_missing_locations(ast.copy_location(made, node))
    return written or node


def _reads_stream(file: File, node: ast.expr, inputs: tuple[Parameter, ...], word: RelationKind) -> bool:
    for parameter in inputs:
        if isinstance(parameter.type, StreamType):
            message = f"`{parameter.name}` is a stream without end: `{word}` cannot compare whole inputs"
            file.error("FA305", node, message, "use each(d), one(), total(d) or edges(...)")
            return True
    return False
