"""A witness as certificates write it: what was shown, and the inputs or secrets that are compared."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flint import fmpq

from faier.certificate.unwritten import Unwritten
from faier.engines.verdict import Witness
from faier.exact import fraction
from faier.lang.claim import Claim
from faier.lang.failures import MAXIMAL_BITS
from faier.lang.program import Program
from faier.lang.values import Between, Near, Real, Sequence, Shape, Value


def violation(program: Program, claim: Claim, found: Witness) -> dict[str, object]:
    outputs = [(items, found.ended) for items in found.outputs] or [(found.output, found.ended)]
    shown = [{"shown": [data_of(item) for item in items], "ended": ended} for items, ended in outputs]
    parameters = dict(found.parameters)
    at_epsilon = parameters.pop(program.epsilon_name, None) if program.epsilon_name is not None else None
    told: dict[str, object] = {
        "kind": "violation",
        "outputs": shown,
        "at_epsilon": None if at_epsilon is None else _fraction(at_epsilon),
    }
    return told | sides(claim.subject.prior is not None, found, parameters)


def sides(believed: bool, found: Witness, parameters: Mapping[str, Value]) -> dict[str, object]:
    """The inputs or secrets that are compared."""
    left, right = dict(found.left), dict(found.right)
    if not believed:
        return {
            "left": {name: data_of(value) for name, value in left.items()},
            "right": {name: data_of(value) for name, value in right.items()},
        }
    return {
        "left": data_of(left.pop("secret")),
        "right": data_of(right.pop("secret")),
        "parameters": {name: data_of(value) for name, value in parameters.items()},
        "public": {name: data_of(value) for name, value in left.items()},
    }


def data_of(value: Value) -> Any:
    """A value of the language as certificates write it."""
    if value is None or isinstance(value, (bool, int)):
        return value
    if isinstance(value, str):
        return {"label": value}
    if isinstance(value, Near):
        return {"near": _fraction(Real(value.at, "symbolic")), "side": value.side}
    if isinstance(value, Between):
        ends = [None if end is None else _fraction(Real(end, "symbolic")) for end in (value.low, value.high)]
        beside = [[place, _fraction(Real(factor, "fraction"))] for place, factor in value.beside]
        return {"between": ends} | ({"beside": beside} if beside else {})
    if isinstance(value, Sequence):
        items = [data_of(item) for item in value.items]
        if value.kind == "list":
            return items
        of = value.of.written if isinstance(value.of, Shape) else value.of
        return {value.kind: items} if of is None else {value.kind: items, "of": of}
    return _fraction(value)


def _fraction(value: Value) -> str:
    if isinstance(value, Real) and isinstance(value.exact, fmpq):
        number = fraction(value.exact)
        if max(number.numerator.bit_length(), number.denominator.bit_length()) > MAXIMAL_BITS:
            raise Unwritten("a shown value has too many digits")
        return f"{number.numerator}/{number.denominator}"
    raise Unwritten("a shown value is not rational")
