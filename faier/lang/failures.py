"""What can go wrong when a run computes: the codes, the bounds on sizes, and how values are called in messages."""

from __future__ import annotations

from flint import fmpq

from faier.lang.syntax import Error, Span
from faier.lang.values import Infinite, Real, Sequence, Shape, seen

# Numbers larger than this many bits, and sequences longer than this many items, are refused.
MAXIMAL_BITS = 14_000  # Python writes integers of up to 4300 digits, and so do certificates
MAXIMAL_LENGTH = 1_000_000
MAXIMAL_KEYS = 2_000  # of a dictionary or a set: each is looked for among all the others

OUT_OF_RANGE = "FA401"
DIVISION = "FA402"
FLOAT_DIFFERS = "FA407"
WRONG_KIND = "FA409"
NOT_PROBABILITY = "FA410"
BAD_ARGUMENT = "FA411"
UNKNOWN_DECIDES = "FA412"
TOO_LARGE = "FA501"


class Failure(Exception):
    """A run would raise, or Python would compute something else than what is verified.

    `code` is a diagnostic's code; the span is added by whoever evaluates the tree, see `at`. `error` is the exception
    that Python raises there, where a run may catch it and go on.
    """

    def __init__(self, code: str, message: str, hint: str = "", error: Error | None = None) -> None:
        super().__init__(message)
        self.code = code
        self.message = message
        self.hint = hint
        self.error = error
        self.span: Span | None = None
        self.told: object = None  # what the exception tells, where a handler may ask for it

    def at(self, span: Span) -> Failure:
        """The same failure with its place, unless a place inside this one is known already."""
        if self.span is None:
            self.span = span
        return self


def unsaid(failure: Failure) -> Failure:
    """The failure, where a handler may catch what Python raises."""
    return Failure(
        "FA101", f"{failure.message}: what is caught of that is not followed", "test for it with `if` before"
    )


def untold() -> Failure:
    return Failure(
        "FA101", "what this exception tells is not followed: Python makes it by itself", "test for it with `if` before"
    )


def raised(error: Error, message: str | None) -> str:
    """What is said of a run that comes to `raise`."""
    return f"this raises {error.name}" + ("" if message is None else f": {message}")


def instead_of(error: Error) -> str:
    """What to write where a run comes to `raise`, or to an assertion that fails: that it raised would be seen too."""
    return f"show something else then: return None there, or in a handler around it: except {error.name}: return None"


def kind_of(value: object) -> str:
    """The kind of a value, with its article."""
    if value is None:
        return "None"
    if isinstance(value, bool):
        return "a Boolean"
    if isinstance(value, int):
        return "an integer"
    if isinstance(value, str):
        return "a label"
    if isinstance(value, Sequence):
        return f"a {value.of.name if isinstance(value.of, Shape) else value.kind}"
    if isinstance(value, Infinite):
        return "infinity"
    if isinstance(value, Real):
        return "a fraction" if isinstance(value.exact, fmpq) else "a symbolic number"
    seen(value)
    return "this value"
