"""What the command line says beside its report, and the standard streams it says it on."""

from __future__ import annotations

import errno
import os
import sys

import click

CLEAN, FOUND, FAILED, INTERRUPTED, BROKEN_PIPE = 0, 1, 2, 130, 141
"""Exit statuses."""


def say(what: str, message: str) -> None:
    """Say one line on standard error."""
    from tflint.report.plain import one_line

    click.echo(f"tflint: {what}: {one_line(message)}", err=True)


def complain(message: str, status: int = FAILED) -> int:
    """Say what went wrong; the exit status."""
    say("error", message)
    return status


def open_streams() -> None:
    """Put something in the place of closed standard streams, lest a file that is opened gets it.

    What was closed can't be read from or written to: whoever tries hears of it.
    """
    if sys.stdin is None:
        sys.stdin = os.fdopen(os.open(os.devnull, os.O_WRONLY))
    if sys.stdout is None:
        sys.stdout = os.fdopen(os.open(os.devnull, os.O_RDONLY), "w")
    if sys.stderr is None:
        sys.stderr = os.fdopen(os.open(os.devnull, os.O_WRONLY), "w")


def stream_failed(error: OSError) -> int:
    """A reader that went away is no failure worth a word; anything else is."""
    if error.errno != errno.EPIPE:
        closed = error.errno == errno.EBADF
        status = complain("a standard stream is closed" if closed else str(error))
        if not closed:
            return status
    else:
        status = BROKEN_PIPE
    # the interpreter flushes stdout once more on its way out; let it write into nothing
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return status
