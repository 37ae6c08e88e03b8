"""Every rule of certificates accepts what it should, and rejects what is wrong in one place."""

import json

import pytest
from certificate_rules import RULES

from faier.checker import check


@pytest.mark.parametrize("name", RULES)
def test_a_rule_accepts(name):
    rule = RULES[name]
    answer = check(json.dumps(rule.certificate()).encode(), rule.source.encode())
    assert (answer.answer, answer.verdict) == ("valid", rule.verdict), answer


@pytest.mark.parametrize("name", RULES)
def test_a_rule_rejects(name):
    rule = RULES[name]
    for path, value, *answer in rule.rejected:
        found = check(rule.changed(path, value).encode(), rule.source.encode())
        assert found.answer == (answer[0] if answer else "invalid"), (path, value, found)
