"""The process in which one query is solved: run as a file, with nothing of faier loaded.

    python -I -S process.py SOLVER FOLDER PARENT < request      SOLVER is z3 or cvc5; FOLDER holds its package

The request is JSON: `text` to run up to its (check-sat), `ask` to run next if the answer is sat, `why` if it is
unknown. What the solver prints for each comes back as JSON. Importing z3's Python side takes longer than most
queries, so its library is called directly: text in, text out.
"""

from __future__ import annotations

import ctypes
import json
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path


def main() -> None:
    solver, folder, parent = sys.argv[1:]
    _die_with(int(parent))
    request = json.load(sys.stdin)
    run = {"z3": _z3, "cvc5": _cvc5}[solver](folder)
    answer = run(request["text"]).strip()
    more = run(request["ask"]) if answer == "sat" else run(request["why"]) if answer.startswith("unknown") else ""
    json.dump({"answer": answer, "more": more}, sys.stdout)


def _die_with(parent: int) -> None:
    """On Linux the kernel ends this process with the one that waits for its answer."""
    if sys.platform == "linux":
        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _z3(folder: str) -> Callable[[str], str]:
    library = _library(folder)
    library.Z3_mk_config.restype = ctypes.c_void_p
    library.Z3_mk_context.restype = ctypes.c_void_p
    library.Z3_mk_context.argtypes = [ctypes.c_void_p]
    library.Z3_eval_smtlib2_string.restype = ctypes.c_char_p
    library.Z3_eval_smtlib2_string.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
    context = library.Z3_mk_context(library.Z3_mk_config())

    def run(text: str) -> str:
        printed: bytes = library.Z3_eval_smtlib2_string(context, text.encode())
        return printed.decode()

    return run


def _library(folder: str) -> ctypes.CDLL:
    """Z3's library where its package keeps it; else wherever the package finds it."""
    for place in ("lib", "bin"):
        for name in ("libz3.so", "libz3.dylib", "libz3.dll"):
            path = Path(folder, "z3", place, name)
            if path.is_file():
                return ctypes.CDLL(str(path))
    sys.path.insert(0, folder)
    from z3 import z3core

    library: ctypes.CDLL = z3core.lib()
    return library


def _cvc5(folder: str) -> Callable[[str], str]:
    sys.path.insert(0, folder)
    import cvc5

    solver = cvc5.Solver()
    parser = cvc5.InputParser(solver)
    symbols = parser.getSymbolManager()

    def run(text: str) -> str:
        parser.setStringInput(cvc5.InputLanguage.SMT_LIB_2_6, text, "query")
        printed = []
        while not (command := parser.nextCommand()).isNull():
            printed.append(command.invoke(solver, symbols))
        return "".join(printed)

    return run


if __name__ == "__main__":
    main()
