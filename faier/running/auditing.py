"""An implementation that is called many times in a process of its own -> what it showed, or why it did not."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from faier.answers.answer import Audited, Modelled
from faier.audit import process
from faier.audit.expected import Model
from faier.audit.findings import Samples
from faier.audit.judging import judge
from faier.lang.diagnostics import Diagnostic
from faier.lang.syntax import NOWHERE

# Seconds more than the process was given until it is ended.
PATIENCE = 5.0


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
    bits: bool = False


def audited(asked: Sampling, found: Modelled) -> tuple[Audited, ...] | Diagnostic:
    """What is found of each input; a diagnostic where the implementation could not be called."""
    begin = time.monotonic()
    samples = _sampled(asked, found.model)
    if isinstance(samples, Diagnostic):
        return samples
    spent = time.monotonic() - begin
    judged = judge(found.model, samples, asked.significance)
    return tuple(Audited(found.question, asked.implementation, found.model.epsilon, one, spent) for one in judged)


def _sampled(asked: Sampling, model: Model) -> list[Samples] | Diagnostic:
    calls = [
        {
            "arguments": list(one.arguments),
            "cuts": None if one.cuts is None else list(one.cuts),
            "exact": [outcome.key for outcome in one.outcomes if not outcome.key.startswith("interval ")],
        }
        for one in model.inputs
    ]
    request = {
        "callable": asked.implementation,
        "folder": asked.folder,
        "names": list(model.names),
        "calls": calls,
        "samples": asked.samples,
        "seconds": asked.seconds,
        "memory": asked.memory,
        "seed": asked.seed,
        "several": model.several,
        "bits": asked.bits,
        "places": [
            {
                "path": list(place.path),
                "cuts": list(place.cuts),
                "names": [place.name(cell) for cell in range(len(place.cuts) + 1)],
                "exact": list(place.exact),
                "real": place.real,
            }
            for place in model.places
        ],
    }
    samples = [Samples(({}, {})) for _ in calls]
    lines, status = _carried_out(asked, json.dumps(request))
    for line in lines.splitlines():
        told = json.loads(line)
        if "failed" in told:
            return _refused(asked, told["failed"], model, told.get("call"))
        one, other = told["halves"]
        samples[told["call"]] = Samples((one, other), tuple(told["pairs"]), tuple(told["repeated"]), told["width"])
    if status != 0:
        ended = f"{asked.implementation} ended the process that called it (status {status})"
        return _refused(asked, ended, model, lines.count("\n"))
    return samples


def _carried_out(asked: Sampling, request: str) -> tuple[str, int]:
    """What the process told, and its exit status (0 where it was ended because the time is up). All that it started
    is ended with it."""
    command = [sys.executable, str(Path(process.__file__))]
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8") as given,
        tempfile.TemporaryFile("w+", encoding="utf-8") as told,
    ):
        given.write(request)
        given.seek(0)
        running = subprocess.Popen(
            command, stdin=given, stdout=told, stderr=subprocess.DEVNULL, cwd=asked.folder, start_new_session=True
        )
        try:
            status = running.wait(asked.seconds + PATIENCE)
        except subprocess.TimeoutExpired:
            status = 0
        finally:
            _ended(running)
        told.seek(0)
        return told.read(), status


def _ended(running: subprocess.Popen[bytes]) -> None:
    with suppress(OSError):
        if hasattr(os, "killpg"):
            os.killpg(running.pid, signal.SIGKILL)
        else:
            running.kill()
    running.wait()


def _refused(asked: Sampling, message: str, model: Model, call: int | None) -> Diagnostic:
    """What to do about it: another one is named where none is found, and what was called (`call`) is to return."""
    if call is None or call >= len(model.inputs):
        hint = "write PACKAGE:NAME of what can be called with the inputs of the mechanism, from this folder"
        return Diagnostic("FA814", message, hint, asked.implementation, NOWHERE)
    given = ", ".join(json.dumps(argument, ensure_ascii=False) for argument in model.inputs[call].arguments)
    hint = "every call has to return what is shown: mend it, or write a function that calls it with what it takes"
    return Diagnostic("FA814", f"called with ({given}): {message}", hint, asked.implementation, NOWHERE)
