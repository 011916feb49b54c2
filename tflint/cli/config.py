"""``tflint config``: what is in force for a file, and where it comes from."""

from __future__ import annotations

import json
import os
from typing import Any

import click

from tflint.cli.commands import CONTEXT
from tflint.cli.options import linting, settings_for
from tflint.cli.streams import say


@click.command("config", context_settings=CONTEXT)
@click.argument("path", required=False, type=click.Path(), metavar="[PATH]")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
@click.option("--schema", is_flag=True, help="Print the JSON schema of the settings instead.")
@linting
def config(path: str | None, schema: bool, output_format: str, **options: Any) -> None:
    """Show the settings in force for PATH, and where each comes from.

    PATH is a file or a folder; the default is the current folder. The other options are those of `tflint`.
    """
    if schema:
        from tflint.linting.codes import catalogue
        from tflint.linting.settings.schema import schema as made

        click.echo(json.dumps(made(catalogue()), indent=2))
        return
    show(path or ".", options, output_format)


def show(path: str, options: dict[str, Any], output_format: str) -> None:
    """Print the settings that are in force for a path.

    Raises:
        UsageError: nothing is there.
        SettingsError: the settings can't be followed.
    """
    from tflint.report.plain import printable
    from tflint.report.settings import as_lines, as_values, in_force

    if not os.path.exists(path):
        raise click.UsageError(f"{path}: no such file or folder")
    run = settings_for([path], options)
    own = run.for_folder(path) if os.path.isdir(path) else run.for_file(path)
    entries = in_force(own, run)
    for warning in run.warnings:
        say("warning", warning)
    if output_format == "json":
        files = {"file": own.origin, "extends": own.extends or None}
        click.echo(json.dumps({**files, "settings": as_values(entries)}, indent=2))
        return
    extends = f", which extends {own.extends}" if own.extends else ""
    click.echo(printable(f"# {path}: {own.origin or 'no file of settings'}{extends}"))
    for line in as_lines(entries):
        click.echo(line)
