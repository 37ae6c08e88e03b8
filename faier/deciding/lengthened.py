"""A question about streams -> the same about lists of so many values: what is shown of an input that has an end."""

from __future__ import annotations

from dataclasses import replace

from faier.deciding.question import Question
from faier.hmm.wholes import input_type
from faier.lang.syntax import Function, Parameter, StreamType, VectorType
from faier.limits import Limits
from faier.semantics.leaves import count_of

# Streams of so many values are sampled, or of fewer where there are too many of them.
LENGTH = 4


def with_lists(question: Question, length: int) -> Question:
    """What a mechanism does with a stream it does with a list, up to where that ends."""

    def listed(parameter: Parameter) -> Parameter:
        type_ = parameter.type
        return replace(parameter, type=VectorType(type_.item, length)) if isinstance(type_, StreamType) else parameter

    def changed(function: Function) -> Function:
        return replace(function, parameters=tuple(map(listed, function.parameters)))

    functions = tuple(map(changed, question.program.functions))
    return replace(question, program=replace(question.program, functions=functions), length=None)


def length_of(question: Question, limits: Limits) -> int:
    """The length that is asked for, or so many that pairs of inputs can be gone through."""
    if question.length is not None:
        return question.length
    count = 1
    for parameter in question.mechanism.parameters:
        if isinstance(parameter.type, StreamType):
            count *= count_of(input_type(parameter))
    fitting = (length for length in range(LENGTH, 1, -1) if count ** (2 * length) <= limits.pairs)
    return next(fitting, 1)
