"""What workers are given to do in tests of faults, in place of the real work."""

from __future__ import annotations

import importlib
import os
import signal
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

from faier.answers.answer import Response
from faier.deciding import factors, obligation_answers
from faier.running.request import Decide, Request
from faier.running.tasks import perform


def fail_to_decide(request: Request, tell: Callable[[object], None]) -> Response:
    """Reads files as always, and has a bug in deciding."""
    if isinstance(request, Decide):
        raise ZeroDivisionError("on purpose")
    return perform(request, tell)


def stubborn(request: Request, tell: Callable[[object], None]) -> Response:
    """Reads files as always, and heeds no limit in deciding."""
    if isinstance(request, Decide):
        time.sleep(60)
    return perform(request, tell)


def take_a_while(request: Request, tell: Callable[[object], None]) -> Response:
    """As always, a little later; a file beside the one that is asked about says that deciding has begun."""
    if isinstance(request, Decide):
        Path(request.question.path).with_name("begun").touch()
        time.sleep(0.5)
    return perform(request, tell)


def share_at_once(request: Request, tell: Callable[[object], None]) -> Response:
    """As always, except that no claim is too short to be shared out."""
    factors.ALONE = obligation_answers.WORTH = 0.0
    return perform(request, tell)


def lose_a_share(request: Request, tell: Callable[[object], None]) -> Response:
    """A worker that is lost with its second share."""
    if isinstance(request, Decide) and request.share is not None and request.share.number == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return share_at_once(request, tell)


def lose_noisy_max(request: Request, tell: Callable[[object], None]) -> Response:
    """A worker that is lost with each claim about one mechanism."""
    if isinstance(request, Decide) and request.question.mechanism == "noisy_max":
        os.kill(os.getpid(), signal.SIGKILL)
    return perform(request, tell)


def no_solver(request: Request, tell: Callable[[object], None]) -> Response:
    """As always, where no solver is installed."""
    _SOLVE._folder = lambda solver: None  # type: ignore[attr-defined]
    return perform(request, tell)


def solver_without_memory(request: Request, tell: Callable[[object], None]) -> Response:
    """As always, with a solver that asks for more memory than there is."""
    return _with_solver("bytearray(1 << 62)", request, tell)


def solver_killed(request: Request, tell: Callable[[object], None]) -> Response:
    """As always, with a solver whose process is killed."""
    return _with_solver("import os; os.kill(os.getpid(), 9)", request, tell)


_SOLVE = importlib.import_module("faier.engines.smt.solve")


def _with_solver(code: str, request: Request, tell: Callable[[object], None]) -> Response:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "solver.py")
        path.write_text(code)
        _SOLVE.PROCESS = path  # type: ignore[attr-defined]
        return perform(request, tell)


def obey(request: str, tell: Callable[[object], None]) -> str:
    """Does what the request says."""
    match request.split():
        case ["sleep"]:
            tell("half of it")
            time.sleep(600)
        case ["spin"]:
            while True:
                pass
        case ["fill"]:
            return str(len(bytearray(1 << 34)))
        case ["overflow"]:
            from flint import fmpz

            return str(fmpz(10) ** (10**11))
        case ["shift"]:
            return str((1 << (1 << 38)).bit_length())
        case ["power"]:
            return str((3 ** (10**8)).bit_length())
        case ["raise"]:
            raise ValueError("on purpose")
        case ["kill"]:
            os.kill(os.getpid(), signal.SIGKILL)
        case ["abort"]:
            os.abort()
        case ["print"]:
            print("noise")
            os.write(1, b"more noise")
    return request.upper()


def evidence_without_end(request: Request, tell: Callable[[object], None]) -> Response:
    return _with_evidence(lambda *_: time.sleep(3600), request, tell)


def evidence_without_memory(request: Request, tell: Callable[[object], None]) -> Response:
    return _with_evidence(lambda *_: bytearray(1 << 62), request, tell)


def evidence_that_crashes(request: Request, tell: Callable[[object], None]) -> Response:
    return _with_evidence(lambda *_: os.kill(os.getpid(), signal.SIGKILL), request, tell)


def evidence_with_a_bug(request: Request, tell: Callable[[object], None]) -> Response:
    return _with_evidence(lambda *_: [][0], request, tell)


def drawings_that_crash(request: Request, tell: Callable[[object], None]) -> Response:
    picturing = importlib.import_module("faier.answers.picturing")
    for name in ("pictured", "ways", "about", "curve"):
        setattr(picturing, name, lambda *_: os.kill(os.getpid(), signal.SIGKILL))
    return perform(request, tell)


def _with_evidence(make: Callable[..., object], request: Request, tell: Callable[[object], None]) -> Response:
    """As always, except for how evidence is looked for."""
    write = importlib.import_module("faier.certificate.write")
    write.evidence = make  # type: ignore[attr-defined]
    return perform(request, tell)
