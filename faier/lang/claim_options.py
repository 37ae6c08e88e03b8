"""The claims of the command line: `--epsilon`, `--delta` and `--neighbors` for a file that was read already."""

from __future__ import annotations

import ast
from typing import cast

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
from faier.lang.values import Value
from faier.lang.vocabulary import FRACTION, VOCABULARY
from faier.lang.written import written


def parse_epsilon(text: str, program: Program) -> tuple[Epsilon, str]:
    """What `--epsilon` says, and how it reads in a claim."""
    file, node = _option(text, "--epsilon", program)
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
    """A value on the command line: `option` is where it was given."""
    file, node = _option(text, option, program)
    constant = constants.evaluate(file, node, "a value")
    file.problems.reject_if_any()
    return cast(constants.Constant, constant).value


def _option(text: str, option: str, program: Program) -> tuple[File, ast.expr]:
    """On the command line every word of the vocabulary is known, and every constant of the file."""
    node, source = expression_of(text, option)
    file = File(source, Problems(option))
    file.constants = dict(program.constants)
    file.epsilon_name = program.epsilon_name
    file.words = {word: word for word in (*VOCABULARY, *FRACTION) if word not in file.constants}
    return file, node
