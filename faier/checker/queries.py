"""A claim about noise that is added to a query -> how the query is distributed on each side of what is compared.

The query is what the mechanism shows where each noise that it draws, geometric, Laplace or normal, is 0: one number.
"""

from __future__ import annotations

import ast
import copy
from dataclasses import dataclass, field, replace
from fractions import Fraction

from .budgets import unknown
from .claims import Claim
from .document import Fields
from .fed_process import Answer, Joint, Key, States, listed_secrets
from .file import File, Function
from .forms import Form
from .operations import equal
from .outcome import Budget, Hole, Invalid
from .refutation import arrivals, inputs_of, parameters_given, public_of, require_neighbors, started
from .series import sign
from .values import value_of

NOISE = ("geometric", "laplace", "gaussian")

Law = dict[Fraction, Fraction]
"""The values of the query that are possible, with their probabilities."""


@dataclass
class Query:
    """The query of one claim; what was worked out under a prior is kept."""

    joint: Joint
    known: dict[str, list[tuple[object, Law]]] = field(default_factory=dict)

    def sides(self, given: Fields) -> tuple[Law, Law]:
        """The laws on two neighboring inputs, or given two secrets that are compared."""
        if self.joint.claim.prior is not None:
            return self._secrets(given)
        left, right = (inputs_of(self.joint.claim, given.take(side)) for side in ("left", "right"))
        require_neighbors(self.joint, left, right)
        return self._on(left), self._on(right)

    def whole(self, parameters: dict[str, object]) -> Law:
        """The law under the prior, whatever the secret is, where no public input is read."""
        together: Law = {}
        for _, law in self._under(parameters, {}):
            for value, chance in law.items():
                together[value] = together.get(value, Fraction(0)) + chance
        mass = sum(together.values(), Fraction(0))
        return {value: chance / mass for value, chance in together.items()}

    def _on(self, inputs: dict[str, object]) -> Law:
        states = self.joint.given(started(self.joint.claim, inputs))
        ((_, law),) = self._shown(states, arrivals(inputs))
        return law

    def _secrets(self, given: Fields) -> tuple[Law, Law]:
        left, right = (value_of(given.take(side)) for side in ("left", "right"))
        if equal(left, right) or not listed_secrets(self.joint, (left,), (right,)):
            raise Invalid("these secrets are not compared")
        parameters = parameters_given(self.joint.claim, given.take("parameters"))
        public = public_of(self.joint.claim, given.take("public"))
        laws = self._under(parameters, public)
        return self._given(left, laws), self._given(right, laws)

    def _given(self, secret: object, laws: list[tuple[object, Law]]) -> Law:
        law = next((law for told, law in laws if equal(told, (secret,))), {})
        mass = sum(law.values(), Fraction(0))
        if not mass:
            raise Invalid("a secret is never told")
        return {value: chance / mass for value, chance in law.items()}

    def _under(self, parameters: dict[str, object], public: dict[str, object]) -> list[tuple[object, Law]]:
        """For each secret, how likely it is together with each value."""
        key = repr((parameters, public))
        if key not in self.known:
            self.known[key] = self._shown(self.joint.believed(parameters, public), arrivals({}))
        return self.known[key]

    def _shown(self, start: States, answer: Answer) -> list[tuple[object, Law]]:
        found: dict[Key, tuple[object, Law]] = {}
        tells, silent = self.joint.shown(start, answer)
        if silent:
            raise Hole("a query that shows nothing in some run")
        for value, after in tells.values():
            more, ended = self.joint.shown(after, answer)
            if more:
                raise Hole("a query that shows more than one value")
            for key, (secret, weight) in self.joint.rest(ended).items():
                law = found.setdefault(key, (secret, {}))[1]
                number = _number(value)
                law[number] = law.get(number, Fraction(0)) + _rational(weight)
        return list(found.values())


def query_of(file: File, claim: Claim, budget: Budget) -> Query:
    """The claim's mechanism with its noise at 0; what it calls draws none."""
    function = claim.mechanism
    if any(_draws(file, other) for other in file.functions.values() if other.kind == "helper"):
        raise Hole("noise that is drawn by a helper")
    silencing = _Silencing(file, function)
    node = silencing.visit(copy.deepcopy(function.node))
    if not silencing.found:
        raise Hole("a mechanism that draws no noise, so that there is no query")
    silent = replace(function, node=node)
    file = replace(file, functions=file.functions | {function.name: silent})
    return Query(Joint(file, replace(claim, mechanism=silent), budget))


def require_possible(joint: Joint) -> None:
    """Draws have chances, and silent loops are left."""
    for number in (*joint.mechanism.drawn.values(), *joint.mechanism.leaving.values()):
        if unknown(number):
            raise Hole("a draw depends on an unknown that has no value")
        if sign(number) < 0:
            raise Invalid("a draw has a probability that is negative")


class _Silencing(ast.NodeTransformer):
    """Puts 0 in the place of each draw of noise."""

    def __init__(self, file: File, function: Function) -> None:
        self.file, self.function, self.found = file, function, 0

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if self.file.word(node.func, self.function.locals) not in NOISE:
            self.generic_visit(node)
            return node
        self.found += 1
        return ast.copy_location(ast.Constant(0), node)


def _draws(file: File, function: Function) -> bool:
    calls = (node for node in ast.walk(function.node) if isinstance(node, ast.Call))
    return any(file.word(node.func, function.locals) in NOISE for node in calls)


def _number(value: object) -> Fraction:
    if isinstance(value, (int, Fraction)) and not isinstance(value, bool):
        return Fraction(value)
    raise Hole("a query whose value is no rational number")


def _rational(number: object) -> Fraction:
    if isinstance(number, Form) or not isinstance(number, Fraction):
        raise Hole("a query with chances that are not rational")
    return number
