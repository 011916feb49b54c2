"""``tflint traced`` and ``tflint why``: what is in a graph, and the reasons."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from tflint.cli.commands import CONTEXT

if TYPE_CHECKING:
    from tflint.linting.gathering import InputFiles

_PLACE = re.compile(r"(?P<path>.+?)(?::cell (?P<cell>\d+))?:(?P<line>\d+)(?::\d+)?$", re.DOTALL)
"""A place as every format writes it; the column may follow."""


@click.command("traced", context_settings=CONTEXT)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
def traced(paths: tuple[str, ...], output_format: str) -> int:
    """List every function that runs in a graph, with the chain of reasons.

    PATH is a file or a folder; the default is the current folder.
    """
    from tflint.report.explain import as_json
    from tflint.report.explain import traced as find
    from tflint.report.plain import printable

    read = _read(paths or (".",))
    functions, broken = find(read)
    if output_format == "json":
        _echo_json(as_json(functions, read))
    else:
        for function in functions:
            name = printable(f"{read.located(function.path, function.line)}: {function.name}")
            click.echo(f"{name} [{', '.join((function.kind.value, *function.aspects))}]")
            for reason in function.chain:
                place = read.located(reason.path, reason.line)
                click.echo(printable(f"    {place} {reason.text}"))
        count = len({(function.path, function.line, function.name) for function in functions})
        click.echo(f"{_counted(count, 'traced function')} in {_counted(len(read.shown), 'file')}.")
    unreadable = [
        f"{read.located(finding.path, finding.span.line)}: {finding.message}"
        for finding in read.broken
    ]
    return _errors([*read.errors, *unreadable, *broken], read.warnings)


@click.command("why", context_settings=CONTEXT)
@click.argument("place", metavar="FILE:[cell N:]LINE")
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--output-format", type=click.Choice(("text", "json")), default="text")
def why(place: str, paths: tuple[str, ...], output_format: str) -> int:
    """Explain why a line runs in a graph, or why it does not.

    A column after the line is ignored. FILE is analysed in its project; PATH adds more files to it.
    """
    from tflint.report.explain import chain_as_json
    from tflint.report.explain import why as find
    from tflint.report.plain import printable

    found = _PLACE.match(place)
    if found is None:
        raise click.UsageError(f"{place!r} is not of the form FILE:LINE, or FILE:cell N:LINE")
    path = found["path"]
    if not os.path.isfile(path):
        raise click.UsageError(f"{path}: no such file")
    shown = os.path.normpath(path)
    read = _read((path, *paths))
    cell = None if found["cell"] is None else int(found["cell"])
    try:
        answer = find(read, shown, int(found["line"]), cell)
    except LookupError as error:
        raise click.ClickException(str(error.args[0])) from None
    if output_format == "json":
        contexts = [
            {"context": list(aspects), "chain": chain_as_json(chain, read)}
            for aspects, chain in answer.contexts
        ]
        said = {"traced": answer.traced, "summary": answer.summary}
        _echo_json({**said, "chain": chain_as_json(answer.reasons, read), "contexts": contexts})
    else:
        click.echo(printable(answer.summary))
        for aspects, chain in answer.contexts or (((), answer.reasons),):
            if aspects:
                click.echo(printable(f"  {', '.join(aspects)}:"))
            for reason in chain:
                place = read.located(reason.path, reason.line)
                click.echo(printable(f"    {place} {reason.text}"))
    return _errors(read.errors, read.warnings)


def _counted(number: int, noun: str) -> str:
    return f"{number} {noun}{'' if number == 1 else 's'}"


def _read(paths: Sequence[str]) -> InputFiles:
    from tflint.linting.codes import catalogue
    from tflint.linting.gathering import gather
    from tflint.linting.settings import load

    return gather(list(paths), load(list(paths), catalogue()))


def _echo_json(value: object) -> None:
    import json  # here, since this module is read by every run

    click.echo(json.dumps(value, indent=2))


def _errors(errors: list[str], warnings: list[str]) -> int:
    """Say what could not be read; the exit status."""
    from tflint.report.plain import printable

    for warning in warnings:
        click.echo(f"tflint: warning: {printable(warning)}", err=True)
    for error in errors:
        click.echo(f"tflint: error: {printable(error)}", err=True)
    return 2 if errors else 0
