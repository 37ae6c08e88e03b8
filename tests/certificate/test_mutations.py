"""Certificates of every kind with one number or one structural element changed: valid only where that still proves what
is then claimed. `scripts/mutate_certificates` does more."""

import json

import pytest
from certificate_mutations import changes, judged
from certificate_rules import RULES

from faier.checker import check

# Every so manyth change, of long certificates about so many, of those that are slow to check fewer; which ones differs
# from rule to rule.
STEP, MANY = 6, 120
SLOW = {"vectors at letters of reals": 60}


@pytest.mark.parametrize("name", RULES)
def test_changes_are_noticed(name):
    rule = RULES[name]
    text, source = json.dumps(rule.certificate()), rule.source.encode()
    every = list(changes(text))
    wrong, counted = [], 0
    step = max(STEP, len(every) // SLOW.get(name, MANY))
    for change in every[len(name) % step :: step]:
        counted += 1
        answer = check(change.text.encode(), source, 20_000).answer
        if answer == "valid" and judged(text, change, rule.source) is None:
            wrong.append((change.path, change.how, change.text))
    assert wrong == [] and counted > 40


def test_the_changes_reach_every_element():
    """Each is dropped, doubled, nested and retyped, and each number and text is another one."""
    text = json.dumps(RULES["growth"].certificate())
    found = list(changes(text))
    document = json.loads(text)
    for path in (("format",), ("claim", "epsilon"), ("evidence", "low"), ("evidence", "low", 1), ("evidence", "place")):
        kinds = {change.how for change in found if change.path == path}
        assert {"dropped", "nested", "nested deeply", "retyped"} <= kinds, path
        assert any(change.how in ("changed", "doubled") for change in found if change.path == path), path
    assert len({change.path for change in found}) > 30
    assert all(change.text != text for change in found)
    assert document == json.loads(text)


def test_what_was_not_proved_is_told():
    """A statement that is another one is none of the kinds that may stay valid."""
    rule = RULES["the claim"]
    text = json.dumps(rule.certificate())
    for path, value in ((("claim", "epsilon"), "log(2)"), (("set",), {"TRUTH": "1"}), (("verdict",), "refuted")):
        found = [change for change in changes(text) if change.path == path]
        assert found
        change = type(found[0])(path, "changed", rule.changed(path, value))
        assert judged(text, change, rule.source) is None
    longer = json.dumps(rule.certificate() | {"length": 3})
    change = type(found[0])(("length",), "changed", rule.changed(("length",), 4))
    assert judged(longer, change, rule.source) == "the same about more outputs, which faier proves too"
    again = rule.source.replace("    return answer if", "    yield flip(TRUTH) == answer\n    yield answer if")
    shorter = json.dumps(rule.certificate() | {"length": 1})
    for length in (2, None):
        change = type(found[0])(("length",), "changed", rule.changed(("length",), length))
        assert judged(shorter, change, again) is None
    assert judged(longer, type(change)(("length",), "changed", rule.changed(("length",), 2)), rule.source) is not None
