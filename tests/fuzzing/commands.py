"""Command lines: arguments and files in a folder, run in this process, and what they print held against the contract.

An input is a JSON object: `arguments` are texts, `files` are names to contents. No worker is started: what they
would do is done here. Nothing outside the folder may be written.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import shlex
import sys
import tempfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from random import Random
from typing import Any, cast
from unittest import mock
from xml.etree import ElementTree

from json_schema import faults

from faier.command.choices import ENGINES, SOLVERS, STAGES
from faier.command.cli import cli, main
from faier.report.formats import FORMATS
from faier.report.schemas import schema
from faier.running import batch, tasks
from faier.running.request import Decide, Read
from faier.running.workers import Done, Job, Outcome, Stopped
from fuzzing import documents, texts
from fuzzing.targets import Wrong

MOST = 6  # jobs of a run
TIME = 0.2
STATUS = {0, 1, 2, 3}
FILES = ("a.py", "b.py", "sub/c.py", "pyproject.toml", ".gitignore", "proof.json", "kept.jsonl", "old.py")
PATHS = (
    ".",
    "a.py",
    "b.py",
    "sub",
    "sub/c.py",
    "missing.py",
    "a.py::f",
    "a.py::",
    "::f",
    "a.py::f::g",
    "out.txt",
    "proofs",
    "cache",
    "",
    "-",
    "--",
)
VALUES = (
    *PATHS, *FILES, *FORMATS, *ENGINES, *SOLVERS, *STAGES, "json=out.json", "text=-", "html=out.html", "xml=o", "N=3",
    "N=", "=3", "N=1/0", "f=2", "EPS=0.1", "N=(", "0", "1", "-1", "2", "1e9", "nan", "inf", "0.01", "log(2)",
    "log(0)", "1 / 3", "exp(1)", "EPS", "each(1)", "one()", "total(1)", "pairs((0, 1))", "where(lambda x, y: x != y)",
    "each(", "prior", "True", "[0, 1]", "x=1", "x=[0, 1]", "(0, 1)", "'a'", "1.2,1.3", "1,2,3", "FA101", "fa999",
    "check", "bash", "\ud800", "é", "\0", "x" * 300, "(" * 200, "*.py", "!a.py", "**/", "[", "10 ** 10 ** 10", "fail",
    "warn", "dot",
)  # fmt: skip


# For each command some command lines that are right.
COMMAND_LINES = [
    shlex.split(line)
    for line in """
    check a.py
    check . --format json
    check a.py --format sarif --output json=out.json
    check a.py --epsilon 'log(2)' --neighbors 'each(1)' --delta '1 / 3'
    check a.py::f --set N=2 --length 2
    check --format junit
    check a.py --format html -v
    check a.py --certificates proofs
    check a.py --resume kept.jsonl
    check a.py --cache cache --undecided warn
    check a.py --emit tree
    check sub --exclude '*.py' --format github
    bound a.py --curve
    bound a.py --format json
    bound a.py --delta '1 / 100'
    bound a.py --epsilon 1
    bound a.py --neighbors 'one()' --length 3
    list .
    list a.py --format json
    compile a.py
    compile a.py --format dot
    compile a.py --neighbors 'each(1)' --format json
    encode a.py --length 2
    certify a.py --left 0 --right 1 --output 0 --epsilon 'log(2)' --neighbors 'each(1)'
    certify a.py --left '[0, 1]' --right '[1, 1]' --output '[True]' --prefix --format json
    verify proof.json
    verify proof.json a.py
    explain FA101
    explain
    schema check
    new old.py
    completion bash
    --help
    check --help
    --version
    """.strip().splitlines()
]

CONFIGURED = (
    """[tool.faier]
paths = ["a.py"]
epsilon = "log(2)"
neighbors = "each(1)"
set = { N = "2" }
length = 2
timeout = 5
jobs = 1
""",
    """[tool.faier]
output = ["json=out.json"]
cache = false
undecided = "warn"
format = "json"
exclude = ["sub"]
memory = 512
engine = "search"
""",
)


def command(data: bytes) -> None:
    """Run it, and look at the exit status and at what was printed and written."""
    try:
        asked = json.loads(data)
        arguments = [str(one) for one in asked["arguments"]][:24]
        files = {str(name): str(text) for name, text in asked["files"].items() if name in FILES}
        list(map(os.fsencode, [*arguments, *files]))
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return  # no command line
    leads_out = any(_leads_out(text) for text in [*arguments, files.get("pyproject.toml", "")])
    if leads_out or "diff" in arguments or "--watch" in arguments:  # --watch does not end by itself
        return
    with tempfile.TemporaryDirectory() as folder, contextlib.chdir(folder):
        for name, text in files.items():
            path = Path(folder, name)
            path.parent.mkdir(exist_ok=True)
            path.write_bytes(text.encode("utf-8", "surrogatepass"))
        status, out, err = _run(arguments)
    _look_at(arguments, status, out, err)


def _leads_out(text: str) -> bool:
    return text.startswith(("/", "~")) or ".." in text or '"/' in text or "'/" in text or "=/" in text


def _run(arguments: list[str]) -> tuple[int, str, str]:
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8", write_through=True) for _ in range(2))
    with (
        mock.patch.object(sys, "stdout", out),
        mock.patch.object(sys, "stderr", err),
        mock.patch.dict(os.environ, {"XDG_CACHE_HOME": str(Path.cwd() / "kept")}),
        mock.patch.object(batch, "run", _here),
    ):
        status = main(arguments)
        if "Internal error" in _said(err):
            cli.main(arguments, standalone_mode=False)
    return status, _said(out), _said(err)


def _said(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


def _here(jobs: Iterable[Job], then: Callable[[Job, Outcome], Iterable[Job]], *others: object) -> None:
    """The work of `workers.run` in this process, with little time for each job; the last ones are stopped."""
    waiting, done = list(jobs), 0
    while waiting:
        job, done = waiting.pop(0), done + 1
        outcome: Outcome = Stopped("timeout", "the time limit was reached (--timeout)", 0.0)
        if done <= MOST:
            outcome = _performed(cast(Read | Decide, job.request))
        more = list(then(job, outcome))
        if not any(one is job for one in more):
            waiting += more


def _performed(request: Read | Decide) -> Outcome:
    request = replace(request, options=replace(request.options, timeout=min(request.options.timeout, TIME)))
    if isinstance(request, Decide) and request.question.path.endswith(".py") and request.options.engine == "smt":
        return Stopped("killed", "a solver is too slow for this", 0.0)
    try:
        return Done(tasks.perform(request, lambda part: None), 0.0)
    except MemoryError:
        return Stopped("memory", "the memory limit was reached (--memory)", 0.0)


def _look_at(arguments: list[str], status: int, out: str, err: str) -> None:
    if "Traceback" in out + err or (status not in STATUS and not (status == 4 and "was not" in err)):
        raise Wrong(f"status {status}: {err[-400:]} {out[-400:]}")
    form = _form(arguments)
    if form is None or not out or status == 4:
        return
    if form == "json":
        document = json.loads(out)
        if wrong := faults(document, schema(document["schema"].split("/")[0].split(".")[1]), strict=True):
            raise Wrong(f"the JSON does not match its schema: {wrong[:3]}")
    elif form == "sarif":
        json.loads(out)
    elif form == "junit":
        ElementTree.fromstring(out)


def _form(arguments: list[str]) -> str | None:
    """The format that was asked for, where that is plain to see."""
    if arguments[:1] not in (["check"], ["bound"], ["list"], ["compile"], ["certify"]) or {"--emit", "--"} & {
        *arguments
    }:
        return None
    given = [arguments[at + 1] for at in range(1, len(arguments) - 1) if arguments[at] == "--format"]
    if any(one.startswith("-") and two == "--format" for one, two in pairwise(arguments)):
        return None
    others = [one for one in arguments if one.startswith("--format=")]
    return given[0] if len(given) == 1 and not others and "--help" not in arguments and "-h" not in arguments else None


def seeds(found: Sequence[str], certificate: str) -> Iterator[bytes]:
    """For each command some command lines that are right, with small files."""
    for number, arguments in enumerate(COMMAND_LINES):
        files = {
            "a.py": found[number % len(found)],
            "sub/c.py": found[(7 * number + 1) % len(found)],
            "proof.json": certificate,
        }
        if number % 3 == 0:
            files["pyproject.toml"] = CONFIGURED[number // 3 % 2]
        yield json.dumps({"arguments": arguments, "files": files}).encode()


def changed(donors: Sequence[str], lines: Sequence[bytes]) -> Callable[[bytes, Random], bytes]:
    others = [json.loads(line) for line in lines]
    names = sorted({name for one in cli.commands.values() for option in one.params for name in option.opts})

    def change(data: bytes, rng: Random) -> bytes:
        try:
            asked = json.loads(data)
            arguments, files = list(asked["arguments"]), dict(asked["files"])
        except (ValueError, TypeError, KeyError, RecursionError):
            asked = rng.choice(others)
            arguments, files = list(asked["arguments"]), dict(asked["files"])
        if rng.random() < 0.6:
            for _ in range(rng.choice((1, 1, 2, 3))):
                _change_arguments(arguments, names, others, rng)
        else:
            _change_files(files, donors, others, rng)
        return json.dumps({"arguments": arguments, "files": files}).encode()

    return change


def _change_arguments(arguments: list[str], names: list[str], others: list[Any], rng: Random) -> None:
    at = rng.randrange(len(arguments) + 1)
    match rng.randrange(7):
        case 0 if arguments:
            del arguments[min(at, len(arguments) - 1)]
        case 1 if arguments:
            arguments[min(at, len(arguments) - 1)] = rng.choice(VALUES)
        case 2:
            arguments[at:at] = [rng.choice([name for name in names if name.startswith("-")]), rng.choice(VALUES)]
        case 3:
            arguments.insert(at, rng.choice(names) if rng.random() < 0.5 else rng.choice(VALUES))
        case 4 if arguments:
            arguments[0] = rng.choice(sorted(cli.commands))
        case 5 if arguments:
            index = min(at, len(arguments) - 1)
            arguments[index] = str(documents._nearby(arguments[index], rng))
        case _:
            arguments[at:at] = rng.choice(others)["arguments"][1:]


def _change_files(files: dict[str, str], donors: Sequence[str], others: list[Any], rng: Random) -> None:
    name = rng.choice((*FILES[:4], "pyproject.toml", "proof.json", *files))
    match rng.randrange(5):
        case 0:
            files.pop(name, None)
        case 1:
            files[name] = rng.choice(others)["files"].get(name) or rng.choice(donors)
        case 2:
            files[name] = rng.choice(donors) if name.endswith(".py") else rng.choice(TOML)
        case 3 if not name.endswith(".py") and name in files:
            lines = files[name].split("\n")
            lines.insert(rng.randrange(len(lines) + 1), rng.choice(TOML))
            files[name] = "\n".join(lines)
        case _:
            files[name] = texts.changed(files.get(name, ""), donors if name.endswith(".py") else TOML, rng)


TOML = (
    "[tool.faier]", "tool = 3", "[tool]\nfaier = 3", "[[tool.faier]]", "[tool.faier.set]", 'paths = ["a.py"]',
    "paths = []", 'paths = [""]', "paths = 3", 'paths = ["sub", "missing.py"]', 'paths = ["a\\u0000.py"]',
    "length = 0", "length = 2", "length = " + "9" * 5000, "timeout = 1e400", "timeout = nan", "timeout = 0.001",
    "timeout = " + "9" * 400, "memory = 1", "memory = 99999999999999999999", "jobs = 1000000", "epsilon = 1",
    'epsilon = ""', 'epsilon = "log("', 'delta = "2"', 'neighbors = "one()"', 'prior = "p"',
    "set = { N = 3, M = true }", 'set = { "" = "1" }', "set = { N = 1.5 }", 'engine = "smt"', 'solver = "cvc5"',
    'format = "html"', 'format = "dot"', 'output = "out.txt"', 'output = ["json=out.json", "-"]', 'output = "sub"',
    'output = ""', 'cache = "cache"', "cache = true", 'certificates = "proofs"', 'certificates = "a.py"',
    'undecided = "warn"', 'exclude = ["["]', 'exclude = ["*"]', 'exclude = ["\\u0000"]', "x = 1979-05-27", "\ufeff",
    '"epsilon" = "log(3)"', "epsilom = 1",
)  # fmt: skip
