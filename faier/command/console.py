"""What reaches standard output, standard error and files: text, a line about progress, and being told to end."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from faier.running.progress import State


class Unwritten(click.ClickException):
    """What was decided could not be printed, on a full disk say."""


def say(text: str) -> None:
    """To standard output, where there is one; a reader who has stopped reading is no error."""
    try:
        click.echo(text, nl=False, color=colorful())
        if sys.stdout is not None:
            sys.stdout.flush()
    except BrokenPipeError:
        forget_output()
    except OSError as error:
        raise Unwritten(f"standard output was not written: {error.strerror or error}") from None


def saved(path: str, text: str) -> bool:
    from faier.command.destination import written

    try:
        written(path, text)
    except OSError as error:
        click.echo(f"Error: {path} was not written: {error.strerror or error}", err=True)
        return False
    return True


def colorful() -> bool:
    return on_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def width() -> int:
    """The columns that a chart may have: the terminal's, or 80 where there is none."""
    import shutil

    return max(shutil.get_terminal_size().columns, 40) if on_terminal() else 80


def on_terminal() -> bool:
    return sys.stdout is not None and sys.stdout.isatty()


@contextmanager
def progress_line(form: str) -> Iterator[Callable[[State], None] | None]:
    """A line that is rewritten on a terminal, where people read; gone when the work is."""
    watched = sys.stderr is not None and sys.stderr.isatty() and os.environ.get("TERM") != "dumb"
    if not watched or form != "text" or os.environ.get("CI"):
        yield None
        return
    import shutil
    import time

    from faier.report.wording import visible
    from faier.running.progress import line

    def show(state: State) -> None:
        width = max(shutil.get_terminal_size().columns, 20) - 1
        text = visible(line(state, time.monotonic(), width)) if state.done < state.known else ""
        click.echo(f"\r\x1b[K{text[:width]}", nl=False, err=True, color=True)

    try:
        yield show
    finally:
        click.echo("\r\x1b[K", nl=False, err=True, color=True)


@contextmanager
def heeding_termination() -> Iterator[None]:
    """Being told to end is an interrupt: what was decided is reported."""
    import signal
    import threading

    def stop(number: int, frame: object) -> None:
        raise KeyboardInterrupt

    if threading.current_thread() is not threading.main_thread():
        yield
        return
    before = signal.signal(signal.SIGTERM, stop)
    try:
        yield
    finally:
        signal.signal(signal.SIGTERM, before)


def forget_output() -> None:
    """Nobody reads standard output any more: let Python's last flush go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def survive_any_encoding() -> None:
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
