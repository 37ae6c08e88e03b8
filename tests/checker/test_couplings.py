"""Proofs by coupling, for streams of every length: valid, and invalid when anything in them is weakened."""

import copy
import json
from pathlib import Path

import pytest
from certificates import certified

MODEL = Path(__file__).parent.parent.parent / "models" / "above_threshold_clamped.py"


@pytest.fixture(scope="module")
def proof():
    return next(item for item in certified(MODEL.read_text()) if item.proved)


def test_above_threshold_is_proved_for_every_length(proof):
    document = json.loads(proof.text)
    (bounds,) = document["evidence"]["proofs"]
    assert bounds["kind"] == "coupling" and document["length"] is None
    assert proof.answer().answer == "valid"
    assert len(proof.text) < 20_000


def test_changed_bounds_and_flows_are_noticed(proof):
    """Amounts are halved, tripled, negated and left out. Halving a bound that is not tight may leave a proof."""
    document = json.loads(proof.text)
    survivors = []
    for path, value in list(leaves(document["evidence"]["proofs"][0])):
        top, bottom = (int(part) for part in value.split("/"))
        for changed in (f"{top}/{bottom * 2}", f"{-top}/{bottom}", f"{top * 3}/{bottom}", "1/0", None, 1):
            other = copy.deepcopy(document)
            inside = other["evidence"]["proofs"][0]
            for step in path[:-1]:
                inside = inside[step]
            inside[path[-1]] = changed
            if top and proof.answer(json.dumps(other)).answer == "valid":
                survivors.append((path, changed))
    assert [path for path, _ in survivors if path[0] != "bounds"] == []


def leaves(value, here=()):
    """A few of the fractions in each part."""
    if isinstance(value, str) and "/" in value:
        yield here, value
    elif isinstance(value, list):
        for index in sorted({0, len(value) // 2, len(value) - 1} & set(range(len(value)))):
            yield from leaves(value[index], (*here, index))
    elif isinstance(value, dict):
        for key in ("factor", "start", "flows", "bounds"):
            yield from list(leaves(value[key], (key,)))[:4]
