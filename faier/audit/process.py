"""The process in which an implementation runs: run as a file, with nothing of faier loaded.

    python process.py < request       one line of JSON for each input comes back, and one for what went wrong

It is the only place where faier runs what it is shown. The request is JSON: the `callable` as PACKAGE:NAME, the
`folder` that it is imported from, the `calls` with their arguments, cuts and exact outputs, how many `samples`, for how
many `seconds` and MiB of `memory`, a `seed` if there is one, and whether `several` values are shown by one call.
"""

from __future__ import annotations

import bisect
import importlib
import inspect
import json
import os
import random
import sys
import time
from collections.abc import Callable
from typing import Any

PAUSE = 64


def main() -> None:
    request = json.load(sys.stdin)
    out, sys.stdout = os.fdopen(os.dup(1), "w"), sys.stderr  # what the implementation prints is not for the reader
    _within(request["memory"])

    def tell(**line: object) -> None:
        out.write(json.dumps(line) + "\n")
        out.flush()

    try:
        sys.path.insert(0, request["folder"])
        run = _seeded(_found(request["callable"]), request["seed"])
    except BaseException as error:  # whatever an import does
        tell(failed=f"{request['callable']} is not imported: {_said(error)}")
        return
    end = time.monotonic() + request["seconds"]
    calls = request["calls"]
    for number, call in enumerate(calls):
        share = time.monotonic() + (end - time.monotonic()) / (len(calls) - number)
        try:
            halves = _sampled(run, call, request["samples"], share, request["several"])
        except BaseException as error:
            tell(failed=f"{request['callable']} raised {_said(error)}", call=number)
            return
        tell(call=number, halves=halves)


def _within(memory: int) -> None:
    """No more memory than this, where the system can say so."""
    try:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory << 20, memory << 20))
    except (ImportError, ValueError, OSError):
        pass


def _found(name: str) -> Callable[..., object]:
    module, _, path = name.partition(":")
    found: Any = importlib.import_module(module)
    for part in path.split("."):
        found = getattr(found, part)
    if not callable(found):
        raise TypeError(f"{path} cannot be called")
    run: Callable[..., object] = found
    return run


def _seeded(run: Callable[..., object], seed: int | None) -> Callable[..., object]:
    """The implementation, which takes the seed where it has a parameter for one; else the global generators have it."""
    if seed is None:
        return run
    random.seed(seed)
    if "numpy" in sys.modules:
        sys.modules["numpy"].random.seed(seed % 2**32)
    try:
        names = inspect.signature(run).parameters
    except (TypeError, ValueError):
        return run
    if "rng" in names:
        rng = random.Random(seed)
        return lambda *given: run(*given, rng=rng)
    name = next((name for name in ("seed", "random_state") if name in names), None)
    if name is None:
        return run
    seeds = random.Random(seed)
    return lambda *given: run(*given, **{name: seeds.getrandbits(31)})


def _sampled(
    run: Callable[..., Any], call: dict[str, Any], samples: int, end: float, several: bool
) -> tuple[dict[str, int], dict[str, int]]:
    """How often each output was shown, in both halves of the samples."""
    arguments, cuts, exact = call["arguments"], call["cuts"], set(call["exact"])
    halves: tuple[dict[str, int], dict[str, int]] = ({}, {})
    for number in range(samples):
        if number % PAUSE == 0 and time.monotonic() > end:
            break
        shown = run(*[_copied(item) for item in arguments])
        name = key(list(shown) if several else shown)
        if cuts is not None and name not in exact:
            name = _interval(shown, cuts)
        counts = halves[number % 2]
        counts[name] = counts.get(name, 0) + 1
    return halves


def _copied(item: object) -> object:
    return [_copied(part) for part in item] if isinstance(item, list) else item


def _interval(shown: Any, cuts: list[float]) -> str:
    try:
        return f"interval {bisect.bisect_right(cuts, float(shown))}"
    except (TypeError, ValueError):
        return key(shown)


def key(shown: object) -> str:
    """The output as a text; numbers that are equal have one text, whatever library they are of."""
    return json.dumps(_plain(shown), sort_keys=True)


def _plain(shown: Any) -> object:
    if hasattr(shown, "tolist") and hasattr(shown, "dtype"):
        shown = shown.tolist()
    if shown is None or isinstance(shown, (bool, str)):
        return shown.value if hasattr(shown, "value") and isinstance(shown, str) else shown
    if hasattr(shown, "_asdict"):
        return {name: _plain(item) for name, item in shown._asdict().items()}
    if isinstance(shown, int):
        return f"{type(shown).__name__}.{shown.name}" if hasattr(shown, "name") else int(shown)
    if isinstance(shown, float):
        return int(shown) if shown.is_integer() else shown
    if isinstance(shown, (list, tuple)):
        return [_plain(item) for item in shown]
    if isinstance(shown, dict):
        return {str(name): _plain(item) for name, item in shown.items()}
    if hasattr(shown, "numerator") and hasattr(shown, "denominator"):
        return int(shown) if shown.denominator == 1 else float(shown)
    if hasattr(shown, "name") and hasattr(shown, "value"):
        return f"{type(shown).__name__}.{shown.name}"
    return repr(shown)


def _said(error: BaseException) -> str:
    text = str(error).strip().split("\n")[0]
    return f"{type(error).__name__}: {text}" if text else type(error).__name__


if __name__ == "__main__":
    main()
