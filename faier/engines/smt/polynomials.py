"""Words with unknowns in their weights, and a factor c -> one query in SMT-LIB 2 for each word.

    left - c * right > 0        somewhere on the unit cube

is asked of the difference's numerator and denominator, factor by factor: a factor whose sign is the same all
over the cube (u, 1 - u) is replaced by its sign, one with an even power by its not being zero. What is left is
one product, mostly of one factor, and no Booleans: what solvers of nonlinear arithmetic are best at.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from flint import fmpq

from faier.engines.algebra.domain import Domain
from faier.engines.smt.encode import Query
from faier.engines.smt.text import polynomial, product
from faier.engines.smt.words import Words
from faier.exact import ZERO, Number, Symbolic
from faier.hmm.model import Letter
from faier.limits import LimitReached, Limits
from faier.semantics.process import Row

# Words with different weights beyond which no queries are written.
MAXIMAL_WORDS = 20_000


@dataclass(frozen=True)
class Output:
    """`word` is one of the words that weigh `left` and `right`, each times the other side's mass."""

    word: tuple[Letter, ...]
    left: Number
    right: Number


def outputs(words: Words, limits: Limits) -> tuple[Output, ...]:
    """Every word, once for each pair of weights."""
    waiting: dict[tuple[int, Row, Row], tuple[Letter, ...]] = {(0, words.left, words.right): ()}
    found: list[Output] = []
    last = len(words.vertices) - 1
    while waiting:
        (at, left, right), word = waiting.popitem()
        limits.check()
        if at == last:
            found.append(Output(word, _weight(left), _weight(right)))
        for step in words.vertices[at].steps:
            key = (step.target, _times(left, step.left), _times(right, step.right))
            if key[1]:
                waiting.setdefault(key, (*word, *step.letters))
        if len(waiting) + len(found) > MAXIMAL_WORDS:
            raise LimitReached("query", f"there would be more than {MAXIMAL_WORDS:,} queries")
    return tuple({(output.left, output.right): output for output in reversed(found)}.values())


def encode_output(output: Output, domain: Domain, c: fmpq | None) -> Query | None:
    """The query for one word; c is None for infinity: right = 0, whatever the unknowns, and left > 0. None where
    it needs no solver to see that there is no such point."""
    if c is None and output.right != 0:
        return None
    conditions = _positive(output.left if c is None else output.left - c * output.right, domain)
    if conditions is None:
        return None
    names = names_of(domain)
    lines = ["(set-logic QF_NRA)"]
    for name, variable in zip(names, domain.variables, strict=True):
        less = "<" if variable.open else "<="
        lines += [f"(declare-const {name} Real)", f"(assert ({less} 0.0 {name}))", f"(assert ({less} {name} 1.0))"]
    lines += [f"(assert {condition})" for condition in conditions]
    return Query("\n".join(lines) + "\n", names)


def names_of(domain: Domain) -> tuple[str, ...]:
    """The constants of the unit variables."""
    return tuple(f"u_{at}" for at in range(len(domain.variables)))


def _positive(number: Number, domain: Domain) -> list[str] | None:
    """Conditions that hold where the number is defined and positive; None where it is not positive anywhere."""
    if not isinstance(number, Symbolic):
        return [] if number > 0 else None
    names = dict(zip(domain.names, names_of(domain), strict=True))
    above, factors = number.numerator.factor()
    if number.denominator is not None:
        below, more = number.denominator.factor()
        above, factors = above * below, [*factors, *more]
    sign = 1 if above > 0 else -1
    odd: list[str] = []
    conditions: list[str] = []
    for factor, exponent in factors:
        text = polynomial(number, factor, names)
        known = _sign_on_cube(factor)
        if known is not None:
            sign *= known if exponent % 2 else 1
            if not all(variable.open for variable in domain.variables):
                conditions.append(f"(not (= {text} 0.0))")
        elif exponent % 2:
            odd.append(text)
        else:
            conditions.append(f"(not (= {text} 0.0))")
    if odd:
        return [*conditions, f"({'>' if sign > 0 else '<'} {product(odd)} 0.0)"]
    return conditions if sign > 0 else None


def _sign_on_cube(factor: Any) -> int | None:
    """The sign of a * u or a * (u - 1) on the open cube; None for other polynomials."""
    terms = {tuple(map(int, exponents)): value for exponents, value in factor.terms()}
    linear = [value for exponents, value in terms.items() if sum(exponents) == 1]
    constant = next((value for exponents, value in terms.items() if sum(exponents) == 0), ZERO)
    if len(linear) != 1 or len(linear) + (constant != 0) != len(terms):
        return None
    if constant == 0 or constant == -linear[0]:
        return 1 if (linear[0] > 0) == (constant == 0) else -1
    return None


def _weight(row: Row) -> Number:
    return sum((weight for _, weight in row), ZERO)


def _times(row: Row, matrix: Iterable[Row]) -> Row:
    rows = tuple(matrix)
    sums: dict[int, Number] = {}
    for state, amount in row:
        for target, weight in rows[state]:
            sums[target] = sums.get(target, ZERO) + amount * weight
    return tuple(sorted((target, weight) for target, weight in sums.items() if weight != 0))
