"""The files of the library, run by Python as they are, draw from the distributions that the referee computes for them.

For each mechanism one input is chosen, and for each prior one belief; many runs are counted. The threshold is that of
`test_sampling_statistics`, which explains it: right samplers fail anywhere with probability 1e-9 at most. Seeds are
fixed.
"""

from __future__ import annotations

import math
import random
import runpy
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from library import DISCRETE, ROOT, program_of, relative, small
from referee import brute, chance
from referee.domain import RealType, StreamType
from referee.far import far
from test_statistics import farthest

from faier.sampling.entropy import entropy_for_tests

DRAWS = 800
ARRIVALS = 3
EXPERIMENTS = 400
FLOOR = Fraction(1, 2**16)
WITH_PRIORS = [file for file in DISCRETE if "@prior\n" in file.read_text()]
E = Fraction(2718281828459045, 10**15)  # an unknown epsilon is 1 when Python runs a file


def threshold(cells: int) -> float:
    return math.log(2 * cells * EXPERIMENTS / 1e-9)


def executed(text: str, folder: Path) -> dict[str, Any]:
    """The names of a file that Python has run."""
    (folder / "mechanisms.py").write_text(text)
    return runpy.run_path(str(folder / "mechanisms.py"))


def mechanisms(file: Path) -> list[str]:
    return [item.name for item in program_of(file).functions if item.kind == "mechanism"]


def beliefs(file: Path) -> list[tuple[str, str]]:
    """The mechanisms and priors that some claim is about."""
    claims = program_of(file).claims
    return list(
        dict.fromkeys((claim.subject.mechanism, claim.subject.prior) for claim in claims if claim.subject.prior)
    )


def some(kind: Any, seed: str) -> Any:
    """A value of a type: the middle of an interval, a few arrivals of a stream."""
    if isinstance(kind, RealType):
        return (kind.low + kind.high) / 2
    return random.Random(seed).choice(brute.input_values(kind, ARRIVALS))


def of_file(value: Any, names: dict[str, Any]) -> Any:
    """The inputs, in which records are of the file's own classes."""
    if isinstance(value, list):
        return [of_file(item, names) for item in value]
    return names[type(value).__name__](*value) if hasattr(value, "_fields") else value


def law_of_input(loaded: brute.Loaded, name: str, inputs: list[Any]) -> dict[Any, Fraction]:
    """The distribution of what one run shows."""
    subject = loaded.mechanism(name)
    streams = [isinstance(kind, StreamType) for kind in brute.inputs_of(subject).values()]

    def once() -> Any:
        given = [iter(value) if stream else value for stream, value in zip(streams, inputs, strict=True)]
        return brute.run(loaded.tape, subject, given, 12)

    law = chance.law(loaded.tape, once)
    lost = {chance.LOST: law.pop(chance.LOST)} if chance.LOST in law else {}
    return {shown: weight for (shown, _), weight in law.items()} | lost


def law_as_far_as_known(loaded: brute.Loaded, name: str, inputs: list[Any]) -> dict[Any, Fraction]:
    """The distribution; where noise is kept, all that is far out is one result."""
    try:
        return law_of_input(loaded, name, inputs)
    except (chance.Unsupported, chance.Failed):
        return law_of_input(loaded.cut(FLOOR), name, inputs)


def law_of_belief(loaded: brute.Loaded, name: str, prior: str, values: Any, public: Any) -> dict[Any, Fraction]:
    """The distribution of what is shown about data from a prior, given what it assumes."""
    joint = brute.law_of_belief(loaded, loaded.mechanism(name), loaded.names[prior], values, public, 12)
    found: dict[Any, Fraction] = defaultdict(Fraction)
    for key, weight in joint.items():
        if key is not None:
            found[key[1][0]] += weight
    return {shown: weight / sum(found.values()) for shown, weight in found.items()}


def shown(result: Any) -> Any:
    """What one run shows, as the referee writes it."""
    if isinstance(result, Iterator):
        return tuple(brute.show(value) for value in result)
    return () if result is None else (brute.show(result),)


def agree(seed: str, draw: Callable[[], Any], exact: dict[Any, Fraction]) -> bool:
    with entropy_for_tests(random.Random(seed).randbytes):
        counts = Counter[Any](shown(draw()) for _ in range(DRAWS))
    if chance.LOST in exact:
        exact = nearest(counts, exact)
    return farthest(counts, exact, DRAWS) < threshold(len(exact))


def nearest(counts: Counter[Any], exact: dict[Any, Fraction]) -> dict[Any, Fraction]:
    """Of what is possible where laws were cut, what is nearest to the counts: each result has the probability that was
    found, or more, by what is lost at most."""
    known = far(exact)
    results = dict.fromkeys([*known.found, *counts])
    return {w: min(max(known.least(w), Fraction(counts[w], DRAWS)), known.most(w)) for w in results}


@pytest.mark.parametrize("file", DISCRETE, ids=relative)
def test_runs_have_the_exact_distribution(file: Path, tmp_path: Path) -> None:
    loaded, names = brute.load(small(file), E), executed(small(file), tmp_path)
    for name in mechanisms(file):
        declared = brute.inputs_of(loaded.mechanism(name))
        inputs = [some(kind, name + given) for given, kind in declared.items()]
        exact = law_as_far_as_known(loaded, name, inputs)
        own = of_file(inputs, names)
        assert agree(name, lambda name=name, own=own: names[name](*own), exact), (name, inputs)


@pytest.mark.parametrize("file", WITH_PRIORS, ids=relative)
def test_runs_on_data_from_a_prior_have_the_exact_distribution(file: Path, tmp_path: Path) -> None:
    loaded, names = brute.load(small(file)), executed(small(file), tmp_path)
    for name, prior in beliefs(file):
        declared = brute.inputs_of(loaded.mechanism(name))
        public = {
            given: some(kind, given) for given, kind in declared.items() if isinstance(kind, brute.domain.PublicType)
        }
        values = {given: some(kind, given) for given, kind in loaded.names[prior].function.__annotations__.items()}
        exact = law_of_belief(loaded, name, prior, values, public)
        (data,) = [given for given in declared if given not in public]

        def draw(
            name: str = name, prior: str = prior, data: str = data, values: Any = values, public: Any = public
        ) -> Any:
            return names[name](**{data: names[prior](**values)}, **public)

        assert agree(name + prior, draw, exact), (name, prior, values)


def test_experiments_are_counted() -> None:
    assert list(filter(beliefs, DISCRETE)) == WITH_PRIORS
    assert sum(len(mechanisms(file)) + len(beliefs(file)) for file in DISCRETE) <= EXPERIMENTS


def test_a_wrong_distribution_is_noticed() -> None:
    file = ROOT / "models" / "noisy_max_clamped.py"
    loaded, names = brute.load(file.read_text()), runpy.run_path(str(file))
    for inputs, right in (([1, 1, 1], True), ([0, 2, 0], False)):
        exact = law_of_input(loaded, "noisy_max", [inputs])
        assert agree("noisy_max", lambda: names["noisy_max"]([1, 1, 1]), exact) == right
