"""The text of a mechanism file -> its constants, functions and claims, read with `ast` and never executed.

Written from the description of the language alone. What it does not know is a `Hole`.
"""

from __future__ import annotations

import ast
import re
import warnings
from collections.abc import Mapping
from dataclasses import replace
from fractions import Fraction

from .budgets import Epsilon
from .expressions import Counting
from .file import WORDS, File, Function, Parameter, Type
from .held import Float
from .outcome import Hole, Invalid
from .values import extent, nesting

MOST_BYTES = 1_000_000
MOST_DEPTH = 100
MOST_LEAVES = 100_000
MOST_WORK = 200_000
MOST_NESTED = 20

_ENCODING = re.compile(r"[ \t\f]*#.*?coding[:=][ \t]*([-\w.]+)")


def read(text: str, settings: Mapping[str, str]) -> File:
    """The file, with constants replaced by the texts in `settings`."""
    for line in text.split("\n")[:2]:
        named = _ENCODING.match(line)
        if named and named[1].lower().replace("_", "-") not in ("utf-8", "utf8"):
            raise Hole(f"Python would read the mechanism file as {named[1][:40]}")
    tree = parsed(text)
    file, used = File(statements=tuple(tree.body)), set[str]()
    for position, node in enumerate(tree.body):
        _statement(file, node, position == 0, settings, used)
    if set(settings) - used:
        raise Invalid(f"the file has no constant {sorted(set(settings) - used)[0]}")
    return file


def parsed(text: str) -> ast.Module:
    if len(text) > MOST_BYTES:
        raise Invalid("the mechanism file is too large")
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            tree = ast.parse(text)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise Invalid("the mechanism file is not Python") from None
    waiting: list[tuple[ast.AST, int]] = [(tree, 0)]
    lines = text.encode("utf-8", "surrogatepass").splitlines(True)
    while waiting:
        node, depth = waiting.pop()
        if depth > MOST_DEPTH:
            raise Hole("the mechanism file is nested too deeply")
        if isinstance(node, ast.Constant) and type(node.value).__name__ == "float":
            node.value = _decimal(lines, node)  # type: ignore[assignment]
        waiting.extend((child, depth + 1) for child in ast.iter_child_nodes(node))
    _refuse_uncompiled(text)
    return tree


def _refuse_uncompiled(text: str) -> None:
    """Python compiles the text, which nobody runs: some texts have a tree, and Python refuses them all the same."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            compile(text, "the mechanism file", "exec", dont_inherit=True)
    except (SyntaxError, ValueError, OverflowError, RecursionError, MemoryError):
        raise Hole("Python does not compile the mechanism file") from None


def _decimal(lines: list[bytes], node: ast.Constant) -> Fraction:
    """A number written with a point or an exponent is exactly what it says, where Python can hold it."""
    written = lines[node.lineno - 1][node.col_offset : node.end_col_offset].decode().replace("_", "")
    mantissa, _, exponent = written.lower().partition("e")
    if len(mantissa) > 400 or len(exponent.lstrip("+-0")) > 3:
        raise Hole("a number is too long")
    try:
        exact, held = Fraction(written), Fraction(node.value)  # type: ignore[arg-type]
    except (ValueError, OverflowError):
        raise Hole(f"the number {written}") from None
    if (exact == 0) != (held == 0):
        raise Hole(f"the number {written}")
    return Float.of(exact, held)


def expression(text: str) -> ast.expr:
    match parsed(f"(\n{text}\n)").body:
        case [ast.Expr(value=value)]:
            return value
    raise Invalid("one expression is expected")


def constant(file: File, node: ast.expr) -> object:
    """The value of an expression without draws and inputs."""
    evaluation = Counting(file, None, {})
    value = evaluation.value(node)
    if isinstance(value, tuple) and (extent(value) > MOST_LEAVES or nesting(value) > MOST_NESTED):
        raise Hole("a constant is too large")
    file.work += evaluation.steps + evaluation.items_made
    if file.work > MOST_WORK:
        raise Hole("the constants of the file take too many steps")
    return value


def type_of(file: File, node: ast.expr | None) -> Type | None:
    """The type that an annotation names."""
    match node:
        case ast.Name(id=name) if name in file.types:
            return file.types[name]
        case ast.Name() | ast.Attribute() if file.word(node) in ("Bool", "Probability"):
            return Type("bool" if file.word(node) == "Bool" else "probability")
        case ast.Subscript(value=base, slice=inside):
            return _generic(file, file.word(base), inside)
    return None


def _generic(file: File, word: str | None, inside: ast.expr) -> Type | None:
    parts = list(inside.elts) if isinstance(inside, ast.Tuple) else [inside]
    if any(isinstance(part, (ast.Starred, ast.Slice)) for part in parts):
        return None
    if word in ("Int", "Real") and len(parts) == 2:
        low, high = (_rational(constant(file, part), word == "Int") for part in parts)
        return Type(word.lower(), low, high) if low <= high else None
    if word == "Vector" and len(parts) == 2:
        item, length = _item(file, parts[0]), constant(file, parts[1])
        if item is None or not isinstance(length, int) or isinstance(length, bool):
            return None
        if not 0 <= length * _leaves(item) <= MOST_LEAVES:
            return None
        return Type("vector", item=item, length=length)
    if word in ("Stream", "Public") and len(parts) == 1:
        item = _item(file, parts[0]) if word == "Stream" else type_of(file, parts[0])
        if item is None or item.public:
            return None
        return Type("stream", item=item) if word == "Stream" else replace(item, public=True)
    return None


def _item(file: File, node: ast.expr) -> Type | None:
    """The type of what a vector or a stream holds."""
    item = type_of(file, node)
    return item if item is not None and item.kind in ("int", "bool", "vector") and not item.public else None


def _leaves(type_: Type) -> int:
    """How large a value of the type is, an empty vector like one leaf."""
    return 1 if type_.item is None else max(type_.length, 1) * _leaves(type_.item)


def _rational(value: object, whole: bool) -> Fraction:
    if isinstance(value, int if whole else (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise Hole("the end of a range is not a number of its kind")


def _statement(file: File, node: ast.stmt, first: bool, settings: Mapping[str, str], used: set[str]) -> None:
    match node:
        case ast.Expr(value=ast.Constant(value=str())) if first:
            pass
        case ast.ImportFrom(module="faier" | "fractions" as module, names=names, level=0):
            for alias in names:
                if alias.name not in (WORDS if module == "faier" else {"Fraction"}):
                    raise Hole(f"{alias.name} is imported")
                _fresh(file, alias.asname or alias.name)
                file.words[alias.asname or alias.name] = alias.name
        case ast.Import(names=names) if all(alias.name == "faier" for alias in names):
            for alias in names:
                _fresh(file, alias.asname or "faier")
                file.modules.add(alias.asname or "faier")
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            _constant(file, name, value, settings, used)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            _constant(file, name, value, settings, used)
        case ast.FunctionDef():
            _function(file, node, settings, used)
        case _:
            raise Hole(f"a statement of kind {type(node).__name__} at the top level")


def _fresh(file: File, name: str) -> None:
    if file.defines(name):
        raise Hole(f"{name} is defined twice")


def _constant(file: File, name: str, value: ast.expr, settings: Mapping[str, str], used: set[str]) -> None:
    _fresh(file, name)
    declared = None if isinstance(value, ast.Call) else type_of(file, value)
    if declared is not None:
        file.types[name] = declared
    elif name in settings:
        used.add(name)
        file.constants[name] = constant(file, expression(settings[name]))
    elif isinstance(value, ast.Call) and file.word(value.func) == "Positive":
        if file.epsilon is not None:
            raise Hole("two unknown epsilons")
        file.epsilon = name
        file.constants[name] = Epsilon(rate=Fraction(1))
    else:
        file.constants[name] = constant(file, value)


def _function(file: File, node: ast.FunctionDef, settings: Mapping[str, str], used: set[str]) -> None:
    _fresh(file, node.name)
    kind, claims = "helper", []
    for decorator in node.decorator_list:
        called = decorator.func if isinstance(decorator, ast.Call) else decorator
        word = file.word(called)
        if word == "private" and isinstance(decorator, ast.Call):
            claims.append(decorator)
        elif word in ("mechanism", "prior") and kind == "helper" and not isinstance(decorator, ast.Call):
            kind = word
        else:
            raise Hole("a decorator that is none of faier's")
    if node.args.vararg or node.args.kwarg:
        raise Hole("a function takes any number of arguments")
    parameters = tuple(_parameters(file, node, kind))
    constants: dict[str, object] = {}
    for item in parameters:
        if kind != "helper" and item.keyword_only:
            if item.default is None:
                raise Hole("a keyword parameter without a default")
            text = settings.get(item.name)
            used |= {item.name} & set(settings)
            constants[item.name] = constant(file, item.default if text is None else expression(text))
    assigned = _assigned(node.body) | {item.name for item in parameters if item.name not in constants}
    if assigned & set(constants):
        raise Hole("a keyword parameter is assigned")
    file.functions[node.name] = Function(kind, node.name, node, parameters, constants, frozenset(assigned))
    file.claims[node.name] = claims


def _parameters(file: File, node: ast.FunctionDef, kind: str) -> list[Parameter]:
    arguments = node.args
    plain = [*arguments.posonlyargs, *arguments.args]
    missing: list[ast.expr | None] = [None] * (len(plain) - len(arguments.defaults))
    defaults = missing + list(arguments.defaults)
    found = [
        Parameter(item.arg, type_of(file, item.annotation) if kind != "helper" else None, default, False)
        for item, default in zip(plain, defaults, strict=True)
    ]
    for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
        found.append(Parameter(item.arg, None, default, True))
    for made in found:
        if kind != "helper" and not made.keyword_only and (made.type is None or made.default is not None):
            raise Hole(f"the type of {made.name}")
    return found


def _assigned(body: list[ast.stmt]) -> set[str]:
    """The names that are local because the body binds them; comprehensions bind their own."""
    names: set[str] = set()
    waiting: list[ast.AST] = list(body)
    while waiting:
        node = waiting.pop()
        if isinstance(node, (ast.ListComp, ast.GeneratorExp)):
            continue  # nothing in it binds a name outside: := is not in the language
        if isinstance(node, (ast.FunctionDef, ast.ClassDef, ast.Lambda, ast.NamedExpr, ast.Import, ast.ImportFrom)):
            raise Hole(f"{type(node).__name__} inside a function")
        if isinstance(node, (ast.Global, ast.Nonlocal)):
            raise Hole("global names are changed")
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        waiting.extend(ast.iter_child_nodes(node))
    return names


__all__ = ["File", "Function", "Parameter", "Type", "constant", "expression", "read", "type_of"]
