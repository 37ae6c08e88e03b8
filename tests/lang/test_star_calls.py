"""`*` in calls of a file's own functions: the same as writing the arguments out."""

from __future__ import annotations

import asked
import pytest

from faier.lang import Rejected, parse, show

HEAD = (
    "from faier import Int, Vector, each, flip, mechanism, uniform\n\n\n"
    "def mixed(a, b, c=1, *, k=5):\n    return (a + 2 * b + 4 * c) % k\n\n\n"
    "def first_changed(value, items):\n    items = list(items)\n    items[0] = value\n    return items\n\n\n"
    "@mechanism\ndef m(v: Vector[Int[0, 1], 2], w: Int[0, 1]):\n"
    "    if flip(1 / 2):\n        return uniform(0, 4)\n"
)


def factor(body: str) -> str:
    found = asked.tight(HEAD + f"    return {body}\n", "m", "each(1)").tight
    assert found is not None and found.lower == found.upper
    return str(found.lower)


@pytest.mark.parametrize(
    ("starred", "written_out"),
    [
        ("mixed(*v, w)", "mixed(v[0], v[1], w)"),
        ("mixed(w, *v)", "mixed(w, v[0], v[1])"),
        ("mixed(*v, *[w])", "mixed(v[0], v[1], w)"),
        ("mixed(*v, c=w)", "mixed(v[0], v[1], w)"),
        ("mixed(*v, c=w, k=4)", "mixed(v[0], v[1], w, k=4)"),
        ("mixed(w, *v[1:], c=0)", "mixed(w, v[1], 0)"),
        ("mixed(*(), *v, *(w,))", "mixed(v[0], v[1], w)"),
        ("mixed(*[uniform(0, 1) for _ in range(2)], w)", "mixed(uniform(0, 1), uniform(0, 1), w)"),
        ("mixed(*(x + 1 for x in v), w)", "mixed(v[0] + 1, v[1] + 1, w)"),
        ("mixed(*range(2), w)", "mixed(0, 1, w)"),
        ("mixed(*sorted(v), w)", "mixed(min(v), max(v), w)"),
        ("first_changed(*(w, v))[0]", "w"),
        ("sum(first_changed(*[1, v]))", "1 + v[1]"),
    ],
)
def test_a_starred_call_is_the_call_written_out(starred: str, written_out: str) -> None:
    assert factor(starred) == factor(written_out)


def test_a_starred_call_is_shown_as_itself() -> None:
    program = parse(HEAD + "    return mixed(*v, c=w) + mixed(w, *v)\n", "m.py")
    assert parse(show(program), "m.py") == program


@pytest.mark.parametrize(
    ("body", "code", "part"),
    [
        ("mixed(*v)", "FA411", "mixed has 4 parameters, but gets arguments for 3 here"),
        ("mixed(*v, *v)", "FA411", "but gets arguments for 5 here"),
        ("mixed(1, *w)", "FA409", "an integer cannot be iterated over"),
        ("mixed(*v, a=1)", "FA206", "needs an argument for `b`"),
        ("mixed(*v, 1, 2, 3, 4)", "FA206", "takes 3 positional arguments here, not 4"),
        ("mixed(1, 2, *v, b=2, c=1)", "FA206", "takes 1 positional argument here, not 2"),
        ("mixed(*v, nobody=1)", "FA206", "no parameter `nobody`"),
        ("mixed(*v, **w)", "FA206", "`**` stands here for what"),
    ],
)
def test_a_wrong_starred_call_is_an_error(body: str, code: str, part: str) -> None:
    with pytest.raises(Rejected) as caught:
        factor(body)
    (found,) = caught.value.diagnostics
    assert found.code == code and part in found.message
    assert found.span.line == 18


def test_a_list_that_is_passed_by_a_star_is_still_the_callers() -> None:
    text = (
        "from faier import Int, mechanism\n\n\ndef same(a, b):\n    return b\n\n\n"
        "@mechanism\ndef m(x: Int[0, 1]):\n    own = [x, x]\n    other = same(*(1, own))\n"
        "    other[0] = 5\n    return tuple(own)\n"
    )
    with pytest.raises(Rejected) as caught:
        parse(text, "m.py")
    assert {item.code for item in caught.value.diagnostics} == {"FA210"}
