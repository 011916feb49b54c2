"""``tflint baseline``: keeps what is found now, so that only what is new is reported."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import click

from tflint.cli.commands import CONTEXT
from tflint.cli.options import linting, settings_for
from tflint.cli.streams import CLEAN, FAILED, complain, say
from tflint.linting.baseline import DEFAULT_NAME, Baseline


@click.group("baseline", context_settings=CONTEXT, invoke_without_command=True)
@click.pass_context
def baseline(context: click.Context) -> None:
    """Record the current findings in a file, for `tflint --baseline FILE`."""
    if context.invoked_subcommand is None:
        raise click.UsageError("name a command: `tflint baseline write` or `tflint baseline show`")


@baseline.command("write", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--output", "-o", type=click.Path(), help=f"The file to write.  [{DEFAULT_NAME}]")
@linting
def write(**options: Any) -> int:
    """Write a baseline of all findings in files and folders.

    PATH is a file or a folder; the default is the current folder. Findings about the run itself (TFL0xx)
    are not recorded, but always reported.
    """
    from tflint.linting.gathering import STDIN
    from tflint.mending import Mending

    paths = [os.fspath(path) for path in options["paths"]] or ["."]
    if "" in paths or STDIN in paths:
        raise click.UsageError("a baseline is of files and folders")
    settings = settings_for(paths, options)
    path = options["output"] or settings.baseline or DEFAULT_NAME
    linted = Mending(paths, settings, b"", STDIN).lint()
    for warning in linted.warnings:
        say("warning", warning)
    if linted.inputs.errors:
        for error in linted.inputs.errors:
            complain(error)
        return FAILED
    made = Baseline.of(path, linted.findings, linted.inputs.shown)
    made.write()
    click.echo(f"Wrote {_findings(made)} to {path}.")
    return CLEAN


@baseline.command("show", context_settings=CONTEXT)
@click.argument("path", required=False, type=click.Path(), metavar="[FILE]")
def show(path: str | None) -> int:
    """Show what is left in a baseline: how many findings of each rule, and in which files."""
    from tflint.report.plain import one_line

    kept = Baseline.read(path or DEFAULT_NAME)
    by_code, by_file = Counter[str](), Counter[str]()
    for entry, count in kept.entries.items():
        by_code[entry.code] += count
        by_file[entry.path] += count
    for counted in (by_code, by_file):
        digits = max((len(str(count)) for count in counted.values()), default=1)
        for name, count in sorted(counted.items(), key=lambda item: (-item[1], item[0])):
            click.echo(f"{count:>{digits}}  {one_line(name)}")
        if counted:
            click.echo()
    click.echo(f"{_findings(kept)}.")
    return CLEAN


def _findings(kept: Baseline) -> str:
    count = sum(kept.entries.values())
    files = len({entry.path for entry in kept.entries})
    return f"{count} finding{'' if count == 1 else 's'} in {files} file{'' if files == 1 else 's'}"
