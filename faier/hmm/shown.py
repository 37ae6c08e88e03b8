"""When two letters are the same letter: as an observer tells values apart, True is not 1."""

from __future__ import annotations

from collections.abc import Hashable

from faier.hmm.model import AskLetter, EndLetter, Letter, TellLetter
from faier.lang.values import Real, Value


def identity(value: Value) -> Hashable:
    """Equal for two values exactly when `faier.lang.values.same` holds of them."""
    if isinstance(value, Real):
        return ("real", value.exact)
    return (type(value).__name__, value)


def letter_identity(letter: Letter) -> Hashable:
    """Equal for two letters exactly when they are the same letter; letters themselves compare True to 1."""
    match letter:
        case AskLetter(entry, left, right):
            return ("ask", entry, identity(left), identity(right))
        case TellLetter(value):
            return ("tell", identity(value))
        case EndLetter():
            return "end"
