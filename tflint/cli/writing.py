"""Where the command line writes its report: standard output, or files that are named."""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TextIO

import click

if TYPE_CHECKING:
    from tflint.linting.linter import Report


@contextlib.contextmanager
def target_of(options: dict[str, Any]) -> Iterator[TextIO]:
    """Where to report: a file that is named, else standard output, unless the code goes there."""
    target = options["output_file"]
    if target is None:
        yield sys.stderr if options["fix"] and "-" in options["paths"] else sys.stdout
        return
    try:
        with open(target, "w", encoding="utf-8", errors="backslashreplace") as stream:
            yield stream
    except OSError as error:
        raise click.ClickException(f"{target}: cannot be written: {error.strerror}") from None


def check_writable(path: str) -> None:
    """Refuse a path that nothing can be written to, before any work is done.

    Raises:
        ClickException: it is a folder, or in none, or not ours to write to.
    """
    folder = os.path.dirname(path) or "."
    if os.path.isdir(path):
        fault = errno.EISDIR
    elif not os.path.isdir(folder):
        fault = errno.ENOTDIR if os.path.exists(folder) else errno.ENOENT
    elif not os.access(path if os.path.exists(path) else folder, os.W_OK):
        fault = errno.EACCES
    else:
        return
    raise click.ClickException(f"{path}: cannot be written: {os.strerror(fault)}")


def write_page(report: Report, path: str) -> None:
    """Write the page of HTML.

    Raises:
        ClickException: it can't be written.
    """
    from tflint.report.html import write

    try:
        write(report, path)
    except OSError as error:
        raise click.ClickException(f"{path}: cannot be written: {error.strerror}") from None
