"""The child's side of a worker process: it limits itself, then answers requests from its pipe until it ends.

Frames are a length and a pickle. Only the process that started this one writes to the pipe.
"""

from __future__ import annotations

import contextlib
import importlib
import os
import pickle
import signal
import struct
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import BinaryIO, Literal, TypeAlias, cast

# What a worker says: it is ready; it knows a part of the answer; how far it is; it has the answer; the work raised.
Saying: TypeAlias = tuple[Literal["ready", "partial", "reached", "done", "bug"], object, float]

# The exit status of a worker that has no memory left, not even to say so.
OUT_OF_MEMORY = 86

_LENGTH = struct.Struct(">Q")


def serve(entry: str, memory: int, parent: int) -> None:
    """Answer with the function named by `entry` ("module:function") within `memory` MiB (0: no limit)."""
    source, sink = _channel()
    _die_with(parent)
    module, name = entry.split(":")
    work = getattr(importlib.import_module(module), name)
    _confine(memory)
    try:
        write_frame(sink, ("ready", None, 0.0))
        while (order := read_frame(source)) is not None:
            folder, request = cast(tuple[str | None, object], order)
            if folder is not None:
                with contextlib.suppress(OSError):
                    os.chdir(folder)
            write_frame(sink, _answer(work, request, sink))
    except MemoryError:
        os._exit(OUT_OF_MEMORY)


def write_frame(sink: BinaryIO, value: object) -> None:
    data = pickle.dumps(value)
    sink.write(_LENGTH.pack(len(data)) + data)
    sink.flush()


def read_frame(source: BinaryIO) -> object | None:
    """The next frame; None at the end of the pipe, a frame cut short included."""
    head = source.read(_LENGTH.size)
    if len(head) < _LENGTH.size:
        return None
    size = _LENGTH.unpack(head)[0]
    data = source.read(size)
    value: object = pickle.loads(data) if len(data) == size else None
    return value


def _answer(work: Callable[..., object], request: object, sink: BinaryIO) -> Saying:
    begin = time.perf_counter()

    def tell(part: object) -> None:
        kind = "reached" if isinstance(part, float) else "partial"
        write_frame(sink, (kind, part, time.perf_counter() - begin))

    try:
        value = work(request, tell)
    except MemoryError:
        raise
    except Exception as error:
        return "bug", _summary(error), time.perf_counter() - begin
    return "done", value, time.perf_counter() - begin


def _summary(error: Exception) -> str:
    """Where and what, on one line."""
    frames = traceback.extract_tb(error.__traceback__)
    place = f" at {Path(frames[-1].filename).name}:{frames[-1].lineno}" if frames else ""
    return f"{type(error).__name__}{place}: {error}".strip()


def _channel() -> tuple[BinaryIO, BinaryIO]:
    """The pipes, moved away from the standard streams so that nothing printed by a library garbles them."""
    source, sink = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)
    os.dup2(2, 1)
    return source, sink


def _die_with(parent: int) -> None:
    """On Linux the kernel ends this process with its parent; elsewhere the end of the pipe does."""
    if sys.platform == "linux":
        import ctypes

        death_signal = 1  # PR_SET_PDEATHSIG
        ctypes.CDLL(None).prctl(death_signal, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)


def _confine(memory: int) -> None:
    if sys.platform != "win32":
        import resource

        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if memory:
            size = memory * 1024 * 1024
            with contextlib.suppress(ValueError, OSError, OverflowError):  # some systems know no such limit
                resource.setrlimit(resource.RLIMIT_AS, (size, size))
