"""The file that `faier new` writes: a mechanism with a claim that passes, to be changed into one's own."""

from __future__ import annotations

import builtins
import keyword

_TEXT = '''\
"""How many people said yes? The count with noise, so that no single answer can be told from what is shown."""

from faier import Int, clamp, geometric, log, mechanism, one, private

PEOPLE = 5


# Each @private line is a claim; `faier check` decides every one of them exactly. This one says: whoever changes their
# answer, which moves the count by one, makes no output more than twice as likely or half as likely.
@private(epsilon=log(2), neighbors=one(1))
@mechanism
def NAME(count: Int[0, PEOPLE]):
    """Two-sided geometric noise with ratio 1/2, cut off to the possible counts."""
    return clamp(count + geometric(1 / 2), 0, PEOPLE)
'''


def mechanism_name(stem: str) -> str | None:
    """The name of a mechanism in a file of that name; None where Python has no such name or it is taken."""
    taken = {*dir(builtins), "Int", "clamp", "geometric", "log", "mechanism", "one", "private", "faier", "count"}
    fits = stem.isascii() and stem.isidentifier() and not keyword.iskeyword(stem)
    return stem if fits and stem not in taken and not stem.startswith("_") else None


def first_file(name: str) -> str:
    """The text, with the mechanism under that name."""
    return _TEXT.replace("NAME", name)
