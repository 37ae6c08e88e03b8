"""Imports point down the layers and go in no circle, also those in functions and those for the type checker alone."""

import ast
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).parent.parent.parent

# From the bottom up: nothing imports what stands after it.
LAYERS = ["limits", "version", "extras", "importing", "sampling", "exact", "lang", "semantics", "hmm", "engines"]
LAYERS += [
    "checker",
    "certificate",
    "calibration",
    "learning",
    "policies",
    "audit",
    "deciding",
    "answers",
    "running",
    "versions",
    "report",
    "editor",
    "command",
]
LAYERS += ["asking", "__init__", "pytest_plugin", "__main__"]

# These run as processes of their own.
PROCESSES = {
    "faier.__main__",
    "faier.audit.process",
    "faier.checker.__main__",
    "faier.checker.command",
    "faier.engines.smt.process",
    "faier.running.worker",
}
SPEAKING = {"print", "exit", "quit", "SystemExit", "sys.exit", "sys.stdout", "sys.stderr", "os._exit", "os.abort"}

# Whoever imports what the syntax does not name: the vocabulary, the checker wherever it lies, a worker its task.
UNNAMED = {"faier", "faier.audit.process", "faier.checker.__main__", "faier.running.worker"}
NAMELESS = {"import_module", "importlib.import_module", "__import__"}

Tree = Mapping[str, str]
"""The texts of files, by their paths below the root."""


def modules(tree: Tree) -> dict[str, str]:
    """The paths of the modules, by their names."""
    return {".".join(PurePosixPath(path.removesuffix("/__init__.py")).with_suffix("").parts): path for path in tree}


def imports(tree: Tree) -> Iterator[tuple[str, str]]:
    """Each module with each that it imports, in this tree or not."""
    known = modules(tree)
    for name, path in known.items():
        package = name if path.endswith("__init__.py") else name.rpartition(".")[0]
        for node in read(tree[path])[0]:
            if isinstance(node, ast.Import):
                yield from ((name, alias.name) for alias in node.names)
            elif isinstance(node, ast.ImportFrom):
                above = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                source = ".".join([*above, *([node.module] if node.module else [])])
                for alias in node.names:
                    inner = f"{source}.{alias.name}"
                    yield name, inner if inner in known else source


def layer(name: str) -> str:
    return name.split(".")[1] if "." in name else "__init__"


def upward(tree: Tree) -> list[str]:
    inside = [(name, other) for name, other in imports(tree) if other.split(".")[0] == "faier"]
    return [
        f"{name} imports {other}" for name, other in inside if LAYERS.index(layer(other)) > LAYERS.index(layer(name))
    ]


def circle(tree: Tree) -> list[str]:
    """The modules of one circle, if there is any."""
    graph: dict[str, set[str]] = {name: set() for name in modules(tree)}
    for name, other in imports(tree):
        graph[name] |= {other} & (graph.keys() - {name})
    try:
        TopologicalSorter(graph).prepare()
    except CycleError as found:
        return list(found.args[1])
    return []


def foreign(tree: Tree) -> list[str]:
    """What is imported by who must do without."""
    return [f"{name} imports {other}" for name, other in imports(tree) if not _allowed(name, other)]


def _allowed(name: str, other: str) -> bool:
    top = other.split(".")[0]
    if layer(name) in ("checker", "sampling"):
        return top in sys.stdlib_module_names or (top == "faier" and layer(other) == layer(name))
    match top:
        case "z3" | "cvc5":
            return name.startswith("faier.engines.smt.")
        case "click":
            return layer(name) == "command"
        case "pytest":
            return layer(name) == "pytest_plugin"
    return True


def speaking(tree: Tree) -> list[str]:
    """Who prints or ends the process, but for the command line and processes of their own."""
    return _using(tree, SPEAKING, PROCESSES | {name for name in modules(tree) if layer(name) == "command"})


def nameless(tree: Tree) -> list[str]:
    """Who imports what cannot be read here."""
    return _using(tree, NAMELESS, UNNAMED)


def _using(tree: Tree, words: set[str], allowed: set[str]) -> list[str]:
    found = [(name, read(tree[path])[1] & words) for name, path in modules(tree).items() if name not in allowed]
    return [f"{name} has {word}" for name, used in found for word in sorted(used)]


@cache
def read(text: str) -> tuple[tuple[ast.Import | ast.ImportFrom, ...], frozenset[str]]:
    """The imports of a module, and the names that it uses."""
    nodes = tuple(ast.walk(ast.parse(text)))
    found = tuple(node for node in nodes if isinstance(node, (ast.Import, ast.ImportFrom)))
    return found, frozenset(word for node in nodes for word in _words(node))


def _words(node: ast.AST) -> Iterator[str]:
    match node:
        case ast.Name(id=name):
            yield name
        case ast.Attribute(value=ast.Name(id=name), attr=attribute):
            yield f"{name}.{attribute}"
        case ast.ImportFrom(module=str(name)):
            yield from (f"{name}.{alias.name}" for alias in node.names)


@pytest.fixture(scope="module")
def house() -> Tree:
    return {path.relative_to(ROOT).as_posix(): path.read_text() for path in sorted((ROOT / "faier").rglob("*.py"))}


def test_every_package_has_its_layer(house):
    assert {layer(name) for name in modules(house)} <= {*LAYERS}
    assert len(house) > 200


@pytest.mark.parametrize("complaints", [upward, circle, foreign, speaking, nameless])
def test_the_house_is_in_order(house, complaints):
    assert complaints(house) == []


GOOD = {
    "faier/__init__.py": "from faier.exact import ONE\n",
    "faier/exact/__init__.py": "from faier.exact.numbers import ONE\n",
    "faier/exact/numbers.py": "import flint\nONE = 1\n",
    "faier/lang/tree.py": "from faier.exact.numbers import ONE\nimport faier.lang.words\n",
    "faier/lang/words.py": "",
    "faier/checker/graph.py": "from .machine import Run\nfrom . import machine\nimport ast\n",
    "faier/checker/machine.py": "from __future__ import annotations\n",
    "faier/command/cli.py": "import click\nimport sys\nprint(1)\nsys.exit(2)\n",
    "faier/__main__.py": "import sys\nfrom faier.command.cli import main\nsys.exit(main())\n",
}


@pytest.mark.parametrize("complaints", [upward, circle, foreign, speaking, nameless])
def test_a_small_house_may_be_in_order(complaints):
    assert complaints(GOOD) == []


@pytest.mark.parametrize(
    ("complaints", "path", "text", "told"),
    [
        (upward, "faier/exact/a.py", "from faier.lang import tree", "faier.exact.a imports faier.lang.tree"),
        (upward, "faier/exact/a.py", "import faier.lang.tree", "faier.exact.a imports faier.lang.tree"),
        (upward, "faier/exact/a.py", "def f():\n    from faier.lang.tree import x", "imports faier.lang.tree"),
        (upward, "faier/exact/a.py", "if TYPE_CHECKING:\n    from faier.lang.tree import x", "imports faier.lang.tree"),
        (upward, "faier/exact/a.py", "from ..lang.tree import x", "faier.exact.a imports faier.lang.tree"),
        (upward, "faier/exact/a.py", "from .. import lang", "faier.exact.a imports faier"),
        (upward, "faier/exact/a.py", "from faier import check", "faier.exact.a imports faier"),
        (circle, "faier/lang/words.py", "from faier.lang import tree", "faier.lang.tree"),
        (circle, "faier/lang/words.py", "def f():\n    from .tree import x", "faier.lang.tree"),
        (circle, "faier/exact/numbers.py", "from faier.exact import ONE", "faier.exact"),
        (circle, "faier/checker/machine.py", "from . import graph", "faier.checker.graph"),
        (foreign, "faier/checker/machine.py", "import flint", "faier.checker.machine imports flint"),
        (foreign, "faier/checker/machine.py", "from faier.limits import seconds", "imports faier.limits"),
        (foreign, "faier/checker/machine.py", "from ..exact import ONE", "imports faier.exact"),
        (foreign, "faier/sampling/draws.py", "from faier.exact.numbers import ONE", "imports faier.exact.numbers"),
        (foreign, "faier/engines/search.py", "def f():\n    import z3", "faier.engines.search imports z3"),
        (foreign, "faier/lang/words.py", "from cvc5 import Solver", "faier.lang.words imports cvc5"),
        (foreign, "faier/report/a.py", "from click import echo", "faier.report.a imports click"),
        (speaking, "faier/lang/words.py", "def f():\n    print(1)", "faier.lang.words has print"),
        (speaking, "faier/lang/words.py", "import sys\nsys.exit(1)", "faier.lang.words has sys.exit"),
        (speaking, "faier/lang/words.py", "from os import _exit", "faier.lang.words has os._exit"),
        (speaking, "faier/lang/words.py", "raise SystemExit(2)", "faier.lang.words has SystemExit"),
        (speaking, "faier/running/tasks.py", "import sys\nsys.stderr.write('a')", "has sys.stderr"),
        (nameless, "faier/lang/words.py", "import importlib\nimportlib.import_module('faier.report')", "import_module"),
        (nameless, "faier/lang/words.py", "from importlib import import_module as f", "faier.lang.words has importlib"),
    ],
)
def test_disorder_is_found(complaints, path, text, told):
    found = complaints({**GOOD, path: text + "\n"})
    assert any(told in item for item in found), found
