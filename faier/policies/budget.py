"""Epsilons: exact numbers such as 1/2 or log(3), and what is divided by them."""

from __future__ import annotations

import ast
import math
import re
from dataclasses import dataclass
from fractions import Fraction

from faier.policies.numerals import numeral
from faier.policies.policy import Unreadable
from faier.sampling.exponentials import exp, log
from faier.sampling.symbolic import Exact


@dataclass(frozen=True, eq=False)
class Budget:
    """An epsilon: a fraction, or a number with logarithms in it."""

    text: str
    number: Fraction | Exact

    def scaled(self, numerator: Fraction, power: int = 1) -> Fraction | Exact:
        """numerator / epsilon^power."""
        result: Fraction | Exact = numerator
        for _ in range(power):
            result = result / self.number
        return result

    def shown(self, numerator: Fraction, power: int = 1) -> str:
        """The same as text: a fraction where epsilon is one."""
        found = self.scaled(numerator, power)
        if isinstance(found, Fraction):
            return str(found)
        below = self.text if self.text.isidentifier() or _is_call(self.text) else f"({self.text})"
        return f"{numerator}/{below}" + (f"**{power}" if power > 1 else "")

    def shown_times(self, factor: Fraction) -> str:
        """factor * epsilon as text."""
        found = self.number * factor
        if isinstance(found, Fraction):
            return str(found)
        return f"{factor} * {self.text if _is_call(self.text) else f'({self.text})'}"

    def value(self, numerator: Fraction, power: int = 1) -> float:
        """The nearest float, infinite where there is none."""
        try:
            return float(self.scaled(numerator, power))
        except OverflowError:
            return math.inf


def read_budget(given: str | int | Fraction | Exact) -> Budget:
    """An epsilon above 0: `1/2`, `0.1`, `log(3)`, `2*log(2)`."""
    number = _read(given) if isinstance(given, str) else Fraction(given) if not isinstance(given, Exact) else given
    if isinstance(number, Exact) and (rational := number.as_fraction()) is not None:
        number = rational
    if not number > 0:
        raise Unreadable(f"epsilon is {given}, but it is above 0: write 1/2 or log(3)")
    return Budget(str(number) if isinstance(number, Fraction) else str(given), number)


def _is_call(text: str) -> bool:
    return re.fullmatch(r"(log|exp)\([^()]*\)", text) is not None


def _read(text: str) -> Fraction | Exact:
    try:
        return _value(ast.parse(text.strip(), mode="eval").body, text.strip())
    except (SyntaxError, ValueError, ZeroDivisionError, TypeError, RecursionError):
        raise Unreadable(f"epsilon is {text!r}, not a number: write 1/2, 0.1 or log(3)") from None


def _value(node: ast.expr, text: str) -> Fraction | Exact:
    match node:
        case ast.Constant(value=int() | float()) if not isinstance(node.value, bool):
            return numeral(ast.get_source_segment(text, node) or str(node.value))
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return _value(operand, text) * -1
        case ast.BinOp(left=left, op=ast.Add(), right=right):
            return _value(left, text) + _value(right, text)
        case ast.BinOp(left=left, op=ast.Sub(), right=right):
            return _value(left, text) - _value(right, text)
        case ast.BinOp(left=left, op=ast.Mult(), right=right):
            return _value(left, text) * _value(right, text)
        case ast.BinOp(left=left, op=ast.Div(), right=right):
            return _value(left, text) / _value(right, text)
        case ast.Call(func=ast.Name(id="log"), args=[argument], keywords=[]):
            return _exact(log(_value(argument, text)))
        case ast.Call(func=ast.Name(id="exp"), args=[argument], keywords=[]):
            return _exact(exp(_value(argument, text)))
        case _:
            raise ValueError(text)


def _exact(number: object) -> Fraction | Exact:
    return number if isinstance(number, Exact) else Fraction(str(number))
