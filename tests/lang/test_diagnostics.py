"""How diagnostics look, where they point, and that they cannot harm a terminal."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from faier.lang import Diagnostic, Rejected, parse, render, show
from faier.lang.failures import Failure
from faier.lang.syntax import NOWHERE, Span
from faier.limits import LimitReached, Limits
from faier.report.explain import codes, find
from faier.semantics import denote
from faier.semantics.explore import explore

# Those that mechanism files can have.
CODES = [code for code in codes() if code < "FA7"]
STATIC = {code for code in CODES if code < "FA4" and code not in ("FA207", "FA310")} | {"FA407", "FA501"}


def first_error(source: str) -> Diagnostic:
    with pytest.raises(Rejected) as caught:
        parse(source, "file.py")
    return caught.value.diagnostics[0]


def only_error(source: str) -> Diagnostic:
    with pytest.raises(Rejected) as caught:
        parse(source, "file.py")
    (item,) = caught.value.diagnostics
    return item


def test_rendered_like_a_compiler() -> None:
    source = (
        "from faier import Int, mechanism\n\n\n@mechanism\ndef f(x: Int[0, 1]):\n    return 3 + cuont\n\ncount = 3\n"
    )
    assert render(first_error(source), source) == (
        "error[FA201]: `cuont` is not defined\n"
        " --> file.py:6:16\n"
        "  |\n"
        "6 |     return 3 + cuont\n"
        "  |                ^^^^^\n"
        "  = help: did you mean `count`?"
    )


def test_colors_only_when_asked_for() -> None:
    source = "N = M\n"
    item = first_error(source)
    assert "\x1b" not in render(item, source)
    assert re.sub(r"\x1b\[[\d;]*m", "", render(item, source, color=True)) == render(item, source)


def test_words_of_a_star_import_are_reported_once() -> None:
    """The star alone is wrong, and the help names exactly what the file uses of it and does not define itself."""
    source = (
        "from faier import *\nfrom fractions import *\n\n\n"
        "@private(epsilon=log(3), neighbors=one())\n@mechanism\n"
        "def f(x: Bool):\n    return x if flip(Fraction(1, 2)) else uniform(x)\n\n\n"
        "def uniform(x):\n    return not x\n"
    )
    with pytest.raises(Rejected) as caught:
        parse(source, "file.py")
    assert [(item.code, item.hint) for item in caught.value.diagnostics] == [
        ("FA104", "name them: from faier import Bool, flip, log, mechanism, one, private"),
        ("FA104", "name them: from fractions import Fraction"),
    ]


def test_without_a_place_or_source() -> None:
    item = Diagnostic("FA001", "there is no such file", "", "file.py", NOWHERE, ("a note",))
    assert render(item) == "error[FA001]: there is no such file\n --> file.py\n  = note: a note"
    assert render(first_error("N = M\n"), "") == "error[FA201]: `M` is not defined\n --> file.py:1:5"


def test_columns_count_characters() -> None:
    source = "größe, ähm = 'äöü', M\n"
    assert first_error("x = ('äöü', M)\n").span == Span(1, 13, 1, 14)
    assert first_error(source).span == Span(1, 21, 1, 22)
    assert first_error("y = '\N{GRINNING FACE}' + M\n").span == Span(1, 11, 1, 12)


def test_carets_stand_under_wide_characters_and_tabs() -> None:
    source = "x = ('\N{CJK UNIFIED IDEOGRAPH-4E2D}', M)\n"
    text, carets = render(first_error(source), source).split("\n")[3:5]
    assert carets.index("^") == text.index("M") + 1
    source = "def f():\n\treturn M\n"
    text, carets = render(first_error(source), source).split("\n")[3:5]
    assert carets.index("^") == text.index("M")
    assert "\t" not in text


def test_hidden_characters_are_written_out() -> None:
    source = "x = ('\N{RIGHT-TO-LEFT OVERRIDE}\x1b[2J\N{ZERO WIDTH SPACE}', M)\n"
    text = render(first_error(source), source)
    assert text.isascii()
    assert "\\u202e\\x1b[2J\\u200b" in text
    shown, carets = text.split("\n")[3:5]
    assert carets.index("^") == shown.index("M")
    path = Diagnostic("FA001", "\x1b[31mred", "a\nb", "\N{LEFT-TO-RIGHT ISOLATE}.py", NOWHERE, ("\x07",))
    assert render(path).isascii()
    assert "\x1b" not in render(path, color=False)
    assert len(render(path).split("\n")) == 4


def test_long_lines_are_cut_around_the_place() -> None:
    source = "x = (" + "1, " * 5000 + "M, " + "1, " * 5000 + ")\n"
    lines = render(first_error(source), source).split("\n")
    assert max(map(len, lines)) <= 120
    assert lines[3][lines[4].index("^")] == "M"


def test_spans_of_several_lines() -> None:
    source = "x = (\n    11 @\n    2\n)\n"
    item = first_error(source)
    assert (item.span.line, item.span.end_line) == (2, 3)
    assert render(item, source).split("\n")[3:5] == ["2 |     11 @", "  |     ^^^^"]


def test_every_diagnostic_code_is_explained() -> None:
    """Whatever this package can raise is in the table, and the table holds nothing else of its groups."""
    folder = Path(__file__).parent.parent.parent / "faier" / "lang"
    raised = {
        code for path in folder.glob("*.py") for code in re.findall(r'"(FA\d{3})"', path.read_text(encoding="utf-8"))
    }
    assert raised <= set(CODES)
    assert raised >= STATIC - {"FA312"}


@pytest.mark.parametrize("code", CODES)
def test_explanations(code: str) -> None:
    explanation = find(code)
    assert explanation.title and not explanation.title.endswith(".")
    assert explanation.text.endswith(".")
    if not explanation.right or explanation.right.startswith("$ "):
        assert bool(explanation.wrong) is bool(explanation.right)
        return
    program = parse(explanation.right, "right.py")
    assert parse(show(program), "right.py") == program
    if code in STATIC:
        with pytest.raises(Rejected) as caught:
            parse(explanation.wrong, "wrong.py")
        assert {item.code for item in caught.value.diagnostics} == {code}
    else:
        parse(explanation.wrong, "wrong.py")


@pytest.mark.parametrize("written", ["eps=log(3), neighbors=one()", "epsilon=log(3), neighbor=one()", "eps=log(3)"])
def test_a_misspelt_argument_of_a_claim_is_one_error(written: str) -> None:
    head = "from faier import Bool, log, mechanism, one, private\n\n"
    item = only_error(f"{head}@private({written})\n@mechanism\ndef f(x: Bool):\n    return 0\n")
    assert (item.code, item.hint[:12]) == ("FA301", "did you mean")


@pytest.mark.parametrize(
    "written", ["Bool", "Int[0, 2]", "Vector[faier.Bool, 2]", "Public[faier.Int[0, 1]]", "Stream[faier.Bool]"]
)
def test_a_type_that_is_not_imported_is_called_so(written: str) -> None:
    item = only_error(f"import faier\nfrom faier import mechanism\n\n@mechanism\ndef f(x: {written}):\n    return 0\n")
    word = written.split("[")[0]
    assert (item.code, item.hint) == ("FA202", f"add it to the import: from faier import {word}")


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("flip(prob=1 / 2)", "flip(p)"),
        ("flip(p=1 / 2, q=1)", "flip(p)"),
        ("flip(1 / 2, p=1 / 2)", "flip(p)"),
        ("flip(**x)", "flip(p)"),
        ("geometric(alpha=1 / 2)", "geometric(a)"),
        ("uniform(low=0, high=3)", "uniform(lo, hi)"),
        ("uniform(0, lo=3)", "uniform(lo, hi)"),
        (
            "categorical(weights=(1, 2))",
            "categorical(w0, w1, ...), categorical(weights), categorical({value: weight, ...})",
        ),
        ("clamp(x, low=0, high=3)", "clamp(x, lo, hi)"),
        ("clamp(x=x, lo=0, hi=3, to=2)", "clamp(x, lo, hi)"),
        ("exp(a=1)", "exp(x)"),
    ],
)
def test_names_of_arguments_where_there_are_none_are_one_error(written: str, right: str) -> None:
    words = "categorical, clamp, exp, flip, geometric, mechanism, uniform"
    item = only_error(f"from faier import Int, {words}\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return {written}\n")
    assert (item.code, item.hint) == ("FA206", f"write {right}")


def test_the_way_on_from_noise_that_is_divided_and_from_classes_as_values() -> None:
    noisy = "from faier import Int, geometric, mechanism\n\n@mechanism\ndef f(x: Int[0, 2]):\n"
    for divided in (
        "(x + geometric(1 / 2)) / 3",
        "Fraction(x + geometric(1 / 2), 3)",
        "float(geometric(1 / 2))",
        "str(x + geometric(1 / 2))",
        "f'{x + geometric(1 / 2):d} of {x}'",
    ):
        text = f"from fractions import Fraction\n{noisy}    return {divided}\n"
        with pytest.raises(LimitReached, match="not followed where noise has no bounds"):
            explore(parse(text, "file.py"), "f", Limits())
    for divided in ("3 / (x + geometric(1 / 2))", "Fraction(3, geometric(1 / 2))", "geometric(1 / 2) % 0"):
        text = f"from fractions import Fraction\n{noisy}    return {divided}\n"
        with pytest.raises(Rejected, match="FA402"):
            explore(parse(text, "file.py"), "f", Limits())
    text = f"{noisy}    return (1, 2)[x + geometric(1 / 2)]\n"
    with pytest.raises(Rejected, match="FA405") as caught:
        explore(parse(text, "file.py"), "f", Limits())
    answer = "from enum import Enum\nfrom faier import Int, mechanism\n\nclass Answer(Enum):\n    YES = 1\n\n"
    text = answer + "def g(xs):\n    return xs + xs\n\n@mechanism\ndef f(x: Int[0, 2]):\n    return g(Answer)\n"
    with pytest.raises(Rejected) as caught:
        parse(text, "file.py")
    assert "write list(Answer) for its members" in [item.hint for item in caught.value.diagnostics]


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("abs(x=x)", "leave out the names"),
        ("sum([x], star=1)", "did you mean `start`?"),
        ("max(defualt=1)", "did you mean `default`?"),
        ("enumerate([x], first=1)", "it takes start"),
        ("sorted(reversed=True)", "did you mean `reverse`?"),
    ],
)
def test_names_of_arguments_that_python_lacks_are_one_error(written: str, hint: str) -> None:
    text = f"for y in {written}:\n        pass\n    return 0" if "enumerate" in written else f"return {written}"
    item = only_error(f"from faier import Int, mechanism\n\n@mechanism\ndef f(x: Int[0, 2]):\n    {text}\n")
    assert (item.code, item.hint) == ("FA206", hint)


@pytest.mark.parametrize(
    ("written", "right"),
    [
        ("each(distance=2)", "each(d)"),
        ("each(d=1, e=1)", "each(d)"),
        ("each(**{})", "each(d)"),
        ("one(distance=1)", "one(), one(d)"),
        ("total(1, d=1)", "total(d)"),
        ("edges(pairs=((0, 1),))", "edges((u, v), ...)"),
        ("pairs(listed=((0, 1),))", "pairs((x, y), ...)"),
        ("where(predicate=lambda x, y: x == y)", "where(lambda x, y: ...)"),
    ],
)
def test_names_of_arguments_of_a_relation_are_one_error(written: str, right: str) -> None:
    head = f"from faier import Int, mechanism, private, {written.split('(')[0]}\n\n"
    item = only_error(
        f"{head}@private(epsilon=1, neighbors={written})\n@mechanism\ndef f(x: Int[0, 2]):\n    return 0\n"
    )
    assert (item.code, item.hint) == ("FA304", f"write {right}")


DECORATED = """\
from faier import Int, flip, log, mechanism, prior, private, secret

@prior
def guess():
    x = 1 if flip(1 / 2) else 0
    secret(x)
    return x

@private(epsilon=log(2), prior=guess)
@mechanism
def f(x: Int[0, 2]):
    return 0
"""


@pytest.mark.parametrize(
    ("right", "wrong", "code", "hint"),
    [
        ("@mechanism", "@mechanism(x)", "FA105", "write @mechanism"),
        ("@mechanism", "@mechanism()", "FA105", "write @mechanism"),
        ("@mechanism", "@mechanism(epsilon=1)", "FA105", "write @mechanism"),
        ("@mechanism", "@mechanizm", "FA105", "did you mean `mechanism`?"),
        ("@mechanism", "@Mechanism(x)", "FA105", "did you mean `mechanism`?"),
        ("@mechanism", "@mechanism\n@mechanism", "FA105", "remove one of the decorators"),
        ("mechanism, prior", "prior", "FA202", "add it to the import: from faier import mechanism"),
        ("@prior", "@prior(0, p=1)", "FA105", "write @prior"),
        ("@prior", "@pior", "FA105", "did you mean `prior`?"),
        ("mechanism, prior", "mechanism", "FA202", "add it to the import: from faier import prior"),
        ("@private", "@privat", "FA105", "did you mean `private`?"),
        ("@private(epsilon=log(2), prior=guess)", "@private", "FA301", "write @private(epsilon=log(2), "),
        ("secret(x)", "secret(vlaue=x)", "FA206", "write secret(value)"),
        ("secret(x)", "secret(x, x)", "FA206", "write secret(value)"),
        ("secret(x)", "secret()", "FA206", "write secret(value)"),
    ],
)
def test_a_misspelt_or_wrongly_called_decorator_or_mark_is_one_error(
    right: str, wrong: str, code: str, hint: str
) -> None:
    assert right in DECORATED
    item = only_error(DECORATED.replace(right, wrong, 1))
    assert (item.code, item.hint[: len(hint)]) == (code, hint)


@pytest.mark.parametrize(
    ("line", "error"),
    [("raise ValueError('no')", "ValueError"), ("raise Halt", "Halt"), ("assert noisy > 0", "AssertionError")],
)
def test_the_way_on_from_what_nothing_catches(line: str, error: str) -> None:
    head = "from faier import Int, flip, mechanism\n\n\nclass Halt(Exception):\n    pass\n\n\n@mechanism\n"
    body = f"    noisy = x * flip(1 / 2)\n    if noisy < 1:\n        {line}\n    return noisy\n"
    program = parse(f"{head}def f(x: Int[0, 2]):\n{body}", "file.py")
    with pytest.raises(Rejected) as caught:
        explore(program, "f", Limits())
    with pytest.raises(Failure) as failed:
        denote.outputs(program, "f", {"x": 0})
    assert caught.value.diagnostics[0].code == failed.value.code == "FA403"
    assert caught.value.diagnostics[0].hint == failed.value.hint
    assert f"except {error}: return None" in failed.value.hint
