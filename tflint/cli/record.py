"""``tflint record``: keeps what a real run passes to traced functions."""

from __future__ import annotations

import click

from tflint.cli.commands import CONTEXT


@click.command("record", context_settings={**CONTEXT, "ignore_unknown_options": True})
@click.argument("command", nargs=-1, required=True, type=click.UNPROCESSED)
def record(command: tuple[str, ...]) -> int:
    """Run a Python program and record what it passes to traced functions, for --confirm.

    COMMAND is `python train.py --epochs 1` or `python -m package.train`; write `--` before it.
    Shapes, dtypes and small values go to .tflint_recordings/ in the current folder.
    """
    from tflint.experiment.recordings.command import CommandError
    from tflint.experiment.recordings.command import record as run_and_record

    try:
        return run_and_record(command)
    except CommandError as error:
        raise click.UsageError(str(error)) from None
