"""`partial(f, x)` as the function of what is left: `lambda y: f(x, y)`.

What `partial` keeps is computed when it is made. That is what the lambda means where variables in it keep their values;
elsewhere the call stays as it is.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence

from faier.lang import names
from faier.lang.prelude import texts
from faier.lang.vocabulary import VOCABULARY

_BUILT_IN = {"functools.reduce": 2, "pow": 2, "divmod": 2, "min": 2, "max": 2, "abs": 1, "round": 1}


def rest_of(origin: str, functions: Mapping[str, ast.FunctionDef], positional: int, named: Iterable[str]) -> int | None:
    """How many arguments the function still takes; None where that is not known."""
    named = set(named)
    if origin in functions or origin in texts():
        arguments = (functions.get(origin) or texts()[origin]).args
        first = [item.arg for item in (*arguments.posonlyargs, *arguments.args)]
        needed = first[: len(first) - len(arguments.defaults)]
        only = {
            item.arg
            for item, default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True)
            if default is None
        }
        left = [name for name in needed[positional:] if name not in named]
        known = {*first[positional:], *(item.arg for item in arguments.kwonlyargs)}
        # What is given by name must come after everything that is still to be given.
        orderly = first[positional : positional + len(left)] == left
        follows = orderly and not arguments.vararg and only <= named and named <= known
        # How many of those with a default it gets is said by who calls it.
        follows = follows and all(name in named for name in first[len(needed) :][max(positional - len(needed), 0) :])
        return len(left) if follows and positional <= len(first) else None
    word = VOCABULARY.get(origin.removeprefix("faier."))
    count = _BUILT_IN.get(origin)
    if origin.startswith("faier.") and word is not None and word.place in ("draw", "function"):
        count = word.arity[0] if word.arity[0] == word.arity[1] else None
    return None if count is None or named or positional > count else count - positional


def keeps(value: ast.expr, body: Sequence[ast.stmt], parameters: Sequence[str]) -> bool:
    """Whether the expression has the same value whenever it is computed, in the function with this body."""
    match value:
        case ast.Constant():
            return True
        case ast.Name(id=name):
            spots = [node for known, node in names.bindings(body) if known == name]
            if name in parameters:
                return not spots
            return len(spots) <= 1 and not _in_loop(body, name)
        case ast.UnaryOp(operand=operand):
            return keeps(operand, body, parameters)
        case ast.BinOp(left=left, right=right):
            return keeps(left, body, parameters) and keeps(right, body, parameters)
    return False


def _in_loop(body: Sequence[ast.stmt], name: str) -> bool:
    loops = [part for node in body for part in ast.walk(node) if isinstance(part, (ast.For, ast.While))]
    return any(known == name for loop in loops for known, _ in names.bindings([loop]))


def as_lambda(call: ast.Call, left: int, taken: Iterable[str]) -> ast.Lambda:
    """The function of the arguments that are left."""
    used = set(taken) | {part.id for part in ast.walk(call) if isinstance(part, ast.Name)}
    own: list[str] = []
    for at in range(left):
        name = "given" if left == 1 else f"given_{at + 1}"
        while name in used:
            name += "_"
        used.add(name)
        own.append(name)
    first, *kept = call.args
    arguments = ast.arguments([], [ast.arg(name) for name in own], None, [], [], None, [])
    body = ast.Call(first, [*kept, *(ast.Name(name, ast.Load()) for name in own)], call.keywords)
    made = ast.Lambda(arguments, body)
    for part in ast.walk(made):
        if "lineno" in part._attributes and not hasattr(part, "lineno"):
            ast.copy_location(part, call)
    return made
