"""Words of `typing` that are imported from elsewhere in other versions of Python."""

from __future__ import annotations

import pytest
from as_python import assert_as_python

from faier.importing import Imports
from faier.lang import Rejected, parse

IMPORTS = """
import sys
from typing import TYPE_CHECKING

if sys.version_info[:2] >= (3, 12):
    from typing import Literal, final as last
else:
    from typing_extensions import Literal
    from typing_extensions import final as last
try:
    from typing import NamedTuple
except ImportError:
    from typing_extensions import NamedTuple
"""
REST = """
Kind = Literal["a", "b"]


@last
class Pair(NamedTuple):
    kind: Kind
    n: int = 1


@mechanism
def f(x: Int[0, 1]):
    return Pair("a", x).n, cast(int, x)
"""
ALONE = "from typing_extensions import Literal, NamedTuple, cast, final as last\n"


def test_they_are_the_same_words() -> None:
    assert_as_python(f"{IMPORTS}from typing import cast\n{REST}", written=False)
    head = "from faier import Int, mechanism\n"
    assert (
        parse(f"{head}{ALONE}{REST}", "file.py").functions
        == parse(f"{head}{ALONE.replace('typing_extensions', 'typing')}{REST}", "file.py").functions
    )


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("    from typing_extensions import Literal\n", ""),
        ("import Literal, final as last", "import Literal, overload as last"),
        ("    from typing import NamedTuple\n", "    from collections import NamedTuple\n"),
        ("except ImportError:", "except ValueError:"),
        ("sys.version_info[:2]", "sys.maxsize"),
        ("import sys", "sys = None"),
    ],
)
def test_what_may_differ_is_refused(old: str, new: str) -> None:
    text = f"from faier import Int, mechanism\n{IMPORTS}from typing import cast\n{REST}"
    parse(text, "file.py")
    assert old in text
    with pytest.raises(Rejected):
        parse(text.replace(old, new, 1), "file.py")


def test_a_module_of_the_project_is_another_one() -> None:
    imports = Imports(texts=(("typing_extensions.py", "def cast(kind, x):\n    return 7\n"),))
    text = "from faier import Int, mechanism\nfrom typing_extensions import cast\n\n\n"
    text += "@mechanism\ndef f(x: Int[0, 1]):\n    return cast(0, x)\n"
    program = parse(text, "file.py", None, imports)
    assert any(function.name.endswith("cast") for function in program.functions)
