"""Warner's survey: a sensitive question, answered with a spinner."""

from enum import Enum

from faier import choice, flip, log, mechanism, one, private


class Answer(Enum):
    NO = 0
    YES = 1
    SILENT = 2


@private(epsilon=log(4), neighbors=one())
@private(epsilon=log(3), neighbors=one(), expect="refuted")
@mechanism
def survey(truth: Answer) -> Answer:
    if flip(1 / 2):
        return truth
    return choice(list(Answer))
