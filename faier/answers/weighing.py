"""How likely an output is on both sides of a witness, by the obvious semantics, for what is told beside the witness."""

from __future__ import annotations

from faier.engines.verdict import Witness
from faier.exact import Number
from faier.lang.claim import Subject
from faier.lang.program import Program
from faier.lang.values import Value, same
from faier.limits import Limits
from faier.semantics import denote


def weighed(
    program: Program, subject: Subject, found: Witness, output: tuple[Value, ...], limits: Limits
) -> tuple[Number, Number]:
    """How likely, or dense, an output is on both sides of a witness."""
    left, right = dict(found.left), dict(found.right)
    if subject.prior is None:
        first = denote.probability(program, subject.mechanism, left, output, found.ended, limits)
        return first, denote.probability(program, subject.mechanism, right, output, found.ended, limits)
    believed = {parameter.name for parameter in program.function(subject.prior).parameters}
    parameters: dict[str, Value | Number] = {name: value for name, value in found.parameters if name in believed}
    public = {name: value for name, value in left.items() if name != "secret"}
    weights, masses = denote.joint_probability(
        program, subject.mechanism, subject.prior, parameters, public, output, found.ended, limits
    )

    def given(secret: Value) -> Number:
        return next(weights[known] / mass for known, mass in masses.items() if same(known, secret))

    return given(left["secret"]), given(right["secret"])
