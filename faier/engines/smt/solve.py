"""SMT-LIB 2 text -> sat with a model, unsat, or unknown, from a solver in a process of its own.

Solvers have been seen to run past their own limits, to ignore interrupts and to carry state from one query
into wrong answers for the next. So every query goes to a fresh process, as text, and the limit is enforced by
killing that process. Model values come back as text and are read as exact rationals; what is no rational
is left out. Whatever is not understood is unknown. Nothing here is believed without a recheck.
"""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction
from importlib.util import find_spec
from pathlib import Path
from typing import Literal, TypeAlias

from flint import fmpq

from faier.exact import rational

Answer: TypeAlias = Literal["sat", "unsat", "unknown"]

# What solvers are told before a query; each line names the solver's own limit, which is not relied upon.
_SETTINGS = {
    "z3": "(set-option :timeout {milliseconds})\n",
    "cvc5": "(set-option :produce-models true)\n(set-option :tlimit-per {milliseconds})\n",
}

# Seconds that a solver may take beyond its limit to say that it gives up.
_GRACE = 1.0

_WHY = "(get-info :reason-unknown)"


@dataclass(frozen=True)
class Solved:
    """`truths` are the wanted Booleans that are true in the model, `reals` the wanted reals with rational
    values; `reason` explains an unknown."""

    answer: Answer
    truths: frozenset[str] = frozenset()
    reals: tuple[tuple[str, fmpq], ...] = ()
    reason: str = ""


def solve(solver: str, text: str, wanted: Iterable[str], seconds: float) -> Solved:
    """The solver's answer within the time to a text that ends before (check-sat); `wanted` are the constants
    whose values are asked for."""
    names = list(wanted)
    folder = _folder(solver)
    if folder is None:
        return Solved("unknown", reason=f"{solver} is not installed: pip install {_PACKAGES[solver]}")
    settings = _SETTINGS[solver].format(milliseconds=min(max(1, int(seconds * 1000)), 2**31 - 1))
    request = {
        "text": f"{settings}{text}(check-sat)\n",
        "ask": f"(get-value ({' '.join(names)}))" if names else "",
        "why": _WHY,
    }
    command = [sys.executable, "-I", "-S", str(PROCESS), solver, folder, str(os.getpid())]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(request),
            capture_output=True,
            text=True,
            encoding="utf-8",
            errors="replace",
            timeout=max(seconds, 0.1) + _GRACE,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Solved("unknown", reason=f"{solver} did not answer within {seconds:.0f} s")
    except (OSError, ValueError) as error:
        return Solved("unknown", reason=f"{solver} could not be started: {error}")
    if done.returncode != 0:
        last = (done.stderr.strip().splitlines() or [f"exit status {done.returncode}"])[-1]
        return Solved("unknown", reason=f"{solver} failed: {last}")
    return read_answer(done.stdout, names, solver)


PROCESS = Path(__file__).with_name("process.py")
_PACKAGES = {"z3": "z3-solver", "cvc5": "'faier[cvc5]'"}


def read_answer(printed: str, names: Iterable[str], solver: str) -> Solved:
    """What the process printed, if it makes sense."""
    try:
        data = json.loads(printed)
        answer, more = data["answer"], data["more"]
        if not isinstance(answer, str) or not isinstance(more, str):
            raise TypeError("it is no text")
        if answer == "unsat":
            return Solved("unsat")
        if answer.split()[:1] == ["unknown"]:
            said = re.search(r":reason-unknown\s+(.*)\)", more, re.DOTALL)
            reason = said.group(1).strip(' "') if said else more
            return Solved("unknown", reason=f"{solver} gave up: {reason}")
        if answer == "sat":
            return _model(more, set(names))
        return Solved("unknown", reason=f"{solver} gave an answer that cannot be read: {answer[:200]}")
    except (ValueError, KeyError, TypeError, RecursionError) as error:
        return Solved("unknown", reason=f"{solver} gave an answer that cannot be read: {error}")


Expression: TypeAlias = "str | list[Expression]"


def _model(text: str, names: set[str]) -> Solved:
    truths, reals = set(), []
    for pair in _expression(text) if text.strip() else ():
        match pair:
            case [str(name), "true"] if name in names:
                truths.add(name)
            case [str(name), value] if name in names:
                number = _number(value)
                if number is not None:
                    reals.append((name, rational(number)))
    return Solved("sat", frozenset(truths), tuple(reals))


def _expression(text: str) -> Expression:
    """The one expression in the text; ValueError if there is not one."""
    open_lists: list[list[Expression]] = [[]]
    for token in re.findall(r"[()]|[^\s()]+", text):
        if token == "(":
            open_lists.append([])
        elif token != ")":
            open_lists[-1].append(token)
        elif len(open_lists) == 1:
            raise ValueError("a parenthesis too many")
        else:
            closed = open_lists.pop()
            open_lists[-1].append(closed)
    if len(open_lists) != 1 or len(open_lists[0]) != 1:
        raise ValueError("it is not one expression")
    return open_lists[0][0]


def _number(value: Expression) -> Fraction | None:
    """A rational as solvers write it: 2, 2.0, 1/2, (- x), (/ x y)."""
    match value:
        case str() if re.fullmatch(r"-?\d+(\.\d+|/\d+)?", value):
            return Fraction(value)
        case ["-", inner]:
            number = _number(inner)
            return None if number is None else -number
        case ["/", above, below]:
            numbers = _number(above), _number(below)
            return None if numbers[0] is None or not numbers[1] else numbers[0] / numbers[1]
    return None


def _folder(solver: str) -> str | None:
    """The folder that holds the solver's package."""
    found = find_spec(solver)
    if found is None or found.origin is None:
        return None
    return str(Path(found.origin).parent.parent)
