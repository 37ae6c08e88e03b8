"""What classes say about their fields that changes no value: `__slots__`, `_: KW_ONLY`, fields of a Protocol, and
`name: ClassVar[str]`, which promises what classes made from it have.

`__slots__` that name every field are left out: nothing else can be given a value then, here as in Python. Fields after
`_: KW_ONLY` are marked as given by name alone, before classes are made from others. `key: str` in a Protocol is for
type checkers, but where `isinstance` asks for it.
"""

from __future__ import annotations

import ast
import contextlib
import copy

from faier.lang.occurring import occurring

_MARK = "by_keyword"


def with_class_remarks(tree: ast.Module) -> ast.Module:
    """The file without them."""
    origins = _origins(tree, "dataclasses", "KW_ONLY")
    promised = [node.name for node in occurring(tree, ast.ClassDef) if _promises(node, tree)]
    slots = any(part.id == "__slots__" for part in occurring(tree, ast.Name))
    protocols = [node.name for node in occurring(tree, ast.ClassDef) if _names_fields(node)]
    if not origins and not slots and not protocols and not promised:
        return tree
    tree = copy.deepcopy(tree)
    classes = {node.name: node for node in tree.body if isinstance(node, ast.ClassDef)}
    free = {name: node for name, node in classes.items() if _slots(node) is not None and _fits(node, classes)}
    for node in classes.values():
        if node.name in free:
            node.body = [part for part in node.body if not _is_slots(part)] or [ast.copy_location(ast.Pass(), node)]
        if node.name in protocols:
            node.body = [part for part in node.body if not _is_named(part)] or [ast.copy_location(ast.Pass(), node)]
        if node.name in promised:
            said = _origins(tree, "typing", "ClassVar")
            node.body = [part for part in node.body if not _is_promise(part, said)]
            node.body = node.body or [ast.copy_location(ast.Pass(), node)]
        _mark(node, origins)
    return tree


def _promises(node: ast.ClassDef, tree: ast.Module) -> bool:
    bases = {ast.unparse(base).partition("[")[0].rpartition(".")[2] for base in node.bases}
    if bases & {"NamedTuple", "TypedDict", "Protocol"}:
        return False
    said = _origins(tree, "typing", "ClassVar")
    return any(_is_promise(part, said) for part in node.body)


def _is_promise(node: ast.stmt, said: set[str]) -> bool:
    """Whether it says of a name without a value that it is the class's: Python only computes the annotation."""
    if not _is_named(node) or not isinstance(node, ast.AnnAssign):
        return False
    given = node.annotation
    if isinstance(given, ast.Constant) and isinstance(given.value, str):
        with contextlib.suppress(SyntaxError):
            given = ast.parse(given.value, mode="eval").body
    return ast.unparse(given.value if isinstance(given, ast.Subscript) else given) in said


def _names_fields(node: ast.ClassDef) -> bool:
    """Whether it is a Protocol without a decorator, which names fields and gives them no value."""
    bases = [ast.unparse(base).partition("[")[0].removeprefix("typing.") for base in node.bases]
    return "Protocol" in bases and not node.decorator_list and any(map(_is_named, node.body))


def _is_named(node: ast.stmt) -> bool:
    return isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name) and node.value is None


def is_by_keyword(statement: ast.stmt) -> bool:
    """Whether the field stands after `_: KW_ONLY` of its own class."""
    return getattr(statement, _MARK, False) is True


def _mark(node: ast.ClassDef, origins: set[str]) -> None:
    marks = [part for part in node.body if isinstance(part, ast.AnnAssign) and _is_mark(part, origins)]
    if len(marks) != 1:
        return
    at = node.body.index(marks[0])
    for part in node.body[at + 1 :]:
        setattr(part, _MARK, True)
    node.body.pop(at)
    node.body = node.body or [ast.copy_location(ast.Pass(), node)]


def _is_mark(node: ast.AnnAssign, origins: set[str]) -> bool:
    plain = isinstance(node.target, ast.Name) and node.value is None
    return plain and isinstance(node.annotation, ast.Name | ast.Attribute) and ast.unparse(node.annotation) in origins


def _origins(tree: ast.Module, module: str, word: str) -> set[str]:
    """The names under which a word of the module stands in the file."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(module=origin, level=0) if origin == module:
                found |= {item.asname or item.name for item in node.names if item.name == word}
            case ast.Import():
                named = [item.asname or item.name for item in node.names if item.name == module]
                found |= {f"{name}.{word}" for name in named}
    return found


def _is_slots(node: ast.stmt) -> bool:
    match node:
        case ast.Assign(targets=[ast.Name(id="__slots__")]) | ast.AnnAssign(target=ast.Name(id="__slots__")):
            return True
    return False


def _slots(node: ast.ClassDef) -> set[str] | None:
    """The names that the class lists once, each once; None where it does not."""
    said = [part for part in node.body if _is_slots(part)]
    if len(said) != 1 or not isinstance(said[0], ast.Assign):
        return None
    match said[0].value:
        case ast.Constant(value=str(name)):
            return {name}
        case ast.Tuple(elts=parts) | ast.List(elts=parts):
            found = [part.value for part in parts if isinstance(part, ast.Constant) and isinstance(part.value, str)]
            return set(found) if len(set(found)) == len(parts) else None
    return None


def _fits(node: ast.ClassDef, classes: dict[str, ast.ClassDef]) -> bool:
    """Whether Python makes the class, and every field that it or its bases give a value is named."""
    own = _slots(node) or set()
    if any(not name.isidentifier() or name.startswith("__") for name in own):
        return False
    values = {name for part in node.body for name in _valued(part)}
    if own & values or any("slots" in ast.unparse(item) for item in node.decorator_list):
        return False
    known = set(own)
    base = node
    wanted = _fields(node)
    while True:
        plain = [item for item in base.bases if _name(item) not in ("object", "ABC", "Generic", "Protocol")]
        if not plain:
            return wanted <= known
        inner = plain[0]
        if len(plain) > 1 or not isinstance(inner, ast.Name) or inner.id not in classes:
            return False
        base = classes[inner.id]
        more = _slots(base)
        if more is None:
            return not any(_is_slots(part) for part in base.body)
        known |= more


def _valued(node: ast.stmt) -> set[str]:
    """The names that the class itself gives a value."""
    match node:
        case ast.FunctionDef(name=name):
            return {name}
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr()):
            return {name}
        case ast.Assign(targets=targets):
            return {part.id for target in targets for part in ast.walk(target) if isinstance(part, ast.Name)}
    return set()


def _fields(node: ast.ClassDef) -> set[str]:
    """What the methods give their record, and what is declared."""
    setters = {
        part.name
        for part in node.body
        if isinstance(part, ast.FunctionDef) and "setter" in map(_name, part.decorator_list)
    }
    found = {
        part.target.id for part in node.body if isinstance(part, ast.AnnAssign) and isinstance(part.target, ast.Name)
    }
    for part in node.body:
        if isinstance(part, ast.FunctionDef) and (arguments := [*part.args.posonlyargs, *part.args.args]):
            own = arguments[0].arg
            for inner in ast.walk(part):
                match inner:
                    case ast.Attribute(value=ast.Name(id=name), attr=field, ctx=ast.Store()) if name == own:
                        found.add(field)
    return found - setters


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case ast.Subscript(value=value) | ast.Call(func=value):
            return _name(value)
    return ""
