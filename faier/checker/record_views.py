"""Functions with records written as what they are to the rule about two names: a new record is a tuple of its fields,
a field is an item, with a `FieldName` as its position, and a member of an Enum a number."""

from __future__ import annotations

import ast
from copy import deepcopy
from dataclasses import replace

from .file import Class, File, Function, of_copy
from .values import List, parts


class FieldName(str):
    """The position of a field."""


class Record(ast.Tuple):
    """A new record; `names` are the fields of its items."""

    names: tuple[str, ...] = ()


def without_records(file: File) -> File:
    if not file.classes:
        return file
    functions = {name: _viewed(file, function) for name, function in file.functions.items()}
    members = {name: tuple(range(len(of.members))) for name, of in file.classes.items()}
    return replace(file, functions=functions, constants=file.constants | members)


def _viewed(file: File, function: Function) -> Function:
    view = _View(file, function.locals | set(function.captured) | set(function.settings))
    node = deepcopy(function.node)
    node.body = [view.visit(statement) for statement in node.body]
    parameters = tuple(
        item if item.default is None else replace(item, default=view.visit(deepcopy(item.default)))
        for item in function.parameters
    )
    return replace(function, node=node, parameters=parameters)


class _View(ast.NodeTransformer):
    def __init__(self, file: File, hidden: frozenset[str] | set[str]) -> None:
        self.file, self.hidden = file, hidden

    def of(self, node: ast.expr) -> Class | None:
        """The class that the name stands for; a name that a comprehension hides is taken for the class too, which makes
        a `Hole` of what is made of it."""
        name = node.id if isinstance(node, ast.Name) else ""
        return None if name in self.hidden else self.file.classes.get(name)

    def visit_Attribute(self, node: ast.Attribute) -> ast.expr:
        if self.of(node.value) is not None:
            return ast.Constant(0)
        if self.file.word(node, self.hidden) is not None:
            return node
        base = self.visit(node.value)
        return ast.Subscript(base, ast.Constant(FieldName(node.attr)), node.ctx)

    def visit_Subscript(self, node: ast.Subscript) -> ast.expr:
        if self.of(node.value) is not None:
            return ast.Call(ast.Name("int", ast.Load()), [self.visit(node.slice)], [])
        self.generic_visit(node)
        return node

    def visit_Call(self, node: ast.Call) -> ast.expr:
        base = of_copy(self.file, node, self.hidden)
        if base is not None:  # the fields of the record, of which some are others
            rest = [self.visit(item.value) for item in node.keywords]
            copied = Record([ast.Starred(self.visit(base), ast.Load()), *rest], ast.Load())
            copied.names = ("", *(item.arg or "" for item in node.keywords))
            return copied
        of = self.of(node.func)
        if isinstance(node.func, ast.Attribute) and self.of(node.func.value) is None:
            node.func.value = self.visit(node.func.value)
        elif of is None:
            node.func = self.visit(node.func)
        node.args = [self.visit(item) for item in node.args]
        for item in node.keywords:
            item.value = self.visit(item.value)
        if of is None:
            return node
        given = [*node.args, *(item.value for item in node.keywords)]
        if of.members:
            return ast.Call(ast.Name("int", ast.Load()), given, [])
        optional = [field for field in of.fields if field.optional]
        made = Record([*given, *(_written(field.default) for field in optional)], ast.Load())
        plain = [field.name for field in of.fields][: len(node.args)]
        made.names = (*plain, *(item.arg or "" for item in node.keywords), *(field.name for field in optional))
        return made


def _written(value: object) -> ast.expr:
    """Something that is nested as deep, all of it new."""
    inside = parts(value)
    if inside is None:
        return ast.Constant(0)
    items = [_written(item) for item in inside]
    return ast.List(items, ast.Load()) if isinstance(value, List) else ast.Tuple(items, ast.Load())
