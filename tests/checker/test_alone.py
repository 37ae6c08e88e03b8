"""What the checker is made of: the standard library, no floats, no assert, no import from the rest of faier."""

import ast
import sys
from pathlib import Path

import pytest

FILES = sorted((Path(__file__).parent.parent.parent / "faier" / "checker").glob("*.py"))


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_the_checker_uses_little(path):
    tree = ast.parse(path.read_text())
    for node in ast.walk(tree):
        assert not isinstance(node, ast.Assert)
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float | complex))
        assert not (isinstance(node, ast.Name) and node.id in ("float", "eval", "exec", "__import__"))
        if isinstance(node, ast.Name) and node.id == "compile":  # what Python refuses is refused; nothing of it is run
            assert path.name == "texts.py"
            assert sum(isinstance(part, ast.Expr) and node in ast.walk(part) for part in ast.walk(tree)) == 1
        if isinstance(node, ast.Import):
            assert all(alias.name.split(".")[0] in sys.stdlib_module_names for alias in node.names)
            assert all(alias.name.split(".")[0] not in ("math", "random", "decimal") for alias in node.names)
        if isinstance(node, ast.ImportFrom):
            assert node.level == 1 or (node.module or "").split(".")[0] in sys.stdlib_module_names
            if node.module == "math":
                assert {alias.name for alias in node.names} <= {"comb", "gcd", "lcm", "perm", "prod"}


def test_the_checker_stays_small():
    """Comparing whole laws of one real by its own enclosures took 500 lines more, following kept noise in cells 530,
    Renyi divergences 230, patterns, static methods and functions of the library 270, normal draws shown together
    150, exceptions 290, named tuples 90, functions of `operator` 110, saying what is about reals 85,
    normal noise that is rounded 140, what Python raises by itself, partial functions, templates and `itertools` 380,
    leaving out what only `if __name__ == "__main__":` gets to 50, functions that remember and
    any number of arguments 350, decorators and caches 230, counters that nothing reads 90, those that go round 160,
    sets gone over, iterators without end, templates and 35 more rows of the language 420, what exceptions hold and
    `finally` 290, classes made from another one and operators of classes 510,
    `singledispatch` and constants that functions make 170, ranges and loops that count coins 70,
    two runs told side by side for what their draws pay 1,090, and what entries draw for themselves there 310."""
    assert sum(len(path.read_text().splitlines()) for path in FILES) < 24_680
    assert len(FILES) > 10
