"""Runs of a mechanism, or of a prior and the mechanism it feeds -> the exact distribution of what they show."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, cast

from flint import fmpq

from faier.exact import Number
from faier.lang.comparing import as_equal
from faier.lang.noise import not_followed
from faier.lang.program import Program
from faier.lang.values import Sequence, Value
from faier.limits import Limits
from faier.semantics.denote.densities import stand_ins
from faier.semantics.denote.in_turns import with_sums_in_turns
from faier.semantics.denote.runs import Cut, Over, Runs, wanted
from faier.semantics.denote.showing import dense
from faier.semantics.denote.steps import Interpreter


class Shown(tuple[Value, ...]):
    """What a run has shown. Values of different types are different: an observer tells True from 1."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return tuple.__eq__(self, other) is True and list(map(type, self)) == list(map(type, cast(tuple[Value], other)))

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return tuple.__hash__(self)


Output: TypeAlias = tuple[Shown, bool]  # and whether the run ended there


def outputs(
    program: Program,
    mechanism: str,
    inputs: Mapping[str, Value],
    length: int | None = None,
    limits: Limits | None = None,
) -> dict[Output, Number]:
    """Every output and its probability; what shows `length` values is cut there, and counts as not ended.

    A stream's value is the sequence of its arrivals; a run that asks for more stops there, not ended.
    """
    program = with_sums_in_turns(program)
    runs = Runs(Interpreter(program, limits or Limits()), program.function(mechanism), Cut(length))
    return {output_of(over): weight for over, weight in runs.overs(runs.start(inputs)).items()}


def probability(
    program: Program,
    mechanism: str,
    inputs: Mapping[str, Value],
    output: tuple[Value, ...],
    ended: bool,
    limits: Limits | None = None,
) -> Number:
    """The probability that exactly `output` is shown and the run ends; not `ended`: that it is shown first. Where
    reals are shown it is a density; see `comparable`."""
    program = with_sums_in_turns(program)
    runs = Runs(Interpreter(program, limits or Limits()), program.function(mechanism), wanted(output, ended))
    return _written(sum(runs.overs(runs.start(inputs)).values(), start=fmpq(0)), output)


def joint(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: Mapping[str, Value | Number],
    public: Mapping[str, Value],
    length: int | None = None,
    limits: Limits | None = None,
) -> dict[Value, dict[Output, Number]]:
    """For every secret and output: the probability of both, and that all assumptions hold.

    `parameters` gives all of the prior's; unknown reals may be `exact.unknown(name)`. Inputs in `public` are the
    ones that the prior does not give. Secrets that Python takes to be equal are one.
    """
    weights: dict[Value, dict[Output, Number]] = {}
    first: dict[Value, Value] = {}
    program = with_sums_in_turns(program)
    runs = Runs(Interpreter(program, limits or Limits()), program.function(mechanism), Cut(length), public)
    for over, weight in runs.overs(runs.start_of_prior(program.function(prior), parameters)).items():
        known = weights.setdefault(first.setdefault(as_equal(over.told()), over.told()), {})
        known[output_of(over)] = known.get(output_of(over), fmpq(0)) + weight
    return weights


def joint_probability(
    program: Program,
    mechanism: str,
    prior: str,
    parameters: Mapping[str, Value | Number],
    public: Mapping[str, Value],
    output: tuple[Value, ...],
    ended: bool,
    limits: Limits | None = None,
) -> tuple[dict[Value, Number], dict[Value, Number]]:
    """For every secret: the probability of the secret, the output (see `probability`) and all assumptions;
    and the secret's mass, which is the same for any output."""
    program = with_sums_in_turns(program)
    interpreter = Interpreter(program, limits or Limits())
    found: list[dict[Value, Number]] = []
    first: dict[Value, Value] = {}
    for watch in (wanted(output, ended), wanted((), False)):
        runs = Runs(interpreter, program.function(mechanism), watch, public)
        weights: dict[Value, Number] = {}
        for over, weight in runs.overs(runs.start_of_prior(program.function(prior), parameters)).items():
            secret = first.setdefault(as_equal(over.told()), over.told())
            weights[secret] = weights.get(secret, fmpq(0)) + weight
        found.append(weights)
    weights, masses = found
    return {secret: _written(weights.get(secret, fmpq(0)), output) for secret in masses}, masses


def _written(weight: Number, output: tuple[Value, ...]) -> Number:
    """The weight, which is a number if it is no density."""
    if stand_ins(weight) and not any(map(dense, output)):
        raise not_followed("a chance that depends on an unknown epsilon itself, not only on its exponential,")
    return weight


def output_of(over: Over) -> Output:
    """What was shown, and whether the run ended there."""
    assert isinstance(over.shown, Sequence)
    return Shown(over.shown.items), over.ended
