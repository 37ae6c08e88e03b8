"""A mechanism file with other values for its settings, and perhaps one more claim: what is changed in its text.

Everything else stays as it is, character by character.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from faier.lang.vocabulary import VOCABULARY

_ENDS = re.compile(r"\r\n|\r|\n")


class NotWrittenError(Exception):
    """The file cannot be written with the value; the text says why."""


@dataclass(frozen=True)
class Edit:
    """What stands between two places (lines from 1, columns in bytes of UTF-8 from 0) is replaced by the text."""

    start: tuple[int, int]
    end: tuple[int, int]
    text: str


def edits(source: str, values: Mapping[str, str], mechanism: str, claim: Mapping[str, str] | None) -> tuple[Edit, ...]:
    """What gives each setting its value. A `claim` is the arguments of one that is written above the mechanism."""
    tree = ast.parse(source)
    found = [edit for name, text in values.items() for edit in _settings(tree, name, text)]
    if claim is not None:
        arguments = ", ".join(f"{name}={text}" for name, text in claim.items())
        function = function_of(tree, mechanism)
        above = min((function.lineno, *(item.lineno for item in function.decorator_list)))
        found.append(Edit((above, 0), (above, 0), f"@{called(tree, 'private')}({arguments})\n"))
        found += _imported(tree, claim.values())
    return tuple(sorted(found, key=lambda edit: edit.start))


def applied(source: str, changes: Iterable[Edit]) -> str:
    """The text after all of these; new lines end like the first one."""
    data = source.encode("utf-8", "surrogatepass")
    ends = [0, *(end.end() for end in re.finditer(rb"\r\n|\r|\n", data))]
    first = _ENDS.search(source)
    told, last = b"", 0
    for change in changes:
        start, end = (ends[line - 1] + column for line, column in (change.start, change.end))
        text = change.text.replace("\n", first.group() if first else "\n")
        told += data[last:start] + text.encode()
        last = end
    return (told + data[last:]).decode("utf-8", "surrogatepass")


def _settings(tree: ast.Module, name: str, text: str) -> list[Edit]:
    """Every place where the setting gets its value: at the top of the file, and as a keyword's default."""
    values = []
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=target)], value=value) if target == name:
                values.append(value)
            case ast.AnnAssign(target=ast.Name(id=target), value=ast.expr() as value) if target == name:
                values.append(value)
            case ast.FunctionDef(args=arguments):
                pairs = zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
                values += [default for argument, default in pairs if argument.arg == name and default is not None]
    if not values:
        raise NotWrittenError(f"no line of the file is {name} = VALUE")
    return [_replaced(value, text) for value in values]


def _replaced(node: ast.expr, text: str) -> Edit:
    assert node.end_lineno is not None
    assert node.end_col_offset is not None
    return Edit((node.lineno, node.col_offset), (node.end_lineno, node.end_col_offset), text)


def function_of(tree: ast.Module, name: str) -> ast.FunctionDef:
    return next(node for node in tree.body if isinstance(node, ast.FunctionDef) and node.name == name)


def called(tree: ast.Module, word: str) -> str:
    """What the file calls a word of faier."""
    for node in tree.body:
        match node:
            case ast.ImportFrom(module="faier", names=names):
                for one in names:
                    if one.name == word:
                        return one.asname or word
            case ast.Import(names=names):
                for one in names:
                    if one.name == "faier":
                        return f"{one.asname or one.name}.{word}"
    return word


def _imported(tree: ast.Module, texts: Iterable[str]) -> list[Edit]:
    """The line that imports what a claim of the command line uses, where that is needed."""
    parsed = [ast.parse(text.strip(), mode="eval") for text in texts]
    used = {node.id for each in parsed for node in ast.walk(each) if isinstance(node, ast.Name)}
    known = bound_names(tree)
    missing = sorted(name for name in used if name in VOCABULARY and name not in known)
    if called(tree, "private") == "private" and "private" not in known:
        missing = sorted({*missing, "private"})
    if not missing:
        return []
    line = after_imports(tree) + 1
    return [Edit((line, 0), (line, 0), f"from faier import {', '.join(missing)}\n")]


def after_imports(tree: ast.Module) -> int:
    """The last line of the imports that the file begins with."""
    last = 0
    for node in tree.body:
        if isinstance(node, ast.Import | ast.ImportFrom):
            last = node.end_lineno or node.lineno
        elif not (isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)):
            break
    return last


def bound_names(tree: ast.Module) -> set[str]:
    """The names that the file gives a meaning at its top."""
    found: set[str] = set()
    for node in tree.body:
        match node:
            case ast.ImportFrom(names=names) | ast.Import(names=names):
                found |= {one.asname or one.name for one in names}
            case ast.FunctionDef(name=name) | ast.ClassDef(name=name):
                found.add(name)
            case ast.Assign(targets=targets):
                found |= {inner.id for target in targets for inner in ast.walk(target) if isinstance(inner, ast.Name)}
    return found
