"""Which word was typed? A letter is reported, perhaps another; vowels are told apart from the rest."""

from typing import Literal

from faier import categorical, log, mechanism, one, private

WORDS = ["apple", "berry", "olive"]
VOWELS = "aeiou"


def kind(word: str) -> str:
    return "vowel" if word[0] in VOWELS else "consonant"


def distance(left: str, right: str) -> int:
    """0 if they are the same, 1 if of the same kind, 2 otherwise."""
    if left == right:
        return 0
    return 1 if kind(left) == kind(right) else 2


@private(epsilon=log(5), neighbors=one())
@private(epsilon=log(2), neighbors=one(), expect="refuted")
@mechanism
def typed(word: Literal["apple", "berry", "olive"]) -> str:
    weights = [4 >> distance(word, other) for other in WORDS]
    return WORDS[categorical(*weights)].upper()[:1]
