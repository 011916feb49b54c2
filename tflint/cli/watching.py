"""``--watch``: lint again whenever a file changes."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Callable, Iterable
from typing import Any

import click

from tflint.cli.streams import complain, say
from tflint.files.discovery import DEFAULT_EXCLUDES, SUFFIXES
from tflint.files.project_root import ProjectRoots
from tflint.linting.settings import CONFIG_FILES
from tflint.refusal import RefusedError

_LISTENING = 200
"""Milliseconds after which it is said that nothing has changed."""


def watch(paths: Iterable[str], once: Callable[[], int]) -> int:
    """Run, and run again after each change below the paths and in the projects around them.

    Raises:
        ClickException: watchfiles is not installed.
        KeyboardInterrupt: the user has enough, which is how this ends.
    """
    try:
        from watchfiles import watch as changes
    except ImportError:
        text = "--watch needs watchfiles: pip install 'tflint[watch]'"
        raise click.ClickException(text) from None
    gc.enable()  # a run that ends soon does without
    roots = ProjectRoots()
    folders = {path if os.path.isdir(path) else roots.of(path) for path in paths}
    is_first = True
    # what it says of a time without changes is that it listens, and the first run may begin
    options: Any = {"rust_timeout": _LISTENING, "yield_on_timeout": True}
    for changed in changes(*sorted(folders), watch_filter=_matters, **options):
        if changed or is_first:
            _again(once)
        is_first = False
    return 0


def _again(once: Callable[[], int]) -> None:
    if sys.stdout.isatty():
        click.clear()
    try:
        once()
    except RefusedError as error:  # a file of settings on its way from one state to another
        complain(str(error))
    sys.stdout.flush()
    say("info", "waiting for changes; Ctrl-C ends this")


def _matters(_change: Any, path: str) -> bool:
    """True for a change that may change findings."""
    folder, name = os.path.split(path)
    if not set(DEFAULT_EXCLUDES).isdisjoint(folder.split(os.sep)):
        return False
    return name.endswith(SUFFIXES) or name in (*CONFIG_FILES, ".gitignore")
