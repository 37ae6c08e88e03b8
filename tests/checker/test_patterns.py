"""`match` in the checker against Python."""

from __future__ import annotations

import pytest
import test_functions
from test_functions import by_checker, by_python
from test_records import HEAD, records

from faier.checker.values import shown_key

ANY = "        case _:\n            return 'other'\n\n"
CASES = (
    "        case (v, w):\n            return v, w\n",
    "        case (v, w) if w > 5:\n            return v, w\n        case (a, b):\n            return a, b\n",
    "        case (a, b) if (v := 3) > 5:\n            return a\n        case (a, b):\n            return a, b, v\n",
    "        case {'a': v, **rest} if v == 1:\n            return v, rest\n"
    "        case {'a': q, **rest}:\n            return q, rest\n"
    "        case (1, q) | (q, 1) | [[q], _]:\n            return 'or', q\n        case {}:\n"
    "            return 'd'\n        case (int(q) | str(q), _) as whole:\n            return q, whole\n",
    "        case ((q, 1) | (1, q)) if q == 9:\n            return 'g', q\n        case [(5, q) | (q, 5), 8]:\n"
    "            return 's', q\n        case {1: 2, **v}:\n            return v, q\n",
)
VALUES = (
    *("(1, 2)", "(2, 1)", "((1, 2), 3)", "[1, 1]", "{'a': 1, 'b': x}", "{'a': x}", "{'b': 2}", "{}", "x", "'s'"),
    *("(x, [2])", "[[3], 4]", "[(5, x), 8]", "[(x, 5), 7]", "None", "('u', 3)", "{1: 2, 3: x}"),
)


@pytest.mark.parametrize("cases", CASES)
def test_cases_fit_as_in_python(cases: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(test_functions, "keyed", lambda value: shown_key(records(value)))
    head, fitting = f"{HEAD}\n\ndef of(v):\n    q = 7\n    match v:\n{cases}{ANY}", 0
    for value in VALUES:
        text = f"{head}@mechanism\ndef m(x: Int[0, 1]):\n    return of({value})\n"
        try:
            python = by_python(text, 1, monkeypatch)
        except TypeError:  # a guard compares a list and a number
            continue
        assert by_checker(text, 1) == python
        fitting += "other" not in str(python)
    assert fitting > 1
