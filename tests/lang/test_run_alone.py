"""Functions and imports that are there for `if __name__ == "__main__":` alone are left out, by the checker too."""

from __future__ import annotations

import pytest

from faier.checker import language
from faier.checker.outcome import Hole
from faier.lang import Rejected, parse

FILE = """import sys
import argparse
from pathlib import Path
from faier import Int, flip, mechanism
{imports}
def shown(n):
    print(n)
def main(argv=sys.argv):
    options = argparse.ArgumentParser().parse_args(argv)
    shown(options)
    open(Path("x")).write(str(f(noisy(1))))
    return 0
def noisy(n):
    return n if flip(1 / 2) else 0
{between}
@mechanism
def f(x: Int[0, 1]):
    {more}
    return noisy(x)
{end}
"""
END = 'if __name__ == "__main__":\n    sys.exit(main())'


def _file(imports: str = "", between: str = "", more: str = "pass", end: str = END) -> str:
    return FILE.format(imports=imports, between=between, more=more, end=end)


def _names(text: str) -> list[str]:
    """The functions that are read, by both readers."""
    found = [function.name for function in parse(text, "a.py").functions]
    assert sorted(language.read(text, {}).functions) == sorted(found)
    return sorted(found)


def test_what_only_the_block_gets_to_is_left_out() -> None:
    assert _names(_file()) == ["f", "noisy"]


@pytest.mark.parametrize(
    ("file", "message"),
    [
        (_file(more="main()"), "`print` is not a function"),  # it is called elsewhere too
        (_file(between="def other(n):\n    return shown(n)\n"), "`print` is not a function"),
        (_file(between="AGAIN = shown"), "`print`"),
        (_file(more="sys.exit()"), "`sys` cannot be imported"),
        (_file(more="Path('x')"), "`pathlib` cannot be imported"),
        (_file(imports="from os import *"), "`os` cannot be imported"),
        (_file(imports="import numpy"), "`numpy` cannot be imported"),
        (_file(end=""), "`print` is not a function"),  # nobody says that it is run
        (_file(end='if __name__ == "__main__":\n    main()\nelse:\n    main()'), "nothing runs"),
        (_file(end="if flip(1 / 2):\n    main()"), "`print` is not"),
    ],
)
def test_anything_else_is_read(file: str, message: str) -> None:
    with pytest.raises(Rejected) as caught:
        parse(file, "a.py")
    assert any(message in item.message for item in caught.value.diagnostics)


@pytest.mark.parametrize("end", ['if __name__ == "__main__":\n    pass\nelse:\n    main()', "if 1:\n    main()"])
def test_the_checker_leaves_out_nothing_else(end: str) -> None:
    with pytest.raises(Hole):
        language.read(_file(end=end), {})


def test_what_a_function_that_nothing_calls_mentions_is_read() -> None:
    read = language.read(_file(between="def other(n):\n    return shown(n)\n"), {})
    assert {"shown", "other"} <= read.functions.keys()


WITH_EFFECT = """import sys
from faier import Int, mechanism
{file}
@mechanism
def f(x: Int[0, 1]):
    return x
"""


def test_the_file_without_effects_is_read() -> None:
    text = f"{WITH_EFFECT.format(file='K = 1')}def last(n=abs(5)):\n    return 0\n{END.replace('main()', 'last()')}\n"
    assert _names(text) == ["f"]


@pytest.mark.parametrize(
    ("said", "file"),
    [
        ("def last(n=(K := 5)):", "K = 1"),
        ("def last(n=SEEN.append(2)):", "SEEN = [1]"),
        ("def last(n: SEEN.append(2)):", "SEEN = [1]"),
        ("def last() -> SEEN.append(2):", "SEEN = [1]"),
        ("def last(n=globals().update(K=5)):", "K = 1"),
        ("def last():", '__name__ = "__main__"'),
    ],
)
def test_what_is_defined_with_an_effect_is_read(said: str, file: str) -> None:
    text = f"{WITH_EFFECT.format(file=file)}{said}\n    return 0\n{END.replace('main()', 'last()')}\n"
    with pytest.raises(Rejected):
        parse(text, "a.py")
    with pytest.raises(Hole):
        language.read(text, {})


def test_what_is_defined_quietly_is_left_out() -> None:
    said = "def last(n=int(sys.argv[1]), path: Path = Path(str(2))) -> list[int]:\n    return noisy(2)\n"
    assert _names(_file(between=said, end='if __name__ == "__main__":\n    main(last())')) == ["f", "noisy"]
