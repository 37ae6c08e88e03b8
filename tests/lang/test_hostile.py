"""Whatever a file holds, it is read or rejected with a message: never a traceback, never for long."""

from __future__ import annotations

import random
import sys
import warnings
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from faier.lang import Rejected, parse, read, render
from faier.report.explain import codes

HEAD = "from faier import Int, mechanism\n\n@mechanism\ndef f(x: Int[0, 1]):\n"

CODES = {code for code in codes() if code < "FA7"}


def refused_with(source: str) -> set[str]:
    with pytest.raises(Rejected) as caught:
        parse(source, "hostile.py")
    for item in caught.value.diagnostics:
        assert item.code in CODES
        assert render(item, source).isprintable() or "\n" in render(item, source)
    return {item.code for item in caught.value.diagnostics}


def read_or_rejected(source: str) -> None:
    """What is read, Python can compile."""
    try:
        parse(source, "any.py")
    except Rejected as error:
        assert error.diagnostics
        return
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        compile(source, "any.py", "exec")


NESTED = {
    "parentheses": "N = " + "(" * 5000 + ")" * 5000,
    "closed parentheses": "N = " + "(" * 5000 + "1" + ")" * 5000,
    "lists": "N = " + "[" * 190 + "]" * 190,
    "signs": "N = " + "-" * 5000 + "1",
    "nots": "N = " + "not " * 5000 + "1",
    "sums": "N = " + "1 + " * 5000 + "1",
    "powers": "N = " + "1 ** " * 5000 + "1",
    "comparisons in parentheses": "N = " + "(1 < " * 150 + "1" + ")" * 150,
    "calls": "N = " + "f(" * 150 + ")" * 150,
    "attributes": "N = x" + ".a" * 5000,
    "indices": "N = x" + "[0]" * 5000,
    "choices": "N = " + "1 if 1 else " * 3000 + "1",
    "lambdas": "N = " + "lambda: " * 3000 + "1",
    "blocks": HEAD + "".join(" " * depth + "if x:\n" for depth in range(1, 99)) + " " * 99 + "pass\n",
    "loops": HEAD + "".join(" " * depth + "for i in [x]:\n" for depth in range(1, 23)) + " " * 23 + "pass\n",
    "elifs": HEAD + "    if x:\n        pass\n" + "    elif x:\n        pass\n" * 3000,
    "strings": "N = " + "f'{" * 140 + "1" + "}'" * 140,
}


@pytest.mark.parametrize("source", NESTED.values(), ids=NESTED.keys())
def test_deep_nesting(source: str) -> None:
    assert refused_with(source) <= {"FA004", "FA005"}


LARGE = {
    "tower": ("N = 10 ** 10 ** 10", "FA501"),
    "tower of floats": ("N = 2.5 ** 10 ** 9", "FA501"),
    "negative tower": ("N = 3 ** -10 ** 10", "FA501"),
    "tower in a body": (HEAD + "    return 1e100000000", "FA115"),
    "exponent": ("N = 1e100000000", "FA115"),
    "tiny exponent": ("N = 1e-100000000", "FA115"),
    "digits": ("N = " + "9" * 5000, "FA004"),
    "hexadecimal digits": ("N = 0x" + "f" * 5000, "FA501"),
    "decimals": ("N = 0." + "3" * 5000, "FA115"),
    "product": ("N = " + " * ".join(["2 ** 60000"] * 3), "FA501"),
    "list": ("N = [0] * 10 ** 9", "FA501"),
    "listed lists": ("N = [[0] * 10 ** 6] * 10 ** 6\nM = [N] * 10 ** 6", "FA501"),
    "range": ("N = sum(range(10 ** 9))", "FA501"),
    "comprehension": ("N = [a + b for a in range(10 ** 4) for b in range(10 ** 4)]", "FA501"),
    "exponential": ("from faier import exp\nN = exp(1) ** 10 ** 9", "FA501"),
    "bounds": ("from faier import Int\nT = Int[0, 10 ** 10 ** 10]", "FA501"),
    "epsilon": (
        "from faier import each, log, mechanism, private, Int\n\n"
        "@private(epsilon=log(10 ** 10 ** 10), neighbors=each(1))\n@mechanism\ndef f(x: Int[0, 1]):\n    return 0\n",
        "FA501",
    ),
}


@pytest.mark.parametrize(("source", "code"), LARGE.values(), ids=LARGE.keys())
def test_large_numbers(source: str, code: str) -> None:
    assert refused_with(source) == {code}


def test_null_bytes_and_other_bytes() -> None:
    assert refused_with("N = 3\0\n") == {"FA004"}
    assert refused_with("N = \x1b[31m3\n") == {"FA004"}
    assert refused_with("\N{RIGHT-TO-LEFT OVERRIDE} = 3\n") == {"FA004"}
    assert refused_with("N = 'a\ud800'\n") == {"FA004"} or refused_with("N = 'a\ud800'\n") == {"FA115"}


def test_a_large_file_is_refused() -> None:
    assert refused_with("# " + "x" * 1_000_001) == {"FA003"}


def test_warnings_of_python_stay_inside() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        parse('N = "\\d"\nM = 1if 1 else 2\n', "warned.py")


def test_random_bytes_are_rejected(tmp_path: Path) -> None:
    source = random.Random(7)
    for number in range(100):
        path = tmp_path / f"random{number}.py"
        path.write_bytes(source.randbytes(400))
        with pytest.raises(Rejected):
            parse(read(str(path)), str(path))


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.text(max_size=60))
def test_any_text(text: str) -> None:
    try:
        parse(text, "any.py")
    except Rejected as error:
        assert error.diagnostics


TOKENS = [
    "from faier import Int, Vector, Stream, mechanism, prior, private, each, flip, secret, geometric, clamp, log\n",
    "@mechanism\n",
    "@prior\n",
    "@private(epsilon=log(2), neighbors=each(1))\n",
    "def f(x: Int[0, 2]):\n",
    "def g(x, y=1):\n",
    "    ",
    "        ",
    "return ",
    "yield ",
    "if ",
    "else:\n",
    "for ",
    "while ",
    "in ",
    "range(",
    "x",
    "y",
    "f",
    "g",
    "flip(",
    "geometric(",
    "clamp(",
    "secret(",
    "(",
    ")",
    "[",
    "]",
    ",",
    ":",
    "\n",
    "=",
    "==",
    "+",
    "-",
    "*",
    "**",
    "/",
    "//",
    "%",
    "+=",
    "not ",
    "and ",
    "or ",
    "is ",
    "None",
    "True",
    "0",
    "1",
    "2.5",
    "'a'",
    "lambda ",
    "match ",
    "case ",
    "_",
    "N",
    ".",
    "...",
    "*",
    "assert ",
    "break\n",
    "continue\n",
    "pass\n",
    "[x for x in ",
    "Stream[",
    "Vector[",
    "del ",
    "global ",
    "try:\n",
    "import ",
    "as ",
    "f'",
    '"""',
    "#",
    "\\",
    ";",
]


@settings(max_examples=500, deadline=None, derandomize=True)
@given(st.lists(st.sampled_from(TOKENS), max_size=40))
def test_any_tokens(tokens: list[str]) -> None:
    read_or_rejected("".join(tokens))


def test_mutated_files() -> None:
    """Files with a line removed, doubled or swapped are read or rejected."""
    source = random.Random(11)
    for path in sorted((Path(__file__).parent.parent / "accepted").glob("*.py")):
        lines = path.read_text(encoding="utf-8").split("\n")
        for _ in range(12):
            changed = list(lines)
            at, other = source.randrange(len(lines)), source.randrange(len(lines))
            change = source.randrange(4)
            if change == 0:
                del changed[at]
            elif change == 1:
                changed.insert(at, changed[other])
            elif change == 2:
                changed[at], changed[other] = changed[other], changed[at]
            elif changed[at]:
                cut = source.randrange(len(changed[at]))
                changed[at] = changed[at][:cut] + changed[at][cut + 1 :]
            read_or_rejected("\n".join(changed))


def test_nothing_is_executed(tmp_path: Path) -> None:
    victim = tmp_path / "victim.txt"
    victim.write_text("still here")
    remove = f"__import__('os').remove({str(victim)!r})"
    source = f"import os\nN = {remove}\n@{remove}\ndef f(x: {remove} = {remove}) -> {remove}:\n    {remove}\n"
    assert refused_with(source)
    assert victim.exists()
    assert "os" in sys.modules


@pytest.mark.parametrize(
    ("make", "code"),
    [
        (lambda path: None, "FA001"),
        (lambda path: path.mkdir(), "FA001"),
        (lambda path: path.write_bytes(b"N = '\xff\xfe'"), "FA002"),
        (lambda path: path.write_bytes(b"#" * 1_000_001), "FA003"),
    ],
    ids=["missing", "folder", "not UTF-8", "too large"],
)
def test_unreadable_files(tmp_path: Path, make, code: str) -> None:  # type: ignore[no-untyped-def]
    path = tmp_path / "file.py"
    make(path)
    with pytest.raises(Rejected) as caught:
        read(str(path))
    (item,) = caught.value.diagnostics
    assert (item.code, item.path) == (code, str(path))


def test_unreadable_names() -> None:
    for name in ("null\0byte", "x" * 5000, ""):
        with pytest.raises(Rejected) as caught:
            read(name)
        assert caught.value.diagnostics[0].code == "FA001"


def test_byte_order_mark_and_line_ends(tmp_path: Path) -> None:
    path = tmp_path / "file.py"
    path.write_bytes(b"\xef\xbb\xbfN = 3\r\nM = N\rK = 4")
    assert read(str(path)) == "N = 3\nM = N\nK = 4"
    assert parse("\ufeffN = 3\r\nM = N\r\n", "x.py").constants == (("N", 3), ("M", 3))


def test_another_encoding_is_refused() -> None:
    assert refused_with("# -*- coding: latin-1 -*-\nN = 3\n") == {"FA002"}
    assert refused_with("#!/usr/bin/python\n# vim: set fileencoding=cp1252 :\nN = 3\n") == {"FA002"}
    assert parse("# -*- coding: utf-8 -*-\nN = 3\n", "x.py").constants == (("N", 3),)
    assert parse("N = 3\n# coding: latin-1\n", "x.py").constants == (("N", 3),)
