"""A complaint -> edits that answer it: what its help says, or another claim."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass

from faier.editor.showing import Complaint, Range, lines_of, units

_CLOSE = re.compile(r"did you mean `?([A-Za-z_]\w*)`?\?")
_IMPORT = re.compile(r"(?:add it to the import|add): from (\w+) import (\w+)")


@dataclass(frozen=True)
class Fix:
    """A text in place of what is there."""

    title: str
    range: Range
    text: str


def fixes(complaint: Complaint, text: str) -> Iterator[Fix]:
    finding = complaint.finding
    if complaint.elsewhere:
        return  # what is to be written there is not of this text
    close = _CLOSE.search(finding.hint)
    if close is not None:
        yield Fix(f"Write {close[1]}", complaint.range, close[1])
    wanted = _IMPORT.search(finding.hint)
    if wanted is not None:
        added = importing(text, wanted[1], wanted[2])
        if added is not None:
            yield added
    answer = finding.answer
    if answer is not None and answer.verdict == "refuted":
        call = _claim(text, answer.question.line)
        if call is None:
            return
        loss = answer.loss
        if loss is not None and loss.exact is not None and not loss.exact.infinite and answer.question.delta == "0":
            epsilon = next((item.value for item in call.keywords if item.arg == "epsilon"), None)
            if epsilon is not None:
                yield Fix(f"Claim the tight epsilon, {loss.exact.text}", _range(epsilon, text), loss.exact.text)
        if not any(item.arg == "expect" for item in call.keywords) and call.keywords:
            last = _range(call.keywords[-1].value, text)
            after = Range(last.end_line, last.end_column, last.end_line, last.end_column)
            yield Fix("Expect it to be refuted", after, ', expect="refuted"')


def importing(text: str, module: str, name: str) -> Fix | None:
    """The name in an import of the module that is there, or an import in front of the first one."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    imports = [node for node in tree.body if isinstance(node, ast.Import | ast.ImportFrom)]
    there = next((node for node in imports if isinstance(node, ast.ImportFrom) and node.module == module), None)
    if there is not None:
        names = {(alias.name, alias.asname) for alias in there.names} | {(name, None)}
        words = sorted(f"{one} as {other}" if other else one for one, other in names)
        return Fix(f"Import {name}", _range(there, text), f"from {module} import {_listed(module, words)}")
    if not imports:
        return None
    line = imports[0].lineno - 1
    return Fix(f"Import {name}", Range(line, 0, line, 0), f"from {module} import {name}\n")


def _listed(module: str, words: list[str]) -> str:
    """In one line, or one word in each where that is too long."""
    line = ", ".join(words)
    return line if len(module) + len(line) <= 100 else "(\n" + "".join(f"    {word},\n" for word in words) + ")"


def _claim(text: str, line: int) -> ast.Call | None:
    """The `@private(...)` in this line."""
    try:
        tree = ast.parse(text)
    except (SyntaxError, ValueError):
        return None
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            for decorator in node.decorator_list:
                if isinstance(decorator, ast.Call) and decorator.lineno == line:
                    return decorator
    return None


def _range(node: ast.expr | ast.stmt, text: str) -> Range:
    """The columns of a tree are counted in bytes."""
    lines = lines_of(text)
    end_line = node.end_lineno or node.lineno

    def column(line: int, offset: int) -> int:
        return units(lines[line - 1].encode("utf-8", "surrogatepass")[:offset].decode("utf-8", "surrogatepass"))

    start, end = column(node.lineno, node.col_offset), column(end_line, node.end_col_offset or 0)
    return Range(node.lineno - 1, start, end_line - 1, end)
