"""Counters that nothing looks at, which would be another state each time: the number in
`for i, x in enumerate(stream)`, and `t += 1`, where the function reads the name nowhere, or only for its `rounds`.

Functions in which others stand, or in which something is caught or matched, stay as they are.
"""

from __future__ import annotations

import ast
from collections import Counter
from collections.abc import Collection, Iterator, Mapping
from copy import deepcopy

from .rewriting import bound_names
from .rounds import LONGEST, Round, integer, round_of, rounds_of, stepped

_OTHERS = (ast.FunctionDef, ast.Lambda, ast.Global, ast.Nonlocal, ast.ClassDef, ast.Try, ast.Match)


def without_counters(statements: tuple[ast.stmt, ...], settings: Collection[str]) -> tuple[ast.stmt, ...]:
    """The file, whose functions do not count what they never look at, and go round where they look at rounds."""
    bound = Counter(name for node in statements for name in bound_names(node))
    if "enumerate" in bound:
        return statements
    numbers = dict(_numbers(statements))
    numbers = {name: value for name, value in numbers.items() if bound[name] == 1 and name not in settings}
    return tuple(_without(node, numbers) if isinstance(node, ast.FunctionDef) else node for node in statements)


def _numbers(statements: tuple[ast.stmt, ...]) -> Iterator[tuple[str, int]]:
    """`DAYS = 7`."""
    for node in statements:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                number = integer(value, {})
                if number is not None:
                    yield name, number


def _without(node: ast.FunctionDef, numbers: Mapping[str, int]) -> ast.FunctionDef:
    if any(isinstance(part, _OTHERS) for item in node.body for part in ast.walk(item)):
        return node
    mentions = Counter(_names(node))
    begun: set[str] = set()
    for at, item in enumerate(node.body):
        name = _begun(item)
        if name is not None and not any(name in _names(before) for before in node.body[:at]):
            begun.add(name)
    counts = Counter(_begun(part) or _changed(part) for part in ast.walk(node))
    counted = {name for name in begun if counts[name] == mentions[name]}
    streams = {item.arg for item in node.args.args if _is_stream(item.annotation)}
    once = {name for name, count in mentions.items() if count == 1}
    endless = streams or any(isinstance(part, ast.While) for item in node.body for part in ast.walk(item))
    rounds = rounds_of(node.body, begun - counted, counts, mentions, numbers) if endless else {}
    if not counted and not streams and not rounds:
        return node
    made = deepcopy(node)
    writer = _Writer(counted, once, streams, rounds, mentions, numbers)
    made.body = writer.visit(ast.Module(made.body, [])).body
    return made


def _names(node: ast.AST) -> list[str]:
    parts = list(ast.walk(node))
    return [part.id for part in parts if isinstance(part, ast.Name)] + [p.arg for p in parts if isinstance(p, ast.arg)]


def _begun(node: ast.AST) -> str | None:
    match node:
        case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=value)) if type(value) is int:
            return name
    return None


def _changed(node: ast.AST) -> str | None:
    match node:
        case ast.AugAssign(target=ast.Name(id=name), op=ast.Add() | ast.Sub(), value=ast.Constant(value=value)):
            return name if type(value) is int else None
    return None


def _is_stream(node: ast.expr | None) -> bool:
    return isinstance(node, ast.Subscript) and isinstance(node.value, ast.Name) and node.value.id == "Stream"


class _Writer(ast.NodeTransformer):
    def __init__(
        self,
        counted: set[str],
        once: set[str],
        streams: set[str],
        rounds: Mapping[str, Round],
        mentions: Mapping[str, int],
        numbers: Mapping[str, int],
    ) -> None:
        self.counted = counted
        self.once = once
        self.streams = streams
        self.rounds = rounds
        self.mentions = mentions
        self.numbers = numbers

    def visit_AugAssign(self, node: ast.AugAssign) -> ast.AST:
        for name, step in stepped(node):
            if name in self.rounds:
                return ast.fix_missing_locations(ast.copy_location(self.rounds[name].after(name, step), node))
        return ast.copy_location(ast.Pass(), node) if _changed(node) in self.counted else node

    def visit_For(self, node: ast.For) -> ast.AST | list[ast.stmt]:
        turned = round_of(ast.Module(node.body, []), _numbered(node), self.numbers)
        self.generic_visit(node)
        match node:
            case ast.For(
                target=ast.Tuple(elts=[ast.Name(id=counter), target]),
                iter=ast.Call(func=ast.Name(id="enumerate"), args=[ast.Name(id=name) as stream]) as call,
            ) if name in self.streams and not isinstance(target, ast.Starred):
                starts = [integer(item.value, {}) for item in call.keywords if item.arg == "start"]
                first = starts[0] if starts else 0
                if first is None or len(starts) != len(call.keywords):
                    return node
                if counter in self.once:
                    return ast.copy_location(ast.For(target, stream, node.body, node.orelse), node)
                if self.mentions[counter] == 1 + turned.looks and turned.length <= LONGEST:
                    begin = ast.Assign([ast.Name(counter, ast.Store())], ast.Constant(first - 1), lineno=0)
                    made = ast.For(target, stream, [turned.after(counter, 1), *node.body], node.orelse)
                    return [ast.fix_missing_locations(ast.copy_location(item, node)) for item in (begin, made)]
        return node


def _numbered(node: ast.For) -> str:
    """The name of the number, where a loop has one."""
    match node.target:
        case ast.Tuple(elts=[ast.Name(id=name), _]):
            return name
    return ""
