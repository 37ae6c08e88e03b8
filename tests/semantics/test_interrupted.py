"""What an exception interrupts, and what has changed by then."""

import pytest
from as_python import assert_as_python

from faier.lang import parse
from faier.lang.diagnostics import Rejected

HEAD = "from collections import Counter, defaultdict\nfrom faier import Int, mechanism\n\n\n"
HELPER = "def g(d, x):\n    yield d[1]\n    yield d[x]\n    yield d[5]\n\n\n"
START = "@mechanism\ndef f(x: Int[0, 3]):\n    d = {0: 0, 1: 1}\n    n = 0\n"
ENDING = (
    "    except LookupError:\n        n += 5\n    except ZeroDivisionError:\n        n += 6\n"
    "    except ValueError:\n        n += 7\n"
)
AS_PYTHON = {
    "a list that a defaultdict makes": ("q = defaultdict(list)", "q[6].append(6 // x)", "(n, tuple(q))"),
    "a number that a defaultdict makes": ("q = defaultdict(int)", "q[6] += 6 // x", "(n, tuple(q))"),
    "a key that a Counter lacks": ("q = Counter()", "q[6] += 6 // x", "(n, tuple(q))"),
    "a Counter that looks at itself": ("q = Counter()", "q[6] += len(q) + 1", "(n, q[6])"),
    "the place before the value": ("q = {1: [1]}", "q[x].append(6 // x)", "(n, tuple(q))"),
    "what leads to the place": ("q = defaultdict(list)", "q[1][x] = 6 // x", "(n, tuple(q))"),
    "any stops": ("", "n = any(6 // (v - x) > 3 for v in [3, 2, 1])", "n"),
    "a list": ("", "n = sum(6 // v for v in [d[v] for v in [1, x, 5]])", "n"),
    "what is taken whole": ("", "n = len(sorted((d[v] for v in [1, x]), key=lambda v: 1 // v))", "n"),
    "what enumerate goes over": ("q = {0: [3, 2], 1: [1]}", "n = [i for i, v in enumerate(q[x]) if 6 // (v - 2)]", "n"),
    "what zip goes over": ("q = {0: [3, 1], 1: [2]}", "for v, k in zip(q[x], d): n += 6 // (v - 2)", "n"),
    "int of what is no number": ("q = ['7', '1.5', 'x', '']", "n = int(q[x])", "n"),
    "int in a base": ("q = ['7', '8', '+3', '-']", "n = int(q[x], 8)", "n"),
    "Fraction of what is no number": ("q = ['1/2', '1/0', 'x', '1.5']", "n = Fraction(q[x])", "n"),
    "Fraction by nothing": ("", "n = Fraction(1, x)", "n"),
    "a text that is not there": ("", "n = 'abc'.index('cx'[x // 2])", "n"),
    "a text that parts nothing": ("", "n = len('a,b'.split(',' * x))", "n"),
    "a text": ("", "n = len(','.join(str(6 // (x - v)) for v in range(2)))", "n"),
}
REFUSED = {
    "next": "n = next((v for v in [3, 2, 1] if 6 // (v - x) > 2), 7)",
    "zip": "n = len([a for a, b in zip([1, 2], (6 // (v - x) for v in [5, 4, 3]))])",
    "two in turns": "n = len(list(zip((d[v] for v in [1, 5]), (1 // v for v in [1, x]))))",
    "any of what a helper yields": "n = any(v > 0 for v in g(d, x))",
    "all of a generator in a generator": "n = all(d[v] for v in (1 // (w - x) for w in [2, 1]))",
    "a list of a generator": "n = sum([1 // v for v in (d[v] for v in [1, x, 5])])",
    "a list of what a helper yields": "n = sum([1 // v for v in g(d, x)])",
    "a key": "n = max((d[v] for v in [1, x, 5]), key=lambda v: 1 // v)",
    "names": "a, b = (d[v] for v in [1, 0, 1, x])",
    "names of what a helper yields": "a, b = g(d, x)",
    "a start": "n = sum((d[v] for v in [1, x]), 1 // x)",
}


@pytest.mark.parametrize(("before", "tried", "shown"), AS_PYTHON.values(), ids=AS_PYTHON)
def test_is_as_in_python(before: str, tried: str, shown: str) -> None:
    start = START + (f"    {before}\n" if before else "")
    assert_as_python(f"{start}    try:\n        {tried}\n{ENDING}    return {shown}\n", written=False)


@pytest.mark.parametrize("tried", REFUSED.values(), ids=REFUSED)
def test_is_refused(tried: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(f"{HEAD}{HELPER}{START}    try:\n        {tried}\n{ENDING}    return n\n", "file.py")
    assert "FA101" in {item.code for item in caught.value.diagnostics}
