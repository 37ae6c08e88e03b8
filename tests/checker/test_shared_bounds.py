"""Bounds that are shared by days, secrets and boxes of unknowns: certificates of long time series."""

import json
from fractions import Fraction

import asked
import pytest
from certificates import certified
from test_long_series import ENDLESS, KINDS, TEXT, parsed

from faier.certificate import places
from faier.certificate.places import placings
from faier.certificate.unwritten import Unwritten
from faier.checker import FORMAT, check
from faier.checker.checking import digest
from faier.checker.claims import claim_of
from faier.checker.fed_process import Joint
from faier.checker.language import read
from faier.checker.merge_nodes import Places, _common
from faier.checker.outcome import Budget
from faier.checker.secret_graphs import believed
from faier.limits import Limits, seconds


def claimed(text, epsilon, prior="chain"):
    claim = {"mechanism": "response", "decorator": None, "epsilon": epsilon, "delta": None}
    file = read(text, {})
    return Joint(file, claim_of(file, claim | {"neighbors": None, "prior": prior, "pairs": None}), Budget(10**8))


@pytest.mark.parametrize("kind", range(len(KINDS)))
@pytest.mark.parametrize("length", [None, 1])
def test_bounds_are_found_where_the_algebra_engine_proves_and_never_where_it_refutes(kind, length, monkeypatch):
    text = TEXT.format(last=1, days=2, **KINDS[kind])
    tight = asked.bound_unknowns(*parsed(text), length, seconds(60)).tight
    above = placings(claimed(text, f"log(({tight.upper}) * 11 / 10)"), length, Limits())
    assert above["kind"] == "places"
    monkeypatch.setattr(places, "BOXES", 9)
    with pytest.raises(Unwritten):
        placings(claimed(text, f"log(({tight.lower}) * 99 / 100)"), length, Limits())


LONG = {
    "days of which one of two is secret": TEXT.format(last=1, days=20, **KINDS[0]).replace("epsilon=1", "epsilon=4.5"),
    "no end": ENDLESS.format(secret="secret(state)", epsilon="2.91"),
}


@pytest.mark.parametrize("name", LONG)
def test_long_series_are_certified(name):
    (found,) = certified(LONG[name])
    document = json.loads(found.text)
    assert found.proved
    assert found.answer().answer == "valid"
    evidence = document["evidence"]
    assert evidence["kind"] == "places"
    assert evidence["boxes"] == 0
    shorter = {**evidence, "proofs": evidence["proofs"][1:]}
    longer = {**evidence, "proofs": evidence["proofs"] * 2}
    turned = {**evidence, "boxes": [0, "2/3", 0, 0]}
    for changed in (shorter, longer, turned):
        assert found.answer(json.dumps(document | {"evidence": changed})).answer == "invalid"
    wider = found.source.replace("Real[0.6", "Real[0.5")
    told = found.text.replace(document["file"]["sha256"], digest(wider))
    assert found.answer(told, wider).answer == "invalid"


def test_unknowns_are_cut_into_boxes():
    """Each proof is for its own box, and together the boxes are all values."""
    text = TEXT.format(last=1, days=2, **KINDS[1])
    tight = asked.bound_unknowns(*parsed(text), None, seconds(60)).tight
    epsilon = f"log(({tight.upper}) * 1001 / 1000)"
    evidence = placings(claimed(text, epsilon), None, Limits())
    claim = {"mechanism": "response", "decorator": None, "epsilon": epsilon, "delta": None}
    document = {
        "format": FORMAT,
        "file": {"path": "m.py", "sha256": digest(text)},
        "set": {},
        "claim": claim | {"neighbors": None, "prior": "chain", "pairs": None},
        "verdict": "proved",
        "length": None,
    }

    def answer(**changed):
        return check(json.dumps(document | {"evidence": evidence | changed}).encode(), text.encode()).answer

    tree, proofs = evidence["boxes"], evidence["proofs"]
    assert tree != 0
    assert answer() == "valid"
    assert answer(proofs=proofs[::-1]) == "invalid"
    for number, proof in enumerate(proofs):
        assert answer(boxes=0, proofs=[proof]) == "invalid"
        assert answer(proofs=proofs[:number] + proofs[number + 1 :]) == "invalid"
    assert answer(boxes=[tree[0], "1/3", *tree[2:]]) == "invalid"


def places_of(days, last):
    joint = claimed(TEXT.format(last=last, days=days, **KINDS[0]), "5")
    found = Places(joint.budget)
    parts = [found.parts(words) for words in believed(joint, None)]
    return found, parts


def test_days_that_look_alike_are_proved_once():
    """Twice as many days, of which any may be secret, make twice as many places, not four times as many."""
    (few, _), (many, parts) = places_of(6, 5), places_of(12, 11)
    assert len(many.steps) < 2.2 * len(few.steps)
    assert len(parts) == 2 * 12
    assert min(map(len, parts)) >= 2


def test_every_combination_of_parameters_is_compared():
    """Also those after one under which there is one secret alone."""
    text = (
        "from faier import Bool, Int, Probability, flip, log, mechanism, prior, private, secret\n"
        "@prior\ndef days(n: Int[0, 2], p: Probability):\n    day = n != 1 and flip(p)\n    secret(day)\n"
        "    return day\n\n\n"
        "@private(epsilon=log(3), prior=days)\n@mechanism\ndef response(day: Bool):\n"
        "    return day if flip(3 / 4) else not day\n"
    )
    assert len(list(believed(claimed(text, "log(3)", "days"), None))) == 4


def test_a_cut_is_where_all_rows_are_multiples_of_one():
    third = Fraction(1, 3)
    one, twice, other = {0: third, 1: third}, {0: 2 * third, 1: 2 * third}, {0: third, 1: 2 * third}
    assert _common([{}, one, twice, {}]) == {0: 1, 1: 1}
    assert _common([{}, one, {}, other]) is None
    assert _common([{0: third}, one]) is None
    assert _common([{}, {}]) is None
