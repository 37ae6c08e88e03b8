"""Headless Chromium for tests: pages opened from text, spoken to through a pipe in Chromium's own protocol.

Nothing is fetched: pages are files, and the browser is started without whatever would go to the network.
"""

from __future__ import annotations

import base64
import json
import os
import select
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

FOUND = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")

SWITCHES = (
    "--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync --disable-dev-shm-usage --hide-scrollbars --remote-debugging-pipe"
)

# Seconds that an answer may take before Chromium is taken to be stuck.
PATIENCE = 120

Json = dict[str, Any]


@dataclass
class Browser:
    """One page at a time. `said` is what its console said since it was opened, errors of the page among it."""

    asked: int
    told: int
    session: str | None = None
    number: int = 0
    buffer: bytes = b""
    said: list[str] = field(default_factory=list)

    def open(self, path: Path, width: int, height: int = 800) -> None:
        """Show a file at a width in CSS pixels, once it is loaded."""
        self.size(width, height)
        self.said.clear()
        self.send("Page.navigate", url=path.resolve().as_uri())
        self.wait("Page.loadEventFired")

    def size(self, width: int, height: int = 800) -> None:
        screen = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 600}
        self.send("Emulation.setDeviceMetricsOverride", **screen)

    def media(self, name: str, **features: str) -> None:
        """As for "print", or with a feature such as prefers_color_scheme="dark"."""
        listed = [{"name": key.replace("_", "-"), "value": value} for key, value in features.items()]
        self.send("Emulation.setEmulatedMedia", media=name, features=listed)

    def evaluate(self, script: str) -> Any:
        answer = self.send("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def printed(self, path: Path) -> None:
        """On A4 paper, as PDF."""
        answer = self.send("Page.printToPDF", paperWidth=8.27, paperHeight=11.69, printBackground=True)
        path.write_bytes(base64.b64decode(answer["data"]))

    def send(self, method: str, **parameters: object) -> Json:
        self.number += 1
        message: Json = {"id": self.number, "method": method, "params": parameters}
        if self.session is not None:
            message["sessionId"] = self.session
        os.write(self.asked, json.dumps(message).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == self.number:
                assert "error" not in answer, f"{method}: {answer['error']}"
                result: Json = answer["result"]
                return result

    def wait(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> Json:
        while b"\0" not in self.buffer:
            assert select.select([self.told], [], [], PATIENCE)[0], "Chromium does not answer"
            more = os.read(self.told, 1 << 20)
            assert more, "Chromium has ended"
            self.buffer += more
        line, self.buffer = self.buffer.split(b"\0", 1)
        message: Json = json.loads(line)
        about = message.get("params", {})
        match message.get("method"):
            case "Log.entryAdded":
                self.said.append(f"{about['entry']['level']}: {about['entry']['text']}")
            case "Runtime.consoleAPICalled":
                self.said.append(f"{about['type']}: {about['args']}")
            case "Runtime.exceptionThrown":
                self.said.append(f"exception: {about['exceptionDetails']['text']}")
            case "Page.javascriptDialogOpening":
                self.said.append(f"dialog: {about['message']}")
        return message


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Chromium with an empty profile in the folder, ended afterwards."""
    assert FOUND is not None
    read_asked, asked = os.pipe()
    told, write_told = os.pipe()
    process = _started([FOUND, *SWITCHES.split(), f"--user-data-dir={folder}"], read_asked, write_told)
    os.close(read_asked)
    os.close(write_told)
    try:
        page = Browser(asked, told)
        target = page.send("Target.createTarget", url="about:blank")["targetId"]
        page.session = page.send("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log"):
            page.send(f"{domain}.enable")
        yield page
    finally:
        process.terminate()
        process.wait(10)
        os.close(asked)
        os.close(told)


def _started(command: list[str], asked: int, told: int) -> subprocess.Popen[bytes]:
    """The protocol's pipe is file descriptors 3 and 4 of the browser."""
    script = f'exec "$@" 3<&{asked} 4>&{told}'
    return subprocess.Popen(
        ["bash", "-c", script, "bash", *command],
        pass_fds=(asked, told),
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
