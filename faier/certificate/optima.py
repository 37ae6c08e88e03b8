"""Multipliers that bound the error of every mechanism -> a certificate of that, once the checker agrees."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from flint import fmpq

from faier.certificate.again import NOT_MADE, Timed, read_again, settings_of
from faier.certificate.shown import data_of
from faier.certificate.write import Certificate, text_of, without_evidence
from faier.checker.admission import admitted, asked
from faier.checker.checking import MOST_STEPS
from faier.checker.document import Fields
from faier.checker.least_error import least_error
from faier.lang.program import Program
from faier.lang.values import Value
from faier.limits import Limits


@dataclass(frozen=True)
class Parameters:
    """Of a prior: a value for each."""

    values: Mapping[str, Value]


@dataclass(frozen=True)
class Multiplied:
    """Two inputs by their names, or two secrets with the public inputs beside them, under a prior with `parameters`;
    and what the excess of each output is multiplied by."""

    left: Mapping[str, Value]
    right: Mapping[str, Value]
    parameters: Mapping[str, Value]
    multipliers: Sequence[fmpq]


@dataclass(frozen=True)
class Multipliers:
    """No mechanism with these outputs has an error below `error`, for the worst value as these weights of values show,
    or on average under the prior with these parameters."""

    error: fmpq
    factor: fmpq
    outputs: Sequence[fmpq]
    weights: Mapping[fmpq, fmpq] | Parameters
    comparisons: Sequence[Multiplied]

    def evidence(self, believed: bool) -> dict[str, object]:
        """As the certificate has it; of a claim with a prior, or one with neighbors."""
        weights: object
        match self.weights:
            case Parameters(values):
                weights = {"parameters": _data(values)}
            case shares:
                weights = [[_text(value), _text(weight)] for value, weight in shares.items()]
        return {
            "kind": "optimum",
            "error": _text(self.error),
            "factor": _text(self.factor),
            "outputs": list(map(_text, self.outputs)),
            "weights": weights,
            "comparisons": [_compared(one, believed) for one in self.comparisons],
        }


def optimum(
    program: Program, head: dict[str, object], found: Multipliers, believed: bool, limits: Limits
) -> Certificate:
    """The certificate, once the checker has accepted its evidence."""
    try:
        evidence = found.evidence(believed)
        budget = Timed(MOST_STEPS, limits)
        with budget.counting():
            file, claim = read_again(program, head)
            admitted(file, settings_of(head))
            asked(file, claim, Fields(head, "the certificate").object("claim"))
            fields = Fields(evidence, "the evidence")
            fields.take("kind")
            least_error(file, claim, None, fields, budget)
        return text_of(head, evidence)
    except NOT_MADE as reason:
        return without_evidence(head, str(reason))


def _compared(one: Multiplied, believed: bool) -> dict[str, object]:
    left, right = _data(one.left), _data(one.right)
    multipliers = list(map(_text, one.multipliers))
    if not believed:
        return {"left": left, "right": right, "multipliers": multipliers}
    told = {"parameters": _data(one.parameters), "left": left.pop("secret"), "right": right.pop("secret")}
    return told | {"public": left, "multipliers": multipliers}


def _data(values: Mapping[str, Value]) -> dict[str, object]:
    return {name: data_of(value) for name, value in values.items()}


def _text(number: fmpq) -> str:
    return f"{number.p}/{number.q}"
