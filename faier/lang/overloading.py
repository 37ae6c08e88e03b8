"""Operators of which classes of the file say what they do: `a + b` is `V.__add__(a, b)` where `a` is a V.

The run asks of which class the operands are. An operand that is computed gets a name first.
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Protocol

from faier.lang.callables import fresh
from faier.lang.made import BINARY, gives_itself
from faier.lang.names import Class, File
from faier.lang.placing import placed
from faier.lang.repeated import COMPARE, ONCE, UNARY, is_path, is_repeatable, note_repeated
from faier.lang.scope import Place, Scope
from faier.lang.syntax import Call, Choice, Expression, Literal, Logic, Operator, Span, Unary

_CALLS = {"len": ("__len__",), "abs": ("__abs__",), "str": ("__str__", "__repr__"), "repr": ("__repr__",)}
_CALLS |= {"bool": ("__bool__", "__len__"), "int": ("__int__",), "float": ("__float__",), "round": ("__round__",)}
# What a class may say, by how many operands it has beside the record.
OPERATIONS = {
    **{f"__{name}__": 1 for name in BINARY.values()},
    **{f"__r{name}__": 1 for name in BINARY.values()},
    **{f"__i{name}__": 1 for name in BINARY.values()},
    **{name: 1 for pair in COMPARE.values() for name in pair},
    **dict.fromkeys(["__contains__", "__getitem__"], 1),
    **dict.fromkeys(UNARY.values(), 0),
    **{name: 0 for found in _CALLS.values() for name in found},
    "__format__": 1,
    "__setitem__": 2,
    "__iter__": 0,
    "__reversed__": 0,
}
_REFLECTED = frozenset(f"__r{name}__" for name in BINARY.values())
# Both operands of these are values of classes.
_OF_TWO = frozenset(name for name, count in OPERATIONS.items() if count == 1) - {
    "__contains__",
    "__getitem__",
    "__format__",
}
Case = tuple[Class, str, tuple[int, ...]]  # a class, its method, and which operands it gets, the record first


class Reader(Protocol):
    file: File
    scope: Scope

    def read(self, node: ast.expr, place: Place = Place.VALUE) -> Expression: ...

    def invoked(self, owner: Class, method: str, arguments: list[ast.expr], node: ast.expr) -> Expression: ...

    def wrong(self, code: str, node: ast.AST, message: str, hint: str = "") -> Expression: ...


OPERATORS: dict[type[ast.operator], Operator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.FloorDiv: "//",
    ast.Mod: "%",
    ast.Pow: "**",
    ast.BitAnd: "&",
    ast.BitOr: "|",
    ast.BitXor: "^",
    ast.LShift: "<<",
    ast.RShift: ">>",
}


# What is read.


def read_binary(reader: Reader, node: ast.BinOp, span: Span) -> Expression | None:
    """None where no class of the file has this operator."""
    name = BINARY[type(node.op)]
    left, right = reader.file.owners(f"__{name}__"), reader.file.owners(f"__r{name}__")
    if not left and not right:
        return None
    cases: list[Case] = [(owner, f"__{name}__", (0, 1)) for owner in left]
    inside = node.left.attr if isinstance(node.left, ast.Attribute) else ""
    cases += [(owner, f"__r{name}__", (1, 0)) for owner in right if inside not in owner.shape.fields]
    return _read(reader, node, [node.left, node.right], cases, lambda a, b: ast.BinOp(a, node.op, b))


def operator_of(file: File, operator: ast.operator) -> Operator | None:
    """The operator; no value of Python's own has `@`."""
    if isinstance(operator, ast.MatMult) and (file.owners("__matmul__") or file.owners("__rmatmul__")):
        return "@"
    return OPERATORS.get(type(operator))


def read_compare(reader: Reader, node: ast.Compare, span: Span) -> Expression | None:
    if len(node.ops) != 1:
        return None
    operator, operands = node.ops[0], [node.left, node.comparators[0]]
    again = lambda a, b: ast.Compare(a, [operator], [b])  # noqa: E731
    if isinstance(operator, ast.NotEq) and reader.file.owners("__eq__"):
        equal = ast.Compare(node.left, [ast.Eq()], node.comparators)
        return Unary("not", reader.read(placed(equal, node)), span)
    if isinstance(operator, ast.In | ast.NotIn) and reader.file.owners("__contains__"):
        cases: list[Case] = [(owner, "__contains__", (1, 0)) for owner in reader.file.owners("__contains__")]
        found = _read(reader, node, operands, cases, lambda a, b: ast.Compare(a, [ast.In()], [b]))
        return Unary("not", found, span) if isinstance(operator, ast.NotIn) else found
    own, other = COMPARE.get(type(operator), ("", ""))
    first, second = reader.file.owners(own), reader.file.owners(other)
    if not own or (not first and not second):
        return None
    cases = [(owner, own, (0, 1)) for owner in first]
    cases += [(owner, other, (1, 0)) for owner in second]
    return _read(reader, node, operands, cases, again)


def read_unary(reader: Reader, node: ast.UnaryOp, span: Span) -> Expression | None:
    if isinstance(node.op, ast.Not):
        tested = read_test(reader, node.operand)
        return None if tested is None else Unary("not", tested, span)
    name = UNARY[type(node.op)]
    cases: list[Case] = [(owner, name, (0,)) for owner in reader.file.owners(name)]
    return _read(reader, node, [node.operand], cases, lambda a: ast.UnaryOp(node.op, a)) if cases else None


def read_test(reader: Reader, node: ast.expr) -> Expression | None:
    """What `if` asks of a value whose class says whether it is true, or how long it is."""
    truths, lengths = reader.file.owners("__bool__"), reader.file.owners("__len__")
    if not any(_may_be(reader, node, owner) for owner in (*truths, *lengths)):
        return None
    if isinstance(node, ast.BoolOp | ast.UnaryOp):
        return None
    if not is_repeatable(reader.file, node):
        again = lambda a: ast.IfExp(a, ast.Constant(True), ast.Constant(False))  # noqa: E731
        found = operands_first(reader, node, [node], again)
        if found is not None or not is_path(node):
            return found if found is not None else reader.read(node)
        note_repeated(reader.file, node, [reader.read(node)])
    span = reader.file.source.span(node)
    result = reader.read(node)
    for owner in [*(item for item in lengths if item not in truths), *truths]:
        method = "__bool__" if owner in truths else "__len__"
        called = Call("bool", (reader.invoked(owner, method, [node], node),), (), span)
        result = Choice(_asks(reader, node, owner, span), called, result, span)
    return result


def read_function(reader: Reader, name: str, node: ast.Call) -> Expression | None:
    """`len(x)`, `str(x)` and the like."""
    if name == "format" and not node.keywords and not any(isinstance(item, ast.Starred) for item in node.args):
        return read_format(reader, node, *node.args) if 1 <= len(node.args) <= 2 else None
    if len(node.args) != 1 or node.keywords or isinstance(node.args[0], ast.Starred):
        return None
    cases: list[Case] = []
    for method in _CALLS.get(name, ()):
        known = [owner for owner, _, _ in cases]
        cases += [(owner, method, (0,)) for owner in reader.file.owners(method) if owner not in known]
    if not cases:
        return None
    return _read(reader, node, node.args, cases, lambda a: ast.Call(node.func, [a], []))


def read_format(reader: Reader, node: ast.expr, value: ast.expr, spec: ast.expr | None = None) -> Expression | None:
    """`format(x, spec)`, and `{x:spec}` in an f-string, of a class that says how its records are written; where the
    format is empty, other classes say it by `__str__`."""
    cases: list[Case] = [(owner, "__format__", (0, 1)) for owner in reader.file.owners("__format__")]
    if not any(_may_be(reader, value, owner) for owner, _, _ in cases):
        return None
    if isinstance(spec, ast.JoinedStr) and all(isinstance(piece, ast.Constant) for piece in spec.values):
        spec = placed(ast.Constant("".join(str(ast.literal_eval(piece)) for piece in spec.values)), spec)
    spec = spec or placed(ast.Constant(""), node)
    if isinstance(spec, ast.Constant) and spec.value == "":
        for method in _CALLS["str"]:
            known = [owner for owner, _, _ in cases]
            cases += [(owner, method, (0,)) for owner in reader.file.owners(method) if owner not in known]
    word = ast.Name("format", ast.Load())
    return _read(reader, node, [value, spec], cases, lambda a, b: ast.Call(word, [a, b], []))


def read_item(reader: Reader, node: ast.Subscript) -> Expression | None:
    owners = reader.file.owners("__getitem__")
    if not owners or isinstance(node.slice, ast.Slice) or not isinstance(node.ctx, ast.Load):
        return None
    cases: list[Case] = [(owner, "__getitem__", (0, 1)) for owner in owners]
    return _read(reader, node, [node.value, node.slice], cases, lambda a, b: ast.Subscript(a, b, ast.Load()))


def as_text(reader: Reader, node: ast.expr) -> ast.expr:
    """What an f-string writes."""
    if not any(_may_be(reader, node, owner) for name in _CALLS["str"] for owner in reader.file.owners(name)):
        return node
    return placed(ast.Call(ast.Name("str", ast.Load()), [node], []), node)


def set_item(reader: Reader, node: ast.Assign) -> ast.stmt | None:
    """`table[i] = x` where `table` is known to be a record."""
    match node:
        case ast.Assign(targets=[ast.Subscript(value=ast.Name(id=name) as table, slice=index)], value=value) if (
            reader.scope.made.get(name) in reader.file.classes and not isinstance(index, ast.Slice)
        ):
            made = reader.scope.made[name]
        case _:
            return None
    if f"{reader.file.classes[made].shape.name}.__setitem__" not in reader.file.methods:
        return None
    method = ast.Attribute(ast.Name(made, ast.Load()), "__setitem__", ast.Load())
    return placed(ast.Expr(ast.Call(method, [_load(table), index, value], [])), node)


def augmented(reader: Reader, node: ast.AugAssign) -> ast.stmt | None:
    """`total += x` of a record: `total = total + x`, or a call of the method that its class has for it."""
    file, name = reader.file, BINARY[type(node.op)]
    found = None if hasattr(node, "plain") else _in_place(reader, node, file.owners(f"__i{name}__"))
    if found is not None:
        return found
    owners = [*file.owners(f"__{name}__"), *file.owners(f"__r{name}__")]
    if not owners or hasattr(node, "plain") or not is_repeatable(reader.file, node.target):
        return None
    if isinstance(node.target, ast.Subscript) and isinstance(node.value, ast.Constant):  # counts[i] += 1
        return None
    if not any(_may_be(reader, side, owner) for side in (_load(node.target), node.value) for owner in owners):
        return None
    names = [name for owner in owners for name, known in file.classes.items() if known is owner]
    if len(names) != len(owners):
        return None
    whole = ast.Assign([node.target], ast.BinOp(_load(node.target), node.op, node.value))
    match node.value:
        case ast.Call(func=ast.Name(id=made)) if made in names and made not in reader.scope.names:
            return placed(whole, node)
    table: list[ast.expr] = [ast.Name(name, ast.Load()) for name in names]
    test = ast.Call(ast.Name("isinstance", ast.Load()), [_load(node.target), ast.Tuple(table, ast.Load())], [])
    plain = ast.copy_location(ast.AugAssign(node.target, node.op, node.value), node)
    plain.plain = True  # type: ignore[attr-defined]
    return placed(ast.If(test, [whole], [plain]), node)


def _in_place(reader: Reader, node: ast.AugAssign, owners: Sequence[Class]) -> ast.stmt | None:
    """`V.__iadd__(total, x)`, which changes the record, or gives another one."""
    owners = [owner for owner in owners if _may_be(reader, _load(node.target), owner)]
    names = {name: known for name, known in reader.file.classes.items() if any(known is owner for owner in owners)}
    if not owners or len(names) != len(owners) or not is_repeatable(reader.file, node.target):
        return None
    if isinstance(node.target, ast.Subscript) and isinstance(node.value, ast.Constant):  # counts[i] += 1
        return None
    rest: list[ast.stmt] = []
    if not (len(owners) == 1 and _is_known(reader, node.target, owners[0])):
        rest = [_of_numbers(node)]
    for name, owner in names.items():
        method = f"__i{BINARY[type(node.op)]}__"
        function = ast.Attribute(ast.Name(name, ast.Load()), method, ast.Load())
        call = ast.Call(function, [_load(node.target), node.value], [])
        itself = gives_itself(dict(owner.methods)[method])
        made: ast.stmt = ast.Expr(call) if itself else ast.Assign([node.target], call)
        if not rest:
            return placed(made, node)
        test = ast.Call(ast.Name("isinstance", ast.Load()), [_load(node.target), ast.Name(name, ast.Load())], [])
        rest = [ast.If(test, [made], rest)]
    return placed(rest[0], node)


def _of_numbers(node: ast.AugAssign) -> ast.stmt:
    """`total = total + x`, which is the same of what cannot change; of items and fields, `0 + totals[i] + x`."""
    if isinstance(node.op, ast.Add) and not isinstance(node.target, ast.Name):
        number = ast.BinOp(ast.Constant(0), ast.Add(), _load(node.target))
        return placed(ast.Assign([node.target], ast.BinOp(number, node.op, node.value)), node)
    kinds: list[ast.expr] = [ast.Name(kind, ast.Load()) for kind in ("list", "dict", "set")]
    kinds.append(ast.Constant("deque"))
    for kind in kinds:
        kind.label = True  # type: ignore[attr-defined]
    test = ast.Call(ast.Name("isinstance", ast.Load()), [_load(node.target), ast.Tuple(kinds, ast.Load())], [])
    never = ast.Assert(ast.UnaryOp(ast.Not(), test), ast.Constant("records and lists are changed in one statement"))
    whole = ast.Assign([node.target], ast.BinOp(_load(node.target), node.op, node.value))
    return placed(ast.If(ast.Constant(True), [never, whole], []), node)


def _is_known(reader: Reader, node: ast.expr, owner: Class) -> bool:
    """Whether every assignment says that the variable holds a record of this class."""
    known = reader.scope.made.get(node.id) if isinstance(node, ast.Name) else None
    if isinstance(node, ast.Attribute):
        known = reader.file.holding.get(node.attr)
    return known is not None and reader.file.classes.get(known) is owner


# How it is read.


def _read(
    reader: Reader, node: ast.expr, operands: Sequence[ast.expr], cases: list[Case], again: Callable[..., ast.expr]
) -> Expression:
    span = reader.file.source.span(node)
    possible = [case for case in cases if _may_be(reader, operands[case[2][0]], case[0])]
    if not possible:
        return _otherwise(reader, node, again(*operands))
    if not all(is_repeatable(reader.file, operand) for operand in operands):
        found = operands_first(reader, node, operands, again)
        if found is not None:
            return found
        if not all(map(is_path, operands)):
            return reader.wrong("FA205", node, *ONCE)
        note_repeated(reader.file, node, map(reader.read, operands))
    result = _otherwise(reader, node, again(*operands))
    pairs = {owner.shape.name for owner, method, _ in cases if f"{owner.shape.name}.{method}" in reader.file.guarded}
    equal = isinstance(node, ast.Compare) and isinstance(node.ops[0], ast.Eq)
    if equal and all(owner.shape.name in pairs for owner, _, _ in cases):
        for operand in operands:
            tests = [_asks(reader, operand, owner, span) for owner, _, _ in cases]
            result = Choice(
                tests[0] if len(tests) == 1 else Logic("or", tuple(tests), span), Literal(False, span), result, span
            )
    for owner, method, places in reversed(possible):
        arguments = [operands[at] for at in places]
        test = _asks(reader, arguments[0], owner, span)
        if len(places) == 2 and f"{owner.shape.name}.{method}" in reader.file.guarded and method in _OF_TWO:
            test = Logic("and", (test, _asks(reader, arguments[1], owner, span)), span)
        if method in _REFLECTED:
            others = _others(reader, arguments[1], owner, method, span)
            test = Logic("and", (test, *others), span) if others else test
        called = reader.invoked(owner, method, arguments, node)
        if method == "__contains__" or (isinstance(node, ast.Call) and ast.unparse(node.func) == "bool"):
            called = Call("bool", (called,), (), span)
        result = Choice(test, called, result, span)
    return result


def _others(reader: Reader, left: ast.expr, owner: Class, method: str, span: Span) -> list[Expression]:
    """Python asks `__radd__` only where what stands on the left is of another class; and a text fills itself."""
    labels = [] if isinstance(left, ast.Constant) else [owner.shape.name]
    labels += ["str"] if method == "__rmod__" else []
    read = reader.read(left)
    return [Unary("not", Call("isinstance", (read, Literal(label)), (), span), span) for label in labels]


def _asks(reader: Reader, operand: ast.expr, owner: Class, span: Span) -> Expression:
    return Call("isinstance", (reader.read(operand), Literal(owner.shape.name)), (), span)


def _otherwise(reader: Reader, node: ast.expr, plain: ast.expr) -> Expression:
    if plain is node:
        return reader.read(node)
    plain = placed(plain, node)
    plain.plain = True  # type: ignore[attr-defined]
    return reader.read(plain)


def operands_first(
    reader: Reader, node: ast.expr, operands: Sequence[ast.expr], again: Callable[..., ast.expr]
) -> Expression | None:
    """`(a := left, b := right, a + b)[2]`; names on the right need no others: they are read last as they are."""
    outer = reader.scope
    if outer.binds is None or outer.iterating:
        return None
    made: list[ast.expr] = []
    new: dict[str, str] = {}
    given: list[ast.expr] = []
    last = max((at for at, operand in enumerate(operands) if not isinstance(operand, ast.Name)), default=len(operands))
    for at, operand in enumerate(operands):
        if isinstance(operand, ast.Constant) or at > last:
            given.append(operand)
            continue
        name = fresh(reader, "operand")
        new[name] = name
        made.append(ast.NamedExpr(ast.Name(name, ast.Store()), operand))
        given.append(ast.Name(name, ast.Load()))
    made.append(again(*given))
    scope = replace(outer, names=outer.names.new_child(new))
    scope.binds = {**outer.binds, **new}
    reader.scope = scope
    whole = ast.Subscript(ast.Tuple(made, ast.Load()), ast.Constant(len(made) - 1), ast.Load())
    whole.plain = True  # type: ignore[attr-defined]
    read = reader.read(placed(whole, node))
    reader.scope = outer
    return read


def is_marked(node: ast.AST) -> bool:
    """Whether the operator means what it means of Python's own values."""
    return hasattr(node, "plain")


_NUMBERS = frozenset(["len", "int", "bool", "float", "round", "range", "flip", "uniform", "geometric"])
_NUMBERS |= {"laplace", "gaussian", "str", "repr", "list", "tuple", "set", "dict", "any", "all", "exp", "log", "ord"}


def _may_be(reader: Reader, node: ast.expr, owner: Class) -> bool:
    """Whether the operand may be a record of this class. Where that is wrong the operation fails."""
    made = reader.scope.made
    match node:
        case ast.Name(id=name) if name in made:
            known = reader.file.classes.get(made[name])
            return known is owner
        case ast.Call(func=ast.Name(id=name)) if name in reader.file.classes and name not in reader.scope.names:
            return reader.file.classes[name] is owner
        case ast.Attribute(attr=name):
            known_fields = [item for item in reader.file.shapes.values() if name in item.shape.fields]
            if not known_fields:
                return True
            return any(_may_hold(reader.file, item, name, owner) for item in known_fields)
        case ast.Subscript(value=ast.Attribute() | ast.Subscript() as inner):
            return _may_be(reader, inner, owner)
        case ast.Compare(ops=[operator]):
            methods = COMPARE.get(type(operator), ())
            given = [dict(item.methods)[name] for name in methods for item in reader.file.owners(name)]
            return not all(map(_gives_truth, given))
        case ast.UnaryOp(operand=ast.Compare() as operand) if not isinstance(node.op, ast.Not):
            return _may_be(reader, operand, owner)
        case ast.UnaryOp(operand=operand):
            return _may_be(reader, operand, owner) and _may_be_record(node)
        case ast.BinOp(left=left, right=right):
            return any(_may_be(reader, side, item) for side in (left, right) for item in reader.file.shapes.values())
    return _may_be_record(node)


def _gives_truth(method: ast.FunctionDef) -> bool:
    """Whether it is seen that a comparison of the class is True or False."""
    found = [part.value for part in ast.walk(method) if isinstance(part, ast.Return)]
    return all(map(_is_truth, found))


def _is_truth(value: ast.expr | None) -> bool:
    match value:
        case None | ast.Constant() | ast.Compare() | ast.UnaryOp(op=ast.Not()):
            return True
        case ast.BoolOp(values=values):
            return all(map(_is_truth, values))
        case ast.IfExp(body=body, orelse=other):
            return _is_truth(body) and _is_truth(other)
        case ast.Call(func=ast.Name(id="bool" | "isinstance" | "all" | "any")):
            return True
        case ast.Call(func=ast.Attribute(attr=name)):
            return name in {found for pair in COMPARE.values() for found in pair}
        case ast.Name(id="NotImplemented"):
            return True
    return False


def _may_hold(file: File, holder: Class, name: str, owner: Class) -> bool:
    """Whether the field may hold records of the other class: one of its own it holds where its annotation says so."""
    annotation = next((field.annotation for field in holder.fields if field.name == name), None)
    if annotation is None:
        return holder is not owner
    mentioned = {part.id for part in ast.walk(annotation) if isinstance(part, ast.Name)}
    return bool(mentioned & {name for name, known in file.classes.items() if known is owner})


def _may_be_record(node: ast.expr) -> bool:
    match node:
        case ast.Constant() | ast.JoinedStr() | ast.Compare() | ast.List() | ast.Tuple() | ast.Dict() | ast.Set():
            return False
        case ast.ListComp() | ast.SetComp() | ast.DictComp() | ast.GeneratorExp() | ast.Lambda():
            return False
        case ast.UnaryOp(op=ast.Not()):
            return False
        case ast.UnaryOp(operand=operand):
            return _may_be_record(operand)
        case ast.BinOp(left=left, right=right):
            return _may_be_record(left) or _may_be_record(right)
        case ast.Call(func=ast.Name(id=name)):
            return name not in _NUMBERS
        case ast.Call(func=ast.Attribute(attr="get" | "pop" | "count" | "index"), args=[*_, ast.Constant()]):
            return False
    return True


# What classes define.


def unguarded(function: ast.FunctionDef, owner: str) -> tuple[ast.FunctionDef, bool]:
    """The method without `return NotImplemented` for values of other classes, and whether it had that."""
    arguments = [*function.args.posonlyargs, *function.args.args]
    if len(arguments) != 2:
        return function, False
    function = _refusing(function)
    body = function.body
    at = 1 if isinstance(body[0], ast.Expr) and isinstance(body[0].value, ast.Constant) and len(body) > 1 else 0
    rest = body[at:]
    match rest:
        case [
            ast.If(test=ast.UnaryOp(op=ast.Not(), operand=test), body=[ast.Return(value=value)], orelse=[]),
            _,
            *_,
        ] if _is_own(test, arguments[1].arg, owner) and _is_refusal(value):
            kept = rest[1:]
        case [ast.If(test=test, body=kept, orelse=[]), ast.Return(value=value)] if _is_own(
            test, arguments[1].arg, owner
        ) and _is_refusal(value):
            pass
        case [ast.If(test=test, body=kept, orelse=[ast.Return(value=value)])] if _is_own(
            test, arguments[1].arg, owner
        ) and _is_refusal(value):
            pass
        case _:
            return function, False
    made = ast.FunctionDef(**{**dict(ast.iter_fields(function)), "body": [*body[:at], *kept]})
    return ast.copy_location(made, function), True


def _refusing(function: ast.FunctionDef) -> ast.FunctionDef:
    """The method with `return a if c else NotImplemented` in statements. Nobody else is asked after `__radd__`: what it
    refuses raises TypeError."""
    if not any(isinstance(part, ast.expr) and _is_refusal(part) for part in ast.walk(function)):
        return function
    function = copy.deepcopy(function)
    function.body = _in_statements(function.body)
    if function.name in _REFLECTED:
        _Raising().visit(function)
    return function


def _in_statements(body: list[ast.stmt]) -> list[ast.stmt]:
    found: list[ast.stmt] = []
    for node in body:
        match node:
            case ast.Return(value=ast.IfExp(test=test, body=then, orelse=other)) if _is_refusal(other):
                found += [ast.If(test, [ast.Return(then)], []), ast.Return(other)]
            case ast.Return(value=ast.IfExp(test=test, body=then, orelse=other)) if _is_refusal(then):
                found += [ast.If(test, [ast.Return(then)], []), ast.Return(other)]
            case ast.If():
                node.body, node.orelse = _in_statements(node.body), _in_statements(node.orelse)
                found.append(node)
                continue
            case _:
                found.append(node)
                continue
        found[-2:] = [placed(part, node) for part in found[-2:]]
    return found


class _Raising(ast.NodeTransformer):
    def visit_Return(self, node: ast.Return) -> ast.stmt:
        if not _is_refusal(node.value):
            return node
        return placed(ast.Raise(ast.Name("TypeError", ast.Load()), None), node)


def _is_own(test: ast.expr, other: str, owner: str) -> bool:
    match test:
        case ast.Call(func=ast.Name(id="isinstance"), args=[ast.Name(id=name), ast.Name(id=known)], keywords=[]):
            return name == other and known == owner
    return False


def _is_refusal(value: ast.expr | None) -> bool:
    return isinstance(value, ast.Name) and value.id == "NotImplemented"


def as_generator(function: ast.FunctionDef, file: File) -> ast.FunctionDef:
    """`return iter(self.items)` as `yield from self.items`, and so what returns another iterator of Python."""
    match function.body[-1]:
        case ast.Return(value=ast.Call(func=ast.Name(id="iter"), args=[values], keywords=[])):
            pass
        case ast.Return(value=ast.GeneratorExp() as values):
            pass
        case ast.Return(value=ast.Call(func=ast.Name(id=name)) as values) if (
            name in ("enumerate", "filter", "map", "reversed", "zip") and name not in file.places
        ):
            pass
        case ast.Return(value=ast.Call(func=called) as values) if (file.library_name(called) or "").startswith(
            "itertools."
        ):
            pass
        case _:
            return function
    last = placed(ast.Expr(ast.YieldFrom(values)), function.body[-1])
    made = ast.FunctionDef(**{**dict(ast.iter_fields(function)), "body": [*function.body[:-1], last]})
    return ast.copy_location(made, function)


def totally_ordered(node: ast.ClassDef) -> list[ast.FunctionDef]:
    """The comparisons that `@total_ordering` adds to `__lt__` and `__eq__`, which a dataclass has anyway."""
    known = {item.name for item in node.body if isinstance(item, ast.FunctionDef)}
    if "__lt__" not in known or ("__eq__" not in known and not _compares_fields(node)):
        return []
    own = node.name
    equal = f"{own}.__eq__(self, other)" if "__eq__" in known else "self == other"
    texts = {
        "__gt__": f"not {own}.__lt__(self, other) and not {equal}",
        "__le__": f"{own}.__lt__(self, other) or {equal}",
        "__ge__": f"not {own}.__lt__(self, other)",
    }
    made = []
    for name, text in texts.items():
        if name not in known:
            function = ast.parse(f"def {name}(self, other):\n    return {text}").body[0]
            assert isinstance(function, ast.FunctionDef)
            for part in ast.walk(function):
                ast.copy_location(part, node)
            made.append(function)
    return made


def _compares_fields(node: ast.ClassDef) -> bool:
    """Whether it is a dataclass that nobody told how to compare."""
    for mark in node.decorator_list:
        match mark:
            case ast.Call(func=function, args=[], keywords=keywords):
                told = {item.arg for item in keywords}
            case _:
                function, told = mark, set()
        if ast.unparse(function) in ("dataclass", "dataclasses.dataclass"):
            return told <= {"frozen", "slots", "kw_only", "repr", "unsafe_hash"} and not node.bases
    return False


def _load(node: ast.expr) -> ast.expr:
    found = copy.deepcopy(node)
    if isinstance(found, ast.Name | ast.Attribute | ast.Subscript):
        found.ctx = ast.Load()
    return found
