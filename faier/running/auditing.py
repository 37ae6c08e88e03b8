"""An implementation that is called many times in a process of its own -> what it showed, or why it did not."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from dataclasses import dataclass
from pathlib import Path

from faier.answers.answer import Audited, Modelled
from faier.audit import process
from faier.audit.expected import Model
from faier.audit.judging import judge
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE

# Seconds more than the process was given until it is ended.
PATIENCE = 5.0

Halves = tuple[dict[str, int], dict[str, int]]


@dataclass(frozen=True)
class Sampling:
    """The implementation as PACKAGE:NAME, imported from a folder, and how often it is called."""

    implementation: str
    folder: str
    samples: int
    seed: int | None
    significance: float
    seconds: float
    memory: int


def audited(asked: Sampling, found: Modelled) -> tuple[Audited, ...] | Diagnostic:
    """What is found of each input; a diagnostic where the implementation could not be called."""
    begin = time.monotonic()
    halves = _sampled(asked, found.model)
    if isinstance(halves, Diagnostic):
        return halves
    spent = time.monotonic() - begin
    judged = judge(found.model, halves, asked.significance)
    return tuple(Audited(found.question, asked.implementation, found.model.epsilon, one, spent) for one in judged)


def _sampled(asked: Sampling, model: Model) -> list[Halves] | Diagnostic:
    calls = [
        {
            "arguments": list(one.arguments),
            "cuts": None if one.cuts is None else list(one.cuts),
            "exact": [outcome.key for outcome in one.outcomes],
        }
        for one in model.inputs
    ]
    request = {
        "callable": asked.implementation,
        "folder": asked.folder,
        "calls": calls,
        "samples": asked.samples,
        "seconds": asked.seconds,
        "memory": asked.memory,
        "seed": asked.seed,
        "several": model.several,
    }
    halves: list[Halves] = [({}, {}) for _ in calls]
    command = [sys.executable, str(Path(process.__file__))]
    try:
        done = subprocess.run(
            command,
            input=json.dumps(request),
            capture_output=True,
            text=True,
            timeout=asked.seconds + PATIENCE,
            cwd=asked.folder,
            check=False,
        )
        lines, status = done.stdout, done.returncode
    except subprocess.TimeoutExpired as late:
        lines, status = _text(late.stdout), 0
    for line in lines.splitlines():
        told = json.loads(line)
        if "failed" in told:
            return _refused(asked, told["failed"])
        halves[told["call"]] = (told["halves"][0], told["halves"][1])
    if status != 0:
        return _refused(asked, f"{asked.implementation} ended the process that called it (status {status})")
    return halves


def _text(printed: str | bytes | None) -> str:
    return printed.decode() if isinstance(printed, bytes) else printed or ""


def _refused(asked: Sampling, message: str) -> Diagnostic:
    hint = "write PACKAGE:NAME of what can be called with the inputs of the mechanism, from this folder"
    return Diagnostic("FA814", message, hint, asked.implementation, NOWHERE)
