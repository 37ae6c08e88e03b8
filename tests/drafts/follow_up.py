"""Health survey with a follow-up that depends on the first answer."""

from typing import TypedDict

from faier import Int, flip, log, mechanism, one, private


class Person(TypedDict):
    ill: bool
    treated: bool


class Answers(TypedDict, total=False):
    ill: bool
    treated: bool


def person(code: int) -> Person:
    return {"ill": bool(code & 1), "treated": bool(code & 2)}


def respond(truth: bool, lie: float) -> bool:
    return truth ^ flip(lie)


@private(epsilon=log(6), neighbors=one())
@mechanism
def interview(code: Int[0, 3]) -> Answers:
    p = person(code)
    answers: Answers = {"ill": respond(p["ill"], 1 / 4)}
    if answers["ill"]:
        answers["treated"] = respond(p["treated"], lie=1 / 3)
    return answers
