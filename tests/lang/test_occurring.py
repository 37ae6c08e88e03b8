"""Passes whose form does not occur in a file leave its tree as it is, without a copy of it."""

import ast
from pathlib import Path

import pytest

from faier.lang.closures import with_closures
from faier.lang.decorators import with_decorators
from faier.lang.made_constants import with_made_constants
from faier.lang.occurring import occurring
from faier.lang.taken_whole import with_taken_whole

FILES = sorted((Path(__file__).parent.parent / "accepted").glob("*.py"))
PLAIN = "N = 3\n\n\ndef helper(x, y=N):\n    return x + y\n\n\nclass A:\n    n: int = N\n"


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_everything_that_occurs_is_found(path):
    tree = ast.parse(path.read_text())
    nodes = list(ast.walk(tree))
    for kind in {type(node) for node in nodes}:
        assert list(map(id, occurring(tree, kind))) == [id(node) for node in nodes if type(node) is kind]
    assert not occurring(tree, ast.AsyncWith)


def test_a_changed_copy_is_looked_at_anew():
    tree = ast.parse("x = 1")
    assert not occurring(tree, ast.Lambda)
    assert occurring(ast.parse("x = lambda: 1"), ast.Lambda) and not occurring(tree, ast.Lambda)


@pytest.mark.parametrize(
    ("more", "made"),
    [
        ("", False),
        ("M = helper(1)", True),
        ("def other(x, y=helper(1)):\n    return x", True),
        ("class B:\n    n: int = helper(1)", True),
        ("class B:\n    n: list = field(default_factory=lambda: helper(1))", True),
        ("class B:\n    def take(self, x=helper(1)):\n        return x", True),
        ("assert N == 3", True),
        ("M = max(1, 2)", False),
        ("M = A(1)", False),
        ("M = lambda x: helper(x)", True),
    ],
)
def test_constants_are_made_where_functions_of_the_file_may_run(more, made):
    tree = ast.parse(PLAIN + more)
    assert (with_made_constants(tree, ()) is not tree) == made


def test_other_passes_leave_plain_files_alone():
    tree = ast.parse(PLAIN)
    assert with_decorators(tree) is tree
    assert with_taken_whole(tree) is tree
    assert with_closures(tree) is tree
    assert with_closures(ast.parse("def f(x):\n    def g():\n        return x\n    return g\n")) is not tree
