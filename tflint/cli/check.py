"""``tflint check``, which need not be named: lint, fix, confirm, report."""

from __future__ import annotations

from typing import Any

import click

from tflint.cli import option_types
from tflint.cli.commands import CONTEXT, DEFAULT, NAMES
from tflint.cli.options import linting, reporting
from tflint.cli.running import FAIL_ON, CheckRun
from tflint.linting.settings import OUTPUT_FORMATS
from tflint.report import COLOURS
from tflint.version import __version__

_APART = {
    "add_noqa": ("fix", "diff", "confirm", "report"),
    "executor": ("fix", "diff"),
    "shard": ("fix", "diff", "add_noqa"),
    "watch": ("fix", "diff", "add_noqa", "show_files", "show_settings"),
}
"""Options that do not go with others."""
_OF_FILES = ("add_noqa", "watch", "show_files", "show_settings")


@click.command(
    "check",
    context_settings=CONTEXT,
    epilog=f"Other commands: {', '.join(name for name in NAMES if name != DEFAULT)}; "
    "`tflint rule --help` explains `rule`. To lint a folder with such a name, write `tflint ./rule`.",
)
@click.argument("paths", nargs=-1, type=click.Path(), metavar="[PATH]...")
@click.option("--fix", is_flag=True, help="Apply safe fixes.")
@click.option("--diff", is_flag=True, help="Show what --fix would change, without changing it.")
@click.option("--unsafe-fixes", is_flag=True, help="Include unsafe fixes.")
@click.option("--show-fixes", is_flag=True, help="List the applied fixes, by file and rule.")
@click.option("--add-noqa", is_flag=True, help="Silence the findings with `# noqa` comments.")
@click.option(
    "--baseline",
    type=click.Path(),
    help="Report only findings that are not in this file, from `tflint baseline write`.",
)
@click.option(
    "--diff-only",
    metavar="REV",
    help="Report only findings from lines changed since a git revision; `REV...` is the merge base.",
)
@click.option(
    "--confirm", is_flag=True, help="Prove or refute each finding by running its function."
)
@click.option(
    "--python",
    "pythons",
    multiple=True,
    callback=option_types.pythons,
    metavar="PATH",
    help="Interpreter that has the framework, for --confirm; mxnet=PATH is for MXNet only.",
)
@click.option(
    "--timeout", type=option_types.Seconds(), help="Seconds for each experiment of --confirm.  [30]"
)
@click.option(
    "--sandbox/--no-sandbox",
    default=None,
    help="With --confirm, run experiments by bubblewrap: no network, no home directory, nothing written "
    "but to folders in memory.",
)
@click.option(
    "--executor",
    callback=option_types.executor,
    metavar="NAME",
    help="With --confirm, where the experiments run: dask://HOST:PORT, or MODULE:FUNCTION, which returns a "
    "concurrent.futures executor.",
)
@click.option(
    "--fail-on",
    type=click.Choice(FAIL_ON),
    help="With --confirm, the findings that set exit status 1: confirmed; unrefuted, which "
    "also includes inconclusive ones; any.  [unrefuted]",
)
@click.option(
    "--shard",
    callback=option_types.shard,
    metavar="N/M",
    help="Report and confirm only part N of M of the findings; `tflint merge` combines the parts.",
)
@linting
@click.option(
    "--output-format", type=click.Choice(OUTPUT_FORMATS), help="Format of the report.  [text]"
)
@reporting
@click.option(
    "--verbose", "-v", is_flag=True, help="Show which settings, projects and cache are used."
)
@click.option("--color", type=click.Choice(COLOURS), help="When to use colours.  [auto]")
@click.option("--quiet", "-q", is_flag=True, help="Print only findings.")
@click.option(
    "--exit-zero", "-e", is_flag=True, help="Exit with status 0 even if there are findings."
)
@click.option("--watch", "-w", is_flag=True, help="Lint again whenever a file changes.")
@click.option("--show-files", is_flag=True, help="List the files that would be linted.")
@click.option("--show-settings", is_flag=True, help="Show the settings that would be used.")
@click.option("--stdin-filename", type=click.Path(), help="File name of what `-` reads.")
@click.version_option(__version__, "-V", "--version", message="tflint %(version)s")
def check(**options: Any) -> int:
    """Find Python that means something else once TensorFlow or MXNet turns it into a graph.

    PATH is a file, a folder, or `-` for standard input; the default is the current folder.
    Exit status: 0 no findings, 1 findings, 2 an error.
    """
    for name in ("fail_on", "executor", "sandbox"):
        if options[name] and not options["confirm"]:
            raise click.UsageError(f"{_option(name)} needs --confirm")
    for name, others in _APART.items():
        for other in others:
            if options[name] and options[other]:
                raise click.UsageError(f"{_option(name)} does not go with {_option(other)}")
    for name in _OF_FILES:
        if options[name] and "-" in options["paths"]:
            raise click.UsageError(f"{_option(name)} does not go with standard input")
    if options["show_settings"]:
        from tflint.cli.config import show

        show((*options["paths"], options["stdin_filename"] or ".")[0], options, "text")
        return 0
    if options["watch"]:
        from tflint.cli.watching import watch

        return watch(options["paths"] or ["."], lambda: CheckRun(options).once())
    return CheckRun(options).once()


def _option(name: str) -> str:
    return f"--{name.replace('_', '-')}"
