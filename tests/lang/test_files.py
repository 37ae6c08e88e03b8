"""Every file in tests/accepted is read, shown and read again; every wrong line in tests/rejected is reported."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from faier.lang import Rejected, parse, read, render, show

HERE = Path(__file__).parent.parent
ACCEPTED = sorted((HERE / "accepted").glob("*.py"))
REJECTED = sorted((HERE / "rejected").glob("*.py"))
MARK = re.compile(r"# error: (FA\d{3}) (.*?)\s*(?=# error:|$)")


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_file_is_shown_as_itself(path: Path) -> None:
    program = parse(read(str(path)), str(path))
    text = show(program)
    assert parse(text, str(path)) == program
    assert show(parse(text, str(path))) == text


@pytest.mark.parametrize("path", ACCEPTED, ids=lambda path: path.stem)
def test_accepted_file_compiles(path: Path) -> None:
    """Python takes the file, and what `show` makes of it, as they are."""
    source = read(str(path))
    compile(source, str(path), "exec")
    compile(show(parse(source, str(path))), str(path), "exec")


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_rejected_file_has_exactly_these_errors(path: Path) -> None:
    source = read(str(path))
    expected = [
        (number, code, part) for number, line in enumerate(source.splitlines(), 1) for code, part in MARK.findall(line)
    ]
    assert expected
    with pytest.raises(Rejected) as caught:
        parse(source, str(path))
    found = caught.value.diagnostics
    assert sorted((item.span.line, item.code) for item in found) == sorted((line, code) for line, code, _ in expected)
    for line, code, part in expected:
        messages = [item.message for item in found if (item.span.line, item.code) == (line, code)]
        assert any(part in message for message in messages), (line, code, part, messages)


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_diagnostics_point_into_the_file(path: Path) -> None:
    source = read(str(path))
    lines = source.split("\n")
    with pytest.raises(Rejected) as caught:
        parse(source, str(path))
    places = [(item.span.line, item.span.column) for item in caught.value.diagnostics]
    assert places == sorted(places)
    for item in caught.value.diagnostics:
        span = item.span
        assert 1 <= span.line <= span.end_line <= len(lines)
        assert 1 <= span.column <= len(lines[span.line - 1]) + 1
        assert (span.line, span.column) < (span.end_line, span.end_column)
        text = render(item, source)
        assert f"error[{item.code}]" in text
        assert "^" in text
