"""Constants that are computed from the setting that is varied -> the file with their formulas in their places.

`ALPHA = exp(-1 / SCALE)` is exp(-1 / SCALE) wherever a function reads it. Each formula is held against what the file
made of it: where it is not the very same number, the file stays as it is, and so it does where a function has names
of its own that could be meant.
"""

from __future__ import annotations

import ast
from dataclasses import replace
from fractions import Fraction

from faier.calibration.constants import Varying, constant
from faier.calibration.forms import names
from faier.calibration.unknown_setting import bound_names, rebuilt
from faier.exact import TooLarge, Undecidable, rational
from faier.lang.failures import Failure
from faier.lang.program import Program
from faier.lang.syntax import Binary, Call, Decimal, Expression, Function, Literal, Name, Operator, Unary
from faier.lang.values import Real, Value

_OPERATORS: dict[type[ast.operator], Operator] = {
    ast.Add: "+",
    ast.Sub: "-",
    ast.Mult: "*",
    ast.Div: "/",
    ast.Pow: "**",
}


def written_out(program: Program, setting: str) -> Program:
    """The same file, where functions read no constant that is computed from the setting by plain arithmetic."""
    formulas = _formulas(program, setting)
    mentioned = {name for formula in formulas.values() for name in names(formula)} | formulas.keys()
    if not formulas or any(mentioned & _own(function) for function in program.functions):
        return program
    known = dict(program.constants)
    if not all(_is(program, one, known[name]) for name, one in formulas.items()):
        return program

    def formula(node: object) -> object:
        return formulas.get(node.name) if isinstance(node, Name) else None

    functions = tuple(replace(function, body=rebuilt(function.body, formula)) for function in program.functions)
    kept = tuple(item for item in program.constants if item[0] not in formulas)
    return replace(program, constants=kept, functions=functions)


def _own(function: Function) -> set[str]:
    return bound_names(function) | {name for name, _ in function.settings}


def _formulas(program: Program, setting: str) -> dict[str, Expression]:
    """Those of the constants that depend on the setting, in terms of it and of constants that do not."""
    tree, known, given = ast.parse(program.source), dict(program.constants), dict(program.settings)
    if setting not in known:
        return {}
    found: dict[str, Expression] = {}
    for node in tree.body:
        match node:
            case ast.Assign(targets=[ast.Name(id=name)], value=value) if name in known and name not in given:
                formula = _read(value, known, found, _has_exp(tree))
                if formula is not None and name != setting and setting in names(formula):
                    found[name] = formula
    return found


def _read(node: ast.expr, known: dict[str, Value], found: dict[str, Expression], exp: bool) -> Expression | None:
    """Plain arithmetic; None where there is anything else."""
    match node:
        case ast.Name(id=name) if name in found:
            return found[name]
        case ast.Name(id=name) if type(known.get(name)) in (int, Real):
            return Name(name)
        case ast.Constant(value=int() as value) if type(value) is int:
            return Literal(value)
        case ast.Constant(value=float() as value):
            return Decimal(rational(Fraction(repr(value))), value)
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            inner = _read(operand, known, found, exp)
            return None if inner is None else Unary("-", inner)
        case ast.BinOp(left=left, op=op, right=right) if type(op) in _OPERATORS:
            one, other = _read(left, known, found, exp), _read(right, known, found, exp)
            return None if one is None or other is None else Binary(_OPERATORS[type(op)], one, other)
        case ast.Call(func=ast.Name(id="exp"), args=[argument], keywords=[]) if exp:
            inner = _read(argument, known, found, exp)
            return None if inner is None else Call("exp", (inner,))
    return None


def _has_exp(tree: ast.Module) -> bool:
    return any(
        isinstance(node, ast.ImportFrom)
        and node.module in ("faier", "math")
        and any(name.name == "exp" and name.asname is None for name in node.names)
        for node in tree.body
    )


def _is(program: Program, formula: Expression, value: Value) -> bool:
    """Whether the formula has this very value, and is of the same kind of number in Python."""
    try:
        found = constant(program, program.functions[0], formula)
    except (Failure, Varying, TooLarge, Undecidable, ZeroDivisionError):
        return False
    return type(found) is type(value) and found == value
