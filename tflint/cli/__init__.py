"""The command line: options in, exit status out."""

from __future__ import annotations

import contextlib
import gc
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

import click

from tflint.cli.commands import COMPLETING, command_of
from tflint.cli.streams import CLEAN, INTERRUPTED, complain, open_streams, stream_failed
from tflint.refusal import RefusedError


def main(arguments: Sequence[str] | None = None) -> NoReturn:
    """Run the command line and exit with its status; as a program, at once.

    Of a run on one small file, looking for garbage and tidying up before the end would take a fifth.
    """
    if arguments is None:
        gc.disable()
    status = run(sys.argv[1:] if arguments is None else arguments)
    try:
        sys.stdout.flush()
    except OSError as error:
        status = stream_failed(error)
    if arguments is None:
        with contextlib.suppress(OSError, ValueError):
            sys.stderr.flush()
        os._exit(status)
    sys.exit(status)


def run(arguments: Sequence[str]) -> int:
    """Run the command line; whatever goes wrong is one line on stderr and an exit status."""
    open_streams()
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    try:
        if COMPLETING in os.environ:
            from tflint.cli.completion import complete

            return complete(os.environ[COMPLETING])
        name, command, rest = command_of(list(arguments))
        # not command.main(): it has its own way with interrupts and closed pipes
        with command.make_context(name, rest) as context:
            status = command.invoke(context)
    except click.exceptions.Exit as done:
        return done.exit_code
    except (click.Abort, KeyboardInterrupt):
        return complain("interrupted", INTERRUPTED)
    except click.ClickException as error:
        return complain(error.format_message())
    except RefusedError as error:
        return complain(str(error))
    except OSError as error:
        return stream_failed(error)
    except Exception as error:
        if os.environ.get("TFLINT_DEBUG"):
            raise
        text = " ".join(str(error).split())
        return complain(
            f"internal error: {type(error).__name__}: {text} (TFLINT_DEBUG=1 shows where)"
        )
    return int(status or CLEAN)
