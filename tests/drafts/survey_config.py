"""Survey with a randomised response wheel described by a dict config, validated first."""
from faier import Int, flip, categorical, choice, log, mechanism, one, private
from fractions import Fraction
from typing import Final, Mapping

CONFIG: Final[Mapping[str, object]] = {
    "answers": ["never", "sometimes", "often"],
    "keep": Fraction(1, 2),
    "labels": {"never": 0, "sometimes": 1, "often": 2},
}


class ConfigError(Exception):
    def __init__(self, key, problem):
        self.key = key
        self.problem = problem

    def __str__(self):
        return f"{self.key}: {self.problem}"


def validated(config):
    try:
        answers = config["answers"]
    except KeyError:
        raise ConfigError("answers", "missing") from None
    if not 0 <= config["keep"] <= 1:
        raise ConfigError("keep", "not a probability")
    if len(set(answers)) != len(answers):
        raise ConfigError("answers", "not unique")
    return config


def respond(config, answer):
    if flip(config["keep"]):
        return answer
    return choice(config["answers"])


@private(epsilon=log(4), neighbors=one())
@mechanism
def survey(code: Int[0, 2]):
    try:
        config = validated(CONFIG)
        answer = config["answers"][code]
        return config["labels"][respond(config, answer)]
    except ConfigError as error:
        return -1, error.key, str(error)
