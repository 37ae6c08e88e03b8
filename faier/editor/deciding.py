"""Texts as they are typed -> reports, one after the other, each for the newest text of its file.

A text waits until nothing was typed for a moment. A run that is about an older text ends at once.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from faier.answers.answer import Report
from faier.running.batch import Plan, carry_out
from faier.running.progress import State
from faier.running.request import Options
from faier.running.selection import Selected, says_import

# So long nothing is typed before a text is decided.
PAUSE = 0.3


@dataclass(frozen=True)
class Text:
    """What a file holds in the editor, saved or not; a later version has a greater number."""

    uri: str
    path: str
    text: str
    version: int


Told = Callable[[Text, Report], None]


class Decider:
    """A thread that decides what was typed last. `tell` is called in it."""

    def __init__(self, tell: Told, timeout: float, memory: int, jobs: int) -> None:
        self.tell = tell
        self.options, self.memory, self.jobs = Options(timeout=timeout), memory, jobs
        self.waiting: dict[str, tuple[Text, float]] = {}
        self.changed = threading.Condition()
        self.closed = False
        self.thread = threading.Thread(target=self.run, daemon=True)

    def start(self) -> None:
        self.thread.start()

    def ask(self, text: Text) -> None:
        """Decide this, and nothing older of the file."""
        with self.changed:
            self.waiting[text.uri] = text, time.monotonic() + PAUSE
            self.changed.notify()

    def forget(self, uri: str) -> None:
        with self.changed:
            self.waiting.pop(uri, None)

    def close(self) -> None:
        with self.changed:
            self.closed = True
            self.changed.notify()

    def run(self) -> None:
        while (text := self.following()) is not None:
            report = self.decide(text)
            if not report.interrupted:
                self.tell(text, report)

    def following(self) -> Text | None:
        """The text that has waited longest; None at the end."""
        with self.changed:
            while not self.closed:
                if not self.waiting:
                    self.changed.wait()
                    continue
                text, due = min(self.waiting.values(), key=lambda item: item[1])
                left = due - time.monotonic()
                if left <= 0:
                    del self.waiting[text.uri]
                    return text
                self.changed.wait(left)
        return None

    def decide(self, text: Text) -> Report:
        data = text.text.encode("utf-8", "surrogatepass")
        if not says_import(data):
            return Report("check")
        selected = Selected(text.path, (), data)

        def progress(state: State) -> None:
            if self.closed or text.uri in self.waiting:
                raise KeyboardInterrupt

        return carry_out(Plan("check", (selected,), self.options, self.jobs, self.memory), (), progress)


def path_of(uri: str) -> str:
    """The file of an address; one that is not of a file is a name alone."""
    from urllib.parse import unquote, urlparse
    from urllib.request import url2pathname

    parts = urlparse(uri)
    if parts.scheme != "file":
        return unquote(parts.path or uri).rpartition("/")[2] or "untitled.py"
    path = Path(url2pathname(parts.path))
    try:
        return path.relative_to(Path.cwd()).as_posix()
    except ValueError:
        return path.as_posix()
