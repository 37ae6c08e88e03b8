"""What happens only where the file is run: `if __name__ == "__main__": main()`, and functions that it alone calls.

No mechanism gets there, so nothing of it is read, as nothing of the block itself is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from faier.lang.names import File, given_names
from faier.lang.occurring import occurring


def without_run_alone(tree: ast.Module, file: File) -> ast.Module:
    """The file in which such blocks are empty, without the functions that nothing else of the file mentions."""
    blocks = [node for node in tree.body if isinstance(node, ast.If) and is_main(node.test) and not node.orelse]
    if not blocks:
        return tree
    given = given_names(tree)
    own = {
        name for node in tree.body if not isinstance(node, ast.Import | ast.ImportFrom) for name in given_names(node)
    }
    functions = {
        node.name: node
        for node in occurring(tree, ast.FunctionDef)
        if node in tree.body and not node.decorator_list and given.count(node.name) == 1
    }
    run = _reached(blocks, functions)
    others = [node for node in tree.body if node not in blocks and node not in [functions[name] for name in run]]
    left = run - _reached(others, functions)
    for name in sorted(left):
        part = _acting(functions[name], own)
        if part is not None:
            message = f"this is computed where `{name}` is defined, and may change what the file knows"
            file.error("FA103", part, message, f"do it inside of `{name}`")
    body: list[ast.stmt] = []
    for node in tree.body:
        if node in blocks:
            assert isinstance(node, ast.If)
            node = ast.copy_location(ast.If(node.test, [ast.copy_location(ast.Pass(), node)], []), node)
        if not (isinstance(node, ast.FunctionDef) and node.name in left):
            body.append(node)
    return ast.Module(body, tree.type_ignores)


def _acting(function: ast.FunctionDef, own: set[str]) -> ast.AST | None:
    """What in its first line may change something of the file when it is defined: `def main(n=SEEN.append(1))`."""
    named = own | _REACHING
    header = [function.args] if function.returns is None else [function.args, function.returns]
    for part in (part for one in header for part in ast.walk(one)):
        if isinstance(part, ast.NamedExpr):
            return part
        if isinstance(part, ast.Call) and any(isinstance(one, ast.Name) and one.id in named for one in ast.walk(part)):
            return part
    return None


_REACHING = frozenset(["exec", "eval", "globals", "locals", "vars", "setattr", "delattr", "__import__"])


def is_main(test: ast.expr) -> bool:
    match test:
        case ast.Compare(ast.Name("__name__"), [ast.Eq()], [ast.Constant("__main__")]):
            return True
        case ast.Compare(ast.Constant("__main__"), [ast.Eq()], [ast.Name("__name__")]):
            return True
    return False


def _reached(nodes: Iterable[ast.stmt], functions: dict[str, ast.FunctionDef]) -> set[str]:
    """Those of the functions that are mentioned there, or in such ones."""
    found: set[str] = set()
    waiting = list(nodes)
    while waiting:
        for part in ast.walk(waiting.pop()):
            if isinstance(part, ast.Name) and part.id in functions.keys() - found:
                found.add(part.id)
                waiting.append(functions[part.id])
    return found
