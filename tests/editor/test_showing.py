"""Places in units of UTF-16, and fixes."""

from __future__ import annotations

import pytest

from faier.editor.fixing import importing
from faier.editor.showing import Range, range_of, units
from faier.report.findings import Place


def test_columns_are_counted_as_editors_do() -> None:
    text = "a = 1\n\U0001d54f = é + b\n"
    assert units("\U0001d54fé") == 3
    assert range_of(Place("k.py", 2, 5, 2, 6), text) == Range(1, 5, 1, 6)
    assert range_of(Place("k.py", 1), text) == Range(0, 0, 0, 5)
    assert range_of(None, text) == range_of(Place("k.py", 9), text) == Range(0, 0, 0, 5)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("from faier import flip\n", "from faier import flip, one"),
        ("from faier import flip as coin, a\n", "from faier import a, flip as coin, one"),
        ("import math\nimport faier\n", "from faier import one\n"),
    ],
)
def test_a_name_is_imported(text: str, expected: str) -> None:
    found = importing(text, "faier", "one")
    assert found is not None
    assert found.text == expected


def test_a_long_import_has_a_line_for_each() -> None:
    names = [f"name_of_some_length_{number}" for number in range(8)]
    found = importing(f"from faier import {', '.join(names)}\n", "faier", "one")
    assert found is not None
    assert found.text.startswith("from faier import (\n    name_of_some_length_0,\n")
    assert importing("x = (\n", "faier", "one") is None
    assert importing("x = 1\n", "faier", "one") is None
