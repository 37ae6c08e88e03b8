"""What a lambda makes for a defaultdict, as Python runs it, and when the file is written out and read again."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.lang import Rejected

HEAD = "N = 2\nKEY = 'a'\nNAMES = 'x', 'y'\n\n\n"
BODIES = [
    "t = defaultdict(lambda: [0] * len(NAMES))\n    t[x][1] += 2\n    return dict(t), t[5]",
    "t = defaultdict(lambda: [0] * N)\n    t[x][1] += 2\n    a = t[7]\n    return dict(t), a, len(t)",
    "t = defaultdict(lambda: {'n': 0, 'rows': []})\n    t[x]['n'] += 2\n    t[1]['rows'].append(x)\n    return dict(t)",
    "t = defaultdict(lambda: {'n': 0, 'by': defaultdict(int)})\n    t[x]['n'] += 2\n    a = t[1]['by'][x]\n"
    "    return [(k, v['n'], dict(v['by'])) for k, v in t.items()], a",
    "t = defaultdict(lambda: defaultdict(lambda: [N, -1]))\n    t[0][x][0] += 5\n    return dict(t[0]), dict(t[1])",
    "t = defaultdict(lambda: {KEY: Counter(), 'd': deque(), 's': {1, N}})\n    t[0]['a'][x] += 1\n"
    "    t[0]['s'].add(x)\n    t[1]['d'].append(x)\n    return [t[0]['a'][x], t[0]['s'], len(t[1]['d'])]",
]


@pytest.mark.parametrize("body", BODIES)
def test_what_a_lambda_makes(body: str) -> None:
    assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n")


LOCAL = [
    "n = x\n    t = defaultdict(lambda: [0] * n)\n    n = 5\n    return len(t[0])",
    "N = x\n    t = defaultdict(lambda: [0] * N)\n    return len(t[0])",
    "t = defaultdict(lambda: [flip(1 / 2)])\n    return t[0]",
    "t = defaultdict(lambda: [*'ab'])\n    return t[0]",
]


@pytest.mark.parametrize("body", LOCAL)
def test_what_is_known_later_is_not_followed(body: str) -> None:
    with pytest.raises(Rejected):
        assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n")


SECOND_NAMES = [
    "t = defaultdict(lambda: defaultdict(list))\n    rows = t[1][2]\n    rows.append(x)\n    return len(t[1][2]), rows",
    "t = defaultdict(lambda: {'r': defaultdict(list)})\n    r = t[1]['r'][2]\n    r.append(x)\n    return dict(t[1])",
    "t = defaultdict(lambda: defaultdict(lambda: [[0]]))\n    row = t[1][2][0]\n    row.append(x)\n    return t[1][2]",
    "t = defaultdict(lambda: defaultdict(lambda: defaultdict(set)))\n    s = t[1][2][3]\n    s.add(x)\n"
    "    return len(t[1][2][3])",
    "t = defaultdict(lambda: {'r': defaultdict(int)})\n    e = t[1]\n    e['r'][x] += 1\n    return len(t[1]['r'])",
]


@pytest.mark.parametrize("body", SECOND_NAMES)
def test_what_was_made_is_held_there(body: str) -> None:
    """Two names would see one change."""
    with pytest.raises(Rejected, match="FA210"):
        assert_as_python(f"{HEAD}@mechanism\ndef f(x: Int[0, 2]):\n    {body}\n")
