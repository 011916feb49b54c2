"""A real browser for the pages that we make."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

import environments

_NAMES = ("chromium", "chromium-browser", "google-chrome")
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
    """Chromium's path; a machine of CI that lacks it tries once to install it."""
    found = _found()
    if found is None and os.environ.get("CI") and os.geteuid() == 0 and shutil.which("apt-get"):
        for command in (["update"], ["install", "-y", "--no-install-recommends", "chromium"]):
            subprocess.run(["apt-get", *command], capture_output=True, timeout=600, check=False)
        found = _found()
    if found is None:
        raise environments.UnavailableError("there is no Chromium on PATH to show the page in")
    return found


def _found() -> str | None:
    return next(filter(None, map(shutil.which, _NAMES)), None)


def rendered(browser: str, url: str, folder: Path, *options: str) -> str:
    """The page's document as it is once its scripts have run."""
    done = subprocess.run(
        [browser, *_OPTIONS, f"--user-data-dir={folder}", *options, "--dump-dom", url],
        capture_output=True,
        timeout=120,
        check=True,
    )
    return done.stdout.decode()
