"""How often `faier audit` accuses right samplers, and finds broken ones: docs/audit_power.md is written anew.

    python scripts/audit_power.py [--seeds 200] [--samples 10000] [--many 1000000] [--rows 0 16]

Each sampler is asked for `--samples` samples of two inputs and for `--many`, with so many seeds; of the table only
those rows are written where `--rows` says so. All of it takes a quarter of an hour of one core.
"""

from __future__ import annotations

import argparse
import math
import tempfile
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np

from faier.audit.expected import Model
from faier.audit.findings import Found, Samples
from faier.audit.judging import judge
from faier.audit.process import BATCH, Tally
from faier.command.invocation import invocation
from faier.running.batch import carry_out

PAGE = Path(__file__).resolve().parent.parent / "docs" / "audit_power.md"

SIGNIFICANCE = 0.001

MODELS = """\
from faier import Bool, Int, Vector, clamp, each, exp, flip, geometric, laplace, log, mechanism, one, private


@private(epsilon=1 / 20, neighbors=each(1))
@mechanism
def count(x: Int[0, 1]):
    return x + geometric(exp(-1 / 20))


@private(epsilon=1, neighbors=each(1))
@mechanism
def doubled(x: Int[0, 1]):
    return 2 * x + geometric(exp(-1 / 2))


@private(epsilon=1, neighbors=each(1))
@mechanism
def measured(x: Int[0, 1]):
    return x + laplace(1)


@private(epsilon=log(9), neighbors=each(1))
@mechanism
def both(x: Int[0, 1]):
    truth = x == 1
    return [truth if flip(3 / 4) else not truth, truth if flip(3 / 4) else not truth]


@private(epsilon=log(64), neighbors=each(1))
@mechanism
def best(x: Int[0, 1]):
    first, second = x + clamp(geometric(1 / 2), -3, 3), 1 + clamp(geometric(1 / 2), -3, 3)
    return 0 if first >= second else 1
"""

Source = np.random.Generator
Sampler = Callable[[Source, int, int], Any]


def noise(source: Source, rate: float, size: int) -> Any:
    """Two-sided geometric noise: of exponential numbers only the part before the point counts."""
    first, second = (np.floor(source.standard_exponential(size) / rate) for _ in range(2))
    return (first - second).astype(np.int64)


def counted(rate: float, factor: int = 1) -> Sampler:
    return lambda source, x, size: factor * x + noise(source, rate, size)


def measured(scale: float, digits: int | None = None) -> Sampler:
    def sample(source: Source, x: int, size: int) -> Any:
        found = x + source.laplace(0, scale, size)
        return found if digits is None else np.round(found, digits)

    return sample


def answered(chance: float, coins: int = 2) -> Sampler:
    def sample(source: Source, x: int, size: int) -> Any:
        right = np.broadcast_to(source.random((size, coins)) < chance, (size, 2))
        return right == (x == 1)

    return sample


def in_pairs(of: Sampler) -> Sampler:
    """The same noise for two samples, one after the other."""
    return lambda source, x, size: np.repeat(of(source, x, (size + 1) // 2), 2, axis=0)[:size]


def best(last: bool) -> Sampler:
    def sample(source: Source, x: int, size: int) -> Any:
        first, second = (start + np.clip(noise(source, math.log(2), size), -3, 3) for start in (x, 1))
        return np.where(first > second if last else first >= second, 0, 1)

    return sample


# What is wrong (None: nothing), the mechanism, and the sampler.
SAMPLERS: tuple[tuple[str | None, str, Sampler], ...] = (
    (None, "count", counted(1 / 20)),
    (None, "doubled", counted(1 / 2, 2)),
    (None, "measured", measured(1)),
    (None, "both", answered(3 / 4)),
    (None, "best", best(False)),
    ("off-by-one scale: 19 for 20", "count", counted(1 / 19)),
    ("off-by-one scale: 21 for 20", "count", counted(1 / 21)),
    ("scale 5 percent too small", "measured", measured(0.95)),
    ("float rounding: to 2 digits", "measured", measured(1, 2)),
    ("float rounding: to 4 digits", "measured", measured(1, 4)),
    ("float rounding: to 6 digits", "measured", measured(1, 6)),
    ("reused noise: one coin for both answers", "both", answered(3 / 4, 1)),
    ("reused noise: one draw for two calls", "doubled", in_pairs(counted(1 / 2, 2))),
    ("wrong sensitivity: noise for 1 in place of 2", "doubled", counted(1, 2)),
    ("probability 1 percent point too high", "both", answered(0.76)),
    ("wrong tie-break: the last one wins", "best", best(True)),
)


@dataclass(frozen=True)
class Rate:
    """Of so many audits, how many accused, and how many of them of a leak."""

    audits: int
    accused: int
    leaks: int


def modelled(folder: Path) -> dict[str, Model]:
    """What faier says of both inputs of each mechanism."""
    file = folder / "models.py"
    file.write_text(MODELS, encoding="utf-8")
    asked = invocation("audit", {"paths": (str(file),), "inputs": ('{"x": 0}', '{"x": 1}')}, folder)
    found = {one.question.mechanism: one.model for one in carry_out(asked.plan, asked.problems).modelled}
    assert all(model.reason is None for model in found.values()), found
    return found


def audited(model: Model, sampler: Sampler, samples: int, seed: int) -> tuple[Found, ...]:
    """What is found of a sampler, which is asked as the process of `faier audit` asks."""
    source, every = np.random.default_rng(seed), []
    for x, expected in enumerate(model.inputs):
        exact = [one.key for one in expected.outcomes if not one.key.startswith("interval ")]
        tally = Tally(None if expected.cuts is None else list(expected.cuts), exact, model.several, False)
        while tally.samples < samples:
            tally.add_all(sampler(source, x, min(BATCH, samples - tally.samples)))
        told: dict[str, Any] = tally.told()
        every.append(Samples(told["halves"], tuple(told["pairs"]), tuple(told["repeated"]), told["width"]))
    return judge(model, every, SIGNIFICANCE)


def rate(model: Model, sampler: Sampler, samples: int, seeds: int) -> Rate:
    verdicts = [{one.verdict for one in audited(model, sampler, samples, seed)} for seed in range(seeds)]
    accused = sum(bool(found & {"differs", "leaks"}) for found in verdicts)
    return Rate(seeds, accused, sum("leaks" in found for found in verdicts))


def row(number: int, models: dict[str, Model], sizes: tuple[int, ...], seeds: int) -> str:
    """A line of the table: what each number of samples comes to."""
    fault, mechanism, sampler = SAMPLERS[number]
    cells = [fault or "right", f"`{mechanism}`"]
    for samples in sizes:
        found = rate(models[mechanism], sampler, samples, seeds)
        cells += [f"{found.accused} of {found.audits}", f"{found.leaks} of {found.audits}"]
    return "| " + " | ".join(cells) + " |"


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    for name, default in (("--seeds", 200), ("--samples", 10_000), ("--many", 1_000_000)):
        asked.add_argument(name, type=int, default=default)
    asked.add_argument("--rows", type=int, nargs=2, default=(0, len(SAMPLERS)), metavar=("FIRST", "END"))
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        models = modelled(Path(folder))
    heading = ["sampler", "mechanism"]
    for samples in (given.samples, given.many):
        heading += [f"{samples:,} samples: accused", "of a leak"]
    text, _, table = PAGE.read_text(encoding="utf-8").partition("| sampler")
    lines = table.splitlines()[2:]
    lines += ["|"] * (len(SAMPLERS) - len(lines))
    for number in range(*given.rows):
        lines[number] = row(number, models, (given.samples, given.many), given.seeds)
        print(lines[number], flush=True)
        top = ["| " + " | ".join(heading) + " |", "| --- | --- | ---: | ---: | ---: | ---: |"]
        PAGE.write_text(text + "\n".join([*top, *lines]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
