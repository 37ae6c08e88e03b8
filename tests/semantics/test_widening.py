"""What is known of a draw that is ever further out is forgotten: states are finitely many, and weigh the same."""

from __future__ import annotations

from functools import partial
from itertools import product

import pytest

from faier.exact import ONE, ZERO
from faier.lang import parse
from faier.lang.values import Sequence
from faier.limits import Limits
from faier.semantics import denote
from faier.semantics.explore import explore
from faier.semantics.kept import KeptProcess
from faier.semantics.kept_words import held, likelihood

FILE = """from faier import Int, Stream, geometric, laplace, mechanism

@mechanism
def m(answers: Stream[Int[0, 1]]):
    kept = {noise}
    for answer in answers:
        {step}
"""
BOTH = [*product((True, False), repeat=2)]
STEPS = [
    "kept = max(kept, answer + {noise})\n        yield kept >= 2",
    "kept = min(kept, answer - {noise})\n        yield kept < -1, kept < 0",
    "noisy = answer + {noise}\n        kept = noisy if noisy > kept + 1 else kept\n        yield kept > 1 or noisy < 0",
]


@pytest.mark.parametrize("step", STEPS)
@pytest.mark.parametrize("noise", ["geometric(1 / 2)", "laplace(1)"])
def test_noise_that_goes_further_out(step: str, noise: str) -> None:
    program = parse(FILE.format(noise=noise, step=step.format(noise=noise)), "widening.py")
    kept = explore(program, "m", Limits(states=1_000))
    assert isinstance(kept, KeptProcess)
    inputs = {"answers": Sequence("list", (0, 1, 1))}
    values = (True, False) if "," not in step.split("yield")[1] else [Sequence("tuple", pair) for pair in BOTH]
    total = ZERO
    for output in product(values, repeat=3):
        chance = likelihood(kept, partial(held, inputs), output, False)
        assert chance == denote.probability(program, "m", inputs, output, False, Limits())
        total = total + chance
    assert total == ONE
