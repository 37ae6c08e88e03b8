"""Words of Python that say what plainer forms say: `getattr(row, "age")` is `row.age`, `attrgetter("age")` is
`lambda item: item.age`, and `text.format(**row)` is `text.format_map(row)`.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field
from keyword import iskeyword

from faier.lang.names import given_names
from faier.lang.nested import as_definition
from faier.lang.occurring import occurring
from faier.lang.placing import moved, placed

_GETTERS = frozenset(["attrgetter", "itemgetter", "methodcaller"])
_ITEM, _MARK = "item", "getter"
_WORDS = frozenset(["getattr", "setattr", "format", *_GETTERS])


def with_plain_words(tree: ast.Module) -> ast.Module:
    """The file, in which those that name what they read are written so."""
    mentioned = {part.id for part in occurring(tree, ast.Name)}
    mentioned |= {part.attr for part in occurring(tree, ast.Attribute)}
    origins = _origins(tree)
    if not origins and not _WORDS & mentioned:
        return tree
    given = given_names(tree)
    origins = {name: word for name, word in origins.items() if given.count(name) == 1}
    elsewhere = {name for part in ast.walk(tree) if isinstance(part, ast.Nonlocal) for name in part.names}
    free = {"getattr", "setattr"} - set(given)
    whole = _Plain(origins, free, not {"format", "format_map"} & set(given), elsewhere)
    changed = whole.visit(copy.deepcopy(tree))
    assert isinstance(changed, ast.Module)
    return changed


def _origins(tree: ast.Module) -> dict[str, str]:
    """What stands for those of `operator`, by the names that the file gives them."""
    found: dict[str, str] = {}
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="operator", names=names, level=0):
                found |= {item.asname or item.name: item.name for item in names if item.name in _GETTERS}
            case ast.Import(names=names):
                modules = [item.asname or item.name for item in names if item.name == "operator"]
                found |= dict.fromkeys(modules, "operator")
    return found


@dataclass
class _Plain(ast.NodeTransformer):
    origins: dict[str, str]
    free: set[str]  # functions of Python that mean what they mean there
    formats: bool  # whether `.format` is the method of texts
    elsewhere: set[str]  # variables that other functions may give a value
    around: list[ast.FunctionDef] = field(default_factory=list)

    def visit_Expr(self, node: ast.Expr) -> ast.stmt:
        self.generic_visit(node)
        match node.value:
            case ast.Call(func=ast.Name(id="setattr"), args=[ast.Name() as owner, ast.Constant(value=name), value]):
                again = owner.id in self.elsewhere or owner.id in given_names(value)  # the value is computed first
                if "setattr" in self.free and _is_public(name) and not again:
                    target = ast.Attribute(owner, str(name), ast.Store())
                    return ast.copy_location(ast.Assign([ast.copy_location(target, node)], value), node)
        return node

    def visit_FunctionDef(self, node: ast.FunctionDef) -> ast.AST:
        self.around.append(node)
        self.generic_visit(node)
        self.around.pop()
        return node

    def visit_Assign(self, node: ast.Assign) -> ast.stmt:
        """A function that an expression makes is a function that has this name, where nothing else does."""
        self.generic_visit(node)
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Lambda() as function) if hasattr(function, _MARK):
                once = self.around and given_names(self.around[-1]).count(name) == 1
                return as_definition(node) or node if once else node
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        self.generic_visit(node)
        match node:
            case ast.Call(func=ast.Name(id="getattr"), args=[owner, ast.Constant(value=name)], keywords=[]):
                if "getattr" in self.free and _is_public(name):
                    return ast.copy_location(ast.Attribute(owner, str(name), ast.Load()), node)
            case ast.Call(func=ast.Attribute(value=text, attr="format"), args=[], keywords=[ast.keyword(arg=None)]):
                if self.formats:
                    function = ast.copy_location(ast.Attribute(text, "format_map", ast.Load()), node.func)
                    return ast.copy_location(ast.Call(function, [node.keywords[0].value], []), node)
            case ast.Call(func=ast.Lambda() as function, args=[given], keywords=[]) if hasattr(function, _MARK):
                every = ast.comprehension(ast.Name(_ITEM, ast.Store()), ast.List([given], ast.Load()), [], 0)
                once = ast.Subscript(ast.ListComp(function.body, [every]), ast.Constant(0), ast.Load())
                return placed(once, node)
        return self.got(node) or node

    def got(self, node: ast.Call) -> ast.expr | None:
        """`attrgetter("age")`, `itemgetter(1, 0)` and `methodcaller("strip")` as functions."""
        item: ast.expr = ast.Name(_ITEM, ast.Load())
        if not node.args or not all(map(_is_constant, node.args)):
            return None
        keys = [part.value if isinstance(part, ast.Constant) else None for part in node.args]
        word = self.word(node.func)
        if word == "itemgetter" and not node.keywords:
            parts = [ast.Subscript(item, part, ast.Load()) for part in node.args]
            body: ast.expr = parts[0] if len(parts) == 1 else ast.Tuple([*parts], ast.Load())
        elif word == "attrgetter" and not node.keywords and all(map(_is_path, keys)):
            read = [_read(item, str(path)) for path in keys]
            body = read[0] if len(read) == 1 else ast.Tuple(read, ast.Load())
        elif (
            word == "methodcaller"
            and _is_public(keys[0])
            and all(item.arg and _is_constant(item.value) for item in node.keywords)
        ):
            body = ast.Call(ast.Attribute(item, str(keys[0]), ast.Load()), node.args[1:], node.keywords)
        else:
            return None
        parameters = ast.arguments([ast.arg(_ITEM)], [], None, [], [], None, [])
        made = moved(ast.Lambda(parameters, copy.deepcopy(body)), node)
        setattr(made, _MARK, True)
        return made

    def word(self, function: ast.expr) -> str:
        match function:
            case ast.Name(id=name):
                return self.origins.get(name, "")
            case ast.Attribute(value=ast.Name(id=module), attr=name) if self.origins.get(module) == "operator":
                return name
        return ""


def _is_constant(node: ast.expr) -> bool:
    """Whether it is a literal, also one below 0."""
    return isinstance(node.operand if isinstance(node, ast.UnaryOp) else node, ast.Constant)


def _is_named_constant(keyword: ast.keyword) -> bool:
    return keyword.arg is not None and _is_constant(keyword.value)


def _is_public(name: object) -> bool:
    """Whether a class gives the name no other meaning inside of it, and it may stand behind a dot."""
    return isinstance(name, str) and name.isidentifier() and not iskeyword(name) and not name.startswith("__")


def _is_path(text: object) -> bool:
    return isinstance(text, str) and all(map(_is_public, text.split(".")))


def _read(item: ast.expr, path: str) -> ast.expr:
    for name in path.split("."):
        item = ast.Attribute(item, name, ast.Load())
    return item
