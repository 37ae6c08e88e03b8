"""What happens only where the file is run: `if __name__ == "__main__": main()`, and functions that it alone calls.

No mechanism gets there, so nothing of it is read, as nothing of the block itself is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable

from faier.lang.names import given_names
from faier.lang.occurring import occurring


def without_run_alone(tree: ast.Module) -> ast.Module:
    """The file in which such blocks are empty, without the functions that nothing else of the file mentions."""
    blocks = [node for node in tree.body if isinstance(node, ast.If) and is_main(node.test) and not node.orelse]
    if not blocks:
        return tree
    given = given_names(tree)
    functions = {
        node.name: node
        for node in occurring(tree, ast.FunctionDef)
        if node in tree.body and not node.decorator_list and given.count(node.name) == 1
    }
    run = _reached(blocks, functions)
    others = [node for node in tree.body if node not in blocks and node not in [functions[name] for name in run]]
    left = run - _reached(others, functions)
    body: list[ast.stmt] = []
    for node in tree.body:
        if node in blocks:
            assert isinstance(node, ast.If)
            node = ast.copy_location(ast.If(node.test, [ast.copy_location(ast.Pass(), node)], []), node)
        if not (isinstance(node, ast.FunctionDef) and node.name in left):
            body.append(node)
    return ast.Module(body, tree.type_ignores)


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
