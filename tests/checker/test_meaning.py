"""The checker's own interpreter gives every output the probability that faier gives it."""

from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from certificates import certified
from flint import fmpq
from referee.generate import generate

from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.outcome import Budget, Hole
from faier.checker.outputs import distributions
from faier.checker.relation import leaf_values
from faier.checker.series import sign
from faier.checker.values import List, data_of, shown_key, value_of
from faier.exact import nearest_float
from faier.lang import parse
from faier.lang.diagnostics import Rejected
from faier.lang.syntax import StreamType
from faier.lang.values import make, plain
from faier.semantics import denote

# The checker has no records as inputs yet.
UNREAD = {"input_classes"}
ACCEPTED = sorted(path for path in Path(__file__).parent.parent.glob("accepted/*.py") if path.stem not in UNREAD)


def claim(mechanism: str) -> dict[str, str | None]:
    text = {"mechanism": mechanism, "epsilon": "0", "neighbors": "each(1)"}
    return {"decorator": None, "delta": None, "prior": None, "pairs": None} | text


def differences(source: str, mechanism: str, most: int) -> tuple[int, list[str]]:
    """How many inputs were tried, and on which the two disagree."""
    program = parse(source, "mechanism.py", {})
    file = read(source, {})
    joint = Joint(file, claim_of(file, claim(mechanism)), Budget(500_000))
    inputs = joint.claim.mechanism.inputs
    rng, found = Random(1), []
    for tried in range(most):  # noqa: B007
        given = {item.name: some(item.type, rng) for item in inputs}
        theirs = denote.outputs(program, mechanism, {name: made(value) for name, value in given.items()})
        expected = {
            tuple(shown_key(value_of(data(item))) for item in shown): weight for (shown, _), weight in theirs.items()
        }
        ((_, mine),) = distributions(joint, joint.given(given))
        if set(mine) != set(expected):
            found.append(f"{given}: other outputs")
        found += [f"{given} {key}" for key in some_of(expected) if key in mine and not agree(mine[key], expected[key])]
    return most, found


def some_of(keys):
    return list(keys)[:: max(1, len(keys) // 100)]


def some(type_, rng):
    """A value of an input's type."""
    if type_.kind == "vector":
        return List(some(type_.item, rng) for _ in range(type_.length))
    return rng.choice(list(leaf_values(type_)))


def agree(mine, theirs) -> bool:
    """Exactly for rationals; to nine digits where Euler's number is in them."""
    if isinstance(mine, Fraction) and isinstance(theirs, fmpq):
        return mine == Fraction(int(theirs.p), int(theirs.q))
    if isinstance(mine, Fraction) or isinstance(theirs, fmpq):
        return False
    value = nearest_float(theirs)
    return sign(mine - Fraction(value - 1e-9)) > 0 > sign(mine - Fraction(value + 1e-9))


def made(value: object) -> object:
    return make(list(map(unmade, value)) if isinstance(value, tuple) else value)


def unmade(value: object) -> object:
    return list(map(unmade, value)) if isinstance(value, tuple) else value


def data(value: object) -> object:
    """A value of faier as a certificate writes it."""
    raw = plain(value)
    return written(raw)


def written(raw: object) -> object:
    if isinstance(raw, list):
        return [written(item) for item in raw]
    if isinstance(raw, tuple):
        return {"tuple": [written(item) for item in raw]}
    return data_of(raw)


def streamless(source: str) -> list[str]:
    program = parse(source, "mechanism.py", {})
    return [
        function.name
        for function in program.functions
        if function.kind == "mechanism" and not any(isinstance(item.type, StreamType) for item in function.parameters)
    ]


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_files_mean_the_same(path):
    """Every construct of the language that has no unknown in it."""
    source = path.read_text()
    if path.stem == "every_epsilon":
        source = source.replace("Positive(1)", "1").replace("Positive, ", "")
    tried = 0
    for name in streamless(source):
        # All draws of `draws` together have too many outcomes: some of them at a time.
        for text, most in [(part, 1) for part in some_draws(source)] if name == "draws" else [(source, 4)]:
            try:
                count, found = differences(text, name, most)
            except Hole as hole:
                pytest.fail(f"{name}: {hole}")
            assert found == []
            tried += count
    assert tried > 0 or not streamless(source)


def some_draws(source):
    shown = "return (coin, die, LABELS[index], noisy, negative, parity, above, chosen, tuple(noises))"
    if shown not in source:
        raise AssertionError("draws shows something else")
    parts = ("coin, die, LABELS[index], noisy", "noisy, negative, parity", "parity, above, chosen, tuple(noises)")
    before, body = source.split("def draws(")
    body, after = body.split(shown)
    for part in parts:
        kept = [line for line in body.split("\n") if not _draws_else(line, part)]
        yield before + "def draws(" + "\n".join(kept) + f"return ({part})" + after


def _draws_else(line, part):
    """Whether the line draws what the part does not show."""
    names = ("coin", "die", "index", "noisy", "negative", "parity", "above", "chosen", "noises")
    return any(line.startswith(f"    {name} = ") and name not in part for name in names)


@pytest.mark.parametrize("start", range(0, 60, 30))
def test_random_files_mean_the_same(start):
    tried, holes = 0, []
    for seed in range(start, start + 30):
        made_ = generate(seed)
        if made_.prior is not None or made_.shape == "stream" or made_.length < 12:
            continue
        try:
            count, found = differences(made_.text(), made_.mechanism, 2)
        except Hole as hole:
            holes.append((seed, str(hole)))
            continue
        except Rejected:
            continue
        assert found == [], f"seed {seed}"
        tried += count
    assert tried >= 10
    assert len(holes) <= 2, holes


@pytest.mark.parametrize("start", range(0, 12, 3))
def test_certificates_of_random_files_are_valid(start):
    """Everything that is decided is valid, or is a hole because redoing it takes too long."""
    answers = []
    for seed in range(start, start + 3):
        made_ = generate(seed)
        try:
            found = certified(made_.text("log(2)", "5"))
        except Rejected:
            continue
        for item in found:
            answer = item.answer(steps=60_000)
            answers.append(answer.answer)
            assert answer.answer != "invalid", (seed, item.label, answer)
            assert "more likely" not in answer.reason, (seed, item.label, answer)
    assert answers.count("valid") >= 0.7 * len(answers) and answers
