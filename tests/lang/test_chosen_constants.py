"""Constants that an `if` at the top level chooses, as Python chooses them; what does more is refused."""

from __future__ import annotations

import pytest

from faier.lang import Rejected, parse
from faier.limits import Limits
from faier.semantics.explore import explore
from faier.semantics.process import Tell

MECHANISM = "\n@mechanism\ndef f(x: Int[0, 0]):\n    return SHOWN\n"
WORDS = "from faier import Int, mechanism\n"
CHOSEN = [
    "if N > 1:\n    A = N\n    B = A + 1\nelse:\n    A = -N\n    B = 7\n",
    "if N == 0:\n    A = 1\nelif not N - 1:\n    A = 2\nelse:\n    A = 3\nB = A\n",
    "if max(N, 1) > 1:\n    A = [N, 1]\nelse:\n    A = []\nB = len(A)\n",
    "if N:\n    A = 1\n    A = 2\nelse:\n    A = 3\n    A = 4\nB = A\n",
    "A = 1\nif N:\n    A = 2\nB = 5 - A\n",
    "if N:\n    if N > 1:\n        A = 1\n    else:\n        A = 2\nelse:\n    A = 1 // (N + 1)\nB = A\n",
]
REFUSED = [
    "if N:\n    A = 1\nB = 2\n",
    "if N:\n    A = 1\nelse:\n    B = 2\n",
    "if N:\n    A = 1\n    print(A)\nelse:\n    A = 2\n",
    "if max(N, 1):\n    A = 1\n    max = 3\nelse:\n    A = 2\n    max = 4\n",
]


@pytest.mark.parametrize("text", CHOSEN)
@pytest.mark.parametrize("number", [0, 1, 2])
def test_as_python(text: str, number: int) -> None:
    text = f"N = {number}\n{text}"
    known: dict[str, object] = {}
    exec(text, known)
    program = parse(WORDS + text + MECHANISM.replace("SHOWN", "str(A) + ' ' + str(B)"), "chosen.py")
    shown = [state.value for state in explore(program, "f", Limits()).states if isinstance(state, Tell)]
    assert shown == [f"{known['A']} {known['B']}"]


@pytest.mark.parametrize("text", REFUSED)
def test_what_does_more_is_refused(text: str) -> None:
    with pytest.raises(Rejected) as refused:
        parse(f"{WORDS}N = 1\n{text}{MECHANISM.replace('SHOWN', '0')}", "chosen.py")
    assert {item.code for item in refused.value.diagnostics} & {"FA103", "FA205", "FA206", "FA210", "FA203", "FA202"}
