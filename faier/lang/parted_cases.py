"""`case int(n) | bool(n):` gives n its value in each of several patterns: as many cases with the same statements."""

from __future__ import annotations

import ast
import copy

from faier.lang.names import captures
from faier.lang.occurring import occurring

_ONCE = (ast.FunctionDef, ast.ClassDef, ast.Lambda)


def with_parted_cases(tree: ast.Module) -> ast.Module:
    """The file, in which such a case without a guard is several."""
    if not any(isinstance(case.pattern, ast.MatchOr) for node in occurring(tree, ast.Match) for case in node.cases):
        return tree
    tree = copy.deepcopy(tree)
    for node in ast.walk(tree):
        if isinstance(node, ast.Match):
            node.cases = [part for case in node.cases for part in _parted(case)]
    return tree


def _parted(case: ast.match_case) -> list[ast.match_case]:
    pattern = case.pattern
    if not isinstance(pattern, ast.MatchOr) or case.guard is not None or not captures(ast.walk(pattern)):
        return [case]
    if any(captures(ast.walk(option)) != captures(ast.walk(pattern)) for option in pattern.patterns):
        return [case]  # which Python refuses
    if any(isinstance(option, ast.MatchAs) and option.pattern is None for option in pattern.patterns[:-1]):
        return [case]
    if any(isinstance(part, _ONCE) for line in case.body for part in ast.walk(line)):
        return [case]
    return [ast.match_case(option, None, copy.deepcopy(case.body)) for option in pattern.patterns]
