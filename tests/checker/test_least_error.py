"""What the rule about the least error takes as a query, and what it says was proved."""

import hashlib
import json
from fractions import Fraction

import pytest
from certificate_rules import ADDED, LEAST, RULES

from faier.checker import check

BODY = "return count + geometric(1 / 2)"


def answer(source, rule="the least error", **evidence):
    document = RULES[rule].certificate()
    document["file"]["sha256"] = hashlib.sha256(source.encode()).hexdigest()
    document["evidence"] = document["evidence"] | evidence
    return check(json.dumps(document).encode(), source.encode())


SAME = {
    "on the left": "return geometric(1 / 2) + count",
    "in a variable": "noisy = count + geometric(1 / 2)\n    return noisy",
    "several": "return count + geometric(1 / 2) - 2 * geometric(1 / 3)",
    "on one way": "if count:\n        return 1\n    return geometric(1 / 2)",
    "real": "return count + laplace(1)",
}
HOLEY = {
    "none": "return count",
    "a helper's": "return count + drawn()",
    "two values": "yield count\n    return count + geometric(1 / 2)",
    "a tuple": "return (count + geometric(1 / 2), 1)",
    "a truth": "return count + geometric(1 / 2) > 0",
    "nothing on one way": "if count:\n        return count + geometric(1 / 2)",
}


def source(body):
    head = ADDED.replace("geometric, log", "geometric, laplace, log")
    helper = "def drawn():\n    return geometric(1 / 2)\n\n\n" if "drawn" in body else ""
    return head.replace("@mechanism", helper + "@mechanism").replace(BODY, body)


@pytest.mark.parametrize("name", SAME)
def test_the_query_is_what_is_shown_without_noise(name):
    assert answer(source(SAME[name])).answer == "valid"


@pytest.mark.parametrize("name", HOLEY)
def test_what_has_no_query_is_no_step(name):
    assert answer(source(HOLEY[name])).answer == "holey"


def test_another_query_has_another_least_error():
    """Apart by 2, the least is 1/2; by 1/2, it is 1/8."""
    twice = source("return 2 * count + geometric(1 / 2)")
    weights = [["0/1", "1/2"], ["2/1", "1/2"]]
    assert answer(twice).answer == "invalid"
    both = [
        one | {"multipliers": ["1/4" if n else "0/1" for n in map(Fraction, one["multipliers"])]}
        for one in LEAST["comparisons"]
    ]
    assert answer(twice, outputs=["0/1", "2/1"], weights=weights, comparisons=both, error="1/2").answer == "valid"
    assert (
        answer(twice, outputs=["0/1", "2/1"], weights=weights, comparisons=both, error="501/1000").answer == "invalid"
    )


def test_what_is_said():
    found = answer(ADDED)
    assert found.verdict == "least error"
    assert found.statement.endswith("shows one of 0, 1 has less mean error for the worst value than 0.2500000000")
    found = answer(ADDED, "the least mean error", error="1234567890123/10000000000000")
    assert found.statement.endswith("less mean error under the prior with p = 1/2 than 0.1234567890")
    assert answer(ADDED, error="-1/3").statement.endswith("than -0.3333333334")


def test_an_epsilon_that_is_not_known_is_no_step():
    unknown = ADDED.replace("import Int,", "import Int, Positive,") + "\nEPS = Positive(1)\n"
    assert answer(unknown).answer == "holey"
