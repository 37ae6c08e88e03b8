"""Names that Python reads otherwise in a class are refused there, and only there."""

import pytest

from faier.lang import parse
from faier.lang.diagnostics import Rejected

HEAD = "from dataclasses import dataclass\nfrom enum import Enum\nfrom faier import Bool, mechanism\n\n"
END = "\n\n@mechanism\ndef m(x: Bool):\n    return x\n"
REFUSED = (
    "__a = 1\n\n\n@dataclass\nclass A:\n    n: int = __a\n",
    "__a = 1\n\n\nclass A(Enum):\n    X = __a\n",
    "__a, b = 1, 2\n\n\n@dataclass\nclass A:\n    n: int\n    K = (__a, 3)\n",
    "__a = 1\n\n\n@dataclass\nclass A:\n    n: int\n\n    def f(self, k=__a):\n        return k\n",
    "def __a(n):\n    return n\n\n\n@dataclass\nclass A:\n    n: int\n\n    def f(self):\n        return __a(self.n)\n",
)
READ = (
    "__a = 1\n\n\n@dataclass\nclass A:\n    n: int\n\n\ndef f(a):\n    return __a\n",
    "@dataclass\nclass A:\n    n: int\n\n    def f(self):\n        __k = self.n\n        return __k\n",
)


@pytest.mark.parametrize("text", REFUSED)
def test_a_name_of_the_file(text: str) -> None:
    with pytest.raises(Rejected) as found:
        parse(HEAD + text + END, "m.py")
    assert "FA203" in {item.code for item in found.value.diagnostics}


@pytest.mark.parametrize("text", READ)
def test_a_name_of_a_method(text: str) -> None:
    parse(HEAD + text + END, "m.py")
