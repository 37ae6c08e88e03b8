"""Arguments by name, for words of faier and functions of Python that have names for them: `flip(p=1 / 4)` is
`flip(1 / 4)`, and `combinations(xs, r=2)` is `combinations(xs, 2)`.
"""

from __future__ import annotations

import ast

from faier.lang.vocabulary import TABLE

# What Python calls the arguments, where it takes them by position and by name.
_OF_PYTHON = {
    "pow": ("base", "exp", "mod"),
    "enumerate": ("iterable", "start"),
    "Fraction": ("numerator", "denominator"),
    "itertools.combinations": ("iterable", "r"),
    "itertools.combinations_with_replacement": ("iterable", "r"),
    "itertools.permutations": ("iterable", "r"),
    "itertools.repeat": ("object", "times"),
    "itertools.compress": ("data", "selectors"),
}
_NAMES = _OF_PYTHON | {
    word.name: word.parameters
    for word in TABLE
    if word.place in ("draw", "function") and not any(name.startswith("*") for name in word.parameters)
}


def by_position(function: str, node: ast.Call) -> ast.Call:
    """The call with its arguments by position, where the names say them all and order makes no difference."""
    names = _NAMES.get(function, ())
    given = [item.arg for item in node.keywords]
    wanted = names[len(node.args) : len(node.args) + len(given)]
    if not given or set(given) != set(wanted) or any(isinstance(item, ast.Starred) for item in node.args):
        return node
    if given != list(wanted) and not all(map(_is_plain, node.keywords)):
        return node
    values = {item.arg: item.value for item in node.keywords}
    return ast.copy_location(ast.Call(node.func, [*node.args, *(values[name] for name in wanted)], []), node)


def _is_plain(item: ast.keyword) -> bool:
    """Whether it makes no difference when it is computed."""
    plain = (ast.Constant, ast.Name, ast.UnaryOp, ast.unaryop, ast.expr_context)
    return all(isinstance(part, plain) for part in ast.walk(item.value))
