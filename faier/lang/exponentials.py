"""`math.exp` where something is drawn: a float, which is another number than the one that is verified.

Where mechanisms and priors get to it is told at once, at the import or at each use, with what to write. A helper that
claims and constants alone call may use it: they mean the exact number.
"""

from __future__ import annotations

import ast

from faier.lang.names import File

_READ = frozenset(["mechanism", "prior"])
_LONGEST = 60


def unreached(tree: ast.Module) -> tuple[range, ...]:
    """The lines of statements at the top level that no mechanism and no prior gets to, by the names in them; none where
    there is neither, as other files may import them."""
    named = {name: statement for statement in tree.body for name in _defined(statement)}
    waiting = [statement for statement in tree.body if _is_read(statement)]
    if not waiting:
        return ()
    found = list(waiting)
    while waiting:
        for name in _mentioned(waiting.pop()):
            statement = named.get(name)
            if statement is not None and statement not in found:
                found.append(statement)
                waiting.append(statement)
    return tuple(
        range(statement.lineno, (statement.end_lineno or statement.lineno) + 1)
        for statement in tree.body
        if statement not in found
    )


def _defined(statement: ast.stmt) -> set[str]:
    if isinstance(statement, ast.FunctionDef | ast.ClassDef):
        return {statement.name}
    return {part.id for part in ast.walk(statement) if isinstance(part, ast.Name) and isinstance(part.ctx, ast.Store)}


def _is_read(statement: ast.stmt) -> bool:
    decorators = statement.decorator_list if isinstance(statement, ast.FunctionDef) else []
    return any(_word(decorator) in _READ for decorator in decorators)


def _word(node: ast.expr) -> str:
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def _mentioned(statement: ast.stmt) -> set[str]:
    """The names in the statement; claims are about a mechanism, and no part of it."""
    parts: list[ast.AST] = [statement]
    if isinstance(statement, ast.FunctionDef) and _is_read(statement):
        parts = [statement.args, *statement.body]
    inside = [node for part in parts for node in ast.walk(part)]
    return {node.id for node in inside if isinstance(node, ast.Name)} | {
        node.attr for node in inside if isinstance(node, ast.Attribute)
    }


def may_be_drawn_with(file: File, node: ast.Call) -> bool:
    """Whether the use of `math.exp` is one that mechanisms get to."""
    return not any(node.lineno in lines for lines in file.unreached)


def report(file: File, node: ast.Call) -> None:
    """Tells it: where the file imports `exp` by its name, at that import."""
    message = "`math.exp` computes a float: Python would draw with another number than the one that is verified"
    if isinstance(node.func, ast.Name) and node.func.id in file.places:
        place = file.places[node.func.id]
        if ("FA407", place) not in file.problems.places:
            file.problems.add("FA407", place, message, _import_instead(file, node.func.id))
        return
    text = f"exp({ast.unparse(node.args[0])})" if len(node.args) == 1 else ""
    written = text if text and len(text) <= _LONGEST else "exp(...)"
    file.error("FA407", node, message, f"write {written} of faier: from faier import exp")


def _import_instead(file: File, name: str) -> str:
    """What to write in place of the line that imports `exp` of math."""
    line = file.places[name].line
    others = [
        _alias(origin.removeprefix("math."), other)
        for other, origin in file.library.items()
        if other != name and origin.startswith("math.") and file.places[other].line == line
    ]
    kept = f" and `from math import {', '.join(others)}`" if others else ""
    return f"write `from faier import {_alias('exp', name)}`{kept} in place of this line: it stays exact"


def _alias(word: str, name: str) -> str:
    return word if word == name else f"{word} as {name}"
