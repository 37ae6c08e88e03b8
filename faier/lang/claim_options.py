"""The claims of the command line: `--epsilon`, `--delta` and `--neighbors` for a file that was read already."""

from __future__ import annotations

import ast
import re
from typing import Literal, cast

from flint import fmpq

from faier.exact import Epsilon
from faier.lang import constants
from faier.lang.budgets import read_delta, read_epsilon
from faier.lang.claim import Relation
from faier.lang.diagnostics import Problems
from faier.lang.names import File
from faier.lang.program import Program
from faier.lang.relations import read_relation
from faier.lang.source import expression_of
from faier.lang.values import Near, Sequence, Value
from faier.lang.vocabulary import FRACTION, VOCABULARY
from faier.lang.written import written


def parse_epsilon(text: str, program: Program, option: str = "--epsilon") -> tuple[Epsilon, str]:
    """The epsilon that the option says, and how it reads in a claim."""
    file, node = _option(text, option, program)
    epsilon = read_epsilon(file, node)
    file.problems.reject_if_any()
    return cast(Epsilon, epsilon), written(file, node)


def parse_delta(text: str, program: Program) -> tuple[fmpq, str]:
    """What `--delta` says, and how it reads in a claim."""
    file, node = _option(text, "--delta", program)
    delta = read_delta(file, node)
    file.problems.reject_if_any()
    return cast(fmpq, delta), written(file, node)


def parse_relation(text: str, program: Program, mechanism: str) -> tuple[Relation, str]:
    """What `--neighbors` says about the mechanism's inputs, and how it reads in a claim."""
    file, node = _option(text, "--neighbors", program)
    relation = read_relation(file, node, program.function(mechanism).parameters)
    file.problems.reject_if_any()
    return cast(Relation, relation), written(file, node)


def parse_value(text: str, option: str, program: Program) -> Value:
    """A value on the command line: `option` is where it was given. Reals with a density are written as they are told:
    `real at 3/2`, `real just above 3/2`."""
    nears: list[Near] = []

    def label(found: re.Match[str]) -> str:
        side, at = found.groups()
        if side is None:
            return found[0]
        nears.append(Near(fmpq(*map(int, at.split("/"))), _SIDES[side]))
        return repr(f"{_MARK}{len(nears) - 1}")

    file, node = _option(_NEAR.sub(label, text), option, program)
    constant = constants.evaluate(file, node, "a value")
    file.problems.reject_if_any()

    def put_back(value: Value) -> Value:
        if isinstance(value, str) and value.startswith(_MARK):
            return nears[int(value.removeprefix(_MARK))]
        return value.holding(map(put_back, value.items)) if isinstance(value, Sequence) else value

    value = cast(constants.Constant, constant).value
    return put_back(value) if nears else value


# A real, or a label, in which nothing is one.
_NEAR = re.compile(
    r"'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\"|"
    r"\breal (at|just above|just below) (-?[0-9]{1,4000}(?:/0*[1-9][0-9]{0,4000})?)(?![\w./])"
)
_MARK = "real with a density, number "
_SIDES: dict[str, Literal[0, 1, -1]] = {"at": 0, "just above": 1, "just below": -1}


def _option(text: str, option: str, program: Program) -> tuple[File, ast.expr]:
    """On the command line every word of the vocabulary is known, and every constant of the file."""
    node, source = expression_of(text, option)
    file = File(source, Problems(option))
    file.constants = dict(program.constants)
    file.epsilon_name = program.epsilon_name
    file.words = {word: word for word in (*VOCABULARY, *FRACTION) if word not in file.constants}
    return file, node
