"""`break` and `continue` outside of loops are refused, whatever is asked about the lists around them."""

import pytest

from faier.lang import parse
from faier.lang.diagnostics import Rejected


@pytest.mark.parametrize("word", ["break", "continue"])
@pytest.mark.parametrize("head", ["while x:\n        pass\n    else:\n        ", "if x:\n        ", ""])
def test_it_is_refused(head: str, word: str) -> None:
    body = f"    xs = []\n    ys = [xs]\n    {head}{word}\n    xs.append(1)\n    return ys\n"
    with pytest.raises(Rejected) as found:
        parse(f"from faier import Int, mechanism\n\n\n@mechanism\ndef m(x: Int[0, 1]):\n{body}", "m.py")
    assert "FA111" in {item.code for item in found.value.diagnostics}
