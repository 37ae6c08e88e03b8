"""Runs that compare their draws early show every word as likely as they do as they are written."""

from __future__ import annotations

from collections import Counter

import pytest

from faier.engines.alignment import early
from faier.exact import Number
from faier.lang import parse
from faier.limits import DEFAULTS
from faier.semantics.explore import explore
from faier.semantics.kept import KeptProcess
from faier.semantics.process import Ask, End, Process, Tell
from faier.semantics.unfold import unfold

FILE = """from faier import Int, Vector, each, exp, geometric, laplace, mechanism, private

@private(epsilon=1, neighbors=each(1))
@mechanism
def chosen(counts: Vector[Int[0, 1], 3], last: Int[0, 1]):
    noisy = [count + {noise} for count in counts]
    {body}
"""
GEOMETRIC, LAPLACE = "geometric(exp(-1 / 2))", "laplace(2)"


def words(process: Process) -> dict[object, Number]:
    """The weight of each output, with the inputs that were read."""
    found: Counter[object] = Counter()

    def follow(at: int, weight: Number, word: tuple[object, ...]) -> None:
        match process.states[at]:
            case Ask(entry, choices, rows):
                for choice, row in zip(choices, rows, strict=True):
                    for target, more in row:
                        follow(target, weight * more, (*word, (str(entry), choice)))
            case Tell(value, row):
                for target, more in row:
                    follow(target, weight * more, (*word, (type(value), str(value))))
            case End():
                found[word] += weight * process.finals[0][1][at]

    for target, weight in process.start:
        follow(target, weight, ())
    return {word: weight for word, weight in found.items() if weight != 0}


@pytest.mark.parametrize("noise", [GEOMETRIC, LAPLACE])
@pytest.mark.parametrize(
    "body",
    [
        "return noisy.index(max(noisy))",
        "return sorted(range(3), key=lambda i: noisy[i])[1:]",
        "yield noisy[0] > noisy[1] + last; yield noisy[2] > noisy[0]",
        "return last + sum(noisy[1] - 1 > y for y in noisy)",
        "return max(noisy) > last",
        "return noisy[0] > 1 if noisy[0] > noisy[1] else last",
    ],
)
def test_words_have_the_same_weights(noise: str, body: str) -> None:
    program = parse(FILE.format(noise=noise, body=body), "m.py")
    written = explore(program, "chosen", DEFAULTS)
    other = explore(program, "chosen", DEFAULTS, folded=False, centered=True)
    assert isinstance(other, KeptProcess)
    soon = early(other, DEFAULTS)
    assert len(other.states) < len(written.states) and soon.states != other.states
    known = words(written if isinstance(written, Process) else unfold(written, None, DEFAULTS).process)
    for process in (other, soon):
        assert words(unfold(process, None, DEFAULTS).process) == known
