"""The text of a mechanism file -> its constants, functions and claims.

Written from the description of the language alone. What it does not know is a `Hole`.
"""

from __future__ import annotations

import ast
from collections.abc import Mapping
from fractions import Fraction

from . import exceptions
from .around import Others
from .budgets import Epsilon
from .caught_values import without_caught
from .class_methods import without_methods
from .classes import class_of
from .computing import unpacked
from .counters import without_counters
from .decorating import decorated
from .default_reads import defaults_read
from .dispatched import dispatched
from .file import LIBRARY, File, library_word
from .function_values import lifted, valued
from .functions import functions
from .inheriting import inherited
from .kinds import constant, type_of
from .lending import lend
from .linking import linked, require_own
from .machine import once
from .named_tuples import with_named_tuples
from .operations import items_of
from .operators import without_operators
from .outcome import Hole, Invalid
from .own_operators import with_own_operators
from .prelude import with_prelude
from .remembering import remembering
from .rewriting import rewritten
from .texts import expression, parsed

MODULES = LIBRARY.keys() | {"faier", "typing"}


def read(text: str, settings: Mapping[str, str], others: Others | None = None) -> File:
    """The file, with constants replaced by the texts in `settings`; `others` are those that it imports."""
    whole = linked(text, others or Others())
    tree, holding = without_caught(whole.tree, exceptions.PYTHON)
    file, used = (
        File(
            statements=lifted(
                defaults_read(
                    without_counters(
                        remembering(
                            decorated(
                                with_own_operators(
                                    without_methods(
                                        inherited(
                                            dispatched(
                                                without_operators(rewritten(with_prelude(with_named_tuples(tree))))
                                            )
                                        )
                                    )
                                )
                            )
                        ),
                        settings,
                    )
                )
            ),
            lent=whole.lent,
            told=holding,
        ),
        set[str](),
    )
    file.catches = exceptions.catches(file.statements)
    for told in settings.values():
        require_own(file.lent, expression(told))
    for position, node in enumerate(file.statements):
        own = not (isinstance(node, ast.FunctionDef) and ":" in node.name)
        _statement(file, node, position < whole.docs, settings if own else {}, used)
    lend(file)
    file.valued = valued(file)
    unknown = [name for name in settings if {*":#"} & {*name} or name not in used]
    if unknown:
        raise Invalid(f"the file has no constant {min(unknown)}")
    return file


def _statement(file: File, node: ast.stmt, first: bool, settings: Mapping[str, str], used: set[str]) -> None:
    match node:
        case ast.Expr(value=ast.Constant(value=str())) if first:
            pass
        case ast.ImportFrom(module="__future__", names=[ast.alias(name="annotations", asname=None)], level=0):
            file.postponed = True
        case ast.If() if skipped(file, node):
            pass
        case ast.ImportFrom(module=str() as module, names=names, level=0):
            for alias in names:
                word = library_word(module, alias.name)
                if word is None:
                    raise Hole(f"{alias.name} is imported")
                _fresh(file, alias.asname or alias.name)
                file.words[alias.asname or alias.name] = word
        case ast.Import(names=names) if all(alias.name in MODULES for alias in names):
            for alias in names:
                _fresh(file, alias.asname or alias.name)
                file.modules[alias.asname or alias.name] = alias.name
        case ast.Assign(targets=[ast.Name(id=name)], value=value):
            _constant(file, name, value, settings, used)
        case ast.Assign(targets=[ast.Tuple() | ast.List() as target], value=value):
            _bind(file, target, constant(file, value), settings, used)
        case ast.AnnAssign(target=ast.Name(id=name), value=ast.expr() as value):
            _constant(file, name, value, settings, used)
        case ast.ClassDef(name=name):
            _fresh(file, name)
            parent = exceptions.made_from(file, node)
            if parent is not None:
                exceptions.exception(file, node, parent)
                return
            file.classes[name] = class_of(file, node)
        case ast.FunctionDef():
            _fresh(file, node.name)
            functions(file, node, settings, used)
        case _:
            raise Hole(f"a statement of kind {type(node).__name__} at the top level")


def skipped(file: File, node: ast.If) -> bool:
    """What does not happen when the file is imported: `if __name__ == "__main__":` and `if TYPE_CHECKING:`."""
    if node.orelse:
        return False
    match node.test:
        case ast.Compare(ast.Name(id="__name__"), [ast.Eq()], [ast.Constant(value="__main__")]):
            return not file.defines("__name__")
    return file.word(node.test) == "typing.TYPE_CHECKING"


def _bind(file: File, target: ast.expr, value: object, settings: Mapping[str, str], used: set[str]) -> None:
    """`a, b = value`."""
    match target:
        case ast.Name(id=name):
            _fresh(file, name)
            used |= {name} & set(settings)
            file.constants[name] = constant(file, expression(settings[name])) if name in settings else value
        case ast.Tuple(elts=targets) | ast.List(elts=targets):
            for part, item in unpacked(targets, items_of(value)):
                _bind(file, part, item, settings, used)
        case _:
            raise Hole("a constant without a name")


def _fresh(file: File, name: str) -> None:
    if file.defines(name):
        raise Hole(f"{name} is defined twice")


def _constant(file: File, name: str, value: ast.expr, settings: Mapping[str, str], used: set[str]) -> None:
    _fresh(file, name)
    if any(isinstance(part, ast.Name) and part.id in file.functions for part in ast.walk(value)):
        lend(file)
        file.valued = valued(file)
        file.invoke = lambda function, given: once(file, function, given)
    declared = None if isinstance(value, ast.Call) else type_of(file, value)
    if declared is not None:
        file.types[name] = declared
    elif name in settings:
        used.add(name)
        file.constants[name] = constant(file, expression(settings[name]))
    elif isinstance(value, ast.Call) and file.word(value.func) == "Positive":
        if file.epsilon is not None:
            raise Hole("two unknown epsilons")
        file.epsilon = name
        file.constants[name] = Epsilon(rate=Fraction(1))
    else:
        file.constants[name] = constant(file, value)


__all__ = ["constant", "expression", "parsed", "read", "type_of"]
