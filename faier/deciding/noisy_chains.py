"""A question about Laplace noise on a query of records that are a Markov chain -> the laws of what is shown.

They are those that `laws` would find by following the mechanism, found from the chain and the query without the noise.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace

from faier.calibration.chains import Found, chain_of
from faier.calibration.constants import Varying, constant
from faier.calibration.known import Law, Missing
from faier.calibration.separated import Separated, separated
from faier.deciding import in_chains
from faier.deciding.comparison import ends, models, process_of
from faier.deciding.in_chains import Parameters
from faier.deciding.in_steps import Stepped, in_steps
from faier.deciding.question import Question
from faier.deciding.store import Store
from faier.engines.density.law import PLACE
from faier.engines.density.law import Law as Shown
from faier.engines.density.mixture import Part
from faier.exact import TooLarge, Undecidable
from faier.lang.diagnostics import Rejected
from faier.lang.failures import Failure
from faier.lang.syntax import StreamType, VectorType
from faier.lang.values import Real, Sequence, Value
from faier.limits import LimitReached, Limits
from faier.semantics import draw_arguments
from faier.semantics.kept import Reals
from faier.semantics.process import Tell

Given = tuple[Parameters, Mapping[str, Value], tuple[tuple[Value, Shown], ...]]
"""Parameters of a prior, public inputs, and what is shown given each secret."""

FEWEST = 8
"""Of fewer records than these, everything is followed at once."""


def given_secrets(question: Question, limits: Limits) -> Iterator[Given] | None:
    """None where the mechanism or its records are of another kind."""
    try:
        return _given(question, limits)
    except (Rejected, Failure, Varying, LimitReached, TooLarge, Undecidable):
        return None


def _given(question: Question, limits: Limits) -> Iterator[Given] | None:
    function = question.mechanism
    parameter = function.parameters[0] if len(function.parameters) == 1 else None
    if parameter is None or not isinstance(parameter.type, VectorType | StreamType):
        return None
    found = separated(question.program, function.name)
    if isinstance(found, Missing) or found.kind != "laplace" or found.shaped or parameter.public:
        return None
    query = replace(question, program=found.program, length=None)
    stepped = in_steps(query, found, limits)
    if stepped is not None and all(one.short and one.steps.count >= FEWEST for one in stepped):
        return _in_steps(stepped, noise_of(question, found), limits)
    priors = _chains(query, limits)
    if priors is None:
        return None
    parameters, chains = zip(*priors, strict=True)
    lengths = {one.chain.length for one in chains}
    if len(lengths) != 1:
        return None
    listed = replace(parameter, type=VectorType(parameter.type.item, lengths.pop()))
    query = in_chains.with_mechanism(query, replace(query.mechanism, parameters=(listed,)))
    store, noise = Store(), noise_of(question, found)
    tells = (state.value for state in process_of(query, store, limits).states if isinstance(state, Tell))
    if not all(isinstance(value, int | Real) for value in tells):
        return None
    laws = in_chains.given_secrets(query, chains, store, limits)
    return None if laws is None else _shown(parameters, laws, noise)


def _in_steps(stepped: list[Stepped], noise: Reals, limits: Limits) -> Iterator[Given]:
    for one in stepped:
        for parameters, given in one.laws(limits):
            yield parameters, {}, tuple((secret, _withnoise_of(law, noise)) for secret, law in given)


def _chains(query: Question, limits: Limits) -> list[tuple[Parameters, Found]] | None:
    priors: list[tuple[Parameters, Found]] = []
    for parameters, model in models(in_chains.showing_records(query), Store(), limits):
        one = chain_of(model.process, limits) if ends(model.process) else Missing("the prior may go on for ever")
        if isinstance(one, Missing) or one.chain.length < FEWEST:
            return None
        priors.append((parameters, one))
    return priors


def _shown(
    parameters: tuple[Parameters, ...], laws: Iterator[list[tuple[Value, Law]]], noise: Reals
) -> Iterator[Given]:
    for one, given in zip(parameters, laws, strict=True):
        yield one, {}, tuple((secret, _withnoise_of(law, noise)) for secret, law in given)


def _withnoise_of(law: Law, noise: Reals) -> Shown:
    parts = tuple(Part(chance, point[0], noise) for point, chance in law.items())
    return Shown({}, {Sequence("tuple", (PLACE,)): parts})


def noise_of(question: Question, found: Separated) -> Reals:
    """The noise that the mechanism adds."""
    argument = constant(question.program, question.mechanism, found.width)
    return Reals((draw_arguments.rate("laplace", [argument]),))
