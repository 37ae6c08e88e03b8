"""The numbers of a claim: epsilon and delta, the order and rho of a Renyi divergence, exactly."""

from __future__ import annotations

import ast

from flint import fmpq

from faier.exact import (
    Epsilon,
    Symbolic,
    TooLarge,
    Undecidable,
    bounds,
    budget_of,
    exponential_of,
    has_value,
    number_of,
)
from faier.lang import constants
from faier.lang.claim import Concentrated, Renyi
from faier.lang.names import File
from faier.lang.values import Budget, Real, Value, show_value
from faier.lang.written import written


def read_epsilon(file: File, node: ast.expr) -> Epsilon | None:
    """A budget of at least 0; None when it is wrong, which is reported."""
    try:
        epsilon = _epsilon(file, node)
        if epsilon is not None and isinstance(epsilon.base, Symbolic):
            _require_written(epsilon)
    except (TooLarge, Undecidable, OverflowError) as error:
        file.error("FA302", node, f"this epsilon cannot be written exactly: {error}")
        return None
    if epsilon is not None and _negative(epsilon):
        file.error("FA302", node, "epsilon is negative" + (" for small values" if epsilon.unknowns else ""))
        return None
    return epsilon


def _require_written(epsilon: Epsilon) -> None:
    """Its exponential is a number, so that probabilities can be compared."""
    if epsilon.unknowns:
        raise Undecidable("beside an unknown, logarithms are of rational numbers")
    exponential_of(epsilon)


def read_delta(file: File, node: ast.expr) -> fmpq | None:
    constant = constants.evaluate(file, node, "delta")
    if constant is None:
        return None
    delta = rational_of(constant.value)
    if delta is None or not 0 <= delta <= 1:
        shown = show_value(constant.value)
        file.error("FA303", node, f"delta must be a rational number between 0 and 1, not {shown}", _fraction(constant))
        return None
    return delta


def _fraction(constant: constants.Constant) -> str:
    """Advice: a fraction that is a little less than an irrational delta, so that the claim says a little more."""
    value = constant.value
    if not isinstance(value, Real) or not isinstance(value.exact, Symbolic) or not has_value(value.exact):
        return ""
    low = bounds(value.exact, 12)[0]
    if not 0 < low < 1:
        return ""
    scale = fmpq(10) ** (6 + len(str(int((1 / low).floor()))))
    hint = "write a fraction that is not more (from fractions import Fraction)"
    return f"{hint}: Fraction({int((low * scale).floor())}, 10**{len(str(scale.p)) - 1})"


def read_renyi(file: File, node: ast.expr) -> Renyi | None:
    """An order above 1 and a rho of at least 0."""
    if not isinstance(node, ast.Tuple) or len(node.elts) != 2 or any(isinstance(e, ast.Starred) for e in node.elts):
        message = "`renyi=` is an order and what the divergence of that order may be"
        file.error("FA313", node, message, "write renyi=(2, 1 / 2)")
        return None
    first, second = node.elts
    alpha, rho = _order(file, first), _rho(file, second)
    if alpha is None or rho is None:
        return None
    return Renyi(alpha, written(file, first), rho, written(file, second))


def read_concentrated(file: File, node: ast.expr) -> Concentrated | None:
    """A rho of at least 0."""
    rho = _rho(file, node)
    return None if rho is None else Concentrated(rho, written(file, node))


def _order(file: File, node: ast.expr) -> fmpq | None:
    constant = constants.evaluate(file, node, "the order")
    if constant is None:
        return None
    alpha = rational_of(constant.value)
    if alpha is None or alpha <= 1:
        shown = show_value(constant.value)
        file.error("FA313", node, f"the order must be a rational number above 1, not {shown}", "write renyi=(2, 1 / 2)")
        return None
    return alpha


def _rho(file: File, node: ast.expr) -> Epsilon | None:
    """A number as epsilon is one, but without unknowns."""
    found = len(file.problems.found)
    try:
        rho = _epsilon(file, node)
        if rho is not None and not rho.unknowns and not _negative(rho):
            return rho
    except (TooLarge, Undecidable, OverflowError) as error:
        file.error("FA313", node, f"this rho is too large to be written exactly: {error}")
        return None
    if len(file.problems.found) == found:
        what = "negative" if rho is not None and not rho.unknowns else "about an epsilon that is unknown"
        file.error("FA313", node, f"rho is {what}", "write a number, such as 1 / 2 or log(2)")
    return None


def rational_of(value: Value) -> fmpq | None:
    """The number, if it is rational."""
    if isinstance(value, int) and not isinstance(value, bool):
        return fmpq(value)
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        return value.exact
    return None


def _epsilon(file: File, node: ast.expr) -> Epsilon | None:
    """Sums and multiples are followed down to numbers, logarithms and EPS."""
    match node:
        case ast.BinOp(left=left, op=ast.Add() | ast.Sub() as operator, right=right):
            first, second = _epsilon(file, left), _epsilon(file, right)
            if first is None or second is None:
                return None
            return first + second if isinstance(operator, ast.Add) else first - second
        case ast.BinOp(left=left, op=ast.Mult() | ast.Div(), right=right):
            return _scaled(file, node, left, right)
        case ast.UnaryOp(op=ast.USub() | ast.UAdd() as sign, operand=operand):
            inner = _epsilon(file, operand)
            return inner if inner is None or isinstance(sign, ast.UAdd) else -inner
        case ast.Call(func=function, args=[argument], keywords=[]) if (
            file.word(function) == "log" or file.library_name(function) == "math.log"
        ):
            return _logarithm(file, argument)
    constant = constants.evaluate(file, node, "epsilon")
    if constant is None:
        return None
    epsilon = _from_value(constant.value)
    if epsilon is None:
        message = f"epsilon must be made of numbers and logarithms, not {show_value(constant.value)}"
        file.error("FA302", node, message, "write log(2), 3 * log(2) / 2, or 1.5")
    return epsilon


def _scaled(file: File, node: ast.BinOp, left: ast.expr, right: ast.expr) -> Epsilon | None:
    first, second = _epsilon(file, left), _epsilon(file, right)
    if first is None or second is None:
        return None
    if isinstance(node.op, ast.Div):
        if second == Epsilon():
            file.error("FA402", node, "division by zero")
            return None
        if second.plain is not None:
            return _times(first, 1 / second.constant)
    elif second.plain is not None:
        return _times(first, second.constant)
    elif first.plain is not None:
        return _times(second, first.constant)
    if first.unknowns or second.unknowns:
        file.error("FA302", node, "an unknown epsilon may be multiplied and divided by rational numbers only")
        return None
    one, other = number_of(first), number_of(second)
    return budget_of(one / other if isinstance(node.op, ast.Div) else one * other)


def _times(epsilon: Epsilon, factor: fmpq) -> Epsilon:
    product: Epsilon = epsilon * factor
    return product


def _logarithm(file: File, argument: ast.expr) -> Epsilon | None:
    constant = constants.evaluate(file, argument, "epsilon")
    if constant is None:
        return None
    value = constant.value
    number = value.exact if isinstance(value, Real) else rational_of(value)
    if number is None or not has_value(number) or number <= 0:
        unknown = number is not None and not has_value(number)
        message = f"log takes a positive number{' without unknowns' if unknown else ''}, not {show_value(value)}"
        file.error("FA302", argument, message, "give the epsilon a value here: EPS = 1" if unknown else "")
        return None
    return Epsilon.log(number)


def _from_value(value: Value) -> Epsilon | None:
    number = rational_of(value)
    if number is not None:
        return Epsilon.rational(number)
    if isinstance(value, Budget) and not value.inverse:
        return Epsilon.positive(value.name, value.coefficient)
    if isinstance(value, Real) and isinstance(value.exact, Symbolic):
        return budget_of(value.exact) if has_value(value.exact) else None
    return None


def _negative(epsilon: Epsilon) -> bool:
    """Whether it is negative, for some value of EPS at least."""
    if any(coefficient < 0 for _, coefficient in epsilon.multiples):
        return True
    fixed = Epsilon(epsilon.constant, epsilon.factor, epsilon.base)
    return fixed != Epsilon() and fixed.bounds()[1] < 0
