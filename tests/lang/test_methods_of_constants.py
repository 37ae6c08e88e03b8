"""Methods of a class with a name of Python's, called on constants of the file."""

from __future__ import annotations

import pytest

from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.values import make
from faier.limits import Limits
from faier.semantics import denote

FILE = """\
from dataclasses import dataclass
from faier import Int, mechanism


@dataclass(frozen=True)
class Noise:
    scale: int

    def {name}(self, x):
        return x * self.scale


NOISE = Noise(2)
SEEN = {{1}}


@mechanism
def shown(x: Int[0, 3]):
    return NOISE.{name}(x)
"""


@pytest.mark.parametrize("name", ["add", "append", "insert", "pop", "sort", "update", "scaled"])
def test_a_constant_has_the_methods_of_its_class(name: str) -> None:
    program = parse(FILE.format(name=name), "a.py", {})
    (output,) = denote.outputs(program, "shown", {"x": make(3)}, None, Limits())
    assert output[0] == (6,)


def test_a_constant_set_does_not_change() -> None:
    source = FILE.format(name="add").replace("return NOISE.add(x)", "SEEN.add(x)\n    return NOISE.add(x)")
    try:
        program = parse(source, "a.py", {})
    except Rejected:
        return
    with pytest.raises(Exception, match="as a value"):
        denote.outputs(program, "shown", {"x": make(3)}, None, Limits())
