"""A real browser for the pages that we make."""

from __future__ import annotations

import base64
import fcntl
import json
import os
import select
import subprocess
import sys
from itertools import count
from pathlib import Path
from typing import Any

import environments

_OPTIONS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)


def chromium() -> str:
    """Chromium's path."""
    return environments.program("chromium", "chromium-browser", "google-chrome")


def rendered(browser: str, url: str, folder: Path, *options: str) -> str:
    """The page's document as it is once its scripts have run."""
    done = subprocess.run(
        [browser, *_OPTIONS, f"--user-data-dir={folder}", *options, "--dump-dom", url],
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode()


_START = """\
import os, sys
os.dup2(int(sys.argv[1]), 3)
os.dup2(int(sys.argv[2]), 4)
os.execv(sys.argv[3], sys.argv[3:])
"""
"""Starts Chromium, which looks for its pipes under these numbers."""


class Page:
    """A page in a browser that shows it at a width, in light or dark colours; driven through a pipe.

    Args:
        browser: the path of Chromium.
        folder: where it keeps its own.
    """

    def __init__(self, browser: str, folder: Path) -> None:
        theirs_in, ours_out = os.pipe()
        ours_in, theirs_out = os.pipe()
        theirs = [fcntl.fcntl(pipe, fcntl.F_DUPFD, 10) for pipe in (theirs_in, theirs_out)]
        options = [*_OPTIONS, "--remote-debugging-pipe", f"--user-data-dir={folder}"]
        self._process = subprocess.Popen(
            [sys.executable, "-c", _START, *map(str, theirs), browser, *options],
            pass_fds=theirs,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        for pipe in (theirs_in, theirs_out, *theirs):
            os.close(pipe)
        self._out, self._in = ours_out, ours_in
        self._numbers = count(1)
        self._session: dict[str, str] = {}
        self._unread = b""
        target = self._ask("Target.createTarget", url="about:blank")["targetId"]
        attached = self._ask("Target.attachToTarget", targetId=target, flatten=True)
        self._session = {"sessionId": attached["sessionId"]}
        self._ask("Page.enable")

    def __enter__(self) -> Page:
        return self

    def __exit__(self, *error: object) -> None:
        os.close(self._out)
        self._process.terminate()
        self._process.wait(20)
        os.close(self._in)

    def _ask(self, method: str, **params: object) -> dict[str, Any]:
        number = next(self._numbers)
        said = {"id": number, "method": method, "params": params, **self._session}
        os.write(self._out, json.dumps(said).encode() + b"\0")
        while True:
            answer = self._next()
            if answer.get("id") == number:
                assert "error" not in answer, answer
                result: dict[str, Any] = answer["result"]
                return result

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._unread:
            ready, _, _ = select.select([self._in], [], [], 60)
            assert ready, "the browser says nothing"
            self._unread += os.read(self._in, 1 << 16)
        message, _, self._unread = self._unread.partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found

    def show(self, url: str, width: int, scheme: str) -> None:
        """Show a page, and wait until it is there."""
        features = [{"name": "prefers-color-scheme", "value": scheme}]
        self._ask("Emulation.setEmulatedMedia", features=features)
        self._ask(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=900,
            deviceScaleFactor=1,
            mobile=width < 600,
        )
        self._ask("Page.navigate", url=url)
        while self._next().get("method") != "Page.loadEventFired":
            pass

    def value(self, script: str) -> Any:
        """What a script of the page comes to."""
        told = self._ask("Runtime.evaluate", expression=script, returnByValue=True)
        assert "exceptionDetails" not in told, told
        return told["result"].get("value")

    def picture(self) -> bytes:
        """All of the page as a PNG, down to 3,000 pixels."""
        size = self.value("[document.documentElement.clientWidth, document.body.scrollHeight]")
        clip = {"x": 0, "y": 0, "width": size[0], "height": min(size[1], 3000), "scale": 1}
        told = self._ask("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)
        return base64.b64decode(told["data"])
